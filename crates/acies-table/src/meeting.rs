//! Two rectangles, one of which moves: when they overlap.
//!
//! They are apart as long as one of their eight edges has all of the other rectangle beyond it. While
//! one of them moves, the distance of each corner beyond each edge is a simple function of the
//! clock: a line if the base is shifted, a sine if it is turned. So the time until which an edge keeps them
//! apart has a closed form, and the first meeting is found by going from edge to edge until
//! none keeps them apart any more. There are no small steps, for turns neither.

use glam::DVec2;

use crate::{
    Course, Interval, Rect, Sweep,
    track::Track,
    wave::{Moment, Wave},
};

/// A moving base and a body that stands: the corners of each as seen by the other.
pub(crate) struct Meeting {
    /// The corners of the base in the frame of the body, and the other way round.
    sides: [Side; 2],
    is_turn: bool,
}

struct Side {
    half: DVec2,
    tracks: [Track; 4],
}

/// Rounding errors of distances stay below this.
const EPSILON: f64 = 1e-10;

/// Overlaps that last no longer than this on the clock are none.
const BRIEF: f64 = 1e-9;

/// More changes of the edge that keeps two rectangles apart than any turn can bring.
const CHANGES_MAX: usize = 64;

impl Meeting {
    pub fn new(sweep: &Sweep, body: &Rect) -> Meeting {
        let (rect, course) = (sweep.start(), sweep.course());
        let undone = course.reversed();
        let ours = rect.corners().map(|corner| course.track(corner, body));
        let theirs = body.corners().map(|corner| undone.track(corner, rect));
        Meeting {
            sides: [
                Side { half: body.half(), tracks: ours },
                Side { half: rect.half(), tracks: theirs },
            ],
            is_turn: matches!(course, Course::Round { .. }),
        }
    }

    /// Each track with half the size of the rectangle that sees it.
    pub fn tracks(&self) -> impl Iterator<Item = (&Track, DVec2)> {
        self.sides.iter().flat_map(|side| side.tracks.iter().map(|track| (track, side.half)))
    }

    pub fn moment(&self, t: f64) -> Moment {
        if self.is_turn { Moment::of_swing(t) } else { Moment::of_line(t) }
    }

    /// The next stretch of the clock on which the bodies overlap by more than `deep`.
    pub fn next_overlap(&self, from: f64, until: f64, deep: f64) -> Option<Interval> {
        let t = self.next_entry(from, until, deep)?;
        let apart_again = |face| self.apart_from(face, t + BRIEF, deep);
        let end = Face::all().map(apart_again).fold(f64::INFINITY, f64::min);
        Some(Interval::new(t, end.min(until)))
    }

    /// When the next such stretch begins.
    pub fn next_entry(&self, from: f64, until: f64, deep: f64) -> Option<f64> {
        let mut t = from;
        for _ in 0..CHANGES_MAX {
            if t > until {
                return None;
            }
            let (face, gap) = self.widest_gap(self.moment(t));
            if gap > -deep + EPSILON {
                t = self.apart_until(face, t, deep);
                continue;
            }
            // What is over after a moment is no overlap.
            let (_, gap) = self.widest_gap(self.moment(t + BRIEF));
            if gap <= -deep {
                return Some(t);
            }
            t += 2.0 * BRIEF;
        }
        None
    }

    /// The last time before an overlap when the bodies just touched; 0 if they overlapped, within the
    /// tolerance, from the start.
    pub fn touch_before(&self, overlap: f64) -> f64 {
        let moment = self.moment(overlap);
        let backwards = |track: &Track| track.backwards_from(moment);
        let reversed = Meeting {
            sides: self.sides.each_ref().map(|side| Side {
                half: side.half,
                tracks: side.tracks.each_ref().map(backwards),
            }),
            is_turn: self.is_turn,
        };
        let apart = |face| reversed.apart_from(face, 0.0, 0.0);
        let back = Face::all().map(apart).fold(f64::INFINITY, f64::min);
        (overlap - back).max(0.0)
    }

    /// The edge that keeps the bodies farthest apart, and by how much.
    fn widest_gap(&self, moment: Moment) -> (Face, f64) {
        let mut widest = (Face { side: 0, axis: 0, sign: 1.0 }, f64::NEG_INFINITY);
        for (side, Side { half, tracks }) in self.sides.iter().enumerate() {
            let places = tracks.map(|track| track.at(moment));
            let low = places.into_iter().fold(DVec2::INFINITY, DVec2::min) - *half;
            let high = -places.into_iter().fold(DVec2::NEG_INFINITY, DVec2::max) - *half;
            for (gaps, sign) in [(low, 1.0), (high, -1.0)] {
                for (axis, gap) in [gaps.x, gaps.y].into_iter().enumerate() {
                    if gap > widest.1 {
                        widest = (Face { side, axis, sign }, gap);
                    }
                }
            }
        }
        widest
    }

    /// Until when an edge keeps the bodies apart, or overlapping by no more than `deep`.
    fn apart_until(&self, face: Face, from: f64, deep: f64) -> f64 {
        let (waves, border) = self.beyond(face);
        let below = waves.map(|wave| wave.first_below(border - deep, from));
        below.into_iter().fold(f64::INFINITY, f64::min)
    }

    /// The first time when an edge keeps the bodies apart, or overlapping by no more than `deep`.
    fn apart_from(&self, face: Face, from: f64, deep: f64) -> f64 {
        let (waves, border) = self.beyond(face);
        let mut t = from;
        for _ in 0..CHANGES_MAX {
            let above = waves.map(|wave| wave.first_above(border - deep, t));
            let all_above = above.into_iter().fold(t, f64::max);
            if all_above <= t + EPSILON {
                return t;
            }
            if all_above.is_infinite() {
                break;
            }
            t = all_above;
        }
        f64::INFINITY
    }

    /// How far the four corners of the other rectangle lie in the direction of an edge, and how far
    /// the edge itself does.
    fn beyond(&self, face: Face) -> ([Wave; 4], f64) {
        let Side { half, tracks } = &self.sides[face.side];
        let outward = DVec2::AXES[face.axis] * face.sign;
        (tracks.map(|track| track.along(outward)), half[face.axis])
    }
}

/// One of the eight edges of the two rectangles.
#[derive(Clone, Copy)]
struct Face {
    side: usize,
    axis: usize,
    sign: f64,
}

impl Face {
    fn all() -> impl Iterator<Item = Face> {
        (0..8).map(|i| Face { side: i / 4, axis: i / 2 % 2, sign: [1.0, -1.0][i % 2] })
    }
}
