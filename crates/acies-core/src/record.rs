//! Game records: JSON Lines that hold what was decided, what was thrown and what came of it.
//!
//! The first line says which rules, which dice and how the battle stood; then comes a line an
//! action, with the faces, the log in words and a hash of the state after it; the last line says
//! how it ended. A record that was cut short has no such line, and can be read and gone on with up to
//! its last whole one. A replay shows the stored words and needs no rules. [`verify`] plays the battle
//! again with the stored faces and names the first line that differs.
//!
//! Each line ends with a hash of itself and of the line before it, so no line can be changed without all
//! after it. A server [signs](Signer) the hash of the end: then nothing can be changed at all.

use std::{borrow::Cow, fmt::Write};

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use crate::{
    dice::Dice,
    game::{Game, Outcome, Pending, Ruleset, Stop, Telling},
    keyed::{Key, Keyed, hex, unhex},
    log::{Entry, Log},
    seat::{Each, Seat},
};

/// What a record begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The version of Acies that wrote it.
    pub acies: String,
    /// The rules that it was played by.
    pub ruleset: String,
    /// A hash of the rulebook, so that a change of rules is told from a forged record.
    pub rules: String,
    /// Who played.
    pub players: Each<String>,
    /// Where its dice came from.
    pub dice: DiceKind,
    /// The position that it began with.
    pub state: serde_json::Value,
    /// The hash of that position.
    pub hash: String,
}

/// Where the dice of a game came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceKind {
    /// From a seed.
    Seeded(u64),
    /// The key was committed to before the game.
    Keyed {
        /// The battle that the key throws for.
        game: String,
        /// What was published of the key before the first throw.
        commitment: String,
        /// What each player committed to, if both did.
        #[serde(default, skip_serializing_if = "are_none")]
        shares: Each<Option<String>>,
        /// How many throws had fallen before these shares were in the dice.
        #[serde(default, skip_serializing_if = "is_zero")]
        from: usize,
    },
    /// Thrown at a table and typed in.
    Real,
}

/// One action and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Who decided.
    pub by: Seat,
    /// The action in notation.
    pub action: String,
    /// Dice and cards in the order in which they fell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u8>,
    /// So many of them, the first, had been seen before: they had fallen for actions that were taken back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub known: usize,
    /// What was told of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<Entry>,
    /// The hash of the position after it.
    pub hash: String,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(known: &usize) -> bool {
    *known == 0
}

fn are_none(shares: &Each<Option<String>>) -> bool {
    shares.iter().all(|(_, share)| share.is_none())
}

/// How a record ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// How many actions were recorded.
    pub actions: usize,
    /// Nothing if the battle was broken off.
    pub how: Option<String>,
    /// Who won, if anybody did.
    pub winner: Option<Seat>,
    /// How the players ended it, if they did and not the rules.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "left_now_or_formerly"
    )]
    /// How somebody left it before it was decided.
    pub left: Option<Left>,
    /// The key of keyed dice, which may be shown now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The shares in the dice that players have opened.
    #[serde(default, skip_serializing_if = "are_none")]
    pub shares: Each<Option<String>>,
}

impl End {
    /// The end of a battle that just stops.
    fn broken_off(actions: usize) -> Self {
        let (how, winner, left, key, shares) = (None, None, None, None, Each::default());
        End { actions, how, winner, left, key, shares }
    }
}

/// How players end a battle by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Left {
    /// This side gave up.
    Resigned(Seat),
    /// On a draw.
    Agreed,
    /// This side let the other wait for longer than was agreed.
    Overdue(Seat),
    /// Records did not always say it.
    Unsaid,
}

impl Left {
    /// Who wins by it, if anybody does.
    pub fn winner(self) -> Option<Seat> {
        match self {
            Left::Resigned(by) | Left::Overdue(by) => Some(by.other()),
            Left::Agreed | Left::Unsaid => None,
        }
    }

