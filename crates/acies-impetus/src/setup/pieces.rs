//! S3: which pieces of terrain there are, what they look like, and where they may lie (IMP-R11, IMP-R140).
//!
//! The outlines are of our own drawing. None has a dent, so that what is in it can be seen at a glance.

use acies_core::Seat;
use acies_table::{Facing, Length, Point, Polygon, Polyline, Pose, Segment};
use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

use super::{Prelude, words::NoSetup};
use crate::{
    battle::{Battle, Setup},
    landscape::Patch,
    movement::terrain::Terrain,
    profile::Worded,
};

/// IMP-R11: how many pieces the Defender lays.
pub const PIECES: [u8; 2] = [2, 4];

/// IMP-R11: how far pieces are apart, in U.
pub const APART_U: f64 = 5.0;

/// IMP-R11: how far from one short edge a river may be, in U.
pub const RIVER_EDGE_U: f64 = 40.0;

/// IMP-R140: the width of a river, of a road, and of a crossing, in U.
pub const RIVER_U: f64 = 4.0;
pub const ROAD_U: f64 = 3.0;
pub const CROSSING_U: f64 = 9.0;

/// IMP-R140: where along a river its crossings are.
const CROSSINGS: [f64; 2] = [1.0 / 3.0, 2.0 / 3.0];

/// IMP-R140: a piece is as large as may be, or three fifths of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    Large,
    Small,
}

impl Worded for Extent {
    const WORDS: &'static [(&'static str, Self)] =
        &[("large", Extent::Large), ("small", Extent::Small)];
}

impl Extent {
    fn scale(self) -> f64 {
        match self {
            Extent::Large => 1.0,
            Extent::Small => 0.6,
        }
    }
}

impl Worded for Terrain {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("gentle_hill", Terrain::GentleHill),
        ("steep_hill", Terrain::SteepHill),
        ("wood", Terrain::Wood),
        ("broken", Terrain::Broken),
        ("marsh", Terrain::Marsh),
        ("dunes", Terrain::Dunes),
        ("fields", Terrain::Fields),
        ("bua", Terrain::Bua),
        ("dry_river", Terrain::DryRiver),
        ("river", Terrain::River),
        ("flood", Terrain::Flood),
        ("road", Terrain::Road),
    ];
}

