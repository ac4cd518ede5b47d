//! Game records: JSON Lines that hold what was decided, what was thrown and what came of it.
//!
//! The first line says which rules, which dice and how the battle stood; then comes a line an
//! action, with the faces, the log in words and a hash of the state after it; the last line says
//! how it ended. A replay shows the stored words and needs no rules. [`verify`] plays the battle
//! again with the stored faces and names the first line that differs.

use std::fmt::Write;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::{
    dice::Dice,
    game::{Game, Outcome, Pending, Ruleset, Stop, Telling},
    keyed::{Key, Keyed, hex},
    log::{Entry, Log},
    seat::{Each, Seat},
};

/// What a record begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The version of Acies that wrote it.
    pub acies: String,
    pub ruleset: String,
    /// A hash of the rulebook, so that a change of rules is told from a forged record.
    pub rules: String,
    pub players: Each<String>,
    pub dice: DiceKind,
    pub state: serde_json::Value,
    pub hash: String,
}

/// Where the dice of a game came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceKind {
    Seeded(u64),
    /// The key was committed to before the game.
    Keyed {
        game: String,
        commitment: String,
    },
    Real,
}

/// One action and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub by: Seat,
    /// The action in notation.
    pub action: String,
    /// Dice and cards in the order in which they fell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u8>,
    /// So many of them, the first, had been seen before: they had fallen for actions that were taken back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub known: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<Entry>,
    pub hash: String,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(known: &usize) -> bool {
    *known == 0
}

/// How a record ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    pub actions: usize,
    /// Nothing if the battle was broken off.
    pub how: Option<String>,
    pub winner: Option<Seat>,
    /// Whether the players ended it, by resigning or by agreeing on a draw, and not the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// The key of keyed dice, which may be shown now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Battle(Box<Start>),
    Action(Step),
    End(End),
}

/// A short hash of a state: the first 16 digits of SHA-256 of its JSON.
pub fn hash(state: &impl Serialize) -> String {
    let json = serde_json::to_vec(state).expect("a battle is plain data");
    hex(&Sha256::digest(&json)[..8])
}

/// A hash of a rulebook's text.
pub fn rules_version(rules: &str) -> String {
    hex(&Sha256::digest(rules.as_bytes())[..8])
}

/// Writes a record while a battle goes on. A copy goes back with an undone action.
#[derive(Clone)]
pub struct Recorder {
    text: String,
    actions: usize,
}

impl Recorder {
    pub fn new<R: Ruleset>(game: &R::Game, players: Each<String>, dice: DiceKind) -> Self {
        let start = Start {
            acies: env!("CARGO_PKG_VERSION").into(),
            ruleset: R::ID.into(),
            rules: rules_version(R::RULES),
            players,
            dice,
            state: serde_json::to_value(game).expect("a battle is plain data"),
            hash: hash(game),
        };
        let mut recorder = Recorder { text: String::new(), actions: 0 };
        recorder.line(&Line::Battle(Box::new(start)));
        recorder
    }

    /// Adds an action: `notation` as it was before it, the rest as it is after it.
    pub fn step<G: Telling>(
        &mut self,
        by: Seat,
        notation: String,
        faces: &[u8],
        log: &Log<G::Event>,
        after: &G,
    ) {
        self.actions += 1;
        let log = log.events().iter().filter_map(|event| after.tell(event, None)).collect();
        let faces = faces.to_vec();
        let (action, hash) = (notation, hash(after));
        self.line(&Line::Action(Step { by, action, faces, known: 0, log, hash }));
    }

    /// The whole record. `key` is that of keyed dice.
    pub fn end(mut self, outcome: Option<Outcome>, key: Option<Key>) -> String {
        let end = End {
            actions: self.actions,
            how: outcome.map(how),
            winner: outcome.and_then(|outcome| outcome.winner),
            left: false,
            key: key.map(|key| key.to_string()),
        };
        self.line(&Line::End(end));
        self.text
    }

    fn line(&mut self, line: &Line) {
        write_line(&mut self.text, line);
    }
}

fn write_line(text: &mut String, line: &Line) {
    let json = serde_json::to_string(line).expect("a record is plain data");
    writeln!(text, "{json}").expect("strings take all that is written");
}

fn how(outcome: Outcome) -> String {
    format!("{} [{}]", outcome.how, outcome.rule)
}

