//! What is told of a battle: what happened, and why not.

pub mod events;
pub mod phrases;
pub mod refusals;
pub mod telling;
