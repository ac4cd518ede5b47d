//! Flank attacks on both sides of the table, and the victory that one of them is (RULES.md 3.21;
//! VIR-R7, VIR-R12, VIR-R49, VIR-R50).

use crate::table::{mirror, mirrored, table};

#[test]
fn who_may_attack_a_flank() {
    let wood = "terrain.S2 = [\"wood\"]";
    for (red, blue, more, action, verdict, why) in [
        // From the own side.
        ("legionaries:a S1", "warband:b S2", "", "flank a S2 fv", "allowed", "VIR-5.4.1, VIR-R49"),
        (
            "legionaries:a S3",
            "warband:b S2",
            "",
            "flank a S2 fv",
            "allowed",
            "VIR-R5: either flank",
        ),
        ("legionaries:a S1", "warband:b S3", "", "flank a S3 fv", "VIR-5.4.1 VIR-R49", "too far"),
        ("legionaries:a S1", "warband:b N2", "", "flank a N2 fv", "VIR-5.4.1", "another row"),
        ("legionaries:a S1", "warband:b N1", "", "flank a N1 fv", "VIR-5.4.1", "the front area"),
        ("legionaries:a SR", "warband:b S2", "", "flank a S2 fv", "VIR-R3", "from the reserve"),
        (
            "legionaries:a S1",
            "warband:b S2, slingers:c S1",
            "",
            "flank a S2 fv",
            "VIR-5.4.1",
            "enemies here",
        ),
        (
            "legionaries:a S1",
            "warband:b S2, *Dux S1",
            "",
            "flank a S2 fv",
            "allowed",
            "VIR-R6: a leader is none",
        ),
        (
            "legionaries:a S1",
            "warband:b S2, slingers:c N1",
            "",
            "flank a S2 fv",
            "VIR-5.4.3 VIR-R49",
            "a free front",
        ),
        (
            "legionaries:a S1",
            "warband:b S2, *Dux N1",
            "",
            "flank a S2 fv",
            "allowed",
            "VIR-R6: a leader is none",
        ),
        (
            "legionaries:a S1, warband:e N1",
            "warband:b S2, slingers:c N1",
            "",
            "flank a S2 fv",
            "allowed",
            "VIR-R7, VIR-R49: they are engaged",
        ),
        (
            "legionaries:a S1, *Rex N1",
            "warband:b S2, slingers:c N1",
            "",
            "flank a S2 fv",
            "VIR-5.4.3",
            "VIR-R6: a leader engages nobody",
        ),
        (
            "legionaries:a S1, warband:e S2",
            "warband:b S2",
            "",
            "flank a S2 fv",
            "allowed",
            "VIR-R49: friends there",
        ),
        (
            "legionaries:a S1",
            "warband:b N3",
            "",
            "flank a S2 fv",
            "VIR-R45",
            "VIR-R12: an own area is no prize",
        ),
        // From the opponent's side.
        ("legionaries:a N1", "warband:b N2", "", "flank a N2 fv", "allowed", "VIR-5.4.4"),
        (
            "legionaries:a N1",
            "warband:b N2, slingers:c S1",
            "",
            "flank a N2 fv",
            "allowed",
            "VIR-5.4.4: no such condition",
        ),
        (
            "legionaries:a N1",
            "warband:b N2, slingers:c N1",
            "",
            "flank a N2 fv",
            "VIR-5.4.1",
            "enemies here",
        ),
        // With which value.
        ("legionaries:a S1", "warband:b S2", "", "flank a S2 sv", "VIR-5.3.1", "no SV"),
        ("mounted_archers:a S1", "warband:b S2", "", "flank a S2 sv", "allowed", "VIR-5.4.5"),
        ("mounted_archers:a S1", "warband:b S2", "", "flank a S2 fv", "allowed", "VIR-5.4.5"),
        ("mounted_archers:a S1", "warband:b S2", wood, "flank a S2 sv", "VIR-R50", "a wood there"),
        (
            "mounted_archers:a S1",
            "warband:b S2",
            wood,
            "flank a S2 fv",
            "allowed",
            "VIR-R50: the FV may be used",
        ),
        (
            "mounted_archers:a S1, warband:e S2",
            "warband:b S2",
            "",
            "flank a S2 sv",
            "allowed",
            "VIR-R50: friends do not matter",
        ),
        (
            "mounted_archers:a N1",
            "warband:b N2",
            "",
            "flank a N2 sv",
            "allowed",
            "VIR-R48: it is not shooting",
        ),
        ("balistae:a S1", "warband:b S2", "", "flank a S2 sv", "allowed", "VIR-R59"),
        // Its cost.
        (
            "legionaries:a S1",
            "warband:b S2",
            "pools.2 = { card = \"6\" }",
            "flank a S2 fv",
            "VIR-R41",
            "VIR-R49: the segment it stands in pays",
        ),
        (
            "legionaries:a S1",
            "warband:b S2",
            "pools.1 = { bonus = 1 }",
            "flank a S2 fv",
            "allowed",
            "VIR-R41.1",
        ),
    ] {
        table("combats", red, blue, more).try_one(action, verdict, why);
        let other = mirrored("combats", red, blue, more);
        other.try_one(&mirror(action), verdict, &format!("{why} (mirrored)"));
    }
}

