//! Losses and morale (RULES.md 3, sections 13 and 14): saves, the ladder, and what follows from both.

pub mod ladder;
pub mod losses;
pub mod reroll;
pub mod retreat;
pub mod saves;
