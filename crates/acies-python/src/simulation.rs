//! Where battles begin, and thousands of them at once.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use acies::{AnyBattle, AnyRuleset, Visitor};
use acies_core::{Army, Each, Ruleset, Seat, Telling, words::did_you_mean};
use acies_sim::{ACTIONS_MAX, Keep, Pairing, Plan, Played, Summary, field, first_battle};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    battle::player,
    catalogue::{chosen, find},
    error::{Answer, Trouble, plain},
};

/// How battles begin: with a shipped battle, a position, two armies in the field, or each pair of shipped armies.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub battle: Option<String>,
    /// The name of a file and its text.
    pub position: Option<(String, String)>,
    /// An army by its id, or the name of its file and the text.
    pub red: Option<(String, Option<String>)>,
    pub blue: Option<(String, Option<String>)>,
    pub field: bool,
    /// House rules: what is written over the position file, as TOML.
    pub house: Option<String>,
}

impl Start {
    /// The two armies, if there are two.
    fn armies(&self, ruleset: &dyn AnyRuleset) -> Answer<Option<(Army, Army)>> {
        let army = |(name, text): &(String, Option<String>)| chosen(ruleset, name, text.as_deref());
        match (&self.red, &self.blue) {
            (Some(red), Some(blue)) => Ok(Some((army(red)?, army(blue)?))),
            (None, None) => Ok(None),
            _ => {
                Err(Trouble::said("one army is missing", Some("give both `red` and `blue`".into())))
            }
        }
    }

    /// The battles that a ruleset begins with.
    pub fn pairings<R: Ruleset>(&self) -> Answer<Vec<Pairing<R::Game>>> {
        let ruleset = find(R::ID)?;
        let mut pairings = if let Some((red, blue)) = self.armies(ruleset)? {
            let start = R::field(&red, &blue).map_err(|says| Trouble::said(says, None))?;
            vec![Pairing { sides: Each([red.name, blue.name]), start }]
        } else if self.field {
            field::<R>()
        } else {
            let start = match (&self.battle, &self.position) {
                (_, Some((file, text))) => R::position(file, text)?,
                (Some(name), None) => R::battle(name).ok_or_else(|| no_battle(ruleset, name))?,
                (None, None) => first_battle::<R>(),
            };
            vec![Pairing { sides: start.sides(), start }]
        };
        if let Some(house) = &self.house {
            for pairing in &mut pairings {
                let text = changed(&pairing.start.save(), house)?;
                pairing.start = R::position("the battle with its house rules", &text)?;
            }
        }
        Ok(pairings)
    }

    /// The first of them, behind one interface.
    pub fn erased(&self, ruleset: &'static dyn AnyRuleset) -> Answer<Box<dyn AnyBattle>> {
        let battle = if let Some((red, blue)) = self.armies(ruleset)? {
            ruleset.field(&red, &blue).map_err(|says| Trouble::said(says, None))?
        } else {
            match (&self.battle, &self.position) {
                (_, Some((file, text))) => ruleset.position(file, text)?,
                (Some(name), None) => {
                    ruleset.battle(name).ok_or_else(|| no_battle(ruleset, name))?
                }
                (None, None) => acies::battle(ruleset.id())?,
            }
        };
        match &self.house {
            None => Ok(battle),
            Some(house) => {
                let text = changed(&battle.save(), house)?;
                Ok(ruleset.position("the battle with its house rules", &text)?)
            }
        }
    }
}

fn no_battle(ruleset: &dyn AnyRuleset, name: &str) -> Trouble {
    let cards = ruleset.battles();
    let known = cards.iter().map(|card| card.id.as_str());
    let all = || format!("battles: {}", known.clone().collect::<Vec<_>>().join(", "));
    let hint = did_you_mean(name, known.clone()).unwrap_or_else(all);
    Trouble::said(format!("`{}` has no battle `{name}`", ruleset.id()), Some(hint))
}

/// A position file with something else written over it, table by table.
fn changed(text: &str, house: &str) -> Answer<String> {
    let read = |what: &str, text: &str| {
        let broken = |error: toml::de::Error| Trouble::said(format!("{what}: {error}"), None);
        text.parse::<toml::Table>().map_err(broken)
    };
    let mut position = read("the position", text)?;
    write_over(&mut position, read("house rules", house)?);
    Ok(position.to_string())
}

fn write_over(below: &mut toml::Table, above: toml::Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => {
                write_over(below, above);
            }
            (_, value) => drop(below.insert(key, value)),
        }
    }
}

/// The seed of battle `number` of a simulation.
#[pyfunction]
pub fn seed_of(seed: u64, number: usize) -> u64 {
    acies_sim::seed_of(seed, number)
}

