//! What lies in the way of a move, and where it may end (ADLG-R6, ADLG-R53, ADLG-R55, ADLG-R56, ADLG-R61, ADLG-R65,
//! ADLG-R162, ADLG-R173).

use acies_table::{Base, Course, Length, Point, Pose};
use arrayvec::ArrayVec;

use crate::{
    battle::{Battle, Id},
    movement::{Element, GAP_UD, Leg, Track, passage::Passages},
    rulings::{TOLERANCE, UNITS_MAX},
    terrain::{
        Ground, Piece,
        landscape::{Crossed, lines_among},
    },
    words::refusals::No,
};

/// The ground that each unit of a group touches on its way.
#[derive(Default)]
pub(crate) struct Trodden {
    pub(crate) grounds: ArrayVec<Ground, UNITS_MAX>,
    /// ADLG-R162: what crossing lines of defence costs.
    pub(crate) toll: Length,
}

impl Trodden {
    pub(crate) fn of(&self, id: Id, units: &[Id]) -> Ground {
        let at = units.iter().position(|&unit| unit == id);
        at.map_or(Ground::OPEN, |at| self.grounds[at])
    }
}

impl Battle {
    /// What lies in the way: the table's edge, ground that may not be entered, friends that may not be
    /// passed, enemies, camps, lines of defence. Gives the ground that each unit touches.
    pub(crate) fn check_way(&self, units: &[Id], track: &Track) -> Result<Trodden, No> {
        let mut trodden = Trodden::default();
        for at in 0..units.len() {
            let (ground, toll) = self.check_way_of(at, units, track)?;
            trodden.grounds.push(ground);
            trodden.toll = trodden.toll.max(toll);
        }
        Ok(trodden)
    }

    /// The same for one unit of a group: its ground, and what lines of defence cost it (ADLG-R162,
    /// ADLG-R194).
    pub(crate) fn check_way_of(
        &self,
        at: usize,
        units: &[Id],
        track: &Track,
    ) -> Result<(Ground, Length), No> {
        let table = self.setup.field.rect();
        let unit = units[at];
        let kind = self.profile(unit).kind;
        let mut ground = self.landscape.ground(&self.rect(unit));
        let mut crossed = Crossed::new();
        // ADLG-R182: who comes on begins outside.
        let stood_inside = table.grown(TOLERANCE.touch).holds(&self.rect(unit));
        for leg in track.legs() {
            let after = leg.after[at].rect();
            // A wheel can swing a corner out and in again.
            let round = matches!(leg.course, Some(Course::Round { .. }));
            let swings_out = round
                && stood_inside
                && leg.sweep(at).is_some_and(|sweep| sweep.leaves(&table, TOLERANCE).is_some());
            if swings_out || !table.grown(TOLERANCE.touch).holds(&after) {
                let out = after.corners().into_iter().find(|corner| !table.contains(*corner));
                let at = Point::nearest(out.unwrap_or(after.centre()));
                return Err(No::LeavesTable { unit, at });
            }
            self.check_leg(unit, units, &leg, at)?;
            ground = self.tread(ground, &leg, at);
            if !self.landscape.lines.is_empty()
                && let Some(sweep) = leg.sweep(at)
            {
                let lines = self.landscape.crossings(&sweep).into_iter().map(|(_, line)| line);
                crossed.extend(lines.take(crossed.remaining_capacity()));
            }
        }
        if !crossed.is_empty() && kind.crossing_ud().is_none() {
            return Err(No::NoCrossing { unit });
        }
        let price = kind.crossing_ud().unwrap_or(0.0);
        let toll = Length::new(price * f64::from(lines_among(&crossed)));
        let barred = |piece: &Piece| crate::terrain::allowance(kind, piece.going()).is_none();
        match ground.pieces().find(barred) {
            Some(piece) => Err(No::NoGoing { unit, piece }),
            None => Ok((ground, toll)),
        }
    }

    /// ADLG-R53, ADLG-R55: the ground of a leg on top of that before; on a road that of the road alone.
    fn tread(&self, ground: Ground, leg: &Leg, at: usize) -> Ground {
        if self.landscape.areas.is_empty() {
            return ground;
        }
        let ends = [leg.before[at].rect(), leg.after[at].rect()];
        if ends.iter().all(|end| self.landscape.is_on_road(end)) {
            return ground;
        }
        let mut ground = ground.without(Piece::Road);
        for area in self.landscape.areas.iter().filter(|area| area.piece != Piece::Road) {
            let enters = match leg.sweep(at) {
                Some(sweep) => sweep.treads(&area.outline, TOLERANCE),
                None => leg.after[at].rect().is_in(&area.outline, TOLERANCE),
            };
            if enters {
                ground = ground.with(area.piece);
            }
        }
        ground
    }

