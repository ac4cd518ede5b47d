//! Looking ahead. Battles are played out in the mind, from what a seat sees and with guesses of what it does not see,
//! until it is plain which action leads to victory more often.
//!
//! Every action is tried with the same guesses and the same dice, so that what differs comes from the action. What is
//! clearly worse is dropped early, and the ruleset's own advice is left only for what is clearly better: among many
//! actions, each tried a few times, one looks good by luck alone.

use std::ops::Range;

use acies_core::{Dice, Log, Pending, Seat, Signs, Tactics, Temper};
use serde::{Deserialize, Serialize};

use crate::outlook::{Outlook, won};

/// How much thought goes into a decision. It is counted in battles played out, not in seconds: so the same seed plays
/// alike on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Battles played out for a decision.
    pub playouts: usize,
    /// Actions that are tried besides the advice.
    pub breadth: usize,
}

/// How far a thought has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    pub done: usize,
    pub of: usize,
}

/// Hears how far a thought has come, and says whether to go on: who does not takes the best so far.
pub type Watch<'a> = &'a (dyn Fn(Progress) -> bool + Sync);

/// What came of a thought.
#[derive(Clone, Debug)]
pub struct Thought<A> {
    /// What is taken, by its number among those tried.
    pub chosen: usize,
    /// What was tried; the ruleset's advice is the first.
    pub tried: Vec<Tried<A>>,
    /// Battles played out.
    pub playouts: usize,
}

/// A way to go on: an action, and in which temper its player follows the advice for the rest of the turn. Where a turn is
/// many small decisions, one of them alone proves little.
#[derive(Clone, Debug, PartialEq)]
pub struct Course<A> {
    pub action: A,
    pub temper: Option<Temper>,
}

/// An action that was tried.
#[derive(Clone, Debug)]
pub struct Tried<A> {
    pub action: A,
    /// How its player was thought to go on.
    pub temper: Option<Temper>,
    /// How many battles were won after it of each that was played out, in their order.
    pub won: Vec<f64>,
    /// The signs of both sides where they ended, ours less theirs, summed up.
    pub signs: Signs,
}

impl<A> Thought<A> {
    /// A decision that needs no thought.
    pub fn plain(action: A) -> Self {
        Thought { chosen: 0, tried: vec![Tried::of(Course { action, temper: None })], playouts: 0 }
    }

    pub fn into_action(mut self) -> A {
        self.tried.swap_remove(self.chosen).action
    }
}

impl<A> Tried<A> {
    fn of(Course { action, temper }: Course<A>) -> Self {
        Tried { action, temper, won: Vec::new(), signs: Signs::new() }
    }

    /// The chance to win with it.
    pub fn chance(&self) -> f64 {
        self.won.iter().sum::<f64>() / self.won.len().max(1) as f64
    }

    /// By how much it is better than another, over the battles in which both were tried.
    pub fn better_than(&self, other: &Tried<A>) -> Gain {
        Gain::of(self.won.iter().zip(&other.won).map(|(ours, theirs)| ours - theirs))
    }
}

/// A mean and how uncertain it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Gain {
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Gain {
        let (n, sum) = values.clone().fold((0.0, 0.0), |(n, sum), value| (n + 1.0, sum + value));
        if n < 2.0 {
            return Gain { mean: sum, error: f64::INFINITY };
        }
        let mean = sum / n;
        let spread: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
        Gain { mean, error: (spread / (n - 1.0) / n).sqrt() }
    }
}

/// What is more than so many standard errors below the best is dropped.
const DROPPED: f64 = 1.5;
/// The advice is left for what is better by more than so many standard errors.
const LEFT: f64 = 2.0;
/// Nothing is judged by fewer battles.
const LEAST: usize = 16;
/// No battle is played further in the mind than so many actions.
const ACTIONS_MAX: usize = 5_000;

