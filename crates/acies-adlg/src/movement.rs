//! Movement of units and groups (RULES.md 3.4, 3.8 to 3.10, 4.5): elements and their costs, what is
//! difficult, what stands in the way, and zones of control (ADLG-R69).

pub mod form;
pub mod march;
pub mod passage;

use acies_core::{RuleId, Seat, UnitSet};
use acies_table::{
    Angle, Base, Course, Edge, Length, Motion, Pivot, Point, Pose, Rect, Sweep, chain,
    column_from_line,
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, FAR_UD, Flags, Id, Place},
    melee::engagement::{DRILL, Roles},
    movement::passage::Passages,
    rulings::{TOLERANCE, UNITS_MAX},
    terrain::{
        Ground, Piece,
        landscape::{Crossed, lines_among},
    },
    units::{Category::*, Kind, Profile, abilities::Abilities},
    words::refusals::No,
    zone_of_control::{ZONE_UD, Zones},
};

/// ADLG-R46: what a move is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Element {
    Advance(Length),
    /// Positive to the right, on the right front corner; negative to the left.
    Wheel(Angle),
    /// Positive to the right.
    Slide(Length),
    QuarterLeft,
    QuarterRight,
    Half,
}

impl Element {
    pub fn is_turn(self) -> bool {
        matches!(self, Element::QuarterLeft | Element::QuarterRight | Element::Half)
    }

    fn is_nothing(self) -> bool {
        matches!(
            self,
            Element::Advance(Length::ZERO)
                | Element::Slide(Length::ZERO)
                | Element::Wheel(Angle::ZERO)
        )
    }
}

/// The elements of a move in their order.
pub type Elements = ArrayVec<Element, ELEMENTS_MAX>;

/// So many a move has at most.
const ELEMENTS_MAX: usize = 6;

/// The units that move as one body; the first leads the list, not the column.
pub type Group = ArrayVec<Id, UNITS_MAX>;

/// The units of a seat as one body.
pub fn group_of(units: UnitSet, seat: Seat) -> Group {
    units.ids(seat).collect()
}

/// Where a legal move leads, and what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    pub poses: ArrayVec<Pose, UNITS_MAX>,
    pub spent: Length,
    /// ADLG-R43: that of the slowest unit.
    pub allowance: Length,
    /// The first difficult manoeuvre in it, by its rule (ADLG-DIF.1 to .6).
    pub difficult: Option<RuleId>,
}

/// ADLG-R56: how near an ordinary move may end to an enemy.
pub const GAP_UD: f64 = 0.02;

/// ADLG-MAN.1, ADLG-R48.
const SLIDE_UD: f64 = 1.0;

/// ADLG-MAN.2: what a wheel of 90 degrees costs for each UD of frontage.
const WHEEL_UD: f64 = 1.5;

impl Profile {
    /// ADLG-MAN.4, ADLG-MAN.6: what a quarter-turn or half-turn costs, the first and the second.
    pub fn turn_cost(&self, turns_before: usize) -> Length {
        let heavy = self.is_unmanoeuvrable()
            || self.category() == Wwg
            || self.kind == Kind::Pikemen
            || self.category() == Ct;
        match () {
            () if self.kind.is_light() && turns_before == 0 => Length::ZERO,
            () if heavy => Length::new(2.0),
            () => Length::new(1.0),
        }
    }

    /// ADLG-DIF.4: for whom a turn is difficult.
    fn turns_hard(&self) -> bool {
        self.is_unmanoeuvrable()
            || self.kind == Kind::Pikemen
            || matches!(self.category(), Wwg | Ct)
    }
}

