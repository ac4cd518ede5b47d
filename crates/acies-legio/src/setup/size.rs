//! How large a battle is (LEG-R112, LEG-R114, LEG-R116, LEG-R117, LEG-R151, LEG-R156).

use acies_core::{Form, Role, Seat, Shape};
use acies_table::{Corner, Length, Point, Pose, Rect};
use glam::DVec2;
use serde::{Deserialize, Serialize};

use crate::rulings::{CAMP, SLACK};

/// LEG-R114.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    Small,
    Standard,
    Large,
}

/// LEG-R112: the points of the usual battle.
pub const BUDGET: u32 = 1800;

/// LEG-R116: how far from the sides units deploy.
const FROM_SIDES: f64 = 50.0;

impl Size {
    /// LEG-R151, LEG-R156: the battle that armies of so many points fight.
    pub fn for_budget(points: u32) -> Size {
        match points {
            ..=900 => Size::Small,
            901..=BUDGET => Size::Standard,
            _ => Size::Large,
        }
    }

    /// LEG-R114: width and depth of the table, in paces.
    pub fn table(self) -> [f64; 2] {
        match self {
            Size::Small => [1200.0, 900.0],
            Size::Standard => [1800.0, 1200.0],
            Size::Large => [2400.0, 1800.0],
        }
    }

    /// LEG-R116: how deep the zones are, with 400 paces between them.
    pub fn zone_depth(self) -> f64 {
        (self.table()[1] - 400.0) / 2.0
    }

    /// LEG-R116: where an army deploys, as its owner sees the table.
    pub fn zone(self) -> Rect {
        let width = self.table()[0];
        Rect::between(
            DVec2::new(FROM_SIDES, 0.0),
            DVec2::new(width - FROM_SIDES, self.zone_depth()),
        )
    }

    /// Whether a unit stands in the zone, as its owner sees the table.
    pub fn holds(self, unit: &Rect) -> bool {
        self.zone().grown(SLACK).holds(unit)
    }

    /// A place as its owner sees the table, on the table; and the other way round.
    pub fn seen_from(self, seat: Seat, at: Point) -> Point {
        let [width, depth] = self.table();
        match seat {
            Seat::Red => at,
            Seat::Blue => Point { x: Length::new(width) - at.x, y: Length::new(depth) - at.y },
        }
    }

    /// A pose as its owner sees the table, on the table; and the other way round.
    pub fn placed(self, seat: Seat, pose: Pose) -> Pose {
        let facing = if seat == Seat::Red { pose.facing } else { pose.facing.opposite() };
        Pose { at: self.seen_from(seat, pose.at), facing }
    }

    /// LEG-R116: whether a unit on the table stands where its army deploys.
    pub fn deploys(self, seat: Seat, unit: &Rect) -> bool {
        let corner = |corner: DVec2| self.seen_from(seat, Point::nearest(corner)).vec();
        let zone = self.zone().grown(SLACK);
        unit.corners().into_iter().all(|it| zone.contains(corner(it)))
    }

    /// LEG-R116: where an army deploys, on the table.
    pub fn zone_of(self, seat: Seat) -> Rect {
        let zone = self.zone();
        let half = (zone.corner(Corner::FrontRight) - zone.corner(Corner::RearLeft)).abs() / 2.0;
        let middle = self.seen_from(seat, Point::nearest(zone.centre())).vec();
        Rect::between(middle - half, middle + half)
    }

    /// Where an army deploys, to be drawn.
    pub fn zone_shape(self, seat: Seat) -> Shape {
        let corner = |at: DVec2| {
            let at = self.seen_from(seat, Point::nearest(at));
            [at.x.get(), at.y.get()]
        };
        let corners = self.zone().corners().map(corner);
        Shape { role: Role::Reach, form: Form::Rect { corners } }
    }

    /// LEG-R117: the centre of a camp on the table.
    pub fn camp_of(self, seat: Seat, x: Length) -> Point {
        Point { x, y: self.seen_from(seat, self.camp(0.0)).y }
    }

    /// LEG-R117: the centre of a camp whose middle is at this distance from the left, as its owner sees it.
    pub fn camp(self, x: f64) -> Point {
        Point::new(x, CAMP[1] / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_have_their_sizes() {
        for (points, size, table, zone) in [
            (900, Size::Small, [1200.0, 900.0], 250.0),
            (901, Size::Standard, [1800.0, 1200.0], 400.0),
            (1800, Size::Standard, [1800.0, 1200.0], 400.0),
            (3600, Size::Large, [2400.0, 1800.0], 700.0),
        ] {
            assert_eq!(Size::for_budget(points), size, "LEG-R112, LEG-R151, LEG-R156");
            assert_eq!(size.table(), table, "LEG-R114");
            assert_eq!(size.zone_depth(), zone, "LEG-R116");
        }
        assert_eq!(Size::Standard.camp(900.0), Point::new(900.0, 20.0), "LEG-R117");
    }
}
