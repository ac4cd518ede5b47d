//! The laws that every ruleset keeps, as one test: battles are played to the end, and at every
//! step it is tried whether what the contract promises is true.
//!
//! A ruleset calls it in a few lines; a broken law panics with the seed and the step.

mod forecasts;
mod steps;

use std::ops::Range;

pub use forecasts::Compared;

use crate::{
    dice::Dice,
    game::{Asked, Game, Pending, Ruleset, Stop, Tactics, Telling, Temper},
    log::{Entry, Log},
    record,
    seat::Seat,
    words::command_line,
};

/// How a ruleset is put to the test.
pub struct Kit<R: Ruleset> {
    /// The battle of a seed, at its start.
    pub start: fn(u64) -> R::Game,
    /// What must be true of every state of this ruleset, such as that no two bases overlap.
    pub invariant: fn(&R::Game) -> Result<(), String>,
    /// A battle that takes more actions than this is held to be endless.
    pub actions_max: usize,
}

/// Who decides in a test battle.
#[derive(Clone, Copy, Debug)]
pub enum Deciding {
    /// Any action that a random player takes.
    AtRandom,
    /// What the computer player decides.
    ByTactics,
}

impl<R: Ruleset> Kit<R> {
    /// Plays a battle for each seed and tries every law on the way.
    pub fn run(&self, seeds: Range<u64>, deciding: Deciding) {
        for seed in seeds {
            self.battle(seed, deciding);
        }
    }

    fn battle(&self, seed: u64, deciding: Deciding) {
        let mut game = (self.start)(seed);
        let mut chance = Dice::seeded(seed ^ 0x5eed);
        let mut dice = Dice::seeded(seed);
        let (mut candidates, mut room) = (Vec::new(), Vec::new());
        for step in 0.. {
            assert!(step < self.actions_max, "seed {seed}: no end after {step} actions");
            let Pending::Decide(seats) = game.pending() else { break };
            let here = format!("seed {seed}, step {step}");
            let by = seats.first().unwrap_or_else(|| panic!("{here}: nobody decides"));
            candidates.clear();
            game.candidates(by, &mut candidates);
            assert!(!candidates.is_empty(), "{here}: nothing to choose from");
            let action = match deciding {
                Deciding::AtRandom => {
                    room.clear();
                    let action = game.any(by, &mut chance, &mut room);
                    let verdict = game.check(by, &action);
                    assert_eq!(verdict, Ok(()), "{here}: drawn {action:?}");
                    action
                }
                Deciding::ByTactics => game.view(Some(by)).decide(by, &mut chance),
            };
            // The dearer laws are tried now and then, but at different steps of each battle.
            if (step + seed as usize).is_multiple_of(7) {
                laws_of_a_position::<R>(&game, by, &candidates, &here);
                laws_of_hiding(&game, by, &here);
            }
            laws_of_unsealing(&game, by, &action, step as u64, &here);
            self.laws_of_an_action(&mut game, by, &action, &mut dice, &here);
        }
    }

    fn laws_of_an_action(
        &self,
        game: &mut R::Game,
        by: Seat,
        action: &<R::Game as Game>::Action,
        dice: &mut Dice,
        here: &str,
    ) {
        let before = game.clone();
        let mut log = Log::kept();
        dice.forget();
        game.apply(by, action, dice, &mut log)
            .unwrap_or_else(|stop| panic!("{here}: {action:?} stopped: {stop:?}"));
        assert_ne!(*game, before, "{here}: {action:?} made no progress");
        (self.invariant)(game).unwrap_or_else(|broken| panic!("{here}: {action:?}: {broken}"));

        let mut again = before.clone();
        let mut script = Dice::scripted(dice.thrown());
        let mut log_again = Log::kept();
        let replayed = again.apply(by, action, &mut script, &mut log_again);
        assert_eq!(replayed, Ok(()), "{here}: no replay");
        assert!(script.is_spent(), "{here}: dice left over");
        assert_eq!(again, *game, "{here}: the replay differs");
        assert_eq!(log.events(), log_again.events(), "{here}: the replay's log differs");
        assert_eq!(record::hash(&again), record::hash(game), "{here}: the hash differs");

        if let Some((_, short)) = dice.thrown().split_last() {
            let mut waiting = before.clone();
            let stopped = waiting.apply(by, action, &mut Dice::scripted(short), &mut Log::Off);
            assert!(matches!(stopped, Err(Stop::Waiting(_))), "{here}: did not wait for a die");
            assert_eq!(waiting, before, "{here}: something changed while waiting for a die");
            laws_of_waiting(before, game, by, action, (short, log.events()), here);
        }
        for event in log.events() {
            let mut cited = 0;
            crate::log::Event::cite(event, &mut |_| cited += 1);
            assert!(cited > 0, "{here}: {event:?} cites no rule");
        }
    }
}

