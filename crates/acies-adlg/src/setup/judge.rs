//! Who decides in each step before the first turn, and what he may do.

use acies_core::Seat;
use acies_table::{Length, Pose};

use super::{
    Adjustment, Prelude, Prepare, Step,
    ground::{RIVER_FROM, RIVER_TO},
};
use crate::{
    battle::{Battle, Id, Place},
    command::Level,
    words::refusals::No,
};

impl Step {
    /// The seat that decides; both write their plans at once.
    pub(crate) fn seat(self, battle: &Battle) -> Option<Seat> {
        let prelude = battle.prelude.as_deref();
        let owner = |piece: u8| prelude.map(|it| it.pieces[usize::from(piece)].by);
        match self {
            Step::Begin(_) => Some(Seat::Red),
            Step::Region => prelude.map(Prelude::defender),
            Step::Role(seat)
            | Step::Choose(seat)
            | Step::Camp(seat)
            | Step::Fortify(seat)
            | Step::Deploy(seat)
            | Step::Adjust { by: seat, .. }
            | Step::Arrange { by: seat, .. } => Some(seat),
            Step::Piece { piece, .. } | Step::River { piece, .. } | Step::Road { piece } => {
                owner(piece)
            }
            Step::Plan => None,
        }
    }
}

impl Battle {
    /// ADLG-R27: whether a Strategist may still have a die thrown again.
    pub(crate) fn may_reroll(&self, by: Seat) -> bool {
        let strategist = self.setup.armies[by].corps.iter().any(|it| it.level == Level::Strategist);
        strategist && self.prelude.as_ref().is_some_and(|it| !it.rerolled[by])
    }

    pub(crate) fn judge_preparation(
        &self,
        by: Seat,
        step: Step,
        prepare: &Prepare,
    ) -> Result<(), No> {
        let field = &self.setup.field;
        let Some(prelude) = self.prelude.as_deref() else { return Err(No::NotNow) };
        match (step, prepare) {
            (Step::Begin(_), Prepare::Begin)
            | (Step::Role(_), Prepare::Role { .. })
            | (Step::Fortify(_), Prepare::EndFortifying)
            | (Step::Adjust { .. }, Prepare::Leave)
            | (Step::Adjust { adjustment: Adjustment::Remove, .. }, Prepare::Remove)
            | (Step::Arrange { .. }, Prepare::EndDeploying) => Ok(()),
            (Step::Region, Prepare::Region { region }) => {
                let known = self.setup.armies[by].regions.contains(region);
                if known { Ok(()) } else { Err(No::NotYourRegion { region: *region }) }
            }
            (Step::Choose(_), Prepare::Choose { pieces }) => prelude.check_choice(by, pieces),
            (Step::Piece { piece, sector }, Prepare::Piece { pose }) => {
                prelude.check_piece(piece, sector, pose, field)
            }
            (Step::River { .. }, Prepare::River { at }) => {
                let near = (RIVER_FROM..=RIVER_TO).contains(at);
                if near { Ok(()) } else { Err(No::RiverAt { at: *at }) }
            }
            (Step::Road { .. }, Prepare::Road { from, to }) => {
                prelude.check_road(*from, *to, field)
            }
            (Step::Adjust { .. }, Prepare::Reroll) => {
                if self.may_reroll(by) {
                    Ok(())
                } else {
                    Err(No::NoReroll)
                }
            }
            (Step::Adjust { piece, adjustment, .. }, Prepare::Shift { by }) => {
                let length = Length::new(by.vec().length());
                let reach = adjustment.reach();
                match prelude.shifted(piece, by.vec(), field) {
                    _ if length > reach || length == Length::ZERO => {
                        Err(No::ShiftTooFar { length, reach })
                    }
                    Some(_) => Ok(()),
                    None => Err(No::NoRoomToShift),
                }
            }
            (
                Step::Adjust { piece, adjustment: Adjustment::ShiftOrRotate, .. },
                Prepare::Rotate { by },
            ) => match prelude.rotated(piece, *by, field) {
                Some(_) => Ok(()),
                None => Err(No::NoRoomToShift),
            },
            (Step::Adjust { .. }, Prepare::Rotate { .. } | Prepare::Remove) => Err(No::DieForbids),
            (Step::Camp(_), Prepare::Camp { at }) => self.check_camp(by, *at),
            (Step::Fortify(_), Prepare::Fortify { at, segments }) => {
                self.check_works(by, at, *segments)
            }
            (Step::Plan, Prepare::Plan(plan)) => self.check_plan(by, plan),
            (Step::Deploy(_), Prepare::Deploy { corps, poses }) => {
                self.check_deployment(by, *corps, poses)
            }
            (Step::Arrange { corps, .. }, Prepare::Place { unit, pose }) => {
                self.judge_placing(Id::new(by, *unit), corps, pose)
            }
            (Step::Arrange { corps, .. }, Prepare::Arrange { unit, beside, pose }) => {
                let first = Id::new(by, *unit);
                for id in beside.with(*unit).ids(by) {
                    self.judge_arranged(id, corps)?;
                }
                let mut after = self.clone();
                let arranged = self.arranged(first, *beside, pose);
                arranged.iter().for_each(|&(id, pose)| after.unit_mut(id).pose = pose);
                let mut judged = arranged.iter().map(|(id, pose)| after.check_place(*id, pose));
                judged.find(Result::is_err).unwrap_or(Ok(()))
            }
            _ => Err(No::NotNow),
        }
    }

    fn judge_placing(&self, unit: Id, corps: u8, pose: &Pose) -> Result<(), No> {
        self.judge_arranged(unit, corps)?;
        self.check_place(unit, pose)
    }

    /// Whether a unit is one of those that may be arranged.
    fn judge_arranged(&self, unit: Id, corps: u8) -> Result<(), No> {
        if self.unit(unit).place != Place::Table || self.troop(unit).corps != corps {
            return Err(No::NotYours { unit });
        }
        Ok(())
    }
}
