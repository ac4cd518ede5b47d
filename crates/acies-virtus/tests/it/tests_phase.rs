//! T1: morale tests, recoil, and the tests of leaders (RULES.md 3.9 to 3.11; VIR-R25 to VIR-R34).
//!
//! South ends its turn, and the dice are those of North's tests. Values are those of the sheet:
//! legionaries DV 3 and MV 4, javelineers DV 2 and MV 2.

use acies_core::Seat;

use crate::table::{hits, table};

/// North's pieces, the hits on them, the dice, and how it ends.
#[track_caller]
fn tests(blue: &str, on: &str, faces: &str, facts: &str, why: &str) {
    tests_at("", blue, on, faces, facts, why);
}

#[track_caller]
fn tests_at(more: &str, blue: &str, on: &str, faces: &str, facts: &str, why: &str) {
    let hits = if on.is_empty() { String::new() } else { hits("a", on) };
    let mut table = table("moves", "legionaries:a S1", blue, &format!("{more}\n{hits}"));
    table.play(&format!("done [{faces}]")).stands(facts, why);
    assert!(table.battle.hits.is_empty(), "VIR-1.1.2: counters stay until they are tested: {why}");
}

#[test]
fn each_hit_is_tested_with_a_pair_of_dice() {
    let legion = "legionaries:b N1";
    for (blue, on, faces, facts, why) in [
        (legion, "b plain", "3", "b N1 4", "VIR-3.1.3: at the DV, no dark die"),
        (legion, "b plain", "4 4", "b N1 3", "VIR-3.1.4, VIR-3.1.2"),
        (legion, "b plain", "4 5", "b NR 3 routed", "VIR-3.1.5, VIR-3.1.7, VIR-R30"),
        (
            legion,
            "b plain, b plain",
            "4 4 4 4",
            "b NR 2 routed",
            "VIR-3.1.6, VIR-R26: MV 4, then 3",
        ),
        (legion, "b plain, b plain", "4 5 4 4", "b gone", "VIR-3.1.8"),
        (legion, "b plain, b plain, b plain", "4 5 4 4", "b gone", "VIR-R31: the third is ignored"),
        (legion, "b plain, b plain, b plain", "4 1 3 4 1", "b N1 2", "VIR-R26: one after another"),
        ("legionaries:b N1 stands=1", "b plain", "6", "b gone", "VIR-R32: no dark die"),
        (
            "legionaries:b N1 stands=1",
            "b plain, b plain",
            "6",
            "b gone",
            "VIR-R32: the rest is ignored",
        ),
        ("legionaries:b N1 levy", "b plain", "4 8", "b NR 3 routed", "VIR-SR5.1, VIR-1.1.1: a d8"),
        ("legionaries:b N1 elite", "b plain", "4 5 4", "b N1 3", "VIR-SR4.1: thrown once more"),
        (
            "legionaries:b N1 elite",
            "b plain",
            "4 5 6",
            "b NR 3 routed",
            "VIR-R71: the second stands",
        ),
        ("legionaries:b N1 stubborn stands=2", "b plain", "4 4", "b N1 1", "VIR-SR3.1: MV 4"),
        ("fanatics:b N1", "b plain, b plain", "2 6", "b N1 2", "VIR-SR2.1: no dark die"),
    ] {
        let others = format!("{blue}, slingers:z NR");
        tests(&others, on, faces, facts, why);
    }
}

#[test]
fn each_die_says_for_whom_it_is_thrown() {
    let table = table("moves", "legionaries:a S1", "legionaries:b N1", &hits("a", "b plain"));
    let legion = &table.battle.troop(Seat::Blue, 0).name;
    let light = format!("blue: the light morale die of {legion}: 1 d6, on 3 or less [VIR-3.1.3]");
    assert_eq!(table.asks("done []"), light, "VIR-3.1.3: DV 3");
    let dark = format!("blue: the dark morale die of {legion}: 1 d6, on 4 or less [VIR-3.1.5]");
    assert_eq!(table.asks("done [4]"), dark, "VIR-3.1.5: MV 4");
}

#[test]
fn only_units_with_hits_test_and_in_the_order_of_the_roster() {
    // If the javelineers were first, they would rout with the second 3 (MV 2).
    let blue = "legionaries:b N1, javelineers:c N1, warband:d N1";
    tests(blue, "c plain, b plain", "3 3 1", "b N1 4, c N1 1, d N1 4", "VIR-R25, VIR-3.1.1");
}

