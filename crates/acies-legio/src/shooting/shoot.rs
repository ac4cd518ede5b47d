//! Shooting in M3 (LEG-SEQ.10 to .12, LEG-SHO.4 to .12, LEG-TT.13; LEG-R64, LEG-R67, LEG-R69, LEG-R70).

use acies_core::{
    Dice, Forecast, Id, Log, Misread, Odds, Rolled, RuleId, Seat,
    flow::{Deed, Shown, Stacked},
    odds,
};
use serde::{Deserialize, Serialize};

use super::Shot;
use crate::{
    battle::{Battle, Marks},
    morale::Disorder,
    movement::activation::{Activation, Stage},
    troops::{Formation, Type},
    words::{Event, No, Words},
};

/// A shot of the unit that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shoot {
    pub target: Id,
}

impl Deed<Battle> for Shoot {
    type Plan = (Activation, Shot);
    const VERBS: &'static [&'static str] = &["shoot"];

    fn write(&self, battle: &Battle, _: Seat) -> String {
        format!("shoot {}", battle.key(self.target))
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        words.enemy().map(|target| Shoot { target })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Self::Plan, No> {
        let asked = battle.acting()?;
        if !battle.known(self.target) || !battle.has(self.target) {
            return Err(No::NotHere);
        }
        let stands = battle.may_shoot_at(&asked, *self)?;
        Ok((asked, battle.shot(asked.unit, self.target, stands)))
    }

    fn perform(
        &self,
        (asked, shot): Self::Plan,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (unit, target) = (asked.unit, self.target);
        let hits = shot.throw(unit.seat(), dice)?;
        battle.unit_mut(unit).marks |= Marks::SHOT;
        if shot.dice().total > 0 {
            battle.unit_mut(target).marks |= Marks::SHOT_AT;
        }
        log.push(|| {
            let (dice, needs) = (shot.dice(), shot.needs());
            let (kind, in_cover) = (shot.kind, shot.aim.in_cover);
            Event::Shot { unit, target, kind, in_cover, dice, needs, hits, rule: "LEG-R64" }
        });
        battle.suffer(target, Disorder::Shooting, hits, "LEG-SHO.11", dice, log)?;
        // LEG-R69: skirmishers go on; others have done what they can.
        if battle.is_skirmisher(unit) && battle.has(unit) {
            let left = asked.stage == Stage::After && battle.paces_left(&asked) > 0.0;
            let stage = if left { Stage::Path } else { asked.stage };
            battle.lay(Activation { stage, ..asked });
        } else if battle.has(unit) {
            battle.end_activation(unit);
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let asked = battle.asked::<Activation>();
        let does = format!("shoot at {}", battle.name(self.target));
        let mut shown = Shown::new("Shoot", does).rules(&["LEG-SHO.4", "LEG-R67"]);
        shown.units = asked.iter().map(|it| battle.address(it.unit)).collect();
        shown.targets = vec![battle.address(self.target)];
        battle.said_of(asked.map(|it| it.unit), shown)
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let (_, shot) = Deed::check(self, battle, by).ok()?;
        Some(shot.forecast(&odds(|dice| shot.throw(by, dice))))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let (_, shot) = Deed::check(self, was, by).ok()?;
        let Some(Event::Shot { hits, .. }) = events.first() else { return None };
        Some(shot.forecast(&Odds::sure(*hits)))
    }
}

impl Shot {
    /// How many hits.
    fn forecast(&self, odds: &Odds<u8>) -> Forecast {
        Forecast {
            title: "shooting".into(),
            sums: vec![("dice".into(), self.dice()), ("each die needs".into(), self.needs())],
            rules: vec!["LEG-SHO.4", "LEG-SHO.11"],
            outcomes: odds.outcomes(|&hits| {
                (acies_core::words::counted(hits.into(), "hit"), vec![("hits", hits.into())])
            }),
            highlights: vec![odds.highlight("at least one hit", |&hits| hits > 0)],
        }
    }
}

impl Battle {
    /// Shots that a unit might take: at every enemy within its range.
    pub(crate) fn shots_of(&self, unit: Id) -> impl Iterator<Item = Shoot> {
        let range = self.unit(unit).is.profile.range();
        let near = move |id: &Id| range.is_some_and(|range| self.is_within(unit, *id, range));
        let able = range.is_some() && !self.unit(unit).has(Marks::SHOT);
        let enemies = self.enemies(unit.seat()).filter(move |_| able).map(|(id, _)| id);
        enemies.filter(near).map(|target| Shoot { target })
    }

    /// LEG-SEQ.10 to .12, LEG-R64, LEG-R69: whether the unit that acts may take a shot, and with how many stands.
    pub(crate) fn may_shoot_at(&self, asked: &Activation, shoot: Shoot) -> Result<u8, No> {
        let (unit, target) = (asked.unit, shoot.target);
        let it = self.unit(unit);
        if it.has(Marks::SHOT) {
            return Err(No::HasShot { unit });
        }
        if !self.may_shoot(unit) || it.has(Marks::CRIPPLED | Marks::CEASED | Marks::RELIEVED) {
            return Err(No::CannotShoot { unit, why: self.unable_to_shoot(unit) });
        }
        let skirmishes = self.is_skirmisher(unit);
        // LEG-SEQ.11: artillery either moves or shoots.
        let moved = asked.stage == Stage::After
            && (it.has(Marks::FAST) || it.kind() == Type::Artillery || asked.dice.number() == 0);
        if !skirmishes && (moved || it.has(Marks::DRILLED)) {
            return Err(No::NoShotAfter { unit });
        }
        if target.seat() == unit.seat() || !self.has(target) {
            return Err(No::NotHere);
        }
        let found = self.targets(unit).into_iter().find(|(id, _)| *id == target);
        found.map(|(_, stands)| stands).ok_or_else(|| self.no_target(unit, target))
    }

    /// What keeps a unit from shooting at all: the first of LEG-TT.13, LEG-R62, LEG-R97, LEG-R104, LEG-R70.
    fn unable_to_shoot(&self, unit: Id) -> (RuleId, &'static str) {
        let it = self.unit(unit);
        match () {
            () if it.is.profile.missile.is_none() => ("LEG-TT.13", "have nothing to shoot with"),
            () if it.has(Marks::CRIPPLED) => ("LEG-R104", "were hit, and do not shoot this turn"),
            () if it.has(Marks::CEASED) => ("LEG-R97", "halted their retirement this turn"),
            () if it.has(Marks::RELIEVED) => ("LEG-R62", "relieved their lines this turn"),
            () if it.is.shaken => ("LEG-R70", "are shaken, and do not shoot"),
            () if self.is_engaged(unit) => ("LEG-R70", "are in combat, and do not shoot"),
            () if it.is.shape.formation == Formation::Column => {
                ("LEG-R70", "are in column, and do not shoot")
            }
            () => ("LEG-R70", "rout, retire, pursue or loot, and do not shoot"),
        }
    }

    /// Why a target is none: the first of LEG-R67, LEG-R65, LEG-R66 that it fails.
    fn no_target(&self, unit: Id, target: Id) -> No {
        let range = self.unit(unit).is.profile.range().unwrap_or(0);
        if self.is_engaged(target) {
            return No::TargetFights { unit, target };
        }
        if !self.is_within(unit, target, range) {
            let thousandths = libm::round(self.distance(unit, target) * 1000.0) as i64;
            return No::OutOfRange { unit, target, thousandths, range };
        }
        if self.stands(unit, target, range) > 0 {
            return No::NearerTarget { unit, target };
        }
        No::NoTarget { unit, target }
    }

    /// LEG-R69: what is left of a move.
    pub(crate) fn paces_left(&self, asked: &Activation) -> f64 {
        f64::from(self.carries(asked, 0).paces) - asked.gone.get()
    }
}
