//! Where a base stands and which way it faces.

use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

use crate::{Angle, Edge, Facing, Length};

/// A place on the grid: x to the east, y to the north.
///
/// Put the origin on the centre line of the table, best at its centre: then the mirrored table is
/// the one with the sign of every x changed. Distances, touches and the ends of moves are then mirrored
/// to the bit, areas and lines of sight up to rounding.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Point {
    pub x: Length,
    pub y: Length,
}

impl Point {
    #[inline]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x: Length::new(x), y: Length::new(y) }
    }

    /// The point of the grid nearest to a place: at most 0.71 steps away.
    #[inline]
    pub fn nearest(place: DVec2) -> Point {
        Point::new(place.x, place.y)
    }

    /// The place as a vector, in units of distance.
    #[inline]
    pub fn vec(self) -> DVec2 {
        dvec2(self.x.get(), self.y.get())
    }

    /// As seen in a mirror that stands along the y axis.
    pub fn mirrored(self) -> Point {
        Point { x: -self.x, y: self.y }
    }
}

impl From<Point> for DVec2 {
    fn from(point: Point) -> DVec2 {
        point.vec()
    }
}

/// The centre of a base and its facing, both on the grid.
///
/// ```
/// # use acies_table::{Facing, Pose};
/// # use glam::dvec2;
/// let pose = Pose::new(10.0, 5.0, Facing::EAST);
/// // Two to its right and three ahead of it: south is on the right of who faces east.
/// assert_eq!(pose.world(dvec2(2.0, 3.0)), dvec2(13.0, 3.0));
/// assert_eq!(pose.local(dvec2(13.0, 3.0)), dvec2(2.0, 3.0));
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Pose {
    pub at: Point,
    pub facing: Facing,
}

impl Pose {
    pub const fn new(x: f64, y: f64, facing: Facing) -> Pose {
        Pose { at: Point::new(x, y), facing }
    }

    /// The pose on the grid nearest to a place, with the facing as it is.
    #[inline]
    pub fn nearest(place: DVec2, facing: Facing) -> Pose {
        Pose { at: Point::nearest(place), facing }
    }

    /// A place as this base sees it: x to its right, y ahead of it (AV query 2, `frame`).
    pub fn local(&self, place: DVec2) -> DVec2 {
        let ahead = self.facing.ahead();
        let from_here = place - self.at.vec();
        dvec2(from_here.dot(right_of(ahead)), from_here.dot(ahead))
    }

    /// The place that lies so far to the right (x) and ahead (y) of this base.
    #[inline]
    pub fn world(&self, local: DVec2) -> DVec2 {
        let ahead = self.facing.ahead();
        self.at.vec() + right_of(ahead) * local.x + ahead * local.y
    }

    /// The turn that would bring this base to face a place: positive to its right (AV-R1).
    pub fn bearing(&self, place: DVec2) -> Angle {
        let local = self.local(place);
        Angle::from_radians(libm::atan2(local.x, local.y))
    }

    /// In which of its four sectors a base has a place. Front and rear end at 45 and 135 degrees to
    /// either side; a place within `slack` of such a line belongs to the front rather than to a
    /// flank, and to a flank rather than to the rear (AV-R6, AV-R2).
    ///
    /// ```
    /// # use acies_table::{Angle, Edge, Facing, Pose};
    /// # use glam::dvec2;
    /// let pose = Pose::new(0.0, 0.0, Facing::NORTH);
    /// let slack = Angle::new(0.01);
    /// assert_eq!(pose.sector(dvec2(1.0, 1.0), slack), Edge::Front);
    /// assert_eq!(pose.sector(dvec2(1.0, 0.9), slack), Edge::Right);
    /// assert_eq!(pose.sector(dvec2(-1.0, -1.0), slack), Edge::Left);
    /// ```
    pub fn sector(&self, place: DVec2, slack: Angle) -> Edge {
        let bearing = self.bearing(place);
        match bearing.abs() - slack {
            off if off <= Angle::new(45.0) => Edge::Front,
            off if off > Angle::new(135.0) => Edge::Rear,
            _ if bearing > Angle::ZERO => Edge::Right,
            _ => Edge::Left,
        }
    }

    /// Where it comes to if it keeps its place beside another that goes from one pose to another.
    ///
    /// ```
    /// # use acies_table::{Facing, Pose};
    /// let (from, to) = (Pose::new(0.0, 0.0, Facing::NORTH), Pose::new(5.0, 5.0, Facing::EAST));
    /// let on_its_right = Pose::new(1.0, 0.0, Facing::NORTH);
    /// assert_eq!(on_its_right.carried(&from, &to), Pose::new(5.0, 4.0, Facing::EAST));
    /// ```
    pub fn carried(&self, from: &Pose, to: &Pose) -> Pose {
        let place = to.world(from.local(self.at.vec()));
        Pose::nearest(place, self.facing + (to.facing - from.facing))
    }

    /// As seen in a mirror that stands along the y axis.
    pub fn mirrored(self) -> Pose {
        Pose { at: self.at.mirrored(), facing: self.facing.mirrored() }
    }

    /// As seen from the other side of the table: turned by half about the origin.
    pub fn from_across(self) -> Pose {
        let at = Point { x: -self.at.x, y: -self.at.y };
        Pose { at, facing: self.facing.opposite() }
    }
}

/// The unit vector to the right of a unit vector.
#[inline]
pub(crate) fn right_of(ahead: DVec2) -> DVec2 {
    dvec2(ahead.y, -ahead.x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bearings_are_positive_to_the_right() {
        let pose = Pose::new(1.0, 1.0, Facing::SOUTH);
        for (place, degrees) in [
            (dvec2(1.0, -5.0), 0.0),
            (dvec2(0.0, 1.0), 90.0),
            (dvec2(2.0, 1.0), -90.0),
            (dvec2(1.0, 2.0), 180.0),
            (dvec2(0.0, 0.0), 45.0),
        ] {
            assert_eq!(pose.bearing(place), Angle::new(degrees), "{place}");
        }
    }

    #[test]
    fn a_pose_reads_as_a_player_would_write_it() {
        let pose = Pose::new(-12.5, 3.25, Facing::new(Angle::new(22.5)));
        let text = serde_json::to_string(&pose).unwrap();
        assert_eq!(text, r#"{"at":{"x":-12.5,"y":3.25},"facing":22.5}"#);
        assert_eq!(serde_json::from_str::<Pose>(&text).unwrap(), pose);
    }

    #[test]
    fn mirrors_undo_themselves() {
        let pose = Pose::new(-12.5, 3.25, Facing::new(Angle::new(22.5)));
        assert_eq!(pose.mirrored().mirrored(), pose);
        assert_eq!(pose.from_across().from_across(), pose);
    }
}