#[test]
fn colours_change_the_defensive_value() {
    // Each is tested with the die that the right DV lets through or not by one.
    for (blue, ground, on, faces, facts, why) in [
        ("veteran_legionaries:b N1", "", "b blue", "2", "b N1 4", "VIR-SR10.2: 2"),
        ("veteran_legionaries:b N1", "", "b blue", "3 1", "b N1 3", "VIR-SR10.2: 2"),
        ("legionaries:b N1", "", "b purple", "3 1", "b N1 3", "VIR-SR11.2: 3 - 1"),
        ("javelineers:b N1", "", "b green", "3", "b N1 2", "VIR-SR12.3: 2 + 1"),
        ("heavy_cavalry:b N1", "", "b green", "3 1", "b N1 3", "VIR-SR12.4: 3 - 1"),
        ("veteran_legionaries:b N1", "", "b green_square", "4 1", "b N1 3", "VIR-SR12.5: 3"),
        ("javelineers:b N1", "", "b charge", "3 1", "b N1 1", "VIR-SR12.6: a charge is not green"),
        ("phalangites:b N1", "", "b plain", "3", "b N1 4", "VIR-SR14.2: 2 + 1"),
        ("phalangites:b N1", "", "b red", "3 1", "b N1 3", "VIR-SR14.3"),
        ("phalangites:b N1", "", "b flank", "3 1", "b N1 3", "VIR-SR14.4"),
        ("phalangites:b N1", "", "b from_pikes", "3 1", "b N1 3", "VIR-SR14.5, VIR-R82"),
        ("phalangites:b N1", "", "b blue", "3 1", "b N1 3", "VIR-SR14.8"),
        ("phalangites:b N1", "", "b green", "3 1", "b N1 3", "VIR-SR14.9"),
        ("phalangites:b N1", "", "b charge", "3", "b N1 4", "VIR-R80: also against a charge"),
        ("cataphracts:b N1", "", "b yellow", "2 1", "b N1 3", "VIR-SR17.2: 1"),
        ("elephants:b N1", "", "b yellow", "3", "b N1 2", "VIR-R18.3: elephants are no horses"),
        ("legionaries:b N1", "marsh", "b plain", "2 1", "b N1 3", "VIR-SR9.1: 1, VIR-R74"),
        ("javelineers:b N1", "wood", "b plain", "4", "b N1 2", "VIR-7.5: 2 + 2"),
        ("javelineers:b N1", "wood", "b plain", "5 4", "b N1 1", "VIR-R62, VIR-R28: MV 2 + 2"),
        ("javelineers:b N1", "wood", "b charge", "3 3", "b NR 1 routed", "VIR-7.7"),
        ("javelineers:b N1", "dense_wood", "b plain", "4", "b N1 2", "VIR-R22: a wood too"),
        ("javelineers:b N1", "wood marsh", "b plain", "2 4", "b N1 1", "VIR-R63: DV 1, MV 4"),
        ("legionaries:b N1 testudo", "", "b plain", "4", "b N1 4 testudo", "VIR-SR15.2, VIR-R83.2"),
        ("legionaries:b N1 shieldwall", "", "b plain", "4", "b N1 4 shieldwall", "VIR-SR16.1"),
        ("picked_hoplites:b N1 shieldwall", "", "b plain", "6 1", "b N1 3 shieldwall", "VIR-R29"),
        ("light_archers:b N1", "", "b purple", "1 1", "b N1 1", "VIR-R27: 1 - 1"),
    ] {
        let ground: Vec<_> = ground.split_whitespace().collect();
        let more = format!("terrain.N1 = {ground:?}");
        tests_at(&more, &format!("{blue}, slingers:z NR"), on, faces, facts, why);
    }
}

#[test]
fn a_routed_unit_recoils_one_area() {
    let blue = "legionaries:b S1, slingers:z NR";
    tests(blue, "b plain", "4 5", "b N1 3 routed", "VIR-R30: from the opponent's side");
    // VIR-R30: neither enemies nor a river that is used up are in the way.
    let more = "rivers.S1-N1 = \"deep\"\ncrossed.S1-N1 = 1";
    let hit = hits("a", "b plain");
    let mut way = table("moves", "legionaries:a S1, warband:e N1", blue, &format!("{more}\n{hit}"));
    way.play("done [4 5]")
        .stands("b N1 3 routed, e N1 4", "VIR-R30, VIR-R73: recoils are not stopped");
    assert_eq!(way.battle.crossed, [0; 12], "VIR-R73: nor counted");
}

