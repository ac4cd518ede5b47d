//! What ships with the rules: troops (RULES.md 5.1, 5.2), army lists (5.3) and armies that are ready to fight (5.4).
//!
//! All of it is TOML under `data/`, part of the program, and read once.

use acies_core::{file::ShippedFile, named_rows, shipped_files};
use serde::{Deserialize, Serialize, Serializer};

use crate::troops::{Grade, Missile, Profile, Tags, Type};

/// A kind of troops of the catalogue.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troop {
    /// The word that players type.
    pub id: String,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: Type,
    pub missile: Option<Missile>,
    #[serde(default)]
    pub tags: Tags,
    /// Points of a unit, whatever its size.
    pub per_unit: u32,
    /// Points of each base.
    pub per_base: u32,
}

impl Troop {
    /// A unit of these troops. LEG-R54, LEG-R154: some may dismount.
    pub fn unit(&self, grade: Grade, bases: u8, also: Tags) -> Profile {
        Profile { kind: self.kind, grade, missile: self.missile, bases, tags: self.tags | also }
    }
}

named_rows! {
    /// Every kind of troops, in the order of the rulebook.
    pub fn troops, troop: Troop, "troop", "troops.toml" in "../../data"
}

/// As files have it.
impl Serialize for Troop {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.id.serialize(to)
    }
}

/// What an army of a people may have (RULES.md 5.3).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The word that players type.
    pub id: String,
    pub name: String,
    /// LEG-R113 is waived: more than half of it may be light.
    #[serde(default)]
    pub may_be_light: bool,
    pub units: Vec<Entry>,
}

impl ArmyList {
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.units.iter().find(|entry| entry.id == id)
    }
}

/// A kind of units of a list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub id: String,
    pub name: String,
    pub troop: &'static Troop,
    /// The best comes first.
    pub grades: Vec<Grade>,
    /// The least and the greatest size of a unit.
    pub bases: [u8; 2],
    /// The least and the greatest number of units.
    pub units: [u32; 2],
    /// The lines in which such legions stand at the start, if the list says so.
    pub lines: Option<u8>,
    /// LEG-R154.
    #[serde(default)]
    pub dismounts: bool,
}

impl Entry {
    /// The grade of a unit of which none is said: the lowest.
    pub fn usual_grade(&self) -> Grade {
        *self.grades.last().expect("each entry has a grade")
    }

    /// The size of a unit of which none is said: the greatest.
    pub fn usual_bases(&self) -> u8 {
        self.bases[1]
    }

    pub fn tags(&self) -> Tags {
        if self.dismounts { Tags::DISMOUNTS } else { Tags::empty() }
    }
}

named_rows! {
    /// Every army list.
    pub fn lists, list: ArmyList, "army list", "lists.toml" in "../../data"
}

