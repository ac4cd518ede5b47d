//! The outlines of the pieces of terrain (ADLG-R24, ADLG-R161), of our own drawing.
//!
//! Each fits in a circle of 6 UD across and holds a rectangle of 2 by 3 UD; none has a dent, so that
//! what is in it can be seen at a glance.

use acies_core::Seat;
use acies_table::{Facing, Length, Point, Polygon, Polyline, Pose, Rect};
use arrayvec::ArrayVec;
use glam::{DVec2, dvec2};

use super::{Chosen, Field, Laid, Wing};
use crate::{
    rulings::TOLERANCE,
    terrain::{Choice, Piece, landscape::Area},
};

/// ADLG-R161: the width of a river's band.
pub const RIVER_UD: f64 = 1.0;
/// ADLG-R24: how far a coast reaches into the table.
pub const COAST_UD: f64 = 4.0;
/// ADLG-R24: the width of a road's strip.
pub const ROAD_UD: f64 = 0.5;

/// The corners about the middle of a piece: x along its long axis, y across it, in UD.
#[rustfmt::skip]
fn corners(choice: Choice) -> &'static [(f64, f64)] {
    match choice {
        Choice::GentleHill => &[(-2.7, -0.2), (-2.2, -1.4), (-0.8, -2.1), (1.0, -2.0), (2.3, -1.2), (2.7, 0.3), (1.9, 1.6), (0.3, 2.1), (-1.6, 1.7)],
        Choice::SteepHill  => &[(-2.4, 0.1), (-1.9, -1.3), (-0.4, -1.9), (1.4, -1.6), (2.4, -0.3), (2.0, 1.2), (0.5, 1.9), (-1.5, 1.5)],
        Choice::Field      => &[(-2.1, -1.5), (1.9, -1.5), (2.1, 1.5), (-1.9, 1.5)],
        Choice::Brush      => &[(-2.1, -0.3), (-1.6, -1.3), (0.1, -1.6), (1.7, -1.2), (2.1, 0.2), (1.6, 1.3), (-0.2, 1.6), (-1.7, 1.2)],
        Choice::SandDunes  => &[(-2.6, 0.0), (-1.9, -1.2), (0.2, -1.6), (2.0, -1.1), (2.6, 0.2), (1.8, 1.3), (-0.3, 1.6), (-2.0, 1.1)],
        Choice::Plantation => &[(-2.0, -1.5), (2.0, -1.5), (2.0, 1.5), (-2.0, 1.5)],
        Choice::Gully      => &[(-2.8, 0.0), (-1.9, -1.15), (1.9, -1.15), (2.8, 0.0), (1.9, 1.15), (-1.9, 1.15)],
        Choice::Wood       => &[(-2.4, -0.4), (-1.7, -1.6), (-0.1, -1.9), (1.5, -1.6), (2.4, -0.2), (2.2, 1.0), (1.0, 1.8), (-0.8, 1.8), (-2.1, 0.9)],
        Choice::Marsh      => &[(-2.3, 0.2), (-1.8, -1.2), (-0.3, -1.7), (1.6, -1.4), (2.3, 0.0), (1.6, 1.4), (-0.1, 1.7), (-1.7, 1.3)],
        Choice::Village    => &[(-1.8, -0.8), (-1.4, -1.3), (1.4, -1.3), (1.8, -0.8), (1.8, 0.8), (1.4, 1.3), (-1.4, 1.3), (-1.8, 0.8)],
        Choice::Rocks      => &[(-2.1, -0.3), (-1.6, -1.2), (0.2, -1.6), (1.7, -1.1), (2.1, 0.4), (1.5, 1.3), (-1.5, 1.4)],
        Choice::Road | Choice::River | Choice::Coast => &[],
    }
}

impl Choice {
    /// Whether it is an area that is placed in a sector (ADLG-R26); water and roads are not.
    pub fn is_area(self) -> bool {
        !corners(self).is_empty()
    }

