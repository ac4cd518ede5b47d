//! The command line of Acies. Each command is a file below `commands`.
//!
//! Answers go to stdout and everything else to stderr. Exit codes: 0 fine, 1 refused or falls
//! short, 2 trouble.

mod commands;
mod interrupt;
mod options;
mod report;
mod table;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{
    army, backup, battles, bench, check, draft, fit, ladder, odds, play, replay, rules, serve, sim,
};
use report::{Done, unheard};

/// Ancient battles under published rules: play, referee, odds, simulation
#[derive(Parser)]
#[command(name = "acies", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Answer in JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the browser: what is done when no command is given
    Serve(serve::Args),
    /// Copy all battles that are kept into a file, also while they are served
    Backup(backup::Args),
    /// Play a battle in the terminal
    Play(play::Args),
    /// Exact odds of a shot, a fight or a test
    Odds(odds::Args),
    /// Many battles between computer players
    Sim(sim::Args),
    /// Whether an action is legal in a position, why not, and what follows
    Check(check::Args),
    /// Check an army, count its cost, or print its roster
    #[command(subcommand)]
    Army(army::Args),
    /// The armies that come with a ruleset
    Armies(army::ListArgs),
    /// The battles that are ready to play
    Battles(battles::Args),
    /// The rules: text, where they are in the code, where tested, how often they fire
    Rules(rules::Args),
    /// Show a recorded battle, or play it again and compare
    Replay(replay::Args),
    /// Write a battle down, to choose lessons and puzzles from
    #[command(subcommand)]
    Draft(draft::Args),
    /// How strong computer players are, one against the other
    Ladder(ladder::Args),
    /// How the signs of a position make a chance to win, found in battles between computer players
    Fit(fit::Args),
    /// Measure the speed of this build
    Bench(bench::Args),
}

fn main() -> ExitCode {
    let Cli { command, json } = Cli::try_parse().unwrap_or_else(|usage| match usage.print() {
        Err(error) if !usage.use_stderr() => unheard(&error),
        _ => std::process::exit(usage.exit_code()),
    });
    let command = command.unwrap_or_else(|| Command::Serve(serve::Args::default()));
    run(command, json).unwrap_or_else(|failure| failure.report(json))
}

fn run(command: Command, json: bool) -> Done {
    match command {
        Command::Serve(args) => serve::run(args, json),
        Command::Backup(args) => backup::run(args, json),
        Command::Play(args) => play::run(&args),
        Command::Odds(args) => odds::run(&args, json),
        Command::Sim(args) => sim::run(&args, json),
        Command::Check(args) => check::run(&args, json),
        Command::Army(args) => army::run(&args, json),
        Command::Armies(args) => army::list(&args, json),
        Command::Battles(args) => battles::run(&args, json),
        Command::Rules(args) => rules::run(&args, json),
        Command::Replay(args) => replay::run(&args, json),
        Command::Draft(args) => draft::run(&args, json),
        Command::Ladder(args) => ladder::run(&args, json),
        Command::Fit(args) => fit::run(&args, json),
        Command::Bench(args) => bench::run(&args, json),
    }
}
