//! Bases: oriented rectangles with a front, a rear and two flanks.

use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

use crate::{Angle, Length, Point, Pose, Segment, pose::right_of};

/// The footprint of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Size {
    /// Along the front.
    pub width: Length,
    /// From front to rear.
    pub depth: Length,
}

impl Size {
    #[inline]
    pub const fn new(width: f64, depth: f64) -> Size {
        Size { width: Length::new(width), depth: Length::new(depth) }
    }
}

/// A piece on the table as a battle stores it: where it stands and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Base {
    pub pose: Pose,
    pub size: Size,
}

impl Base {
    #[inline]
    pub const fn new(pose: Pose, size: Size) -> Base {
        Base { pose, size }
    }

    #[inline]
    pub fn rect(&self) -> Rect {
        Rect::new(&self.pose, self.size)
    }

    /// As seen in a mirror that stands along the y axis.
    pub fn mirrored(self) -> Base {
        Base { pose: self.pose.mirrored(), ..self }
    }
}

/// An edge of a base, or the side of it that something is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    Front,
    Right,
    Rear,
    Left,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];

    /// From the facing of the base to the outside of this edge.
    pub fn turn(self) -> Angle {
        match self {
            Edge::Front => Angle::ZERO,
            Edge::Right => Angle::QUARTER,
            Edge::Rear => Angle::HALF,
            Edge::Left => -Angle::QUARTER,
        }
    }

    pub fn opposite(self) -> Edge {
        match self {
            Edge::Front => Edge::Rear,
            Edge::Right => Edge::Left,
            Edge::Rear => Edge::Front,
            Edge::Left => Edge::Right,
        }
    }

    pub fn mirrored(self) -> Edge {
        match self {
            Edge::Front | Edge::Rear => self,
            Edge::Right | Edge::Left => self.opposite(),
        }
    }
}

/// A corner of a base, named as the base itself would.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    FrontLeft,
    FrontRight,
    RearRight,
    RearLeft,
}

impl Corner {
    /// Clockwise, as [`Rect::corners`] lists them.
    pub const ALL: [Corner; 4] =
        [Corner::FrontLeft, Corner::FrontRight, Corner::RearRight, Corner::RearLeft];

    pub fn mirrored(self) -> Corner {
        match self {
            Corner::FrontLeft => Corner::FrontRight,
            Corner::FrontRight => Corner::FrontLeft,
            Corner::RearRight => Corner::RearLeft,
            Corner::RearLeft => Corner::RearRight,
        }
    }

    /// Which way it lies from the centre: right and ahead are positive.
    fn signs(self) -> DVec2 {
        match self {
            Corner::FrontLeft => dvec2(-1.0, 1.0),
            Corner::FrontRight => dvec2(1.0, 1.0),
            Corner::RearRight => dvec2(1.0, -1.0),
            Corner::RearLeft => dvec2(-1.0, -1.0),
        }
    }
}

/// An oriented rectangle, ready to be measured: the one solid shape that all queries take.
///
/// A base is one ([`Base::rect`]), and so are zones of control, corridors of a given length, the table
/// and its deployment zones. A line or a place is one without depth or size:
/// `Rect::from(segment)`, `Rect::from(place)`.
///
/// ```
/// # use acies_table::{Corner, Edge, Facing, Pose, Rect, Size};
/// # use glam::dvec2;
/// let spearmen = Rect::new(&Pose::new(0.0, 0.0, Facing::EAST), Size::new(1.0, 0.5));
/// assert_eq!(spearmen.corner(Corner::FrontLeft), dvec2(0.25, 0.5));
/// assert_eq!(spearmen.edge(Edge::Front).length(), 1.0);
/// // ADLG-R66: the zone of control reaches 1 UD beyond the front edge.
/// let zone_of_control = spearmen.beyond(Edge::Front, 1.0);
/// assert!(zone_of_control.contains(dvec2(1.2, 0.4)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    centre: DVec2,
    ahead: DVec2,
    half: DVec2,
}

impl Rect {
    #[inline]
    pub fn new(pose: &Pose, size: Size) -> Rect {
        let half = dvec2(size.width.get() * 0.5, size.depth.get() * 0.5);
        Rect { centre: pose.at.vec(), ahead: pose.facing.ahead(), half }
    }

    /// `ahead` is a unit vector; `half` holds half the width and half the depth.
    /// A base whose front edge has its middle there, with its centre on the grid.
    #[inline]
    pub fn behind(front: &Pose, size: Size) -> Rect {
        let half = dvec2(size.width.get() * 0.5, size.depth.get() * 0.5);
        let ahead = front.facing.ahead();
        let centre = Point::nearest(front.at.vec() - ahead * half.y).vec();
        Rect { centre, ahead, half }
    }

    pub(crate) fn from_parts(centre: DVec2, ahead: DVec2, half: DVec2) -> Rect {
        Rect { centre, ahead, half }
    }

