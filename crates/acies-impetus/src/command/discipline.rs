//! Discipline tests (RULES.md 3.2, 3.3; IMP-R24, IMP-R25, IMP-R28).

use acies_core::{D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, always, total, when};
use serde::Serialize;

use crate::profile::{Discipline, Kind};

/// A Unit or Group that tests. A Group tests with the worst discipline in it (IMP-R24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DisciplineTest {
    pub discipline: Discipline,
    /// IMP-DT.2: its Commander is with it.
    pub commander: bool,
    /// IMP-DT.3, IMP-CS.2: it is out of command range.
    pub out_of_range: bool,
    /// IMP-DT.4, IMP-R28: which movement of the Turn it is for, counted from one; 0 if it is for none.
    pub movement: u8,
    /// IMP-SPC.23: it tests to recover order, and its Commander is Charismatic.
    pub charismatic: bool,
}

impl DisciplineTest {
    /// A test in range, without the Commander, for no movement.
    pub fn plain(discipline: Discipline) -> Self {
        DisciplineTest {
            discipline,
            commander: false,
            out_of_range: false,
            movement: 0,
            charismatic: false,
        }
    }

    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 4] {
        let beyond = i32::from(self.movement.saturating_sub(2));
        [
            add("IMP-DT.2",   when(self.commander),        1, "Commander"),
            add("IMP-DT.3",   when(self.out_of_range),    -1, "out of command range"),
            add("IMP-DT.4",   always(),              -beyond, "movements after the second"),
            add("IMP-SPC.23", when(self.charismatic),      1, "Charismatic Commander"),
        ]
    }

    /// What is added to the die.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// IMP-DT.1: what the die must come to.
    pub fn needs(&self) -> i32 {
        match self.discipline {
            Discipline::A => 3,
            Discipline::B => 4,
            Discipline::C => 5,
        }
    }

    /// IMP-DT.1, IMP-R25: only the modified die counts, so it may pass or fail whatever it shows.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        let face = self.needs() - total(self.rows());
        dice.test(by.throws("IMP-DT.1", "discipline"), D6, face..=i32::MAX)
    }
}

/// RULES.md 3.3: what a Unit tests for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Purpose {
    Recover,
    Opportunity,
    Move,
    /// IMP-MOV.17: go backward in order.
    Backward,
    Evade,
    /// IMP-MOV.20: evade again from the same charge.
    EvadeOn,
    Dismount,
    CounterCharge,
    Disengage,
    AboutFace,
    Relief,
    EnterBua,
    LeaveSquare,
    SpareBaggage,
}

/// What failing a test does (RULES.md 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Failure {
    Nothing,
    /// It is Disordered, and may still do something else.
    Disordered,
    /// The movement is made, and the Unit is Disordered at the end of it.
    MovesDisordered,
    /// It stays where it is, in the order that it had.
    Stays,
    /// It must move towards the baggage.
    MustMove,
}

