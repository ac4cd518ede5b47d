//! LEG-R116: a command that has just been deployed, unit for unit elsewhere, until its owner is content.

use acies_core::{
    Dice, Id, Log, Misread, Rolled, RuleId, Seat, Seats, UnitSet,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::Pose;
use serde::{Deserialize, Serialize};

use super::{Prepared, Stand, Unprepared, told};
use crate::{
    battle::{Action, Battle, Frame, Place, Unit},
    words::{Event, No, Words},
};

/// Whose command it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arranging {
    pub by: Seat,
    pub command: u8,
}

/// A unit elsewhere, or in another formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrange {
    pub stand: Stand,
}

/// Several units elsewhere: one so, the others in their places beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrangeAll {
    pub unit: u8,
    pub beside: UnitSet,
    pub pose: Pose,
}

/// The leader elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Post {
    pub place: Place,
}

/// The command stands as it is.
pub struct Settle;

impl Step<Battle> for Arranging {
    fn deciders(&self, _: &Battle) -> Seats {
        self.by.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = battle.leader_name(self.by, self.command);
        (format!("does the command of {name} stand well?"), &["LEG-R116"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::Settle);
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let first = battle.of_command(by, self.command).next();
        out.extend(first.map(|unit| {
            let shape = battle.unit(Id::new(by, unit)).is.shape;
            Action::from(Arrange { stand: Stand { unit, shape, pose: Pose::default() } })
        }));
        out.push(Post { place: Place::Lost }.into());
    }

    fn fits(&self, battle: &Battle) -> bool {
        let leader = battle.sides[self.by].leaders.get(usize::from(self.command));
        battle.prelude.is_some() && leader.is_some_and(|it| it.place != Place::Away)
    }
}

impl Battle {
    /// The command that this seat is arranging.
    pub(crate) fn arranging(&self, by: Seat) -> Option<u8> {
        self.asked().filter(|it: &Arranging| it.by == by).map(|it| it.command)
    }

    fn check_his(&self, by: Seat, command: u8, unit: u8) -> Result<(), No> {
        if self.of_command(by, command).any(|it| it == unit) {
            Ok(())
        } else {
            Err(No::Setup(Unprepared::NotOfThisCommand { seat: by, leader: command }))
        }
    }

