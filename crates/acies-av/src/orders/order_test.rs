//! Tests to change orders (RULES.md 5, 8.2; AV-R33 to AV-R41), and the Rush test (8, 8.3).

use acies_core::{D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, total, when};
use serde::Serialize;

use crate::profile::Order;

/// A unit that is to change its order, as far as the test is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OrderTest {
    /// Its present order; none if it is disrupted (AV-9.5, AV-R37).
    pub from: Option<Order>,
    pub to: Order,
    /// AV-3.9.
    pub regular: bool,
    /// AV-5.4: a leader is attached to it.
    pub attached: bool,
    /// AV-16.3, AV-R39: an Outstanding leader, attached or alone, within 3 UD.
    pub outstanding: bool,
    /// AV-16.2: the attached leader is Inspiring.
    pub inspiring: bool,
    /// AV-5.5, AV-R34: turns running in which it tried the same in vain.
    pub renewed: u8,
    /// AV-5.7, AV-R14.
    pub isolated: bool,
    /// AV-17.3: a Guru within 4 UD.
    pub guru: bool,
}

/// AV-5.8 (AV-T1): what has to be reached to change from one order to another, and the rule that says
/// so; nothing where the change is not allowed (AV-5.9).
pub fn needs(from: Option<Order>, to: Order) -> Option<(RuleId, i32)> {
    use Order::{Advance, FallBack, Halt, Orbis, Rush, Shieldwall};
    let Some(from) = from else {
        // AV-9.9, AV-R33: all that a disrupted unit may test for.
        return (to == FallBack).then_some(("AV-R37", 4));
    };
    if from == to {
        return None;
    }
    // AV-18.1, AV-R38: Orbis has the row and the column of Shieldwall.
    let rule = if from == Orbis || to == Orbis { "AV-18.1" } else { "AV-5.8" };
    match (from, to) {
        (Shieldwall, Orbis) | (Orbis, Shieldwall) => Some(("AV-18.3", 3)),
        (Shieldwall | Orbis, Halt) | (Halt, Shieldwall | Orbis) => Some((rule, 3)),
        (Halt, FallBack) => Some(("AV-5.10", 4)),
        (Halt | Rush, Advance) | (Advance, Halt | Rush) => Some((rule, 4)),
        (Shieldwall | Orbis, Advance) | (Advance, Shieldwall | Orbis) => Some((rule, 5)),
        (Halt, Rush) | (Rush, Halt) => Some((rule, 5)),
        (Shieldwall | Orbis, Rush) | (Rush, Shieldwall | Orbis) => Some((rule, 6)),
        // AV-R36: there is no row for Fall back, and no way to it but from Halt.
        _ => None,
    }
}

impl OrderTest {
    /// Its number of AV-T1; nothing if the change is not allowed.
    pub fn needs(&self) -> Option<(RuleId, i32)> {
        needs(self.from, self.to)
    }

    /// AV-16.2, AV-R41: no test for the unit of an Inspiring leader, if the change is allowed at all. In
    /// a group he is a plain leader.
    pub fn is_free(&self) -> bool {
        self.inspiring && self.needs().is_some()
    }

    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 7] {
        let to_rush = self.to == Order::Rush;
        [
            add("AV-5.3",  when(self.regular).unless(to_rush, "AV-8.5"),           1, "regular"),
            add("AV-8.5",  when(to_rush && !self.regular),                         1, "irregular, to Rush"),
            add("AV-5.4",  when(self.attached),                                    1, "leader attached"),
            add("AV-16.3", when(self.outstanding).unless(self.attached, "AV-R39"), 1, "Outstanding leader"),
            add("AV-5.5",  when(self.renewed > 0),       i32::from(self.renewed),     "renewed attempts"),
            add("AV-5.6",  when(self.isolated),                                   -1, "isolated"),
            add("AV-17.3", when(to_rush && self.guru),                             1, "Guru"),
        ]
    }

    /// What is added to the die.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// The lowest face that does it; above 6 none does, at 1 or less all do (AV-R35).
    pub fn least_face(&self) -> Option<i32> {
        self.needs().map(|(_, needed)| needed - total(self.rows()))
    }

    /// AV-5.2, AV-5.11: whether the order is changed.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        let Some(least) = self.least_face() else { return Ok(false) };
        dice.test(by.throws("AV-5.2", "an order test"), D6, least..=6)
    }

    /// AV-9.3: whether a miss disrupts a unit that stands in an enemy zone of control.
    pub fn miss_disrupts(&self, in_enemy_zone: bool) -> bool {
        in_enemy_zone && self.to != Order::FallBack
    }
}

