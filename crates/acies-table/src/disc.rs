//! Discs: pieces and zones that are a place and a radius.
//!
//! Advanced Virtus spaces its units by the distance of their reference points, not by their
//! footprints (AV-R3, AV-R4): what moves is a place along a segment, what stands in its way are
//! discs.

use glam::DVec2;

use crate::{Interval, Rect, Segment, Tolerance};

/// A place and what lies within a radius of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    pub centre: DVec2,
    pub radius: f64,
}

/// How a path passes a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Graze {
    /// It would come nearer than the radius: from this fraction of the path on.
    Enters(f64),
    /// It touches the rim, within the tolerance: first, or else nearest, at this fraction of the path.
    Grazes(f64),
}

impl Disc {
    pub const fn new(centre: DVec2, radius: f64) -> Disc {
        Disc { centre, radius }
    }

    /// Whether a place lies in the disc or within the tolerance of it (AV-R4, AV-R5).
    pub fn contains(&self, place: DVec2, tolerance: Tolerance) -> bool {
        self.centre.distance(place) <= self.radius + tolerance.touch
    }

    /// The distance from the rim to a rectangle; 0 if they overlap.
    pub fn distance(&self, rect: &Rect) -> f64 {
        (rect.distance_to(self.centre) - self.radius).max(0.0)
    }

    /// The part of a path, as fractions from 0 to 1, that lies in the disc; solved, not stepped
    /// (AV-R2).
    ///
    /// ```
    /// # use acies_table::{Disc, Interval, Segment};
    /// # use glam::dvec2;
    /// let disc = Disc::new(dvec2(0.0, 0.0), 1.0);
    /// let path = Segment::new(dvec2(-4.0, 0.0), dvec2(4.0, 0.0));
    /// assert_eq!(disc.chord(&path), Some(Interval::new(0.375, 0.625)));
    /// ```
    pub fn chord(&self, path: &Segment) -> Option<Interval> {
        let along = path.b - path.a;
        let to_start = path.a - self.centre;
        let squared = along.length_squared();
        let outside = to_start.length_squared() - self.radius * self.radius;
        if squared == 0.0 {
            return (outside <= 0.0).then_some(Interval::WHOLE);
        }
        // The squared distance is outside + radius^2 + 2 half t + squared t^2.
        let half = to_start.dot(along);
        let discriminant = half * half - squared * outside;
        if discriminant < 0.0 {
            return None;
        }
        let root = discriminant.sqrt();
        let chord = Interval::new((-half - root) / squared, (-half + root) / squared);
        chord.shared(&Interval::WHOLE)
    }

    /// What a path of a reference point does to this disc (AV-R49): where it must stop, or that it only
    /// grazes it. A path that starts at the rim and leads along it or away meets nothing, unless it
    /// comes nearer than the tolerance allows.
    pub fn meets(&self, path: &Segment, tolerance: Tolerance) -> Option<Graze> {
        let nearest = path.nearest_fraction(self.centre);
        let distance = path.at(nearest).distance(self.centre);
        let chord = self.chord(path).map(|chord| chord.from);
        if distance < self.radius - tolerance.touch {
            return chord.map(Graze::Enters);
        }
        let is_rim = distance <= self.radius + tolerance.touch;
        let comes = is_rim && !self.contains(path.a, tolerance);
        comes.then(|| Graze::Grazes(chord.unwrap_or(nearest)))
    }
}

