//! T4: moves of units, forced marches, dense woods, rivers and evaders, and rallying at the end of
//! a turn (RULES.md 3.16, 3.23 to 3.26, 3.29, 3.30; VIR-R43, VIR-R54 to VIR-R59, VIR-R67, VIR-R72,
//! VIR-R73).

use acies_core::{Game, Seat, Telling};

use crate::table::{mirror, mirrored, table};

/// South's and North's pieces, other lines, a move and its verdict; also from the other edge.
#[track_caller]
fn verdicts(cases: &[(&str, &str, &str, &str, &str, &str)]) {
    for &(red, blue, more, action, verdict, why) in cases {
        table("moves", red, blue, more).try_one(action, verdict, why);
        let other = mirrored("moves", red, blue, more);
        other.try_one(&mirror(action), verdict, &format!("{why} (mirrored)"));
    }
}

#[test]
fn steps_follow_the_links() {
    let far = "slingers:z NR";
    verdicts(&[
        ("legionaries:a SR", far, "", "move a S2", "allowed", "VIR-6.2.T: SR to S"),
        (
            "legionaries:a SR",
            "slingers:z S2",
            "",
            "move a S2",
            "allowed",
            "VIR-6.2.T: even with enemies there",
        ),
        ("legionaries:a S2", far, "", "move a SR", "allowed", "VIR-6.2.T: S to SR"),
        (
            "legionaries:a S2",
            "slingers:z S2",
            "",
            "move a SR",
            "allowed",
            "VIR-R55: to the rear in spite of enemies",
        ),
        ("legionaries:a S2", far, "", "move a N2", "allowed", "VIR-6.2.T: S to N"),
        (
            "legionaries:a S2",
            "slingers:z N2",
            "",
            "move a N2",
            "allowed",
            "VIR-R55: enemies there never prevent it",
        ),
        (
            "legionaries:a S2",
            "slingers:z S2",
            "",
            "move a N2",
            "VIR-6.2.4 VIR-R55",
            "enemies here do",
        ),
        (
            "legionaries:a S2",
            "slingers:z NR, *Dux S2",
            "",
            "move a N2",
            "allowed",
            "VIR-R6: a leader does not",
        ),
        ("legionaries:a N2", "slingers:z N2", "", "move a S2", "allowed", "VIR-6.2.T: N to S"),
        (
            "legionaries:a N2",
            "slingers:z N2, slingers:y S2",
            "",
            "move a S2",
            "allowed",
            "VIR-6.2.T: enemies in either",
        ),
        ("legionaries:a S2", far, "", "move a S3", "VIR-6.2.1 VIR-6.2.T", "sideways"),
        ("legionaries:a N2", far, "", "move a N1", "VIR-6.2.1", "sideways"),
        ("legionaries:a S2", far, "", "move a N3", "VIR-6.2.2 VIR-6.2.T", "diagonally"),
        ("legionaries:a N2", far, "", "move a S1", "VIR-6.2.2", "diagonally"),
        ("legionaries:a N2", far, "", "move a NR", "VIR-6.2.3 VIR-R3", "the enemy's reserve"),
        ("legionaries:a SR", far, "", "move a N2", "VIR-R2 VIR-6.2.T", "no link"),
    ]);
}