impl Battle {
    /// Whether these units may be given a movement order now, and are a group (ADLG-R43 to ADLG-R45).
    pub fn check_group(&self, units: &[Id], roles: &Roles) -> Result<(), No> {
        let Some(&first) = units.first() else { return Err(No::NobodyNamed) };
        for &unit in units {
            let state = self.unit(unit);
            match () {
                () if unit.seat() != self.phasing => return Err(No::NotYours { unit }),
                () if state.place != Place::Table => return Err(No::NotOnTable { unit }),
                () if self.troop(unit).corps != self.troop(first).corps => {
                    return Err(No::OtherCorps { unit });
                }
                () if roles.in_melee(unit) => return Err(No::InMelee { unit }),
                () if state.is(Flags::RALLIED) => return Err(No::Rallied { unit }),
                () if state.charged.is_some() => return Err(No::Charged { unit }),
                () if state.is(Flags::LOOTING) => return Err(No::Looting { unit }),
                () if state.is(Flags::SPENT) => return Err(No::Spent { unit }),
                () => {}
            }
        }
        let linked =
            |a: usize, b: usize| self.base(units[a]).joined(&self.base(units[b]), DRILL).is_some();
        let joined = chain(units.len(), 0, linked);
        match (0..units.len()).find(|at| joined & 1 << at == 0) {
            Some(apart) => Err(No::NotAGroup { unit: units[apart] }),
            None => Ok(()),
        }
    }

    /// Judges an ordinary move of a unit or group, and says where it leads.
    pub fn check_move(
        &self,
        units: &[Id],
        elements: &[Element],
        roles: &Roles,
    ) -> Result<Moved, No> {
        self.check_unleashed(units, elements, &[], roles)
    }

