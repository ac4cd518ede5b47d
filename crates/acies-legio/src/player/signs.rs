//! What can be read off the table to tell how a side is doing: the signs that the outlook weighs.

use acies_core::{Seat, Signs};

use crate::battle::{Battle, Place, Status};

impl Battle {
    /// The signs of a side (LEG-R118 and LEG-R119 say what decides).
    pub(crate) fn signs_of(&self, of: Seat) -> Signs {
        let lost = f64::from(self.lost_halves(of)) / f64::from(self.break_points(of).max(1));
        let (mut value, mut disorder, mut shaken) = (0.0, 0.0, 0.0);
        for (id, unit) in self.all_units().filter(|(id, _)| id.seat() == of) {
            if unit.status != Status::Normal {
                continue;
            }
            let bases = f64::from(unit.is.bases) / f64::from(unit.is.profile.bases.max(1));
            value += f64::from(self.recruit(id).cost) * bases;
            disorder += f64::from(unit.is.dp);
            shaken += f64::from(u8::from(unit.is.shaken));
        }
        let leaders = self.sides[of].leaders.iter().filter(|it| it.place == Place::Lost).count();
        Signs::from_iter([
            ("share lost of what breaks it", lost),
            ("the same, squared", lost * lost),
            ("points that stand", value),
            ("disorder points", disorder),
            ("units shaken", shaken),
            ("leaders lost", leaders as f64),
            ("initiative", f64::from(u8::from(self.first == of))),
        ])
    }
}
