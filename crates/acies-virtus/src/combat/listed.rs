//! The charges and combats that can be made, by construction, without trying everything.
//!
//! [`check`](acies_core::Game::check) judges one action at a time and says why not. Here the legal
//! ones are listed as fast as possible, because computer players do little else. The two must agree:
//! the kit tries it, and so does every listing in a debug build.

use acies_core::Seat;

use crate::{
    activation::means::Means,
    areas::{Area, Ground},
    battle::Battle,
    combat::{
        attack::With,
        charge::Charge,
        fight::{Fight, Kind},
    },
    units::UnitSet,
};

impl Battle {
    /// Calls `found` with every charge that can be declared, until it says true. Tells whether it did.
    pub fn each_charge(&self, mut found: impl FnMut(Charge) -> bool) -> bool {
        let means = self.means();
        self.areas().any(|area| self.each_charge_from(area, UnitSet::ALL, &means, &mut found))
    }

    /// The same for some units in one area.
    #[inline]
    pub(super) fn each_charge_from(
        &self,
        area: Area,
        some: UnitSet,
        means: &Means,
        mut found: impl FnMut(Charge) -> bool,
    ) -> bool {
        let (by, kinds) = (means.by, self.kinds(means.by));
        let Some(segment) = area.segment() else { return false };
        let units = self.units_in(area, by) & (some - kinds.artillery - means.idle);
        let points = means.points[segment];
        if units.is_empty() || points == 0 {
            return false;
        }
        let engaged = self.enemy_in(area, by);
        let targets = if engaged {
            self.units_in(area, by.other())
        } else {
            area.flanks(self.columns())
                .filter(|&flank| self.may_reach_flank(by, area, flank).is_ok())
                .fold(UnitSet::NONE, |all, flank| all | self.units_in(flank, by.other()))
        };
        if targets.is_empty() {
            return false;
        }
        let hill = engaged && self.can_use_hill(area, by);
        for unit in units {
            let base = self.base_cost(by, unit) + u8::from(kinds.infantry.has(unit));
            for target in targets {
                for (hill, pila) in affordable(hill, kinds.pila.has(unit), points, base) {
                    let charge = Charge { unit, target, hill, pila };
                    debug_assert!(self.may_charge(by, &charge).is_ok(), "{charge:?}");
                    if found(charge) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The same for ordinary combats.
    pub fn each_fight(&self, mut found: impl FnMut(Fight) -> bool) -> bool {
        let means = self.means();
        self.areas().any(|area| self.each_fight_from(area, UnitSet::ALL, &means, &mut found))
    }

    #[inline]
    pub(super) fn each_fight_from(
        &self,
        area: Area,
        some: UnitSet,
        means: &Means,
        mut found: impl FnMut(Fight) -> bool,
    ) -> bool {
        let (by, kinds) = (means.by, self.kinds(means.by));
        let Some(segment) = area.segment() else { return false };
        let points = means.points[segment];
        if points == 0 {
            return false;
        }
        let units = self.units_in(area, by) & (some - means.idle);
        if units.is_empty() {
            return false;
        }
        let mut offer = |fight: Fight| {
            debug_assert!(self.may_fight(by, &fight).is_ok(), "{fight:?}");
            found(fight)
        };
        if self.enemy_in(area, by) {
            let hill = self.can_use_hill(area, by);
            for unit in units {
                let formed = self.units(by)[unit].formation.is_closed();
                let pila = kinds.pila.has(unit) && !formed;
                for (hill, pila) in affordable(hill, pila, points, self.base_cost(by, unit)) {
                    if offer(Fight { unit, kind: Kind::Here, hill, pila }) {
                        return true;
                    }
                }
            }
            return false;
        }
        for unit in units & kinds.shooters {
            let fight = Fight { unit, kind: Kind::Shoot, hill: false, pila: false };
            if self.may_fight(by, &fight).is_ok() && offer(fight) {
                return true;
            }
        }
        for flank in area.flanks(self.columns()) {
            let open = flank.side() != by || self.enemy_in(flank, by);
            if !open || self.may_reach_flank(by, area, flank).is_err() {
                continue;
            }
            let wood = self.ground(flank).contains(Ground::WOOD);
            for unit in units {
                let formed = self.units(by)[unit].formation.is_closed();
                let cost = self.base_cost(by, unit);
                let kind = Kind::Flank { area: flank, with: With::Fv };
                let pila = kinds.pila.has(unit) && !formed;
                for (hill, pila) in affordable(false, pila, points, cost) {
                    if offer(Fight { unit, kind, hill, pila }) {
                        return true;
                    }
                }
                if kinds.shooters.has(unit) && !wood && !formed && cost <= points {
                    let kind = Kind::Flank { area: flank, with: With::Sv };
                    if offer(Fight { unit, kind, hill: false, pila: false }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// VIR-R60: a hill that this seat holds.
    fn can_use_hill(&self, area: Area, seat: Seat) -> bool {
        self.ground(area).contains(Ground::HILL) && self.holder(area) == seat
    }
}

/// The ways to use a hill die and pila that can be paid for (VIR-R41.6, VIR-R41.7).
fn affordable(hill: bool, pila: bool, points: u8, base: u8) -> impl Iterator<Item = (bool, bool)> {
    [(false, false), (true, false), (false, true), (true, true)].into_iter().filter(
        move |&(with_hill, with_pila)| {
            let cost = base + u8::from(with_hill) + u8::from(with_pila);
            (!with_hill || hill) && (!with_pila || pila) && cost <= points
        },
    )
}
