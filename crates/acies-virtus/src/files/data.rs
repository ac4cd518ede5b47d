//! What ships with the rules: troops (RULES.md 3.31, 5.2), army lists (5.3) and sample armies (5.4).
//!
//! All of it is TOML under `data/`, part of the program, and read once.

use acies_core::{file::ShippedFile, named_rows, shipped_files};
use serde::{Deserialize, Serialize, Serializer};

use crate::units::Profile;

named_rows! {
    /// Every kind of troops, in the order of the rulebook: VIR-QS.1 to .26, as the sheet is repaired by
    /// VIR-R16, then VIR-D1..17.
    pub fn profiles, profile: Profile, "troop", "troops.toml" in "../../data"
}

/// In files a profile is its id.
impl Serialize for Profile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.id)
    }
}

/// What an army of a people may have (RULES.md 5.3).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The word that players type.
    pub id: String,
    pub name: String,
    pub troops: Vec<Allowed>,
}

impl ArmyList {
    pub fn entry(&self, profile: &Profile) -> Option<&Allowed> {
        self.troops.iter().find(|entry| entry.troop.id == profile.id)
    }
}

/// How many units of a profile a list has, and of which grades.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
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

impl Allowed {
    /// RULES.md 5.3: with another budget than 200 nothing is compulsory.
    pub fn min(&self, budget: u32) -> u32 {
        if budget == BUDGET { self.min } else { 0 }
    }

    /// RULES.md 5.3: the budget scales the maxima in proportion, rounded up.
    pub fn max(&self, budget: u32) -> u32 {
        (self.max * budget).div_ceil(BUDGET)
    }
}

named_rows! {
    /// Every army list.
    pub fn lists, list: ArmyList, "army list", "lists.toml" in "../../data"
}

