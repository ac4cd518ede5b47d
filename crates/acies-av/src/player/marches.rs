//! Moves: who goes first, and where to.

use acies_table::Edge;

use super::Outlook;
use crate::{
    battle::{Action, Field},
    movement::{
        fall_back::{Back, FallBack},
        march::{Mode, Moved},
        pivot::Pivot,
    },
    profile::{Order, Shooter},
    table::{SUPPORT_UD, within},
    units::{Flags, Id, Unit},
};

/// A pivot that gains less is not made.
const LEAST_PIVOT: f32 = 0.3;

/// Friends this far to either side are the line that a unit keeps.
const LINE_UD: f64 = 6.0;

impl Outlook<'_> {
    /// P2b: whoever is nearest to the enemy goes first, so that others find room and a line to keep.
    pub(super) fn best_move(&mut self) -> Action {
        let table = self.battle.table();
        let mut left: Vec<(f64, Id)> = table
            .standing(self.by)
            .filter(|&id| !table.unit(id).is(Flags::MOVED))
            .map(|id| {
                let enemy = table.nearest_enemy(id);
                (enemy.map_or(f64::INFINITY, |enemy| table.distance(id, enemy)), id)
            })
            .collect();
        left.sort_by(|a, b| a.0.total_cmp(&b.0));
        left.into_iter().find_map(|(_, id)| self.best_move_of(id)).unwrap_or(Action::EndMoves)
    }

    fn best_move_of(&mut self, id: Id) -> Option<Action> {
        match self.battle.unit(id).order {
            Some(Order::Advance | Order::Rush | Order::Shieldwall) => self.best_march(id),
            Some(Order::Halt) => self.best_pivot(id),
            Some(Order::FallBack) => self.best_way_back(id),
            Some(Order::Orbis) | None => None,
        }
    }

    /// The move that leads to the best place; to stay is one, for those who need not move.
    fn best_march(&mut self, id: Id) -> Option<Action> {
        let table = self.battle.table();
        let mut best = (f32::NEG_INFINITY, None);
        let moves: Vec<(Action, Moved)> = table.proposals(id).collect();
        for (action, moved) in moves {
            let value = self.supposing_moved(id, &moved, |it| it.place(id));
            let value = value - self.disorder(id, &moved);
            if value > best.0 {
                best = (value, Some(action));
            }
        }
        let stays = !table.must_move(id) && self.place(id) >= best.0;
        best.1.filter(|_| !stays)
    }

    /// AV-8.1: what a Rush that reaches nobody may cost, and a move that breaks up close order (AV-9.7).
    fn disorder(&mut self, id: Id, moved: &Moved) -> f32 {
        let shaken = self.shaken(id);
        let (broken, reached) = self.supposing_moved(id, moved, |it| {
            (it.table().unit(id).disrupted, it.table().is_engaged(id))
        });
        match () {
            () if broken => shaken,
            () if moved.mode == Mode::Rush && !reached => shaken / 2.0,
            () => 0.0,
        }
    }

    fn best_pivot(&mut self, id: Id) -> Option<Action> {
        let table = self.battle.table();
        let stays = self.place(id) + LEAST_PIVOT;
        let mut best = (stays, None);
        for facing in table.pivots(id) {
            if table.check_pivot(id, facing).is_err() {
                continue;
            }
            let turn = |unit: &mut Unit| unit.pose.facing = facing;
            let value = self.supposing(id, turn, |it| it.place(id));
            if value > best.0 {
                best = (value, Some(Pivot { unit: id.number(), facing }.into()));
            }
        }
        best.1
    }

    /// Back to where least may come, no farther than need be. Expediti turn round again to shoot (AV-R59).
    fn best_way_back(&mut self, id: Id) -> Option<Action> {
        let table = self.battle.table();
        let mut best = (f32::NEG_INFINITY, None);
        for way in table.ways_back(id) {
            let turns = way.about && table.profile(id).is_expediti();
            let then = turns.then(|| table.pose(id).facing);
            let back = Back { then, ..way };
            let Ok(moved) = table.check_back(id, &back) else { continue };
            let value = self.supposing(id, |unit| unit.pose = moved.pose, |it| it.place(id));
            if value > best.0 {
                best = (value, Some(FallBack { unit: id.number(), back }.into()));
            }
        }
        best.1
    }

    /// What it is worth to a unit to stand where it stands.
    pub(super) fn place(&mut self, id: Id) -> f32 {
        if self.table().is_engaged(id) {
            return self.melee(id) + self.zeal(id) + self.company(id);
        }
        let shooting = self.shooting(id);
        let place = shooting + self.danger(id) + self.prospect(id) + self.company(id);
        place + self.aid(id) + self.position(id)
    }

    /// A reserve: who has nobody to fight stands behind or beside those who do, helps them from there (AV-R74), and
    /// is at hand when they fall.
    fn aid(&self, id: Id) -> f32 {
        let table = self.table();
        let at = table.point(id);
        let near = |it: &Id| *it != id && within(at, table.point(*it), SUPPORT_UD);
        let helped = table
            .standing(id.seat())
            .filter(near)
            .filter(|&friend| table.supporters(friend).all().has(id.number()));
        let share = |it| if table.is_engaged(it) { self.worth.aid_now } else { self.worth.aid };
        helped.map(|it| share(it) * self.cost(it)).sum()
    }

    /// What it is worth to a unit that has fled to stand where it stands.
    pub(super) fn refuge(&mut self, id: Id) -> f32 {
        if self.table().is_engaged(id) {
            return self.melee(id);
        }
        self.danger(id) + self.company(id)
    }

    /// Friends who support a unit, or none in sight.
    fn company(&self, id: Id) -> f32 {
        let table = self.table();
        let supports = table.supporters(id).all().len() as f32 * self.worth.support;
        let isolated = if table.is_isolated(id) { self.worth.isolated } else { 0.0 };
        self.cost(id) * (supports - isolated)
    }

    /// How far it is to the enemy, how far ahead of the line, and whether it faces the right way.
    fn position(&self, id: Id) -> f32 {
        let table = self.table();
        let Some(enemy) = table.nearest_enemy(id) else { return 0.0 };
        let apart = (table.distance(id, enemy) - self.range(id)).max(0.0) as f32;
        let away = match table.sector(id, enemy) {
            Edge::Front => 0.0,
            Edge::Left | Edge::Right => 1.0,
            Edge::Rear => 2.0,
        };
        let worth = self.worth;
        let ahead = self.ahead(id) as f32;
        let haste = worth.approach * self.haste();
        -self.cost(id) * (haste * apart + worth.facing * away + worth.ahead * ahead)
    }

    /// The distance at which a unit would like to be: those who shoot stay at range.
    fn range(&self, id: Id) -> f64 {
        match self.battle.profile(id).shoot {
            Some(Shooter::Javelin) => 3.5,
            Some(Shooter::Bow) => 4.0,
            Some(Shooter::Sling | Shooter::Crossbow) => 5.0,
            Some(Shooter::Ballista) => 7.0,
            None => 1.0,
        }
    }

    /// How far a unit is before the friends to its left and right, in UD.
    fn ahead(&self, id: Id) -> f64 {
        let table = self.table();
        let forward = Field::homeward(id.seat()).opposite().ahead();
        let at = table.at(id);
        let (mut sum, mut count) = (0.0, 0.0);
        for friend in table.standing(id.seat()) {
            let apart = table.at(friend) - at;
            if friend != id && apart.x.abs() <= LINE_UD && !table.profile(friend).is_expediti() {
                sum += -apart.dot(forward);
                count += 1.0;
            }
        }
        if count > 0.0 { (sum / count - 1.0_f64).max(0.0) } else { 0.0 }
    }
}
