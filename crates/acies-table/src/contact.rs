//! Which edges of two bases touch, and along what length.

use arrayvec::ArrayVec;

use crate::{Edge, Interval, Rect, Tolerance, pose::right_of};

/// Two edges that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    pub ours: Edge,
    pub theirs: Edge,
    /// Along what length the edges lie against each other; 0 if they only meet at a corner.
    pub length: f64,
}

/// All the edges of two bases that touch.
pub type Contacts = ArrayVec<Contact, 16>;

impl Rect {
    /// The edges of two bases that touch, the longest contact first (ADLG query 12, ADLG-R114;
    /// IMP `contact_edges`, IMP-R54; LEG `touching_bases`, LEG-R138).
    ///
    /// If edges lie against each other for more than the tolerance, these alone are listed. If not,
    /// the bases meet at a corner, and every pair of edges that meets there is listed with length 0.
    ///
    /// ```
    /// # use acies_table::{Angle, Edge, Facing, Pose, Rect, Size, Tolerance};
    /// # let tolerance = Tolerance::new(0.01, Angle::new(1.0));
    /// # let size = Size::new(1.0, 1.0);
    /// let spears = Rect::new(&Pose::new(0.0, 0.0, Facing::NORTH), size);
    /// let knights = Rect::new(&Pose::new(0.25, 1.0, Facing::SOUTH), size);
    /// let contacts = spears.contacts(&knights, tolerance);
    /// assert_eq!((contacts[0].ours, contacts[0].theirs), (Edge::Front, Edge::Front));
    /// assert_eq!(contacts[0].length, 0.75);
    /// ```
    pub fn contacts(&self, other: &Rect, tolerance: Tolerance) -> Contacts {
        if !self.touches(other, tolerance) {
            return Contacts::new();
        }
        let sine = tolerance.angle.sin_cos().0;
        let pairs = Edge::ALL.into_iter().flat_map(|ours| Edge::ALL.map(|theirs| (ours, theirs)));
        let is_flush = |&(ours, theirs): &(Edge, Edge)| {
            let (out, in_) = (self.outward(ours), -other.outward(theirs));
            out.dot(in_) > 0.0 && out.perp_dot(in_).abs() <= sine
        };
        let contact = |(ours, theirs)| {
            // An edge is a rectangle without depth.
            let edge = other.beyond(theirs, 0.0);
            self.beyond(ours, 0.0).touches(&edge, tolerance).then(|| {
                let flush = is_flush(&(ours, theirs));
                let covered = flush.then(|| self.covered(ours, &edge)).flatten();
                Contact { ours, theirs, length: covered.map_or(0.0, |it| it.length()) }
            })
        };
        let is_long = |contact: &Contact| contact.length > tolerance.touch;
        // Corners count only where no edges lie along one another.
        let along = pairs.clone().filter(is_flush).filter_map(contact).filter(is_long);
        let mut contacts: Contacts = along.collect();
        if contacts.is_empty() {
            contacts = pairs.filter_map(contact).collect();
        }
        contacts.sort_by(|a, b| b.length.total_cmp(&a.length));
        contacts
    }

    /// The contact of one edge of this base that lies along an edge of another one, if there is one: what
    /// [`Rect::contacts`] has of it, at a fraction of the cost.
    pub fn contact_along(&self, ours: Edge, other: &Rect, tolerance: Tolerance) -> Option<Contact> {
        let out = self.outward(ours);
        let along = |theirs: &Edge| out.dot(-other.outward(*theirs));
        let theirs = Edge::ALL.into_iter().max_by(|a, b| along(a).total_cmp(&along(b)))?;
        let edge = other.beyond(theirs, 0.0);
        let level = out.perp_dot(other.outward(theirs)).abs() <= tolerance.angle.sin_cos().0;
        if !level || !self.beyond(ours, 0.0).touches(&edge, tolerance) {
            return None;
        }
        let length = self.covered(ours, &edge)?.length();
        (length > tolerance.touch).then_some(Contact { ours, theirs, length })
    }

