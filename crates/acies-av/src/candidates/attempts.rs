//! What players try, allowed or not: a client shows it greyed and says why.

use acies_core::Seat;
use acies_table::{Facing, Length};

use crate::{
    action::{Action, Back, Step},
    battle::{Battle, Field, Frame},
    movement::march::Mode,
    profile::Order,
    units::{Id, UnitSet},
};

impl Battle {
    /// The candidates, and what else a player may have in mind.
    pub(crate) fn list_attempts(&self, by: Seat, out: &mut Vec<Action>) {
        self.list_candidates(by, out);
        let table = self.table();
        match self.frame() {
            Frame::Prepare(step) => Battle::list_attempted_preparations(step, out),
            Frame::Orders(_) => {
                for id in table.standing(by) {
                    let (unit, units) = (id.number(), UnitSet::one(id.number()));
                    out.push(Action::Redress { unit });
                    out.extend(Order::ALL.map(|order| Action::Test { units, order }));
                }
                let all: UnitSet = table.standing(by).collect();
                out.extend(Order::ALL.map(|order| Action::Test { units: all, order }));
            }
            Frame::Moves(_) => {
                table.standing(by).for_each(|id| self.attempt_moves(id, out));
                out.push(Action::EndMoves);
            }
            Frame::Leaders(_) | Frame::Escape { .. } => self.attempt_leaders(by, out),
            Frame::Targets(_) => {
                for id in table.standing(by) {
                    let targets = table.standing(by.other()).map(Id::number);
                    let unit = id.number();
                    out.extend(targets.map(|target| Action::Shoot { unit, target }));
                }
            }
            Frame::Name(_) | Frame::Substitute { .. } => {
                for own in table.standing(by) {
                    let enemies = table.standing(by.other()).map(Id::number);
                    let unit = own.number();
                    out.extend(enemies.map(|enemy| Action::Fight { unit, enemy }));
                }
            }
            Frame::Retreat { .. } => {
                let homeward = Field::homeward(by);
                for heading in [homeward, homeward.opposite()] {
                    let distance = Length::new(1.0);
                    out.push(Action::Retreat { heading, distance, turned: true });
                }
            }
            _ => {}
        }
    }

    /// What players try with a unit under its order: on at the nearest enemy, which may be too far aside, too far off
    /// after a wheel, or through Expediti; forward and back without the order for it.
    fn attempt_moves(&self, id: Id, out: &mut Vec<Action>) {
        let (unit, pose, table) = (id.number(), self.unit(id).pose, self.table());
        let enemy = table.nearest_enemy(id).map(|enemy| table.at(enemy) - table.at(id));
        let towards = enemy.map_or(pose.facing, Facing::toward);
        let mut goes = |wheel: Option<Facing>, heading: Facing, ud: f64, push: UnitSet| {
            let step = Step { wheel, heading, distance: Length::new(ud) };
            out.push(Action::Move { unit, steps: [step].into_iter().collect(), push });
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
        out.push(Action::Pivot { unit, facing: towards });
        let back = Back {
            heading: pose.facing.opposite(),
            distance: Length::new(2.0),
            about: self.unit(id).is_under(Order::FallBack),
            then: None,
        };
        out.push(Action::FallBack { unit, back });
    }

    fn attempt_leaders(&self, by: Seat, out: &mut Vec<Action>) {
        let table = self.table();
        for leader in 0..self.sides[by].leaders.len() as u8 {
            let units = table.standing(by).map(Id::number);
            out.extend(units.map(|unit| Action::Attach { leader, unit }));
            let enemies = table.standing(by.other()).take(2);
            out.extend(enemies.map(|enemy| Action::Ride { leader, to: table.point(enemy) }));
        }
    }
}
