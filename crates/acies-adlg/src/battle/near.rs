//! Who is on the table, and who is near whom (ADLG-R7, ADLG-R159).

use acies_core::Seat;
use acies_table::{Base, Length, Point, Pose, Size};

use crate::{
    battle::{Battle, Id, Place, Unit},
    rulings::TOLERANCE,
    units::RADIUS_MOST,
};

/// ADLG-MVT.2, ADLG-R54, ADLG-RAL.2, ADLG-MUL.1: this near an enemy is near; exactly as far is near too.
pub const FAR_UD: f64 = 4.0;

impl Battle {
    /// Units of a side that are on the table and not routed (ADLG-R144, ADLG-R159).
    pub fn standing(&self, seat: Seat) -> impl Iterator<Item = Id> + Clone + '_ {
        let units = (0..).zip(&self.sides[seat].units);
        units.filter(|(_, unit)| unit.place == Place::Table).map(move |(n, _)| Id::new(seat, n))
    }

    /// All bodies that take up room: routing units too, until they are removed (ADLG-R144).
    pub fn bodies(&self) -> impl Iterator<Item = Id> + Clone + '_ {
        Seat::BOTH.into_iter().flat_map(move |seat| {
            let units = (0..).zip(&self.sides[seat].units);
            let there = |unit: &Unit| matches!(unit.place, Place::Table | Place::Routing);
            units.filter(move |(_, unit)| there(unit)).map(move |(n, _)| Id::new(seat, n))
        })
    }

    /// Bodies that may be less than so many UD from a base: a quick test that rules most out.
    pub(crate) fn bodies_near(
        &self,
        base: &Base,
        ud: f64,
    ) -> impl Iterator<Item = Id> + Clone + use<'_> {
        let near = Near::new(base, ud);
        Seat::BOTH.into_iter().flat_map(move |seat| {
            let units = (0..).zip(&self.sides[seat].units);
            let there = |unit: &Unit| matches!(unit.place, Place::Table | Place::Routing);
            units
                .filter(move |(_, unit)| near.has(unit.pose.at) && there(unit))
                .map(move |(n, _)| Id::new(seat, n))
                .filter(move |&id| near.meets(self.unit(id).pose.at, self.radius(id)))
        })
    }

    /// No corner of a unit is farther from its centre than this.
    pub(crate) fn radius(&self, id: Id) -> Length {
        self.profile(id).kind.radius()
    }

    /// Units of a side, not routed, that may be less than so many UD from a base.
    pub(crate) fn standing_near(
        &self,
        seat: Seat,
        base: &Base,
        ud: f64,
    ) -> impl Iterator<Item = Id> + Clone + use<'_> {
        let near = Near::new(base, ud);
        let units = (0..).zip(&self.sides[seat].units);
        units
            .filter(move |(_, unit)| near.has(unit.pose.at) && unit.place == Place::Table)
            .map(move |(n, _)| Id::new(seat, n))
            .filter(move |&id| near.meets(self.unit(id).pose.at, self.radius(id)))
    }

    /// Whether a unit of a side is no farther from a place than this, on the grid.
    pub(crate) fn is_anyone_near(&self, seat: Seat, place: Point, far: Length) -> bool {
        let here = Base::new(Pose { at: place, ..Pose::default() }, Size::new(0.0, 0.0));
        let mut near = self.standing_near(seat, &here, far.get() + TOLERANCE.touch);
        near.any(|id| Length::new(self.rect(id).distance_to(place.vec())) <= far)
    }

    /// Whether the nearest enemy is no farther away than this (ADLG-R159).
    pub fn is_enemy_within(&self, id: Id, ud: f64) -> bool {
        let (base, rect) = (self.base(id), self.rect(id));
        self.standing_near(id.seat().other(), &base, ud)
            .any(|enemy| rect.distance(&self.rect(enemy)) <= ud)
    }

    /// ADLG-R7, ADLG-R159: from a unit to the nearest enemy on the table; infinite if there is none.
    pub fn enemy_distance(&self, id: Id) -> f64 {
        let rect = self.rect(id);
        let enemies = self.standing(id.seat().other());
        enemies.map(|enemy| rect.distance(&self.rect(enemy))).fold(f64::INFINITY, f64::min)
    }

    /// ADLG-MVT.2, ADLG-R54: more than 4 UD from every enemy.
    pub(crate) fn is_far_from_enemies(&self, id: Id) -> bool {
        !self.is_enemy_within(id, FAR_UD + acies_table::STEP / 2.0)
    }

    /// ADLG-MUL.1: 4 UD or more from every enemy.
    pub(crate) fn is_clear_of_enemies(&self, id: Id) -> bool {
        self.enemy_distance(id) >= FAR_UD - TOLERANCE.touch
    }
}

/// Where bodies near a base have their centres: first a square, then a circle.
#[derive(Clone, Copy)]
struct Near {
    at: Point,
    /// From the centre of the base to all that is near it.
    reach: Length,
}

impl Near {
    fn new(base: &Base, ud: f64) -> Near {
        // No corner of the base is farther from its centre than half of both.
        let half = f64::midpoint(base.size.width.get(), base.size.depth.get());
        Near { at: base.pose.at, reach: Length::new(ud + half) }
    }

    /// Whether a body of any size may be near.
    fn has(&self, place: Point) -> bool {
        let reach = (self.reach + RADIUS_MOST).steps();
        let apart = |x: Length, y: Length| (x.steps() - y.steps()).abs();
        apart(place.x, self.at.x) <= reach && apart(place.y, self.at.y) <= reach
    }

    /// Whether a body of this radius may be near.
    fn meets(&self, place: Point, radius: Length) -> bool {
        let [x, y] = [place.x - self.at.x, place.y - self.at.y].map(|it| i64::from(it.steps()));
        let reach = i64::from((self.reach + radius).steps());
        x * x + y * y <= reach * reach
    }
}
