//! Moves of units and groups: costs, limits, difficulties, and what is in the way.
//!
//! A move is written as its elements: `a2` advance 2 UD, `w30` wheel 30 degrees to the right, `w-30` to
//! the left, `s1` slide to the right, `ql`, `qr` and `h` turns.

use acies_adlg::{
    battle::{Battle, Commander, Flags, Id},
    movement::{Element, Elements, Moved},
    terrain::Piece,
    words::refusals::{No, Shape},
};
use acies_core::Seat;
use acies_table::{Angle, Base, Facing, Length, Pose, Size};

use crate::scene::{blue, on, piece, red, scene};

fn elements(text: &str) -> Elements {
    let read = |word: &str| {
        let number = |text: &str| text.parse::<f64>().unwrap();
        match word {
            "ql" => Element::QuarterLeft,
            "qr" => Element::QuarterRight,
            "h" => Element::Half,
            _ => match word.split_at(1) {
                ("a", ud) => Element::Advance(Length::new(number(ud))),
                ("w", degrees) => Element::Wheel(Angle::new(number(degrees))),
                ("s", ud) => Element::Slide(Length::new(number(ud))),
                _ => panic!("{word}"),
            },
        }
    };
    text.split_whitespace().map(read).collect()
}

fn order(battle: &Battle, units: &[Id], text: &str) -> Result<Moved, No> {
    battle.check_move(units, &elements(text), battle.roles())
}

/// One unit far from an enemy.
fn alone(troop: &str) -> Battle {
    scene(&[&format!("red {troop} @ 0 -5 n"), "blue pikemen @ 0 9 s"])
}

#[test]
#[rustfmt::skip]
fn moves_cost_what_their_elements_do() {
    for (rule, troop, text, spent) in [
        ("ADLG-R46", "light_cavalry", "a5", 5.0),
        ("ADLG-MAN.2", "medium_swordsmen", "w90 a1.5", 3.0),
        ("ADLG-R47", "medium_swordsmen", "w30", 0.5),
        ("ADLG-MAN.2: several", "medium_swordsmen", "w30 a1 w-60", 2.5),
        ("ADLG-R48", "medium_swordsmen", "a2 s-1", 3.0),
        ("ADLG-MAN.4", "medium_swordsmen", "qr a2", 3.0),
        ("ADLG-MAN.4", "medium_swordsmen", "h a2", 3.0),
        ("ADLG-MAN.4: two for some", "pikemen", "ql a1", 3.0),
        ("ADLG-MAN.4", "cataphract", "h a1", 3.0),
        ("ADLG-MAN.4", "medium_swordsmen impetuous", "h a1", 3.0),
        ("ADLG-MAN.6", "light_cavalry", "qr a5", 5.0),
        ("ADLG-R51", "light_infantry", "h a2 h", 3.0),
    ] {
        let moved = order(&alone(troop), &[red(0)], text).unwrap_or_else(|no| panic!("{rule}: {no:?}"));
        assert!((moved.spent.get() - spent).abs() < 1e-9, "{rule}: {troop} {text}: {moved:?}");
    }
}

#[test]
#[rustfmt::skip]
fn moves_have_limits() {
    let angle = Angle::new;
    for (rule, troop, text, no) in [
        ("ADLG-MAN.1", "light_cavalry", "a1 s1 a1 s1", No::SlideTwice),
        ("ADLG-MAN.1", "light_cavalry", "s1 w10", No::SlideAlone),
        ("ADLG-MAN.1", "light_cavalry", "s1 a0.9", No::SlideAlone),
        ("ADLG-R48", "light_cavalry", "s1.1 a1", No::SlideTooLong { unit: red(0), by: Length::new(1.1), most: Length::new(1.0) }),
        ("ADLG-MAN.2", "light_cavalry", "w60 a1 w-31", No::WheelTooWide { unit: red(0), by: angle(91.0), most: angle(90.0) }),
        ("ADLG-MAN.3", "war_wagon", "w46", No::WheelTooWide { unit: red(0), by: angle(46.0), most: angle(45.0) }),
        ("ADLG-MAN.5", "medium_cavalry", "qr a1 ql", No::TurnTwice),
        ("ADLG-R51", "light_cavalry", "qr a1 ql h", No::TurnTwice),
        ("ADLG-R46", "medium_cavalry", "a-1", No::Backwards),
        ("ADLG-R46", "medium_cavalry", "", No::NothingMoved),
        ("ADLG-R60", "heavy_artillery", "a1", No::HeavyEngine { unit: red(0) }),
    ] {
        let found = order(&alone(troop), &[red(0)], text).expect_err(rule);
        assert_eq!(found, no, "{rule}: {troop} {text}");
        let rules = found.reason(&alone(troop)).rules;
        assert!(rules.iter().any(|it| rule.starts_with(it)), "{rule}: {rules:?}");
    }
    let battle = alone("medium_cavalry");
    let far = order(&battle, &[red(0)], "a4.02").unwrap_err();
    assert_eq!(far.reason(&battle).says, "medium_cavalry_0 would move 4.02 UD > 4.00 UD", "ADLG-MVT.T1");
    assert!(order(&alone("heavy_artillery"), &[red(0)], "qr").is_ok(), "ADLG-R60");
}