/// A position as a seat sees it.
pub struct Study<'a, G: Tactics> {
    pub view: &'a G,
    pub by: Seat,
    pub outlook: &'a Outlook,
    pub seed: u64,
    /// Threads that play battles out. Results do not depend on them.
    pub threads: usize,
}

impl<G: Tactics> Study<'_, G> {
    /// Thinks about what to do here.
    pub fn think(&self, budget: Budget, watch: Watch<'_>) -> Thought<G::Action> {
        self.weigh(self.worth_trying(budget.breadth), budget.playouts, watch)
    }

    /// The advice, what players of other tempers would do, and other actions at random.
    pub fn worth_trying(&self, breadth: usize) -> Vec<Course<G::Action>> {
        let (view, by) = (self.view, self.by);
        let mut chance = Dice::seeded(self.seed);
        let mut tried = vec![Course { action: view.decide(by, &mut chance), temper: None }];
        let mut all = Vec::new();
        view.candidates(by, &mut all);
        if all.len() == 1 && all[0] == tried[0].action {
            return tried;
        }
        let add = |tried: &mut Vec<Course<_>>, course: Course<_>| {
            if tried.iter().all(|it| it.action != course.action) {
                tried.push(course);
            }
        };
        for temper in Temper::ALL {
            let action = view.decide_as(temper, by, &mut chance);
            add(&mut tried, Course { action, temper: Some(temper) });
        }
        while tried.len() <= breadth && !all.is_empty() {
            let action = all.swap_remove(chance.number(all.len()));
            add(&mut tried, Course { action, temper: None });
        }
        tried
    }

    /// Finds out which of some actions is best; the first is left only for what is clearly better.
    pub fn weigh(
        &self,
        courses: Vec<Course<G::Action>>,
        playouts: usize,
        watch: Watch<'_>,
    ) -> Thought<G::Action> {
        let mut tried: Vec<_> = courses.into_iter().map(Tried::of).collect();
        if tried.len() < 2 || playouts == 0 {
            return Thought { chosen: 0, tried, playouts: 0 };
        }
        let mut alive: Vec<usize> = (0..tried.len()).collect();
        let (mut done, mut rounds) = (0, 0);
        let step = (playouts / tried.len() / 3).clamp(4, LEAST);
        while alive.len() > 1 && done < playouts && watch(Progress { done, of: playouts }) {
            let numbers = rounds * step..(rounds + 1) * step;
            self.try_out(&mut tried, &alive, numbers);
            done += alive.len() * step;
            rounds += 1;
            if rounds * step >= LEAST / 2 {
                drop_worse(&tried, &mut alive);
            }
        }
        let enough = rounds * step >= LEAST;
        let gain = |&n: &usize| (tried[n].better_than(&tried[0]), n);
        let better = alive.iter().filter(|&&n| n > 0 && enough).map(gain);
        let better = better.filter(|(gain, _)| gain.mean > LEFT * gain.error && gain.mean > 0.0);
        let best = better.max_by(|(a, _), (b, _)| a.mean.total_cmp(&b.mean));
        let chosen = best.map_or(0, |(_, n)| n);
        Thought { chosen, tried, playouts: done }
    }

    /// Plays out the battles of these numbers for each action that is still in question.
    fn try_out(&self, tried: &mut [Tried<G::Action>], alive: &[usize], numbers: Range<usize>) {
        let leads: Vec<_> = alive.iter().map(|&n| self.lead(&tried[n])).collect();
        let numbers: Vec<_> = numbers.collect();
        let share = numbers.len().div_ceil(self.threads.max(1)).max(1);
        let played: Vec<Vec<(f64, Signs)>> = if self.threads < 2 {
            numbers.iter().map(|&n| self.play_all(&leads, n)).collect()
        } else {
            let part = |numbers: &[usize]| -> Vec<_> {
                numbers.iter().map(|&n| self.play_all(&leads, n)).collect()
            };
            std::thread::scope(|scope| {
                let parts: Vec<_> =
                    numbers.chunks(share).map(|numbers| scope.spawn(|| part(numbers))).collect();
                parts.into_iter().flat_map(|part| part.join().expect("it plays")).collect()
            })
        };
        for each in played {
            for (&n, (won, signs)) in alive.iter().zip(each) {
                let tried = &mut tried[n];
                tried.won.push(won);
                if tried.signs.is_empty() {
                    tried.signs = signs;
                } else {
                    tried.signs.iter_mut().zip(signs).for_each(|(sum, more)| sum.1 += more.1);
                }
            }
        }
    }

    fn lead<'a>(&self, tried: &'a Tried<G::Action>) -> Lead<'a, G::Action> {
        Lead { by: self.by, action: &tried.action, temper: tried.temper }
    }

    /// Plays out one battle after each action: the same guess of what is hidden, and the same dice.
    fn play_all(&self, leads: &[Lead<'_, G::Action>], number: usize) -> Vec<(f64, Signs)> {
        let seed = mixed(self.seed, number as u64);
        let guess = self.view.guess(self.by, &mut Dice::seeded(seed));
        let mut room = Vec::new();
        let one = |lead: &Lead<'_, G::Action>| {
            let mut game = guess.clone();
            let won = play_out(&mut game, Some(lead), seed, self.outlook, &mut room);
            let mut signs = game.signs(self.by);
            signs
                .iter_mut()
                .zip(game.signs(self.by.other()))
                .for_each(|(ours, theirs)| ours.1 -= theirs.1);
            (if self.by == Seat::Red { won } else { 1.0 - won }, signs)
        };
        leads.iter().map(one).collect()
    }
}

