//! The sequence of play, from top to bottom (RULES.md 2): initiative, then orders, moves and leaders of the first
//! player and of the second, shooting, hand to hand, the end of the turn.
//!
//! Each function is a step of the state machine, named and ordered as there. A step in which nobody has
//! anything to choose is passed over.

use acies_core::{
    Dice, Each, Log, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use arrayvec::ArrayVec;

use crate::{
    battle::{Action, Battle, EndedBy, Ending, Frame},
    morale::losses::Phase,
    orders::Orders,
    profile::Order,
    rulings::{QUIET_TURNS, UNITS_MAX},
    setup::Preparing,
    shooting::Targets,
    units::{Flags, Id, Post, UnitSet},
    words::{
        events::{Event, Faces, Part},
        refusals::No,
    },
};

pub mod initiative;
pub mod victory;

use initiative::{FirstOrSecond, Initiative, initiative};
use victory::{State, Verdict, verdict, verdict_at_limit};

type Events = Log<Event>;

/// What goes on by itself: the next step of a phase that is being resolved, or the next phase.
pub struct Turn;

impl Step<Battle> for Turn {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        // Without one, P3a is over.
        if battle.resolution.is_none() && !battle.start_shooting(log) {
            return battle.enter_fighting(dice, log);
        }
        let phase = battle.resolving().phase;
        battle.resolve(dice, log)?;
        match phase {
            _ if battle.resolution.is_some() => Ok(()),
            Phase::Shooting => battle.enter_fighting(dice, log),
            Phase::HandToHand => battle.end_turn(dice, log),
        }
    }

    fn fits(&self, _: &Battle) -> bool {
        false
    }
}

/// Before the first dice for initiative.
pub struct Beginning;

impl Step<Battle> for Beginning {
    fn deciders(&self, _: &Battle) -> Seats {
        Seat::Red.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("begin the battle?".into(), &["AV-4.1"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::Begin);
    }
}

/// The set-up or the first turn begins.
pub struct Begin;

impl Deed<Battle> for Begin {
    type Plan = ();
    acies_core::one_word!(Battle: "begin");

    fn check(&self, battle: &Battle, _: Seat) -> Result<(), No> {
        let begins = matches!(battle.frame(), Frame::Begin | Frame::Prepare(Preparing::Begin));
        if begins { Ok(()) } else { Err(No::NotNow) }
    }

    fn perform(
        &self,
        (): (),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        if battle.prelude.is_some() {
            battle.begin_setup(dice, log)
        } else {
            battle.begin_turn(dice, log)
        }
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Begin", "begin the battle")
    }
}

/// AV-R25: at any time.
pub struct Resign;

impl Deed<Battle> for Resign {
    /// Who wins.
    type Plan = Seat;
    acies_core::one_word!(Battle: "resign");

    fn check(&self, _: &Battle, by: Seat) -> Result<Seat, No> {
        Ok(by.other())
    }

    fn perform(
        &self,
        winner: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        battle.end(Ending { winner: Some(winner), how: EndedBy::Resigned }, log);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Concede", "concede")
    }
}

impl Battle {
    pub(crate) fn enter_orders(&mut self, seat: Seat, log: &mut Events) {
        log.push(|| Event::PartBegins { part: Part::Orders(seat) });
        self.enter(Orders(seat));
    }

    pub(crate) fn enter(&mut self, frame: impl Into<Frame>) {
        self.stack.clear();
        self.lay(frame);
    }

    /// A phase, which is asked again until somebody ends it, ends.
    pub(crate) fn end_phase(
        &mut self,
        phase: &dyn Step<Battle>,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        self.take();
        phase.go_on(self, dice, log)
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
        self.enter(FirstOrSecond(winner));
        Ok(())
    }

    /// AV-15.7.
    pub fn has_lost_chief(&self, seat: Seat) -> bool {
        let captains = self.setup.armies[seat].leaders.iter().zip(&self.sides[seat].leaders);
        captains.into_iter().any(|(it, state)| it.profile.chief && state.place == Post::Lost)
    }
}

/// P2d to P4.
impl Battle {
    /// P2d, AV-R57: who rushed at an enemy that is no longer there. Then targets are named.
    pub(crate) fn enter_shooting(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        for id in self.late_rushers() {
            self.rush_test(id, true, dice, log)?;
        }
        self.enter(Targets(self.first));
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
