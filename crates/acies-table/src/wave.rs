//! How a coordinate of a moving place changes with the clock of its course, and when it passes a
//! level. A place that is shifted follows a line, a place that is turned follows a sine.

use std::f64::consts::TAU;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Wave {
    /// `start + slope * t`
    Line { start: f64, slope: f64 },
    /// `mid + cos * cos(t) + sin * sin(t)`
    Swing { mid: f64, cos: f64, sin: f64 },
}

/// A reading of the clock, with its sine and cosine if the course is a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub t: f64,
    pub sin: f64,
    pub cos: f64,
}

impl Moment {
    pub fn of_line(t: f64) -> Moment {
        Moment { t, sin: 0.0, cos: 1.0 }
    }

    pub fn of_swing(t: f64) -> Moment {
        let (sin, cos) = libm::sincos(t);
        Moment { t, sin, cos }
    }
}

impl Wave {
    /// The first time, not before `from`, when the wave is below a level; infinity if it never is.
    pub fn first_below(&self, level: f64, from: f64) -> f64 {
        match *self {
            Wave::Line { start, slope } => {
                if start + slope * from < level {
                    from
                } else if slope < 0.0 {
                    ((level - start) / slope).max(from)
                } else {
                    f64::INFINITY
                }
            }
            Wave::Swing { mid, cos, sin } => {
                let radius = (cos * cos + sin * sin).sqrt();
                if mid + radius < level {
                    return from;
                }
                if mid - radius >= level {
                    return f64::INFINITY;
                }
                if from == 0.0 && mid + cos < level {
                    return from;
                }
                // It is at its crest at `crest`, and below the level from `descent` after that
                // until as long before the next crest.
                let crest = libm::atan2(sin, cos);
                let descent = libm::acos((level - mid) / radius);
                let since_crest = (from - crest).rem_euclid(TAU);
                if since_crest < descent {
                    from + (descent - since_crest)
                } else if since_crest <= TAU - descent {
                    from
                } else {
                    from + (TAU - since_crest) + descent
                }
            }
        }
    }

    /// The first time, not before `from`, when the wave is above a level; infinity if it never is.
    pub fn first_above(&self, level: f64, from: f64) -> f64 {
        self.times(-1.0).first_below(-level, from)
    }

    pub fn times(&self, factor: f64) -> Wave {
        match *self {
            Wave::Line { start, slope } => {
                Wave::Line { start: start * factor, slope: slope * factor }
            }
            Wave::Swing { mid, cos, sin } => {
                Wave::Swing { mid: mid * factor, cos: cos * factor, sin: sin * factor }
            }
        }
    }

    /// The times within a span when the wave stops rising or falling.
    pub fn turning_points(&self, span: f64) -> impl Iterator<Item = f64> + use<> {
        // The trough is not reckoned from the crest: a mirrored wave must have them exchanged to the
        // bit.
        let turns = match *self {
            Wave::Line { .. } => None,
            Wave::Swing { cos, sin, .. } => Some([libm::atan2(sin, cos), libm::atan2(-sin, -cos)]),
        };
        let times = turns.into_iter().flatten().map(|turn| turn.rem_euclid(TAU));
        times.filter(move |&t| t <= span)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl Wave {
        fn at(&self, moment: Moment) -> f64 {
            match *self {
                Wave::Line { start, slope } => start + slope * moment.t,
                Wave::Swing { mid, cos, sin } => mid + cos * moment.cos + sin * moment.sin,
            }
        }
    }

    /// The time found is a time below the level, and none of many times before it is.
    fn check_first_below(wave: Wave, moment: fn(f64) -> Moment, level: f64, from: f64) {
        const SLACK: f64 = 1e-9;
        let found = wave.first_below(level, from);
        assert!(found >= from);
        if found.is_finite() {
            assert!(wave.at(moment(found)) <= level + SLACK, "{wave:?} at {found}");
        }
        let until = found.min(from + TAU);
        for i in 0..1000 {
            let t = from + (until - from) * i as f64 / 1000.0;
            assert!(t == found || wave.at(moment(t)) >= level - SLACK, "{wave:?} at {t}");
        }
    }

    proptest! {
        #[test]
        fn first_below_is_first(
            a in -5.0..5.0, b in -5.0..5.0, c in -5.0..5.0, level in -8.0..8.0, from in 0.0..6.0,
        ) {
            let swing = Wave::Swing { mid: a, cos: b, sin: c };
            check_first_below(swing, Moment::of_swing, level, from);
            check_first_below(Wave::Line { start: a, slope: b }, Moment::of_line, level, from);
        }
    }
}
