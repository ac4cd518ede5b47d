//! Sensible actions: a finite list for machines, keyboards and menus. Every one of them passes the check.
//!
//! Who fights whom is found once for the whole list, and each proposal is judged once. Units that march
//! together far from the enemy are offered as a group only; near him every unit has its own list, of at
//! most [`UNIT_MOST`] moves, and every group one of at most [`GROUP_MOST`].

mod answers;
mod attacks;
mod attempts;
mod marches;
mod orders;
mod shots;

use acies_core::{Dice, Game, Seat, one_of_all};

use crate::{
    action::Action,
    battle::{Battle, Frame},
    rulings::CORPS,
    setup::Step,
};

pub use orders::{GROUP_MOST, UNIT_MOST};

impl Battle {
    pub(crate) fn list_candidates(&self, out: &mut Vec<Action>) {
        match self.stack.last() {
            Some(Frame::Orders(orders)) => self.list_orders(orders, out),
            Some(Frame::Shooting(seat)) => self.list_shots(*seat, out),
            Some(Frame::Ambush { by, marker }) => self.list_reveals(*by, *marker, out),
            Some(frame) => {
                self.list_proposals(frame, out);
                let by = self.deciding();
                out.retain(|action| self.check(by, action).is_ok());
            }
            None => {}
        }
    }

    /// What may be done in a step that has few choices, legal or not.
    fn list_proposals(&self, frame: &Frame, out: &mut Vec<Action>) {
        match frame {
            Frame::Corps => out.extend((0..CORPS as u8).map(|corps| Action::Activate { corps })),
            _ => self.list_answers(frame, out),
        }
    }

    /// Any candidate. Of the orders to a corps only some to one unit or group are listed, and only what is
    /// drawn is judged.
    pub(crate) fn any_candidate(
        &self,
        by: Seat,
        chance: &mut Dice,
        room: &mut Vec<Action>,
    ) -> Action {
        match self.stack.last() {
            Some(Frame::Orders(orders)) => self.any_order(orders, chance, room),
            Some(Frame::Prepare(Step::Deploy(_))) => self.any_deployment(by, chance),
            None | Some(Frame::Prepare(_) | Frame::Shooting(_) | Frame::Ambush { .. }) => {
                one_of_all(self, by, chance, room)
            }
            Some(frame) => {
                self.list_proposals(frame, room);
                let mut drawn = || room.swap_remove(chance.number(room.len()));
                std::iter::repeat_with(&mut drawn)
                    .find(|drawn| self.check(by, drawn).is_ok())
                    .expect("one of the answers is legal")
            }
        }
    }
}
