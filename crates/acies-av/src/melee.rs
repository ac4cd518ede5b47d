//! Hand to hand (P4; RULES.md 3, sections 11 and 12): who fights whom, with how many dice.

pub mod fight;
pub mod matching;
