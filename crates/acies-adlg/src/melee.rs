//! Melee (RULES.md 3.19 to 3.21, 8.7; ADLG-R114 to ADLG-R143): two main units, their supports, and the
//! eight steps from the dice to the losses (ADLG-R120).
//!
//! [`Melee`] holds the facts.
//!
//! | file | what it has |
//! |---|---|
//! | `engagement`, `engage` | who fights and supports whom, and who may choose (ADLG-R114 to ADLG-R117) |
//! | `modifiers` | what is added to the die, and what changes the result afterwards |
//! | `steps` | [`Melee::reckon`] adds all of it up once; [`Reckoning::read`] is the sequence of steps |
//! | `commander` | the risk of a commander whose unit has lost |
//! | `combat` | the Combat phase: all fight at once |

pub mod combat;
mod commander;
pub mod engage;
pub mod engagement;
mod modifiers;
mod steps;

use acies_core::{Row, Sum, total};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    terrain::{Going, Ground},
    units::{Category::*, Kind, Opponent, Profile, Quality, abilities::Abilities},
};

pub use commander::CommanderRisk;
pub(crate) use steps::loss;
pub use steps::{AtRisk, Chances, Fate, Fought, Loss, Reckoning};

/// A melee of two main units. Which is which does not matter to the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Melee {
    pub round: Round,
    pub units: [Fighter; 2],
}

/// ADLG-R119.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// The 1st round: this one of the two charged the other in this turn.
    First {
        charger: usize,
    },
    Later,
}

/// A main unit, as far as its melee is concerned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fighter {
    pub profile: Profile,
    /// Cohesion points left.
    pub cohesion: u8,
    /// The edge of it that the other main unit touches. Without full conformation it is the front
    /// (ADLG-R125).
    pub edge: Aspect,
    /// Whom else it has on its flank or rear.
    pub flanked: Flanked,
    /// ADLG-MOD.3, ADLG-R88: its charge was uncontrolled, and not at a target in its own zone.
    pub uncontrolled: bool,
    /// ADLG-R115: units in simple support that count.
    pub simple_supports: u8,
    /// ADLG-R117: units in melee support that count.
    pub melee_supports: ArrayVec<Support, 3>,
    /// ADLG-MOD.8, ADLG-R137: what it has over the enemy.
    pub above: Option<Above>,
    /// ADLG-R40: a commander is attached to it or included in it.
    pub commander: bool,
    /// ADLG-R138, ADLG-R162: what it is behind, on the edge that is fought over.
    pub behind: Option<Barrier>,
    /// ADLG-R134: what it touches along an edge besides its opponent.
    pub beside: Beasts,
    pub ground: Ground,
    /// ADLG-R140: of a war wagon that did not move.
    pub battle_ready: bool,
}

/// On which side of a unit its enemy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    Front,
    Flank,
    Rear,
}

/// ADLG-R125, ADLG-R126: enemies on the flank or rear besides the other main unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flanked {
    No,
    /// Only light ones, or such as have a melee of their own.
    Lightly,
    Yes,
}

/// A unit in melee support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Support {
    pub kind: Kind,
    /// Whether it touches the enemy's flank or rear (ADLG-UNI.19).
    pub on_flank_or_rear: bool,
}

/// ADLG-MOD.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Above {
    Hill,
    RiverBank,
    GullyEdge,
    Fortification,
}

/// ADLG-R138.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Barrier {
    Fortification,
    Obstacle,
    Stakes,
}

/// Animals that panic others (ADLG-UNI.30, ADLG-UNI.31).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Beasts {
    pub camels: bool,
    pub elephants: bool,
}

impl Fighter {
    /// A fresh unit that fights on its front, alone in the open.
    pub fn plain(profile: Profile) -> Self {
        Fighter {
            profile,
            cohesion: profile.cohesion(),
            edge: Aspect::Front,
            flanked: Flanked::No,
            uncontrolled: false,
            simple_supports: 0,
            melee_supports: ArrayVec::new(),
            above: None,
            commander: false,
            behind: None,
            beside: Beasts::default(),
            ground: Ground::OPEN,
            battle_ready: false,
        }
    }

