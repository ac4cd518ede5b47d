//! The activation of a Unit or a Group (RULES.md 2, U0 to U3; IMP-R23, IMP-R28, IMP-R29): what it may still do.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, Id, UnitSet},
    command::discipline::{DisciplineTest, Failure, Purpose},
    movement::groups,
    steps::{Action, Frame},
    words::{events::Event, notation::Reader, refusals::No},
};

/// What Units must do first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Duty {
    /// IMP-MOV.21: impetuous troops advance.
    Advance,
    /// IMP-R99: they go for the enemy's baggage.
    Baggage,
}

/// IMP-R29: the moment of the one shot of an activation, and what was declared with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Volley {
    #[default]
    NotYet,
    /// No phase follows.
    Last,
    /// One phase follows; after a phase it is a charge.
    Moves,
}

/// Units that are activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Going {
    pub seat: Seat,
    pub units: UnitSet,
    /// They were activated together.
    pub grouped: bool,
    /// U1: it was in contact when it was activated.
    pub engaged: bool,
    pub duty: Option<Duty>,
    /// IMP-R28: phases of this activation; an attempt to recover order is one.
    pub phases: u8,
    pub volley: Volley,
    /// Phases that had been made when it shot.
    pub shot_after: u8,
    /// No phase may follow.
    pub halted: bool,
    /// Nothing may follow.
    pub over: bool,
    /// IMP-R29, IMP-R119: whose activation a melee has ended.
    #[serde(default)]
    pub fought: UnitSet,
    /// IMP-R107: the last phase was made on a road.
    pub on_road: bool,
}

impl Going {
    pub fn new(battle: &Battle, seat: Seat, units: UnitSet) -> Going {
        Going {
            seat,
            units,
            grouped: units.len() > 1,
            engaged: units.ids(seat).any(|id| battle.is_in_contact(id)),
            duty: None,
            phases: 0,
            volley: Volley::NotYet,
            shot_after: 0,
            halted: false,
            over: false,
            fought: UnitSet::NONE,
            on_road: false,
        }
    }

    /// Those that still act: on the table, without a melee behind them (IMP-R29) or before them (IMP-R119), and in order
    /// if they are a Group (IMP-DIS.9, IMP-R37).
    pub fn able(&self, battle: &Battle) -> UnitSet {
        let able = |id: &Id| {
            let piece = battle.piece(*id);
            let left = self.grouped && piece.unit.disordered;
            let drawn_in = !self.engaged && battle.is_in_contact(*id);
            !(piece.gone && piece.square.is_none() || left || drawn_in)
        };
        (self.units - self.fought).ids(self.seat).filter(able).collect()
    }

    /// The only Unit of it.
    pub fn alone(&self) -> Option<Id> {
        let only = self.units.first().filter(|_| self.units.len() == 1)?;
        Some(Id::new(self.seat, only))
    }

    /// IMP-R28, IMP-R29, IMP-DIS.3, IMP-R92: whether another phase may be made, which may be a `charge`.
    pub fn may_move(&self, battle: &Battle, charge: bool) -> Result<(), RuleId> {
        // IMP-R93: who is in a Square first leaves it.
        if self.units.ids(self.seat).any(|id| battle.piece(id).square.is_some()) {
            return Err("IMP-R93");
        }
        self.may_go(battle, charge)
    }

    /// The same of a phase into a Square or out of it.
    pub(super) fn may_go(&self, battle: &Battle, charge: bool) -> Result<(), RuleId> {
        if self.engaged {
            return Err("IMP-R23");
        }
        if self.halted || self.over {
            return Err("IMP-R28");
        }
        match self.volley {
            Volley::Last => return Err("IMP-R29"),
            Volley::Moves if self.phases > self.shot_after => return Err("IMP-R29"),
            Volley::Moves if self.shot_after > 0 && !charge => return Err("IMP-R29"),
            _ => {}
        }
        for id in self.units.ids(self.seat) {
            match battle.unit(id).phases_max() {
                Some((rule, most)) if self.phases >= most => return Err(rule),
                _ => {}
            }
        }
        Ok(())
    }

    /// IMP-R29, IMP-SHT.1: whether a shot may be made now.
    pub fn may_shoot(&self) -> Result<(), RuleId> {
        if self.engaged || self.over {
            Err("IMP-R29")
        } else if self.volley != Volley::NotYet && self.phases != self.shot_after {
            Err("IMP-SHT.1")
        } else {
            Ok(())
        }
    }

    /// IMP-R24, IMP-DT.4: which movement of the Turn the next one is, at most.
    pub fn next_movement(&self, battle: &Battle) -> u8 {
        let phases = self.units.ids(self.seat).map(|id| battle.piece(id).phases);
        phases.max().unwrap_or(0) + 1
    }
}

impl Step<Battle> for Going {
    fn deciders(&self, _: &Battle) -> Seats {
        self.seat.into()
    }

    fn again(&self) -> bool {
        true
    }

    /// Nobody can do anything any more, or there is nothing but a fight.
    fn idle(&self, battle: &Battle) -> bool {
        if self.over || self.able(battle).is_empty() {
            return true;
        }
        if self.engaged {
            return self.alone().is_none_or(|id| battle.disengaging(id).is_err());
        }
        let armed = |id: Id| battle.unit(id).profile.missile.is_some() && !battle.piece(id).shot;
        let may_shoot = self.may_shoot().is_ok() && self.units.ids(self.seat).any(armed);
        !may_shoot && self.may_go(battle, true).is_err()
    }

