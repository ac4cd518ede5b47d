//! The sequence of play, from top to bottom (RULES.md 2, 3.1): corps after corps moves, then both shoot,
//! fight, rout and pursue, and losses are counted.
//!
//! Each function is a step of the state machine, named and ordered as there. A step in which nobody has
//! anything to choose is passed over.

use acies_core::{Dice, Log, Rolled, Seat};
use acies_table::{Base, Length, Pose};
use arrayvec::ArrayVec;

use crate::{
    action::{Action, How, UnitSet},
    battle::{Aimed, Battle, Commander, EndedBy, Ending, Flags, Frame, Id, March, Orders, Place},
    command::{Activation, Cost, Order},
    conform::Conformed,
    engagement::Roles,
    event::Event,
    movement::Element,
    onset::Charging,
    phases::Volley,
    pursuit::PURSUIT_UD,
    rulings::{CORPS, UNITS_MAX},
    uncontrolled::Start,
    units::Category,
    victory::{TURNS, Verdict, verdict, verdict_at_limit},
};

type Events = Log<Event>;

impl Battle {
    pub(crate) fn perform_action(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        self.carry_out(by, action, dice, log)?;
        if self.prelude.is_none() {
            self.spring_ambushes(log);
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let id = |unit: u8| Id::new(by, unit);
        match action {
            Action::Prepare(prepare) => self.prepare(by, prepare, dice, log),
            Action::Reveal { marker, poses } => {
                self.reveal(by, *marker, poses, log);
                Ok(())
            }
            Action::Enter { units, from, ahead } => {
                let cost = self.enter_table(*units, *from, *ahead, log);
                self.pay(cost);
                Ok(())
            }
            Action::Activate { corps } => self.activate(*corps, dice, log),
            Action::Move { units, elements } => {
                self.march(*units, elements, log);
                Ok(())
            }
            Action::Charge { units, start, how } => self.charge(*units, start, *how, dice, log),
            Action::Prevent { unit } => {
                self.obey(id(*unit), Order::PreventCharge, log);
                self.unit_mut(id(*unit)).flags |= Flags::PREVENTED;
                self.release(*unit);
                Ok(())
            }
            Action::Rally { unit } => self.try_rally(id(*unit), dice, log),
            Action::Disengage { unit } => {
                self.break_off(id(*unit), log);
                Ok(())
            }
            Action::LeaveZone { unit } => {
                self.step_back(id(*unit), log);
                Ok(())
            }
            Action::EvadeZone { unit } => self.slip_away(id(*unit), dice, log),
            Action::StopLooting { unit } => {
                self.obey(id(*unit), Order::StopLooting, log);
                self.unit_mut(id(*unit)).flags.remove(Flags::LOOTING);
                self.unit_mut(id(*unit)).moves = 3;
                Ok(())
            }
            Action::PlantStakes { unit } => {
                self.obey(id(*unit), Order::PlantStakes, log);
                self.unit_mut(id(*unit)).flags |= Flags::STAKED;
                self.unit_mut(id(*unit)).moves = 3;
                Ok(())
            }
            Action::Attach { unit } => {
                self.attach(*unit, log);
                Ok(())
            }
            Action::EndCorps => {
                self.stack.pop();
                self.enter_corps(dice, log)
            }
            Action::Evade { burst } => self.react(true, *burst, dice, log),
            Action::Stand => self.react(false, false, dice, log),
            Action::Shoot { main, supporters, target } => {
                let target = Id::new(by.other(), *target);
                self.aimed.push(Aimed { main: id(*main), supporters: *supporters, target });
                self.next_shooter(dice, log)
            }
            Action::EndShooting => self.end_shooting(by, dice, log),
            Action::Pursue { distance } => self.pursue(*distance, dice, log),
            Action::Resign => {
                self.end(Ending { winner: Some(by.other()), how: EndedBy::Resigned }, log);
                Ok(())
            }
        }
    }

    fn end(&mut self, ending: Ending, log: &mut Events) {
        self.ending = Some(ending);
        self.stack.clear();
        log.push(|| Event::Ended { ending });
    }
}

/// M: movement.
impl Battle {
    /// Whether a corps has units on the table (ADLG-R156) or has arrived from a flank march (ADLG-R32).
    pub fn is_corps_there(&self, corps: u8) -> bool {
        let arrived = matches!(self.sides[self.phasing].march, March::Entering { corps: it, .. } if it == corps);
        arrived || self.standing(self.phasing).any(|id| self.troop(id).corps == corps)
    }

