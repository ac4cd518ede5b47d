//! Retreats (P3e, P4g; RULES.md 3, section 14; AV-R84 to AV-R87): which way a unit that is repulsed or routed goes, and
//! how far.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    words::Subject,
};
use acies_table::{Angle, Facing, Length, Point, Pose, Segment};
use arrayvec::ArrayVec;
use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::ladder::Rung;
use crate::{
    battle::{Action, Battle, Field},
    movement::path::{Course, Gait, Stop, Way, exceeds},
    notation::Reader,
    rulings::{TOL, TOLERANCE, UNITS_MAX},
    scene::{ghost, gone},
    units::{Id, Place, UnitSet},
    words::{
        events::Event,
        phrases::degrees,
        refusals::{No, ud},
        telling::shown,
    },
};

/// AV-R84: headings are tried at these angles to either side.
const DEVIATIONS: [Angle; 4] = [Angle::ZERO, Angle::new(15.0), Angle::new(30.0), Angle::new(45.0)];

/// AV-14.11, AV-R85.
const ROUT_LEAST_UD: f64 = 1.0;

/// Which ways a retreat may go.
#[derive(Clone, Debug)]
pub struct Routes {
    pub rung: Rung,
    /// Headings from which the owner picks.
    pub all: Vec<Route>,
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

impl Routes {
    /// The route on a heading, within ATOL (AV-R2).
    pub(crate) fn on(&self, heading: Facing) -> Option<&Route> {
        self.all.iter().find(|it| (it.heading - heading).abs() <= TOLERANCE.angle)
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
    pub(crate) fn routes(&self, id: Id) -> Routes {
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
    fn repulse(&self, id: Id, need: f64) -> Routes {
        let mut found = Routes { rung: Rung::Repulsed, all: vec![], blocked: true, leaves: false };
        let threats = self.threats(id);
        let nobody = threats.is_empty().then_some(None);
        for enemy in threats.iter().map(|it| Some(it.vec())).chain(nobody) {
            let (routes, blocked) = self.repulse_from(id, need, enemy);
            if found.blocked && !blocked {
                found.all.clear();
                found.blocked = false;
            }
            if found.blocked == blocked {
                found.all.extend(routes);
            }
        }
        found
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
    fn rout(&self, id: Id) -> Routes {
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
        let all = routes.into_iter().collect();
        Routes { rung: Rung::Routed, all, blocked: blocked && !leaves, leaves }
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
}

/// How a unit retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreating {
    pub unit: Id,
}

impl Step<Battle> for Retreating {
    fn deciders(&self, _: &Battle) -> Seats {
        self.unit.seat().into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let it = battle.it(self.unit);
        (format!("how {} {it} retreat?", it.does("do")), &["AV-R84", "AV-R85"])
    }

    /// Each way as near and as far as it goes, and each facing.
    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(battle.retreats(self.unit).map(Action::from));
    }

    fn attempts(&self, _: &Battle, by: Seat, out: &mut Vec<Action>) {
        let (homeward, distance) = (Field::homeward(by), Length::new(1.0));
        let both = [homeward, homeward.opposite()];
        out.extend(both.map(|heading| Action::from(Retreat { heading, distance, turned: true })));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.resolution.as_deref().is_some_and(|it| it.ordeal(self.unit).must_retreat())
    }
}

/// Turned means towards the enemy after a repulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreat {
    pub heading: Facing,
    pub distance: Length,
    pub turned: bool,
}

/// A retreat that the rules allow.
pub struct Going {
    unit: Id,
    routes: Routes,
    route: Route,
    ud: f64,
}

impl Deed<Battle> for Retreat {
    type Plan = Going;
    const VERBS: &'static [&'static str] = &["retreat"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let turned = if self.turned { " turned" } else { "" };
        format!("retreat {} {}{turned}", self.heading, self.distance)
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let (heading, distance) = (reader.facing()?, reader.length()?);
        Ok(Retreat { heading, distance, turned: reader.words.flag("turned") })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Going, No> {
        let Retreating { unit } = battle.asked().ok_or(No::NotNow)?;
        let routes = battle.routes(unit);
        let Some(route) = routes.on(self.heading).cloned() else {
            return Err(No::WrongRetreat { unit });
        };
        if self.turned && route.toward.is_none() {
            return Err(No::NothingToFace { unit });
        }
        let distance = self.distance;
        if distance.get() < route.least - TOL || exceeds(distance, route.most) {
            let [least, most] = [route.least, route.most].map(Length::new);
            return Err(No::RetreatLength { unit, distance, least, most });
        }
        let ud = route.cut(distance);
        if !route.way.may_end(ud) {
            return Err(route.way.ends_near(unit, ud));
        }
        Ok(Going { unit, routes, route, ud })
    }

    fn perform(
        &self,
        Going { unit: id, routes, route, ud }: Going,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let from = *battle.table().pose(id);
        let (to, distance) = (route.way.point(ud), Length::new(ud));
        let facing = match routes.rung {
            Rung::Routed => Field::homeward(id.seat()),
            _ => route.toward.filter(|_| self.turned).unwrap_or(from.facing),
        };
        let pose = Pose { at: to, facing };
        battle.unit_mut(id).pose = pose;
        let ordeal = battle.resolving().ordeal_mut(id);
        ordeal.retreated = ordeal.ladder.rung;
        ordeal.repulsed = ordeal.ladder.repulses;
        let costs = routes.blocked && !ordeal.blocked;
        let (rung, blocked, deviates) = (routes.rung, routes.blocked, route.deviates);
        let turned = self.turned;
        log.push(|| Event::Retreated { unit: id, rung, pose, distance, blocked, deviates, turned });
        if routes.leaves {
            battle.remove(id, Place::LeftTable, log);
        } else if costs {
            battle.resolving().ordeal_mut(id).blocked = true;
            battle.lose_point(id, log);
        }
        battle.meet_leaders(id, &[Segment::new(from.at.vec(), to.vec())], dice, log)
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let turned = if self.turned { ", facing the enemy" } else { "" };
        let (length, towards) = (ud(self.distance), degrees(self.heading.from_north()));
        let retreat =
            |it: &Subject| format!("{} {length} UD towards {towards}{turned}", it.does("retreat"));
        let rules = &["AV-R84", "AV-R85"];
        let Some(Retreating { unit }) = battle.asked() else {
            return shown(&Subject::new("they"), "Retreat", retreat).rules(rules);
        };
        let shown = battle.shown_unit(unit.seat(), unit.number(), "Retreat", retreat).rules(rules);
        if Deed::check(self, battle, by).is_err() {
            return shown;
        }
        let (from, ud) = (battle.unit(unit).pose, self.distance.get());
        let to = Pose::nearest(from.at.vec() + self.heading.ahead() * ud, from.facing);
        shown.ghost(gone(ghost(battle, unit, &to), Vec::new(), ud))
    }

    fn instead(&self, battle: &Battle, by: Seat, no: &No) -> Option<Action> {
        let distance = match *no {
            No::WrongRetreat { unit } => {
                let off = |route: &Route| (route.heading - self.heading).abs().degrees();
                let all = battle.routes(unit).all.into_iter();
                let near = all.min_by(|a, b| off(a).total_cmp(&off(b)))?;
                let [least, most] = [near.least, near.most].map(Length::new);
                let distance = self.distance.max(least).min(most);
                let turned = self.turned && near.toward.is_some();
                return battle.allowed(by, Retreat { heading: near.heading, distance, turned });
            }
            No::RetreatLength { distance, least, most, .. } => distance.max(least).min(most),
            _ => {
                let so_far = |distance| Retreat { distance, ..*self }.into();
                return battle.as_far(by, no, self.distance, so_far);
            }
        };
        battle.allowed(by, Retreat { distance, ..*self })
    }
}

impl Battle {
    /// Carries out a retreat in which there is nothing to choose, or asks.
    pub(crate) fn begin_retreat(
        &mut self,
        id: Id,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let routes = self.routes(id);
        match &routes.all[..] {
            [route] if route.least + TOL >= route.most && route.toward.is_none() => {
                let (heading, distance) = (route.heading, Length::new(route.most));
                let only = Retreat { heading, distance, turned: false };
                let (route, ud) = (route.clone(), route.cut(distance));
                only.perform(Going { unit: id, routes, route, ud }, self, dice, log)
            }
            _ => {
                self.lay(Retreating { unit: id });
                Ok(())
            }
        }
    }

    /// Sensible retreats: each way as near and as far as it goes, and each facing.
    pub(crate) fn retreats(&self, id: Id) -> impl Iterator<Item = Retreat> {
        self.routes(id).all.into_iter().flat_map(move |route| {
            let Route { heading, way, least, most, toward, .. } = route;
            let facings = if toward.is_some() { &[false, true][..] } else { &[false] };
            let near = way.first_end(least).unwrap_or(most).min(most);
            let [near, far] = [near, most].map(Length::new);
            let ends = if near == far { [Some(far), None] } else { [Some(far), Some(near)] };
            ends.into_iter().flatten().flat_map(move |distance| {
                facings.iter().map(move |&turned| Retreat { heading, distance, turned })
            })
        })
    }
}
