//! Dice about leaders (RULES.md 15, 8.8, 8.12; AV-R80, AV-R88).

use acies_core::{D6, Dice, Rolled, Seat};
use serde::{Deserialize, Serialize};

/// AV-15.3, AV-15.4: whether an attached leader is killed by so many hits of natural 6s. AV-R80: a die
/// for each, until the first 1. His owner throws.
pub fn leader_killed(by: Seat, hits: usize, dice: &mut Dice) -> Rolled<bool> {
    for _ in 0..hits {
        if dice.test(by.throws("AV-15.4", "a hit on the leader"), D6, 1..=1)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// AV-15.6: what becomes of a leader by himself whom an enemy unit meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Met {
    Killed,
    Captured,
    /// He moves at once (AV-R88).
    Escapes,
}

impl Met {
    pub fn name(self) -> &'static str {
        match self {
            Met::Killed => "killed",
            Met::Captured => "captured",
            Met::Escapes => "escapes",
        }
    }
}

/// AV-15.6: the die for a lone leader within 1 UD of an enemy unit's way.
pub fn lone_leader(by: Seat, dice: &mut Dice) -> Rolled<Met> {
    Ok(match dice.roll(by.throws("AV-15.6", "a lone leader met"), D6)? {
        ..=1 => Met::Killed,
        2..=3 => Met::Captured,
        4.. => Met::Escapes,
    })
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn leaders_are_killed_by_ones() {
        let mut dice = Dice::scripted([6, 1]);
        assert_eq!(leader_killed(Seat::Red, 3, &mut dice), Ok(true), "AV-R80: stops at the 1");
        assert!(dice.is_spent(), "AV-R80");
        assert_eq!(leader_killed(Seat::Red, 2, &mut Dice::scripted([2, 6])), Ok(false), "AV-15.4");
        // 1 - (5/6)^2.
        let killed = odds(|dice| leader_killed(Seat::Red, 2, dice));
        assert_eq!(killed.chance(|&yes| yes).to_string(), "11/36", "AV-15.3");
    }

    #[test]
    fn lone_leaders() {
        use Met::*;
        let faces = [Killed, Captured, Captured, Escapes, Escapes, Escapes];
        for (face, met) in (1..).zip(faces) {
            assert_eq!(lone_leader(Seat::Red, &mut Dice::scripted([face])), Ok(met), "AV-15.6");
        }
    }
}
