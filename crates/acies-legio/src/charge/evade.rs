//! The evade test (LEG-EVA.1 to .7).

use acies_core::{Dice, Rolled, Row, Seat, Sum, add, always, total, when};
use serde::Serialize;

use crate::troops::Grade;

/// A unit that tries to evade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evade {
    pub grade: Grade,
    pub dp: u8,
    pub casualties: u8,
    pub shaken: bool,
    /// LEG-EVA.4: a leader inspires it.
    pub leader: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Evaded {
    /// LEG-EVA.5: 1 DP (LEG-MOR.3), and a full fast move away.
    Evades,
    /// LEG-EVA.6: shaken, and receives the charge halted.
    Shaken,
    /// LEG-EVA.7.
    Breaks,
}

impl Evade {
    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 4] {
        [
            add("LEG-EVA.2", always(),            -i32::from(self.dp),         "disorder points"),
            add("LEG-EVA.2", always(),            -i32::from(self.casualties), "casualties"),
            add("LEG-EVA.3", when(self.shaken),   -5,                          "shaken"),
            add("LEG-EVA.4", when(self.leader),    1,                          "leader"),
        ]
    }

    /// What is added to the die.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// LEG-EVA.1: an average die for A and B, a D6 for the others.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<Evaded> {
        self.die(by, dice).map(|die| self.with(die))
    }

    pub(super) fn die(&self, by: Seat, dice: &mut Dice) -> Rolled<i32> {
        dice.roll(by.throws("LEG-EVA.1", "evade test"), self.grade.test_die())
    }

    /// LEG-EVA.5, LEG-EVA.6, LEG-EVA.7: what its die leads to.
    pub(super) fn with(&self, die: i32) -> Evaded {
        match die + total(self.rows()) {
            1.. => Evaded::Evades,
            ..=0 if self.shaken => Evaded::Breaks,
            ..=0 => Evaded::Shaken,
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::{Evaded::*, *};

    #[test]
    fn tests() {
        let fresh = Evade { grade: Grade::C, dp: 0, casualties: 0, shaken: false, leader: false };
        let worn = Evade { dp: 2, casualties: 1, ..fresh };
        for (evade, face, evaded, rule) in [
            (fresh, 1, Evades, "LEG-EVA.5"),
            (worn, 4, Evades, "LEG-EVA.2"),
            (worn, 3, Shaken, "LEG-EVA.2, LEG-EVA.6"),
            (Evade { leader: true, ..worn }, 3, Evades, "LEG-EVA.4"),
            (Evade { shaken: true, ..fresh }, 6, Evades, "LEG-EVA.3"),
            (Evade { shaken: true, ..fresh }, 5, Breaks, "LEG-EVA.3, LEG-EVA.7"),
        ] {
            assert_eq!(evade.throw(Seat::Red, &mut Dice::scripted([face])), Ok(evaded), "{rule}");
        }
        // By hand: with 3 off, a D6 evades on 4 to 6, an average die on 4, 4 and 5.
        for (grade, chance) in [(Grade::C, "1/2"), (Grade::B, "1/2")] {
            let odds = odds(|dice| Evade { grade, ..worn }.throw(Seat::Red, dice));
            assert_eq!(odds.chance(|&it| it == Evades).to_string(), chance, "LEG-EVA.1");
        }
        // With 1 off, a D6 fails on a 1 and an average die never.
        let odds_of =
            |grade| odds(move |dice| Evade { grade, dp: 1, ..fresh }.throw(Seat::Red, dice));
        assert_eq!(odds_of(Grade::D).chance(|&it| it == Shaken).to_string(), "1/6", "LEG-EVA.6");
        assert_eq!(odds_of(Grade::A).chance(|&it| it == Evades).to_string(), "1/1", "LEG-EVA.1");
    }
}
