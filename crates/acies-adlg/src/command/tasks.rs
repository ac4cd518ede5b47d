//! Orders to do something where a unit stands: to stop looting (ADLG-R21), to plant stakes (ADLG-R138).

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown},
    words::number,
};
use serde::{Deserialize, Serialize};

use super::{Cost, Order, orders::shown};
use crate::{
    action::UnitSet,
    battle::{Battle, Flags, Id},
    units::abilities::Abilities,
    words::{events::Event, notation::Reader, refusals::No},
};

/// ADLG-R21: a unit is called away from the camp that it loots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StopLooting {
    pub unit: u8,
}

/// ADLG-R138: bowmen plant their stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlantStakes {
    pub unit: u8,
}

impl Deed<Battle> for StopLooting {
    type Plan = (Id, Cost);
    const VERBS: &'static [&'static str] = &["stop_looting"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("stop_looting {}", number(self.unit))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(StopLooting { unit: words.unit()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Id, Cost), No> {
        let orders = battle.orders_to(by, UnitSet::one(self.unit))?;
        let unit = Id::new(by, self.unit);
        orders.check_own(battle, unit)?;
        battle.check_unmoved(unit)?;
        if !battle.unit(unit).is(Flags::LOOTING) {
            return Err(No::NotLooting { unit });
        }
        Ok((unit, orders.affords(battle, &[unit], Order::StopLooting, None)?))
    }

    fn perform(
        &self,
        (unit, cost): (Id, Cost),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.obey(unit, cost, log);
        battle.unit_mut(unit).flags.remove(Flags::LOOTING);
        battle.spend(unit);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let unit = Id::new(by, self.unit);
        battle.shown_task(unit, Order::StopLooting, "Stop looting", "stop looting")
    }
}

impl Deed<Battle> for PlantStakes {
    type Plan = (Id, Cost);
    const VERBS: &'static [&'static str] = &["stakes"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("stakes {}", number(self.unit))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(PlantStakes { unit: words.unit()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Id, Cost), No> {
        let orders = battle.orders_to(by, UnitSet::one(self.unit))?;
        let unit = Id::new(by, self.unit);
        orders.check_fresh(battle, unit)?;
        let has = battle.profile(unit).has(Abilities::STAKES);
        let planted = battle.unit(unit).is(Flags::STAKED);
        if !has || planted || battle.roles().in_melee(unit) {
            return Err(No::NoStakes { unit });
        }
        Ok((unit, orders.affords(battle, &[unit], Order::PlantStakes, None)?))
    }

    fn perform(
        &self,
        (unit, cost): (Id, Cost),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.obey(unit, cost, log);
        battle.record_mut(unit).flags |= Flags::STAKED;
        battle.spend(unit);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let unit = Id::new(by, self.unit);
        battle.shown_task(unit, Order::PlantStakes, "Plant stakes", "plant their stakes")
    }
}

impl Battle {
    fn shown_task(&self, unit: Id, order: Order, commit: &'static str, says: &str) -> Shown {
        let cost = self.order_cost(&[unit], order, None, self.roles());
        let line = self.who(unit).says(says);
        Shown { units: vec![self.piece(unit)], ..shown(commit, line, Some(cost)) }
    }
}
