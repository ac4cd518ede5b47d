//! Leaders: in the middle of their commands, to control who would not be controlled.

use acies_core::{Id, Seat};
use acies_table::Point;
use arrayvec::ArrayVec;
use glam::DVec2;

use crate::{
    battle::{Action, Battle, Status},
    command::{
        leading::{Errand, Leading},
        testing::{ByOrder, Named, Naming},
    },
    rulings::{BOW_RANGE, UNITS_MAX},
};

/// So near to the middle of his command a leader need not go.
const NEAR: f64 = 40.0;

/// A leader keeps so far behind those whom he leads.
const BEHIND: f64 = 40.0;

/// He may stand between two who are no farther apart.
const APART: f64 = 300.0;

/// Who has an enemy so near must be led.
const CLOSE: f64 = 200.0;

impl Battle {
    /// Control, if he has more to control than he would have elsewhere; else where he has. The General rides first and
    /// controls from there (LEG-CMD.2).
    pub(super) fn good_errand(&self, asked: Leading) -> Option<Action> {
        let Leading { seat, leader, taken } = asked;
        let here = self.leader_at(seat, leader)?;
        let place = self.post_of(seat, leader, here);
        let now = self.control_from(seat, leader, here.vec());
        let then = place.map_or(0.0, |to| self.control_from(seat, leader, to.vec()));
        let allowed = |errand: Errand| {
            let action = Action::from(errand);
            self.allows(seat, &action).then_some(action)
        };
        let ride = || {
            let to = place.filter(|to| to.vec().distance(here.vec()) > NEAR)?;
            allowed(Errand::Ride { to: toward(here, to) })
        };
        let control = || allowed(Errand::Control);
        let rides_first = if self.is_general(seat, leader) && taken.is_none() {
            then > now + 1.0
        } else {
            then > 2.0 * now
        };
        let first = if rides_first { ride().or_else(control) } else { control().or_else(ride) };
        first.or_else(|| allowed(Errand::Stay))
    }

    /// What it is worth to control from there: most who have an enemy before them, nothing who could not do anything.
    fn control_from(&self, seat: Seat, leader: u8, at: DVec2) -> f64 {
        let near = |id: &Id| self.rect(*id).distance_to(at) <= f64::from(BOW_RANGE);
        let worth = |id: Id| {
            let light = if self.unit(id).kind().is_light() { 0.5 } else { 1.0 };
            if self.nearest_foe(id) <= CLOSE { 3.0 * light } else { light }
        };
        self.led_by(seat, leader).filter(near).map(worth).sum()
    }

    /// The units that a leader can still lead, the General all of them (LEG-R29).
    fn led_by(&self, seat: Seat, leader: u8) -> impl Iterator<Item = Id> + '_ {
        let all = self.units(seat).filter(|(id, it)| {
            let free = it.status == Status::Normal && it.halted_until < self.turn;
            free && !self.is_engaged(*id)
        });
        let whole = self.is_general(seat, leader);
        all.map(|(id, _)| id).filter(move |&id| whole || self.recruit(id).command == leader)
    }

    /// The place within a ride from which he controls most: behind a unit, or between two.
    fn post_of(&self, seat: Seat, leader: u8, here: Point) -> Option<Point> {
        let mut units: ArrayVec<DVec2, UNITS_MAX> =
            self.led_by(seat, leader).map(|id| self.rect(id).centre()).collect();
        if units.is_empty() {
            units = self.units(seat).map(|(_, it)| it.pose.at.vec()).collect();
        }
        let behind = crate::battle::homeward(seat).ahead() * BEHIND;
        let table = self.table();
        let pairs = units.iter().enumerate().flat_map(|(n, one)| {
            let others = units[n..].iter().filter(|other| other.distance(*one) <= APART);
            others.map(move |other| (*one + *other) / 2.0)
        });
        let places = pairs.map(|at| Point::nearest(table.nearest_to(at + behind)));
        let worth = |at: Point| {
            let late = (at.vec().distance(here.vec()) - RIDE).max(0.0);
            self.control_from(seat, leader, at.vec()) - late / RIDE
        };
        let each = places.map(|at| (worth(at), at));
        each.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, at)| at)
    }

    /// LEG-R37: nobody is tested who need not be.
    pub(super) fn good_by_order(&self, by: Seat) -> Option<Action> {
        self.best(by, |action| match action {
            Action::ByOrder(ByOrder { units, .. }) => units.len() as f64,
            _ => 0.0,
        })
    }

    /// LEG-R32: routers had better throw low.
    pub(super) fn good_name(&self, asked: Naming) -> Action {
        let by = if self.unit(asked.unit).status == Status::Normal { 0 } else { -1 };
        Named { by }.into()
    }
}

/// As far on the way as he may ride.
fn toward(from: Point, to: Point) -> Point {
    let way = to.vec() - from.vec();
    let far = way.length();
    if far <= RIDE { to } else { Point::nearest(from.vec() + way * (RIDE / far)) }
}

/// LEG-R28, a pace less for rounding.
const RIDE: f64 = 239.0;
