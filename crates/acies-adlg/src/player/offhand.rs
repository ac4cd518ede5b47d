//! What one does without thinking twice: far cheaper than advice, and far better than chance. Who looks ahead plays
//! thousands of battles by it, so nothing here puts fights on a copy of the table to weigh them.
//!
//! Whoever can charge an enemy whom he fights well, or whose flank is open, does so; lines march at the enemy once the
//! army has made up its mind; everything else is as good as anything.

use acies_core::{Dice, Game, Seat, flow::One, one_of_all};
use acies_table::{Angle, Base, Edge, Length};
use arrayvec::ArrayVec;

use super::Worth;
use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Frame, Id},
    charge::{
        charging::Charging,
        declare::{Declare, How},
    },
    command::{Order, orders::Orders},
    movement::{Element, GAP_UD, Group, check_size, group_of, march::Move, wheel_cost},
    rally::TryRally,
    rulings::UNITS_MAX,
    units::Category::*,
    zone_of_control::ZONE_UD,
};

/// Lines that face their enemy as nearly as this march straight ahead.
const AHEAD: Angle = Angle::new(12.0);

/// No line wheels farther than this at once.
const STEEP: Angle = Angle::new(45.0);

/// An advance shorter than this is not worth an order.
const LEAST_UD: f64 = 0.4;

/// An army that waits for the enemy does nothing about enemies farther away than this.
const WAITS_UD: f64 = 7.0;

impl Battle {
    /// See [`Tactics::offhand`](acies_core::Tactics::offhand).
    pub(super) fn do_offhand(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        match self.stack.last() {
            Some(Frame::Orders(orders)) => self.order_offhand(orders, chance, room),
            Some(Frame::Charge(charging)) => self.react_offhand(charging),
            Some(Frame::Shooting(it)) => self.best_shot(it.0),
            Some(Frame::Pursuit) => self.best_pursuit(),
            Some(Frame::FaceAbout(it)) => self.best_facing(it.seat, it.units),
            Some(frame) => frame.it().any(self, by, chance, room),
            None => one_of_all(self, by, chance, room),
        }
    }

    /// C2: who fights the charger badly and can get away runs.
    fn react_offhand(&self, charging: &Charging) -> Action {
        let (own, enemy) = (self.phasing.other(), self.phasing);
        let target = charging.waiting.ids(own).next();
        let charger = charging.units.ids(enemy).next();
        let worse = |(target, charger): (Id, Id)| {
            self.match_up(target, charger) < 0 || self.category(target) == Li
        };
        let runs = target.zip(charger).is_some_and(worse);
        if runs { Action::Evade } else { Action::Stand }
    }

    fn order_offhand(&self, orders: &Orders, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        if !orders.listed.is_empty() || self.can_enter(orders) {
            return self.any_order(orders, chance, room);
        }
        let corps = self.corps_units(orders.corps);
        if let Some(rally) = self.rally_offhand(&corps) {
            return rally;
        }
        if orders.points > 0 {
            if let Some(charge) = self.charge_offhand(orders, &corps, chance) {
                return charge;
            }
            if let Some(march) = self.march_offhand(orders, &corps) {
                return march;
            }
        }
        match self.check(self.phasing, &Action::EndCorps) {
            Ok(()) => Action::EndCorps,
            Err(_) => self.any_order(orders, chance, room),
        }
    }

    /// ADLG-RAL.2: far from the enemy it costs nothing.
    fn rally_offhand(&self, corps: &[Id]) -> Option<Action> {
        let shaken = corps.iter().filter(|&&id| self.is_disordered(id));
        let rallies = shaken.map(|id| Action::from(TryRally { unit: id.number() }));
        rallies.into_iter().find(|rally| self.check(self.phasing, rally).is_ok())
    }

