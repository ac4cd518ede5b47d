//! `acies fit`: how the signs of a position make a chance to win, found in battles between computer players.

use std::{fmt::Write, path::PathBuf, process::ExitCode};

use acies::Visitor;
use acies_ai::{Outlook, outlook::Band};
use acies_core::Ruleset;
use acies_sim::{
    field,
    fit::{Course, fit, samples},
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::{
    interrupt, options,
    report::{Done, Failure, print_json, print_text, write},
    table::columns,
};

#[derive(clap::Args)]
pub struct Args {
    /// Which rules
    ruleset: String,
    /// How many battles between all shipped armies; half are for fitting, the others to try what was found
    #[arg(long, default_value_t = 1000, value_parser = options::at_most::<10_000_000>)]
    battles: usize,
    /// The same seed gives the same outlook
    #[arg(long, default_value_t = 1, value_parser = options::seed)]
    seed: u64,
    /// How many threads; all cores if it is not given
    #[arg(long, default_value_t = 0, value_parser = options::at_most::<1024>)]
    threads: usize,
    /// Write the outlook into this file: `crates/acies-RULESET/data/outlook.toml` is what ships
    #[arg(long)]
    write: Option<PathBuf>,
}

pub fn run(args: &Args, json: bool) -> Done {
    let ruleset = acies::find(&args.ruleset)?;
    let (outlook, positions) = acies::with(ruleset.id(), Fitting(args)).expect("it was found")?;
    if let Some(path) = &args.write {
        write(path, &outlook.write())?;
    }
    if json {
        print_json(&json!({ "ruleset": ruleset.id(), "positions": positions, "outlook": outlook }));
    } else {
        print_text(&told(&outlook, positions));
    }
    Ok(ExitCode::SUCCESS)
}

struct Fitting<'a>(&'a Args);

impl Visitor for Fitting<'_> {
    type Out = Result<(Outlook, usize), Failure>;

    fn visit<R: Ruleset>(self) -> Self::Out {
        let Args { battles, seed, threads, .. } = *self.0;
        interrupt::listen()?;
        let bar = ProgressBar::new(battles as u64);
        let style = "{bar:40} {pos}/{len} battles, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is right"));
        let pairings = field::<R>();
        let go_on = || {
            bar.inc(1);
            !interrupt::wished()
        };
        let course = Course { pairings: &pairings, battles, seed, threads, go_on: &go_on };
        let samples = samples::<R>(&course);
        bar.finish_and_clear();
        if samples.is_empty() {
            return Err(Failure::said("no battle was played to its end"));
        }
        Ok((fit(&samples, Outlook::of::<R::Game>()), samples.len()))
    }
}

fn told(outlook: &Outlook, positions: usize) -> String {
    let mut out = format!(
        "{positions} positions, half of them for fitting\n\nwhat a unit more of each sign adds to the logarithm of the odds\n"
    );
    let signs = outlook.signs.iter().map(|it| vec![it.name.clone(), it.weight.to_string()]);
    out.push_str(&columns(&signs.collect::<Vec<_>>(), &[1]));
    out.push_str(
        "\nthe other half: chances foreseen, and what was won (a draw is half a victory)\n",
    );
    out.push_str(&columns(&bands(&outlook.calibration), &[1, 2, 3]));
    write!(
        out,
        "\nmean distance between both: {:.1} points\n",
        100.0 * apart(&outlook.calibration)
    )
    .expect("strings take all that is written");
    out
}

/// Rows of a table of chances foreseen and what became of them, with its heads.
pub fn bands(bands: &[Band]) -> Vec<Vec<String>> {
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let heads = ["chance", "positions", "foreseen", "won"].map(str::to_owned).to_vec();
    let row = |band: &Band| {
        let range = format!("{} to {}%", band.from, band.from + 10);
        vec![range, band.positions.to_string(), percent(band.foreseen), percent(band.won)]
    };
    std::iter::once(heads).chain(bands.iter().map(row)).collect()
}

/// How far what was foreseen lies from what was won, on the mean of all positions.
fn apart(bands: &[Band]) -> f64 {
    let all: usize = bands.iter().map(|band| band.positions).sum();
    let sum = bands.iter().map(|band| (band.foreseen - band.won).abs() * band.positions as f64);
    sum.sum::<f64>() / all.max(1) as f64
}
