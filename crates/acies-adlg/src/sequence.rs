//! The sequence of play (RULES.md 2, 3.1): corps after corps moves, then both shoot, fight, rout and pursue,
//! and losses are counted. Each step lies in the file of its rules and lays what comes next:
//!
//! | step | where |
//! |---|---|
//! | S1 to S8 | [`setup`](crate::setup) |
//! | M1, M2 | [`Corps`](crate::command::activation::Corps) |
//! | M3, M4 | [`Orders`](crate::command::orders::Orders) |
//! | C1 to C6 | [`Charging`](crate::charge::charging::Charging), [`Runner`](crate::evade::run::Runner) |
//! | S | [`Shooters`](crate::shooting::phase::Shooters) |
//! | C | [`Undecided`](crate::melee::engage::Undecided), [`combat`](crate::melee::combat) |
//! | R | [`rout`](crate::rout), [`Pursuing`](crate::rout::pursuit::Pursuing) |
//! | V | here |
//!
//! A step in which nobody has anything to choose is passed over.

use acies_core::{
    Dice, Log, Rolled, Seat,
    flow::{Deed, Shown, Stacked},
};
use arrayvec::ArrayVec;

use crate::{
    action::UnitSet,
    battle::{ALL_UNITS, Battle, EndedBy, Ending, Flags, Frame, Id, Place},
    rulings::TOLERANCE,
    victory::{TURNS, Verdict, verdict, verdict_at_limit},
    words::{
        events::{Event, Phase},
        refusals::No,
    },
};

type Events = Log<Event>;

/// The die that has just fallen. Exact dice show none, and nobody reads their log.
pub(crate) fn shown_face(dice: &Dice) -> u8 {
    dice.faces().first().copied().unwrap_or_default()
}

/// A player gives up (ADLG-R18).
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
        Shown::new("Resign", "resign")
    }
}

/// V: victory, and the next turn.
impl Battle {
    fn end(&mut self, ending: Ending, log: &mut Events) {
        self.ending = Some(ending);
        self.stack.clear();
        log.push(|| Event::Ended { ending });
    }

    /// V: losses are counted; then it is the other player's turn.
    pub(crate) fn end_turn(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
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
        self.lay(Frame::Corps);
        Ok(())
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

    /// A phase in which something happens is told.
    pub(crate) fn begin_phase(&self, phase: Phase, log: &mut Events) {
        let by = self.phasing;
        log.push(|| Event::PhaseBegins { by, phase });
    }

    /// Cohesion is lost; at 0 the unit routs (ADLG-R8, ADLG-R144).
    pub(crate) fn lose(&mut self, id: Id, points: u8, log: &mut Events) {
        let unit = self.unit_mut(id);
        unit.cohesion = unit.cohesion.saturating_sub(points);
        if unit.cohesion == 0 && unit.place == Place::Table {
            unit.place = Place::Routing;
            let moving = matches!(self.stack.first(), Some(Frame::Orders(_)));
            log.push(|| Event::Routing { unit: id, moving });
        }
    }
}
