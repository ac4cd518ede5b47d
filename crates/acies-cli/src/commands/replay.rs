//! `acies replay`: shows a record, or plays it again and compares.

use std::{fmt::Write, path::PathBuf, process::ExitCode};

use acies::counsel::{Analysis, Look};
use acies_core::record::{self, BadRecord, Record, Verified};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::{
    interrupt,
    report::{Done, Failure, SHORT, print_json, print_text, read, said, tell},
    table::columns,
};

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
    /// The chance to win after every action, the decisions that cost most, and who was lucky: at a glance, or by battles
    /// that are played out (which takes a while)
    #[arg(long, value_name = "glance|deep", num_args = 0..=1, default_missing_value = "deep")]
    #[arg(value_parser = look, conflicts_with_all = ["check", "full"])]
    analyse: Option<Look>,
}

fn look(name: &str) -> Result<Look, String> {
    match name {
        "glance" => Ok(Look::Glance),
        "deep" => Ok(Look::Deep),
        _ => Err(format!("one looks at a `glance` or `deep`, not `{name}`")),
    }
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
    if let Some(look) = args.analyse {
        let analysis = analysed(&record, look)?;
        if json {
            print_json(&analysis);
        } else {
            print_text(&looked_back(&analysis));
        }
        let done = analysis.done == analysis.of;
        return Ok(if done { ExitCode::SUCCESS } else { ExitCode::from(SHORT) });
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

/// Looks back upon a record; Ctrl+C stops, and what was seen until then is told.
fn analysed(record: &Record, look: Look) -> Result<Analysis, Failure> {
    let ruleset = acies::find(&record.start.ruleset)?;
    interrupt::listen()?;
    let bar = ProgressBar::new(record.steps.len() as u64);
    let style = "{bar:40} {pos}/{len} actions, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).expect("the template is right"));
    let mut watch = |analysis: &Analysis| {
        bar.set_position(analysis.done as u64);
        !interrupt::wished()
    };
    let analysis = ruleset.analyse(&record.start, &record.steps, look.depth(), &mut watch);
    bar.finish_and_clear();
    analysis.map_err(Failure::said)
}

/// A change of the chance to win that is worth a line.
const NOTED: f64 = 0.02;

fn looked_back(analysis: &Analysis) -> String {
    let Analysis { start, steps, costliest, luck, .. } = analysis;
    let percent = |share: f64| format!("{:.0}%", share * 100.0);
    let points = |share: f64| format!("{:+.1}", share * 100.0);
    let mut out = format!("red's chance to win: {} at the start\n", percent(*start));
    let heads = ["", "turn", "by", "chance", "luck", "cost", "what"].map(str::to_owned).to_vec();
    let mut rows = vec![heads];
    let mut before = *start;
    for step in steps {
        if (step.red - before).abs() >= NOTED || step.luck.abs() >= NOTED || step.cost > 0.0 {
            let some = |value: f64| if value == 0.0 { String::new() } else { points(value) };
            rows.push(vec![
                step.at.to_string(),
                step.turn.to_string(),
                step.by.to_string(),
                percent(step.red),
                some(step.luck),
                some(-step.cost),
                step.choice.words.clone(),
            ]);
            before = step.red;
        }
    }
    out.push_str(&columns(&rows, &[0, 1, 3, 4, 5]));
    out.push_str(
        "chance and luck are red's, cost is that of who decided; quiet actions are left out\n",
    );
    if !costliest.is_empty() {
        out.push_str("\nthe decisions that cost most\n");
    }
    for step in costliest.iter().filter_map(|&at| steps.get(at - 1)) {
        let better = step.better.as_ref().map_or("", |better| &better.words);
        writeln!(
            out,
            "  {:3}. {} points, turn {}, {}: {}\n       better: {better}",
            step.at,
            points(-step.cost),
            step.turn,
            step.by,
            step.choice.words,
        )
        .expect("strings take all that is written");
    }
    writeln!(
        out,
        "\nluck: the dice brought red {} points by his own actions and blue {} by his",
        points(luck.red),
        points(luck.blue)
    )
    .expect("strings take all that is written");
    out
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
