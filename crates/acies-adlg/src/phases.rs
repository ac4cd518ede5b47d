//! The phases that follow movement (RULES.md 2, S to V): shooting, combat, routs, the count of losses.
//! Each works on the state as it was when the phase began and applies its losses at the end.

use acies_core::{About, Dice, Each, Log, Rolled, RuleId, Seat};
use acies_table::{Along, Edge, Length, Rect};
use arrayvec::ArrayVec;

use crate::{
    battle::{ALL_UNITS, Battle, Commander, Flags, Frame, Id, Place},
    melee::{
        CommanderRisk,
        engagement::{Role, Roles},
    },
    rout::{REACH_UD, is_trampled, shakes, throw_rampage},
    rulings::{CORPS, TOLERANCE, UNITS_MAX},
    units::Category::*,
    victory::{CampAttack, Losses, LostCamp, State, Strength},
    words::events::{Event, Phase},
};

/// All that shoot at one target: the main shooter and those who support it (ADLG-R107).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volley {
    pub main: Id,
    pub supporters: ArrayVec<Id, UNITS_MAX>,
    pub target: Id,
}

type Events = Log<Event>;

/// The die that has just fallen. Exact dice show none, and nobody reads their log.
pub(crate) fn shown(dice: &Dice) -> u8 {
    dice.faces().first().copied().unwrap_or_default()
}

/// ADLG-R151: how far a commander looks for a unit of his corps.
const REFUGE_UD: f64 = 5.0;

/// S: shooting.
impl Battle {
    /// ADLG-R111: all volleys are worked out on the state at the start of the phase, then applied.
    pub fn shoot(&mut self, volleys: &[Volley], dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        if !volleys.is_empty() {
            self.begin_phase(Phase::Shooting, log);
        }
        let mut hits: ArrayVec<Id, ALL_UNITS> = ArrayVec::new();
        for Volley { main, supporters, target } in volleys {
            let shot = self.shot(*main, supporters, *target);
            let shooting = shot.throw(main.seat(), self.phasing, dice).about(|ask| {
                let [own, other] =
                    if ask.by == main.seat() { [main, target] } else { [target, main] };
                format!("{} of {} against {}", ask.what, self.name(*own), self.name(*other))
            })?;
            log.push(|| {
                let supporters = supporters.iter().copied().collect();
                Event::Shot { main: *main, supporters, target: *target, shot, shooting }
            });
            if shooting.hit {
                hits.push(*target);
            }
        }
        for target in hits {
            self.lose(target, 1, log);
        }
        Ok(())
    }

    /// A phase in which something happens is told.
    pub(crate) fn begin_phase(&self, phase: Phase, log: &mut Events) {
        let by = self.phasing;
        log.push(|| Event::PhaseBegins { by, phase });
    }

    /// Cohesion is lost; at 0 the unit routs (ADLG-R8, ADLG-R144).
    pub(crate) fn lose(&mut self, id: Id, points: u8, log: &mut Events) {
        let unit = self.unit_mut(id);
        unit.cohesion = unit.cohesion.saturating_sub(points);
        if unit.cohesion == 0 && unit.place == Place::Table {
            unit.place = Place::Routing;
            let moving = matches!(self.stack.first(), Some(Frame::Orders(_)));
            log.push(|| Event::Routing { unit: id, moving });
        }
    }

    /// ADLG-MAT.1, ADLG-R128: a unit in melee that a new enemy has come upon on its flank or rear: one that has
    /// not fought it before, nor supported a friend against it. `roles` are those from before the contact.
    pub fn surprise(
        &mut self,
        target: Id,
        attacker: Id,
        edge: Edge,
        roles: &Roles,
        log: &mut Events,
    ) {
        let lasting = matches!(self.category(attacker), Li | Lh | Art | Wwg);
        let solid = matches!(self.category(target), Art | Wwg);
        let already = self.unit(target).is(Flags::SURPRISED);
        let known = self.unit(attacker).opponent == Some(target);
        if edge == Edge::Front || lasting || solid || already || known || !roles.in_melee(target) {
            return;
        }
        self.record_mut(target).flags |= Flags::SURPRISED;
        log.push(|| Event::Surprised { unit: target, by: attacker });
        self.lose(target, 1, log);
    }
}

