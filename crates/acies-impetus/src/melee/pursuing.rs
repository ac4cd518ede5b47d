//! Pursuit as it is made (RULES.md 2, M5, M6; 3.17; IMP-IPI.4, IMP-R52, IMP-R63 to IMP-R65, IMP-R105, IMP-R118).

use acies_core::{
    Dice, Log, Rolled, RuleId, Seat,
    flow::{Shown, Stacked, Step, YesNo},
};
use acies_table::{Base, Course, Facing, Pose, Sweep};
use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

use super::{
    Came,
    fighting::Melees,
    pursuit::{Pursuit, Winner},
};
use crate::{
    battle::{Battle, Id, UnitSet},
    movement::terrain::Effect,
    rulings::{CLEAR_U, TOLERANCE},
    words::events::{Event, How, Leg},
};

/// Who has won: the main unit, then those that supported it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursuers {
    pub unit: Id,
    pub beaten: Id,
    /// IMP-R63: the way of the retreat.
    pub along: Facing,
    pub supports: UnitSet,
}

/// IMP-PUR.2, IMP-PUR.3, IMP-PUR.5: whether a winner pursues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursue {
    pub unit: Id,
    pub beaten: Id,
    pub along: Facing,
    /// IMP-R65: those that may follow; of a support, nobody.
    pub supports: UnitSet,
    /// It is the main unit.
    pub leads: bool,
}

/// A winner goes after the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursuing {
    pub unit: Id,
    pub beaten: Id,
    pub along: Facing,
    pub supports: UnitSet,
    /// It is the main unit, which opens the new melees.
    pub leads: bool,
}

impl Step<Battle> for Pursuers {
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Pursuers { unit, beaten, along, supports } = *self;
        let (rule, pursuit) = battle.winner(unit, beaten, false).pursuit();
        match pursuit {
            Pursuit::Must => {
                log.push(|| Event::MustPursue { unit, rule });
                battle.lay(Pursuing { unit, beaten, along, supports, leads: true });
            }
            Pursuit::May => battle.lay(Pursue { unit, beaten, along, supports, leads: true }),
            Pursuit::No => log.push(|| Event::Held { unit, rule }),
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit)
            && battle.has(self.beaten)
            && battle.has_all(self.unit.seat(), self.supports)
    }
}

impl YesNo<Battle> for Pursue {
    const VERB: &'static str = "pursue";

    fn seat(&self) -> Seat {
        self.unit.seat()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        (format!("do {} pursue?", battle.name(self.unit)), &["IMP-PUR.2", "IMP-PUR.3"])
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let shown = if yes {
            Shown::new("Pursue", "pursue")
        } else {
            Shown::new("Halt", "stay where they are")
        };
        Shown {
            who: Some(battle.name(self.unit).to_owned()),
            units: vec![battle.key_of_piece(self.unit)],
            throws: yes,
            ..shown
        }
        .rules(&["IMP-PUR.2", "IMP-PUR.4"])
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        _: &mut Dice,
        _: &mut Log<Event>,
    ) -> Rolled<()> {
        if yes {
            let Pursue { unit, beaten, along, supports, leads } = self;
            battle.lay(Pursuing { unit, beaten, along, supports, leads });
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit)
            && battle.has(self.beaten)
            && battle.has_all(self.unit.seat(), self.supports)
    }
}

impl Step<Battle> for Pursuing {
    /// IMP-R64: once all who pursue have moved, whoever touches an enemy fights at once.
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Pursuing { unit, beaten, along, supports, leads } = *self;
        if !battle.is_there(unit) {
            return Ok(());
        }
        let far_u = battle.winner(unit, beaten, false).throw(unit.seat(), dice)?;
        log.push(|| Event::Pursues { unit, far_u });
        if leads {
            let all = supports.with(unit.number());
            battle.lay(Melees { fresh: true, ..Melees::new(unit.seat(), all) });
        }
        battle.go_after(unit, along, f64::from(far_u), log);
        for number in supports {
            let support = Id::new(unit.seat(), number);
            if !battle.is_there(support) {
                continue;
            }
            if battle.winner(support, beaten, true).pursuit().1 != Pursuit::No {
                let along = battle.piece(support).front.facing;
                battle.lay(Pursue {
                    unit: support,
                    beaten,
                    along,
                    supports: UnitSet::NONE,
                    leads: false,
                });
            }
        }
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.has(self.unit)
            && battle.has(self.beaten)
            && battle.has_all(self.unit.seat(), self.supports)
    }
}

