//! S3 to S5: which pieces a player may take, and where they may lie (ADLG-R25 to ADLG-R27, ADLG-R161).

use acies_core::Seat;
use acies_table::{Angle, Facing, Length, Point, Pose, Rect};
use arrayvec::ArrayVec;
use glam::{DVec2, dvec2};

use super::{
    Adjustment, Field, Laid, PIECES_MAX, Prelude, Sector, Wing,
    shapes::{self, Corners, FACINGS, corners_of, overlap},
};
use crate::{
    rulings::TOLERANCE,
    terrain::{
        Choice, Going, Region,
        landscape::{Area, Landscape},
    },
    words::refusals::No,
};

/// ADLG-R161: the near side of a river is between these from the short edge.
pub const RIVER_FROM: Length = Length::new(3.0);
pub const RIVER_TO: Length = Length::new(6.0);

/// ADLG-R25: the defender takes the compulsory piece and 1 to 3 more, the attacker 1 to 4.
pub const DEFENDERS_LEAST: usize = 2;
pub const ATTACKERS_LEAST: usize = 1;

impl Adjustment {
    /// ADLG-R27: how far a piece may be shifted.
    pub fn reach(self) -> Length {
        match self {
            Adjustment::Shift => Length::new(2.0),
            Adjustment::ShiftOrRotate => Length::new(4.0),
            Adjustment::Nothing | Adjustment::Remove => Length::ZERO,
        }
    }
}

impl Region {
    /// ADLG-R25: how many of a piece both players together may take.
    pub fn maximum(self, choice: Choice) -> u8 {
        let row = self.maxima().iter().find(|(known, _)| *known == choice);
        row.map_or(0, |(_, most)| *most)
    }
}

impl Prelude {
    /// ADLG-R25: whether a player may take these pieces.
    pub fn check_choice(&self, by: Seat, pieces: &[Choice]) -> Result<(), No> {
        let Some(region) = self.region else { return Err(No::NoRegion) };
        let defends = by == self.defender();
        let least = if defends { DEFENDERS_LEAST } else { ATTACKERS_LEAST };
        if pieces.len() < least {
            return Err(No::TooFewPieces { least: least as u8 });
        }
        if defends && !pieces.iter().any(|choice| region.compulsory().contains(choice)) {
            return Err(No::NotCompulsory { region });
        }
        let taken = || self.pieces.iter().map(|it| it.choice).chain(pieces.iter().copied());
        for &choice in pieces {
            let most = region.maximum(choice);
            if taken().filter(|it| *it == choice).count() > usize::from(most) {
                return Err(No::TooMany { choice, most });
            }
        }
        // "River or coast 1": not both.
        let water = |choice: &Choice| matches!(choice, Choice::River | Choice::Coast);
        if pieces.iter().any(water) && taken().filter(water).count() > 1 {
            return Err(No::TooMany { choice: Choice::Coast, most: 1 });
        }
        Ok(())
    }

    /// The pieces in their places; water wins over what it covers and the road over all, so they come
    /// last (ADLG-R161).
    pub fn landscape(&self, field: &Field) -> Landscape {
        let laid = |areas: bool| {
            let these = self.pieces.iter().filter(move |it| it.choice.is_area() == areas);
            these.filter_map(|it| it.area(field))
        };
        Landscape { areas: laid(true).chain(laid(false)).collect(), lines: Vec::new() }
    }

    /// Where one of the pieces could be: the others in the way.
    pub fn room(&self, piece: u8) -> Room {
        let others = (0..).zip(&self.pieces).filter(|(n, _)| *n != piece);
        let areas = others.filter_map(|(_, it)| match it.laid {
            Laid::Area(pose) => Some(Other::new(it.choice, &pose)),
            _ => None,
        });
        Room { choice: self.pieces[usize::from(piece)].choice, others: areas.collect() }
    }

    /// ADLG-R26: wholly in its sector, on no other piece.
    pub fn check_piece(
        &self,
        piece: u8,
        sector: Sector,
        pose: &Pose,
        field: &Field,
    ) -> Result<(), No> {
        let by = self.pieces[usize::from(piece)].by;
        self.room(piece).check(pose, &field.sector(by, sector)).map_err(|no| match no {
            Misfit::Outside(at) => No::OutsideSector { sector, at: Point::nearest(at) },
            Misfit::On(choice) => No::OnPiece { piece: choice.piece() },
        })
    }

    /// ADLG-R26: where a piece fits in its sector: a few places far apart, or any at all if there is none
    /// of them.
    pub fn usual_places(
        &self,
        piece: u8,
        sector: Sector,
        field: &Field,
    ) -> impl Iterator<Item = Pose> + use<> {
        let few = self.places(piece, sector, WIDE_UD, field);
        let mut few = few.peekable();
        let all = few.peek().is_none().then(|| self.places(piece, sector, NARROW_UD, field));
        few.chain(all.into_iter().flatten())
    }

    /// The places of a grid in which a piece fits.
    fn places(
        &self,
        piece: u8,
        sector: Sector,
        step: f64,
        field: &Field,
    ) -> impl Iterator<Item = Pose> + use<> {
        let rect = field.sector(self.pieces[usize::from(piece)].by, sector);
        let room = self.room(piece);
        let count = |side: f64| ((side / 2.0 - CLEAR_UD).max(0.0) / step) as i32;
        let (across, along) = (count(rect.width()), count(rect.depth()));
        let grid = (-across..=across).flat_map(move |i| (-along..=along).map(move |j| (i, j)));
        let poses = grid.flat_map(move |(i, j)| {
            let at = rect.centre() + dvec2(f64::from(i), f64::from(j)) * step;
            FACINGS.map(|facing| Pose::nearest(at, facing))
        });
        poses.filter(move |pose| room.check(pose, &rect).is_ok())
    }

