//! What players decide: whole, canonical actions (RULES.md 7, "Decisions").

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    activation::cards::{Card, Cards},
    areas::{Area, COLUMNS_MAX},
    combat::attack::With,
    units::{LEADERS_MAX, UNITS_MAX, UnitSet},
};

/// A decision. Units are named by their number on the roster of the seat that they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Lay the table: sides and terrain dice, as far as they are thrown.
    Begin,
    /// S4: a whole placement.
    Deploy(Placement),
    /// T2b: cards and leaders.
    Distribute(Distribution),
    /// T3a.
    Form(Formations),
    /// T3b.
    Charge(Charge),
    /// T3c.
    Fight(Fight),
    /// The other player puts one hit on one of his units (VIR-5.1.4).
    Give {
        unit: u8,
        red: bool,
    },
    /// T3d: which charge is resolved next.
    Resolve {
        unit: u8,
    },
    /// T4.
    Move {
        unit: u8,
        path: Path,
    },
    MoveLeader {
        leader: u8,
        to: Area,
    },
    /// Nothing more in this step.
    Done,
    /// VIR-R13.2.
    Resign,
}

/// VIR-R23: every unit and leader in an own-side area or the own reserve, and who is C-in-C.
///
/// Half a byte a piece: actions are listed by the thousand, and this is the largest of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Places", into = "Places")]
pub struct Placement {
    pieces: [u8; PIECES / 2],
    pub cinc: u8,
}

const PIECES: usize = UNITS_MAX + LEADERS_MAX;

/// A place that no piece takes.
const NOWHERE: u8 = 0xf;

/// A placement as it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Places {
    units: ArrayVec<Area, UNITS_MAX>,
    leaders: ArrayVec<Area, LEADERS_MAX>,
    cinc: u8,
}

impl Placement {
    pub fn new(
        units: impl IntoIterator<Item = Area>,
        leaders: impl IntoIterator<Item = Area>,
        cinc: u8,
    ) -> Self {
        let mut placement = Placement { pieces: [NOWHERE << 4 | NOWHERE; PIECES / 2], cinc };
        for (piece, area) in (0..UNITS_MAX).zip(units).chain((UNITS_MAX..PIECES).zip(leaders)) {
            let (byte, shift) = (&mut placement.pieces[piece / 2], 4 * (piece % 2));
            *byte = *byte & !(0xf << shift) | (area.index() as u8) << shift;
        }
        placement
    }

    pub fn units(&self) -> impl Iterator<Item = Area> {
        self.places(0..UNITS_MAX)
    }

    pub fn leaders(&self) -> impl Iterator<Item = Area> {
        self.places(UNITS_MAX..PIECES)
    }

    fn places(&self, pieces: std::ops::Range<usize>) -> impl Iterator<Item = Area> {
        let at = self.pieces;
        pieces
            .map(move |piece| at[piece / 2] >> (4 * (piece % 2)) & 0xf)
            .map_while(|place| Area::try_from(place).ok())
    }
}

impl From<Places> for Placement {
    fn from(Places { units, leaders, cinc }: Places) -> Self {
        Placement::new(units, leaders, cinc)
    }
}

impl From<Placement> for Places {
    fn from(placement: Placement) -> Self {
        let (units, leaders) = (placement.units().collect(), placement.leaders().collect());
        Places { units, leaders, cinc: placement.cinc }
    }
}

/// VIR-R37: cards for segments, discards, and what each leader does; the rest is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Distribution {
    pub lay: [Option<Card>; COLUMNS_MAX],
    pub discard: Cards,
    /// VIR-R88: how many real cards are discarded unseen.
    pub face_down: u8,
    /// The unit that each leader joins, if he does not give his bonus (VIR-SR18.1).
    pub join: [Option<u8>; LEADERS_MAX],
}

/// VIR-R83.1: formations taken up and given up, in one decision for the whole army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Formations {
    pub testudo: UnitSet,
    pub shieldwall: UnitSet,
    pub open: UnitSet,
}

/// VIR-R47.1: a charge as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    pub unit: u8,
    pub target: u8,
    pub hill: bool,
    pub pila: bool,
}

/// An ordinary combat (T3c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub unit: u8,
    pub kind: Kind,
    pub hill: bool,
    pub pila: bool,
}

/// What kind of combat it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// In its own area.
    Here,
    /// At its front area.
    Shoot,
    /// At a flanking area, with one value or the other (VIR-5.4.5).
    Flank { area: Area, with: With },
}

/// VIR-R54: the steps of a move: two for mounted, and one more for a forced march.
pub const STEPS_MAX: usize = 3;

/// The areas that a unit enters one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "ArrayVec<Area, STEPS_MAX>", into = "ArrayVec<Area, STEPS_MAX>")]
pub struct Path {
    steps: [Area; STEPS_MAX],
    len: u8,
}

impl Path {
    pub fn one(only: Area) -> Self {
        Path { steps: [only; STEPS_MAX], len: 1 }
    }

    pub fn two(first: Area, last: Area) -> Self {
        Path { steps: [first, last, last], len: 2 }
    }

    pub fn three(first: Area, second: Area, last: Area) -> Self {
        Path { steps: [first, second, last], len: 3 }
    }

    /// One step more, if a path can be that long.
    #[must_use]
    pub fn then(mut self, next: Area) -> Option<Self> {
        // The unused rest repeats the end, so that equal paths are equal values.
        self.steps.get_mut(usize::from(self.len)..)?.fill(next);
        self.len += 1;
        (usize::from(self.len) <= STEPS_MAX).then_some(self)
    }

    /// Its first steps.
    #[must_use]
    pub fn up_to(self, steps: usize) -> Self {
        match *self.steps().get(..steps).unwrap_or(self.steps()) {
            [first, second] => Path::two(first, second),
            [only] => Path::one(only),
            _ => self,
        }
    }

    pub fn steps(&self) -> &[Area] {
        &self.steps[..usize::from(self.len)]
    }

    pub fn end(self) -> Area {
        self.steps[STEPS_MAX - 1]
    }
}

impl TryFrom<ArrayVec<Area, STEPS_MAX>> for Path {
    type Error = &'static str;

    fn try_from(steps: ArrayVec<Area, STEPS_MAX>) -> Result<Self, Self::Error> {
        let mut steps = steps.into_iter();
        let first = steps.next().ok_or("a path has at least one step")?;
        Ok(steps.fold(Path::one(first), |path, next| path.then(next).expect("no more than fit")))
    }
}

impl From<Path> for ArrayVec<Area, STEPS_MAX> {
    fn from(path: Path) -> Self {
        path.steps().iter().copied().collect()
    }
}
