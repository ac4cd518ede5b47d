//! Who may fight whom: combats, charges, shooting and flank attacks (RULES.md 3.17 to 3.21; VIR-R12,
//! VIR-R45 to VIR-R50, VIR-R60).

use acies_core::Seat;
use serde::Serialize;

use crate::{
    activation::points::{Cost, Item},
    areas::{Area, Ground},
    battle::Battle,
    combat::{
        attack::{Aim, Attack, Joined, With},
        charge::Charge,
        fight::{Fight, Kind},
    },
    units::{Flags, Formation, Specials, Unit},
    words::refusals::No,
};

/// Where an attack that is allowed goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Target {
    pub area: Area,
    pub aim: Aim,
    pub with: With,
    /// VIR-R12: a flank attack on an empty area of the opponent's side wins the game at once.
    pub wins: bool,
}

impl Battle {
    /// A unit that can be activated to fight: alive (VIR-4.0.1), not routed (VIR-3.2.1), not
    /// activated (VIR-R44), not compelled to move (VIR-R69.3), not in the reserve (VIR-R3).
    pub fn ready_to_fight(&self, seat: Seat, unit: u8) -> Result<&Unit, No> {
        let it = self.living(seat, unit)?;
        if it.is(Flags::ROUTED) {
            return Err(No::Routed { unit });
        }
        if self.charges.iter().any(|charge| charge.unit == unit) {
            return Err(No::Charging { unit });
        }
        if it.is(Flags::ACTIVATED) {
            return Err(No::Activated { unit });
        }
        if it.area.is_reserve() {
            return Err(No::InReserve { unit });
        }
        if self.is_compelled(seat, unit) {
            return Err(No::Compelled { unit });
        }
        Ok(it)
    }

    pub fn living(&self, seat: Seat, unit: u8) -> Result<&Unit, No> {
        if usize::from(unit) >= self.units(seat).roster_len() || !self.units(seat)[unit].is_alive()
        {
            return Err(No::NoSuchUnit);
        }
        Ok(&self.units(seat)[unit])
    }

    /// Whether an ordinary combat is allowed, and at whom it goes (T3c).
    pub fn may_fight(&self, seat: Seat, fight: &Fight) -> Result<Target, No> {
        let unit = self.ready_to_fight(seat, fight.unit)?;
        let target = match fight.kind {
            Kind::Here => self.may_fight_here(seat, unit)?,
            Kind::Shoot => self.may_shoot(seat, fight.unit)?,
            Kind::Flank { area, with } => self.may_attack_flank(seat, fight.unit, area, with)?,
        };
        self.may_use(seat, fight.unit, target, fight.hill, fight.pila, false)?;
        let cost = self.fight_cost(seat, fight, target).points();
        self.afford(unit.area.segment().expect("not in a reserve"), cost)?;
        Ok(target)
    }

    /// VIR-5.0.3, VIR-R45: enemies in its own area.
    fn may_fight_here(&self, seat: Seat, unit: &Unit) -> Result<Target, No> {
        if !self.enemy_in(unit.area, seat) {
            return Err(No::NoEnemyIn { area: unit.area });
        }
        Ok(Target { area: unit.area, aim: Aim::Here, with: With::Fv, wins: false })
    }

    /// VIR-5.3, VIR-R48, VIR-R79: shooting at the front area.
    fn may_shoot(&self, seat: Seat, number: u8) -> Result<Target, No> {
        let unit = &self.units(seat)[number];
        let profile = self.troop(seat, number).profile;
        if profile.sv.is_none() {
            return Err(No::NoShootingValue { unit: number });
        }
        let Some(area) = unit.area.front(seat) else {
            return Err(No::NoFrontArea { unit: number });
        };
        if unit.formation.is_closed() {
            return Err(No::ShootsFormed { unit: number, formation: unit.formation });
        }
        if self.enemy_in(unit.area, seat) {
            return Err(No::EnemyInOwnArea { area: unit.area });
        }
        if !self.enemy_in(area, seat) {
            return Err(No::NoEnemyIn { area });
        }
        if self.ground(area).contains(Ground::WOOD) {
            return Err(No::WoodThere { area });
        }
        let friends = self.units_in(area, seat);
        let aim = if friends.is_empty() {
            Aim::Front
        } else if !profile.has(Specials::FORMED_ARCHERS) {
            return Err(No::FriendsThere { area });
        } else if friends.into_iter().all(|it| self.troop(seat, it).profile.is_evader()) {
            Aim::OverLight
        } else {
            Aim::OverOthers
        };
        Ok(Target { area, aim, with: With::Sv, wins: false })
    }

