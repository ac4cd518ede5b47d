//! What ships with the rules: troops (RULES.md 5.1), army lists (5.2) and armies that are ready to fight (5.3).
//!
//! All of it is TOML under `data/`, part of the program, and read once.

use acies_core::{file::ShippedFile, named_rows, shipped_files};
use serde::Deserialize;

use crate::{
    command::{Quality, Structure},
    profile::{Discipline, Kind, Missile, Profile, Traits},
};

/// A kind of troops of the catalogue.
#[derive(Debug, Deserialize)]
#[serde(from = "Line")]
pub struct Troop {
    /// The word that players type.
    pub id: String,
    /// What the rulebook's lists call it.
    pub code: String,
    pub name: String,
    pub profile: Profile,
    /// As the catalogue prints it; a test holds it against IMP-R9.
    pub cost: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    code: String,
    name: String,
    kind: Kind,
    m: u8,
    vbu: u8,
    impetus: u8,
    discipline: Discipline,
    vd: u8,
    missile: Option<Missile>,
    #[serde(default)]
    traits: Traits,
    large: Option<u8>,
    cost: i32,
}

impl From<Line> for Troop {
    fn from(line: Line) -> Self {
        let Line { kind, m, vbu, impetus, discipline, vd, missile, traits, .. } = line;
        let large = line.large.unwrap_or(1);
        let profile = Profile { kind, m, vbu, impetus, discipline, vd, missile, traits, large };
        Troop { id: line.id, code: line.code, name: line.name, profile, cost: line.cost }
    }
}

named_rows! {
    /// Every kind of troops, in the order of the rulebook.
    pub fn troops, troop: Troop, "troop", "troops.toml" in "../../data"
}

/// What an army of a people may have (RULES.md 5.2, IMP-R126).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The word that players type.
    pub id: String,
    pub name: String,
    pub structure: Structure,
    /// What its Commander-in-Chief may be.
    pub chief: Vec<Quality>,
    /// What its other Commanders may be.
    pub others: Vec<Quality>,
    pub troops: Vec<Entry>,
}

impl ArmyList {
    pub fn entry(&self, troop: &Troop) -> Option<&Entry> {
        self.troops.iter().find(|entry| entry.troop.id == troop.id)
    }
}

/// How many elements of a kind of troops a list has.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub troop: &'static Troop,
    #[serde(default)]
    min: u32,
    max: u32,
}

/// The budget that the numbers of the lists are for, which is also the usual one.
pub const BUDGET: u32 = 400;

impl Entry {
    /// RULES.md 5.2: the budget scales minima and maxima in proportion, rounded up.
    pub fn min(&self, budget: u32) -> u32 {
        (self.min * budget).div_ceil(BUDGET)
    }

    /// The same of the most.
    pub fn max(&self, budget: u32) -> u32 {
        (self.max * budget).div_ceil(BUDGET)
    }
}

named_rows! {
    /// Every army list.
    pub fn lists, list: ArmyList, "army list", "lists.toml" in "../../data"
}

