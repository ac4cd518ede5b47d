//! Units that are dragged: which order leads there, and which one is allowed.

use acies_adlg::{
    Adlg,
    action::{Action, UnitSet},
    battle::{Battle, Frame},
    command::orders::Orders,
    scene as pictures,
    setup::Stage,
};
use acies_core::{
    Dice, Game, Log, Ruleset, Seat, Telling,
    scene::{At, Dragged, Pulled},
};
use acies_table::{Angle, Motion};

use crate::scene::{red, scene};

/// A corps with five points to spend.
fn ordered(lines: &[&str]) -> Battle {
    let mut battle = scene(lines);
    let orders = Orders { corps: 0, points: 5, listed: UnitSet::NONE, commander_moved: false };
    battle.stack.clear();
    battle.stack.push(Frame::Orders(orders));
    battle
}

/// What is wanted and what is allowed.
fn led(battle: &Battle, by: Seat, dragged: &Dragged) -> (Action, Option<Action>) {
    match battle.drag(by, dragged) {
        Some(Pulled::Led { wanted, nearest }) => (wanted, nearest),
        other => panic!("it can be dragged: {other:?}"),
    }
}

/// What is wanted and what is allowed, in notation, without magnets, if the first units of red are dragged there.
fn drag(battle: &Battle, units: u8, to: (f64, f64, f64)) -> (String, String) {
    drawn(battle, units, to, true)
}

/// The same with the magnets of lanes and neighbours.
fn drawn(
    battle: &Battle,
    units: u8,
    (x, y, facing): (f64, f64, f64),
    free: bool,
) -> (String, String) {
    let bases = pictures::draw(battle, Some(Seat::Red)).bases;
    let pieces = bases.into_iter().take(units.into()).map(|base| base.id).collect();
    let dragged = Dragged { pieces, x, y, facing, free, ..Dragged::default() };
    let (wanted, nearest) = led(battle, Seat::Red, &dragged);
    let allowed = nearest.map(|action| battle.notation(Seat::Red, &action));
    (battle.notation(Seat::Red, &wanted), allowed.unwrap_or_default())
}

#[test]
fn a_unit_that_is_dragged_marches_wheels_slides_and_turns() {
    // Medium swordsmen march 3 UD and have bases of 1 UD by 1 UD (ADLG-MVT.T1, ADLG-R2).
    let battle = ordered(&["red medium_swordsmen @ 0 -5 n", "blue pikemen @ 0 9 s"]);
    let wheeled = Motion::wheel(Angle::new(-30.0)).course(&battle.base(red(0)));
    let wheeled = wheeled.end(&battle.unit(red(0)).pose);
    let left = (wheeled.at.x.get(), wheeled.at.y.get(), -30.0);
    for (rule, to, order) in [
        ("ADLG-R46", (0.0, -3.5, 0.0), "move 1: advance 1.5"),
        ("ADLG-R48", (0.6, -3.0, 0.0), "move 1: advance 2, slide 0.6 right"),
        ("ADLG-R47", left, "move 1: wheel 30 left"),
        ("ADLG-R50", (0.0, -5.0, 180.0), "move 1: turn about"),
        ("ADLG-R49", (0.0, -5.0, 90.0), "move 1: turn right"),
    ] {
        assert_eq!(drag(&battle, 1, to), (order.into(), order.into()), "{rule}");
    }
}

#[test]
fn a_drag_beyond_the_limit_stops_there() {
    let battle = ordered(&["red medium_swordsmen @ 0 -5 n", "blue pikemen @ 0 9 s"]);
    let stopped = ("move 1: advance 5".into(), "move 1: advance 3".into());
    assert_eq!(drag(&battle, 1, (0.0, 0.0, 0.0)), stopped, "ADLG-MVT.T1");
    // A friend 1 UD ahead, through whom it may not pass.
    let battle =
        ordered(&["red medium_swordsmen @ 0 -5 n", "red pikemen @ 0 -3 n", "blue pikemen @ 0 9 s"]);
    let (_, allowed) = drag(&battle, 1, (0.0, -3.5, 0.0));
    assert_eq!(allowed, "move 1: advance 1", "ADLG-R61: 2 UD between centres, both 1 UD deep");
}

#[test]
fn a_group_is_dragged_as_one() {
    let battle = ordered(&[
        "red heavy_swordsmen @ 0 -5 n",
        "red heavy_swordsmen @ 1 -5 n",
        "red heavy_swordsmen @ 2 -5 n",
        "blue pikemen @ 0 9 s",
    ]);
    let order = "move 1-3: advance 1.5";
    assert_eq!(drag(&battle, 3, (0.0, -3.5, 0.0)), (order.into(), order.into()), "ADLG-R43");
}

