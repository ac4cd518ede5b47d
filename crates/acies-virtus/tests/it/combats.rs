//! T3: who may fight whom, what it costs, and where hits go (RULES.md 3.17 to 3.22; VIR-R41,
//! VIR-R44 to VIR-R48, VIR-R51 to VIR-R53, VIR-R60, VIR-R77 to VIR-R81).

use acies_core::Seat;
use acies_virtus::units::Formation;

use crate::table::{mirrored, table};

/// A step, South's and North's pieces, other lines, an action and its verdict; also from the
/// other edge of the table.
#[track_caller]
fn verdicts(step: &str, cases: &[(&str, &str, &str, &str, &str, &str)]) {
    for &(red, blue, more, action, verdict, why) in cases {
        table(step, red, blue, more).try_one(action, verdict, why);
        let action = crate::table::mirror(action);
        mirrored(step, red, blue, more).try_one(&action, verdict, &format!("{why} (mirrored)"));
    }
}

#[test]
fn who_may_fight() {
    let (a, b) = ("legionaries:a S1", "warband:b S1");
    verdicts(
        "combats",
        &[
            (a, b, "", "fight a", "allowed", "VIR-5.0.3: in its own area"),
            (a, "warband:b N1", "", "fight a", "VIR-R45 VIR-5.0.3", "no enemy in its area"),
            (a, "warband:b N1, *Dux S1", "", "fight a", "VIR-R45", "VIR-R6: a leader is no troops"),
            ("legionaries:a SR", b, "", "fight a", "VIR-R3", "reserves do not fight"),
            ("legionaries:a S1 fought", b, "", "fight a", "VIR-R44", "once a turn"),
            ("legionaries:a S1 routed", b, "", "fight a", "VIR-3.2.1", "routed"),
            ("legionaries:a S1 stands=0, slingers:z SR", b, "", "fight a", "VIR-4.0.1", "gone"),
            (a, b, "pools.1 = { bonus = 1 }", "fight a", "allowed", "VIR-5.0.1: one point"),
            (
                a,
                b,
                "pools.2 = { card = \"6\" }",
                "fight a",
                "VIR-R41 VIR-R40",
                "VIR-R40: not shared",
            ),
            (a, b, "pools.1 = { card = \"joker\", spent = 90 }", "fight a", "allowed", "VIR-4.3.3"),
            ("fanatics:a S1", b, "pools.1 = { bonus = 1 }", "fight a", "VIR-R41", "VIR-R41.4: two"),
            ("fanatics:a S1", b, "pools.1 = { bonus = 2 }", "fight a", "allowed", "VIR-SR2.2"),
            (
                "legionaries:a S1 stubborn",
                b,
                "pools.1 = { bonus = 1 }",
                "fight a",
                "VIR-R41",
                "VIR-SR3.2",
            ),
        ],
    );
    let mut twice = table("combats", "legionaries:a S1, slingers:c S1", b, "");
    twice.tries(&[
        ("blue: fight b", "VIR-2.1", "VIR-2.1: not his turn"),
        ("move c SR", "VIR-2.2", "VIR-2.2: moves come last"),
        ("charge a b", "VIR-2.2", "VIR-5.2.3: charges are declared before"),
    ]);
    twice.play("fight a [4 4 4 4]");
    twice.try_one("fight a", "VIR-R44", "VIR-R44: activated once");
    assert_eq!(twice.points(), "5 6 6 6", "VIR-R41.1");
}