/// The armies that are ready to fight, one of each list: the words that players type, and the files. The first
/// two are the samples of RULES.md 5.3.
pub const ARMIES: &[ShippedFile] = shipped_files! { "../../data/armies":
    "consular"
    "army_of_italy"
    "marian"
    "early_imperial"
    "gallic"
    "germanic"
    "cherusci"
    "macedonian"
    "seleucid"
    "greek"
    "spartan"
    "persian"
    "parthian"
    "numidian"
    "spanish"
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Worded;

    const BOOK: &str = include_str!("../../RULES.md");

    /// A row of the catalogue as the rulebook prints it, up to the cost.
    fn row(troop: &Troop) -> String {
        let Troop { id, code, name, profile, cost } = troop;
        let large = match profile.large {
            1 => None,
            3 => Some("Large 2-3".to_owned()),
            n => Some(format!("Large {n}")),
        };
        let traits = profile.traits.words().map(|word| match word.as_str() {
            "anti_warband" => "anti-warband".to_owned(),
            word => word.replace('_', " "),
        });
        let traits: Vec<_> = traits.chain(large).collect();
        let traits = if traits.is_empty() { "-".to_owned() } else { traits.join(", ") };
        let missile = match profile.missile {
            None => "-",
            Some(Missile::Various) => "various",
            Some(missile) => missile.name(),
        };
        let rear =
            if profile.large > 1 { format!("({})", profile.rear_cost()) } else { String::new() };
        format!(
            "| {code} | `{id}` | {name} | {} | {} | {} | {} | {} | {} | {missile} | {traits} | {cost}{rear} |",
            profile.kind.word().to_uppercase(),
            profile.m,
            profile.vbu,
            profile.impetus,
            profile.discipline.word().to_uppercase(),
            profile.vd,
        )
    }

    #[test]
    fn troops_are_those_of_the_rulebook() {
        assert_eq!(troops().len(), 109, "RULES.md 5.1");
        for troop in troops() {
            let row = row(troop);
            assert!(BOOK.contains(&row), "RULES.md 5.1, IMP-R9, IMP-R111: {row}");
        }
    }

    #[test]
    fn who_forms_large_units() {
        for Troop { id, profile, .. } in troops().iter().filter(|it| it.profile.large > 1) {
            let pikes = profile.has(Traits::PIKE) && !profile.has(Traits::SCHILTRON);
            assert_eq!(profile.large, if pikes { 3 } else { 2 }, "IMP-R39: {id}");
            let spears = profile.kind == Kind::Fp && profile.has(Traits::LONG_SPEAR);
            let others = Traits::SCHILTRON | Traits::WARBAND;
            assert!(pikes || spears || profile.has(others), "IMP-R39: {id}");
        }
    }

    /// The commanders that a row of 5.2 names, as the words of the file.
    fn quality_words(all: &[Quality]) -> Vec<&'static str> {
        all.iter().map(|it| it.word()).collect()
    }

    #[test]
    fn lists_are_those_of_the_rulebook() {
        // RULES.md 5.2 has 13, of which the Germanic and the Greek are two each (IMP-R126).
        assert_eq!(lists().len(), 15, "RULES.md 5.2, IMP-R126");
        for list in lists() {
            let heading = match list.id.as_str() {
                "cherusci" => "Germanic",
                "spartan" => "Greek hoplite",
                _ => &list.name,
            };
            let line = BOOK.lines().find(|line| line.starts_with(&format!("| {heading} | ")));
            let line = line.unwrap_or_else(|| panic!("{heading}"));
            let cells: Vec<_> = line.split('|').map(str::trim).collect();
            let structure = if list.id == "spartan" {
                "Good"
            } else {
                &cells[2][..cells[2].find(' ').unwrap_or(cells[2].len())]
            };
            assert_eq!(list.structure.name(), structure, "RULES.md 5.2: {}", list.id);
            let mut codes: Vec<String> = cells[4]
                .split([',', ' '])
                .filter(|it| it.starts_with(|c: char| c.is_ascii_uppercase()))
                .map(str::to_owned)
                .collect();
            let left_out = match list.id.as_str() {
                "germanic" => "GE2",
                "cherusci" => "GE1",
                "greek" => "GR1",
                _ => "",
            };
            codes.retain(|code| code != left_out);
            let ours: Vec<_> = list.troops.iter().map(|it| it.troop.code.clone()).collect();
            assert_eq!(ours, codes, "RULES.md 5.2, IMP-R126: {}", list.id);
            for entry in &list.troops {
                let spartans = entry.troop.code == "GR1";
                let min = if spartans { 0 } else { entry.min };
                let said = format!("{} {min}–{}", entry.troop.code, entry.max);
                let ends = |at: usize| {
                    !cells[4][at + said.len()..].starts_with(|c: char| c.is_ascii_digit())
                };
                assert!(
                    cells[4].match_indices(&said).any(|(at, _)| ends(at)),
                    "{}: {said}",
                    list.id
                );
                assert!(!spartans || entry.min == 1, "IMP-R126");
            }
        }
    }

    #[test]
    fn lists_have_their_commanders() {
        // RULES.md 5.2, IMP-R126.
        let any = ["genius", "charismatic", "expert", "fair", "poor"];
        let but_charismatic = ["genius", "expert", "fair", "poor"];
        for (id, chief, others) in [
            ("mid_republican_roman", &["expert", "fair"][..], &["fair", "poor"][..]),
            ("marian_roman", &any, &but_charismatic),
            ("early_imperial_roman", &but_charismatic, &but_charismatic),
            ("carthaginian", &any, &["expert", "fair", "poor"]),
            ("gallic", &["charismatic", "expert", "fair", "poor"], &["fair", "poor"]),
            ("germanic", &["expert", "fair", "poor"], &["expert", "fair", "poor"]),
            ("macedonian", &["genius", "charismatic"], &["expert", "fair"]),
            ("seleucid", &any, &but_charismatic),
            ("persian", &["fair", "poor"], &["fair", "poor"]),
        ] {
            let list = list(id).unwrap();
            assert_eq!(quality_words(&list.chief), chief, "{id}");
            assert_eq!(quality_words(&list.others), others, "IMP-SPC.24: {id}");
        }
    }

    #[test]
    fn numbers_follow_the_budget() {
        let hastati = &list("mid_republican_roman").unwrap().troops[0];
        assert_eq!((hastati.min(400), hastati.max(400)), (3, 6), "RULES.md 5.2");
        // 2.25 and 4.5, 3.75 and 7.5, rounded up.
        assert_eq!((hastati.min(300), hastati.max(300)), (3, 5), "RULES.md 5.2");
        assert_eq!((hastati.min(500), hastati.max(500)), (4, 8), "RULES.md 5.2");
    }
}
