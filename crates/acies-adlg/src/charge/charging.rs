//! Carrying out a charge (RULES.md 2, C1 to C6; ADLG-R80 to ADLG-R83, ADLG-R90, ADLG-R160, ADLG-R163): evades,
//! the adjusted distance, the way to contact, conforming, and how the others go on.

use acies_core::{
    About, Dice, Log, Rolled, RuleId, Seat, Seats,
    flow::{Stacked, Step},
    words::Subject,
};
use acies_table::{Along, Base, Course, Edge, Length, Motion, Pose, Rect, Size, Sweep};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{go_on::HowFar, react};
use crate::{
    action::{Action, UnitSet},
    battle::{ALL_UNITS, Battle, Flags, Id, Place},
    charge::{
        ahead::{Ahead, Dash, Stop},
        conform::{CONFORM_UD, Conformed},
        declare::{Declare, Declared, How},
        distance::Charge,
    },
    evade::flight::{Blocked, Onrush},
    melee::engagement::{DRILL, Role, Roles},
    movement::{GAP_UD, group_of},
    rulings::{TOLERANCE, UNITS_MAX},
    units::{Category::Li, abilities::Abilities},
    words::events::Event,
};

/// A charge that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charging {
    pub units: UnitSet,
    pub how: How,
    /// ADLG-R77: the cost of the start manoeuvre.
    pub manoeuvre: Length,
    pub allowance: Length,
    /// Whether it began with a quarter-turn or half-turn.
    pub turned: bool,
    /// Targets that have still to say whether they evade.
    pub waiting: UnitSet,
    /// Targets that evade and have not run yet.
    pub evading: UnitSet,
    /// Targets that stand, and evaders that have run.
    pub standing: UnitSet,
    pub fled: UnitSet,
    /// ADLG-R81: the initial targets; if all of them flee the distance is adjusted.
    pub initial: UnitSet,
    /// The die of the adjusted distance, once it is thrown.
    pub die: Option<u8>,
    /// Chargers that have not gone yet.
    pub to_go: UnitSet,
    /// How far the first of them went that touched somebody.
    pub level: Option<Length>,
    /// ADLG-R82: how far those go on that touch nobody, once it is said.
    pub chosen: Option<Length>,
}

impl Step<Battle> for Charging {
    /// C2: the targets that are still to be asked.
    fn deciders(&self, battle: &Battle) -> Seats {
        if self.waiting.is_empty() { Seats::NONE } else { battle.phasing.other().into() }
    }

    /// C3 to C6: the next evader runs, the die of the charge is thrown, the next charger goes.
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let mut charging = *self;
        if let Some(evader) = battle.nearest_evader(&charging) {
            return charging.run_next(evader, battle, dice, log);
        }
        if charging.die.is_none() && is_all_fled(&charging) {
            charging.die = Some(battle.adjust(&charging, dice, log)?);
            battle.lay(charging);
            return Ok(());
        }
        match battle.go_next(&mut charging, log) {
            Next::Went => battle.lay(charging),
            Next::Ask(how_far) => {
                battle.lay(charging);
                battle.lay(how_far);
            }
            Next::Over => battle.end_charge(&charging),
        }
        Ok(())
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let charge = battle.they(battle.phasing, self.units).says("charge");
        let target = self.waiting.ids(battle.phasing.other()).next();
        let who = target.map_or(Subject::several("those"), |id| battle.who(id));
        let asks = format!("{charge}: {} {who} evade or stand?", who.does("do"));
        (asks, &["ADLG-R80", "ADLG-EVA.1"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend(react::both());
    }

    fn fits(&self, _: &Battle) -> bool {
        !self.units.is_empty()
    }
}

impl Charging {
    /// C3: the evader throws. ADLG-R96: others who ran before it may have shut it in; then it throws nothing and stands.
    fn run_next(
        mut self,
        evader: Id,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let (from, number) = (battle.onrush(&self), evader.number());
        self.evading = self.evading.without(number);
        if let Some(by) = battle.evade_blocked(evader, from, battle.roles()) {
            self.standing = self.standing.with(number);
            battle.lay(self);
            log.push(|| Event::Cornered { unit: evader, by });
            return Ok(());
        }
        self.fled = self.fled.with(number);
        battle.lay(self);
        battle.start_to_run(evader, from, dice, log)?;
        Ok(())
    }

