//! Evading (RULES.md 3.15, 4.8).

pub mod distance;
pub mod flight;
