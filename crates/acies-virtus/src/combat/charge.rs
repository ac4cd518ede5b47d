//! T3b: charges are declared, and paid for (RULES.md 3.19; VIR-R47).

use acies_core::{
    Dice, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Step},
};
use acies_core::{Forecast, Log};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle, Frame},
    combat::{attack::Aim, targets::Target},
    units::Flags,
    words::{
        events::{Event, Events},
        notation::{Reader, extras},
        refusals::{No, Refusal},
        telling,
    },
};

/// Charges are declared.
pub struct Charging;

/// VIR-R47.1: a charge as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    pub unit: u8,
    pub target: u8,
    pub hill: bool,
    pub pila: bool,
}

impl Step<Battle> for Charging {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.active.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn idle(&self, battle: &Battle) -> bool {
        !battle.each_charge(|_| true)
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Events) -> Rolled<()> {
        battle.go_past(Frame::Charges);
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which unit charges whom?".into(), &["VIR-5.2.3"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        battle.each_charge(|charge| {
            out.push(charge.into());
            false
        });
        out.push(Action::Done);
    }

    fn any(&self, battle: &Battle, _: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        battle.any_fighter(chance, room, |area, unit, means, out| {
            battle.each_charge_from(area, unit, means, |charge| {
                out.push(charge.into());
                false
            });
        })
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        for unit in battle.units(by).alive() {
            for target in battle.units(by.other()).alive() {
                for (hill, pila) in [(false, false), (true, false), (false, true)] {
                    out.push(Charge { unit, target, hill, pila }.into());
                }
            }
        }
    }
}

impl Deed<Battle> for Charge {
    /// At whom it goes.
    type Plan = Target;
    const VERBS: &'static [&'static str] = &["charge"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let (unit, target) =
            (battle.unit_key(by, self.unit), battle.unit_key(by.other(), self.target));
        format!("charge {unit} {target}{}", extras(self.hill, self.pila))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let unit = reader.unit(reader.by)?;
        let target = reader.unit(reader.by.other())?;
        let (hill, pila) = reader.extras()?;
        Ok(Charge { unit, target, hill, pila })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Target, Refusal> {
        battle.expects(Frame::Charges).map_err(No::to(by))?;
        battle.may_charge(by, self).map_err(No::to(by))
    }

    fn trust(&self, battle: &Battle, by: Seat) -> Target {
        battle.charge_target(by, self)
    }

    fn perform(
        &self,
        target: Target,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let by = battle.active;
        let cost = battle.charge_cost(by, self);
        battle.pay(battle.units(by)[self.unit].area, cost);
        let units = &mut battle.sides[by].units;
        units.mark(self.unit, Flags::ACTIVATED);
        // VIR-SR15.7, VIR-R83.3: its own charge breaks a formation at the declaration.
        let broke = std::mem::take(&mut units[self.unit].formation);
        battle.charges.push(*self);
        let (charge, flank) = (*self, target.aim == Aim::Flank);
        log.push(|| Event::ChargeDeclared { by, charge, flank, broke, cost });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let whom = &battle.troop(by.other(), self.target).name;
        let how = telling::how_words(self.hill, self.pila);
        let cost = battle.charge_cost(by, self).points();
        let attack = telling::attack_words(&battle.charge_attack(by, self));
        let area = battle.units(by.other())[self.target].area;
        Shown {
            title: Some(format!("Charge {whom}{how}")),
            note: format!("{cost} AP, {attack}"),
            targets: vec![battle.unit_id(by.other(), self.target)],
            area: Some(battle.area_name(area)),
            rules: vec!["VIR-5.2.3"],
            ..battle.shown(
                by,
                self.unit,
                "Charge",
                format!("charge {whom}{how}: {attack}, {cost} AP"),
            )
        }
    }

    /// It is thrown after all combats (VIR-5.2.4).
    fn later(&self, battle: &Battle, _: Seat) -> Vec<Forecast> {
        let mut at = battle.clone();
        let target = at.charge_target(at.active, self);
        let declared = self.perform(target, &mut at, &mut Dice::scripted([]), &mut Log::Off);
        declared.expect("a declaration throws nothing");
        let mut onset = at.charge_onset(self, true);
        onset.title += ", when combats are over, if nothing else changes";
        [Some(onset.forecast()), onset.tests()].into_iter().flatten().collect()
    }
}

impl Charge {
    /// Who charges whom, with how many dice.
    pub(crate) fn sentence(&self, battle: &Battle, by: Seat) -> String {
        let (who, whom) =
            (battle.unit_name(by, self.unit), battle.unit_name(by.other(), self.target));
        let how = telling::how_words(self.hill, self.pila);
        let attack = telling::attack_words(&battle.charge_attack(by, self));
        format!("{who} charge {whom}{how}: {attack}")
    }
}
