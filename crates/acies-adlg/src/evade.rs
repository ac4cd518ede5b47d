//! Evading (RULES.md 3.15, 4.8).

pub mod disengage;
pub mod distance;
pub mod face_about;
pub mod flight;
pub mod run;
