//! A battle at the table: what each seat may do now, and what everybody sees of it.
//!
//! Nothing here stores or sends anything. What a request comes to is an [`Entry`]; when that has been
//! stored, it is [taken](Table::take). If it could not be stored, the table is thrown away and opened
//! again: an action that has been carried out on it must not be seen by anybody.

use acies::{
    AnyBattle,
    battle::{Learnt, Stopped, Waiting},
};
use acies_core::{
    Dice, Each, NeedDice, Pending, Seat, Seats, Viewer,
    keyed::{Key, Keyed, unhex},
    record::{self, DiceKind, End, Left, Played, Signer, Signs},
};
use acies_store::{Chain, Kept};

use crate::{
    book::{Announced, Book, Share, Talk},
    error::{Answer, Error, Kind},
    hall::now,
    ledger::{Act, Bargain, DiceName, Ended, Entry, Head, Holder},
    secret::Secret,
    view::Over,
};

/// A ledger longer than this is not gone on with: nobody plays so long, a script might.
const ENTRIES_MAX: i64 = 20_000;
/// So many more are there for offers of a draw.
const SPARE: i64 = 100;
const SAY_MAX: usize = 500;
/// So much may each side say, in a battle and in a minute.
const SAYS_MAX: usize = 2_000;
const SAYS_A_MINUTE: usize = 30;
/// So often may each side take something back: a script that does nothing else uses up no battle.
const TAKEN_BACK_MAX: u32 = 1_000;
const TOKEN_MAX: usize = 64;

pub struct Table {
    pub id: String,
    pub created: i64,
    pub head: Head,
    pub book: Book,
    pub battle: Box<dyn AnyBattle>,
    /// How long each viewer's log is after each action.
    pub told: Vec<[usize; 3]>,
    /// Since which version a seat has had its question before it.
    asked: Each<u64>,
    /// How long each viewer's log was at each version since `opened`.
    marks: Vec<[usize; 3]>,
    opened: u64,
    /// The dice that the announced action waits for, and what it has come to so far.
    waiting: Option<Box<Waiting>>,
    /// Where what is stored of it ends.
    pub chain: Chain,
}

pub const VIEWERS: [Viewer; 3] = [Some(Seat::Red), Some(Seat::Blue), None];

/// What a seat could take back.
pub struct Undoable {
    /// How many actions would stand.
    pub acts: usize,
    pub free: bool,
    pub dice: bool,
    pub what: String,
}

impl Table {
    /// Goes through the ledger of a battle.
    pub fn open(kept: Kept) -> Answer<Self> {
        let chain = Chain::end(&kept);
        let head: Head = serde_json::from_str(&kept.head.text).map_err(Error::trouble)?;
        let battle = restore(&head)?;
        let mut book = Book::new(head.seats.clone(), battle.sides(), kept.head.created);
        for entry in kept.entries {
            let at = entry.at;
            book.take(serde_json::from_str(&entry.body).map_err(Error::trouble)?, at);
        }
        let mut table = Table {
            id: kept.head.id,
            created: kept.head.created,
            head,
            opened: book.version,
            book,
            battle,
            told: Vec::new(),
            asked: Each::default(),
            marks: Vec::new(),
            waiting: None,
            chain,
        };
        table.replay()?;
        table.marks.push(table.lengths());
        table.waiting = table.waits();
        Ok(table)
    }

    /// Plays the actions that stand from the beginning.
    fn replay(&mut self) -> Answer<()> {
        self.battle = restore(&self.head)?;
        self.told.clear();
        let acts = std::mem::take(&mut self.book.acts);
        for act in &acts {
            let Played { by, action, faces, hash, .. } = &act.step;
            let mut dice = Dice::scripted(faces.clone());
            let played = self.play(*by, action, &mut dice);
            if !played.is_ok_and(|(step, ..)| step.hash == *hash) {
                let what = "the battle was begun under other rules and cannot be gone on with";
                return Err(Error::not_now(what).hint(Some("its record can be read".into())));
            }
        }
        self.book.acts = acts;
        self.asked = Each([self.book.version; 2]);
        Ok(())
    }

