//! Lines and columns: who belongs to one, and how one is laid out.

use acies_core::{Id, UnitSet};
use acies_table::{Base, Drill, Length, Pose, Size, chain};
use glam::dvec2;

use crate::Field;

/// Units of a side that are joined to one of them, edge to edge.
pub fn joined(
    field: &impl Field,
    id: Id,
    friends: impl Iterator<Item = Id>,
    drill: Drill,
) -> impl Iterator<Item = Id> {
    let base = field.base(id);
    friends.filter(move |&other| other != id && base.joined(&field.base(other), drill).is_some())
}

/// The line, column or block of units that hangs together with one of them.
///
/// # Panics
/// If there are more than 64 of them.
pub fn group(
    field: &impl Field,
    id: Id,
    friends: impl Iterator<Item = Id>,
    drill: Drill,
) -> UnitSet {
    let all: Vec<(Id, Base)> = std::iter::once(id)
        .chain(friends.filter(|&other| other != id))
        .map(|id| (id, field.base(id)))
        .collect();
    let linked = |one: usize, other: usize| all[one].1.joined(&all[other].1, drill).is_some();
    let found = chain(all.len(), 0, linked);
    let members = all.iter().enumerate().filter(|(n, _)| found & 1 << n != 0);
    members.fold(UnitSet::NONE, |set, (_, (id, _))| set.with(id.number()))
}

/// Where units come to stand if one of them goes somewhere and the others keep their places beside it.
pub fn arranged(field: &impl Field, first: Id, beside: UnitSet, to: &Pose) -> Vec<(Id, Pose)> {
    let from = field.base(first).pose;
    let carried = |id: Id| (id, field.base(id).pose.carried(&from, to));
    let others = beside.without(first.number()).ids(first.seat());
    std::iter::once((first, *to)).chain(others.map(carried)).collect()
}

/// Where bases of these sizes stand side by side, from the left, with the middle of their common front on a pose: fronts
/// level, so far apart.
///
/// ```
/// # use acies_field::abreast;
/// # use acies_table::{Facing, Length, Pose, Size};
/// let sizes = [Size::new(2.0, 1.0), Size::new(1.0, 0.5)];
/// let line = abreast(&sizes, &Pose::new(0.0, 0.0, Facing::NORTH), Length::ZERO);
/// assert_eq!(line[0].pose, Pose::new(-0.5, -0.5, Facing::NORTH));
/// assert_eq!(line[1].pose, Pose::new(1.0, -0.25, Facing::NORTH));
/// ```
pub fn abreast(sizes: &[Size], front: &Pose, gap: Length) -> Vec<Base> {
    let widths: f64 = sizes.iter().map(|size| size.width.get()).sum();
    let gaps = gap.get() * sizes.len().saturating_sub(1) as f64;
    let mut left = -(widths + gaps) / 2.0;
    let stand = |&size: &Size| {
        let (width, depth) = (size.width.get(), size.depth.get());
        let place = front.world(dvec2(left + width / 2.0, -depth / 2.0));
        left += width + gap.get();
        Base::new(Pose::nearest(place, front.facing), size)
    };
    sizes.iter().map(stand).collect()
}

/// The first of them in the middle, the last on the outside, left and right in turn: from left to right.
///
/// ```
/// # use acies_field::middle_out;
/// assert_eq!(middle_out(['a', 'b', 'c', 'd', 'e']), ['d', 'b', 'a', 'c', 'e']);
/// ```
pub fn middle_out<T: Copy>(outward: impl IntoIterator<Item = T>) -> Vec<T> {
    let outward: Vec<T> = outward.into_iter().collect();
    let mut line: Vec<T> = outward.iter().copied().skip(1).step_by(2).collect();
    line.reverse();
    line.extend(outward.iter().copied().step_by(2));
    line
}

/// Places beside a wanted one, nearest first: none, one step to the left, one to the right, two to the left.
///
/// ```
/// # use acies_field::outward;
/// assert_eq!(outward(0.5).take(5).collect::<Vec<_>>(), [0.0, -0.5, 0.5, -1.0, 1.0]);
/// ```
pub fn outward(step: f64) -> impl Iterator<Item = f64> + Clone {
    (0..).map(move |n: i32| f64::from((n + 1) / 2) * if n % 2 == 0 { step } else { -step })
}

#[cfg(test)]
mod tests {
    use acies_core::Seat;
    use acies_table::{Angle, Tolerance};

    use super::*;
    use crate::tests::meadow;

    const DRILL: Drill = Drill { tolerance: Tolerance::new(0.01, Angle::new(1.0)), level: 0.1 };

    #[test]
    fn those_beside_keep_their_places() {
        let field = meadow(&[(0.0, 0.0), (1.0, 0.0)], &[]);
        let id = |n: u8| Id::new(Seat::Red, n);
        let to = Pose::new(5.0, 5.0, acies_table::Facing::EAST);
        let places = arranged(&field, id(0), UnitSet::one(1), &to);
        assert_eq!(places, [(id(0), to), (id(1), Pose::new(5.0, 4.0, to.facing))]);
    }

    #[test]
    fn a_line_ends_at_gaps_and_knows_its_neighbours() {
        let field = meadow(&[(0.0, 0.0), (1.0, 0.05), (2.0, 0.0), (3.5, 0.0)], &[(0.0, 1.0)]);
        let id = |n: u8| Id::new(Seat::Red, n);
        let all = || (0..4).map(id);
        let line = group(&field, id(1), all(), DRILL);
        assert_eq!(line.iter().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(joined(&field, id(2), all(), DRILL).collect::<Vec<_>>(), [id(1)]);
        assert_eq!(group(&field, id(3), all(), DRILL).len(), 1);
    }
}