impl Terrain {
    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Terrain::GentleHill => "gentle hill",
            Terrain::SteepHill => "steep hill",
            Terrain::Wood => "wood",
            Terrain::Broken => "broken ground",
            Terrain::Marsh => "marsh",
            Terrain::Dunes => "dunes",
            Terrain::Fields => "enclosed fields",
            Terrain::Bua => "built-up area",
            Terrain::DryRiver => "dry river",
            Terrain::River => "river",
            Terrain::Flood => "river in flood",
            Terrain::Road => "road",
        }
    }

    pub fn is_river(self) -> bool {
        matches!(self, Terrain::DryRiver | Terrain::River | Terrain::Flood)
    }

    /// Whether it is an area; rivers and roads are bands.
    pub fn is_area(self) -> bool {
        !self.is_river() && self != Terrain::Road
    }

    /// The corners of a large piece about its middle, in U: x along its long axis.
    #[rustfmt::skip]
    fn corners(self) -> &'static [(f64, f64)] {
        match self {
            Terrain::GentleHill => &[(-15.0, -1.0), (-12.0, -7.0), (-4.0, -10.0), (6.0, -9.5), (13.0, -5.5), (15.0, 1.5), (10.5, 7.5), (1.5, 10.0), (-9.0, 8.0)],
            Terrain::SteepHill  => &[(-14.0, 0.5), (-11.0, -6.5), (-2.5, -9.5), (8.0, -8.0), (14.0, -1.5), (11.5, 6.0), (3.0, 9.5), (-9.0, 7.5)],
            Terrain::Wood       => &[(-14.5, -2.0), (-10.5, -8.0), (-0.5, -9.5), (9.0, -8.0), (14.5, -1.0), (13.0, 5.0), (6.0, 9.0), (-5.0, 9.0), (-12.5, 4.5)],
            Terrain::Broken     => &[(-13.5, -1.5), (-10.0, -7.5), (1.0, -9.0), (11.0, -6.5), (13.5, 1.0), (10.0, 7.5), (-1.0, 9.0), (-11.0, 6.5)],
            Terrain::Marsh      => &[(-14.0, 1.0), (-11.0, -6.0), (-2.0, -9.0), (10.0, -7.0), (14.0, 0.0), (10.0, 7.0), (-0.5, 9.0), (-10.5, 6.5)],
            Terrain::Dunes      => &[(-15.0, 0.0), (-11.0, -6.5), (1.0, -9.0), (11.5, -6.0), (15.0, 1.0), (10.5, 7.0), (-1.5, 9.0), (-11.5, 6.0)],
            Terrain::Fields     => &[(-14.0, -9.5), (14.0, -9.5), (14.0, 9.5), (-14.0, 9.5)],
            Terrain::Bua        => &[(-13.0, -6.0), (-10.0, -9.5), (10.0, -9.5), (13.0, -6.0), (13.0, 6.0), (10.0, 9.5), (-10.0, 9.5), (-13.0, 6.0)],
            Terrain::Road | Terrain::DryRiver | Terrain::River | Terrain::Flood => &[],
        }
    }

    /// The areas that the Defender may choose from.
    pub const AREAS: [Terrain; 8] = [
        Terrain::GentleHill,
        Terrain::SteepHill,
        Terrain::Wood,
        Terrain::Broken,
        Terrain::Marsh,
        Terrain::Dunes,
        Terrain::Fields,
        Terrain::Bua,
    ];

    /// The rivers that he may choose from.
    pub const RIVERS: [Terrain; 3] = [Terrain::DryRiver, Terrain::River, Terrain::Flood];

    /// An area of this terrain in a place, its long axis across the facing.
    pub fn patch(self, extent: Extent, pose: &Pose) -> Patch {
        let corner =
            |&(x, y): &(f64, f64)| Point::nearest(pose.world(dvec2(x, y) * extent.scale()));
        let corners = self.corners().iter().map(corner).collect();
        Patch::new(self, Polygon::new(corners).expect("a test draws every piece"))
    }

    /// IMP-R11, IMP-R140: a river from one edge of the table to another: its stretches between the crossings. A dry one
    /// is crossed anywhere.
    pub fn stretches(self, [from, to]: [Point; 2]) -> Vec<Patch> {
        let line = Segment::new(from.vec(), to.vec());
        let half = CROSSING_U / 2.0 / line.length();
        let open: &[f64] = if self == Terrain::DryRiver { &[] } else { &CROSSINGS };
        let starts = std::iter::once(0.0).chain(open.iter().map(|at| at + half));
        let ends = open.iter().map(|at| at - half).chain([1.0]);
        let stretch = |(start, end): (f64, f64)| {
            let ends = vec![Point::nearest(line.at(start)), Point::nearest(line.at(end))];
            let band = Polyline::new(ends).band(RIVER_U).ok()?;
            Some(Patch::new(self, band))
        };
        starts.zip(ends).filter_map(stretch).collect()
    }
}

/// A road between two places.
pub fn road([from, to]: [Point; 2]) -> Option<Patch> {
    let band = Polyline::new(vec![from, to]).band(ROAD_U).ok()?;
    Some(Patch::new(Terrain::Road, band))
}

/// How far two areas are apart.
fn gap(one: &Polygon, other: &Polygon) -> f64 {
    let meets = one.sides().any(|side| other.sides().any(|it| it.meets(&side).is_some()));
    let first = |area: &Polygon| area.corners().next();
    let inside = first(one).is_some_and(|it| other.contains(it))
        || first(other).is_some_and(|it| one.contains(it));
    if meets || inside {
        return 0.0;
    }
    let from = |one: &Polygon, other: &Polygon| {
        let all = one.corners().map(|it| other.border_distance(it));
        all.fold(f64::INFINITY, f64::min)
    };
    from(one, other).min(from(other, one))
}

