//! Moves of units and leaders (RULES.md 3.23 to 3.26, 3.30, 8.5).

pub mod cohesion;
pub mod leaders;
mod listed;
pub mod march;
pub mod path;
