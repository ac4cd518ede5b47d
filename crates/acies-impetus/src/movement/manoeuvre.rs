//! Manoeuvres (RULES.md 3.4, 3.5; IMP-R26, IMP-R30 to IMP-R34, IMP-R92, IMP-R100, IMP-R101).

use acies_core::RuleId;
use serde::{Deserialize, Serialize};

use crate::{
    profile::{Discipline, Kind, Traits},
    units::Unit,
};

/// What a movement phase may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manoeuvre {
    Forward,
    Rotation,
    Oblique,
    AboutFace,
    Backward,
}

impl Manoeuvre {
    pub const ALL: [Manoeuvre; 5] = [
        Manoeuvre::Forward,
        Manoeuvre::Rotation,
        Manoeuvre::Oblique,
        Manoeuvre::AboutFace,
        Manoeuvre::Backward,
    ];

    /// IMP-MOV.2, IMP-MOV.6, IMP-MOV.9, IMP-MOV.14, IMP-MOV.16: only Forward may bring a Unit into contact.
    pub fn may_contact(self) -> bool {
        self == Manoeuvre::Forward
    }

    /// IMP-R34: what a Unit in an enemy ZOC, or on a path through one (IMP-R35), may still do.
    pub fn is_free_in_zoc(self) -> bool {
        matches!(self, Manoeuvre::Forward | Manoeuvre::Backward)
    }
}