    /// M1, M4: the next corps, or shooting if all have been activated.
    fn enter_corps(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let left = (0..CORPS as u8)
            .any(|corps| self.activated & 1 << corps == 0 && self.is_corps_there(corps));
        self.stack.clear();
        if left {
            self.stack.push(Frame::Corps);
            return Ok(());
        }
        self.end_movement();
        self.stack.push(Frame::Shooting(self.phasing));
        self.next_shooter(dice, log)
    }

    /// M1 and M2: command points, free conforming, and the list of those that would charge by themselves.
    fn activate(&mut self, corps: u8, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let by = self.phasing;
        let lost = self.sides[by].commanders[usize::from(corps)] == Commander::Lost;
        let level = self.setup.armies[by].corps[usize::from(corps)].level;
        let activation = Activation { commander: (!lost).then_some(level) };
        let face = activation.face(by, dice)?;
        let points = activation.points(face) as u8;
        log.push(|| Event::Activated { by, corps, activation, face: face as u8, points });
        self.activated |= 1 << corps;
        self.conform_corps(corps, log);
        let roles = self.roles();
        let listed = self.standing(by).filter(|&id| {
            self.troop(id).corps == corps && self.uncontrolled_charge(id, &roles).is_some()
        });
        let listed: UnitSet = listed.collect();
        self.stack.clear();
        self.stack.push(Frame::Orders(Orders { corps, points, listed, commander_moved: false }));
        Ok(())
    }

    fn orders_mut(&mut self) -> &mut Orders {
        match self.stack.first_mut() {
            Some(Frame::Orders(orders)) => orders,
            _ => unreachable!("orders are given while a corps is active"),
        }
    }

    /// ADLG-R87: a unit that has charged, been ordered or prevented is no longer listed.
    fn release(&mut self, unit: u8) {
        let orders = self.orders_mut();
        orders.listed = orders.listed.without(unit);
    }

    fn pay(&mut self, cost: Cost) {
        let orders = self.orders_mut();
        orders.points = orders.points.saturating_sub(cost.points().max(0) as u8);
    }

    /// An order to one unit is paid for and told.
    fn obey(&mut self, unit: Id, order: Order, log: &mut Events) {
        let cost = self.order_cost(&[unit], order, None, &self.roles());
        self.pay(cost);
        log.push(|| Event::Ordered { unit, cost });
    }

    fn march(&mut self, units: UnitSet, elements: &[Element], log: &mut Events) {
        let by = self.phasing;
        let ids = units.ids(by);
        let roles = self.roles();
        let moved = self.check_move(&ids, elements, &roles).expect("a legal move is carried out");
        let cost = self.order_cost(&ids, Order::Move, moved.difficult, &roles);
        self.pay(cost);
        for (&id, pose) in ids.iter().zip(moved.poses) {
            let unit = self.unit_mut(id);
            unit.pose = pose;
            unit.moves += 1;
            // ADLG-R138: stakes stand until the unit moves.
            unit.flags.remove(Flags::STAKED);
        }
        log.push(|| Event::Moved { by, units, cost });
    }

    fn try_rally(&mut self, unit: Id, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let roles = self.roles();
        let rally = self.rally(unit, &roles).expect("a legal rally is carried out");
        let cost = self.order_cost(&[unit], Order::Rally(rally.enemy), None, &roles);
        self.pay(cost);
        let success = rally.throw(unit.seat(), dice)?;
        let full = self.profile(unit).cohesion();
        let it = self.unit_mut(unit);
        it.flags |= Flags::RALLIED;
        it.cohesion = (it.cohesion + u8::from(success)).min(full);
        log.push(|| Event::Rallied { unit, rally, cost, success });
        Ok(())
    }

    /// ADLG-DSG.1.
    fn break_off(&mut self, unit: Id, log: &mut Events) {
        let pose = self.disengage(unit, &self.roles()).expect("it was checked");
        self.obey(unit, Order::Disengage, log);
        let it = self.unit_mut(unit);
        it.pose = pose;
        it.moves = 3;
        it.unconformed = None;
        it.flags |= Flags::FLED;
        it.flags.remove(Flags::STAKED);
        log.push(|| Event::Advanced { unit, pose });
    }

