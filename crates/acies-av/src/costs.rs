//! The budget (AV-R21, AV-R22, AV-3.11): what units, leaders and special figures cost.

use acies_core::{Row, Sum, add, always, at_least, total, when};

use crate::profile::{
    Figure, LeaderProfile, MoveClass, Profile, Shooter, Specials, Training, Weapon,
};

impl Profile {
    /// AV-R21: what a unit costs.
    pub fn cost(&self) -> i32 {
        total(self.cost_rows())
    }

    /// The same, itemised.
    pub fn bill(&self) -> Sum {
        Sum::of(self.cost_rows())
    }

    #[rustfmt::skip]
    fn cost_rows(&self) -> [Option<Row>; 10] {
        let has = |special| when(self.has(special));
        let formed = self.shoot.is_some_and(|it| it != Shooter::Ballista) && !self.is_expediti();
        let floor = if self.is_expediti() || self.is_artillery() { 5 } else { 8 };
        [
            add("AV-R21", always(),                self.men_cost(),      "class, armour, morale, weapon, training"),
            add("AV-R21", always(),                self.shooting_cost(), "shooting"),
            add("AV-R21", when(formed),            1,                    "shooting in close or extended order"),
            add("AV-R21", when(self.regular),      1,                    "regular"),
            add("AV-R21", has(Specials::TESTUDO),  1,                    "Testudo"),
            add("AV-R21", has(Specials::ORBIS),    1,                    "Orbis"),
            add("AV-R21", has(Specials::IMPETUOUS), 1,                   "Impetuous"),
            add("AV-R21", has(Specials::FANATICS), 2,                    "Fanatics"),
            add("AV-R21", when(!self.shields),     -1,                   "no shields"),
            at_least("AV-R21", always(),           floor,                "cheapest unit of its kind"),
        ]
    }

    /// What grows with the Cohesion Points, rounded up.
    #[rustfmt::skip]
    fn men_cost(&self) -> i32 {
        let class = match self.class {
            MoveClass::Ei | MoveClass::Li | MoveClass::Al => 4,
            MoveClass::Hi => 5,
            MoveClass::Ec => 7,
            MoveClass::Lc => 9,
            MoveClass::Mc => 14,
            MoveClass::Hc => 15,
            MoveClass::Af => 3,
            MoveClass::Ac => 5,
        };
        let armour = match self.armour { ..=3 => 9, 4 => 5, 5 => 2, 6.. => 0 };
        let morale = 4 * (5 - i32::from(self.morale));
        let weapon = match (self.weapon, self.is_mounted()) {
            (Weapon::Circumstance, _) => 0,
            (Weapon::AdHoc, _) => 3,
            (Weapon::TwoHanded, _) => 4,
            (Weapon::LongSpears, false) => 5,
            (Weapon::LongSpears, true) => 9,
            (Weapon::HeavyProjectiles, _) => 6,
        };
        let training = match self.training {
            Training::Raw => -3,
            Training::Standard => 0,
            Training::Elite => 6,
        };
        let six_points = class + armour + morale + weapon + training;
        (six_points * i32::from(self.cp) + 5).div_euclid(6)
    }

    fn shooting_cost(&self) -> i32 {
        match self.shoot {
            None => 0,
            Some(Shooter::Javelin) => 2,
            Some(Shooter::Sling) => 3,
            Some(Shooter::Bow) => 4,
            Some(Shooter::Crossbow) => 5,
            Some(Shooter::Ballista) => 8,
        }
    }
}

impl LeaderProfile {
    /// AV-R22: 10, and 10 for each ability.
    pub fn cost(&self) -> i32 {
        10 + 10 * self.abilities.iter().count() as i32
    }
}

impl Figure {
    /// AV-R22.
    pub fn cost(self) -> i32 {
        match self {
            Figure::ReligiousLeader => 6,
            Figure::Guru => 12,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        data::troop,
        profile::{Abilities, Doctrine},
    };

    #[test]
    fn the_examples_of_the_rulebook() {
        // AV-R21: (5 + 5 + 8 + 6 + 0) x 6/6 + 0 + 1 + 2 + 0 = 27.
        insta::assert_snapshot!(troop("rom_vet").unwrap().profile.bill(), @r"
        +24 class, armour, morale, weapon, training [AV-R21]
        +1 regular [AV-R21]
        +1 Testudo [AV-R21]
        +1 Orbis [AV-R21]
        = 27
        ");
        // AV-R21: ceil((3 + 2 + 4 + 0) x 4/6) = 6, + 8 + 1 - 1 = 14.
        assert_eq!(troop("rom_scorp").unwrap().profile.cost(), 14);
    }

    #[test]
    fn nobody_is_cheaper_than_the_floor() {
        let levy = troop("ger_levy").unwrap().profile;
        // (5 + 0 + 0 + 0 - 3) = 2, so the floor of close order.
        assert_eq!(levy.cost(), 8, "AV-R21");
        let half = Profile { cp: 3, ..troop("num_inf").unwrap().profile };
        // 4 x 3/6 = 2, + 2 for javelins; the floor of open order is 5.
        assert_eq!((half.doctrine(), half.cost()), (Doctrine::Open, 5), "AV-R21");
    }

    #[test]
    fn leaders_and_figures_cost_by_their_abilities() {
        let plain = LeaderProfile::default();
        assert_eq!(plain.cost(), 10, "AV-R22");
        let abilities = Abilities::HERO | Abilities::CHARISMATIC;
        assert_eq!(LeaderProfile { abilities, mounted: true, ..plain }.cost(), 30, "AV-R22");
        assert_eq!((Figure::ReligiousLeader.cost(), Figure::Guru.cost()), (6, 12), "AV-R22");
    }
}
