//! How a target meets a charge or a shot (RULES.md 2, C2; IMP-R47, IMP-R48, IMP-R50, IMP-R51, IMP-R115).

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, Seats, UnitSet,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use super::charging::{Charge, Kind as ChargeKind};
use crate::{
    battle::{Battle, Id},
    command::discipline::Purpose,
    shooting::volley::ShotAt,
    steps::Action,
    words::{events::Event, notation::Reader, refusals::No},
};

/// An enemy is first in the way of a charge: its owner chooses (IMP-R115: once).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facing {
    pub unit: Id,
    pub charger: Id,
    /// IMP-R50, IMP-R51: it has failed its test to evade or to counter-charge, and may still shoot.
    pub failed: bool,
    pub charge: Charge,
}

/// What a target does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    Evade,
    Counter,
    Shoot,
    Stand,
}

impl Reply {
    pub const ALL: [Reply; 4] = [Reply::Evade, Reply::Counter, Reply::Shoot, Reply::Stand];
}

/// What is answered.
pub enum To {
    Charge(Facing),
    Shot(ShotAt),
}

impl Facing {
    /// IMP-R27, IMP-R47 to IMP-R51: whether the target may reply so, and whether it tests for it.
    pub fn may(&self, battle: &Battle, how: Reply) -> Result<bool, RuleId> {
        let answer = battle.answer_of(self.unit, self.charger);
        match how {
            Reply::Stand => Ok(false),
            Reply::Evade | Reply::Counter if self.failed => Err("IMP-R47"),
            // IMP-R27: the target of an opportunity charge only shoots or stands.
            Reply::Evade | Reply::Counter if self.charge.kind == ChargeKind::Opportunity => {
                Err("IMP-R27")
            }
            Reply::Evade => answer.evade(1),
            Reply::Counter => answer.counter_charge(),
            Reply::Shoot => {
                battle.returns_shot(&ShotAt::new(self.charger, self.unit)).map(|_| false)
            }
        }
    }

    fn purpose(how: Reply) -> Purpose {
        if how == Reply::Evade { Purpose::Evade } else { Purpose::CounterCharge }
    }
}

impl Step<Battle> for Facing {
    fn deciders(&self, _: &Battle) -> Seats {
        self.unit.seat().into()
    }

    fn idle(&self, battle: &Battle) -> bool {
        !Reply::ALL[..3].iter().any(|how| self.may(battle, *how).is_ok())
    }

    /// It can only stand.
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        battle.lay(self.charge);
        Ok(())
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let [unit, charger] = [self.unit, self.charger].map(|it| battle.name(it));
        (format!("{charger} charge {unit}: what do they do?"), &["IMP-R47"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.extend(
            Reply::ALL
                .into_iter()
                .filter(|it| Deed::check(it, battle, by).is_ok())
                .map(Action::from),
        );
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(Reply::ALL.map(Action::from));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit) && battle.has(self.charger) && self.charge.fits(battle)
    }
}

impl Deed<Battle> for Reply {
    type Plan = To;
    const VERBS: &'static [&'static str] = &["evade", "counter", "answer", "stand"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        Self::VERBS[*self as usize].into()
    }

    fn read(verb: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        let at = Self::VERBS.iter().position(|it| *it == verb).unwrap_or_default();
        Ok(Reply::ALL[at])
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<To, No> {
        if let Some(asked) = battle.asked::<Facing>() {
            asked.may(battle, *self).map_err(|rule| No::Barred { unit: asked.unit, rule })?;
            return Ok(To::Charge(asked));
        }
        let asked: ShotAt = battle.asked().ok_or(No::NotNow)?;
        let may = match self {
            Reply::Stand => Ok(()),
            Reply::Counter => Err("IMP-R50"),
            Reply::Evade => battle.evades_shot(&asked).map(drop),
            Reply::Shoot => battle.returns_shot(&asked).map(drop),
        };
        may.map_err(|rule| No::Barred { unit: asked.target, rule })?;
        Ok(To::Shot(asked))
    }

    fn perform(
        &self,
        to: To,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        match to {
            To::Shot(asked) => battle.answer_shot(asked, *self, dice, log),
            To::Charge(asked) => battle.answer_charge(asked, *self, dice, log),
        }
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let (unit, enemy) = match (battle.asked::<Facing>(), battle.asked::<ShotAt>()) {
            (Some(it), _) => (Some(it.unit), Some(it.charger)),
            (_, Some(it)) => (Some(it.target), Some(it.shooter)),
            _ => (None, None),
        };
        let (commit, does, rules): (_, _, &[RuleId]) = match self {
            Reply::Evade => ("Evade", "evade", &["IMP-MOV.18", "IMP-R51"]),
            Reply::Counter => {
                ("Counter-charge", "counter-charge", &["IMP-CHG.6", "IMP-CHG.7", "IMP-R50"])
            }
            Reply::Shoot => ("Shoot", "shoot at them", &["IMP-R48"]),
            Reply::Stand => ("Stand", "stand", &["IMP-R47"]),
        };
        let mut shown = Shown {
            who: unit.map(|it| battle.name(it).to_owned()),
            units: unit.iter().map(|it| battle.key_of_piece(*it)).collect(),
            targets: enemy.iter().map(|it| battle.key_of_piece(*it)).collect(),
            ..Shown::new(commit, does)
        };
        if let (Reply::Evade, Some(unit)) = (self, unit) {
            shown.ghosts.push(battle.ghost_at(unit, &battle.evasion(unit).to));
        }
        shown.rules(rules)
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let asked = battle.asked::<Facing>()?;
        asked.may(battle, *self).ok().filter(|tests| *tests)?;
        let units = UnitSet::one(asked.unit.number());
        Some(battle.discipline_forecast(by, units, Facing::purpose(*self), 0, None))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let asked = was.asked::<Facing>()?;
        let units = UnitSet::one(asked.unit.number());
        let passed = Event::discipline_of(events)?;
        Some(was.discipline_forecast(by, units, Facing::purpose(*self), 0, Some(passed)))
    }

    fn later(&self, battle: &Battle, _: Seat) -> Vec<Forecast> {
        battle.asked::<Facing>().map(|it| battle.after_reply(&it, *self)).unwrap_or_default()
    }
}

impl Battle {
    /// IMP-R47 (1): the choice, with its test.
    fn answer_charge(
        &mut self,
        asked: Facing,
        how: Reply,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (id, mut charge) = (asked.unit, asked.charge);
        let number = id.number();
        if asked.may(self, how) == Ok(true) {
            let purpose = Facing::purpose(how);
            if !self.test_discipline(id.seat(), UnitSet::one(number), purpose, 0, dice, log)? {
                self.fail(id, purpose, log);
                self.lay(Facing { failed: true, ..asked });
                return Ok(());
            }
        }
        match how {
            Reply::Evade => charge.evading = charge.evading.with(number),
            Reply::Counter => charge.countering = charge.countering.with(number),
            Reply::Shoot => charge.shooting = charge.shooting.with(number),
            Reply::Stand => {}
        }
        if how != Reply::Stand {
            self.piece_mut(id).waiting = false;
        }
        log.push(|| Event::Replied { unit: id, how });
        self.lay(charge);
        Ok(())
    }
}