/// A line of three goes 3 UD through its skirmishers, who stand 1.35 to 1.85 UD ahead of it: it may not end on them.
#[test]
fn a_line_passes_its_skirmishers() {
    let battle = ordered(&[
        "red medium_swordsmen @ 0 -5 n",
        "red medium_swordsmen @ 1 -5 n",
        "red medium_swordsmen @ 2 -5 n",
        "red light_infantry @ 1 -3 n",
        "blue pikemen @ 0 9 s",
    ]);
    let (wanted, nearest) = drag(&battle, 3, (0.0, -1.0, 0.0));
    assert_eq!(nearest, "move 1-3: advance 3", "ADLG-MVT.T1");
    let action = battle.read(Seat::Red, &wanted).unwrap();
    let no = battle.check(Seat::Red, &action).unwrap_err();
    assert_eq!(wanted, "move 1-3: advance 4", "{no:?}");
    assert!(format!("{no:?}").starts_with("TooFar"), "the true reason: {no:?}");
}

#[test]
fn a_slip_of_the_hand_is_straight_ahead() {
    let battle = ordered(&[
        "red heavy_swordsmen @ 0 -5 n",
        "red heavy_swordsmen @ 1 -5 n",
        "red heavy_swordsmen @ 2 -5 n",
        "blue pikemen @ 0 9 s",
    ]);
    let order = "move 1-3: advance 1.5".to_owned();
    for slip in [-0.3, -0.1, 0.04, 0.14, 0.3] {
        let led = drawn(&battle, 3, (slip, -3.5, 0.0), false);
        assert_eq!(led, (order.clone(), order.clone()), "a slip of {slip}");
    }
    let slid = "move 1-3: advance 1.5, slide 0.14 right".to_owned();
    assert_eq!(drag(&battle, 3, (0.14, -3.5, 0.0)), (slid.clone(), slid), "ADLG-R48: on purpose");
}

#[test]
fn a_line_is_drawn_to_the_side_of_its_neighbour() {
    let battle = ordered(&[
        "red medium_swordsmen @ 0 -5 n",
        "red medium_swordsmen @ 1.2 -3.2 n",
        "blue pikemen @ 0 9 s",
    ]);
    // Beside unit 2 are (0.2, -3.2): 1.8 ahead and 0.2 to the right.
    let beside = "move 1: advance 1.8, slide 0.2 right".to_owned();
    assert_eq!(drawn(&battle, 1, (0.05, -3.1, 0.0), false), (beside.clone(), beside), "ADLG-R43");
}

#[test]
fn a_later_drag_goes_on_from_the_ghost() {
    let battle = ordered(&["red medium_swordsmen @ 0 -5 n", "blue pikemen @ 0 9 s"]);
    let piece = pictures::draw(&battle, Some(Seat::Red)).bases[0].id.clone();
    let on = |after: &str, x: f64, y: f64, facing: f64| {
        let after = Some(after.to_owned());
        let dragged = Dragged { pieces: vec![piece.clone()], x, y, facing, after, free: false };
        let (_, nearest) = led(&battle, Seat::Red, &dragged);
        battle.notation(Seat::Red, &nearest.expect("it is allowed"))
    };
    // It advances to (0, -4), is wheeled by 30 degrees about its right front corner at (0.5, -3.5) to (0.317, -3.683),
    // and is pulled 0.5 straight on from there.
    let wheeled = "move 1: advance 1, wheel 30 right";
    let mut after = battle.base(red(0));
    for motion in [Motion::advance(acies_table::Length::new(1.0)), Motion::wheel(Angle::new(30.0))]
    {
        after.pose = motion.course(&after).end(&after.pose);
    }
    let (x, y) = (after.pose.at.x.get(), after.pose.at.y.get());
    assert_eq!(on("move 1: advance 1", x, y, 30.0), wheeled, "ADLG-R44");
    let further = after.pose.world(glam::dvec2(0.1, 0.5));
    assert_eq!(
        on(wheeled, further.x, further.y, 30.0),
        format!("{wheeled}, advance 0.5"),
        "ADLG-R44"
    );
}

#[test]
fn who_is_dragged_onto_an_enemy_charges() {
    let battle = ordered(&["red heavy_swordsmen @ 0 0 n", "blue pikemen @ 0 2.5 s"]);
    let (wanted, allowed) = drag(&battle, 1, (0.0, 2.2, 0.0));
    assert_eq!(wanted, "charge 1", "ADLG-R75");
    assert_eq!(allowed, wanted);
}

