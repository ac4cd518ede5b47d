//! Moves worth making.

use acies_core::{Dice, Seat};
use acies_table::{Angle, Facing, Length, Pose};
use arrayvec::ArrayVec;
use glam::DVec2;

use crate::{
    battle::{Action, Battle, Field},
    movement::{
        fall_back::FallBack,
        march::{Leg, Legs, Mode, Move, Moved},
        path::{Course, Gait},
        pivot::Pivot,
    },
    profile::Order,
    rulings::{OBLIQUE, TOL, UNITS_MAX, ZONE_UD},
    table::Table,
    units::{Flags, Id, UnitSet},
};

/// Sensible moves, each tried for every unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Recipe {
    /// Straight ahead as far as it goes.
    Ahead,
    /// Straight ahead as little as it may.
    Least,
    /// Straight ahead until it is level with a friend beside its way.
    LineUp,
    /// Slanting to the right and to the left, as far as it goes.
    SlantRight,
    SlantLeft,
    /// A wheel to face the nearest enemy, or one of the next, and on.
    WheelToEnemy(usize),
    /// A wheel to face away from its own edge, and on.
    WheelForward,
    /// A wheel to the right and to the left, and on, if something is in the way ahead.
    WheelRight,
    WheelLeft,
    /// On a slant towards the nearest enemy, or one of the next.
    Contact(usize),
    /// AV-R47: 1 UD ahead, then a wheel to the nearest enemy, and on.
    Twice,
    /// AV-R54: through Expediti, straight on or on a slant.
    Push,
    PushRight,
    PushLeft,
}

const RECIPES: [Recipe; 17] = [
    Recipe::Ahead,
    Recipe::Least,
    Recipe::LineUp,
    Recipe::SlantRight,
    Recipe::SlantLeft,
    Recipe::WheelToEnemy(0),
    Recipe::WheelToEnemy(1),
    Recipe::WheelForward,
    Recipe::WheelRight,
    Recipe::WheelLeft,
    Recipe::Contact(0),
    Recipe::Contact(1),
    Recipe::Contact(2),
    Recipe::Twice,
    Recipe::Push,
    Recipe::PushRight,
    Recipe::PushLeft,
];

/// The ways at the enemy that are thought of first.
const PLAIN: [Recipe; 10] = [
    Recipe::Contact(0),
    Recipe::Contact(1),
    Recipe::WheelToEnemy(0),
    Recipe::WheelToEnemy(1),
    Recipe::Ahead,
    Recipe::SlantRight,
    Recipe::SlantLeft,
    Recipe::WheelForward,
    Recipe::WheelRight,
    Recipe::WheelLeft,
];

/// So many units and recipes are tried before everything is listed.
const TRIES: usize = 12;

/// One in so many random moves ends the step, once nobody has to move.
const ENDS: usize = 3;

/// How far a unit wheels to go round another.
const ASIDE: Angle = Angle::new(60.0);

/// How far a halted unit is offered to turn aside.
const TURN: Angle = Angle::new(45.0);

/// Friends this far beside a way are lined up with.
const BESIDE_UD: f64 = 2.0;

impl Battle {
    pub(crate) fn list_moves(&self, seat: Seat, out: &mut Vec<Action>) {
        let table = self.table();
        if !table.standing(seat).any(|id| table.must_move(id)) {
            out.push(Action::EndMoves);
        }
        for id in table.standing(seat) {
            self.list_moves_of(id, out);
        }
    }

    fn list_moves_of(&self, id: Id, out: &mut Vec<Action>) {
        let (table, unit) = (self.table(), self.unit(id));
        let number = id.number();
        if unit.is(Flags::MOVED) {
            return;
        }
        match unit.order {
            Some(Order::FallBack) => {
                let ways = table.choice_of_ways_back(id);
                out.extend(ways.map(|back| Action::from(FallBack { unit: number, back })));
            }
            Some(Order::Halt) => {
                for facing in table.turns(id) {
                    if table.check_pivot(id, facing).is_ok() {
                        out.push(Pivot { unit: number, facing }.into());
                    }
                }
            }
            Some(Order::Advance | Order::Rush | Order::Shieldwall) => {
                let from = out.len();
                for (action, _) in table.proposals(id) {
                    if !out[from..].contains(&action) {
                        out.push(action);
                    }
                }
            }
            Some(Order::Orbis) | None => {}
        }
    }

    pub(crate) fn any_move(&self, seat: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        let table = self.table();
        let waits = |id: Id| !self.unit(id).is(Flags::MOVED);
        for _ in 0..TRIES {
            let id = Id::new(seat, chance.number(self.sides[seat].units.len()) as u8);
            if !self.unit(id).is_there() || !waits(id) {
                continue;
            }
            match self.unit(id).order {
                Some(Order::Advance | Order::Rush | Order::Shieldwall) => {
                    let recipe = RECIPES[chance.number(RECIPES.len())];
                    if let Some((action, _)) = table.proposed(id, recipe) {
                        return action;
                    }
                }
                Some(Order::Halt | Order::FallBack) => {
                    self.list_moves_of(id, room);
                    if !room.is_empty() {
                        return room.swap_remove(chance.number(room.len()));
                    }
                }
                Some(Order::Orbis) | None => {}
            }
            if chance.number(ENDS) == 0 && !table.standing(seat).any(|id| table.must_move(id)) {
                return Action::EndMoves;
            }
        }
        self.list_moves(seat, room);
        room.swap_remove(chance.number(room.len()))
    }
}

