//! Saving rolls (RULES.md 8.9; AV-5.31, AV-10.13, AV-18.18, AV-19.9, AV-19.10, AV-19.13, AV-R70, AV-R91).

use acies_core::{D6, Dice, Rolled, Row, Seat, Sum, add, always, at_least, total, when};

use crate::profile::{Order, Profile, Shooter, Weapon};

/// What struck, as far as saves are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Harm {
    /// Nothing that pierces armour.
    Plain,
    /// AV-19.9.
    TwoHanded,
    /// AV-19.9.
    Crossbow,
    /// AV-19.13.
    Artillery,
}

impl From<Weapon> for Harm {
    fn from(weapon: Weapon) -> Self {
        if weapon == Weapon::TwoHanded { Harm::TwoHanded } else { Harm::Plain }
    }
}

impl From<Shooter> for Harm {
    fn from(shooter: Shooter) -> Self {
        match shooter {
            Shooter::Crossbow => Harm::Crossbow,
            Shooter::Ballista => Harm::Artillery,
            Shooter::Bow | Shooter::Sling | Shooter::Javelin => Harm::Plain,
        }
    }
}

/// A unit that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Save {
    pub profile: Profile,
    /// None if it is disrupted, which ends a Shieldwall at once (AV-R91).
    pub order: Option<Order>,
    pub against: Harm,
}

impl Save {
    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 5] {
        let behind_shields = when(self.order.is_some_and(Order::is_wall))
            .unless(self.order == Some(Order::Orbis), "AV-18.18");
        let two_handed = matches!(self.against, Harm::TwoHanded | Harm::Crossbow);
        [
            at_least("AV-3.5",   always(),                              i32::from(self.profile.armour), "armour"),
            add("AV-5.31",  behind_shields,                                      -1, "Shieldwall"),
            add("AV-19.10", when(self.profile.weapon == Weapon::TwoHanded),       1, "its own two-handed weapons"),
            at_least("AV-19.9",  when(two_handed),                                5, "two-handed weapons and crossbows"),
            at_least("AV-19.13", when(self.against == Harm::Artillery),           5, "artillery"),
        ]
    }

    /// What each die needs.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// The same as a number. AV-R70: 7 cannot be saved, for there is no natural 6.
    pub fn needs(&self) -> i32 {
        total(self.rows())
    }

    /// AV-10.13, AV-10.14: a die for each hit; gives the Cohesion Points lost. A save that no die can
    /// make is not thrown.
    pub fn throw(&self, by: Seat, hits: usize, dice: &mut Dice) -> Rolled<usize> {
        let needs = self.needs();
        if needs > 6 {
            return Ok(hits);
        }
        let [saved] = dice.count(by.throws("AV-10.13", "saving rolls"), hits, D6, [needs..=6])?;
        Ok(hits - saved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::troop;

    #[test]
    fn needs() {
        use Order::{Halt, Orbis, Shieldwall};
        for (id, order, against, needs, rule) in [
            ("rom_vet", Some(Halt), Harm::Plain, 4, "AV-3.5"),
            ("rom_vet", Some(Shieldwall), Harm::Plain, 3, "AV-5.31"),
            ("rom_vet", Some(Orbis), Harm::Plain, 4, "AV-18.18"),
            ("rom_vet", None, Harm::Plain, 4, "AV-R91"),
            ("rom_vet", Some(Shieldwall), Harm::TwoHanded, 5, "AV-19.9"),
            ("rom_vet", Some(Shieldwall), Harm::Crossbow, 5, "AV-19.9"),
            ("rom_vet", Some(Halt), Harm::Artillery, 5, "AV-19.13"),
            ("ger_war", Some(Halt), Harm::Artillery, 6, "AV-19.13: at best"),
            ("dac_falx", Some(Halt), Harm::Plain, 6, "AV-19.10"),
            ("dac_falx", Some(Shieldwall), Harm::Plain, 5, "AV-5.31, AV-19.10"),
        ] {
            let save = Save { profile: troop(id).unwrap().profile, order, against };
            assert_eq!(save.needs(), needs, "{rule}: {id}");
            assert_eq!(save.sum().total, needs, "{rule}: {id}");
        }
    }

    #[test]
    fn weapons_that_pierce() {
        assert_eq!(Harm::from(Weapon::TwoHanded), Harm::TwoHanded, "AV-19.9");
        assert_eq!(Harm::from(Weapon::HeavyProjectiles), Harm::Plain);
        assert_eq!(Harm::from(Shooter::Crossbow), Harm::Crossbow, "AV-19.9");
        assert_eq!(Harm::from(Shooter::Ballista), Harm::Artillery, "AV-19.13");
        assert_eq!(Harm::from(Shooter::Bow), Harm::Plain);
    }

    #[test]
    fn throws() {
        let profile = troop("rom_vet").unwrap().profile;
        let save = Save { profile, order: Some(Order::Halt), against: Harm::Plain };
        let mut dice = Dice::scripted([3, 4, 6]);
        assert_eq!(save.throw(Seat::Red, 3, &mut dice), Ok(1), "AV-10.14");
        // AV-R70: thralls with two-handed weapons and armour 6+ need 7; no die is asked for.
        let bare = Profile { armour: 6, ..troop("dac_falx").unwrap().profile };
        let hopeless = Save { profile: bare, ..save };
        assert_eq!(hopeless.needs(), 7, "AV-R70");
        assert_eq!(hopeless.throw(Seat::Red, 2, &mut Dice::scripted([])), Ok(2), "AV-R70");
    }
}
