//! Plays battles, as many as wanted, on as many threads as wanted.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};

use acies_ai::{Mind, Player, mixed};
use acies_core::{
    Dice, Each, Game, Log, Outcome, Pending, RuleId, Ruleset, Seat, Seats, Telling,
    record::{self, DiceKind, Recorder},
};
use cpu_time::ThreadTime;
use rayon::prelude::*;
use serde::Serialize;

/// Two sides at the start of a battle.
#[derive(Clone, Debug)]
pub struct Pairing<G> {
    pub sides: Each<String>,
    pub start: G,
}

/// A battle that takes more actions is held to be endless.
pub const ACTIONS_MAX: usize = 100_000;

/// What to play.
pub struct Plan<'a, G> {
    /// Battle number `n` is fought by pairing `n` modulo their count.
    pub pairings: Vec<Pairing<G>>,
    pub players: Each<Player>,
    /// The number of the first battle: others may have played those before it.
    pub first: usize,
    pub games: usize,
    pub seed: u64,
    /// All cores if it is zero.
    pub threads: usize,
    pub keep: Keep<'a>,
    /// A battle that takes more actions than this is broken off and reported.
    pub actions_max: usize,
    /// Is told that a battle more is done, and says whether to go on with others.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

/// What is kept of a battle besides its result.
#[derive(Clone, Copy)]
pub enum Keep<'a> {
    Nothing,
    /// Events are made and dropped, to see what a log costs.
    Log,
    /// How often each rule was cited, by what happened, by what was asked and by what was refused.
    Rules,
    /// A hash of all states, to see whether another machine or build plays alike.
    States,
    /// Records, each given with the number of its battle.
    Records(&'a (dyn Fn(usize, String) + Sync)),
}

/// How one battle went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    pub pairing: usize,
    /// Nothing if the battle was broken off.
    pub outcome: Option<Outcome>,
    pub actions: usize,
    pub turns: u32,
    pub lost: Each<u32>,
    pub dice: usize,
    /// A hash of all its states, if that was kept.
    pub states: u64,
}

/// All battles in the order of their numbers; fewer than planned if they were stopped. A battle that has
/// begun is always played to its end, so that those that are missing are not the long ones.
pub struct Played {
    pub battles: Vec<Battle>,
    /// How often each rule was cited, if that was kept.
    pub rules: BTreeMap<RuleId, u64>,
    /// A hash of all states of all battles, if that was kept.
    pub states: Option<String>,
    pub timing: Timing,
}

/// What it took. Times are never the same twice, so they are kept apart from results.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Timing {
    pub threads: usize,
    pub seconds: f64,
    /// The time that all threads worked, without the time that they waited for a core.
    pub core_seconds: f64,
    pub battles_per_core_second: f64,
}

/// In one battle of so many, what is asked and what is refused is looked at too.
const PROBED: usize = 4;

/// So many battles at most are played by a thread before it takes others.
const BATCH: usize = 32;

