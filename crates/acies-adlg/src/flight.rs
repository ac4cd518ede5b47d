//! Moves away from the enemy (RULES.md 3.12, 3.13, 3.15, 4.5, 4.8): evading, disengaging, leaving a zone of
//! control.

use acies_table::{Angle, Base, Edge, Facing, Length, Motion, Pose, Rect, Sweep};
use arrayvec::ArrayVec;

use crate::{
    battle::{Battle, Flags, Id},
    engagement::Roles,
    movement::{GAP_UD, wheel_cost},
    rulings::TOLERANCE,
    terrain::Going,
    units::{Category::*, Kind},
    zone_of_control::ZONE_UD,
};

/// What keeps a unit from evading (ADLG-EVA.3, ADLG-R96).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// ADLG-EVA.1, ADLG-R100, ADLG-R21: it cannot at all.
    Cannot,
    Zone(Id),
    Enemy(Id),
    Friend(Id),
    Impassable,
}

/// How an evade ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaded {
    pub pose: Pose,
    /// ADLG-R99: gone for good.
    pub left_table: bool,
    /// ADLG-INT.6: friends that it burst through.
    pub burst: ArrayVec<Id, 8>,
}

/// ADLG-R96: how far ahead a way must be free.
const FREE_UD: f64 = 1.0;

impl Battle {
    /// ADLG-R95: of the four headings the one nearest to the direction of the charge; of two equal ones the
    /// right (ADLG-R154).
    pub fn evade_heading(&self, id: Id, charge: Facing) -> Facing {
        let facing = self.unit(id).pose.facing;
        let headings =
            [Angle::ZERO, Angle::QUARTER, -Angle::QUARTER, Angle::HALF].map(|turn| facing + turn);
        let off = |heading: &Facing| (*heading - charge).abs();
        headings.into_iter().min_by_key(off).unwrap_or(facing)
    }

    /// ADLG-R95, ADLG-EVA.2: the base of an evader after its free turn on the spot.
    fn turned(&self, id: Id, charge: Facing) -> Base {
        let mut base = self.base(id);
        base.pose.facing = self.evade_heading(id, charge);
        base
    }

    /// ADLG-EVA.1, ADLG-EVA.3, ADLG-R96, ADLG-R100: why a unit cannot evade from a charge.
    pub fn evade_blocked(&self, id: Id, charge: Facing, roles: &Roles) -> Option<Blocked> {
        if !self.profile(id).can_evade() || roles.in_melee(id) || self.unit(id).is(Flags::LOOTING) {
            return Some(Blocked::Cannot);
        }
        let base = self.turned(id, charge);
        let ahead = base.rect().beyond(Edge::Front, FREE_UD);
        let kind = self.profile(id).kind;
        for enemy in self.standing_near(id.seat().other(), &base, FREE_UD + ZONE_UD) {
            if self.rect(enemy).overlaps(&ahead, TOLERANCE) {
                return Some(Blocked::Enemy(enemy));
            }
            let zone =
                self.exerts_zone(enemy, roles) && self.zone(enemy).overlaps(&ahead, TOLERANCE);
            if zone && self.zone_lies_on(enemy, kind, &ahead) {
                return Some(Blocked::Zone(enemy));
            }
        }
        let impassable = self.landscape.ground(&ahead).allowance(kind).is_none();
        if impassable {
            return Some(Blocked::Impassable);
        }
        self.standing_near(id.seat(), &base, FREE_UD)
            .filter(|&friend| friend != id && self.rect(friend).overlaps(&ahead, TOLERANCE))
            .find(|&friend| !self.may_pass(id, base.pose.facing, friend))
            .map(Blocked::Friend)
    }

