//! Answers to what is asked in the course of a charge, an evade, the shooting, a combat or a pursuit.

use acies_core::Seat;
use acies_table::{Angle, Edge, Length, Rect};
use arrayvec::ArrayVec;

use super::Worth;
use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Id},
    charge::charging::Charging,
    evade::face_about::FaceAbout,
    melee::engage::Engage,
    movement::group_of,
    rout::pursuit::{PURSUIT_UD, Pursue},
    rulings::UNITS_MAX,
    shooting::phase::Shoot,
};

/// Who would lose more than this by standing evades: to run costs ground, and one may be caught.
const STEADY: f32 = -0.25;

impl Battle {
    /// C2: the first target that is asked stands if it fights well enough.
    pub(super) fn answer_charge(&self, worth: &Worth, charging: &Charging) -> Action {
        let Some(target) = charging.waiting.iter().next() else { return Action::Stand };
        let target = Id::new(self.phasing.other(), target);
        let chargers = group_of(charging.units, self.phasing);
        let place = self.unit(target).pose.at;
        let near = |id: &Id| {
            let at = self.unit(*id).pose.at.vec();
            Length::new(at.distance(place.vec()))
        };
        match chargers.into_iter().min_by_key(near) {
            Some(charger) => self.stand_or_run(worth, target, charger),
            None => Action::Stand,
        }
    }

    pub(super) fn answer_pursuer(&self, worth: &Worth, unit: u8, target: u8) -> Action {
        let (unit, target) = (Id::new(self.phasing, unit), Id::new(self.phasing.other(), target));
        self.stand_or_run(worth, target, unit)
    }

    fn stand_or_run(&self, worth: &Worth, target: Id, charger: Id) -> Action {
        let gain = self.stand_gain(worth, target, charger);
        if gain < STEADY { Action::Evade } else { Action::Stand }
    }

    /// C3: the way that leads farthest from the enemy, on the table, through as few friends as possible.
    pub(super) fn best_flight(
        &self,
        unit: Id,
        ud: i32,
        from: crate::evade::flight::Onrush,
    ) -> Action {
        let roles = self.roles();
        let size = self.profile(unit).kind.size();
        let safety = |flight: &crate::evade::run::Flight| {
            let Ok(evaded) = self.check_flight(unit, from, ud, flight, roles) else {
                return f64::NEG_INFINITY;
            };
            let rect = Rect::new(&evaded.pose, size);
            let enemies = self.standing(unit.seat().other());
            let nearest =
                enemies.map(|enemy| rect.distance(&self.rect(enemy))).fold(f64::INFINITY, f64::min);
            nearest.min(6.0)
                - if evaded.left_table { 10.0 } else { 0.0 }
                - 2.0 * evaded.burst.len() as f64
        };
        let flights = self.flights(unit, from, ud, roles);
        let best = flights.into_iter().max_by(|a, b| safety(a).total_cmp(&safety(b)));
        Action::Run(best.expect("an evader that runs has a way"))
    }

    /// ADLG-R98: back to the enemy, if he is behind now.
    pub(super) fn best_facing(&self, seat: Seat, units: UnitSet) -> Action {
        let behind = units.iter().next().is_some_and(|unit| {
            let pose = self.unit(Id::new(seat, unit)).pose;
            let enemy = self.nearest_to(pose.at, seat.other());
            enemy.is_some_and(|enemy| {
                pose.bearing(self.unit(enemy).pose.at.vec()).abs() > Angle::QUARTER
            })
        });
        FaceAbout { turns: behind }.into()
    }

    /// C: against the enemy with whom all fights of its side are expected to gain most.
    pub(super) fn best_engagement(&self, worth: &Worth, unit: Id) -> Action {
        let units: ArrayVec<Id, UNITS_MAX> = self.standing(unit.seat()).collect();
        let gain = |enemy: &Id| {
            let mut after = self.clone();
            after.unit_mut(unit).opponent = Some(*enemy);
            after.fights(worth, &units, after.roles())
        };
        let enemies = self.engagements(unit, self.roles());
        let best = enemies.into_iter().max_by(|a, b| gain(a).total_cmp(&gain(b)));
        Engage { enemy: best.expect("who is asked has a choice").number() }.into()
    }

    /// S: the shot that hits most often; nothing is saved by holding fire.
    pub(super) fn best_shot(&self, seat: Seat) -> Action {
        let mut shots = Vec::new();
        self.list_shots(seat, &mut shots);
        let ways = |action: &Action| match action {
            Action::Shoot(Shoot { main, supporters, target }) => {
                let (main, target) = (Id::new(seat, *main), Id::new(seat.other(), *target));
                1 + self.shot(main, &group_of(*supporters, seat), target).ways_to_hit()
            }
            _ => 0,
        };
        shots.into_iter().max_by_key(ways).unwrap_or(Action::EndShooting)
    }

    /// R: after the enemy only where it pays: onto a flank, a rear or the camp. The line stays together.
    pub(super) fn best_pursuit(&self) -> Action {
        let roles = self.roles();
        let whole = Length::new(PURSUIT_UD);
        let unit = self.pursuing.iter().next().expect("somebody may pursue");
        let id = Id::new(self.phasing, unit);
        let pursuit = self.pursuit(id, whole, roles);
        let open = pursuit.contact.is_some_and(|(_, edge)| edge != Edge::Front);
        let stay = Action::from(Pursue { unit, distance: Length::ZERO });
        let go = Action::from(Pursue { unit, distance: whole });
        let may_stay = acies_core::Game::check(self, self.phasing, &stay).is_ok();
        if open || pursuit.camp || !may_stay { go } else { stay }
    }
}
