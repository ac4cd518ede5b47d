//! Areas of ground: woods, hills, marshes, villages, lakes.

use std::fmt;

use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

use crate::{Facing, Length, Point, Pose, Rect, Segment};

/// An area with straight sides that do not cross. It need not be convex.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    corners: Vec<Point>,
    /// The south-west and north-east corners of the smallest box around it.
    low: Point,
    high: Point,
}

/// Why some points are not the corners of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAPolygon {
    TooFewCorners,
    /// Two sides, counted from 0, meet elsewhere than at a common corner.
    SidesCross(usize, usize),
}

impl fmt::Display for NotAPolygon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAPolygon::TooFewCorners => write!(f, "an area needs at least three corners"),
            NotAPolygon::SidesCross(a, b) => write!(f, "sides {a} and {b} of the area meet"),
        }
    }
}

impl std::error::Error for NotAPolygon {}

impl Polygon {
    /// ```
    /// # use acies_table::{Point, Polygon};
    /// # use glam::dvec2;
    /// let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)];
    /// let wood = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
    /// assert!(wood.contains(dvec2(1.0, 1.0)));
    /// assert_eq!(wood.area(), 12.0);
    /// ```
    pub fn new(corners: Vec<Point>) -> Result<Polygon, NotAPolygon> {
        let xs = || corners.iter().map(|corner| corner.x);
        let ys = || corners.iter().map(|corner| corner.y);
        let (Some(west), Some(east)) = (xs().min(), xs().max()) else {
            return Err(NotAPolygon::TooFewCorners);
        };
        let (Some(south), Some(north)) = (ys().min(), ys().max()) else {
            return Err(NotAPolygon::TooFewCorners);
        };
        let (low, high) = (Point { x: west, y: south }, Point { x: east, y: north });
        let polygon = Polygon { corners, low, high };
        match polygon.crossing_sides() {
            _ if polygon.corners.len() < 3 => Err(NotAPolygon::TooFewCorners),
            Some((a, b)) => Err(NotAPolygon::SidesCross(a, b)),
            None => Ok(polygon),
        }
    }

    fn crossing_sides(&self) -> Option<(usize, usize)> {
        let last = self.corners.len() - 1;
        let sides: Vec<Segment> = self.sides().collect();
        let apart = (0..=last).flat_map(|a| (a + 2..=last).map(move |b| (a, b)));
        apart.filter(|&pair| pair != (0, last)).find(|&(a, b)| sides[a].meets(&sides[b]).is_some())
    }

    /// An area with the corners of a rectangle, rounded to the grid.
    pub fn from_rect(rect: &Rect) -> Result<Polygon, NotAPolygon> {
        Polygon::new(rect.corners().map(Point::nearest).to_vec())
    }

    /// An ellipse drawn with so many corners, the first at the end of its long axis, which lies along
    /// the facing (LEG-R152).
    pub fn ellipse(
        pose: &Pose,
        long: Length,
        short: Length,
        corners: u16,
    ) -> Result<Polygon, NotAPolygon> {
        let corner = |i: u16| {
            let turn = i as f64 / corners as f64 * 360.0;
            let on_circle = Facing::new(crate::Angle::new(turn)).ahead();
            Point::nearest(pose.world(on_circle * dvec2(short.get(), long.get()) * 0.5))
        };
        Polygon::new((0..corners).map(corner).collect())
    }

    pub fn corners(&self) -> impl ExactSizeIterator<Item = DVec2> + Clone {
        self.corners.iter().map(|corner| corner.vec())
    }

    /// The sides, each from a corner to the next one.
    pub fn sides(&self) -> impl Iterator<Item = Segment> + Clone {
        let next = self.corners().cycle().skip(1);
        self.corners().zip(next).map(|(a, b)| Segment::new(a, b))
    }

    /// The smallest box around the area.
    pub fn bounds(&self) -> Rect {
        Rect::between(self.low.vec(), self.high.vec())
    }

