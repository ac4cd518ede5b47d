//! Leaders by themselves whom an enemy meets (AV-15.6, AV-R88, AV-R105), and where those go who get away.

use acies_core::{
    About, Dice, Log, Rolled, RuleId, Seat, Seats,
    flow::{Stacked, Step},
};
use acies_table::Segment;
use serde::{Deserialize, Serialize};

use super::{
    attempt_leaders,
    danger::{Met, lone_leader},
    rides::{Attach, Errand},
};
use crate::{
    battle::{Action, Battle, Frame},
    rulings::{TOL, ZONE_UD},
    table::Table,
    units::{Id, Post},
    words::events::Event,
};

/// Who got away from an enemy, and goes somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Escape {
    pub by: Seat,
    pub leader: u8,
}

impl Step<Battle> for Escape {
    fn deciders(&self, _: &Battle) -> Seats {
        self.by.into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = &battle.captain(self.by, self.leader).name;
        (format!("{name} gets away: where to?"), &["AV-15.6", "AV-R88"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(battle.table().escapes(self.by, self.leader));
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        attempt_leaders(battle, by, out);
    }

    fn fits(&self, battle: &Battle) -> bool {
        usize::from(self.leader) < battle.sides[self.by].leaders.len()
    }
}

impl<'a> Table<'a> {
    /// AV-R105: where a leader that escapes is looked for room: with a unit, or half or all of his way off in
    /// eight directions.
    pub fn escapes(self, by: Seat, leader: u8) -> impl Iterator<Item = Action> + use<'a> {
        let units = self.standing(by).map(Id::number);
        let attach = units
            .filter(move |&unit| self.check_attach(by, leader, unit, Errand::Escape).is_ok())
            .map(move |unit| Action::from(Attach { leader, unit }));
        let rides = self.rides(by, leader, Errand::Escape);
        attach.chain(rides)
    }
}

impl Battle {
    /// AV-15.6, AV-R88: lone leaders within 1 UD of the way of an enemy unit.
    pub(crate) fn meet_leaders(
        &mut self,
        unit: Id,
        legs: &[Segment],
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let by = unit.seat().other();
        for leader in 0..self.sides[by].leaders.len() as u8 {
            let Post::Alone(at) = self.sides[by].leaders[usize::from(leader)].place else {
                continue;
            };
            let met = legs.iter().any(|leg| leg.distance(at.vec()) <= ZONE_UD + TOL);
            if !met || self.is_escaping(by, leader) {
                continue;
            }
            let fate = lone_leader(by, dice).about(|_| {
                let (who, unit) = (&self.captain(by, leader).name, self.name(unit));
                format!("the fate of {who}, met by {unit}: killed on 1, captured on 2 or 3")
            })?;
            let face = dice.faces().first().copied();
            let cornered =
                fate == Met::Escapes && self.table().escapes(by, leader).next().is_none();
            log.push(|| Event::LeaderMet { by, leader, unit, fate, face, cornered });
            if fate == Met::Escapes && !cornered {
                self.lay(Escape { by, leader });
            } else {
                self.lose_leader(by, leader, None, log);
            }
        }
        Ok(())
    }

    fn is_escaping(&self, by: Seat, leader: u8) -> bool {
        self.stack.contains(&Frame::Escape(Escape { by, leader }))
    }
}
