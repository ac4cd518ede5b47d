//! Leaders: their moves, how they are lost, and those who fight in a unit (RULES.md 3.28; VIR-R42,
//! VIR-R56, VIR-R64 to VIR-R66, VIR-R86, VIR-SR18).

use crate::table::{mirror, mirrored, table};

#[test]
fn where_leaders_go() {
    let far = "slingers:z NR";
    for (red, blue, more, action, verdict, why) in [
        ("slingers:y SR, *Rex SR", far, "", "leader rex S1", "allowed", "VIR-8.2"),
        ("slingers:y SR, *Rex N1", far, "", "leader rex S2", "allowed", "VIR-6.2.7: three steps"),
        ("slingers:y SR, *Rex N1", far, "", "leader rex N2", "VIR-6.2.7 VIR-R56", "four steps"),
        ("slingers:y SR, *Rex S1", far, "", "leader rex N2", "allowed", "VIR-6.2.7: three steps"),
        (
            "slingers:y SR, *Rex N1",
            far,
            "",
            "leader rex NR",
            "VIR-6.2.3",
            "VIR-R56: never the enemy's reserve",
        ),
        (
            "slingers:y SR, *Rex S1",
            "slingers:z S1",
            "",
            "leader rex N1",
            "allowed",
            "VIR-R56: forward past enemies",
        ),
        (
            "slingers:y SR, *Rex S1",
            far,
            "",
            "leader rex S1",
            "VIR-6.1.1",
            "from one area to another",
        ),
        ("slingers:y SR, *Rex S1 moved", far, "", "leader rex SR", "VIR-R56", "each once"),
        (
            "slingers:y SR, *Rex SR, *Dux S1",
            far,
            "",
            "leader rex S1",
            "VIR-8.10",
            "not with another",
        ),
        (
            "slingers:y SR, *Rex SR, *Dux S1",
            far,
            "",
            "leader rex N1",
            "allowed",
            "VIR-R56: through his area",
        ),
        (
            "slingers:y SR, *Rex S1, *Dux SR",
            far,
            "",
            "leader rex SR",
            "allowed",
            "VIR-8.10: except in the reserve",
        ),
        (
            "slingers:y SR, *Rex SR",
            "slingers:z NR, *Dux S1",
            "",
            "leader rex S1",
            "allowed",
            "VIR-8.10: of a side",
        ),
        (
            "slingers:y SR, *Rex S1",
            far,
            "rivers.S1-N1 = \"deep\"\ncrossed.S1-N1 = 1",
            "leader rex N1",
            "allowed",
            "VIR-R56, VIR-R73",
        ),
        ("slingers:y SR, *Rex S1 dead", far, "", "leader rex SR", "VIR-R34", "out of the game"),
        (
            "slingers:y S1, *Rex S1 joined=y",
            "slingers:z S1",
            "",
            "leader rex SR",
            "VIR-SR18.4 VIR-R56",
            "joined this turn",
        ),
    ] {
        table("moves", red, blue, more).try_one(action, verdict, why);
        let other = mirrored("moves", red, blue, more);
        other.try_one(&mirror(action), verdict, &format!("{why} (mirrored)"));
    }
    let mut once = table("moves", "slingers:y SR, *Rex SR", far, "");
    once.play("leader rex S1");
    assert_eq!(once.points(), "6 6 6 6", "VIR-8.2: at no AP");
    once.try_one("leader rex N1", "VIR-R56", "VIR-R56: each once");
    once.play("done; cards none; done; cards none");
    once.try_one("leader rex N1", "allowed", "VIR-R56: a turn");
}

