//! What hits do to a unit: the chances of losses and routs, in closed form (VIR-3.1, VIR-R26 to
//! VIR-R32).

use std::cell::RefCell;

use acies_core::total;
use arrayvec::ArrayVec;

use super::Worth;
use crate::{
    areas::Area,
    battle::Battle,
    combat::attack::Attack,
    morale::{Marks, Tested},
    units::{Grade, Profile, Troop, UNITS_MAX},
};

/// What follows from a profile and a few facts, worked out once: the same few are asked for in every decision.
pub struct Known<T>(RefCell<Vec<(Key, T)>>);

/// Where a profile lies, for profiles are part of the program; and the facts, in bits.
type Key = (usize, u32);

/// A power of two; whatever falls into the same slot takes it over.
const SLOTS_LOG: u32 = 10;

impl<T: Copy> Known<T> {
    pub fn new(nothing: T) -> Self {
        Known(RefCell::new(vec![((0, 0), nothing); 1 << SLOTS_LOG]))
    }

    pub fn of(&self, profile: &'static Profile, facts: u32, work_out: impl FnOnce() -> T) -> T {
        let key = (std::ptr::from_ref(profile).addr(), facts);
        let mixed = (key.0 as u64) << 20 ^ u64::from(facts);
        let slot = (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SLOTS_LOG)) as usize;
        let mut known = self.0.borrow_mut();
        if known[slot].0 != key {
            known[slot] = (key, work_out());
        }
        known[slot].1
    }
}

/// No unit has more stands (VIR-1.2.2).
const STANDS_MAX: usize = 4;

/// One kind of hit on one unit.
#[derive(Clone, Copy)]
pub struct Hurt {
    /// The chance that it costs a stand (VIR-3.1.4).
    lost: f32,
    /// The chance that the loss routs the unit (VIR-3.1.5), by the stands that it had before.
    routs: [f32; STANDS_MAX + 1],
}

impl Hurt {
    const NONE: Hurt = Hurt { lost: 0.0, routs: [0.0; STANDS_MAX + 1] };

    pub fn of(unit: &Tested, hit: Marks) -> Self {
        thread_local!(static KNOWN: Known<Hurt> = Known::new(Hurt::NONE));
        KNOWN.with(|known| known.of(unit.profile, unit.facts(hit), || Hurt::worked_out(unit, hit)))
    }

    fn worked_out(unit: &Tested, hit: Marks) -> Self {
        let lost = (6 - total(unit.dv(hit))) as f32 / 6.0;
        let mut routs = [0.0; STANDS_MAX + 1];
        if let Some(die) = unit.dark_die() {
            let faces = die.faces.len() as f32;
            let steady = total(unit.mv(hit, 0)) as f32;
            for (stands, routs) in routs.iter_mut().enumerate() {
                let mv = if unit.stubborn { steady } else { steady + stands as f32 };
                let above = ((faces - mv) / faces).max(0.0);
                // VIR-R71: Elite throw again.
                *routs = if unit.grade == Grade::Elite { above * above } else { above };
            }
        }
        Hurt { lost, routs }
    }

    /// Hits of one attack, some of which are red (VIR-SR14.1): their mean.
    pub fn of_attack(unit: &Tested, attack: &Attack, value: f32) -> Self {
        let marks = attack.marks();
        let mut blow = Hurt::of(unit, marks);
        if attack.against_pikes {
            let red = Hurt::of(unit, marks | Marks::RED);
            blow.lost += (red.lost - blow.lost) / value;
        }
        blow
    }

    pub fn lost(&self) -> f32 {
        self.lost
    }

    /// How many such hits it takes to drive a unit away: each loss may rout it.
    pub fn bears(&self, stands: u8) -> f32 {
        let losses = self.routs[1..=usize::from(stands)]
            .iter()
            .enumerate()
            .fold(0.0, |after, (below, routs)| {
                1.0 + if below == 0 { 0.0 } else { (1.0 - routs) * after }
            });
        losses / self.lost
    }
}

impl Tested {
    /// All that a test depends on besides the profile, in bits.
    fn facts(&self, hit: Marks) -> u32 {
        let flags = [self.stubborn, self.wood, self.marsh, self.charismatic];
        let flags = flags.into_iter().fold(0, |all, it| all << 1 | u32::from(it));
        (flags << 4 | (self.formation as u32) << 2 | self.grade as u32) << u16::BITS
            | u32::from(hit.bits())
    }
}

