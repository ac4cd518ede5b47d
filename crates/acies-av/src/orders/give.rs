//! Orders (P2a; RULES.md 3, section 5; AV-R31, AV-R33 to AV-R43, AV-R61): who may test for which order, alone or in
//! a group, and who redresses its ranks.

use acies_core::{About, Ask, Dice, Log, Rolled, Seat};
use arrayvec::ArrayVec;

use crate::{
    battle::Battle,
    orders::order_test::{OrderTest, best_of, needs},
    profile::{Abilities, Order},
    rulings::UNITS_MAX,
    table::{Table, within},
    units::{Flags, Id, Tried, UnitSet},
    words::{events::Event, refusals::No},
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

    /// AV-5.38, AV-5.41, AV-R61.
    pub fn check_redress(self, id: Id) -> Result<(), No> {
        let unit = self.unit(id);
        match () {
            () if !unit.is_there() => return Err(No::NotOnTable { unit: id }),
            () if !unit.disrupted => return Err(No::NotDisrupted { unit: id }),
            () if unit.is(Flags::TESTED) => return Err(No::Tested { unit: id }),
            () => {}
        }
        match self.contacts(id).first() {
            Some(enemy) => {
                let enemy = Id::new(id.seat().other(), enemy);
                Err(No::InEnemyZone { unit: id, enemy })
            }
            None => Ok(()),
        }
    }
}

/// AV-R34, AV-R37: the order from which a unit changes: "disrupted" stands in its place.
fn present(disrupted: bool, order: Option<Order>) -> Option<Order> {
    if disrupted { None } else { order }
}

/// Carrying out.
impl Battle {
    pub(crate) fn test_order(
        &mut self,
        by: Seat,
        units: UnitSet,
        to: Order,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let lender = self.table().check_test(by, units, to).expect("it was checked");
        let test = self.table().order_test(lender, to);
        // AV-16.2, AV-R41: in a group he is a plain leader.
        let free = units.len() == 1 && test.is_free();
        let what =
            |ask: Ask| format!("{} of {} for {}", ask.what, self.names(by, units), to.name());
        let success = free || test.throw(by, dice).about(what)?;
        let face = dice.faces().first().copied().filter(|_| !free);
        let engaged = units.ids(by).filter(|&id| self.table().is_engaged(id));
        let engaged: UnitSet = engaged.collect();
        let disrupted = if success || to == Order::FallBack { UnitSet::NONE } else { engaged };
        log.push(|| Event::OrderTested { by, units, lender, test, face, success, disrupted });
        for id in units.ids(by) {
            let from = test_from(self, id);
            let unit = self.unit_mut(id);
            unit.flags |= Flags::TESTED;
            if success {
                unit.order = Some(to);
                unit.tried = None;
            } else if disrupted.has(id.number()) {
                unit.disrupt();
            } else {
                let again = unit.tried.filter(|tried| tried.from == from && tried.to == to);
                let times = again.map_or(0, |tried| tried.times).saturating_add(1);
                unit.tried = Some(Tried { from, to, times });
                unit.flags |= Flags::TRIED;
            }
        }
        // AV-R43: who is held cannot rush.
        if success && to == Order::Rush {
            let held = engaged.ids(by).filter(|&id| self.table().check_free(id).is_err());
            let held: UnitSet = held.collect();
            held.ids(by).for_each(|id| self.convert_rush(id, log));
        }
        Ok(())
    }

    pub(crate) fn redress(&mut self, unit: Id, log: &mut Log<Event>) {
        let it = self.unit_mut(unit);
        it.disrupted = false;
        it.order = Some(Order::Halt);
        it.tried = None;
        it.flags |= Flags::REDRESSED;
        it.flags.remove(Flags::HP_SPENT);
        log.push(|| Event::Redressed { unit });
    }
}

fn test_from(battle: &Battle, id: Id) -> Option<Order> {
    let unit = battle.unit(id);
    present(unit.disrupted, unit.order)
}
