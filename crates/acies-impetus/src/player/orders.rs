//! Which Command, which Unit or Group, and what it does.

use acies_core::{Seat, UnitSet};
use acies_table::{Angle, Base, Edge, Facing};
use arrayvec::ArrayVec;

use super::{posture::Outlook, worths};
use crate::{
    battle::{Battle, Id, Post},
    cohesion::Ground,
    command::{activation::Activation, discipline::Purpose, leading::Lead},
    movement::{
        charging::{Charge, Declare, Kind as ChargeKind},
        going::Going,
        groups,
        phases::Move,
        recovery::Stay,
        special::Drill,
        villages::Village,
        way::Phase,
    },
    profile::Kind,
    rulings::UNITS_MAX,
    steps::Action,
};

/// What it costs to lose order, as a part of a Unit's VD.
const DISORDER: f64 = 0.3;

/// Who is farther than this from every enemy has the time to recover.
const NEAR_U: f64 = 30.0;

impl Battle {
    /// The Command that has most to do at once.
    pub(super) fn worth_of_nomination(&self, by: Seat, action: &Action) -> f64 {
        let Action::Nominate(nominate) = action else { return 0.0 };
        let units =
            self.command_units(by, nominate.command).ids(by).filter(|id| !self.piece(*id).gone);
        units.map(|id| 0.05 + self.urgency(id)).sum()
    }

    /// How much a Unit has to do now: fight, charge, shoot.
    fn urgency(&self, id: Id) -> f64 {
        if self.is_in_contact(id) {
            return 0.5;
        }
        let charge = self.best_charge(id).map_or(0.0, |(worth, _)| worth.max(0.0));
        let shot = self.best_shot(id);
        charge.max(shot)
    }

    /// What a charge straight ahead is worth to a Unit, and whom it meets.
    pub(super) fn best_charge(&self, id: Id) -> Option<(f64, Id)> {
        if self.unit(id).profile.impetus == 0 && self.unit(id).profile.kind != Kind::Cl {
            return None;
        }
        let charge = Charge::new(id.seat(), UnitSet::one(id.number()), ChargeKind::Declared, true);
        let target = self.first_reached(&charge, id)?;
        self.may_charge(id, target).ok()?;
        Some((self.worth_of_charging(id, target, true), target))
    }

    /// What it is worth to a Unit to charge who is first in its way, with the charge bonus or without.
    fn worth_of_charging(&self, id: Id, target: Id, bonus: bool) -> f64 {
        let gap = self.gap(id, target).unwrap_or(0.0);
        let need = self.cost_u(id, gap) - f64::from(self.unit(id).profile.m);
        let faces = if self.unit(id).profile.kind.is_mounted() { 6.0 } else { 3.0 };
        let reaches = match need {
            need if need <= 0.0 => 1.0,
            _ if !bonus => 0.0,
            need => ((faces - need.ceil() + 1.0) / faces).clamp(0.0, 1.0),
        };
        let theirs = self.unit(target);
        let worth = match theirs.profile.kind {
            Kind::S => 0.25,
            Kind::Art => self.stake(target),
            Kind::Baggage => 1.0,
            _ => {
                let on_flank = self.is_behind_front(self.front(id), target);
                let way = acies_table::Sweep::new(
                    &self.rect(id),
                    acies_table::Course::Straight { by: self.rect(id).ahead() * gap },
                );
                let ground = self.landscape.trodden(&way, &self.unit(id).profile);
                let helped = 0.25 * self.contacts(target).len() as f64;
                let light = matches!(theirs.profile.kind, Kind::Cl);
                let worth = self.worth_of_charge(id, target, on_flank, ground) + helped;
                let lost = if ground > Ground::Open { 0.4 } else { 0.0 };
                if light { worth.min(0.3) - lost } else { worth - lost }
            }
        };
        reaches * (worth + self.boldness(id.seat()) - self.risk_of_commander(id))
            - (1.0 - reaches) * 0.25
    }

