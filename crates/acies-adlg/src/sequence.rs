//! The sequence of play, from top to bottom (RULES.md 2, 3.1): corps after corps moves, then both shoot,
//! fight, rout and pursue, and losses are counted.
//!
//! Each function is a step of the state machine, named and ordered as there. A step in which nobody has
//! anything to choose is passed over.

use acies_core::{About, Dice, Each, Log, Rolled, Seat};
use acies_table::{Base, Length, Point, Pose};
use arrayvec::ArrayVec;

use crate::{
    action::{Action, Flight, How, UnitSet},
    battle::{
        ALL_UNITS, Aimed, Battle, Commander, EndedBy, Ending, Flags, Frame, Id, March, Orders,
        Place,
    },
    charge::{conform::Conformed, uncontrolled::Start},
    command::{Activation, Cost, Order},
    evade::{
        distance::Evade,
        flight::{Evaded, Onrush},
    },
    formation::Slot,
    melee::engagement::Role,
    movement::{Element, Group, Track, group_of},
    phases::{Volley, shown},
    rout::pursuit::PURSUIT_UD,
    rulings::{CORPS, TOLERANCE, UNITS_MAX},
    units::{Category, abilities::Abilities},
    victory::{TURNS, Verdict, verdict, verdict_at_limit},
    words::events::{Event, Phase},
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
        self.decided(by, action, dice, log)?;
        self.settle();
        if self.prelude.is_none() {
            self.spring_ambushes(log);
        }
        Ok(())
    }

    fn decided(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let id = |unit: u8| Id::new(by, unit);
        match action {
            Action::Prepare(prepare) => self.prepare(by, prepare, dice, log)?,
            Action::Reveal { marker, poses } => {
                self.reveal(by, *marker, poses, log);
                if let Some(Frame::Pursuit) = self.stack.last() {
                    self.next_pursuit(dice, log)?;
                }
            }
            Action::Enter { units, from, ahead } => {
                let cost = self.enter_table(*units, *from, *ahead, log);
                self.pay(cost);
            }
            Action::Activate { corps } => self.activate(*corps, dice, log)?,
            Action::Move { units, elements } => self.march(*units, elements, log),
            Action::Form { slots } => self.form(slots, log),
            Action::Charge { units, start, how } => self.charge(*units, start, *how, dice, log)?,
            Action::Prevent { units } => self.prevent(*units, log),
            Action::Rally { unit } => self.try_rally(id(*unit), dice, log)?,
            Action::Disengage { unit } => self.break_off(id(*unit), log),
            Action::LeaveZone { unit } => self.step_back(id(*unit), log),
            Action::RideOut { unit, distance } => self.ride_out(id(*unit), *distance, log),
            Action::EvadeZone { unit } => self.slip_away(id(*unit), dice, log)?,
            Action::StopLooting { unit } => {
                self.obey(id(*unit), Order::StopLooting, log);
                self.unit_mut(id(*unit)).flags.remove(Flags::LOOTING);
                self.spend(id(*unit));
            }
            Action::PlantStakes { unit } => {
                self.obey(id(*unit), Order::PlantStakes, log);
                self.record_mut(id(*unit)).flags |= Flags::STAKED;
                self.spend(id(*unit));
            }
            Action::Attach { unit } => self.attach(*unit, log),
            Action::Ride { way } => self.ride(way, log),
            Action::EndCorps => {
                self.stack.pop();
                self.enter_corps(dice, log)?;
            }
            Action::Evade => self.react(true, dice, log)?,
            Action::Stand => self.react(false, dice, log)?,
            Action::Run(flight) => self.run_so(flight, dice, log)?,
            Action::FaceAbout { turns } => self.face_about(*turns, dice, log)?,
            Action::GoOn { distance } => self.go_on(*distance, dice, log)?,
            Action::Shoot { main, supporters, target } => {
                let target = Id::new(by.other(), *target);
                self.aimed.push(Aimed { main: id(*main), supporters: *supporters, target });
                self.next_shooter(dice, log)?;
            }
            Action::EndShooting => self.end_shooting(by, dice, log)?,
            Action::Engage { enemy } => self.engage(Id::new(by.other(), *enemy), dice, log)?,
            Action::Pursue { unit, distance } => self.pursue(id(*unit), *distance, dice, log)?,
            Action::Resign => {
                self.end(Ending { winner: Some(by.other()), how: EndedBy::Resigned }, log);
            }
        }
        self.chase_commanders(log);
        Ok(())
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
        let activation = self.activation(by, corps);
        let face = activation
            .face(by, dice)
            .about(|ask| format!("{} of {}", ask.what, self.corps_name(by, corps)))?;
        let points = activation.points(face) as u8;
        log.push(|| Event::Activated { by, corps, activation, face: face as u8, points });
        self.activated |= 1 << corps;
        self.conform_corps(corps, log);
        let roles = self.roles();
        let listed = self.standing(by).filter(|&id| {
            self.troop(id).corps == corps && self.uncontrolled_charge(id, roles).is_some()
        });
        let listed: UnitSet = listed.collect();
        self.stack.clear();
        self.stack.push(Frame::Orders(Orders { corps, points, listed, commander_moved: false }));
        Ok(())
    }

    /// ADLG-R41: the commander of a corps, as far as he gives command points.
    pub(crate) fn activation(&self, by: Seat, corps: u8) -> Activation {
        let commander = self.sides[by].commanders[usize::from(corps)];
        let lost = matches!(commander, Commander::Lost | Commander::LeftTable);
        let level = self.setup.armies[by].corps[usize::from(corps)].level;
        Activation { commander: (!lost).then_some(level) }
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
        let cost = self.order_cost(&[unit], order, None, self.roles());
        self.pay(cost);
        log.push(|| Event::Ordered { unit, cost });
    }

    /// A unit has done what ends its movements in this phase.
    fn spend(&mut self, unit: Id) {
        let it = self.record_mut(unit);
        it.moves = it.moves.max(1);
        it.flags |= Flags::SPENT;
    }

    fn march(&mut self, units: UnitSet, elements: &[Element], log: &mut Events) {
        let ids = group_of(units, self.phasing);
        let roles = self.roles();
        let mut track = Track::default();
        self.track(&ids, elements, &mut track).expect("a legal move is carried out");
        // ADLG-R57: who was near an enemy on its way makes no further movement.
        let near = self.comes_near(&ids, &track);
        let difficult = self.difficulty_of_move(&ids, elements, roles);
        let cost = self.order_cost(&ids, Order::Move, difficult, roles);
        self.carry_out(&ids, elements, &track.end(), cost, near, log);
    }

    /// ADLG-R52.
    fn form(&mut self, slots: &[Slot], log: &mut Events) {
        let roles = self.roles();
        let moved = self.check_form(slots, roles).expect("a legal change is carried out");
        let ids: Group = slots.iter().map(|slot| Id::new(self.phasing, slot.unit)).collect();
        let is_near = |battle: &Battle| ids.iter().any(|&id| !battle.is_clear_of_enemies(id));
        let began_near = is_near(self);
        let cost = self.order_cost(&ids, Order::Move, moved.difficult, roles);
        self.carry_out(&ids, &[], &moved.poses, cost, began_near, log);
        if is_near(self) {
            for &id in &ids {
                self.record_mut(id).flags |= Flags::WAS_NEAR;
            }
        }
    }

    /// Units are moved and their order is paid for. ADLG-R138: stakes stand until the unit moves.
    fn carry_out(
        &mut self,
        ids: &[Id],
        elements: &[Element],
        poses: &[Pose],
        cost: Cost,
        near: bool,
        log: &mut Events,
    ) {
        let by = self.phasing;
        self.pay(cost);
        log.push(|| Event::Moved {
            by,
            units: ids.iter().copied().collect(),
            elements: elements.iter().copied().collect(),
            ends: ids.iter().copied().zip(poses.iter().copied()).collect(),
            supported: self.supported_by(ids, poses),
            cost,
            passages: self.passages(ids, elements),
            hurried: self.is_hurried(ids, self.cost(ids, elements)),
        });
        for (&id, pose) in ids.iter().zip(poses) {
            let unit = self.unit_mut(id);
            unit.pose = *pose;
            unit.moves += 1;
            unit.flags.remove(Flags::STAKED);
            if near {
                unit.flags |= Flags::WAS_NEAR;
            }
        }
    }

    /// ADLG-R115: whom units are in simple support of once they stand so.
    fn supported_by(&self, ids: &[Id], poses: &[Pose]) -> UnitSet {
        let mut after = self.clone();
        for (&id, pose) in ids.iter().zip(poses) {
            after.unit_mut(id).pose = *pose;
        }
        let roles = after.roles();
        let friend = |&id: &Id| match roles.of(id) {
            Role::SimpleSupport { friend, .. } => Some(friend),
            _ => None,
        };
        ids.iter().filter_map(friend).collect()
    }

    /// ADLG-ORD.5, ADLG-R87: 3 points for a unit or a group.
    fn prevent(&mut self, units: UnitSet, log: &mut Events) {
        let by = self.phasing;
        let ids = group_of(units, by);
        let cost = self.order_cost(&ids, Order::PreventCharge, None, self.roles());
        self.pay(cost);
        for id in ids {
            self.record_mut(id).flags |= Flags::PREVENTED;
            self.release(id.number());
        }
        log.push(|| Event::Prevented { by, units, cost });
    }

    fn try_rally(&mut self, unit: Id, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let roles = self.roles();
        let rally = self.rally(unit, roles).expect("a legal rally is carried out");
        let cost = self.order_cost(&[unit], Order::Rally(rally.enemy), None, roles);
        self.pay(cost);
        let success = rally
            .throw(unit.seat(), dice)
            .about(|ask| format!("{} {}", self.name(unit), ask.what))?;
        let full = self.profile(unit).cohesion();
        let it = self.record_mut(unit);
        it.flags |= Flags::RALLIED;
        it.cohesion = (it.cohesion + u8::from(success)).min(full);
        let face = shown(dice);
        log.push(|| Event::Rallied { unit, rally, cost, face, success });
        Ok(())
    }

    /// ADLG-DSG.1.
    fn break_off(&mut self, unit: Id, log: &mut Events) {
        let pose = self.disengage(unit, self.roles()).expect("it was checked");
        self.obey(unit, Order::Disengage, log);
        let it = self.unit_mut(unit);
        it.unconformed = None;
        it.flags |= Flags::FLED;
        self.withdraw(unit, Order::Disengage, pose, log);
    }

    fn withdraw(&mut self, unit: Id, order: Order, pose: Pose, log: &mut Events) {
        self.spend(unit);
        let from = self.base(unit);
        let it = self.unit_mut(unit);
        it.pose = pose;
        it.flags.remove(Flags::STAKED);
        log.push(|| {
            let passages = self.passages_between(unit, &[], &from, &pose);
            Event::Withdrew { unit, order, pose, passages }
        });
    }

    /// ADLG-EXZ.2, ADLG-R70: the unit becomes Disordered if it was not.
    fn step_back(&mut self, unit: Id, log: &mut Events) {
        let pose = self.leave_zone(unit).expect("it was checked");
        self.obey(unit, Order::LeaveZone, log);
        let disordered = self.is_disordered(unit);
        self.withdraw(unit, Order::LeaveZone, pose, log);
        if !disordered {
            self.lose(unit, 1, log);
        }
    }

    /// ADLG-EXZ.3, ADLG-R72.
    fn ride_out(&mut self, unit: Id, distance: Length, log: &mut Events) {
        let moved = self.check_ride_out(unit, distance, self.roles()).expect("it was checked");
        self.obey(unit, Order::LeaveZoneAhead, log);
        self.withdraw(unit, Order::LeaveZoneAhead, moved.poses[0], log);
    }

    /// ADLG-EXZ.1, ADLG-R71: out of a zone by the evade procedure.
    fn slip_away(&mut self, unit: Id, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let enemy = self.most_threatening(unit, self.roles()).expect("it was checked");
        let from = self.threat_from(enemy);
        self.obey(unit, Order::EvadeZone, log);
        self.spend(unit);
        if !self.start_to_run(unit, from, dice, log)? {
            self.after_run(unit, dice, log)?;
        }
        Ok(())
    }

    /// ADLG-R38, ADLG-R39, ADLG-R172: who is free and touches a unit joins it without riding.
    fn attach(&mut self, unit: u8, log: &mut Events) {
        let by = self.phasing;
        let corps = self.orders_mut().corps;
        let rides = !self.joins_where_he_is(corps, unit);
        self.orders_mut().commander_moved |= rides;
        self.sides[by].commanders[usize::from(corps)] = Commander::With(unit);
        log.push(|| Event::CommanderJoined { by, corps, unit, rule: "ADLG-R39" });
    }

    /// ADLG-R38.
    fn ride(&mut self, way: &[Point], log: &mut Events) {
        let by = self.phasing;
        let corps = self.orders_mut().corps;
        self.orders_mut().commander_moved = true;
        let &to = way.last().expect("it was checked");
        self.sides[by].commanders[usize::from(corps)] = Commander::Free(to);
        log.push(|| Event::CommanderRode { by, corps, to });
    }

    /// ADLG-R140: war wagons that did not move are Battle-ready.
    fn end_movement(&mut self) {
        let wagons: ArrayVec<Id, UNITS_MAX> =
            self.standing(self.phasing).filter(|&id| self.category(id) == Category::Wwg).collect();
        for id in wagons {
            let still = self.unit(id).moves == 0;
            self.record_mut(id).flags.set(Flags::BATTLE_READY, still);
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
        let ids = group_of(units, self.phasing);
        let roles = self.roles().clone();
        let declared = self.check_charge(&ids, start, &roles).expect("it was checked");
        let cost = (how == How::Ordered)
            .then(|| self.order_cost(&ids, Order::Charge, declared.difficult, &roles));
        cost.into_iter().for_each(|cost| self.pay(cost));
        units.iter().for_each(|unit| self.release(unit));
        let charging = self.declare(units, start, &declared, how, &roles);
        let (by, targets) = (self.phasing, charging.initial);
        let start = start.clone();
        log.push(|| Event::Declared { by, units, targets, start, how, cost });
        for target in targets.ids(by.other()) {
            self.tell_cornered(target, self.onrush(&charging), &roles, log);
        }
        self.stack.push(Frame::Charge(charging));
        self.go_on_charging(dice, log)
    }

    /// C2: the first target that is asked evades or stands; so does the enemy that a pursuer runs into.
    fn react(&mut self, evades: bool, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        match self.stack.last().copied() {
            Some(Frame::Charge(mut charging)) => {
                let target = charging.waiting.iter().next().expect("somebody is asked");
                charging.waiting = charging.waiting.without(target);
                if evades {
                    charging.evading = charging.evading.with(target);
                } else {
                    charging.standing = charging.standing.with(target);
                    let unit = Id::new(self.phasing.other(), target);
                    log.push(|| Event::Stood { unit });
                }
                self.set_charging(charging);
                self.go_on_charging(dice, log)
            }
            Some(Frame::Overrun { unit, target, from, .. }) => {
                let (unit, target) =
                    (Id::new(self.phasing, unit), Id::new(self.phasing.other(), target));
                if !evades {
                    self.stack.pop();
                    self.fall_upon(unit, target, from, log);
                    return self.next_pursuit(dice, log);
                }
                let by = UnitSet::NONE.with(unit.number());
                if self.start_to_run(target, Onrush { facing: from.facing, by }, dice, log)? {
                    return Ok(());
                }
                self.after_run(target, dice, log)
            }
            _ => unreachable!("only who is asked reacts"),
        }
    }

    /// C3, ADLG-EVA.5: an evader throws. Its owner is asked for its way if there is more than one; the
    /// answer says whether he is.
    pub(crate) fn start_to_run(
        &mut self,
        id: Id,
        from: Onrush,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<bool> {
        let roles = self.roles();
        let evade = self.evade(id);
        let face =
            evade.face(id.seat(), dice).about(|ask| format!("{} {}", self.name(id), ask.what))?;
        let half_bow = self.profile(id).has(Abilities::HALF_BOW);
        log.push(|| Event::EvadeThrown { unit: id, evade, face: face as u8, half_bow });
        let ud = evade.distance_ud(face);
        let flights = self.flights(id, from, ud, roles);
        let Some(flight) = flights.first() else { return Ok(false) };
        if flights.len() > 1 || self.can_choose_flight(id, from.facing, ud) {
            self.stack.push(Frame::Run { unit: id, ud: ud as i8, from });
            return Ok(true);
        }
        self.run_away(id, from, ud, flight, log);
        Ok(false)
    }

    /// ADLG-R53: how far a unit evades from where it stands, before the die.
    pub(crate) fn evade(&self, id: Id) -> Evade {
        let ground = self.landscape.ground(&self.rect(id));
        Evade { allowance: ground.allowance(self.profile(id).kind).unwrap_or(0) }
    }

    /// ADLG-EVA.4 to .6, ADLG-R97 to ADLG-R99: one evader runs.
    fn run_away(&mut self, id: Id, from: Onrush, ud: i32, flight: &Flight, log: &mut Events) {
        let roles = self.roles();
        let Ok(evaded) = self.check_flight(id, from, ud, flight, roles) else { return };
        let Evaded { pose, left_table, burst, stop } = evaded;
        log.push(|| Event::Evaded {
            unit: id,
            flight: flight.clone(),
            pose,
            left_table,
            stop,
            passages: self.flight_passages(id, from.facing, ud, flight, &pose),
        });
        let unit = self.unit_mut(id);
        unit.pose = pose;
        unit.flags |= Flags::FLED;
        unit.flags.remove(Flags::STAKED);
        for friend in burst {
            log.push(|| Event::Burst { unit: friend, by: id });
            self.lose(friend, 1, log);
        }
        if left_table {
            self.unit_mut(id).place = Place::LeftTable;
            self.leave_with_commander(id, log);
        }
    }

    /// C3: the owner has said how an evader runs.
    fn run_so(&mut self, flight: &Flight, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let Some(Frame::Run { unit, ud, from }) = self.stack.pop() else {
            unreachable!("only an evader runs")
        };
        self.run_away(unit, from, ud.into(), flight, log);
        self.after_run(unit, dice, log)
    }

    /// What goes on once an evader has run: the charge, the pursuit, or nothing (ADLG-R71).
    fn after_run(&mut self, unit: Id, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        match self.stack.last().copied() {
            Some(Frame::Charge(_)) => self.go_on_charging(dice, log),
            Some(Frame::Overrun { unit: pursuer, target, from, left }) => {
                self.stack.pop();
                let pursuer = Id::new(self.phasing, pursuer);
                self.press_on(pursuer, from, left, UnitSet::NONE.with(target), dice, log)
            }
            _ => {
                self.offer_to_face_about(unit.seat(), UnitSet::NONE.with(unit.number()));
                Ok(())
            }
        }
    }

    /// ADLG-R98.
    fn face_about(&mut self, turns: bool, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let Some(Frame::FaceAbout { seat, units }) = self.stack.pop() else {
            unreachable!("only who is asked faces about")
        };
        let unit = units.iter().next().expect("somebody is asked");
        let id = Id::new(seat, unit);
        if turns {
            let facing = self.unit(id).pose.facing.opposite();
            self.unit_mut(id).pose.facing = facing;
            log.push(|| Event::FacedAbout { unit: id });
        }
        let left = units.without(unit);
        if !left.is_empty() {
            self.stack.push(Frame::FaceAbout { seat, units: left });
            return Ok(());
        }
        if let Some(Frame::Pursuit) = self.stack.last() {
            return self.next_pursuit(dice, log);
        }
        Ok(())
    }

    /// C5: the chargers that touch nobody have been told how far to go.
    fn go_on(&mut self, distance: Length, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.stack.pop();
        if let Some(Frame::Charge(mut charging)) = self.stack.last().copied() {
            charging.chosen = Some(distance);
            self.set_charging(charging);
        }
        self.go_on_charging(dice, log)
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
    fn can_aim(&self, seat: Seat) -> bool {
        let taken = |target: Id| self.aimed.iter().any(|it| it.target == target);
        let open = |id: Id| self.aims().of(id).iter().any(|&target| !taken(target));
        self.standing(seat).any(|id| !self.is_aimed(id) && open(id))
    }

    /// Asks on, or passes on to the other player, or throws.
    fn next_shooter(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        loop {
            let Some(Frame::Shooting(seat)) = self.stack.last().copied() else { return Ok(()) };
            if self.can_aim(seat) {
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
                supporters: group_of(it.supporters, it.main.seat()),
                target: it.target,
            })
            .collect();
        self.aimed.clear();
        self.shoot(&volleys, dice, log)?;
        if self.is_combat() {
            self.begin_phase(Phase::Combat, log);
        }
        self.enter_combat(Each::default(), dice, log)
    }
}

/// C: combat.
impl Battle {
    /// ADLG-R114, ADLG-R115: whoever has a choice is asked, then all fight.
    fn enter_combat(
        &mut self,
        done: Each<UnitSet>,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        self.stack.clear();
        if let Some(unit) = self.next_to_engage(&done) {
            self.stack.push(Frame::Engage { unit, done });
            return Ok(());
        }
        self.combat(dice, log)?;
        if self.next_routing().is_some() {
            self.begin_phase(Phase::Rout, log);
        }
        self.rout(dice, log)?;
        self.settle_victors(log);
        self.pursuing = self.pursuers().collect();
        self.next_pursuit(dice, log)
    }
}

impl Battle {
    /// The choice is kept as the unit's opponent, which settles ties from then on (ADLG-R114).
    fn engage(&mut self, enemy: Id, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let Some(Frame::Engage { unit, mut done }) = self.stack.pop() else {
            unreachable!("only who is asked chooses")
        };
        done[unit.seat()] = done[unit.seat()].with(unit.number());
        self.unit_mut(unit).opponent = Some(enemy);
        log.push(|| {
            let supports = match self.roles().of(unit) {
                Role::SimpleSupport { friend, .. } => Some(friend),
                _ => None,
            };
            Event::Engaged { unit, enemy, supports }
        });
        self.enter_combat(done, dice, log)
    }
}

/// R: pursuits, and V: victory.
impl Battle {
    /// Asks for the next pursuit; the last one, if it is mandatory, is made unasked.
    fn next_pursuit(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.stack.clear();
        let able: UnitSet = self.pursuers().collect();
        self.pursuing = self.pursuing & able;
        let mut left = self.pursuing.iter();
        let Some(first) = left.next() else {
            // ADLG-R183: ambushers that a pursuer has found are placed before losses are counted.
            self.stack.push(Frame::Pursuit);
            self.spring_ambushes(log);
            if let Some(Frame::Ambush { .. }) = self.stack.last() {
                return Ok(());
            }
            // ADLG-R149: who is routed by a pursuit is removed, without a second pursuit.
            self.rout(dice, log)?;
            return self.end_turn(dice, log);
        };
        let id = Id::new(self.phasing, first);
        self.stack.push(Frame::Pursuit);
        let alone = left.next().is_none();
        if alone && self.must_pursue(id) && !self.may_decline_pursuit(id, self.roles()) {
            return self.pursue(id, Length::new(PURSUIT_UD), dice, log);
        }
        Ok(())
    }

    fn pursue(
        &mut self,
        id: Id,
        distance: Length,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        self.pursuing = self.pursuing.without(id.number());
        self.record_mut(id).flags.remove(Flags::VICTORIOUS);
        if distance == Length::ZERO {
            log.push(|| Event::NotPursued { unit: id });
            return self.next_pursuit(dice, log);
        }
        let from = self.unit(id).pose;
        self.press_on(id, from, distance, UnitSet::NONE, dice, log)
    }

    /// ADLG-R149, ADLG-R174: the pursuer goes so far as is left to it; `fled` are enemies that have evaded
    /// from it already.
    fn press_on(
        &mut self,
        id: Id,
        from: Pose,
        left: Length,
        fled: UnitSet,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        // As it was before the contact, which is no melee yet (ADLG-R100).
        let roles = self.roles().clone();
        let pursuit = self.pursuit(id, left, &roles);
        let contact = pursuit.contact.map(|(enemy, _)| enemy);
        let base = self.base(id);
        let place = Base { pose: pursuit.pose, ..base };
        self.record_mut(id).flags.remove(Flags::STAKED);
        // ADLG-R163: light infantry in the way makes room for a contact, or stops it.
        if self.make_room(id, place, contact.unwrap_or(id), log) {
            if pursuit.camp {
                self.reach_camp(id, pursuit.distance, true, log);
            } else {
                self.unit_mut(id).pose = pursuit.pose;
                log.push(|| {
                    let passages = self.passages_between(id, &[], &base, &pursuit.pose);
                    Event::Pursued { unit: id, pose: pursuit.pose, contact, passages }
                });
            }
            if let Some(enemy) = contact {
                let rest = (left - pursuit.distance).max(Length::ZERO);
                let caught = fled.has(enemy.number());
                let rush = Onrush { facing: from.facing, by: UnitSet::NONE.with(id.number()) };
                if caught || self.evade_blocked(enemy, rush, &roles).is_some() {
                    if !caught {
                        self.tell_cornered(enemy, rush, &roles, log);
                    }
                    self.fall_upon(id, enemy, from, log);
                } else {
                    let target = enemy.number();
                    self.stack.push(Frame::Overrun { unit: id.number(), target, from, left: rest });
                    if self.must_evade(enemy, id) {
                        return self.react(true, dice, log);
                    }
                    return Ok(());
                }
            }
        } else {
            self.stop_before_friends(id, pursuit.distance, log);
        }
        // ADLG-R98: evaders that got away may face about.
        self.offer_to_face_about(self.phasing.other(), fled);
        match self.stack.last() {
            Some(Frame::FaceAbout { .. }) => Ok(()),
            _ => self.next_pursuit(dice, log),
        }
    }

    /// ADLG-R149: the pursuer conforms to who stands; the edge is judged from where it began.
    fn fall_upon(&mut self, unit: Id, enemy: Id, from: Pose, log: &mut Events) {
        let base = self.base(unit);
        let declared = Base { pose: from, ..base }.rect();
        let edge = self.edge_hit(&declared, &base.rect(), enemy);
        // The pursuer itself is no reason why its enemy fights already.
        let mut before = self.clone();
        before.unit_mut(unit).pose = from;
        let roles = before.roles();
        let fights = roles.in_melee(enemy);
        // ADLG-R163: friendly light infantry makes room for it there, too.
        let cleared = self.cleared_for(unit, UnitSet::NONE, roles);
        let conformed = match cleared.conform(unit, &base, enemy, edge, fights) {
            Conformed::Charger(pose) if self.make_room(unit, Base { pose, ..base }, enemy, log) => {
                Conformed::Charger(pose)
            }
            _ => self.conform(unit, &base, enemy, edge, fights),
        };
        self.storm(unit, enemy, edge);
        let moved = match conformed {
            Conformed::Charger(pose) => Some((unit, pose)),
            Conformed::Enemy(pose) => Some((enemy, pose)),
            Conformed::Incomplete => {
                self.unit_mut(unit).unconformed = Some(enemy);
                None
            }
        };
        if let Some((id, pose)) = moved {
            let moves = self.unit(id).pose != pose;
            self.unit_mut(id).pose = pose;
            if moves {
                log.push(|| Event::Conformed { unit: id, pose, rule: "ADLG-R149" });
            }
        }
        if matches!(conformed, Conformed::Charger(_)) {
            self.surprise(enemy, unit, edge, roles, log);
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
        self.set_phasing(self.phasing.other());
        self.begin_turn(dice, log)
    }

    /// ADLG-R156: a corps without units on the table loses its commander.
    fn lose_commanders(&mut self, log: &mut Events) {
        for by in Seat::BOTH {
            for corps in 0..CORPS as u8 {
                let commander = self.sides[by].commanders[usize::from(corps)];
                let there = self.standing(by).any(|id| self.troop(id).corps == corps);
                let known = self.setup.armies[by].troops.iter().any(|troop| troop.corps == corps);
                let gone =
                    matches!(commander, Commander::Lost | Commander::LeftTable | Commander::Away);
                if !there && known && !gone {
                    self.sides[by].commanders[usize::from(corps)] = Commander::Lost;
                    log.push(|| Event::CommanderLost { by, corps, rule: "ADLG-R156" });
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
            | Flags::PREVENTED
            | Flags::SPENT
            | Flags::WAS_NEAR;
        for seat in Seat::BOTH {
            for unit in self.records_mut(seat) {
                unit.moves = 0;
                unit.flags.remove(over);
            }
        }
        self.forget_partners();
        self.end_storming();
        self.try_to_arrive(dice, log)?;
        self.enter_corps(dice, log)
    }

    /// ADLG-R185: a line is stormed as long as there is an enemy beyond it.
    fn end_storming(&mut self) {
        let storming = self.bodies().filter(|&id| self.unit(id).is(Flags::STORMING));
        for id in storming.collect::<ArrayVec<Id, ALL_UNITS>>() {
            let touches = |enemy: Id| self.rect(id).touches(&self.rect(enemy), TOLERANCE);
            let fights = self.standing(id.seat().other()).any(touches);
            self.record_mut(id).flags.set(Flags::STORMING, fights);
        }
    }

    /// ADLG-R90: an incomplete conformation lasts until one of the two leaves or routs.
    fn forget_partners(&mut self) {
        for id in self.bodies().collect::<ArrayVec<Id, ALL_UNITS>>() {
            if let Some(enemy) = self.unit(id).unconformed {
                let there = self.unit(enemy).place == Place::Table;
                let touches = self.rect(id).touches(&self.rect(enemy), TOLERANCE);
                if !there || !touches {
                    self.unit_mut(id).unconformed = None;
                }
            }
        }
    }
}
