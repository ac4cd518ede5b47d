//! The ground under a base, along a line and along a move.

use glam::DVec2;

use crate::{
    Interval, Polygon, Rect, Segment, Sweep, Tolerance,
    clip::{Outline, keep},
};

impl Rect {
    /// The share of the base, from 0 to 1, that lies in an area (ADLG-R110, IMP-R88).
    ///
    /// ```
    /// # use acies_table::{Facing, Point, Polygon, Pose, Rect, Size};
    /// let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    /// let wood = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
    /// let archers = Rect::new(&Pose::new(0.0, 2.0, Facing::EAST), Size::new(1.0, 1.0));
    /// assert_eq!(archers.share_in(&wood), 0.5);
    /// ```
    pub fn share_in(&self, area: &Polygon) -> f64 {
        if self.area() == 0.0 || self.separation(&area.bounds()) >= 0.0 {
            return 0.0;
        }
        if area.sides().all(|side| self.separation(&Rect::from(side)) >= 0.0) {
            return if area.contains(self.centre()) { 1.0 } else { 0.0 };
        }
        // The triangles from the centre to the sides of the area make up the area, those that lie on
        // the outside being taken away again. Each is cut to the base.
        let half = self.half();
        let cut = |side: Segment| {
            let mut outline =
                Outline::from_iter([DVec2::ZERO, self.local(side.a), self.local(side.b)]);
            outline = keep(&outline, |place| half.x - place.x);
            outline = keep(&outline, |place| half.x + place.x);
            outline = keep(&outline, |place| half.y - place.y);
            outline = keep(&outline, |place| half.y + place.y);
            signed_area(&outline)
        };
        let inside: f64 = area.sides().map(cut).sum();
        (inside.abs() / self.area()).min(1.0)
    }

    /// Whether any part of the base lies in an area, by more than the tolerance (ADLG-R53, ADLG-R136,
    /// IMP-R89, LEG-R18).
    pub fn is_in(&self, area: &Polygon, tolerance: Tolerance) -> bool {
        let around = self.half().element_sum();
        let here = Segment::new(self.centre(), self.centre());
        !area.is_far_from(&here, around)
            && self.overlaps(&area.bounds(), tolerance)
            && (area.contains(self.centre()) || self.is_across_border(area, tolerance))
    }

    /// Whether the whole base lies in an area (ADLG-R31, IMP-R88).
    pub fn is_wholly_in(&self, area: &Polygon, tolerance: Tolerance) -> bool {
        area.contains(self.centre()) && !self.is_across_border(area, tolerance)
    }

    fn is_across_border(&self, area: &Polygon, tolerance: Tolerance) -> bool {
        area.sides().any(|side| self.overlaps(&Rect::from(side), tolerance))
    }
}

fn signed_area(outline: &Outline) -> f64 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>() * 0.5
}

impl Segment {
    /// The stretches of this segment, as fractions from 0 to 1, that lie in an area.
    pub fn inside<'a>(&'a self, area: &'a Polygon) -> impl Iterator<Item = Interval> + 'a {
        let mut at = if area.is_far_from(self, 0.0) { 1.0 } else { 0.0 };
        std::iter::from_fn(move || {
            let mut stretch: Option<Interval> = None;
            while at < 1.0 {
                let piece = Interval::new(at, self.next_border(area, at).unwrap_or(1.0));
                at = piece.to;
                let is_inside = area.contains(self.at(piece.middle()));
                if is_inside {
                    let from = stretch.map_or(piece.from, |stretch| stretch.from);
                    stretch = Some(Interval::new(from, piece.to));
                } else if stretch.is_some() {
                    break;
                }
            }
            stretch
        })
    }

    /// How much of this segment lies in an area: wood on a line of sight (ADLG-R24, IMP-R91, LEG-R66,
    /// AV-R12), rough ground on a path (AV-R52).
    pub fn length_inside(&self, area: &Polygon) -> f64 {
        self.inside(area).map(|stretch| stretch.length()).sum::<f64>() * self.length()
    }

