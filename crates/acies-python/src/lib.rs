//! The Python package of Acies: what its native part, `acies._acies`, has.
//!
//! It sees `acies` and the contract, never a ruleset: whatever is listed there is in the package. Answers that people
//! read go to Python as JSON, which the package makes into plain data; what agents see goes as arrays of numbers, without
//! a word on the way.

#![expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "they are what Python calls: keyword arguments, by value"
)]

mod batch;
mod battle;
mod catalogue;
mod columns;
mod desk;
mod error;
mod simulation;

use pyo3::prelude::*;

#[pymodule]
mod _acies {
    #[pymodule_export]
    use super::batch::{Batch, Table};
    #[pymodule_export]
    use super::battle::Battle;
    #[pymodule_export]
    use super::catalogue::{
        armies, army, battles, lists, odds, odds_kinds, players, rule, rules, ruleset_of,
        ruleset_of_battle, rulesets, troops,
    };
    #[pymodule_export]
    use super::columns::layout;
    #[pymodule_export]
    use super::simulation::{seed_of, simulate};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
