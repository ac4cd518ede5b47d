//! How far the loser goes (IMP-RET.3, IMP-RET.4, IMP-R62, IMP-R76, IMP-R110).

use acies_core::{D6, Dice, Rolled, RuleId, Seat};

use crate::{profile::Profile, units::Unit};

/// IMP-RET.3: what CM, CL and CGL add when they retreat from foot, in U.
const HEAD_START_U: u8 = 5;

/// IMP-R110: half of a die, rounded up: a D3.
pub fn half_up(face: i32) -> u8 {
    ((face + 1) / 2) as u8
}

/// A main unit that goes back from an enemy main unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    pub loser: Profile,
    /// IMP-R62: "from foot" looks at the enemy main unit.
    pub from: Profile,
}

impl Retreat {
    /// IMP-RET.3: CM, CL or CGL from foot, which are Disordered by it.
    pub fn is_flight(&self) -> bool {
        self.loser.kind.is_fast_horse() && self.from.is_foot()
    }

    pub fn rule(&self) -> RuleId {
        if self.is_flight() { "IMP-RET.3" } else { "IMP-RET.4" }
    }

    /// The distance for a face, in U.
    pub fn distance_u(&self, face: i32) -> u8 {
        if self.is_flight() {
            HEAD_START_U + face as u8
        } else if self.loser.is_mounted() {
            face as u8
        } else {
            half_up(face)
        }
    }

    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<u8> {
        Ok(self.distance_u(dice.roll(by.throws(self.rule(), "the retreat"), D6)?))
    }
}

/// IMP-TER.29, IMP-R76: whether a Unit that retreats into a river reaches the far bank.
pub fn crosses_river(unit: &Unit, by: Seat, dice: &mut Dice) -> Rolled<bool> {
    let ask = by.throws("IMP-R76", "the river");
    let thrown = dice.roll(ask, D6)? + dice.roll(ask, D6)?;
    Ok(thrown <= i32::from(unit.vbu()) + 2)
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::units::tests::unit;

    #[test]
    fn how_far_the_loser_goes() {
        for (loser, from, face, u, rule) in [
            ("rom_hastati", "gal_warband", 5, 3, "IMP-RET.4: 2.5, rounded up"),
            ("rom_hastati", "rom_alae", 6, 3, "IMP-RET.4"),
            ("mac_companions", "rom_hastati", 5, 5, "IMP-RET.4: mounted"),
            ("rom_alae", "rom_alae", 4, 4, "IMP-RET.4: CM from mounted"),
            ("rom_alae", "rom_hastati", 4, 9, "IMP-RET.3: 5 + 4"),
            ("num_light_horse", "rom_hastati", 1, 6, "IMP-RET.3"),
            ("gal_chariots", "rom_hastati", 6, 11, "IMP-RET.3"),
            ("car_elephants", "rom_hastati", 6, 6, "IMP-RET.4"),
        ] {
            let it = Retreat { loser: unit(loser).profile, from: unit(from).profile };
            let went = it.throw(Seat::Red, &mut Dice::scripted([face]));
            assert_eq!(went, Ok(u), "{rule}");
            assert_eq!(it.is_flight(), it.rule() == "IMP-RET.3");
        }
        assert_eq!([1, 2, 3, 4, 5, 6].map(half_up), [1, 1, 2, 2, 3, 3], "IMP-R110");
    }

    #[test]
    fn rivers_drown() {
        // VBU 5: 2D6 of 7 or less is 21 ways of 36.
        let odds = odds(|dice| crosses_river(&unit("rom_hastati"), Seat::Red, dice));
        assert_eq!(odds.chance(|it| *it).to_string(), "7/12", "IMP-R76, IMP-TER.29");
    }
}
