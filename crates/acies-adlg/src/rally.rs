//! Rallying (RULES.md 3.16, 8.3; ADLG-R45).

use acies_core::{
    About, D6, Dice, Forecast, Log, Misread, Odds, Rolled, Row, Seat, Sum, add,
    flow::{Deed, Shown},
    odds, total, when,
    words::number,
};
use serde::{Deserialize, Serialize};

use crate::{
    action::UnitSet,
    battle::{Battle, Flags, Id, Place},
    command::{Cost, Enemy, Order, orders::shown},
    melee::engagement::Roles,
    sequence::shown_face,
    words::{events::Event, notation::Reader, refusals::No},
};

/// A unit that tries to get a cohesion point back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rally {
    pub enemy: Enemy,
    /// A commander is attached to it or included in it.
    pub commander: bool,
}

impl Rally {
    /// What it adds to its die.
    pub fn rows(&self) -> [Option<Row>; 1] {
        [add("ADLG-RAL.5", when(self.commander), 1, "commander")]
    }

    /// What is added to the die, row by row.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// ADLG-RAL.2 to .4: what it needs, the rule that says so first.
    pub fn needs(&self) -> (&'static str, i32) {
        match self.enemy {
            Enemy::Far => ("ADLG-RAL.2", 3),
            Enemy::Near => ("ADLG-RAL.3", 4),
            Enemy::InMelee => ("ADLG-RAL.4", 5),
        }
    }

    /// ADLG-R45: a success restores one cohesion point.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        let (rule, needed) = self.needs();
        dice.test(by.throws(rule, "to rally"), D6, needed - total(self.rows())..=6)
    }
}

/// Why a unit may not try to rally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRally {
    /// ADLG-RAL.1.
    Never,
    /// It has lost nothing (ADLG-R8).
    InOrder,
    /// ADLG-R45: it has tried.
    Tried,
    /// ADLG-R42, ADLG-R45: it has moved or conformed.
    Moved,
    NotOnTable,
}

impl NoRally {
    /// In words.
    pub fn says(self) -> &'static str {
        match self {
            NoRally::Never => "elephants and Expendables never do",
            NoRally::InOrder => "it has lost nothing",
            NoRally::Tried => "it has tried in this phase",
            NoRally::Moved => "it has moved or conformed in this phase",
            NoRally::NotOnTable => "it is not on the table",
        }
    }
}

/// The order to rally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TryRally {
    pub unit: u8,
}

/// Who tries, with what, for how many points.
pub struct Trying {
    unit: Id,
    rally: Rally,
    cost: Cost,
}

impl Deed<Battle> for TryRally {
    type Plan = Trying;
    const VERBS: &'static [&'static str] = &["rally"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("rally {}", number(self.unit))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(TryRally { unit: words.unit()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Trying, No> {
        let orders = battle.orders_to(by, UnitSet::one(self.unit))?;
        let unit = Id::new(by, self.unit);
        orders.check_free(battle, unit)?;
        let why = |why| No::NoRally { unit, why };
        let rally = battle.rally(unit, battle.roles()).map_err(why)?;
        let cost = orders.affords(battle, &[unit], Order::Rally(rally.enemy), None)?;
        Ok(Trying { unit, rally, cost })
    }

    fn perform(
        &self,
        Trying { unit, rally, cost }: Trying,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.pay(cost);
        let success = rally
            .throw(unit.seat(), dice)
            .about(|ask| format!("{} {}", battle.name(unit), ask.what))?;
        let full = battle.profile(unit).cohesion();
        let it = battle.record_mut(unit);
        it.flags |= Flags::RALLIED;
        it.cohesion = (it.cohesion + u8::from(success)).min(full);
        let face = shown_face(dice);
        log.push(|| Event::Rallied { unit, rally, cost, face, success });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let unit = Id::new(by, self.unit);
        let line = format!("rally {}", battle.who(unit));
        let cost = battle.cost_of_rally(unit);
        let units = vec![battle.piece(unit)];
        Shown { units, ..shown("Throw a die", line, cost).rules(&["ADLG-R45"]) }
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let trying = self.check(battle, by).ok()?;
        let rallies = odds(|dice| trying.rally.throw(by, dice));
        Some(trying.panel(battle, &rallies))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let trying = self.check(was, by).ok()?;
        let success = events.iter().find_map(|event| match event {
            Event::Rallied { success, .. } => Some(*success),
            _ => None,
        })?;
        Some(trying.panel(was, &Odds::sure(success)))
    }
}

impl Trying {
    /// 8.3.
    fn panel(&self, battle: &Battle, rallies: &Odds<bool>) -> Forecast {
        let (rule, needed) = self.rally.needs();
        Forecast {
            title: battle.who(self.unit).says(&format!("rally on {needed}+")),
            sums: vec![
                ("added to the die".into(), self.rally.sum()),
                ("command points".into(), self.cost.sum()),
            ],
            rules: vec![rule, "ADLG-R45"],
            outcomes: rallies.outcomes(|&yes| {
                let says = if yes { "a cohesion point back" } else { "no change" };
                (says.into(), vec![("rallied", yes.into())])
            }),
            highlights: Vec::new(),
        }
    }
}

impl Battle {
    /// ADLG-RAL.2 to .4, ADLG-R37, ADLG-R159: how near the enemy is to a unit that rallies.
    pub fn enemy_near(&self, id: Id, roles: &Roles) -> Enemy {
        match () {
            () if roles.in_melee(id) => Enemy::InMelee,
            () if !self.is_far_from_enemies(id) => Enemy::Near,
            () => Enemy::Far,
        }
    }

    /// ADLG-RAL.1, ADLG-R45: the rally of a unit, if it may try.
    pub fn rally(&self, id: Id, roles: &Roles) -> Result<Rally, NoRally> {
        let unit = self.unit(id);
        match () {
            () if unit.place != Place::Table => Err(NoRally::NotOnTable),
            () if !self.profile(id).may_rally() => Err(NoRally::Never),
            () if !self.is_disordered(id) => Err(NoRally::InOrder),
            () if unit.is(Flags::RALLIED) => Err(NoRally::Tried),
            () if unit.moves > 0 || unit.charged.is_some() || unit.is(Flags::SPENT) => {
                Err(NoRally::Moved)
            }
            () => {
                Ok(Rally { enemy: self.enemy_near(id, roles), commander: self.has_commander(id) })
            }
        }
    }

    fn cost_of_rally(&self, unit: Id) -> Option<Cost> {
        let roles = self.roles();
        let rally = self.rally(unit, roles).ok()?;
        Some(self.order_cost(&[unit], Order::Rally(rally.enemy), None, roles))
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn rally_chances() {
        for (enemy, commander, chance, rule) in [
            (Enemy::Far, false, "2/3", "ADLG-RAL.2"),
            (Enemy::Near, false, "1/2", "ADLG-RAL.3"),
            (Enemy::InMelee, false, "1/3", "ADLG-RAL.4"),
            (Enemy::Far, true, "5/6", "ADLG-RAL.5"),
            (Enemy::Near, true, "2/3", "ADLG-RAL.5"),
            (Enemy::InMelee, true, "1/2", "ADLG-RAL.5, ADLG-R45"),
        ] {
            let odds = odds(|dice| Rally { enemy, commander }.throw(Seat::Red, dice));
            assert_eq!(odds.chance(|&yes| yes).to_string(), chance, "{rule}");
        }
    }
}