    /// The first charge worth making, units taken from a random one on.
    fn charge_offhand(&self, orders: &Orders, corps: &[Id], chance: &mut Dice) -> Option<Action> {
        let roles = self.roles();
        let first = if corps.is_empty() { 0 } else { chance.number(corps.len()) };
        corps[first..].iter().chain(&corps[..first]).find_map(|&id| {
            if !self.is_ready_to_charge(id) || roles.in_melee(id) {
                return None;
            }
            let near = self.within_charge(id);
            let wanted = near.filter(|&enemy| {
                let open = roles.in_melee(enemy) || self.edge_towards(id, enemy) != Edge::Front;
                let light = self.category(id) == Li && !open;
                !light && self.match_up(id, enemy) + i32::from(open) >= 0
            });
            let prey = wanted.max_by_key(|&enemy| self.match_up(id, enemy))?;
            let (start, declared) = self.charges_at(id, prey, roles).next()?;
            let hard = declared.difficult;
            orders.affords(self, &[id], Order::Charge, hard).ok()?;
            let units = UnitSet::one(id.number());
            let charge = Action::from(Declare { units, start, how: How::Ordered });
            self.check(self.phasing, &charge).is_ok().then_some(charge)
        })
    }

    /// The edge of an enemy that looks towards a unit.
    fn edge_towards(&self, id: Id, enemy: Id) -> Edge {
        let bearing = self.unit(enemy).pose.bearing(self.unit(id).pose.at.vec());
        match bearing.degrees() {
            it if it.abs() <= 80.0 => Edge::Front,
            it if it.abs() >= 135.0 => Edge::Rear,
            it if it < 0.0 => Edge::Left,
            _ => Edge::Right,
        }
    }

    /// The largest line of the corps that has not marched goes at the nearest enemy; then single units.
    fn march_offhand(&self, orders: &Orders, corps: &[Id]) -> Option<Action> {
        let roles = self.roles();
        let free = |id: &Id| {
            self.unit(*id).moves == 0
                && self.check_group(&[*id], roles).is_ok()
                && self.most_threatening(*id, roles).is_none()
        };
        let able: Group = corps.iter().copied().filter(free).collect();
        let mut lines: ArrayVec<UnitSet, UNITS_MAX> = ArrayVec::new();
        self.add_groups_among(&able, &mut lines);
        let grouped = lines.iter().fold(UnitSet::NONE, |all, line| all | *line);
        let single = able.iter().filter(|id| !grouped.has(id.number()));
        let single = single.map(|id| UnitSet::one(id.number()));
        let all: ArrayVec<UnitSet, UNITS_MAX> = lines.iter().copied().chain(single).collect();
        all.into_iter().find_map(|units| self.advance_offhand(orders, units))
    }

    /// Straight ahead as far as it is useful, or a wheel towards the enemy.
    fn advance_offhand(&self, orders: &Orders, units: UnitSet) -> Option<Action> {
        let ids = group_of(units, self.phasing);
        let bases: ArrayVec<Base, UNITS_MAX> = ids.iter().map(|&id| self.base(id)).collect();
        let whole = Base::enclosing(&bases)?;
        let enemy = self.nearest_to(whole.pose.at, self.phasing.other())?;
        let apart = whole.rect().distance(&self.rect(enemy));
        if apart > WAITS_UD && self.eagerness(&Worth::USUAL, self.phasing) <= 0.0 {
            return None;
        }
        let allowance = ids.iter().map(|&id| self.allowance(id).unwrap_or(0)).min()?;
        let bearing = whole.pose.bearing(self.unit(enemy).pose.at.vec());
        let element = if bearing.abs() > AHEAD {
            let wheel = Element::Wheel(bearing.max(-STEEP).min(STEEP));
            check_size(ids[0], wheel).ok()?;
            let Element::Wheel(by) = wheel else { return None };
            (wheel_cost(whole.size.width.get(), by).get() <= f64::from(allowance))
                .then_some(wheel)?
        } else {
            let free = self.free_ahead(&ids, allowance.into());
            let gap = self.gap_ahead(&ids).map_or(free, |gap| gap - ZONE_UD - GAP_UD);
            let far = (free.min(gap) * 100.0).floor() / 100.0;
            (far >= LEAST_UD).then(|| Element::Advance(Length::new(far)))?
        };
        let march = Move { units, elements: [element].into_iter().collect() };
        let cost = self.order_cost(&ids, Order::Move, None, self.roles());
        if cost.points() > i32::from(orders.points) {
            return None;
        }
        let action = Action::from(march);
        self.check(self.phasing, &action).is_ok().then_some(action)
    }
}
