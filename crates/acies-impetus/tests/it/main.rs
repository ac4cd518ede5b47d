//! What players see of the rules.

mod odds;
