//! What clients draw of a table: bases, ground, ghosts, ways, zones and arcs.

use acies_core::{
    Id, RuleId,
    scene::{
        self, At, Commander, Ghost, Glyph, Lies, Marker, Overlay, OverlayKind, Pips, Setup, Shape,
        Spot, Terrain, TerrainKind, Way, Weight, Zone, ZoneKind,
    },
};
use acies_table::{Angle, Base, Edge, Point, Polygon, Polyline, Pose, Rect};
use glam::DVec2;

use crate::Field;

/// A pose as scenes have it.
pub fn at(pose: &Pose) -> At {
    let facing = pose.facing.from_north().degrees();
    At::Pose { x: pose.at.x.get(), y: pose.at.y.get(), facing }
}

/// A place as scenes have it.
pub fn spot(place: DVec2) -> Spot {
    place.into()
}

/// The corners of a rectangle.
pub fn corners(rect: &Rect) -> Vec<Spot> {
    rect.corners().map(spot).to_vec()
}

/// Where an army deploys, as who deploys it sees the set-up.
pub fn own_zone(rect: &Rect, says: String) -> Setup {
    let name = "deployment".to_owned();
    let zone = Zone { kind: ZoneKind::Open, name, says, die: None, outline: corners(rect) };
    Setup { zones: vec![zone], laying: None }
}

/// The whole table, and what distances are measured in.
pub fn table(rect: &Rect, unit: &'static str) -> scene::Table {
    let corner = rect.centre() - rect.half();
    let (width, height) = (rect.width(), rect.depth());
    scene::Table { left: corner.x, bottom: corner.y, width, height, unit }
}

/// A stretch of water or road about its middle, before somebody lays it.
pub fn band(length: f64, width: f64) -> Vec<Spot> {
    let (x, y) = (length / 2.0, width / 2.0);
    vec![[-x, -y], [x, -y], [x, y], [-x, y]]
}

/// The rectangle straight ahead of a base, so deep.
pub fn ahead(base: &Base, depth: f64) -> Vec<Spot> {
    corners(&base.rect().beyond(Edge::Front, depth))
}

/// Points on an arc about a pose, between two bearings in degrees.
pub fn arc(pose: &Pose, radius: f64, from: f64, to: f64) -> Vec<Spot> {
    const PARTS: u32 = 36;
    let point = |part: u32| {
        let bearing = from + (to - from) * f64::from(part) / f64::from(PARTS);
        let heading = pose.facing + Angle::new(bearing);
        spot(pose.at.vec() + heading.ahead() * radius)
    };
    (0..=PARTS).map(point).collect()
}

/// What a ruleset tells of a unit for its plate. Where it stands and what it is called, its [`Field`] says.
#[derive(Clone, Debug)]
pub struct Plate {
    pub name: String,
    pub weight: Weight,
    /// One of the drawings that clients have: `spear`, `horse-light`.
    pub symbol: String,
    /// A second weapon that matters.
    pub second: Option<String>,
    pub pips: Pips,
    pub markers: Vec<Marker>,
    pub commander: Option<Commander>,
    pub corps: Option<String>,
    /// Those with whom it can move as one.
    pub beside: Vec<Id>,
    /// What it is, a sentence each.
    pub about: Vec<String>,
    /// The same for who does not see it, in one line.
    pub spoken: String,
}

impl Plate {
    /// The unit as clients draw it.
    pub fn base(self, field: &impl Field, id: Id) -> scene::Base {
        let Base { pose, size } = field.base(id);
        scene::Base {
            id: field.piece(id),
            word: (id.number() + 1).to_string(),
            name: self.name,
            seat: id.seat(),
            at: at(&pose),
            shape: Shape::Rectangle { width: size.width.get(), depth: size.depth.get() },
            weight: self.weight,
            symbol: self.symbol,
            second: self.second,
            pips: self.pips,
            markers: self.markers,
            commander: self.commander,
            corps: self.corps,
            beside: self.beside.into_iter().map(|other| field.piece(other)).collect(),
            pool: None,
            about: self.about,
            spoken: self.spoken,
        }
    }
}

/// The states that a unit is in, of all that it could be in.
pub fn markers<'a>(such: impl IntoIterator<Item = (bool, Glyph, &'a str)>) -> Vec<Marker> {
    let there = such.into_iter().filter(|(is, ..)| *is);
    there.map(|(_, glyph, says)| Marker { glyph, count: None, says: says.into() }).collect()
}

