//! Impetuous units before the enemy must attack, and come first (VIR-R69, VIR-SR1.2).

use acies_core::Seat;

use crate::{
    activation::points::{Cost, Item},
    areas::Area,
    battle::Battle,
    movement::path::Path,
    units::{Flags, Formation, Specials, UnitSet},
    words::events::{Event, Events},
};

impl Battle {
    /// VIR-R69.1: whether a unit of the active player is compelled to attack this turn.
    pub fn becomes_compelled(&self, unit: u8) -> bool {
        let seat = self.active;
        let it = &self.units(seat)[unit];
        let Some(front) = it.area.front(seat) else { return false };
        self.troop(seat, unit).profile.has(Specials::IMPETUOUS)
            && !it.is(Flags::ROUTED)
            && it.formation != Formation::Shieldwall
            && !self.enemy_in(it.area, seat)
            && self.enemy_in(front, seat)
            && self.crossings_left(it.area, front) != Some(0)
    }

    /// T2c, VIR-R69.1: impetuous units before the enemy are compelled to attack.
    pub(super) fn compel(&mut self, log: &mut Events) {
        let by = self.active;
        let impetuous = self.units(by).alive() & self.kinds(by).impetuous;
        let units: UnitSet =
            impetuous.into_iter().filter(|&unit| self.becomes_compelled(unit)).collect();
        self.compelled = units;
        if !units.is_empty() {
            let paid = units.into_iter().any(|unit| {
                let segment = self.units(by)[unit].area.segment();
                segment.is_some_and(|segment| self.pools[segment].can_pay(1))
            });
            log.push(|| Event::Compelled { by, units, paid });
        }
    }

    /// The units of the active player that must still step into their front area (VIR-R69.3), in
    /// a segment.
    pub fn compelled_in(&self, segment: usize) -> UnitSet {
        self.units_in(Area::new(self.active, segment), self.active) & self.compelled
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

    /// VIR-R69.5: the compelled unit that must still move, if one can be paid for.
    pub fn must_still_move(&self, seat: Seat) -> Option<u8> {
        self.compelled.into_iter().find(|&unit| {
            self.is_compelled(seat, unit)
                && self.units(seat)[unit]
                    .area
                    .front(seat)
                    .is_some_and(|front| self.may_move(seat, unit, Path::one(front)).is_ok())
        })
    }
}
