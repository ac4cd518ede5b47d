//! What a computer player does before the first turn. It takes one of the sensible actions of each step:
//! who is slowed by broken ground looks for open ground, and the others do not.

use acies_core::{Dice, Game, Seat};

use crate::{
    action::Action,
    battle::Battle,
    setup::{
        Adjustment, Plan, Prepare, Stage, Wing,
        adjust::ToAdjust,
        deployment::Deploy,
        pieces::Choose,
        roles::{TakeRegion, TakeRole},
    },
    terrain::{Choice, Going, Region, penalty},
};

impl Battle {
    /// A good action in a step; `chance` breaks ties.
    pub fn best_preparation(&self, by: Seat, step: Stage, chance: &mut Dice) -> Action {
        let mut list = Vec::new();
        self.candidates(by, &mut list);
        let worth = |action: &Action| match action {
            Action::Prepare(prepare) => self.suits(by, step, prepare),
            _ => 0,
        };
        let best = list.iter().map(worth).max().unwrap_or(0);
        list.retain(|action| worth(action) == best);
        list.swap_remove(chance.number(list.len()))
    }

    /// How well a decision suits an army.
    fn suits(&self, by: Seat, step: Stage, prepare: &Prepare) -> i32 {
        let open = self.wants_open_ground(by);
        match prepare {
            Prepare::Role(TakeRole { attack }) => {
                i32::from(*attack == (self.mounted(by) >= self.mounted(by.other())))
            }
            Prepare::Region(TakeRegion { region }) => i32::from(is_open(*region) == open),
            Prepare::Choose(Choose { pieces }) => {
                let broken = pieces.iter().filter(|choice| is_broken(**choice)).count() as i32;
                if open { -broken } else { broken }
            }
            Prepare::Remove => i32::from(open && self.is_piece_broken(step)),
            Prepare::Leave => i32::from(!(open && self.is_piece_broken(step) && removes(step))),
            Prepare::Fortify(_) => 1,
            Prepare::Plan(plan) => self.suits_as_plan(by, plan),
            Prepare::Deploy(Deploy { corps, poses }) => {
                let centre = self.planned_wing(by, *corps) == Some(Wing::Centre);
                let farthest =
                    poses.iter().map(|pose| self.setup.field.as_seen_by(by, pose.at.vec()).y);
                let forward = FORWARD * self.setup.field.depth();
                2 * i32::from(centre) + i32::from(farthest.fold(0.0, f64::max) > forward)
            }
            _ => 0,
        }
    }

    /// The usual wings, an ambush of true units where there is room for one, and no flank march unless the
    /// army has much more horse than the enemy.
    fn suits_as_plan(&self, by: Seat, plan: &Plan) -> i32 {
        let usual = (0..)
            .zip(&self.setup.armies[by].corps)
            .all(|(n, it)| plan.wings.get(n) == Some(&it.wing));
        let hidden = plan.ambushers().iter().count().min(AMBUSHED) as i32;
        let marches = self.mounted(by) > 2 * self.mounted(by.other());
        4 * i32::from(usual) + 4 * i32::from(plan.flank.is_some() == marches) + hidden
    }

    fn mounted(&self, of: Seat) -> usize {
        let troops = self.setup.armies[of].troops.iter();
        troops.filter(|troop| troop.profile.kind.is_mounted()).count()
    }

    /// Whether rough ground takes something from more than half of an army (ADLG-MOD.T1).
    fn wants_open_ground(&self, of: Seat) -> bool {
        let troops = &self.setup.armies[of].troops;
        let slowed = troops.iter().filter(|troop| penalty(troop.profile.kind, Going::Rough) < 0);
        2 * slowed.count() > troops.len()
    }

    fn is_piece_broken(&self, step: Stage) -> bool {
        let Stage::Adjust(ToAdjust { piece, .. }) = step else { return false };
        let chosen =
            self.prelude.as_ref().and_then(|it| it.pieces.get(usize::from(piece)).copied());
        chosen.is_some_and(|it| is_broken(it.choice))
    }
}

/// A line whose foremost unit is this far out, as a part of the table's depth, is drawn up forward.
const FORWARD: f64 = 0.3;

/// More units than these are missed in the line.
const AMBUSHED: usize = 2;

fn removes(step: Stage) -> bool {
    matches!(step, Stage::Adjust(ToAdjust { adjustment: Adjustment::Remove, .. }))
}

fn is_broken(choice: Choice) -> bool {
    choice.piece().going() > Going::Open
}

fn is_open(region: Region) -> bool {
    matches!(region, Region::Plain | Region::Steppe | Region::Desert)
}
