//! What pieces would have to do to get where a player drags them.

use acies_core::{
    Game, Seat, UnitSet,
    flow::Stacked,
    scene::{Dragged, Pulled},
};
use acies_field::{Hand, Lane, Manoeuvre, pull, put};
use acies_table::{Angle, Base, Length, Motion, Pose};
use glam::DVec2;

use crate::{
    battle::Battle,
    movement::{charging::Declare, going::Going, phases::Move, way::Phase},
    rulings::{OBLIQUE_MAX, TOLERANCE},
    setup::deployment::{Arranging, Place},
    steps::Action,
};

/// How finely a movement that is too long is cut short, in U and in degrees.
const STEP_U: f64 = 0.5;
const STEP_DEGREES: f64 = 2.5;

/// A piece that is turned by less means to keep its facing, and by more means to turn about, in degrees.
const TURNS: f64 = 8.0;
const TURNS_ABOUT: f64 = 135.0;

/// The action that leads where pieces are dragged to, and the nearest that is allowed.
pub fn drag(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    let hand = Hand::take(battle, by, dragged)?;
    if battle.asked::<Arranging>().is_some_and(|it| it.seat == by) {
        return deploy(battle, by, &hand);
    }
    let going = battle.asked::<Going>().filter(|it| it.seat == by)?;
    let hands = hand.magnets(battle, &[Lane::ahead(&hand.from())]);
    pull(&hands, |hand| manoeuvres(battle, &going, hand), |action| battle.check(by, action))
}

/// Every phase that could lead there, what is meant first. Of a Group all move as its first does.
fn manoeuvres<'a>(battle: &'a Battle, going: &Going, hand: &Hand) -> Vec<Manoeuvre<'a, Action>> {
    let (from, to) = (hand.from(), hand.to);
    let local = from.local(to.at.vec());
    let turned = hand.turned();
    let base = battle.piece(hand.unit()).base();
    let units = going.able(battle);
    let m = f64::from(crate::movement::groups::m(units.ids(going.seat).map(|id| battle.unit(id))));
    let mut ways = Vec::new();
    if hand.onto(battle, 0.0, TOLERANCE).is_some() {
        ways.push(Manoeuvre::whole(Action::from(Declare { bonus: true }), to));
    }
    let degrees = turned.degrees();
    if degrees.abs() > TURNS_ABOUT {
        let about = Pose { at: from.at, facing: from.facing.opposite() };
        ways.push(Manoeuvre::whole(Move { phase: Phase::AboutFace }.into(), about));
    } else if degrees.abs() > TURNS {
        let sign = degrees.signum();
        ways.push(Manoeuvre::of(degrees.abs(), 90.0, STEP_DEGREES, move |by| {
            let by = Angle::new(by * sign);
            let phase = Phase::Rotation { by, after: Length::ZERO };
            Some((Move { phase }.into(), end(&base, &Motion::wheel(by))))
        }));
        return ways;
    }
    let (ahead, aside) = (local.y, local.x);
    if ahead < 0.0 {
        ways.push(Manoeuvre::of(-ahead, m, STEP_U, move |u| {
            let length = Length::new(u);
            Some((
                Move { phase: Phase::Backward(length) }.into(),
                end(&base, &Motion::back(length)),
            ))
        }));
        return ways;
    }
    ways.push(Manoeuvre::of(ahead, m, STEP_U, move |u| {
        let length = Length::new(u);
        Some((Move { phase: Phase::Forward(length) }.into(), end(&base, &Motion::advance(length))))
    }));
    let off = bearing(DVec2::new(aside, ahead)).clamp(-OBLIQUE_MAX, OBLIQUE_MAX);
    if off.abs() > 0.5 {
        let off = Angle::new(off);
        ways.push(Manoeuvre::of(local.length(), m, STEP_U, move |u| {
            let length = Length::new(u);
            Some((
                Move { phase: Phase::Oblique { off, length } }.into(),
                end(&base, &Motion::oblique(off, length)),
            ))
        }));
    }
    ways
}

/// How far off straight ahead a place is, in degrees to the right.
fn bearing(local: DVec2) -> f64 {
    let facing = acies_table::Facing::toward(local).from_north().degrees();
    if facing > 180.0 { facing - 360.0 } else { facing }
}

/// Where a base ends by a motion.
fn end(base: &Base, motion: &Motion) -> Pose {
    motion.course(base).end(&base.pose)
}

/// While a Command is placed: anywhere in the zone (IMP-R12, IMP-R143).
fn deploy(battle: &Battle, by: Seat, hand: &Hand) -> Option<Pulled<Action>> {
    let unit = hand.unit();
    let others = hand.poses().map(|(id, _)| id.number()).filter(|it| *it != unit.number());
    let beside: UnitSet = others.collect();
    // Hands know middles, and Units stand by their fronts.
    let place = |middle: Pose| {
        let mut piece = *battle.piece(unit);
        let base = Base { pose: middle, ..piece.base() };
        piece.stand(&base);
        Action::from(Place { unit, beside, pose: piece.front })
    };
    let check = |action: &Action| battle.check(by, action);
    put(&hand.magnets(battle, &[]), Some(&battle.setup.zone(by)), place, check)
}
