//! Units as questions name them: troops of the catalogue, or a type with all that is said of it.

use acies_core::{Misread, said};

pub use acies_core::said::{Instead, names, no};

use crate::{
    files::data,
    profile::{Discipline, Kind, Missile, Profile, Traits, Worded},
    units::{ELEMENTS_MAX, Unit},
};

pub type Question<'a> = said::Question<'a, Named>;
pub type Said<'a> = said::Said<'a, Named>;

/// A Unit by a word.
#[derive(Clone, Copy)]
pub struct Named {
    name: &'static str,
    pub profile: Profile,
    /// Of a type, and so a profile of a player's own.
    free: bool,
}

impl Named {
    /// What is usual of a type: VBU 4, I 1 if it fights hand to hand, discipline B.
    fn of_kind(kind: Kind) -> Named {
        use Kind::*;
        let (m, impetus, missile) = match kind {
            Fp => (5, 1, None),
            Fl => (8, 1, Some(Missile::Javelin)),
            T => (6, 0, Some(Missile::ShortBowA)),
            S => (8, 0, Some(Missile::Javelin)),
            Cp => (10, 3, None),
            Cm => (10, 1, None),
            Cl => (12, 0, Some(Missile::Javelin)),
            Cgl => (10, 2, Some(Missile::Various)),
            Cgp => (8, 3, None),
            Cf => (10, 5, None),
            El => (8, 4, Some(Missile::Various)),
            Art => (3, 0, Some(Missile::ArtilleryB)),
            W => (5, 0, Some(Missile::Various)),
            Baggage => return Named { name: "baggage", profile: Profile::BAGGAGE, free: true },
        };
        let profile = Profile {
            kind,
            m,
            vbu: 4,
            impetus,
            discipline: Discipline::B,
            vd: 2,
            missile,
            traits: Traits::empty(),
            large: 1,
        };
        Named { name: kind.name(), profile, free: true }
    }
}

impl said::Troops for Named {
    fn words() -> Vec<&'static str> {
        Kind::WORDS.iter().map(|(word, _)| *word).collect()
    }

    fn more_words() -> Vec<&'static str> {
        data::troops().iter().map(|troop| troop.id.as_str()).collect()
    }

    fn named(word: &str) -> Option<Self> {
        let named =
            |troop: &&data::Troop| troop.id == word || troop.code.eq_ignore_ascii_case(word);
        let listed = data::troops().iter().find(named).map(|troop| Named {
            name: &troop.name,
            profile: troop.profile,
            free: false,
        });
        listed.or_else(|| Kind::named(word).map(Named::of_kind))
    }

    fn name(self) -> &'static str {
        self.name
    }
}

/// What the two sides of a question are called, by their first Units.
pub fn both(question: &Question) -> [String; 2] {
    let names = names(&[&question.all(0)[0], &question.all(1)[0]]);
    [names[0].clone(), names[1].clone()]
}

/// The traits that can be said of a Unit.
const TRAITS: [(&str, Traits); 9] = [
    ("pike", Traits::PIKE),
    ("long_spear", Traits::LONG_SPEAR),
    ("pilum", Traits::PILUM),
    ("impetuous", Traits::IMPETUOUS),
    ("warband", Traits::WARBAND),
    ("schiltron", Traits::SCHILTRON),
    ("shieldwall", Traits::SHIELDWALL),
    ("camels", Traits::CAMELS),
    ("anti_warband", Traits::ANTI_WARBAND),
];

