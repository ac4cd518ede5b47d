//! `acies play`: a battle in the terminal, with any mix of people and computer players.
//!
//! It reads line by line, so it can be scripted. Whoever shares a keyboard is asked to pass it on
//! before the other side's hand is shown.

mod choices;
mod source;
mod throws;

use std::{
    io::{BufRead, IsTerminal, Write, stdin, stdout},
    path::{Path, PathBuf},
    process::ExitCode,
};

use acies::{AnyBattle, battle::Stopped};
use acies_ai::Player;
use acies_core::{Each, Entry, Outcome, Pending, RuleId, Seat, Viewer};
use acies_sim::seed_of;

use crate::{
    options::{army, file_and_ruleset, looks_like_a_file},
    report::{Done, Failure, said, write},
    table::{cited, forecast, reason},
};
use choices::Choices;
use source::{DiceName, Source};
use throws::Tried;

pub use source::faces;

#[derive(clap::Args)]
pub struct Args {
    /// A ruleset, a battle, or a position file
    battle: String,
    /// Red's and blue's army, to be set up from the start: shipped ones or files of the ruleset
    #[arg(long, value_name = "RED,BLUE", value_parser = two_armies)]
    armies: Option<Each<String>>,
    /// Who plays red: human, random or heuristic
    #[arg(long, default_value = "human", value_parser = control)]
    red: Control,
    /// Who plays blue
    #[arg(long, default_value = "heuristic", value_parser = control)]
    blue: Control,
    /// The same seed gives the same dice and the same computer players
    #[arg(long)]
    seed: Option<u64>,
    /// Where dice come from: real ones are thrown at the table and typed in
    #[arg(long, value_enum, default_value_t = DiceName::Seeded)]
    dice: DiceName,
    /// Write a record when the battle ends or is left
    #[arg(long)]
    record: Option<PathBuf>,
}

/// Who decides for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    Human,
    Computer(Player),
}

fn control(name: &str) -> Result<Control, String> {
    if name == "human" {
        return Ok(Control::Human);
    }
    let player = name.parse::<Player>().map(Control::Computer);
    player.map_err(|_| format!("there is no player `{name}`: it is human, random or heuristic"))
}

fn two_armies(names: &str) -> Result<Each<String>, String> {
    let (red, blue) = names.split_once(',').ok_or("two armies are wanted: RED,BLUE")?;
    Ok(Each([red, blue].map(|name| name.trim().to_owned())))
}

impl std::fmt::Display for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Control::Human => f.write_str("human"),
            Control::Computer(player) => player.fmt(f),
        }
    }
}

const HELP: &str = "  N or an action     do it: `3`, or the action as it is written on the right
  why N or ACTION    the rules that allow or forbid it
  odds N or ACTION   what it throws and what may come of it
  list [WORD]        the options, or those with this word in them, or `list 1-9`
  refused [WORD]     the same for what is not allowed now, and why
  undo               take back your last decision, until dice fall, a secret is laid open
                     or the other side decides
  log [N]            the last N things that happened, explained in full
  board              the position
  save FILE          write the position to a file
  quit               leave the battle
";

/// Clears the screen of a terminal, so that nobody sees the other side's hand.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

pub fn run(args: &Args) -> Done {
    let mut battle = begun(args)?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => source::surprise()?,
    };
    let source = Source::new(args.dice, seed)?;
    let seats = Each([args.red, args.blue]);
    battle.start_record(Each::of(|seat| seats[seat].to_string()), source.kind());
    let table = Table {
        battle,
        seats,
        source,
        seed,
        step: 0,
        shown: Each([0; 2]),
        shown_to_all: 0,
        keyboard: None,
        undo: Vec::new(),
    };
    table.play(args.record.as_deref())
}

