//! `acies sim`: many battles between computer players, and what they come to.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs::OpenOptions,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::OnceLock,
};

use acies::{AnyRuleset, CITATIONS, Visitor};
use acies_ai::{Depth, Player};
use acies_core::{Army, Each, RuleId, Ruleset, Telling};
use acies_sim::{
    ACTIONS_MAX, Keep, Pairing, Plan, Share, Spread, Standing, Summary, Timing,
    blunders::{Blunder, Found, Kind, Watch, blunders},
    field, first_battle, page, simulate,
};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::{
    interrupt, options,
    report::{Done, Failure, SHORT, print_json, print_text, write},
    table::columns,
};

#[derive(clap::Args)]
pub struct Args {
    /// Which rules
    ruleset: String,
    /// Red's army: a shipped one or a file
    #[arg(long, requires = "blue")]
    red: Option<String>,
    /// Blue's army
    #[arg(long, requires = "red")]
    blue: Option<String>,
    /// A shipped battle or a position file instead of two armies
    #[arg(long, conflicts_with_all = ["red", "field"])]
    battle: Option<String>,
    /// All pairs of shipped armies of one size, on random terrain, sides swapped
    #[arg(long, conflicts_with = "red")]
    field: bool,
    /// Who plays red and blue, or one for both: random, recruit, optio, centurion, legate or consul
    #[arg(long, value_name = "RED,BLUE", value_parser = two_players, default_value = "centurion")]
    players: Each<Player>,
    /// How many battles; Ctrl+C stops, and what was played until then is told (exit code 1)
    #[arg(long, default_value_t = 1000, value_parser = options::at_most::<1_000_000_000>)]
    #[arg(allow_negative_numbers = true)]
    games: usize,
    /// The same seed gives the same battles
    #[arg(long, default_value_t = 1, value_parser = options::seed, allow_negative_numbers = true)]
    seed: u64,
    /// How many threads; all cores if it is not given
    #[arg(long, default_value_t = 0, value_parser = options::at_most::<1024>)]
    #[arg(allow_negative_numbers = true)]
    threads: usize,
    /// Count how often each rule fires
    #[arg(long, conflicts_with = "records")]
    coverage: bool,
    /// Give a hash of all states of all battles: equal if another machine or build plays alike
    #[arg(long, conflicts_with_all = ["records", "coverage"])]
    states: bool,
    /// Write a record of each battle into this folder
    #[arg(long)]
    records: Option<PathBuf>,
    /// Write a page with the results
    #[arg(long)]
    report: Option<PathBuf>,
    /// Judge decisions instead, and tell those that cost most, by kind and rule; the positions of the worst go into this
    /// folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["coverage", "states", "records", "report"])]
    blunders: Option<PathBuf>,
    /// Of which one in so many is judged
    #[arg(long, default_value_t = 1, requires = "blunders", value_parser = options::at_most::<1_000_000>)]
    every: usize,
    /// Battles played out to judge a decision
    #[arg(long, default_value_t = 120, requires = "blunders", value_parser = options::at_most::<1_000_000>)]
    playouts: usize,
}

fn two_players(names: &str) -> Result<Each<Player>, String> {
    let player = |name: &str| name.trim().parse::<Player>();
    match names.split(',').collect::<Vec<_>>()[..] {
        [both] => Ok(Each([player(both)?; 2])),
        [red, blue] => Ok(Each([player(red)?, player(blue)?])),
        ref more => Err(format!("two players fight, not {}: RED,BLUE", more.len())),
    }
}