    /// ADLG-EVA.4, ADLG-EVA.5, ADLG-R95 to ADLG-R99: where an evader of so many UD ends. It turns, wheels
    /// into the direction of the charge if it can pay for that, and runs straight on. `bursts` says
    /// whether its owner wants it to burst through friends where it may (ADLG-R62).
    pub fn evade(&self, id: Id, charge: Facing, ud: i32, bursts: bool, roles: &Roles) -> Evaded {
        let base = self.turned(id, charge);
        let left = Length::new(f64::from(ud.max(0)));
        let off = charge - base.pose.facing;
        let price = wheel_cost(base.size.width.get(), off);
        let wheels = off.abs() > TOLERANCE.angle && price < left;
        let wheeled = wheels.then(|| self.wheeled(id, base, off)).flatten();
        let wheeled = wheeled.and_then(|base| self.run(id, base, left - price, bursts, roles));
        let run = wheeled.or_else(|| self.run(id, base, left, bursts, roles));
        // Hemmed in on all sides it stays where it is.
        let stays = Evaded { pose: self.unit(id).pose, left_table: false, burst: ArrayVec::new() };
        run.unwrap_or(stays)
    }

    /// ADLG-EVA.4: after a wheel, if nobody is in the way of it.
    fn wheeled(&self, id: Id, base: Base, by: Angle) -> Option<Base> {
        let course = Motion::wheel(by).course(&base);
        let sweep = Sweep::new(&base.rect(), course);
        let near = self.bodies_near(&base, course.travel(base.pose.at.vec()));
        let met = near.filter(|&other| other != id).any(|other| {
            let touch = sweep.first_touch(&self.rect(other), TOLERANCE);
            touch.is_some_and(|touch| touch.enters) && !self.may_pass(id, base.pose.facing, other)
        });
        (!met).then(|| Base { pose: course.end(&base.pose), ..base })
    }

    /// Straight ahead as far as nothing stops it; nothing if it would stand on somebody.
    fn run(&self, id: Id, base: Base, left: Length, bursts: bool, roles: &Roles) -> Option<Evaded> {
        let kind = self.profile(id).kind;
        let mut reach = left.get();
        let course = |ud: f64| Motion::advance(Length::new(ud)).course(&base);
        let mut burst = ArrayVec::new();
        // ADLG-R53: slower ground limits it, ground that it may not enter stops it.
        for area in &self.landscape.areas {
            let sweep = Sweep::new(&base.rect(), course(reach));
            let Some(at) = sweep.enters(&area.outline, TOLERANCE) else { continue };
            let entry = at * reach;
            reach = match crate::terrain::allowance(kind, area.piece.going()) {
                Some(allowance) => reach.min(f64::from(allowance).max(entry)),
                None => entry,
            };
            if area.piece.going() == Going::Impassable {
                reach = reach.min(entry);
            }
        }
        // Bodies in its way, the nearest first.
        loop {
            let sweep = Sweep::new(&base.rect(), course(reach));
            let ends = Rect::new(&course(reach).end(&base.pose), base.size);
            let near = self.bodies_near(&base, reach);
            let in_way = near.filter(|&other| other != id && !burst.contains(&other));
            let stops = in_way.filter_map(|other| {
                let body = self.rect(other);
                let touch = sweep.first_touch(&body, TOLERANCE).filter(|touch| touch.enters)?;
                // ADLG-R61: it passes if it gets clear.
                let clear = !ends.overlaps(&body, TOLERANCE);
                let passes = self.may_pass(id, base.pose.facing, other) && clear;
                (!passes).then_some((other, touch.at * reach, clear))
            });
            let first = stops.reduce(|first, next| if next.1 < first.1 { next } else { first });
            let Some((other, distance, clear)) = first else { break };
            let friend = other.seat() == id.seat();
            if bursts
                && friend
                && clear
                && self.may_burst(other, roles)
                && burst.len() < burst.capacity()
            {
                burst.push(other);
                continue;
            }
            let gap = if friend { 0.0 } else { GAP_UD };
            reach = (distance - gap).max(0.0);
            if reach <= 0.0 {
                break;
            }
        }
        // ADLG-R61: it stops where it is clear of those that it passes.
        let is_free = |ud: f64| {
            let end = Rect::new(&course(ud).end(&base.pose), base.size);
            let others = self.bodies_near(&base, ud).filter(|&other| other != id);
            others.map(|other| self.rect(other)).all(|body| !body.overlaps(&end, TOLERANCE))
        };
        while reach > 0.0 && !is_free(reach) {
            reach = (reach - STEP_UD).max(0.0);
        }
        if !is_free(reach) {
            return None;
        }
        let pose = course(reach).end(&base.pose);
        // ADLG-R99.
        let table = self.setup.field.rect();
        let leaves = Sweep::new(&base.rect(), course(reach)).leaves(&table, TOLERANCE).is_some();
        Some(Evaded { pose, left_table: leaves, burst })
    }

