//! Overlap, touch and distance of two rectangles.
//!
//! Two rectangles are apart exactly if they are apart across one of the four directions of their
//! edges. [`Rect::separation`] is the widest such gap; the rest follows from it.

use glam::DVec2;

use crate::{Rect, Segment, Tolerance};

impl Rect {
    /// How far apart two rectangles are across the best of their edge directions: never more than
    /// their distance. Negative if they overlap: then it is how far one must be shifted to part them.
    #[inline]
    pub fn separation(&self, other: &Rect) -> f64 {
        self.gap_across_own_edges(other).max(other.gap_across_own_edges(self))
    }

    #[inline]
    fn gap_across_own_edges(&self, other: &Rect) -> f64 {
        let centre = self.local(other.centre());
        let right = self.local_direction(other.right()).abs() * other.half().x;
        let ahead = self.local_direction(other.ahead()).abs() * other.half().y;
        (centre.abs() - self.half() - right - ahead).max_element()
    }

    /// How far another base has been pushed into this one; 0 if they do not overlap.
    pub fn overlap_depth(&self, other: &Rect) -> f64 {
        (-self.separation(other)).max(0.0)
    }

    /// Whether two bodies overlap by more than the tolerance (ADLG-R6, LEG-R46).
    ///
    /// ```
    /// # use acies_table::{Angle, Facing, Pose, Rect, Size, Tolerance};
    /// # let tolerance = Tolerance::new(0.01, Angle::new(1.0));
    /// let base = |x| Rect::new(&Pose::new(x, 0.0, Facing::NORTH), Size::new(1.0, 0.5));
    /// // Side by side they touch but do not overlap.
    /// assert!(base(0.0).touches(&base(1.0), tolerance));
    /// assert!(!base(0.0).overlaps(&base(1.0), tolerance));
    /// assert!(base(0.0).overlaps(&base(0.9), tolerance));
    /// ```
    #[inline]
    pub fn overlaps(&self, other: &Rect, tolerance: Tolerance) -> bool {
        self.separation(other) < -tolerance.touch
    }

    /// Whether two bodies are no farther apart than the tolerance (ADLG-R6, IMP-R4, LEG-R16).
    pub fn touches(&self, other: &Rect, tolerance: Tolerance) -> bool {
        self.separation(other) <= tolerance.touch && self.distance(other) <= tolerance.touch
    }

    /// The least distance between two rectangles; 0 if they overlap (ADLG-R7, IMP-R22, LEG-R16).
    pub fn distance(&self, other: &Rect) -> f64 {
        if self.separation(other) <= 0.0 {
            return 0.0;
        }
        // Apart, they are nearest to each other at a corner of one of them.
        let ours = self.corners().into_iter().map(|corner| other.distance_squared_to(corner));
        let theirs = other.corners().into_iter().map(|corner| self.distance_squared_to(corner));
        ours.chain(theirs).fold(f64::INFINITY, f64::min).sqrt()
    }

    /// From the place of this rectangle that is nearest to the other to the place of the other that is
    /// nearest to this one (LEG-R20, LEG-R97; and what a refusal draws). Of edges that face each other in
    /// parallel it joins the middles of the facing stretch; of overlapping bodies it is a single
    /// place in what they share.
    pub fn nearest(&self, other: &Rect) -> Segment {
        // Bodies that just touch may share nothing but an error of rounding.
        if self.separation(other) < -ROUNDING {
            let shared = self.shared(other);
            let middle = shared.iter().sum::<DVec2>() / shared.len() as f64;
            return Segment::new(middle, middle);
        }
        let ours = self.corners().map(|corner| Segment::new(corner, other.nearest_to(corner)));
        let theirs = other.corners().map(|corner| Segment::new(self.nearest_to(corner), corner));
        mean_of_shortest(ours.into_iter().chain(theirs))
    }
}

/// Rounding errors of lengths stay below this.
const ROUNDING: f64 = 1e-9;

/// The mean of the shortest segments. Taking any one of several would break the mirror.
fn mean_of_shortest(segments: impl Iterator<Item = Segment> + Clone) -> Segment {
    let shortest = segments.clone().map(|segment| segment.length()).fold(f64::INFINITY, f64::min);
    let mut count = 0.0;
    let mut sum = Segment::new(DVec2::ZERO, DVec2::ZERO);
    for segment in segments.filter(|segment| segment.length() <= shortest + ROUNDING) {
        sum = Segment::new(sum.a + segment.a, sum.b + segment.b);
        count += 1.0;
    }
    Segment::new(sum.a / count, sum.b / count)
}

#[cfg(test)]
mod tests {
    use glam::dvec2;

    use super::*;
    use crate::{Angle, Facing, Pose, Size};

    const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));

    fn square(x: f64, y: f64, degrees: f64) -> Rect {
        Rect::new(&Pose::new(x, y, Facing::new(Angle::new(degrees))), Size::new(2.0, 2.0))
    }

    /// Two squares of 2 by 2, the second stood on its corner:
    ///
    /// ```text
    ///   +---+     /\
    ///   | a |    <b >     b's left corner is the root of 2 left of its centre
    ///   +---+     \/
    /// ```
    #[test]
    fn corner_to_edge() {
        let gap = |x: f64| square(0.0, 0.0, 0.0).distance(&square(x, 0.0, 45.0));
        assert!((gap(5.0) - (4.0 - 2.0_f64.sqrt())).abs() < 1e-12);
        assert_eq!(gap(2.0), 0.0);
        let overlap = square(0.0, 0.0, 0.0).overlap_depth(&square(2.0, 0.0, 45.0));
        assert!((overlap - (2.0_f64.sqrt() - 1.0)).abs() < 1e-12);
    }

    #[test]
    fn corner_to_corner() {
        let (a, b) = (square(0.0, 0.0, 0.0), square(5.0, 6.0, 0.0));
        assert_eq!(a.distance(&b), 5.0);
        assert_eq!(a.separation(&b), 4.0);
        assert_eq!(a.nearest(&b), Segment::new(dvec2(1.0, 1.0), dvec2(4.0, 5.0)));
    }

    /// Fronts that face each other half a base out of line: the line between them is drawn in the
    /// middle of the stretch from x = 0 to x = 1.
    #[test]
    fn facing_fronts_are_joined_in_the_middle() {
        let nearest = square(0.0, 0.0, 0.0).nearest(&square(1.0, 3.0, 180.0));
        assert_eq!(nearest, Segment::new(dvec2(0.5, 1.0), dvec2(0.5, 2.0)));
    }

    #[test]
    fn flush_is_touching_and_not_overlapping() {
        for (x, touches, overlaps) in [
            (2.011, false, false),
            (2.009, true, false),
            (2.0, true, false),
            (1.991, true, false),
            (1.989, true, true),
        ] {
            let (a, b) = (square(0.0, 0.0, 0.0), square(x, 0.5, 0.0));
            assert_eq!(a.touches(&b, TOLERANCE), touches, "touches at {x}");
            assert_eq!(a.overlaps(&b, TOLERANCE), overlaps, "overlaps at {x}");
        }
    }

    #[test]
    fn lines_and_places_are_rectangles_too() {
        let wall = Rect::from(Segment::new(dvec2(3.0, -5.0), dvec2(3.0, 5.0)));
        assert_eq!(square(0.0, 0.0, 0.0).distance(&wall), 2.0);
        assert_eq!(square(0.0, 0.0, 0.0).distance(&Rect::from(dvec2(4.0, 5.0))), 5.0);
        assert_eq!(wall.distance(&Rect::from(dvec2(3.0, 1.0))), 0.0);
    }
}
