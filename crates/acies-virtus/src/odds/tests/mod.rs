//! Odds worked out by hand from RULES.md, refusals, and the law that chances add up to one.

use std::collections::BTreeMap;

use acies_core::{Asked, Forecast, Fraction, Misread, Rulebook, Ways, words::command_line};
use proptest::prelude::*;

use super::{kinds, odds, shared};
use crate::{
    combat::attack::{Aim, Attack, Joined, With},
    files::data::{profile, profiles},
    morale::{Nerve, Tested},
    units::{Formation, Grade},
};

/// The words of a command line, with quotes around sides, as `acies odds virtus` gets them.
fn ask(line: &str) -> Result<Forecast, Misread> {
    let words = command_line(line);
    odds(words[0], &Asked::of_words(words[1..].iter().copied()))
}

fn sum<'a>(chances: impl Iterator<Item = &'a Fraction>) -> Fraction {
    chances.fold(Fraction::new(&Ways::ZERO, &Ways::ONE), |sum, chance| {
        let ways = &(&sum.ways * &chance.of) + &(&chance.ways * &sum.of);
        Fraction::new(&ways, &(&sum.of * &chance.of))
    })
}

/// The chance of the outcomes with these numbers among theirs, as `stands=3 routed=1`.
fn chance(line: &str, numbers: &str) -> String {
    let wanted: Vec<_> = numbers
        .split_whitespace()
        .map(|number| number.split_once('=').unwrap())
        .map(|(name, n)| (name, n.parse::<i64>().unwrap()))
        .collect();
    let forecast = ask(line).unwrap();
    let such = forecast.outcomes.iter().filter(|outcome| {
        let known = |name| outcome.is.iter().any(|(known, _)| *known == name);
        assert!(wanted.iter().all(|(name, _)| known(*name)), "{line}: {:?}", outcome.is);
        wanted.iter().all(|wanted| outcome.is.contains(wanted))
    });
    sum(such.map(|outcome| &outcome.chance)).to_string()
}

fn highlight(line: &str, says: &str) -> String {
    let forecast = ask(line).unwrap();
    let found = forecast.highlights.iter().find(|it| it.says.starts_with(says));
    found.unwrap_or_else(|| panic!("{line}: no `{says}`")).chance.to_string()
}

/// What a forecast calls a sum, and what it comes to.
fn total(line: &str, name: &str) -> i32 {
    let forecast = ask(line).unwrap();
    let found = forecast.sums.iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("{line}: no `{name}` in {:?}", forecast.sums)).1.total
}

#[test]
fn attacks_score() {
    for (line, numbers, expected, why) in [
        // VIR-5.1.2: four dice at 3 or less: 6 of 16 have two hits.
        ("attack legionaries", "hits=2", "3/8", "VIR-5.1.2"),
        // VIR-R68: fewer stands than at first are blooded: three dice at 3, none with a hit: 1/8.
        ("attack \"warband stands=3\"", "hits=0", "1/8", "VIR-SR1.1, VIR-R68"),
        // Three dice of warriors who have lost nothing, at 4: (1/3)^3.
        ("attack warriors", "hits=0", "1/27", "VIR-SR1.1"),
        // VIR-SR14.1: one 1 (1/6), one 2 or 3 (1/3), two misses (1/2), in 12 orders: 12/72.
        ("attack \"legionaries pikes\"", "hits=2 red=1", "1/6", "VIR-SR14.1"),
        // VIR-5.5.1: one hit (1/2), one 6 (1/6), two of 4 and 5 (1/3), in 12 orders: 12/108.
        ("attack \"legionaries enemy_leader\"", "hits=1 leader_hits=1", "1/9", "VIR-5.5.1"),
        // VIR-SR13.3: three dice at 1: no hit (5/6)^3.
        ("attack \"formed_bowmen shoot overhead=others\"", "hits=0", "125/216", "VIR-SR13.3"),
        ("attack \"formed_bowmen shoot overhead=light\"", "hits=0", "8/27", "VIR-R79"),
        // VIR-R51: four stands, a hill die and two for a hero, all at FV 1 in a wood: (5/6)^7.
        ("attack \"legionaries hill hero wood\"", "hits=0", "78125/279936", "VIR-R51, VIR-7.6"),
        ("attack \"scorpions flank sv\"", "hits=1", "1/2", "VIR-5.4.5"),
        // VIR-SR15.7: a charge leaves the testudo, so FV 3.
        ("attack \"legionaries testudo charging pila\"", "hits=4", "1/16", "VIR-R77, VIR-R83.3"),
        ("attack \"legionaries testudo\"", "hits=4", "1/81", "VIR-SR15.3"),
    ] {
        assert_eq!(chance(line, numbers), expected, "{line} {numbers}: {why}");
    }
    assert_eq!(highlight("attack legionaries", "at least one hit, 2.00"), "15/16");
    // No 6 on four dice: (5/6)^4.
    assert_eq!(highlight("attack \"legionaries enemy_leader\"", "the leader"), "671/1296");
}

#[test]
fn attacks_cost_activation_points() {
    for (line, points, rule) in [
        ("attack legionaries", 1, "VIR-R41.1"),
        ("attack \"legionaries charging pila stubborn hill\"", 5, "VIR-R41: they are summed"),
        ("attack \"formed_bowmen shoot overhead=light\"", 2, "VIR-R41.8"),
        ("attack fanatics", 2, "VIR-R41.4"),
        ("attack \"companions charging\"", 1, "VIR-5.2.6"),
    ] {
        let forecast = ask(line).unwrap();
        let sum = forecast.sums.iter().find(|(name, _)| name.starts_with("activation points"));
        assert_eq!(sum.unwrap().1.total, points, "{line}: {rule}");
    }
}

