//! Charges and what answers them (RULES.md 3.1, 3.6, 3.7, 4.7).

pub mod answer;
pub mod charging;
pub mod declaration;
pub mod declare;
pub mod evade;
pub mod foresight;
pub mod path;
pub mod response;

pub use evade::{Evade, Evaded};
pub use path::ChargePath;
pub use response::{Charged, Response};
