//! The way of a charge to contact (RULES.md 2, C5 and C6; ADLG-R83, ADLG-R90): who goes next, whom he strikes, and how
//! he comes to stand.

use acies_table::{Along, Base, Edge, Length, Motion, Pose, Rect, Size};
use arrayvec::ArrayVec;

use crate::{
    action::UnitSet,
    battle::{Battle, Flags, Id},
    charge::{
        ahead::{Ahead, Dash, Stop},
        charging::{Charging, Events},
        conform::Conformed,
        go_on::HowFar,
    },
    melee::engagement::{DRILL, Roles},
    movement::group_of,
    rulings::{TOLERANCE, UNITS_MAX},
    units::abilities::Abilities,
    words::events::Event,
};

/// What comes next in a charge.
pub(super) enum Next {
    /// Something has been done.
    Went,
    /// The chargers say how far they go on.
    Ask(HowFar),
    Over,
}

/// How a charger comes upon its enemy.
struct Landing {
    touching: Pose,
    edge: Edge,
    conformed: Conformed,
}

impl Landing {
    fn end(&self) -> Pose {
        match self.conformed {
            Conformed::Charger(pose) => pose,
            Conformed::Enemy(_) | Conformed::Incomplete => self.touching,
        }
    }

    /// Whether a charger of this size stands conformed as it touches.
    fn is_flush(&self, size: Size) -> bool {
        let [touching, end] = [self.touching, self.end()].map(|pose| Rect::new(&pose, size));
        matches!(self.conformed, Conformed::Charger(_))
            && touching.corner_shift(&end) <= TOLERANCE.touch
    }
}

/// C5 and C6.
impl Battle {
    /// How far a unit of the charge can go straight ahead.
    fn reach(&self, unit: Id, charging: &Charging) -> Length {
        match charging.die {
            Some(die) => self.charge_of(unit, charging).reach(die.into()),
            None => (charging.allowance - charging.manoeuvre).max(Length::ZERO),
        }
    }

    /// ADLG-R83: what a unit of the charge meets straight ahead.
    fn outlook(&self, unit: Id, charging: &Charging, roles: &Roles) -> Ahead {
        let reach = self.reach(unit, charging);
        let dash = Dash {
            most: reach.get() + TOLERANCE.touch,
            slower: Some((reach - charging.allowance).get()),
            group: charging.to_go,
            zones: true,
            roles,
        };
        let base = self.base(unit);
        let mut ahead = self.straight_ahead(unit, &base, &dash);
        if let Some(Stop::Enemy(enemy)) = ahead.stop {
            let (first, _) = self.level_with(unit, &base, enemy, &dash, &ahead);
            ahead.stop = Some(Stop::Enemy(first));
        }
        ahead
    }

    /// The next charger goes: first those that have somebody to strike, the nearest first; then those
    /// that touch nobody, front ranks first.
    pub(super) fn go_next(&mut self, charging: &mut Charging, log: &mut Events) -> Next {
        let roles = self.roles().clone();
        let mut strikers: ArrayVec<(Id, Ahead), UNITS_MAX> = charging
            .to_go
            .ids(self.phasing)
            .filter(|&unit| self.is_in_front(unit, charging))
            .map(|unit| (unit, self.outlook(unit, charging, &roles)))
            .filter(|(_, ahead)| match ahead.stop {
                Some(Stop::Enemy(enemy)) => charging.has_asked(enemy),
                Some(Stop::EnemyCamp) => true,
                _ => false,
            })
            .collect();
        strikers.sort_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
        let Some(&nearest) = strikers.first() else {
            return self.follow_next(charging, &roles, log);
        };
        // Who would conform onto a friend that has still to go lets that one go first.
        let clear = |(unit, ahead): &&(Id, Ahead)| self.lands_clear(*unit, ahead, charging, &roles);
        let ((unit, ahead), alone) = match strikers.iter().find(clear) {
            Some(&striker) => (striker, false),
            None => (nearest, true),
        };
        charging.to_go = charging.to_go.without(unit.number());
        let distance = Length::new(ahead.distance);
        charging.level = Some(charging.level.unwrap_or(distance));
        match ahead.stop {
            Some(Stop::Enemy(enemy)) => {
                let group = if alone { UnitSet::NONE } else { charging.to_go };
                self.strike(unit, enemy, distance, group, log);
            }
            _ => self.reach_camp(unit, distance, false, log),
        }
        Next::Went
    }

