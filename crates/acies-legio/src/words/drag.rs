//! What pieces would have to do to get where a player drags them: units of a command that deploys, and a unit that moves
//! once its dice lie there.

use acies_core::{
    Game, Id, Seat, UnitSet,
    flow::Stacked,
    scene::{Dragged, Pulled},
};
use acies_field::{Hand, Lane, Manoeuvre, pull, put};
use acies_table::{Angle, Base, Edge, Facing, Length, Motion, Pivot, Pose};
use glam::DVec2;

use crate::{
    battle::{Action, Battle},
    movement::{
        activation::{Activation, Stage},
        marching::Walk,
    },
    setup::{
        Stand,
        arrange::{Arrange, ArrangeAll},
    },
    troops::Formation,
};

/// Lengths that are cut short end on whole paces.
const STEP: f64 = 1.0;

/// Turns below this are not meant.
const SLIGHT: Angle = Angle::new(3.0);

/// The action that leads where pieces are dragged to, and the nearest that is allowed.
pub fn drag(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    let hand = Hand::take(battle, by, dragged)?;
    if battle.arranging(by).is_some() {
        return deploy(battle, by, &hand);
    }
    let asked = battle.marching(by)?;
    let most = f64::from(battle.carries(&asked, 0).paces) - asked.gone.get();
    let hands = hand.magnets(battle, &[Lane::ahead(&hand.from())]);
    pull(&hands, |hand| ways(battle, asked.unit, hand, most), |action| battle.check(by, action))
}

impl Battle {
    /// M3: who is to say which way his unit goes.
    pub(super) fn marching(&self, by: Seat) -> Option<Activation> {
        let asked: Activation = self.asked()?;
        (asked.stage == Stage::Path && asked.unit.seat() == by).then_some(asked)
    }
}

/// LEG-R46: straight to the place; in formation after the turn that is wanted by hand, or that the place asks for.
fn ways(battle: &Battle, unit: Id, hand: &Hand, most: f64) -> Vec<Manoeuvre<'static, Action>> {
    let base = battle.unit(unit).base();
    match battle.unit(unit).is.shape.formation {
        Formation::Unformed => vec![straight(base, hand, most)],
        Formation::Line => {
            let straight_on = turned(base, hand, most, None);
            let by = hand.turned();
            let wheel = if by.abs() > SLIGHT { by } else { aside(&base, hand) };
            let wheeled = turned(base, hand, most, Some(Motion::wheel(wheel)));
            if wheel.abs() > SLIGHT { vec![wheeled, straight_on] } else { vec![straight_on] }
        }
        Formation::Column => {
            let on = Pivot::Middle(Edge::Front);
            vec![turned(base, hand, most, turn(on, aside(&base, hand)))]
        }
        Formation::Special => {
            let by = if hand.turned().abs() > SLIGHT { hand.turned() } else { aside(&base, hand) };
            vec![turned(base, hand, most, turn(Pivot::Centre, by))]
        }
    }
}

fn turn(on: Pivot, by: Angle) -> Option<Motion> {
    (by.abs() > SLIGHT).then_some(Motion::Turn { on, by })
}

/// How far aside the place lies.
fn aside(base: &Base, hand: &Hand) -> Angle {
    let way = hand.to.at.vec() - base.pose.at.vec();
    if way.length() > 1.0 { Facing::toward(way) - base.pose.facing } else { Angle::ZERO }
}

/// Unformed: straight there, facing as it is turned in the end.
fn straight(base: Base, hand: &Hand, most: f64) -> Manoeuvre<'static, Action> {
    let local = base.pose.local(hand.to.at.vec());
    let (length, by) = (local.length(), hand.to.facing - base.pose.facing);
    Manoeuvre::of(length, most, STEP, move |far| {
        let DVec2 { x, y } = if length > 0.0 { local * (far / length) } else { DVec2::ZERO };
        let shift = Motion::Shift { right: Length::new(x), ahead: Length::new(y) };
        Some(walked(base, [Some(shift).filter(|_| far > 0.0), turn(Pivot::Centre, by)]))
    })
}

/// A turn, and then straight ahead as far as the place lies ahead.
fn turned(base: Base, hand: &Hand, most: f64, first: Option<Motion>) -> Manoeuvre<'static, Action> {
    let after = first.map_or(base.pose, |leg| leg.course(&base).end(&base.pose));
    let far = after.local(hand.to.at.vec()).y.max(0.0);
    Manoeuvre::of(far, most, STEP, move |far| {
        let ahead = Motion::advance(Length::new(far));
        Some(walked(base, [first, Some(ahead).filter(|_| far > 0.0)]))
    })
}

/// The legs as an action, and where they lead.
fn walked(base: Base, legs: [Option<Motion>; 2]) -> (Action, Pose) {
    let walk = Walk { legs: legs.into_iter().flatten().collect() };
    let end = walk.legs.iter().fold(base, |base, leg| {
        let pose = leg.course(&base).end(&base.pose);
        Base { pose, ..base }
    });
    (walk.into(), end.pose)
}

/// While a command is placed: anywhere in the zone (LEG-R116).
fn deploy(battle: &Battle, by: Seat, hand: &Hand) -> Option<Pulled<Action>> {
    let unit = hand.unit();
    let others = hand.poses().map(|(id, _)| id.number()).filter(|it| *it != unit.number());
    let beside: UnitSet = others.collect();
    let shape = battle.unit(unit).is.shape;
    let unit = unit.number();
    let place = |pose: Pose| {
        if beside.is_empty() {
            Action::from(Arrange { stand: Stand { unit, shape, pose } })
        } else {
            Action::from(ArrangeAll { unit, beside, pose })
        }
    };
    let check = |action: &Action| battle.check(by, action);
    put(&hand.magnets(battle, &[]), Some(&battle.setup.size.zone_of(by)), place, check)
}