/// C: combat.
impl Battle {
    /// Whether anybody fights or attacks a camp now.
    pub(crate) fn is_combat(&self) -> bool {
        let roles = self.roles();
        !self.melees(roles).is_empty() || !self.camp_attackers(roles).is_empty()
    }

    /// ADLG-R118: roles, disorder and supports are those of the start; losses are applied at the end.
    pub fn combat(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let roles = self.roles().clone();
        let mut results = ArrayVec::<_, UNITS_MAX>::new();
        let besiegers = self.camp_attackers(&roles);
        for pair in self.melees(&roles) {
            let melee = self.melee(pair, &roles);
            let fought = melee.throw(Battle::seats(pair), self.phasing, dice).about(|ask| {
                let [one, other] = pair;
                let [own, other] = if ask.by == one.seat() { [one, other] } else { [other, one] };
                format!("{} of {} against {}", ask.what, self.name(own), self.name(other))
            })?;
            log.push(|| {
                let [one, other] = pair;
                let supporters = [pair, [other, one]].map(|sides| self.supporters(sides, &roles));
                Event::Fought { pair, supporters, melee: Box::new(melee), fought }
            });
            results.push((pair, fought));
        }
        self.attack_camps(&besiegers, dice, log)?;
        for (pair, fought) in &results {
            for (unit, &id) in pair.iter().enumerate() {
                let left = fought.losses[unit].leaves(self.unit(id).cohesion);
                let lost = self.unit(id).cohesion - left;
                self.unit_mut(id).opponent = Some(pair[1 - unit]);
                if lost > 0 {
                    self.lose(id, lost, log);
                }
            }
        }
        for (pair, fought) in &results {
            if let Some(winner) = fought.winner {
                self.risk_commander(
                    pair[1 - usize::from(winner)],
                    pair[usize::from(winner)],
                    dice,
                    log,
                )?;
            }
        }
        for (pair, _) in &results {
            for (unit, &id) in pair.iter().enumerate() {
                self.turn_to_face(id, pair[1 - unit], &roles, log);
            }
        }
        self.remember_supports(&roles);
        self.end_combat(&results.iter().map(|(pair, _)| *pair).collect::<ArrayVec<_, UNITS_MAX>>());
        Ok(())
    }

    /// ADLG-R114, ADLG-R128: who has supported a friend has met that friend's enemy.
    fn remember_supports(&mut self, roles: &Roles) {
        for id in self.bodies().collect::<ArrayVec<Id, ALL_UNITS>>() {
            if let Role::MeleeSupport(enemy) | Role::SimpleSupport { enemy, .. } = roles.of(id) {
                self.unit_mut(id).opponent = Some(enemy);
            }
        }
    }

    /// What lasts for one Combat phase is over: charges (ADLG-R119), their penalty (ADLG-R88), looting of
    /// who was attacked (ADLG-R21). Who has beaten its enemy out of the field may pursue (ADLG-R148).
    fn end_combat(&mut self, pairs: &[[Id; 2]]) {
        for pair in pairs {
            for (unit, &id) in pair.iter().enumerate() {
                let won = self.unit(pair[1 - unit]).place == Place::Routing;
                self.record_mut(id).flags.set(Flags::VICTORIOUS, won);
                self.unit_mut(id).flags.remove(Flags::LOOTING);
            }
        }
        for seat in Seat::BOTH {
            for unit in self.records_mut(seat) {
                unit.charged = None;
                unit.flags.remove(Flags::UNCONTROLLED);
            }
        }
    }

