//! Retreats and follow-ups (P3e, P4g, P4h; AV-14.10 to AV-14.12, AV-14.16, AV-14.17, AV-8.2 to AV-8.4, AV-R60, AV-R84
//! to AV-R87).

use acies_core::{Dice, Log, Rolled, Seat};
use acies_table::{Angle, Facing, Length, Point, Pose, Segment};
use arrayvec::ArrayVec;
use glam::DVec2;

use crate::{
    action::Action,
    battle::{Battle, Field, Frame},
    morale::ladder::Rung,
    movement::path::{Course, Gait, Stop, Way, exceeds},
    profile::Order,
    rulings::{TOL, TOLERANCE, UNITS_MAX},
    units::{Id, Place, UnitSet},
    words::{events::Event, refusals::No},
};

/// AV-R84: headings are tried at these angles to either side.
const DEVIATIONS: [Angle; 4] = [Angle::ZERO, Angle::new(15.0), Angle::new(30.0), Angle::new(45.0)];

/// AV-14.11, AV-R85.
const ROUT_LEAST_UD: f64 = 1.0;

/// What a retreat may be.
#[derive(Clone, Debug)]
pub struct Retreat {
    pub rung: Rung,
    /// Headings from which the owner picks.
    pub routes: Vec<Route>,
    /// AV-R86.
    pub blocked: bool,
    /// AV-R85: it must cross its own edge.
    pub leaves: bool,
}

/// A heading of a retreat, and how far it leads.
#[derive(Clone, Debug)]
pub struct Route {
    pub heading: Facing,
    pub way: Way,
    pub least: f64,
    pub most: f64,
    /// AV-R84: not straight back.
    pub deviates: bool,
    /// AV-14.16, AV-R84: the facing from its end to the opponent that threatens the unit most, if it faces
    /// elsewhere.
    pub toward: Option<Facing>,
}

impl Retreat {
    /// The route on a heading, within ATOL (AV-R2).
    pub(crate) fn on(&self, heading: Facing) -> Option<&Route> {
        self.routes.iter().find(|it| (it.heading - heading).abs() <= TOLERANCE.angle)
    }
}

impl Route {
    /// Straight back, as far as it goes.
    fn new(heading: Facing, way: Way) -> Route {
        let most = way.last_end(way.free);
        Route { heading, way, least: 0.0, most, deviates: false, toward: None }
    }

    /// AV-R2: how far a length leads.
    fn cut(&self, length: Length) -> f64 {
        self.way.cut(length).min(self.most)
    }
}

impl Battle {
    /// AV-R87: the next unit to retreat: of the first player's the nearest to its edge.
    pub(crate) fn next_to_retreat(&self) -> Option<Id> {
        let it = self.resolution.as_deref()?;
        let table = self.table();
        [self.first, self.first.other()].into_iter().find_map(|seat| {
            let due = table.standing(seat).filter(|&id| it.ordeal(id).must_retreat());
            due.min_by_key(|&id| self.setup.field.from_home(seat, table.point(id).y))
        })
    }

    /// AV-R84: where the opponent that threatens a unit most stood when the phase was frozen: its
    /// opponent in a fight, that of the friend it supports by contact, or the nearest enemy; several if they
    /// were as near as each other.
    fn threats(&self, id: Id) -> ArrayVec<Point, UNITS_MAX> {
        let it = self.resolution.as_deref().expect("a phase is being resolved");
        let (seat, frozen) = (id.seat(), self.frozen());
        let joined = it.fights.iter().find(|pair| pair.contact[seat].has(id.number()));
        if let Some(pair) = it.fight_of(id).or(joined) {
            return [frozen.point(pair.id(seat.other()))].into_iter().collect();
        }
        let distance = |enemy: Id| frozen.distance(id, enemy);
        let least = frozen.nearest_enemy(id).map_or(0.0, distance);
        let nearest = frozen.standing(seat.other()).filter(|&it| distance(it) <= least + TOL);
        nearest.map(|enemy| frozen.point(enemy)).collect()
    }

    /// The retreat that a unit has to make.
    pub(crate) fn retreat(&self, id: Id) -> Retreat {
        let it = self.resolution.as_deref().expect("a phase is being resolved");
        let ordeal = it.ordeal(id);
        if ordeal.ladder.rung == Rung::Routed {
            return self.rout(id);
        }
        let need = f64::from(ordeal.ladder.repulses.saturating_sub(ordeal.repulsed)).max(1.0);
        self.repulse(id, need)
    }

    /// AV-R84: away from the opponent that threatens it most. Of several the owner picks, and nobody picks
    /// one who leaves him no room if another does.
    fn repulse(&self, id: Id, need: f64) -> Retreat {
        let mut all =
            Retreat { rung: Rung::Repulsed, routes: vec![], blocked: true, leaves: false };
        let threats = self.threats(id);
        let nobody = threats.is_empty().then_some(None);
        for enemy in threats.iter().map(|it| Some(it.vec())).chain(nobody) {
            let (routes, blocked) = self.repulse_from(id, need, enemy);
            if all.blocked && !blocked {
                all.routes.clear();
                all.blocked = false;
            }
            if all.blocked == blocked {
                all.routes.extend(routes);
            }
        }
        all
    }

