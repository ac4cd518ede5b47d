//! What a base or a group may do with its feet: shift or turn, as one rigid body.

use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

use crate::{
    Angle, Base, Corner, Edge, Length, Pose, Rect, angle::turn_by, pose::right_of, track::Track,
};

/// One element of a move, in the words of the player who orders it.
///
/// ```
/// # use acies_table::{Angle, Base, Facing, Length, Motion, Pose, Size};
/// let spearmen = Base::new(Pose::new(0.0, 0.0, Facing::NORTH), Size::new(1.0, 1.0));
/// let wheel = Motion::wheel(Angle::new(90.0));
/// // A right wheel pivots on the right front corner, which stands at (0.5, 0.5).
/// let course = wheel.course(&spearmen);
/// assert_eq!(course.end(&spearmen.pose), Pose::new(0.0, 1.0, Facing::EAST));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// Straight to another place, facing as before.
    Shift { right: Length, ahead: Length },
    /// A turn about a point of the base or of the group.
    Turn { on: Pivot, by: Angle },
}

/// The point of a base that stays in its place while the base turns or changes its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pivot {
    Centre,
    Corner(Corner),
    Middle(Edge),
}

impl Pivot {
    /// Where the point lies on a base.
    pub(crate) fn place(self, rect: &Rect) -> DVec2 {
        match self {
            Pivot::Centre => rect.centre(),
            Pivot::Corner(corner) => rect.corner(corner),
            Pivot::Middle(edge) => rect.middle(edge),
        }
    }
}

impl Motion {
    /// Straight ahead (ADLG-R46, IMP-MOV.1, LEG-R46).
    pub fn advance(length: Length) -> Motion {
        Motion::Shift { right: Length::ZERO, ahead: length }
    }

    /// Straight back, facing kept (ADLG-DSG.1, ADLG-EXZ.2, IMP-R32, IMP-R62, LEG-R56, LEG-R96).
    pub fn back(length: Length) -> Motion {
        Motion::advance(-length)
    }

    /// Straight to the right, or to the left if negative (ADLG-R48, LEG-R56).
    pub fn slide(right: Length) -> Motion {
        Motion::Shift { right, ahead: Length::ZERO }
    }

    /// Straight on a heading so far off the facing, facing kept (IMP-R31, AV-R46).
    pub fn oblique(off: Angle, length: Length) -> Motion {
        let (sin, cos) = off.sin_cos();
        let length = length.get();
        Motion::Shift { right: Length::new(length * sin), ahead: Length::new(length * cos) }
    }

    /// A wheel forwards: to the right on the right front corner, to the left on the left one
    /// (ADLG-R47, IMP-R30, LEG-R47).
    pub fn wheel(by: Angle) -> Motion {
        let on = if by < Angle::ZERO { Corner::FrontLeft } else { Corner::FrontRight };
        Motion::Turn { on: Pivot::Corner(on), by }
    }

    /// A turn on the spot: quarter-turn, half-turn, about-face (ADLG-R49, ADLG-R50, IMP-R33,
    /// LEG-R53) or any other (AV-R45, LEG-R46).
    pub fn turn(by: Angle) -> Motion {
        Motion::Turn { on: Pivot::Centre, by }
    }

    /// The course that this motion takes across the table when this base makes it. For a group, ask
    /// with the base that encloses it and let every member take the same course.
    pub fn course(&self, base: &Base) -> Course {
        match *self {
            Motion::Shift { right, ahead } => {
                let by = base.pose.world(dvec2(right.get(), ahead.get())) - base.pose.at.vec();
                Course::Straight { by }
            }
            Motion::Turn { on, by } => Course::Round { pivot: on.place(&base.rect()), by },
        }
    }
}

/// A rigid motion across the table, the same for every body that takes part in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Course {
    Straight { by: DVec2 },
    Round { pivot: DVec2, by: Angle },
}

impl Course {
    /// Where the course leads a base, on the grid.
    pub fn end(&self, pose: &Pose) -> Pose {
        match *self {
            Course::Straight { by } => Pose::nearest(pose.at.vec() + by, pose.facing),
            Course::Round { pivot, by } => {
                let place = pivot + by.turn(pose.at.vec() - pivot);
                Pose::nearest(place, pose.facing + by)
            }
        }
    }

    /// The first part of this course, up to a fraction from 0 to 1. A turn is cut on the grid.
    pub fn part(&self, fraction: f64) -> Course {
        match *self {
            Course::Straight { by } => Course::Straight { by: by * fraction },
            Course::Round { pivot, by } => Course::Round { pivot, by: by.part(fraction) },
        }
    }

    /// How long the way of a place is that takes part: along a line, or along an arc. For the outer
    /// front corner of a wheel it is what IMP-R30 and LEG-R47 charge.
    pub fn travel(&self, place: DVec2) -> f64 {
        match *self {
            Course::Straight { by } => by.length(),
            Course::Round { pivot, by } => place.distance(pivot) * by.abs().radians(),
        }
    }

    /// The rectangle after a fraction of the course, not rounded to the grid.
    pub fn moved(&self, rect: &Rect, fraction: f64) -> Rect {
        match *self {
            Course::Straight { by } => rect.shifted(by * fraction),
            Course::Round { pivot, by } => {
                let (sin, cos) = libm::sincos(by.radians() * fraction);
                let centre = pivot + turn_by(rect.centre() - pivot, sin, cos);
                Rect::from_parts(centre, turn_by(rect.ahead(), sin, cos), rect.half())
            }
        }
    }

    /// The length of the clock of this course: 1 for a straight one, the angle in radians for a
    /// turn. Between 0 and that, places move as [`Course::track`] tells.
    pub(crate) fn span(&self) -> f64 {
        match self {
            Course::Straight { .. } => 1.0,
            Course::Round { by, .. } => by.abs().radians(),
        }
    }

    /// The way of a place that takes part, as seen in the local frame of a rectangle that does not.
    pub(crate) fn track(&self, place: DVec2, seen_by: &Rect) -> Track {
        match *self {
            Course::Straight { by } => {
                let (start, slope) = (seen_by.local(place), seen_by.local_direction(by));
                Track::Straight { start, slope }
            }
            Course::Round { pivot, by } => {
                let arm = place - pivot;
                let quarter_on = right_of(arm) * by.steps().signum() as f64;
                let (cos, sin) =
                    (seen_by.local_direction(arm), seen_by.local_direction(quarter_on));
                Track::Round { mid: seen_by.local(pivot), cos, sin }
            }
        }
    }

    /// The course that undoes this one.
    pub(crate) fn reversed(&self) -> Course {
        match *self {
            Course::Straight { by } => Course::Straight { by: -by },
            Course::Round { pivot, by } => Course::Round { pivot, by: -by },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oblique_moves_go_aside_and_ahead() {
        // IMP-R31, AV-R46: 2 units at 30 degrees are 1 aside and the root of 3 ahead, facing kept.
        let aside = Motion::oblique(Angle::new(30.0), Length::new(2.0));
        let ahead = Length::new(1.732);
        assert_eq!(aside, Motion::Shift { right: Length::new(1.0), ahead });
    }
}
