//! What is listed is all there is: the fast lists of candidates against trying everything.

use acies_core::{Dice, Game, Log, Pending, Ruleset, Telling};
use acies_virtus::{
    Battle, Virtus,
    battle::Action,
    movement::{leaders::MoveLeader, march::Move, path::direct_path},
};

/// The legal ones of everything that could be tried, as far as candidates are meant to be complete.
fn tried(battle: &Battle) -> Vec<Action> {
    let by = battle.active;
    let mut attempts = Vec::new();
    battle.attempts(by, &mut attempts);
    let direct = |action: &Action| match action {
        // A move with a detour, or a forced march of foot into the next segment, is legal but never
        // offered.
        Action::Move(Move { unit, path }) => {
            let from = battle.units(by)[*unit].area;
            let foot = battle.troop(by, *unit).profile.mvt == 1;
            let sideways = !from.is_reserve() && !path.end().is_reserve();
            direct_path(by, from, path.end()) == Some(*path)
                && !(foot && sideways && path.steps().len() > 1)
        }
        // A leader is offered where friends are.
        Action::MoveLeader(MoveLeader { to, .. }) => {
            to.is_reserve() || !battle.units_in(*to, by).is_empty()
        }
        Action::Resign => false,
        _ => true,
    };
    attempts.retain(|action| direct(action) && battle.check(by, action).is_ok());
    attempts
}

#[test]
fn charges_combats_and_moves_are_all_listed() {
    for seed in 0..12 {
        let battles = Virtus::battles();
        let mut battle = Virtus::battle(&battles[seed % battles.len()].id).unwrap();
        let mut dice = Dice::seeded(seed as u64);
        let mut chance = Dice::seeded(100 + seed as u64);
        let mut offered = Vec::new();
        while let Pending::Decide(seats) = battle.pending() {
            let by = seats.first().unwrap();
            offered.clear();
            battle.candidates(by, &mut offered);
            let complete = ["declaration of charges", "combats", "charges", "moves"];
            if complete.contains(&battle.step()) {
                for action in tried(&battle) {
                    assert!(
                        offered.contains(&action),
                        "seed {seed}: `{}` is legal and not offered",
                        battle.notation(by, &action)
                    );
                }
            }
            let action = offered[chance.number(offered.len())];
            battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
        }
    }
}
