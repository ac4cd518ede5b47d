//! What fights and shots are worth: VD that the enemy is likely to lose, less one's own. The dice and tests are those of the
//! rules; what is left out is what comes after the round.

use std::sync::OnceLock;

use acies_core::Seat;

use crate::{
    battle::{Battle, Id},
    cohesion::{CohesionTest, Ground},
    command::loss::Loss,
    melee::{Came, Fighter, Melee, Side},
    shooting::Shot,
    units::Unit,
};

/// No pool has more dice.
const DICE_MAX: usize = 64;
/// No pool does more damage.
const DAMAGE_MAX: usize = 16;

/// IMP-DAM.1: how likely each damage is, by the number of dice.
fn damages() -> &'static [[f64; DAMAGE_MAX]; DICE_MAX] {
    static TABLE: OnceLock<Box<[[f64; DAMAGE_MAX]; DICE_MAX]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        // By damage, and by whether a five is waiting for another.
        let mut ways = [[0.0_f64; 2]; DAMAGE_MAX];
        ways[0][0] = 1.0;
        let mut table = Box::new([[0.0; DAMAGE_MAX]; DICE_MAX]);
        for row in table.iter_mut() {
            for (damage, chance) in row.iter_mut().enumerate() {
                *chance = ways[damage][0] + ways[damage][1];
            }
            let mut next = [[0.0; 2]; DAMAGE_MAX];
            for damage in 0..DAMAGE_MAX {
                let more = (damage + 1).min(DAMAGE_MAX - 1);
                let [even, odd] = ways[damage];
                next[damage][0] += even * 4.0 / 6.0;
                next[damage][1] += odd * 4.0 / 6.0;
                next[more][0] += even / 6.0;
                next[more][1] += odd / 6.0;
                next[damage][1] += even / 6.0;
                next[more][0] += odd / 6.0;
            }
            ways = next;
        }
        table
    })
}

/// What a cohesion test is likely to do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Harm {
    /// VBU that are lost.
    pub losses: f64,
    pub fails: f64,
    pub routs: f64,
}

/// What so many dice do to a Unit that tests so.
fn harm(pool: u8, test: impl Fn(u8) -> CohesionTest) -> Harm {
    let row = &damages()[usize::from(pool).min(DICE_MAX - 1)];
    let mut harm = Harm::default();
    for (damage, chance) in row.iter().enumerate().skip(1).filter(|(_, chance)| **chance > 1e-4) {
        let test = test(damage as u8);
        for face in 1..=6 {
            let tested = test.judge(face);
            let part = chance / 6.0;
            harm.losses += part * f64::from(tested.losses);
            harm.fails += if tested.failed { part } else { 0.0 };
            harm.routs += if tested.routs { part } else { 0.0 };
        }
    }
    harm
}

/// What harm costs a Unit of so much VD: its share of VBU, and what is left of it if it routs.
fn cost(unit: &Unit, vd: f64, harm: Harm) -> f64 {
    let left: u32 = unit.left.iter().map(|it| u32::from(*it)).sum();
    let share = harm.losses / f64::from(left.max(1));
    vd * (1.3 * share.min(1.0) + 0.6 * harm.routs + 0.15 * harm.fails)
}

impl Melee {
    /// What a round is worth to the first side, if its units have so much VD.
    pub(super) fn worth(&self, vds: [f64; 2]) -> f64 {
        let harms = [0, 1].map(|side| harm(self.pool(1 - side), |damage| self.test(side, damage)));
        let costs = [0, 1].map(|side| cost(&self.sides[side].main.unit, vds[side], harms[side]));
        costs[1] - costs[0]
    }
}

impl Battle {
    /// The VD of the front element of a Unit, and of all of it.
    pub(super) fn stake(&self, id: Id) -> f64 {
        let elements = self.unit(id).elements();
        (0..elements.max(1)).map(|it| f64::from(self.vd(id, it))).sum()
    }

