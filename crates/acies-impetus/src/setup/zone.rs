//! The table as each player sees it (IMP-R3, IMP-R4, IMP-R12): his long edge is the near one, his left is low.

use acies_core::Seat;
use acies_table::{Point, Pose, Rect};
use glam::{DVec2, dvec2};

use crate::{
    battle::Setup,
    rulings::{BAGGAGE_EDGE_U, DEPLOYMENT_U, SHORT_EDGE_U},
};

impl Setup {
    /// The whole table.
    pub fn table(&self) -> Rect {
        Rect::between(DVec2::ZERO, self.far_corner())
    }

    fn far_corner(&self) -> DVec2 {
        dvec2(self.width.get(), self.depth.get())
    }

    /// A place as its owner sees it on the table, and the other way round: red sees the table as it is.
    pub fn across(&self, seat: Seat, place: DVec2) -> DVec2 {
        match seat {
            Seat::Red => place,
            Seat::Blue => self.far_corner() - place,
        }
    }

    /// The same of a pose. Red's stays exactly what it is, and so does a pose that goes there and back.
    pub fn pose_across(&self, seat: Seat, pose: Pose) -> Pose {
        match seat {
            Seat::Red => pose,
            Seat::Blue => self.turned(pose),
        }
    }

    /// A pose on a table that is turned round.
    pub fn turned(&self, pose: Pose) -> Pose {
        let at = Point { x: self.width - pose.at.x, y: self.depth - pose.at.y };
        Pose { at, facing: pose.facing.opposite() }
    }

    /// IMP-R12: where Units deploy.
    pub fn zone(&self, seat: Seat) -> Rect {
        let low = dvec2(SHORT_EDGE_U, 0.0);
        let high = dvec2(self.width.get() - SHORT_EDGE_U, DEPLOYMENT_U);
        Rect::between(self.across(seat, low), self.across(seat, high))
    }

    /// IMP-R12: where the whole of the baggage is.
    pub fn baggage_zone(&self, seat: Seat) -> Rect {
        let low = dvec2(BAGGAGE_EDGE_U, 0.0);
        let high = dvec2(self.width.get() - BAGGAGE_EDGE_U, DEPLOYMENT_U);
        Rect::between(self.across(seat, low), self.across(seat, high))
    }
}

#[cfg(test)]
mod tests {
    use acies_table::Facing;

    use crate::battle::tests::sample;

    use super::*;

    #[test]
    fn zones_are_those_of_the_ruling() {
        let setup = &sample().setup;
        // IMP-R12: within 30 U of the long edge, 10 U from the short ones; the table is 180 by 120 U (IMP-R3).
        let bounds = |rect: Rect| {
            let half = dvec2(rect.width(), rect.depth()) / 2.0;
            (rect.centre() - half, rect.centre() + half)
        };
        assert_eq!(
            bounds(setup.zone(Seat::Red)),
            (dvec2(10.0, 0.0), dvec2(170.0, 30.0)),
            "IMP-R12"
        );
        assert_eq!(
            bounds(setup.zone(Seat::Blue)),
            (dvec2(10.0, 90.0), dvec2(170.0, 120.0)),
            "IMP-R12"
        );
        assert_eq!(
            bounds(setup.baggage_zone(Seat::Blue)),
            (dvec2(20.0, 90.0), dvec2(160.0, 120.0)),
            "IMP-R12"
        );
        // RULES.md 5.3: the second of B's armies sees (162, 98) at (18, 22).
        let seen = setup.pose_across(Seat::Blue, Pose::new(162.0, 98.0, Facing::SOUTH));
        assert_eq!(seen, Pose::new(18.0, 22.0, Facing::NORTH));
    }
}
