//! The laws that every ruleset keeps, tried on battles of all shipped armies and on the shipped battles.

use acies_core::{
    Ruleset,
    kit::{self, Deciding, Kit},
};
use acies_legio::{Legio, battle::Battle, rulings::TOLERANCE};

/// A shipped battle, or two shipped armies on chance terrain.
fn start(seed: u64) -> Battle {
    let battles = Legio::battles();
    let at = seed as usize % (battles.len() + 4);
    if let Some(card) = battles.get(at) {
        return Legio::battle(&card.id).unwrap();
    }
    let army = |n: usize| {
        let (id, text) = Legio::ARMIES[n % Legio::ARMIES.len()];
        Legio::army(id, text).unwrap()
    };
    let n = seed as usize;
    Legio::field(&army(n * 3), &army(n * 5 + 1)).unwrap()
}

/// LEG-R46: bases never overlap.
fn invariant(battle: &Battle) -> Result<(), String> {
    let all: Vec<_> = battle.all_units().map(|(id, it)| (id, it.rect())).collect();
    for (at, (one, body)) in all.iter().enumerate() {
        let on = all[at + 1..].iter().find(|(_, other)| body.overlaps(other, TOLERANCE));
        if let Some((other, _)) = on {
            return Err(format!("{} on {}", battle.address(*one), battle.address(*other)));
        }
    }
    Ok(())
}

const KIT: Kit<Legio> = Kit { start, invariant, actions_max: 20_000 };

#[test]
fn what_ships_can_be_used() {
    kit::laws_of_a_ruleset::<Legio>();
}

#[test]
fn battles_at_random_keep_the_laws() {
    KIT.run(0..6, Deciding::AtRandom);
}

#[test]
fn battles_of_the_computer_keep_the_laws() {
    KIT.run(0..4, Deciding::ByTactics);
}

#[test]
fn steps_keep_their_laws() {
    KIT.steps(0..6);
}

/// What throws dice by itself. All else only lets the next in line throw, who may be of either side.
const THROWS: [&str; 4] = ["march", "shoot", "evade", "name"];

#[test]
fn what_is_forecast_is_what_is_done() {
    // More of them with ACIES_BATTLES=100.
    let more: u64 = std::env::var("ACIES_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let (thrown, moments) = (more as usize / 10, 4 * more as usize);
    let compared = KIT.forecasts(0..12 + more, Deciding::AtRandom, 40 + moments, thrown);
    let silent: Vec<_> =
        THROWS.into_iter().filter(|verb| compared.silent.contains_key(*verb)).collect();
    assert!(silent.is_empty(), "{silent:?}");
    assert!(compared.exact >= 40, "{compared:?}");
}
