//! What ships with the rules: troops (RULES.md 5.1), army lists (5.2) and armies that are ready to fight (5.3).
//!
//! All of it is TOML under `data/`, part of the program, and read once.

use acies_core::{file::ShippedFile, named_rows, shipped_files};
use serde::Deserialize;

use crate::profile::{Abilities, Figure, MoveClass, Profile, Shooter, Specials, Training, Weapon};

/// A kind of troops of the catalogue.
#[derive(Debug, Deserialize)]
#[serde(from = "Line")]
pub struct Troop {
    /// The word that players type.
    pub id: String,
    pub name: String,
    pub profile: Profile,
    /// As the catalogue prints it; a test holds it against AV-R21.
    pub cost: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    name: String,
    class: MoveClass,
    #[serde(default)]
    regular: bool,
    cp: Option<u8>,
    morale: u8,
    armour: u8,
    weapon: Weapon,
    shoot: Option<Shooter>,
    #[serde(default)]
    training: Training,
    #[serde(default)]
    special: Specials,
    shields: Option<bool>,
    cost: i32,
}

impl From<Line> for Troop {
    fn from(line: Line) -> Self {
        let Line { class, regular, morale, armour, weapon, shoot, training, special, .. } = line;
        // AV-3.3: usually 6 CP; AV-R20: most have shields.
        let (cp, shields) = (line.cp.unwrap_or(6), line.shields.unwrap_or(true));
        #[rustfmt::skip]
        let profile = Profile {
            class, regular, cp, morale, armour, weapon, shoot, training, special, shields,
        };
        Troop { id: line.id, name: line.name, profile, cost: line.cost }
    }
}

named_rows! {
    /// Every kind of troops, in the order of the rulebook. The first are the veteran legionaries of AV-3.10
    /// (AV-T0).
    pub fn troops, troop: Troop, "troop", "troops.toml" in "../../data"
}

/// What an army of a people may have (RULES.md 5.2).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyList {
    /// The word that players type.
    pub id: String,
    pub name: String,
    /// What its leaders may be.
    pub abilities: Abilities,
    #[serde(default)]
    pub figures: Vec<Figure>,
    pub troops: Vec<Allowed>,
}

impl ArmyList {
    pub fn entry(&self, troop: &Troop) -> Option<&Allowed> {
        self.troops.iter().find(|entry| entry.troop.id == troop.id)
    }
}

/// How many units of a kind of troops a list has.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    pub troop: &'static Troop,
    /// Never scaled.
    #[serde(default)]
    pub min: u32,
    max: u32,
}

/// The budget that the numbers of the lists are for, which is also the usual one.
pub const BUDGET: u32 = 200;

impl Allowed {
    /// RULES.md 5.2: the budget scales the maxima in proportion, rounded up.
    pub fn max(&self, budget: u32) -> u32 {
        (self.max * budget).div_ceil(BUDGET)
    }
}

named_rows! {
    /// Every army list.
    pub fn lists, list: ArmyList, "army list", "lists.toml" in "../../data"
}

/// The armies that are ready to fight, one of each list: the words that players type, and the files. The first
/// four are the samples of RULES.md 5.3.
pub const ARMIES: &[ShippedFile] = shipped_files! { "../../data/armies":
    "early_imperial_roman"
    "gallic"
    "carthaginian"
    "mid_republican_roman"
    "germanic"
    "dacian"
    "macedonian"
    "successor"
    "greek"
    "persian"
    "parthian"
    "numidian"
    "spanish"
    "british"
};

#[cfg(test)]
mod tests {
    use acies_core::words::capital;

    use super::*;
    use crate::profile::Worded;

    const BOOK: &str = include_str!("../../RULES.md");

    /// A row of the catalogue as the rulebook prints it.
    fn row(troop: &Troop) -> String {
        let Troop { id, name, profile, cost } = troop;
        let special: Vec<_> = profile.special.words().map(|word| capital(&word)).collect();
        let special = if special.is_empty() { "-".to_owned() } else { special.join(", ") };
        let shields = if profile.shields { "yes" } else { "no" };
        format!(
            "| `{id}` | {name} | {} | {} | {} | {}+ | {}+ | {} | {} | {} | {special} | {shields} | **{cost}** |",
            profile.class.word().to_uppercase(),
            if profile.regular { "R" } else { "I" },
            profile.cp,
            profile.morale,
            profile.armour,
            profile.weapon.word().to_uppercase(),
            profile.shoot.map_or("-", Worded::word),
            profile.training.word(),
        )
    }