    /// Whether an enemy has been asked to evade or stand.
    fn has_asked(&self, enemy: Id) -> bool {
        let number = enemy.number();
        [self.waiting, self.evading, self.standing, self.fled].iter().any(|set| set.has(number))
    }

    /// Whether what lies ahead of a unit that goes so far keeps it from going farther. A friend of the charge
    /// does so only if the unit ends short of what the others go.
    fn is_held_up(&self, unit: Id, distance: Length, stop: Stop, ahead: &Ahead) -> bool {
        let reached = distance.get() >= ahead.distance - TOLERANCE.touch;
        let mate = match stop {
            Stop::Body(other) | Stop::Passed(other) => {
                other.seat() == unit.seat() && self.units.has(other.number())
            }
            _ => false,
        };
        let others = self.chosen.max(self.level).unwrap_or(distance);
        reached && (!mate || distance + Length::new(TOLERANCE.touch) < others)
    }
}

/// How a charger comes upon its enemy.
struct Landing {
    touching: Pose,
    edge: Edge,
    conformed: Conformed,
}

impl Landing {
    fn end(&self) -> Pose {
        match self.conformed {
            Conformed::Charger(pose) => pose,
            Conformed::Enemy(_) | Conformed::Incomplete => self.touching,
        }
    }

    /// Whether a charger of this size stands conformed as it touches.
    fn is_flush(&self, size: Size) -> bool {
        let [touching, end] = [self.touching, self.end()].map(|pose| Rect::new(&pose, size));
        matches!(self.conformed, Conformed::Charger(_))
            && touching.corner_shift(&end) <= TOLERANCE.touch
    }
}

/// By which rules a unit that touches nobody goes on, and the friends that go with it.
#[derive(Clone, Copy)]
struct Onward {
    rules: &'static [RuleId],
    mates: UnitSet,
}

impl Onward {
    /// ADLG-R163: there is no room for the friends before whom it stops.
    const SHUT_OUT: Onward = Onward { rules: &["ADLG-R163"], mates: UnitSet::NONE };
}

/// Of a charge whose targets have fled.
const AFTER_THEM: &[RuleId] = &["ADLG-CHG.8", "ADLG-R82"];
/// Of others that touch nobody.
const ALONG: &[RuleId] = &["ADLG-CHG.10", "ADLG-R82"];
/// Level with a neighbour that has conformed.
const BESIDE: &[RuleId] = &["ADLG-CHG.10", "ADLG-R90"];

/// What comes next in a charge.
enum Next {
    /// Something has been done.
    Went,
    /// The chargers say how far they go on.
    Ask(HowFar),
    Over,
}

type Events = Log<Event>;

/// C1 to C4.
impl Battle {
    /// C1: the charge is declared; its units make their start manoeuvre. Gives the charge with the targets
    /// that have a choice.
    pub(crate) fn declare(
        &mut self,
        order: &Declare,
        declared: &Declared,
        roles: &Roles,
    ) -> Charging {
        let Declare { units, ref start, how } = *order;
        let seat = self.phasing;
        let ids = group_of(units, seat);
        let mut charging = Charging {
            units,
            how,
            manoeuvre: declared.manoeuvre,
            allowance: declared.allowance,
            turned: start.iter().any(|element| element.is_turn()),
            waiting: UnitSet::NONE,
            evading: UnitSet::NONE,
            standing: UnitSet::NONE,
            fled: UnitSet::NONE,
            initial: declared.targets().into_iter().collect(),
            die: None,
            to_go: units,
            level: None,
            chosen: None,
        };
        for (at, (&id, base)) in ids.iter().zip(&declared.starts).enumerate() {
            // ADLG-R88: not if the target was in its own zone.
            let near = declared.contacts[at]
                .is_some_and(|it| it.enemies().any(|enemy| self.is_spontaneous(id, enemy, roles)));
            let unit = self.unit_mut(id);
            unit.stood = Some(unit.pose);
            unit.pose = base.pose;
            unit.moves = 1;
            unit.flags |= Flags::NO_SHOOTING | Flags::SPENT;
            unit.flags.remove(Flags::STAKED);
            unit.flags.set(Flags::UNCONTROLLED, how == How::Uncontrolled && !near);
        }
        for target in declared.targets() {
            let chargers = ids
                .iter()
                .zip(&declared.contacts)
                .filter(|(_, contact)| contact.is_some_and(|contact| contact.enemy == target));
            let must = chargers.into_iter().any(|(&charger, _)| self.must_evade(target, charger));
            self.ask(&mut charging, target, must, roles);
        }
        charging
    }

