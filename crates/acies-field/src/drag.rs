//! From a drag to an action: which manoeuvre leads where a hand is, and the nearest that the rules allow.

use std::mem::discriminant;

use acies_core::scene::Pulled;
use acies_table::{Pose, Rect};

use crate::{Hand, deployment::nearest_place};

/// A way to where a hand is, of which a part may be made.
pub struct Manoeuvre<'a, A> {
    /// How long it is all the way.
    length: f64,
    /// No more of it is tried.
    most: f64,
    /// How finely it is cut short.
    step: f64,
    part: Box<Part<'a, A>>,
}

/// The action that makes so much of a manoeuvre, and where the first of the hand then stands.
type Part<'a, A> = dyn Fn(f64) -> Option<(A, Pose)> + 'a;

impl<'a, A: Clone + 'a> Manoeuvre<'a, A> {
    /// All or nothing: a turn, or a move that the ruleset has cut short itself.
    pub fn whole(action: A, end: Pose) -> Self {
        let part = Box::new(move |_| Some((action.clone(), end)));
        Manoeuvre { length: 1.0, most: 1.0, step: 1.0, part }
    }

    /// So long, of which at most so much is allowed by any rule; cut short it ends on a multiple of the step. `part`
    /// has the action for a length, and where the first of the hand then stands.
    pub fn of(
        length: f64,
        most: f64,
        step: f64,
        part: impl Fn(f64) -> Option<(A, Pose)> + 'a,
    ) -> Self {
        Manoeuvre { length, most, step, part: Box::new(part) }
    }

    /// Lengths to try, the longest first: all of it, all that is allowed, and then by steps.
    fn lengths(&self) -> impl Iterator<Item = f64> + '_ {
        let most = self.length.min(self.most);
        let steps = (most / self.step - 1e-9).ceil().max(1.0) as u32;
        let shorter = (1..steps).rev().map(|n| f64::from(n) * self.step);
        std::iter::once(most).chain(shorter)
    }
}

impl Hand {
    /// How far a pose is from what is wanted: a radian is as bad as a distance unit.
    fn off(&self, pose: &Pose) -> f64 {
        let turned = (pose.facing - self.to.facing).abs().radians();
        pose.at.vec().distance(self.to.at.vec()) + self.unit * turned
    }

    /// Whether it is worth mentioning that a move leaves them so far off.
    fn is_worth(&self, off: f64) -> bool {
        let before = self.off(&self.from());
        before - off >= (WORTH * self.unit).min(before / 3.0)
    }
}

/// A move that brings a hand nearer by less than this many distance units, or a third of the way, is not what is wanted.
const WORTH: f64 = 0.3;

/// So near to a magnet is at it, in distance units.
const AT: f64 = 0.02;

/// What a drag comes to: the action that leads there, the first if several do, and the allowed one that leads nearest to
/// it. The hands are the [`magnets`](Hand::magnets), and last the place itself; a magnet that cannot be had all the way
/// lets go.
///
/// The allowed part of a manoeuvre is looked for from its far end, for it need not hang together: who may pass through
/// friends may not end on them. If something else stops them than what the far end is refused for, the action that tells
/// so is the one that is wanted. One that brings them no nearer worth mentioning is none.
pub fn pull<'a, A: Clone + 'a, R>(
    hands: &[Hand],
    ways: impl Fn(&Hand) -> Vec<Manoeuvre<'a, A>>,
    check: impl Fn(&A) -> Result<(), R>,
) -> Option<Pulled<A>> {
    let (hand, magnets) = hands.split_last()?;
    if let Some(there) = magnets.iter().find_map(|hand| reached(hand, &ways(hand), &check)) {
        return Some(Pulled::Led { wanted: there.clone(), nearest: Some(there) });
    }
    let ways = ways(hand);
    let wholes = || ways.iter().filter_map(|way| (way.part)(way.length));
    let nearer = |best: (A, Pose), next: (A, Pose)| {
        if hand.off(&next.1) < hand.off(&best.1) { next } else { best }
    };
    let (wanted, _) = wholes().reduce(nearer)?;
    let mut best: Option<Stop<A>> = None;
    for way in &ways {
        let least = best.as_ref().map_or(f64::INFINITY, |stop| stop.off);
        best = longest(hand, way, least, &check).or(best);
    }
    let Some(stop) = best.filter(|stop| hand.is_worth(stop.off)) else {
        // Why not is told of what is refused; if all of it is allowed, the best of it is better than no answer.
        let refused = wholes().filter(|(action, _)| check(action).is_err()).reduce(nearer);
        return Some(match refused {
            Some((wanted, _)) => Pulled::Led { wanted, nearest: None },
            None => Pulled::Led { wanted: wanted.clone(), nearest: Some(wanted) },
        });
    };
    let why = |action: &A| check(action).err().map(|no| discriminant(&no));
    let beyond = stop.beyond.filter(|beyond| why(beyond) != why(&wanted));
    Some(Pulled::Led { wanted: beyond.unwrap_or(wanted), nearest: Some(stop.action) })
}

