//! Whole battles of computer players as a player reads them, kept in `snapshots/`.
//!
//! A change of the rules, of their words or of the computer players shows here. Read the difference beside
//! RULES.md; if it is right, accept it with `INSTA_UPDATE=always cargo test -p acies-adlg --test it logs`.

use std::fmt::Write;

use acies_core::{Dice, Game, Log, Pending, Tactics, Telling};

use crate::small::field;

/// A battle of 100 points from its first die to its end, a line an event.
fn log_of(red: &str, blue: &str, seed: u64) -> String {
    let mut battle = field(red, blue);
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
fn rome_against_carthage() {
    insta::assert_snapshot!(log_of("Rome", "Carthage", 1));
}

#[test]
fn gauls_against_macedon() {
    insta::assert_snapshot!(log_of("Gauls", "Macedon", 2));
}

#[test]
fn parthia_against_antioch() {
    insta::assert_snapshot!(log_of("Parthia", "Antioch", 3));
}
