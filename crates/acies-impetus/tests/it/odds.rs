//! Odds asked in words, worked out by hand.

use acies_core::{Asked, Forecast, Misread, words::command_line};
use acies_impetus::odds;

fn ask(kind: &str, sides: &[&str], settings: &[(&str, &str)]) -> Result<Forecast, Misread> {
    odds::odds(kind, &Asked::new(sides, settings))
}

fn answer(kind: &str, sides: &[&str]) -> Forecast {
    ask(kind, sides, &[]).unwrap_or_else(|no| panic!("{kind} {sides:?}: {no}"))
}

/// The chance of an outcome or a highlight.
fn chance(forecast: &Forecast, says: &str) -> String {
    let all = forecast.highlights.iter().chain(&forecast.outcomes);
    let found = all.clone().find(|chance| chance.says == says);
    let says: Vec<_> = all.map(|chance| &chance.says).collect();
    found.unwrap_or_else(|| panic!("{says:?}")).chance.to_string()
}

/// The total of a sum.
fn sum(forecast: &Forecast, of: &str) -> i32 {
    let found = forecast.sums.iter().find(|(what, _)| what == of);
    let all: Vec<_> = forecast.sums.iter().map(|(what, _)| what).collect();
    found.unwrap_or_else(|| panic!("{all:?}")).1.total
}

#[test]
fn every_kind_has_an_example_that_adds_up() {
    for kind in odds::kinds() {
        let words = command_line(kind.example);
        assert_eq!(words[..4], ["acies", "odds", "impetus", kind.name]);
        let asked = Asked::of_words(words[4..].iter().copied());
        let forecast =
            odds::odds(kind.name, &asked).unwrap_or_else(|no| panic!("{}: {no}", kind.example));
        let total: f64 = forecast.outcomes.iter().map(|it| it.chance.to_f64()).sum();
        assert!((total - 1.0).abs() < 1e-9, "{}: {total}", kind.example);
        let mut says: Vec<_> = forecast.outcomes.iter().map(|it| &it.says).collect();
        says.sort();
        says.dedup();
        assert_eq!(
            says.len(),
            forecast.outcomes.len(),
            "{}: no two outcomes read alike",
            kind.name
        );
    }
}

#[test]
fn shots() {
    // 3 - 1 dice. Without damage 24 of 36; then CN 5 - 1 + 1 + 1 = 6 (5 after two), and only a 6 fails.
    let shot = answer("shooting", &["rom_velites", "rom_hastati"]);
    assert_eq!(sum(&shot, "dice of Velites"), 2, "IMP-SHT.2");
    assert_eq!(sum(&shot, "critical number of Hastati after 1 damage"), 6, "IMP-COH.7, IMP-COH.8");
    assert_eq!(chance(&shot, "unharmed"), "2/3", "IMP-DAM.1");
    assert_eq!(chance(&shot, "Hastati: Disordered or worse"), "1/3", "IMP-COH.12");
    assert_eq!(chance(&shot, "Hastati: loses VBU"), "1/18", "IMP-COH.14");
    // The words of the modifiers.
    for (shooter, target, dice, rule) in [
        ("rom_archers", "rom_hastati", 3, "IMP-SHL.13"),
        ("rom_archers range=15", "rom_hastati", 3, "IMP-SHT.3"),
        ("rom_archers range=4.5", "rom_hastati", 5, "IMP-SHT.3"),
        ("rom_archers at=close reaction", "rom_hastati", 3, "IMP-SHL.12"),
        ("rom_archers phases=1", "rom_hastati", 2, "IMP-SHM.1"),
        ("rom_archers disordered", "rom_hastati", 2, "IMP-SHM.2"),
        ("rom_archers indirect", "rom_hastati", 1, "IMP-SHM.3"),
        ("longbowmen at=long", "rom_velites", 1, "IMP-SHM.4"),
        ("rom_velites", "gal_youths", 1, "IMP-SHM.5"),
        ("rom_archers", "rom_hastati wood_edge", 1, "IMP-SHM.6"),
        ("rom_archers", "rom_hastati fortified", 1, "IMP-SHM.7"),
        ("rom_bolts", "rom_hastati fortified", 4, "IMP-SHM.8"),
        ("rom_archers", "rom_velites evading", 2, "IMP-SHM.9"),
        ("rom_archers", "per_sparabara pavise", 2, "IMP-SHM.10"),
        ("rom_bolts", "rom_hastati column", 7, "IMP-SHM.11"),
        ("rom_archers", "shieldwall_spearmen shieldwall", 2, "IMP-SPC.45"),
        ("rom_archers from_behind", "shieldwall_spearmen shieldwall", 3, "IMP-R100"),
        ("rom_archers screened", "rom_hastati", 2, "IMP-SHM.12"),
    ] {
        let shot = answer("shooting", &[shooter, target]);
        assert_eq!(shot.sums[0].1.total, dice, "{rule}: {shooter} at {target}");
    }
    // Elephants with VBU 4 panic if they fail: one die of 3 + 1... VBU 3, +1 against mounted: 4 dice.
    let elephants = answer("shooting", &["rom_archers", "car_elephants"]);
    assert_eq!(elephants.sums[0].1.total, 4, "IMP-R77");
    assert!(elephants.highlights.iter().any(|it| it.says == "Elephants: panics"), "IMP-SPC.19");
}

