//! S3: the six sectors of the table, and the octagons that lie in them (AV-R27).

use acies_core::Seat;
use acies_table::{Length, Point, Polygon};
use glam::{DVec2, dvec2};

use super::NoPreparing as No;
use crate::{
    battle::Field,
    ground::{Area, Piece},
    rulings::TOL,
    setup::terrain_dice::{Column, Hill, Patch},
};

/// AV-R27: three columns and two rows.
pub const SECTORS: u8 = 6;

/// Who places the pieces of a sector: it lies in his half.
pub fn owner(sector: u8) -> Seat {
    if sector < SECTORS / 2 { Seat::Red } else { Seat::Blue }
}

/// Sectors are counted from the west, the southern row first.
pub fn column(sector: u8) -> Column {
    if sector % 3 == 1 { Column::Centre } else { Column::Outer }
}

impl From<Hill> for Piece {
    fn from(hill: Hill) -> Piece {
        match hill {
            Hill::Gentle => Piece::GentleHill,
            Hill::Steep => Piece::SteepHill,
        }
    }
}

impl From<Patch> for Piece {
    fn from(patch: Patch) -> Piece {
        match patch {
            Patch::Scrub => Piece::Scrub,
            Patch::LightWood => Piece::LightWood,
            Patch::DenseWood => Piece::DenseWood,
            Patch::RockyGround => Piece::Rocks,
        }
    }
}

/// Cosine and sine of an eighth of a right angle times two: 22.5 degrees.
const EIGHTH: DVec2 = dvec2(0.923_879_532_511_286_7, 0.382_683_432_365_089_8);

/// From the middle of a piece to its corners.
fn radius_ud(piece: Piece) -> f64 {
    if piece.is_hill() { 3.0 } else { 2.0 }
}

/// AV-R27: a regular octagon, two sides parallel to the long edges.
pub fn octagon(piece: Piece, at: Point) -> Area {
    let DVec2 { x: long, y: short } = EIGHTH * radius_ud(piece);
    let corners = [
        (long, short),
        (short, long),
        (-short, long),
        (-long, short),
        (-long, -short),
        (-short, -long),
        (short, -long),
        (long, -short),
    ];
    let corners = corners.map(|(x, y)| Point::nearest(at.vec() + dvec2(x, y)));
    let outline = Polygon::new(corners.into()).expect("an octagon of 2 UD or more is a polygon");
    Area { piece, outline }
}

/// Where the middle of a piece may be in its sector: from the south-west to the north-east.
pub fn room(field: &Field, sector: u8, piece: Piece) -> (Point, Point) {
    let size = dvec2(field.width.get() / 3.0, field.depth.get() / 2.0);
    let corner = dvec2(f64::from(sector % 3), f64::from(sector / 3)) * size;
    let margin = DVec2::splat(EIGHTH.x * radius_ud(piece));
    (Point::nearest(corner + margin), Point::nearest(corner + size - margin))
}

/// AV-R27: a piece lies within its sector. Each sector has one patch and one hill at most, so that no two
/// patches overlap.
pub fn check(field: &Field, sector: u8, piece: Piece, at: Point) -> Result<(), No> {
    let (from, to) = room(field, sector, piece);
    let within = |at: Length, from: Length, to: Length| {
        from.get() - TOL <= at.get() && at.get() <= to.get() + TOL
    };
    let fits = within(at.x, from.x, to.x) && within(at.y, from.y, to.y);
    if fits { Ok(()) } else { Err(No::OutsideSector { at, from, to }) }
}

/// The middle of the room, its corners and the middles of its sides.
pub fn usual_places(field: &Field, sector: u8, piece: Piece) -> impl Iterator<Item = Point> {
    let (from, to) = room(field, sector, piece);
    let between = move |part: DVec2| Point::nearest(from.vec() + (to.vec() - from.vec()) * part);
    let parts = [(0.5, 0.5), (0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.0, 0.5), (1.0, 0.5)];
    let more = [(0.0, 1.0), (0.5, 1.0), (1.0, 1.0)];
    parts.into_iter().chain(more).map(move |(x, y)| between(dvec2(x, y)))
}
