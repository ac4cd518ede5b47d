//! What units do in M3: they shoot, rest and relieve their lines, form up, and go on in line with each other.
//!
//! A place is worth the less the farther a unit has still to go from it, straight and in turning, to where it could
//! charge or shoot; and less with enemies beside or behind it, far ahead of its friends, or in ground that tires it.

use acies_core::Id;
use acies_table::{Angle, Base, Edge, Facing, Length, Motion, Pose, Rect, Sweep};
use arrayvec::ArrayVec;
use glam::DVec2;

use crate::{
    battle::{Action, Battle, Marks, Status, Unit},
    morale::rest::Recover,
    movement::{
        MoveDice,
        activation::{Activation, End, Stage},
        drilling::Drilling,
        march::Faces,
        marching::{SetOut, SideStep, Walk, is_fast},
    },
    rulings::{JAVELIN_RANGE, TOLERANCE},
    shooting::shoot::Shoot,
    troops::{Formation, Missile, Type},
};

/// A unit with so many DPs rests if nobody is near.
const TIRED: u8 = 1;
/// With so many it rests wherever it is.
const SPENT: u8 = 3;
/// So near is an enemy who may be upon it next turn.
const THREAT: f64 = 140.0;
/// Riders march fast if nobody is nearer, foot if it does not get within a charge's reach otherwise.
const FAR: f64 = 280.0;
const FAR_ON_FOOT: f64 = 110.0;
/// From this turn on there is less time for rest: so many DPs more are borne.
const LATE: u8 = 10;
const BORNE_LATE: u8 = 3;
/// So much of a turn towards its enemy needs no wheel: charges wheel too.
const EASY_TURN: f64 = 12.0;
/// How far a unit may be ahead of its command in the first turn, and how much more in each.
const LEAD: f64 = 100.0;
const LEAD_A_TURN: f64 = 12.0;
/// A move that brings less than so many paces is not made.
const WORTHWHILE: f64 = 0.6;
/// Who faces so far away from its enemy turns about.
const ABOUT: Angle = Angle::new(110.0);
/// What a die shows as a rule.
const USUAL_FACE: u8 = 4;
/// Whoever is so near ahead is at hand.
const AT_HAND: f64 = 110.0;
/// So near to the enemy heavy troops want a free lane before them.
const LANE: f64 = 200.0;
/// A supporting unit stays so far behind its friend (LEG-R88).
const BEHIND: f64 = 20.0;

/// Whom a unit goes for, and what surrounds it: found once, and held against each place that it may go to.
struct Errand {
    there: Rect,
    wanted: f64,
    width: f64,
    light: bool,
    /// Enemies who may fall on a flank.
    threats: ArrayVec<DVec2, 16>,
    /// The fronts of the friends with whom it goes on.
    line: ArrayVec<DVec2, 8>,
    /// Heavy friends near the enemy, before whom light troops are in the way.
    lanes: ArrayVec<Rect, 8>,
    lead: f64,
}

impl Errand {
    /// How many heavy friends near the enemy have it before them there.
    fn barred_by(&self, body: &Rect) -> usize {
        let bars = |friend: &&Rect| {
            let at = friend.local(body.centre());
            at.y > 0.0
                && at.y <= friend.half().y + LANE
                && at.x.abs() < friend.half().x + body.half().min_element()
        };
        self.lanes.iter().filter(bars).count()
    }

    /// Whether whom it goes for is behind it.
    fn is_behind(&self, body: &Rect) -> bool {
        let toward = Facing::toward(self.there.centre() - body.centre());
        (toward - Facing::toward(body.ahead())).abs() > ABOUT
    }
}

impl Battle {
    pub(super) fn good_activation(&self, asked: &Activation) -> Option<Action> {
        match asked.stage {
            Stage::Path => Some(self.good_path(asked)),
            Stage::After => self.good_shot(asked).or(Some(End::Unit.into())),
            Stage::Before => self.good_beginning(asked),
        }
    }

