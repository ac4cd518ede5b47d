//! `acies army` and `acies armies`: what fights.

use std::{path::PathBuf, process::ExitCode};

use acies_core::Army;
use serde_json::json;

use crate::{
    options::{self, file_and_ruleset, looks_like_a_file},
    report::{Done, Failure, SHORT, print_json, print_text, tell},
    table::{columns, count},
};

#[derive(clap::Subcommand)]
pub enum Args {
    /// Whether an army is legal
    Check(File),
    /// What an army costs
    Cost(File),
    /// The roster of an army, ready to print
    Show(File),
}

#[derive(clap::Args)]
pub struct File {
    /// An army file, or the name of a shipped army
    file: PathBuf,
    /// Which rules, if the file does not say
    #[arg(long)]
    ruleset: Option<String>,
}

#[derive(clap::Args)]
pub struct ListArgs {
    /// Only the armies of these rules
    ruleset: Option<String>,
}

pub fn run(args: &Args, json: bool) -> Done {
    let (Args::Check(file) | Args::Cost(file) | Args::Show(file)) = args;
    // What is wrong with an army is the answer to whether it is legal, and trouble elsewhere.
    let army = read(file).map_err(|failure| match (args, failure) {
        (Args::Check(_), Failure::File { bad, .. }) => Failure::File { bad, code: SHORT },
        (_, failure) => failure,
    })?;
    let Army { name, cost, roster, warnings, .. } = &army;
    if json {
        print_json(&json!({
            "legal": true, "name": name, "cost": cost, "roster": roster, "warnings": warnings,
        }));
        return Ok(ExitCode::SUCCESS);
    }
    match args {
        Args::Check(_) => print_text(&format!("legal: {name}, {}", count(*cost, "point"))),
        Args::Cost(_) => print_text(&cost.to_string()),
        Args::Show(_) => {
            print_text(&format!("{name}, {}\n{}", count(*cost, "point"), roster.join("\n")));
        }
    }
    for warning in warnings {
        tell(&format!("warning: {warning}\n"));
    }
    Ok(ExitCode::SUCCESS)
}

fn read(file: &File) -> Result<Army, Failure> {
    let name = file.file.display().to_string();
    if !looks_like_a_file(&name) {
        let known = options::ruleset(file.ruleset.as_deref())?;
        let known = known.map_or(acies::rulesets().to_vec(), |ruleset| vec![ruleset]);
        if let Some(army) = known.iter().find_map(|ruleset| ruleset.shipped(&name)) {
            return Ok(army);
        }
    }
    let (text, ruleset) = file_and_ruleset(&file.file, file.ruleset.as_deref())?;
    Ok(ruleset.army(&name, &text)?)
}

pub fn list(args: &ListArgs, json: bool) -> Done {
    let rulesets = match &args.ruleset {
        Some(id) => vec![acies::find(id)?],
        None => acies::rulesets().to_vec(),
    };
    let all = rulesets
        .into_iter()
        .flat_map(|ruleset| ruleset.armies().into_iter().map(|card| (ruleset.id(), card)));
    if json {
        let cards: Vec<_> = all
            .map(|(ruleset, card)| {
                json!({
                    "ruleset": ruleset, "id": card.id, "name": card.name, "cost": card.cost,
                    "units": card.units, "size": card.size,
                })
            })
            .collect();
        print_json(&cards);
    } else {
        let row = |(ruleset, card): (&str, acies_core::ArmyCard)| {
            let (cost, units) = (count(card.cost, "point"), count(card.units as u32, "unit"));
            vec![card.id, ruleset.to_owned(), card.name, cost, units]
        };
        print_text(&columns(&all.map(row).collect::<Vec<_>>(), &[3, 4]));
    }
    Ok(ExitCode::SUCCESS)
}