    /// Whether a place lies inside. On the border it may be counted either way: where that matters,
    /// ask [`Polygon::contains_within`].
    pub fn contains(&self, place: DVec2) -> bool {
        if !self.bounds().contains(place) {
            return false;
        }
        let crosses = |side: &Segment| {
            let straddles = (side.a.y > place.y) != (side.b.y > place.y);
            let slope = (side.b.x - side.a.x) / (side.b.y - side.a.y);
            straddles && place.x < side.a.x + (place.y - side.a.y) * slope
        };
        self.sides().filter(crosses).count() % 2 == 1
    }

    /// Whether a place lies inside or on the border, give or take the slack (AV-R9, ADLG-R137).
    pub fn contains_within(&self, place: DVec2, slack: f64) -> bool {
        !self.is_far_from(&Segment::new(place, place), slack)
            && (self.contains(place) || self.border_distance(place) <= slack)
    }

    /// Whether a line stays outside the smallest box around the area, made so much wider: a quick test
    /// that rules most lines out.
    pub fn is_far_from(&self, line: &Segment, slack: f64) -> bool {
        let (low, high) = (self.low.vec() - slack, self.high.vec() + slack);
        line.a.x.max(line.b.x) < low.x
            || line.a.x.min(line.b.x) > high.x
            || line.a.y.max(line.b.y) < low.y
            || line.a.y.min(line.b.y) > high.y
    }

    /// The place on the border that is nearest to a place (IMP-R87).
    pub fn nearest_on_border(&self, place: DVec2) -> DVec2 {
        let places = self.sides().map(|side| side.nearest_to(place));
        let nearer = |a: DVec2, b: DVec2| {
            if b.distance_squared(place) < a.distance_squared(place) { b } else { a }
        };
        places.reduce(nearer).expect("a polygon has sides")
    }

    pub fn border_distance(&self, place: DVec2) -> f64 {
        self.nearest_on_border(place).distance(place)
    }

    /// Least distance to a rectangle; 0 if they overlap (LEG-R75, IMP-R120(c)).
    pub fn distance(&self, rect: &Rect) -> f64 {
        if self.contains(rect.centre()) {
            return 0.0;
        }
        self.sides().map(|side| rect.distance(&Rect::from(side))).fold(f64::INFINITY, f64::min)
    }

    pub fn area(&self) -> f64 {
        self.signed_area().abs()
    }

    /// Positive if the corners are listed anticlockwise.
    pub(crate) fn signed_area(&self) -> f64 {
        self.sides().map(|side| side.a.perp_dot(side.b)).sum::<f64>() * 0.5
    }

    /// The centre of gravity (ADLG-R24, IMP-R90).
    pub fn centroid(&self) -> DVec2 {
        // Reckoned from a corner, for accuracy far from the origin.
        let origin = self.corners[0].vec();
        let moments = self.sides().map(|side| {
            let (a, b) = (side.a - origin, side.b - origin);
            (a + b) * a.perp_dot(b)
        });
        origin + moments.sum::<DVec2>() / (6.0 * self.signed_area())
    }

    /// The longest line through the centre of gravity from border to border; its middle half is the
    /// crest of a hill in ADLG-R24. Of several, the first corner decides.
    pub fn longest_axis(&self) -> Segment {
        let centre = self.centroid();
        let axis_to = |corner: DVec2| {
            let back = (centre - corner) * (self.bounds().half().length() * 4.0);
            let ray = Segment::new(centre, centre + back);
            let far = self.sides().filter_map(|side| ray.meets(&side)).fold(0.0, f64::max);
            Segment::new(corner, ray.at(far))
        };
        let longer = |a: Segment, b: Segment| {
            if b.length() > a.length() + SAME_LENGTH { b } else { a }
        };
        self.corners().map(axis_to).reduce(longer).expect("a polygon has corners")
    }

    /// As seen in a mirror that stands along the y axis.
    pub fn mirrored(&self) -> Polygon {
        Polygon {
            corners: self.corners.iter().map(|corner| corner.mirrored()).collect(),
            low: Point { x: -self.high.x, y: self.low.y },
            high: Point { x: -self.low.x, y: self.high.y },
        }
    }
}

