//! Files that people write, and what to say when one of them is wrong.

use std::ops::Range;

use miette::{Diagnostic, LabeledSpan, NamedSource};

use crate::rulebook::RuleId;

/// Something is wrong in a file: which file, where, why, by which rule, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{what}{}", self.rule.map(|rule| format!(" ({rule})")).unwrap_or_default())]
pub struct BadFile {
    pub what: String,
    pub rule: Option<RuleId>,
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

    #[must_use]
    pub fn rule(mut self, rule: RuleId) -> Self {
        self.rule = Some(rule);
        self
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }

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

/// Reads a TOML file into its type.
pub fn read_toml<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, BadFile> {
    toml::from_str(text).map_err(|error| {
        let what = error.message().lines().next().unwrap_or("not TOML").to_owned();
        BadFile::new(file, text, error.span().unwrap_or(0..0), what).hint(unknown_word(&error))
    })
}

/// For a misspelt field or value, the listed one that is most like it.
fn unknown_word(error: &toml::de::Error) -> Option<String> {
    let mut quoted = error.message().split('`').skip(1).step_by(2);
    let unknown = quoted.next()?;
    error.message().starts_with("unknown").then_some(())?;
    crate::words::did_you_mean(unknown, quoted)
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
    fn a_misspelt_field_is_shown_with_its_line() {
        let text = "# an army\nnmae = \"Rome\"\n";
        let bad = read_toml::<Army>("rome.toml", text).unwrap_err();
        assert_eq!(bad.to_string(), "unknown field `nmae`, expected `name`");
        assert_eq!(bad.line(), 2);
        assert_eq!(bad.hint.as_deref(), Some("did you mean `name`?"));
    }
}
