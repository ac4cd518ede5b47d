//! What a ledger comes to without playing a single action: who holds which seat, what stands, what
//! was said, what is open between the players.

use std::collections::HashMap;

use acies_core::{Each, Seat, Seats, keyed::Key, record::Left};
use serde::Serialize;

use crate::{
    ledger::{Act, Bargain, Entry, Holder},
    secret::Digest,
};

/// The running account of a battle.
pub struct Book {
    pub seats: Each<Holder>,
    /// The actions that stand.
    pub acts: Vec<Act>,
    /// Grows with everything that changes the position.
    pub version: u64,
    /// An action that waits for real dice.
    pub announced: Option<Announced>,
    pub talk: Vec<Talk>,
    pub offer: Option<Offer>,
    pub left: Option<Left>,
    /// The players' shares in the dice.
    pub shares: Each<Share>,
    /// When both had committed themselves to theirs.
    committed: i64,
    /// After how many throws the shares came into the dice: with the first one after both had committed themselves.
    shared_from: Option<usize>,
    /// Who does not want to see the battle any more.
    pub forgotten: Seats,
    /// Since when whoever has to decide has had his question.
    pub moved: i64,
    /// How many throws have been seen, with those of actions that were taken back.
    seen: usize,
    /// How many entries the ledger has, without what was said.
    pub entries: i64,
    /// How often each seat has taken something back.
    pub taken_back: Each<u32>,
    /// When the last of them was made.
    pub touched: i64,
    sides: Each<String>,
    /// In which turn a seat was last declined an undo, and how often.
    declined: Each<(u32, u32)>,
    /// What each named action led to.
    tokens: HashMap<(Seat, String), u64>,
}

#[derive(Clone, Debug)]
pub struct Announced {
    pub by: Seat,
    pub action: String,
    pub token: Option<String>,
    pub faces: Vec<u8>,
}

/// What a player adds to the key of the dice.
#[derive(Clone, Debug, Default)]
pub struct Share {
    /// Its SHA-256, which everybody may see.
    pub commitment: Option<String>,
    /// What it is, from when both have committed themselves.
    pub opened: Option<Key>,
}

/// So long, in milliseconds, a throw waits for shares that both have committed themselves to.
const SHARES_WITHIN: i64 = 60_000;

/// An open question of one player to the other.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    pub by: Seat,
    pub what: Bargain,
}

/// Something said or done beside the rules.
#[derive(Clone, Debug, Serialize)]
pub struct Talk {
    pub by: Option<Seat>,
    pub at: i64,
    /// After how many actions.
    pub act: usize,
    pub kind: &'static str,
    pub text: String,
}

/// So often may one ask in a turn to take something back.
const UNDO_REQUESTS: u32 = 2;

impl Book {
    pub fn new(seats: Each<Holder>, sides: Each<String>, created: i64) -> Self {
        Book {
            seats,
            acts: Vec::new(),
            version: 0,
            announced: None,
            talk: Vec::new(),
            offer: None,
            left: None,
            shares: Each::default(),
            committed: created,
            shared_from: None,
            forgotten: Seats::NONE,
            moved: created,
            seen: 0,
            entries: 0,
            taken_back: Each::default(),
            touched: created,
            sides,
            declined: Each::default(),
            tokens: HashMap::new(),
        }
    }

