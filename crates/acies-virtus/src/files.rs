//! What is read and written: armies, what ships, and positions.

pub mod army;
pub mod data;
pub mod position;
