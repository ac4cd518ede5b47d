//! The contract: a battle as everybody else sees it.

use acies_core::{Dice, Game, Log, Outcome, Pending, Rolled, Seat, Seats, Viewer};
use acies_table::{Length, Point, Rect, Segment};
use arrayvec::ArrayVec;

use crate::{
    action::{Action, How, UnitSet},
    battle::{Battle, Commander, EndedBy, Flags, Frame, Id, Orders, Place},
    command::Order,
    evade::flight::{Blocked, Onrush},
    melee::engagement::Roles,
    movement::{Group, group_of},
    rout::pursuit::PURSUIT_UD,
    rulings::{CORPS, TOLERANCE},
    setup::{Prepare, Secret, Step},
    terrain::Going,
    units::abilities::Abilities,
    words::{events::Event, refusals::No},
};

impl Game for Battle {
    type Action = Action;
    type Event = Event;
    type Refusal = No;

    fn pending(&self) -> Pending {
        if let Some(ending) = self.ending {
            let how = ending.words();
            let by_limit = ending.how == EndedBy::Limit;
            return Pending::Over(Outcome {
                winner: ending.winner,
                rule: ending.rule(),
                how,
                by_limit,
            });
        }
        Pending::Decide(self.deciders())
    }

    fn candidates(&self, by: Seat, out: &mut Vec<Action>) {
        if self.ending.is_some() || !self.deciders().has(by) {
            return;
        }
        match self.stack.last() {
            Some(&Frame::Prepare(step)) => self.list_preparations(by, step, out),
            _ => self.list_candidates(out),
        }
    }

    fn any(&self, by: Seat, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        self.any_candidate(by, chance, room)
    }

    fn attempts(&self, by: Seat, out: &mut Vec<Action>) {
        if self.ending.is_some() || !self.deciders().has(by) {
            return;
        }
        match self.stack.last() {
            Some(&Frame::Prepare(step)) => self.list_attempted_preparations(by, step, out),
            _ => self.list_attempts(out),
        }
    }

    fn check(&self, by: Seat, action: &Action) -> Result<(), No> {
        if self.ending.is_some() {
            return Err(No::Over);
        }
        if !self.deciders().has(by) {
            return Err(No::NotYourDecision);
        }
        self.check_numbers(by, action)?;
        self.judge(by, action)
    }

    fn perform(
        &mut self,
        by: Seat,
        action: &Action,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        self.perform_action(by, action, dice, log)
    }

    /// The other player's plan is hidden (ADLG-R29): who waits in ambush, and where a flank march comes.
    /// Everything else is open.
    fn view(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        for seat in Seat::BOTH.into_iter().filter(|&seat| viewer != Some(seat)) {
            view.sides[seat].plan = self.sides[seat].plan.hidden();
        }
        view
    }

    /// A plan that the other player may have written.
    fn guess(&self, seat: Seat, dice: &mut Dice) -> Self {
        let mut guess = self.clone();
        let other = seat.other();
        if self.sides[other].plan == Secret::Hidden {
            guess.sides[other].plan = Secret::Written(self.guess_plan(other, dice));
        }
        guess
    }
}

impl Battle {
    /// Who decides; both at once while plans are written (S7).
    pub fn deciders(&self) -> Seats {
        if self.stack.last() != Some(&Frame::Prepare(Step::Plan)) {
            return self.deciding().into();
        }
        let writes = |seat: &Seat| self.sides[*seat].plan == Secret::Unwritten;
        Seat::BOTH.into_iter().filter(writes).fold(Seats::NONE, Seats::with)
    }

