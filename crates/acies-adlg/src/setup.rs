//! Setting up a battle (RULES.md 2, S1 to S9, and 4.3): from two armies to the first turn.
//!
//! | file | steps |
//! |---|---|
//! | [`field`] | the table, its zones and sectors |
//! | [`dice`] | all dice before the battle, and those of flank marches |
//! | [`shapes`] | outlines of the pieces of terrain (ADLG-R24) |
//! | [`ground`] | S3 to S5: which pieces may lie where (ADLG-R25 to ADLG-R27, ADLG-R161) |
//! | [`works`] | S6: camps and fortifications (ADLG-R28) |
//! | [`plan`] | S7: the secret plan (ADLG-R29, ADLG-R31, ADLG-R32), what is hidden and what may be guessed |
//! | [`deployment`] | S8: where units may deploy (ADLG-R30) |
//! | [`formation`] | battle lines that a corps may deploy in |
//! | [`judge`], [`steps`], [`told`] | who decides and what is allowed; the sequence S1 to S9; what happens |
//! | [`options`], [`advice`] | sensible actions for each of the steps, and which of them a computer player takes |
//! | [`words`], [`notation`] | all of it in words, and as text that can be read |

pub mod advice;
pub mod ambush;
pub mod deployment;
pub mod dice;
pub mod field;
pub mod flank_march;
pub mod formation;
mod glue;
pub mod ground;
pub mod judge;
pub mod notation;
pub mod options;
pub mod plan;
pub mod shapes;
pub mod steps;
pub mod words;
pub mod works;

use acies_core::{Each, Seat};
use acies_table::{Angle, Length, Point, Pose};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

pub use dice::{
    Adjustment, FlankMarch, Initiative, adjustment, initiative, river, scouting, sector, water_side,
};
pub use field::{CAMP, Field, Sector, Wing};
pub use plan::{Ambush, Flank, Plan, Secret};

use crate::{
    action::UnitSet,
    rulings::CORPS,
    terrain::{Choice, Piece, Region},
};

/// A decision before the first turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prepare {
    /// S1: the dice for initiative are thrown.
    Begin,
    /// ADLG-R23: who has the initiative attacks or defends.
    Role { attack: bool },
    /// ADLG-R23.
    Region { region: Region },
    /// ADLG-R25: all pieces of a player at once.
    Choose { pieces: Choices },
    /// ADLG-R26: the piece that is thrown for lies here, its long axis across the facing.
    Piece { pose: Pose },
    /// ADLG-R161: so far from the short edge is the near side of the river.
    River { at: Length },
    /// ADLG-R161: from one edge of the table to another.
    Road { from: Point, to: Point },
    /// ADLG-R27: the piece stays as it is.
    Leave,
    /// ADLG-R27: a Strategist has the die thrown again.
    Reroll,
    /// ADLG-R27: by so much, east and north, or as far as there is room.
    Shift { by: Point },
    /// ADLG-R27.
    Rotate { by: Angle },
    /// ADLG-R27.
    Remove,
    /// ADLG-R28: the middle of the camp is so far from the left corner, as its owner sees it.
    Camp { at: Length },
    /// ADLG-R28: so many segments in a row, about this place and across this facing.
    Fortify { at: Pose, segments: u8 },
    /// ADLG-R28: the other segments stay unused.
    EndFortifying,
    /// ADLG-R29.
    Plan(Plan),
    /// ADLG-R30: a whole corps, its units in the order of the army, ambushers left out.
    Deploy { corps: u8, poses: Vec<Pose> },
    /// ADLG-R30: a unit of the corps that has just deployed, elsewhere.
    Place { unit: u8, pose: Pose },
    /// ADLG-R30: several of them elsewhere: one so, the others in their places beside it.
    Arrange { unit: u8, beside: UnitSet, pose: Pose },
    /// ADLG-R30: the corps stands as it is.
    EndDeploying,
}

/// The pieces that a player takes (ADLG-R25).
pub type Choices = ArrayVec<Choice, 4>;