#[test]
fn ends_are_where_they_should_be() {
    let end = |troop: &str, text: &str| order(&alone(troop), &[red(0)], text).unwrap().poses[0];
    assert_eq!(end("medium_cavalry", "a4"), Pose::new(0.0, -1.0, Facing::NORTH), "ADLG-R46");
    assert_eq!(end("medium_cavalry", "a1 s1"), Pose::new(1.0, -4.0, Facing::NORTH), "ADLG-R48");
    // A wheel to the right on the front right corner, at (0.5, -4.625).
    let wheeled = end("medium_cavalry", "w90");
    assert_eq!(wheeled, Pose::new(0.125, -4.125, Facing::EAST), "ADLG-R47");
    assert_eq!(end("medium_cavalry", "qr"), Pose::new(0.0, -5.0, Facing::EAST), "ADLG-R49");
    assert_eq!(end("medium_cavalry", "h"), Pose::new(0.0, -5.0, Facing::SOUTH), "ADLG-R50");
}

#[test]
fn groups_move_as_one_body() {
    let lines = [
        "red heavy_swordsmen @ 0 -5 n",
        "red heavy_swordsmen @ 1 -5 n",
        "red medium_swordsmen @ 2 -5.125 n",
        "red heavy_swordsmen @ 5 -5 n",
        "blue pikemen @ 0 -1 s",
        "blue pikemen @ 0 9 s",
    ];
    let battle = scene(&lines);
    let group = [red(0), red(1), red(2)];
    let moved = order(&battle, &group, "a2").unwrap();
    assert_eq!(moved.allowance, Length::new(2.0), "ADLG-R43: the slowest, ADLG-MVT.2");
    assert_eq!(moved.poses[2], Pose::new(2.0, -3.125, Facing::NORTH), "ADLG-R43");
    let apart = order(&battle, &[red(0), red(3)], "a2").unwrap_err();
    assert_eq!(apart, No::NotAGroup { unit: red(3) }, "ADLG-R43");
    // Three wide: 30 degrees cost 1.5 UD.
    let wheel = order(&battle, &group, "w30").unwrap();
    assert_eq!(wheel.spent, Length::new(1.5), "ADLG-R47");
    let facing = wheel.poses.iter().all(|pose| pose.facing == Facing::new(Angle::new(30.0)));
    assert!(facing, "ADLG-R47");
}

#[test]
fn groups_turn_into_columns_and_back_to_back() {
    let lines = [
        "red light_cavalry @ 0 -5 n",
        "red light_cavalry @ 1 -5 n",
        "red light_cavalry @ 0 -5.75 n",
        "blue pikemen @ 0 9 s",
    ];
    let battle = scene(&lines);
    let line = scene(&[lines[0], lines[1], lines[3]]);
    let column = order(&line, &[red(0), red(1)], "qr").unwrap();
    // ADLG-R49: the right one leads, its front on the old flank line at x = 1.5.
    assert_eq!(column.poses[1], Pose::new(1.125, -5.125, Facing::EAST), "ADLG-R49");
    assert_eq!(column.poses[0], Pose::new(0.375, -5.125, Facing::EAST), "ADLG-R49");
    let ranks = [red(0), red(1), red(2)];
    let no = order(&battle, &ranks, "qr").unwrap_err();
    assert_eq!(no, No::GroupTurn { unit: red(2) }, "ADLG-R49");
    let about = order(&battle, &ranks, "h").unwrap();
    assert_eq!(about.poses[2], Pose::new(0.0, -5.0, Facing::SOUTH), "ADLG-R50: ranks swap");
    assert_eq!(about.poses[0], Pose::new(0.0, -5.75, Facing::SOUTH), "ADLG-R50");
}