#[test]
fn how_far_units_go() {
    let far = "slingers:z NR";
    verdicts(&[
        (
            "legionaries:a S1",
            far,
            "",
            "move a SR S2",
            "allowed",
            "VIR-10.1: by forced march; VIR-4.4.2",
        ),
        (
            "legionaries:a S1",
            far,
            "",
            "move a SR S2 N2",
            "VIR-6.2.5 VIR-10.1",
            "three steps on foot",
        ),
        ("heavy_cavalry:a S1", far, "", "move a SR S2", "allowed", "VIR-6.2.6: two moves"),
        (
            "heavy_cavalry:a S1",
            far,
            "",
            "move a SR S2 N2",
            "allowed",
            "VIR-10.1: three by forced march",
        ),
        (
            "heavy_cavalry:a SR",
            "slingers:z S1",
            "",
            "move a S1 N1",
            "VIR-6.2.4",
            "VIR-R55: judged at each step",
        ),
        (
            "heavy_cavalry:a N1",
            "slingers:z S1",
            "",
            "move a S1 SR",
            "allowed",
            "VIR-R55: to the rear all the way",
        ),
        ("scorpions:a S1", far, "", "move a SR", "allowed", "VIR-QS.19: engines with Mvt 1"),
        (
            "scorpions:a S1",
            far,
            "",
            "move a SR S2",
            "VIR-10.2 VIR-R57",
            "engines do not force the march",
        ),
        ("balistae:a S1", far, "", "move a SR", "VIR-R59", "Mvt 0"),
        (
            "legionaries:a S1 testudo",
            far,
            "",
            "move a N1",
            "allowed",
            "VIR-R84: ordinary moves in testudo",
        ),
        (
            "legionaries:a S1 testudo",
            far,
            "",
            "move a SR S2",
            "VIR-SR15.4 VIR-R57",
            "no forced march",
        ),
        ("legionaries:a S1 shieldwall", far, "", "move a SR", "VIR-SR16.2 VIR-R84", "no move"),
        ("heavy_cavalry:a S1", far, "", "move a SR S1", "VIR-R54", "it ends where it began"),
        (
            "heavy_cavalry:a SR",
            far,
            "",
            "move a S1 SR S2",
            "allowed",
            "VIR-R54: through the reserve",
        ),
        ("legionaries:a S1 moved", far, "", "move a SR", "VIR-R54", "no second move"),
        ("legionaries:a S1 fought", far, "", "move a SR", "VIR-6.0.1 VIR-5.0.2", "it fought"),
        ("legionaries:a S1 routed", far, "", "move a SR", "VIR-3.2.1", "routed"),
    ]);
    let long = table("moves", "heavy_cavalry:a S1", far, "").battle;
    let misread = long.read_action(Seat::Red, "move a SR S2 SR S3").unwrap_err();
    assert!(misread.what.contains("VIR-R54"), "{misread}");
}

#[test]
fn who_pays_for_a_move() {
    for (red, action, points, why) in [
        ("legionaries:a S1", "move a N1", "5 6 6 6", "VIR-R41.2, VIR-R43"),
        ("legionaries:a SR", "move a S3", "6 6 5 6", "VIR-4.4.1: where its move ends"),
        ("heavy_cavalry:a SR", "move a S1 SR S4 [3]", "6 6 6 5", "VIR-R43: where its move ends"),
        ("heavy_cavalry:a S1", "move a SR S3", "5 6 6 6", "VIR-4.4.2: where its move begins"),
        ("legionaries:a S2", "move a SR", "6 5 6 6", "VIR-R43: into the reserve"),
        ("heavy_cavalry:a S1", "move a SR S3 N3 [3]", "5 6 6 6", "VIR-R41.2: also a forced march"),
        ("phalangites:a S1", "move a SR S3 [3]", "4 6 6 6", "VIR-SR14.7, VIR-R41.9"),
        ("fanatics:a S1", "move a N1", "4 6 6 6", "VIR-R70, VIR-R41.4"),
        ("legionaries:a S1 stubborn", "move a N1", "4 6 6 6", "VIR-R70"),
        ("javelineers:a S1 fought", "move a SR", "6 6 6 6", "VIR-R41.3: an evader after its fight"),
        ("fanatics:a S1, *Rex S2", "leader rex N2", "6 6 6 6", "VIR-8.2: leaders are free"),
    ] {
        let mut table = table("moves", red, "slingers:z NR", "");
        table.play(action);
        assert_eq!(table.points(), points, "{red}, {action}: {why}");
    }
    let none = "pools.2 = { card = \"1\" }";
    let far = "slingers:z NR";
    verdicts(&[
        (
            "legionaries:a S1",
            far,
            none,
            "move a SR",
            "VIR-R41 VIR-R40",
            "VIR-4.0.1: it must be paid for",
        ),
        ("legionaries:a SR", far, none, "move a S1", "VIR-R41", "VIR-4.4.1: segment 1 has nothing"),
        ("legionaries:a SR", far, none, "move a S2", "allowed", "VIR-4.4.1"),
        (
            "heavy_cavalry:a S1",
            far,
            none,
            "move a SR S2",
            "VIR-R41",
            "VIR-4.4.2: segment 1 has nothing",
        ),
        ("heavy_cavalry:a S2", far, none, "move a SR S1", "allowed", "VIR-4.4.2"),
    ]);
}

