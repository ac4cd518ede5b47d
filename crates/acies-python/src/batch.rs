//! Battles as arrays: one at a time for agents that take turns, or many side by side.

use std::sync::{Mutex, MutexGuard, PoisonError};

use acies_ai::Player;
use acies_core::{Each, Seat, Viewer};
use acies_sim::seed_of;
use numpy::{
    PyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray,
    ndarray::Dimension,
};
use pyo3::{
    prelude::*,
    types::{IntoPyDict, PyDict},
};
use rayon::prelude::*;

use crate::{
    battle::{player, seat, viewer},
    columns::{Rows, Sheet, Used, tables},
    desk::{AnyDesk, open},
    error::{Answer, Trouble, plain},
    simulation::Start,
};

/// Battles side by side. The arrays are always the same: what they show changes with every step.
#[pyclass(frozen, module = "acies._acies")]
pub struct Batch {
    inner: Mutex<Inner>,
    rows: Rows,
    /// One for each table, battles first.
    tables: Vec<Py<PyArray3<f32>>>,
    mask: Py<PyArray2<i8>>,
    count: Py<PyArray1<i64>>,
    seat: Py<PyArray1<i8>>,
    reward: Py<PyArray2<f32>>,
    done: Py<PyArray1<bool>>,
    winner: Py<PyArray1<i8>>,
}

struct Inner {
    desks: Vec<Desk>,
    pool: Option<rayon::ThreadPool>,
    settings: Settings,
    seed: u64,
}

/// How an agent's battles go.
#[derive(Clone, Copy)]
struct Settings {
    rows: Rows,
    /// Whether rewards are points: what the enemy has lost more than oneself, in hundreds.
    points: bool,
    /// A computer player who has this seat.
    against: Option<(Seat, Player)>,
    /// Whether the computer changes seats with every battle.
    swap: bool,
}

/// One of the battles.
struct Desk {
    battle: Box<dyn AnyDesk>,
    used: Used,
    /// How many battles it has begun.
    begun: usize,
    lost: Each<u32>,
}

/// What one step came to.
#[derive(Clone, Copy, Default)]
struct Came {
    reward: [f32; 2],
    done: bool,
    winner: i8,
    seat: i8,
    count: i64,
}

/// How a seat is written in arrays: -1 is nobody.
fn number(seat: Option<Seat>) -> i8 {
    seat.map_or(-1, |seat| seat as i8)
}

impl Desk {
    /// The seat that the computer has in this battle.
    fn theirs(&self, settings: Settings) -> Option<(Seat, Player)> {
        let swapped = settings.swap && self.begun.is_multiple_of(2);
        let (seat, player) = settings.against?;
        Some((if swapped { seat.other() } else { seat }, player))
    }

    fn reset(&mut self, seed: u64, settings: Settings) {
        self.begun += 1;
        self.battle.reset(seed);
        self.lost = self.battle.lost();
        self.play_on(settings);
    }

    /// Lets the computer decide as long as it is its turn, and says which seat of an agent comes next.
    fn play_on(&mut self, settings: Settings) -> Option<Seat> {
        let Some((theirs, player)) = self.theirs(settings) else {
            return self.battle.seats().first();
        };
        while self.battle.seats().has(theirs) {
            self.battle.play(theirs, player);
        }
        self.battle.seats().first()
    }

    /// What was won since the last time, for red and for blue.
    fn reward(&mut self, points: bool) -> [f32; 2] {
        let lost = self.battle.lost();
        let before = std::mem::replace(&mut self.lost, lost);
        let red = if points {
            let more = |seat: Seat| f64::from(lost[seat]) - f64::from(before[seat]);
            ((more(Seat::Blue) - more(Seat::Red)) / 100.0) as f32
        } else {
            match self.battle.outcome().and_then(|outcome| outcome.winner) {
                Some(Seat::Red) => 1.0,
                Some(Seat::Blue) => -1.0,
                None => 0.0,
            }
        };
        [red, -red]
    }