impl Purpose {
    /// IMP-DF.1 to IMP-DF.12: the row of the table, and what failing does.
    pub fn failure(self, kind: Kind) -> (RuleId, Failure) {
        use Purpose::*;
        let cautious = matches!(kind, Kind::Cm | Kind::Cgl);
        match self {
            Recover => ("IMP-DF.1", Failure::Nothing),
            Opportunity => ("IMP-DF.2", Failure::Nothing),
            Evade | Disengage if cautious => ("IMP-DF.12", Failure::Stays),
            Move | Evade | EvadeOn => ("IMP-DF.3", Failure::MovesDisordered),
            Backward => ("IMP-MOV.17", Failure::MovesDisordered),
            Dismount => ("IMP-DF.4", Failure::Disordered),
            CounterCharge => ("IMP-DF.5", Failure::Disordered),
            Disengage => ("IMP-DF.6", Failure::Disordered),
            AboutFace => ("IMP-DF.7", Failure::Nothing),
            Relief => ("IMP-DF.8", Failure::Nothing),
            EnterBua => ("IMP-DF.9", Failure::Nothing),
            LeaveSquare => ("IMP-DF.10", Failure::Nothing),
            SpareBaggage => ("IMP-DF.11", Failure::MustMove),
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    fn chance(test: DisciplineTest) -> String {
        odds(|dice| test.throw(Seat::Red, dice)).chance(|&passed| passed).to_string()
    }

    #[test]
    fn each_class_has_its_number() {
        let plain = DisciplineTest::plain;
        // IMP-DT.1: 3+, 4+ and 5+ of six faces.
        assert_eq!(chance(plain(Discipline::A)), "2/3", "IMP-DT.1");
        assert_eq!(chance(plain(Discipline::B)), "1/2", "IMP-DT.1");
        assert_eq!(chance(plain(Discipline::C)), "1/3", "IMP-DT.1");
    }

    #[test]
    fn modifiers_add_up() {
        let b = DisciplineTest::plain(Discipline::B);
        for (test, passes, rule) in [
            (DisciplineTest { commander: true, ..b }, "2/3", "IMP-DT.2: 3+"),
            (DisciplineTest { out_of_range: true, ..b }, "1/3", "IMP-DT.3: 5+"),
            (DisciplineTest { movement: 2, ..b }, "1/2", "IMP-DT.4: the second costs nothing"),
            (DisciplineTest { movement: 3, ..b }, "1/3", "IMP-DT.4: 5+"),
            (DisciplineTest { movement: 4, ..b }, "1/6", "IMP-DT.4: 6+"),
            (DisciplineTest { movement: 5, ..b }, "0/1", "IMP-DT.4, IMP-R25: 7+"),
            (DisciplineTest { charismatic: true, commander: true, ..b }, "5/6", "IMP-SPC.23: 2+"),
        ] {
            assert_eq!(chance(test), passes, "{rule}");
        }
        // IMP-R25: nothing is sure, but what the sum makes sure.
        let a = DisciplineTest {
            commander: true,
            charismatic: true,
            ..DisciplineTest::plain(Discipline::A)
        };
        assert_eq!(chance(a), "1/1", "IMP-R25: 1+");
        let b = DisciplineTest { commander: true, out_of_range: true, movement: 3, ..b };
        assert_eq!(
            b.sum().to_string(),
            "+1 Commander [IMP-DT.2]\n-1 out of command range [IMP-DT.3]\n-1 movements after the second [IMP-DT.4]\n= -1"
        );
    }

    #[test]
    fn failing_does_what_the_table_says() {
        use Failure::*;
        for (purpose, kind, rule, failure) in [
            (Purpose::Recover, Kind::Fp, "IMP-DF.1", Nothing),
            (Purpose::Opportunity, Kind::Fp, "IMP-DF.2", Nothing),
            (Purpose::Move, Kind::Fp, "IMP-DF.3", MovesDisordered),
            (Purpose::Evade, Kind::S, "IMP-DF.3", MovesDisordered),
            (Purpose::Dismount, Kind::Cp, "IMP-DF.4", Disordered),
            (Purpose::CounterCharge, Kind::Cm, "IMP-DF.5", Disordered),
            (Purpose::Disengage, Kind::Cp, "IMP-DF.6", Disordered),
            (Purpose::AboutFace, Kind::Fp, "IMP-DF.7", Nothing),
            (Purpose::Relief, Kind::Fp, "IMP-DF.8", Nothing),
            (Purpose::EnterBua, Kind::Fl, "IMP-DF.9", Nothing),
            (Purpose::LeaveSquare, Kind::T, "IMP-DF.10", Nothing),
            (Purpose::SpareBaggage, Kind::Fp, "IMP-DF.11", MustMove),
            (Purpose::Disengage, Kind::Cm, "IMP-DF.12", Stays),
            (Purpose::Evade, Kind::Cgl, "IMP-DF.12", Stays),
        ] {
            assert_eq!(purpose.failure(kind), (rule, failure), "{purpose:?} {kind:?}");
        }
    }
}