    /// ADLG-R20: units of the phasing player whose front touches the enemy's camp and that fight nobody.
    fn camp_attackers(&self, roles: &Roles) -> ArrayVec<Id, UNITS_MAX> {
        let owner = self.phasing.other();
        if self.sides[owner].camp.lost {
            return ArrayVec::new();
        }
        let body = self.camp(owner);
        self.standing(self.phasing)
            .filter(|&id| !roles.is_engaged(id) && CampAttack::may(*self.profile(id)))
            .filter(|&id| self.rect(id).touches_with(Edge::Front, &body, TOLERANCE))
            .collect()
    }

    /// ADLG-R20, ADLG-R21: each of them attacks; if the camp falls, all loot it.
    fn attack_camps(&mut self, by: &[Id], dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let owner = self.phasing.other();
        let fortified = self.setup.armies[owner].fortified_camp;
        let mut lost = false;
        for &unit in by {
            let attack = CampAttack { profile: *self.profile(unit), fortified };
            let falls = attack
                .throw(self.phasing, dice)
                .about(|ask| format!("{} {}", self.name(unit), ask.what))?;
            let face = attack.needs().map(|_| shown(dice));
            log.push(|| Event::CampAttacked { unit, attack, face, lost: falls });
            lost |= falls;
        }
        if lost {
            self.sides[owner].camp.lost = true;
            // ADLG-R21.
            for &unit in by {
                self.unit_mut(unit).flags |= Flags::LOOTING;
            }
            let units = by.iter().copied().collect();
            log.push(|| Event::Looting { by: owner.other(), units });
        }
        Ok(())
    }

    /// ADLG-CIM.1, ADLG-CIM.2, ADLG-R40, ADLG-R151: the opponent throws for the commander with a main unit
    /// that lost.
    fn risk_commander(
        &mut self,
        loser: Id,
        winner: Id,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        if !self.has_commander(loser) {
            return Ok(());
        }
        let risk = CommanderRisk { routed: self.unit(loser).place == Place::Routing };
        let (by, corps) = (loser.seat(), self.troop(loser).corps);
        let killed = risk
            .throw(winner.seat(), dice)
            .about(|ask| format!("{} with {}, to kill him", ask.what, self.name(loser)))?;
        let face = shown(dice);
        log.push(|| Event::CommanderRisked { by, corps, unit: loser, risk, face, killed });
        if killed {
            self.sides[by].commanders[usize::from(corps)] = Commander::Lost;
        }
        Ok(())
    }

    /// ADLG-R127, ADLG-R145, ADLG-R197: who fought only on its flank or rear turns to face its enemy; a
    /// routed unit does so without conforming.
    fn turn_to_face(&mut self, id: Id, enemy: Id, roles: &Roles, log: &mut Events) {
        let attack = roles.attack(enemy).filter(|attack| attack.enemy == id);
        let on_flank = attack.is_some_and(|attack| attack.edge != Edge::Front);
        let front_free = roles.attack(id).is_none();
        if !on_flank || !front_free || self.unit(enemy).place != Place::Table {
            return;
        }
        if self.unit(id).place == Place::Routing {
            let facing = self.unit(enemy).pose.facing.opposite();
            self.unit_mut(id).pose.facing = facing;
            return;
        }
        let place =
            self.base(enemy).opposed(Edge::Front, self.profile(id).kind.size(), Along::Middle);
        let shift = place.pose.at.vec().distance(self.unit(id).pose.at.vec());
        if shift <= crate::charge::conform::CONFORM_UD && self.is_free(id, enemy, &place) {
            self.unit_mut(id).pose = place.pose;
            self.unit_mut(id).flags.remove(Flags::STAKED);
            log.push(|| Event::TurnedToFace { unit: id, pose: place.pose });
        }
    }
}

