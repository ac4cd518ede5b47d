//! What a charge or a pursuit leads to, as far as it is known before it is made (RULES.md 8; LEG-R72, LEG-R73, LEG-R76 to LEG-R79,
//! LEG-R142): nothing is thrown and nothing moves, but every number is that of the rule itself.

use acies_core::{Dice, Forecast, Id, Log, Odds, Sum, odds};
use acies_table::Edge;

use super::{ChargePath, Response, charging::Onset, response::Side};
use crate::{
    battle::{Battle, Marks},
    combat::{Impetus, Melee},
    movement::{MoveDice, march::Faces},
    odds::melee::Fight,
};

impl Battle {
    /// Whether a charge carries so far, and what comes of it by each answer that its target may give.
    pub(super) fn after_charge(&self, unit: Id, target: Id) -> Vec<Forecast> {
        let Some(path) = self.charge_path(unit, target) else { return Vec::new() };
        let reach = self.reach(unit, target, &path);
        let answers = self.responses(target, unit).into_iter();
        let comes = answers.filter_map(|(answer, _)| self.after_answer(unit, target, answer));
        reach.into_iter().chain(comes).collect()
    }

    /// LEG-R73(g), LEG-R80: whether the dice of a charge carry it to a target that stands.
    fn reach(&self, unit: Id, target: Id, path: &ChargePath) -> Option<Forecast> {
        let full_fast = MoveDice::full_fast(self.unit(unit).kind())?;
        let march = self.onset(unit, Onset::At(target), Faces::default());
        let all = odds(|dice| {
            let faces = Faces::throw(full_fast, unit.seat(), dice)?;
            let marched = march.carries(faces);
            Ok((self.reaches(unit, path, marched.paces), marched.fatigue))
        });
        let says = |&(reaches, tired): &(bool, u8)| {
            let comes = if reaches { "comes into contact" } else { "falls short" };
            let costs = if tired > 0 { format!(", {tired} DP") } else { String::new() };
            (format!("{comes}{costs}"), vec![("dps", tired.into())])
        };
        Some(Forecast {
            title: format!("the charge, if {} stands", self.name(target)),
            sums: vec![("paces besides the pips".into(), march.sum())],
            rules: vec!["LEG-SEQ.16", "LEG-R73", "LEG-R80", march.fatigue_rule()],
            outcomes: all.outcomes(says),
            highlights: vec![all.highlight("comes into contact", |it| it.0)],
        })
    }

    /// What a target's answer to a charge leads to: the fight, or its test.
    pub(super) fn after_answer(&self, unit: Id, target: Id, answer: Response) -> Option<Forecast> {
        let (name, enemy) = (self.name(unit), self.name(target));
        match answer {
            Response::Stand | Response::CounterCharge => {
                let meets = answer == Response::CounterCharge;
                let there = self.in_contact(unit, target, meets)?;
                let how = if meets { "counter-charges" } else { "stands" };
                let title = format!("the fight with {enemy}, if it {how} and {name} comes so far");
                Some(there.fight_of(unit, target).forecast(title, &there.two(unit, target)))
            }
            Response::Evade => {
                let evade = self.evade_of(target);
                let test = evade.forecast(&odds(|dice| evade.throw(target.seat(), dice)));
                Some(Forecast {
                    title: format!("the evade test of {enemy}, if it takes it"),
                    ..test
                })
            }
            Response::Break | Response::RoutOn => None,
        }
    }

    /// The two where a charge brings them together, with what that costs (LEG-R81, LEG-R82, LEG-R83).
    fn in_contact(&self, unit: Id, target: Id, meets: bool) -> Option<Battle> {
        let path = self.charge_path(unit, target)?;
        let (side, edge) = self.unit(target).struck_from(self.rect(unit).middle(Edge::Front));
        let mut there = self.clone();
        let (mut none, mut log) = (Dice::scripted([]), Log::Off);
        there.place(unit, self.aligned(unit, path.end, target, edge));
        there.pay_wheel(unit, &path, &mut none, &mut log).ok()?;
        there.pay_crossings(unit, self.crossings(unit, &path), &mut none, &mut log).ok()?;
        there.meet_in_contact(unit, target, Impetus::Charge);
        let struck = there.unit_mut(target);
        struck.marks.set(Marks::STRUCK, side != Side::Front);
        if meets {
            struck.impetus = Some(Impetus::CounterCharge);
        }
        there.contact_effects(&mut none, &mut log).ok()?;
        [unit, target].iter().all(|&id| there.has(id)).then_some(there)
    }

    /// LEG-R72, LEG-R85: the fight of two that are in contact, with the volleys that both may still throw.
    pub(crate) fn fight_of(&self, unit: Id, enemy: Id) -> Fight {
        let pairs = [(unit, enemy), (enemy, unit)];
        let volley = |(one, other): (Id, Id)| {
            let may = self.volley_targets(one).into_iter().find(|(id, _)| *id == other);
            may.map(|(_, stands)| self.shot(one, other, stands))
        };
        Fight {
            melee: Melee { fighters: pairs.map(|(one, other)| self.fighter(one, other)) },
            volleys: pairs.map(volley),
            counts: pairs.map(|(one, other)| Some(self.numbers_sum(one, other))),
        }
    }

    pub(crate) fn two(&self, unit: Id, enemy: Id) -> [String; 2] {
        let [one, other] = [unit, enemy].map(|id| self.name(id).to_owned());
        if one == other { [self.address(unit), self.address(enemy)] } else { [one, other] }
    }

    /// LEG-R142: a pursuit of who has just gone so far, if nobody else is in the way.
    pub(crate) fn chase(&self, unit: Id, prey: Id) -> Option<Chase> {
        let mut there = self.clone();
        there.unform(unit);
        let (facing, length) = there.pursuit_line(unit, prey);
        there.unit_mut(unit).pose.facing = facing;
        let full_fast = MoveDice::full_fast(self.unit(unit).kind())?;
        let way = Onset::Along(facing.ahead() * length);
        let far = self.unit(prey).fled;
        let caught = odds(|dice| {
            let faces = Faces::throw(full_fast, unit.seat(), dice)?;
            Ok(there.onset(unit, way, faces).carries(faces).paces >= far)
        });
        let sum = there.onset(unit, way, Faces([6; 3])).sum();
        Some(Chase { whom: self.name(prey).to_owned(), far, sum, caught })
    }
}

/// A pursuit as it is seen before its dice are thrown.
pub(crate) struct Chase {
    whom: String,
    pub far: i32,
    sum: Sum,
    pub caught: Odds<bool>,
}

impl Chase {
    pub fn forecast(self, caught: &Odds<bool>) -> Forecast {
        let Chase { whom, far, sum, .. } = self;
        let says = |&it: &bool| {
            let gets = if it { "catches" } else { "does not catch" };
            (format!("{gets} {whom}"), vec![("caught", it.into())])
        };
        Forecast {
            title: format!("the pursuit of {whom}, {far} paces, if nobody is in the way"),
            sums: vec![("paces besides the pips".into(), sum)],
            rules: vec!["LEG-ACM.17", "LEG-R99", "LEG-R142"],
            outcomes: caught.outcomes(says),
            highlights: vec![caught.highlight("catches them", |&it| it)],
        }
    }
}
