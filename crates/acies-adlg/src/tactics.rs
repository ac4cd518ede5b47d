//! A plain computer player: it fights when it can, shoots when it can, and else comes on.

use acies_core::{Dice, Game, Seat, Tactics};

use crate::{action::Action, battle::Battle};

impl Tactics for Battle {
    fn decide(&self, by: Seat, chance: &mut Dice) -> Action {
        let mut candidates = Vec::new();
        self.candidates(by, &mut candidates);
        let best = candidates.iter().map(worth).max().unwrap_or(0);
        let good: Vec<_> = candidates.into_iter().filter(|action| worth(action) == best).collect();
        good[chance.number(good.len())].clone()
    }
}

/// How eagerly such an action is taken.
fn worth(action: &Action) -> u8 {
    match action {
        Action::Charge { .. } => 5,
        Action::Shoot { .. } | Action::Stand | Action::Run(_) | Action::Rally { .. } => 4,
        Action::Move { .. } => 3,
        Action::Resign => 0,
        _ => 2,
    }
}
