//! Rallying in the reserve (RULES.md 3.29, 8.6; VIR-R67).

use acies_core::{About, D6, Dice, Rolled, Row, Seat, Sum, add, total, when};
use serde::Serialize;

use crate::{
    areas::Area,
    battle::Battle,
    units::{Flags, Grade, Profile},
    words::events::{Event, Events},
};

/// A unit that tries to recover a stand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rally {
    pub profile: &'static Profile,
    pub grade: Grade,
    pub stands: u8,
    /// Whether a charismatic leader is in the reserve.
    pub charismatic: bool,
}

impl Rally {
    /// VIR-R67: the value that the die must not exceed. Stubborn does not matter here.
    #[rustfmt::skip]
    pub fn mv(&self) -> [Option<Row>; 3] {
        let elite = self.grade == Grade::Elite;
        [
            add("VIR-9.2",   when(!elite),           i32::from(self.stands),     "stands"),
            add("VIR-SR4.2", when(elite),            i32::from(self.profile.mv), "original stands, Elite"),
            add("VIR-9.3",   when(self.charismatic), 1,                          "charismatic leader"),
        ]
    }

    pub fn sum(&self) -> Sum {
        Sum::of(self.mv())
    }

    /// VIR-9.2: at or below it the unit recovers one stand.
    pub fn recovers(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        dice.test(by.throws("VIR-9.2", "to rally"), D6, 1..=total(self.mv()))
    }
}

impl Battle {
    /// T5a.
    pub(crate) fn rally(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = self.active;
        for unit in self.units_in(Area::reserve(by), by) {
            if let Some(rally) = self.may_rally(by, unit) {
                let recovered = rally
                    .recovers(by, dice)
                    .about(|ask| format!("{} {}", self.troop(by, unit).name, ask.what))?;
                let face = dice.faces().first().copied();
                self.sides[by].units[unit].stands += u8::from(recovered);
                log.push(|| Event::Rallied { by, unit, rally, face, recovered });
            }
        }
        Ok(())
    }

    /// VIR-R67, VIR-9.1: a unit that stood in its reserve when the turn began, still does, was not
    /// activated and has lost stands.
    pub fn may_rally(&self, seat: Seat, unit: u8) -> Option<Rally> {
        let it = &self.units(seat)[unit];
        let troop = self.troop(seat, unit);
        let rested = it.is_alive() && it.area.is_reserve() && it.is(Flags::RESTED);
        let eligible = rested && !it.is(Flags::ACTIVATED) && it.stands < troop.profile.mv;
        eligible.then(|| Rally {
            profile: troop.profile,
            grade: troop.grade,
            stands: it.stands,
            charismatic: self.charismatic_in(it.area, seat),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::profile;
    use acies_core::{Seat::Red, odds};

    #[test]
    fn rally_values_and_odds() {
        let legion = Rally {
            profile: profile("legionaries").unwrap(),
            grade: Grade::Regular,
            stands: 2,
            charismatic: false,
        };
        for (rally, mv, chance, rule) in [
            (legion, 2, "1/3", "VIR-9.2, VIR-R67"),
            (Rally { charismatic: true, ..legion }, 3, "1/2", "VIR-9.3"),
            (Rally { grade: Grade::Elite, ..legion }, 4, "2/3", "VIR-SR4.2"),
            (Rally { grade: Grade::Elite, charismatic: true, ..legion }, 5, "5/6", "VIR-9.3"),
            (Rally { grade: Grade::Levy, ..legion }, 2, "1/3", "VIR-R67: Levy as all others"),
        ] {
            assert_eq!(rally.sum().total, mv, "{rule}");
            let recovers = odds(|dice| rally.recovers(Red, dice));
            assert_eq!(recovers.chance(|&yes| yes).to_string(), chance, "{rule}");
        }
    }
}