    /// Whether an edge of this base touches another base, be it with a corner (IMP-R54).
    pub fn touches_with(&self, edge: Edge, other: &Rect, tolerance: Tolerance) -> bool {
        self.beyond(edge, 0.0).touches(other, tolerance)
    }

    /// The stretch of an edge that another body covers, seen at right angles to the edge, wherever
    /// in front of or behind it the body stands (IMP-R55, LEG-R88). It is measured from the middle of
    /// the edge, positive to the right of who looks outwards.
    pub fn covered(&self, edge: Edge, other: &Rect) -> Option<Interval> {
        let right = right_of(self.outward(edge));
        let middle = self.middle(edge);
        let corners = other.corners().map(|corner| (corner - middle).dot(right));
        let half = self.edge(edge).length() * 0.5;
        Interval::around(corners)?.shared(&Interval::new(-half, half))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Facing, Pose, Size};

    const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));

    fn rect(x: f64, y: f64, degrees: f64) -> Rect {
        Rect::new(&Pose::new(x, y, Facing::new(Angle::new(degrees))), Size::new(1.0, 1.0))
    }

    #[test]
    fn neighbours_touch_with_their_sides() {
        let contacts = rect(0.0, 0.0, 0.0).contacts(&rect(1.0, -0.25, 0.0), TOLERANCE);
        let expected = Contact { ours: Edge::Right, theirs: Edge::Left, length: 0.75 };
        assert_eq!(contacts.as_slice(), [expected]);
    }

    #[test]
    fn a_flank_attack_touches_front_to_side() {
        // They face west, against our right flank, level with our front.
        let contacts = rect(0.0, 0.0, 0.0).contacts(&rect(1.0, 0.0, 270.0), TOLERANCE);
        let expected = Contact { ours: Edge::Right, theirs: Edge::Front, length: 1.0 };
        assert_eq!(contacts.as_slice(), [expected]);
    }

    /// A simple support meets the enemy with its near front corner only (ADLG-R115):
    ///
    /// ```text
    ///   +-e-+
    ///   +---+---+
    ///   | m | s |
    ///   +---+---+
    /// ```
    #[test]
    fn a_support_meets_the_enemy_at_a_corner() {
        let contacts = rect(1.0, 0.0, 0.0).contacts(&rect(0.0, 1.0, 180.0), TOLERANCE);
        assert!(contacts.iter().all(|contact| contact.length == 0.0));
        let fronts =
            |contact: &Contact| contact.ours == Edge::Front && contact.theirs == Edge::Front;
        assert!(contacts.iter().any(fronts));
        assert!(rect(1.0, 0.0, 0.0).touches_with(Edge::Front, &rect(0.0, 1.0, 180.0), TOLERANCE));
        assert!(!rect(1.0, 0.0, 0.0).touches_with(Edge::Rear, &rect(0.0, 1.0, 180.0), TOLERANCE));
    }

    /// A charge that strikes at 45 degrees touches with one corner (IMP-R44: nothing conforms).
    #[test]
    fn an_oblique_charge_touches_with_a_corner() {
        let reach = 0.5 + 0.5_f64.sqrt();
        let contacts = rect(0.0, 0.0, 0.0).contacts(&rect(0.0, reach, 135.0), TOLERANCE);
        let ours: Vec<Edge> = contacts.iter().map(|contact| contact.ours).collect();
        assert_eq!(ours, [Edge::Front, Edge::Front]);
        assert!(contacts.iter().any(|contact| contact.theirs == Edge::Front));
    }

    #[test]
    fn what_an_edge_is_covered_by() {
        let covered = rect(0.0, 0.0, 0.0).covered(Edge::Front, &rect(0.75, 3.0, 90.0));
        assert_eq!(covered, Some(Interval::new(0.25, 0.5)));
        assert_eq!(rect(0.0, 0.0, 0.0).covered(Edge::Front, &rect(2.0, 3.0, 90.0)), None);
    }
}
