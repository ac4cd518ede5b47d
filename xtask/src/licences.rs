//! What Acies may depend on, as `deny.toml` says.
//!
//! The licence and the source of every dependency are checked here, from `cargo metadata`, so that they are checked
//! everywhere and at once. cargo-deny looks deeper (advisories, duplicates, licence texts) where it is installed.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

use crate::tools::{call, cargo, has_subcommand, output, root};

/// The cargo-deny that `deny.toml` was written for.
const DENY_VERSION: &str = "0.20.2";

/// `cargo xtask licences`
pub fn run() -> Result<()> {
    let path = root().join("deny.toml");
    let text = fs::read_to_string(&path).context("`deny.toml` cannot be read")?;
    let policy = Policy::parse(&text).context("in `deny.toml`")?;
    let metadata = output(&mut cargo("metadata --format-version 1 --locked"))?;
    let packages = packages(&metadata).context("in the answer of `cargo metadata`")?;
    let problems: Vec<String> =
        packages.iter().filter_map(|package| policy.problem(package)).collect();
    println!("   {} packages, {} refused", packages.len(), problems.len());
    if problems.is_empty() {
        return Ok(());
    }
    bail!(
        "dependencies that `deny.toml` does not allow:\n  {}\n\
         hint: do without it, or allow it there with a reason",
        problems.join("\n  ")
    );
}

/// `cargo xtask deny`: all that cargo-deny checks. Advisories are fetched from the network.
pub fn deny() -> Result<()> {
    ensure_deny()?;
    call(&mut cargo("deny --locked check --hide-inclusion-graph"))
}

/// What cargo-deny can check without fetching advisories.
pub fn deny_offline() -> Result<()> {
    ensure_deny()?;
    call(&mut cargo("deny --locked check --hide-inclusion-graph bans licenses sources"))
}

pub fn has_deny() -> bool {
    has_subcommand("deny")
}

fn ensure_deny() -> Result<()> {
    if has_deny() {
        return Ok(());
    }
    println!("   installing cargo-deny {DENY_VERSION}: this takes a few minutes");
    call(&mut cargo(&format!("install --quiet --locked cargo-deny@{DENY_VERSION}")))
}

struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// None for the crates of the workspace.
    source: Option<String>,
}

/// The packages in the answer of `cargo metadata`.
fn packages(metadata: &str) -> Result<Vec<Package>> {
    let metadata: Value = serde_json::from_str(metadata)?;
    let packages = metadata["packages"].as_array().context("no `packages`")?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    packages
        .iter()
        .map(|package| {
            Ok(Package {
                name: text(&package["name"]).context("a package without a name")?,
                version: text(&package["version"]).context("a package without a version")?,
                licence: text(&package["license"]),
                source: text(&package["source"]),
            })
        })
        .collect()
}

/// The licences that `deny.toml` allows, to all crates and to single ones.
struct Policy {
    allow: Vec<String>,
    exceptions: BTreeMap<String, Vec<String>>,
}

impl Policy {
    fn parse(text: &str) -> Result<Policy> {
        let table: toml::Table = text.parse()?;
        let licences = table.get("licenses").context("no table `licenses`")?;
        let allow = strings(licences.get("allow")).context("`licenses.allow`")?;
        let mut exceptions = BTreeMap::new();
        let listed = licences.get("exceptions").and_then(toml::Value::as_array);
        for exception in listed.into_iter().flatten() {
            let name = exception
                .get("crate")
                .or_else(|| exception.get("name"))
                .and_then(toml::Value::as_str)
                .context("an exception without `crate`")?;
            let allow = strings(exception.get("allow"))
                .with_context(|| format!("the exception for `{name}`"))?;
            exceptions.insert(name.to_owned(), allow);
        }
        Ok(Policy { allow, exceptions })
    }

    /// Why a package may not be used, if it may not.
    fn problem(&self, package: &Package) -> Option<String> {
        let Package { name, version, licence, source } = package;
        if source.as_ref().is_some_and(|source| !source.starts_with("registry+")) {
            return Some(format!("{name} {version}: comes from outside the registry"));
        }
        let Some(licence) = licence else {
            return Some(format!("{name} {version}: names no licence"));
        };
        let excepted = self.exceptions.get(name).map_or(&[][..], Vec::as_slice);
        let allows = |one: &str| self.allow.iter().chain(excepted).any(|allowed| allowed == one);
        match is_allowed(licence, &allows) {
            Ok(true) => None,
            Ok(false) => Some(format!("{name} {version}: {licence}")),
            Err(error) => Some(format!("{name} {version}: {licence}: {error}")),
        }
    }
}