    /// The best shot that a Unit has now.
    pub(super) fn best_shot(&self, id: Id) -> f64 {
        if self.piece(id).shot || self.unit(id).profile.missile.is_none() {
            return 0.0;
        }
        let all = self.targets(id, 0).into_iter();
        let worth = all.filter_map(|target| {
            Some(self.worth_of_shot(&self.shot(id, target, false, 0).ok()?, target))
        });
        worth.fold(0.0, f64::max)
    }

    /// Whom to activate next: charges first, for they bring help to fights; then shots, fights, and whoever is left, in
    /// Groups where they have nothing better to do alone.
    pub(super) fn worths_of_activation(&self, active: &Activation, all: &[Action]) -> Vec<f64> {
        let each: Vec<(u8, Errand)> =
            active.left(self).map(|id| (id.number(), self.errand(id))).collect();
        let errand = |number: u8| {
            each.iter().find(|(it, _)| *it == number).map_or(Errand::Nothing, |(_, it)| *it)
        };
        worths(all, |action| match action {
            Action::Activate(it) if it.units.len() > 1 => {
                let worth = worth_of_group(it.units, errand);
                if self.wheels_too_slowly(active.seat, it.units) { worth.min(0.4) } else { worth }
            }
            Action::Activate(it) => it.units.first().map_or(0.0, |unit| errand(unit).rank()),
            Action::EndActivation => 0.0,
            Action::Lead(lead) => self.worth_of_leading(active, lead),
            _ => -1.0,
        })
    }

    /// IMP-R30: a wide Group hardly turns: if the nearest enemy is too far off its front, horse goes Unit by Unit, and foot
    /// gives up its line only for who stands well aside.
    fn wheels_too_slowly(&self, seat: Seat, units: UnitSet) -> bool {
        let bases: ArrayVec<Base, UNITS_MAX> =
            units.ids(seat).map(|id| self.piece(id).base()).collect();
        let Some(body) = Base::enclosing(&bases) else { return false };
        let at = body.rect().middle(Edge::Front);
        let enemies = self.enemies(seat).filter(|it| !self.is_baggage(*it));
        let ways = enemies.map(|it| self.rect(it).nearest_to(at) - at);
        let Some(way) =
            ways.reduce(
                |one, other| {
                    if other.length_squared() < one.length_squared() { other } else { one }
                },
            )
        else {
            return false;
        };
        let m = f64::from(groups::m(units.ids(seat).map(|id| self.unit(id))));
        let a_phase = Angle::from_radians(m / body.size.width.get()).degrees();
        let off = (Facing::toward(way) - body.pose.facing).abs().degrees();
        let mounted = groups::charges_mounted(units.ids(seat).map(|id| self.unit(id)));
        if mounted { off > 1.5 * a_phase } else { off > (2.0 * a_phase).max(30.0) }
    }

    /// IMP-R20: a Commander leaves a Unit that is about to fight, and joins one that needs him less and is safer.
    fn worth_of_leading(&self, active: &Activation, lead: &Lead) -> f64 {
        let danger = |post: Post| match post {
            Post::With(unit) => {
                let near = self.nearest_enemy_u(Id::new(active.seat, unit));
                let part = if near < 16.0 {
                    1.0
                } else if near < 30.0 {
                    0.4
                } else {
                    0.0
                };
                let dear = if self.unit(Id::new(active.seat, unit)).profile.kind == Kind::S {
                    0.3
                } else {
                    0.0
                };
                part + dear
            }
            Post::At(_) => 0.6,
        };
        let of = &self.sides[active.seat].commands[usize::from(active.command)];
        let risk = match of.post {
            Post::With(unit) => self.risk_of_commander(Id::new(active.seat, unit)),
            Post::At(_) => 0.2,
        };
        let gain = risk * (danger(of.post) - danger(lead.to)) - 0.1;
        if gain > 0.0 { 6.0 + gain } else { -1.0 }
    }

