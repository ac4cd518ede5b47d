//! What players see of the rules.

mod kit;
mod odds;
mod play;
