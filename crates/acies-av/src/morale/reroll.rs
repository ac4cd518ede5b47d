//! AV-16.1, AV-R81: whether a morale test that was missed is thrown again.

use acies_core::{
    Dice, Log, Rolled, RuleId, Seat,
    flow::{Shown, YesNo},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::Battle,
    profile::Abilities,
    units::{Id, UnitSet},
    words::events::Event,
};

/// Who missed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reroll {
    pub unit: Id,
}

impl YesNo<Battle> for Reroll {
    const VERB: &'static str = "reroll";

    fn seat(&self) -> Seat {
        self.unit.seat()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let (it, worse) = (battle.it(self.unit), battle.rung_of_a_miss(self.unit).name());
        let asks = format!("{it} missed {} test and will be {worse}: throw again?", it.their());
        (asks, &["AV-16.1", "AV-R81"])
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let name = battle.name(self.unit);
        let shown = if yes {
            Shown::new("Throw again", format!("throw again for {name}"))
        } else {
            Shown::new("Decline", format!("let the miss of {name} stand"))
        };
        let units = battle.pieces(self.unit.seat(), UnitSet::one(self.unit.number()));
        Shown { units, ..shown }
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let id = self.unit;
        let passed = yes && {
            if let Some(leader) = battle.leader_in_phase(id) {
                battle.sides[id.seat()].leaders[usize::from(leader)].rallied = true;
            }
            battle.throw_morale(id, true, dice, log)?
        };
        if !passed {
            battle.descend(id, log);
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.resolution.is_some()
    }
}

impl Battle {
    /// AV-16.1, AV-R81: a Charismatic leader, alive, with the unit and not used in this turn; a die that
    /// cannot pass is not thrown again.
    pub(crate) fn may_reroll(&self, id: Id) -> bool {
        let fresh = self.leader_in_phase(id).is_some_and(|leader| {
            self.captain(id.seat(), leader).profile.has(Abilities::CHARISMATIC)
                && !self.sides[id.seat()].leaders[usize::from(leader)].rallied
        });
        fresh && self.nerve(id).least_face(self.unit(id).cp) <= 6
    }
}
