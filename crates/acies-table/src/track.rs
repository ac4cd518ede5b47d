//! The way of one place during a course: along a line, or round a circle.

use glam::DVec2;

use crate::{
    Disc, Segment,
    wave::{Moment, Wave},
};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Track {
    /// `start + slope * t`
    Straight { start: DVec2, slope: DVec2 },
    /// `mid + cos * cos(t) + sin * sin(t)`: a circle, as `cos` and `sin` are equally long and at
    /// right angles.
    Round { mid: DVec2, cos: DVec2, sin: DVec2 },
}

impl Track {
    pub fn x(&self) -> Wave {
        self.along(DVec2::X)
    }

    pub fn y(&self) -> Wave {
        self.along(DVec2::Y)
    }

    /// How far the place lies in a direction.
    pub fn along(&self, axis: DVec2) -> Wave {
        match *self {
            Track::Straight { start, slope } => {
                Wave::Line { start: start.dot(axis), slope: slope.dot(axis) }
            }
            Track::Round { mid, cos, sin } => {
                Wave::Swing { mid: mid.dot(axis), cos: cos.dot(axis), sin: sin.dot(axis) }
            }
        }
    }

    pub fn at(&self, moment: Moment) -> DVec2 {
        match *self {
            Track::Straight { start, slope } => start + slope * moment.t,
            Track::Round { mid, cos, sin } => mid + cos * moment.cos + sin * moment.sin,
        }
    }

    /// The length of the way in a unit of the clock.
    pub fn speed(&self) -> f64 {
        match self {
            Track::Straight { slope, .. } => slope.length(),
            Track::Round { cos, .. } => cos.length(),
        }
    }

    /// The same track with the clock running backwards from a moment.
    pub fn backwards_from(&self, moment: Moment) -> Track {
        match *self {
            Track::Straight { slope, .. } => {
                Track::Straight { start: self.at(moment), slope: -slope }
            }
            Track::Round { mid, cos, sin } => Track::Round {
                mid,
                cos: cos * moment.cos + sin * moment.sin,
                sin: cos * moment.sin - sin * moment.cos,
            },
        }
    }

    /// The first time when the place is in a disc; infinity if it never is.
    pub fn first_in_disc(&self, disc: Disc) -> f64 {
        match *self {
            Track::Straight { start, slope } => {
                let chord = disc.chord(&Segment::new(start, start + slope));
                chord.map_or(f64::INFINITY, |chord| chord.from)
            }
            Track::Round { mid, cos, sin } => {
                // The squared distance of a place on a circle from a fixed place is a sine again.
                let to_mid = mid - disc.centre;
                let squared = Wave::Swing {
                    mid: to_mid.length_squared() + cos.length_squared(),
                    cos: 2.0 * to_mid.dot(cos),
                    sin: 2.0 * to_mid.dot(sin),
                };
                squared.first_below(disc.radius * disc.radius, 0.0)
            }
        }
    }

    /// The times within a span when the place stops coming nearer to another, or moving away.
    pub fn turning_points(&self, other: DVec2, span: f64) -> impl Iterator<Item = f64> + use<> {
        let (foot, swing) = match *self {
            Track::Straight { start, slope } => {
                let foot = (other - start).dot(slope) / slope.length_squared();
                ((0.0..=span).contains(&foot).then_some(foot), None)
            }
            Track::Round { mid, cos, sin } => {
                let to_other = other - mid;
                let (cos, sin) = (to_other.dot(cos), to_other.dot(sin));
                (None, Some(Wave::Swing { mid: 0.0, cos, sin }))
            }
        };
        foot.into_iter().chain(swing.into_iter().flat_map(move |wave| wave.turning_points(span)))
    }
}
