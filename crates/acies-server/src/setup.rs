//! How a battle comes about: from a shipped one, from two armies, from a moment of another battle, or
//! from a record.

use std::time::Duration;

use acies::{AnyBattle, AnyRuleset};
use acies_core::{
    Army, Each, Misread, Seat,
    keyed::Key,
    record::{self, BadRecord, DiceKind, Left, Record, Seal},
    words::did_you_mean,
};
use acies_store::{Chain, Head as KeptHead, Kept};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Answer, Error},
    hall::now,
    ledger::{Act, DiceName, Ended, Entry, Head, Holder, Problem},
    replay::Replay,
    secret::{self, Secret},
    table::VIEWERS,
    view::Sided,
};

/// What battle is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    ruleset: String,
    #[serde(default)]
    battle: Option<String>,
    #[serde(default)]
    armies: Option<Sided<WantedArmy>>,
    #[serde(default)]
    position: Option<Text>,
    seats: Sided<String>,
    dice: DiceName,
    #[serde(default)]
    patience: Option<u32>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum WantedArmy {
    Shipped(String),
    File(Text),
}

/// A file that somebody has written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    text: String,
}

/// "Play on from here": the same for a battle that exists.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    pub at: usize,
    pub seats: Sided<String>,
    pub dice: DiceName,
    #[serde(default)]
    pub patience: Option<u32>,
}

/// What whoever set a battle up is told.
#[derive(Serialize)]
pub struct Created {
    pub id: String,
    seats: Sided<Access>,
    watch: String,
    links: Sided<Option<String>>,
}

/// The way into a seat.
#[derive(Clone, Debug, Default, Serialize)]
struct Access {
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invite: Option<String>,
}

/// Sets up the battle that is wanted.
pub fn create(wanted: Wanted) -> Answer<(Kept, Created)> {
    let ruleset = acies::find(&wanted.ruleset)?;
    let (name, battle) = match (&wanted.battle, wanted.armies, wanted.position) {
        (Some(id), None, None) => shipped(ruleset, id)?,
        (None, None, Some(Text { text })) => {
            let battle = ruleset.position("the position", &text)?;
            (battle.scene(None).title, battle)
        }
        (None, Some(armies), None) => {
            let (red, blue) = (army(ruleset, &armies.red)?, army(ruleset, &armies.blue)?);
            let battle = ruleset.field(&red, &blue).map_err(Error::malformed)?;
            (format!("{} v {}", red.name, blue.name), battle)
        }
        _ => return Err(Error::malformed("a battle is wanted, two armies, or a position")),
    };
    begin(battle, name, wanted.seats, wanted.dice, wanted.patience)
}

/// How many seconds one may have to wait before he can claim the victory.
const PATIENCE: std::ops::RangeInclusive<u32> = 1..=365 * 24 * 3600;

/// Begins a battle: draws its secrets and commits to its dice.
pub fn begin(
    mut battle: Box<dyn AnyBattle>,
    name: String,
    seats: Sided<String>,
    dice: DiceName,
    patience: Option<u32>,
) -> Answer<(Kept, Created)> {
    if patience.is_some_and(|seconds| !PATIENCE.contains(&seconds)) {
        return Err(Error::malformed("patience is from a second to a year, in seconds"));
    }
    let patience = patience.map(|seconds| i64::from(seconds) * 1000);
    let id = secret::battle_id()?;
    let key = Key::new(secret::key()?);
    let mut access = Each::<Access>::default();
    let mut holders = Each([Holder::Nobody, Holder::Nobody]);
    let wanted = Each::from(seats);
    for seat in Seat::BOTH {
        let drawn = Secret::draw()?;
        holders[seat] = match wanted[seat].as_str() {
            "me" => {
                access[seat].secret = Some(drawn.reveal());
                Holder::Person(drawn.digest())
            }
            "friend" => {
                access[seat].invite = Some(drawn.reveal());
                Holder::Invited(drawn.digest())
            }
            level => Holder::Computer(level.parse().map_err(Error::malformed)?),
        };
    }
    let kind = match dice {
        DiceName::App => {
            let (game, commitment) = (id.clone(), key.commitment());
            DiceKind::Keyed { game, commitment, shares: Each::default(), from: 0 }
        }
        DiceName::Real => DiceKind::Real,
    };
    let players = Each::of(|seat| match &holders[seat] {
        Holder::Computer(player) => player.to_string(),
        _ => "human".into(),
    });
    battle.start_record(players, kind);
    let record = battle.record(None).expect("it was begun just now");
    let start = record::read(&record).expect("a record can be read").start;
    let key = key.to_string();
    let head = Head {
        name,
        seats: holders,
        dice,
        key,
        patience,
        start,
        imported: false,
        problem: None,
        ended: None,
        owner: None,
    };
    let watch = format!("/battle/{id}");
    let links = Each::of(|seat| match &access[seat] {
        Access { secret: Some(secret), .. } => Some(format!("{watch}#seat={secret}")),
        Access { invite: Some(invite), .. } => Some(format!("{watch}#invite={invite}")),
        Access { .. } => None,
    });
    let created = Created { id: id.clone(), seats: access.into(), links: links.into(), watch };
    Ok((kept(id, &head, &[]), created))
}