#[test]
fn fights_are_followed_by_the_test() {
    for (line, numbers, expected, why) in [
        // One die at SV 3: 1/2. Javelineers have DV 2 + 1, MV 2: lost 1/2, routed 2/3 of those.
        ("fight \"scorpions shoot\" javelineers", "stands=2 routed=0", "3/4", "VIR-SR12.3"),
        ("fight \"scorpions shoot\" javelineers", "stands=1 routed=1", "1/6", "VIR-3.1.5"),
        // In testudo DV 4: 1/2 * 1/3. A charge breaks it: 1/2 * 1/2.
        ("fight \"scutarii stands=1\" \"legionaries testudo\"", "stands=3", "1/6", "VIR-SR15.2"),
        (
            "fight \"scutarii stands=1 charging\" \"legionaries testudo\"",
            "stands=3",
            "1/4",
            "VIR-SR15.6",
        ),
        // VIR-SR14.5: hoplites strike out the bonus of hoplites, DV 3: 1/2 * 1/2.
        ("fight \"hoplites stands=1\" hoplites", "stands=2", "1/4", "VIR-SR14.5"),
        // A 1 is red, DV 3: 1/6 * 1/2. A 2 or 3 is not, DV 4: 1/3 * 1/3.
        ("fight \"scutarii stands=1\" hoplites", "stands=2", "7/36", "VIR-SR14.1, VIR-SR14.3"),
        // From the flank the bonus is gone: 1/2 * 1/2.
        ("fight \"scutarii stands=1 flank\" hoplites", "stands=2", "1/4", "VIR-SR14.4"),
        // Ground belongs to the target: FV 1, so 1/6 * 1/2.
        ("fight \"heavy_cavalry stands=1\" \"legionaries rocky\"", "stands=3", "1/12", "VIR-SR8.1"),
        // VIR-SR9.1: DV 1, so 1/2 * 5/6.
        ("fight \"scutarii stands=1\" \"legionaries marsh\"", "stands=3", "5/12", "VIR-SR9.1"),
        // VIR-R31: routed before; the hit (1/2) costs a stand (1/2) and routs again (1/3).
        ("fight \"scutarii stands=1\" \"legionaries routs=1\"", "stands=0", "1/12", "VIR-R31"),
        // An earlier hit: both stands lost with 1/2 * (1/2 * 1/2).
        (
            "fight \"scutarii stands=1\" \"legionaries stands=2 hits=1\"",
            "stands=0",
            "1/8",
            "VIR-R32",
        ),
    ] {
        assert_eq!(chance(line, numbers), expected, "{line} {numbers}: {why}");
    }
    // Unhurt: 3/4 as above.
    assert_eq!(highlight("fight \"scorpions shoot\" javelineers", "unhurt"), "3/4");
}

#[test]
fn mounted_chargers_test_before_pikes() {
    // VIR-SR14.6, VIR-R81: medium cavalry keeps together on 4 or less. One stand: gone with 1/3.
    let line = "fight \"medium_cavalry stands=1 charging\" phalangites";
    assert_eq!(chance(line, "attacker_stands=0"), "1/3");
    assert_eq!(chance(line, "attacker_stands=0 stands=4"), "1/3", "VIR-R81: no attack");
    // Else a 1 is red, DV 2: 1/6 * 2/3; a 2 or 3 is not, DV 3: 1/3 * 1/2. 2/3 * (1/9 + 1/6).
    assert_eq!(chance(line, "stands=3"), "5/27");
    assert_eq!(highlight(line, "the attacker loses"), "1/3");
    // The roll by itself says what it leaves out.
    let roll = ask("attack \"heavy_cavalry charging pikes\"").unwrap();
    assert!(roll.title.contains("after the cohesion test if it charges the pikemen"));
    assert!(roll.rules.contains(&"VIR-SR14.6"));
    assert!(!ask("attack \"hoplites charging pikes\"").unwrap().rules.contains(&"VIR-SR14.6"));
    // VIR-R81: not in the flank, DV 2 for all: 1/2 * 2/3.
    let flank = "fight \"medium_cavalry stands=1 charging flank\" phalangites";
    assert_eq!(chance(flank, "stands=3"), "1/3");
    assert!(ask(flank).unwrap().outcomes[0].is.iter().all(|(name, _)| *name != "attacker_stands"));
    // VIR-R81: the formation stands if nobody is left to charge. An earlier plain hit then meets
    // DV 3 + 1 + 1: 1/3 * 1/6; with the charge it meets 3 + 1, and the charge may hit too.
    let walled =
        "fight \"medium_cavalry stands=1 charging\" \"african_spearmen shieldwall hits=1\"";
    assert_eq!(chance(walled, "attacker_stands=0 stands=3"), "1/18");
    // The hit before costs no stand (2/3), and the charge neither: a red one meets DV 3, 1/6 * 1/2,
    // another DV 4, 1/3 * 1/3, so 1 - 7/36. 2/3 * 2/3 * 29/36.
    assert_eq!(chance(walled, "attacker_stands=1 stands=4"), "29/81");
}

#[test]
fn several_attacks_come_before_one_test() {
    // Each attack costs a stand with 1/2 * 1/2. The first stand lost of two routs with 4/6.
    let line = "attacks \"scutarii stands=1, scutarii stands=1\" \"legionaries stands=2\"";
    for (numbers, expected) in [
        ("stands=2", "9/16"),
        ("stands=1 routed=1", "1/4"),
        ("stands=1 routed=0", "1/8"),
        ("stands=0", "1/16"),
    ] {
        assert_eq!(chance(line, numbers), expected, "VIR-R26, {numbers}");
    }
    // VIR-5.2.4: charges come last, whatever the order in which they are named.
    let outcomes = |line| ask(line).unwrap().outcomes;
    assert_eq!(
        outcomes("attacks \"falxmen charging flank, light_archers shoot\" peltasts"),
        outcomes("attacks \"light_archers shoot, falxmen charging flank\" peltasts"),
    );
    // VIR-R83.5: a formation broken by a charge gives no bonus to hits taken before: the shot
    // (1/2) meets DV 3, and the charge, all of it misses or saved, too: 3/4 * 3/4.
    let broken =
        "attacks \"scorpions shoot, scutarii stands=1 charging flank\" \"legionaries testudo\"";
    assert_eq!(chance(broken, "stands=4"), "9/16");
    assert_eq!(chance("fight \"scorpions shoot\" \"legionaries testudo\"", "stands=4"), "3/4");
}

#[test]
fn hits_are_spread_evenly() {
    // Two dice at 3. Two hits (1/4): one each; one hit (1/2): on the unit named first (VIR-R46).
    // Fanatics, DV 1, lose a stand with 5/6; falxmen, DV 1, too, and rout with 1/3 of that.
    let line = "spread \"scutarii stands=2\" \"fanatics, falxmen\"";
    for (numbers, expected, why) in [
        ("stands_1=4 stands_2=4", "49/144", "1/4 + 1/2 * 1/6 + 1/4 * 1/36"),
        ("stands_1=3 stands_2=4", "65/144", "1/2 * 5/6 + 1/4 * 5/6 * 1/6"),
        ("stands_1=3 stands_2=3", "25/144", "1/4 * 5/6 * 5/6"),
        ("routed_2=1", "5/72", "1/4 * 5/6 * 1/3"),
        ("routed_1=0", "1/1", "VIR-SR2.1"),
    ] {
        assert_eq!(chance(line, numbers), expected, "{numbers}: {why}");
    }
    assert_eq!(highlight(line, "all unhurt"), "49/144");
    assert_eq!(highlight(line, "one or more routed"), "5/72");
    // Ground and leader are those of the area: MV 5 for both, routed with 1/6.
    let led = "spread \"scutarii stands=2\" \"fanatics charismatic, falxmen\"";
    assert_eq!(chance(led, "routed_2=1"), "5/144", "VIR-8.5: 1/4 * 5/6 * 1/6");
    let marsh = "spread \"scutarii stands=1\" \"legionaries, falxmen marsh\"";
    assert_eq!(chance(marsh, "stands_1=3"), "5/12", "VIR-SR9.1: 1/2 * 5/6");
}

