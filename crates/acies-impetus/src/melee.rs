//! Melee (RULES.md 3.13 to 3.17, 4.5): who fights, how many dice, pila, a round, retreat and pursuit.

pub mod contact;
pub mod dice;
pub mod disengaging;
pub mod fighting;
pub mod outcome;
pub mod pila;
pub mod pursuing;
pub mod pursuit;
pub mod retreat;
pub mod withdrawal;

use acies_core::RuleId;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    cohesion::Ground,
    profile::{Kind, Profile},
    shooting::Protection,
    units::Unit,
};

/// More Units than these never reach one enemy.
pub const SUPPORTS_MAX: usize = 7;

/// How a Unit came into the round that is fought (IMP-R59).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Came {
    /// It was in contact before, or the enemy moved into contact with somebody else.
    #[default]
    Stood,
    /// It moved into contact: charge, opportunity charge, impetuous advance or pursuit.
    Charged,
    CounterCharged,
    /// An enemy moved into contact with it, and it did not counter-charge (IMP-R43).
    WasCharged,
}

/// A Unit in a melee: what it is, and how it stands to the enemy main unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fighter {
    pub unit: Unit,
    pub came: Came,
    /// IMP-MEL.4, IMP-R45: it moved into contact with the enemy's flank or rear.
    pub on_flank: bool,
    /// IMP-ROU.5, IMP-MEL.9: an enemy is in contact with its own flank or rear.
    pub flanked: bool,
    /// IMP-MEL.5, IMP-R90: it is higher on a gentle hill than the enemy main unit.
    pub higher: bool,
    /// IMP-R88: what at least half of its base is in.
    pub half_in: Ground,
    /// IMP-R88: what its whole base is in.
    pub wholly_in: Ground,
    /// IMP-NIB.3, IMP-NIB.4: the worst ground that any part of it was in when it moved into contact.
    pub charged_in: Ground,
    /// IMP-R86: what it stands behind.
    pub protection: Option<Protection>,
}

impl Fighter {
    /// A Unit that stands in the open.
    pub fn plain(unit: Unit) -> Self {
        Fighter {
            unit,
            came: Came::Stood,
            on_flank: false,
            flanked: false,
            higher: false,
            half_in: Ground::Open,
            wholly_in: Ground::Open,
            charged_in: Ground::Open,
            protection: None,
        }
    }

    pub fn profile(&self) -> &Profile {
        &self.unit.profile
    }

    /// IMP-R59: it moved into contact for this round.
    pub fn moved(&self) -> bool {
        matches!(self.came, Came::Charged | Came::CounterCharged)
    }

    /// IMP-R46: contact on its flank or rear harms it.
    pub fn is_flanked(&self) -> bool {
        self.flanked && self.unit.has_no_flanks().is_none()
    }

    /// IMP-R86: what protects it from an enemy: stakes and pavises only its front.
    fn protection_from(&self, enemy: &Fighter) -> Option<Protection> {
        self.protection.filter(|it| *it == Protection::Fortification || !enemy.on_flank)
    }

    /// IMP-SPC.40, IMP-RET.2: foot, as baggage and war wagons are (IMP-R42).
    fn is(&self, kind: Kind) -> bool {
        self.profile().kind == kind
    }
}

/// IMP-R54: the main unit of a side, and those that support it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    pub main: Fighter,
    pub supports: ArrayVec<Fighter, SUPPORTS_MAX>,
}

impl Side {
    /// A main unit alone.
    pub fn alone(main: Fighter) -> Self {
        Side { main, supports: ArrayVec::new() }
    }

    /// Everybody who fights, the main unit first.
    pub fn all(&self) -> impl Iterator<Item = &Fighter> {
        std::iter::once(&self.main).chain(&self.supports)
    }
}

/// A melee of two main units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Melee {
    pub sides: [Side; 2],
}

impl Melee {
    /// IMP-COH.4, IMP-COH.5, IMP-R88: the ground that a side's main unit tests in: what it is half in, or what the enemy
    /// main unit is wholly in, the worse of both.
    pub fn ground(&self, side: usize) -> Ground {
        let (ours, theirs) = (&self.sides[side].main, &self.sides[1 - side].main);
        ours.half_in.max(theirs.wholly_in)
    }

    /// IMP-COH.9: whether all enemies of a side are mounted.
    pub fn mounted_only(&self, side: usize) -> bool {
        self.sides[1 - side].all().all(|it| it.profile().is_mounted())
    }
}

/// What holds, and the rule by which it does.
pub type Because<T> = (RuleId, T);
