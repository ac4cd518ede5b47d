//! Declaring a charge (RULES.md 3.14, 4.7: ADLG-R74 to ADLG-R79, ADLG-R84 to ADLG-R86): who may charge whom
//! in which way, how far it is, and which edge it hits.

use acies_table::{Base, Edge, Length, Motion, Rect, Sweep};
use arrayvec::ArrayVec;

use crate::{
    battle::{Battle, Id},
    engagement::Roles,
    movement::{Element, Track},
    refusal::No,
    rulings::{TOLERANCE, UNITS_MAX},
    terrain::{Going, Ground},
    units::{Category::*, Kind},
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
    /// ADLG-R78.
    pub edge: Edge,
}

impl Declared {
    /// ADLG-R79: the initial targets, each once.
    pub fn targets(&self) -> ArrayVec<Id, UNITS_MAX> {
        let mut targets = ArrayVec::new();
        for contact in self.contacts.iter().flatten() {
            for enemy in [Some(contact.enemy), contact.also].into_iter().flatten() {
                if !targets.contains(&enemy) {
                    targets.push(enemy);
                }
            }
        }
        targets
    }
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
        check_start(start)?;
        let mut track = Track::default();
        self.track(units, start, &mut track)?;
        let ground = self.check_way(units, &track)?;
        let places = units.iter().zip(track.end());
        let starts: ArrayVec<Base, UNITS_MAX> =
            places.map(|(&id, pose)| Base::new(pose, self.profile(id).kind.size())).collect();
        for (&unit, base) in units.iter().zip(&starts) {
            self.check_start_place(unit, units, base)?;
        }
        let manoeuvre = self.cost(units, start);
        let mut contacts = ArrayVec::new();
        let mut allowance = Length::new(f64::from(u8::MAX));
        for (&unit, base) in units.iter().zip(&starts) {
            let trodden = ground.of(unit, units);
            let (contact, reach) = self.first_ahead(unit, base, manoeuvre, trodden)?;
            allowance = allowance.min(reach);
            contacts.push(contact);
        }
        self.check_reach(units, &mut contacts, manoeuvre, allowance)?;
        let declared = Declared {
            starts,
            manoeuvre,
            allowance,
            contacts,
            difficult: self.hard_turn(units, start),
        };
        for (at, &unit) in units.iter().enumerate() {
            if let Some(contact) = declared.contacts[at] {
                self.check_contact(unit, &declared.starts[at], contact, roles)?;
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
                    depth: Length::new(rect.overlap_depth(&body)),
                });
            }
        }
        Ok(())
    }

    /// The first enemy straight ahead of a unit, and its allowance for the ground up to there. ADLG-R75:
    /// friends that it cannot pass are in the way.
    fn first_ahead(
        &self,
        unit: Id,
        base: &Base,
        manoeuvre: Length,
        trodden: Ground,
    ) -> Result<(Option<Contact>, Length), No> {
        let Some(open) = self.unit_allowance(unit, trodden) else {
            return Ok((None, Length::ZERO));
        };
        let reach = (open - manoeuvre).max(Length::ZERO).get() + TOLERANCE.touch;
        let rect = base.rect();
        let course = Motion::advance(Length::new(reach.max(TOLERANCE.touch))).course(base);
        let sweep = Sweep::new(&rect, course);
        let span = course.travel(rect.centre());
        let met = sweep.first_met(
            self.bodies_near(base, reach).filter_map(|other| self.in_the_way(unit, base, other)),
            TOLERANCE,
        );
        let Some((other, touch)) = met else { return Ok((None, open)) };
        let distance = touch.at * span;
        let mut ground = trodden;
        for area in &self.landscape.areas {
            let part = Sweep::new(&rect, course.part(touch.at));
            if part.enters(&area.outline, TOLERANCE).is_some() {
                ground = ground.with(area.piece);
            }
        }
        let allowance = self.unit_allowance(unit, ground).unwrap_or(Length::ZERO);
        if other.seat() == unit.seat() {
            let stops = course.part(touch.at).end(&base.pose);
            let at = acies_table::Point::nearest(touch.point);
            return Err(No::Meets { unit, other, at, stops });
        }
        // ADLG-R79: enemies at the same distance are targets together.
        let near = self.standing_near(unit.seat().other(), base, distance + TOLERANCE.touch);
        let level = near.filter(|&enemy| enemy != other).find(|&enemy| {
            let touches = sweep.first_touch(&self.rect(enemy), TOLERANCE);
            touches.is_some_and(|it| (it.at - touch.at) * span <= TOLERANCE.touch)
        });
        let (enemy, also) = match level {
            Some(level) if self.is_more_in_front(&rect, level, other) => (level, Some(other)),
            _ => (other, level),
        };
        let touching = course.part(touch.at).moved(&rect, 1.0);
        let edge = self.edge_hit(&self.rect(unit), &touching, enemy);
        Ok((Some(Contact { enemy, also, distance: Length::new(distance), edge }), allowance))
    }

    /// A body that a charger meets: enemies, and friends that it cannot pass.
    fn in_the_way(&self, unit: Id, base: &Base, other: Id) -> Option<(Id, Rect)> {
        let passed = other == unit || self.may_pass(unit, base.pose.facing, other);
        // The rest of the group charges along.
        let beside = other.seat() == unit.seat()
            && self.base(unit).joined(&self.base(other), crate::engagement::DRILL).is_some();
        (!passed && !beside).then(|| (other, self.rect(other)))
    }

    /// ADLG-R77: start manoeuvre and straight distance within the allowance, for one unit at least.
    fn check_reach(
        &self,
        units: &[Id],
        contacts: &mut ArrayVec<Option<Contact>, UNITS_MAX>,
        manoeuvre: Length,
        allowance: Length,
    ) -> Result<(), No> {
        let needs = |contact: &Contact| manoeuvre + contact.distance;
        let slack = Length::new(TOLERANCE.touch);
        let found =
            contacts.iter().zip(units).filter_map(|(contact, &unit)| Some((unit, (*contact)?)));
        let Some((unit, nearest)) = found.min_by_key(|(_, contact)| contact.distance) else {
            return Err(self.nothing_ahead(units, manoeuvre, allowance));
        };
        if needs(&nearest) > allowance + slack {
            let (needs, enemy) = (needs(&nearest), nearest.enemy);
            return Err(No::OutOfReach { unit, enemy, needs, has: allowance });
        }
        for contact in contacts {
            if contact.is_some_and(|it| needs(&it) > allowance + slack) {
                *contact = None;
            }
        }
        Ok(())
    }

    /// How far the next enemy straight ahead would be, if there is one on the table.
    fn nothing_ahead(&self, units: &[Id], manoeuvre: Length, allowance: Length) -> No {
        let ahead = units.iter().filter_map(|&unit| {
            let rect = self.rect(unit);
            let corridor = acies_table::Zone::beyond(&rect, Edge::Front);
            let enemies = self.standing(unit.seat().other());
            let parts =
                enemies.filter_map(|enemy| Some((enemy, corridor.part_of(&self.rect(enemy))?)));
            let near = parts.min_by(|a, b| a.1.ahead.from.total_cmp(&b.1.ahead.from))?;
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
        start: &Base,
        contact: Contact,
        roles: &Roles,
    ) -> Result<(), No> {
        let Contact { enemy, edge, distance, .. } = contact;
        if self.category(unit) == Li && !self.may_light_infantry_charge(enemy, edge) {
            return Err(No::NotForLightInfantry { unit, enemy });
        }
        if self.is_edge_held(unit, enemy, edge) {
            return Err(No::EdgeHeld { enemy });
        }
        if edge != Edge::Front {
            let course = Motion::advance(distance).course(start);
            let touching = course.moved(&start.rect(), 1.0);
            if self.conforms(unit, &touching, enemy, edge).is_none() && !roles.in_melee(unit) {
                return Err(No::NoRoomToConform { unit, enemy });
            }
        }
        Ok(())
    }

    pub(crate) fn may_light_infantry_charge(&self, enemy: Id, edge: Edge) -> bool {
        let kind = self.profile(enemy).kind;
        let ground = self.landscape.ground(&self.rect(enemy));
        match ground.going() {
            Going::Open => matches!(kind.category(), Li | Art | Sch | El),
            _ => ground.penalises(kind) || self.is_disordered(enemy) || edge != Edge::Front,
        }
    }

    /// ADLG-R75, ADLG-ZOC.2: in a zone only its most threatening enemy may be charged, and no zone of an
    /// enemy that is no target is entered before contact.
    fn check_threats(
        &self,
        unit: Id,
        declared: &Declared,
        at: usize,
        roles: &Roles,
    ) -> Result<(), No> {
        let targets = declared.targets();
        if let Some(enemy) = self.most_threatening(unit, roles) {
            let own = declared.contacts[at].map(|contact| contact.enemy);
            if own.is_some_and(|target| target != enemy) && !targets.contains(&enemy) {
                return Err(No::NotMostThreatening { unit, enemy });
            }
            return Ok(());
        }
        let Some(contact) = declared.contacts[at] else { return Ok(()) };
        let base = &declared.starts[at];
        let kind = self.profile(unit).kind;
        let sweep = Sweep::new(&base.rect(), Motion::advance(contact.distance).course(base));
        let way = contact.distance.get() + ZONE_UD;
        let near = self.standing_near(unit.seat().other(), base, way);
        let foreign = near.filter(|enemy| !targets.contains(enemy));
        for enemy in foreign.filter(|&enemy| self.exerts_zone(enemy, roles)) {
            let Some(entry) = sweep.overlaps(&self.zone(enemy), TOLERANCE).next() else { continue };
            // Into it together with the contact is not before contact.
            let before = (1.0 - entry.from) * contact.distance.get() > TOLERANCE.touch;
            let inside = sweep.at(f64::midpoint(entry.from, 1.0_f64.min(entry.to)));
            if before && self.zone_lies_on(enemy, kind, &inside) {
                return Err(No::ThroughZone { unit, enemy });
            }
        }
        Ok(())
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

    /// ADLG-SPO.1, ADLG-R85: whether a target is at least partly in the charger's own zone.
    pub fn is_spontaneous(&self, charger: Id, target: Id) -> bool {
        self.zone(charger).overlaps(&self.rect(target), TOLERANCE)
    }

    /// ADLG-R94: light infantry in the open that must evade from such a charger.
    pub fn must_evade(&self, target: Id, charger: Id) -> bool {
        let close = matches!(self.category(charger), Lmi | Mi | Hi | Cv | Ct | Hch | Kn);
        let open = self.landscape.ground(&self.rect(target)).going() == Going::Open;
        self.category(target) == Li && close && open
    }
}

/// ADLG-CHG.5, ADLG-R76: nothing; one slide; one wheel; or one turn, with a wheel if wanted.
fn check_start(start: &[Element]) -> Result<(), No> {
    match start {
        [] | [Element::Slide(_) | Element::Wheel(_)] => Ok(()),
        [turn] if turn.is_turn() => Ok(()),
        [turn, Element::Wheel(_)] if turn.is_turn() => Ok(()),
        _ => Err(No::StartManoeuvre),
    }
}
