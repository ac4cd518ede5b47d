//! Seats: the two players of a battle, and who looks at it.

use std::{
    fmt,
    ops::{Index, IndexMut},
};

use serde::{Deserialize, Serialize};

use crate::{dice::Ask, rulebook::RuleId};

/// One of the two players. A ruleset says which army, edge or part each seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The first side of a file or a command line.
    Red,
    /// The second.
    Blue,
}

/// Who looks at a battle: a seat, or a spectator who may know only what both seats know.
pub type Viewer = Option<Seat>;

impl Seat {
    /// Both, in order.
    pub const BOTH: [Seat; 2] = [Seat::Red, Seat::Blue];

    /// The other side.
    pub fn other(self) -> Seat {
        match self {
            Seat::Red => Seat::Blue,
            Seat::Blue => Seat::Red,
        }
    }

    /// What this seat says when it takes up its dice: for which rule, and which dice they are.
    pub fn throws(self, rule: RuleId, what: &'static str) -> Ask {
        Ask { by: self, rule, what }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::Red => "red",
            Seat::Blue => "blue",
        })
    }
}

/// Something that each seat has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Each<T>(pub [T; 2]);

impl<T> Each<T> {
    /// What there is for each side.
    pub fn of(mut what: impl FnMut(Seat) -> T) -> Self {
        Each(Seat::BOTH.map(&mut what))
    }

    /// Each side with what it has.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::BOTH.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for Each<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for Each<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

/// A set of seats: those that have to decide something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const NONE: Seats = Seats(0);

    /// With this seat too.
    pub fn with(self, seat: Seat) -> Self {
        Seats(self.0 | 1 << seat as u8)
    }

    /// Whether this seat is among them.
    pub fn has(self, seat: Seat) -> bool {
        self.0 & 1 << seat as u8 != 0
    }

    /// Whether nobody is.
    pub fn is_empty(self) -> bool {
        self == Seats::NONE
    }

    /// Each of them, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(move |&seat| self.has(seat))
    }

    /// The seat that is asked first. Sealed decisions of both seats may come in any order.
    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }
}

impl From<Seat> for Seats {
    fn from(seat: Seat) -> Self {
        Seats::NONE.with(seat)
    }
}