#[test]
fn tests_of_cohesion() {
    // CN 5 - 2 - 1 = 2: 1 and 2 pass and cost 1; 3 to 6 cost 1 to 4.
    let test = ask("cohesion", &["rom_hastati disordered"], &[("damage", "2")]).unwrap();
    assert_eq!(chance(&test, "passes and loses 1 VBU"), "1/3", "IMP-COH.13, IMP-DIS.10");
    assert_eq!(chance(&test, "fails and loses 4 VBU"), "1/6", "IMP-COH.14");
    assert_eq!(chance(&test, "Hastati: routs"), "0/1", "IMP-ROU.1");
    // With 3 VBU left CN is 1: 4 and more rout it, and a 1 passes.
    let worn = answer("cohesion", &["rom_hastati lost=2 damage=2"]);
    assert_eq!(chance(&worn, "Hastati: routs"), "1/2", "IMP-ROU.1");
    let flanked = answer("cohesion", &["rom_hastati flanked damage=2"]);
    // CN 3: 4, 5 and 6 fail.
    assert_eq!(chance(&flanked, "Hastati: routs"), "1/2", "IMP-ROU.5");
    let led = answer("cohesion", &["rom_hastati commander damage=2"]);
    assert_eq!(chance(&led, "Hastati: its Commander at risk"), "1/6", "IMP-COH.15");
    for (side, number, rule) in [
        ("mac_phalanx large=3 mounted_only damage=1", 5, "IMP-COH.9, IMP-COH.10"),
        ("rom_alae difficult damage=1", 1, "IMP-COH.5"),
        ("rom_alae broken damage=1", 3, "IMP-COH.4"),
        ("rom_hastati shot=long by=artillery_a damage=1", 6, "IMP-COH.11, IMP-COH.8"),
        ("rom_hastati shot=close damage=2", 5, "IMP-COH.7, IMP-COH.8"),
        ("rom_hastati pila damage=2", 3, "IMP-PIL.6"),
        ("rom_hastati bua damage=2", 5, "IMP-TER.22"),
    ] {
        assert_eq!(answer("cohesion", &[side]).sums[0].1.total, number, "{rule}");
    }
}

#[test]
fn pila() {
    // Three dice: no 6 and at most one 5 in 64 + 48 = 112 of 216 ways.
    let three = answer("pila", &["rom_hastati", "gal_warband"]);
    assert_eq!(chance(&three, "unharmed"), "14/27", "IMP-PIL.3");
    assert_eq!(chance(&three, "Gallic warband: Disordered or worse"), "13/27", "IMP-R58");
    // One die: a 6 (1/6), and then 4, 5 and 6 fail against CN 3.
    let one = answer("pila", &["rom_hastati charging", "gal_warband"]);
    assert_eq!(chance(&one, "Gallic warband: loses VBU"), "1/12", "IMP-PIL.2");
    let more =
        answer("pila", &["rom_hastati, rom_principes disordered, rom_principes", "gal_warband"]);
    assert_eq!(sum(&more, "pila of Hastati"), 3, "IMP-PIL.3");
    assert_eq!(more.sums[1].1.total + more.sums[2].1.total, 1, "IMP-PIL.4, IMP-PIL.5");
}

