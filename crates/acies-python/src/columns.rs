//! What an agent sees, column by column.
//!
//! An observation is a handful of tables of numbers, made from the [`Survey`] of the agent's own view: one row a piece,
//! an area, a piece of terrain, a pool of points, a card in hand, an action to choose; and one row for the battle as a
//! whole. Rows that are not needed are nought. [`layout`] names every column; `docs/reference/python.md` explains them.

use acies_core::{
    Each, Seat,
    survey::{
        Block, Face, Figure, GROUNDS, Mark, Patch, Plot, Purse, STATES, SYMBOLS, Stand, Survey,
    },
};
use pyo3::{prelude::*, types::PyDict};

/// Bars of each side that are seen.
const BARS: usize = 2;

/// Numbers of an action itself that are seen.
pub const NUMBERS: usize = 8;

pub const BATTLE: [&str; 26] = [
    "turn",
    "own_turn",
    "phase",
    "phases",
    "asked",
    "candidates",
    "own_lost",
    "enemy_lost",
    "own_bar_1",
    "own_bar_1_of",
    "own_bar_2",
    "own_bar_2_of",
    "enemy_bar_1",
    "enemy_bar_1_of",
    "enemy_bar_2",
    "enemy_bar_2_of",
    "own_cards",
    "own_pile",
    "own_discarded",
    "enemy_cards",
    "enemy_pile",
    "enemy_discarded",
    "width",
    "height",
    "own_pieces",
    "enemy_pieces",
];

pub const PIECES: [&str; 28] = [
    "present",
    "own",
    "leader",
    "x",
    "y",
    "north",
    "east",
    "width",
    "depth",
    "weight",
    "symbol",
    "second",
    "left",
    "full",
    "disorder",
    "rout",
    "moved",
    "shot",
    "charge",
    "hit",
    "shield",
    "lock",
    "commander",
    "chief",
    "corps",
    "beside",
    "area",
    "points",
];

pub const AREAS: [&str; 8] = ["present", "own", "reserve", "held", "x", "y", "width", "depth"];

pub const TERRAIN: [&str; 7] = ["present", "kind", "x", "y", "width", "depth", "area"];

pub const POOLS: [&str; 6] = ["present", "own", "left", "full", "endless", "card"];

pub const CARDS: [&str; 3] = ["present", "worth", "idle"];

pub const CANDIDATES: [&str; 17 + NUMBERS] = [
    "present",
    "kind",
    "throws",
    "units",
    "targets",
    "unit",
    "target",
    "unit_left",
    "target_left",
    "area",
    "moves",
    "x",
    "y",
    "north",
    "east",
    "step",
    "to_area",
    "n1",
    "n2",
    "n3",
    "n4",
    "n5",
    "n6",
    "n7",
    "n8",
];

/// How many rows each table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    pub pieces: usize,
    pub areas: usize,
    pub terrain: usize,
    pub pools: usize,
    pub cards: usize,
    pub candidates: usize,
}

/// The tables, by name: how many rows they have, and their columns.
pub fn tables(rows: Rows) -> [(&'static str, usize, &'static [&'static str]); 7] {
    [
        ("battle", 1, &BATTLE),
        ("pieces", rows.pieces, &PIECES),
        ("areas", rows.areas, &AREAS),
        ("terrain", rows.terrain, &TERRAIN),
        ("pools", rows.pools, &POOLS),
        ("cards", rows.cards, &CARDS),
        ("candidates", rows.candidates, &CANDIDATES),
    ]
}

/// The columns of each table, and what numbers in them stand for.
#[pyfunction]
pub fn layout(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let rows = Rows { pieces: 1, areas: 1, terrain: 1, pools: 1, cards: 1, candidates: 1 };
    let layout = PyDict::new(py);
    for (name, _, columns) in tables(rows) {
        layout.set_item(name, columns.to_vec())?;
    }
    layout.set_item("symbols", SYMBOLS)?;
    layout.set_item("terrains", GROUNDS)?;
    Ok(layout)
}

/// Room for one observation.
pub struct Sheet<'a> {
    pub battle: &'a mut [f32],
    pub pieces: &'a mut [f32],
    pub areas: &'a mut [f32],
    pub terrain: &'a mut [f32],
    pub pools: &'a mut [f32],
    pub cards: &'a mut [f32],
    pub candidates: &'a mut [f32],
    pub mask: &'a mut [i8],
    /// How much of it was used before, so that only that has to be wiped.
    pub used: &'a mut Used,
}

/// How many rows of each table have something in them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    pieces: usize,
    areas: usize,
    terrain: usize,
    pools: usize,
    cards: usize,
    candidates: usize,
}

