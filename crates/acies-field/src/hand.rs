//! Who is dragged, from where and to where, and what the hand is drawn to on its way.

use acies_core::{Id, Seat, scene::Dragged};
use acies_table::{Angle, Base, Edge, Facing, Pose, Rect, Tolerance};
use glam::DVec2;

use crate::Field;

/// Nobody drags farther than this many widths of a table.
const FARTHEST: f64 = 4.0;

/// No army has more units.
const UNITS_MAX: usize = 64;

/// Bases that a player has taken in hand. The first of them is wanted somewhere; the others keep their places beside it.
#[derive(Clone, Debug)]
pub struct Hand {
    pub by: Seat,
    pub ids: Vec<Id>,
    /// Where they stand, or would stand after what they were dragged to before.
    pub bases: Vec<Base>,
    /// Where the first of them is wanted.
    pub to: Pose,
    /// Whether no magnet may draw it.
    pub free: bool,
    /// [`Field::UNIT`].
    pub unit: f64,
}

/// A way straight on from a place, to which a hand keeps if it slips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    pub from: DVec2,
    pub heading: Facing,
}

impl Lane {
    /// Straight ahead of a pose.
    pub fn ahead(pose: &Pose) -> Lane {
        Lane { from: pose.at.vec(), heading: pose.facing }
    }

    /// The place on the lane nearest to another, if that is not behind its beginning nor farther aside than this.
    fn catches(&self, place: DVec2, reach: f64) -> Option<DVec2> {
        let ahead = self.heading.ahead();
        let along = (place - self.from).dot(ahead);
        let on = self.from + ahead * along;
        (along > 0.0 && on.distance(place) <= reach).then_some(on)
    }
}

/// How near a magnet catches, in distance units; and neighbours face alike within this.
const CATCHES: f64 = 0.3;
const ALIKE: Angle = Angle::new(5.0);

impl Hand {
    /// Reads a drag; nothing, if somebody of it cannot be dragged now or it makes no sense.
    pub fn take<F: Field>(field: &F, by: Seat, dragged: &Dragged) -> Option<Hand> {
        let Dragged { pieces, x, y, facing, free, .. } = dragged;
        let table = field.table();
        let farthest = FARTHEST * table.width().max(table.depth());
        if !(x.abs() <= farthest && y.abs() <= farthest && facing.abs() <= 360.0) {
            return None;
        }
        let loose: Vec<(Id, String)> =
            field.loose(Some(by)).map(|id| (id, field.piece(id))).collect();
        let known = |piece: &String| loose.iter().find(|(_, it)| it == piece).map(|(id, _)| *id);
        let ids: Vec<Id> = pieces.iter().take(UNITS_MAX).map(known).collect::<Option<_>>()?;
        let bases: Vec<Base> = ids.iter().map(|&id| field.base(id)).collect();
        let to = Pose::new(*x, *y, Facing::new(Angle::new(*facing)));
        (!ids.is_empty()).then_some(Hand { by, ids, bases, to, free: *free, unit: F::UNIT })
    }

    /// The first of them.
    pub fn unit(&self) -> Id {
        self.ids[0]
    }

    /// Where the first of them stands.
    pub fn from(&self) -> Pose {
        self.bases[0].pose
    }

    /// How far they are turned.
    pub fn turned(&self) -> Angle {
        self.to.facing - self.from().facing
    }

    /// The base that encloses them: what wheels and shifts as one.
    pub fn whole(&self) -> Base {
        Base::enclosing(&self.bases).expect("somebody is in hand")
    }

    /// Where the base that encloses them is wanted.
    pub fn whole_to(&self) -> Pose {
        self.whole().pose.carried(&self.from(), &self.to)
    }

