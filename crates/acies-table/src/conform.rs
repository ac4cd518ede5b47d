//! Places against a base: where an attacker conforms, where a neighbour or a support stands.

use std::borrow::Borrow;

use glam::{DVec2, dvec2};

use crate::{Base, Corner, Course, Edge, Pivot, Pose, Rect, Size, Sweep, Tolerance};

/// Where along an edge another base is laid against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// Middle on middle.
    Middle,
    /// With an end of its front on this corner, which must be one of the edge's.
    Corner(Corner),
}

impl Base {
    /// A base of another size that faces this one with its front flush on an edge: the conforming
    /// pose (ADLG-R89: on a flank it is laid on the corner nearer the front).
    ///
    /// ```
    /// # use acies_table::{Along, Base, Corner, Edge, Facing, Pose, Size};
    /// let target = Base::new(Pose::new(0.0, 0.0, Facing::NORTH), Size::new(1.0, 2.0));
    /// let knights = Size::new(1.0, 0.75);
    /// let conformed = target.opposed(Edge::Left, knights, Along::Corner(Corner::FrontLeft));
    /// assert_eq!(conformed.pose, Pose::new(-0.875, 0.5, Facing::EAST));
    /// ```
    pub fn opposed(&self, edge: Edge, size: Size, along: Along) -> Base {
        let rect = self.rect();
        let outward = rect.outward(edge);
        let middle = match along {
            Along::Middle => rect.middle(edge),
            Along::Corner(corner) => {
                let end = rect.corner(corner);
                let inwards = (rect.middle(edge) - end).normalize_or_zero();
                end + inwards * (size.width.get() * 0.5)
            }
        };
        let centre = middle + outward * (size.depth.get() * 0.5);
        let facing = self.pose.facing + edge.turn();
        Base::new(Pose::nearest(centre, facing.opposite()), size)
    }

    /// A base of another size, facing the same way, flush on an edge: to the side with fronts level, or in
    /// front or behind with middles in line. It is the place of a neighbour in a group (ADLG-R43,
    /// IMP-R36), of a simple support (ADLG-R115), of a base put behind another (IMP-R105).
    pub fn neighbour(&self, edge: Edge, size: Size) -> Base {
        let (ours, theirs) = (self.rect(), Rect::new(&self.pose, size));
        let half = (ours.half(), theirs.half());
        let (beside, level) = (half.0.x + half.1.x, half.0.y - half.1.y);
        let local = match edge {
            Edge::Front => dvec2(0.0, half.0.y + half.1.y),
            Edge::Rear => dvec2(0.0, -half.0.y - half.1.y),
            Edge::Right => dvec2(beside, level),
            Edge::Left => dvec2(-beside, level),
        };
        Base::new(Pose::nearest(ours.world(local), self.pose.facing), size)
    }

    /// The same base in another size, one of its points staying where it is: a formation change about the
    /// middle of the front (LEG-R48), a rear rank lost (LEG-R11, IMP-R40).
    pub fn resized(&self, size: Size, keeping: Pivot) -> Base {
        let old = keeping.place(&self.rect());
        let new = keeping.place(&Rect::new(&self.pose, size));
        Base::new(Pose::nearest(self.pose.at.vec() + old - new, self.pose.facing), size)
    }
}

impl Rect {
    /// How far this rectangle must be shifted along a direction (first) or against it (second), by no
    /// more than `reach`, to overlap none of the bodies: the nearest lateral shift of ADLG-R89. None where
    /// there is no room.
    pub fn free_shifts<R: Borrow<Rect>>(
        &self,
        direction: DVec2,
        reach: f64,
        bodies: &(impl IntoIterator<Item = R> + Clone),
        tolerance: Tolerance,
    ) -> [Option<f64>; 2] {
        [direction, -direction].map(|direction| {
            let sweep = Sweep::new(self, Course::Straight { by: direction * reach });
            Some(sweep.first_free(0.0, bodies, tolerance)? * reach)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Angle, Facing};

    const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));

    fn base(x: f64, y: f64, degrees: f64) -> Base {
        Base::new(Pose::new(x, y, Facing::new(Angle::new(degrees))), Size::new(1.0, 1.0))
    }

    #[test]
    fn conforming_to_the_front_and_rear() {
        let target = base(2.0, 3.0, 0.0);
        for (edge, pose) in [
            (Edge::Front, Pose::new(2.0, 3.75, Facing::SOUTH)),
            (Edge::Rear, Pose::new(2.0, 2.25, Facing::NORTH)),
            (Edge::Right, Pose::new(2.75, 3.0, Facing::WEST)),
        ] {
            assert_eq!(target.opposed(edge, Size::new(1.0, 0.5), Along::Middle).pose, pose);
        }
    }

    #[test]
    fn neighbours_are_level_with_the_front() {
        let lead = base(0.0, 0.0, 90.0);
        let size = Size::new(1.0, 0.5);
        assert_eq!(lead.neighbour(Edge::Left, size).pose, Pose::new(0.25, 1.0, Facing::EAST));
        assert_eq!(lead.neighbour(Edge::Rear, size).pose, Pose::new(-0.75, 0.0, Facing::EAST));
    }

    #[test]
    fn a_line_becomes_a_column_about_the_middle_of_its_front() {
        // Four bases of 20 by 20 in line: 80 wide, 20 deep; in column 20 wide, 80 deep.
        let line = Base::new(Pose::new(0.0, -10.0, Facing::NORTH), Size::new(80.0, 20.0));
        let column = line.resized(Size::new(20.0, 80.0), Pivot::Middle(Edge::Front));
        assert_eq!(column.pose, Pose::new(0.0, -40.0, Facing::NORTH));
    }

    /// The place straight in front of the target is taken up to x = 0.4: free are the shifts of 0.9 to
    /// the right, and of 1.1 to the left, less the tolerance.
    #[test]
    fn the_nearest_free_places_on_either_side() {
        let taken = [base(-0.1, 0.0, 0.0).rect()];
        let wanted = base(0.0, 0.0, 180.0).rect();
        let [right, left] = wanted.free_shifts(DVec2::X, 2.0, &taken, TOLERANCE);
        assert!((right.unwrap() - 0.89).abs() < 1e-9);
        assert!((left.unwrap() - 1.09).abs() < 1e-9);
        let [_, none] = wanted.free_shifts(DVec2::X, 1.0, &taken, TOLERANCE);
        assert_eq!(none, None);
    }

    proptest! {
        /// However the target stands, who conforms to it touches it along the whole front and, rounded to
        /// the grid, does not overlap it.
        #[test]
        fn conformed_bases_are_flush(x in -9.0..9.0, y in -9.0..9.0, degrees in 0.0..360.0, i in 0..4usize) {
            let target = base(x, y, degrees);
            let edge = Edge::ALL[i];
            let conformed = target.opposed(edge, Size::new(1.0, 0.75), Along::Middle).rect();
            prop_assert!(!conformed.overlaps(&target.rect(), TOLERANCE));
            let contacts = conformed.contacts(&target.rect(), TOLERANCE);
            prop_assert_eq!((contacts[0].ours, contacts[0].theirs), (Edge::Front, edge));
            prop_assert!(contacts[0].length > 0.995);
        }
    }
}
