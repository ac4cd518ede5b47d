//! Lengths on the grid: thousandths of the ruleset's unit of distance.

use std::{
    fmt,
    ops::{Add, Neg, Sub},
};

use serde::{Deserialize, Serialize};

/// The finest length that the table knows, in the ruleset's unit of distance.
pub const STEP: f64 = 1.0 / STEPS_PER_UNIT;

const STEPS_PER_UNIT: f64 = 1000.0;

/// A length or coordinate on the grid, in thousandths of the ruleset's unit of distance.
///
/// What a battle stores is made of these, so that it compares, hashes, prints and replays alike on
/// every machine. A length is read from any number by rounding to the nearest step, halves away
/// from zero: so a mirrored number gives the mirrored length. It is written as a decimal number of
/// units.
///
/// ```
/// # use acies_table::Length;
/// let depth = Length::new(0.75);
/// assert_eq!(depth.get(), 0.75);
/// assert_eq!(Length::new(-0.0005), -Length::new(0.0005));
/// assert_eq!(serde_json::to_string(&depth).unwrap(), "0.75");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Length(i32);

impl Length {
    pub const ZERO: Length = Length(0);

    /// The length nearest to so many units of distance.
    #[inline]
    pub const fn new(units: f64) -> Length {
        Length(rounded(units * STEPS_PER_UNIT))
    }

    #[inline]
    pub const fn from_steps(steps: i32) -> Length {
        Length(steps)
    }

    #[inline]
    pub const fn steps(self) -> i32 {
        self.0
    }

    /// The length in units of distance.
    #[inline]
    pub fn get(self) -> f64 {
        self.0 as f64 / STEPS_PER_UNIT
    }
}

impl From<Length> for f64 {
    #[inline]
    fn from(length: Length) -> f64 {
        length.get()
    }
}

/// A number from a file or a player that is no place on any table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffTheGrid(f64);

impl fmt::Display for OffTheGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is too large for a length or an angle", self.0)
    }
}

impl std::error::Error for OffTheGrid {}

impl TryFrom<f64> for Length {
    type Error = OffTheGrid;

    fn try_from(units: f64) -> Result<Length, OffTheGrid> {
        steps_from(units).map(Length)
    }
}

/// The nearest whole number, halves away from zero. A conversion cuts off, and is one instruction where
/// `round` may be a call.
#[inline]
pub(crate) const fn rounded(number: f64) -> i32 {
    (number + if number < 0.0 { -0.5 } else { 0.5 }) as i32
}

/// Thousandths of a unit or of a degree. Numbers over a million are refused, so that the sum of two
/// of them cannot overflow.
pub(crate) fn steps_from(number: f64) -> Result<i32, OffTheGrid> {
    let fits = number.abs() <= 1_000_000.0;
    if fits { Ok(rounded(number * STEPS_PER_UNIT)) } else { Err(OffTheGrid(number)) }
}

impl Add for Length {
    type Output = Length;

    #[inline]
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl Sub for Length {
    type Output = Length;

    #[inline]
    fn sub(self, other: Length) -> Length {
        Length(self.0 - other.0)
    }
}

impl Neg for Length {
    type Output = Length;

    fn neg(self) -> Length {
        Length(-self.0)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.get(), f)
    }
}

impl fmt::Debug for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_symmetric_about_zero() {
        for (units, steps) in [(0.0, 0), (0.0004, 0), (0.0005, 1), (1.2345, 1235), (20.0, 20_000)] {
            assert_eq!(Length::new(units).steps(), steps);
            assert_eq!(Length::new(-units).steps(), -steps);
        }
    }

    #[test]
    fn every_step_survives_being_written_and_read() {
        for steps in (-2_000_000..2_000_000).step_by(997) {
            let length = Length::from_steps(steps);
            let text = serde_json::to_string(&length).unwrap();
            assert_eq!(serde_json::from_str::<Length>(&text).unwrap(), length, "{text}");
        }
    }

    #[test]
    fn absurd_numbers_are_refused() {
        assert!(serde_json::from_str::<Length>("1e7").is_err());
        assert!(Length::try_from(f64::NAN).is_err());
    }
}