/// R: routs.
impl Battle {
    /// ADLG-R144 to ADLG-R147: routed units are removed, the phasing player's first; each carries along who
    /// is behind it, until no more rout. The order in which a side's units go makes no difference
    /// (ADLG-R177).
    pub fn rout(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        let mut gone = ArrayVec::<(Id, Rect), ALL_UNITS>::new();
        while let Some(id) = self.next_routing() {
            let rect = self.rect(id);
            gone.push((id, rect));
            self.unit_mut(id).place = Place::Routed;
            log.push(|| Event::Removed { unit: id });
            if self.category(id) == El {
                let to = throw_rampage(id.seat().other(), dice)
                    .about(|ask| format!("{} of {}", ask.what, self.name(id)))?;
                let face = shown(dice);
                log.push(|| Event::Rampaged { unit: id, face, to });
                self.touch_beyond(id, &rect, to, true, log);
            } else {
                self.touch_beyond(id, &rect, Edge::Rear, false, log);
            }
        }
        // ADLG-R177.
        for (id, rect) in gone {
            self.rescue_commander(id, &rect, log);
        }
        Ok(())
    }

    pub(crate) fn next_routing(&self) -> Option<Id> {
        let both = [self.phasing, self.phasing.other()];
        both.into_iter().find_map(|seat| {
            let units = (0..).zip(&self.sides[seat].units);
            let mut routing = units.filter(|(_, unit)| unit.place == Place::Routing);
            routing.next().map(|(number, _)| Id::new(seat, number))
        })
    }

    /// ADLG-ROU.1, ADLG-R145, ADLG-R147: units with a part less than 1 UD beyond an edge lose a point.
    fn touch_beyond(&mut self, id: Id, rect: &Rect, edge: Edge, rampage: bool, log: &mut Events) {
        let beyond = rect.beyond(edge, REACH_UD);
        let routed = self.category(id);
        let touched: ArrayVec<Id, ALL_UNITS> = Seat::BOTH
            .into_iter()
            .flat_map(|seat| self.standing(seat))
            .filter(|&other| {
                let category = self.category(other);
                let friend = other.seat() == id.seat();
                if rampage { is_trampled(category) } else { friend && shakes(routed, category) }
            })
            .filter(|&other| self.rect(other).overlaps(&beyond, TOLERANCE))
            .collect();
        for unit in touched {
            log.push(|| {
                if rampage {
                    Event::Trampled { unit, by: id }
                } else {
                    Event::Shaken { unit, by: id }
                }
            });
            self.lose(unit, 1, log);
        }
    }

    /// ADLG-R151: a commander who survives joins the nearest unit of his corps within 5 UD, or is lost.
    fn rescue_commander(&mut self, id: Id, rect: &Rect, log: &mut Events) {
        let (seat, corps) = (id.seat(), self.troop(id).corps);
        if self.sides[seat].commanders[usize::from(corps)] == Commander::With(id.number()) {
            self.find_refuge(seat, corps, rect, "ADLG-R151", log);
        }
    }

    /// ADLG-R155: a free commander whom an enemy touches saves himself in the same way.
    pub(crate) fn chase_commanders(&mut self, log: &mut Events) {
        for seat in Seat::BOTH {
            for corps in 0..CORPS as u8 {
                let Commander::Free(at) = self.sides[seat].commanders[usize::from(corps)] else {
                    continue;
                };
                if self.is_anyone_near(seat.other(), at, Length::new(TOLERANCE.touch)) {
                    self.find_refuge(seat, corps, &Rect::from(at.vec()), "ADLG-R155", log);
                }
            }
        }
    }

