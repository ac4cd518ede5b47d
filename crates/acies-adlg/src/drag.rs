//! Units that a player drags freely: the order that leads where he wants them, and the nearest one that
//! the rules allow.

use acies_core::{
    Game, Seat, Viewer,
    scene::{Dragged, Pulled},
};
use acies_table::{Angle, Base, Facing, Length, Motion, Pose};
use arrayvec::ArrayVec;

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Frame, Id},
    charge::{
        declare::{Declare, How},
        uncontrolled::Start,
    },
    movement::{Element, Elements, Group, Track, march::Move},
    rulings::{TOLERANCE, UNITS_MAX},
    scene::unit_id,
    setup::{
        Prepare, Stage,
        deployment::{Arrange, PlaceUnit, ToArrange},
    },
};

/// Nobody drags farther than this.
const FARTHEST_UD: f64 = 200.0;

/// A radian off the facing that is wanted is as bad as so many UD off the place.
const RADIAN_UD: f64 = 1.0;

/// A move that is cut short ends on a multiple of this, so that it spares the tolerances (ADLG-R6).
const CUT_UD: f64 = 0.05;

/// How often the part of a move that is still legal is halved: then it is known more finely than that.
const HALVINGS: usize = 8;

/// A move that brings them nearer by less than this, or a third of the way, is not what is wanted.
const WORTH_UD: f64 = 0.3;

/// Distances and wheels below these are not meant.
const LEAST_UD: f64 = 0.05;
const LEAST_TURN: Angle = Angle::new(0.5);

impl Battle {
    /// Units that a viewer can drag: those of the corps that has its orders, or that is being deployed.
    pub(crate) fn loose(&self, viewer: Viewer) -> impl Iterator<Item = Id> + '_ {
        let corps = match self.stack.last() {
            Some(Frame::Orders(orders)) => Some((self.phasing, orders.corps)),
            Some(Frame::Prepare(Stage::Arrange(ToArrange { by, corps }))) => Some((*by, *corps)),
            _ => None,
        };
        let own = corps.filter(|&(by, _)| viewer == Some(by)).into_iter();
        own.flat_map(move |(by, corps)| {
            self.standing(by).filter(move |&id| self.troop(id).corps == corps)
        })
    }
}

pub(crate) fn drag(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    let Dragged { pieces, x, y, facing, .. } = dragged;
    if x.abs() > FARTHEST_UD || y.abs() > FARTHEST_UD || facing.abs() > 360.0 {
        return None;
    }
    let to = Pose::new(*x, *y, Facing::new(Angle::new(*facing)));
    let loose = |piece: &String| battle.loose(Some(by)).find(|&id| unit_id(battle, id) == *piece);
    let ids: Option<Vec<Id>> = pieces.iter().take(UNITS_MAX).map(loose).collect();
    let ids: Group = ids?.into_iter().collect();
    let first = *ids.first()?;
    if let Some(Frame::Prepare(_)) = battle.stack.last() {
        let unit = first.number();
        let beside: UnitSet = ids[1..].iter().copied().collect();
        let wanted = Action::Prepare(match ids.len() {
            1 => Prepare::Place(PlaceUnit { unit, pose: to }),
            _ => Prepare::Arrange(Arrange { unit, beside, pose: to }),
        });
        let nearest = battle.check(by, &wanted).is_ok().then(|| wanted.clone());
        return Some(Pulled::Led { wanted, nearest });
    }
    let hand = Hand { battle, by, ids: &ids, first: battle.unit(first).pose, to };
    let charge = hand.charge();
    match charge {
        Some(charge) if battle.check(by, &charge).is_ok() => {
            Some(Pulled::Led { wanted: charge.clone(), nearest: Some(charge) })
        }
        charge => {
            let (march, nearest) = hand.march()?;
            Some(Pulled::Led { wanted: charge.unwrap_or(march), nearest })
        }
    }
}

/// Who is dragged, and where the first of them is to stand.
struct Hand<'a> {
    battle: &'a Battle,
    by: Seat,
    ids: &'a [Id],
    first: Pose,
    to: Pose,
}

