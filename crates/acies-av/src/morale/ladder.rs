//! Losses and morale (RULES.md 13, 14, 8.10, 8.11; AV-16.1, AV-17.1, AV-17.2, AV-18.4, AV-18.5, AV-R71, AV-R72).
//!
//! A unit's way down in a phase is a [`Ladder`]: a plain state that each lost Cohesion Point and each
//! test moves on, one die at a time.

use acies_core::{D6, Dice, Rolled, Row, Seat, Sum, add, total, when};
use serde::{Deserialize, Serialize};

use crate::profile::{Profile, Specials};

/// AV-R72: how far a unit has come down in this phase.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    #[default]
    GoodOrder,
    /// AV-14.2.
    Disrupted,
    /// AV-14.3.
    Repulsed,
    /// AV-14.4.
    Routed,
    /// AV-14.5, AV-13.2.
    Eliminated,
}

impl Rung {
    pub const ALL: [Rung; 5] =
        [Rung::GoodOrder, Rung::Disrupted, Rung::Repulsed, Rung::Routed, Rung::Eliminated];

    /// AV-R72: where a unit stands when a phase begins.
    pub fn at_start(disrupted: bool) -> Rung {
        if disrupted { Rung::Disrupted } else { Rung::GoodOrder }
    }

    pub fn name(self) -> &'static str {
        match self {
            Rung::GoodOrder => "in good order",
            Rung::Disrupted => "disrupted",
            Rung::Repulsed => "repulsed",
            Rung::Routed => "routed",
            Rung::Eliminated => "eliminated",
        }
    }

    /// AV-14.13 to AV-14.15: how many tests each supporter of such a unit owes.
    pub fn snowball(self) -> u8 {
        match self {
            Rung::GoodOrder | Rung::Disrupted => 0,
            Rung::Repulsed => 1,
            Rung::Routed => 2,
            Rung::Eliminated => 3,
        }
    }

    fn next(self) -> Rung {
        Rung::ALL[(self as usize + 1).min(Rung::Eliminated as usize)]
    }
}

/// What a phase has done to a unit so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ladder {
    /// Cohesion Points left.
    pub cp: u8,
    pub rung: Rung,
    /// AV-18.5, AV-R72: Fanatics that miss again when repulsed are repulsed once more: so many repulses
    /// of 1 UD, 0 or 1 for others.
    pub repulses: u8,
}

impl Ladder {
    pub fn at_start(cp: u8, disrupted: bool) -> Ladder {
        Ladder { cp, rung: Rung::at_start(disrupted), repulses: 0 }
    }

    pub fn is_eliminated(self) -> bool {
        self.rung == Rung::Eliminated
    }

    /// AV-13.2: one Cohesion Point less; with the last one the unit is eliminated, and tests no more.
    #[must_use]
    pub fn less_one(self) -> Ladder {
        let cp = self.cp.saturating_sub(1);
        Ladder { cp, rung: if cp == 0 { Rung::Eliminated } else { self.rung }, ..self }
    }

    /// AV-14.2 to AV-14.5: one rung down. AV-18.4, AV-18.5: Fanatics do not rout.
    #[must_use]
    pub fn missed(self, fanatics: bool) -> Ladder {
        let rung = if fanatics { self.rung.next().min(Rung::Repulsed) } else { self.rung.next() };
        let repulses = self.repulses + u8::from(rung == Rung::Repulsed);
        Ladder { rung, repulses, ..self }
    }
}

/// A unit that tests its morale, as it stood when the phase was frozen (AV-R71).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Nerve {
    pub profile: Profile,
    /// AV-14.7, AV-R14.
    pub isolated: bool,
    /// AV-14.8: a leader is attached and alive.
    pub leader: bool,
    /// AV-17.1: a Religious leader within 2 UD.
    pub religious: bool,
    /// AV-17.2: a Guru within 4 UD.
    pub guru: bool,
}

impl Nerve {
    #[rustfmt::skip]
    fn rows(&self, cp: u8) -> [Option<Row>; 5] {
        let religious = when(self.religious).unless(self.guru, "AV-R82");
        [
            add("AV-14.6", when(self.profile.is_half(cp)), -1, "half or less of its CP left"),
            add("AV-14.7", when(self.isolated),            -1, "isolated"),
            add("AV-14.8", when(self.leader),               1, "leader attached"),
            add("AV-17.1", religious,                       1, "Religious leader"),
            add("AV-17.2", when(self.guru),                 1, "Guru"),
        ]
    }

    /// What is added to the die of a unit with so many Cohesion Points left.
    pub fn sum(&self, cp: u8) -> Sum {
        Sum::of(self.rows(cp))
    }

    /// AV-14.1, AV-14.9: the lowest face that passes: never a natural 1, and none above 6 (AV-R72).
    pub fn least_face(&self, cp: u8) -> i32 {
        (i32::from(self.profile.morale) - total(self.rows(cp))).max(2)
    }

