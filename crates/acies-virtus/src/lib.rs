//! Virtus by Pierre Laporte.

pub mod areas;
pub mod units;
