//! Orders: which one gains most for its command points.

use acies_core::Game;
use arrayvec::ArrayVec;

use super::{Worth, candidates::Weighed, marches::Weighing};
use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Commander, Id},
    charge::{declare::Declare, uncontrolled::Prevent},
    command::{
        Order,
        activation::Activate,
        commander::Attach,
        orders::Orders,
        tasks::{PlantStakes, StopLooting},
    },
    evade::disengage::Disengage,
    melee::engagement::Roles,
    movement::{group_of, march::Move},
    rally::TryRally,
    rulings::CORPS,
    setup::ambush::Reveal,
};

impl Battle {
    /// M1: the corps that is nearest to the enemy goes first: what it does opens ways for the others.
    pub(super) fn best_corps(&self) -> Action {
        let nearness = |corps: &u8| {
            let units = self.standing(self.phasing).filter(|&id| self.troop(id).corps == *corps);
            let apart = units.filter_map(|id| {
                let at = self.unit(id).pose.at;
                let enemy = self.nearest_to(at, self.phasing.other())?;
                Some(at.vec().distance(self.unit(enemy).pose.at.vec()))
            });
            apart.fold(f64::INFINITY, f64::min)
        };
        let mut left = Vec::new();
        self.candidates(self.phasing, &mut left);
        let corps = left.iter().filter_map(|action| match action {
            Action::Activate(Activate { corps }) => Some(*corps),
            _ => None,
        });
        let nearest = corps.min_by(|a, b| nearness(a).total_cmp(&nearness(b)));
        Activate { corps: nearest.unwrap_or(CORPS as u8) }.into()
    }

    /// M3: the order with the greatest gain for each command point, or the end.
    pub(super) fn best_order(&self, worth: &Worth, orders: &Orders) -> Action {
        let roles = self.roles();
        let list = self.orders_to_weigh(orders);
        let may_end = list.actions.contains(&Action::EndCorps);
        let least = if may_end { worth.least } else { f32::NEG_INFINITY };
        let mut weighing = self.weighing(worth, self.phasing);
        let mut rates: Vec<(f32, usize)> = Vec::new();
        for at in 0..list.actions.len() {
            if let Some((gain, cost)) = self.order_gain(&mut weighing, orders, &list, at) {
                let rate = if gain > 0.0 { gain / (cost as f32).max(0.5) } else { gain };
                if rate > least {
                    rates.push((rate, at));
                }
            }
        }
        rates.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        match rates.iter().find(|&&(_, at)| self.is_listed_move(orders, &list, at)) {
            Some(&(_, at)) => list.actions[at].clone(),
            None => {
                let place = self.best_place_of_commander(worth, &list.actions, roles);
                place.unwrap_or(Action::EndCorps)
            }
        }
    }

    /// Whether a move is legal, can be paid for, and is among as many as are listed for its units; all other orders
    /// have been judged.
    fn is_listed_move(&self, orders: &Orders, list: &Weighed, at: usize) -> bool {
        let Some(it) = list.unjudged(at) else { return true };
        let roles = self.roles();
        let legal = |at: usize| match &list.actions[at] {
            Action::Move(Move { units, elements }) => {
                let ids = group_of(*units, self.phasing);
                let moved = self.check_move(&ids, elements, roles);
                let cost =
                    moved.and_then(|it| orders.affords(self, &ids, Order::Move, it.difficult));
                cost.is_ok()
            }
            _ => false,
        };
        legal(at)
            && (at - it.from < it.most || (it.from..at).filter(|&at| legal(at)).count() < it.most)
    }

    /// When all orders are given the commander joins the fight where he helps most (ADLG-MOD.9).
    fn best_place_of_commander(
        &self,
        worth: &Worth,
        list: &[Action],
        roles: &Roles,
    ) -> Option<Action> {
        let gain = |unit: u8| {
            let id = Id::new(self.phasing, unit);
            let corps = usize::from(self.troop(id).corps);
            let mut after = self.clone();
            let before = self.sides[self.phasing].commanders[corps];
            let left = match before {
                Commander::With(other) => Some(Id::new(self.phasing, other)),
                _ => None,
            };
            after.sides[self.phasing].commanders[corps] = Commander::With(unit);
            let units: ArrayVec<Id, 2> = left.into_iter().chain([id]).collect();
            after.fights(worth, &units, roles) - self.fights(worth, &units, roles)
        };
        let places = list.iter().filter_map(|action| match action {
            Action::Attach(Attach { unit }) => Some((gain(*unit), action)),
            _ => None,
        });
        let best = places.max_by(|a, b| a.0.total_cmp(&b.0))?;
        (best.0 > worth.danger).then(|| best.1.clone())
    }