    /// In words, with what the sides call themselves.
    pub fn how(self, sides: &Each<String>) -> String {
        match self {
            Left::Resigned(by) => format!("{} resigned", sides[by]),
            Left::Agreed => "both sides agreed on a draw".into(),
            Left::Overdue(by) => format!("{} did not decide in time", sides[by]),
            Left::Unsaid => "the players ended it".into(),
        }
    }
}

/// It used to be a mere yes or no.
fn left_now_or_formerly<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Left>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Formerly(bool),
        Now(Left),
    }
    Ok(match Written::deserialize(from)? {
        Written::Formerly(left) => left.then_some(Left::Unsaid),
        Written::Now(left) => Some(left),
    })
}

/// Who vouches for a record, and his signature of its last hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// An Ed25519 public key, as 64 hexadecimal digits.
    pub by: String,
    /// The signature itself.
    pub signature: String,
}

/// Signs records, with Ed25519.
pub struct Signer(SigningKey);

impl Signer {
    /// A signer from his secret.
    pub fn new(secret: [u8; 32]) -> Self {
        Signer(SigningKey::from_bytes(&secret))
    }

    /// The public key that its signatures are checked with.
    pub fn public(&self) -> String {
        hex(self.0.verifying_key().as_bytes())
    }

    /// Signs the last hash of a record.
    fn sign(&self, chain: &str) -> Signed {
        let signature = hex(&self.0.sign(&signed_text(chain)).to_bytes());
        Signed { by: self.public(), signature }
    }
}

impl Signed {
    fn vouches_for(&self, chain: &str) -> bool {
        let key = unhex(&self.by).and_then(|key| VerifyingKey::from_bytes(&key).ok());
        let signature = unhex(&self.signature).map(|it| Signature::from_bytes(&it));
        let text = signed_text(chain);
        key.zip(signature).is_some_and(|(key, it)| key.verify_strict(&text, &it).is_ok())
    }
}

/// What is signed: nothing else that the key may ever sign looks like it.
fn signed_text(chain: &str) -> Vec<u8> {
    format!("acies record {chain}").into_bytes()
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Battle(Box<Start>),
    Action(Played),
    End(End),
    Signed(Signed),
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
    lines: Lines,
    actions: usize,
}

impl Recorder {
    /// A record of a battle that begins.
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
        let mut lines = Lines::default();
        lines.chained(&Line::Battle(Box::new(start)));
        Recorder { lines, actions: 0 }
    }

    /// Goes on with a record after its last action.
    pub fn go_on(record: &Record) -> Self {
        let Record { start, steps, .. } = record;
        Recorder { lines: Lines::without_end(start, steps), actions: steps.len() }
    }

    /// What is written so far, without an end.
    pub fn so_far(&self) -> &str {
        &self.lines.text
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
        self.lines.chained(&Line::Action(Played { by, action, faces, known: 0, log, hash }));
    }

    /// The whole record. `key` is that of keyed dice.
    pub fn end(mut self, outcome: Option<Outcome>, key: Option<Key>) -> String {
        let end = End {
            how: outcome.map(how),
            winner: outcome.and_then(|outcome| outcome.winner),
            key: key.map(|key| key.to_string()),
            ..End::broken_off(self.actions)
        };
        self.lines.chained(&Line::End(end));
        self.lines.text
    }
}

/// Lines as they are written, one below the other.
#[derive(Clone, Default)]
struct Lines {
    text: String,
    /// The hash of the last line.
    chain: String,
}

impl Lines {
    fn without_end(start: &Start, steps: &[Played]) -> Self {
        let mut lines = Lines::default();
        lines.chained(&Line::Battle(Box::new(start.clone())));
        for step in steps {
            lines.chained(&Line::Action(step.clone()));
        }
        lines
    }

    /// Adds a line with its hash.
    fn chained(&mut self, line: &Line) {
        let body = serde_json::to_string(line).expect("a record is plain data");
        self.chain = link(&self.chain, &body);
        let open = body.strip_suffix('}').expect("a line is an object");
        self.plain(&format!("{open}{CHAIN}{}\"}}", self.chain));
    }

