//! `cargo xtask test`: every check of the project, one after the other, up to the first that fails.

use std::env;
use std::time::Instant;

use anyhow::Result;

use crate::tools::{call, cargo, has_subcommand};
use crate::{api, licences, python, rules, web};

/// Which tests to run: those that take minutes look for `ACIES_SLOW=1`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    Quick,
    Slow,
}

pub fn run(pace: Pace) -> Result<()> {
    let start = Instant::now();
    let mut steps = Steps::default();
    steps.cargo("fmt --all --check")?;
    steps.cargo("clippy --workspace --all-targets --locked -- -D warnings")?;
    steps.run("tests", || tests(pace))?;
    steps.run("tests in documentation", || {
        call(cargo("test --workspace --doc --locked --quiet").envs(environment(pace)))
    })?;
    steps.run("documentation", || {
        let mut doc = cargo("doc --workspace --no-deps --locked --quiet");
        call(doc.env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    if web::exists() {
        steps.run("tests of the browser client", web::run_built)?;
    }
    steps.run("the Python package", || python::run(pace == Pace::Slow))?;
    if pace == Pace::Slow {
        steps.run("the server against its description", api::run_built)?;
    }
    steps.run("rule ids", rules::run)?;
    steps.run("licences", licences::run)?;
    if licences::has_deny() || env::var_os("CI").is_some() {
        steps.run("cargo deny", licences::deny_offline)?;
    } else {
        println!("== cargo deny: skipped, not installed (`cargo xtask deny` installs it)");
    }
    println!("== all: {:.1} s", start.elapsed().as_secs_f64());
    println!("checks: {} passed, 0 failed", steps.passed);
    Ok(())
}

/// Unit and integration tests: by nextest where it is installed, else by cargo.
fn tests(pace: Pace) -> Result<()> {
    let mut command = if has_subcommand("nextest") {
        cargo("nextest run --workspace --locked --status-level fail")
    } else {
        cargo("test --workspace --lib --bins --tests --locked --quiet")
    };
    if pace == Pace::Slow {
        // The slow tests that are marked as such.
        command.args(if has_subcommand("nextest") {
            ["--run-ignored", "all"]
        } else {
            ["--", "--include-ignored"]
        });
    }
    call(command.envs(environment(pace)))
}

/// What tests find in their environment. A snapshot that nobody has reviewed fails.
fn environment(pace: Pace) -> Vec<(&'static str, &'static str)> {
    let mut variables = vec![("CI", "true"), ("INSTA_UPDATE", "no")];
    if pace == Pace::Slow {
        variables.push(("ACIES_SLOW", "1"));
    }
    variables
}

/// Announces the steps, times them and counts them.
#[derive(Default)]
struct Steps {
    passed: u32,
}

impl Steps {
    /// A step that is one cargo command.
    fn cargo(&mut self, arguments: &str) -> Result<()> {
        self.run(&format!("cargo {arguments}"), || call(&mut cargo(arguments)))
    }

    fn run(&mut self, name: &str, step: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("== {name}");
        let start = Instant::now();
        step()?;
        println!("   {:.1} s", start.elapsed().as_secs_f64());
        self.passed += 1;
        Ok(())
    }
}
