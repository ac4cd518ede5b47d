//! T3d: charges are rolled one after another, in the order that their owner likes (RULES.md 3.19; VIR-R47,
//! VIR-R81, VIR-R83).

use acies_core::{
    About, Dice, Forecast, Misread, Rolled, RuleId, Seat, Seats, Worth,
    flow::{Deed, Shown, Step},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle, Frame},
    combat::{attack::Scored, charge::Charge, hits::Hit},
    forecasts::onset::Onset,
    morale::Marks,
    units::Flags,
    words::{
        events::{Event, Events},
        notation::Reader,
        refusals::{No, Refusal},
        telling::{attack_words, throw_words},
    },
};

/// Charges that were declared are rolled.
pub struct Resolving;

/// Which charge is rolled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Resolve {
    pub unit: u8,
}

impl Step<Battle> for Resolving {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.active.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn idle(&self, battle: &Battle) -> bool {
        battle.charges.len() < 2
    }

    /// The only one that is left needs no decision.
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        if let Some(charge) = battle.charges.pop() {
            battle.roll_charge(&charge, dice, log)?;
        }
        battle.go_past(Frame::Resolve);
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which charge is resolved next?".into(), &["VIR-R47.5"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(
            battle.charges.iter().map(|charge| Action::Resolve(Resolve { unit: charge.unit })),
        );
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let all = battle.units(by).alive().into_iter();
        out.extend(all.map(|unit| Action::Resolve(Resolve { unit })));
    }
}

impl Deed<Battle> for Resolve {
    /// The charge, by its place among those that wait.
    type Plan = usize;
    const VERBS: &'static [&'static str] = &["resolve"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        format!("resolve {}", battle.unit_key(by, self.unit))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Resolve { unit: reader.unit(reader.by)? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<usize, Refusal> {
        battle.expects(Frame::Resolve).map_err(No::to(by))?;
        self.place(battle).ok_or(No::NotCharging).map_err(No::to(by))
    }

    fn perform(
        &self,
        place: usize,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let charge = battle.charges.remove(place);
        battle.roll_charge(&charge, dice, log)
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let who = battle.unit_name(by, self.unit);
        let shown = Shown {
            units: vec![battle.unit_id(by, self.unit)],
            rules: vec!["VIR-5.2.1", "VIR-R47.5"],
            ..Shown::new("Decide", format!("resolve the charge of {who}"))
        };
        let Some(charge) = self.place(battle).map(|place| &battle.charges[place]) else {
            return shown;
        };
        let attack = battle.charge_attack(by, charge);
        let whom = battle.unit_name(by.other(), charge.target);
        Shown {
            title: Some(format!("{who} charge {whom}")),
            note: attack_words(&attack),
            commit: throw_words(&attack).into(),
            targets: vec![battle.unit_id(by.other(), charge.target)],
            throws: true,
            ..shown
        }
    }

    fn forecast(&self, battle: &Battle, _: Seat) -> Option<Forecast> {
        Some(self.rolled(battle)?.forecast())
    }

    fn hindsight(&self, was: &Battle, _: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        Some(self.rolled(was)?.hindsight(events))
    }

    fn later(&self, battle: &Battle, _: Seat) -> Vec<Forecast> {
        self.rolled(battle).and_then(|onset| onset.tests()).into_iter().collect()
    }

    fn worths(&self, battle: &Battle, _: Seat) -> Vec<Worth> {
        self.rolled(battle).map_or(Vec::new(), |onset| onset.worths())
    }
}

impl Resolve {
    fn place(&self, battle: &Battle) -> Option<usize> {
        battle.charges.iter().position(|charge| charge.unit == self.unit)
    }

    /// The charge as it is about to be rolled.
    fn rolled<'a>(&self, battle: &'a Battle) -> Option<Onset<'a>> {
        let charge = battle.charges[self.place(battle)?];
        Some(battle.charge_onset(&charge, false))
    }
}

impl Battle {
    /// VIR-R47, VIR-R81, VIR-R83.4: a charge is rolled.
    pub(crate) fn roll_charge(
        &mut self,
        charge: &Charge,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let (by, enemy) = (self.active, self.active.other());
        let Charge { unit, target: on, .. } = *charge;
        self.sides[by].units.mark(unit, Flags::FOUGHT);
        if self.tests_before_pikes(by, charge) && self.loses_cohesion(unit, true, dice, log)? {
            return Ok(());
        }
        // VIR-SR15.6: the target's formation is broken, hit or not.
        let formation = std::mem::take(&mut self.sides[enemy].units[on].formation);
        if formation.is_closed() {
            log.push(|| Event::FormationBroken { by: enemy, unit: on, formation });
        }
        let target = self.charge_target(by, charge);
        let attack = self.charge_attack(by, charge);
        let scored = attack.throw(by, dice).about(|_| {
            format!("{} charge {}", self.troop(by, unit).name, self.troop(enemy, on).name)
        })?;
        log.push(|| {
            let faces = dice.faces().iter().copied().collect();
            Event::Attacked { by, unit, target, attack, cost: None, faces, scored }
        });
        self.hit_leader(target.area, scored.leader_hits, log);
        // VIR-5.2.2, VIR-R47.4: all hits go on the target, the lowest dice first (VIR-R26).
        let marks = attack.marks();
        let red = std::iter::repeat_n(marks | Marks::RED, usize::from(scored.red));
        let others = std::iter::repeat_n(marks, usize::from(scored.others));
        self.hits.extend(red.chain(others).map(|marks| Hit { target: on, attacker: unit, marks }));
        if scored.hits() > 0 {
            let Scored { red, others, .. } = scored;
            log.push(|| Event::HitsTaken { by: enemy, unit: on, marks, red, others });
        }
        Ok(())
    }
}
