//! Looking back: what a decision cost, and how lucky the dice were.
//!
//! All is counted in chances to win. A decision is judged by what its player could know: it cost as much as something
//! else that he could have done was clearly better. Luck is how far the chance after the throws lies above the chance
//! that the action had before them.

use acies_core::{Dice, Log, Seat, Tactics};

use crate::{
    outlook::Outlook,
    search::{Course, Gain, Study, mixed, play_out},
};

/// How deep to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Battles played out for the chance to win of a position; if there are none, it is judged as it stands.
    pub positions: usize,
    /// Battles played out to compare a decision with others; if there are none, it is not judged.
    pub decisions: usize,
    /// How many others it is compared with.
    pub breadth: usize,
}

impl Depth {
    /// At a glance: positions as they stand.
    pub const GLANCE: Depth = Depth { positions: 0, decisions: 0, breadth: 0 };
    pub const USUAL: Depth = Depth { positions: 24, decisions: 120, breadth: 6 };
}

/// What an action came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged<A> {
    /// Red's chance to win after it.
    pub red: f64,
    /// How much of it is red's luck.
    pub luck: f64,
    /// How much better than the decision another was, in the chance of who took it.
    pub cost: f64,
    /// That other, if there was one.
    pub better: Option<A>,
}

/// How often the dice of an action are thrown again to see what was to be expected of it, if positions are judged as they
/// stand.
const THROWS: usize = 16;

/// Red's chance to win in a position.
pub fn red_chance<G: Tactics>(game: &G, outlook: &Outlook, playouts: usize, seed: u64) -> f64 {
    if playouts == 0 {
        return outlook.chance(game, Seat::Red);
    }
    let mut room = Vec::new();
    let one = |n| play_out(&mut game.clone(), None, mixed(seed, n), outlook, &mut room);
    (0..playouts as u64).map(one).sum::<f64>() / playouts as f64
}

/// Red's chance before the dice of an action have fallen.
fn expected<G: Tactics>(
    before: &G,
    (by, action): (Seat, &G::Action),
    outlook: &Outlook,
    playouts: usize,
    seed: u64,
) -> f64 {
    let mut room = Vec::new();
    let throws = if playouts == 0 { THROWS } else { playouts };
    let one = |n| {
        let seed = mixed(seed, n);
        let mut game = before.clone();
        let done = game.perform(by, action, &mut Dice::seeded(!seed), &mut Log::Off);
        done.expect("seeded dice are never waited for");
        match playouts {
            0 => outlook.chance(&game, Seat::Red),
            _ => play_out(&mut game, None, seed, outlook, &mut room),
        }
    };
    (0..throws as u64).map(one).sum::<f64>() / throws as f64
}

/// Judges an action that led from one position to another; whether it threw dice is told.
pub fn judge<G: Tactics>(
    before: &G,
    (by, action, threw): (Seat, &G::Action, bool),
    after: &G,
    outlook: &Outlook,
    depth: Depth,
    seed: u64,
) -> Judged<G::Action> {
    let red = red_chance(after, outlook, depth.positions, seed);
    let before_the_throw = || expected(before, (by, action), outlook, depth.positions, seed);
    let luck = if threw { red - before_the_throw() } else { 0.0 };
    let (cost, better) = cost(before, by, action, outlook, depth, seed);
    Judged { red, luck, cost, better }
}

/// What a decision cost who took it, by what he could know, and what was better.
pub fn cost<G: Tactics>(
    before: &G,
    by: Seat,
    action: &G::Action,
    outlook: &Outlook,
    depth: Depth,
    seed: u64,
) -> (f64, Option<G::Action>) {
    if depth.decisions == 0 {
        return (0.0, None);
    }
    let view = before.view(Some(by));
    let study = Study { view: &view, by, outlook, seed, threads: 1 };
    let mut tried = study.worth_trying(depth.breadth);
    tried.retain(|other| other.action != *action);
    tried.insert(0, Course { action: action.clone(), temper: None });
    let mut thought = study.weigh(tried, depth.decisions, &|_| true);
    if thought.chosen == 0 {
        return (0.0, None);
    }
    let Gain { mean, .. } = thought.tried[thought.chosen].better_than(&thought.tried[0]);
    (mean, Some(thought.tried.swap_remove(thought.chosen).action))
}

#[cfg(test)]
mod tests {
    use acies_core::{Game, Ruleset, Telling, toy::Toy};

    use super::*;

    /// Losses count half a unit of log odds a point.
    fn outlook() -> Outlook {
        let text = "signs = [{ name = \"points lost\", weight = -0.5 }]";
        Outlook::read("test.toml", text).unwrap()
    }

    #[test]
    fn luck_is_what_the_dice_added_to_the_chance() {
        let before = Toy::battle("ford").expect("it is shipped");
        let mut duel = before.clone();
        let begin = duel.read(Seat::Red, "begin").unwrap();
        duel.apply(Seat::Red, &begin, &mut Dice::seeded(1), &mut Log::Off).unwrap();
        // Nobody has fallen, whatever the hill and the cards: as it stands, the chance is one half.
        let seen = judge(&before, (Seat::Red, &begin, true), &duel, &outlook(), Depth::GLANCE, 1);
        assert_eq!(seen, Judged { red: 0.5, luck: 0.0, cost: 0.0, better: None });
        // The last enemy falls: from what was to be expected to certainty.
        let depth = Depth { positions: 40, decisions: 0, breadth: 0 };
        let mut won = duel.clone();
        won.blue.fighters.clear();
        let send = duel.read(Seat::Red, "send spearman").unwrap();
        let seen = judge(&duel, (Seat::Red, &send, true), &won, &outlook(), depth, 1);
        assert!((seen.red - 1.0).abs() < 1e-12 && (0.2..0.8).contains(&seen.luck), "{seen:?}");
        let again = judge(&duel, (Seat::Red, &send, true), &won, &outlook(), depth, 1);
        assert_eq!(seen, again, "the same seed judges alike");
        let seen = judge(&duel, (Seat::Red, &send, false), &won, &outlook(), depth, 1);
        assert!(seen.luck.abs() < 1e-12, "without dice there is no luck");
    }
}
