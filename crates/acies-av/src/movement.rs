//! Movement (P2b; RULES.md 3, sections 5 to 9): moves under orders, what stands in their way, pushing Expediti.

pub mod fall_back;
pub mod march;
pub mod obstacle;
pub mod path;
pub mod pivot;
pub mod push;
mod recipes;
pub mod rush;

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Angle, Facing, Length};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle},
    leaders::Leaders,
    notation::Reader,
    profile::Order,
    rulings::{OBLIQUE, TOL},
    table::Table,
    units::{Flags, Id, UnitSet},
    words::{events::Event, refusals::No},
};
use fall_back::{Back, FallBack};
use march::{LEAST_UD, Leg, Mode, Move};
use path::{Course, Gait, Stop};
use pivot::Pivot;

/// P2b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moves(pub Seat);

impl Step<Battle> for Moves {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn idle(&self, battle: &Battle) -> bool {
        !battle.has_moves(self.0)
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        battle.end_moves(self.0, log);
        battle.lay(Leaders(self.0));
        Ok(())
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let table = battle.table();
        let due: UnitSet = table.standing(self.0).filter(|&id| table.must_move(id)).collect();
        let due = if due.is_empty() {
            String::new()
        } else {
            format!(" ({} must still)", battle.names(self.0, due))
        };
        (format!("who moves{due}?"), &["AV-5.22", "AV-7.3"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        battle.list_moves(self.0, out);
    }

    fn any(&self, battle: &Battle, _: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        battle.any_move(self.0, chance, room)
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        battle.table().standing(by).for_each(|id| battle.attempt_moves(id, out));
        out.push(Action::EndMoves);
    }
}

/// No more moves.
pub struct EndMoves;

impl Deed<Battle> for EndMoves {
    type Plan = Moves;
    const VERBS: &'static [&'static str] = &["end moves"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "end moves".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(EndMoves)
    }

    /// AV-7.3, AV-R48.
    fn check(&self, battle: &Battle, by: Seat) -> Result<Moves, No> {
        let moves = battle.asked().ok_or(No::NotNow)?;
        let table = battle.table();
        match table.standing(by).find(|&id| table.must_move(id)) {
            Some(unit) => Err(No::MustMove { unit }),
            None => Ok(moves),
        }
    }

    /// Who must still move need not be looked for again.
    fn trust(&self, _: &Battle, by: Seat) -> Moves {
        Moves(by)
    }

    fn perform(
        &self,
        moves: Moves,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.end_phase(&moves, dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Done", "no more moves")
    }
}

/// Who is still to move.
impl Table<'_> {
    /// AV-7.3, AV-R48: whether a unit must still move before its side has done. Who is held need not, nor
    /// who can go nowhere (AV-R116).
    pub fn must_move(self, id: Id) -> bool {
        let goes = || self.free_heading(id).is_some() && self.proposals(id).next().is_some();
        self.is_due(id) && goes()
    }

    /// Whether a unit under Advance or Rush has not moved yet, and no enemy touches it.
    fn is_due(self, id: Id) -> bool {
        let unit = self.unit(id);
        let bound = matches!(unit.order, Some(Order::Advance | Order::Rush));
        bound && !unit.is(Flags::MOVED) && !unit.disrupted && !self.is_engaged(id)
    }

    /// AV-R116: the first of three headings without a wheel on which a unit can go on.
    fn free_heading(self, id: Id) -> Option<Facing> {
        let pose = *self.pose(id);
        let headings = [Angle::ZERO, OBLIQUE, -OBLIQUE].map(|slant| pose.facing + slant);
        headings.into_iter().find(|&heading| {
            let (push, gait) = (UnitSet::NONE, Gait::Ordered);
            let way = self.way(&Course { unit: id, pose, heading, ud: LEAST_UD, push, gait });
            way.last_end(way.free) > 2.0 * TOL
        })
    }

    /// AV-R116: what stands right before a unit that ought to go and cannot.
    fn blocked_by(self, id: Id) -> Option<Stop> {
        let way = self.straight(id, LEAST_UD, UnitSet::NONE);
        let friend = || self.standing(id.seat()).find(|&it| way.is_before(self.at(it)));
        way.stop.or_else(|| friend().map(Stop::Friend))
    }
}

impl Battle {
    /// Whether a unit of a side could still move or pivot.
    fn has_moves(&self, seat: Seat) -> bool {
        let table = self.table();
        table.standing(seat).any(|id| {
            let unit = self.unit(id);
            let idle = unit.is(Flags::MOVED);
            let stirs = match unit.order {
                Some(Order::Halt) => !unit.is(Flags::REDRESSED),
                Some(Order::Advance | Order::Rush) => table.check_free(id).is_ok(),
                Some(Order::Shieldwall) => table.mode(id, UnitSet::NONE).is_ok(),
                Some(Order::FallBack) => true,
                Some(Order::Orbis) | None => false,
            };
            !idle && stirs
        })
    }

    /// P2b ends: who still rushes and cannot go anywhere advances (AV-R56), and who cannot advance stays (AV-R116).
    pub(crate) fn end_moves(&mut self, seat: Seat, log: &mut Log<Event>) {
        let due: UnitSet =
            self.table().standing(seat).filter(|&id| self.table().is_due(id)).collect();
        let still: UnitSet = self
            .table()
            .standing(seat)
            .filter(|&id| self.unit(id).is_under(Order::Rush) && !self.unit(id).is(Flags::MOVED))
            .collect();
        still.ids(seat).for_each(|id| self.convert_rush(id, log));
        for unit in due.ids(seat) {
            log.push(|| Event::Blocked { unit, by: self.table().blocked_by(unit) });
        }
    }

    /// What players try with a unit under its order: on at the nearest enemy, which may be too far aside, too far off
    /// after a wheel, or through Expediti; forward and back without the order for it.
    fn attempt_moves(&self, id: Id, out: &mut Vec<Action>) {
        let (unit, pose, table) = (id.number(), self.unit(id).pose, self.table());
        let enemy = table.nearest_enemy(id).map(|enemy| table.at(enemy) - table.at(id));
        let towards = enemy.map_or(pose.facing, Facing::toward);
        let mut goes = |wheel: Option<Facing>, heading: Facing, ud: f64, push: UnitSet| {
            let leg = Leg { wheel, heading, distance: Length::new(ud) };
            out.push(Move { unit, steps: [leg].into_iter().collect(), push }.into());
        };
        match self.unit(id).order {
            Some(Order::Advance | Order::Rush) => {
                let mode = table.mode(id, UnitSet::NONE).unwrap_or(Mode::Advance);
                let (_, most) = self.profile(id).span_ud(mode);
                goes(None, pose.facing, most, UnitSet::NONE);
                goes(None, towards, most, UnitSet::NONE);
                goes(Some(towards), towards, most, UnitSet::NONE);
                goes(None, pose.facing, most, table.enemies_within(id, most));
            }
            _ => goes(None, pose.facing, 1.0, UnitSet::NONE),
        }
        out.push(Pivot { unit, facing: towards }.into());
        let back = Back {
            heading: pose.facing.opposite(),
            distance: Length::new(2.0),
            about: self.unit(id).is_under(Order::FallBack),
            then: None,
        };
        out.push(FallBack { unit, back }.into());
    }
}