#[test]
fn who_may_shoot() {
    let (bows, front) = ("formed_bowmen:a S1", "warband:b N1");
    let wood = "terrain.N1 = [\"wood\"]";
    verdicts(
        "combats",
        &[
            (bows, front, "", "shoot a", "allowed", "VIR-5.3.1, VIR-R48"),
            ("legionaries:a S1", front, "", "shoot a", "VIR-5.3.1", "no SV"),
            ("balistae:a S1", front, "", "shoot a", "allowed", "VIR-R59: engines shoot"),
            (bows, "warband:b N2", "", "shoot a", "VIR-R45", "VIR-5.3.2: not diagonally"),
            (bows, "warband:b S2", "", "shoot a", "VIR-R45", "VIR-5.3.2: nor sideways"),
            (bows, "warband:b NR", "", "shoot a", "VIR-R45", "VIR-R3: reserves are not shot at"),
            (bows, "warband:b N1, javelineers:c S1", "", "shoot a", "VIR-5.3.5", "enemies here"),
            (
                bows,
                "warband:b N1, *Dux S1",
                "",
                "shoot a",
                "allowed",
                "VIR-R6: a leader is no troops",
            ),
            (bows, front, wood, "shoot a", "VIR-5.3.4", "a wood there"),
            (bows, front, "terrain.N1 = [\"dense_wood\"]", "shoot a", "VIR-5.3.4", "VIR-R22"),
            (bows, front, "terrain.S1 = [\"wood\"]", "shoot a", "allowed", "VIR-R48: a wood here"),
            (bows, front, "terrain.N1 = [\"hill\", \"rocky\"]", "shoot a", "allowed", "VIR-R48"),
            (
                "light_archers:a S1, warband:c N1",
                front,
                "",
                "shoot a",
                "VIR-5.3.3",
                "friends there",
            ),
            (
                "light_archers:a S1, *Dux N1",
                front,
                "",
                "shoot a",
                "allowed",
                "VIR-R6: a leader is no friend",
            ),
            ("formed_bowmen:a S1, warband:c N1", front, "", "shoot a", "allowed", "VIR-SR13.1"),
            (
                "formed_bowmen:a S1, warband:c N1",
                front,
                wood,
                "shoot a",
                "VIR-5.3.4",
                "VIR-R79: other conditions stay",
            ),
            (
                "formed_bowmen:a S1, warband:c N1",
                front,
                "pools.1 = { bonus = 1 }",
                "shoot a",
                "VIR-R41",
                "VIR-SR13.2, VIR-R41.8: two",
            ),
            (
                "formed_bowmen:a N1",
                "warband:b S1",
                "",
                "shoot a",
                "VIR-R48 VIR-R5",
                "not from the opponent's side",
            ),
            ("formed_bowmen:a SR", front, "", "shoot a", "VIR-R3", "VIR-R48: not from the reserve"),
            ("formed_bowmen:a S1 fought", front, "", "shoot a", "VIR-R44", "once a turn"),
            (bows, front, "", "shoot a pila", "VIR-SR11.1", "no pila"),
            (
                bows,
                front,
                "terrain.S1 = [\"hill\"]",
                "shoot a hill",
                "VIR-R60",
                "not when shooting",
            ),
        ],
    );
}

#[test]
fn nobody_shoots_in_a_closed_formation() {
    // No profile has both, so the formation is forced upon the bowmen here.
    let mut bows = table("combats", "formed_bowmen:a S1", "warband:b N1, warband:c S2", "");
    bows.battle.sides[Seat::Red].units[0].formation = Formation::Testudo;
    bows.try_one("shoot a", "VIR-SR15.5", "VIR-SR15.5, VIR-R48");
    let mut flank = table("combats", "formed_bowmen:a S1", "warband:b S2", "");
    flank.try_one("flank a S2 sv", "allowed", "VIR-5.4.5");
    flank.battle.sides[Seat::Red].units[0].formation = Formation::Shieldwall;
    flank.try_one("flank a S2 sv", "VIR-R50", "VIR-R50, VIR-SR16.1");
    flank.try_one("flank a S2 fv", "allowed", "VIR-R50: the FV may be used");
}

