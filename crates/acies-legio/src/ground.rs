//! The ground of a battle (LEG-R17 to LEG-R20, LEG-R22): areas, lines and roads in their places.

use acies_table::{Polygon, Polyline, Rect, Segment, Sweep};
use glam::DVec2;
use serde::{Deserialize, Serialize};

use crate::{
    movement::Going,
    rulings::{BASE, SLACK, TOLERANCE},
    troops::Type,
};

/// Everything that lies on the table before the armies do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    #[serde(default)]
    pub areas: Vec<Area>,
    #[serde(default)]
    pub lines: Vec<Line>,
    #[serde(default)]
    pub roads: Vec<Polyline>,
}

/// A piece of terrain in its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub piece: Piece,
    pub outline: Polygon,
}

/// An obstacle in its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub piece: Barrier,
    pub course: Polyline,
}

/// LEG-R17: kinds of areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    GentleHill,
    Wood,
    Marsh,
    Rocks,
    Village,
    Scrub,
    Orchard,
    Vineyard,
    Crops,
    Lake,
    Cliff,
}

impl Piece {
    pub const ALL: [Piece; 11] = [
        Piece::GentleHill,
        Piece::Wood,
        Piece::Marsh,
        Piece::Rocks,
        Piece::Village,
        Piece::Scrub,
        Piece::Orchard,
        Piece::Vineyard,
        Piece::Crops,
        Piece::Lake,
        Piece::Cliff,
    ];

    /// What files have.
    pub fn word(self) -> &'static str {
        match self {
            Piece::GentleHill => "gentle_hill",
            Piece::Rocks => "rocks",
            other => other.name(),
        }
    }

    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Piece::GentleHill => "gentle hill",
            Piece::Wood => "wood",
            Piece::Marsh => "marsh",
            Piece::Rocks => "rocky ground",
            Piece::Village => "village",
            Piece::Scrub => "scrub",
            Piece::Orchard => "orchard",
            Piece::Vineyard => "vineyard",
            Piece::Crops => "crops",
            Piece::Lake => "lake",
            Piece::Cliff => "cliff",
        }
    }

    /// LEG-R17.
    pub fn is_rough(self) -> bool {
        matches!(self, Piece::Wood | Piece::Marsh | Piece::Rocks | Piece::Village)
    }

    /// LEG-R17.
    pub fn is_light_cover(self) -> bool {
        matches!(self, Piece::Scrub | Piece::Orchard | Piece::Vineyard | Piece::Crops)
    }

    /// LEG-R17.
    pub fn is_impassable(self) -> bool {
        matches!(self, Piece::Lake | Piece::Cliff)
    }

    pub fn is_hill(self) -> bool {
        self == Piece::GentleHill
    }

    /// LEG-R17, LEG-MOV.13, LEG-MOV.14: whether such troops cannot enter it.
    pub fn bars(self, kind: Type) -> bool {
        let going = Going { rough: self.is_rough(), light_cover: self.is_light_cover() };
        self.is_impassable() || going.is_barred(kind)
    }
}

/// LEG-R17: kinds of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Barrier {
    Stream,
    Ditch,
    Wall,
    Hedge,
    Fortification,
}

/// LEG-R19, LEG-R20: how near to a unit an obstacle covers it.
const SHELTERS: f64 = BASE as f64;

impl Barrier {
    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Barrier::Stream => "stream",
            Barrier::Ditch => "ditch",
            Barrier::Wall => "wall",
            Barrier::Hedge => "hedge",
            Barrier::Fortification => "fortification",
        }
    }
}

impl Ground {
    /// LEG-R17: a place that nobody can enter.
    pub fn is_impassable(&self, place: DVec2) -> bool {
        self.areas.iter().any(|it| it.piece.is_impassable() && it.outline.contains(place))
    }

    /// LEG-R18: the ground on which any part of a body lies.
    pub fn under(&self, body: &Rect) -> Going {
        self.going(|outline| body.is_in(outline, TOLERANCE))
    }

    /// LEG-R18: the ground on which any part of a move is.
    pub fn along(&self, way: &Sweep) -> Going {
        self.going(|outline| way.treads(outline, TOLERANCE))
    }

    fn going(&self, is_in: impl Fn(&Polygon) -> bool) -> Going {
        let any = |such: fn(Piece) -> bool| {
            self.areas.iter().any(|area| such(area.piece) && is_in(&area.outline))
        };
        Going { rough: any(Piece::is_rough), light_cover: any(Piece::is_light_cover) }
    }

    /// The areas that such troops cannot enter.
    pub fn barred(&self, kind: Type) -> impl Iterator<Item = &Polygon> {
        let areas = self.areas.iter().filter(move |area| area.piece.bars(kind));
        areas.map(|area| &area.outline)
    }

    /// How far along a move it comes to ground that such troops cannot enter, from 0 to 1.
    pub fn stops(&self, kind: Type, way: &Sweep) -> Option<f64> {
        let barred = self.barred(kind).filter_map(|outline| way.enters(outline, TOLERANCE));
        barred.min_by(f64::total_cmp)
    }

