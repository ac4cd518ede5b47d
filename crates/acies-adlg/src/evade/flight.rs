//! Moves away from the enemy (RULES.md 3.12, 3.13, 3.15, 4.5, 4.8): evading, disengaging, leaving a zone of
//! control.

use acies_core::{Seat, named::enemies};
use acies_table::{Angle, Base, Course, Edge, Facing, Length, Motion, Pose, Rect, Size, Sweep};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    action::UnitSet,
    battle::{ALL_UNITS, Battle, Flags, Id},
    charge::ahead::{Ahead, Stop},
    evade::run::Flight,
    melee::engagement::Roles,
    movement::{Element, Elements, GAP_UD, check_size, passage::Passages, wheel_cost},
    rulings::TOLERANCE,
    terrain::{
        Piece, allowance,
        landscape::{Crossed, lines_among},
    },
    words::refusals::No,
    zone_of_control::ZONE_UD,
};

/// What keeps a unit from evading (ADLG-EVA.3, ADLG-R96).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Blocked {
    /// ADLG-EVA.1, ADLG-R100, ADLG-R21: it cannot at all.
    Cannot,
    Zone(Id),
    Enemy(Id),
    Friend(Id),
    /// ADLG-R196: a camp of this side.
    Camp(Seat),
    Impassable,
}

/// From what a unit evades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Onrush {
    /// The direction of the charge or pursuit.
    pub facing: Facing,
    /// The enemies that come on, whose zones do not count (ADLG-R175).
    #[serde(default, serialize_with = "enemies")]
    pub by: UnitSet,
}

/// Who is in an evader's way.
struct InWay {
    other: Id,
    distance: f64,
    /// Whether the evader would end clear of it.
    clear: bool,
}

/// How an evade ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaded {
    pub pose: Pose,
    /// ADLG-R99: gone for good.
    pub left_table: bool,
    /// ADLG-INT.6: friends that it burst through.
    pub burst: ArrayVec<Id, 8>,
    /// What stopped it short.
    pub stop: Option<Stop>,
}

/// ADLG-R96: how far ahead a way must be free.
const FREE_UD: f64 = 1.0;

impl Flight {
    /// Straight on after a turn, stopping before friends.
    pub fn straight(toward: Edge) -> Flight {
        Flight { toward, elements: Elements::new(), burst: false }
    }
}

/// Evading.
impl Battle {
    /// ADLG-R95: of the four headings the one nearest to the direction of the charge, or the two that are
    /// equally near, to the right first (ADLG-R154).
    pub fn evade_headings(&self, id: Id, charge: Facing) -> ArrayVec<Edge, 2> {
        let facing = self.unit(id).pose.facing;
        let off = |edge: Edge| (facing + edge.turn() - charge).abs();
        let least = Edge::ALL.into_iter().map(off).min().unwrap_or_default();
        let near = Edge::ALL.into_iter().filter(|&edge| off(edge) - least <= TOLERANCE.angle);
        near.take(2).collect()
    }

    /// ADLG-R95, ADLG-EVA.2: the base of an evader after its free turn on the spot.
    fn turned(&self, id: Id, toward: Edge) -> Base {
        let mut base = self.base(id);
        base.pose.facing = base.pose.facing + toward.turn();
        base
    }

    /// ADLG-EVA.1, ADLG-EVA.3, ADLG-R96, ADLG-R100: why a unit cannot evade from a charge.
    pub fn evade_blocked(&self, id: Id, from: Onrush, roles: &Roles) -> Option<Blocked> {
        if !self.profile(id).can_evade() || roles.in_melee(id) || self.unit(id).is(Flags::LOOTING) {
            return Some(Blocked::Cannot);
        }
        let mut last = None;
        for toward in self.evade_headings(id, from.facing) {
            last = Some(self.blocked_toward(id, toward, from.by, roles)?);
        }
        last
    }