    /// Whose decision it is; of both the first.
    pub fn deciding(&self) -> Seat {
        match self.stack.last() {
            Some(Frame::Prepare(step)) => step.seat(self).unwrap_or_else(|| {
                let written = self.sides[Seat::Red].plan != Secret::Unwritten;
                if written { Seat::Blue } else { Seat::Red }
            }),
            Some(Frame::Ambush { by, .. }) => *by,
            Some(Frame::Charge(_) | Frame::Overrun { .. }) => self.phasing.other(),
            Some(Frame::Run { unit, .. } | Frame::Engage { unit, .. }) => unit.seat(),
            Some(Frame::Shooting(seat) | Frame::FaceAbout { seat, .. }) => *seat,
            Some(Frame::Corps | Frame::Orders(_) | Frame::GoOn { .. } | Frame::Pursuit) | None => {
                self.phasing
            }
        }
    }

    /// Whether all units that are named exist.
    fn check_numbers(&self, by: Seat, action: &Action) -> Result<(), No> {
        let known = |seat: Seat, number: u32| {
            let exists = (number as usize) < self.sides[seat].units.len();
            if exists { Ok(()) } else { Err(No::NoSuchUnit { number }) }
        };
        let all = |units: UnitSet| units.last().map_or(Ok(()), |last| known(by, last.into()));
        match action {
            Action::Move { units, .. }
            | Action::Charge { units, .. }
            | Action::Prevent { units }
            | Action::Enter { units, .. } => all(*units),
            Action::Form { slots } => slots.iter().try_for_each(|it| known(by, it.unit.into())),
            Action::Shoot { main, supporters, target } => {
                known(by, (*main).into())?;
                known(by.other(), (*target).into())?;
                all(*supporters)
            }
            Action::Rally { unit }
            | Action::Disengage { unit }
            | Action::LeaveZone { unit }
            | Action::RideOut { unit, .. }
            | Action::EvadeZone { unit }
            | Action::StopLooting { unit }
            | Action::PlantStakes { unit }
            | Action::Pursue { unit, .. }
            | Action::Attach { unit } => known(by, (*unit).into()),
            Action::Engage { enemy } => known(by.other(), (*enemy).into()),
            Action::Prepare(Prepare::Place { unit, .. }) => known(by, (*unit).into()),
            Action::Prepare(Prepare::Arrange { unit, beside, .. }) => all(beside.with(*unit)),
            Action::Prepare(Prepare::Plan(plan)) => {
                plan.ambushes.iter().try_for_each(|ambush| all(ambush.units))
            }
            Action::Prepare(_)
            | Action::Reveal { .. }
            | Action::Activate { .. }
            | Action::Ride { .. }
            | Action::EndCorps
            | Action::Evade
            | Action::Stand
            | Action::Run(_)
            | Action::FaceAbout { .. }
            | Action::GoOn { .. }
            | Action::EndShooting
            | Action::Resign => Ok(()),
        }
    }

    fn judge(&self, by: Seat, action: &Action) -> Result<(), No> {
        let top = self.stack.last().copied();
        match (top, action) {
            (_, Action::Resign) => Ok(()),
            (Some(Frame::Prepare(step)), Action::Prepare(prepare)) => {
                self.judge_preparation(by, step, prepare)
            }
            (Some(Frame::Ambush { marker: found, .. }), Action::Reveal { marker, poses })
                if found == *marker =>
            {
                self.judge_reveal(by, *marker, poses)
            }
            (Some(Frame::Corps), Action::Activate { corps }) => self.judge_corps(*corps),
            (Some(Frame::Orders(orders)), action) => {
                self.judge_order(&orders, action, self.roles())
            }
            (Some(Frame::Charge(_) | Frame::Overrun { .. }), Action::Evade | Action::Stand) => {
                Ok(())
            }
            (Some(Frame::Run { unit, ud, from }), Action::Run(flight)) => {
                self.check_flight(unit, from, ud.into(), flight, self.roles()).map(|_| ())
            }
            (Some(Frame::FaceAbout { .. }), Action::FaceAbout { .. }) => Ok(()),
            (Some(Frame::Engage { unit, .. }), Action::Engage { enemy }) => {
                let enemy = Id::new(by.other(), *enemy);
                let open = self.engagements(unit, self.roles());
                if open.contains(&enemy) { Ok(()) } else { Err(No::NotEngaged { unit, enemy }) }
            }
            (Some(Frame::GoOn { least, most }), Action::GoOn { distance }) => {
                let fits = *distance >= least && *distance <= most;
                if fits { Ok(()) } else { Err(No::GoesOn { distance: *distance, least, most }) }
            }
            (Some(Frame::Shooting(_)), Action::EndShooting) => Ok(()),
            (Some(Frame::Shooting(_)), Action::Shoot { main, supporters, target }) => {
                self.judge_shot(by, *main, *supporters, *target)
            }
            (Some(Frame::Pursuit), Action::Pursue { unit, distance }) => {
                self.judge_pursuit(*unit, *distance)
            }
            _ => Err(No::NotNow),
        }
    }

