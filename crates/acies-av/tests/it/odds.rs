//! Odds asked in words, worked out by hand.

use acies_av::{
    files::data::troop,
    morale::ladder::{Ladder, Nerve},
    odds,
    profile::Order,
    shooting::shot::{Band, Battery, Shot},
};
use acies_core::{Asked, Forecast, Misread};

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
fn strikes() {
    // RULES.md 8: 5 dice on 4+, saves on 6: each costs a CP with 5/12, none with (7/12)^5.
    let rush = answer("strike", &["rom_vet rush", "ger_war"]);
    assert_eq!(sum(&rush, "dice of Veteran legionaries"), 5, "AV-19.3");
    assert_eq!(chance(&rush, "hits"), "31/32", "AV-12.1");
    // 1 - (7/12)^5 = 1 - 16807/248832.
    assert_eq!(chance(&rush, "costs CP"), "232025/248832", "AV-10.14");
    // Disrupted: 3+, 2/3 x 5/6 = 5/9 a die; 1 - (4/9)^5 = 1 - 1024/59049.
    let easy = answer("strike", &["rom_vet rush", "ger_war disrupted"]);
    assert_eq!(chance(&easy, "costs CP"), "58025/59049", "AV-12.2");
    // Germans: 3 dice, 1/4 a die: 1 - (3/4)^3.
    let back = answer("strike", &["ger_war", "rom_vet rush"]);
    assert_eq!(chance(&back, "costs CP"), "37/64", "AV-3.5");
    // AV-15.3: one die on 4+ against armour 4: a 6 that is not saved is 1/6 x 1/2.
    let one = answer("strike", &["ger_war disrupted", "rom_vet"]);
    assert_eq!(chance(&one, "1 hit, 1 natural 6 among them, 1 not saved"), "1/12", "AV-15.3");
    assert_eq!(chance(&one, "1 hit, 0 natural 6s among them, 1 not saved"), "1/6", "AV-15.3");
}

#[test]
fn fights() {
    // Disrupted Germans have one die at 4+; legionaries of morale 4+ save on 4. Of the Romans: one CP
    // lost with 1/4, then disrupted with 1/2.
    let fight = answer("fight", &["rom_leg shieldwall", "ger_war disrupted"]);
    assert_eq!(sum(&fight, "saves of Legionaries"), 3, "AV-5.31");
    // Saved on 3+: 1/2 x 1/3 = 1/6 lost, half of those disrupted.
    assert_eq!(chance(&fight, "Legionaries: CP lost"), "1/6", "AV-5.31");
    assert_eq!(chance(&fight, "Legionaries: disrupted or worse"), "1/12", "AV-14.2");
    assert_eq!(chance(&fight, "Legionaries: repulsed or worse"), "0/1", "AV-14.3");
    // AV-14.6: the -1 that comes with losses is shown before them.
    assert_eq!(sum(&fight, "added to the morale of Legionaries (4+) now"), 0, "AV-14.6");
    let later = sum(&fight, "added to the morale of Legionaries (4+) with 3 CP or less");
    assert_eq!(later, -1, "AV-14.6");
}

#[test]
fn struck_rows_stay() {
    let rows = |ours: &str, theirs: &str, n: usize| {
        answer("strike", &[ours, theirs]).sums[n].1.to_string()
    };
    for (ours, theirs, n, row) in [
        ("rom_vet rough", "num_inf", 1, "[AV-12.3, struck by AV-R15]"),
        ("rom_vet", "gre_hop disrupted", 1, "[AV-12.7, struck by AV-12.2]"),
        ("rom_vet attacks=left", "gre_hop", 1, "[AV-12.7, struck by AV-R77]"),
        ("gal_war rush cp=3", "rom_vet", 0, "[AV-18.14, struck by AV-18.14]"),
        ("rom_scorp", "rom_vet", 0, "+2 halted [AV-R75]"),
    ] {
        let rows = rows(ours, theirs, n);
        assert!(rows.contains(row), "{rows}");
    }
}

