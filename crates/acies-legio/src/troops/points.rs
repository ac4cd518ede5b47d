//! What units and leaders cost (RULES.md 5.1; LEG-R112).

use super::Grade;
use crate::files::data::Troop;

/// RULES.md 5.1.
pub const GENERAL_POINTS: u32 = 60;
pub const LEADER_POINTS: u32 = 30;

impl Troop {
    /// RULES.md 5.1: a part for the unit and a part for each base, times the factor of its grade, rounded up. LEG-R10:
    /// the bases of under-strength units cost three quarters.
    pub fn points(&self, grade: Grade, bases: u8, under_strength: bool) -> u32 {
        let tenths = match grade {
            Grade::A => 20,
            Grade::B => 14,
            Grade::C => 10,
            Grade::D => 7,
        };
        let quarters = if under_strength { 3 } else { 4 };
        let unit_in_quarters = 4 * self.per_unit + quarters * self.per_base * u32::from(bases);
        (unit_in_quarters * tenths).div_ceil(4 * 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::troop;

    /// LEG-R112: the units of RULES.md 5.4, and each grade by hand.
    #[test]
    fn units_cost_what_the_formula_says() {
        for (id, grade, bases, under_strength, points) in [
            ("heavy_cavalry_attached", Grade::B, 4, false, 168),
            ("archers", Grade::C, 3, false, 34),
            ("legionaries", Grade::C, 10, false, 250),
            ("legionaries", Grade::B, 10, false, 350),
            ("auxiliaries", Grade::C, 5, false, 100),
            ("slingers", Grade::C, 3, false, 34),
            ("heavy_cavalry", Grade::C, 5, false, 120),
            // (40 + 96) x 7/5 = 190.4.
            ("heavy_cavalry", Grade::B, 6, false, 191),
            ("light_javelinmen", Grade::C, 8, false, 64),
            ("barbarian_infantry", Grade::B, 10, false, 168),
            // (40 + 64) x 7/10 = 72.8.
            ("barbarian_infantry", Grade::D, 8, false, 73),
            ("pikemen", Grade::A, 8, false, 288),
            ("light_cavalry_bow", Grade::C, 6, false, 136),
            // (16 + 78) x 7/5 = 131.6.
            ("light_cavalry_javelin", Grade::B, 6, false, 132),
            ("spearmen", Grade::C, 10, false, 110),
            ("cataphracts", Grade::B, 6, false, 275),
            ("elephants", Grade::C, 1, false, 80),
            ("african_elephants", Grade::C, 1, false, 72),
            ("artillery", Grade::C, 1, false, 40),
            // 40 + 15.75 x 10 = 197.5, and (40 + 9 x 5) x 7/10 = 59.5.
            ("legionaries", Grade::C, 10, true, 198),
            ("auxiliaries", Grade::D, 5, true, 60),
        ] {
            let cost = troop(id).unwrap().points(grade, bases, under_strength);
            assert_eq!(cost, points, "LEG-R112, LEG-R10: {id} {grade:?} {bases}");
        }
    }
}
