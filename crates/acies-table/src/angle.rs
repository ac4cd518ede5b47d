//! Angles and facings on the grid: thousandths of a degree, clockwise.
//!
//! Why an angle and not a unit vector on a grid? Turns add up exactly: two wheels of 45 degrees are a
//! quarter-turn, a half-turn made twice is no turn, and all bases of a group that wheels keep one
//! facing. A player's limits (45, 90, 135 degrees) are whole numbers, so a comparison never hangs on
//! the last bit. Mirroring is a change of sign. The price is a sine and a cosine for each base looked
//! at; since the turn is first brought into half a right angle by whole numbers, a small table
//! gives them in few nanoseconds, and facings along the axes come out exact.

use std::{
    f64::consts::{FRAC_1_SQRT_2, PI},
    fmt,
    ops::{Add, Neg, Sub},
    sync::LazyLock,
};

use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

use crate::length::{OffTheGrid, rounded, steps_from};

const DEGREE: i32 = 1000;
const STEPS_PER_DEGREE: f64 = DEGREE as f64;
const QUARTER: i32 = 90_000;
const TURN: i32 = 4 * QUARTER;

/// A turn in thousandths of a degree, positive to the right (clockwise), negative to the left.
///
/// ```
/// # use acies_table::Angle;
/// assert_eq!(Angle::new(45.0) + Angle::new(45.0), Angle::QUARTER);
/// assert_eq!(Angle::new(-30.0).abs().degrees(), 30.0);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Angle(i32);

impl Angle {
    pub const ZERO: Angle = Angle(0);
    pub const QUARTER: Angle = Angle(QUARTER);
    pub const HALF: Angle = Angle(2 * QUARTER);

    /// The angle nearest to so many degrees.
    #[inline]
    pub const fn new(degrees: f64) -> Angle {
        Angle(rounded(degrees * STEPS_PER_DEGREE))
    }

    pub fn from_radians(radians: f64) -> Angle {
        Angle::new(radians * (180.0 / PI))
    }

    #[inline]
    pub fn degrees(self) -> f64 {
        self.0 as f64 / STEPS_PER_DEGREE
    }

    #[inline]
    pub fn radians(self) -> f64 {
        self.0 as f64 * (PI / (180.0 * STEPS_PER_DEGREE))
    }

    #[inline]
    pub const fn steps(self) -> i32 {
        self.0
    }

    pub fn abs(self) -> Angle {
        Angle(self.0.abs())
    }

    /// A part of this turn, never more of it than asked for: a wheel that is cut short by a
    /// neighbour stops on the grid before it.
    pub fn part(self, fraction: f64) -> Angle {
        // A whole turn of 1,000 steps or so carries rounding errors far below this.
        const EPSILON: f64 = 1e-9;
        let steps = self.0 as f64 * fraction;
        Angle((steps + EPSILON.copysign(steps)).trunc() as i32)
    }

    /// Sine and cosine, exact for whole quarter-turns and exactly mirrored for the mirrored turn.
    #[inline]
    pub fn sin_cos(self) -> (f64, f64) {
        let quarters = (self.0 + QUARTER / 2).div_euclid(QUARTER);
        let rest = self.0 - quarters * QUARTER;
        let (sin, cos) = match rest {
            0 => (0.0, 1.0),
            // Both are the same number there, although a sine and a cosine may round differently.
            _ if rest.abs() == QUARTER / 2 => (FRAC_1_SQRT_2.copysign(rest as f64), FRAC_1_SQRT_2),
            _ => small_sin_cos(rest),
        };
        match quarters.rem_euclid(4) {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }

    /// Turns a vector by this angle.
    pub fn turn(self, vector: DVec2) -> DVec2 {
        let (sin, cos) = self.sin_cos();
        turn_by(vector, sin, cos)
    }
}

/// Sine and cosine of less than half a right angle, from those of its whole degrees and of the rest: every
/// base that is looked at needs them.
fn small_sin_cos(steps: i32) -> (f64, f64) {
    type Table = Vec<(f64, f64)>;
    static TABLES: LazyLock<[Table; 2]> = LazyLock::new(|| {
        let of = |steps: i32| libm::sincos(Angle(steps).radians());
        [(0..=45).map(|degree| of(degree * DEGREE)).collect(), (0..DEGREE).map(of).collect()]
    });
    let [degrees, rests] = &*TABLES;
    let size = steps.unsigned_abs() as usize;
    let (sin_whole, cos_whole) = degrees[size / DEGREE as usize];
    let (sin_rest, cos_rest) = rests[size % DEGREE as usize];
    let sin = sin_whole * cos_rest + cos_whole * sin_rest;
    let cos = cos_whole * cos_rest - sin_whole * sin_rest;
    (if steps < 0 { -sin } else { sin }, cos)
}

/// Turns a vector clockwise by the angle with this sine and cosine.
pub(crate) fn turn_by(vector: DVec2, sin: f64, cos: f64) -> DVec2 {
    dvec2(vector.x * cos + vector.y * sin, vector.y * cos - vector.x * sin)
}

/// The way a base faces: an angle clockwise from north (the direction of growing y), in thousandths
/// of a degree, from 0 to 359.999 (AV-R1, Legio 1.1).
///
/// ```
/// # use acies_table::{Angle, Facing};
/// let facing = Facing::NORTH + Angle::new(-15.0);
/// assert_eq!(facing.to_string(), "345");
/// assert_eq!(facing.mirrored(), Facing::new(Angle::new(15.0)));
/// assert_eq!(Facing::EAST - facing, Angle::new(105.0));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Angle", into = "f64")]
pub struct Facing(i32);

impl Facing {
    pub const NORTH: Facing = Facing(0);
    pub const EAST: Facing = Facing(QUARTER);
    pub const SOUTH: Facing = Facing(2 * QUARTER);
    pub const WEST: Facing = Facing(3 * QUARTER);

