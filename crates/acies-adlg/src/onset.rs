//! Carrying out a charge (RULES.md 2, C1 to C6; ADLG-R80 to ADLG-R83, ADLG-R90, ADLG-R160, ADLG-R163): evades,
//! the adjusted distance, the way to contact, conforming.

use acies_core::{Dice, Log, Rolled};
use acies_table::{Base, Edge, Facing, Length, Motion, Pose, Rect, Sweep};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    abilities::Abilities,
    action::{How, UnitSet},
    battle::{Battle, Flags, Id, Place},
    charge::Charge,
    charges::Declared,
    conform::Conformed,
    engagement::Roles,
    evade::Evade,
    event::Event,
    movement::GAP_UD,
    rulings::{TOLERANCE, UNITS_MAX},
    units::Category::Li,
    zone_of_control::ZONE_UD,
};

/// A charge that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charging {
    pub units: UnitSet,
    pub how: How,
    /// ADLG-R77: the cost of the start manoeuvre.
    pub manoeuvre: Length,
    pub allowance: Length,
    /// Targets that have still to say whether they evade.
    pub waiting: UnitSet,
    pub evading: UnitSet,
    /// Of these, those that burst through friends (ADLG-R62).
    pub bursting: UnitSet,
    /// Targets that stand, and evaders that have run.
    pub standing: UnitSet,
    pub fled: UnitSet,
    /// ADLG-R81: the initial targets; if all of them flee the distance is adjusted.
    pub initial: UnitSet,
    /// The die of the adjusted distance, once it is thrown.
    pub die: Option<u8>,
}

type Events = Log<Event>;

impl Battle {
    /// C1: the charge is declared; its units make their start manoeuvre. Gives the charge with the targets
    /// that have a choice.
    pub(crate) fn declare(
        &mut self,
        units: UnitSet,
        declared: &Declared,
        how: How,
        roles: &Roles,
        log: &mut Events,
    ) -> Charging {
        let seat = self.phasing;
        let ids = units.ids(seat);
        let mut charging = Charging {
            units,
            how,
            manoeuvre: declared.manoeuvre,
            allowance: declared.allowance,
            waiting: UnitSet::NONE,
            evading: UnitSet::NONE,
            bursting: UnitSet::NONE,
            standing: UnitSet::NONE,
            fled: UnitSet::NONE,
            initial: declared.targets().into_iter().collect(),
            die: None,
        };
        log.push(|| Event::Declared { by: seat, units, targets: charging.initial, how });
        for (&id, base) in ids.iter().zip(&declared.starts) {
            let uncontrolled = how == How::Uncontrolled
                && declared.contacts.iter().flatten().all(|it| !self.is_spontaneous(id, it.enemy));
            let unit = self.unit_mut(id);
            unit.stood = Some(unit.pose);
            unit.pose = base.pose;
            unit.moves = 1;
            unit.flags |= Flags::NO_SHOOTING;
            unit.flags.remove(Flags::STAKED);
            // ADLG-R88: not if the target was in its own zone.
            unit.flags.set(Flags::UNCONTROLLED, uncontrolled);
        }
        for target in declared.targets() {
            self.ask(&mut charging, target, roles);
        }
        charging
    }

    /// The direction in which a charge goes.
    fn direction(&self, charging: &Charging) -> Facing {
        let first = charging.units.iter().next().expect("a charge has units");
        self.unit(Id::new(self.phasing, first)).pose.facing
    }

    /// C2, ADLG-R80, ADLG-R94: what a target may do: evade or stand, only stand, or only evade.
    fn ask(&self, charging: &mut Charging, target: Id, roles: &Roles) {
        let number = target.number();
        let direction = self.direction(charging);
        let must =
            charging.units.iter().any(|unit| self.must_evade(target, Id::new(self.phasing, unit)));
        if self.evade_blocked(target, direction, roles).is_some() {
            charging.standing = charging.standing.with(number);
        } else if must {
            charging.evading = charging.evading.with(number);
        } else {
            charging.waiting = charging.waiting.with(number);
        }
    }