    /// ADLG-R8.
    pub fn is_disordered(&self) -> bool {
        self.cohesion < self.profile.cohesion()
    }

    /// ADLG-ABI.26: a Mixed unit fights one quality lower.
    pub fn quality(&self) -> Quality {
        let Profile { quality, .. } = self.profile;
        if self.profile.has(Abilities::MIXED) { quality.lowered() } else { quality }
    }

    /// ADLG-QUA.1: what its quality does to this die.
    pub fn quality_row(&self, face: u8) -> Option<Row> {
        let lowered = self.profile.has(Abilities::MIXED).then_some("ADLG-ABI.26");
        self.profile.quality.row(face, lowered)
    }

    fn has(&self, ability: Abilities) -> bool {
        self.profile.has(ability)
    }

    fn is_mounted(&self) -> bool {
        self.profile.kind.is_mounted()
    }

    /// ADLG-MOD.16: mounted that terrain penalises.
    fn is_bogged(&self) -> bool {
        self.is_mounted() && self.ground.penalises(self.profile.kind)
    }

    fn opponent(&self, blades: bool) -> Opponent {
        Opponent {
            kind: self.profile.kind,
            going: self.ground.going(),
            on_flank_or_rear: self.edge != Aspect::Front,
            blades,
        }
    }
}

/// What a unit of a melee adds to its die, and what changes the result afterwards, as sums that can be
/// shown before and after the throw.
impl Melee {
    /// RULES.md 8.7, steps 3 to 19. ADLG-R143: without minimum or maximum.
    pub fn modifiers(&self, unit: usize) -> Sum {
        Sum::of(self.view(unit).modifiers())
    }

    /// The same once its die has fallen, with what its quality makes of that (step 2).
    pub fn added_to(&self, unit: usize, face: u8) -> Sum {
        let quality = self.units[unit].quality_row(face);
        Sum::of(std::iter::once(quality).chain(self.view(unit).modifiers()))
    }

    /// ADLG-R125.
    pub fn is_flank_attacked(&self, unit: usize) -> bool {
        self.view(unit).is_flank_attacked()
    }

    /// ADLG-R134: whether it is panicked by animals that it does not fight.
    pub fn is_panicked_from_beside(&self, unit: usize) -> bool {
        let fighter = &self.units[unit];
        let beside = fighter.beside.elephants || fighter.beside.camels;
        beside && total([self.view(unit).panic()]) != 0
    }

    /// Step 21, if it wins.
    pub fn on_winning(&self, unit: usize) -> Sum {
        Sum::of(self.view(unit).on_winning())
    }

    /// Step 21, if totals are equal.
    pub fn on_tie(&self, unit: usize) -> Sum {
        Sum::of(self.view(unit).on_tie())
    }

    /// Steps 22 and 23, if it loses.
    pub fn on_losing(&self, unit: usize) -> Sum {
        let view = self.view(unit);
        Sum::of(view.armour().into_iter().chain(view.missile_support()))
    }

    /// Step 25, if it wins.
    pub fn furious(&self, unit: usize) -> Sum {
        Sum::of(self.view(unit).furious())
    }

    /// ADLG-UNI.2, ADLG-R129: light infantry in the open, not behind a fortification, that fights close
    /// troops is destroyed without dice.
    pub fn destroyed(&self) -> Option<usize> {
        (0..2).find(|&unit| {
            let Fighter { profile, ground, behind, .. } = &self.units[unit];
            let close = matches!(
                self.units[1 - unit].profile.category(),
                Lmi | Mi | Hi | Cv | Ct | Hch | Kn
            );
            let walled = *behind == Some(Barrier::Fortification);
            profile.category() == Li && close && ground.going() == Going::Open && !walled
        })
    }
}
