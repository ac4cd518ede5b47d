//! The table of a test: a short position, what the players do with which dice, and what came of it.
//!
//! Pieces are listed as `troop:key area words`, leaders as `*Name area words`; the rest is as in a
//! position file. Unless a test says otherwise every segment has six activation points, each side
//! has a leader in its reserve (Cato, Brennus), and cards are real ones, so that none is drawn by
//! the dice. An action is written in notation with the faces that fall in brackets after it; faces
//! that are missing or left over fail the test.

use acies_core::{Dice, Event as _, Game, Log, Pending, Ruleset, Seat, Stop, Telling};
use acies_virtus::{
    Battle, Virtus,
    battle::{Action, Frame},
    units::Flags,
    words::events::Event,
};

pub struct Table {
    pub battle: Battle,
    /// What happened in the last action.
    pub events: Vec<Event>,
}

/// A position at a step: the pieces of both sides, and other lines of its file.
pub fn table(step: &str, red: &str, blue: &str, more: &str) -> Table {
    let text = position(step, red, blue, more);
    let battle = Virtus::position("table.toml", &text)
        .unwrap_or_else(|bad| panic!("line {}: {bad}\n{text}", bad.line()));
    Table { battle, events: Vec::new() }
}

/// The same as the text of a position file.
pub fn position(step: &str, red: &str, blue: &str, more: &str) -> String {
    let mut text = format!("step = \"{step}\"\n{more}\n");
    if !more.contains("real_cards") && !more.contains(".hand = ") {
        text += "real_cards = true\n";
    }
    let after_cards = !["begin", "deploy", "cards", "over"].contains(&step);
    if after_cards && !more.contains("pools") && !more.contains("laid") {
        let columns = if more.contains("columns = 3") { 3 } else { 4 };
        (1..=columns).for_each(|at| text += &format!("pools.{at} = {{ card = \"6\" }}\n"));
    }
    for (seat, pieces, leader) in [("red", red, "*Cato SR"), ("blue", blue, "*Brennus NR")] {
        let leader = if pieces.contains('*') { "" } else { leader };
        let (leaders, units): (Vec<_>, Vec<_>) = pieces
            .split(',')
            .chain([leader])
            .map(str::trim)
            .filter(|piece| !piece.is_empty())
            .partition(|piece| piece.starts_with('*'));
        let list = |pieces: Vec<&str>, line: fn(&str) -> String| {
            pieces.into_iter().map(line).collect::<Vec<_>>().join(",\n  ")
        };
        text += &format!("{seat}.units = [\n  {}\n]\n", list(units, unit_line));
        text += &format!("{seat}.leaders = [\n  {}\n]\n", list(leaders, leader_line));
    }
    text
}

/// A position seen from the other edge: North's pieces stand where South's stood, and it is
/// their turn.
pub fn mirrored(step: &str, red: &str, blue: &str, more: &str) -> Table {
    let more = mirror(more).replace("red.", "?.").replace("blue.", "red.").replace("?.", "blue.");
    table(step, &mirror(blue), &mirror(red), &format!("active = \"blue\"\n{more}"))
}

/// The same areas on the other side: `N1` for `S1`, `SR` for `NR`.
pub fn mirror(text: &str) -> String {
    let mut out: Vec<char> = text.chars().collect();
    for at in 1..out.len() {
        if "1234R".contains(out[at]) {
            out[at - 1] = match out[at - 1] {
                'S' => 'N',
                'N' => 'S',
                other => other,
            };
        }
    }
    out.into_iter().collect()
}

/// The line of a position that puts hits on units: `b plain, c red+charge`, all from one attacker.
pub fn hits(from: &str, on: &str) -> String {
    let line = |hit: &str| {
        let (target, marks) = hit.trim().split_once(' ').expect("a unit and its hit");
        format!("{{ target = \"{target}\", from = \"{from}\", marks = \"{marks}\" }}")
    };
    format!("hits = [{}]\n", on.split(',').map(line).collect::<Vec<_>>().join(", "))
}