    /// Whether the place where a charger comes to stand is clear of friends that have still to go.
    fn lands_clear(&self, unit: Id, ahead: &Ahead, charging: &Charging, roles: &Roles) -> bool {
        let Some(Stop::Enemy(enemy)) = ahead.stop else { return true };
        let group = charging.to_go.without(unit.number());
        let landing = self.landing(unit, enemy, Length::new(ahead.distance), group, roles);
        let place = Rect::new(&landing.end(), self.profile(unit).kind.size());
        let mut mates = group.ids(self.phasing);
        !mates.any(|mate| self.rect(mate).overlaps(&place, TOLERANCE))
    }

    /// Whether no friend of the charge that has still to go stands before a unit.
    fn is_in_front(&self, unit: Id, charging: &Charging) -> bool {
        let base = self.base(unit);
        let mates = group_of(charging.to_go, self.phasing);
        !mates.iter().any(|&mate| base.joined(&self.base(mate), DRILL) == Some(Edge::Front))
    }

    /// ADLG-CHG.8, ADLG-CHG.10, ADLG-R82: units that reach nobody go on: Impetuous ones all the way, others as
    /// far as their owner says. A new enemy that they come upon is asked first.
    fn follow_next(&mut self, charging: &mut Charging, roles: &Roles, log: &mut Events) -> Next {
        let followers: ArrayVec<(Id, Ahead), UNITS_MAX> = charging
            .to_go
            .ids(self.phasing)
            .filter(|&unit| self.is_in_front(unit, charging))
            .map(|unit| (unit, self.outlook(unit, charging, roles)))
            .collect();
        let Some(&(unit, ahead)) = followers.first() else { return Next::Over };
        let bounds = |unit: Id, ahead: &Ahead| self.bounds(unit, ahead, charging);
        let (least, most) = bounds(unit, &ahead);
        if charging.chosen.is_none() {
            let all = || followers.iter().map(|(unit, ahead)| bounds(*unit, ahead));
            let low = all().map(|(least, _)| least).min().unwrap_or_default();
            let high = all().map(|(_, most)| most).max().unwrap_or_default();
            let free = |(unit, _): &(Id, Ahead)| !self.profile(*unit).has(Abilities::IMPETUOUS);
            if high > low + Length::new(TOLERANCE.touch) && followers.iter().any(free) {
                return Next::Ask(HowFar { least: low, most: high });
            }
            charging.chosen = Some(low);
        }
        let distance = charging.chosen.unwrap_or(least).max(least).min(most);
        if let Some(Stop::Enemy(enemy)) = ahead.stop
            && distance + Length::new(TOLERANCE.touch) >= Length::new(ahead.distance)
        {
            // ADLG-R82: once it has evaded, how far to go on is chosen anew.
            charging.chosen = None;
            let must = self.must_evade(enemy, unit);
            self.ask(charging, enemy, must, roles);
            self.tell_cornered(enemy, self.onrush(charging), roles, log);
            return Next::Went;
        }
        charging.to_go = charging.to_go.without(unit.number());
        self.follow(unit, distance, &ahead, charging, log);
        Next::Went
    }

    /// Between what and what a unit that reaches nobody may choose.
    fn bounds(&self, unit: Id, ahead: &Ahead, charging: &Charging) -> (Length, Length) {
        let most = Length::new(ahead.distance).min(self.reach(unit, charging));
        if self.profile(unit).has(Abilities::IMPETUOUS) {
            return (most, most);
        }
        let least = match (charging.level, charging.die) {
            (Some(level), _) => level,
            (None, Some(die)) => self.charge_of(unit, charging).minimum(die.into()),
            (None, None) => Length::ZERO,
        };
        (least.min(most), most)
    }

    /// C6: where a charger comes to stand, the friends of its group that have still to go out of its way.
    fn landing(
        &self,
        unit: Id,
        enemy: Id,
        distance: Length,
        group: UnitSet,
        roles: &Roles,
    ) -> Landing {
        let base = self.base(unit);
        let course = Motion::advance(distance).course(&base);
        let touching = Base { pose: course.end(&base.pose), ..base };
        let edge = self.edge_hit(&self.declared_at(unit), &touching.rect(), enemy);
        let mut after = self.cleared_for(unit, group, roles);
        after.unit_mut(unit).pose = touching.pose;
        let conformed = after.conform(unit, &touching, enemy, edge, roles.in_melee(enemy));
        Landing { touching: touching.pose, edge, conformed }
    }

