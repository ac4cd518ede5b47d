//! What happened: events as facts while a battle runs, and entries as words when somebody reads.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    rulebook::RuleId,
    seat::{Seat, Seats},
    sum::Sum,
};

/// Something that happened, as a small record of facts. Words and sums follow from it.
pub trait Event: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync {
    /// Calls `each` with the rules that made it happen so.
    fn cite(&self, each: &mut dyn FnMut(RuleId));
}

/// Where events go.
pub enum Log<E> {
    /// Nowhere: simulation, search and exact odds.
    Off,
    /// All are kept.
    Kept {
        /// In order.
        events: Vec<E>,
        /// Whose secrets they have laid open.
        unsealed: Seats,
    },
    /// Only how often each rule was cited.
    Tally(BTreeMap<RuleId, u64>),
}

impl<E: Event> Log<E> {
    /// A log that keeps events.
    pub fn kept() -> Self {
        Log::Kept { events: Vec::new(), unsealed: Seats::NONE }
    }

    /// Tells an event, which is made only if somebody keeps it.
    pub fn push(&mut self, event: impl FnOnce() -> E) {
        match self {
            Log::Off => {}
            Log::Kept { events, .. } => events.push(event()),
            Log::Tally(tally) => event().cite(&mut |rule| *tally.entry(rule).or_default() += 1),
        }
    }

    /// Says that what comes next depends on what this seat had kept secret, so that whoever sees it learns
    /// something. A rule says so where it looks at the secret, whatever it finds there.
    pub fn unseal(&mut self, whose: Seat) {
        if let Log::Kept { unsealed, .. } = self {
            *unsealed = unsealed.with(whose);
        }
    }

    /// Whose secrets were laid open.
    pub fn unsealed(&self) -> Seats {
        match self {
            Log::Kept { unsealed, .. } => *unsealed,
            Log::Off | Log::Tally(_) => Seats::NONE,
        }
    }

    /// What was told so far, if it is kept.
    pub fn events(&self) -> &[E] {
        match self {
            Log::Kept { events, .. } => events,
            Log::Off | Log::Tally(_) => &[],
        }
    }

    /// How many events are kept.
    pub fn len(&self) -> usize {
        self.events().len()
    }

    /// Whether no event is kept.
    pub fn is_empty(&self) -> bool {
        self.events().is_empty()
    }

    /// Forgets all events but the first ones.
    pub fn truncate(&mut self, len: usize) {
        if let Log::Kept { events, .. } = self {
            events.truncate(len);
        }
    }
}

/// An event in words. It is what records keep, so that an old one can be read without old rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Whose doing it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// One sentence.
    pub line: String,
    /// The rules that made it happen so.
    pub rules: Vec<String>,
    /// The rest of the explanation, a line each: sums with their rows, what was thrown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub detail: Vec<String>,
    /// Whether it begins a turn or a phase.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heading: bool,
}

impl Entry {
    /// A line with its rules.
    pub fn new(by: impl Into<Option<Seat>>, line: impl Into<String>, rules: &[RuleId]) -> Self {
        let rules = rules.iter().map(ToString::to_string).collect();
        Entry { by: by.into(), line: line.into(), rules, ..Entry::default() }
    }

    /// Adds a sum under its name.
    #[must_use]
    pub fn sum(mut self, name: &str, sum: &Sum) -> Self {
        self.detail.push(format!("{name}:"));
        self.detail.extend(sum.to_string().lines().map(|line| format!("  {line}")));
        self
    }

    /// With a line below it.
    #[must_use]
    pub fn detail(mut self, line: impl Into<String>) -> Self {
        self.detail.push(line.into());
        self
    }
}

/// One line; with `{:#}` the full explanation under it.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)?;
        if !self.rules.is_empty() {
            write!(f, " [{}]", self.rules.join(", "))?;
        }
        if f.alternate() {
            for line in &self.detail {
                write!(f, "\n    {line}")?;
            }
        }
        Ok(())
    }
}
