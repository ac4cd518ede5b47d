//! Pursuit (RULES.md 3.17; IMP-R63, IMP-R65, IMP-R103, IMP-R118, IMP-R120).

use acies_core::{D6, Dice, Rolled, Seat};
use serde::Serialize;

use super::{Because, retreat::half_up};
use crate::{
    profile::{Kind, Profile},
    units::Unit,
};

/// Whether a winner pursues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Pursuit {
    No,
    May,
    Must,
}

/// A winner, and whom it has beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    pub unit: Unit,
    pub beaten: Profile,
    /// IMP-R118: it still touches another enemy.
    pub held: bool,
    /// IMP-PUR.5, IMP-R65: it supported the main unit, and that one pursues.
    pub supported: bool,
}

impl Winner {
    /// IMP-PUR.1 to IMP-PUR.3, IMP-PUR.5 to IMP-PUR.7: whether it must or may pursue, and the rule. IMP-SPC.37: impetuous
    /// troops must; IMP-PUR.6: not foot against fast horse, which they may not even pursue (IMP-SPC.40).
    pub fn pursuit(&self) -> Because<Pursuit> {
        let profile = &self.unit.profile;
        let driven = profile.kind == Kind::Cp || self.unit.is_impetuous();
        match profile.kind {
            _ if self.held => ("IMP-R118", Pursuit::No),
            _ if self.unit.in_bua => ("IMP-R120", Pursuit::No),
            Kind::W => ("IMP-R103", Pursuit::No),
            Kind::Baggage => ("IMP-R53", Pursuit::No),
            _ if profile.is_foot() && self.beaten.kind.is_fast_horse() => {
                ("IMP-SPC.40", Pursuit::No)
            }
            _ if self.supported => {
                let may = driven || profile.kind.is_chariot();
                ("IMP-PUR.5", if may { Pursuit::May } else { Pursuit::No })
            }
            Kind::Cp if self.unit.is_half_lost() => ("IMP-PUR.7", Pursuit::May),
            Kind::Cp => ("IMP-SPC.18", Pursuit::Must),
            _ if driven => ("IMP-PUR.1", Pursuit::Must),
            _ if profile.impetus > 0 => ("IMP-PUR.2", Pursuit::May),
            Kind::Cl => ("IMP-PUR.3", Pursuit::May),
            _ => ("IMP-PUR.2", Pursuit::No),
        }
    }

    /// IMP-PUR.4: the distance for a face, in U.
    pub fn distance_u(&self, face: i32) -> u8 {
        if self.unit.profile.is_mounted() { face as u8 } else { half_up(face) }
    }

    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<u8> {
        Ok(self.distance_u(dice.roll(by.throws("IMP-PUR.4", "the pursuit"), D6)?))
    }
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::{
        melee::retreat::Retreat,
        units::tests::{unit, worn},
    };

    fn winner(id: &str, beaten: &str) -> Winner {
        Winner { unit: unit(id), beaten: unit(beaten).profile, held: false, supported: false }
    }

    #[test]
    fn who_pursues() {
        use Pursuit::*;
        let gauls = winner("gal_warband", "rom_hastati");
        let knights = winner("mac_companions", "rom_hastati");
        for (it, pursuit, rule) in [
            (knights, Must, "IMP-SPC.18"),
            (gauls, Must, "IMP-PUR.1"),
            (Winner { unit: worn(unit("gal_warband"), 2), ..gauls }, May, "IMP-PUR.2"),
            (Winner { unit: worn(unit("mac_companions"), 3), ..knights }, May, "IMP-PUR.7"),
            (winner("rom_hastati", "gal_warband"), May, "IMP-PUR.2"),
            (winner("rom_archers", "gal_warband"), No, "IMP-PUR.2"),
            (winner("gre_light_horse", "gal_youths"), May, "IMP-PUR.3"),
            (winner("gal_warband", "rom_alae"), No, "IMP-SPC.40"),
            (winner("rom_hastati", "num_light_horse"), No, "IMP-SPC.40"),
            (winner("rom_hastati", "mac_companions"), May, "IMP-PUR.2"),
            (winner("rom_alae", "rom_alae"), May, "IMP-PUR.2"),
            (Winner { held: true, ..gauls }, No, "IMP-R118"),
            (winner("war_wagons", "rom_hastati"), No, "IMP-R103"),
            (Winner { supported: true, ..knights }, May, "IMP-PUR.5"),
            (Winner { supported: true, ..gauls }, May, "IMP-PUR.5"),
            (Winner { supported: true, ..winner("gal_chariots", "rom_hastati") }, May, "IMP-PUR.5"),
            (Winner { supported: true, ..winner("rom_hastati", "gal_warband") }, No, "IMP-PUR.5"),
        ] {
            assert_eq!(it.pursuit(), (rule, pursuit), "{}", it.unit.profile.words());
        }
        let village = Unit { in_bua: true, ..unit("gal_warband") };
        assert_eq!(Winner { unit: village, ..gauls }.pursuit(), ("IMP-R120", No));
    }

    #[test]
    fn who_is_caught() {
        assert_eq!(winner("rom_hastati", "gal_warband").distance_u(5), 3, "IMP-PUR.4");
        assert_eq!(winner("rom_alae", "rom_alae").distance_u(5), 5, "IMP-PUR.4");
        // Foot against foot: two D3, and the pursuer needs as much: 6 ways of 9.
        let it = winner("gal_warband", "rom_hastati");
        let retreat = Retreat { loser: it.beaten, from: it.unit.profile };
        let caught =
            odds(|dice| Ok(it.throw(Seat::Red, dice)? >= retreat.throw(Seat::Blue, dice)?));
        assert_eq!(caught.chance(|it| *it).to_string(), "2/3", "IMP-R63");
    }
}
