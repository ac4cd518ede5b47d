//! What follows from the rest of a value, found once.

use crate::{
    battle::{ALL_UNITS, Id},
    rulings::UNITS_MAX,
};
use std::{
    hash::{Hash, Hasher},
    sync::OnceLock,
};

use acies_table::Rect;
use glam::DVec2;

/// Something that can always be found again from the value that holds it: it is no part of what is
/// compared, hashed or stored.
#[derive(Clone, Debug)]
pub struct Memo<T>(OnceLock<T>);

impl<T> Memo<T> {
    /// What is known, found if it is not.
    pub fn get(&self, find: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(find)
    }

    /// For when what it follows from has changed.
    pub fn forget(&mut self) {
        self.0.take();
    }
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Memo(OnceLock::new())
    }
}

impl<T> PartialEq for Memo<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Memo<T> {}

impl<T> Hash for Memo<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The bodies of units that have not moved since the last action: a table, because everything asks for
/// them. Like a [`Memo`] it is no part of what is compared, hashed or stored.
#[derive(Clone, Debug)]
pub struct Bodies {
    rects: [Rect; ALL_UNITS],
    /// A bit for each unit.
    known: u128,
}

impl Bodies {
    /// The body of a unit, if it is known.
    pub fn get(&self, id: Id) -> Option<Rect> {
        (self.known & 1 << id.index(UNITS_MAX) != 0).then(|| self.rects[id.index(UNITS_MAX)])
    }

    /// A body that has been found.
    pub fn set(&mut self, id: Id, rect: Rect) {
        self.rects[id.index(UNITS_MAX)] = rect;
        self.known |= 1 << id.index(UNITS_MAX);
    }

    /// For when a unit may have moved.
    pub fn forget(&mut self, id: Id) {
        self.known &= !(1 << id.index(UNITS_MAX));
    }
}

impl Default for Bodies {
    fn default() -> Self {
        Bodies { rects: [Rect::from(DVec2::ZERO); ALL_UNITS], known: 0 }
    }
}

impl PartialEq for Bodies {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Bodies {}

impl Hash for Bodies {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