    #[test]
    fn troops_are_those_of_the_rulebook() {
        assert_eq!(troops().len(), 88, "RULES.md 5.1");
        for troop in troops() {
            // The rulebook names Impetuous before Fanatics.
            let row = row(troop).replace("Fanatics, Impetuous", "Impetuous, Fanatics");
            assert!(BOOK.contains(&row), "{row}");
            assert_eq!(troop.profile.misfits().next(), None, "AV-R19, AV-R99: {}", troop.id);
        }
    }

    #[test]
    fn every_printed_cost_is_that_of_the_formula() {
        for troop in troops() {
            assert_eq!(troop.profile.cost(), troop.cost, "AV-R21, AV-3.11: {}", troop.id);
        }
    }

    #[test]
    fn veteran_legionaries_are_those_of_the_example() {
        // AV-3.10, AV-T0.
        let profile = troop("rom_vet").unwrap().profile;
        assert!(profile.is_infantry() && profile.regular && profile.is_close());
        assert_eq!((profile.cp, profile.morale, profile.armour), (6, 3, 4));
        assert_eq!(profile.weapon, Weapon::HeavyProjectiles);
        assert_eq!(profile.special, Specials::TESTUDO | Specials::ORBIS);
    }

    #[test]
    fn lists_are_those_of_the_rulebook() {
        assert_eq!(lists().len(), 14, "RULES.md 5.2");
        for list in lists() {
            let entry = |it: &Allowed| format!("`{}` {}-{}", it.troop.id, it.min, it.max);
            let entries: Vec<_> = list.troops.iter().map(entry).collect();
            let row = format!("| {} | {} | ", list.name, entries.join(", "));
            let line = BOOK.lines().find(|line| line.starts_with(&row)).expect(&row);
            let leaders = line.trim_end_matches('|').rsplit('|').next().unwrap();
            let (said, figures) = leaders.split_once(';').unwrap_or((leaders, ""));
            for (name, ability) in Abilities::all().iter_names() {
                let named = said.contains(&capital(&name.to_lowercase()));
                let has = if said.contains("any") { !named } else { named };
                assert_eq!(list.abilities.contains(ability), has, "{}: {name}", list.id);
            }
            for figure in [Figure::ReligiousLeader, Figure::Guru] {
                let has = figures.contains(figure.name());
                assert_eq!(list.figures.contains(&figure), has, "{}: {figure:?}", list.id);
            }
        }
    }

    /// AV-3.1, AV-3.2, AV-3.9, AV-18.10, AV-18.15, AV-19.14: type, doctrine, R or I and training of some.
    #[test]
    fn troops_have_their_characteristics() {
        use crate::profile::{Doctrine::*, Kind::*};
        for (id, kind, doctrine, regular, training) in [
            ("rom_praet", Infantry, Close, true, Training::Elite),
            ("gre_pelt", Infantry, Extended, false, Training::Standard),
            ("bal_sling", Infantry, Open, false, Training::Standard),
            ("ger_levy", Infantry, Close, false, Training::Raw),
            ("par_cat", Cavalry, Close, false, Training::Standard),
            ("par_ha", Cavalry, Open, true, Training::Standard),
            ("rom_carro", Artillery, Extended, true, Training::Standard),
        ] {
            let profile = troop(id).unwrap().profile;
            let is = (profile.kind(), profile.doctrine(), profile.regular, profile.training);
            assert_eq!(is, (kind, doctrine, regular, training), "{id}");
            assert_eq!(profile.is_expediti(), doctrine == Open, "AV-18.10: {id}");
        }
        assert_eq!(troop("scythe").unwrap().profile.cp, 3, "AV-3.3");
        assert!(troop("gal_gaes").unwrap().profile.has(Specials::FANATICS), "AV-3.8");
    }

    #[test]
    fn who_has_no_hand_free_has_no_shield() {
        // AV-R20: two-handed weapons, two-handed lancers, crews, elephants and chariots.
        for Troop { id, profile, .. } in troops() {
            let lancers = profile.is_mounted() && profile.weapon == Weapon::LongSpears;
            let both_hands = profile.weapon == Weapon::TwoHanded || profile.is_artillery();
            if lancers || both_hands || ["ele", "scythe", "bri_char"].contains(&id.as_str()) {
                assert!(!profile.shields, "AV-R20: {id}");
            }
        }
    }

    #[test]
    fn numbers_follow_the_budget() {
        let hastati = &list("mid_republican_roman").unwrap().troops[0];
        assert_eq!((hastati.min, hastati.max(200)), (2, 6));
        assert_eq!(hastati.max(300), 9);
        assert_eq!(hastati.max(150), 5, "4.5 rounded up");
    }
}
