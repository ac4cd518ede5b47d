//! Moves worth making.

use acies_table::{Angle, Base, Edge, Interval, Length, Pose, Zone};
use arrayvec::ArrayVec;

use crate::{
    action::UnitSet,
    battle::{Battle, Id},
    command::Order,
    formation::Slot,
    melee::engagement::DRILL,
    movement::{Element, Elements, GAP_UD, Group, Track, form::Form, march::Move, wheel_cost},
    rulings::{TOLERANCE, UNITS_MAX},
    zone_of_control::ZONE_UD,
};

use super::orders::{GROUP_MOST, Listing, UNIT_MOST, Unjudged};

/// An advance shorter than this is not worth an order.
const STEP_UD: f64 = 0.3;

/// Ends of moves that are nearer than this to one another, and face the same way, are the same.
const ALIKE_UD: f64 = 0.3;
const ALIKE: Angle = Angle::new(10.0);

/// Wheels smaller than this are not worth an order.
const TURN: Angle = Angle::new(12.0);

/// Friends farther away than this are not lined up with.
const LINE_UD: f64 = 4.0;

/// What moves of a unit are good for.
#[derive(Clone, Copy)]
pub(super) enum Aim {
    Support,
    Facing,
    Advance,
    LiningUp,
    Withdrawal,
}

impl Aim {
    /// The most useful first.
    pub(super) const ALL: [Aim; 5] =
        [Aim::Support, Aim::Facing, Aim::Advance, Aim::LiningUp, Aim::Withdrawal];
}

/// Who moves, and what has been proposed to him.
pub(super) struct Mover {
    ids: Group,
    units: UnitSet,
    /// The unit, or the base that encloses the group.
    whole: Base,
    /// What it may move in the open from where it stands.
    allowance: f64,
    /// How far it can go straight ahead before somebody is in its way.
    free: f64,
    /// Whether neighbours in line keep its left and its right flank from swinging out.
    shoulders: [bool; 2],
    /// The enemy in whose zone it is, and the enemy that it looks to.
    held: Option<Id>,
    threat: Option<Id>,
    /// Where the moves listed so far lead its first unit, and how far straight ahead they have been tried.
    ends: ArrayVec<Pose, 16>,
    tried: ArrayVec<f64, 8>,
    /// How many actions its list may have, and where the list begins.
    most: usize,
    from: usize,
}