    /// How far along this segment, from 0 to 1, it first meets the border of an area, its first
    /// `slack` of length left out: who starts on the border goes on (AV-R49(c), AV-R51).
    pub fn first_border(&self, area: &Polygon, slack: f64) -> Option<f64> {
        let length = self.length();
        let misses = length == 0.0 || area.is_far_from(self, 0.0);
        if misses { None } else { self.next_border(area, slack / length) }
    }

    /// The next place where it meets the border, after a fraction of it.
    fn next_border(&self, area: &Polygon, after: f64) -> Option<f64> {
        let meetings = area.sides().filter_map(|side| self.meets(&side));
        meetings.filter(|&at| at > after + EPSILON).reduce(f64::min)
    }
}

/// Meetings with the border that are nearer to each other, as fractions, are the same.
const EPSILON: f64 = 1e-11;

impl Sweep {
    /// The fraction of the course at which any part of the base first is in an area; 0 if it starts
    /// there (ADLG-R83, IMP `sweep_first`, LEG-R125).
    pub fn enters(&self, area: &Polygon, tolerance: Tolerance) -> Option<f64> {
        if self.start().is_in(area, tolerance) {
            return Some(0.0);
        }
        if !self.passes_near(&area.bounds(), tolerance.touch) {
            return None;
        }
        let touches =
            area.sides().filter_map(|side| self.first_touch(&Rect::from(side), tolerance));
        touches.filter(|touch| touch.enters).map(|touch| touch.at).reduce(f64::min)
    }

    /// Whether any part of the base is in an area at any time, for who need not know when.
    pub fn treads(&self, area: &Polygon, tolerance: Tolerance) -> bool {
        self.start().is_in(area, tolerance)
            || (self.passes_near(&area.bounds(), tolerance.touch)
                && area.sides().any(|side| self.runs_into(&Rect::from(side), tolerance)))
    }

    /// The stretches of the course, as fractions from 0 to 1, on which any part of the base is in
    /// an area by more than the tolerance (ADLG-R53, IMP-R89, LEG-R18, LEG-R58).
    pub fn inside(&self, area: &Polygon, tolerance: Tolerance) -> Vec<Interval> {
        let across =
            |side: Segment| self.overlaps(&Rect::from(side), tolerance).collect::<Vec<_>>();
        let mut crossings: Vec<Interval> = area.sides().flat_map(across).collect();
        crossings.sort_by(|a, b| a.from.total_cmp(&b.from));
        crossings.push(Interval::new(1.0, 1.0));

        // Between crossings of the border the base is either wholly inside or wholly outside.
        let mut stretches: Vec<Interval> = vec![];
        let mut at = 0.0;
        for crossing in crossings {
            let gap = Interval::new(at, crossing.from);
            if gap.length() > 0.0 && area.contains(self.at(gap.middle()).centre()) {
                push_joined(&mut stretches, gap);
            }
            push_joined(&mut stretches, crossing);
            at = crossing.to.max(at);
        }
        stretches.retain(|stretch| stretch.length() > 0.0);
        stretches
    }
}

/// Adds a stretch that begins no earlier than the last one, joining the two if they touch.
fn push_joined(stretches: &mut Vec<Interval>, next: Interval) {
    match stretches.last_mut() {
        Some(last) if next.from <= last.to => last.to = last.to.max(next.to),
        _ => stretches.push(next),
    }
}

#[cfg(test)]
mod tests {
    use glam::dvec2;

    use super::*;
    use crate::{
        Angle, Base, Facing, Length, Motion, Pose, Size,
        polygon::tests::{l_shape, polygon},
    };

