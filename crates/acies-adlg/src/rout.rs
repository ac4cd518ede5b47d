//! Routs (RULES.md 3.22, 4.11): whom a routing unit carries along, and the rampage of elephants.

pub mod pursuit;

use acies_core::{D6, Dice, Rolled, Seat};
use acies_table::Edge;

use crate::units::Category::{self, *};

/// ADLG-ROU.1 to .3, ADLG-R146, ADLG-R147: whether a rout costs a friend behind it a cohesion point.
pub fn shakes(routed: Category, behind: Category) -> bool {
    match routed {
        Li => behind == Li,
        Art | Wwg | Sch | El => false,
        _ => true,
    }
}

/// ADLG-R147: whom a rampaging elephant tramples, friend or foe.
pub fn is_trampled(category: Category) -> bool {
    category != Li
}

/// ADLG-R147: the side to which a routed elephant breaks out.
pub fn rampage(die: i32) -> Edge {
    match die {
        1 => Edge::Front,
        2 => Edge::Left,
        3 => Edge::Right,
        _ => Edge::Rear,
    }
}

/// ADLG-R147.
pub fn throw_rampage(by: Seat, dice: &mut Dice) -> Rolled<Edge> {
    Ok(rampage(dice.roll(by.throws("ADLG-R147", "the rampage"), D6)?))
}

/// How far behind or beside a routing unit others are touched by it: less than this (ADLG-ROU.1,
/// ADLG-R145, ADLG-R147).
pub const REACH_UD: f64 = 1.0;

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    #[test]
    fn who_is_shaken_by_a_rout() {
        for (routed, behind, shaken, rule) in [
            (Hi, Mi, true, "ADLG-ROU.1"),
            (Hi, Li, true, "ADLG-ROU.1"),
            (Li, Li, true, "ADLG-ROU.2"),
            (Li, Hi, false, "ADLG-ROU.2"),
            (Art, Hi, false, "ADLG-ROU.3"),
            (Wwg, Li, false, "ADLG-ROU.3"),
            (Sch, Cv, false, "ADLG-R146"),
            (El, Hi, false, "ADLG-R147"),
        ] {
            assert_eq!(shakes(routed, behind), shaken, "{rule}: {routed:?} before {behind:?}");
        }
        assert!(!is_trampled(Li) && is_trampled(Kn), "ADLG-R147");
    }

    #[test]
    fn rampages_go_mostly_back() {
        // ADLG-R147.
        let odds = odds(|dice| throw_rampage(Seat::Red, dice));
        assert_eq!(odds.chance(|&edge| edge == Edge::Rear).to_string(), "1/2");
        assert_eq!(odds.chance(|&edge| edge == Edge::Left).to_string(), "1/6");
    }
}
