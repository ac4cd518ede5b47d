//! Two rectangles, one of which is shifted straight on: when they overlap.
//!
//! Along each of the four directions of their edges the middle of one goes by that of the other at an even
//! pace. They overlap as long as it is nearer, in all four, than the two of them reach. Turns take more
//! ([`Meeting`](crate::meeting::Meeting)).

use glam::DVec2;

use crate::{Interval, Rect};

pub(crate) struct Glide {
    /// For the directions of the edges of both rectangles.
    passes: [Pass; 4],
}

/// How one middle goes by the other along a direction.
struct Pass {
    start: f64,
    slope: f64,
    /// How far both rectangles reach together.
    reach: f64,
}

/// Slower than this, nothing changes on the whole way.
const STILL: f64 = 1e-12;

/// Rounding errors of distances stay below this: what overlaps by just `deep` overlaps by no more.
const ROUNDING: f64 = 1e-10;

/// Overlaps that last no longer than this on the clock are none.
const BRIEF: f64 = 1e-9;

impl Glide {
    pub fn new(rect: &Rect, by: DVec2, body: &Rect) -> Glide {
        let between = rect.centre() - body.centre();
        let seen_by = |it: &Rect| {
            let half = |rect: &Rect| {
                let right = it.local_direction(rect.right()).abs() * rect.half().x;
                right + it.local_direction(rect.ahead()).abs() * rect.half().y
            };
            let (start, slope) = (it.local_direction(between), it.local_direction(by));
            let reach = half(rect) + half(body);
            [0, 1].map(|axis| Pass { start: start[axis], slope: slope[axis], reach: reach[axis] })
        };
        let ([a, b], [c, d]) = (seen_by(rect), seen_by(body));
        Glide { passes: [a, b, c, d] }
    }

    /// The stretch of the clock, within another, on which the bodies overlap by more than `deep`.
    pub fn overlap(&self, within: Interval, deep: f64) -> Option<Interval> {
        let (mut from, mut to) = (within.from, f64::INFINITY);
        for pass in &self.passes {
            let near = pass.nearer_than(pass.reach - deep - ROUNDING)?;
            from = from.max(near.from);
            to = to.min(near.to);
        }
        (from <= within.to && to - from > BRIEF).then(|| Interval::new(from, to.min(within.to)))
    }

    /// The last time before an overlap when the bodies just touched; 0 if they overlapped, within the
    /// tolerance, from the start.
    pub fn touch(&self) -> f64 {
        let touching = |pass: &Pass| pass.nearer_than(pass.reach).map_or(0.0, |near| near.from);
        self.passes.iter().map(touching).fold(0.0, f64::max)
    }
}

impl Pass {
    /// When the middles are nearer than this; none if they never are.
    fn nearer_than(&self, far: f64) -> Option<Interval> {
        if self.slope.abs() < STILL {
            return (self.start.abs() < far)
                .then(|| Interval::new(f64::NEG_INFINITY, f64::INFINITY));
        }
        let [one, other] = [-far, far].map(|border| (border - self.start) / self.slope);
        (far >= 0.0).then(|| Interval::new(one.min(other), one.max(other)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Angle, Base, Facing, Length, Motion, Pose, Size, Sweep, meeting::Meeting};

    fn base() -> impl Strategy<Value = Base> {
        // Coarse places and facings, so that many just touch or stand in line.
        (-16..=16_i32, -16..=16_i32, 0..24_i32, 1..=2_i32).prop_map(|(x, y, turn, depth)| {
            let [x, y, depth] = [x, y, depth].map(|quarters| f64::from(quarters) / 4.0);
            let facing = Facing::new(Angle::new(f64::from(turn) * 15.0));
            Base::new(Pose::new(x, y, facing), Size::new(1.0, depth * 2.0))
        })
    }

    proptest! {
        /// What holds for all courses holds for straight ones.
        #[test]
        fn a_straight_way_meets_what_any_way_meets(a in base(), b in base(), ud in 1..=32_i32) {
            let motion = Motion::advance(Length::new(f64::from(ud) / 4.0));
            let course = motion.course(&a);
            let sweep = Sweep::new(&a.rect(), course);
            let crate::Course::Straight { by } = course else { unreachable!("an advance") };
            let glide = Glide::new(&a.rect(), by, &b.rect());
            let meeting = Meeting::new(&sweep, &b.rect());
            let deep = 0.01;
            let ours = glide.overlap(Interval::new(0.0, 1.0), deep);
            let theirs = meeting.next_overlap(0.0, 1.0, deep);
            prop_assert_eq!(ours.is_some(), theirs.is_some(), "{:?} {:?}", ours, theirs);
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                prop_assert!((ours.from - theirs.from).abs() < 1e-6, "{ours:?} {theirs:?}");
                prop_assert!((ours.to - theirs.to).abs() < 1e-6, "{ours:?} {theirs:?}");
                let touch = meeting.touch_before(theirs.from);
                prop_assert!((glide.touch() - touch).abs() < 1e-6, "{} {touch}", glide.touch());
            }
        }
    }
}
