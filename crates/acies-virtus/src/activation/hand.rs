//! Activation: the hand, the distribution of cards, and what leaders do (RULES.md 3.12 to 3.15, 8.9,
//! 8.10; VIR-R35 to VIR-R42, VIR-R86.1).

use acies_core::{Row, Seat, add, always, at_least, total, when};

use crate::{
    action::Distribution,
    activation::cards::{Card, Cards, Hand},
    areas::Area,
    battle::{Battle, Pool},
    units::{Flags, Specials},
    words::refusals::No,
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
    /// VIR-R36: how many cards a player may hold now.
    pub fn hand_limit(&self, seat: Seat) -> u8 {
        total(hand_limit(self.controlled_segments(seat), self.cinc_in_reserve(seat))) as u8
    }

    /// VIR-4.1.4, VIR-R65: a dead C-in-C is not replaced.
    pub fn cinc_in_reserve(&self, seat: Seat) -> bool {
        let side = &self.sides[seat];
        let cinc = side.leaders.get(usize::from(side.cinc));
        cinc.is_some_and(|it| it.alive && it.area == Area::reserve(seat))
    }

    /// VIR-R37, VIR-R86.1, VIR-R88: whether cards and leaders may be used so.
    pub fn may_distribute(&self, seat: Seat, plan: &Distribution) -> Result<(), No> {
        if let Some(segment) = plan.lay[self.columns()..].iter().position(Option::is_some) {
            return Err(No::NoSuchSegment { segment: segment + self.columns() });
        }
        let laid = plan.lay.iter().flatten();
        if let Some(&card) = laid.clone().find(|card| !card.activates()) {
            return Err(No::CourtCard { card });
        }
        let deck = &self.sides[seat].deck;
        match deck.hand {
            Hand::Known(hand) => may_play(hand, laid.copied().chain(plan.discard.iter()))?,
            Hand::Hidden(holds) => {
                // VIR-R88: of real cards only what is laid is known.
                let used = laid.clone().count() as u8 + plan.discard.len() + plan.face_down;
                if used > holds {
                    return Err(No::TooManyCards { holds, used });
                }
                let all = laid.copied().chain(plan.discard.iter());
                may_play(deck.unseen(), all).map_err(|no| match no {
                    No::NotInHand { card } => No::OutOfDeck { card },
                    other => other,
                })?;
            }
        }
        if plan.face_down > 0 && matches!(deck.hand, Hand::Known(_)) {
            return Err(No::NotReal);
        }
        (0..).zip(plan.join).try_for_each(|(leader, unit)| match unit {
            Some(unit) => self.may_join(seat, leader, unit),
            None => Ok(()),
        })
    }

    /// VIR-R86.1, VIR-SR18.1: a unit of his side in his area, not routed, with enemies there.
    pub fn may_join(&self, seat: Seat, leader: u8, unit: u8) -> Result<(), No> {
        let it = self.sides[seat].leaders.get(usize::from(leader)).filter(|it| it.alive);
        let Some(it) = it else { return Err(No::NoSuchLeader) };
        if self.living(seat, unit)?.area != it.area {
            return Err(No::JoinElsewhere { leader, unit });
        }
        if !self.enemy_in(it.area, seat) {
            return Err(No::JoinWithoutEnemy { leader, area: it.area });
        }
        if self.units(seat)[unit].is(Flags::ROUTED) {
            return Err(No::JoinRouted { unit });
        }
        Ok(())
    }

    /// T2c, VIR-R40, VIR-R42: what each segment can spend this turn.
    pub fn fix_pools(&mut self) {
        let seat = self.active;
        let lay = self.sides[seat].deck.laid;
        self.pools = lay.map(|card| Pool { card, bonus: 0, spent: 0 });
        for leader in 0..self.sides[seat].leaders.len() {
            let it = self.sides[seat].leaders[leader];
            // VIR-SR18.7, VIR-R86.3: none when he joins a unit, whether it fights or not.
            if let Some(segment) = it.area.segment().filter(|_| it.alive && it.joined.is_none()) {
                let superior = self.leader_card(seat, leader as u8).superior;
                // VIR-8.3, VIR-8.4: one, or two from a superior leader.
                self.pools[segment].bonus += if superior { 2 } else { 1 };
            }
        }
    }

    /// VIR-R69.1: whether a unit of the active player is compelled to attack this turn.
    pub fn becomes_compelled(&self, unit: u8) -> bool {
        let seat = self.active;
        let it = &self.units(seat)[unit];
        let Some(front) = it.area.front(seat) else { return false };
        self.troop(seat, unit).profile.has(Specials::IMPETUOUS)
            && !it.is(Flags::ROUTED)
            && it.formation != crate::units::Formation::Shieldwall
            && !self.enemy_in(it.area, seat)
            && self.enemy_in(front, seat)
            && self.crossings_left(it.area, front) != Some(0)
    }
}

/// Whether these cards are all among those.
fn may_play(hand: Cards, cards: impl Iterator<Item = Card>) -> Result<(), No> {
    let mut left = hand;
    for card in cards {
        if !left.has(card) {
            return Err(No::NotInHand { card });
        }
        left = left.without(card);
    }
    Ok(())
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

    #[test]
    fn pools_are_what_cards_and_leaders_give() {
        let whole = Pool { card: Some(Card::Five), bonus: 1, spent: 0 };
        assert_eq!(whole.left(), Some(6), "VIR-4.3.1, VIR-8.3");
        let pool = Pool { spent: 2, ..whole };
        assert_eq!(pool.left(), Some(4), "VIR-R40");
        assert!(pool.can_pay(4) && !pool.can_pay(5));
        let joker = Pool { card: Some(Card::Joker), bonus: 0, spent: 9 };
        assert_eq!(joker.left(), None, "VIR-4.3.3");
        assert_eq!(Pool::default().left(), Some(0), "VIR-R40: no card, no points");
    }
}
