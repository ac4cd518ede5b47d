//! Ranks and files: bases in a unit, and members in a group.

use glam::dvec2;

use crate::{Angle, Base, Edge, Length, Pose, Rect, Size};

/// A block of equal bases in ranks and files that fills the rectangle of a unit (Legio 1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ranks {
    pub files: u16,
    pub base: Size,
    /// From the rear of a rank to the front of the next: the lines of a legion stand 20 paces apart
    /// (LEG-R3).
    pub gap: Length,
}

impl Ranks {
    /// The rectangle that so many ranks fill.
    pub fn size(&self, ranks: u16) -> Size {
        let Size { width, depth } = self.base;
        let (files, ranks) = (i32::from(self.files), i32::from(ranks));
        Size {
            width: Length::from_steps(width.steps() * files),
            depth: Length::from_steps(
                depth.steps() * ranks + self.gap.steps() * (ranks - 1).max(0),
            ),
        }
    }

    /// The first file of a rank that holds so many bases: an incomplete rank is centred, or half a base to
    /// the left of that.
    pub fn first_file(&self, bases_in_rank: u16) -> u16 {
        self.files.saturating_sub(bases_in_rank) / 2
    }

    /// One base of a unit: file 0 is on its left, rank 0 in front (LEG `base_rect`).
    ///
    /// ```
    /// # use acies_table::{Facing, Length, Pose, Ranks, Rect, Size};
    /// # use glam::dvec2;
    /// let ranks = Ranks { files: 4, base: Size::new(20.0, 20.0), gap: Length::ZERO };
    /// let unit = Rect::new(&Pose::new(0.0, 0.0, Facing::NORTH), ranks.size(2));
    /// assert_eq!(ranks.base_rect(&unit, 3, 1).centre(), dvec2(30.0, -10.0));
    /// ```
    pub fn base_rect(&self, unit: &Rect, file: u16, rank: u16) -> Rect {
        let (width, depth) = (self.base.width.get(), self.base.depth.get());
        let half = dvec2(width, depth) * 0.5;
        let x = -unit.half().x + width * (file as f64 + 0.5);
        let y = unit.half().y - (depth + self.gap.get()) * rank as f64 - half.y;
        Rect::from_parts(unit.world(dvec2(x, y)), unit.ahead(), half)
    }
}

/// Members of a group in so many files, listed rank by rank from the left. One of them, the anchor, stays
/// where it is; each of the others stands beside the one before it or behind the one in front of
/// it. A line has as many files as members, a column has one (ADLG-R52, IMP-R38).
///
/// ```
/// # use acies_table::{Base, Facing, Pose, Size, in_files};
/// let anchor = Pose::new(0.0, 0.0, Facing::NORTH);
/// let sizes = [Size::new(1.0, 1.0); 3];
/// let contracted: Vec<Pose> = in_files(2, &sizes, 0, &anchor).map(|base| base.pose).collect();
/// let [right, behind] = [Pose::new(1.0, 0.0, Facing::NORTH), Pose::new(0.0, -1.0, Facing::NORTH)];
/// assert_eq!(contracted, [anchor, right, behind]);
/// ```
///
/// # Panics
/// If there are no files, or no such member as the anchor.
pub fn in_files<'a>(
    files: usize,
    sizes: &'a [Size],
    anchor: usize,
    pose: &Pose,
) -> impl Iterator<Item = Base> + 'a {
    let width = sizes.iter().map(|size| size.width).max().unwrap_or_default().get();
    // From the left end of the front line to the centre of a member.
    let place = move |member: usize| {
        let ahead_of_it = (member % files..member).step_by(files);
        let depth: f64 = ahead_of_it.map(|other| sizes[other].depth.get()).sum();
        let x = width * ((member % files) as f64 + 0.5);
        dvec2(x, -depth - sizes[member].depth.get() * 0.5)
    };
    let pose = *pose;
    let from_anchor = move |member| pose.world(place(member) - place(anchor));
    (0..sizes.len()).map(move |member| {
        Base::new(Pose::nearest(from_anchor(member), pose.facing), sizes[member])
    })
}

/// A line that makes a quarter-turn to a side becomes a column (ADLG-R49). The member at that end leads,
/// its new front on the line of the old flank and the outer side of the column on the old front
/// line; the others close up behind it. `line` is listed from left to right, and the column comes in the same order.
pub fn column_from_line(line: &[Base], to: Edge) -> Vec<Base> {
    let Some(whole) = Base::enclosing(line) else { return vec![] };
    let (turn, sign) =
        if to == Edge::Left { (-Angle::QUARTER, -1.0) } else { (Angle::QUARTER, 1.0) };
    let rect = whole.rect();
    let mut flank = rect.half().x;
    let mut turned = |base: &Base| {
        let (width, depth) = (base.size.width.get(), base.size.depth.get());
        let centre = rect.world(dvec2(sign * (flank - depth * 0.5), rect.half().y - width * 0.5));
        flank -= depth;
        Base::new(Pose::nearest(centre, whole.pose.facing + turn), base.size)
    };
    if to == Edge::Left {
        line.iter().map(turned).collect()
    } else {
        let mut column: Vec<Base> = line.iter().rev().map(&mut turned).collect();
        column.reverse();
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Facing;

    #[test]
    fn a_legion_in_three_lines() {
        // LEG-R3: ten bases as 4-3-3, 20 paces between the lines: 80 by 20 * 3 + 20 * 2.
        let ranks = Ranks { files: 4, base: Size::new(20.0, 20.0), gap: Length::new(20.0) };
        assert_eq!(ranks.size(3), Size::new(80.0, 100.0));
        let unit = Rect::new(&Pose::new(0.0, 0.0, Facing::SOUTH), ranks.size(3));
        assert_eq!(ranks.base_rect(&unit, 0, 0).centre(), dvec2(30.0, -40.0));
        assert_eq!(ranks.base_rect(&unit, 3, 2).centre(), dvec2(-30.0, 40.0));
        // Three bases do not fill four files: they start on the left.
        assert_eq!(ranks.first_file(3), 0);
        assert_eq!(ranks.first_file(2), 1);
    }

    #[test]
    fn ranks_close_up_behind_bases_of_any_depth() {
        let sizes = [Size::new(1.0, 0.5), Size::new(1.0, 1.0), Size::new(1.0, 1.0)];
        let anchor = Pose::new(5.0, 5.0, Facing::NORTH);
        let column: Vec<Base> = in_files(1, &sizes, 1, &anchor).collect();
        assert_eq!(column[0].pose, Pose::new(5.0, 5.75, Facing::NORTH));
        assert_eq!(column[2].pose, Pose::new(5.0, 4.0, Facing::NORTH));
    }

    /// A line of two, each 1 wide and 0.5 deep, turns to the right. The right one leads: its front is on
    /// x = 1, the old right flank, and its left side on y = 0, the old front line.
    #[test]
    fn a_line_turns_into_a_column() {
        let base = |x: f64| Base::new(Pose::new(x, -0.25, Facing::NORTH), Size::new(1.0, 0.5));
        let line = [base(-0.5), base(0.5)];
        let poses =
            |to| column_from_line(&line, to).into_iter().map(|base| base.pose).collect::<Vec<_>>();
        let east = |x: f64| Pose::new(x, -0.5, Facing::EAST);
        assert_eq!(poses(Edge::Right), [east(0.25), east(0.75)]);
        let mirrored: Vec<Pose> = poses(Edge::Left).into_iter().map(Pose::mirrored).rev().collect();
        assert_eq!(mirrored, poses(Edge::Right));
    }
}