impl Battle {
    /// IMP-R118: a winner, held by another enemy or not.
    fn winner(&self, id: Id, beaten: Id, supported: bool) -> Winner {
        let others = self.contacts(id);
        let others =
            if beaten.seat() == id.seat() { others } else { others.without(beaten.number()) };
        Winner {
            unit: *self.unit(id),
            beaten: self.unit(beaten).profile,
            held: !others.is_empty(),
            supported,
        }
    }

    /// IMP-R52, IMP-R63, IMP-R89, IMP-R105: one pursuit along a direction.
    fn go_after(&mut self, id: Id, along: Facing, far_u: f64, log: &mut Log<Event>) {
        let (way, from) = (along.ahead(), self.front(id));
        let (mut left, mut passed) = (far_u, UnitSet::NONE);
        let mut met = None;
        while left > 0.0 && self.is_there(id) {
            let (u, touches) = self.pursuit_run(id, way, left, from);
            self.slide(id, way, u, &mut passed, log);
            left -= u;
            match touches.filter(|_| self.is_there(id)) {
                Some(enemy) if self.may_pursue_into(id, enemy, from) => {
                    // IMP-R52: dispersed skirmishers stop nobody.
                    if !self.meet(id, enemy, from, log) {
                        met = Some(enemy);
                        break;
                    }
                }
                _ => break,
            }
        }
        for number in passed {
            self.put_behind(Id::new(id.seat(), number), id, log);
        }
        if met.is_none() && self.is_there(id) {
            let piece = self.piece_mut(id);
            piece.came = Came::Stood;
        }
        self.settle_commanders(log);
    }

    /// IMP-PUR.3: CL with I 0 do not pursue into contact with whom they could not have charged.
    fn may_pursue_into(&self, id: Id, enemy: Id, from: DVec2) -> bool {
        let on_flank = self.is_behind_front(from, enemy);
        let charge = crate::movement::charge::Charge {
            unit: *self.unit(id),
            target: *self.unit(enemy),
            on_flank,
        };
        charge.is_allowed().is_ok()
    }

    /// How far a pursuit goes: to an enemy, to a friend that it cannot pass, to ground that it cannot enter, to the edge.
    /// IMP-R64: flanks are judged from where it began.
    fn pursuit_run(&self, id: Id, way: DVec2, far_u: f64, from: DVec2) -> (f64, Option<Id>) {
        let rect = self.rect(id);
        let sweep = Sweep::new(&rect, Course::Straight { by: way * far_u });
        let (mut u, mut touches) = (far_u, None);
        for enemy in self.standing(id.seat().other()) {
            let at = match self.bua_of(enemy) {
                Some(bua) => sweep.enters(&bua.outline, TOLERANCE),
                None => sweep.first_touch(&self.rect(enemy), TOLERANCE).map(|it| it.at),
            };
            if let Some(at) = at.filter(|at| at * far_u < u || touches.is_none()) {
                let may = self.may_pursue_into(id, enemy, from);
                let short = if may { 0.0 } else { CLEAR_U };
                (u, touches) = ((at * far_u - short).max(0.0), may.then_some(enemy));
            }
        }
        let mut stops = f64::INFINITY;
        let mut stop = |at: Option<f64>| stops = at.map_or(stops, |at| stops.min(at * far_u));
        let profile = &self.unit(id).profile;
        let patches = self.landscape.patches.iter();
        let bars = patches.filter(|it| it.terrain.effect(profile).1 == Effect::Bars);
        bars.for_each(|it| stop(sweep.enters(&it.outline, TOLERANCE)));
        if !profile.fights_in_bua() {
            let walls = self.landscape.walls.iter();
            walls.for_each(|it| stop(sweep.first_crossing(it, TOLERANCE)));
        }
        stop(sweep.leaves(&self.table(), TOLERANCE));
        for friend in self.standing(id.seat()).filter(|it| *it != id) {
            let touch = sweep.first_touch(&self.rect(friend), TOLERANCE).filter(|it| it.enters);
            if touch.is_some() && !self.may_pass(id, friend) {
                stop(touch.map(|it| it.at));
            }
        }
        if stops < u - 1e-9 {
            (u, touches) = (stops, None);
        }
        if touches.is_none() {
            let enemies = self.standing(id.seat().other());
            let apart = enemies.filter(|it| !self.rect(*it).touches(&rect, TOLERANCE));
            let near = apart.filter_map(|it| sweep.first_within(CLEAR_U, &self.rect(it), 1e-3));
            u = near.map(|at| at * far_u).fold(u, f64::min);
        }
        (u, touches)
    }

