//! What the active Unit or Group may do, as a list of the sensible, and one of it at random.

use acies_core::{Dice, Game, Seat, UnitSet, flow::Deed};
use acies_table::{Angle, Facing, Length};

use super::{
    charging::Declare,
    going::Going,
    phases::Move,
    recovery::Stay,
    way::{Hindrance, Phase},
};
use crate::{
    battle::{Battle, Id},
    melee::disengaging::Disengage,
    movement::groups,
    rulings::OBLIQUE_MAX,
    shooting::volley::Shoot,
    steps::Action,
};

/// Ways that are shorter are not worth a phase, in U.
const LEAST_U: f64 = 0.5;

impl Battle {
    pub(super) fn going_candidates(&self, going: &Going, by: Seat, out: &mut Vec<Action>) {
        let allowed = |action: &Action| self.check(by, action).is_ok();
        out.extend([Action::Halt, Action::Clash].into_iter().filter(allowed));
        if going.engaged {
            out.extend(self.disengagements(going).into_iter().filter(allowed));
            return;
        }
        // IMP-MOV.21, IMP-R98: who must advance makes no other phase.
        let bound = going.duty.is_some() && self.can_do_duty(going);
        if going.duty.is_some() {
            self.rush_candidates(going, out);
        }
        out.extend(Stay::ALL.map(Action::from).into_iter().filter(allowed));
        let charges = [true, false].map(|bonus| Action::from(Declare { bonus }));
        out.extend(charges.into_iter().filter(|it| !bound && allowed(it)));
        out.extend(self.shots_of(going).into_iter().filter(allowed));
        if going.may_move(self, false).is_ok() {
            for phase in self.phases_of(going).into_iter().filter(|_| !bound) {
                self.offer_phase(by, phase, out);
            }
            let special = out.len();
            self.special_candidates(going, by, out);
            // IMP-R129: some are tests that nobody can pass.
            let mut all = out.split_off(special);
            all.retain(allowed);
            out.append(&mut all);
        } else if let Some(sheltered) = going.alone().filter(|id| self.piece(*id).square.is_some())
        {
            self.square_candidates(sheltered, out);
            out.retain(|it| !matches!(it, Action::Square(_)) || self.check(by, it).is_ok());
        }
    }

    /// A phase, or the nearest that is allowed.
    fn offer_phase(&self, by: Seat, phase: Phase, out: &mut Vec<Action>) {
        let wanted = Move { phase };
        match Deed::check(&wanted, self, by) {
            Ok(_) => out.push(wanted.into()),
            Err(no) => {
                let instead = wanted.instead(self, by, &no);
                let far = |it: &Action| match it {
                    Action::Move(Move {
                        phase:
                            Phase::Forward(u) | Phase::Backward(u) | Phase::Oblique { length: u, .. },
                    }) => u.get() >= LEAST_U,
                    _ => true,
                };
                out.extend(instead.filter(far).filter(|it| !out.contains(it)));
            }
        }
    }

    fn disengagements(&self, going: &Going) -> Option<Action> {
        let m = self.unit(going.alone()?).profile.m;
        Some(Disengage { length: Length::new(m.into()) }.into())
    }

    /// Forward, wheels to face the nearest enemy and to either side, obliques, back, about.
    fn phases_of(&self, going: &Going) -> Vec<Phase> {
        let units = going.able(self);
        let Some(first) = units.ids(going.seat).next() else { return Vec::new() };
        let m = f64::from(groups::m(units.ids(going.seat).map(|id| self.unit(id))));
        let after = Length::new(
            units.ids(going.seat).map(|id| self.unit(id).before_rotation_u()).fold(0.0, f64::max),
        );
        let rotation = |degrees: f64| Phase::Rotation { by: Angle::new(degrees), after };
        let mut all = vec![Phase::Forward(Length::new(m)), Phase::Forward(Length::new(m / 2.0))];
        let most = units
            .ids(going.seat)
            .map(|id| self.unit(id).rotation_max(going.grouped, false))
            .fold(90.0, f64::min);
        if let Some(degrees) = self.bearing_of_enemy(first, units)
            && degrees.abs() >= 2.0
        {
            all.push(rotation(degrees.clamp(-most, most)));
        }
        all.extend([-most, -most / 3.0, most / 3.0, most].map(rotation));
        if !going.grouped {
            let oblique =
                |degrees: f64| Phase::Oblique { off: Angle::new(degrees), length: Length::new(m) };
            all.extend([-OBLIQUE_MAX, OBLIQUE_MAX].map(oblique));
            all.push(Phase::AboutFace);
            all.push(Phase::Backward(Length::new(self.unit(first).backward_max_u())));
        }
        all
    }