pub fn run(args: &Args, json: bool) -> Done {
    let ruleset = acies::find(&args.ruleset)?;
    if args.games == 0 {
        return Err(Failure::said("no battles are asked for").hint("try `--games 1000`".to_owned()));
    }
    // What cannot be written is told before anything is played.
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        can_write(&record_file(folder, 0))?;
    }
    if let Some(path) = &args.report {
        can_write(path)?;
    }
    let armies = match (&args.red, &args.blue) {
        (Some(red), Some(blue)) => {
            Some((options::army(ruleset, red)?, options::army(ruleset, blue)?))
        }
        _ => None,
    };
    if let Some(folder) = &args.blunders {
        let hunt = Hunt { args, folder, armies };
        return acies::with(ruleset.id(), hunt).expect("it was found").map(|found| {
            if json {
                print_json(&found);
            } else {
                print_text(&blundered(&found, folder));
            }
            ExitCode::SUCCESS
        });
    }
    let simulation = Simulation { args, ruleset, armies };
    let result = acies::with(ruleset.id(), simulation).expect("it was found")?;
    if let Some(path) = &args.report {
        let title = format!("{}: {}", ruleset.name(), result.count());
        let fired = result.coverage.iter().flat_map(|coverage| &coverage.rules);
        let fired: Vec<_> = fired.map(|(rule, times)| ((*rule).to_owned(), *times)).collect();
        write(path, &page(&title, &result.summary, &fired))?;
    }
    if json {
        print_json(&result);
    } else {
        print_text(&told(&result));
    }
    let complete = result.summary.games == args.games && result.summary.unfinished == 0;
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(SHORT) })
}

/// Tries whether a file can be written, without changing what is in it.
fn can_write(path: &Path) -> Result<(), Failure> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let trouble = |error| Failure::said(format!("cannot write `{}`: {error}", path.display()));
    file.map(drop).map_err(trouble)
}

fn record_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{:06}.jsonl", number + 1))
}

#[derive(Serialize)]
struct Answer {
    ruleset: &'static str,
    seed: u64,
    /// How many battles were wanted. Fewer were played if somebody has stopped them.
    asked: usize,
    #[serde(flatten)]
    summary: Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Coverage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<String>,
    timing: Timing,
}

impl Answer {
    fn count(&self) -> String {
        match (self.summary.games, self.asked) {
            (games, asked) if games < asked => format!("stopped after {games} of {asked} battles"),
            (games, _) => format!("{games} battles"),
        }
    }
}

/// Which rules fired, of those that code cites.
#[derive(Serialize)]
struct Coverage {
    cited: usize,
    fired: usize,
    share: f64,
    never: Vec<&'static str>,
    rules: BTreeMap<RuleId, u64>,
}

impl Coverage {
    fn of(ruleset: &dyn AnyRuleset, rules: BTreeMap<RuleId, u64>) -> Self {
        let ours = |id: &str| ruleset.rulebook().get(id).is_some();
        let live = CITATIONS.iter().filter(|citation| citation.is_live() && ours(citation.id));
        let mut cited: Vec<_> = live.map(|citation| citation.id).collect();
        // What fired is cited, even where the build could not see it.
        cited.extend(rules.keys());
        cited.sort_unstable();
        cited.dedup();
        let never: Vec<_> = cited.iter().copied().filter(|id| !rules.contains_key(id)).collect();
        let fired = cited.len() - never.len();
        let share = fired as f64 / cited.len().max(1) as f64;
        Coverage { cited: cited.len(), fired, share, never, rules }
    }
}

struct Simulation<'a> {
    args: &'a Args,
    ruleset: &'static dyn AnyRuleset,
    armies: Option<(Army, Army)>,
}

impl Visitor for Simulation<'_> {
    type Out = Result<Answer, Failure>;

    fn visit<R: Ruleset>(self) -> Self::Out {
        let Simulation { args, ruleset, armies } = self;
        let pairings = pairings::<R>(args, armies)?;
        let players = args.players;
        let trouble = OnceLock::new();
        let save = |number: usize, text: String| {
            let folder = args.records.as_ref().expect("only then records are kept");
            if let Err(failure) = write(&record_file(folder, number), &text) {
                // The first is told, and nothing more is played.
                drop(trouble.set(failure));
            }
        };
        interrupt::listen()?;
        let bar = ProgressBar::new(args.games as u64);
        let style = "{bar:40} {pos}/{len} battles, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is right"));
        let plan = Plan {
            pairings,
            players,
            first: 0,
            games: args.games,
            seed: args.seed,
            threads: args.threads,
            keep: match (args.coverage, &args.records) {
                (true, _) => Keep::Rules,
                (false, None) if args.states => Keep::States,
                (false, Some(_)) => Keep::Records(&save),
                (false, None) => Keep::Nothing,
            },
            actions_max: ACTIONS_MAX,
            go_on: &|| {
                bar.inc(1);
                trouble.get().is_none() && !interrupt::wished()
            },
        };
        let played = simulate::<R>(&plan);
        bar.finish_and_clear();
        let summary = Summary::of(&played.battles, &plan.pairings, players);
        if let Some(failure) = trouble.into_inner() {
            return Err(failure);
        }
        Ok(Answer {
            ruleset: ruleset.id(),
            seed: args.seed,
            asked: args.games,
            summary,
            coverage: args.coverage.then(|| Coverage::of(ruleset, played.rules)),
            states: played.states,
            timing: played.timing,
        })
    }
}

