//! What ships with the rules: troops (RULES.md 3.31, 5.2), army lists (5.3) and sample armies (5.4).
//!
//! All of it is TOML under `data/`, part of the program, and read once.

use std::sync::OnceLock;

use acies_core::file::read_toml;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::units::Profile;

/// Every kind of troops, in the order of the rulebook.
pub fn profiles() -> &'static [Profile] {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Troops {
        troop: Vec<Profile>,
    }
    static PROFILES: OnceLock<Vec<Profile>> = OnceLock::new();
    PROFILES.get_or_init(|| {
        read_toml::<Troops>("troops.toml", include_str!("../data/troops.toml"))
            .expect("a test reads it")
            .troop
    })
}

/// A kind of troops by the word that players type.
pub fn profile(id: &str) -> Option<&'static Profile> {
    profiles().iter().find(|profile| profile.id == id)
}

/// In files a profile is its id.
impl Serialize for Profile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.id)
    }
}

impl<'de> Deserialize<'de> for &'static Profile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let id = String::deserialize(from)?;
        let known = profiles().iter().map(|profile| profile.id.as_str());
        profile(&id).ok_or_else(|| unknown("troop", &id, known))
    }
}

/// What an army of a people may have (RULES.md 5.3).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The word that players type.
    pub id: String,
    pub name: String,
    pub troops: Vec<Entry>,
}

impl ArmyList {
    pub fn entry(&self, profile: &Profile) -> Option<&Entry> {
        self.troops.iter().find(|entry| entry.troop.id == profile.id)
    }
}

/// How many units of a profile a list has, and of which grades.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub troop: &'static Profile,
    #[serde(default)]
    min: u32,
    max: u32,
    #[serde(default)]
    pub grades: Grades,
}

/// The grades that a list allows to the units of a profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grades {
    #[default]
    Regular,
    MayBeElite,
    OnlyLevy,
    /// One in four of them may be Elite or Levy, rounded down.
    OneInFour,
}

/// The budget that the numbers of the lists are for, which is also the usual one (VIR-R14).
pub const BUDGET: u32 = 200;

impl Entry {
    /// RULES.md 5.3: with another budget than 200 nothing is compulsory.
    pub fn min(&self, budget: u32) -> u32 {
        if budget == BUDGET { self.min } else { 0 }
    }

    /// RULES.md 5.3: the budget scales the maxima in proportion, rounded up.
    pub fn max(&self, budget: u32) -> u32 {
        (self.max * budget).div_ceil(BUDGET)
    }
}

pub fn lists() -> &'static [ArmyList] {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Lists {
        list: Vec<ArmyList>,
    }
    static LISTS: OnceLock<Vec<ArmyList>> = OnceLock::new();
    LISTS.get_or_init(|| {
        read_toml::<Lists>("lists.toml", include_str!("../data/lists.toml"))
            .expect("a test reads it")
            .list
    })
}

/// A list by the word that players type.
pub fn list(id: &str) -> Option<&'static ArmyList> {
    lists().iter().find(|list| list.id == id)
}

impl<'de> Deserialize<'de> for &'static ArmyList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let id = String::deserialize(from)?;
        let known = lists().iter().map(|list| list.id.as_str());
        list(&id).ok_or_else(|| unknown("army list", &id, known))
    }
}

/// What was typed, in one line; the known words, from which a hint is taken, in the next.
fn unknown<'a, E: Error>(what: &str, typed: &str, known: impl Iterator<Item = &'a str>) -> E {
    let known: Vec<_> = known.map(|known| format!("`{known}`")).collect();
    E::custom(format!("unknown {what} `{typed}`\nexpected one of {}", known.join(", ")))
}

macro_rules! armies {
    ($($id:literal)*) => {
        &[$(($id, include_str!(concat!("../data/armies/", $id, ".toml")))),*]
    };
}

/// The sample armies of RULES.md 5.4: the words that players type, and the files.
pub const ARMIES: &[(&str, &str)] = armies! {
    "early_imperial_roman"
    "dacian"
    "republican_roman"
    "carthaginian"
    "gallic"
    "ancient_british"
    "germanic"
    "macedonian"
    "seleucid"
    "achaemenid"
    "parthian"
    "spartan"
    "numidian"
    "palmyrene"
    "roman_vexillation"
    "gallic_tribe"
};