#[test]
fn a_round_of_melee() {
    // One die against five. Any damage routs the first: 1 - (4^5 + 5 x 4^4) / 6^5 = 19/27. A 6 and then 5 or 6 against
    // CN 4 costs the second VBU: 1/18.
    let round = answer("melee", &["rom_hastati lost=4 disordered", "rom_hastati"]);
    assert_eq!(sum(&round, "dice of Hastati 1"), 1, "IMP-R57");
    assert_eq!(sum(&round, "dice of Hastati 2"), 5, "IMP-MEL.1");
    assert_eq!(chance(&round, "Hastati 1: routs"), "19/27", "IMP-COH.13, IMP-ROU.1");
    assert_eq!(chance(&round, "Hastati 2: loses VBU"), "1/18", "IMP-COH.14");
    assert_eq!(chance(&round, "Hastati 2: wins"), "19/27", "IMP-R61");
    // The first stands with 8/27, and then wins with 1/18.
    assert_eq!(chance(&round, "Hastati 1: wins"), "4/243", "IMP-RET.1");
    assert_eq!(chance(&round, "drawn"), "68/243", "IMP-R60");
}

#[test]
fn words_of_melee_change_the_dice() {
    for (ours, theirs, dice, rule) in [
        ("gal_warband charging", "rom_hastati", 8, "IMP-MEL.1: 4 + 4"),
        ("gal_warband", "rom_hastati", 4, "IMP-NIB.1"),
        ("gal_warband charging lost=1", "rom_hastati", 3, "IMP-NIB.2"),
        (
            "ger_warband charging charged_in=difficult",
            "rom_hastati",
            4,
            "IMP-NIB.3, IMP-R89: 5 - 1 Disordered",
        ),
        ("rom_alae charging charged_in=broken", "rom_hastati", 4, "IMP-NIB.4, IMP-R89"),
        ("gal_warband charging", "rom_hastati bua", 4, "IMP-NIB.5"),
        ("gal_warband charging", "rom_hastati, rom_alae", 4, "IMP-NIB.6"),
        ("rom_alae charging", "rom_triarii", 5, "IMP-NIB.7"),
        ("car_elephants charging", "car_scutarii", 4, "IMP-NIB.8"),
        ("sel_scythed charging", "car_scutarii", 4, "IMP-NIB.9"),
        ("gal_warband charging", "rom_hastati fortified", 3, "IMP-NIB.10, IMP-MEL.8"),
        ("knights charging", "longbowmen stakes", 6, "IMP-NIB.11, IMP-MEL.8"),
        ("rom_alae charging", "sel_camels", 5, "IMP-SPC.4"),
        ("gal_warband charging", "shieldwall_spearmen shieldwall", 4, "IMP-SPC.44"),
        ("gal_warband charging", "rom_auxilia", 4, "IMP-R112"),
        ("gal_warband charging on_flank", "rom_hastati", 10, "IMP-MEL.4: 4 + 4 + 2"),
        ("gal_chariots", "rom_alae charging", 3, "IMP-MEL.3"),
        ("gal_chariots counter_charging", "rom_alae charging", 6, "IMP-R50: 4 + 2"),
        ("rom_hastati higher", "gal_warband", 6, "IMP-MEL.5"),
        ("rom_alae difficult", "rom_hastati", 4, "IMP-MEL.6"),
        ("rom_alae", "rom_hastati wholly_in=difficult", 4, "IMP-MEL.6"),
        ("mac_phalanx large=3 difficult", "rom_hastati", 2, "IMP-MEL.7, IMP-MEL.9"),
        ("mac_phalanx large=3", "rom_alae charging", 13, "IMP-MEL.10"),
        ("fp vbu=5 pike large=3", "rom_hastati", 8, "IMP-MEL.11: a Unit of a player's own"),
        ("RO1", "rom_alae", 5, "a code of the lists"),
        ("rom_alae charging", "war_wagons", 4, "IMP-SPC.54: Disordered, IMP-NIB.7"),
    ] {
        let round = answer("melee", &[ours, theirs]);
        let of = round.sums.iter().find(|(what, _)| what.starts_with("dice of")).unwrap();
        assert_eq!(of.1.total, dice, "{rule}: {ours} against {theirs}\n{}", of.1);
    }
    // IMP-R46: who is hit on the flank is Disordered, tests so, and routs if it fails: CN 5 - 1 - 1.
    let hit = answer("melee", &["gal_warband charging on_flank", "rom_triarii"]);
    assert_eq!(sum(&hit, "critical number of Triarii after 1 damage"), 4, "IMP-R46: 6 - 1 - 1");
    assert_eq!(chance(&hit, "Triarii: retreats"), "0/1", "IMP-ROU.5");
    // IMP-R58: pila belong to a charge, and not to a pursuit.
    let charged = answer("melee", &["gal_warband charging", "rom_hastati"]);
    assert_eq!(sum(&charged, "pila of Hastati"), 3, "IMP-PIL.3");
    let pursued = answer("melee", &["gal_warband pursuing", "rom_hastati"]);
    assert!(!pursued.sums.iter().any(|(what, _)| what.starts_with("pila")), "IMP-R64");
}

