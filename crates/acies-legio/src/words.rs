//! What is said of a battle: what happened, and why not.

pub mod board;
pub mod drag;
pub mod events;
pub mod names;
pub mod notation;
pub mod picture;
pub mod refusals;
pub mod telling;

pub use events::Event;
pub use notation::Words;
pub use refusals::No;
