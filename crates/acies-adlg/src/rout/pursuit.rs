//! Pursuit (RULES.md 3.22, 4.11: ADLG-PUR.1, ADLG-PUR.2, ADLG-R148 to ADLG-R150).

use acies_table::{Edge, Length, Motion, Pose, Rect, Sweep};

use crate::{
    action::UnitSet,
    battle::{Battle, Id},
    charge::ahead::{Dash, Stop},
    melee::engagement::Roles,
    rulings::TOLERANCE,
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
    pub fn pursuit(&self, id: Id, most: Length, roles: &Roles) -> Pursuit {
        let base = self.base(id);
        let most = most.min(Length::new(PURSUIT_UD)).max(Length::ZERO).get();
        let dash = Dash { most, slower: None, group: UnitSet::NONE, zones: false, roles };
        let ahead = self.straight_ahead(id, &base, &dash);
        let distance = Length::new(ahead.distance.min(most));
        let course = Motion::advance(distance).course(&base);
        let contact = match ahead.stop {
            Some(Stop::Enemy(enemy)) => {
                let touching = course.moved(&base.rect(), 1.0);
                Some((enemy, self.edge_hit(&base.rect(), &touching, enemy)))
            }
            _ => None,
        };
        let camp = ahead.stop == Some(Stop::EnemyCamp);
        Pursuit { pose: course.end(&base.pose), distance, contact, camp }
    }

    /// ADLG-R150: whether a mandatory pursuit is optional: into terrain that penalises it, out of its
    /// defences, or at elephants (horses and camels).
    pub fn may_decline_pursuit(&self, id: Id, roles: &Roles) -> bool {
        let kind = self.profile(id).kind;
        let pursuit = self.pursuit(id, Length::new(PURSUIT_UD), roles);
        let (start, end) = (self.rect(id), Rect::new(&pursuit.pose, kind.size()));
        let course = Motion::advance(pursuit.distance).course(&self.base(id));
        let sweep = Sweep::new(&start, course);
        let enters = self.landscape.areas.iter().any(|area| {
            area.piece.penalises(kind)
                && !start.is_in(&area.outline, TOLERANCE)
                && sweep.treads(&area.outline, TOLERANCE)
        });
        let road = self.landscape.is_on_road(&start) && self.landscape.is_on_road(&end);
        let shy = kind.is_horse() || kind.is_camelry();
        let beasts = pursuit.contact.is_some_and(|(enemy, _)| self.category(enemy) == El);
        (enters && !road) || self.barrier(id, Edge::Front).is_some() || (shy && beasts)
    }
}