/// The profile with all that was said of it.
pub fn profile(said: &Said) -> Result<Profile, Misread> {
    let Named { profile: listed, free, .. } = said.troop();
    let mut profile = listed;
    profile.vbu = said.number("vbu", 1..=8)?.unwrap_or(profile.vbu);
    profile.impetus = said.number("impetus", 0..=6)?.unwrap_or(profile.impetus);
    if let Some(class) = said.choice("discipline", Discipline::WORDS.iter().copied())? {
        profile.discipline = class;
    }
    if let Some(missile) = said.choice("missile", Missile::WORDS.iter().copied())? {
        profile.missile = Some(missile);
    }
    for (word, it) in TRAITS {
        // Only a profile of a player's own gets shieldwall by asking for it.
        if said.has(word) && (free || it != Traits::SHIELDWALL) {
            profile.traits |= it;
        }
    }
    let foot = matches!(profile.kind, Kind::Fp | Kind::Fl);
    let horse = matches!(profile.kind, Kind::Cp | Kind::Cm | Kind::Cl);
    let heavy = Traits::PIKE | Traits::SCHILTRON | Traits::SHIELDWALL;
    let on_foot = heavy | Traits::LONG_SPEAR | Traits::WARBAND | Traits::PILUM;
    said.refuse(&[
        no(
            profile.has(heavy) && profile.kind != Kind::Fp,
            "IMP-R111",
            "pikes, schiltrons and shieldwalls are heavy foot",
            Instead::Ask(|it| it.profile.kind == Kind::Fp),
        ),
        no(
            profile.has(on_foot) && !foot,
            "IMP-R111",
            "it is said of heavy or light foot",
            Instead::Ask(|it| matches!(it.profile.kind, Kind::Fp | Kind::Fl)),
        ),
        no(
            profile.has(Traits::CAMELS) && !horse,
            "IMP-R102",
            "camels are cavalry",
            Instead::Ask(|it| matches!(it.profile.kind, Kind::Cp | Kind::Cm | Kind::Cl)),
        ),
    ])?;
    if free {
        let deep = profile.kind == Kind::Cp
            || profile.has(Traits::WARBAND | Traits::SCHILTRON)
            || profile.kind == Kind::Fp && profile.has(Traits::LONG_SPEAR);
        let pikes = profile.has(Traits::PIKE) && !profile.has(Traits::SCHILTRON);
        profile.large = if pikes { 3 } else { 1 + u8::from(deep) };
    }
    Ok(profile)
}

/// The Unit as it stands.
pub fn unit(said: &Said) -> Result<Unit, Misread> {
    let profile = profile(said)?;
    let elements = said.number("large", 1..=ELEMENTS_MAX as u8)?.unwrap_or(1);
    said.refuse(&[no(
        elements > profile.large,
        "IMP-R39",
        "it forms no Large Unit of so many",
        Instead::Say("pikes have 3 elements at most, long spears, warbands, schiltrons and CP 2"),
    )])?;
    let mut unit = Unit::new(profile, elements);
    let most = profile.vbu * elements - 1;
    unit.lose(said.number("lost", 0..=most)?.unwrap_or(0));
    unit.disordered = said.has("disordered");
    unit.commander = said.has("commander");
    unit.in_bua = said.has("bua");
    unit.shieldwall = said.has("shieldwall");
    said.refuse(&[
        no(
            unit.disordered && profile.kind == Kind::Cf,
            "IMP-SPC.9",
            "scythed chariots are never Disordered",
            Instead::Leave("disordered"),
        ),
        no(
            unit.shieldwall && !profile.has(Traits::SHIELDWALL),
            "IMP-R111",
            "it cannot form shieldwall",
            Instead::Ask(|it| it.profile.has(Traits::SHIELDWALL)),
        ),
        no(
            unit.shieldwall && !unit.is_fresh(),
            "IMP-SPC.60",
            "a shieldwall is lost with the first VBU",
            Instead::Leave("shieldwall"),
        ),
        no(
            unit.in_bua && !profile.fights_in_bua(),
            "IMP-R75",
            "only foot occupies a BUA",
            Instead::Ask(|it| it.profile.fights_in_bua()),
        ),
        no(
            unit.in_bua && elements > 1,
            "IMP-R75",
            "a Large Unit does not go into a BUA",
            Instead::Leave("large"),
        ),
    ])?;
    Ok(unit)
}