    /// What lies on the table; a river's going is thrown for.
    pub fn piece(self) -> Piece {
        match self {
            Choice::Field => Piece::Field,
            Choice::GentleHill => Piece::GentleHill,
            Choice::SteepHill => Piece::SteepHill,
            Choice::Brush => Piece::Brush,
            Choice::SandDunes => Piece::SandDunes,
            Choice::Plantation => Piece::Plantation,
            Choice::Gully => Piece::Gully,
            Choice::Wood => Piece::Wood,
            Choice::Marsh => Piece::Marsh,
            Choice::Village => Piece::Village,
            Choice::Rocks => Piece::Rocks,
            Choice::Road => Piece::Road,
            Choice::River => Piece::RiverOpen,
            Choice::Coast => Piece::Coast,
        }
    }

    /// What files and notation call it.
    pub fn word(self) -> &'static str {
        match self {
            Choice::River => "river",
            choice => choice.piece().word(),
        }
    }

    /// The corners of an area piece in a place, its long axis across the facing.
    pub fn corners(self, pose: &Pose) -> Corners {
        let corner = |&(x, y): &(f64, f64)| Point::nearest(pose.world(dvec2(x, y))).vec();
        corners(self).iter().map(corner).collect()
    }

    /// The same as an area of ground.
    pub fn outline(self, pose: &Pose) -> Polygon {
        let corners = self.corners(pose).into_iter().map(Point::nearest).collect();
        Polygon::new(corners).expect("a test draws every piece")
    }
}

/// ADLG-R161: a band from base edge to base edge, between these distances from a short edge.
fn band(field: &Field, owner: Seat, side: Wing, from: f64, to: f64) -> Polygon {
    let across = |x: f64| if side == Wing::Left { x } else { field.length() - x };
    let low = field.on_table(owner, dvec2(across(from), 0.0));
    let high = field.on_table(owner, dvec2(across(to), field.depth()));
    Polygon::from_rect(&Rect::between(low, high)).expect("a band has a width")
}

/// ADLG-R161.
pub fn river(field: &Field, owner: Seat, side: Wing, at: Length) -> Polygon {
    band(field, owner, side, at.get(), at.get() + RIVER_UD)
}

/// ADLG-R161.
pub fn coast(field: &Field, owner: Seat, side: Wing) -> Polygon {
    band(field, owner, side, 0.0, COAST_UD)
}

/// ADLG-R161.
pub fn road(from: Point, to: Point) -> Option<Polygon> {
    Polyline::new(vec![from, to]).band(ROAD_UD).ok()
}

impl Chosen {
    /// The piece as it lies on the table, if it does.
    pub fn area(&self, field: &Field) -> Option<Area> {
        let (piece, outline) = match self.laid {
            Laid::Waiting { .. } | Laid::Gone => return None,
            Laid::Area(pose) => (self.choice.piece(), self.choice.outline(&pose)),
            Laid::River { side, at, going } => (going, river(field, self.by, side, at)),
            Laid::Coast { side } => (Piece::Coast, coast(field, self.by, side)),
            Laid::Road { from, to } => (Piece::Road, road(from, to)?),
        };
        Some(Area { piece, outline })
    }
}

/// Room for the corners of any piece.
pub type Corners = ArrayVec<DVec2, 9>;

/// Whether two outlines without dents share ground, by more than the tolerance (ADLG-R6): no side of
/// either has the other wholly beyond it.
pub fn overlap(one: &[DVec2], other: &[DVec2]) -> bool {
    !is_split(one, other) && !is_split(other, one)
}

/// Whether a side of the first outline, whose corners go round against the clock, has the second beyond it.
fn is_split(one: &[DVec2], other: &[DVec2]) -> bool {
    let next = one.iter().cycle().skip(1);
    one.iter().zip(next).any(|(&a, &b)| {
        let outward = -(b - a).perp().normalize_or_zero();
        let nearest = other.iter().map(|&corner| (corner - a).dot(outward));
        nearest.fold(f64::INFINITY, f64::min) >= -TOLERANCE.touch
    })
}

