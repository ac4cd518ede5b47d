//! Shots worth taking.

use acies_core::Seat;
use arrayvec::ArrayVec;

use crate::{
    action::{Action, UnitSet},
    aim::Targets,
    battle::{Battle, Id},
    rulings::UNITS_MAX,
};

impl Battle {
    /// Everybody who can shoots at a target; the first of the shooters of full worth leads (ADLG-R107).
    pub(super) fn list_shots(&self, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::EndShooting);
        let roles = self.roles();
        let free = self.standing(seat).filter(|&id| !self.is_aimed(id));
        let aims = free.map(|id| (id, self.targets(id, &roles)));
        let aims: ArrayVec<(Id, Targets), UNITS_MAX> =
            aims.filter(|(_, targets)| !targets.is_empty()).collect();
        let mut listed = UnitSet::NONE;
        for target in aims.iter().flat_map(|(_, targets)| targets) {
            let taken = self.aimed.iter().any(|it| it.target == *target);
            if listed.has(target.number()) || taken {
                continue;
            }
            listed = listed.with(target.number());
            let shooters = aims.iter().filter(|(_, targets)| targets.contains(target));
            let shooters = shooters.map(|(id, _)| *id);
            let Some(main) = shooters.clone().max_by_key(|&id| self.shot_worth(id, *target)) else {
                continue;
            };
            let supporters = shooters.filter(|&id| id != main).collect();
            out.push(Action::Shoot { main: main.number(), supporters, target: target.number() });
        }
    }

    /// In how many of 36 throws a unit alone would hit a target.
    pub(crate) fn shot_worth(&self, id: Id, target: Id) -> u8 {
        self.shot(id, &[], target).ways_to_hit()
    }
}
