//! Setting up a battle (RULES.md 2, S1 to S5; AV-R26 to AV-R29, AV-R110): from two armies to the first turn.
//!
//! | file | steps |
//! |---|---|
//! | [`steps`] | S1 to S5 from top to bottom |
//! | [`terrain_dice`] | S3: what the dice have in a sector (AV-R27) |
//! | [`terrain`] | S3: sectors, octagons and where they may lie (AV-R27) |
//! | [`deployment`] | S4: where units and leaders may stand, under which orders (AV-R28, AV-R29) |
//! | [`arranging`] | S4: somebody elsewhere, or another first order |
//! | [`formation`] | battle lines in which an army may deploy |
//! | [`hidden`] | what a player does not know before S5, and what he may guess |
//! | [`words`] | why not, and names of pieces and sectors |

pub mod arranging;
pub mod deployment;
pub mod formation;
pub mod hidden;
pub mod steps;
pub mod terrain;
pub mod terrain_dice;
pub mod words;

use acies_core::{Each, deeds, flow::Step, one_of};
use acies_table::Pose;
use serde::{Deserialize, Serialize};

use crate::{battle::Battle, profile::Order, units};
use arranging::{Arrange, Carry, Place, Posting, Start};
use deployment::{Deploying, EndDeploying};
use steps::Beginning;
use terrain::{Lay, Laying};

pub use words::NoPreparing;

deeds! {
    /// A decision before the first turn.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Prepare of Battle {
        /// AV-R27: the middle of the piece that is thrown for.
        Lay(Lay),
        /// AV-R28, AV-R29: the whole army.
        Deploy(Deployment),
        /// AV-R28: a unit elsewhere.
        Place(Place),
        /// AV-R28: several units elsewhere: one so, the others in their places beside it.
        Arrange(Arrange),
        /// AV-R29: another first order for a unit.
        Order(Start),
        /// AV-R28: a leader elsewhere.
        Post(Posting),
        /// AV-R102, AV-R114: a special figure with somebody else.
        Carry(Carry),
        /// The army stands as it is.
        EndDeploying = EndDeploying,
    }
}

one_of! {
    /// A step of S1 to S4 in which somebody decides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Preparing: dyn Step<Battle> {
        /// Before the first die.
        Begin = Beginning,
        /// S3: a piece in one of the six sectors, and another that is thrown for there.
        Piece(Laying),
        /// S4: both at once.
        Deploy = Deploying,
    }
}

/// How an army stands when the battle begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deployment {
    /// In the order of the army.
    pub units: Vec<Stand>,
    pub leaders: Vec<units::Post>,
}

/// Where a unit stands, and what it is to do first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    pub pose: Pose,
    pub order: Order,
}

/// How far a player has come with his deployment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    #[default]
    Away,
    /// The army stands on the table and may be arranged.
    Arranging,
    Ready,
}

/// What is settled so far, while the armies set up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prelude {
    #[serde(default)]
    pub stages: Each<Stage>,
    /// How the armies' files have them deployed; nobody stands anywhere if they do not.
    #[serde(default)]
    pub plans: Each<Deployment>,
}
