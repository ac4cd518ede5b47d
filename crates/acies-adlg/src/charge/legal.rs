//! Which charges are legal (RULES.md 3.14, 4.7; ADLG-R74 to ADLG-R79, ADLG-R84, ADLG-R85): who may charge whom in which
//! way, how far it is, and which edge it hits.

use acies_table::{Base, Edge, Length, Motion, Sweep};
use arrayvec::ArrayVec;

use crate::{
    action::UnitSet,
    battle::{Battle, Id},
    charge::{
        ahead::{Ahead, Dash, Stop},
        conform::CONFORM_UD,
    },
    melee::engagement::{DRILL, Roles},
    movement::{Element, Track},
    rulings::{TOLERANCE, UNITS_MAX},
    terrain::{Going, Ground, Piece},
    units::{Category::*, Kind},
    words::refusals::No,
    zone_of_control::ZONE_UD,
};

/// A legal charge, before anybody reacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Where every unit stands after the start manoeuvre, in the order named.
    pub starts: ArrayVec<Base, UNITS_MAX>,
    /// ADLG-R77: what the start manoeuvre cost.
    pub manoeuvre: Length,
    /// ADLG-R43, ADLG-R53: whole UD for the terrain crossed.
    pub allowance: Length,
    /// ADLG-R79: whom each unit would touch, and where.
    pub contacts: ArrayVec<Option<Contact>, UNITS_MAX>,
    /// ADLG-R20: the units that would touch the enemy's camp.
    pub at_camp: UnitSet,
    /// ADLG-ORD.7: a turn that is difficult.
    pub difficult: Option<acies_core::RuleId>,
}

/// An initial target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// Of several at the same distance the one most in front.
    pub enemy: Id,
    /// Another one at the same distance, which is a target too.
    pub also: Option<Id>,
    /// Straight ahead, after the start manoeuvre.
    pub distance: Length,
    /// ADLG-R162: what lines of defence on the way cost.
    pub toll: Length,
    /// ADLG-R78.
    pub edge: Edge,
}

impl Contact {
    /// Both enemies, if there are two.
    pub fn enemies(&self) -> impl Iterator<Item = Id> {
        [Some(self.enemy), self.also].into_iter().flatten()
    }
}

impl Declared {
    /// ADLG-R79: the initial targets, each once.
    pub fn targets(&self) -> ArrayVec<Id, UNITS_MAX> {
        let mut targets = ArrayVec::new();
        for enemy in self.contacts.iter().flatten().flat_map(Contact::enemies) {
            if !targets.contains(&enemy) {
                targets.push(enemy);
            }
        }
        targets
    }
}

/// What a charging unit finds ahead of it.
struct Prospect {
    /// For the ground that it treads.
    allowance: Length,
    contact: Option<Contact>,
    /// How far the enemy's camp is, with what lines of defence cost, if it would touch that.
    camp: Option<Length>,
    /// Why it would touch nobody.
    stopped: Option<No>,
}