    /// ADLG-R96: what lies in the square ahead after the turn.
    fn blocked_toward(&self, id: Id, toward: Edge, by: UnitSet, roles: &Roles) -> Option<Blocked> {
        let base = self.turned(id, toward);
        let ahead = base.rect().beyond(Edge::Front, FREE_UD);
        let kind = self.profile(id).kind;
        for enemy in self.standing_near(id.seat().other(), &base, FREE_UD + ZONE_UD) {
            if self.rect(enemy).overlaps(&ahead, TOLERANCE) {
                return Some(Blocked::Enemy(enemy));
            }
            // ADLG-R175: not that of who comes on, which lies behind it.
            let zone = !by.has(enemy.number()) && self.zone(enemy).overlaps(&ahead, TOLERANCE);
            if zone && self.exerts_zone(enemy, roles) && self.zone_lies_on(enemy, kind, &ahead) {
                return Some(Blocked::Zone(enemy));
            }
        }
        // ADLG-R21: a lost camp is impassable terrain.
        let camp = |seat: &Seat| self.camp(*seat).overlaps(&ahead, TOLERANCE);
        let lost = Seat::BOTH.iter().any(|seat| self.sides[*seat].camp.lost && camp(seat));
        if lost || self.landscape.ground(&ahead).allowance(kind).is_none() {
            return Some(Blocked::Impassable);
        }
        let solid = |friend: &Id| {
            *friend != id
                && self.rect(*friend).overlaps(&ahead, TOLERANCE)
                && !self.may_pass(id, base.pose.facing, *friend)
        };
        let friend = self.bodies_near(&base, FREE_UD).find(solid).map(Blocked::Friend);
        let obstacle = friend.or_else(|| Seat::BOTH.into_iter().find(camp).map(Blocked::Camp))?;
        self.way_round(id, &base).is_none().then_some(obstacle)
    }

    /// ADLG-R97: the shorter slide, 1 UD at most, after which the next UD straight ahead is free.
    fn way_round(&self, id: Id, base: &Base) -> Option<Length> {
        self.slides_round(id, base).into_iter().min_by_key(|by| (*by).max(-*by))
    }

    /// ADLG-R97: slides to either side that bring a unit past what is less than 1 UD ahead.
    fn slides_round(&self, id: Id, base: &Base) -> ArrayVec<Length, 2> {
        let rect = base.rect();
        let lane = Base::new(
            Pose::nearest(rect.centre() + rect.ahead() * (FREE_UD / 2.0), base.pose.facing),
            Size::new(rect.width(), rect.depth() + FREE_UD),
        );
        let solid = |other: &Id| *other != id && !self.may_pass(id, base.pose.facing, *other);
        let units = self.bodies_near(&lane, FREE_UD).filter(solid).map(|other| self.rect(other));
        let bodies: ArrayVec<Rect, { ALL_UNITS + 2 }> = units.chain(self.camps()).collect();
        let shifts = lane.rect().free_shifts(rect.right(), 1.0, &bodies.as_slice(), TOLERANCE);
        let slides = shifts.into_iter().zip([1.0, -1.0]);
        let slides = slides.filter_map(|(shift, sign)| Some(Length::new(shift? * sign)));
        let free = |by: &Length| {
            *by != Length::ZERO && self.leg_is_free(id, base, Motion::slide(*by).course(base))
        };
        slides.filter(free).collect()
    }

    /// ADLG-R62, ADLG-R97: whether a slide brings a unit past a friend, with distance enough left.
    fn can_avoid(&self, id: Id, base: &Base, friend: Id, reach: f64) -> bool {
        let rect = base.rect();
        let across = rect.covered(Edge::Front, &self.rect(friend));
        let Some(across) = across else { return false };
        let half = rect.width() / 2.0;
        let slides = [across.to + half, across.from - half];
        slides.into_iter().filter(|by| by.abs() <= 1.0 + TOLERANCE.touch).any(|by| {
            let slide = Motion::slide(Length::new(by.clamp(-1.0, 1.0))).course(base);
            let beside = Base { pose: slide.end(&base.pose), ..*base };
            let left = Motion::advance(Length::new((reach - by.abs()).max(0.0))).course(&beside);
            self.leg_is_free(id, base, slide) && self.leg_is_free(id, &beside, left)
        })
    }

    /// Whether nothing solid is in the way of one element of an evade.
    fn leg_is_free(&self, id: Id, base: &Base, course: Course) -> bool {
        let sweep = Sweep::new(&base.rect(), course);
        let enters =
            |body: &Rect| sweep.first_touch(body, TOLERANCE).is_some_and(|touch| touch.enters);
        let facings = [base.pose.facing, course.end(&base.pose).facing];
        let solid = |other: Id| facings.into_iter().any(|it| !self.may_pass(id, it, other));
        let kind = self.profile(id).kind;
        let barred = self.landscape.areas.iter().any(|area| {
            allowance(kind, area.piece.going()).is_none() && sweep.treads(&area.outline, TOLERANCE)
        });
        !barred
            && !self.camps().iter().any(enters)
            && !self
                .bodies_near(base, course.travel(base.pose.at.vec()))
                .any(|other| other != id && solid(other) && enters(&self.rect(other)))
    }

