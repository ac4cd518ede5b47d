//! P4b, AV-R73(3), AV-11.10, AV-11.11: who is engaged and in no fight supports a friend by contact.

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    words::{Subject, number},
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle},
    notation::Reader,
    rulings::UNITS_MAX,
    units::{Id, UnitSet},
    words::{events::Event, refusals::No},
};

/// Who has several friends to support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joining {
    pub unit: Id,
}

impl Step<Battle> for Joining {
    fn deciders(&self, _: &Battle) -> Seats {
        self.unit.seat().into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let it = battle.it(self.unit);
        (format!("whom {} {it} support by contact?", it.does("do")), &["AV-R73"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let (unit, friends) = (self.unit.number(), battle.friends_in_contact(self.unit).iter());
        out.extend(friends.map(|friend| Action::from(Join { unit, friend })));
    }
}

/// The friend that it supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    pub unit: u8,
    pub friend: u8,
}

impl Deed<Battle> for Join {
    /// Who joins, and which of the fights.
    type Plan = (Id, usize);
    const VERBS: &'static [&'static str] = &["join"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("join {} {}", number(self.unit), number(self.friend))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Join { unit: reader.own()?, friend: reader.own()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Id, usize), No> {
        let (unit, friend) = (battle.known(by, self.unit)?, battle.known(by, self.friend)?);
        battle.asked().filter(|it: &Joining| it.unit == unit).ok_or(No::NotNow)?;
        let fights = battle.fights_in_contact(unit);
        let its = |&&at: &&usize| battle.matching().fights[at].id(by) == friend;
        let fight = fights.iter().find(its).ok_or(No::NotThatFight { unit: friend })?;
        Ok((unit, *fight))
    }

    fn perform(
        &self,
        (unit, fight): (Id, usize),
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.join(unit, fight, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let friend = battle.name_or_number(Id::new(by, self.friend));
        let support = |it: &Subject| format!("{} {friend}", it.does("support"));
        let both = UnitSet::one(self.unit).with(self.friend);
        let shown = battle.shown_unit(by, self.unit, "Support", support);
        Shown { units: battle.pieces(by, both), ..shown }
    }

    /// The fight as it is with this support.
    fn later(&self, battle: &Battle, by: Seat) -> Vec<Forecast> {
        let Ok((unit, fight)) = Deed::check(self, battle, by) else { return Vec::new() };
        let mut then = battle.clone();
        then.join(unit, fight, &mut Log::Off);
        then.fight_so_far(by, fight)
    }
}

impl Battle {
    /// AV-R73(3), AV-11.11: who is left supports a friend by contact; whether somebody has to choose.
    pub(super) fn join_contacts(&mut self, log: &mut Log<Event>) -> bool {
        for id in self.unsettled() {
            match self.fights_in_contact(id)[..] {
                _ if self.unit(id).disrupted => self.settle_contact(id),
                [] => self.settle_contact(id),
                [fight] => self.join(id, fight, log),
                _ => {
                    self.lay(Joining { unit: id });
                    return true;
                }
            }
        }
        false
    }

    /// Which fights of friends are with an enemy that a unit touches.
    pub(super) fn fights_in_contact(&self, id: Id) -> ArrayVec<usize, UNITS_MAX> {
        let (other, touched) = (id.seat().other(), self.table().contacts(id));
        let fights = self.matching().fights.iter().enumerate();
        fights.filter(|(_, pair)| touched.has(pair.units[other])).map(|(at, _)| at).collect()
    }

    /// The friends who fight them.
    pub(crate) fn friends_in_contact(&self, id: Id) -> UnitSet {
        let fights = &self.matching().fights;
        self.fights_in_contact(id).iter().map(|&at| fights[at].units[id.seat()]).collect()
    }

    fn settle_contact(&mut self, id: Id) {
        let joined = &mut self.resolving().joined[id.seat()];
        *joined = joined.with(id.number());
    }

    /// A unit supports its friend in this fight.
    pub(super) fn join(&mut self, id: Id, fight: usize, log: &mut Log<Event>) {
        let seat = id.seat();
        self.settle_contact(id);
        let pair = &mut self.resolving().fights[fight];
        pair.contact[seat] = pair.contact[seat].with(id.number());
        let friend = pair.id(seat);
        log.push(|| Event::Joined { unit: id, friend });
    }
}