    /// Carries out an action on the battle. Gives the step, its words, and whether it laid open what
    /// the other seat had kept secret.
    fn play(
        &mut self,
        by: Seat,
        action: &str,
        dice: &mut Dice,
    ) -> Result<(Played, String, bool), Stopped> {
        let choice = self.battle.check(by, action)?;
        let before = self.deciding();
        let told = self.battle.told(None).len();
        let Learnt { secret: unsealed, .. } = self.battle.apply(by, &choice.action, dice)?;
        let after = self.deciding();
        self.told.push(self.lengths());
        for seat in Seat::BOTH {
            // The other's secret decision leaves one's own question as it was.
            if seat == by || !before.has(seat) || !after.has(seat) {
                self.asked[seat] = self.book.version + 1;
            }
        }
        let log = self.battle.told(None)[told..].to_vec();
        let (faces, hash) = (dice.thrown().to_vec(), self.battle.hash());
        let known = match self.head.dice {
            DiceName::App => self.book.seen_of(faces.len()),
            DiceName::Real => 0,
        };
        Ok((Played { by, action: choice.action, faces, known, log, hash }, choice.words, unsealed))
    }

    /// Takes an entry that has been stored.
    pub fn take(&mut self, entry: Entry, at: i64) -> Answer<()> {
        let version = self.book.version;
        let undo = matches!(entry, Entry::Undo { .. });
        self.book.take(entry, at);
        if undo {
            self.replay()?;
        }
        if self.book.version > version {
            self.marks.push(self.lengths());
            self.waiting = self.waits();
        }
        Ok(())
    }

    /// An action of a seat that saw the position of this version.
    pub fn act(
        &mut self,
        by: Seat,
        version: u64,
        action: &str,
        token: Option<String>,
    ) -> Answer<Entry> {
        self.goes_on()?;
        if token.as_ref().is_some_and(|token| token.len() > TOKEN_MAX) {
            return Err(Error::malformed(format!("a token has at most {TOKEN_MAX} letters")));
        }
        if self.book.announced.is_some() {
            return Err(Error::not_now("dice are being thrown"));
        }
        if version < self.asked[by] || version > self.book.version {
            return Err(Error::stale());
        }
        self.has_all_shares(by, action, now())?;
        self.carry_out(by, action, &[], token)
    }

    /// An action with the real dice thrown for it so far.
    fn carry_out(
        &mut self,
        by: Seat,
        action: &str,
        faces: &[u8],
        token: Option<String>,
    ) -> Answer<Entry> {
        let turn = self.battle.turn();
        let mut dice = self.dice(faces);
        match self.play(by, action, &mut dice) {
            Ok((step, words, unsealed)) => {
                Ok(Entry::Act(Act { step, words, turn, unsealed, token }))
            }
            Err(Stopped::Waiting(waiting)) if waiting.need.wrong.is_none() => {
                let action = self.battle.check(by, action)?.action;
                Ok(Entry::Announce { by, action, token })
            }
            Err(stopped) => Err(stopped.into()),
        }
    }

    /// Real dice for the announced action, typed in by a seat.
    pub fn throw(&mut self, by: Seat, version: u64, faces: &[u8]) -> Answer<Entry> {
        self.goes_on()?;
        let (Some(announced), Some(waiting)) = (self.book.announced.clone(), &self.waiting) else {
            return Err(Error::not_now("no dice are wanted"));
        };
        if version != self.book.version {
            return Err(Error::stale());
        }
        if self.typed_by(&waiting.need) != by {
            return Err(Error::new(Kind::Forbidden, "the other side throws these dice"));
        }
        waiting.need.fits(faces).map_err(Error::malformed)?;
        let Announced { by, action, token, faces: given } = announced;
        let all = [&given[..], faces].concat();
        match self.carry_out(by, &action, &all, token)? {
            Entry::Announce { .. } => Ok(Entry::Faces(faces.to_vec())),
            entry => Ok(entry),
        }
    }

