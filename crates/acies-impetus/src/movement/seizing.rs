//! Opportunity (IMP-CHG.5, IMP-SHL.12, IMP-R27, IMP-R84): after a movement phase enemies that wait shoot, then charge;
//! before a charge moves they shoot at it (IMP-R47).

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, Seats, UnitSet,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use super::charging::{Charge, Kind as ChargeKind};
use crate::{
    battle::{Battle, Id},
    shooting::{Band, volley::ShotAt},
    steps::Action,
    words::{events::Event, notation::Reader, refusals::No},
};

/// Units have ended a movement phase: those of the other side that wait may act, first by shots, then by charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// Who may act.
    pub seat: Seat,
    /// Who has moved, and whose they are.
    pub enemy: Seat,
    pub movers: UnitSet,
    /// Charges are asked for, no longer shots.
    pub charges: bool,
}

/// IMP-R47 (2): Units that wait may shoot at a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    pub charge: Charge,
}

/// A Unit that waits acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seize {
    pub unit: Id,
    pub target: Id,
    pub how: By,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    Shot,
    /// IMP-CHG.3: with the charge bonus, or without it.
    Charge {
        bonus: bool,
    },
}

/// Nobody acts any more.
pub struct LetGo;

/// What is seized.
pub enum Moment {
    Chance(Chance),
    Cover(Cover),
}

impl Chance {
    /// Those that may act, and on whom.
    fn options<'a>(&'a self, battle: &'a Battle) -> impl Iterator<Item = Seize> + 'a {
        let waiting = battle.standing(self.seat).filter(|id| battle.piece(*id).waiting);
        waiting.flat_map(move |unit| {
            let movers = || self.movers.ids(self.seat.other());
            let shot = (!self.charges).then(|| battle.chance_target(unit, movers())).flatten();
            let shot = shot.map(|target| Seize { unit, target, how: By::Shot });
            let charge = self.charges.then(|| battle.chance_charge(unit, self.movers)).flatten();
            let charges = charge.into_iter().flat_map(move |target| {
                [true, false].map(|bonus| Seize { unit, target, how: By::Charge { bonus } })
            });
            let in_reach = move |it: &Seize| battle.may_seize_charge(it);
            shot.into_iter().chain(charges.filter(in_reach))
        })
    }
}

impl Step<Battle> for Chance {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn idle(&self, battle: &Battle) -> bool {
        self.options(battle).next().is_none()
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        if !self.charges {
            battle.lay(Chance { charges: true, ..*self });
        }
        Ok(())
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let movers = battle.names(self.seat.other(), self.movers);
        let what = if self.charges { "charges" } else { "shoots at" };
        (format!("{movers} have moved: who on Opportunity {what} them?"), &["IMP-R27"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::LetGo);
        out.extend(self.options(battle).map(Action::from));
    }

    fn fits(&self, battle: &Battle) -> bool {
        self.enemy == self.seat.other() && battle.has_all(self.enemy, self.movers)
    }
}

impl Cover {
    fn options<'a>(&'a self, battle: &'a Battle) -> impl Iterator<Item = Seize> + 'a {
        let Charge { seat, reacted, shooting, .. } = self.charge;
        let waiting = battle.standing(seat.other()).filter(|id| battle.piece(*id).waiting);
        let free =
            waiting.filter(move |id| !reacted.has(id.number()) && !shooting.has(id.number()));
        free.filter_map(move |unit| {
            let target = battle.chance_target(unit, self.charge.units.ids(seat))?;
            Some(Seize { unit, target, how: By::Shot })
        })
    }
}

impl Step<Battle> for Cover {
    fn deciders(&self, _: &Battle) -> Seats {
        self.charge.seat.other().into()
    }

    fn idle(&self, battle: &Battle) -> bool {
        self.options(battle).next().is_none()
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        battle.lay(self.charge);
        Ok(())
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let movers = battle.names(self.charge.seat, self.charge.units);
        (format!("{movers} charge: who on Opportunity shoots at them?"), &["IMP-R27", "IMP-R47"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::LetGo);
        out.extend(self.options(battle).map(Action::from));
    }

    fn fits(&self, battle: &Battle) -> bool {
        self.charge.fits(battle)
    }
}

impl Deed<Battle> for Seize {
    type Plan = Moment;
    const VERBS: &'static [&'static str] = &["seize"];

