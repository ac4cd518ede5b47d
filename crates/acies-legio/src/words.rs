//! What is said of a battle: what happened, and why not.

pub mod events;
pub mod refusals;

pub use events::Event;
pub use refusals::No;
