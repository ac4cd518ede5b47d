//! Options that several commands share.

use std::path::Path;

use acies::{AnyRuleset, ruleset_of};
use acies_core::{Army, Seat, words::did_you_mean};

use crate::report::{Failure, read};

/// Reads the name of a seat.
pub fn seat(name: &str) -> Result<Seat, String> {
    let found = Seat::BOTH.into_iter().find(|seat| seat.to_string() == name);
    found.ok_or_else(|| format!("there is no seat `{name}`: it is red or blue"))
}

/// The ruleset of this id, or the only one there is.
pub fn ruleset(id: Option<&str>) -> Result<Option<&'static dyn AnyRuleset>, Failure> {
    match (id, acies::rulesets()) {
        (Some(id), _) => Ok(Some(acies::find(id)?)),
        (None, [only]) => Ok(Some(*only)),
        (None, _) => Ok(None),
    }
}

/// A shipped army of this ruleset, or the one in a file.
pub fn army(ruleset: &dyn AnyRuleset, name: &str) -> Result<Army, Failure> {
    if let Some(army) = ruleset.shipped(name) {
        return Ok(army);
    }
    if looks_like_a_file(name) {
        return Ok(ruleset.army(name, &read(Path::new(name))?)?);
    }
    let cards = ruleset.armies();
    let hint = did_you_mean(name, cards.iter().map(|card| card.id.as_str()));
    let hint = hint.unwrap_or_else(|| format!("`acies armies {}` lists them", ruleset.id()));
    Err(Failure::said(format!("`{}` has no army `{name}`", ruleset.id())).hint(hint))
}

/// The ruleset of a file, and its text.
pub fn file_and_ruleset(
    path: &Path,
    id: Option<&str>,
) -> Result<(String, &'static dyn AnyRuleset), Failure> {
    let text = read(path)?;
    let ruleset = ruleset_of_file(path, &text, id)?;
    Ok((text, ruleset))
}

/// The ruleset of a file whose text was read.
pub fn ruleset_of_file(
    path: &Path,
    text: &str,
    id: Option<&str>,
) -> Result<&'static dyn AnyRuleset, Failure> {
    Ok(ruleset_of(&path.display().to_string(), text, ruleset(id)?)?)
}

/// Reads a seed.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// Reads how many of something are wanted.
pub fn at_most<const MOST: usize>(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number <= MOST);
    number.ok_or_else(|| format!("it is a whole number from 0 to {MOST}"))
}

pub fn looks_like_a_file(name: &str) -> bool {
    name.contains(['/', '\\']) || Path::new(name).extension().is_some() || Path::new(name).exists()
}
