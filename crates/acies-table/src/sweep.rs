//! What a moving base meets, and when.

use std::borrow::Borrow;

use glam::DVec2;

use crate::{
    Course, Interval, Rect, Segment, Tolerance, glide::Glide, meeting::Meeting, wave::Wave,
};

/// A rectangle on its way along a course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    rect: Rect,
    course: Course,
    /// The longest way that a corner makes in a unit of the clock.
    speed: f64,
}

/// What a sweep meets, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The fraction of the course, from 0 to 1, after which the bodies first touch.
    pub at: f64,
    /// Whether the course leads on into the body by more than the tolerance. If not, it ends just
    /// where it touches.
    pub enters: bool,
}

impl Sweep {
    /// ```
    /// # use acies_table::{Angle, Base, Facing, Length, Motion, Pose, Size, Sweep, Tolerance};
    /// # let tolerance = Tolerance::new(0.01, Angle::new(1.0));
    /// let knights = Base::new(Pose::new(0.0, 0.0, Facing::NORTH), Size::new(1.0, 1.0));
    /// let levies = Base::new(Pose::new(0.5, 4.0, Facing::SOUTH), Size::new(1.0, 1.0));
    /// let charge = Motion::advance(Length::new(5.0)).course(&knights);
    /// let touch = Sweep::new(&knights.rect(), charge).first_touch(&levies.rect(), tolerance).unwrap();
    /// assert_eq!(touch.at * 5.0, 3.0);
    /// let halted = charge.part(touch.at).end(&knights.pose);
    /// assert_eq!(halted, Pose::new(0.0, 3.0, Facing::NORTH));
    /// ```
    pub fn new(rect: &Rect, course: Course) -> Sweep {
        let speed = match course {
            Course::Straight { by } => by.length(),
            Course::Round { pivot, .. } => {
                let arms = rect.corners().map(|corner| corner.distance_squared(pivot));
                arms.into_iter().fold(0.0, f64::max).sqrt()
            }
        };
        Sweep { rect: *rect, course, speed }
    }

    pub fn start(&self) -> &Rect {
        &self.rect
    }

    pub fn course(&self) -> &Course {
        &self.course
    }

    pub(crate) fn speed(&self) -> f64 {
        self.speed
    }

    /// The rectangle after a fraction of the course.
    pub fn at(&self, fraction: f64) -> Rect {
        self.course.moved(&self.rect, fraction)
    }

    /// The first touch with a body on the way (ADLG query 8, IMP `sweep_first` and `gap`, LEG-R73).
    ///
    /// Bodies that it only brushes past, overlapping no deeper than the tolerance, are not met: a
    /// base in a line may advance along its neighbours. A body that it reaches exactly at the end of
    /// its course is met, and not entered.
    pub fn first_touch(&self, body: &Rect, tolerance: Tolerance) -> Option<Touch> {
        let deep = tolerance.touch;
        if !self.passes_near(body, deep) {
            return None;
        }
        let span = self.course.span();
        // A touch at the very end is only seen to be one a little later.
        let margin = if self.speed > 0.0 { 4.0 * deep / self.speed } else { 0.0 };
        let (entry, touch) = match self.course {
            Course::Straight { by } => {
                let glide = Glide::new(&self.rect, by, body);
                let overlap = glide.overlap(Interval::new(0.0, span + margin), deep)?;
                (overlap.from, glide.touch())
            }
            Course::Round { .. } => {
                let meeting = Meeting::new(self, body);
                let entry = meeting.next_entry(0.0, span + margin, deep)?;
                (entry, meeting.touch_before(entry))
            }
        };
        if touch * self.speed > span * self.speed + deep {
            return None;
        }
        let at = if span > 0.0 { (touch / span).min(1.0) } else { 0.0 };
        Some(Touch { at, enters: entry <= span })
    }

    /// Where it touches a body after that fraction of the course; of edges that meet along a stretch, the
    /// middle.
    pub fn point_of_touch(&self, at: f64, body: &Rect) -> DVec2 {
        self.at(at).nearest(body).middle()
    }

    /// Whether the way leads into a body by more than the tolerance: `first_touch` with `enters`, for who
    /// need not know where.
    pub fn runs_into(&self, body: &Rect, tolerance: Tolerance) -> bool {
        let span = self.course.span();
        let deep = tolerance.touch;
        self.passes_near(body, deep)
            && match self.course {
                Course::Straight { by } => {
                    let glide = Glide::new(&self.rect, by, body);
                    glide.overlap(Interval::new(0.0, span), deep).is_some()
                }
                Course::Round { .. } => {
                    Meeting::new(self, body).next_entry(0.0, span, deep).is_some()
                }
            }
    }

    /// The first of several bodies that is met, with the name it was given; of bodies met at the
    /// same time, the first named.
    pub fn first_met<K, R: Borrow<Rect>>(
        &self,
        bodies: impl IntoIterator<Item = (K, R)>,
        tolerance: Tolerance,
    ) -> Option<(K, Touch)> {
        let touches = bodies
            .into_iter()
            .filter_map(|(name, body)| Some((name, self.first_touch(body.borrow(), tolerance)?)));
        touches.reduce(|first, next| if next.1.at < first.1.at { next } else { first })
    }

