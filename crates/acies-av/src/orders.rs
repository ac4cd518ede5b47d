//! Orders (P2a; RULES.md 3, section 5; AV-R31): who tests for which order, what the test needs, and who redresses its ranks.

mod choices;
pub mod give;
pub mod order_test;
pub mod redress;

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle},
    movement::Moves,
    notation::Reader,
    profile::Order,
    units::UnitSet,
    words::{events::Event, refusals::No},
};
use give::Test;
use redress::Redress;

/// P2a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Orders(pub Seat);

impl Step<Battle> for Orders {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        battle.lay(Moves(self.0));
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("who tests for which order, and who redresses?".into(), &["AV-5.2", "AV-R31"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        battle.list_orders(self.0, out);
    }

    fn any(&self, battle: &Battle, _: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        battle.any_order(self.0, chance, room)
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let table = battle.table();
        for id in table.standing(by) {
            let (unit, units) = (id.number(), UnitSet::one(id.number()));
            out.push(Redress { unit }.into());
            out.extend(Order::ALL.map(|order| Action::from(Test { units, order })));
        }
        let units: UnitSet = table.standing(by).collect();
        out.extend(Order::ALL.map(|order| Action::from(Test { units, order })));
    }
}

/// No more orders.
pub struct EndOrders;

impl Deed<Battle> for EndOrders {
    type Plan = Orders;
    const VERBS: &'static [&'static str] = &["end orders"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "end orders".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(EndOrders)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Orders, No> {
        battle.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        orders: Orders,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.end_phase(&orders, dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Done", "no more orders")
    }
}
