//! P4b, AV-R73(2): a fight is named, and the other player may put another unit in the place of his one.

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    words::{Subject, number},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle, Frame},
    notation::Reader,
    units::{Id, UnitSet},
    words::{events::Event, refusals::No},
};

/// Who names a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Naming(pub Seat);

impl Step<Battle> for Naming {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let other = battle.side_name(self.0.other());
        let asks = format!("which fight comes next? {other} may put another unit in");
        (asks, &["AV-R73", "AV-11.10"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        for own in battle.open_units(self.0) {
            let (unit, enemies) = (own.number(), battle.open_enemies(own).iter());
            out.extend(enemies.map(|enemy| Action::from(Fight { unit, enemy })));
        }
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        attempt_fights(battle, by, out);
    }
}

/// Who may put another unit in the place of the one that was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Substitution {
    pub named: Id,
    pub against: Id,
}

impl Step<Battle> for Substitution {
    fn deciders(&self, _: &Battle) -> Seats {
        self.named.seat().into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let Substitution { named, against } = *self;
        let others = battle.open_enemies(against).without(named.number());
        let (others, named) = (battle.names(named.seat(), others), battle.name(named));
        let asks = format!("who fights {}: {named}, or {others}?", battle.name(against));
        (asks, &["AV-R73", "AV-11.10"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let enemy = self.against.number();
        let units = battle.open_enemies(self.against).iter();
        out.extend(units.map(|unit| Action::from(Fight { unit, enemy })));
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        attempt_fights(battle, by, out);
    }
}

/// Everybody against everybody.
fn attempt_fights(battle: &Battle, by: Seat, out: &mut Vec<Action>) {
    let table = battle.table();
    for unit in table.standing(by).map(Id::number) {
        let enemies = table.standing(by.other()).map(Id::number);
        out.extend(enemies.map(|enemy| Action::from(Fight { unit, enemy })));
    }
}

/// The fight that is named, or who answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    pub unit: u8,
    pub enemy: u8,
}

/// Two units that may fight.
pub struct Match {
    own: Id,
    enemy: Id,
    /// Who had been named, if this is the answer.
    named: Option<Id>,
}

impl Deed<Battle> for Fight {
    type Plan = Match;
    const VERBS: &'static [&'static str] = &["fight"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("fight {} {}", number(self.unit), number(self.enemy))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Fight { unit: reader.own()?, enemy: reader.enemy()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Match, No> {
        let (own, enemy) = (battle.known(by, self.unit)?, battle.known(by.other(), self.enemy)?);
        let named = match battle.frame() {
            Frame::Name(_) => None,
            Frame::Substitute(it) if it.against != enemy => {
                return Err(No::NotThatFight { unit: enemy });
            }
            Frame::Substitute(it) => Some(it.named),
            _ => return Err(No::NotNow),
        };
        battle.check_fight(own, enemy)?;
        Ok(Match { own, enemy, named })
    }

    fn perform(
        &self,
        Match { own, enemy, named }: Match,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        match named {
            None => battle.name_fight(own, enemy, log),
            Some(named) => {
                if own != named {
                    log.push(|| Event::Substituted { unit: own, named, against: enemy });
                }
                battle.fix_fight(enemy, own, true, log);
            }
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let enemy = battle.name_or_number(Id::new(by.other(), self.enemy));
        let fight = |it: &Subject| format!("{} {enemy}", it.does("fight"));
        let mut shown = battle.shown_unit(by, self.unit, "Fight", fight).rules(&["AV-R73"]);
        shown.targets = battle.pieces(by.other(), UnitSet::one(self.enemy));
        let others = match (battle.known(by, self.unit), battle.known(by.other(), self.enemy)) {
            (Ok(own), Ok(enemy)) => battle.substitutes(own, enemy),
            _ => UnitSet::NONE,
        };
        if !others.is_empty() {
            let (side, others) = (battle.side_name(by.other()), battle.names(by.other(), others));
            shown.note = format!("{side} may put in {others}");
        }
        shown
    }

    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        battle.fight_ahead(Id::new(by, self.unit), Id::new(by.other(), self.enemy))
    }
}

impl Battle {
    /// The other player may put another unit in the place of the one named.
    fn name_fight(&mut self, own: Id, enemy: Id, log: &mut Log<Event>) {
        self.resolving().naming = own.seat().other();
        if self.open_enemies(own).len() > 1 {
            log.push(|| Event::Named { unit: own, enemy });
            self.lay(Substitution { named: enemy, against: own });
        } else {
            self.fix_fight(own, enemy, true, log);
        }
    }

    /// Who may be put in the place of an enemy if this fight is named.
    pub(crate) fn substitutes(&self, own: Id, enemy: Id) -> UnitSet {
        match self.asked::<Naming>() {
            Some(_) => self.open_enemies(own).without(enemy.number()),
            None => UnitSet::NONE,
        }
    }

    pub(crate) fn check_fight(&self, own: Id, enemy: Id) -> Result<(), No> {
        let matching = self.matching();
        for id in [own, enemy] {
            if matching.committed(id.seat()).has(id.number()) {
                return Err(No::Committed { unit: id });
            }
        }
        let there = self.unit(own).is_there() && self.unit(enemy).is_there();
        if there && self.table().touch(own, enemy) {
            Ok(())
        } else {
            Err(No::NotInContact { unit: own, enemy })
        }
    }
}
