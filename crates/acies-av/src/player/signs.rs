//! What can be read off the table to tell how a side is doing: the signs that the outlook weighs.

use acies_core::{Id, Seat, Signs};

use crate::battle::Battle;

impl Battle {
    /// The signs of a side (AV-R24 and AV-R25 say what decides).
    pub(super) fn signs_of(&self, of: Seat) -> Signs {
        let host = &self.setup.armies[of];
        let lost = f64::from(self.lost(of)) / f64::from(host.cost().max(1));
        let (mut wounds, mut disrupted, mut half) = (0.0, 0.0, 0.0);
        for (number, unit) in (0..).zip(&self.sides[of].units) {
            if !unit.is_there() {
                continue;
            }
            let id = Id::new(of, number);
            let (cost, profile) = (f64::from(self.recruit(id).cost), self.profile(id));
            let left = f64::from(unit.cp) / f64::from(profile.cp.max(1));
            wounds += cost * (1.0 - left);
            disrupted += if unit.disrupted { cost } else { 0.0 };
            half += if profile.is_half(unit.cp) { cost } else { 0.0 };
        }
        Signs::from_iter([
            ("share lost", lost),
            ("the same, squared", lost * lost),
            ("points in lost cohesion", wounds),
            ("points disrupted", disrupted),
            ("points at half cohesion", half),
            ("chief lost", f64::from(u8::from(self.has_lost_chief(of)))),
            ("plays first", f64::from(u8::from(self.first == of))),
        ])
    }
}
