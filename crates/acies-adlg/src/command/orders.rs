//! Orders in the field (RULES.md 2, M3; 3.5, 4.4): the activation of a corps, what an order costs, who may be
//! given one, which groups there are.

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
    named,
    words::{capital, counted},
};
use acies_table::{Pose, chain};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Commander, Flags, Frame, Id, Place},
    command::{Cost, Order},
    melee::engagement::{DRILL, Role, Roles},
    movement::Element,
    rulings::UNITS_MAX,
    words::{events::Event, notation::Reader, refusals::No},
};

/// The activation of a corps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    #[serde(serialize_with = "named::from_one")]
    pub corps: u8,
    /// Command points left.
    #[serde(default)]
    pub points: u8,
    /// ADLG-R86: units that must still charge, be ordered to or be prevented.
    #[serde(default)]
    pub listed: UnitSet,
    /// ADLG-R38: once in an activation.
    #[serde(default)]
    pub commander_moved: bool,
}

/// No more orders.
pub struct EndCorps;

impl Step<Battle> for Orders {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.phasing.into()
    }

    fn again(&self) -> bool {
        true
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let name = battle.corps_name(battle.phasing, self.corps);
        let points = counted(usize::from(self.points), "command point");
        let must = if self.listed.is_empty() {
            String::new()
        } else {
            format!("; {}", battle.they(battle.phasing, self.listed).says("would charge"))
        };
        (format!("which order for {name} ({points} left{must})?"), &["ADLG-R34", "ADLG-R42"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        battle.list_orders(self, out);
    }

    fn any(&self, battle: &Battle, _: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        battle.any_order(self, chance, room)
    }

    fn attempts(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        battle.attempt_orders(self, out);
    }
}

impl Deed<Battle> for EndCorps {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["end", "done"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "end".into()
    }

    fn read(_: &str, _: &mut Reader<'_>) -> Result<Self, Misread> {
        Ok(EndCorps)
    }

    /// ADLG-R32, ADLG-R87: not before those who must come on or charge have done so.
    fn check(&self, battle: &Battle, _: Seat) -> Result<(), No> {
        let orders: Orders = battle.asked().ok_or(No::NotNow)?;
        if battle.can_enter(&orders) {
            return Err(No::MustEnter);
        }
        let mut listed = orders.listed.ids(battle.phasing);
        match listed.find(|&unit| orders.binds(battle, unit)) {
            Some(unit) => Err(No::MustCharge { unit }),
            None => Ok(()),
        }
    }

    /// M4.
    fn perform(&self, (): (), battle: &mut Battle, _: &mut Dice, _: &mut Log<Event>) -> Rolled<()> {
        battle.take();
        battle.lay(Frame::Corps);
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("End the orders", "no more orders for this corps")
    }
}

/// Whom a corps may give orders.
impl Orders {
    /// ADLG-R87: a listed unit charges or is prevented; nothing else, while it still can charge.
    pub(crate) fn binds(&self, battle: &Battle, unit: Id) -> bool {
        self.listed.has(unit.number()) && battle.uncontrolled_charge(unit, battle.roles()).is_some()
    }

    pub(crate) fn check_own(&self, battle: &Battle, unit: Id) -> Result<(), No> {
        let there = battle.unit(unit).place == Place::Table;
        let own = there && battle.troop(unit).corps == self.corps;
        if own { Ok(()) } else { Err(No::NotYours { unit }) }
    }

    pub(crate) fn check_free(&self, battle: &Battle, unit: Id) -> Result<(), No> {
        self.check_own(battle, unit)?;
        match () {
            // ADLG-R21: no order but one to stop it.
            () if battle.unit(unit).is(Flags::LOOTING) => Err(No::Looting { unit }),
            () if self.binds(battle, unit) => Err(No::MustCharge { unit }),
            () => Ok(()),
        }
    }

    /// ADLG-R87: who was prevented stands still.
    pub(crate) fn check_mobile(&self, battle: &Battle, unit: Id) -> Result<(), No> {
        self.check_free(battle, unit)?;
        let still = battle.unit(unit).is(Flags::PREVENTED);
        if still { Err(No::StandsStill { unit }) } else { Ok(()) }
    }

    /// Who can still go somewhere: it may move, and has not.
    pub(crate) fn check_fresh(&self, battle: &Battle, unit: Id) -> Result<(), No> {
        self.check_mobile(battle, unit)?;
        battle.check_unmoved(unit)
    }

    /// What an order costs, if there are points enough.
    pub(crate) fn affords(
        &self,
        battle: &Battle,
        units: &[Id],
        order: Order,
        difficult: Option<RuleId>,
    ) -> Result<Cost, No> {
        let cost = battle.order_cost(units, order, difficult, battle.roles());
        let (points, left) = (cost.points(), self.points);
        if points <= i32::from(left) {
            Ok(cost)
        } else {
            Err(No::TooFewPoints { cost: points, left })
        }
    }
}

impl Battle {
    /// The orders that are being given, to units that exist.
    pub(crate) fn orders_to(&self, by: Seat, units: UnitSet) -> Result<Orders, No> {
        self.check_known(by, units)?;
        self.asked().ok_or(No::NotNow)
    }

    pub(crate) fn check_unmoved(&self, unit: Id) -> Result<(), No> {
        match self.unit(unit) {
            it if it.is(Flags::RALLIED) => Err(No::Rallied { unit }),
            it if it.moves > 0 || it.charged.is_some() => Err(No::MovedAlready { unit }),
            _ => Ok(()),
        }
    }

    /// The activation under way: it lies below all that happens in it.
    pub(crate) fn orders_mut(&mut self) -> &mut Orders {
        match self.stack.first_mut() {
            Some(Frame::Orders(orders)) => orders,
            _ => unreachable!("orders are given while a corps is active"),
        }
    }

    /// ADLG-R87: a unit that has charged, been ordered or prevented is no longer listed.
    pub(crate) fn release(&mut self, unit: u8) {
        let orders = self.orders_mut();
        orders.listed = orders.listed.without(unit);
    }

    pub(crate) fn pay(&mut self, cost: Cost) {
        let orders = self.orders_mut();
        orders.points = orders.points.saturating_sub(cost.points().max(0) as u8);
    }

    /// An order to one unit is paid for and told.
    pub(crate) fn obey(&mut self, unit: Id, cost: Cost, log: &mut Log<Event>) {
        self.pay(cost);
        log.push(|| Event::Ordered { unit, cost });
    }

    /// A unit has done what ends its movements in this phase.
    pub(crate) fn spend(&mut self, unit: Id) {
        let it = self.record_mut(unit);
        it.moves = it.moves.max(1);
        it.flags |= Flags::SPENT;
    }

    /// Units are moved and their order is paid for. ADLG-R138: stakes stand until the unit moves.
    pub(crate) fn carry_out(
        &mut self,
        ids: &[Id],
        elements: &[Element],
        poses: &[Pose],
        cost: Cost,
        near: bool,
        log: &mut Log<Event>,
    ) {
        let by = self.phasing;
        self.pay(cost);
        log.push(|| Event::Moved {
            by,
            units: ids.iter().copied().collect(),
            elements: elements.iter().copied().collect(),
            ends: ids.iter().copied().zip(poses.iter().copied()).collect(),
            supported: self.supported_by(ids, poses),
            cost,
            passages: self.passages(ids, elements),
            hurried: self.is_hurried(ids, self.cost(ids, elements)),
        });
        for (&id, pose) in ids.iter().zip(poses) {
            let unit = self.unit_mut(id);
            unit.pose = *pose;
            unit.moves += 1;
            unit.flags.remove(Flags::STAKED);
            if near {
                unit.flags |= Flags::WAS_NEAR;
            }
        }
    }

    /// ADLG-R115: whom units are in simple support of once they stand so.
    fn supported_by(&self, ids: &[Id], poses: &[Pose]) -> UnitSet {
        let mut after = self.clone();
        for (&id, pose) in ids.iter().zip(poses) {
            after.unit_mut(id).pose = *pose;
        }
        let roles = after.roles();
        let friend = |&id: &Id| match roles.of(id) {
            Role::SimpleSupport { friend, .. } => Some(friend),
            _ => None,
        };
        ids.iter().filter_map(friend).collect()
    }

    /// A unit goes back from a melee or out of a zone.
    pub(crate) fn withdraw(&mut self, unit: Id, order: Order, pose: Pose, log: &mut Log<Event>) {
        self.spend(unit);
        let from = self.base(unit);
        let it = self.unit_mut(unit);
        it.pose = pose;
        it.flags.remove(Flags::STAKED);
        log.push(|| {
            let passages = self.passages_between(unit, &[], &from, &pose);
            Event::Withdrew { unit, order, pose, passages }
        });
    }
}

/// An order as players see it: what it costs stands behind the sentence, and beside the button.
pub(crate) fn shown(commit: &'static str, line: String, cost: Option<Cost>) -> Shown {
    let Some(cost) = cost else { return Shown::new(commit, line) };
    let note = format!("{} CP", cost.points());
    let (does, title) = (format!("{line}, {note}"), Some(capital(&line)));
    Shown { note, title, ..Shown::new(commit, does) }
}

impl Battle {
    /// ADLG-R37, ADLG-R44: the cost of an order to a unit or group, with the circumstances of the moment.
    pub fn order_cost(
        &self,
        units: &[Id],
        order: Order,
        difficult: Option<RuleId>,
        roles: &Roles,
    ) -> Cost {
        let with = units.first().and_then(|&id| match self.commander_of(id) {
            Some((Commander::With(number), _)) => Some(Id::new(id.seat(), number)),
            _ => None,
        });
        Cost {
            order,
            out_of_range: !self.in_command(units),
            difficult,
            // ADLG-R40: with a main unit, not with a support.
            commander_fights: with.is_some_and(|id| roles.opponent(id).is_some()),
            his_own_unit: with.is_some_and(|id| units == [id]),
        }
    }

    /// ADLG-R43: adds the largest groups of two and more among some units, each once.
    pub fn add_groups_among(&self, units: &[Id], groups: &mut ArrayVec<UnitSet, UNITS_MAX>) {
        let bases: ArrayVec<_, UNITS_MAX> = units.iter().map(|&id| self.base(id)).collect();
        let linked = |a: usize, b: usize| bases[a].joined(&bases[b], DRILL).is_some();
        let mut left: u64 = (1 << units.len()) - 1;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let joined = chain(units.len(), first, linked);
            left &= !joined;
            let members = (0..units.len()).filter(|at| joined & 1 << at != 0).map(|at| units[at]);
            let group: UnitSet = members.collect();
            if joined.count_ones() > 1 && !groups.contains(&group) {
                groups.try_push(group).ok();
            }
        }
    }
}
