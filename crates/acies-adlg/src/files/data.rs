//! What ships with the rules: types of units (RULES.md 3.3, 5.1), army lists (5.3) and armies that are
//! ready to fight (5.4).
//!
//! All of it is TOML under `data/`, part of the program, and read once.

use std::sync::OnceLock;

use acies_core::{
    file::{ShippedFile, shipped_rows, unknown},
    named_rows, shipped_files,
};
use serde::{Deserialize, Deserializer};

use crate::{
    terrain::Region,
    units::{Kind, Profile, Quality, Traits, Type},
};

/// The rows of ADLG-UNI.T1 and ADLG-UNI.T2, in the order of [`Kind`].
pub fn types() -> &'static [Type] {
    static TYPES: OnceLock<Vec<Type>> = OnceLock::new();
    TYPES.get_or_init(|| shipped_rows("types.toml", include_str!("../../data/types.toml")))
}

/// The words of the types, in the order of [`Kind`].
pub fn type_words() -> &'static [&'static str] {
    static WORDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let lines = include_str!("../../data/types.toml").lines();
        let ids = lines.filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
        ids.collect()
    })
}

/// What an army of a people may have (RULES.md 5.3).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The word before the dot of its troops: `rom`.
    pub id: String,
    pub name: String,
    pub years: String,
    /// ADLG-R13: what its commanders may use up.
    pub command: u8,
    /// ADLG-R23.
    pub regions: Vec<Region>,
    pub troops: Vec<ListTroop>,
}

/// Troops of a list, and how many units of them 200 points may have.
#[derive(Debug, Deserialize)]
#[serde(from = "Line")]
pub struct ListTroop {
    pub id: String,
    pub name: String,
    pub profile: Profile,
    /// As the list prints it; a test holds it against ADLG-R15.
    pub cost: i32,
    min: u32,
    max: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    name: String,
    kind: Kind,
    #[serde(default)]
    quality: Quality,
    #[serde(default)]
    abilities: Traits,
    cost: i32,
    #[serde(default)]
    min: u32,
    max: u32,
}

impl From<Line> for ListTroop {
    fn from(line: Line) -> Self {
        let Line { id, name, kind, quality, abilities, cost, min, max } = line;
        ListTroop { id, name, profile: Profile::with(kind, quality, abilities), cost, min, max }
    }
}

/// The budget that the numbers of the lists are for, which is also the usual one (ADLG-R11).
pub const BUDGET: u32 = 200;

impl ListTroop {
    /// RULES.md 5.2: minima are for 200 points; a smaller army is bound to fewer, rounded down.
    pub fn min(&self, budget: u32) -> u32 {
        self.min * budget / BUDGET
    }

    /// In proportion to the budget, rounded up.
    pub fn max(&self, budget: u32) -> u32 {
        (self.max * budget).div_ceil(BUDGET)
    }
}

named_rows! {
    /// Every army list.
    pub fn lists, list: ArmyList, "army list", "lists.toml" in "../../data"
}

/// Troops by what players type: `rom.hastati`.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    pub list: &'static ArmyList,
    pub entry: &'static ListTroop,
}

/// All troops of all lists.
pub fn troops() -> impl Iterator<Item = Listed> + Clone {
    lists().iter().flat_map(|list| list.troops.iter().map(move |entry| Listed { list, entry }))
}

impl Listed {
    /// What army files call it: `rom.hastati`.
    pub fn word(&self) -> String {
        format!("{}.{}", self.list.id, self.entry.id)
    }

    /// The troop of this name.
    pub fn named(word: &str) -> Option<Listed> {
        let (list, id) = word.split_once('.')?;
        troops().find(|it| it.list.id == list && it.entry.id == id)
    }
}

impl<'de> Deserialize<'de> for Listed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        Listed::named(&word).ok_or_else(|| {
            let known: Vec<_> = troops().map(|it| it.word()).collect();
            unknown("troop", &word, known.iter().map(String::as_str))
        })
    }
}

/// The armies that are ready to fight: the words that players type, and the files. The first two are
/// the samples of RULES.md 5.4.
pub const ARMIES: &[ShippedFile] = shipped_files! { "../../data/armies":
    "rome"
    "carthage"
    "imperial_rome"
    "gauls"
    "germans"
    "macedon"
    "seleucids"
    "persia"
    "parthia"
    "greeks"
    "numidia"
    "spain"
};

/// Units described by words, as players of the odds type them.
pub mod word {
    use super::{Kind, Listed, Profile, Quality, Traits, type_words};

    /// A type by its word.
    pub fn kind(word: &str) -> Option<Kind> {
        let at = type_words().iter().position(|known| *known == word)?;
        Some(Kind::ALL[at])
    }

    /// A quality by its word.
    pub fn quality(word: &str) -> Option<Quality> {
        let all = [Quality::Mediocre, Quality::Ordinary, Quality::Elite];
        all.into_iter().find(|quality| quality.word() == word)
    }

    /// A type or a listed troop, followed by its quality and abilities: `heavy_swordsmen elite impact`.
    pub fn profile(text: &str) -> Option<Profile> {
        let mut words = text.split_whitespace();
        let first = words.next()?;
        if let Some(listed) = Listed::named(first) {
            return words.next().is_none().then_some(listed.entry.profile);
        }
        let mut of = Quality::Ordinary;
        let mut traits = Traits::default();
        for word in words {
            match quality(word) {
                Some(quality) => of = quality,
                None if traits.add(word) => {}
                None => return None,
            }
        }
        Some(Profile::with(kind(first)?, of, traits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_word() {
        assert_eq!(types().len(), Kind::ALL.len());
        for kind in Kind::ALL {
            assert_eq!(word::kind(kind.word()), Some(kind));
            assert_eq!(kind.row().id, kind);
        }
    }

    #[test]
    fn every_listed_cost_is_that_of_the_formula() {
        assert_eq!(lists().len(), 12, "RULES.md 5.3");
        assert_eq!(troops().count(), 128, "RULES.md 5.3");
        for listed in troops() {
            let ListTroop { profile, cost, .. } = listed.entry;
            assert_eq!(profile.cost(), *cost, "ADLG-R15: {}", listed.word());
            assert_eq!(profile.misfit(), None, "{}", listed.word());
        }
    }

    #[test]
    fn lists_are_those_of_the_rulebook() {
        let book = include_str!("../../RULES.md");
        for list in lists() {
            let ArmyList { id, name, years, command, regions, .. } = list;
            let regions: Vec<_> = regions.iter().map(|region| format!("{region:?}")).collect();
            let regions = regions.join(", ");
            let heading = format!(
                "**{name}, {years}** — prefix `{id}`, command value +{command}, regions {regions}"
            );
            assert!(book.contains(&heading), "ADLG-R13, ADLG-R23: {heading}");
            for ListTroop { id: troop, name, profile, cost, min, max } in &list.troops {
                let row = format!(
                    "| {id}.{troop} | {name} | {} | {} |",
                    profile.kind.word(),
                    profile.quality.word()
                );
                let numbers = format!("| {cost} | {min}-{max} |");
                assert!(
                    book.lines().any(|line| line.starts_with(&row) && line.ends_with(&numbers)),
                    "{row}"
                );
            }
        }
    }

    #[test]
    fn numbers_follow_the_budget() {
        let hastati = Listed::named("rom.hastati").unwrap().entry;
        assert_eq!((hastati.min(200), hastati.max(200)), (6, 12));
        assert_eq!((hastati.min(100), hastati.max(100)), (3, 6), "ADLG-R11: scaled games");
    }
}