/// What whoever sent a record in is told.
#[derive(Serialize)]
pub struct Imported {
    id: String,
    /// With it the record can be removed before it expires.
    secret: String,
    /// Milliseconds since 1970.
    expires: i64,
    problem: Option<Problem>,
}

/// Takes in a record, as far as the rules of today bear it out.
pub fn import(record: Record, kept_for: Duration) -> Answer<(Kept, Imported)> {
    let Record { start, steps, end, seal, .. } = record;
    let secret = Secret::draw()?;
    let (mut broken, signed) = match seal {
        Seal::None => (None, None),
        Seal::Whole { signed, .. } => (None, signed),
        Seal::Broken(BadRecord { line, what }) => (Some(Problem { line, what }), None),
    };
    let keyed = matches!(start.dice, DiceKind::Keyed { .. }) && end.key.is_some();
    let mut head = Head {
        name: String::new(),
        seats: Each([Holder::Nobody, Holder::Nobody]),
        dice: if keyed { DiceName::App } else { DiceName::Real },
        key: end.key.clone().unwrap_or_default(),
        patience: None,
        start,
        imported: true,
        problem: None,
        ended: None,
        owner: Some(secret.digest()),
    };
    let ruleset = acies::find(&head.start.ruleset)?;
    let battle = ruleset.restore(&head.start).map_err(Error::malformed)?;
    head.name = battle.sides().0.join(" v ");
    // A state that was forged may break whatever looks at it: better here, where nothing is kept yet.
    let draw = |battle: &dyn AnyBattle| VIEWERS.map(|viewer| drop(battle.scene(viewer)));
    draw(&*battle);
    let mut replay = Replay::new(battle);
    let mut entries = Vec::new();
    for (line, step) in (2..).zip(steps) {
        if broken.as_ref().is_some_and(|broken| broken.line <= line) {
            break;
        }
        let turn = replay.battle.turn();
        let words = match replay.step(&step) {
            Ok(words) => words,
            Err(what) => {
                head.problem = Some(Problem { line, what });
                break;
            }
        };
        entries.push(Entry::Act(Act { step, words, turn, unsealed: false, token: None }));
    }
    head.problem = head.problem.or(broken.take());
    match (end.left, end.winner) {
        _ if head.problem.is_some() => {}
        (Some(Left::Resigned(by)), _) => entries.push(Entry::Resign(by)),
        (Some(Left::Overdue(by)), _) => entries.push(Entry::Overdue(by)),
        (Some(Left::Unsaid), Some(winner)) => entries.push(Entry::Resign(winner.other())),
        (Some(Left::Agreed | Left::Unsaid), _) => entries.push(Entry::Drawn),
        (None, _) => {}
    }
    if head.problem.is_none() {
        head.ended = Some(Ended { end, signed });
    }
    draw(&*replay.battle);
    let id = secret::battle_id()?;
    let mut kept = kept(id.clone(), &head, &entries);
    let expires = kept.head.created + kept_for.as_millis() as i64;
    kept.head.expires = Some(expires);
    Ok((kept, Imported { id, secret: secret.reveal(), expires, problem: head.problem }))
}

fn kept(id: String, head: &Head, entries: &[Entry]) -> Kept {
    let created = now();
    let text = serde_json::to_string(head).expect("a head is plain data");
    let body = |entry| serde_json::to_string(entry).expect("an entry is plain data");
    let head = KeptHead { id, created, text, expires: None };
    let mut chain = Chain::begin(&head);
    let entries = entries.iter().map(|entry| chain.follow(created, body(entry))).collect();
    Kept { head, entries }
}

fn shipped(ruleset: &dyn AnyRuleset, id: &str) -> Answer<(String, Box<dyn AnyBattle>)> {
    let cards = ruleset.battles();
    let card = cards.iter().find(|card| card.id == id);
    match card.and_then(|card| Some((card.name.clone(), ruleset.battle(&card.id)?))) {
        Some(found) => Ok(found),
        None => {
            let hint = did_you_mean(id, cards.iter().map(|card| card.id.as_str()));
            Err(Misread { what: format!("`{}` has no battle `{id}`", ruleset.id()), hint }.into())
        }
    }
}

pub fn army(ruleset: &dyn AnyRuleset, wanted: &WantedArmy) -> Answer<Army> {
    match wanted {
        WantedArmy::File(Text { text }) => Ok(ruleset.army("the army", text)?),
        WantedArmy::Shipped(id) => ruleset.shipped(id).ok_or_else(|| {
            let cards = ruleset.armies();
            let hint = did_you_mean(id, cards.iter().map(|card| card.id.as_str()));
            Misread { what: format!("`{}` has no army `{id}`", ruleset.id()), hint }.into()
        }),
    }
}
