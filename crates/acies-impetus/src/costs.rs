//! Points (IMP-R7, IMP-R8, IMP-R9): what Units, Commanders and the Command Structure cost.

use acies_core::{Row, Sum, add, always, at_least, total};

use crate::{
    command::{Quality, Structure},
    profile::{Discipline, Kind, Missile, Profile, Traits},
};

impl Profile {
    /// IMP-R9: what a Unit costs, or the front element of a Large Unit.
    pub fn cost(&self) -> i32 {
        total(self.cost_rows())
    }

    /// The same, itemised.
    pub fn bill(&self) -> Sum {
        Sum::of(self.cost_rows())
    }

    /// IMP-R9: a rear element costs three quarters, rounded to the nearest, halves up.
    pub fn rear_cost(&self) -> i32 {
        (3 * self.cost() + 2) / 4
    }

    /// The whole of a Unit of so many elements.
    pub fn cost_of(&self, elements: u8) -> i32 {
        self.cost() + (i32::from(elements) - 1) * self.rear_cost()
    }

    #[rustfmt::skip]
    fn cost_rows(&self) -> [Option<Row>; 8] {
        let kind = match self.kind {
            Kind::Fp => -1,
            Kind::Fl | Kind::El => 2,
            Kind::T => 1,
            Kind::S | Kind::Baggage => 0,
            Kind::Cl => -2,
            Kind::Cm | Kind::Cgl => -4,
            Kind::Cp | Kind::Cgp => -6,
            Kind::Cf => -12,
            Kind::Art | Kind::W => 4,
        };
        let value = match self.vbu { 0 | 1 => -2, 2 => 0, 3 => 2, 4 => 6, 5 => 10, 6 => 16, 7 => 24, 8.. => 34 };
        let discipline = match self.discipline { Discipline::A => 7, Discipline::B => 3, Discipline::C => 0 };
        [
            add("IMP-R9", always(),                   kind, "type"),
            add("IMP-R9", always(),      i32::from(self.m), "movement"),
            add("IMP-R9", always(),                  value, "VBU"),
            add("IMP-R9", always(), i32::from(self.impetus), "impetus"),
            add("IMP-R9", always(),             discipline, "discipline"),
            add("IMP-R9", always(), self.missile.map_or(0, Missile::cost), "missile weapon"),
            add("IMP-R9", always(),     self.traits_cost(), "traits"),
            at_least("IMP-R9", always(),                 4, "cheapest Unit"),
        ]
    }

    #[rustfmt::skip]
    fn traits_cost(&self) -> i32 {
        let impetuous = if self.kind == Kind::Fl { -8 } else { -3 };
        [
            (Traits::LONG_SPEAR, 3), (Traits::PIKE, 3), (Traits::PILUM, 3), (Traits::IMPETUOUS, impetuous),
            (Traits::SCHILTRON, 2), (Traits::SHIELDWALL, 2), (Traits::PAVISE, 2), (Traits::ANTI_WARBAND, 2),
            (Traits::CAMELS, 1), (Traits::STAKES, 1), (Traits::RELIEF, 1), (Traits::DISMOUNT, 1),
        ]
        .into_iter()
        .filter(|(it, _)| self.has(*it))
        .map(|(_, cost)| cost)
        .sum()
    }
}

impl Missile {
    /// IMP-R9.
    fn cost(self) -> i32 {
        use Missile::*;
        match self {
            Javelin | Sling | ShortBowB | Various => 1,
            ShortBowA | CompositeBowC | CrossbowB | Handgun => 2,
            CompositeBowB | LongbowB | ArquebusB => 3,
            CrossbowA | ArquebusA => 4,
            CompositeBowA | LongbowA | Musket => 5,
            ArtilleryA => 12,
            ArtilleryB => 9,
            ArtilleryC => 10,
        }
    }
}

impl Quality {
    /// IMP-R8: Incompetents and Cowards are not bought.
    pub fn cost(self) -> i32 {
        match self {
            Quality::Genius | Quality::Charismatic => 50,
            Quality::Expert => 30,
            Quality::Fair => 15,
            Quality::Poor | Quality::Incompetent | Quality::Coward => 0,
        }
    }
}

impl Structure {
    /// IMP-R7.
    pub fn cost(self) -> i32 {
        match self {
            Structure::Good => 24,
            Structure::Average => 12,
            Structure::Poor => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::{troop, troops};

    #[test]
    fn every_printed_cost_is_that_of_the_formula() {
        for it in troops() {
            assert_eq!(it.profile.cost(), it.cost, "IMP-R9: {}", it.id);
        }
    }

    #[test]
    fn a_bill_has_its_rows() {
        // IMP-R9, published: the Imperial legionary costs 28: -1 + 5 + 16 + 2 + 3 + 3.
        insta::assert_snapshot!(troop("rom_legion").unwrap().profile.bill(), @r"
        -1 type [IMP-R9]
        +5 movement [IMP-R9]
        +16 VBU [IMP-R9]
        +2 impetus [IMP-R9]
        +3 discipline [IMP-R9]
        +3 traits [IMP-R9]
        = 28
        ");
    }

    #[test]
    fn rear_elements_cost_three_quarters() {
        // IMP-R9, published: 17 and 13, 12 and 9; 21 and 16 (15.75), 14 and 11 (10.5), 31 and 23 (23.25).
        for (id, front, rear) in [
            ("mac_phalanx", 17, 13),
            ("gal_warband", 12, 9),
            ("car_spearmen", 21, 16),
            ("car_citizens", 14, 11),
            ("gre_spartans", 31, 23),
        ] {
            let profile = troop(id).unwrap().profile;
            assert_eq!((profile.cost(), profile.rear_cost()), (front, rear), "IMP-R9: {id}");
        }
        // IMP-R9: a block of three is 17 + 13 + 13.
        assert_eq!(troop("mac_phalanx").unwrap().profile.cost_of(3), 43, "IMP-R9");
    }

    #[test]
    fn nobody_is_cheaper_than_four_points() {
        // -1 + 1 - 2 + 0 + 0 = -2.
        let levies = troop("per_levies").unwrap().profile;
        let weak = Profile { m: 1, vbu: 1, impetus: 0, ..levies };
        assert_eq!(weak.cost(), 4, "IMP-R9");
    }

    #[test]
    fn commanders_and_structures_have_their_prices() {
        use Quality::*;
        let all = [Genius, Charismatic, Expert, Fair, Poor, Incompetent, Coward];
        assert_eq!(all.map(Quality::cost), [50, 50, 30, 15, 0, 0, 0], "IMP-R8");
        let all = [Structure::Good, Structure::Average, Structure::Poor];
        assert_eq!(all.map(Structure::cost), [24, 12, 0], "IMP-R7");
    }
}
