//! Initiative (RULES.md 3.1, 3.8; IMP-R13 to IMP-R19, IMP-R21): who activates his Command.

use acies_core::{D6, Dice, Each, Rolled, Row, RuleId, Seat, Sum, add, always, total};
use serde::{Deserialize, Serialize};

use super::{Commander, Quality};

/// A Command that is nominated, with who commands it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bid {
    /// IMP-R21: a Command without a Commander throws too.
    pub commander: Option<Commander>,
    /// IMP-R17: another Command of the army has routed since this Coward last threw.
    pub shaken: bool,
}

/// Two dice, as they lie.
pub type Throw = [u8; 2];

/// Which dice are thrown again (IMP-R16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    Neither,
    First,
    Second,
    Both,
}

impl Again {
    pub const ALL: [Again; 4] = [Again::Neither, Again::First, Again::Second, Again::Both];

    /// Whether the first and the second die are thrown again.
    fn which(self) -> [bool; 2] {
        match self {
            Again::Neither => [false, false],
            Again::First => [true, false],
            Again::Second => [false, true],
            Again::Both => [true, true],
        }
    }
}

/// What a throw of both sides comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Verdict {
    Won(Seat),
    /// IMP-R15: both Commands are spent.
    Nobody,
    /// IMP-R14: both throw again.
    Tie,
}

impl Bid {
    pub fn of(commander: Commander) -> Self {
        Bid { commander: Some(commander), shaken: false }
    }

    fn rows(&self) -> [Option<Row>; 1] {
        let leadership = self.commander.map_or(0, |it| it.quality.leadership());
        [add("IMP-CMD.1", always(), leadership, "Leadership")]
    }

    /// What is added to the dice.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// IMP-INI.1: the dice and Leadership.
    pub fn total(&self, throw: Throw) -> i32 {
        i32::from(throw[0]) + i32::from(throw[1]) + total(self.rows())
    }

    /// IMP-R15, IMP-R17, IMP-SPC.32 to IMP-SPC.34: the rule by which a throw spends the Command, if it does.
    pub fn spent(&self, throw: Throw) -> Option<RuleId> {
        let double = (throw[0] == throw[1]).then_some(throw[0]);
        match (self.commander?.quality, double) {
            (Quality::Coward, Some(_)) => Some("IMP-SPC.32"),
            (Quality::Coward, None) if self.routs(throw) => Some("IMP-SPC.33"),
            (Quality::Incompetent, Some(1..=5)) => Some("IMP-SPC.34"),
            _ => None,
        }
    }

    /// IMP-SPC.33, IMP-R17: whether the Command of a Coward routs at the end of the Turn: an odd total after another
    /// Command has routed.
    pub fn routs(&self, throw: Throw) -> bool {
        let coward = self.commander.is_some_and(|it| it.quality == Quality::Coward);
        coward && self.shaken && self.total(throw) % 2 == 1
    }

    /// IMP-R13: what becomes of the Commander by the deciding throw.
    pub fn after(&self, throw: Throw, choice: Quality) -> Option<Commander> {
        let commander = self.commander?;
        Some(if throw[0] == throw[1] {
            commander.after_double(throw[0], choice)
        } else {
            commander
        })
    }

    /// IMP-R16: whether dice may be thrown again.
    pub fn may_throw_again(&self) -> bool {
        self.commander.is_some_and(|it| it.quality.rerolls_initiative())
    }

    /// The dice to throw again that most likely beat a total, counting a tie for half; none while it is beaten.
    pub fn best_again(&self, throw: Throw, against: i32) -> Again {
        if !self.may_throw_again() || self.total(throw) > against {
            return Again::Neither;
        }
        let worth = |again: Again| {
            let [first, second] = again.which();
            let faces = |thrown: bool, lies: u8| if thrown { 1..=6 } else { lies..=lies };
            let (mut sum, mut of) = (0, 0);
            for a in faces(first, throw[0]) {
                for b in faces(second, throw[1]) {
                    sum += 1 + (self.total([a, b]) - against).signum();
                    of += 1;
                }
            }
            sum * 36 / of
        };
        let mut best = Again::Neither;
        for again in Again::ALL {
            if worth(again) > worth(best) {
                best = again;
            }
        }
        best
    }
}

/// IMP-INI.1: both dice of a side.
pub fn throw(by: Seat, dice: &mut Dice) -> Rolled<Throw> {
    let ask = by.throws("IMP-INI.1", "initiative");
    Ok([dice.roll(ask, D6)? as u8, dice.roll(ask, D6)? as u8])
}

/// IMP-SPC.21, IMP-SPC.26, IMP-SPC.28, IMP-R16: some of them again; the new result stands.
pub fn throw_again(by: Seat, throw: Throw, again: Again, dice: &mut Dice) -> Rolled<Throw> {
    let ask = by.throws("IMP-R16", "initiative again");
    let mut now = throw;
    for (face, thrown) in now.iter_mut().zip(again.which()) {
        if thrown {
            *face = dice.roll(ask, D6)? as u8;
        }
    }
    Ok(now)
}

/// IMP-R16: who decides first whether to throw again: the lower total, or the Attacker.
pub fn first_to_throw_again(bids: &Each<Bid>, throws: &Each<Throw>, attacker: Seat) -> Seat {
    let totals = Each::of(|seat| bids[seat].total(throws[seat]));
    match totals[Seat::Red].cmp(&totals[Seat::Blue]) {
        std::cmp::Ordering::Less => Seat::Red,
        std::cmp::Ordering::Greater => Seat::Blue,
        std::cmp::Ordering::Equal => attacker,
    }
}

