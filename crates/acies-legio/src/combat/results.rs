//! Combat results (LEG-RES.1 to .34; LEG-R8, LEG-R92, LEG-R93, LEG-R137, LEG-R140).

use acies_core::RuleId;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    morale::Condition,
    troops::{Grade, Type},
};

/// LEG-RES.T1: the bands of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    Rout,
    Defeat,
    SetBack,
    Inconclusive,
    Success,
    Victory,
}

impl Band {
    /// LEG-RES.T1: of the own total less the enemy's.
    pub fn of(difference: i32) -> Band {
        match difference {
            ..=-7 => Band::Rout,
            -6..=-5 => Band::Defeat,
            -4..=-2 => Band::SetBack,
            -1..=1 => Band::Inconclusive,
            2..=4 => Band::Success,
            5.. => Band::Victory,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Band::Rout => "Rout",
            Band::Defeat => "Defeat",
            Band::SetBack => "Set-back",
            Band::Inconclusive => "Inconclusive",
            Band::Success => "Success",
            Band::Victory => "Victory",
        }
    }
}

/// What a unit does after combat (RULES.md 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterMove {
    /// LEG-ACM.1.
    Halt,
    /// LEG-ACM.6.
    FollowUp,
    /// LEG-ACM.17.
    Pursue,
    /// LEG-ACM.7.
    FallBack,
    /// LEG-ACM.10.
    Retire,
    /// LEG-ACM.14.
    Break,
    /// LEG-R102.
    PassThrough,
    /// LEG-R103.
    Rampage,
    /// LEG-R104.
    CriticalHit,
    Destroyed,
}

impl AfterMove {
    pub fn name(self) -> &'static str {
        match self {
            AfterMove::Halt => "halt",
            AfterMove::FollowUp => "follow up",
            AfterMove::Pursue => "pursue",
            AfterMove::FallBack => "fall back",
            AfterMove::Retire => "retire",
            AfterMove::Break => "break",
            AfterMove::PassThrough => "pass through ranks",
            AfterMove::Rampage => "rampage",
            AfterMove::CriticalHit => "critical hit",
            AfterMove::Destroyed => "destroyed",
        }
    }
}

/// A unit with a result, as it was in B4 before the DPs of it (LEG-R92).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beaten {
    pub is: Condition,
    /// LEG-R137: it charged its opponent.
    pub charged: bool,
    /// LEG-R137: its opponent charged it, and it did not charge too: it stood.
    pub was_charged: bool,
    pub opponent: Type,
    pub opponent_formed: bool,
    /// LEG-RES.12: all that it fought.
    pub only_lights: bool,
}

/// What a result means for a unit: DPs of combat and casualties first, then one of the moves, by choice of its owner.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Consequence {
    /// The line that fits.
    pub rule: RuleId,
    pub dps: u8,
    pub casualties: u8,
    pub moves: ArrayVec<AfterMove, 3>,
}

fn line<const N: usize>(rule: RuleId, dps: u8, moves: [AfterMove; N]) -> Consequence {
    Consequence { rule, dps, casualties: 0, moves: moves.into_iter().collect() }
}

impl Beaten {
    /// LEG-R92: the first line of the band that fits.
    pub fn consequence(&self, band: Band) -> Consequence {
        match band {
            Band::Victory => self.victory(),
            Band::Success => self.success(),
            Band::Inconclusive => self.inconclusive(),
            Band::SetBack => self.set_back(),
            Band::Defeat => self.defeat(),
            Band::Rout => self.rout(),
        }
    }

    fn kind(&self) -> Type {
        self.is.kind()
    }

    fn is_veteran(&self) -> bool {
        self.is.profile.grade <= Grade::B
    }

    /// LEG-RES.8, LEG-RES.17, LEG-R122: Cavalry, Light Chariots among it (LEG-R8), that charged infantry in line.
    fn rode_at_formed_foot(&self) -> bool {
        let rode = self.kind().is_cavalry_in_results() && self.charged;
        rode && self.opponent.is_foot() && self.opponent_formed
    }