    /// AV-R84: away from one enemy by the full distance, on the first heading that has it.
    fn repulse_from(&self, id: Id, need: f64, enemy: Option<DVec2>) -> (ArrayVec<Route, 2>, bool) {
        let pose = *self.table().pose(id);
        let straight =
            enemy.map_or(Field::homeward(id.seat()), |enemy| Facing::toward(pose.at.vec() - enemy));
        let fits = |way: &Way| way.free >= need - TOL && way.may_end(need.min(way.free));
        let (mut routes, blocked) = self.first_routes(id, pose, straight, need, fits);
        for route in &mut routes {
            route.most = if blocked { route.most } else { need };
            route.least = route.most;
            let toward = enemy.map(|enemy| Facing::toward(enemy - route.way.at(route.most)));
            route.toward = toward.filter(|&facing| facing != pose.facing);
        }
        (routes, blocked)
    }

    /// AV-R85: homeward, at least 1 UD. Its own edge stops it like anything else; only if no heading has 1 UD,
    /// and it is the edge that stands before it, does it leave the table.
    fn rout(&self, id: Id) -> Retreat {
        let row = self.profile(id).class.row();
        let most = f64::from(row.rush.unwrap_or(row.advance).max_ud);
        let home = Field::homeward(id.seat());
        let pose = Pose { facing: home, ..*self.table().pose(id) };
        let fits = |way: &Way| way.last_end(way.free) >= ROUT_LEAST_UD - TOL;
        let (mut routes, blocked) = self.first_routes(id, pose, home, most, fits);
        let straight = self.driven(id, pose, home, most);
        let leaves = blocked && straight.stop == Some(Stop::TableEdge);
        if leaves {
            routes.clear();
            routes.push(Route::new(home, straight));
        }
        for route in &mut routes {
            route.least = if blocked { route.most } else { ROUT_LEAST_UD };
        }
        let routes = routes.into_iter().collect();
        Retreat { rung: Rung::Routed, routes, blocked: blocked && !leaves, leaves }
    }

    fn driven(&self, unit: Id, pose: Pose, heading: Facing, ud: f64) -> Way {
        let (push, gait) = (UnitSet::NONE, Gait::Driven);
        self.table().way(&Course { unit, pose, heading, ud, push, gait })
    }

    /// The least deviation on which a way fits, to one side or to both; else that on which it goes farthest, of equally
    /// good ones the least, to either side (AV-R86).
    fn first_routes(
        &self,
        id: Id,
        pose: Pose,
        straight: Facing,
        ud: f64,
        fits: impl Fn(&Way) -> bool,
    ) -> (ArrayVec<Route, 2>, bool) {
        let mut best: ArrayVec<Route, 2> = ArrayVec::new();
        for turn in DEVIATIONS {
            let (mut found, mut blocked) = (ArrayVec::new(), ArrayVec::<Route, 2>::new());
            let sides = if turn == Angle::ZERO { &[turn][..] } else { &[turn, -turn] };
            for &turn in sides {
                let heading = straight + turn;
                let way = self.driven(id, pose, heading, ud);
                let fits = fits(&way);
                let route = Route { deviates: turn != Angle::ZERO, ..Route::new(heading, way) };
                if fits { found.push(route) } else { blocked.push(route) }
            }
            if !found.is_empty() {
                return (found, false);
            }
            let farthest = |routes: &[Route]| routes.iter().map(|it| it.most).reduce(f64::max);
            let most = farthest(&blocked).unwrap_or(0.0);
            if farthest(&best).is_none_or(|best| most > best + TOL) {
                best = blocked;
                best.retain(|route| route.most >= most - TOL);
            }
        }
        (best, true)
    }

    /// Carries out a retreat in which there is nothing to choose, or asks.
    pub(crate) fn begin_retreat(
        &mut self,
        id: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let retreat = self.retreat(id);
        match &retreat.routes[..] {
            [route] if route.least + TOL >= route.most && route.toward.is_none() => {
                let (heading, distance) = (route.heading, Length::new(route.most));
                self.make_retreat(id, heading, distance, false, dice, log)
            }
            _ => {
                self.stack.push(Frame::Retreat { unit: id });
                Ok(())
            }
        }
    }

    /// Sensible retreats: each way as near and as far as it goes, and each facing.
    pub(crate) fn retreats(&self, id: Id) -> impl Iterator<Item = Action> {
        self.retreat(id).routes.into_iter().flat_map(move |route| {
            let Route { heading, way, least, most, toward, .. } = route;
            let facings = if toward.is_some() { &[false, true][..] } else { &[false] };
            let near = way.first_end(least).unwrap_or(most).min(most);
            let [near, far] = [near, most].map(Length::new);
            let ends = if near == far { [Some(far), None] } else { [Some(far), Some(near)] };
            ends.into_iter().flatten().flat_map(move |distance| {
                facings.iter().map(move |&turned| Action::Retreat { heading, distance, turned })
            })
        })
    }

