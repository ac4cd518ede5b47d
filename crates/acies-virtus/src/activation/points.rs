//! Activation points: what things cost, and whether they can be paid (VIR-R40 to VIR-R44, VIR-R69.2).

use acies_core::{Row, Seat, Sum, add, total, when};
use serde::{Deserialize, Serialize};

use crate::{
    activation::cards::{Card, Gives},
    areas::Area,
    battle::Battle,
    units::{Profile, Specials, Troop},
    words::refusals::No,
};

/// The activation points of a segment (VIR-R40, 8.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool {
    pub card: Option<Card>,
    /// From leaders (VIR-R42).
    pub bonus: u8,
    pub spent: u8,
}

impl Pool {
    /// What is left of the card (VIR-4.3.1) and of what leaders add (VIR-R42); nothing means without
    /// limit (VIR-4.3.3).
    pub fn left(self) -> Option<u8> {
        let card = match self.card.map(Card::gives) {
            Some(Gives::NoLimit) => return None,
            Some(Gives::Points(points)) => points,
            Some(Gives::Nothing) | None => 0,
        };
        Some((card + self.bonus).saturating_sub(self.spent))
    }

    pub fn can_pay(self, cost: u8) -> bool {
        self.left().is_none_or(|left| cost <= left)
    }
}

/// What a unit is activated for, as far as its cost is concerned (VIR-R41).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cost {
    pub profile: &'static Profile,
    pub stubborn: bool,
    pub item: Item,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    Fight { charge: bool, hill: bool, pila: bool, overhead: bool },
    Move { forced: bool, after_fight: bool },
}

impl Cost {
    pub fn of(troop: &Troop, item: Item) -> Self {
        Cost { profile: troop.profile, stubborn: troop.stubborn, item }
    }

    /// VIR-R41: the items, which are summed (VIR-5.0.1).
    #[rustfmt::skip]
    pub fn rows(&self) -> [Option<Row>; 9] {
        let has = |special| self.profile.has(special);
        let (fights, charge, hill, pila, overhead) = match self.item {
            Item::Fight { charge, hill, pila, overhead } => (true, charge, hill, pila, overhead),
            Item::Move { .. } => (false, false, false, false, false),
        };
        let (moves, forced) = match self.item {
            // VIR-R41.3, VIR-R58: the move of an evader after its fight is free.
            Item::Move { after_fight: true, .. } => (false, false),
            Item::Move { forced, after_fight: false } => (true, forced),
            Item::Fight { .. } => (false, false),
        };
        // VIR-R70: the surcharge applies to every activation.
        let activates = fights || moves;
        [
            add("VIR-R41.1", when(fights),                                        1, "activated to fight"),
            add("VIR-R41.2", when(moves),                                         1, "activated to move"),
            add("VIR-SR2.2", when(activates && has(Specials::FANATICS)),          1, "fanatics"),
            add("VIR-SR3.2", when(activates && self.stubborn),                    1, "stubborn"),
            add("VIR-5.2.5", when(charge && self.profile.is_infantry()),          1, "infantry charging"),
            add("VIR-7.3",   when(hill),                                          1, "hill die"),
            add("VIR-SR11.3", when(pila),                                         1, "pila"),
            add("VIR-SR13.2", when(overhead),                                     1, "shooting overhead"),
            add("VIR-SR14.7", when(forced && has(Specials::PIKES)),               1, "forced march with pikes"),
        ]
    }

    pub fn points(&self) -> u8 {
        total(self.rows()) as u8
    }

    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// The rows of VIR-R41 that say the same.
    #[rustfmt::skip]
    pub fn rulings(&self) -> impl Iterator<Item = &'static str> {
        let (charge, hill, pila, overhead) = match self.item {
            Item::Fight { charge, hill, pila, overhead } => (charge, hill, pila, overhead),
            Item::Move { .. } => (false, false, false, false),
        };
        let (forced, after_fight) = match self.item {
            Item::Move { forced, after_fight } => (forced, after_fight),
            Item::Fight { .. } => (false, false),
        };
        let fanatics = self.profile.has(Specials::FANATICS);
        [
            ("VIR-R41",   true),
            ("VIR-R41.3", after_fight),
            ("VIR-R41.4", fanatics || self.stubborn),
            ("VIR-R70",   fanatics || self.stubborn),
            ("VIR-R41.5", charge && self.profile.is_infantry()),
            ("VIR-5.2.6", charge && self.profile.is_mounted()),
            ("VIR-R41.6", hill),
            ("VIR-R41.7", pila),
            ("VIR-R41.8", overhead),
            ("VIR-R41.9", forced && self.profile.has(Specials::PIKES)),
        ]
        .into_iter()
        .filter(|&(_, applies)| applies)
        .map(|(rule, _)| rule)
    }
}

