//! Shooting (P3; RULES.md 3, sections 10 and 12): who shoots at whom, and with how many dice.

pub mod shot;
pub mod targets;