#[test]
fn a_melee_to_its_end() {
    // One die each, and any 6 routs: each round 11 ways of 36 end it, 5 for either alone.
    let weak = "rom_hastati lost=4 disordered";
    let duel = answer("duel", &[weak, weak]);
    assert_eq!(chance(&duel, "over after 1 or fewer rounds"), "11/36", "IMP-R60");
    // (25/36)^2.
    assert_eq!(chance(&duel, "over after 2 or fewer rounds"), "671/1296", "IMP-R60");
    let open = chance(&duel, "still fighting after 12 rounds");
    assert_eq!(open, "59604644775390625/4738381338321616896", "(25/36)^12");
    assert_eq!(chance(&duel, "Hastati 1: wins"), chance(&duel, "Hastati 2: wins"));
    // IMP-RET.2: fast horse never fights foot twice.
    let horse = answer("duel", &["rom_alae", "rom_hastati"]);
    assert_eq!(chance(&horse, "over after 1 or fewer rounds"), "1/1", "IMP-RET.2");
}

#[test]
fn discipline() {
    let test = |side: &str| chance(&answer("discipline", &[side]), "passes");
    assert_eq!(test("rom_hastati"), "1/2", "IMP-DT.1");
    assert_eq!(test("rom_hastati commander movement=3"), "1/2", "IMP-DT.2, IMP-DT.4");
    assert_eq!(test("rom_hastati out_of_range"), "1/3", "IMP-DT.3");
    assert_eq!(test("rom_hastati charismatic for=recover"), "2/3", "IMP-SPC.23");
    assert_eq!(test("rom_triarii"), "2/3", "IMP-DT.1");
    let stays = answer("discipline", &["rom_alae for=evade"]);
    assert_eq!(chance(&stays, "fails: stays where it is"), "1/2", "IMP-DF.12");
    let moves = answer("discipline", &["rom_hastati for=move movement=2"]);
    assert_eq!(chance(&moves, "fails: moves, and is Disordered"), "1/2", "IMP-DF.3");
}