#[test]
fn values_dice_and_marks_of_attacks() {
    let b = "veteran_auxiliaries:b S1, slingers:z NR";
    let pikes = "phalangites:b S1, slingers:z NR";
    let hill = "terrain.S1 = [\"hill\"]";
    let wood = "terrain.S1 = [\"wood\"]";
    // Each roll has one die at the value and one above it.
    for (red, blue, more, action, marks, points, why) in [
        ("legionaries:a S1", b, "", "fight a [3 4 4 4]", "plain", "5", "VIR-5.1.1, VIR-5.1.2"),
        (
            "legionaries:a S1 stands=2",
            b,
            "",
            "fight a [3 4]",
            "plain",
            "5",
            "VIR-5.1.1: current stands",
        ),
        ("warband:a S1", b, "", "fight a [4 5 5 5]", "plain", "5", "VIR-SR1.1"),
        (
            "warband:a S1 blooded",
            b,
            "",
            "fight a [3 4 4 4]",
            "plain",
            "5",
            "VIR-R68: blooded for good",
        ),
        (
            "legionaries:a S1 testudo",
            b,
            "",
            "fight a [2 3 3 3]",
            "plain",
            "5",
            "VIR-SR15.3, VIR-R83.7",
        ),
        (
            "veteran_auxiliaries:a S1 shieldwall",
            b,
            "",
            "fight a [2 3 3 3]",
            "plain",
            "5",
            "VIR-SR16.1",
        ),
        (
            "legionaries:a S1",
            b,
            hill,
            "fight a hill [3 4 4 4 4]",
            "plain",
            "4",
            "VIR-7.1, VIR-7.3, VIR-R41.6",
        ),
        (
            "legionaries:a S1",
            b,
            hill,
            "fight a hill pila [3 4 4 4 4]",
            "purple",
            "3",
            "VIR-R41: summed",
        ),
        ("legionaries:a S1", b, wood, "fight a [1 2 2 2]", "plain", "5", "VIR-7.6"),
        ("heavy_cavalry:a S1", b, wood, "fight a [1 2 2 2]", "plain", "5", "VIR-7.4, VIR-R18.2"),
        (
            "veteran_auxiliaries:a S1",
            b,
            wood,
            "fight a [3 4 4 4]",
            "plain",
            "5",
            "VIR-R61: medium foot",
        ),
        (
            "warband:a S1",
            b,
            "terrain.S1 = [\"rocky\"]",
            "fight a [1 2 2 2]",
            "plain",
            "5",
            "VIR-SR8.1, VIR-R74",
        ),
        (
            "warband:a S1",
            b,
            "terrain.S1 = [\"marsh\"]",
            "fight a [4 5 5 5]",
            "plain",
            "5",
            "VIR-SR9.1 is about DV",
        ),
        (
            "legionaries:a S1",
            b,
            "",
            "fight a pila [3 4 4 4]",
            "purple",
            "4",
            "VIR-SR11.1, VIR-SR11.3, VIR-R41.7",
        ),
        ("falxmen:a S1", b, "", "fight a [4 5 5 5]", "blue", "5", "VIR-SR10.1, VIR-R76"),
        ("javelineers:a S1", b, "", "fight a [2 3]", "green", "5", "VIR-SR12.1, VIR-R78"),
        ("slingers:a S1", b, "", "fight a [2 3]", "green_square", "5", "VIR-SR12.2"),
        ("dromedarii:a S1", b, "", "fight a [2 3 3]", "yellow", "5", "VIR-SR17.1, VIR-R85"),
        ("elephants:a S1", b, "", "fight a [4 5]", "yellow", "5", "VIR-R87"),
        ("companions:a S1", b, "", "fight a [4 5 5 5]", "from_pikes", "5", "VIR-R82, VIR-R53"),
        (
            "legionaries:a S1",
            pikes,
            "",
            "fight a [3 1 4 4]",
            "red plain",
            "5",
            "VIR-SR14.1, VIR-R26: lowest first",
        ),
        (
            "legionaries:a S1",
            b,
            "",
            "fight a [3 1 4 4]",
            "plain plain",
            "5",
            "VIR-SR14.1: no pikemen",
        ),
    ] {
        let mut table = table("combats", red, blue, more);
        table.play(action);
        assert_eq!(table.hits("b"), marks, "{red}: {why}");
        assert_eq!(table.points(), format!("{points} 6 6 6"), "{red}: {why}");
    }
}

