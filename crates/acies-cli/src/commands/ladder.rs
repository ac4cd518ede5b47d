//! `acies ladder`: how strong computer players are, one against the other.

use std::{
    fmt::Write,
    fs::OpenOptions,
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use acies::{AnyRuleset, Visitor};
use acies_ai::{Outlook, Player};
use acies_core::Ruleset;
use acies_sim::ladder::{Ladder, Meeting, meet, mirrored};
use serde_json::json;

use crate::{
    interrupt, options,
    report::{Done, Failure, SHORT, print_json, print_text, read, tell, write},
    table::columns,
};

#[derive(clap::Args)]
pub struct Args {
    /// Which rules; all of them with `--page`
    #[arg(required_unless_present = "page")]
    ruleset: Option<String>,
    /// Who plays, the weakest first
    #[arg(long, value_delimiter = ',', default_value = "recruit,optio,centurion,legate,consul")]
    players: Vec<Player>,
    /// Goes on until each player's share against the one below is known so well: half of the interval, in percent
    #[arg(long, default_value_t = 5.0)]
    precision: f64,
    /// No more pairs of battles between two players than these
    #[arg(long, default_value_t = 500, value_parser = options::at_most::<1_000_000>)]
    pairs: usize,
    /// No longer than so many minutes
    #[arg(long)]
    minutes: Option<f64>,
    /// The same seed gives the same battles
    #[arg(long, default_value_t = 1, value_parser = options::seed)]
    seed: u64,
    /// Keeps what was played in this file and goes on with what is in it [default: RULESET.jsonl in `--folder`]
    #[arg(long)]
    file: Option<PathBuf>,
    /// Where such files are
    #[arg(long, default_value = "docs/ladder")]
    folder: PathBuf,
    /// Tries another outlook than the one that ships: other budgets, other levels
    #[arg(long)]
    outlook: Option<PathBuf>,
    /// Plays nothing, and makes a page of what is in the folder
    #[arg(long)]
    page: Option<PathBuf>,
}

pub fn run(args: &Args, json: bool) -> Done {
    if let Some(path) = &args.page {
        write(path, &page(args)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let id = args.ruleset.as_deref().expect("it is required without a page");
    let ruleset = acies::find(id)?;
    if args.players.len() < 2 {
        return Err(Failure::said("a ladder has two players at least"));
    }
    let file = args.file.clone().unwrap_or_else(|| kept_in(args, ruleset));
    let climbing = Climbing { args, file: &file };
    let (ladder, precise) = acies::with(ruleset.id(), climbing).expect("it was found")?;
    if json {
        print_json(&json!({ "ruleset": ruleset.id(), "precise": precise, "ladder": ladder }));
    } else {
        print_text(&told(&ladder));
    }
    Ok(if precise { ExitCode::SUCCESS } else { ExitCode::from(SHORT) })
}

fn kept_in(args: &Args, ruleset: &dyn AnyRuleset) -> PathBuf {
    args.folder.join(format!("{}.jsonl", ruleset.id()))
}

/// What was played before.
fn meetings(file: &Path) -> Result<Vec<Meeting>, Failure> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = read(file)?;
    let line = |(n, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            Failure::said(format!("{}:{}: {error}", file.display(), n + 1))
                .hint("each line is a pair of battles, as `acies ladder` writes it".to_owned())
        })
    };
    text.lines().enumerate().map(line).collect()
}

struct Climbing<'a> {
    args: &'a Args,
    file: &'a Path,
}

impl Visitor for Climbing<'_> {
    type Out = Result<(Ladder, bool), Failure>;

    fn visit<R: Ruleset>(self) -> Self::Out {
        let Climbing { args, file } = self;
        let outlook = match &args.outlook {
            Some(path) => Outlook::read(&path.to_string_lossy(), &read(path)?)?,
            None => Outlook::of::<R::Game>(),
        };
        let mut all = meetings(file)?;
        let pairings = mirrored::<R>();
        if pairings.is_empty() {
            return Err(Failure::said(format!("`{}` has no armies", R::ID)));
        }
        interrupt::listen()?;
        let until = args.minutes.map(|minutes| {
            Instant::now() + Duration::from_secs_f64(minutes.clamp(0.0, 1e6) * 60.0)
        });
        let late = || until.is_some_and(|until| Instant::now() >= until) || interrupt::wished();
        let known = |all: &[Meeting], [a, b]: [Player; 2]| {
            let is_it = |it: &&Meeting| {
                it.seed == args.seed
                    && [a, b]
                        .iter()
                        .zip(&it.players)
                        .all(|(player, played)| played.is_by(*player, &outlook))
            };
            all.iter().filter(is_it).count()
        };
        loop {
            let ladder = Ladder::of(&args.players, &outlook, &all);
            // Each against the one below; whose share is known least plays next.
            let width = |pair: &[Player]| {
                let duel = ladder.duel(pair[1], pair[0]);
                duel.map_or(1.0, |duel| (duel.high - duel.low) / 2.0)
            };
            let wanted = args.players.windows(2).filter(|pair| {
                width(pair) * 100.0 > args.precision && known(&all, [pair[1], pair[0]]) < args.pairs
            });
            let next = wanted.max_by(|a, b| width(a).total_cmp(&width(b)));
            let Some(next) = next else {
                let precise = args.players.windows(2).all(|it| width(it) * 100.0 <= args.precision);
                return Ok((ladder, precise));
            };
            if late() {
                return Ok((ladder, false));
            }
            let players = [next[1], next[0]];
            let pair = known(&all, players);
            let meeting = meet::<R>(&pairings, players, &outlook, pair, args.seed);
            keep(file, &meeting)?;
            let [a, b] = &meeting.players;
            tell(&format!(
                "{} v {}, pair {}: {} to {}\n",
                a.player,
                b.player,
                pair + 1,
                a.won[0] + a.won[1],
                b.won[0] + b.won[1],
            ));
            all.push(meeting);
        }
    }
}