    /// Where units come to stand if one of them is placed so and the others keep their places beside it.
    fn carried_along(&self, first: Id, beside: UnitSet, to: &Pose) -> Vec<Stand> {
        let from = self.unit(first).pose;
        let all = beside.with(first.number()).ids(first.seat());
        let stand = |id: Id| {
            let unit = self.unit(id);
            let pose = if id == first { *to } else { unit.pose.carried(&from, to) };
            Stand { unit: id.number(), shape: unit.is.shape, pose }
        };
        all.map(stand).collect()
    }
}

impl Deed<Battle> for Arrange {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["place"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        format!("place {}", battle.stand_text(by, &self.stand))
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(Arrange { stand: words.stand()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let command = battle.arranging(by).ok_or(No::NotNow)?;
        battle.check_his(by, command, self.stand.unit)?;
        let others = battle.placed(by).filter(|(n, _)| *n != self.stand.unit);
        battle.check_stand(by, &self.stand, others)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.put(by, &self.stand);
        let units = UnitSet::one(self.stand.unit);
        told(log, || Prepared::Arranged { by, units });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let Stand { unit, shape, pose } = self.stand;
        let id = Id::new(by, unit);
        let shape = shape.words(battle.recruit(id).profile.bases);
        let does = format!("place {} at {}, {shape}", battle.name(id), super::place(pose.at));
        Shown { units: vec![battle.address(id)], ..Shown::new("Place it here", does) }
            .rules(&["LEG-R116"])
    }
}

impl Deed<Battle> for ArrangeAll {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["arrange"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        let key = |unit: u8| battle.key(Id::new(by, unit)).to_owned();
        let beside: Vec<_> = self.beside.iter().map(key).collect();
        let Pose { at, facing } = self.pose;
        format!("arrange {} with {} {} {} {facing}", key(self.unit), beside.join(","), at.x, at.y)
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let unit = words.unit()?.number();
        words.flag("with");
        let beside = words.own_units()?;
        Ok(ArrangeAll { unit, beside, pose: words.pose()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let command = battle.arranging(by).ok_or(No::NotNow)?;
        for unit in self.beside.with(self.unit) {
            battle.check_his(by, command, unit)?;
        }
        let stands = battle.carried_along(Id::new(by, self.unit), self.beside, &self.pose);
        let all = self.beside.with(self.unit);
        for (n, stand) in stands.iter().enumerate() {
            let before = stands[..n]
                .iter()
                .map(|it| (it.unit, it.rect(&battle.recruit(Id::new(by, it.unit)).profile)));
            let others = battle.placed(by).filter(|(n, _)| !all.has(*n));
            battle.check_stand(by, stand, others.chain(before))?;
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
        for stand in battle.carried_along(Id::new(by, self.unit), self.beside, &self.pose) {
            battle.put(by, &stand);
        }
        let units = self.beside.with(self.unit);
        told(log, || Prepared::Arranged { by, units });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let id = Id::new(by, self.unit);
        let more = self.beside.without(self.unit).len();
        let does = format!(
            "place {} at {}, with {more} more",
            battle.name(id),
            super::place(self.pose.at)
        );
        let units = self.beside.with(self.unit).ids(by).map(|id| battle.address(id)).collect();
        Shown { units, ..Shown::new("Place them here", does) }.rules(&["LEG-R116"])
    }
}

impl Battle {
    fn put(&mut self, by: Seat, stand: &Stand) {
        let unit = self.unit_mut(Id::new(by, stand.unit));
        *unit = Unit::fresh(unit.is.profile, stand.shape, stand.pose);
    }
}

impl Deed<Battle> for Post {
    type Plan = (Seat, u8);
    const VERBS: &'static [&'static str] = &["post"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        format!("post {}", battle.post_text(by, self.place))
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(Post { place: words.post()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Seat, u8), No> {
        let command = battle.arranging(by).ok_or(No::NotNow)?;
        battle.check_leader(by, command, self.place)?;
        Ok((by, command))
    }

    fn perform(
        &self,
        (by, leader): (Seat, u8),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.sides[by].leaders[usize::from(leader)].place = self.place;
        told(log, || Prepared::Posted { by, leader });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let name = battle.arranging(by).map_or("nobody", |leader| battle.leader_name(by, leader));
        let does = match self.place {
            Place::With(unit) => format!("{name} starts with {}", battle.name(Id::new(by, unit))),
            Place::Alone(at) => format!("{name} starts at {}", super::place(at)),
            Place::Lost | Place::Away => format!("{name} stays away"),
        };
        Shown::new("Place him here", does).rules(&["LEG-R28", "LEG-R116"])
    }
}

impl Deed<Battle> for Settle {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["settle"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "settle".into()
    }

    fn read(_: &str, _: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(Settle)
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(), No> {
        battle.arranging(by).map(drop).ok_or(No::NotNow)
    }

    fn perform(
        &self,
        (): (),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if let Some(Frame::Arrange(Arranging { by, command })) = battle.take() {
            battle.tell_stands(by, command, log);
        }
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("They stand well", "the command stands well").rules(&["LEG-R116"])
    }
}

impl Battle {
    /// Where a command stands, once it is settled.
    fn tell_stands(&self, by: Seat, command: u8, log: &mut Log<Event>) {
        if matches!(log, Log::Off) {
            return;
        }
        let stands = self.of_command(by, command).map(|n| {
            let unit = self.unit(Id::new(by, n));
            Stand { unit: n, shape: unit.is.shape, pose: unit.pose }
        });
        let stands: Vec<Stand> = stands.collect();
        let leader = self.sides[by].leaders[usize::from(command)].place;
        told(log, || Prepared::Stands { by, command, leader, stands });
    }
}