    /// LEG-RES.6, LEG-RES.22: it stood to face a charge by Cavalry or Special troops.
    fn stood_against_riders(&self) -> bool {
        self.was_charged && (self.opponent.is_cavalry_in_results() || self.opponent.is_special())
    }

    /// LEG-RES.1: without DPs.
    fn victory(&self) -> Consequence {
        use AfterMove::*;
        match self.kind() {
            Type::Artillery => line("LEG-RES.3", 0, [Halt]),
            _ if self.is_veteran() => line("LEG-RES.2", 0, [Halt, Pursue]),
            _ => line("LEG-RES.4", 0, [Pursue]),
        }
    }

    /// LEG-RES.5, LEG-R147: what Cavalry pays for halting by choice after a Victory.
    pub fn halt_after_victory(&self) -> u8 {
        u8::from(self.kind().is_cavalry_in_results())
    }

    fn success(&self) -> Consequence {
        use AfterMove::*;
        let kind = self.kind();
        if kind.is_foot() && self.stood_against_riders() {
            return line("LEG-RES.6", 0, [Halt]);
        }
        if kind == Type::Artillery {
            return line("LEG-RES.7", 0, [Halt]);
        }
        if self.rode_at_formed_foot() {
            return line("LEG-RES.8", 1, [FallBack]);
        }
        if kind.is_special() {
            return line("LEG-RES.9", 1, [PassThrough]);
        }
        let average = self.is.profile.grade == Grade::C;
        if self.is_veteran() {
            line("LEG-RES.11", 1, [FollowUp, Pursue, Halt])
        } else if average && (!self.charged || self.only_lights) {
            line("LEG-RES.12", 1, [FollowUp, Pursue, Halt])
        } else {
            line("LEG-RES.10", 1, [FollowUp, Pursue])
        }
    }

    /// LEG-RES.13: 1 DP for each. Elephants pass through if their opponent halts, otherwise LEG-RES.34 (LEG-R140).
    fn inconclusive(&self) -> Consequence {
        use AfterMove::*;
        let kind = self.kind();
        match kind {
            Type::Artillery => line("LEG-RES.16", 1, [Halt]),
            Type::ScythedChariots => line("LEG-RES.18", 1, [Destroyed]),
            _ if kind.is_elephants() => line("LEG-RES.20", 1, [PassThrough, FollowUp, Pursue]),
            _ if kind.is_heavy_infantry() => line("LEG-RES.14", 1, [Halt, FallBack]),
            _ if kind.is_light_infantry() => line("LEG-RES.15", 1, [Halt, FallBack, Retire]),
            _ if self.rode_at_formed_foot() => line("LEG-RES.17", 1, [FallBack]),
            _ => line("LEG-RES.19", 1, [FollowUp, Pursue, FallBack]),
        }
    }

    /// LEG-R92: in the order 21, 22, 23, 25, 24, 26. LEG-RES.33: 2 DPs with all but the first.
    fn set_back(&self) -> Consequence {
        use AfterMove::*;
        let kind = self.kind();
        if self.is.shaken {
            line("LEG-RES.21", 0, [Break])
        } else if kind.is_heavy_infantry() && self.stood_against_riders() {
            line("LEG-RES.22", 2, [Halt])
        } else if kind.is_elephants() {
            line("LEG-RES.23", 2, [Halt])
        } else if kind.is_special() {
            line("LEG-RES.25", 2, [CriticalHit])
        } else if self.is.shape.is_unformed() {
            line("LEG-RES.24", 2, [Retire])
        } else {
            line("LEG-RES.26", 2, [FallBack])
        }
    }

    /// LEG-R92: in the order 28, 29, 27, 30.
    fn defeat(&self) -> Consequence {
        use AfterMove::*;
        let kind = self.kind();
        if kind.is_elephants() {
            line("LEG-RES.28", 0, [Rampage])
        } else if kind == Type::Artillery || kind.is_chariots() {
            // LEG-R93: Light and Scythed.
            line("LEG-RES.29", 0, [Destroyed])
        } else if self.is.shape.is_unformed() {
            line("LEG-RES.27", 0, [Break])
        } else {
            Consequence { casualties: 1, ..line("LEG-RES.30", 0, [Retire]) }
        }
    }