#[test]
fn evaders_move_after_they_fought() {
    let none = "pools.1 = { bonus = 0 }";
    let b = "warband:b S1";
    verdicts(&[
        (
            "javelineers:a S1 fought",
            b,
            none,
            "move a SR",
            "allowed",
            "VIR-6.3.1, VIR-R58: light foot, free",
        ),
        (
            "light_horsemen:a S1 fought",
            b,
            none,
            "move a SR S2",
            "allowed",
            "VIR-6.3.1: light horse",
        ),
        (
            "light_chariots:a S1 fought",
            b,
            none,
            "move a SR",
            "allowed",
            "VIR-6.3.1: light chariots",
        ),
        ("dromedarii:a S1 fought", b, none, "move a SR", "allowed", "VIR-R18.6: light camels"),
        (
            "javelineers:a S1 fought",
            b,
            none,
            "move a SR S2",
            "allowed",
            "VIR-R58: also a forced march",
        ),
        ("heavy_cavalry:a S1 fought", b, "", "move a SR", "VIR-6.0.1", "VIR-5.0.2: not the others"),
        ("javelineers:a S1", b, none, "move a SR", "VIR-R41", "VIR-R41.3 is for those who fought"),
        ("javelineers:a S1 fought moved", b, "", "move a SR", "VIR-R54", "VIR-R44: one move"),
    ]);
    let mut table = table("combats", "javelineers:a S1", "warband:b S1", "pools.1 = { bonus = 1 }");
    table.play("fight a [2 3]");
    assert_eq!(table.points(), "0 0 0 0");
    table.play("move a SR").stands("a SR 2", "VIR-6.3.1, VIR-R58");
    table.try_one("fight a", "VIR-2.2", "VIR-6.3.2: they cannot move and then fight");
}

#[test]
fn forced_marches_cost_cohesion() {
    for (red, action, facts, why) in [
        ("legionaries:a S1", "move a SR S2 [3]", "a S2 4", "VIR-10.3: heavy 3"),
        ("legionaries:a S1", "move a SR S2 [4]", "a S2 3", "VIR-10.5: it moves all the same"),
        ("warband:a S1", "move a SR S2 [4]", "a S2 4", "VIR-10.T: medium 4"),
        ("javelineers:a S1", "move a SR S2 [5]", "a S2 2", "VIR-10.T: light 5"),
        ("javelineers:a S1", "move a SR S2 [6]", "a S2 1", "VIR-10.3"),
        (
            "legionaries:a S1 stands=1, slingers:c SR",
            "move a SR S2 [4]",
            "a gone",
            "VIR-R57: before the step",
        ),
        ("dromedary_cataphracts:a S1", "move a SR S2 N2 [4]", "a N2 3", "VIR-SR17.3: camels 4"),
    ] {
        let mut table = table("moves", red, "slingers:z NR", "");
        table.play(action).stands(facts, why);
        table.stands("z NR 2", why);
    }
    // The log tells only the steps that were made before the last stand was lost.
    let mut lost = table("moves", "legionaries:a S1 stands=1, slingers:b S3", "slingers:z NR", "");
    lost.play("move a SR S2 [6]");
    let told: Vec<_> =
        lost.events.iter().filter_map(|event| lost.battle.tell(event, None)).collect();
    let lines: Vec<_> = told.iter().map(|entry| entry.line.as_str()).collect();
    assert_eq!(
        lines,
        [
            "A lose their last stand and are gone on a forced march: [6], 3 or less",
            "A move from S1 to SR, by forced march, 1 AP",
        ],
        "VIR-R57"
    );
    // VIR-R57, VIR-R68: the stand lost makes an impetuous unit blooded; no rout follows.
    let mut eager = table("moves", "warband:a S1", "slingers:z NR", "");
    eager.play("move a SR S2 [5]").stands("a S2 3", "VIR-R57: no rout");
    assert!(eager.battle.units(Seat::Red)[0].is(acies_virtus::units::Flags::BLOODED), "VIR-R68");
}

