//! What is read and written: armies, positions, and what ships.

pub mod army;
pub mod battles;
pub mod data;
pub mod position;
