//! A battle as it might be: units are put elsewhere or under another order, and the fights that would come of it
//! are judged.

use acies_core::{Each, Seat};
use acies_table::{Facing, Point, Pose};
use glam::DVec2;

use super::{Worth, fights::Blows};
use crate::{
    battle::Battle,
    morale::ladder::{Ladder, Nerve},
    movement::march::{Mode, Moved},
    profile::{Figure, Order, Shooter},
    rulings::{TOL, ZONE_UD},
    shooting::shot::Shot,
    table::Table,
    units::{Id, Side, Unit, UnitSet},
};

/// AV-15.3, AV-15.4: a natural 6, and then a 1.
const LEADER_KILLED: f32 = 1.0 / 36.0;

/// The chance that counts for a change of order that an enemy would need first.
const UNORDERED: f32 = 0.6;

pub(super) struct Outlook<'a> {
    pub battle: &'a Battle,
    pub worth: &'a Worth,
    pub by: Seat,
    sides: Each<Side>,
}

impl<'a> Outlook<'a> {
    pub fn new(battle: &'a Battle, worth: &'a Worth, by: Seat) -> Self {
        Outlook { battle, worth, by, sides: battle.sides.clone() }
    }

    pub fn table(&self) -> Table<'_> {
        Table { sides: &self.sides, ..self.battle.table() }
    }

    pub fn cost(&self, id: Id) -> f32 {
        self.battle.recruit(id).cost as f32
    }

    /// Judges with one unit as it might be.
    pub fn supposing<R>(
        &mut self,
        id: Id,
        change: impl FnOnce(&mut Unit),
        judge: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let before = *self.unit_mut(id);
        change(self.unit_mut(id));
        let judged = judge(self);
        *self.unit_mut(id) = before;
        judged
    }

    fn unit_mut(&mut self, id: Id) -> &mut Unit {
        &mut self.sides[id.seat()].units[usize::from(id.number())]
    }

    pub fn sides_mut(&mut self) -> &mut Each<Side> {
        &mut self.sides
    }

    /// Judges with a unit where a move leads it.
    pub fn supposing_moved<R>(
        &mut self,
        id: Id,
        moved: &Moved,
        judge: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let table = self.table();
        let disorders = table.profile(id).is_close()
            && moved.legs.iter().any(|leg| table.ground.leads_through_rough(leg));
        let change = |unit: &mut Unit| {
            unit.pose = moved.pose;
            if moved.mode == Mode::Advance {
                unit.order = Some(Order::Advance);
            }
            if disorders {
                unit.disrupt();
            }
        };
        self.supposing(id, change, |it| {
            it.put(moved.pushed.iter().map(|(unit, leg)| (*unit, leg.b)));
            let judged = judge(it);
            it.put(moved.pushed.iter().map(|(unit, leg)| (*unit, leg.a)));
            judged
        })
    }

    fn put(&mut self, units: impl Iterator<Item = (Id, DVec2)>) {
        units.for_each(|(unit, at)| self.unit_mut(unit).pose.at = Point::nearest(at));
    }

    fn nerve(&self, id: Id) -> Nerve {
        let table = self.table();
        let leader = table.leader_with(id).is_some();
        let figure = table.figure_near(id);
        Nerve {
            profile: *table.profile(id),
            isolated: table.is_isolated(id),
            leader,
            religious: figure == Some(Figure::ReligiousLeader),
            guru: figure == Some(Figure::Guru),
        }
    }

    /// What dice are expected to cost a unit, in points, with the leader who is lost with it (AV-15.5).
    fn toll(&self, id: Id, disrupted: bool, blows: Blows) -> f32 {
        let table = self.table();
        let ladder = Ladder::at_start(table.unit(id).cp, disrupted);
        let toll = self.worth.toll(blows, &self.nerve(id), ladder);
        let leader = self.leader_cost(id) * toll.destroyed;
        self.cost(id) * toll.share + leader
    }

    fn leader_cost(&self, id: Id) -> f32 {
        let leader = self.table().leader_with(id);
        let cost = leader.map_or(0, |it| self.battle.captain(id.seat(), it).profile.cost());
        cost as f32
    }

    /// What a shot is expected to cost its target, in points.
    pub fn shot_toll(&self, target: Id, shot: &Shot) -> f32 {
        let blows = Blows::new(shot.pool(), &shot.save());
        self.toll(target, shot.target_order.is_none(), blows)
    }

    /// What a round of a fight is expected to gain for a unit, in points, with so many who support it and its
    /// opponent by contact.
    pub fn clash(&self, ours: Id, theirs: Id, contact: [u8; 2]) -> f32 {
        let table = self.table();
        let (red, blue) = if ours.seat() == Seat::Red { (ours, theirs) } else { (theirs, ours) };
        let mut fight = table.fight_between(red, blue);
        let side = [ours, theirs].map(|id| id.seat() as usize);
        for ((id, side), contact) in [ours, theirs].into_iter().zip(side).zip(contact) {
            let fighter = &mut fight.fighters[side];
            fighter.supports.contact = contact;
            // P4a.
            if table.is_ridden_down(id) {
                fighter.order = None;
            }
        }
        let suffers = |id: Id, side: usize| {
            let fighter = &fight.fighters[side];
            let blows = Blows::new(fight.pool(1 - side), &fight.save(side));
            self.toll(id, fighter.order.is_none(), blows)
                + blows.dice as f32 * LEADER_KILLED * self.leader_cost(id)
        };
        suffers(theirs, side[1]) - suffers(ours, side[0])
    }

    /// What a unit gains by the fights that it is in, against its friends fighting without it.
    pub fn melee(&self, id: Id) -> f32 {
        let table = self.table();
        let touched = table.contacts(id);
        let fights =
            touched.ids(id.seat().other()).map(|enemy| self.melee_with(id, enemy, touched));
        fights.reduce(f32::min).unwrap_or(0.0)
    }

    fn melee_with(&self, id: Id, enemy: Id, touched: UnitSet) -> f32 {
        let table = self.table();
        let steady = |it: &Id| !table.unit(*it).disrupted;
        let friends = table.contacts(enemy).without(id.number());
        if friends.is_empty() {
            // Enemies with nobody else to fight support each other by contact.
            let idle = touched.ids(enemy.seat()).filter(|&it| it != enemy).filter(steady);
            let idle = idle.filter(|&it| table.contacts(it).len() == 1).count();
            return self.clash(id, enemy, [0, idle as u8]);
        }
        let helping = friends.ids(id.seat()).filter(steady).count() as u8;
        let without = friends
            .ids(id.seat())
            .map(|it| self.clash(it, enemy, [helping - u8::from(steady(&it)), 0]));
        let without = without.reduce(f32::max).unwrap_or(0.0);
        let joined = helping + u8::from(steady(&id));
        let with = friends
            .with(id.number())
            .ids(id.seat())
            .map(|it| self.clash(it, enemy, [joined - u8::from(steady(&it)), 0]));
        with.reduce(f32::max).unwrap_or(0.0) - without
    }

    /// The order under which a unit might reach an enemy with its next move, and the chance that counts.
    fn reaches(&self, id: Id, enemy: Id) -> Option<(Order, f32)> {
        let table = self.table();
        let (unit, profile) = (table.unit(id), table.profile(id));
        let local = unit.pose.local(table.at(enemy));
        let ud = local.length() - ZONE_UD;
        if unit.disrupted || ud <= TOL || profile.is_artillery() {
            return None;
        }
        let likely = |order: Order| if unit.is_under(order) { 1.0 } else { UNORDERED };
        let (_, rush) = profile.span_ud(Mode::Rush);
        let (_, advance) = profile.span_ud(Mode::Advance);
        match () {
            () if local.y > 0.0 && local.x.abs() < ZONE_UD && ud <= rush => {
                Some((Order::Rush, likely(Order::Rush)))
            }
            () if ud <= advance && local.y > 0.0 && local.x.abs() <= local.y * 0.7 => {
                Some((Order::Advance, likely(Order::Advance)))
            }
            () if ud <= advance.min(profile.wheeled_ud()) => {
                Some((Order::Advance, likely(Order::Advance)))
            }
            () => None,
        }
    }

    /// What a unit would gain by coming at an enemy in a straight line.
    fn onset(&mut self, id: Id, enemy: Id, order: Order) -> f32 {
        let (from, to) = (self.table().at(id), self.table().at(enemy));
        let way = to - from;
        let at = to - way.normalize_or_zero() * ZONE_UD;
        let pose = Pose::nearest(at, Facing::toward(way));
        let change = |unit: &mut Unit| {
            unit.pose = pose;
            unit.order = Some(order);
        };
        self.supposing(id, change, |it| it.clash(id, enemy, [0, 0]))
    }

    /// What enemies who can reach a unit may do to it: the worst of them, and no more than nothing.
    pub fn danger(&mut self, id: Id) -> f32 {
        let mut worst = 0.0_f32;
        for enemy in self.battle.table().standing(id.seat().other()) {
            if self.table().is_engaged(enemy) {
                continue;
            }
            if let Some((order, likely)) = self.reaches(enemy, id) {
                worst = worst.min(-likely * self.onset(enemy, id, order));
            }
        }
        worst * self.worth.danger
    }

    /// What a unit may do to enemies whom it can reach with its next move: the best of them.
    pub fn prospect(&mut self, id: Id) -> f32 {
        let mut best = 0.0_f32;
        for enemy in self.battle.table().standing(id.seat().other()) {
            if let Some((order, likely)) = self.reaches(id, enemy) {
                best = best.max(likely * self.onset(id, enemy, order));
            }
        }
        best * self.worth.prospect
    }

    /// What the best shot of a unit is expected to cost the enemy.
    pub fn best_shot(&self, id: Id) -> Option<(Id, f32)> {
        let table = self.table();
        let battery = table.battery(id).ok()?;
        let shots = table.standing(id.seat().other()).filter_map(|target| {
            let shot = table.shot_of(id, battery, target).ok()?;
            Some((target, self.shot_toll(target, &shot)))
        });
        shots.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    pub fn shooting(&self, id: Id) -> f32 {
        self.best_shot(id).map_or(0.0, |(_, toll)| self.worth.volleys * toll)
    }

    /// The day grows shorter: after noon it is worth more in each turn to come to grips.
    pub fn haste(&self) -> f32 {
        1.0 + self.worth.haste * self.afternoon()
    }

    /// To attack, in this turn, with this unit. Those who shoot do as well from where they are.
    pub fn zeal(&self, id: Id) -> f32 {
        let shoots = self.battle.profile(id).shoot.is_some_and(|it| it != Shooter::Javelin);
        if shoots {
            return 0.0;
        }
        self.cost(id) * (self.worth.zeal + self.worth.more_zeal * self.afternoon())
    }

    /// Turns since noon.
    fn afternoon(&self) -> f32 {
        (f32::from(self.battle.turn) - self.worth.noon).max(0.0)
    }
}
