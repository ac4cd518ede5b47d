//! Orders to leave a zone of control (RULES.md 3.13: ADLG-EXZ.1 to .3; ADLG-R70 to ADLG-R72): straight back, straight
//! ahead out of the zone of a slower enemy behind, or by the evade procedure.

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown},
    words::number,
};
use acies_table::{Length, Pose};
use serde::{Deserialize, Serialize};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Id},
    command::{Cost, Order, orders::shown},
    evade::flight::{Blocked, Onrush},
    words::{events::Event, notation::Reader, refusals::No},
};

/// ADLG-EXZ.2: straight back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaveZone {
    pub unit: u8,
}

/// ADLG-EXZ.3, ADLG-R72: straight ahead out of the zone of a slower enemy behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RideOut {
    pub unit: u8,
    pub distance: Length,
}

/// ADLG-EXZ.1, ADLG-R71: by the evade procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvadeZone {
    pub unit: u8,
}

/// Where a unit comes out, and what it costs.
pub struct Leaving {
    unit: Id,
    pose: Pose,
    cost: Cost,
}

/// From what a unit slips away, and what it costs.
pub struct Slipping {
    unit: Id,
    from: Onrush,
    cost: Cost,
}

impl Deed<Battle> for LeaveZone {
    type Plan = Leaving;
    const VERBS: &'static [&'static str] = &["back"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("back {}", number(self.unit))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(LeaveZone { unit: words.unit()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Leaving, No> {
        let orders = battle.orders_to(by, UnitSet::one(self.unit))?;
        let unit = Id::new(by, self.unit);
        orders.check_fresh(battle, unit)?;
        let pose = battle.check_leaving(unit)?;
        let cost = orders.affords(battle, &[unit], Order::LeaveZone, None)?;
        Ok(Leaving { unit, pose, cost })
    }

    /// ADLG-EXZ.2, ADLG-R70: the unit becomes Disordered if it was not.
    fn perform(
        &self,
        Leaving { unit, pose, cost }: Leaving,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.obey(unit, cost, log);
        let disordered = battle.is_disordered(unit);
        battle.withdraw(unit, Order::LeaveZone, pose, log);
        if !disordered {
            battle.lose(unit, 1, log);
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let says = "step back out of the zone";
        battle.shown_leaving(Id::new(by, self.unit), Order::LeaveZone, "Leave the zone", says)
    }

    fn instead(&self, _: &Battle, _: Seat, no: &No) -> Option<Action> {
        let evades = matches!(no, No::EvadesInstead { .. });
        evades.then(|| EvadeZone { unit: self.unit }.into())
    }
}

impl Deed<Battle> for RideOut {
    type Plan = Leaving;
    const VERBS: &'static [&'static str] = &["out"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("out {} {}", number(self.unit), self.distance.get())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(RideOut { unit: words.unit()?, distance: words.length()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Leaving, No> {
        let orders = battle.orders_to(by, UnitSet::one(self.unit))?;
        let unit = Id::new(by, self.unit);
        orders.check_fresh(battle, unit)?;
        let moved = battle.check_ride_out(unit, self.distance, battle.roles())?;
        let cost = orders.affords(battle, &[unit], Order::LeaveZoneAhead, None)?;
        Ok(Leaving { unit, pose: moved.poses[0], cost })
    }

    fn perform(
        &self,
        Leaving { unit, pose, cost }: Leaving,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.obey(unit, cost, log);
        battle.withdraw(unit, Order::LeaveZoneAhead, pose, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let says = format!("leave the zone straight ahead, {} UD", self.distance.get());
        let order = Order::LeaveZoneAhead;
        battle.shown_leaving(Id::new(by, self.unit), order, "Leave the zone", &says)
    }

    fn instead(&self, _: &Battle, _: Seat, no: &No) -> Option<Action> {
        let evades = matches!(no, No::EvadesInstead { .. });
        evades.then(|| EvadeZone { unit: self.unit }.into())
    }
}

impl Deed<Battle> for EvadeZone {
    type Plan = Slipping;
    const VERBS: &'static [&'static str] = &["slip"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("slip {}", number(self.unit))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(EvadeZone { unit: words.unit()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Slipping, No> {
        let orders = battle.orders_to(by, UnitSet::one(self.unit))?;
        let unit = Id::new(by, self.unit);
        orders.check_fresh(battle, unit)?;
        let from = battle.check_slipping_away(unit)?;
        let cost = orders.affords(battle, &[unit], Order::EvadeZone, None)?;
        Ok(Slipping { unit, from, cost })
    }

    fn perform(
        &self,
        Slipping { unit, from, cost }: Slipping,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.obey(unit, cost, log);
        battle.spend(unit);
        if !battle.start_to_run(unit, from, dice, log)? {
            battle.after_run(unit, log);
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let says = "evade out of the zone";
        battle.shown_leaving(Id::new(by, self.unit), Order::EvadeZone, "Evade", says)
    }

    fn instead(&self, _: &Battle, _: Seat, no: &No) -> Option<Action> {
        let stays = matches!(no, No::CannotEvade { .. });
        stays.then(|| LeaveZone { unit: self.unit }.into())
    }
}

impl Battle {
    fn shown_leaving(&self, unit: Id, order: Order, commit: &'static str, says: &str) -> Shown {
        let cost = self.order_cost(&[unit], order, None, self.roles());
        let line = self.who(unit).says(says);
        Shown { units: vec![self.piece(unit)], ..shown(commit, line, Some(cost)) }
    }

    /// ADLG-EXZ.2, ADLG-R70, ADLG-R71: straight back out of a zone, for those that cannot evade; where to.
    fn check_leaving(&self, unit: Id) -> Result<Pose, No> {
        let roles = self.roles();
        self.check_group(&[unit], roles)?;
        // ADLG-R70: who would be routed by it may not.
        let last = self.unit(unit).cohesion == 1 && !self.is_disordered(unit);
        match () {
            () if self.most_threatening(unit, roles).is_none() => Err(No::NotInZone { unit }),
            () if self.profile(unit).can_evade() => Err(No::EvadesInstead { unit }),
            () if last => Err(No::WouldRout { unit }),
            () => self.leave_zone(unit).ok_or(No::NoWayOut { unit }),
        }
    }

    /// ADLG-EXZ.1, ADLG-R71: out of a zone by the evade procedure; from whom.
    fn check_slipping_away(&self, unit: Id) -> Result<Onrush, No> {
        let roles = self.roles();
        self.check_group(&[unit], roles)?;
        let enemy = self.most_threatening(unit, roles).ok_or(No::NotInZone { unit })?;
        let from = self.threat_from(enemy);
        match self.evade_blocked(unit, from, roles) {
            Some(Blocked::Cannot) => Err(No::CannotEvade { unit }),
            Some(by) => Err(No::Blocked { unit, by }),
            None => Ok(from),
        }
    }

    /// ADLG-R71: the enemy in whose zone a unit is, as if it charged.
    fn threat_from(&self, enemy: Id) -> Onrush {
        let by = UnitSet::one(enemy.number());
        Onrush { facing: self.unit(enemy).pose.facing, by }
    }
}
