//! The ground of a battle (RULES.md 3.7, 7.1; IMP-R86 to IMP-R91): what lies where, what a base is in, and what is seen
//! across it.

use acies_table::{Point, Polygon, Polyline, Rect, Segment, Sweep};
use glam::DVec2;
use serde::{Deserialize, Serialize};

use crate::{
    cohesion::Ground,
    movement::terrain::Terrain,
    profile::Profile,
    rulings::{HIGHER_U, NEAR_CREST_U, TOLERANCE, WALL_U, WOOD_EDGE_U},
};

/// Everything that lies on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landscape {
    #[serde(default)]
    pub patches: Vec<Patch>,
    /// IMP-R121: fortifications, which come only with a scenario.
    #[serde(default)]
    pub walls: Vec<Polyline>,
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    pub terrain: Terrain,
    pub outline: Polygon,
    /// IMP-R90: the crest of a hill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crest: Option<Polyline>,
}

impl Patch {
    /// A piece, whose crest is its centroid if it is a hill.
    pub fn new(terrain: Terrain, outline: Polygon) -> Patch {
        let hill = matches!(terrain, Terrain::GentleHill | Terrain::SteepHill);
        let crest = hill.then(|| Polyline::new(vec![Point::nearest(outline.centroid())]));
        Patch { terrain, outline, crest }
    }

    /// IMP-R90: how far a place is from the crest of this hill; infinitely, if it is not on it.
    fn below_crest(&self, place: DVec2) -> f64 {
        match &self.crest {
            Some(crest) if self.outline.contains_within(place, TOLERANCE.touch) => {
                crest.distance_to(place)
            }
            _ => f64::INFINITY,
        }
    }

    /// IMP-TER.3, IMP-TER.16, IMP-R91: whether a line of sight from one front midpoint to another may run through it.
    fn lets_see(&self, line: &Segment, fronts: [DVec2; 2]) -> bool {
        let inside = line.length_inside(&self.outline);
        if self.terrain.visibility_u().is_some_and(|most| inside > most + TOLERANCE.touch) {
            return false;
        }
        let crosses = self.crest.as_ref().is_some_and(|it| it.first_crossing(line).is_some());
        !crosses || fronts.iter().any(|front| self.below_crest(*front) <= NEAR_CREST_U)
    }
}

impl Landscape {
    /// IMP-R88: the ground that at least half of a base is in. Difficult goes before broken.
    pub fn half_in(&self, rect: &Rect, profile: &Profile) -> Ground {
        let share = |least: Ground| -> f64 {
            let such = self.patches.iter().filter(|it| it.terrain.ground(profile) >= least);
            such.map(|it| rect.share_in(&it.outline)).sum()
        };
        let half = 0.5 - 1e-9;
        let mut worst = [Ground::Difficult, Ground::Broken].into_iter();
        worst.find(|ground| share(*ground) >= half).unwrap_or_default()
    }

    /// IMP-R88: the ground that the whole base is in.
    pub fn wholly_in(&self, rect: &Rect, profile: &Profile) -> Ground {
        let around = self.patches.iter().filter(|it| rect.is_wholly_in(&it.outline, TOLERANCE));
        around.map(|it| it.terrain.ground(profile)).max().unwrap_or_default()
    }

    /// IMP-R89, IMP-NIB.3, IMP-NIB.4: the worst ground that any part of a base is in on its way.
    pub fn trodden(&self, way: &Sweep, profile: &Profile) -> Ground {
        let met = self.patches.iter().filter(|it| {
            way.start().is_in(&it.outline, TOLERANCE) || way.treads(&it.outline, TOLERANCE)
        });
        met.map(|it| it.terrain.ground(profile)).max().unwrap_or_default()
    }

    /// IMP-MEL.5, IMP-R90: whether a front midpoint is higher on a gentle hill than another.
    pub fn is_higher(&self, front: DVec2, than: DVec2) -> bool {
        let gentle = self.patches.iter().filter(|it| it.terrain == Terrain::GentleHill);
        gentle.map(|hill| hill.below_crest(than) - hill.below_crest(front)).any(|by| by >= HIGHER_U)
    }

