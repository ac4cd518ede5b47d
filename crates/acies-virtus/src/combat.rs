//! Combats: formations, charges, fights and shots, and the hits they score (RULES.md 3.17 to 3.22, 8.1).

pub mod attack;
pub mod charge;
pub mod fight;
pub mod formations;
pub mod hits;
mod listed;
pub mod resolve;
pub mod targets;