    /// The stretches of the course, as fractions, on which the base overlaps a body by more than the
    /// tolerance: friends passed through (ADLG-R61, LEG-R55), zones entered and left (IMP-R35).
    pub fn overlaps(&self, body: &Rect, tolerance: Tolerance) -> impl Iterator<Item = Interval> {
        let (span, deep) = (self.course.span(), tolerance.touch);
        let near = self.passes_near(body, deep);
        let (straight, turn) = match self.course {
            _ if !near => (None, None),
            Course::Straight { by } => {
                let glide = Glide::new(&self.rect, by, body);
                (glide.overlap(Interval::new(0.0, span), deep), None)
            }
            Course::Round { .. } => (None, Some(Meeting::new(self, body))),
        };
        let mut from = 0.0;
        let turning = std::iter::from_fn(move || {
            let overlap = turn.as_ref()?.next_overlap(from, span, deep)?;
            from = if overlap.to < span { overlap.to } else { f64::INFINITY };
            Some(overlap)
        });
        let fraction = move |t: f64| if span > 0.0 { (t / span).min(1.0) } else { 1.0 };
        let overlaps = straight.into_iter().chain(turning);
        overlaps.map(move |it| Interval::new(fraction(it.from), fraction(it.to)))
    }

    /// The first place along the course, not before the fraction `from`, where the base overlaps none of
    /// the bodies (IMP-R62, IMP-R72, IMP-R104, LEG-R55(d)).
    pub fn first_free<R: Borrow<Rect>>(
        &self,
        from: f64,
        bodies: &(impl IntoIterator<Item = R> + Clone),
        tolerance: Tolerance,
    ) -> Option<f64> {
        let mut free = from;
        loop {
            let leaves = |body: R| {
                let mut overlaps = self.overlaps(body.borrow(), tolerance);
                let overlap = overlaps.find(|overlap| overlap.to > free)?;
                (overlap.from <= free).then_some(overlap.to)
            };
            match bodies.clone().into_iter().filter_map(leaves).reduce(f64::max) {
                None => return Some(free),
                Some(later) if later < 1.0 => free = later,
                Some(_) => return None,
            }
        }
    }

    /// The fraction of the course at which a corner crosses the border of an area that the base
    /// should stay in, such as the table (ADLG-R99, IMP-R70, LEG-R105).
    pub fn leaves(&self, area: &Rect, tolerance: Tolerance) -> Option<f64> {
        let inside = area.grown(tolerance.touch);
        let straight = matches!(self.course, Course::Straight { .. });
        if straight && inside.holds(&self.rect) && inside.holds(&self.at(1.0)) {
            return None;
        }
        let span = self.course.span();
        let half = area.half();
        let crossings = self.rect.corners().into_iter().flat_map(|corner| {
            let track = self.course.track(corner, area);
            let (x, y) = (track.x(), track.y());
            let ways_out =
                [(x, half.x), (x.times(-1.0), half.x), (y, half.y), (y.times(-1.0), half.y)];
            let crossing = |(wave, border): (Wave, f64)| {
                let is_out = wave.first_above(border + tolerance.touch, 0.0) <= span;
                is_out.then(|| wave.first_above(border, 0.0))
            };
            ways_out.into_iter().filter_map(crossing)
        });
        crossings.reduce(f64::min).map(|t| if span > 0.0 { t / span } else { 0.0 })
    }

    /// Whether the way leads anywhere near a body: a quick test that rules most of them out.
    pub(crate) fn passes_near(&self, body: &Rect, margin: f64) -> bool {
        let reach = body.half().length() + 8.0 * margin;
        match self.course {
            Course::Straight { by } => {
                let path = Segment::new(self.rect.centre(), self.rect.centre() + by);
                path.distance(body.centre()) <= reach + self.rect.half().length()
                    && !self.is_apart_across(&self.rect, body, by, margin)
                    && !self.is_apart_across(body, body, by, margin)
            }
            Course::Round { pivot, .. } => pivot.distance(body.centre()) <= reach + self.speed,
        }
    }

    /// Whether a straight way, and a little more, passes beside, behind or short of a body as seen
    /// across the edges of one of the two.
    fn is_apart_across(&self, seen_by: &Rect, body: &Rect, by: DVec2, margin: f64) -> bool {
        let on = by + by.normalize_or_zero() * (8.0 * margin);
        let start = seen_by.local_direction(body.centre() - self.rect.centre());
        let end = start - seen_by.local_direction(on);
        let half = |rect: &Rect| {
            let right = seen_by.local_direction(rect.right()).abs() * rect.half().x;
            right + seen_by.local_direction(rect.ahead()).abs() * rect.half().y
        };
        let nearest = start.min(end).max((-start).min(-end)).max(DVec2::ZERO);
        (nearest - half(&self.rect) - half(body)).max_element() > -margin + ROUNDING
    }
}