    /// The direction in which a charge goes, and who charges.
    pub(crate) fn onrush(&self, charging: &Charging) -> Onrush {
        Onrush { facing: self.unit(self.lead(charging)).pose.facing, by: charging.units }
    }

    fn lead(&self, charging: &Charging) -> Id {
        Id::new(self.phasing, charging.units.iter().next().expect("a charge has units"))
    }

    /// C2, ADLG-R80, ADLG-R94: what a target may do: evade or stand, only stand, or only evade.
    fn ask(&self, charging: &mut Charging, target: Id, must: bool, roles: &Roles) {
        let number = target.number();
        if self.evade_blocked(target, self.onrush(charging), roles).is_some() {
            charging.standing = charging.standing.with(number);
        } else if must {
            charging.evading = charging.evading.with(number);
        } else {
            charging.waiting = charging.waiting.with(number);
        }
    }

    /// ADLG-EVA.3, ADLG-R96: says why a unit that could evade cannot.
    pub(crate) fn tell_cornered(&self, unit: Id, from: Onrush, roles: &Roles, log: &mut Events) {
        match self.evade_blocked(unit, from, roles) {
            None | Some(Blocked::Cannot) => {}
            Some(by) => log.push(|| Event::Cornered { unit, by }),
        }
    }

    /// C3, ADLG-R153: evaders run in the order of their distance.
    fn nearest_evader(&self, charging: &Charging) -> Option<Id> {
        let from = self.rect(self.lead(charging));
        let evaders = group_of(charging.evading, self.phasing.other());
        let distance = |id: &Id| from.distance(&self.rect(*id));
        evaders.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// C4, ADLG-CHG.7, ADLG-R81: one die for the whole charge.
    fn adjust(&self, charging: &Charging, dice: &mut Dice, log: &mut Events) -> Rolled<u8> {
        let unit = self.lead(charging);
        let charge = self.charge_of(unit, charging);
        let (by, units) = (self.phasing, charging.units);
        let die = charge
            .throw(by, dice)
            .about(|ask| format!("{} of {}", ask.what, self.names(by, units)))?
            as u8;
        log.push(|| Event::ChargeAdjusted { by, units, charge, die });
        Ok(die)
    }

    fn charge_of(&self, unit: Id, charging: &Charging) -> Charge {
        let allowance = charging.allowance.get() as u8;
        Charge { profile: *self.profile(unit), allowance, manoeuvre: charging.manoeuvre }
    }
}

/// ADLG-CHG.7: whether there were targets, and all of them fled.
fn is_all_fled(charging: &Charging) -> bool {
    !charging.initial.is_empty() && charging.initial.iter().all(|unit| charging.fled.has(unit))
}

/// C5 and C6.
impl Battle {
    /// How far a unit of the charge can go straight ahead.
    fn reach(&self, unit: Id, charging: &Charging) -> Length {
        match charging.die {
            Some(die) => self.charge_of(unit, charging).reach(die.into()),
            None => (charging.allowance - charging.manoeuvre).max(Length::ZERO),
        }
    }

    /// ADLG-R83: what a unit of the charge meets straight ahead.
    fn outlook(&self, unit: Id, charging: &Charging, roles: &Roles) -> Ahead {
        let reach = self.reach(unit, charging);
        let dash = Dash {
            most: reach.get() + TOLERANCE.touch,
            slower: Some((reach - charging.allowance).get()),
            group: charging.to_go,
            zones: true,
            roles,
        };
        let base = self.base(unit);
        let mut ahead = self.straight_ahead(unit, &base, &dash);
        if let Some(Stop::Enemy(enemy)) = ahead.stop {
            let (first, _) = self.level_with(unit, &base, enemy, &dash, &ahead);
            ahead.stop = Some(Stop::Enemy(first));
        }
        ahead
    }

