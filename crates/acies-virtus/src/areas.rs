//! The board: areas, the links between them, and the words for where something is (RULES.md 1,
//! 3.5, VIR-R1 to VIR-R9).
//!
//! No distance is measured (VIR-0.2): a position is an area. An area is told by the seat whose
//! side it lies on; which seat is South only decides what it is called and how it is drawn.

use std::fmt;

use acies_core::Seat;
use serde::{Deserialize, Serialize};

/// The most columns that a table has (VIR-1.5.3); a small table has three (VIR-1.5.4).
pub const COLUMNS_MAX: usize = 4;

/// An area of the table, or a reserve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Area(u8);

/// How many areas and reserves there are, for tables indexed by [`Area::index`].
pub const AREAS: usize = 2 * COLUMNS_MAX + 2;

impl Area {
    /// The area of a seat's side in a column, counted from 0 (VIR-1.5.3).
    pub const fn new(side: Seat, column: usize) -> Self {
        Area(side as u8 * COLUMNS_MAX as u8 + column as u8)
    }

    /// VIR-1.5.2, VIR-R3: a seat's reserve is one undivided area along its table edge.
    pub const fn reserve(side: Seat) -> Self {
        Area(2 * COLUMNS_MAX as u8 + side as u8)
    }

    /// The areas of a table without the reserves, red's side first.
    pub fn field(columns: usize) -> &'static [Area] {
        const FOUR: [Area; 8] =
            [Area(0), Area(1), Area(2), Area(3), Area(4), Area(5), Area(6), Area(7)];
        const THREE: [Area; 6] = [Area(0), Area(1), Area(2), Area(4), Area(5), Area(6)];
        if columns == COLUMNS_MAX { &FOUR } else { &THREE }
    }

    /// The areas of a table in the order of VIR-R21, without the reserves.
    pub fn all(columns: usize, south: Seat) -> impl Iterator<Item = Area> {
        [south, south.other()]
            .into_iter()
            .flat_map(move |side| (0..columns).map(move |column| Area::new(side, column)))
    }

    /// A seat's own-side areas (VIR-R5).
    pub fn row(side: Seat, columns: usize) -> impl Iterator<Item = Area> {
        (0..columns).map(move |column| Area::new(side, column))
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat whose row or reserve it is.
    pub const fn side(self) -> Seat {
        let blue = if self.is_reserve() {
            self.0 == Area::reserve(Seat::Blue).0
        } else {
            self.0 >= COLUMNS_MAX as u8
        };
        if blue { Seat::Blue } else { Seat::Red }
    }

    pub const fn is_reserve(self) -> bool {
        self.0 >= 2 * COLUMNS_MAX as u8
    }

    /// VIR-R4: the segment that it belongs to is its column; a reserve belongs to none (VIR-R3).
    pub const fn segment(self) -> Option<usize> {
        if self.is_reserve() { None } else { Some(self.0 as usize % COLUMNS_MAX) }
    }

    /// VIR-R5: the front area of a piece of `seat` that stands here.
    pub fn front(self, seat: Seat) -> Option<Area> {
        let column = self.segment()?;
        (self.side() == seat).then(|| Area::new(seat.other(), column))
    }

    /// VIR-R5: one area to the rear for a piece of `seat`; the reserve has none.
    pub fn rear(self, seat: Seat) -> Option<Area> {
        let column = self.segment()?;
        Some(if self.side() == seat { Area::reserve(seat) } else { Area::new(seat, column) })
    }

    /// VIR-R5: the flanking areas lie in the same row, left and right.
    pub fn flanks(self, columns: usize) -> impl Iterator<Item = Area> {
        let side = self.side();
        let beside = self.segment().into_iter().flat_map(|at| [at.checked_sub(1), Some(at + 1)]);
        beside.flatten().filter(move |&at| at < columns).map(move |at| Area::new(side, at))
    }

    /// VIR-R9: flank areas are those of the outer columns of both rows.
    pub fn is_flank_area(self, columns: usize) -> bool {
        self.segment().is_some_and(|column| column == 0 || column + 1 == columns)
    }

    /// VIR-R2, VIR-6.2.1 to .3: whether a piece of `seat` may ever step from here to there, whoever
    /// stands where. Sideways, diagonal and into the enemy reserve are never links.
    pub fn links_to(self, to: Area, seat: Seat) -> bool {
        let usable = |area: Area| !area.is_reserve() || area.side() == seat;
        usable(self) && usable(to) && (self.rear(seat) == Some(to) || to.rear(seat) == Some(self))
    }

    /// VIR-R1: the area at a point of the table, in centimetres from South's left corner. A point on
    /// a border belongs to the area with the larger coordinate.
    pub fn at(x: f64, y: f64, columns: usize, south: Seat) -> Option<Area> {
        let width = 20.0 * columns as f64;
        if !(0.0..=width).contains(&x) || !(0.0..=60.0).contains(&y) {
            return None;
        }
        let column = ((x / 20.0) as usize).min(columns - 1);
        Some(match y {
            ..10.0 => Area::reserve(south),
            ..30.0 => Area::new(south, column),
            ..50.0 => Area::new(south.other(), column),
            _ => Area::reserve(south.other()),
        })
    }

    /// The rectangle that the area takes on the table in centimetres: left, bottom, width, depth
    /// (VIR-1.5.1 to .3, VIR-R1).
    pub fn rectangle(self, columns: usize, south: Seat) -> [u32; 4] {
        let is_south = self.side() == south;
        match self.segment() {
            Some(at) => [20 * at as u32, if is_south { 10 } else { 30 }, 20, 20],
            None => [0, if is_south { 0 } else { 50 }, 20 * columns as u32, 10],
        }
    }

    /// What the area is called: `S2`, `N3`, `SR`, `NR`.
    pub fn name(self, south: Seat) -> &'static str {
        const NAMES: [[&str; 5]; 2] =
            [["S1", "S2", "S3", "S4", "SR"], ["N1", "N2", "N3", "N4", "NR"]];
        NAMES[usize::from(self.side() != south)][self.segment().unwrap_or(COLUMNS_MAX)]
    }

    /// The area of this name on a table of so many columns.
    pub fn named(name: &str, columns: usize, south: Seat) -> Option<Area> {
        let reserves = Seat::BOTH.map(Area::reserve);
        Area::all(columns, south)
            .chain(reserves)
            .find(|area| area.name(south).eq_ignore_ascii_case(name))
    }
}

