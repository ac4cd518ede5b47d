//! Cohesion tests: of forced marches, and before pikes (RULES.md 3.30, 8.5; VIR-R57, VIR-R81).

use acies_core::{About, D6, Dice, Rolled, Row, Seat, Sum, add, total, when};
use serde::Serialize;

use crate::{
    battle::Battle,
    units::{Profile, Specials, Weight},
    words::events::{Event, Events},
};

/// A cohesion test (8.5): for the last step of a forced march, or before charging pikemen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cohesion {
    pub profile: &'static Profile,
}

impl Cohesion {
    /// VIR-10.4, VIR-10.T: the number that the die must not exceed.
    #[rustfmt::skip]
    pub fn number(&self) -> [Option<Row>; 4] {
        let camels = self.profile.has(Specials::CAMELS);
        let weighs = |weight| when(!camels && self.profile.weight == weight);
        [
            add("VIR-10.T",    weighs(Weight::Heavy),  3, "heavy"),
            add("VIR-10.T",    weighs(Weight::Medium), 4, "medium"),
            add("VIR-10.T",    weighs(Weight::Light),  5, "light"),
            add("VIR-SR17.3",  when(camels),           4, "camels"),
        ]
    }

    pub fn sum(&self) -> Sum {
        Sum::of(self.number())
    }

    /// VIR-10.3: above the number costs one stand. Tells whether the unit keeps together.
    pub fn holds(&self, by: Seat, why: &'static str, dice: &mut Dice) -> Rolled<bool> {
        dice.test(by.throws("VIR-10.3", why), D6, 1..=total(self.number()))
    }
}

impl Battle {
    /// VIR-10.3: a cohesion test, which may cost a stand. Tells whether the unit is gone.
    pub(crate) fn loses_cohesion(
        &mut self,
        unit: u8,
        pikes: bool,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<bool> {
        let by = self.active;
        let test = Cohesion { profile: self.troop(by, unit).profile };
        let why = if pikes { "cohesion before pikes" } else { "cohesion on a forced march" };
        let holds = test.holds(by, why, dice).about(|ask| self.of_unit(ask, unit))?;
        let face = dice.faces().first().copied();
        let destroyed = !holds && self.lose_stand(by, unit);
        log.push(|| Event::CohesionTested { by, unit, test, face, holds, pikes, destroyed });
        Ok(destroyed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::profile;
    use acies_core::{Seat::Red, odds};

    #[test]
    fn cohesion_numbers() {
        for (id, number, loses, rule) in [
            ("legionaries", 3, "1/2", "VIR-10.T, VIR-10.4: heavy"),
            ("warband", 4, "1/3", "VIR-10.T: medium"),
            ("light_horsemen", 5, "1/6", "VIR-10.T: light"),
            ("dromedarii", 4, "1/3", "VIR-SR17.3, VIR-R85: a light camel"),
            ("dromedary_cataphracts", 4, "1/3", "VIR-R85: a heavy camel"),
        ] {
            let test = Cohesion { profile: profile(id).unwrap() };
            assert_eq!(test.sum().total, number, "{rule}");
            let holds = odds(|dice| test.holds(Red, "a forced march", dice));
            assert_eq!(holds.chance(|&holds| !holds).to_string(), loses, "VIR-10.3, {rule}");
        }
    }
}
