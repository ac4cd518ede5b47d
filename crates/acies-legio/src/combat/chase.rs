//! Catching those who run (LEG-ACM.12, LEG-ACM.20; LEG-R79, LEG-R99, LEG-R101, LEG-R142).

use acies_core::{D6, Dice, Rolled, Seat};

/// LEG-ACM.20, LEG-R101: a D6 for each pursuing front-rank base in contact; each 3 or more is a casualty.
pub fn cut_down(bases: u8, by: Seat, dice: &mut Dice) -> Rolled<u8> {
    let ask = by.throws("LEG-ACM.20", "pursuit of routers");
    let [casualties] = dice.count(ask, bases.into(), D6, [3..=6])?;
    Ok(casualties as u8)
}

/// LEG-R79(b), LEG-R142: whether who comes after so many paces catches who has gone so far from so near.
pub fn catches(rolled: i32, gap: i32, gone: i32) -> bool {
    rolled >= gap + gone
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn routers_are_cut_down() {
        assert_eq!(
            cut_down(4, Seat::Red, &mut Dice::scripted([2, 3, 6, 1])),
            Ok(2),
            "LEG-ACM.20, LEG-R101"
        );
        // By hand: all of two dice show 3 or more in 4/9.
        let odds = odds(|dice| cut_down(2, Seat::Red, dice));
        assert_eq!(odds.chance(|&it| it == 2).to_string(), "4/9", "LEG-R101");
    }

    #[test]
    fn some_are_caught() {
        assert!(catches(140, 40, 100), "LEG-R79");
        assert!(!catches(139, 40, 100), "LEG-R79");
        assert!(catches(100, 0, 100), "LEG-R142");
    }
}
