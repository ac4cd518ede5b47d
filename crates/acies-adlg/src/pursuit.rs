//! Pursuit (RULES.md 3.22, 4.11: ADLG-PUR.1, ADLG-PUR.2, ADLG-R148 to ADLG-R150).

use acies_table::{Edge, Length, Motion, Pose, Rect, Sweep};

use crate::{
    battle::{Battle, Id},
    rulings::TOLERANCE,
    setup::CAMP,
    units::Category::El,
};

/// ADLG-PUR.1: how far a pursuit goes.
pub const PURSUIT_UD: f64 = 1.0;

/// Where a pursuit leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pursuit {
    pub pose: Pose,
    pub distance: Length,
    /// The enemy that it runs into, and the edge that it hits (ADLG-R149, ADLG-R78).
    pub contact: Option<(Id, Edge)>,
    /// ADLG-R20: it runs into the enemy's camp.
    pub camp: bool,
}

impl Battle {
    /// ADLG-R149: straight ahead up to so far, ignoring zones, until an enemy, a friend that it cannot
    /// pass, ground that it may not enter or the table's edge stops it.
    pub fn pursuit(&self, id: Id, most: Length) -> Pursuit {
        let base = self.base(id);
        let rect = base.rect();
        let most = most.min(Length::new(PURSUIT_UD)).get();
        let course = Motion::advance(Length::new(most)).course(&base);
        let sweep = Sweep::new(&rect, course);
        let in_way = self
            .bodies_near(&base, most)
            .filter(|&other| other != id && !self.may_pass(id, base.pose.facing, other));
        let met = sweep.first_met(in_way.map(|other| (other, self.rect(other))), TOLERANCE);
        let met = met.filter(|(_, touch)| touch.enters || touch.at >= 1.0 - TOLERANCE.touch);
        let kind = self.profile(id).kind;
        let barred = self
            .landscape
            .areas
            .iter()
            .filter(|area| crate::terrain::allowance(kind, area.piece.going()).is_none());
        let ground = barred.filter_map(|area| sweep.enters(&area.outline, TOLERANCE));
        let edge = sweep.leaves(&self.setup.field.rect(), TOLERANCE);
        let camps = [id.seat(), id.seat().other()].map(|seat| {
            let body = Rect::new(&self.sides[seat].camp.pose, CAMP);
            sweep.first_touch(&body, TOLERANCE).map(|touch| touch.at)
        });
        let stopped = ground.chain(edge).chain(camps.into_iter().flatten()).fold(1.0, f64::min);
        let at = met.as_ref().map_or(stopped, |(_, touch)| touch.at.min(stopped));
        let pose = course.part(at).end(&base.pose);
        let contact = met.filter(|(other, touch)| other.seat() != id.seat() && touch.at <= stopped);
        let contact = contact.map(|(other, touch)| {
            let touching = course.part(touch.at).moved(&rect, 1.0);
            (other, self.edge_hit(&rect, &touching, other))
        });
        let enemy_camp =
            !self.sides[id.seat().other()].camp.lost && camps[1].is_some_and(|camp| camp <= at);
        Pursuit {
            pose,
            distance: Length::new(at * most),
            contact,
            camp: enemy_camp && contact.is_none(),
        }
    }

    /// ADLG-R150: whether a mandatory pursuit is optional: into terrain that penalises it, out of its
    /// defences, or at elephants (horses and camels).
    pub fn may_decline_pursuit(&self, id: Id) -> bool {
        let kind = self.profile(id).kind;
        let pursuit = self.pursuit(id, Length::new(PURSUIT_UD));
        let ground = self.landscape.ground(&Rect::new(&pursuit.pose, kind.size()));
        let shy = kind.is_horse() || kind.is_camelry();
        let beasts = pursuit.contact.is_some_and(|(enemy, _)| self.category(enemy) == El);
        ground.penalises(kind) || self.barrier(id, Edge::Front).is_some() || (shy && beasts)
    }
}
