//! C2: who is charged evades or stands (ADLG-R80, ADLG-EVA.1); so does the enemy that a pursuer runs into (ADLG-R149).

use acies_core::{
    Dice, Forecast, Log, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
};

use super::charging::Charging;
use crate::{
    action::Action,
    battle::{Battle, Id},
    rout::overrun::Overrun,
    words::{events::Event, refusals::No},
};

/// The target that is asked runs.
pub struct Evade;

/// The target that is asked stands.
pub struct Stand;

/// Both answers.
pub(crate) fn both() -> [Action; 2] {
    [Action::Evade, Action::Stand]
}

/// Before whom somebody evades or stands.
#[derive(Clone, Copy)]
pub enum Before {
    Charge(Charging),
    Pursuit(Overrun),
}

impl Before {
    fn of(battle: &Battle) -> Result<Before, No> {
        let charge = battle.asked().map(Before::Charge);
        charge.or_else(|| battle.asked().map(Before::Pursuit)).ok_or(No::NotNow)
    }

    /// Who is asked: of several the first.
    fn target(&self, battle: &Battle) -> Option<Id> {
        let enemy = battle.phasing.other();
        match self {
            Before::Charge(charging) => charging.waiting.ids(enemy).next(),
            Before::Pursuit(overrun) => Some(Id::new(enemy, overrun.target)),
        }
    }
}

impl Deed<Battle> for Evade {
    type Plan = Before;
    acies_core::one_word!(Battle: "evade");

    fn check(&self, battle: &Battle, _: Seat) -> Result<Before, No> {
        Before::of(battle)
    }

    fn perform(
        &self,
        before: Before,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        match before {
            Before::Charge(mut charging) => {
                if let Some(target) = charging.waiting.first() {
                    charging.waiting = charging.waiting.without(target);
                    charging.evading = charging.evading.with(target);
                }
                battle.lay(charging);
                Ok(())
            }
            Before::Pursuit(overrun) => overrun.evade(battle, dice, log),
        }
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        battle.shown_reaction(by, "Evade", "evade")
    }
}

impl Deed<Battle> for Stand {
    type Plan = Before;
    acies_core::one_word!(Battle: "stand");

    fn check(&self, battle: &Battle, _: Seat) -> Result<Before, No> {
        Before::of(battle)
    }

    fn perform(
        &self,
        before: Before,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        match before {
            Before::Charge(mut charging) => {
                let target = charging.waiting.ids(battle.phasing.other()).next();
                if let Some(unit) = target {
                    charging.waiting = charging.waiting.without(unit.number());
                    charging.standing = charging.standing.with(unit.number());
                    log.push(|| Event::Stood { unit });
                }
                battle.lay(charging);
            }
            Before::Pursuit(overrun) => overrun.fall_upon(battle, log),
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        battle.shown_reaction(by, "Stand", "stand")
    }

    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        let ours = battle.reacts().into_iter().collect();
        let fights = battle.fights_later(by, &Action::Stand, ours);
        fights.into_iter().map(|(panel, _)| panel).collect()
    }
}

impl Battle {
    /// Who is asked to evade or stand.
    pub(crate) fn reacts(&self) -> Option<Id> {
        Before::of(self).ok()?.target(self)
    }

    fn shown_reaction(&self, by: Seat, commit: &'static str, says: &str) -> Shown {
        self.shown_as(by, self.reacts(), commit, says).rules(&["ADLG-EVA.1"])
    }
}