impl Setup {
    /// The edge of the table that a place is on, counted from the south to the right.
    fn edge(&self, at: Point) -> Option<u8> {
        let (x, y) = (at.x, at.y);
        let inside = x >= Length::ZERO && x <= self.width && y >= Length::ZERO && y <= self.depth;
        let edges = [y == Length::ZERO, x == self.width, y == self.depth, x == Length::ZERO];
        let on = (0..).zip(edges).find(|(_, on)| *on).map(|(n, _)| n);
        on.filter(|_| inside)
    }

    /// IMP-R11: whether a band runs between two different edges of the table.
    fn runs_across(&self, [from, to]: [Point; 2]) -> Result<(), NoSetup> {
        match (self.edge(from), self.edge(to)) {
            (Some(one), Some(other)) if one != other => Ok(()),
            _ => Err(NoSetup::NotAcross { from, to }),
        }
    }

    /// A piece that the Defender has laid, on a table that is turned round.
    pub(crate) fn turned_patch(&self, patch: &Patch) -> Patch {
        let corner = |it: DVec2| self.turned(Pose::nearest(it, Facing::NORTH)).at;
        let outline = Polygon::new(patch.outline.corners().map(corner).collect());
        let outline = outline.expect("it is as good an outline as before");
        Patch::new(patch.terrain, outline)
    }
}

impl Battle {
    /// IMP-R11: whether the Defender may lay one more piece of this terrain.
    pub(crate) fn check_supply(&self, prelude: &Prelude, terrain: Terrain) -> Result<(), NoSetup> {
        if prelude.laid >= PIECES[1] {
            return Err(NoSetup::EnoughPieces);
        }
        let Some(rare) = super::Rare::of(terrain) else { return Ok(()) };
        if self.landscape.patches.iter().any(|it| super::Rare::of(it.terrain) == Some(rare)) {
            return Err(NoSetup::OnlyOne { rare });
        }
        match prelude.thrown(rare) {
            Some(true) => Ok(()),
            Some(false) => Err(NoSetup::NotThrown { rare }),
            None => Err(NoSetup::ThrowFirst { rare }),
        }
    }

    /// IMP-R11: whether an area may lie so: on the table, and 5 U from all others but roads. `but` is left out: it is
    /// being moved.
    pub(crate) fn check_area(&self, patch: &Patch, but: Option<usize>) -> Result<(), NoSetup> {
        let table = self.setup.table();
        if let Some(corner) = patch.outline.corners().find(|it| !table.contains(*it)) {
            return Err(NoSetup::OffTable { at: Point::nearest(corner) });
        }
        self.check_apart(patch, but)
    }

    fn check_apart(&self, patch: &Patch, but: Option<usize>) -> Result<(), NoSetup> {
        for (n, other) in self.landscape.patches.iter().enumerate() {
            if Some(n) == but || other.terrain == Terrain::Road {
                continue;
            }
            let apart = gap(&patch.outline, &other.outline);
            if apart < APART_U - 1e-6 {
                return Err(NoSetup::TooClose {
                    terrain: other.terrain,
                    apart: Length::new(apart),
                });
            }
        }
        Ok(())
    }

    /// IMP-R11: whether a river may run so.
    pub(crate) fn check_river(
        &self,
        terrain: Terrain,
        ends: [Point; 2],
    ) -> Result<Vec<Patch>, NoSetup> {
        self.setup.runs_across(ends)?;
        let width = self.setup.width.get();
        let near = |left: bool| {
            let off = |it: Point| if left { it.x.get() } else { width - it.x.get() };
            ends.iter().all(|it| off(*it) <= RIVER_EDGE_U)
        };
        if !near(true) && !near(false) {
            return Err(NoSetup::RiverInMiddle);
        }
        let stretches = terrain.stretches(ends);
        stretches.iter().try_for_each(|it| self.check_apart(it, None))?;
        if stretches.is_empty() { Err(NoSetup::RiverInMiddle) } else { Ok(stretches) }
    }

