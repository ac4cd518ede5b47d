//! Words for players: what happened, why not, names, notation.

pub mod events;
mod fights;
pub mod notation;
mod paths;
pub(crate) mod places;
pub mod refusals;
pub mod telling;
