//! What is told: what happened, and why something is not allowed.

pub mod events;
pub mod refusals;