#[test]
fn a_small_table_has_three_columns() {
    let small = "columns = 3";
    let red = "legionaries:a S3, legionaries:c N3";
    let table = table("combats", red, "warband:b S2", small);
    table.tries(&[
        ("flank a S2 fv", "allowed", "VIR-1.5.4"),
        ("flank c N2 fv", "allowed", "VIR-1.5.4"),
    ]);
    assert!(table.battle.read_action(acies_core::Seat::Red, "flank a S4 fv").is_err(), "VIR-1.5.4");
}

#[test]
fn what_a_flank_attack_does() {
    let red = "mounted_archers:a S1, *Rex S1";
    let mut shot = table("combats", red, "veteran_auxiliaries:b S2, slingers:z NR", "");
    shot.play("flank a S2 sv [2 3]").stands("a S1 2", "VIR-5.4.2, VIR-R49: it stays where it is");
    assert_eq!(shot.hits("b"), "green+flank", "VIR-5.4.5, VIR-R78, VIR-R53");
    assert_eq!(shot.points(), "5 6 6 6", "VIR-R49");
    let mut charge = table(
        "combats",
        "heavy_cavalry:a S1",
        "veteran_auxiliaries:b S2",
        "terrain.S2 = [\"wood\"]",
    );
    charge.play("flank a S2 fv [1 2 2 2]");
    assert_eq!(charge.hits("b"), "flank", "VIR-R61: the wood in the target area counts");
    let mut out = table(
        "combats",
        "heavy_cavalry:a S1",
        "veteran_auxiliaries:b S2",
        "terrain.S1 = [\"wood\"]",
    );
    out.play("flank a S2 fv [3 4 4 4]");
    assert_eq!(out.hits("b"), "flank", "VIR-R61: the wood that it leaves does not");
}

#[test]
fn an_open_flank_loses_the_battle() {
    for (red, blue, more, verdict, why) in [
        ("legionaries:a N1", "warband:b N3", "", "allowed", "VIR-5.4.6, VIR-R12"),
        (
            "legionaries:a N1",
            "warband:b N3, *Dux N2",
            "",
            "allowed",
            "VIR-R12: a leader does not prevent it",
        ),
        (
            "legionaries:a N1, warband:e N2",
            "warband:b N3",
            "",
            "allowed",
            "VIR-R12: nor do friends",
        ),
        ("legionaries:a N1 routed", "warband:b N3", "", "VIR-3.2.1", "VIR-R12: not routed"),
        ("legionaries:a N1 fought", "warband:b N3", "", "VIR-R44", "VIR-R12: not activated yet"),
        (
            "legionaries:a N1",
            "warband:b N3, slingers:c N1",
            "",
            "VIR-5.4.1",
            "VIR-R12: no enemy with it",
        ),
        (
            "legionaries:a N1",
            "warband:b N3",
            "pools.1 = { bonus = 0 }",
            "VIR-R41",
            "VIR-R12: paid for",
        ),
        (
            "fanatics:a N1",
            "warband:b N3",
            "pools.1 = { bonus = 1 }",
            "VIR-R41",
            "VIR-R12, VIR-R41.4",
        ),
    ] {
        for (mut table, action, winner) in [
            (table("combats", red, blue, more), "flank a N2 fv", "red"),
            (mirrored("combats", red, blue, more), "flank a S2 fv", "blue"),
        ] {
            table.try_one(action, verdict, why);
            if verdict == "allowed" {
                table.play(action);
                assert_eq!(table.now(), format!("{winner} VIR-5.4.6"), "VIR-5.4.6: {why}");
                table.try_one("done", "VIR-1.7.1", "the battle is over");
            }
        }
    }
}