    /// How far to turn to face the nearest enemy, in degrees.
    fn bearing_of_enemy(&self, first: Id, units: UnitSet) -> Option<f64> {
        let centre = units.ids(first.seat()).map(|id| self.front(id)).reduce(|a, b| a + b)?
            / units.len() as f64;
        let enemies =
            self.standing(first.seat().other()).map(|it| (self.rect(it).distance_to(centre), it));
        let (_, nearest) =
            enemies.reduce(|one, other| if other.0 < one.0 { other } else { one })?;
        let to = self.rect(nearest).centre() - centre;
        Some((Facing::toward(to) - self.piece(first).front.facing).degrees())
    }

    fn shots_of(&self, going: &Going) -> Vec<Action> {
        if going.may_shoot().is_err() {
            return Vec::new();
        }
        let mut all = Vec::new();
        for unit in going.able(self).ids(going.seat) {
            if self.unit(unit).profile.missile.is_none() || self.piece(unit).shot {
                continue;
            }
            for moves in [false, true] {
                let targets = self.targets(unit, u8::from(moves));
                all.extend(
                    targets.into_iter().map(|target| Action::from(Shoot { unit, target, moves })),
                );
            }
        }
        all
    }

    /// A few things are tried at random before everything is looked at.
    pub(super) fn any_going(
        &self,
        going: &Going,
        by: Seat,
        chance: &mut Dice,
        room: &mut Vec<Action>,
    ) -> Action {
        if !going.engaged && going.duty.is_none() {
            for _ in 0..5 {
                let tried = self.try_something(going, chance);
                if let Some(action) = tried.filter(|it| self.check(by, it).is_ok()) {
                    return action;
                }
            }
        }
        acies_core::one_of_all(self, by, chance, room)
    }

    fn try_something(&self, going: &Going, chance: &mut Dice) -> Option<Action> {
        let units = going.able(self);
        let first = units.ids(going.seat).next()?;
        let unit = self.unit(first);
        let m = f64::from(unit.profile.m);
        Some(match chance.number(12) {
            0 | 1 => Action::Halt,
            2..=4 => Move { phase: Phase::Forward(Length::new(m)) }.into(),
            5 => {
                let by = Angle::new(chance.number(91) as f64 - 45.0);
                Move { phase: Phase::Rotation { by, after: Length::new(unit.before_rotation_u()) } }
                    .into()
            }
            6..=8 => Declare { bonus: chance.number(3) > 0 }.into(),
            9 => {
                let id = Id::new(going.seat, units.nth(chance.number(units.len()))?);
                self.unit(id).profile.missile?;
                let targets = self.targets(id, 0);
                let target = *targets.first()?;
                Shoot { unit: id, target, moves: chance.number(4) == 0 }.into()
            }
            10 if unit.disordered => Stay::Recover.into(),
            10 => Stay::Wait.into(),
            _ => Move { phase: Phase::Backward(Length::new(unit.backward_max_u())) }.into(),
        })
    }

    /// What looks possible, and may be refused.
    pub(super) fn going_attempts(&self, going: &Going, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::Halt);
        out.extend(Stay::ALL.map(Action::from));
        out.push(Declare { bonus: true }.into());
        out.extend(self.phases_of(going).into_iter().map(|phase| Action::from(Move { phase })));
        let enemies = self.standing(going.seat.other()).take(3);
        if let Some(unit) = going.units.ids(going.seat).next() {
            out.extend(enemies.map(|target| Action::from(Shoot { unit, target, moves: false })));
        }
    }
}

impl Hindrance {
    /// How far one gets, in words.
    pub fn limit(&self) -> Option<String> {
        self.most.map(|most| format!("{:.2}", (most * 100.0).floor() / 100.0))
    }
}
