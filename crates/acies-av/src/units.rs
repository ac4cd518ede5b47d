//! How pieces stand (RULES.md 1.1): the changing state of units and leaders, plain and small.

pub use acies_core::{Id, UnitSet};
use acies_table::{Length, Point, Pose};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    profile::Order,
    rulings::{LEADERS_MAX, UNITS_MAX},
};

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub units: ArrayVec<Unit, UNITS_MAX>,
    pub leaders: ArrayVec<Leader, LEADERS_MAX>,
    /// AV-R102: units that owe two morale tests for a Guru lost in movement.
    #[serde(default)]
    pub mourners: UnitSet,
}

/// How a unit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The ER and the facing.
    pub pose: Pose,
    pub place: Place,
    /// Cohesion Points left.
    pub cp: u8,
    /// Nothing while it is disrupted (AV-9.5), unless it falls back (AV-R37).
    pub order: Option<Order>,
    pub disrupted: bool,
    pub flags: Flags,
    /// AV-R34: what it tried in vain.
    pub tried: Option<Tried>,
    /// How far it went in this turn (AV-R32).
    pub went: Length,
    /// Enemies that its own move of this turn brought it into contact with (AV-R57, AV-R63).
    pub reached: UnitSet,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Not deployed yet.
    Away,
    Table,
    Eliminated,
    /// AV-R94.
    LeftTable,
}

bitflags::bitflags! {
    /// What a unit has done or suffered.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Flags: u16 {
        /// Took an order test in this turn (AV-R33).
        const TESTED = 1;
        /// Redressed its ranks in this turn (AV-5.40, AV-5.45).
        const REDRESSED = 1 << 1;
        /// Pivoted under Halt, or made its move of this turn.
        const MOVED = 1 << 2;
        /// Was under Rush when it came to move in this turn (AV-R57).
        const RUSHED = 1 << 3;
        /// Has taken its Rush test of this turn, or needs none (AV-R57).
        const RUSH_SETTLED = 1 << 4;
        /// In close order, and disrupted by its own move of this turn (AV-9.7, AV-R67).
        const DISORDERED_BY_MOVE = 1 << 5;
        /// Principal or contact supporter of a fight in this turn (AV-5.21, AV-R95).
        const FOUGHT = 1 << 6;
        /// AV-R78: disrupted by its fight and not redressed since.
        const HP_SPENT = 1 << 7;
        /// AV-R78: fought in the turn before and was in contact at its end.
        const MELEE_GOES_ON = 1 << 8;
        /// AV-R89: Fanatics set to Rush by shooting in this turn.
        const ENRAGED = 1 << 9;
        /// Tried in vain to change its order in this turn (AV-R34).
        const TRIED = 1 << 10;
    }
}

impl Flags {
    /// What a new turn begins without.
    pub const OF_THE_TURN: Flags =
        Flags::all().difference(Flags::HP_SPENT).difference(Flags::MELEE_GOES_ON);
}

/// AV-R34: a change of order that failed, and in how many turns running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// Nothing if it was disrupted.
    pub from: Option<Order>,
    pub to: Order,
    pub times: u8,
}

/// How a leader stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub place: Post,
    /// AV-16.1: his unit has thrown a morale test again in this turn.
    #[serde(default)]
    pub rallied: bool,
    /// He has made his own move of this turn (AV-R32).
    #[serde(default)]
    pub moved: bool,
}

/// Where a leader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Post {
    /// Attached to a unit.
    With(u8),
    Alone(Point),
    /// Not deployed yet.
    Away,
    /// Killed, captured, or gone with his unit.
    Lost,
}

impl Unit {
    /// A unit of full strength in its place.
    pub fn new(pose: Pose, cp: u8, order: Order) -> Unit {
        Unit {
            pose,
            place: Place::Table,
            cp,
            order: Some(order),
            disrupted: false,
            flags: Flags::empty(),
            tried: None,
            went: Length::ZERO,
            reached: UnitSet::NONE,
        }
    }

    pub fn is(&self, flags: Flags) -> bool {
        self.flags.intersects(flags)
    }

    pub fn is_under(&self, order: Order) -> bool {
        self.order == Some(order)
    }

    pub fn is_there(&self) -> bool {
        self.place == Place::Table
    }

    /// AV-9.4, AV-9.5: the order goes, and so does what it tried (AV-R34).
    pub fn disrupt(&mut self) {
        if !self.disrupted {
            self.disrupted = true;
            self.order = None;
            self.tried = None;
        }
    }
}