    fn go_on(&self, battle: &mut Battle, _: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        if let (true, Some(id)) = (self.engaged && !self.over, self.alone())
            && !battle.piece(id).gone
        {
            battle.fight(self.seat, self.units, log);
        }
        Ok(())
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let names = battle.names(self.seat, self.able(battle));
        match self.duty {
            Some(Duty::Advance) => (format!("{names} must advance"), &["IMP-MOV.21", "IMP-R98"]),
            Some(Duty::Baggage) => (format!("{names} must go for the baggage"), &["IMP-R99"]),
            None => (format!("what do {names} do?"), &["IMP-R23", "IMP-R28"]),
        }
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        battle.going_candidates(self, by, out);
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        battle.any_going(self, by, chance, room)
    }

    fn attempts(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        battle.going_attempts(self, by, out);
    }

    fn fits(&self, battle: &Battle) -> bool {
        let most = battle.sides[self.seat].pieces.len() as u8;
        self.units.last().is_some_and(|last| last < most)
    }
}

/// Ends the activation of Units.
pub struct Halt;

impl Deed<Battle> for Halt {
    type Plan = Going;
    const VERBS: &'static [&'static str] = &["halt"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "halt".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Halt)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<Going, No> {
        let asked: Going = battle.asked().ok_or(No::NotNow)?;
        let unit = asked.units.ids(asked.seat).next().ok_or(No::Nobody)?;
        if asked.duty.is_some() && battle.can_do_duty(&asked) {
            return Err(No::Duty { unit, rule: "IMP-R98" });
        }
        if asked.engaged && battle.may_fight(unit) {
            return Err(No::Duty { unit, rule: "IMP-R23" });
        }
        Ok(asked)
    }

    fn perform(
        &self,
        _: Going,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if let Some(Frame::Going(asked)) = battle.take() {
            log.push(|| Event::Halted { seat: asked.seat, units: asked.units });
        }
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let units = battle.asked::<Going>().map_or(UnitSet::NONE, |it| it.able(battle));
        let who = (!units.is_empty()).then(|| battle.names(by, units));
        Shown { who, ..Shown::new("Done", "do nothing more") }.rules(&["IMP-R23"])
    }
}

impl Battle {
    /// IMP-R29, IMP-R119: a Unit has fought: if it is activated, it has done.
    pub(crate) fn end_by_melee(&mut self, id: Id) {
        for frame in &mut self.stack {
            if let Frame::Going(going) = frame
                && going.seat == id.seat()
                && going.units.has(id.number())
            {
                going.fought = going.fought.with(id.number());
            }
        }
    }

    /// The activation of Units on top of the stack, to be changed.
    pub(crate) fn going_mut(&mut self) -> Option<&mut Going> {
        match self.stack.last_mut() {
            Some(Frame::Going(going)) => Some(going),
            _ => None,
        }
    }

    /// IMP-DT.1 to IMP-DT.4, IMP-SPC.23, IMP-R22, IMP-R24: the test of a Unit or Group.
    pub fn discipline_test(
        &self,
        seat: Seat,
        units: UnitSet,
        purpose: Purpose,
        movement: u8,
    ) -> DisciplineTest {
        let all = units.ids(seat).map(|id| self.unit(id));
        let first = units.ids(seat).next().expect("somebody tests");
        let commander = self.commander(seat, self.piece(first).command);
        let charismatic =
            commander.is_some_and(|it| it.quality == crate::command::Quality::Charismatic);
        DisciplineTest {
            discipline: groups::discipline(all.clone()),
            commander: all.clone().any(|unit| unit.commander),
            out_of_range: !units.ids(seat).all(|id| self.is_in_command(id)),
            movement,
            charismatic: charismatic && purpose == Purpose::Recover,
        }
    }

    /// IMP-R129: a test that no face passes, and whose failure does nothing, is not taken.
    pub(super) fn may_pass_test(&self, going: &Going, purpose: Purpose) -> Result<(), RuleId> {
        let test =
            self.discipline_test(going.seat, going.able(self), purpose, going.next_movement(self));
        if test.needs() - test.sum().total <= 6 { Ok(()) } else { Err("IMP-R129") }
    }

    /// Throws a discipline test and says so.
    pub(crate) fn test_discipline(
        &self,
        seat: Seat,
        units: UnitSet,
        purpose: Purpose,
        movement: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<bool> {
        let test = self.discipline_test(seat, units, purpose, movement);
        let passed = test.throw(seat, dice)?;
        let face = dice.faces().first().copied();
        let kind = units.ids(seat).next().map(|id| self.unit(id).profile.kind);
        log.push(|| Event::DisciplineTested {
            seat,
            units,
            purpose,
            sum: Box::new(test.sum()),
            needs: test.needs(),
            face,
            passed,
            fails: kind.map(|kind| purpose.failure(kind).0),
        });
        Ok(passed)
    }

    /// RULES.md 3.3: what failing a test does to a Unit's order, as the table has it.
    pub(crate) fn fail(&mut self, id: Id, purpose: Purpose, log: &mut Log<Event>) -> Failure {
        let (rule, failure) = purpose.failure(self.unit(id).profile.kind);
        if failure == Failure::Disordered {
            self.disorder(id, rule, log);
        }
        failure
    }
}