#[test]
fn shots_use_the_shooting_value() {
    let b = "veteran_auxiliaries:b N1, slingers:z NR";
    for (red, more, action, marks, points, why) in [
        ("formed_bowmen:a S1", "", "shoot a [2 3 3]", "green", "5", "VIR-5.3.6"),
        ("scorpions:a S1", "", "shoot a [3]", "green_square", "5", "VIR-QS.19, VIR-R78"),
        (
            "formed_bowmen:a S1",
            "terrain.N1 = [\"rocky\"]",
            "shoot a [2 3 3]",
            "green",
            "5",
            "VIR-R74: not SV",
        ),
        (
            "formed_bowmen:a S1, javelineers:c N1",
            "",
            "shoot a [2 3 3]",
            "green",
            "4",
            "VIR-R79: over light friends",
        ),
        (
            "formed_bowmen:a S1, slingers:c N1, legionaries:d N1",
            "",
            "shoot a [1 2 2]",
            "green",
            "4",
            "VIR-SR13.3: over others",
        ),
    ] {
        let mut table = table("combats", red, b, more);
        table.play(action);
        assert_eq!(table.hits("b"), marks, "{red}: {why}");
        assert_eq!(table.points(), format!("{points} 6 6 6"), "{red}: {why}");
    }
}

#[test]
fn the_hill_is_for_those_who_hold_it() {
    let hill = "terrain.S1 = [\"hill\"]";
    let far = "terrain.N1 = [\"hill\"]";
    let won = "terrain.N1 = [\"hill\"]\nconquered = [\"N1\"]";
    let lost = "terrain.S1 = [\"hill\"]\nconquered = [\"S1\"]";
    let (here, there) = ("legionaries:a S1", "legionaries:a N1");
    verdicts(
        "combats",
        &[
            (here, "warband:b S1", hill, "fight a hill", "allowed", "VIR-7.1"),
            (here, "warband:b S1", "", "fight a hill", "VIR-7.1 VIR-R60", "no hill"),
            (
                here,
                "warband:b S1",
                lost,
                "fight a hill",
                "VIR-7.2 VIR-R8",
                "conquered by the enemy",
            ),
            (there, "warband:b N1", far, "fight a hill", "VIR-7.2", "not conquered"),
            (there, "warband:b N1", won, "fight a hill", "allowed", "VIR-7.2: a conquered area"),
            (here, "warband:b S2", hill, "flank a S2 fv hill", "VIR-R60", "not in a flank attack"),
            (
                here,
                "warband:b S1",
                "terrain.S1 = [\"hill\"]\npools.1 = { bonus = 1 }",
                "fight a hill",
                "VIR-R41",
                "VIR-R41.6: two",
            ),
        ],
    );
    verdicts(
        "charges",
        &[
            (
                here,
                "warband:b S1",
                hill,
                "charge a b hill",
                "allowed",
                "VIR-R60: also when charging",
            ),
            (here, "warband:b S2", hill, "charge a b hill", "VIR-R60", "not in a flank charge"),
        ],
    );
}

#[test]
fn pila_are_a_choice() {
    let b = "warband:b S1";
    verdicts(
        "combats",
        &[
            ("legionaries:a S1", b, "", "fight a pila", "allowed", "VIR-R77"),
            ("veteran_auxiliaries:a S1", b, "", "fight a pila", "VIR-SR11.1", "no pila"),
            ("legionaries:a S1 testudo", b, "", "fight a pila", "VIR-SR11.4", "VIR-R77"),
            ("legionaries:a S1 shieldwall", b, "", "fight a pila", "VIR-SR11.4", "VIR-SR16.1"),
            (
                "legionaries:a S1",
                "warband:b S2",
                "",
                "flank a S2 fv pila",
                "allowed",
                "VIR-R77: also in the flank",
            ),
            (
                "legionaries:a S1",
                b,
                "pools.1 = { bonus = 1 }",
                "fight a pila",
                "VIR-R41",
                "VIR-R41.7: two",
            ),
        ],
    );
    verdicts(
        "charges",
        &[
            (
                "legionaries:a S1 testudo",
                b,
                "",
                "charge a b pila",
                "allowed",
                "VIR-R77: it has left its formation",
            ),
            (
                "legionaries:a S1",
                b,
                "pools.1 = { bonus = 2 }",
                "charge a b pila",
                "VIR-R41",
                "VIR-R41.5, VIR-R41.7: three",
            ),
        ],
    );
}

