//! Which wheels and slides bring a target into the way of a base.

use glam::DVec2;

use crate::{Angle, Base, Edge, Interval, Motion, Rect, wave::Wave};

impl Rect {
    /// The slides, positive to the right, after which the way straight ahead leads onto a target; none
    /// if it is not ahead (ADLG query 9, `charge_solve`).
    pub fn slides_onto(&self, target: &Rect) -> Option<Interval> {
        let front_line = target.corners().map(|corner| self.beyond_line(Edge::Front, corner));
        let is_ahead = front_line.into_iter().any(|ahead| ahead > 0.0);
        let across = Interval::around(target.corners().map(|corner| self.local(corner).x))?;
        let half_width = self.width() * 0.5;
        is_ahead.then(|| Interval::new(across.from - half_width, across.to + half_width))
    }
}

impl Base {
    /// The wheels, up to a greatest one that also says to which side, after which the way
    /// straight ahead leads onto a target, meeting at least this breadth of it.
    /// They are given as fractions of the greatest wheel (ADLG query 9; LEG-R73 `charge_path`).
    ///
    /// ```
    /// # use acies_table::{Angle, Base, Facing, Pose, Size};
    /// let knights = Base::new(Pose::new(0.0, 0.0, Facing::NORTH), Size::new(1.0, 1.0));
    /// let target = Base::new(Pose::new(3.0, 3.0, Facing::WEST), Size::new(1.0, 1.0));
    /// let wheels = knights.wheels_onto(&target.rect(), Angle::QUARTER, 0.01).unwrap();
    /// assert!(wheels.contains(0.5) && !wheels.contains(0.1));
    /// // It is out of reach of a wheel to the left.
    /// assert_eq!(knights.wheels_onto(&target.rect(), -Angle::QUARTER, 0.01), None);
    /// ```
    pub fn wheels_onto(&self, target: &Rect, greatest: Angle, breadth: f64) -> Option<Interval> {
        let rect = self.rect();
        if leads_away(&rect, target, greatest) {
            return None;
        }
        let course = Motion::wheel(greatest).course(self);
        let undone = course.reversed();
        let tracks = target.corners().map(|corner| undone.track(corner, &rect));
        let half = rect.half();
        let beyond = |wave: Wave| wave.times(-1.0);
        // The way ahead as a rectangle, long enough to lie across the target wherever it goes.
        let long = 2.0 * (target.centre() - rect.centre()).length() + target.half().length();
        let reach = half.x - breadth;
        let way =
            [(-reach, half.y), (reach, half.y), (reach, half.y + long), (-reach, half.y + long)]
                .map(|(x, y)| course.track(rect.world(DVec2::new(x, y)), target));
        let around = target.half();
        // Two rectangles meet unless an edge of one of them has the whole other one on its far side.
        // As the base sees it, some corner of the target must be to the right of its left flank, some
        // corner to the left of its right flank, and some corner ahead; as the target sees it, some
        // corner of the way must be on this side of each of its edges.
        let wanted = [
            AnyBelow { waves: tracks.map(|track| beyond(track.x())), level: reach },
            AnyBelow { waves: tracks.map(|track| track.x()), level: reach },
            AnyBelow { waves: tracks.map(|track| beyond(track.y())), level: -half.y },
            AnyBelow { waves: way.map(|track| track.x()), level: around.x },
            AnyBelow { waves: way.map(|track| beyond(track.x())), level: around.x },
            AnyBelow { waves: way.map(|track| track.y()), level: around.y },
            AnyBelow { waves: way.map(|track| beyond(track.y())), level: around.y },
        ];
        let span = course.span();
        let mut first: f64 = 0.0;
        for _ in 0..ROUNDS_MAX {
            let mut all = first;
            for any in &wanted {
                all = all.max(any.from(first));
                if all > span {
                    return None;
                }
            }
            if all <= first + EPSILON {
                break;
            }
            first = all;
        }
        let last = wanted.iter().fold(span, |last, any| last.min(any.until(first + EPSILON, last)));
        Some(Interval::new(first / span, last / span))
    }
}

