//! Troops, lengths and terrain as questions name them.

use std::sync::OnceLock;

use acies_core::{Misread, OddsWord, said};
use acies_table::Length;

pub use acies_core::said::{Instead, no};

use crate::{
    files::data::{self, Listed, word},
    terrain::{Ground, Piece},
    units::{Kind, Profile, Quality, Traits, abilities::Weapon},
};

/// A question about units of this ruleset.
pub type Question<'a> = said::Question<'a, Profile>;
/// What was said of one of them.
pub type Said<'a> = said::Said<'a, Profile>;

/// A type of unit, or a troop of an army list.
impl said::Troops for Profile {
    fn words() -> Vec<&'static str> {
        data::type_words().to_vec()
    }

    fn more_words() -> Vec<&'static str> {
        static LISTED: OnceLock<Vec<String>> = OnceLock::new();
        let listed = LISTED.get_or_init(|| data::troops().map(|it| it.word()).collect());
        listed.iter().map(String::as_str).collect()
    }

    fn named(text: &str) -> Option<Self> {
        let listed = Listed::named(text).map(|listed| listed.entry.profile);
        listed.or_else(|| word::kind(text).map(Profile::plain))
    }

    fn name(self) -> &'static str {
        &self.kind.row().name
    }

    /// The unit with the quality, abilities and weapon that were said of it.
    fn described(self, by: &[&'static OddsWord]) -> Result<Self, Misread> {
        let mut quality = self.quality;
        let mut traits = Traits { abilities: self.abilities, weapon: None };
        let said: Vec<_> = by.iter().filter_map(|known| Weapon::named(known.word)).collect();
        let usual = self.weapon.filter(|_| !said.iter().all(|&it| self.may_have_instead(it)));
        let mut weapons: Vec<_> = usual.into_iter().chain(said).map(Weapon::word).collect();
        weapons.dedup();
        if let [one, other, ..] = weapons[..] {
            let what = format!("{}: `{one}` or `{other}`, not both [ADLG-R112]", self.name());
            return Err(Misread { what, hint: Some("leave one out".into()) });
        }
        for known in by {
            match word::quality(known.word) {
                Some(Quality::Ordinary) | None => {}
                Some(said) => quality = said,
            }
            traits.add(known.word);
        }
        let weapon = traits.weapon.or(self.weapon);
        let profile = Profile::with(self.kind, quality, Traits { weapon, ..traits });
        match profile.misfit() {
            None => Ok(profile),
            Some(why) => {
                let hint = Some("leave the word out".to_owned());
                Err(Misread { what: format!("{}: {why} [ADLG-R15]", self.name()), hint })
            }
        }
    }

    /// Several supports may be named (ADLG-R117).
    fn repeats(word: &OddsWord) -> bool {
        word.word.ends_with("support")
    }
}

impl Profile {
    /// ADLG-R112: whether it may have this weapon instead of its usual one: bowmen a longbow, a war wagon any.
    fn may_have_instead(self, weapon: Weapon) -> bool {
        self.kind == Kind::WarWagon || (self.kind == Kind::Bowmen && weapon == Weapon::Longbow)
    }
}

/// A length in UD.
pub fn length(said: &Said, word: &str, most: f64) -> Result<Option<Length>, Misread> {
    let Some((word, value)) = said.get(word) else { return Ok(None) };
    match value.parse::<f64>().ok().filter(|ud| (0.0..=most).contains(ud)) {
        Some(ud) => Ok(Some(Length::new(ud))),
        None => Err(said.wrong(word, value, &format!("a length from 0 to {most} UD"))),
    }
}

/// The types that are named after a word, as often as it is said.
pub fn kinds(said: &Said, word: &str) -> Result<Vec<Kind>, Misread> {
    said.each(word).map(|value| Ok(said::troop::<Profile>(Some(value))?.kind)).collect()
}

/// The pieces that it stands in.
pub fn ground(said: &Said) -> Result<Ground, Misread> {
    let pieces = Piece::ALL.into_iter().map(|piece| (piece.word(), piece));
    let named = said.choice("in", pieces)?;
    let plain = [("rough", Piece::SteepHill), ("difficult", Piece::Marsh)];
    let plain = plain.into_iter().filter(|(word, _)| said.has(word)).map(|(_, piece)| piece);
    Ok(named.into_iter().chain(plain).collect())
}