#[test]
fn the_owner_gives_out_hits_evenly() {
    let two = "warband:b S1, phalangites:c S1, javelineers:d S2";
    let mut table = table("combats", "legionaries:a S1, legionaries:e S1", two, "");
    table.play("fight a [1 1 2 3]");
    assert_eq!(table.now(), "blue give_out", "VIR-5.1.4: the owner chooses");
    table.tries(&[
        ("red: give a", "VIR-2.1", "VIR-5.1.4: not the attacker"),
        ("give d", "VIR-5.1.3", "VIR-5.1.3: not in that area"),
        ("give b", "allowed", "VIR-R46: a hit that is not red"),
    ]);
    table.play("give b red");
    table.tries(&[
        ("give b", "VIR-5.1.5 VIR-R46", "VIR-5.1.5: c has none yet"),
        ("give c", "allowed", "VIR-R46: he chooses which hit"),
        ("give c red", "allowed", "VIR-R46"),
    ]);
    table.play("give c red");
    table.try_one("give c red", "VIR-R46", "VIR-R46: no red hit is left");
    // The last one goes to the only unit with the lowest count.
    table.play("give c");
    assert_eq!(
        (table.hits("b"), table.hits("c")),
        ("red plain".into(), "red plain".into()),
        "VIR-R46"
    );
    assert_eq!(table.now(), "red combats");
    // Counts run on through the turn: the next hit is a choice again, the one after it is not.
    table.play("fight e [3 3 4 4]");
    assert_eq!(table.now(), "blue give_out", "VIR-R46");
    table.play("give c");
    let counts = ["b", "c"].map(|key| table.hits(key).split(' ').count());
    assert_eq!(counts, [3, 3], "VIR-5.1.5");
}

#[test]
fn hits_of_one_roll_are_tested_lowest_first() {
    let two = "warband:b S1, phalangites:c S1";
    let mut table = table("combats", "legionaries:a S1", two, "");
    table.play("fight a [1 2 3 6]; give b; give c; give b red");
    assert_eq!(table.hits("b"), "red plain", "VIR-R26: by their dice, however they were given out");
}

#[test]
fn hits_without_a_choice_go_out_by_themselves() {
    let mut alike = table("combats", "legionaries:a S1", "javelineers:b S1, javelineers:c S1", "");
    alike.play("fight a [3 3 3 4]");
    assert_eq!(
        (alike.hits("b").as_str(), alike.hits("c").as_str()),
        ("plain plain", "plain"),
        "VIR-R46"
    );
    let mut lone = table("combats", "legionaries:a S1", "phalangites:b S1, javelineers:c S2", "");
    lone.play("fight a [1 3 3 4]");
    assert_eq!(lone.hits("b"), "red plain plain", "VIR-R46: with one unit it is automatic");
    // A unit that is charged is not like the other.
    let red = "legionaries:a S1, heavy_cavalry:h S1";
    let mut charged = table("charges", red, "javelineers:b S1, javelineers:c S1", "");
    charged.play("charge h b; done; fight a [3 4 4 4]");
    assert_eq!(charged.now(), "blue give_out", "VIR-R46: not identical");
}

#[test]
fn sixes_hit_a_leader_where_they_fall() {
    let b = "warband:b S1";
    for (red, blue, action, facts, why) in [
        (
            "legionaries:a S1",
            "warband:b S1, *Dux S1",
            "fight a [6 6 3 4]",
            "dux S1 hits 2",
            "VIR-5.5.1, VIR-R52",
        ),
        (
            "legionaries:a S1",
            "warband:b S1, *Dux S2",
            "fight a [6 6 3 4]",
            "dux S2",
            "VIR-5.5.1: only there",
        ),
        (
            "formed_bowmen:a S2",
            "warband:b N2, *Dux N2",
            "shoot a [6 4 4]",
            "dux N2 hits 1",
            "VIR-R52: shooting",
        ),
        (
            "legionaries:a S2",
            "warband:b S1, *Dux S1",
            "flank a S1 fv [6 4 4 4]",
            "dux S1 hits 1",
            "VIR-R52: flank",
        ),
        (
            "legionaries:a S1",
            "warband:b S1, *Dux S1 joined=b",
            "fight a [4 4 4 6]",
            "dux S1 with b hits 1",
            "VIR-R86.5",
        ),
    ] {
        let mut table = table("combats", red, blue, "");
        table.play(action).stands(facts, why);
    }
    let mut charge = table("charges", "heavy_cavalry:a S1", "warband:b S1, *Dux S1", "");
    charge.play("charge a b [6 6 4 4]").stands("dux S1 hits 2", "VIR-R47.7");
    let mut nobody = table("combats", "legionaries:a S1", b, "");
    nobody.play("fight a [6 6 6 6]").stands("brennus NR", "VIR-5.5.1");
}

