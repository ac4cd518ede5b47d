//! What is sent of a battle: to each viewer what he may know.

use acies_core::{Die, Each, RuleId, Scene, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::{
    book::Talk,
    ledger::{Bargain, DiceName, Problem},
    table::{Table, VIEWERS},
};

/// Something that each side has, by name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sided<T> {
    pub red: T,
    pub blue: T,
}

impl<T> From<Each<T>> for Sided<T> {
    fn from(Each([red, blue]): Each<T>) -> Self {
        Sided { red, blue }
    }
}

impl<T> From<Sided<T>> for Each<T> {
    fn from(Sided { red, blue }: Sided<T>) -> Self {
        Each([red, blue])
    }
}

/// How a battle ended.
#[derive(Clone, Debug, Serialize)]
pub struct Over {
    pub winner: Option<Seat>,
    pub how: String,
    pub rule: Option<RuleId>,
    /// How players ended it, if they did and not the rules.
    pub left: Option<&'static str>,
    pub key: Option<String>,
}

/// What a list of battles says of one.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    id: String,
    name: String,
    ruleset: &'static str,
    ruleset_name: &'static str,
    sides: Sided<String>,
    seats: Sided<&'static str>,
    dice: DiceName,
    commitment: Option<String>,
    shares: Sided<Option<String>>,
    /// How long one may let the other wait, in seconds.
    patience: Option<i64>,
    you: Option<Seat>,
    yours: bool,
    moment: String,
    turn: u32,
    version: u64,
    acts: usize,
    created: i64,
    touched: i64,
    awaited: Vec<Seat>,
    over: Option<Over>,
    imported: bool,
    problem: Option<Problem>,
}

/// What a client has seen before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seen {
    pub version: u64,
    pub talk: usize,
}

/// The battle as a viewer sees it now, with what is new to him.
#[derive(Serialize)]
pub struct State<'a> {
    r#type: &'static str,
    version: u64,
    acts: usize,
    scene: Scene,
    log: New<Told<'a>>,
    talk: New<&'a Talk>,
    awaited: Vec<Seat>,
    dice: Option<Throw<'a>>,
    undo: Option<Undo>,
    offer: Option<Offered>,
    claim: Option<Claimable>,
    share: Option<&'static str>,
    thinking: Option<Seat>,
    away: Vec<Seat>,
    over: Option<Over>,
}

/// The end of a list: what comes after its first `from` entries.
#[derive(Serialize)]
struct New<T> {
    from: usize,
    entries: Vec<T>,
}

/// A line of the log and the number of its action.
#[derive(Serialize)]
pub struct Told<'a> {
    #[serde(flatten)]
    entry: &'a acies_core::Entry,
    act: usize,
}

/// Real dice that have to be thrown now.
#[derive(Clone, Debug, Serialize)]
pub struct Throw<'a> {
    by: Seat,
    typed_by: Seat,
    /// Known to whoever announced it.
    action: Option<&'a str>,
    rule: RuleId,
    /// What the side that throws calls itself, what it throws for, and the dice: "2 d6, on 5+".
    who: &'a str,
    what: &'a str,
    dice: String,
    die: Die,
    n: usize,
    /// Faces that the rule counts.
    counted: &'a [u8],
    given: &'a [u8],
    withdraw: bool,
}

#[derive(Serialize)]
struct Undo {
    free: bool,
    what: String,
    dice: bool,
}

#[derive(Serialize)]
struct Offered {
    by: Seat,
    what: Bargain,
    words: Option<String>,
}

/// Who may claim the victory, and from when on.
#[derive(Serialize)]
struct Claimable {
    by: Seat,
    at: i64,
}

/// Who is there, and who is thinking.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    pub sockets: Each<usize>,
    pub watchers: usize,
    pub thinking: Option<Seat>,
}

impl Presence {
    /// How many there are of a kind of viewers.
    pub fn count(&mut self, viewer: Viewer) -> &mut usize {
        match viewer {
            Some(seat) => &mut self.sockets[seat],
            None => &mut self.watchers,
        }
    }
}

impl Table {
    /// What somebody has seen who knows everything up to now.
    pub fn seen(&self) -> Seen {
        Seen { version: self.book.version, talk: self.book.talk.len() }
    }

    /// What a client says it has seen, as far as it matters: of a version that is unknown, nothing.
    pub fn clamped(&self, viewer: Viewer, seen: Seen) -> Seen {
        let at = VIEWERS.iter().position(|&known| known == viewer).expect("all are listed");
        let known = self.log_kept(at, seen.version) > 0;
        let version = if known { seen.version } else { u64::MAX };
        Seen { version, talk: seen.talk.min(self.book.talk.len()) }
    }

