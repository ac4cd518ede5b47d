//! `acies replay`: shows a record, or plays it again and compares.

use std::{fmt::Write, path::PathBuf, process::ExitCode};

use acies_core::record::{self, BadRecord, Record, Verified};
use serde_json::json;

use crate::report::{Done, Failure, SHORT, print_json, print_text, read, said, tell};

#[derive(clap::Args)]
pub struct Args {
    /// A record: JSON Lines, as `acies play --record` writes them
    file: PathBuf,
    /// Check its hashes and signature, play it again under the rules of today, and name the first line that
    /// differs and whatever cannot be verified
    #[arg(long)]
    check: bool,
    /// Show every sum and every throw
    #[arg(long)]
    full: bool,
}

pub fn run(args: &Args, json: bool) -> Done {
    let text = read(&args.file)?;
    let place =
        |BadRecord { line, what }: BadRecord| format!("{}:{line}: {what}", args.file.display());
    let record = record::read(&text).map_err(|bad| Failure::said(place(bad)))?;
    let whole = record.whole;
    if !whole {
        let file = args.file.display();
        tell(&format!("warning: {file}: the record has no end: it was broken off\n"));
        tell(&format!("hint: `acies play {file}` goes on with it\n"));
    }
    if args.check {
        let ruleset = acies::find(&record.start.ruleset)?;
        let actions = record.steps.len();
        return match ruleset.verify(&record) {
            Ok(Verified { battle, signed_by, unverified }) => {
                let hash = battle.hash();
                let done = if whole { ExitCode::SUCCESS } else { ExitCode::from(SHORT) };
                if json {
                    print_json(&json!({
                        "same": true, "whole": whole, "actions": actions, "hash": hash, "signed_by": signed_by,
                        "not_verified": unverified,
                    }));
                    return Ok(done);
                }
                let mut said = format!("same: {actions} actions, hash {hash}");
                if let Some(key) = signed_by {
                    write!(said, "\nsigned by {key}").expect("strings take all that is written");
                }
                for what in unverified {
                    write!(said, "\n{what}").expect("strings take all that is written");
                }
                print_text(&said);
                Ok(done)
            }
            Err(bad) => {
                if json {
                    print_json(&json!({ "same": false, "line": bad.line, "what": bad.what }));
                }
                tell(&said(&place(bad), None));
                Ok(ExitCode::from(SHORT))
            }
        };
    }
    if json {
        let Record { start, steps, end, .. } = &record;
        let shown = json!({
            "ruleset": start.ruleset, "acies": start.acies, "players": start.players,
            "dice": start.dice, "actions": steps, "end": end,
        });
        print_json(&shown);
    } else {
        print_text(&told(&record, args.full));
    }
    Ok(ExitCode::SUCCESS)
}

fn told(record: &Record, full: bool) -> String {
    let Record { start, steps, end, .. } = record;
    let [red, blue] = &start.players.0;
    let mut out = format!("{}: {red} (red) v {blue} (blue)\n", start.ruleset);
    for step in steps {
        for entry in &step.log {
            if entry.heading {
                out.push('\n');
            }
            if full { writeln!(out, "{entry:#}") } else { writeln!(out, "{entry}") }
                .expect("strings take all that is written");
        }
        if step.known > 0 {
            let seen = format!("seen before an action was taken back: {} of its dice", step.known);
            writeln!(out, "{seen}").expect("strings take all that is written");
        }
    }
    let how = end.how.as_deref().unwrap_or("broken off");
    let who = match end.winner {
        Some(seat) => format!("{seat} wins: "),
        None if end.how.is_some() => "drawn: ".into(),
        None => String::new(),
    };
    writeln!(out, "\n{who}{how}, after {} actions", end.actions)
        .expect("strings take all that is written");
    out
}
