//! `acies bench`: the speed of this build, line by line, beside what is wanted.
//!
//! It measures and judges nothing else: times on a busy machine are no test. Each line also gives
//! its ratio to a piece of plain arithmetic that is timed in the same run, so that two machines can
//! be compared.

use std::{
    hint::black_box,
    process::{Command, ExitCode, Stdio},
    time::{Duration, Instant},
};

use acies::Visitor;
use acies_ai::{Mind, Player};
use acies_core::{
    Asked, Dice, Each, Game, Log, OddsKind, Outcome, Pending, Ruleset, Seat, Tactics, Telling,
    record::{self, DiceKind, Recorder},
    words::command_line,
};
use acies_sim::{ACTIONS_MAX, Keep, Plan, field, seed_of, simulate};
use serde::Serialize;

use crate::{
    report::{Done, print_json, print_text},
    table::columns,
};

#[derive(clap::Args)]
pub struct Args {
    /// Only these rules
    ruleset: Option<String>,
    /// Seconds spent on each line
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
}

/// How this program was built: figures are wanted of a `dist` build.
const BUILT: &str = env!("ACIES_PROFILE");

/// What is wanted of a line.
#[derive(Clone, Copy)]
enum Wanted {
    AtMost(f64, f64),
    AtLeast(f64, f64),
    Nothing,
}

use Wanted::*;

#[derive(Serialize)]
struct Line {
    name: String,
    measured: f64,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    must: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reaches: Option<&'static str>,
    /// Times the reference, for a time; nothing for what is a ratio by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    references: Option<f64>,
}

pub fn run(args: &Args, json: bool) -> Done {
    let rulesets = match &args.ruleset {
        Some(id) => vec![acies::find(id)?],
        None => acies::rulesets().to_vec(),
    };
    let spend = Duration::from_secs_f64(args.seconds.clamp(0.01, 60.0));
    let reference = reference(spend / 4);
    let mut lines = vec![Line {
        name: format!("reference: a million steps of plain arithmetic ({BUILT} build)"),
        measured: reference * 1e3,
        unit: "ms",
        must: None,
        goal: None,
        reaches: None,
        references: Some(1.0),
    }];
    for ruleset in rulesets {
        let bench = Bench { spend, reference, lines: Vec::new() };
        lines.extend(acies::with(ruleset.id(), bench).expect("it was found"));
    }
    if json {
        print_json(&lines);
    } else {
        let heads = ["", "measured", "", "must", "goal", "reaches", "x reference"];
        let mut rows = vec![heads.map(ToString::to_string).to_vec()];
        let number = |n: Option<f64>| n.map(short).unwrap_or_default();
        rows.extend(lines.into_iter().map(|line| {
            vec![
                line.name,
                short(line.measured),
                line.unit.to_owned(),
                number(line.must),
                number(line.goal),
                line.reaches.unwrap_or_default().to_owned(),
                line.references.map(|times| format!("{times:.2e}")).unwrap_or_default(),
            ]
        }));
        print_text(&columns(&rows, &[1, 3, 4, 6]));
    }
    Ok(ExitCode::SUCCESS)
}

fn short(n: f64) -> String {
    if n >= 100.0 { format!("{n:.0}") } else { format!("{n:.2}") }
}

/// Seconds for a million steps of a generator of random numbers.
fn reference(spend: Duration) -> f64 {
    timed(spend, || {
        let mut number = 1_u64;
        for _ in 0..1_000_000 {
            number = black_box(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        }
        number
    })
}

/// The least time that some work took, of as many tries as there is time for.
fn timed<T>(spend: Duration, mut work: impl FnMut() -> T) -> f64 {
    let begun = Instant::now();
    let mut best = f64::INFINITY;
    let mut tries = 0;
    while tries < 3 || begun.elapsed() < spend {
        let start = Instant::now();
        black_box(work());
        best = best.min(start.elapsed().as_secs_f64());
        tries += 1;
    }
    best
}

/// Battles a second.
#[derive(Clone, Copy, Default)]
struct Rate {
    /// Of one core's work.
    core: f64,
    /// By the clock, all threads together.
    clock: f64,
}

/// How often each kind of battle has its turn.
const ROUNDS: u32 = 5;

/// Battles of the player of playouts against chance.
const AGAINST_CHANCE: usize = 100;

/// What is wanted of a ruleset where rulesets differ.
struct Goals {
    clone: Wanted,
    random: Wanted,
    tactics: Wanted,
    /// Microseconds of a decision in a playout.
    offhand: Wanted,
    /// Questions beside the examples of each kind: the kind, its words, microseconds.
    odds: &'static [(&'static str, &'static [&'static str], Wanted)],
}

