//! Initiative (RULES.md 4, 8.1; AV-15.7, AV-R30).

use acies_core::{D6, Dice, Each, Rolled, Row, Seat, Sum, add, total, when};
use serde::Serialize;

/// A side that throws for initiative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Initiative {
    /// AV-15.7: its Commander-in-Chief is out of the battle, for good (AV-R30).
    pub chief_lost: bool,
}

impl Initiative {
    fn rows(self) -> [Option<Row>; 1] {
        [add("AV-15.7", when(self.chief_lost), -1, "Commander-in-Chief lost")]
    }

    /// What is added to its die.
    pub fn sum(self) -> Sum {
        Sum::of(self.rows())
    }
}

/// AV-4.2: each side throws a die, and the higher chooses to be first or second. Nobody if they are
/// equal: both are thrown again (AV-R30).
pub fn initiative(both: &Each<Initiative>, dice: &mut Dice) -> Rolled<Option<Seat>> {
    let added = Each::of(|seat| total(both[seat].rows()));
    let red = dice.roll(Seat::Red.throws("AV-4.2", "initiative"), D6)? + added[Seat::Red];
    let blue = dice.roll(Seat::Blue.throws("AV-4.2", "initiative"), D6)? + added[Seat::Blue];
    Ok(match red.cmp(&blue) {
        std::cmp::Ordering::Greater => Some(Seat::Red),
        std::cmp::Ordering::Less => Some(Seat::Blue),
        std::cmp::Ordering::Equal => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_die_has_the_choice() {
        let whole = Initiative::default();
        let headless = Initiative { chief_lost: true };
        for (both, faces, first, rule) in [
            ([whole, whole], [5, 3], Some(Seat::Red), "AV-4.2"),
            ([whole, whole], [2, 3], Some(Seat::Blue), "AV-4.2"),
            ([whole, whole], [4, 4], None, "AV-R30"),
            ([headless, whole], [4, 4], Some(Seat::Blue), "AV-15.7"),
            ([headless, whole], [5, 4], None, "AV-15.7"),
            ([headless, headless], [4, 4], None, "AV-15.7: both"),
        ] {
            let mut dice = Dice::scripted(faces);
            assert_eq!(initiative(&Each(both), &mut dice), Ok(first), "{rule}: {faces:?}");
        }
        assert_eq!(headless.sum().to_string(), "-1 Commander-in-Chief lost [AV-15.7]\n= -1");
    }
}
