//! Leaders move, free of charge (RULES.md 3.25, 3.28; VIR-R56).

use acies_core::{
    Dice, Misread, Rolled, Seat,
    flow::{Deed, Shown},
};
use serde::{Deserialize, Serialize};

use super::path::steps_between;
use crate::{
    areas::Area,
    battle::{Action, Battle, Frame},
    units::Leader,
    words::{
        events::{Event, Events},
        notation::Reader,
        refusals::{No, Refusal},
    },
};

/// A leader moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MoveLeader {
    pub leader: u8,
    pub to: Area,
}

impl Deed<Battle> for MoveLeader {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["leader"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        format!("leader {} {}", battle.leader_key(by, self.leader), battle.area_name(self.to))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(MoveLeader { leader: reader.leader()?, to: reader.area()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(), Refusal> {
        battle.expects(Frame::Moves).map_err(No::to(by))?;
        battle.may_move_leader(by, self.leader, self.to).map_err(No::to(by))
    }

    fn perform(&self, (): (), battle: &mut Battle, _: &mut Dice, log: &mut Events) -> Rolled<()> {
        let (by, MoveLeader { leader, to }) = (battle.active, *self);
        let it = &mut battle.sides[by].leaders[usize::from(leader)];
        it.area = to;
        it.moved = true;
        log.push(|| Event::LeaderMoved { by, leader, to });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (id, to) = (battle.leader_id(by, self.leader), battle.area_name(self.to));
        Shown {
            who: Some(battle.leader_name(by, self.leader).to_owned()),
            does: format!("goes to {to}"),
            title: Some(format!("Go to {to}")),
            commit: "Go".into(),
            area: Some(to),
            ghosts: vec![battle.ghost(by, id.clone(), self.to)],
            units: vec![id],
            rules: vec!["VIR-8.2"],
            ..Shown::default()
        }
    }
}

impl Battle {
    /// Whether a leader may move there (VIR-R56).
    pub fn may_move_leader(&self, seat: Seat, leader: u8, to: Area) -> Result<(), No> {
        let it = self.sides[seat].leaders.get(usize::from(leader)).filter(|it| it.alive);
        let Some(it) = it else { return Err(No::NoSuchLeader) };
        // VIR-SR18.4: who joined a unit this turn stays.
        if it.joined.is_some() {
            return Err(No::LeaderJoined { leader });
        }
        if it.moved {
            return Err(No::LeaderMoved { leader });
        }
        if to.is_reserve() && to.side() != seat {
            return Err(No::EnemyReserve);
        }
        if to == it.area {
            return Err(No::LeaderStays { area: to });
        }
        // VIR-6.2.7: three steps.
        if !self.has_area(to) || steps_between(seat, it.area, to) > 3 {
            return Err(No::LeaderTooFar { from: it.area, to });
        }
        // VIR-8.10: not with another leader, except in the reserve.
        if !to.is_reserve() && self.leader_in(to, seat).is_some() {
            return Err(No::LeadersTogether { area: to });
        }
        Ok(())
    }

    /// The same for moves of leaders, to where friends are: elsewhere he is of no use.
    pub fn each_leader_move(&self, mut found: impl FnMut(u8, Area) -> bool) -> bool {
        let by = self.active;
        self.free_leaders().any(|(leader, it)| {
            let mut offer = |to| {
                debug_assert!(self.may_move_leader(by, leader, to).is_ok(), "{leader} {to:?}");
                found(leader, to)
            };
            if it.area != Area::reserve(by) && offer(Area::reserve(by)) {
                return true;
            }
            // VIR-6.2.7: three steps lead everywhere but from one enemy area to another.
            let beyond = it.area.side() != by;
            self.areas().any(|to| {
                let too_far = beyond && to.side() != by;
                let friends = !self.units_in(to, by).is_empty();
                !too_far && friends && self.leader_in(to, by).is_none() && offer(to)
            })
        })
    }

    pub(super) fn list_leaders(&self, out: &mut Vec<Action>) {
        self.each_leader_move(|leader, to| {
            out.push(Action::MoveLeader(MoveLeader { leader, to }));
            false
        });
    }

    /// The leaders of the active player who have neither moved nor joined a unit (VIR-R56).
    fn free_leaders(&self) -> impl Iterator<Item = (u8, &Leader)> {
        self.leaders(self.active).filter(|(_, it)| !it.moved && it.joined.is_none())
    }

    /// Whether a leader may move at all, be it to where he is of no use.
    pub fn can_move_a_leader(&self) -> bool {
        let by = self.active;
        self.free_leaders().any(|(leader, _)| {
            let may = |to| self.may_move_leader(by, leader, to).is_ok();
            may(Area::reserve(by)) || self.areas().any(may)
        })
    }
}
