//! What can be read off the table to tell how a side is doing: the signs that the outlook weighs.

use acies_core::{Seat, Signs};

use crate::{battle::Battle, profile::Kind};

impl Battle {
    /// The signs of a side (IMP-VIC.1 and IMP-R108 say what decides).
    pub(super) fn signs_of(&self, of: Seat) -> Signs {
        let losses = self.losses(of);
        let lost = f64::from(losses.lost()) / f64::from(losses.vdt.max(1));
        let (mut left, mut wounds, mut disordered, mut half) = (0.0, 0.0, 0.0, 0.0);
        for id in self.standing(of) {
            let unit = self.unit(id);
            if unit.profile.kind == Kind::Baggage {
                continue;
            }
            let whole = f64::from(unit.profile.vbu) * f64::from(unit.elements());
            let now: f64 = unit.left.iter().map(|&vbu| f64::from(vbu)).sum();
            left += now;
            wounds += whole - now;
            disordered += f64::from(u8::from(unit.disordered));
            half += f64::from(u8::from(unit.is_half_lost()));
        }
        let routing = self.sides[of].commands.iter().filter(|it| it.routing).count();
        Signs::from_iter([
            ("share lost", lost),
            ("the same, squared", lost * lost),
            ("VBU left", left),
            ("VBU lost by who stands", wounds),
            ("Units disordered", disordered),
            ("Units with half of their VBU", half),
            ("Commands routing", routing as f64),
        ])
    }
}
