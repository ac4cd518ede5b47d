//! Units that are dragged: the action that is meant, and the nearest that the rules allow.

use acies_av::{
    battle::{Action, Frame},
    movement::{Moves, march::Move},
    profile::Order::*,
    units::{Unit, UnitSet},
};
use acies_core::{
    Dice, Game, Log, Seat, Telling,
    scene::{Dragged, Pulled},
};
use acies_table::{Angle, Pose};

use crate::camp::{Camp, Play, blue, facing, red};

const MOVES: Frame = Frame::Moves(Moves(Seat::Red));

/// What is meant by dragging the first unit of Red to a pose without magnets, and the nearest to it that is allowed.
fn pulled(play: &Play, to: Pose) -> (Action, Option<Action>) {
    drawn(play, to, true)
}

/// The same with the magnets of lanes and neighbours.
fn drawn(play: &Play, to: Pose, free: bool) -> (Action, Option<Action>) {
    let scene = play.battle.scene(Some(Seat::Red));
    let base = scene.bases.iter().find(|base| base.seat == Seat::Red && base.word == "1").unwrap();
    let dragged = Dragged {
        pieces: vec![base.id.clone()],
        x: to.at.x.get(),
        y: to.at.y.get(),
        facing: to.facing.from_north().degrees(),
        free,
        ..Dragged::default()
    };
    match play.battle.drag(Seat::Red, &dragged) {
        Some(Pulled::Led { wanted, nearest }) => (wanted, nearest),
        other => panic!("it can be dragged: {other:?}"),
    }
}

/// Where the first unit of Red comes to stand if it is dragged, and whom it pushes.
#[track_caller]
fn dragged(camp: Camp, to: (f64, f64, f64)) -> (Pose, UnitSet) {
    let mut play = camp.at(MOVES);
    let (_, nearest) = pulled(&play, Pose::new(to.0, to.1, facing(to.2)));
    let nearest = nearest.expect("something near it is allowed");
    let push = if let Action::Move(Move { push, .. }) = nearest { push } else { UnitSet::NONE };
    play.act(&nearest, &[]);
    (play.unit(red(0)).pose, push)
}

#[track_caller]
fn stands(pose: Pose, x: f64, y: f64, degrees: f64, rule: &str) {
    let off = pose.at.vec() - Pose::new(x, y, facing(0.0)).at.vec();
    assert!(off.length() < 0.011, "{rule}: {pose:?}");
    let turned = (pose.facing - facing(degrees)).abs();
    assert!(turned < Angle::new(0.05), "{rule}: {pose:?}");
}

/// Cavalry that falls back from cavalry which it touches.
fn repelled() -> Camp {
    Camp::new().red("rom_ala", (10.0, 9.0), FallBack).blue("gal_cav", (10.0, 10.0), Halt)
}

#[test]
fn falling_back_is_free_within_its_fan() {
    // 2.3 UD, 27 degrees off straight back: 1.044 to the west, 2.049 to the south.
    let (pose, _) = dragged(repelled(), (8.956, 6.951, 0.0));
    stands(pose, 8.956, 6.951, 0.0, "AV-R58, AV-5.33");
    // 3 UD facing the enemy, 5 UD turned about.
    let (pose, _) = dragged(repelled(), (10.0, 4.0, 0.0));
    stands(pose, 10.0, 4.0, 180.0, "AV-5.34");
    let (pose, _) = dragged(repelled(), (10.0, 7.0, 180.0));
    stands(pose, 10.0, 7.0, 180.0, "AV-5.34: turned by hand");
    // Farther aside and farther off than it may: 30 degrees, 5 UD: 2.5 to the west, 4.33 to the south.
    let (pose, _) = dragged(repelled(), (4.0, 5.0, 0.0));
    stands(pose, 7.5, 4.67, 180.0, "AV-R58");
    let play = repelled().at(MOVES);
    let aside = Pose::new(7.0, 9.0, facing(0.0));
    let (wanted, _) = pulled(&play, aside);
    assert_eq!(play.refused(&wanted)[0], "AV-R58", "what is meant is told as what it is");
}

#[test]
fn a_drag_through_expediti_pushes_them() {
    let camp = |youths: (f64, f64)| {
        Camp::new().red("rom_leg", (10.0, 5.0), Advance).blue("gal_youth", youths, Halt)
    };
    // 2 UD at 20 degrees: 0.684 to the east, 1.879 to the north, 0.6 UD past the youths.
    let (pose, push) = dragged(camp((10.3, 6.3)), (10.684, 6.879, 0.0));
    stands(pose, 10.684, 6.879, 0.0, "AV-R54");
    assert_eq!(push, UnitSet::one(0), "AV-18.12, AV-R54");
    // 1.2 UD only.
    let (pose, push) = dragged(camp((10.3, 6.3)), (10.41, 6.128, 0.0));
    stands(pose, 10.41, 6.128, 0.0, "AV-R54: at any distance");
    assert_eq!(push, UnitSet::one(0), "AV-R54");
    // Up to contact and no farther nobody is pushed.
    let (pose, push) = dragged(camp((10.0, 7.0)), (10.0, 6.0, 0.0));
    stands(pose, 10.0, 6.0, 0.0, "AV-R49");
    assert!(push.is_empty(), "AV-R54: the mover decides");
}