    /// ADLG-EXZ.2, ADLG-R70: the unit becomes Disordered if it was not.
    fn step_back(&mut self, unit: Id, log: &mut Events) {
        let pose = self.leave_zone(unit).expect("it was checked");
        self.obey(unit, Order::LeaveZone, log);
        let disordered = self.is_disordered(unit);
        let it = self.unit_mut(unit);
        it.pose = pose;
        it.moves = 3;
        it.flags.remove(Flags::STAKED);
        log.push(|| Event::Advanced { unit, pose });
        if !disordered {
            self.lose(unit, 1, log);
        }
    }

    /// ADLG-EXZ.1, ADLG-R71: out of a zone by the evade procedure.
    fn slip_away(&mut self, unit: Id, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let roles = self.roles();
        let enemy = self.most_threatening(unit, &roles).expect("it was checked");
        let direction = self.unit(enemy).pose.facing;
        self.obey(unit, Order::EvadeZone, log);
        self.run_away(unit, direction, false, &roles, dice, log)?;
        self.unit_mut(unit).moves = 3;
        Ok(())
    }

    /// ADLG-R38, ADLG-R39.
    fn attach(&mut self, unit: u8, log: &mut Events) {
        let by = self.phasing;
        let corps = self.orders_mut().corps;
        self.orders_mut().commander_moved = true;
        self.sides[by].commanders[usize::from(corps)] = Commander::With(unit);
        log.push(|| Event::CommanderMoved { by, corps, to: Some(unit) });
    }

    /// ADLG-R140: war wagons that did not move are Battle-ready.
    fn end_movement(&mut self) {
        let units = self.standing(self.phasing).collect::<ArrayVec<Id, UNITS_MAX>>();
        for id in
            units.into_iter().filter(|&id| self.category(id) == Category::Wwg).collect::<Vec<_>>()
        {
            let still = self.unit(id).moves == 0;
            self.unit_mut(id).flags.set(Flags::BATTLE_READY, still);
        }
    }
}

/// C1 to C6: charges.
impl Battle {
    fn charge(
        &mut self,
        units: UnitSet,
        start: &Start,
        how: How,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let ids = units.ids(self.phasing);
        let roles = self.roles();
        let difficult = self.check_charge(&ids, start, &roles).expect("it was checked").difficult;
        if how == How::Ordered {
            let cost = self.order_cost(&ids, Order::Charge, difficult, &roles);
            self.pay(cost);
            log.push(|| Event::Moved { by: ids[0].seat(), units, cost });
        }
        units.iter().for_each(|unit| self.release(unit));
        let charging = self.declare(units, start, how, log);
        self.stack.push(Frame::Charge(charging));
        self.go_on_charging(dice, log)
    }

    /// Until a target has to be asked, or the charge is over.
    fn go_on_charging(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        loop {
            let Some(Frame::Charge(mut charging)) = self.stack.last().copied() else {
                return Ok(());
            };
            if !charging.waiting.is_empty() {
                return Ok(());
            }
            let asks = self.run_evades(&mut charging, dice, log)?;
            self.set_charging(charging);
            if !asks {
                self.stack.pop();
                self.close_in(&charging, log);
                return Ok(());
            }
        }
    }

    fn set_charging(&mut self, charging: Charging) {
        if let Some(Frame::Charge(top)) = self.stack.last_mut() {
            *top = charging;
        }
    }

    /// C2: the first target that is asked evades or stands.
    fn react(
        &mut self,
        evades: bool,
        burst: bool,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        match self.stack.last().copied() {
            Some(Frame::Charge(mut charging)) => {
                let target = charging.waiting.iter().next().expect("somebody is asked");
                charging.waiting = charging.waiting.without(target);
                if evades {
                    charging.evading = charging.evading.with(target);
                    charging.bursting =
                        if burst { charging.bursting.with(target) } else { charging.bursting };
                } else {
                    charging.standing = charging.standing.with(target);
                    let unit = Id::new(self.phasing.other(), target);
                    log.push(|| Event::Stood { unit });
                }
                self.set_charging(charging);
                self.go_on_charging(dice, log)
            }
            Some(Frame::Overrun { unit, target, from }) => {
                self.stack.pop();
                let (unit, target) =
                    (Id::new(self.phasing, unit), Id::new(self.phasing.other(), target));
                if evades {
                    let roles = self.roles();
                    let direction = self.unit(unit).pose.facing;
                    self.run_away(target, direction, burst, &roles, dice, log)?;
                } else {
                    self.fall_upon(unit, target, from, log);
                }
                self.next_pursuit(dice, log)
            }
            _ => unreachable!("only who is asked reacts"),
        }
    }
}

/// S: shooting.
impl Battle {
    /// Whether a unit has been given a target already.
    pub fn is_aimed(&self, id: Id) -> bool {
        self.aimed.iter().any(|it| {
            it.main == id || (it.main.seat() == id.seat() && it.supporters.has(id.number()))
        })
    }