/// What a battle in the mind begins with: a seat's action, and the temper in which it goes on.
pub struct Lead<'a, A> {
    pub by: Seat,
    pub action: &'a A,
    pub temper: Option<Temper>,
}

/// Drops what is clearly worse than the best; the advice stays, to be compared with.
fn drop_worse<A>(tried: &[Tried<A>], alive: &mut Vec<usize>) {
    let best = alive.iter().copied();
    let best = best.max_by(|&a, &b| tried[a].chance().total_cmp(&tried[b].chance()));
    let best = best.expect("the advice is always there");
    alive.retain(|&n| {
        let behind = |other: usize| {
            let gain = tried[other].better_than(&tried[n]);
            n != other && gain.mean > DROPPED * gain.error
        };
        // What is never different from the advice cannot become better.
        let same = n > 0 && tried[n].won == tried[0].won;
        n == 0 || !(same || behind(0) || behind(best))
    });
}

/// Plays a battle out and gives red's chance to win it. It is left as it stands when it is over or broken off. In each turn
/// the dice begin anew, so that what was done before does not shift them. Who leads goes on by the advice as long as the
/// outlook says; all else is done offhand.
pub fn play_out<G: Tactics>(
    game: &mut G,
    lead: Option<&Lead<'_, G::Action>>,
    seed: u64,
    outlook: &Outlook,
    room: &mut Vec<G::Action>,
) -> f64 {
    let mut turn = game.turn();
    // Who has learnt nothing about positions plays to the end.
    let turns = outlook.turns.filter(|_| !outlook.signs.is_empty());
    let until = turns.map_or(u32::MAX, |turns| turn.saturating_add(turns));
    let fresh = |turn: u32| {
        let seed = mixed(seed, u64::from(turn) + (1 << 32));
        (Dice::seeded(seed), Dice::seeded(!seed))
    };
    let (mut dice, mut chance) = fresh(turn);
    let advised = turn.saturating_add(outlook.advised);
    if let Some(lead) = lead {
        let done = game.perform(lead.by, lead.action, &mut dice, &mut Log::Off);
        done.expect("seeded dice are never waited for");
    }
    for _ in 0..ACTIONS_MAX {
        let by = match game.pending() {
            Pending::Over(outcome) => return won(&outcome, Seat::Red),
            Pending::Decide(seats) => seats.first().expect("somebody decides"),
        };
        if game.turn() != turn {
            turn = game.turn();
            if turn >= until {
                break;
            }
            (dice, chance) = fresh(turn);
        }
        room.clear();
        let action = match lead.filter(|lead| lead.by == by && turn < advised) {
            Some(Lead { temper: Some(temper), .. }) => game.decide_as(*temper, by, &mut chance),
            Some(_) => game.decide(by, &mut chance),
            None => game.offhand(by, &mut chance, room),
        };
        dice.forget();
        let done = game.perform(by, &action, &mut dice, &mut Log::Off);
        done.expect("seeded dice are never waited for");
    }
    outlook.chance(game, Seat::Red)
}