    fn find_refuge(&mut self, by: Seat, corps: u8, rect: &Rect, rule: RuleId, log: &mut Events) {
        let friends = self.standing(by).filter(|&friend| self.troop(friend).corps == corps);
        let near = friends.map(|friend| (self.rect(friend).distance(rect), friend));
        let near = near.filter(|(distance, _)| *distance <= REFUGE_UD + TOLERANCE.touch);
        let refuge = near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, friend)| friend.number());
        let commander = refuge.map_or(Commander::Lost, Commander::With);
        self.sides[by].commanders[usize::from(corps)] = commander;
        log.push(|| match refuge {
            Some(unit) => Event::CommanderJoined { by, corps, unit, rule },
            None => Event::CommanderLost { by, corps, rule },
        });
    }

    /// ADLG-R148: a victor whose front still touches the flank or rear of another enemy conforms on that.
    pub(crate) fn settle_victors(&mut self, log: &mut Events) {
        let roles = self.roles().clone();
        let victors: ArrayVec<Id, UNITS_MAX> =
            self.standing(self.phasing).filter(|&id| self.unit(id).is(Flags::VICTORIOUS)).collect();
        for unit in victors {
            let Some(attack) = roles.attack(unit).filter(|it| it.edge != Edge::Front) else {
                continue;
            };
            let pose = self.conforms(unit, &self.rect(unit), attack.enemy, attack.edge);
            let Some(pose) = pose else { continue };
            if pose != self.unit(unit).pose {
                self.unit_mut(unit).pose = pose;
                self.unit_mut(unit).flags.remove(Flags::STAKED);
                log.push(|| Event::Conformed { unit, pose, rule: "ADLG-R148" });
            }
            // The victor itself is no reason why its new enemy fights already.
            let mut without = self.clone();
            without.unit_mut(unit).place = Place::Away;
            let others = without.roles().clone();
            self.surprise(attack.enemy, unit, attack.edge, &others, log);
        }
    }

    /// ADLG-R148, ADLG-PUR.1: units that may pursue now: main units of the phasing player whose enemy is
    /// gone and whose front touches no other.
    pub fn pursuers(&self) -> impl Iterator<Item = Id> + '_ {
        let roles = self.roles();
        self.standing(self.phasing).filter(move |&id| {
            let profile = self.profile(id);
            let never = matches!(profile.category(), Wwg | Art) || profile.is_expendable_levy();
            self.unit(id).is(Flags::VICTORIOUS) && !never && roles.attack(id).is_none()
        })
    }

    /// ADLG-PUR.2: elephants and Impetuous units must pursue.
    pub fn must_pursue(&self, id: Id) -> bool {
        let profile = self.profile(id);
        profile.category() == El || profile.has(crate::units::abilities::Abilities::IMPETUOUS)
    }
}

/// V: victory.
impl Battle {
    /// ADLG-R16, ADLG-R17: what an army can bear and what it has lost, recounted from the present state.
    pub fn army_state(&self, seat: Seat) -> State {
        let host = &self.setup.armies[seat];
        let side = &self.sides[seat];
        let fortified_camp = host.fortified_camp;
        let mut strength = Strength { fortified_camp, ..Strength::default() };
        let mut losses = Losses::default();
        for (number, unit) in (0..).zip(&side.units) {
            let id = Id::new(seat, number);
            if unit.place == Place::Away {
                continue;
            }
            if !self.counts(id) {
                strength.expendables += 1;
                continue;
            }
            strength.units += 1;
            match unit.place {
                Place::Routing | Place::Routed => losses.routed += 1,
                Place::LeftTable => losses.left_table += 1,
                Place::Table if self.is_disordered(id) => losses.disordered += 1,
                Place::Table | Place::Away => {}
            }
        }
        for (corps, commander) in host.corps.iter().zip(side.commanders) {
            if commander == Commander::Lost {
                losses.commanders += corps.level.loss();
            }
        }
        losses.camp = side.camp.lost.then_some(LostCamp { fortified: host.fortified_camp });
        State { strength, losses }
    }

    /// ADLG-R17, ADLG-R18: both armies are counted.
    pub fn count_losses(&self, log: &mut Events) -> Each<State> {
        let states = Each::of(|seat| self.army_state(seat));
        log.push(|| Event::Counted { states });
        states
    }
}