#[test]
fn leaders_in_fights() {
    // One die (disrupted, weapons of circumstance) against a unit with a leader: he is hit by 1/6 and
    // killed by 1/36.
    let fight = answer("fight", &["rom_leg leader", "per_levy disrupted"]);
    assert_eq!(chance(&fight, "leader of Legionaries killed"), "1/36", "AV-15.4");
    // AV-15.2: 3 + 1 for HP + 1; elite or raw: levy is raw, +1.
    assert_eq!(sum(&fight, "dice of Legionaries"), 6, "AV-15.2, AV-18.17");
    // The die is 4, 5 (1/3): not saved 1/2, then misses 4+ with +1 in 1/3: 1/18.
    // The die is 6 (1/6), he lives (5/6): not saved 1/2, misses 1/3: 5/216.
    // He dies (1/36): a test without him, 1/2; then saved: 1/2, or lost and tested again.
    // Disrupted or worse: 1/18 + 5/216 + 1/36 x (1 - (1/2 x (1/2 + 1/2 x 1/2))) = 17/216 + 5/288.
    assert_eq!(chance(&fight, "Legionaries: disrupted or worse"), "83/864", "AV-15.8, AV-R80");
    // Repulsed: only when he dies, and both tests are missed: 1/36 x 1/2 x 1/2 x 1/2.
    assert_eq!(chance(&fight, "Legionaries: repulsed or worse"), "1/288", "AV-R80");
    // AV-R81: Charismatic, alive: both throws missed, 1/9; dead: no reroll.
    // 1/3 x 1/2 x 1/9 + 1/6 x 5/6 x 1/2 x 1/9 + 1/36 x 5/8 = 17/648 + 5/288.
    let again = answer("fight", &["rom_leg charismatic", "per_levy disrupted"]);
    assert_eq!(chance(&again, "Legionaries: disrupted or worse"), "113/2592", "AV-16.1, AV-R81");
    // AV-16.4.
    let hero = answer("fight", &["gal_noble hero rush", "rom_vet"]);
    assert_eq!(sum(&hero, "dice of Gallic noble foot"), 7, "AV-16.4, AV-18.14");
    // AV-15.5: a unit of one CP that loses it takes its leader along.
    let last = answer("fight", &["rom_leg leader cp=1", "per_levy disrupted"]);
    assert_eq!(chance(&last, "Legionaries: eliminated"), "1/4", "AV-13.2, AV-15.5");
    // Killed, and the hit that did it saved: 1/36 x 1/2 more.
    let lost = chance(&last, "leader of Legionaries killed or lost with his unit");
    assert_eq!(lost, "19/72", "AV-15.5: 1/4 + 1/72");
    let with_it: f64 = last
        .outcomes
        .iter()
        .filter(|it| it.says.contains("0 CP, eliminated, its leader lost with it"))
        .map(|it| it.chance.to_f64())
        .sum();
    assert!((with_it - 17.0 / 72.0).abs() < 1e-12, "AV-15.5: 1/4 - 1/72");
    // Shot at, nobody kills him but with his unit: one die, 1/3 x 1/2.
    let shot = answer("shooting", &["rom_auxbow disrupted", "rom_leg leader cp=1"]);
    assert_eq!(chance(&shot, "leader of Legionaries lost with his unit"), "1/6", "AV-15.5");
    // AV-17.4: if he dies (1/36), three tests on 3+ with the Guru's +1, then one more if the hit is not saved
    // (1/2): missed three times of three 1/27, of four 4/27 x 2/3 + 1/81 = 1/9; 1/36 x 1/2 x (1/27 + 1/9).
    let guru = answer("fight", &["rom_leg guru_with_leader", "per_levy disrupted"]);
    assert_eq!(chance(&guru, "Legionaries: routed or worse"), "1/486", "AV-17.4, AV-R82, AV-R102");
}

