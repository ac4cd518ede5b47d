//! Orders to a corps: to its groups, to its units, to its commander.

use acies_core::Seat;

use crate::{
    abilities::Abilities,
    action::{Action, How, UnitSet},
    battle::{Battle, Commander, Flags, Id, Orders},
    command::Order,
    engagement::Roles,
    movement::Group,
};

/// How many actions a list has at most for one unit, charges and moves together, and for one group.
pub const UNIT_MOST: usize = 12;
pub const GROUP_MOST: usize = 8;

/// Units that have no enemy within this march with their group and are not listed one by one.
const MARCH_UD: f64 = 7.0;

/// To how many units of his corps a commander is offered to go.
const ATTACH_MOST: usize = 3;

/// A list of orders in the making.
pub(super) struct Listing<'a> {
    pub battle: &'a Battle,
    pub orders: &'a Orders,
    pub roles: &'a Roles,
    pub out: &'a mut Vec<Action>,
}

impl Battle {
    pub(super) fn corps_units(&self, corps: u8) -> Group {
        self.standing(self.phasing).filter(|&id| self.troop(id).corps == corps).collect()
    }

    pub(super) fn list_orders(&self, orders: &Orders, out: &mut Vec<Action>) {
        let roles = self.roles();
        let corps = self.corps_units(orders.corps);
        let mut listing = Listing { battle: self, orders, roles: &roles, out };
        let bound = listing.impetuous(&corps);
        if bound.is_empty() {
            listing.out.push(Action::EndCorps);
        }
        listing.list_commander(&corps);
        let grouped = listing.list_groups(&corps, bound);
        for &id in &corps {
            if !bound.has(id.number()) {
                listing.list_unit(id, grouped.has(id.number()));
            }
        }
    }
}

