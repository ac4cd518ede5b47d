//! The laws that every ruleset keeps, tried on battles of all shipped armies and on the shipped battles.

use acies_adlg::{Adlg, battle::Battle, data};
use acies_core::{
    Ruleset,
    kit::{self, Deciding, Kit},
};

use crate::battles::invariant;

fn start(seed: u64) -> Battle {
    let battles = Adlg::battles();
    let at = seed as usize % (battles.len() + 4);
    if let Some(card) = battles.get(at) {
        return Adlg::battle(&card.id).unwrap();
    }
    let army = |n: usize| {
        let (id, text) = data::ARMIES[n % data::ARMIES.len()];
        Adlg::army(id, text).unwrap()
    };
    let n = seed as usize;
    Adlg::field(&army(n * 3), &army(n * 5 + 1)).unwrap()
}

const KIT: Kit<Adlg> = Kit { start, invariant, actions_max: 20_000 };

#[test]
fn what_ships_can_be_used() {
    kit::laws_of_a_ruleset::<Adlg>();
}

#[test]
fn random_battles_keep_the_laws() {
    KIT.run(0..4, Deciding::AtRandom);
}

#[test]
fn battles_of_computer_players_keep_the_laws() {
    KIT.run(10..12, Deciding::ByTactics);
}