    /// IMP-R11, IMP-R140: whether a road may run so: through no BUA, and over a river only at a crossing.
    pub(crate) fn check_road(&self, ends: [Point; 2]) -> Result<Patch, NoSetup> {
        if self.landscape.patches.iter().any(|it| it.terrain == Terrain::Road) {
            return Err(NoSetup::OneRoad);
        }
        self.setup.runs_across(ends)?;
        let road = road(ends).ok_or(NoSetup::NotAcross { from: ends[0], to: ends[1] })?;
        let bars =
            |it: &&Patch| matches!(it.terrain, Terrain::Bua | Terrain::River | Terrain::Flood);
        let mut barring = self.landscape.patches.iter().filter(bars);
        match barring.find(|it| gap(&it.outline, &road.outline) <= 0.0) {
            Some(it) => Err(NoSetup::RoadBarred { terrain: it.terrain }),
            None => Ok(road),
        }
    }

    /// IMP-R11: a piece of the Defender, by its number among what lies on the table, so far from where it is.
    pub(crate) fn shifted_patch(&self, piece: u8, by: Point) -> Option<Patch> {
        let patch = self.landscape.patches.get(usize::from(piece))?;
        let outline = patch.outline.corners().map(|it| Point::nearest(it + by.vec())).collect();
        Some(Patch::new(patch.terrain, Polygon::new(outline).ok()?))
    }
}

/// Places in which a machine lays areas: a few, far apart, as parts of the table.
const USUAL: [(f64, f64); 9] = [
    (0.25, 0.4),
    (0.5, 0.4),
    (0.75, 0.4),
    (0.25, 0.65),
    (0.5, 0.65),
    (0.75, 0.65),
    (0.12, 0.5),
    (0.88, 0.5),
    (0.5, 0.2),
];

impl Battle {
    /// Where the Defender may usefully lay an area.
    pub(crate) fn usual_areas(
        &self,
        by: Seat,
        terrain: Terrain,
    ) -> impl Iterator<Item = (Extent, Pose)> + '_ {
        let far = dvec2(self.setup.width.get(), self.setup.depth.get());
        let extent = match terrain {
            Terrain::GentleHill | Terrain::Wood => Extent::Large,
            _ => Extent::Small,
        };
        let places = USUAL.iter().map(move |&(x, y)| {
            let at = self.setup.across(by, dvec2(x, y) * far);
            (extent, Pose::nearest(at, Facing::NORTH))
        });
        places.filter(move |(extent, pose)| {
            self.check_area(&terrain.patch(*extent, pose), None).is_ok()
        })
    }

    /// Ends of rivers that keep to one side of the table.
    pub(crate) fn usual_rivers(&self, terrain: Terrain) -> impl Iterator<Item = [Point; 2]> + '_ {
        let (width, depth) = (self.setup.width.get(), self.setup.depth.get());
        let all = [20.0, 32.0, width - 20.0, width - 32.0];
        let ends = all.map(|x| [Point::new(x, 0.0), Point::new(x, depth)]);
        ends.into_iter().filter(move |ends| self.check_river(terrain, *ends).is_ok())
    }

    /// Ends of roads across the table and along it.
    pub(crate) fn usual_roads(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let (width, depth) = (self.setup.width.get(), self.setup.depth.get());
        let across =
            [0.5, 0.3, 0.7].map(|x| [Point::new(x * width, 0.0), Point::new(x * width, depth)]);
        let along = [0.5].map(|y| [Point::new(0.0, y * depth), Point::new(width, y * depth)]);
        across.into_iter().chain(along).filter(move |ends| self.check_road(*ends).is_ok())
    }
}
