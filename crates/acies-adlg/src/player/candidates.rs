//! Sensible actions: a finite list for machines, keyboards and menus. Every one of them passes the check.
//!
//! Who fights whom is found once for the whole list, and each proposal is judged once. Units that march
//! together far from the enemy are offered as a group only; near him every unit has its own list, of at
//! most [`UNIT_MOST`] moves, and every group one of at most [`GROUP_MOST`].

mod attacks;
mod attempts;
mod marches;
mod orders;
mod set_up;
mod shots;

pub(crate) use orders::Weighed;
pub use orders::{GROUP_MOST, UNIT_MOST};
