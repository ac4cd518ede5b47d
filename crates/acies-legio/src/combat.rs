//! Combat (RULES.md 3.3 to 3.5, 3.10, 4.8): numbers, the roll, its results, and what follows by dice.

pub mod after_moves;
pub mod aftermath;
pub mod chase;
pub mod critical;
pub mod melee;
pub mod numbers;
pub mod resolve;
pub mod results;
pub mod volley;

pub use melee::{Fighter, Impetus, Melee};
pub use numbers::Numbers;
pub use resolve::Resolved;
pub use results::{AfterMove, Band, Beaten, Consequence};
