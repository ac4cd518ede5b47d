//! S2: each throws 2D6, and the higher is the Attacker; a tie is thrown again (IMP-R11).

use acies_core::{
    D6, Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};

use super::words::Prepared;
use crate::{
    battle::Battle,
    command::initiative::Throw,
    steps::{Action, Frame},
    words::{events::Event, notation::Reader, refusals::No},
};

/// Before the first die.
pub struct Beginning;

/// The dice for the Attacker are thrown.
pub struct Begin;

impl Step<Battle> for Beginning {
    fn deciders(&self, _: &Battle) -> Seats {
        Seat::Red.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("begin: throw for who attacks".into(), &["IMP-R11"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::Begin);
    }
}

impl Deed<Battle> for Begin {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["begin"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "begin".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Begin)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(), No> {
        if battle.top() == Some(Frame::Begin) { Ok(()) } else { Err(No::NotNow) }
    }

    fn perform(
        &self,
        (): (),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let attacker = loop {
            let [red, blue] = [throw(Seat::Red, dice)?, throw(Seat::Blue, dice)?];
            let attacker = higher(red, blue);
            log.push(|| Prepared::Thrown { red, blue, attacker }.into());
            if let Some(attacker) = attacker {
                break attacker;
            }
        };
        battle.setup.to_mut().attacker = attacker;
        battle.lay(Frame::Lay);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        let shown = Shown::new("Begin", "throw two dice for each side: the higher attacks");
        Shown { throws: true, ..shown.rules(&["IMP-R11"]) }
    }
}

fn throw(by: Seat, dice: &mut Dice) -> Rolled<Throw> {
    let ask = by.throws("IMP-R11", "for who attacks");
    Ok([dice.roll(ask, D6)? as u8, dice.roll(ask, D6)? as u8])
}

/// IMP-R11: who attacks; nobody on a tie.
fn higher(red: Throw, blue: Throw) -> Option<Seat> {
    match (red[0] + red[1]).cmp(&(blue[0] + blue[1])) {
        std::cmp::Ordering::Greater => Some(Seat::Red),
        std::cmp::Ordering::Less => Some(Seat::Blue),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::tests::{act, to_set_up};

    #[test]
    fn the_higher_throw_attacks() {
        let mut battle = to_set_up();
        // Seven each, then 3 against 11.
        act(&mut battle, Seat::Red, "begin", &[3, 4, 5, 2, 1, 2, 5, 6]);
        assert_eq!(battle.setup.attacker, Seat::Blue, "IMP-R11");
        // The Defender lays the terrain.
        assert_eq!(battle.asked_seats(), Seat::Red.into(), "IMP-R11");
        assert_eq!(higher([6, 6], [1, 1]), Some(Seat::Red), "IMP-R11");
        assert_eq!(higher([6, 1], [3, 4]), None, "IMP-R11: ties again");
    }
}