fn unit_line(piece: &str) -> String {
    let mut words = piece.split_whitespace();
    let troop = words.next().expect("a troop");
    let (troop, key) = troop.split_once(':').unwrap_or((troop, troop));
    let area = words.next().expect("an area");
    let mut line =
        format!("troop = \"{troop}\", key = \"{key}\", name = \"{key}\", area = \"{area}\"");
    let mut flags = Vec::new();
    for word in words {
        match word {
            "testudo" | "shieldwall" => line += &format!(", formation = \"{word}\""),
            "elite" | "levy" => line += &format!(", grade = \"{word}\""),
            "stubborn" => line += ", stubborn = true",
            number if number.contains('=') => line += &format!(", {number}"),
            flag => flags.push(format!("\"{flag}\"")),
        }
    }
    format!("{{ {line}, is = [{}] }}", flags.join(", "))
}

fn leader_line(piece: &str) -> String {
    let mut words = piece[1..].split_whitespace();
    let name = words.next().expect("a name");
    let area = words.next().expect("an area");
    let mut line = format!("name = \"{name}\", area = \"{area}\"");
    for word in words {
        line += &match word.split_once('=') {
            Some(("joined", unit)) => format!(", joined = \"{unit}\""),
            Some(_) => format!(", {word}"),
            None => format!(", {word} = true"),
        };
    }
    format!("{{ {line} }}")
}

impl Table {
    /// The seat that acts, and its action: `blue: give b`, or without the seat whoever is asked.
    fn read(&self, text: &str) -> (Seat, Action) {
        let asked = || self.battle.pending().seat().unwrap_or(Seat::Red);
        let (by, text) = match text.split_once(": ") {
            Some(("red", text)) => (Seat::Red, text),
            Some(("blue", text)) => (Seat::Blue, text),
            _ => (asked(), text),
        };
        let action = self.battle.read(by, text);
        (by, action.unwrap_or_else(|misread| panic!("`{text}`: {misread} {:?}", misread.hint)))
    }

    /// The rules that forbid an action, or `allowed`.
    pub fn verdict(&self, text: &str) -> String {
        let (by, action) = self.read(text);
        match self.battle.check(by, &action) {
            Ok(()) => "allowed".into(),
            Err(refusal) => self.battle.explain(&action, &refusal).rules.join(" "),
        }
    }

    /// Whether an action is `allowed`, or forbidden by these rules, the one that decides first.
    #[track_caller]
    pub fn try_one(&self, text: &str, expected: &str, why: &str) {
        let verdict = self.verdict(text);
        let mut found = verdict.split(' ');
        let mut named = expected.split(' ');
        let first = named.next() == found.next();
        let others = named.all(|rule| found.clone().any(|other| other == rule));
        assert!(first && others, "`{text}`, {why}: {verdict}, not {expected}");
    }

    /// Several actions in the same position, each with its verdict and why.
    #[track_caller]
    pub fn tries(&self, cases: &[(&str, &str, &str)]) {
        for (text, expected, why) in cases {
            self.try_one(text, expected, why);
        }
    }

    /// Plays actions with their faces: `fight a [1 2 5 6]; done`.
    #[track_caller]
    pub fn play(&mut self, script: &str) -> &mut Self {
        for part in script.split(';').map(str::trim) {
            let (text, faces) = part.split_once('[').unwrap_or((part, ""));
            let faces: Vec<u8> = faces
                .trim_end_matches(']')
                .split_whitespace()
                .map(|face| face.parse().expect("a face"))
                .collect();
            let (by, action) = self.read(text.trim());
            let mut dice = Dice::scripted(faces);
            let mut log = Log::kept();
            if let Err(stop) = self.battle.apply(by, &action, &mut dice, &mut log) {
                panic!("`{part}` at {}: {stop:?}", self.battle.step());
            }
            assert!(dice.is_spent(), "`{part}`: faces left over");
            self.events = log.events().to_vec();
        }
        self
    }

    /// What is asked for next, if these faces were thrown for an action: `done [4]`.
    #[track_caller]
    pub fn asks(&self, part: &str) -> String {
        let (text, faces) = part.split_once('[').expect("an action and its faces");
        let faces = faces.trim_end_matches(']').split_whitespace().map(str::parse::<u8>);
        let faces: Vec<u8> = faces.collect::<Result<_, _>>().expect("faces");
        let (by, action) = self.read(text.trim());
        let mut dice = Dice::scripted(faces);
        match self.battle.clone().apply(by, &action, &mut dice, &mut Log::Off) {
            Err(Stop::Waiting(need)) => need.to_string(),
            done => panic!("`{part}` asks for nothing: {done:?}"),
        }
    }

