//! Standing orders (LEG-R37).

use serde::{Deserialize, Serialize};

/// LEG-R37: what a command has been told.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum StandingOrder {
    #[default]
    Attack,
    Hold,
    Withdraw,
}

impl StandingOrder {
    pub const ALL: [StandingOrder; 3] =
        [StandingOrder::Attack, StandingOrder::Hold, StandingOrder::Withdraw];

    pub fn name(self) -> &'static str {
        match self {
            StandingOrder::Attack => "Attack",
            StandingOrder::Hold => "Hold",
            StandingOrder::Withdraw => "Withdraw",
        }
    }

    /// What files have.
    pub fn word(self) -> &'static str {
        match self {
            StandingOrder::Attack => "attack",
            StandingOrder::Hold => "hold",
            StandingOrder::Withdraw => "withdraw",
        }
    }
}
