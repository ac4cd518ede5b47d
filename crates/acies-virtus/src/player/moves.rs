//! Moves: which move helps most (T4).

use acies_core::Seat;
use arrayvec::ArrayVec;

use super::{Worth, field::Field, harm::stand_worth};
use crate::{
    areas::{Area, COLUMNS_MAX},
    battle::{Action, Battle},
    movement::{cohesion::Cohesion, leaders::MoveLeader, march::Move, path::Path},
    units::{UNITS_MAX, UnitSet},
};

/// A move that can be made, and what it is worth.
#[derive(Clone, Copy)]
pub struct Stride {
    pub unit: u8,
    pub from: Area,
    pub path: Path,
    pub gain: f32,
}

/// A move must improve the position by so much, or the unit rests.
const LEAST: f32 = 0.3;

pub type Strides = ArrayVec<Stride, { UNITS_MAX * 8 }>;

impl Battle {
    /// The move that helps most, a leader's if no unit's does, or nothing.
    pub(super) fn best_move(&self, worth: &Worth) -> Action {
        let by = self.active;
        let steps = self.steps(worth);
        let must = self.must_still_move(by);
        let vital = self.vital_steps(worth, &steps);
        let most = |a: &&Stride, b: &&Stride| a.gain.total_cmp(&b.gain);
        let best = vital.iter().map(|(_, step)| step).max_by(most);
        let best = best.or_else(|| steps.iter().max_by(most));
        if let Some(step) = best.filter(|step| step.gain > LEAST) {
            return Move { unit: step.unit, path: step.path }.into();
        }
        if let Some(unit) = must {
            let front = self.units(by)[unit].area.front(by).expect("compelled on its own side");
            return Move { unit, path: Path::one(front) }.into();
        }
        match self.best_leader_move(worth) {
            Some((leader, to)) => MoveLeader { leader, to }.into(),
            None => Action::Done,
        }
    }

    /// Every move that can be paid for, with its gain.
    pub(super) fn steps(&self, worth: &Worth) -> Strides {
        let by = self.active;
        let mut field = Field::new(self, worth);
        let now = field.score();
        let mut steps = Strides::new();
        self.each_march(|Move { unit, path }| {
            let from = self.units(by)[unit].area;
            let _ = steps.try_push(Stride { unit, from, path, gain: 0.0 });
            false
        });
        let conquers = self.conquering(&field, &steps);
        for step in &mut steps {
            let to = step.path.end();
            let force = field.moving(step.unit, step.from, to);
            step.gain = field.after(&force, step.from, to) - now;
            step.gain += self.of_itself(worth, by, step);
            if conquers && conquest(&field, by, to) {
                step.gain += worth.win / 2.0;
            }
        }
        self.assaults(worth, &field, now, &mut steps);
        steps
    }

    /// Whether the empty areas that can be entered this turn are enough to win (VIR-1.7.1).
    fn conquering(&self, field: &Field, steps: &Strides) -> bool {
        let by = self.active;
        let mut entered = [false; COLUMNS_MAX];
        for step in steps {
            let to = step.path.end();
            if let Some(column) = to.segment().filter(|_| conquest(field, by, to)) {
                entered[column] = true;
            }
        }
        let entered = entered.iter().filter(|&&it| it).count();
        entered > 0 && self.conquests(by) + entered >= 2
    }

    /// What a move does to the unit itself: a forced march may cost a stand (VIR-10.3), and a unit
    /// that stays in the reserve may rally (VIR-9.1).
    fn of_itself(&self, worth: &Worth, by: Seat, step: &Stride) -> f32 {
        let troop = self.troop(by, step.unit);
        let it = &self.units(by)[step.unit];
        let stand = stand_worth(worth, troop);
        let mut gain = 0.0;
        if step.path.steps().len() > usize::from(troop.profile.mvt) {
            let test = Cohesion { profile: troop.profile };
            let fails = (6 - acies_core::total(test.number())) as f32 / 6.0;
            gain -= fails * (stand + if it.stands == 1 { worth.unit } else { 0.0 });
        }
        let hurt = it.stands < troop.profile.mv;
        if step.from.is_reserve() {
            if let Some(rally) = self.may_rally(by, step.unit) {
                gain -= acies_core::total(rally.mv()) as f32 / 6.0 * stand;
            }
        } else if step.path.end().is_reserve() && hurt {
            gain += f32::from(it.stands) / 6.0 * stand;
        }
        gain
    }

