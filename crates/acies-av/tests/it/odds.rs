//! Odds asked in words, worked out by hand.

use acies_av::odds;
use acies_core::{Asked, Forecast, Misread};

fn ask(kind: &str, sides: &[&str], settings: &[(&str, &str)]) -> Result<Forecast, Misread> {
    let sides = sides.iter().map(ToString::to_string).collect();
    let settings =
        settings.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    odds::odds(kind, &Asked { sides, settings })
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
fn every_example_is_answered() {
    for kind in odds::kinds() {
        let words = split(kind.example);
        assert_eq!(words[..3], ["acies", "odds", "av"], "{}", kind.example);
        assert_eq!(words[3], kind.name);
        let (settings, sides): (Vec<_>, Vec<_>) =
            words[4..].iter().partition(|word| word.contains('=') && !word.contains(' '));
        let settings: Vec<_> = settings.iter().map(|word| word.split_once('=').unwrap()).collect();
        let sides: Vec<_> = sides.iter().map(|side| side.as_str()).collect();
        let forecast =
            ask(kind.name, &sides, &settings).unwrap_or_else(|no| panic!("{kind:?}: {no}"));
        let sum: f64 = forecast.outcomes.iter().map(|outcome| outcome.chance.to_f64()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{}: {sum}", kind.name);
        assert!(!forecast.rules.is_empty(), "{}", kind.name);
    }
}

/// Words of a command line, quotes taken off.
fn split(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(n, part)| match n % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
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
    assert_eq!(chance(&one, "1 hits, 1 of them natural 6s, 1 not saved"), "1/12", "AV-15.3");
    assert_eq!(chance(&one, "1 hits, 0 of them natural 6s, 1 not saved"), "1/6", "AV-15.3");
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
    assert_eq!(dice("rom_vet spent", "gal_war", "Veteran legionaries"), 3, "AV-19.5");
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
        data::troop,
        leaders::leader_killed,
        morale::{Descent, Ladder, Nerve},
        saves::{Harm, Save},
    };
    use acies_core::{D6, Seat};
    let profile = troop("rom_leg").unwrap().profile;
    let save = Save { profile, order: Some(acies_av::profile::Order::Halt), against: Harm::Plain };
    let nerve = Nerve { profile, isolated: false, leader: true, holy: false };
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
    for rung in acies_av::morale::Rung::ALL {
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
    assert_eq!(chance(&routed, "eliminated"), "2/3", "AV-14.5");
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
    let shaken = answer("order", &["gal_war from=disrupted in_zone to=fall_back"]);
    assert_eq!(chance(&shaken, "not changed"), "1/2", "AV-R37, AV-9.3");
    let holy = answer("order", &["gal_war guru renewed=1 from=advance to=rush"]);
    assert_eq!(chance(&holy, "changed"), "1/1", "AV-17.3, AV-5.5, AV-8.5: 4 - 3 = 1");
    // AV-5.14: regular from Advance needs 4; with a leader from Halt 5 - 1 = 4; isolated 6.
    let units = "rom_leg from=advance isolated, rom_vet leader in_zone, rom_leg in_zone";
    let group = ask("group", &[units], &[("to", "rush")]).unwrap();
    assert_eq!(chance(&group, "all change"), "1/2", "AV-5.14");
    assert_eq!(chance(&group, "not changed, 2 disrupted"), "1/2", "AV-5.18, AV-R40");
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
        ("fight", &["ger_war shieldwall", "ger_war"], "[AV-R38]"),
        ("fight", &["rom_aux orbis", "ger_war"], "[AV-R38]"),
        ("fight", &["rom_scorp rush", "ger_war"], "[AV-5.29]"),
        ("fight", &["rom_vet rush disrupted", "ger_war"], "[AV-9.5]"),
        ("fight", &["gal_war goes_on", "ger_war"], "it has no heavy projectiles [AV-19.3]"),
        ("fight", &["rom_vet goes_on spent", "ger_war"], "[AV-R78]"),
        ("fight", &["rom_vet leader isolated", "ger_war"], "[AV-R14]; leave out `isolated`"),
        ("fight", &["rom_vet uphill", "ger_war uphill"], "[AV-R11]"),
        ("fight", &["rom_vet cp=7", "ger_war"], "`cp=7` of Veteran legionaries cannot be [AV-14.6]"),
        ("fight", &["rom_vet raw elite", "ger_war"], "[AV-R17]"),
        ("fight", &["mc weapon=hp", "ger_war"], "[AV-C.4]"),
        ("fight", &["al armour=3", "ger_war"], "[AV-6.2]"),
        ("fight", &["hi weapon=hp armour=4 orbis", "ger_war"], "ok"),
        ("shooting", &["rom_vet", "ger_war"], "it does not shoot [AV-3.7]"),
        ("shooting", &["rom_auxbow advance", "ger_war"], "[AV-R67]"),
        ("shooting", &["rom_auxbow rush", "ger_war"], "[AV-R67]"),
        ("shooting", &["gal_bow overhead", "ger_war"], "[AV-R68]"),
        ("shooting", &["rom_lanc long", "ger_war"], "it has no dice at long range [AV-C.3]"),
        ("shooting", &["rom_auxbow range=8.02", "ger_war"], "[AV-10.10]; `range` is 4 UD at most, 8 at long range"),
        ("shooting", &["rom_auxbow range=far", "ger_war"], "a distance from 0 to 20 UD"),
        ("shooting", &["rom_scorp advance", "ger_war"], "[AV-R67]"),
        ("order", &["rom_leg from=advance to=fall_back"], "[AV-5.9]"),
        ("order", &["rom_leg from=disrupted to=halt"], "[AV-5.9]"),
        ("order", &["rom_scorp to=rush"], "[AV-5.29]"),
        ("order", &["rom_vel to=shieldwall"], "[AV-R38]"),
        ("order", &["rom_leg"], "to which order?"),
        ("morale", &["gal_gaes rung=routed"], "Fanatics do not rout [AV-18.4]"),
        ("morale", &["rom_leg leader leader_killed"], "[AV-R80]"),
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
        ("rom_leg, rom_leg from=disrupted", "[AV-5.9]"),
        ("rom_leg, rom_leg from=rush", "[AV-5.9]"),
    ] {
        let no = ask("group", &[units], &[("to", "rush")]).unwrap_err();
        assert!(no.what.contains(rule), "{units}: {}", no.what);
    }
    let fleeing = ask("group", &["rom_leg, rom_leg from=disrupted"], &[("to", "fall_back")]);
    assert!(fleeing.unwrap_err().what.contains("[AV-5.15]"));
}
