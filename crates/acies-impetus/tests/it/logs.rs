//! Whole battles of computer players as a player reads them, kept in `snapshots/`.
//!
//! A change of the rules, of their words or of the computer player shows here. Read the difference beside RULES.md; if it
//! is right, accept it with `INSTA_UPDATE=always cargo test -p acies-impetus --test it logs`.

use std::fmt::Write;

use acies_core::{Dice, Game, Log, Pending, Ruleset, Tactics, Telling};
use acies_impetus::Impetus;

/// A shipped battle from its first die to its end, a line an event.
fn log_of(battle: &str, seed: u64) -> String {
    let mut battle = Impetus::battle(battle).unwrap();
    let (mut dice, mut chance) = (Dice::seeded(seed), Dice::seeded(seed ^ 0x5eed));
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
fn italy() {
    insta::assert_snapshot!(log_of("italy", 1));
}

#[test]
fn cynoscephalae() {
    insta::assert_snapshot!(log_of("cynoscephalae", 2));
}

#[test]
fn gaugamela() {
    insta::assert_snapshot!(log_of("gaugamela", 3));
}
