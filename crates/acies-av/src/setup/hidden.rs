//! What is hidden until S5: the other army, its deployment and its first orders (RULES.md 2); and what may be
//! guessed of it.

use acies_core::{Dice, Seat, Viewer};
use arrayvec::ArrayVec;

use super::{Deployment, Stage};
use crate::{
    battle::{Battle, Host},
    files::{army, data::ARMIES},
    units::{Side, UnitSet},
};

/// What a battle is called while nobody knows who fights it.
const UNKNOWN: &str = "a battle to come";

impl Host {
    /// An army of which nothing is known.
    fn unknown() -> Host {
        let (units, leaders, figures) = (Vec::new(), Vec::new(), Vec::new());
        Host { name: "unknown".into(), units, leaders, figures }
    }

    fn is_unknown(&self) -> bool {
        self.units.is_empty()
    }
}

impl Battle {
    /// S4: what a viewer may know while armies set up.
    pub(crate) fn veiled(&self, viewer: Viewer) -> Battle {
        let mut view = self.clone();
        let Some(prelude) = view.prelude.as_mut() else { return view };
        let setup = view.setup.to_mut();
        UNKNOWN.clone_into(&mut setup.name);
        for seat in Seat::BOTH.into_iter().filter(|&seat| viewer != Some(seat)) {
            prelude.plans[seat] = Deployment::default();
            setup.armies[seat] = Host::unknown();
            view.sides[seat] =
                Side { units: ArrayVec::new(), leaders: ArrayVec::new(), mourners: UnitSet::NONE };
        }
        view
    }

    /// A whole battle that agrees with what a seat knows: the other has one of the shipped armies.
    pub(crate) fn unveiled(&self, seat: Seat, dice: &mut Dice) -> Battle {
        let mut guess = self.clone();
        let other = seat.other();
        let Some(stage) = self.prelude.as_ref().map(|prelude| prelude.stages[other]) else {
            return guess;
        };
        if !self.setup.armies[other].is_unknown() {
            return guess;
        }
        let (id, text) = ARMIES[dice.number(ARMIES.len())];
        let roster = army::read(id, text).expect("a test reads every shipped army");
        guess.setup.to_mut().armies[other] = roster.host();
        guess.sides[other] = Side::away(&guess.setup.armies[other]);
        if stage != Stage::Away {
            let mut usual = guess.deployments(other);
            let army = usual.swap_remove(dice.number(usual.len()));
            guess.deploy(other, &army);
        }
        guess
    }
}