    /// C3 and C4: evaders run, the nearest first; if all initial targets have fled the charger throws.
    /// Then, if the charge now leads onto an enemy that was not asked yet, that one is asked
    /// (ADLG-R82); the answer says whether anybody has to be.
    pub(crate) fn run_evades(
        &mut self,
        charging: &mut Charging,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<bool> {
        let direction = self.direction(charging);
        let roles = self.roles();
        let other = self.phasing.other();
        let lead = Id::new(self.phasing, charging.units.iter().next().expect("a charge has units"));
        let from = self.rect(lead);
        let mut evaders = charging.evading.ids(other);
        evaders.sort_by(|&a, &b| {
            from.distance(&self.rect(a)).total_cmp(&from.distance(&self.rect(b)))
        });
        for evader in evaders {
            let burst = charging.bursting.has(evader.number());
            self.run_away(evader, direction, burst, &roles, dice, log)?;
            charging.fled = charging.fled.with(evader.number());
        }
        charging.evading = UnitSet::NONE;
        let all_fled = charging.initial.iter().all(|unit| charging.fled.has(unit));
        if all_fled && charging.die.is_none() {
            let charge = self.charge_of(lead, charging);
            let die = charge.throw(self.phasing, dice)?;
            charging.die = Some(die as u8);
            log.push(|| Event::ChargeAdjusted { unit: lead, charge, die: die as u8 });
        }
        let roles = self.roles();
        let asked = |unit: u8, it: &Charging| it.standing.has(unit) || it.fled.has(unit);
        for unit in charging.units.ids(self.phasing) {
            if let Some((enemy, _)) = self.next_contact(unit, charging)
                && !asked(enemy.number(), charging)
            {
                self.ask(charging, enemy, &roles);
            }
        }
        Ok(!charging.waiting.is_empty() || !charging.evading.is_empty())
    }

    fn charge_of(&self, lead: Id, charging: &Charging) -> Charge {
        let allowance = charging.allowance.get() as u8;
        Charge { profile: *self.profile(lead), allowance, manoeuvre: charging.manoeuvre }
    }

    /// ADLG-EVA.5, ADLG-R97 to ADLG-R99: one evader runs.
    pub(crate) fn run_away(
        &mut self,
        id: Id,
        direction: Facing,
        burst: bool,
        roles: &Roles,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let ground = self.landscape.ground(&self.rect(id));
        let allowance = ground.allowance(self.profile(id).kind).unwrap_or(0);
        let ud = Evade { allowance }.throw(id.seat(), dice)?;
        let evaded = self.evade(id, direction, ud, burst, roles);
        log.push(|| Event::Evaded {
            unit: id,
            ud,
            pose: evaded.pose,
            left_table: evaded.left_table,
        });
        let unit = self.unit_mut(id);
        unit.pose = evaded.pose;
        unit.flags |= Flags::FLED;
        unit.flags.remove(Flags::STAKED);
        for friend in evaded.burst {
            log.push(|| Event::Burst { unit: friend, by: id });
            self.lose(friend, 1, log);
        }
        if evaded.left_table {
            self.unit_mut(id).place = Place::LeftTable;
            self.leave_with_commander(id, log);
        }
        Ok(())
    }

    /// How far a unit of the charge can go straight ahead.
    fn reach(&self, unit: Id, charging: &Charging) -> Length {
        match charging.die {
            Some(die) => self.charge_of(unit, charging).reach(die.into()),
            None => (charging.allowance - charging.manoeuvre).max(Length::ZERO),
        }
    }

    /// The first enemy within reach straight ahead of a charging unit, and how far it is.
    fn next_contact(&self, unit: Id, charging: &Charging) -> Option<(Id, f64)> {
        let reach = self.reach(unit, charging).get() + TOLERANCE.touch;
        let base = self.base(unit);
        let course = Motion::advance(Length::new(reach)).course(&base);
        let sweep = Sweep::new(&base.rect(), course);
        let group = charging.units;
        let bodies = self.bodies_near(&base, reach).filter(|&other| {
            let along = other.seat() == unit.seat() && group.has(other.number());
            other != unit && !along && !self.may_pass(unit, base.pose.facing, other)
        });
        let met = sweep.first_met(bodies.map(|other| (other, self.rect(other))), TOLERANCE);
        let (other, touch) = met?;
        let enemy = other.seat() != unit.seat() && self.unit(other).place == Place::Table;
        enemy.then_some((other, touch.at * reach))
    }

    /// C5 and C6: the units go, the nearest to their enemies first, and conform.
    pub(crate) fn close_in(&mut self, charging: &Charging, log: &mut Events) {
        let mut order: ArrayVec<(Id, Option<(Id, f64)>), UNITS_MAX> = charging
            .units
            .ids(self.phasing)
            .into_iter()
            .map(|unit| (unit, self.next_contact(unit, charging)))
            .collect();
        let key =
            |it: &(Id, Option<(Id, f64)>)| it.1.map_or(f64::INFINITY, |(_, distance)| distance);
        order.sort_by(|a, b| key(a).total_cmp(&key(b)));
        let level = order.first().and_then(|it| it.1).map(|(_, distance)| distance);
        for (unit, _) in order {
            let stood = self.unit_mut(unit).stood.take().unwrap_or(self.unit(unit).pose);
            let declared = Rect::new(&stood, self.profile(unit).kind.size());
            // Who went before may have changed what is ahead.
            let contact = self.next_contact(unit, charging);
            match contact {
                Some((enemy, distance)) => {
                    self.strike(unit, enemy, distance, &declared, charging, log);
                }
                None => self.follow(unit, level, charging, log),
            }
        }
    }

    fn strike(
        &mut self,
        unit: Id,
        enemy: Id,
        distance: f64,
        declared: &Rect,
        charging: &Charging,
        log: &mut Events,
    ) {
        let roles = self.roles();
        let base = self.base(unit);
        let course = Motion::advance(Length::new(distance)).course(&base);
        let touching = Base { pose: course.end(&base.pose), ..base };
        let edge = self.edge_hit(declared, &touching.rect(), enemy);
        // ADLG-R163: friendly light infantry makes room, or it stops before them.
        let mut after = self.clone();
        after.unit_mut(unit).pose = touching.pose;
        let conformed = after.conform(unit, &touching, enemy, edge, roles.in_melee(enemy));
        let end = match conformed {
            Conformed::Charger(pose) => pose,
            Conformed::Enemy(_) | Conformed::Incomplete => touching.pose,
        };
        let clear = self.make_room(unit, Base { pose: end, ..base }, enemy, log);
        if !clear {
            self.follow(unit, None, charging, log);
            return;
        }
        let partner = matches!(conformed, Conformed::Incomplete).then_some(enemy);
        let it = self.unit_mut(unit);
        it.pose = end;
        it.charged = Some(enemy);
        it.unconformed = partner;
        if let Conformed::Enemy(pose) = conformed {
            self.unit_mut(enemy).pose = pose;
            self.unit_mut(enemy).flags.remove(Flags::STAKED);
        }
        log.push(|| Event::Charged { unit, enemy, edge, pose: end });
        if !matches!(conformed, Conformed::Incomplete) {
            self.surprise(enemy, unit, edge, &roles, log);
        }
    }

    /// ADLG-R163: friends that a charger has to stand on: light infantry is set down behind it, others
    /// stop it. Says whether the place is free now.
    pub(crate) fn make_room(&mut self, unit: Id, place: Base, enemy: Id, log: &mut Events) -> bool {
        let rect = place.rect();
        let in_way: ArrayVec<Id, UNITS_MAX> = self
            .bodies_near(&place, TOLERANCE.touch)
            .filter(|&other| {
                other != unit && other != enemy && self.rect(other).overlaps(&rect, TOLERANCE)
            })
            .collect();
        if in_way.is_empty() {
            return true;
        }
        let mut moved: ArrayVec<(Id, Pose), UNITS_MAX> = ArrayVec::new();
        let mut after = self.clone();
        after.unit_mut(unit).pose = place.pose;
        for other in in_way {
            let light = other.seat() == unit.seat()
                && self.category(other) == Li
                && self.unit(other).place == Place::Table;
            let Some(pose) = light.then(|| after.behind(&place, other)).flatten() else {
                return false;
            };
            after.unit_mut(other).pose = pose;
            moved.push((other, pose));
        }
        for (other, pose) in moved {
            self.unit_mut(other).pose = pose;
            log.push(|| Event::MadeRoom { unit: other, pose });
        }
        true
    }

    /// ADLG-R163: a free place for light infantry within 2 UD behind a unit, facing kept.
    fn behind(&self, place: &Base, light: Id) -> Option<Pose> {
        let rect = place.rect();
        let facing = self.unit(light).pose.facing;
        let size = self.profile(light).kind.size();
        // Facing across, its width lies along the way.
        let (sin, cos) = (facing - place.pose.facing).sin_cos();
        let across = sin.abs() * size.width.get() + cos.abs() * size.depth.get();
        (0..=STEPS).find_map(|step| {
            let back = rect.depth() / 2.0
                + across / 2.0
                + f64::from(step) * REACH_BACK_UD / f64::from(STEPS);
            let centre = rect.centre() - rect.ahead() * back;
            let base = Base::new(Pose::nearest(centre, facing), size);
            let body = base.rect();
            let free = self.setup.field.rect().holds(&body)
                && self.landscape.ground(&body).allowance(self.profile(light).kind).is_some()
                && !self
                    .bodies_near(&base, TOLERANCE.touch)
                    .any(|other| other != light && self.rect(other).overlaps(&body, TOLERANCE));
            free.then_some(base.pose)
        })
    }

    /// ADLG-CHG.8, ADLG-CHG.10, ADLG-R82, ADLG-R83: a unit that reaches nobody goes on: Impetuous ones all
    /// the way, others level with those that have made contact, or for their minimum.
    fn follow(&mut self, unit: Id, level: Option<f64>, charging: &Charging, log: &mut Events) {
        let profile = *self.profile(unit);
        let reach = self.reach(unit, charging);
        let die = charging.die.map_or(3, i32::from);
        let wanted = match level {
            _ if profile.has(Abilities::IMPETUOUS) => reach.get(),
            Some(level) => level.min(reach.get()),
            None if charging.die.is_some() => self.charge_of(unit, charging).minimum(die).get(),
            None => 0.0,
        };
        let pose = self.straight_on(unit, wanted, charging.units);
        if pose != self.unit(unit).pose {
            self.unit_mut(unit).pose = pose;
            log.push(|| Event::Advanced { unit, pose });
        }
    }

    /// ADLG-R83: straight ahead until an enemy is near, a friend is in the way, terrain penalises it, the
    /// zone of an enemy begins, or the table ends.
    fn straight_on(&self, unit: Id, wanted: f64, group: UnitSet) -> Pose {
        let base = self.base(unit);
        if wanted <= TOLERANCE.touch {
            return base.pose;
        }
        let kind = self.profile(unit).kind;
        let roles = self.roles();
        let course = Motion::advance(Length::new(wanted)).course(&base);
        let sweep = Sweep::new(&base.rect(), course);
        let mut reach = wanted;
        for other in self.bodies_near(&base, wanted).filter(|&other| other != unit) {
            let enemy = other.seat() != unit.seat();
            let along = !enemy && group.has(other.number());
            let Some(touch) = sweep.first_touch(&self.rect(other), TOLERANCE) else { continue };
            let gap = if enemy { GAP_UD } else { 0.0 };
            // Friends of the group go along; they are looked at once more below.
            if touch.enters && !along {
                reach = reach.min((touch.at * wanted - gap).max(0.0));
            }
        }
        for area in &self.landscape.areas {
            let bars = area.piece.penalises(kind)
                || crate::terrain::allowance(kind, area.piece.going()).is_none();
            let started = base.rect().is_in(&area.outline, TOLERANCE);
            if let Some(at) = sweep.enters(&area.outline, TOLERANCE).filter(|_| bars && !started) {
                reach = reach.min(at * wanted);
            }
        }
        let near = self.standing_near(unit.seat().other(), &base, wanted + ZONE_UD);
        for enemy in near.filter(|&enemy| self.exerts_zone(enemy, &roles)) {
            if let Some(entry) = sweep.overlaps(&self.zone(enemy), TOLERANCE).next()
                && self.zone_lies_on(enemy, kind, &sweep.at(f64::midpoint(entry.from, entry.to)))
            {
                reach = reach.min(entry.from * wanted);
            }
        }
        if let Some(at) = sweep.leaves(&self.setup.field.rect(), TOLERANCE) {
            reach = reach.min(at * wanted);
        }
        let pose = Motion::advance(Length::new(reach)).course(&base).end(&base.pose);
        let end = Rect::new(&pose, base.size);
        let stuck = self
            .bodies_near(&base, wanted)
            .any(|other| other != unit && self.rect(other).overlaps(&end, TOLERANCE));
        if stuck { base.pose } else { pose }
    }

    /// ADLG-R151: a unit leaves the table: an attached commander goes with it, an included one is lost.
    pub(crate) fn leave_with_commander(&mut self, id: Id, log: &mut Events) {
        use crate::battle::Commander;
        let (seat, corps) = (id.seat(), self.troop(id).corps);
        if self.sides[seat].commanders[usize::from(corps)] == Commander::With(id.number()) {
            self.sides[seat].commanders[usize::from(corps)] = Commander::Lost;
            log.push(|| Event::CommanderMoved { by: seat, corps, to: None });
        }
    }

    /// ADLG-R91, ADLG-R90: units of the active corps whose conformation is incomplete conform if they can.
    pub(crate) fn conform_corps(&mut self, corps: u8, log: &mut Events) {
        let units: ArrayVec<Id, UNITS_MAX> = self
            .standing(self.phasing)
            .filter(|&id| self.troop(id).corps == corps && self.unit(id).unconformed.is_some())
            .collect();
        for unit in units {
            let Some(enemy) = self.unit(unit).unconformed else { continue };
            let pose = self.conforms(unit, &self.rect(unit), enemy, Edge::Front);
            if let Some(pose) = pose.filter(|_| self.unit(enemy).place == Place::Table) {
                self.unit_mut(unit).pose = pose;
                self.unit_mut(unit).unconformed = None;
                log.push(|| Event::Conformed { unit, pose });
            }
        }
    }
}

/// ADLG-R163: how far behind light infantry may be set down, and in how many places it is tried.
const REACH_BACK_UD: f64 = 2.0;
const STEPS: u8 = 16;