    /// Enters what happened.
    pub fn take(&mut self, entry: Entry, at: i64) {
        self.entries += i64::from(!matches!(entry, Entry::Say { .. }));
        self.touched = at;
        let (by, kind, text) = match entry {
            Entry::Act(act) => {
                if !act.step.faces.is_empty() && self.are_committed() && !self.are_shares_fixed() {
                    self.shared_from = Some(self.shares_from());
                    self.tell_of_shares(at);
                }
                self.moves_on();
                if let Some(token) = &act.token {
                    self.tokens.insert((act.step.by, token.clone()), self.version);
                }
                let (by, known) = (act.step.by, act.step.known);
                self.acts.push(act);
                if known == 0 {
                    return;
                }
                let throws = if known == 1 { "throw" } else { "throws" };
                let known = format!("knew {known} {throws} of this from what was taken back");
                (by, "known_dice", self.says(by, &known))
            }
            Entry::Announce { by, action, token } => {
                self.moves_on();
                if let Some(token) = &token {
                    self.tokens.insert((by, token.clone()), self.version);
                }
                self.announced = Some(Announced { by, action, token, faces: Vec::new() });
                return;
            }
            Entry::Faces(faces) => {
                let announced = self.announced.take();
                self.moves_on();
                self.announced = announced.map(|mut announced| {
                    announced.faces.extend(faces);
                    announced
                });
                return;
            }
            Entry::Withdraw => {
                if let Some(announced) = &self.announced {
                    self.taken_back[announced.by] += 1;
                }
                return self.moves_on();
            }
            Entry::Undo { by, acts, agreed } => {
                self.taken_back[by] += 1;
                let what = self.undone(acts);
                self.moves_on();
                self.seen = self.seen.max(self.throws());
                let undone: Vec<_> = self.acts.drain(acts..).collect();
                let how = if agreed { ", as agreed" } else { "" };
                let seen = if undone.iter().any(|act| !act.step.faces.is_empty()) {
                    ", after its dice were seen"
                } else if undone.iter().any(|act| act.unsealed) {
                    ", after what was hidden was seen"
                } else {
                    ""
                };
                (by, "undo", format!("{} takes back {what}{how}{seen}", self.sides[by]))
            }
            Entry::Offer { by, what } => {
                self.offer = Some(Offer { by, what });
                match what {
                    Bargain::Draw => (by, "draw_offered", self.says(by, "offers a draw")),
                    Bargain::Undo => (by, "undo_asked", self.says(by, "asks to take back a move")),
                }
            }
            Entry::Decline { by, what } => {
                self.offer = None;
                let turn = self.turn();
                let (last, times) = self.declined[by.other()];
                match what {
                    Bargain::Draw => (by, "draw_refused", self.says(by, "declines the draw")),
                    Bargain::Undo => {
                        let times = if last == turn { times + 1 } else { 1 };
                        self.declined[by.other()] = (turn, times);
                        (by, "undo_refused", self.says(by, "does not agree to take it back"))
                    }
                }
            }
            Entry::Drawn => {
                self.moves_on();
                self.left = Some(Left::Agreed);
                self.note(None, at, "drawn", "both sides agree on a draw".into());
                return;
            }
            Entry::Resign(by) => {
                self.moves_on();
                self.left = Some(Left::Resigned(by));
                (by, "resigned", self.says(by, "resigns"))
            }
            Entry::Overdue(by) => {
                self.moves_on();
                self.left = Some(Left::Overdue(by));
                let claims = format!("claim the victory: {} did not decide", self.sides[by]);
                (by.other(), "overdue", self.says(by.other(), &claims))
            }
            Entry::Say { by, text } => (by, "chat", text),
            Entry::Commit { by, commitment } => {
                self.shares[by].commitment = Some(commitment);
                self.committed = at;
                return;
            }
            Entry::Open { by, share } => {
                self.shares[by].opened = Key::parse(&share);
                return;
            }
            Entry::Forget(by) => {
                self.forgotten = self.forgotten.with(by);
                return;
            }
            Entry::Claim { seat, secret } => {
                self.moved = at;
                self.seats[seat] = Holder::Person(secret);
                (seat, "joined", self.says(seat, "is here"))
            }
        };
        self.note(Some(by), at, kind, text);
    }

    /// The seat that a secret holds.
    pub fn holder(&self, secret: &str) -> Option<Seat> {
        // Both are compared, whichever fits, so that time tells nothing.
        let fits = Seat::BOTH.map(|seat| match &self.seats[seat] {
            Holder::Person(digest) => digest.fits(secret),
            _ => false,
        });
        Seat::BOTH.into_iter().zip(fits).find_map(|(seat, fits)| fits.then_some(seat))
    }

    /// The seat that an invitation is for.
    pub fn invited(&self, invite: &str) -> Option<Seat> {
        let fits = |digest: &Digest| digest.fits(invite);
        let open = |seat: &Seat| matches!(&self.seats[*seat], Holder::Invited(d) if fits(d));
        Seat::BOTH.into_iter().find(open)
    }

    /// What an action of this name led to, if it was taken before.
    pub fn known(&self, by: Seat, token: &str) -> Option<u64> {
        self.tokens.get(&(by, token.to_owned())).copied()
    }

