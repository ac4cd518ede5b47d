//! What went wrong, as exceptions of the package: they carry rule ids, places in files and hints.

use std::fmt;

use acies::battle::Stopped;
use acies_core::{BadFile, Misread, Reason};
use pyo3::{prelude::*, types::PyDict};
use serde::Serialize;
use serde_json::{Value, json};

/// Why there is no answer.
#[derive(Debug)]
pub struct Trouble {
    /// The class of `acies.errors` that says it.
    class: &'static str,
    says: String,
    /// What else it carries.
    carries: Value,
}

pub type Answer<T> = Result<T, Trouble>;

impl Trouble {
    /// Something is wrong with what was asked.
    pub fn said(says: impl Into<String>, hint: Option<String>) -> Self {
        Trouble { class: "AciesError", says: says.into(), carries: json!({ "hint": hint }) }
    }

    /// The rules forbid it.
    pub fn refused(reason: &Reason) -> Self {
        let carries = json!({ "rules": reason.rules, "reason": reason, "hint": reason.instead });
        Trouble { class: "Refused", says: reason.says.clone(), carries }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.says)
    }
}

impl From<Misread> for Trouble {
    fn from(misread: Misread) -> Self {
        Trouble { class: "Misread", says: misread.what, carries: json!({ "hint": misread.hint }) }
    }
}

impl From<BadFile> for Trouble {
    fn from(bad: BadFile) -> Self {
        let carries = json!({
            "hint": bad.hint, "rules": bad.rule.iter().collect::<Vec<_>>(),
            "file": bad.file(), "line": bad.line(), "column": bad.column(),
        });
        Trouble { class: "BadFile", says: bad.to_string(), carries }
    }
}

impl From<Stopped> for Trouble {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Misread(misread) => misread.into(),
            Stopped::Refused(reason) => Trouble::refused(&reason),
            Stopped::Waiting(waiting) => {
                let need = &waiting.need;
                let carries = json!({
                    "rules": [need.ask.rule], "by": need.ask.by, "die": need.die.name,
                    "faces": need.die.faces, "count": need.n, "kinds": need.kinds, "wrong": need.wrong,
                });
                Trouble { class: "DiceWanted", says: waiting.to_string(), carries }
            }
        }
    }
}

impl From<Trouble> for PyErr {
    fn from(trouble: Trouble) -> PyErr {
        Python::attach(|py| {
            let raised = || {
                let class = py.import("acies.errors")?.getattr(trouble.class)?;
                let carries = plain(py, &trouble.carries)?;
                let carries = carries.cast_into::<PyDict>()?;
                class.call((trouble.says.as_str(),), Some(&carries))
            };
            raised().map_or_else(|broken| broken, PyErr::from_value)
        })
    }
}

/// Something as plain data of Python: dicts, lists, text and numbers.
pub fn plain<'py>(
    py: Python<'py>,
    what: &(impl Serialize + ?Sized),
) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(what).expect("answers are plain data");
    py.import("json")?.call_method1("loads", (text,))
}