    /// Takes an announced action back before it has told anything.
    pub fn withdraw(&self, by: Seat, version: u64) -> Answer<Entry> {
        let what = match &self.book.announced {
            None => "there is nothing to take back",
            Some(announced) if announced.by != by => "the other side has announced it",
            Some(_) if self.can_withdraw(by) && version != self.book.version => {
                return Err(Error::stale());
            }
            Some(_) if self.can_withdraw(by) => {
                self.may_take_back(by)?;
                return Ok(Entry::Withdraw);
            }
            Some(announced) if announced.faces.is_empty() => {
                "it has laid open what was hidden, so it stands"
            }
            Some(_) => "dice have been thrown for it",
        };
        Err(Error::not_now(what))
    }

    /// Whether a seat could still do something else than what it has announced: no die was typed in, and
    /// nothing else was learnt.
    pub fn can_withdraw(&self, by: Seat) -> bool {
        let mine = self.book.announced.as_ref().is_some_and(|it| it.by == by);
        mine && self.waiting.as_ref().is_none_or(|waiting| !waiting.learnt.binds())
    }

    /// What a seat could take back now.
    pub fn undoable(&self, by: Seat) -> Option<Undoable> {
        if self.over().is_some() || self.book.announced.is_some() {
            return None;
        }
        let acts = self.book.acts.iter().rposition(|act| act.step.by == by)?;
        let since = &self.book.acts[acts..];
        let dice = since.iter().any(|act| !act.step.faces.is_empty());
        let open = dice || since.len() > 1 || since.iter().any(|act| act.unsealed);
        let free = !open || self.book.seats[by.other()].computer().is_some();
        Some(Undoable { acts, free, dice, what: since[0].words.clone() })
    }

    /// Takes back the last action of a seat, or asks the other side for it.
    pub fn undo(&self, by: Seat, version: u64) -> Answer<Entry> {
        self.goes_on()?;
        if version != self.book.version {
            return Err(Error::stale());
        }
        self.may_take_back(by)?;
        match self.undoable(by) {
            None => Err(Error::not_now("there is nothing to take back")),
            Some(Undoable { free: true, acts, .. }) => Ok(Entry::Undo { by, acts, agreed: false }),
            Some(_) if self.book.offer.is_some() => {
                Err(Error::not_now("another offer has to be answered first"))
            }
            Some(_) if self.book.asked_enough(by) => {
                Err(Error::not_now("the other side has declined twice in this turn"))
            }
            Some(_) => Ok(Entry::Offer { by, what: Bargain::Undo }),
        }
    }

    pub fn offer_draw(&self, by: Seat) -> Answer<Entry> {
        self.is_not_over()?;
        self.has_room(SPARE)?;
        if self.book.seats[by.other()].computer().is_some() {
            return Err(Error::not_now("the computer plays on"));
        }
        if self.book.offer.is_some() {
            return Err(Error::not_now("another offer has to be answered first"));
        }
        Ok(Entry::Offer { by, what: Bargain::Draw })
    }

    pub fn reply(&self, by: Seat, to: Bargain, yes: bool) -> Answer<Entry> {
        self.is_not_over()?;
        let offer = self.book.offer.filter(|offer| offer.by == by.other() && offer.what == to);
        let Some(offer) = offer else { return Err(Error::not_now("there is no such offer")) };
        match (offer.what, yes) {
            (what, false) => Ok(Entry::Decline { by, what }),
            (Bargain::Draw, true) => Ok(Entry::Drawn),
            (Bargain::Undo, true) => {
                let undoable = self.undoable(offer.by);
                let undoable =
                    undoable.ok_or_else(|| Error::not_now("there is nothing to take back"))?;
                Ok(Entry::Undo { by: offer.by, acts: undoable.acts, agreed: true })
            }
        }
    }

    pub fn resign(&self, by: Seat) -> Answer<Entry> {
        // Whatever else is full, a battle can be ended.
        self.is_not_over()?;
        Ok(Entry::Resign(by))
    }