#[test]
fn contact_disrupts_before_any_die() {
    // AV-9.6: foot under Advance, caught by close-order cavalry under Rush, is disrupted: 2 dice on 4+, saved on
    // 4+: 1 - (3/4)^2. The cavalry has 5 dice on 3+, saved on 4+: 1/3 a die.
    let caught = answer("fight", &["rom_ala rush", "rom_vet advance"]);
    let (ala, legion) = ("Auxiliary cavalry (ala)", "Veteran legionaries");
    assert_eq!(chance(&caught, &format!("{ala}: CP lost")), "7/16", "AV-9.6");
    assert_eq!(chance(&caught, &format!("{legion}: CP lost")), "211/243", "AV-12.2: 1 - (2/3)^5");
    // From disrupted, with 5, 4, 3, 2, 1 CP after each loss and so passing with 2/3, 2/3, 1/2, 1/2, 1/2: nothing
    // worse with (32 + 80 x 2/3 + 80 x 4/9 + 40 x 2/9 + 10 x 1/9 + 1/18) / 243 = 2357/4374.
    assert_eq!(chance(&caught, &format!("{legion}: repulsed or worse")), "2017/4374", "AV-R62");
    // Three misses after 3, 4 or 5 losses: (40 x 1/18 + 10 x 7/36 + 3/8) / 243.
    assert_eq!(chance(&caught, &format!("{legion}: eliminated")), "109/5832", "AV-R62, AV-14.5");
    for rule in ["AV-9.6", "AV-R62"] {
        assert!(caught.rules.contains(&rule), "{:?}", caught.rules);
    }
    let dice = caught.sums.iter().find(|(what, _)| *what == format!("dice of {legion}")).unwrap();
    insta::assert_snapshot!(dice.1, @r"
    +3 advancing [AV-C.4, struck by AV-9.6]
    +1 disrupted [AV-C.4]
    +1 heavy projectiles, first round [AV-19.3]
    = 2
    ");
    for (ours, theirs, expected, rule) in [
        ("rom_vet", "rom_ala rush", 4, "AV-9.6: Halt"),
        ("rom_vet shieldwall", "rom_ala rush", 3, "AV-9.6: Shieldwall"),
        ("rom_vet orbis", "rom_ala rush", 3, "AV-R62: Orbis"),
        ("rom_vet fall_back", "rom_ala advance", 2, "AV-R62: Fall back"),
        ("rom_vet rush", "rom_ala", 5, "AV-9.6: cavalry at Halt"),
        ("rom_vet rush", "rom_ala disrupted", 5, "AV-R62: disrupted cavalry"),
        ("rom_vet rush", "num_cav rush", 5, "AV-9.6: cavalry in open order"),
        ("rom_vet advance goes_on", "rom_ala advance", 1, "AV-R62: in every turn"),
        ("rom_ala advance", "rom_ala rush", 4, "AV-9.6: infantry or artillery only"),
        ("rom_vet rush", "rom_auxbow rough", 5, "AV-9.8: who moved is not said"),
        ("rom_vet rush reached", "rom_auxbow rough", 2, "AV-9.8"),
        ("rom_vet rush reached rough", "rom_auxbow", 2, "AV-R63"),
        ("rom_vet shieldwall reached", "rom_auxbow rough", 2, "AV-R96"),
        ("rom_vet rush reached", "rom_auxbow", 5, "AV-9.8: rough ground"),
        ("rom_vet rush reached", "gal_war rough", 5, "AV-9.8: looser infantry"),
        ("rom_vet rush reached", "num_cav rough", 5, "AV-9.8: infantry"),
        ("rom_aux rush reached", "rom_auxbow rough", 4, "AV-9.8: close order"),
        ("rom_ala rush reached", "rom_auxbow rough", 2, "AV-R63: of any type"),
    ] {
        let asked = answer("strike", &[ours, theirs]);
        assert_eq!(asked.sums[0].1.total, expected, "{rule}");
    }
}

#[test]
fn circumstances_of_fights() {
    let dice = |ours: &str, theirs: &str, name: &str| {
        sum(&answer("fight", &[ours, theirs]), &format!("dice of {name}"))
    };
    let needs = |ours: &str, theirs: &str, name: &str| {
        sum(&answer("fight", &[ours, theirs]), &format!("each die of {name} needs"))
    };
    for (words, theirs, expected, rule) in [
        ("", "gal_war", 3, "AV-C.4"),
        ("attacks=left", "gal_war", 4, "AV-11.4"),
        ("attacks=right", "gal_war", 5, "AV-11.12"),
        ("attacks=rear", "gal_war", 5, "AV-R7"),
        ("attacks=left", "gal_war no_shields", 5, "AV-11.5"),
        ("attacks=rear", "rom_vet orbis", 3, "AV-18.2"),
        ("uphill", "gal_war", 4, "AV-11.3"),
        ("behind flank_supports=2 contact_supports=3", "gal_war", 9, "AV-11.7"),
        ("leader", "gal_war", 4, "AV-15.2"),
        ("elite", "gal_war raw", 5, "AV-18.16"),
    ] {
        let ours = format!("gre_hop advance {words}");
        assert_eq!(dice(&ours, theirs, "Citizen hoplites"), expected, "{rule}");
    }
    assert_eq!(dice("rom_vet goes_on", "gal_war", "Veteran legionaries"), 3, "AV-19.4");
    assert_eq!(dice("rom_vet disrupted spent", "gal_war", "Veteran legionaries"), 1, "AV-19.5");
    assert_eq!(dice("rom_vet fall_back", "gal_war", "Veteran legionaries"), 4, "AV-R75");
    for (ours, theirs, expected, rule) in [
        ("rom_vet", "gal_war", 4, "AV-12.1"),
        ("rom_vet", "rom_aux", 3, "AV-12.3"),
        ("rom_vet", "rom_aux rough", 4, "AV-R15"),
        ("rom_vet rough", "rom_aux", 4, "AV-R15"),
        ("rom_vet", "rom_aux protected", 6, "AV-12.6"),
        ("rom_vet", "gre_hop", 5, "AV-12.7"),
        ("rom_vet attacks=right", "gre_hop", 4, "AV-12.7: frontal"),
        ("rom_vet", "gre_hop protected", 6, "AV-12.8"),
    ] {
        assert_eq!(needs(ours, theirs, "Veteran legionaries"), expected, "{rule}");
    }
}

#[test]
fn a_fight_is_what_play_makes_of_it() {
    // AV-R80 played die by die in the order of the rules, against the sums of single dice.
    use acies_av::{
        files::data::troop,
        leaders::danger::leader_killed,
        morale::{
            ladder::{Descent, Ladder, Nerve},
            saves::{Harm, Save},
        },
    };
    use acies_core::{D6, Seat};
    let profile = troop("rom_leg").unwrap().profile;
    let save = Save { profile, order: Some(acies_av::profile::Order::Halt), against: Harm::Plain };
    let nerve = Nerve { profile, isolated: false, leader: true, religious: false, guru: false };
    let played = acies_core::odds(|dice| {
        let ask = Seat::Red.throws("AV-11.2", "hand to hand");
        let [hits, sixes] = dice.count(ask, 3, D6, [4..=5, 6..=6])?;
        let killed = leader_killed(Seat::Blue, sixes, dice)?;
        let lost = save.throw(Seat::Blue, hits + sixes, dice)?;
        let nerve = Nerve { leader: !killed, ..nerve };
        let mut descent = Descent { ladder: Ladder::at_start(3, false), reroll: false };
        if killed {
            descent = descent.test(&nerve, Seat::Blue, dice)?;
        }
        for _ in 0..lost {
            descent = descent.lose(&nerve, Seat::Blue, dice)?;
        }
        Ok((descent.ladder.rung, killed))
    });
    let asked = answer("fight", &["rom_leg leader cp=3", "ger_war"]);
    for rung in acies_av::morale::ladder::Rung::ALL {
        for killed in [false, true] {
            let is = |name: &str, chance: &acies_core::Chance| {
                chance.is.iter().find(|(known, _)| *known == name).unwrap().1
            };
            let told = asked.outcomes.iter().filter(|it| {
                is("first_rung", it) == rung as i64
                    && is("first_leader_killed", it) == i64::from(killed)
            });
            let told: f64 = told.map(|it| it.chance.to_f64()).sum();
            let exact = played.chance(|it| *it == (rung, killed)).to_f64();
            assert!((told - exact).abs() < 1e-12, "AV-R80: {rung:?} {killed}: {told} {exact}");
        }
    }
}

#[test]
fn numbers_without_words_are_those_of_the_panel() {
    let [target, archers] = ["ger_war", "rom_auxbow"].map(|id| troop(id).unwrap().profile);
    let shot = Shot {
        battery: Battery::of(&archers, Some(Order::Halt)).unwrap(),
        band: Band::Effective,
        target,
        target_order: Some(Order::Halt),
        outflanked: false,
        overhead: false,
        protected: false,
    };
    let nerve =
        Nerve { profile: target, isolated: false, leader: false, religious: false, guru: false };
    let fates = odds::shot_at(nerve, Ladder::at_start(target.cp, false), false, &[shot; 5]);
    let told = answer("shooting", &[["rom_auxbow"; 5].join(", ").as_str(), "ger_war"]);
    assert_eq!(fates.outcomes(|fate| (fate.says(), fate.numbers())), told.outcomes, "AV-R66");
    // RULES.md 8: 15 dice, 5/18 a die.
    let unhurt = fates.chance(|fate| fate.cp == target.cp).to_f64();
    assert!((unhurt - (13.0_f64 / 18.0).powi(15)).abs() < 1e-12, "AV-12.4");
}

#[test]
fn shots() {
    // RULES.md 8: 3 dice on 5+, saves on 6: 5/18 a die; 1 - (13/18)^3 = 1 - 2197/5832.
    let bows = answer("shooting", &["rom_auxbow range=4", "ger_war"]);
    assert_eq!(chance(&bows, "Germanic warriors: CP lost"), "3635/5832", "AV-12.4");
    // AV-R66: two units, each with its own number: 13/18^3 and javelins 2 dice on 5+.
    let both = answer("volley", &["rom_auxbow, rom_lanc", "ger_war"]);
    assert_eq!(chance(&both, "hits"), "211/243", "AV-R66: 1 - (2/3)^5");
    // AV-19.13: scorpions at long range, 2 dice on 5+, saves on 5 although in Shieldwall.
    let scorpions = answer("volley", &["rom_scorp range=14", "rom_vet shieldwall"]);
    assert_eq!(sum(&scorpions, "dice of Scorpions"), 2, "AV-C.3");
    // 1/3 x 2/3 = 2/9 a die.
    assert_eq!(chance(&scorpions, "costs CP"), "32/81", "AV-19.13");
    // AV-12.5: one die of javelins under Advance at open foot: 1/6 x 5/6.
    let skirmish = answer("volley", &["gal_youth advance", "num_inf"]);
    assert_eq!(chance(&skirmish, "costs CP"), "5/36", "AV-12.5");
    for (words, dice, rule) in [
        ("", 3, "AV-C.3"),
        ("outflanks", 4, "AV-10.11"),
        ("outflanks overhead", 3, "AV-19.7"),
        ("long", 2, "AV-C.3"),
        ("range=8.01", 2, "AV-R2"),
        ("range=9 downhill", 2, "AV-10.3"),
        ("disrupted", 1, "AV-C.3"),
        ("disrupted range=5 downhill", 1, "AV-R65"),
    ] {
        let asked = answer("volley", &[&format!("rom_auxbow {words}"), "ger_war"]);
        assert_eq!(sum(&asked, "dice of Auxiliary archers"), dice, "{rule}: {words}");
    }
    // Disrupted target, one loss of one die: 1/3 x 5/6 x 1/2 repulsed (AV-R72).
    let shaken = answer("shooting", &["rom_auxbow disrupted", "ger_war disrupted"]);
    assert_eq!(chance(&shaken, "Germanic warriors: repulsed or worse"), "5/36", "AV-14.3");
    assert_eq!(chance(&shaken, "5 CP, repulsed"), "5/36", "AV-14.3");
    assert_eq!(chance(&shaken, "5 CP, disrupted"), "5/36", "AV-R72");
    // AV-R16: only the bows face a wall: 3 dice on 6, 2 on 5+: 1 - 125/216 x 4/9.
    let wall = answer("volley", &["rom_auxbow at_protection, rom_lanc", "ger_war"]);
    assert_eq!(chance(&wall, "hits"), "361/486", "AV-12.6, AV-R16, AV-R66");
    // AV-R102: two tests, then 5/18 a loss and a third: 13/18 x 1/4 + 5/18 x 1/2.
    let bereft = answer("shooting", &["rom_auxbow disrupted", "ger_war guru_lost"]);
    assert_eq!(chance(&bereft, "Germanic warriors: repulsed or worse"), "23/72", "AV-R102");
    // AV-18.6: one die costs a CP with 5/18, and they pass on 3+ with 2/3.
    let fanatics = answer("shooting", &["rom_auxbow disrupted", "gal_gaes"]);
    let to_rush = chance(&fanatics, "Gaesatae: to Rush, if an enemy is in sight straight ahead");
    assert_eq!(to_rush, "5/27", "AV-18.6, AV-18.7, AV-R89");
    for rule in ["AV-18.4", "AV-18.5", "AV-18.8", "AV-14.1", "AV-14.9"] {
        assert!(fanatics.rules.contains(&rule), "{:?}", fanatics.rules);
    }
}

#[test]
fn rows_name_the_column() {
    for (shooter, words, row) in [
        ("num_cav", "disrupted", "+1 disrupted, open order, at effective range [AV-C.3]"),
        ("num_cav", "advance", "+1 advancing, open order, at effective range [AV-C.3]"),
        (
            "num_cav",
            "fall_back",
            "+1 falling back as if advancing, open order, at effective range [AV-18.11]",
        ),
        (
            "rom_auxbow",
            "range=9 downhill",
            "+2 halted, close or extended order, at long range [AV-C.3]",
        ),
    ] {
        let asked = answer("volley", &[&format!("{shooter} {words}"), "ger_war"]);
        let rows = asked.sums[0].1.to_string();
        assert!(rows.starts_with(row), "AV-C.3: {rows}");
    }
    let far = answer("volley", &["rom_auxbow range=9 downhill", "ger_war"]);
    for rule in ["AV-C.2", "AV-10.3", "AV-R65"] {
        assert!(far.rules.contains(&rule), "{:?}", far.rules);
    }
}

#[test]
fn shields_of_free_profiles() {
    // AV-R117: heavy infantry has 2 dice at Halt; +1 on the left flank, +2 without shields.
    for (theirs, expected, rule) in [
        ("li", 3, "AV-11.4"),
        ("li weapon=2h", 4, "AV-11.5: two-handed weapons"),
        ("li weapon=2h shields", 3, "AV-R20: said"),
        ("li weapon=ls", 3, "AV-R117: spears on foot"),
        ("mc weapon=ls", 4, "AV-R117: mounted lancers"),
        ("ei shoot=bow", 4, "AV-R117: archers"),
        ("ei shoot=sling", 4, "AV-R117: slingers"),
        ("ei shoot=javelin", 3, "AV-R117: javelins"),
        ("af", 4, "AV-R20: crews"),
        ("gre_bow", 3, "AV-R20: the catalogue states it"),
        ("rom_vet weapon=2h", 4, "AV-R20: another weapon than that of the catalogue"),
    ] {
        let asked = answer("strike", &["hi attacks=left", theirs]);
        assert_eq!(asked.sums[0].1.total, expected, "{rule}: {theirs}");
    }
}

#[test]
fn saves() {
    let asked = ask("saves", &["rom_vet shieldwall"], &[("hits", "3")]).unwrap();
    // Saved on 3+: (2/3)^3.
    assert_eq!(chance(&asked, "all saved"), "8/27", "AV-5.31");
    let pierced = ask("saves", &["rom_vet shieldwall hits=3"], &[("against", "2h")]).unwrap();
    assert_eq!(chance(&pierced, "all saved"), "1/27", "AV-19.9");
    let orbis = answer("saves", &["rom_vet orbis"]);
    assert_eq!(chance(&orbis, "all saved"), "1/2", "AV-18.18");
    // AV-R70: own two-handed weapons, armour 6+: nothing is saved.
    let bare = answer("saves", &["hi weapon=2h hits=2"]);
    assert_eq!(chance(&bare, "2 not saved"), "1/1", "AV-R70");
    // AV-19.9: what does not pierce changes nothing.
    for against in ["bow", "javelin", "c", "ah", "hp", "ls", "sling"] {
        let plain = ask("saves", &["rom_vet"], &[("against", against)]).unwrap();
        assert_eq!(chance(&plain, "all saved"), "1/2", "AV-19.9: {against}");
    }
    // AV-R99: with armour 6 they are no longer of those who have Testudo and Orbis.
    assert_eq!(chance(&answer("saves", &["rom_vet armour=6"]), "all saved"), "1/6", "AV-R99");
}

#[test]
fn morale() {
    // 4+ at 3 of 6 CP, isolated: 1/6 (RULES.md 8).
    let one = answer("morale", &["rom_leg cp=3 isolated"]);
    assert_eq!(chance(&one, "3 CP, in good order"), "1/6", "AV-14.6, AV-14.7");
    // AV-R72: 5 CP, two lost: 4 left, 4+: 1/2; 3 left, 5+: 1/3.
    let two = answer("morale", &["rom_leg cp=5 losses=2"]);
    assert_eq!(chance(&two, "3 CP, in good order"), "1/6", "AV-R72");
    assert_eq!(chance(&two, "3 CP, disrupted"), "1/2", "AV-14.2");
    assert_eq!(chance(&two, "3 CP, repulsed"), "1/3", "AV-14.3");
    // From any rung: a routed unit misses 5+ at half with 2/3.
    let routed = answer("morale", &["rom_leg cp=3 rung=routed"]);
    assert_eq!(chance(&routed, "Legionaries: eliminated"), "2/3", "AV-14.5");
    assert_eq!(chance(&routed, "3 CP, eliminated"), "2/3", "AV-14.5: its nerve costs no CP");
    assert_eq!(chance(&routed, "Legionaries: CP lost"), "0/1", "AV-14.5, AV-R83");
    // Four misses of 3+: (1/3)^4.
    let nerve = answer("morale", &["mac_pikev armour=3 weapon=ls rung=good losses=0 tests=4"]);
    assert_eq!(chance(&nerve, "6 CP, eliminated"), "1/81", "AV-R72");
    assert_eq!(chance(&nerve, "Veteran phalangites: CP lost"), "0/1", "AV-R72");
    // AV-R102: two tests at 4 CP (1/2), then a loss, at half (2/3 missed).
    let before = answer("morale", &["gal_war cp=4 tests_before=2 losses=1"]);
    for (worse, expected) in [("disrupted", "11/12"), ("repulsed", "7/12"), ("routed", "1/6")] {
        let says = format!("Gallic warriors: {worse} or worse");
        assert_eq!(chance(&before, &says), expected, "AV-R102");
    }
    assert_eq!(chance(&routed, "3 CP, routed"), "1/3", "AV-14.5");
    // AV-18.5: Fanatics on 3+, two tests: repulsed twice with 1/9.
    let fanatics = answer("morale", &["gal_gaes disrupted tests=2"]);
    assert_eq!(chance(&fanatics, "6 CP, repulsed 2 times"), "1/9", "AV-18.5");
    assert_eq!(chance(&fanatics, "6 CP, repulsed"), "4/9", "AV-18.4");
    // AV-14.9: a 1 misses whoever is there.
    let sure = answer("morale", &["rom_praet leader guru"]);
    assert_eq!(chance(&sure, "6 CP, disrupted"), "1/6", "AV-14.9, AV-17.2");
    // AV-16.1: 3+ with a leader, missed twice.
    let charismatic = answer("morale", &["rom_leg charismatic"]);
    assert_eq!(chance(&charismatic, "6 CP, disrupted"), "1/9", "AV-16.1");
    // AV-R72: 5+, at half, isolated: 7 needed.
    let lost = answer("morale", &["ger_levy cp=3 isolated tests=3"]);
    assert_eq!(chance(&lost, "3 CP, routed"), "1/1", "AV-R72");
    // AV-15.8: one test for the leader's death, and one for the CP.
    let bereft = answer("morale", &["rom_leg leader_killed losses=1"]);
    assert_eq!(chance(&bereft, "5 CP, repulsed, its leader killed"), "1/4", "AV-15.8");
    // AV-17.1 and AV-R82: a Religious leader and a Guru together are +1.
    let holy = answer("morale", &["rom_leg religious_leader guru"]);
    assert_eq!(chance(&holy, "6 CP, disrupted"), "1/3", "AV-R82");
    insta::assert_snapshot!(holy.sums[0].1, @r"
    +1 Religious leader [AV-17.1, struck by AV-R82]
    +1 Guru [AV-17.2]
    = 1
    ");
}

#[test]
fn orders() {
    // RULES.md 8: regular, leader attached, Rush to Halt: 2/3.
    let calm = ask("order", &["rom_leg leader from=rush"], &[("to", "halt")]).unwrap();
    assert_eq!(chance(&calm, "the order is changed"), "2/3", "AV-5.2");
    let zone = answer("order", &["rom_leg in_zone to=rush"]);
    assert_eq!(chance(&zone, "not changed, disrupted"), "2/3", "AV-9.3, AV-8.5");
    let inspired = answer("order", &["rom_leg inspiring to=rush"]);
    assert_eq!(chance(&inspired, "changed"), "1/1", "AV-16.2");
    assert!(inspired.title.ends_with("to Rush without a test"), "{}", inspired.title);
    assert!(inspired.sums.is_empty(), "AV-16.2: no die");
    let freed = answer("order", &["rom_leg inspiring from=disrupted to=fall_back"]);
    assert!(freed.rules.contains(&"AV-R41"), "{:?}", freed.rules);
    // AV-R17: a profile of a player's own has Orbis if it is asked for: 3+ with +1.
    let ring = answer("order", &["hi regular armour=4 to=orbis"]);
    assert_eq!(chance(&ring, "changed"), "5/6", "AV-18.1, AV-R38");
    let rings = ask("group", &["hi armour=4, hi armour=4"], &[("to", "ORBIS")]).unwrap();
    assert_eq!(chance(&rings, "all change"), "2/3", "AV-18.1, AV-R38");
    let taught = answer("order", &["gre_hop has_orbis from=shieldwall to=orbis isolated"]);
    assert_eq!(chance(&taught, "changed"), "2/3", "AV-18.3, AV-5.3, AV-5.6: 3+, +1 - 1");
    let shaken = answer("order", &["gal_war from=disrupted in_zone to=fall_back"]);
    assert_eq!(chance(&shaken, "not changed"), "1/2", "AV-R37, AV-9.3");
    let holy = answer("order", &["gal_war guru renewed=1 from=advance to=rush"]);
    assert_eq!(chance(&holy, "changed"), "1/1", "AV-17.3, AV-5.5, AV-8.5: 4 - 3 = 1");
    // AV-5.14: regular from Advance needs 4; with a leader from Halt 5 - 1 = 4; isolated 6.
    let units = "rom_leg from=advance isolated, rom_vet leader in_zone, rom_leg in_zone";
    let group = ask("group", &[units], &[("to", "rush")]).unwrap();
    assert_eq!(chance(&group, "all change"), "1/2", "AV-5.14");
    let missed = "not changed; disrupted: Veteran legionaries, Legionaries 2";
    assert_eq!(chance(&group, missed), "1/2", "AV-5.18, AV-R40");
    let each = &group.outcomes.iter().find(|it| it.says == missed).unwrap().is;
    let members = [("disrupted_1", 0), ("disrupted_2", 1), ("disrupted_3", 1)];
    assert_eq!(each[1], ("disrupted", 2), "AV-9.3");
    assert_eq!(each[2..], members, "AV-9.3");
    assert!(group.rules.contains(&"AV-9.3"), "{:?}", group.rules);
    assert!(group.title.ends_with("on the chances of Veteran legionaries"), "{}", group.title);
    // AV-R41: in a group an Inspiring leader is a plain +1.
    let inspired = ask("group", &["rom_leg inspiring, rom_leg"], &[("to", "advance")]).unwrap();
    assert_eq!(chance(&inspired, "all change"), "5/6", "AV-R41: 4 - 2 = 2");
}

#[test]
fn other_rolls() {
    assert_eq!(chance(&answer("rush", &[]), "disrupted"), "1/2", "AV-8.1");
    let met = answer("lone_leader", &[]);
    assert_eq!(chance(&met, "captured"), "1/3", "AV-15.6");
    assert_eq!(chance(&met, "lost"), "1/2", "AV-15.6");
    // AV-R88: a second enemy after an escape: 1/6 + 1/2 x 1/6; no room: 4 to 6 is capture too.
    let two = ask("lone_leader", &[], &[("enemies", "2")]).unwrap();
    assert_eq!(chance(&two, "killed"), "1/4", "AV-R88");
    assert_eq!(chance(&two, "captured"), "1/2", "AV-R88");
    let cornered = ask("lone_leader", &[], &[("enemies", "2"), ("room", "no")]).unwrap();
    assert_eq!(chance(&cornered, "captured"), "5/6", "AV-R105");
    let hit = ask("leader", &[], &[("sixes", "2")]).unwrap();
    assert_eq!(chance(&hit, "killed"), "11/36", "AV-15.4");
    // AV-15.7: blue at -1: red is higher in 21 of 36 ways, blue in 10.
    let first = ask("initiative", &[], &[("chief_lost", "blue")]).unwrap();
    assert_eq!(chance(&first, "red has the choice"), "21/31", "AV-15.7, AV-R30");
    assert_eq!(chance(&first, "a tie at the first throw"), "5/36", "AV-R30");
    let outer = ask("terrain", &[], &[("column", "outer")]).unwrap();
    assert_eq!(chance(&outer, "a hill"), "1/3", "AV-R27");
    assert_eq!(chance(&outer, "gentle hill, scrub"), "2/81", "AV-R27");
    let centre = ask("terrain", &[], &[("column", "centre")]).unwrap();
    assert_eq!(chance(&centre, "nothing"), "25/36", "AV-R27");
    assert_eq!(chance(&centre, "rocky ground"), "5/216", "AV-R27: 5/6 x 1/6 x 1/6");
}

#[test]
#[rustfmt::skip]
fn what_cannot_be_is_refused_with_its_rule() {
    for (kind, sides, says) in [
        ("fight", &["rom_vet rus", "ger_war"][..], "`rus` is no word for Veteran legionaries in `fight`; did you mean `rush`"),
        ("fight", &["rom_vett", "ger_war"], "there are no troops `rom_vett`; did you mean `rom_vet`"),
        ("fight", &["rom_vet"], "`fight` describes one unit and the other"),
        ("fight", &["rom_ala shieldwall", "ger_war"], "[AV-R38]"),
        ("fight", &["ger_war shieldwall", "ger_war"], "units of armour 6+ may not form Shieldwall, nor Orbis [AV-5.44]; say `armour=5`"),
        ("fight", &["hi orbis", "ger_war"], "[AV-5.44]"),
        ("fight", &["ei shieldwall", "ger_war"], "Expediti may not form Shieldwall, nor Orbis [AV-5.32]"),
        ("fight", &["rom_aux orbis", "ger_war"], "it has not the ability of Orbis [AV-R38]; say `has_orbis`"),
        ("fight", &["rom_aux orbis has_orbis", "ger_war"], "ok"),
        ("fight", &["rom_vet spent", "ger_war"], "is disrupted [AV-R78]; say `disrupted` too"),
        ("fight", &["rom_scorp behind", "ger_war"], "artillery has no support from behind [AV-11.8]"),
        ("fight", &["rom_vet reached", "ger_war"], "it has not moved [AV-R113]; leave out `reached`"),
        ("fight", &["gre_hop shieldwall reached", "ger_war"], "[AV-R113]"),
        ("fight", &["rush rom_vet", "ger_war"], "there are no troops `rush`; the troops come first, as in"),
        ("fight", &["rom_vet", "rush", "ger_war", "halt"], "2 parts, not 4; put quotes about each part"),
        ("fight", &["Rom_Vet RUSH CP=3 weapon=HP", "HI"], "ok"),
        ("FIGHT", &["rom_vet", "hi"], "ok"),
        ("fight", &["xyzzy", "hi"], "there are `ei`, `li`, `al`, `hi`, `hc`, `mc`, `lc`, `ec`, `af`, `ac`, and many more such as `rom_vet`"),
        ("fight", &["rom_vet cp=3, leader", "hi"], "`cp=3,` has a comma; leave out the comma"),
        ("fight", &["rom_vet rush,leader", "hi"], "leave out the comma"),
        ("fight", &["rom_vet cp:3", "hi"], "did you mean `cp=3`?"),
        ("fight", &["rom_vet supported", "hi"], "did you mean `behind` or `flank_supports` or `contact_supports`?"),
        ("fight", &["rom_vet supports", "hi"], "did you mean `behind` or `flank_supports` or `contact_supports`?"),
        ("fight", &["rom_vet left", "hi"], "did you mean `attacks=left`?"),
        ("fight", &["rom_vet flank", "hi"], "`attacks` or `flank_supports`"),
        ("volley", &["rom_auxbow range=4,5", "hi"], "there are no troops `5`; a comma begins another unit"),
        ("volley", &["rom_auxbow protected", "hi"], "`protected` has no bearing on Auxiliary archers in `volley` [AV-12.6]; say it of the target"),
        ("volley", &["rom_auxbow", "hi", "hi"], "2 parts, not 3"),
        ("volley", &["num_cav range=1", "hi"], "in contact, and fight hand to hand [AV-10.1]; say a range of more than 1 UD"),
        ("volley", &["num_cav range=1.02", "hi"], "ok"),
        ("volley", &["rom_auxbow overhead range=3.49", "hi"], "[AV-19.8]; say a range of 3.5 UD or more"),
        ("volley", &["rom_auxbow overhead range=3.5", "hi"], "ok"),
        ("group", &["rom_vet", "rom_leg"], "1 part, not 2; put commas between the units, and one pair of quotes"),
        ("group", &["rom_vet leader,in_zone"], "there are no troops `in_zone`; a comma begins another unit"),
        ("saves", &["rom_vet cp=3"], "`cp` has no bearing on Veteran legionaries in `saves` [AV-14.6]; it is a word of `fight`"),
        ("leader", &["2"], "`2` says nothing by itself in `leader`; there is `sixes=0..30`"),
        ("initiative", &["chief_lost"], "did you mean `chief_lost=red|blue|both`?"),
        ("terrain", &["centre"], "did you mean `column=centre`?"),
        ("rush", &["rom_vet"], "`rush` takes no words"),
        ("fight", &["rom_scorp rush", "ger_war"], "[AV-5.29]"),
        ("fight", &["rom_vet rush disrupted", "ger_war"], "[AV-9.5]"),
        ("fight", &["gal_war goes_on", "ger_war"], "it has no heavy projectiles [AV-19.3]"),
        ("fight", &["rom_vet goes_on spent", "ger_war"], "[AV-R78]"),
        ("fight", &["rom_vet leader isolated", "ger_war"], "[AV-R14]; leave out `isolated`"),
        ("fight", &["rom_vet uphill", "ger_war uphill"], "[AV-R11]"),
        ("fight", &["rom_vet cp=7", "ger_war"], "`cp=7` of Veteran legionaries cannot be [AV-14.6]"),
        ("fight", &["rom_vet raw elite", "ger_war"], "[AV-R17]"),
        ("fight", &["mc weapon=hp", "ger_war"], "[AV-C.4]; mc has armour=4 to 5, weapon=c, ah or ls, shoot=bow, javelin or none"),
        ("fight", &["al armour=3", "ger_war"], "[AV-6.2]; al has armour=4, any weapon"),
        ("fight", &["mc shoot=sling", "ger_war"], "[AV-R99]; mc has"),
        ("fight", &["hi weapon=hp armour=4 orbis", "ger_war"], "ok"),
        ("shooting", &["rom_vet", "ger_war"], "it does not shoot [AV-3.7]"),
        ("shooting", &["rom_auxbow advance", "ger_war"], "[AV-R67]"),
        ("shooting", &["rom_auxbow rush", "ger_war"], "[AV-R67]"),
        ("shooting", &["gal_bow overhead", "ger_war"], "[AV-R68]"),
        ("shooting", &["rom_lanc long", "ger_war"], "it has no dice at long range [AV-C.3]"),
        ("shooting", &["rom_auxbow range=8.02", "ger_war"], "[AV-10.10]; `range` is 4 UD at most, 8 at long range"),
        ("shooting", &["rom_auxbow range=far", "ger_war"], "a distance from 1 to 20 UD"),
        ("shooting", &["rom_scorp advance", "ger_war"], "[AV-R67]"),
        ("order", &["rom_leg from=advance to=fall_back"], "only a halted or disrupted unit may Fall back [AV-5.9]; by way of Halt"),
        ("order", &["rom_leg from=disrupted to=halt"], "by redressing its ranks, which needs no test [AV-5.38]"),
        ("order", &["rom_leg from=disrupted to=rush"], "tested only for Fall back [AV-R33]"),
        ("order", &["rom_leg to=halt"], "it has that order already, and keeps it without a test [AV-5.12]"),
        ("order", &["rom_leg from=fall_back to=advance"], "a unit that fell back is at Halt [AV-5.20]; say `from=halt`"),
        ("order", &["rom_leg from=x to=advance"], "`from` is one of `halt`, `advance`, `rush`, `shieldwall`, `orbis`, `disrupted`"),
        ("order", &["rom_leg disrupted"], "did you mean `from=disrupted`?"),
        ("order", &["rom_leg", "rush"], "did you mean `from=rush` or `to=rush`?"),
        ("order", &["rom_scorp to=rush"], "artillery never has a Rush order [AV-5.29]"),
        ("order", &["rom_vel to=shieldwall"], "[AV-5.32]"),
        ("order", &["hi from=shieldwall to=halt"], "[AV-5.44]; say `armour=5`"),
        ("order", &["rom_leg"], "to which order?"),
        ("morale", &["gal_gaes rung=routed"], "Fanatics do not rout [AV-18.4]"),
        ("morale", &["rom_leg leader leader_killed"], "[AV-R80]; leave out `leader`"),
        ("morale", &["gal_war charismatic leader_killed"], "[AV-R80]; leave out `charismatic`"),
        ("leader", &[], "how many natural 6s?"),
        ("terrain", &[], "which column?"),
        ("fght", &[], "there is no roll `fght`; did you mean `fight`"),
    ] {
        let said = match ask(kind, sides, &[]) {
            Ok(_) => "ok".to_owned(),
            Err(Misread { what, hint }) => format!("{what}; {}", hint.unwrap_or_default()),
        };
        assert!(said.contains(says), "{kind} {sides:?}:\n{said}");
    }
    for (units, rule) in [
        ("rom_leg, rom_ala", "[AV-5.13]"),
        ("rom_leg", "[AV-5.13]"),
        ("rom_leg, rom_leg from=disrupted", "[AV-5.15]"),
        ("rom_leg, rom_leg from=rush", "it has that order already, and keeps it without a test [AV-5.12]"),
        ("rom_vet from=disrupted, rom_leg", "Veteran legionaries: nobody in a group is disrupted [AV-5.15]"),
    ] {
        let no = ask("group", &[units], &[("to", "rush")]).unwrap_err();
        assert!(no.what.contains(rule), "{units}: {}", no.what);
    }
    let fleeing = ask("group", &["rom_leg, rom_leg from=disrupted"], &[("to", "fall_back")]);
    assert!(fleeing.unwrap_err().what.contains("[AV-5.15]"));
    let hits = ask("fight", &["rom_vet", "ger_war"], &[("hits", "3")]).unwrap_err();
    assert_eq!(hits.what, "`hits` has no bearing on the settings in `fight` [AV-10.13]");
    assert_eq!(hits.hint.as_deref(), Some("it is a word of `saves`"));
}

#[test]
fn uphill_a_bow_shoots_less_far() {
    // AV-10.4: 8 UD on level ground, 7 UD uphill.
    assert!(ask("shooting", &["rom_auxbow range=8", "gal_war"], &[]).is_ok(), "AV-C.2");
    let no = ask("shooting", &["rom_auxbow range=8 uphill", "gal_war"], &[]).unwrap_err();
    let what = "Auxiliary archers: uphill it shoots 1 UD less far, 4 UD at most, 7 at long range [AV-10.4]";
    assert_eq!(no.what, what);
    assert!(ask("shooting", &["rom_auxbow range=7 uphill", "gal_war"], &[]).is_ok(), "AV-10.4");
    let far = ask("shooting", &["rom_auxbow range=9 uphill", "gal_war"], &[]).unwrap_err();
    assert!(!far.what.contains("AV-10.4"), "{}: too far on level ground too", far.what);
}
