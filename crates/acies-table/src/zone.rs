//! Zones ahead of an edge: corridors, zones of control, shooting zones and arcs.

use glam::{DVec2, dvec2};

use crate::{Angle, Edge, Interval, Outline, Rect, Segment, Tolerance, clip::keep, pose::right_of};

/// The ground beyond an edge of a base: as wide as the edge or wider, as deep as wanted, and
/// spreading if its sides are not parallel.
///
/// ```
/// # use acies_table::{Angle, Edge, Facing, Pose, Rect, Size, Zone};
/// # let base = Rect::new(&Pose::new(0.0, 0.0, Facing::NORTH), Size::new(1.0, 1.0));
/// // The corridor straight ahead (ADLG-R68, IMP-R84).
/// let corridor = Zone::beyond(&base, Edge::Front);
/// // A bow's zone, 4 UD deep and 1 UD wider on each side (ADLG-R103).
/// let shooting = Zone::beyond(&base, Edge::Front).deep(4.0).wider(1.0);
/// // The arc between lines at 45 degrees from the front corners (IMP-R79, LEG-R65).
/// let arc = Zone::beyond(&base, Edge::Front).spreading(Angle::new(45.0));
/// # let target = Rect::new(&Pose::new(1.25, 3.0, Facing::SOUTH), Size::new(1.0, 1.0));
/// assert_eq!(corridor.part_of(&target), None);
/// assert_eq!(shooting.part_of(&target).unwrap().ahead.from, 2.0);
/// assert!(arc.part_of(&target).is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    middle: DVec2,
    outward: DVec2,
    edge_half: f64,
    wider: f64,
    /// How much wider, on each side, for each unit of depth.
    slope: f64,
    depth: f64,
}

/// The part of a body that lies in a zone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// How far beyond the line of the edge it begins and ends.
    pub ahead: Interval,
    /// From where to where it lies across the zone, measured from the middle of the edge, positive
    /// to the right: its length is how much of the corridor the body fills (ADLG-R68).
    pub across: Interval,
}

impl Zone {
    /// The endless corridor straight out of an edge.
    pub fn beyond(rect: &Rect, edge: Edge) -> Zone {
        Zone {
            middle: rect.middle(edge),
            outward: rect.outward(edge),
            edge_half: rect.edge(edge).length() * 0.5,
            wider: 0.0,
            slope: 0.0,
            depth: f64::INFINITY,
        }
    }

    #[must_use]
    pub fn deep(self, depth: f64) -> Zone {
        Zone { depth, ..self }
    }

    /// Wider by so much on each side.
    #[must_use]
    pub fn wider(self, wider: f64) -> Zone {
        Zone { wider, ..self }
    }

    /// With sides that leave the corners at this angle outwards.
    #[must_use]
    pub fn spreading(self, angle: Angle) -> Zone {
        let (sin, cos) = angle.sin_cos();
        Zone { slope: sin / cos, ..self }
    }

    pub fn contains(&self, place: DVec2) -> bool {
        self.inside(self.local(place)).into_iter().all(|inside| inside >= -BORDER)
    }

    /// Whether a body is in the zone by more than the tolerance, both along and across it.
    pub fn meets(&self, body: &Rect, tolerance: Tolerance) -> bool {
        let outline = self.cut(body);
        [DVec2::X, DVec2::Y].into_iter().all(|axis| {
            let extent = Interval::around(outline.iter().map(|place| place.dot(axis)));
            extent.is_some_and(|extent| extent.length() > tolerance.touch)
        })
    }

    /// The part of a body that lies in the zone; none if it does not reach it.
    pub fn part_of(&self, body: &Rect) -> Option<Part> {
        let outline = self.cut(body);
        let ahead = Interval::around(outline.iter().map(|place| place.y))?;
        let across = Interval::around(outline.iter().map(|place| place.x))?;
        Some(Part { ahead, across })
    }

    /// From the edge to the nearest place of a body that lies in the zone (ADLG-R105); none if it does not
    /// reach it.
    pub fn line_to(&self, body: &Rect) -> Option<Segment> {
        let outline = self.cut(body);
        let nearest = (!outline.is_empty()).then(|| self.nearest(&outline))?;
        Some(Segment::new(self.world(nearest.a), self.world(nearest.b)))
    }

    /// What the four sides leave of a body, in the local frame.
    fn cut(&self, body: &Rect) -> Outline {
        let corners = body.corners().map(|corner| self.local(corner));
        let inside = corners.map(|corner| self.inside(corner));
        let mut outline = Outline::from_iter(corners);
        for side in 0..4 {
            let outside = inside.iter().filter(|inside| inside[side] < 0.0).count();
            if outside == corners.len() {
                return Outline::new();
            }
            if outside > 0 {
                outline = keep(&outline, |place| self.inside(place)[side]);
            }
        }
        outline
    }