    /// LEG-R52: how many major obstacles a move crosses.
    pub fn crossings(&self, way: &Sweep) -> usize {
        let crosses = |line: &&Line| way.first_crossing(&line.course, TOLERANCE).is_some();
        self.obstacles().filter(crosses).count()
    }

    fn obstacles(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.piece != Barrier::Fortification)
    }

    /// The hills that hold a place, by their numbers among the areas (LEG-R159).
    pub fn hills(&self, place: DVec2) -> impl Iterator<Item = usize> {
        let holds =
            move |area: &Area| area.piece.is_hill() && area.outline.contains_within(place, SLACK);
        self.areas.iter().enumerate().filter(move |(_, area)| holds(area)).map(|(at, _)| at)
    }

    /// LEG-R66, LEG-R159: how high a place is.
    pub fn level(&self, place: DVec2) -> usize {
        self.hills(place).count()
    }

    /// LEG-R66: whether a line of sight crosses no more than 20 paces of rough terrain, and no hill on which neither end
    /// stands.
    pub fn is_clear(&self, sight: &Segment, ends: [DVec2; 2]) -> bool {
        let rough = self.areas.iter().filter(|area| area.piece.is_rough());
        let hidden: f64 = rough.map(|area| sight.length_inside(&area.outline)).sum();
        let stands = |hill: usize| ends.iter().any(|&end| self.hills(end).any(|at| at == hill));
        let rises = self.areas.iter().enumerate().any(|(at, area)| {
            area.piece.is_hill() && !stands(at) && sight.length_inside(&area.outline) > SLACK
        });
        hidden <= SEEN_THROUGH + SLACK && !rises
    }

    /// LEG-R19: whether a target is in cover from a shot along this line, which ends at the target.
    pub fn covers(&self, target: &Rect, shot: &Segment) -> bool {
        let shelter = |piece: Piece| piece.is_rough() || piece.is_light_cover();
        let inside = |area: &Area| shelter(area.piece) && area.outline.contains(target.centre());
        self.areas.iter().any(inside) || self.shelter(target, shot, |_| true)
    }

    /// LEG-R20: whether a major obstacle or fortification lies between a unit and an enemy.
    pub fn is_behind_obstacle(&self, unit: &Rect, enemy: &Rect) -> bool {
        let between = Segment::new(enemy.centre(), unit.centre());
        self.shelter(unit, &between, |_| true)
    }

    /// LEG-R21: whether they fight across a major obstacle.
    pub fn is_across_obstacle(&self, unit: &Rect, enemy: &Rect) -> bool {
        let between = Segment::new(enemy.centre(), unit.centre());
        self.shelter(unit, &between, |piece| piece != Barrier::Fortification)
    }

    /// LEG-R22: whether the enemy attacks across a fortification that the unit is behind.
    pub fn is_fortified(&self, unit: &Rect, enemy: &Rect) -> bool {
        let between = Segment::new(enemy.centre(), unit.centre());
        self.shelter(unit, &between, |piece| piece == Barrier::Fortification)
    }

    fn shelter(&self, unit: &Rect, line: &Segment, such: fn(Barrier) -> bool) -> bool {
        self.lines.iter().any(|it| {
            let near = it.course.distance(unit) <= SHELTERS + SLACK;
            such(it.piece) && near && it.course.first_crossing(line).is_some()
        })
    }

    /// LEG-R20: whether a terrain obstacle separates two units: a line, or rough terrain, crosses the segment between their
    /// nearest points.
    pub fn separates(&self, between: &Segment) -> bool {
        let rough =
            |area: &Area| area.piece.is_rough() && between.length_inside(&area.outline) > SLACK;
        let line = |it: &Line| it.course.first_crossing(between).is_some();
        self.lines.iter().any(line) || self.areas.iter().any(rough)
    }

    /// LEG-R17, LEG-R57: whether a body is on a road, 20 paces wide.
    pub fn is_on_road(&self, body: &Rect) -> bool {
        let half = f64::from(BASE) / 2.0 + SLACK;
        self.roads.iter().any(|road| {
            body.corners().iter().all(|&corner| road.distance_to(corner) <= half + SLACK)
        })
    }
}

/// LEG-R66: paces of rough terrain that a line of sight may run through.
const SEEN_THROUGH: f64 = 20.0;

#[cfg(test)]
mod tests {
    use acies_table::{Angle, Base, Facing, Length, Motion, Point, Pose, Size};
    use glam::dvec2;

    use super::*;

    fn square(x: f64, y: f64, side: f64) -> Polygon {
        let half = side / 2.0;
        Polygon::from_rect(&Rect::between(dvec2(x - half, y - half), dvec2(x + half, y + half)))
            .unwrap()
    }

    fn unit(x: f64, y: f64) -> Rect {
        Rect::new(&Pose::new(x, y, Facing::NORTH), Size::new(80.0, 20.0))
    }

    fn ground(piece: Piece) -> Ground {
        let area = Area { piece, outline: square(0.0, 100.0, 60.0) };
        Ground { areas: vec![area], ..Ground::default() }
    }

