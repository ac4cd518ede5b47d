//! What armies, units and leaders are called.

use acies_core::{Id, Seat, flow::Shown, words::Subject};

use crate::battle::Battle;

impl Battle {
    /// A unit as sentences are said of it.
    pub fn who(&self, unit: Id) -> Subject {
        Subject::new(self.name(unit))
    }

    /// What a unit does, which is written as it is done by several.
    pub(crate) fn said_of(&self, unit: Option<Id>, shown: Shown) -> Shown {
        let Some(who) = unit.map(|unit| self.who(unit)) else { return shown };
        Shown { does: who.predicate(&shown.does), who: Some(who.to_string()), ..shown }
    }

    pub fn side_name(&self, seat: Seat) -> &str {
        &self.setup.armies[seat].name
    }

    /// A unit among all pieces of the table: `red/legio_x`.
    pub fn address(&self, unit: Id) -> String {
        format!("{}/{}", unit.seat(), self.key(unit))
    }

    /// A leader among all pieces of the table.
    pub fn leader_address(&self, seat: Seat, leader: u8) -> String {
        format!("{seat}/leader/{}", self.leader_key(seat, leader))
    }

    /// The leader who is called so.
    pub fn leader_of(&self, piece: &str) -> Option<(Seat, u8)> {
        let each =
            |seat: Seat| (0..self.setup.armies[seat].leaders.len() as u8).map(move |n| (seat, n));
        let mut all = Seat::BOTH.into_iter().flat_map(each);
        all.find(|&(seat, n)| self.leader_address(seat, n) == piece)
    }
}
