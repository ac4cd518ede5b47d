//! The set-up as one decision.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked},
};

use super::{Prepare, Secret, Step};
use crate::{
    action::Action,
    battle::Battle,
    words::{events::Event, notation::Reader, refusals::No},
};

impl acies_core::flow::Step<Battle> for Step {
    fn deciders(&self, battle: &Battle) -> Seats {
        if *self != Step::Plan {
            return self.seat(battle).map_or(Seats::NONE, Seats::from);
        }
        let writes = |seat: &Seat| battle.sides[*seat].plan == Secret::Unwritten;
        Seat::BOTH.into_iter().filter(writes).fold(Seats::NONE, Seats::with)
    }

    fn again(&self) -> bool {
        true
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        Step::asks(*self, battle)
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        battle.list_preparations(by, *self, out);
    }

    fn any(&self, battle: &Battle, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        match self {
            Step::Deploy(_) => battle.any_deployment(by, chance),
            _ => acies_core::one_of_all(battle, by, chance, room),
        }
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        Battle::list_attempted_preparations(*self, out);
    }
}

impl Deed<Battle> for Prepare {
    type Plan = (Seat, Step);
    const VERBS: &'static [&'static str] = &super::notation::VERBS;

    fn write(&self, _: &Battle, _: Seat) -> String {
        Prepare::write(self)
    }

    fn read(verb: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let text = format!("{verb} {}", words.rest());
        Prepare::read(&text).expect("it is one of the verbs")
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<(Seat, Step), No> {
        match self {
            Prepare::Place { unit, .. } => battle.check_exists(by, *unit)?,
            Prepare::Arrange { unit, beside, .. } => battle.check_known(by, beside.with(*unit))?,
            Prepare::Plan(plan) => {
                plan.ambushes.iter().try_for_each(|it| battle.check_known(by, it.units))?;
            }
            _ => {}
        }
        let step: Step = battle.asked().ok_or(No::NotNow)?;
        battle.judge_preparation(by, step, self)?;
        Ok((by, step))
    }

    fn perform(
        &self,
        (by, _): (Seat, Step),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.prepare(by, self, dice, log)
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let commit = match self {
            Prepare::Begin => "Throw the dice",
            Prepare::Deploy { .. } => "Deploy",
            Prepare::Place { .. } | Prepare::Arrange { .. } => "Place",
            Prepare::EndDeploying => "Ready",
            _ => "Decide",
        };
        Shown::new(commit, self.words(battle, by))
    }
}