    fn judge_corps(&self, corps: u8) -> Result<(), No> {
        match () {
            () if usize::from(corps) >= CORPS || !self.is_corps_there(corps) => {
                Err(No::NoSuchCorps { corps })
            }
            () if self.activated & 1 << corps != 0 => Err(No::CorpsDone { corps }),
            () => Ok(()),
        }
    }

    /// An order to the active corps, given who fights whom.
    pub(crate) fn judge_order(
        &self,
        orders: &Orders,
        action: &Action,
        roles: &Roles,
    ) -> Result<(), No> {
        let id = |unit: u8| Id::new(self.phasing, unit);
        // ADLG-R87: a listed unit charges or is prevented; nothing else, while it still can charge.
        let bound = |unit: u8| {
            orders.listed.has(unit) && self.uncontrolled_charge(id(unit), roles).is_some()
        };
        let own = |unit: u8| {
            let unit = id(unit);
            let there = self.unit(unit).place == Place::Table;
            if there && self.troop(unit).corps == orders.corps {
                Ok(())
            } else {
                Err(No::NotYours { unit })
            }
        };
        let free = |unit: u8| {
            own(unit)?;
            match self.unit(id(unit)) {
                // ADLG-R21: no order but one to stop it.
                it if it.is(Flags::LOOTING) => Err(No::Looting { unit: id(unit) }),
                _ if bound(unit) => Err(No::MustCharge { unit: id(unit) }),
                _ => Ok(()),
            }
        };
        // ADLG-R87: who was prevented stands still.
        let mobile = |unit: u8| {
            free(unit)?;
            let still = self.unit(id(unit)).is(Flags::PREVENTED);
            if still { Err(No::StandsStill { unit: id(unit) }) } else { Ok(()) }
        };
        let affords =
            |unit: u8, order: Order| self.affords(orders, &[id(unit)], order, None, roles);
        let unmoved = |unit: u8| match self.unit(id(unit)) {
            it if it.is(Flags::RALLIED) => Err(No::Rallied { unit: id(unit) }),
            it if it.moves > 0 || it.charged.is_some() => Err(No::MovedAlready { unit: id(unit) }),
            _ => Ok(()),
        };
        match action {
            Action::Reveal { marker, poses } => self.judge_own_reveal(orders, *marker, poses),
            Action::Enter { units, from, ahead } => self.judge_entry(orders, *units, *from, *ahead),
            Action::EndCorps if self.can_enter(orders) => Err(No::MustEnter),
            Action::EndCorps => match orders.listed.iter().find(|&unit| bound(unit)) {
                Some(unit) => Err(No::MustCharge { unit: id(unit) }),
                None => Ok(()),
            },
            Action::Move { units, elements } => {
                units.iter().try_for_each(mobile)?;
                let ids = group_of(*units, self.phasing);
                let moved = self.check_move(&ids, elements, roles)?;
                self.affords(orders, &ids, Order::Move, moved.difficult, roles)
            }
            Action::Form { slots } => {
                slots.iter().try_for_each(|slot| mobile(slot.unit))?;
                let moved = self.check_form(slots, roles)?;
                let ids: Group = slots.iter().map(|slot| id(slot.unit)).collect();
                self.affords(orders, &ids, Order::Move, moved.difficult, roles)
            }
            Action::Charge { units, start, how } => {
                units.iter().try_for_each(own)?;
                self.judge_charge(orders, *units, start, *how, roles)
            }
            Action::Prevent { units } => {
                units.iter().try_for_each(own)?;
                let ids = group_of(*units, self.phasing);
                if let Some(unit) = units.iter().find(|&unit| !bound(unit)) {
                    return Err(No::NotListed { unit: id(unit) });
                }
                self.check_group(&ids, roles)?;
                self.affords(orders, &ids, Order::PreventCharge, None, roles)
            }
            Action::Rally { unit } => {
                free(*unit)?;
                let why = |why| No::NoRally { unit: id(*unit), why };
                let rally = self.rally(id(*unit), roles).map_err(why)?;
                affords(*unit, Order::Rally(rally.enemy))
            }
            Action::Disengage { unit } => {
                mobile(*unit)?;
                unmoved(*unit)?;
                let way = self.disengage(id(*unit), roles);
                way.ok_or(No::NoDisengaging { unit: id(*unit) })?;
                affords(*unit, Order::Disengage)
            }
            Action::LeaveZone { unit } => {
                mobile(*unit)?;
                unmoved(*unit)?;
                self.judge_leaving(id(*unit), roles)?;
                affords(*unit, Order::LeaveZone)
            }
            Action::RideOut { unit, distance } => {
                mobile(*unit)?;
                unmoved(*unit)?;
                self.check_ride_out(id(*unit), *distance, roles)?;
                affords(*unit, Order::LeaveZoneAhead)
            }
            Action::EvadeZone { unit } => {
                mobile(*unit)?;
                unmoved(*unit)?;
                self.judge_slipping_away(id(*unit), roles)?;
                affords(*unit, Order::EvadeZone)
            }
            Action::StopLooting { unit } => {
                own(*unit)?;
                unmoved(*unit)?;
                if !self.unit(id(*unit)).is(Flags::LOOTING) {
                    return Err(No::NotLooting { unit: id(*unit) });
                }
                affords(*unit, Order::StopLooting)
            }
            Action::PlantStakes { unit } => {
                mobile(*unit)?;
                unmoved(*unit)?;
                let has = self.profile(id(*unit)).has(Abilities::STAKES);
                if !has || self.unit(id(*unit)).is(Flags::STAKED) || roles.in_melee(id(*unit)) {
                    return Err(No::NoStakes { unit: id(*unit) });
                }
                affords(*unit, Order::PlantStakes)
            }
            Action::Attach { unit } => {
                own(*unit)?;
                self.judge_attach(orders, *unit, roles)
            }
            Action::Ride { way } => self.judge_ride(orders, way, roles),
            _ => Err(No::NotNow),
        }
    }

