//! The computer player: what it makes of each decision. It knows its own view and nothing else.
//!
//! Everything is judged in one currency: VD that the enemy is likely to lose, less those of its own.
//!
//! | file | decisions |
//! |---|---|
//! | `worth` | what a fight and a shot are worth, from the dice and tests that decide them |
//! | `posture` | what a place on the table is worth to a Unit |
//! | `orders` | nominations, which Unit or Group is activated, what it does |
//! | `answers` | reactions to charges, shots and phases; pursuit |
//! | `preparation` | terrain and deployment |

mod answers;
mod orders;
mod posture;
mod preparation;
mod signs;
mod worth;

use acies_core::{Dice, Game, Seat, Signs, Tactics, flow::Stacked};

use crate::{
    battle::Battle,
    steps::{Action, Frame},
};

impl Tactics for Battle {
    const OUTLOOK: &'static str = include_str!("../data/outlook.toml");

    fn decide(&self, by: Seat, chance: &mut Dice) -> Action {
        let mut all = Vec::new();
        self.candidates(by, &mut all);
        let worth: Vec<f64> = self.worths_of(by, &all);
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let good: Vec<usize> = (0..all.len()).filter(|n| worth[*n] >= best - 1e-9).collect();
        all.swap_remove(good[chance.number(good.len())])
    }

    fn signs(&self, of: Seat) -> Signs {
        self.signs_of(of)
    }
}

impl Battle {
    /// How good each candidate is.
    fn worths_of(&self, by: Seat, all: &[Action]) -> Vec<f64> {
        match self.top() {
            Some(Frame::Nominate) => worths(all, |action| self.worth_of_nomination(by, action)),
            Some(Frame::Activation(active)) => self.worths_of_activation(&active, all),
            Some(Frame::Going(going)) => self.worths_of_going(&going, all),
            Some(_) if self.prelude.is_some() => {
                worths(all, |action| self.worth_before(by, action))
            }
            _ => worths(all, |action| self.worth_of_answer(action)),
        }
    }
}

fn worths(all: &[Action], worth: impl FnMut(&Action) -> f64) -> Vec<f64> {
    all.iter().map(worth).collect()
}