/// The corners of an area of ground, which go round against the clock.
pub fn corners_of(outline: &Polygon) -> Vec<DVec2> {
    let corners: Vec<DVec2> = outline.corners().collect();
    let area: f64 = outline.sides().map(|side| side.a.perp_dot(side.b)).sum();
    if area < 0.0 { corners.into_iter().rev().collect() } else { corners }
}

/// Facings that differ for the outline of a piece when a machine places it.
pub const FACINGS: [Facing; 2] = [Facing::NORTH, Facing::EAST];

#[cfg(test)]
mod tests {
    use super::*;

    const AREAS: [Choice; 11] = [
        Choice::Field,
        Choice::GentleHill,
        Choice::SteepHill,
        Choice::Brush,
        Choice::SandDunes,
        Choice::Plantation,
        Choice::Gully,
        Choice::Wood,
        Choice::Marsh,
        Choice::Village,
        Choice::Rocks,
    ];

    /// ADLG-R24: in a circle of 6 UD, around a rectangle of 2 by 3.
    #[test]
    fn pieces_have_the_size_of_the_rules() {
        for choice in AREAS {
            let outline = choice.outline(&Pose::default());
            assert!(outline.corners().all(|corner| corner.length() <= 3.0), "{choice:?}");
            for corner in [(-1.5, -1.0), (1.5, -1.0), (1.5, 1.0), (-1.5, 1.0)] {
                assert!(outline.contains(dvec2(corner.0, corner.1)), "{choice:?} {corner:?}");
            }
            let turns: Vec<f64> = outline
                .sides()
                .zip(outline.sides().cycle().skip(1))
                .map(|(side, next)| (side.b - side.a).perp_dot(next.b - next.a))
                .collect();
            assert!(turns.iter().all(|turn| *turn > 0.0), "{choice:?} has a dent");
            assert!(choice.is_area());
        }
    }

    /// ADLG-R161, ADLG-R24: a river of 1 UD, a coast of 4 UD, a road of 0.5 UD.
    #[test]
    fn bands_run_across_the_table() {
        let field = Field::for_budget(200).unwrap();
        let river = river(&field, Seat::Red, Wing::Left, Length::new(3.0));
        let bounds = river.bounds();
        assert_eq!((bounds.width(), bounds.depth(), bounds.centre().x), (1.0, 20.0, -11.5));
        // Blue's left is in the east.
        let coast = coast(&field, Seat::Blue, Wing::Left).bounds();
        assert_eq!((coast.width(), coast.depth(), coast.centre().x), (4.0, 20.0, 13.0));
        let road = road(Point::new(2.0, -10.0), Point::new(2.0, 10.0)).unwrap().bounds();
        assert_eq!((road.width(), road.depth()), (0.5, 20.0));
        assert!(!Choice::Road.is_area() && !Choice::River.is_area() && !Choice::Coast.is_area());
    }

    #[test]
    fn pieces_that_share_ground_overlap() {
        let at = |x: f64| Choice::Wood.corners(&Pose::new(x, 0.0, Facing::NORTH));
        assert!(overlap(&at(0.0), &at(4.0)));
        assert!(!overlap(&at(0.0), &at(5.0)));
        assert!(overlap(&at(0.0), &at(0.0)));
        // Side by side they touch.
        let square = |x: f64| Choice::Plantation.corners(&Pose::new(x, 0.0, Facing::NORTH));
        assert!(!overlap(&square(0.0), &square(4.0)), "ADLG-R6");
        assert!(overlap(&square(0.0), &square(3.98)), "ADLG-R6");
        let small = Rect::between(dvec2(-0.1, -0.1), dvec2(0.1, 0.1));
        let small = corners_of(&Polygon::from_rect(&small).unwrap());
        assert!(overlap(&square(0.0), &small) && overlap(&small, &square(0.0)), "one in the other");
    }
}
