//! Movement (P2b; RULES.md 3, sections 5 to 8): moves under orders, what stands in their way, pushing Expediti.

pub mod march;
pub mod obstacle;
pub mod path;
pub mod push;