    /// IMP-TER.19, IMP-R87: whether a Unit is on the edge of a wood as a shooter sees it.
    pub fn is_on_wood_edge(&self, rect: &Rect, shooter: DVec2) -> bool {
        let mut woods = self.patches.iter().filter(|it| it.terrain == Terrain::Wood);
        woods.any(|wood| {
            let edge = wood.outline.nearest_on_border(shooter);
            rect.is_in(&wood.outline, TOLERANCE) && rect.distance_to(edge) <= WOOD_EDGE_U
        })
    }

    /// IMP-R91: whether the ground lets one see along a line, from one front midpoint to another.
    pub fn lets_see(&self, line: &Segment, fronts: [DVec2; 2]) -> bool {
        self.patches.iter().all(|it| it.lets_see(line, fronts))
    }

    /// IMP-R86: whether a Unit is behind a fortification against who comes along a line.
    pub fn is_walled(&self, rect: &Rect, line: &Segment) -> bool {
        let mut near = self.walls.iter().filter(|wall| wall.distance(rect) <= WALL_U);
        near.any(|wall| wall.first_crossing(line).is_some())
    }
}

#[cfg(test)]
mod tests {
    use acies_table::{Base, Facing, Length, Motion, Pose, Size};
    use glam::dvec2;

    use super::*;
    use crate::units::tests::unit;

