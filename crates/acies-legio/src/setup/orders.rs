//! The first standing orders (LEG-R37), chosen in secret for every command.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Sealed, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{Prepared, Unprepared, told};
use crate::{
    battle::{Action, Battle, Frame},
    command::StandingOrder,
    rulings::COMMANDS_MAX,
    words::{Event, No, Words},
};

pub struct Ordering;

/// The orders of all commands, in the order of the army.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstOrders {
    pub orders: ArrayVec<StandingOrder, COMMANDS_MAX>,
}

impl Battle {
    /// As the army's file has them; else all attack.
    pub(super) fn usual_orders(&self, by: Seat) -> FirstOrders {
        let planned = self.prelude.as_ref().map(|it| &it.plans[by].orders[..]).unwrap_or_default();
        let order = |n: usize| planned.get(n).copied().unwrap_or_default();
        FirstOrders { orders: (0..self.sides[by].leaders.len()).map(order).collect() }
    }

    fn choosing_orders(&self) -> Seats {
        self.prelude.as_ref().map_or(Seats::NONE, |prelude| prelude.orders.missing())
    }
}

impl Step<Battle> for Ordering {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.choosing_orders()
    }

    /// Both answer.
    fn again(&self) -> bool {
        true
    }

    /// LEG-R37(e): there may be none.
    fn idle(&self, battle: &Battle) -> bool {
        !battle.setup.orders
    }

    /// Both are in: the set-up is over, and the first turn begins.
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        let prelude = battle.prelude.take();
        for (seat, chosen) in prelude.iter().flat_map(|it| it.orders.iter()) {
            let orders = chosen.known().into_iter().flat_map(|it| &it.orders);
            for (leader, &order) in battle.sides[seat].leaders.iter_mut().zip(orders) {
                leader.order = Sealed::In(order);
            }
        }
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which standing orders have your commands?".into(), &["LEG-R37", "LEG-R120"])
    }

    /// As the file has it, all alike, and one command otherwise.
    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let usual = battle.usual_orders(by);
        let alike = StandingOrder::ALL
            .map(|order| FirstOrders { orders: usual.orders.iter().map(|_| order).collect() });
        let one_other = (0..usual.orders.len()).flat_map(|n| {
            StandingOrder::ALL.map(|order| {
                let mut other = usual.clone();
                other.orders[n] = order;
                other
            })
        });
        let before = out.len();
        for it in std::iter::once(usual.clone()).chain(alike).chain(one_other) {
            let action = Action::from(it);
            if !out[before..].contains(&action) {
                out.push(action);
            }
        }
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(FirstOrders { orders: ArrayVec::new() }.into());
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

impl Deed<Battle> for FirstOrders {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["orders"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let words: Vec<_> = self.orders.iter().map(|order| order.word()).collect();
        format!("orders {}", words.join(" "))
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let mut orders = ArrayVec::new();
        for word in words.typed.by_ref() {
            let known = StandingOrder::ALL;
            let order = known.into_iter().find(|order| order.word() == word);
            let unknown =
                || Misread::unknown("standing order", word, known.map(StandingOrder::word));
            let order = order.ok_or_else(unknown)?;
            orders.try_push(order).map_err(|_| Misread::new("there are not so many commands"))?;
        }
        Ok(FirstOrders { orders })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let asked = battle.top() == Some(Frame::FirstOrders) && battle.choosing_orders().has(by);
        if !asked {
            return Err(No::NotNow);
        }
        match (self.orders.len(), battle.sides[by].leaders.len()) {
            (orders, commands) if orders == commands => Ok(by),
            (orders, commands) => Err(No::Setup(Unprepared::NotAllOrdered {
                orders: orders as u8,
                commands: commands as u8,
            })),
        }
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if let Some(prelude) = battle.prelude.as_mut() {
            prelude.orders[by] = Sealed::In(self.clone());
        }
        let orders = self.orders.clone();
        told(log, || Prepared::Ordered { by, orders });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let does = match self.orders.split_first() {
            Some((first, rest)) if rest.iter().all(|it| it == first) => {
                format!("all commands: {}", first.name())
            }
            _ => {
                let each = (0..).zip(&self.orders);
                let each = each
                    .map(|(n, order)| format!("{}: {}", battle.leader_name(by, n), order.name()));
                each.collect::<Vec<_>>().join(", ")
            }
        };
        Shown::new("Give these orders", does).rules(&["LEG-R37"])
    }
}
