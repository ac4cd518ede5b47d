//! Whole battles at random: they end, and nothing impossible happens on the way.

use acies_av::{battle::Battle, profile::Order};
use acies_core::{Dice, Game, Log, Pending, Seat};

use crate::camp::sample;

/// What is true of every state.
pub fn invariant(battle: &Battle) -> Result<(), String> {
    let table = battle.table();
    let all: Vec<_> = battle.all_standing().collect();
    for (n, &id) in all.iter().enumerate() {
        let unit = battle.unit(id);
        let at = unit.pose.at;
        let field = battle.setup.field;
        let on_table =
            at.x.steps() >= 0 && at.x <= field.width && at.y.steps() >= 0 && at.y <= field.depth;
        if !on_table {
            return Err(format!("{id:?} is off the table at {at:?}"));
        }
        if unit.disrupted != unit.order.is_none() && unit.order != Some(Order::FallBack) {
            return Err(format!(
                "AV-9.5: {id:?} is disrupted: {}, {:?}",
                unit.disrupted, unit.order
            ));
        }
        if unit.cp == 0 && battle.resolution.is_none() {
            return Err(format!("AV-13.2: {id:?} has no CP"));
        }
        for &other in &all[n + 1..] {
            let distance = table.distance(id, other);
            if distance < 0.985 {
                return Err(format!("AV-2.6: {id:?} and {other:?} are {distance} apart"));
            }
        }
    }
    Ok(())
}

#[test]
fn random_battles_end() {
    let mut won = [0; 2];
    for seed in 0..60 {
        let mut battle = sample();
        let (mut chance, mut dice) = (Dice::seeded(seed ^ 0x5eed), Dice::seeded(seed));
        let mut room = Vec::new();
        for step in 0.. {
            assert!(step < 5000, "seed {seed}: no end");
            let Pending::Decide(seats) = battle.pending() else { break };
            let by = seats.first().unwrap();
            room.clear();
            let action = battle.any(by, &mut chance, &mut room);
            assert_eq!(battle.check(by, &action), Ok(()), "seed {seed}, step {step}: {action:?}");
            battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
            invariant(&battle)
                .unwrap_or_else(|broken| panic!("seed {seed}, step {step}: {action:?}: {broken}"));
        }
        if let Pending::Over(outcome) = battle.pending()
            && let Some(winner) = outcome.winner
        {
            won[usize::from(winner == Seat::Blue)] += 1;
        }
    }
    assert!(won[0] + won[1] > 10, "AV-R24, AV-R25: {won:?}");
}

#[test]
fn a_broken_position_is_refused_and_never_panics() {
    // A battle in the middle of a phase, saved, with every number in it spoilt in turn.
    let mut battle = sample();
    let (mut chance, mut dice) = (Dice::seeded(5), Dice::seeded(6));
    let mut room = Vec::new();
    while battle.resolution.is_none() {
        let by = battle.pending().seat().expect("somebody decides");
        room.clear();
        let action = battle.any(by, &mut chance, &mut room);
        battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
    }
    let saved = acies_av::files::position::write(&battle);
    assert_eq!(acies_av::files::position::read("saved", &saved).unwrap(), battle);
    let digits = saved.char_indices().filter(|(_, letter)| letter.is_ascii_digit());
    for (at, _) in digits.step_by(3) {
        let mut spoilt = saved.clone();
        spoilt.replace_range(at..=at, "9");
        let Ok(read) = acies_av::files::position::read("spoilt", &spoilt) else { continue };
        if let Some(by) = read.pending().seat() {
            room.clear();
            read.candidates(by, &mut room);
            assert!(!room.is_empty(), "somebody has something to decide");
        }
    }
}
