//! Passing through friends (RULES.md 3.6; IMP-R73, IMP-R104, IMP-R105).

use acies_core::RuleId;
use serde::Serialize;

use crate::{profile::Kind, units::Unit};

/// What a Unit that is forced back does to friends behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Forced {
    Passes,
    /// They are pushed back and Disordered.
    Pushes,
    /// They are Disordered and lose 1 VBU, but for S.
    Tramples,
}

impl Unit {
    /// IMP-IPV.1: S, T and FL that are not impetuous.
    fn is_loose(&self) -> bool {
        match self.profile.kind {
            Kind::S | Kind::T => true,
            Kind::Fl => !self.is_impetuous(),
            _ => false,
        }
    }

    /// IMP-IPV.1 to IMP-IPV.3: the rule by which it may pass through a friend, if it may.
    pub fn may_pass(&self, friend: &Unit) -> Option<RuleId> {
        use Kind::*;
        match (self.profile.kind, friend.profile.kind) {
            _ if self.is_loose() || friend.is_loose() => Some("IMP-IPV.1"),
            (_, Art | W) => Some("IMP-IPV.2"),
            (Cl, Cl | Cm | Cp) | (Cm | Cp, Cl) => Some("IMP-IPV.3"),
            _ => None,
        }
    }

    /// IMP-IPI.1 to IMP-IPI.3: what it does to friends behind it when it is forced back.
    pub fn forced_back(&self) -> (RuleId, Forced) {
        match self.profile.kind {
            Kind::S | Kind::Fl | Kind::T | Kind::Cl => ("IMP-IPI.1", Forced::Passes),
            Kind::El => ("IMP-IPI.2", Forced::Tramples),
            _ => ("IMP-IPI.3", Forced::Pushes),
        }
    }

    /// IMP-ROU.3: whether its rout in melee shakes the friends behind it.
    pub fn shakes_those_behind(&self) -> bool {
        match self.profile.kind {
            // IMP-R74: nor do scythed chariots.
            Kind::S | Kind::T | Kind::Cl | Kind::Art | Kind::Cf | Kind::Baggage => false,
            Kind::Fl => self.is_impetuous(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::tests::{unit, worn};

    #[test]
    fn who_passes_through_whom() {
        for (mover, friend, rule) in [
            ("rom_velites", "rom_hastati", Some("IMP-IPV.1")),
            ("rom_hastati", "rom_velites", Some("IMP-IPV.1")),
            ("rom_archers", "mac_companions", Some("IMP-IPV.1")),
            ("car_scutarii", "rom_hastati", Some("IMP-IPV.1")),
            ("gal_warband", "rom_hastati", None),
            ("rom_hastati", "rom_principes", None),
            ("rom_hastati", "rom_bolts", Some("IMP-IPV.2")),
            ("mac_companions", "war_wagons", Some("IMP-IPV.2")),
            ("rom_bolts", "rom_hastati", None),
            ("num_light_horse", "num_light_horse", Some("IMP-IPV.3")),
            ("num_light_horse", "mac_companions", Some("IMP-IPV.3")),
            ("rom_alae", "num_light_horse", Some("IMP-IPV.3")),
            ("rom_alae", "rom_alae", None),
            ("num_light_horse", "rom_hastati", None),
        ] {
            assert_eq!(unit(mover).may_pass(&unit(friend)), rule, "{mover} through {friend}");
        }
    }

    #[test]
    fn what_a_retreat_does_to_friends() {
        for (id, rule, forced) in [
            ("car_scutarii", "IMP-IPI.1", Forced::Passes),
            ("gal_warband", "IMP-IPI.1", Forced::Passes),
            ("num_light_horse", "IMP-IPI.1", Forced::Passes),
            ("car_elephants", "IMP-IPI.2", Forced::Tramples),
            ("rom_hastati", "IMP-IPI.3", Forced::Pushes),
            ("rom_alae", "IMP-IPI.3", Forced::Pushes),
        ] {
            assert_eq!(unit(id).forced_back(), (rule, forced), "{id}");
        }
    }

    #[test]
    fn whose_rout_shakes_others() {
        for (id, shakes) in [
            ("rom_hastati", true),
            ("gal_warband", true),
            ("rom_alae", true),
            ("car_scutarii", false),
            ("rom_velites", false),
            ("rom_archers", false),
            ("num_light_horse", false),
            ("rom_bolts", false),
        ] {
            assert_eq!(unit(id).shakes_those_behind(), shakes, "IMP-ROU.3: {id}");
        }
        assert!(!unit("sel_scythed").shakes_those_behind(), "IMP-R74");
        assert!(!worn(unit("gal_warband"), 2).shakes_those_behind(), "IMP-SPC.39, IMP-ROU.3");
    }
}
