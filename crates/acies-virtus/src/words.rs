//! What is told: why something is not allowed.

pub mod refusals;