#[test]
fn who_may_charge() {
    let b = "warband:b S1";
    verdicts(
        "charges",
        &[
            ("legionaries:a S1", b, "", "charge a b", "allowed", "VIR-R47.1"),
            (
                "legionaries:a S1",
                b,
                "pools.1 = { bonus = 1 }",
                "charge a b",
                "VIR-R41",
                "VIR-5.2.5, VIR-R41.5: two",
            ),
            (
                "heavy_cavalry:a S1",
                b,
                "pools.1 = { bonus = 1 }",
                "charge a b",
                "allowed",
                "VIR-5.2.6",
            ),
            ("scorpions:a S1", b, "", "charge a b", "VIR-R47.3 VIR-R18.5", "artillery"),
            ("legionaries:a SR", b, "", "charge a b", "VIR-R3", "from the reserve"),
            (
                "legionaries:a S1",
                "warband:b N1",
                "",
                "charge a b",
                "VIR-R47.2",
                "not at the front area",
            ),
            ("legionaries:a S1", "warband:b S3", "", "charge a b", "VIR-R47.2", "too far"),
            (
                "legionaries:a S1",
                "warband:b S1 stands=0, slingers:z NR",
                "",
                "charge a b",
                "VIR-5.2.2",
                "gone",
            ),
            (
                "legionaries:a S1",
                "warband:b S2",
                "",
                "charge a b",
                "allowed",
                "VIR-R47.2: a flank charge",
            ),
            (
                "legionaries:a S1",
                "warband:b S2, slingers:c N1",
                "",
                "charge a b",
                "VIR-5.4.3",
                "VIR-R47.2, VIR-R49",
            ),
            (
                "legionaries:a S1",
                "warband:b S2, slingers:c S1",
                "",
                "charge a b",
                "VIR-5.4.1",
                "VIR-R47.2: enemies here",
            ),
            ("legionaries:a S1 routed", b, "", "charge a b", "VIR-3.2.1", "routed"),
        ],
    );
}

#[test]
fn charges_are_declared_first_and_rolled_last() {
    let red = "heavy_cavalry:a S1, legionaries:e S1, legionaries:f S2";
    let mut table = table("charges", red, "warband:b S1, phalangites:c S1, slingers:d S2", "");
    table.play("charge a b");
    table.tries(&[
        ("charge a c", "VIR-R47.6", "VIR-R47.6: it does nothing else"),
        ("charge e b", "allowed", "VIR-R47.5: the same target"),
        ("fight e", "VIR-2.2", "VIR-5.2.3, VIR-R45: first all charges"),
    ]);
    assert_eq!(table.points(), "5 6 6 6", "VIR-R47.1: paid at the declaration");
    table.play("done");
    let name = |seat, unit| table.battle.troop(seat, unit).name.clone();
    let (a, b, e) = (name(Seat::Red, 0), name(Seat::Blue, 0), name(Seat::Red, 1));
    let fights = format!("red: {e} fight in S1: 4 d6, on 3 or less [VIR-5.1.1]");
    assert_eq!(table.asks("fight e []"), fights, "VIR-5.1.2");
    let charges = format!("red: {a} charge {b}: 4 d6, on 3 or less [VIR-5.1.1]");
    assert_eq!(table.asks("done []"), charges, "VIR-5.2.1");
    table.tries(&[
        ("fight a", "VIR-R47.6", "VIR-R47.6: before it is resolved"),
        ("charge e b", "VIR-2.2", "VIR-5.2.3"),
    ]);
    table.play("fight e [3 4 4 4]; give b");
    assert_eq!(table.hits("b"), "plain", "VIR-5.2.4: ordinary combats first");
    table.play("done [3 3 4 4]");
    assert_eq!(
        table.hits("b"),
        "plain charge charge",
        "VIR-5.2.2, VIR-5.2.4, VIR-5.2.1, VIR-R47.4"
    );
    assert_eq!(table.hits("c"), "", "VIR-5.2.2: all on the target");
    assert_eq!(table.battle.units(Seat::Blue)[0].given, 1, "VIR-R47.4: not counted for VIR-R46");
    table.try_one("move a SR", "VIR-6.0.1 VIR-5.0.2", "VIR-5.0.2: it fought");
}

