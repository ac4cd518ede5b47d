//! What the active player can still use: who may act, and with which points.
//!
//! Computer players do little else than list what can be done, so it is looked up once for a whole list.

use acies_core::{Dice, Seat};

use crate::{
    areas::{Area, COLUMNS_MAX},
    battle::{Action, Battle},
    units::{Flags, UnitSet},
};

/// Points without a limit (VIR-4.3.3).
const NO_LIMIT: u8 = u8::MAX;

/// What the active player can still use, looked up once for a whole list.
pub struct Means {
    pub by: Seat,
    /// What each segment can spend on anything but the steps of compelled units (VIR-R69.2).
    pub points: [u8; COLUMNS_MAX],
    /// Units that must step into their front area and can do nothing else (VIR-R69.3).
    pub compelled: UnitSet,
    /// Units that cannot be activated to fight.
    pub idle: UnitSet,
}

impl Battle {
    pub fn means(&self) -> Means {
        let by = self.active;
        let compelled: UnitSet =
            self.compelled.into_iter().filter(|&unit| self.is_compelled(by, unit)).collect();
        let mut points = [0; COLUMNS_MAX];
        for (segment, points) in points.iter_mut().enumerate() {
            *points = match self.pools[segment].left() {
                None => NO_LIMIT,
                Some(left) if compelled.is_empty() => left,
                Some(left) => left - self.claimed(segment),
            };
        }
        let idle = self.units(by).with_any(Flags::ROUTED | Flags::ACTIVATED) | compelled;
        Means { by, points, compelled, idle }
    }

    /// The fewest points for which some unit is activated: there is no use in looking below.
    pub fn base_cost(&self, seat: Seat, unit: u8) -> u8 {
        1 + u8::from(self.kinds(seat).dear.has(unit))
    }

    /// The units that have points to use in their segment.
    pub fn paid_units(&self, means: &Means) -> UnitSet {
        let paid = |area: &Area| area.segment().is_some_and(|at| means.points[at] > 0);
        let field = self.areas().filter(paid);
        field.fold(UnitSet::NONE, |all, area| all | self.units_in(area, means.by))
    }

    /// Any unit that can be activated to fight, and anything that it can do.
    pub fn any_fighter(
        &self,
        chance: &mut Dice,
        room: &mut Vec<Action>,
        list: impl Fn(Area, UnitSet, &Means, &mut Vec<Action>),
    ) -> Action {
        let means = self.means();
        let units = self.paid_units(&means) - means.idle;
        Actors { units, leaders: false, done: true }.any(chance, room, |unit, out| {
            if let Some(unit) = unit {
                list(self.units(means.by)[unit].area, UnitSet::one(unit), &means, out);
            }
        })
    }
}

/// Who may act in a step that offers many actions.
pub struct Actors {
    pub units: UnitSet,
    pub leaders: bool,
    pub done: bool,
}

impl Actors {
    /// Any action at random: first it is decided who acts, and then only what he can do is listed, of one
    /// unit or of the leaders.
    pub fn any(
        self,
        chance: &mut Dice,
        room: &mut Vec<Action>,
        list: impl Fn(Option<u8>, &mut Vec<Action>),
    ) -> Action {
        let Actors { mut units, mut leaders, done } = self;
        loop {
            let rest = usize::from(leaders) + usize::from(done);
            let chosen = chance.number(units.len() + rest);
            if let Some(unit) = units.nth(chosen) {
                units = units.without(unit);
                list(Some(unit), room);
            } else if leaders && chosen == units.len() {
                leaders = false;
                list(None, room);
            } else {
                return Action::Done;
            }
            if !room.is_empty() {
                return room[chance.number(room.len())];
            }
        }
    }
}
