//! One file a command.

pub mod army;
pub mod backup;
pub mod battles;
pub mod bench;
pub mod check;
pub mod draft;
pub mod fit;
pub mod ladder;
pub mod odds;
pub mod play;
pub mod replay;
pub mod rules;
pub mod serve;
pub mod sim;
