//! S7: who takes the first turn (RULES.md 3.6, 8.7).

use acies_core::{D6, Dice, Each, Rolled, Row, Seat, Sum, add, always, total};
use serde::Serialize;

use crate::{areas::Area, battle::Battle};

/// VIR-1.6.4: what a player adds to his die for the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FirstTurn {
    pub die: u8,
    pub items: u8,
}

impl FirstTurn {
    pub fn rows(&self) -> [Option<Row>; 2] {
        [
            add("VIR-1.6.4", always(), i32::from(self.die), "die"),
            add("VIR-R21", always(), i32::from(self.items), "hills and woods in the own areas"),
        ]
    }

    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }
}

/// VIR-1.6.4 to .6: one throw for the first turn. The lower total begins; a tie is thrown again.
pub fn first_turn(items: Each<u8>, dice: &mut Dice) -> Rolled<(Each<FirstTurn>, Option<Seat>)> {
    let mut throw = |seat: Seat| -> Rolled<FirstTurn> {
        let die = dice.roll(seat.throws("VIR-1.6.4", "for the first turn"), D6)? as u8;
        Ok(FirstTurn { die, items: items[seat] })
    };
    let throws = Each([throw(Seat::Red)?, throw(Seat::Blue)?]);
    let [red, blue] = throws.0.map(|throw| total(throw.rows()));
    let first = match red.cmp(&blue) {
        std::cmp::Ordering::Less => Some(Seat::Red),
        std::cmp::Ordering::Greater => Some(Seat::Blue),
        std::cmp::Ordering::Equal => None,
    };
    Ok((throws, first))
}

impl Battle {
    /// VIR-R21: the terrain items in a camp.
    pub fn terrain_items(&self, seat: Seat) -> u8 {
        Area::row(seat, self.columns()).map(|area| self.ground(area).items() as u8).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acies_core::odds;

    #[test]
    fn the_lower_total_begins() {
        let begin = |items: [u8; 2], faces: [u8; 2]| {
            first_turn(Each(items), &mut Dice::scripted(faces)).unwrap().1
        };
        assert_eq!(begin([0, 0], [2, 5]), Some(Seat::Red), "VIR-1.6.5");
        assert_eq!(begin([4, 0], [2, 5]), Some(Seat::Blue), "VIR-1.6.4: 6 against 5");
        assert_eq!(begin([3, 0], [2, 5]), None, "VIR-1.6.6: a tie is thrown again");
        // Equal items: each begins with 15/36, and 6/36 are ties.
        let even = odds(|dice| Ok(first_turn(Each([1, 1]), dice)?.1));
        assert_eq!(even.chance(|&first| first == Some(Seat::Red)).to_string(), "5/12");
        assert_eq!(even.chance(Option::is_none).to_string(), "1/6");
    }
}
