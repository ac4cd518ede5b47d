//! Victory (AV-R24, AV-R25): when an army is broken, and who has won when the day ends.

use acies_core::{Each, Seat};

/// What a side has lost of its army, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub lost: u32,
    pub total: u32,
}

/// AV-R24: this part of an army's cost breaks it, in hundredths.
const BREAKS_AT: u32 = 40;

/// AV-R25: a lead that counts, in hundredths of the own army.
const LEAD: i64 = 10;

impl State {
    /// AV-R24.
    pub fn is_broken(self) -> bool {
        self.lost * 100 >= BREAKS_AT * self.total
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Undecided,
    Won(Seat),
    Drawn,
}

/// AV-R25: one side broken: the other wins; both: a draw.
pub fn verdict(states: &Each<State>) -> Verdict {
    match Seat::BOTH.map(|seat| states[seat].is_broken()) {
        [false, false] => Verdict::Undecided,
        [false, true] => Verdict::Won(Seat::Red),
        [true, false] => Verdict::Won(Seat::Blue),
        [true, true] => Verdict::Drawn,
    }
}

/// AV-R25: after the last turn the lower percentage wins, if it is lower by 10 points or more.
pub fn verdict_at_limit(states: &Each<State>) -> Option<Seat> {
    // Both percentages times both totals, so that nothing is rounded.
    let [red, blue] = states.0.map(|it| (i64::from(it.lost), i64::from(it.total).max(1)));
    let lead = 100 * (blue.0 * red.1 - red.0 * blue.1);
    let needed = LEAD * red.1 * blue.1;
    match () {
        () if lead >= needed => Some(Seat::Red),
        () if -lead >= needed => Some(Seat::Blue),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(red: (u32, u32), blue: (u32, u32)) -> Each<State> {
        Each([red, blue].map(|(lost, total)| State { lost, total }))
    }

    #[test]
    fn forty_hundredths_break_an_army() {
        for (red, blue, expected) in [
            ((79, 200), (0, 200), Verdict::Undecided),
            ((80, 200), (0, 200), Verdict::Won(Seat::Blue)),
            ((0, 200), (81, 200), Verdict::Won(Seat::Red)),
            ((80, 200), (60, 150), Verdict::Drawn),
        ] {
            assert_eq!(verdict(&states(red, blue)), expected, "AV-R24, AV-R25: {red:?} {blue:?}");
        }
    }

    #[test]
    fn a_lead_of_ten_hundredths_counts() {
        for (red, blue, winner) in [
            ((0, 200), (20, 200), Some(Seat::Red)),
            ((0, 200), (19, 200), None),
            ((45, 150), (20, 100), Some(Seat::Blue)),
            ((44, 150), (20, 100), None),
        ] {
            assert_eq!(verdict_at_limit(&states(red, blue)), winner, "AV-R25: {red:?} {blue:?}");
        }
    }
}
