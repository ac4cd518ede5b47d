//! Moves after combat (LEG-ACM.1 to .9, LEG-ACM.17 to .20; LEG-R87, LEG-R95, LEG-R96, LEG-R99, LEG-R102, LEG-R104, LEG-R142, LEG-R145), and
//! M2, in which pursuers go on.

use acies_core::{
    Dice, Id, Log, Rolled,
    flow::{Stacked, Step},
};
use acies_table::{Base, Edge, Length, Motion, Pose, Sweep};
use serde::{Deserialize, Serialize};

use super::{
    Impetus,
    critical::{BURST_THROUGH, Critical},
};
use crate::{
    battle::{Battle, LastMove, Marks, Status},
    charge::charging::{Meet, Onset, Onward},
    morale::Disorder,
    rulings::{BASE, CONTACT, TOLERANCE},
    words::Event,
};

/// M2, LEG-R25: pursuers who did not stop, P1's before P2's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursuits {}

impl Step<Battle> for Pursuits {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let Some(unit) = battle.next_in_line() else { return Ok(()) };
        battle.lay(*self);
        let it = battle.unit(unit);
        match it.quarry {
            Some(prey) if it.status == Status::Pursuing && battle.has(prey) => {
                // LEG-R142: in M2 the roll is held against the distance between the two.
                let far = battle.gap(unit, prey);
                battle.run_after(unit, prey, far, dice, log)
            }
            _ => Ok(()),
        }
    }
}

impl Battle {
    pub(crate) fn begin_pursuits(&mut self) {
        self.forget_answers();
        self.fall_in(|battle, id, it| it.status == Status::Pursuing && !battle.is_engaged(id));
    }

    /// LEG-ACM.1: through the whole of the following turn. LEG-RES.5: Cavalry pays for halting by choice after a Victory.
    pub(crate) fn halt_after_combat(
        &mut self,
        unit: Id,
        victory: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let turn = self.turn;
        let it = self.unit_mut(unit);
        it.halted_until = turn + 1;
        if it.status == Status::Pursuing {
            (it.status, it.quarry) = (Status::Normal, None);
        }
        log.push(|| Event::Halted { unit });
        let pays = victory && self.unit(unit).kind().is_cavalry_in_results();
        self.suffer(unit, Disorder::Combat, u8::from(pays), "LEG-RES.5", dice, log)
    }

    /// LEG-ACM.7 to .9, LEG-R96.
    pub(crate) fn fall_back_from(
        &mut self,
        unit: Id,
        from: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Some(moves) = self.fall_back(unit, from) else {
            log.push(|| Event::CannotFallBack { unit });
            return self.suffer(unit, Disorder::Combat, 1, "LEG-ACM.9", dice, log);
        };
        let turn = self.turn;
        for (id, pose) in moves {
            let was = self.unit(id).pose;
            self.place(id, pose);
            log.push(|| Event::FellBack {
                unit: id,
                from: was,
                to_pose: pose,
                shifted: id != unit,
            });
        }
        let it = self.unit_mut(unit);
        // LEG-ACM.8: unless the enemy comes on.
        it.halted_until = turn + 1;
        it.marks |= Marks::FALLEN_BACK;
        self.arrive(unit, dice, log)
    }

    /// LEG-R95: whether a unit fell back in this B5 and nobody has come on yet.
    pub(crate) fn fell_back(&self, unit: Id) -> bool {
        self.unit(unit).has(Marks::FALLEN_BACK)
    }

    /// LEG-ACM.6, LEG-R95: in good order after who fell back.
    pub(crate) fn follow_up(
        &mut self,
        unit: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        self.come_on(unit, Impetus::FollowUp, dice, log)
    }