/// Plays battles on all cores, with the interpreter released. Answers with the summary, the columns of all battles, and
/// what it took.
#[pyfunction]
#[pyo3(signature = (
    ruleset, *, players, games, seed, first=0, threads=0, battle=None, position=None, red=None, blue=None,
    field=false, house=None, rules=false, actions_max=ACTIONS_MAX,
))]
pub fn simulate<'py>(
    py: Python<'py>,
    ruleset: &str,
    players: (String, String),
    games: usize,
    seed: u64,
    first: usize,
    threads: usize,
    battle: Option<String>,
    position: Option<(String, String)>,
    red: Option<(String, Option<String>)>,
    blue: Option<(String, Option<String>)>,
    field: bool,
    house: Option<String>,
    rules: bool,
    actions_max: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let ruleset = find(ruleset)?;
    let players = Each([player(&players.0)?, player(&players.1)?]);
    let start = Start { battle, position, red, blue, field, house };
    let keep = if rules { Keep::Rules } else { Keep::Nothing };
    let simulation =
        Simulation { py, start, players, first, games, seed, threads, keep, actions_max };
    acies::with(ruleset.id(), simulation).expect("it was found")
}

struct Simulation<'py> {
    py: Python<'py>,
    start: Start,
    players: Each<acies_ai::Player>,
    first: usize,
    games: usize,
    seed: u64,
    threads: usize,
    keep: Keep<'static>,
    actions_max: usize,
}

/// How often it is looked whether somebody wants to stop.
const LOOK: Duration = Duration::from_millis(2);

impl<'py> Visitor for Simulation<'py> {
    type Out = PyResult<Bound<'py, PyDict>>;

    fn visit<R: Ruleset>(self) -> Self::Out {
        let Simulation { py, start, players, first, games, seed, threads, keep, actions_max } =
            self;
        let stopped = AtomicBool::new(false);
        let played = py.detach(|| {
            let pairings = start.pairings::<R>()?;
            let go_on = || !stopped.load(Ordering::Relaxed);
            let plan = Plan {
                pairings,
                players,
                first,
                games,
                seed,
                threads,
                keep,
                actions_max,
                go_on: &go_on,
            };
            let played = thread::scope(|scope| {
                let playing = scope.spawn(|| acies_sim::simulate::<R>(&plan));
                let mut interrupted = Ok(());
                while !playing.is_finished() {
                    thread::sleep(LOOK);
                    let signals = |py: Python<'_>| py.check_signals();
                    interrupted = Python::attach(signals);
                    if interrupted.is_err() {
                        stopped.store(true, Ordering::Relaxed);
                        break;
                    }
                }
                let played =
                    playing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                interrupted.map(|()| played)
            })?;
            let summary = Summary::of(&played.battles, &plan.pairings, players);
            let sides: Vec<_> = plan.pairings.into_iter().map(|pairing| pairing.sides).collect();
            PyResult::Ok((played, summary, sides))
        })?;
        let (Played { battles, rules, timing, .. }, summary, sides) = played;
        let answer = PyDict::new(py);
        answer.set_item("summary", plain(py, &summary)?)?;
        answer.set_item("timing", plain(py, &timing)?)?;
        answer.set_item("rules", plain(py, &rules)?)?;
        let columns = PyDict::new(py);
        macro_rules! column {
            ($name:literal, $of:expr) => {
                columns.set_item($name, battles.iter().map($of).collect::<Vec<_>>())?;
            };
        }
        let numbers: Vec<_> = (first..first + battles.len()).collect();
        let seeds: Vec<_> =
            numbers.iter().map(|&number| acies_sim::seed_of(seed, number)).collect();
        columns.set_item("battle", numbers)?;
        columns.set_item("seed", seeds)?;
        column!("red", |it| sides[it.pairing][Seat::Red].as_str());
        column!("blue", |it| sides[it.pairing][Seat::Blue].as_str());
        column!("winner", |it| it.outcome.and_then(|it| it.winner).map(|seat| seat.to_string()));
        column!("rule", |it| it.outcome.map(|it| it.rule));
        column!("how", |it| it.outcome.map(|it| it.how));
        column!("by_limit", |it| it.outcome.is_some_and(|it| it.by_limit));
        column!("actions", |it| it.actions);
        column!("turns", |it| it.turns);
        column!("red_lost", |it| it.lost[Seat::Red]);
        column!("blue_lost", |it| it.lost[Seat::Blue]);
        column!("dice", |it| it.dice);
        answer.set_item("battles", columns)?;
        Ok(answer)
    }
}
