//! Commanders and their Commands (RULES.md 3.1 to 3.3, 3.20, 4.2): quality and Leadership, command range,
//! initiative, discipline, the loss of a Commander.

pub mod activation;
pub mod bidding;
pub mod discipline;
pub mod fate;
pub mod initiative;
pub mod leading;
pub mod loss;
pub mod nomination;

use serde::{Deserialize, Serialize};

use crate::profile::Worded;

/// IMP-CMD.1: the quality of a Commander. Genius and Charismatic are one step of the ladder (IMP-R13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    Genius,
    Charismatic,
    Expert,
    Fair,
    Poor,
    Incompetent,
    Coward,
}

impl Quality {
    /// IMP-INI.2, IMP-CMD.1, IMP-R10: what he adds to the throw for initiative.
    pub fn leadership(self) -> i32 {
        match self {
            Quality::Genius | Quality::Charismatic => 4,
            Quality::Expert => 3,
            Quality::Fair => 2,
            Quality::Poor => 1,
            Quality::Incompetent | Quality::Coward => 0,
        }
    }

    /// IMP-SPC.21, IMP-SPC.26, IMP-SPC.28: whether he may throw initiative dice again.
    pub fn rerolls_initiative(self) -> bool {
        matches!(self, Quality::Genius | Quality::Charismatic | Quality::Expert)
    }

    /// IMP-SPC.22, IMP-SPC.29: whether he may throw a die of the table of loss again.
    pub fn rerolls_his_loss(self) -> bool {
        matches!(self, Quality::Genius | Quality::Charismatic)
    }

    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Quality::Genius => "Genius",
            Quality::Charismatic => "Charismatic",
            Quality::Expert => "Expert",
            Quality::Fair => "Fair",
            Quality::Poor => "Poor",
            Quality::Incompetent => "Incompetent",
            Quality::Coward => "Coward",
        }
    }
}

impl Worded for Quality {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("genius", Quality::Genius),
        ("charismatic", Quality::Charismatic),
        ("expert", Quality::Expert),
        ("fair", Quality::Fair),
        ("poor", Quality::Poor),
        ("incompetent", Quality::Incompetent),
        ("coward", Quality::Coward),
    ];
}

/// The Command Structure of an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structure {
    Good,
    Average,
    Poor,
}

impl Structure {
    /// IMP-CS.1: the command range, in U.
    pub fn range_u(self) -> f64 {
        match self {
            Structure::Good => 50.0,
            Structure::Average => 30.0,
            Structure::Poor => 10.0,
        }
    }

    /// IMP-CDR.10: what it takes off the table of loss.
    pub fn steadies(self) -> i32 {
        match self {
            Structure::Good => 4,
            Structure::Average => 2,
            Structure::Poor => 0,
        }
    }

    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Structure::Good => "Good",
            Structure::Average => "Average",
            Structure::Poor => "Poor",
        }
    }
}

impl Worded for Structure {
    const WORDS: &'static [(&'static str, Self)] =
        &[("good", Structure::Good), ("average", Structure::Average), ("poor", Structure::Poor)];
}

/// A Commander, wherever he is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commander {
    pub quality: Quality,
    /// He is the Commander-in-Chief.
    pub chief: bool,
    /// IMP-R13: his level is fixed for the battle.
    pub fixed: bool,
}

impl Commander {
    pub fn new(quality: Quality, chief: bool) -> Self {
        Commander { quality, chief, fixed: false }
    }

    /// IMP-CS.1, IMP-SPC.30, IMP-R22: how far he commands, in U; a Genius who is alone twice as far.
    pub fn range_u(&self, structure: Structure, alone: bool) -> f64 {
        let twice = alone && self.quality == Quality::Genius;
        structure.range_u() * if twice { 2.0 } else { 1.0 }
    }

    /// IMP-R13, IMP-SPC.27, IMP-SPC.31, IMP-SPC.59: what a natural double of the deciding throw makes of him. An
    /// Expert who rises becomes `choice`.
    #[must_use]
    pub fn after_double(self, face: u8, choice: Quality) -> Self {
        use Quality::*;
        if self.fixed {
            return self;
        }
        let to = |quality| Commander { quality, ..self };
        match (face, self.quality) {
            (6, Genius | Charismatic) => Commander { fixed: true, ..self },
            (6, Expert) if self.chief => Commander { quality: choice, fixed: true, ..self },
            (6, Fair) => to(Expert),
            (6, Poor) => to(Fair),
            (6, Incompetent) => to(Poor),
            (6, Coward) => to(Incompetent),
            (1, Genius | Charismatic) => to(Expert),
            (1, Expert) => to(Fair),
            (1, Fair) => to(Poor),
            (1, Poor) => to(Incompetent),
            (1, Incompetent) => to(Coward),
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leadership_is_that_of_the_table() {
        let all = Quality::WORDS.iter().map(|(_, it)| it.leadership());
        let all: Vec<_> = all.collect();
        assert_eq!(all, [4, 4, 3, 2, 1, 0, 0], "IMP-CMD.1, IMP-INI.2, IMP-R10");
    }

    #[test]
    fn a_genius_alone_commands_twice_as_far() {
        let is = |quality, alone, u: f64| {
            let far = Commander::new(quality, true).range_u(Structure::Average, alone);
            assert!((far - u).abs() < 1e-9, "IMP-CS.1, IMP-SPC.30, IMP-R22: {far}");
        };
        is(Quality::Genius, true, 60.0);
        is(Quality::Genius, false, 30.0);
        is(Quality::Charismatic, true, 30.0);
        let ranges = [Structure::Good, Structure::Average, Structure::Poor].map(Structure::range_u);
        assert!(
            ranges.iter().zip([50.0, 30.0, 10.0]).all(|(a, b)| (a - b).abs() < 1e-9),
            "IMP-CS.1"
        );
    }

    #[test]
    fn doubles_raise_and_lower() {
        use Quality::*;
        let after = |quality, chief, face| {
            let it = Commander::new(quality, chief).after_double(face, Charismatic);
            (it.quality, it.fixed)
        };
        for (quality, chief, face, then, rule) in [
            (Coward, false, 6, (Incompetent, false), "IMP-R13"),
            (Incompetent, false, 6, (Poor, false), "IMP-R13"),
            (Poor, false, 6, (Fair, false), "IMP-R13"),
            (Fair, false, 6, (Expert, false), "IMP-R13"),
            (Expert, true, 6, (Charismatic, true), "IMP-SPC.27"),
            (Expert, false, 6, (Expert, false), "IMP-SPC.27: not in chief"),
            (Genius, true, 6, (Genius, true), "IMP-SPC.31"),
            (Genius, true, 1, (Expert, false), "IMP-SPC.59"),
            (Charismatic, true, 1, (Expert, false), "IMP-R13"),
            (Expert, false, 1, (Fair, false), "IMP-R13"),
            (Fair, false, 1, (Poor, false), "IMP-R13"),
            (Poor, false, 1, (Incompetent, false), "IMP-R13"),
            (Incompetent, false, 1, (Coward, false), "IMP-R13"),
            (Coward, false, 1, (Coward, false), "IMP-R13: a Coward cannot fall"),
            (Fair, true, 3, (Fair, false), "IMP-R13: other doubles change nobody"),
        ] {
            assert_eq!(after(quality, chief, face), then, "{rule}: {quality:?}");
        }
        // IMP-R13: who is fixed stays what he is.
        let fixed = Commander { fixed: true, ..Commander::new(Genius, true) };
        assert_eq!(fixed.after_double(1, Charismatic), fixed, "IMP-R13, IMP-SPC.31");
    }
}
