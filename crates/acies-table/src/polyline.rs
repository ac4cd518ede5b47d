//! Lines across the ground: walls, ditches, crests, roads and rivers.

use glam::DVec2;
use serde::{Deserialize, Serialize};

use crate::{NotAPolygon, Point, Polygon, Rect, Segment, Sweep, Tolerance, pose::right_of};

/// A line of straight parts, end to end. A single point is a line without length, such as the crest
/// of a hill that has none drawn (IMP-R90).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Polyline {
    pub points: Vec<Point>,
}

impl Polyline {
    pub fn new(points: Vec<Point>) -> Polyline {
        Polyline { points }
    }

    pub fn parts(&self) -> impl Iterator<Item = Segment> + Clone {
        let single = self.points.first().filter(|_| self.points.len() == 1);
        let pairs = self.points.windows(2).map(|pair| Segment::new(pair[0].vec(), pair[1].vec()));
        pairs.chain(single.map(|point| Segment::new(point.vec(), point.vec())))
    }

    /// Least distance to a place (ADLG-R137, IMP-R90, AV-R16).
    pub fn distance_to(&self, place: DVec2) -> f64 {
        self.parts().map(|part| part.distance(place)).fold(f64::INFINITY, f64::min)
    }

    /// Least distance to a rectangle (IMP-R86, LEG-R19, LEG-R20).
    pub fn distance(&self, rect: &Rect) -> f64 {
        self.parts().map(|part| rect.distance(&Rect::from(part))).fold(f64::INFINITY, f64::min)
    }

    /// How far along a segment, from 0 to 1, it first meets the line: a sight across a crest (ADLG-R104,
    /// IMP-R91), a shot or an attack across a wall (IMP-R86, LEG-R19, AV-R16). The ends count.
    pub fn first_crossing(&self, segment: &Segment) -> Option<f64> {
        self.parts().filter_map(|part| segment.meets(&part)).reduce(f64::min)
    }

    /// The ground that the line covers if it is so wide: a road, a river, a stream (ADLG-R161,
    /// LEG-R17, AV-R10). Bends are mitred.
    pub fn band(&self, width: f64) -> Result<Polygon, NotAPolygon> {
        let bank =
            |side: f64| (0..self.points.len()).map(move |i| self.beside(i, side * width * 0.5));
        let left = bank(-1.0);
        let right = bank(1.0).rev();
        Polygon::new(left.chain(right).map(Point::nearest).collect())
    }

    /// The place beside the i-th point of the line, so far to the right of both parts that meet there.
    fn beside(&self, i: usize, right: f64) -> DVec2 {
        let here = self.points[i].vec();
        let direction =
            |a: usize, b: usize| (self.points[b].vec() - self.points[a].vec()).normalize_or_zero();
        let before = if i > 0 { direction(i - 1, i) } else { DVec2::ZERO };
        let after = if i + 1 < self.points.len() { direction(i, i + 1) } else { DVec2::ZERO };
        let along = (before + after).normalize_or_zero();
        // At a bend the bank is farther from the point than from the parts.
        let stretch = if after == DVec2::ZERO { before.dot(along) } else { after.dot(along) };
        here + right_of(along) * (right / stretch.max(SHARPEST))
    }

    /// As seen in a mirror that stands along the y axis.
    pub fn mirrored(&self) -> Polyline {
        Polyline::new(self.points.iter().map(|point| point.mirrored()).collect())
    }
}

/// Sharper bends than about 150 degrees are cut off.
const SHARPEST: f64 = 0.25;

impl Sweep {
    /// The fraction of the course at which a moving base first comes upon a line that it then crosses
    /// (LEG-R52, ADLG-R162, IMP-R121).
    pub fn first_crossing(&self, line: &Polyline, tolerance: Tolerance) -> Option<f64> {
        let touches =
            line.parts().filter_map(|part| self.first_touch(&Rect::from(part), tolerance));
        touches.filter(|touch| touch.enters).map(|touch| touch.at).reduce(f64::min)
    }
}

#[cfg(test)]
mod tests {
    use glam::dvec2;

    use super::*;
    use crate::{Angle, Base, Facing, Length, Motion, Pose, Size};

    fn line(points: &[(f64, f64)]) -> Polyline {
        Polyline::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect())
    }

    #[test]
    fn crossing_a_wall() {
        let wall = line(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)]);
        let shot = Segment::new(dvec2(2.0, -1.0), dvec2(6.0, 3.0));
        assert_eq!(wall.first_crossing(&shot), Some(0.25));
        assert_eq!(wall.distance_to(dvec2(7.0, 8.0)), 5.0);
        assert_eq!(line(&[(1.0, 1.0)]).distance_to(dvec2(1.0, 3.0)), 2.0);
    }

    /// A road of width 2 that turns from north to east at (0, 4): its inner corner is at (1, 3), its outer
    /// one at (-1, 5).
    #[test]
    fn roads_have_mitred_bends() {
        let road = line(&[(0.0, 0.0), (0.0, 4.0), (4.0, 4.0)]).band(2.0).unwrap();
        let corners: Vec<DVec2> = road.corners().collect();
        let expected = [(-1.0, 0.0), (-1.0, 5.0), (4.0, 5.0), (4.0, 3.0), (1.0, 3.0), (1.0, 0.0)];
        assert_eq!(corners, expected.map(|(x, y)| dvec2(x, y)));
    }

    #[test]
    fn bases_cross_ditches() {
        let tolerance = Tolerance::new(0.01, Angle::new(1.0));
        let ditch = line(&[(-9.0, 2.0), (9.0, 2.0)]);
        let base = Base::new(Pose::new(0.0, 0.0, Facing::NORTH), Size::new(1.0, 1.0));
        let crossing = |length: f64| {
            let course = Motion::advance(Length::new(length)).course(&base);
            Sweep::new(&base.rect(), course).first_crossing(&ditch, tolerance)
        };
        assert!((crossing(3.0).unwrap() - 0.5).abs() < 1e-9);
        assert_eq!(crossing(1.5), None);
    }
}