/// AV-5.14, AV-R40: the member of a group that has the best chance, the first among equals; nobody if
/// one of them may not change so.
pub fn best_of(group: &[OrderTest]) -> Option<usize> {
    let mut best: Option<(i32, usize)> = None;
    for (member, test) in group.iter().enumerate() {
        let least = test.least_face()?;
        if best.is_none_or(|(lowest, _)| least < lowest) {
            best = Some((least, member));
        }
    }
    best.map(|(_, member)| member)
}

/// AV-8.1, AV-9.1, AV-R57: whether a unit under Rush that reached no enemy is disrupted: on 3 or less,
/// without modifiers.
pub fn rush_disrupts(by: Seat, dice: &mut Dice) -> Rolled<bool> {
    dice.test(by.throws("AV-8.1", "a Rush test"), D6, 1..=3)
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use Order::{Advance, FallBack, Halt, Orbis, Rush, Shieldwall};

    fn plain(from: Option<Order>, to: Order) -> OrderTest {
        OrderTest {
            from,
            to,
            regular: false,
            attached: false,
            outstanding: false,
            inspiring: false,
            renewed: 0,
            isolated: false,
            guru: false,
        }
    }

    /// AV-5.8: AV-T1 as printed; 0 where it has a stroke or NA. Columns Shieldwall, Halt, Advance,
    /// Rush, Fall back.
    #[test]
    fn numbers_are_those_of_the_table() {
        for (from, row) in [
            (Shieldwall, [0, 3, 5, 6, 0]),
            (Halt, [3, 0, 4, 5, 4]),
            (Advance, [5, 4, 0, 4, 0]),
            (Rush, [6, 5, 4, 0, 0]),
            (FallBack, [0, 0, 0, 0, 0]),
        ] {
            let columns = [Shieldwall, Halt, Advance, Rush, FallBack];
            let needed = columns.map(|to| needs(Some(from), to).map_or(0, |(_, needed)| needed));
            assert_eq!(needed, row, "AV-5.8, AV-5.9, AV-R36: {from:?}");
        }
        for to in [Halt, Advance, Rush] {
            let as_wall = needs(Some(Shieldwall), to).unwrap().1;
            assert_eq!(needs(Some(Orbis), to), Some(("AV-18.1", as_wall)), "AV-R38");
            assert_eq!(needs(Some(to), Orbis), Some(("AV-18.1", as_wall)), "AV-R38");
        }
        assert_eq!(needs(Some(Orbis), Shieldwall), Some(("AV-18.3", 3)));
        assert_eq!(needs(Some(Shieldwall), Orbis), Some(("AV-18.3", 3)));
        assert_eq!(needs(Some(Halt), FallBack), Some(("AV-5.10", 4)));
        assert_eq!(needs(None, FallBack), Some(("AV-R37", 4)));
        assert_eq!(needs(None, Halt), None, "AV-R33");
    }

    #[test]
    fn modifiers() {
        let test = plain(Some(Halt), Advance);
        let to_rush = plain(Some(Halt), Rush);
        for (test, least, rule) in [
            (test, 4, "AV-5.8"),
            (OrderTest { regular: true, ..test }, 3, "AV-5.3"),
            (OrderTest { attached: true, ..test }, 3, "AV-5.4"),
            (OrderTest { outstanding: true, ..test }, 3, "AV-16.3"),
            (OrderTest { attached: true, outstanding: true, ..test }, 3, "AV-R39"),
            (OrderTest { renewed: 2, ..test }, 2, "AV-5.5"),
            (OrderTest { renewed: 3, ..test }, 1, "AV-R35: certain"),
            (OrderTest { isolated: true, ..test }, 5, "AV-5.6"),
            (OrderTest { guru: true, ..test }, 4, "AV-17.3: only to Rush"),
            (to_rush, 4, "AV-8.5: irregular"),
            (OrderTest { regular: true, ..to_rush }, 5, "AV-8.5: regular"),
            (OrderTest { guru: true, ..to_rush }, 3, "AV-17.3"),
            (
                OrderTest { regular: true, isolated: true, ..plain(Some(Shieldwall), Rush) },
                7,
                "AV-R35: impossible",
            ),
        ] {
            assert_eq!(test.least_face(), Some(least), "{rule}");
            let all = odds(|dice| test.throw(Seat::Red, dice));
            let faces = (7 - least).clamp(0, 6);
            assert!((all.mean(|&yes| f64::from(yes)) - f64::from(faces) / 6.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_struck_row_stays() {
        let test = OrderTest {
            regular: true,
            attached: true,
            outstanding: true,
            ..plain(Some(Halt), Rush)
        };
        insta::assert_snapshot!(test.sum(), @r"
        +1 regular [AV-5.3, struck by AV-8.5]
        +1 leader attached [AV-5.4]
        +1 Outstanding leader [AV-16.3, struck by AV-R39]
        = 1
        ");
    }

    #[test]
    fn the_example_of_the_rulebook() {
        // Regular, leader attached, Rush to Halt: 3 or more on the die: 2/3.
        let test = OrderTest { regular: true, attached: true, ..plain(Some(Rush), Halt) };
        let all = odds(|dice| test.throw(Seat::Red, dice));
        assert_eq!(all.chance(|&yes| yes).to_string(), "2/3", "AV-5.2");
        assert_eq!(test.throw(Seat::Red, &mut Dice::scripted([2])), Ok(false), "AV-5.11");
        assert_eq!(test.throw(Seat::Red, &mut Dice::scripted([3])), Ok(true), "AV-5.2");
    }

    #[test]
    fn misses_and_inspiration() {
        let test = plain(Some(Halt), Advance);
        assert!(test.miss_disrupts(true) && !test.miss_disrupts(false), "AV-9.3");
        assert!(!plain(Some(Halt), FallBack).miss_disrupts(true), "AV-9.3: unless for Fall back");
        assert!(!test.is_free());
        assert!(OrderTest { inspiring: true, ..test }.is_free(), "AV-16.2");
        let disrupted = OrderTest { inspiring: true, ..plain(None, FallBack) };
        assert!(disrupted.is_free(), "AV-R41");
        let forbidden = OrderTest { inspiring: true, ..plain(Some(Advance), FallBack) };
        assert!(!forbidden.is_free(), "AV-R41: NA stays forbidden");
    }

    #[test]
    fn a_group_lends_its_best() {
        let test = plain(Some(Halt), Advance);
        let regular = OrderTest { regular: true, ..test };
        let isolated = OrderTest { isolated: true, ..test };
        assert_eq!(best_of(&[isolated, test, regular, regular]), Some(2), "AV-5.14");
        let rushing = plain(Some(Rush), Advance);
        assert_eq!(best_of(&[isolated, rushing]), Some(1), "AV-R40: orders may differ");
        assert_eq!(best_of(&[test, plain(Some(Advance), Advance)]), None, "AV-R40");
    }

    #[test]
    fn a_rush_into_nothing() {
        for face in 1..=6 {
            let disrupted = rush_disrupts(Seat::Red, &mut Dice::scripted([face]));
            assert_eq!(disrupted, Ok(face <= 3), "AV-8.1, AV-9.1");
        }
    }
}
