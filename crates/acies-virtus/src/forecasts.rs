//! What an action throws and what may come of it.
//!
//! A forecast is the rule itself, played with exact dice on a copy of the battle; one function makes the
//! panel from what comes of it. Hindsight makes the same panel from what did come of it.

pub(crate) mod onset;
mod ordeals;
mod turn_end;

use acies_core::{
    Dice, Forecast, Game, Log, Seat, Worth,
    flow::{One, Stacked},
};

use crate::{
    battle::{Action, Battle, Frame},
    words::events::Event,
};
use onset::Onset;

/// What is thrown next though nobody decides it: what follows of itself from an action that throws nothing.
enum Ahead {
    Charge(Box<Onset<'static>>),
    TurnEnd(Box<Battle>),
}

impl Battle {
    /// The first step that throws, if one comes before anybody decides anew.
    fn ahead(&self, by: Seat, action: &Action) -> Option<Ahead> {
        let mut at = self.clone();
        let mut dice = Dice::scripted([]);
        at.answer(by, action, &mut dice, &mut Log::Off).ok()?;
        loop {
            let frame = at.top()?;
            let step = frame.it();
            if !step.deciders(&at).is_empty() && !step.idle(&at) {
                return None;
            }
            match frame {
                Frame::Resolve if !at.charges.is_empty() => {
                    let charge = at.charges[0];
                    let declared = !self.charges.contains(&charge);
                    return Some(Ahead::Charge(Box::new(at.into_onset(&charge, declared))));
                }
                Frame::TurnEnds => return Some(Ahead::TurnEnd(Box::new(at))),
                _ => at.take(),
            };
            step.go_on(&mut at, &mut dice, &mut Log::Off).ok()?;
        }
    }

    /// What an action throws, if it throws dice.
    pub(crate) fn foresee_action(&self, by: Seat, action: &Action) -> Option<Forecast> {
        self.check(by, action).ok()?;
        match self.ahead(by, action) {
            Some(Ahead::Charge(onset)) => Some(onset.forecast()),
            Some(Ahead::TurnEnd(at)) => at.turn_end(None),
            None => action.it().forecast(self, by),
        }
    }

    /// The same panel, had one known what came of the action.
    pub(crate) fn look_back(
        &self,
        by: Seat,
        action: &Action,
        after: &Battle,
        events: &[Event],
    ) -> Option<Forecast> {
        self.check(by, action).ok()?;
        match self.ahead(by, action) {
            Some(Ahead::Charge(onset)) => Some(onset.hindsight(events)),
            Some(Ahead::TurnEnd(at)) => at.turn_end(Some(after)),
            None => action.it().hindsight(self, by, after, events),
        }
    }

    /// What comes before this seat can decide anew about the same pieces: charges that wait, and the tests with
    /// which the other player's turn begins.
    pub(crate) fn foresee_later(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        if self.check(by, action).is_err() {
            return Vec::new();
        }
        match self.ahead(by, action) {
            Some(Ahead::Charge(onset)) => {
                let given = matches!(action, Action::Give(_)).then(|| action.it().later(self, by));
                onset.tests().into_iter().chain(given.into_iter().flatten()).collect()
            }
            Some(Ahead::TurnEnd(_)) => Vec::new(),
            None => action.it().later(self, by),
        }
    }

    /// What the rows of a forecast bring.
    pub(crate) fn foresee_worths(&self, by: Seat, action: &Action) -> Vec<Worth> {
        if self.check(by, action).is_err() {
            return Vec::new();
        }
        match self.ahead(by, action) {
            Some(Ahead::Charge(onset)) => onset.worths(),
            Some(Ahead::TurnEnd(_)) => Vec::new(),
            None => action.it().worths(self, by),
        }
    }
}
