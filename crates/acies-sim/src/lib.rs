//! Thousands of battles at once, and what they come to.
//!
//! Each battle has its own seed, which follows from the seed of the whole and its number, and
//! results are put together in the order of the numbers: they do not depend on how many threads
//! played them. Nothing is erased here, so that a battle costs what its rules cost.
//!
//! - [`simulate`] plays a [`Plan`] and gives its [`Played`].
//! - [`fit`] finds out how signs of a position make a chance to win, [`ladder`] how strong players are, and [`blunders`]
//!   where they go wrong.
//! - [`Summary`] is what the battles come to, with confidence intervals.

pub mod blunders;
pub mod fit;
pub mod ladder;
mod page;
mod pairings;
mod play;
mod summary;

pub use page::page;
pub use pairings::{field, first_battle};
pub use play::{ACTIONS_MAX, Battle, Keep, Pairing, Plan, Played, Timing, seed_of, simulate};
pub use summary::{Endings, Share, Spread, Standing, Summary};
