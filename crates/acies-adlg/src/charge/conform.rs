//! Conforming (ADLG-R78, ADLG-R89, ADLG-R90, ADLG-R127): which edge a charge hits, and where an attacker
//! comes to stand against it.

use acies_table::{Along, Base, Corner, Edge, Length, Rect, Tolerance};
use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    action::UnitSet,
    battle::{ALL_UNITS, Battle, Flags, Id, Place},
    charge::charging::Events,
    melee::{Barrier, engagement::Roles},
    rulings::{TOLERANCE, UNITS_MAX},
    terrain::Going,
    units::Category::{Li, Wwg},
    words::events::Event,
};

/// ADLG-R90: no corner moves farther than this.
pub const CONFORM_UD: f64 = 1.0;

/// Half the slack of ADLG-R6: what is found with it stands the test with the whole of it.
const SNUG: Tolerance = Tolerance::new(0.005, TOLERANCE.angle);

/// How two units that have come into contact stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Conformed {
    /// The charger stands flush on the edge.
    Charger(acies_table::Pose),
    /// The charger could not, so its enemy turned to it.
    Enemy(acies_table::Pose),
    /// Neither could: they stay as they touch.
    Incomplete,
}

impl Battle {
    /// ADLG-R78: the edge of a target that a charge hits: its front if any part of the charger's front,
    /// where it stood when it declared, is ahead of the target's front line; otherwise the edge first
    /// touched. On a war wagon it is always the edge touched, and counts as front (ADLG-R140).
    pub fn edge_hit(&self, declared: &Rect, touching: &Rect, target: Id) -> Edge {
        let body = self.rect(target);
        let ahead =
            |corner| body.beyond_line(Edge::Front, declared.corner(corner)) > TOLERANCE.touch;
        let wagon = self.category(target) == Wwg;
        if !wagon && [Corner::FrontLeft, Corner::FrontRight].into_iter().any(ahead) {
            return Edge::Front;
        }
        let touched = touched_edge(&body, touching, |edge| wagon || edge != Edge::Front);
        touched.unwrap_or_else(|| {
            // Its front corner was touched from behind the front line: a flank.
            if body.local(touching.centre()).x > 0.0 { Edge::Right } else { Edge::Left }
        })
    }

    /// ADLG-R89: where an attacker conforms if nobody is in its way.
    pub(crate) fn first_place(&self, attacker: Id, target: Id, edge: Edge) -> Base {
        let along = match edge {
            Edge::Front | Edge::Rear => Along::Middle,
            Edge::Left => Along::Corner(Corner::FrontLeft),
            Edge::Right => Along::Corner(Corner::FrontRight),
        };
        self.base(target).opposed(edge, self.profile(attacker).kind.size(), along)
    }

    /// ADLG-R90: how far the farthest corner of an attacker would move to conform there.
    pub(crate) fn conforming_shift(
        &self,
        attacker: Id,
        touching: &Rect,
        target: Id,
        edge: Edge,
    ) -> Length {
        let place = self.first_place(attacker, target, edge).rect();
        Length::new(touching.corner_shift(&place))
    }

    /// ADLG-R89: the conforming places of an attacker on an edge, the best first: corners on corners, on
    /// a flank level with the front; else the nearest places beside friends that are there already.
    fn conforming_places(&self, attacker: Id, target: Id, edge: Edge) -> ArrayVec<Base, 3> {
        let body = self.base(target);
        let size = self.profile(attacker).kind.size();
        let first = self.first_place(attacker, target, edge);
        let reach = body.rect().edge(edge).length() / 2.0 + size.width.get() / 2.0;
        let others = self.others([attacker, target], &first, reach);
        let rect = first.rect();
        let mut places = ArrayVec::new();
        if !others.iter().any(|other| other.overlaps(&rect, TOLERANCE)) {
            places.push(first);
            return places;
        }
        // Only friends make it shift.
        let enemies = self.standing_near(attacker.seat().other(), &first, TOLERANCE.touch);
        let held = |enemy: Id| enemy != target && self.rect(enemy).overlaps(&rect, TOLERANCE);
        if enemies.into_iter().any(held) {
            return places;
        }
        let right = rect.right();
        let shifts =
            rect.free_shifts(right, reach - 2.0 * TOLERANCE.touch, &others.as_slice(), SNUG);
        let mut free: ArrayVec<(f64, f64), 2> = shifts
            .into_iter()
            .zip([1.0, -1.0])
            .filter_map(|(shift, sign)| Some((shift?, sign)))
            .collect();
        free.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (shift, sign) in free {
            let place =
                acies_table::Pose::nearest(rect.centre() + right * shift * sign, first.pose.facing);
            places.push(Base::new(place, size));
        }
        places
    }

    /// Everybody near a place but these, and the camps.
    fn others(&self, but: [Id; 2], place: &Base, ud: f64) -> ArrayVec<Rect, OBSTACLES> {
        let near = self.bodies_near(place, ud).filter(|id| !but.contains(id));
        let bodies = near.map(|id| self.rect(id));
        bodies.chain(self.camps()).collect()
    }

    /// ADLG-R90: whether a unit may be set down there: nobody overlapped, on the table, on ground that it
    /// may enter (ADLG-R158).
    pub fn is_free(&self, id: Id, partner: Id, place: &Base) -> bool {
        let rect = place.rect();
        let kind = self.profile(id).kind;
        let others = self.others([id, partner], place, TOLERANCE.touch);
        self.setup.field.rect().grown(TOLERANCE.touch).holds(&rect)
            && self.landscape.ground(&rect).allowance(kind).is_some()
            && self.landscape.ground(&rect).going() != Going::Impassable
            && !rect.overlaps(&self.rect(partner), TOLERANCE)
            && !others.iter().any(|other| other.overlaps(&rect, TOLERANCE))
    }

