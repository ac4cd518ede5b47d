//! Units that a player drags freely: the order that leads where he wants them, and the nearest one that
//! the rules allow.

use acies_core::{
    Game, Seat, Telling,
    flow::Stacked,
    scene::{Dragged, Pulled},
};
use acies_field::{Hand, Lane, Manoeuvre, inward, nearest_free, pull, put};
use acies_table::{Angle, Base, Facing, Length, Motion, Pose};
use glam::dvec2;

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Frame, Id},
    charge::{
        declare::{Declare, How},
        uncontrolled::Start,
    },
    movement::{Element, Elements, Track, march::Move},
    rulings::TOLERANCE,
    scene::LAYING,
    setup::{
        Prepare, Stage,
        deployment::{Arrange, PlaceUnit},
        pieces::{Lay, ToLay},
        works::PitchCamp,
    },
};

/// A move that is cut short ends on a multiple of this, so that it spares the tolerances (ADLG-R6); a wheel on whole
/// degrees.
const CUT_UD: f64 = 0.05;
const CUT_DEGREES: f64 = 1.0;

/// Distances and wheels below these are not meant.
const LEAST_UD: f64 = 0.05;
const LEAST_TURN: Angle = Angle::new(0.5);

pub(crate) fn drag(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    if dragged.pieces == [LAYING] {
        return lay(battle, by, dragged);
    }
    let hand = Hand::take(battle, by, dragged)?;
    let check = |action: &Action| battle.check(by, action);
    if let Some(Frame::Prepare(_)) = battle.stack.last() {
        let unit = hand.unit();
        let beside: UnitSet = hand.ids[1..].iter().copied().collect();
        let place = |pose: Pose| {
            Action::Prepare(match hand.ids.len() {
                1 => Prepare::Place(PlaceUnit { unit: unit.number(), pose }),
                _ => Prepare::Arrange(Arrange { unit: unit.number(), beside, pose }),
            })
        };
        let wing = battle.planned_wing(by, battle.troop(unit).corps);
        let zone = wing.map(|wing| battle.deployment_zone(unit, wing));
        return put(&hand.magnets(battle, &[]), zone.as_ref(), place, check);
    }
    let drag = Drag {
        battle,
        units: hand.ids.iter().copied().collect(),
        before: ordered_so_far(battle, &hand, dragged),
    };
    let hand = drag.going_on(hand);
    let charge = drag.charge(&hand);
    if let Some(charge) = charge.clone().filter(|charge| check(charge).is_ok()) {
        return Some(Pulled::Led { wanted: charge.clone(), nearest: Some(charge) });
    }
    let hands = hand.magnets(battle, &lanes(&hand));
    match pull(&hands, |hand| drag.ways(hand), check)? {
        Pulled::Led { wanted, nearest } => {
            Some(Pulled::Led { wanted: charge.unwrap_or(wanted), nearest })
        }
        never @ Pulled::Never(_) => Some(never),
    }
}

/// A piece of terrain within its sector (ADLG-R26), or a camp along its edge (ADLG-R28): there, or where it fits nearest.
fn lay(battle: &Battle, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
    let Dragged { x, y, facing, .. } = *dragged;
    let wanted = Pose::nearest(dvec2(x, y), Facing::new(Angle::new(facing)));
    let field = &battle.setup.field;
    // A camp stays on the base edge: how far from the left corner is what counts.
    let edge = |pose: &Pose| Length::new(field.as_seen_by(by, pose.at.vec()).x);
    let stage: Stage = battle.asked()?;
    let shift = match stage {
        Stage::Piece(ToLay { piece, sector }) => {
            inward(battle.chosen(piece).choice.corners(&wanted), &field.sector(by, sector))
        }
        Stage::Camp(_) => field.camp_at(by, edge(&wanted)).at.vec() - wanted.at.vec(),
        _ => return None,
    };
    let action = |pose: &Pose| -> Action {
        match stage {
            Stage::Camp(_) => Prepare::from(PitchCamp { at: edge(pose) }).into(),
            _ => Prepare::from(Lay { pose: *pose }).into(),
        }
    };
    let fits = |pose: &Pose| battle.check(by, &action(pose)).is_ok();
    let nearest = nearest_free(&wanted, shift, 1.0, fits).map(|pose| action(&pose));
    Some(Pulled::Led { wanted: action(&wanted), nearest })
}

/// The elements that led to the ghosts from which these units are dragged on; none if they are dragged from where they
/// stand.
fn ordered_so_far(battle: &Battle, hand: &Hand, dragged: &Dragged) -> Elements {
    let read = dragged.after.as_ref().and_then(|action| battle.read(hand.by, action).ok());
    match read {
        Some(Action::Move(Move { units, elements }))
            if units == hand.ids.iter().copied().collect() =>
        {
            elements
        }
        _ => Elements::new(),
    }
}

/// Straight ahead, also after the wheel or turn that the hand makes (ADLG-R46, ADLG-R47, ADLG-R49).
fn lanes(hand: &Hand) -> Vec<Lane> {
    let (from, by) = (hand.from(), hand.turned());
    let wheeled = Motion::wheel(by).course(&hand.whole()).end(&from);
    let turned = Pose { facing: from.facing + by, ..from };
    let mut all = vec![Lane::ahead(&turned)];
    if by != Angle::ZERO && by.abs() <= Angle::QUARTER {
        all.push(Lane::ahead(&wheeled));
    }
    all
}

/// Units that are dragged, and what they have been told to do before that.
struct Drag<'a> {
    battle: &'a Battle,
    units: UnitSet,
    before: Elements,
}