    fn wall(piece: Barrier) -> Ground {
        let course = Polyline::new(vec![Point::new(-200.0, 50.0), Point::new(200.0, 50.0)]);
        Ground { lines: vec![Line { piece, course }], ..Ground::default() }
    }

    #[test]
    fn ground_is_what_any_part_is_on() {
        let woods = ground(Piece::Wood);
        assert_eq!(
            woods.under(&unit(60.0, 100.0)),
            Going { rough: true, light_cover: false },
            "LEG-R18"
        );
        assert_eq!(woods.under(&unit(80.0, 100.0)), Going::default(), "LEG-R18");
        let base = Base::new(Pose::new(0.0, 0.0, Facing::NORTH), Size::new(80.0, 20.0));
        let way = Sweep::new(&base.rect(), Motion::advance(Length::new(100.0)).course(&base));
        assert!(woods.along(&way).rough, "LEG-R18: a move is in it if any part is");
        // The wood begins at 70, the front of the unit stands at 10.
        assert!((woods.stops(Type::HeavyCavalry, &way).unwrap() - 0.6).abs() < 0.01, "LEG-MOV.13");
        assert_eq!(woods.stops(Type::Archers, &way), None, "LEG-MOV.13");
        assert!(ground(Piece::Lake).stops(Type::Archers, &way).is_some(), "LEG-R17");
        assert!(ground(Piece::Crops).along(&way).light_cover, "LEG-R17");
        assert_eq!(wall(Barrier::Stream).crossings(&way), 1, "LEG-R52");
        let turned = Sweep::new(&base.rect(), Motion::turn(Angle::new(10.0)).course(&base));
        assert_eq!(wall(Barrier::Stream).crossings(&turned), 0, "LEG-R52");
    }

    #[test]
    fn sight_is_blocked_by_woods_and_hills() {
        let line = Segment::new(dvec2(0.0, 0.0), dvec2(0.0, 300.0));
        let ends = [line.a, line.b];
        assert!(!ground(Piece::Wood).is_clear(&line, ends), "LEG-R66: 60 paces of wood");
        assert!(ground(Piece::Crops).is_clear(&line, ends), "LEG-R66: only rough terrain");
        // Into the wood by 20 paces, to y = 90.
        let edge = Segment::new(dvec2(0.0, 0.0), dvec2(0.0, 90.0));
        assert!(ground(Piece::Wood).is_clear(&edge, [edge.a, edge.b]), "LEG-R66");
        assert!(
            !ground(Piece::GentleHill).is_clear(&line, ends),
            "LEG-R66: a hill on which neither stands"
        );
        let up = Segment::new(dvec2(0.0, 0.0), dvec2(0.0, 100.0));
        assert!(ground(Piece::GentleHill).is_clear(&up, [up.a, up.b]), "LEG-R66, LEG-R159");
        assert_eq!(ground(Piece::GentleHill).level(dvec2(0.0, 100.0)), 1, "LEG-R17");
    }

    #[test]
    fn obstacles_cover_and_separate() {
        let stream = wall(Barrier::Stream);
        let (behind, enemy) = (unit(0.0, 35.0), unit(0.0, 70.0));
        assert!(stream.is_behind_obstacle(&behind, &enemy), "LEG-R20");
        assert!(!stream.is_behind_obstacle(&unit(0.0, 10.0), &enemy), "LEG-R20: 30 paces from it");
        assert!(!stream.is_behind_obstacle(&behind, &unit(0.0, -70.0)), "LEG-R20: not between");
        assert!(stream.is_across_obstacle(&behind, &enemy), "LEG-R21");
        assert!(!stream.is_fortified(&behind, &enemy), "LEG-R22");
        assert!(wall(Barrier::Fortification).is_fortified(&behind, &enemy), "LEG-R22");
        let shot = Segment::new(dvec2(0.0, 150.0), dvec2(0.0, 45.0));
        assert!(stream.covers(&behind, &shot), "LEG-R19");
        assert!(ground(Piece::Crops).covers(&unit(0.0, 100.0), &shot), "LEG-R19: its centre");
        assert!(!ground(Piece::Crops).covers(&unit(0.0, 60.0), &shot), "LEG-R19: its centre");
        let between = Segment::new(dvec2(0.0, 45.0), dvec2(0.0, 60.0));
        assert!(stream.separates(&between), "LEG-R20");
        assert!(!Ground::default().separates(&between), "LEG-R20");
    }

    #[test]
    fn roads_are_narrow() {
        let road = Polyline::new(vec![Point::new(0.0, 0.0), Point::new(0.0, 500.0)]);
        let ground = Ground { roads: vec![road], ..Ground::default() };
        let column =
            |x: f64| Rect::new(&Pose::new(x, 200.0, Facing::NORTH), Size::new(20.0, 160.0));
        assert!(ground.is_on_road(&column(0.0)), "LEG-R17, LEG-MOV.10");
        assert!(!ground.is_on_road(&column(5.0)), "LEG-R57");
    }
}