#[test]
fn who_may_be_ordered() {
    let mut battle = scene(&["red pikemen @ 0 -5 n", "blue pikemen @ 0 9 s"]);
    assert_eq!(order(&battle, &[], "a1"), Err(No::NobodyNamed), "ADLG-R42");
    assert_eq!(order(&battle, &[blue(0)], "a1"), Err(No::NotYours { unit: blue(0) }), "ADLG-SEQ.2");
    battle.unit_mut(red(0)).flags |= Flags::RALLIED;
    assert_eq!(order(&battle, &[red(0)], "a1"), Err(No::Rallied { unit: red(0) }), "ADLG-R45");
    battle.unit_mut(red(0)).flags = Flags::LOOTING;
    assert_eq!(order(&battle, &[red(0)], "a1"), Err(No::Looting { unit: red(0) }), "ADLG-R21");
    let fighting = scene(&["red pikemen @ 0 0 n", "blue pikemen @ 0 1 s"]);
    assert_eq!(order(&fighting, &[red(0)], "a1"), Err(No::InMelee { unit: red(0) }), "ADLG-R64");
}

#[test]
fn friends_in_the_way() {
    let behind = |mover: &str, friend: &str| {
        let lines = [
            format!("red {mover} @ 0 -6 n"),
            format!("red {friend} @ 0 -4 n"),
            "blue pikemen @ 0 9 s".into(),
        ];
        scene(&lines.each_ref().map(String::as_str))
    };
    let blocked = behind("heavy_cavalry", "heavy_spearmen");
    let no = order(&blocked, &[red(0)], "a4").unwrap_err();
    // Its front, at -5.625, meets the rear of the spearmen at -4.375.
    let stops = Pose::new(0.0, -4.75, Facing::NORTH);
    assert!(
        matches!(no, No::Meets { other, stops: at, .. } if other == red(1) && at == stops),
        "{no:?}"
    );
    let ghost = Base { pose: stops, ..blocked.base(red(0)) };
    assert!(no.shapes(&blocked).contains(&Shape::Base(ghost)));
    assert_eq!(no.reason(&blocked).rules[0], "ADLG-R61");
    let instead = blocked.nearest_move(&[red(0)], &elements("a4"), blocked.roles()).unwrap();
    // 1.25 UD, and the tolerance.
    assert_eq!(instead[0], Element::Advance(Length::new(1.26)), "ADLG-R6");
    // ADLG-INT.1: light infantry is passed, if there is room to be clear of it.
    let passed = behind("heavy_cavalry", "light_infantry");
    assert!(order(&passed, &[red(0)], "a4").is_ok(), "ADLG-INT.1");
    let inside = order(&passed, &[red(0)], "a2").unwrap_err();
    assert!(matches!(inside, No::EndsOn { other, .. } if other == red(1)), "ADLG-R61: {inside:?}");
}

#[test]
fn enemies_are_not_touched_without_a_charge() {
    let battle = scene(&[
        "red medium_cavalry @ 0 0 n",
        "blue light_infantry @ 0 3 s",
        "blue pikemen @ 9 9 s",
    ]);
    // Front at 0.375, the enemy's at 2.75: 2.375 UD apart.
    let no = order(&battle, &[red(0)], "a2.37").unwrap_err();
    assert!(matches!(no, No::TooNear { enemy, .. } if enemy == blue(0)), "ADLG-R56: {no:?}");
    assert!(order(&battle, &[red(0)], "a2.355").is_ok(), "ADLG-R56: 0.02 UD are left");
    let no = order(&battle, &[red(0)], "a2.36").unwrap_err();
    assert!(matches!(no, No::TooNear { .. }), "ADLG-R56: 0.015 UD are too little: {no:?}");
    let through = order(&battle, &[red(0)], "a4").unwrap_err();
    assert!(
        matches!(through, No::Meets { other, .. } if other == blue(0)),
        "ADLG-R56: {through:?}"
    );
}

