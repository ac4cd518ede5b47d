//! Decisions after which the own chance to win fell most, to see where a player goes wrong.

use acies_ai::{Depth, Mind, Outlook, Player, analysis::cost};
use acies_core::{Dice, Each, Game, Log, Pending, RuleId, Ruleset, Seat, Telling};
use rayon::prelude::*;
use serde::Serialize;

use crate::play::{Pairing, seed_of};

/// What to play and how closely to look.
pub struct Watch<'a, G> {
    pub pairings: &'a [Pairing<G>],
    pub players: Each<Player>,
    pub battles: usize,
    pub seed: u64,
    /// All cores if it is zero.
    pub threads: usize,
    pub depth: Depth,
    /// One decision of so many is judged.
    pub every: usize,
    /// What costs less is not told.
    pub least: f64,
    /// Is told that a battle more is done, and says whether to go on.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

/// A costly decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Blunder {
    pub battle: usize,
    pub turn: u32,
    pub by: Seat,
    pub side: String,
    /// The verb of the action, and the rules of the question.
    pub kind: String,
    pub rules: Vec<RuleId>,
    pub action: String,
    pub words: String,
    /// How much more often something else would have won.
    pub cost: f64,
    pub better: String,
    pub better_words: String,
    /// The position before it, as a file.
    #[serde(skip)]
    pub position: String,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    pub decisions: usize,
    pub judged: usize,
    /// The worst first.
    pub blunders: Vec<Blunder>,
    pub kinds: Vec<Kind>,
}

/// Blunders of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Kind {
    pub kind: String,
    pub rules: Vec<RuleId>,
    pub blunders: usize,
    /// All of them together.
    pub cost: f64,
}

const ACTIONS_MAX: usize = 100_000;

/// Plays battles and judges what is decided in them.
pub fn blunders<R: Ruleset>(watch: &Watch<'_, R::Game>) -> Found {
    let outlook = Outlook::of::<R::Game>();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(watch.threads).build();
    let alone = || rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    let pool = pool.or_else(|_| alone()).expect("this thread is there");
    let numbers: Vec<_> = (0..watch.battles).collect();
    let one = |&number: &usize| {
        if (watch.go_on)() { judged::<R>(watch, &outlook, number) } else { Found::default() }
    };
    let all: Vec<_> = pool.install(|| numbers.par_iter().map(one).collect());
    let mut found = Found::default();
    for battle in all {
        found.decisions += battle.decisions;
        found.judged += battle.judged;
        found.blunders.extend(battle.blunders);
    }
    found.blunders.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    for Blunder { kind, rules, cost, .. } in &found.blunders {
        let known = found.kinds.iter_mut().find(|it| it.kind == *kind && it.rules == *rules);
        match known {
            Some(known) => (known.blunders, known.cost) = (known.blunders + 1, known.cost + cost),
            None => {
                let (kind, rules) = (kind.clone(), rules.clone());
                found.kinds.push(Kind { kind, rules, blunders: 1, cost: *cost });
            }
        }
    }
    found.kinds.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    found
}

fn judged<R: Ruleset>(watch: &Watch<'_, R::Game>, outlook: &Outlook, number: usize) -> Found {
    let seed = seed_of(watch.seed, number);
    let mut game = watch.pairings[number % watch.pairings.len()].start.clone();
    let mut dice = Dice::seeded(seed);
    let mut minds = Each::of(|seat| Mind::new(watch.players[seat], seed_of(seed, seat as usize)));
    let mut found = Found::default();
    for step in 0..ACTIONS_MAX {
        let Pending::Decide(seats) = game.pending() else { break };
        let by = seats.first().expect("somebody decides");
        let action = minds[by].decide(&game, by);
        found.decisions += 1;
        if (step + number).is_multiple_of(watch.every.max(1)) {
            found.judged += 1;
            let (cost, better) =
                cost(&game, by, &action, outlook, watch.depth, seed_of(seed, 2 + step));
            if let Some(better) = better.filter(|_| cost >= watch.least) {
                let notation = game.notation(by, &action);
                found.blunders.push(Blunder {
                    battle: number,
                    turn: game.turn(),
                    by,
                    side: game.sides()[by].clone(),
                    kind: notation.split_whitespace().next().unwrap_or_default().to_owned(),
                    rules: game.question(by).rules,
                    words: game.words(by, &action),
                    action: notation,
                    cost,
                    better: game.notation(by, &better),
                    better_words: game.words(by, &better),
                    position: game.save(),
                });
            }
        }
        dice.forget();
        let done = game.perform(by, &action, &mut dice, &mut Log::Off);
        done.expect("seeded dice are never waited for");
    }
    found
}

#[cfg(test)]
mod tests {
    use acies_core::toy::Toy;

    use super::*;

    /// A lone swordsman has beaten all enemies but a slinger, and may press on.
    const LAST_ENEMY: &str = "ruleset = \"toy\"\nturn = 3\n\
        stack = [\"turn\", { press = { seat = \"red\", fighter = \"swordsman\" } }]\n\
        sent = [\"nothing\", \"nothing\"]\n\
        [red]\nname = \"Wolves\"\nfighters = [\"swordsman\"]\n\
        [blue]\nname = \"Bears\"\nfighters = [\"slinger\"]\n";

    #[test]
    fn who_presses_on_with_his_last_fighter_blunders() {
        let start = Toy::position("last.toml", LAST_ENEMY).unwrap();
        let pairings = [Pairing { sides: start.sides(), start }];
        let watch = |threads| Watch {
            pairings: &pairings,
            players: Each([Player::Centurion; 2]),
            battles: 4,
            seed: 1,
            threads,
            depth: Depth { positions: 0, decisions: 1200, breadth: 6 },
            every: 1,
            least: 0.02,
            go_on: &|| true,
        };
        let found = blunders::<Toy>(&watch(1));
        assert_eq!(found, blunders::<Toy>(&watch(2)), "threads change nothing");
        assert_eq!(found.judged, found.decisions);
        // TOY-3.5: to hold wins 11/12 of the time, to press on 29/36, which is four in 36 less.
        let kinds: Vec<_> = found.kinds.iter().map(|it| (it.kind.as_str(), it.blunders)).collect();
        assert_eq!(kinds, [("press", 4)]);
        for it in &found.blunders {
            assert_eq!((it.rules.as_slice(), it.better.as_str()), (&["TOY-3.5"][..], "hold"));
            assert!((it.cost - 4.0 / 36.0).abs() < 0.06, "{}", it.cost);
            assert_eq!(Toy::position("position", &it.position).unwrap(), pairings[0].start);
        }
    }
}
