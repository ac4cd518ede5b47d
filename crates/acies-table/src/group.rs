//! Bases that stand and move as one body.
//!
//! A group has no shape of its own. It is the bases that are joined to one another; its front is that
//! of the base that encloses them, and it moves by letting every member take one [`Course`](crate::Course).

use glam::DVec2;

use crate::{Base, Edge, Interval, Length, Pose, Size, Tolerance};

/// How exactly bases must stand to be in one group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drill {
    pub tolerance: Tolerance,
    /// How far fronts or sides may be out of line (ADLG-R43: 0.1 UD, IMP-R36: 0.5 U).
    pub level: f64,
}

impl Base {
    /// The edge of this base on which another one is joined to it in a group: side to side with fronts
    /// level, or front to rear with sides level, facing the same way (ADLG-R43, ADLG-R115, IMP-R36,
    /// IMP-R38).
    ///
    /// ```
    /// # use acies_table::{Angle, Base, Drill, Edge, Facing, Pose, Size, Tolerance};
    /// let drill = Drill { tolerance: Tolerance::new(0.01, Angle::new(1.0)), level: 0.1 };
    /// let base = |x, y| Base::new(Pose::new(x, y, Facing::NORTH), Size::new(1.0, 0.5));
    /// assert_eq!(base(0.0, 0.0).joined(&base(1.0, 0.05), drill), Some(Edge::Right));
    /// assert_eq!(base(0.0, 0.0).joined(&base(1.0, 0.25), drill), None);
    /// assert_eq!(base(0.0, 0.0).joined(&base(0.0, -0.5), drill), Some(Edge::Rear));
    /// ```
    pub fn joined(&self, other: &Base, drill: Drill) -> Option<Edge> {
        if (self.pose.facing - other.pose.facing).abs() > drill.tolerance.angle {
            return None;
        }
        let (ours, theirs) = (self.rect(), other.rect());
        let half = ours.half();
        let other_half = theirs.half();
        let local = ours.local(theirs.centre());
        let touches = |distance: f64| distance.abs() <= drill.tolerance.touch;
        let is_level = |difference: f64| difference.abs() <= drill.level;

        let fronts = local.y + other_half.y - half.y;
        if touches(local.x.abs() - half.x - other_half.x) && is_level(fronts) {
            return Some(if local.x > 0.0 { Edge::Right } else { Edge::Left });
        }
        let sides = local.x.abs() + (half.x - other_half.x).abs();
        if touches(local.y.abs() - half.y - other_half.y) && is_level(sides) {
            return Some(if local.y > 0.0 { Edge::Front } else { Edge::Rear });
        }
        None
    }

    /// The smallest base around several, facing as the first of them does; none if there are none. Its
    /// front corners are those on which the group wheels (ADLG-R47, IMP-R30).
    pub fn enclosing(bases: &[Base]) -> Option<Base> {
        if let [alone] = bases {
            return Some(*alone);
        }
        let first = bases.first()?.pose;
        let extent = |axis: DVec2| {
            let corners = bases.iter().flat_map(|base| base.rect().corners());
            Interval::around(corners.map(move |corner| first.local(corner).dot(axis)))
        };
        let (across, along) = (extent(DVec2::X)?, extent(DVec2::Y)?);
        let centre = first.world(DVec2::new(across.middle(), along.middle()));
        let size = Size { width: Length::new(across.length()), depth: Length::new(along.length()) };
        Some(Base::new(Pose::nearest(centre, first.facing), size))
    }
}

