//! What is read from files: the troops, lists and armies that ship, and armies that players write; positions.

pub mod army;
pub mod data;
pub mod position;
