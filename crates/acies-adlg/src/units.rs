//! What a unit is (RULES.md 1, 3.3, 4.1): its type, quality, abilities and weapon, its combat factor
//! against each enemy, and what it costs.

pub mod abilities;
mod kind;
mod profile;

use crate::units::abilities::{Abilities, Weapon};

pub use kind::{Category, Kind, Moves, Opponent, RADIUS_MOST, Type};
pub use profile::{Profile, Quality};

/// Abilities and a weapon, as data files name them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    pub abilities: Abilities,
    pub weapon: Option<Weapon>,
}