    fn good_beginning(&self, asked: &Activation) -> Option<Action> {
        let unit = asked.unit;
        let it = self.unit(unit);
        let may = |action: Action| self.allows(unit.seat(), &action).then_some(action);
        let recover = || may(Recover::Relief.into()).or_else(|| may(Recover::Rest.into()));
        let near = self.nearest_foe(unit);
        if it.is.dp > 0 && self.is_engaged(unit) {
            return may(Recover::Relief.into());
        }
        if it.is.shaken {
            // LEG-RSP.1: whoever is charged now breaks.
            let flees = || self.good_march(asked, near).filter(|_| near <= THREAT);
            return flees().or_else(recover).or_else(|| may(End::Unit.into()));
        }
        let late = if self.turn >= LATE { BORNE_LATE } else { 0 };
        if it.is.dp >= SPENT + late || it.is.dp >= TIRED + late && near > THREAT {
            let rest = recover();
            if rest.is_some() {
                return rest;
            }
        }
        if it.is.shape.is_unformed() && !it.kind().is_light() && near > JAVELIN_RANGE.into() {
            let forms = may(Drilling::FormUp.into());
            if forms.is_some() {
                return forms;
            }
        }
        let errand = self.errand_of(unit);
        // Who stands before friends who want to go on makes room first, and shoots from there.
        let bars = errand.as_ref().is_some_and(|it| it.barred_by(&self.rect(unit)) > 0);
        if let Some(shot) = self.good_shot(asked).filter(|_| !bars) {
            return Some(shot);
        }
        if it.is.shape.is_formed()
            && errand.as_ref().is_some_and(|it| it.is_behind(&self.rect(unit)))
        {
            let about = may(Drilling::About.into());
            if about.is_some() {
                return about;
            }
        }
        let is_there = self.merit(unit, &it.pose, errand.as_ref()) > -WORTHWHILE;
        if is_there {
            let rests = if it.is.dp > 0 { recover() } else { None };
            return rests.or(Some(End::Unit.into()));
        }
        let march = self.good_march(asked, near);
        let goes = march.as_ref().is_some_and(|march| near > THREAT || self.would_go(asked, march));
        if goes {
            return march;
        }
        // LEG-R73(b): who rests does not charge.
        let rests = near > THREAT || self.rooted(unit).is_some();
        let stays = || if rests { recover() } else { None };
        self.good_step(asked, errand.as_ref()).or_else(stays).or(Some(End::Unit.into()))
    }

    /// Near the enemy: whether it finds a better place with usual dice. Whoever sets out for nothing does not rest.
    fn would_go(&self, asked: &Activation, march: &Action) -> bool {
        let Action::SetOut(SetOut { dice }) = *march else { return false };
        let mut faces = Faces::default();
        faces.0.iter_mut().take(dice.number().into()).for_each(|face| *face = USUAL_FACE);
        let asked = Activation { stage: Stage::Path, dice, faces, ..*asked };
        let mut there = self.clone();
        if let Some(top) = there.stack.last_mut() {
            *top = asked.into();
        }
        matches!(there.good_path(&asked), Action::Walk(walk) if !walk.legs.is_empty())
    }

    /// LEG-R56: a step that brings it nearer to where it wants to be.
    fn good_step(&self, asked: &Activation, errand: Option<&Errand>) -> Option<Action> {
        let it = self.unit(asked.unit);
        if !it.kind().is_foot() || !it.is.shape.is_formed() {
            return None;
        }
        let stays = self.merit(asked.unit, &it.pose, errand) + WORTHWHILE;
        let worth = |step: SideStep| {
            let base = it.base();
            let end = step.motion().course(&base).end(&base.pose);
            (self.merit(asked.unit, &end, errand), step)
        };
        let better = SideStep::ALL.map(worth).into_iter().filter(|(merit, _)| *merit > stays);
        let best = better.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        let action = Action::from(best.1);
        self.allows(asked.unit.seat(), &action).then_some(action)
    }

    /// How far the nearest enemy is who is not routing.
    pub(super) fn nearest_foe(&self, unit: Id) -> f64 {
        let all = self.enemies(unit.seat()).filter(|(_, it)| !it.is_routing());
        all.map(|(id, _)| self.distance(unit, id)).fold(f64::MAX, f64::min)
    }

