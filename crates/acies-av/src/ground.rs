//! The ground of a battle (AV-R9 to AV-R12, AV-R15, AV-R16): pieces of terrain and walls in their places,
//! and what they do to who stands, moves or looks there.

use acies_table::{Interval, Polygon, Polyline, Segment};
use arrayvec::ArrayVec;
use glam::DVec2;
use serde::{Deserialize, Serialize};

use crate::{
    profile::{Profile, Worded},
    rulings::TOL,
};

/// Everything that lies on the table before the armies do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    #[serde(default)]
    pub areas: Vec<Area>,
    /// Field fortifications and walls.
    #[serde(default)]
    pub walls: Vec<Polyline>,
}

/// A piece of terrain in its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub piece: Piece,
    pub outline: Polygon,
}

/// AV-R10: a kind of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    GentleHill,
    SteepHill,
    Scrub,
    Vineyard,
    Marsh,
    Plough,
    Stream,
    FordableRiver,
    LightWood,
    Orchard,
    DenseWood,
    Rocks,
    Village,
    Lake,
    Cliff,
    DeepRiver,
    /// A patch over water.
    Ford,
    Bridge,
}

/// How hard ground is, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Going {
    Open,
    Rough,
    VeryRough,
    Impassable,
}

impl Piece {
    /// AV-R10.
    pub fn going(self) -> Going {
        use Piece::*;
        match self {
            GentleHill | Ford | Bridge => Going::Open,
            SteepHill | Scrub | Vineyard | Marsh | Plough | Stream | FordableRiver | LightWood
            | Orchard => Going::Rough,
            DenseWood | Rocks | Village => Going::VeryRough,
            Lake | Cliff | DeepRiver => Going::Impassable,
        }
    }

    /// AV-R10, AV-R11.
    pub fn is_hill(self) -> bool {
        matches!(self, Piece::GentleHill | Piece::SteepHill)
    }

    /// AV-R10, AV-R12(b): woods and villages.
    pub fn hides(self) -> bool {
        use Piece::*;
        matches!(self, LightWood | Orchard | DenseWood | Village)
    }

    /// A ford or a bridge: open ground over water.
    pub fn is_crossing(self) -> bool {
        matches!(self, Piece::Ford | Piece::Bridge)
    }
}

impl Worded for Piece {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("gentle_hill", Piece::GentleHill),
        ("steep_hill", Piece::SteepHill),
        ("scrub", Piece::Scrub),
        ("vineyard", Piece::Vineyard),
        ("marsh", Piece::Marsh),
        ("plough", Piece::Plough),
        ("stream", Piece::Stream),
        ("fordable_river", Piece::FordableRiver),
        ("light_wood", Piece::LightWood),
        ("orchard", Piece::Orchard),
        ("dense_wood", Piece::DenseWood),
        ("rocks", Piece::Rocks),
        ("village", Piece::Village),
        ("lake", Piece::Lake),
        ("cliff", Piece::Cliff),
        ("deep_river", Piece::DeepRiver),
        ("ford", Piece::Ford),
        ("bridge", Piece::Bridge),
    ];
}

/// AV-7.2, AV-R10: whether ground is closed to a unit.
pub fn is_barred(profile: &Profile, going: Going) -> bool {
    match going {
        Going::Open | Going::Rough => false,
        Going::VeryRough => !profile.is_infantry(),
        Going::Impassable => true,
    }
}

/// So many borders of hills a line of sight crosses at most; more are not looked at.
const BORDERS_MAX: usize = 32;

impl Ground {
    pub(crate) fn containing(&self, place: DVec2) -> impl Iterator<Item = &Area> {
        self.areas.iter().filter(move |area| area.outline.contains_within(place, TOL))
    }

    /// AV-R9: the hardest ground at a place; a ford or a bridge makes it open.
    pub fn going(&self, place: DVec2) -> Going {
        if self.containing(place).any(|area| area.piece.is_crossing()) {
            return Going::Open;
        }
        self.containing(place).map(|area| area.piece.going()).max().unwrap_or(Going::Open)
    }

    /// AV-R15: very rough ground is rough too.
    pub fn is_rough(&self, place: DVec2) -> bool {
        self.going(place) >= Going::Rough
    }

    /// AV-R11: the number of hills that hold a place.
    pub fn level(&self, place: DVec2) -> usize {
        self.containing(place).filter(|area| area.piece.is_hill()).count()
    }

    /// AV-R12: whether terrain blocks a line of sight.
    pub fn blocks(&self, sight: &Segment) -> bool {
        self.hidden_ud(sight) > HIDES_UD + TOL || self.rises_between(sight)
    }

    /// AV-R12(b): how much of a line of sight lies in woods and villages, once where they overlap.
    fn hidden_ud(&self, sight: &Segment) -> f64 {
        let woods = self.areas.iter().filter(|area| area.piece.hides());
        let stretches = woods.flat_map(|area| sight.inside(&area.outline));
        let mut stretches: ArrayVec<Interval, BORDERS_MAX> = stretches.take(BORDERS_MAX).collect();
        stretches.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
        let (mut hidden, mut counted) = (0.0, 0.0_f64);
        for stretch in stretches {
            hidden += (stretch.to - stretch.from.max(counted)).max(0.0);
            counted = counted.max(stretch.to);
        }
        hidden * sight.length()
    }

