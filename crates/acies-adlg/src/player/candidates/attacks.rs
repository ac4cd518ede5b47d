//! Charges worth declaring.

use acies_table::{Angle, Base, Corner, Edge};
use arrayvec::ArrayVec;

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Flags, Id},
    charge::{declare::How, legal::Declared, uncontrolled::Start},
    command::Order,
    movement::{Element, Group},
    rulings::{TOLERANCE, UNITS_MAX},
    units::Category::Li,
    zone_of_control::ZONE_UD,
};

use super::orders::{Listing, charge};

/// Charges of one unit: at so many enemies at most.
const TARGETS_MOST: usize = 3;

/// How an enemy offers itself to a charge, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Chance {
    /// On its flank or rear (ADLG-R78).
    Open,
    Ahead,
    Aslant,
}

impl Listing<'_> {
    /// To contact: enemies straight ahead; those whose flank or rear is open to it; others if there are
    /// none. All that is listed is legal.
    pub(super) fn list_charges(&mut self, id: Id) {
        if !self.battle.is_ready_to_charge(id) {
            return;
        }
        let ordered = self.affords(&[id], Order::Charge);
        let from = self.out.len();
        for (chance, enemy) in self.charge_targets(id, ordered) {
            // One is as good as all, if one is to be drawn.
            let enough = if self.judges() && chance != Chance::Aslant { TARGETS_MOST } else { 1 };
            if self.out.len() - from < enough {
                self.propose_charge(id, enemy);
            }
        }
        if ordered {
            self.list_camp_charge(id);
        }
    }

    /// Whom a unit might charge, by an order or without, the best chance first.
    fn charge_targets(&self, id: Id, ordered: bool) -> ArrayVec<(Chance, Id), UNITS_MAX> {
        let battle = self.battle;
        let mut enemies: ArrayVec<(Chance, Id), UNITS_MAX> = ArrayVec::new();
        // ADLG-R85: who charges without an order has his target in his zone.
        let in_zone = || battle.standing_near(id.seat().other(), &battle.base(id), ZONE_UD);
        if !ordered && in_zone().next().is_none() {
            return enemies;
        }
        let mut near = battle.within_charge(id).peekable();
        if near.peek().is_none() {
            return enemies;
        }
        let most = battle.most_threatening(id, self.roles);
        for enemy in near {
            // ADLG-ZOC.2.
            let held_by_another = most.is_some_and(|most| most != enemy);
            let payable = || ordered || battle.is_spontaneous(id, enemy, self.roles);
            if held_by_another || !payable() {
                continue;
            }
            let chance = battle.chance_at(id, enemy);
            // ADLG-CHG.2: in the open light infantry has few enemies to charge, least of all from the front.
            let edge = if chance == Chance::Open { Edge::Rear } else { Edge::Front };
            if battle.category(id) != Li || battle.may_light_infantry_charge(enemy, edge) {
                enemies.push((chance, enemy));
            }
        }
        enemies.sort_by_key(|&(chance, _)| chance);
        enemies
    }

    /// ADLG-R20: at the enemy's camp, straight ahead or after a wheel.
    fn list_camp_charge(&mut self, id: Id) {
        let battle = self.battle;
        let owner = id.seat().other();
        let (base, camp) = (battle.base(id), battle.camp(owner));
        let reach = f64::from(battle.allowance(id).unwrap_or(0));
        if battle.sides[owner].camp.lost || base.rect().distance(&camp) > reach {
            return;
        }
        let bearing = base.pose.bearing(camp.centre());
        let wheel = Element::Wheel(bearing.max(-STEEP).min(STEEP));
        let start = Some(wheel).filter(|_| bearing.abs() >= GENTLE);
        let units = UnitSet::NONE.with(id.number());
        let action = charge(units, start.into_iter().collect(), How::Ordered);
        if self.is_legal(&action) {
            self.out.push(action);
        }
    }

    /// The cheapest charge of a unit at an enemy.
    fn propose_charge(&mut self, id: Id, enemy: Id) {
        let battle = self.battle;
        let Some((start, declared)) = battle.charges_at(id, enemy, self.roles).next() else {
            return;
        };
        let near =
            declared.targets().iter().any(|&target| battle.is_spontaneous(id, target, self.roles));
        let how = if near { How::Spontaneous } else { How::Ordered };
        let (order, hard) = (Order::Charge, declared.difficult);
        if near || self.orders.affords(battle, &[id], order, hard).is_ok() {
            let units = UnitSet::NONE.with(id.number());
            self.list_charge(charge(units, start, how), declared);
        }
    }

    /// A charge that is legal; what is known of it is kept for who weighs it.
    fn list_charge(&mut self, charge: Action, declared: Declared) {
        if self.weighs() {
            self.charges.push((self.out.len(), declared));
        }
        self.out.push(charge);
    }

    /// A whole group straight ahead, or wheeling onto the nearest enemy.
    pub(super) fn list_group_charges(&mut self, group: &[Id]) {
        let battle = self.battle;
        let in_reach = |&id: &Id| battle.within_charge(id).next().is_some();
        if !group.iter().all(|&id| battle.is_ready_to_charge(id)) || !group.iter().any(in_reach) {
            return;
        }
        let all: ArrayVec<Base, UNITS_MAX> = group.iter().map(|&id| battle.base(id)).collect();
        let Some(whole) = Base::enclosing(&all) else { return };
        let enemy = battle.nearest_to(whole.pose.at, group[0].seat().other());
        let mut starts: ArrayVec<Start, 2> = ArrayVec::new();
        starts.push(Start::new());
        if let Some(enemy) = enemy {
            let off = battle.unit(enemy).pose.facing.opposite() - whole.pose.facing;
            let by = off.max(-GENTLE).min(GENTLE);
            if by.abs() >= Angle::new(1.5) {
                starts.push(Start::from_iter([Element::Wheel(by)]));
            }
        }
        for start in starts {
            self.propose_group_charge(group, start);
        }
    }

    fn propose_group_charge(&mut self, group: &[Id], start: Start) {
        let battle = self.battle;
        let ids: Group = group.iter().copied().collect();
        let Ok(declared) = battle.check_charge(&ids, &start, self.roles) else { return };
        let targets = declared.targets();
        let near =
            |&id: &Id| targets.iter().any(|&target| battle.is_spontaneous(id, target, self.roles));
        let how = if ids.iter().all(near) { How::Spontaneous } else { How::Ordered };
        let (order, hard) = (Order::Charge, declared.difficult);
        let payable = self.orders.affords(battle, &ids, order, hard).is_ok();
        if how == How::Spontaneous || payable {
            let units = ids.iter().copied().collect();
            self.list_charge(charge(units, start, how), declared);
        }
    }
}

/// A group wheels no farther than this before it charges.
const GENTLE: Angle = Angle::new(15.0);

/// A unit that charges a camp wheels no farther than this.
const STEEP: Angle = Angle::new(60.0);

impl Battle {
    fn chance_at(&self, id: Id, enemy: Id) -> Chance {
        let (rect, body) = (self.rect(id), self.rect(enemy));
        let before = |corner| body.beyond_line(Edge::Front, rect.corner(corner)) > TOLERANCE.touch;
        let corners = [Corner::FrontLeft, Corner::FrontRight];
        match () {
            () if !corners.into_iter().any(before) => Chance::Open,
            () if self.is_ahead(id, enemy) => Chance::Ahead,
            () => Chance::Aslant,
        }
    }

    /// ADLG-CHG.1, ADLG-R74, ADLG-R87: whether a unit may still declare a charge in this phase.
    pub(crate) fn is_ready_to_charge(&self, id: Id) -> bool {
        let unit = self.unit(id);
        unit.moves == 0 && !unit.is(Flags::PREVENTED) && self.profile(id).may_charge()
    }
}