    fn plain(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("strings take all that is written");
    }
}

/// What stands between a line and its hash.
const CHAIN: &str = ",\"chain\":\"";
/// Hexadecimal digits of such a hash.
const CHAIN_LEN: usize = 64;

/// The hash of a line: SHA-256 of the hash of the line before it and of the line itself.
fn link(before: &str, body: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(before.as_bytes());
    hash.update(body.as_bytes());
    hex(&hash.finalize())
}

/// A line without its hash, and the hash if it has one.
fn unlink(line: &str) -> (Cow<'_, str>, Option<&str>) {
    let chained = line.strip_suffix("\"}").and_then(|line| {
        let (rest, chain) = line.split_at_checked(line.len().checked_sub(CHAIN_LEN)?)?;
        let plain = chain.bytes().all(|digit| digit.is_ascii_hexdigit());
        Some((rest.strip_suffix(CHAIN)?, chain)).filter(|_| plain)
    });
    match chained {
        Some((body, chain)) => (format!("{body}}}").into(), Some(chain)),
        None => (line.into(), None),
    }
}

fn how(outcome: Outcome) -> String {
    format!("{} [{}]", outcome.how, outcome.rule)
}

/// A record as it stands in its file.
#[derive(Clone, Debug)]
pub struct Record {
    /// How it began.
    pub start: Start,
    /// What was decided, in order.
    pub steps: Vec<Played>,
    /// How it ended.
    pub end: End,
    /// Whether it has an end. One that was cut short is taken to be broken off after its last action.
    pub whole: bool,
    /// What can be said of its lines.
    pub seal: Seal,
}

/// What speaks for a record being as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seal {
    /// It has no hashes, as those that were written before there were any.
    None,
    /// Every line fits the one before it; this is the hash of the end, and who vouches for it.
    Whole {
        /// The hash of its last line.
        chain: String,
        /// Who signed it, if anybody did.
        signed: Option<Signed>,
    },
    /// The chain does not hold here.
    Broken(BadRecord),
}

/// A record as a file: what [`read`] reads.
pub fn text(start: &Start, steps: &[Played], end: &End, signs: Signs<'_>) -> String {
    let mut lines = Lines::without_end(start, steps);
    lines.chained(&Line::End(end.clone()));
    let signed = match signs {
        Signs::Nobody => None,
        Signs::Now(signer) => Some(signer.sign(&lines.chain)),
        Signs::Before(signed) => Some(signed.clone()).filter(|it| it.vouches_for(&lines.chain)),
    };
    if let Some(signed) = signed {
        let line = serde_json::to_string(&Line::Signed(signed)).expect("a record is plain data");
        lines.plain(&line);
    }
    lines.text
}

/// Who signs a record that is written.
#[derive(Clone, Copy)]
pub enum Signs<'a> {
    /// Nobody signs.
    Nobody,
    /// The end is signed as it is written.
    Now(&'a Signer),
    /// Somebody who has signed it elsewhere: his signature is kept, if it still fits.
    Before(&'a Signed),
}

/// What is wrong with a record, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadRecord {
    /// The line that is wrong, counted from one.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl BadRecord {
    fn at<T>(line: usize, what: impl Into<String>) -> Result<T, Self> {
        Err(BadRecord { line, what: what.into() })
    }
}