    /// AV-R12(a): whether it passes over ground of a higher level than both ends.
    fn rises_between(&self, sight: &Segment) -> bool {
        let hills = || self.areas.iter().filter(|area| area.piece.is_hill());
        let ends = self.level(sight.a).max(self.level(sight.b));
        if hills().count() <= ends {
            return false;
        }
        let mut borders: ArrayVec<f64, BORDERS_MAX> = ArrayVec::new();
        for stretch in hills().flat_map(|area| sight.inside(&area.outline)) {
            for end in [stretch.from, stretch.to] {
                // A sight across more hills than any table has is judged by the first of them.
                let _ = borders.try_push(end);
            }
        }
        borders.sort_unstable_by(f64::total_cmp);
        let between = borders.windows(2).map(|pair| Interval::new(pair[0], pair[1]));
        let long = between.filter(|it| it.length() * sight.length() > TOL);
        long.map(|it| sight.at(it.middle()))
            .any(|place| hills().filter(|area| area.outline.contains(place)).count() > ends)
    }

    /// AV-R49(c): how far along a path, from 0 to 1, it first meets an edge of rough ground or a wall,
    /// unless it starts on it.
    pub fn first_edge(&self, path: &Segment) -> Option<f64> {
        let slack = TOL / path.length().max(TOL);
        let rough = || self.areas.iter().filter(|area| area.piece.going() >= Going::Rough);
        let fords = || self.areas.iter().filter(|area| area.piece.is_crossing());
        let banks = rough().filter_map(|area| path.first_border(&area.outline, TOL));
        let bare = banks.filter(|&at| !fords().any(|it| it.outline.contains(path.at(at))));
        // AV-R112: beside a ford or a bridge is the water.
        let sides = fords().flat_map(|it| path.inside(&it.outline)).flat_map(|it| [it.from, it.to]);
        let wet = |at: f64| {
            let deep = |area: &Area| area.outline.border_distance(path.at(at)) > TOL;
            rough().any(|area| area.outline.contains(path.at(at)) && deep(area))
        };
        let sides = sides.filter(|&at| at > slack && at < 1.0 && wet(at));
        let walls = self.crossings(path).filter(|&at| at > slack);
        bare.chain(sides).chain(walls).reduce(f64::min)
    }

    /// Where a path crosses walls.
    fn crossings(&self, path: &Segment) -> impl Iterator<Item = f64> {
        self.walls.iter().flat_map(Polyline::parts).filter_map(|part| path.meets(&part))
    }

    /// AV-R49(d): how far along a path, from 0 to 1, a unit may go no farther.
    pub fn first_bar(&self, path: &Segment, profile: &Profile) -> Option<f64> {
        let barred = self.areas.iter().filter(|area| is_barred(profile, area.piece.going()));
        let areas = barred.filter_map(|area| self.first_inside(path, &area.outline));
        // Who may not cross a wall halts short of it, so that it never stands on it.
        let short = 2.0 * TOL / path.length().max(TOL);
        let closed = !profile.is_infantry();
        let walls = self.crossings(path).filter(|_| closed).map(|at| (at - short).max(0.0));
        areas.chain(walls).reduce(f64::min)
    }

    /// Where a path first is in an area, and neither along its edge nor on a ford or bridge over it.
    fn first_inside(&self, path: &Segment, area: &Polygon) -> Option<f64> {
        let slack = TOL / path.length().max(TOL);
        let deep = |stretch: &Interval| area.border_distance(path.at(stretch.middle())) > EDGE_UD;
        path.inside(area).filter(deep).find_map(|stretch| {
            let mut at = stretch.from;
            let crossings = self.areas.iter().filter(|it| it.piece.is_crossing());
            for dry in crossings.flat_map(|it| path.inside(&it.outline)) {
                if dry.from <= at + slack && dry.to > at {
                    at = dry.to;
                }
            }
            (stretch.to - at > slack).then_some(at)
        })
    }

    /// AV-R52: whether a path leads through rough ground, and not only along its edge or over a bridge.
    pub fn leads_through_rough(&self, path: &Segment) -> bool {
        let mut rough = self.areas.iter().filter(|area| area.piece.going() >= Going::Rough);
        rough.any(|area| self.first_inside(path, &area.outline).is_some())
    }

    /// AV-R16: whether a unit is behind strong protection against an attacker: a wall within 1 UD of it and
    /// between them, or the houses of a village around infantry.
    pub fn protects(&self, unit: DVec2, is_infantry: bool, attacker: DVec2) -> Option<Protection> {
        let village = |area: &&Area| area.piece == Piece::Village;
        let holds = |area: &Area, place: DVec2| area.outline.contains_within(place, TOL);
        let mut houses = self.areas.iter().filter(village);
        if is_infantry && houses.any(|it| holds(it, unit) && !holds(it, attacker)) {
            return Some(Protection::Village);
        }
        let line = Segment::new(attacker, unit);
        let covers = |wall: &Polyline| {
            let [own, theirs] = [unit, attacker].map(|place| wall.distance_to(place));
            // Who stands on the wall is not behind it; against who stands there it protects.
            let mut crossed = wall.parts().filter_map(|part| line.meets(&part));
            let between = theirs <= TOL || crossed.next().is_some();
            (between && own > TOL && own <= WALL_UD + TOL).then_some(Protection::Wall {
                nearer: own < theirs - TOL,
                as_near: own <= theirs + TOL,
            })
        };
        self.walls.iter().find_map(covers)
    }
}

/// What protects a unit (AV-R16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Whether the unit is nearer to it than the attacker, and whether it is at least as near.
    Wall {
        nearer: bool,
        as_near: bool,
    },
    Village,
}

/// AV-R12(b): more wood than this on a line of sight hides what is behind it.
const HIDES_UD: f64 = 1.0;

/// AV-R2, AV-R52: who goes along an edge is off it by no more than this, as places are rounded.
const EDGE_UD: f64 = TOL / 4.0;

/// AV-R16: a wall protects who is this near to it.
const WALL_UD: f64 = 1.0;