/// A step of S1 to S8 in which somebody decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// S1, not yet begun.
    Begin(Given),
    /// S1: this seat has the initiative.
    Role(Seat),
    /// S2.
    Region,
    /// S3.
    Choose(Seat),
    /// S4: an area piece, by its number among the pieces chosen.
    Piece {
        piece: u8,
        sector: Sector,
    },
    /// S4: a river, on this side of its owner.
    River {
        piece: u8,
        side: Wing,
        going: Piece,
    },
    /// S4.
    Road {
        piece: u8,
    },
    /// S5: what the die allows this seat.
    Adjust {
        by: Seat,
        piece: u8,
        adjustment: Adjustment,
    },
    /// S6.
    Camp(Seat),
    Fortify(Seat),
    /// S7: both at once.
    Plan,
    /// S8.
    Deploy(Seat),
    Arrange {
        by: Seat,
        corps: u8,
    },
}

/// How much is settled before S1 (ADLG-R33).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Given {
    /// Nothing: all of S1 to S9.
    #[default]
    Nothing,
    /// The terrain: S2 to S5 are left out.
    Terrain,
    /// Terrain and deployment: only the attacker is thrown for.
    Deployment,
}

/// What is settled so far, while the armies set up. Nothing of it is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prelude {
    /// Whether S2 to S5 are left out (ADLG-R33).
    pub terrain_given: bool,
    /// Known from the end of S1 on.
    pub attacker: Seat,
    pub region: Option<Region>,
    /// The defender's pieces, then the attacker's.
    pub pieces: ArrayVec<Chosen, PIECES_MAX>,
    /// Who has removed a piece (ADLG-R27).
    pub removed: Each<bool>,
    /// Whose Strategist has had a die thrown again (ADLG-R27).
    pub rerolled: Each<bool>,
    /// Segments of fortification still to be placed (ADLG-R28).
    pub segments: Each<u32>,
    /// Where corps have deployed (ADLG-R30).
    pub wings: Each<[Option<Wing>; CORPS]>,
}

/// ADLG-R25: four of the defender and four of the attacker.
pub const PIECES_MAX: usize = 8;

/// A piece of terrain that a player has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    pub by: Seat,
    pub choice: Choice,
    /// ADLG-R25, ADLG-R27: it cannot be removed.
    pub compulsory: bool,
    /// Whether the other player's die for it has been thrown (ADLG-R27).
    pub adjusted: bool,
    pub laid: Laid,
}

impl Chosen {
    /// Whether it lies as a piece of its kind does.
    pub fn is_laid_well(&self) -> bool {
        match self.laid {
            Laid::Waiting { .. } | Laid::Gone => true,
            Laid::Area(_) => self.choice.is_area(),
            Laid::River { side, going, .. } => {
                self.choice == Choice::River && going.is_river() && side != Wing::Centre
            }
            Laid::Coast { side } => self.choice == Choice::Coast && side != Wing::Centre,
            Laid::Road { .. } => self.choice == Choice::Road,
        }
    }

    /// Whether a step can be about it: it waits to be laid, or lies to be adjusted.
    pub fn suits(&self, step: Step) -> bool {
        let waits = matches!(self.laid, Laid::Waiting { .. });
        match step {
            Step::Piece { .. } => waits && self.choice.is_area(),
            Step::River { .. } => waits && self.choice == Choice::River,
            Step::Road { .. } => waits && self.choice == Choice::Road,
            Step::Adjust { .. } => matches!(self.laid, Laid::Area(_)),
            _ => true,
        }
    }
}

/// Where a chosen piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Laid {
    /// Not on the table yet; it did not fit where the die had it so many times (ADLG-R26).
    Waiting {
        misfits: u8,
    },
    Area(Pose),
    /// The near side is so far from the short edge on this side of its owner (ADLG-R161).
    River {
        side: Wing,
        at: Length,
        going: Piece,
    },
    Coast {
        side: Wing,
    },
    Road {
        from: Point,
        to: Point,
    },
    /// Discarded or removed.
    Gone,
}

impl Laid {
    /// Where the middle of an area is; only areas are adjusted (ADLG-R27).
    pub(crate) fn place(self) -> Point {
        match self {
            Laid::Area(pose) => pose.at,
            _ => Point::default(),
        }
    }
}

impl Prelude {
    /// Before S1, which settles who attacks.
    pub fn new(terrain_given: bool, segments: Each<u32>) -> Prelude {
        Prelude {
            terrain_given,
            attacker: Seat::Red,
            region: None,
            pieces: ArrayVec::new(),
            removed: Each([false; 2]),
            rerolled: Each([false; 2]),
            segments,
            wings: Each([[None; CORPS]; 2]),
        }
    }

    pub fn defender(&self) -> Seat {
        self.attacker.other()
    }
}