/// Reads a record without playing it. The last line is left out if it is cut off.
pub fn read(text: &str) -> Result<Record, BadRecord> {
    let mut start = None;
    let mut steps = Vec::new();
    let mut end: Option<End> = None;
    let mut last = 0;
    let (mut chained, mut signed, mut before) = (None, None, String::new());
    let mut broken: Option<BadRecord> = None;
    for (at, line) in (1..).zip(text.split_inclusive('\n')) {
        let cut_off = at > 1 && !line.ends_with('\n');
        let (json, chain) = unlink(line.trim_end());
        let line: Line = match serde_json::from_str(&json) {
            Ok(line) => line,
            Err(error) if cut_off && (error.is_eof() || !json.ends_with('}')) => break,
            Err(error) => return BadRecord::at(at, format!("not a line of a record: {error}")),
        };
        let vouches = matches!(line, Line::Signed(_));
        if *chained.get_or_insert(chain.is_some()) && !vouches {
            let fits = chain == Some(&link(&before, &json));
            let what = "the line, or what stood before it, was changed: its hash is another";
            broken = broken.or_else(|| (!fits).then(|| BadRecord { line: at, what: what.into() }));
            chain.unwrap_or_default().clone_into(&mut before);
        } else if chain.is_some() {
            return BadRecord::at(at, "the line has a hash, but those before it have none");
        }
        match line {
            Line::Battle(begins) if at == 1 => start = Some(*begins),
            Line::Battle(_) => return BadRecord::at(at, "a second battle begins"),
            _ if at == 1 => return BadRecord::at(1, "a record begins with its battle"),
            _ if signed.is_some() => return BadRecord::at(at, "something follows the signature"),
            Line::Signed(by) if end.is_some() => signed = Some(by),
            Line::Signed(_) => return BadRecord::at(at, "it is signed before its end"),
            _ if end.is_some() => return BadRecord::at(at, "something follows the end"),
            Line::Action(step) => steps.push(step),
            Line::End(ends) => end = Some(ends),
        }
        last = at;
    }
    let Some(start) = start else { return BadRecord::at(1, "the record is empty") };
    let whole = end.is_some();
    let end = end.unwrap_or_else(|| End::broken_off(steps.len()));
    if end.actions != steps.len() {
        let what = format!("{} actions are announced, {} are here", end.actions, steps.len());
        let end_line = if signed.is_some() { last - 1 } else { last };
        return BadRecord::at(end_line, what);
    }
    let seal = match (broken, chained, signed) {
        (Some(broken), ..) => Seal::Broken(broken),
        (None, Some(true), None) => Seal::Whole { chain: before, signed: None },
        (None, Some(true), Some(signed)) if signed.vouches_for(&before) => {
            Seal::Whole { chain: before, signed: Some(signed) }
        }
        (None, _, None) => Seal::None,
        (None, ..) => {
            let what = "the signature is not that of the key for these lines".into();
            Seal::Broken(BadRecord { line: last, what })
        }
    };
    Ok(Record { start, steps, end, whole, seal })
}

/// A record that agrees with the rules of today.
#[derive(Clone, Debug)]
pub struct Verified<B> {
    /// The battle as it ended.
    pub battle: B,
    /// Who vouches for the record: a public key.
    pub signed_by: Option<String>,
    /// What could not be verified, and why.
    pub unverified: Vec<String>,
}

impl<B> Verified<B> {
    /// The same with the battle turned into something else.
    pub fn map<C>(self, to: impl FnOnce(B) -> C) -> Verified<C> {
        let Verified { battle, signed_by, unverified } = self;
        Verified { battle: to(battle), signed_by, unverified }
    }
}

/// Looks at a record's hashes and signature. Gives who signed it, and what they do not tell.
fn check_seal(record: &Record) -> Result<(Option<String>, Vec<String>), BadRecord> {
    let left = record.end.left.is_some();
    let rewritten = "not signed: whoever had the record could write it anew";
    let cut = "there is no end: the record was broken off, or cut off after its last line";
    let end =
        left.then_some("the end is not verified: the players ended it, and nobody vouches for it");
    let end = end.or((!record.whole).then_some(cut)).map(str::to_owned);
    match &record.seal {
        Seal::Broken(bad) => Err(bad.clone()),
        Seal::None => {
            let what = "not chained: changed players, marks and ends are not noticed".to_owned();
            Ok((None, [what].into_iter().chain(end).collect()))
        }
        Seal::Whole { signed: None, .. } => {
            Ok((None, [rewritten.to_owned()].into_iter().chain(end).collect()))
        }
        Seal::Whole { signed: Some(signed), .. } => Ok((Some(signed.by.clone()), Vec::new())),
    }
}

