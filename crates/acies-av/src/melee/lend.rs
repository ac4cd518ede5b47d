//! P4b, AV-R103: whether a formed unit supports one in open order.

use acies_core::{
    Dice, Log, Rolled, RuleId, Seat,
    flow::{Shown, Stacked, YesNo},
    words::Subject,
};
use serde::{Deserialize, Serialize};

use crate::{battle::Battle, units::Id, words::events::Event};

/// Who may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lend {
    pub unit: Id,
    pub to: Id,
}

impl YesNo<Battle> for Lend {
    const VERB: &'static str = "lend";

    fn seat(&self) -> Seat {
        self.unit.seat()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let it = battle.it(self.unit);
        (format!("{} {it} support {}?", it.does("do"), battle.name(self.to)), &["AV-R103"])
    }

    fn shows(&self, battle: &Battle, yes: bool) -> Shown {
        let (by, unit) = (self.unit.seat(), self.unit.number());
        if yes {
            let give = |it: &Subject| format!("{} support", it.does("give"));
            battle.shown_unit(by, unit, "Support", give)
        } else {
            let stay = |it: &Subject| format!("{} out of it", it.does("stay"));
            battle.shown_unit(by, unit, "Decline", stay)
        }
    }

    fn settle(
        self,
        yes: bool,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (Lend { unit, to }, seat) = (self, self.unit.seat());
        let mut fights = battle.resolving().fights.iter_mut();
        let pair = fights.find(|pair| pair.id(seat) == to).expect("it is a principal");
        pair.unasked[seat] = pair.unasked[seat].without(unit.number());
        if yes {
            pair.supports[seat] = pair.supports[seat].with(unit.number());
        }
        log.push(|| Event::Lent { unit, to, yes });
        Ok(())
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.resolution.as_deref().is_some_and(|it| it.fight_of(self.to).is_some())
    }
}

impl Battle {
    /// AV-R103: the next formed unit whose owner says whether it supports Expediti.
    pub(super) fn ask_for_support(&mut self) -> bool {
        let seats = [self.first, self.first.other()];
        let next = seats.into_iter().find_map(|seat| {
            self.matching().fights.iter().find_map(|pair| {
                let unit = pair.unasked[seat].first()?;
                Some(Lend { unit: Id::new(seat, unit), to: pair.id(seat) })
            })
        });
        next.map(|it| self.lay(it)).is_some()
    }
}
