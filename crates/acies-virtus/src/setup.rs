//! Before the first turn: sides, terrain, deployment, first player (RULES.md 3.5, 3.6, 8.7, 8.8;
//! VIR-R21 to VIR-R24).

pub mod deployment;
pub mod first_turn;
mod placements;
pub mod table;