/// A record as it stands in its file.
#[derive(Clone, Debug)]
pub struct Record {
    pub start: Start,
    pub steps: Vec<Step>,
    pub end: End,
}

impl Record {
    /// The record as a file: what [`read`] reads.
    pub fn text(&self) -> String {
        let mut text = String::new();
        write_line(&mut text, &Line::Battle(Box::new(self.start.clone())));
        for step in &self.steps {
            write_line(&mut text, &Line::Action(step.clone()));
        }
        write_line(&mut text, &Line::End(self.end.clone()));
        text
    }
}

/// What is wrong with a record, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadRecord {
    pub line: usize,
    pub what: String,
}

impl BadRecord {
    fn at<T>(line: usize, what: impl Into<String>) -> Result<T, Self> {
        Err(BadRecord { line, what: what.into() })
    }
}

/// Reads a record without playing it.
pub fn read(text: &str) -> Result<Record, BadRecord> {
    let mut start = None;
    let mut steps = Vec::new();
    let mut end: Option<End> = None;
    let mut last = 0;
    for (at, json) in (1..).zip(text.lines()) {
        last = at;
        let line: Line = match serde_json::from_str(json) {
            Ok(line) => line,
            Err(error) if error.is_eof() => {
                return BadRecord::at(at, "the line is cut off: the record is incomplete");
            }
            Err(error) => return BadRecord::at(at, format!("not a line of a record: {error}")),
        };
        match line {
            Line::Battle(begins) if at == 1 => start = Some(*begins),
            Line::Battle(_) => return BadRecord::at(at, "a second battle begins"),
            _ if at == 1 => return BadRecord::at(1, "a record begins with its battle"),
            _ if end.is_some() => return BadRecord::at(at, "something follows the end"),
            Line::Action(step) => steps.push(step),
            Line::End(ends) => end = Some(ends),
        }
    }
    let Some(start) = start else { return BadRecord::at(1, "the record is empty") };
    let Some(end) = end else {
        return BadRecord::at(last, "the record is cut off after this line: it has no end");
    };
    if end.actions != steps.len() {
        let what = format!("{} actions are announced, {} are here", end.actions, steps.len());
        return BadRecord::at(last, what);
    }
    Ok(Record { start, steps, end })
}

/// Plays a record again under the rules of today and compares every action, face, word and hash.
/// Gives the battle as it ended.
pub fn verify<R: Ruleset>(record: &Record) -> Result<R::Game, BadRecord> {
    let Start { ruleset, rules, dice, state, hash: start_hash, .. } = &record.start;
    if ruleset != R::ID {
        return BadRecord::at(1, format!("a battle of `{ruleset}`, not of `{}`", R::ID));
    }
    let other_rules = *rules != rules_version(R::RULES);
    let differs = |line, what: String| {
        let note = " (the rules have changed since it was written)";
        BadRecord::at(line, format!("{what}{}", if other_rules { note } else { "" }))
    };
    let mut game: R::Game = match parse(state) {
        Ok(game) => game,
        Err(error) => return differs(1, format!("the battle cannot be set up: {error}")),
    };
    if hash(&game) != *start_hash {
        return differs(1, "the position at the start does not have the hash given".into());
    }
    let key_end = record.steps.len() + 2;
    let mut keyed = match (dice, &record.end.key) {
        (DiceKind::Keyed { game, commitment }, Some(key)) => match Key::parse(key) {
            Some(key) if key.commitment() == *commitment => {
                Some(Dice::keyed(Keyed::of(key, game.clone())))
            }
            _ => return BadRecord::at(key_end, "the key is not the one committed to"),
        },
        (DiceKind::Seeded(seed), _) => Some(Dice::seeded(*seed)),
        _ => None,
    };
    for (line, step) in (2..).zip(&record.steps) {
        let mut dice = Dice::scripted(step.faces.clone());
        let mut log = Log::kept();
        let action = match game.read(step.by, &step.action) {
            Ok(action) => action,
            Err(misread) => return differs(line, format!("`{}`: {misread}", step.action)),
        };
        if let Some(keyed) = &mut keyed {
            keyed.forget();
            let thrown = game.clone().apply(step.by, &action, keyed, &mut Log::Off);
            if thrown.is_ok() && keyed.thrown() != step.faces {
                let what = format!("the dice show {:?}, not {:?}", keyed.thrown(), step.faces);
                return differs(line, what);
            }
        }
        match game.apply(step.by, &action, &mut dice, &mut log) {
            Ok(()) => {}
            Err(Stop::Refused(refusal)) => {
                return differs(line, format!("refused: {}", game.explain(&action, &refusal).says));
            }
            Err(Stop::Waiting(need)) => return differs(line, need.to_string()),
        }
        if !dice.is_spent() {
            return differs(line, "more dice are given than are thrown".into());
        }
        let told: Vec<_> = log.events().iter().filter_map(|event| game.tell(event, None)).collect();
        if let Some((ours, theirs)) = told.iter().zip(&step.log).find(|(a, b)| a != b) {
            let what = format!("the log says «{}», it should be «{}»", theirs.line, ours.line);
            return differs(line, what);
        }
        if told.len() != step.log.len() {
            return differs(line, "the log has entries too many or too few".into());
        }
        if hash(&game) != step.hash {
            return differs(line, "the position after the action has another hash".into());
        }
    }
    let outcome = match game.pending() {
        Pending::Over(outcome) => Some(outcome),
        Pending::Decide(_) if record.end.left => return Ok(game),
        Pending::Decide(_) => None,
    };
    if outcome.and_then(|outcome| outcome.winner) != record.end.winner {
        return differs(key_end, "another side won".into());
    }
    if outcome.map(how) != record.end.how {
        return differs(key_end, "it ended in another way".into());
    }
    Ok(game)
}

