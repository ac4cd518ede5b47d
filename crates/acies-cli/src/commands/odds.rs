//! `acies odds`: exact odds of an isolated roll.

use std::{fmt::Write, process::ExitCode};

use acies::{AnyRuleset, panel};
use acies_core::{Asked, OddsKind, OddsWord, chips::RollCard, words::did_you_mean};
use serde_json::json;

use crate::{
    report::{Done, Failure, print_json, print_text},
    table::{OUTCOMES_MAX, columns, forecast},
};

#[derive(clap::Args)]
pub struct Args {
    /// Which rules
    ruleset: String,
    /// What is thrown for
    kind: Option<String>,
    /// Each side as a troop and its circumstances, then settings as `key=value`
    words: Vec<String>,
    /// List every kind of roll and every word it takes
    #[arg(long)]
    list: bool,
    /// Every outcome, in the order of the rule, and not only the likeliest
    #[arg(long)]
    all: bool,
}

pub fn run(args: &Args, json: bool) -> Done {
    let ruleset = acies::find(&args.ruleset)?;
    let Some(kind) = args.kind.as_deref().filter(|_| !args.list) else {
        if !args.list {
            let hint = format!("`acies odds {} --list` lists them", ruleset.id());
            return Err(Failure::said("which roll?").hint(hint));
        }
        return list(ruleset, args.kind.as_deref(), json);
    };
    let answer = ruleset.odds(kind, &Asked::of_words(args.words.iter().map(String::as_str)))?;
    if json {
        let asked = json!({ "ruleset": ruleset.id(), "kind": kind, "words": args.words });
        let parts = panel::parts(ruleset, kind, &answer);
        print_json(&json!({ "asked": asked, "forecast": answer, "parts": parts }));
    } else {
        let most = if args.all { usize::MAX } else { OUTCOMES_MAX };
        let mut out = forecast(&answer, most);
        if answer.outcomes.len() > most {
            out.push_str("  `--all` lists every one\n");
        }
        if let Some(parts) = panel::parts(ruleset, kind, &answer) {
            let words = ruleset.chips().roll(kind).map(RollCard::words).unwrap_or_default();
            let told = words.iter().zip(parts).filter(|(_, part)| *part > 0.0);
            let told: Vec<_> =
                told.map(|(word, part)| format!("{word} {:.2}%", 100.0 * part)).collect();
            writeln!(out, "\n  {}", told.join(", ")).expect("strings take all that is written");
        }
        print_text(&out);
    }
    Ok(ExitCode::SUCCESS)
}

fn list(ruleset: &dyn AnyRuleset, only: Option<&str>, json: bool) -> Done {
    let all = ruleset.odds_kinds();
    let kinds: Vec<_> = all
        .iter()
        .filter(|kind| only.is_none_or(|name| kind.name.eq_ignore_ascii_case(name)))
        .collect();
    if let (Some(name), true) = (only, kinds.is_empty()) {
        let hint = did_you_mean(name, all.iter().map(|kind| kind.name));
        return Err(Failure::said(format!("there is no roll `{name}`")).hint(hint));
    }
    if json {
        print_json(&kinds);
    } else {
        let mut parts: Vec<_> = kinds.into_iter().map(described).collect();
        parts.extend(troops(ruleset));
        print_text(&parts.join("\n"));
    }
    Ok(ExitCode::SUCCESS)
}

/// The words with which sides begin, and what they mean.
fn troops(ruleset: &dyn AnyRuleset) -> Option<String> {
    let troops = ruleset.troops();
    let rows: Vec<_> =
        troops.into_iter().map(|card| vec![String::new(), card.id, card.name]).collect();
    (!rows.is_empty()).then(|| format!("troops\n{}", columns(&rows, &[])))
}

fn described(kind: &OddsKind) -> String {
    let mut out = format!("{}: {}\n", kind.name, kind.about);
    let mut words = |title: String, words: &[OddsWord]| {
        writeln!(out, "  {title}").expect("strings take all that is written");
        let rows: Vec<_> = words
            .iter()
            .map(|OddsWord { word, value, rule, about }| {
                let word = value.map_or((*word).to_owned(), |value| format!("{word}={value}"));
                vec![String::new(), word, (*about).to_owned(), format!("[{rule}]")]
            })
            .collect();
        out.push_str(&columns(&rows, &[]));
    };
    for side in kind.sides {
        let begins = if side.troop { ", a troop first" } else { "" };
        let several = if side.several { ", several with commas between them" } else { "" };
        words(format!("{}{begins}{several}", side.part), side.words);
    }
    if !kind.settings.is_empty() {
        words("settings".into(), kind.settings);
    }
    writeln!(out, "  example: {}", kind.example).expect("strings take all that is written");
    out
}