    pub(crate) fn affords(
        &self,
        orders: &Orders,
        units: &[Id],
        order: Order,
        difficult: Option<acies_core::RuleId>,
        roles: &Roles,
    ) -> Result<(), No> {
        let cost = self.order_cost(units, order, difficult, roles).points();
        let left = orders.points;
        if cost <= i32::from(left) { Ok(()) } else { Err(No::TooFewPoints { cost, left }) }
    }

    fn judge_charge(
        &self,
        orders: &Orders,
        units: UnitSet,
        start: &[crate::movement::Element],
        how: How,
        roles: &Roles,
    ) -> Result<(), No> {
        let ids = group_of(units, self.phasing);
        let declared = self.check_charge(&ids, start, roles)?;
        let prevented = |&&id: &&Id| self.unit(id).is(Flags::PREVENTED);
        if let Some(&unit) = ids.iter().find(prevented) {
            return Err(No::StandsStill { unit });
        }
        match how {
            How::Ordered => self.affords(orders, &ids, Order::Charge, declared.difficult, roles),
            How::Spontaneous => {
                let targets = declared.targets();
                let near =
                    |id: Id| targets.iter().any(|&target| self.is_spontaneous(id, target, roles));
                match ids.iter().find(|&&id| !near(id)) {
                    Some(&unit) => Err(No::NotSpontaneous { unit }),
                    None => Ok(()),
                }
            }
            // ADLG-R87: alone, at the target of ADLG-UNC.2.
            How::Uncontrolled => {
                let unit = ids[0];
                let charge = self.uncontrolled_charge(unit, roles);
                match charge.filter(|_| orders.listed.has(unit.number())) {
                    None => Err(No::NotListed { unit }),
                    Some(_) if ids.len() > 1 => Err(No::ChargesAlone { unit }),
                    Some((enemy, _)) if !declared.targets().contains(&enemy) => {
                        Err(No::ChargesFirst { unit, enemy })
                    }
                    Some(_) => Ok(()),
                }
            }
        }
    }

