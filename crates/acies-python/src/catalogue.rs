//! What there is: rulesets, their rules, armies, battles and odds.

use acies::AnyRuleset;
use acies_ai::Player;
use acies_core::Asked;
use pyo3::prelude::*;
use serde_json::json;

use crate::error::{Answer, plain};

type Plain<'py> = PyResult<Bound<'py, PyAny>>;

pub fn find(id: &str) -> Answer<&'static dyn AnyRuleset> {
    Ok(acies::find(id)?)
}

#[pyfunction]
pub fn rulesets(py: Python<'_>) -> Plain<'_> {
    let all: Vec<_> = acies::rulesets()
        .iter()
        .map(|it| json!({ "id": it.id(), "name": it.name(), "authors": it.authors() }))
        .collect();
    plain(py, &all)
}

/// The names of the computer players.
#[pyfunction]
pub fn players() -> Vec<&'static str> {
    Player::ALL.iter().map(|player| player.name()).collect()
}

#[pyfunction]
pub fn rules<'py>(py: Python<'py>, ruleset: &str) -> Plain<'py> {
    plain(py, &find(ruleset)?.rulebook().rules())
}

/// A rule, and where it is cited.
#[pyfunction]
pub fn rule<'py>(py: Python<'py>, ruleset: &str, id: &str) -> Plain<'py> {
    let ruleset = find(ruleset)?;
    let Some(rule) = ruleset.rulebook().get(id) else {
        let nearest = acies::nearest_ids(ruleset, id);
        let hint = (!nearest.is_empty()).then(|| format!("did you mean {}?", nearest.join(", ")));
        let says = format!("`{}` has no rule `{id}`", ruleset.id());
        return Err(crate::error::Trouble::said(says, hint).into());
    };
    plain(py, rule)
}

#[pyfunction]
pub fn armies<'py>(py: Python<'py>, ruleset: &str) -> Plain<'py> {
    plain(py, &find(ruleset)?.armies())
}

#[pyfunction]
pub fn lists<'py>(py: Python<'py>, ruleset: &str) -> Plain<'py> {
    plain(py, &find(ruleset)?.lists())
}

#[pyfunction]
pub fn troops<'py>(py: Python<'py>, ruleset: &str) -> Plain<'py> {
    plain(py, &find(ruleset)?.troops())
}

#[pyfunction]
pub fn battles<'py>(py: Python<'py>, ruleset: &str) -> Plain<'py> {
    plain(py, &find(ruleset)?.battles())
}

#[pyfunction]
pub fn odds_kinds<'py>(py: Python<'py>, ruleset: &str) -> Plain<'py> {
    plain(py, &find(ruleset)?.odds_kinds())
}

/// The forecast of an isolated roll. Chances are fractions as text: the package makes them `fractions.Fraction`.
#[pyfunction]
pub fn odds<'py>(
    py: Python<'py>,
    ruleset: &str,
    kind: &str,
    sides: Vec<String>,
    settings: Vec<(String, String)>,
) -> Plain<'py> {
    let ruleset = find(ruleset)?;
    let asked = Asked { sides, settings };
    let answer = py.detach(|| ruleset.odds(kind, &asked).map_err(crate::error::Trouble::from))?;
    plain(py, &answer)
}

/// A shipped army, or what a file has: its cost, its roster, what is unusual about it.
#[pyfunction]
pub fn army<'py>(py: Python<'py>, ruleset: &str, name: &str, text: Option<&str>) -> Plain<'py> {
    let army = chosen(find(ruleset)?, name, text)?;
    plain(
        py,
        &json!({
            "name": army.name, "text": army.text, "cost": army.cost, "budget": army.budget,
            "units": army.units, "roster": army.roster, "warnings": army.warnings,
        }),
    )
}

/// A shipped army by its id, or that of a file's text.
pub fn chosen(
    ruleset: &dyn AnyRuleset,
    name: &str,
    text: Option<&str>,
) -> Answer<acies_core::Army> {
    if let Some(text) = text {
        return Ok(ruleset.army(name, text)?);
    }
    ruleset.shipped(name).ok_or_else(|| {
        let cards = ruleset.armies();
        let known = cards.iter().map(|card| card.id.as_str());
        let all = || format!("armies: {}", known.clone().collect::<Vec<_>>().join(", "));
        let hint = acies_core::words::did_you_mean(name, known.clone()).unwrap_or_else(all);
        crate::error::Trouble::said(format!("`{}` has no army `{name}`", ruleset.id()), Some(hint))
    })
}

/// The ruleset that a file names.
#[pyfunction]
pub fn ruleset_of(file: &str, text: &str) -> Answer<&'static str> {
    Ok(acies::ruleset_of(file, text, None)?.id())
}

/// The ruleset of a shipped battle.
#[pyfunction]
pub fn ruleset_of_battle(name: &str) -> Answer<&'static str> {
    Ok(acies::battle(name)?.ruleset().id())
}
