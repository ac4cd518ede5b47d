//! Hand to hand (P4; RULES.md 3, sections 11 and 12): who fights whom and who supports, with how many
//! dice, and who follows up.

pub mod fight;
pub mod follow_up;
pub mod join;
pub mod lend;
pub mod matching;
pub mod naming;