    /// Whether a seat has a unit that can still be given a target.
    fn can_aim(&self, seat: Seat, roles: &Roles) -> bool {
        let open = |id: Id| {
            let targets = self.targets(id, roles);
            targets.iter().any(|&target| !self.aimed.iter().any(|it| it.target == target))
        };
        self.standing(seat).any(|id| !self.is_aimed(id) && open(id))
    }

    /// Asks on, or passes on to the other player, or throws.
    fn next_shooter(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let roles = self.roles();
        loop {
            let Some(Frame::Shooting(seat)) = self.stack.last().copied() else { return Ok(()) };
            if self.can_aim(seat, &roles) {
                return Ok(());
            }
            if seat == self.phasing {
                self.stack.clear();
                self.stack.push(Frame::Shooting(seat.other()));
                continue;
            }
            return self.end_shooting(seat, dice, log);
        }
    }

    fn end_shooting(&mut self, seat: Seat, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.stack.clear();
        if seat == self.phasing {
            self.stack.push(Frame::Shooting(seat.other()));
            return self.next_shooter(dice, log);
        }
        let volleys: Vec<Volley> = self
            .aimed
            .iter()
            .map(|it| Volley {
                main: it.main,
                supporters: it.supporters.ids(it.main.seat()),
                target: it.target,
            })
            .collect();
        self.aimed.clear();
        self.shoot(&volleys, dice, log)?;
        self.combat(dice, log)?;
        self.rout(dice, log)?;
        self.pursuing = self.pursuers().collect();
        self.next_pursuit(dice, log)
    }
}

/// R: pursuits, and V: victory.
impl Battle {
    /// The next unit that may pursue; those that must do so do it unasked.
    fn next_pursuit(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.stack.clear();
        while let Some(unit) = self.pursuing.iter().next() {
            let id = Id::new(self.phasing, unit);
            let able = self.pursuers().any(|it| it == id);
            if !able {
                self.pursuing = self.pursuing.without(unit);
                continue;
            }
            self.stack.push(Frame::Pursuit(unit));
            if !self.must_pursue(id) || self.may_decline_pursuit(id) {
                return Ok(());
            }
            return self.pursue(Length::new(PURSUIT_UD), dice, log);
        }
        // ADLG-R149: who is routed by a pursuit is removed, without a second pursuit.
        self.rout(dice, log)?;
        self.end_turn(dice, log)
    }

    fn pursue(&mut self, distance: Length, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let Some(Frame::Pursuit(unit)) = self.stack.pop() else {
            unreachable!("only a pursuer pursues")
        };
        self.pursuing = self.pursuing.without(unit);
        let id = Id::new(self.phasing, unit);
        if distance == Length::ZERO {
            self.unit_mut(id).flags.remove(Flags::VICTORIOUS);
            return self.next_pursuit(dice, log);
        }
        let from = self.unit(id).pose;
        let pursuit = self.pursuit(id, distance);
        let place = Base { pose: pursuit.pose, ..self.base(id) };
        self.unit_mut(id).flags.remove(Flags::VICTORIOUS | Flags::STAKED);
        // ADLG-R61, ADLG-R163: friends in the way make room or stop it.
        let enemy = pursuit.contact.map_or(id, |(enemy, _)| enemy);
        if !self.make_room(id, place, enemy, log) {
            return self.next_pursuit(dice, log);
        }
        self.unit_mut(id).pose = pursuit.pose;
        let contact = pursuit.contact.map(|(enemy, _)| enemy);
        log.push(|| Event::Pursued { unit: id, pose: pursuit.pose, contact });
        let Some((enemy, _)) = pursuit.contact else { return self.next_pursuit(dice, log) };
        let roles = self.roles();
        let direction = from.facing;
        if self.evade_blocked(enemy, direction, &roles).is_some() {
            self.fall_upon(id, enemy, from, log);
        } else if self.must_evade(enemy, id) {
            self.run_away(enemy, direction, false, &roles, dice, log)?;
        } else {
            self.stack.push(Frame::Overrun { unit, target: enemy.number(), from });
            return Ok(());
        }
        self.next_pursuit(dice, log)
    }