    /// Takes an action; a battle that is over is followed by another.
    fn step(&mut self, row: usize, next: u64, settings: Settings) -> Answer<Came> {
        let by = self.battle.seats().first().expect("a battle that is over is followed by another");
        self.battle.choose(by, row, settings.rows.candidates)?;
        self.play_on(settings);
        let reward = self.reward(settings.points);
        let Some(outcome) = self.battle.outcome() else {
            return Ok(Came { reward, winner: -1, ..Came::default() });
        };
        self.reset(next, settings);
        Ok(Came { reward, done: true, winner: number(outcome.winner), ..Came::default() })
    }

    fn look(&mut self, sheet: &mut Sheet<'_>, came: &mut Came) {
        let by = self.battle.seats().first().expect("a battle that is over is followed by another");
        came.seat = number(Some(by));
        came.count = self.battle.look(by, sheet) as i64;
    }
}

/// The arrays of a batch while they are written to.
struct Writing<'py> {
    tables: Vec<PyReadwriteArray<'py, f32, numpy::Ix3>>,
    mask: PyReadwriteArray<'py, i8, numpy::Ix2>,
}

impl Batch {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something to every battle, each with its place in the arrays, with the interpreter released.
    fn each(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        act: impl Fn(&mut Desk, usize, Settings) -> Answer<Came> + Sync,
    ) -> PyResult<()> {
        let Inner { desks, pool, settings, .. } = inner;
        let settings = *settings;
        let mut writing = Writing {
            tables: self.tables.iter().map(|table| writing(py, table)).collect::<PyResult<_>>()?,
            mask: writing(py, &self.mask)?,
        };
        let mut tables = writing.tables.iter_mut().map(slice).collect::<PyResult<Vec<_>>>()?;
        let mask = slice(&mut writing.mask)?;
        let came: Answer<Vec<Came>> = py.detach(|| {
            let sheets = sheets(&mut tables, mask, self.rows, desks.len());
            let one = |(at, (desk, mut parts)): (usize, (&mut Desk, Parts<'_>))| {
                let mut came = act(desk, at, settings)?;
                let mut used = desk.used;
                desk.look(&mut parts.sheet(&mut used), &mut came);
                desk.used = used;
                Ok(came)
            };
            match pool {
                None => desks.iter_mut().zip(sheets).enumerate().map(one).collect(),
                Some(pool) => {
                    pool.install(|| desks.par_iter_mut().zip(sheets).enumerate().map(one).collect())
                }
            }
        });
        let came = came?;
        fill(py, &self.count, came.iter().map(|came| came.count))?;
        fill(py, &self.seat, came.iter().map(|came| came.seat))?;
        fill(py, &self.reward, came.iter().flat_map(|came| came.reward))?;
        fill(py, &self.done, came.iter().map(|came| came.done))?;
        fill(py, &self.winner, came.iter().map(|came| came.winner))
    }
}

fn writing<'py, T: numpy::Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let busy = |_| Trouble::said("an array of this batch is being written to elsewhere", None);
    Ok(array.bind(py).try_readwrite().map_err(busy)?)
}

fn slice<'a, T: numpy::Element, D: Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
) -> PyResult<&'a mut [T]> {
    Ok(array.as_slice_mut()?)
}

fn fill<T: numpy::Element, D: Dimension>(
    py: Python<'_>,
    array: &Py<PyArray<T, D>>,
    with: impl Iterator<Item = T>,
) -> PyResult<()> {
    let mut array = writing(py, array)?;
    for (place, it) in slice(&mut array)?.iter_mut().zip(with) {
        *place = it;
    }
    Ok(())
}

/// The parts of the arrays that are one battle's.
struct Parts<'a> {
    tables: [&'a mut [f32]; 7],
    mask: &'a mut [i8],
}