    /// The shot with most dice, if it has any.
    fn good_shot(&self, asked: &Activation) -> Option<Action> {
        let unit = asked.unit;
        let stands = self.targets(unit);
        let worth =
            |target: Id, stands: u8| f64::from(self.shot(unit, target, stands).dice().total);
        let shots = stands.into_iter().map(|(target, stands)| (worth(target, stands), target));
        let best = shots.filter(|(dice, _)| *dice >= 1.0);
        let (_, target) = best.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        let action = Action::from(Shoot { target });
        self.allows(unit.seat(), &action).then_some(action)
    }

    /// The dice of its move: as many as it can use. Fast if the enemy is far, and there is time to rest; Pikemen, who
    /// tire soon, are never hurried.
    fn good_march(&self, asked: &Activation, near: f64) -> Option<Action> {
        let unit = asked.unit;
        let it = self.unit(unit);
        let foot = it.kind().is_heavy_infantry() && it.is.dp == 0;
        let far = near > if foot { FAR_ON_FOOT } else { FAR };
        let hurries = it.is.shaken || far && it.kind() != Type::Pikemen;
        let most = self.marches(unit).filter(|march| hurries || !is_fast(it.kind(), march.dice));
        let best = most.max_by_key(|march| {
            let MoveDice { average, d6 } = march.dice;
            average + d6
        })?;
        let action = Action::from(SetOut { dice: best.dice });
        self.allows(unit.seat(), &action).then_some(action)
    }

    /// The way that leads to the best place. Places are weighed first, and the ways to the best of them tried.
    fn good_path(&self, asked: &Activation) -> Action {
        let unit = asked.unit;
        let it = self.unit(unit);
        let by = unit.seat();
        let errand = self.errand_of(unit);
        let mut ways: Vec<(f64, Walk)> = Vec::with_capacity(24);
        let stays = self.merit(unit, &it.pose, errand.as_ref());
        self.good_ways(asked, errand.as_ref(), |legs| {
            let mut base = it.base();
            let mut wheels = 0.0;
            for leg in legs {
                base = Base { pose: leg.course(&base).end(&base.pose), ..base };
                if matches!(leg, Motion::Turn { .. }) && it.is.shape.is_formed() {
                    wheels += 4.0;
                }
            }
            let merit = self.merit(unit, &base.pose, errand.as_ref()) - wheels;
            if merit > stays + WORTHWHILE {
                ways.push((merit, Walk { legs: legs.iter().copied().collect() }));
            }
        });
        ways.sort_by(|one, other| other.0.total_cmp(&one.0));
        // LEG-MAN.10: who passes through a friend in haste costs both their order.
        let passes = if it.has(Marks::FAST) { 30.0 } else { 10.0 };
        let mut best: Option<(f64, Walk)> = None;
        for (merit, walk) in ways {
            if best.as_ref().is_some_and(|(worth, _)| *worth >= merit) {
                break;
            }
            if !self.allows(by, &Action::from(walk.clone())) {
                continue;
            }
            let passed = self.walk(unit, &walk.legs).map_or(0, |walked| walked.passed.len());
            let worth = merit - passes * passed as f64;
            let known = best.as_ref().map_or(stays + WORTHWHILE, |(worth, _)| *worth);
            if worth > known {
                best = Some((worth, walk));
            }
        }
        best.map_or_else(|| Walk::default().into(), |(_, walk)| walk.into())
    }