    /// The next charger goes: first those that have somebody to strike, the nearest first; then those
    /// that touch nobody, front ranks first.
    fn go_next(&mut self, charging: &mut Charging, log: &mut Events) -> Next {
        let roles = self.roles().clone();
        let mut strikers: ArrayVec<(Id, Ahead), UNITS_MAX> = charging
            .to_go
            .ids(self.phasing)
            .filter(|&unit| self.is_in_front(unit, charging))
            .map(|unit| (unit, self.outlook(unit, charging, &roles)))
            .filter(|(_, ahead)| match ahead.stop {
                Some(Stop::Enemy(enemy)) => charging.has_asked(enemy),
                Some(Stop::EnemyCamp) => true,
                _ => false,
            })
            .collect();
        strikers.sort_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
        let Some(&nearest) = strikers.first() else {
            return self.follow_next(charging, &roles, log);
        };
        // Who would conform onto a friend that has still to go lets that one go first.
        let clear = |(unit, ahead): &&(Id, Ahead)| self.lands_clear(*unit, ahead, charging, &roles);
        let ((unit, ahead), alone) = match strikers.iter().find(clear) {
            Some(&striker) => (striker, false),
            None => (nearest, true),
        };
        charging.to_go = charging.to_go.without(unit.number());
        let distance = Length::new(ahead.distance);
        charging.level = Some(charging.level.unwrap_or(distance));
        match ahead.stop {
            Some(Stop::Enemy(enemy)) => {
                let group = if alone { UnitSet::NONE } else { charging.to_go };
                self.strike(unit, enemy, distance, group, log);
            }
            _ => self.reach_camp(unit, distance, false, log),
        }
        Next::Went
    }

    /// Whether the place where a charger comes to stand is clear of friends that have still to go.
    fn lands_clear(&self, unit: Id, ahead: &Ahead, charging: &Charging, roles: &Roles) -> bool {
        let Some(Stop::Enemy(enemy)) = ahead.stop else { return true };
        let group = charging.to_go.without(unit.number());
        let landing = self.landing(unit, enemy, Length::new(ahead.distance), group, roles);
        let place = Rect::new(&landing.end(), self.profile(unit).kind.size());
        let mut mates = group.ids(self.phasing);
        !mates.any(|mate| self.rect(mate).overlaps(&place, TOLERANCE))
    }

    /// Whether no friend of the charge that has still to go stands before a unit.
    fn is_in_front(&self, unit: Id, charging: &Charging) -> bool {
        let base = self.base(unit);
        let mates = group_of(charging.to_go, self.phasing);
        !mates.iter().any(|&mate| base.joined(&self.base(mate), DRILL) == Some(Edge::Front))
    }

    /// ADLG-CHG.8, ADLG-CHG.10, ADLG-R82: units that reach nobody go on: Impetuous ones all the way, others as
    /// far as their owner says. A new enemy that they come upon is asked first.
    fn follow_next(&mut self, charging: &mut Charging, roles: &Roles, log: &mut Events) -> Next {
        let followers: ArrayVec<(Id, Ahead), UNITS_MAX> = charging
            .to_go
            .ids(self.phasing)
            .filter(|&unit| self.is_in_front(unit, charging))
            .map(|unit| (unit, self.outlook(unit, charging, roles)))
            .collect();
        let Some(&(unit, ahead)) = followers.first() else { return Next::Over };
        let bounds = |unit: Id, ahead: &Ahead| self.bounds(unit, ahead, charging);
        let (least, most) = bounds(unit, &ahead);
        if charging.chosen.is_none() {
            let all = || followers.iter().map(|(unit, ahead)| bounds(*unit, ahead));
            let low = all().map(|(least, _)| least).min().unwrap_or_default();
            let high = all().map(|(_, most)| most).max().unwrap_or_default();
            let free = |(unit, _): &(Id, Ahead)| !self.profile(*unit).has(Abilities::IMPETUOUS);
            if high > low + Length::new(TOLERANCE.touch) && followers.iter().any(free) {
                return Next::Ask(HowFar { least: low, most: high });
            }
            charging.chosen = Some(low);
        }
        let distance = charging.chosen.unwrap_or(least).max(least).min(most);
        if let Some(Stop::Enemy(enemy)) = ahead.stop
            && distance + Length::new(TOLERANCE.touch) >= Length::new(ahead.distance)
        {
            // ADLG-R82: once it has evaded, how far to go on is chosen anew.
            charging.chosen = None;
            let must = self.must_evade(enemy, unit);
            self.ask(charging, enemy, must, roles);
            self.tell_cornered(enemy, self.onrush(charging), roles, log);
            return Next::Went;
        }
        charging.to_go = charging.to_go.without(unit.number());
        self.follow(unit, distance, &ahead, charging, log);
        Next::Went
    }

