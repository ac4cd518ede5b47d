//! Finds rule ids in the files of a ruleset: where its code cites them, and where its tests do.
//!
//! The build script runs it over every crate that has a `RULES.md`. What follows `#[cfg(test)]` in a
//! file is test, and so is everything below `tests/` and `benches/`. `EX-2 to .4` and `EX-2..4` stand
//! for 2, 3 and 4.

use std::collections::BTreeSet;

/// No list of rules in words is longer; a larger number is something else.
const RANGE_MAX: u32 = 60;

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
    let ids = rules.split("**").skip(1).step_by(2);
    ids.filter_map(|bold| id_at(bold, 0)).map(|(id, _)| id.to_owned()).collect()
}

/// All ids in a text, of those defined, in their order.
pub fn ids(text: &str, defined: &BTreeSet<String>) -> Vec<Found> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let mut at = 0;
        while at < text.len() {
            let Some((id, end)) = id_at(text, at) else {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            };
            let quoted = text[..at].ends_with('"') && text[end..].starts_with('"');
            for id in range(id, &text[end..]) {
                if defined.contains(&id) {
                    found.push(Found { id, line, quoted });
                }
            }
            at = end;
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

/// The ids that `id` and what follows it stand for.
fn range(id: &str, after: &str) -> Vec<String> {
    let last = [" to .", " to ", "..=.", "..=", "...", ".."]
        .into_iter()
        .find_map(|to| after.strip_prefix(to))
        .map(|rest| &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())])
        .and_then(|last| last.parse::<u32>().ok());
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    match (id[stem.len()..].parse::<u32>(), last) {
        (Ok(first), Some(last)) if first < last => {
            (first..=last.min(first + RANGE_MAX)).map(|n| format!("{stem}{n}")).collect()
        }
        _ => vec![id.to_owned()],
    }
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
