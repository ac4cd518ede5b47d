//! What follows from the rest of a value, found once.

use std::{
    hash::{Hash, Hasher},
    sync::OnceLock,
};

/// Something that can always be found again from the value that holds it: it is no part of what is
/// compared, hashed or stored.
#[derive(Clone, Debug)]
pub struct Memo<T>(OnceLock<T>);

impl<T> Memo<T> {
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
