//! Lines of sight.

use std::borrow::Borrow;

use glam::DVec2;

use crate::{Interval, Rect, Segment, Tolerance};

impl Rect {
    /// The stretch of a line, as fractions from 0 to 1, that runs through this base: a base on a line
    /// of sight (IMP-R80), a unit between two others (LEG-R97).
    ///
    /// ```
    /// # use acies_table::{Interval, Rect, Segment};
    /// # use glam::dvec2;
    /// let screen = Rect::between(dvec2(-1.0, 2.0), dvec2(1.0, 3.0));
    /// let shot = Segment::new(dvec2(0.0, 0.0), dvec2(0.0, 4.0));
    /// assert_eq!(screen.chord(&shot), Some(Interval::new(0.5, 0.75)));
    /// ```
    #[inline]
    pub fn chord(&self, line: &Segment) -> Option<Interval> {
        let (from, along) = (self.local(line.a), self.local_direction(line.b - line.a));
        let across = |from: f64, along: f64, half: f64| {
            if along == 0.0 {
                return (from.abs() <= half).then_some(Interval::WHOLE);
            }
            let (enters, leaves) = ((-half - from) / along, (half - from) / along);
            Interval::new(enters.min(leaves), enters.max(leaves)).shared(&Interval::WHOLE)
        };
        let half = self.half();
        across(from.x, along.x, half.x)?.shared(&across(from.y, along.y, half.y)?)
    }
}

/// Some straight line from an edge to a target that crosses no blocker and of which `is_clear` holds;
/// none if there is no such line (ADLG-R104, LEG-R66).
///
/// `is_clear` judges the ground along a line: how much wood it may run through, whether it crosses a
/// crest. A line that passes within the tolerance of a blocker counts as blocked, so that nobody sees
/// through the crack between two bases that touch.
///
/// As far as blockers go the answer is exact. If any line is free, it can be turned and shifted
/// until it just passes two corners, of blockers, of the target or of the edge; so it is enough to
/// try the lines through pairs of corners. The ground is judged on these lines, and on those from the
/// ends and the middle of the edge to the target, only. The time grows with the cube of the number of blockers
/// that are in the way, and is short if there is none.
///
/// ```
/// # use acies_table::{Angle, Edge, Facing, Pose, Rect, Size, Tolerance, sight};
/// # let tolerance = Tolerance::new(0.01, Angle::new(1.0));
/// let base = |x, y| Rect::new(&Pose::new(x, y, Facing::NORTH), Size::new(1.0, 0.5));
/// let (archers, target, friend) = (base(0.0, 0.0), base(0.0, 4.0), base(0.0, 1.0));
/// let front = archers.edge(Edge::Front);
/// assert!(sight(&front, &target, &[friend], tolerance, |_| true).is_none());
/// // Half a base farther to the right the target shows past the friend.
/// assert!(sight(&front, &base(0.5, 4.0), &[friend], tolerance, |_| true).is_some());
/// ```
pub fn sight<R: Borrow<Rect>>(
    edge: &Segment,
    target: &Rect,
    blockers: &(impl IntoIterator<Item = R> + Clone),
    tolerance: Tolerance,
    is_clear: impl Fn(&Segment) -> bool,
) -> Option<Segment> {
    let view = view(edge, target);
    let in_the_way = || {
        let grown = blockers.clone().into_iter().map(|body| body.borrow().grown(tolerance.touch));
        grown.filter(|body| body.separation(&view) < 0.0)
    };
    let is_free = |line: &Segment| {
        let thin = Rect::from(*line);
        in_the_way().all(|body| body.separation(&thin) >= -PASSES) && is_clear(line)
    };

    let ends = [edge.middle(), edge.a, edge.b];
    let plain = ends.into_iter().flat_map(|from| {
        let nearest = target.nearest_to(from);
        [nearest, target.centre()].map(|to| Segment::new(from, to))
    });
    let corners = || {
        let ours = [edge.a, edge.b].into_iter().chain(target.corners());
        ours.chain(in_the_way().flat_map(|body| body.corners()))
    };
    let pairs = corners().enumerate().flat_map(|(i, one)| {
        corners().skip(i + 1).filter_map(move |other| line_through(one, other, edge, target))
    });
    plain.chain(pairs).find(is_free)
}

/// A line may cut this deep into a blocker by errors of rounding.
const PASSES: f64 = 1e-9;

