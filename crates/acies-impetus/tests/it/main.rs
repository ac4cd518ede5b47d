//! What players see of the rules.

mod battles;
mod kit;
mod odds;
mod play;
