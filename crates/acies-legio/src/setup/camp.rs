//! Camps (LEG-R117): an oblong at one's own base edge, which blocks nothing.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::Length;
use serde::{Deserialize, Serialize};

use super::{Prepared, Size, Unprepared, told};
use crate::{
    battle::{Action, Battle},
    rulings::{CAMP, SLACK},
    words::{Event, No, Words},
};

/// Who places his camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encamping {
    pub by: Seat,
}

/// The middle of the camp, from the west side of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encamp {
    pub x: Length,
}

impl Size {
    /// LEG-R117: the whole camp is on the table.
    fn has_room_for_camp(self, x: Length) -> bool {
        let half = CAMP[0] / 2.0 - SLACK;
        (half..=self.table()[0] - half).contains(&x.get())
    }
}

impl Step<Battle> for Encamping {
    fn deciders(&self, _: &Battle) -> Seats {
        self.by.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("where is your camp?".into(), &["LEG-R117"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let width = battle.setup.size.table()[0];
        let planned = battle.prelude.as_ref().and_then(|it| it.plans[self.by].camp);
        let planned = planned.filter(|&x| battle.setup.size.has_room_for_camp(x));
        let usual = [0.5, 0.25, 0.75].map(|part| Length::new(libm::round(width * part)));
        let others = usual.into_iter().filter(|&x| planned != Some(x));
        out.extend(planned.into_iter().chain(others).map(|x| Action::from(Encamp { x })));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Encamp { x: Length::ZERO }.into());
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

impl Deed<Battle> for Encamp {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["camp"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("camp {}", self.x)
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(Encamp { x: words.paces()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        battle.asked().filter(|it: &Encamping| it.by == by).ok_or(No::NotNow)?;
        if battle.setup.size.has_room_for_camp(self.x) {
            Ok(by)
        } else {
            Err(No::Setup(Unprepared::CampOff))
        }
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let at = battle.setup.size.camp_of(by, self.x);
        battle.sides[by].camp = Some(at);
        told(log, || Prepared::Encamped { by, at });
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let width = battle.setup.size.table()[0];
        let part = match self.x.get() / width {
            part if part < 0.4 => "in the west",
            part if part > 0.6 => "in the east",
            _ => "in the middle",
        };
        Shown::new("Pitch it here", format!("pitch the camp {part}, at {}", self.x))
            .rules(&["LEG-R117"])
    }
}