    fn rout(&self) -> Consequence {
        use AfterMove::*;
        let kind = self.kind();
        if kind.is_special() {
            line("LEG-RES.31", 0, [Destroyed])
        } else if kind.is_chariots() {
            // Never milder than a Defeat.
            line("LEG-R93", 0, [Destroyed])
        } else {
            Consequence { casualties: 1, ..line("LEG-RES.32", 0, [Break]) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AfterMove::*, *};
    use crate::{
        files::data::troop,
        troops::{Shape, Tags},
    };

    #[test]
    fn bands_are_those_of_the_table() {
        for (difference, band) in [
            (9, Band::Victory),
            (5, Band::Victory),
            (4, Band::Success),
            (2, Band::Success),
            (1, Band::Inconclusive),
            (-1, Band::Inconclusive),
            (-2, Band::SetBack),
            (-4, Band::SetBack),
            (-5, Band::Defeat),
            (-6, Band::Defeat),
            (-7, Band::Rout),
            (-20, Band::Rout),
        ] {
            assert_eq!(Band::of(difference), band, "LEG-RES.T1: {difference}");
        }
    }

    fn unit(id: &str, grade: Grade) -> Beaten {
        let troop = troop(id).unwrap();
        let profile = troop.unit(grade, if troop.kind.is_special() { 1 } else { 6 }, Tags::empty());
        Beaten {
            is: Condition::fresh(profile, Shape::usual(&profile)),
            charged: false,
            was_charged: false,
            opponent: Type::BarbarianInfantry,
            opponent_formed: true,
            only_lights: false,
        }
    }

    fn charged(it: Beaten) -> Beaten {
        Beaten { charged: true, ..it }
    }

    fn stood(it: Beaten, against: Type) -> Beaten {
        Beaten { was_charged: true, opponent: against, ..it }
    }

    fn loose(mut it: Beaten) -> Beaten {
        it.is.unform();
        it
    }

    fn shaken(mut it: Beaten) -> Beaten {
        it.is.shake();
        it
    }

    #[test]
    #[rustfmt::skip]
    fn every_line_of_the_results() {
        let c = |id| unit(id, Grade::C);
        let lights = |it: Beaten| Beaten { only_lights: true, opponent: Type::Archers, opponent_formed: false, ..it };
        for (it, band, rule, dps, casualties, moves) in [
            (c("legionaries"), Band::Victory, "LEG-RES.4", 0, 0, &[Pursue][..]),
            (unit("legionaries", Grade::B), Band::Victory, "LEG-RES.2", 0, 0, &[Halt, Pursue]),
            (unit("heavy_cavalry", Grade::A), Band::Victory, "LEG-RES.2", 0, 0, &[Halt, Pursue]),
            (c("artillery"), Band::Victory, "LEG-RES.3", 0, 0, &[Halt]),
            (c("elephants"), Band::Victory, "LEG-RES.4", 0, 0, &[Pursue]),

            (stood(c("legionaries"), Type::HeavyCavalry), Band::Success, "LEG-RES.6", 0, 0, &[Halt]),
            (stood(c("archers"), Type::Elephants), Band::Success, "LEG-RES.6", 0, 0, &[Halt]),
            (stood(c("legionaries"), Type::LightChariots), Band::Success, "LEG-RES.6", 0, 0, &[Halt]),
            (c("artillery"), Band::Success, "LEG-RES.7", 0, 0, &[Halt]),
            (charged(c("heavy_cavalry")), Band::Success, "LEG-RES.8", 1, 0, &[FallBack]),
            (charged(c("light_chariots")), Band::Success, "LEG-RES.8", 1, 0, &[FallBack]),
            (c("elephants"), Band::Success, "LEG-RES.9", 1, 0, &[PassThrough]),
            (c("scythed_chariots"), Band::Success, "LEG-RES.9", 1, 0, &[PassThrough]),
            (charged(c("legionaries")), Band::Success, "LEG-RES.10", 1, 0, &[FollowUp, Pursue]),
            (unit("legionaries", Grade::D), Band::Success, "LEG-RES.10", 1, 0, &[FollowUp, Pursue]),
            (charged(unit("legionaries", Grade::B)), Band::Success, "LEG-RES.11", 1, 0, &[FollowUp, Pursue, Halt]),
            (c("legionaries"), Band::Success, "LEG-RES.12", 1, 0, &[FollowUp, Pursue, Halt]),
            (lights(charged(c("legionaries"))), Band::Success, "LEG-RES.12", 1, 0, &[FollowUp, Pursue, Halt]),
            (lights(charged(c("heavy_cavalry"))), Band::Success, "LEG-RES.12", 1, 0, &[FollowUp, Pursue, Halt]),

            (c("pikemen"), Band::Inconclusive, "LEG-RES.14", 1, 0, &[Halt, FallBack]),
            (c("slingers"), Band::Inconclusive, "LEG-RES.15", 1, 0, &[Halt, FallBack, Retire]),
            (c("artillery"), Band::Inconclusive, "LEG-RES.16", 1, 0, &[Halt]),
            (charged(c("heavy_cavalry")), Band::Inconclusive, "LEG-RES.17", 1, 0, &[FallBack]),
            (c("scythed_chariots"), Band::Inconclusive, "LEG-RES.18", 1, 0, &[Destroyed]),
            (c("heavy_cavalry"), Band::Inconclusive, "LEG-RES.19", 1, 0, &[FollowUp, Pursue, FallBack]),
            (c("light_chariots"), Band::Inconclusive, "LEG-RES.19", 1, 0, &[FollowUp, Pursue, FallBack]),
            (c("elephants"), Band::Inconclusive, "LEG-RES.20", 1, 0, &[PassThrough, FollowUp, Pursue]),

            (shaken(c("legionaries")), Band::SetBack, "LEG-RES.21", 0, 0, &[Break]),
            (stood(c("legionaries"), Type::HeavyCavalry), Band::SetBack, "LEG-RES.22", 2, 0, &[Halt]),
            (stood(c("legionaries"), Type::BarbarianInfantry), Band::SetBack, "LEG-RES.26", 2, 0, &[FallBack]),
            (c("elephants"), Band::SetBack, "LEG-RES.23", 2, 0, &[Halt]),
            (c("archers"), Band::SetBack, "LEG-RES.24", 2, 0, &[Retire]),
            (stood(loose(c("legionaries")), Type::Elephants), Band::SetBack, "LEG-RES.22", 2, 0, &[Halt]),
            (c("artillery"), Band::SetBack, "LEG-RES.25", 2, 0, &[CriticalHit]),
            (c("scythed_chariots"), Band::SetBack, "LEG-RES.25", 2, 0, &[CriticalHit]),
            (c("heavy_cavalry"), Band::SetBack, "LEG-RES.26", 2, 0, &[FallBack]),

            (loose(c("legionaries")), Band::Defeat, "LEG-RES.27", 0, 0, &[Break]),
            (c("african_elephants"), Band::Defeat, "LEG-RES.28", 0, 0, &[Rampage]),
            (c("artillery"), Band::Defeat, "LEG-RES.29", 0, 0, &[Destroyed]),
            (loose(c("light_chariots")), Band::Defeat, "LEG-RES.29", 0, 0, &[Destroyed]),
            (c("legionaries"), Band::Defeat, "LEG-RES.30", 0, 1, &[Retire]),

            (c("elephants"), Band::Rout, "LEG-RES.31", 0, 0, &[Destroyed]),
            (c("light_chariots"), Band::Rout, "LEG-R93", 0, 0, &[Destroyed]),
            (c("legionaries"), Band::Rout, "LEG-RES.32", 0, 1, &[Break]),
        ] {
            let got = it.consequence(band);
            assert_eq!((got.rule, got.dps, got.casualties), (rule, dps, casualties), "LEG-RES.1, LEG-RES.13, LEG-RES.33: {it:?}");
            assert_eq!(&got.moves[..], moves, "{rule}, LEG-R92, LEG-R137");
        }
        assert_eq!(unit("heavy_cavalry", Grade::B).halt_after_victory(), 1, "LEG-RES.5");
        assert_eq!(unit("legionaries", Grade::B).halt_after_victory(), 0, "LEG-RES.5");
    }
}
