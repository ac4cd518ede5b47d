//! `acies play`: a battle in the terminal, with any mix of people and computer players.
//!
//! It reads line by line, so it can be scripted. Whoever shares a keyboard is asked to pass it on
//! before the other side's hand is shown.

mod choices;
mod diary;
mod source;
mod throws;

use std::{
    collections::BTreeSet,
    io::{BufRead, IsTerminal, stdin, stdout},
    path::{Path, PathBuf},
    process::ExitCode,
};

use acies::{
    AnyBattle,
    battle::{Choice, Stopped},
    counsel::Other,
};
use acies_ai::{Player, Progress};
use acies_core::{
    Each, Entry, Outcome, Pending, RuleId, Seat, Viewer,
    record::{self, BadRecord, Record},
};
use acies_sim::seed_of;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    options::{self, army, looks_like_a_file, ruleset_of_file, seed},
    report::{Done, Failure, read, said, say, tell, write},
    table::{cited, drawn, forecast, reason},
};
use choices::Choices;
use diary::Diary;
use source::{DiceName, Source};
use throws::Tried;

use source::faces;

#[derive(clap::Args)]
pub struct Args {
    /// A ruleset, a battle, a position file, or a record to go on with
    battle: String,
    /// Red's and blue's army, to be set up from the start: shipped ones or files of the ruleset
    #[arg(long, value_name = "RED,BLUE", value_parser = two_armies)]
    armies: Option<Each<String>>,
    /// Who plays red: human, recruit, optio, centurion, legate, consul or random [default: human]
    #[arg(long, value_parser = control)]
    red: Option<Control>,
    /// Who plays blue [default: centurion]
    #[arg(long, value_parser = control)]
    blue: Option<Control>,
    /// The same seed gives the same dice and the same computer players
    #[arg(long, value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How many threads think for legates and consuls; what they decide does not depend on it
    #[arg(long, default_value_t = 1, value_parser = options::at_most::<1024>)]
    threads: usize,
    /// Where dice come from: real ones are thrown at the table and typed in [default: seeded]
    #[arg(long, value_enum)]
    dice: Option<DiceName>,
    /// Write a record into a new file, action by action; a battle that begins with a record goes on in
    /// the file of that one unless another is given here
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
    player.map_err(|_| {
        let known = Player::ALL.map(Player::name).join(", ");
        format!("there is no player `{name}`: known are human, {known}")
    })
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

const HELP: &str =
    "  N or an action     do it: `3`, or any legal action, written as those on the right;
                     what is listed is worth considering, and not all that is legal
  why N or ACTION    the rules that allow or forbid it
  odds N or ACTION   what it throws and what may come of it
  hint               what the staff would do, and why; it takes a moment
  list [WORD]        the options, or those with this word in them, or `list 1-9`
  refused [WORD]     the same for what is not allowed now, and why
  undo               take back your last decision, until dice fall, a secret is laid open
                     or the other side decides
  log [N]            the last N things that happened, explained in full
  board              the position
  save FILE          write the position to a file
  quit               leave the battle
";

/// A table with more rows than these is not drawn among the rules that refer to it.
const ROWS_MAX: usize = 20;

/// Clears the screen of a terminal, so that nobody sees the other side's hand.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

pub fn run(args: &Args) -> Done {
    let path = Path::new(&args.battle);
    if args.armies.is_none() && looks_like_a_file(&args.battle) {
        let text = read(path)?;
        if is_record(&text) {
            return taken_up(args, path, text)?.play();
        }
        let ruleset = ruleset_of_file(path, &text, None)?;
        return Table::new(args, ruleset.position(&args.battle, &text)?)?.play();
    }
    Table::new(args, begun(args)?)?.play()
}

/// The battle that is asked for by name, at its start.
fn begun(args: &Args) -> Result<Box<dyn AnyBattle>, Failure> {
    if let Some(Each([red, blue])) = &args.armies {
        let ruleset = acies::find(&args.battle)?;
        let (red, blue) = (army(ruleset, red)?, army(ruleset, blue)?);
        return ruleset.field(&red, &blue).map_err(Failure::said);
    }
    Ok(acies::battle(&args.battle)?)
}

/// Records are JSON Lines, and everything else that people write is TOML.
fn is_record(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// A battle that is on record, after its last action. It goes on in its own file with its own players
/// and dice, or, if a new record is asked for, as a battle of its own.
fn taken_up(args: &Args, path: &Path, text: String) -> Result<Table, Failure> {
    let name = path.display();
    let bad = |BadRecord { line, what }: BadRecord| Failure::said(format!("{name}:{line}: {what}"));
    let record = record::read(&text).map_err(bad)?;
    let ruleset = acies::find(&record.start.ruleset)?;
    let (battle, dice) = ruleset.resume(&record).map_err(bad)?;
    let how = record.end.left.map(|left| left.how(&battle.sides()));
    let how = how.or(match battle.pending() {
        Pending::Over(outcome) => Some(format!("{} [{}]", outcome.how, outcome.rule)),
        Pending::Decide(_) => None,
    });
    if let Some(how) = how {
        let hint = format!("`acies replay {name}` shows it");
        return Err(Failure::said(format!("`{name}`: this battle is over: {how}")).hint(hint));
    }
    let mut table = if args.record.is_some() {
        Table::new(args, battle)?
    } else {
        if args.red.is_some() || args.blue.is_some() || args.seed.is_some() || args.dice.is_some() {
            let hint = "with `--record FILE` it goes on as a battle of its own".to_owned();
            return Err(Failure::said("a record has its own players and dice").hint(hint));
        }
        let source = Source::again(&record.start.dice, dice).ok_or_else(|| {
            let hint = "`--dice keyed --record FILE` goes on with a new key".to_owned();
            Failure::said("keyed dice cannot go on: their key is known now, or lost").hint(hint)
        })?;
        let seed = match &source {
            Source::Seeded { seed, .. } => *seed,
            Source::Keyed { .. } | Source::Real(_) => source::surprise()?,
        };
        let mut diary = Diary::go_on(path, text)?;
        diary.keep(battle.recorded().expect("it goes on"))?;
        Table::at(battle, players_of(&record)?, source, seed, Some(diary))
    };
    table.step = record.steps.len();
    table.shown = Each::of(|seat| table.battle.told(Some(seat)).len());
    table.shown_to_all = table.battle.told(None).len();
    say(&format!("{} actions are on record; `log 20` shows the last of them\n", table.step));
    Ok(table)
}

/// Who played a record.
fn players_of(record: &Record) -> Result<Each<Control>, Failure> {
    let [red, blue] = record.start.players.0.each_ref().map(|name| {
        control(name).map_err(|what| {
            let hint = "with `--record FILE`, `--red` and `--blue` say who goes on".to_owned();
            Failure::said(what).hint(hint)
        })
    });
    Ok(Each([red?, blue?]))
}

/// A battle and the people around it.
struct Table {
    battle: Box<dyn AnyBattle>,
    seats: Each<Control>,
    source: Source,
    seed: u64,
    /// How many threads think for computer players.
    threads: usize,
    /// How many decisions there have been, taken back or not.
    step: usize,
    /// How much of the log each seat has been shown.
    shown: Each<usize>,
    shown_to_all: usize,
    /// Who had the keyboard last.
    keyboard: Option<Seat>,
    /// Where the seat at the keyboard may go back to.
    undo: Vec<Box<dyn AnyBattle>>,
    diary: Option<Diary>,
}

/// What a line of a player comes to.
enum Next {
    Again,
    Show,
    Done,
    Left,
}

impl Table {
    /// A battle that begins here, with the players, the dice and the record that are asked for.
    fn new(args: &Args, mut battle: Box<dyn AnyBattle>) -> Result<Self, Failure> {
        let seed = match args.seed {
            Some(seed) => seed,
            None => source::surprise()?,
        };
        let source = Source::new(args.dice.unwrap_or(DiceName::Seeded), seed)?;
        let computer = Control::Computer(Player::Centurion);
        let seats = [args.red.unwrap_or(Control::Human), args.blue.unwrap_or(computer)];
        let seats = Each(seats);
        battle.start_record(Each::of(|seat| seats[seat].to_string()), source.kind());
        let mut diary = args.record.as_deref().map(Diary::begin).transpose()?;
        if let Some(diary) = &mut diary {
            diary.keep(battle.recorded().expect("it was begun just now"))?;
        }
        let table = Table::at(battle, seats, source, seed, diary);
        Ok(Table { threads: args.threads, ..table })
    }

    fn at(
        battle: Box<dyn AnyBattle>,
        seats: Each<Control>,
        source: Source,
        seed: u64,
        diary: Option<Diary>,
    ) -> Self {
        let (shown, shown_to_all, step) = (Each([0; 2]), 0, 0);
        let (keyboard, undo) = (None, Vec::new());
        let threads = 1;
        Table {
            battle,
            seats,
            source,
            seed,
            threads,
            step,
            shown,
            shown_to_all,
            keyboard,
            undo,
            diary,
        }
    }

    fn play(mut self) -> Done {
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
                    let action = self.considered(by, player, seed);
                    self.carry_out(by, &action)?
                }
            };
            if !goes_on {
                break None;
            }
            self.write_down();
            if self.humans() == 0 {
                self.show_log(None, &[]);
            }
        };
        self.finish(outcome)
    }

    /// What a computer player decides, with a bar while it thinks.
    fn considered(&self, by: Seat, player: Player, seed: u64) -> String {
        let bar = thinking(&format!("{} considers", self.battle.sides()[by]));
        let watch = |progress| watched(&bar, progress);
        let threads = self.threads.max(1);
        let decided = self.battle.think(by, player, seed, threads, &watch);
        bar.finish_and_clear();
        decided.action
    }

    /// What the staff would do.
    fn hint(&self, by: Seat) {
        let bar = thinking("the staff considers");
        let seed = seed_of(self.seed ^ 0x51af, self.step);
        let hint = self.battle.hint(by, Player::Legate, seed, &|progress| watched(&bar, progress));
        bar.finish_and_clear();
        let percent = |chance: f64| format!("{:.0}%", chance * 100.0);
        let chance = hint.chance.map(|chance| format!(", {} to win", percent(chance)));
        let Choice { action, words } = &hint.choice;
        say(&format!("{words}: `{action}`{}\n", chance.unwrap_or_default()));
        for why in &hint.why {
            say(&format!("  {why}\n"));
        }
        for Other { choice, chance, .. } in &hint.others {
            say(&format!("  {} with `{}`\n", percent(*chance), choice.action));
        }
    }

    /// Keeps the record up to date. The battle goes on if that fails, and the next time may be better.
    fn write_down(&mut self) {
        if let Some(diary) = &mut self.diary
            && let Err(failure) = diary.keep(self.battle.recorded().expect("it was begun"))
        {
            tell(&failure.words());
        }
    }

    fn finish(mut self, outcome: Option<Outcome>) -> Done {
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
        if let Some(mut diary) = self.diary {
            diary.keep(&self.battle.record(self.source.key()).expect("it was begun"))?;
            tell(&format!("the record is in `{}`\n", diary.path().display()));
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
        // What somebody types instead of Enter alone is his first answer.
        let mut typed = None;
        if self.keyboard != Some(by) {
            self.undo.clear();
            if self.humans() == 2 {
                if stdout().is_terminal() {
                    say(CLEAR);
                }
                say(&format!("\npass the keyboard to {by}, who presses Enter\n"));
                let Some(line) = read_line("")? else { return Ok(false) };
                typed = Some(line).filter(|line| !line.trim().is_empty());
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
                let line = match typed.take() {
                    Some(line) => {
                        say(&format!("{by}> {}\n", line.trim()));
                        line
                    }
                    None => match read_line(&format!("{by}> "))? {
                        Some(line) => line,
                        None => break Next::Left,
                    },
                };
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
        let (word, rest) = command(line);
        match word.as_str() {
            "" => {}
            word if stands_alone(word) && !rest.is_empty() => complain_of_more(word),
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
                    self.write_down();
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
            "hint" => self.hint(by),
            "why" if rest.is_empty() => say(&choices.refusals(None)),
            "why" => match choices.action_or_refused(rest) {
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
                let mut known = BTreeSet::new();
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
                now.iter().chain(&later).for_each(|odds| say(&forecast(odds, 16)));
            }
            Err(misread) => complain(&misread.what, misread.hint.as_deref()),
        }
    }

    /// The text of these rules.
    fn cite(&self, rules: &[RuleId]) {
        let book = self.battle.ruleset().rulebook();
        let mut shown = BTreeSet::new();
        for rule in rules.iter().filter_map(|rule| book.get(rule)) {
            say(&format!("  {}  {}\n", rule.id, rule.text));
            for of in book.tables_of(rule).into_iter().filter(|of| shown.insert(of.id)) {
                let table = of.table.as_ref().expect("it has one");
                if table.rows.len() <= ROWS_MAX {
                    say(&drawn(table));
                } else {
                    let (ruleset, id) = (self.battle.ruleset().id(), of.id);
                    say(&format!("  `acies rules {ruleset} {id}` has the table\n"));
                }
            }
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

/// A bar for a thought. It is drawn on a terminal alone, and only if the thought takes its time.
fn thinking(what: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style = format!("{what} {{bar:30}} {{percent}}%");
    bar.set_style(ProgressStyle::with_template(&style).expect("the template is right"));
    bar
}

fn watched(bar: &ProgressBar, Progress { done, of }: Progress) -> bool {
    bar.set_length(of as u64);
    bar.set_position(done as u64);
    true
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

/// The first word of a line as a command, in small letters, and what follows it.
fn command(line: &str) -> (String, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_lowercase(), rest.trim())
}

/// Whether a command takes nothing after it.
fn stands_alone(word: &str) -> bool {
    ["help", "?", "board", "hint", "undo", "quit", "exit"].contains(&word)
}

fn complain_of_more(word: &str) {
    complain(
        &format!("`{word}` stands alone"),
        Some(&format!("type `{word}` and nothing after it")),
    );
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
