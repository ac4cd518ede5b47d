//! Evade distances (RULES.md 3.15, 8.4).

use acies_core::{D6, Dice, Rolled, Row, Seat, Sum, add, always};
use serde::Serialize;

/// ADLG-EVA.5, ADLG-CHG.7: what a D6 does to a distance.
pub fn adjustment(die: i32) -> i32 {
    match die {
        ..=2 => -1,
        3..=4 => 0,
        5.. => 1,
    }
}

/// A unit that evades (ADLG-EVA.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Evade {
    /// Its allowance for the terrain (ADLG-MVT.T1, ADLG-R53), in UD.
    pub allowance: u8,
}

impl Evade {
    /// The rows of it.
    pub fn rows(&self) -> [Option<Row>; 1] {
        [add("ADLG-MVT.T1", always(), self.allowance.into(), "allowance in UD")]
    }

    /// What is known before the die, row by row.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// How far it goes, before wheels and slides are deducted (ADLG-R97).
    pub fn distance_ud(&self, die: i32) -> i32 {
        i32::from(self.allowance) + adjustment(die)
    }

    /// The die, as it falls.
    pub fn face(&self, by: Seat, dice: &mut Dice) -> Rolled<i32> {
        dice.roll(by.throws("ADLG-EVA.5", "to evade"), D6)
    }

    /// How far it runs, in UD.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<i32> {
        Ok(self.distance_ud(self.face(by, dice)?))
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn evade_distances() {
        // ADLG-EVA.5: 1-2 one less, 3-4 as it is, 5-6 one more.
        let cavalry = Evade { allowance: 4 };
        assert_eq!([1, 2, 3, 4, 5, 6].map(|die| cavalry.distance_ud(die)), [3, 3, 4, 4, 5, 5]);
        let odds = odds(|dice| cavalry.throw(Seat::Blue, dice));
        assert_eq!(odds.chance(|&ud| ud == 3).to_string(), "1/3");
    }
}
