//! Text in columns, odds in words.

use std::fmt::Write;

use acies_core::{Chance, Forecast, Fraction, Reason, RuleId, rulebook::Table};

/// Rows with their cells one below the other. The columns named are flush right.
pub fn columns(rows: &[Vec<String>], right: &[usize]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..count).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            if right.contains(&column) {
                write!(line, "  {cell:>width$}")
            } else {
                write!(line, "  {cell:<width$}")
            }
            .expect("strings take all that is written");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A table of the rulebook, with its heads above it.
pub fn drawn(table: &Table) -> String {
    let rows: Vec<_> = std::iter::once(&table.heads).chain(&table.rows).cloned().collect();
    let drawn = columns(&rows, &[]);
    let width = drawn.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let (heads, rows) = drawn.split_once('\n').unwrap_or((&drawn, ""));
    format!("{heads}\n  {}\n{rows}", "-".repeat(width.saturating_sub(2)))
}

/// So many of a thing.
pub fn count(n: u32, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

/// Rule ids as they stand behind a sentence.
pub fn cited(rules: &[RuleId]) -> String {
    if rules.is_empty() { String::new() } else { format!(" [{}]", rules.join(", ")) }
}

/// Why something is not allowed, with the facts that decide.
pub fn reason(reason: &Reason) -> String {
    let mut out = format!("{}{}\n", reason.says, cited(&reason.rules));
    for (what, value) in &reason.facts {
        writeln!(out, "  {what}: {value}").expect("strings take all that is written");
    }
    if let Some(instead) = &reason.instead {
        writeln!(out, "hint: try `{instead}`").expect("strings take all that is written");
    }
    out
}

/// Of more outcomes than these only the likeliest are listed.
pub const OUTCOMES_MAX: usize = 40;

/// A fraction longer than this is left to programs.
const EXACT_MAX: usize = 24;

/// What stands in its place.
const LONG: &str = "...";

/// A forecast: its sums, its rules, its outcomes. No more than `most` outcomes are listed.
pub fn forecast(forecast: &Forecast, most: usize) -> String {
    let mut out = format!("{}{}\n", forecast.title, cited(&forecast.rules));
    for (name, sum) in &forecast.sums {
        writeln!(out, "  {name}").expect("strings take all that is written");
        for line in sum.to_string().lines() {
            writeln!(out, "    {line}").expect("strings take all that is written");
        }
    }
    let row =
        |Chance { says, chance, .. }: &Chance| vec![percent(chance), exact(chance), says.clone()];
    if !forecast.highlights.is_empty() {
        let rows: Vec<_> = forecast.highlights.iter().map(row).collect();
        out.push('\n');
        out.push_str(&columns(&rows, &[0, 1]));
    }
    let mut outcomes: Vec<_> = forecast.outcomes.iter().collect();
    let left_out = outcomes.len().saturating_sub(most);
    if left_out > 0 {
        outcomes.sort_by(|a, b| b.chance.to_f64().total_cmp(&a.chance.to_f64()));
        outcomes.truncate(most);
    }
    let long = forecast.highlights.iter().chain(outcomes.iter().copied());
    let long = long.filter(|it| exact(&it.chance) == LONG).count();
    out.push('\n');
    out.push_str(&columns(&outcomes.into_iter().map(row).collect::<Vec<_>>(), &[0, 1]));
    if long > 0 {
        writeln!(out, "  {LONG} is a long fraction; `--json` has it")
            .expect("strings take all that is written");
    }
    if left_out > 0 {
        writeln!(out, "  and {left_out} less likely ones")
            .expect("strings take all that is written");
    }
    out
}

fn percent(chance: &Fraction) -> String {
    format!("{:.2}%", chance.to_f64() * 100.0)
}

fn exact(chance: &Fraction) -> String {
    let exact = chance.to_string();
    if exact.len() > EXACT_MAX { LONG.into() } else { exact }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let rows = [vec!["1".into(), "a".into(), "x".into()], vec!["10".into(), "bcd".into()]];
        assert_eq!(columns(&rows, &[0]), "   1  a    x\n  10  bcd\n");
    }
}
