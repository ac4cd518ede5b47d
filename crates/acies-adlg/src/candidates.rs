//! Sensible actions: a finite list for machines, keyboards and menus. Every one of them passes the check.
//!
//! Who fights whom is found once for the whole list, and each proposal is judged once. Units that march
//! together far from the enemy are offered as a group only; near him every unit has its own list, of at
//! most [`UNIT_MOST`] actions, and every group one of at most [`GROUP_MOST`].

mod attacks;
mod marches;
mod orders;
mod shots;

use acies_core::Game;
use acies_table::Length;

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Frame},
    pursuit::PURSUIT_UD,
    rulings::CORPS,
};

pub use orders::{GROUP_MOST, UNIT_MOST};

impl Battle {
    pub(crate) fn list_candidates(&self, out: &mut Vec<Action>) {
        match self.stack.last() {
            Some(Frame::Orders(orders)) => self.list_orders(orders, out),
            Some(Frame::Shooting(seat)) => self.list_shots(*seat, out),
            Some(Frame::Corps) => {
                let corps = (0..CORPS as u8).map(|corps| Action::Activate { corps });
                self.extend_legal(out, corps);
            }
            Some(Frame::Charge(_) | Frame::Overrun { .. }) => {
                let evades = [false, true].map(|burst| Action::Evade { burst });
                self.extend_legal(out, evades.into_iter().chain([Action::Stand]));
            }
            Some(Frame::Pursuit(_)) => {
                let lengths = [Length::ZERO, Length::new(PURSUIT_UD)];
                self.extend_legal(out, lengths.map(|distance| Action::Pursue { distance }));
            }
            None => {}
        }
    }

    fn extend_legal(&self, out: &mut Vec<Action>, actions: impl IntoIterator<Item = Action>) {
        let by = self.deciding();
        out.extend(actions.into_iter().filter(|action| self.check(by, action).is_ok()));
    }

    /// What might be tried: the candidates, and the commonest orders to every unit of the corps.
    pub(crate) fn list_attempts(&self, out: &mut Vec<Action>) {
        self.list_candidates(out);
        if let Some(Frame::Orders(orders)) = self.stack.last() {
            for id in self.corps_units(orders.corps) {
                let unit = id.number();
                out.extend([
                    Action::Rally { unit },
                    Action::Disengage { unit },
                    Action::LeaveZone { unit },
                    marches::advance(UnitSet::NONE.with(unit), Length::new(3.0)),
                ]);
            }
        }
        out.push(Action::EndShooting);
        out.push(Action::EndCorps);
    }
}
