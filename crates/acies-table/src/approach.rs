//! How near a moving base comes to a body.
//!
//! At every moment two rectangles that are apart are nearest at a corner of one of them. So it is
//! enough to look at eight places, each of which moves along a line or a circle past a rectangle, and for
//! each of them the distance is least at a moment that can be written down.

use glam::{DVec2, dvec2};

use crate::{Disc, Rect, Segment, Sweep, meeting::Meeting, track::Track};

/// Where a moving base is nearest to a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// The fraction of the course, from 0 to 1.
    pub at: f64,
    /// From the base to the body at that moment.
    pub line: Segment,
    pub distance: f64,
}

impl Sweep {
    /// The least distance to a body during the whole motion, and where that is: 4 UD kept all the
    /// time (ADLG-R57), 40 paces (LEG-R60), bow range at any moment (LEG-R15, LEG-R57).
    ///
    /// ```
    /// # use acies_table::{Base, Facing, Length, Motion, Pose, Size, Sweep};
    /// let scouts = Base::new(Pose::new(0.0, 0.0, Facing::NORTH), Size::new(1.0, 1.0));
    /// let enemy = Base::new(Pose::new(3.0, 5.0, Facing::WEST), Size::new(1.0, 1.0));
    /// let ride = Motion::advance(Length::new(9.0)).course(&scouts);
    /// let closest = Sweep::new(&scouts.rect(), ride).closest(&enemy.rect());
    /// assert_eq!(closest.distance, 2.0);
    /// ```
    pub fn closest(&self, body: &Rect) -> Closest {
        let span = self.course().span();
        let meeting = Meeting::new(self, body);
        let overlap = meeting.next_entry(0.0, span, 0.0);
        let moment = overlap.unwrap_or_else(|| nearest_moment(&meeting, span));
        let at = if span > 0.0 { moment / span } else { 0.0 };
        let distance = if overlap.is_some() { 0.0 } else { self.at(at).distance(body) };
        Closest { at, line: self.at(at).nearest(body), distance }
    }

    /// The fraction of the course at which the base comes as near as `distance` to a body, if it comes
    /// nearer than that by more than `slack`: the place at which a move stops short of an enemy
    /// (ADLG-R56, IMP-R114, LEG-R60, LEG-R125). 0 if it starts nearer.
    pub fn first_within(&self, distance: f64, body: &Rect, slack: f64) -> Option<f64> {
        let span = self.course().span();
        if self.start().separation(body) > distance + self.speed() * span {
            return None;
        }
        let meeting = Meeting::new(self, body);
        let overlap = meeting.next_entry(0.0, span, 0.0);
        let entry = |distance: f64| {
            meeting.tracks().fold(overlap.unwrap_or(f64::INFINITY), |earliest, (track, half)| {
                let until = earliest.min(span);
                // Most places stay too far away, whichever way they go.
                let start = outside(track.at(meeting.moment(0.0)), half);
                let may_come = start <= distance + track.speed() * until;
                if may_come {
                    first_near(track, half, distance, until).min(earliest)
                } else {
                    earliest
                }
            })
        };
        let is_near = entry((distance - slack).max(0.0)) <= span;
        is_near.then(|| if span > 0.0 { entry(distance) / span } else { 0.0 })
    }
}

/// The moment when the nearest of all places is nearest.
fn nearest_moment(meeting: &Meeting, span: f64) -> f64 {
    let mut nearest = (f64::INFINITY, 0.0);
    for (track, half) in meeting.tracks() {
        let distance_at = |t: f64| outside(track.at(meeting.moment(t)), half);
        // A place that is too far away at both ends, for the way between them, is never nearer.
        let (start, end) = (distance_at(0.0), distance_at(span));
        if (start + end - track.speed() * span) * 0.5 > nearest.0 {
            continue;
        }
        let mut try_at = |t: f64| {
            let distance = distance_at(t);
            // Of moments that are equally near the first counts.
            if distance < nearest.0 || (distance <= nearest.0 && t < nearest.1) {
                nearest = (distance, t);
            }
        };
        try_at(0.0);
        try_at(span);
        track.x().turning_points(span).for_each(&mut try_at);
        track.y().turning_points(span).for_each(&mut try_at);
        for corner in corners(half) {
            track.turning_points(corner, span).for_each(&mut try_at);
        }
    }
    nearest.1
}