impl Unit {
    /// Whether it may make a manoeuvre at all, or the rule by which not; `grouped` with others (IMP-R37). IMP-DIS.5: who is
    /// Disordered only goes Forward or rotates; IMP-SPC.1: artillery only those two as well (IMP-R92).
    pub fn may_make(&self, manoeuvre: Manoeuvre, grouped: bool) -> Result<(), RuleId> {
        use Manoeuvre::*;
        let simple = matches!(manoeuvre, Forward | Rotation);
        let artillery = self.profile.kind == Kind::Art;
        let rules = [
            (grouped && !simple, "IMP-R37"),
            (artillery && !simple, "IMP-R92"),
            (self.profile.m == 0 && manoeuvre != Rotation, "IMP-R92"),
            (self.disordered && manoeuvre == Oblique, "IMP-MOV.7"),
            (self.disordered && manoeuvre == AboutFace, "IMP-MOV.11"),
            (self.disordered && manoeuvre == Backward, "IMP-MOV.15"),
            (self.is_large() && manoeuvre == Backward, "IMP-MOV.25"),
        ];
        rules.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, rule)| Err(rule))
    }

    /// The rule by which a manoeuvre ends in Disorder, if it does; `passed` a test that it took for it.
    pub fn ends_disordered(&self, manoeuvre: Manoeuvre, passed: bool) -> Option<RuleId> {
        use {Kind::*, Manoeuvre::*};
        let profile = &self.profile;
        let drilled = profile.discipline == Discipline::A;
        match (manoeuvre, profile.kind) {
            // IMP-SPC.50, IMP-R33.
            (_, S) => None,
            (_, W) => Some("IMP-SPC.55"),
            _ if profile.has(Traits::SCHILTRON) => Some("IMP-SPC.41"),
            (Oblique, kind) if kind != Cl && !drilled => Some("IMP-MOV.10"),
            (AboutFace, _) => Some("IMP-MOV.13"),
            (Backward, Cl) => None,
            (Backward, Cm | Cgl) if passed => None,
            (Backward, _) => Some("IMP-MOV.17"),
            (Forward | Rotation | Oblique, _) => None,
        }
    }

    /// IMP-MOV.5, IMP-R30: how far it may rotate in a phase, in degrees.
    pub fn rotation_max(&self, grouped: bool, half_speed: bool) -> f64 {
        use Kind::*;
        let stiff = matches!(self.profile.kind, Cgl | Cgp | Cf | El | Art | W);
        let whole = if grouped || self.is_large() || stiff { 45.0 } else { 90.0 };
        if half_speed { whole / 2.0 } else { whole }
    }

    /// IMP-SPC.11, IMP-R30: how far it goes straight ahead before it rotates, in U.
    pub fn before_rotation_u(&self) -> f64 {
        let chariots = matches!(self.profile.kind, Kind::Cgl | Kind::Cgp);
        if chariots { f64::from(self.profile.m) / 2.0 } else { 0.0 }
    }

    /// IMP-R32: how far it may go backward, in U.
    pub fn backward_max_u(&self) -> f64 {
        use Kind::*;
        let m = f64::from(self.profile.m);
        if matches!(self.profile.kind, S | Cl | Cm | Cgl) { m } else { m / 2.0 }
    }

    /// IMP-DIS.3, IMP-R92: how many phases it may make in an activation, if there is a limit.
    pub fn phases_max(&self) -> Option<(RuleId, u8)> {
        match self.profile.kind {
            _ if self.disordered => Some(("IMP-DIS.3", 1)),
            Kind::Art => Some(("IMP-R92", 1)),
            _ => None,
        }
    }

    /// IMP-R26, IMP-SPC.12, IMP-SPC.36: whether its Commander brings it back to order without a test.
    pub fn may_recover_with_commander(&self) -> Result<(), RuleId> {
        match self.profile.kind {
            Kind::Cgl | Kind::Cgp => Err("IMP-SPC.12"),
            _ if self.is_impetuous() => Err("IMP-SPC.36"),
            _ if !self.commander => Err("IMP-R26"),
            _ => Ok(()),
        }
    }

    /// IMP-DIS.6, IMP-R34: whether it has a ZOC.
    pub fn has_zoc(&self, in_contact: bool) -> bool {
        !self.disordered && !in_contact && !self.in_bua && self.profile.kind != Kind::Baggage
    }

    /// IMP-DIS.8, IMP-R27, IMP-R98: whether it may go on Opportunity; `bound` to advance.
    pub fn may_wait(&self, in_contact: bool, bound: bool) -> Result<(), RuleId> {
        let rules = [(self.disordered, "IMP-DIS.8"), (in_contact, "IMP-R27"), (bound, "IMP-R98")];
        rules.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, rule)| Err(rule))
    }

    /// IMP-SPC.43, IMP-R100: whether it may form shieldwall.
    pub fn may_form_shieldwall(&self) -> Result<(), RuleId> {
        let rules = [
            (!self.profile.has(Traits::SHIELDWALL), "IMP-R111"),
            (!self.is_fresh() || self.disordered, "IMP-SPC.43"),
        ];
        rules.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, rule)| Err(rule))
    }

    /// IMP-SPC.46, IMP-R100: a shieldwall bears one phase in an activation.
    pub fn keeps_shieldwall(&self, phases: u8) -> bool {
        self.shieldwall && phases <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::tests::{disordered, large, unit, worn};

    #[test]
    fn who_may_make_which_manoeuvre() {
        use Manoeuvre::*;
        let hastati = unit("rom_hastati");
        for (it, manoeuvre, grouped, verdict) in [
            (hastati, Oblique, false, Ok(())),
            (hastati, Oblique, true, Err("IMP-R37")),
            (hastati, Rotation, true, Ok(())),
            (disordered(hastati), Forward, false, Ok(())),
            (disordered(hastati), Rotation, false, Ok(())),
            (disordered(hastati), Oblique, false, Err("IMP-MOV.7")),
            (disordered(hastati), AboutFace, false, Err("IMP-MOV.11")),
            (disordered(hastati), Backward, false, Err("IMP-MOV.15")),
            (large("car_spearmen", 2), Backward, false, Err("IMP-MOV.25")),
            (unit("rom_bolts"), Oblique, false, Err("IMP-R92")),
            (unit("bombards"), Forward, false, Err("IMP-R92")),
            (unit("bombards"), Rotation, false, Ok(())),
        ] {
            assert_eq!(it.may_make(manoeuvre, grouped), verdict, "IMP-DIS.5: {manoeuvre:?}");
        }
        let contact = Manoeuvre::ALL.map(Manoeuvre::may_contact);
        assert_eq!(
            contact,
            [true, false, false, false, false],
            "IMP-MOV.2, IMP-MOV.6, IMP-MOV.9, IMP-MOV.14, IMP-MOV.16"
        );
        let free = Manoeuvre::ALL.map(Manoeuvre::is_free_in_zoc);
        assert_eq!(free, [true, false, false, false, true], "IMP-R34");
    }

    #[test]
    fn what_ends_in_disorder() {
        use Manoeuvre::*;
        for (id, manoeuvre, passed, rule) in [
            ("rom_hastati", Forward, false, None),
            ("rom_hastati", Oblique, false, Some("IMP-MOV.10")),
            ("rom_triarii", Oblique, false, None),
            ("num_light_horse", Oblique, false, None),
            ("rom_velites", Oblique, false, None),
            ("rom_triarii", AboutFace, true, Some("IMP-MOV.13")),
            ("num_light_horse", AboutFace, true, Some("IMP-MOV.13")),
            ("rom_velites", AboutFace, true, None),
            ("rom_hastati", Backward, true, Some("IMP-MOV.17")),
            ("num_light_horse", Backward, false, None),
            ("rom_alae", Backward, true, None),
            ("rom_alae", Backward, false, Some("IMP-MOV.17")),
            ("gal_chariots", Backward, true, None),
            ("war_wagons", Forward, false, Some("IMP-SPC.55")),
            ("pike_schiltron", Rotation, false, Some("IMP-SPC.41")),
        ] {
            let ends = unit(id).ends_disordered(manoeuvre, passed);
            assert_eq!(ends, rule, "IMP-SPC.50, IMP-R33, IMP-R101: {id} {manoeuvre:?}");
        }
    }

    #[test]
    fn how_far_manoeuvres_go() {
        let degrees = |unit: Unit, grouped, half| unit.rotation_max(grouped, half) as i32;
        assert_eq!(degrees(unit("rom_hastati"), false, false), 90, "IMP-MOV.5, IMP-R30");
        assert_eq!(degrees(unit("rom_hastati"), true, false), 45, "IMP-R30: a Group");
        assert_eq!(degrees(large("car_spearmen", 2), false, false), 45, "IMP-R30: a Large Unit");
        assert_eq!(degrees(unit("car_elephants"), false, false), 45, "IMP-R30");
        assert_eq!(degrees(unit("rom_alae"), false, true), 45, "IMP-R30: half in difficult ground");
        let backward = |id| (unit(id).backward_max_u() * 10.0) as i32;
        assert_eq!(
            ["rom_velites", "rom_alae", "rom_hastati"].map(backward),
            [80, 100, 25],
            "IMP-R32"
        );
        let ahead = |id| (unit(id).before_rotation_u() * 10.0) as i32;
        assert_eq!(
            ["gal_chariots", "battle_cars", "rom_alae"].map(ahead),
            [50, 40, 0],
            "IMP-SPC.11"
        );
        assert_eq!(disordered(unit("rom_hastati")).phases_max(), Some(("IMP-DIS.3", 1)));
        assert_eq!(unit("rom_bolts").phases_max(), Some(("IMP-R92", 1)));
        assert_eq!(unit("rom_hastati").phases_max(), None, "IMP-R28");
    }

    #[test]
    fn what_a_unit_may_do_instead() {
        let led = |id| Unit { commander: true, ..disordered(unit(id)) };
        assert_eq!(led("rom_hastati").may_recover_with_commander(), Ok(()), "IMP-R26");
        assert_eq!(disordered(unit("rom_hastati")).may_recover_with_commander(), Err("IMP-R26"));
        assert_eq!(led("gal_chariots").may_recover_with_commander(), Err("IMP-SPC.12"));
        assert_eq!(led("gal_warband").may_recover_with_commander(), Err("IMP-SPC.36"));
        assert_eq!(worn(led("gal_warband"), 2).may_recover_with_commander(), Ok(()), "IMP-SPC.39");
        let hastati = unit("rom_hastati");
        assert!(hastati.has_zoc(false) && !hastati.has_zoc(true), "IMP-R34");
        assert!(!disordered(hastati).has_zoc(false), "IMP-DIS.6");
        assert_eq!(disordered(hastati).may_wait(false, false), Err("IMP-DIS.8"));
        assert_eq!(hastati.may_wait(true, false), Err("IMP-R27"));
        assert_eq!(unit("gal_warband").may_wait(false, true), Err("IMP-R98"));
        assert_eq!(hastati.may_wait(false, false), Ok(()), "IMP-R27");
        let wall = unit("shieldwall_spearmen");
        assert_eq!(wall.may_form_shieldwall(), Ok(()), "IMP-SPC.43");
        assert_eq!(disordered(wall).may_form_shieldwall(), Err("IMP-SPC.43"));
        assert_eq!(worn(wall, 1).may_form_shieldwall(), Err("IMP-SPC.43"));
        assert_eq!(hastati.may_form_shieldwall(), Err("IMP-R111"));
        let formed = Unit { shieldwall: true, ..wall };
        assert!(formed.keeps_shieldwall(1) && !formed.keeps_shieldwall(2), "IMP-SPC.46, IMP-R100");
    }
}
