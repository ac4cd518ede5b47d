//! How a battle ends (RULES.md 3.7; VIR-R11 to VIR-R13).

use acies_core::{Outcome, RuleId, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    battle::Battle,
    words::events::{Event, Events},
};

/// Who won, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    pub winner: Option<Seat>,
    pub by: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Two opponent's-side areas, empty of enemy units.
    Conquest,
    /// A flank attack on an empty area of the opponent's side.
    Flank,
    /// No unit left.
    Annihilation,
    Resigned,
    /// More conquered areas at the turn limit.
    LimitAreas,
    /// Smaller losses at the turn limit.
    LimitLosses,
    LimitEqual,
}

impl How {
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            How::Conquest => &["VIR-1.7.1", "VIR-R11"],
            How::Flank => &["VIR-5.4.6", "VIR-R12"],
            How::Annihilation => &["VIR-R13.1", "VIR-R13"],
            How::Resigned => &["VIR-R13.2", "VIR-R13"],
            How::LimitAreas | How::LimitLosses | How::LimitEqual => {
                &["VIR-R13.4", "VIR-R13.3", "VIR-R13"]
            }
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            How::Conquest => "holds two enemy areas",
            How::Flank => "falls into an open flank",
            How::Annihilation => "has destroyed the enemy",
            How::Resigned => "the other side resigns",
            How::LimitAreas => "has conquered more areas at the turn limit",
            How::LimitLosses => "has lost less at the turn limit",
            How::LimitEqual => "neither side has the better of it",
        }
    }
}

impl Ending {
    pub fn outcome(self) -> Outcome {
        let Ending { winner, by } = self;
        let by_limit = matches!(by, How::LimitAreas | How::LimitLosses | How::LimitEqual);
        Outcome { winner, rule: by.rules()[0], how: by.words(), by_limit }
    }
}

/// A loss in budget points as an exact fraction of 12: stands are quarters, thirds or halves.
pub const LOSS_PARTS: u32 = 12;

impl Battle {
    /// The battle is over: nobody is asked any more.
    pub(crate) fn end(&mut self, ending: Ending, log: &mut Events) {
        self.ending = Some(ending);
        self.stack.clear();
        log.push(|| Event::Ended { ending });
    }

    /// VIR-R11: P wins with two opponent's-side areas that contain a unit of his and none of Q.
    pub fn conquest(&self, seat: Seat) -> Option<Ending> {
        let won = self.conquests(seat) >= 2;
        won.then_some(Ending { winner: Some(seat), by: How::Conquest })
    }

    /// VIR-R13.1: a player with no unit left loses; both at once is a draw.
    pub fn annihilation(&self) -> Option<Ending> {
        let gone = Seat::BOTH.map(|seat| !self.units(seat).any_alive());
        let winner = match gone {
            [false, false] => return None,
            [true, true] => None,
            [true, false] => Some(Seat::Blue),
            [false, true] => Some(Seat::Red),
        };
        Some(Ending { winner, by: How::Annihilation })
    }

    /// VIR-R13.3: both have had their number of turns.
    pub(crate) fn limit_reached(&self) -> bool {
        self.active != self.first && self.turn >= self.setup.turn_limit
    }

    /// VIR-R13.4: who has the better of it when the turn limit ends the game.
    pub fn at_limit(&self) -> Ending {
        let (seat, other) = (self.active, self.active.other());
        let better = |ours: u32, theirs: u32, by| match ours.cmp(&theirs) {
            std::cmp::Ordering::Greater => Some(Ending { winner: Some(seat), by }),
            std::cmp::Ordering::Less => Some(Ending { winner: Some(other), by }),
            std::cmp::Ordering::Equal => None,
        };
        let areas = |seat| self.conquests(seat) as u32;
        better(areas(seat), areas(other), How::LimitAreas)
            .or_else(|| better(self.loss(other), self.loss(seat), How::LimitLosses))
            .unwrap_or(Ending { winner: None, by: How::LimitEqual })
    }

    /// VIR-R13.4: what a side has lost, in twelfths of a budget point.
    pub fn loss(&self, seat: Seat) -> u32 {
        let units = self.units(seat).iter().map(|(number, unit)| {
            let troop = self.troop(seat, number);
            let original = u32::from(troop.profile.mv);
            let lost = original - u32::from(unit.stands);
            troop.cost() * lost * LOSS_PARTS / original
        });
        let leaders = (0..).zip(&self.sides[seat].leaders).filter(|(_, it)| !it.alive);
        let lost: u32 =
            leaders.map(|(number, _)| self.leader_card(seat, number).cost() * LOSS_PARTS).sum();
        units.sum::<u32>() + lost
    }
}