    /// Between what and what a unit that reaches nobody may choose.
    fn bounds(&self, unit: Id, ahead: &Ahead, charging: &Charging) -> (Length, Length) {
        let most = Length::new(ahead.distance).min(self.reach(unit, charging));
        if self.profile(unit).has(Abilities::IMPETUOUS) {
            return (most, most);
        }
        let least = match (charging.level, charging.die) {
            (Some(level), _) => level,
            (None, Some(die)) => self.charge_of(unit, charging).minimum(die.into()),
            (None, None) => Length::ZERO,
        };
        (least.min(most), most)
    }

    /// C6: where a charger comes to stand, the friends of its group that have still to go out of its way.
    fn landing(
        &self,
        unit: Id,
        enemy: Id,
        distance: Length,
        group: UnitSet,
        roles: &Roles,
    ) -> Landing {
        let base = self.base(unit);
        let course = Motion::advance(distance).course(&base);
        let touching = Base { pose: course.end(&base.pose), ..base };
        let edge = self.edge_hit(&self.declared_at(unit), &touching.rect(), enemy);
        let mut after = self.cleared_for(unit, group, roles);
        after.unit_mut(unit).pose = touching.pose;
        let conformed = after.conform(unit, &touching, enemy, edge, roles.in_melee(enemy));
        Landing { touching: touching.pose, edge, conformed }
    }

    /// ADLG-R78: where a charger stood when it declared its charge.
    fn declared_at(&self, unit: Id) -> Rect {
        let it = self.unit(unit);
        Rect::new(&it.stood.unwrap_or(it.pose), self.profile(unit).kind.size())
    }

    fn strike(&mut self, unit: Id, enemy: Id, distance: Length, group: UnitSet, log: &mut Events) {
        let roles = self.roles().clone();
        let base = self.base(unit);
        let landing = self.landing(unit, enemy, distance, group, &roles);
        let Landing { edge, conformed, .. } = landing;
        let end = landing.end();
        // ADLG-R163: friendly light infantry makes room, or it stops before them.
        if !self.make_room(unit, Base { pose: end, ..base }, enemy, log) {
            self.stop_before_friends(unit, distance, log);
            return;
        }
        self.unit_mut(unit).pose = end;
        // Light infantry that makes room for the charger does not do so for its enemy.
        let conformed = match conformed {
            Conformed::Enemy(pose)
                if !self.is_free(enemy, unit, &Base { pose, ..self.base(enemy) }) =>
            {
                Conformed::Incomplete
            }
            conformed => conformed,
        };
        let it = self.unit_mut(unit);
        it.charged = Some(enemy);
        it.unconformed = matches!(conformed, Conformed::Incomplete).then_some(enemy);
        self.storm(unit, enemy, edge);
        if let Conformed::Enemy(pose) = conformed {
            self.unit_mut(enemy).pose = pose;
            self.unit_mut(enemy).flags.remove(Flags::STAKED);
        }
        log.push(|| {
            let mates = group_of(group, unit.seat());
            let passages = self.passages_between(unit, &mates, &base, &landing.touching);
            let conformed = Some(conformed).filter(|_| !landing.is_flush(base.size));
            Event::Charged { unit, enemy, edge, pose: end, conformed, passages }
        });
        if matches!(conformed, Conformed::Charger(_)) {
            self.surprise(enemy, unit, edge, &roles, log);
        }
    }