/// What else an agent is told of a battle.
pub struct Standing {
    pub by: Seat,
    pub asked: bool,
    pub lost: Each<u32>,
}

/// An action to choose: what it does on the table, which kind it is, and its own numbers.
pub struct Choice<'a> {
    pub mark: &'a Mark,
    pub kind: u32,
    pub numbers: [f32; NUMBERS],
}

impl Sheet<'_> {
    /// Writes down what a seat sees. Pieces and the like that find no room are left out, the last first.
    pub fn write<'c>(
        &mut self,
        seen: &Survey,
        standing: &Standing,
        choices: impl ExactSizeIterator<Item = Choice<'c>>,
        all: usize,
    ) {
        let by = standing.by;
        let frame = Frame { by, table: seen.table };
        let used = &mut *self.used;
        rows(self.pieces, &mut used.pieces, seen.figures.iter(), |row, it| {
            frame.piece(row, it, seen);
        });
        rows(self.areas, &mut used.areas, seen.areas.iter(), |row, it| frame.plot(row, it));
        rows(self.terrain, &mut used.terrain, seen.grounds.iter(), |row, it| frame.patch(row, it));
        rows(self.pools, &mut used.pools, seen.pools.iter(), |row, it| frame.purse(row, it));
        let own = seen.hands.iter().filter(|hand| hand.seat == by).flat_map(|hand| &hand.cards);
        rows(self.cards, &mut used.cards, own, |row: &mut [f32; CARDS.len()], card: &Face| {
            *row = [1.0, f32::from(card.worth) / 10.0, bit(card.idle)];
        });
        let count = choices.len();
        self.mask[..used.candidates].fill(0);
        self.mask[..count].fill(1);
        rows(self.candidates, &mut used.candidates, choices, |row, it| {
            frame.choice(row, &it, seen);
        });
        self.battle.copy_from_slice(&battle(seen, standing, all));
    }
}

/// Fills rows of a table one after another, and wipes those that were used before.
fn rows<T, const N: usize>(
    table: &mut [f32],
    used: &mut usize,
    all: impl Iterator<Item = T>,
    mut fill: impl FnMut(&mut [f32; N], T),
) {
    let (table, _) = table.as_chunks_mut::<N>();
    let mut filled = 0;
    for (row, it) in table.iter_mut().zip(all) {
        fill(row, it);
        filled += 1;
    }
    if filled < *used {
        table[filled..*used].fill([0.0; N]);
    }
    *used = filled;
}

fn bit(is: bool) -> f32 {
    f32::from(u8::from(is))
}

/// A place in a list, counted from one; nought is none.
fn place(at: Option<impl Into<u16>>) -> f32 {
    at.map_or(0.0, |at| f32::from(at.into() + 1))
}

fn battle(seen: &Survey, standing: &Standing, candidates: usize) -> [f32; BATTLE.len()] {
    let Standing { by, asked, lost } = standing;
    let (own, enemy) = (*by, by.other());
    let hundreds = |seat: Seat| lost[seat] as f32 / 100.0;
    let mut row = [0.0; BATTLE.len()];
    row[..8].copy_from_slice(&[
        seen.turn as f32 / 10.0,
        seen.of.map_or(0.0, |of| if of == own { 1.0 } else { -1.0 }),
        f32::from(seen.phase),
        f32::from(seen.phases),
        bit(*asked),
        candidates as f32 / 100.0,
        hundreds(own),
        hundreds(enemy),
    ]);
    for (side, seat) in [own, enemy].into_iter().enumerate() {
        for (at, [value, of]) in seen.bars[seat].iter().take(BARS).enumerate() {
            let first = 8 + 2 * (BARS * side + at);
            row[first] = *value as f32 / 10.0;
            row[first + 1] = *of as f32 / 10.0;
        }
        if let Some(hand) = seen.hands.iter().find(|hand| hand.seat == seat) {
            let counts = [hand.count, hand.pile, hand.discarded].map(|n| f32::from(n) / 10.0);
            row[16 + 3 * side..][..3].copy_from_slice(&counts);
        }
        let pieces = seen.figures.iter().filter(|it| it.seat == seat).count();
        row[24 + side] = pieces as f32 / 10.0;
    }
    row[22] = seen.table.width as f32 / 100.0;
    row[23] = seen.table.height as f32 / 100.0;
    row
}