impl Hand<'_> {
    fn units(&self) -> UnitSet {
        self.ids.iter().copied().collect()
    }

    /// Where a pose of theirs comes to lie if all keep their places.
    fn carried(&self, pose: &Pose) -> Pose {
        let place = self.to.world(self.first.local(pose.at.vec()));
        Pose::nearest(place, pose.facing + (self.to.facing - self.first.facing))
    }

    /// A charge at the enemy on whom they are dragged: the first that is allowed, else straight ahead.
    fn charge(&self) -> Option<Action> {
        let battle = self.battle;
        let hit = |&enemy: &Id| {
            let body = battle.rect(enemy);
            self.ids.iter().any(|&id| {
                let there = Base::new(self.carried(&battle.unit(id).pose), battle.base(id).size);
                there.rect().overlaps(&body, TOLERANCE)
            })
        };
        let far = |id: &Id| battle.unit(*id).pose.at.vec().distance(self.to.at.vec());
        let enemies = battle.standing(self.by.other()).filter(hit);
        let enemy = enemies.min_by(|a, b| far(a).total_cmp(&far(b)))?;
        let charge =
            |start: Start, how| Action::Charge(Declare { units: self.units(), start, how });
        let both =
            |start: Start| [How::Spontaneous, How::Ordered].map(|how| charge(start.clone(), how));
        let allowed = |action: &Action| battle.check(self.by, action).is_ok();
        let found = self.starts(enemy).into_iter().flat_map(both).find(allowed);
        Some(found.unwrap_or_else(|| charge(Start::new(), How::Ordered)))
    }

    /// How a charge at an enemy may begin.
    fn starts(&self, enemy: Id) -> Vec<Start> {
        let battle = self.battle;
        if let [id] = *self.ids {
            return battle.charges_at(id, enemy, battle.roles()).map(|(start, _)| start).collect();
        }
        let onto = battle.unit(enemy).pose.facing.opposite() - self.first.facing;
        let wheel = Start::from_iter([Element::Wheel(onto)]);
        [Start::new()].into_iter().chain((onto.abs() <= Angle::QUARTER).then_some(wheel)).collect()
    }

    /// The move that leads nearest, and the nearest that is allowed, if it brings them nearer.
    fn march(&self) -> Option<(Action, Option<Action>)> {
        let plans = self.plans();
        let order = |elements: Elements| Action::Move(Move { units: self.units(), elements });
        let wanted = plans.iter().min_by(|a, b| self.off(a).total_cmp(&self.off(b)))?;
        let allowed = plans.iter().filter_map(|plan| self.longest(plan));
        let nearest = allowed.min_by(|a, b| self.off(a).total_cmp(&self.off(b)));
        let before = self.off_pose(&self.first);
        let worth = |plan: &Elements| before - self.off(plan) >= WORTH_UD.min(before / 3.0);
        let nearest = nearest.filter(worth);
        Some((order(wanted.clone()), nearest.map(order)))
    }

    /// How far a move leaves them from where they are wanted.
    fn off(&self, elements: &Elements) -> f64 {
        let mut track = Track::default();
        match self.battle.track(self.ids, elements, &mut track) {
            Ok(()) => self.off_pose(&track.end()[0]),
            Err(_) => f64::INFINITY,
        }
    }

    fn off_pose(&self, pose: &Pose) -> f64 {
        let turned = (pose.facing - self.to.facing).abs().radians();
        pose.at.vec().distance(self.to.at.vec()) + RADIAN_UD * turned
    }

    /// Ways to get there: straight on with a slide, with a wheel to the facing that is wanted, with one towards
    /// the place and back again, after a turn, or by turns alone.
    fn plans(&self) -> Vec<Elements> {
        let bases: ArrayVec<Base, UNITS_MAX> =
            self.ids.iter().map(|&id| self.battle.base(id)).collect();
        let Some(whole) = Base::enclosing(&bases) else { return Vec::new() };
        let to = self.carried(&whole.pose);
        let mut plans = ahead(&whole.pose, &to, &[]);
        let turn = whole_degrees(to.facing - whole.pose.facing);
        if turn.abs() >= LEAST_TURN && turn.abs() <= Angle::QUARTER {
            let wheeled = wheel(&whole, turn);
            plans.push(Elements::from_iter([Element::Wheel(turn)]));
            plans.extend(ahead(&wheeled, &to, &[Element::Wheel(turn)]));
        }
        let (by, far) = toward(&whole, &to);
        if by.abs() >= LEAST_TURN && far >= LEAST_UD {
            let on = [Element::Wheel(by), Element::Advance(hundredths(far))];
            plans.push(on.into_iter().collect());
            plans.push(on.into_iter().chain([Element::Wheel(-by)]).collect());
        }
        for (turn, by) in TURNS {
            let turned = Pose { facing: whole.pose.facing + by, ..whole.pose };
            plans.push(Elements::from_iter([turn]));
            plans.extend(ahead(&turned, &to, &[turn]));
        }
        plans
    }

    /// The longest part of a move that the rules allow.
    fn longest(&self, elements: &Elements) -> Option<Elements> {
        let allowed = |elements: &Elements| {
            let order = Action::Move(Move { units: self.units(), elements: elements.clone() });
            self.battle.check(self.by, &order).is_ok()
        };
        if allowed(elements) {
            return Some(elements.clone());
        }
        let (mut least, mut most, mut found) = (0.0, 1.0, None);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(least, most);
            match part(elements, middle).filter(|part| allowed(part)) {
                Some(part) => (least, found) = (middle, Some(part)),
                None => most = middle,
            }
        }
        found
    }
}

