//! Special abilities and missile weapons (RULES.md 3.6, 3.7, ADLG-R112): what they are called and how
//! far weapons reach. What an ability does stands with the roll that it changes.

use acies_core::file::unknown;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::units::{Category::*, Kind, Profile, Traits};

bitflags::bitflags! {
    /// What a unit has beyond its type. Panic is not among them: it goes with elephants and camels.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Abilities: u16 {
        /// ADLG-ABI.9 to .11.
        const IMPACT = 1;
        /// Impact / half bow: ADLG-ABI.12, ADLG-ABI.25.
        const HALF_BOW = 1 << 1;
        /// ADLG-ABI.13, ADLG-ABI.14.
        const IMPETUOUS = 1 << 2;
        /// ADLG-ABI.16 to .18.
        const JAVELIN = 1 << 3;
        /// ADLG-ABI.4, ADLG-ABI.5.
        const TWO_HANDED = 1 << 4;
        /// ADLG-ABI.6, ADLG-ABI.7.
        const POLEARM = 1 << 5;
        /// ADLG-ABI.1 to .3.
        const ARMOUR = 1 << 6;
        const HEAVY_ARMOUR = 1 << 7;
        /// ADLG-ABI.24.
        const MISSILE_SUPPORT = 1 << 8;
        /// ADLG-ABI.26.
        const MIXED = 1 << 9;
        /// ADLG-ABI.20.
        const PAVISE = 1 << 10;
        /// ADLG-ABI.21, ADLG-ABI.22.
        const STAKES = 1 << 11;
        /// ADLG-ABI.15.
        const INCENDIARY = 1 << 12;
        /// ADLG-ABI.23.
        const EXPENDABLE = 1 << 13;
        /// Of a war wagon: ADLG-UNI.29.
        const BLADES = 1 << 14;
    }
}

impl Abilities {
    /// The words that players type. Javelin and Mixed follow from weapons and have none.
    pub const WORDS: [(&'static str, Abilities); 13] = [
        ("impact", Abilities::IMPACT),
        ("impact_half_bow", Abilities::HALF_BOW),
        ("impetuous", Abilities::IMPETUOUS),
        ("2hw", Abilities::TWO_HANDED),
        ("polearm", Abilities::POLEARM),
        ("armour", Abilities::ARMOUR),
        ("heavy_armour", Abilities::HEAVY_ARMOUR),
        ("missile_support", Abilities::MISSILE_SUPPORT),
        ("pavise", Abilities::PAVISE),
        ("stakes", Abilities::STAKES),
        ("incendiary", Abilities::INCENDIARY),
        ("expendable", Abilities::EXPENDABLE),
        ("blades", Abilities::BLADES),
    ];

    /// What files and notation call them.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Abilities::WORDS.into_iter().filter(move |(_, it)| self.contains(*it)).map(|(word, _)| word)
    }
}

/// ADLG-R112: what a unit shoots with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    Javelin,
    Sling,
    Bow,
    Longbow,
    Crossbow,
    Firearm,
    Atlatl,
    Incendiary,
    LightArtillery,
    MediumArtillery,
    HeavyArtillery,
}

impl Weapon {
    /// The words that players type; an incendiary weapon is an ability.
    pub const WORDS: [(&'static str, Weapon); 10] = [
        ("javelin", Weapon::Javelin),
        ("sling", Weapon::Sling),
        ("bow", Weapon::Bow),
        ("longbow", Weapon::Longbow),
        ("crossbow", Weapon::Crossbow),
        ("firearm", Weapon::Firearm),
        ("atlatl", Weapon::Atlatl),
        ("light_artillery", Weapon::LightArtillery),
        ("medium_artillery", Weapon::MediumArtillery),
        ("heavy_artillery", Weapon::HeavyArtillery),
    ];

    /// The weapon of this name.
    pub fn named(word: &str) -> Option<Weapon> {
        Weapon::WORDS.into_iter().find(|(known, _)| *known == word).map(|(_, weapon)| weapon)
    }

    /// What files and notation call it.
    pub fn word(self) -> &'static str {
        let word = Weapon::WORDS.into_iter().find(|(_, weapon)| *weapon == self);
        word.map_or("incendiary", |(word, _)| word)
    }

    /// Bow, longbow, crossbow or firearm (ADLG-SHO.6, ADLG-R112: a longbow is a bow).
    pub fn is_bow_like(self) -> bool {
        matches!(self, Weapon::Bow | Weapon::Longbow | Weapon::Crossbow | Weapon::Firearm)
    }

