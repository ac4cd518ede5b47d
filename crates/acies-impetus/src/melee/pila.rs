//! Pila (RULES.md 3.13, IMP-R58, IMP-R116).

use acies_core::{Dice, Rolled, Row, Seat, Sum, add, always, at_least, total, when};

use super::{Came, Fighter, Melee};
use crate::{
    cohesion::{Cause, CohesionTest, Tested, damage},
    profile::Traits,
};

impl Melee {
    /// The pila of a side's main unit, itemised.
    pub fn main_pila(&self, side: usize) -> Sum {
        Sum::of(pila_rows(&self.sides[side].main, false))
    }

    /// The pila of a support, itemised.
    pub fn support_pila(&self, side: usize, support: usize) -> Sum {
        Sum::of(self.support_pila_rows(side, support))
    }

    /// IMP-R58: all pila of a side, one throw.
    pub fn pila(&self, side: usize) -> u8 {
        let supports = 0..self.sides[side].supports.len();
        let supports: i32 = supports.map(|n| total(self.support_pila_rows(side, n))).sum();
        (total(pila_rows(&self.sides[side].main, false)) + supports) as u8
    }

    /// IMP-PIL.4, IMP-R58: supporting legionaries throw only if the main unit was charged.
    fn support_pila_rows(&self, side: usize, support: usize) -> [Option<Row>; 5] {
        let charged = self.sides[side].main.came == Came::WasCharged;
        if charged { pila_rows(&self.sides[side].supports[support], true) } else { [None; 5] }
    }

    /// IMP-PIL.6, IMP-R58: the test of a side's main unit for the pila of the other.
    pub fn pila_test(&self, side: usize, damage: u8) -> CohesionTest {
        let main = &self.sides[side].main;
        CohesionTest { unit: main.unit, damage, cause: Cause::Pila, flanked: main.is_flanked() }
    }

    /// IMP-R58: the pila of one side, and the test of the other's main unit.
    pub fn throw_pila(&self, side: usize, by: Seat, dice: &mut Dice) -> Rolled<Option<Tested>> {
        let pool = self.pila(side);
        if pool == 0 {
            return Ok(None);
        }
        let damage = damage(by.throws("IMP-R58", "pila"), pool, dice)?;
        self.pila_test(1 - side, damage).throw(by.other(), dice)
    }

    /// The melee after both sides' pila, which are simultaneous: their new state counts in what follows.
    #[must_use]
    pub fn after_pila(&self, tested: [Option<Tested>; 2]) -> Melee {
        let mut after = self.clone();
        for (side, tested) in tested.into_iter().enumerate() {
            if let Some(tested) = tested {
                after.sides[side].main.unit = self.pila_test(side, 1).after(tested);
            }
        }
        after
    }
}

/// IMP-PIL.1 to IMP-PIL.5.
#[rustfmt::skip]
fn pila_rows(ours: &Fighter, supports: bool) -> [Option<Row>; 5] {
    let throws = ours.profile().has(Traits::PILUM) && ours.unit.is_fresh();
    if !throws || !supports && ours.came == Came::Stood {
        return [None; 5];
    }
    [
        add("IMP-PIL.2", when(!supports && ours.moved()),                1, "legionaries charge"),
        add("IMP-PIL.3", when(!supports && ours.came == Came::WasCharged), 3, "legionaries are charged"),
        add("IMP-PIL.4", when(supports),                                 1, "legionaries support"),
        add("IMP-PIL.5", when(ours.unit.disordered),                    -1, "Disordered"),
        at_least("IMP-PIL.5", always(),                                  0, "none left"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        melee::Side,
        units::{
            Unit,
            tests::{disordered, unit, worn},
        },
    };

    fn melee(ours: Fighter) -> Melee {
        let gauls = Fighter { came: Came::Charged, ..Fighter::plain(unit("gal_warband")) };
        Melee { sides: [Side::alone(ours), Side::alone(gauls)] }
    }

    fn came(unit: Unit, came: Came) -> Fighter {
        Fighter { came, ..Fighter::plain(unit) }
    }

    #[test]
    fn who_throws_how_many() {
        let hastati = unit("rom_hastati");
        for (ours, pool, rule) in [
            (came(hastati, Came::Charged), 1, "IMP-PIL.2"),
            (came(hastati, Came::CounterCharged), 1, "IMP-R58"),
            (came(hastati, Came::WasCharged), 3, "IMP-PIL.3"),
            (came(hastati, Came::Stood), 0, "IMP-R58: only after a charge"),
            (came(disordered(hastati), Came::WasCharged), 2, "IMP-PIL.5"),
            (came(disordered(hastati), Came::Charged), 0, "IMP-PIL.5"),
            (came(worn(hastati, 1), Came::WasCharged), 0, "IMP-PIL.1: Fresh"),
            (came(unit("rom_triarii"), Came::WasCharged), 0, "IMP-PIL.1: legionaries"),
        ] {
            assert_eq!(melee(ours).pila(0), pool, "{rule}");
        }
        let mut charged = melee(came(hastati, Came::WasCharged));
        charged.sides[0].supports.push(Fighter::plain(unit("rom_principes")));
        charged.sides[0].supports.push(Fighter::plain(unit("rom_triarii")));
        assert_eq!(charged.pila(0), 4, "IMP-PIL.4: 3 + 1 + 0");
        charged.sides[0].main.came = Came::Charged;
        assert_eq!(charged.pila(0), 1, "IMP-R58: supports only if the main unit was charged");
    }

    #[test]
    fn pila_are_tested_before_the_dice() {
        // Three dice, one damage: CN 4 - 1 = 3; a 5 costs two.
        let before = melee(came(unit("rom_hastati"), Came::WasCharged));
        let mut dice = Dice::scripted([6, 1, 1, 5]);
        let tested = before.throw_pila(0, Seat::Red, &mut dice).unwrap();
        assert!(dice.is_spent());
        assert_eq!(tested.map(|it| (it.failed, it.losses)), Some((true, 2)), "IMP-R58, IMP-PIL.6");
        let after = before.after_pila([None, tested]);
        let gauls = after.sides[1].main.unit;
        assert!(gauls.disordered && !gauls.is_fresh(), "IMP-R58");
        // 2 - 1 Disordered, and no impetus when Worn.
        assert_eq!((before.main_dice(1).total, after.main_dice(1).total), (8, 1), "IMP-NIB.2");
    }
}
