//! Redressing ranks (AV-5.38 to AV-5.41, AV-R61).

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
    words::{Subject, number},
};
use serde::{Deserialize, Serialize};

use super::Orders;
use crate::{
    battle::Battle,
    notation::Reader,
    profile::Order,
    table::Table,
    units::{Flags, Id},
    words::{events::Event, refusals::No},
};

impl Table<'_> {
    /// AV-5.38, AV-5.41, AV-R61.
    pub fn check_redress(self, id: Id) -> Result<(), No> {
        let unit = self.unit(id);
        match () {
            () if !unit.is_there() => return Err(No::NotOnTable { unit: id }),
            () if !unit.disrupted => return Err(No::NotDisrupted { unit: id }),
            () if unit.is(Flags::TESTED) => return Err(No::Tested { unit: id }),
            () => {}
        }
        match self.contacts(id).first() {
            Some(enemy) => {
                let enemy = Id::new(id.seat().other(), enemy);
                Err(No::InEnemyZone { unit: id, enemy })
            }
            None => Ok(()),
        }
    }
}

/// A disrupted unit redresses its ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redress {
    pub unit: u8,
}

impl Deed<Battle> for Redress {
    type Plan = Id;
    const VERBS: &'static [&'static str] = &["redress"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("redress {}", number(self.unit))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Redress { unit: reader.own()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Id, No> {
        let id = battle.known(by, self.unit)?;
        battle.asked::<Orders>().ok_or(No::NotNow)?;
        battle.table().check_redress(id).map(|()| id)
    }

    fn perform(
        &self,
        unit: Id,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let it = battle.unit_mut(unit);
        it.disrupted = false;
        it.order = Some(Order::Halt);
        it.tried = None;
        it.flags |= Flags::REDRESSED;
        it.flags.remove(Flags::HP_SPENT);
        log.push(|| Event::Redressed { unit });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let redress = |it: &Subject| format!("{} {} ranks", it.does("redress"), it.their());
        battle.shown_unit(by, self.unit, "Redress ranks", redress).rules(&["AV-5.38"])
    }
}
