//! Units by their numbers, and sets of them.

use std::ops::{BitAnd, BitOr, Sub};

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// No army of any ruleset has room for more units.
const ROOM: u8 = 64;

/// A unit of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Id(u8);

impl From<Id> for u8 {
    fn from(id: Id) -> u8 {
        id.0
    }
}

impl From<Id> for usize {
    fn from(id: Id) -> usize {
        id.0.into()
    }
}

impl Id {
    /// The unit of a side by its number.
    #[inline]
    pub fn new(seat: Seat, number: u8) -> Id {
        Id(seat as u8 * ROOM + number)
    }

    /// Whose it is.
    #[inline]
    pub fn seat(self) -> Seat {
        if self.0 < ROOM { Seat::Red } else { Seat::Blue }
    }

    /// Its number in its army, counted from none.
    #[inline]
    pub fn number(self) -> u8 {
        self.0 % ROOM
    }

    /// Its place in a table of all units, in which each side has so many places.
    #[inline]
    pub fn index(self, places: usize) -> usize {
        self.seat() as usize * places + usize::from(self.number())
    }
}

/// A set of units of one side, by their number in the army.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
/// A set of units of one side, by their numbers.
#[serde(from = "Several")]
pub struct UnitSet(u64);

/// How a set is written: as bits, or as a list of units in files that [name](crate::named) them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a list of units")]
enum Several {
    Bits(u64),
    Units(Vec<Id>),
}

impl From<Several> for UnitSet {
    fn from(several: Several) -> Self {
        match several {
            Several::Bits(bits) => UnitSet(bits),
            Several::Units(units) => units.into_iter().collect(),
        }
    }
}

impl UnitSet {
    /// No unit.
    pub const NONE: UnitSet = UnitSet(0);
    /// Every unit that there can be.
    pub const ALL: UnitSet = UnitSet(u64::MAX);

    /// One unit alone.
    #[inline]
    pub fn one(unit: u8) -> UnitSet {
        UnitSet::NONE.with(unit)
    }

    /// Whether it has no unit.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many units it has.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether a unit is in it.
    #[inline]
    pub fn has(self, unit: u8) -> bool {
        unit < ROOM && self.0 & 1 << unit != 0
    }

    /// With a unit more.
    #[inline]
    #[must_use]
    pub fn with(self, unit: u8) -> Self {
        UnitSet(self.0 | 1 << unit)
    }

    /// Without a unit.
    #[must_use]
    pub fn without(self, unit: u8) -> Self {
        UnitSet(self.0 & !(1 << unit))
    }

    /// The unit with the lowest number.
    #[inline]
    pub fn first(self) -> Option<u8> {
        (!self.is_empty()).then(|| self.0.trailing_zeros() as u8)
    }

    /// The unit with the highest number.
    pub fn last(self) -> Option<u8> {
        self.0.checked_ilog2().map(|unit| unit as u8)
    }

    /// The how-manieth of them, counted from none.
    pub fn nth(self, n: usize) -> Option<u8> {
        let rest = (0..n).fold(self.0, |rest, _| rest & rest.wrapping_sub(1));
        UnitSet(rest).first()
    }

    /// Its members in the order of the roster.
    pub fn iter(self) -> Members {
        Members(self.0)
    }

    /// The units of a seat.
    #[inline]
    pub fn ids(self, seat: Seat) -> impl Iterator<Item = Id> + Clone {
        self.iter().map(move |unit| Id::new(seat, unit))
    }
}

impl BitOr for UnitSet {
    type Output = UnitSet;

    fn bitor(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 | other.0)
    }
}

impl BitAnd for UnitSet {
    type Output = UnitSet;

    fn bitand(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }
}

impl Sub for UnitSet {
    type Output = UnitSet;

    fn sub(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }
}

impl FromIterator<u8> for UnitSet {
    fn from_iter<I: IntoIterator<Item = u8>>(units: I) -> Self {
        units.into_iter().fold(UnitSet::NONE, UnitSet::with)
    }
}

impl FromIterator<Id> for UnitSet {
    fn from_iter<I: IntoIterator<Item = Id>>(units: I) -> Self {
        units.into_iter().map(Id::number).collect()
    }
}

impl IntoIterator for UnitSet {
    type Item = u8;
    type IntoIter = Members;

    fn into_iter(self) -> Members {
        self.iter()
    }
}

/// The members of a set, one after the other.
#[derive(Clone)]
pub struct Members(u64);

impl Iterator for Members {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let unit = UnitSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_know_their_side_and_number() {
        for (seat, number) in [(Seat::Red, 0), (Seat::Red, 63), (Seat::Blue, 0), (Seat::Blue, 47)] {
            let id = Id::new(seat, number);
            assert_eq!((id.seat(), id.number()), (seat, number));
        }
        assert_eq!(Id::new(Seat::Blue, 3).index(20), 23);
    }

    #[test]
    fn sets_have_what_was_put_in() {
        let set: UnitSet = [5, 0, 63].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, 63]);
        assert_eq!(
            (set.first(), set.nth(1), set.last(), set.nth(3)),
            (Some(0), Some(5), Some(63), None)
        );
        assert!(set.has(5) && !set.has(4) && !set.has(64) && !set.has(255));
        assert_eq!(set.without(5).len(), 2);
        assert_eq!((set & UnitSet::one(5)) | UnitSet::one(1), [1, 5].into_iter().collect());
        assert_eq!(set - UnitSet::ALL, UnitSet::NONE);
        let blue: Vec<Id> = UnitSet::one(7).ids(Seat::Blue).collect();
        assert_eq!(blue, [Id::new(Seat::Blue, 7)]);
        assert_eq!((UnitSet::NONE.first(), UnitSet::NONE.last()), (None, None));
    }
}
