//! The frame stack carries the whole nest of a charge: shots at it, evasions, what goes on, melees, pursuits.

use std::collections::BTreeMap;

use acies_core::{Dice, Game, Log, Pending, Ruleset, Seat, Tactics, Telling};
use acies_impetus::{Impetus, battle::Battle};

use crate::battles::start;

/// What is pending, by name, from the outermost step to the innermost.
fn nest(battle: &Battle) -> Vec<String> {
    let name = |frame: String| frame.split(['(', ' ']).next().unwrap_or_default().to_owned();
    battle.stack.iter().map(|frame| name(format!("{frame:?}"))).collect()
}

/// So many decisions are taken after a battle was loaded.
const ON: usize = 12;

/// Goes on by the same choices and dice, and gives every state that it comes to.
fn go_on(mut battle: Battle, seed: u64) -> Vec<Battle> {
    let (mut dice, mut chance) = (Dice::seeded(seed), Dice::seeded(seed ^ 0xf00d));
    let mut states = Vec::new();
    while let Pending::Decide(seats) = battle.pending() {
        if states.len() == ON {
            break;
        }
        let by = seats.first().unwrap();
        let action = battle.any(by, &mut chance, &mut Vec::new());
        battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
        states.push(battle.clone());
    }
    states
}

#[test]
fn what_is_saved_within_a_charge_goes_on_alike() {
    let mut seen: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for seed in 0..12 {
        let mut battle = start(seed);
        let (mut dice, mut chance) = (Dice::seeded(seed), Dice::seeded(seed ^ 0x5eed));
        while let Pending::Decide(seats) = battle.pending() {
            let by = seats.first().unwrap();
            // One side by tactics, the other by chance: both kinds of nests come about.
            let action = if by == Seat::Red {
                battle.view(Some(by)).decide(by, &mut chance)
            } else {
                battle.any(by, &mut chance, &mut Vec::new())
            };
            battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
            let nest = nest(&battle);
            let times = seen.entry(nest.clone()).or_default();
            *times += 1;
            if nest.len() < 4 || *times > 4 {
                continue;
            }
            let saved = battle.save();
            let read = Impetus::position("saved", &saved)
                .unwrap_or_else(|bad| panic!("seed {seed}, {nest:?}: {bad}"));
            assert!(read == battle, "seed {seed}, {nest:?}: saved and read differently");
            assert!(go_on(read, seed) == go_on(battle.clone(), seed), "seed {seed}, {nest:?}");
        }
    }
    let innermost = |name: &str| {
        seen.keys().any(|nest| nest.len() >= 4 && nest.last().is_some_and(|it| it == name))
    };
    for name in ["Facing", "ShotAt", "Onward", "Pursue"] {
        assert!(innermost(name), "no {name} was saved: {:?}", seen.keys());
    }
}
