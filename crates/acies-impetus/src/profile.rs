//! What Units are for the whole battle (RULES.md 1, 5; IMP-R2, IMP-R42, IMP-R111): types, missile weapons, traits,
//! profiles.

use acies_core::file::unknown;
use acies_table::Length;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Things of which there are a few, each with the word that players type and files have.
pub trait Worded: Copy + PartialEq + 'static {
    const WORDS: &'static [(&'static str, Self)];

    fn word(self) -> &'static str {
        let named = Self::WORDS.iter().find(|(_, it)| *it == self);
        named.expect("each has its word").0
    }

    fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|&(_, it)| it)
    }
}

/// The type of a Unit, by the sheet's letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Heavy foot.
    Fp,
    /// Light foot.
    Fl,
    /// Missile foot.
    T,
    /// Skirmishers.
    S,
    /// Heavy cavalry.
    Cp,
    /// Medium cavalry.
    Cm,
    /// Light cavalry.
    Cl,
    /// Light chariots.
    Cgl,
    /// Heavy chariots.
    Cgp,
    /// Scythed chariots.
    Cf,
    /// Elephants.
    El,
    /// Artillery.
    Art,
    /// War wagons.
    W,
    /// IMP-SPC.3: the army's baggage, which nobody buys.
    Baggage,
}

impl Kind {
    pub const ALL: [Kind; 14] = [
        Kind::Fp,
        Kind::Fl,
        Kind::T,
        Kind::S,
        Kind::Cp,
        Kind::Cm,
        Kind::Cl,
        Kind::Cgl,
        Kind::Cgp,
        Kind::Cf,
        Kind::El,
        Kind::Art,
        Kind::W,
        Kind::Baggage,
    ];

    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Fp => "heavy foot",
            Kind::Fl => "light foot",
            Kind::T => "missile foot",
            Kind::S => "skirmishers",
            Kind::Cp => "heavy cavalry",
            Kind::Cm => "medium cavalry",
            Kind::Cl => "light cavalry",
            Kind::Cgl => "light chariots",
            Kind::Cgp => "heavy chariots",
            Kind::Cf => "scythed chariots",
            Kind::El => "elephants",
            Kind::Art => "artillery",
            Kind::W => "war wagons",
            Kind::Baggage => "baggage",
        }
    }

    /// IMP-R42: cavalry, chariots and elephants.
    pub fn is_mounted(self) -> bool {
        use Kind::*;
        matches!(self, Cp | Cm | Cl | Cgl | Cgp | Cf | El)
    }

    /// IMP-R42: all others count as foot wherever only foot or mounted is asked.
    pub fn is_foot(self) -> bool {
        !self.is_mounted()
    }

    /// IMP-R43: CGL, CGP and CF.
    pub fn is_chariot(self) -> bool {
        matches!(self, Kind::Cgl | Kind::Cgp | Kind::Cf)
    }

    /// CM, CL and CGL, which fall back before foot (IMP-RET.2, IMP-RET.3, IMP-SPC.40).
    pub fn is_fast_horse(self) -> bool {
        matches!(self, Kind::Cm | Kind::Cl | Kind::Cgl)
    }

    /// IMP-R2: the depth of a base.
    pub const fn depth(self) -> Length {
        use Kind::*;
        match self {
            S => const { Length::new(2.0) },
            Fp => const { Length::new(3.0) },
            Fl | T | El | Cgl | Cgp | Cf | Art => const { Length::new(4.0) },
            Cp | Cm | Cl => const { Length::new(6.0) },
            W | Baggage => const { Length::new(8.0) },
        }
    }

    /// The same in U.
    pub fn depth_u(self) -> f64 {
        self.depth().get()
    }
}

impl Worded for Kind {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("fp", Kind::Fp),
        ("fl", Kind::Fl),
        ("t", Kind::T),
        ("s", Kind::S),
        ("cp", Kind::Cp),
        ("cm", Kind::Cm),
        ("cl", Kind::Cl),
        ("cgl", Kind::Cgl),
        ("cgp", Kind::Cgp),
        ("cf", Kind::Cf),
        ("el", Kind::El),
        ("art", Kind::Art),
        ("w", Kind::W),
        ("baggage", Kind::Baggage),
    ];
}