    /// How pieces stand now: `a S1 3 routed, b gone, caesar N1 hits 2`.
    #[track_caller]
    pub fn stands(&self, facts: &str, why: &str) -> &Self {
        for fact in facts.split(',').map(str::trim) {
            let (key, expected) = fact.split_once(' ').expect("a key and a fact");
            assert_eq!(self.piece(key), expected, "{key}, {why}");
        }
        self
    }

    fn piece(&self, key: &str) -> String {
        for seat in Seat::BOTH {
            let army = &self.battle.setup.armies[seat];
            if let Some(unit) = army.unit(key) {
                return self.unit(seat, unit);
            }
            if let Some(leader) = army.leader(key) {
                return self.leader(seat, leader);
            }
        }
        panic!("nothing is called {key}")
    }

    fn unit(&self, seat: Seat, unit: u8) -> String {
        let it = &self.battle.units(seat)[unit];
        if !it.is_alive() {
            return "gone".into();
        }
        let mut text = format!("{} {}", self.battle.area_name(it.area), it.stands);
        if it.formation.is_closed() {
            text += &format!(" {}", it.formation.word());
        }
        if it.is(Flags::ROUTED) {
            text += " routed";
        }
        text
    }

    fn leader(&self, seat: Seat, leader: u8) -> String {
        let it = &self.battle.sides[seat].leaders[usize::from(leader)];
        if !it.alive {
            return "dead".into();
        }
        let mut text = self.battle.area_name(it.area).to_owned();
        if let Some(unit) = it.joined {
            text += &format!(" with {}", self.battle.unit_key(seat, unit));
        }
        if it.hits > 0 {
            text += &format!(" hits {}", it.hits);
        }
        text
    }

    /// The hits on a unit in the order of their tests, in words.
    pub fn hits(&self, key: &str) -> String {
        let seat = self.battle.active.other();
        let unit = self.battle.setup.armies[seat].unit(key).expect("a unit that can be hit");
        let on = self.battle.hits.iter().filter(|hit| hit.target == unit);
        on.map(|hit| hit.marks.words()).collect::<Vec<_>>().join(" ")
    }

    /// The points left in each segment, `*` for those without limit.
    pub fn points(&self) -> String {
        let left = self.battle.pools[..self.battle.columns()].iter().map(|pool| pool.left());
        let words = left.map(|left| left.map_or("*".to_owned(), |left| left.to_string()));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Who is asked, and in which step: `red moves`; or `over`, who won and by which rule.
    pub fn now(&self) -> String {
        match self.battle.pending() {
            Pending::Over(end) => {
                let winner = end.winner.map_or("nobody".to_owned(), |seat| seat.to_string());
                format!("{winner} {}", end.rule)
            }
            Pending::Decide(seats) => {
                let seats: Vec<_> = seats.iter().map(|seat| seat.to_string()).collect();
                let step = match self.battle.frame() {
                    Frame::Begin => "begin",
                    Frame::Deploy => "deploy",
                    Frame::Distribute => "cards",
                    Frame::Formations => "formations",
                    Frame::Charges => "charges",
                    Frame::Combats => "combats",
                    Frame::GiveOut(_) => "give_out",
                    Frame::Resolve => "resolve",
                    Frame::Moves => "moves",
                    Frame::TurnBegins | Frame::TurnEnds => unreachable!("nobody is asked in them"),
                };
                format!("{} {step}", seats.join(" and "))
            }
        }
    }

    /// The lines that a viewer reads of the last action.
    pub fn log(&self, viewer: Option<Seat>) -> Vec<String> {
        let entries = self.events.iter().filter_map(|event| self.battle.tell(event, viewer));
        entries.map(|entry| entry.line).collect()
    }

    /// Whether the last action was explained by a rule.
    pub fn cites(&self, rule: &str) -> bool {
        let mut found = false;
        self.events.iter().for_each(|event| event.cite(&mut |cited| found |= cited == rule));
        found
    }

    /// Whose hands an area is in.
    pub fn holder(&self, area: &str) -> Seat {
        let area = acies_virtus::areas::Area::named(area, self.battle.columns(), self.battle.south);
        self.battle.holder(area.expect("an area"))
    }
}