/// Every face of every die, one by one: three dice of peltasts who charge nobody, FV 2, into an area
/// with pikemen; each hit tested with a light and a dark die.
#[test]
fn a_spread_is_what_all_faces_say() {
    // Plain numbers from VIR-QS.T and 5.2. Hoplites: DV 3, against green no pikes (VIR-SR14.9).
    // Light archers: DV 1 + 1 for light foot (VIR-SR12.3), two stands.
    const DV: [u32; 2] = [3, 2];
    const STANDS: [u32; 2] = [2, 2];
    fn test(
        hits: u32,
        unit: usize,
        state: (u32, u32),
        ways: u64,
        found: &mut BTreeMap<(u32, bool), u64>,
    ) {
        let (stands, routs) = state;
        let gone = stands == 0 || routs == 2;
        if hits == 0 {
            let fate = if gone { (0, false) } else { (stands, routs > 0) };
            *found.entry(fate).or_default() += ways;
            return;
        }
        for light in 1..=6 {
            for dark in 1..=6 {
                let hurt = !gone && light > DV[unit];
                let routed = hurt && stands > 1 && dark > stands;
                let after = (stands - u32::from(hurt), routs + u32::from(routed));
                test(hits - 1, unit, after, ways, found);
            }
        }
    }
    let mut joint: BTreeMap<[i64; 4], u64> = BTreeMap::new();
    for faces in 0..216 {
        let faces = [faces / 36, faces / 6 % 6, faces % 6];
        let hits = faces.iter().filter(|&&face| face < 2).count() as u32;
        // One by one on the unit with fewer, the first if equal: 2 and 1 of three.
        let (first, second) = (hits.div_ceil(2), hits / 2);
        let unused = 36u64.pow(3 - hits);
        let [mut ours, mut theirs] = [BTreeMap::new(), BTreeMap::new()];
        test(first, 0, (STANDS[0], 0), unused, &mut ours);
        test(second, 1, (STANDS[1], 0), 1, &mut theirs);
        for ((stands, routed), ways) in &ours {
            for ((their_stands, their_rout), their_ways) in &theirs {
                let is = [
                    i64::from(*stands),
                    i64::from(*routed),
                    i64::from(*their_stands),
                    i64::from(*their_rout),
                ];
                *joint.entry(is).or_default() += ways * their_ways;
            }
        }
    }
    let all = Ways::Small(216 * 36u128.pow(3));
    let expected: Vec<_> = joint
        .into_iter()
        .map(|(is, ways)| (is.to_vec(), Fraction::new(&Ways::Small(ways.into()), &all)))
        .collect();
    let spread = ask("spread peltasts \"hoplites stands=2, light_archers\"").unwrap();
    let found: Vec<_> = spread
        .outcomes
        .into_iter()
        .map(|outcome| (outcome.is.iter().map(|(_, n)| *n).collect::<Vec<_>>(), outcome.chance))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn numbers_without_words_are_those_of_the_panel() {
    let attack = |id: &str| Attack {
        profile: profile(id).unwrap(),
        stands: profile(id).unwrap().mv,
        blooded: false,
        formation: Formation::Open,
        aim: Aim::Here,
        with: With::Fv,
        charge: false,
        wood: false,
        rocky: false,
        hill_die: false,
        pila: false,
        joined: Joined::Nobody,
        against_pikes: true,
        leader_there: false,
    };
    let unit = |id: &str, stands| {
        let tested = Tested {
            profile: profile(id).unwrap(),
            grade: Grade::Regular,
            stubborn: false,
            formation: Formation::Open,
            wood: false,
            marsh: false,
            charismatic: false,
        };
        (tested, Nerve { stands, routs: 0 })
    };
    let units = [unit("hoplites", 2), unit("light_archers", 2), unit("warband", 4)];
    let joint = shared(&[attack("peltasts"), attack("warband")], &units);
    let mut found = Vec::new();
    joint.each(|fates, ways| {
        let is: Vec<i64> =
            fates.iter().flat_map(|it| [it.stands.into(), it.routed.into()]).collect();
        found.push((is, Fraction::new(ways, &joint.of)));
    });
    let line = "spread \"peltasts, warband\" \"hoplites stands=2, light_archers, warband\"";
    let told = ask(line).unwrap().outcomes.into_iter();
    let told: Vec<_> =
        told.map(|it| (it.is.iter().map(|(_, n)| *n).collect::<Vec<_>>(), it.chance)).collect();
    assert_eq!(found, told, "VIR-R46");
}

#[test]
fn a_spread_over_one_unit_is_a_fight() {
    for attacker in profiles() {
        for target in ["hoplites", "warband", "javelineers", "cataphracts"] {
            let fight = ask(&format!("fight {} {target}", attacker.id)).unwrap();
            let spread = ask(&format!("spread {} {target}", attacker.id)).unwrap();
            let chances = |forecast: &Forecast| {
                let each = forecast.outcomes.iter().map(|it| {
                    (it.is.iter().map(|(_, n)| *n).collect::<Vec<_>>(), it.chance.clone())
                });
                each.collect::<Vec<_>>()
            };
            assert_eq!(chances(&fight), chances(&spread), "{} {target}", attacker.id);
        }
    }
}

#[test]
fn hits_are_tested() {
    for (line, numbers, expected, why) in [
        // DV 3, MV 4: lost 1/2, routed 1/3 of those.
        ("morale legionaries hits=1", "routed=1", "1/6", "VIR-3.1.5"),
        ("morale legionaries hits=plain", "stands=4", "1/2", "VIR-3.1.3"),
        ("morale \"legionaries hits=1\"", "stands=4", "1/2", "a setting may stand with the unit"),
        // Elite: 1/2 * (1/3)^2. Levy: 1/2 * 4/8.
        ("morale \"legionaries elite\" hits=1", "routed=1", "1/18", "VIR-SR4.1, VIR-R71"),
        ("morale \"legionaries levy\" hits=1", "routed=1", "1/4", "VIR-SR5.1"),
        // DV 2 against blue: 2/3. Then DV 3 - 1 against purple: 2/3.
        ("morale legionaries hits=blue,purple", "stands=4", "1/9", "VIR-SR10.2, VIR-SR11.2"),
        // Two routs: 1/2 * 1/3, then with MV 3 1/2 * 1/2.
        ("morale legionaries hits=2", "stands=0", "1/24", "VIR-3.1.8"),
        // Stubborn keeps MV 4: 1/6 * (1/2 * 1/3).
        ("morale \"legionaries stubborn\" hits=2", "stands=0", "1/36", "VIR-SR3.1"),
        // A charge strikes out the wood: DV 2, so 2/3. Else DV 4: 1/3.
        ("morale \"peltasts wood\" hits=charge", "stands=2", "2/3", "VIR-7.7"),
        ("morale \"peltasts wood\" hits=plain", "stands=2", "1/3", "VIR-7.5"),
        ("morale \"legionaries charismatic\" hits=1", "routed=1", "1/12", "VIR-8.5: MV 5"),
        ("morale legionaries hits=0", "stands=4 routed=0", "1/1", "VIR-3.1.1"),
        // A charge breaks the testudo, also for the hit before it: DV 3, so 1/2 and 1/4.
        ("morale \"legionaries testudo\" hits=1", "stands=4", "2/3", "VIR-SR15.2"),
        ("morale \"legionaries testudo\" hits=charge", "stands=4", "1/2", "VIR-R83.4"),
        ("morale \"legionaries testudo\" hits=plain,charge", "stands=4", "1/4", "VIR-R83.5"),
        (
            "joined \"legionaries testudo\" leader_hits=0 hits=charge",
            "stands=4",
            "1/2",
            "VIR-R83.4",
        ),
        // One die at 2 hits with 1/3 and then costs a stand with 1/2; the charge before with 1/2.
        (
            "fight \"javelineers stands=1\" \"legionaries testudo hits=charge\"",
            "stands=4",
            "5/12",
            "VIR-R83.5",
        ),
    ] {
        assert_eq!(chance(line, numbers), expected, "{line} {numbers}: {why}");
    }
    assert_eq!(total("morale hoplites hits=red", "DV of Hoplites against a red hit"), 3);
}

#[test]
fn leaders_and_their_units_are_tested() {
    for (line, numbers, expected, why) in [
        // Killed unless all are 5 or less: 1 - (5/6)^2.
        ("leader hits=2", "alive=0", "11/36", "VIR-3.3.3"),
        ("leaderless companions", "routed=1", "1/3", "VIR-SR18.6: above 4"),
        ("leaderless \"companions stands=3\"", "routed=1", "1/2", "VIR-R86.6"),
        ("leaderless fanatics", "routed=0", "1/1", "VIR-R86.6"),
        // Killed 1/6, then above 4: 1/3.
        ("joined companions leader_hits=1", "routed=1", "1/18", "VIR-SR18.6"),
        // He lives (5/6), a stand is lost (1/2), MV 5: 1/6.
        (
            "joined \"companions charismatic\" leader_hits=1 hits=1",
            "leader_alive=1 routed=1",
            "5/72",
            "VIR-8.5",
        ),
        // Killed (1/6), routed (1/3), a stand lost (1/2), MV only 4 now: 1/3, the second rout.
        (
            "joined \"companions charismatic\" leader_hits=1 hits=1",
            "leader_alive=0 stands=0",
            "1/108",
            "VIR-R31, VIR-R33",
        ),
        ("joined companions leader_hits=0 hits=1", "leader_alive=1", "1/1", "VIR-SR18.5"),
    ] {
        assert_eq!(chance(line, numbers), expected, "{line} {numbers}: {why}");
    }
    assert_eq!(highlight("leader hits=1", "killed"), "1/6");
}

#[test]
fn cohesion_and_rally_are_rolled() {
    for (line, numbers, expected, why) in [
        ("cohesion legionaries", "stands=3", "1/2", "VIR-10.T: heavy, 3"),
        ("cohesion warband", "stands=3", "1/3", "VIR-10.T: medium, 4"),
        ("cohesion \"light_horsemen stands=1\"", "stands=0", "1/6", "VIR-10.T: light, 5"),
        ("march dromedary_cataphracts", "stands=2", "1/3", "VIR-SR17.3: camels, 4"),
        ("rally \"legionaries stands=2\"", "recovered=1 stands=3", "1/3", "VIR-9.2"),
        ("rally legionaries", "recovered=1 stands=4", "1/2", "VIR-R67: three stands"),
        ("rally \"legionaries stands=2 elite\"", "recovered=1", "2/3", "VIR-SR4.2"),
        ("rally \"legionaries stands=2 charismatic\"", "recovered=1", "1/2", "VIR-9.3"),
    ] {
        assert_eq!(chance(line, numbers), expected, "{line} {numbers}: {why}");
    }
    let points = "activation points of Phalangites";
    assert_eq!(total("march phalangites", points), 2, "VIR-SR14.7");
    assert_eq!(total("march \"phalangites stubborn\"", points), 3, "VIR-SR3.2");
    let free = total("march \"javelineers evading\"", "activation points of Javelineers");
    assert_eq!(free, 0, "VIR-R58");
}

#[test]
fn the_first_turn_is_decided() {
    // 15 of 36 throws each, 6 ties thrown again.
    assert_eq!(chance("first red=1 blue=1", "red_begins=1"), "1/2");
    assert_eq!(highlight("first", "a throw is a tie"), "1/6");
    // VIR-1.6.4: red has 3 more. Red lower: blue's die more than 3 higher, 2 + 1 of 36; ties 3.
    assert_eq!(chance("first red=3", "red_begins=1"), "1/11", "3 of 33");
    assert_eq!(highlight("first red=3", "a throw is a tie"), "1/12");
    assert_eq!(chance("first red=0 blue=6", "red_begins=1"), "1/1", "VIR-1.6.5");
}

#[test]
fn terrain_is_rolled() {
    for (line, numbers, expected, why) in [
        ("terrain flank", "hill=1", "1/3", "VIR-1.5.6"),
        ("terrain flank", "hill=1 wood=1", "1/9", "VIR-1.5.8"),
        ("terrain centre", "wood=1", "1/6", "VIR-1.5.7"),
        // No item: (2/3)^4 in the flank areas, (5/6)^4 or (5/6)^2 in the centre.
        ("terrain columns=4", "items=0", "625/6561", "VIR-1.5.T"),
        ("terrain columns=3", "items=0", "100/729", "VIR-1.5.4"),
        // Everything: (1/3)^4 * (1/6)^4.
        ("terrain columns=4", "items=8", "1/104976", "VIR-R21"),
    ] {
        assert_eq!(chance(line, numbers), expected, "{line} {numbers}: {why}");
    }
}

#[test]
fn cards_are_drawn() {
    for (line, numbers, expected, why) in [
        // Two sixes and the Joker among 19.
        ("cards draw=1 value=6", "cards=1", "3/19", "VIR-1.4.T"),
        // 16/19 * 15/18.
        ("cards draw=2 value=6", "cards=0", "40/57", "VIR-4.1.1"),
        ("cards draw=1 value=joker", "cards=1", "1/19", "VIR-1.4.4"),
        // Without `value` whatever activates: 13 of 19.
        ("cards draw=1", "cards=1", "13/19", "VIR-4.3.5"),
        ("cards draw=1 value=6 seen=6,joker hand=K", "cards=1", "1/16", "VIR-R38"),
        ("cards draw=1 value=6 seen=6,6,joker", "cards=0", "1/1", "VIR-R38"),
        // Limit 4 + 1, two held: three drawn from 17 with 3 such: 14/17 * 13/16 * 12/15.
        ("cards value=6 segments=4 cinc=yes hand=1,2", "cards=0", "91/170", "VIR-4.1.4"),
        // Four left and five to draw: all but the hand is shuffled. No Joker: 14/19.
        (
            "cards draw=5 value=joker seen=1,1,2,2,3,3,4,4,5,5,6,6,J,J,Q",
            "cards=0",
            "14/19",
            "VIR-4.3.8, VIR-R39",
        ),
    ] {
        assert_eq!(chance(line, numbers), expected, "{line} {numbers}: {why}");
    }
    assert_eq!(total("cards segments=0", "hand limit"), 1, "VIR-R36");
}

/// What is said to a word that cannot be.
fn refused(line: &str) -> String {
    let Misread { what, hint } = ask(line).expect_err(line);
    format!("{line}\n  {what}\n  hint: {}\n", hint.expect("a way out"))
}

#[test]
fn words_that_make_no_sense_are_refused() {
    let lines = [
        "charge legionaries",
        "attack",
        "attack legionnaires",
        "attack \"legionaries pilum\"",
        "attack \"legionaries elite\"",
        "attack \"legionaries pila pila\"",
        "attack \"legionaries pila=2\"",
        "attack \"legionaries stands\"",
        "attack \"legionaries stands=5\"",
        "attack \"scorpions stands=0\"",
        "attack \"warband pila\"",
        "attack \"legionaries pila testudo\"",
        "attack \"legionaries shoot\"",
        "attack \"slingers sv\"",
        "attack \"slingers shoot flank\"",
        "attack \"slingers shoot overhead=light\"",
        "attack \"formed_bowmen overhead=light\"",
        "attack \"formed_bowmen shoot overhead=heavy\"",
        "attack \"slingers shoot wood\"",
        "attack \"slingers flank sv wood\"",
        "attack \"slingers shoot charging\"",
        "attack \"slingers shoot hill\"",
        "attack \"slingers shoot leader\"",
        "attack \"legionaries hero leader\"",
        "attack \"hoplites testudo\"",
        "attack \"warband shieldwall\"",
        "attack \"legionaries shieldwall testudo\"",
        "attack \"scorpions charging\"",
        "attack \"warband stubborn\"",
        "fight legionaries",
        "fight legionaries warband stands=2",
        "fight \"slingers shoot\" \"warband wood\"",
        "fight legionaries \"warband elite levy\"",
        "fight legionaries \"hoplites elite stubborn\"",
        "fight legionaries \"scorpions levy\"",
        "fight legionaries \"fanatics routs=1\"",
        "attacks \"light_archers shoot, falxmen\" warband",
        "attacks \"immortals shoot overhead=light, falxmen\" warband",
        "spread \"warriors leader, warriors hero\" \"legionaries, slingers\"",
        "spread \"legionaries charging\" \"warband, warriors\"",
        "spread legionaries \"warband, warband, warband, warband, warband, warband, warband\"",
        "morale legionaries",
        "morale legionaries hits=31",
        "morale legionaries hits=purpel",
        "leader",
        "leader legionaries hits=1",
        "joined legionaries hits=1",
        "cohesion balistae",
        "march balistae",
        "march \"legionaries evading\"",
        "rally scorpions",
        "rally \"legionaries stands=4\"",
        "first red=17",
        "terrain",
        "terrain flank centre",
        "terrain flank columns=4",
        "terrain columns=5",
        "cards",
        "cards draw=6",
        "cards draw=1 value=7",
        "cards draw=1 seen=7",
        "cards draw=1 seen=K,K hand=K",
        "cards draw=1 segments=3",
        "cards draw=1 cinc=yes",
        "cards segments=1 hand=K",
        "morale heavy_cavalry hits=green+charge",
        "morale heavy_cavalry hits=plain+red",
        "morale heavy_cavalry hits=plain+rd",
        "attacks \"legionaries hero, warband hero\" warriors",
        "attacks \"javelineers, legionaries hero, warband leader\" warriors",
        "fight legionaries \"warband, warband\"",
        "fight \"legionaries, warband\" warriors",
        "march \"legionaries testudo\"",
        "march \"hoplites shieldwall\"",
        "march \"hoplites testudo\"",
        "rally \"legionaries elite stubborn\"",
        "cards draw=4 hand=1,1,2,2,3,3,4,4,5,5,6,6,J,J,Q,Q",
    ];
    insta::assert_snapshot!(lines.map(refused).concat(), @r#"
    charge legionaries
      there is no roll `charge`
      hint: there are `attack`, `fight`, `attacks`, `spread`, `morale`, `leader`, `leaderless`, `joined`, `cohesion`, `march`, `rally`, `first`, `terrain`, `cards`
    attack
      which troops?
      hint: such as `legionaries`
    attack legionnaires
      there are no troops `legionnaires`
      hint: did you mean `legionaries`?
    attack "legionaries pilum"
      `pilum` is no word for Legionaries in `attack`
      hint: did you mean `pila`?
    attack "legionaries elite"
      `elite` has no bearing on Legionaries in `attack` [VIR-SR4.1]
      hint: it is a word of `fight`, `attacks`, `spread`, `morale`, `joined`, `rally`
    attack "legionaries pila pila"
      `pila` is said twice
      hint: once is enough
    attack "legionaries pila=2"
      `pila` takes no value
      hint: say just `pila`
    attack "legionaries stands"
      `stands` needs a value
      hint: `stands=N`
    attack "legionaries stands=5"
      `stands=5` of Legionaries cannot be [VIR-5.1.1]
      hint: `stands` is a number from 1 to 4
    attack "scorpions stands=0"
      `stands=0` of Scorpions cannot be [VIR-5.1.1]
      hint: `stands` is a number from 1 to 1
    attack "warband pila"
      Warband: these troops have no pila [VIR-SR11.1]
      hint: it can be said of `legionaries`, `veteran_legionaries`, `scutarii`
    attack "legionaries pila testudo"
      Legionaries: pila are not used in testudo or shieldwall [VIR-SR11.4]
      hint: leave out `pila`
    attack "legionaries shoot"
      Legionaries: these troops have no shooting value [VIR-5.3.1]
      hint: it can be said of `formed_bowmen`, `light_archers`, `slingers`, `mounted_archers`, `scorpions`, `balistae`, `immortals`
    attack "slingers sv"
      Slingers: only in a flank attack is the SV a choice [VIR-5.4.5]
      hint: `shoot` to the front, or `flank sv`
    attack "slingers shoot flank"
      Slingers: a flank attack with the SV is no shooting [VIR-R50]
      hint: `flank sv` is the flank attack, `shoot` goes to the front
    attack "slingers shoot overhead=light"
      Slingers: only formed archers shoot over friends [VIR-SR13.1]
      hint: it can be said of `formed_bowmen`, `immortals`
    attack "formed_bowmen overhead=light"
      Formed bowmen: only who shoots does so over friends [VIR-SR13.1]
      hint: say `shoot` too
    attack "formed_bowmen shoot overhead=heavy"
      `overhead=heavy` of Formed bowmen cannot be [VIR-SR13.1]
      hint: `overhead` is one of `light`, `others`
    attack "slingers shoot wood"
      Slingers: nobody shoots into a wood [VIR-5.3.4]
      hint: leave out `wood`
    attack "slingers flank sv wood"
      Slingers: the SV is not used into a wood [VIR-R50]
      hint: leave out `sv`
    attack "slingers shoot charging"
      Slingers: a charge uses the fighting value [VIR-R47.2]
      hint: leave out `shoot`
    attack "slingers shoot hill"
      Slingers: the hill counts only against enemies in the same area [VIR-R60]
      hint: leave out `hill`
    attack "slingers shoot leader"
      Slingers: a leader fights only in the area where he is [VIR-R86.2]
      hint: leave out `leader`
    attack "legionaries hero leader"
      Legionaries: a hero gives two dice instead of a leader's one [VIR-SR18.3]
      hint: leave out `leader`
    attack "hoplites testudo"
      Hoplites: testudo is for legionaries [VIR-SR15.1]
      hint: it can be said of `legionaries`, `veteran_legionaries`
    attack "warband shieldwall"
      Warband: shieldwall is for infantry with DV 3 or more [VIR-R84]
      hint: it can be said of `legionaries`, `veteran_legionaries`, `veteran_auxiliaries`, `formed_auxiliaries`, `lanciarii`, `noble_warriors`, `guard_phalangites` and others
    attack "legionaries shieldwall testudo"
      Legionaries: a unit has one formation at a time [VIR-R83.1]
      hint: leave out `testudo`
    attack "scorpions charging"
      Scorpions: artillery cannot charge [VIR-R47.3]
      hint: leave out `charging`
    attack "warband stubborn"
      Warband: impetuous and fanatic troops are not stubborn [VIR-R19]
      hint: leave out `stubborn`
    fight legionaries
      `fight` describes the attacker and the target: 2 parts, not 1
      hint: put quotes about each part, as in `acies odds virtus fight "warband charging" "legionaries stands=3 elite"`
    fight legionaries warband stands=2
      `stands` has no bearing on the settings in `fight` [VIR-5.1.1]
      hint: say it with the troops that it is about, inside the quotes
    fight "slingers shoot" "warband wood"
      Slingers: nobody shoots into a wood [VIR-5.3.4]
      hint: leave out `wood`
    fight legionaries "warband elite levy"
      Warband: a unit is Elite or Levy, never both [VIR-R19]
      hint: say `elite` or `levy`
    fight legionaries "hoplites elite stubborn"
      Hoplites: neither Elite nor Levy are stubborn [VIR-R19]
      hint: leave out `stubborn`
    fight legionaries "scorpions levy"
      Scorpions: artillery is always regular [VIR-R19]
      hint: leave out `levy`
    fight legionaries "fanatics routs=1"
      Fanatics: fanatics are never routed [VIR-SR2.1]
      hint: leave out `routs`
    attacks "light_archers shoot, falxmen" warband
      Light archers: friends fight in the area that it shoots at [VIR-5.3.3]
      hint: say `flank` of those friends, or let formed archers shoot `overhead`
    attacks "immortals shoot overhead=light, falxmen" warband
      Immortals: not all friends in between are light [VIR-SR13.3]
      hint: say `overhead=others`
    spread "warriors leader, warriors hero" "legionaries, slingers"
      Warriors: two leaders are never in one area [VIR-8.10]
      hint: leave out `leader`
    spread "legionaries charging" "warband, warriors"
      `charging` has no bearing on Legionaries in `spread` [VIR-5.2.1]
      hint: it is a word of `attack`, `fight`, `attacks`
    spread legionaries "warband, warband, warband, warband, warband, warband, warband"
      Warband: so many units have more outcomes together than anybody reads [VIR-R46]
      hint: six units at most
    morale legionaries
      which hits does it test?
      hint: as in `acies odds virtus morale "hoplites levy" hits=purple,red+charge`
    morale legionaries hits=31
      `hits=31` of Legionaries cannot be [VIR-R53]
      hint: `hits` is a number from 0 to 30
    morale legionaries hits=purpel
      `hits`: there is no `purpel` [VIR-R53]
      hint: did you mean `purple`?
    leader
      how often was he hit?
      hint: as in `acies odds virtus leader hits=2`
    leader legionaries hits=1
      `legionaries` says nothing by itself in `leader`
      hint: there is `hits=N`
    joined legionaries hits=1
      how often was the leader hit?
      hint: as in `acies odds virtus joined "companions charismatic" leader_hits=2 hits=2`
    cohesion balistae
      Balistae: artillery makes no forced march and no charge [VIR-10.2]
      hint: it can be said of `legionaries`, `veteran_legionaries`, `veteran_auxiliaries`, `formed_auxiliaries`, `barbarian_auxiliaries`, `palestinian_auxiliaries`, `lanciarii` and others
    march balistae
      Balistae: artillery makes no forced march [VIR-10.2]
      hint: it can be said of `legionaries`, `veteran_legionaries`, `veteran_auxiliaries`, `formed_auxiliaries`, `barbarian_auxiliaries`, `palestinian_auxiliaries`, `lanciarii` and others
    march "legionaries evading"
      Legionaries: only light units move after a fight [VIR-6.3.1]
      hint: it can be said of `javelineers`, `light_archers`, `slingers`, `dromedarii`, `light_horsemen`, `mounted_archers`, `light_chariots` and others
    rally scorpions
      Scorpions: a unit of one stand has none to recover [VIR-R67]
      hint: it can be said of `legionaries`, `veteran_legionaries`, `veteran_auxiliaries`, `formed_auxiliaries`, `barbarian_auxiliaries`, `palestinian_auxiliaries`, `lanciarii` and others
    rally "legionaries stands=4"
      `stands=4` of Legionaries cannot be [VIR-9.2]
      hint: `stands` is a number from 1 to 3
    first red=17
      `red=17` cannot be [VIR-1.6.4]
      hint: `red` is a number from 0 to 16
    terrain
      which area?
      hint: as in `acies odds virtus terrain columns=4`
    terrain flank centre
      terrain: an area is on a flank or in the centre [VIR-R9]
      hint: leave out `centre`
    terrain flank columns=4
      terrain: either one area or all of a side [VIR-R21]
      hint: leave out `columns`
    terrain columns=5
      `columns=5` cannot be [VIR-1.5.4]
      hint: `columns` is a number from 3 to 4
    cards
      how many cards are drawn?
      hint: as in `acies odds virtus cards value=4 segments=4 hand=K,2 seen=6,5,1`
    cards draw=6
      `draw=6` cannot be [VIR-4.1.2]
      hint: `draw` is a number from 1 to 5
    cards draw=1 value=7
      `value=7` cannot be [VIR-4.3.1]
      hint: `value` is one of `1`, `2`, `3`, `4`, `5`, `6`, `joker`
    cards draw=1 seen=7
      `seen`: there is no `7` [VIR-R38]
      hint: there are `1`, `2`, `3`, `4`, `5`, `6`, `J`, `Q`, `K`, `joker`
    cards draw=1 seen=K,K hand=K
      a deck has only 2 `K` (VIR-1.4.T)
      hint: a card is in `hand` or in `seen`, not in both
    cards draw=1 segments=3
      cards: the segments say how many are drawn [VIR-R36]
      hint: leave out `draw`
    cards draw=1 cinc=yes
      cards: the C-in-C adds to the segments [VIR-R36]
      hint: say `segments` too
    cards segments=1 hand=K
      cards: the hand is full, and nothing is drawn [VIR-R36]
      hint: fewer cards in `hand`, more `segments`, or `cinc=yes`
    morale heavy_cavalry hits=green+charge
      `hits`: no hit of a charge is from throwing weapons [VIR-SR12.6]
      hint: say `charge`, or the green hit of a unit that does not charge
    morale heavy_cavalry hits=plain+red
      `hits`: there is no `plain+red` [VIR-R53]
      hint: a plain hit has no mark: say `red`
    morale heavy_cavalry hits=plain+rd
      `hits`: there is no `plain+rd` [VIR-R53]
      hint: there are `plain`, `blue`, `purple`, `green_square`, `green`, `yellow`, `red`, `charge`, `flank`, `from_pikes`
    attacks "legionaries hero, warband hero" warriors
      Legionaries: two leaders are never in one area [VIR-8.10]
      hint: leave out `hero`
    attacks "javelineers, legionaries hero, warband leader" warriors
      Legionaries: two leaders are never in one area [VIR-8.10]
      hint: leave out `hero`
    fight legionaries "warband, warband"
      the target of `fight` is one unit, without a comma
      hint: several can be told in `spread`
    fight "legionaries, warband" warriors
      the attacker of `fight` is one unit, without a comma
      hint: several can be told in `attacks`, `spread`
    march "legionaries testudo"
      Legionaries: nobody makes a forced march in testudo [VIR-SR15.4]
      hint: leave out `testudo`
    march "hoplites shieldwall"
      Hoplites: nobody moves in shieldwall [VIR-SR16.2]
      hint: leave out `shieldwall`
    march "hoplites testudo"
      Hoplites: nobody makes a forced march in testudo [VIR-SR15.4]
      hint: leave out `testudo`
    rally "legionaries elite stubborn"
      Legionaries: Elite are not stubborn [VIR-R19]
      hint: leave out `stubborn`
    cards draw=4 hand=1,1,2,2,3,3,4,4,5,5,6,6,J,J,Q,Q
      cards: so many cards are not left [VIR-1.4.1]
      hint: leave out `hand`
    "#);
}

#[test]
fn every_example_runs_and_is_told() {
    for kind in kinds() {
        let line = kind.example.strip_prefix("acies odds virtus ").unwrap();
        assert!(line.starts_with(kind.name), "{}", kind.name);
        let forecast = ask(line).unwrap();
        assert!(!forecast.highlights.is_empty() && !forecast.title.is_empty(), "{}", kind.name);
        assert_whole(&forecast, line);
    }
    insta::assert_snapshot!(told("fight \"companions stands=2 charging\" \"hoplites levy\""), @r#"
    Companions (stands=2, charging) against Hoplites (levy), then the test [VIR-5.1.2, VIR-5.2.2, VIR-SR14.1, VIR-SR14.6, VIR-3.1.4, VIR-SR5.1]
    fighting value of Companions
    +4 fighting value [VIR-D14]
    = 4
    dice of Companions
    +2 one a stand [VIR-5.1.1]
    = 2
    activation points of Companions
    +1 activated to fight [VIR-R41.1]
    = 1
    cohesion number of Companions
    +3 heavy [VIR-10.T]
    = 3
    DV of Hoplites against a red+charge+from_pikes hit
    +3 defensive value [VIR-D3]
    +1 pikes [VIR-SR14.2, struck by VIR-SR14.3]
    = 3
    DV of Hoplites against a charge+from_pikes hit
    +3 defensive value [VIR-D3]
    +1 pikes [VIR-SR14.2, struck by VIR-SR14.5]
    = 3
    MV of Hoplites
    +3 stands before this roll [VIR-3.1.6]
    = 3
    5/9 unhurt
    4/9 loses a stand or more
    77/288 routed
    5/192 eliminated
    1/2 the attacker loses a stand first
    5/192 eliminated; the attacker has 2 stands
    1/192 1 stand, steady; the attacker has 2 stands
    7/288 1 stand, routed; the attacker has 2 stands
    1/16 2 stands, steady; the attacker has 1 stand
    1/12 2 stands, steady; the attacker has 2 stands
    5/48 2 stands, routed; the attacker has 1 stand
    5/36 2 stands, routed; the attacker has 2 stands
    1/3 3 stands, steady; the attacker has 1 stand
    2/9 3 stands, steady; the attacker has 2 stands
    "#);
}

/// A forecast as text.
fn told(line: &str) -> String {
    let forecast = ask(line).unwrap();
    let sums = forecast.sums.iter().map(|(name, sum)| format!("{name}\n{sum}\n"));
    let chances = forecast.highlights.iter().chain(&forecast.outcomes);
    let chances = chances.map(|it| format!("{} {}\n", it.chance, it.says));
    let rules = forecast.rules.join(", ");
    let rest: String = sums.chain(chances).collect();
    format!("{} [{rules}]\n{rest}", forecast.title)
}

/// Chances add up to one exactly; outcomes differ, can come about, and ascend.
fn assert_whole(forecast: &Forecast, line: &str) {
    let total = sum(forecast.outcomes.iter().map(|outcome| &outcome.chance));
    assert_eq!(total.to_string(), "1/1", "{line}");
    assert!(forecast.outcomes.iter().all(|outcome| !outcome.chance.ways.is_zero()), "{line}");
    let numbers: Vec<_> = forecast.outcomes.iter().map(|outcome| &outcome.is).collect();
    let ascending = numbers.is_sorted() && numbers.windows(2).all(|pair| pair[0] != pair[1]);
    assert!(ascending, "{line}: {numbers:?}");
}

#[test]
fn every_word_has_its_rule_and_can_be_said() {
    let book = Rulebook::read(include_str!("../../../RULES.md"));
    for kind in kinds() {
        for side in kind.sides {
            for word in side.words {
                assert!(book.get(word.rule).is_some(), "{}: {}", kind.name, word.rule);
            }
        }
        for word in kind.settings {
            assert!(book.get(word.rule).is_some(), "{}: {}", kind.name, word.rule);
        }
    }
    // Each word of an attack can be said of somebody, perhaps with another.
    let also = ["", "flank", "shoot"];
    for word in kinds()[0].sides[0].words {
        let value = word.value.map(|value| value.split('|').next().unwrap().replace('N', "1"));
        let word = value.map_or(word.word.to_owned(), |value| format!("{}={value}", word.word));
        let said = profiles().iter().any(|profile| {
            also.iter().any(|also| ask(&format!("attack \"{} {word} {also}\"", profile.id)).is_ok())
        });
        assert!(said, "{word}");
    }
}

#[test]
fn rules_cited_exist() {
    let book = Rulebook::read(include_str!("../../../RULES.md"));
    for kind in kinds() {
        let forecast = ask(kind.example.strip_prefix("acies odds virtus ").unwrap()).unwrap();
        for rule in forecast.rules {
            assert!(book.get(rule).is_some(), "{}: {rule}", kind.name);
        }
    }
}

#[test]
fn all_fights_add_up_to_one() {
    for attacker in profiles() {
        for target in profiles() {
            let line = format!("fight {} {}", attacker.id, target.id);
            assert_whole(&ask(&line).unwrap(), &line);
            let line = format!("fight \"{} charging\" \"{}\"", attacker.id, target.id);
            match ask(&line) {
                Ok(forecast) => assert_whole(&forecast, &line),
                Err(_) => assert!(attacker.is_artillery(), "VIR-R47.3: {line}"),
            }
        }
    }
}

/// A troop and some words of a side, sensible or not.
fn described(kind: &'static str, side: usize) -> impl Strategy<Value = String> {
    let words = kinds().iter().find(|known| known.name == kind).unwrap().sides[side].words;
    let word = proptest::sample::select(words).prop_map(|word| match word.word {
        "stands" => "stands=1".to_owned(),
        "overhead" => "overhead=others".into(),
        "routs" => "routs=1".into(),
        "hits" => "hits=red+purple".into(),
        other => other.into(),
    });
    let words = proptest::collection::vec(word, 0..4);
    (0..profiles().len(), words)
        .prop_map(|(troop, words)| format!("{} {}", profiles()[troop].id, words.join(" ")))
}

proptest! {
    /// Whatever is said: an answer that adds up to one, or a refusal with a way out.
    #[test]
    fn odds_add_up_to_one_or_are_refused(
        attack in described("attack", 0),
        attackers in proptest::collection::vec(described("spread", 0), 1..3),
        charger in described("fight", 0),
        target in described("fight", 1),
        units in proptest::collection::vec(described("spread", 1), 1..4),
    ) {
        for line in [
            format!("attack \"{attack}\""),
            format!("fight \"{charger}\" \"{target}\""),
            format!("attacks \"{}, {charger}\" \"{target}\"", attackers.join(", ")),
            format!("spread \"{}\" \"{}\"", attackers.join(", "), units.join(", ")),
        ] {
            match ask(&line) {
                Ok(forecast) => assert_whole(&forecast, &line),
                Err(misread) => prop_assert!(misread.hint.is_some(), "{line}: {misread}"),
            }
        }
    }

    /// Nothing that can be typed makes it stumble.
    #[test]
    fn nonsense_is_refused(
        kind in 0..kinds().len(),
        sides in proptest::collection::vec(proptest::collection::vec(nonsense(), 0..4), 0..3),
        settings in proptest::collection::vec(nonsense(), 0..4),
    ) {
        let kind = kinds()[kind].name;
        let sides = sides.iter().map(|words| words.join(" ")).collect();
        let pairs = settings.iter().filter_map(|word| word.split_once('='));
        let settings = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        match odds(kind, &Asked { sides, settings }) {
            Ok(forecast) => assert_whole(&forecast, kind),
            Err(misread) => prop_assert!(misread.hint.is_some(), "{kind}: {misread}"),
        }
    }
}

/// A troop, a word of any roll, or something else, with any value.
fn nonsense() -> impl Strategy<Value = String> {
    let words = kinds().iter().flat_map(|kind| {
        let sides = kind.sides.iter().flat_map(|side| side.words);
        sides.chain(kind.settings).map(|word| word.word)
    });
    let words: Vec<_> = words.chain(["legionaries", "hoplites", "x", ",", ""]).collect();
    let values = ["", "0", "1", "2", "5", "19", "300", "-1", "K,K", "joker", "light", "plain,red"];
    (
        proptest::sample::select(words),
        proptest::option::of(proptest::sample::select(values.to_vec())),
    )
        .prop_map(|(word, value)| match value {
            Some(value) => format!("{word}={value}"),
            None => word.to_owned(),
        })
}