/// The sample armies of RULES.md 5.4: the words that players type, and the files.
pub const ARMIES: &[ShippedFile] = shipped_files! { "../../data/armies":
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

#[cfg(test)]
mod tests {
    use acies_core::Rulebook;

    use super::*;
    use crate::units::{Grade, Specials, Troop, Weight};

    type Row = (&'static str, &'static str, i32, Option<i32>, i32, u8, u8, u32);

    /// The quick sheet and RULES.md 5.2, typed a second time: rule, id, FV, SV, DV, MV, Mvt, cost.
    #[rustfmt::skip]
    const ROWS: [Row; 43] = [
        ("VIR-QS.1",  "legionaries",             3, None,    3, 4, 1, 11),
        ("VIR-QS.2",  "veteran_legionaries",     3, None,    4, 4, 1, 12),
        ("VIR-QS.3",  "veteran_auxiliaries",     3, None,    3, 4, 1, 11),
        ("VIR-QS.4",  "formed_auxiliaries",      3, None,    3, 3, 1, 10),
        ("VIR-QS.5",  "barbarian_auxiliaries",   3, None,    2, 3, 1,  9),
        ("VIR-QS.6",  "palestinian_auxiliaries", 4, None,    2, 3, 1, 10),
        ("VIR-QS.7",  "lanciarii",               2, None,    3, 3, 1,  9),
        ("VIR-QS.8",  "formed_bowmen",           1, Some(2), 2, 3, 1,  9),
        ("VIR-QS.9",  "javelineers",             2, None,    2, 2, 1,  7),
        ("VIR-QS.10", "light_archers",           1, Some(2), 1, 2, 1,  7),
        ("VIR-QS.11", "slingers",                2, Some(1), 1, 2, 1,  7),
        ("VIR-QS.12", "cataphracts",             4, None,    4, 4, 2, 28),
        ("VIR-QS.13", "heavy_cavalry",           3, None,    3, 4, 2, 24),
        ("VIR-QS.14", "medium_cavalry",          3, None,    2, 3, 2, 20),
        ("VIR-QS.15", "dromedarii",              2, None,    1, 3, 2, 16),
        ("VIR-QS.16", "dromedary_cataphracts",   4, None,    2, 3, 2, 22),
        ("VIR-QS.17", "light_horsemen",          2, None,    1, 2, 2, 14),
        ("VIR-QS.18", "mounted_archers",         1, Some(2), 1, 2, 2, 16),
        ("VIR-QS.19", "scorpions",               1, Some(3), 2, 1, 1,  8),
        ("VIR-QS.20", "balistae",                1, Some(4), 2, 1, 0,  8),
        ("VIR-QS.21", "noble_warriors",          4, None,    3, 3, 1, 11),
        ("VIR-QS.22", "warriors",                3, None,    2, 3, 1,  9),
        ("VIR-QS.23", "warband",                 3, None,    2, 4, 1, 10),
        ("VIR-QS.24", "fanatics",                4, None,    1, 4, 1, 10),
        ("VIR-QS.25", "falxmen",                 4, None,    1, 4, 1, 10),
        ("VIR-QS.26", "light_chariots",          2, None,    2, 2, 2, 16),
        ("VIR-D1",    "phalangites",             3, None,    2, 4, 1, 10),
        ("VIR-D2",    "guard_phalangites",       3, None,    3, 4, 1, 11),
        ("VIR-D3",    "hoplites",                3, None,    3, 3, 1, 10),
        ("VIR-D4",    "picked_hoplites",         3, None,    4, 4, 1, 12),
        ("VIR-D5",    "african_spearmen",        3, None,    3, 4, 1, 11),
        ("VIR-D6",    "triarii",                 3, None,    4, 3, 1, 11),
        ("VIR-D7",    "thureophoroi",            2, None,    3, 3, 1,  9),
        ("VIR-D8",    "peltasts",                2, None,    2, 3, 1,  8),
        ("VIR-D9",    "scutarii",                3, None,    2, 3, 1,  9),
        ("VIR-D10",   "thracians",               3, None,    2, 3, 1,  9),
        ("VIR-D11",   "immortals",               2, Some(2), 2, 4, 1, 11),
        ("VIR-D12",   "takabara",                2, None,    2, 3, 1,  8),
        ("VIR-D13",   "levy_spearmen",           2, None,    2, 3, 1,  8),
        ("VIR-D14",   "companions",              4, None,    3, 4, 2, 26),
        ("VIR-D15",   "persian_nobles",          3, None,    2, 4, 2, 22),
        ("VIR-D16",   "greek_cavalry",           2, None,    2, 3, 2, 18),
        ("VIR-D17",   "elephants",               4, None,    3, 2, 2, 22),
    ];

    #[test]
    fn profiles_have_the_values_of_the_sheet() {
        assert_eq!(profiles().len(), ROWS.len());
        for (profile, row) in profiles().iter().zip(ROWS) {
            let Profile { rule, id, fv, sv, dv, mv, mvt, cost, .. } = profile;
            assert_eq!((rule.as_str(), id.as_str(), *fv, *sv, *dv, *mv, *mvt, *cost), row);
        }
    }

    #[test]
    fn rows_of_the_rulebook_are_those_of_the_profiles() {
        let book = Rulebook::read(include_str!("../../RULES.md"));
        for profile in profiles() {
            let row = &book.get(&profile.rule).unwrap().text;
            // VIR-QS.28: a dash for what it lacks.
            let sv = profile.sv.map_or("-".to_owned(), |sv| sv.to_string());
            let Profile { id, fv, dv, mv, mvt, cost, .. } = profile;
            let kind = format!("{:?}; weight: {:?}", profile.arm, profile.weight).to_lowercase();
            let values =
                format!("FV: {fv}; SV: {sv}; DV: {dv}; MV: {mv}; Mvt: {mvt}; cost: {cost}");
            let cells = format!("(`{id}`); arm: {kind}; {values}");
            assert!(row.contains(&cells), "{row}");
        }
    }

    #[test]
    fn every_cost_is_that_of_the_formula() {
        for profile in profiles() {
            assert_eq!(profile.cost, profile.cost_by_formula(), "VIR-R15: {}", profile.id);
        }
    }

    #[test]
    fn values_are_in_range() {
        // VIR-1.2.2: a unit has 1 to 4 stands. RULES.md 1: the ranges of the other values.
        for profile in profiles() {
            assert!((1..=4).contains(&profile.mv), "VIR-1.2.2: {}", profile.id);
            assert!((1..=4).contains(&profile.fv) && (1..=4).contains(&profile.dv));
            assert!(profile.sv.is_none_or(|sv| (1..=4).contains(&sv)));
            let moves = if profile.is_mounted() { 2..=2 } else { 0..=1 };
            assert!(moves.contains(&profile.mvt), "{}", profile.id);
        }
    }

    /// The ids of the profiles for which something is so.
    fn which(is: impl Fn(&Profile) -> bool) -> Vec<&'static str> {
        profiles().iter().filter(|profile| is(profile)).map(|profile| profile.id.as_str()).collect()
    }

    #[test]
    fn the_sheet_is_repaired() {
        // VIR-R16: the row of the light archers slipped one column.
        let archers = profile("light_archers").unwrap();
        assert_eq!((archers.fv, archers.sv, archers.dv, archers.mv), (1, Some(2), 1, 2));
        // VIR-R16: slings keep what is printed.
        let slingers = profile("slingers").unwrap();
        assert_eq!((slingers.fv, slingers.sv), (2, Some(1)));
        #[rustfmt::skip]
        let rows: [(Specials, &[&str]); 12] = [
            (Specials::IMPETUOUS, &["barbarian_auxiliaries", "warriors", "warband"]),
            (Specials::FANATICS, &["fanatics"]),
            // VIR-R16: A2M is two-handed.
            (Specials::TWO_HANDED, &["palestinian_auxiliaries", "falxmen", "thracians"]),
            (Specials::PILA, &["legionaries", "veteran_legionaries", "scutarii"]),
            // VIR-R16: ditto marks repeat TW, light horsemen included.
            (Specials::TW_ROUND, &[
                "lanciarii", "formed_bowmen", "javelineers", "light_archers", "light_horsemen",
                "mounted_archers", "light_chariots", "thureophoroi", "peltasts", "immortals",
                "takabara", "persian_nobles", "greek_cavalry",
            ]),
            // VIR-R16: Heavy TW, and slingshot.
            (Specials::TW_SQUARE, &["slingers", "scorpions", "balistae"]),
            // VIR-R16: formed bowmen are the formed archers of VIR-SR13.
            (Specials::FORMED_ARCHERS, &["formed_bowmen", "immortals"]),
            (Specials::PIKES, &[
                "phalangites", "guard_phalangites", "hoplites", "picked_hoplites",
                "african_spearmen", "triarii",
            ]),
            (Specials::KONTOS, &["cataphracts", "dromedary_cataphracts", "companions"]),
            (Specials::TESTUDO, &["legionaries", "veteran_legionaries"]),
            // VIR-R16: by their name.
            (Specials::CAMELS, &["dromedarii", "dromedary_cataphracts"]),
            (Specials::ELEPHANTS, &["elephants"]),
        ];
        for (special, ids) in rows {
            assert_eq!(which(|profile| profile.has(special)), ids, "{special:?}");
        }
    }

    #[test]
    fn weights_are_those_of_the_ruling() {
        // VIR-R17: close-order legionaries, armoured mounted, pikemen, hoplites, lancers, elephants.
        #[rustfmt::skip]
        assert_eq!(which(|profile| profile.weight == Weight::Heavy), [
            "legionaries", "veteran_legionaries", "cataphracts", "heavy_cavalry",
            "dromedary_cataphracts", "phalangites", "guard_phalangites", "hoplites",
            "picked_hoplites", "african_spearmen", "triarii", "companions", "elephants",
        ]);
        // VIR-R17: skirmishers, light horse, light chariots, Dromedarii. All others are medium.
        #[rustfmt::skip]
        assert_eq!(which(|profile| profile.weight == Weight::Light), [
            "javelineers", "light_archers", "slingers", "dromedarii", "light_horsemen",
            "mounted_archers", "light_chariots", "peltasts",
        ]);
    }

    #[test]
    fn classes_are_those_of_the_rulings() {
        #[rustfmt::skip]
        let rows: [(&str, Vec<&str>, &[&str]); 6] = [
            // VIR-R18.2: the same are cavalry in woods (VIR-7.4).
            ("VIR-R18.1", which(Profile::is_mounted), &[
                "cataphracts", "heavy_cavalry", "medium_cavalry", "dromedarii",
                "dromedary_cataphracts", "light_horsemen", "mounted_archers", "light_chariots",
                "companions", "persian_nobles", "greek_cavalry", "elephants",
            ]),
            ("VIR-R18.3", which(Profile::is_horse), &[
                "cataphracts", "heavy_cavalry", "medium_cavalry", "light_horsemen",
                "mounted_archers", "light_chariots", "companions", "persian_nobles",
                "greek_cavalry",
            ]),
            ("VIR-R18.4", which(Profile::is_light_infantry), &[
                "javelineers", "light_archers", "slingers", "peltasts",
            ]),
            ("VIR-R18.4", which(Profile::is_heavy_infantry), &[
                "legionaries", "veteran_legionaries", "phalangites", "guard_phalangites",
                "hoplites", "picked_hoplites", "african_spearmen", "triarii",
            ]),
            ("VIR-R18.5", which(Profile::is_artillery), &["scorpions", "balistae"]),
            ("VIR-R18.6", which(Profile::is_evader), &[
                "javelineers", "light_archers", "slingers", "dromedarii", "light_horsemen",
                "mounted_archers", "light_chariots", "peltasts",
            ]),
        ];
        for (rule, found, expected) in rows {
            assert_eq!(found, expected, "{rule}");
        }
        // VIR-R18.5: artillery is neither infantry nor mounted; all else is one of the two.
        for profile in profiles() {
            let classes = [profile.is_infantry(), profile.is_mounted(), profile.is_artillery()];
            assert_eq!(classes.iter().filter(|is| **is).count(), 1, "{}", profile.id);
        }
    }

    #[test]
    fn grades_change_the_cost() {
        // VIR-SR4.3, VIR-SR5.2, VIR-R15: the examples of RULES.md 5.2 as Elite and Levy.
        let rows = [
            ("legionaries", 17, 6),
            ("hoplites", 15, 5),
            ("heavy_cavalry", 36, 12),
            ("javelineers", 11, 4),
            ("veteran_legionaries", 18, 6),
            ("levy_spearmen", 12, 4),
        ];
        for (id, elite, levy) in rows {
            let profile = profile(id).unwrap();
            let cost = |grade| {
                let (key, name) = (profile.id.clone(), profile.name.clone());
                Troop { profile, grade, stubborn: false, key, name }.cost()
            };
            let costs = (cost(Grade::Regular), cost(Grade::Elite), cost(Grade::Levy));
            assert_eq!(costs, (profile.cost, elite, levy), "VIR-R15: {id}");
        }
    }

    #[test]
    fn every_symbol_can_be_drawn() {
        #[rustfmt::skip]
        let drawn = [
            "foot-heavy", "foot-medium", "foot-light", "pike", "spear", "sword", "two-handed",
            "javelin", "bow", "sling", "artillery", "horse-heavy", "horse-medium", "horse-light",
            "cataphract", "camel", "elephant", "chariot-light",
        ];
        assert_eq!(which(|profile| !drawn.contains(&profile.symbol.as_str())), [""; 0]);
    }

    /// A list as RULES.md 5.3 prints it, without the remarks on names.
    fn printed(list: &ArmyList) -> String {
        let entry = |entry: &Allowed| {
            let Allowed { troop: Profile { id, .. }, min, max, grades } = entry;
            match grades {
                Grades::Regular => format!("{id} {min}-{max}"),
                Grades::MayBeElite => format!("{id} {min}-{max} (E)"),
                Grades::OnlyLevy => format!("{id} L {min}-{max}"),
                Grades::OneInFour => format!("{id} {min}-{max} (E or L for one in four)"),
            }
        };
        let entries: Vec<_> = list.troops.iter().map(entry).collect();
        format!("| {} | {} |", list.name, entries.join(", "))
    }

    #[test]
    fn lists_are_those_of_the_rulebook() {
        let book = include_str!("../../RULES.md")
            .replace("(E allowed)", "(E)")
            .replace("(E allowed: praetorians)", "(E)")
            .replace("(E: Sacred Band)", "(E)")
            .replace(" (hillmen)", "")
            .replace(" (drilled like legions)", "");
        assert_eq!(lists().len(), 14);
        for list in lists() {
            let row = printed(list);
            assert!(book.lines().any(|line| line == row), "{row}");
        }
    }

    #[test]
    fn lists_grow_and_shrink_with_the_budget() {
        // RULES.md 5.3: maxima in proportion, rounded up; minima to 0 with another budget.
        let gallic = list("gallic").unwrap();
        let rows = [
            ("warband", 200, (3, 7)),
            ("warband", 150, (0, 6)),
            ("warriors", 150, (0, 5)),
            ("slingers", 150, (0, 2)),
            ("light_archers", 100, (0, 1)),
            ("warband", 300, (0, 11)),
            ("heavy_cavalry", 201, (0, 2)),
        ];
        for (id, budget, numbers) in rows {
            let entry = gallic.entry(profile(id).unwrap()).unwrap();
            assert_eq!((entry.min(budget), entry.max(budget)), numbers, "{id} for {budget}");
        }
    }
}
