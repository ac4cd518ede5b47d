//! Files that people write, and what to say when one of them is wrong.

use std::{collections::BTreeMap, ops::Range};

use miette::{Diagnostic, LabeledSpan, NamedSource};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use crate::{
    rulebook::RuleId,
    words::{did_you_mean, quoted},
};

/// Something is wrong in a file: which file, where, why, by which rule, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{what}{}", self.rule.map(|rule| format!(" ({rule})")).unwrap_or_default())]
pub struct BadFile {
    /// What is wrong, in a sentence.
    pub what: String,
    /// The rule that it breaks.
    pub rule: Option<RuleId>,
    /// The next step, where it is known.
    pub hint: Option<String>,
    text: NamedSource<String>,
    span: Range<usize>,
}

impl BadFile {
    /// Something wrong in this part of a file's text.
    pub fn new(file: &str, text: &str, span: Range<usize>, what: impl Into<String>) -> Self {
        let text = NamedSource::new(file, text.to_owned());
        BadFile { what: what.into(), rule: None, hint: None, text, span }
    }

    /// With the rule that it breaks.
    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }

    /// With the next step.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        self.text.name()
    }

    /// The line in which it is, counted from one.
    pub fn line(&self) -> usize {
        1 + self.before().matches('\n').count()
    }

    /// Where in its line it begins, in characters counted from one.
    pub fn column(&self) -> usize {
        1 + self.before().chars().rev().take_while(|&c| c != '\n').count()
    }

    fn before(&self) -> &str {
        let text = self.text.inner();
        text.get(..self.span.start).unwrap_or(text)
    }
}

impl Diagnostic for BadFile {
    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.hint.as_ref().map(|hint| Box::new(hint) as Box<dyn std::fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.text)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(std::iter::once(LabeledSpan::underline(self.span.clone()))))
    }
}

/// A file's text, to point into.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// What is written on it.
    pub text: &'a str,
}

impl Page<'_> {
    /// Something wrong in this part of the text.
    pub fn bad(&self, span: Range<usize>, what: impl Into<String>) -> BadFile {
        BadFile::new(self.file, self.text, span, what)
    }

    /// The line in which a part begins, counted from one.
    pub fn line(&self, span: Range<usize>) -> usize {
        self.bad(span, "").line()
    }

    /// A word that is not known, with those most like it.
    pub fn unknown<'a>(
        &self,
        word: &Spanned<String>,
        what: &str,
        known: impl Iterator<Item = &'a str> + Clone,
    ) -> BadFile {
        let list: Vec<_> = known.clone().collect();
        let hint = did_you_mean(word.get_ref(), known)
            .unwrap_or_else(|| format!("known are {}", list.join(", ")));
        self.bad(word.span(), format!("unknown {what} `{}`", word.get_ref())).hint(hint)
    }

    /// What serde does not understand, with the word that was probably meant. It may not know where it stands.
    pub(crate) fn misread(&self, error: &toml::de::Error, whole: Range<usize>) -> BadFile {
        let what = error.message().lines().next().unwrap_or("not TOML").to_owned();
        let span = error.span().unwrap_or(whole);
        let hint = unknown_word(error).or_else(|| missing_field(error, &span));
        self.bad(span, what).hint(hint)
    }

    /// A file may name its ruleset, and then names this one.
    pub fn is_of(&self, ruleset: Option<&Spanned<String>>, id: &str) -> Result<(), BadFile> {
        match ruleset {
            Some(named) if named.get_ref() != id => {
                let what = format!("a file of `{}`, not of `{id}`", named.get_ref());
                Err(self.bad(named.span(), what))
            }
            _ => Ok(()),
        }
    }
}

/// The first thing that is wrong; its hint names the others.
pub fn first(wrong: Vec<BadFile>) -> Result<(), BadFile> {
    let mut wrong = wrong.into_iter();
    let Some(first) = wrong.next() else { return Ok(()) };
    let others = wrong.map(|other| format!("also line {}: {other}", other.line()));
    let hints: Vec<_> = first.hint.clone().into_iter().chain(others).collect();
    let hint = (!hints.is_empty()).then(|| hints.join("\n"));
    Err(first.hint(hint))
}

/// For a reader of TOML: a word that is not known, with the known ones, from which [`read_toml`] takes
/// its hint.
pub fn unknown<'a, E: serde::de::Error>(
    what: &str,
    typed: &str,
    known: impl Iterator<Item = &'a str>,
) -> E {
    E::custom(format!("unknown {what} `{typed}`\nexpected one of {}", quoted(known)))
}

