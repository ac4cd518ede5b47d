//! What is said of a battle as a whole: why not.

pub mod refusals;
