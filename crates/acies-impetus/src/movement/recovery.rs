//! Recovery of order, Opportunity, shieldwall, stakes and pavises (RULES.md 2, U2 a to c and e; IMP-DF.1, IMP-DF.2,
//! IMP-DIS.1, IMP-DIS.2, IMP-R26, IMP-R27, IMP-R86, IMP-R100): what Units do instead of moving.

use acies_core::{
    Dice, Forecast, Log, Misread, Rolled, RuleId, Seat,
    flow::{Deed, Shown, Stacked},
};
use serde::{Deserialize, Serialize};

use super::going::Going;
use crate::{
    battle::{Battle, Id},
    command::discipline::Purpose,
    profile::Traits,
    words::{events::Event, notation::Reader, refusals::No},
};

/// What Units do that stay where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stay {
    /// IMP-R27: go on Opportunity.
    Wait,
    /// IMP-R26: recover order by a test.
    Recover,
    /// IMP-R26: the Commander brings it back to order.
    Rally,
    /// IMP-R100.
    Shieldwall,
    /// IMP-R86: stakes or pavises.
    PutUp,
}

impl Stay {
    pub const ALL: [Stay; 5] =
        [Stay::Wait, Stay::Recover, Stay::Rally, Stay::Shieldwall, Stay::PutUp];

    /// What it tests for.
    fn purpose(self) -> Option<Purpose> {
        match self {
            Stay::Wait => Some(Purpose::Opportunity),
            Stay::Recover => Some(Purpose::Recover),
            Stay::Rally | Stay::Shieldwall | Stay::PutUp => None,
        }
    }
}

impl Deed<Battle> for Stay {
    type Plan = Going;
    const VERBS: &'static [&'static str] = &["wait", "recover", "rally", "shieldwall", "putup"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        Self::VERBS[*self as usize].into()
    }

    fn read(verb: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        let at = Self::VERBS.iter().position(|it| *it == verb).unwrap_or_default();
        Ok(Stay::ALL[at])
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Going, No> {
        let going: Going = battle.asked().ok_or(No::NotNow)?;
        let units = going.able(battle);
        let Some(unit) = units.ids(going.seat).next() else { return Err(No::Nobody) };
        if going.phases > 0 || going.volley != super::going::Volley::NotYet {
            return Err(No::Barred { unit, rule: "IMP-R27" });
        }
        for id in units.ids(going.seat) {
            battle.may_stay(id, *self, &going).map_err(|rule| No::Barred { unit: id, rule })?;
        }
        Ok(going)
    }

    fn perform(
        &self,
        going: Going,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (seat, units) = (going.seat, going.able(battle));
        let passed = match self.purpose() {
            Some(purpose) => battle.test_discipline(seat, units, purpose, 0, dice, log)?,
            None => true,
        };
        for id in units.ids(seat) {
            let piece = battle.piece_mut(id);
            match self {
                Stay::Wait => piece.waiting = passed,
                Stay::Recover => {
                    piece.unit.disordered &= !passed;
                    piece.tried_to_recover = true;
                    piece.phases += 1;
                }
                Stay::Rally => piece.unit.disordered = false,
                Stay::Shieldwall => piece.unit.shieldwall = true,
                Stay::PutUp => piece.protected = true,
            }
        }
        if passed {
            log.push(|| Event::Stayed { seat, units, how: *self });
        }
        if let Some(going) = battle.going_mut() {
            if *self == Stay::Recover {
                // IMP-R26: the attempt is a phase; who fails may still shoot, not move.
                going.phases += 1;
                going.halted |= !passed;
                if passed {
                    going.duty = None;
                }
            } else {
                going.over = true;
            }
            going.duty = going.duty.filter(|_| *self != Stay::Recover);
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let (commit, does, rules): (_, _, &[RuleId]) = match self {
            Stay::Wait => ("Wait", "go on Opportunity", &["IMP-DF.2", "IMP-R27"]),
            Stay::Recover => ("Recover", "try to recover order", &["IMP-DIS.1", "IMP-R26"]),
            Stay::Rally => ("Recover", "recover order with the Commander", &["IMP-R26"]),
            Stay::Shieldwall => ("Form", "form shieldwall", &["IMP-SPC.43", "IMP-R100"]),
            Stay::PutUp => ("Put up", "put up stakes or pavises", &["IMP-R86"]),
        };
        let units = battle.asked_units();
        let pieces = units.ids(by).map(|id| battle.key_of_piece(id)).collect();
        let who = Some(battle.names(by, units));
        Shown { who, units: pieces, ..Shown::new(commit, does) }.rules(rules)
    }

    fn forecast(&self, battle: &Battle, by: Seat) -> Option<Forecast> {
        let going = Deed::check(self, battle, by).ok()?;
        Some(battle.discipline_forecast(by, going.able(battle), self.purpose()?, 0, None))
    }

    fn hindsight(&self, was: &Battle, by: Seat, _: &Battle, events: &[Event]) -> Option<Forecast> {
        let units = was.asked_units();
        let passed = Event::discipline_of(events)?;
        Some(was.discipline_forecast(by, units, self.purpose()?, 0, Some(passed)))
    }
}

impl Battle {
    /// IMP-DIS.2, IMP-DIS.8, IMP-R26, IMP-R27, IMP-R86, IMP-R98, IMP-R100: whether a Unit may stay so, or the rule by which
    /// not.
    fn may_stay(&self, id: Id, how: Stay, going: &Going) -> Result<(), RuleId> {
        let piece = self.piece(id);
        let in_contact = self.is_in_contact(id);
        let bound = going.duty.is_some();
        match how {
            _ if piece.square.is_some() => Err("IMP-R93"),
            Stay::Wait => piece.unit.may_wait(in_contact, bound),
            Stay::Recover | Stay::Rally if !piece.unit.disordered => Err("IMP-R26"),
            Stay::Recover | Stay::Rally if in_contact => Err("IMP-DIS.2"),
            Stay::Recover if piece.tried_to_recover => Err("IMP-R26"),
            Stay::Recover => Ok(()),
            Stay::Rally => piece.unit.may_recover_with_commander(),
            _ if bound => Err("IMP-R98"),
            Stay::Shieldwall if piece.unit.shieldwall => Err("IMP-R100"),
            Stay::Shieldwall => piece.unit.may_form_shieldwall(),
            Stay::PutUp => {
                let has = piece.unit.profile.has(Traits::STAKES | Traits::PAVISE);
                if has && !piece.protected { Ok(()) } else { Err("IMP-R86") }
            }
        }
    }

    /// The Units that are asked what they do.
    pub(crate) fn asked_units(&self) -> crate::battle::UnitSet {
        self.asked::<Going>().map(|it| it.able(self)).unwrap_or_default()
    }
}