    /// ADLG-R20: a unit that reaches the enemy's camp turns its front onto the edge that it touches.
    pub(crate) fn reach_camp(
        &mut self,
        unit: Id,
        distance: Length,
        pursues: bool,
        log: &mut Events,
    ) {
        let base = self.base(unit);
        let touching =
            Base { pose: Motion::advance(distance).course(&base).end(&base.pose), ..base };
        let owner = unit.seat().other();
        let camp = Base::new(self.sides[owner].camp.pose, crate::setup::CAMP);
        let contacts = touching.rect().contacts(&camp.rect(), TOLERANCE);
        // Where it came, or else as far along the edge as its middle touches it.
        let flush = contacts.first().map(|contact| {
            let place = camp.opposed(contact.theirs, base.size, Along::Middle);
            let right = place.rect().right();
            let half = camp.rect().edge(contact.theirs).length() / 2.0;
            let came = touching.rect().middle(Edge::Front) - place.rect().middle(Edge::Front);
            let off = came.dot(right);
            let turned = |off: f64| {
                let centre = place.rect().centre() + right * off;
                Base::new(Pose::nearest(centre, place.pose.facing), base.size)
            };
            let touches = off.abs() < half + base.size.width.get() / 2.0 - TOLERANCE.touch;
            [touches.then(|| turned(off)), Some(turned(off.clamp(-half, half)))]
        });
        let free = |place: &Base| {
            let rect = place.rect();
            let bodies = self.bodies_near(place, TOLERANCE.touch).filter(|&other| other != unit);
            self.setup.field.rect().grown(TOLERANCE.touch).holds(&rect)
                && !bodies.map(|other| self.rect(other)).any(|it| it.overlaps(&rect, TOLERANCE))
        };
        let turned = flush.into_iter().flatten().flatten();
        let place = turned.chain([touching]).find(free).unwrap_or(base);
        self.unit_mut(unit).pose = place.pose;
        log.push(|| Event::ReachedCamp { unit, pose: place.pose, pursues });
    }

    /// ADLG-R163: friends that a charger has to stand on: light infantry is set down behind it, others
    /// stop it. Says whether the place is free now.
    pub(crate) fn make_room(&mut self, unit: Id, place: Base, enemy: Id, log: &mut Events) -> bool {
        let rect = place.rect();
        let in_way: ArrayVec<Id, UNITS_MAX> = self
            .bodies_near(&place, TOLERANCE.touch)
            .filter(|&other| {
                other != unit && other != enemy && self.rect(other).overlaps(&rect, TOLERANCE)
            })
            .collect();
        if in_way.is_empty() {
            return true;
        }
        let mut moved: ArrayVec<(Id, Pose), UNITS_MAX> = ArrayVec::new();
        let mut after = self.clone();
        after.unit_mut(unit).pose = place.pose;
        for other in in_way {
            let light = other.seat() == unit.seat()
                && self.category(other) == Li
                && self.unit(other).place == Place::Table;
            let Some(pose) = light.then(|| after.behind(&place, other)).flatten() else {
                return false;
            };
            after.unit_mut(other).pose = pose;
            moved.push((other, pose));
        }
        for (other, pose) in moved {
            self.unit_mut(other).pose = pose;
            log.push(|| Event::MadeRoom { unit: other, pose });
        }
        true
    }

    /// ADLG-R163: a unit that would come to stand on friends without room elsewhere stops before them.
    pub(crate) fn stop_before_friends(&mut self, unit: Id, distance: Length, log: &mut Events) {
        let base = self.base(unit);
        let sweep = Sweep::new(&base.rect(), Motion::advance(distance).course(&base));
        let end = sweep.at(1.0);
        let friends = self.standing_near(unit.seat(), &base, distance.get());
        let in_way = friends.filter(|&it| it != unit && self.rect(it).overlaps(&end, TOLERANCE));
        let touches = in_way.filter_map(|friend| {
            let touch = sweep.first_touch(&self.rect(friend), TOLERANCE)?;
            Some((touch.at * distance.get(), friend))
        });
        match touches.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((ud, friend)) => {
                self.go_straight(unit, ud, Some(Stop::Passed(friend)), Onward::SHUT_OUT, log);
            }
            None => self.go_straight(unit, distance.get() - GAP_UD, None, Onward::SHUT_OUT, log),
        }
    }

