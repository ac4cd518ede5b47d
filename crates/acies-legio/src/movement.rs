//! Movement (RULES.md 3.9, 3.11, 4.5): dice, fatigue, manoeuvres, columns.

pub mod column;
pub mod flight;
pub mod manoeuvre;
pub mod march;
pub mod path;

pub use manoeuvre::Manoeuvre;
pub use march::{Going, March, Marched, MoveDice};
pub use path::Walked;