    /// LEG-R95: straight ahead for 20 paces into contact with who fell back; LEG-R142: a pursuer too, without order.
    fn come_on(
        &mut self,
        unit: Id,
        impetus: Impetus,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let base = self.unit(unit).base();
        let ahead = f64::from(BASE) + 1.0;
        let way = Sweep::new(&base.rect(), Motion::advance(Length::new(ahead)).course(&base));
        let met = self.all_units().filter(|(id, _)| *id != unit);
        let met = way.first_met(met.map(|(id, it)| (id, it.rect())), TOLERANCE);
        let (reached, far) = match met {
            Some((id, touch)) => (Some(id), touch.at * ahead),
            None => (None, f64::from(BASE)),
        };
        let barred = self.ground.stops(self.unit(unit).kind(), &way).map_or(ahead, |at| at * ahead);
        let far = far.min(barred);
        let from = self.unit(unit).pose;
        let pose = Motion::advance(Length::new(far)).course(&base).end(&base.pose);
        let straight = reached.is_some_and(|id| id.seat() != unit.seat()) && far < barred;
        let aside = || self.after_fallen_back(unit);
        let after = if straight { None } else { aside() };
        let reached = after.map(|(id, _)| id).or(reached);
        let pose = after.map_or(pose, |(_, pose)| pose);
        if self.is_free(unit, &Base { pose, ..base }.rect()) {
            self.place(unit, pose);
        }
        log.push(|| Event::CameOn { unit, impetus, from, to_pose: pose });
        let turn = self.turn;
        let pursues = impetus == Impetus::Pursuit;
        self.unit_mut(unit).doing = if pursues { LastMove::Pursued } else { LastMove::Charged };
        let enemy = reached.filter(|id| id.seat() != unit.seat() && self.touch(unit, *id));
        if let Some(enemy) = enemy {
            self.meet_in_contact(unit, enemy, impetus);
            let it = self.unit_mut(enemy);
            if it.has(Marks::FALLEN_BACK) {
                // LEG-ACM.8, LEG-R87: it is not left alone.
                it.marks |= Marks::FELL_BACK;
                it.marks -= Marks::FALLEN_BACK;
                if it.halted_until == turn + 1 {
                    it.halted_until = 0;
                }
            }
        }
        self.arrive(unit, dice, log)
    }

    /// LEG-R174: where a unit stays in contact with who fell back from it, if it goes the same way; with him.
    fn after_fallen_back(&self, unit: Id) -> Option<(Id, Pose)> {
        let (it, body) = (self.unit(unit), self.rect(unit));
        let gone = self.enemies(unit.seat()).filter(|(_, enemy)| enemy.has(Marks::FALLEN_BACK));
        let ways = gone.flat_map(|(id, enemy)| {
            let rect = enemy.rect();
            Edge::ALL.into_iter().map(move |edge| (id, rect, rect.outward(edge) * f64::from(BASE)))
        });
        let after = ways.filter_map(|(id, rect, by)| {
            let was = rect.shifted(-by);
            let pose = Pose::nearest(it.pose.at.vec() + by, it.pose.facing);
            let stands = Base { pose, ..it.base() }.rect();
            let open = !self.ground.barred(it.kind()).any(|area| stands.is_in(area, TOLERANCE));
            let ahead = by.dot(body.ahead()) > 0.0;
            let comes = ahead && open && was.touches(&body, CONTACT) && self.is_free(unit, &stands);
            comes.then_some((id, pose))
        });
        after.into_iter().next()
    }

    /// LEG-ACM.17, LEG-R99, LEG-R142: after one opponent who has gone.
    pub(crate) fn pursue(
        &mut self,
        unit: Id,
        prey: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        self.unform(unit);
        if !matches!(self.unit(prey).status, Status::Routing | Status::Retiring) {
            return self.come_on(unit, Impetus::Pursuit, dice, log);
        }
        // LEG-R142: in B5 the roll is held against how far the quarry has just moved.
        let far = self.unit(prey).fled;
        self.run_after(unit, prey, far, dice, log)
    }

    /// LEG-R99, LEG-R142: a full fast move straight at the quarry.
    fn run_after(
        &mut self,
        unit: Id,
        prey: Id,
        far: i32,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        self.unform(unit);
        let it = self.unit_mut(unit);
        (it.status, it.quarry, it.doing) = (Status::Pursuing, Some(prey), LastMove::Pursued);
        let was = self.unit(unit).pose;
        let (facing, length) = self.pursuit_line(unit, prey);
        self.unit_mut(unit).pose.facing = facing;
        let way = Onset::Along(facing.ahead() * length);
        let left = self.throw_onset(unit, way, "LEG-ACM.17", dice, log)?;
        let catches = left >= far;
        self.lay(Onward { unit, left, impetus: Impetus::Pursuit, prey: Some(prey), catches, was });
        Ok(())
    }

