//! Changes of orders (P2a; RULES.md 3, section 5; AV-R33 to AV-R43): who may test for which order, alone or in a group, and
//! what comes of it.

use acies_core::{
    About, Ask, Dice, Forecast, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
    words::{capital, numbers},
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{
    Orders,
    order_test::{OrderTest, best_of, needs},
};
use crate::{
    battle::Battle,
    notation::Reader,
    profile::{Abilities, Order, Worded},
    rulings::UNITS_MAX,
    table::{Table, within},
    units::{Flags, Id, Tried, UnitSet},
    words::{events::Event, phrases::needed_words, refusals::No, telling::shown},
};

/// AV-5.13: the longest link of a chain of units.
const LINK_UD: f64 = 2.0;

impl Table<'_> {
    /// The test of a unit for an order.
    pub fn order_test(self, id: Id, to: Order) -> OrderTest {
        let unit = self.unit(id);
        let from = present(unit.disrupted, unit.order);
        // AV-R34: from the same order to the same order.
        let renewed = unit.tried.filter(|tried| tried.from == from && tried.to == to);
        OrderTest {
            from,
            to,
            regular: self.profile(id).regular,
            attached: self.leader_with(id).is_some(),
            outstanding: self.has_outstanding_near(id),
            inspiring: self.led_by(id, Abilities::INSPIRING).is_some(),
            renewed: renewed.map_or(0, |tried| tried.times),
            isolated: self.is_isolated(id),
            guru: to == Order::Rush && self.has_guru_near(id),
        }
    }

    /// Whether a unit may test for an order by itself.
    pub fn check_order(self, id: Id, to: Order) -> Result<(), No> {
        let unit = self.unit(id);
        let from = present(unit.disrupted, unit.order);
        match () {
            () if !unit.is_there() => Err(No::NotOnTable { unit: id }),
            () if unit.is(Flags::TESTED) => Err(No::Tested { unit: id }),
            () if unit.is(Flags::REDRESSED) => Err(No::Redressed { unit: id }),
            () if !self.profile(id).may_have(to) => Err(No::NeverUnder { unit: id, order: to }),
            () if from == Some(to) => Err(No::AlreadyUnder { unit: id, order: to }),
            () if needs(from, to).is_none() => Err(No::NoChange { unit: id, from, to }),
            () if to == Order::FallBack && !self.has_way_back(id) => {
                Err(No::NoWayBack { unit: id })
            }
            () => Ok(()),
        }
    }

    /// AV-5.13 to AV-5.17, AV-R40: whether units may test for an order with one die, and whose chance is
    /// the best.
    pub fn check_test(self, seat: Seat, units: UnitSet, to: Order) -> Result<Id, No> {
        let ids: ArrayVec<Id, UNITS_MAX> = units.ids(seat).collect();
        let &first = ids.first().ok_or(No::NobodyNamed)?;
        if let Some(&unit) = ids.iter().find(|&&id| ids.len() > 1 && self.unit(id).disrupted) {
            return Err(No::DisruptedInGroup { unit });
        }
        ids.iter().try_for_each(|&id| self.check_order(id, to))?;
        if ids.len() == 1 {
            return Ok(first);
        }
        let lender = self.lender(&ids, to).unwrap_or(first);
        for &id in &ids {
            let turned = (self.pose(id).facing - self.pose(lender).facing).abs();
            match () {
                () if self.profile(id).kind() != self.profile(first).kind() => {
                    return Err(No::OtherType { unit: id });
                }
                () if !self.same_facing(id, lender) => {
                    return Err(No::OtherFacing { unit: id, turned });
                }
                () => {}
            }
        }
        let chained = self.chain(seat, units, first.number());
        match ids.iter().find(|id| !chained.has(id.number())) {
            Some(&unit) => Err(No::NoChain { unit }),
            None => Ok(lender),
        }
    }

    /// AV-5.14.
    fn lender(self, ids: &[Id], to: Order) -> Option<Id> {
        let tests: ArrayVec<OrderTest, UNITS_MAX> =
            ids.iter().map(|&id| self.order_test(id, to)).collect();
        best_of(&tests).map(|best| ids[best])
    }

    /// AV-5.13: the units of a set that a chain of short links joins with one of them.
    pub fn chain(self, seat: Seat, units: UnitSet, from: u8) -> UnitSet {
        let mut chained = UnitSet::one(from);
        let mut fresh = chained;
        while let Some(unit) = fresh.first() {
            fresh = fresh.without(unit);
            let at = self.point(Id::new(seat, unit));
            for other in units {
                let linked = within(at, self.point(Id::new(seat, other)), LINK_UD);
                if linked && !chained.has(other) {
                    chained = chained.with(other);
                    fresh = fresh.with(other);
                }
            }
        }
        chained
    }
}

