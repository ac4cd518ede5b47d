//! The risk that a commander runs whose unit has lost its melee (ADLG-CIM.1, ADLG-CIM.2).

use acies_core::{D6, Dice, Rolled, RuleId, Seat};
use serde::Serialize;

/// ADLG-CIM.1, ADLG-CIM.2: what becomes of a commander whose unit lost its melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CommanderRisk {
    pub routed: bool,
}

impl CommanderRisk {
    /// The rule, and the highest face that kills him.
    pub fn kills(&self) -> (RuleId, i32) {
        if self.routed { ("ADLG-CIM.2", 3) } else { ("ADLG-CIM.1", 1) }
    }

    /// The opponent throws.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<bool> {
        let (rule, highest) = self.kills();
        dice.test(by.throws(rule, "at the commander"), D6, 1..=highest)
    }
}