/// A rectangle around all lines from the edge to the target.
fn view(edge: &Segment, target: &Rect) -> Rect {
    let along = Segment::new(edge.middle(), target.centre());
    let axis = Rect::from(along);
    let corners = || target.corners().into_iter().chain([edge.a, edge.b]);
    let around = |value: fn(DVec2) -> f64| {
        let values = corners().map(|corner| value(axis.local(corner)));
        Interval::around(values).expect("there are corners")
    };
    let (x, y) = (around(|place| place.x), around(|place| place.y));
    let centre = axis.world(DVec2::new(x.middle(), y.middle()));
    Rect::from_parts(centre, axis.ahead(), DVec2::new(x.length(), y.length()) * 0.5)
}

/// The line from the edge to the target that passes through two places, if there is one.
fn line_through(one: DVec2, other: DVec2, edge: &Segment, target: &Rect) -> Option<Segment> {
    let direction = (other - one).normalize_or_zero();
    let far = one.distance(target.centre()) + target.half().length() + edge.length();
    let reach = direction * (2.0 * far + one.distance(edge.middle()));
    let line = Segment::new(one - reach, one + reach);
    let from = line.at(line.meets(edge)?);
    let in_target = target.grown(PASSES).chord(&line)?;
    let [near, distant] = [in_target.from, in_target.to].map(|at| line.at(at));
    let to = if from.distance(near) <= from.distance(distant) { near } else { distant };
    Some(Segment::new(from, to))
}

#[cfg(test)]
mod tests {
    use glam::dvec2;

    use super::*;
    use crate::{Angle, Edge, Facing, Polygon, Pose, Size};

    const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));

    fn base(x: f64, y: f64) -> Rect {
        Rect::new(&Pose::new(x, y, Facing::NORTH), Size::new(1.0, 1.0))
    }

    fn sees(target: &Rect, blockers: &[Rect]) -> bool {
        let front = base(0.0, 0.0).edge(Edge::Front);
        sight(&front, target, &blockers, TOLERANCE, |_| true).is_some()
    }

    #[test]
    fn nobody_sees_through_a_closed_line() {
        let line: Vec<Rect> = (-3..=3).map(|x| base(x as f64, 2.0)).collect();
        assert!(!sees(&base(0.0, 4.0), &line));
        assert!(!sees(&base(0.5, 4.0), &line), "nor through the cracks");
        assert!(sees(&base(0.0, 4.0), &line[..3]));
    }

    /// A gap of 0.3 between two friends, to the left of everything that is straight ahead:
    ///
    /// ```text
    ///      +-----+      target at y = 5
    ///   ====  =======   friends at y = 2, gap from x = -0.9 to -0.6
    ///      +-----+
    /// ```
    #[test]
    fn a_gap_is_found_off_the_straight_line() {
        let left = Rect::between(dvec2(-5.0, 1.9), dvec2(-0.9, 2.1));
        let right = Rect::between(dvec2(-0.6, 1.9), dvec2(5.0, 2.1));
        assert!(sees(&base(-1.0, 5.0), &[left, right]));
        assert!(!sees(&base(6.0, 5.0), &[left, right]), "the gap shows other ground");
        let narrow = Rect::between(dvec2(-5.0, 1.9), dvec2(-0.61, 2.1));
        assert!(!sees(&base(-1.0, 5.0), &[narrow, right]));
    }

    #[test]
    fn neighbours_and_bodies_behind_block_nothing() {
        let bodies =
            [base(1.0, 0.0), base(-1.0, 0.0), base(0.0, -1.0), base(0.0, 5.0), base(1.0, 4.0)];
        assert!(sees(&base(0.0, 4.0), &bodies));
    }

    #[test]
    fn ground_is_judged_by_the_caller() {
        let corners = [(-9.0, 1.5), (0.2, 1.5), (0.2, 3.0), (-9.0, 3.0)];
        let points = corners.map(|(x, y)| crate::Point::new(x, y)).to_vec();
        let wood = Polygon::new(points).unwrap();
        let front = base(0.0, 0.0).edge(Edge::Front);
        let none: [Rect; 0] = [];
        let limit = |limit: f64| {
            let is_clear = |line: &Segment| line.length_inside(&wood) <= limit;
            sight(&front, &base(0.0, 4.0), &none, TOLERANCE, is_clear)
        };
        assert!(limit(1.0).is_some_and(|line| line.a.x > 0.2), "past the end of the wood");
        let deep = |line: &Segment| line.length_inside(&wood) > 1.4;
        assert!(sight(&front, &base(0.0, 4.0), &none, TOLERANCE, deep).is_some());
    }
}
