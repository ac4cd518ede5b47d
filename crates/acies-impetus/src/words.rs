//! What is told of a battle: what happened, why not, and what players type.

pub mod events;
pub mod notation;
pub mod refusals;
mod telling;