#[test]
fn a_dense_wood_ends_a_move() {
    let dense = "terrain.S1 = [\"dense_wood\"]";
    let far = "slingers:z NR";
    verdicts(&[
        ("heavy_cavalry:a SR", far, dense, "move a S1", "allowed", "VIR-R72: it may enter"),
        ("heavy_cavalry:a SR", far, dense, "move a S1 N1", "VIR-SR6.1 VIR-R72", "not through"),
        ("heavy_cavalry:a N1", far, dense, "move a S1 SR", "VIR-SR6.1", "nor back"),
        (
            "heavy_cavalry:a S1",
            far,
            dense,
            "move a SR S2",
            "allowed",
            "VIR-R72: it may leave later",
        ),
        (
            "heavy_cavalry:a SR",
            far,
            "terrain.S1 = [\"wood\"]",
            "move a S1 N1",
            "allowed",
            "VIR-SR6.1: an open wood",
        ),
        (
            "legionaries:a S1, *Rex SR",
            far,
            dense,
            "leader rex N1",
            "allowed",
            "VIR-R56: leaders are not hindered",
        ),
    ]);
}

#[test]
fn rivers_let_some_units_pass() {
    let far = "slingers:z NR";
    let river = |class: &str, crossed: u8| {
        format!(
            "rivers.S1-N1 = \"{class}\"\nrivers.SR-S1 = \"{class}\"\ncrossed.S1-N1 = {crossed}\ncrossed.SR-S1 = {crossed}"
        )
    };
    for (class, crossings, rule) in [
        ("deep", 1, "VIR-SR7.3"),
        ("no_ford", 2, "VIR-SR7.2"),
        ("ford", 3, "VIR-SR7.1"),
        ("bridge", 3, "VIR-SR7.1"),
    ] {
        let (last, full) = (river(class, crossings - 1), river(class, crossings));
        let refused = format!("{rule} VIR-R73");
        for (red, action) in [
            ("legionaries:a S1", "move a N1"),
            ("legionaries:a N1", "move a S1"),
            ("legionaries:a S1", "move a SR"),
            ("legionaries:a SR", "move a S1"),
        ] {
            verdicts(&[
                (red, far, &last, action, "allowed", "VIR-R73: the last that may pass"),
                (red, far, &full, action, &refused, "VIR-R73: both directions together"),
            ]);
        }
    }
    let deep = "rivers.S1-N1 = \"deep\"";
    let mut table = table("moves", "legionaries:a S1, javelineers:c N1, *Rex S1", far, deep);
    table.play("move a N1");
    table.tries(&[
        ("move c S1", "VIR-SR7.3", "VIR-R73: one crossing, in either direction"),
        ("leader rex N1", "allowed", "VIR-R73: leaders are not stopped"),
    ]);
    table.play("leader rex N1").stands("a N1 4, rex N1", "VIR-R73");
    table.play("done");
    assert_eq!(table.now(), "blue cards");
    assert_eq!(table.battle.crossed, [0; 12], "VIR-R73: counted turn by turn");
}

#[test]
fn who_crosses_twice_counts_twice() {
    let far = "slingers:z NR";
    verdicts(&[
        (
            "heavy_cavalry:a SR",
            far,
            "rivers.SR-S1 = \"no_ford\"",
            "move a S1 SR S2",
            "allowed",
            "VIR-R73: two crossings",
        ),
        (
            "heavy_cavalry:a SR",
            far,
            "rivers.SR-S1 = \"deep\"",
            "move a S1 SR S2",
            "VIR-SR7.3",
            "VIR-R73: counts twice",
        ),
    ]);
    let more = "rivers.SR-S1 = \"ford\"";
    let mut table =
        table("moves", "heavy_cavalry:a SR, legionaries:b SR, legionaries:c SR", far, more);
    table.play("move a S1 SR S2 [1]; move b S1");
    table.try_one("move c S1", "VIR-SR7.1", "VIR-R73: three crossings were made");
}