#[test]
fn all_hits_are_tested_where_the_unit_was_hit() {
    // Routed by the first hit, it tests the second with its formation and its wood (VIR-R83.6).
    let hit = "b plain, b plain";
    let blue = "legionaries:b N1 shieldwall, slingers:z NR";
    tests(blue, hit, "5 5 4", "b NR 3 routed", "VIR-R30, VIR-R83.6, VIR-SR15.8");
    let wood = "terrain.N1 = [\"wood\"]";
    let blue = "peltasts:b N1, slingers:z NR";
    tests_at(wood, blue, hit, "5 6 4", "b NR 2 routed", "VIR-R30: DV 4 in the wood");
}

#[test]
fn routed_units_do_nothing_until_the_turn_ends() {
    let red = "legionaries:a S1 routed, light_archers:c S1";
    let combats = table("combats", red, "warband:b S1", "");
    combats.tries(&[
        ("fight a", "VIR-3.2.1", "VIR-3.2.1: routed"),
        ("fight c", "allowed", "VIR-3.2.1 is about routed units"),
    ]);
    let formations = table("formations", red, "warband:b S1", "");
    formations.try_one("form testudo=a", "VIR-3.2.1", "VIR-R83.1: not routed");
    let mut moves = table("moves", red, "warband:b N2", "");
    moves.try_one("move a SR", "VIR-3.2.1", "VIR-3.2.1: routed");
    moves.play("done").stands("a S1 4", "VIR-3.2.2: an ordinary unit again");
    assert!(moves.log(None)[0].contains("rejoin the ranks"), "VIR-3.2.2");
}

#[test]
fn leaders_are_tested_after_the_units() {
    let one = "legionaries:b N1, *Dux N1 charismatic hits=1";
    // His MV +1 counts although he is killed a moment later.
    tests(one, "b plain", "4 5 6", "b N1 3, dux dead", "VIR-3.3.1, VIR-R33, VIR-8.5, VIR-3.3.3");
    tests(one, "b plain", "4 6 5", "b NR 3 routed, dux N1", "VIR-R65: he does not recoil");
    tests("legionaries:b N1, *Dux N1 hits=3", "", "2 6", "dux dead", "VIR-R34, VIR-3.3.2");
    tests("legionaries:b N1, *Dux N1 hits=3", "", "2 5 5", "dux N1", "VIR-3.3.2: a die a hit");
    let far = "legionaries:b N1, *Dux N2 charismatic";
    tests(far, "b plain", "4 5", "b NR 3 routed, dux N2", "VIR-8.5: only in his area");
}

#[test]
fn a_joined_leader_is_tested_before_his_unit() {
    let led = "legionaries:b N1, slingers:z NR, *Dux N1 charismatic joined=b hits=1";
    for (faces, on, facts, why) in [
        ("6 4 4 5", "b plain", "b NR 3 routed, dux dead", "VIR-SR18.5, VIR-R33: no MV +1"),
        ("5 4 5", "b plain", "b N1 3, dux N1", "VIR-SR18.5: unhurt, MV 5; VIR-R86.4: released"),
        ("6 5", "", "b NR 4 routed, dux dead", "VIR-SR18.6, VIR-R30: without hits, at once"),
        ("6 4", "", "b N1 4, dux dead", "VIR-SR18.6: at its stands it stands firm"),
        ("6 5 4 5", "b plain", "b gone", "VIR-R31: the second rout"),
        ("6 5 3", "b plain", "b NR 4 routed", "VIR-R31: one rout"),
    ] {
        tests(led, on, faces, facts, why);
    }
    for (unit, faces, facts, why) in [
        ("fanatics:b N1", "6", "b N1 4", "VIR-R86.6: Fanatics do not roll"),
        ("legionaries:b N1 stubborn stands=1", "6 2", "b NR 1 routed", "VIR-R86.6: current stands"),
        ("legionaries:b N1 elite", "6 5", "b NR 4 routed", "VIR-R86.6: no re-roll"),
        ("legionaries:b N1 levy", "6 5", "b NR 4 routed", "VIR-R86.6: a d6 for Levy too"),
    ] {
        let blue = format!("{unit}, slingers:z NR, *Dux N1 joined=b hits=1");
        tests(&blue, "", faces, facts, why);
    }
    // The other units of the area miss him too.
    let blue = "legionaries:b N1, warband:c N1, *Dux N1 charismatic joined=b hits=1";
    tests(blue, "c plain", "6 1 3 5", "b N1 4, c NR 3 routed, dux dead", "VIR-R33");
}

#[test]
fn a_side_without_units_has_lost() {
    let hit = hits("a", "b plain");
    let mut last = table("moves", "legionaries:a S1", "legionaries:b N1 stands=1", &hit);
    last.play("done [6]");
    assert_eq!(last.now(), "red VIR-R13.1", "VIR-R13.1 at T1d");
    assert_eq!(last.battle.ending.unwrap().winner, Some(Seat::Red));
}
