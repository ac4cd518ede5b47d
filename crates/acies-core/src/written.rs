//! Where a position file has the pieces of its scene.
//!
//! Position files of all rulesets are alike in this: a side is a table with lists of units and
//! leaders, each a table of its own with a `key` or a `name`, and terrain is a list of tables with a
//! `piece`.

use std::ops::Range;

use serde::Serialize;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{seat::Seat, words::key};

/// The lines of a file that have a piece, counted from one, the last one included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Written {
    /// The id that the piece has in the scene.
    pub id: String,
    /// Where it begins in the text.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
}

/// Every piece that a position file has, in the order of the file. Nothing, if it is no TOML.
pub fn pieces(text: &str) -> Vec<Written> {
    let Ok(file) = DeTable::parse(text) else { return Vec::new() };
    let lines = |span: Range<usize>| {
        let line = |at: usize| 1 + text.get(..at).unwrap_or(text).matches('\n').count();
        (line(span.start), line(span.end.saturating_sub(1)))
    };
    let mut found = Vec::new();
    for (at, piece) in list(file.get_ref(), "terrain").enumerate() {
        if let Some(word) = word(piece, "piece") {
            let (from, to) = lines(extent(piece));
            found.push(Written { id: format!("{word}/{at}"), from, to });
        }
    }
    for seat in Seat::BOTH {
        let Some(side) = file.get_ref().get(seat.to_string().as_str()) else { continue };
        let Some(side) = side.get_ref().as_table() else { continue };
        for one in list(side, "units").chain(list(side, "leaders")) {
            let named = || word(one, "name").map(key);
            if let Some(word) = word(one, "key").map(str::to_owned).or_else(named) {
                let (from, to) = lines(extent(one));
                found.push(Written { id: format!("{seat}/{word}"), from, to });
            }
        }
    }
    found.sort_by_key(|it| it.from);
    found
}

/// The entries of a list of tables.
fn list<'a, 'i>(
    table: &'a DeTable<'i>,
    name: &str,
) -> impl Iterator<Item = &'a Spanned<DeValue<'i>>> {
    table.get(name).and_then(|list| list.get_ref().as_array()).into_iter().flatten()
}

/// All that a table takes, with its heading.
fn extent(table: &Spanned<DeValue>) -> Range<usize> {
    let Range { start, end } = table.span();
    let values = table.get_ref().as_table().into_iter().flat_map(|table| table.values());
    start..values.map(|value| value.span().end).fold(end, usize::max)
}

/// A word of a table.
fn word<'a>(table: &'a Spanned<DeValue<'_>>, name: &str) -> Option<&'a str> {
    table.get_ref().as_table()?.get(name)?.get_ref().as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_found_by_their_ids() {
        let text = "\
ruleset = \"toy\"

[[terrain]]
piece = \"wood\"
outline = [[0, 0], [1, 0], [1, 1]]

[[terrain]]
piece = \"lake\"
outline = [
  [0, 0], [1, 0], [1, 1],
]

[blue]
leaders = [
  { name = \"The Duke\", at = [1, 2] },
]
units = [
  { troop = \"spear\", key = \"spears_1\", name = \"Spears 1\" },
  { troop = \"spear\" },
]
";
        let found: Vec<_> = pieces(text).into_iter().map(|it| (it.id, it.from, it.to)).collect();
        let expected = [
            ("wood/0", 3, 5),
            ("lake/1", 7, 11),
            ("blue/the_duke", 15, 15),
            ("blue/spears_1", 18, 18),
        ];
        assert_eq!(found, expected.map(|(id, from, to)| (id.to_owned(), from, to)));
        assert_eq!(pieces("no = = toml"), []);
    }
}
