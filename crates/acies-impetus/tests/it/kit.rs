//! Whole battles at random keep the laws of the contract; bases never overlap.

use acies_core::{
    Ruleset, Seat,
    kit::{self, Deciding, Kit},
};
use acies_impetus::{battle::Battle, ruleset::Impetus, rulings::TOLERANCE};

fn start(seed: u64) -> Battle {
    let battles = Impetus::battles();
    let card = &battles[seed as usize % battles.len()];
    Impetus::battle(&card.id).expect("it is listed")
}

fn apart(battle: &Battle) -> Result<(), String> {
    let all: Vec<_> = battle.everybody().collect();
    for (n, one) in all.iter().enumerate() {
        for other in &all[..n] {
            let [ours, theirs] = [one, other].map(|id| battle.rect(*id));
            let deep = ours.overlap_depth(&theirs);
            if deep > TOLERANCE.touch + 0.01
                && !battle.unit(*one).in_bua
                && !battle.unit(*other).in_bua
            {
                let names = [one, other].map(|id| battle.key_of_piece(*id)).join(" and ");
                return Err(format!("{names} overlap by {deep:.3} U"));
            }
        }
    }
    for seat in Seat::BOTH {
        for (number, command) in battle.sides[seat].commands.iter().enumerate() {
            if command.commander.is_some() && battle.commander_at(seat, number as u8).is_none() {
                return Err(format!("the Commander {number} of {seat} is nowhere"));
            }
        }
    }
    Ok(())
}

const KIT: Kit<Impetus> = Kit { start, invariant: apart, actions_max: 20_000 };

#[test]
fn the_ruleset_keeps_the_laws() {
    kit::laws_of_a_ruleset::<Impetus>();
}

#[test]
fn random_battles_keep_the_laws() {
    KIT.run(0..3, Deciding::AtRandom);
}

#[test]
fn battles_of_computer_players_keep_the_laws() {
    KIT.run(1..3, Deciding::ByTactics);
}

#[test]
fn steps_keep_the_laws() {
    KIT.steps(0..4);
}

#[test]
fn what_is_forecast_is_what_is_done() {
    let compared = KIT.forecasts(0..40, Deciding::AtRandom, 60, 0);
    assert!(compared.exact >= 60, "{compared:?}");
}
