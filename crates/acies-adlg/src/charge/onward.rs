//! How chargers go on that touch nobody (ADLG-CHG.8, ADLG-CHG.10, ADLG-R82, ADLG-R90).

use acies_core::RuleId;
use acies_table::{Base, Length, Motion, Pose, Rect};

use crate::{
    action::UnitSet,
    battle::{Battle, Id},
    charge::{
        ahead::{Ahead, Stop},
        charging::{Charging, Events},
        conform::CONFORM_UD,
    },
    melee::engagement::Role,
    movement::{GAP_UD, group_of},
    rulings::TOLERANCE,
    units::abilities::Abilities,
    words::events::Event,
};

/// By which rules a unit that touches nobody goes on, and the friends that go with it.
#[derive(Clone, Copy)]
pub(super) struct Onward {
    pub(super) rules: &'static [RuleId],
    pub(super) mates: UnitSet,
}

impl Onward {
    /// ADLG-R163: there is no room for the friends before whom it stops.
    pub(super) const SHUT_OUT: Onward = Onward { rules: &["ADLG-R163"], mates: UnitSet::NONE };
}

/// Of a charge whose targets have fled.
const AFTER_THEM: &[RuleId] = &["ADLG-CHG.8", "ADLG-R82"];

/// Of others that touch nobody.
const ALONG: &[RuleId] = &["ADLG-CHG.10", "ADLG-R82"];

/// Level with a neighbour that has conformed.
const BESIDE: &[RuleId] = &["ADLG-CHG.10", "ADLG-R90"];

impl Battle {
    /// A unit that touches nobody goes on; it does not go past a place in support (ADLG-R82), and stays
    /// level with a unit of its group that has conformed (ADLG-R90).
    pub(crate) fn follow(
        &mut self,
        unit: Id,
        distance: Length,
        ahead: &Ahead,
        charging: &Charging,
        log: &mut Events,
    ) {
        let level = charging.level.is_some_and(|level| distance <= level);
        if let Some((pose, supports)) = self.level_with_mate(unit, charging)
            && (level || supports)
        {
            let base = self.base(unit);
            self.unit_mut(unit).pose = pose;
            log.push(|| {
                let mates = group_of(charging.units, unit.seat());
                let passages = self.passages_between(unit, &mates, &base, &pose);
                Event::Advanced { unit, pose, stop: None, rules: BESIDE, passages }
            });
            return;
        }
        let (gap, stop) = match ahead.stop {
            Some(Stop::Enemy(_)) => (GAP_UD, None),
            stop => (0.0, stop.filter(|&stop| charging.is_held_up(unit, distance, stop, ahead))),
        };
        let rules = if charging.die.is_some() { AFTER_THEM } else { ALONG };
        let onward = Onward { rules, mates: charging.units };
        self.go_straight(unit, distance.get().min(ahead.distance - gap), stop, onward, log);
    }

    /// Straight ahead to what stops it, if the place is free.
    pub(super) fn go_straight(
        &mut self,
        unit: Id,
        distance: f64,
        stop: Option<Stop>,
        Onward { rules, mates }: Onward,
        log: &mut Events,
    ) {
        let base = self.base(unit);
        if distance <= TOLERANCE.touch {
            return log.push(|| Event::Halted { unit, stop, rules });
        }
        let pose = Motion::advance(Length::new(distance)).course(&base).end(&base.pose);
        let end = Rect::new(&pose, base.size);
        let on = self
            .bodies_near(&base, distance)
            .find(|&other| other != unit && self.rect(other).overlaps(&end, TOLERANCE));
        if let Some(other) = on {
            let stop = Some(Stop::Passed(other));
            return log.push(|| Event::Halted { unit, stop, rules });
        }
        self.unit_mut(unit).pose = pose;
        log.push(|| {
            let mates = group_of(mates, unit.seat());
            let passages = self.passages_between(unit, &mates, &base, &pose);
            Event::Advanced { unit, pose, stop, rules, passages }
        });
    }

    /// ADLG-R90: level with a unit of the charge that has conformed, as it stood to it before, if that
    /// place is no more than 1 UD from where it would come straight ahead; and whether it is then in simple
    /// support. No other contact may be made so. The nearest such unit is tried first.
    fn level_with_mate(&self, unit: Id, charging: &Charging) -> Option<(Pose, bool)> {
        let level = charging.level?;
        if charging.turned || self.profile(unit).has(Abilities::IMPETUOUS) {
            return None;
        }
        let base = self.base(unit);
        let stood = Base { pose: self.unit(unit).stood?, ..base };
        let straight = Motion::advance(level).course(&base).moved(&base.rect(), 1.0);
        let mut mates = group_of(charging.units, self.phasing);
        mates.retain(|mate| {
            let it = self.unit(*mate);
            *mate != unit && it.charged.is_some() && it.unconformed.is_none()
        });
        let apart = |mate: &Id| {
            let before = self.unit(*mate).stood.unwrap_or(self.unit(*mate).pose);
            Length::new(before.at.vec().distance(stood.pose.at.vec()))
        };
        mates.sort_by_key(apart);
        mates.into_iter().find_map(|mate| {
            let it = self.unit(mate);
            let place = Base { pose: stood.pose.carried(&it.stood?, &it.pose), ..base };
            let near = straight.corner_shift(&place.rect()) <= CONFORM_UD + TOLERANCE.touch;
            if !near || !self.is_free(unit, mate, &place) {
                return None;
            }
            let mut after = self.clone();
            after.unit_mut(unit).pose = place.pose;
            let enemies = self.standing_near(unit.seat().other(), &place, TOLERANCE.touch);
            let touches =
                enemies.clone().any(|enemy| place.rect().touches(&self.rect(enemy), TOLERANCE));
            let supports = matches!(after.roles().of(unit), Role::SimpleSupport { .. });
            (supports || !touches).then_some((place.pose, supports))
        })
    }
}
