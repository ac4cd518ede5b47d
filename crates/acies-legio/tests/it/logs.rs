//! Whole battles of computer players as a player reads them, kept in `snapshots/`.
//!
//! A change of the rules, of their words or of the computer player shows here. Read the difference beside
//! RULES.md; if it is right, accept it with `INSTA_UPDATE=always cargo test -p acies-legio --test it logs`.

use std::fmt::Write;

use acies_core::{Dice, Game, Log, Pending, Ruleset, Tactics, Telling};
use acies_legio::Legio;

const ROMANS: &str = r#"name = "A legate's column"
budget = 900
[[command]]
leader = "Legate"
general = true
unit = [
  { troop = "legionaries", name = "Legio XIII", bases = 10 },
  { troop = "auxiliaries", name = "Allied foot", bases = 6 },
  { troop = "slingers", name = "Slingers", bases = 4 },
]
[[command]]
leader = "Prefect"
unit = [{ troop = "heavy_cavalry", name = "Gallic horse", bases = 4 }]
"#;

const GAULS: &str = r#"name = "A tribe"
budget = 900
[[command]]
leader = "Chieftain"
general = true
unit = [
  { troop = "barbarian_infantry", name = "Warband", count = 3, bases = 10 },
  { troop = "light_javelinmen", name = "Javelinmen", bases = 6 },
]
[[command]]
leader = "Champion"
unit = [{ troop = "heavy_cavalry", name = "Nobles", grade = "b", bases = 4 }]
"#;

const MACEDONIANS: &str = r#"name = "A satrap"
budget = 900
[[command]]
leader = "Satrap"
general = true
unit = [
  { troop = "pikemen", name = "Phalanx", count = 2, bases = 8 },
  { troop = "elephants", name = "Elephants" },
  { troop = "archers", name = "Cretans", bases = 4 },
]
[[command]]
leader = "Hipparch"
unit = [{ troop = "heavy_cavalry", name = "Companions", grade = "b", bases = 4 }]
"#;

const PARTHIANS: &str = r#"name = "A margrave"
budget = 900
[[command]]
leader = "Margrave"
general = true
unit = [
  { troop = "cataphracts", name = "Cataphracts", bases = 5 },
  { troop = "light_cavalry_bow", name = "Horse archers", count = 2, bases = 6 },
  { troop = "scythed_chariots", name = "Scythed chariots" },
]
[[command]]
leader = "Vassal"
unit = [{ troop = "auxiliaries", name = "Hillmen", grade = "d", bases = 6 }]
"#;

/// A small battle from its first die to its end, a line an event.
fn log_of(red: &str, blue: &str, seed: u64) -> String {
    let [red, blue] = [red, blue].map(|text| Legio::army("army.toml", text).unwrap());
    let mut battle = Legio::field(&red, &blue).unwrap();
    let mut dice = Dice::seeded(seed);
    let mut chance = Dice::seeded(seed ^ 0x5eed);
    let mut text = String::new();
    while let Pending::Decide(seats) = battle.pending() {
        let by = seats.first().unwrap();
        let action = battle.view(Some(by)).decide(by, &mut chance);
        let mut log = Log::kept();
        battle.apply(by, &action, &mut dice, &mut log).unwrap();
        for entry in log.events().iter().filter_map(|event| battle.tell(event, None)) {
            let gap = if entry.heading { "\n" } else { "" };
            writeln!(text, "{gap}{entry}").unwrap();
        }
    }
    text
}

#[test]
fn romans_against_gauls() {
    insta::assert_snapshot!(log_of(ROMANS, GAULS, 1));
}

#[test]
fn macedonians_against_parthians() {
    insta::assert_snapshot!(log_of(MACEDONIANS, PARTHIANS, 2));
}

#[test]
fn gauls_against_macedonians() {
    insta::assert_snapshot!(log_of(GAULS, MACEDONIANS, 3));
}