    /// ADLG-R78: where a charger stood when it declared its charge.
    fn declared_at(&self, unit: Id) -> Rect {
        let it = self.unit(unit);
        Rect::new(&it.stood.unwrap_or(it.pose), self.profile(unit).kind.size())
    }

    fn strike(&mut self, unit: Id, enemy: Id, distance: Length, group: UnitSet, log: &mut Events) {
        let roles = self.roles().clone();
        let base = self.base(unit);
        let landing = self.landing(unit, enemy, distance, group, &roles);
        let Landing { edge, conformed, .. } = landing;
        let end = landing.end();
        // ADLG-R163: friendly light infantry makes room, or it stops before them.
        if !self.make_room(unit, Base { pose: end, ..base }, enemy, log) {
            self.stop_before_friends(unit, distance, log);
            return;
        }
        self.unit_mut(unit).pose = end;
        // Light infantry that makes room for the charger does not do so for its enemy.
        let conformed = match conformed {
            Conformed::Enemy(pose)
                if !self.is_free(enemy, unit, &Base { pose, ..self.base(enemy) }) =>
            {
                Conformed::Incomplete
            }
            conformed => conformed,
        };
        let it = self.unit_mut(unit);
        it.charged = Some(enemy);
        it.unconformed = matches!(conformed, Conformed::Incomplete).then_some(enemy);
        self.storm(unit, enemy, edge);
        if let Conformed::Enemy(pose) = conformed {
            self.unit_mut(enemy).pose = pose;
            self.unit_mut(enemy).flags.remove(Flags::STAKED);
        }
        log.push(|| {
            let mates = group_of(group, unit.seat());
            let passages = self.passages_between(unit, &mates, &base, &landing.touching);
            let conformed = Some(conformed).filter(|_| !landing.is_flush(base.size));
            Event::Charged { unit, enemy, edge, pose: end, conformed, passages }
        });
        if matches!(conformed, Conformed::Charger(_)) {
            self.surprise(enemy, unit, edge, &roles, log);
        }
    }

    /// ADLG-R20: a unit that reaches the enemy's camp turns its front onto the edge that it touches.
    pub(crate) fn reach_camp(
        &mut self,
        unit: Id,
        distance: Length,
        pursues: bool,
        log: &mut Events,
    ) {
        let base = self.base(unit);
        let touching =
            Base { pose: Motion::advance(distance).course(&base).end(&base.pose), ..base };
        let owner = unit.seat().other();
        let camp = Base::new(self.sides[owner].camp.pose, crate::setup::CAMP);
        let contacts = touching.rect().contacts(&camp.rect(), TOLERANCE);
        // Where it came, or else as far along the edge as its middle touches it.
        let flush = contacts.first().map(|contact| {
            let place = camp.opposed(contact.theirs, base.size, Along::Middle);
            let right = place.rect().right();
            let half = camp.rect().edge(contact.theirs).length() / 2.0;
            let came = touching.rect().middle(Edge::Front) - place.rect().middle(Edge::Front);
            let off = came.dot(right);
            let turned = |off: f64| {
                let centre = place.rect().centre() + right * off;
                Base::new(Pose::nearest(centre, place.pose.facing), base.size)
            };
            let touches = off.abs() < half + base.size.width.get() / 2.0 - TOLERANCE.touch;
            [touches.then(|| turned(off)), Some(turned(off.clamp(-half, half)))]
        });
        let free = |place: &Base| {
            let rect = place.rect();
            let bodies = self.bodies_near(place, TOLERANCE.touch).filter(|&other| other != unit);
            self.setup.field.rect().grown(TOLERANCE.touch).holds(&rect)
                && !bodies.map(|other| self.rect(other)).any(|it| it.overlaps(&rect, TOLERANCE))
        };
        let turned = flush.into_iter().flatten().flatten();
        let place = turned.chain([touching]).find(free).unwrap_or(base);
        self.unit_mut(unit).pose = place.pose;
        log.push(|| Event::ReachedCamp { unit, pose: place.pose, pursues });
    }
}