    /// ADLG-EVA.4: how far a unit that has turned may wheel into the direction of the charge.
    fn wheel_into(&self, id: Id, toward: Edge, charge: Facing) -> Angle {
        let off = charge - self.turned(id, toward).pose.facing;
        if off.abs() > TOLERANCE.angle { off } else { Angle::ZERO }
    }

    /// ADLG-EVA.2 to .6, ADLG-R95 to ADLG-R99: judges the way of an evader of so many UD, and says where
    /// it ends.
    pub fn check_flight(
        &self,
        id: Id,
        from: Onrush,
        ud: i32,
        flight: &Flight,
        roles: &Roles,
    ) -> Result<Evaded, No> {
        let Flight { toward, elements, burst } = flight;
        if !self.evade_headings(id, from.facing).contains(toward) {
            return Err(No::WrongHeading { unit: id });
        }
        if let Some(by) = self.blocked_toward(id, *toward, from.by, roles) {
            return Err(No::Blocked { unit: id, by });
        }
        let given = Length::new(f64::from(ud.max(0)));
        let (base, spent) = self.dodge(id, from.facing, given, flight)?;
        let run = self.run(id, base, given, spent, *burst, roles);
        match run {
            // ADLG-R62, ADLG-INT.7: who says that it bursts through friends does so.
            Some(evaded) if *burst && evaded.burst.is_empty() => {
                Err(No::NobodyToBurst { unit: id })
            }
            Some(evaded) => Ok(evaded),
            // Hemmed in on all sides it stays where it is.
            None if elements.is_empty() && !burst => {
                let pose = self.unit(id).pose;
                Ok(Evaded { pose, left_table: false, burst: ArrayVec::new(), stop: None })
            }
            None => Err(No::NoWayOut { unit: id }),
        }
    }

    /// ADLG-EVA.4, ADLG-EVA.6, ADLG-R97: the turn, the wheel into the direction of the charge, and what it
    /// does to avoid something. Gives where it is then, and what it has spent.
    fn dodge(
        &self,
        id: Id,
        charge: Facing,
        given: Length,
        flight: &Flight,
    ) -> Result<(Base, Length), No> {
        for &element in &flight.elements {
            check_size(id, element)?;
        }
        let mut base = self.turned(id, flight.toward);
        let mut spent = Length::ZERO;
        let mut elements = &flight.elements[..];
        let into = self.wheel_into(id, flight.toward, charge);
        if let [Element::Wheel(by), rest @ ..] = elements
            && by.steps().signum() == into.steps().signum()
            && by.abs() <= into.abs()
        {
            (base, spent) = self.one_leg(id, base, spent, flight.elements[0])?;
            elements = rest;
        }
        self.check_wheels(&[id], elements)?;
        let slides = elements.iter().filter(|it| matches!(it, Element::Slide(_))).count();
        if slides > 1 {
            return Err(No::SlideTwice);
        }
        if !elements.is_empty() && !self.is_obstructed(id, &base, given - spent) {
            return Err(No::NothingToAvoid { unit: id });
        }
        for &element in elements {
            (base, spent) = self.one_leg(id, base, spent, element)?;
        }
        if spent > given {
            return Err(No::TooFar { unit: id, spent, allowed: given });
        }
        Ok((base, spent))
    }

    /// ADLG-INT.1 to .5, ADLG-R97: the rules by which an evader that ends so passes through friends on the last,
    /// straight part of its way.
    pub(crate) fn flight_passages(
        &self,
        id: Id,
        charge: Facing,
        ud: i32,
        flight: &Flight,
        end: &Pose,
    ) -> Passages {
        let mut passages = Passages::new();
        let given = Length::new(f64::from(ud.max(0)));
        if let Ok((base, _)) = self.dodge(id, charge, given, flight) {
            let ahead = Length::new(base.pose.at.vec().distance(end.at.vec()));
            let sweep = Sweep::new(&base.rect(), Motion::advance(ahead).course(&base));
            self.note_passages(id, &[], &base, &sweep, &mut passages);
        }
        passages
    }

