//! `acies draft`: battles of the computer written down, for a person to choose lessons and puzzles from.

use std::process::ExitCode;

use acies::{AnyBattle, battle::Choice, panel};
use acies_ai::Player;
use acies_core::{Dice, Seat};
use serde_json::{Value, json};

use crate::{
    options::seat,
    report::{Done, Failure, print_json, print_text},
};

#[derive(clap::Subcommand)]
pub enum Args {
    /// A battle as the steps of a lesson, with the other answers to each decision
    Lesson(Lesson),
    /// Positions of battles with what is allowed, what is not and why, and what can be compared
    Puzzles(Puzzles),
}

#[derive(clap::Args)]
pub struct Lesson {
    /// A shipped battle
    battle: String,
    /// Whose decisions they are
    #[arg(long, value_parser = seat, default_value = "red")]
    side: Seat,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many actions
    #[arg(long, default_value_t = 60)]
    steps: u64,
}

#[derive(clap::Args)]
pub struct Puzzles {
    /// A ruleset, or one of its shipped battles
    battle: String,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many actions are played
    #[arg(long, default_value_t = 120)]
    steps: u64,
    /// So many actions lie between one position and the next
    #[arg(long, default_value_t = 10)]
    every: u64,
}

pub fn run(args: &Args, json: bool) -> Done {
    let drafted = match args {
        Args::Lesson(args) => lesson(args)?,
        Args::Puzzles(args) => puzzles(args)?,
    };
    if json {
        print_json(&drafted);
    } else {
        print_text(&toml::to_string(&drafted).expect("a draft can be written"));
    }
    Ok(ExitCode::SUCCESS)
}

/// What the computer does in a battle, one action after another, with its dice. Ends with the battle.
fn played(battle: &mut dyn AnyBattle, seed: u64, n: u64) -> Option<(Seat, Choice, Vec<u8>)> {
    let by = battle.pending().seat()?;
    let action = battle.decide(by, Player::Centurion, seed.wrapping_mul(1000).wrapping_add(n));
    let choice = battle.check(by, &action).expect("what the computer does is allowed");
    let mut dice = Dice::seeded(seed.wrapping_mul(7919).wrapping_add(n));
    battle.apply(by, &action, &mut dice).expect("what is allowed can be done");
    Some((by, choice, dice.thrown().to_vec()))
}

fn lesson(args: &Lesson) -> Result<Value, Failure> {
    let mut battle = acies::battle(&args.battle)?;
    let mut steps = Vec::new();
    for n in 0..args.steps {
        let Some(by) = battle.pending().seat() else { break };
        let offered = if by == args.side { battle.options(by) } else { Vec::new() };
        let told = battle.told(Some(args.side)).len();
        let question = battle.question(by);
        let Some((by, Choice { action, words }, dice)) = played(&mut *battle, args.seed, n) else {
            break;
        };
        let log = battle.told(Some(args.side))[told..].iter().map(|entry| &entry.line);
        let others = offered.into_iter().filter(|other| other.action != action);
        let others = others.map(|other| json!({ "act": other.action, "words": other.words }));
        steps.push(json!({
            "by": by, "act": action, "dice": dice, "words": words, "asks": question.asks,
            "instead": others.collect::<Vec<_>>(), "log": log.collect::<Vec<_>>(),
        }));
    }
    Ok(json!({ "battle": args.battle, "side": args.side, "step": steps }))
}

fn puzzles(args: &Puzzles) -> Result<Value, Failure> {
    let mut battle = acies::battle(&args.battle)?;
    let mut positions = Vec::new();
    for n in 0..args.steps {
        if n % args.every == 0
            && let Some(by) = battle.pending().seat()
        {
            positions.push(position(&*battle, by));
        }
        if played(&mut *battle, args.seed, n).is_none() {
            break;
        }
    }
    Ok(json!({ "position": positions }))
}

/// A position with everything that could be asked about it.
fn position(battle: &dyn AnyBattle, by: Seat) -> Value {
    let ruleset = battle.ruleset();
    let compared = |action: &str| {
        let mut foreseen = battle.later(by, action).unwrap_or_default();
        foreseen.extend(battle.forecast(by, action).unwrap_or_default());
        let kinds = ruleset.chips().roll.iter();
        let found = kinds.filter_map(|roll| {
            let found =
                |it: &acies::battle::Foreseen| panel::parts(ruleset, &roll.kind, &it.forecast);
            Some(json!({ "kind": roll.kind, "parts": foreseen.iter().find_map(found)? }))
        });
        found.collect::<Vec<_>>()
    };
    let allowed = battle.options(by).into_iter().map(|Choice { action, words }| {
        let chances = compared(&action);
        json!({ "act": action, "words": words, "chances": chances })
    });
    let refused = battle.refused(by).into_iter().map(|(Choice { action, words }, reason)| {
        json!({ "act": action, "words": words, "says": reason.says, "rules": reason.rules })
    });
    json!({
        "by": by, "asks": battle.question(by).asks, "moment": battle.moment(),
        "allowed": allowed.collect::<Vec<_>>(), "refused": refused.collect::<Vec<_>>(),
        "text": battle.save(),
    })
}
