//! The laws of steps and deeds: a deed that is trusted does what a deed that is checked does, what waits can be decided,
//! and of two sealed choices neither knows the other.

use std::ops::Range;

use super::Kit;
use crate::{
    dice::Dice,
    flow::{One, Stacked},
    game::{Game, Pending, Ruleset},
    log::Log,
    seat::Seat,
};

impl<R: Ruleset<Game: Stacked>> Kit<R> {
    /// Plays a battle at random for each seed and tries the laws of steps on the way.
    pub fn steps(&self, seeds: Range<u64>) {
        for seed in seeds {
            let mut game = (self.start)(seed);
            let (mut chance, mut dice) = (Dice::seeded(seed ^ 0x57e9), Dice::seeded(seed));
            let mut room = Vec::new();
            for step in 0..self.actions_max {
                let Pending::Decide(seats) = game.pending() else { break };
                let here = format!("seed {seed}, step {step}");
                let by = seats.first().unwrap_or_else(|| panic!("{here}: nobody decides"));
                fits(&game, &here);
                if seats.has(by.other()) {
                    sealed(&game, [by, by.other()], &mut chance, &here);
                }
                room.clear();
                let action = game.any(by, &mut chance, &mut room);
                dice.forget();
                let mut checked = game.clone();
                let done = game.perform(by, &action, &mut dice, &mut Log::Off);
                done.expect("nobody waits for seeded dice");
                trusted(&mut checked, &game, by, &action, dice.thrown(), &here);
            }
        }
    }
}

/// Performing after the check ends as performing after [`Deed::trust`](crate::flow::Deed::trust).
fn trusted<G: Stacked>(
    checked: &mut G,
    after: &G,
    by: Seat,
    action: &G::Action,
    thrown: &[u8],
    here: &str,
) {
    let (mut script, mut log) = (Dice::scripted(thrown), Log::Off);
    let done = action.it().perform_checked(checked, by, &mut script, &mut log);
    let done = done.and_then(|()| checked.run(&mut script, &mut log));
    assert!(done.is_ok(), "{here}: {action:?} throws other dice after its check");
    assert_eq!(checked, after, "{here}: {action:?} does something else after its check");
}

/// Whatever lies on the stack may lie there, and the innermost step is somebody's to decide.
fn fits<G: Stacked>(game: &G, here: &str) {
    assert!(!game.asked_seats().is_empty(), "{here}: the innermost step asks nobody");
    let mut rest = game.clone();
    while let Some(frame) = rest.take() {
        assert!(frame.it().fits(game), "{here}: a step that fits no file lies on the stack");
    }
}

/// Two seats decide at once: the second has the same choice whatever the first took, and the order does not matter.
fn sealed<G: Stacked>(game: &G, seats: [Seat; 2], chance: &mut Dice, here: &str) {
    let choices = seats.map(|seat| game.any(seat, chance, &mut Vec::new()));
    let after = |order: [usize; 2]| {
        let mut game = game.clone();
        for at in order {
            // Choices are made without dice; what follows both may throw, the same for either order.
            let mut dice = Dice::seeded(7);
            let done = game.perform(seats[at], &choices[at], &mut dice, &mut Log::Off);
            done.expect("nobody waits for seeded dice");
        }
        game
    };
    assert_eq!(after([0, 1]), after([1, 0]), "{here}: the order of sealed choices matters");
    for at in [0, 1] {
        let (other, mut first) = (seats[1 - at], game.clone());
        let done = first.perform(seats[at], &choices[at], &mut Dice::seeded(7), &mut Log::Off);
        done.expect("nobody waits for seeded dice");
        let list = |game: &G| {
            let mut list = Vec::new();
            game.candidates(other, &mut list);
            list
        };
        if first.asked_seats().has(other) {
            assert_eq!(list(game), list(&first), "{here}: a sealed choice changes the other's");
        }
    }
}