#[test]
fn the_attacker_orders_his_charges() {
    let red = "heavy_cavalry:a S1, medium_cavalry:e S2, legionaries:f S1";
    let blue = "warband:b S1, warband:c S2, slingers:z NR";
    let mut table = table("charges", red, blue, "");
    table.play("charge a b; charge e c; done; done");
    assert_eq!(table.now(), "red resolve", "VIR-R47.5");
    table.tries(&[
        ("resolve f", "VIR-R47.1", "VIR-R47.1: not declared"),
        ("done", "VIR-2.2", "VIR-R47.6: it cannot be called off"),
    ]);
    table.play("resolve e [1 1 1 6 6 6 6]");
    assert_eq!(
        (table.hits("b").as_str(), table.hits("c").as_str()),
        ("", "charge charge charge"),
        "VIR-R47.5"
    );
}

#[test]
fn a_flank_charge_is_marked() {
    let mut table = table("charges", "legionaries:a S1", "warband:b S2, slingers:c S2", "");
    table.play("charge a b pila [3 4 4 4]");
    assert_eq!(table.hits("b"), "purple+charge+flank", "VIR-R47.2, VIR-R77, VIR-R53");
    assert_eq!(table.points(), "3 6 6 6", "VIR-R49: the segment it stands in pays");
    table.stands("a S1 4", "VIR-R49: it stays");
}

#[test]
fn throwing_weapons_are_not_thrown_in_a_charge() {
    for (red, faces, marks, why) in [
        ("javelineers:a S1", "2 3", "charge", "VIR-SR12.6"),
        ("falxmen:a S1", "4 5 5 5", "blue+charge", "VIR-R76"),
        ("dromedarii:a S1", "2 3 3", "yellow+charge", "VIR-R85: charging or not"),
        ("warband:a S1", "4 5 5 5", "charge", "VIR-SR1.1: also when charging"),
    ] {
        let mut table = table("charges", red, "veteran_auxiliaries:b S1", "");
        table.play(&format!("charge a b [{faces}]"));
        assert_eq!(table.hits("b"), marks, "{red}: {why}");
    }
}

#[test]
fn charges_break_formations() {
    // Its own, when it is declared: so it has its whole FV and may throw pila.
    let mut own = table("charges", "legionaries:a S1 testudo, slingers:e S1", "warband:b S1", "");
    own.play("charge a b").stands("a S1 4", "VIR-SR15.7, VIR-R83.3");
    own.play("done; done [3 4 4 4]");
    assert_eq!(own.hits("b"), "charge", "VIR-R51: no -1 when charging");
    // The target's, when it is rolled, hit or not; hits taken before lose the bonus too.
    let red = "heavy_cavalry:a S1, legionaries:e S1, slingers:f S1";
    let blue = "veteran_auxiliaries:b S1 shieldwall, slingers:z NR";
    let mut target = table("charges", red, blue, "");
    target.play("charge a b; done; fight e [3 4 4 4]");
    target.stands("b S1 4 shieldwall", "VIR-R83.4: not before it is rolled");
    target.play("done [4 4 4 4]").stands("b S1 4", "VIR-SR15.6, VIR-R83.4: broken without a hit");
    // DV 3 without the wall: a 4 costs a stand.
    target.play("done [4 1]").stands("b S1 3", "VIR-R83.5");
}