    /// What a Unit is wanted for.
    fn errand(&self, id: Id) -> Errand {
        if self.is_in_contact(id) {
            return Errand::Fight;
        }
        if let Some((worth, _)) = self.best_charge(id).filter(|(worth, _)| *worth > 0.1) {
            return Errand::Charge(worth);
        }
        let shot = self.best_shot(id);
        if shot > 0.05 {
            Errand::Shoot(shot)
        } else if self.unit(id).disordered {
            Errand::Recover
        } else {
            Errand::Nothing
        }
    }
}

/// A Group goes together unless somebody in it has better to do alone.
fn worth_of_group(units: UnitSet, errand: impl Fn(u8) -> Errand) -> f64 {
    let errands = || units.iter().map(&errand);
    let charges: f64 =
        errands().map(|it| if let Errand::Charge(worth) = it { worth } else { 0.0 }).sum();
    let chargers =
        errands().filter(|it| matches!(it, Errand::Charge(worth) if *worth > 0.0)).count();
    if chargers > 1 {
        return 4.1 + charges;
    }
    let busy = errands().filter(|it| it.rank() > 1.0).count();
    if busy > 0 { 0.4 } else { 1.0 + 0.1 * units.len() as f64 }
}

/// What a Unit is wanted for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Errand {
    Fight,
    Charge(f64),
    Shoot(f64),
    Recover,
    Nothing,
}

impl Errand {
    fn rank(self) -> f64 {
        match self {
            Errand::Shoot(worth) => 5.0 + worth.min(0.9),
            Errand::Charge(worth) => 4.0 + worth.clamp(0.0, 0.9),
            Errand::Fight => 3.0,
            Errand::Recover => 2.0,
            Errand::Nothing => 0.5,
        }
    }
}

/// What Units do that are activated.
impl Battle {
    pub(super) fn worths_of_going(&self, going: &Going, all: &[Action]) -> Vec<f64> {
        let (seat, units) = (going.seat, going.able(self));
        let outlooks: Vec<Outlook> = units.ids(seat).map(|id| self.outlook(id, units)).collect();
        let place = |id: Id, base: &acies_table::Base| {
            let outlook = outlooks.iter().find(|it| it.id == id).expect("all are looked at");
            self.worth_of_place(outlook, base)
        };
        let now: f64 = units.ids(seat).map(|id| place(id, &self.piece(id).base())).sum();
        let test =
            |purpose: Purpose, movement: u8| self.chance_to_pass(seat, units, purpose, movement);
        let movement = going.next_movement(self);
        let fails = if going.phases > 0 { 1.0 - test(Purpose::Move, movement) } else { 0.0 };
        let stakes: f64 = units.ids(seat).map(|id| self.stake(id)).sum();
        let near = units.ids(seat).map(|id| self.nearest_enemy_u(id)).fold(f64::INFINITY, f64::min);
        worths(all, |action| match action {
            Action::Halt => 0.0,
            Action::Move(Move { phase }) => {
                let Ok(march) = self.march(seat, units, *phase, true) else { return -10.0 };
                let mut worth =
                    -now - fails * DISORDER * stakes * if near < NEAR_U { 2.0 } else { 1.0 };
                for (id, way) in &march {
                    worth += place(*id, &way.to);
                    worth -= if way.disorders.is_some() {
                        1.5 * DISORDER * self.stake(*id)
                    } else {
                        0.0
                    };
                    worth -= if way.destroys.is_some() { 5.0 } else { 0.0 };
                }
                // IMP-DF.7: who does not pass stays as he stands.
                let about = *phase == Phase::AboutFace;
                let passes = if about { test(Purpose::AboutFace, movement) } else { 1.0 };
                passes * worth - 0.02
            }
            Action::Charge(Declare { bonus }) => {
                let charge = Charge::new(seat, units, ChargeKind::Declared, true);
                let each = units.ids(seat).filter_map(|id| {
                    let target = self.first_reached(&charge, id)?;
                    self.may_charge(id, target).ok()?;
                    Some(self.worth_of_charging(id, target, *bonus))
                });
                let worth: f64 = each.sum();
                worth - fails * DISORDER * stakes + if *bonus { 0.001 } else { 0.0 }
            }
            Action::Shoot(shoot) => {
                let shot = self.shot(shoot.unit, shoot.target, false, u8::from(shoot.moves));
                let worth = shot.map_or(-1.0, |shot| self.worth_of_shot(&shot, shoot.target));
                // Who is to charge shoots first if he can do both.
                worth + if shoot.moves { -0.01 } else { 0.02 }
            }
            Action::Stay(Stay::Recover) => {
                test(Purpose::Recover, 0) * (0.3 + DISORDER * stakes)
                    + if near < 25.0 { 0.3 } else { 0.0 }
            }
            Action::Stay(Stay::Rally) => 0.5 + DISORDER * stakes,
            Action::Stay(Stay::Wait) => {
                test(Purpose::Opportunity, 0) * self.worth_of_waiting(seat, units, near)
            }
            Action::Stay(Stay::Shieldwall) => {
                if near < 25.0 {
                    0.5
                } else {
                    -0.1
                }
            }
            Action::Stay(Stay::PutUp) => {
                if near < 30.0 {
                    0.4
                } else {
                    -0.1
                }
            }
            // What must be done: straight on rather than turned, and with the charge bonus.
            Action::Rush(rush) => {
                0.5 - rush.by.abs().degrees() / 180.0 + if rush.bonus { 0.1 } else { 0.0 }
            }
            Action::Drill(Drill::Relieve(front)) => self.worth_of_relief(units, seat, *front),
            Action::Drill(Drill::Dismount) | Action::Village(Village::Leave(_)) => -0.5,
            Action::Village(Village::Enter) => 0.1,
            Action::Disengage(_) => going.alone().map_or(0.0, |id| self.worth_of_parting(id)),
            _ => 0.0,
        })
    }

