//! What players see of the rules.

mod battles;
mod kit;
mod logs;
mod nest;
mod odds;
mod play;
