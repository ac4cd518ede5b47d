//! The sequence of play, from top to bottom (RULES.md 2): after set-up, turn after turn tests, activation,
//! combats, moves.
//!
//! Each step is a type in the file of its rules. One in which the player has nothing to choose goes on by itself.

use acies_core::{
    Dice, Rolled, Seat,
    flow::{Deed, Shown, Stacked, Step},
};

use crate::{
    areas::Area,
    battle::{Action, Battle, Frame},
    movement::{march::Move, path::Path},
    units::{Flags, UnitSet},
    victory::{Ending, How},
    words::{
        events::{Event, Events},
        refusals::{No, Refusal},
    },
};

/// The steps of a turn, one after another.
const TURN: [Frame; 8] = [
    Frame::TurnBegins,
    Frame::Distribute,
    Frame::Formations,
    Frame::Charges,
    Frame::Combats,
    Frame::Resolve,
    Frame::Moves,
    Frame::TurnEnds,
];

impl Battle {
    /// Lays down the step that follows this one; after the last the next turn begins.
    pub(crate) fn go_past(&mut self, step: Frame) {
        let at = TURN.iter().position(|it| *it == step).expect("it is a step of the turn");
        self.lay(TURN[(at + 1) % TURN.len()]);
    }
}

/// T0 to T2a: the tests of the active player's own pieces, and his hand.
pub struct TurnBegins;

impl Step<Battle> for TurnBegins {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        battle.open_turn(log);
        battle.tests(dice, log)?;
        battle.clear_hits();
        battle.lose_leaders(log);
        // VIR-R13.1 at T1d: a player with no unit left loses.
        if let Some(ending) = battle.annihilation() {
            battle.end(ending, log);
            return Ok(());
        }
        battle.fill_hand(dice, log)?;
        battle.go_past(Frame::TurnBegins);
        Ok(())
    }
}

/// T5: rallies, what is put away, and whether the battle is over.
pub struct TurnEnds;

impl Step<Battle> for TurnEnds {
    fn go_on(&self, battle: &mut Battle, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        battle.rally(dice, log)?;
        battle.close_turn(log);
        if battle.ending.is_none() {
            battle.turn += u8::from(battle.active != battle.first);
            battle.active = battle.active.other();
            battle.go_past(Frame::TurnEnds);
        }
        Ok(())
    }
}

impl Battle {
    /// T0: who stands in the reserve may rally later (VIR-R67).
    pub(crate) fn open_turn(&mut self, log: &mut Events) {
        let (by, turn) = (self.active, self.turn);
        log.push(|| Event::TurnBegins { by, turn });
        let reserve = Area::reserve(by);
        for unit in self.units_in(reserve, by) {
            self.sides[by].units.mark(unit, Flags::RESTED);
        }
        self.lose_leaders(log);
    }

    /// T5b to T5d.
    pub(crate) fn close_turn(&mut self, log: &mut Events) {
        let by = self.active;
        // T5b: VIR-3.2.2: routed units are ordinary units again.
        let routed = self.units(by).alive() & self.units(by).with_any(Flags::ROUTED);
        self.sides[by].units.clear(Flags::all() - Flags::BLOODED);
        self.sides[by].leaders.iter_mut().for_each(|leader| leader.moved = false);
        self.crossed = Default::default();
        self.compelled = UnitSet::NONE;
        // T5c: cards are discarded, and reshuffled if the Joker was played (VIR-4.3.7).
        let swept = self.sides[by].deck.laid.iter().flatten().count() as u8;
        let joker = self.sides[by].deck.sweep();
        log.push(|| Event::TurnEnds { by, routed, swept });
        if joker {
            self.sides[by].deck.reshuffle();
            log.push(|| Event::Reshuffled { by, joker });
        }
        self.pools = Default::default();
        // T5d: VIR-R11, VIR-R13.
        let over = self
            .conquest(by)
            .or_else(|| self.conquest(by.other()))
            .or_else(|| self.annihilation())
            .or_else(|| self.limit_reached().then(|| self.at_limit()));
        if let Some(ending) = over {
            self.end(ending, log);
        }
    }
}

/// Nothing more in this step.
pub struct Done;

impl Deed<Battle> for Done {
    /// The step that it ends.
    type Plan = Frame;
    acies_core::one_word!(Battle: "done");

    fn check(&self, battle: &Battle, by: Seat) -> Result<Frame, Refusal> {
        let no = No::to(by);
        match battle.frame() {
            step @ (Frame::Charges | Frame::Combats) => Ok(step),
            // VIR-R69.5: not while a compelled unit can be paid for and its step is legal.
            step @ Frame::Moves => match battle.must_still_move(by) {
                Some(unit) => Err(no(No::CompelledStay { unit })),
                None => Ok(step),
            },
            _ => Err(no(No::NotNow)),
        }
    }

    fn trust(&self, battle: &Battle, _: Seat) -> Frame {
        battle.frame()
    }

    fn perform(
        &self,
        step: Frame,
        battle: &mut Battle,
        _: &mut Dice,
        _: &mut Events,
    ) -> Rolled<()> {
        battle.take();
        battle.go_past(step);
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let (commit, does) = match battle.top() {
            Some(Frame::Charges) => ("No more charges", "no more charges"),
            Some(Frame::Combats) => ("No more combats", "no more combats"),
            _ => ("End the turn", "end the turn"),
        };
        Shown::new(commit, does)
    }

    /// VIR-R69.5: the compelled unit moves.
    fn instead(&self, battle: &Battle, by: Seat, refusal: &Refusal) -> Option<Action> {
        let No::CompelledStay { unit } = refusal.no else { return None };
        let front = battle.units(by)[unit].area.front(by)?;
        Some(Move { unit, path: Path::one(front) }.into())
    }
}

/// VIR-R13.2.
pub struct Resign;

impl Deed<Battle> for Resign {
    /// Who does.
    type Plan = Seat;
    acies_core::one_word!(Battle: "resign");

    fn check(&self, _: &Battle, by: Seat) -> Result<Seat, Refusal> {
        Ok(by)
    }

    fn perform(&self, by: Seat, battle: &mut Battle, _: &mut Dice, log: &mut Events) -> Rolled<()> {
        battle.end(Ending { winner: Some(by.other()), by: How::Resigned }, log);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Resign", "resign")
    }
}
