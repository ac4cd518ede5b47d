//! C1: declaring a charge, by an order or without one (RULES.md 3.14, 4.7; ADLG-SPO.1, ADLG-UNC.1, ADLG-R85 to
//! ADLG-R87).

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
    words::{capital, numbers},
};
use serde::{Deserialize, Serialize};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Flags, Id},
    charge::{legal::Declared, uncontrolled::Start},
    command::{
        Cost, Order,
        orders::{Orders, shown},
    },
    movement::{Element, Group, group_of, march::Move},
    words::{
        events::Event,
        notation::{Reader, elements_text, read_elements},
        refusals::No,
    },
};

/// The order to charge, or a charge without one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declare {
    pub units: UnitSet,
    pub start: Start,
    pub how: How,
}

/// What kind of charge it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// With command points.
    Ordered,
    /// ADLG-SPO.1.
    Spontaneous,
    /// ADLG-UNC.1.
    Uncontrolled,
}

/// Who charges whom, and what it costs if it is ordered.
pub struct Declaring {
    ids: Group,
    declared: Declared,
    cost: Option<Cost>,
}

impl Deed<Battle> for Declare {
    type Plan = Declaring;
    const VERBS: &'static [&'static str] = &["charge"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let how = match self.how {
            How::Ordered => "",
            How::Spontaneous => " spontaneous",
            How::Uncontrolled => " uncontrolled",
        };
        let start = if self.start.is_empty() {
            String::new()
        } else {
            format!(": {}", elements_text(&self.start))
        };
        format!("charge {}{how}{start}", numbers(self.units.iter()))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let units = words.units()?;
        let how = words.how()?;
        let start = words.tail().map_or(Ok(Start::new()), read_elements)?;
        Ok(Declare { units, start, how })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Declaring, No> {
        let orders = battle.orders_to(by, self.units)?;
        let ids = group_of(self.units, by);
        ids.iter().try_for_each(|&unit| orders.check_own(battle, unit))?;
        let roles = battle.roles();
        let declared = battle.check_charge(&ids, &self.start, roles)?;
        let prevented = |&&id: &&Id| battle.unit(id).is(Flags::PREVENTED);
        if let Some(&unit) = ids.iter().find(prevented) {
            return Err(No::StandsStill { unit });
        }
        let cost = match self.how {
            How::Ordered => {
                Some(orders.affords(battle, &ids, Order::Charge, declared.difficult)?)
            }
            How::Spontaneous => {
                battle.check_spontaneous(&ids, &declared)?;
                None
            }
            How::Uncontrolled => {
                battle.check_uncontrolled(&orders, &ids, &declared)?;
                None
            }
        };
        Ok(Declaring { ids, declared, cost })
    }

    /// C1.
    fn perform(
        &self,
        Declaring { ids, declared, cost }: Declaring,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let roles = battle.roles().clone();
        cost.into_iter().for_each(|cost| battle.pay(cost));
        ids.iter().for_each(|unit| battle.release(unit.number()));
        let charging = battle.declare(self, &declared, &roles);
        let (by, units, targets) = (battle.phasing, self.units, charging.initial);
        let (start, how) = (self.start.clone(), self.how);
        log.push(|| Event::Declared { by, units, targets, start, how, cost });
        for target in targets.ids(by.other()) {
            battle.tell_cornered(target, battle.onrush(&charging), &roles, log);
        }
        battle.lay(charging);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (ids, roles) = (group_of(self.units, by), battle.roles());
        let declared = battle.check_charge(&ids, &self.start, roles).ok();
        let ordered = declared.as_ref().filter(|_| self.how == How::Ordered);
        let cost = ordered.map(|it| battle.order_cost(&ids, Order::Charge, it.difficult, roles));
        let targets: UnitSet = declared.iter().flat_map(|it| it.targets().into_iter()).collect();
        let whom = if targets.is_empty() {
            String::new()
        } else {
            format!(" {}", battle.names(by.other(), targets))
        };
        let how = match self.how {
            How::Ordered => "",
            How::Spontaneous => " spontaneously",
            How::Uncontrolled => " without orders",
        };
        let start = if self.start.is_empty() {
            String::new()
        } else {
            format!(" after {}", elements_text(&self.start))
        };
        let line = battle.they(by, self.units).says(&format!("charge{whom}{how}{start}"));
        // Who charges is seen beside the title.
        let title = line.replacen(&battle.names(by, self.units), "", 1);
        Shown {
            title: Some(capital(title.trim())),
            units: battle.pieces(by, self.units),
            targets: battle.pieces(by.other(), targets),
            ..shown("Charge", line, cost).rules(&["ADLG-R75"])
        }
    }

    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        let fights = battle.fights_later(by, &self.clone().into(), self.units);
        fights.into_iter().map(|(panel, _)| panel).collect()
    }

    /// As far towards the enemy as a move leads.
    fn instead(&self, battle: &Battle, by: Seat, no: &No) -> Option<Action> {
        let No::OutOfReach { has, .. } = *no else { return None };
        if !self.start.is_empty() {
            return None;
        }
        let advance = [Element::Advance(has)];
        let ids = group_of(self.units, by);
        let elements = battle.nearest_move(&ids, &advance, battle.roles())?;
        Some(Move { units: self.units, elements }.into())
    }
}

impl Battle {
    /// ADLG-SPO.1, ADLG-R85: each of them has a target in its zone.
    fn check_spontaneous(&self, ids: &[Id], declared: &Declared) -> Result<(), No> {
        let (roles, targets) = (self.roles(), declared.targets());
        let near = |id: Id| targets.iter().any(|&it| self.is_spontaneous(id, it, roles));
        match ids.iter().find(|&&id| !near(id)) {
            Some(&unit) => Err(No::NotSpontaneous { unit }),
            None => Ok(()),
        }
    }

    /// ADLG-R87: alone, at the target of ADLG-UNC.2.
    fn check_uncontrolled(
        &self,
        orders: &Orders,
        ids: &[Id],
        declared: &Declared,
    ) -> Result<(), No> {
        let unit = ids[0];
        let charge = self.uncontrolled_charge(unit, self.roles());
        match charge.filter(|_| orders.listed.has(unit.number())) {
            None => Err(No::NotListed { unit }),
            Some(_) if ids.len() > 1 => Err(No::ChargesAlone { unit }),
            Some((enemy, _)) if !declared.targets().contains(&enemy) => {
                Err(No::ChargesFirst { unit, enemy })
            }
            Some(_) => Ok(()),
        }
    }
}
