//! What a unit meets straight ahead (ADLG-R75, ADLG-R83, ADLG-R149, ADLG-R162): one look for charges, for
//! how they go on, and for pursuits.

use acies_core::Seat;
use acies_table::{Base, Edge, Length, Motion, Rect, Sweep};
use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    action::UnitSet,
    battle::{Battle, Id, Place},
    melee::{Barrier, engagement::Roles},
    rulings::TOLERANCE,
    terrain::{
        Piece, allowance,
        landscape::{CROSSED_MAX, Crossed, Landscape, Line, WALL_UD, lines_among},
    },
    units::{Category::*, Kind},
    zone_of_control::ZONE_UD,
};

/// What stops a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// An enemy: contact.
    Enemy(Id),
    /// The enemy's camp, not lost yet: contact (ADLG-R20).
    EnemyCamp,
    /// A friend that it cannot pass, or a routed unit (ADLG-R144).
    Body(Id),
    /// A friend that it may pass, but would not be clear of (ADLG-R61).
    Passed(Id),
    /// A camp of its own, or a lost one (ADLG-R21).
    Camp(Seat),
    /// Terrain that it may not enter, or that penalises it.
    Ground(Piece),
    /// The zone of an enemy that it cannot reach.
    Zone(Id),
    Line(Barrier),
    TableEdge,
}

/// How far a unit gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ahead {
    pub distance: f64,
    /// ADLG-R162: what crossing lines of defence costs on top.
    pub toll: f64,
    /// Nothing if it can go all the way.
    pub stop: Option<Stop>,
}

/// How a unit goes straight ahead.
#[derive(Clone, Copy)]
pub(crate) struct Dash<'a> {
    pub most: f64,
    /// Of a charge: what is added to the allowance of slower ground: its die, less its start
    /// manoeuvre. Ground does not slow down a pursuit.
    pub slower: Option<f64>,
    /// Friends that go along.
    pub group: UnitSet,
    /// ADLG-R83: whether zones stop it.
    pub zones: bool,
    pub roles: &'a Roles,
}

impl Kind {
    /// ADLG-R162: what it costs to cross a line of defence; nothing if it never does.
    pub fn crossing_ud(self) -> Option<f64> {
        let chariot =
            matches!(self, Kind::LightChariot | Kind::HeavyChariot | Kind::ScythedChariot);
        match self.category() {
            El | Wwg | Art => None,
            _ if chariot => None,
            _ => Some(if self.is_mounted() { 2.0 } else { 1.0 }),
        }
    }
}

impl Battle {
    /// How far a unit gets straight ahead, and what stops it.
    pub(crate) fn straight_ahead(&self, unit: Id, base: &Base, dash: &Dash) -> Ahead {
        let rect = base.rect();
        let most = dash.most.max(TOLERANCE.touch);
        let course = Motion::advance(Length::new(most)).course(base);
        let sweep = Sweep::new(&rect, course);
        let span = course.travel(rect.centre());
        let mut ahead = self.first_body(unit, base, dash, &sweep, span);
        let target = match ahead.stop {
            Some(Stop::Enemy(enemy)) => Some(self.rect(enemy)),
            Some(Stop::EnemyCamp) => Some(self.camp(unit.seat().other())),
            _ => None,
        };
        self.stop_on_ground(unit, dash, &sweep, span, target.as_ref(), &mut ahead);
        if dash.zones {
            self.stop_at_zones(unit, dash.roles, &sweep, span, &mut ahead);
        }
        self.stop_at_lines(unit, most, &sweep, span, target.as_ref(), &mut ahead);
        if let Some(at) = sweep.leaves(&self.setup.field.rect(), TOLERANCE) {
            ahead.end(at * span, Stop::TableEdge);
        }
        self.stop_before_passed(unit, base, dash, &sweep, span, &mut ahead);
        ahead
    }

