//! S8: where units may deploy (ADLG-R30).

use acies_core::Seat;
use acies_table::{Base, Pose, Rect, Segment};

use super::{CAMP, Wing};
use crate::{
    action::UnitSet,
    battle::{Battle, Id},
    movement::{Group, group_of},
    rulings::{CORPS, TOLERANCE},
    terrain::landscape::WALL_UD,
    words::refusals::No,
};

/// Middles that are farther apart than this belong to bases that do not touch: two wagons askew.
const NEAR_UD: f64 = 2.5;

impl Battle {
    /// Where a corps is to deploy, as its owner has written; nothing for one that marches round a flank
    /// or for who does not know the plan.
    pub fn planned_wing(&self, by: Seat, corps: u8) -> Option<Wing> {
        let plan = self.sides[by].plan.known()?;
        let wing = *plan.wings.get(usize::from(corps))?;
        (!plan.marches(corps)).then_some(wing)
    }

    /// Corps that a player still has to deploy.
    pub fn to_deploy(&self, by: Seat) -> impl Iterator<Item = u8> + Clone + '_ {
        let waits = move |corps: &u8| {
            let seen = self.prelude.as_ref().map(|it| it.wings[by][usize::from(*corps)]);
            seen == Some(None) && self.planned_wing(by, *corps).is_some()
        };
        (0..CORPS as u8).filter(waits)
    }

    /// The units of a corps that deploy: those that do not hide.
    pub fn deploying(&self, by: Seat, corps: u8) -> Group {
        let hidden = self.sides[by].plan.known().map(super::Plan::ambushers).unwrap_or_default();
        let units = (0..self.sides[by].units.len() as u8).filter(|&unit| !hidden.has(unit));
        units.map(|unit| Id::new(by, unit)).filter(|&id| self.troop(id).corps == corps).collect()
    }

    /// ADLG-R30: a whole corps.
    pub fn check_deployment(&self, by: Seat, corps: u8, poses: &[Pose]) -> Result<(), No> {
        if !self.to_deploy(by).any(|it| it == corps) {
            return Err(No::NoCorpsToDeploy { corps });
        }
        let units = self.deploying(by, corps);
        if units.len() != poses.len() {
            return Err(No::NotAllPlaced { units: units.len() as u8, placed: poses.len() as u8 });
        }
        for (at, (&unit, pose)) in units.iter().zip(poses).enumerate() {
            self.check_place(unit, pose)?;
            let rect = self.rect_at(unit, pose);
            let before = units[..at].iter().zip(poses);
            let mut stands = before.map(|(&other, pose)| (other, self.rect_at(other, pose)));
            if let Some((other, _)) = stands.find(|(_, it)| rect.overlaps(it, TOLERANCE)) {
                return Err(No::PlacedOn { unit, other });
            }
        }
        Ok(())
    }

    /// ADLG-R30, ADLG-R158: a unit in the zone of its corps, on ground where it may be, on nobody, on no
    /// camp and across no wall.
    pub fn check_place(&self, unit: Id, pose: &Pose) -> Result<(), No> {
        let by = unit.seat();
        let rect = self.rect_at(unit, pose);
        let wing = self.planned_wing(by, self.troop(unit).corps).unwrap_or(Wing::Centre);
        if !self.deployment_zone(unit, wing).grown(TOLERANCE.touch).holds(&rect) {
            return Err(No::OutsideWing { unit, wing });
        }
        self.check_room(unit, &rect)
    }

    /// ADLG-R30: the zone of a wing on the table, deeper for light troops.
    pub fn deployment_zone(&self, unit: Id, wing: Wing) -> Rect {
        let light = self.profile(unit).kind.is_light();
        self.setup.field.zone_of(unit.seat(), wing, light)
    }

    /// Ground on which a unit may be, without anybody or anything in the way (ADLG-R6, ADLG-R158).
    pub fn check_room(&self, unit: Id, rect: &Rect) -> Result<(), No> {
        let kind = self.profile(unit).kind;
        let ground = self.landscape.ground(rect);
        let barred =
            ground.pieces().find(|it| crate::terrain::allowance(kind, it.going()).is_none());
        if let Some(piece) = barred.filter(|_| ground.allowance(kind).is_none()) {
            return Err(No::NoGround { unit, piece });
        }
        let near = |other: &Id| {
            let apart = self.unit(*other).pose.at.vec() - rect.centre();
            *other != unit && apart.abs().max_element() < NEAR_UD
        };
        let mut others = self.bodies().filter(near);
        if let Some(other) = others.find(|&other| rect.overlaps(&self.rect(other), TOLERANCE)) {
            return Err(No::PlacedOn { unit, other });
        }
        let camp = |seat: Seat| Base::new(self.sides[seat].camp.pose, CAMP).rect();
        if Seat::BOTH.into_iter().any(|seat| rect.overlaps(&camp(seat), TOLERANCE)) {
            return Err(No::PlacedOnCamp { unit });
        }
        let astride = |a, b| rect.overlap_depth(&Rect::from(Segment::new(a, b))) > WALL_UD;
        if self.landscape.lines.iter().any(|line| astride(line.a.vec(), line.b.vec())) {
            return Err(No::AstrideWall { unit });
        }
        Ok(())
    }

    /// Where units come to stand if one of them is placed so and the others keep their places beside it.
    pub(crate) fn arranged(&self, first: Id, beside: UnitSet, to: &Pose) -> Vec<(Id, Pose)> {
        let from = self.unit(first).pose;
        let carried = |id: Id| self.unit(id).pose.carried(&from, to);
        let others = group_of(beside.without(first.number()), first.seat());
        let others = others.into_iter().map(|id| (id, carried(id)));
        std::iter::once((first, *to)).chain(others).collect()
    }

    /// The base of a unit in another place.
    pub fn rect_at(&self, unit: Id, pose: &Pose) -> Rect {
        Base::new(*pose, self.profile(unit).kind.size()).rect()
    }
}
