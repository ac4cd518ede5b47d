//! Orders to a corps: to its groups, to its units, to its commander.

use std::cell::OnceCell;

use acies_core::{Dice, Seat, flow::One};
use acies_table::{Length, Point, Pose};
use arrayvec::ArrayVec;

use crate::{
    action::{Action, UnitSet},
    battle::{Battle, Commander, Flags, Id},
    charge::{
        declare::{Declare, How},
        legal::Declared,
        uncontrolled::{Prevent, Start},
    },
    command::{
        Cost, Order,
        commander::{Attach, Ride, Route},
        orders::Orders,
        tasks::{PlantStakes, StopLooting},
    },
    evade::disengage::Disengage,
    melee::engagement::Roles,
    movement::{Group, group_of},
    player::orders::SPRUNG_UD,
    rally::TryRally,
    rulings::UNITS_MAX,
    units::abilities::Abilities,
    zone_of_control::leave::{EvadeZone, LeaveZone, RideOut},
};

use super::marches::{Aim, Mover};

/// How many moves a list has at most for one unit, and for one group.
pub const UNIT_MOST: usize = 8;
pub const GROUP_MOST: usize = 6;

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
    /// All groups, one after another.
    Groups,
    Group(UnitSet),
    Unit(Id),
}

/// Which orders to a subject are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Charges,
    Moves,
    Others,
}

impl Subject {
    fn parts(self) -> &'static [Part] {
        match self {
            Subject::End | Subject::Commander | Subject::Arrivals => &[Part::Others],
            Subject::Groups => &[],
            Subject::Group(_) => &[Part::Charges, Part::Moves],
            Subject::Unit(_) => &[Part::Charges, Part::Others, Part::Moves],
        }
    }
}

/// When proposals are judged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judged {
    /// Before they are listed.
    Listing,
    /// When one is drawn.
    Drawn,
    /// Moves when one is chosen, all others before they are listed.
    Chosen,
}

/// A list of orders to be weighed, and what is known of them from listing them.
#[derive(Default)]
pub(crate) struct Weighed {
    pub actions: Vec<Action>,
    pub moves: Vec<Unjudged>,
    /// Where the units of all moves would come to stand.
    pub ends: Vec<Pose>,
    /// Charges by their place in the list.
    pub charges: Vec<(usize, Declared)>,
}

/// A move that is proposed and not judged.
pub(crate) struct Unjudged {
    /// Its place in the list.
    pub at: usize,
    /// Where its ends begin, one for each unit.
    pub ends: usize,
    /// Where the list of its unit or group begins, and how many moves that may have.
    pub from: usize,
    pub most: usize,
}

impl Weighed {
    /// A move, if this is one.
    pub fn unjudged(&self, at: usize) -> Option<&Unjudged> {
        self.moves.binary_search_by_key(&at, |it| it.at).ok().map(|found| &self.moves[found])
    }

    /// What is known of a charge, if this is one.
    pub fn declared(&self, at: usize) -> Option<&Declared> {
        let found = self.charges.binary_search_by_key(&at, |it| it.0).ok()?;
        Some(&self.charges[found].1)
    }
}

/// The groups of a corps.
struct Groups {
    all: ArrayVec<UnitSet, UNITS_MAX>,
    /// The units that march in one.
    marching: UnitSet,
}

/// A list of orders in the making.
pub(super) struct Listing<'a> {
    pub battle: &'a Battle,
    pub orders: &'a Orders,
    pub roles: &'a Roles,
    /// The units of the corps.
    corps: Group,
    judged: Judged,
    /// Found when somebody asks for them.
    groups: OnceCell<Groups>,
    pub out: &'a mut Vec<Action>,
    /// What is known of those that are to be weighed.
    pub moves: Vec<Unjudged>,
    pub ends: Vec<Pose>,
    pub charges: Vec<(usize, Declared)>,
}

impl Battle {
    pub(crate) fn corps_units(&self, corps: u8) -> Group {
        self.standing(self.phasing).filter(|&id| self.troop(id).corps == corps).collect()
    }

    pub(crate) fn list_orders(&self, orders: &Orders, out: &mut Vec<Action>) {
        let roles = self.roles();
        let mut listing = Listing::new(self, orders, roles, Judged::Listing, out);
        for subject in listing.subjects() {
            listing.list_all(subject);
        }
    }

    /// The orders that may gain something; moves are not judged yet.
    pub(crate) fn orders_to_weigh(&self, orders: &Orders) -> Weighed {
        let mut actions = Vec::new();
        let mut listing = Listing::new(self, orders, self.roles(), Judged::Chosen, &mut actions);
        for subject in listing.subjects() {
            listing.list_all(subject);
        }
        let Listing { moves, ends, charges, .. } = listing;
        Weighed { actions, moves, ends, charges }
    }

    /// Any order to any subject: the subjects are tried from a random one on.
    pub(crate) fn any_order(
        &self,
        orders: &Orders,
        chance: &mut Dice,
        room: &mut Vec<Action>,
    ) -> Action {
        let roles = self.roles();
        let mut listing = Listing::new(self, orders, roles, Judged::Drawn, room);
        let subjects = listing.subjects();
        let drawn = from_any(&subjects, chance, |&subject, chance| listing.draw(subject, chance));
        drawn.expect("a corps can end, or a unit that must charge can do so")
    }
}

