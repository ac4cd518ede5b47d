//! Distances and contact (LEG-R15, LEG-R16, LEG-R24).

use std::cmp::Ordering;

use acies_core::{Id, Seat};
use arrayvec::ArrayVec;

use crate::{
    battle::{Battle, Line, Unit},
    rulings::{BOW_RANGE, CONTACT, SLACK},
};

/// More enemies than this never find room about one unit.
pub const TOUCHING_MAX: usize = 16;

impl Battle {
    /// LEG-R16: the least distance between two units.
    pub fn distance(&self, one: Id, other: Id) -> f64 {
        self.rect(one).distance(&self.rect(other))
    }

    /// LEG-R16: "within" so many paces.
    pub fn is_within(&self, one: Id, other: Id, paces: i32) -> bool {
        let (it, there) = (self.unit(one), self.unit(other));
        it.may_be_within(there, paces.into())
            && self.distance(one, other) <= f64::from(paces) + SLACK
    }

    /// LEG-R16: contact means no more than a pace.
    pub fn touch(&self, one: Id, other: Id) -> bool {
        self.rect(one).touches(&self.rect(other), CONTACT)
    }

    pub fn enemies(&self, of: Seat) -> impl Iterator<Item = (Id, &Unit)> + Clone {
        self.units(of.other())
    }

    /// The other units of its side.
    pub fn friends(&self, of: Id) -> impl Iterator<Item = (Id, &Unit)> + Clone {
        self.units(of.seat()).filter(move |(id, _)| *id != of)
    }

    /// The enemies that a unit touches.
    pub fn touched(&self, unit: Id) -> ArrayVec<Id, TOUCHING_MAX> {
        let own = self.unit(unit);
        let rect = own.rect();
        let near = self.enemies(unit.seat()).filter(|(_, it)| own.may_be_within(it, 1.0));
        let touching = near.filter(|(_, it)| rect.touches(&it.rect(), CONTACT));
        touching.map(|(id, _)| id).take(TOUCHING_MAX).collect()
    }

    /// In base contact with an enemy unit.
    pub fn is_engaged(&self, unit: Id) -> bool {
        let own = self.unit(unit);
        let near = self.enemies(unit.seat()).filter(|(_, it)| own.may_be_within(it, 1.0));
        near.map(|(_, it)| it.rect()).any(|body| own.rect().touches(&body, CONTACT))
    }

    /// The nearest enemy, the first of those equally near (RULES.md 7.1).
    pub fn nearest_enemy(&self, unit: Id) -> Option<(Id, f64)> {
        let all = self.enemies(unit.seat()).map(|(id, _)| (id, self.distance(unit, id)));
        all.reduce(|nearest, next| if next.1 < nearest.1 { next } else { nearest })
    }

    /// LEG-R15: within bow range of an enemy that is not routing.
    pub fn is_in_bow_range(&self, unit: Id) -> bool {
        let near = |(id, it): (Id, &Unit)| !it.is_routing() && self.is_within(unit, id, BOW_RANGE);
        self.enemies(unit.seat()).any(near)
    }

    /// LEG-R24: units of which something holds, P1's before P2's, right to left.
    pub fn in_order(&self, such: impl Fn(Id, &Unit) -> bool) -> Line {
        let mut line = Line::new();
        for seat in [self.first, self.first.other()] {
            let before = line.len();
            line.extend(self.units(seat).filter(|(id, it)| such(*id, it)).map(|(id, _)| id));
            line[before..].sort_unstable_by(|&one, &other| self.right_to_left(one, other));
        }
        line
    }

    /// LEG-R24: those of whom something holds are to act one after another.
    pub(crate) fn fall_in(&mut self, such: impl Fn(&Battle, Id, &Unit) -> bool) {
        self.line = self.in_order(|id, it| such(self, id, it));
        self.line.reverse();
    }

    /// LEG-R24: who acts next.
    pub(crate) fn next_in_line(&mut self) -> Option<Id> {
        while let Some(unit) = self.line.pop() {
            if self.unit(unit).is_on_table() {
                return Some(unit);
            }
        }
        None
    }

    /// LEG-R24, LEG-SEQ.6: who acts first, the rightmost as he faces the enemy.
    pub fn right_to_left(&self, one: Id, other: Id) -> Ordering {
        let place = |id: Id| {
            let at = self.unit(id).pose.at;
            match id.seat() {
                Seat::Red => (-at.x.steps(), -at.y.steps()),
                Seat::Blue => (at.x.steps(), at.y.steps()),
            }
        };
        place(one).cmp(&place(other)).then(one.cmp(&other))
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        battle::Status,
        table::tests::{battle, blue, red},
    };

    #[test]
    fn distances_are_between_bodies() {
        // Warbands of ten are 100 wide and 40 deep.
        let mut battle = battle(
            &[("barbarian_infantry", 10, 500.0, 500.0, 0.0), ("archers", 4, 700.0, 500.0, 0.0)],
            &[("barbarian_infantry", 10, 500.0, 580.0, 180.0), ("archers", 4, 500.0, 720.0, 180.0)],
        );
        assert_eq!(battle.distance(red(0), blue(0)), 40.0, "LEG-R16");
        assert!(battle.is_within(red(0), blue(0), 40), "LEG-R16: exactly");
        assert!(!battle.is_within(red(0), blue(0), 39), "LEG-R16: a slack of half a pace");
        assert_eq!(battle.nearest_enemy(red(0)), Some((blue(0), 40.0)));
        assert!(battle.is_in_bow_range(red(0)) && !battle.is_in_bow_range(blue(1)), "LEG-R15");
        battle.unit_mut(blue(0)).status = Status::Routing;
        assert!(!battle.is_in_bow_range(red(0)), "LEG-R15: not of routers");
        battle.unit_mut(blue(0)).pose.at.y = acies_table::Length::new(541.0);
        assert!(battle.touch(red(0), blue(0)) && battle.is_engaged(red(0)), "LEG-R16: one pace");
        assert_eq!(battle.touched(red(0))[..], [blue(0)]);
    }

    #[test]
    fn the_rightmost_acts_first() {
        let battle = battle(
            &[
                ("archers", 4, 300.0, 500.0, 0.0),
                ("archers", 4, 700.0, 500.0, 0.0),
                ("archers", 4, 700.0, 600.0, 0.0),
            ],
            &[("archers", 4, 300.0, 900.0, 180.0), ("archers", 4, 700.0, 900.0, 180.0)],
        );
        let mut all = [red(0), red(1), red(2)];
        all.sort_by(|&one, &other| battle.right_to_left(one, other));
        assert_eq!(
            all,
            [red(2), red(1), red(0)],
            "LEG-R24, LEG-SEQ.6: south by falling x, then nearer the enemy"
        );
        let mut all = [blue(1), blue(0)];
        all.sort_by(|&one, &other| battle.right_to_left(one, other));
        assert_eq!(all, [blue(0), blue(1)], "LEG-R24: north by rising x");
    }
}