/// IMP-INI.1, IMP-R14, IMP-R15: the higher total wins; who is spent loses whatever he has thrown.
pub fn verdict(bids: &Each<Bid>, throws: &Each<Throw>) -> Verdict {
    let spent = Each::of(|seat| bids[seat].spent(throws[seat]).is_some());
    let totals = Each::of(|seat| bids[seat].total(throws[seat]));
    match (spent[Seat::Red], spent[Seat::Blue]) {
        (true, true) => Verdict::Nobody,
        (true, false) => Verdict::Won(Seat::Blue),
        (false, true) => Verdict::Won(Seat::Red),
        (false, false) => match totals[Seat::Red].cmp(&totals[Seat::Blue]) {
            std::cmp::Ordering::Greater => Verdict::Won(Seat::Red),
            std::cmp::Ordering::Less => Verdict::Won(Seat::Blue),
            std::cmp::Ordering::Equal => Verdict::Tie,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Quality::*;

    fn bid(quality: Quality) -> Bid {
        Bid::of(Commander::new(quality, true))
    }

    #[test]
    fn the_higher_total_wins() {
        for (qualities, throws, won, rule) in [
            ([Fair, Poor], [[3, 4], [3, 4]], Verdict::Won(Seat::Red), "IMP-INI.1: 9 and 8"),
            ([Fair, Expert], [[3, 4], [3, 4]], Verdict::Won(Seat::Blue), "IMP-INI.1: 9 and 10"),
            ([Fair, Poor], [[3, 3], [3, 4]], Verdict::Tie, "IMP-R14: 8 and 8"),
            ([Coward, Poor], [[4, 4], [1, 2]], Verdict::Won(Seat::Blue), "IMP-SPC.32"),
            (
                [Coward, Poor],
                [[6, 6], [1, 2]],
                Verdict::Won(Seat::Blue),
                "IMP-SPC.32, IMP-R15: 6-6 too",
            ),
            ([Incompetent, Poor], [[5, 5], [1, 2]], Verdict::Won(Seat::Blue), "IMP-SPC.34"),
            ([Incompetent, Poor], [[6, 6], [1, 2]], Verdict::Won(Seat::Red), "IMP-SPC.34: but 6-6"),
            ([Incompetent, Coward], [[2, 2], [3, 3]], Verdict::Nobody, "IMP-R15: both are spent"),
            (
                [Incompetent, Poor],
                [[4, 4], [1, 6]],
                Verdict::Won(Seat::Blue),
                "IMP-R14: spent is no tie",
            ),
        ] {
            let bids = Each(qualities.map(bid));
            assert_eq!(verdict(&bids, &Each(throws)), won, "{rule}");
        }
        // IMP-R21: without a Commander nothing is added, and doubles mean nothing.
        let headless = Bid { commander: None, shaken: true };
        assert_eq!((headless.total([3, 3]), headless.spent([3, 3])), (6, None), "IMP-R21");
    }

    #[test]
    fn a_coward_runs_after_another_command() {
        let calm = bid(Coward);
        let shaken = Bid { shaken: true, ..calm };
        assert_eq!(calm.spent([3, 4]), None, "IMP-R17: nobody has routed");
        assert_eq!(shaken.spent([3, 4]), Some("IMP-SPC.33"), "IMP-R17: 7 is odd");
        assert!(shaken.routs([3, 4]) && !shaken.routs([2, 4]), "IMP-SPC.33");
        assert_eq!(bid(Incompetent).spent([3, 4]), None, "IMP-R17: only Cowards");
    }

    #[test]
    fn doubles_of_the_deciding_throw_change_levels() {
        let after = |quality, throw| bid(quality).after(throw, Genius).unwrap().quality;
        assert_eq!(after(Coward, [6, 6]), Incompetent, "IMP-R15: spent, and then raised");
        assert_eq!(after(Incompetent, [1, 1]), Coward, "IMP-R13");
        assert_eq!(after(Expert, [6, 6]), Genius, "IMP-SPC.27");
        assert_eq!(after(Fair, [5, 6]), Fair, "IMP-R13: no double");
    }

    #[test]
    fn dice_are_thrown_again() {
        for (quality, may) in [(Genius, true), (Charismatic, true), (Expert, true), (Fair, false)] {
            assert_eq!(bid(quality).may_throw_again(), may, "IMP-SPC.21, IMP-SPC.26, IMP-SPC.28");
        }
        let mut dice = Dice::scripted([5]);
        let now = throw_again(Seat::Red, [1, 4], Again::First, &mut dice);
        assert_eq!(now, Ok([5, 4]), "IMP-R16");
        assert!(dice.is_spent());
        let bids = Each([bid(Expert), bid(Fair)]);
        let first = |red, blue| first_to_throw_again(&bids, &Each([red, blue]), Seat::Blue);
        assert_eq!(first([1, 1], [5, 5]), Seat::Red, "IMP-R16: the lower total");
        assert_eq!(first([3, 3], [3, 4]), Seat::Blue, "IMP-R16: equal, so the Attacker");
    }

    #[test]
    fn the_best_dice_are_thrown_again() {
        let expert = bid(Expert);
        // 6 + 1 + 3 = 10 against 12: the 1 must become 4 or more (a 3 ties).
        assert_eq!(expert.best_again([6, 1], 12), Again::Second);
        assert_eq!(expert.best_again([6, 1], 9), Again::Neither, "it wins already");
        assert_eq!(expert.best_again([1, 1], 9), Again::Both);
        assert_eq!(bid(Fair).best_again([1, 1], 9), Again::Neither, "IMP-R16");
    }
}