/// The action that leads all the way to where a hand is.
fn reached<A: Clone, R>(
    hand: &Hand,
    ways: &[Manoeuvre<A>],
    check: &impl Fn(&A) -> Result<(), R>,
) -> Option<A> {
    let wholes = ways.iter().filter_map(|way| (way.part)(way.length));
    let mut there = wholes.filter(|(_, end)| hand.off(end) <= AT * hand.unit);
    there.find(|(action, _)| check(action).is_ok()).map(|(action, _)| action)
}

/// How far a manoeuvre may go.
struct Stop<A> {
    action: A,
    off: f64,
    /// What goes a little farther, and is refused.
    beyond: Option<A>,
}

/// The longest part of a manoeuvre that is allowed, if it leads nearer than what is known.
fn longest<A: Clone, R>(
    hand: &Hand,
    way: &Manoeuvre<A>,
    least: f64,
    check: &impl Fn(&A) -> Result<(), R>,
) -> Option<Stop<A>> {
    let mut beyond = (way.most < way.length)
        .then(|| (way.part)((way.most + way.step).min(way.length)))
        .flatten()
        .map(|(action, _)| action);
    for length in way.lengths() {
        let (action, end) = (way.part)(length)?;
        let off = hand.off(&end);
        if off >= least {
            return None;
        }
        if check(&action).is_ok() {
            return Some(Stop { action, off, beyond });
        }
        beyond = Some(action);
    }
    None
}

/// What it comes to if a hand is put down somewhere while its side deploys: there, beside a neighbour that draws it, or
/// at the nearest place where it fits, in its zone if it has one, if that brings it nearer worth mentioning. `place` has the action that puts the first of them
/// into a pose.
pub fn put<A: Clone, R>(
    hands: &[Hand],
    zone: Option<&Rect>,
    place: impl Fn(Pose) -> A,
    check: impl Fn(&A) -> Result<(), R>,
) -> Option<Pulled<A>> {
    let (hand, _) = hands.split_last()?;
    let fits = |pose: &Pose| check(&place(*pose)).is_ok();
    if let Some(free) = hands.iter().find(|hand| fits(&hand.to)) {
        let there = place(free.to);
        return Some(Pulled::Led { wanted: there.clone(), nearest: Some(there) });
    }
    let nearest = nearest_place(hand, zone, fits).filter(|pose| hand.is_worth(hand.off(pose)));
    let nearest = nearest.map(&place);
    Some(Pulled::Led { wanted: place(hand.to), nearest })
}

#[cfg(test)]
mod tests {
    use acies_core::{Seat, scene::Dragged};
    use acies_table::Facing;

    use super::*;
    use crate::{
        Lane,
        tests::{Meadow, meadow},
    };

    /// So far ahead and so far to the right.
    type Go = (f64, f64);

    fn hands(field: &Meadow, x: f64, y: f64) -> Vec<Hand> {
        let pieces = vec!["red/unit_1".to_owned()];
        let dragged = Dragged { pieces, x, y, facing: 0.0, ..Dragged::default() };
        let hand = Hand::take(field, Seat::Red, &dragged).unwrap();
        hand.magnets(field, &[Lane::ahead(&hand.from())])
    }

