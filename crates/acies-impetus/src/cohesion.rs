//! Damage and cohesion tests (RULES.md 3.18, 3.19; IMP-R46, IMP-R58, IMP-R61, IMP-R67, IMP-R74).

use acies_core::{
    Ask, D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, always, at_least, total, when,
};
use serde::{Deserialize, Serialize};

use crate::{
    profile::{Kind, Missile, Traits},
    shooting::Band,
    units::Unit,
};

/// IMP-R88: ground that a base is at least half in, or wholly in. Difficult goes before broken.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    #[default]
    Open,
    Broken,
    Difficult,
}

/// What a Unit tests for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Cause {
    Shot {
        band: Band,
        by: Missile,
    },
    /// IMP-PIL.6: no shooting.
    Pila,
    Melee {
        /// IMP-COH.4, IMP-COH.5: what it is half in, or what the enemy main unit is wholly in, the worse of both.
        ground: Ground,
        /// IMP-COH.9: every enemy Unit in the melee is mounted.
        mounted_only: bool,
    },
}

/// A Unit with damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CohesionTest {
    pub unit: Unit,
    pub damage: u8,
    pub cause: Cause,
    /// IMP-ROU.5: an enemy is in contact with its flank or rear.
    pub flanked: bool,
}

/// How a cohesion test went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Tested {
    /// IMP-COH.14: it failed.
    pub failed: bool,
    /// Permanent losses.
    pub losses: u8,
    /// IMP-COH.15: a 6, which may cost an attached Commander.
    pub six: bool,
    /// IMP-ROU.1, IMP-ROU.5.
    pub routs: bool,
}

/// IMP-DAM.1: each 6 and each pair of 5s is one damage.
pub fn damage(ask: Ask, pool: u8, dice: &mut Dice) -> Rolled<u8> {
    dice.settle(|dice| {
        let [sixes, fives] = dice.count(ask, usize::from(pool), D6, [6..=6, 5..=5])?;
        Ok((sixes + fives / 2) as u8)
    })
}