    /// ADLG-R69: judges a move that does not mind the zones of some enemies (ADLG-R72: those behind).
    pub(crate) fn check_unleashed(
        &self,
        units: &[Id],
        elements: &[Element],
        ignored: &[Id],
        roles: &Roles,
    ) -> Result<Moved, No> {
        self.check_group(units, roles)?;
        let number = self.number_of_move(units);
        self.check_number(units, number)?;
        self.check_elements(units, elements)?;
        let mut track = Track::default();
        self.track(units, elements, &mut track)?;
        let ground = self.check_way(units, &track)?;
        let allowance = self.group_allowance(units, &ground)?;
        let spent = self.cost(units, elements) + ground.toll;
        let engine = units.iter().any(|&id| self.profile(id).kind == Kind::HeavyArtillery);
        if spent > allowance && !engine {
            let slowest =
                |&&id: &&Id| self.unit_allowance(id, ground.of(id, units)) == Some(allowance);
            let unit = *units.iter().find(slowest).unwrap_or(&units[0]);
            return Err(No::TooFar { unit, spent, allowed: allowance });
        }
        if number > 1 {
            self.check_far(units, &track)?;
        }
        let contact = self.check_ends(units, &track)?;
        for (at, &unit) in units.iter().enumerate() {
            self.check_zones(unit, &track, at, ignored, roles)
                .or_else(|no| self.check_other_threats(unit, &track, at, ignored, roles, no))?;
        }
        let clumsy = !contact && self.is_cut_short(units, spent, &ground);
        let difficult = self.difficulty(units, elements, number, clumsy);
        Ok(Moved { poses: track.end(), spent, allowance, difficult })
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

    /// The how-manieth movement of a group in this phase another one would be (ADLG-R57).
    pub(crate) fn number_of_move(&self, units: &[Id]) -> u8 {
        units.iter().map(|&id| self.unit(id).moves).max().unwrap_or(0) + 1
    }

    /// ADLG-R57, ADLG-MUL.2.
    pub(crate) fn check_number(&self, units: &[Id], number: u8) -> Result<(), No> {
        if number > 3 {
            return Err(No::TooManyMoves { unit: units[0] });
        }
        if number > 1 {
            // ADLG-R57: the first movement counts too. ADLG-R60: heavy artillery makes only one.
            let near = |&&id: &&Id| self.unit(id).is(Flags::WAS_NEAR);
            if let Some(&unit) = units.iter().find(near) {
                return Err(No::WasNear { unit, least: Length::new(FAR_UD) });
            }
            let heavy = |&&id: &&Id| self.profile(id).kind == Kind::HeavyArtillery;
            if let Some(&unit) = units.iter().find(heavy) {
                return Err(No::HeavyEngine { unit });
            }
        }
        if number == 3 {
            let barred = |&&id: &&Id| {
                let profile = self.profile(id);
                let spirited = profile.category() == Cv && profile.has(Abilities::IMPETUOUS);
                matches!(profile.category(), Art | Wwg)
                    || (profile.is_unmanoeuvrable() && !spirited)
            };
            if let Some(&unit) = units.iter().find(barred) {
                return Err(No::ThirdMove { unit });
            }
            // ADLG-R58.
            if !units.iter().any(|&id| self.has_commander(id)) {
                return Err(No::ThirdMoveWithoutCommander);
            }
        }
        Ok(())
    }

    /// ADLG-MAN.1 to .6, ADLG-R46 to ADLG-R51, ADLG-R60.
    fn check_elements(&self, units: &[Id], elements: &[Element]) -> Result<(), No> {
        if elements.iter().all(|element| element.is_nothing()) {
            return Err(No::NothingMoved);
        }
        self.check_wheels(units, elements)?;
        let slides = elements.iter().filter(|it| matches!(it, Element::Slide(_))).count();
        if slides > 1 {
            return Err(No::SlideTwice);
        }
        for (at, element) in elements.iter().enumerate() {
            match *element {
                Element::Advance(length) if length <= Length::ZERO => return Err(No::Backwards),
                Element::Slide(_) => {
                    let straight = |other: Option<&Element>| matches!(other, Some(Element::Advance(ud)) if *ud >= Length::new(1.0));
                    let before = at.checked_sub(1).and_then(|before| elements.get(before));
                    if !straight(before) && !straight(elements.get(at + 1)) {
                        return Err(No::SlideAlone);
                    }
                }
                _ => {}
            }
        }
        let turns = elements.iter().filter(|it| it.is_turn()).count();
        let light = units.iter().all(|&id| self.profile(id).kind.is_light());
        if turns > if light { 2 } else { 1 } {
            return Err(No::TurnTwice);
        }
        // ADLG-R60: heavy artillery makes one turn or wheel, and nothing else.
        let heavy = |&&id: &&Id| self.profile(id).kind == Kind::HeavyArtillery;
        if let Some(&unit) = units.iter().find(heavy) {
            let pivots = elements[0].is_turn() || matches!(elements[0], Element::Wheel(_));
            if units.len() > 1 || elements.len() > 1 || !pivots {
                return Err(No::HeavyEngine { unit });
            }
        }
        Ok(())
    }

    /// ADLG-MAN.2, ADLG-MAN.3, ADLG-R47, ADLG-R48: no element is too large, nor all wheels together.
    pub(crate) fn check_wheels(&self, units: &[Id], elements: &[Element]) -> Result<(), No> {
        let wagon = units.iter().any(|&id| self.category(id) == Wwg);
        let most = if wagon { Angle::new(45.0) } else { Angle::QUARTER };
        let mut wheeled = Angle::ZERO;
        for &element in elements {
            check_size(units[0], element)?;
            if let Element::Wheel(by) = element {
                wheeled = wheeled + by.abs();
            }
        }
        if wheeled > most {
            return Err(No::WheelTooWide { unit: units[0], by: wheeled, most });
        }
        Ok(())
    }

    /// ADLG-R46 to ADLG-R48, ADLG-MAN.4: what the elements cost. The group pays for its dearest unit.
    pub fn cost(&self, units: &[Id], elements: &[Element]) -> Length {
        let frontage = self.frontage(units);
        let mut turns = 0;
        elements.iter().fold(Length::ZERO, |spent, element| {
            spent
                + match *element {
                    Element::Advance(length) => length,
                    Element::Wheel(by) => wheel_cost(frontage, by),
                    Element::Slide(by) => by.max(-by),
                    Element::QuarterLeft | Element::QuarterRight | Element::Half => {
                        turns += 1;
                        let costs = units.iter().map(|&id| self.profile(id).turn_cost(turns - 1));
                        costs.max().unwrap_or(Length::ZERO)
                    }
                }
        })
    }

    /// ADLG-R47: the width of the unit or group.
    fn frontage(&self, units: &[Id]) -> f64 {
        let bases: ArrayVec<Base, UNITS_MAX> = units.iter().map(|&id| self.base(id)).collect();
        Base::enclosing(&bases).map_or(1.0, |whole| whole.size.width.get())
    }

    /// The way of every unit, element by element.
    pub(crate) fn track(
        &self,
        units: &[Id],
        elements: &[Element],
        track: &mut Track,
    ) -> Result<(), No> {
        track.units = units.len();
        track.places.extend(units.iter().map(|&id| self.base(id)));
        for element in elements {
            let bases = track.go_on();
            let Some(whole) = Base::enclosing(bases) else { return Err(No::NobodyNamed) };
            let engine = units.iter().any(|&id| self.profile(id).kind == Kind::HeavyArtillery);
            let course = match *element {
                Element::Advance(length) => Some(Motion::advance(length).course(&whole)),
                Element::Slide(by) => Some(Motion::slide(by).course(&whole)),
                // ADLG-R60: heavy artillery wheels about its centre.
                Element::Wheel(by) if engine => {
                    Some(Motion::Turn { on: Pivot::Centre, by }.course(&whole))
                }
                Element::Wheel(by) => Some(Motion::wheel(by).course(&whole)),
                Element::QuarterLeft | Element::QuarterRight | Element::Half => None,
            };
            match (course, element) {
                (Some(course), _) => {
                    bases.iter_mut().for_each(|base| base.pose = course.end(&base.pose));
                }
                (None, Element::Half) => half_turn(bases, &whole),
                (None, element) => {
                    let to =
                        if *element == Element::QuarterLeft { Edge::Left } else { Edge::Right };
                    quarter_turn(units, bases, to)?;
                }
            }
            track.courses.push(course);
        }
        Ok(())
    }

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

    /// ADLG-MVT.2: whether heavy infantry goes farther than it could near an enemy.
    pub(crate) fn is_hurried(&self, units: &[Id], spent: Length) -> bool {
        units.iter().any(|&id| {
            let kind = self.profile(id).kind;
            let plain = Length::new(f64::from(kind.row().moves.open));
            kind.category() == Hi && spent > plain && self.is_far_from_enemies(id)
        })
    }

    /// ADLG-MVT.T1, ADLG-MVT.2, ADLG-R53, ADLG-R54.
    pub(crate) fn unit_allowance(&self, id: Id, ground: Ground) -> Option<Length> {
        let kind = self.profile(id).kind;
        let allowance = ground.allowance(kind)?;
        let open = ground.going() == crate::terrain::Going::Open;
        let hurries = kind.category() == Hi && open && self.is_far_from_enemies(id);
        // ADLG-MVT.1, ADLG-R55. Who cannot move is not moved by a road either (ADLG-R60).
        let road = ground.has(Piece::Road) && allowance > 0;
        Some(Length::new(f64::from(allowance + u8::from(hurries) + u8::from(road))))
    }

    /// ADLG-R43: that of the slowest unit.
    fn group_allowance(&self, units: &[Id], ground: &Trodden) -> Result<Length, No> {
        let mut least = Length::new(f64::from(u8::MAX));
        for (at, &unit) in units.iter().enumerate() {
            let Some(allowance) = self.unit_allowance(unit, ground.grounds[at]) else {
                let piece = ground.grounds[at].pieces().last().unwrap_or(Piece::Rocks);
                return Err(No::NoGoing { unit, piece });
            };
            least = least.min(allowance);
        }
        Ok(least)
    }

    /// ADLG-MUL.1, ADLG-R57: all the time at least 4 UD from every enemy.
    pub(crate) fn check_far(&self, units: &[Id], track: &Track) -> Result<(), No> {
        (0..units.len()).try_for_each(|at| self.check_far_of(units[at], at, track))
    }

    /// ADLG-R57: whether a group is within 4 UD of an enemy at any time.
    pub(crate) fn comes_near(&self, units: &[Id], track: &Track) -> bool {
        let ends_near = units.iter().zip(track.end()).any(|(&unit, pose)| {
            let base = Base::new(pose, self.profile(unit).kind.size());
            let rect = base.rect();
            let mut near = self.standing_near(unit.seat().other(), &base, FAR_UD);
            near.any(|it| rect.distance(&self.rect(it)) < FAR_UD - TOLERANCE.touch)
        });
        ends_near || self.check_far(units, track).is_err()
    }

    pub(crate) fn check_far_of(&self, unit: Id, at: usize, track: &Track) -> Result<(), No> {
        let (base, way) = (self.base(unit), track.length(at) + FAR_UD);
        for enemy in self.standing_near(unit.seat().other(), &base, way) {
            let body = self.rect(enemy);
            for leg in track.legs() {
                let (distance, fraction) = match leg.sweep(at) {
                    Some(sweep) => {
                        let closest = sweep.closest(&body);
                        (closest.distance, closest.at)
                    }
                    None => {
                        let [before, after] = [leg.before, leg.after].map(|it| it[at].rect());
                        (before.distance(&body).min(after.distance(&body)), 1.0)
                    }
                };
                if distance < FAR_UD - TOLERANCE.touch {
                    let stands = leg.pose(at, fraction);
                    let (distance, least) = (Length::new(distance), Length::new(FAR_UD));
                    return Err(No::EnemyWithin { unit, enemy, stands, distance, least });
                }
            }
        }
        Ok(())
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

    /// ADLG-R68: of enemies that threaten a unit alike its owner keeps to the one that he likes.
    fn check_other_threats(
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

    /// ADLG-DIF.5, ADLG-R59: whether an unmanoeuvrable unit makes less than its allowance for the ground it
    /// treads, be it that a slower unit of the group holds it back.
    fn is_cut_short(&self, units: &[Id], spent: Length, ground: &Trodden) -> bool {
        units.iter().any(|&id| {
            let own = self.unit_allowance(id, ground.of(id, units)).unwrap_or_default();
            self.profile(id).is_unmanoeuvrable() && spent < own - Length::new(TOLERANCE.touch)
        })
    }

    /// ADLG-DIF.1: a 3rd movement, except for LI, LH and Cv that are not Impetuous.
    pub(crate) fn third_is_difficult(&self, units: &[Id], number: u8) -> Option<RuleId> {
        let nimble = |id: &Id| {
            let it = self.profile(*id);
            it.kind.is_light() || (it.category() == Cv && !it.has(Abilities::IMPETUOUS))
        };
        (number == 3 && !units.iter().all(nimble)).then_some("ADLG-DIF.1")
    }

    /// ADLG-DIF.1 to .5: the first difficult manoeuvre, if there is one. ADLG-R44: whichever unit causes
    /// it. ADLG-DIF.2 has orders of its own, ADLG-DIF.6 is for a change of formation.
    fn difficulty(
        &self,
        units: &[Id],
        elements: &[Element],
        number: u8,
        cut_short: bool,
    ) -> Option<RuleId> {
        let any = |such: &dyn Fn(&Profile) -> bool| units.iter().any(|&id| such(self.profile(id)));
        let turns = elements.iter().any(|element| element.is_turn());
        let pivots = any(&|it| it.kind == Kind::HeavyArtillery);
        let third = self.third_is_difficult(units, number);
        match () {
            () if third.is_some() => third,
            () if turns && any(&Profile::turns_hard) => Some("ADLG-DIF.4"),
            () if pivots => Some("ADLG-R60"),
            () if cut_short => Some("ADLG-DIF.5"),
            () => None,
        }
    }

    /// What is difficult in a legal move: only of the unmanoeuvrable it matters how far they could go.
    pub(crate) fn difficulty_of_move(
        &self,
        units: &[Id],
        elements: &[Element],
        roles: &Roles,
    ) -> Option<RuleId> {
        if units.iter().any(|&id| self.profile(id).is_unmanoeuvrable()) {
            let moved = self.check_move(units, elements, roles);
            return moved.expect("a legal move is carried out").difficult;
        }
        self.difficulty(units, elements, self.number_of_move(units), false)
    }

    /// The nearest legal move: the same with its last advance cut short, to a hundredth of a UD.
    pub fn nearest_move(
        &self,
        units: &[Id],
        elements: &[Element],
        roles: &Roles,
    ) -> Option<Elements> {
        let mut elements: Elements = elements.iter().copied().collect();
        let last = elements.iter().rposition(|element| matches!(element, Element::Advance(_)))?;
        let Element::Advance(whole) = elements[last] else { return None };
        let (mut low, mut high) = (0, whole.steps() / FINE);
        while low < high {
            let middle = (low + high + 1) / 2;
            elements[last] = Element::Advance(Length::from_steps(middle * FINE));
            if self.check_move(units, &elements, roles).is_ok() {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        elements[last] = Element::Advance(Length::from_steps(low * FINE));
        self.check_move(units, &elements, roles).is_ok().then_some(elements)
    }
}

/// Steps of the table in a hundredth of a UD.
const FINE: i32 = 10;

/// In how many places of a leg the distance to the most threatening enemy is compared.
const SAMPLES: u8 = 8;

/// Differences of a direction or of a fraction below this do not matter.
const SLIGHT: f64 = 1e-3;

/// ADLG-MAN.2, ADLG-R47: 1.5 UD for 90 degrees and each UD of frontage.
pub fn wheel_cost(frontage: f64, by: Angle) -> Length {
    Length::new(WHEEL_UD * frontage * by.abs().degrees() / 90.0)
}

/// ADLG-R50: each turns about its centre, and ranks swap so that the group fills the same rectangle.
fn half_turn(bases: &mut [Base], whole: &Base) {
    for base in bases {
        let local = whole.pose.local(base.pose.at.vec());
        let place = whole.pose.world(glam::dvec2(local.x, -local.y));
        base.pose = Pose::nearest(place, base.pose.facing.opposite());
    }
}

/// ADLG-R49: a unit about its centre, a group of one rank into a column.
fn quarter_turn(units: &[Id], bases: &mut [Base], to: Edge) -> Result<(), No> {
    if let [base] = bases {
        base.pose.facing = base.pose.facing + to.turn();
        return Ok(());
    }
    let first = bases[0];
    let local = |base: &Base| first.pose.local(base.pose.at.vec());
    let front = |base: &Base| local(base).y + base.size.depth.get() / 2.0;
    let second = bases.iter().position(|base| (front(base) - front(&first)).abs() > DRILL.level);
    if let Some(at) = second {
        return Err(No::GroupTurn { unit: units[at] });
    }
    let mut order: ArrayVec<usize, UNITS_MAX> = (0..bases.len()).collect();
    order.sort_by(|&a, &b| local(&bases[a]).x.total_cmp(&local(&bases[b]).x));
    let line: ArrayVec<Base, UNITS_MAX> = order.iter().map(|&at| bases[at]).collect();
    for (at, base) in order.into_iter().zip(column_from_line(&line, to)) {
        bases[at] = base;
    }
    Ok(())
}

/// No element is longer: the greatest allowance, on a road, and a UD of luck.
pub(crate) const LONGEST_UD: f64 = 8.0;

/// ADLG-MAN.2, ADLG-R48: what no single element may exceed.
pub(crate) fn check_size(unit: Id, element: Element) -> Result<(), No> {
    match element {
        Element::Slide(by) if by > Length::new(SLIDE_UD) || by < Length::new(-SLIDE_UD) => {
            Err(No::SlideTooLong { unit, by, most: Length::new(SLIDE_UD) })
        }
        Element::Wheel(by) if by > Angle::QUARTER || by < -Angle::QUARTER => {
            Err(No::WheelTooWide { unit, by, most: Angle::QUARTER })
        }
        Element::Advance(ud) if ud > Length::new(LONGEST_UD) => {
            Err(No::TooLong { unit, by: ud, most: Length::new(LONGEST_UD) })
        }
        _ => Ok(()),
    }
}

/// The way of a group: where its units stand before and after each element.
#[derive(Default)]
pub(crate) struct Track {
    units: usize,
    /// All units at the start, then all after each element.
    places: ArrayVec<Base, { UNITS_MAX * (1 + ELEMENTS_MAX) }>,
    /// Nothing for a turn on the spot.
    courses: ArrayVec<Option<Course>, ELEMENTS_MAX>,
}

/// One element of it.
pub(crate) struct Leg<'a> {
    before: &'a [Base],
    /// Nothing for a turn on the spot.
    course: Option<Course>,
    after: &'a [Base],
}

impl Leg<'_> {
    /// The way of a unit, unless it turns on the spot.
    fn sweep(&self, unit: usize) -> Option<Sweep> {
        Some(Sweep::new(&self.before[unit].rect(), self.course?))
    }

    /// Its pose there.
    fn pose(&self, unit: usize, fraction: f64) -> Pose {
        match self.course {
            Some(course) => course.part(fraction).end(&self.before[unit].pose),
            None => self.after[unit].pose,
        }
    }

    /// A unit after a fraction of the leg.
    fn at(&self, unit: usize, fraction: f64) -> Rect {
        match self.course {
            Some(course) => course.moved(&self.before[unit].rect(), fraction),
            None => self.after[unit].rect(),
        }
    }

    /// How far the centre of a unit goes on it.
    fn length(&self, unit: usize) -> f64 {
        let [from, to] = [self.before, self.after].map(|bases| bases[unit].pose.at.vec());
        self.course.map_or(from.distance(to), |course| course.travel(from))
    }
}

impl Track {
    /// A way of one element.
    pub(crate) fn of(before: &[Base], course: Course, after: &[Base]) -> Track {
        let places = before.iter().chain(after).copied().collect();
        Track { units: before.len(), places, courses: ArrayVec::from_iter([Some(course)]) }
    }

    /// All units where they are, to be put where the next element leads them.
    fn go_on(&mut self) -> &mut [Base] {
        let from = self.places.len();
        for at in from - self.units..from {
            self.places.push(self.places[at]);
        }
        &mut self.places[from..]
    }

    /// All units, at the start and after each element.
    fn rows(&self) -> impl Iterator<Item = &[Base]> {
        self.places.chunks(self.units.max(1))
    }

    fn legs(&self) -> impl Iterator<Item = Leg<'_>> {
        let places = self.rows().zip(self.rows().skip(1));
        places.zip(&self.courses).map(|((before, after), &course)| Leg { before, course, after })
    }

    /// How far the centre of a unit goes.
    fn length(&self, unit: usize) -> f64 {
        self.legs().map(|leg| leg.length(unit)).sum()
    }

    /// Where a unit stands after each element.
    pub(crate) fn stations(&self, unit: usize) -> impl Iterator<Item = Pose> {
        self.rows().skip(1).map(move |bases| bases[unit].pose)
    }

    /// Where every unit comes to stand.
    pub(crate) fn end(&self) -> ArrayVec<Pose, UNITS_MAX> {
        self.rows().last().into_iter().flatten().map(|base| base.pose).collect()
    }
}

/// The ground that each unit of a group touches on its way.
#[derive(Default)]
pub(crate) struct Trodden {
    grounds: ArrayVec<Ground, UNITS_MAX>,
    /// ADLG-R162: what crossing lines of defence costs.
    pub(crate) toll: Length,
}

impl Trodden {
    pub(crate) fn of(&self, id: Id, units: &[Id]) -> Ground {
        let at = units.iter().position(|&unit| unit == id);
        at.map_or(Ground::OPEN, |at| self.grounds[at])
    }
}
