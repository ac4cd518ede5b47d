//! Shots worth taking.

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Id},
    movement::Group,
    shooting::phase::Shoot,
};
use acies_core::Seat;

impl Battle {
    /// Everybody who can shoots at a target; the first of the shooters of full worth leads (ADLG-R107).
    pub(crate) fn list_shots(&self, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::EndShooting);
        let aims = self.aims();
        let free: Group = self.standing(seat).filter(|&id| !self.is_aimed(id)).collect();
        let mut listed = UnitSet::NONE;
        for target in free.iter().flat_map(|&id| aims.of(id)) {
            let taken = self.aimed.iter().any(|it| it.target == *target);
            if listed.has(target.number()) || taken {
                continue;
            }
            listed = listed.with(target.number());
            let shooters = free.iter().copied().filter(|&id| aims.of(id).contains(target));
            let Some(main) = shooters.clone().max_by_key(|&id| self.shot_worth(id, *target)) else {
                continue;
            };
            let supporters = shooters.filter(|&id| id != main).collect();
            let (main, target) = (main.number(), target.number());
            out.push(Shoot { main, supporters, target }.into());
        }
    }

    /// In how many of 36 throws a unit alone would hit a target.
    pub(crate) fn shot_worth(&self, id: Id, target: Id) -> u8 {
        self.shot(id, &[], target).ways_to_hit()
    }
}
