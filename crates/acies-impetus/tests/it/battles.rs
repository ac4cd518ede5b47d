//! Whole battles: what is true of every state, and how well the computer player plays.

use acies_core::{Dice, Game, Log, Outcome, Pending, Ruleset, Seat, Tactics};
use acies_impetus::{Impetus, battle::Battle, files::data, profile::Kind};

/// IMP-R4, IMP-R40, IMP-R114: who stands has VBU left, is on the table and overlaps nobody.
pub fn invariant(battle: &Battle) -> Result<(), String> {
    let all: Vec<_> = Seat::BOTH.into_iter().flat_map(|seat| battle.standing(seat)).collect();
    for (n, &id) in all.iter().enumerate() {
        let (unit, rect) = (battle.unit(id), battle.rect(id));
        if unit.vbu() == 0 {
            return Err(format!("IMP-ROU.1: {} has no VBU", battle.name(id)));
        }
        if unit.profile.kind == Kind::Cf && unit.disordered {
            return Err(format!("IMP-SPC.9: {} is Disordered", battle.name(id)));
        }
        if !battle.setup.table().grown(0.06).holds(&rect) {
            return Err(format!("IMP-R70: {} is off the table", battle.name(id)));
        }
        for &other in all[n + 1..].iter().filter(|it| !unit.in_bua && !battle.unit(**it).in_bua) {
            if rect.overlaps(&battle.rect(other), acies_impetus::rulings::TOLERANCE) {
                return Err(format!(
                    "IMP-R114: {} overlaps {}",
                    battle.name(id),
                    battle.name(other)
                ));
            }
        }
    }
    Ok(())
}

/// A battle of a seed: the shipped ones, and armies that meet in the field.
pub fn start(seed: u64) -> Battle {
    let battles = Impetus::battles();
    let n = seed as usize;
    if let Some(card) = battles.get(n % (battles.len() + 8)) {
        return Impetus::battle(&card.id).unwrap();
    }
    let army = |n: usize| {
        let (id, text) = data::ARMIES[n % data::ARMIES.len()];
        Impetus::army(id, text).unwrap()
    };
    Impetus::field(&army(n * 3), &army(n * 5 + 1)).unwrap()
}

/// How a battle ends in which a computer player meets another, or chance.
pub fn play(seed: u64, random: Option<Seat>, each: impl Fn(&Battle)) -> Outcome {
    let mut battle = start(seed);
    let (mut chance, mut dice) = (Dice::seeded(seed ^ 0x5eed), Dice::seeded(seed));
    let mut steps = 0;
    loop {
        let seats = match battle.pending() {
            Pending::Over(outcome) => return outcome,
            Pending::Decide(seats) => seats,
        };
        let by = seats.first().unwrap();
        let action = match random {
            Some(seat) if seat == by => battle.any(by, &mut chance, &mut Vec::new()),
            _ => battle.view(Some(by)).decide(by, &mut chance),
        };
        battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
        each(&battle);
        steps += 1;
        assert!(steps < 20_000, "seed {seed}: no end");
    }
}

#[test]
fn the_computer_player_beats_chance() {
    let seeds = 16_u8;
    let mut won = 0.0;
    for seed in 0..seeds {
        for random in Seat::BOTH {
            let outcome = play(u64::from(seed), Some(random), |_| ());
            won += match outcome.winner {
                Some(winner) if winner != random => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
    }
    let all = 2.0 * f64::from(seeds);
    assert!(won >= 0.85 * all, "won {won} of {all}");
}

#[test]
fn computer_players_fight_it_out() {
    let seeds = 4;
    let mut limit = 0;
    for seed in 0..seeds {
        let check = |battle: &Battle| {
            invariant(battle).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        };
        limit += u64::from(play(seed, None, check).by_limit);
    }
    assert!(4 * limit <= seeds, "{limit} of {seeds} by the limit");
}
