//! Words for players: what happened, why not, names, notation.

pub mod events;
pub mod notation;
mod paths;
pub mod refusals;
pub mod telling;
pub mod told;
