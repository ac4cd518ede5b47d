//! Setting up a battle (RULES.md 2, S1 to S9, and 4.3): from two armies to the first turn.
//!
//! | file | steps |
//! |---|---|
//! | [`field`] | the table, its zones and sectors |
//! | [`dice`] | all dice before the battle, and those of flank marches |
//! | [`roles`] | S1, S2: initiative, who attacks, in which region |
//! | [`pieces`] | S3, S4: which pieces of terrain there are, and where they lie |
//! | [`shapes`], [`ground`] | outlines of the pieces (ADLG-R24), and where they may lie (ADLG-R25 to ADLG-R27, ADLG-R161) |
//! | [`adjust`] | S5: the other player adjusts them |
//! | [`works`] | S6: camps and fortifications (ADLG-R28) |
//! | [`plan`] | S7: the secret plan (ADLG-R29, ADLG-R31, ADLG-R32), what is hidden and what may be guessed |
//! | [`deployment`], [`formation`] | S8: where units may deploy (ADLG-R30), and battle lines |
//! | [`ambush`], [`flank_march`] | ADLG-R31, ADLG-R32: those who are not on the table yet |
//! | `notation` | how these decisions are typed |

pub mod adjust;
pub mod ambush;
pub mod deployment;
pub mod dice;
pub mod field;
pub mod flank_march;
pub mod formation;
pub mod ground;
pub(crate) mod notation;
pub mod pieces;
pub mod plan;
pub mod roles;
pub mod shapes;
pub mod works;

use acies_core::{Each, Seat, deeds, flow::Step, one_of};
use acies_table::{Length, Point, Pose};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

pub use dice::{
    Adjustment, FlankMarch, Initiative, adjustment, initiative, river, scouting, sector, water_side,
};
pub use field::{CAMP, Field, Sector, Wing};
pub use plan::{Ambush, Flank, Plan};

use self::{
    adjust::{Leave, Remove, Reroll, Rotate, Shift, ToAdjust},
    deployment::{Arrange, Deploy, EndDeploying, PlaceUnit, ToArrange, ToDeploy},
    pieces::{Choose, Lay, LayRiver, LayRoad, ToChoose, ToLay, ToLayRiver, ToLayRoad},
    plan::ToPlan,
    roles::{Begin, TakeRegion, TakeRole, ToBegin, ToTakeRegion, ToTakeRole},
    works::{EndFortifying, Fortify, PitchCamp, ToFortify, ToPitchCamp},
};
use crate::{
    battle::Battle,
    rulings::CORPS,
    terrain::{Choice, Piece, Region},
};

deeds! {
    /// A decision before the first turn.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Prepare of Battle {
        // S1 and S2.
        Begin = Begin,
        Role(TakeRole),
        Region(TakeRegion),
        // S3 and S4.
        Choose(Choose),
        Piece(Lay),
        River(LayRiver),
        Road(LayRoad),
        // S5.
        Leave = Leave,
        Reroll = Reroll,
        Shift(Shift),
        Rotate(Rotate),
        Remove = Remove,
        // S6.
        Camp(PitchCamp),
        Fortify(Fortify),
        EndFortifying = EndFortifying,
        // S7.
        Plan(Plan),
        // S8.
        Deploy(Deploy),
        Place(PlaceUnit),
        Arrange(Arrange),
        EndDeploying = EndDeploying,
    }
}

one_of! {
    /// A stage of S1 to S8 in which somebody decides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Stage: dyn Step<Battle> {
        Begin(ToBegin),
        Role(ToTakeRole),
        Region = ToTakeRegion,
        Choose(ToChoose),
        Piece(ToLay),
        River(ToLayRiver),
        Road(ToLayRoad),
        Adjust(ToAdjust),
        Camp(ToPitchCamp),
        Fortify(ToFortify),
        Plan = ToPlan,
        Deploy(ToDeploy),
        Arrange(ToArrange),
    }
}

/// The pieces that a player takes (ADLG-R25).
pub type Choices = ArrayVec<Choice, 4>;

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
    pub fn suits(&self, step: Stage) -> bool {
        let waits = matches!(self.laid, Laid::Waiting { .. });
        match step {
            Stage::Piece(_) => waits && self.choice.is_area(),
            Stage::River(_) => waits && self.choice == Choice::River,
            Stage::Road(_) => waits && self.choice == Choice::Road,
            Stage::Adjust(_) => matches!(self.laid, Laid::Area(_)),
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

    /// Who does not attack.
    pub fn defender(&self) -> Seat {
        self.attacker.other()
    }
}
