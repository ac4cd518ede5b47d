//! Disorder, casualties, rest and leaders at risk (RULES.md 3.12, 3.14, 4.9; LEG-R39, LEG-R61, LEG-R62).

pub mod condition;
pub mod fate;
pub mod rest;
pub mod risk;

pub use condition::{Condition, Disorder, Fate, Suffered};