#[test]
fn leaders_alone_among_enemies_are_lost() {
    let far = "slingers:z NR";
    // After a step of an enemy unit.
    let mut step =
        table("moves", "legionaries:a S1, legionaries:c S2", "slingers:z NR, *Dux N1, *Vir N2", "");
    step.play("move a N1").stands("dux dead, vir N2", "VIR-8.9, VIR-R64: at once");
    let told = step.log(None);
    let at = |part: &str| told.iter().position(|line| line.contains(part));
    assert!(at("move from") < at("is lost"), "the move comes before what it causes: {told:?}");
    assert_eq!(
        step.battle.loss(acies_core::Seat::Blue),
        10 * 12,
        "VIR-R34, VIR-R13.4: his cost is lost"
    );
    let mut with = table("moves", "legionaries:a S1", "slingers:z N1, *Dux N1", "");
    with.play("move a N1").stands("dux N1", "VIR-8.9: with a friendly unit he is safe");
    // A unit that only passes through takes him as well.
    let mut pass = table("moves", "heavy_cavalry:a SR", "slingers:z NR, *Dux S1", "");
    pass.play("move a S1 N1").stands("dux dead, a N1 4", "VIR-R64: after every step");
    // His own turn: no check, he can still get away; then at T0 of the enemy's turn.
    let alone = "slingers:y SR, *Rex S1, *Max S2";
    let mut own = table("moves", alone, "slingers:z S1, slingers:x NR", "");
    own.play("leader max N2").stands("rex S1", "VIR-R64: not in his own turn");
    own.play("done").stands("rex dead, max N2", "VIR-R64 at T0; VIR-R66: alone without harm");
    let mut away = table("moves", alone, "slingers:z S1, slingers:x NR", "");
    away.play("leader rex SR; done").stands("rex SR, max S2", "VIR-R64, VIR-R66");
    // After T1 of the enemy: their unit recoils into his area.
    let hit = crate::table::hits("a", "z plain");
    let mut recoil =
        table("moves", "legionaries:a S1, *Rex N1", "legionaries:z S1, slingers:x NR", &hit);
    recoil.play("done [4 5]").stands("z N1 3 routed, rex dead", "VIR-R64: after T1");
    // A leader holds nothing.
    let mut holds = table("moves", "legionaries:a S4, *Rex S2", far, "");
    holds.play("leader rex N2");
    assert_eq!(holds.holder("N2"), acies_core::Seat::Blue, "VIR-R66, VIR-8.1, VIR-R6");
}

#[test]
fn who_may_join_a_unit() {
    let red = "legionaries:a S1, legionaries:b S2 routed, legionaries:c S3, *Rex S1, *Dux S2, *Vir S3, *Nemo S4 dead";
    let table = table("cards", red, "warband:x S1, warband:y S2", "red.hand_size = 1");
    table.tries(&[
        ("cards join=rex:a", "allowed", "VIR-SR18.1, VIR-R86.1"),
        ("cards 1=3 join=rex:a", "allowed", "VIR-R37: with the cards"),
        ("cards join=rex:c", "VIR-SR18.1", "VIR-R86.1: in his area"),
        ("cards join=vir:c", "VIR-R86.1", "VIR-R86.1: no enemy there"),
        ("cards join=dux:b", "VIR-R86.1", "VIR-R86.1: routed"),
        ("cards join=nemo:a", "VIR-R34", "VIR-R34: dead"),
    ]);
}

#[test]
fn leaders_give_points_or_join() {
    let enemy = "warband:x S1, warband:y N4";
    for (red, plan, points, why) in [
        ("legionaries:a S1, *Rex S1", "cards none", "1 0 0 0", "VIR-8.3, VIR-R42: without a card"),
        ("legionaries:a S1, *Rex S1", "cards 1=3", "4 0 0 0", "VIR-R40: card and leader"),
        ("legionaries:a S1, *Rex S1 superior", "cards none", "2 0 0 0", "VIR-8.4"),
        (
            "legionaries:a S1, *Rex S1 superior, *Dux N1",
            "cards none",
            "3 0 0 0",
            "VIR-R42: they add up",
        ),
        (
            "legionaries:a S1, *Rex SR superior",
            "cards none",
            "0 0 0 0",
            "VIR-R42: nothing from the reserve",
        ),
        ("legionaries:a S1, *Rex S1", "cards join=rex:a", "0 0 0 0", "VIR-SR18.7"),
        (
            "legionaries:a S1, *Rex S1, *Dux N3",
            "cards 1=joker join=rex:a",
            "* 0 1 0",
            "VIR-4.3.3, VIR-SR18.7",
        ),
    ] {
        let mut table = table("cards", red, enemy, "red.hand_size = 1");
        table.play(plan);
        assert_eq!(table.points(), points, "{red}, {plan}: {why}");
    }
}

