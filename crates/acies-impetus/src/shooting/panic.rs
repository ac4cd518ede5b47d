//! Panic of elephants as it happens (IMP-SPC.19, IMP-R72): where they run, and whom they run over.

use acies_core::{Dice, Log, Rolled, flow::Step};
use acies_table::{Angle, Base, Course, Pose, Rect, Sweep};
use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::{Flight, panic};
use crate::{
    battle::{Battle, Id},
    movement::terrain::Effect,
    profile::Kind,
    rulings::{CLEAR_U, TOLERANCE},
    steps::Frame,
    words::events::{Event, How, Leg},
};

/// How finely a free place is looked for, in U.
const SEARCH_U: f64 = 0.1;

/// Elephants that have failed a test for shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panic {
    pub unit: Id,
}

impl Flight {
    /// The turn from where they faced.
    fn turn(self) -> Angle {
        match self {
            Flight::Ahead => Angle::ZERO,
            Flight::Right => Angle::QUARTER,
            Flight::Rear => Angle::HALF,
            Flight::Left => -Angle::QUARTER,
        }
    }
}

impl Step<Battle> for Panic {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let id = self.unit;
        if !battle.is_there(id) {
            return Ok(());
        }
        let (flight, far_u) = panic(id.seat(), dice)?;
        log.push(|| Event::Panicked { unit: id, flight, far_u });
        battle.leave_charges(id);
        battle.stampede(id, flight, f64::from(far_u), log);
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit)
    }
}

impl Battle {
    /// IMP-R47: elephants that panic do not charge.
    fn leave_charges(&mut self, id: Id) {
        for frame in &mut self.stack {
            if let Frame::Charge(charge) = frame
                && charge.seat == id.seat()
            {
                charge.units = charge.units.without(id.number());
                charge.movers = charge.movers.without(id.number());
            }
        }
    }

    /// IMP-R72: in a straight line, over everybody but S; Disordered, and facing the way they ran.
    fn stampede(&mut self, id: Id, flight: Flight, far_u: f64, log: &mut Log<Event>) {
        let was = self.piece(id).base();
        let base =
            Base { pose: Pose { facing: was.pose.facing + flight.turn(), ..was.pose }, ..was };
        let rect = base.rect();
        let far_u = far_u.min(self.stampede_stops(id, &rect, far_u));
        let sweep = Sweep::new(&rect, Course::Straight { by: rect.ahead() * far_u });
        let met: Vec<Id> = self
            .everybody()
            .filter(|it| {
                *it != id && self.unit(*it).profile.kind != Kind::S && !self.unit(*it).in_bua
            })
            .filter(|it| {
                self.rect(*it).overlaps(&rect, TOLERANCE)
                    || sweep.runs_into(&self.rect(*it), TOLERANCE)
            })
            .collect();
        let end = self.free_place(id, &rect, rect.ahead(), far_u);
        let (to, lost) = match end {
            Some(u) => {
                let pose = Course::Straight { by: rect.ahead() * u }.end(&base.pose);
                let to = Base { pose, ..base };
                (to, !self.table().grown(TOLERANCE.touch).holds(&to.rect()))
            }
            // No place is free all along: they stay where they are.
            None => (was, false),
        };
        log.push(|| Event::Went {
            legs: vec![Leg { unit: id, from: was.pose, to: to.pose }],
            how: How::Panic,
        });
        self.piece_mut(id).stand(&to);
        self.part(id);
        self.disorder(id, "IMP-R72", log);
        for other in met {
            self.disorder(other, "IMP-R72", log);
            self.harm(other, 1, "IMP-R72", log);
        }
        if lost {
            self.remove(id, "IMP-R70", log);
        }
        self.ground_under(id, &sweep, log);
        self.settle_commanders(log);
    }

    /// IMP-R72: how far they go before a BUA, baggage, a fortification or an impassable river.
    fn stampede_stops(&self, id: Id, rect: &Rect, far_u: f64) -> f64 {
        let sweep = Sweep::new(rect, Course::Straight { by: rect.ahead() * far_u });
        let profile = &self.unit(id).profile;
        let bars =
            self.landscape.patches.iter().filter(|it| it.terrain.effect(profile).1 == Effect::Bars);
        let ground = bars.filter_map(|it| sweep.enters(&it.outline, TOLERANCE));
        let walls =
            self.landscape.walls.iter().filter_map(|it| sweep.first_crossing(it, TOLERANCE));
        let camps = self.everybody().filter(|it| self.is_baggage(*it));
        let camps =
            camps.filter_map(|it| sweep.first_touch(&self.rect(it), TOLERANCE)).map(|it| it.at);
        ground
            .chain(walls)
            .chain(camps)
            .map(|at| (at * far_u - CLEAR_U).max(0.0))
            .fold(far_u, f64::min)
    }

    /// IMP-R62, IMP-R72, IMP-R104, IMP-R114: the first place not nearer than so far where a base stands free, 0.1 U from
    /// every enemy; else the last one before.
    pub(crate) fn free_place(&self, id: Id, rect: &Rect, way: DVec2, far_u: f64) -> Option<f64> {
        let bodies: Vec<Rect> =
            self.everybody()
                .filter(|it| *it != id)
                .map(|it| {
                    if it.seat() == id.seat() {
                        self.rect(it)
                    } else {
                        self.rect(it).grown(CLEAR_U)
                    }
                })
                .collect();
        let is_free = |u: f64| {
            let there = rect.shifted(way * u);
            bodies.iter().all(|it| !it.overlaps(&there, TOLERANCE))
        };
        if is_free(far_u) {
            return Some(far_u);
        }
        let beyond = (1..400).map(|n| far_u + f64::from(n) * SEARCH_U);
        let before = (1..400).map(|n| far_u - f64::from(n) * SEARCH_U).take_while(|u| *u >= 0.0);
        let stops = self.stampede_stops(id, rect, far_u + 40.0);
        beyond
            .take_while(|u| *u <= stops)
            .find(|u| is_free(*u))
            .or_else(|| before.into_iter().find(|u| is_free(*u)))
    }

    /// Everybody on the table.
    pub fn everybody(&self) -> impl Iterator<Item = Id> + Clone + '_ {
        acies_core::Seat::BOTH.into_iter().flat_map(|seat| self.standing(seat))
    }

    /// IMP-R89: what the ground does to a Unit that did not choose its way.
    pub(crate) fn ground_under(&mut self, id: Id, sweep: &Sweep, log: &mut Log<Event>) {
        if self.piece(id).gone {
            return;
        }
        let profile = self.unit(id).profile;
        let landscape = self.landscape.clone();
        for patch in &landscape.patches {
            let (rule, effect) = patch.terrain.effect(&profile);
            if matches!(effect, Effect::Nothing | Effect::HalfSpeed | Effect::Bars)
                || !sweep.treads(&patch.outline, TOLERANCE)
            {
                continue;
            }
            match effect {
                Effect::Destroys => self.remove(id, rule, log),
                _ => self.disorder(id, rule, log),
            }
        }
    }
}
