//! Moves in zones of control (ADLG-R68, ADLG-R69, ADLG-R72): who is in a zone keeps to its most threatening enemy.

use acies_table::{Edge, Length, Rect};

use crate::{
    battle::{Battle, Id},
    melee::engagement::Roles,
    movement::{Element, Leg, Moved, Track},
    rulings::TOLERANCE,
    words::refusals::No,
    zone_of_control::{ZONE_UD, Zones},
};

/// In how many places of a leg the distance to the most threatening enemy is compared.
const SAMPLES: u8 = 8;

/// Differences of a direction or of a fraction below this do not matter.
const SLIGHT: f64 = 1e-3;

impl Battle {
    /// ADLG-R68: of enemies that threaten a unit alike its owner keeps to the one that he likes.
    pub(crate) fn check_other_threats(
        &self,
        unit: Id,
        track: &Track,
        at: usize,
        ignored: &[Id],
        roles: &Roles,
        no: No,
    ) -> Result<(), No> {
        let Some(first) = self.most_threatening_but(unit, ignored, roles) else { return Err(no) };
        let mut others: Zones = ignored.iter().copied().collect();
        let mut tried = first;
        while others.try_push(tried).is_ok()
            && let Some(next) = self.most_threatening_but(unit, &others, roles)
            && self.threatens_alike(unit, first, next)
        {
            if self.check_zones(unit, track, at, &others, roles).is_ok() {
                return Ok(());
            }
            tried = next;
        }
        Err(no)
    }

    /// ADLG-R69: a unit in a zone keeps to its most threatening enemy.
    pub(crate) fn check_zones(
        &self,
        unit: Id,
        track: &Track,
        at: usize,
        ignored: &[Id],
        roles: &Roles,
    ) -> Result<(), No> {
        let kind = self.profile(unit).kind;
        let size = kind.size();
        let start = self.rect(unit);
        let mut kept =
            self.most_threatening_but(unit, ignored, roles).map(|enemy| (enemy, start, true));
        for leg in track.legs() {
            let mut from = leg.before[at].rect();
            let mut start = 0.0;
            if kept.is_none() {
                let entered = self.zone_entered(unit, &leg, at, ignored, roles);
                if let Some((enemy, fraction)) = entered {
                    from = leg.at(at, fraction);
                    start = fraction;
                    kept = Some((enemy, from, false));
                }
            }
            if let Some((enemy, ..)) = kept {
                let body = self.rect(enemy);
                let mut nearest = from.distance(&body);
                for sample in 1..=SAMPLES {
                    let fraction = start + (1.0 - start) * f64::from(sample) / f64::from(SAMPLES);
                    let distance = leg.at(at, fraction).distance(&body);
                    if distance > nearest + TOLERANCE.touch {
                        let [was, is] = [nearest, distance].map(Length::new);
                        let stands = leg.pose(at, fraction);
                        return Err(No::MovesAway { unit, enemy, stands, was, is });
                    }
                    nearest = nearest.min(distance);
                }
            }
        }
        let Some((enemy, from, began)) = kept else { return Ok(()) };
        let end = Rect::new(&track.end()[at], size);
        if from.corner_shift(&end) <= TOLERANCE.touch {
            return Ok(());
        }
        if began && !self.zone_lies_on(enemy, kind, &end) {
            return Err(No::LeavesZone { unit, enemy, stands: track.end()[at] });
        }
        let body = self.rect(enemy);
        let [was, is] = [from, end].map(|rect| {
            let part = acies_table::Zone::beyond(&rect, Edge::Front).part_of(&body);
            let straight = rect.local(body.centre()).normalize_or_zero().y;
            (rect.distance(&body), straight, part.map_or(0.0, |part| part.across.length()))
        });
        let better = is.0 < was.0 - TOLERANCE.touch
            || is.1 > was.1 + SLIGHT
            || is.2 > was.2 + TOLERANCE.touch;
        let [was, is] = [was.0, is.0].map(Length::new);
        let stands = track.end()[at];
        if better { Ok(()) } else { Err(No::NoCloser { unit, enemy, stands, was, is }) }
    }

    /// The first zone that a unit enters on a leg, and when.
    fn zone_entered(
        &self,
        unit: Id,
        leg: &Leg,
        at: usize,
        ignored: &[Id],
        roles: &Roles,
    ) -> Option<(Id, f64)> {
        let kind = self.profile(unit).kind;
        let reach = leg.length(at) + ZONE_UD;
        let enemies = self
            .standing_near(unit.seat().other(), &leg.before[at], reach)
            .filter(|enemy| !ignored.contains(enemy) && self.exerts_zone(*enemy, roles));
        let entries = enemies.filter_map(|enemy| {
            let zone = self.zone(enemy);
            let fraction = match leg.sweep(at) {
                Some(sweep) => sweep.overlaps(&zone, TOLERANCE).next()?.from,
                None => 1.0,
            };
            let just_in = leg.at(at, (fraction + SLIGHT).min(1.0));
            let there = leg.after[at].rect();
            let counts =
                self.zone_lies_on(enemy, kind, &just_in) || self.zone_lies_on(enemy, kind, &there);
            counts.then_some((enemy, fraction))
        });
        // ADLG-R68: of zones entered together that of the enemy most in front.
        entries.reduce(|first, next| {
            let together = (next.1 - first.1).abs() <= SLIGHT;
            let earlier = if together {
                self.is_more_in_front(&leg.at(at, first.1), next.0, first.0)
            } else {
                next.1 < first.1
            };
            if earlier { next } else { first }
        })
    }

    /// ADLG-EXZ.3, ADLG-R72: straight ahead out of the zones of slower enemies behind. Other zones count.
    pub fn check_ride_out(&self, unit: Id, distance: Length, roles: &Roles) -> Result<Moved, No> {
        let profile = self.profile(unit);
        let behind = self.slower_behind(unit, roles);
        match () {
            () if self.most_threatening(unit, roles).is_none() => {
                return Err(No::NotInZone { unit });
            }
            () if !profile.kind.is_mounted() => return Err(No::OnFoot { unit }),
            // ADLG-R72.
            () if profile.can_evade() => return Err(No::EvadesInstead { unit }),
            () if behind.is_empty() => return Err(No::NobodyBehind { unit }),
            () => {}
        }
        self.check_unleashed(&[unit], &[Element::Advance(distance)], &behind, roles)
    }
}