#[test]
fn a_unit_is_dragged_to_another_place_while_its_corps_deploys() {
    let mut battle = Adlg::battle("gindarus").unwrap();
    let mut dice = Dice::seeded(3);
    let by = loop {
        let by = battle.pending().seat().expect("nobody has won before deployment");
        if let Some(Frame::Prepare(Stage::Arrange(_))) = battle.stack.last() {
            break by;
        }
        let mut all = Vec::new();
        battle.candidates(by, &mut all);
        battle.apply(by, &all[0], &mut dice, &mut Log::Off).unwrap();
    };
    let picture = pictures::draw(&battle, Some(by));
    let piece = &picture.loose[0];
    let base = picture.bases.iter().find(|base| base.id == *piece).unwrap();
    let At::Pose { x, y, facing } = base.at else { panic!("it stands somewhere") };
    let dragged =
        |y: f64| Dragged { pieces: vec![piece.clone()], x, y, facing, ..Dragged::default() };
    // Its own place is free: it may stay there.
    let (stays, nearest) = led(&battle, by, &dragged(y));
    assert_eq!(nearest, Some(stays.clone()), "ADLG-R30");
    assert!(battle.notation(by, &stays).starts_with(&format!("place {}: ", base.word)));
    // Two of them as one: both get as far, and the first goes where it is dragged.
    let pair = |y: f64| Dragged {
        pieces: picture.loose[..2].to_vec(),
        x,
        y,
        facing,
        ..Dragged::default()
    };
    let (both, nearest) = led(&battle, by, &pair(y));
    assert_eq!(nearest, Some(both.clone()), "ADLG-R30");
    assert!(battle.notation(by, &both).starts_with(&format!("arrange {} with ", base.word)));
    let ghosts = battle.offer(by, &led(&battle, by, &pair(y + 0.1)).0);
    assert!(matches!(ghosts.ghosts.len(), 0 | 2), "both or nobody");
    // The middle of the table is nobody's deployment zone.
    let (beyond, _) = led(&battle, by, &dragged(0.0));
    assert!(battle.check(by, &beyond).is_err(), "ADLG-R30");
    // Off the table behind them: they are pulled back into their own.
    for beyond in [pair(4.0 * y), dragged(4.0 * y)] {
        let (wanted, nearest) = led(&battle, by, &beyond);
        assert!(battle.check(by, &wanted).is_err(), "ADLG-R30");
        let inside = nearest.expect("there is room in the zone");
        assert_eq!(battle.check(by, &inside), Ok(()), "ADLG-R30");
    }
}

#[test]
fn only_the_corps_with_orders_can_be_dragged() {
    let battle = ordered(&["red heavy_swordsmen @ 0 0 n", "blue pikemen @ 0 2.5 s"]);
    let loose = |viewer| pictures::draw(&battle, viewer).loose;
    assert_eq!(loose(Some(Seat::Red)).len(), 1);
    assert!(loose(Some(Seat::Blue)).is_empty() && loose(None).is_empty());
    let theirs = Dragged {
        pieces: vec!["blue/pikemen_0".into()],
        x: 0.0,
        y: 3.0,
        facing: 180.0,
        ..Dragged::default()
    };
    assert_eq!(battle.drag(Seat::Red, &theirs), None);
    let nowhere = Dragged {
        pieces: loose(Some(Seat::Red)),
        x: 1e12,
        y: 0.0,
        facing: 0.0,
        ..Dragged::default()
    };
    assert_eq!(battle.drag(Seat::Red, &nowhere), None);
}

#[test]
fn a_wheel_is_drawn_as_a_wheel() {
    let mut battle = ordered(&["red medium_swordsmen @ 0 -5 n", "blue pikemen @ 0 9 s"]);
    let before = battle.clone();
    let action = battle.read(Seat::Red, "move 1: wheel 90 right, advance 1").unwrap();
    let mut log = Log::kept();
    battle.apply(Seat::Red, &action, &mut Dice::scripted([]), &mut log).unwrap();
    let ways: Vec<_> = log.events().iter().flat_map(|event| before.ways(event)).collect();
    // ADLG-R47: about its right front corner at (0.5, -4.5), then straight on to the east.
    let pose = |x: f64, y: f64| At::Pose { x, y, facing: 90.0 };
    assert_eq!(ways.len(), 1);
    assert_eq!(ways[0].legs, [pose(0.0, -4.0), pose(1.0, -4.0)]);
}
