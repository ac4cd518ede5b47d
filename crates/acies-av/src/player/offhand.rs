//! What a player does without thinking twice: rules of thumb for playouts, which are played by the thousand.

use acies_core::{Dice, Game, Seat, flow::Answer};

use crate::{
    battle::{Action, Battle, Frame},
    movement::{fall_back::FallBack, march::Mode},
    orders::{give::Test, redress::Redress},
    profile::{Order, Shooter},
    rulings::ZONE_UD,
    setup::Preparing,
    shooting::Shoot,
    turn::initiative::Choice,
    units::{Flags, Id, UnitSet},
};

/// From the next turn on the day grows short, and nobody keeps his distance.
const NOON: u8 = 5;

impl Battle {
    /// See [`Tactics::offhand`](acies_core::Tactics::offhand).
    pub(super) fn without_thought(
        &self,
        by: Seat,
        chance: &mut Dice,
        room: &mut Vec<Action>,
    ) -> Action {
        match self.frame() {
            Frame::Initiative(_) => Choice { first: true }.into(),
            Frame::Orders(_) => self.plain_order(by),
            Frame::Moves(_) => self.plain_move(by, chance, room),
            Frame::Leaders(_) => Action::EndLeaders,
            Frame::Targets(_) => self.first_shot(by),
            Frame::Lend(_) => Action::Lend(Answer::YES),
            Frame::Reroll(_) => Action::Reroll(Answer::YES),
            Frame::FollowUp(it) => Action::FollowUp(Answer::new(self.follow_up(it.unit).is_some())),
            Frame::Prepare(Preparing::Deploy) => self.usual_deployment(by),
            _ => self.any(by, chance, room),
        }
    }

    /// P2a: at the enemy, all together who may share a die (AV-5.13), each unit once.
    fn plain_order(&self, by: Seat) -> Action {
        let table = self.table();
        let waits = |id: &Id| !self.unit(*id).is(Flags::TESTED | Flags::REDRESSED);
        for id in table.standing(by).filter(waits) {
            if table.check_redress(id).is_ok() {
                return Redress { unit: id.number() }.into();
            }
            let Some(order) = self.plain_wish(id).filter(|&it| table.check_order(id, it).is_ok())
            else {
                continue;
            };
            let alone = UnitSet::one(id.number());
            let free = |it: Id| !self.unit(it).disrupted && !table.is_engaged(it);
            let alike = |it: &Id| {
                free(*it)
                    && table.profile(*it).kind() == table.profile(id).kind()
                    && table.same_facing(*it, id)
                    && self.plain_wish(*it) == Some(order)
            };
            let alike = || table.standing(by).filter(waits).filter(alike).collect();
            let units = if free(id) { table.chain(by, alike(), id.number()) } else { alone };
            let together = table.check_test(by, units, order).is_ok();
            return Test { units: if together { units } else { alone }, order }.into();
        }
        Action::EndOrders
    }

    /// The order that a unit wants, if it is not the one that it has: those who shoot halt in range until noon, others go on, in a
    /// Rush at who stands right ahead.
    fn plain_wish(&self, id: Id) -> Option<Order> {
        let (table, unit) = (self.table(), self.unit(id));
        let profile = table.profile(id);
        if profile.is_artillery() || table.is_engaged(id) {
            return None;
        }
        let enemy = table.nearest_enemy(id)?;
        let in_range = match profile.shoot.filter(|_| self.turn <= NOON) {
            Some(Shooter::Bow) => 4.0,
            Some(Shooter::Sling | Shooter::Crossbow) => 5.0,
            Some(Shooter::Javelin | Shooter::Ballista) | None => 0.0,
        };
        let local = unit.pose.local(table.at(enemy));
        let (_, rush_ud) = profile.span_ud(Mode::Rush);
        let order = match () {
            () if unit.disrupted || local.length() <= in_range => Order::Halt,
            () if local.x.abs() < ZONE_UD && local.y > 0.0 && local.y - ZONE_UD <= rush_ud => {
                Order::Rush
            }
            () => Order::Advance,
        };
        (unit.disrupted || !unit.is_under(order)).then_some(order)
    }

    /// P2b: at the enemy, by the first way that is open.
    fn plain_move(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        let table = self.table();
        let mut bound = false;
        for id in table.standing(by).filter(|&id| !self.unit(id).is(Flags::MOVED)) {
            let action = match self.unit(id).order {
                Some(Order::Advance | Order::Rush) => table.first_move(id),
                Some(Order::FallBack) => {
                    let back = table.choice_of_ways_back(id).next();
                    back.map(|back| FallBack { unit: id.number(), back }.into())
                }
                _ => None,
            };
            if let Some(action) = action {
                return action;
            }
            bound |= table.must_move(id);
        }
        if bound { self.any(by, chance, room) } else { Action::EndMoves }
    }

    /// P3a: each at the first enemy whom he can shoot at.
    fn first_shot(&self, by: Seat) -> Action {
        let table = self.table();
        let shot = self.shooters(by).find_map(|(id, battery)| {
            let target = table.targets(id, battery).next()?.number();
            Some(Action::from(Shoot { unit: id.number(), target }))
        });
        shot.unwrap_or(Action::EndShooting)
    }
}
