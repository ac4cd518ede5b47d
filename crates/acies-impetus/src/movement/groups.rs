//! Who may be in a Group with whom (IMP-DIS.9, IMP-SPC.6, IMP-SPC.38, IMP-SPC.51, IMP-R24, IMP-R36, IMP-R37).

use acies_core::RuleId;

use crate::{
    profile::{Discipline, Kind},
    units::Unit,
};

impl Unit {
    /// Whether it may be in a Group at all, or the rule by which not.
    pub fn may_be_grouped(&self, in_contact: bool) -> Result<(), RuleId> {
        let rules = [
            (self.disordered, "IMP-DIS.9"),
            (self.profile.kind == Kind::Cf, "IMP-SPC.6"),
            (matches!(self.profile.kind, Kind::W | Kind::Art | Kind::Baggage), "IMP-R36"),
            (in_contact, "IMP-R36"),
        ];
        rules.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, rule)| Err(rule))
    }

    /// Whether two may be in one Group: all foot or all mounted, but S with either; impetuous with impetuous.
    pub fn may_be_grouped_with(&self, other: &Unit) -> Result<(), RuleId> {
        let skirmishers = self.profile.kind == Kind::S || other.profile.kind == Kind::S;
        let rules = [
            (self.is_impetuous() != other.is_impetuous(), "IMP-SPC.38"),
            (!skirmishers && self.profile.is_mounted() != other.profile.is_mounted(), "IMP-R36"),
        ];
        rules.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, rule)| Err(rule))
    }
}

/// IMP-R24: a Group tests with the worst discipline in it.
pub fn discipline<'a>(units: impl IntoIterator<Item = &'a Unit>) -> Discipline {
    let all = units.into_iter().map(|unit| unit.profile.discipline);
    all.max().expect("somebody tests")
}

/// IMP-R37: a Group moves at the M of its slowest member.
pub fn m<'a>(units: impl IntoIterator<Item = &'a Unit>) -> u8 {
    units.into_iter().map(|unit| unit.profile.m).min().expect("somebody moves")
}

/// IMP-R37: whether its charge bonus is that of mounted troops: none of them is foot.
pub fn charges_mounted<'a>(units: impl IntoIterator<Item = &'a Unit>) -> bool {
    units.into_iter().all(|unit| unit.profile.is_mounted())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::tests::{disordered, large, unit};

    #[test]
    fn who_may_be_grouped() {
        let hastati = unit("rom_hastati");
        assert_eq!(hastati.may_be_grouped(false), Ok(()), "IMP-R36");
        assert_eq!(hastati.may_be_grouped(true), Err("IMP-R36"));
        assert_eq!(disordered(hastati).may_be_grouped(false), Err("IMP-DIS.9"));
        assert_eq!(unit("sel_scythed").may_be_grouped(false), Err("IMP-SPC.6"));
        assert_eq!(unit("war_wagons").may_be_grouped(false), Err("IMP-R36"));
        assert_eq!(unit("rom_bolts").may_be_grouped(false), Err("IMP-R36"));
        for (one, other, verdict) in [
            ("rom_hastati", "rom_principes", Ok(())),
            ("rom_hastati", "rom_alae", Err("IMP-R36")),
            ("rom_velites", "rom_alae", Ok(())),
            ("rom_velites", "rom_hastati", Ok(())),
            ("gal_warband", "gal_soldurii", Ok(())),
            ("gal_warband", "gal_youths", Err("IMP-SPC.38")),
        ] {
            let verdicts =
                [(one, other), (other, one)].map(|(a, b)| unit(a).may_be_grouped_with(&unit(b)));
            assert_eq!(verdicts, [verdict, verdict], "IMP-SPC.51: {one} and {other}");
        }
    }

    #[test]
    fn a_group_is_as_its_worst_member() {
        let group = [unit("rom_triarii"), unit("rom_hastati"), large("mac_phalanx", 3)];
        assert_eq!(discipline(&group), Discipline::B, "IMP-R24");
        assert_eq!(m(&[unit("rom_velites"), unit("rom_alae")]), 8, "IMP-R37");
        assert!(charges_mounted(&[unit("rom_alae")]), "IMP-R37");
        assert!(!charges_mounted(&[unit("rom_alae"), unit("rom_velites")]), "IMP-R37");
    }
}
