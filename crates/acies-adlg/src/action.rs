//! What players decide: whole decisions, nothing half selected.

pub use acies_core::UnitSet;
use acies_table::{Edge, Length, Point};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    charge::uncontrolled::Start,
    formation::Slot,
    movement::Elements,
    setup::{Prepare, ambush::Poses},
};

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
    /// ADLG-MAN.7, ADLG-R52: a group extends or contracts; who is named first stays in its place.
    Form {
        slots: Vec<Slot>,
    },
    Charge {
        units: UnitSet,
        start: Start,
        how: How,
    },
    /// ADLG-ORD.5, ADLG-R87: a unit or a group.
    Prevent {
        units: UnitSet,
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
    /// ADLG-EXZ.3, ADLG-R72: straight ahead out of the zone of a slower enemy behind.
    RideOut {
        unit: u8,
        distance: Length,
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
    /// ADLG-R38, ADLG-R39: he rides by himself, and leaves the unit that he is with.
    Ride {
        way: Way,
    },
    EndCorps,
    /// C2.
    Evade,
    Stand,
    /// C3: how an evader runs, once its die has fallen.
    Run(Flight),
    /// ADLG-R98: whether an evader that got away faces about.
    FaceAbout {
        turns: bool,
    },
    /// C5, ADLG-CHG.8, ADLG-R82: how far chargers that touch nobody go on.
    GoOn {
        distance: Length,
    },
    /// S: a combined shot (ADLG-R107).
    Shoot {
        main: u8,
        supporters: UnitSet,
        target: u8,
    },
    EndShooting,
    /// C: the enemy that a unit attacks, or against whom it gives simple support (ADLG-R114, ADLG-R115).
    Engage {
        enemy: u8,
    },
    /// R: a unit pursues so far; not at all with 0.
    Pursue {
        unit: u8,
        distance: Length,
    },
    Resign,
}

/// Where a commander rides, from point to point.
pub type Way = ArrayVec<Point, 3>;

/// How a unit evades (ADLG-R95 to ADLG-R97).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flight {
    /// ADLG-EVA.2: the edge ahead of which it runs: its front after a free turn.
    pub toward: Edge,
    /// ADLG-EVA.4, ADLG-EVA.6: a wheel into the direction of the charge, then wheels, advances and a slide
    /// round what is in its way. It goes straight on with what is left.
    pub elements: Elements,
    /// ADLG-R62: whether it bursts through friends.
    pub burst: bool,
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
