//! Critical hits and rampages (LEG-R103, LEG-R104).

use acies_core::{D6, Dice, Rolled, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    movement::{Going, March, MoveDice},
    troops::{Formation, Type},
};

/// LEG-R104.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Critical {
    /// Artillery that is halted, and may neither move nor shoot next turn.
    Survives,
    /// Scythed Chariots rampage (LEG-R103).
    Bolts,
    Destroyed,
}

impl Critical {
    /// LEG-RES.25, LEG-R104.
    pub fn throw(kind: Type, by: Seat, dice: &mut Dice) -> Rolled<Critical> {
        let face = dice.roll(by.throws("LEG-R104", "critical hit"), D6)?;
        Ok(match (kind, face) {
            (Type::Artillery, 1..=3) => Critical::Survives,
            (Type::ScythedChariots, 1..=2) => Critical::Bolts,
            _ => Critical::Destroyed,
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Critical::Survives => "survives",
            Critical::Bolts => "the teams bolt",
            Critical::Destroyed => "destroyed",
        }
    }
}

/// LEG-R103: where a rampage goes, seen from the unit's facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Rear,
    Left,
    Right,
    Ahead,
}

impl Direction {
    pub fn name(self) -> &'static str {
        match self {
            Direction::Rear => "to the rear",
            Direction::Left => "to the left",
            Direction::Right => "to the right",
            Direction::Ahead => "straight ahead",
        }
    }
}

/// A rampage: each unit in its way takes the 2 DPs of LEG-MOR.6, and the beasts are gone where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Rampage {
    pub direction: Direction,
    /// In paces.
    pub paces: i32,
}

impl Rampage {
    /// LEG-R103: the direction, then the dice of a full fast move.
    pub fn throw(kind: Type, by: Seat, dice: &mut Dice) -> Rolled<Rampage> {
        let direction = match dice.roll(by.throws("LEG-R103", "direction of the rampage"), D6)? {
            ..=3 => Direction::Rear,
            4 => Direction::Left,
            5 => Direction::Right,
            6.. => Direction::Ahead,
        };
        let full_fast = MoveDice::full_fast(kind).unwrap_or_default();
        let (formation, going) = (Formation::Special, Going::default());
        let march = March { kind, formation, dice: full_fast, going, halves: 0 };
        Ok(Rampage { direction, paces: march.throw(by, dice)?.paces })
    }
}

/// LEG-MOR.6, LEG-R110: DPs of morale for each unit that is crossed.
pub const BURST_THROUGH: u8 = 2;

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn critical_hits() {
        use Critical::*;
        for (kind, face, expected) in [
            (Type::Artillery, 3, Survives),
            (Type::Artillery, 4, Destroyed),
            (Type::ScythedChariots, 2, Bolts),
            (Type::ScythedChariots, 3, Destroyed),
        ] {
            let got = Critical::throw(kind, Seat::Red, &mut Dice::scripted([face]));
            assert_eq!(got, Ok(expected), "LEG-R104, LEG-RES.25");
        }
        let odds = odds(|dice| Critical::throw(Type::ScythedChariots, Seat::Red, dice));
        assert_eq!(odds.chance(|&it| it == Bolts).to_string(), "1/3", "LEG-R104");
    }

    #[test]
    fn rampages() {
        for (faces, direction, paces) in [
            ([1, 4, 4], Direction::Rear, 160),
            ([3, 2, 1], Direction::Rear, 60),
            ([4, 3, 3], Direction::Left, 120),
            ([5, 5, 6], Direction::Right, 220),
            ([6, 3, 1], Direction::Ahead, 80),
        ] {
            let got = Rampage::throw(Type::Elephants, Seat::Red, &mut Dice::scripted(faces));
            assert_eq!(got, Ok(Rampage { direction, paces }), "LEG-R103");
        }
        // LEG-R104: teams that bolt throw an average die and two D6.
        let bolted =
            Rampage::throw(Type::ScythedChariots, Seat::Red, &mut Dice::scripted([1, 2, 3, 4]));
        assert_eq!(bolted.unwrap().paces, 180, "LEG-R104");
        assert_eq!(BURST_THROUGH, 2, "LEG-MOR.6");
    }
}
