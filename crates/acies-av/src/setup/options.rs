//! Sensible actions for each step before the first turn. Every one of them passes the check, and there is
//! always one.

use acies_core::Seat;
use acies_table::{Point, Pose};

use super::{Deployment, Prepare, Stage, Step, formation::Style, terrain};
use crate::{
    action::Action,
    battle::{Battle, Carrier},
    profile::Order,
    units::Post,
};

impl Battle {
    pub(crate) fn list_preparations(&self, by: Seat, step: Step, out: &mut Vec<Action>) {
        let mut offer = |prepare: Prepare| out.push(Action::Prepare(prepare));
        let Some(prelude) = self.prelude.as_deref() else { return };
        match step {
            Step::Begin => out.push(Action::Begin),
            Step::Piece { sector, piece, .. } => {
                let places = terrain::usual_places(&self.setup.field, sector, piece);
                places.for_each(|at| offer(Prepare::Lay { at }));
            }
            Step::Deploy => match prelude.stages[by] {
                Stage::Away => {
                    let army = |army| Prepare::Deploy(army);
                    self.deployments(by).into_iter().map(army).for_each(offer);
                }
                Stage::Arranging => offer(Prepare::EndDeploying),
                Stage::Ready => {}
            },
        }
    }

    /// As the army's file has it, if the ground allows, and in every style.
    pub(crate) fn deployments(&self, by: Seat) -> Vec<Deployment> {
        let plan = self.prelude.as_ref().map(|prelude| prelude.plans[by].clone());
        let plan = plan.filter(|plan| self.check_deployment(by, plan).is_ok());
        let mut all: Vec<Deployment> = plan.into_iter().collect();
        for style in Style::ALL {
            let army = self.drawn_up(by, style);
            if !all.contains(&army) {
                all.push(army);
            }
        }
        all
    }

    /// What else a player might try, without always being allowed.
    pub(crate) fn list_attempted_preparations(step: Step, out: &mut Vec<Action>) {
        let mut attempt = |prepare: Prepare| out.push(Action::Prepare(prepare));
        match step {
            Step::Begin => {}
            Step::Piece { .. } => attempt(Prepare::Lay { at: Point::default() }),
            Step::Deploy => {
                attempt(Prepare::Deploy(Deployment::default()));
                attempt(Prepare::Place { unit: 0, pose: Pose::default() });
                attempt(Prepare::Order { unit: 0, order: Order::Rush });
                attempt(Prepare::Post { leader: 0, post: Post::Alone(Point::default()) });
                attempt(Prepare::Carry { figure: 0, by: Carrier::Leader(0) });
                attempt(Prepare::EndDeploying);
            }
        }
    }
}