    /// What of its share in the dice a seat may give now: first a commitment, and when both have committed
    /// themselves, the share. Only people have one, and only in dice that Acies throws.
    pub fn share_wanted(&self, by: Seat) -> Option<&'static str> {
        let people = self.book.seats.iter().all(|(_, holder)| holder.is_person());
        let app = self.head.dice == DiceName::App && !self.head.imported;
        if !people || !app || self.book.are_shares_fixed() || self.over().is_some() {
            return None;
        }
        match &self.book.shares[by] {
            Share { commitment: None, .. } => Some("commit"),
            Share { opened: None, .. } if self.book.are_committed() => Some("open"),
            Share { .. } => None,
        }
    }

    /// Commits a seat to its share in the dice.
    pub fn commit(&self, by: Seat, commitment: String) -> Answer<Entry> {
        self.goes_on()?;
        if self.share_wanted(by) != Some("commit") {
            return Err(Error::not_now("no commitment to a share in the dice is wanted"));
        }
        if unhex::<32>(&commitment).is_none() {
            return Err(Error::malformed("a commitment is 64 hexadecimal digits"));
        }
        Ok(Entry::Commit { by, commitment })
    }

    /// Opens the share that a seat has committed itself to.
    pub fn open_share(&self, by: Seat, share: String) -> Answer<Entry> {
        self.goes_on()?;
        if self.share_wanted(by) != Some("open") {
            return Err(Error::not_now("no share in the dice is wanted"));
        }
        let commitment = Key::parse(&share).map(|share| share.commitment());
        if commitment != self.book.shares[by].commitment {
            return Err(Error::malformed("this is not the share that was committed to"));
        }
        Ok(Entry::Open { by, share })
    }

    /// Dice wait a little for shares that both have committed themselves to.
    fn has_all_shares(&self, by: Seat, action: &str, now: i64) -> Answer<()> {
        let Some(late) = self.book.share_awaited(now) else { return Ok(()) };
        let tried = self.battle.fork().apply(by, action, &mut Dice::scripted([]));
        if !matches!(tried, Err(Stopped::Waiting(_))) {
            return Ok(());
        }
        let what = format!("the dice wait for the share of {}", self.battle.sides()[late]);
        let hint = "a page that is open gives it by itself; after a minute they fall without it";
        Err(Error::new(Kind::DiceWait, what).hint(Some(hint.into())))
    }

    /// Who may claim the victory, and from when on: whom the other has let wait for longer than was agreed.
    pub fn claimable(&self) -> Option<(Seat, i64)> {
        let patience = self.head.patience?;
        let &[late] = self.awaited().as_slice() else { return None };
        let people = self.book.seats.iter().all(|(_, holder)| holder.is_person());
        people.then(|| (late.other(), self.book.moved.saturating_add(patience)))
    }

    /// Claims the victory, because the other side has not decided in time.
    pub fn claim_victory(&self, by: Seat, now: i64) -> Answer<Entry> {
        if self.over().is_some() {
            return Err(Error::not_now("the battle is over"));
        }
        match self.claimable() {
            Some((seat, at)) if seat == by && at <= now => Ok(Entry::Overdue(by.other())),
            Some((seat, _)) if seat == by => Err(Error::not_now("there is still time to decide")),
            Some(_) => Err(Error::not_now("the other side waits for you")),
            None if self.head.patience.is_none() => {
                Err(Error::not_now("nobody has to hurry in this battle"))
            }
            None => Err(Error::not_now("nobody alone has to decide now")),
        }
    }

    /// Puts a battle out of a player's sight. While somebody who came by invitation plays in it, it has to end first.
    pub fn forget(&self, by: Seat) -> Answer<Entry> {
        if self.over().is_none() && self.has_guest() {
            return Err(
                Error::not_now("the other side is playing").hint(Some("resign first".into()))
            );
        }
        Ok(Entry::Forget(by))
    }

    /// Whether nobody wants to see it any more: both have put it away, or one and nobody else ever came.
    pub fn is_forgotten(&self) -> bool {
        let people = Seat::BOTH
            .into_iter()
            .filter(|&seat| matches!(self.book.seats[seat], Holder::Person(_)));
        let all = people.fold(Seats::NONE, Seats::with);
        let gone = self.book.forgotten;
        gone == all || (gone != Seats::NONE && !self.has_guest())
    }

    pub fn say(&self, by: Seat, text: &str) -> Answer<Entry> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > SAY_MAX {
            return Err(Error::malformed(format!("say something, in at most {SAY_MAX} letters")));
        }
        if self.head.imported {
            return Err(Error::not_now("this battle cannot be gone on with"));
        }
        let since = now() - 60_000;
        let own = |talk: &&Talk| talk.by == Some(by) && talk.kind == "chat";
        let recent = self.book.talk.iter().rev().take_while(|talk| talk.at > since);
        if recent.filter(own).count() >= SAYS_A_MINUTE {
            return Err(Error::new(Kind::Busy, "that is enough for a minute"));
        }
        if self.book.talk.iter().filter(own).count() >= SAYS_MAX {
            return Err(Error::not_now("enough has been said in this battle"));
        }
        Ok(Entry::Say { by, text: text.to_owned() })
    }

    /// Gives the seat of an invitation to whoever brings it, once. Nothing is to be entered when this secret holds it.
    pub fn claim(&self, invite: &str, secret: &Secret) -> Answer<(Seat, Option<Entry>)> {
        let holds = self.book.holder(&secret.reveal());
        if let Some(seat) = self.book.invited(invite) {
            if holds.is_some() {
                return Err(Error::malformed("this secret holds the other seat: draw another"));
            }
            return Ok((seat, Some(Entry::Claim { seat, secret: secret.digest() })));
        }
        let was_for = |seat: &Seat| matches!(&self.head.seats[*seat], Holder::Invited(digest) if digest.fits(invite));
        let seat = Seat::BOTH.into_iter().find(was_for).ok_or_else(Error::forbidden)?;
        if holds != Some(seat) {
            return Err(Error::not_now("the seat is taken"));
        }
        Ok((seat, None))
    }

    /// Whether somebody has come by invitation.
    pub fn has_guest(&self) -> bool {
        self.head.seats.iter().any(|(seat, holder)| {
            matches!(holder, Holder::Invited(_))
                && matches!(self.book.seats[seat], Holder::Person(_))
        })
    }

    /// The seats that must decide now; nobody once it is over.
    pub fn awaited(&self) -> Vec<Seat> {
        if self.over().is_some() {
            return Vec::new();
        }
        match &self.waiting {
            Some(waiting) => vec![self.typed_by(&waiting.need)],
            None => self.deciding().iter().collect(),
        }
    }

    /// The computer's seat that must decide now.
    pub fn computer(&self) -> Option<(Seat, acies_ai::Player)> {
        if self.over().is_some() || self.book.announced.is_some() {
            return None;
        }
        let mut seats = self.deciding().iter();
        seats.find_map(|seat| Some((seat, self.book.seats[seat].computer()?)))
    }

    pub fn over(&self) -> Option<Over> {
        let key = (self.head.dice == DiceName::App).then(|| self.head.key.clone());
        Some(match (self.book.left, self.battle.pending()) {
            (Some(left), _) => Over {
                winner: left.winner(),
                how: left.how(&self.battle.sides()),
                rule: None,
                left: match left {
                    Left::Resigned(_) => Some("resigned"),
                    Left::Agreed | Left::Unsaid => Some("agreed"),
                    Left::Overdue(_) => Some("overdue"),
                },
                key,
            },
            (None, Pending::Over(outcome)) => Over {
                winner: outcome.winner,
                how: outcome.how.into(),
                rule: Some(outcome.rule),
                left: None,
                key,
            },
            (None, Pending::Decide(_)) => return None,
        })
    }

    /// The record of the actions that stand. It is signed here if it was played here.
    pub fn record(&self, signer: &Signer) -> String {
        let steps: Vec<_> = self.book.acts.iter().map(|act| act.step.clone()).collect();
        if let Some(Ended { end, signed }) = &self.head.ended
            && end.actions == steps.len()
        {
            let signs = signed.as_ref().map_or(Signs::Nobody, Signs::Before);
            return record::text(&self.head.start, &steps, end, signs);
        }
        let over = self.over();
        let how = over.as_ref().map(|over| match over.rule {
            Some(rule) => format!("{} [{rule}]", over.how),
            None => over.how.clone(),
        });
        let end = End {
            actions: steps.len(),
            how,
            winner: over.as_ref().and_then(|over| over.winner),
            left: self.book.left,
            key: over.and_then(|over| over.key),
            shares: Each::of(|seat| {
                let share = self.book.opened()[seat].filter(|_| self.book.are_shares_fixed());
                share.map(|share| share.to_string())
            }),
        };
        let mut start = self.head.start.clone();
        if let DiceKind::Keyed { shares, from, .. } = &mut start.dice
            && self.book.are_shares_fixed()
        {
            *shares = Each::of(|seat| self.book.shares[seat].commitment.clone());
            *from = self.book.shares_from();
        }
        let signs = if self.head.imported { Signs::Nobody } else { Signs::Now(signer) };
        record::text(&start, &steps, &end, signs)
    }

    pub fn announced(&self) -> Option<(&Announced, &Waiting, Seat)> {
        let (announced, waiting) = (self.book.announced.as_ref()?, self.waiting.as_ref()?);
        Some((announced, waiting, self.typed_by(&waiting.need)))
    }

    /// A viewer's log, with what the announced action has come to so far.
    pub fn log_of(&self, viewer: Viewer) -> impl Iterator<Item = &acies_core::Entry> {
        let so_far = self.waiting.as_ref().map_or(&[][..], |waiting| waiting.so_far(viewer));
        self.battle.told(viewer).iter().chain(so_far)
    }

    /// How much of his log a viewer who has seen a version may keep.
    pub fn log_kept(&self, viewer: usize, seen: u64) -> usize {
        let since = seen.checked_sub(self.opened).and_then(|at| self.marks.get(at as usize..));
        since.and_then(|since| since.iter().map(|mark| mark[viewer]).min()).unwrap_or(0)
    }

    fn lengths(&self) -> [usize; 3] {
        VIEWERS.map(|viewer| self.battle.told(viewer).len())
    }

    fn deciding(&self) -> Seats {
        match self.battle.pending() {
            Pending::Decide(seats) => seats,
            Pending::Over(_) => Seats::NONE,
        }
    }

    fn is_not_over(&self) -> Answer<()> {
        if self.over().is_some() || self.head.imported {
            return Err(Error::not_now("the battle is over"));
        }
        Ok(())
    }

    fn goes_on(&self) -> Answer<()> {
        self.is_not_over()?;
        self.has_room(0)
    }

    fn has_room(&self, spare: i64) -> Answer<()> {
        if self.book.entries >= ENTRIES_MAX + spare {
            return Err(Error::not_now("this battle cannot be gone on with; it can be ended"));
        }
        Ok(())
    }

    fn may_take_back(&self, by: Seat) -> Answer<()> {
        if self.book.taken_back[by] >= TAKEN_BACK_MAX {
            return Err(Error::not_now("you have taken back too much in this battle"));
        }
        Ok(())
    }

    /// The seat whose holder types these dice: for the computer its opponent does.
    fn typed_by(&self, need: &NeedDice) -> Seat {
        let by = need.ask.by;
        if self.book.seats[by].computer().is_some() { by.other() } else { by }
    }

    /// The dice for the next action. They follow from the key and from the actions that stand, so
    /// neither a crash nor taking an action back gives a second roll.
    fn dice(&self, faces: &[u8]) -> Dice {
        let secret = Key::parse(&self.head.key).expect("it was stored as a key");
        match self.head.dice {
            DiceName::App => {
                let keyed = Keyed::of(secret, self.id.clone())
                    .shared(self.book.opened(), self.book.shares_from() as u64);
                Dice::keyed(keyed.after(self.book.throws() as u64))
            }
            DiceName::Real => {
                let game = format!("{} cards {}", self.id, self.book.acts.len());
                Dice::real(faces, Dice::keyed(Keyed::of(secret, game)))
            }
        }
    }

    /// What the announced action waits for: it is tried on a copy.
    fn waits(&self) -> Option<Box<Waiting>> {
        let Announced { by, action, faces, .. } = self.book.announced.as_ref()?;
        match self.battle.fork().apply(*by, action, &mut self.dice(faces)) {
            Err(Stopped::Waiting(waiting)) => Some(waiting),
            _ => None,
        }
    }
}

/// The battle as it began.
pub fn restore(head: &Head) -> Answer<Box<dyn AnyBattle>> {
    let ruleset = acies::find(&head.start.ruleset)?;
    ruleset.restore(&head.start).map_err(|error| {
        Error::not_now(format!("the battle cannot be set up under the rules of today: {error}"))
    })
}