    /// The first body that is neither passed nor goes along.
    fn first_body(&self, unit: Id, base: &Base, dash: &Dash, sweep: &Sweep, span: f64) -> Ahead {
        let mut ahead = Ahead::free(span);
        for other in self.bodies_near(base, span).filter(|&other| other != unit) {
            let friend = other.seat() == unit.seat();
            if friend && (dash.group.has(other.number()) || self.passed(unit, base, other, dash)) {
                continue;
            }
            let Some(touch) = sweep.first_touch(&self.rect(other), TOLERANCE) else { continue };
            let enemy = !friend && self.unit(other).place == Place::Table;
            let stop = if enemy { Stop::Enemy(other) } else { Stop::Body(other) };
            // An enemy that is just reached is reached.
            if enemy || touch.enters {
                ahead.end_at(touch.at * span, stop, enemy);
            }
        }
        for (seat, body) in Seat::BOTH.into_iter().zip(self.camps()) {
            let Some(touch) = sweep.first_touch(&body, TOLERANCE) else { continue };
            let prey = seat != unit.seat() && !self.sides[seat].camp.lost;
            let stop = if prey { Stop::EnemyCamp } else { Stop::Camp(seat) };
            if prey || touch.enters {
                ahead.end_at(touch.at * span, stop, prey);
            }
        }
        ahead
    }

    /// ADLG-R61, ADLG-R83: friends that it goes through, unless they fight.
    fn passed(&self, unit: Id, base: &Base, friend: Id, dash: &Dash) -> bool {
        self.may_pass(unit, base.pose.facing, friend) && !dash.roles.in_melee(friend)
    }

    /// ADLG-R53, ADLG-R83, ADLG-R158: ground that may not be entered, that penalises a charger unless its
    /// target is there, or that is too slow for what it has gone already.
    fn stop_on_ground(
        &self,
        unit: Id,
        dash: &Dash,
        sweep: &Sweep,
        span: f64,
        target: Option<&Rect>,
        ahead: &mut Ahead,
    ) {
        let kind = self.profile(unit).kind;
        // ADLG-R24: along a road the ground beside it does not matter.
        if self.landscape.is_on_road(sweep.start()) && self.landscape.is_on_road(&sweep.at(1.0)) {
            return;
        }
        for area in self.landscape.areas.iter().filter(|area| area.piece != Piece::Road) {
            let Some(at) = sweep.enters(&area.outline, TOLERANCE) else { continue };
            let entry = at * span;
            let stop = Stop::Ground(area.piece);
            let Some(ud) = allowance(kind, area.piece.going()) else {
                ahead.end(entry, stop);
                continue;
            };
            let Some(slower) = dash.slower else { continue };
            let started = sweep.start().is_in(&area.outline, TOLERANCE);
            let there = target.is_some_and(|target| target.is_in(&area.outline, TOLERANCE));
            if area.piece.penalises(kind) && !started && !there {
                ahead.end(entry, stop);
            }
            let limit = (f64::from(ud) + slower).max(0.0);
            ahead.end_beyond(entry.max(limit), stop);
        }
    }

    /// ADLG-R83: the zone of an enemy that it cannot reach straight ahead. Zones in which it starts do not
    /// stop it.
    fn stop_at_zones(&self, unit: Id, roles: &Roles, sweep: &Sweep, span: f64, ahead: &mut Ahead) {
        let kind = self.profile(unit).kind;
        let near = self.standing_near(unit.seat().other(), &self.base(unit), span + ZONE_UD);
        for enemy in near {
            let Some(entry) = sweep.overlaps(&self.zone(enemy), TOLERANCE).next() else { continue };
            let inside = sweep.at(f64::midpoint(entry.from, entry.to));
            let reached = sweep.first_touch(&self.rect(enemy), TOLERANCE).is_some();
            if !reached
                && self.exerts_zone(enemy, roles)
                && self.zone_lies_on(enemy, kind, &inside)
                && !self.zone_lies_on(enemy, kind, sweep.start())
            {
                ahead.end(entry.from * span, Stop::Zone(enemy));
            }
        }
    }