/// Where a unit would come to stand, straight from where it is.
pub fn ghost(field: &impl Field, id: Id, to: &Pose, distance: Option<String>) -> Ghost {
    Ghost { id: field.piece(id), at: at(to), way: Vec::new(), distance }
}

/// How a unit moves: where it stands after each leg.
pub fn path(field: &impl Field, id: Id, legs: impl IntoIterator<Item = Pose>) -> Way {
    Way { id: field.piece(id), legs: legs.into_iter().map(|pose| at(&pose)).collect() }
}

/// A zone, an arc or a reach of a piece.
pub fn overlay(
    piece: &str,
    kind: OverlayKind,
    outline: Vec<Spot>,
    says: impl Into<String>,
    rule: RuleId,
) -> Overlay {
    Overlay { of: piece.into(), kind, outline, says: says.into(), rules: vec![rule] }
}

/// What lies on the table, for clients and for terminals.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Unlike that of every other piece: where marks such as trees stand follows from it.
    pub id: String,
    pub kind: TerrainKind,
    pub name: Option<String>,
    pub lies: Lying,
    /// What it is and does, in words.
    pub says: String,
    pub rules: Vec<RuleId>,
    /// How a terminal shows it, and what its legend says.
    pub sign: char,
    pub word: String,
}

/// Where ground lies.
#[derive(Clone, Debug)]
pub enum Lying {
    Area(Polygon),
    Block(Rect),
    /// Along a line, so wide.
    Line(Polyline, f64),
}

impl Ground {
    /// The ground as clients draw it.
    pub fn terrain(self) -> Terrain {
        let lies = match &self.lies {
            Lying::Area(outline) => Lies::Outline(outline.corners().map(spot).collect()),
            Lying::Block(rect) => Lies::Outline(corners(rect)),
            Lying::Line(line, width) => {
                let place = |point: &Point| spot(point.vec());
                Lies::Along { line: line.points.iter().map(place).collect(), width: *width }
            }
        };
        let Ground { id, kind, name, says, rules, .. } = self;
        Terrain { id, kind, name, lies, says, rules }
    }
}

#[cfg(test)]
mod tests {
    use acies_table::{Facing, Size};
    use glam::dvec2;

    use super::*;
    use crate::tests::meadow;

    #[test]
    fn a_table_is_drawn_from_its_corner() {
        let drawn = table(&Rect::between(dvec2(-10.0, -5.0), dvec2(10.0, 5.0)), "UD");
        assert_eq!(
            (drawn.left, drawn.bottom, drawn.width, drawn.height),
            (-10.0, -5.0, 20.0, 10.0)
        );
    }

    #[test]
    fn arcs_and_lanes_lie_ahead() {
        let east = Pose::new(0.0, 0.0, Facing::EAST);
        let quarter = arc(&east, 2.0, -45.0, 45.0);
        let [x, y] = quarter[18];
        assert!((x - 2.0).abs() < 1e-9 && y.abs() < 1e-9, "its middle is straight ahead");
        let lane = ahead(&Base::new(east, Size::new(1.0, 0.5)), 3.0);
        let most = lane.iter().map(|[x, _]| *x).fold(f64::MIN, f64::max);
        assert!((most - 3.25).abs() < 1e-9);
    }

    #[test]
    fn a_plate_stands_where_its_base_is() {
        let field = meadow(&[(1.0, 2.0), (2.0, 2.0)], &[]);
        let [first, second] = [0, 1].map(|n| Id::new(acies_core::Seat::Red, n));
        let plate = Plate {
            name: "Triarii".into(),
            weight: Weight::Heavy,
            symbol: "spear".into(),
            second: None,
            pips: Pips { left: 2, full: 3, what: "cohesion" },
            markers: markers([(true, Glyph::Shot, "shoots"), (false, Glyph::Hit, "hit")]),
            commander: None,
            corps: None,
            beside: vec![second],
            about: Vec::new(),
            spoken: String::new(),
        };
        let base = plate.base(&field, first);
        assert_eq!((base.id.as_str(), base.word.as_str()), ("red/unit_1", "1"));
        assert_eq!(base.at, At::Pose { x: 1.0, y: 2.0, facing: 0.0 });
        assert_eq!((base.beside, base.markers.len()), (vec!["red/unit_2".to_owned()], 1));
    }
}
