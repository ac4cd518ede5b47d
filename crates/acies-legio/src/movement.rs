//! Movement (RULES.md 3.9, 3.11, 4.5): dice, fatigue, manoeuvres, columns.

pub mod activation;
pub mod column;
pub mod drilling;
pub mod flight;
pub mod manoeuvre;
pub mod march;
pub mod marching;
pub mod path;
pub mod rearward;

pub use manoeuvre::Manoeuvre;
pub use march::{Going, March, Marched, MoveDice};
pub use path::Walked;
