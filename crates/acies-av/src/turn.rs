//! The sequence of play, from top to bottom (RULES.md 2): initiative, then orders, moves and leaders of the first
//! player and of the second, shooting, hand to hand, the end of the turn.
//!
//! Each function is a step of the state machine, named and ordered as there. A step in which nobody has
//! anything to choose is passed over.

pub mod initiative;
pub mod victory;

use acies_core::{Dice, Each, Log, Rolled, Seat};
use arrayvec::ArrayVec;

use crate::{
    action::Action,
    battle::{Aimed, Battle, EndedBy, Ending, Frame},
    morale::losses::Phase,
    profile::Order,
    rulings::{QUIET_TURNS, UNITS_MAX},
    turn::initiative::{Initiative, initiative},
    turn::victory::{State, Verdict, verdict, verdict_at_limit},
    units::{Flags, Id, Post, UnitSet},
    words::events::{Event, Faces, Part},
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
        let id = |unit: u8| Id::new(by, unit);
        match *action {
            Action::Begin if self.prelude.is_some() => self.begin_setup(dice, log)?,
            Action::Prepare(ref prepare) => self.prepare(by, prepare, dice, log)?,
            Action::Begin => {
                self.stack.clear();
                self.begin_turn(dice, log)?;
            }
            Action::Play { first } => {
                self.first = if first { by } else { by.other() };
                log.push(|| Event::Played { by, first });
                self.enter_orders(self.first, log);
            }
            Action::Test { units, order } => self.test_order(by, units, order, dice, log)?,
            Action::Redress { unit } => self.redress(id(unit), log),
            Action::EndOrders => self.enter(Frame::Moves(by)),
            Action::Pivot { unit, facing } => self.pivot(id(unit), facing, log),
            Action::Move { unit, ref steps, push } => {
                self.move_unit(id(unit), steps, push, dice, log)?;
            }
            Action::FallBack { unit, ref back } => self.fall_back(id(unit), back, dice, log)?,
            Action::EndMoves => {
                self.end_moves(by, log);
                self.enter(Frame::Leaders(by));
            }
            Action::Ride { leader, to } => {
                self.ride(by, leader, to, log);
                self.leave_escape();
            }
            Action::Attach { leader, unit } => {
                self.attach(by, leader, unit, log);
                self.leave_escape();
            }
            Action::EndLeaders if by == self.first => self.enter_orders(by.other(), log),
            Action::EndLeaders => self.enter_shooting(dice, log)?,
            Action::Shoot { unit, target } => {
                let (unit, target) = (id(unit), Id::new(by.other(), target));
                if self.aimed.is_empty() {
                    log.push(|| Event::PartBegins { part: Part::Shooting });
                }
                self.aimed.push(Aimed { unit, target });
                log.push(|| Event::Aimed { unit, target });
            }
            Action::EndShooting if by == self.first => self.enter(Frame::Targets(by.other())),
            Action::EndShooting => self.stack.clear(),
            Action::Fight { unit, enemy } => {
                self.fight_named(id(unit), Id::new(by.other(), enemy), log);
            }
            Action::Join { unit, friend } => {
                self.stack.pop();
                self.join(id(unit), friend, log);
            }
            Action::Lend { yes } => {
                if let Some(Frame::Lend { unit, to }) = self.stack.pop() {
                    self.lend(unit, to, yes, log);
                }
            }
            Action::Reroll { yes } => {
                if let Some(Frame::Reroll { unit }) = self.stack.pop() {
                    self.reroll(unit, yes, dice, log)?;
                }
            }
            Action::Retreat { heading, distance, turned } => {
                if let Some(Frame::Retreat { unit }) = self.stack.pop() {
                    self.make_retreat(unit, heading, distance, turned, dice, log)?;
                }
            }
            Action::FollowUp { yes } => {
                if let Some(Frame::FollowUp { unit }) = self.stack.pop() {
                    self.make_follow_up(unit, yes, dice, log)?;
                }
            }
            Action::Resign => {
                self.end(Ending { winner: Some(by.other()), how: EndedBy::Resigned }, log);
            }
        }
        self.pass_over(dice, log)
    }

    /// Goes on while nobody has anything to decide.
    fn pass_over(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        while self.ending.is_none() {
            match self.stack.last() {
                Some(&Frame::Moves(seat)) if !self.has_moves(seat) => {
                    self.end_moves(seat, log);
                    self.enter(Frame::Leaders(seat));
                }
                Some(&Frame::Leaders(seat)) if !self.has_leader_moves(seat) => {
                    if seat == self.first {
                        self.enter_orders(seat.other(), log);
                    } else {
                        self.enter_shooting(dice, log)?;
                    }
                }
                Some(&Frame::Targets(seat)) if !self.has_targets(seat) => {
                    if seat == self.first {
                        self.enter(Frame::Targets(seat.other()));
                    } else {
                        self.stack.clear();
                    }
                }
                Some(_) => return Ok(()),
                None => self.go_on(dice, log)?,
            }
        }
        Ok(())
    }

    /// The next step of a phase that is being resolved, or the next phase.
    fn go_on(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        // Without one, P3a is over.
        if self.resolution.is_none() && !self.start_shooting(log) {
            return self.enter_fighting(dice, log);
        }
        let phase = self.resolving().phase;
        self.resolve(dice, log)?;
        match phase {
            _ if self.resolution.is_some() => Ok(()),
            Phase::Shooting => self.enter_fighting(dice, log),
            Phase::HandToHand => self.end_turn(dice, log),
        }
    }

    fn enter_orders(&mut self, seat: Seat, log: &mut Events) {
        log.push(|| Event::PartBegins { part: Part::Orders(seat) });
        self.enter(Frame::Orders(seat));
    }

    fn enter(&mut self, frame: Frame) {
        self.stack.clear();
        self.stack.push(frame);
    }

    fn end(&mut self, ending: Ending, log: &mut Events) {
        self.ending = Some(ending);
        self.prelude = None;
        self.stack.clear();
        self.resolution = None;
        log.push(|| Event::Ended { ending });
    }
}