/// The dice of a record, thrown again as far as that can be done; and what cannot be verified.
fn dice_again(record: &Record) -> Result<(Option<Dice>, Vec<String>), String> {
    let end = &record.end;
    let (game, commitment, promised, from) = match &record.start.dice {
        DiceKind::Seeded(seed) => return Ok((Some(Dice::seeded(*seed)), Vec::new())),
        DiceKind::Real => {
            return Ok((None, vec!["dice not verified: they were thrown on a table".into()]));
        }
        DiceKind::Keyed { game, commitment, shares, from } => (game, commitment, shares, *from),
    };
    let Some(key) = &end.key else {
        return Ok((None, vec!["dice not verified: the key is missing".into()]));
    };
    let key = Key::parse(key).filter(|key| key.commitment() == *commitment);
    let key = key.ok_or("the key is not the one committed to")?;
    let mut opened = Each([None, None]);
    let mut unverified = Vec::new();
    if from > 0 {
        unverified.push(format!("{from} throws fell before the players had a share in the dice"));
    }
    for seat in Seat::BOTH {
        match (&promised[seat], &end.shares[seat]) {
            (None, None) => {}
            (Some(_), None) => {
                unverified.push(format!(
                    "{seat} never opened his share of the dice: it had no part in them"
                ));
            }
            (promised, Some(share)) => {
                let share = Key::parse(share).filter(|it| Some(it.commitment()) == *promised);
                opened[seat] =
                    Some(share.ok_or_else(|| {
                        format!("the share of {seat} is not the one committed to")
                    })?);
            }
        }
    }
    let keyed = Keyed::of(key, game.clone()).shared(opened, from as u64);
    Ok((Some(Dice::keyed(keyed)), unverified))
}

/// Looks at the hashes of a record and plays it again under the rules of today, comparing every action, face,
/// word and hash.
pub fn verify<R: Ruleset>(record: &Record) -> Result<Verified<R::Game>, BadRecord> {
    let (signed_by, mut unverified) = check_seal(record)?;
    let Start { ruleset, rules, state, hash: start_hash, .. } = &record.start;
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
    let (mut keyed, unthrown) =
        dice_again(record).map_err(|what| BadRecord { line: key_end, what })?;
    unverified.extend(unthrown);
    for (line, step) in (2..).zip(&record.steps) {
        if let Err(what) = play_again(&mut game, step, keyed.as_mut()) {
            return differs(line, what);
        }
    }
    if !record.whole {
        return Ok(Verified { battle: game, signed_by, unverified });
    }
    let (winner, how) = match (game.pending(), record.end.left) {
        (Pending::Over(outcome), _) => (outcome.winner, Some(how(outcome))),
        (Pending::Decide(_), None) => (None, None),
        (Pending::Decide(_), Some(Left::Unsaid)) => (record.end.winner, record.end.how.clone()),
        (Pending::Decide(_), Some(left)) => (left.winner(), Some(left.how(&game.sides()))),
    };
    if winner != record.end.winner {
        return differs(key_end, "another side won".into());
    }
    if how != record.end.how {
        return differs(key_end, "it ended in another way".into());
    }
    Ok(Verified { battle: game, signed_by, unverified })
}

