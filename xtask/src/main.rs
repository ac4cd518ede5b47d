//! Checks of the whole project, run as `cargo xtask COMMAND`.
//!
//! `test` is the one that matters: it runs all the others, here and on the project's CI alike.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line speaks to its user")]

mod api;
mod determinism;
mod licences;
mod python;
mod rules;
// What the build script of `acies` finds ids by.
#[allow(dead_code, reason = "the build script asks for lines, the check for places")]
#[path = "../../crates/acies/src/scan.rs"]
mod scan;
mod test;
mod tools;
mod web;

use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask COMMAND

  test [--slow]              every check below; with --slow also the tests that take minutes
  rules [--missing RULESET]  rule ids: those in RULES.md against those in the code
  licences                   licence and source of every dependency, against deny.toml
  deny                       cargo-deny on all of deny.toml, advisories included; installs it if need be
  determinism [N] [--accept]  N battles of each ruleset (1,000) played alike by debug, release and native builds;
                             --accept keeps a share of them, against which every test run compares
  load [SOCKETS BATTLES SECONDS]  how much the server bears, on this machine alone
  web                        the browser client's tests; installs what they need
  python [--slow]            the Python package: its wheel, built and tested in a fresh virtual environment
  python wheel               the wheel that people install, in target/python/release
  python bench               steps a second of its environments, beside others; installs those
  help                       this text
";

fn number(word: &str) -> anyhow::Result<usize> {
    word.parse().map_err(|_| anyhow::anyhow!("`{word}` is no number"))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["test"] => test::run(test::Pace::Quick),
        ["test", "--slow"] => test::run(test::Pace::Slow),
        ["rules"] => rules::run(),
        ["rules", "--missing", ruleset] => rules::missing(ruleset),
        ["determinism"] => determinism::run(1000, false),
        ["determinism", "--accept"] => determinism::run(1000, true),
        ["determinism", n] => number(n).and_then(|n| determinism::run(n, false)),
        ["determinism", n, "--accept"] => number(n).and_then(|n| determinism::run(n, true)),
        ["licences"] => licences::run(),
        ["deny"] => licences::deny(),
        ["load", ..] => tools::call(&mut tools::cargo(&format!(
            "run --release -p acies-server --example load -- {}",
            words[1..].join(" ")
        ))),
        ["web"] => web::run(),
        ["python"] => python::run(false),
        ["python", "--slow"] => python::run(true),
        ["python", "wheel"] => python::wheel(),
        ["python", "bench"] => python::bench(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("error: no such command: `{}`\n\n{HELP}", words.join(" "));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
