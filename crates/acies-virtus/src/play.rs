//! The contract of a battle: who decides, what is allowed, what is hidden. What is offered, and what comes of
//! it, each step and each action says itself.

use acies_core::{
    Dice, Game, Misread, Pending, Seat, Viewer,
    flow::{One, Reading, Stacked},
};

use crate::{
    activation::cards::{Card, Cards, Hand},
    battle::{Action, Battle, Frame},
    words::{
        events::Event,
        notation::Reader,
        refusals::{No, Refusal},
    },
};

impl Game for Battle {
    type Action = Action;
    type Event = Event;
    type Refusal = Refusal;

    acies_core::by_steps!();

    fn pending(&self) -> Pending {
        match self.ending {
            Some(ending) => Pending::Over(ending.outcome()),
            None => Pending::Decide(self.asked_seats()),
        }
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        if let Some(frame) = self.top().filter(|_| self.asked_seats().has(by)) {
            frame.it().attempts(self, by, out);
            out.extend([Action::Done, Action::Resign]);
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Refusal { by, no: No::Over });
        }
        // VIR-R23: who has deployed is told that nothing can be changed.
        let deploys = matches!((self.top(), action), (Some(Frame::Deploy), Action::Deploy(_)));
        if !deploys && !self.asked_seats().has(by) {
            return Err(Refusal { by, no: No::NotYours });
        }
        action.it().check(self, by)
    }

    /// VIR-R38: hands are hidden, and so is a placement until both are in (VIR-1.6.1). The draw
    /// pile has no order, and what is in it follows from the rest.
    fn view(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        let mut sealed = self.sealed();
        sealed.veil(viewer);
        for seat in Seat::BOTH.into_iter().filter(|&seat| viewer != Some(seat)) {
            let side = &mut view.sides[seat];
            side.deck.hand = Hand::Hidden(side.deck.hand.count());
            side.sealed = sealed[seat];
        }
        view
    }

    /// A hand that the other player may hold, drawn from the cards that were not seen; and a
    /// placement that he may have made.
    fn guess(&self, seat: Seat, dice: &mut Dice) -> Self {
        let mut guess = self.clone();
        let other = seat.other();
        let mut sealed = self.sealed();
        sealed.guess(|seat| self.any_placement(seat, dice));
        guess.sides[other].sealed = sealed[other];
        if self.setup.real_cards {
            return guess;
        }
        let deck = &mut guess.sides[other].deck;
        let mut hand = Cards::NONE;
        let mut unseen = deck.unseen();
        for _ in 0..deck.hand.count() {
            let ask = other.throws("VIR-R38", "a card that may be in hand");
            let kind = dice.pick(ask, &unseen.copies()).expect("guesses come from a seed");
            hand = hand.with(Card::ALL[kind]);
            unseen = unseen.without(Card::ALL[kind]);
        }
        deck.hand = Hand::Known(hand);
        guess
    }
}

impl Reading for Battle {
    type Reader<'a> = Reader<'a>;
    const NOT_NOW: Refusal = Refusal { by: Seat::Red, no: No::NotNow };

    fn yes(reader: &mut Reader<'_>) -> Result<bool, Misread> {
        reader.words.yes()
    }
}
