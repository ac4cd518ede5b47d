//! The laws that every ruleset keeps, tried on battles of all shipped armies and on the shipped battles.

use acies_av::{AdvancedVirtus, battle::Battle, data};
use acies_core::{
    Ruleset,
    kit::{self, Deciding, Kit},
};

use crate::battles::invariant;

fn start(seed: u64) -> Battle {
    let battles = AdvancedVirtus::battles();
    let at = seed as usize % (battles.len() + 3);
    if let Some(card) = battles.get(at) {
        return AdvancedVirtus::battle(&card.id).unwrap();
    }
    let army = |n: usize| {
        let (id, text) = data::ARMIES[n % data::ARMIES.len()];
        AdvancedVirtus::army(id, text).unwrap()
    };
    let n = seed as usize;
    AdvancedVirtus::field(&army(n * 3), &army(n * 5 + 1)).unwrap()
}

const KIT: Kit<AdvancedVirtus> = Kit { start, invariant, actions_max: 5000 };

#[test]
fn what_ships_can_be_used() {
    kit::laws_of_a_ruleset::<AdvancedVirtus>();
}

#[test]
fn random_battles_keep_the_laws() {
    KIT.run(0..10, Deciding::AtRandom);
}

#[test]
fn battles_of_computer_players_keep_the_laws() {
    KIT.run(20..25, Deciding::ByTactics);
}

#[test]
#[ignore = "a thousand battles"]
fn no_battle_stalls() {
    KIT.run(100..600, Deciding::AtRandom);
    KIT.run(100..600, Deciding::ByTactics);
}