    /// Straight on for 3 at most, or straight on and aside.
    fn ways(hand: &Hand) -> Vec<Manoeuvre<'static, Go>> {
        let (from, to) = (hand.from(), hand.to);
        let local = from.local(to.at.vec());
        let end = move |(ahead, aside): Go| {
            Pose::nearest(from.world(glam::dvec2(aside, ahead)), from.facing)
        };
        let on = move |aside: f64| {
            Manoeuvre::of(local.y, 3.0, 0.05, move |ahead| {
                (ahead > 0.0).then(|| ((ahead, aside), end((ahead, aside))))
            })
        };
        vec![on(0.0), on(local.x)]
    }

    fn pulled(
        field: &Meadow,
        x: f64,
        y: f64,
        barred: fn(Go) -> Result<(), &'static str>,
    ) -> (Go, Option<Go>) {
        let why = |go: &Go| match barred(*go) {
            Err("long") => Err(Why::Long),
            Err(_) => Err(Why::Friend),
            Ok(()) => Ok(()),
        };
        match pull(&hands(field, x, y), ways, why) {
            Some(Pulled::Led { wanted, nearest }) => (wanted, nearest),
            other => panic!("it can be dragged: {other:?}"),
        }
    }

    #[derive(Debug)]
    enum Why {
        Long,
        Friend,
    }

    fn limit((ahead, _): Go) -> Result<(), &'static str> {
        if ahead > 3.0 { Err("long") } else { Ok(()) }
    }

    /// Skirmishers stand from 0.9 to 2.6 ahead: who ends among them is refused, who passes them is not.
    fn passage((ahead, aside): Go) -> Result<(), &'static str> {
        if (0.9..2.6).contains(&ahead) { Err("friend") } else { limit((ahead, aside)) }
    }

    #[test]
    fn a_slip_is_straight_ahead() {
        let field = meadow(&[(0.0, 0.0)], &[]);
        assert_eq!(pulled(&field, 0.2, 2.0, limit), ((2.0, 0.0), Some((2.0, 0.0))));
        assert_eq!(pulled(&field, 0.5, 2.0, limit), ((2.0, 0.5), Some((2.0, 0.5))));
    }

    #[test]
    fn too_far_is_cut_to_the_limit_beyond_friends() {
        let field = meadow(&[(0.0, 0.0)], &[]);
        assert_eq!(pulled(&field, 0.0, 4.0, passage), ((4.0, 0.0), Some((3.0, 0.0))));
        // Among them he goes back to where there is room: the last step of 0.05 before 0.9.
        let (wanted, nearest) = pulled(&field, 0.0, 2.0, passage);
        let (ahead, _) = nearest.unwrap();
        assert!((ahead - 0.85).abs() < 1e-9 && wanted == (2.0, 0.0), "{ahead}");
    }

    #[test]
    fn what_stops_them_is_told() {
        let field = meadow(&[(0.0, 0.0)], &[]);
        // Nobody passes 2: what is refused just beyond tells why, not that 4 is too far.
        let wall = |(ahead, _): Go| match ahead {
            ..=2.0 => Ok(()),
            ..=3.0 => Err("friend"),
            _ => Err("long"),
        };
        let (wanted, nearest) = pulled(&field, 0.0, 4.0, wall);
        assert_eq!(nearest, Some((2.0, 0.0)));
        assert!((wanted.0 - 2.05).abs() < 1e-9, "{wanted:?}");
    }

    #[test]
    fn what_brings_them_hardly_nearer_is_none() {
        let field = meadow(&[(0.0, 0.0)], &[]);
        let stuck = |(ahead, _): Go| if ahead > 0.1 { Err("friend") } else { Ok(()) };
        assert_eq!(pulled(&field, 0.0, 3.0, stuck).1, None);
        assert_eq!(pulled(&field, 0.0, 0.1, stuck).1, Some((0.1, 0.0)), "all that was wanted");
    }

    #[test]
    fn there_is_always_an_answer() {
        let field = meadow(&[(0.0, 0.0)], &[]);
        // Back and aside, where nothing leads: all that there is is a little way ahead.
        let hands = hands(&field, -2.0, -2.0);
        let little = |hand: &Hand| {
            let from = hand.from();
            vec![Manoeuvre::of(0.1, 0.1, 0.05, move |ahead| {
                let end = from.world(glam::dvec2(0.0, ahead));
                Some(((ahead, 0.0), Pose::nearest(end, from.facing)))
            })]
        };
        let free: fn(&Go) -> Result<(), Why> = |_| Ok(());
        let there = Some((0.1, 0.0));
        assert_eq!(led(pull(&hands, little, free)), (there, there), "it is allowed");
        let barred: fn(&Go) -> Result<(), Why> = |_| Err(Why::Friend);
        assert_eq!(led(pull(&hands, little, barred)), (there, None), "it is refused, and why");
    }

    fn led(pulled: Option<Pulled<Go>>) -> (Option<Go>, Option<Go>) {
        match pulled {
            Some(Pulled::Led { wanted, nearest }) => (Some(wanted), nearest),
            other => panic!("it can be dragged: {other:?}"),
        }
    }

    #[test]
    fn a_neighbour_is_reached_or_let_go() {
        let field = meadow(&[(0.0, 0.0), (1.2, 2.2)], &[]);
        // Beside unit 2 is (0.2, 2.2).
        assert_eq!(pulled(&field, 0.1, 2.1, limit).1, Some((2.2, 0.2)));
        let narrow =
            |(ahead, aside): Go| if aside > 0.0 { Err("friend") } else { limit((ahead, aside)) };
        assert_eq!(pulled(&field, 0.1, 2.1, narrow).1, Some((2.1, 0.0)), "the lane");
    }

    #[test]
    fn who_deploys_is_pulled_into_his_zone() {
        let field = meadow(&[(0.0, 0.0)], &[]);
        let zone = Rect::between(glam::dvec2(-3.0, -5.0), glam::dvec2(3.0, -1.0));
        let check = |pose: &Pose| {
            let rect = Rect::new(pose, acies_table::Size::new(1.0, 1.0));
            if zone.grown(0.001).holds(&rect) { Ok(()) } else { Err(()) }
        };
        let led = |x: f64, y: f64| match put(&hands(&field, x, y), Some(&zone), |it| it, check) {
            Some(Pulled::Led { wanted, nearest }) => (wanted, nearest),
            other => panic!("it can be put down: {other:?}"),
        };
        let pose = |x: f64, y: f64| Pose::new(x, y, Facing::NORTH);
        assert_eq!(led(1.0, -2.0), (pose(1.0, -2.0), Some(pose(1.0, -2.0))));
        assert_eq!(led(5.0, 2.0), (pose(5.0, 2.0), Some(pose(2.5, -1.5))));
        // It stands at the front of the zone already.
        let edge = meadow(&[(1.0, -1.5)], &[]);
        let led = put(&hands(&edge, 1.0, 3.0), Some(&zone), |it| it, check);
        assert_eq!(led, Some(Pulled::Led { wanted: pose(1.0, 3.0), nearest: None }));
    }
}