#[test]
fn initiative() {
    // Two throws of 2D6 are equal in 146 of 1296 ways, one apart in 140 each way.
    let even = answer("initiative", &["fair", "fair"]);
    assert_eq!(chance(&even, "a tie, thrown again"), "73/648", "IMP-R14");
    assert_eq!(chance(&even, "the first Command is activated"), "1/2", "IMP-INI.1");
    let better = answer("initiative", &["fair", "poor"]);
    // At least as high as the other: (1296 + 146) / 2 = 721; ties are the 140 in which it is one lower.
    assert_eq!(chance(&better, "the first Command is activated"), "721/1156", "IMP-CMD.1");
    // A Coward is spent by 6 doubles of 36.
    let coward = answer("initiative", &["coward", "no_commander"]);
    assert_eq!(sum(&coward, "added to the dice of the first"), 0, "IMP-R21");
    let spent: Vec<_> = coward.highlights.iter().filter(|it| it.says.ends_with("spent")).collect();
    assert_eq!(spent.len(), 1, "IMP-SPC.32");
    // An Expert who is behind throws again, and so wins more often than by his Leadership alone.
    let expert = answer("initiative", &["expert", "fair"]);
    let wins = expert.outcomes.iter().find(|it| it.says.starts_with("the first")).unwrap();
    assert!(wins.chance.to_f64() > 721.0 / 1156.0, "IMP-SPC.26, IMP-R16");
}

#[test]
fn ways_and_distances() {
    let reach = |side: &str| chance(&answer("charge", &[side]), "contact");
    assert_eq!(reach("mac_companions gap=13"), "2/3", "IMP-CHG.4: 3 or more");
    assert_eq!(reach("mac_companions gap=10"), "1/1", "IMP-R49");
    assert_eq!(reach("rom_hastati gap=7"), "2/3", "IMP-CHG.4: a D3 of 2 or 3");
    assert_eq!(reach("rom_hastati gap=4 difficult"), "1/3", "IMP-R89: 8 of 5 + 3");
    assert_eq!(reach("gal_warband gap=11 difficult"), "1/3", "IMP-TER.12: light foot");
    assert_eq!(reach("rom_alae gap=12 with_foot"), "2/3", "IMP-R37");
    let flight = answer("retreat", &["rom_alae", "gal_warband"]);
    assert_eq!(chance(&flight, "6 U"), "1/6", "IMP-RET.3");
    let foot = answer("retreat", &["rom_hastati", "gal_warband"]);
    assert_eq!(chance(&foot, "3 U"), "1/3", "IMP-RET.4");
    // D6 against D3: 6, 5 and 4 of 6.
    let horse = answer("pursuit", &["mac_companions", "rom_hastati"]);
    assert_eq!(chance(&horse, "Hastati: caught"), "5/6", "IMP-PUR.4, IMP-R63");
    assert!(horse.title.contains("must pursue") && horse.rules.contains(&"IMP-SPC.18"));
    assert_eq!(chance(&answer("river", &["rom_hastati"]), "saved"), "7/12", "IMP-R76");
    assert_eq!(chance(&answer("panic", &[]), "to the rear"), "1/2", "IMP-R72");
    // 2D6 + 1 + 1 of 6 or less: 6 of 36.
    let fate = answer("commander", &["poor subordinate structure=poor"]);
    assert_eq!(chance(&fate, "unharmed"), "1/6", "IMP-CDR.2");
    // A Genius in chief with 4 + 1 - 2: 2D6 of 3 or less is 3 of 36; the higher die again may save him.
    let genius = answer("commander", &["genius"]);
    let plain = 3.0 / 36.0;
    let saved = genius.outcomes.iter().find(|it| it.says == "unharmed").unwrap();
    assert!(saved.chance.to_f64() > plain, "IMP-SPC.29");
}

