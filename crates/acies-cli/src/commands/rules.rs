//! `acies rules`: the rulebook, and where each rule is in the code and in the tests.

use std::{collections::BTreeMap, fmt::Write, process::ExitCode};

use acies::{AnyRuleset, Place, Visitor, citation};
use acies_ai::Player;
use acies_core::{Each, Rule, RuleId, Rulebook, Ruleset, rulebook::Table};
use acies_sim::{ACTIONS_MAX, Keep, Plan, field, simulate};
use serde_json::{Value, json};

use crate::{
    report::{Done, Failure, print_json, print_text},
    table::drawn,
};

#[derive(clap::Args)]
pub struct Args {
    /// Which rules
    ruleset: String,
    /// A rule, or the beginning of its id
    id: Option<String>,
}

/// So many battles, always the same, show how often a rule fires.
const BATTLES: usize = 100;

/// No more places than these are listed for a rule.
const PLACES_MAX: usize = 8;

pub fn run(args: &Args, json: bool) -> Done {
    let ruleset = acies::find(&args.ruleset)?;
    let book = ruleset.rulebook();
    let Some(id) = args.id.as_ref().map(|id| with_prefix(book, id)) else {
        let rules = book.rules();
        if json {
            print_json(&rules.iter().map(|rule| described(book, rule, None)).collect::<Vec<_>>());
        } else {
            print_text(&listed(ruleset, rules));
        }
        return Ok(ExitCode::SUCCESS);
    };
    if let Some(rule) = book.get(&id) {
        let fired = acies::with(ruleset.id(), Fired).expect("it was found");
        let times = fired.get(rule.id).copied().unwrap_or(0);
        if json {
            print_json(&described(book, rule, Some(times)));
        } else {
            print_text(&told(book, rule, times));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let begins = id.to_uppercase();
    let below: Vec<_> = book.rules().iter().filter(|rule| rule.id.starts_with(&begins)).collect();
    if below.is_empty() {
        let near = acies::nearest_ids(ruleset, &id);
        let hint = (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")));
        return Err(Failure::said(format!("`{}` has no rule `{id}`", ruleset.id())).hint(hint));
    }
    if json {
        let below = below.into_iter().map(|rule| described(book, rule, None));
        print_json(&below.collect::<Vec<_>>());
    } else {
        print_text(&listed(ruleset, below));
    }
    Ok(ExitCode::SUCCESS)
}

/// An id without what all ids of the book begin with, such as `R68` for `ADLG-R68`, is made whole.
fn with_prefix(book: &Rulebook, id: &str) -> String {
    let known = |id: &str| book.rules().iter().any(|rule| rule.id.starts_with(&id.to_uppercase()));
    let prefix = book.rules().first().and_then(|rule| rule.id.split_once('-'));
    let whole = prefix.map(|(prefix, _)| format!("{prefix}-{id}"));
    whole.filter(|whole| !known(id) && known(whole)).unwrap_or_else(|| id.to_owned())
}

fn listed<'a>(ruleset: &dyn AnyRuleset, rules: impl IntoIterator<Item = &'a Rule>) -> String {
    let mut out = format!("{} by {}\n", ruleset.name(), ruleset.authors());
    let mut section = "";
    for rule in rules {
        if rule.section != section {
            section = rule.section;
            writeln!(out, "\n{section}").expect("strings take all that is written");
        }
        writeln!(out, "  {}{}  {}", rule.id, mark(rule), rule.text)
            .expect("strings take all that is written");
        if let Some(table) = &rule.table {
            out.push_str(&drawn(table));
        }
    }
    out
}

fn mark(rule: &Rule) -> String {
    rule.ruling.map(|kind| format!(" ({})", ruling(kind))).unwrap_or_default()
}

fn ruling(kind: &str) -> String {
    if kind == "ruling" { kind.into() } else { format!("ruling, {kind}") }
}

fn told(book: &Rulebook, rule: &Rule, fired: u64) -> String {
    let kind = rule.ruling.map_or("rule".into(), ruling);
    let mut out = format!("{} ({kind}), {}\n\n{}\n\n", rule.id, rule.section, rule.text);
    for of in book.tables_of(rule) {
        let table = of.table.as_ref().expect("it has one");
        let title = if of.id == rule.id { String::new() } else { format!("{}\n", of.id) };
        writeln!(out, "{title}{}", drawn(table)).expect("strings take all that is written");
    }
    let places = citation(rule.id);
    let listed = |places: &[Place]| match places {
        [] => "nowhere".to_owned(),
        places => {
            let all = places.iter().map(|place| format!("{}:{}", place.file, place.line));
            let more = places.len().saturating_sub(PLACES_MAX);
            let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
            format!("\n  {}{more}", all.take(PLACES_MAX).collect::<Vec<_>>().join("\n  "))
        }
    };
    let (code, tests) = places.map_or((&[][..], &[][..]), |places| (places.code, places.tests));
    write!(out, "in the code: {}\ntested: {}\n", listed(code), listed(tests))
        .expect("strings take all that is written");
    writeln!(out, "fired: {fired} times in {BATTLES} battles at random")
        .expect("strings take all that is written");
    out
}

fn described(book: &Rulebook, rule: &Rule, fired: Option<u64>) -> Value {
    let places = citation(rule.id);
    let mut value = json!({
        "id": rule.id, "section": rule.section, "ruling": rule.ruling, "text": rule.text,
        "code": places.map(|places| places.code), "tests": places.map(|places| places.tests),
    });
    let tables =
        book.tables_of(rule).into_iter().filter_map(|of| Some((of.id, of.table.as_ref()?)));
    let tables: Vec<_> = tables
        .map(|(id, Table { heads, rows })| json!({ "id": id, "heads": heads, "rows": rows }))
        .collect();
    if !tables.is_empty() {
        value["tables"] = json!(tables);
    }
    if let Some(fired) = fired {
        value["fired"] = json!({ "times": fired, "battles": BATTLES });
    }
    value
}

/// How often each rule fires in a fixed set of battles.
struct Fired;

impl Visitor for Fired {
    type Out = BTreeMap<RuleId, u64>;

    fn visit<R: Ruleset>(self) -> Self::Out {
        let plan = Plan {
            pairings: field::<R>(),
            players: Each([Player::Random; 2]),
            first: 0,
            games: BATTLES,
            seed: 1,
            threads: 0,
            keep: Keep::Rules,
            actions_max: ACTIONS_MAX,
            go_on: &|| true,
        };
        simulate::<R>(&plan).rules
    }
}