    /// What it is worth to a Unit to charge an enemy from where it stands, if it gets there. `on_flank` it hits its flank.
    pub(super) fn worth_of_charge(
        &self,
        id: Id,
        enemy: Id,
        on_flank: bool,
        charged_in: Ground,
    ) -> f64 {
        let (ours, theirs) = (*self.unit(id), *self.unit(enemy));
        let mut attacker =
            Fighter { came: Came::Charged, on_flank, charged_in, ..Fighter::plain(ours) };
        let mut defender =
            Fighter { came: Came::WasCharged, flanked: on_flank, ..Fighter::plain(theirs) };
        attacker.wholly_in = Ground::Open;
        if on_flank && theirs.has_no_flanks().is_none() {
            defender.unit.disorder();
        }
        let melee = Melee { sides: [Side::alone(attacker), Side::alone(defender)] };
        melee.worth([self.stake(id), self.stake(enemy)])
    }

    /// What another round is worth to a Unit against an enemy that it is in contact with.
    pub(super) fn worth_of_fighting(&self, id: Id, enemy: Id) -> f64 {
        let melee = self.melee(&[[id, enemy]], 0, |_| (Came::Stood, Ground::Open));
        melee.worth([self.stake(id), self.stake(enemy)])
    }

    /// What a shot is worth.
    pub(super) fn worth_of_shot(&self, shot: &Shot, target: Id) -> f64 {
        let harm = harm(shot.pool(), |damage| shot.test(damage));
        // Who only passes is Disordered at least.
        let hurt = 1.0 - damages()[usize::from(shot.pool()).min(DICE_MAX - 1)][0];
        cost(self.unit(target), self.stake(target), harm) + 0.1 * hurt * self.stake(target)
    }

    /// IMP-CDR.1 to IMP-CDR.7: the VD that the loss of a Commander is likely to cost if his Unit fights or is shot at.
    pub(super) fn risk_of_commander(&self, id: Id) -> f64 {
        let unit = self.unit(id);
        let Some(command) = self.commanded_by(id).filter(|_| unit.commander) else { return 0.0 };
        let loss =
            Loss { seat: id.seat(), command, losses: 2, mounted: unit.profile.kind.is_mounted() };
        let Some(risk) = self.at_risk(&loss) else { return 0.0 };
        let all = (1..=6).flat_map(|one| (1..=6).map(move |other| [one, other]));
        let (mut lost, mut routs) = (0.0, 0.0);
        for throw in all {
            let (_, fate) = risk.fate(throw);
            lost += if fate.is_lost() { 1.0 / 36.0 } else { 0.0 };
            routs += if fate.routs() { 1.0 / 36.0 } else { 0.0 };
        }
        let units = self
            .command_units(id.seat(), command)
            .ids(id.seat())
            .filter(|it| !self.piece(*it).gone);
        let vd: f64 = units.map(|it| self.stake(it)).sum();
        // A six, if there is any damage at all.
        0.13 * (routs * vd + lost * 3.0)
    }

    /// The enemies of a side.
    pub(super) fn enemies(&self, seat: Seat) -> impl Iterator<Item = Id> + Clone + '_ {
        self.standing(seat.other())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_sixes_and_pairs_of_fives() {
        let table = damages();
        // One die: a 6. Two: 1 by one six, or by two fives; 2 by two sixes.
        assert!((table[1][1] - 1.0 / 6.0).abs() < 1e-12, "IMP-DAM.1");
        assert!((table[2][1] - (10.0 / 36.0 + 1.0 / 36.0)).abs() < 1e-12, "IMP-DAM.1");
        assert!((table[2][2] - 1.0 / 36.0).abs() < 1e-12, "IMP-DAM.1");
        for row in table {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn legions_beat_levies() {
        use crate::units::tests::unit;
        let melee = |one: &str, other: &str| Melee {
            sides: [one, other].map(|it| Side::alone(Fighter::plain(unit(it)))),
        };
        assert!(melee("rom_veterans", "per_levies").worth([3.0, 1.0]) > 0.0);
        assert!(melee("per_levies", "rom_veterans").worth([1.0, 3.0]) < 0.0);
    }
}
