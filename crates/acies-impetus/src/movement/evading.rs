//! Evasions as they are made (IMP-MOV.18 to IMP-MOV.20, IMP-R51): straight back, one whole M.

use acies_core::{
    Dice, Log, Rolled, RuleId, Seat, UnitSet,
    flow::{Shown, Stacked, Step, YesNo},
};
use acies_table::{Base, Course, Sweep};
use serde::{Deserialize, Serialize};

use super::{charging::Charge, way::Way};
use crate::{
    battle::{Battle, Id},
    command::discipline::Purpose,
    movement::terrain::Effect,
    rulings::TOLERANCE,
    words::events::{Event, How},
};

/// A Unit that has declared an evasion moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evade {
    pub unit: Id,
}

impl Step<Battle> for Evade {
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if battle.is_there(self.unit) {
            battle.evade(self.unit, log);
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit)
    }
}

/// IMP-MOV.20, IMP-R51: whether a Unit that has evaded a charge does so again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvadeOn {
    pub unit: Id,
    /// How often it has evaded from this charge.
    pub times: u8,
    pub charge: Charge,
}

impl YesNo<Battle> for EvadeOn {
    const VERB: &'static str = "flee";

    fn seat(&self) -> Seat {
        self.unit.seat()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        (format!("do {} evade again?", battle.name(self.unit)), &["IMP-MOV.20", "IMP-R51"])
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let who = Some(battle.name(self.unit).to_owned());
        let units = vec![battle.key_of_piece(self.unit)];
        let shown = if yes {
            Shown { who, units, throws: true, ..Shown::new("Evade", "evade again") }
        } else {
            Shown { who, units, ..Shown::new("Stay", "evade no more") }
        };
        shown.rules(&["IMP-MOV.20", "IMP-DF.3"])
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.lay(self.charge);
        if yes {
            let units = UnitSet::one(self.unit.number());
            let movement = battle.piece(self.unit).phases + 1;
            let passed = battle.test_discipline(
                self.unit.seat(),
                units,
                Purpose::EvadeOn,
                movement,
                dice,
                log,
            )?;
            battle.evade(self.unit, log);
            if !passed {
                battle.disorder(self.unit, "IMP-DF.3", log);
            }
            battle.ask_to_evade_on(self.unit, self.times + 1, passed);
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit) && self.charge.fits(battle)
    }
}

impl Battle {
    /// IMP-R51: who is still in order and can still be reached is asked whether it evades again. The charge lies on top
    /// of the stack.
    pub(crate) fn ask_to_evade_on(&mut self, id: Id, times: u8, passed: bool) {
        let Some(charge) = self.asked::<Charge>() else { return };
        if !passed || !self.is_there(id) || self.unit(id).disordered {
            return;
        }
        let reached =
            charge.units.ids(charge.seat).any(|it| self.first_reached(&charge, it) == Some(id));
        let may = |it: Id| self.answer_of(id, it).evade(times + 1).is_ok();
        if reached && charge.units.ids(charge.seat).any(may) {
            self.take();
            self.lay(EvadeOn { unit: id, times, charge });
        }
    }

    /// Makes one evasion.
    pub(crate) fn evade(&mut self, id: Id, log: &mut Log<Event>) {
        let way = self.evasion(id);
        let lost = !self.table().grown(TOLERANCE.touch).holds(&way.to.rect());
        let phases = self.piece(id).phases + 1;
        self.carry_out(&[(id, way)].into_iter().collect(), How::Evasion, phases, log);
        self.part(id);
        if lost {
            self.remove(id, "IMP-R70", log);
        }
        self.settle_commanders(log);
    }

    /// IMP-R51, IMP-R89, IMP-R104: where an evasion leads: one whole M straight back, through friends that it may pass, else
    /// short of them, of enemies and of ground that it cannot enter; over the table's edge, if it comes to that.
    pub fn evasion(&self, id: Id) -> Way {
        let (unit, base) = (self.unit(id), self.piece(id).base());
        let rect = base.rect();
        let back = -rect.ahead();
        let far_u = self.reach_along_u(id, back, f64::from(unit.profile.m));
        let blocks = |friend: Id| !self.may_pass(id, friend);
        let went_u = self.can_pass_some(id, back, far_u, blocks);
        let sweep = Sweep::new(&rect, Course::Straight { by: back * went_u });
        let to = Base { pose: sweep.course().end(&base.pose), ..base };
        let mut way = Way { to, disorders: None, destroys: None };
        for patch in &self.landscape.patches {
            let (rule, effect) = patch.terrain.effect(&unit.profile);
            match effect {
                Effect::Disorders | Effect::Hampers if sweep.treads(&patch.outline, TOLERANCE) => {
                    way.disorders = Some(rule);
                }
                _ => {}
            }
        }
        way
    }
}