#[test]
fn a_unit_keeps_the_facing_that_it_is_given() {
    let aux =
        || Camp::new().red("rom_aux", (10.0, 5.0), Advance).blue("ger_war", (25.0, 18.0), Halt);
    // 1.5 UD at 50 degrees: 1.149 to the east, 0.964 to the north.
    let (pose, _) = dragged(aux(), (11.149, 5.964, 30.0));
    stands(pose, 11.149, 5.964, 30.0, "AV-5.23, AV-R46");
    let (pose, _) = dragged(aux(), (11.149, 5.964, 90.0));
    stands(pose, 11.149, 5.964, 80.0, "AV-R46: the nearest that may go there");
    // Turned where it stands it goes on for 1 UD.
    let (pose, _) = dragged(aux(), (10.0, 5.0, 90.0));
    stands(pose, 11.0, 5.0, 90.0, "AV-5.24");
    // Expediti get there in two segments: 1 UD on the second, 2.236 on the first.
    let velites =
        Camp::new().red("rom_vel", (10.0, 5.0), Advance).blue("ger_war", (25.0, 18.0), Halt);
    let (pose, _) = dragged(velites, (12.0, 7.0, 90.0));
    stands(pose, 12.0, 7.0, 90.0, "AV-R47");
}

#[test]
fn who_rushes_goes_straight_whatever_the_hand_does() {
    let camp = Camp::new().red("rom_leg", (10.0, 5.0), Rush).blue("ger_war", (10.0, 8.5), Halt);
    let (pose, _) = dragged(camp, (10.4, 7.5, 0.0));
    stands(pose, 10.0, 7.5, 0.0, "AV-5.27");
}

#[test]
fn halted_units_turn_where_they_are_dragged() {
    let camp = Camp::new().red("rom_leg", (10.0, 5.0), Halt).blue("ger_war", (25.0, 18.0), Halt);
    let (pose, _) = dragged(camp, (10.0, 5.0, 70.0));
    stands(pose, 10.0, 5.0, 70.0, "AV-R44");
    let disrupted = repelled().with(Seat::Red, Unit::disrupt).with(Seat::Red, |unit| {
        unit.order = Some(FallBack);
    });
    let (pose, _) = dragged(disrupted, (10.0, 7.0, 0.0));
    stands(pose, 10.0, 7.0, 0.0, "AV-R37");
    assert!(repelled().at(MOVES).battle.table().touch(red(0), blue(0)), "AV-R5");
}

#[test]
fn a_diagonal_drag_goes_obliquely_and_does_not_wheel() {
    let legion =
        || Camp::new().red("rom_leg", (10.0, 5.0), Advance).blue("ger_war", (25.0, 18.0), Halt);
    // 2 UD at 37 degrees: 1.204 to the east, 1.597 to the north. 30 degrees are as much as it may: it is nearest after
    // 2 UD times the cosine of 7 degrees, 1.985: 0.993 to the east, 1.719 to the north.
    let (pose, _) = dragged(legion(), (11.204, 6.597, 0.0));
    stands(pose, 10.993, 6.719, 0.0, "AV-R46: it keeps its facing");
}

#[test]
fn a_slip_of_the_hand_keeps_to_the_lane() {
    let play = Camp::new()
        .red("rom_leg", (10.0, 5.0), Advance)
        .blue("ger_war", (25.0, 18.0), Halt)
        .at(MOVES);
    let led = |x: f64, y: f64| {
        let (wanted, nearest) = drawn(&play, Pose::new(x, y, facing(0.0)), false);
        assert_eq!(nearest, Some(wanted.clone()), "it is allowed");
        let mut after = play.battle.clone();
        let mut dice = Dice::scripted([]);
        after.apply(Seat::Red, &wanted, &mut dice, &mut Log::Off).unwrap();
        after.unit(red(0)).pose
    };
    stands(led(10.2, 6.5), 10.0, 6.5, 0.0, "AV-5.22: straight ahead");
    // 1.5 UD at 27 degrees, 3 degrees off the oblique lane: 0.08 UD.
    stands(led(10.681, 6.337), 10.749, 6.297, 0.0, "AV-R46: 30 degrees aside");
}