    /// Several units together go where one alone would be destroyed: each shares in what the whole
    /// attack is worth.
    fn assaults(&self, worth: &Worth, field: &Field, now: f32, steps: &mut Strides) {
        let by = self.active;
        for column in 0..self.columns() {
            let far = Area::new(by.other(), column);
            if field.theirs_in(far) == 0 {
                continue;
            }
            // The strongest go first.
            let mut troops: ArrayVec<(f32, usize), UNITS_MAX> = (0..steps.len())
                .filter(|&at| steps[at].path.end() == far)
                .map(|at| (field.moving(steps[at].unit, steps[at].from, far).entered.strike, at))
                .collect();
            if troops.len() < 2 {
                continue;
            }
            troops.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            // Most of them are paid for by this segment (VIR-R43).
            let mut left = self.pools[column].left().unwrap_or(u8::MAX);
            let mut after = field.clone();
            let mut own = 0.0;
            let mut best = (LEAST, 0);
            for (count, &(_, at)) in (1..).zip(&troops) {
                let step = &steps[at];
                if self.payer(by, step.unit, far) == Some(column) {
                    if left == 0 {
                        break;
                    }
                    left -= 1;
                }
                after.shift(&field.moving(step.unit, step.from, far), step.from, far);
                own += self.of_itself(worth, by, step);
                let each = (after.score() - now + own) / count as f32;
                if each > best.0 {
                    best = (each, count);
                }
            }
            for &(_, at) in &troops[..best.1] {
                steps[at].gain = steps[at].gain.max(best.0);
            }
        }
    }

    /// What must not be spent on fights: the points of each segment and the units that win the
    /// battle, or save it, by a move.
    pub(super) fn vital(&self, worth: &Worth) -> ([u8; COLUMNS_MAX], UnitSet) {
        let by = self.active;
        let mut kept = [0; COLUMNS_MAX];
        let mut movers = UnitSet::NONE;
        let bare = |side: Seat| {
            Area::row(side, self.columns()).any(|area| self.units_in(area, side).is_empty())
        };
        // Only an area without its owner's units wins or loses by a move.
        if bare(by) || bare(by.other()) {
            for (column, step) in self.vital_steps(worth, &self.steps(worth)) {
                if let Ok(march) = self.may_move(by, step.unit, step.path) {
                    kept[column] = march.cost.points();
                    movers = movers.with(step.unit);
                }
            }
        }
        (kept, movers)
    }

    /// The best move that each segment pays for, as far as it is worth an area: a unit for each,
    /// and first for the segments that can choose among few.
    fn vital_steps(
        &self,
        worth: &Worth,
        steps: &Strides,
    ) -> ArrayVec<(usize, Stride), COLUMNS_MAX> {
        let by = self.active;
        let paid = |step: &Stride| self.payer(by, step.unit, step.path.end());
        let mut choices = [0; COLUMNS_MAX];
        for step in steps.iter().filter(|it| it.gain > worth.area) {
            choices[paid(step).expect("a move ends elsewhere")] += 1;
        }
        let mut columns: ArrayVec<usize, COLUMNS_MAX> =
            (0..COLUMNS_MAX).filter(|&column| choices[column] > 0).collect();
        columns.sort_by_key(|&column| choices[column]);
        let mut movers = UnitSet::NONE;
        let mut vital = ArrayVec::new();
        for column in columns {
            let best = steps
                .iter()
                .filter(|it| it.gain > worth.area && !movers.has(it.unit))
                .filter(|it| paid(it) == Some(column))
                .max_by(|a, b| a.gain.total_cmp(&b.gain));
            if let Some(step) = best {
                movers = movers.with(step.unit);
                vital.push((column, *step));
            }
        }
        vital
    }
}

/// Whether a unit of this seat conquers an area by going there.
fn conquest(field: &Field, by: Seat, to: Area) -> bool {
    to.segment().is_some() && to.side() != by && field.theirs_in(to) == 0 && field.ours_in(to) == 0
}
