//! Zones of control and the most threatening enemy (RULES.md 3.13, 4.6).

use acies_table::{Edge, Rect, Zone};
use arrayvec::ArrayVec;

use crate::{
    battle::{Battle, Flags, Id},
    engagement::Roles,
    rulings::TOLERANCE,
    units::{Category::*, Kind},
};

/// ADLG-ZOC.1: how far a zone reaches.
pub const ZONE_UD: f64 = 1.0;

/// The enemies in whose zones a unit is.
pub type Zones = ArrayVec<Id, 16>;

impl Battle {
    /// ADLG-R66: the rectangle ahead of the front edge.
    pub fn zone(&self, id: Id) -> Rect {
        self.rect(id).beyond(Edge::Front, ZONE_UD)
    }

    /// Whether a unit exerts a zone at all: ADLG-ZOC.6 to .8, ADLG-R21, ADLG-R67.
    pub fn exerts_zone(&self, id: Id, roles: &Roles) -> bool {
        let unit = self.unit(id);
        let rect = self.rect(id);
        !matches!(self.category(id), Art | Wwg)
            && !roles.in_melee(id)
            && !unit.is(Flags::LOOTING | Flags::STAKED)
            && !self.landscape.ground(&rect).penalises(self.profile(id).kind)
            && self.landscape.behind(&rect, Edge::Front).is_none()
    }

    /// Whether the zone of an enemy, if it exerts one, lies on a unit of this type that stands here.
    pub fn zone_lies_on(&self, enemy: Id, kind: Kind, rect: &Rect) -> bool {
        let light = self.category(enemy) == Li;
        let minds = matches!(kind.category(), Li | Lh | El | Sch | Art);
        // ADLG-ZOC.5.
        if light && !minds {
            return false;
        }
        let zone = self.zone(enemy);
        zone.overlaps(rect, TOLERANCE) && self.is_zone_there(enemy, &zone, rect)
    }

    /// ADLG-ZOC.7, ADLG-R67: the part of the zone that a unit stands in exists, unless all of it is in
    /// terrain that would penalise who exerts it, or beyond what is impassable.
    fn is_zone_there(&self, enemy: Id, zone: &Rect, rect: &Rect) -> bool {
        let shared = zone.shared(rect);
        let middle = shared.iter().sum::<glam::DVec2>() / shared.len() as f64;
        let kind = self.profile(enemy).kind;
        let origin = self.rect(enemy);
        let exists = |place: glam::DVec2| {
            let line = acies_table::Segment::new(origin.edge(Edge::Front).nearest_to(place), place);
            self.landscape.areas.iter().all(|area| {
                let inside = area.outline.contains(place) && area.piece.penalises(kind);
                let walled = area.piece.going() == crate::terrain::Going::Impassable
                    && line.length_inside(&area.outline) > TOLERANCE.touch;
                !inside && !walled
            })
        };
        // Corners are drawn in a little: on the border of a piece nobody knows.
        shared.iter().map(|corner| corner.lerp(middle, 0.05)).chain([middle]).any(exists)
    }

    /// The enemies in whose zones a unit is.
    pub fn zones_on(&self, id: Id, roles: &Roles) -> Zones {
        let (kind, rect) = (self.profile(id).kind, self.rect(id));
        let near = self.standing_near(id.seat().other(), &self.base(id), ZONE_UD);
        let enemies = near.filter(|enemy| self.zone(*enemy).separation(&rect) < 0.0);
        let exert = enemies.filter(|&enemy| self.exerts_zone(enemy, roles));
        exert.filter(|&enemy| self.zone_lies_on(enemy, kind, &rect)).take(16).collect()
    }

    /// ADLG-R68: of the enemies in whose zones a unit is, the one most in front; if equal, the closest;
    /// if equal again, the first in the order of ADLG-R154.
    pub fn most_threatening(&self, id: Id, roles: &Roles) -> Option<Id> {
        self.most_threatening_but(id, &[], roles)
    }

    /// The same among the enemies that count.
    pub(crate) fn most_threatening_but(&self, id: Id, but: &[Id], roles: &Roles) -> Option<Id> {
        let rect = self.rect(id);
        self.zones_on(id, roles)
            .into_iter()
            .filter(|enemy| !but.contains(enemy))
            .reduce(|best, next| if self.is_more_in_front(&rect, next, best) { next } else { best })
    }

    /// ADLG-R68: greater overlap with the corridor ahead; without any, a smaller angle; then nearer.
    pub fn is_more_in_front(&self, from: &Rect, one: Id, other: Id) -> bool {
        let [a, b] = [one, other].map(|id| {
            let rect = self.rect(id);
            let part = Zone::beyond(from, Edge::Front).part_of(&rect);
            let breadth = part.map_or(0.0, |part| part.across.length());
            let to = from.local(rect.centre()).normalize_or_zero();
            (breadth, to.y, rect.distance(from))
        });
        let differ = |x: f64, y: f64| (x - y).abs() > TOLERANCE.touch;
        let overlaps = a.0 > TOLERANCE.touch || b.0 > TOLERANCE.touch;
        match () {
            () if overlaps && differ(a.0, b.0) => a.0 > b.0,
            () if !overlaps && differ(a.1, b.1) => a.1 > b.1,
            () => a.2 < b.2 - TOLERANCE.touch,
        }
    }
}