#[test]
fn mounted_units_test_before_pikes() {
    let pikes = "phalangites:b S1, slingers:z NR";
    for (red, blue, faces, facts, marks, why) in [
        (
            "heavy_cavalry:a S1",
            pikes,
            "3 3 4 4 4",
            "a S1 4",
            "charge",
            "VIR-SR14.6, VIR-R81: holds",
        ),
        (
            "heavy_cavalry:a S1",
            pikes,
            "4 3 4 4",
            "a S1 3",
            "charge",
            "VIR-R81: fights with what is left",
        ),
        (
            "companions:a S1",
            pikes,
            "4 4 5 5",
            "a S1 3",
            "charge+from_pikes",
            "VIR-R82: Kontos tests too",
        ),
        (
            "dromedarii:a S1",
            pikes,
            "4 2 3 3",
            "a S1 3",
            "yellow+charge",
            "VIR-SR17.3: 4 for camels",
        ),
        (
            "heavy_cavalry:a S1 stands=1, slingers:e SR",
            pikes,
            "4",
            "a gone",
            "",
            "VIR-R81: no attack",
        ),
        ("legionaries:a S1", pikes, "3 4 4 4", "a S1 4", "charge", "VIR-R81: mounted only"),
        (
            "heavy_cavalry:a S1",
            "warband:b S1, phalangites:c S1",
            "3 4 4 4",
            "a S1 4",
            "charge",
            "VIR-R81: the target counts",
        ),
        (
            "heavy_cavalry:a S2",
            pikes,
            "3 4 4 4",
            "a S2 4",
            "charge+flank",
            "VIR-R81: not in the flank",
        ),
    ] {
        let mut table = table("charges", red, blue, "");
        table.play(&format!("charge a b [{faces}]")).stands(facts, why);
        assert_eq!(table.hits("b"), marks, "{red}: {why}");
    }
    let wall = "hoplites:b S1 shieldwall, slingers:z NR";
    let mut gone = table("charges", "heavy_cavalry:a S1 stands=1, slingers:e S1", wall, "");
    gone.play("charge a b; done; done [4]")
        .stands("a gone, b S1 3 shieldwall", "VIR-R81: the formation stands");
}

#[test]
fn weapons_tell_in_the_test() {
    // Whole chains: the attack, then the test of its hit.
    for (red, action, blue, test, facts, why) in [
        (
            "dromedarii:a S1",
            "fight a [2 3 3]",
            "cataphracts:b S1",
            "2 1",
            "b S1 3",
            "VIR-SR17.1, VIR-SR17.2",
        ),
        (
            "elephants:a S1",
            "fight a [4 5]",
            "light_chariots:b S1",
            "2 1",
            "b S1 1",
            "VIR-R87, VIR-R18.3",
        ),
        (
            "falxmen:a S1",
            "fight a [4 5 5 5]",
            "legionaries:b S1",
            "3 1",
            "b S1 3",
            "VIR-SR10.1, VIR-SR10.2",
        ),
        (
            "legionaries:a S1",
            "fight a pila [3 4 4 4]",
            "legionaries:b S1",
            "3 1",
            "b S1 3",
            "VIR-SR11.1, VIR-SR11.2",
        ),
        (
            "legionaries:a S1",
            "fight a [1 4 4 4]",
            "phalangites:b S1",
            "3 1",
            "b S1 3",
            "VIR-SR14.1, VIR-SR14.3",
        ),
        ("legionaries:a S1", "fight a [2 4 4 4]", "phalangites:b S1", "3", "b S1 4", "VIR-SR14.2"),
        ("hoplites:a S1", "fight a [2 4 4]", "phalangites:b S1", "3 1", "b S1 3", "VIR-SR14.5"),
        (
            "legionaries:a S2",
            "flank a S1 fv [2 4 4 4]",
            "phalangites:b S1",
            "3 1",
            "b S1 3",
            "VIR-SR14.4",
        ),
        (
            "thracians:a S1",
            "fight a [2 4 4]",
            "guard_phalangites:b S1",
            "3 1",
            "b S1 3",
            "VIR-SR14.8",
        ),
        ("slingers:a S1", "fight a [2 3]", "phalangites:b S1", "3 1", "b S1 3", "VIR-SR14.9"),
    ] {
        let mut table = table("combats", red, &format!("{blue}, slingers:z NR"), "");
        table.play(&format!("{action}; done [{test}]")).stands(facts, why);
    }
}
