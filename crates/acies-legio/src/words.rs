//! What is said of a battle.

pub mod refusals;

pub use refusals::No;
