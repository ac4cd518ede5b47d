//! Finds rule ids in texts: where the code of a ruleset cites them, and where its tests do.
//!
//! The build script runs it over every crate that has a `RULES.md`, and so does the check of the project. What follows
//! `#[cfg(test)]` in a file is test, and so is everything below `tests/` and `benches/`. `EX-2 to .4` and `EX-2..4` stand
//! for 2, 3 and 4.

use std::collections::BTreeSet;

/// No list of rules in words is longer; a larger number is something else.
pub const RANGE_MAX: u32 = 60;

/// A place where an id is quoted, or a range of ids.
#[derive(Debug, PartialEq, Eq)]
pub struct Citation<'a> {
    /// Where it stands, in bytes.
    pub at: usize,
    pub id: &'a str,
    /// The last number of a range that begins at `id`.
    pub last: Option<u32>,
}

impl Citation<'_> {
    /// Every id that is meant, from the first to the last.
    pub fn ids(&self) -> Vec<String> {
        let (Some(last), Some((stem, first))) = (self.last, numbered(self.id)) else {
            return vec![self.id.to_owned()];
        };
        (first..=last.min(first.saturating_add(RANGE_MAX)))
            .map(|number| format!("{stem}{number}"))
            .collect()
    }
}

/// The ids quoted in a text, of whatever ruleset, in their order.
pub fn citations(text: &str) -> Vec<Citation<'_>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let Some((id, end)) = id_at(text, at) else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let last = numbered(id).and_then(|(_, first)| range_end(&text[end..], first));
        found.push(Citation { at, id, last });
        at = end;
    }
    found
}

/// An id in a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    pub id: String,
    pub line: usize,
    /// Whether it is a literal of its own, as code cites a rule, and not a word of a comment.
    pub quoted: bool,
}

/// The ids that a rulebook defines: those in bold.
pub fn defined(rules: &str) -> BTreeSet<String> {
    let bold = rules.match_indices("**").map(|(at, stars)| &rules[at + stars.len()..]);
    bold.filter_map(|text| id_at(text, 0)).map(|(id, _)| id.to_owned()).collect()
}

/// All ids in a text, of those defined, in their order.
pub fn ids(text: &str, defined: &BTreeSet<String>) -> Vec<Found> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        for citation in citations(text) {
            let end = citation.at + citation.id.len();
            let quoted = text[..citation.at].ends_with('"') && text[end..].starts_with('"');
            let known = citation.ids().into_iter().filter(|id| defined.contains(id));
            found.extend(known.map(|id| Found { id, line, quoted }));
        }
    }
    found
}

/// A Rust file's code and its tests; the tests begin in the line given.
pub fn split(text: &str, is_test: bool) -> (&str, &str, usize) {
    let at = if is_test { 0 } else { text.find("#[cfg(test)]").unwrap_or(text.len()) };
    let (code, test) = text.split_at(at);
    (code, test, code.matches('\n').count())
}

/// The id that begins here, if one does, and where it ends.
fn id_at(text: &str, at: usize) -> Option<(&str, usize)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if text[..at].ends_with(is_word) {
        return None;
    }
    let rest = &text[at..];
    let dash = rest.find(|c: char| !c.is_ascii_uppercase())?;
    let number = rest[dash..].strip_prefix('-').filter(|_| dash > 0)?;
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    let mut end = number.find(|c| !is_part(c)).unwrap_or(number.len());
    if end == 0 {
        return None;
    }
    while let Some(part) = number[end..].strip_prefix('.') {
        let len = part.find(|c| !is_part(c)).unwrap_or(part.len());
        if len == 0 {
            break;
        }
        end += 1 + len;
    }
    let end = at + dash + 1 + end;
    Some((&text[at..end], end))
}

/// An id whose last part ends in a number, taken apart: `VIR-R60` is `VIR-R` and 60.
pub fn numbered(id: &str) -> Option<(&str, u32)> {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = id[stem.len()..].parse().ok()?;
    let last_part = stem.rsplit(['.', '-']).next()?;
    last_part.bytes().all(|b| b.is_ascii_uppercase()).then_some((stem, number))
}

/// The last number of a range, from the text after its first id: `to .5`, `..5` or `..=5`.
///
/// A number that goes on (`..5.26`, `..5th`) ends no range.
fn range_end(text: &str, first: u32) -> Option<u32> {
    let text = text.strip_prefix(" to .").or_else(|| {
        let text = text.strip_prefix("..")?;
        let text = text.strip_prefix('=').unwrap_or(text);
        Some(text.strip_prefix('.').unwrap_or(text))
    })?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = &text[digits..];
    let after = after.strip_prefix('.').unwrap_or(after);
    let goes_on = after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    text[..digits].parse().ok().filter(|last| *last > first && !goes_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> BTreeSet<String> {
        defined(
            "- **EX-1** one\n- **EX-2** two **bold** words\n| **EX-3** | **EX-4** |\n**EX-R5.1** x",
        )
    }

    #[test]
    fn bold_ids_are_defined() {
        let all: Vec<_> = all().into_iter().collect();
        assert_eq!(all, ["EX-1", "EX-2", "EX-3", "EX-4", "EX-R5.1"]);
    }

    #[test]
    fn ids_are_found_with_their_lines() {
        let text = "// EX-R5.1, not EX-9 nor AEX-1\nadd(\"EX-1\", 1)\n// EX-2 to .4.\n";
        let found: Vec<_> = ids(text, &all())
            .into_iter()
            .map(|Found { id, line, quoted }| format!("{id}:{line}:{quoted}"))
            .collect();
        assert_eq!(
            found,
            ["EX-R5.1:1:false", "EX-1:2:true", "EX-2:3:false", "EX-3:3:false", "EX-4:3:false"]
        );
    }

    #[test]
    fn tests_begin_where_they_are_marked() {
        let (code, test, before) = split("a\nb\n#[cfg(test)]\nmod tests {}\n", false);
        assert_eq!((code, test, before), ("a\nb\n", "#[cfg(test)]\nmod tests {}\n", 2));
        assert_eq!(split("a\n", true), ("", "a\n", 0));
    }
}