/// The battle that is asked for, at its start.
fn begun(args: &Args) -> Result<Box<dyn AnyBattle>, Failure> {
    if let Some(Each([red, blue])) = &args.armies {
        let ruleset = acies::find(&args.battle)?;
        let (red, blue) = (army(ruleset, red)?, army(ruleset, blue)?);
        return ruleset.field(&red, &blue).map_err(Failure::said);
    }
    if looks_like_a_file(&args.battle) {
        let (text, ruleset) = file_and_ruleset(Path::new(&args.battle), None)?;
        return Ok(ruleset.position(&args.battle, &text)?);
    }
    Ok(acies::battle(&args.battle)?)
}

/// A battle and the people around it.
struct Table {
    battle: Box<dyn AnyBattle>,
    seats: Each<Control>,
    source: Source,
    seed: u64,
    /// How many decisions there have been, taken back or not.
    step: usize,
    /// How much of the log each seat has been shown.
    shown: Each<usize>,
    shown_to_all: usize,
    /// Who had the keyboard last.
    keyboard: Option<Seat>,
    /// Where the seat at the keyboard may go back to.
    undo: Vec<Box<dyn AnyBattle>>,
}

/// What a line of a player comes to.
enum Next {
    Again,
    Show,
    Done,
    Left,
}

impl Table {
    fn play(mut self, record: Option<&Path>) -> Done {
        let sides = self.battle.sides();
        say(&format!(
            "{}: {} (red, {}) v {} (blue, {})\n",
            self.battle.ruleset().name(),
            sides[Seat::Red],
            self.seats[Seat::Red],
            sides[Seat::Blue],
            self.seats[Seat::Blue]
        ));
        if let Some(commitment) = self.source.commitment() {
            say(&format!("the dice are committed to: {commitment}\n"));
        }
        let outcome = loop {
            let seats = match self.battle.pending() {
                Pending::Over(outcome) => break Some(outcome),
                Pending::Decide(seats) => seats,
            };
            let by = seats.first().expect("somebody decides while a battle goes on");
            let goes_on = match self.seats[by] {
                Control::Human => self.ask(by)?,
                Control::Computer(player) => {
                    self.undo.clear();
                    let seed = seed_of(self.seed ^ 0xc0_ffee, self.step);
                    let action = self.battle.decide(by, player, seed);
                    self.carry_out(by, &action)?
                }
            };
            if !goes_on {
                break None;
            }
            if self.humans() == 0 {
                self.show_log(None, &[]);
            }
        };
        self.finish(outcome, record)
    }

    fn finish(mut self, outcome: Option<Outcome>, record: Option<&Path>) -> Done {
        if let Some(outcome) = outcome {
            self.show_log(self.viewer(), &[]);
            say(&format!("\n{}\n", self.battle.board(self.viewer())));
            let sides = self.battle.sides();
            let who = match outcome.winner {
                Some(seat) => format!("{} ({seat}) win", sides[seat]),
                None => "drawn".into(),
            };
            say(&format!("{who}: {} [{}]\n", outcome.how, outcome.rule));
        }
        if let Some(key) = self.source.key() {
            say(&format!("the key of the dice: {key}\n"));
        }
        if let Some(path) = record {
            let text = self.battle.record(self.source.key()).expect("it was begun at the start");
            write(path, &text)?;
            eprintln!("the record is in `{}`", path.display());
        }
        Ok(ExitCode::SUCCESS)
    }

    fn humans(&self) -> usize {
        self.seats.iter().filter(|(_, control)| **control == Control::Human).count()
    }

    /// Whose view is shown when nobody is asked: the only person's, or what both may know.
    fn viewer(&self) -> Viewer {
        let mut humans = self.seats.iter().filter(|(_, control)| **control == Control::Human);
        match (humans.next(), humans.next()) {
            (Some((seat, _)), None) => Some(seat),
            _ => None,
        }
    }