/// Looks for costly decisions.
struct Hunt<'a> {
    args: &'a Args,
    folder: &'a Path,
    armies: Option<(Army, Army)>,
}

/// So many positions are written, and so many decisions told.
const WORST: usize = 20;
/// What costs less may be chance.
const LEAST: f64 = 0.02;

impl Visitor for Hunt<'_> {
    type Out = Result<Found, Failure>;

    fn visit<R: Ruleset>(self) -> Self::Out {
        let Hunt { args, folder, armies } = self;
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        interrupt::listen()?;
        let bar = ProgressBar::new(args.games as u64);
        let style = "{bar:40} {pos}/{len} battles, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is right"));
        let found = blunders::<R>(&Watch {
            pairings: &pairings::<R>(args, armies)?,
            players: args.players,
            battles: args.games,
            seed: args.seed,
            threads: args.threads,
            depth: Depth { decisions: args.playouts, ..Depth::USUAL },
            every: args.every,
            least: LEAST,
            go_on: &|| {
                bar.inc(1);
                !interrupt::wished()
            },
        });
        bar.finish_and_clear();
        for (n, blunder) in (1..).zip(found.blunders.iter().take(WORST)) {
            write(&folder.join(format!("{n:02}-{}.toml", blunder.kind)), &blunder.position)?;
        }
        Ok(found)
    }
}

fn blundered(found: &Found, folder: &Path) -> String {
    let Found { decisions, judged, blunders, kinds } = found;
    let percent = |cost: f64| format!("{:.1}", cost * 100.0);
    let mut out = format!(
        "{judged} of {decisions} decisions judged; {} cost {} points of the chance to win or more\n",
        blunders.len(),
        percent(LEAST)
    );
    let row = |it: &Kind| {
        let each = percent(it.cost / it.blunders as f64);
        vec![it.kind.clone(), it.rules.join(", "), it.blunders.to_string(), each, percent(it.cost)]
    };
    let heads = ["kind", "rules", "how many", "points each", "in all"].map(str::to_owned).to_vec();
    let rows: Vec<_> = std::iter::once(heads).chain(kinds.iter().map(row)).collect();
    write!(
        out,
        "\nby kind\n{}\nthe worst, with their positions in `{}`\n",
        columns(&rows, &[2, 3, 4]),
        folder.display()
    )
    .expect("strings take all that is written");
    for (n, it) in (1..).zip(blunders.iter().take(WORST)) {
        let Blunder { battle, turn, by, side, words, cost, better_words, .. } = it;
        writeln!(
            out,
            "{n:3}. {} points, battle {}, turn {turn}, {side} ({by}) [{}]\n     did:    {words}\n     better: {better_words}",
            percent(*cost),
            battle + 1,
            it.rules.join(", "),
        )
        .expect("strings take all that is written");
    }
    out
}

fn pairings<R: Ruleset>(
    args: &Args,
    armies: Option<(Army, Army)>,
) -> Result<Vec<Pairing<R::Game>>, Failure> {
    if args.field {
        return Ok(field::<R>());
    }
    if let Some((red, blue)) = armies {
        let start = R::field(&red, &blue).map_err(Failure::said)?;
        return Ok(vec![Pairing { sides: Each([red.name, blue.name]), start }]);
    }
    let start = match &args.battle {
        Some(name) if options::looks_like_a_file(name) => {
            R::position(name, &crate::report::read(name.as_ref())?)?
        }
        Some(name) => R::battle(name).ok_or_else(|| {
            let cards = R::battles();
            let ids = cards.iter().map(|card| card.id.as_str());
            let hint = acies_core::words::did_you_mean(name, ids);
            Failure::said(format!("`{}` has no battle `{name}`", R::ID)).hint(hint)
        })?,
        None => first_battle::<R>(),
    };
    Ok(vec![Pairing { sides: start.sides(), start }])
}