    /// ADLG-R162: lines of defence without a defender are crossed for 1 or 2 UD more, or not at all.
    fn stop_at_lines(
        &self,
        unit: Id,
        most: f64,
        sweep: &Sweep,
        span: f64,
        target: Option<&Rect>,
        ahead: &mut Ahead,
    ) {
        let price = self.profile(unit).kind.crossing_ud();
        let mut crossed = Crossed::new();
        for (at, line) in self.landscape.crossings(sweep) {
            let defended =
                |target: &Rect| Edge::ALL.into_iter().any(|edge| line.is_along(target, edge));
            // ADLG-R185: whose contact is just over a line stands along it.
            let reach = ahead.distance - if target.is_some() { WALL_UD } else { 0.0 };
            if target.is_some_and(defended) || at * span > reach {
                continue;
            }
            crossed.push(line);
            let toll = price.map(|price| price * f64::from(lines_among(&crossed)));
            match toll.filter(|toll| at * span + toll <= most + TOLERANCE.touch) {
                Some(toll) => {
                    ahead.toll = toll;
                    ahead.end_beyond(most - toll, Stop::Line(line.barrier));
                }
                None => ahead.end(at * span, Stop::Line(line.barrier)),
            }
        }
    }

    /// ADLG-R61, ADLG-R163: it stops before a friend that it would not be clear of. Light infantry makes
    /// room for a contact.
    fn stop_before_passed(
        &self,
        unit: Id,
        base: &Base,
        dash: &Dash,
        sweep: &Sweep,
        span: f64,
        ahead: &mut Ahead,
    ) {
        let stands_on = |ahead: &Ahead| {
            let end = sweep.at(if span > 0.0 { ahead.distance / span } else { 0.0 });
            let contact = matches!(ahead.stop, Some(Stop::Enemy(_) | Stop::EnemyCamp));
            let friends = self.standing_near(unit.seat(), base, span).filter(|&friend| {
                friend != unit
                    && !dash.group.has(friend.number())
                    && self.passed(unit, base, friend, dash)
                    && !(contact && self.category(friend) == Li)
            });
            let mut on = friends.filter(|&friend| self.rect(friend).overlaps(&end, TOLERANCE));
            on.next()
        };
        while let Some(friend) = stands_on(ahead) {
            let touch = sweep.first_touch(&self.rect(friend), TOLERANCE);
            let before = touch.map_or(0.0, |touch| touch.at * span);
            if before >= ahead.distance {
                break;
            }
            ahead.end(before, Stop::Passed(friend));
        }
    }
}

impl Ahead {
    /// Nothing in the way so far.
    pub(crate) fn free(distance: f64) -> Self {
        Ahead { distance, toll: 0.0, stop: None }
    }

    fn end_at(&mut self, distance: f64, stop: Stop, even_at_the_end: bool) {
        let first = distance < self.distance;
        if first || (even_at_the_end && self.stop.is_none() && distance <= self.distance) {
            self.distance = distance;
            self.stop = Some(stop);
        }
    }

    pub(crate) fn end(&mut self, distance: f64, stop: Stop) {
        self.end_at(distance, stop, false);
    }

    /// The end of its strength, which is no obstacle unless something is already in the way there.
    fn end_beyond(&mut self, distance: f64, stop: Stop) {
        if distance < self.distance - TOLERANCE.touch {
            self.distance = distance;
            self.stop = Some(stop);
        }
    }
}

impl Landscape {
    /// ADLG-R162: the segments that a base on its way comes over, and when, the first ones first.
    pub(crate) fn crossings(&self, sweep: &Sweep) -> ArrayVec<(f64, Line), CROSSED_MAX> {
        let crossed = self.lines.iter().filter_map(|line| Some((line.crossed_by(sweep)?, *line)));
        let mut crossed: ArrayVec<_, CROSSED_MAX> = crossed.take(CROSSED_MAX).collect();
        crossed.sort_by(|one, other| one.0.total_cmp(&other.0));
        crossed
    }
}

impl Line {
    /// When a base on its way first comes over the line; not if it starts on it.
    pub(crate) fn crossed_by(&self, sweep: &Sweep) -> Option<f64> {
        let wall = Rect::from(self.segment());
        if sweep.start().overlaps(&wall, TOLERANCE) || !sweep.runs_into(&wall, TOLERANCE) {
            return None;
        }
        sweep.first_touch(&wall, TOLERANCE).filter(|touch| touch.enters).map(|touch| touch.at)
    }
}
