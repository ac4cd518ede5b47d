//! Pushing Expediti away (AV-18.12, AV-18.13, AV-R54).

use acies_table::{Disc, Point, Segment};
use arrayvec::ArrayVec;

use crate::{
    movement::path::comes_nearer,
    rulings::{TOL, TOLERANCE, UNITS_MAX, ZONE_UD},
    table::Table,
    units::{Id, UnitSet},
    words::refusals::No,
};

/// Expediti that are pushed, each along a segment.
pub type Pushed = ArrayVec<(Id, Segment), UNITS_MAX>;

/// So far ahead of the mover pushed Expediti come to stand.
const AWAY_UD: f64 = 2.0;

/// Farther nobody is pushed: past every friend on a table.
const FAR_UD: f64 = 40.0;

/// AV-R54: why Expediti cannot be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFlight {
    OffTable,
    /// Forbidden ground is in the way.
    Barred,
    /// They would come within 1 UD of this unit.
    Meets(Id),
}

impl Table<'_> {
    /// AV-18.12: who may push, and who may be pushed.
    pub fn check_pushers(&self, id: Id, push: UnitSet) -> Result<(), No> {
        let profile = self.profile(id);
        let pushes = profile.is_infantry() && profile.is_close();
        if !pushes && !push.is_empty() {
            return Err(No::NoPusher { unit: id });
        }
        let other = id.seat().other();
        let known = self.sides[other].units.len() as u8;
        let may = |enemy: u8| {
            let enemy = Id::new(other, enemy);
            enemy.number() < known
                && self.unit(enemy).is_there()
                && self.profile(enemy).is_expediti()
        };
        match push.iter().find(|&enemy| !may(enemy)) {
            Some(enemy) => Err(No::NotPushed { enemy: Id::new(other, enemy) }),
            None => Ok(()),
        }
    }

    /// AV-R54: where Expediti come to stand that a mover has gone through, the farthest along first.
    pub fn check_push(self, mover: Id, leg: &Segment, push: UnitSet) -> Result<Pushed, No> {
        let mut named: ArrayVec<Id, UNITS_MAX> = push.ids(mover.seat().other()).collect();
        let ahead = (leg.b - leg.a).normalize_or_zero();
        let along = |id: &Id| (self.at(*id) - leg.a).dot(ahead);
        named.sort_by(|a, b| along(b).total_cmp(&along(a)));
        let mut pushed = Pushed::new();
        for enemy in named {
            let at = self.at(enemy);
            let in_the_way =
                leg.distance(at) < ZONE_UD - TOL || leg.b.distance(at) <= ZONE_UD + TOL;
            if !in_the_way {
                return Err(No::NotInTheWay { enemy });
            }
            let path = Segment::new(at, at + ahead * FAR_UD);
            let to = self.push_end(enemy, leg, &path, &pushed);
            let to = Point::nearest(path.at(to));
            let flight = Segment::new(at, to.vec());
            if let Err(why) = self.check_flight(mover, enemy, &flight) {
                return Err(No::CannotBePushed { enemy, to, why });
            }
            pushed.push((enemy, flight));
        }
        Ok(pushed)
    }

    /// 2 UD from the mover and ahead of it, and on until it is 1 UD clear of all friends, as a part of its path.
    fn push_end(self, enemy: Id, leg: &Segment, path: &Segment, pushed: &Pushed) -> f64 {
        let clear = Disc::new(leg.b, AWAY_UD).chord(path).map_or(0.0, |chord| chord.to);
        let friends: ArrayVec<Disc, UNITS_MAX> = self
            .standing(enemy.seat())
            .filter(|&friend| friend != enemy)
            .map(|friend| {
                let moved = pushed.iter().find(|(id, _)| *id == friend);
                Disc::new(moved.map_or(self.at(friend), |(_, flight)| flight.b), ZONE_UD)
            })
            .collect();
        path.first_end(clear, &friends, TOLERANCE).unwrap_or(1.0)
    }

    /// Not off the table, not onto forbidden ground, and into contact with no other enemy of its own.
    fn check_flight(self, mover: Id, enemy: Id, flight: &Segment) -> Result<(), NoFlight> {
        let field = self.setup.field;
        let on_table = (0.0..=field.width.get()).contains(&flight.b.x)
            && (0.0..=field.depth.get()).contains(&flight.b.y);
        let clear = |other: Id| {
            let at = self.at(other);
            let touched = flight.a.distance(at) <= ZONE_UD + TOL;
            let leaves = !comes_nearer(flight, at) && flight.b.distance(at) > ZONE_UD + TOL;
            if touched { leaves } else { flight.distance(at) > ZONE_UD + TOL }
        };
        let mut others = self.standing(mover.seat()).filter(|&it| it != mover);
        match () {
            () if !on_table => Err(NoFlight::OffTable),
            () if self.ground.first_bar(flight, self.profile(enemy)).is_some() => {
                Err(NoFlight::Barred)
            }
            () => others.find(|&it| !clear(it)).map_or(Ok(()), |it| Err(NoFlight::Meets(it))),
        }
    }
}
