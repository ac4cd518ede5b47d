//! The contract: a battle as everybody else sees it.

use acies_core::{
    Dice, Game, Misread, Outcome, Pending, Seat, Seats, Viewer,
    flow::{One, Reading, Stacked},
};

use crate::{
    battle::{Action, Battle, EndedBy, Frame},
    notation::Reader,
    units::{Id, UnitSet},
    words::{events::Event, refusals::No},
};

impl Game for Battle {
    type Action = Action;
    type Event = Event;
    type Refusal = No;

    acies_core::by_steps!();

    fn pending(&self) -> Pending {
        if let Some(ending) = self.ending {
            return Pending::Over(Outcome {
                winner: ending.winner,
                rule: ending.rule(),
                how: ending.words(),
                by_limit: matches!(ending.how, EndedBy::Limit | EndedBy::Quiet),
            });
        }
        Pending::Decide(self.asked_seats())
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        self.candidates(by, out);
        if let Some(frame) = self.top().filter(|frame| frame.it().deciders(self).has(by)) {
            frame.it().attempts(self, by, out);
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), No> {
        if self.ending.is_some() {
            return Err(No::Over);
        }
        // AV-R25: at any time.
        if *action == Action::Resign {
            return Ok(());
        }
        if !self.asked_seats().has(by) {
            return Err(No::NotYourDecision);
        }
        action.it().check(self, by)
    }

    /// Nothing is hidden once armies are deployed.
    fn view(&self, viewer: Viewer) -> Self {
        self.veiled(viewer)
    }

    fn guess(&self, seat: Seat, dice: &mut Dice) -> Self {
        self.unveiled(seat, dice)
    }
}

impl Stacked for Battle {
    type Frame = Frame;

    /// Under all that somebody decides lies the turn, which goes on by itself.
    fn top(&self) -> Option<Frame> {
        let goes_on = self.ending.is_none();
        goes_on.then(|| self.stack.last().copied().unwrap_or(Frame::Turn))
    }

    fn lay(&mut self, frame: impl Into<Frame>) {
        self.stack.push(frame.into());
    }

    fn take(&mut self) -> Option<Frame> {
        self.stack.pop()
    }
}

impl Reading for Battle {
    type Reader<'a> = Reader<'a>;
    const NOT_NOW: No = No::NotNow;

    fn yes(reader: &mut Reader<'_>) -> Result<bool, Misread> {
        reader.words.yes()
    }
}

impl Battle {
    /// What is being decided.
    pub fn frame(&self) -> Frame {
        *self.stack.last().expect("somebody decides until the battle is over")
    }

    /// Who decides; both at once while they deploy (S4).
    pub fn deciders(&self) -> Seats {
        self.asked_seats()
    }

    /// A unit of a side, if it has one of this number.
    pub(crate) fn known(&self, seat: Seat, number: u8) -> Result<Id, No> {
        let exists = usize::from(number) < self.sides[seat].units.len();
        if exists { Ok(Id::new(seat, number)) } else { Err(No::NoSuchUnit { number }) }
    }

    /// Whether a side has units of all these numbers.
    pub(crate) fn all_known(&self, seat: Seat, units: UnitSet) -> Result<(), No> {
        units.last().map_or(Ok(()), |last| self.known(seat, last).map(drop))
    }

    /// Whether a side has a leader of this number.
    pub(crate) fn known_leader(&self, seat: Seat, number: u8) -> Result<(), No> {
        let exists = usize::from(number) < self.sides[seat].leaders.len();
        if exists { Ok(()) } else { Err(No::NoSuchLeader { number }) }
    }
}
