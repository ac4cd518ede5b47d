//! Odds in words. Fractions are worked out by hand from RULES.md.

use acies_core::{Asked, Chance, Forecast};
use acies_legio::odds::{kinds, odds};

fn ask(kind: &str, sides: &[&str], settings: &[(&str, &str)]) -> Forecast {
    odds(kind, &Asked::new(sides, settings))
        .unwrap_or_else(|no| panic!("{kind} {sides:?}: {no} {:?}", no.hint))
}

fn refused(kind: &str, sides: &[&str]) -> String {
    odds(kind, &Asked::new(sides, &[])).expect_err(kind).to_string()
}

fn chance(forecast: &Forecast, says: &str) -> String {
    let all: Vec<&Chance> = forecast.highlights.iter().chain(&forecast.outcomes).collect();
    let found = all.iter().find(|it| it.says == says);
    found.unwrap_or_else(|| panic!("`{says}` among {all:?}")).chance.to_string()
}

/// The sum of a forecast whose name begins so.
fn sum(forecast: &Forecast, name: &str) -> i32 {
    forecast.sums.iter().find(|(what, _)| what.starts_with(name)).expect(name).1.total
}

#[test]
fn every_example_has_an_answer_that_adds_up() {
    for kind in kinds() {
        let words = acies_core::words::command_line(kind.example);
        let asked = Asked::of_words(words.into_iter().skip(4));
        let forecast =
            odds(kind.name, &asked).unwrap_or_else(|no| panic!("{}: {no}", kind.example));
        let total: f64 = forecast.outcomes.iter().map(|it| it.chance.to_f64()).sum();
        assert!((total - 1.0).abs() < 1e-9, "{}: {total}", kind.name);
    }
}

/// RULES.md 8.1, with the odds of a plain fight: +5 against +3 with equal numbers.
#[test]
fn a_legion_charges_a_warband() {
    let plain = ask("melee", &["legionaries bases=10 charge", "barbarian_infantry supported"], &[]);
    assert_eq!(
        (sum(&plain, "Legionaries adds"), sum(&plain, "Barbarian Infantry adds")),
        (5, 3),
        "LEG-CR.6, LEG-CR.7"
    );
    // +2 and an average die (2 3 3 4 4 5) less a D6. Victory wants a lead of 3 by the dice: 4 over 1 (twice), 5 over 1 and
    // 2: 4 of 36. The warband routs by 7, a lead of 5: never. Inconclusive is a lead of -3 to -1: 2 under 3 to 5, 3 under
    // 4 to 6 (twice), 4 under 5 and 6 (twice), 5 under 6: 3 + 6 + 4 + 1 = 14.
    assert_eq!(chance(&plain, "Victory: Legionaries"), "1/9", "LEG-RES.T1");
    assert_eq!(chance(&plain, "Inconclusive"), "7/18", "LEG-RES.T1");
    assert_eq!(chance(&plain, "Barbarian Infantry broken or destroyed"), "0/1", "LEG-RES.30");
    // A Success of the warband is a lead of -4: 2 under 6: 1 of 36.
    assert_eq!(chance(&plain, "Success: Barbarian Infantry"), "1/36", "LEG-RES.T1");
}

#[test]
fn numbers_and_volleys_are_counted() {
    let asked = &[
        "legionaries bases=10 charge volley=4 touching=4",
        "barbarian_infantry bases=10 touching=4 overlaps=1 supports=5",
    ];
    let fight = ask("melee", asked, &[]);
    // RULES.md 8.1: 14 and 15 bases.
    assert_eq!(sum(&fight, "numbers of Legionaries"), 28, "LEG-NUM.4, LEG-NUM.6");
    assert_eq!(sum(&fight, "numbers of Barbarian Infantry"), 30, "LEG-NUM.2, LEG-NUM.4");
    assert_eq!(sum(&fight, "dice of the volley"), 4, "LEG-SHO.4");
    assert_eq!(sum(&fight, "each die of Legionaries needs"), 5, "LEG-SHO.9");
    // Hits h with 16, 32, 24, 8, 1 of 81; Victory with a lead of the dice of 3 - h or more: of 36 ways 4 for 3, 9 for 2
    // (3 over 1 twice, 4 over 1 and 2 twice, 5 over 1, 2, 3), 15 for 1, 21 for 0, 27 for -1 (2 over 1 to 3, 3 over 1 to 4
    // twice, 4 over 1 to 5 twice, 5 over all: 3 + 8 + 10 + 6).
    // 16 x 4 + 32 x 9 + 24 x 15 + 8 x 21 + 27 = 907 of 2916.
    assert_eq!(chance(&fight, "Victory: Legionaries"), "907/2916", "LEG-R72, LEG-CR.15");
}

