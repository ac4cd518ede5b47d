//! An attack that is about to be rolled: what it throws, what may come of it, and what each row is worth.

use std::borrow::Cow;

use acies_core::{
    Dice, Forecast, Log, Odds, Rolled, Seat, Sum, Worth, flow::Deed, odds, total_without,
};

use crate::{
    battle::Battle,
    combat::{
        attack::{Attack, Scored},
        charge::Charge,
        fight::Fight,
        targets::Target,
    },
    morale::{Marks, Tested},
    movement::cohesion::Cohesion,
    units::Formation,
    words::{
        events::{Event, Events},
        telling::scored_words,
    },
};

/// An attack that is about to be rolled.
pub struct Onset<'a> {
    pub(super) at: Cow<'a, Battle>,
    by: Seat,
    unit: u8,
    attack: Attack,
    /// What is still to be paid.
    cost: Sum,
    /// VIR-SR14.6: what is tested before the attack.
    cohesion: Option<Cohesion>,
    /// Who takes the hits, if that is sure.
    target: Option<u8>,
    strike: Strike,
    pub title: String,
}

/// The rule that rolls it.
#[derive(Clone, Copy)]
enum Strike {
    Fight(Fight, Target),
    Charge(Charge),
}

impl Strike {
    fn throw(self, at: &mut Battle, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        match self {
            Strike::Fight(fight, target) => fight.perform(target, at, dice, log),
            Strike::Charge(charge) => at.roll_charge(&charge, dice, log),
        }
    }
}

/// What came of an attack: whether it lost a stand before the pikes, and what it scored if it was
/// rolled (VIR-R81).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Upshot {
    lost: bool,
    scored: Option<Scored>,
}

impl Upshot {
    fn of(by: Seat, unit: u8, events: &[Event]) -> Self {
        let mut upshot = Upshot::default();
        for event in events {
            match *event {
                Event::CohesionTested { by: seat, unit: it, pikes: true, holds, .. }
                    if (seat, it) == (by, unit) =>
                {
                    upshot.lost = !holds;
                }
                Event::Attacked { by: seat, unit: it, scored, .. } if (seat, it) == (by, unit) => {
                    upshot.scored = Some(scored);
                }
                _ => {}
            }
        }
        upshot
    }

    fn scored(self) -> Scored {
        self.scored.unwrap_or_default()
    }
}

impl Battle {
    /// A fight, if it is allowed and dice are thrown for it.
    pub(crate) fn fight_onset(&self, by: Seat, fight: &Fight) -> Option<Onset<'_>> {
        let target = self.may_fight(by, fight).ok().filter(|target| !target.wins)?;
        let there = self.units_in(target.area, by.other());
        let mut title = fight.shows(self, by).words();
        if there.len() > 1 {
            title += "; their owner gives out the hits";
        }
        Some(Onset {
            by,
            unit: fight.unit,
            attack: self.attack(by, fight, target),
            cost: self.fight_cost(by, fight, target).sum(),
            cohesion: None,
            target: there.first().filter(|_| there.len() == 1),
            strike: Strike::Fight(*fight, target),
            title,
            at: Cow::Borrowed(self),
        })
    }

    /// A charge that is rolled next; `declared`, if its points are paid by the same action.
    pub(crate) fn charge_onset(&self, charge: &Charge, declared: bool) -> Onset<'_> {
        let by = self.active;
        let tests = self.tests_before_pikes(by, charge);
        let cost = if declared { self.charge_cost(by, charge).sum() } else { Sum::of([]) };
        let mut title = charge.sentence(self, by);
        if declared {
            title += &format!(", {} AP", cost.total);
        }
        Onset {
            by,
            unit: charge.unit,
            attack: self.charge_attack(by, charge),
            cost,
            cohesion: tests.then(|| Cohesion { profile: self.troop(by, charge.unit).profile }),
            target: Some(charge.target),
            strike: Strike::Charge(*charge),
            title,
            at: Cow::Borrowed(self),
        }
    }

    /// The same of a battle that nobody else needs.
    pub(super) fn into_onset(self, charge: &Charge, declared: bool) -> Onset<'static> {
        let onset = self.charge_onset(charge, declared);
        Onset { at: Cow::Owned(self.clone()), ..onset }
    }
}