fn strings(value: Option<&toml::Value>) -> Result<Vec<String>> {
    let list = value.and_then(toml::Value::as_array).context("not a list")?;
    list.iter()
        .map(|item| item.as_str().map(str::to_owned).context("not a list of strings"))
        .collect()
}

/// Whether an SPDX expression can be met with the licences that `allows` accepts.
fn is_allowed(expression: &str, allows: &dyn Fn(&str) -> bool) -> Result<bool> {
    // Before SPDX expressions, crates wrote `MIT/Apache-2.0` for a choice.
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = Words { words: spaced.split_whitespace().collect(), at: 0 };
    let allowed = any(&mut words, allows)?;
    match words.next() {
        None => Ok(allowed),
        Some(word) => Err(anyhow!("unexpected `{word}`")),
    }
}

struct Words<'a> {
    words: Vec<&'a str>,
    at: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        word
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.words.get(self.at) == Some(&word);
        self.at += usize::from(found);
        found
    }
}

/// `A OR B`, which binds less tightly than `AND`.
fn any(words: &mut Words, allows: &dyn Fn(&str) -> bool) -> Result<bool> {
    let mut allowed = all(words, allows)?;
    while words.take("OR") {
        allowed |= all(words, allows)?;
    }
    Ok(allowed)
}

/// `A AND B`
fn all(words: &mut Words, allows: &dyn Fn(&str) -> bool) -> Result<bool> {
    let mut allowed = one(words, allows)?;
    while words.take("AND") {
        allowed &= one(words, allows)?;
    }
    Ok(allowed)
}

/// `A`, `A WITH B` or an expression in brackets.
fn one(words: &mut Words, allows: &dyn Fn(&str) -> bool) -> Result<bool> {
    match words.next() {
        Some("(") => {
            let allowed = any(words, allows)?;
            if words.take(")") { Ok(allowed) } else { bail!("a bracket is not closed") }
        }
        None | Some(")" | "AND" | "OR" | "WITH") => bail!("a licence is missing"),
        Some(licence) if words.take("WITH") => {
            let exception = words.next().context("an exception is missing")?;
            Ok(allows(&format!("{licence} WITH {exception}")))
        }
        Some(licence) => Ok(allows(licence)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let allows = |one: &str| ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].contains(&one);
        for (expression, expected) in [
            ("MIT", Some(true)),
            ("GPL-3.0-only", Some(false)),
            ("GPL-3.0-only OR MIT", Some(true)),
            ("MIT/Apache-2.0", Some(true)),
            ("MIT AND GPL-3.0-only", Some(false)),
            ("GPL-3.0-only AND MIT OR ISC", Some(true)),
            ("ISC AND (GPL-3.0-only OR MIT)", Some(true)),
            ("(GPL-3.0-only OR MIT) AND Zlib", Some(false)),
            ("Apache-2.0 WITH LLVM-exception", Some(true)),
            ("Apache-2.0", Some(false)),
            ("MIT WITH LLVM-exception", Some(false)),
            ("", None),
            ("MIT OR", None),
            ("(MIT", None),
            ("MIT ISC", None),
            ("MIT)", None),
        ] {
            assert_eq!(is_allowed(expression, &allows).ok(), expected, "{expression}");
        }
    }

    #[test]
    fn packages_against_a_policy() {
        let policy = Policy::parse(
            r#"
            [licenses]
            allow = ["MIT"]
            exceptions = [{ crate = "map", allow = ["MPL-2.0"] }]
            "#,
        )
        .unwrap();
        let metadata = r#"{ "packages": [
            { "name": "ours", "version": "0.1.0", "license": "MIT", "source": null },
            { "name": "map", "version": "1.0.0", "license": "MPL-2.0", "source": "registry+index" },
            { "name": "other", "version": "2.0.0", "license": "MPL-2.0", "source": "registry+index" },
            { "name": "silent", "version": "3.0.0", "license": null, "source": "registry+index" },
            { "name": "forked", "version": "4.0.0", "license": "MIT", "source": "git+somewhere" }
        ] }"#;
        let problems: Vec<String> = packages(metadata)
            .unwrap()
            .iter()
            .filter_map(|package| policy.problem(package))
            .collect();
        assert_eq!(
            problems,
            [
                "other 2.0.0: MPL-2.0",
                "silent 3.0.0: names no licence",
                "forked 4.0.0: comes from outside the registry",
            ]
        );
    }
}