    /// Moves a pursuer, and notes the friends that it runs into (IMP-IPI.4).
    fn slide(&mut self, id: Id, way: DVec2, u: f64, passed: &mut UnitSet, log: &mut Log<Event>) {
        if u <= 0.0 {
            return;
        }
        let base = self.piece(id).base();
        let course = Course::Straight { by: way * u };
        let sweep = Sweep::new(&base.rect(), course);
        let friends = self.standing(id.seat()).filter(|it| *it != id);
        let met: UnitSet =
            friends.filter(|it| sweep.runs_into(&self.rect(*it), TOLERANCE)).collect();
        *passed = *passed | met;
        let to = Base { pose: course.end(&base.pose), ..base };
        let trodden = self.landscape.trodden(&sweep, &self.unit(id).profile);
        log.push(|| Event::Went {
            legs: vec![Leg { unit: id, from: base.pose, to: to.pose }],
            how: How::Pursuit,
        });
        let piece = self.piece_mut(id);
        piece.stand(&to);
        piece.charged_in = piece.charged_in.max(trodden);
        self.part(id);
        self.ground_under(id, &sweep, log);
    }

    /// IMP-IPI.4, IMP-R105: a friend that was run into is put behind the pursuer, at the nearest free place, Disordered.
    /// IMP-R132: without such a place it is lost.
    fn put_behind(&mut self, friend: Id, id: Id, log: &mut Log<Event>) {
        let rear = self.rect(id);
        let base = self.piece(friend).base();
        let depth = base.size.depth.get();
        let bodies: Vec<_> =
            self.everybody().filter(|it| *it != friend).map(|it| (it, self.rect(it))).collect();
        let place = |u: f64| {
            let centre = rear.world(dvec2(0.0, -rear.depth() / 2.0 - depth / 2.0 - u));
            Base { pose: Pose::nearest(centre, base.pose.facing), ..base }
        };
        let is_free = |it: &Base| {
            let rect = it.rect();
            self.table().grown(TOLERANCE.touch).holds(&rect)
                && bodies.iter().all(|(other, body)| {
                    let apart = if other.seat() == friend.seat() { 0.0 } else { CLEAR_U };
                    !body.grown(apart).overlaps(&rect, TOLERANCE)
                })
        };
        // A base that faces another way may stand on: it takes more room.
        let found = (0..600).map(|n| place(f64::from(n) * 0.1)).find(is_free);
        let stays = is_free(&base);
        match found {
            _ if stays && !rear.overlaps(&base.rect(), TOLERANCE) && found.is_none() => {}
            Some(to) => {
                log.push(|| Event::Went {
                    legs: vec![Leg { unit: friend, from: base.pose, to: to.pose }],
                    how: How::PutBehind,
                });
                self.piece_mut(friend).stand(&to);
                self.part(friend);
            }
            None => self.remove(friend, "IMP-R132", log),
        }
        self.disorder(friend, "IMP-IPI.4", log);
    }
}
