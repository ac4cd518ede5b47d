//! What happens before the first turn, as facts, and the rules that make it happen.

use acies_core::{Each, RuleId, Seat};
use acies_table::{Length, Point, Pose};
use arrayvec::ArrayVec;
use serde::Serialize;

use super::{Adjustment, Choices, Initiative, Sector, Wing};
use crate::{
    action::UnitSet,
    battle::Id,
    terrain::{Choice, Piece, Region},
};

/// Something that happened before the first turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Prepared {
    /// ADLG-R22: a throw of both; without a winner it is thrown again.
    Initiative {
        both: Each<Initiative>,
        faces: Each<u8>,
        winner: Option<Seat>,
    },
    /// ADLG-R33: who attacks where everything stands ready.
    AttackerThrown {
        attacker: Seat,
        die: u8,
    },
    /// ADLG-R23.
    Roles {
        attacker: Seat,
    },
    Region {
        by: Seat,
        region: Region,
    },
    /// ADLG-R25.
    Chosen {
        by: Seat,
        pieces: Choices,
    },
    /// ADLG-R26: the sector that the die gives a piece; none for rocks that would lie in the centre.
    Sector {
        by: Seat,
        choice: Choice,
        die: u8,
        sector: Option<Sector>,
    },
    /// ADLG-R26: it did not fit into its sector; the second time it is discarded.
    Misfit {
        by: Seat,
        choice: Choice,
        discarded: bool,
    },
    Piece {
        by: Seat,
        choice: Choice,
        pose: Pose,
    },
    /// ADLG-R161, ADLG-R24: where the water is, and how a river is to cross.
    Water {
        by: Seat,
        side: Wing,
        piece: Piece,
        /// For its side, and for how a river is to cross.
        dice: ArrayVec<u8, 2>,
    },
    River {
        by: Seat,
        side: Wing,
        at: Length,
    },
    Road {
        by: Seat,
        from: Point,
        to: Point,
    },
    /// ADLG-R161: there is no way for it.
    NoRoad {
        by: Seat,
    },
    /// ADLG-R27, ADLG-R165.
    AdjustmentThrown {
        by: Seat,
        choice: Choice,
        /// Where it lies.
        at: Point,
        die: u8,
        adjustment: Adjustment,
    },
    /// ADLG-R27: the Strategist.
    Rerolled {
        by: Seat,
    },
    /// ADLG-R27: from here to this pose, or away altogether.
    Adjusted {
        by: Seat,
        choice: Choice,
        from: Point,
        to: Option<Pose>,
    },
    /// ADLG-R27: it could have been adjusted.
    Left {
        by: Seat,
        choice: Choice,
        at: Point,
    },
    Camp {
        by: Seat,
        pose: Pose,
    },
    Fortified {
        by: Seat,
        at: Pose,
        segments: u8,
    },
    /// ADLG-R29: without what is in it.
    PlanWritten {
        by: Seat,
    },
    /// ADLG-R31: it lies on the table for everybody to see.
    Marker {
        by: Seat,
        at: Point,
    },
    /// ADLG-R30.
    Deployed {
        by: Seat,
        corps: u8,
        wing: Wing,
        /// Without ambushers.
        units: UnitSet,
        poses: Vec<Pose>,
    },
    Placed {
        unit: Id,
        pose: Pose,
    },
    /// ADLG-R32: everybody sees that a corps is missing.
    Missing {
        by: Seat,
        corps: u8,
    },
    /// S9.
    Ready {
        attacker: Seat,
    },
}

impl Prepared {
    pub(crate) fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        let rules: &[RuleId] = match self {
            Prepared::Initiative { both, .. } => {
                both.iter().for_each(|(_, it)| it.sum().cite(each));
                &["ADLG-R22"]
            }
            Prepared::AttackerThrown { .. } => &["ADLG-R33"],
            Prepared::Roles { .. } | Prepared::Region { .. } => &["ADLG-R23"],
            Prepared::Chosen { .. } => &["ADLG-R25"],
            Prepared::Sector { .. } | Prepared::Misfit { .. } => &["ADLG-R26"],
            Prepared::Piece { .. } => &["ADLG-R24", "ADLG-R26"],
            Prepared::Water { .. } => &["ADLG-R161", "ADLG-R24"],
            Prepared::River { .. } | Prepared::Road { .. } | Prepared::NoRoad { .. } => {
                &["ADLG-R161"]
            }
            Prepared::AdjustmentThrown {
                die: 6, adjustment: Adjustment::ShiftOrRotate, ..
            } => &["ADLG-R27", "ADLG-R165"],
            Prepared::AdjustmentThrown { .. }
            | Prepared::Rerolled { .. }
            | Prepared::Adjusted { .. }
            | Prepared::Left { .. } => &["ADLG-R27"],
            Prepared::Camp { .. } => &["ADLG-R28", "ADLG-R10"],
            Prepared::Fortified { .. } => &["ADLG-R28", "ADLG-R162"],
            Prepared::PlanWritten { .. } => &["ADLG-R29"],
            Prepared::Marker { .. } => &["ADLG-R31", "ADLG-R180"],
            Prepared::Deployed { .. } | Prepared::Placed { .. } => &["ADLG-R30"],
            Prepared::Missing { .. } => &["ADLG-R32", "ADLG-R181"],
            Prepared::Ready { .. } => &["ADLG-R30"],
        };
        rules.iter().copied().for_each(each);
    }
}
