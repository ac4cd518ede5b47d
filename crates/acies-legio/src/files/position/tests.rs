use acies_core::{Ruleset, Telling};

use super::*;
use crate::{
    Legio,
    battle::{LastMove, Marks},
    combat::Impetus,
    movement::MoveDice,
    table::tests::{blue, red},
};

fn samples() -> Battle {
    Legio::battle("samples").unwrap()
}

/// RULES.md 5.4.
#[test]
fn the_samples_stand_where_the_rulebook_has_them() {
    let battle = samples();
    let break_points = Seat::BOTH.map(|seat| battle.break_points(seat));
    assert_eq!(break_points, [20, 34], "LEG-R118");
    let cost = |seat: Seat| battle.setup.armies[seat].units.iter().map(|it| it.cost).sum::<u32>();
    // 1,760 and 1,800, with 120 for the leaders of each.
    assert_eq!([cost(Seat::Red), cost(Seat::Blue)], [1640, 1680], "LEG-R112");
    let legion = battle.unit(red(3));
    assert_eq!(legion.is.shape.words(10), "in 4-3-3", "LEG-R157");
    assert_eq!((legion.rect().width(), legion.rect().depth()), (80.0, 100.0), "LEG-R3");
    assert_eq!(battle.leader_at(Seat::Red, 1), Some(Point::new(900.0, 280.0)));
    assert_eq!(battle.ground.areas.len(), 2);
    let hill = &battle.ground.areas[0].outline;
    assert_eq!(hill.corners().next(), Some(glam::dvec2(1500.0, 600.0)), "LEG-R152: its long axis");
    assert!(battle.sides.0.iter().all(|side| side.camp.is_some()), "LEG-R117");
}

#[test]
fn what_is_written_reads_back_alike() {
    let mut battle = samples();
    assert_eq!(read("it", &battle.save()).unwrap(), battle);
    // Everything that may have become of units and leaders.
    battle.unit_mut(red(3)).is.lose(3);
    battle.unit_mut(red(4)).is.shake();
    let legion = battle.unit_mut(red(2));
    legion.is.dp = 3;
    legion.marks = Marks::MOVED | Marks::SHOT_AT;
    legion.impetus = Some(Impetus::Pursuit);
    let dice = MoveDice { average: 1, d6: 1 };
    legion.last_move = LastMove::Moved { dice, right: Length::new(3.5), ahead: Length::new(80.0) };
    legion.reliefs_left = 1;
    let horse = battle.unit_mut(blue(0));
    horse.status = Status::Pursuing;
    horse.quarry = Some(red(7));
    horse.is.unform();
    battle.unit_mut(blue(1)).status = Status::Destroyed;
    battle.unit_mut(blue(2)).is.shape = Shape::column();
    battle.unit_mut(blue(2)).pose.at.y = Length::new(1000.0);
    battle.sides[Seat::Red].leaders[0].place = Place::With(0);
    battle.sides[Seat::Blue].leaders[2].place = Place::Lost;
    battle.sides[Seat::Blue].camp_lost = true;
    battle.line.push(blue(4));
    battle.turn = 7;
    let text = battle.save();
    assert_eq!(read("it", &text).unwrap(), battle, "{text}");
    assert!(text.contains(r#"quarry = "red/gallic_horse""#), "{text}");
}

#[test]
fn units_go_by_their_troops_if_they_have_no_names() {
    let text = r#"
name = "A skirmish"
[red]
name = "Romans"
leaders = [{ name = "Drusus", general = true, with = "legionaries_2" }]
units = [
  { troop = "legionaries", bases = 10, lines = 2, at = [900, 350, 0] },
  { troop = "legionaries", bases = 10, at = [700, 350, 0], status = "pursuing", quarry = "blue/elephants" },
]
[blue]
name = "Gauls"
leaders = [{ name = "Brennus", general = true, at = [900, 900] }]
units = [{ troop = "elephants", at = [900, 800, 180] }]
"#;
    let battle = read("it", text).unwrap();
    assert_eq!(battle.name(red(1)), "Legionaries 2");
    assert_eq!(battle.unit(red(0)).is.shape.words(10), "in 5-5", "LEG-R3, LEG-R121");
    assert_eq!(battle.unit(red(0)).reliefs_left, 1, "LEG-R62");
    assert_eq!(battle.unit(red(1)).quarry, Some(blue(0)), "LEG-R141");
    assert_eq!(battle.sides[Seat::Red].leaders[0].place, Place::With(1), "LEG-R28");
    for (was, is, rule, line, hint) in [
        ("bases = 10, lines = 2", "bases = 13", Some("LEG-R2"), 7, Some("2 to 12")),
        ("bases = 10, lines = 2", "bases = 10, lines = 4", Some("LEG-R3"), 7, None),
        ("lines = 2", "dp = 9", Some("LEG-R106"), 7, None),
        ("lines = 2", "dp = 7", Some("LEG-R109"), 7, Some("write `shaken = true`")),
        ("lines = 2", "left = 11", Some("LEG-R11"), 7, None),
        ("[900, 350, 0]", "[720, 350, 0]", Some("LEG-R46"), 8, None),
        (
            "[900, 350, 0]",
            "[9000, 350, 0]",
            Some("LEG-R114"),
            7,
            Some("x from 0 to 1800, y from 0 to 1200"),
        ),
        (
            "\"legionaries_2\"",
            "\"legionarii\"",
            None,
            5,
            Some("did you mean `legionaries_1` or `legionaries_2`?"),
        ),
        ("\"elephants\", at", "\"elefants\", at", None, 13, Some("did you mean `elephants`?")),
        ("blue/elephants", "blue/elephant", None, 8, Some("did you mean `elephants`?")),
        (
            "general = true, at",
            "at",
            Some("LEG-R27"),
            10,
            Some("write `general = true` for one of them"),
        ),
        ("at = [900, 900]", "lots = 1", None, 12, None),
        ("pursuing", "persuing", None, 8, Some("did you mean `pursuing`?")),
    ] {
        assert!(text.contains(was), "{was}");
        let bad = read("it", &text.replace(was, is)).unwrap_err();
        assert_eq!((bad.rule, bad.line()), (rule, line), "{is}: {bad}");
        if hint.is_some() {
            assert_eq!(bad.hint.as_deref(), hint, "{is}: {bad}");
        }
    }
}
