//! Messengers and the orders that they bring (LEG-CMD.7, LEG-R37, LEG-R38, LEG-R120).

use acies_core::{Dice, Id, Log, Seat, Viewer, sealed::Sealed};
use acies_table::Point;
use serde::{Deserialize, Serialize};

use super::StandingOrder;
use crate::{battle::Battle, rulings::SLACK, words::Event};

/// LEG-R38, LEG-R169: who brings a leader a new order from the General.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messenger {
    pub at: Point,
    /// The leader to whom he is sent, by his number.
    pub to: u8,
    /// LEG-R120: only his own side knows it.
    pub order: Sealed<StandingOrder>,
}

/// LEG-R38: how far he rides in a turn, in paces.
const RIDES: f64 = 240.0;

/// LEG-R38: how near he is with a leader.
const WITH: f64 = 40.0;

/// LEG-R38: how near an enemy catches him.
const CAUGHT: f64 = 10.0;

impl Battle {
    /// LEG-R38, LEG-SEQ.4: messengers ride straight at whom they are sent to, and stay with him.
    pub(crate) fn move_messengers(&mut self, seat: Seat, log: &mut Log<Event>) {
        for n in 0..self.sides[seat].messengers.len() {
            let Messenger { at, to, .. } = self.sides[seat].messengers[n];
            let Some(aim) = self.leader_at(seat, to) else { continue };
            let way = aim.vec() - at.vec();
            let far = way.length();
            if far > WITH {
                let goes = (far - WITH).min(RIDES);
                self.sides[seat].messengers[n].at = Point::nearest(at.vec() + way * (goes / far));
            }
        }
        self.catch_messengers(seat, log);
    }

    /// LEG-R38: messengers are lost when an enemy comes within 10 paces, or with the leader to whom they ride.
    pub(crate) fn catch_messengers(&mut self, seat: Seat, log: &mut Log<Event>) {
        let mut n = 0;
        while let Some(&Messenger { at, to, .. }) = self.sides[seat].messengers.get(n) {
            let near = |(_, enemy): (Id, &crate::battle::Unit)| {
                enemy.rect().distance_to(at.vec()) <= CAUGHT + SLACK
            };
            if self.enemies(seat).any(near) || self.leader_at(seat, to).is_none() {
                self.sides[seat].messengers.remove(n);
                log.push(|| Event::MessengerLost { seat, leader: to });
            } else {
                n += 1;
            }
        }
    }

    /// LEG-R38: whether a messenger is with whom he was sent to.
    pub(crate) fn messenger_is_with(&self, seat: Seat, messenger: usize) -> bool {
        let Messenger { at, to, .. } = self.sides[seat].messengers[messenger];
        let aim = self.leader_at(seat, to);
        aim.is_some_and(|aim| aim.vec().distance(at.vec()) <= WITH + SLACK)
    }

    /// LEG-R38: a leader who listens takes up the last order that has reached him.
    pub(crate) fn hear(&mut self, seat: Seat, leader: u8, log: &mut Log<Event>) {
        let mut heard = None;
        let mut n = 0;
        while n < self.sides[seat].messengers.len() {
            if self.sides[seat].messengers[n].to == leader && self.messenger_is_with(seat, n) {
                heard = Some(self.sides[seat].messengers.remove(n).order);
            } else {
                n += 1;
            }
        }
        let Some(order) = heard else { return };
        log.push(|| Event::Heard { seat, leader, order });
        self.take_order(seat, leader, order);
    }

    /// LEG-R37: a command has a new order from now on.
    pub(crate) fn give_order(&mut self, seat: Seat, leader: u8, order: StandingOrder) {
        self.take_order(seat, leader, Sealed::In(order));
    }

    /// LEG-R37(b): its units hold where they are now.
    fn take_order(&mut self, seat: Seat, leader: u8, order: Sealed<StandingOrder>) {
        self.sides[seat].leaders[usize::from(leader)].order = order;
        for n in 0..self.sides[seat].units.len() as u8 {
            let unit = Id::new(seat, n);
            if self.recruit(unit).command == leader {
                self.unit_mut(unit).anchor = self.unit(unit).pose.at;
            }
        }
    }

    /// LEG-R37: the standing order of the command to which a unit belongs; none if orders are off, its leader is lost, or who
    /// asks does not know it.
    pub fn standing_order(&self, unit: Id) -> Option<StandingOrder> {
        let leader =
            self.sides[unit.seat()].leaders.get(usize::from(self.recruit(unit).command))?;
        leader.order.known().copied().filter(|_| self.setup.orders)
    }

    /// LEG-R120: what a viewer may not know of orders.
    pub(crate) fn veil_orders(&mut self, viewer: Viewer) {
        for seat in Seat::BOTH.into_iter().filter(|&seat| viewer != Some(seat)) {
            self.orders_mut(seat).filter(|it| it.is_made()).for_each(|it| *it = Sealed::Hidden);
        }
    }

    /// Puts orders that may be given in the place of those that are hidden.
    pub(crate) fn guess_orders(&mut self, dice: &mut Dice) {
        for seat in Seat::BOTH {
            for order in self.orders_mut(seat).filter(|it| **it == Sealed::Hidden) {
                *order = Sealed::In(StandingOrder::ALL[dice.number(3)]);
            }
        }
    }

    fn orders_mut(&mut self, seat: Seat) -> impl Iterator<Item = &mut Sealed<StandingOrder>> {
        let side = &mut self.sides[seat];
        let leaders = side.leaders.iter_mut().map(|leader| &mut leader.order);
        leaders.chain(side.messengers.iter_mut().map(|it| &mut it.order))
    }
}