    pub(crate) fn check_retreat(
        &self,
        id: Id,
        heading: Facing,
        distance: Length,
        turned: bool,
    ) -> Result<(), No> {
        let retreat = self.retreat(id);
        let Some(route) = retreat.on(heading) else {
            return Err(No::WrongRetreat { unit: id });
        };
        if turned && route.toward.is_none() {
            return Err(No::NothingToFace { unit: id });
        }
        let ud = distance.get();
        if ud < route.least - TOL || exceeds(distance, route.most) {
            let [least, most] = [route.least, route.most].map(Length::new);
            return Err(No::RetreatLength { unit: id, distance, least, most });
        }
        let ud = route.cut(distance);
        if !route.way.may_end(ud) {
            return Err(route.way.ends_near(id, ud));
        }
        Ok(())
    }

    pub(crate) fn make_retreat(
        &mut self,
        id: Id,
        heading: Facing,
        distance: Length,
        turned: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let retreat = self.retreat(id);
        let from = *self.table().pose(id);
        let route = retreat.on(heading).expect("it was checked");
        let ud = route.cut(distance);
        let (to, distance) = (route.way.point(ud), Length::new(ud));
        let facing = match retreat.rung {
            Rung::Routed => Field::homeward(id.seat()),
            _ => route.toward.filter(|_| turned).unwrap_or(from.facing),
        };
        let deviates = route.deviates;
        let pose = Pose { at: to, facing };
        let unit = self.unit_mut(id);
        unit.pose = pose;
        let ordeal = self.resolving().ordeal_mut(id);
        ordeal.retreated = ordeal.ladder.rung;
        ordeal.repulsed = ordeal.ladder.repulses;
        let costs = retreat.blocked && !ordeal.blocked;
        let (rung, blocked) = (retreat.rung, retreat.blocked);
        log.push(|| Event::Retreated { unit: id, rung, pose, distance, blocked, deviates, turned });
        if retreat.leaves {
            self.remove(id, Place::LeftTable, log);
        } else if costs {
            self.resolving().ordeal_mut(id).blocked = true;
            self.lose_point(id, log);
        }
        self.meet_leaders(id, &[Segment::new(from.at.vec(), to.vec())], dice, log)
    }
}

/// P4h: follow-ups.
impl Battle {
    /// AV-8.2, AV-R60: whether a principal may take its opponent's place, and how far it would get.
    pub(crate) fn follow_up(&self, id: Id) -> Option<(Facing, f64)> {
        let it = self.resolution.as_deref()?;
        let enemy = it.fight_of(id)?.id(id.seat().other());
        let (frozen, table) = (self.frozen(), self.table());
        let unit = self.unit(id);
        let beaten = it.ordeal(enemy).ladder.rung >= Rung::Repulsed;
        let place = frozen.point(enemy);
        let gone = !self.unit(enemy).is_there() || table.point(enemy) != place;
        let rushed = frozen.unit(id).is_under(Order::Rush) && !frozen.unit(id).disrupted;
        if !(unit.is_there() && rushed && !unit.disrupted && beaten && gone) || table.is_engaged(id)
        {
            return None;
        }
        let way = place.vec() - unit.pose.at.vec();
        let (heading, ud) = (Facing::toward(way), way.length());
        let (pose, push, gait) = (unit.pose, UnitSet::NONE, Gait::Ordered);
        let way = table.way(&Course { unit: id, pose, heading, ud, push, gait });
        let end = way.last_end(way.free);
        (end > TOL).then_some((heading, end))
    }

    /// AV-8.3, AV-8.4: the next principal that may follow up; regulars are asked, others must.
    pub(crate) fn next_follow_up(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<bool> {
        let it = self.resolution.as_deref().expect("a phase is being resolved");
        let seats = [self.first, self.first.other()];
        let next = seats.into_iter().find_map(|seat: Seat| {
            let open = it.fights.iter().map(|pair| pair.id(seat));
            let mut open = open.filter(|id| !it.followed[seat].has(id.number()));
            open.find(|&id| self.follow_up(id).is_some())
        });
        let Some(id) = next else { return Ok(false) };
        if self.profile(id).regular {
            self.stack.push(Frame::FollowUp { unit: id });
        } else {
            self.make_follow_up(id, true, dice, log)?;
        }
        Ok(true)
    }

    pub(crate) fn make_follow_up(
        &mut self,
        id: Id,
        yes: bool,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let followed = &mut self.resolving().followed[id.seat()];
        *followed = followed.with(id.number());
        let Some((heading, ud)) = self.follow_up(id).filter(|_| yes) else {
            log.push(|| Event::StayedBehind { unit: id });
            return Ok(());
        };
        let from = self.table().at(id);
        let to = Point::nearest(from + heading.ahead() * ud);
        self.unit_mut(id).pose.at = to;
        let regular = self.profile(id).regular;
        log.push(|| Event::FollowedUp { unit: id, at: to, regular });
        let leg = Segment::new(from, to.vec());
        self.disorder_by_rough(id, &[leg], log);
        self.meet_leaders(id, &[leg], dice, log)
    }
}
