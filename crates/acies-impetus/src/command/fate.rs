//! The loss of a Commander (RULES.md 3.20, IMP-R68).

use acies_core::{D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, always, total, when};
use serde::Serialize;

use super::{Commander, Structure};

/// A Commander whose Unit has failed a cohesion test with a 6 (IMP-CDR.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AtRisk {
    pub commander: Commander,
    /// IMP-CDR.9, IMP-R68: the Leadership of the army's other Commanders on the table, together.
    pub others: u8,
    pub structure: Structure,
    /// IMP-CDR.11: permanent losses of his Unit in that test.
    pub losses: u8,
    /// IMP-CDR.12, IMP-R20: he is mounted.
    pub mounted: bool,
}

/// What becomes of him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Fate {
    Unharmed,
    Captured,
    Killed,
    /// His Command routs at the end of the Turn.
    CapturedAndRout,
    KilledAndRout,
    /// The army routs at the end of the Turn.
    KilledAndArmyRout,
}

impl Fate {
    pub fn is_lost(self) -> bool {
        self != Fate::Unharmed
    }

    /// IMP-R68: whether his Command, or the whole army, is marked as routing.
    pub fn routs(self) -> bool {
        self >= Fate::CapturedAndRout
    }

    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Unharmed => "unharmed",
            Fate::Captured => "captured",
            Fate::Killed => "killed",
            Fate::CapturedAndRout => "captured, and his Command routs",
            Fate::KilledAndRout => "killed, and his Command routs",
            Fate::KilledAndArmyRout => "killed, and the army routs",
        }
    }
}

impl AtRisk {
    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 5] {
        [
            add("IMP-CDR.8",  always(), self.commander.quality.leadership(), "his Leadership"),
            add("IMP-CDR.9",  always(),             -i32::from(self.others), "Leadership of the others"),
            add("IMP-CDR.10", always(),          -self.structure.steadies(), "Command Structure"),
            add("IMP-CDR.11", always(),              i32::from(self.losses), "losses of his Unit"),
            add("IMP-CDR.12", when(self.mounted),                        -2, "mounted"),
        ]
    }

    /// What is added to the dice.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// IMP-CDR.2 to IMP-CDR.7: what dice make of him, and the row of the table.
    pub fn fate(&self, throw: [u8; 2]) -> (RuleId, Fate) {
        let total = i32::from(throw[0]) + i32::from(throw[1]) + total(self.rows());
        match total {
            ..=6 => ("IMP-CDR.2", Fate::Unharmed),
            7..=8 => ("IMP-CDR.3", Fate::Captured),
            9..=10 => ("IMP-CDR.4", Fate::Killed),
            11..=12 => ("IMP-CDR.5", Fate::CapturedAndRout),
            // IMP-R68: 15 and more for who is not in chief.
            15.. if self.commander.chief => ("IMP-CDR.7", Fate::KilledAndArmyRout),
            13.. => ("IMP-CDR.6", Fate::KilledAndRout),
        }
    }

    /// IMP-CDR.1: both dice.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<[u8; 2]> {
        let ask = by.throws("IMP-CDR.1", "the Commander's fate");
        Ok([dice.roll(ask, D6)? as u8, dice.roll(ask, D6)? as u8])
    }

    /// IMP-SPC.22, IMP-SPC.29, IMP-R68: one die again, once.
    pub fn throw_again(
        &self,
        throw: [u8; 2],
        die: usize,
        by: Seat,
        dice: &mut Dice,
    ) -> Rolled<[u8; 2]> {
        let mut now = throw;
        now[die] = dice.roll(by.throws("IMP-R68", "the Commander's fate again"), D6)? as u8;
        Ok(now)
    }

    /// IMP-R131: the die that is worth throwing again, if he may and it may help: the higher one.
    pub fn worth_again(&self, throw: [u8; 2]) -> Option<usize> {
        let may = self.commander.quality.rerolls_his_loss() && self.fate(throw).1.is_lost();
        let die = usize::from(throw[1] > throw[0]);
        (may && throw[die] > 1).then_some(die)
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::command::Quality;

    fn poor() -> AtRisk {
        AtRisk {
            commander: Commander::new(Quality::Poor, false),
            others: 0,
            structure: Structure::Poor,
            losses: 0,
            mounted: false,
        }
    }

    #[test]
    fn the_bands_of_the_table() {
        // Poor adds 1 (IMP-CDR.8).
        for (throw, rule, fate) in [
            ([1, 4], "IMP-CDR.2", Fate::Unharmed),
            ([1, 5], "IMP-CDR.3", Fate::Captured),
            ([1, 6], "IMP-CDR.3", Fate::Captured),
            ([2, 6], "IMP-CDR.4", Fate::Killed),
            ([3, 6], "IMP-CDR.4", Fate::Killed),
            ([4, 6], "IMP-CDR.5", Fate::CapturedAndRout),
            ([6, 6], "IMP-CDR.6", Fate::KilledAndRout),
        ] {
            assert_eq!(poor().fate(throw), (rule, fate), "{throw:?}");
        }
        let chief = AtRisk { commander: Commander::new(Quality::Genius, true), ..poor() };
        assert_eq!(chief.fate([5, 6]), ("IMP-CDR.7", Fate::KilledAndArmyRout), "15");
        let other = AtRisk { commander: Commander::new(Quality::Genius, false), ..poor() };
        assert_eq!(other.fate([5, 6]), ("IMP-CDR.6", Fate::KilledAndRout), "IMP-R68");
        assert!(Fate::KilledAndRout.routs() && !Fate::Killed.routs(), "IMP-R68");
    }

    #[test]
    fn modifiers_of_the_table() {
        let it =
            AtRisk { others: 3, structure: Structure::Good, losses: 2, mounted: true, ..poor() };
        // 1 - 3 - 4 + 2 - 2.
        assert_eq!(it.sum().total, -6, "IMP-CDR.8 to IMP-CDR.12");
        assert_eq!(it.fate([6, 6]).1, Fate::Unharmed, "6");
        assert_eq!(
            AtRisk { structure: Structure::Average, ..poor() }.sum().total,
            -1,
            "IMP-CDR.10"
        );
        // 2D6 + 1 of 6 or less: 2D6 of 5 or less is 10 ways of 36.
        let odds = odds(|dice| Ok(poor().fate(poor().throw(Seat::Red, dice)?).1));
        assert_eq!(odds.chance(|it| *it == Fate::Unharmed).to_string(), "5/18", "IMP-CDR.2");
    }

    #[test]
    fn great_commanders_throw_a_die_again() {
        let genius = AtRisk { commander: Commander::new(Quality::Genius, true), ..poor() };
        assert_eq!(genius.worth_again([2, 6]), Some(1), "IMP-SPC.29");
        assert_eq!(genius.worth_again([1, 1]), None, "he is unharmed");
        let charismatic =
            AtRisk { commander: Commander::new(Quality::Charismatic, true), ..poor() };
        assert_eq!(charismatic.worth_again([6, 2]), Some(0), "IMP-SPC.22");
        assert_eq!(poor().worth_again([6, 2]), None, "IMP-R68");
        let now = genius.throw_again([2, 6], 1, Seat::Red, &mut Dice::scripted([1]));
        assert_eq!(now, Ok([2, 1]), "IMP-R68");
    }
}