#[test]
fn elephants_and_scythes_have_their_own_results() {
    let beasts = ask("melee", &["elephants charge", "heavy_cavalry"], &[]);
    // +6 against +2 with two D6: Victory wants a lead of 1 or more: 15 of 36.
    assert_eq!(chance(&beasts, "Victory: Elephants"), "5/12", "LEG-CR.8, LEG-RES.T1");
    let scythes = ask("melee", &["scythed_chariots charge", "legionaries bases=3"], &[]);
    // +5 against +3: Inconclusive is a lead of -3 to -1 of a D6 over an average die: 1 under 2, 3, 3, 4, 4; 2 under 3, 3,
    // 4, 4, 5; 3 under 4, 4, 5; 4 under 5: 14 of 36, and all of it destroys them; a lead of -4, 1 under 5, is a Set-back and
    // a critical hit.
    assert_eq!(chance(&scythes, "Scythed Chariots broken or destroyed"), "7/18", "LEG-RES.18");
}

#[test]
fn shots() {
    let archers = ask("shooting", &["archers bases=4 near", "barbarian_infantry dp=4"], &[]);
    // Four dice on 5+: one hit shakes.
    assert_eq!(chance(&archers, "Barbarian Infantry shaken"), "65/81", "LEG-SHO.8, LEG-MOR.9");
    let few = ask("shooting", &["archers bases=4 dp=1", "slingers"], &[]);
    assert_eq!(sum(&few, "dice of Archers"), 2, "LEG-SHO.5, LEG-SHO.6");
    assert_eq!(chance(&few, "hits"), "11/36", "LEG-SHO.7");
    let no_more = ask("shooting", &["archers", "barbarian_infantry shaken"], &[]);
    assert!(no_more.outcomes.iter().all(|it| it.is.contains(&("dp", 5))), "LEG-SHO.12");
    let engine = ask("shooting", &["artillery", "elephants dp=4"], &[]);
    assert_eq!(chance(&engine, "Elephants lost"), "1/3", "LEG-SHO.9, LEG-R14");
}

#[test]
fn moves_charges_and_chases() {
    let charge = ask("move", &["legionaries fast"], &[("reach", "140")]);
    assert_eq!(chance(&charge, "at least 140 paces"), "7/12", "LEG-MOV.1, LEG-MOV.6");
    assert_eq!(chance(&charge, "tired"), "1/6", "LEG-MOV.15");
    let pikes = ask("move", &["pikemen rough"], &[]);
    assert_eq!(chance(&pikes, "tired"), "1/2", "LEG-MOV.18: 4, 4 and 5");
    // A D6 and an average die make at least 3 pips, 60 paces.
    let stands = ask("charge", &["barbarian_infantry", "legionaries"], &[("gap", "40")]);
    assert_eq!(chance(&stands, "reaches or catches"), "1/1", "LEG-R73");
    // Slingers with five off fail on all but a 6; who fails is reached at 40 paces.
    let evades = ask("charge", &["barbarian_infantry", "slingers evades dp=4 casualties=1"], &[]);
    assert_eq!(
        chance(&evades, "the test fails: contact with a shaken target"),
        "25/36",
        "LEG-EVA.2, LEG-EVA.6"
    );
    let meets =
        ask("charge", &["heavy_cavalry", "heavy_cavalry counter_charges"], &[("gap", "200")]);
    // Both have at least 5 pips: 100 and 100 paces.
    assert_eq!(chance(&meets, "reaches or catches"), "1/1", "LEG-R78");
    // Foot after foot, both an average die and a D6: caught if the pursuer's pips are as many. The sums 3 to 11 have
    // 1 3 5 6 6 6 5 3 1 ways of 36, so equal ones 178 of 1296; half of the rest and these: (1296 + 178) / 2 = 737.
    let chase = ask("chase", &["legionaries", "barbarian_infantry"], &[]);
    assert_eq!(chance(&chase, "caught"), "737/1296", "LEG-R142, LEG-ACM.17");
}

