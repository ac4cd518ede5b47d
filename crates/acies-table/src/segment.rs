//! Straight lines from one place to another: edges, lines of sight, crests, walls, paths.

use glam::DVec2;

use crate::pose::right_of;

/// A straight line from `a` to `b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub a: DVec2,
    pub b: DVec2,
}

impl Segment {
    pub const fn new(a: DVec2, b: DVec2) -> Segment {
        Segment { a, b }
    }

    pub fn length(&self) -> f64 {
        self.a.distance(self.b)
    }

    /// The place that lies this fraction of the way from `a` to `b`.
    pub fn at(&self, fraction: f64) -> DVec2 {
        self.a + (self.b - self.a) * fraction
    }

    pub fn middle(&self) -> DVec2 {
        (self.a + self.b) * 0.5
    }

    pub fn reversed(&self) -> Segment {
        Segment::new(self.b, self.a)
    }

    /// How far along the segment, from 0 to 1, it comes nearest to a place.
    pub fn nearest_fraction(&self, place: DVec2) -> f64 {
        let along = self.b - self.a;
        let length_squared = along.length_squared();
        if length_squared == 0.0 {
            return 0.0;
        }
        ((place - self.a).dot(along) / length_squared).clamp(0.0, 1.0)
    }

    /// The place of the segment that is nearest to another place.
    pub fn nearest_to(&self, place: DVec2) -> DVec2 {
        self.at(self.nearest_fraction(place))
    }

    /// Least distance to a place (AV-R13, AV-R14; AV query 11, `path_near_leader`).
    pub fn distance(&self, place: DVec2) -> f64 {
        self.nearest_to(place).distance(place)
    }

    /// How far a place lies to the right of the line through `a` and `b`, looking from `a` to `b`;
    /// negative on the left.
    pub fn right_of_line(&self, place: DVec2) -> f64 {
        (place - self.a).dot(right_of((self.b - self.a).normalize_or_zero()))
    }

    /// How far along this segment, from 0 to 1, it meets another; none if it does not, or if they
    /// are parallel. An end that lies on the other segment meets it.
    ///
    /// ```
    /// # use acies_table::Segment;
    /// # use glam::dvec2;
    /// let shot = Segment::new(dvec2(0.0, 0.0), dvec2(0.0, 4.0));
    /// let wall = Segment::new(dvec2(-1.0, 3.0), dvec2(1.0, 3.0));
    /// assert_eq!(shot.meets(&wall), Some(0.75));
    /// ```
    pub fn meets(&self, other: &Segment) -> Option<f64> {
        let (ours, theirs) = (self.b - self.a, other.b - other.a);
        let between = other.a - self.a;
        let cross = ours.perp_dot(theirs);
        if cross * cross <= PARALLEL * ours.length_squared() * theirs.length_squared() {
            return None;
        }
        let along_ours = between.perp_dot(theirs) / cross;
        let along_theirs = between.perp_dot(ours) / cross;
        let on = |fraction: f64| (-EPSILON..=1.0 + EPSILON).contains(&fraction);
        (on(along_ours) && on(along_theirs)).then(|| along_ours.clamp(0.0, 1.0))
    }
}

/// Rounding errors of a fraction of a segment stay below this.
const EPSILON: f64 = 1e-12;

/// The squared sine of the angle below which segments are parallel.
const PARALLEL: f64 = 1e-24;

#[cfg(test)]
mod tests {
    use glam::dvec2;

    use super::*;

    #[test]
    fn meeting_at_ends_and_missing() {
        let wall = Segment::new(dvec2(0.0, 0.0), dvec2(2.0, 0.0));
        for (from, to, expected) in [
            (dvec2(1.0, -1.0), dvec2(1.0, 1.0), Some(0.5)),
            (dvec2(2.0, 1.0), dvec2(2.0, 0.0), Some(1.0)),
            (dvec2(0.0, 0.0), dvec2(-1.0, 1.0), Some(0.0)),
            (dvec2(3.0, -1.0), dvec2(3.0, 1.0), None),
            (dvec2(1.0, 1.0), dvec2(1.0, 0.5), None),
            (dvec2(0.0, 1.0), dvec2(2.0, 1.0), None),
        ] {
            assert_eq!(Segment::new(from, to).meets(&wall), expected, "{from} to {to}");
        }
    }

    #[test]
    fn nearest_places() {
        let crest = Segment::new(dvec2(0.0, 0.0), dvec2(4.0, 0.0));
        assert_eq!(crest.distance(dvec2(1.0, 2.0)), 2.0);
        assert_eq!(crest.distance(dvec2(7.0, 4.0)), 5.0);
        assert_eq!(crest.right_of_line(dvec2(9.0, -3.0)), 3.0);
        assert_eq!(Segment::new(crest.a, crest.a).distance(dvec2(0.0, 2.0)), 2.0);
    }
}
