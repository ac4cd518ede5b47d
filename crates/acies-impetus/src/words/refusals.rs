//! Why not: facts, rules, and the sentence.

use acies_core::{Reason, Seat, told};

use crate::{battle::Battle, setup::words::NoSetup};

told! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum No;
    pub fn reason(self: &Self, battle: &Battle) -> Reason;

    Setup(it: NoSetup) => it.reason(battle);
    Over => Reason::because(&["IMP-VIC.4"], "the battle is over");
    NotAsked { by: Seat } => Reason::because(&["IMP-R23"], format!("{} are not asked now", battle.host(*by)));
    NotNow => Reason::because(&["IMP-R23"], "this is not what is asked now");
    Activated { seat: Seat, command: u8 } => Reason::because(
        &["IMP-R15", "IMP-R123"],
        format!("{} cannot be activated any more this Turn", battle.command_name(*seat, *command)),
    );
}

impl Eq for No {}

impl From<NoSetup> for No {
    fn from(it: NoSetup) -> Self {
        No::Setup(it)
    }
}