impl<'a> Drag<'a> {
    /// The hand as it goes on from the ghosts.
    fn going_on(&self, hand: Hand) -> Hand {
        let mut track = Track::default();
        if self.before.is_empty() || self.battle.track(&hand.ids, &self.before, &mut track).is_err()
        {
            return hand;
        }
        hand.going_on(track.end().iter().copied())
    }

    /// A charge at the enemy on whom they are dragged: the first that is allowed, else straight ahead.
    fn charge(&self, hand: &Hand) -> Option<Action> {
        let enemy = hand.onto(self.battle, 0.0, TOLERANCE)?;
        let charge = |start: Start, how| Action::Charge(Declare { units: self.units, start, how });
        let both =
            |start: Start| [How::Spontaneous, How::Ordered].map(|how| charge(start.clone(), how));
        let allowed = |action: &Action| self.battle.check(hand.by, action).is_ok();
        let found = self.starts(hand, enemy).into_iter().flat_map(both).find(allowed);
        Some(found.unwrap_or_else(|| charge(Start::new(), How::Ordered)))
    }

    /// How a charge at an enemy may begin.
    fn starts(&self, hand: &Hand, enemy: Id) -> Vec<Start> {
        let battle = self.battle;
        if let [id] = *hand.ids {
            return battle.charges_at(id, enemy, battle.roles()).map(|(start, _)| start).collect();
        }
        let onto = battle.unit(enemy).pose.facing.opposite() - battle.unit(hand.unit()).pose.facing;
        let wheel = Start::from_iter([Element::Wheel(onto)]);
        [Start::new()].into_iter().chain((onto.abs() <= Angle::QUARTER).then_some(wheel)).collect()
    }

    /// Ways to get there: straight on with a slide, with a wheel to the facing that is wanted, with one towards
    /// the place and back again, after a turn, or by turns alone.
    fn ways(&self, hand: &Hand) -> Vec<Manoeuvre<'a, Action>> {
        let (whole, to) = (hand.whole(), hand.whole_to());
        let mut plans = ahead(&whole.pose, &to, &[]);
        let turn = whole_degrees(to.facing - whole.pose.facing);
        if turn.abs() >= LEAST_TURN && turn.abs() <= Angle::QUARTER {
            let wheeled = wheel(&whole, turn);
            plans.push(vec![Element::Wheel(turn)]);
            plans.extend(ahead(&wheeled, &to, &[Element::Wheel(turn)]));
        }
        let (by, far) = toward(&whole, &to);
        if by.abs() >= LEAST_TURN && far >= LEAST_UD {
            let on = vec![Element::Wheel(by), Element::Advance(hundredths(far))];
            let back = [on.clone(), vec![Element::Wheel(-by)]].concat();
            plans.extend([on, back]);
        }
        for (turn, by) in TURNS {
            let turned = Pose { facing: whole.pose.facing + by, ..whole.pose };
            plans.push(vec![turn]);
            plans.extend(ahead(&turned, &to, &[turn]));
        }
        let whole_plans = plans.into_iter().filter_map(|plan| self.in_all(&plan));
        whole_plans.map(|elements| self.way(hand, elements)).collect()
    }

    /// What they are told in all, if a move may have so many elements.
    fn in_all(&self, plan: &[Element]) -> Option<Elements> {
        let mut all = self.before.clone();
        all.try_extend_from_slice(plan).ok().map(|()| all)
    }

    /// A move that can be cut short: its last advance, or its wheel if there is none.
    fn way(&self, hand: &Hand, elements: Elements) -> Manoeuvre<'a, Action> {
        let (battle, units, ids) = (self.battle, self.units, hand.ids.clone());
        let own = self.before.len();
        let lead = move |elements: Elements| {
            let mut track = Track::default();
            battle.track(&ids, &elements, &mut track).ok()?;
            Some((Action::Move(Move { units, elements }), track.end()[0]))
        };
        let advance = |it: &Element| matches!(it, Element::Advance(_));
        if let Some(at) = elements[own..].iter().rposition(advance) {
            let Element::Advance(length) = elements[own + at] else { unreachable!("it was found") };
            let most = hand.ids.iter().filter_map(|&id| battle.allowance(id)).min();
            // ADLG-MVT.1: and a road.
            let most = most.map_or(0.0, f64::from) + 1.0;
            return Manoeuvre::of(length.get(), most, CUT_UD, move |ud| {
                let mut part = elements.clone();
                part[own + at] = Element::Advance(Length::new(ud));
                (ud > 0.0).then(|| lead(part)).flatten()
            });
        }
        match elements[own..] {
            [Element::Wheel(by), ..] => {
                let degrees = by.degrees();
                Manoeuvre::of(degrees.abs(), f64::INFINITY, CUT_DEGREES, move |so_far| {
                    let mut part = elements.clone();
                    part[own] = Element::Wheel(Angle::new(so_far.copysign(degrees)));
                    lead(part)
                })
            }
            _ => Manoeuvre::of(1.0, 1.0, 1.0, move |_| lead(elements.clone())),
        }
    }
}

const TURNS: [(Element, Angle); 3] = [
    (Element::QuarterLeft, Angle::new(-90.0)),
    (Element::QuarterRight, Angle::QUARTER),
    (Element::Half, Angle::HALF),
];

/// Straight on from a pose after what came before, alone and with a slide (ADLG-R48).
fn ahead(from: &Pose, to: &Pose, before: &[Element]) -> Vec<Vec<Element>> {
    let local = from.local(to.at.vec());
    let with = |rest: &[Element]| [before, rest].concat();
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

fn hundredths(ud: f64) -> Length {
    Length::new((ud * 100.0).round() / 100.0)
}

fn whole_degrees(by: Angle) -> Angle {
    Angle::new(by.degrees().round())
}