/// AV-R34, AV-R37: the order from which a unit changes: "disrupted" stands in its place.
fn present(disrupted: bool, order: Option<Order>) -> Option<Order> {
    if disrupted { None } else { order }
}

/// A unit, or a group with one die (AV-R40), tries to change its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    pub units: UnitSet,
    pub order: Order,
}

impl Deed<Battle> for Test {
    /// AV-5.14: whose chance is the best.
    type Plan = Id;
    const VERBS: &'static [&'static str] = &["order"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("order {} {}", numbers(self.units.iter()), self.order.word())
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Test { units: reader.units(reader.by)?, order: reader.order()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Id, No> {
        battle.all_known(by, self.units)?;
        battle.asked::<Orders>().ok_or(No::NotNow)?;
        battle.table().check_test(by, self.units, self.order)
    }

    fn perform(
        &self,
        lender: Id,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Test { units, order: to } = *self;
        let by = lender.seat();
        let test = battle.table().order_test(lender, to);
        // AV-16.2, AV-R41: in a group he is a plain leader.
        let free = units.len() == 1 && test.is_free();
        let what =
            |ask: Ask| format!("{} of {} for {}", ask.what, battle.names(by, units), to.name());
        let success = free || test.throw(by, dice).about(what)?;
        let face = dice.faces().first().copied().filter(|_| !free);
        let engaged = units.ids(by).filter(|&id| battle.table().is_engaged(id));
        let engaged: UnitSet = engaged.collect();
        let disrupted = if success || to == Order::FallBack { UnitSet::NONE } else { engaged };
        log.push(|| Event::OrderTested { by, units, lender, test, face, success, disrupted });
        for id in units.ids(by) {
            battle.settle_test(id, to, success, disrupted.has(id.number()));
        }
        // AV-R43: who is held cannot rush.
        if success && to == Order::Rush {
            let held = engaged.ids(by).filter(|&id| battle.table().check_free(id).is_err());
            let held: UnitSet = held.collect();
            held.ids(by).for_each(|id| battle.convert_rush(id, log));
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let order = self.order.name();
        let to = format!("to {order}{}", battle.chance_words(by, *self));
        let mut shown = shown(&battle.all(by, self.units), "Give the order", |_| to.clone());
        if self.units.len() > 1 {
            let others = self.units.first().map_or(self.units, |it| self.units.without(it));
            shown.title = Some(format!("{}, with {}", capital(&to), battle.names(by, others)));
        }
        shown.units = battle.pieces(by, self.units);
        shown.rules(&["AV-5.2", "AV-5.8"])
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        battle.order_panel(by, *self, None)
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        was.order_panel(by, *self, Some(events))
    }
}

impl Battle {
    /// What an order test needs: " on 3+".
    fn chance_words(&self, by: Seat, Test { units, order }: Test) -> String {
        let Ok(lender) = self.table().check_test(by, units, order) else { return String::new() };
        let test = self.table().order_test(lender, order);
        let free = units.len() == 1 && test.is_free();
        if free { " without a test".into() } else { needed_words(&test) }
    }

    /// What a test does to one of those who took it.
    fn settle_test(&mut self, id: Id, to: Order, success: bool, disrupted: bool) {
        let unit = self.unit_mut(id);
        let from = present(unit.disrupted, unit.order);
        unit.flags |= Flags::TESTED;
        if success {
            unit.order = Some(to);
            unit.tried = None;
        } else if disrupted {
            unit.disrupt();
        } else {
            let again = unit.tried.filter(|tried| tried.from == from && tried.to == to);
            let times = again.map_or(0, |tried| tried.times).saturating_add(1);
            unit.tried = Some(Tried { from, to, times });
            unit.flags |= Flags::TRIED;
        }
    }
}