/// Where a path may end when it may pass discs but not halt in them (AV-R53). A place less than the
/// tolerance inside a rim counts as outside.
impl Segment {
    /// The greatest fraction of the path, up to `most`, at which it ends in none of the discs; none if
    /// all of it up to there lies in them.
    ///
    /// ```
    /// # use acies_table::{Angle, Disc, Segment, Tolerance};
    /// # use glam::dvec2;
    /// # let tolerance = Tolerance::new(0.01, Angle::new(0.01));
    /// let friend = [Disc::new(dvec2(0.0, 2.0), 1.0)];
    /// let path = Segment::new(dvec2(0.0, 0.0), dvec2(0.0, 4.0));
    /// assert_eq!(path.last_end(1.0, &friend, tolerance), Some(1.0));
    /// assert_eq!(path.last_end(0.6, &friend, tolerance), Some(0.25));
    /// assert_eq!(path.first_end(0.6, &friend, tolerance), Some(0.75));
    /// ```
    pub fn last_end<'a>(
        &self,
        most: f64,
        discs: impl IntoIterator<Item = &'a Disc, IntoIter: Clone>,
        tolerance: Tolerance,
    ) -> Option<f64> {
        self.end_outside(most, &discs.into_iter(), tolerance, |chord| chord.from)
    }

    /// The least fraction of the path, from `least` on, at which it ends in none of the discs.
    pub fn first_end<'a>(
        &self,
        least: f64,
        discs: impl IntoIterator<Item = &'a Disc, IntoIter: Clone>,
        tolerance: Tolerance,
    ) -> Option<f64> {
        self.end_outside(least, &discs.into_iter(), tolerance, |chord| chord.to)
    }

    /// Leaves disc after disc by the end of its chord that is asked for.
    fn end_outside<'a>(
        &self,
        start: f64,
        discs: &(impl Iterator<Item = &'a Disc> + Clone),
        tolerance: Tolerance,
        leave: impl Fn(Interval) -> f64,
    ) -> Option<f64> {
        let mut at = start;
        loop {
            let place = self.at(at);
            let inside = |disc: &&Disc| disc.centre.distance(place) < disc.radius - tolerance.touch;
            let Some(disc) = discs.clone().find(inside) else { return Some(at) };
            // Who is in it at the end of the path finds no way out.
            at = disc.chord(self).map(&leave).filter(|&end| (end - at).abs() > 0.0)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::dvec2;

    use super::*;
    use crate::Angle;

    /// AV-R2.
    const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(0.01));

    /// The enemy's reference point is at the origin; a unit moves 4 UD north from (x, -3).
    fn advance(x: f64) -> Option<Graze> {
        let path = Segment::new(dvec2(x, -3.0), dvec2(x, 1.0));
        Disc::new(DVec2::ZERO, 1.0).meets(&path, TOLERANCE)
    }

    #[test]
    fn head_on_it_stops_at_one() {
        assert_eq!(advance(0.0), Some(Graze::Enters(0.5)));
        // At x = 0.6 the circle is reached at y = -0.8: 2.2 of 4.
        let Some(Graze::Enters(at)) = advance(0.6) else { panic!("it enters") };
        assert!((at - 0.55).abs() < 1e-12);
    }

    #[test]
    fn grazing_is_not_entering() {
        assert_eq!(advance(1.0), Some(Graze::Grazes(0.75)));
        assert_eq!(advance(1.005), Some(Graze::Grazes(0.75)));
        assert_eq!(advance(1.011), None);
        // AV-R49(a): only who stays outside the circle goes on to the nearest point. At x = 0.995 it is
        // reached at y = -0.0999: 2.9001 of 4.
        let Some(Graze::Grazes(at)) = advance(0.995) else { panic!("it grazes") };
        assert!((at - 0.725_03).abs() < 1e-5);
    }

    #[test]
    fn leaving_a_neighbour_is_free() {
        let disc = Disc::new(DVec2::ZERO, 1.0);
        let away = Segment::new(dvec2(1.0, 0.0), dvec2(1.0, 4.0));
        assert_eq!(disc.meets(&away, TOLERANCE), None);
        // AV-R2: beside it, give or take what a place on the grid is off.
        let along = Segment::new(dvec2(1.0, -0.001), dvec2(1.0, 4.0));
        assert_eq!(disc.meets(&along, TOLERANCE), None);
        let closer = Segment::new(dvec2(1.0, 0.0), dvec2(-1.0, 0.5));
        assert_eq!(disc.meets(&closer, TOLERANCE), Some(Graze::Enters(0.0)));
    }
}