    /// The rectangle between two corners whose sides run east and north: a table, a deployment
    /// zone, a sector. It faces north.
    pub fn between(one: DVec2, other: DVec2) -> Rect {
        let half = (other - one).abs() * 0.5;
        Rect { centre: (one + other) * 0.5, ahead: DVec2::Y, half }
    }

    #[inline]
    pub fn centre(&self) -> DVec2 {
        self.centre
    }

    /// The unit vector straight ahead.
    #[inline]
    pub fn ahead(&self) -> DVec2 {
        self.ahead
    }

    /// The unit vector to the right.
    #[inline]
    pub fn right(&self) -> DVec2 {
        right_of(self.ahead)
    }

    /// Half the width (x) and half the depth (y).
    #[inline]
    pub fn half(&self) -> DVec2 {
        self.half
    }

    pub fn width(&self) -> f64 {
        self.half.x * 2.0
    }

    pub fn depth(&self) -> f64 {
        self.half.y * 2.0
    }

    pub fn area(&self) -> f64 {
        self.width() * self.depth()
    }

    /// A place as seen from the centre: x to the right, y ahead.
    #[inline]
    pub fn local(&self, place: DVec2) -> DVec2 {
        self.local_direction(place - self.centre)
    }

    pub(crate) fn local_direction(&self, direction: DVec2) -> DVec2 {
        dvec2(direction.dot(self.right()), direction.dot(self.ahead))
    }

    /// The place that lies so far to the right (x) and ahead (y) of the centre.
    pub fn world(&self, local: DVec2) -> DVec2 {
        self.centre + self.right() * local.x + self.ahead * local.y
    }

    pub fn corner(&self, corner: Corner) -> DVec2 {
        self.world(corner.signs() * self.half)
    }

    /// Front left, front right, rear right, rear left.
    #[inline]
    pub fn corners(&self) -> [DVec2; 4] {
        let (right, ahead) = (self.right() * self.half.x, self.ahead * self.half.y);
        let (front, rear) = (self.centre + ahead, self.centre - ahead);
        [front - right, front + right, rear + right, rear - right]
    }

    /// An edge, clockwise round the base: the front runs from left to right.
    pub fn edge(&self, edge: Edge) -> Segment {
        let [front_left, front_right, rear_right, rear_left] = self.corners();
        match edge {
            Edge::Front => Segment::new(front_left, front_right),
            Edge::Right => Segment::new(front_right, rear_right),
            Edge::Rear => Segment::new(rear_right, rear_left),
            Edge::Left => Segment::new(rear_left, front_left),
        }
    }

    /// The unit vector that points out of the base across an edge.
    pub fn outward(&self, edge: Edge) -> DVec2 {
        match edge {
            Edge::Front => self.ahead,
            Edge::Right => self.right(),
            Edge::Rear => -self.ahead,
            Edge::Left => -self.right(),
        }
    }

    /// The middle of an edge (IMP-R79, LEG-R74).
    #[inline]
    pub fn middle(&self, edge: Edge) -> DVec2 {
        self.centre + self.outward(edge) * self.reach(edge)
    }

    /// From the centre to an edge.
    fn reach(&self, edge: Edge) -> f64 {
        match edge {
            Edge::Front | Edge::Rear => self.half.y,
            Edge::Right | Edge::Left => self.half.x,
        }
    }

    /// How far a place lies beyond the line of an edge; negative on the side of the base. Who is
    /// behind the front line has a negative distance beyond the front (ADLG-R78, IMP-R45, LEG-R74).
    pub fn beyond_line(&self, edge: Edge, place: DVec2) -> f64 {
        (place - self.centre).dot(self.outward(edge)) - self.reach(edge)
    }

    /// The rectangle that lies along an edge on the outside, so deep, facing away from the base: zone of
    /// control (ADLG-R66, IMP-R34), what is behind (ADLG-R145, IMP-R66) or beside it (ADLG-R147).
    pub fn beyond(&self, edge: Edge, depth: f64) -> Rect {
        let outward = self.outward(edge);
        let half_width = match edge {
            Edge::Front | Edge::Rear => self.half.x,
            Edge::Right | Edge::Left => self.half.y,
        };
        Rect {
            centre: self.centre + outward * (self.reach(edge) + depth * 0.5),
            ahead: outward,
            half: dvec2(half_width, depth * 0.5),
        }
    }

    /// The same rectangle with each edge moved outwards; inwards if `by` is negative.
    #[inline]
    pub fn grown(&self, by: f64) -> Rect {
        let half = (self.half + DVec2::splat(by)).max(DVec2::ZERO);
        Rect { half, ..*self }
    }

    /// The rectangle elsewhere, facing the same way.
    #[inline]
    pub fn shifted(&self, by: DVec2) -> Rect {
        Rect { centre: self.centre + by, ..*self }
    }

    /// Whether a place lies in the rectangle or on its border.
    pub fn contains(&self, place: DVec2) -> bool {
        self.distance_to(place) <= BORDER
    }

