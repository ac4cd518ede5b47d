//! Moves of units and leaders (RULES.md 3.23 to 3.26, 3.30).

pub mod march;
