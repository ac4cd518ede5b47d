//! Fights: what they are expected to cost both sides, and which charges are worth it.

use acies_table::{Edge, Length, Motion};
use arrayvec::ArrayVec;

use super::Worth;
use crate::{
    action::UnitSet,
    battle::{Battle, Flags, Id, Place},
    charge::{
        ahead::{Dash, Stop},
        declare::How,
        legal::Declared,
    },
    melee::{Loss, Melee, Round, engagement::Roles},
    movement::{Element, group_of},
    rulings::UNITS_MAX,
    units::{Profile, abilities::Abilities},
};

impl Worth {
    /// What a unit has lost if so many of its cohesion points are left.
    pub(super) fn lost(&self, profile: &Profile, left: u8) -> f32 {
        let full = profile.cohesion();
        let points = match full.saturating_sub(left) {
            0 => 0.0,
            _ if left == 0 => self.routed,
            wounds => 1.0 + self.wound * f32::from(wounds - 1),
        };
        // ADLG-ABI.23: nobody counts them.
        if profile.has(Abilities::EXPENDABLE) { points / 4.0 } else { points }
    }

    /// What a melee gains for its first unit: what the second is expected to lose, less its own losses, over
    /// this round and a share of the next.
    pub(super) fn melee(&self, melee: &Melee) -> f32 {
        let now = self.round(melee);
        if melee.destroyed().is_some() {
            return now;
        }
        let next = Melee { round: Round::Later, ..melee.clone() };
        now + self.later * self.round(&next)
    }

    fn round(&self, melee: &Melee) -> f32 {
        let reckoning = melee.reckon();
        let price = [0, 1].map(|unit| {
            let fighter = &melee.units[unit];
            let before = self.lost(&fighter.profile, fighter.cohesion);
            let after = |loss: Loss| {
                let left = loss.leaves(fighter.cohesion);
                // ADLG-CIM.1, ADLG-CIM.2: on a 1, or on 1 to 3 if it is routed.
                let kill = match (loss, left) {
                    (Loss::Nothing, _) => 0.0,
                    (_, 0) => self.commander / 2.0,
                    _ => self.commander / 6.0,
                };
                let risk = if fighter.commander { kill } else { 0.0 };
                self.lost(&fighter.profile, left) - before + risk
            };
            [
                Loss::Nothing,
                Loss::Cohesion(1),
                Loss::Cohesion(2),
                Loss::Cohesion(3),
                Loss::Cohesion(4),
                Loss::Rout,
            ]
            .map(after)
        });
        let cost = |unit: usize, loss: Loss| match loss {
            Loss::Nothing => 0.0,
            Loss::Cohesion(points) => price[unit][usize::from(points.min(4))],
            Loss::Rout => price[unit][5],
        };
        let gain = |losses: [Loss; 2]| cost(1, losses[1]) - cost(0, losses[0]);
        if melee.destroyed().is_some() {
            return gain(reckoning.read(None).losses);
        }
        let faces = (1..=6).flat_map(|one| (1..=6).map(move |other| [one, other]));
        faces.map(|faces| gain(reckoning.read(Some(faces)).losses)).sum::<f32>() / 36.0
    }
}

impl Battle {
    /// What the melees of some units of a seat are expected to gain for it.
    pub(super) fn fights(&self, worth: &Worth, units: &[Id], roles: &Roles) -> f32 {
        let mut done = UnitSet::NONE;
        let mut gain = 0.0;
        for &id in units {
            let Some(enemy) = roles.opponent(id).filter(|_| !done.has(id.number())) else {
                continue;
            };
            done = done.with(id.number());
            gain += worth.melee(&self.melee([id, enemy], roles));
        }
        gain
    }

