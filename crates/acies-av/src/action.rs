//! What players decide: whole decisions, nothing half selected.

use acies_table::{Facing, Length, Point};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{profile::Order, setup::Prepare, units::UnitSet};

/// A decision. Units and leaders are those of the seat that decides, targets those of the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The set-up or the first turn begins.
    Begin,
    /// S3 and S4.
    Prepare(Prepare),
    /// P1: first or second in this turn.
    Play {
        first: bool,
    },
    /// P2a: a unit, or a group with one die (AV-R40), tries to change its order.
    Test {
        units: UnitSet,
        order: Order,
    },
    Redress {
        unit: u8,
    },
    EndOrders,
    /// P2b: under Halt.
    Pivot {
        unit: u8,
        facing: Facing,
    },
    /// Under Advance, Rush or Shieldwall (Testudo), through Expediti that are pushed away (AV-R54).
    Move {
        unit: u8,
        steps: Steps,
        push: UnitSet,
    },
    FallBack {
        unit: u8,
        back: Back,
    },
    EndMoves,
    /// P2c, AV-R88: a leader goes alone.
    Ride {
        leader: u8,
        to: Point,
    },
    /// P2c, AV-R88: a leader goes to a unit.
    Attach {
        leader: u8,
        unit: u8,
    },
    EndLeaders,
    /// P3a.
    Shoot {
        unit: u8,
        target: u8,
    },
    EndShooting,
    /// P4b: the fight that is named, or who answers it (AV-R73).
    Fight {
        unit: u8,
        enemy: u8,
    },
    /// AV-R73(3): a unit supports a friend by contact.
    Join {
        unit: u8,
        friend: u8,
    },
    /// AV-R103.
    Lend {
        yes: bool,
    },
    /// AV-16.1.
    Reroll {
        yes: bool,
    },
    /// AV-R84, AV-R85: turned means towards the enemy after a repulse.
    Retreat {
        heading: Facing,
        distance: Length,
        turned: bool,
    },
    /// AV-8.3.
    FollowUp {
        yes: bool,
    },
    /// AV-R25.
    Resign,
}

impl Action {
    /// How far a unit goes by it, in its last segment.
    pub(crate) fn length(&self) -> Option<Length> {
        match self {
            Action::Move { steps, .. } => steps.last().map(|step| step.distance),
            Action::FallBack { back, .. } => Some(back.distance),
            Action::Retreat { distance, .. } => Some(*distance),
            _ => None,
        }
    }

    /// The same, going so far in its last segment.
    #[must_use]
    pub(crate) fn with_length(&self, length: Length) -> Action {
        let mut other = self.clone();
        match &mut other {
            Action::Move { steps, .. } => {
                steps.last_mut().into_iter().for_each(|step| step.distance = length);
            }
            Action::FallBack { back, .. } => back.distance = length,
            Action::Retreat { distance, .. } => *distance = length,
            _ => {}
        }
        other
    }
}

/// AV-R45, AV-R47: a move is one straight segment, or two for Expediti.
pub type Steps = ArrayVec<Step, 2>;

/// A wheel, if there is one, and a straight segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The facing after the wheel.
    pub wheel: Option<Facing>,
    pub heading: Facing,
    pub distance: Length,
}

/// AV-R58: how a unit falls back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Back {
    pub heading: Facing,
    pub distance: Length,
    /// Turned about, it goes farther and ends facing directly away.
    pub about: bool,
    /// AV-R59: Expediti that turned about may pivot again.
    pub then: Option<Facing>,
}