fn told(answer: &Answer) -> String {
    let Answer { summary, coverage, timing, .. } = answer;
    let [red, blue] = summary.players.0;
    let mut out = format!("{}, seed {}\n", answer.count(), answer.seed);
    let share = |won: &Share| {
        let Share { wins, share, low, high } = won;
        let [share, low, high] = [share, low, high].map(|share| share * 100.0);
        vec![wins.to_string(), format!("{share:.1}%"), format!("{low:.1}% to {high:.1}%")]
    };
    let row = |who: String, won: &Share| [vec![who], share(won)].concat();
    let mut rows = vec![
        row(format!("red ({red})"), &summary.red),
        row(format!("blue ({blue})"), &summary.blue),
    ];
    let others = [
        ("drawn", summary.draws),
        ("ended by the turn limit", summary.by_limit),
        ("broken off", summary.unfinished),
    ];
    rows.extend(others.map(|(what, games)| vec![what.to_owned(), games.to_string()]));
    out.push_str(&columns(&rows, &[1, 2]));
    let mut part = |title: &str, rows: &[Vec<String>], right: &[usize]| {
        write!(out, "\n{title}\n{}", columns(rows, right))
            .expect("strings take all that is written");
    };
    let standings = |all: &[Standing]| -> Vec<_> {
        all.iter()
            .filter(|standing| standing.games > 0)
            .map(|Standing { who, games, won, .. }| {
                [vec![who.clone(), format!("{games} battles")], share(won)].concat()
            })
            .collect()
    };
    if summary.pairings.len() > 1 {
        part("armies", &standings(&summary.armies), &[1, 2, 3]);
        part("pairings, wins of the first", &standings(&summary.pairings), &[1, 2, 3]);
    }
    let endings = summary.endings.iter();
    let endings = endings.map(|e| vec![e.games.to_string(), format!("{} [{}]", e.how, e.rule)]);
    part("endings", &endings.collect::<Vec<_>>(), &[0]);
    let spread = |(what, spread): (&str, &Spread)| {
        let Spread { mean, min, lower_quartile, median, upper_quartile, max } = spread;
        let numbers = [min, lower_quartile, median, upper_quartile, max].map(ToString::to_string);
        [vec![what.to_owned(), format!("{mean:.1}")], numbers.to_vec()].concat()
    };
    let heads = ["", "mean", "least", "quarter", "half", "three quarters", "most"];
    let mut rows = vec![heads.map(ToString::to_string).to_vec()];
    let spreads = [
        ("turns", &summary.turns),
        ("actions", &summary.actions),
        ("points lost by red", &summary.red_lost),
        ("points lost by blue", &summary.blue_lost),
        ("dice and cards", &summary.dice),
    ];
    rows.extend(spreads.map(spread));
    part("spread", &rows, &[1, 2, 3, 4, 5, 6]);
    if let Some(Coverage { cited, fired, share, never, .. }) = coverage {
        writeln!(out, "\nrules: {fired} of {cited} fired ({:.1}%)", share * 100.0)
            .expect("strings take all that is written");
        if !never.is_empty() {
            writeln!(out, "never: {}", never.join(", ")).expect("strings take all that is written");
        }
    }
    let Timing { threads, seconds, core_seconds, battles_per_core_second } = timing;
    writeln!(
        out,
        "\n{seconds:.2} s on {threads} threads, {core_seconds:.2} s of one core, \
         {battles_per_core_second:.0} battles a second of one core"
    )
    .expect("strings take all that is written");
    out
}

#[cfg(test)]
mod tests {
    use acies_core::{Seat, toy::Toy};
    use serde_json::json;

    use super::*;

    #[test]
    fn the_field_pairs_all_armies_in_both_seats() {
        let pairings = field::<Toy>();
        let names: Vec<_> =
            pairings.iter().map(|pairing| json!(pairing.sides).to_string()).collect();
        assert_eq!(names.len(), 6);
        assert!(names.contains(&"[\"wolves\",\"crows\"]".into()));
        assert!(names.contains(&"[\"crows\",\"wolves\"]".into()));
        // Three armies: each has fought twice after three battles, once in either seat.
        for seat in Seat::BOTH {
            let mut sides: Vec<_> = pairings[..3].iter().map(|it| &it.sides[seat]).collect();
            sides.sort();
            sides.dedup();
            assert_eq!(sides.len(), 3, "{names:?}");
        }
    }
}