/// Who looks, at which table.
#[derive(Clone, Copy)]
struct Frame {
    by: Seat,
    table: Block,
}

impl Frame {
    fn side(self, seat: Seat) -> f32 {
        if seat == self.by { 1.0 } else { -1.0 }
    }

    /// Shares of the table's width and height.
    fn spot(self, [x, y]: [f64; 2]) -> [f32; 2] {
        let Block { left, bottom, width, height } = self.table;
        [((x - left) / width) as f32, ((y - bottom) / height) as f32]
    }

    fn size(self, size: f64) -> f32 {
        (size / self.table.width) as f32
    }

    fn piece(self, row: &mut [f32; PIECES.len()], it: &Figure, seen: &Survey) {
        let [x, y] = self.spot(it.stand.spot);
        let [north, east] = heading(it.stand.facing);
        row[..14].copy_from_slice(&[
            1.0,
            self.side(it.seat),
            bit(it.leader),
            x,
            y,
            north,
            east,
            self.size(it.size[0]),
            self.size(it.size[1]),
            f32::from(it.weight) / 3.0,
            f32::from(it.symbol),
            f32::from(it.second),
            f32::from(it.left) / 10.0,
            f32::from(it.full) / 10.0,
        ]);
        for (column, state) in row[14..14 + STATES.len()].iter_mut().zip(it.states) {
            *column = f32::from(state);
        }
        let pool = it.pool.and_then(|at| seen.pools.get(usize::from(at)));
        row[14 + STATES.len()..].copy_from_slice(&[
            bit(it.command > 0),
            bit(it.command > 1),
            f32::from(it.corps),
            f32::from(it.beside) / 10.0,
            place(it.stand.area),
            pool.map_or(0.0, |pool| f32::from(pool.left) / 10.0),
        ]);
    }

    fn plot(self, row: &mut [f32; AREAS.len()], it: &Plot) {
        let [x, y] = self.spot(it.block.centre());
        let (own, held) = (self.side(it.side), self.side(it.held));
        let (width, depth) = (self.size(it.block.width), self.size(it.block.height));
        *row = [1.0, own, bit(it.reserve), held, x, y, width, depth];
    }

    fn patch(self, row: &mut [f32; TERRAIN.len()], it: &Patch) {
        let [x, y] = self.spot(it.block.centre());
        let (width, depth) = (self.size(it.block.width), self.size(it.block.height));
        *row = [1.0, f32::from(it.kind as u8 + 1), x, y, width, depth, place(it.area)];
    }

    fn purse(self, row: &mut [f32; POOLS.len()], it: &Purse) {
        let card = it.card.map_or(0.0, |card| f32::from(card.worth) / 10.0);
        let [left, full] = [it.left, it.full].map(|n| f32::from(n) / 10.0);
        *row = [1.0, self.side(it.seat), left, full, bit(it.endless), card];
    }

    fn choice(self, row: &mut [f32; CANDIDATES.len()], it: &Choice<'_>, seen: &Survey) {
        let Choice { mark, kind, numbers } = it;
        let Mark { units, targets, area, to, throws } = mark;
        let [mut x, mut y, mut north, mut east, mut step] = [0.0; 5];
        if let Some(Stand { spot, facing, .. }) = to {
            [x, y] = self.spot(*spot);
            [north, east] = heading(*facing);
            if let Some(first) = units.first {
                let [from_x, from_y] = seen.figures[usize::from(first)].stand.spot;
                let (across, along) = (spot[0] - from_x, spot[1] - from_y);
                step = self.size((across * across + along * along).sqrt());
            }
        }
        row[..17].copy_from_slice(&[
            1.0,
            *kind as f32,
            bit(*throws),
            f32::from(units.count) / 10.0,
            f32::from(targets.count) / 10.0,
            place(units.first),
            place(targets.first),
            f32::from(units.left) / 10.0,
            f32::from(targets.left) / 10.0,
            place(*area),
            bit(to.is_some()),
            x,
            y,
            north,
            east,
            step,
            place(to.and_then(|to| to.area)),
        ]);
        row[17..].copy_from_slice(numbers);
    }
}

/// North and east of a bearing in degrees.
fn heading(facing: f64) -> [f32; 2] {
    let bearing = facing.to_radians();
    [libm::cos(bearing) as f32, libm::sin(bearing) as f32]
}