/// Plays a plan.
pub fn simulate<R: Ruleset>(plan: &Plan<R::Game>) -> Played {
    let begun = Instant::now();
    let spent = AtomicU64::new(0);
    let stopped = AtomicBool::new(false);
    let size = (plan.games / 64).clamp(1, BATCH);
    let batch = |first: usize| {
        let begun = ThreadTime::now();
        let mut worker = Worker::<R>::new();
        let mut battles = Vec::new();
        for number in first..plan.games.min(first + size) {
            if stopped.load(Ordering::Relaxed) {
                break;
            }
            battles.push(worker.play(plan, plan.first + number));
            if !(plan.go_on)() {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        let nanos = begun.elapsed().as_nanos() as u64;
        spent.fetch_add(nanos, Ordering::Relaxed);
        (battles, worker.rules())
    };
    let firsts: Vec<_> = (0..plan.games).step_by(size).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build();
    // Where no more threads are to be had, this one plays.
    let alone = || rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    let pool = pool.or_else(|_| alone()).expect("this thread is there");
    let batches: Vec<_> = pool.install(|| firsts.into_par_iter().map(batch).collect());

    let mut battles = Vec::new();
    let mut rules = BTreeMap::new();
    for (played, cited) in batches {
        battles.extend(played);
        for (rule, times) in cited {
            *rules.entry(rule).or_default() += times;
        }
    }
    let core_seconds = Duration::from_nanos(spent.into_inner()).as_secs_f64();
    let timing = Timing {
        threads: pool.current_num_threads(),
        seconds: begun.elapsed().as_secs_f64(),
        core_seconds,
        battles_per_core_second: battles.len() as f64 / core_seconds.max(1e-9),
    };
    let states = matches!(plan.keep, Keep::States)
        .then(|| record::hash(&battles.iter().map(|battle| battle.states).collect::<Vec<_>>()));
    Played { battles, rules, states, timing }
}

/// The seed of battle `number`: well mixed, so that neighbours have nothing in common.
pub fn seed_of(seed: u64, number: usize) -> u64 {
    mixed(seed, number as u64)
}

/// A hash as a number.
fn number_of(hash: &str) -> u64 {
    u64::from_str_radix(hash, 16).expect("a hash has sixteen digits")
}

/// What a thread keeps from one battle to the next.
struct Worker<R: Ruleset> {
    minds: Each<Mind<R::Game>>,
    log: Log<<R::Game as Game>::Event>,
    attempts: Vec<<R::Game as Game>::Action>,
}

impl<R: Ruleset> Worker<R> {
    fn new() -> Self {
        let minds = Each::of(|_| Mind::new(Player::Random, 0));
        Worker { minds, log: Log::Off, attempts: Vec::new() }
    }

    fn rules(self) -> BTreeMap<RuleId, u64> {
        match self.log {
            Log::Tally(rules) => rules,
            Log::Off | Log::Kept { .. } => BTreeMap::new(),
        }
    }

    fn play(&mut self, plan: &Plan<R::Game>, number: usize) -> Battle {
        let seed = seed_of(plan.seed, number);
        let pairing = number % plan.pairings.len();
        let mut game = plan.pairings[pairing].start.clone();
        let mut dice = Dice::seeded(seed);
        for seat in Seat::BOTH {
            let own = seed_of(seed, seat as usize);
            self.minds[seat].reseed(plan.players[seat], own);
        }
        let mut recorder = None;
        let mut states = matches!(plan.keep, Keep::States).then(Vec::new);
        match plan.keep {
            Keep::Nothing | Keep::States => {}
            Keep::Log => self.log = Log::kept(),
            Keep::Rules if matches!(self.log, Log::Tally(_)) => {}
            Keep::Rules => self.log = Log::Tally(BTreeMap::new()),
            Keep::Records(_) => {
                let players = Each::of(|seat| plan.players[seat].to_string());
                recorder = Some(Recorder::new::<R>(&game, players, DiceKind::Seeded(seed)));
            }
        }
        let probes = matches!(plan.keep, Keep::Rules) && number.is_multiple_of(PROBED);
        let mut actions = 0;
        let mut thrown = 0;
        let mut last = None;
        let outcome = loop {
            let seats = match game.pending() {
                Pending::Over(outcome) => break Some(outcome),
                Pending::Decide(seats) => seats,
            };
            if actions == plan.actions_max {
                break None;
            }
            if probes {
                self.probe(&game, seats);
            }
            let by = seats.first().expect("somebody decides while a battle goes on");
            let action = self.minds[by].decide(&game, by);
            if probes {
                last = Some((by, action.clone()));
            }
            let notation = recorder.is_some().then(|| game.notation(by, &action));
            if notation.is_some() {
                self.log = Log::kept();
            }
            dice.forget();
            let done = game.perform(by, &action, &mut dice, &mut self.log);
            done.expect("seeded dice are never waited for");
            thrown += dice.thrown().len();
            actions += 1;
            if let Some(states) = &mut states {
                states.push(record::hash(&game));
            }
            if let (Some(recorder), Some(notation)) = (&mut recorder, notation) {
                recorder.step(by, notation, dice.thrown(), &self.log, &game);
            }
        };
        if let Log::Tally(rules) = &mut self.log
            && let Some(outcome) = outcome
        {
            *rules.entry(outcome.rule).or_default() += 1;
        }
        if let Some((by, action)) = last {
            self.refused(&game, by, &action);
        }
        if let (Keep::Records(give), Some(recorder)) = (plan.keep, recorder) {
            give(number, recorder.end(outcome, None));
        }
        Battle {
            pairing,
            outcome,
            actions,
            turns: game.turn(),
            lost: game.lost(),
            dice: thrown,
            states: states.map_or(0, |states| number_of(&record::hash(&states))),
        }
    }

    /// Counts the rules of what is asked, and of what players might try and may not.
    fn probe(&mut self, game: &R::Game, seats: Seats) {
        for by in seats.iter() {
            self.cite(&game.question(by).rules);
            let mut attempts = std::mem::take(&mut self.attempts);
            game.attempts(by, &mut attempts);
            for action in &attempts {
                self.refused(game, by, action);
            }
            // The other seat may not decide for this one.
            if let Some(action) = attempts.first() {
                self.refused(game, by.other(), action);
            }
            attempts.clear();
            self.attempts = attempts;
        }
    }

    fn refused(&mut self, game: &R::Game, by: Seat, action: &<R::Game as Game>::Action) {
        if let Err(refusal) = game.check(by, action) {
            self.cite(&game.explain(action, &refusal).rules);
        }
    }

    fn cite(&mut self, cited: &[RuleId]) {
        if let Log::Tally(rules) = &mut self.log {
            for rule in cited {
                *rules.entry(rule).or_default() += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_core::{record, toy::Toy};
    use std::sync::Mutex;

    use super::*;

    fn plan(
        players: [Player; 2],
        keep: Keep<'_>,
        threads: usize,
    ) -> Plan<'_, <Toy as Ruleset>::Game> {
        let start = Toy::battle("ford").expect("it is shipped");
        let sides = start.sides();
        Plan {
            pairings: vec![Pairing { sides, start }],
            players: Each(players),
            first: 0,
            games: 200,
            seed: 5,
            threads,
            keep,
            actions_max: 1000,
            go_on: &|| true,
        }
    }

    #[test]
    fn what_was_played_is_kept_when_the_rest_is_not_wanted() {
        let all = simulate::<Toy>(&plan([Player::Random; 2], Keep::Nothing, 1)).battles;
        let left = Mutex::new(70);
        let go_on = || {
            let mut left = left.lock().unwrap();
            *left -= 1;
            *left > 0
        };
        let plan = Plan { go_on: &go_on, ..plan([Player::Random; 2], Keep::Nothing, 1) };
        assert_eq!(simulate::<Toy>(&plan).battles, all[..70]);
    }

    #[test]
    fn battles_played_in_parts_are_the_same_battles() {
        let whole = plan([Player::Random; 2], Keep::Nothing, 1);
        let all = simulate::<Toy>(&whole).battles;
        let part = |first, games| {
            let part = Plan { first, games, ..plan([Player::Random; 2], Keep::Nothing, 1) };
            simulate::<Toy>(&part).battles
        };
        assert_eq!([part(0, 7), part(7, 100), part(107, 93)].concat(), all);
    }

    #[test]
    fn results_do_not_depend_on_threads_nor_on_what_is_kept() {
        let random = [Player::Random; 2];
        let one = simulate::<Toy>(&plan(random, Keep::Rules, 1));
        let two = simulate::<Toy>(&plan(random, Keep::Rules, 2));
        assert_eq!(one.battles, two.battles);
        assert_eq!(one.rules, two.rules);
        assert_eq!((one.timing.threads, two.timing.threads), (1, 2));
        for keep in [Keep::Nothing, Keep::Log, Keep::Records(&|_, _| {})] {
            assert_eq!(simulate::<Toy>(&plan(random, keep, 2)).battles, one.battles);
        }
    }

    #[test]
    fn rules_fire_when_they_act_ask_or_refuse() {
        let rules = simulate::<Toy>(&plan([Player::Random; 2], Keep::Rules, 1)).rules;
        for rule in ["TOY-3.4", "TOY-2.1", "TOY-2.2", "TOY-2.4", "TOY-4.1", "TOY-4.3"] {
            assert!(rules.contains_key(rule), "{rule} never fired: {rules:?}");
        }
    }

    #[test]
    fn records_can_be_checked() {
        let records = Mutex::new(Vec::new());
        let keep = |number, text: String| records.lock().unwrap().push((number, text));
        simulate::<Toy>(&plan([Player::Centurion; 2], Keep::Records(&keep), 2));
        let records = records.into_inner().unwrap();
        assert_eq!(records.len(), 200);
        for (_, text) in &records[..20] {
            record::verify::<Toy>(&record::read(text).unwrap()).unwrap();
        }
    }

    #[test]
    fn endless_battles_are_broken_off() {
        let mut plan = plan([Player::Random; 2], Keep::Nothing, 1);
        plan.actions_max = 2;
        let played = simulate::<Toy>(&plan);
        assert!(played.battles.iter().all(|battle| battle.outcome.is_none()));
    }
}