    /// Asks a person until he has decided. Gives whether the battle goes on.
    fn ask(&mut self, by: Seat) -> Result<bool, Failure> {
        if self.keyboard != Some(by) {
            self.undo.clear();
            if self.humans() == 2 {
                if stdout().is_terminal() {
                    say(CLEAR);
                }
                say(&format!("\npass the keyboard to {by}, who presses Enter\n"));
                if read_line("")?.is_none() {
                    return Ok(false);
                }
            }
            self.keyboard = Some(by);
        }
        loop {
            self.show_log(Some(by), &[]);
            say(&format!("\n{}\n", self.battle.board(Some(by))));
            let question = self.battle.question(by);
            let (context, asks) = (&question.context, &question.asks);
            say(&format!("{context}: {asks}{}\n", cited(&question.rules)));
            let choices = Choices::new(&*self.battle, by);
            say(&choices.list(None));
            let next = loop {
                let Some(line) = read_line(&format!("{by}> "))? else { break Next::Left };
                match self.answer(by, &choices, line.trim())? {
                    Next::Again => {}
                    next => break next,
                }
            };
            match next {
                Next::Again | Next::Show => {}
                Next::Done => return Ok(true),
                Next::Left => return Ok(false),
            }
        }
    }

    fn answer(&mut self, by: Seat, choices: &Choices, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "help" | "?" => say(HELP),
            "quit" | "exit" => return Ok(Next::Left),
            "board" => say(&format!("{}\n", self.battle.board(Some(by)))),
            "list" => say(&choices.list(Some(rest).filter(|word| !word.is_empty()))),
            "refused" => say(&choices.refusals(Some(rest).filter(|word| !word.is_empty()))),
            "log" => self.tell(Some(by), &[], rest),
            "save" => self.save(rest),
            "undo" => match self.undo.pop() {
                Some(before) => {
                    self.battle = before;
                    self.tell_again();
                    return Ok(Next::Show);
                }
                None => complain(
                    "there is nothing to take back",
                    Some(
                        "a decision stands once dice have fallen, a secret was laid open or the other side has decided",
                    ),
                ),
            },
            "why" if rest.is_empty() => say(&choices.refusals(None)),
            "why" => match choices.action(rest) {
                Ok(action) => self.why(by, &action),
                Err(wrong) => complain(&wrong, None),
            },
            "odds" => match choices.action(rest) {
                Ok(action) => self.odds(by, &action),
                Err(wrong) => complain(&wrong, None),
            },
            _ => match choices.action(line) {
                Ok(action) => {
                    let before = self.battle.fork();
                    match self.try_out(by, &action)? {
                        Tried::Done { binds: false } => self.undo.push(before),
                        Tried::Done { binds: true } => self.undo.clear(),
                        Tried::Not => return Ok(Next::Again),
                        Tried::Left => return Ok(Next::Left),
                    }
                    return Ok(Next::Done);
                }
                Err(wrong) => complain(&wrong, Some("`help` lists what can be typed")),
            },
        }
        Ok(Next::Again)
    }

    fn why(&self, by: Seat, action: &str) {
        match self.battle.check(by, action) {
            Ok(choice) => {
                let offer = self.battle.offer(by, action);
                let mut rules = offer.map_or_else(|_| Vec::new(), |offer| offer.rules);
                if rules.is_empty() {
                    rules = self.battle.question(by).rules;
                }
                if let Ok(Some(odds)) = self.battle.forecast(by, action) {
                    rules.extend(&odds.rules);
                    for (_, sum) in &odds.sums {
                        sum.cite(&mut |rule| rules.push(rule));
                    }
                }
                let mut known = std::collections::BTreeSet::new();
                rules.retain(|rule| known.insert(*rule));
                say(&format!("allowed: {}{}\n", choice.words, cited(&rules)));
                self.cite(&rules);
            }
            Err(stopped) => {
                explain(&stopped);
                if let Stopped::Refused(why) = &stopped {
                    self.cite(&why.rules);
                }
            }
        }
    }

    fn odds(&self, by: Seat, action: &str) {
        let foreseen = self.battle.forecast(by, action);
        match foreseen.and_then(|now| Ok((now, self.battle.later(by, action)?))) {
            Ok((None, later)) if later.is_empty() => match self.battle.check(by, action) {
                Ok(choice) => say(&format!("{}: no odds to tell\n", choice.words)),
                Err(stopped) => explain(&stopped),
            },
            Ok((now, later)) => {
                let now = now.map(|it| it.forecast);
                now.iter().chain(&later).for_each(|odds| say(&forecast(odds, 16)));
            }
            Err(misread) => complain(&misread.what, misread.hint.as_deref()),
        }
    }

    /// The text of these rules.
    fn cite(&self, rules: &[RuleId]) {
        let book = self.battle.ruleset().rulebook();
        for rule in rules.iter().filter_map(|rule| book.get(rule)) {
            say(&format!("  {}  {}\n", rule.id, rule.text));
        }
    }

    fn save(&self, file: &str) {
        if file.is_empty() {
            return complain("save to which file?", None);
        }
        match write(Path::new(file), &self.battle.save()) {
            Ok(()) => say(&format!("saved in `{file}`\n")),
            Err(failure) => say(&failure.words()),
        }
    }

    /// The last things that a viewer was told, and what an unfinished action has come to, in full.
    fn tell(&self, viewer: Viewer, so_far: &[Entry], count: &str) {
        let all: Vec<_> = self.battle.told(viewer).iter().chain(so_far).collect();
        let count = count.parse().unwrap_or(10_usize).min(all.len());
        for entry in &all[all.len() - count..] {
            say(&format!("{entry:#}\n"));
        }
    }

    /// Shows a viewer what is new in the log, and what an unfinished action has come to.
    fn show_log(&mut self, viewer: Viewer, so_far: &[Entry]) {
        let told = self.battle.told(viewer);
        let shown = match viewer {
            Some(seat) => &mut self.shown[seat],
            None => &mut self.shown_to_all,
        };
        for entry in told.iter().chain(so_far).skip(*shown) {
            say(&format!("{}{entry}\n", if entry.heading { "\n" } else { "" }));
        }
        *shown = told.len() + so_far.len();
    }

    /// Something was taken back: what comes instead is shown again.
    fn tell_again(&mut self) {
        let told = |viewer| self.battle.told(viewer).len();
        self.shown = Each::of(|seat| self.shown[seat].min(told(Some(seat))));
        self.shown_to_all = self.shown_to_all.min(told(None));
    }

    /// Carries out a computer player's action. Gives whether the battle goes on.
    fn carry_out(&mut self, by: Seat, action: &str) -> Result<bool, Failure> {
        match self.try_out(by, action)? {
            Tried::Done { .. } => Ok(true),
            Tried::Left => Ok(false),
            Tried::Not => unreachable!("computer players keep the rules"),
        }
    }
}

fn explain(stopped: &Stopped) {
    match stopped {
        Stopped::Misread(misread) => complain(&misread.what, misread.hint.as_deref()),
        Stopped::Refused(why) => say(&format!("refused: {}", reason(why))),
        Stopped::Waiting(waiting) => complain(&waiting.to_string(), None),
    }
}

fn complain(what: &str, hint: Option<&str>) {
    say(&said(what, hint));
}

/// Prints a part of the conversation. Whoever has hung up hears no more of it.
fn say(text: &str) {
    let mut out = stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// The next line, or nothing at the end of the input.
fn read_line(prompt: &str) -> Result<Option<String>, Failure> {
    say(prompt);
    let mut line = String::new();
    match stdin().lock().read_line(&mut line) {
        Ok(0) => {
            say("\n");
            Ok(None)
        }
        Ok(_) => {
            if !stdin().is_terminal() {
                // A script is shown in the conversation, as if somebody had typed it.
                say(&format!("{}\n", line.trim_end()));
            }
            Ok(Some(line))
        }
        Err(error) => Err(Failure::said(format!("cannot read what was typed: {error}"))),
    }
}
