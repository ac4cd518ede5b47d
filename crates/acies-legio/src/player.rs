//! The computer player: how each question is answered. What it does not know it answers as it comes.
//!
//! | file | questions |
//! |---|---|
//! | [`leaders`] | what leaders do, and what is named for a control test |
//! | [`moves`] | who moves, rests, shoots and relieves its lines |
//! | [`fights`] | who charges, how to respond, volleys, what follows a fight |
//!
//! It compares what it may do by what it leads to: odds of fights come from the sums that the fight itself uses.

mod fights;
mod leaders;
mod moves;
mod signs;

use acies_core::{
    Dice, Game, Id, Seat,
    flow::{Answer, Stacked},
};

use crate::{
    battle::{Action, Battle, Frame},
    movement::rearward::Cease,
};

impl Battle {
    /// A good action for a seat that must decide, which sees no more than its view.
    pub(crate) fn good_action(&self, by: Seat, chance: &mut Dice) -> Action {
        let mut all = Vec::new();
        let known = match self.top() {
            Some(
                Frame::Begin
                | Frame::Clear(_)
                | Frame::Choose(_)
                | Frame::Encamp(_)
                | Frame::Arrange(_)
                | Frame::FirstOrders,
            ) => {
                self.candidates(by, &mut all);
                return all.swap_remove(0);
            }
            Some(Frame::Deploy(_)) => self.good_deployment(by),
            Some(Frame::Leading(asked)) => self.good_errand(asked),
            Some(Frame::Standing(_)) => self.good_by_order(by),
            Some(Frame::Naming(asked)) => Some(self.good_name(asked)),
            Some(Frame::Activation(asked)) => self.good_activation(&asked),
            Some(Frame::Declaring(_)) => Some(self.good_charge()),
            Some(Frame::Respond(asked)) => self.good_response(asked),
            Some(Frame::Volleys(_)) => self.good_volley(by),
            Some(Frame::Choosing(asked)) => self.good_choice(asked),
            Some(Frame::HaltShort(asked)) => Some(self.good_halt(asked)),
            Some(Frame::Cease(_)) => Some(Answer::<Cease>::YES.into()),
            _ => None,
        };
        match known.filter(|action| self.check(by, action).is_ok()) {
            Some(action) => action,
            None => self.any(by, chance, &mut all),
        }
    }

    /// The best of the candidates of who is asked, and the first of those that are equally good.
    fn best(&self, by: Seat, worth: impl Fn(&Action) -> f64) -> Option<Action> {
        let mut all = Vec::new();
        self.candidates(by, &mut all);
        let each = all.into_iter().map(|action| (worth(&action), action));
        each.reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, action)| action)
    }

    /// What it costs to lose a unit as it is now.
    fn value(&self, unit: Id) -> f64 {
        let it = self.unit(unit);
        let left = f64::from(it.is.bases) / f64::from(it.is.profile.bases.max(1));
        f64::from(self.recruit(unit).cost) * left
    }
}

#[cfg(test)]
mod tests;
