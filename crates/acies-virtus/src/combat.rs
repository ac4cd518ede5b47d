//! Combats (RULES.md 3.17 to 3.22).

pub mod attack;
pub mod targets;