impl TryFrom<u8> for Area {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        if usize::from(index) < AREAS { Ok(Area(index)) } else { Err(format!("no area {index}")) }
    }
}

impl From<Area> for u8 {
    fn from(area: Area) -> u8 {
        area.0
    }
}

impl fmt::Debug for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name(Seat::Red))
    }
}

bitflags::bitflags! {
    /// What lies in an area. Tags may be combined freely (VIR-R22) and all apply (VIR-R63).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Ground: u8 {
        const HILL = 1;
        const WOOD = 2;
        /// VIR-SR6.1. Also a wood (VIR-R22).
        const DENSE_WOOD = 4 | 2;
        const ROCKY = 8;
        const MARSH = 16;
    }
}

impl Ground {
    pub const WORDS: [(&'static str, Ground); 5] = [
        ("hill", Ground::HILL),
        ("dense_wood", Ground::DENSE_WOOD),
        ("wood", Ground::WOOD),
        ("rocky", Ground::ROCKY),
        ("marsh", Ground::MARSH),
    ];

    /// VIR-R21: how many terrain items these are. A dense wood is one.
    pub fn items(self) -> i32 {
        let dense = i32::from(self.contains(Ground::DENSE_WOOD));
        self.bits().count_ones() as i32 - dense
    }

    /// The tags in words. A dense wood is not also called a wood.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let dense = self.contains(Ground::DENSE_WOOD);
        Ground::WORDS
            .into_iter()
            .filter(move |&(word, tag)| self.contains(tag) && !(dense && word == "wood"))
            .map(|(word, _)| word)
    }
}

/// VIR-SR7, VIR-R73: how many units a turn may cross a boundary on which a river lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum River {
    /// VIR-SR7.1: three units.
    Ford,
    /// VIR-SR7.2: two units.
    NoFord,
    /// VIR-SR7.3: one unit.
    Deep,
}

impl River {
    pub const WORDS: [(&'static str, River); 4] = [
        ("bridge", River::Ford),
        ("ford", River::Ford),
        ("no_ford", River::NoFord),
        ("deep", River::Deep),
    ];

    pub fn crossings(self) -> u8 {
        match self {
            River::Ford => 3,
            River::NoFord => 2,
            River::Deep => 1,
        }
    }

    pub fn rule(self) -> &'static str {
        match self {
            River::Ford => "VIR-SR7.1",
            River::NoFord => "VIR-SR7.2",
            River::Deep => "VIR-SR7.3",
        }
    }
}

/// How many boundaries a river can lie on: behind, between and behind the rows, in each column.
pub const BOUNDARIES: usize = 3 * COLUMNS_MAX;