    /// VIR-5.4, VIR-R49, VIR-R50: a flank attack with the FV or the SV.
    fn may_attack_flank(&self, seat: Seat, number: u8, to: Area, with: With) -> Result<Target, No> {
        let unit = &self.units(seat)[number];
        self.may_reach_flank(seat, unit.area, to)?;
        if with == With::Sv {
            if self.troop(seat, number).profile.sv.is_none() {
                return Err(No::NoShootingValue { unit: number });
            }
            if self.ground(to).contains(Ground::WOOD) {
                return Err(No::FlankShotIntoWood { area: to });
            }
            if unit.formation.is_closed() {
                return Err(No::FlankShotFormed { unit: number, formation: unit.formation });
            }
        }
        let empty = !self.enemy_in(to, seat);
        // VIR-5.4.6, VIR-R12: only on the opponent's side is an empty area a target.
        if empty && to.side() == seat {
            return Err(No::NoEnemyIn { area: to });
        }
        Ok(Target { area: to, aim: Aim::Flank, with, wins: empty })
    }

    /// VIR-R49: whether a flanking area can be attacked from an area.
    pub(crate) fn may_reach_flank(&self, seat: Seat, from: Area, to: Area) -> Result<(), No> {
        if !from.flanks(self.columns()).any(|flank| flank == to) {
            return Err(No::NotBeside { from, area: to });
        }
        if self.enemy_in(from, seat) {
            return Err(No::FlankWithEnemyHere { area: from });
        }
        // VIR-5.4.3: on the own side unengaged enemies in front prevent it; VIR-5.4.4: on the
        // opponent's side there is no front area and no such condition.
        if let Some(front) = from.front(seat)
            && self.enemy_in(front, seat)
            && self.units_in(front, seat).is_empty()
        {
            return Err(No::FrontNotTied { front });
        }
        Ok(())
    }

    /// Whether a charge can be declared, and at which area it goes (VIR-R47).
    pub fn may_charge(&self, seat: Seat, charge: &Charge) -> Result<Target, No> {
        let unit = self.ready_to_fight(seat, charge.unit)?;
        if self.troop(seat, charge.unit).profile.is_artillery() {
            return Err(No::ArtilleryCharges { unit: charge.unit });
        }
        let Ok(enemy) = self.living(seat.other(), charge.target) else {
            return Err(No::TargetGone);
        };
        let aim = if enemy.area == unit.area {
            Aim::Here
        } else {
            // VIR-R47.2: a flank charge, where a flank attack would be allowed.
            match self.may_reach_flank(seat, unit.area, enemy.area) {
                Err(No::NotBeside { area, .. }) => return Err(No::TargetElsewhere { area }),
                other => other?,
            }
            Aim::Flank
        };
        let target = Target { area: enemy.area, aim, with: With::Fv, wins: false };
        self.may_use(seat, charge.unit, target, charge.hill, charge.pila, true)?;
        let cost = self.charge_cost(seat, charge).points();
        self.afford(unit.area.segment().expect("not in a reserve"), cost)?;
        Ok(target)
    }

