//! Virtus by Pierre Laporte.

pub mod areas;
pub mod army;
pub mod data;
pub mod units;
