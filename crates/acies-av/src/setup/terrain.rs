//! S3: the six sectors of the table, and the octagons that lie in them (AV-R27).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Length, Point, Polygon};
use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

use super::{
    NoPreparing, Prepare, Preparing,
    terrain_dice::{Column, Hill, Patch},
    words::{at_text, plain, sector_name},
};
use crate::{
    battle::{Action, Battle, Field},
    ground::{Area, Piece},
    notation::Reader,
    rulings::TOL,
    words::{events::Event, refusals::No},
};

/// A piece that somebody lays in one of the six sectors, and another that is thrown for there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Laying {
    pub sector: u8,
    pub piece: Piece,
    pub then: Option<Piece>,
}

impl Step<Battle> for Laying {
    fn deciders(&self, _: &Battle) -> Seats {
        owner(self.sector).into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        let (sector, piece) = (sector_name(self.sector), plain(self.piece));
        (format!("where in the {sector} does the {piece} lie?"), &["AV-R27"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let places = usual_places(&battle.setup.field, self.sector, self.piece);
        out.extend(places.map(|at| Prepare::from(Lay { at }).into()));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Prepare::from(Lay { at: Point::default() }).into());
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

/// Where its middle comes to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lay {
    pub at: Point,
}

impl Deed<Battle> for Lay {
    type Plan = Laying;
    const VERBS: &'static [&'static str] = &["lay"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("lay {} {}", self.at.x, self.at.y)
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Lay { at: Point { x: reader.length()?, y: reader.length()? } })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Laying, No> {
        let Some(Preparing::Piece(laying)) = battle.asked() else { return Err(No::NotNow) };
        check(&battle.setup.field, laying.sector, laying.piece, self.at)?;
        Ok(laying)
    }

    fn perform(
        &self,
        Laying { sector, piece, then }: Laying,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (by, at) = (owner(sector), self.at);
        battle.ground.to_mut().areas.push(octagon(piece, at));
        log.push(|| Event::Laid { by, piece, at });
        match then {
            Some(piece) => {
                battle.lay(Preparing::from(Laying { sector, piece, then: None }));
                Ok(())
            }
            None => battle.throw_for_sectors(sector + 1, dice, log),
        }
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Place", format!("Lay it at {}", at_text(self.at))).rules(&["AV-R27"])
    }
}

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
pub fn check(field: &Field, sector: u8, piece: Piece, at: Point) -> Result<(), NoPreparing> {
    let (from, to) = room(field, sector, piece);
    let within = |at: Length, from: Length, to: Length| {
        from.get() - TOL <= at.get() && at.get() <= to.get() + TOL
    };
    let fits = within(at.x, from.x, to.x) && within(at.y, from.y, to.y);
    if fits { Ok(()) } else { Err(NoPreparing::OutsideSector { at, from, to }) }
}

/// The middle of the room, its corners and the middles of its sides.
pub fn usual_places(field: &Field, sector: u8, piece: Piece) -> impl Iterator<Item = Point> {
    let (from, to) = room(field, sector, piece);
    let between = move |part: DVec2| Point::nearest(from.vec() + (to.vec() - from.vec()) * part);
    let parts = [(0.5, 0.5), (0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.0, 0.5), (1.0, 0.5)];
    let more = [(0.0, 1.0), (0.5, 1.0), (1.0, 1.0)];
    parts.into_iter().chain(more).map(move |(x, y)| between(dvec2(x, y)))
}
