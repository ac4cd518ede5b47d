//! What stands in the way of a unit (AV-R49, AV-R53, AV-7.1 to AV-7.9): a path is a straight segment of the ER,
//! and it ends where something stops it.

use acies_table::{Disc, Facing, Graze, Length, Point, Pose, STEP, Segment};
use arrayvec::ArrayVec;
use glam::DVec2;
use serde::Serialize;

use crate::{
    profile::{Doctrine, Order},
    rulings::{TOL, TOLERANCE, UNITS_MAX, ZONE_UD},
    table::Table,
    units::{Id, UnitSet},
    words::refusals::No,
};

/// What stops a unit on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// AV-R49(a): contact.
    Enemy(Id),
    /// AV-R49(b).
    Friend(Id),
    /// AV-7.1, AV-R51: the edge of rough ground, or a wall.
    Edge,
    /// AV-R49(d), AV-7.2: ground or a wall that is closed to it.
    Barred,
    /// AV-R55.
    TableEdge,
}

/// Which rules a move follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// Advance, Rush, Testudo, Fall back, follow-up.
    Ordered,
    /// AV-R51, AV-R84: no edge of rough ground stops it; it comes no nearer to enemies that it touches, and
    /// within 1 UD of no other.
    Driven,
}

/// A path as far as it goes.
#[derive(Clone, Debug)]
pub struct Way {
    pub path: Segment,
    /// How far it may go, in UD.
    pub free: f64,
    /// What stops it there; nothing if it is only as long as was asked.
    pub stop: Option<Stop>,
    /// AV-R53: friends that it may pass but not halt upon.
    friends: ArrayVec<Disc, UNITS_MAX>,
    asked: f64,
}

/// A start: where the ER is, and which way the unit faces when it sets out.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    pub unit: Id,
    pub pose: Pose,
    pub heading: Facing,
    pub ud: f64,
    /// AV-R54: Expediti that are no obstacle.
    pub push: UnitSet,
    pub gait: Gait,
}

/// AV-R84: driven units keep so far from enemies that they do not touch.
const CLEAR_UD: f64 = ZONE_UD + 2.0 * TOL;

/// Far below the grid: rounding errors decide nothing.
const EPSILON: f64 = 1e-9;

/// AV-R2: whether a length is more than so many UD.
pub fn exceeds(length: Length, ud: f64) -> bool {
    length.get() > ud + TOL + EPSILON
}

/// AV-R2, AV-R58, AV-R84: whether a path brings a unit nearer to an enemy that it touches: by more than TOL, or
/// at all if the two are as near as they may be.
pub fn comes_nearer(path: &Segment, enemy: DVec2) -> bool {
    let (was, least) = (path.a.distance(enemy), path.distance(enemy));
    least < (was - TOL).max(ZONE_UD - TOL) && least < was - EPSILON
}

/// The longest length on the grid that is no longer.
pub fn floor(ud: f64) -> Length {
    Length::from_steps(((ud + EPSILON) / STEP) as i32)
}

/// The shortest length on the grid that is no shorter.
fn ceil(ud: f64) -> Length {
    Length::from_steps(((ud - EPSILON) / STEP).ceil() as i32)
}

