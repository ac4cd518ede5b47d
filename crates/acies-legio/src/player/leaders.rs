//! Leaders: in the middle of their commands, to control who would not be controlled.

use acies_core::{Id, Seat};
use acies_table::Point;
use arrayvec::ArrayVec;
use glam::DVec2;

use crate::{
    battle::{Action, Battle, Marks, Place, Status},
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

/// So near to where he wants to be he joins a unit.
const BESIDE: f64 = 60.0;

/// Who has an enemy so near may fight this turn.
const CHARGES: f64 = 60.0;

/// Who has an enemy so near must be led.
const CLOSE: f64 = 200.0;

impl Battle {
    /// Control, if he has more to control than he would have elsewhere; else where he has. The General rides first and
    /// controls from there (LEG-CMD.2). Who is with troops that fight inspires them (LEG-CMD.5), if he has nothing more to do.
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
        let inspires = self.inspiration(seat, leader);
        let ride = || {
            let to = place.filter(|to| to.vec().distance(here.vec()) > NEAR)?;
            let beside = self.worth_joining(seat, leader, to);
            let join = beside.and_then(|unit| allowed(Errand::Join { unit }));
            join.or_else(|| allowed(Errand::Ride { to: toward(here, to) }))
        };
        let control = || allowed(Errand::Control);
        let inspire = || allowed(Errand::Inspire).filter(|_| inspires > 0.0);
        // The General has two actions: his second is whatever he has not done yet.
        if self.is_general(seat, leader) && inspires > 0.0 && then <= now + inspires {
            let both = inspire().or_else(control);
            if both.is_some() {
                return both;
            }
        } else if inspires > now && inspires > then {
            let only = inspire();
            if only.is_some() {
                return only;
            }
        }
        let rides_first = if self.is_general(seat, leader) && taken.is_none() {
            then > now + 1.0
        } else {
            then > 2.0 * now
        };
        let first = if rides_first { ride().or_else(control) } else { control().or_else(ride) };
        first.or_else(|| allowed(Errand::Stay))
    }

    /// What it is worth to inspire the unit that he has joined: most if it fights.
    fn inspiration(&self, seat: Seat, leader: u8) -> f64 {
        let Place::With(unit) = self.sides[seat].leaders[usize::from(leader)].place else {
            return 0.0;
        };
        let unit = Id::new(seat, unit);
        let it = self.unit(unit);
        match () {
            () if it.kind().is_special() => 0.0,
            () if it.is_routing() => 3.0,
            () if self.is_engaged(unit) => 4.0,
            () if self.nearest_foe(unit) <= CHARGES => 3.0,
            () if it.is.dp > 0 => 1.0,
            () => 0.0,
        }
    }

    /// The unit of his that he had better be with than stand beside, as near the place as he wants to be.
    fn worth_joining(&self, seat: Seat, leader: u8, to: Point) -> Option<u8> {
        let command = |id: Id| self.recruit(id).command == leader || self.is_general(seat, leader);
        let all = self.units(seat).filter(|(id, it)| {
            let stout = !it.kind().is_light() && !it.kind().is_special() && !it.is.shaken;
            stout && it.status == Status::Normal && command(*id)
        });
        let far = all.map(|(id, it)| (it.pose.at.vec().distance(to.vec()), id.number()));
        let nearest = far.reduce(|best, next| if next.0 < best.0 { next } else { best });
        nearest.filter(|(far, _)| *far <= BESIDE).map(|(_, unit)| unit)
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
            // Whom another controls already need not be controlled again.
            let free = it.status == Status::Normal
                && it.halted_until < self.turn
                && !it.has(Marks::CONTROLLED);
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