/// Carries out what was decided, with its dice, and compares all that comes of it with what was recorded.
fn play_again<G: Telling>(
    game: &mut G,
    step: &Played,
    keyed: Option<&mut Dice>,
) -> Result<(), String> {
    let action = game
        .read(step.by, &step.action)
        .map_err(|misread| format!("`{}`: {misread}", step.action))?;
    if let Some(keyed) = keyed {
        keyed.forget();
        let thrown = game.clone().apply(step.by, &action, keyed, &mut Log::Off);
        if thrown.is_ok() && keyed.thrown() != step.faces {
            return Err(format!("the dice show {:?}, not {:?}", keyed.thrown(), step.faces));
        }
    }
    let (mut dice, mut log) = (Dice::scripted(step.faces.clone()), Log::kept());
    game.apply(step.by, &action, &mut dice, &mut log).map_err(|stop| match stop {
        Stop::Refused(refusal) => format!("refused: {}", game.explain(&action, &refusal).says),
        Stop::Waiting(need) => need.to_string(),
    })?;
    if !dice.is_spent() {
        return Err("more dice are given than are thrown".into());
    }
    let told: Vec<_> = log.events().iter().filter_map(|event| game.tell(event, None)).collect();
    if let Some((ours, theirs)) = told.iter().zip(&step.log).find(|(a, b)| a != b) {
        return Err(format!("the log says «{}», it should be «{}»", theirs.line, ours.line));
    }
    if told.len() != step.log.len() {
        return Err("the log has entries too many or too few".into());
    }
    if hash(game) != step.hash {
        return Err("the position after the action has another hash".into());
    }
    Ok(())
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

    /// A record with all its hashes worked out anew, as whoever forges one could.
    fn forged(text: &str) -> String {
        let mut lines = Lines::default();
        for line in text.lines() {
            let (body, _) = unlink(line);
            match body.strip_suffix('}') {
                Some(open) => {
                    lines.chain = link(&lines.chain, &body);
                    lines.plain(&format!("{open}{CHAIN}{}\"}}", lines.chain));
                }
                None => lines.plain(&body),
            }
        }
        lines.text
    }

    /// What the rules say of a record whose hashes are in order.
    fn checked(text: &str) -> Result<Duel, BadRecord> {
        Ok(verify::<Toy>(&read(&forged(text))?)?.battle)
    }

    fn signer() -> Signer {
        Signer::new([5; 32])
    }

    fn signed(text: &str) -> String {
        let Record { start, steps, end, .. } = read(text).unwrap();
        super::text(&start, &steps, &end, Signs::Now(&signer()))
    }

    /// What is found in a record as it stands.
    fn judged(text: &str) -> Result<Verified<Duel>, BadRecord> {
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
        let duel = verify::<Toy>(&record).unwrap().battle;
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
        assert!(complaint.starts_with("line 2: the log says «A "), "{complaint}");
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
    fn records_that_were_cut_short_are_read_up_to_their_last_whole_line() {
        let text = seeded();
        let all = read(&text).unwrap();
        assert!(all.whole);
        let ends: Vec<_> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        for at in ends[0]..text.len() - 1 {
            let cut = read(&text[..at]).unwrap_or_else(|bad| panic!("cut at {at}: {bad}"));
            // The last line may lack nothing but the sign that ends it.
            let lines = ends.iter().filter(|&&end| end <= at + 1).count();
            assert_eq!(cut.steps, all.steps[..lines - 1], "cut at {at}");
            assert!(!cut.whole, "cut at {at}");
        }
        let without_end = &text[..ends[ends.len() - 2]];
        let cut = read(without_end).unwrap();
        let verified = verify::<Toy>(&cut).unwrap();
        assert_eq!(hash(&verified.battle), all.steps.last().unwrap().hash);
        let missing = "there is no end: the record was broken off, or cut off after its last line";
        assert!(verified.unverified.contains(&missing.to_owned()), "{:?}", verified.unverified);
        assert_eq!(Recorder::go_on(&cut).so_far(), without_end);
    }

    #[test]
    fn what_is_missing_or_too_much_in_a_record_is_told() {
        let text = seeded();
        let lines = text.lines().count();
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
        let (commitment, shares) = (key.commitment(), Each::default());
        let kind = DiceKind::Keyed { game: "ford 1".into(), commitment, shares, from: 0 };
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

    #[test]
    fn any_change_of_any_line_is_found_and_named() {
        let text = seeded();
        let lines: Vec<_> = text.lines().collect();
        let with = |at: usize, line: String| {
            let mut lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
            lines[at] = line;
            lines.join("\n")
        };
        for (at, line) in lines.iter().enumerate() {
            // Every digit and every letter between quotation marks, one after the other.
            let changes = line.char_indices().filter_map(|(n, c)| {
                let other = match c {
                    '9' => '8',
                    '0'..='8' => char::from(c as u8 + 1),
                    'a'..='y' | 'A'..='Y' => char::from(c as u8 + 1),
                    _ => return None,
                };
                let mut changed = line.to_string();
                changed.replace_range(n..=n, &other.to_string());
                Some(changed)
            });
            for changed in changes {
                let bad = judged(&with(at, changed.clone())).expect_err(&changed);
                // A changed hash is found where it stands, anything else at the latest there too.
                assert!(bad.line == at + 1 || bad.what.contains("announced"), "{bad}: {changed}");
            }
        }
    }

    #[test]
    fn lines_that_are_left_out_exchanged_or_added_are_found() {
        let text = seeded();
        let lines: Vec<_> = text.lines().collect();
        let count = lines.len();
        let fewer = |line: &str| {
            line.replace(
                &format!("\"actions\":{}", count - 2),
                &format!("\"actions\":{}", count - 3),
            )
        };
        let without: Vec<_> = lines
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != 2)
            .map(|(_, line)| fewer(line))
            .collect();
        let bad = judged(&without.join("\n")).unwrap_err();
        assert_eq!(bad.line, 3);
        assert!(bad.what.contains("its hash is another"), "{bad}");
        let mut exchanged = lines.clone();
        exchanged.swap(2, 3);
        assert_eq!(judged(&exchanged.join("\n")).unwrap_err().line, 3);
        let plain = unlink(lines[3]).0.into_owned();
        let mut unhashed = lines.clone();
        unhashed[3] = &plain;
        assert_eq!(judged(&unhashed.join("\n")).unwrap_err().line, 4);
    }

    #[test]
    fn a_signature_holds_everything_and_an_unsigned_record_says_so() {
        let text = seeded();
        let unsigned = judged(&text).unwrap();
        assert_eq!(unsigned.signed_by, None);
        assert_eq!(unsigned.unverified, ["not signed: whoever had the record could write it anew"]);
        let text = signed(&text);
        let verified = judged(&text).unwrap();
        assert_eq!(verified.signed_by, Some(signer().public()));
        assert!(verified.unverified.is_empty(), "{:?}", verified.unverified);
        // Even with all hashes worked out anew.
        let last = text.lines().count();
        let (record, signature) = text.trim_end().rsplit_once('\n').unwrap();
        for (old, new) in [("heuristic", "somebody"), ("\"winner\":\"", "\"winner\": \"")] {
            let rewritten = forged(&record.replacen(old, new, 1));
            let bad = judged(&format!("{rewritten}{signature}\n")).unwrap_err();
            assert_eq!(bad.line, last);
            assert!(bad.what.starts_with("the signature is not that of the key"), "{bad}");
        }
        // A key that somebody else has put in is not the server's, but names itself.
        let other = Signer::new([6; 32]);
        let named = text.replace(&signer().public(), &other.public());
        assert_eq!(judged(&named).unwrap_err().line, last);
        assert!(judged(&format!("{text}{signature}\n")).is_err(), "signed twice");
    }

    #[test]
    fn old_records_are_read_and_told_as_unchained() {
        let text = seeded();
        let old: Vec<_> = text.lines().map(|line| unlink(line).0).collect();
        let old = old.join("\n");
        let verified = judged(&old).unwrap();
        assert_eq!(
            verified.unverified,
            ["not chained: changed players, marks and ends are not noticed"]
        );
        // Before the dice ran out on it, somebody left.
        let end =
            "{\"end\":{\"actions\":1,\"how\":\"Bears resigned\",\"winner\":\"red\",\"left\":true}}";
        let left: Vec<_> = old.lines().take(2).chain([end]).collect();
        let verified = judged(&left.join("\n")).unwrap();
        assert_eq!(verified.unverified.len(), 2, "{:?}", verified.unverified);
        assert!(verified.unverified[1].starts_with("the end is not verified"));
    }

    #[test]
    fn who_left_and_who_won_must_agree() {
        let text = seeded();
        let left = |end: &str| {
            let end = format!("{{\"end\":{{\"actions\":1,{end}}}}}");
            text.lines().take(2).chain([end.as_str()]).collect::<Vec<_>>().join("\n")
        };
        let resigned =
            "\"how\":\"Bears resigned\",\"winner\":\"red\",\"left\":{\"resigned\":\"blue\"}";
        assert!(checked(&left(resigned)).is_ok());
        let swapped = resigned.replace("\"red\"", "\"blue\"");
        assert_eq!(complaint(&left(&swapped)), "line 3: another side won");
        let renamed = resigned.replace("Bears", "Wolves");
        assert_eq!(complaint(&left(&renamed)), "line 3: it ended in another way");
        let overdue = "\"how\":\"Wolves did not decide in time\",\"winner\":\"blue\",\"left\":{\"overdue\":\"red\"}";
        assert!(checked(&left(overdue)).is_ok());
    }

    #[test]
    fn shares_of_both_players_are_in_the_dice() {
        let [key, red, blue] = [9, 2, 3].map(|byte| Key::new([byte; 32]));
        let commitments =
            |shares: [Option<Key>; 2]| Each(shares.map(|it| it.map(|it| it.commitment())));
        let kind = |shares| {
            let (game, commitment) = ("ford 1".into(), key.commitment());
            DiceKind::Keyed { game, commitment, shares: commitments(shares), from: 3 }
        };
        let both = [Some(red), Some(blue)];
        let played = |shares: [Option<Key>; 2]| {
            let dice = Dice::keyed(Keyed::of(key, "ford 1").shared(Each(shares), 3));
            played(&kind(both), dice, Some(key))
        };
        let with = |text: &str, shares: [Option<Key>; 2]| {
            let Record { start, steps, mut end, .. } = read(text).unwrap();
            end.shares = Each(shares.map(|it| it.map(|it| it.to_string())));
            super::text(&start, &steps, &end, Signs::Now(&signer()))
        };
        let text = played(both);
        let last = text.lines().count();
        let verified = judged(&with(&text, both)).unwrap();
        let before = "3 throws fell before the players had a share in the dice";
        assert_eq!(verified.unverified, [before]);
        let bad = judged(&with(&text, [Some(red), Some(red)])).unwrap_err();
        assert_eq!(
            bad.to_string(),
            format!("line {last}: the share of blue is not the one committed to")
        );
        // Left out afterwards, it is missed in the first fight: the die for the hill and two cards fell before it.
        let bad = judged(&with(&text, [Some(red), None])).unwrap_err();
        assert!(bad.to_string().starts_with("line 5: the dice show"), "{bad}");
        // Who never opened his share has none, and it is told.
        let text = played([Some(red), None]);
        let verified = judged(&with(&text, [Some(red), None])).unwrap();
        let never = "blue never opened his share of the dice: it had no part in them";
        assert_eq!(verified.unverified, [before, never]);
    }

    #[test]
    fn dice_without_their_key_are_told() {
        let key = Key::new([9; 32]);
        let (commitment, shares) = (key.commitment(), Each::default());
        let kind = DiceKind::Keyed { game: "ford 1".into(), commitment, shares, from: 0 };
        let text = played(&kind, Dice::keyed(Keyed::of(key, "ford 1")), None);
        let verified = judged(&signed(&text)).unwrap();
        assert_eq!(verified.unverified, ["dice not verified: the key is missing"]);
        let real = forged(&seeded().replacen("{\"seeded\":7}", "\"real\"", 1));
        let verified = judged(&signed(&real)).unwrap();
        assert_eq!(verified.unverified, ["dice not verified: they were thrown on a table"]);
    }
}