impl Goals {
    fn of(ruleset: &str) -> Self {
        let table = Goals {
            clone: AtMost(2.0, 1.0),
            random: AtLeast(200.0, 600.0),
            tactics: AtLeast(30.0, 60.0),
            offhand: AtMost(20.0, 10.0),
            odds: &[],
        };
        match ruleset {
            "virtus" => Goals {
                clone: AtMost(1.0, 0.3),
                random: AtLeast(15_000.0, 30_000.0),
                tactics: AtLeast(1300.0, 2000.0),
                offhand: AtMost(1.0, 0.5),
                ..table
            },
            "av" => Goals {
                random: AtLeast(400.0, 600.0),
                tactics: AtLeast(54.0, 80.0),
                offhand: AtMost(8.0, 4.0),
                odds: &[("fight", &LARGEST_FIGHT, AtMost(1000.0, 500.0))],
                ..table
            },
            "adlg" => Goals {
                tactics: AtLeast(50.0, 80.0),
                odds: &[("duel", &SIX_ROUNDS, AtMost(60.0, 15.0))],
                ..table
            },
            "impetus" => Goals {
                odds: &[
                    ("melee", &TWELVE_AND_NINE, AtMost(50.0, 25.0)),
                    ("melee", &EIGHTEEN_AND_FIFTEEN, AtMost(300.0, 100.0)),
                ],
                ..table
            },
            "legio" => Goals {
                random: AtLeast(300.0, 600.0),
                tactics: AtLeast(40.0, 80.0),
                odds: &[("melee", &VOLLEY_AND_MELEE, AtMost(200.0, 50.0))],
                ..table
            },
            _ => table,
        }
    }
}

struct Bench {
    spend: Duration,
    reference: f64,
    lines: Vec<Line>,
}

impl Visitor for Bench {
    type Out = Vec<Line>;

    fn visit<R: Ruleset>(mut self) -> Vec<Line> {
        let goals = Goals::of(R::ID);
        let states = positions::<R>();
        self.clones::<R>(&states, goals.clone);
        self.candidates::<R>(&states);
        let [one, two, logged, clever] = self.battles::<R, 4>([
            (Player::Random, Keep::Nothing, 1),
            (Player::Random, Keep::Nothing, 2),
            (Player::Random, Keep::Log, 1),
            (Player::Centurion, Keep::Nothing, 1),
        ]);
        for (name, Rate { core, .. }, wanted) in [
            ("random v random", one, goals.random),
            ("centurion v centurion", clever, goals.tactics),
        ] {
            self.line::<R>(name, core, "battles/s", wanted, Some(1.0 / core));
        }
        let ratio = one.core / logged.core;
        self.line::<R>("full log v no log", ratio, "x time", AtMost(1.15, 1.05), None);
        let ratio = two.clock / one.clock;
        self.line::<R>("two threads v one", ratio, "x speed", AtLeast(1.9, 1.97), None);
        let ratio = 2.0 * two.core / one.core;
        self.line::<R>("two threads v one, by work done", ratio, "x speed", Nothing, None);
        self.offhand::<R>(goals.offhand);
        for kind in R::odds_kinds() {
            self.odds::<R>(kind);
        }
        for (kind, words, wanted) in goals.odds {
            self.odds_of::<R>(kind, words, *wanted);
        }
        self.replay::<R>();
        self.process::<R>();
        self.lines
    }
}

impl Bench {
    fn line<R: Ruleset>(
        &mut self,
        name: &str,
        measured: f64,
        unit: &'static str,
        wanted: Wanted,
        seconds: Option<f64>,
    ) {
        let (must, goal, reaches) = match wanted {
            AtMost(must, goal) => {
                (Some(must), Some(goal), Some((measured <= must, measured <= goal)))
            }
            AtLeast(must, goal) => {
                (Some(must), Some(goal), Some((measured >= must, measured >= goal)))
            }
            Nothing => (None, None, None),
        };
        let reaches = reaches.map(|reaches| match reaches {
            (_, true) => "goal",
            (true, false) => "must",
            (false, false) => "short",
        });
        let references = seconds.map(|seconds| seconds / self.reference);
        let name = format!("{}: {name}", R::ID);
        self.lines.push(Line { name, measured, unit, must, goal, reaches, references });
    }

    fn clones<R: Ruleset>(&mut self, states: &[(Seat, R::Game)], wanted: Wanted) {
        let seconds = timed(self.spend, || {
            for (_, state) in states {
                drop(black_box(black_box(state).clone()));
            }
        });
        let each = seconds / states.len() as f64;
        self.line::<R>("clone of a battle at a decision", each * 1e6, "us", wanted, Some(each));
    }

