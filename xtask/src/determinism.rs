//! `cargo xtask determinism`: the same seeds give the same battles, however Acies was built.
//!
//! The command line is built in three ways, plays the same battles with each, and the hashes of all their
//! states must be equal. A share of them is also kept as a file, against which the tests of the command line
//! compare whatever build they run in.

use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::tools::{call, cargo, command, output, root};

/// Each way to build: its name, what cargo is told, and where the program is then.
const BUILDS: [Build; 3] = [
    Build { name: "debug", arguments: "", flags: "", folder: "debug" },
    Build { name: "release", arguments: "--release", flags: "", folder: "release" },
    Build {
        name: "native",
        arguments: "--release",
        flags: "-C target-cpu=native",
        folder: "native/release",
    },
];

struct Build {
    name: &'static str,
    arguments: &'static str,
    flags: &'static str,
    /// Below the folder `target`.
    folder: &'static str,
}

/// The share that is kept: so many battles of each kind.
const SHARE: usize = 6;

/// Where the share is kept. The tests of the command line read it.
const KEPT: &str = "crates/acies-cli/tests/it/determinism.txt";

pub fn run(battles: usize, accept: bool) -> Result<()> {
    for build in &BUILDS {
        println!("== {}", build.name);
        build.make()?;
    }
    for ruleset in rulesets()? {
        for players in ["random,random", "heuristic,heuristic"] {
            let all = BUILDS.map(|build| build.states(&ruleset, players, battles));
            let [debug, release, native] = all;
            let (debug, release, native) = (debug?, release?, native?);
            println!("{ruleset} {players}: debug {debug}, release {release}, native {native}");
            if debug != release || release != native {
                bail!("{ruleset}, {players}: {battles} battles differ from build to build");
            }
        }
    }
    if accept {
        let mut text = String::new();
        for ruleset in rulesets()? {
            for players in ["random,random", "heuristic,heuristic"] {
                let states = BUILDS[2].states(&ruleset, players, SHARE)?;
                text += &format!("{ruleset} {players} {SHARE} {states}\n");
            }
        }
        fs::write(root().join(KEPT), text).with_context(|| format!("cannot write `{KEPT}`"))?;
    }
    Ok(())
}

impl Build {
    fn make(&self) -> Result<()> {
        let mut build = cargo(&format!("build --locked -p acies-cli {}", self.arguments));
        if !self.flags.is_empty() {
            build
                .env("RUSTFLAGS", self.flags)
                .env("CARGO_TARGET_DIR", root().join("target/native"));
        }
        call(&mut build)
    }

    /// The hash of all states of some battles.
    fn states(&self, ruleset: &str, players: &str, battles: usize) -> Result<String> {
        let program = root().join("target").join(self.folder).join("acies");
        let program = program.to_str().context("the project's path is no UTF-8")?;
        let arguments =
            format!("sim {ruleset} --field --states --json --games {battles} --players {players}");
        let answer: Value = serde_json::from_str(&output(&mut command(program, &arguments))?)?;
        let states = answer["states"].as_str().context("the answer has no `states`")?;
        Ok(states.to_owned())
    }
}

/// The rulesets that the command line lists.
fn rulesets() -> Result<Vec<String>> {
    let program = root().join("target/debug/acies");
    let program = program.to_str().context("the project's path is no UTF-8")?;
    let battles: Value = serde_json::from_str(&output(&mut command(program, "battles --json"))?)?;
    let mut ids: Vec<String> = Vec::new();
    for battle in battles.as_array().context("`battles --json` gives a list")? {
        let id = battle["ruleset"].as_str().context("a battle has a ruleset")?;
        if !ids.iter().any(|known| known == id) {
            ids.push(id.to_owned());
        }
    }
    Ok(ids)
}
