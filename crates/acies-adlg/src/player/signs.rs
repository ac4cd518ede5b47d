//! What can be read off the table to tell how a side is doing: the signs that the outlook weighs.

use acies_core::{Seat, Signs};

use crate::battle::{Battle, Commander, Place};

impl Battle {
    /// The signs of a side (ADLG-R16 to ADLG-R19 say what decides).
    pub(super) fn signs_of(&self, of: Seat) -> Signs {
        let state = self.army_state(of);
        let bears = f64::from(state.strength().max(1));
        let lost = f64::from(state.losses()) / bears;
        let (mut points, mut wounds, mut weak) = (0.0, 0.0, 0.0);
        for id in self.standing(of) {
            let (profile, unit) = (self.profile(id), self.unit(id));
            let left = f64::from(unit.cohesion) / f64::from(profile.cohesion().max(1));
            points += f64::from(profile.cost()) * left;
            wounds += f64::from(profile.cohesion().saturating_sub(unit.cohesion));
            weak += f64::from(u8::from(unit.cohesion == 1 && profile.cohesion() > 1));
        }
        let side = &self.sides[of];
        let away = side.units.iter().filter(|unit| unit.place == Place::Away).count();
        let commanders = side.commanders.iter().filter(|it| **it == Commander::Lost).count();
        Signs::from_iter([
            ("share lost of what it can bear", lost),
            ("the same, squared", lost * lost),
            ("points on the table", points),
            ("cohesion lost on the table", wounds),
            ("units about to rout", weak),
            ("units not on the table yet", away as f64),
            ("commanders lost", commanders as f64),
            ("its turn", f64::from(u8::from(self.phasing == of))),
        ])
    }
}