    /// ADLG-R149: the pursuer conforms to who stands; the edge is judged from where it began.
    fn fall_upon(&mut self, unit: Id, enemy: Id, from: Pose, log: &mut Events) {
        let mut roles = self.roles();
        let base = self.base(unit);
        let declared = Base { pose: from, ..base }.rect();
        let edge = self.edge_hit(&declared, &base.rect(), enemy);
        // The pursuer itself is no reason why its enemy fights already.
        let mut before = self.clone();
        before.unit_mut(unit).pose = from;
        roles.clone_from(&before.roles());
        let conformed = self.conform(unit, &base, enemy, edge, roles.in_melee(enemy));
        match conformed {
            Conformed::Charger(pose) => self.unit_mut(unit).pose = pose,
            Conformed::Enemy(pose) => self.unit_mut(enemy).pose = pose,
            Conformed::Incomplete => self.unit_mut(unit).unconformed = Some(enemy),
        }
        if conformed != Conformed::Incomplete {
            self.surprise(enemy, unit, edge, &roles, log);
        }
    }

    /// V: losses are counted; then it is the other player's turn.
    fn end_turn(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.lose_commanders(log);
        let states = self.count_losses(log);
        match verdict(&states) {
            Verdict::Undecided => {}
            Verdict::Won(seat) => {
                self.end(Ending { winner: Some(seat), how: EndedBy::Rout }, log);
                return Ok(());
            }
            Verdict::Drawn => {
                self.end(Ending { winner: None, how: EndedBy::Rout }, log);
                return Ok(());
            }
        }
        let second = self.phasing != self.first;
        if second && self.turn >= TURNS {
            let winner = verdict_at_limit(&states);
            self.end(Ending { winner, how: EndedBy::Limit }, log);
            return Ok(());
        }
        self.turn += u8::from(second);
        self.phasing = self.phasing.other();
        self.begin_turn(dice, log)
    }

    /// ADLG-R156: a corps without units on the table loses its commander.
    fn lose_commanders(&mut self, log: &mut Events) {
        for by in Seat::BOTH {
            for corps in 0..CORPS as u8 {
                let commander = self.sides[by].commanders[usize::from(corps)];
                let there = self.standing(by).any(|id| self.troop(id).corps == corps);
                let known = self.setup.armies[by].troops.iter().any(|troop| troop.corps == corps);
                if !there && known && !matches!(commander, Commander::Lost | Commander::Away) {
                    self.sides[by].commanders[usize::from(corps)] = Commander::Lost;
                    log.push(|| Event::CommanderMoved { by, corps, to: None });
                }
            }
        }
    }

    fn begin_turn(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let (by, turn) = (self.phasing, self.turn);
        log.push(|| Event::TurnBegins { by, turn });
        self.activated = 0;
        self.pursuing = UnitSet::NONE;
        let over = Flags::FLED
            | Flags::SURPRISED
            | Flags::NO_SHOOTING
            | Flags::RALLIED
            | Flags::VICTORIOUS
            | Flags::PREVENTED;
        for seat in Seat::BOTH {
            for unit in &mut self.sides[seat].units {
                unit.moves = 0;
                unit.flags.remove(over);
            }
        }
        self.forget_partners();
        self.try_to_arrive(dice, log)?;
        self.enter_corps(dice, log)
    }

    /// ADLG-R90: an incomplete conformation lasts until one of the two leaves or routs.
    fn forget_partners(&mut self) {
        for id in self.bodies().collect::<Vec<_>>() {
            if let Some(enemy) = self.unit(id).unconformed {
                let there = self.unit(enemy).place == Place::Table;
                let touches = self.rect(id).touches(&self.rect(enemy), crate::rulings::TOLERANCE);
                if !there || !touches {
                    self.unit_mut(id).unconformed = None;
                }
            }
        }
    }
}