impl Parts<'_> {
    fn sheet<'b>(&'b mut self, used: &'b mut Used) -> Sheet<'b> {
        let [battle, pieces, areas, terrain, pools, cards, candidates] = &mut self.tables;
        Sheet { battle, pieces, areas, terrain, pools, cards, candidates, mask: self.mask, used }
    }
}

fn sheets<'a>(
    arrays: &'a mut [&mut [f32]],
    mask: &'a mut [i8],
    rows: Rows,
    battles: usize,
) -> Vec<Parts<'a>> {
    let mut parts: Vec<_> = arrays
        .iter_mut()
        .zip(tables(rows))
        .map(|(array, (_, rows, columns))| array.chunks_exact_mut(rows * columns.len()))
        .collect();
    let mut masks = mask.chunks_exact_mut(rows.candidates);
    let one = |_| {
        let mut next = parts.iter_mut().map(|part| part.next().expect("room for every battle"));
        let tables = std::array::from_fn(|_| next.next().expect("seven tables"));
        Parts { tables, mask: masks.next().expect("room for every battle") }
    };
    (0..battles).map(one).collect()
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (
        ruleset, battles, *, battle=None, position=None, red=None, blue=None, field=false, house=None, seed=0,
        points=false, against=None, swap=false, threads=0, pieces=64, areas=16, terrain=16, pools=8, cards=16,
        candidates=128,
    ))]
    fn open(
        py: Python<'_>,
        ruleset: &str,
        battles: usize,
        battle: Option<String>,
        position: Option<(String, String)>,
        red: Option<(String, Option<String>)>,
        blue: Option<(String, Option<String>)>,
        field: bool,
        house: Option<String>,
        seed: u64,
        points: bool,
        against: Option<(String, String)>,
        swap: bool,
        threads: usize,
        pieces: usize,
        areas: usize,
        terrain: usize,
        pools: usize,
        cards: usize,
        candidates: usize,
    ) -> PyResult<Self> {
        let rows = Rows { pieces, areas, terrain, pools, cards, candidates };
        if battles == 0 || tables(rows).iter().any(|(_, rows, _)| *rows == 0) {
            let hint = "every count is at least 1".to_owned();
            return Err(Trouble::said("an array without rows", Some(hint)).into());
        }
        let against = match against {
            Some((seat, player)) => Some((self::seat(&seat)?, self::player(&player)?)),
            None => None,
        };
        let settings = Settings { rows, points, against, swap };
        let start = Start { battle, position, red, blue, field, house };
        let first = open(ruleset, start)?;
        let one = |_| Desk {
            battle: first.twin(),
            used: Used::default(),
            begun: 0,
            lost: Each::default(),
        };
        let desks = (0..battles).map(one).collect();
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = (threads != 1).then(|| builder.build()).transpose();
        let pool = pool.map_err(|error| Trouble::said(error.to_string(), None))?;
        let zeros = |rows: usize, columns: usize| {
            PyArray3::zeros(py, [battles, rows, columns], false).unbind()
        };
        let tables = tables(rows).into_iter().map(|(_, rows, columns)| zeros(rows, columns.len()));
        let batch = Batch {
            inner: Mutex::new(Inner { desks, pool, settings, seed }),
            rows,
            tables: tables.collect(),
            mask: PyArray2::zeros(py, [battles, candidates], false).unbind(),
            count: PyArray1::zeros(py, battles, false).unbind(),
            seat: PyArray1::zeros(py, battles, false).unbind(),
            reward: PyArray2::zeros(py, [battles, 2], false).unbind(),
            done: PyArray1::zeros(py, battles, false).unbind(),
            winner: PyArray1::zeros(py, battles, false).unbind(),
        };
        batch.reset(py, seed)?;
        Ok(batch)
    }

    /// Begins all battles anew. The first of them have the seeds that a simulation of this seed has.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let mut inner = self.lock();
        inner.seed = seed;
        self.each(py, &mut inner, |desk, at, settings| {
            desk.begun = 0;
            desk.reset(seed_of(seed, at), settings);
            Ok(Came { winner: -1, ..Came::default() })
        })
    }

    /// Takes one action in every battle: a row of `candidates` each.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let mut inner = self.lock();
        let actions = actions.as_slice()?;
        let count = self.count.bind(py).readonly();
        if actions.len() != inner.desks.len() {
            let says = format!("{} actions for {} battles", actions.len(), inner.desks.len());
            return Err(Trouble::said(says, None).into());
        }
        // Nothing is done in any battle if one of the actions is none.
        for (battle, (action, count)) in actions.iter().zip(count.as_slice()?).enumerate() {
            if !(0..*count).contains(action) {
                let says = format!("battle {battle} has no action {action}");
                let hint = Some(format!("there are {count}, from 0 on"));
                return Err(Trouble::said(says, hint).into());
            }
        }
        drop(count);
        let (seed, battles) = (inner.seed, inner.desks.len());
        self.each(py, &mut inner, |desk, at, settings| {
            let next = seed_of(seed, at + desk.begun * battles);
            desk.step(actions[at] as usize, next, settings)
        })
    }

    /// What the agents whose turn it is see, by tables: always the same arrays.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let names = tables(self.rows).map(|(name, ..)| name);
        names.into_iter().zip(self.tables.iter().map(|table| table.clone_ref(py))).into_py_dict(py)
    }

    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.mask.clone_ref(py)
    }

    /// How many actions there are to choose from: the first so many rows.
    #[getter]
    fn count(&self, py: Python<'_>) -> Py<PyArray1<i64>> {
        self.count.clone_ref(py)
    }

    /// Whose turn it is: 0 red, 1 blue.
    #[getter]
    fn seat(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.seat.clone_ref(py)
    }

    #[getter]
    fn reward(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.reward.clone_ref(py)
    }

    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.done.clone_ref(py)
    }

    /// Who won a battle that is done: 0 red, 1 blue, -1 nobody.
    #[getter]
    fn winner(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.winner.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.lock().desks.len()
    }
}

