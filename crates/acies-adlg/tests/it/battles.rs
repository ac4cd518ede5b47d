//! Whole battles at random: they end, nothing overlaps, and the same dice give the same battle.

use acies_adlg::{
    army,
    battle::{Battle, Host, Place, Setup},
    data,
    landscape::Landscape,
    rulings::TOLERANCE,
    setup::{Field, Given},
};
use acies_core::{Dice, Each, Game, Log, Pending, Seat};

/// Rome against Carthage as RULES.md 5.4 deploys them (ADLG-R33), or any two armies that still have to
/// set up.
fn start(seed: u64) -> Battle {
    let host = |n: usize| {
        let (id, text) = data::ARMIES[n % data::ARMIES.len()];
        Host::from(army::read(id, text).unwrap())
    };
    let field = Field::for_budget(200).unwrap();
    if seed.is_multiple_of(4) {
        let armies = Each([host(0), host(1)]);
        let setup = Setup { name: "Zama".into(), field, armies };
        let first = if seed.is_multiple_of(8) { Seat::Red } else { Seat::Blue };
        return Battle::new(setup, Landscape::default(), first);
    }
    let n = seed as usize;
    let armies = Each([host(n), host(n * 5 + 1)]);
    let setup = Setup { name: "in the field".into(), field, armies };
    Battle::to_set_up(setup, Landscape::default(), Given::Nothing)
}

/// ADLG-R6: nobody stands on anybody, and everybody on the table (ADLG-R63).
pub fn invariant(battle: &Battle) -> Result<(), String> {
    let bodies: Vec<_> = battle.bodies().collect();
    let table = battle.setup.field.rect().grown(2.0 * TOLERANCE.touch);
    for (at, &one) in bodies.iter().enumerate() {
        let rect = battle.rect(one);
        if !table.holds(&rect) && battle.unit(one).place == Place::Table {
            return Err(format!(
                "{} is off the table: {:?}",
                battle.troop(one).key,
                battle.unit(one).pose
            ));
        }
        for &other in &bodies[at + 1..] {
            let depth = rect.overlap_depth(&battle.rect(other));
            if depth > 2.0 * TOLERANCE.touch {
                let names = [one, other].map(|id| &battle.troop(id).key);
                return Err(format!("{names:?} overlap by {depth:.3}"));
            }
        }
    }
    Ok(())
}

fn play(seed: u64) -> (Battle, usize) {
    let mut battle = start(seed);
    let mut dice = Dice::seeded(seed);
    let mut chance = Dice::seeded(seed ^ 0x5eed);
    let mut candidates = Vec::new();
    for step in 0..20_000 {
        let Pending::Decide(seats) = battle.pending() else { return (battle, step) };
        let by = seats.first().unwrap();
        candidates.clear();
        battle.candidates(by, &mut candidates);
        assert!(
            !candidates.is_empty(),
            "seed {seed}, step {step}: nothing to choose from {:?}",
            battle.stack
        );
        let action = candidates[chance.number(candidates.len())].clone();
        let before = battle.clone();
        battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
        assert_ne!(battle, before, "seed {seed}, step {step}: {action:?} made no progress");
        if let Err(broken) = invariant(&battle) {
            panic!("seed {seed}, step {step}: {action:?}: {broken}");
        }
    }
    panic!("seed {seed}: no end, turn {}", battle.turn);
}

#[test]
fn battles_at_random_end() {
    // More of them with ACIES_BATTLES=1000.
    let battles = std::env::var("ACIES_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    for seed in 0..battles {
        let (battle, _) = play(seed);
        let Pending::Over(outcome) = battle.pending() else { unreachable!("ADLG-R18, ADLG-R19") };
        assert_eq!(outcome.by_limit, outcome.rule == "ADLG-R19", "seed {seed}");
    }
}

#[test]
fn the_same_dice_give_the_same_battle() {
    assert_eq!(play(3), play(3));
}
