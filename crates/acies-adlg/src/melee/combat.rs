//! C: combat (RULES.md 2; ADLG-R118, ADLG-R120): all fight on the state as it was when the phase began, and losses are
//! applied at the end.

use acies_core::{About, Dice, Log, Rolled, Seat, flow::Stacked};
use acies_table::{Along, Edge};
use arrayvec::ArrayVec;

use super::{
    AtRisk, CommanderRisk, Fate,
    engagement::{Role, Roles},
};
use crate::{
    battle::{ALL_UNITS, Battle, Commander, Flags, Frame, Id, Place},
    charge::conform::CONFORM_UD,
    rulings::{TOLERANCE, UNITS_MAX},
    sequence::shown_face,
    units::Category::*,
    victory::CampAttack,
    words::events::{Event, Phase},
};

type Events = Log<Event>;

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
                Event::Fought { pair, supporters, melee: Box::new(melee.clone()), fought }
            });
            results.push((pair, Fate::of(&melee).after(&fought)));
        }
        self.attack_camps(&besiegers, dice, log)?;
        for (pair, (fate, _)) in &results {
            for (unit, &id) in pair.iter().enumerate() {
                let lost = self.unit(id).cohesion.saturating_sub(fate.cohesion[unit]);
                self.unit_mut(id).opponent = Some(pair[1 - unit]);
                if lost > 0 {
                    self.lose(id, lost, log);
                }
            }
        }
        for (pair, (_, at_risk)) in &results {
            if let Some(AtRisk { loser, risk }) = *at_risk {
                self.risk_commander(pair[loser], pair[1 - loser], risk, dice, log)?;
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
            let face = attack.needs().map(|_| shown_face(dice));
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
        risk: CommanderRisk,
        dice: &mut Dice,
        log: &mut Events,
    ) -> Rolled<()> {
        let (by, corps) = (loser.seat(), self.troop(loser).corps);
        let killed = risk
            .throw(winner.seat(), dice)
            .about(|ask| format!("{} with {}, to kill him", ask.what, self.name(loser)))?;
        let face = shown_face(dice);
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
        if shift <= CONFORM_UD && self.is_free(id, enemy, &place) {
            self.unit_mut(id).pose = place.pose;
            self.unit_mut(id).flags.remove(Flags::STAKED);
            log.push(|| Event::TurnedToFace { unit: id, pose: place.pose });
        }
    }

    /// C and R: all fight, units rout, and victors pursue.
    pub(crate) fn fight_and_rout(&mut self, dice: &mut Dice, log: &mut Events) -> Rolled<()> {
        self.combat(dice, log)?;
        if self.next_routing().is_some() {
            self.begin_phase(Phase::Rout, log);
        }
        self.rout(dice, log)?;
        self.settle_victors(log);
        self.pursuing = self.pursuers().collect();
        self.lay(Frame::Pursuit);
        Ok(())
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
