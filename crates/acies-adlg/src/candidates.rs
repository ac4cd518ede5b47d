//! Sensible actions: a finite list for machines, keyboards and menus. Every one of them passes the check.
//!
//! Who fights whom is found once for the whole list, and each proposal is judged once. Units that march
//! together far from the enemy are offered as a group only; near him every unit has its own list, of at
//! most [`UNIT_MOST`] moves, and every group one of at most [`GROUP_MOST`].

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
};

pub use orders::{GROUP_MOST, UNIT_MOST};

impl Battle {
    pub(crate) fn list_candidates(&self, out: &mut Vec<Action>) {
        match self.stack.last() {
            Some(Frame::Orders(orders)) => self.list_orders(orders, out),
            Some(Frame::Shooting(seat)) => self.list_shots(*seat, out),
            Some(Frame::Ambush { by, marker }) => self.list_reveals(*by, *marker, out),
            Some(Frame::Corps) => {
                out.extend((0..CORPS as u8).map(|corps| Action::Activate { corps }));
                self.keep_legal(out);
            }
            Some(frame) => {
                self.list_answers(frame, out);
                self.keep_legal(out);
            }
            None => {}
        }
    }

    fn keep_legal(&self, out: &mut Vec<Action>) {
        let by = self.deciding();
        out.retain(|action| self.check(by, action).is_ok());
    }

    /// Any candidate: of the orders to a corps only those to one unit or group are listed.
    pub(crate) fn any_candidate(
        &self,
        by: Seat,
        chance: &mut Dice,
        room: &mut Vec<Action>,
    ) -> Action {
        match self.stack.last() {
            Some(Frame::Orders(orders)) => self.any_order(orders, chance, room),
            _ => one_of_all(self, by, chance, room),
        }
    }
}