/// For a reader of TOML: one of the things that ship, by its word.
pub fn by_word<'de, T, D: Deserializer<'de>>(
    from: D,
    what: &str,
    all: &'static [T],
    word: impl Fn(&'static T) -> &'static str,
) -> Result<&'static T, D::Error> {
    let typed = String::deserialize(from)?;
    let found = all.iter().find(|it| word(it) == typed);
    found.ok_or_else(|| unknown(what, &typed, all.iter().map(word)))
}

/// Reads a file that ships with the rules. Tests read every one of them.
pub fn shipped<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> T {
    read_toml(file, text).unwrap_or_else(|bad| panic!("{file}:{}: {bad}", bad.line()))
}

/// Reads the rows of a file that ships with the rules: an array of tables, and nothing else.
pub fn shipped_rows<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Vec<T> {
    let tables: BTreeMap<String, Vec<T>> = shipped(file, text);
    assert!(tables.len() == 1, "{file} has one array");
    tables.into_values().flatten().collect()
}

/// The word that players type, and the text of the file.
pub type ShippedFile = (&'static str, &'static str);

/// Shipped files by the words that players type: each is the name of a TOML file in a folder.
#[macro_export]
macro_rules! shipped_files {
    ($folder:literal: $($id:literal)*) => {
        &[$(($id, include_str!(concat!($folder, "/", $id, ".toml")))),*]
    };
}

/// Rows of a shipped file that other files name: all of them, one by its word, and how serde reads the word.
///
/// ```text
/// named_rows! { pub fn lists, list: ArmyList, "army list", "lists.toml" in "../../data" }
/// ```
#[macro_export]
macro_rules! named_rows {
    ($(#[$meta:meta])* $vis:vis fn $all:ident, $one:ident: $Row:ty, $what:literal, $file:literal in $folder:literal) => {
        $(#[$meta])*
        $vis fn $all() -> &'static [$Row] {
            static ROWS: std::sync::OnceLock<Vec<$Row>> = std::sync::OnceLock::new();
            ROWS.get_or_init(|| {
                $crate::file::shipped_rows($file, include_str!(concat!($folder, "/", $file)))
            })
        }

        /// One of them, by the word that players type.
        $vis fn $one(id: &str) -> Option<&'static $Row> {
            $all().iter().find(|row| row.id == id)
        }

        impl<'de> serde::Deserialize<'de> for &'static $Row {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::file::by_word(from, $what, $all(), |row| &row.id)
            }
        }
    };
}

/// Text as TOML writes it.
pub fn toml_string(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Reads a TOML file into its type.
pub fn read_toml<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, BadFile> {
    toml::from_str(text).map_err(|error| Page { file, text }.misread(&error, 0..0))
}

/// For a misspelt field or value, the listed one that is most like it.
fn unknown_word(error: &toml::de::Error) -> Option<String> {
    let mut quoted = error.message().split('`').skip(1).step_by(2);
    let unknown = quoted.next()?;
    error.message().starts_with("unknown").then_some(())?;
    did_you_mean(unknown, quoted)
}

/// Where a field that is missing belongs: whoever left it out may not know.
fn missing_field(error: &toml::de::Error, span: &Range<usize>) -> Option<String> {
    let field = error.message().strip_prefix("missing field `")?.split('`').next()?;
    let place = if span.is_empty() { "at the top of the file, before any `[...]`" } else { "here" };
    Some(format!("write `{field} = ...` {place}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Army {
        #[allow(dead_code, reason = "only its reading is tested")]
        name: String,
    }

    #[test]
    fn a_missing_field_is_asked_for_where_it_belongs() {
        #[derive(Debug, serde::Deserialize)]
        struct Battle {
            #[allow(dead_code, reason = "only its reading is tested")]
            army: Vec<Army>,
        }
        let bad = read_toml::<Army>("rome.toml", "# nothing\n").unwrap_err();
        assert_eq!(bad.to_string(), "missing field `name`");
        let top = "write `name = ...` at the top of the file, before any `[...]`";
        assert_eq!(bad.hint.as_deref(), Some(top));
        for text in ["army = [\n  { name = \"Rome\" },\n  {},\n]\n", "\n\n[[army]]\n"] {
            let bad = read_toml::<Battle>("field.toml", text).unwrap_err();
            assert_eq!((bad.to_string().as_str(), bad.line()), ("missing field `name`", 3));
            assert_eq!(bad.hint.as_deref(), Some("write `name = ...` here"));
        }
    }

    #[test]
    fn a_misspelt_field_is_shown_with_its_line() {
        let text = "# an army\nnmae = \"Rome\"\n";
        let bad = read_toml::<Army>("rome.toml", text).unwrap_err();
        assert_eq!(bad.to_string(), "unknown field `nmae`, expected `name`");
        assert_eq!(bad.line(), 2);
        assert_eq!(bad.hint.as_deref(), Some("did you mean `name`?"));
    }
}