/// P1 and P2.
impl Battle {
    /// P1, AV-R30: dice for initiative until they differ.
    pub(crate) fn begin_turn(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let turn = self.turn;
        log.push(|| Event::TurnBegins { turn });
        let both = Each::of(|seat| Initiative { chief_lost: self.has_lost_chief(seat) });
        let thrown = |dice: &Dice| Faces::since(dice, dice.thrown().len().saturating_sub(2));
        let tied = |dice: &Dice| {
            log.push(|| Event::Initiative { both, faces: thrown(dice), winner: None });
        };
        let winner = dice.until(|dice| initiative(&both, dice), tied)?;
        log.push(|| Event::Initiative { both, faces: thrown(dice), winner: Some(winner) });
        self.enter(Frame::Initiative(winner));
        Ok(())
    }

    /// AV-15.7.
    pub fn has_lost_chief(&self, seat: Seat) -> bool {
        let captains = self.setup.armies[seat].leaders.iter().zip(&self.sides[seat].leaders);
        captains.into_iter().any(|(it, state)| it.profile.chief && state.place == Post::Lost)
    }

    /// Whether a unit of a side could still move or pivot.
    fn has_moves(&self, seat: Seat) -> bool {
        let table = self.table();
        table.standing(seat).any(|id| {
            let unit = self.unit(id);
            let idle = unit.is(Flags::MOVED);
            let stirs = match unit.order {
                Some(Order::Halt) => !unit.is(Flags::REDRESSED),
                Some(Order::Advance | Order::Rush) => table.check_free(id).is_ok(),
                Some(Order::Shieldwall) => table.mode(id, UnitSet::NONE).is_ok(),
                Some(Order::FallBack) => true,
                Some(Order::Orbis) | None => false,
            };
            !idle && stirs
        })
    }

    fn has_leader_moves(&self, seat: Seat) -> bool {
        let leaders = 0..self.sides[seat].leaders.len() as u8;
        let errand = crate::leaders::rides::Errand::OwnMove;
        leaders.into_iter().any(|it| self.table().leader_reach(seat, it, errand).is_ok())
    }

    /// AV-R88: a leader that escaped has gone somewhere.
    fn leave_escape(&mut self) {
        if matches!(self.stack.last(), Some(Frame::Escape { .. })) {
            self.stack.pop();
        }
    }
}

/// P2d to P4.
impl Battle {
    /// P2d, AV-R57: who rushed at an enemy that is no longer there. Then targets are named.
    fn enter_shooting(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        for id in self.late_rushers() {
            self.rush_test(id, true, dice, log)?;
        }
        self.enter(Frame::Targets(self.first));
        Ok(())
    }