fn keep(file: &Path, meeting: &Meeting) -> Result<(), Failure> {
    let trouble = |error| Failure::said(format!("cannot write `{}`: {error}", file.display()));
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(trouble)?;
    }
    let line = serde_json::to_string(meeting).expect("a meeting is plain data") + "\n";
    let mut file = OpenOptions::new().create(true).append(true).open(file).map_err(trouble)?;
    file.write_all(line.as_bytes()).map_err(trouble)
}

/// Points of a rating in which 400 are odds of ten to one, as chess players count.
fn points(strength: f64) -> f64 {
    strength * 400.0 / std::f64::consts::LN_10
}

fn rungs(ladder: &Ladder) -> Vec<Vec<String>> {
    let heads = ["player", "strength", "95% interval", "playouts", "ms a decision", "battles"];
    let row = |rung: &acies_sim::ladder::Rung| {
        let [strength, low, high] = [rung.strength, rung.low, rung.high].map(points);
        vec![
            rung.player.clone(),
            format!("{strength:+.0}"),
            format!("{low:+.0} to {high:+.0}"),
            rung.playouts.to_string(),
            format!("{:.2}", rung.milliseconds),
            rung.battles.to_string(),
        ]
    };
    let played = ladder.rungs.iter().rev().filter(|rung| rung.battles > 0);
    std::iter::once(heads.map(str::to_owned).to_vec()).chain(played.map(row)).collect()
}

fn duels(ladder: &Ladder) -> Vec<Vec<String>> {
    let heads = ["who", "against", "battles", "won", "95% interval"];
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let row = |duel: &acies_sim::ladder::Duel| {
        vec![
            duel.upper.clone(),
            duel.lower.clone(),
            duel.battles.to_string(),
            percent(duel.share),
            format!("{} to {}", percent(duel.low), percent(duel.high)),
        ]
    };
    std::iter::once(heads.map(str::to_owned).to_vec()).chain(ladder.duels.iter().map(row)).collect()
}

fn told(ladder: &Ladder) -> String {
    let mut out =
        "strengths (400 points are odds of ten to one; the centurion has none)\n".to_owned();
    out.push_str(&columns(&rungs(ladder), &[1, 2, 3, 4, 5]));
    out.push_str("\nagainst each other (a draw is half a victory)\n");
    out.push_str(&columns(&duels(ladder), &[2, 3]));
    out
}

const INTRODUCTION: &str = "# The ladder of computer players

How strong each level is, measured. Two players meet in pairs of battles: the same army on both sides, the same start and the same dice, and then with seats changed, so that nobody has the better army, seat or luck.
Strengths are fitted to all results (Bradley-Terry); 400 points are odds of ten to one, and the centurion has none.
A draw is half a victory; intervals hold the true figure in 95 of 100 cases, and shares have Wilson's.
Time is processor time of one core, measured while other work went on: a decision of a player who is not busy takes somewhat less.
Levels that were not measured with the budget of today are left out.

`acies ladder RULESET` plays on where the files in `docs/ladder` end; `acies ladder --page docs/ladder.md` makes this page.
";

/// The page of all ladders.
fn page(args: &Args) -> Result<String, Failure> {
    let mut out = INTRODUCTION.to_owned();
    for ruleset in acies::rulesets() {
        let meetings = meetings(&kept_in(args, *ruleset))?;
        let (ladder, outlook) =
            acies::with(ruleset.id(), Read { args, meetings }).expect("it is listed");
        write!(out, "\n## {}\n", ruleset.name()).expect("strings take all that is written");
        if ladder.duels.is_empty() {
            out.push_str("\nNothing was measured yet.\n");
        } else {
            out.push_str(&marked(&rungs(&ladder)));
            out.push_str(&marked(&duels(&ladder)));
        }
        let positions: usize = outlook.calibration.iter().map(|band| band.positions).sum();
        if positions > 0 {
            // Each position is seen by both sides.
            write!(
                out,
                "\nThe outlook, tried on {} positions of battles that it was not fitted on, each seen by both sides:\n",
                positions / 2
            )
            .expect("strings take all that is written");
            out.push_str(&marked(&super::fit::bands(&outlook.calibration)));
        }
    }
    Ok(out)
}

struct Read<'a> {
    args: &'a Args,
    meetings: Vec<Meeting>,
}

impl Visitor for Read<'_> {
    type Out = (Ladder, Outlook);

    fn visit<R: Ruleset>(self) -> Self::Out {
        let outlook = Outlook::of::<R::Game>();
        (Ladder::of(&self.args.players, &outlook, &self.meetings), outlook)
    }
}

/// A table in Markdown.
fn marked(rows: &[Vec<String>]) -> String {
    let mut out = "\n".to_owned();
    for (n, row) in rows.iter().enumerate() {
        writeln!(out, "| {} |", row.join(" | ")).expect("strings take all that is written");
        if n == 0 {
            let rule = vec!["---"; row.len()].join("|");
            writeln!(out, "|{rule}|").expect("strings take all that is written");
        }
    }
    out
}