impl Battle {
    /// ADLG-R75: judges a charge of a unit or group. ADLG-R164: it need not see its target.
    pub fn check_charge(
        &self,
        units: &[Id],
        start: &[Element],
        roles: &Roles,
    ) -> Result<Declared, No> {
        self.check_group(units, roles)?;
        for &unit in units {
            if !self.profile(unit).may_charge() {
                return Err(No::MayNotCharge { unit });
            }
            // ADLG-R74: declared before it has moved.
            if self.unit(unit).moves > 0 {
                return Err(No::MovedAlready { unit });
            }
        }
        self.check_start(units, start)?;
        let mut track = Track::default();
        self.track(units, start, &mut track)?;
        let ground = self.check_way(units, &track)?;
        let places = units.iter().zip(track.end());
        let starts: ArrayVec<Base, UNITS_MAX> =
            places.map(|(&id, pose)| Base::new(pose, self.profile(id).kind.size())).collect();
        for (&unit, base) in units.iter().zip(&starts) {
            self.check_start_place(unit, units, base)?;
        }
        let manoeuvre = self.cost(units, start) + ground.toll;
        let prospects: ArrayVec<Prospect, UNITS_MAX> = (0..units.len())
            .map(|at| {
                self.prospect(units, &starts, at, manoeuvre, ground.of(units[at], units), roles)
            })
            .collect();
        let allowance = prospects.iter().map(|it| it.allowance).min().unwrap_or_default();
        let declared = Declared {
            at_camp: prospects
                .iter()
                .zip(units)
                .filter(|(it, _)| reaches(it.camp, manoeuvre, allowance))
                .map(|(_, &unit)| unit)
                .collect(),
            contacts: self.contacts_in_reach(units, &starts, &prospects, manoeuvre, allowance)?,
            starts,
            manoeuvre,
            allowance,
            difficult: self.hard_turn(units, start),
        };
        for (at, &unit) in units.iter().enumerate() {
            if let Some(contact) = declared.contacts[at] {
                self.check_contact(unit, units, &declared.starts[at], contact, roles)?;
            }
            self.check_threats(unit, &declared, at, roles)?;
        }
        Ok(declared)
    }

    /// ADLG-R6, ADLG-R61: a start manoeuvre ends clear of everybody.
    fn check_start_place(&self, unit: Id, units: &[Id], base: &Base) -> Result<(), No> {
        let rect = base.rect();
        let others = self.bodies_near(base, TOLERANCE.touch);
        for other in others.filter(|other| !units.contains(other)) {
            let body = self.rect(other);
            if rect.overlaps(&body, TOLERANCE) {
                return Err(No::EndsOn {
                    unit,
                    other,
                    stands: base.pose,
                    depth: Length::new(rect.overlap_depth(&body)),
                });
            }
        }
        Ok(())
    }

    /// ADLG-CHG.5, ADLG-R76: nothing; one slide; one wheel; or one turn, with a wheel if wanted.
    fn check_start(&self, units: &[Id], start: &[Element]) -> Result<(), No> {
        let fits = match start {
            [] | [Element::Slide(_) | Element::Wheel(_)] => true,
            [turn] | [turn, Element::Wheel(_)] => turn.is_turn(),
            _ => false,
        };
        if !fits {
            return Err(No::StartManoeuvre);
        }
        self.check_wheels(units, start)
    }

    /// The first enemy straight ahead of a unit, and its allowance for the ground up to there. ADLG-R75,
    /// ADLG-R83: friends that it cannot pass, and ground that stops a charge, are in the way.
    fn prospect(
        &self,
        units: &[Id],
        starts: &[Base],
        at: usize,
        manoeuvre: Length,
        trodden: Ground,
        roles: &Roles,
    ) -> Prospect {
        let (unit, base) = (units[at], &starts[at]);
        let open = self.unit_allowance(unit, trodden).unwrap_or_default();
        let mut prospect = Prospect { allowance: open, contact: None, camp: None, stopped: None };
        // Whoever has a friend of the group before it follows that one.
        let covered = |mate: &Base| base.joined(mate, DRILL) == Some(Edge::Front);
        if starts.iter().any(covered) {
            return prospect;
        }
        let dash = Dash {
            most: (open - manoeuvre).max(Length::ZERO).get() + TOLERANCE.touch,
            slower: Some(-manoeuvre.get()),
            group: units.iter().copied().collect(),
            zones: false,
            roles,
        };
        let ahead = self.straight_ahead(unit, base, &dash);
        let course = Motion::advance(Length::new(ahead.distance)).course(base);
        let way = Sweep::new(&base.rect(), course);
        let distance = Length::new(ahead.distance);
        let toll = Length::new(ahead.toll);
        match ahead.stop {
            Some(Stop::Enemy(enemy)) => {
                let (enemy, also) = self.level_with(unit, base, enemy, &dash, &ahead);
                let edge = self.edge_hit(&self.rect(unit), &way.at(1.0), enemy);
                prospect.contact = Some(Contact { enemy, also, distance, toll, edge });
                let ground = self.ground_along(trodden, &way);
                prospect.allowance = self.unit_allowance(unit, ground).unwrap_or_default();
            }
            Some(Stop::EnemyCamp) => prospect.camp = Some(distance + toll),
            Some(stop) => prospect.stopped = Some(stopped(unit, stop, &way, base)),
            None => {}
        }
        prospect
    }