    /// AV-R57: who rushed at an enemy that is no longer there, and has not been tested.
    pub(crate) fn late_rushers(&self) -> ArrayVec<Id, { 2 * UNITS_MAX }> {
        let late = self.all_standing().filter(|&id| {
            let unit = self.unit(id);
            let rushed = unit.is(Flags::RUSHED) && !unit.is(Flags::RUSH_SETTLED);
            rushed && !self.table().is_engaged(id)
        });
        late.collect()
    }

    /// Whether a unit of a side has somebody to shoot at.
    fn has_targets(&self, seat: Seat) -> bool {
        let table = self.table();
        self.shooters(seat).any(|(id, battery)| table.targets(id, battery).next().is_some())
    }

    /// AV-R73(2): a fight is named, or answered.
    fn fight_named(&mut self, own: Id, enemy: Id, log: &mut Events) {
        match self.stack.pop() {
            Some(Frame::Substitute { named, against }) => {
                self.answer_fight(named, against, own, log);
            }
            _ => self.name_fight(own, enemy, log),
        }
    }

    /// P4, or the end of the turn if nobody is in contact.
    fn enter_fighting(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        if self.start_fighting(log) { Ok(()) } else { self.end_turn(dice, log) }
    }
}

/// P5.
impl Battle {
    fn end_turn(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        for seat in Seat::BOTH {
            self.halt_units(seat, log);
            self.settle_units(seat);
        }
        self.quiet = if self.stirred { 0 } else { self.quiet + 1 };
        self.stirred = false;
        let states =
            Each::of(|seat| State { lost: self.lost(seat), total: self.setup.armies[seat].cost() });
        for (by, state) in states.iter() {
            let (lost, of) = (state.lost, state.total);
            log.push(|| Event::Counted { by, lost, of });
        }
        match verdict(&states) {
            Verdict::Won(winner) => {
                self.end(Ending { winner: Some(winner), how: EndedBy::Broken }, log);
                return Ok(());
            }
            Verdict::Drawn => {
                self.end(Ending { winner: None, how: EndedBy::Broken }, log);
                return Ok(());
            }
            Verdict::Undecided => {}
        }
        let over = match self.setup.turns {
            Some(turns) => (self.turn >= turns).then_some(EndedBy::Limit),
            // AV-R101.
            None => (self.quiet >= QUIET_TURNS || self.turn == u8::MAX).then_some(EndedBy::Quiet),
        };
        if let Some(how) = over {
            self.end(Ending { winner: verdict_at_limit(&states), how }, log);
            return Ok(());
        }
        self.turn += 1;
        self.begin_turn(dice, log)
    }

    /// AV-5.20, AV-5.21, AV-R42: who fought or is under Fall back, not disrupted, is under Halt.
    fn halt_units(&mut self, seat: Seat, log: &mut Events) {
        let (mut units, mut fell_back) = (UnitSet::NONE, UnitSet::NONE);
        for (n, unit) in (0..).zip(&mut self.sides[seat].units) {
            let falls = unit.is_under(Order::FallBack);
            if unit.disrupted && falls {
                // AV-R37: it stays disrupted, and is not under Halt.
                unit.order = None;
            }
            let halts = (falls || unit.is(Flags::FOUGHT)) && !unit.is(Flags::ENRAGED);
            if unit.is_there() && !unit.disrupted && halts {
                if !unit.is_under(Order::Halt) {
                    // AV-R34: an automatic order that differs from the present one.
                    unit.tried = None;
                }
                unit.order = Some(Order::Halt);
                units = units.with(n);
                if falls {
                    fell_back = fell_back.with(n);
                }
            }
        }
        if !units.is_empty() {
            log.push(|| Event::Halted { by: seat, units, fell_back });
        }
    }

    /// Counters and flags for the next turn.
    fn settle_units(&mut self, seat: Seat) {
        let table = self.table();
        let fought = |id: &Id| self.unit(*id).is(Flags::FOUGHT);
        let goes_on = table.standing(seat).filter(fought).filter(|&id| table.is_engaged(id));
        // AV-R78.
        let goes_on: UnitSet = goes_on.collect();
        for (n, unit) in (0..).zip(&mut self.sides[seat].units) {
            if !unit.is(Flags::TRIED) {
                // AV-R34: a turn without the attempt.
                unit.tried = None;
            }
            unit.flags.remove(Flags::OF_THE_TURN);
            unit.flags.set(Flags::MELEE_GOES_ON, goes_on.has(n));
            unit.went = acies_table::Length::ZERO;
            unit.reached = UnitSet::NONE;
        }
        for leader in &mut self.sides[seat].leaders {
            leader.rallied = false;
            leader.moved = false;
        }
    }
}