    const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));

    fn rect(x: f64, y: f64, degrees: f64, width: f64, depth: f64) -> Rect {
        Rect::new(&Pose::new(x, y, Facing::new(Angle::new(degrees))), Size::new(width, depth))
    }

    #[test]
    fn shares_of_an_l() {
        let l = l_shape();
        for (rect, share) in [
            (rect(1.0, 1.0, 0.0, 2.0, 2.0), 0.75),
            (rect(1.0, 1.0, 90.0, 1.0, 1.0), 0.75),
            (rect(0.5, 1.0, 0.0, 1.0, 2.0), 1.0),
            (rect(1.5, 1.5, 0.0, 1.0, 1.0), 0.0),
            (rect(2.0, 0.5, 180.0, 1.0, 0.5), 0.5),
            // A diamond about the inner corner: a quarter of it is outside.
            (rect(1.0, 1.0, 45.0, 0.5, 0.5), 0.75),
            // The L lies wholly in this one.
            (rect(1.0, 1.0, 0.0, 4.0, 3.0), 0.25),
            (rect(9.0, 9.0, 0.0, 1.0, 1.0), 0.0),
        ] {
            assert!((rect.share_in(&l) - share).abs() < 1e-12, "{rect:?}: {}", rect.share_in(&l));
        }
    }

    #[test]
    fn partly_and_wholly_inside() {
        let l = l_shape();
        let inside = rect(0.5, 0.5, 0.0, 1.0, 1.0);
        assert!(inside.is_in(&l, TOLERANCE) && inside.is_wholly_in(&l, TOLERANCE));
        let flush = rect(1.5, 1.5, 0.0, 1.0, 1.0);
        assert!(!flush.is_in(&l, TOLERANCE));
        let partly = flush.shifted(dvec2(-0.1, 0.0));
        assert!(partly.is_in(&l, TOLERANCE) && !partly.is_wholly_in(&l, TOLERANCE));
        assert!(rect(1.0, 1.0, 0.0, 4.0, 4.0).is_in(&l, TOLERANCE));
    }

    /// A line at the height of 1.5 runs through both arms of a U, from 0 to 1 and from 2 to 3.
    ///
    /// ```text
    ///   2 +--+  +--+
    ///   --|--|--|--|--
    ///   1 |  +--+  |
    ///   0 +--------+
    ///     0  1  2  3
    /// ```
    #[test]
    fn a_line_through_both_arms_of_a_u() {
        let outer = [(0.0, 2.0), (0.0, 0.0), (3.0, 0.0), (3.0, 2.0)];
        let inner = [(2.0, 2.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0)];
        let u = polygon(&[outer, inner].concat());
        let line = Segment::new(dvec2(-1.0, 1.5), dvec2(4.0, 1.5));
        let stretches: Vec<Interval> = line.inside(&u).collect();
        assert_eq!(stretches.len(), 2);
        for (stretch, from) in stretches.iter().zip([0.2, 0.6]) {
            assert!((stretch.from - from).abs() < 1e-12 && (stretch.length() - 0.2).abs() < 1e-12);
        }
        assert!((line.length_inside(&u) - 2.0).abs() < 1e-12);
        assert_eq!(line.first_border(&u, 0.01), Some(0.2));
        let above = Segment::new(dvec2(-1.0, 2.5), dvec2(4.0, 2.5));
        assert_eq!(above.length_inside(&u), 0.0);
    }

    #[test]
    fn who_starts_on_a_border_goes_on() {
        let l = l_shape();
        let out = Segment::new(dvec2(0.0, 0.5), dvec2(4.0, 0.5));
        assert_eq!(out.first_border(&l, 0.01), Some(0.5));
        assert_eq!(out.length_inside(&l), 2.0);
    }

    /// A base of 1 by 1 starts 2 short of a wood 3 deep: in it from a way of 2 to a way of 6.
    #[test]
    fn a_move_through_a_wood() {
        let wood = polygon(&[(-5.0, 2.5), (5.0, 2.5), (5.0, 5.5), (-5.0, 5.5)]);
        let base = Base::new(Pose::new(0.0, 0.0, Facing::NORTH), Size::new(1.0, 1.0));
        let sweep = |length: f64| {
            let course = Motion::advance(Length::new(length)).course(&base);
            Sweep::new(&base.rect(), course)
        };
        let stretches = sweep(10.0).inside(&wood, TOLERANCE);
        assert_eq!(stretches.len(), 1);
        assert!((stretches[0].from - 0.201).abs() < 1e-9, "{stretches:?}");
        assert!((stretches[0].to - 0.599).abs() < 1e-9, "{stretches:?}");
        assert!((sweep(10.0).enters(&wood, TOLERANCE).unwrap() - 0.2).abs() < 1e-9);
        assert_eq!(sweep(2.0).enters(&wood, TOLERANCE), None);
    }
}
