//! Orders to a corps: to its groups, to its units, to its commander.

use acies_core::{Dice, Seat};
use acies_table::{Length, Point};
use arrayvec::ArrayVec;

use crate::{
    abilities::Abilities,
    action::{Action, How, UnitSet, Way},
    battle::{Battle, Commander, Flags, Id, Orders},
    command::Order,
    engagement::Roles,
    movement::Group,
    rulings::UNITS_MAX,
    uncontrolled::Start,
};

/// How many moves and charges a list has at most for one unit, and for one group.
pub const UNIT_MOST: usize = 12;
pub const GROUP_MOST: usize = 8;

/// Units that have no enemy within this march with their group and are not listed one by one.
const MARCH_UD: f64 = 7.0;

/// To how many units of his corps a commander is offered to go.
const ATTACH_MOST: usize = 3;

/// Of whom orders are listed.
#[derive(Clone, Copy)]
enum Subject {
    /// The end of the activation.
    End,
    Commander,
    /// Those who are not on the table yet: in ambush or on a flank march (ADLG-R31, ADLG-R32).
    Arrivals,
    Group(UnitSet),
    Unit(Id),
}

/// When proposals are judged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judged {
    /// Before they are listed.
    Listing,
    /// When one is drawn.
    Drawn,
}

/// A list of orders in the making.
pub(super) struct Listing<'a> {
    pub battle: &'a Battle,
    pub orders: &'a Orders,
    pub roles: &'a Roles,
    /// The units of the corps.
    corps: Group,
    judged: Judged,
    /// Those that march in a group.
    grouped: UnitSet,
    pub out: &'a mut Vec<Action>,
}

impl Battle {
    pub(super) fn corps_units(&self, corps: u8) -> Group {
        self.standing(self.phasing).filter(|&id| self.troop(id).corps == corps).collect()
    }

    pub(super) fn list_orders(&self, orders: &Orders, out: &mut Vec<Action>) {
        let roles = self.roles();
        let (mut listing, subjects) = Listing::new(self, orders, &roles, Judged::Listing, out);
        subjects.into_iter().for_each(|subject| listing.list(subject));
    }

    /// Any order to any subject: the subjects are tried from a random one on, and of what is proposed to one
    /// only what is drawn is judged.
    pub(super) fn any_order(
        &self,
        orders: &Orders,
        chance: &mut Dice,
        room: &mut Vec<Action>,
    ) -> Action {
        let roles = self.roles();
        let (mut listing, subjects) = Listing::new(self, orders, &roles, Judged::Drawn, room);
        let first = chance.number(subjects.len());
        for subject in subjects.iter().cycle().skip(first).take(subjects.len()) {
            listing.list(*subject);
            while !listing.out.is_empty() {
                let action = listing.out.swap_remove(chance.number(listing.out.len()));
                if self.judge_order(orders, &action, &roles).is_ok() {
                    return action;
                }
            }
        }
        unreachable!("a corps can end, or a unit that must charge can do so")
    }
}

/// The end, the commander, those to come, every unit, and every group.
type Subjects = ArrayVec<Subject, { 3 + 2 * UNITS_MAX }>;

impl<'a> Listing<'a> {
    fn new(
        battle: &'a Battle,
        orders: &'a Orders,
        roles: &'a Roles,
        judged: Judged,
        out: &'a mut Vec<Action>,
    ) -> (Listing<'a>, Subjects) {
        let corps = battle.corps_units(orders.corps);
        let grouped = UnitSet::NONE;
        let mut listing = Listing { battle, orders, roles, corps, judged, grouped, out };
        let mut subjects = Subjects::new();
        subjects.extend([Subject::End, Subject::Commander, Subject::Arrivals]);
        listing.add_groups(&mut subjects);
        subjects.extend(listing.corps.iter().copied().map(Subject::Unit));
        (listing, subjects)
    }

    fn list(&mut self, subject: Subject) {
        match subject {
            Subject::End => self.propose(Action::EndCorps),
            Subject::Arrivals => {
                self.battle.list_entries(self.orders, self.out);
                self.battle.list_own_reveals(self.orders, self.out);
            }
            Subject::Commander => self.list_commander(),
            Subject::Group(units) => {
                let group = units.ids(self.battle.phasing);
                let from = self.out.len();
                self.list_group_charges(&group);
                if group.iter().all(|id| self.may_march(*id)) {
                    self.list_group_moves(&group, from);
                }
            }
            Subject::Unit(id) => {
                if !self.list_bound(id) {
                    self.list_unit(id);
                }
            }
        }
    }

    /// Whether proposals are judged before they are listed.
    pub(super) fn judges(&self) -> bool {
        self.judged == Judged::Listing
    }

    /// Adds an action if it is legal.
    pub(super) fn propose(&mut self, action: Action) {
        let judge = || self.battle.judge_order(self.orders, &action, self.roles);
        if !self.judges() || judge().is_ok() {
            self.out.push(action);
        }
    }

    /// Whether an order to these units can be paid for at all.
    pub fn affords(&self, units: &[Id], order: Order) -> bool {
        self.battle.affords(self.orders, units, order, None, self.roles).is_ok()
    }