const TURNS: [(Element, Angle); 3] = [
    (Element::QuarterLeft, Angle::new(-90.0)),
    (Element::QuarterRight, Angle::QUARTER),
    (Element::Half, Angle::HALF),
];

/// Straight on from a pose after what came before, alone and with a slide (ADLG-R48).
fn ahead(from: &Pose, to: &Pose, before: &[Element]) -> Vec<Elements> {
    let local = from.local(to.at.vec());
    let with = |rest: &[Element]| before.iter().chain(rest).copied().collect::<Elements>();
    let mut plans = Vec::new();
    if local.y >= LEAST_UD {
        plans.push(with(&[Element::Advance(hundredths(local.y))]));
    }
    if local.x.abs() >= LEAST_UD && local.y > -1.0 {
        let on = Element::Advance(hundredths(local.y.max(1.0)));
        plans.push(with(&[on, Element::Slide(hundredths(local.x.clamp(-1.0, 1.0)))]));
    }
    plans
}

/// The wheel after which a place lies straight ahead, and how far.
fn toward(whole: &Base, to: &Pose) -> (Angle, f64) {
    let aside = |by: Angle| wheel(whole, by).local(to.at.vec());
    let all = (-90..=90).map(|degrees| Angle::new(f64::from(degrees)));
    let such = all.filter(|&by| aside(by).y >= 0.0);
    let by = such.min_by(|&a, &b| aside(a).x.abs().total_cmp(&aside(b).x.abs()));
    by.map_or((Angle::ZERO, 0.0), |by| (by, aside(by).y))
}

/// Where a wheel leads.
fn wheel(whole: &Base, by: Angle) -> Pose {
    Motion::wheel(by).course(whole).end(&whole.pose)
}

/// A part of a move: its last advance is cut, or its wheel if there is none.
fn part(elements: &Elements, fraction: f64) -> Option<Elements> {
    let mut part = elements.clone();
    let advance = part.iter_mut().rev().find_map(|element| match element {
        Element::Advance(length) => Some(length),
        _ => None,
    });
    if let Some(length) = advance {
        let cuts = (length.get() * fraction / CUT_UD).floor();
        *length = Length::new(cuts * CUT_UD);
        return (*length > Length::ZERO).then_some(part);
    }
    match part.first_mut() {
        Some(Element::Wheel(by)) => {
            *by = Angle::new((by.degrees() * fraction).trunc());
            (*by != Angle::ZERO).then_some(part)
        }
        _ => None,
    }
}

fn hundredths(ud: f64) -> Length {
    Length::new((ud * 100.0).round() / 100.0)
}

fn whole_degrees(by: Angle) -> Angle {
    Angle::new(by.degrees().round())
}
