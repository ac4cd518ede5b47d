//! What is told of a battle: what happened, why something is not allowed, what is asked and drawn.

pub mod board;
pub mod events;
pub mod notation;
pub mod plans;
pub mod refusals;
pub mod scene;
pub mod telling;
