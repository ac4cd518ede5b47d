//! What is told of a battle: what happened, why not, and what players type.

pub mod board;
pub mod drag;
pub mod events;
pub mod notation;
pub mod picture;
pub mod refusals;
mod telling;
