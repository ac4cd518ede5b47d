//! TOY-2.1 to TOY-2.3: both sides choose a fighter, and neither sees whom the other sends.

use super::*;
use crate::flow::{Deed, Shown};

pub struct Sending;

/// A fighter, with the card or without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Send {
    pub fighter: Fighter,
    pub card: bool,
}

impl Step<Duel> for Sending {
    fn deciders(&self, duel: &Duel) -> Seats {
        duel.sent.missing()
    }

    /// Both answer.
    fn again(&self) -> bool {
        true
    }

    /// Both are in.
    fn go_on(&self, duel: &mut Duel, _: &mut Dice, log: &mut Log<Happened>) -> Rolled<()> {
        Seat::BOTH.into_iter().for_each(|seat| log.unseal(seat));
        duel.lay(Frame::Fight);
        Ok(())
    }

    fn asks(&self, _: &Duel) -> (String, &'static [RuleId]) {
        ("whom do you send?".into(), &["TOY-2.1"])
    }

    fn candidates(&self, duel: &Duel, by: Seat, out: &mut Vec<Action>) {
        let allowed = |send: &Send| Deed::check(send, duel, by).is_ok();
        out.extend(Send::all().filter(allowed).map(Action::from));
    }

    fn attempts(&self, _: &Duel, _: Seat, out: &mut Vec<Action>) {
        out.extend(Send::all().map(Action::from));
    }
}

impl Send {
    fn all() -> impl Iterator<Item = Send> {
        let both = |fighter| [false, true].map(|card| Send { fighter, card });
        Fighter::ALL.into_iter().flat_map(both)
    }
}

impl Deed<Duel> for Send {
    /// Who sends him.
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["send"];

    fn write(&self, _: &Duel, _: Seat) -> String {
        format!("send {}{}", self.fighter.word(), if self.card { " card" } else { "" })
    }

    fn read(_: &str, words: &mut Typed<'_>) -> Result<Self, Misread> {
        let word = words.word("a fighter")?;
        let known = Fighter::ALL.map(Fighter::word);
        let fighter =
            Fighter::read(word).ok_or_else(|| Misread::unknown("fighter", word, known))?;
        Ok(Send { fighter, card: words.flag("card") })
    }

    fn check(&self, duel: &Duel, by: Seat) -> Result<Seat, No> {
        if duel.top() != Some(Frame::Send) {
            return Err(No::NotNow);
        }
        if !duel.band(by).fighters.contains(&self.fighter) {
            return Err(No::Fallen { fighter: self.fighter });
        }
        if self.card && !duel.band(by).card.is_made() {
            return Err(No::CardPlayed);
        }
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        duel: &mut Duel,
        _: &mut Dice,
        log: &mut Log<Happened>,
    ) -> Rolled<()> {
        duel.sent[by] = Sealed::In(*self);
        log.push(|| Happened::Chosen { by });
        Ok(())
    }

    fn shows(&self, _: &Duel, _: Seat) -> Shown {
        let card = if self.card { " and play the card" } else { "" };
        let does = format!("send the {}{card}", self.fighter.word());
        Shown::new("Send", does).rules(&["TOY-2.1"])
    }
}