    /// Everybody with the pose that he is wanted in.
    pub fn poses(&self) -> impl Iterator<Item = (Id, Pose)> + '_ {
        let from = self.from();
        let poses = self.bases.iter().map(move |base| base.pose.carried(&from, &self.to));
        self.ids.iter().copied().zip(poses)
    }

    /// Where their bases would lie.
    pub fn rects(&self) -> impl Iterator<Item = Rect> + '_ {
        let sizes = self.bases.iter().map(|base| base.size);
        self.poses().zip(sizes).map(|((_, pose), size)| Rect::new(&pose, size))
    }

    /// The same hand, wanted somewhere else.
    pub fn wanted(&self, to: Pose) -> Hand {
        Hand { to, ..self.clone() }
    }

    /// The same hand, going on from where they were dragged to before: the ghosts of what they have been told to do.
    pub fn going_on(&self, ghosts: impl IntoIterator<Item = Pose>) -> Hand {
        let poses = self.bases.iter().zip(ghosts);
        let bases = poses.map(|(base, pose)| Base { pose, ..*base }).collect();
        Hand { bases, ..self.clone() }
    }

    /// The enemy onto whom they are dragged: who is nearest to the first of them, of those that one of them comes
    /// within reach of.
    pub fn onto(&self, field: &impl Field, reach: f64, tolerance: Tolerance) -> Option<Id> {
        let rects: Vec<Rect> = self.rects().map(|rect| rect.grown(reach)).collect();
        let hit = |id: &Id| {
            let body = field.base(*id).rect();
            rects.iter().any(|rect| rect.overlaps(&body, tolerance))
        };
        let far = |id: &Id| field.base(*id).pose.at.vec().distance(self.to.at.vec());
        let enemies = field.bodies().filter(|id| id.seat() != self.by).filter(hit);
        enemies.min_by(|one, other| far(one).total_cmp(&far(other)))
    }

    /// What the hand is drawn to, strongest first: the sides of neighbours, fronts level; and last where it is without
    /// them: on a lane, if it slips off one, or the place itself. Which of them can be had, [`pull`](crate::pull) finds
    /// out.
    pub fn magnets(&self, field: &impl Field, lanes: &[Lane]) -> Vec<Hand> {
        if self.free {
            return vec![self.clone()];
        }
        let beside = self.neighbours(field).map(|to| self.wanted(to));
        let place = self.lane(lanes).unwrap_or_else(|| self.clone());
        beside.chain([place]).collect()
    }

    /// The same hand on the nearest lane, if it slips off that by no more than a magnet catches.
    fn lane(&self, lanes: &[Lane]) -> Option<Hand> {
        let (place, reach) = (self.to.at.vec(), CATCHES * self.unit);
        let caught = lanes.iter().filter_map(|lane| lane.catches(place, reach));
        let far = |on: &DVec2| on.distance(place);
        let nearest = caught.min_by(|one, other| far(one).total_cmp(&far(other)))?;
        Some(self.wanted(Pose::nearest(nearest, self.to.facing)))
    }

    /// Where they stand beside friends who face alike, nearest first.
    fn neighbours(&self, field: &impl Field) -> impl Iterator<Item = Pose> {
        let (whole, there) = (self.whole(), self.whole_to());
        let friends = field.bodies().filter(|id| id.seat() == self.by && !self.ids.contains(id));
        let level = |base: &Base| (base.pose.facing - there.facing).abs() <= ALIKE;
        let sides = friends.map(|id| field.base(id)).filter(level).flat_map(|base| {
            [Edge::Left, Edge::Right].map(|edge| base.neighbour(edge, whole.size).pose)
        });
        let far = |pose: &Pose| pose.at.vec().distance(there.at.vec());
        let mut sides: Vec<Pose> = sides.filter(|pose| far(pose) <= CATCHES * self.unit).collect();
        sides.sort_by(|one, other| far(one).total_cmp(&far(other)));
        let first = self.from();
        sides.into_iter().map(move |side| first.carried(&whole.pose, &side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Meadow, meadow};

    fn take(field: &Meadow, pieces: &[&str], to: (f64, f64, f64)) -> Option<Hand> {
        let pieces = pieces.iter().map(|&it| it.to_owned()).collect();
        let (x, y, facing) = to;
        Hand::take(field, Seat::Red, &Dragged { pieces, x, y, facing, ..Dragged::default() })
    }

    #[test]
    fn only_what_is_loose_is_taken() {
        let field = meadow(&[(0.0, 0.0)], &[(0.0, 3.0)]);
        assert!(take(&field, &["red/unit_1"], (0.0, 1.0, 0.0)).is_some());
        assert!(take(&field, &["blue/unit_1"], (0.0, 1.0, 0.0)).is_none(), "not his own");
        assert!(take(&field, &[], (0.0, 1.0, 0.0)).is_none(), "nobody");
        assert!(take(&field, &["red/unit_1"], (1e12, 1.0, 0.0)).is_none(), "nowhere");
        assert!(take(&field, &["red/unit_1"], (f64::NAN, 1.0, 0.0)).is_none(), "nowhere");
    }

    #[test]
    fn a_group_keeps_its_places() {
        let field = meadow(&[(0.0, 0.0), (1.0, 0.0)], &[(1.5, 5.0), (0.5, 1.4)]);
        let hand = take(&field, &["red/unit_1", "red/unit_2"], (0.0, 3.0, 90.0)).unwrap();
        assert_eq!(hand.whole().pose, Pose::new(0.5, 0.0, Facing::NORTH));
        assert_eq!(hand.whole_to(), Pose::new(0.0, 2.5, Facing::EAST));
        let poses: Vec<Pose> = hand.poses().map(|(_, pose)| pose).collect();
        assert_eq!(poses[1], Pose::new(0.0, 2.0, Facing::EAST));
        // Its second base lies from 1.5 to 2.5, the enemy's from 0.9 to 1.9.
        let tolerance = Tolerance::new(0.01, Angle::new(1.0));
        assert_eq!(hand.onto(&field, 0.0, tolerance), Some(Id::new(Seat::Blue, 1)));
        let later = hand.going_on([1.0, 2.0].map(|x| Pose::new(x, 1.0, Facing::NORTH)));
        assert_eq!(later.from(), Pose::new(1.0, 1.0, Facing::NORTH));
    }

    /// A slip within 0.3 is straight ahead; beyond it, it is what it is; and with the key held down, always.
    #[test]
    fn a_slip_keeps_to_the_lane() {
        let field = meadow(&[(0.0, 0.0)], &[]);
        let wanted = |x: f64, free: bool| {
            let mut hand = take(&field, &["red/unit_1"], (x, 3.0, 0.0)).unwrap();
            hand.free = free;
            hand.magnets(&field, &[Lane::ahead(&hand.from())])[0].to.at.x.get()
        };
        assert_eq!([wanted(0.3, false), wanted(-0.2, false)], [0.0, 0.0]);
        assert_eq!([wanted(0.31, false), wanted(0.2, true)], [0.31, 0.2]);
        let behind = take(&field, &["red/unit_1"], (0.1, -1.0, 0.0)).unwrap();
        let hands = behind.magnets(&field, &[Lane::ahead(&behind.from())]);
        assert_eq!(hands[0].to, behind.to, "no lane leads back");
    }

    #[test]
    fn a_neighbour_draws_more_than_a_lane() {
        let field = meadow(&[(0.0, 0.0), (1.1, 2.8)], &[]);
        let hand = take(&field, &["red/unit_1"], (0.0, 2.9, 0.0)).unwrap();
        let lanes = [Lane::ahead(&hand.from())];
        let to: Vec<Pose> = hand.magnets(&field, &lanes).into_iter().map(|hand| hand.to).collect();
        let pose = |x: f64, y: f64| Pose::new(x, y, Facing::NORTH);
        assert_eq!(to, [pose(0.1, 2.8), pose(0.0, 2.9)]);
        // Who faces elsewhere is no neighbour.
        let turned = take(&field, &["red/unit_1"], (0.0, 2.9, 10.0)).unwrap();
        assert_eq!(turned.magnets(&field, &[]).len(), 1);
    }
}
