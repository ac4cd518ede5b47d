//! What units are (RULES.md 1, 3.2, 4.1, 5.1, 5.2): types and classes, grades, weapons, points, formations.

pub mod formation;
pub mod points;
pub mod profile;

pub use formation::{Formation, Shape};
pub use profile::{Grade, Missile, Profile, Tags, Type};
