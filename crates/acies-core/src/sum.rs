//! Sums that can be explained: every row names the rule that it comes from.
//!
//! The same rows are the forecast before a throw, the log after it, and the number that the rule
//! uses. A row that an exception cancels stays visible, struck by the rule that cancels it.

use std::fmt;

use arrayvec::ArrayVec;
use serde::Serialize;

use crate::rulebook::RuleId;

/// Whether a row of a table counts.
#[derive(Clone, Copy)]
pub enum Counts {
    /// The row does not apply, and is not shown.
    No,
    /// The row applies, unless an exception strikes it.
    Yes,
    /// It would, but for this rule. The row is shown struck through.
    StruckBy(RuleId),
}

/// A row that always applies.
pub fn always() -> Counts {
    Counts::Yes
}

/// A row that applies if something is so.
pub fn when(applies: bool) -> Counts {
    if applies { Counts::Yes } else { Counts::No }
}

impl Counts {
    /// Struck by a rule, if something is so.
    #[must_use]
    pub fn unless(self, struck: bool, by: RuleId) -> Self {
        match self {
            Counts::Yes if struck => Counts::StruckBy(by),
            counts => counts,
        }
    }
}

/// What a row does to the sum of the rows before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// It is added.
    Add(i32),
    /// The sum is at most this.
    AtMost(i32),
    /// The sum is at least this.
    AtLeast(i32),
}

impl Effect {
    fn on(self, total: i32) -> i32 {
        match self {
            Effect::Add(worth) => total + worth,
            Effect::AtMost(limit) => total.min(limit),
            Effect::AtLeast(limit) => total.max(limit),
        }
    }
}

/// One line of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The rule that it comes from.
    pub rule: RuleId,
    /// What it does to the sum.
    pub effect: Effect,
    /// What it is for.
    pub what: &'static str,
    /// The rule that strikes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub struck_by: Option<RuleId>,
}

/// A row that adds, unless it does not apply or is worth nothing.
pub fn add(rule: RuleId, counts: Counts, worth: i32, what: &'static str) -> Option<Row> {
    if worth == 0 { None } else { row(rule, counts, Effect::Add(worth), what) }
}

/// A limit that the sum of the rows above it may not exceed.
pub fn at_most(rule: RuleId, counts: Counts, limit: i32, what: &'static str) -> Option<Row> {
    row(rule, counts, Effect::AtMost(limit), what)
}

/// A limit that the sum of the rows above it may not fall below.
pub fn at_least(rule: RuleId, counts: Counts, limit: i32, what: &'static str) -> Option<Row> {
    row(rule, counts, Effect::AtLeast(limit), what)
}

fn row(rule: RuleId, counts: Counts, effect: Effect, what: &'static str) -> Option<Row> {
    let struck_by = match counts {
        Counts::No => return None,
        Counts::Yes => None,
        Counts::StruckBy(rule) => Some(rule),
    };
    Some(Row { rule, effect, what, struck_by })
}

/// What the rows come to, when nobody asks to see them.
#[inline]
pub fn total<const N: usize>(rows: [Option<Row>; N]) -> i32 {
    let counting = rows.iter().flatten().filter(|row| row.struck_by.is_none());
    counting.fold(0, |total, row| row.effect.on(total))
}

/// What the rows would come to if one of them were not there.
pub fn total_without<const N: usize>(rows: [Option<Row>; N], left_out: &Row) -> i32 {
    total(rows.map(|row| row.filter(|row| row != left_out)))
}

/// No table of any ruleset has more rows that apply at once.
const ROWS_MAX: usize = 20;

/// Rows in their order, and what they come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sum {
    /// Its rows, in order; struck ones stay.
    pub rows: ArrayVec<Row, ROWS_MAX>,
    /// What they come to.
    pub total: i32,
}

impl Sum {
    /// The rows that apply, struck ones among them. A limit is shown only if it bites.
    pub fn of(table: impl IntoIterator<Item = Option<Row>>) -> Self {
        let mut rows = ArrayVec::new();
        let mut total = 0;
        for row in table.into_iter().flatten() {
            let after = row.effect.on(total);
            if row.struck_by.is_some() {
                rows.push(row);
            } else if after != total {
                total = after;
                rows.push(row);
            }
        }
        Sum { rows, total }
    }

    /// Calls `each` with the rules that made the sum what it is.
    pub fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        for row in &self.rows {
            each(row.rule);
            row.struck_by.into_iter().for_each(&mut *each);
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.effect {
            Effect::Add(worth) => write!(f, "{worth:+}")?,
            Effect::AtMost(limit) => write!(f, "at most {limit}:")?,
            Effect::AtLeast(limit) => write!(f, "at least {limit}:")?,
        }
        write!(f, " {} [{}", self.what, self.rule)?;
        if let Some(by) = self.struck_by {
            write!(f, ", struck by {by}")?;
        }
        f.write_str("]")
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(f, "{row}")?;
        }
        write!(f, "= {}", self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(charging: bool, shaken: bool) -> [Option<Row>; 4] {
        [
            add("EX-1", always(), 3, "value"),
            add("EX-2", when(charging).unless(shaken, "EX-3"), 2, "charging"),
            at_most("EX-4", always(), 4, "limit"),
            at_least("EX-5", when(shaken), 1, "floor"),
        ]
    }

    #[test]
    fn rows_tell_the_whole_sum() {
        insta::assert_snapshot!(Sum::of(table(true, false)), @r"
        +3 value [EX-1]
        +2 charging [EX-2]
        at most 4: limit [EX-4]
        = 4
        ");
        insta::assert_snapshot!(Sum::of(table(true, true)), @r"
        +3 value [EX-1]
        +2 charging [EX-2, struck by EX-3]
        = 3
        ");
    }

    #[test]
    fn a_row_can_be_left_out() {
        let rows = table(true, false);
        // 3 + 2, at most 4: without the charge 3, without the limit 5.
        assert_eq!(total_without(rows, &rows[1].unwrap()), 3);
        assert_eq!(total_without(rows, &rows[2].unwrap()), 5);
    }

    #[test]
    fn the_total_is_the_same_without_the_rows() {
        for (charging, shaken) in [(false, false), (false, true), (true, false), (true, true)] {
            let rows = table(charging, shaken);
            assert_eq!(total(rows), Sum::of(rows).total);
        }
    }
}