    /// LEG-RES.25, LEG-R104.
    pub(crate) fn critical_hit(
        &mut self,
        unit: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let critical = Critical::throw(self.unit(unit).kind(), unit.seat(), dice)?;
        log.push(|| Event::CriticalHit { unit, critical });
        match critical {
            Critical::Survives => {
                self.unit_mut(unit).marks |= Marks::CRIPPLED;
                self.halt_after_combat(unit, false, dice, log)
            }
            Critical::Bolts => self.rampage(unit, dice, log),
            Critical::Destroyed => self.destroy(unit, "LEG-R104", dice, log),
        }
    }

    /// LEG-R102, LEG-R145: elephants and scythes go through their opponent, and halt beyond him.
    pub(crate) fn go_through(
        &mut self,
        unit: Id,
        opponent: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let base = self.unit(unit).base();
        let beyond = |body: &acies_table::Rect, more: f64| {
            let rear = base.rect().middle(Edge::Rear);
            let ahead = base.rect().ahead();
            let far = body.corners().into_iter().map(|corner| (corner - rear).dot(ahead));
            far.fold(0.0, f64::max) + more
        };
        let edge = beyond(&self.rect(opponent), 0.0);
        let mut far = if self.has(opponent) { edge + f64::from(BASE) } else { 0.0 };
        let mut stopped = None;
        // Whoever stands where it would end: each is passed in his turn.
        for _ in 0..self.all_units().count() {
            let pose = Motion::advance(Length::new(far)).course(&base).end(&base.pose);
            let body = Base { pose, ..base }.rect();
            let hit = |(id, it): &(Id, &crate::battle::Unit)| {
                *id != unit && body.overlaps(&it.rect(), TOLERANCE)
            };
            let Some((id, it)) = self.all_units().find(hit) else { break };
            let way = Sweep::new(&base.rect(), Motion::advance(Length::new(far)).course(&base));
            let front = way.first_touch(&it.rect(), TOLERANCE).map_or(far, |it| it.at * far);
            // LEG-R102: an enemy who begins 20 paces or more behind stops it.
            let depth = base.rect().depth();
            if id.seat() != unit.seat() && front + depth >= edge + f64::from(BASE) - 0.5 {
                (far, stopped) = (front, Some(id));
                break;
            }
            far = beyond(&it.rect(), 1.0);
        }
        let way = Sweep::new(&base.rect(), Motion::advance(Length::new(far)).course(&base));
        let end = way.course().end(&base.pose);
        let barred = self.ground.stops(self.unit(unit).kind(), &way).is_some();
        let free = self.is_free(unit, &Base { pose: end, ..base }.rect());
        if barred || !free || far <= 0.0 {
            log.push(|| Event::DoesNotPass { unit });
            return Ok(());
        }
        let mut crossed = self.crossed(unit, &way);
        crossed.retain(|&id| Some(id) != stopped);
        let from = base.pose;
        self.place(unit, end);
        let over = crossed.len() as u8;
        log.push(|| Event::WentThrough { unit, from, to_pose: end, over });
        for id in crossed {
            self.suffer(id, Disorder::Morale, BURST_THROUGH, "LEG-MOR.6", dice, log)?;
        }
        if way.leaves(&self.table(), TOLERANCE).is_some() {
            return self.destroy(unit, "LEG-R145", dice, log);
        }
        match stopped.filter(|&id| self.has(id) && self.has(unit)) {
            Some(enemy) => {
                let left = BASE;
                self.lay(Meet { unit, enemy, left, impetus: Impetus::Pursuit });
            }
            None if self.has(unit) => self.halt_after_combat(unit, false, dice, log)?,
            None => {}
        }
        self.arrive(unit, dice, log)
    }
}