impl Listing<'_> {
    /// Adds an action if it is legal.
    fn propose(&mut self, action: Action) {
        if self.battle.judge_order(self.orders, &action, self.roles).is_ok() {
            self.out.push(action);
        }
    }

    /// Whether an order to these units can be paid for at all.
    pub fn affords(&self, units: &[Id], order: Order) -> bool {
        self.battle.affords(self.orders, units, order, None, self.roles).is_ok()
    }

    /// ADLG-R87: the units that must charge, and what can be done with them.
    fn impetuous(&mut self, corps: &[Id]) -> UnitSet {
        let mut bound = UnitSet::NONE;
        for &id in corps.iter().filter(|id| self.orders.listed.has(id.number())) {
            let unit = id.number();
            let Some((_, start)) = self.battle.uncontrolled_charge(id, self.roles) else {
                continue;
            };
            bound = bound.with(unit);
            let units = UnitSet::NONE.with(unit);
            self.out.push(Action::Charge { units, start: start.clone(), how: How::Uncontrolled });
            self.propose(Action::Charge { units, start, how: How::Ordered });
            if self.affords(&[id], Order::PreventCharge) {
                self.out.push(Action::Prevent { unit });
            }
        }
        bound
    }

    /// ADLG-R38: to units that fight, that are Disordered, or that stand in the middle of the corps.
    fn list_commander(&mut self, corps: &[Id]) {
        let (battle, seat) = (self.battle, self.battle.phasing);
        let at = usize::from(self.orders.corps);
        let stays = self.orders.commander_moved || battle.setup.armies[seat].corps[at].included;
        let with = match battle.sides[seat].commanders[at] {
            Commander::With(unit) => Some(Id::new(seat, unit)),
            Commander::Free(_) => None,
            Commander::Away | Commander::Lost => return,
        };
        if stays || with.is_some_and(|id| self.roles.in_melee(id)) {
            return;
        }
        let of_use = |&&id: &&Id| {
            Some(id) != with && (self.roles.opponent(id).is_some() || battle.is_disordered(id))
        };
        let middle = corps.get(corps.len() / 2).filter(|&&id| Some(id) != with);
        let mut offered = UnitSet::NONE;
        for id in corps.iter().filter(of_use).take(ATTACH_MOST - 1).chain(middle) {
            if !offered.has(id.number()) {
                offered = offered.with(id.number());
                self.propose(Action::Attach { unit: id.number() });
            }
        }
    }

    /// The groups of the corps: those that stand free march, all of them charge. Gives the units that are in
    /// a group of which something can be asked.
    fn list_groups(&mut self, corps: &[Id], bound: UnitSet) -> UnitSet {
        let mut seen = UnitSet::NONE;
        let mut grouped = UnitSet::NONE;
        for &id in corps {
            if seen.has(id.number()) || self.battle.check_group(&[id], self.roles).is_err() {
                continue;
            }
            let group = self.battle.group_of(id, self.roles);
            seen = group.iter().fold(seen, |seen, it| seen.with(it.number()));
            if group.len() > 1 {
                self.list_group_charges(&group);
                grouped = self.list_marching(&group, bound, grouped);
            }
        }
        grouped
    }

    /// The parts of a group that no zone holds and no rage drives, each as a group of its own.
    fn list_marching(&mut self, group: &[Id], bound: UnitSet, grouped: UnitSet) -> UnitSet {
        let battle = self.battle;
        let free = |id: Id| {
            !bound.has(id.number())
                && !battle.unit(id).is(Flags::PREVENTED)
                && battle.most_threatening(id, self.roles).is_none()
        };
        let mut left: Group = group.iter().copied().filter(|&id| free(id)).collect();
        let mut grouped = grouped;
        while let Some(&first) = left.first() {
            let moves = battle.unit(first).moves;
            let alike = |&id: &Id| battle.unit(id).moves == moves;
            let mates: Group = left.iter().copied().filter(alike).collect();
            let part = battle.joined_to(first, &mates);
            left.retain(|id| !part.contains(id));
            if part.len() > 1 && self.list_group_moves(&part) {
                grouped = part.iter().fold(grouped, |grouped, it| grouped.with(it.number()));
            }
        }
        grouped
    }

    fn list_unit(&mut self, id: Id, grouped: bool) {
        let (battle, unit) = (self.battle, id.number());
        let state = battle.unit(id);
        if battle.is_disordered(id) {
            self.propose(Action::Rally { unit });
        }
        if state.is(Flags::LOOTING) {
            self.propose(Action::StopLooting { unit });
            return;
        }
        if self.roles.in_melee(id) {
            self.propose(Action::Disengage { unit });
            return;
        }
        if battle.profile(id).has(Abilities::STAKES) {
            self.propose(Action::PlantStakes { unit });
        }
        if battle.check_group(&[id], self.roles).is_err() {
            return;
        }
        let from = self.out.len();
        self.list_charges(id);
        let held = battle.most_threatening(id, self.roles);
        if held.is_some() {
            self.propose(Action::LeaveZone { unit });
            self.propose(Action::EvadeZone { unit });
        }
        if !grouped || battle.is_enemy_within(id, MARCH_UD) {
            self.list_moves(id, held, from);
        }
    }
}

impl Battle {
    /// ADLG-R43: those of several units that are joined to the first, directly or by others.
    fn joined_to(&self, first: Id, units: &[Id]) -> Group {
        let at = units.iter().position(|&id| id == first).unwrap_or(0);
        let linked = |a: usize, b: usize| {
            self.base(units[a]).joined(&self.base(units[b]), crate::engagement::DRILL).is_some()
        };
        let joined = acies_table::chain(units.len(), at, linked);
        (0..units.len()).filter(|at| joined & 1 << at != 0).map(|at| units[at]).collect()
    }

    /// The enemy of a side that is nearest to a place, by centres.
    pub(crate) fn nearest_to(&self, place: acies_table::Point, of: Seat) -> Option<Id> {
        let apart = |id: &Id| {
            let at = self.unit(*id).pose.at;
            let [x, y] = [at.x - place.x, at.y - place.y].map(|it| i64::from(it.steps()));
            x * x + y * y
        };
        self.standing(of).min_by_key(apart)
    }
}
