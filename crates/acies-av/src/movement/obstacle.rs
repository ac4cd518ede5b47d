//! What stands in a unit's way, as a refusal says it (AV-R49): what it is, by which rule it stops the unit, and what
//! would let the unit go on.

use acies_core::RuleId;
use acies_table::{Angle, Facing};
use glam::DVec2;

use crate::{
    battle::Battle,
    ground::{Going, Ground, Piece, is_barred},
    movement::path::{Stop, Way},
    profile::{Doctrine, Worded},
    rulings::TOL,
    table::Table,
    units::Id,
};

/// What stops a unit, and why it does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// AV-R49(a).
    Enemy(Id),
    /// AV-R54: the unit might push them away.
    Expediti(Id),
    /// AV-R49(b).
    Friend(Id, NoPassage),
    /// AV-R49(c), AV-R51: the edge of this ground, or of one too small to tell.
    Edge(Option<Piece>),
    Wall,
    /// AV-R49(d): ground that is closed to the unit.
    Closed(Piece),
    /// AV-R10: a wall that it may not cross.
    ClosedWall,
    /// AV-R112: the side of a ford or a bridge.
    Side(Piece),
    /// AV-R55.
    TableEdge,
}

/// Why a friend may not be passed (AV-7.6 to AV-7.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPassage {
    /// AV-7.8.
    Close,
    /// AV-7.9.
    Shieldwall,
    /// AV-7.7: extended order, through close order.
    Extended,
    /// AV-7.7, AV-R8: the two face neither the same nor opposite ways.
    Turned(Angle),
}

impl NoPassage {
    fn rules(self) -> &'static [RuleId] {
        match self {
            NoPassage::Close => &["AV-7.8", "AV-2.6", "AV-R49", "AV-R53"],
            NoPassage::Shieldwall => &["AV-7.9", "AV-2.6", "AV-R49", "AV-R53"],
            NoPassage::Extended => &["AV-7.7", "AV-2.6", "AV-R49", "AV-R53"],
            NoPassage::Turned(_) => &["AV-7.7", "AV-R8", "AV-2.6", "AV-R49", "AV-R53"],
        }
    }

    fn says(self) -> String {
        match self {
            NoPassage::Close => "whom close order does not pass".into(),
            NoPassage::Shieldwall => "whom nobody passes in Shieldwall".into(),
            NoPassage::Extended => "whom extended order does not pass".into(),
            NoPassage::Turned(by) => {
                format!("who face {by} degrees aside, neither the same way nor the opposite")
            }
        }
    }
}

impl Obstacle {
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            Obstacle::Enemy(_) => &["AV-R49", "AV-R5"],
            Obstacle::Expediti(_) => &["AV-R49", "AV-R54", "AV-18.12"],
            Obstacle::Friend(_, why) => why.rules(),
            Obstacle::Edge(_) => &["AV-7.1", "AV-R51", "AV-R49"],
            Obstacle::Wall => &["AV-7.1", "AV-R10", "AV-R49"],
            Obstacle::Closed(piece) if piece.going() == Going::Impassable => &["AV-R10", "AV-R49"],
            Obstacle::Closed(_) => &["AV-7.2", "AV-R49"],
            Obstacle::ClosedWall => &["AV-R10", "AV-R49", "AV-R106"],
            Obstacle::Side(_) => &["AV-R112", "AV-R49"],
            Obstacle::TableEdge => &["AV-R55"],
        }
    }

    /// The unit that it is, if it is one.
    pub fn unit(self) -> Option<Id> {
        match self {
            Obstacle::Enemy(id) | Obstacle::Expediti(id) | Obstacle::Friend(id, _) => Some(id),
            _ => None,
        }
    }

    pub fn says(self, battle: &Battle) -> String {
        let called = |piece: Piece| piece.word().replace('_', " ");
        match self {
            Obstacle::Enemy(id) => battle.name(id),
            Obstacle::Expediti(id) => {
                let number = u32::from(id.number()) + 1;
                format!("{}, Expediti whom it may push away (`push {number}`),", battle.name(id))
            }
            Obstacle::Friend(id, why) => format!("{}, {},", battle.name(id), why.says()),
            Obstacle::Edge(Some(piece)) => format!("the edge of the {}", called(piece)),
            Obstacle::Edge(None) => "the edge of rough ground".into(),
            Obstacle::Wall => "a wall".into(),
            Obstacle::Closed(piece) => format!("the {}, closed to it,", called(piece)),
            Obstacle::ClosedWall => "a wall that it may not cross".into(),
            Obstacle::Side(piece) => format!("the side of the {}", called(piece)),
            Obstacle::TableEdge => "the edge of the table".into(),
        }
    }
}

