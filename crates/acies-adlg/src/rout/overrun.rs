//! ADLG-R149, ADLG-R174: a pursuer runs into an enemy, who may evade.

use acies_core::{
    Dice, Log, Rolled, RuleId, Seat, Seats,
    flow::{Stacked, Step},
    named,
};
use acies_table::{Base, Length, Pose};
use serde::{Deserialize, Serialize};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Id},
    charge::{conform::Conformed, react},
    evade::flight::Onrush,
    words::events::Event,
};

/// The enemy that a pursuer runs into may evade; so far the pursuit would still go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overrun {
    #[serde(with = "named::own")]
    pub unit: u8,
    #[serde(with = "named::enemy")]
    pub target: u8,
    pub from: Pose,
    pub left: Length,
}

impl Step<Battle> for Overrun {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.phasing.other().into()
    }

    /// ADLG-R94: who must evade is not asked.
    fn idle(&self, battle: &Battle) -> bool {
        let (unit, target) = self.pair(battle);
        battle.must_evade(target, unit)
    }

    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        self.evade(battle, dice, log)
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let (unit, target) = self.pair(battle);
        let target = battle.who(target);
        let says = format!("run into {target} in pursuit: evade or stand?");
        (battle.who(unit).says(&says), &["ADLG-R149", "ADLG-EVA.1"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(react::both());
    }

    fn fits(&self, battle: &Battle) -> bool {
        let (unit, target) = self.pair(battle);
        battle.has(unit) && battle.has(target)
    }
}

impl Overrun {
    /// The pursuer, and who stands in his way.
    fn pair(&self, battle: &Battle) -> (Id, Id) {
        (Id::new(battle.phasing, self.unit), Id::new(battle.phasing.other(), self.target))
    }

    /// The enemy runs; then the pursuer goes on. It waits here until the enemy's owner has said which way.
    pub(crate) fn evade(
        self,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (_, target) = self.pair(battle);
        battle.lay(self);
        let from = Onrush { facing: self.from.facing, by: UnitSet::one(self.unit) };
        if !battle.start_to_run(target, from, dice, log)? {
            battle.after_run(target, log);
        }
        Ok(())
    }

    /// The enemy has run: so far as is left to it the pursuer goes on.
    pub(crate) fn press_on(self, battle: &mut Battle, log: &mut Log<Event>) {
        let (unit, _) = self.pair(battle);
        battle.press_on(unit, self.from, self.left, UnitSet::one(self.target), log);
    }

    /// The enemy stands.
    pub(crate) fn fall_upon(self, battle: &mut Battle, log: &mut Log<Event>) {
        let (unit, target) = self.pair(battle);
        battle.fall_upon(unit, target, self.from, log);
    }
}

impl Battle {
    /// ADLG-R149: the pursuer conforms to who stands; the edge is judged from where it began.
    pub(crate) fn fall_upon(&mut self, unit: Id, enemy: Id, from: Pose, log: &mut Log<Event>) {
        let base = self.base(unit);
        let declared = Base { pose: from, ..base }.rect();
        let edge = self.edge_hit(&declared, &base.rect(), enemy);
        // The pursuer itself is no reason why its enemy fights already.
        let mut before = self.clone();
        before.unit_mut(unit).pose = from;
        let roles = before.roles();
        let fights = roles.in_melee(enemy);
        // ADLG-R163: friendly light infantry makes room for it there, too.
        let cleared = self.cleared_for(unit, UnitSet::NONE, roles);
        let conformed = match cleared.conform(unit, &base, enemy, edge, fights) {
            Conformed::Charger(pose) if self.make_room(unit, Base { pose, ..base }, enemy, log) => {
                Conformed::Charger(pose)
            }
            _ => self.conform(unit, &base, enemy, edge, fights),
        };
        self.storm(unit, enemy, edge);
        let moved = match conformed {
            Conformed::Charger(pose) => Some((unit, pose)),
            Conformed::Enemy(pose) => Some((enemy, pose)),
            Conformed::Incomplete => {
                self.unit_mut(unit).unconformed = Some(enemy);
                None
            }
        };
        if let Some((id, pose)) = moved {
            let moves = self.unit(id).pose != pose;
            self.unit_mut(id).pose = pose;
            if moves {
                log.push(|| Event::Conformed { unit: id, pose, rule: "ADLG-R149" });
            }
        }
        if matches!(conformed, Conformed::Charger(_)) {
            self.surprise(enemy, unit, edge, roles, log);
        }
    }
}
