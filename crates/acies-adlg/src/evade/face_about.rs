//! ADLG-R98: whether light troops that got away face about.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Id, Place},
    words::{events::Event, notation::Reader, refusals::No},
};

/// Units of a seat that got away, of which the first may face about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GotAway {
    pub seat: Seat,
    pub units: UnitSet,
}

/// Whether those who got away turn to the enemy again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceAbout {
    pub turns: bool,
}

impl GotAway {
    /// Who is asked.
    fn first(&self) -> Option<Id> {
        self.units.ids(self.seat).next()
    }
}

impl Step<Battle> for GotAway {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let asks = self.first().map(|id| battle.who(id));
        let asks = asks.map(|it| format!("{} {it} face about?", it.does("do")));
        (asks.unwrap_or_default(), &["ADLG-R98"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([true, false].map(|turns| Action::from(FaceAbout { turns })));
    }

    fn fits(&self, _: &Battle) -> bool {
        !self.units.is_empty()
    }
}

impl Deed<Battle> for FaceAbout {
    type Plan = GotAway;
    const VERBS: &'static [&'static str] = &["about", "as_it_is"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        if self.turns { "about".into() } else { "as_it_is".into() }
    }

    fn read(verb: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(FaceAbout { turns: verb == "about" })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<GotAway, No> {
        battle.asked().ok_or(No::NotNow)
    }

    fn perform(
        &self,
        GotAway { seat, units }: GotAway,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Some(unit) = units.ids(seat).next() else { return Ok(()) };
        if self.turns {
            let facing = battle.unit(unit).pose.facing.opposite();
            battle.unit_mut(unit).pose.facing = facing;
            log.push(|| Event::FacedAbout { unit });
        }
        let units = units.without(unit.number());
        if !units.is_empty() {
            battle.lay(GotAway { seat, units });
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (commit, says) =
            if self.turns { ("Face about", "face about") } else { ("Stay", "stay turned away") };
        let asked: Option<GotAway> = battle.asked();
        battle.shown_as(by, asked.and_then(|it| it.first()), commit, says)
    }
}

impl Battle {
    /// LI and LH of a seat that have evaded and are on the table are asked.
    pub(crate) fn offer_to_face_about(&mut self, seat: Seat, fled: UnitSet) {
        let roles = self.roles();
        let may = |id: &Id| {
            self.profile(*id).kind.is_light()
                && self.unit(*id).place == Place::Table
                && !roles.in_melee(*id)
        };
        let units: UnitSet = fled.ids(seat).filter(may).collect();
        if !units.is_empty() {
            self.lay(GotAway { seat, units });
        }
    }
}
