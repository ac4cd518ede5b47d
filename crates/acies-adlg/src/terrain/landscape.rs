//! The ground of a battle (ADLG-R24, ADLG-R110, ADLG-R136, ADLG-R137, ADLG-R161, ADLG-R162): pieces of
//! terrain and lines of defence in their places, and what a base has of them.

use acies_table::{Edge, Point, Polygon, Rect, Segment};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    melee::{Above, Barrier},
    rulings::TOLERANCE,
    terrain::{Ground, Piece, Sight},
};

/// Everything that lies on the table before the armies do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landscape {
    pub areas: Vec<Area>,
    pub lines: Vec<Line>,
}

/// A piece of terrain in its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub piece: Piece,
    pub outline: Polygon,
}

/// ADLG-R162: a segment of fortification or an obstacle, a line without depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub barrier: Barrier,
    pub a: Point,
    pub b: Point,
}

impl Area {
    /// ADLG-R24: the middle half of the longest axis of a hill.
    pub fn crest(&self) -> Option<Segment> {
        self.piece.is_hill().then(|| {
            let axis = self.outline.longest_axis();
            Segment::new(axis.at(0.25), axis.at(0.75))
        })
    }

    /// ADLG-R110: at least half of the base inside.
    fn holds_half(&self, rect: &Rect) -> bool {
        rect.share_in(&self.outline) >= 0.5 - TOLERANCE.touch
    }
}

impl Line {
    /// Where it runs.
    pub fn segment(&self) -> Segment {
        Segment::new(self.a.vec(), self.b.vec())
    }

    /// ADLG-R194: whether an end of it is at an end of another.
    fn joins(&self, other: &Line) -> bool {
        let near = |a: Point, b: Point| a.vec().distance(b.vec()) <= LEVEL;
        [other.a, other.b].into_iter().any(|end| near(self.a, end) || near(self.b, end))
    }

    /// ADLG-R162: whether an edge of a base lies along it, within 0.1 UD.
    pub fn is_along(&self, rect: &Rect, edge: Edge) -> bool {
        let (side, wall) = (rect.edge(edge), self.segment());
        let level = [side.a, side.b].into_iter().all(|end| wall.right_of_line(end).abs() <= LEVEL);
        let shared = rect.covered(edge, &Rect::from(wall)).map_or(0.0, |it| it.length());
        level && shared > TOLERANCE.touch
    }
}

/// Segments that a base comes over on its way; nobody has the distance for more.
pub(crate) type Crossed = ArrayVec<Line, CROSSED_MAX>;

pub(crate) const CROSSED_MAX: usize = 16;

/// ADLG-R194: how many lines of defence these segments are: those that are joined are one.
pub(crate) fn lines_among(segments: &[Line]) -> u32 {
    let mut left: Crossed = segments.iter().copied().collect();
    let mut lines = 0;
    while let Some(first) = left.pop() {
        lines += 1;
        let mut line = Crossed::from_iter([first]);
        while let Some(joined) =
            line.iter().find_map(|it| left.iter().position(|next| it.joins(next)))
        {
            line.push(left.swap_remove(joined));
        }
    }
    lines
}

impl Landscape {
    /// The pieces that a base touches. ADLG-R24: a road does away with what it crosses for those who are
    /// on it. ADLG-R161: water wins over what it covers.
    pub fn ground(&self, rect: &Rect) -> Ground {
        if self.areas.is_empty() {
            return Ground::OPEN;
        }
        if self.is_on_road(rect) {
            return Ground::OPEN.with(Piece::Road);
        }
        let flows =
            |area: &&Area| area.piece.is_river() && rect.is_wholly_in(&area.outline, TOLERANCE);
        if let Some(river) = self.areas.iter().find(flows) {
            return Ground::OPEN.with(river.piece);
        }
        let touched = self.areas.iter().filter(|area| rect.is_in(&area.outline, TOLERANCE));
        touched.map(|area| area.piece).collect()
    }

    /// ADLG-R170: a road is narrower than a base; a unit is on it, in column, if the middle of its front and
    /// the middle of its rear are.
    pub fn is_on_road(&self, rect: &Rect) -> bool {
        let ends = [Edge::Front, Edge::Rear].map(|edge| rect.middle(edge));
        let carries = |area: &Area| {
            area.piece == Piece::Road
                && ends.into_iter().all(|end| area.outline.contains_within(end, TOLERANCE.touch))
        };
        self.areas.iter().any(carries)
    }

    /// ADLG-R110: whether a base is in cover; from a shooter inside the same piece it is not.
    pub fn is_in_cover(&self, rect: &Rect, from: Option<&Rect>) -> bool {
        let covers = |area: &&Area| area.piece.is_cover() && area.holds_half(rect);
        let apart = |area: &Area| from.is_none_or(|from| !area.holds_half(from));
        self.areas.iter().filter(covers).any(apart)
    }

    /// ADLG-R162: what a base is behind, on one of its edges.
    pub fn behind(&self, rect: &Rect, edge: Edge) -> Option<Barrier> {
        self.lines.iter().find(|line| line.is_along(rect, edge)).map(|line| line.barrier)
    }

    /// ADLG-MOD.8, ADLG-R137: what one base has over another, fortifications apart.
    pub fn above(&self, own: &Rect, enemy: &Rect) -> Option<Above> {
        self.areas.iter().find_map(|area| {
            let inside = |rect: &Rect| rect.is_in(&area.outline, TOLERANCE);
            if area.piece.is_hill() {
                let higher = |crest: Segment| {
                    crest.distance(enemy.centre()) - crest.distance(own.centre()) >= LEVEL
                };
                let on_hill = area.outline.contains(own.centre());
                return (on_hill && area.crest().is_some_and(higher)).then_some(Above::Hill);
            }
            let outside = !inside(own) && inside(enemy);
            match area.piece {
                piece if piece.is_river() && outside => Some(Above::RiverBank),
                Piece::Gully if outside => Some(Above::GullyEdge),
                _ => None,
            }
        })
    }

    /// ADLG-R24, ADLG-R104: whether terrain lets a line of sight through.
    pub fn lets_see(&self, line: &Segment) -> bool {
        self.areas.iter().all(|area| match area.piece.sight() {
            Sight::Free | Sight::Hidden => true,
            Sight::Crest => {
                area.outline.is_far_from(line, 0.0)
                    || area.crest().is_none_or(|crest| line.meets(&crest).is_none())
            }
            Sight::Inside(most) => {
                line.length_inside(&area.outline) <= f64::from(most) + TOLERANCE.touch
            }
            Sight::Blocked => line.length_inside(&area.outline) <= TOLERANCE.touch,
        })
    }

    /// ADLG-R24: whether a base is wholly in a gully, and so seen from 1 UD or less only.
    pub fn is_hidden(&self, rect: &Rect) -> bool {
        let hides = |area: &Area| {
            area.piece.sight() == Sight::Hidden && rect.is_wholly_in(&area.outline, TOLERANCE)
        };
        self.areas.iter().any(hides)
    }
}

/// ADLG-R137, ADLG-R162, ADLG-R194: differences of less than this do not matter.
const LEVEL: f64 = 0.1;

/// ADLG-R162: a base that lies this little over a line of defence still stands along it.
pub const WALL_UD: f64 = LEVEL;
