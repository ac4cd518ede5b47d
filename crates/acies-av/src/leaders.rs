//! Leaders and special figures (RULES.md 3, sections 15 to 17): where they go, and when they are at risk.

pub mod danger;
pub mod rides;