#[test]
fn rivers_do_not_touch_fights() {
    let deep = "rivers.S1-N1 = \"deep\"\ncrossed.S1-N1 = 1";
    let table = table("combats", "formed_bowmen:a S1", "warband:b N1", deep);
    table.try_one("shoot a", "allowed", "VIR-R73: no effect on fights");
}

#[test]
fn areas_change_hands() {
    let (red, blue) = (Seat::Red, Seat::Blue);
    let mut table =
        table("moves", "legionaries:a S1, legionaries:c S2", "warband:b N2, slingers:z NR", "");
    table.play("move a N1; move c N2");
    assert_eq!(table.holder("N1"), red, "VIR-R8: conquered, as nobody is there");
    assert_eq!(table.holder("N2"), blue, "VIR-R8: both have units, the holder stays");
    table.play("done; cards 1=6; move z N1");
    assert_eq!(table.holder("N1"), red, "VIR-R8: contested, the conqueror stays holder");
    let back = "conquered = [\"N1\"]";
    let mut table = crate::table::table("moves", "legionaries:a N1", "warband:b N1", back);
    table.play("move a S1");
    assert_eq!(table.holder("N1"), blue, "VIR-R8: without his unit it is the owner's again");
    let hit = crate::table::hits("a", "b plain");
    let mut table = crate::table::table(
        "moves",
        "legionaries:a N1",
        "warband:b N1 stands=1, slingers:z NR",
        &hit,
    );
    table.play("done [6]");
    assert_eq!(table.holder("N1"), red, "VIR-R8: after the removal of a unit");
}

#[test]
fn units_rally_in_the_reserve() {
    let far = "slingers:z NR";
    for (red, faces, facts, why) in [
        ("legionaries:a SR rested stands=2", "2", "a SR 3", "VIR-9.2, VIR-R67"),
        ("legionaries:a SR rested stands=2", "3", "a SR 2", "VIR-9.2: above its stands"),
        ("legionaries:a SR rested stands=2 elite", "4", "a SR 3", "VIR-SR4.2: its original MV"),
        (
            "legionaries:a SR rested stands=2 stubborn",
            "3",
            "a SR 2",
            "VIR-R67: Stubborn does not matter",
        ),
        ("legionaries:a SR rested stands=2, *Rex SR charismatic", "3", "a SR 3", "VIR-9.3"),
        (
            "legionaries:a SR rested stands=2, *Rex S1 charismatic",
            "3",
            "a SR 2",
            "VIR-9.3: present in the reserve",
        ),
        ("legionaries:a SR stands=2", "", "a SR 2", "VIR-9.1: not there when the turn began"),
        ("legionaries:a SR rested", "", "a SR 4", "VIR-9.1: nothing to recover"),
        ("legionaries:a S1 rested stands=2", "", "a S1 2", "VIR-R67: still there"),
        ("legionaries:a SR rested activated stands=2", "", "a SR 2", "VIR-9.1: not activated"),
    ] {
        let mut table = table("moves", red, far, "");
        table.play(&format!("done [{faces}]")).stands(facts, why);
    }
    // Over a whole turn: who stood in the reserve at its start rolls at its end.
    let mut table =
        table("moves", "legionaries:a S1", "warband:b NR stands=3, warband:c N1 stands=3", "");
    table.play("done; cards none; done [3]").stands("b NR 4, c N1 3", "VIR-9.1, VIR-R67");
    let unit = &table.battle.units(Seat::Blue)[0];
    assert!(unit.is(acies_virtus::units::Flags::BLOODED), "VIR-R67, VIR-R68: it stays blooded");
}

#[test]
fn refusals_speak_of_a_unit_as_of_many() {
    let table =
        table("moves", "legionaries S2 activated moved, slingers:b SR routed", "warband N2", "");
    let says = |text: &str| {
        let action = table.battle.read(Seat::Red, text).unwrap();
        let no = table.battle.check(Seat::Red, &action).unwrap_err();
        table.battle.explain(&action, &no).says
    };
    assert_eq!(says("move legionaries N2"), "legionaries have moved this turn");
    assert_eq!(says("move b S1"), "b are routed and cannot be activated");
}
