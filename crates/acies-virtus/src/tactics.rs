//! stub
use crate::{Battle, action::Action};
use acies_core::{Dice, Game, Seat, Tactics};
impl Tactics for Battle {
    fn decide(&self, by: Seat, chance: &mut Dice) -> Action {
        let mut out = Vec::new();
        self.candidates(by, &mut out);
        out[chance.number(out.len())]
    }
}
