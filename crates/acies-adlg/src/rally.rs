//! Rallying (RULES.md 3.16, 8.3; ADLG-R45).

use acies_core::{D6, Dice, Rolled, Row, Seat, Sum, add, total, when};
use serde::Serialize;

use crate::command::Enemy;

/// A unit that tries to get a cohesion point back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rally {
    pub enemy: Enemy,
    /// A commander is attached to it or included in it.
    pub commander: bool,
}

impl Rally {
    /// What it adds to its die.
    pub fn rows(&self) -> [Option<Row>; 1] {
        [add("ADLG-RAL.5", when(self.commander), 1, "commander")]
    }

    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// ADLG-RAL.2 to .4: what it needs, the rule that says so first.
    pub fn needs(&self) -> (&'static str, i32) {
        match self.enemy {
            Enemy::Far => ("ADLG-RAL.2", 3),
            Enemy::Near => ("ADLG-RAL.3", 4),
            Enemy::InMelee => ("ADLG-RAL.4", 5),
        }
    }

    /// ADLG-R45: a success restores one cohesion point.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        let (rule, needed) = self.needs();
        dice.test(by.throws(rule, "to rally"), D6, needed - total(self.rows())..=6)
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn rally_chances() {
        for (enemy, commander, chance, rule) in [
            (Enemy::Far, false, "2/3", "ADLG-RAL.2"),
            (Enemy::Near, false, "1/2", "ADLG-RAL.3"),
            (Enemy::InMelee, false, "1/3", "ADLG-RAL.4"),
            (Enemy::Far, true, "5/6", "ADLG-RAL.5"),
            (Enemy::Near, true, "2/3", "ADLG-RAL.5"),
            (Enemy::InMelee, true, "1/2", "ADLG-RAL.5, ADLG-R45"),
        ] {
            let odds = odds(|dice| Rally { enemy, commander }.throw(Seat::Red, dice));
            assert_eq!(odds.chance(|&yes| yes).to_string(), chance, "{rule}");
        }
    }
}