    /// ADLG-EXZ.2, ADLG-R70, ADLG-R71: straight back out of a zone, for those that cannot evade.
    fn judge_leaving(&self, unit: Id, roles: &Roles) -> Result<(), No> {
        self.check_group(&[unit], roles)?;
        // ADLG-R70: who would be routed by it may not.
        let last = self.unit(unit).cohesion == 1 && !self.is_disordered(unit);
        match () {
            () if self.most_threatening(unit, roles).is_none() => Err(No::NotInZone { unit }),
            () if self.profile(unit).can_evade() => Err(No::EvadesInstead { unit }),
            () if last => Err(No::WouldRout { unit }),
            () => match self.leave_zone(unit) {
                Some(_) => Ok(()),
                None => Err(No::NoWayOut { unit }),
            },
        }
    }

    /// ADLG-EXZ.1, ADLG-R71: out of a zone by the evade procedure.
    fn judge_slipping_away(&self, unit: Id, roles: &Roles) -> Result<(), No> {
        self.check_group(&[unit], roles)?;
        let Some(enemy) = self.most_threatening(unit, roles) else {
            return Err(No::NotInZone { unit });
        };
        match self.evade_blocked(unit, self.threat_from(enemy), roles) {
            Some(Blocked::Cannot) => Err(No::CannotEvade { unit }),
            Some(by) => Err(No::Blocked { unit, by }),
            None => Ok(()),
        }
    }

    /// ADLG-R71: the enemy in whose zone a unit is, as if it charged.
    pub(crate) fn threat_from(&self, enemy: Id) -> Onrush {
        Onrush { facing: self.unit(enemy).pose.facing, by: UnitSet::NONE.with(enemy.number()) }
    }

    /// ADLG-R39, ADLG-R172: whether a free commander touches a unit, and joins it without riding.
    pub(crate) fn joins_where_he_is(&self, corps: u8, unit: u8) -> bool {
        let seat = self.phasing;
        match self.sides[seat].commanders[usize::from(corps)] {
            Commander::Free(point) => {
                self.rect(Id::new(seat, unit)).distance_to(point.vec()) <= TOLERANCE.touch
            }
            _ => false,
        }
    }

    /// ADLG-R38, ADLG-R39, ADLG-R172: from where the commander of the active corps may ride: his point, or
    /// the unit that he is with, unless that is in melee or he is included.
    fn rides_from(&self, orders: &Orders, roles: &Roles) -> Result<Rect, No> {
        let seat = self.phasing;
        let corps = usize::from(orders.corps);
        if orders.commander_moved || self.setup.armies[seat].corps[corps].included {
            return Err(No::CommanderStays);
        }
        match self.sides[seat].commanders[corps] {
            Commander::Free(point) => Ok(Rect::from(point.vec())),
            Commander::With(with) if !roles.in_melee(Id::new(seat, with)) => {
                Ok(self.rect(Id::new(seat, with)))
            }
            _ => Err(No::CommanderStays),
        }
    }

