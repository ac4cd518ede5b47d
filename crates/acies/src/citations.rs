//! Where each rule is in the code and in the tests, as the build script found it.

use serde::Serialize;

/// A line of a file in which a rule is cited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub file: &'static str,
    pub line: u32,
    /// Whether it is cited as a literal, so that it can show up in play, and not in a comment.
    #[serde(skip)]
    pub literal: bool,
}

/// A rule and the places where it is cited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Citation {
    pub id: &'static str,
    pub code: &'static [Place],
    pub tests: &'static [Place],
}

/// Every rule of every ruleset, ordered by id.
pub static CITATIONS: &[Citation] = &include!(concat!(env!("OUT_DIR"), "/citations.rs"));

/// Where a rule is cited.
pub fn citation(id: &str) -> Option<&'static Citation> {
    CITATIONS.binary_search_by(|citation| citation.id.cmp(id)).ok().map(|at| &CITATIONS[at])
}

impl Citation {
    /// Whether the code can cite it while it runs.
    pub fn is_live(&self) -> bool {
        self.code.iter().any(|place| place.literal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_found_in_their_table() {
        assert!(CITATIONS.is_sorted_by_key(|citation| citation.id));
        for known in CITATIONS {
            assert_eq!(citation(known.id), Some(known));
        }
        assert_eq!(citation("EX-0"), None);
    }
}