    /// ADLG-R79: enemies at the same distance are targets together; the one most in front comes first.
    pub(crate) fn level_with(
        &self,
        unit: Id,
        base: &Base,
        first: Id,
        dash: &Dash,
        ahead: &Ahead,
    ) -> (Id, Option<Id>) {
        let rect = base.rect();
        let course = Motion::advance(Length::new(dash.most)).course(base);
        let sweep = Sweep::new(&rect, course);
        let span = course.travel(rect.centre());
        let reach = ahead.distance + TOLERANCE.touch;
        let near = self.standing_near(unit.seat().other(), base, reach);
        let level = near.filter(|&it| it != first).find(|&enemy| {
            let touch = sweep.first_touch(&self.rect(enemy), TOLERANCE);
            touch.is_some_and(|it| it.at * span - ahead.distance <= TOLERANCE.touch)
        });
        match level {
            Some(level) if self.is_more_in_front(&rect, level, first) => (level, Some(first)),
            _ => (first, level),
        }
    }

    /// ADLG-R53: the ground of a way on top of that before it.
    fn ground_along(&self, trodden: Ground, way: &Sweep) -> Ground {
        if self.landscape.is_on_road(way.start()) && self.landscape.is_on_road(&way.at(1.0)) {
            return trodden;
        }
        let areas = self.landscape.areas.iter().filter(|area| area.piece != Piece::Road);
        let entered = areas.filter(|area| way.treads(&area.outline, TOLERANCE));
        entered.fold(trodden.without(Piece::Road), |ground, area| ground.with(area.piece))
    }

    /// ADLG-R77: start manoeuvre and straight distance within the allowance, for one unit at least.
    fn contacts_in_reach(
        &self,
        units: &[Id],
        starts: &[Base],
        prospects: &[Prospect],
        manoeuvre: Length,
        allowance: Length,
    ) -> Result<ArrayVec<Option<Contact>, UNITS_MAX>, No> {
        let needs = |contact: &Contact| contact.distance + contact.toll;
        let in_reach = |contact: &Contact| reaches(Some(needs(contact)), manoeuvre, allowance);
        let contacts: ArrayVec<Option<Contact>, UNITS_MAX> =
            prospects.iter().map(|it| it.contact.filter(in_reach)).collect();
        let at_camp = prospects.iter().any(|it| reaches(it.camp, manoeuvre, allowance));
        if at_camp || contacts.iter().any(Option::is_some) {
            return Ok(contacts);
        }
        let found = prospects.iter().zip(units).filter_map(|(it, &unit)| Some((unit, it.contact?)));
        if let Some((unit, nearest)) = found.min_by_key(|(_, contact)| contact.distance) {
            let (enemy, needs) = (nearest.enemy, manoeuvre + needs(&nearest));
            return Err(No::OutOfReach { unit, enemy, needs, has: allowance });
        }
        let stopped = prospects.iter().find_map(|it| it.stopped);
        Err(stopped.unwrap_or_else(|| self.nothing_ahead(units, starts, manoeuvre, allowance)))
    }

