//! The order to disengage (RULES.md 3.12, ADLG-DSG.1 to .5, ADLG-R64).

use acies_core::{
    Dice, Log, Misread, Rolled, Seat,
    flow::{Deed, Shown},
    words::number,
};
use acies_table::{Edge, Length, Motion, Pose, Rect, Sweep};
use serde::{Deserialize, Serialize};

use crate::{
    action::UnitSet,
    battle::{Battle, Flags, Id},
    command::{Cost, Order, orders::shown},
    melee::{Barrier, engagement::Roles},
    movement::GAP_UD,
    rulings::TOLERANCE,
    terrain::allowance,
    units::{Category::*, Kind},
    words::{events::Event, notation::Reader, refusals::No},
    zone_of_control::Zones,
};

/// A unit breaks off from its melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disengage {
    pub unit: u8,
}

/// Where it ends, and what it costs.
pub struct Disengaging {
    unit: Id,
    pose: Pose,
    cost: Cost,
}

impl Deed<Battle> for Disengage {
    type Plan = Disengaging;
    const VERBS: &'static [&'static str] = &["disengage"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("disengage {}", number(self.unit))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(Disengage { unit: words.unit()? })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Disengaging, No> {
        let orders = battle.orders_to(by, UnitSet::one(self.unit))?;
        let unit = Id::new(by, self.unit);
        orders.check_fresh(battle, unit)?;
        let pose = battle.disengage(unit, battle.roles()).ok_or(No::NoDisengaging { unit })?;
        let cost = orders.affords(battle, &[unit], Order::Disengage, None)?;
        Ok(Disengaging { unit, pose, cost })
    }

    fn perform(
        &self,
        Disengaging { unit, pose, cost }: Disengaging,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.obey(unit, cost, log);
        let it = battle.unit_mut(unit);
        it.unconformed = None;
        it.flags |= Flags::FLED;
        battle.withdraw(unit, Order::Disengage, pose, log);
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let unit = Id::new(by, self.unit);
        let cost = battle.order_cost(&[unit], Order::Disengage, None, battle.roles());
        let line = battle.who(unit).says("disengage");
        Shown { units: vec![battle.piece(unit)], ..shown("Disengage", line, Some(cost)) }
    }
}

impl Battle {
    /// ADLG-DSG.2 to .5: whether a unit may break off from such an enemy, an edge of whom it touches.
    pub fn may_disengage_from(&self, id: Id, enemy: Id, edge: Edge) -> bool {
        let (own, other) = (self.profile(id).kind, self.profile(enemy).kind);
        let bogged =
            other.is_mounted() && self.landscape.ground(&self.rect(enemy)).penalises(other);
        // ADLG-DSG.5: stakes are no obstacle in this sense (ADLG-R138).
        let barrier = self.barrier(enemy, edge);
        let walled = matches!(barrier, Some(Barrier::Fortification | Barrier::Obstacle));
        match own.category() {
            _ if matches!(other.category(), Art | Wwg) || walled => true,
            Li => other.is_foot() || other.category() == El || bogged,
            Lmi if own == Kind::Javelinmen => matches!(other.category(), Hi | El),
            category if category.is_mounted() && !matches!(category, El | Sch) => {
                other.is_foot() || (other.is_mounted() && other.is_slower_than(own))
            }
            _ => false,
        }
    }

    /// ADLG-DSG.1, ADLG-R64: where a disengaging unit ends; nothing if it may not or has no room.
    pub fn disengage(&self, id: Id, roles: &Roles) -> Option<Pose> {
        if !roles.in_melee(id) {
            return None;
        }
        let rect = self.rect(id);
        for enemy in self.standing_near(id.seat().other(), &self.base(id), TOLERANCE.touch) {
            let contacts = rect.contacts(&self.rect(enemy), TOLERANCE);
            let Some(contact) = contacts.first() else { continue };
            // ADLG-R90: an incomplete conformation is a contact on the front.
            let partner = self.unit(id).unconformed == Some(enemy)
                || self.unit(enemy).unconformed == Some(id);
            let touches = partner || contact.length > TOLERANCE.touch;
            let on_front = partner || contact.ours == Edge::Front;
            let edge = if partner { Edge::Front } else { contact.theirs };
            if touches && (!on_front || !self.may_disengage_from(id, enemy, edge)) {
                return None;
            }
        }
        let allowance = self.unit_allowance(id, self.landscape.ground(&rect))?;
        self.back(id, allowance.get() - 1.0, -1.0)
    }

