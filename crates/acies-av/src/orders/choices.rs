//! Orders worth testing for.

use acies_core::{Dice, Seat};

use crate::{
    battle::{Action, Battle},
    orders::{give::Test, redress::Redress},
    profile::Order,
    units::{Id, UnitSet},
};

/// Orders that groups are offered.
const GROUP_ORDERS: [Order; 4] = [Order::Halt, Order::Advance, Order::Rush, Order::Shieldwall];

/// An enemy so near is a reason to fall back.
const NEAR_UD: f64 = 2.0;

/// One in so many random orders ends the step.
const ENDS: usize = 5;

/// So many units are tried before a random player ends the step.
const TRIES: usize = 4;

impl Battle {
    pub(crate) fn list_orders(&self, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::EndOrders);
        for id in self.table().standing(seat) {
            self.list_orders_to(id, out);
        }
        for order in GROUP_ORDERS {
            self.list_groups(seat, order, out);
        }
    }

    fn list_orders_to(&self, id: Id, out: &mut Vec<Action>) {
        let table = self.table();
        let unit = id.number();
        if table.check_redress(id).is_ok() {
            out.push(Redress { unit }.into());
        }
        let units = UnitSet::one(unit);
        let wanted = Order::ALL.into_iter().filter(|&order| {
            let sensible =
                order != Order::FallBack || !table.enemies_within(id, NEAR_UD).is_empty();
            sensible && table.check_order(id, order).is_ok()
        });
        out.extend(wanted.map(|order| Action::from(Test { units, order })));
    }

    /// AV-R40: groups of units that may all take an order. A player may name any part of a chain; listed are those of
    /// all units, of those that a miss does not disrupt (AV-9.3), and of those under each order.
    fn list_groups(&self, seat: Seat, order: Order, out: &mut Vec<Action>) {
        let table = self.table();
        let may = |id: &Id| !table.unit(*id).disrupted && table.check_order(*id, order).is_ok();
        let all: UnitSet = table.standing(seat).filter(may).collect();
        let from = out.len();
        self.list_chains(seat, order, all, from, out);
        let free: UnitSet = all.ids(seat).filter(|&id| !table.is_engaged(id)).collect();
        self.list_chains(seat, order, free, from, out);
        for present in Order::ALL {
            let such = free.ids(seat).filter(|&id| self.unit(id).is_under(present)).collect();
            self.list_chains(seat, order, such, from, out);
        }
    }

    /// Groups of one type, facing and chain, each as large as it can be, that are not listed yet.
    fn list_chains(
        &self,
        seat: Seat,
        order: Order,
        mut left: UnitSet,
        from: usize,
        out: &mut Vec<Action>,
    ) {
        let table = self.table();
        while let Some(first) = left.first() {
            let leader = Id::new(seat, first);
            let alike = |id: &Id| {
                table.profile(*id).kind() == table.profile(leader).kind()
                    && table.same_facing(*id, leader)
            };
            let alike: UnitSet = left.ids(seat).filter(alike).collect();
            let units = table.chain(seat, alike, first);
            left = units.iter().fold(left, UnitSet::without);
            let group = Action::from(Test { units, order });
            let fits = units.len() > 1 && table.check_test(seat, units, order).is_ok();
            if fits && !out[from..].contains(&group) {
                out.push(group);
            }
        }
    }

    pub(crate) fn any_order(
        &self,
        seat: Seat,
        chance: &mut Dice,
        room: &mut Vec<Action>,
    ) -> Action {
        if chance.number(ENDS) == 0 {
            return Action::EndOrders;
        }
        if chance.number(ENDS) == 0 {
            let order = GROUP_ORDERS[chance.number(GROUP_ORDERS.len())];
            self.list_groups(seat, order, room);
        }
        for _ in 0..TRIES {
            if !room.is_empty() {
                return room.swap_remove(chance.number(room.len()));
            }
            let unit = chance.number(self.sides[seat].units.len()) as u8;
            let id = Id::new(seat, unit);
            if self.unit(id).is_there() {
                self.list_orders_to(id, room);
            }
        }
        Action::EndOrders
    }
}
