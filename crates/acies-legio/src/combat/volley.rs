//! B3: volleys, chosen without seeing the other's choice and thrown at once (LEG-SEQ.17; LEG-R64, LEG-R72).

use acies_core::{
    Dice, Forecast, Id, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    sealed::Sealed,
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle},
    rulings::UNITS_MAX,
    words::{Event, No, Words},
};

/// LEG-R72: both sides choose who volleys at whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volleys {}

/// Who throws his weapons at whom, in the order of the roster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Volley {
    pub throws: ArrayVec<Throw, UNITS_MAX>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throw {
    pub unit: Id,
    pub target: Id,
}

impl Step<Battle> for Volleys {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.volleys.missing()
    }

    /// Both answer.
    fn again(&self) -> bool {
        true
    }

    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        Seat::BOTH.into_iter().for_each(|seat| log.unseal(seat));
        let chosen = battle.volleys.open();
        let order = [battle.first, battle.first.other()];
        let all = order.iter().flat_map(|&seat| &chosen[seat].throws);
        let all: ArrayVec<(Id, Id), { 2 * UNITS_MAX }> =
            all.map(|it| (it.unit, it.target)).collect();
        battle.volley(&all, dice, log)
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("who volleys, and at whom?".into(), &["LEG-SEQ.17", "LEG-R72"])
    }

    /// All, nobody, each alone, and each at another target with all the others.
    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let may = battle.throws(by);
        let mut all = Volley::default();
        for it in &may {
            if all.throws.last().is_none_or(|last| last.unit != it.unit) {
                all.throws.push(*it);
            }
        }
        out.push(Volley::default().into());
        if all.throws.len() > 1 {
            out.push(all.clone().into());
        }
        for &it in &may {
            out.push(Volley { throws: ArrayVec::from_iter([it]) }.into());
            let mut other = all.clone();
            let at = other.throws.iter().position(|known| known.unit == it.unit);
            if let Some(at) = at.filter(|&at| other.throws[at] != it && other.throws.len() > 1) {
                other.throws[at] = it;
                out.push(other.into());
            }
        }
    }
}

impl Deed<Battle> for Volley {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["volley"];

    fn write(&self, battle: &Battle, _: Seat) -> String {
        let each = self.throws.iter();
        let each = each.map(|it| format!(" {} {}", battle.key(it.unit), battle.key(it.target)));
        let all: String = each.collect();
        if all.is_empty() { "volley nobody".into() } else { format!("volley{all}") }
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let mut volley = Volley::default();
        if !words.flag("nobody") {
            while words.typed.clone().next().is_some() {
                let throw = Throw { unit: words.unit()?, target: words.enemy()? };
                let full = || Misread::new("so many units are in no army");
                volley.throws.try_push(throw).map_err(|_| full())?;
            }
        }
        volley.throws.sort_unstable();
        Ok(volley)
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        battle.asked::<Volleys>().ok_or(No::NotNow)?;
        let may = battle.throws(by);
        for (n, it) in self.throws.iter().enumerate() {
            let again = self.throws[..n].last().is_some_and(|last| last.unit >= it.unit);
            if !may.contains(it) || again {
                let here = battle.known(it.unit) && battle.known(it.target);
                return Err(if here { No::NoVolley { unit: it.unit } } else { No::NotHere });
            }
        }
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.volleys[by] = Sealed::In(self.clone());
        log.push(|| Event::ChoseVolley { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let each = self.throws.iter();
        let each = each
            .map(|it| format!("{} at {}", battle.name(it.unit), battle.name(it.target)))
            .collect::<Vec<_>>();
        let does = if each.is_empty() {
            "no volley".into()
        } else {
            format!("volley: {}", each.join(", "))
        };
        let mut shown = Shown::new("Seal", does).rules(&["LEG-SEQ.17", "LEG-R72"]);
        shown.units = self.throws.iter().map(|it| battle.address(it.unit)).collect();
        shown.targets = self.throws.iter().map(|it| battle.address(it.target)).collect();
        shown
    }

    /// The fights of those who throw, if the enemy throws all that he has.
    fn later(&self, battle: &Battle, _: Seat) -> Vec<Forecast> {
        let fight = |it: &Throw| {
            let names = battle.two(it.unit, it.target);
            let title = format!("the fight of {} with {}, after the volleys", names[0], names[1]);
            battle.fight_of(it.unit, it.target).forecast(title, &names)
        };
        self.throws.iter().map(fight).collect()
    }
}

impl Battle {
    /// LEG-R72: who of a side may volley at whom, in the order of the roster.
    fn throws(&self, seat: Seat) -> Vec<Throw> {
        let of = |(unit, _)| {
            let at = self.volley_targets(unit).into_iter();
            at.map(move |(target, _)| Throw { unit, target })
        };
        self.units(seat).flat_map(of).collect()
    }

    /// B3: who has nobody to volley has chosen already; if neither has, it is passed over.
    pub(crate) fn begin_volleys(&mut self) {
        let none = Seat::BOTH.map(|seat| self.throws(seat).is_empty());
        if none == [true, true] {
            return;
        }
        for (seat, none) in Seat::BOTH.into_iter().zip(none) {
            self.volleys[seat] = if none { Sealed::In(Volley::default()) } else { Sealed::Nothing };
        }
        self.lay(Volleys {});
    }

    /// Puts a volley that may be so in the place of one that is hidden.
    pub(crate) fn guess_volleys(&mut self, dice: &mut Dice) {
        let mut lists = [Vec::new(), Vec::new()];
        for seat in Seat::BOTH {
            Volleys {}.candidates(self, seat, &mut lists[seat as usize]);
        }
        self.volleys.guess(|seat| {
            let list = &lists[seat as usize];
            match list.get(dice.number(list.len())) {
                Some(Action::Volley(volley)) => volley.clone(),
                _ => Volley::default(),
            }
        });
    }

    /// Whether the rosters have such a unit, on the table or not.
    pub fn known(&self, unit: Id) -> bool {
        usize::from(unit.number()) < self.sides[unit.seat()].units.len()
    }
}
