//! What players decide: whole decisions, nothing half selected.

use acies_table::Length;
use serde::{Deserialize, Serialize};

use crate::{
    ambush::Poses, battle::Id, movement::Elements, rulings::UNITS_MAX, setup::Prepare,
    uncontrolled::Start,
};
use acies_core::Seat;

/// A decision. Units are those of the seat that decides, targets those of the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// S1 to S8: everything before the first turn.
    Prepare(Prepare),
    /// M1.
    Activate {
        corps: u8,
    },
    Move {
        units: UnitSet,
        elements: Elements,
    },
    Charge {
        units: UnitSet,
        start: Start,
        how: How,
    },
    /// ADLG-ORD.5.
    Prevent {
        unit: u8,
    },
    Rally {
        unit: u8,
    },
    Disengage {
        unit: u8,
    },
    /// ADLG-EXZ.2.
    LeaveZone {
        unit: u8,
    },
    /// ADLG-R71.
    EvadeZone {
        unit: u8,
    },
    StopLooting {
        unit: u8,
    },
    PlantStakes {
        unit: u8,
    },
    /// ADLG-R38, ADLG-R39: the commander of the active corps goes to a unit.
    Attach {
        unit: u8,
    },
    /// ADLG-R31: free, in the activation of their corps, or when an enemy has come near.
    Reveal {
        marker: u8,
        poses: Poses,
    },
    /// ADLG-R32: units of a flank march come on side by side, the first so far from the own base edge,
    /// and move so far.
    Enter {
        units: UnitSet,
        from: Length,
        ahead: Length,
    },
    EndCorps,
    /// C2; ADLG-R62: whether it bursts through friends.
    Evade {
        burst: bool,
    },
    Stand,
    /// S: a combined shot (ADLG-R107).
    Shoot {
        main: u8,
        supporters: UnitSet,
        target: u8,
    },
    EndShooting,
    /// R: how far a unit pursues; not at all with 0.
    Pursue {
        distance: Length,
    },
    Resign,
}

/// What kind of charge it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// With command points.
    Ordered,
    /// ADLG-SPO.1.
    Spontaneous,
    /// ADLG-UNC.1.
    Uncontrolled,
}

/// A set of units of one side, by their number in the army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitSet(pub u64);

impl UnitSet {
    pub const NONE: UnitSet = UnitSet(0);

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn has(self, unit: u8) -> bool {
        usize::from(unit) < UNITS_MAX && self.0 & 1 << unit != 0
    }

    #[must_use]
    pub fn with(self, unit: u8) -> Self {
        UnitSet(self.0 | 1 << unit)
    }

    #[must_use]
    pub fn without(self, unit: u8) -> Self {
        UnitSet(self.0 & !(1 << unit))
    }

    pub fn iter(self) -> impl Iterator<Item = u8> + Clone {
        (0..UNITS_MAX as u8).filter(move |&unit| self.has(unit))
    }

    /// The units of a seat.
    pub fn ids(self, seat: Seat) -> crate::movement::Group {
        self.iter().map(|unit| Id::new(seat, unit)).collect()
    }

    /// The highest number that is named, counted beyond the room for units too.
    pub fn highest(self) -> u32 {
        u64::BITS - self.0.leading_zeros()
    }
}

impl FromIterator<u8> for UnitSet {
    fn from_iter<I: IntoIterator<Item = u8>>(units: I) -> Self {
        units.into_iter().fold(UnitSet::NONE, UnitSet::with)
    }
}

impl FromIterator<Id> for UnitSet {
    fn from_iter<I: IntoIterator<Item = Id>>(units: I) -> Self {
        units.into_iter().map(Id::number).collect()
    }
}
