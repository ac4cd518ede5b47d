//! Activation points: what things cost, and whether they can be paid (VIR-R40 to VIR-R44, VIR-R69.2).

use acies_core::{Row, Seat, Sum, add, total, when};
use serde::Serialize;

use crate::{
    areas::Area,
    battle::Battle,
    units::{Profile, Specials, Troop},
    words::refusals::No,
};

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

    /// VIR-R69.1, VIR-R69.5: whether a unit is compelled and its step is still possible.
    pub fn is_compelled(&self, seat: Seat, unit: u8) -> bool {
        let area = self.units(seat)[unit].area;
        seat == self.active
            && self.compelled.has(unit)
            && area.front(seat).is_some_and(|front| self.crossings_left(area, front) != Some(0))
    }

    /// VIR-R69.2: what each compelled unit of a segment costs that has not moved yet, for no more
    /// of them than may still cross a river before them.
    fn claims(&self, segment: usize) -> impl Iterator<Item = u8> {
        let seat = self.active;
        let own = Area::new(seat, segment);
        let front = Area::new(seat.other(), segment);
        let cross = self.crossings_left(own, front).map_or(usize::MAX, usize::from);
        let item = Item::Move { forced: false, after_fight: false };
        let compelled = self.compelled_in(segment).into_iter().take(cross);
        compelled.map(move |unit| Cost::of(self.troop(seat, unit), item).points())
    }

    /// VIR-R69.2: what compelled units claim of a segment's points before anything else.
    pub fn claimed(&self, segment: usize) -> u8 {
        let Some(left) = self.pools[segment].left() else { return 0 };
        let (claim, cheapest) = self
            .claims(segment)
            .fold((0, u8::MAX), |(sum, least), cost| (sum + cost, least.min(cost)));
        // Once the rest cannot pay for any of them it is free.
        if left < cheapest { 0 } else { claim.min(left) }
    }

    /// VIR-R69.4: how many crossings compelled units still need and can be paid for.
    pub fn crossings_claimed(&self, segment: usize) -> usize {
        let pool = self.pools[segment];
        let mut sum = 0;
        self.claims(segment)
            .take_while(|cost| {
                sum += cost;
                pool.can_pay(sum)
            })
            .count()
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