    /// How far the next enemy straight ahead would be, if there is one on the table.
    fn nothing_ahead(
        &self,
        units: &[Id],
        starts: &[Base],
        manoeuvre: Length,
        allowance: Length,
    ) -> No {
        let ahead = units.iter().zip(starts).filter_map(|(&unit, start)| {
            let corridor = acies_table::Zone::beyond(&start.rect(), Edge::Front);
            let enemies = self.standing(unit.seat().other());
            let parts =
                enemies.filter_map(|enemy| Some((enemy, corridor.part_of(&self.rect(enemy))?)));
            let met = parts.filter(|(_, part)| part.across.length() > TOLERANCE.touch);
            let near = met.min_by(|a, b| a.1.ahead.from.total_cmp(&b.1.ahead.from))?;
            Some((unit, near.0, Length::new(near.1.ahead.from)))
        });
        match ahead.min_by_key(|(.., distance)| *distance) {
            Some((unit, enemy, distance)) => {
                No::OutOfReach { unit, enemy, needs: manoeuvre + distance, has: allowance }
            }
            None => No::NothingAhead { unit: units[0] },
        }
    }

    /// ADLG-CHG.2, ADLG-CHG.3, ADLG-R75, ADLG-R84: whether this target may be hit on this edge.
    fn check_contact(
        &self,
        unit: Id,
        units: &[Id],
        start: &Base,
        contact: Contact,
        roles: &Roles,
    ) -> Result<(), No> {
        let Contact { enemy, edge, distance, .. } = contact;
        let touching = Motion::advance(distance).course(start).moved(&start.rect(), 1.0);
        if self.category(unit) == Li {
            for target in contact.enemies() {
                let edge = self.edge_hit(&self.rect(unit), &touching, target);
                if !self.may_light_infantry_charge(target, edge) {
                    return Err(No::NotForLightInfantry { unit, enemy: target });
                }
            }
        }
        if self.is_edge_held(unit, enemy, edge) {
            return Err(No::EdgeHeld { enemy, edge });
        }
        let front = edge == Edge::Front || self.category(enemy) == Wwg;
        let conforms = || {
            let group = units.iter().copied().collect();
            self.conforms(unit, &touching, enemy, edge)
                .or_else(|| {
                    self.cleared_for(unit, group, roles).conforms(unit, &touching, enemy, edge)
                })
                .is_some()
        };
        if !front && !conforms() {
            let shift = self.conforming_shift(unit, &touching, enemy, edge);
            let most = Length::new(CONFORM_UD);
            return Err(No::NoRoomToConform { unit, enemy, edge, shift, most });
        }
        Ok(())
    }

    pub(crate) fn may_light_infantry_charge(&self, enemy: Id, edge: Edge) -> bool {
        let kind = self.profile(enemy).kind;
        let ground = self.landscape.ground(&self.rect(enemy));
        let behind = edge != Edge::Front && kind.category() != Wwg;
        match ground.going() {
            Going::Open => matches!(kind.category(), Li | Art | Sch | El),
            _ => ground.penalises(kind) || self.is_disordered(enemy) || behind,
        }
    }

    /// ADLG-R75, ADLG-ZOC.2: in a zone only its most threatening enemy may be charged, and no zone of an
    /// enemy that is no target is entered before contact. ADLG-R171: unless the same way would lead onto
    /// that enemy too, who stands farther back.
    fn check_threats(
        &self,
        unit: Id,
        declared: &Declared,
        at: usize,
        roles: &Roles,
    ) -> Result<(), No> {
        let contact = declared.contacts[at];
        let at_camp = declared.at_camp.has(unit.number());
        // ADLG-R68: one of those that threaten it alike.
        let right = |enemy: Id, target: Id| {
            target == enemy
                || (self.zones_on(unit, roles).contains(&target)
                    && self.threatens_alike(unit, enemy, target))
        };
        if let Some(enemy) = self.most_threatening(unit, roles)
            && (at_camp
                || contact.is_some_and(|it| !it.enemies().any(|target| right(enemy, target))))
        {
            return Err(No::NotMostThreatening { unit, enemy });
        }
        let Some(contact) = contact else { return Ok(()) };
        let base = &declared.starts[at];
        let kind = self.profile(unit).kind;
        let targets = declared.targets();
        let sweep = Sweep::new(&base.rect(), Motion::advance(contact.distance).course(base));
        let way = contact.distance.get() + ZONE_UD;
        let near = self.standing_near(unit.seat().other(), base, way);
        let foreign = near.filter(|enemy| !targets.contains(enemy));
        for enemy in foreign.filter(|&enemy| self.exerts_zone(enemy, roles)) {
            let Some(entry) = sweep.overlaps(&self.zone(enemy), TOLERANCE).next() else { continue };
            // Into it together with the contact is not before contact; the slack of ADLG-R6 is in the entry.
            let before = (1.0 - entry.from) * contact.distance.get() > acies_table::STEP;
            let inside = sweep.at(f64::midpoint(entry.from, 1.0_f64.min(entry.to)));
            if before
                && self.zone_lies_on(enemy, kind, &inside)
                && !self.zone_lies_on(enemy, kind, &self.rect(unit))
                && !self.lies_on_the_way(base, enemy, declared)
            {
                let enters = sweep.course().part(entry.from).end(&base.pose);
                return Err(No::ThroughZone { unit, enemy, enters });
            }
        }
        Ok(())
    }