/// A seed for one of many, well mixed.
pub fn mixed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use acies_core::{Game, Ruleset, Telling, toy::Toy};

    use super::*;

    /// A lone swordsman has beaten all enemies but a slinger, and may press on.
    const LAST_ENEMY: &str = "ruleset = \"toy\"\nturn = 3\n\
        stack = [\"turn\", { press = { seat = \"red\", fighter = \"swordsman\" } }]\n\
        sent = [\"nothing\", \"nothing\"]\n\
        [red]\nname = \"Wolves\"\nfighters = [\"swordsman\"]\n\
        [blue]\nname = \"Bears\"\nfighters = [\"slinger\"]\n";

    fn study<T>(think: impl Fn(&Study<'_, <Toy as Ruleset>::Game>) -> T) -> T {
        let view = Toy::position("last.toml", LAST_ENEMY).unwrap();
        let outlook = Outlook::of::<<Toy as Ruleset>::Game>();
        think(&Study { view: &view, by: Seat::Red, outlook: &outlook, seed: 4, threads: 1 })
    }

    #[test]
    fn the_advice_is_left_for_what_is_clearly_better() {
        // TOY-3.1: three dice hit more often than one in 11/16 and less often in 1/16, so who holds wins 11/12 of the fights
        // that are decided. TOY-3.5: who presses on wins at once in 1/2, loses in 1/6, and is as well off as before in
        // 1/3: 1/2 + 11/36 = 29/36.
        study(|study| {
            let thought = study.think(Budget { playouts: 1200, breadth: 4 }, &|_| true);
            let words: Vec<_> =
                thought.tried.iter().map(|it| study.view.notation(Seat::Red, &it.action)).collect();
            assert_eq!(words, ["press", "hold"], "the advice is to press on");
            let [press, hold] = &thought.tried[..] else { panic!("two ways") };
            assert!((press.chance() - 29.0 / 36.0).abs() < 0.06, "{}", press.chance());
            assert!((hold.chance() - 11.0 / 12.0).abs() < 0.06, "{}", hold.chance());
            assert_eq!(thought.chosen, 1, "{:?}", hold.better_than(press));
        });
    }

    #[test]
    fn the_advice_stands_where_nothing_is_clearly_better() {
        study(|study| {
            let mut actions = Vec::new();
            study.view.candidates(Seat::Red, &mut actions);
            assert_eq!(study.view.notation(Seat::Red, &actions[0]), "hold");
            let course = |action| Course { action, temper: None };
            let mut actions: Vec<_> = actions.into_iter().map(course).collect();
            let thought = study.weigh(actions.clone(), 400, &|_| true);
            assert_eq!(thought.chosen, 0, "to hold is better");
            actions.reverse();
            let thought = study.weigh(actions, 8, &|_| true);
            assert_eq!(thought.chosen, 0, "a few battles prove nothing");
        });
    }

    #[test]
    fn what_is_uncertain_says_so() {
        let Gain { mean, error } = Gain::of([1.0, 0.0, 1.0, 1.0, 0.0].into_iter());
        // The variance is 0.3, so the error is the root of 0.3 / 5.
        assert!((mean - 0.6).abs() < 1e-12 && (error - 0.244949).abs() < 1e-6, "{mean}, {error}");
        assert!(Gain::of([1.0].into_iter()).error.is_infinite());
    }
}
