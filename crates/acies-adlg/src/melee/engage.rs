//! C: whom a unit fights that touches several enemies alike, or against whom it supports (ADLG-R114, ADLG-R115).

use acies_core::{
    Dice, Each, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    words::number,
};
use serde::{Deserialize, Serialize};

use super::engagement::Role;
use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Id},
    words::{events::Event, notation::Reader, refusals::No},
};

/// This unit has a choice; its owner makes it. `done` have chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undecided {
    pub unit: Id,
    pub done: Each<UnitSet>,
}

/// The enemy that it attacks, or against whom it gives simple support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engage {
    pub enemy: u8,
}

impl Step<Battle> for Undecided {
    fn deciders(&self, _: &Battle) -> Seats {
        self.unit.seat().into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let unit = battle.who(self.unit);
        let asks = format!("against whom {} {unit} fight?", unit.does("do"));
        (asks, &["ADLG-R114", "ADLG-R115"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let enemies = battle.engagements(self.unit, battle.roles()).into_iter().map(Id::number);
        out.extend(enemies.map(|enemy| Action::from(Engage { enemy })));
    }
}

impl Deed<Battle> for Engage {
    type Plan = Undecided;
    const VERBS: &'static [&'static str] = &["engage"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("engage {}", number(self.enemy))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Engage { enemy: words.enemy()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Undecided, No> {
        battle.check_known(by.other(), UnitSet::one(self.enemy))?;
        let undecided: Undecided = battle.asked().ok_or(No::NotNow)?;
        let (unit, enemy) = (undecided.unit, Id::new(by.other(), self.enemy));
        let open = battle.engagements(unit, battle.roles());
        if open.contains(&enemy) { Ok(undecided) } else { Err(No::NotEngaged { unit, enemy }) }
    }

    /// The choice is kept as the unit's opponent, which settles ties from then on (ADLG-R114).
    fn perform(
        &self,
        Undecided { unit, mut done }: Undecided,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let enemy = Id::new(unit.seat().other(), self.enemy);
        done[unit.seat()] = done[unit.seat()].with(unit.number());
        battle.unit_mut(unit).opponent = Some(enemy);
        log.push(|| {
            let supports = match battle.roles().of(unit) {
                Role::SimpleSupport { friend, .. } => Some(friend),
                _ => None,
            };
            Event::Engaged { unit, enemy, supports }
        });
        battle.enter_combat(done, dice, log)
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let enemy = Id::new(by.other(), self.enemy);
        let unit = battle.asked().map(|it: Undecided| it.unit);
        let attacks = unit.and_then(|unit| battle.roles().attack(unit)).is_some();
        let deed = if attacks { "fight" } else { "give support against" };
        let shown = battle.shown_as(by, unit, "Fight", &format!("{deed} {}", battle.name(enemy)));
        Shown { targets: vec![battle.piece(enemy)], ..shown }
    }
}

impl Battle {
    /// ADLG-R114, ADLG-R115: whoever has a choice is asked, then all fight.
    pub(crate) fn enter_combat(
        &mut self,
        done: Each<UnitSet>,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        match self.next_to_engage(&done) {
            Some(unit) => {
                self.lay(Undecided { unit, done });
                Ok(())
            }
            None => self.fight_and_rout(dice, log),
        }
    }
}
