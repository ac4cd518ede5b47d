//! `acies battles`: what is ready to play.

use std::process::ExitCode;

use serde_json::json;

use crate::{
    report::{Done, print_json, print_text},
    table::columns,
};

#[derive(clap::Args)]
pub struct Args {
    /// Only the battles of these rules
    ruleset: Option<String>,
}

pub fn run(args: &Args, json: bool) -> Done {
    let rulesets = match &args.ruleset {
        Some(id) => vec![acies::find(id)?],
        None => acies::rulesets().to_vec(),
    };
    let all = rulesets
        .into_iter()
        .flat_map(|ruleset| ruleset.battles().into_iter().map(|card| (ruleset.id(), card)));
    if json {
        let cards: Vec<_> = all
            .map(|(ruleset, card)| {
                json!({ "ruleset": ruleset, "id": card.id, "name": card.name, "about": card.about })
            })
            .collect();
        print_json(&cards);
    } else {
        let row = |(ruleset, card): (&str, acies_core::BattleCard)| {
            vec![card.id, ruleset.to_owned(), format!("{}: {}", card.name, card.about)]
        };
        print_text(&columns(&all.map(row).collect::<Vec<_>>(), &[]));
    }
    Ok(ExitCode::SUCCESS)
}
