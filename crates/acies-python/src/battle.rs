//! A battle as an object: what is asked, what can be done, what was done.

use std::sync::{Mutex, MutexGuard, PoisonError};

use acies::AnyBattle;
use acies_ai::Player;
use acies_core::{
    Dice, Each, Pending, Seat, Viewer,
    record::{self, DiceKind},
};
use pyo3::prelude::*;
use serde_json::json;

use crate::{
    error::{Answer, Trouble, plain},
    simulation::Start,
};

/// A battle, with the dice that it is played with.
#[pyclass(frozen, module = "acies._acies")]
pub struct Battle {
    /// A battle goes from thread to thread and is in one at a time.
    inner: Mutex<Inner>,
}

struct Inner {
    battle: Box<dyn AnyBattle>,
    /// Nothing, if the dice are real.
    seed: Option<u64>,
    /// How many faces and cards have come of the seed.
    thrown: usize,
}

/// Reads the name of a viewer: a seat, or nobody.
pub fn viewer(name: Option<&str>) -> Answer<Viewer> {
    name.map(seat).transpose()
}

pub fn seat(name: &str) -> Answer<Seat> {
    let found = Seat::BOTH.into_iter().find(|seat| seat.to_string() == name);
    found.ok_or_else(|| {
        Trouble::said(format!("there is no seat `{name}`"), Some("it is red or blue".into()))
    })
}

pub fn player(name: &str) -> Answer<Player> {
    name.parse().map_err(|says: String| Trouble::said(says, None))
}

impl Battle {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // What is done to a battle is done whole or not at all.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of(inner: Inner) -> Self {
        Battle { inner: Mutex::new(inner) }
    }
}

impl Inner {
    /// The seat that is meant: the one that is asked, if none is named.
    fn by(&self, name: Option<&str>) -> Answer<Seat> {
        match name {
            Some(name) => seat(name),
            None => self.battle.pending().seat().ok_or_else(|| {
                Trouble::said("the battle is over", Some("`outcome` says how it ended".into()))
            }),
        }
    }
}

#[pymethods]
impl Battle {
    /// Opens a battle: a shipped one by its name, a position by its text, or two armies in the field.
    #[new]
    #[pyo3(signature = (ruleset, *, battle=None, position=None, red=None, blue=None, house=None, seed=Some(0)))]
    fn open(
        ruleset: &str,
        battle: Option<String>,
        position: Option<(String, String)>,
        red: Option<(String, Option<String>)>,
        blue: Option<(String, Option<String>)>,
        house: Option<String>,
        seed: Option<u64>,
    ) -> Answer<Self> {
        let start = Start { battle, position, red, blue, field: false, house };
        let battle = start.erased(crate::catalogue::find(ruleset)?)?;
        Ok(Battle::of(Inner { battle, seed, thrown: 0 }))
    }

    /// Goes on with a record. Its battle is played again on the way, and any difference is an error.
    #[staticmethod]
    fn resume(text: &str) -> Answer<Self> {
        let bad = |bad: record::BadRecord| {
            Trouble::said(format!("line {}: {}", bad.line, bad.what), None)
        };
        let record = record::read(text).map_err(bad)?;
        let ruleset = crate::catalogue::find(&record.start.ruleset)?;
        let (battle, _) = ruleset.resume(&record).map_err(bad)?;
        let seed = match record.start.dice {
            DiceKind::Seeded(seed) => Some(seed),
            DiceKind::Keyed { .. } | DiceKind::Real => None,
        };
        let thrown = record.steps.iter().map(|step| step.faces.len()).sum();
        Ok(Battle::of(Inner { battle, seed, thrown }))
    }

    fn clone(&self) -> Self {
        let inner = self.lock();
        Battle::of(Inner { battle: inner.battle.fork(), ..*inner })
    }

