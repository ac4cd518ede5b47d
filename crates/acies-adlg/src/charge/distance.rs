//! Charge distances (RULES.md 3.14, 8.5; ADLG-R81) and who catches an evader.

use acies_core::{D6, Dice, Rolled, Row, Seat, Sum, add, always, when};
use acies_table::Length;
use serde::Serialize;

use crate::{
    evade::distance::{Evade, adjustment},
    units::{Category::*, Profile, abilities::Abilities},
};

/// A charge whose initial targets have all evaded (ADLG-CHG.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Charge {
    pub profile: Profile,
    /// The charger's allowance for the terrain crossed (ADLG-R77), in UD.
    pub allowance: u8,
    /// The cost of its start manoeuvre (ADLG-R77).
    pub manoeuvre: Length,
}

impl Charge {
    /// What its distance is made of, whole UD; the start manoeuvre is deducted afterwards.
    pub fn rows(&self) -> [Option<Row>; 1] {
        [add("ADLG-MVT.T1", always(), self.allowance.into(), "allowance in UD")]
    }

    /// What is known before the die, row by row.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// ADLG-CHG.7; ADLG-R81: heavy infantry is never slowed down.
    pub fn change(&self, die: i32) -> Option<Row> {
        let by = adjustment(die);
        let steady = by < 0 && self.profile.category() == Hi;
        add("ADLG-CHG.7", when(by != 0).unless(steady, "ADLG-R81"), by, "die")
    }

    /// How far it can go straight ahead with this die, after its start manoeuvre.
    pub fn reach(&self, die: i32) -> Length {
        let ud = acies_core::total([self.rows()[0], self.change(die)]);
        (Length::new(f64::from(ud)) - self.manoeuvre).max(Length::ZERO)
    }

    /// ADLG-CHG.8, ADLG-R81: how far it must at least advance if it catches nobody.
    pub fn minimum(&self, die: i32) -> Length {
        let reach = self.reach(die);
        if self.profile.has(Abilities::IMPETUOUS) {
            return reach;
        }
        let least = if self.profile.kind.is_mounted() { 2.0 } else { 1.0 };
        Length::new(least).min(reach)
    }

    /// ADLG-CHG.7: one die for the whole charge.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<i32> {
        dice.roll(by.throws("ADLG-CHG.7", "the charge"), D6)
    }
}

/// A charge at a unit that runs straight away from it (ADLG-R81, ADLG-R153: the evader's die first).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Chase {
    pub charge: Charge,
    pub evade: Evade,
    /// From the charger's front, after its start manoeuvre, to the target.
    pub gap: Length,
}

impl Chase {
    /// ADLG-R81: a charger whose distance just reaches the evader has caught it.
    pub fn catches(&self, charge_die: i32, evade_die: i32) -> bool {
        let runs = Length::new(f64::from(self.evade.distance_ud(evade_die)));
        self.charge.reach(charge_die) >= self.gap + runs
    }

    /// Whether the evader is caught.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        let evades = dice.roll(by.other().throws("ADLG-EVA.5", "to evade"), D6)?;
        let charges = self.charge.throw(by, dice)?;
        Ok(self.catches(charges, evades))
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::files::data::word;

    fn charge(text: &str, allowance: u8, manoeuvre: f64) -> Charge {
        let profile = word::profile(text).unwrap();
        Charge { profile, allowance, manoeuvre: Length::new(manoeuvre) }
    }

    fn reach(charge: &Charge) -> [f64; 6] {
        [1, 2, 3, 4, 5, 6].map(|die| charge.reach(die).get())
    }

    #[test]
    fn charge_distances() {
        let knights = charge("heavy_knight", 3, 0.0);
        assert_eq!(reach(&knights), [2.0, 2.0, 3.0, 3.0, 4.0, 4.0], "ADLG-CHG.7");
        let swords = charge("heavy_swordsmen", 2, 0.5);
        assert_eq!(reach(&swords), [1.5, 1.5, 1.5, 1.5, 2.5, 2.5], "ADLG-R81, ADLG-R77");
        assert_eq!(reach(&charge("elephant", 1, 1.5)), [0.0, 0.0, 0.0, 0.0, 0.5, 0.5], "ADLG-R81");
    }

    #[test]
    fn chargers_go_on_for_their_minimum() {
        // ADLG-CHG.8: foot 1, mounted 2, Impetuous all of it; ADLG-R81: no more than there is.
        for (text, allowance, manoeuvre, minimum) in [
            ("medium_swordsmen", 3, 0.0, 1.0),
            ("medium_swordsmen impetuous", 3, 0.0, 3.0),
            ("heavy_cavalry", 4, 0.0, 2.0),
            ("heavy_cavalry", 4, 2.5, 1.5),
        ] {
            assert_eq!(charge(text, allowance, manoeuvre).minimum(3).get(), minimum, "{text}");
        }
    }

    #[test]
    fn who_is_caught() {
        // Light horse (5) runs 4 to 6 from heavy cavalry (4), which goes 3 to 5. From 0.5 UD it is caught
        // only if it runs 4 and the cavalry rides 5: 1/3 of 1/3.
        let chase = |gap, evader| Chase {
            charge: charge("heavy_cavalry", 4, 0.0),
            evade: Evade { allowance: evader },
            gap: Length::new(gap),
        };
        let caught =
            |chase: Chase| odds(|dice| chase.throw(Seat::Red, dice)).chance(|&yes| yes).to_string();
        assert_eq!(caught(chase(0.5, 5)), "1/9", "ADLG-EVA.5, ADLG-CHG.7");
        assert_eq!(caught(chase(1.0, 5)), "1/9", "ADLG-R81: just reached is caught");
        assert_eq!(caught(chase(1.001, 5)), "0/1");
        // Foot skirmishers (3) from 1 UD: runs 2: needs 3 (always); 3: needs 4 (2/3); 4: needs 5 (1/3).
        assert_eq!(caught(chase(1.0, 3)), "2/3", "ADLG-CHG.7");
    }
}
