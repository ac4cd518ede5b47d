//! Nomination (RULES.md 2, T1; IMP-INI.1, IMP-R18, IMP-R123): which Command a side wants to activate, in secret.

use acies_core::{
    Dice, Each, Log, Misread, Rolled, RuleId, Sealed, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use super::bidding::Bidding;
use crate::{
    battle::Battle,
    steps::{Action, Frame},
    words::{events::Event, notation::Reader, refusals::No},
};

/// Both players choose a Command that is not activated yet; who has none left has no choice.
pub struct Nominating;

/// A Command, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nominate {
    pub command: u8,
}

impl Step<Battle> for Nominating {
    fn deciders(&self, battle: &Battle) -> Seats {
        let open = battle.nominated.missing().iter();
        let open = open.filter(|seat| battle.free_commands(*seat).next().is_some());
        open.fold(Seats::NONE, Seats::with)
    }

    /// Both answer.
    fn again(&self) -> bool {
        true
    }

    /// Both are in: T2.
    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        Seat::BOTH.into_iter().for_each(|seat| log.unseal(seat));
        let nominated = battle.nominated;
        let known = |seat: Seat| nominated[seat].known().copied();
        let bidders = Seat::BOTH.into_iter().filter(|seat| known(*seat).is_some());
        let bidders = bidders.fold(Seats::NONE, Seats::with);
        battle.lay(Bidding::new(bidders, Each::of(|seat| known(seat).unwrap_or_default())));
        Ok(())
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which Command do you want to activate?".into(), &["IMP-INI.1", "IMP-R18"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        out.extend(battle.free_commands(by).map(|command| Action::from(Nominate { command })));
    }
}

impl Deed<Battle> for Nominate {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["nominate"];

    fn write(&self, battle: &Battle, by: Seat) -> String {
        format!("nominate {}", battle.command_key(by, self.command))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Nominate { command: words.command()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        if battle.top() != Some(Frame::Nominate) {
            return Err(No::NotNow);
        }
        if !battle.free_commands(by).any(|it| it == self.command) {
            return Err(No::Activated { seat: by, command: self.command });
        }
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.nominated[by] = Sealed::In(self.command);
        log.push(|| Event::Nominated { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let does = format!("nominate {}", battle.command_name(by, self.command));
        Shown::new("Nominate", does).rules(&["IMP-INI.1", "IMP-R18"])
    }
}

impl Battle {
    /// Who has only one Command left has no choice, and no secret either.
    pub(crate) fn nominate_the_only_ones(&mut self) {
        self.nominated = Each::default();
        for seat in Seat::BOTH {
            let mut free = self.free_commands(seat);
            let (first, second) = (free.next(), free.next());
            drop(free);
            if let (Some(only), None) = (first, second) {
                self.nominated[seat] = Sealed::In(only);
            }
        }
    }

    pub fn command_name(&self, seat: Seat, command: u8) -> &str {
        &self.setup.hosts[seat].commands[usize::from(command)]
    }

    /// What players type for a Command.
    pub fn command_key(&self, seat: Seat, command: u8) -> String {
        acies_core::words::key(self.command_name(seat, command))
    }
}
