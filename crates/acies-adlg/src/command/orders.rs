//! Orders in the field (RULES.md 3.5, 3.16, 4.4): what one costs where it is given, who may rally, which
//! groups there are.

use acies_core::RuleId;
use acies_table::chain;
use arrayvec::ArrayVec;

use crate::{
    action::UnitSet,
    battle::{Battle, Commander, Flags, Id, Place},
    command::{Cost, Enemy, Order},
    melee::engagement::{DRILL, Roles},
    rally::Rally,
    rulings::UNITS_MAX,
};

/// Why a unit may not try to rally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRally {
    /// ADLG-RAL.1.
    Never,
    /// It has lost nothing (ADLG-R8).
    InOrder,
    /// ADLG-R45: it has tried.
    Tried,
    /// ADLG-R42, ADLG-R45: it has moved or conformed.
    Moved,
    NotOnTable,
}

impl NoRally {
    pub fn says(self) -> &'static str {
        match self {
            NoRally::Never => "elephants and Expendables never do",
            NoRally::InOrder => "it has lost nothing",
            NoRally::Tried => "it has tried in this phase",
            NoRally::Moved => "it has moved or conformed in this phase",
            NoRally::NotOnTable => "it is not on the table",
        }
    }
}

impl Battle {
    /// ADLG-R37, ADLG-R44: the cost of an order to a unit or group, with the circumstances of the moment.
    pub fn order_cost(
        &self,
        units: &[Id],
        order: Order,
        difficult: Option<RuleId>,
        roles: &Roles,
    ) -> Cost {
        let with = units.first().and_then(|&id| match self.commander_of(id) {
            Some((Commander::With(number), _)) => Some(Id::new(id.seat(), number)),
            _ => None,
        });
        Cost {
            order,
            out_of_range: !self.in_command(units),
            difficult,
            // ADLG-R40: with a main unit, not with a support.
            commander_fights: with.is_some_and(|id| roles.opponent(id).is_some()),
            his_own_unit: with.is_some_and(|id| units == [id]),
        }
    }

    /// ADLG-RAL.2 to .4, ADLG-R37, ADLG-R159: how near the enemy is to a unit that rallies.
    pub fn enemy_near(&self, id: Id, roles: &Roles) -> Enemy {
        match () {
            () if roles.in_melee(id) => Enemy::InMelee,
            () if !self.is_far_from_enemies(id) => Enemy::Near,
            () => Enemy::Far,
        }
    }

    /// ADLG-RAL.1, ADLG-R45: the rally of a unit, if it may try.
    pub fn rally(&self, id: Id, roles: &Roles) -> Result<Rally, NoRally> {
        let unit = self.unit(id);
        match () {
            () if unit.place != Place::Table => Err(NoRally::NotOnTable),
            () if !self.profile(id).may_rally() => Err(NoRally::Never),
            () if !self.is_disordered(id) => Err(NoRally::InOrder),
            () if unit.is(Flags::RALLIED) => Err(NoRally::Tried),
            () if unit.moves > 0 || unit.charged.is_some() || unit.is(Flags::SPENT) => {
                Err(NoRally::Moved)
            }
            () => {
                Ok(Rally { enemy: self.enemy_near(id, roles), commander: self.has_commander(id) })
            }
        }
    }

    /// ADLG-R43: adds the largest groups of two and more among some units, each once.
    pub fn add_groups_among(&self, units: &[Id], groups: &mut ArrayVec<UnitSet, UNITS_MAX>) {
        let bases: ArrayVec<_, UNITS_MAX> = units.iter().map(|&id| self.base(id)).collect();
        let linked = |a: usize, b: usize| bases[a].joined(&bases[b], DRILL).is_some();
        let mut left: u64 = (1 << units.len()) - 1;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let joined = chain(units.len(), first, linked);
            left &= !joined;
            let members = (0..units.len()).filter(|at| joined & 1 << at != 0).map(|at| units[at]);
            let group: UnitSet = members.collect();
            if joined.count_ones() > 1 && !groups.contains(&group) {
                groups.try_push(group).ok();
            }
        }
    }
}