/// IMP-SHT.2: what a Unit shoots with, a row of the shooting table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missile {
    LongbowA,
    LongbowB,
    ShortBowA,
    ShortBowB,
    CompositeBowA,
    CompositeBowB,
    CompositeBowC,
    CrossbowA,
    CrossbowB,
    Handgun,
    ArquebusA,
    ArquebusB,
    Musket,
    Javelin,
    Sling,
    ArtilleryA,
    ArtilleryB,
    ArtilleryC,
    Various,
}

impl Missile {
    pub fn is_artillery(self) -> bool {
        matches!(self, Missile::ArtilleryA | Missile::ArtilleryB | Missile::ArtilleryC)
    }

    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Missile::LongbowA => "longbow A",
            Missile::LongbowB => "longbow B",
            Missile::ShortBowA => "short bow A",
            Missile::ShortBowB => "short bow B",
            Missile::CompositeBowA => "composite bow A",
            Missile::CompositeBowB => "composite bow B",
            Missile::CompositeBowC => "composite bow C",
            Missile::CrossbowA => "crossbow A",
            Missile::CrossbowB => "crossbow B",
            Missile::Handgun => "handgun",
            Missile::ArquebusA => "arquebus A",
            Missile::ArquebusB => "arquebus B",
            Missile::Musket => "musket",
            Missile::Javelin => "javelin",
            Missile::Sling => "sling",
            Missile::ArtilleryA => "artillery A",
            Missile::ArtilleryB => "artillery B",
            Missile::ArtilleryC => "artillery C",
            Missile::Various => "various weapons",
        }
    }
}

impl Worded for Missile {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("longbow_a", Missile::LongbowA),
        ("longbow_b", Missile::LongbowB),
        ("short_bow_a", Missile::ShortBowA),
        ("short_bow_b", Missile::ShortBowB),
        ("composite_bow_a", Missile::CompositeBowA),
        ("composite_bow_b", Missile::CompositeBowB),
        ("composite_bow_c", Missile::CompositeBowC),
        ("crossbow_a", Missile::CrossbowA),
        ("crossbow_b", Missile::CrossbowB),
        ("handgun", Missile::Handgun),
        ("arquebus_a", Missile::ArquebusA),
        ("arquebus_b", Missile::ArquebusB),
        ("musket", Missile::Musket),
        ("javelin", Missile::Javelin),
        ("sling", Missile::Sling),
        ("artillery_a", Missile::ArtilleryA),
        ("artillery_b", Missile::ArtilleryB),
        ("artillery_c", Missile::ArtilleryC),
        ("various", Missile::Various),
    ];
}

/// IMP-DT.1: the class for discipline tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Discipline {
    A,
    B,
    C,
}

impl Worded for Discipline {
    const WORDS: &'static [(&'static str, Self)] =
        &[("a", Discipline::A), ("b", Discipline::B), ("c", Discipline::C)];
}

bitflags::bitflags! {
    /// IMP-R111: what is special about a Unit.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Traits: u16 {
        const PIKE = 1;
        const LONG_SPEAR = 1 << 1;
        /// Legionaries (IMP-PIL.1).
        const PILUM = 1 << 2;
        const IMPETUOUS = 1 << 3;
        const WARBAND = 1 << 4;
        const SCHILTRON = 1 << 5;
        /// It may form shieldwall (IMP-SPC.43).
        const SHIELDWALL = 1 << 6;
        const CAMELS = 1 << 7;
        const PAVISE = 1 << 8;
        const STAKES = 1 << 9;
        /// Hastati and Principes (IMP-R96).
        const RELIEF = 1 << 10;
        const DISMOUNT = 1 << 11;
        /// IMP-R112.
        const ANTI_WARBAND = 1 << 12;
    }
}

impl Traits {
    /// The words that players type.
    pub fn words(self) -> impl Iterator<Item = String> {
        self.iter_names().map(|(name, _)| name.to_lowercase())
    }

    pub fn named(word: &str) -> Option<Traits> {
        let mut known = Traits::all().iter_names();
        known.find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, it)| it)
    }
}

impl Serialize for Traits {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.words())
    }
}

impl<'de> Deserialize<'de> for Traits {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let words = Vec::<String>::deserialize(from)?;
        let mut traits = Traits::empty();
        for word in &words {
            traits |= Traits::named(word).ok_or_else(|| {
                let known: Vec<_> = Traits::all().words().collect();
                unknown("trait", word, known.iter().map(String::as_str))
            })?;
        }
        Ok(traits)
    }
}

