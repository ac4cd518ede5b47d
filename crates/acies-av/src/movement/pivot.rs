//! Pivoting under Halt (AV-5.19, AV-R44).

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
    words::{Subject, number},
};
use acies_table::{Facing, Length, Pose};
use serde::{Deserialize, Serialize};

use super::{
    Moves,
    march::{Leg, Move},
};
use crate::{
    battle::{Action, Battle},
    notation::Reader,
    profile::Order,
    table::Table,
    units::{Flags, Id, UnitSet},
    words::{events::Event, phrases::aside, refusals::No},
};

impl Table<'_> {
    /// AV-5.19, AV-R44: whether a unit under Halt may pivot.
    pub fn check_pivot(&self, id: Id, facing: Facing) -> Result<(), No> {
        self.may_stir(id)?;
        let unit = self.unit(id);
        match () {
            () if unit.disrupted => Err(No::Disrupted { unit: id }),
            () if unit.is(Flags::REDRESSED) => Err(No::Redressed { unit: id }),
            () if !unit.is_under(Order::Halt) => {
                let order = unit.order.unwrap_or(Order::Halt);
                Err(No::NoPivot { unit: id, order })
            }
            () if facing == unit.pose.facing => Err(No::NoTurn { unit: id }),
            () => Ok(()),
        }
    }
}

/// A unit turns in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pivot {
    pub unit: u8,
    pub facing: Facing,
}

impl Deed<Battle> for Pivot {
    type Plan = Id;
    const VERBS: &'static [&'static str] = &["pivot"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("pivot {} {}", number(self.unit), self.facing)
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Pivot { unit: reader.own()?, facing: reader.facing()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Id, No> {
        let id = battle.known(by, self.unit)?;
        battle.asked::<Moves>().ok_or(No::NotNow)?;
        battle.table().check_pivot(id, self.facing).map(|()| id)
    }

    fn perform(
        &self,
        unit: Id,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (it, facing) = (battle.unit_mut(unit), self.facing);
        it.pose.facing = facing;
        it.flags |= Flags::MOVED;
        log.push(|| Event::Pivoted { unit, facing });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let turn = |it: &Subject| battle.turn_words(Id::new(by, self.unit), self.facing, it);
        let mut shown = battle.shown_unit(by, self.unit, "Turn", turn);
        if let Ok(id) = Deed::check(self, battle, by) {
            let to = Pose { facing: self.facing, ..battle.unit(id).pose };
            shown = shown.ghost(crate::scene::ghost(battle, id, &to));
        }
        shown.rules(&["AV-5.19", "AV-R44"])
    }

    /// AV-5.24: under Advance it turns and goes on.
    fn instead(&self, battle: &Battle, by: Seat, no: &No) -> Option<Action> {
        let No::NoPivot { order: Order::Advance, .. } = no else { return None };
        let (facing, distance) = (self.facing, Length::new(1.0));
        let leg = Leg { wheel: Some(facing), heading: facing, distance };
        let (steps, push) = ([leg].into_iter().collect(), UnitSet::NONE);
        battle.allowed(by, Move { unit: self.unit, steps, push })
    }
}

impl Battle {
    /// AV-R44.
    fn turn_words(&self, id: Id, facing: Facing, it: &Subject) -> String {
        let turn = it.does("turn");
        match self.target_of(id, facing) {
            Some(enemy) => format!("{turn} to face {}", self.name(enemy)),
            None => format!("{turn} {}", aside(facing - self.unit(id).pose.facing)),
        }
    }
}