/// The end, the commander, those to come, the groups, and every unit.
type Subjects = ArrayVec<Subject, { 4 + UNITS_MAX }>;

impl<'a> Listing<'a> {
    fn new(
        battle: &'a Battle,
        orders: &'a Orders,
        roles: &'a Roles,
        judged: Judged,
        out: &'a mut Vec<Action>,
    ) -> Listing<'a> {
        let corps = battle.corps_units(orders.corps);
        let (moves, ends, charges) = (Vec::new(), Vec::new(), Vec::new());
        let groups = OnceCell::new();
        Listing { battle, orders, roles, corps, judged, groups, out, moves, ends, charges }
    }

    fn subjects(&self) -> Subjects {
        let all = [Subject::End, Subject::Commander, Subject::Arrivals, Subject::Groups];
        all.into_iter().chain(self.corps.iter().copied().map(Subject::Unit)).collect()
    }

    fn list_all(&mut self, subject: Subject) {
        if let Subject::Groups = subject {
            for group in self.groups().all.clone() {
                self.list_all(Subject::Group(group));
            }
        }
        subject.parts().iter().for_each(|&part| self.list(subject, part));
    }

    /// Any legal order to a subject: its parts are tried from a random one on.
    fn draw(&mut self, subject: Subject, chance: &mut Dice) -> Option<Action> {
        if let Subject::Groups = subject {
            let groups = self.groups().all.clone();
            return from_any(&groups, chance, |&group, chance| {
                self.draw(Subject::Group(group), chance)
            });
        }
        from_any(subject.parts(), chance, |&part, chance| match (subject, part) {
            // Charges are judged before they are listed.
            (Subject::Unit(_), Part::Charges) => {
                self.list(subject, part);
                self.out.pop()
            }
            (Subject::Unit(id), Part::Moves) => self.draw_move(id, chance),
            _ => {
                self.list(subject, part);
                self.draw_listed(chance)
            }
        })
    }

    /// Any legal move of a unit, for any purpose.
    fn draw_move(&mut self, id: Id, chance: &mut Dice) -> Option<Action> {
        let mut mover = self.marcher(id)?;
        from_any(&Aim::ALL, chance, |&aim, chance| {
            self.list_moves(&mut mover, aim);
            self.draw_listed(chance)
        })
    }

    /// Of what is proposed only what is drawn is judged.
    fn draw_listed(&mut self, chance: &mut Dice) -> Option<Action> {
        while !self.out.is_empty() {
            let action = self.out.swap_remove(chance.number(self.out.len()));
            if self.is_legal(&action) {
                return Some(action);
            }
        }
        None
    }

    fn list(&mut self, subject: Subject, part: Part) {
        match (subject, part) {
            (Subject::End, _) => self.propose(Action::EndCorps),
            (Subject::Arrivals, _) => {
                self.battle.list_entries(self.orders, self.out);
                let near = if self.weighs() { SPRUNG_UD } else { f64::INFINITY };
                self.battle.list_own_reveals(self.orders, near, self.out);
            }
            (Subject::Commander, _) => self.list_commander(),
            (Subject::Group(units), Part::Charges) => {
                self.list_group_charges(&group_of(units, self.battle.phasing));
            }
            (Subject::Group(units), _) => {
                let group = group_of(units, self.battle.phasing);
                if group.iter().all(|id| self.may_march(*id)) {
                    self.list_group_moves(&group);
                }
            }
            (Subject::Unit(id), Part::Charges) if self.may_be_moved(id) => self.list_charges(id),
            (Subject::Unit(id), Part::Moves) => {
                if let Some(mut mover) = self.marcher(id) {
                    Aim::ALL.into_iter().for_each(|aim| self.list_moves(&mut mover, aim));
                }
            }
            (Subject::Unit(id), Part::Others) => {
                if !self.list_bound(id) {
                    self.list_others(id);
                }
            }
            (Subject::Unit(_) | Subject::Groups, _) => {}
        }
    }

    /// Whether proposals are judged before they are listed; of moves only if they are not weighed first.
    pub(super) fn judges(&self) -> bool {
        self.judged != Judged::Drawn
    }

    /// Whether only what may gain something is listed, and moves are judged when one is chosen.
    pub(super) fn weighs(&self) -> bool {
        self.judged == Judged::Chosen
    }

    /// Adds an action if it is legal.
    pub(super) fn propose(&mut self, action: Action) {
        if !self.judges() || self.is_legal(&action) {
            self.out.push(action);
        }
    }

    pub(super) fn is_legal(&self, action: &Action) -> bool {
        action.it().check(self.battle, self.battle.phasing).is_ok()
    }

    /// Whether an order to these units can be paid for at all.
    pub fn affords(&self, units: &[Id], order: Order) -> bool {
        i32::from(self.orders.points) >= Cost::plain(order).points()
            && self.orders.affords(self.battle, units, order, None).is_ok()
    }

    /// Whether neither rage drives a unit nor a zone holds it.
    fn may_march(&self, id: Id) -> bool {
        !self.orders.listed.has(id.number())
            && !self.battle.unit(id).is(Flags::PREVENTED)
            && self.battle.most_threatening(id, self.roles).is_none()
    }

    /// The groups of the corps, and those parts of them that are free to march together.
    fn groups(&self) -> &Groups {
        self.groups.get_or_init(|| {
            let battle = self.battle;
            let free = |id: &Id| battle.check_group(&[*id], self.roles).is_ok();
            let able: Group = self.corps.iter().copied().filter(free).collect();
            let marching: Group = able.iter().copied().filter(|&id| self.may_march(id)).collect();
            let mut groups = Groups { all: ArrayVec::new(), marching: UnitSet::NONE };
            for moves in 0..=2 {
                let alike = |id: &Id| battle.unit(*id).moves == moves;
                let alike: Group = marching.iter().copied().filter(alike).collect();
                battle.add_groups_among(&alike, &mut groups.all);
            }
            for &part in &groups.all {
                if battle.free_ahead(&group_of(part, battle.phasing), 1.0) > 0.0 {
                    groups.marching = groups.marching | part;
                }
            }
            battle.add_groups_among(&able, &mut groups.all);
            groups
        })
    }

    /// ADLG-R87: what can be done with a unit that must charge. Says whether it must.
    fn list_bound(&mut self, id: Id) -> bool {
        let units = UnitSet::NONE.with(id.number());
        let Some(start) = self.bound(id) else { return false };
        self.out.push(charge(units, start.clone(), How::Uncontrolled));
        // It may be among the charges that are worth an order anyway.
        let ordered = charge(units, start, How::Ordered);
        if !self.out.contains(&ordered) {
            self.propose(ordered);
        }
        if self.affords(&[id], Order::PreventCharge) {
            self.out.push(Prevent { units }.into());
        }
        true
    }

    fn is_bound(&self, id: Id) -> bool {
        self.bound(id).is_some()
    }

    /// ADLG-R87: how a unit that must charge would do so.
    fn bound(&self, id: Id) -> Option<Start> {
        let listed = self.orders.listed.has(id.number());
        let charge = listed.then(|| self.battle.uncontrolled_charge(id, self.roles)).flatten();
        charge.map(|(_, start)| start)
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
                self.propose(Attach { unit: id.number() }.into());
            }
        }
        if let Some(with) = with.filter(|_| !self.weighs()) {
            let rect = battle.rect(with);
            let behind = Point::nearest(rect.centre() - rect.ahead() * (rect.depth() / 2.0 + 1.0));
            self.propose(Ride { way: Route::from_iter([behind]) }.into());
        }
    }

    /// Whether a unit may be given an order to move or to charge at all.
    fn may_be_moved(&self, id: Id) -> bool {
        let (battle, unit) = (self.battle, self.battle.unit(id));
        !unit.is(Flags::PREVENTED) && battle.check_group(&[id], self.roles).is_ok()
    }

    /// Orders to a unit that neither move it nor let it charge, and those by which it leaves a zone.
    fn list_others(&mut self, id: Id) {
        let (battle, unit) = (self.battle, id.number());
        if battle.unit(id).is(Flags::LOOTING) {
            self.propose(StopLooting { unit }.into());
            return;
        }
        if battle.is_disordered(id) {
            self.propose(TryRally { unit }.into());
        }
        if self.roles.in_melee(id) {
            self.propose(Disengage { unit }.into());
            return;
        }
        if battle.profile(id).has(Abilities::STAKES) {
            self.propose(PlantStakes { unit }.into());
        }
        let held = || battle.most_threatening(id, self.roles).is_some();
        if !self.weighs() && self.may_be_moved(id) && held() {
            self.propose(LeaveZone { unit }.into());
            self.propose(EvadeZone { unit }.into());
            let distance = Length::new(battle.allowance(id).unwrap_or(0).into());
            self.propose(RideOut { unit, distance }.into());
        }
    }

    /// A unit that may march by itself: one that is near the enemy, or in no group that marches.
    fn marcher(&self, id: Id) -> Option<Mover> {
        let alone = || {
            self.battle.is_enemy_within(id, MARCH_UD) || !self.groups().marching.has(id.number())
        };
        let may = self.may_be_moved(id) && !self.is_bound(id) && alone();
        may.then(|| self.mover(id, self.battle.most_threatening(id, self.roles))).flatten()
    }
}

/// What comes of the first that something comes of, tried from a random one on.
fn from_any<T, U>(
    all: &[T],
    chance: &mut Dice,
    mut attempt: impl FnMut(&T, &mut Dice) -> Option<U>,
) -> Option<U> {
    let first = if all.is_empty() { 0 } else { chance.number(all.len()) };
    all[first..].iter().chain(&all[..first]).find_map(|it| attempt(it, chance))
}

pub(super) fn charge(units: UnitSet, start: Start, how: How) -> Action {
    Declare { units, start, how }.into()
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
