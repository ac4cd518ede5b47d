//! Zones of control and the most threatening enemy (RULES.md 3.13, 4.6).

mod keep;
pub mod leave;

use acies_table::{Edge, Facing, Interval, Rect, Segment, Zone};
use arrayvec::ArrayVec;
use glam::{DVec2, dvec2};

use crate::{
    battle::{Battle, Flags, Id},
    melee::engagement::Roles,
    rulings::TOLERANCE,
    terrain::{Going, landscape::Area},
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
        if matches!(self.category(id), Art | Wwg)
            || roles.in_melee(id)
            || unit.is(Flags::LOOTING | Flags::STAKED)
        {
            return false;
        }
        let rect = self.rect(id);
        !self.landscape.ground(&rect).penalises(self.profile(id).kind)
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

    /// ADLG-ZOC.7, ADLG-R67: whether some of the zone that a unit stands in exists: not in terrain that would
    /// penalise who exerts it, nor beyond what is impassable.
    fn is_zone_there(&self, enemy: Id, zone: &Rect, rect: &Rect) -> bool {
        let kind = self.profile(enemy).kind;
        let takes = |area: &&Area| {
            (area.piece.penalises(kind) || area.piece.going() == Going::Impassable)
                && zone.is_in(&area.outline, TOLERANCE)
        };
        let taking = || self.landscape.areas.iter().filter(takes);
        if taking().next().is_none() {
            return true;
        }
        // Rare enough for a close look, in strips from front to rear: between two cuts, at the corners of
        // bases and pieces and where their sides cross, every strip is alike.
        let mut there = 0.0;
        cuts(zone, rect, taking()).windows(2).any(|strip| {
            let middle = f64::midpoint(strip[0], strip[1]);
            let width = strip[1] - strip[0];
            there += if is_strip_there(zone, rect, middle, taking()) { width } else { 0.0 };
            there > TOLERANCE.touch
        })
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

    /// ADLG-R68: whether an enemy threatens a unit as much as the one found first, so that the owner of the
    /// unit may choose between them.
    pub(crate) fn threatens_alike(&self, id: Id, first: Id, other: Id) -> bool {
        let rect = self.rect(id);
        !self.is_more_in_front(&rect, first, other) && !self.is_more_in_front(&rect, other, first)
    }

    /// ADLG-R68: greater overlap with the corridor ahead; without any, a smaller angle; then nearer.
    pub fn is_more_in_front(&self, from: &Rect, one: Id, other: Id) -> bool {
        let [a, b] = [one, other].map(|id| {
            let rect = self.rect(id);
            let part = Zone::beyond(from, Edge::Front).part_of(&rect);
            let breadth = part.map_or(0.0, |part| part.across.length());
            let off = Facing::toward(from.local(rect.centre())) - Facing::NORTH;
            (breadth, off.abs(), rect.distance(from))
        });
        let overlaps = a.0 > TOLERANCE.touch || b.0 > TOLERANCE.touch;
        match () {
            () if overlaps && (a.0 - b.0).abs() > TOLERANCE.touch => a.0 > b.0,
            () if !overlaps && (a.1 - b.1).abs() > TOLERANCE.angle => a.1 < b.1,
            () => a.2 < b.2 - TOLERANCE.touch,
        }
    }
}

/// Where the strips of a zone begin and end, measured across it from its middle.
fn cuts<'a>(zone: &Rect, rect: &Rect, taking: impl Iterator<Item = &'a Area>) -> Vec<f64> {
    let near = |side: &Segment| zone.separation(&Rect::from(*side)) < 0.0;
    let mut sides: Vec<Segment> =
        taking.flat_map(|area| area.outline.sides()).filter(near).collect();
    sides.extend([zone, rect].into_iter().flat_map(|it| Edge::ALL.map(|edge| it.edge(edge))));
    let half = zone.width() / 2.0;
    let across = |place: DVec2| zone.local(place).x.clamp(-half, half);
    let ends = sides.iter().flat_map(|side| [side.a, side.b]);
    let mut cuts: Vec<f64> = ends.map(across).collect();
    for (at, side) in sides.iter().enumerate() {
        let crossings = sides[..at].iter().filter_map(|other| side.meets(other));
        cuts.extend(crossings.map(|fraction| across(side.at(fraction))));
    }
    cuts.sort_by(f64::total_cmp);
    cuts
}

/// Whether a unit has any of a zone so far across it: what is left there by the pieces that take it away.
fn is_strip_there<'a>(
    zone: &Rect,
    rect: &Rect,
    across: f64,
    taking: impl Iterator<Item = &'a Area>,
) -> bool {
    let [near, far] = [-0.5, 0.5].map(|part| zone.world(dvec2(across, part * zone.depth())));
    let strip = Segment::new(near, far);
    let Some(stands) = rect.chord(&strip) else { return false };
    let mut taken: Vec<Interval> = taking.flat_map(|area| taken_by(area, &strip)).collect();
    taken.sort_by(|a, b| a.from.total_cmp(&b.from));
    let slack = TOLERANCE.touch / zone.depth();
    let mut free = stands.from;
    for stretch in taken {
        if stretch.from.min(stands.to) - free > slack {
            return true;
        }
        free = free.max(stretch.to);
    }
    stands.to - free > slack
}

/// What a piece takes of a strip, as fractions: what lies in it, and beyond it if it is impassable.
fn taken_by(area: &Area, strip: &Segment) -> ArrayVec<Interval, 8> {
    let mut inside: ArrayVec<Interval, 8> = strip.inside(&area.outline).take(8).collect();
    if area.piece.going() == Going::Impassable {
        inside.truncate(1);
        inside.iter_mut().for_each(|stretch| stretch.to = 1.0);
    }
    inside
}