fn parse<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, serde_json::Error> {
    T::deserialize(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::{Tactics, Telling},
        toy::{Duel, Toy},
    };

    /// A duel between two computer players, on record.
    fn played(kind: &DiceKind, mut dice: Dice, key: Option<Key>) -> String {
        let mut game = Toy::battle("ford").expect("it is shipped");
        let players = Each::of(|_| "heuristic".to_owned());
        let mut recorder = Recorder::new::<Toy>(&game, players, kind.clone());
        let mut chance = Dice::seeded(1);
        loop {
            let by = match game.pending() {
                Pending::Over(outcome) => return recorder.end(Some(outcome), key),
                Pending::Decide(seats) => seats.first().expect("somebody decides"),
            };
            let action = game.view(Some(by)).decide(by, &mut chance);
            let notation = game.notation(by, &action);
            let mut log = Log::kept();
            dice.forget();
            game.apply(by, &action, &mut dice, &mut log).expect("a legal action");
            recorder.step(by, notation, dice.thrown(), &log, &game);
        }
    }

    fn seeded() -> String {
        played(&DiceKind::Seeded(7), Dice::seeded(7), None)
    }

    fn checked(text: &str) -> Result<Duel, BadRecord> {
        verify::<Toy>(&read(text)?)
    }

    /// The text with the first `old` at or after a line replaced.
    fn changed(text: &str, from_line: usize, old: &str, new: &str) -> String {
        let start: usize = text.split_inclusive('\n').take(from_line - 1).map(str::len).sum();
        let (head, tail) = text.split_at(start);
        assert!(tail.contains(old), "{old} is not in {tail}");
        format!("{head}{}", tail.replacen(old, new, 1))
    }

    fn complaint(text: &str) -> String {
        checked(text).expect_err("it was changed").to_string()
    }

    #[test]
    fn a_record_plays_again_to_the_same_end() {
        let text = seeded();
        let record = read(&text).unwrap();
        let duel = verify::<Toy>(&record).unwrap();
        assert!(matches!(duel.pending(), Pending::Over(_)));
        assert_eq!(hash(&duel), record.steps.last().unwrap().hash);
    }

    #[test]
    fn a_changed_face_is_noticed_where_it_stands() {
        let text = seeded();
        let faces = format!("\"faces\":{}", serde_json::json!(read(&text).unwrap().steps[0].faces));
        let other = if faces.contains("[1,") { "\"faces\":[2," } else { "\"faces\":[1," };
        let forged = changed(&text, 2, &faces[..11], other);
        assert!(
            complaint(&forged).starts_with("line 2: the dice show ["),
            "{}",
            complaint(&forged)
        );
        // With real dice nobody knows better, but the log does not fit.
        let real = |text: &str| text.replacen("{\"seeded\":7}", "\"real\"", 1);
        assert!(checked(&real(&text)).is_ok());
        let complaint = complaint(&real(&forged));
        assert!(complaint.starts_with("line 2: the log says «a "), "{complaint}");
    }

    #[test]
    fn a_face_that_no_die_has_is_noticed() {
        let text = seeded().replacen("{\"seeded\":7}", "\"real\"", 1);
        let forged = changed(&text, 2, "\"faces\":[", "\"faces\":[7");
        assert_eq!(
            complaint(&forged.replacen("[7", "[7,", 1)),
            "line 2: a d6 has no face 7 (red: for the hill) [TOY-1.3]"
        );
    }

    #[test]
    fn a_changed_action_is_noticed_where_it_stands() {
        let text = seeded();
        let at = |action: &str| changed(&text, 3, "\"action\":\"send swordsman", action);
        assert_eq!(
            complaint(&at("\"action\":\"send spearman")),
            "line 3: the position after the action has another hash"
        );
        assert_eq!(
            complaint(&at("\"action\":\"send swordsmen")),
            "line 3: `send swordsmen card`: there is no fighter `swordsmen`"
        );
        assert_eq!(
            complaint(&changed(&text, 3, "\"by\":\"red\"", "\"by\":\"blue\"")),
            "line 3: the log says «Wolves have chosen a fighter», it should be «Bears have chosen a \
             fighter»"
        );
    }

    #[test]
    fn changed_words_hashes_and_ends_are_noticed() {
        let text = seeded();
        let record = read(&text).unwrap();
        let last = record.steps.len() + 2;
        let hash = &record.steps[1].hash;
        assert_eq!(
            complaint(&changed(&text, 3, hash, "0000")),
            "line 3: the position after the action has another hash"
        );
        let start = &record.start.hash;
        assert_eq!(
            complaint(&changed(&text, 1, start, "0000")),
            "line 1: the position at the start does not have the hash given"
        );
        let winner = record.end.winner.expect("seed 7 has a winner");
        let (ours, theirs) = (format!("\"winner\":\"{winner}\""), "\"winner\":null");
        assert_eq!(
            complaint(&changed(&text, last, &ours, theirs)),
            format!("line {last}: another side won")
        );
        assert_eq!(
            complaint(&changed(&text, last, "no fighter is left", "by magic")),
            format!("line {last}: it ended in another way")
        );
        assert_eq!(
            complaint(&changed(
                &text,
                1,
                "\"ruleset\":\"toy\",\"rules\"",
                "\"ruleset\":\"go\",\"rules\""
            )),
            "line 1: a battle of `go`, not of `toy`"
        );
        let old_rules = changed(&text, 1, &record.start.rules, "0000");
        assert!(checked(&old_rules).is_ok(), "rules may change as long as nothing differs");
        assert!(
            complaint(&changed(&old_rules, 3, hash, "0000"))
                .ends_with("another hash (the rules have changed since it was written)")
        );
    }

    #[test]
    fn truncated_records_are_told_from_whole_ones() {
        let text = seeded();
        let lines = text.lines().count();
        let without_end = text.lines().take(lines - 1).map(|line| format!("{line}\n"));
        assert_eq!(
            complaint(&without_end.collect::<String>()),
            format!("line {}: the record is cut off after this line: it has no end", lines - 1)
        );
        assert_eq!(
            complaint(&text[..text.len() - 20]),
            format!("line {lines}: the line is cut off: the record is incomplete")
        );
        let mut shorter: Vec<_> = text.lines().collect();
        shorter.remove(2);
        let shorter = shorter.join("\n");
        let complaint_about = complaint(&shorter);
        assert!(complaint_about.contains("actions are announced"), "{complaint_about}");
        assert_eq!(complaint(""), "line 1: the record is empty");
        assert_eq!(
            complaint(&text.repeat(2)),
            format!("line {}: a second battle begins", lines + 1)
        );
        assert!(complaint("{}\n").starts_with("line 1: not a line of a record: "));
    }

    #[test]
    fn keyed_dice_are_thrown_again_with_the_key() {
        let key = Key::new([9; 32]);
        let kind = DiceKind::Keyed { game: "ford 1".into(), commitment: key.commitment() };
        let text = played(&kind, Dice::keyed(Keyed::of(key, "ford 1")), Some(key));
        checked(&text).unwrap();
        let last = text.lines().count();
        let other = Key::new([8; 32]).to_string();
        assert_eq!(
            complaint(&text.replace(&key.to_string(), &other)),
            format!("line {last}: the key is not the one committed to")
        );
        assert!(
            complaint(&text.replacen("ford 1", "ford 2", 1)).starts_with("line 2: the dice show")
        );
    }
}
