//! What can be chosen, as clients draw it: who does it, what the button says, where it leads.

use acies_core::{
    Dice, Game, Log, Seat, Telling, UnitSet,
    flow::{One, Shown},
    scene::{Ghost, Offer},
};
use acies_field::Field;
use acies_table::Pose;

use crate::{
    action::Action,
    battle::{Battle, Id, Place},
};

impl Battle {
    /// An action as something to choose: where it leads is tried on a copy, up to its first die.
    pub(crate) fn offered(&self, by: Seat, action: &Action) -> Offer {
        let mut shown = action.it().shows(self, by);
        let mut after = self.clone();
        let done = match self.check(by, action) {
            Ok(()) => after.perform(by, action, &mut Dice::scripted([]), &mut Log::Off),
            Err(_) => Ok(()),
        };
        let fights = matches!(action, Action::Charge(_)) && done.is_ok();
        if fights && after.all_stand().is_none() {
            after.clone_from(self);
        }
        if shown.ghosts.is_empty() && done.is_ok() {
            shown.ghosts = self.ghosts(&after, by);
        }
        shown.offer(self.notation(by, action), done.is_err())
    }

    /// Units that would stand elsewhere.
    fn ghosts(&self, after: &Battle, by: Seat) -> Vec<Ghost> {
        let moved = |id: &Id| self.unit(*id).pose != after.unit(*id).pose;
        let there = after.bodies().filter(|id| id.seat() == by).filter(moved);
        let ghost = |id: Id| {
            let far = (after.unit(id).pose.at.vec() - self.unit(id).pose.at.vec()).length();
            self.ghost(id, &after.unit(id).pose, format!("{far:.2} UD"))
        };
        there.map(ghost).collect()
    }

    /// Where a unit would come to stand, and how far that is, if it comes from somewhere.
    pub(crate) fn ghost(&self, id: Id, pose: &Pose, distance: String) -> Ghost {
        let was_there = matches!(self.unit(id).place, Place::Table | Place::Routing);
        let distance = was_there.then_some(distance);
        acies_field::ghost(self, id, pose, distance)
    }

    /// The piece of the scene that a unit is.
    pub(crate) fn piece(&self, id: Id) -> String {
        Field::piece(self, id)
    }

    pub(crate) fn pieces(&self, seat: Seat, units: UnitSet) -> Vec<String> {
        units.ids(seat).map(|id| self.piece(id)).collect()
    }

    /// What a unit does that is asked.
    pub(crate) fn shown_as(
        &self,
        by: Seat,
        unit: Option<Id>,
        commit: &'static str,
        says: &str,
    ) -> Shown {
        let who = unit.map_or_else(|| acies_core::words::Subject::new("it"), |id| self.who(id));
        let own = unit.filter(|id| id.seat() == by);
        let units = own.map(|id| self.piece(id)).into_iter().collect();
        Shown { units, ..Shown::new(commit, who.says(says)) }
    }
}
