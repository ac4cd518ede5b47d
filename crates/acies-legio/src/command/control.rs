//! The control test (LEG-CTL.1 to .8; LEG-R32, LEG-R33, LEG-R36, LEG-R41, LEG-R42).

use acies_core::{Dice, Rolled, Row, Seat, Sum, add, total, when};
use serde::Serialize;

use crate::troops::Grade;

/// A unit that tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    pub grade: Grade,
    /// LEG-CTL.4, LEG-R36: it charged last, loots, routs or pursues.
    pub carried_away: bool,
    /// LEG-CTL.5, LEG-R32: what the owner named for the leader who inspires it: -1, 0 or 1.
    pub leader: i32,
}

/// LEG-R33.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Controlled {
    /// LEG-CTL.6, LEG-R34.
    Halt,
    /// LEG-CTL.7.
    Act,
    /// LEG-CTL.8, LEG-R35.
    Repeat,
}

impl Controlled {
    /// LEG-CTL.6, LEG-CTL.7, LEG-CTL.8, LEG-R33.
    pub fn of(total: i32) -> Controlled {
        match total {
            ..=2 => Controlled::Halt,
            3..=4 => Controlled::Act,
            5.. => Controlled::Repeat,
        }
    }

    /// LEG-R41, LEG-R42, LEG-R43: a unit that routs, pursues or loots ceases on anything but Repeat.
    pub fn ceases(self) -> bool {
        self != Controlled::Repeat
    }

    pub fn name(self) -> &'static str {
        match self {
            Controlled::Halt => "halt",
            Controlled::Act => "free to act",
            Controlled::Repeat => "the same as last turn",
        }
    }
}

impl Control {
    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 2] {
        [
            add("LEG-CTL.4", when(self.carried_away),                1, "charging, looting, in rout or pursuit"),
            add("LEG-CTL.5", when(self.leader != 0),       self.leader, "leader"),
        ]
    }

    /// What is added to the die.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// LEG-CTL.1: an average die for A and B, a D6 for the others.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<Controlled> {
        self.die(by, dice).map(|die| self.with(die))
    }

    pub(super) fn die(&self, by: Seat, dice: &mut Dice) -> Rolled<i32> {
        dice.roll(by.throws("LEG-CTL.1", "control test"), self.grade.test_die())
    }

    /// What its die leads to.
    pub(super) fn with(&self, die: i32) -> Controlled {
        Controlled::of(die + total(self.rows()))
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::{Controlled::*, *};

    #[test]
    fn tests() {
        let plain = Control { grade: Grade::C, carried_away: false, leader: 0 };
        let eager = Control { carried_away: true, ..plain };
        let held = Control { leader: -1, ..eager };
        for (control, face, expected, rule) in [
            (plain, 1, Halt, "LEG-CTL.6"),
            (plain, 2, Halt, "LEG-CTL.6"),
            (plain, 3, Act, "LEG-CTL.7"),
            (plain, 4, Act, "LEG-CTL.7"),
            (plain, 5, Repeat, "LEG-CTL.8"),
            (eager, 2, Act, "LEG-CTL.4, LEG-R36"),
            (eager, 6, Repeat, "LEG-R33: 7"),
            (held, 5, Repeat, "LEG-CTL.5"),
            (held, 2, Halt, "LEG-CTL.5, LEG-R32"),
            (Control { leader: 1, ..plain }, 2, Act, "LEG-CTL.5"),
            (Control { leader: -1, ..plain }, 1, Halt, "LEG-R33: 0"),
        ] {
            assert_eq!(
                control.throw(Seat::Red, &mut Dice::scripted([face])),
                Ok(expected),
                "{rule}"
            );
        }
    }

    /// By hand: average dice show 2, 3, 3, 4, 4, 5.
    #[test]
    fn odds_of_control() {
        for (grade, carried_away, leader, ways, rule) in [
            (Grade::C, false, 0, ["1/3", "1/3", "1/3"], "LEG-CTL.1: 1-2, 3-4, 5-6"),
            (Grade::A, false, 0, ["1/6", "2/3", "1/6"], "LEG-CTL.1: 2, 3-4, 5"),
            (Grade::B, true, 0, ["0/1", "1/2", "1/2"], "LEG-CTL.4: 3, 4, 4 act; 5, 5, 6 repeat"),
            (Grade::B, true, -1, ["1/6", "2/3", "1/6"], "LEG-CTL.5: as plain"),
            (Grade::D, true, 0, ["1/6", "1/3", "1/2"], "LEG-CTL.4"),
        ] {
            let control = Control { grade, carried_away, leader };
            let odds = odds(|dice| control.throw(Seat::Red, dice));
            let got = [Halt, Act, Repeat].map(|it| odds.chance(|&so| so == it).to_string());
            assert_eq!(got, ways, "{rule}, LEG-R12");
        }
        assert_eq!(
            [Halt, Act, Repeat].map(Controlled::ceases),
            [true, true, false],
            "LEG-R41, LEG-CTL.3"
        );
    }
}
