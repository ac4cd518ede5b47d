//! What can be read off the table to tell how a side is doing: the signs that the outlook weighs.

use acies_core::{Seat, Signs};

use crate::{areas::Area, battle::Battle, victory::LOSS_PARTS};

impl Battle {
    /// The signs of a side (VIR-R11 to VIR-R13 say what decides).
    pub(super) fn signs_of(&self, of: Seat) -> Signs {
        let units = self.units(of).iter();
        let alive = units.filter(|(_, unit)| unit.is_alive()).count();
        let own = || Area::row(of, self.columns());
        let empty = own().filter(|&area| self.units_in(area, of).is_empty()).count();
        let entered = own().filter(|&area| self.enemy_in(area, of)).count();
        let conquered = self.conquests(of);
        let side = &self.sides[of];
        let leaders = side.leaders.iter().filter(|leader| leader.alive).count();
        Signs::from_iter([
            ("points lost", f64::from(self.loss(of)) / f64::from(LOSS_PARTS)),
            ("units left", alive as f64),
            ("areas conquered", conquered as f64),
            ("own areas empty", empty as f64),
            ("own areas with enemies", entered as f64),
            ("leaders left", leaders as f64),
            ("cards in hand", f64::from(side.deck.hand.count())),
            ("its turn", f64::from(u8::from(self.active == of))),
        ])
    }
}
