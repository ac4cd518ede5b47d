//! What dice are expected to cost a unit.

use super::Worth;
use crate::{
    morale::{
        ladder::{Ladder, Nerve, Rung},
        saves::Save,
    },
    profile::Specials,
};

/// Dice thrown at a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blows {
    pub dice: usize,
    /// The chance that one of them costs a Cohesion Point.
    pub bite: f32,
}

impl Blows {
    /// A pool of dice that need so much, and the save against them (AV-12.8, AV-R70).
    pub fn new((dice, needs): (usize, i32), save: &Save) -> Blows {
        let hits = (7 - needs).clamp(1, 6) as f32 / 6.0;
        let fails = (save.needs() - 1).clamp(0, 6) as f32 / 6.0;
        Blows { dice, bite: hits * fails }
    }
}

/// What dice are expected to cost a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Toll {
    /// The share of its cost.
    pub share: f32,
    /// The chance that it is eliminated.
    pub destroyed: f32,
}

impl Worth {
    /// The share of its worth that a unit has with so many Cohesion Points left.
    fn held(&self, cp: u8, full: u8, rung: Rung) -> f32 {
        let left = f32::from(cp) / f32::from(full);
        (1.0 - self.points + self.points * left) * self.rungs[rung as usize]
    }

    /// The share of its cost that a unit is expected to lose by dice. AV-R72: points go one by one, each with its
    /// test, so the ladder is walked once for all numbers of losses.
    pub(super) fn toll(&self, blows: Blows, nerve: &Nerve, start: Ladder) -> Toll {
        let full = nerve.profile.cp;
        let before = self.held(start.cp, full, start.rung);
        let odds = blows.bite / (1.0 - blows.bite);
        let mut chance = (0..blows.dice).fold(1.0, |all, _| all * (1.0 - blows.bite));
        let (mut cp, mut rungs) = (start.cp, [0.0; 5]);
        rungs[start.rung as usize] = 1.0;
        let mut toll = Toll { share: 0.0, destroyed: 0.0 };
        for lost in 0..=blows.dice {
            let (held, destroyed): (f32, f32) = match cp {
                0 => (0.0, 1.0),
                _ => {
                    let held =
                        Rung::ALL.iter().map(|&it| rungs[it as usize] * self.held(cp, full, it));
                    (held.sum(), rungs[Rung::Eliminated as usize])
                }
            };
            toll.share += chance * (before - held);
            toll.destroyed += chance * destroyed;
            chance *= odds * (blows.dice - lost) as f32 / (lost + 1) as f32;
            cp = cp.saturating_sub(1);
            rungs = tested(rungs, nerve, cp);
        }
        toll
    }
}

/// The chances of each rung after one more morale test (AV-14.1 to AV-14.5).
fn tested(before: [f32; 5], nerve: &Nerve, cp: u8) -> [f32; 5] {
    let missed = (nerve.least_face(cp) - 1).clamp(0, 6) as f32 / 6.0;
    let fanatics = nerve.profile.has(Specials::FANATICS);
    let mut after = before.map(|chance| chance * (1.0 - missed));
    for rung in Rung::ALL {
        let next = Ladder { cp, rung, repulses: 0 }.missed(fanatics).rung;
        after[next as usize] += before[rung as usize] * missed;
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{files::data::troop, morale::saves::Harm, profile::Order};

    fn close(found: f32, expected: f32, what: &str) {
        assert!((found - expected).abs() < 1e-5, "{what}: {found} instead of {expected}");
    }

    #[test]
    fn a_die_bites_if_it_hits_and_is_not_saved() {
        let save = |id: &str| Save {
            profile: troop(id).unwrap().profile,
            order: Some(Order::Halt),
            against: Harm::Plain,
        };
        // RULES.md 8: 1/2 x 5/6, 1/2 x 1/2, 1/3 x 5/6.
        close(Blows::new((5, 4), &save("ger_war")).bite, 5.0 / 12.0, "AV-12.1");
        close(Blows::new((3, 4), &save("rom_vet")).bite, 0.25, "AV-R70");
        close(Blows::new((3, 5), &save("ger_war")).bite, 5.0 / 18.0, "AV-12.4");
    }

    #[test]
    fn a_toll_is_what_the_ladder_takes() {
        let worth = Worth { rungs: [1.0, 0.5, 0.25, 0.125, 0.0], points: 0.6, ..Worth::USUAL };
        let profile = troop("rom_leg").unwrap().profile;
        let nerve =
            Nerve { profile, isolated: false, leader: false, religious: false, guru: false };
        // One die that bites with 1/2: 5 of 6 CP, 4+ to stay in good order: 0.9 x (1/2 + 1/2 x 1/2).
        let one = Blows { dice: 1, bite: 0.5 };
        let toll = worth.toll(one, &nerve, Ladder::at_start(6, false)).share;
        close(toll, 0.5 * (1.0 - 0.9 * 0.75), "AV-14.1, AV-14.2");
        // The last point: all that is left of it, 0.5, in one of two cases.
        let toll = worth.toll(one, &nerve, Ladder::at_start(1, false));
        close(toll.share, 0.5 * 0.5, "AV-13.2");
        close(toll.destroyed, 0.5, "AV-13.2");
        // Two dice from 6 CP. Both bite with 1/4: 4 CP, good order 1/4, disrupted 1/2, repulsed 1/4.
        let two = Blows { dice: 2, bite: 0.5 };
        let both = 1.0 - 0.8 * (0.25 + 0.5 * 0.5 + 0.25 * 0.25);
        let toll = worth.toll(two, &nerve, Ladder::at_start(6, false)).share;
        close(toll, 0.5 * (1.0 - 0.9 * 0.75) + 0.25 * both, "AV-R72");
    }

    #[test]
    fn fanatics_do_not_rout() {
        let worth = Worth { rungs: [1.0, 0.5, 0.25, 0.0, 0.0], points: 0.0, ..Worth::USUAL };
        let profile = troop("gal_gaes").unwrap().profile;
        let nerve = Nerve { profile, isolated: true, leader: false, religious: false, guru: false };
        // Morale 3+, isolated: 4+. Disrupted, one point lost: repulsed in one of two cases, and no worse.
        let sure = Blows { dice: 1, bite: 0.5 };
        let start = Ladder { cp: 6, rung: Rung::Repulsed, repulses: 1 };
        close(worth.toll(sure, &nerve, start).share, 0.0, "AV-18.4, AV-18.5");
    }
}