    pub fn summary(&self, you: Viewer) -> Summary {
        let ruleset = self.battle.ruleset();
        let awaited = self.awaited();
        Summary {
            id: self.id.clone(),
            name: self.head.name.clone(),
            ruleset: ruleset.id(),
            ruleset_name: ruleset.name(),
            sides: self.battle.sides().into(),
            seats: Each::of(|seat| self.book.seats[seat].name()).into(),
            dice: self.head.dice,
            commitment: self.commitment(),
            shares: Each::of(|seat| self.book.shares[seat].commitment.clone()).into(),
            patience: self.head.patience.map(|patience| patience / 1000),
            you,
            yours: you.is_some_and(|seat| awaited.contains(&seat)),
            moment: self.battle.moment(),
            turn: self.battle.turn(),
            version: self.book.version,
            acts: self.book.acts.len(),
            created: self.created,
            touched: self.book.touched,
            awaited,
            over: self.over(),
            imported: self.head.imported,
            problem: self.head.problem.clone(),
        }
    }

    pub fn state(&self, viewer: Viewer, seen: Seen, presence: &Presence) -> State<'_> {
        let over = self.over();
        let offer = self.book.offer.map(|offer| Offered {
            by: offer.by,
            what: offer.what,
            words: match offer.what {
                Bargain::Draw => None,
                Bargain::Undo => self.undoable(offer.by).map(|undo| self.book.undone(undo.acts)),
            },
        });
        let undo = viewer.and_then(|seat| self.undoable(seat));
        let away = Seat::BOTH.into_iter().filter(|&seat| {
            self.book.seats[seat].computer().is_none() && presence.sockets[seat] == 0
        });
        State {
            r#type: "state",
            version: self.book.version,
            acts: self.book.acts.len(),
            scene: self.scene(viewer),
            log: self.log(viewer, seen.version),
            talk: New {
                from: seen.talk.min(self.book.talk.len()),
                entries: self.book.talk.iter().skip(seen.talk).collect(),
            },
            awaited: self.awaited(),
            dice: self.throw_wanted(viewer),
            undo: undo.map(|undo| Undo { free: undo.free, what: undo.what, dice: undo.dice }),
            offer,
            share: viewer.and_then(|seat| self.share_wanted(seat)),
            claim: self.claimable().map(|(by, at)| Claimable { by, at }),
            thinking: presence.thinking,
            away: away.collect(),
            over,
        }
    }

    /// The dice that are waited for, if they are real.
    pub fn throw_wanted(&self, viewer: Viewer) -> Option<Throw<'_>> {
        let (announced, waiting, typed_by) = self.announced()?;
        let need = &waiting.need;
        Some(Throw {
            by: need.ask.by,
            typed_by,
            action: (viewer == Some(announced.by)).then_some(&announced.action),
            rule: need.ask.rule,
            who: &waiting.who,
            what: need.what(),
            dice: need.dice(),
            die: need.die,
            n: need.n,
            counted: &need.counted,
            given: &announced.faces,
            withdraw: viewer.is_some_and(|seat| self.can_withdraw(seat)),
        })
    }

    /// What to draw. Once players have ended the battle, nobody is asked anything any more.
    fn scene(&self, viewer: Viewer) -> Scene {
        if self.book.left.is_some() || self.book.announced.is_some() {
            return still(self.battle.scene(viewer));
        }
        self.battle.scene(viewer)
    }

    fn log(&self, viewer: Viewer, seen: u64) -> New<Told<'_>> {
        let at = VIEWERS.iter().position(|&known| known == viewer).expect("all are listed");
        let from = self.log_kept(at, seen);
        let entries = self.log_of(viewer).enumerate().skip(from);
        let told = |(line, entry)| {
            let act = self.told.partition_point(|told| told[at] <= line) + 1;
            Told { entry, act }
        };
        New { from, entries: entries.map(told).collect() }
    }

    fn commitment(&self) -> Option<String> {
        match &self.head.start.dice {
            acies_core::record::DiceKind::Keyed { commitment, .. } => Some(commitment.clone()),
            _ => None,
        }
    }
}

/// A scene in which nobody is asked anything.
pub fn still(mut scene: Scene) -> Scene {
    scene.question = None;
    scene.offers.clear();
    scene.plan = None;
    scene.loose.clear();
    scene.together.clear();
    scene
}