    /// ADLG-R161: a straight strip between two different edges, over anything but impassable ground.
    pub fn check_road(&self, from: Point, to: Point, field: &Field) -> Result<(), No> {
        let edges = [from, to].map(|end| edge_of(field, end));
        let [Some(one), Some(other)] = edges else { return Err(No::RoadEnds) };
        if one == other {
            return Err(No::RoadEnds);
        }
        let Some(strip) = shapes::road(from, to) else { return Err(No::RoadEnds) };
        let strip = corners_of(&strip);
        let bars = |area: &Area| {
            let impassable = area.piece.going() == Going::Impassable;
            impassable && overlap(&corners_of(&area.outline), &strip)
        };
        match self.landscape(field).areas.iter().find(|area| bars(area)) {
            Some(area) => Err(No::OnPiece { piece: area.piece }),
            None => Ok(()),
        }
    }

    /// Where an area piece lies.
    pub fn pose(&self, piece: u8) -> Option<Pose> {
        match self.pieces[usize::from(piece)].laid {
            Laid::Area(pose) => Some(pose),
            _ => None,
        }
    }

    /// ADLG-R27: where a shift of a piece ends.
    pub fn shifted(&self, piece: u8, by: DVec2, field: &Field) -> Option<Pose> {
        self.room(piece).shifted(&self.pose(piece)?, by, field)
    }

    /// ADLG-R27: a piece turned about its middle.
    pub fn rotated(&self, piece: u8, by: Angle, field: &Field) -> Option<Pose> {
        self.room(piece).rotated(&self.pose(piece)?, by, field)
    }
}

/// A piece of terrain, and the others that it must not overlap.
pub struct Room {
    choice: Choice,
    others: ArrayVec<Other, PIECES_MAX>,
}

struct Other {
    choice: Choice,
    middle: DVec2,
    corners: Corners,
}

impl Other {
    fn new(choice: Choice, pose: &Pose) -> Other {
        Other { choice, middle: pose.at.vec(), corners: choice.corners(pose) }
    }
}

/// Why a piece does not fit: a corner that is outside, or another piece.
pub enum Misfit {
    Outside(DVec2),
    On(Choice),
}

impl Room {
    /// Wholly inside and on no other piece.
    fn check(&self, pose: &Pose, within: &Rect) -> Result<(), Misfit> {
        let corners = self.choice.corners(pose);
        let rect = within.grown(TOLERANCE.touch);
        if let Some(corner) = corners.iter().find(|corner| !rect.contains(**corner)) {
            return Err(Misfit::Outside(*corner));
        }
        let under = |other: &&Other| {
            // ADLG-R24: each fits in a circle of 6 UD.
            other.middle.distance(pose.at.vec()) < DIAMETER_UD && overlap(&other.corners, &corners)
        };
        match self.others.iter().find(under) {
            Some(other) => Err(Misfit::On(other.choice)),
            None => Ok(()),
        }
    }

    /// ADLG-R27, ADLG-R192: as far as it goes without leaving the table or overlapping.
    pub fn shifted(&self, from: &Pose, by: DVec2, field: &Field) -> Option<Pose> {
        let steps = (by.length() / SHIFT_STEP_UD).ceil().max(1.0) as u32;
        let part = |n: u32| {
            let fraction = f64::from(n) / f64::from(steps);
            Pose::nearest(from.at.vec() + by * fraction, from.facing)
        };
        let within = self.realm(from, field);
        (1..=steps).map(part).take_while(|pose| self.check(pose, &within).is_ok()).last()
    }

    /// ADLG-R27.
    pub fn rotated(&self, from: &Pose, by: Angle, field: &Field) -> Option<Pose> {
        let pose = Pose { facing: from.facing + by, ..*from };
        self.check(&pose, &self.realm(from, field)).is_ok().then_some(pose)
    }

    /// ADLG-R27: the table. ADLG-R191: rocks keep to their third of it.
    fn realm(&self, from: &Pose, field: &Field) -> Rect {
        match self.choice {
            Choice::Rocks if from.at.x < Length::ZERO => field.third(Wing::Left),
            Choice::Rocks => field.third(Wing::Right),
            _ => field.rect(),
        }
    }
}

/// ADLG-R24.
const DIAMETER_UD: f64 = 6.0;

/// How far apart the places are that a machine tries, and those that decide whether a piece fits
/// (ADLG-R192).
const WIDE_UD: f64 = 2.5;
const NARROW_UD: f64 = 0.5;

/// A machine places no piece nearer than this to the border of a sector: no outline is narrower.
const CLEAR_UD: f64 = 1.0;

/// ADLG-R192: how finely a shift is cut short (ADLG-R27).
const SHIFT_STEP_UD: f64 = 0.25;

/// The edge of the table on which a point lies.
fn edge_of(field: &Field, at: Point) -> Option<Facing> {
    let table = field.rect();
    let (x, y) = (at.x.get(), at.y.get());
    let (far_x, far_y) = (table.width() / 2.0, table.depth() / 2.0);
    let on = |value: f64, edge: f64| (value - edge).abs() <= TOLERANCE.touch;
    let within = x.abs() <= far_x + TOLERANCE.touch && y.abs() <= far_y + TOLERANCE.touch;
    match () {
        () if !within => None,
        () if on(y, far_y) => Some(Facing::NORTH),
        () if on(y, -far_y) => Some(Facing::SOUTH),
        () if on(x, far_x) => Some(Facing::EAST),
        () if on(x, -far_x) => Some(Facing::WEST),
        () => None,
    }
}