/// The armies that are ready to fight, one of each list. The first two are the samples of RULES.md 5.4.
pub const ARMIES: &[ShippedFile] = shipped_files! { "../../data/armies":
    "roman_late_republic"
    "gallic"
    "roman_early_empire"
    "roman_polybian"
    "germanic"
    "british"
    "dacian"
    "parthian"
    "pontic"
    "seleucid"
    "macedonian"
    "carthaginian"
    "numidian"
    "greek_hoplite"
    "iberian"
    "persian"
};

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = include_str!("../../RULES.md");

    /// RULES.md 5.1: the points of each kind of troops as the rulebook prints them.
    #[test]
    fn points_are_those_of_the_rulebook() {
        for (ids, said) in [
            (&["archers", "slingers"][..], "Archers/Slingers | 16 | 6 |"),
            (&["light_javelinmen"], "Light Javelinmen | 16 | 6 |"),
            (&["light_cavalry_javelin", "camel_javelin"], "Light Cavalry, javelin | 16 | 13 |"),
            (
                &["light_cavalry_bow", "camel_bow"],
                "Light Cavalry, bow (incl. bow camels) | 16 | 20 |",
            ),
            (&["light_chariots"], "Light Chariots | 40 | 12 |"),
            (&["heavy_chariots"], "Heavy Chariots (ext.) | 40 | 14 |"),
            (&["heavy_cavalry"], "Heavy Cavalry | 40 | 16 |"),
            (&["heavy_cavalry_attached"], "Heavy Cavalry with attached LI | 40 | 20 |"),
            (&["cataphracts"], "Cataphracts (ext.) | 40 | 26 |"),
            (&["auxiliaries"], "Auxiliaries | 40 | 12 |"),
            (&["barbarian_infantry"], "Barbarian Infantry | 40 | 8 |"),
            (&["legionaries"], "Legionaries | 40 | 21 |"),
            (&["pikemen"], "Pikemen | 40 | 13 |"),
            (&["spearmen"], "Spearmen (ext.) | 40 | 7 |"),
            (&["swordsmen"], "Swordsmen (ext.) | 40 | 20 |"),
            (&["asiatic_infantry"], "Asiatic Infantry (ext.) | 40 | 8 |"),
            (&["elephants"], "Elephants | 0 | 80 |"),
            (&["african_elephants"], "African Elephants (ext.) | 0 | 72 |"),
            (&["scythed_chariots"], "Scythed Chariots | 0 | 32 |"),
            (&["artillery"], "Artillery | 0 | 40 |"),
        ] {
            assert!(BOOK.contains(said), "{said}");
            let numbers: Vec<u32> =
                said.split('|').filter_map(|it| it.trim().parse().ok()).collect();
            for id in ids {
                let it = troop(id).expect(id);
                assert_eq!([it.per_unit, it.per_base], numbers[..], "LEG-R112: {id}");
            }
        }
        assert_eq!(troops().len(), 23);
        assert_eq!(troop("asiatic_infantry").unwrap().missile, Some(Missile::Bow), "LEG-R155");
        assert_eq!(troop("heavy_chariots").unwrap().missile, Some(Missile::Javelin), "LEG-R155");
        assert_eq!(troop("spearmen").unwrap().missile, None, "LEG-R155");
    }

    /// RULES.md 5.3: every entry as the rulebook prints it.
    #[test]
    fn lists_are_those_of_the_rulebook() {
        assert_eq!(lists().len(), 16, "RULES.md 5.3");
        let range = |least: &str, most: &str| {
            if least == most { least.to_owned() } else { format!("{least}-{most}") }
        };
        for list in lists() {
            let cell = format!("(`{}`) |", list.id);
            let line = BOOK.lines().find(|line| line.contains(&cell)).expect(&cell);
            assert_eq!(line.matches(';').count() + 1, list.units.len(), "{}", list.id);
            assert_eq!(line.contains("half non-light is waived"), list.may_be_light, "LEG-R113");
            for entry in &list.units {
                let grade = |at: usize| format!("{:?}", entry.grades[at]);
                let grades = range(&grade(0), &grade(entry.grades.len() - 1));
                let bases = range(&entry.bases[0].to_string(), &entry.bases[1].to_string());
                let units = range(&entry.units[0].to_string(), &entry.units[1].to_string());
                let said = format!(" / {grades} / {bases} / {units}");
                let name = entry.name.to_lowercase();
                let found = line.to_lowercase().split(';').any(|it| {
                    let it = it.trim_end_matches([' ', '|']);
                    it.contains(&name) && it.contains(&said.to_lowercase())
                });
                assert!(found, "{}: {}{said}", list.id, entry.name);
            }
        }
        let dismounts = |id: &str, entry: &str| list(id).unwrap().entry(entry).unwrap().dismounts;
        assert!(dismounts("iberian", "horse") && dismounts("british", "chariots"), "LEG-R154");
        assert!(!dismounts("gallic", "nobles"), "LEG-R154");
    }
}
