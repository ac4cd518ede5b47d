//! A stretch of a line, of a path or of a motion.

/// From here to there, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub from: f64,
    pub to: f64,
}

impl Interval {
    /// The whole of a path or motion.
    pub const WHOLE: Interval = Interval { from: 0.0, to: 1.0 };

    pub const fn new(from: f64, to: f64) -> Interval {
        Interval { from, to }
    }

    /// The least interval that holds all the values; none if there are no values.
    pub fn around(values: impl IntoIterator<Item = f64>) -> Option<Interval> {
        values.into_iter().fold(None, |around: Option<Interval>, value| {
            let Interval { from, to } = around.unwrap_or(Interval::new(value, value));
            Some(Interval::new(from.min(value), to.max(value)))
        })
    }

    pub fn length(&self) -> f64 {
        self.to - self.from
    }

    pub fn middle(&self) -> f64 {
        f64::midpoint(self.from, self.to)
    }

    pub fn contains(&self, value: f64) -> bool {
        self.from <= value && value <= self.to
    }

    /// What two intervals have in common.
    pub fn shared(&self, other: &Interval) -> Option<Interval> {
        let shared = Interval::new(self.from.max(other.from), self.to.min(other.to));
        (shared.from <= shared.to).then_some(shared)
    }
}