    /// IMP-R96: fresh troops for worn ones.
    fn worth_of_relief(&self, units: UnitSet, seat: Seat, front: Id) -> f64 {
        let vbu = |id: Id| f64::from(self.unit(id).vbu());
        let fresh = units.ids(seat).map(vbu).fold(0.0, f64::max);
        0.2 * (fresh - vbu(front)) - 0.3
    }

    /// IMP-R97: who fares badly gets away.
    fn worth_of_parting(&self, id: Id) -> f64 {
        let enemies = self.contacts(id).ids(id.seat().other());
        let fight = enemies.map(|it| self.worth_of_fighting(id, it)).fold(0.0, f64::min);
        let passes =
            self.chance_to_pass(id.seat(), UnitSet::one(id.number()), Purpose::Disengage, 0);
        -0.15 - fight * passes
    }

    /// IMP-R27: a shot, a counter-charge or an evasion without a test when the enemy comes near.
    fn worth_of_waiting(&self, seat: Seat, units: UnitSet, near: f64) -> f64 {
        let each = units.ids(seat).map(|id| {
            let unit = self.unit(id);
            let reach = super::posture::usual_reach_u(unit);
            let shoots = unit.profile.missile.is_some() && !self.piece(id).shot && near < 25.0;
            let charges = unit.profile.impetus > 0 && near < reach + 5.0 && near > reach;
            (if shoots { 0.05 } else { 0.0 }) + (if charges { 0.1 } else { 0.0 })
        });
        each.sum::<f64>() - 0.05
    }

    /// How likely a discipline test is passed.
    pub(super) fn chance_to_pass(
        &self,
        seat: Seat,
        units: UnitSet,
        purpose: Purpose,
        movement: u8,
    ) -> f64 {
        if units.is_empty() {
            return 0.0;
        }
        let test = self.discipline_test(seat, units, purpose, movement);
        let needs = test.needs() - test.sum().total;
        (f64::from(7 - needs) / 6.0).clamp(0.0, 1.0)
    }

    fn nearest_enemy_u(&self, id: Id) -> f64 {
        let front = self.front(id);
        self.enemies(id.seat())
            .map(|it| self.rect(it).distance_to(front))
            .fold(f64::INFINITY, f64::min)
    }
}
