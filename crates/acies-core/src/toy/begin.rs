//! TOY-1.3, TOY-1.4: the hill, and a secret card for each side.

use super::*;
use crate::flow::{Deed, Shown};

pub struct Beginning;

/// Throws for the hill and draws the cards.
pub struct Begin;

impl Step<Duel> for Beginning {
    fn deciders(&self, _: &Duel) -> Seats {
        Seat::Red.into()
    }

    fn asks(&self, _: &Duel) -> (String, &'static [RuleId]) {
        ("begin the duel".into(), &["TOY-1.3"])
    }

    fn candidates(&self, _: &Duel, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::Begin);
    }
}

impl Deed<Duel> for Begin {
    type Plan = Seat;
    crate::one_word!(Duel: "begin");

    fn check(&self, duel: &Duel, by: Seat) -> Result<Seat, No> {
        if duel.top() == Some(Frame::Begin) { Ok(by) } else { Err(No::NotNow) }
    }

    fn perform(
        &self,
        by: Seat,
        duel: &mut Duel,
        dice: &mut Dice,
        log: &mut Log<Happened>,
    ) -> Rolled<()> {
        let face = dice.roll(by.throws("TOY-1.3", "for the hill"), D6)?;
        let hill = if face <= 3 { Seat::Red } else { Seat::Blue };
        duel.hill = Some(hill);
        log.push(|| Happened::Begun { hill, face: face as u8 });
        let mut copies = [2; 3];
        for seat in Seat::BOTH {
            let ask = seat.throws("TOY-1.4", "a secret card");
            let kind = dice.pick(ask, &copies).of_kinds(&Card::WORDS)?;
            copies[kind] -= 1;
            let card = Card::ALL[kind];
            duel.band_mut(seat).card = Sealed::In(card);
            log.push(|| Happened::Drew { by: seat, card });
        }
        Ok(())
    }

    fn shows(&self, _: &Duel, _: Seat) -> Shown {
        Shown::new("Begin", "throw for the hill and draw the cards").rules(&["TOY-1.3", "TOY-1.4"])
    }
}