impl Table<'_> {
    /// What stops a unit where a way ends that it wants to go on, facing so.
    pub fn obstacle(&self, unit: Id, facing: Facing, way: &Way) -> Obstacle {
        let ahead = (way.path.b - way.path.a).normalize_or_zero();
        let place = way.at(way.free);
        let (profile, ground) = (self.profile(unit), self.ground);
        let pushes = profile.is_infantry() && profile.is_close();
        match way.stop.unwrap_or(Stop::TableEdge) {
            Stop::Enemy(id) if pushes && self.profile(id).is_expediti() => Obstacle::Expediti(id),
            Stop::Enemy(id) => Obstacle::Enemy(id),
            Stop::Friend(id) => Obstacle::Friend(id, self.no_passage(unit, facing, id)),
            Stop::Edge if ground.has_wall(place) => Obstacle::Wall,
            Stop::Barred if ground.has_wall(place) => Obstacle::ClosedWall,
            Stop::Edge | Stop::Barred if let Some(piece) = ground.left_sideways(place, ahead) => {
                Obstacle::Side(piece)
            }
            Stop::Edge | Stop::Barred => match ground.met(place, ahead) {
                Some(piece) if is_barred(profile, piece.going()) => Obstacle::Closed(piece),
                piece => Obstacle::Edge(piece),
            },
            Stop::TableEdge => Obstacle::TableEdge,
        }
    }

    /// AV-7.7 to AV-7.9: why a unit that faces so does not pass a friend.
    fn no_passage(&self, unit: Id, facing: Facing, friend: Id) -> NoPassage {
        match (self.passage(unit), self.profile(friend).doctrine()) {
            (Doctrine::Close, _) if !self.profile(unit).is_close() => NoPassage::Shieldwall,
            (Doctrine::Close, _) => NoPassage::Close,
            (_, Doctrine::Close) => NoPassage::Extended,
            _ => NoPassage::Turned((facing - self.pose(friend).facing).abs()),
        }
    }
}

/// Just beyond an edge.
const BEYOND_UD: f64 = 4.0 * TOL;

impl Ground {
    /// Whether a wall is where a unit was stopped, or as far off as who may not cross it halts.
    fn has_wall(&self, place: DVec2) -> bool {
        self.walls.iter().any(|wall| wall.distance_to(place) <= 3.0 * TOL)
    }

    /// AV-R112: the ford or bridge that a path leaves for the water here.
    fn left_sideways(&self, place: DVec2, ahead: DVec2) -> Option<Piece> {
        let beyond = place + ahead * BEYOND_UD;
        let crossing = self.containing(place).find(|area| area.piece.is_crossing())?;
        let leaves = !crossing.outline.contains(beyond) && self.is_rough(beyond);
        leaves.then_some(crossing.piece)
    }

    /// What a path enters or leaves here: the hardest ground.
    fn met(&self, place: DVec2, ahead: DVec2) -> Option<Piece> {
        let hardest = |at: DVec2| {
            let rough = self.containing(at).map(|area| area.piece);
            rough.filter(|piece| piece.going() >= Going::Rough).max_by_key(|piece| piece.going())
        };
        hardest(place + ahead * BEYOND_UD).or_else(|| hardest(place))
    }
}
