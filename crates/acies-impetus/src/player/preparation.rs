//! Before the first Turn: who is slowed by difficult ground wants little of it, foot stands in the middle and horse on the
//! wings.

use acies_core::Seat;
use acies_table::Pose;

use crate::{
    battle::Battle,
    cohesion::Ground,
    movement::terrain::Terrain,
    profile::{Kind, Profile},
    setup::{altering::Alter, deployment::Deploy, terrain::Lay},
    steps::Action,
};

/// Troops that go through difficult ground as through any other.
fn is_light(profile: &Profile) -> bool {
    Terrain::Wood.effect(profile).1 == crate::movement::terrain::Effect::Nothing
}

/// Terrain in which heavy troops lose their order.
fn hampers(terrain: Terrain) -> bool {
    matches!(
        terrain,
        Terrain::SteepHill
            | Terrain::Wood
            | Terrain::Broken
            | Terrain::Marsh
            | Terrain::Dunes
            | Terrain::Fields
    )
}

impl Battle {
    /// How good a decision is before the first Turn.
    pub(super) fn worth_before(&self, by: Seat, action: &Action) -> f64 {
        match action {
            Action::Lay(lay) => self.worth_of_laying(by, lay),
            Action::EndLaying => 0.5,
            Action::Alter(alter) => self.worth_of_altering(by, alter),
            Action::Deploy(deploy) => self.worth_of_deploying(by, deploy),
            Action::Seek(_) | Action::Run(_) => -1.0,
            Action::Edge(answer) => -f64::from(u8::from(answer.yes)),
            _ => 0.0,
        }
    }

    /// Whether more than half of an army is slowed by difficult ground.
    fn wants_open_ground(&self, seat: Seat) -> bool {
        let pieces =
            self.sides[seat].pieces.iter().filter(|it| it.unit.profile.kind != Kind::Baggage);
        let (all, light) = pieces.fold((0, 0), |(all, light), it| {
            (all + 1, light + usize::from(is_light(&it.unit.profile)))
        });
        2 * light <= all
    }

    /// Pieces that harm nobody, or keep to the sides; for light troops difficult ground in the middle.
    fn worth_of_laying(&self, by: Seat, lay: &Lay) -> f64 {
        let middle = self.setup.table().centre();
        let aside = (lay.pose.at.vec() - middle).length() / middle.x;
        match (self.wants_open_ground(by), hampers(lay.terrain)) {
            (true, true) => aside - 0.2,
            (true, false) => 1.0 + aside,
            (false, true) => 1.5 - aside,
            (false, false) => 0.3 + aside,
        }
    }

    fn worth_of_altering(&self, by: Seat, alter: &Alter) -> f64 {
        let Some(patch) = self.landscape.patches.get(usize::from(alter.piece)) else { return -1.0 };
        if alter.by.is_some() || !self.wants_open_ground(by) || !hampers(patch.terrain) {
            return -1.0;
        }
        let middle = self.setup.table().centre();
        1.0 - (patch.outline.centroid() - middle).length() / middle.x
    }

    /// Foot in the middle and horse on the wings, as far forward as may be, in as few ranks as there is room for; and as the
    /// army's file has it, if it says so.
    fn worth_of_deploying(&self, by: Seat, deploy: &Deploy) -> f64 {
        let units: Vec<_> = self.command_units(by, deploy.command).ids(by).collect();
        let planned = self.prelude.is_some_and(|it| it.planned[by]);
        if planned
            && units.iter().zip(&deploy.poses).all(|(id, pose)| self.piece(*id).front == *pose)
        {
            return 10.0;
        }
        let seen: Vec<Pose> =
            deploy.poses.iter().map(|it| self.setup.pose_across(by, *it)).collect();
        let count = seen.len().max(1) as f64;
        let middle = seen.iter().map(|it| it.at.x.get()).sum::<f64>() / count;
        let front = seen.iter().map(|it| it.at.y.get()).sum::<f64>() / count;
        let horse =
            units.iter().filter(|id| self.unit(**id).profile.kind.is_mounted()).count() as f64;
        let width = self.setup.width.get();
        let off = (middle / width - 0.5).abs();
        let place = if 2.0 * horse > count { off } else { 0.5 - off };
        let in_rough = units.iter().zip(&deploy.poses).filter(|(id, pose)| {
            let mut piece = *self.piece(**id);
            piece.front = **pose;
            self.landscape.half_in(&piece.rect(), &piece.unit.profile) > Ground::Open
        });
        2.0 * place + front / 30.0 - 0.2 * in_rough.count() as f64 + 0.01 * count
    }
}
