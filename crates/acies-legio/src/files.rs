//! What is read from files: what ships with the rules, and the armies of players.

pub mod army;
pub mod battles;
pub mod data;
pub mod position;