/// What a Unit is, as its army bought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Profile {
    pub kind: Kind,
    /// The length of one movement phase, in U.
    pub m: u8,
    /// The basic value of one element.
    pub vbu: u8,
    /// I: the impetus bonus that it began the battle with (IMP-CHG.1).
    pub impetus: u8,
    pub discipline: Discipline,
    /// What one element counts when it is lost.
    pub vd: u8,
    pub missile: Option<Missile>,
    pub traits: Traits,
    /// IMP-R39: how many elements a Large Unit of them may have; 1 if they form none.
    pub large: u8,
}

impl Profile {
    /// IMP-SPC.3, IMP-R53.
    pub const BAGGAGE: Profile = Profile {
        kind: Kind::Baggage,
        m: 0,
        vbu: 2,
        impetus: 0,
        discipline: Discipline::C,
        vd: 3,
        missile: None,
        traits: Traits::empty(),
        large: 1,
    };

    pub fn has(&self, traits: Traits) -> bool {
        self.traits.intersects(traits)
    }

    pub fn is_mounted(&self) -> bool {
        self.kind.is_mounted()
    }

    pub fn is_foot(&self) -> bool {
        self.kind.is_foot()
    }

    /// IMP-SPC.42, IMP-SPC.57, IMP-R46, IMP-R53: who has neither flanks nor rear, and by which rule.
    pub fn has_no_flanks(&self) -> Option<acies_core::RuleId> {
        match self.kind {
            Kind::W => Some("IMP-SPC.57"),
            Kind::Baggage => Some("IMP-R53"),
            _ if self.has(Traits::SCHILTRON) => Some("IMP-SPC.42"),
            _ => None,
        }
    }

    /// IMP-R95, IMP-R124: what the Unit is once it has dismounted.
    pub fn dismounted(&self) -> Profile {
        Profile {
            kind: Kind::Fp,
            m: 5,
            impetus: if self.impetus >= 3 { 2 } else { 1 },
            missile: None,
            traits: Traits::empty(),
            large: 1,
            ..*self
        }
    }

    /// Type, numbers, weapon and traits in words.
    pub fn words(&self) -> String {
        let Profile { kind, m, vbu, impetus, discipline, vd, .. } = self;
        let (kind, discipline) = (kind.word().to_uppercase(), discipline.word().to_uppercase());
        let numbers = format!("{kind}, M {m}, VBU {vbu}, I {impetus}, {discipline}, VD {vd}");
        let weapon = self.missile.map(|it| it.name().to_owned());
        let traits = self.traits.words().map(|word| word.replace('_', " "));
        let parts = [numbers].into_iter().chain(weapon).chain(traits);
        parts.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::troop;

    #[test]
    fn who_is_mounted() {
        use Kind::*;
        for kind in Kind::ALL {
            let mounted = [Cp, Cm, Cl, Cgl, Cgp, Cf, El].contains(&kind);
            assert_eq!(kind.is_mounted(), mounted, "IMP-R42: {kind:?}");
            assert_eq!(kind.is_foot(), !mounted, "IMP-R42: {kind:?}");
            assert_eq!(kind.is_chariot(), [Cgl, Cgp, Cf].contains(&kind), "IMP-R43: {kind:?}");
            assert_eq!(Kind::named(kind.word()), Some(kind));
        }
    }

    #[test]
    fn bases_are_as_deep_as_the_ruling_says() {
        // IMP-R2.
        let depths = Kind::ALL.map(Kind::depth_u);
        let ruling = [3.0, 4.0, 4.0, 2.0, 6.0, 6.0, 6.0, 4.0, 4.0, 4.0, 4.0, 4.0, 8.0, 8.0];
        for (depth, ruled) in depths.into_iter().zip(ruling) {
            assert!((depth - ruled).abs() < 1e-9, "IMP-R2: {depths:?}");
        }
    }

    #[test]
    fn who_dismounts_is_heavy_foot() {
        // IMP-R124: I 4 becomes 2, and I 2 becomes 1; VBU, discipline and VD stay.
        let knights = troop("knights").unwrap().profile;
        let foot = knights.dismounted();
        assert_eq!((foot.kind, foot.m, foot.vbu, foot.impetus), (Kind::Fp, 5, 7, 2), "IMP-R124");
        assert_eq!((foot.discipline, foot.vd), (Discipline::B, 3), "IMP-R124");
        assert!(foot.traits.is_empty() && foot.missile.is_none(), "IMP-R124");
        let light = Profile { impetus: 2, ..knights };
        assert_eq!(light.dismounted().impetus, 1, "IMP-R124");
    }
}