    /// ADLG-R38, ADLG-R39: to a unit of his corps, straight.
    fn judge_attach(&self, orders: &Orders, unit: u8, roles: &Roles) -> Result<(), No> {
        let already =
            self.sides[self.phasing].commanders[usize::from(orders.corps)] == Commander::With(unit);
        if already {
            return Err(No::CommanderStays);
        }
        if self.joins_where_he_is(orders.corps, unit) {
            return Ok(());
        }
        let from = self.rides_from(orders, roles)?;
        self.judge_way(&[from.nearest(&self.rect(Id::new(self.phasing, unit)))])
    }

    /// ADLG-R38: from point to point.
    fn judge_ride(&self, orders: &Orders, way: &[Point], roles: &Roles) -> Result<(), No> {
        let from = self.rides_from(orders, roles)?;
        let Some(first) = way.first() else { return Err(No::NothingMoved) };
        let table = self.setup.field.rect();
        if let Some(&at) = way.iter().find(|at| !table.contains(at.vec())) {
            return Err(No::CommanderLeavesTable { at });
        }
        let mut legs: ArrayVec<Segment, 4> = ArrayVec::new();
        legs.push(Segment::new(from.nearest_to(first.vec()), first.vec()));
        legs.extend(way.windows(2).map(|pair| Segment::new(pair[0].vec(), pair[1].vec())));
        self.judge_way(&legs)
    }

    /// ADLG-R38: 5 UD in all, not through impassable terrain, never through an enemy.
    fn judge_way(&self, legs: &[Segment]) -> Result<(), No> {
        let distance: f64 = legs.iter().map(Segment::length).sum();
        if distance > COMMANDER_UD + TOLERANCE.touch {
            let most = Length::new(COMMANDER_UD);
            return Err(No::CommanderTooFar { distance: Length::new(distance), most });
        }
        for leg in legs {
            let mut enemies = self.standing(self.phasing.other());
            if let Some(enemy) = enemies.find(|&it| self.rect(it).chord(leg).is_some()) {
                return Err(No::CommanderMeets { enemy });
            }
            let barred = self.landscape.areas.iter().find(|area| {
                area.piece.going() == Going::Impassable
                    && leg.length_inside(&area.outline) > TOLERANCE.touch
            });
            if let Some(area) = barred {
                return Err(No::CommanderBarred { piece: area.piece });
            }
        }
        Ok(())
    }

    /// ADLG-R106, ADLG-R107: all of them may shoot at this target, and nobody shoots twice.
    fn judge_shot(&self, by: Seat, main: u8, supporters: UnitSet, target: u8) -> Result<(), No> {
        let roles = self.roles();
        let target = Id::new(by.other(), target);
        let main = Id::new(by, main);
        if self.aimed.iter().any(|it| it.target == target) {
            return Err(No::TargetTaken { target });
        }
        if supporters.has(main.number()) {
            return Err(No::ShotAlready { unit: main });
        }
        for unit in std::iter::once(main).chain(supporters.ids(by)) {
            if self.unit(unit).place != Place::Table {
                return Err(No::NotOnTable { unit });
            }
            if self.is_aimed(unit) {
                return Err(No::ShotAlready { unit });
            }
            if !self.aims().of(unit).contains(&target) {
                let why = self.why_no_target(unit, target, roles);
                return Err(No::NotATarget { unit, target, why });
            }
        }
        Ok(())
    }

    /// ADLG-PUR.1, ADLG-PUR.2, ADLG-R150.
    fn judge_pursuit(&self, number: u8, distance: Length) -> Result<(), No> {
        let unit = Id::new(self.phasing, number);
        let whole = Length::new(PURSUIT_UD);
        match () {
            () if !self.pursuing.has(number) => Err(No::NoPursuer { unit }),
            () if distance < Length::ZERO || distance > whole => {
                Err(No::TooFarToPursue { distance, most: whole })
            }
            () if distance != whole
                && self.must_pursue(unit)
                && !self.may_decline_pursuit(unit, self.roles()) =>
            {
                Err(No::MustPursue { unit })
            }
            () => Ok(()),
        }
    }
}

/// ADLG-R38: how far a commander rides.
const COMMANDER_UD: f64 = 5.0;
