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
    fn cost_rows(&self) -> [Option<Row>; 7] {
        let has = |special| when(self.special.intersects(special));
        let drilled = Specials::TESTUDO | Specials::ORBIS;
        [
            add("AV-R21", always(),                 self.men_cost(),      "class, armour, morale, weapon, training"),
            add("AV-R21", always(),                 self.shooting_cost(), "shooting"),
            add("AV-R21", when(self.regular),       1,                    "regular"),
            add("AV-R21", has(drilled),             1,                    "Testudo or Orbis"),
            add("AV-R21", has(Specials::IMPETUOUS), 2,                    "Impetuous"),
            add("AV-R21", has(Specials::FANATICS),  -3,                   "Fanatics"),
            at_least("AV-R21", always(),            5,                    "cheapest unit"),
        ]
    }

    /// What grows with the Cohesion Points, rounded up.
    #[rustfmt::skip]
    fn men_cost(&self) -> i32 {
        let class = match self.class {
            MoveClass::Al => 3,
            MoveClass::Hi => 7,
            MoveClass::Ei | MoveClass::Li => 8,
            MoveClass::Ec | MoveClass::Lc => 9,
            MoveClass::Hc => 13,
            MoveClass::Mc => 16,
            MoveClass::Af => 4,
            MoveClass::Ac => 6,
        };
        let armour = match self.armour { ..=3 => 16, 4 => 7, 5 => 1, 6.. => 0 };
        let morale = 2 * (5 - i32::from(self.morale));
        let weapon = match (self.weapon, self.is_mounted()) {
            (Weapon::Circumstance | Weapon::TwoHanded, _) => 0,
            (Weapon::AdHoc, _) => 2,
            (Weapon::LongSpears, false) => 3,
            (Weapon::HeavyProjectiles, _) => 4,
            (Weapon::LongSpears, true) => 12,
        };
        let training = match self.training {
            Training::Raw => -2,
            Training::Standard => 0,
            Training::Elite => 8,
        };
        let six_points = class + armour + morale + weapon + training;
        (six_points * i32::from(self.cp) + 5).div_euclid(6)
    }

    fn shooting_cost(&self) -> i32 {
        match self.shoot {
            None => 0,
            Some(Shooter::Javelin | Shooter::Bow) => 2,
            Some(Shooter::Sling | Shooter::Crossbow) => 3,
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
    use crate::{files::data::troop, profile::Abilities};

    #[test]
    fn the_examples_of_the_rulebook() {
        // AV-R21: (7 + 7 + 4 + 4 + 0) x 6/6 + 0 + 1 + 1 = 24.
        insta::assert_snapshot!(troop("rom_vet").unwrap().profile.bill(), @r"
        +22 class, armour, morale, weapon, training [AV-R21]
        +1 regular [AV-R21]
        +1 Testudo or Orbis [AV-R21]
        = 24
        ");
        // AV-R21: ceil((4 + 1 + 2 + 0 + 0) x 4/6) = 5, + 8 + 1 = 14.
        assert_eq!(troop("rom_scorp").unwrap().profile.cost(), 14);
    }

    /// AV-R21: a unit of each class, of each weapon, of each armour, and of each shooter, by hand.
    #[test]
    fn every_column_of_the_table() {
        for (id, cost, sum) in [
            ("gal_youth", 8 + 2, "EI, 6+, 5+, C, javelin"),
            ("rom_vel", 8 + 1 + 2 + 2 + 1, "EI, 5+, 4+, C, javelin, regular"),
            ("rom_auxbow", 8 + 1 + 2 + 2 + 1, "LI, 5+, 4+, C, bow, regular"),
            ("rom_aux", 3 + 7 + 2 + 2 + 1, "AL, 4+, 4+, AH, regular"),
            ("dac_falx", 7 + 1 + 4 + 2, "HI, 5+, 3+, 2H, Impetuous"),
            ("mac_arg", 7 + 7 + 6 + 3 + 8 + 1 + 1, "HI, 4+, 2+, LS, elite, regular, Testudo"),
            ("rom_rawleg", 7 + 7 + 2 + 4 - 2 + 1, "HI, 4+, 4+, HP, raw, regular"),
            ("ger_fan", 7 + 4 + 2 + 2 - 3, "HI, 6+, 3+, AH, Impetuous, Fanatics"),
            ("par_ha", 9 + 2 + 2 + 1, "EC, 6+, 4+, C, bow, regular"),
            ("mac_prod", 9 + 1 + 2 + 2 + 1, "LC, 5+, 4+, AH, regular"),
            ("mac_comp", 16 + 7 + 4 + 12 + 1, "MC, 4+, 3+, LS, regular"),
            ("par_cat", 13 + 16 + 4 + 12, "HC, 3+, 3+, LS"),
            ("bal_sling", 8 + 2 + 3, "EI, 6+, 4+, C, sling"),
            ("lat_cross", 8 + 2 + 3 + 1, "EI, 6+, 4+, C, crossbow, regular"),
            // (16 + 1 + 2 + 2 - 2) x 3/6 = 9.5.
            ("scythe", 10 + 2, "MC, 5+, 4+, AH, raw, 3 CP, Impetuous"),
        ] {
            assert_eq!(troop(id).unwrap().profile.cost(), cost, "AV-R21: {id}: {sum}");
        }
    }

    #[test]
    fn nobody_is_cheaper_than_the_floor() {
        let half = Profile { cp: 3, ..troop("ger_levy").unwrap().profile };
        // (7 + 0 + 0 + 0 - 2) x 3/6 = 2.5.
        assert_eq!(half.cost(), 5, "AV-R21");
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
