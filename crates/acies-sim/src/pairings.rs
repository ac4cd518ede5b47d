//! Who meets whom.

use acies_core::{Each, Ruleset, Telling};

use crate::play::Pairing;

/// Each shipped army against each other one of its size, in both seats: against the next in the list, then against the
/// one after it, and so on. So all have fought about as often after any number of battles.
pub fn field<R: Ruleset>() -> Vec<Pairing<R::Game>> {
    let cards = R::armies();
    let mut pairings = Vec::new();
    for apart in 1..cards.len() {
        let blues = cards.iter().cycle().skip(apart);
        for (red, blue) in cards.iter().zip(blues).filter(|(red, blue)| red.size == blue.size) {
            let armies = [red, blue].map(|card| R::shipped(&card.id).expect("it is listed"));
            let start = R::field(&armies[0], &armies[1]).expect("armies of one size can meet");
            pairings.push(Pairing { sides: Each([red.id.clone(), blue.id.clone()]), start });
        }
    }
    if pairings.is_empty() {
        let start = first_battle::<R>();
        pairings.push(Pairing { sides: start.sides(), start });
    }
    pairings
}

/// The first battle that comes with a ruleset.
pub fn first_battle<R: Ruleset>() -> R::Game {
    let first = R::battles().into_iter().next();
    first.and_then(|card| R::battle(&card.id)).expect("every ruleset ships a battle")
}