    /// Whether the hill die and pila can be used in a fight.
    fn may_use(
        &self,
        seat: Seat,
        number: u8,
        target: Target,
        hill: bool,
        pila: bool,
        charge: bool,
    ) -> Result<(), No> {
        let unit = &self.units(seat)[number];
        if hill {
            // VIR-R60, VIR-7.2: enemies in its own area, which has a hill and which it holds.
            if target.aim != Aim::Here {
                return Err(No::HillOnlyHere);
            }
            if !self.ground(unit.area).contains(Ground::HILL) {
                return Err(No::NoHill { area: unit.area });
            }
            if self.holder(unit.area) != seat {
                return Err(No::HillNotHeld { area: unit.area });
            }
        }
        if pila {
            if !self.troop(seat, number).profile.has(Specials::PILA) {
                return Err(No::NoPila { unit: number });
            }
            if target.with == With::Sv {
                return Err(No::PilaNotShot);
            }
            // VIR-R77: a unit that charges has left its formation.
            if unit.formation.is_closed() && !charge {
                return Err(No::PilaInFormation { unit: number });
            }
        }
        Ok(())
    }

    pub fn fight_cost(&self, seat: Seat, fight: &Fight, target: Target) -> Cost {
        let overhead = matches!(target.aim, Aim::OverLight | Aim::OverOthers);
        let Fight { hill, pila, .. } = *fight;
        let item = Item::Fight { charge: false, hill, pila, overhead };
        Cost::of(self.troop(seat, fight.unit), item)
    }

    pub fn charge_cost(&self, seat: Seat, charge: &Charge) -> Cost {
        let Charge { hill, pila, .. } = *charge;
        let item = Item::Fight { charge: true, hill, pila, overhead: false };
        Cost::of(self.troop(seat, charge.unit), item)
    }

    /// The facts of an attack roll (8.1).
    pub fn attack(&self, seat: Seat, fight: &Fight, target: Target) -> Attack {
        let unit = &self.units(seat)[fight.unit];
        let enemy = seat.other();
        let ground = self.ground(target.area);
        let pikemen = |unit| self.troop(enemy, unit).profile.has(Specials::PIKES);
        let joined = match self.leader_with(seat, fight.unit) {
            // VIR-R86.2: he fights in the area where he is.
            Some(leader) if self.leader_card(seat, leader).hero => Joined::Hero,
            Some(_) => Joined::Leader,
            None => Joined::Nobody,
        };
        Attack {
            profile: self.troop(seat, fight.unit).profile,
            stands: unit.stands,
            blooded: unit.is(Flags::BLOODED),
            formation: unit.formation,
            aim: target.aim,
            with: target.with,
            charge: false,
            wood: ground.contains(Ground::WOOD),
            rocky: ground.contains(Ground::ROCKY),
            hill_die: fight.hill,
            pila: fight.pila,
            joined,
            against_pikes: self.units_in(target.area, enemy).into_iter().any(pikemen),
            leader_there: self.leader_in(target.area, enemy).is_some(),
        }
    }

    /// The same for a charge when it is rolled: its own formation is broken by then (VIR-R83.3).
    pub fn charge_attack(&self, seat: Seat, charge: &Charge) -> Attack {
        let target = self.charge_target(seat, charge);
        let Charge { unit, hill, pila, .. } = *charge;
        let fight = Fight { unit, kind: Kind::Here, hill, pila };
        Attack { charge: true, formation: Formation::Open, ..self.attack(seat, &fight, target) }
    }

    /// Where a declared charge goes: nobody moves between declaration and roll.
    pub fn charge_target(&self, seat: Seat, charge: &Charge) -> Target {
        let area = self.units(seat.other())[charge.target].area;
        let here = area == self.units(seat)[charge.unit].area;
        let aim = if here { Aim::Here } else { Aim::Flank };
        Target { area, aim, with: With::Fv, wins: false }
    }

    /// VIR-SR14.6, VIR-R81: a mounted unit that charges pikemen, but not in the flank, tests first.
    pub fn tests_before_pikes(&self, seat: Seat, charge: &Charge) -> bool {
        let target = self.troop(seat.other(), charge.target).profile;
        self.troop(seat, charge.unit).profile.is_mounted()
            && target.has(Specials::PIKES)
            && self.charge_target(seat, charge).aim == Aim::Here
    }
}