impl CohesionTest {
    /// IMP-COH.2: the critical number, itemised. IMP-TER.31: in difficult ground it is IMP-COH.5.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 12] {
        let unit = &self.unit;
        let heavy_foot = unit.profile.kind == Kind::Fp;
        let (base, vbu) = if unit.in_bua { unit.fighting_vbu() } else { ("IMP-COH.2", unit.vbu()) };
        let (ground, mounted_only) = match self.cause {
            Cause::Melee { ground, mounted_only } => (ground, mounted_only),
            _ => (Ground::Open, false),
        };
        let encumbered = unit.profile.is_mounted() || heavy_foot && unit.is_large();
        let (near, far, heavy_shot) = match self.cause {
            Cause::Shot { band, by } => (
                band <= Band::Short,
                band > Band::Short,
                matches!(by, Missile::ArtilleryA | Missile::ArtilleryC),
            ),
            _ => (false, false, false),
        };
        let shot = near || far;
        let three_pikes = unit.profile.has(Traits::PIKE) && unit.elements() == 3;
        [
            add(base,         always(),                          i32::from(vbu), "VBU"),
            add("IMP-COH.2",  always(),               -i32::from(self.damage), "damage"),
            add("IMP-COH.3",  when(unit.disordered),                        -1, "Disordered"),
            add("IMP-COH.4",  when(encumbered && ground == Ground::Broken), -1, "broken ground"),
            add("IMP-COH.5",  when(encumbered && ground == Ground::Difficult), -3, "difficult ground"),
            add("IMP-COH.6",  when(unit.commander),                          1, "Commander"),
            add("IMP-COH.7",  when(near),                                    1, "shot at from Close or Short range"),
            add("IMP-COH.11", when(far),                                     2, "shot at from Long or Extreme range"),
            add("IMP-COH.8",  when(shot && heavy_foot && !heavy_shot),       1, "heavy foot shot at"),
            add("IMP-COH.9",  when(heavy_foot && mounted_only),              1, "heavy foot against mounted only"),
            add("IMP-COH.10", when(three_pikes && mounted_only),             1, "three pikes deep against mounted only"),
            at_least("IMP-COH.2", always(),                                  1, "never less"),
        ]
    }

    /// IMP-COH.1: one die, if there is damage.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<Option<Tested>> {
        if self.damage == 0 {
            return Ok(None);
        }
        let face = dice.roll(by.throws("IMP-COH.1", "cohesion"), D6)?;
        Ok(Some(self.judge(face)))
    }

    /// IMP-COH.12 to IMP-COH.15, IMP-ROU.1, IMP-ROU.5: what a face does.
    pub fn judge(&self, face: i32) -> Tested {
        let number = total(self.rows());
        let failed = face > number || face == 6;
        let scythed = self.unit.profile.kind == Kind::Cf;
        let losses = if failed {
            (face - number).max(1)
        } else {
            // IMP-COH.13, IMP-DIS.10; IMP-R74: scythed chariots are never Disordered.
            i32::from(self.unit.disordered && !scythed)
        } as u8;
        let mut after = self.unit;
        after.lose(losses);
        // IMP-R46: who has no flanks is not routed by them.
        let flanked = self.flanked && self.unit.has_no_flanks().is_none();
        let routs = after.is_destroyed() || failed && flanked;
        Tested { failed, losses, six: face == 6, routs }
    }

    /// The Unit after its test: IMP-COH.12 to IMP-COH.14 disorder it.
    pub fn after(&self, tested: Tested) -> Unit {
        let mut unit = self.unit;
        unit.lose(tested.losses);
        unit.disorder();
        unit
    }

    /// IMP-COH.12 to IMP-COH.14, IMP-ROU.1, IMP-ROU.5: the rule by which a test ends as it does.
    pub fn rule(&self, tested: Tested) -> RuleId {
        match (tested.failed, tested.routs) {
            (_, true) if self.after(tested).is_destroyed() => "IMP-ROU.1",
            (_, true) => "IMP-ROU.5",
            (true, false) => "IMP-COH.14",
            (false, false) if tested.losses > 0 => "IMP-COH.13",
            (false, false) => "IMP-COH.12",
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::units::tests::{disordered, large, unit, worn};

    const MELEE: Cause = Cause::Melee { ground: Ground::Open, mounted_only: false };

    fn test(unit: Unit, damage: u8, cause: Cause) -> CohesionTest {
        CohesionTest { unit, damage, cause, flanked: false }
    }

    #[test]
    fn sixes_and_pairs_of_fives() {
        let ask = Seat::Red.throws("IMP-DAM.1", "damage");
        for (faces, harm) in [
            (&[6, 6, 5, 5, 1][..], 3),
            (&[5, 4, 3, 2, 1], 0),
            (&[5, 5, 5, 5, 5], 2),
            (&[6, 5, 1, 1, 1], 1),
        ] {
            let thrown = damage(ask, 5, &mut Dice::scripted(faces));
            assert_eq!(thrown, Ok(harm), "IMP-DAM.1: {faces:?}");
        }
        // Two dice: 24 ways without a 6 or a pair of 5s, 11 with one damage, 1 with two.
        let two = odds(|dice| damage(ask, 2, dice));
        assert_eq!(two.chance(|it| *it == 0).to_string(), "2/3", "IMP-DAM.1");
        assert_eq!(two.chance(|it| *it == 2).to_string(), "1/36", "IMP-DAM.1");
    }

    #[test]
    fn critical_numbers_have_their_rows() {
        let near = Cause::Shot { band: Band::Short, by: Missile::Javelin };
        let far = Cause::Shot { band: Band::Long, by: Missile::ShortBowA };
        let bolts = Cause::Shot { band: Band::Long, by: Missile::ArtilleryB };
        let stones = Cause::Shot { band: Band::Extreme, by: Missile::ArtilleryA };
        let wood = Cause::Melee { ground: Ground::Difficult, mounted_only: false };
        let rocks = Cause::Melee { ground: Ground::Broken, mounted_only: false };
        let horse = Cause::Melee { ground: Ground::Open, mounted_only: true };
        let hastati = unit("rom_hastati");
        let led = Unit { commander: true, ..hastati };
        let village = Unit { in_bua: true, ..hastati };
        for (test, number, rule) in [
            (test(hastati, 2, MELEE), 3, "IMP-COH.2: 5 - 2"),
            (test(disordered(hastati), 2, MELEE), 2, "IMP-COH.3"),
            (test(led, 2, MELEE), 4, "IMP-COH.6"),
            (test(worn(hastati, 3), 4, MELEE), 1, "IMP-COH.2: never less than 1"),
            (test(hastati, 2, near), 5, "IMP-COH.7, IMP-COH.8: 5 - 2 + 1 + 1"),
            (test(hastati, 2, far), 6, "IMP-COH.11, IMP-COH.8: 5 - 2 + 2 + 1"),
            (test(hastati, 2, bolts), 6, "IMP-COH.8: artillery B does not take it away"),
            (test(hastati, 2, stones), 5, "IMP-COH.8: artillery A does"),
            (test(unit("rom_velites"), 1, near), 3, "IMP-COH.7: 3 - 1 + 1"),
            (test(hastati, 2, Cause::Pila), 3, "IMP-PIL.6"),
            (test(hastati, 2, wood), 3, "IMP-COH.5: not for single heavy foot"),
            (test(large("car_spearmen", 2), 1, wood), 1, "IMP-COH.5: 5 - 1 - 3"),
            (test(large("car_spearmen", 2), 1, rocks), 3, "IMP-COH.4: 5 - 1 - 1"),
            (test(large("gal_warband", 2), 1, wood), 3, "IMP-COH.5: Large Units of FP only"),
            (test(unit("rom_alae"), 1, wood), 1, "IMP-COH.5: 5 - 1 - 3"),
            (test(hastati, 2, horse), 4, "IMP-COH.9"),
            (test(unit("car_scutarii"), 2, horse), 2, "IMP-COH.9: heavy foot only"),
            (test(large("mac_phalanx", 3), 1, horse), 5, "IMP-COH.10: 4 - 1 + 1 + 1"),
            (test(large("mac_phalanx", 2), 1, horse), 4, "IMP-COH.10: three deep"),
            (test(village, 3, MELEE), 4, "IMP-TER.22, IMP-R75: 7 - 3"),
        ] {
            assert_eq!(test.sum().total, number, "{rule}");
        }
    }

    #[test]
    fn bands_of_the_result() {
        // CN 3.
        let it = test(unit("rom_hastati"), 2, MELEE);
        let is = |face| it.judge(face);
        assert_eq!(is(3), Tested::default(), "IMP-COH.12");
        assert_eq!(is(4), Tested { failed: true, losses: 1, ..Tested::default() }, "IMP-COH.14");
        let six = Tested { failed: true, losses: 3, six: true, routs: false };
        assert_eq!(is(6), six, "IMP-COH.14, IMP-COH.15");
        assert!(it.after(is(3)).disordered, "IMP-COH.12");
        assert_eq!(it.after(is(6)).vbu(), 2, "IMP-COH.14");
        // CN 1: a 1 passes.
        let weak = test(worn(unit("rom_hastati"), 3), 4, MELEE);
        assert!(!weak.judge(1).failed && weak.judge(2).failed, "IMP-COH.12: a 1");
        assert!(weak.judge(4).routs, "IMP-ROU.1: 4 - 1 is more than 2");
        assert_eq!(weak.rule(weak.judge(4)), "IMP-ROU.1");
        // CN 6 and more: a 6 fails all the same, for 1.
        let strong = test(Unit { in_bua: true, ..unit("rom_hastati") }, 1, MELEE);
        assert!(!strong.judge(5).failed, "IMP-COH.12");
        assert_eq!((strong.judge(6).failed, strong.judge(6).losses), (true, 1), "IMP-COH.14: a 6");
        // IMP-COH.13, IMP-DIS.10: who is Disordered already loses 1 by passing.
        let shaken = test(disordered(unit("rom_hastati")), 2, MELEE);
        assert_eq!(
            (shaken.judge(2).failed, shaken.judge(2).losses),
            (false, 1),
            "IMP-COH.13, IMP-DIS.10"
        );
        assert_eq!(shaken.rule(shaken.judge(2)), "IMP-COH.13");
        let last = test(disordered(worn(unit("rom_hastati"), 4)), 1, MELEE);
        assert!(last.judge(1).routs, "IMP-COH.13, IMP-ROU.1");
    }

    #[test]
    fn who_is_flanked_routs_by_failing() {
        let it = CohesionTest { flanked: true, ..test(unit("rom_hastati"), 2, MELEE) };
        assert!(it.judge(4).routs && !it.judge(3).routs, "IMP-ROU.5");
        assert_eq!(it.rule(it.judge(4)), "IMP-ROU.5");
        let pila = CohesionTest { cause: Cause::Pila, ..it };
        assert!(pila.judge(4).routs, "IMP-ROU.5: the test for pila is one");
        let schiltron = CohesionTest { unit: unit("pike_schiltron"), ..it };
        assert!(!schiltron.judge(4).routs, "IMP-R46");
        // IMP-R74: scythed chariots are hit on the flank, and rout if they fail; passing does nothing.
        let scythed = CohesionTest { unit: unit("sel_scythed"), ..it };
        assert!(scythed.judge(4).routs, "IMP-R74");
        assert_eq!(scythed.judge(2), Tested::default(), "IMP-R74");
        assert!(!scythed.after(scythed.judge(2)).disordered, "IMP-SPC.9");
    }

    #[test]
    fn no_damage_no_test() {
        let it = test(unit("rom_hastati"), 0, MELEE);
        assert_eq!(it.throw(Seat::Red, &mut Dice::scripted([])), Ok(None), "IMP-R67");
    }
}