#[test]
fn tests_and_single_throws() {
    let control = ask("control", &["legionaries grade=b leader=-1 charged"], &[]);
    assert_eq!(chance(&control, "acts as its owner wishes"), "2/3", "LEG-CTL.4, LEG-CTL.5");
    // +1: 1 to 3 rally a D6; with -1 for the leader 1 to 4.
    assert_eq!(chance(&ask("rally", &["legionaries"], &[]), "rallies"), "1/2", "LEG-R41");
    assert_eq!(
        chance(&ask("rally", &["legionaries leader=-1"], &[]), "rallies"),
        "2/3",
        "LEG-CTL.5"
    );
    assert_eq!(chance(&ask("evade", &["slingers dp=2"], &[]), "evades"), "2/3", "LEG-EVA.5");
    assert_eq!(
        chance(&ask("cut_down", &[], &[("bases", "2"), ("left", "2")]), "destroyed"),
        "4/9",
        "LEG-ACM.20"
    );
    assert_eq!(chance(&ask("critical", &["artillery"], &[]), "survives"), "1/2", "LEG-R104");
    assert_eq!(chance(&ask("leader", &[], &[("unit", "broken")]), "killed"), "1/3", "LEG-R39");
    assert_eq!(chance(&ask("initiative", &[], &[]), "a tie"), "1/6", "LEG-R23");
    let rampage = ask("rampage", &["elephants"], &[]);
    let rear: f64 = rampage
        .outcomes
        .iter()
        .filter(|it| it.says.ends_with("to the rear"))
        .map(|it| it.chance.to_f64())
        .sum();
    assert!((rear - 0.5).abs() < 1e-9, "LEG-R103");
}

#[test]
fn what_cannot_be_is_refused_with_its_rule() {
    for (kind, sides, rule) in [
        ("melee", &["archers charge", "legionaries"][..], "LEG-INI.3"),
        ("melee", &["artillery pursuit", "legionaries"], "LEG-INI.4"),
        ("melee", &["legionaries column charge", "legionaries"], "LEG-INI.2"),
        ("melee", &["elephants shaken", "legionaries"], "LEG-R14"),
        ("melee", &["elephants unformed", "legionaries"], "LEG-R5"),
        ("melee", &["elephants grade=a", "legionaries"], "LEG-R6"),
        ("melee", &["elephants leader", "legionaries"], "LEG-CMD.5"),
        ("melee", &["archers column", "legionaries"], "LEG-MAN.1"),
        ("melee", &["archers under_strength", "legionaries"], "LEG-R10"),
        ("melee", &["legionaries pikes=3", "legionaries"], "LEG-CR.12"),
        ("melee", &["pikemen lines=2", "legionaries"], "LEG-R3"),
        ("melee", &["legionaries bases=6 lines=3", "legionaries"], "LEG-R121"),
        ("melee", &["legionaries dp=7 bases=10", "legionaries"], "LEG-MOR.9"),
        ("melee", &["archers overlaps=1", "legionaries"], "LEG-NUM.2"),
        ("melee", &["archers volley=2", "legionaries"], "LEG-R72"),
        ("melee", &["legionaries unformed volley=2", "legionaries"], "LEG-R72"),
        ("melee", &["legionaries higher", "legionaries higher"], "LEG-R21"),
        ("melee", &["legionaries charge", "legionaries charge"], "LEG-R73"),
        ("melee", &["legionaries supported to_side", "legionaries"], "LEG-R88"),
        ("shooting", &["barbarian_infantry", "legionaries"], "LEG-TT.13"),
        ("move", &["artillery"], "LEG-MOV.5"),
        ("move", &["legionaries dice=2"], "LEG-MOV.3"),
        ("move", &["cataphracts dice=2"], "LEG-MOV.3"),
        ("move", &["heavy_cavalry d6"], "LEG-MOV.4"),
        ("move", &["heavy_cavalry rough"], "LEG-MOV.13"),
        ("move", &["light_chariots light_cover"], "LEG-MOV.14"),
        ("charge", &["archers", "legionaries"], "LEG-INI.3"),
        ("charge", &["legionaries", "legionaries evades"], "LEG-RSP.7"),
        ("charge", &["legionaries", "legionaries counter_charges"], "LEG-RSP.4"),
        ("control", &["elephants leader=1"], "LEG-CMD.5"),
        ("rally", &["elephants"], "LEG-R14"),
        ("critical", &["legionaries"], "LEG-RES.25"),
        ("rampage", &["legionaries"], "LEG-R103"),
    ] {
        let what = refused(kind, sides);
        assert!(what.contains(rule), "{rule}: {what}");
    }
    let far =
        odds("charge", &Asked::new(&["legionaries", "legionaries"], &[("gap", "60")])).unwrap_err();
    assert!(far.to_string().contains("LEG-SEQ.14"), "{far}");
}
