//! Follow-ups (P4h; AV-8.2 to AV-8.4, AV-R60): whether a principal takes the place of an opponent who gave way.

use acies_core::{
    Dice, Log, Rolled, RuleId, Seat,
    flow::{Shown, Stacked, YesNo},
    words::Subject,
};
use acies_table::{Facing, Point, Segment};
use serde::{Deserialize, Serialize};

use crate::{
    battle::Battle,
    morale::ladder::Rung,
    movement::path::{Course, Gait},
    profile::Order,
    rulings::TOL,
    units::{Id, UnitSet},
    words::events::Event,
};

/// Regulars who may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FollowUp {
    pub unit: Id,
}

impl YesNo<Battle> for FollowUp {
    const VERB: &'static str = "follow";

    fn seat(&self) -> Seat {
        self.unit.seat()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let it = battle.it(self.unit);
        let asks = format!("{} {it} take {} opponent's place?", it.does("do"), it.their());
        (asks, &["AV-8.2", "AV-8.3"])
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let (by, unit) = (self.unit.seat(), self.unit.number());
        if yes {
            let follow = |it: &Subject| format!("{} up", it.does("follow"));
            battle.shown_unit(by, unit, "Follow up", follow)
        } else {
            let stay = |it: &Subject| format!("{} in {} place", it.does("stay"), it.their());
            battle.shown_unit(by, unit, "Decline", stay)
        }
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let id = self.unit;
        let followed = &mut battle.resolving().followed[id.seat()];
        *followed = followed.with(id.number());
        let Some((heading, ud)) = battle.follow_up(id).filter(|_| yes) else {
            log.push(|| Event::StayedBehind { unit: id });
            return Ok(());
        };
        let from = battle.table().at(id);
        let to = Point::nearest(from + heading.ahead() * ud);
        battle.unit_mut(id).pose.at = to;
        let regular = battle.profile(id).regular;
        log.push(|| Event::FollowedUp { unit: id, at: to, regular });
        let leg = Segment::new(from, to.vec());
        battle.disorder_by_rough(id, &[leg], log);
        battle.meet_leaders(id, &[leg], dice, log)
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.resolution.is_some()
    }
}

impl Battle {
    /// AV-8.2, AV-R60: whether a principal may take its opponent's place, and how far it would get.
    pub(crate) fn follow_up(&self, id: Id) -> Option<(Facing, f64)> {
        let it = self.resolution.as_deref()?;
        let enemy = it.fight_of(id)?.id(id.seat().other());
        let (frozen, table) = (self.frozen(), self.table());
        let unit = self.unit(id);
        let beaten = it.ordeal(enemy).ladder.rung >= Rung::Repulsed;
        let place = frozen.point(enemy);
        let gone = !self.unit(enemy).is_there() || table.point(enemy) != place;
        let rushed = frozen.unit(id).is_under(Order::Rush) && !frozen.unit(id).disrupted;
        if !(unit.is_there() && rushed && !unit.disrupted && beaten && gone) || table.is_engaged(id)
        {
            return None;
        }
        let way = place.vec() - unit.pose.at.vec();
        let (heading, ud) = (Facing::toward(way), way.length());
        let (pose, push, gait) = (unit.pose, UnitSet::NONE, Gait::Ordered);
        let way = table.way(&Course { unit: id, pose, heading, ud, push, gait });
        let end = way.last_end(way.free);
        (end > TOL).then_some((heading, end))
    }

    /// AV-8.3, AV-8.4: the next principal that may follow up; regulars are asked, others must.
    pub(crate) fn next_follow_up(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<bool> {
        let it = self.resolution.as_deref().expect("a phase is being resolved");
        let seats = [self.first, self.first.other()];
        let next = seats.into_iter().find_map(|seat: Seat| {
            let open = it.fights.iter().map(|pair| pair.id(seat));
            let mut open = open.filter(|id| !it.followed[seat].has(id.number()));
            open.find(|&id| self.follow_up(id).is_some())
        });
        let Some(id) = next else { return Ok(false) };
        if self.profile(id).regular {
            self.lay(FollowUp { unit: id });
        } else {
            FollowUp { unit: id }.settle(true, self, dice, log)?;
        }
        Ok(true)
    }
}
