//! A battle as the contract sees it: each question and answer is passed on to the step on top of the stack.

use acies_core::{
    Dice, Game, Log, Misread, Outcome, Pending, Rolled, Seat, Tactics, Viewer,
    flow::{One, Reading, Stacked},
};

use crate::{
    battle::{Action, Battle, Frame},
    words::{Event, No, Words},
};

impl Stacked for Battle {
    type Frame = Frame;

    fn top(&self) -> Option<Frame> {
        self.stack.last().copied()
    }

    fn lay(&mut self, frame: impl Into<Frame>) {
        self.stack.push(frame.into());
    }

    fn take(&mut self) -> Option<Frame> {
        self.stack.pop()
    }
}

impl Reading for Battle {
    type Reader<'a> = Words<'a>;
    const NOT_NOW: No = No::NotNow;

    fn yes(words: &mut Words<'_>) -> Result<bool, Misread> {
        words.typed.yes()
    }
}

impl Game for Battle {
    type Action = Action;
    type Event = Event;
    type Refusal = No;

    fn pending(&self) -> Pending {
        if !self.stack.is_empty() {
            return Pending::Decide(self.asked_seats());
        }
        let drawn =
            Outcome { winner: None, rule: "LEG-R119", how: "nobody fights on", by_limit: true };
        Pending::Over(self.outcome().unwrap_or(drawn))
    }

    fn candidates(&self, by: Seat, out: &mut Vec<Action>) {
        if let Some(frame) = self.top() {
            frame.it().candidates(self, by, out);
        }
    }

    fn any(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        let asked = self.top().expect("a seat that must decide is asked");
        asked.it().any(self, by, chance, room)
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        if let Some(frame) = self.top() {
            frame.it().attempts(self, by, out);
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), No> {
        if self.stack.is_empty() {
            return Err(No::Over);
        }
        if !self.asked_seats().has(by) {
            return Err(No::NotAsked { by });
        }
        action.it().check(self, by)
    }

    fn perform(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        self.act(by, action, dice, log)
    }

    /// LEG-R120: standing orders and what messengers carry are known to their owner alone.
    fn view(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        view.veil_orders(viewer);
        view.veil_setup(viewer);
        view
    }

    fn guess(&self, _: Seat, dice: &mut Dice) -> Self {
        let mut guess = self.clone();
        guess.guess_orders(dice);
        guess.guess_setup();
        guess
    }
}

impl Tactics for Battle {
    fn decide(&self, by: Seat, chance: &mut Dice) -> Action {
        self.any(by, chance, &mut Vec::new())
    }
}