impl Battle {
    /// VIR-R43, VIR-4.4.1, VIR-4.4.2: the segment that pays for a unit: where it stands, or for one
    /// in the reserve where its move ends.
    pub fn payer(&self, seat: Seat, unit: u8, end: Area) -> Option<usize> {
        self.units(seat)[unit].area.segment().or(end.segment())
    }

    /// Takes the points from the segment of who fights (VIR-R43).
    pub(crate) fn pay(&mut self, area: Area, cost: Cost) {
        let segment = area.segment().expect("whoever fights stands in a segment");
        self.pools[segment].spent += cost.points();
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

    /// Whether a segment can pay for something that is not the step of a compelled unit.
    pub fn afford(&self, segment: usize, cost: u8) -> Result<(), No> {
        let Some(left) = self.pools[segment].left() else { return Ok(()) };
        if left < cost {
            return Err(No::TooFewPoints { segment, cost, left });
        }
        let claimed = self.claimed(segment);
        if left - claimed < cost {
            return Err(No::PointsClaimed { segment, cost, left, claimed });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::profile;

    fn cost(id: &str, stubborn: bool, item: Item) -> u8 {
        Cost { profile: profile(id).unwrap(), stubborn, item }.points()
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

    #[test]
    fn fights() {
        let fight = |charge, hill, pila, overhead| Item::Fight { charge, hill, pila, overhead };
        for (id, stubborn, item, expected, rule) in [
            ("legionaries", false, fight(false, false, false, false), 1, "VIR-5.0.1, VIR-R41.1"),
            ("fanatics", false, fight(false, false, false, false), 2, "VIR-SR2.2, VIR-R41.4"),
            ("legionaries", true, fight(false, false, false, false), 2, "VIR-SR3.2, VIR-R41.4"),
            ("legionaries", false, fight(true, false, false, false), 2, "VIR-5.2.5, VIR-R41.5"),
            ("heavy_cavalry", false, fight(true, false, false, false), 1, "VIR-5.2.6"),
            ("legionaries", false, fight(false, true, false, false), 2, "VIR-7.3, VIR-R41.6"),
            ("legionaries", false, fight(false, false, true, false), 2, "VIR-SR11.3, VIR-R41.7"),
            ("formed_bowmen", false, fight(false, false, false, true), 2, "VIR-SR13.2, VIR-R41.8"),
            ("legionaries", true, fight(true, true, true, false), 5, "VIR-R41: they are summed"),
        ] {
            assert_eq!(cost(id, stubborn, item), expected, "{id}: {rule}");
        }
    }

    #[test]
    fn moves() {
        let plain = Item::Move { forced: false, after_fight: false };
        let forced = Item::Move { forced: true, after_fight: false };
        let evade = Item::Move { forced: true, after_fight: true };
        for (id, stubborn, item, expected, rule) in [
            ("heavy_cavalry", false, plain, 1, "VIR-R41.2: all its moves of the turn"),
            ("heavy_cavalry", false, forced, 1, "VIR-R41.2: also a forced march"),
            ("phalangites", false, forced, 2, "VIR-SR14.7, VIR-R41.9"),
            ("fanatics", false, plain, 2, "VIR-R70"),
            ("javelineers", false, evade, 0, "VIR-R41.3"),
            ("javelineers", true, evade, 0, "VIR-R70: once for fight and move"),
        ] {
            assert_eq!(cost(id, stubborn, item), expected, "{id}: {rule}");
        }
    }
}