impl Listing<'_> {
    /// Adds a move if it is legal, can be paid for, and leads somewhere else than those before it.
    fn propose_move(&mut self, mover: &mut Mover, elements: impl IntoIterator<Item = Element>) {
        let elements: Elements = elements.into_iter().collect();
        let enough = !self.weighs() && self.out.len() - mover.from >= mover.most;
        if enough || mover.ends.is_full() {
            return;
        }
        let mut track = Track::default();
        if self.battle.track(&mover.ids, &elements, &mut track).is_err() {
            return;
        }
        let ends = track.end();
        let end = ends[0];
        let alike = |other: &Pose| {
            other.at.vec().distance(end.at.vec()) < ALIKE_UD
                && (other.facing - end.facing).abs() < ALIKE
        };
        if mover.ends.iter().any(alike) {
            return;
        }
        mover.ends.push(end);
        if self.weighs() {
            let (at, from, most) = (self.out.len(), mover.from, mover.most);
            self.moves.push(Unjudged { at, ends: self.ends.len(), from, most });
            self.ends.extend(ends);
            self.out.push(Move { units: mover.units, elements }.into());
            return;
        }
        if !self.judges() || self.is_payable_move(&mover.ids, &elements) {
            self.out.push(Move { units: mover.units, elements }.into());
        }
    }

    fn is_payable_move(&self, ids: &[Id], elements: &[Element]) -> bool {
        let moved = self.battle.check_move(ids, elements, self.roles);
        moved.is_ok_and(|moved| {
            let (order, hard) = (Order::Move, moved.difficult);
            self.orders.affords(self.battle, ids, order, hard).is_ok()
        })
    }

    /// Whether another movement of these units may be ordered, wherever it leads.
    fn may_move_on(&self, ids: &[Id]) -> bool {
        let number = self.battle.number_of_move(ids);
        self.battle.check_number(ids, number).is_ok() && self.affords(ids, Order::Move)
    }

    /// A unit that may be ordered to move; `held` is the enemy in whose zone it is, if it is in one.
    pub(super) fn mover(&self, id: Id, held: Option<Id>) -> Option<Mover> {
        let battle = self.battle;
        if !self.may_move_on(&[id]) {
            return None;
        }
        let allowance = battle.allowance(id)?;
        let whole = battle.base(id);
        Some(Mover {
            ids: Group::from_iter([id]),
            units: UnitSet::NONE.with(id.number()),
            whole,
            allowance: allowance.into(),
            free: battle.free_ahead(&[id], allowance.into()),
            shoulders: battle.shoulders(id),
            held,
            threat: held.or_else(|| battle.nearest_to(whole.pose.at, id.seat().other())),
            ends: ArrayVec::new(),
            tried: ArrayVec::new(),
            most: UNIT_MOST,
            from: self.out.len(),
        })
    }

    /// Its moves for some purpose.
    pub(super) fn list_moves(&mut self, mover: &mut Mover, aim: Aim) {
        let (id, threat) = (mover.ids[0], mover.threat);
        match aim {
            Aim::Support => self.list_support(mover, id),
            Aim::Facing => threat.into_iter().for_each(|enemy| self.list_facing(mover, enemy)),
            Aim::Advance => self.list_advances(mover),
            Aim::LiningUp => self.list_lining_up(mover, id),
            Aim::Withdrawal if mover.held.is_some() => {}
            Aim::Withdrawal => {
                threat.into_iter().for_each(|enemy| self.list_withdrawals(mover, enemy));
            }
        }
    }

    pub(super) fn list_group_moves(&mut self, group: &[Id]) {
        let battle = self.battle;
        if !self.may_move_on(group) {
            return;
        }
        let bases: ArrayVec<Base, UNITS_MAX> = group.iter().map(|&id| battle.base(id)).collect();
        let slowest = group.iter().map(|&id| battle.allowance(id).unwrap_or(0)).min();
        let (Some(whole), Some(allowance)) = (Base::enclosing(&bases), slowest) else {
            return;
        };
        let mut mover = Mover {
            ids: group.iter().copied().collect(),
            units: group.iter().copied().collect(),
            whole,
            allowance: allowance.into(),
            free: battle.free_ahead(group, allowance.into()),
            shoulders: [false; 2],
            held: None,
            threat: battle.nearest_to(whole.pose.at, group[0].seat().other()),
            ends: ArrayVec::new(),
            tried: ArrayVec::new(),
            most: GROUP_MOST,
            from: self.out.len(),
        };
        self.list_advances(&mut mover);
        if let Some(enemy) = mover.threat {
            self.list_facing(&mut mover, enemy);
        }
        if !self.weighs() && self.out.len() - mover.from < GROUP_MOST {
            self.list_formation(group, &whole);
        }
    }

    /// ADLG-R52: a line of four and more forms two ranks, two ranks form a line.
    fn list_formation(&mut self, group: &[Id], whole: &Base) {
        let battle = self.battle;
        let local = |id: &Id| whole.pose.local(battle.unit(*id).pose.at.vec());
        let mut line: Group = group.iter().copied().collect();
        line.sort_by(|a, b| local(a).x.total_cmp(&local(b).x));
        let deepest = group.iter().map(|&id| battle.profile(id).kind.size().depth).max();
        let one_rank = deepest.is_some_and(|depth| whole.size.depth <= depth);
        let slot = |unit: &Id, file: usize| Slot { unit: unit.number(), file: file as i8 };
        let slots: Vec<Slot> = if one_rank {
            if line.len() < 4 {
                return;
            }
            line.iter().enumerate().map(|(at, id)| slot(id, at / 2)).collect()
        } else {
            // The front rank stays, the rear rank comes up on its right.
            line.sort_by(|a, b| {
                let rank = |id: &Id| local(id).y < 0.0;
                rank(a).cmp(&rank(b)).then(local(a).x.total_cmp(&local(b).x))
            });
            line.iter().enumerate().map(|(at, id)| slot(id, at)).collect()
        };
        self.propose(Form { slots }.into());
    }

    /// All the way, up to the enemy's zone, to one's own shooting range, out of the enemy's reach, half.
    fn list_advances(&mut self, mover: &mut Mover) {
        let all = mover.allowance.min(mover.free);
        self.propose_advance(mover, all);
        if let Some(gap) = self.battle.gap_ahead(&mover.ids) {
            let weapon =
                mover.ids.iter().filter_map(|&id| self.battle.profile(id).range_ud()).max();
            let reach = mover.threat.and_then(|enemy| self.battle.allowance(enemy)).unwrap_or(0);
            self.propose_advance(mover, gap - ZONE_UD - GAP_UD);
            if let Some(range) = weapon {
                self.propose_advance(mover, gap - f64::from(range));
            }
            self.propose_advance(mover, gap - f64::from(reach) - SAFE_UD);
        }
        self.propose_advance(mover, all / 2.0);
    }

    fn propose_advance(&mut self, mover: &mut Mover, ud: f64) {
        let tried = mover.tried.iter().any(|other| (other - ud).abs() < ALIKE_UD);
        if ud >= STEP_UD && ud <= mover.allowance.min(mover.free) && !tried {
            mover.tried.try_push(ud).ok();
            self.propose_move(mover, [Element::Advance(Length::new(ud))]);
        }
    }

    /// Towards an enemy: a wheel to his bearing, with the rest of the way straight on, or a turn if he is
    /// beside or behind.
    fn list_facing(&mut self, mover: &mut Mover, enemy: Id) {
        let battle = self.battle;
        let pose = mover.whole.pose;
        let bearing = pose.bearing(battle.unit(enemy).pose.at.vec());
        let frontage = mover.whole.size.width.get();
        let widest = Angle::new((mover.allowance / frontage * 60.0).min(90.0));
        let wheel = bearing.max(-widest).min(widest);
        let [left, right] = mover.shoulders;
        let barred = if wheel > Angle::ZERO { left } else { right };
        if wheel.abs() >= TURN && bearing.abs() <= Angle::new(120.0) && !barred {
            let left = Length::new(mover.allowance) - wheel_cost(frontage, wheel);
            let on = left.min(Length::new(mover.allowance / 2.0));
            if on >= Length::new(STEP_UD) {
                self.propose_move(mover, [Element::Wheel(wheel), Element::Advance(on)]);
            }
            self.propose_move(mover, [Element::Wheel(wheel)]);
        }
        let turn = match bearing.degrees() {
            it if it.abs() > 120.0 => Element::Half,
            it if it > 60.0 => Element::QuarterRight,
            it if it < -60.0 => Element::QuarterLeft,
            _ => return,
        };
        self.propose_move(mover, [turn]);
    }

    /// ADLG-R65: into simple support beside a friend that fights.
    fn list_support(&mut self, mover: &mut Mover, id: Id) {
        let battle = self.battle;
        let near = battle.standing_near(id.seat(), &mover.whole, mover.allowance);
        for friend in near.filter(|&friend| self.roles.opponent(friend).is_some()) {
            self.propose_places_beside(mover, friend);
        }
    }

    /// Beside a friend who faces the same way, fronts level.
    fn list_lining_up(&mut self, mover: &mut Mover, id: Id) {
        let battle = self.battle;
        let (base, corps) = (mover.whole, battle.troop(id).corps);
        let alike = |friend: &Id| {
            let other = battle.base(*friend);
            *friend != id
                && battle.troop(*friend).corps == corps
                && self.roles.opponent(*friend).is_none()
                && (other.pose.facing - base.pose.facing).abs() <= DRILL.tolerance.angle
                && base.joined(&other, DRILL).is_none()
                && base.rect().distance(&other.rect()) <= LINE_UD
        };
        let near = battle.standing_near(id.seat(), &base, LINE_UD).filter(alike);
        for friend in near.take(2) {
            self.propose_places_beside(mover, friend);
        }
    }

    /// ADLG-R48: both flanks of a friend, as far as an advance and a slide lead there.
    fn propose_places_beside(&mut self, mover: &mut Mover, friend: Id) {
        let place = self.battle.base(friend);
        for edge in [Edge::Left, Edge::Right] {
            let wanted = place.neighbour(edge, mover.whole.size).pose;
            if (wanted.facing - mover.whole.pose.facing).abs() > DRILL.tolerance.angle {
                continue;
            }
            let local = mover.whole.pose.local(wanted.at.vec());
            let (aside, ahead) = (Length::new(local.x), Length::new(local.y));
            let within = local.x.abs() + local.y <= mover.allowance;
            let blocked = local.y > mover.free;
            if !within || blocked || local.y < STEP_UD || local.x.abs() > 1.0 {
                continue;
            }
            if local.x.abs() <= DRILL.tolerance.touch {
                self.propose_move(mover, [Element::Advance(ahead)]);
            } else if local.y >= 1.0 {
                self.propose_move(mover, [Element::Advance(ahead), Element::Slide(aside)]);
            }
        }
    }

    /// Away from an enemy who is near: light troops turn to him again (ADLG-R51).
    fn list_withdrawals(&mut self, mover: &mut Mover, enemy: Id) {
        let battle = self.battle;
        let profile = battle.profile(mover.ids[0]);
        let reach = f64::from(battle.allowance(enemy).unwrap_or(0)) + 1.0;
        if mover.whole.rect().distance(&battle.rect(enemy)) > reach {
            return;
        }
        let left = Length::new(mover.allowance) - profile.turn_cost(0);
        let again = left - Length::new(1.0);
        if profile.kind.is_light() && again >= Length::new(STEP_UD) {
            self.propose_move(mover, [Element::Half, Element::Advance(again), Element::Half]);
        } else if left >= Length::new(STEP_UD) {
            self.propose_move(mover, [Element::Half, Element::Advance(left)]);
        }
    }
}

