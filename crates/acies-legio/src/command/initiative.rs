//! Initiative (LEG-SEQ.2, LEG-R23).

use acies_core::{D6, Dice, Rolled, Seat};

/// LEG-R23: each side throws a die, and the higher has the initiative. Nobody if they are equal: it stays with last
/// turn's holder, and in the first turn they throw again.
pub fn initiative(dice: &mut Dice) -> Rolled<Option<Seat>> {
    let red = dice.roll(Seat::Red.throws("LEG-R23", "initiative"), D6)?;
    let blue = dice.roll(Seat::Blue.throws("LEG-R23", "initiative"), D6)?;
    Ok(match red.cmp(&blue) {
        std::cmp::Ordering::Greater => Some(Seat::Red),
        std::cmp::Ordering::Less => Some(Seat::Blue),
        std::cmp::Ordering::Equal => None,
    })
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn the_higher_die_goes_first() {
        for (faces, first) in
            [([4, 3], Some(Seat::Red)), ([2, 6], Some(Seat::Blue)), ([5, 5], None)]
        {
            assert_eq!(initiative(&mut Dice::scripted(faces)), Ok(first), "LEG-SEQ.2, LEG-R23");
        }
        let odds = odds(initiative);
        assert_eq!(odds.chance(Option::is_none).to_string(), "1/6", "LEG-R23");
    }
}