/// How far a place lies outside a rectangle about the origin.
fn outside(place: DVec2, half: DVec2) -> f64 {
    (place.abs() - half).max(DVec2::ZERO).length()
}

/// The first time when a place is no farther than `distance` from a rectangle about the origin:
/// in one of two larger rectangles, or in one of four discs. Infinity if it is later than `until`.
fn first_near(track: &Track, half: DVec2, distance: f64, until: f64) -> f64 {
    let wide = first_in_box(track, half + dvec2(distance, 0.0), until);
    let deep = first_in_box(track, half + dvec2(0.0, distance), until);
    let discs = corners(half).map(|corner| track.first_in_disc(Disc::new(corner, distance)));
    discs.into_iter().fold(wide.min(deep), f64::min)
}

/// Rounding errors of a coordinate stay below this.
const EPSILON: f64 = 1e-12;

/// More rounds than it can take to get four coordinates right at once: each of them has two turns in a
/// whole circle.
const ROUNDS_MAX: usize = 16;

fn first_in_box(track: &Track, half: DVec2, until: f64) -> f64 {
    let (x, y) = (track.x(), track.y());
    let limits = [(x, half.x), (x.times(-1.0), half.x), (y, half.y), (y.times(-1.0), half.y)];
    let mut t = 0.0;
    for _ in 0..ROUNDS_MAX {
        let before = t;
        for (wave, limit) in limits {
            t = wave.first_below(limit + EPSILON, t);
            if t > until {
                return f64::INFINITY;
            }
        }
        if t <= before + EPSILON {
            return t;
        }
    }
    f64::INFINITY
}

fn corners(half: DVec2) -> [DVec2; 4] {
    [half, dvec2(half.x, -half.y), -half, dvec2(-half.x, half.y)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Base, Facing, Length, Motion, Pose, Size};

    fn sweep(motion: Motion) -> Sweep {
        let base = Base::new(Pose::new(0.0, 0.0, Facing::NORTH), Size::new(1.0, 1.0));
        Sweep::new(&base.rect(), motion.course(&base))
    }

    /// An enemy line from y = 1 on: 0.5 ahead of the front.
    fn line() -> Rect {
        Rect::between(dvec2(-5.0, 1.0), dvec2(5.0, 2.0))
    }

    /// ADLG-R56: a move that is no charge ends 0.02 before the enemy.
    #[test]
    fn a_move_stops_short() {
        let advance = sweep(Motion::advance(Length::new(2.0)));
        let at = advance.first_within(0.02, &line(), 0.001).unwrap();
        assert!((at * 2.0 - 0.48).abs() < 1e-9);
        let short = sweep(Motion::advance(Length::new(0.4)));
        assert_eq!(short.first_within(0.02, &line(), 0.001), None);
        // LEG-R60: who starts nearer is near from the start; one who goes away is not.
        let away = sweep(Motion::back(Length::new(2.0)));
        assert_eq!(away.first_within(0.6, &line(), 0.001), Some(0.0));
        assert_eq!(away.closest(&line()).at, 0.0);
    }

    /// The outer corner of a wheel rises by the sine of the angle: at 0.2 from the line the sine is 0.3,
    /// and at 90 degrees it would be 0.5 beyond the line.
    #[test]
    fn a_wheel_comes_near() {
        let wheel = sweep(Motion::wheel(Angle::QUARTER));
        let at = wheel.first_within(0.2, &line(), 0.001).unwrap();
        assert!((at - libm::asin(0.3) / std::f64::consts::FRAC_PI_2).abs() < 1e-9);
        assert_eq!(wheel.closest(&line()).distance, 0.0);
        let gentle = sweep(Motion::wheel(Angle::new(30.0))).closest(&line().shifted(DVec2::Y));
        assert!((gentle.distance - 1.0).abs() < 1e-9 && (gentle.at - 1.0).abs() < 1e-9);
    }
}