    /// AV-14.1: one test of a unit with so many Cohesion Points left; whether it passes. A die that
    /// cannot pass is not thrown.
    pub fn passes(&self, by: Seat, cp: u8, dice: &mut Dice) -> Rolled<bool> {
        let least = self.least_face(cp);
        if least > 6 {
            return Ok(false);
        }
        dice.test(by.throws("AV-14.1", "a morale test"), D6, least..=6)
    }

    fn is_fanatic(&self) -> bool {
        self.profile.has(Specials::FANATICS)
    }
}

/// All the ways in which the two dice of a test and its reroll can fall.
pub const TEST_WAYS: u128 = 36;

/// A ladder with the reroll of a Charismatic leader, as automatic play uses it: on the first miss
/// (AV-R81).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Descent {
    pub ladder: Ladder,
    /// AV-16.1: the leader is Charismatic and his reroll of this turn is not used yet.
    pub reroll: bool,
}

impl Descent {
    /// One test (AV-14.1), thrown again if it is missed and can be (AV-16.1).
    pub fn test(self, nerve: &Nerve, by: Seat, dice: &mut Dice) -> Rolled<Descent> {
        if self.ladder.is_eliminated() || nerve.passes(by, self.ladder.cp, dice)? {
            return Ok(self);
        }
        let missed = Descent { ladder: self.ladder.missed(nerve.is_fanatic()), reroll: false };
        if self.reroll && nerve.passes(by, self.ladder.cp, dice)? {
            return Ok(Descent { reroll: false, ..self });
        }
        Ok(missed)
    }

    /// The same without dice: what it can come to, each in so many of [`TEST_WAYS`] ways.
    pub fn chances(self, nerve: &Nerve) -> [(Descent, u128); 3] {
        let used = Descent { reroll: false, ..self };
        let missed = Descent { ladder: self.ladder.missed(nerve.is_fanatic()), reroll: false };
        if self.ladder.is_eliminated() {
            return [(self, TEST_WAYS), (used, 0), (missed, 0)];
        }
        let passing = (7 - nerve.least_face(self.ladder.cp)).max(0) as u128;
        let missing = 6 - passing;
        if self.reroll {
            [(self, 6 * passing), (used, missing * passing), (missed, missing * missing)]
        } else {
            [(self, 6 * passing), (used, 0), (missed, 6 * missing)]
        }
    }