impl Table<'_> {
    /// Facings worth pivoting to: the nearest enemy, and away from the own edge.
    pub(crate) fn pivots(self, id: Id) -> impl Iterator<Item = Facing> {
        let enemy = self.to_nearest_enemy(id);
        let forward = Field::homeward(id.seat()).opposite();
        enemy.into_iter().chain(Some(forward).filter(move |it| Some(*it) != enemy))
    }

    /// AV-R44: facings that a player is offered: any is allowed. Whom to turn at comes last.
    fn turns(self, id: Id) -> impl Iterator<Item = Facing> {
        let facing = self.pose(id).facing;
        let forward = Field::homeward(id.seat()).opposite();
        let aside = [TURN, -TURN].map(|by| facing + by);
        let known = [forward, aside[0], aside[1]];
        let enemy = self.to_nearest_enemy(id).filter(move |it| !known.contains(it));
        let forward = Some(forward).filter(move |it| !aside.contains(it));
        forward.into_iter().chain(aside).chain(enemy)
    }

    fn to_nearest_enemy(self, id: Id) -> Option<Facing> {
        let enemy = self.nearest_enemy(id)?;
        Some(Facing::toward(self.at(enemy) - self.at(id)))
    }

    /// The moves of all recipes under a unit's order, and where each leads.
    pub(crate) fn proposals(self, id: Id) -> impl Iterator<Item = (Action, Moved)> {
        // How it goes is the same for all of them but those through Expediti.
        let mode = self.mode_of_all(id);
        RECIPES.into_iter().filter_map(move |recipe| self.proposed_as(mode?, id, recipe))
    }

    /// The first way at the enemy that is open.
    pub(crate) fn first_move(self, id: Id) -> Option<Action> {
        let mode = self.mode_of_all(id)?;
        let proposed = |recipe| self.proposed_as(mode, id, recipe);
        PLAIN.into_iter().find_map(proposed).map(|(action, _)| action)
    }

    /// How a unit goes that may move, if nobody is pushed away.
    fn mode_of_all(self, id: Id) -> Option<Mode> {
        self.may_stir(id).ok()?;
        self.check_free(id).ok()?;
        self.mode(id, UnitSet::NONE).ok()
    }

    /// Which way the nearest enemy lies, or one of the next if it can be reached.
    fn to_enemy(self, id: Id, nth: usize, most: f64) -> Option<Facing> {
        if nth == 0 {
            return self.to_nearest_enemy(id);
        }
        let near = self.enemies_within(id, most + ZONE_UD);
        let mut ways: ArrayVec<DVec2, UNITS_MAX> =
            near.ids(id.seat().other()).map(|enemy| self.at(enemy) - self.at(id)).collect();
        ways.sort_unstable_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        ways.get(nth).map(|&way| Facing::toward(way))
    }

    /// The move of a recipe, if it is one and legal.
    fn proposed(self, id: Id, recipe: Recipe) -> Option<(Action, Moved)> {
        self.proposed_as(self.mode_of_all(id)?, id, recipe)
    }

    fn proposed_as(self, mode: Mode, id: Id, recipe: Recipe) -> Option<(Action, Moved)> {
        let facing = self.pose(id).facing;
        let push = match recipe {
            Recipe::Push => self.pushable(id, facing)?,
            Recipe::PushRight => self.pushable(id, facing + OBLIQUE)?,
            Recipe::PushLeft => self.pushable(id, facing + -OBLIQUE)?,
            _ => UnitSet::NONE,
        };
        let mode = if push.is_empty() { mode } else { self.mode(id, push).ok()? };
        let steps = self.steps(id, recipe, mode, push)?;
        self.check_pushers(id, push).ok()?;
        let moved = self.check_move_as(mode, id, &steps, push).ok()?;
        Some((Move { unit: id.number(), steps, push }.into(), moved))
    }

    fn steps(self, id: Id, recipe: Recipe, mode: Mode, push: UnitSet) -> Option<Legs> {
        let (pose, profile) = (*self.pose(id), self.profile(id));
        let (least, most) = profile.span_ud(mode);
        let advances = mode == Mode::Advance;
        let one = |wheel: Option<Facing>, heading: Facing, ud: f64, pick: Pick| {
            let pose = Pose { facing: wheel.unwrap_or(pose.facing), ..pose };
            let course = Course { unit: id, pose, heading, ud, push, gait: Gait::Ordered };
            self.step(&course, wheel, pick)
        };
        let step = match recipe {
            Recipe::Ahead | Recipe::Push => one(None, pose.facing, most, Pick::Farthest),
            Recipe::Least => one(None, pose.facing, most, Pick::From(least.max(1.0))),
            Recipe::LineUp => {
                let ud = self.level_with_friend(id, least, most)?;
                one(None, pose.facing, most, Pick::From(ud))
            }
            Recipe::SlantRight | Recipe::PushRight if advances => {
                one(None, pose.facing + OBLIQUE, most, Pick::Farthest)
            }
            Recipe::SlantLeft | Recipe::PushLeft if advances => {
                one(None, pose.facing + -OBLIQUE, most, Pick::Farthest)
            }
            Recipe::WheelToEnemy(nth) if advances => {
                let facing = self.to_enemy(id, nth, most).filter(|it| *it != pose.facing)?;
                one(Some(facing), facing, most.min(profile.wheeled_ud()), Pick::Farthest)
            }
            Recipe::WheelForward if advances => {
                let forward = Field::homeward(id.seat()).opposite();
                let facing = Some(forward).filter(|it| *it != pose.facing)?;
                one(Some(facing), facing, most.min(profile.wheeled_ud()), Pick::Farthest)
            }
            Recipe::WheelRight | Recipe::WheelLeft if advances => {
                let ahead = one(None, pose.facing, most, Pick::Farthest);
                let by = if recipe == Recipe::WheelRight { ASIDE } else { -ASIDE };
                let facing = pose.facing + by;
                let ud = most.min(profile.wheeled_ud());
                ahead.is_none().then(|| one(Some(facing), facing, ud, Pick::Farthest)).flatten()
            }
            Recipe::Contact(nth) if advances => {
                let heading = self.to_enemy(id, nth, most)?;
                let slant = (heading - pose.facing).abs();
                let fits = slant > Angle::ZERO && slant <= OBLIQUE;
                fits.then(|| one(None, heading, most, Pick::Farthest)).flatten()
            }
            Recipe::Twice if advances && profile.is_expediti() => {
                return self.two_steps(id, most);
            }
            _ => None,
        }?;
        Some([step].into_iter().collect())
    }

    fn two_steps(self, id: Id, most: f64) -> Option<Legs> {
        let pose = *self.pose(id);
        let (push, gait) = (UnitSet::NONE, Gait::Ordered);
        let course = Course { unit: id, pose, heading: pose.facing, ud: most, push, gait };
        let first = self.step(&course, None, Pick::From(1.0))?;
        let at = pose.at.vec() + first.heading.ahead() * first.distance.get();
        let enemy = self.at(self.nearest_enemy(id)?);
        let halfway = Pose::nearest(at, Facing::toward(enemy - at));
        let (heading, ud) = (halfway.facing, most - first.distance.get());
        let course = Course { pose: halfway, heading, ud, ..course };
        let second = self.step(&course, Some(heading), Pick::Farthest)?;
        Some([first, second].into_iter().collect())
    }

    /// A segment as far as it goes or as near as it may end.
    fn step(self, course: &Course, wheel: Option<Facing>, pick: Pick) -> Option<Leg> {
        let way = self.way(course);
        let end = match pick {
            Pick::Farthest => way.last_end(way.free),
            Pick::From(least) => way.first_end(least)?,
        };
        let distance = Length::new(end);
        (distance.get() > TOL).then_some(Leg { wheel, heading: course.heading, distance })
    }

    /// How far ahead a unit is level with a friend beside its way.
    fn level_with_friend(self, id: Id, least: f64, most: f64) -> Option<f64> {
        let pose = self.pose(id);
        let levels = self.standing(id.seat()).filter(|&friend| friend != id).filter_map(|friend| {
            let local = pose.local(self.at(friend));
            let beside = local.x.abs() <= BESIDE_UD && self.same_facing(id, friend);
            (beside && local.y > least + TOL && local.y < most - TOL).then_some(local.y)
        });
        levels.reduce(f64::min)
    }

    /// AV-R54: Expediti on the way of close-order infantry, nearer than it goes.
    fn pushable(self, id: Id, heading: Facing) -> Option<UnitSet> {
        let (profile, pose) = (self.profile(id), Pose { facing: heading, ..*self.pose(id) });
        if !(profile.is_infantry() && profile.is_close()) {
            return None;
        }
        let (_, most) = profile.span_ud(self.mode(id, UnitSet::NONE).ok()?);
        let ahead = |enemy: &Id| {
            let local = pose.local(self.at(*enemy));
            self.profile(*enemy).is_expediti()
                && local.x.abs() < 1.0 - TOL
                && local.y > 0.0
                && local.y < most
        };
        let found: UnitSet = self.standing(id.seat().other()).filter(ahead).collect();
        (!found.is_empty()).then_some(found)
    }
}

/// Which end of a segment is wanted.
#[derive(Clone, Copy)]
enum Pick {
    Farthest,
    /// The first from so many UD on.
    From(f64),
}
