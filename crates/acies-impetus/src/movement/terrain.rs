//! Terrain (RULES.md 3.7; IMP-R75, IMP-R89, IMP-R91, IMP-R106).

use serde::{Deserialize, Serialize};

use crate::{
    cohesion::Ground,
    melee::Because,
    profile::{Kind, Profile, Traits},
};

/// A row of IMP-TER.1. Other difficult ground is named when it is placed (IMP-R11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    GentleHill,
    Road,
    Broken,
    SteepHill,
    Wood,
    Marsh,
    Dunes,
    Fields,
    Bua,
    DryRiver,
    River,
    Flood,
}

/// What ground does to a Unit any part of which is in it during a phase (IMP-R89).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Effect {
    Nothing,
    HalfSpeed,
    Disorders,
    /// Half speed and Disorder.
    Hampers,
    Destroys,
    /// It cannot enter.
    Bars,
}

impl Terrain {
    pub const ALL: [Terrain; 12] = [
        Terrain::GentleHill,
        Terrain::Road,
        Terrain::Broken,
        Terrain::SteepHill,
        Terrain::Wood,
        Terrain::Marsh,
        Terrain::Dunes,
        Terrain::Fields,
        Terrain::Bua,
        Terrain::DryRiver,
        Terrain::River,
        Terrain::Flood,
    ];

    /// Whether fights in it are in broken or difficult ground; IMP-SPC.5: dunes are a gentle hill for camels.
    pub fn ground(self, profile: &Profile) -> Ground {
        use Terrain::*;
        match self {
            Dunes if profile.has(Traits::CAMELS) => Ground::Open,
            SteepHill | Wood | Marsh | Dunes | Fields => Ground::Difficult,
            Broken => Ground::Broken,
            GentleHill | Road | Bua | DryRiver | River | Flood => Ground::Open,
        }
    }

    /// IMP-TER.2, IMP-TER.6 to IMP-TER.9, IMP-TER.12 to IMP-TER.15, IMP-TER.26 to IMP-TER.28, IMP-R75: what it does.
    pub fn effect(self, profile: &Profile) -> Because<Effect> {
        use {Effect::*, Kind::*};
        match (self, self.ground(profile), profile.kind) {
            (Terrain::Road, ..) => ("IMP-TER.6", Nothing),
            (Terrain::DryRiver, ..) => ("IMP-TER.26", HalfSpeed),
            (Terrain::River, ..) => ("IMP-TER.27", Bars),
            (Terrain::Flood, ..) => ("IMP-TER.28", Bars),
            // It is entered by a phase of its own (IMP-R75), by foot alone.
            (Terrain::Bua, ..) => ("IMP-R120", Bars),
            (Terrain::Dunes, Ground::Open, _) => ("IMP-SPC.5", Nothing),
            (_, Ground::Open, _) => ("IMP-TER.2", Nothing),
            (_, Ground::Broken, S | Fl | T) => ("IMP-TER.7", Nothing),
            (_, Ground::Broken, Cf) => ("IMP-TER.8", Destroys),
            (_, Ground::Broken, _) => ("IMP-TER.9", Disorders),
            (_, Ground::Difficult, S | Fl) => ("IMP-TER.12", Nothing),
            (_, Ground::Difficult, Cf) => ("IMP-TER.13", Destroys),
            (_, Ground::Difficult, W) => ("IMP-TER.14", Bars),
            (_, Ground::Difficult, _) => ("IMP-TER.15", Hampers),
        }
    }

    /// IMP-R89: whether a Unit moves at half speed in it.
    pub fn is_slow(self, profile: &Profile) -> bool {
        matches!(self.effect(profile).1, Effect::Hampers | Effect::HalfSpeed)
    }

    /// IMP-TER.3, IMP-TER.6, IMP-TER.10, IMP-TER.16, IMP-TER.30, IMP-R91: how far one sees through it, in U; no limit if
    /// nothing is said.
    pub fn visibility_u(self) -> Option<f64> {
        match self {
            Terrain::SteepHill | Terrain::Wood => Some(5.0),
            Terrain::GentleHill | Terrain::Marsh | Terrain::Dunes | Terrain::Fields => Some(15.0),
            Terrain::Bua => Some(0.0),
            Terrain::Road
            | Terrain::Broken
            | Terrain::DryRiver
            | Terrain::River
            | Terrain::Flood => None,
        }
    }
}

impl Profile {
    /// IMP-TER.25, IMP-R42, IMP-R75: who may enter a BUA or attack one: foot, but neither ART nor W.
    pub fn fights_in_bua(&self) -> bool {
        matches!(self.kind, Kind::Fp | Kind::Fl | Kind::T | Kind::S)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::tests::unit;

    #[test]
    fn ground_slows_and_disorders() {
        use Effect::*;
        for (terrain, id, rule, effect) in [
            (Terrain::GentleHill, "mac_companions", "IMP-TER.2", Nothing),
            (Terrain::Road, "rom_bolts", "IMP-TER.6", Nothing),
            (Terrain::Broken, "rom_velites", "IMP-TER.7", Nothing),
            (Terrain::Broken, "rom_archers", "IMP-TER.7", Nothing),
            (Terrain::Broken, "sel_scythed", "IMP-TER.8", Destroys),
            (Terrain::Broken, "rom_hastati", "IMP-TER.9", Disorders),
            (Terrain::Wood, "car_scutarii", "IMP-TER.12", Nothing),
            (Terrain::SteepHill, "sel_scythed", "IMP-TER.13", Destroys),
            (Terrain::Marsh, "war_wagons", "IMP-TER.14", Bars),
            (Terrain::Wood, "rom_archers", "IMP-TER.15", Hampers),
            (Terrain::Fields, "rom_alae", "IMP-TER.15", Hampers),
            (Terrain::Dunes, "rom_alae", "IMP-TER.15", Hampers),
            (Terrain::Dunes, "sel_camels", "IMP-SPC.5", Nothing),
            (Terrain::DryRiver, "rom_velites", "IMP-TER.26", HalfSpeed),
            (Terrain::River, "rom_velites", "IMP-TER.27", Bars),
            (Terrain::Flood, "rom_velites", "IMP-TER.28", Bars),
            (Terrain::Bua, "rom_hastati", "IMP-R120", Bars),
        ] {
            assert_eq!(terrain.effect(&unit(id).profile), (rule, effect), "{terrain:?}: {id}");
        }
        assert!(unit("rom_hastati").profile.fights_in_bua(), "IMP-TER.25");
        for id in ["rom_alae", "car_elephants", "rom_bolts", "war_wagons"] {
            assert!(!unit(id).profile.fights_in_bua(), "IMP-TER.25, IMP-R75: {id}");
        }
    }

    #[test]
    fn how_far_one_sees() {
        let far = Terrain::ALL.map(|it| it.visibility_u().map_or(-1, |u| u as i32));
        // IMP-TER.3, IMP-TER.6, IMP-TER.10, IMP-TER.16, IMP-R91.
        assert_eq!(far, [15, -1, -1, 5, 5, 15, 15, 15, 0, -1, -1, -1], "IMP-TER.1, IMP-R91");
    }
}