/// How far out of an enemy's reach one stops.
const SAFE_UD: f64 = 0.1;

impl Battle {
    /// How far units can go straight ahead, up to so far, until one of them meets a body that it cannot pass;
    /// before enemies they stop a little earlier (ADLG-R56).
    pub(crate) fn free_ahead(&self, units: &[Id], most: f64) -> f64 {
        let mut free = most;
        for &id in units {
            let (base, rect) = (self.base(id), self.rect(id));
            let half = rect.width() / 2.0 - TOLERANCE.touch;
            for other in self.bodies_near(&base, free).filter(|other| !units.contains(other)) {
                let body = self.rect(other);
                let corners = body.corners().map(|corner| rect.local(corner));
                let across = Interval::around(corners.map(|it| it.x));
                let along = Interval::around(corners.map(|it| it.y));
                let (Some(across), Some(along)) = (across, along) else { continue };
                let beside = across.from >= half || across.to <= -half;
                let behind = along.from < 0.0;
                if beside || behind || self.may_pass(id, base.pose.facing, other) {
                    continue;
                }
                let gap = if other.seat() == id.seat() { 0.0 } else { GAP_UD };
                free = free.min(along.from - rect.depth() / 2.0 - gap);
            }
        }
        // On the grid, and rather too short than too long.
        (free * 100.0).floor() / 100.0
    }

    /// How far the nearest enemy straight ahead of any of these units is.
    pub(crate) fn gap_ahead(&self, units: &[Id]) -> Option<f64> {
        let gaps = units.iter().flat_map(|&id| {
            let corridor = Zone::beyond(&self.rect(id), Edge::Front);
            let near = self.standing_near(id.seat().other(), &self.base(id), SIGHT_UD);
            near.filter_map(move |enemy| Some(corridor.part_of(&self.rect(enemy))?.ahead.from))
        });
        gaps.reduce(f64::min)
    }
}

/// Enemies farther away than this do not change how far one marches.
const SIGHT_UD: f64 = 10.0;