    /// So far clockwise from north.
    pub const fn new(from_north: Angle) -> Facing {
        Facing(from_north.0.rem_euclid(TURN))
    }

    /// The facing nearest to a direction; north if there is none.
    pub fn toward(direction: DVec2) -> Facing {
        Facing::new(Angle::from_radians(libm::atan2(direction.x, direction.y)))
    }

    /// Clockwise from north.
    #[inline]
    pub fn from_north(self) -> Angle {
        Angle(self.0)
    }

    /// The unit vector straight ahead.
    #[inline]
    pub fn ahead(self) -> DVec2 {
        let (sin, cos) = self.from_north().sin_cos();
        dvec2(sin, cos)
    }

    pub fn opposite(self) -> Facing {
        self + Angle::HALF
    }

    /// As seen in a mirror that stands along the y axis.
    pub fn mirrored(self) -> Facing {
        Facing::new(-self.from_north())
    }
}

impl Add<Angle> for Facing {
    type Output = Facing;

    fn add(self, turn: Angle) -> Facing {
        Facing::new(Angle(self.0 + turn.0 % TURN))
    }
}

impl Sub for Facing {
    type Output = Angle;

    /// The shorter turn from `other` to this facing: more than -180 and at most 180 degrees.
    fn sub(self, other: Facing) -> Angle {
        let turn = (self.0 - other.0).rem_euclid(TURN);
        Angle(if turn > TURN / 2 { turn - TURN } else { turn })
    }
}

impl From<Angle> for Facing {
    fn from(from_north: Angle) -> Facing {
        Facing::new(from_north)
    }
}

impl From<Facing> for f64 {
    fn from(facing: Facing) -> f64 {
        facing.from_north().degrees()
    }
}

impl From<Angle> for f64 {
    fn from(angle: Angle) -> f64 {
        angle.degrees()
    }
}

impl TryFrom<f64> for Angle {
    type Error = OffTheGrid;

    fn try_from(degrees: f64) -> Result<Angle, OffTheGrid> {
        steps_from(degrees).map(Angle)
    }
}

impl Add for Angle {
    type Output = Angle;

    fn add(self, other: Angle) -> Angle {
        Angle(self.0 + other.0)
    }
}

impl Sub for Angle {
    type Output = Angle;

    fn sub(self, other: Angle) -> Angle {
        Angle(self.0 - other.0)
    }
}

impl Neg for Angle {
    type Output = Angle;

    fn neg(self) -> Angle {
        Angle(-self.0)
    }
}

impl fmt::Display for Angle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.degrees(), f)
    }
}

impl fmt::Debug for Angle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.from_north(), f)
    }
}

impl fmt::Debug for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_are_exact() {
        for (facing, ahead) in [
            (Facing::NORTH, dvec2(0.0, 1.0)),
            (Facing::EAST, dvec2(1.0, 0.0)),
            (Facing::SOUTH, dvec2(0.0, -1.0)),
            (Facing::WEST, dvec2(-1.0, 0.0)),
        ] {
            assert_eq!(facing.ahead(), ahead);
            assert_eq!(Facing::toward(ahead), facing);
        }
    }

    #[test]
    fn every_facing_is_mirrored_to_the_bit_and_found_again() {
        for steps in (0..TURN).step_by(77).chain((0..TURN).step_by(45_000)) {
            let facing = Facing(steps);
            let ahead = facing.ahead();
            assert_eq!(facing.mirrored().ahead(), dvec2(-ahead.x, ahead.y), "{facing}");
            assert_eq!(facing.opposite().ahead(), -ahead, "{facing}");
            assert_eq!(Facing::toward(ahead), facing);
            assert!((ahead.length() - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn a_part_of_a_turn_never_exceeds_it() {
        assert_eq!(Angle::new(90.0).part(1.0), Angle::QUARTER);
        assert_eq!(Angle::new(1.0).part(0.9999), Angle::new(0.999));
        assert_eq!(Angle::new(-1.0).part(0.9999), Angle::new(-0.999));
    }

    #[test]
    fn differences_take_the_shorter_way() {
        let at = |degrees: f64| Facing::new(Angle::new(degrees));
        for (to, from, turn) in [(10.0, 350.0, 20.0), (350.0, 10.0, -20.0), (180.0, 0.0, 180.0)] {
            assert_eq!(at(to) - at(from), Angle::new(turn));
        }
    }
}