    /// One element of an evade, with its cost.
    fn one_leg(
        &self,
        id: Id,
        base: Base,
        spent: Length,
        element: Element,
    ) -> Result<(Base, Length), No> {
        let (motion, cost) = match element {
            Element::Advance(by) if by > Length::ZERO => (Motion::advance(by), by),
            Element::Advance(_) => return Err(No::Backwards),
            Element::Slide(by) => (Motion::slide(by), by.max(-by)),
            Element::Wheel(by) => (Motion::wheel(by), wheel_cost(base.size.width.get(), by)),
            Element::QuarterLeft | Element::QuarterRight | Element::Half => {
                return Err(No::TurnTwice);
            }
        };
        let course = motion.course(&base);
        let end = Base { pose: course.end(&base.pose), ..base };
        let table = self.setup.field.rect().grown(TOLERANCE.touch);
        if !self.leg_is_free(id, &base, course) || !table.holds(&end.rect()) {
            return Err(No::NoWayOut { unit: id });
        }
        Ok((end, spent + cost))
    }

    /// ADLG-R97: whether something solid is in the way straight ahead.
    fn is_obstructed(&self, id: Id, base: &Base, left: Length) -> bool {
        !self.leg_is_free(id, base, Motion::advance(left.max(Length::ZERO)).course(base))
    }

    /// Whether the owner of an evader has anything to say about its way.
    pub(crate) fn can_choose_flight(&self, id: Id, charge: Facing, ud: i32) -> bool {
        let headings = self.evade_headings(id, charge);
        let [toward] = headings[..] else { return true };
        let given = Length::new(f64::from(ud.max(0)));
        self.wheel_into(id, toward, charge) != Angle::ZERO
            || self.is_obstructed(id, &self.turned(id, toward), given)
    }

    /// Sensible ways to evade: straight on, with the wheel of ADLG-EVA.4, round what is in the way, through
    /// friends. They pass [`Battle::check_flight`].
    pub fn flights(&self, id: Id, from: Onrush, ud: i32, roles: &Roles) -> ArrayVec<Flight, 16> {
        let charge = from.facing;
        let mut flights: ArrayVec<Flight, 16> = ArrayVec::new();
        let given = Length::new(f64::from(ud.max(0)));
        for toward in self.evade_headings(id, charge) {
            let straight = Flight::straight(toward);
            let into = self.wheel_into(id, toward, charge);
            let mut ways: ArrayVec<Flight, 2> = ArrayVec::from_iter([straight.clone()]);
            if into != Angle::ZERO && wheel_cost(1.0, into) < given {
                let elements = [Element::Wheel(into)].into_iter().collect();
                ways.push(Flight { elements, ..straight });
            }
            for way in ways {
                let Ok((base, spent)) = self.dodge(id, charge, given, &way) else { continue };
                if self.is_obstructed(id, &base, given - spent) {
                    flights.try_push(Flight { burst: true, ..way.clone() }).ok();
                    for by in self.slides_round(id, &base) {
                        let mut elements = way.elements.clone();
                        elements.push(Element::Slide(by));
                        flights.try_push(Flight { elements, ..way.clone() }).ok();
                    }
                }
                flights.try_push(way).ok();
            }
        }
        flights.retain(|way| self.check_flight(id, from, ud, way, roles).is_ok());
        flights
    }

    /// Straight ahead as far as nothing stops it; nothing if it would stand on somebody.
    fn run(
        &self,
        id: Id,
        base: Base,
        given: Length,
        spent: Length,
        bursts: bool,
        roles: &Roles,
    ) -> Option<Evaded> {
        let left = (given - spent).max(Length::ZERO).get();
        let Ahead { distance: mut reach, mut stop, .. } = self.slowed(id, &base, given, spent);
        let course = |ud: f64| Motion::advance(Length::new(ud)).course(&base);
        let mut burst = ArrayVec::new();
        // Bodies in its way, the nearest first.
        loop {
            let first = self.first_in_way(id, &base, reach, &burst);
            let Some(InWay { other, distance, clear }) = first else { break };
            let friend = other.seat() == id.seat();
            if bursts
                && friend
                && clear
                && self.may_burst(other, roles)
                && !self.can_avoid(id, &base, other, reach)
                && burst.len() < burst.capacity()
            {
                burst.push(other);
                continue;
            }
            let gap = if friend { 0.0 } else { GAP_UD };
            reach = (distance - gap).max(0.0);
            stop = Some(match () {
                () if self.may_pass(id, base.pose.facing, other) => Stop::Passed(other),
                () if friend => Stop::Body(other),
                () => Stop::Enemy(other),
            });
            if reach <= 0.0 {
                break;
            }
        }
        // ADLG-R61: it stops where it is clear of those that it passes.
        let stands_on = |ud: f64| {
            let end = Rect::new(&course(ud).end(&base.pose), base.size);
            let mut others = self.bodies_near(&base, ud).filter(|&other| other != id);
            others.find(|&other| self.rect(other).overlaps(&end, TOLERANCE))
        };
        while let Some(friend) = stands_on(reach) {
            if reach <= 0.0 {
                return None;
            }
            reach = (reach - STEP_UD).max(0.0);
            stop = Some(Stop::Passed(friend));
        }
        // ADLG-INT.6: only those that it has come to.
        let sweep = Sweep::new(&base.rect(), course(reach));
        burst.retain(|friend| {
            sweep.first_touch(&self.rect(*friend), TOLERANCE).is_some_and(|touch| touch.enters)
        });
        let pose = course(reach).end(&base.pose);
        // ADLG-R99, ADLG-R193.
        let left_table = sweep.leaves(&self.setup.field.rect(), TOLERANCE).is_some();
        let stop = stop.filter(|_| reach < left - TOLERANCE.touch);
        Some(Evaded { pose, left_table, burst, stop })
    }