/// What may become of a unit in its next tests: how likely each number of stands is, steady and
/// routed once.
#[derive(Clone, Copy)]
pub struct Prospect {
    steady: [f32; STANDS_MAX + 1],
    routed: [f32; STANDS_MAX + 1],
    gone: f32,
    stands: f32,
}

impl Prospect {
    pub fn of(stands: u8) -> Self {
        let mut steady = [0.0; STANDS_MAX + 1];
        steady[usize::from(stands)] = 1.0;
        let routed = [0.0; STANDS_MAX + 1];
        Prospect { steady, routed, gone: 0.0, stands: f32::from(stands) }
    }

    /// A hit that falls on the unit with this chance.
    pub fn suffer(&mut self, chance: f32, blow: &Hurt) {
        let lost = chance * blow.lost;
        // From the last stand upwards, so that no loss is counted twice.
        for stands in 1..=STANDS_MAX {
            let steady = self.steady[stands] * lost;
            let routed = self.routed[stands] * lost;
            self.steady[stands] -= steady;
            self.routed[stands] -= routed;
            if stands == 1 {
                // VIR-R32.
                self.gone += steady + routed;
            } else {
                // VIR-3.1.8: a second rout eliminates.
                let routs = blow.routs[stands];
                self.steady[stands - 1] += steady * (1.0 - routs);
                self.routed[stands - 1] += steady * routs + routed * (1.0 - routs);
                self.gone += routed * routs;
            }
        }
    }

    /// The chance that it is driven out of its area.
    pub fn leaves(&self) -> f32 {
        self.gone + self.routed.iter().sum::<f32>()
    }

    /// What it is expected to lose, in budget points.
    pub fn harm(&self, worth: &Worth, stand: f32) -> f32 {
        let left = |list: &[f32; STANDS_MAX + 1]| -> f32 {
            list.iter().zip([0.0, 1.0, 2.0, 3.0, 4.0]).map(|(chance, stands)| chance * stands).sum()
        };
        let lost = self.stands - left(&self.steady) - left(&self.routed);
        let routed: f32 = self.routed.iter().sum();
        lost * stand + routed * worth.rout + self.gone * worth.unit
    }
}

/// A unit of the player who is not active, and what may become of it.
#[derive(Clone, Copy)]
pub struct Stricken {
    pub unit: u8,
    pub tested: Tested,
    pub fate: Prospect,
    /// What each of its stands is worth.
    pub stand: f32,
}

pub type Struck = ArrayVec<Stricken, UNITS_MAX>;

impl Battle {
    /// What may become of the units in an area after all that was scored against them this turn,
    /// and after the charges that were declared on them.
    pub(super) fn struck(&self, worth: &Worth, area: Area) -> Struck {
        let enemy = self.active.other();
        let strike = |unit: u8| {
            let troop = self.troop(enemy, unit);
            let tested = self.tested(enemy, unit);
            let mut fate = Prospect::of(self.units(enemy)[unit].stands);
            for hit in self.hits.iter().filter(|hit| hit.target == unit) {
                fate.suffer(1.0, &Hurt::of(&tested, hit.marks));
            }
            for charge in self.charges.iter().filter(|charge| charge.target == unit) {
                let attack = self.charge_attack(self.active, charge);
                let (value, dice) = (total(attack.value()) as f32, total(attack.dice()));
                let blow = Hurt::of_attack(&tested, &attack, value);
                (0..dice).for_each(|_| fate.suffer(value / 6.0, &blow));
            }
            let stand = stand_worth(worth, troop);
            Stricken { unit, tested, fate, stand }
        };
        self.units_in(area, enemy).into_iter().map(strike).collect()
    }
}

/// What a stand of a unit is worth. Mounted units cost twice as much as they fight (VIR-R15), and pay
/// it back by their speed only.
pub fn stand_worth(worth: &Worth, troop: &Troop) -> f32 {
    let cost = troop.cost() as f32 / f32::from(troop.profile.mv);
    if troop.profile.is_mounted() { cost * worth.mounted } else { cost }
}

/// What all this costs the owner of these units: their losses, and the area if none stays.
pub fn toll(worth: &Worth, struck: &[Stricken], area: f32) -> f32 {
    let harm: f32 = struck.iter().map(|it| it.fate.harm(worth, it.stand)).sum();
    let emptied: f32 = struck.iter().map(|it| it.fate.leaves()).product();
    harm + area * emptied
}