    fn area(x: f64, y: f64, wide: f64, deep: f64) -> Polygon {
        let corners = [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)];
        Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap()
    }

    fn of(terrain: Terrain, outline: Polygon) -> Landscape {
        Landscape { patches: vec![Patch::new(terrain, outline)], walls: Vec::new() }
    }

    /// A base of heavy foot with its centre there, facing north.
    fn foot(x: f64, y: f64) -> Base {
        Base::new(Pose::new(x, y, Facing::NORTH), Size::new(8.0, 3.0))
    }

    #[test]
    fn what_a_base_is_in() {
        let wood = of(Terrain::Wood, area(0.0, 0.0, 20.0, 20.0));
        let hastati = unit("rom_hastati").profile;
        let half = |x, y| wood.half_in(&foot(x, y).rect(), &hastati);
        assert_eq!(half(10.0, 10.0), Ground::Difficult, "IMP-R88");
        assert_eq!(half(20.0, 10.0), Ground::Difficult, "IMP-R88: exactly half");
        assert_eq!(half(20.1, 10.0), Ground::Open, "IMP-R88: less than half");
        let wholly = |x, y| wood.wholly_in(&foot(x, y).rect(), &hastati);
        assert_eq!(wholly(10.0, 10.0), Ground::Difficult, "IMP-R88");
        assert_eq!(wholly(17.0, 10.0), Ground::Open, "IMP-R88: not wholly");
        let dunes = of(Terrain::Dunes, area(0.0, 0.0, 20.0, 20.0));
        let camels = unit("sel_camels").profile;
        assert_eq!(dunes.half_in(&foot(10.0, 10.0).rect(), &camels), Ground::Open, "IMP-SPC.5");
        // IMP-R89: any part of the base, on any part of the way.
        let way = |y: f64, u: f64| {
            let base = foot(22.0, y);
            let course = Motion::advance(Length::new(u)).course(&base);
            wood.trodden(&Sweep::new(&base.rect(), course), &hastati)
        };
        assert_eq!(way(-10.0, 12.0), Ground::Difficult, "IMP-NIB.3: even partly");
        assert_eq!(way(-10.0, 5.0), Ground::Open, "IMP-NIB.3: it stops before");
    }

    #[test]
    fn who_is_higher() {
        // The crest of a hill of 20 U is its middle, (10, 10).
        let hill = of(Terrain::GentleHill, area(0.0, 0.0, 20.0, 20.0));
        assert!(hill.is_higher(dvec2(10.0, 12.0), dvec2(10.0, 15.0)), "IMP-R90");
        assert!(!hill.is_higher(dvec2(10.0, 15.0), dvec2(10.0, 12.0)), "IMP-R90");
        assert!(!hill.is_higher(dvec2(10.0, 12.0), dvec2(10.0, 7.6)), "IMP-R90: by 0.5 U at least");
        assert!(hill.is_higher(dvec2(10.0, 19.0), dvec2(10.0, 25.0)), "IMP-R90: off the hill");
        assert!(!hill.is_higher(dvec2(10.0, 30.0), dvec2(10.0, 25.0)), "IMP-R90: both off it");
        let steep = of(Terrain::SteepHill, area(0.0, 0.0, 20.0, 20.0));
        assert!(!steep.is_higher(dvec2(10.0, 12.0), dvec2(10.0, 15.0)), "IMP-R90: gentle hills");
    }

    #[test]
    fn what_is_seen() {
        let look = |it: &Landscape, from: DVec2, to: DVec2| {
            it.lets_see(&Segment::new(from, to), [from, to])
        };
        let wood = of(Terrain::Wood, area(0.0, 0.0, 20.0, 20.0));
        assert!(look(&wood, dvec2(10.0, -5.0), dvec2(10.0, 5.0)), "IMP-TER.16: 5 U");
        assert!(!look(&wood, dvec2(10.0, -5.0), dvec2(10.0, 5.2)), "IMP-TER.16: more than 5 U");
        let marsh = of(Terrain::Marsh, area(0.0, 0.0, 20.0, 20.0));
        assert!(look(&marsh, dvec2(10.0, -5.0), dvec2(10.0, 15.0)), "IMP-TER.16: 15 U");
        let broken = of(Terrain::Broken, area(0.0, 0.0, 20.0, 20.0));
        assert!(look(&broken, dvec2(10.0, -5.0), dvec2(10.0, 30.0)), "IMP-TER.10");
        let village = of(Terrain::Bua, area(0.0, 0.0, 20.0, 20.0));
        assert!(!look(&village, dvec2(10.0, -5.0), dvec2(10.0, 30.0)), "IMP-R91: 0 U");
        // A gentle hill of 10 U with its crest across the middle.
        let outline = area(0.0, 0.0, 20.0, 10.0);
        let crest = Some(Polyline::new(vec![Point::new(0.0, 5.0), Point::new(20.0, 5.0)]));
        let hill = Patch { terrain: Terrain::GentleHill, outline, crest };
        let hill = Landscape { patches: vec![hill], walls: Vec::new() };
        assert!(!look(&hill, dvec2(10.0, -5.0), dvec2(10.0, 15.0)), "IMP-R91: across the crest");
        assert!(look(&hill, dvec2(10.0, 2.0), dvec2(10.0, 15.0)), "IMP-TER.3: within 5 U of it");
        assert!(look(&hill, dvec2(10.0, -5.0), dvec2(10.0, 4.0)), "IMP-R91: on this side");
    }

    #[test]
    fn edges_and_walls() {
        let wood = of(Terrain::Wood, area(0.0, 0.0, 20.0, 20.0));
        let shooter = dvec2(10.0, -10.0);
        assert!(wood.is_on_wood_edge(&foot(10.0, 2.0).rect(), shooter), "IMP-R87");
        assert!(!wood.is_on_wood_edge(&foot(10.0, 9.0).rect(), shooter), "IMP-R87: farther inside");
        assert!(!wood.is_on_wood_edge(&foot(10.0, -3.0).rect(), shooter), "IMP-R87: before it");
        let wall = Polyline::new(vec![Point::new(0.0, 0.0), Point::new(20.0, 0.0)]);
        let wall = Landscape { patches: Vec::new(), walls: vec![wall] };
        let line = Segment::new(dvec2(10.0, -10.0), dvec2(10.0, 3.0));
        assert!(wall.is_walled(&foot(10.0, 3.0).rect(), &line), "IMP-R86: 1.5 U behind it");
        assert!(!wall.is_walled(&foot(10.0, 4.0).rect(), &line), "IMP-R86: 2.5 U behind it");
        let aside = Segment::new(dvec2(30.0, 3.0), dvec2(14.0, 3.0));
        assert!(!wall.is_walled(&foot(10.0, 3.0).rect(), &aside), "IMP-R86: not across it");
    }
}
