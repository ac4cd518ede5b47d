//! What a charge leads to, if its targets stand: whether it gets there, the pila, and each melee (RULES.md 2, C4 to C6). It
//! is found by the code that charges, on a copy of the battle.

use acies_core::{Forecast, Log, Odds, odds};

use super::{
    charge::throw_bonus,
    charging::{Charge, Stage},
    groups,
    reacting::{Facing, Reply},
};
use crate::{
    battle::{Battle, Id},
    melee::fighting::{Melee, Melees},
};

impl Battle {
    /// What follows from a charge, if nobody evades or counter-charges and nobody is hurt on the way.
    pub(crate) fn after_charge(&self, charge: &Charge) -> Vec<Forecast> {
        let mut then = self.clone();
        let mut all = Vec::new();
        let mut left = charge.units;
        while let Some(id) = then.foremost(&Charge { units: left, ..*charge }) {
            left = left.without(id.number());
            let Some((u, enemy)) = then.run_home(charge, id) else { continue };
            all.extend(self.reach(charge, id, enemy, self.cost_u(id, u)));
            let from = then.front(id);
            then.run_into(id, enemy, u, from);
        }
        let met = charge.units.ids(charge.seat).filter(|id| then.is_in_contact(*id));
        let melees = Melees { pila: true, fresh: true, ..Melees::new(charge.seat, met.collect()) };
        for melee in then.melees_of(&melees) {
            all.extend((0..2).filter_map(|side| then.pila_forecast(&melee, side)));
            let round = then.round_forecast(&melee, None);
            all.push(Forecast {
                title: format!("if they come to blows, {}", round.title),
                ..round
            });
        }
        all
    }

    /// What follows if the target of a charge meets it so.
    pub(crate) fn after_reply(&self, asked: &Facing, how: Reply) -> Vec<Forecast> {
        let mut then = self.clone();
        match how {
            Reply::Evade => return Vec::new(),
            Reply::Counter => then.counter_charge(asked.unit, &asked.charge, &mut Log::Off),
            Reply::Shoot | Reply::Stand => {}
        }
        let stage = Stage::Moves;
        then.after_charge(&Charge { stage, ..asked.charge })
    }

    /// IMP-CHG.4, IMP-R49: whether the charge bonus suffices, if it is needed.
    fn reach(&self, charge: &Charge, id: Id, enemy: Id, cost_u: f64) -> Option<Forecast> {
        let units = || charge.movers.ids(charge.seat).map(|it| self.unit(it));
        let need = cost_u - f64::from(groups::m(units())) + charge.turned.get();
        if !charge.bonus || charge.thrown.is_some() || need <= 0.0 {
            return None;
        }
        let mounted = groups::charges_mounted(units());
        let odds: Odds<bool> =
            odds(|dice| Ok(f64::from(throw_bonus(mounted, charge.seat, dice)?) >= need));
        let [name, target] = [id, enemy].map(|it| self.name(it));
        let says = |reaches: &bool| {
            let how = if *reaches { "reach" } else { "fall short of" };
            (format!("{name} {how} {target}"), vec![("reaches", i64::from(*reaches))])
        };
        Some(Forecast {
            title: format!("whether {name} reach {target}"),
            sums: Vec::new(),
            rules: vec!["IMP-CHG.4", "IMP-R49"],
            outcomes: odds.outcomes(says),
            highlights: vec![odds.highlight(format!("{name} reach {target}"), |it| *it)],
        })
    }

    /// IMP-R58: the pila of one side of a melee.
    fn pila_forecast(&self, of: &Melee, side: usize) -> Option<Forecast> {
        let melee = self.engaged_in(of).melee.contact();
        if melee.pila(side) == 0 {
            return None;
        }
        let [thrower, target] = [side, 1 - side].map(|it| of.units[it]);
        let odds = odds(|dice| {
            let tested = melee.throw_pila(side, thrower.seat(), dice)?;
            Ok(tested.map_or((false, 0), |it| (it.routs, it.losses)))
        });
        let name = self.name(target);
        let says = |(routs, lost): &(bool, u8)| {
            let what = if *routs { "rout".to_owned() } else { format!("lose {lost}") };
            (
                format!("{name} {what}"),
                vec![("lost", i64::from(*lost)), ("routs", i64::from(*routs))],
            )
        };
        Some(Forecast {
            title: format!("the pila of {}", self.name(thrower)),
            sums: vec![("pila".into(), melee.main_pila(side))],
            rules: vec!["IMP-PIL.6", "IMP-R58"],
            outcomes: odds.outcomes(says),
            highlights: vec![odds.highlight(format!("{name} lose VBU"), |it| it.0 || it.1 > 0)],
        })
    }
}
