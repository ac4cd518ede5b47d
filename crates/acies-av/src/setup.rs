//! Setting up a battle (RULES.md 2, S1 to S5; AV-R26 to AV-R29, AV-R110): from two armies to the first turn.
//!
//! | file | steps |
//! |---|---|
//! | [`terrain_dice`] | S3: what the dice have in a sector (AV-R27) |
//! | [`terrain`] | S3: sectors, octagons and where they may lie (AV-R27) |
//! | [`deployment`] | S4: where units and leaders may stand, under which orders (AV-R28, AV-R29) |
//! | [`formation`] | battle lines in which an army may deploy |
//! | [`steps`] | the sequence S1 to S5, who decides and what is allowed |
//! | [`hidden`] | what a player does not know before S5, and what he may guess |
//! | [`options`] | sensible actions for each of the steps |
//! | [`words`], [`notation`] | all of it in words, and as text that can be read |

pub mod deployment;
pub mod formation;
pub mod hidden;
pub mod notation;
pub mod options;
pub mod steps;
pub mod terrain;
pub mod terrain_dice;
pub mod words;

use acies_core::{Each, RuleId};
use acies_table::{Length, Point, Pose};
use serde::{Deserialize, Serialize};

use crate::{
    battle::Carrier,
    ground::Piece,
    profile::Order,
    units::{Id, Post, UnitSet},
};

/// A decision before the first turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prepare {
    /// AV-R27: the middle of the piece that is thrown for.
    Lay { at: Point },
    /// AV-R28, AV-R29: the whole army.
    Deploy(Deployment),
    /// AV-R28: a unit elsewhere.
    Place { unit: u8, pose: Pose },
    /// AV-R28: several units elsewhere: one so, the others in their places beside it.
    Arrange { unit: u8, beside: UnitSet, pose: Pose },
    /// AV-R29: another first order for a unit.
    Order { unit: u8, order: Order },
    /// AV-R28: a leader elsewhere.
    Post { leader: u8, post: Post },
    /// AV-R102, AV-R114: a special figure with somebody else.
    Carry { figure: u8, by: Carrier },
    /// The army stands as it is.
    EndDeploying,
}

/// How an army stands when the battle begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deployment {
    /// In the order of the army.
    pub units: Vec<Stand>,
    pub leaders: Vec<Post>,
}

/// Where a unit stands, and what it is to do first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    pub pose: Pose,
    pub order: Order,
}

/// A step of S1 to S4 in which somebody decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Before the first die.
    Begin,
    /// S3: a piece in one of the six sectors, and another that is thrown for there.
    Piece { sector: u8, piece: Piece, then: Option<Piece> },
    /// S4: both at once.
    Deploy,
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

/// Why a decision before the first turn is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
pub enum NoPreparing {
    OutsideSector { at: Point, from: Point, to: Point },
    NotAllPlaced { units: u8, placed: u8 },
    NotAllPosted { leaders: u8, posted: u8 },
    OutsideZone { unit: Id, at: Point, depth: Length },
    TooNear { unit: Id, other: Id, at: Point },
    NoGround { unit: Id, at: Point },
    NotAtFirst { unit: Id, order: Order },
    LeaderOutside { at: Point },
    LeaderBarred { at: Point },
    NobodyToJoin { number: u8 },
    TwoLeaders { unit: Id },
    TwoFigures { by: Carrier },
    NoSuchFigure { number: u8 },
    NotDeployed,
    DeployedAlready,
}

impl NoPreparing {
    /// The rules that say so, the one that decides first.
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            NoPreparing::OutsideSector { .. } => &["AV-R27"],
            NoPreparing::TooNear { .. } => &["AV-2.6", "AV-R28"],
            NoPreparing::NoGround { .. } => &["AV-7.2", "AV-R28"],
            NoPreparing::NotAtFirst { .. } => &["AV-R29", "AV-R38"],
            NoPreparing::LeaderBarred { .. } => &["AV-R32", "AV-R28"],
            NoPreparing::TwoLeaders { .. } | NoPreparing::TwoFigures { .. } => &["AV-R23"],
            NoPreparing::NoSuchFigure { .. } => &["AV-R114", "AV-R102"],
            NoPreparing::NotAllPlaced { .. }
            | NoPreparing::NotAllPosted { .. }
            | NoPreparing::OutsideZone { .. }
            | NoPreparing::LeaderOutside { .. }
            | NoPreparing::NobodyToJoin { .. }
            | NoPreparing::NotDeployed
            | NoPreparing::DeployedAlready => &["AV-R28"],
        }
    }
}
