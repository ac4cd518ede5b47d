//! How to play well: the computer player's knowledge of Virtus.
//!
//! One file for each question that a player is asked, each reading like advice: where everything
//! stands at first (`deploy`), what is at stake in each segment and who gets the big card
//! (`cards`), who closes up, who strikes whom, and who takes a hit (`fights`), which move helps
//! most (`moves`), where a leader is of use (`leaders`), and what to do without thinking twice (`offhand`). Behind them stand two measures in budget points: what hits do to a unit
//! (`harm`) and what a position is worth (`field`).
//!
//! It decides from its own view and never looks at what is hidden. All is closed form: expected
//! values from the functions that the rules use, no search and no sampling.

mod cards;
mod deploy;
mod field;
mod fights;
mod harm;
mod leaders;
mod moves;
mod offhand;
mod signs;
#[cfg(test)]
mod tests;

use acies_core::{Dice, Game, Seat, Signs, Tactics, Temper, one_of_all};

use crate::{
    battle::{Action, Battle, Frame},
    combat::resolve::Resolve,
};

/// What things are worth to a player, in budget points. The figures were found by playing thousands
/// of battles between players who differ in one of them.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// The battle.
    pub win: f32,
    /// An area that is held, conquered or lost: two of them decide (VIR-1.7.1).
    pub area: f32,
    /// What a unit is worth beyond its stands: it can hold an area and share hits (VIR-5.1.5).
    pub unit: f32,
    /// A rout without further loss: a turn lost, and the way back to be paid for (VIR-3.2.1).
    pub rout: f32,
    /// A card more in hand (VIR-4.1.2).
    pub card: f32,
    /// The share of their cost that mounted units are worth: they cost twice as much as foot that
    /// fights as well (VIR-R15).
    pub mounted: f32,
    /// How much of a reserve counts for each fight that it could march to.
    pub reserve: f32,
    /// How much stronger the side is that strikes first.
    pub first_blow: f32,
}

impl Worth {
    pub const USUAL: Worth = Worth {
        win: 1000.0,
        area: 30.0,
        unit: 3.0,
        rout: 3.0,
        card: 6.0,
        mounted: 0.6,
        reserve: 0.05,
        first_blow: 1.25,
    };

    /// Of a player of this temper: one goes for areas, the other spares his units.
    fn of(temper: Temper) -> Worth {
        match temper {
            Temper::Bold => Worth { area: 60.0, rout: 1.0, ..Worth::USUAL },
            Temper::Wary => Worth { area: 18.0, unit: 6.0, rout: 6.0, ..Worth::USUAL },
        }
    }
}

impl Tactics for Battle {
    const OUTLOOK: &'static str = include_str!("../data/outlook.toml");

    fn decide(&self, by: Seat, chance: &mut Dice) -> Action {
        self.advise(&Worth::USUAL, by, chance)
    }

    fn decide_as(&self, temper: Temper, by: Seat, chance: &mut Dice) -> Action {
        self.advise(&Worth::of(temper), by, chance)
    }

    fn offhand(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        self.without_thought(by, chance, room)
    }

    fn signs(&self, of: Seat) -> Signs {
        self.signs_of(of)
    }
}

impl Battle {
    /// What a player decides to whom things are worth so much.
    pub fn advise(&self, worth: &Worth, by: Seat, chance: &mut Dice) -> Action {
        let action = match self.frame() {
            Frame::Begin => Action::Begin,
            Frame::Deploy => Action::Deploy(self.array(by, chance)),
            Frame::Distribute => Action::Distribute(self.share_out(worth, by)),
            Frame::Formations => Action::Form(self.close_up()),
            Frame::Charges => self.best_charge(worth).map_or(Action::Done, Action::Charge),
            Frame::Combats => self.best_fight(worth).map_or(Action::Done, Action::Fight),
            Frame::GiveOut(left) => self.least_harm(worth, &left),
            Frame::Resolve => Resolve { unit: self.charges[0].unit }.into(),
            Frame::Moves => self.best_move(worth),
            _ => one_of_all(self, by, chance, &mut Vec::new()),
        };
        debug_assert_eq!(self.check(by, &action), Ok(()), "{action:?}");
        action
    }
}
