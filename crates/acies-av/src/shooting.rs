//! Shooting (P3a; RULES.md 3, sections 10 and 12; AV-R64): who shoots at whom, named by one player and then by the other,
//! and with how many dice.

pub mod shot;
pub mod targets;

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    words::{Subject, number},
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Aimed, Battle},
    notation::Reader,
    rulings::UNITS_MAX,
    units::{Id, UnitSet},
    words::{
        events::{Event, Part},
        refusals::No,
    },
};
use shot::Battery;

/// Who names his targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Targets(pub Seat);

impl Step<Battle> for Targets {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn idle(&self, battle: &Battle) -> bool {
        let table = battle.table();
        !battle.shooters(self.0).any(|(id, battery)| table.targets(id, battery).next().is_some())
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        if self.0 == battle.first {
            battle.lay(Targets(self.0.other()));
        }
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("who shoots at whom?".into(), &["AV-4.5", "AV-R64"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::EndShooting);
        for (id, battery) in battle.shooters(self.0) {
            battle.list_shots_of(id, battery, out);
        }
    }

    /// A shot of some shooter, or no more shots.
    fn any(&self, battle: &Battle, _: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        let shooters: ArrayVec<_, UNITS_MAX> = battle.shooters(self.0).collect();
        if let Some(&(id, battery)) = shooters.get(chance.number(shooters.len() + 1)) {
            battle.list_shots_of(id, battery, room);
        }
        if room.is_empty() {
            return Action::EndShooting;
        }
        room.swap_remove(chance.number(room.len()))
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let table = battle.table();
        for unit in table.standing(by).map(Id::number) {
            let targets = table.standing(by.other()).map(Id::number);
            out.extend(targets.map(|target| Action::from(Shoot { unit, target })));
        }
    }
}

/// A unit is to shoot at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shoot {
    pub unit: u8,
    pub target: u8,
}

impl Deed<Battle> for Shoot {
    type Plan = Aimed;
    const VERBS: &'static [&'static str] = &["shoot"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("shoot {} {}", number(self.unit), number(self.target))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Shoot { unit: reader.own()?, target: reader.enemy()? })
    }

    /// AV-R64: one target a unit.
    fn check(&self, battle: &Battle, by: Seat) -> Result<Aimed, No> {
        let (unit, target) = (battle.known(by, self.unit)?, battle.known(by.other(), self.target)?);
        battle.asked::<Targets>().ok_or(No::NotNow)?;
        if !battle.unit(unit).is_there() {
            return Err(No::NotOnTable { unit });
        }
        if battle.aimed.iter().any(|it| it.unit == unit) {
            return Err(No::AimsAlready { unit });
        }
        battle.table().shot(unit, target).map_err(|why| No::NotATarget { unit, target, why })?;
        Ok(Aimed { unit, target })
    }

    /// What is allowed need not be measured again.
    fn trust(&self, _: &Battle, by: Seat) -> Aimed {
        Aimed { unit: Id::new(by, self.unit), target: Id::new(by.other(), self.target) }
    }

    fn perform(
        &self,
        aimed: Aimed,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if battle.aimed.is_empty() {
            log.push(|| Event::PartBegins { part: Part::Shooting });
        }
        battle.aimed.push(aimed);
        log.push(|| Event::Aimed { unit: aimed.unit, target: aimed.target });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let target = battle.name_or_number(Id::new(by.other(), self.target));
        let shoot = |it: &Subject| format!("{} at {target}", it.does("shoot"));
        let shown = battle.shown_unit(by, self.unit, "Aim", shoot).rules(&["AV-10.9"]);
        Shown { targets: battle.pieces(by.other(), UnitSet::one(self.target)), ..shown }
    }

    /// AV-R66: the shots named at the target so far and this one.
    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        battle.named_shots(Id::new(by, self.unit), Id::new(by.other(), self.target))
    }
}

/// No more targets.
pub struct EndShooting;

impl Deed<Battle> for EndShooting {
    type Plan = Targets;
    const VERBS: &'static [&'static str] = &["end shooting"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "end shooting".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(EndShooting)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Targets, No> {
        battle.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        targets: Targets,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.end_phase(&targets, dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Done", "no more targets")
    }
}

impl Battle {
    /// Units of a side that may shoot and have named no target yet.
    pub(crate) fn shooters(&self, seat: Seat) -> impl Iterator<Item = (Id, Battery)> + '_ {
        let table = self.table();
        let armed = table.standing(seat).filter(move |&id| table.profile(id).shoot.is_some());
        let free = armed.filter(|&id| !self.aimed.iter().any(|it| it.unit == id));
        free.filter_map(move |id| Some((id, table.battery(id).ok()?)))
    }

    fn list_shots_of(&self, id: Id, battery: Battery, out: &mut Vec<Action>) {
        let targets = self.table().targets(id, battery).map(Id::number);
        out.extend(targets.map(|target| Action::from(Shoot { unit: id.number(), target })));
    }
}