/// Rounding errors of lengths stay below this.
const ROUNDING: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use glam::dvec2;

    use super::*;
    use crate::{Angle, Base, Facing, Length, Motion, Pose, Size};

    const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));

    fn base(x: f64, y: f64, facing: Facing) -> Base {
        Base::new(Pose::new(x, y, facing), Size::new(1.0, 1.0))
    }

    fn sweep(motion: Motion) -> Sweep {
        let base = base(0.0, 0.0, Facing::NORTH);
        Sweep::new(&base.rect(), motion.course(&base))
    }

    /// A right wheel pivots on P. The left front corner L rises by the sine of the angle, and meets
    /// the enemy line, 0.5 ahead, at 30 degrees: a third of the way.
    ///
    /// ```text
    ///   ===============  y = 1
    ///      L----P        y = 0.5
    ///      |    |
    ///      +----+
    /// ```
    #[test]
    fn a_wheel_meets_a_line() {
        let line = Rect::between(dvec2(-5.0, 1.0), dvec2(5.0, 2.0));
        let wheel = sweep(Motion::wheel(Angle::QUARTER));
        let touch = wheel.first_touch(&line, TOLERANCE).unwrap();
        assert!((touch.at - 1.0 / 3.0).abs() < 1e-9);
        let corner = dvec2(0.5 - 0.75_f64.sqrt(), 1.0);
        assert!(wheel.point_of_touch(touch.at, &line).distance(corner) < 1e-9);
        assert!(touch.enters);
    }

    /// In a closed line a wheel to the right swings the left rear corner into the neighbour on the left:
    /// by cos 30 + sin 30 - 1 after 30 degrees. The neighbour on the right is only left behind.
    #[test]
    fn a_wheel_in_line_meets_the_neighbour() {
        let wheel = sweep(Motion::wheel(Angle::new(30.0)));
        let left = base(-1.0, 0.0, Facing::NORTH).rect();
        let touch = wheel.first_touch(&left, TOLERANCE).unwrap();
        assert!(touch.at < 1e-9 && touch.enters);
        let depth = wheel.at(1.0).overlap_depth(&left);
        assert!((depth - (0.75_f64.sqrt() - 0.5)).abs() < 1e-12);
        let right = base(1.0, 0.0, Facing::NORTH).rect();
        assert_eq!(wheel.first_touch(&right, TOLERANCE), None);
    }

    #[test]
    fn reaching_a_body_is_not_entering_it() {
        let enemy = base(0.0, 4.0, Facing::SOUTH).rect();
        let way = |length: f64| sweep(Motion::advance(Length::new(length)));
        let advance = |length: f64| way(length).first_touch(&enemy, TOLERANCE);
        assert_eq!(advance(2.9), None);
        let exact = advance(3.0).unwrap();
        assert!((exact.at - 1.0).abs() < 1e-12 && !exact.enters);
        assert_eq!(way(3.0).point_of_touch(exact.at, &enemy), dvec2(0.0, 3.5));
        let over = advance(3.2).unwrap();
        assert!(over.enters);
        assert!((over.at - 3.0 / 3.2).abs() < 1e-9);
    }

    #[test]
    fn the_first_of_several_is_met() {
        let bodies = [5.0, 3.0, 4.0].map(|y| (y, base(0.0, y, Facing::SOUTH).rect()));
        let met = sweep(Motion::advance(Length::new(9.0))).first_met(bodies, TOLERANCE).unwrap();
        assert_eq!(met.0, 3.0);
    }

    /// Two friends stand behind: at y from -3.5 to -1.5 without a gap, then from -5 to -4. The gap
    /// of 0.5 between them is too narrow, so the first free place is beyond both.
    #[test]
    fn the_first_free_place_is_beyond_all_that_is_too_close() {
        let friends = [-2.0, -3.0, -4.5].map(|y| base(0.2, y, Facing::NORTH).rect());
        let back = sweep(Motion::back(Length::new(10.0)));
        let free = back.first_free(0.2, &friends, TOLERANCE).unwrap();
        // Its front edge is then at y = -5: the tolerance less is enough.
        assert!((free * 10.0 - (5.5 - 0.01)).abs() < 1e-9, "{free}");
        let short = sweep(Motion::back(Length::new(5.0)));
        assert_eq!(short.first_free(0.4, &friends, TOLERANCE), None);
    }

    #[test]
    fn the_table_is_left_by_the_first_corner() {
        let table = Rect::between(dvec2(-2.0, -2.0), dvec2(2.0, 2.0));
        let leaves = |motion| sweep(motion).leaves(&table, TOLERANCE);
        assert_eq!(leaves(Motion::advance(Length::new(3.0))), Some(0.5));
        assert_eq!(leaves(Motion::advance(Length::new(1.5))), None);
        assert_eq!(leaves(Motion::slide(Length::new(-6.0))), Some(0.25));
        assert_eq!(leaves(Motion::turn(Angle::HALF)), None);
    }
}