    /// Whether neither rage drives a unit nor a zone holds it.
    fn may_march(&self, id: Id) -> bool {
        !self.orders.listed.has(id.number())
            && !self.battle.unit(id).is(Flags::PREVENTED)
            && self.battle.most_threatening(id, self.roles).is_none()
    }

    /// The groups of the corps, and those parts of them that are free to march together.
    fn add_groups(&mut self, subjects: &mut Subjects) {
        let battle = self.battle;
        let free = |id: &Id| battle.check_group(&[*id], self.roles).is_ok();
        let able: Group = self.corps.iter().copied().filter(free).collect();
        let marching: Group = able.iter().copied().filter(|&id| self.may_march(id)).collect();
        let mut parts: ArrayVec<UnitSet, UNITS_MAX> = ArrayVec::new();
        for moves in 0..=2 {
            let alike = |id: &Id| battle.unit(*id).moves == moves;
            let alike: Group = marching.iter().copied().filter(alike).collect();
            battle.add_groups_among(&alike, &mut parts);
        }
        for &part in &parts {
            if battle.free_ahead(&part.ids(battle.phasing), 1.0) > 0.0 {
                self.grouped = UnitSet(self.grouped.0 | part.0);
            }
        }
        battle.add_groups_among(&able, &mut parts);
        subjects.extend(parts.into_iter().map(Subject::Group));
    }

    /// ADLG-R87: what can be done with a unit that must charge. Says whether it must.
    fn list_bound(&mut self, id: Id) -> bool {
        if !self.orders.listed.has(id.number()) {
            return false;
        }
        let units = UnitSet::NONE.with(id.number());
        let Some((_, start)) = self.battle.uncontrolled_charge(id, self.roles) else {
            return false;
        };
        self.out.push(charge(units, start.clone(), How::Uncontrolled));
        self.propose(charge(units, start, How::Ordered));
        self.list_charges(id);
        if self.affords(&[id], Order::PreventCharge) {
            self.out.push(Action::Prevent { units });
        }
        true
    }

    /// ADLG-R38: to units that fight, that are Disordered, or that stand in the middle of the corps; or by
    /// himself to a place behind it.
    fn list_commander(&mut self) {
        let (battle, seat) = (self.battle, self.battle.phasing);
        let with = match battle.sides[seat].commanders[usize::from(self.orders.corps)] {
            Commander::With(unit) => Some(Id::new(seat, unit)),
            Commander::Free(_) => None,
            Commander::Away | Commander::LeftTable | Commander::Lost => return,
        };
        let of_use = |id: &Id| {
            Some(*id) != with && (self.roles.opponent(*id).is_some() || battle.is_disordered(*id))
        };
        let useful = self.corps.iter().copied().filter(of_use).take(ATTACH_MOST - 1);
        let middle = self.corps.get(self.corps.len() / 2).copied();
        let mut offered = UnitSet::NONE;
        for id in useful.chain(middle).collect::<ArrayVec<Id, ATTACH_MOST>>() {
            if !offered.has(id.number()) {
                offered = offered.with(id.number());
                self.propose(Action::Attach { unit: id.number() });
            }
        }
        if let Some(with) = with {
            let rect = battle.rect(with);
            let behind = Point::nearest(rect.centre() - rect.ahead() * (rect.depth() / 2.0 + 1.0));
            self.propose(Action::Ride { way: Way::from_iter([behind]) });
        }
    }

    fn list_unit(&mut self, id: Id) {
        let (battle, unit) = (self.battle, id.number());
        if battle.unit(id).is(Flags::LOOTING) {
            self.propose(Action::StopLooting { unit });
            return;
        }
        if battle.is_disordered(id) {
            self.propose(Action::Rally { unit });
        }
        if self.roles.in_melee(id) {
            self.propose(Action::Disengage { unit });
            return;
        }
        if battle.profile(id).has(Abilities::STAKES) {
            self.propose(Action::PlantStakes { unit });
        }
        let still = battle.unit(id).is(Flags::PREVENTED);
        if still || battle.check_group(&[id], self.roles).is_err() {
            return;
        }
        let from = self.out.len();
        self.list_charges(id);
        let held = battle.most_threatening(id, self.roles);
        if held.is_some() {
            self.propose(Action::LeaveZone { unit });
            self.propose(Action::EvadeZone { unit });
            let distance = Length::new(battle.allowance(id).unwrap_or(0).into());
            self.propose(Action::RideOut { unit, distance });
        }
        if !self.grouped.has(unit) || battle.is_enemy_within(id, MARCH_UD) {
            self.list_moves(id, held, from);
        }
    }
}

pub(super) fn charge(units: UnitSet, start: Start, how: How) -> Action {
    Action::Charge { units, start, how }
}

impl Battle {
    /// The enemy of a side that is nearest to a place, by centres.
    pub(crate) fn nearest_to(&self, place: Point, of: Seat) -> Option<Id> {
        let apart = |id: &Id| {
            let at = self.unit(*id).pose.at;
            let [x, y] = [at.x - place.x, at.y - place.y].map(|it| i64::from(it.steps()));
            x * x + y * y
        };
        self.standing(of).min_by_key(apart)
    }
}