    /// ADLG-DSG.2 to .5: whether a unit may break off from such an enemy.
    pub fn may_disengage_from(&self, id: Id, enemy: Id) -> bool {
        let (own, other) = (self.profile(id).kind, self.profile(enemy).kind);
        let bogged =
            other.is_mounted() && self.landscape.ground(&self.rect(enemy)).penalises(other);
        let walled = self.barrier(enemy, Edge::Front).is_some();
        match own.category() {
            _ if matches!(other.category(), Art | Wwg) || walled => true,
            Li => other.is_foot() || other.category() == El || bogged,
            Lmi if own == Kind::Javelinmen => matches!(other.category(), Hi | El),
            category if category.is_mounted() && !matches!(category, El | Sch) => {
                other.is_foot() || (other.is_mounted() && other.is_slower_than(own))
            }
            _ => false,
        }
    }

    /// ADLG-DSG.1, ADLG-R64: where a disengaging unit ends; nothing if it may not or has no room.
    pub fn disengage(&self, id: Id, roles: &Roles) -> Option<Pose> {
        if !roles.in_melee(id) {
            return None;
        }
        let rect = self.rect(id);
        for enemy in self.standing_near(id.seat().other(), &self.base(id), TOLERANCE.touch) {
            let contacts = rect.contacts(&self.rect(enemy), TOLERANCE);
            let Some(contact) = contacts.first() else { continue };
            let on_front = contact.ours == Edge::Front;
            if contact.length > TOLERANCE.touch
                && (!on_front || !self.may_disengage_from(id, enemy))
            {
                return None;
            }
        }
        let allowance = f64::from(self.allowance(id)?) - 1.0;
        self.back(id, allowance)
    }

    /// ADLG-EXZ.2, ADLG-R70: foot 1 UD straight back out of a zone, mounted 2.
    pub fn leave_zone(&self, id: Id) -> Option<Pose> {
        self.back(id, if self.profile(id).kind.is_mounted() { 2.0 } else { 1.0 })
    }

    /// Straight back, facing kept, until something is met; at least half a UD (ADLG-R64, ADLG-R70).
    fn back(&self, id: Id, most: f64) -> Option<Pose> {
        let base = self.base(id);
        let kind = self.profile(id).kind;
        let course = Motion::back(Length::new(most)).course(&base);
        let sweep = Sweep::new(&base.rect(), course);
        let bodies = self
            .bodies_near(&base, most)
            .filter(|&other| other != id && !self.may_pass(id, base.pose.facing, other));
        let met = bodies.filter_map(|other| {
            let touch =
                sweep.first_touch(&self.rect(other), TOLERANCE).filter(|touch| touch.enters)?;
            let gap = if other.seat() == id.seat() { 0.0 } else { GAP_UD };
            Some(touch.at * most - gap)
        });
        let barred = self
            .landscape
            .areas
            .iter()
            .filter(|area| crate::terrain::allowance(kind, area.piece.going()).is_none());
        let ground = barred.filter_map(|area| Some(sweep.enters(&area.outline, TOLERANCE)? * most));
        let edge = sweep.leaves(&self.setup.field.rect(), TOLERANCE).map(|at| at * most);
        let reach = met.chain(ground).chain(edge).fold(most, f64::min);
        if reach < LEAST_UD {
            return None;
        }
        let pose = Motion::back(Length::new(reach)).course(&base).end(&base.pose);
        // ADLG-R61: a friend that it passes must be cleared.
        let end = Rect::new(&pose, base.size);
        let stuck = self
            .bodies_near(&base, most)
            .any(|other| other != id && self.rect(other).overlaps(&end, TOLERANCE));
        (!stuck).then_some(pose)
    }
}

/// How finely a place clear of friends is looked for.
const STEP_UD: f64 = 0.05;

/// ADLG-R64, ADLG-R70: less than this is no way out.
const LEAST_UD: f64 = 0.5;
