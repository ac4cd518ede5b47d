//! Activation: cards, the hand, their distribution, and the points that they give (RULES.md 3.4, 3.12 to 3.16,
//! 8.9, 8.10).

pub mod cards;
pub mod compelled;
pub mod distribution;
pub mod hand;
pub(crate) mod means;
pub mod points;