#[test]
fn two_plain_leaders_are_no_superior_one() {
    let red = "legionaries:a S1, *Rex S1, *Dux N1";
    let mut table = table("cards", red, "warband:x S1", "");
    table.play("cards none");
    assert!(table.cites("VIR-8.3") && !table.cites("VIR-8.4"), "VIR-8.4 is about superior leaders");
}

#[test]
fn a_fighting_leader_adds_dice() {
    let enemy = "veteran_auxiliaries:x S1, slingers:z NR";
    for (red, action, marks, why) in [
        (
            "legionaries:a S1, *Rex S1 joined=a, *Dux SR",
            "fight a [3 3 4 4 4]",
            "plain plain",
            "VIR-SR18.2: five dice",
        ),
        (
            "legionaries:a S1, *Rex S1 hero joined=a, *Dux SR",
            "fight a [3 3 4 4 4 4]",
            "plain plain",
            "VIR-SR18.3: six dice",
        ),
        (
            "legionaries:a S1, *Rex S1",
            "fight a [3 3 4 4]",
            "plain plain",
            "VIR-SR18.1: he has to join",
        ),
        (
            "legionaries:a S1, legionaries:b S1, *Rex S1 joined=b",
            "fight a [3 3 4 4]",
            "plain plain",
            "VIR-SR18.2: that unit",
        ),
    ] {
        let mut table = table("combats", red, enemy, "");
        table.play(action);
        assert_eq!(table.hits("x"), marks, "{red}: {why}");
    }
    let mut charge = table("charges", "heavy_cavalry:a S1, *Rex S1 joined=a, *Dux SR", enemy, "");
    charge.play("charge a x [3 4 4 4 4]");
    assert_eq!(charge.hits("x"), "charge", "VIR-R86.2: also in a charge");
}

#[test]
fn a_leader_who_joined_stays_for_a_turn() {
    // Joined, whether the unit fights or not; tested in his next T1 with it; then released.
    let red = "legionaries:a S1, *Rex S1 superior, *Dux SR";
    let mut table = table("cards", red, "warband:x S1, slingers:z NR", "");
    table.play("cards join=rex:a; form none").stands("rex S1 with a", "VIR-SR18.1");
    assert_eq!(table.points(), "0 0 0 0", "VIR-R86.3: his points are lost all the same");
    table.try_one("leader rex SR", "VIR-SR18.4", "VIR-SR18.4: the unit did not fight, VIR-R86.3");
    table.play("done").stands("rex S1 with a", "VIR-R86.4: through the enemy's turn");
    table.play("cards none; done").stands("rex S1", "VIR-R86.4: released after his T1");
}

#[test]
fn a_leader_does_not_follow_an_evading_unit() {
    let red = "javelineers:a S1, *Rex S1, *Dux SR";
    let mut table = table("cards", red, "warband:x S1, slingers:z NR", "red.hand_size = 1");
    table.play("cards 1=2 join=rex:a; done; fight a [3 3 3]");
    table.play("move a SR").stands("a SR 2, rex S1", "VIR-R86.4: released at once");
    // He joined a unit this turn, so he does not move in it, released or not.
    table.try_one("leader rex SR", "VIR-R56", "VIR-SR18.4: not in that turn");
    table.play("done").stands("rex dead", "VIR-R64");
    // The same from a position in which he has joined.
    let red = "javelineers:a S1 fought, *Rex S1 joined=a, *Dux SR";
    let mut saved = crate::table::table("moves", red, "warband:x S1, slingers:z NR", "");
    saved.play("move a SR");
    saved.try_one("leader rex SR", "VIR-R56", "VIR-SR18.4");
}
