//! Leaders at risk (LEG-R39, LEG-R150).

use acies_core::{D6, Dice, Rolled, Seat};
use serde::Serialize;

/// Why a leader is at risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// LEG-R39: his unit had a Set-back or worse, or lost a casualty.
    Beaten,
    /// LEG-R39, LEG-R150: it broke or was destroyed.
    Broken,
}

impl Risk {
    /// The least face that kills him.
    pub fn killed_on(self) -> i32 {
        match self {
            Risk::Beaten => 6,
            Risk::Broken => 5,
        }
    }

    /// Whether he is killed.
    pub fn throw(self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        dice.test(by.throws("LEG-R39", "leader's risk"), D6, self.killed_on()..=6)
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn leaders_die_on_a_six_or_a_five() {
        for (risk, face, killed, chance) in [
            (Risk::Beaten, 5, false, "1/6"),
            (Risk::Beaten, 6, true, "1/6"),
            (Risk::Broken, 4, false, "1/3"),
            (Risk::Broken, 5, true, "1/3"),
        ] {
            assert_eq!(risk.throw(Seat::Red, &mut Dice::scripted([face])), Ok(killed), "LEG-R39");
            let odds = odds(|dice| risk.throw(Seat::Red, dice));
            assert_eq!(odds.chance(|&killed| killed).to_string(), chance, "LEG-R39, LEG-R150");
        }
    }
}
