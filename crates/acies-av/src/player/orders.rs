//! Orders: who changes his, alone or with others by one die.

use acies_table::{Angle, Segment};

use super::Outlook;
use crate::{
    battle::Action,
    movement::march::{Mode, Moved},
    orders::{give::Test, order_test::OrderTest, redress::Redress},
    profile::Order,
    rulings::{OBLIQUE, TOL, ZONE_UD},
    units::{Flags, Id, Unit, UnitSet},
};

/// AV-8.1: a Rush into nothing disrupts on 3 or less.
const RUSH_DISRUPTS: f32 = 0.5;

/// The chance that counts to redress one's ranks after falling back.
const RECOVERS: f32 = 0.5;

/// Orders that are thought of, the usual ones first.
const THOUGHT_OF: [Order; 6] =
    [Order::Advance, Order::Rush, Order::Halt, Order::Shieldwall, Order::Orbis, Order::FallBack];

/// An order that a unit should have, and what the test for it is expected to gain.
#[derive(Clone, Copy)]
struct Wish {
    order: Order,
    gain: f32,
}

impl Outlook<'_> {
    /// P2a: redressed ranks first, then what gains most, for all who want it and may share the die (AV-5.13).
    pub(super) fn best_order(&mut self) -> Action {
        let table = self.battle.table();
        let mut wishes: [Option<Wish>; crate::rulings::UNITS_MAX] = Default::default();
        let mut best: Option<(Id, Wish)> = None;
        for id in table.standing(self.by) {
            if table.check_redress(id).is_ok() {
                return Redress { unit: id.number() }.into();
            }
            if table.unit(id).is(Flags::TESTED | Flags::REDRESSED) {
                continue;
            }
            let wish = self.wish(id);
            wishes[usize::from(id.number())] = wish;
            if let Some(wish) = wish
                && best.is_none_or(|(_, best)| wish.gain > best.gain)
            {
                best = Some((id, wish));
            }
        }
        let Some((id, Wish { order, .. })) = best else { return Action::EndOrders };
        let same =
            |it: &Id| wishes[usize::from(it.number())].is_some_and(|wish| wish.order == order);
        let units = self.group(id, order, same);
        Test { units, order }.into()
    }

    /// AV-R40: the unit and those who want the same and may share its die. Who is in contact tests alone: a miss
    /// disrupts him (AV-9.3).
    fn group(&self, id: Id, order: Order, same: impl Fn(&Id) -> bool) -> UnitSet {
        let table = self.battle.table();
        let alone = UnitSet::one(id.number());
        let free = |it: &Id| !table.unit(*it).disrupted && !table.is_engaged(*it);
        if !free(&id) || table.order_test(id, order).is_free() {
            return alone;
        }
        let alike = |it: &Id| {
            table.profile(*it).kind() == table.profile(id).kind() && table.same_facing(*it, id)
        };
        let alike = table.standing(self.by).filter(same).filter(free).filter(alike).collect();
        let units = table.chain(self.by, alike, id.number());
        if table.check_test(self.by, units, order).is_ok() { units } else { alone }
    }

    /// The change of order that gains most for a unit.
    fn wish(&mut self, id: Id) -> Option<Wish> {
        let table = self.battle.table();
        let keep = self.under_present_order(id);
        let mut best: Option<Wish> = None;
        for order in THOUGHT_OF {
            // AV-R43: who is in contact cannot come to rush.
            let in_vain = order == Order::Rush && table.check_free(id).is_err();
            if in_vain || table.check_order(id, order).is_err() {
                continue;
            }
            let test = table.order_test(id, order);
            let (hit, miss) = self.after_test(id, &test, keep);
            let chance = chance(&test);
            let gain = chance * hit + (1.0 - chance) * miss - keep;
            if gain > self.worth.least * self.cost(id) && best.is_none_or(|it| gain > it.gain) {
                best = Some(Wish { order, gain });
            }
        }
        best
    }

    fn under_present_order(&mut self, id: Id) -> f32 {
        match self.battle.unit(id).order {
            Some(order) if !self.battle.unit(id).disrupted => self.under(id, order),
            _ => self.in_place(id),
        }
    }

    /// What it is worth to be under an order, and what to have tried in vain.
    fn after_test(&mut self, id: Id, test: &OrderTest, keep: f32) -> (f32, f32) {
        let hit = self.under(id, test.to);
        let engaged = self.battle.table().is_engaged(id);
        let miss = if test.miss_disrupts(engaged) {
            self.supposing(id, Unit::disrupt, |it| it.in_place(id))
        } else {
            keep
        };
        (hit, miss)
    }

    /// What a unit is worth under an order, with the best move that it allows.
    fn under(&mut self, id: Id, order: Order) -> f32 {
        let give = |unit: &mut Unit| unit.order = Some(order);
        self.supposing(id, give, |it| match order {
            Order::Advance => it.advancing(id),
            Order::Rush => it.rushing(id),
            Order::FallBack => it.falling_back(id),
            Order::Halt | Order::Shieldwall | Order::Orbis => it.in_place(id),
        })
    }

    /// Where it stands: the fight that it is in, or what it shoots and what may come.
    fn in_place(&mut self, id: Id) -> f32 {
        if self.table().is_engaged(id) {
            return self.melee(id);
        }
        self.shooting(id) + self.danger(id)
    }

    /// Whether any move under its order may bring a unit into contact.
    fn may_touch(&self, id: Id) -> bool {
        let table = self.table();
        let profile = table.profile(id);
        let (_, mut reach) = profile.span_ud(Mode::Advance);
        if table.unit(id).is_under(Order::Rush) {
            reach = reach.max(profile.span_ud(Mode::Rush).1);
        }
        !table.enemies_within(id, reach + ZONE_UD + 2.0 * TOL).is_empty()
    }

    fn advancing(&mut self, id: Id) -> f32 {
        if self.table().check_free(id).is_err() {
            return self.melee(id);
        }
        let onward = if self.breaks_up(id) { -self.shaken(id) } else { self.stride(id) };
        let waits = self.in_place(id) + onward;
        self.best_attack(id).map_or(waits, |attack| attack.max(waits))
    }

    /// AV-9.7: whether every way forward leads a unit in close order through rough ground.
    fn breaks_up(&self, id: Id) -> bool {
        let table = self.table();
        let (profile, pose) = (table.profile(id), table.pose(id));
        if !profile.is_close() || table.ground.areas.is_empty() {
            return false;
        }
        let (least, _) = profile.span_ud(Mode::Advance);
        [Angle::ZERO, OBLIQUE, -OBLIQUE].into_iter().all(|slant| {
            let heading = pose.facing + slant;
            let to = pose.at.vec() + heading.ahead() * least.max(1.0);
            table.ground.leads_through_rough(&Segment::new(pose.at.vec(), to))
        })
    }

    /// What the best move that ends in contact gains.
    fn best_attack(&mut self, id: Id) -> Option<f32> {
        if !self.may_touch(id) {
            return None;
        }
        let moves: Vec<Moved> = self.table().proposals(id).map(|(_, moved)| moved).collect();
        let mut best: Option<f32> = None;
        for moved in moves {
            let attack = self.supposing_moved(id, &moved, |it| {
                it.table().is_engaged(id).then(|| it.melee(id) + it.zeal(id))
            });
            if attack > best {
                best = attack;
            }
        }
        best
    }

    /// To go forward at all: nothing for those who shoot from where they are.
    fn stride(&self, id: Id) -> f32 {
        let (_, most) = self.battle.profile(id).span_ud(Mode::Advance);
        self.cost(id) * self.worth.approach * self.haste() * (most as f32).min(2.0)
    }

    /// AV-5.27, AV-5.28: straight ahead, into an enemy or into disorder.
    fn rushing(&mut self, id: Id) -> f32 {
        if self.table().check_free(id).is_err() {
            let advance = |unit: &mut Unit| unit.order = Some(Order::Advance);
            return self.supposing(id, advance, |it| it.melee(id));
        }
        self.best_attack(id).unwrap_or_else(|| {
            let disrupted = self.supposing(id, Unit::disrupt, |it| it.in_place(id));
            RUSH_DISRUPTS * (disrupted - self.shaken(id))
                + (1.0 - RUSH_DISRUPTS) * self.in_place(id)
        })
    }

    /// Out of the fight, or away from what may come, and farther from the battle. Who is disrupted may then redress
    /// its ranks (AV-5.41).
    fn falling_back(&mut self, id: Id) -> f32 {
        let recovers =
            if self.battle.unit(id).disrupted { RECOVERS * self.shaken(id) } else { 0.0 };
        recovers - self.stride(id)
    }

    /// What it costs a unit to be disrupted.
    pub(super) fn shaken(&self, id: Id) -> f32 {
        (self.worth.rungs[0] - self.worth.rungs[1]) * self.cost(id)
    }
}

/// AV-5.2, AV-16.2: how likely a test succeeds.
fn chance(test: &OrderTest) -> f32 {
    if test.is_free() {
        return 1.0;
    }
    test.least_face().map_or(0.0, |least| (7 - least).clamp(0, 6) as f32 / 6.0)
}
