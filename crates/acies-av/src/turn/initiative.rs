//! Initiative (RULES.md 4, 8.1; AV-15.7, AV-R30).

use acies_core::{
    D6, Dice, Each, Log, Misread, Rolled, Row, RuleId, Seat, Seats, Sum, add,
    flow::{Deed, Shown, Stacked, Step},
    total, when,
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Action, Battle},
    notation::Reader,
    words::{events::Event, refusals::No},
};

/// A side that throws for initiative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Initiative {
    /// AV-15.7: its Commander-in-Chief is out of the battle, for good (AV-R30).
    pub chief_lost: bool,
}

impl Initiative {
    fn rows(self) -> [Option<Row>; 1] {
        [add("AV-15.7", when(self.chief_lost), -1, "Commander-in-Chief lost")]
    }

    /// What is added to its die.
    pub fn sum(self) -> Sum {
        Sum::of(self.rows())
    }
}

/// AV-4.2: each side throws a die, and the higher chooses to be first or second. Nobody if they are
/// equal: both are thrown again (AV-R30).
pub fn initiative(both: &Each<Initiative>, dice: &mut Dice) -> Rolled<Option<Seat>> {
    let added = Each::of(|seat| total(both[seat].rows()));
    let red = dice.roll(Seat::Red.throws("AV-4.2", "initiative"), D6)? + added[Seat::Red];
    let blue = dice.roll(Seat::Blue.throws("AV-4.2", "initiative"), D6)? + added[Seat::Blue];
    Ok(match red.cmp(&blue) {
        std::cmp::Ordering::Greater => Some(Seat::Red),
        std::cmp::Ordering::Less => Some(Seat::Blue),
        std::cmp::Ordering::Equal => None,
    })
}

/// P1: the winner is first or second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FirstOrSecond(pub Seat);

impl Step<Battle> for FirstOrSecond {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("play first or second in this turn?".into(), &["AV-4.2"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([true, false].map(|first| Action::from(Choice { first })));
    }
}

/// His choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub first: bool,
}

impl Deed<Battle> for Choice {
    type Plan = FirstOrSecond;
    const VERBS: &'static [&'static str] = &["first", "second"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        if self.first { "first" } else { "second" }.into()
    }

    fn read(verb: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Choice { first: verb == "first" })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<FirstOrSecond, No> {
        battle.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        FirstOrSecond(by): FirstOrSecond,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let first = self.first;
        battle.first = if first { by } else { by.other() };
        log.push(|| Event::Played { by, first });
        battle.enter_orders(battle.first, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        Shown::new("Choose", format!("play {} in this turn", self.write(battle, by)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_higher_die_has_the_choice() {
        let whole = Initiative::default();
        let headless = Initiative { chief_lost: true };
        for (both, faces, first, rule) in [
            ([whole, whole], [5, 3], Some(Seat::Red), "AV-4.2"),
            ([whole, whole], [2, 3], Some(Seat::Blue), "AV-4.2"),
            ([whole, whole], [4, 4], None, "AV-R30"),
            ([headless, whole], [4, 4], Some(Seat::Blue), "AV-15.7"),
            ([headless, whole], [5, 4], None, "AV-15.7"),
            ([headless, headless], [4, 4], None, "AV-15.7: both"),
        ] {
            let mut dice = Dice::scripted(faces);
            assert_eq!(initiative(&Each(both), &mut dice), Ok(first), "{rule}: {faces:?}");
        }
        assert_eq!(headless.sum().to_string(), "-1 Commander-in-Chief lost [AV-15.7]\n= -1");
    }
}