    /// ADLG-R89, ADLG-R90: the pose in which a unit that touches from here conforms to an edge, if it can.
    pub fn conforms(
        &self,
        attacker: Id,
        touching: &Rect,
        target: Id,
        edge: Edge,
    ) -> Option<acies_table::Pose> {
        let places = self.conforming_places(attacker, target, edge);
        let near =
            |place: &&Base| touching.corner_shift(&place.rect()) <= CONFORM_UD + TOLERANCE.touch;
        let place =
            places.iter().filter(near).find(|place| self.is_free(attacker, target, place))?;
        Some(place.pose)
    }

    /// The battle as a charger finds it when it conforms: the rest of its group is on its way, and friendly
    /// light infantry that does not fight makes room (ADLG-R163).
    pub(crate) fn cleared_for(&self, attacker: Id, group: UnitSet, roles: &Roles) -> Battle {
        let mut cleared = self.clone();
        for friend in self.standing(attacker.seat()).filter(|&friend| friend != attacker) {
            let yields = self.category(friend) == Li && !roles.is_engaged(friend);
            if yields || group.has(friend.number()) {
                cleared.unit_mut(friend).place = Place::Away;
            }
        }
        cleared
    }

    /// ADLG-R90: the charger conforms; if it cannot, its enemy does, unless it fights already or is behind
    /// a fortification; if neither can, they stay as they touch.
    pub fn conform(
        &self,
        attacker: Id,
        touching: &Base,
        target: Id,
        edge: Edge,
        fights: bool,
    ) -> Conformed {
        let rect = touching.rect();
        if let Some(pose) = self.conforms(attacker, &rect, target, edge) {
            return Conformed::Charger(pose);
        }
        let walled = self.barrier(target, edge) == Some(Barrier::Fortification);
        let size = self.profile(target).kind.size();
        let turned = touching.opposed(Edge::Front, size, Along::Middle);
        let near = self.rect(target).corner_shift(&turned.rect()) <= CONFORM_UD + TOLERANCE.touch;
        let has_room = || {
            let mut after = self.clone();
            after.unit_mut(attacker).pose = touching.pose;
            after.is_free(target, attacker, &turned)
        };
        if !fights && !walled && near && has_room() {
            Conformed::Enemy(turned.pose)
        } else {
            Conformed::Incomplete
        }
    }

    /// ADLG-R75: whether friends of the charger hold an edge along its whole length.
    pub fn is_edge_held(&self, charger: Id, target: Id, edge: Edge) -> bool {
        let body = self.rect(target);
        let length = body.edge(edge).length();
        let held: f64 = self
            .standing_near(charger.seat(), &self.base(target), TOLERANCE.touch)
            .filter(|&friend| friend != charger)
            .flat_map(|friend| body.contacts(&self.rect(friend), TOLERANCE))
            .filter(|contact| contact.ours == edge && contact.theirs == Edge::Front)
            .map(|contact| contact.length)
            .sum();
        held >= length - TOLERANCE.touch
    }
}

/// Of the edges of a body that may count, the one that is touched along the greatest length; at a corner the
/// one behind which the attacker stands farther.
fn touched_edge(body: &Rect, touching: &Rect, counts: impl Fn(Edge) -> bool) -> Option<Edge> {
    let contacts = touching.contacts(body, TOLERANCE);
    let rank = |edge: Edge, length: f64| (length, body.beyond_line(edge, touching.centre()));
    let edges = contacts.iter().filter(|it| counts(it.theirs));
    let ranked = edges.map(|it| (it.theirs, rank(it.theirs, it.length)));
    let best = ranked.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(edge, _)| edge)
}

/// All that can stand in the way of somebody: units and camps.
const OBSTACLES: usize = ALL_UNITS + 2;

/// C1, ADLG-R90, ADLG-R91: conformations that were incomplete.
impl Battle {
    /// ADLG-R91, ADLG-R90: units of the active corps whose conformation is incomplete conform if they can,
    /// whichever of the two once charged.
    pub(crate) fn conform_corps(&mut self, corps: u8, log: &mut Events) {
        let units: ArrayVec<Id, UNITS_MAX> =
            self.standing(self.phasing).filter(|&id| self.troop(id).corps == corps).collect();
        for unit in units {
            let Some(enemy) = self.partner(unit) else { continue };
            let rect = self.rect(unit);
            let edge = self.edge_hit(&rect, &rect, enemy);
            if let Some(pose) = self.conforms(unit, &rect, enemy, edge) {
                for id in [unit, enemy] {
                    self.unit_mut(id).unconformed = None;
                }
                let it = self.unit_mut(unit);
                it.pose = pose;
                it.flags.remove(Flags::STAKED);
                // ADLG-R45: it does not rally in this phase.
                it.flags |= Flags::SPENT;
                log.push(|| Event::Conformed { unit, pose, rule: "ADLG-R91" });
            }
        }
    }

    /// ADLG-R90: the enemy with which a unit touches without conformation.
    fn partner(&self, unit: Id) -> Option<Id> {
        let mut enemies = self.standing(unit.seat().other());
        enemies.find(|&enemy| {
            let either = self.unit(unit).unconformed == Some(enemy)
                || self.unit(enemy).unconformed == Some(unit);
            either && self.rect(unit).touches(&self.rect(enemy), TOLERANCE)
        })
    }
}