/// What ships with a ruleset can be used: its armies, its battles, and the examples of its odds.
pub fn laws_of_a_ruleset<R: Ruleset>() {
    for card in R::armies() {
        let army = R::shipped(&card.id).expect("it is listed");
        assert!(army.units > 0 && army.cost <= army.budget, "{}: {army:?}", card.id);
        assert!(army.roster.len() >= army.units, "{}: a roster has everybody", card.id);
    }
    for card in R::battles() {
        let battle = R::battle(&card.id).expect("it is listed");
        assert!(matches!(battle.pending(), Pending::Decide(_)), "{} is over", card.id);
        assert!(!card.about.is_empty(), "{}", card.id);
    }
    assert!(R::shipped("nobody").is_none() && R::battle("nowhere").is_none());
    for kind in R::odds_kinds() {
        let example = kind.example;
        let words = command_line(example);
        assert_eq!(words[..4], ["acies", "odds", R::ID, kind.name], "{example}");
        let asked = Asked::of_words(words[4..].iter().copied());
        let forecast = R::odds(kind.name, &asked).unwrap_or_else(|no| panic!("{example}: {no}"));
        let sum: f64 = forecast.outcomes.iter().map(|outcome| outcome.chance.to_f64()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{example}: odds add up to {sum}");
        assert!(!forecast.rules.is_empty(), "{example} cites no rule");
        for rule in forecast.rules {
            assert!(R::rulebook().get(rule).is_some(), "{example}: there is no {rule}");
        }
    }
}

/// What is told while a die is waited for is how the log of the whole action begins.
fn laws_of_waiting<G: Telling>(
    mut before: G,
    after: &G,
    by: Seat,
    action: &G::Action,
    (short, events): (&[u8], &[G::Event]),
    here: &str,
) {
    let mut log = Log::kept();
    let stopped = before.perform(by, action, &mut Dice::scripted(short), &mut log);
    assert!(stopped.is_err(), "{here}: did not wait for a die");
    for viewer in [Some(Seat::Red), Some(Seat::Blue), None] {
        let tell = |game: &G, events: &[G::Event]| -> Vec<_> {
            events.iter().filter_map(|event| game.tell(event, viewer)).collect()
        };
        let (so_far, all) = (tell(&before, log.events()), tell(after, events));
        let lines =
            |entries: &[Entry]| entries.iter().map(|it| it.line.clone()).collect::<Vec<_>>();
        let begins = lines(&all[..so_far.len()]);
        assert_eq!(lines(&so_far), begins, "{here}: told otherwise before the last die");
    }
}

/// What is offered is accepted, what is refused changes nothing, what is saved can be loaded.
fn laws_of_a_position<R: Ruleset>(
    game: &R::Game,
    by: Seat,
    candidates: &[<R::Game as Game>::Action],
    here: &str,
) {
    for action in candidates {
        let offered = || format!("{here}: offered `{}`", game.notation(by, action));
        game.check(by, action).unwrap_or_else(|no| panic!("{}, refused: {no:?}", offered()));
        let notation = game.notation(by, action);
        let read = game.read(by, &notation).unwrap_or_else(|e| panic!("{}: {e}", offered()));
        assert_eq!(read, *action, "{}, read differently", offered());
        assert!(!game.words(by, action).is_empty(), "{}, without words", offered());
        let stranger = game.check(by.other(), action).is_err();
        let sealed = matches!(game.pending(), Pending::Decide(seats) if seats.has(by.other()));
        assert!(stranger || sealed, "{}, open to the wrong seat", offered());
        for forecast in game.forecast(by, action).into_iter().chain(game.later(by, action)) {
            let sum: f64 = forecast.outcomes.iter().map(|o| o.chance.to_f64()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{}: odds add up to {sum}", offered());
        }
    }
    let mut attempts = Vec::new();
    game.attempts(by, &mut attempts);
    for action in &attempts {
        let Err(refusal) = game.check(by, action) else { continue };
        let mut copy = game.clone();
        let stopped = copy.apply(by, action, &mut Dice::seeded(1), &mut Log::Off);
        assert_eq!(stopped, Err(Stop::Refused(refusal.clone())), "{here}: refused but done");
        assert_eq!(copy, *game, "{here}: a refused action changed something");
        let reason = game.explain(action, &refusal);
        assert!(!reason.rules.is_empty(), "{here}: {refusal:?} cites no rule");
        assert!(!reason.says.is_empty(), "{here}: {refusal:?} says nothing");
    }
    let saved = game.save();
    let loaded = R::position("saved", &saved)
        .unwrap_or_else(|bad| panic!("{here}: line {}: {bad}\n{saved}", bad.line()));
    assert_eq!(loaded, *game, "{here}: saved and loaded, it differs\n{saved}");
    let json = serde_json::to_string(game).expect("a battle is plain data");
    let loaded: R::Game = serde_json::from_str(&json).expect("what was written can be read");
    assert_eq!(loaded, *game, "{here}: JSON and back, it differs");
}

/// What a seat sees, may do and is told does not depend on what is hidden from it.
fn laws_of_hiding<G: Telling + Tactics>(game: &G, by: Seat, here: &str) {
    for seat in Seat::BOTH {
        let view = game.view(Some(seat));
        assert_eq!(view.view(Some(seat)), view, "{here}: {seat}'s view hides more the second time");
        let public = game.view(None);
        assert_eq!(view.view(None), public, "{here}: a spectator sees more than {seat}");
    }
    let view = game.view(Some(by));
    let guess = view.guess(by, &mut Dice::seeded(here.len() as u64));
    assert_eq!(guess.view(Some(by)), view, "{here}: a guess contradicts what {by} knows");
    let list = |game: &G| {
        let mut list = Vec::new();
        game.candidates(by, &mut list);
        list
    };
    let ours = list(game);
    assert_eq!(ours, list(&view), "{here}: a view offers something else");
    assert_eq!(ours, list(&guess), "{here}: what is hidden decides what is offered");
    assert_eq!(game.board(Some(by)), guess.board(Some(by)), "{here}: the board leaks");
    let decide = |game: &G| game.view(Some(by)).decide(by, &mut Dice::seeded(3));
    let decided = decide(game);
    assert_eq!(decided, decide(&guess), "{here}: the computer player knows too much");
    laws_of_tactics(game, by, here);
    let mut attempts = Vec::new();
    game.attempts(by, &mut attempts);
    for action in attempts.iter().chain([&decided]) {
        let refusals = (game.check(by, action), guess.check(by, action));
        assert_eq!(refusals.0, refusals.1, "{here}: a refusal leaks");
    }
    let told = |game: &G| {
        let mut game = game.clone();
        let mut log = Log::kept();
        let done = game.apply(by, &decided, &mut Dice::seeded(5), &mut log);
        assert!(done.is_ok(), "{here}: {decided:?}: {done:?}");
        let entries: Vec<_> =
            log.events().iter().filter_map(|event| game.tell(event, Some(by))).collect();
        (game.view(Some(by)), entries)
    };
    let (ours, theirs) = (told(game), told(&guess));
    // If the views differ now, something hidden was revealed by the rules, such as a discard.
    if ours.0 == theirs.0 {
        assert_eq!(ours.1, theirs.1, "{here}: the log leaks");
    }
}

/// Whatever a player's temper and however little he thinks, he keeps the rules; and both sides have the same signs.
fn laws_of_tactics<G: Tactics>(game: &G, by: Seat, here: &str) {
    let chance = || Dice::seeded(3);
    let offhand = game.offhand(by, &mut chance(), &mut Vec::new());
    let decided =
        Temper::ALL.map(|temper| game.view(Some(by)).decide_as(temper, by, &mut chance()));
    for action in decided.iter().chain([&offhand]) {
        assert_eq!(game.check(by, action), Ok(()), "{here}: {action:?}");
    }
    let signs = Seat::BOTH.map(|seat| game.signs(seat));
    let names = signs.each_ref().map(|all| all.iter().map(|sign| sign.0).collect::<Vec<_>>());
    assert_eq!(names[0], names[1], "{here}: the sides have different signs");
    assert!(signs.iter().flatten().all(|sign| sign.1.is_finite()), "{here}: {signs:?}");
}

/// Up to its first die an action tells who takes it nothing that he could not foresee, or the log says that a secret was
/// laid open: then it cannot be taken back for free.
pub fn laws_of_unsealing<G: Telling>(
    game: &G,
    by: Seat,
    action: &G::Action,
    chance: u64,
    here: &str,
) {
    let view = game.view(Some(by));
    if view == *game {
        return;
    }
    let learnt = |game: &G| {
        let mut game = game.clone();
        let mut log = Log::kept();
        let done = game.perform(by, action, &mut Dice::scripted([]), &mut log);
        let told: Vec<_> =
            log.events().iter().filter_map(|event| game.tell(event, Some(by))).collect();
        let after = done.is_ok().then(|| (game.view(Some(by)), game.pending()));
        (log.unsealed().has(by.other()), (done, told, after))
    };
    let (unsealed, ours) = learnt(game);
    let guess = view.guess(by, &mut Dice::seeded(chance));
    let (unsealed_there, theirs) = learnt(&guess);
    assert_eq!(unsealed, unsealed_there, "{here}: {action:?}: what is hidden decides what binds");
    if !unsealed {
        assert_eq!(ours, theirs, "{here}: {action:?} tells a secret and could be taken back");
    }
}
