//! Shooting and volleys (RULES.md 3.8, 4.6).

pub mod shoot;
pub mod shot;

pub use shot::{Aim, Shot};