/// Those of `count` pieces that hang together with the first one, as a set of bits: pieces that are
/// linked to it, or to one that hangs together with it. So are groups found (ADLG-R43, IMP-R36) and chains of
/// units (AV query 8).
///
/// ```
/// # use acies_table::chain;
/// let places = [0.0, 1.0, 5.0, 2.0_f64];
/// let near = |a: usize, b: usize| (places[a] - places[b]).abs() <= 1.0;
/// assert_eq!(chain(places.len(), 0, near), 0b1011);
/// ```
///
/// # Panics
/// If there are more than 64 pieces.
pub fn chain(count: usize, first: usize, linked: impl Fn(usize, usize) -> bool) -> u64 {
    assert!(count <= 64, "an army has fewer pieces");
    let mut found: u64 = 1 << first;
    let mut to_follow = found;
    while to_follow != 0 {
        let piece = to_follow.trailing_zeros() as usize;
        let is_new = |other: usize| found & (1 << other) == 0 && linked(piece, other);
        let new = (0..count).filter(|&other| is_new(other)).fold(0, |new, other| new | 1 << other);
        found |= new;
        to_follow = (to_follow & (to_follow - 1)) | new;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Facing, Motion};

    const DRILL: Drill = Drill { tolerance: Tolerance::new(0.01, Angle::new(1.0)), level: 0.1 };

    fn base(x: f64, y: f64, degrees: f64) -> Base {
        Base::new(Pose::new(x, y, Facing::new(Angle::new(degrees))), Size::new(1.0, 1.0))
    }

    #[test]
    fn depths_may_differ_if_fronts_are_level() {
        let deep = Base::new(Pose::new(-1.0, -0.5, Facing::NORTH), Size::new(1.0, 2.0));
        assert_eq!(base(0.0, 0.0, 0.0).joined(&deep, DRILL), Some(Edge::Left));
        assert_eq!(deep.joined(&base(0.0, 0.0, 0.0), DRILL), Some(Edge::Right));
        assert_eq!(base(0.0, 0.0, 0.0).joined(&base(1.0, 0.0, 2.0), DRILL), None);
        assert_eq!(base(0.0, 0.0, 0.0).joined(&base(1.0, 0.0, 180.0), DRILL), None);
    }

    /// Three bases in line wheel by 90 degrees to the right on the right front corner of the line, P.
    /// They stay joined, and the last of them ends 3 ahead of P.
    ///
    /// ```text
    ///                 +-+
    ///                 |c|
    ///                 |b|
    ///   c b a         |a|
    ///   +-+-+P   ->   P-+
    /// ```
    #[test]
    fn a_line_wheels_as_one() {
        let line = [base(0.0, 0.0, 0.0), base(-1.0, 0.0, 0.0), base(-2.0, 0.0, 0.0)];
        let whole = Base::enclosing(&line).unwrap();
        assert_eq!(whole, Base::new(Pose::new(-1.0, 0.0, Facing::NORTH), Size::new(3.0, 1.0)));
        let course = Motion::wheel(Angle::QUARTER).course(&whole);
        let wheeled = line.map(|base| Base { pose: course.end(&base.pose), ..base });
        for (base, y) in wheeled.iter().zip([1.0, 2.0, 3.0]) {
            assert_eq!(base.pose, Pose::new(0.0, y, Facing::EAST));
        }
        // LEG-R47: the outer corner goes a quarter of a circle of radius 3.
        let outer = whole.rect().corner(crate::Corner::FrontLeft);
        assert!((course.travel(outer) - 1.5 * std::f64::consts::PI).abs() < 1e-12);
    }

    #[test]
    fn a_wheel_by_any_angle_keeps_a_group_together() {
        let line = [base(0.0, 0.0, 0.0), base(-1.0, 0.0, 0.0), base(-1.0, -1.0, 0.0)];
        let whole = Base::enclosing(&line).unwrap();
        for degrees in 1..90 {
            let course = Motion::wheel(Angle::new(degrees as f64 + 0.123)).course(&whole);
            let wheeled = line.map(|base| Base { pose: course.end(&base.pose), ..base });
            assert_eq!(wheeled[0].joined(&wheeled[1], DRILL), Some(Edge::Left));
            assert_eq!(wheeled[1].joined(&wheeled[2], DRILL), Some(Edge::Rear));
        }
    }

    #[test]
    fn chains_end_at_gaps() {
        let bases = [0.0, 1.0, 2.0, 4.0, 5.0].map(|x| base(x, 0.0, 0.0));
        let linked = |a: usize, b: usize| bases[a].joined(&bases[b], DRILL).is_some();
        assert_eq!(chain(5, 1, linked), 0b00111);
        assert_eq!(chain(5, 4, linked), 0b11000);
    }
}