#[test]
fn nonsense_is_refused() {
    for (kind, sides, says) in [
        ("mele", &["rom_hastati", "gal_warband"][..], "there is no roll `mele`"),
        ("melee", &["rom_hastatti", "gal_warband"], "there are no troops `rom_hastatti`"),
        ("melee", &["rom_velites", "gal_warband"], "[IMP-SPC.48]"),
        ("melee", &["rom_bolts", "gal_warband"], "[IMP-SPC.2]"),
        ("melee", &["war_wagons charging", "gal_warband"], "[IMP-SPC.56]"),
        ("melee", &["rom_archers charging", "gal_warband"], "[IMP-CHG.1]"),
        ("melee", &["gre_light_horse charging", "gal_warband"], "[IMP-CHG.2]"),
        ("melee", &["rom_alae", "rom_hastati bua"], "[IMP-TER.25]"),
        ("melee", &["rom_alae bua", "rom_hastati"], "[IMP-R75]"),
        ("melee", &["rom_hastati charging", "gal_warband charging"], "[IMP-R50]"),
        ("melee", &["rom_hastati", "gal_warband counter_charging"], "[IMP-R50]"),
        (
            "melee",
            &["rom_hastati charging", "gal_warband counter_charging disordered"],
            "[IMP-DIS.7]",
        ),
        ("melee", &["rom_hastati higher", "gal_warband higher"], "[IMP-R90]"),
        ("melee", &["rom_hastati large=2", "gal_warband"], "[IMP-R39]"),
        ("melee", &["sel_scythed disordered", "gal_warband"], "[IMP-SPC.9]"),
        ("melee", &["rom_hastati shieldwall", "gal_warband"], "[IMP-R111]"),
        ("melee", &["shieldwall_spearmen shieldwall lost=1", "gal_warband"], "[IMP-SPC.60]"),
        ("melee", &["rom_alae pike", "gal_warband"], "[IMP-R111]"),
        ("melee", &["rom_hastati camels", "gal_warband"], "[IMP-R102]"),
        ("melee", &["rom_hastati lost=5", "gal_warband"], "`lost=5`"),
        ("melee", &["rom_hastati phases=1", "gal_warband"], "`phases` has no bearing"),
        ("melee", &["rom_hastati charged_in=broken", "gal_warband"], "[IMP-NIB.3]"),
        ("shooting", &["rom_hastati", "gal_warband"], "[IMP-SHT.2]"),
        ("shooting", &["rom_velites at=long", "gal_warband"], "[IMP-SHT.2]"),
        ("shooting", &["rom_velites at=long range=20", "gal_warband"], "[IMP-SHT.3]"),
        ("shooting", &["rom_velites range=90", "gal_warband"], "`range=90`"),
        ("shooting", &["rom_velites indirect", "gal_warband"], "[IMP-R83]"),
        ("shooting", &["rom_velites", "gal_warband bua"], "[IMP-TER.23]"),
        ("shooting", &["rom_velites", "baggage"], "[IMP-R53]"),
        ("shooting", &["rom_bolts phases=1", "gal_warband"], "[IMP-R92]"),
        ("pila", &["rom_triarii", "gal_warband"], "[IMP-PIL.1]"),
        ("pila", &["rom_hastati lost=1", "gal_warband"], "[IMP-PIL.1]"),
        ("cohesion", &["rom_hastati"], "how much damage?"),
        ("cohesion", &["rom_hastati damage=1 by=sling"], "[IMP-COH.8]"),
        ("cohesion", &["rom_alae damage=1 shot=long difficult"], "[IMP-COH.4]"),
        ("cohesion", &["war_wagons damage=1 flanked"], "[IMP-R46]"),
        ("discipline", &["rom_hastati charismatic for=move"], "[IMP-SPC.23]"),
        ("discipline", &["rom_hastati commander out_of_range"], "[IMP-CS.2]"),
        ("initiative", &["fair poor", "fair"], "[IMP-CMD.1]"),
        ("initiative", &["fair shaken", "fair"], "[IMP-R17]"),
        ("initiative", &["charismatic subordinate", "fair"], "[IMP-SPC.24]"),
        ("charge", &["rom_hastati"], "how far?"),
        ("charge", &["rom_hastati gap=9"], "[IMP-R49]"),
        ("charge", &["rom_archers gap=5"], "[IMP-CHG.1]"),
        ("retreat", &["war_wagons", "gal_warband"], "[IMP-SPC.52]"),
        ("pursuit", &["rom_hastati", "rom_alae"], "[IMP-SPC.40]"),
        ("panic", &["car_elephants"], "takes no words"),
    ] {
        let no =
            ask(kind, sides, &[]).err().unwrap_or_else(|| panic!("{kind} {sides:?} is answered"));
        assert!(no.to_string().contains(says), "{kind} {sides:?}: {no}");
        assert!(no.hint.is_some(), "{kind} {sides:?}: {no}");
    }
}