    /// Whether a seat has been declined too often in this turn to ask again.
    pub fn asked_enough(&self, by: Seat) -> bool {
        self.declined[by] == (self.turn(), UNDO_REQUESTS)
    }

    /// What would be taken back, in words that both sides may hear.
    pub fn undone(&self, acts: usize) -> String {
        let line = self.acts.get(acts).and_then(|act| act.step.log.first());
        line.map_or_else(|| "a decision".into(), |entry| format!("«{}»", entry.line))
    }

    /// How many dice and cards the actions that stand have taken.
    pub fn throws(&self) -> usize {
        self.acts.iter().map(|act| act.step.faces.len()).sum()
    }

    /// Whether the players' shares are in dice that have fallen: then nobody's share changes any more.
    pub fn are_shares_fixed(&self) -> bool {
        self.shared_from.is_some()
    }

    /// After how many throws the shares are in the dice, or would be if one fell now: whatever was seen stays as it was.
    pub fn shares_from(&self) -> usize {
        self.shared_from.unwrap_or_else(|| self.seen.max(self.throws()))
    }

    /// Whether both players have committed themselves to a share in the dice.
    pub fn are_committed(&self) -> bool {
        self.shares.iter().all(|(_, share)| share.commitment.is_some())
    }

    /// The players' shares in the dice.
    pub fn opened(&self) -> Each<Option<Key>> {
        Each::of(|seat| self.shares[seat].opened)
    }

    /// The side whose share a throw has still to wait for.
    pub fn share_awaited(&self, now: i64) -> Option<Seat> {
        let waits = !self.are_shares_fixed()
            && self.are_committed()
            && now < self.committed.saturating_add(SHARES_WITHIN);
        let closed = |seat: &Seat| self.shares[*seat].opened.is_none();
        Seat::BOTH.into_iter().find(closed).filter(|_| waits)
    }

    /// Whose shares are in the dice from now on.
    fn tell_of_shares(&mut self, at: i64) {
        let both = "the dice follow from the key and from a share of each side".to_owned();
        let mut told = vec![(None, both)];
        for seat in Seat::BOTH {
            if self.shares[seat].opened.is_none() {
                let without = "the dice are thrown without the share of";
                told.retain(|(seat, _)| seat.is_some());
                told.push((Some(seat), format!("{without} {}", self.sides[seat])));
            }
        }
        told.into_iter().for_each(|(by, text)| self.note(by, at, "shares", text));
    }

    /// How many of the next throws had been seen when an action was taken back.
    pub fn seen_of(&self, throws: usize) -> usize {
        self.seen.saturating_sub(self.throws()).min(throws)
    }

    fn turn(&self) -> u32 {
        self.acts.last().map_or(0, |act| act.turn)
    }

    fn moves_on(&mut self) {
        self.version += 1;
        self.moved = self.touched;
        self.offer = None;
        self.announced = None;
    }

    fn says(&self, by: Seat, what: &str) -> String {
        format!("{} {what}", self.sides[by])
    }

    fn note(&mut self, by: Option<Seat>, at: i64, kind: &'static str, text: String) {
        self.talk.push(Talk { by, at, act: self.acts.len(), kind, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_that_was_committed_to_is_waited_for_a_minute() {
        let sides = Each(["Wolves", "Bears"].map(str::to_owned));
        let mut book = Book::new(Each([Holder::Nobody, Holder::Nobody]), sides, 0);
        let share = Key::new([1; 32]);
        let commit = |by| Entry::Commit { by, commitment: share.commitment() };
        book.take(commit(Seat::Red), 1_000);
        assert_eq!(book.share_awaited(1_000), None, "blue may have no share to give");
        book.take(commit(Seat::Blue), 5_000);
        book.take(Entry::Open { by: Seat::Red, share: share.to_string() }, 6_000);
        assert_eq!(book.share_awaited(64_999), Some(Seat::Blue));
        assert_eq!(book.share_awaited(65_000), None);
        book.tell_of_shares(65_000);
        assert_eq!(book.talk.len(), 1);
        assert_eq!(book.talk[0].text, "the dice are thrown without the share of Bears");
        book.take(Entry::Open { by: Seat::Blue, share: share.to_string() }, 6_000);
        assert_eq!(book.share_awaited(6_000), None);
    }
}
