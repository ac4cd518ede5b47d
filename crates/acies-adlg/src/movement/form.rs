//! The order to change a formation (ADLG-MAN.7, ADLG-R52).

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown},
    words::{counted, number},
};
use acies_table::Pose;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::Group;
use crate::{
    action::UnitSet,
    battle::{Battle, Flags, Id},
    command::{Cost, Order, orders::shown},
    formation::Slot,
    rulings::UNITS_MAX,
    words::{events::Event, notation::Reader, refusals::No},
};

/// A group extends or contracts; who is named first stays in its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    pub slots: Vec<Slot>,
}

/// Where the units come to stand, and what it costs.
pub struct Forming {
    ids: Group,
    poses: ArrayVec<Pose, UNITS_MAX>,
    cost: Cost,
}

impl Form {
    fn units(&self) -> UnitSet {
        self.slots.iter().map(|slot| slot.unit).collect()
    }
}

impl Deed<Battle> for Form {
    type Plan = Forming;
    const VERBS: &'static [&'static str] = &["form"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let each = self.slots.iter().map(|slot| format!("{}@{}", number(slot.unit), slot.file));
        format!("form {}", each.collect::<Vec<_>>().join(","))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Form { slots: words.slots()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Forming, No> {
        self.slots.iter().try_for_each(|slot| battle.check_exists(by, slot.unit))?;
        let orders = battle.orders_to(by, UnitSet::NONE)?;
        let ids = self.slots.iter().map(|slot| Id::new(by, slot.unit));
        ids.clone().try_for_each(|unit| orders.check_mobile(battle, unit))?;
        let moved = battle.check_form(&self.slots, battle.roles())?;
        let ids: Group = ids.collect();
        let cost = orders.affords(battle, &ids, Order::Move, moved.difficult)?;
        Ok(Forming { ids, poses: moved.poses, cost })
    }

    fn perform(
        &self,
        Forming { ids, poses, cost }: Forming,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let is_near = |battle: &Battle| ids.iter().any(|&id| !battle.is_clear_of_enemies(id));
        let began_near = is_near(battle);
        battle.carry_out(&ids, &[], &poses, cost, began_near, log);
        if is_near(battle) {
            for &id in &ids {
                battle.record_mut(id).flags |= Flags::WAS_NEAR;
            }
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let roles = battle.roles();
        let moved = battle.check_form(&self.slots, roles).ok();
        let ids: Group = self.units().ids(by).collect();
        let cost = moved.map(|it| battle.order_cost(&ids, Order::Move, it.difficult, roles));
        let files: std::collections::BTreeSet<_> =
            self.slots.iter().map(|slot| slot.file).collect();
        let files = counted(files.len(), "file");
        let line = battle.they(by, self.units()).says(&format!("form {files}"));
        let units = battle.pieces(by, self.units());
        Shown { units, ..shown("Form up", line, cost) }
    }
}