impl Table<'_> {
    /// AV-R49: how far a unit may go.
    pub fn way(self, course: &Course) -> Way {
        let from = course.pose.at.vec();
        let ahead = course.heading.ahead();
        let path = Segment::new(from, from + ahead * course.ud);
        let mut way =
            Way { path, free: course.ud, stop: None, friends: ArrayVec::new(), asked: course.ud };
        self.stop_at_table_edge(ahead, &mut way);
        self.stop_at_enemies(course, &mut way);
        self.stop_at_friends(course, &mut way);
        if !self.ground.areas.is_empty() || !self.ground.walls.is_empty() {
            self.stop_at_ground(course, &mut way);
        }
        way
    }

    fn stop_at_table_edge(&self, ahead: DVec2, way: &mut Way) {
        let field = self.setup.field;
        for (at, step, size) in
            [(way.path.a.x, ahead.x, field.width.get()), (way.path.a.y, ahead.y, field.depth.get())]
        {
            let room = if step > 0.0 { size - at } else { at };
            if step != 0.0 {
                way.stop_at(room.max(0.0) / step.abs(), Stop::TableEdge);
            }
        }
    }

    fn stop_at_enemies(self, course: &Course, way: &mut Way) {
        for enemy in self.standing(course.unit.seat().other()) {
            let at = self.at(enemy);
            if course.push.has(enemy.number()) || !way.may_meet(at) {
                continue;
            }
            let met = match course.gait {
                Gait::Ordered => Disc::new(at, ZONE_UD).meets(&way.path, TOLERANCE),
                Gait::Driven if at.distance(way.path.a) <= ZONE_UD + TOL => {
                    comes_nearer(&way.path, at).then_some(Graze::Enters(0.0))
                }
                Gait::Driven => {
                    let met = Disc::new(at, CLEAR_UD).meets(&way.path, TOLERANCE);
                    met.filter(|met| matches!(met, Graze::Enters(_)))
                }
            };
            if let Some(Graze::Enters(at) | Graze::Grazes(at)) = met {
                way.stop_at(at * way.asked, Stop::Enemy(enemy));
            }
        }
    }

    fn stop_at_friends(self, course: &Course, way: &mut Way) {
        let passes = self.passage(course.unit);
        for friend in self.standing(course.unit.seat()) {
            let at = self.at(friend);
            if friend == course.unit || !way.may_meet(at) {
                continue;
            }
            let disc = Disc::new(at, ZONE_UD);
            if let Some(Graze::Enters(at)) = disc.meets(&way.path, TOLERANCE) {
                if self.may_pass(passes, course.pose.facing, friend) {
                    way.friends.push(disc);
                } else {
                    way.stop_at(at * way.asked, Stop::Friend(friend));
                }
            }
        }
    }

    fn stop_at_ground(&self, course: &Course, way: &mut Way) {
        let (path, profile) = (way.path, self.profile(course.unit));
        if course.gait == Gait::Ordered
            && let Some(at) = self.ground.first_edge(&path)
        {
            way.stop_at(at * way.asked, Stop::Edge);
        }
        if let Some(at) = self.ground.first_bar(&path, profile) {
            way.stop_at(at * way.asked, Stop::Barred);
        }
    }

    /// AV-7.9: a unit in Shieldwall passes as if in close order.
    pub(crate) fn passage(&self, unit: Id) -> Doctrine {
        let wall = self.unit(unit).order.is_some_and(Order::is_wall);
        if wall { Doctrine::Close } else { self.profile(unit).doctrine() }
    }

    /// AV-7.6, AV-7.7, AV-7.8, AV-R53: open order passes through anybody, extended order through friends in
    /// open order or, facing the same or opposite ways, in extended order, close order through open order.
    fn may_pass(&self, passes: Doctrine, facing: Facing, friend: Id) -> bool {
        let turned = (facing - self.pose(friend).facing).abs();
        let aligned = turned <= crate::rulings::SAME_FACING + TOLERANCE.angle
            || turned >= crate::rulings::OPPOSITE_FACING - TOLERANCE.angle;
        match (passes, self.profile(friend).doctrine()) {
            (Doctrine::Open, _) | (_, Doctrine::Open) => true,
            (Doctrine::Extended, Doctrine::Extended) => aligned,
            _ => false,
        }
    }
}

impl Way {
    fn stop_at(&mut self, ud: f64, stop: Stop) {
        if ud < self.free {
            self.free = ud.max(0.0);
            self.stop = Some(stop);
        }
    }

    /// A quick test that rules most units out.
    fn may_meet(&self, place: DVec2) -> bool {
        let reach = self.asked + CLEAR_UD + TOL;
        place.distance_squared(self.path.a) <= reach * reach
    }

