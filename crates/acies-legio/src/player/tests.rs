use acies_core::{Dice, Game, Log, Outcome, Pending, Ruleset, Seat, Tactics};

use crate::{Legio, files::data::ARMIES};

/// How a battle of two alike armies ends in which a seat plays well, and the other at random.
fn against_chance(seed: u64, good: Seat) -> Outcome {
    let (id, text) = ARMIES[seed as usize / 2 % ARMIES.len()];
    let army = Legio::army(id, text).unwrap();
    let mut battle = Legio::field(&army, &army).unwrap();
    let (mut chance, mut dice) = (Dice::seeded(seed ^ 0x3d), Dice::seeded(seed));
    let mut room = Vec::new();
    loop {
        let seats = match battle.pending() {
            Pending::Decide(seats) => seats,
            Pending::Over(outcome) => return outcome,
        };
        let by = seats.first().expect("somebody decides");
        room.clear();
        let action = if by == good {
            battle.view(Some(by)).decide(by, &mut chance)
        } else {
            battle.any(by, &mut chance, &mut room)
        };
        battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
    }
}

#[test]
fn it_beats_chance() {
    let seat = |seed: u64| if seed.is_multiple_of(2) { Seat::Red } else { Seat::Blue };
    let won = (0..12).filter(|&seed| against_chance(seed, seat(seed)).winner == Some(seat(seed)));
    let won = won.count();
    // So few that only a player who does not know what he does falls below.
    assert!(won >= 9, "{won} of 12");
}