/// Whether a wheel cannot lead onto a target, because the target is wholly behind the front, or beyond the
/// side that swings forward: a quick test.
fn leads_away(rect: &Rect, target: &Rect, greatest: Angle) -> bool {
    let half = rect.half();
    let outward = if greatest > Angle::ZERO { 1.0 } else { -1.0 };
    let corners = target.corners().map(|corner| rect.local(corner));
    greatest.abs() <= Angle::QUARTER
        && (corners.iter().all(|corner| corner.y < half.y)
            || corners.iter().all(|corner| corner.x * outward < -half.x))
}

/// Rounding errors of an angle stay below this.
const EPSILON: f64 = 1e-10;

/// More rounds than it takes until seven conditions on four corners hold at once.
const ROUNDS_MAX: usize = 32;

/// Times when at least one of four waves is below a level.
struct AnyBelow {
    waves: [Wave; 4],
    level: f64,
}

impl AnyBelow {
    fn from(&self, t: f64) -> f64 {
        let mut first = f64::INFINITY;
        for wave in &self.waves {
            first = first.min(wave.first_below(self.level, t));
            if first <= t {
                break;
            }
        }
        first
    }

    /// Until when it goes on from a time at which it is so; what comes after `enough` does not matter.
    fn until(&self, from: f64, enough: f64) -> f64 {
        let mut t = from;
        for _ in 0..ROUNDS_MAX {
            let mut all_above = t;
            for wave in &self.waves {
                all_above = all_above.max(wave.first_above(self.level, t));
                if all_above >= enough {
                    return enough;
                }
            }
            if all_above <= t + EPSILON {
                return t;
            }
            t = all_above;
        }
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Facing, Pose, Size, Zone};

    fn base(x: f64, y: f64, degrees: f64, width: f64) -> Base {
        Base::new(Pose::new(x, y, Facing::new(Angle::new(degrees))), Size::new(width, 1.0))
    }

    /// Whether the way straight ahead of a rectangle, endless, leads onto a target.
    fn leads_onto(rect: &Rect, target: &Rect, breadth: f64) -> bool {
        Zone::beyond(rect, Edge::Front)
            .part_of(target)
            .is_some_and(|part| part.across.length() > breadth)
    }

    #[test]
    fn slides() {
        let target = base(3.0, 5.0, 180.0, 1.0).rect();
        assert_eq!(
            base(0.0, 0.0, 0.0, 1.0).rect().slides_onto(&target),
            Some(Interval::new(2.0, 4.0))
        );
        assert_eq!(base(0.0, 9.0, 0.0, 1.0).rect().slides_onto(&target), None);
    }

    proptest! {
        /// Every wheel in the interval leads onto the target, and no other does.
        #[test]
        fn wheels(
            x in -6.0..6.0, y in -8.0..8.0, degrees in 0.0..360.0, width in 0.5..3.0, left in any::<bool>(),
        ) {
            let (mover, target) = (base(0.0, 0.0, 0.0, 1.0), base(x, y, degrees, width).rect());
            let greatest = if left { -Angle::QUARTER } else { Angle::QUARTER };
            let wheels = mover.wheels_onto(&target, greatest, 0.0);
            let course = Motion::wheel(greatest).course(&mover);
            for i in 0..=100 {
                let at = i as f64 / 100.0;
                let listed = wheels.is_some_and(|wheels| wheels.contains(at));
                let near = wheels.is_some_and(|wheels| {
                    (wheels.from - at).abs() < 1e-6 || (wheels.to - at).abs() < 1e-6
                });
                let leads = leads_onto(&course.moved(&mover.rect(), at), &target, 1e-7);
                prop_assert!(near || listed == leads, "{at} in {wheels:?}");
            }
        }
    }
}