/// One battle, for agents that take turns.
#[pyclass(frozen, module = "acies._acies")]
pub struct Table {
    rows: Rows,
    desk: Mutex<Desk>,
}

impl Table {
    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (
        ruleset, *, battle=None, position=None, red=None, blue=None, field=false, house=None,
        pieces=64, areas=16, terrain=16, pools=8, cards=16, candidates=128,
    ))]
    fn open(
        ruleset: &str,
        battle: Option<String>,
        position: Option<(String, String)>,
        red: Option<(String, Option<String>)>,
        blue: Option<(String, Option<String>)>,
        field: bool,
        house: Option<String>,
        pieces: usize,
        areas: usize,
        terrain: usize,
        pools: usize,
        cards: usize,
        candidates: usize,
    ) -> Answer<Self> {
        let rows = Rows { pieces, areas, terrain, pools, cards, candidates };
        if tables(rows).iter().any(|(_, rows, _)| *rows == 0) {
            let hint = "every count is at least 1".to_owned();
            return Err(Trouble::said("an array without rows", Some(hint)));
        }
        let start = Start { battle, position, red, blue, field, house };
        let battle = open(ruleset, start)?;
        let lost = battle.lost();
        let desk = Desk { battle, used: Used::default(), begun: 0, lost };
        Ok(Table { rows, desk: Mutex::new(desk) })
    }

    fn reset(&self, seed: u64) {
        let mut desk = self.lock();
        desk.battle.reset(seed);
        desk.lost = desk.battle.lost();
    }

    /// What a seat sees, by tables, and the mask of its actions: arrays of their own.
    fn look<'py>(
        &self,
        py: Python<'py>,
        seat: &str,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyArray1<i8>>)> {
        let by = self::seat(seat)?;
        let tables = tables(self.rows);
        let mut arrays = tables.map(|(_, rows, columns)| vec![0.0_f32; rows * columns.len()]);
        let mut mask = vec![0; self.rows.candidates];
        let mut used = Used::default();
        let mut parts = Parts { tables: arrays.each_mut().map(Vec::as_mut_slice), mask: &mut mask };
        self.lock().battle.look(by, &mut parts.sheet(&mut used));
        let seen = PyDict::new(py);
        for ((name, rows, columns), array) in tables.into_iter().zip(arrays) {
            let array = PyArray1::from_vec(py, array);
            match name {
                "battle" => seen.set_item(name, array)?,
                _ => seen.set_item(name, array.reshape([rows, columns.len()])?)?,
            }
        }
        Ok((seen, PyArray1::from_vec(py, mask)))
    }

    /// Takes the action that this seat was shown in this row. Answers with the rewards of red and blue.
    fn choose(&self, seat: &str, row: usize, points: bool) -> Answer<[f32; 2]> {
        let by = self::seat(seat)?;
        let mut desk = self.lock();
        desk.battle.choose(by, row, self.rows.candidates)?;
        Ok(desk.reward(points))
    }

    /// Lets a computer player decide. Answers with the rewards of red and blue.
    fn play(&self, py: Python<'_>, seat: &str, player: &str, points: bool) -> Answer<[f32; 2]> {
        let (by, player) = (self::seat(seat)?, self::player(player)?);
        let mut desk = self.lock();
        if !desk.battle.seats().has(by) {
            return Err(Trouble::said(format!("{by} has nothing to decide"), None));
        }
        let desk = &mut *desk;
        py.detach(|| desk.battle.play(by, player));
        Ok(desk.reward(points))
    }

    /// Who must decide: bit 1 is red, bit 2 blue; nought if the battle is over.
    #[getter]
    fn asked(&self) -> u8 {
        let seats = self.lock().battle.seats();
        Seat::BOTH.into_iter().filter(|&seat| seats.has(seat)).map(|seat| 1 << seat as u8).sum()
    }

    #[getter]
    fn actions(&self) -> usize {
        self.lock().battle.actions()
    }

    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.lock().battle.outcome().map(|outcome| plain(py, &outcome)).transpose()
    }

    /// What each side has lost, in points.
    #[getter]
    fn lost(&self) -> [u32; 2] {
        self.lock().battle.lost().0
    }

    /// The actions of a seat in notation and in words, row by row.
    fn told(&self, seat: &str) -> Answer<Vec<(String, String)>> {
        Ok(self.lock().battle.told(self::seat(seat)?, self.rows.candidates))
    }

    #[pyo3(signature = (viewer=None))]
    fn board(&self, viewer: Option<&str>) -> Answer<String> {
        Ok(self.lock().battle.board(self::viewer(viewer)?))
    }

    #[pyo3(signature = (viewer=None))]
    fn view<'py>(&self, py: Python<'py>, viewer: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let viewer: Viewer = self::viewer(viewer)?;
        plain(py, &self.lock().battle.scene(viewer))
    }

    /// The position as a file.
    fn save(&self) -> String {
        self.lock().battle.save()
    }

    /// A battle that agrees with all that a seat knows of this one, with dice of its own.
    fn guess(&self, seat: &str, seed: u64) -> Answer<Self> {
        let by = self::seat(seat)?;
        let desk = self.lock();
        let guess = Desk { battle: desk.battle.guess(by, seed), used: Used::default(), ..*desk };
        Ok(Table { rows: self.rows, desk: Mutex::new(guess) })
    }

    fn clone(&self) -> Self {
        let desk = self.lock();
        let copy = Desk { battle: desk.battle.twin(), used: Used::default(), ..*desk };
        Table { rows: self.rows, desk: Mutex::new(copy) }
    }
}