    /// Bodies that a unit meets on one leg. Turns are made on the spot: only their end is looked at.
    fn check_leg(&self, unit: Id, units: &[Id], leg: &Leg, at: usize) -> Result<(), No> {
        let Some(sweep) = leg.sweep(at) else { return Ok(()) };
        let [from, to] = [leg.before[at].pose, leg.after[at].pose];
        let stop = |part: f64| sweep.course().part(part).end(&from);
        let near = self.bodies_near(&leg.before[at], leg.length(at));
        for other in near.filter(|other| !units.contains(other)) {
            let body = self.rect(other);
            if sweep.runs_into(&body, TOLERANCE)
                && !(self.may_pass(unit, from.facing, other)
                    && self.may_pass(unit, to.facing, other))
                && let Some(touch) = sweep.first_touch(&body, TOLERANCE)
            {
                let at = Point::nearest(sweep.point_of_touch(touch.at, &body));
                return Err(No::Meets { unit, other, at, stops: stop(touch.at) });
            }
        }
        for (seat, body) in acies_core::Seat::BOTH.into_iter().zip(self.camps()) {
            if sweep.runs_into(&body, TOLERANCE)
                && let Some(touch) = sweep.first_touch(&body, TOLERANCE)
            {
                let at = Point::nearest(sweep.point_of_touch(touch.at, &body));
                return Err(No::MeetsCamp { unit, seat, at, stops: stop(touch.at) });
            }
        }
        Ok(())
    }

    /// ADLG-INT.1 to .5: the rules by which a group passes through friends on its way.
    pub(crate) fn passages(&self, units: &[Id], elements: &[Element]) -> Passages {
        let mut passages = Passages::new();
        let mut track = Track::default();
        if self.track(units, elements, &mut track).is_err() {
            return passages;
        }
        for leg in track.legs() {
            for (at, &unit) in units.iter().enumerate() {
                if let Some(sweep) = leg.sweep(at) {
                    self.note_passages(unit, units, &leg.before[at], &sweep, &mut passages);
                }
            }
        }
        passages
    }

    /// ADLG-R6, ADLG-R56, ADLG-R61, ADLG-R65, ADLG-R173: where it ends nobody else stands, and no enemy or
    /// camp of his is too near, unless it comes into simple support: says whether it does.
    pub(crate) fn check_ends(&self, units: &[Id], track: &Track) -> Result<bool, No> {
        let ends = track.end();
        let mut contact = false;
        for (at, &unit) in units.iter().enumerate() {
            let base = Base::new(ends[at], self.profile(unit).kind.size());
            let rect = base.rect();
            for other in self.bodies_near(&base, GAP_UD).filter(|other| !units.contains(other)) {
                let body = self.rect(other);
                if rect.overlaps(&body, TOLERANCE) {
                    let depth = Length::new(rect.overlap_depth(&body));
                    return Err(No::EndsOn { unit, other, stands: ends[at], depth });
                }
                if other.seat() == unit.seat() {
                    continue;
                }
                // On the grid of the table: the tolerance of ADLG-R6 is no part of the gap.
                let (distance, least) = (Length::new(rect.distance(&body)), Length::new(GAP_UD));
                if distance >= least {
                    continue;
                }
                if !self.comes_into_support(units, &ends, at, other) {
                    let (enemy, stands) = (other, ends[at]);
                    return Err(No::TooNear { unit, enemy, stands, distance, least });
                }
                contact = true;
            }
            for (seat, body) in acies_core::Seat::BOTH.into_iter().zip(self.camps()) {
                let hostile = seat != unit.seat() && !self.sides[seat].camp.lost;
                let least = Length::new(if hostile { GAP_UD } else { -TOLERANCE.touch });
                let distance = Length::new(rect.separation(&body));
                if distance < least {
                    let stands = ends[at];
                    return Err(No::TooNearCamp { unit, seat, stands, distance });
                }
            }
        }
        Ok(contact)
    }

    /// ADLG-R65, ADLG-R115: whether a unit at a pose would touch an enemy by its front corner only, level
    /// beside the friend that fights it.
    fn comes_into_support(&self, units: &[Id], ends: &[Pose], at: usize, enemy: Id) -> bool {
        let unit = units[at];
        if self.profile(unit).is_expendable_levy() {
            return false;
        }
        let mut after = self.clone();
        for (&mover, pose) in units.iter().zip(ends) {
            after.unit_mut(mover).pose = *pose;
        }
        let roles = after.roles();
        matches!(roles.of(unit), crate::melee::engagement::Role::SimpleSupport { enemy: of, .. } if of == enemy)
    }
}
