//! How to play: the computer player's knowledge of the game.
//!
//! It takes what looks best among the candidates, each judged by itself: orders that bring a unit to the enemy,
//! moves that end in contact or near it, shots with the most dice, retreats that stay close.

use acies_core::{Dice, Game, Seat, Tactics};

use crate::{
    action::Action,
    battle::{Battle, Frame},
    profile::Order,
    units::{Id, UnitSet},
};

impl Tactics for Battle {
    fn decide(&self, by: Seat, chance: &mut Dice) -> Action {
        let mut all = Vec::new();
        self.candidates(by, &mut all);
        let worths: Vec<i32> = all.iter().map(|action| self.worth(by, action)).collect();
        let best = worths.iter().copied().max().unwrap_or(0);
        all.retain({
            let mut worths = worths.into_iter();
            move |_| worths.next() == Some(best)
        });
        all.swap_remove(chance.number(all.len()))
    }
}

/// Nearer than this, an order to rush is worth its risk.
const RUSH_UD: f64 = 4.0;

impl Battle {
    fn worth(&self, by: Seat, action: &Action) -> i32 {
        let table = self.table();
        match action {
            Action::Redress { .. } => 90,
            Action::Test { units, order } => self.order_worth(by, *units, *order),
            Action::Move { unit, steps, push } => {
                let id = Id::new(by, *unit);
                let Ok(moved) = table.check_move(id, steps, *push) else { return 0 };
                let near =
                    table.standing(by.other()).map(|it| table.at(it).distance(moved.pose.at.vec()));
                let nearest = near.fold(f64::INFINITY, f64::min);
                200 - (nearest * 4.0) as i32
            }
            Action::Attach { .. } => match self.frame() {
                Frame::Escape { .. } => 50,
                _ => 5,
            },
            Action::Shoot { unit, target } => {
                let shot = table.shot(Id::new(by, *unit), Id::new(by.other(), *target));
                shot.map_or(0, |shot| 20 + shot.dice().total * 10 - shot.hits_on().total)
            }
            Action::Reroll { yes } | Action::FollowUp { yes } | Action::Lend { yes } => {
                i32::from(*yes)
            }
            Action::EndOrders | Action::EndMoves => 10,
            Action::EndLeaders | Action::EndShooting => 10,
            Action::Retreat { turned, .. } => i32::from(*turned),
            _ => 0,
        }
    }

    /// Advance to come near, rush from there, in groups where one die does for many.
    fn order_worth(&self, by: Seat, units: UnitSet, order: Order) -> i32 {
        let table = self.table();
        let near = |id: Id| !table.enemies_within(id, RUSH_UD).is_empty();
        let engaged = units.ids(by).any(|id| table.is_engaged(id));
        let wanted = match order {
            Order::Advance => {
                units.ids(by).all(|id| !near(id) && self.unit(id).is_under(Order::Halt))
            }
            Order::Rush => units.ids(by).all(near),
            _ => false,
        };
        let shoots = units.ids(by).any(|id| self.profile(id).shoot.is_some());
        if wanted && !engaged && !shoots { 40 + units.len() as i32 } else { 0 }
    }
}