    #[getter]
    fn ruleset(&self) -> &'static str {
        self.lock().battle.ruleset().id()
    }

    #[getter]
    fn seed(&self) -> Option<u64> {
        self.lock().seed
    }

    #[getter]
    fn turn(&self) -> u32 {
        self.lock().battle.turn()
    }

    #[getter]
    fn moment(&self) -> String {
        self.lock().battle.moment()
    }

    #[getter]
    fn hash(&self) -> String {
        self.lock().battle.hash()
    }

    /// The seats that must decide.
    #[getter]
    fn seats(&self) -> Vec<String> {
        match self.lock().battle.pending() {
            Pending::Decide(seats) => seats.iter().map(|seat| seat.to_string()).collect(),
            Pending::Over(_) => Vec::new(),
        }
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.lock().battle.pending() {
            Pending::Over(outcome) => plain(py, &outcome).map(Some),
            Pending::Decide(_) => Ok(None),
        }
    }

    /// What each side calls itself, and what it has lost.
    #[getter]
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.lock();
        let (names, lost) = (inner.battle.sides(), inner.battle.lost());
        let side = |seat| json!({ "name": names[seat], "lost": lost[seat] });
        plain(py, &json!({ "red": side(Seat::Red), "blue": side(Seat::Blue) }))
    }

    #[pyo3(signature = (seat=None))]
    fn question<'py>(&self, py: Python<'py>, seat: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.lock();
        plain(py, &inner.battle.question(inner.by(seat)?))
    }

    #[pyo3(signature = (seat=None))]
    fn candidates<'py>(&self, py: Python<'py>, seat: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.lock();
        plain(py, &inner.battle.options(inner.by(seat)?))
    }

    /// What looks possible and is not, with the reasons.
    #[pyo3(signature = (seat=None))]
    fn refused<'py>(&self, py: Python<'py>, seat: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.lock();
        let refused = inner.battle.refused(inner.by(seat)?);
        let each = refused.into_iter().map(|(choice, reason)| {
            json!({ "action": choice.action, "words": choice.words, "reason": reason })
        });
        plain(py, &each.collect::<Vec<_>>())
    }

    /// An action that the rules allow, in its own notation and in words; else an error says why not.
    #[pyo3(signature = (action, seat=None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        action: &str,
        seat: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.lock();
        let choice = inner.battle.check(inner.by(seat)?, action).map_err(Trouble::from)?;
        plain(py, &choice)
    }

    /// What an action would throw, and what may come of it.
    #[pyo3(signature = (action, seat=None))]
    fn forecast<'py>(
        &self,
        py: Python<'py>,
        action: &str,
        seat: Option<&str>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let inner = self.lock();
        let by = inner.by(seat)?;
        inner.battle.check(by, action).map_err(Trouble::from)?;
        let forecast = inner.battle.forecast(by, action).map_err(Trouble::from)?;
        forecast.map(|forecast| plain(py, &forecast)).transpose()
    }

    /// Carries out an action. Real dice are given as faces, in the order in which they fell; if there are too few of
    /// them nothing has changed.
    #[pyo3(signature = (action, seat=None, faces=None))]
    fn act<'py>(
        &self,
        py: Python<'py>,
        action: &str,
        seat: Option<&str>,
        faces: Option<Vec<u8>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut inner = self.lock();
        let by = inner.by(seat)?;
        let before = inner.battle.told(Some(by)).len();
        let mut dice = match (inner.seed, faces) {
            (Some(seed), None) => Dice::seeded_after(seed, inner.thrown),
            (None, faces) => Dice::scripted(faces.unwrap_or_default()),
            (Some(_), Some(_)) => {
                let hint = "open the battle with `seed=None` to throw real dice".to_owned();
                return Err(Trouble::said("the dice of this battle are seeded", Some(hint)).into());
            }
        };
        let mut after = inner.battle.fork();
        after.apply(by, action, &mut dice).map_err(Trouble::from)?;
        if inner.seed.is_none() && !dice.is_spent() {
            return Err(Trouble::said("more faces are given than are thrown", None).into());
        }
        inner.battle = after;
        inner.thrown += dice.thrown().len();
        plain(py, &inner.battle.told(Some(by))[before..])
    }

    /// What a computer player would do.
    #[pyo3(signature = (player, seed=0, seat=None))]
    fn decide(
        &self,
        py: Python<'_>,
        player: &str,
        seed: u64,
        seat: Option<&str>,
    ) -> Answer<String> {
        let player = self::player(player)?;
        let (battle, by) = {
            let inner = self.lock();
            (inner.battle.fork(), inner.by(seat)?)
        };
        if !matches!(battle.pending(), Pending::Decide(seats) if seats.has(by)) {
            return Err(Trouble::said(format!("{by} has nothing to decide"), None));
        }
        Ok(py.detach(move || battle.decide(by, player, seed)))
    }

    /// What a viewer was told: entries with rules and details.
    #[pyo3(signature = (viewer=None))]
    fn log<'py>(&self, py: Python<'py>, viewer: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.lock().battle.told(self::viewer(viewer)?))
    }

    /// What to draw for a viewer, with what he is asked and offered.
    #[pyo3(signature = (viewer=None))]
    fn view<'py>(&self, py: Python<'py>, viewer: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.lock().battle.scene(self::viewer(viewer)?))
    }

    /// The position as text.
    #[pyo3(signature = (viewer=None))]
    fn board(&self, viewer: Option<&str>) -> Answer<String> {
        Ok(self.lock().battle.board(self::viewer(viewer)?))
    }

    /// The position as a file.
    fn save(&self) -> String {
        self.lock().battle.save()
    }

    /// Begins a record here, with the names of the players.
    #[pyo3(signature = (red="somebody", blue="somebody"))]
    fn start_record(&self, red: &str, blue: &str) -> Answer<()> {
        let mut inner = self.lock();
        if inner.thrown > 0 && inner.seed.is_some() {
            let hint = "begin the record before the first die".to_owned();
            return Err(Trouble::said("dice of the seed have fallen already", Some(hint)));
        }
        let dice = inner.seed.map_or(DiceKind::Real, DiceKind::Seeded);
        inner.battle.start_record(Each([red.into(), blue.into()]), dice);
        Ok(())
    }

    /// The record so far, ended here.
    fn record(&self) -> Option<String> {
        self.lock().battle.record(None)
    }

    fn __repr__(&self) -> String {
        let inner = self.lock();
        let Each([red, blue]) = inner.battle.sides();
        let id = inner.battle.ruleset().id();
        format!("<acies.Battle {id}: {red} against {blue}, {}>", inner.battle.moment())
    }
}