    /// What a charge gains: the fights that come of it, on the table as it would be then, against those that
    /// are fought without it.
    pub(super) fn charge_gain(
        &self,
        worth: &Worth,
        units: UnitSet,
        start: &[Element],
        how: How,
        known: Option<&Declared>,
        roles: &Roles,
    ) -> f32 {
        let ids = group_of(units, self.phasing);
        let judged = match known {
            Some(_) => None,
            None => self.check_charge(&ids, start, roles).ok(),
        };
        let Some(declared) = known.or(judged.as_ref()) else { return 0.0 };
        let after = self.after_charge(&ids, declared, how);
        let then = after.roles();
        let mut fighters: ArrayVec<Id, UNITS_MAX> = ids.iter().copied().collect();
        for target in declared.targets() {
            // Friends who fight the same enemies gain or lose by it too.
            let now = roles.opponent(target);
            if let Some(friend) = now.filter(|friend| !fighters.contains(friend)) {
                fighters.push(friend);
            }
        }
        let mut gain = after.fights(worth, &fighters, then) - self.fights(worth, &fighters, roles);
        gain += worth.initiative * declared.targets().len() as f32;
        for contact in declared.contacts.iter().flatten() {
            // ADLG-MAT.1.
            let surprised = contact.edge != Edge::Front && roles.in_melee(contact.enemy);
            gain += if surprised { 0.7 } else { 0.0 };
        }
        let slippery = declared.targets().iter().any(|&target| self.may_slip_away(target, roles));
        if slippery {
            gain *= worth.slippery;
            gain += (1.0 - worth.slippery) * self.gain_beyond(worth, &ids, declared, roles);
        }
        gain + worth.camp * f32::from(u8::from(declared.at_camp.iter().next().is_some()))
    }

    /// What chargers gain whose targets get away, and who run on into those behind them (ADLG-R81).
    fn gain_beyond(&self, worth: &Worth, ids: &[Id], declared: &Declared, roles: &Roles) -> f32 {
        let mut cleared = self.clone();
        for target in declared.targets() {
            cleared.unit_mut(target).place = Place::Away;
        }
        let mut gain = 0.0;
        for (&id, start) in ids.iter().zip(&declared.starts) {
            let dash = Dash {
                most: (declared.allowance - declared.manoeuvre).max(Length::ZERO).get(),
                slower: None,
                group: ids.iter().copied().collect(),
                zones: false,
                roles,
            };
            if let Some(Stop::Enemy(enemy)) = cleared.straight_ahead(id, start, &dash).stop {
                let mut after = cleared.clone();
                let edge = cleared.edge_hit(&self.rect(id), &start.rect(), enemy);
                let unit = after.unit_mut(id);
                unit.pose = self.first_place(id, enemy, edge).pose;
                unit.charged = Some(enemy);
                let then = after.roles();
                gain += after.fights(worth, &[id], then);
            }
        }
        gain
    }

    fn may_slip_away(&self, target: Id, roles: &Roles) -> bool {
        self.profile(target).can_evade() && !roles.in_melee(target)
    }

    /// The table after a charge that nobody evades: each unit on the edge that it hits, the others level.
    fn after_charge(&self, ids: &[Id], declared: &Declared, how: How) -> Battle {
        let mut after = self.clone();
        let contacts = declared.contacts.iter().flatten();
        let level = contacts.map(|it| it.distance).min().unwrap_or(Length::ZERO);
        for (at, &id) in ids.iter().enumerate() {
            let start = declared.starts[at];
            let unit = after.unit_mut(id);
            unit.pose = Motion::advance(level).course(&start).end(&start.pose);
            unit.flags.set(Flags::UNCONTROLLED, how == How::Uncontrolled);
            if let Some(contact) = declared.contacts[at] {
                unit.charged = Some(contact.enemy);
                unit.pose = self.first_place(id, contact.enemy, contact.edge).pose;
            }
        }
        after
    }

    /// What it would gain for a target to be caught by a charger where both stand now.
    pub(super) fn stand_gain(&self, worth: &Worth, target: Id, charger: Id) -> f32 {
        let stood = self.unit(charger).stood.unwrap_or(self.unit(charger).pose);
        let declared = acies_table::Rect::new(&stood, self.profile(charger).kind.size());
        let edge = self.edge_hit(&declared, &self.rect(charger), target);
        let mut after = self.clone();
        after.unit_mut(charger).pose = self.first_place(charger, target, edge).pose;
        after.unit_mut(charger).charged = Some(target);
        let roles = after.roles();
        after.fights(worth, &[target], roles)
    }
}
