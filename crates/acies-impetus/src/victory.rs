//! Victory (RULES.md 3.21; IMP-R69, IMP-R108).

use acies_core::{Each, Outcome, Row, Seat, Sum, add, always, total};
use serde::Serialize;

/// IMP-SPC.3, IMP-VIC.3: what the baggage counts, and a BUA that the Attacker occupies.
const PRIZE_VD: u32 = 3;

/// IMP-R108: how far the shares must be apart at the Turn limit, in percent.
const CLEAR_PERCENT: u32 = 10;

/// What an army has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Losses {
    /// IMP-R69: its VDT.
    pub vdt: u32,
    /// IMP-VIC.1, IMP-VIC.2: the VD of its routed elements, those of routed Commands among them.
    pub routed: u32,
    pub baggage_lost: bool,
    /// IMP-VIC.3: BUAs that the Attacker occupies, if it is the Defender.
    pub buas_lost: u8,
    /// IMP-CDR.7: it is marked as routing.
    pub marked: bool,
}

impl Losses {
    fn rows(&self) -> [Option<Row>; 3] {
        let baggage = if self.baggage_lost { PRIZE_VD } else { 0 };
        [
            add("IMP-VIC.1", always(), self.routed as i32, "routed Units"),
            add("IMP-VIC.3", always(), baggage as i32, "baggage"),
            add("IMP-VIC.3", always(), (u32::from(self.buas_lost) * PRIZE_VD) as i32, "BUA lost"),
        ]
    }

    /// The VD that it has lost, itemised.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// IMP-CDR.7, IMP-R69: of an army that is marked all Units count.
    pub fn lost(&self) -> u32 {
        let lost = total(self.rows()) as u32;
        if self.marked { lost.max(self.vdt) } else { lost }
    }

    /// IMP-VIC.1: at least half of its VDT.
    pub fn is_defeated(&self) -> bool {
        self.lost() * 2 >= self.vdt
    }
}

/// IMP-R69: a Command routs that has lost half of its VD or more.
pub fn command_routs(lost: u32, start: u32) -> bool {
    lost * 2 >= start
}

/// IMP-VIC.1, IMP-VIC.4, IMP-R108: how the battle stands at the end of a Turn, if it is over.
pub fn outcome(losses: &Each<Losses>, last_turn: bool) -> Option<Outcome> {
    let [red, blue] = &losses.0;
    // The shares on one scale: each loss times the other's VDT.
    let shares = [red.lost() * blue.vdt, blue.lost() * red.vdt];
    let smaller = match shares[0].cmp(&shares[1]) {
        std::cmp::Ordering::Less => Some(Seat::Red),
        std::cmp::Ordering::Greater => Some(Seat::Blue),
        std::cmp::Ordering::Equal => None,
    };
    let over = |winner, rule, how, by_limit| Some(Outcome { winner, rule, how, by_limit });
    match (red.is_defeated(), blue.is_defeated()) {
        (true, false) => over(Some(Seat::Blue), "IMP-VIC.1", "the army is broken", false),
        (false, true) => over(Some(Seat::Red), "IMP-VIC.1", "the army is broken", false),
        (true, true) => over(smaller, "IMP-R108", "both armies are broken", false),
        (false, false) if last_turn => {
            let apart = shares[0].abs_diff(shares[1]) * 100;
            let clear = apart >= CLEAR_PERCENT * red.vdt * blue.vdt;
            over(smaller.filter(|_| clear), "IMP-R108", "the last Turn is over", true)
        }
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(routed: u32) -> Losses {
        Losses { vdt: 35, routed, ..Losses::default() }
    }

    #[test]
    fn half_of_the_total_is_defeat() {
        // RULES.md 5.3: VDT 35 is broken at 18 (17.5).
        assert!(!lost(17).is_defeated() && lost(18).is_defeated(), "IMP-VIC.1");
        assert!(Losses { baggage_lost: true, ..lost(15) }.is_defeated(), "IMP-VIC.3, IMP-SPC.3");
        assert!(Losses { buas_lost: 1, ..lost(15) }.is_defeated(), "IMP-VIC.3");
        assert!(Losses { marked: true, ..lost(0) }.is_defeated(), "IMP-CDR.7, IMP-R69");
        assert_eq!(Losses { baggage_lost: true, ..lost(15) }.sum().total, 18, "IMP-R69");
        assert!(command_routs(10, 20) && !command_routs(9, 20) && command_routs(8, 15), "IMP-R69");
    }

    #[test]
    fn who_wins() {
        let ends = |red, blue, last| outcome(&Each([lost(red), lost(blue)]), last);
        assert_eq!(ends(10, 12, false), None, "IMP-VIC.1");
        let broken = ends(18, 12, false).unwrap();
        assert_eq!((broken.winner, broken.rule), (Some(Seat::Blue), "IMP-VIC.1"));
        let both = ends(20, 18, false).unwrap();
        assert_eq!((both.winner, both.rule), (Some(Seat::Blue), "IMP-R108"));
        assert_eq!(ends(18, 18, false).unwrap().winner, None, "IMP-R108: equal shares");
        // 4 of 35 are 11.4 percent, 3 are 8.6.
        let limit = ends(2, 6, true).unwrap();
        assert_eq!((limit.winner, limit.by_limit), (Some(Seat::Red), true), "IMP-R108");
        assert_eq!(ends(2, 5, true).unwrap().winner, None, "IMP-R108: less than 10 points apart");
    }
}