    /// ADLG-EXZ.2, ADLG-R70: foot 1 UD straight back out of a zone, mounted 2.
    pub fn leave_zone(&self, id: Id) -> Option<Pose> {
        self.back(id, if self.profile(id).kind.is_mounted() { 2.0 } else { 1.0 }, 0.0)
    }

    /// ADLG-EXZ.3: slower enemies whose zones lie on the rear edge of a unit.
    pub fn slower_behind(&self, id: Id, roles: &Roles) -> Zones {
        let profile = self.profile(id);
        let rear = self.rect(id).beyond(Edge::Rear, 0.0);
        let covers = |enemy: &Id| {
            self.profile(*enemy).kind.is_slower_than(profile.kind)
                && self.zone(*enemy).separation(&rear) < -TOLERANCE.touch
        };
        self.zones_on(id, roles).into_iter().filter(covers).collect()
    }

    /// Straight back, facing kept, until something is met; at least half a UD (ADLG-R64, ADLG-R70).
    /// ADLG-R53: slower ground limits it to its allowance there and so much more.
    fn back(&self, id: Id, most: f64, slower: f64) -> Option<Pose> {
        let base = self.base(id);
        let kind = self.profile(id).kind;
        let course = Motion::back(Length::new(most)).course(&base);
        let sweep = Sweep::new(&base.rect(), course);
        let passes = |other: Id| self.may_pass(id, base.pose.facing, other);
        let near = self.bodies_near(&base, most);
        let bodies = near.filter(|&other| other != id && !passes(other));
        let met = bodies.filter_map(|other| {
            let touch =
                sweep.first_touch(&self.rect(other), TOLERANCE).filter(|touch| touch.enters)?;
            let gap = if other.seat() == id.seat() { 0.0 } else { GAP_UD };
            Some(touch.at * most - gap)
        });
        let ground = self.landscape.areas.iter().filter_map(|area| {
            let entry = sweep.enters(&area.outline, TOLERANCE)? * most;
            let limit = allowance(kind, area.piece.going()).map(|ud| f64::from(ud) + slower);
            Some(limit.map_or(entry, |limit| limit.max(entry)))
        });
        let camps = self.camps();
        let camp =
            camps.iter().filter_map(|camp| Some(sweep.first_touch(camp, TOLERANCE)?.at * most));
        let line =
            self.landscape.lines.iter().filter_map(|line| Some(line.crossed_by(&sweep)? * most));
        let edge = sweep.leaves(&self.setup.field.rect(), TOLERANCE).map(|at| at * most);
        let mut reach = met.chain(ground).chain(camp).chain(line).chain(edge).fold(most, f64::min);
        // ADLG-R61: before a friend that it would not be clear of.
        let end = |reach: f64| Motion::back(Length::new(reach)).course(&base).end(&base.pose);
        while reach >= LEAST_UD {
            let body = Rect::new(&end(reach), base.size);
            let on = self
                .bodies_near(&base, most)
                .find(|&other| other != id && self.rect(other).overlaps(&body, TOLERANCE));
            let Some(friend) = on else { return Some(end(reach)) };
            let touch = sweep.first_touch(&self.rect(friend), TOLERANCE)?;
            let before = touch.at * most;
            if before >= reach {
                return None;
            }
            reach = before;
        }
        None
    }
}

/// ADLG-R64, ADLG-R70: less than this is no way out.
const LEAST_UD: f64 = 0.5;