#[test]
fn moves_into_simple_support() {
    let battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 -1.5 n",
        "red levies expendable @ -1 -1.5 n",
        "blue heavy_swordsmen @ 0 0.75 s",
    ]);
    assert!(order(&battle, &[red(1)], "a1.5").is_ok(), "ADLG-R65");
    let no = order(&battle, &[red(2)], "a1.5").unwrap_err();
    assert!(matches!(no, No::TooNear { .. }), "ADLG-R65: expendable levies may not: {no:?}");
}

#[test]
fn terrain_slows_down() {
    let marsh = || piece(Piece::Marsh, 0.0, -2.0, 4.0, 2.0);
    let lines =
        ["red medium_cavalry @ 0 -5 n", "red heavy_chariot @ 5 -5 n", "blue pikemen @ 0 9 s"];
    let battle = on(marsh(), &lines);
    // The marsh begins at y = -3, 1.625 UD ahead of the front.
    assert!(order(&battle, &[red(0)], "a1.6").is_ok(), "ADLG-R53");
    let no = order(&battle, &[red(0)], "a2").unwrap_err();
    let (spent, allowed) = (Length::new(2.0), Length::new(1.0));
    assert_eq!(no, No::TooFar { unit: red(0), spent, allowed }, "ADLG-R53");
    let mut battle = on(piece(Piece::Marsh, 5.0, -2.0, 4.0, 2.0), &lines);
    let no = order(&battle, &[red(1)], "a2").unwrap_err();
    assert_eq!(no, No::NoGoing { unit: red(1), piece: Piece::Marsh }, "ADLG-R158");
    battle.unit_mut(red(0)).pose = Pose::new(0.0, 9.0, Facing::NORTH);
    let out = order(&battle, &[red(0)], "a1").unwrap_err();
    assert!(matches!(out, No::LeavesTable { .. }), "ADLG-R63: {out:?}");
}

#[test]
fn multiple_moves_keep_their_distance() {
    let mut battle = scene(&["red medium_cavalry @ 0 -6 n", "blue pikemen @ 0 2 s"]);
    battle.unit_mut(red(0)).moves = 1;
    // Front at -5.625, the enemy's at 1.5: 7.125 UD apart.
    assert!(order(&battle, &[red(0)], "a3.1").is_ok(), "ADLG-R57");
    let no = order(&battle, &[red(0)], "a3.225").unwrap_err();
    assert!(matches!(no, No::EnemyWithin { .. }), "ADLG-MUL.1: {no:?}");
    assert!(no.reason(&battle).says.contains("(3.90 < 4.00 UD)"), "{}", no.reason(&battle).says);
    battle.unit_mut(red(0)).moves = 2;
    assert_eq!(
        order(&battle, &[red(0)], "a1"),
        Err(No::ThirdMoveWithoutCommander),
        "ADLG-MUL.2(b)"
    );
    battle.sides[Seat::Red].commanders[0] = Commander::With(0);
    assert!(order(&battle, &[red(0)], "a1").is_ok(), "ADLG-R58");
    battle.unit_mut(red(0)).moves = 3;
    assert_eq!(order(&battle, &[red(0)], "a1"), Err(No::TooManyMoves { unit: red(0) }), "ADLG-R57");
    let third = |troop: &str| {
        let mut battle = alone(troop);
        battle.unit_mut(red(0)).moves = 2;
        battle.sides[Seat::Red].commanders[0] = Commander::With(0);
        order(&battle, &[red(0)], "a1")
    };
    assert_eq!(third("war_wagon"), Err(No::ThirdMove { unit: red(0) }), "ADLG-MUL.2(a)");
    assert_eq!(third("levies"), Err(No::ThirdMove { unit: red(0) }), "ADLG-MUL.2(a)");
    assert!(third("medium_cavalry impetuous").is_ok(), "ADLG-MUL.2(a)");
}