    /// Ways that are worth looking at.
    fn good_ways(
        &self,
        asked: &Activation,
        errand: Option<&Errand>,
        mut each: impl FnMut(&[Motion]),
    ) {
        let unit = asked.unit;
        let it = self.unit(unit);
        let most = self.paces_left(asked);
        let Some(errand) = errand.filter(|_| most >= 1.0) else { return };
        let ahead = |paces: f64| Motion::advance(Length::new(paces));
        let body = it.rect();
        let gap = body.distance(&errand.there);
        let toward = Facing::toward(errand.there.centre() - body.centre());
        let by = toward - it.pose.facing;
        // As far as it wants to go, and parts of that.
        let close = libm::round(gap - errand.wanted);
        let parts = |left: f64| {
            let friend = self.room_ahead(unit, left) - BEHIND;
            let all =
                [left, close.min(left), friend.min(left), left * 0.75, left / 2.0, left / 4.0];
            let mut whole: ArrayVec<f64, 6> = all.into_iter().map(libm::floor).collect();
            whole.retain(|paces| *paces >= 1.0);
            whole
        };
        match it.is.shape.formation {
            Formation::Line => {
                for paces in parts(most) {
                    each(&[ahead(paces)]);
                }
                let width = body.width();
                // LEG-R47: no more than its dice pay for.
                let able = Angle::new((most / width).to_degrees().min(90.0));
                let wanted =
                    if by.abs() > able { if by > Angle::ZERO { able } else { -able } } else { by };
                for share in [1.0, 0.5] {
                    let wheel = wanted.part(share);
                    if wheel.abs() < Angle::new(4.0) {
                        continue;
                    }
                    let arc = width * wheel.abs().radians();
                    each(&[Motion::wheel(wheel)]);
                    let left = libm::floor(most - arc);
                    for paces in [left, left / 2.0, close.min(left)] {
                        if paces >= 4.0 {
                            let paces = libm::floor(paces);
                            each(&[Motion::wheel(wheel), ahead(paces)]);
                            each(&[ahead(paces), Motion::wheel(wheel)]);
                        }
                    }
                }
            }
            Formation::Unformed => {
                let turn = Motion::turn(by);
                let go = |at: Angle, paces: f64, each: &mut dyn FnMut(&[Motion])| {
                    let (sin, cos) = at.sin_cos();
                    let paces = libm::floor(paces);
                    let (right, ahead) = (Length::new(sin * paces), Length::new(cos * paces));
                    each(&[Motion::Shift { right, ahead }, turn]);
                };
                let straight = (gap - errand.wanted).abs().min(most);
                let at = if gap >= errand.wanted { by } else { by + Angle::new(180.0) };
                go(at, straight, &mut each);
                for aside in [0.0, 45.0, -45.0, 90.0, -90.0, 180.0] {
                    for paces in [most, most / 2.0] {
                        go(by + Angle::new(aside), paces, &mut each);
                    }
                }
            }
            Formation::Special => {
                for aside in [0.0, 30.0, -30.0, 60.0, -60.0] {
                    for paces in parts(most) {
                        each(&[Motion::turn(by + Angle::new(aside)), ahead(paces)]);
                    }
                }
            }
            Formation::Column => {
                let mut ways = Vec::new();
                self.paths(asked, &mut ways);
                for way in ways {
                    if let Action::Walk(walk) = way {
                        each(&walk.legs);
                    }
                }
            }
        }
    }

    /// How far straight ahead nobody of its own stands.
    fn room_ahead(&self, unit: Id, most: f64) -> f64 {
        let it = self.unit(unit);
        let base = it.base();
        let way = Sweep::new(&base.rect(), Motion::advance(Length::new(most)).course(&base));
        let near = self.friends(unit).filter(|(_, friend)| it.may_be_within(friend, most));
        let met = way.first_met(near.map(|(id, friend)| (id, friend.rect())), TOLERANCE);
        met.map_or(f64::INFINITY, |(_, touch)| touch.at * most)
    }

    /// How far from its enemy a unit wants to be at the end of its move: where it can shoot, or charge from.
    fn wanted_distance(&self, unit: Id) -> f64 {
        let it = self.unit(unit);
        match (it.kind(), it.is.profile.missile) {
            (Type::Artillery, _) => 300.0,
            (kind, Some(Missile::Bow | Missile::Sling)) if kind.is_light() => 90.0,
            (kind, _) if kind.is_light() => f64::from(JAVELIN_RANGE),
            (kind, _) if kind.is_mounted() => 80.0,
            _ => f64::from(JAVELIN_RANGE),
        }
    }

