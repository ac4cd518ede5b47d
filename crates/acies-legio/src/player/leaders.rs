//! Leaders: in the middle of their commands, to control who would not be controlled.

use acies_core::{Id, Seat};
use acies_table::Point;
use glam::DVec2;

use crate::{
    battle::{Action, Battle, Status},
    command::{
        leading::{Errand, Leading},
        testing::{ByOrder, Named, Naming},
    },
    rulings::BOW_RANGE,
};

/// So near to the middle of his command a leader need not go.
const NEAR: f64 = 40.0;

/// A leader keeps so far behind the middle of his command.
const BEHIND: f64 = 60.0;

impl Battle {
    /// Control, if he has more to control than he would have elsewhere; else where he has.
    pub(super) fn good_errand(&self, asked: Leading) -> Option<Action> {
        let Leading { seat, leader, .. } = asked;
        let here = self.leader_at(seat, leader)?;
        let place = self.post_of(seat, leader);
        let now = self.controlled_from(seat, leader, here.vec());
        let then = place.map_or(0, |to| self.controlled_from(seat, leader, to.vec()));
        let allowed = |errand: Errand| {
            let action = Action::from(errand);
            self.allows(seat, &action).then_some(action)
        };
        let ride = || {
            let to = place.filter(|to| to.vec().distance(here.vec()) > NEAR)?;
            allowed(Errand::Ride { to: toward(here, to) })
        };
        let control = || allowed(Errand::Control);
        let first =
            if 2 * now >= then.max(1) { control().or_else(ride) } else { ride().or_else(control) };
        first.or_else(|| allowed(Errand::Stay))
    }

    /// How many of his units a leader would control from there.
    fn controlled_from(&self, seat: Seat, leader: u8, at: DVec2) -> usize {
        let near = |id: &Id| self.rect(*id).distance_to(at) <= f64::from(BOW_RANGE);
        self.led_by(seat, leader).filter(near).count()
    }

    /// The units of a command that somebody can still lead.
    fn led_by(&self, seat: Seat, leader: u8) -> impl Iterator<Item = Id> + '_ {
        let all = self.units(seat).filter(|(_, it)| it.status == Status::Normal).map(|(id, _)| id);
        all.filter(move |&id| self.recruit(id).command == leader)
    }

    /// Behind the middle of his command, on his own side of it.
    fn post_of(&self, seat: Seat, leader: u8) -> Option<Point> {
        let mut units: Vec<DVec2> =
            self.led_by(seat, leader).map(|id| self.rect(id).centre()).collect();
        if units.is_empty() {
            units = self.units(seat).map(|(_, it)| it.pose.at.vec()).collect();
        }
        if units.is_empty() {
            return None;
        }
        // Among most of them, not in the middle of a gap.
        let near = |at: DVec2| units.iter().filter(|it| it.distance(at) <= 160.0).count();
        let best = units.iter().copied().reduce(|a, b| if near(b) > near(a) { b } else { a })?;
        let close: Vec<DVec2> =
            units.iter().copied().filter(|it| it.distance(best) <= 160.0).collect();
        let middle = close.iter().sum::<DVec2>() / close.len() as f64;
        let home = crate::battle::homeward(seat).ahead();
        let table = self.table();
        Some(Point::nearest(table.nearest_to(middle + home * BEHIND)))
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