    /// Whether only engines have it.
    pub fn is_artillery(self) -> bool {
        matches!(self, Weapon::LightArtillery | Weapon::MediumArtillery | Weapon::HeavyArtillery)
    }
}

impl Profile {
    /// ADLG-RNG.T1: how far it shoots; nothing if it does not.
    #[rustfmt::skip]
    pub fn range_ud(&self) -> Option<u8> {
        let weapon = self.weapon?;
        let range = match (self.category(), weapon) {
            (Li | Lh | Cv, Weapon::Javelin)                                       => 1,
            (Lmi, Weapon::Javelin) if self.kind == Kind::Javelinmen               => 1,
            (Li, Weapon::Incendiary)                                              => 1,
            (Li | Lh, Weapon::Sling)                                              => 2,
            (Li | Lh, bow) if bow.is_bow_like() && bow != Weapon::Longbow         => 2,
            (Mi, Weapon::Atlatl)                                                  => 2,
            (Cv, bow) if bow.is_bow_like() && bow != Weapon::Longbow              => 2,
            (Lmi | Mi | Hi, bow) if bow.is_bow_like()                             => 4,
            (Wwg, bow) if bow.is_bow_like() || bow == Weapon::LightArtillery      => 4,
            (Art, Weapon::LightArtillery)                                         => 4,
            (Art, Weapon::MediumArtillery)                                        => 6,
            (Art, Weapon::HeavyArtillery)                                         => 8,
            _ => return None,
        };
        Some(range)
    }
}

impl Traits {
    /// Adds what a word names, if it names anything.
    pub fn add(&mut self, word: &str) -> bool {
        if let Some((_, ability)) = Abilities::WORDS.into_iter().find(|(known, _)| *known == word) {
            self.abilities |= ability;
            return true;
        }
        match Weapon::named(word) {
            Some(weapon) if self.weapon.is_none() => self.weapon = Some(weapon),
            _ => return false,
        }
        true
    }

    /// All the words of abilities and weapons.
    pub fn known() -> impl Iterator<Item = &'static str> + Clone {
        let abilities = Abilities::WORDS.into_iter().map(|(word, _)| word);
        abilities.chain(Weapon::WORDS.into_iter().map(|(word, _)| word))
    }
}

impl<'de> Deserialize<'de> for Traits {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let words = Vec::<String>::deserialize(from)?;
        words.iter().try_fold(Traits::default(), |mut traits, word| {
            if traits.add(word) {
                Ok(traits)
            } else {
                Err(unknown("ability", word, Traits::known()))
            }
        })
    }
}

/// Abilities are stored as their bits' names, so that a saved battle can be read.
impl Serialize for Abilities {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter_names().map(|(name, _)| name.to_lowercase()))
    }
}

impl<'de> Deserialize<'de> for Abilities {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let names = Vec::<String>::deserialize(from)?;
        names.iter().try_fold(Abilities::empty(), |abilities, name| {
            let one = Abilities::from_name(&name.to_uppercase());
            let one = one.ok_or_else(|| D::Error::custom(format!("unknown ability `{name}`")))?;
            Ok(abilities | one)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::files::data::word;

    #[test]
    fn ranges() {
        // ADLG-RNG.T1, row by row; ADLG-R112: MI and HI shoot only if the profile says so.
        for (text, range) in [
            ("light_infantry javelin", Some(1)),
            ("light_cavalry javelin", Some(1)),
            ("heavy_cavalry javelin", Some(1)),
            ("javelinmen", Some(1)),
            ("light_infantry incendiary", Some(1)),
            ("light_infantry sling", Some(2)),
            ("light_cavalry bow", Some(2)),
            ("light_infantry firearm", Some(2)),
            ("medium_swordsmen atlatl", Some(2)),
            ("medium_cavalry bow", Some(2)),
            ("heavy_cavalry impact_half_bow", Some(2)),
            ("bowmen", Some(4)),
            ("bowmen longbow", Some(4)),
            ("crossbowmen", Some(4)),
            ("handgunners", Some(4)),
            ("heavy_spearmen bow", Some(4)),
            ("war_wagon", Some(4)),
            ("war_wagon firearm", Some(4)),
            ("light_artillery", Some(4)),
            ("medium_artillery", Some(6)),
            ("heavy_artillery", Some(8)),
            ("heavy_swordsmen", None),
            ("medium_spearmen", None),
            ("elephant", None),
        ] {
            assert_eq!(word::profile(text).unwrap().range_ud(), range, "{text}");
        }
    }
}
