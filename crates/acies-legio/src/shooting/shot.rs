//! Dice of a shot or a volley (LEG-SHO.4 to .12; LEG-R68, LEG-R71, LEG-R72, LEG-R155).

use acies_core::{D6, Dice, Rolled, Row, Seat, Sum, add, always, at_least, total, when};

use crate::troops::Type;

/// The target of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    pub kind: Type,
    pub unformed: bool,
    /// LEG-R19.
    pub in_cover: bool,
}

/// A unit that shoots, or volleys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub kind: Type,
    pub formed: bool,
    /// LEG-R65: stands that can shoot.
    pub stands: u8,
    /// DPs of the shooter.
    pub dp: u8,
    /// LEG-R71: the target is within 40 paces of the unit.
    pub at_javelin_range: bool,
    pub aim: Aim,
}

impl Shot {
    #[rustfmt::skip]
    fn dice_rows(&self) -> [Option<Row>; 4] {
        let (stands, dp) = (i32::from(self.stands), i32::from(self.dp));
        let half = (stands - dp).max(0) / 2;
        let spread = self.aim.unformed || self.aim.in_cover;
        [
            add("LEG-SHO.4",     always(),     stands, "stands"),
            add("LEG-SHO.5",     always(),        -dp, "disorder points"),
            at_least("LEG-R68",  always(),          0, "no dice"),
            add("LEG-SHO.6",     when(spread),  -half, "half, target unformed or in cover"),
        ]
    }

    /// LEG-R68: the number of dice.
    pub fn dice(&self) -> Sum {
        Sum::of(self.dice_rows())
    }

    #[rustfmt::skip]
    fn need_rows(&self) -> [Option<Row>; 4] {
        let Aim { kind: target, .. } = self.aim;
        let near = self.kind.is_light_infantry() && self.at_javelin_range;
        let piercing = matches!(self.kind, Type::Legionaries | Type::Swordsmen | Type::Artillery);
        let pierced = target.is_heavy_infantry() || target.is_elephants();
        let steady = self.kind == Type::Auxiliaries && self.formed;
        let shunned = target.is_cavalry() || target.is_chariots() || target.is_light();
        [
            add("LEG-SHO.7",  always(),                      6, "a hit"),
            add("LEG-SHO.8",  when(near),                   -1, "light infantry at javelin range"),
            add("LEG-SHO.9",  when(piercing && pierced),    -1, "pila or engines at heavy infantry or elephants"),
            add("LEG-SHO.10", when(steady && shunned),      -1, "formed Auxiliaries at cavalry, chariots or lights"),
        ]
    }

    /// What each die needs.
    pub fn needs(&self) -> Sum {
        Sum::of(self.need_rows())
    }

    /// LEG-SHO.11: hits, each of which is a DP of shooting.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<u8> {
        let number = total(self.dice_rows()) as usize;
        let needs = total(self.need_rows());
        let [hits] = dice.count(by.throws("LEG-SHO.4", "shooting"), number, D6, [needs..=6])?;
        Ok(hits as u8)
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;

    fn shot(kind: Type, stands: u8, dp: u8, target: Type) -> Shot {
        let aim = Aim { kind: target, unformed: target.is_light(), in_cover: false };
        Shot { kind, formed: !kind.is_light(), stands, dp, at_javelin_range: false, aim }
    }

    #[test]
    fn dice_of_shots() {
        let legion = Type::Legionaries;
        for (stands, dp, target, in_cover, number, rule) in [
            (4, 0, Type::BarbarianInfantry, false, 4, "LEG-SHO.4"),
            (4, 1, Type::BarbarianInfantry, false, 3, "LEG-SHO.5"),
            (2, 3, Type::BarbarianInfantry, false, 0, "LEG-R68: never below 0"),
            (5, 0, Type::Archers, false, 3, "LEG-SHO.6, LEG-R68: rounded up"),
            (4, 0, Type::BarbarianInfantry, true, 2, "LEG-SHO.6"),
            (4, 1, Type::Archers, true, 2, "LEG-R68: halved once"),
            (1, 0, Type::Archers, true, 1, "LEG-R68: rounded up"),
        ] {
            let mut it = shot(legion, stands, dp, target);
            it.aim.in_cover = in_cover;
            assert_eq!(it.dice().total, number, "{rule}");
        }
    }

    #[test]
    fn needs_of_shots() {
        for (kind, near, formed, target, needs, rule) in [
            (Type::Archers, false, false, Type::BarbarianInfantry, 6, "LEG-SHO.7"),
            (Type::Archers, true, false, Type::BarbarianInfantry, 5, "LEG-SHO.8"),
            (Type::LightJavelinmen, true, false, Type::Archers, 5, "LEG-SHO.8"),
            (Type::LightCavalry, true, false, Type::BarbarianInfantry, 6, "LEG-R71"),
            (Type::Legionaries, true, true, Type::Pikemen, 5, "LEG-SHO.9"),
            (Type::Legionaries, true, true, Type::Elephants, 5, "LEG-SHO.9"),
            (Type::Legionaries, true, true, Type::HeavyCavalry, 6, "LEG-SHO.9"),
            (Type::Swordsmen, true, true, Type::Legionaries, 5, "LEG-R155"),
            (Type::Artillery, false, false, Type::Legionaries, 5, "LEG-SHO.9"),
            (Type::Artillery, false, false, Type::Archers, 6, "LEG-SHO.9"),
            (Type::Auxiliaries, true, true, Type::HeavyCavalry, 5, "LEG-SHO.10"),
            (Type::Auxiliaries, true, true, Type::ScythedChariots, 5, "LEG-SHO.10"),
            (Type::Auxiliaries, true, true, Type::Slingers, 5, "LEG-SHO.10"),
            (Type::Auxiliaries, true, false, Type::HeavyCavalry, 6, "LEG-SHO.10: formed"),
            (Type::Auxiliaries, true, true, Type::Elephants, 6, "LEG-SHO.10"),
            (Type::AsiaticInfantry, true, true, Type::HeavyCavalry, 6, "LEG-R155"),
        ] {
            let plain = shot(kind, 4, 0, target);
            let it = Shot { formed, at_javelin_range: near, ..plain };
            assert_eq!(it.needs().total, needs, "{rule}: {kind:?} at {target:?}");
        }
    }

    /// RULES.md 8.1: 6 2 5 1 are 2 DPs. By hand: each of four dice hits in 1/3, so none hits in 16/81.
    #[test]
    fn a_volley_of_four_cohorts() {
        let pila = shot(Type::Legionaries, 4, 0, Type::BarbarianInfantry);
        assert_eq!(
            pila.throw(Seat::Red, &mut Dice::scripted([6, 2, 5, 1])),
            Ok(2),
            "LEG-SHO.11, LEG-R72"
        );
        let odds = odds(|dice| pila.throw(Seat::Red, dice));
        assert_eq!(odds.chance(|&hits| hits == 0).to_string(), "16/81", "LEG-SHO.9");
        assert_eq!(odds.chance(|&hits| hits == 2).to_string(), "8/27", "6 x 4 of 81");
    }
}
