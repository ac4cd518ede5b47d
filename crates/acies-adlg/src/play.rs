//! The contract: a battle as everybody else sees it.

use acies_core::{
    Dice, Game, Log, Misread, Outcome, Pending, Sealed, Seat, UnitSet, Viewer,
    flow::{One, Reading, Stacked},
};

use crate::{
    action::Action,
    battle::{Battle, EndedBy, Frame},
    words::{events::Event, notation::Reader, refusals::No},
};

impl Game for Battle {
    type Action = Action;
    type Event = Event;
    type Refusal = No;

    acies_core::by_steps!();

    fn pending(&self) -> Pending {
        if let Some(ending) = self.ending {
            let how = ending.words();
            let by_limit = ending.how == EndedBy::Limit;
            return Pending::Over(Outcome {
                winner: ending.winner,
                rule: ending.rule(),
                how,
                by_limit,
            });
        }
        Pending::Decide(self.asked_seats())
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        let Some(frame) = self.top().filter(|frame| frame.it().deciders(self).has(by)) else {
            return;
        };
        frame.it().candidates(self, by, out);
        frame.it().attempts(self, by, out);
        if self.prelude.is_none() {
            out.extend([Action::EndShooting, Action::EndCorps]);
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), No> {
        if self.ending.is_some() {
            return Err(No::Over);
        }
        if !self.asked_seats().has(by) {
            return Err(No::NotYourDecision);
        }
        action.it().check(self, by)
    }

    /// The other player's plan is hidden (ADLG-R29): who waits in ambush, and where a flank march comes.
    /// Everything else is open.
    fn view(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        let mut plans = self.sealed_plans();
        plans.veil(viewer);
        for (seat, plan) in Seat::BOTH.into_iter().zip(plans.0) {
            view.sides[seat].plan = plan;
        }
        view
    }

    /// A plan that the other player may have written.
    fn guess(&self, seat: Seat, dice: &mut Dice) -> Self {
        let mut guess = self.clone();
        let other = seat.other();
        if self.sides[other].plan == Sealed::Hidden {
            guess.sides[other].plan = Sealed::In(self.guess_plan(other, dice));
        }
        guess
    }
}

impl Stacked for Battle {
    acies_core::has_stack!(Frame);

    /// ADLG-R155, ADLG-R31: whom an enemy has come upon: commanders by themselves, and ambushers.
    fn pause(&mut self, log: &mut Log<Event>) {
        self.chase_commanders(log);
        self.settle();
        if self.prelude.is_none() {
            self.spring_ambushes(log);
        }
    }
}

impl Reading for Battle {
    type Reader<'a> = Reader<'a>;
    const NOT_NOW: No = No::NotNow;

    fn yes(words: &mut Reader<'_>) -> Result<bool, Misread> {
        words.yes()
    }
}

impl Battle {
    /// Whether all units that are named exist.
    pub(crate) fn check_known(&self, seat: Seat, units: UnitSet) -> Result<(), No> {
        units.last().map_or(Ok(()), |last| self.check_exists(seat, last))
    }

    pub(crate) fn check_exists(&self, seat: Seat, number: u8) -> Result<(), No> {
        let exists = usize::from(number) < self.sides[seat].units.len();
        if exists { Ok(()) } else { Err(No::NoSuchUnit { number: number.into() }) }
    }

    /// Draws from what is proposed until it is legal: one of the proposals is.
    pub(crate) fn draw_legal(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        loop {
            let drawn = room.swap_remove(chance.number(room.len()));
            if self.check(by, &drawn).is_ok() {
                return drawn;
            }
        }
    }
}