    /// ADLG-R163: the first free place for light infantry within 2 UD behind a unit, facing kept.
    fn behind(&self, place: &Base, light: Id) -> Option<Pose> {
        let rect = place.rect();
        let facing = self.unit(light).pose.facing;
        let kind = self.profile(light).kind;
        // Facing across, its width lies along the way.
        let (sin, cos) = (facing - place.pose.facing).sin_cos();
        let long = sin.abs() * kind.size().width.get() + cos.abs() * kind.size().depth.get();
        let centre = rect.centre() - rect.ahead() * (rect.depth() + long) * 0.5;
        let first = Base::new(Pose::nearest(centre, facing), kind.size());
        let course = Course::Straight { by: rect.ahead() * -REACH_BACK_UD };
        let bodies: ArrayVec<Rect, ALL_UNITS> = self
            .bodies_near(place, 2.0 * REACH_BACK_UD)
            .filter(|&other| other != light)
            .map(|other| self.rect(other))
            .collect();
        let sweep = Sweep::new(&first.rect(), course);
        let at = sweep.first_free(0.0, &bodies.as_slice(), TOLERANCE)?;
        let pose = course.part(at).end(&first.pose);
        let body = Rect::new(&pose, kind.size());
        let free = self.setup.field.rect().holds(&body)
            && self.landscape.ground(&body).allowance(kind).is_some()
            && self.camps().iter().all(|camp| !camp.overlaps(&body, TOLERANCE));
        free.then_some(pose)
    }

    /// A unit that touches nobody goes on; it does not go past a place in support (ADLG-R82), and stays
    /// level with a unit of its group that has conformed (ADLG-R90).
    fn follow(
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
    fn go_straight(
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

    /// The charge is over. ADLG-R98: evaders that got away may face about now.
    fn end_charge(&mut self, charging: &Charging) {
        let chargers = group_of(charging.units, self.phasing);
        for &charger in &chargers {
            self.record_mut(charger).stood = None;
        }
        let caught = |id: Id| chargers.iter().any(|&it| self.unit(it).charged == Some(id));
        let away = charging.fled.ids(self.phasing.other()).filter(|&id| !caught(id));
        let away: UnitSet = away.collect();
        self.offer_to_face_about(self.phasing.other(), away);
    }

    /// ADLG-R91, ADLG-R90: units of the active corps whose conformation is incomplete conform if they can,
    /// whichever of the two once charged.
    pub(crate) fn conform_corps(&mut self, corps: u8, log: &mut Events) {
        let units: ArrayVec<Id, UNITS_MAX> =
            self.standing(self.phasing).filter(|&id| self.troop(id).corps == corps).collect();
        for unit in units {
            let Some(enemy) = self.partner(unit) else { continue };
            let rect = self.rect(unit);
            let edge = self.edge_hit(&rect, &rect, enemy);
            if let Some(pose) = self.conforms(unit, &rect, enemy, edge) {
                for id in [unit, enemy] {
                    self.unit_mut(id).unconformed = None;
                }
                let it = self.unit_mut(unit);
                it.pose = pose;
                it.flags.remove(Flags::STAKED);
                // ADLG-R45: it does not rally in this phase.
                it.flags |= Flags::SPENT;
                log.push(|| Event::Conformed { unit, pose, rule: "ADLG-R91" });
            }
        }
    }

    /// ADLG-R90: the enemy with which a unit touches without conformation.
    fn partner(&self, unit: Id) -> Option<Id> {
        let mut enemies = self.standing(unit.seat().other());
        enemies.find(|&enemy| {
            let either = self.unit(unit).unconformed == Some(enemy)
                || self.unit(enemy).unconformed == Some(unit);
            either && self.rect(unit).touches(&self.rect(enemy), TOLERANCE)
        })
    }
}

/// ADLG-R163: how far behind light infantry may be set down.
const REACH_BACK_UD: f64 = 2.0;
