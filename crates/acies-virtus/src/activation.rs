//! Activation: cards, the hand, and the points that they give (RULES.md 3.4, 3.12 to 3.16).

pub mod cards;
pub mod hand;
pub mod points;
