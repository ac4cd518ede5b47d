//! Friends on whom a charger would come to stand (ADLG-R163): light infantry makes room, others stop it.

use acies_table::{Base, Course, Length, Motion, Pose, Rect, Sweep};
use arrayvec::ArrayVec;

use crate::{
    battle::{ALL_UNITS, Battle, Id, Place},
    charge::{ahead::Stop, charging::Events, onward::Onward},
    movement::GAP_UD,
    rulings::{TOLERANCE, UNITS_MAX},
    units::Category::Li,
    words::events::Event,
};

/// ADLG-R163: how far behind light infantry may be set down.
const REACH_BACK_UD: f64 = 2.0;

impl Battle {
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

    /// ADLG-R163: a unit that would come to stand on friends without room elsewhere stops before them.
    pub(crate) fn stop_before_friends(&mut self, unit: Id, distance: Length, log: &mut Events) {
        let base = self.base(unit);
        let sweep = Sweep::new(&base.rect(), Motion::advance(distance).course(&base));
        let end = sweep.at(1.0);
        let friends = self.standing_near(unit.seat(), &base, distance.get());
        let in_way = friends.filter(|&it| it != unit && self.rect(it).overlaps(&end, TOLERANCE));
        let touches = in_way.filter_map(|friend| {
            let touch = sweep.first_touch(&self.rect(friend), TOLERANCE)?;
            Some((touch.at * distance.get(), friend))
        });
        match touches.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((ud, friend)) => {
                self.go_straight(unit, ud, Some(Stop::Passed(friend)), Onward::SHUT_OUT, log);
            }
            None => self.go_straight(unit, distance.get() - GAP_UD, None, Onward::SHUT_OUT, log),
        }
    }

    /// ADLG-R163: the first free place for light infantry within 2 UD behind a unit, facing kept.
    fn behind(&self, place: &Base, light: Id) -> Option<Pose> {
        let rect = place.rect();
        let facing = self.unit(light).pose.facing;
        let kind = self.profile(light).kind;
        // Facing across, its width lies along the way.
        let (sin, cos) = (facing - place.pose.facing).sin_cos();
        let long = sin.abs() * kind.size().width.get() + cos.abs() * kind.size().depth.get();
        let centre = rect.centre() - rect.ahead() * (rect.depth() + long) * 0.5;
        let first = Base::new(Pose::nearest(centre, facing), kind.size());
        let course = Course::Straight { by: rect.ahead() * -REACH_BACK_UD };
        let bodies: ArrayVec<Rect, ALL_UNITS> = self
            .bodies_near(place, 2.0 * REACH_BACK_UD)
            .filter(|&other| other != light)
            .map(|other| self.rect(other))
            .collect();
        let sweep = Sweep::new(&first.rect(), course);
        let at = sweep.first_free(0.0, &bodies.as_slice(), TOLERANCE)?;
        let pose = course.part(at).end(&first.pose);
        let body = Rect::new(&pose, kind.size());
        let free = self.setup.field.rect().holds(&body)
            && self.landscape.ground(&body).allowance(kind).is_some()
            && self.camps().iter().all(|camp| !camp.overlaps(&body, TOLERANCE));
        free.then_some(pose)
    }
}