    /// AV-R2: how far a length leads: tolerance lets it pass and makes no way longer.
    pub fn cut(&self, length: Length) -> f64 {
        length.get().min(self.free)
    }

    /// The place so far along.
    pub fn at(&self, ud: f64) -> DVec2 {
        let fraction = if self.asked > 0.0 { ud / self.asked } else { 0.0 };
        self.path.at(fraction)
    }

    pub fn point(&self, ud: f64) -> Point {
        Point::nearest(self.at(ud))
    }

    /// AV-R53: whether it may end so far along as friends are concerned. It may always stay where it is.
    pub fn may_end(&self, ud: f64) -> bool {
        let place = self.at(ud);
        ud <= 0.0
            || self.friends.iter().all(|disc| disc.centre.distance(place) >= disc.radius - TOL)
    }

    /// The greatest length on the grid, up to so many UD, at which it may end. Who is cut to the grid may come too near to
    /// a friend whom tolerance had let him stand beside (AV-R2); then he ends before that friend too.
    pub fn last_end(&self, most: f64) -> f64 {
        if self.asked <= 0.0 {
            return 0.0;
        }
        let mut ud = most.min(self.free);
        loop {
            let end = self.path.last_end(ud / self.asked, &self.friends, TOLERANCE).unwrap_or(0.0);
            ud = floor(end * self.asked).get();
            if self.may_end(ud) {
                return ud;
            }
        }
    }

    /// The least length on the grid, from so many UD on, at which it may end.
    pub fn first_end(&self, least: f64) -> Option<f64> {
        if self.asked <= 0.0 {
            return None;
        }
        let mut ud = least;
        loop {
            let end = self.path.first_end(ud / self.asked, &self.friends, TOLERANCE)? * self.asked;
            ud = ceil(end).get();
            if ud > self.free {
                return None;
            }
            if self.may_end(ud) {
                return Some(ud);
            }
        }
    }

    /// AV-7.4, AV-R53: the least length, from so many UD on, that ends 1 UD in front of a friend who may be passed.
    pub fn first_halt(&self, least: f64) -> Option<f64> {
        let fronts = self.friends.iter().filter_map(|disc| {
            let ud = floor(disc.chord(&self.path)?.from * self.asked).get();
            (ud >= least && ud <= self.free && self.may_end(ud)).then_some(ud)
        });
        fronts.reduce(f64::min)
    }

    /// AV-2.6, AV-R53: it may not end so far along, but before or beyond the friend.
    pub fn ends_near(&self, unit: Id, ud: f64) -> No {
        let ends = [Some(self.last_end(ud)), self.first_end(ud)].map(|end| end.map(Length::new));
        No::EndsNear { unit, at: self.point(ud), ends, pauses: false }
    }

    /// AV-R53: whether who ends here has gone through a friend.
    pub fn passes(&self, ud: f64) -> bool {
        let leg = Segment::new(self.path.a, self.at(ud));
        self.friends.iter().any(|disc| leg.distance(disc.centre) < disc.radius - TOL)
    }

    /// Whether a place is that of a friend who may be passed and stands right before the start.
    pub fn is_before(&self, place: DVec2) -> bool {
        let near = self.path.a.distance(place) <= ZONE_UD + 2.0 * TOL;
        near && self.friends.iter().any(|disc| disc.centre == place)
    }

    /// AV-7.4, AV-R48, AV-R53: whether who ends here could go no farther, or halts 1 UD in front of a friend
    /// instead of passing it.
    pub fn halts(&self, ud: f64) -> bool {
        let stopped = self.stop.is_some() && ud >= self.last_end(self.free) - TOL;
        let (place, ahead) = (self.at(ud), self.path.b - self.path.a);
        let before = |disc: &Disc| {
            let to_friend = disc.centre - place;
            (to_friend.length() - disc.radius).abs() <= TOL && to_friend.dot(ahead) > 0.0
        };
        stopped || self.friends.iter().any(before)
    }
}
