//! How battles end (RULES.md 3.7; VIR-R11, VIR-R13).

use acies_core::Seat;

use crate::table::{mirrored, table};

/// South's and North's pieces at the end of South's turn, and what comes of it.
#[test]
fn two_conquered_areas_win() {
    for (red, blue, outcome, why) in [
        ("slingers:a N1, slingers:c N2", "slingers:b N3", "VIR-1.7.1", "VIR-R11"),
        ("slingers:a N1, slingers:c N4", "slingers:b N3", "VIR-1.7.1", "VIR-R11: adjacent or not"),
        ("slingers:a N1, slingers:c N2", "slingers:b N2", "", "VIR-R11: no enemy troops in them"),
        (
            "slingers:a N1, slingers:c N2",
            "slingers:b NR, *Dux N2",
            "VIR-1.7.1",
            "VIR-R6: a leader contests nothing",
        ),
        (
            "slingers:a N1, slingers:c S2, *Dux N2",
            "slingers:b NR",
            "",
            "VIR-R6: nor does he conquer",
        ),
        ("slingers:a N1, slingers:c N1", "slingers:b NR", "", "VIR-R11: two areas"),
        ("slingers:a N1, slingers:c S2", "slingers:b NR", "", "VIR-R11: two of the opponent's"),
    ] {
        for (mut table, winner) in
            [(table("moves", red, blue, ""), "red"), (mirrored("moves", red, blue, ""), "blue")]
        {
            table.play("done");
            let won = table.now();
            if outcome.is_empty() {
                assert!(won.ends_with("cards"), "{why}: {won}");
            } else {
                assert_eq!(won, format!("{winner} {outcome}"), "{why}");
            }
        }
    }
}

#[test]
fn conquest_is_judged_at_the_end_of_every_turn() {
    let mut late = table("moves", "slingers:a S1, slingers:c N2", "slingers:b NR", "");
    late.play("move a N1");
    assert_eq!(late.now(), "red moves", "VIR-R11: not before the turn ends");
    late.play("done");
    assert_eq!(late.now(), "red VIR-1.7.1", "VIR-R11");
    // The other player's, too; but the active player is first.
    let mut theirs = table("moves", "slingers:a SR", "slingers:b S1, slingers:c S2", "");
    theirs.play("done");
    assert_eq!(theirs.now(), "blue VIR-1.7.1", "VIR-R11: then for the other");
    let both = ("slingers:a N1, slingers:d N2", "slingers:b S1, slingers:c S2");
    for (mut table, winner) in [
        (table("moves", both.0, both.1, ""), "red"),
        (mirrored("moves", both.0, both.1, ""), "blue"),
    ] {
        table.play("done");
        assert_eq!(table.now(), format!("{winner} VIR-1.7.1"), "VIR-R11: first the active player");
    }
    // Who re-enters in time has not lost: emptied by his own tests, he has the rest of his turn.
    let mut back =
        table("moves", "slingers:a SR, slingers:d SR", "slingers:b S1, slingers:c S2", "");
    back.play("move a S1; done");
    assert_eq!(back.now(), "blue cards", "VIR-R11");
}

#[test]
fn a_player_without_units_loses() {
    let mut forced = table("moves", "slingers:a S1 stands=1", "slingers:b NR", "");
    forced.play("move a SR S2 [6]");
    assert_eq!(forced.now(), "red moves", "VIR-R13.1: not before T5d");
    forced.play("done");
    assert_eq!(forced.now(), "blue VIR-R13.1", "VIR-R13.1 at T5d");
}

#[test]
fn if_both_are_without_units_nobody_wins() {
    let mut table = table("moves", "slingers:a S1", "slingers:b N1", "");
    assert_eq!(table.battle.annihilation(), None);
    Seat::BOTH.into_iter().for_each(|seat| table.battle.remove(seat, 0));
    let ending = table.battle.annihilation().expect("nobody is left");
    assert_eq!(ending.winner, None, "VIR-R13.1: both at once is a draw");
}