    /// From the edge to the nearest place of an outline that lies beyond it, in the local frame.
    fn nearest(&self, outline: &Outline) -> Segment {
        let edge = Segment::new(dvec2(-self.edge_half, 0.0), dvec2(self.edge_half, 0.0));
        let to_corners =
            outline.iter().map(|&corner| Segment::new(edge.nearest_to(corner), corner));
        let next = outline.iter().cycle().skip(1);
        let from_ends = outline.iter().zip(next).flat_map(|(&a, &b)| {
            let side = Segment::new(a, b);
            [edge.a, edge.b].map(|end| Segment::new(end, side.nearest_to(end)))
        });
        let shorter = |a: Segment, b: Segment| if b.length() < a.length() { b } else { a };
        to_corners.chain(from_ends).reduce(shorter).expect("an outline has corners")
    }

    /// How far inside each of its four sides a place is, in the local frame.
    fn inside(&self, place: DVec2) -> [f64; 4] {
        let half_width = self.edge_half + self.wider + self.slope * place.y;
        [place.y, self.depth - place.y, half_width - place.x, half_width + place.x]
    }

    fn local(&self, place: DVec2) -> DVec2 {
        let from_middle = place - self.middle;
        dvec2(from_middle.dot(right_of(self.outward)), from_middle.dot(self.outward))
    }

    fn world(&self, local: DVec2) -> DVec2 {
        self.middle + right_of(self.outward) * local.x + self.outward * local.y
    }
}

/// Places on the border are computed this near to it.
const BORDER: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Facing, Pose, Size};

    const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));

    fn rect(x: f64, y: f64, degrees: f64) -> Rect {
        Rect::new(&Pose::new(x, y, Facing::new(Angle::new(degrees))), Size::new(1.0, 1.0))
    }

    fn front() -> Zone {
        Zone::beyond(&rect(0.0, 0.0, 0.0), Edge::Front)
    }

    #[test]
    fn the_corridor_measures_what_it_holds() {
        let part = front().part_of(&rect(0.75, 3.0, 180.0)).unwrap();
        assert_eq!((part.across, part.ahead), (Interval::new(0.25, 0.5), Interval::new(2.0, 3.0)));
        assert_eq!(front().line_to(&rect(0.75, 3.0, 180.0)).unwrap().length(), 2.0);
        assert_eq!(front().line_to(&rect(0.0, -3.0, 0.0)), None);
        assert_eq!(front().part_of(&rect(0.0, -3.0, 0.0)), None);
        // What is partly behind the front line counts with the part ahead of it.
        assert_eq!(front().part_of(&rect(0.9, 0.75, 0.0)).unwrap().ahead, Interval::new(0.0, 0.75));
    }

    #[test]
    fn a_zone_of_control_ends_at_its_depth() {
        let zone = front().deep(1.0);
        assert!(zone.meets(&rect(0.0, 1.9, 180.0), TOLERANCE));
        assert!(!zone.meets(&rect(0.0, 2.0, 180.0), TOLERANCE));
        assert!(!zone.meets(&rect(1.0, 1.0, 180.0), TOLERANCE), "flush beside it");
        assert!(zone.meets(&rect(0.95, 1.0, 180.0), TOLERANCE));
    }

    /// ADLG-R103 and R105: the target is wholly outside the corridor but partly within 1 UD of it. Its
    /// nearest place in the zone, (1, 2.5), is 0.5 to the right of the front edge's end and 2 ahead.
    #[test]
    fn shooting_zones_are_measured_from_the_edge() {
        let (zone, target) = (front().deep(4.0).wider(1.0), rect(1.5, 3.0, 180.0));
        assert_eq!(zone.part_of(&target).unwrap().across, Interval::new(1.0, 1.5));
        let line = zone.line_to(&target).unwrap();
        assert!((line.length() - 4.25_f64.sqrt()).abs() < 1e-12);
    }

    /// At 45 degrees from the right front corner, (0.5, 0.5), the ray passes through (3, 3).
    #[test]
    fn arcs_spread() {
        let arc = front().spreading(Angle::new(45.0));
        assert!(arc.contains(dvec2(3.0, 3.0)) && !arc.contains(dvec2(3.1, 3.0)));
        assert!(arc.meets(&rect(3.4, 3.0, 0.0), TOLERANCE));
        assert!(!arc.meets(&rect(4.5, 3.0, 0.0), TOLERANCE));
        // LEG-R74: the rear of a unit is the same arc behind it.
        let rear = Zone::beyond(&rect(0.0, 0.0, 0.0), Edge::Rear).spreading(Angle::new(45.0));
        assert!(rear.contains(dvec2(-1.0, -1.5)) && !rear.contains(dvec2(-2.0, -1.0)));
    }
}
