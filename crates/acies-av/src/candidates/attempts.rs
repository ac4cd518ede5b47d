//! What players try, allowed or not: a client shows it greyed and says why.

use acies_core::Seat;
use acies_table::{Angle, Facing, Length, Point};

use crate::{
    action::{Action, Back, Step},
    battle::{Battle, Frame},
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
            Frame::Moves(_) => table.standing(by).for_each(|id| self.attempt_moves(id, out)),
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
                for distance in [0.0, 1.0, 9.0].map(Length::new) {
                    for heading in [Facing::NORTH, Facing::SOUTH] {
                        out.push(Action::Retreat { heading, distance, turned: true });
                    }
                }
            }
            _ => {}
        }
        out.extend([Action::EndMoves, Action::EndShooting]);
    }

    fn attempt_moves(&self, id: Id, out: &mut Vec<Action>) {
        let (unit, facing) = (id.number(), self.unit(id).pose.facing);
        let step = |wheel: Option<f64>, slant: f64, ud: f64| {
            let wheel = wheel.map(|degrees| facing + Angle::new(degrees));
            let heading = wheel.unwrap_or(facing) + Angle::new(slant);
            Step { wheel, heading, distance: Length::new(ud) }
        };
        for steps in [
            &[step(None, 0.0, 2.0)][..],
            &[step(None, 0.0, 0.5)],
            &[step(None, 0.0, 9.0)],
            &[step(None, 45.0, 1.0)],
            &[step(Some(60.0), 0.0, 0.5)],
            &[step(Some(-90.0), 0.0, 1.0)],
            &[step(None, 0.0, 1.0), step(Some(90.0), 0.0, 1.0)],
        ] {
            let steps = steps.iter().copied().collect();
            out.push(Action::Move { unit, steps, push: UnitSet::NONE });
        }
        let push = self.table().enemies_within(id, 3.0);
        let steps = [step(None, 0.0, 1.0)].into_iter().collect();
        out.push(Action::Move { unit, steps, push });
        out.push(Action::Pivot { unit, facing: facing + Angle::new(30.0) });
        for (turn, about) in [(180.0, false), (180.0, true), (90.0, false)] {
            let heading = facing + Angle::new(turn);
            let back = Back { heading, distance: Length::new(2.0), about, then: None };
            out.push(Action::FallBack { unit, back });
        }
    }

    fn attempt_leaders(&self, by: Seat, out: &mut Vec<Action>) {
        let table = self.table();
        for leader in 0..self.sides[by].leaders.len() as u8 {
            let units = table.standing(by).map(Id::number);
            out.extend(units.map(|unit| Action::Attach { leader, unit }));
            out.push(Action::Ride { leader, to: Point::new(-1.0, 0.0) });
            let enemies = table.standing(by.other()).take(2);
            out.extend(enemies.map(|enemy| Action::Ride { leader, to: table.point(enemy) }));
        }
    }
}