    fn write(&self, battle: &Battle, _: Seat) -> String {
        let how = match self.how {
            By::Shot => "shoot",
            By::Charge { bonus: true } => "charge",
            By::Charge { bonus: false } => "charge plain",
        };
        format!("seize {} {} {how}", battle.key(self.unit), battle.key(self.target))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let (unit, target) = (words.unit()?, words.enemy()?);
        let how = match words.word("`shoot` or `charge`")? {
            "shoot" => By::Shot,
            "charge" => By::Charge { bonus: !words.flag("plain") },
            other => return Err(Misread::unknown("way to act", other, ["shoot", "charge"])),
        };
        Ok(Seize { unit, target, how })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Moment, No> {
        let no = || No::NoChance { rule: "IMP-R27" };
        if let Some(asked) = battle.asked::<Chance>() {
            let may = asked.options(battle).any(|it| it == *self);
            return may.then_some(Moment::Chance(asked)).ok_or_else(no);
        }
        let asked: Cover = battle.asked().ok_or(No::NotNow)?;
        let may = asked.options(battle).any(|it| it == *self);
        may.then_some(Moment::Cover(asked)).ok_or_else(no)
    }

    fn perform(
        &self,
        moment: Moment,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.piece_mut(self.unit).waiting = false;
        log.push(|| Event::Seized {
            unit: self.unit,
            target: self.target,
            charges: self.how != By::Shot,
        });
        match (moment, self.how) {
            (Moment::Cover(Cover { mut charge }), _) => {
                charge.shooting = charge.shooting.with(self.unit.number());
                charge.reacted = charge.reacted.with(self.unit.number());
                battle.lay(Cover { charge });
            }
            (Moment::Chance(asked), By::Shot) => {
                battle.lay(asked);
                battle.lay(ShotAt::new(self.unit, self.target));
            }
            (Moment::Chance(asked), By::Charge { bonus }) => {
                battle.lay(asked);
                let units = UnitSet::one(self.unit.number());
                let charge = Charge::new(self.unit.seat(), units, ChargeKind::Opportunity, bonus);
                battle.begin_charge(charge, log);
            }
        }
        Ok(())
    }

    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        let By::Charge { bonus } = self.how else { return Vec::new() };
        let units = UnitSet::one(self.unit.number());
        battle.after_charge(&Charge::new(by, units, ChargeKind::Opportunity, bonus))
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let target = battle.name(self.target);
        let (commit, does) = match self.how {
            By::Shot => ("Shoot", format!("shoot at {target}")),
            By::Charge { bonus: true } => {
                ("Charge", format!("charge {target} with the charge bonus"))
            }
            By::Charge { bonus: false } => {
                ("Charge", format!("charge {target} without the charge bonus"))
            }
        };
        Shown {
            who: Some(battle.name(self.unit).to_owned()),
            units: vec![battle.key_of_piece(self.unit)],
            targets: vec![battle.key_of_piece(self.target)],
            throws: true,
            ..Shown::new(commit, does)
        }
        .rules(&["IMP-R27"])
    }
}

impl Deed<Battle> for LetGo {
    type Plan = Moment;
    const VERBS: &'static [&'static str] = &["letgo"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "letgo".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(LetGo)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Moment, No> {
        if let Some(asked) = battle.asked::<Chance>() {
            return Ok(Moment::Chance(asked));
        }
        battle.asked().map(Moment::Cover).ok_or(No::NotNow)
    }

    fn perform(
        &self,
        moment: Moment,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        match moment {
            Moment::Chance(asked) => asked.go_on(battle, dice, log),
            Moment::Cover(asked) => asked.go_on(battle, dice, log),
        }
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Wait", "wait for a better moment").rules(&["IMP-R27"])
    }
}

impl Battle {
    /// IMP-R27: Units have ended a movement phase: enemies that wait may act.
    pub(crate) fn give_trigger(&mut self, seat: Seat, units: UnitSet) {
        let other = seat.other();
        let movers: UnitSet = units.ids(seat).filter(|id| !self.piece(*id).gone).collect();
        if !movers.is_empty() && self.standing(other).any(|id| self.piece(id).waiting) {
            self.lay(Chance { seat: other, enemy: seat, movers, charges: false });
        }
    }

    /// An enemy that shoots at or charges an adjacent friend (IMP-SHL.4, IMP-R113) comes after the nearest in the arc, and so
    /// never before anybody here. IMP-SHL.1 to IMP-SHL.5, IMP-R84: whom a Unit on Opportunity shoots at of those that give it a trigger: the one most
    /// directly to its front at Short range or less, else the nearest.
    fn chance_target(&self, unit: Id, among: impl Iterator<Item = Id>) -> Option<Id> {
        if self.unit(unit).profile.missile.is_none() || self.piece(unit).shot {
            return None;
        }
        let may = among.filter(|it| self.is_there(*it) && self.shot(unit, *it, true, 0).is_ok());
        let ranked = may.map(|it| {
            let far = self.line_of_shot(unit, it).length();
            let front = far <= Band::Short.reach_u() && self.is_ahead(unit, it);
            ((!front, far), it)
        });
        let least = ranked.reduce(|one, other| {
            let earlier = (other.0.0, other.0.1) < (one.0.0, one.0.1);
            if earlier { other } else { one }
        });
        least.map(|(_, it)| it)
    }

    /// IMP-R27 (b): whom a Unit on Opportunity may charge: one of those that have moved, if it is first in its way within M
    /// and the highest charge bonus. An enemy already in contact gives no trigger.
    fn chance_charge(&self, unit: Id, movers: UnitSet) -> Option<Id> {
        let charge =
            Charge::new(unit.seat(), UnitSet::one(unit.number()), ChargeKind::Opportunity, true);
        let target = self.first_reached(&charge, unit)?;
        let fits = movers.has(target.number())
            && !self.is_in_contact(target)
            && !self.is_in_contact(unit)
            && self.may_charge(unit, target).is_ok();
        fits.then_some(target)
    }

    /// Without the bonus it may not reach.
    fn may_seize_charge(&self, seize: &Seize) -> bool {
        let By::Charge { bonus } = seize.how else { return true };
        let units = UnitSet::one(seize.unit.number());
        let charge = Charge::new(seize.unit.seat(), units, ChargeKind::Opportunity, bonus);
        self.first_reached(&charge, seize.unit) == Some(seize.target)
    }
}