#[test]
#[rustfmt::skip]
fn difficult_manoeuvres() {
    let third = |troop: &str, text: &str| {
        let mut battle = alone(troop);
        battle.unit_mut(red(0)).moves = 2;
        battle.sides[Seat::Red].commanders[0] = Commander::With(0);
        order(&battle, &[red(0)], text).unwrap().difficult
    };
    assert_eq!(third("pikemen", "a1"), Some("ADLG-DIF.1"));
    assert_eq!(third("light_cavalry", "a1"), None, "ADLG-DIF.1");
    assert_eq!(third("heavy_cavalry", "a1"), None, "ADLG-DIF.1");
    assert_eq!(third("heavy_cavalry impetuous", "a1"), Some("ADLG-DIF.1"));
    for (troop, text, difficult) in [
        ("elephant", "h a1", Some("ADLG-DIF.4")),
        ("pikemen", "h a1", Some("ADLG-DIF.4")),
        ("cataphract", "qr a1", Some("ADLG-DIF.4")),
        ("war_wagon", "qr", Some("ADLG-DIF.4")),
        ("heavy_spearmen", "h a1", None),
        ("elephant", "a2.5", Some("ADLG-DIF.5")),
        ("elephant", "a3", None),
        ("medium_swordsmen impetuous", "a1", Some("ADLG-DIF.5")),
        ("medium_swordsmen", "a1", None),
        ("heavy_artillery", "w30", Some("ADLG-R60")),
    ] {
        let moved = order(&alone(troop), &[red(0)], text).unwrap();
        assert_eq!(moved.difficult, difficult, "{troop} {text}");
    }
}

#[test]
#[rustfmt::skip]
fn zones_hold_those_who_are_in_them() {
    // Knights 0.75 UD ahead of the pikemen's front.
    let battle = scene(&["red pikemen @ 0 0 n", "blue heavy_knight @ 0 1.625 s", "blue pikemen @ 9 9 s"]);
    let aside = scene(&["red pikemen @ 0 0 n", "blue heavy_knight @ 0.9 1.625 s", "blue pikemen @ 9 9 s"]);
    let away = order(&aside, &[red(0)], "w-45 a1").unwrap_err();
    assert!(matches!(away, No::MovesAway { enemy, .. } | No::LeavesZone { enemy, .. } | No::NoCloser { enemy, .. } if enemy == blue(0)), "ADLG-R69: {away:?}");
    let zone = Base::new(Pose::new(0.9, 0.75, Facing::SOUTH), Size::new(1.0, 1.0));
    assert!(away.shapes(&aside).contains(&Shape::Zone(zone)), "ADLG-ZOC.1");
    assert!(order(&battle, &[red(0)], "a0.5").is_ok(), "ADLG-ZOC.3: nearer");
    let half = order(&battle, &[red(0)], "h").unwrap_err();
    assert!(matches!(half, No::NoCloser { .. }), "ADLG-R69: {half:?}");
    // Entering a zone: on past it is not allowed, up to it is.
    let passing = scene(&["red light_cavalry @ -3 0 e", "blue heavy_knight @ 0 1.2 s", "blue pikemen @ 9 9 s"]);
    let no = order(&passing, &[red(0)], "a5").unwrap_err();
    assert!(matches!(no, No::MovesAway { .. }), "ADLG-R69: {no:?}");
    assert!(order(&passing, &[red(0)], "a2").is_ok(), "ADLG-R69");
    // Into two zones at once: blue 1 is more in front, so it may slide away from blue 0, to the right.
    let two = scene(&["red heavy_cavalry @ 0 0 n", "blue heavy_spearmen @ -0.8 3 s", "blue heavy_spearmen @ 0.2 3 s"]);
    assert!(order(&two, &[red(0)], "a1.5 s0.5").is_ok(), "ADLG-R68, ADLG-R69");
    let left = order(&two, &[red(0)], "a1.5 s-1").unwrap_err();
    assert!(matches!(left, No::MovesAway { enemy, .. } if enemy == blue(1)), "ADLG-R68, ADLG-R69: {left:?}");
    // No zone where the terrain is against who exerts it (ADLG-ZOC.7).
    let field = piece(Piece::Field, 0.0, 0.0, 9.0, 1.6);
    let free = on(field, &["red light_infantry @ -3 0 e", "blue heavy_knight @ 0 1.2 s", "blue pikemen @ 9 9 s"]);
    assert!(order(&free, &[red(0)], "a3").is_ok(), "ADLG-ZOC.7");
}