/// VIR-R73: the boundary that a step crosses: the middle line of a column, or the border between a
/// row and its reserve.
pub fn boundary(from: Area, to: Area) -> usize {
    let column = from.segment().or(to.segment()).expect("no two reserves touch");
    match (from.is_reserve() || to.is_reserve(), from.side()) {
        (false, _) => column,
        (true, Seat::Red) => COLUMNS_MAX + column,
        (true, Seat::Blue) => 2 * COLUMNS_MAX + column,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Seat::{Blue, Red};

    fn area(name: &str) -> Area {
        Area::named(name, 4, Red).unwrap()
    }

    #[test]
    fn areas_have_names_and_places() {
        // VIR-1.5.1 to VIR-1.5.3: 80 x 60 cm, reserves 10 cm deep, four areas of 20 x 20 cm a side.
        let names: Vec<_> = Area::all(4, Red).map(|area| area.name(Red)).collect();
        assert_eq!(names, ["S1", "S2", "S3", "S4", "N1", "N2", "N3", "N4"]);
        assert_eq!(area("N3").rectangle(4, Red), [40, 30, 20, 20]);
        assert_eq!(area("NR").rectangle(4, Red), [0, 50, 80, 10]);
        // VIR-1.5.4: three areas a side on 60 x 60 cm.
        assert_eq!(area("SR").rectangle(3, Red), [0, 0, 60, 10]);
        assert_eq!(Area::named("S4", 3, Red), None);
        // The other seat may be South: then its row is called S.
        assert_eq!(Area::new(Blue, 0).name(Blue), "S1");
        assert_eq!(Area::named("s1", 4, Blue), Some(Area::new(Blue, 0)));
    }

    #[test]
    fn a_border_belongs_to_the_larger_coordinate() {
        // VIR-R1.
        for (x, y, expected) in [
            (0.0, 0.0, Some("SR")),
            (19.9, 10.0, Some("S1")),
            (20.0, 29.9, Some("S2")),
            (20.0, 30.0, Some("N2")),
            (80.0, 49.9, Some("N4")),
            (80.0, 50.0, Some("NR")),
            (3.0, 60.0, Some("NR")),
            (80.1, 5.0, None),
            (5.0, -0.1, None),
        ] {
            let found = Area::at(x, y, 4, Red).map(|area| area.name(Red));
            assert_eq!(found, expected, "({x}, {y})");
        }
    }

    #[test]
    fn links_are_those_of_the_table() {
        // VIR-6.2.T and VIR-R2, for South; VIR-6.2.1 sideways, VIR-6.2.2 diagonal, VIR-6.2.3 reserve.
        for (from, to, expected) in [
            ("SR", "S3", true),
            ("S3", "SR", true),
            ("S3", "N3", true),
            ("N3", "S3", true),
            ("S3", "S2", false),
            ("N3", "N4", false),
            ("S3", "N2", false),
            ("N3", "S4", false),
            ("N3", "NR", false),
            ("NR", "N3", false),
            ("SR", "N3", false),
            ("S3", "S3", false),
        ] {
            assert_eq!(area(from).links_to(area(to), Red), expected, "{from} to {to}");
        }
        // VIR-R2: eight links are usable by each player, on three columns six.
        for seat in Seat::BOTH {
            for columns in [3, 4] {
                let all: Vec<_> =
                    Area::all(columns, Red).chain(Seat::BOTH.map(Area::reserve)).collect();
                let links = all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)));
                let usable = links.filter(|(a, b)| a.links_to(*b, seat)).count();
                assert_eq!(usable, 2 * 2 * columns, "there and back");
            }
        }
    }

    #[test]
    fn front_rear_and_flanks() {
        // VIR-R5.
        assert_eq!(area("S2").front(Red), Some(area("N2")));
        assert_eq!(area("N2").front(Red), None);
        assert_eq!(area("N2").front(Blue), Some(area("S2")));
        assert_eq!(area("SR").front(Red), None);
        assert_eq!(area("N2").rear(Red), Some(area("S2")));
        assert_eq!(area("S2").rear(Red), Some(area("SR")));
        assert_eq!(area("SR").rear(Red), None);
        assert_eq!(area("S2").rear(Blue), Some(area("N2")));
        let flanks = |name, columns| area(name).flanks(columns).collect::<Vec<_>>();
        assert_eq!(flanks("S1", 4), [area("S2")]);
        assert_eq!(flanks("N3", 4), [area("N2"), area("N4")]);
        assert_eq!(flanks("N3", 3), [area("N2")]);
        assert_eq!(flanks("SR", 4), []);
        // VIR-R4: a segment is a column of both rows, and a reserve is in none (VIR-R3).
        assert_eq!(area("S4").segment(), area("N4").segment());
        assert_eq!(area("NR").segment(), None);
        // VIR-R9.
        assert!(area("N1").is_flank_area(4) && area("S4").is_flank_area(4));
        assert!(!area("S3").is_flank_area(4) && area("S3").is_flank_area(3));
    }

    #[test]
    fn terrain_items_are_counted() {
        // VIR-R21, VIR-R22: a dense wood is also a wood, but one item.
        assert_eq!((Ground::HILL | Ground::WOOD).items(), 2);
        assert_eq!(Ground::DENSE_WOOD.items(), 1);
        assert!(Ground::DENSE_WOOD.contains(Ground::WOOD));
        let words: Vec<_> = (Ground::DENSE_WOOD | Ground::MARSH).words().collect();
        assert_eq!(words, ["dense_wood", "marsh"]);
    }

    #[test]
    fn rivers_let_some_units_pass() {
        // VIR-SR7.1 to VIR-SR7.3.
        assert_eq!(River::Ford.crossings(), 3);
        assert_eq!(River::NoFord.crossings(), 2);
        assert_eq!(River::Deep.crossings(), 1);
        // VIR-R73: both directions cross the same boundary.
        assert_eq!(boundary(area("S2"), area("N2")), boundary(area("N2"), area("S2")));
        assert_eq!(boundary(area("SR"), area("S2")), boundary(area("S2"), area("SR")));
        assert_ne!(boundary(area("SR"), area("S2")), boundary(area("NR"), area("N2")));
    }
}