    /// ADLG-R171: whether a charge, were its target not there, would reach this enemy.
    fn lies_on_the_way(&self, base: &Base, enemy: Id, declared: &Declared) -> bool {
        let most = (declared.allowance - declared.manoeuvre).max(Length::ZERO);
        let sweep = Sweep::new(&base.rect(), Motion::advance(most).course(base));
        sweep.first_touch(&self.rect(enemy), TOLERANCE).is_some()
    }

    /// ADLG-DIF.4, ADLG-R76: a turn at the start of a charge is as difficult as any other.
    fn hard_turn(&self, units: &[Id], start: &[Element]) -> Option<acies_core::RuleId> {
        let turns = start.iter().any(|element| element.is_turn());
        let hard = units.iter().any(|&id| {
            let profile = self.profile(id);
            profile.is_unmanoeuvrable() || profile.kind == Kind::Pikemen || profile.category() == Ct
        });
        (turns && hard).then_some("ADLG-DIF.4")
    }

    /// ADLG-SPO.1, ADLG-R85: whether a target is at least partly in the zone that the charger exerts on it.
    pub fn is_spontaneous(&self, charger: Id, target: Id, roles: &Roles) -> bool {
        self.zone_lies_on(charger, self.profile(target).kind, &self.rect(target))
            && self.exerts_zone(charger, roles)
    }

    /// ADLG-R94: light infantry in the open that must evade from such a charger.
    pub fn must_evade(&self, target: Id, charger: Id) -> bool {
        let close = matches!(self.category(charger), Lmi | Mi | Hi | Cv | Ct | Hch | Kn);
        let open = self.landscape.ground(&self.rect(target)).going() == Going::Open;
        self.category(target) == Li && close && open
    }
}

/// ADLG-R77: whether a distance straight ahead is within the allowance after the start manoeuvre.
fn reaches(distance: Option<Length>, manoeuvre: Length, allowance: Length) -> bool {
    let slack = Length::new(TOLERANCE.touch);
    distance.is_some_and(|distance| manoeuvre + distance <= allowance + slack)
}

/// Why a unit that is stopped short touches nobody.
fn stopped(unit: Id, stop: Stop, way: &Sweep, base: &Base) -> No {
    let at = acies_table::Point::nearest(way.at(1.0).middle(Edge::Front));
    let stops = way.course().end(&base.pose);
    match stop {
        Stop::Body(other) | Stop::Passed(other) | Stop::Enemy(other) => {
            No::Meets { unit, other, at, stops }
        }
        Stop::Camp(seat) => No::MeetsCamp { unit, seat, at, stops },
        Stop::EnemyCamp => No::MeetsCamp { unit, seat: unit.seat().other(), at, stops },
        Stop::Ground(piece) => No::StoppedByGround { unit, piece, at, stops },
        Stop::Zone(enemy) => No::ThroughZone { unit, enemy, enters: stops },
        Stop::Line(_) => No::NoCrossing { unit },
        Stop::TableEdge => No::NothingAhead { unit },
    }
}