    /// The first body that keeps an evader from going straight ahead for so far. ADLG-R61: it passes if it gets clear.
    fn first_in_way(&self, id: Id, base: &Base, reach: f64, burst: &[Id]) -> Option<InWay> {
        let course = Motion::advance(Length::new(reach)).course(base);
        let sweep = Sweep::new(&base.rect(), course);
        let ends = Rect::new(&course.end(&base.pose), base.size);
        let near = self.bodies_near(base, reach);
        let in_way = near.filter(|&other| other != id && !burst.contains(&other));
        let stops = in_way.filter_map(|other| {
            let body = self.rect(other);
            let touch = sweep.first_touch(&body, TOLERANCE).filter(|touch| touch.enters)?;
            let clear = !ends.overlaps(&body, TOLERANCE);
            let passes = self.may_pass(id, base.pose.facing, other) && clear;
            (!passes).then_some(InWay { other, distance: touch.at * reach, clear })
        });
        stops.reduce(|first, next| if next.distance < first.distance { next } else { first })
    }

    /// ADLG-R53, ADLG-R97, ADLG-R162: how far ground, camps and lines of defence let an evader go. The die
    /// changes the allowance of the slowest ground that it treads.
    fn slowed(&self, id: Id, base: &Base, given: Length, spent: Length) -> Ahead {
        let kind = self.profile(id).kind;
        let left = (given - spent).max(Length::ZERO);
        let course = Motion::advance(left).course(base);
        let sweep = Sweep::new(&base.rect(), course);
        let span = course.travel(base.rect().centre());
        let own = self.landscape.ground(&self.rect(id)).allowance(kind).unwrap_or(0);
        let luck = given.get() - f64::from(own) - spent.get();
        let mut ahead = Ahead::free(span);
        let on_road =
            self.landscape.is_on_road(sweep.start()) && self.landscape.is_on_road(&sweep.at(1.0));
        for area in self.landscape.areas.iter().filter(|it| it.piece != Piece::Road && !on_road) {
            let Some(at) = sweep.enters(&area.outline, TOLERANCE) else { continue };
            let limit = match allowance(kind, area.piece.going()) {
                Some(ud) => (f64::from(ud) + luck).max(at * span),
                None => at * span,
            };
            ahead.end(limit, Stop::Ground(area.piece));
        }
        let touches = |body: &Rect| sweep.first_touch(body, TOLERANCE).filter(|it| it.enters);
        for (seat, camp) in Seat::BOTH.into_iter().zip(self.camps()) {
            if let Some(touch) = touches(&camp) {
                ahead.end(touch.at * span, Stop::Camp(seat));
            }
        }
        let mut crossed = Crossed::new();
        for (at, line) in self.landscape.crossings(&sweep) {
            crossed.push(line);
            let toll = kind.crossing_ud().map(|price| price * f64::from(lines_among(&crossed)));
            let toll = toll.filter(|toll| at * span + toll <= span);
            let limit = toll.map_or(at * span, |toll| span - toll);
            ahead.end(limit, Stop::Line(line.barrier));
        }
        ahead.distance = ahead.distance.max(0.0);
        ahead
    }
}

/// How finely a place clear of friends is looked for.
const STEP_UD: f64 = 0.05;