    /// Whether another rectangle lies wholly in this one: the table (ADLG-R63), a deployment zone
    /// (ADLG-R30).
    pub fn holds(&self, other: &Rect) -> bool {
        other.corners().into_iter().all(|corner| self.contains(corner))
    }

    /// The place of the rectangle that is nearest to another place.
    pub fn nearest_to(&self, place: DVec2) -> DVec2 {
        self.world(self.local(place).clamp(-self.half, self.half))
    }

    /// Least distance to a place; 0 inside (ADLG query 2, IMP-R22, LEG-R123).
    pub fn distance_to(&self, place: DVec2) -> f64 {
        self.distance_squared_to(place).sqrt()
    }

    pub(crate) fn distance_squared_to(&self, place: DVec2) -> f64 {
        let outside = (self.local(place).abs() - self.half).max(DVec2::ZERO);
        outside.length_squared()
    }

    /// The longest way that any corner has from one of two rectangles to the other (ADLG-R90: none
    /// may shift by more than 1 UD in conforming).
    pub fn corner_shift(&self, other: &Rect) -> f64 {
        let pairs = self.corners().into_iter().zip(other.corners());
        pairs.map(|(from, to)| from.distance(to)).fold(0.0, f64::max)
    }
}

/// Corners that lie on a border are computed this near to it.
const BORDER: f64 = 1e-9;

impl From<Segment> for Rect {
    fn from(segment: Segment) -> Rect {
        let along = segment.b - segment.a;
        let length = along.length();
        let right = if length > 0.0 { along / length } else { DVec2::X };
        Rect { centre: segment.middle(), ahead: right.perp(), half: dvec2(length * 0.5, 0.0) }
    }
}

impl From<DVec2> for Rect {
    fn from(place: DVec2) -> Rect {
        Rect { centre: place, ahead: DVec2::Y, half: DVec2::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Facing;

    /// A base of 2 by 1 that faces east, its centre at (10, 5):
    ///
    /// ```text
    ///        RL +--+ FL   y = 6
    ///           |  |>
    ///        RR +--+ FR   y = 4
    ///      x = 9.5  10.5
    /// ```
    fn facing_east() -> Rect {
        Rect::new(&Pose::new(10.0, 5.0, Facing::EAST), Size::new(2.0, 1.0))
    }

    #[test]
    fn corners_and_edges() {
        let rect = facing_east();
        let corners = [dvec2(10.5, 6.0), dvec2(10.5, 4.0), dvec2(9.5, 4.0), dvec2(9.5, 6.0)];
        assert_eq!(rect.corners(), corners);
        assert_eq!(Corner::ALL.map(|corner| rect.corner(corner)), corners);
        assert_eq!(rect.middle(Edge::Front), dvec2(10.5, 5.0));
        assert_eq!(rect.middle(Edge::Left), dvec2(10.0, 6.0));
        for edge in Edge::ALL {
            assert_eq!(rect.edge(edge).middle(), rect.middle(edge));
            assert_eq!(edge.opposite().turn().abs() + edge.turn().abs(), Angle::HALF);
        }
    }

    #[test]
    fn lines_of_edges() {
        let rect = facing_east();
        assert_eq!(rect.beyond_line(Edge::Front, dvec2(13.0, 0.0)), 2.5);
        assert_eq!(rect.beyond_line(Edge::Front, dvec2(10.0, 9.0)), -0.5);
        assert_eq!(rect.beyond_line(Edge::Left, dvec2(10.0, 9.0)), 3.0);
    }

    #[test]
    fn rectangles_beyond_edges_face_outwards() {
        let rect = facing_east();
        let behind = rect.beyond(Edge::Rear, 1.0);
        assert_eq!((behind.centre(), behind.ahead()), (dvec2(9.0, 5.0), -DVec2::X));
        assert_eq!((behind.width(), behind.depth()), (2.0, 1.0));
        let beside = rect.beyond(Edge::Right, 3.0);
        assert_eq!((beside.centre(), beside.width()), (dvec2(10.0, 2.5), 1.0));
    }

    #[test]
    fn distances_to_places() {
        let rect = facing_east();
        assert_eq!(rect.distance_to(dvec2(10.0, 5.5)), 0.0);
        assert_eq!(rect.distance_to(dvec2(13.5, 10.0)), 5.0);
        assert_eq!(rect.nearest_to(dvec2(13.5, 10.0)), dvec2(10.5, 6.0));
        assert!(rect.contains(dvec2(10.5, 4.0)));
    }

    #[test]
    fn tables_hold_bases() {
        let table = Rect::between(dvec2(-15.0, -10.0), dvec2(15.0, 10.0));
        assert!(table.holds(&facing_east()));
        assert!(table.holds(&facing_east().shifted(dvec2(4.5, 4.0))));
        assert!(!table.holds(&facing_east().shifted(dvec2(4.501, 4.0))));
    }
}