#[test]
fn players_may_resign_when_they_decide() {
    let mut own = table("moves", "slingers:a S1", "slingers:b N1", "");
    own.try_one("blue: resign", "VIR-2.1", "VIR-R13.2: at his decisions");
    own.play("resign");
    assert_eq!(own.now(), "blue VIR-R13.2", "VIR-R13.2");
    let mut reaction = table("combats", "legionaries:a S1", "warband:b S1, slingers:c S1", "");
    reaction.play("fight a [3 4 4 4]; resign");
    assert_eq!(reaction.now(), "red VIR-R13.2", "VIR-R13.2: also when he gives out hits");
}

#[test]
fn the_turn_limit_ends_the_battle() {
    // Legionaries cost 11, warband 10, javelineers 7, a plain leader 10.
    let limit = "turn_limit = 3\nturn = 3\nfirst = \"blue\"";
    for (red, blue, outcome, why) in [
        (
            "legionaries:a N1",
            "legionaries:b NR",
            "red VIR-R13.4",
            "VIR-R13.4: more conquered areas",
        ),
        (
            "legionaries:a N1 stands=1",
            "legionaries:b NR",
            "red VIR-R13.4",
            "VIR-R13.4: areas before losses",
        ),
        (
            "legionaries:a N1",
            "legionaries:b N1",
            "nobody VIR-R13.4",
            "VIR-R13.4: contested is not conquered",
        ),
        (
            "legionaries:a S1 stands=3",
            "legionaries:b N1",
            "blue VIR-R13.4",
            "VIR-R13.4: the smaller loss",
        ),
        ("legionaries:a S1 stands=3", "legionaries:b N1 stands=2", "red VIR-R13.4", "VIR-R13.4"),
        // 11/4 against 10/4, and 7/2 against 10/4.
        (
            "legionaries:a S1 stands=3",
            "warband:b N1 stands=3",
            "blue VIR-R13.4",
            "VIR-R13.4: exact fractions",
        ),
        (
            "warband:a S1 stands=3",
            "javelineers:b N2 stands=1",
            "red VIR-R13.4",
            "VIR-R13.4: 2.5 against 3.5",
        ),
        // Elite legionaries cost 17: 17/4 against 2 of 4 of a levy's 6.
        (
            "legionaries:a S1 stands=3 elite",
            "legionaries:b N1 stands=2 levy",
            "blue VIR-R13.4",
            "VIR-R13.4, VIR-SR4.3, VIR-SR5.2",
        ),
        (
            "legionaries:a S1 stands=1, *Rex S1",
            "legionaries:b N1, *Dux N1 dead",
            "red VIR-R13.4",
            "VIR-R13.4: 8.25 against a leader's 10",
        ),
        ("legionaries:a S1", "warband:b N1", "nobody VIR-R13.4", "VIR-R13.4: a draw"),
        (
            "slingers:y SR, legionaries:a S1 stands=0",
            "slingers:z NR, legionaries:b N1 stands=0",
            "nobody VIR-R13.4",
            "VIR-R13.4: equal losses",
        ),
    ] {
        let mut table = table("moves", red, blue, limit);
        table.play("done");
        assert_eq!(table.now(), outcome, "{red} against {blue}: {why}");
    }
    let mut first = table(
        "moves",
        "slingers:a S1",
        "slingers:b N1",
        "turn_limit = 3\nturn = 3\nfirst = \"red\"",
    );
    first.play("done");
    assert_eq!(first.now(), "blue cards", "VIR-R13.3: both have that number of turns");
    first.play("cards none; done");
    assert_eq!(first.now(), "nobody VIR-R13.4", "VIR-R13.3");
    let mut before = table(
        "moves",
        "slingers:a S1",
        "slingers:b N1",
        "turn_limit = 3\nturn = 2\nfirst = \"blue\"",
    );
    before.play("done");
    assert_eq!(before.now(), "blue cards", "VIR-R13.3: not before the limit");
    assert_eq!(before.battle.turn, 3, "VIR-2.1: players take turns alternately");
}