    fn candidates<R: Ruleset>(&mut self, states: &[(Seat, R::Game)]) {
        let mut out = Vec::new();
        let mut slowest = 0_f64;
        let spend = self.spend / states.len() as u32;
        let mut total = 0.0;
        for (by, state) in states {
            let seconds = timed(spend, || {
                out.clear();
                state.candidates(*by, &mut out);
            });
            total += seconds;
            slowest = slowest.max(seconds);
        }
        let mean = total / states.len() as f64;
        let wanted = AtMost(200.0, 50.0);
        self.line::<R>("candidates of a whole side, mean", mean * 1e6, "us", wanted, Some(mean));
        self.line::<R>("candidates, slowest position", slowest * 1e6, "us", wanted, Some(slowest));
    }

    /// The speed of several kinds of battles. They are played in turn, and the best of each is
    /// kept: other work on the machine only ever makes them slower.
    fn battles<R: Ruleset, const N: usize>(
        &self,
        kinds: [(Player, Keep<'_>, usize); N],
    ) -> [Rate; N] {
        let mut plans = kinds.map(|(player, keep, threads)| Plan {
            pairings: field::<R>(),
            players: Each([player; 2]),
            first: 0,
            games: 64,
            seed: 1,
            threads,
            keep,
            actions_max: ACTIONS_MAX,
            go_on: &|| true,
        });
        for plan in &mut plans {
            let rate = 64.0 / simulate::<R>(plan).timing.seconds.max(1e-6);
            let games = rate * self.spend.as_secs_f64() / f64::from(ROUNDS);
            plan.games = (games as usize).clamp(64, 1_000_000);
        }
        let mut best = [Rate::default(); N];
        for _ in 0..ROUNDS {
            for (plan, best) in plans.iter().zip(&mut best) {
                let timing = simulate::<R>(plan).timing;
                best.core = best.core.max(timing.battles_per_core_second);
                best.clock = best.clock.max(plan.games as f64 / timing.seconds);
            }
        }
        best
    }

    /// The player of playouts: what a decision of his takes with all that comes of it, and whether he beats chance.
    fn offhand<R: Ruleset>(&mut self, wanted: Wanted) {
        let starts = field::<R>();
        let mut room = Vec::new();
        let (mut steps, mut seconds) = (0_u32, 0.0);
        for (number, pairing) in starts.iter().cycle().take(4 * starts.len().max(8)).enumerate() {
            let mut fought = pairing.start.clone();
            let begun = Instant::now();
            steps += fight_on(&mut fought, number, |game, by, chance| {
                room.clear();
                game.offhand(by, chance, &mut room)
            });
            seconds += begun.elapsed().as_secs_f64();
        }
        let mean = seconds / f64::from(steps.max(1));
        self.line::<R>("a step of a playout", mean * 1e6, "us", wanted, Some(mean));
        let mut points = 0.0;
        for (number, pairing) in starts.iter().cycle().take(AGAINST_CHANCE).enumerate() {
            let seat = if number % 2 == 0 { Seat::Red } else { Seat::Blue };
            let mut fought = pairing.start.clone();
            let mut mind = Mind::new(Player::Random, number as u64);
            fight_on(&mut fought, number, |game, by, chance| {
                room.clear();
                if by == seat { game.offhand(by, chance, &mut room) } else { mind.decide(game, by) }
            });
            points += match fought.pending() {
                Pending::Over(Outcome { winner: Some(winner), .. }) if winner == seat => 1.0,
                Pending::Over(Outcome { winner: Some(_), .. }) => 0.0,
                _ => 0.5,
            };
        }
        let share = 100.0 * points / AGAINST_CHANCE as f64;
        let name = format!("the player of playouts against chance, of {AGAINST_CHANCE} battles");
        self.line::<R>(&name, share, "% won", AtLeast(90.0, 95.0), None);
    }

    fn odds<R: Ruleset>(&mut self, kind: &OddsKind) {
        let wanted = if kind.name == "spread" { AtMost(200.0, 30.0) } else { Nothing };
        // `acies odds RULESET KIND ...`.
        self.odds_of::<R>(kind.name, &command_line(kind.example)[4..], wanted);
    }

    fn odds_of<R: Ruleset>(&mut self, kind: &str, words: &[&str], wanted: Wanted) {
        let asked = Asked::of_words(words.iter().copied());
        if R::odds(kind, &asked).is_err() {
            return;
        }
        let seconds = timed(self.spend / 4, || R::odds(kind, &asked));
        let name = format!("exact odds, {kind}: {}", words.join(" / "));
        self.line::<R>(&name, seconds * 1e6, "us", wanted, Some(seconds));
    }

    fn replay<R: Ruleset>(&mut self) {
        let text = recorded::<R>();
        let record = record::read(&text).expect("it was written just now");
        let actions = record.steps.len();
        let seconds = timed(self.spend, || {
            record::verify::<R>(&record::read(&text).expect("it was written just now"))
        });
        let whole = seconds * 300.0 / actions as f64;
        let name = format!("replay with all checks, of 300 actions ({actions} measured)");
        self.line::<R>(&name, whole * 1e3, "ms", AtMost(20.0, 5.0), Some(whole));
    }

    fn process<R: Ruleset>(&mut self) {
        let (Some(kind), Ok(acies)) = (R::odds_kinds().first(), std::env::current_exe()) else {
            return;
        };
        let words = command_line(kind.example);
        let seconds = timed(self.spend, || {
            let mut command = Command::new(&acies);
            command.args(&words[1..]);
            command.stdout(Stdio::null()).stderr(Stdio::null()).status()
        });
        let name = "`acies odds` from process start to answer";
        self.line::<R>(name, seconds * 1e3, "ms", AtMost(5.0, 2.0), Some(seconds));
    }
}

/// Twelve dice a side, and a leader with each.
const LARGEST_FIGHT: [&str; 2] = [
    "rom_vet rush leader behind flank_supports=2 contact_supports=3",
    "gal_noble rush leader behind flank_supports=2 contact_supports=3",
];

const SIX_ROUNDS: [&str; 3] = ["rom.hastati charging", "car.libya_vet", "rounds=6"];

/// Twelve dice against nine, and eighteen against fifteen.
const TWELVE_AND_NINE: [&str; 2] =
    ["gal_warband large=2 charging", "mac_phalanx large=3, mac_phalanx"];
const EIGHTEEN_AND_FIFTEEN: [&str; 2] = [
    "gal_warband large=2 charging, gal_warband, gal_warband, gal_warband",
    "mac_phalanx large=3, mac_phalanx, mac_phalanx, mac_phalanx, mac_phalanx",
];
const VOLLEY_AND_MELEE: [&str; 2] =
    ["legionaries bases=10 charge volley=4", "barbarian_infantry supported"];

/// Fights a battle on to its end; says in how many decisions.
fn fight_on<G: Game>(
    game: &mut G,
    seed: usize,
    mut decide: impl FnMut(&G, Seat, &mut Dice) -> G::Action,
) -> u32 {
    let mut dice = Dice::seeded(seed_of(3, seed));
    let mut chance = Dice::seeded(seed_of(5, seed));
    let mut steps = 0;
    while let Some(by) = game.pending().seat() {
        let action = decide(game, by, &mut chance);
        let done = game.perform(by, &action, &mut dice, &mut Log::Off);
        done.expect("seeded dice are never waited for");
        dice.forget();
        steps += 1;
        if steps as usize >= ACTIONS_MAX {
            break;
        }
    }
    steps
}

/// Every decision of some battles, as positions.
fn positions<R: Ruleset>() -> Vec<(Seat, R::Game)> {
    let mut positions = Vec::new();
    for (number, pairing) in field::<R>().into_iter().take(4).enumerate() {
        let mut game = pairing.start;
        let mut dice = Dice::seeded(seed_of(1, number));
        let mut mind = Mind::new(Player::Random, number as u64);
        while let Some(by) = game.pending().seat() {
            positions.push((by, game.clone()));
            let done = game.perform(by, &mind.decide(&game.clone(), by), &mut dice, &mut Log::Off);
            done.expect("seeded dice are never waited for");
        }
    }
    positions
}

/// A battle between computer players, on record.
fn recorded<R: Ruleset>() -> String {
    let mut game = field::<R>().swap_remove(0).start;
    let players = Each::of(|_| Player::Random.to_string());
    let mut recorder = Recorder::new::<R>(&game, players, DiceKind::Seeded(1));
    let mut dice = Dice::seeded(1);
    let mut mind = Mind::new(Player::Random, 1);
    loop {
        let by = match game.pending() {
            Pending::Over(outcome) => return recorder.end(Some(outcome), None),
            Pending::Decide(seats) => seats.first().expect("somebody decides"),
        };
        let action = mind.decide(&game, by);
        let notation = game.notation(by, &action);
        let mut log = Log::kept();
        dice.forget();
        game.perform(by, &action, &mut dice, &mut log).expect("seeded dice are never waited for");
        recorder.step(by, notation, dice.thrown(), &log, &game);
    }
}