    /// AV-R72: loses one Cohesion Point and tests with those that are left.
    pub fn lose(self, nerve: &Nerve, by: Seat, dice: &mut Dice) -> Rolled<Descent> {
        if self.ladder.is_eliminated() {
            return Ok(self);
        }
        Descent { ladder: self.ladder.less_one(), ..self }.test(nerve, by, dice)
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::files::data::troop;

    fn nerve(id: &str) -> Nerve {
        let profile = troop(id).unwrap().profile;
        Nerve { profile, isolated: false, leader: false, religious: false, guru: false }
    }

    #[test]
    fn what_a_test_needs() {
        let legion = nerve("rom_leg");
        for (nerve, cp, least, rule) in [
            (legion, 6, 4, "AV-3.4"),
            (legion, 4, 4, "AV-14.6: more than half"),
            (legion, 3, 5, "AV-14.6: half"),
            (legion, 2, 5, "AV-14.6: less than half"),
            (Nerve { isolated: true, ..legion }, 6, 5, "AV-14.7"),
            (Nerve { leader: true, ..legion }, 6, 3, "AV-14.8"),
            (Nerve { religious: true, ..legion }, 6, 3, "AV-17.1"),
            (Nerve { guru: true, ..legion }, 6, 3, "AV-17.2"),
            (Nerve { religious: true, guru: true, ..legion }, 6, 3, "AV-R82: at most +1"),
            (Nerve { guru: true, leader: true, ..legion }, 6, 2, "AV-R82: they add up"),
            (Nerve { guru: true, leader: true, ..nerve("rom_vet") }, 6, 2, "AV-14.9: never a 1"),
            (Nerve { isolated: true, ..nerve("ger_levy") }, 3, 7, "AV-R72: above 6"),
        ] {
            assert_eq!(nerve.least_face(cp), least, "{rule}");
        }
        // AV-R2: 5 CP at the start: 3 left are more than half, 2 are less.
        let five = Nerve { profile: Profile { cp: 5, ..legion.profile }, ..legion };
        assert_eq!((five.least_face(3), five.least_face(2)), (4, 5), "AV-R2");
    }

    #[test]
    fn the_example_of_the_rulebook() {
        // Morale 4+ at 3 of 6 CP, isolated: needs 6 on the die.
        let nerve = Nerve { isolated: true, ..nerve("rom_leg") };
        let passes = odds(|dice| nerve.passes(Seat::Red, 3, dice));
        assert_eq!(passes.chance(|&yes| yes).to_string(), "1/6", "AV-14.6, AV-14.7");
        insta::assert_snapshot!(nerve.sum(3), @r"
        -1 half or less of its CP left [AV-14.6]
        -1 isolated [AV-14.7]
        = -2
        ");
        let levy = Nerve { isolated: true, ..self::nerve("ger_levy") };
        assert_eq!(levy.passes(Seat::Red, 3, &mut Dice::scripted([])), Ok(false), "AV-R72");
    }

    #[test]
    fn rungs_one_by_one() {
        use Rung::*;
        let steps = |fanatics| {
            let mut ladder = Ladder::at_start(6, false);
            [(); 4].map(|()| {
                ladder = ladder.missed(fanatics);
                (ladder.rung, ladder.repulses)
            })
        };
        let down = [(Disrupted, 0), (Repulsed, 1), (Routed, 1), (Eliminated, 1)];
        assert_eq!(steps(false), down, "AV-9.2, AV-14.2, AV-14.3, AV-14.4, AV-14.5");
        let again = [(Disrupted, 0), (Repulsed, 1), (Repulsed, 2), (Repulsed, 3)];
        assert_eq!(steps(true), again, "AV-18.4, AV-18.5");
        assert_eq!(Ladder::at_start(6, true).missed(false).rung, Repulsed, "AV-14.3");
        let last = Ladder::at_start(1, false).less_one();
        assert_eq!((last.cp, last.rung), (0, Eliminated), "AV-13.2");
        assert_eq!(Rung::ALL.map(Rung::snowball), [0, 0, 1, 2, 3], "AV-14.13, AV-14.14, AV-14.15");
    }

    fn descent(cp: u8, disrupted: bool, reroll: bool) -> Descent {
        Descent { ladder: Ladder::at_start(cp, disrupted), reroll }
    }

    #[test]
    fn points_go_one_by_one() {
        let legion = nerve("rom_leg");
        // AV-R72: 4 CP, then 3: the second test is at half.
        let mut dice = Dice::scripted([4, 4]);
        let once = descent(5, false, false).lose(&legion, Seat::Red, &mut dice).unwrap();
        assert_eq!((once.ladder.cp, once.ladder.rung), (4, Rung::GoodOrder), "AV-14.1");
        let twice = once.lose(&legion, Seat::Red, &mut dice).unwrap();
        assert_eq!((twice.ladder.cp, twice.ladder.rung), (3, Rung::Disrupted), "AV-14.6");
        // AV-R72: nobody left to test.
        let gone = descent(1, false, true).lose(&legion, Seat::Red, &mut Dice::scripted([]));
        assert_eq!(gone.unwrap().ladder.rung, Rung::Eliminated, "AV-13.2");
    }

    #[test]
    fn a_charismatic_leader_rerolls_once() {
        let legion = Nerve { leader: true, ..nerve("rom_leg") };
        let mut dice = Dice::scripted([2, 3, 2]);
        let saved = descent(6, false, true).test(&legion, Seat::Red, &mut dice).unwrap();
        assert_eq!(saved, descent(6, false, false), "AV-16.1");
        let missed = saved.test(&legion, Seat::Red, &mut dice).unwrap();
        assert_eq!(missed.ladder.rung, Rung::Disrupted, "AV-16.1: at most once a turn");
        // AV-R81: the second throw stands. Missed twice in a row: 1/3 x 1/3.
        let all = odds(|dice| descent(6, false, true).test(&legion, Seat::Red, dice));
        let missed = all.chance(|it| it.ladder.rung == Rung::Disrupted);
        assert_eq!(missed.to_string(), "1/9", "AV-R81");
    }

    #[test]
    fn chances_are_those_of_the_dice() {
        for (id, cp, leader, isolated) in [
            ("rom_leg", 6, true, false),
            ("rom_leg", 3, false, true),
            ("gal_gaes", 2, false, false),
            ("ger_levy", 3, false, true),
            ("rom_praet", 6, true, false),
        ] {
            let nerve = Nerve { isolated, leader, ..nerve(id) };
            for (disrupted, reroll) in [(false, false), (true, false), (false, true), (true, true)]
            {
                let start = descent(cp, disrupted, reroll);
                let thrown = odds(|dice| start.test(&nerve, Seat::Red, dice));
                let mut all = 0;
                for (after, ways) in start.chances(&nerve).into_iter().filter(|it| it.1 > 0) {
                    let exact = thrown.chance(|it| *it == after).to_f64();
                    assert!(
                        (exact - ways as f64 / TEST_WAYS as f64).abs() < 1e-12,
                        "AV-16.1: {id}"
                    );
                    all += ways;
                }
                assert_eq!(all, TEST_WAYS, "AV-14.1: {id}");
            }
        }
    }
}