/// Lengths that differ by less are the same, but for rounding.
const SAME_LENGTH: f64 = 1e-9;

impl TryFrom<Vec<Point>> for Polygon {
    type Error = NotAPolygon;

    fn try_from(corners: Vec<Point>) -> Result<Polygon, NotAPolygon> {
        Polygon::new(corners)
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(polygon: Polygon) -> Vec<Point> {
        polygon.corners
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn polygon(corners: &[(f64, f64)]) -> Polygon {
        Polygon::new(corners.iter().map(|&(x, y)| Point::new(x, y)).collect()).unwrap()
    }

    /// An L of three unit squares, the inner corner at (1, 1):
    ///
    /// ```text
    ///   2 +--+
    ///     |  |
    ///   1 |  +--+
    ///     |     |
    ///   0 +-----+
    ///     0  1  2
    /// ```
    pub(crate) fn l_shape() -> Polygon {
        polygon(&[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)])
    }

    #[test]
    fn inside_an_l() {
        let l = l_shape();
        for (place, inside) in [
            (dvec2(0.5, 0.5), true),
            (dvec2(1.5, 0.5), true),
            (dvec2(0.5, 1.5), true),
            (dvec2(1.5, 1.5), false),
            (dvec2(-0.5, 0.5), false),
        ] {
            assert_eq!(l.contains(place), inside, "{place}");
        }
        assert!(l.contains_within(dvec2(2.005, 0.5), 0.01));
        assert!(!l.contains_within(dvec2(2.02, 0.5), 0.01));
        let line = |a: (f64, f64), b: (f64, f64)| Segment::new(dvec2(a.0, a.1), dvec2(b.0, b.1));
        assert!(l.is_far_from(&line((3.0, -1.0), (2.1, 5.0)), 0.01));
        assert!(!l.is_far_from(&line((3.0, -1.0), (1.9, 5.0)), 0.01));
        assert_eq!(l.border_distance(dvec2(1.5, 1.5)), 0.5);
        assert_eq!(l.distance(&Rect::from(dvec2(3.0, 1.0))), 1.0);
    }

    #[test]
    fn area_and_centroid() {
        assert_eq!(l_shape().area(), 3.0);
        // Squares at (0.5, 0.5), (1.5, 0.5) and (0.5, 1.5).
        assert!(l_shape().centroid().distance(DVec2::splat(2.5 / 3.0)) < 1e-12);
    }

    #[test]
    fn the_longest_axis_of_a_rectangle_is_a_diagonal() {
        let axis = polygon(&[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)]).longest_axis();
        assert!((axis.length() - 5.0).abs() < 1e-9);
        assert!(axis.middle().distance(dvec2(2.0, 1.5)) < 1e-9);
    }

    #[test]
    fn ellipses_start_at_the_end_of_the_long_axis() {
        let hill = Polygon::ellipse(
            &Pose::new(10.0, 0.0, Facing::EAST),
            Length::new(8.0),
            Length::new(4.0),
            24,
        )
        .unwrap();
        assert_eq!(hill.corners().next(), Some(dvec2(14.0, 0.0)));
        assert_eq!(hill.corners().len(), 24);
        assert_eq!(hill.bounds().width(), 8.0);
        assert_eq!(hill.bounds().depth(), 4.0);
    }

    #[test]
    fn bow_ties_are_refused() {
        let bow_tie = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)];
        let points = bow_tie.map(|(x, y)| Point::new(x, y)).to_vec();
        assert_eq!(Polygon::new(points), Err(NotAPolygon::SidesCross(0, 2)));
        assert!(serde_json::from_str::<Polygon>(r#"[{"x":0,"y":0},{"x":1,"y":1}]"#).is_err());
        assert_eq!(Polygon::new(vec![]), Err(NotAPolygon::TooFewCorners));
    }
}
