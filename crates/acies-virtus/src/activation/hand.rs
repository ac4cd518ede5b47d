//! T2a: the hand (RULES.md 3.13, 8.10; VIR-R35, VIR-R36, VIR-R39).

use acies_core::{About, Dice, Rolled, Row, Seat, add, always, at_least, total, when};

use crate::{
    activation::cards::{Card, Cards, Hand},
    areas::Area,
    battle::Battle,
    words::events::{Event, Events},
};

/// VIR-R36, 8.10: the hand limit.
pub fn hand_limit(controlled: usize, cinc_in_reserve: bool) -> [Option<Row>; 3] {
    [
        add("VIR-4.1.2", always(), controlled as i32, "one for each segment under control"),
        add("VIR-4.1.4", when(cinc_in_reserve), 1, "C-in-C in the reserve"),
        at_least("VIR-R36", always(), 1, "at least one"),
    ]
}

impl Battle {
    pub fn hand_limit(&self, seat: Seat) -> u8 {
        total(hand_limit(self.controlled_segments(seat), self.cinc_in_reserve(seat))) as u8
    }

    /// VIR-4.1.4, VIR-R65: a dead C-in-C is not replaced.
    pub fn cinc_in_reserve(&self, seat: Seat) -> bool {
        let side = &self.sides[seat];
        let cinc = side.leaders.get(usize::from(side.cinc));
        cinc.is_some_and(|it| it.alive && it.area == Area::reserve(seat))
    }

    /// T2a, VIR-R36: discard the excess at random, or draw up to the limit.
    pub(crate) fn fill_hand(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = self.active;
        let limit = self.hand_limit(by);
        let held = self.sides[by].deck.hand.count();
        if held > limit {
            return self.discard_excess(held - limit, dice, log);
        }
        let count = limit - held;
        // VIR-4.3.8, VIR-R39: reshuffle first if the pile is too small.
        if self.sides[by].deck.draw_len() < count {
            self.sides[by].deck.reshuffle();
            log.push(|| Event::Reshuffled { by, joker: false });
        }
        let deck = &mut self.sides[by].deck;
        let mut cards = Cards::NONE;
        deck.hand = match (deck.hand, deck.draw_pile()) {
            (Hand::Known(hand), Some(pile)) => {
                for _ in 0..count {
                    let ask = by.throws("VIR-4.1.1", "a card from the draw pile");
                    let kind = dice.pick(ask, &pile.minus(cards).copies());
                    let card = Card::ALL[kind.of_kinds(&Card::WORDS)?];
                    cards = cards.with(card);
                }
                Hand::Known(hand.and(cards))
            }
            (hand, _) => Hand::Hidden(hand.count() + count),
        };
        let cards = (!self.setup.real_cards).then_some(cards);
        log.push(|| {
            let (cinc, floor) = (self.cinc_in_reserve(by), self.controlled_segments(by) == 0);
            Event::Drawn { by, cards, count, limit, cinc, floor }
        });
        Ok(())
    }

    /// VIR-4.2.4: the opponent picks the excess at random.
    fn discard_excess(&mut self, count: u8, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = self.active;
        let mut cards = Cards::NONE;
        for _ in 0..count {
            let deck = &mut self.sides[by].deck;
            match deck.hand {
                Hand::Known(hand) => {
                    let ask = by.other().throws("VIR-4.2.4", "a card from the enemy's hand");
                    let kind = dice.pick(ask, &hand.copies()).of_kinds(&Card::WORDS)?;
                    let card = Card::ALL[kind];
                    deck.hand = Hand::Known(hand.without(card));
                    deck.discard = deck.discard.with(card);
                    cards = cards.with(card);
                }
                Hand::Hidden(n) => {
                    deck.hand = Hand::Hidden(n - 1);
                    deck.face_down += 1;
                }
            }
        }
        log.push(|| Event::Discarded { by, cards, count });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acies_core::Sum;

    #[test]
    fn hand_limits() {
        for (controlled, cinc, limit, rule) in [
            (4, false, 4, "VIR-4.1.2"),
            (4, true, 5, "VIR-4.1.4"),
            (0, false, 1, "VIR-R36: at least one"),
            (0, true, 1, "VIR-R36"),
        ] {
            assert_eq!(Sum::of(hand_limit(controlled, cinc)).total, limit, "{rule}");
        }
    }
}