    fn errand_of(&self, unit: Id) -> Option<Errand> {
        let it = self.unit(unit);
        let foe = self.foe_of(unit)?;
        let light = it.kind().is_light();
        let mut errand = Errand {
            there: self.rect(foe),
            wanted: if it.is.shaken { 600.0 } else { self.wanted_distance(unit) },
            width: if it.is.shape.is_formed() { it.rect().width() } else { 0.0 },
            light,
            threats: ArrayVec::new(),
            line: ArrayVec::new(),
            lanes: ArrayVec::new(),
            lead: LEAD + LEAD_A_TURN * f64::from(self.turn),
        };
        if light {
            for (_, friend) in self.friends(unit) {
                let steady = friend.status == Status::Normal && !friend.is.shaken;
                let body = friend.rect();
                if steady && !friend.kind().is_light() && body.distance(&errand.there) <= LANE {
                    let _ = errand.lanes.try_push(body);
                }
            }
            return Some(errand);
        }
        for (id, enemy) in self.enemies(unit.seat()) {
            let idle =
                enemy.status == Status::Normal && !enemy.is.shaken && !enemy.kind().is_light();
            if id != foe && idle && it.may_be_within(enemy, 2.0 * THREAT) && !self.is_engaged(id) {
                let _ = errand.threats.try_push(enemy.pose.at.vec());
            }
        }
        let command = self.recruit(unit).command;
        if !it.kind().is_special() {
            for (id, friend) in self.friends(unit) {
                let steady = friend.status == Status::Normal && !friend.is.shaken;
                let same = self.recruit(id).command == command && !friend.kind().is_light();
                if same && steady && !friend.kind().is_special() {
                    let _ = errand.line.try_push(friend.rect().middle(Edge::Front));
                }
            }
        }
        Some(errand)
    }

    /// How good a place is for a unit: less for each pace that it has still to go.
    fn merit(&self, unit: Id, pose: &Pose, errand: Option<&Errand>) -> f64 {
        let Some(errand) = errand else { return 0.0 };
        let it = self.unit(unit);
        let body = Base { pose: *pose, ..it.base() }.rect();
        let far = body.distance(&errand.there);
        let off = if errand.light || it.is.shaken {
            (far - errand.wanted).abs()
        } else {
            (far - errand.wanted).max(0.0)
        };
        let front = body.middle(Edge::Front);
        let toward = Facing::toward(errand.there.nearest_to(front) - body.centre());
        let turned = ((toward - pose.facing).abs().degrees() - EASY_TURN).max(0.0);
        let turning =
            if errand.width > 0.0 { turned.to_radians() * errand.width } else { turned / 10.0 };
        let beside = |at: &&DVec2| {
            at.distance(body.centre()) <= THREAT + body.width() / 2.0
                && pose.local(**at).y < body.depth() / 2.0
        };
        let threatened = 15.0 * errand.threats.iter().filter(beside).count() as f64;
        let ahead = |other: &DVec2| (front - *other).dot(pose.facing.ahead());
        let alone = errand.line.iter().map(ahead).fold(0.0_f64, f64::max);
        let alone = (alone - errand.lead).clamp(0.0, 80.0);
        let in_the_way = 50.0 * errand.barred_by(&body) as f64;
        let heavy = it.kind().is_heavy_infantry();
        let bad = heavy && self.ground.under(&body).is_difficult(it.kind());
        let tiring = if bad { 30.0 } else { 0.0 };
        -off - turning - threatened - alone - tiring - in_the_way
    }

    /// Whom it goes for: the nearest enemy, in paces and in turning, whom it can do something to.
    fn foe_of(&self, unit: Id) -> Option<Id> {
        let it = self.unit(unit);
        let here = it.rect();
        let front = here.middle(Edge::Front);
        let width = if it.is.shape.is_formed() { here.width() } else { 0.0 };
        let kind = it.kind();
        let worth = |(id, enemy): (Id, &Unit)| {
            let body = enemy.rect();
            let way = body.nearest_to(front) - front;
            let turn = (Facing::toward(way) - it.pose.facing).abs().radians();
            let mut cost = way.length() + width * (turn - 0.2).max(0.0);
            if enemy.is_routing() {
                cost += 600.0;
            } else if way.length() <= AT_HAND && turn < 0.8 {
                // Whoever stands before it is met first.
                cost -= 150.0;
            }
            let theirs = enemy.kind();
            if kind.is_heavy_infantry() && theirs.is_light() {
                // They are gone before it comes.
                cost += 120.0;
            }
            if kind.is_mounted() && theirs.is_heavy_infantry() && enemy.is.shape.is_formed() {
                let struck = enemy.struck_from(front).0;
                cost += if struck == crate::charge::response::Side::Front { 200.0 } else { 0.0 };
            }
            if enemy.is.shaken {
                // LEG-RSP.1: he breaks before a charge.
                cost -= 120.0;
            }
            (cost, id)
        };
        let each = self.enemies(unit.seat()).map(worth);
        each.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, id)| id)
    }
}