impl Onset<'_> {
    pub fn forecast(&self) -> Forecast {
        self.panel(&odds(|dice| {
            let mut log = Log::kept();
            self.strike.throw(&mut Battle::clone(&self.at), dice, &mut log)?;
            Ok(Upshot::of(self.by, self.unit, log.events()))
        }))
    }

    pub fn hindsight(&self, events: &[Event]) -> Forecast {
        self.panel(&Odds::sure(Upshot::of(self.by, self.unit, events)))
    }

    /// The tests of those it hits, when their turn begins. Who takes the hits must be sure.
    pub fn tests(&self) -> Option<Forecast> {
        let strike = |at: &mut Battle, dice: &mut Dice| self.strike.throw(at, dice, &mut Log::Off);
        Some(self.at.tests_later(self.target?, Some(&self.attack), strike))
    }

    pub fn worths(&self) -> Vec<Worth> {
        let mut worths = attack_worths(&self.attack);
        if let Some((_, tested)) = self.tested() {
            worths.extend(test_worths(&tested, self.attack.marks(), self.sums().len() - 1));
        }
        worths
    }

    fn sums(&self) -> Vec<(String, Sum)> {
        let mut sums = vec![
            ("a die hits at or below".into(), self.attack.value_sum()),
            ("dice".into(), self.attack.dice_sum()),
        ];
        if !self.cost.rows.is_empty() {
            sums.push(("activation points".into(), self.cost.clone()));
        }
        sums.extend(self.cohesion.map(|test| ("cohesion number".into(), test.sum())));
        sums.extend(self.tested().map(|(name, tested)| {
            (format!("DV of {name} against a hit"), Sum::of(tested.dv(self.attack.marks())))
        }));
        sums
    }

    fn tested(&self) -> Option<(&str, Tested)> {
        let (seat, unit) = (self.by.other(), self.target?);
        let mut tested = self.at.tested(seat, unit);
        if self.attack.charge {
            // VIR-R83.4, VIR-R83.5: a charge breaks the formation for all its hits.
            tested.formation = Formation::Open;
        }
        Some((&self.at.troop(seat, unit).name, tested))
    }

    fn panel(&self, upshots: &Odds<Upshot>) -> Forecast {
        let tell = |upshot: &Upshot| {
            let scored = upshot.scored();
            let mut says = scored_words(scored, &self.attack);
            let mut is = vec![
                ("hits", scored.hits().into()),
                ("red", scored.red.into()),
                ("leader_hits", scored.leader_hits.into()),
            ];
            if self.cohesion.is_some() {
                is.push(("stands_lost", upshot.lost.into()));
            }
            match upshot {
                Upshot { lost: true, scored: None } => says = "gone before the pikes".into(),
                Upshot { lost: true, .. } => says += ", a stand lost before the pikes",
                _ => {}
            }
            (says, is)
        };
        let mut highlights =
            vec![upshots.highlight("at least one hit", |it| it.scored().hits() > 0)];
        if self.attack.leader_there {
            let hit = |it: &Upshot| it.scored().leader_hits > 0;
            highlights.push(upshots.highlight("their leader is hit", hit));
        }
        let mut rules = vec![if self.attack.charge { "VIR-5.2.1" } else { "VIR-5.1.2" }];
        if self.cohesion.is_some() {
            let name = &self.at.troop(self.by, self.unit).name;
            let says = format!("{name} lose a stand before the pikes");
            highlights.push(upshots.highlight(says, |it| it.lost));
            rules.push("VIR-SR14.6");
        }
        Forecast {
            title: self.title.clone(),
            sums: self.sums(),
            rules,
            outcomes: upshots.outcomes(tell),
            highlights,
        }
    }
}

/// The hits that each row of value and dice brings on average (VIR-5.1.2): a die hits in `value` of
/// six cases. The first row of each is what all others add to.
fn attack_worths(attack: &Attack) -> Vec<Worth> {
    let (value, dice) = (attack.value_sum(), attack.dice_sum());
    let worth = |sum, row, lost: i32| Worth {
        sum,
        row,
        of: "hits",
        thousandths: (value.total * dice.total - lost) * 1000 / 6,
        chance: false,
    };
    let values = value
        .rows
        .iter()
        .enumerate()
        .skip(1)
        .map(|(at, row)| worth(0, at, total_without(attack.value(), row) * dice.total));
    let pools = dice
        .rows
        .iter()
        .enumerate()
        .skip(1)
        .map(|(at, row)| worth(1, at, total_without(attack.dice(), row) * value.total));
    values.chain(pools).collect()
}

/// How much more often a hit costs a stand because of each row of the DV (VIR-3.1.3).
fn test_worths(tested: &Tested, marks: Marks, sum: usize) -> Vec<Worth> {
    let dv = Sum::of(tested.dv(marks));
    let rows = dv.rows.iter().enumerate().skip(1).filter(|(_, row)| row.struck_by.is_none());
    rows.map(|(row, left_out)| Worth {
        sum,
        row,
        of: "a stand lost",
        thousandths: (total_without(tested.dv(marks), left_out) - dv.total) * 1000 / 6,
        chance: true,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        combat::attack::{Aim, Joined, With},
        files::data::profile,
        units::Weight,
    };

    #[test]
    fn rows_say_what_they_bring() {
        // VIR-5.1.2: FV 3 with 4 stands is 4 x 3/6 = 2 hits; the hill die of VIR-7.1 brings 3/6.
        let profile = profile("legionaries").unwrap();
        assert_eq!((profile.fv, profile.mv, profile.weight), (3, 4, Weight::Heavy), "VIR-QS.1");
        let attack = Attack {
            profile,
            stands: 4,
            blooded: false,
            formation: Formation::Open,
            aim: Aim::Here,
            with: With::Fv,
            charge: false,
            wood: false,
            rocky: false,
            hill_die: true,
            pila: false,
            joined: Joined::Nobody,
            against_pikes: false,
            leader_there: false,
        };
        let [hill] = &attack_worths(&attack)[..] else { panic!("one row besides the first ones") };
        assert_eq!((hill.sum, hill.row, hill.thousandths), (1, 1, 500));
        // VIR-SR15.3: testudo costs 1 of FV: 5 dice at 1/6 less.
        let testudo = Attack { formation: Formation::Testudo, ..attack };
        assert_eq!(attack_worths(&testudo)[0].thousandths, -833);
    }
}