    /// What an order gains, and what it costs; nothing if it is not worth a thought.
    fn order_gain(
        &self,
        weighing: &mut Weighing,
        orders: &Orders,
        list: &Weighed,
        at: usize,
    ) -> Option<(f32, i32)> {
        let (worth, roles) = (weighing.worth, self.roles());
        let id = |unit: u8| Id::new(self.phasing, unit);
        let cost = |units: &[Id], order: Order| self.order_cost(units, order, None, roles).points();
        match &list.actions[at] {
            // ADLG-R182: who can come on must.
            Action::Enter(_) => Some((COMES_ON, 1)),
            Action::Reveal(Reveal { poses, .. }) => {
                let at = poses.first()?.at;
                let enemy = self.nearest_to(at, self.phasing.other())?;
                let apart = at.vec().distance(self.unit(enemy).pose.at.vec());
                (apart <= SPRUNG_UD).then_some((COMES_ON, 0))
            }
            Action::Move(Move { units, .. }) => {
                let ids = group_of(*units, self.phasing);
                let ends = &list.ends[list.unjudged(at)?.ends..][..ids.len()];
                let again = if self.number_of_move(&ids) > 1 { worth.again } else { 0.0 };
                let gain = self.march_gain(weighing, &ids, ends, roles) - again;
                Some((gain, cost(&ids, Order::Move)))
            }
            Action::Charge(Declare { units, start, how }) => {
                let gain = self.charge_gain(worth, *units, start, *how, list.declared(at), roles);
                let ids = group_of(*units, self.phasing);
                let ordered = *how == crate::charge::declare::How::Ordered;
                Some((gain, if ordered { cost(&ids, Order::Charge) } else { 0 }))
            }
            // A unit that is held back at least does no harm to itself.
            Action::Prevent(Prevent { units }) => {
                Some((HELD_BACK, cost(&group_of(*units, self.phasing), Order::PreventCharge)))
            }
            Action::Rally(TryRally { unit }) => {
                let rally = self.rally(id(*unit), roles).ok()?;
                let (_, needs) = rally.needs();
                let chance = (7 - needs).clamp(0, 6) as f32 / 6.0;
                let left = self.unit(id(*unit)).cohesion;
                let profile = self.profile(id(*unit));
                let gain = worth.lost(profile, left) - worth.lost(profile, left + 1);
                Some((
                    chance * gain.max(worth.wound),
                    cost(&[id(*unit)], Order::Rally(rally.enemy)),
                ))
            }
            Action::Disengage(Disengage { unit }) => {
                let now = self.fights(worth, &[id(*unit)], roles);
                Some((-now - LET_GO, cost(&[id(*unit)], Order::Disengage)))
            }
            Action::Attach(Attach { unit }) => {
                Some((self.attach_gain(worth, orders, *unit, roles), 0))
            }
            Action::PlantStakes(PlantStakes { unit }) => {
                Some((worth.flank, cost(&[id(*unit)], Order::PlantStakes)))
            }
            Action::StopLooting(StopLooting { unit }) => {
                Some((worth.flank, cost(&[id(*unit)], Order::StopLooting)))
            }
            _ => None,
        }
    }

    /// What it gains to have the commander with another unit: fewer units out of his range, less danger.
    fn attach_gain(&self, worth: &Worth, orders: &Orders, unit: u8, roles: &Roles) -> f32 {
        let seat = self.phasing;
        let corps = usize::from(orders.corps);
        let mut after = self.clone();
        after.sides[seat].commanders[corps] = Commander::With(unit);
        let out = |battle: &Battle| {
            let units = battle.standing(seat).filter(|&id| battle.troop(id).corps == orders.corps);
            units.filter(|&id| !battle.in_command(&[id])).count() as f32
        };
        let fights = |set: UnitSet| set.ids(seat).any(|id| roles.in_melee(id));
        let danger = if fights(UnitSet::NONE.with(unit)) { worth.command } else { 0.0 };
        worth.command * (out(self) - out(&after)) - danger - worth.least
    }
}

/// Those who are not on the table yet do nothing for the army.
const COMES_ON: f32 = 1.0;

/// Ambushers show themselves to an enemy who is this near (ADLG-R31 has him find them at 2 UD).
pub(super) const SPRUNG_UD: f64 = 5.0;

/// What it is worth that a unit does not charge by itself.
const HELD_BACK: f32 = -0.3;

/// What it costs to leave a fight: ground, and the enemy's freedom.
const LET_GO: f32 = 0.4;
