//! What was typed, word by word: troops, circumstances and settings.

use std::ops::RangeInclusive;

use acies_core::{Asked, Misread, OddsKind, OddsSide, OddsWord, RuleId, words::did_you_mean};
use acies_table::Length;

use crate::{
    data::{self, Listed, word},
    terrain::{Ground, Piece},
    units::{Kind, Profile, Quality, Traits},
};

/// A question: the sides that it describes, and its settings.
pub struct Question<'a> {
    kind: &'static OddsKind,
    sides: Vec<Said<'a>>,
    settings: Said<'a>,
}

impl<'a> Question<'a> {
    pub fn read(kind: &'static OddsKind, asked: &'a Asked) -> Result<Self, Misread> {
        let mut settings = Said { kind: kind.name, troop: None, words: Vec::new() };
        if let [side] = kind.sides {
            // With one side there is no doubt whose the words are, wherever they stand.
            let known = || side.words.iter().chain(kind.settings);
            let words = asked.sides.iter().flat_map(|text| text.split_whitespace());
            let mut said = Said::read(kind, side, &known(), words)?;
            for (key, value) in &asked.settings {
                said.add_setting(known(), key, value)?;
            }
            return Ok(Question { kind, sides: vec![said], settings });
        }
        if asked.sides.len() != kind.sides.len() {
            return Err(wrong_sides(kind));
        }
        let mut sides = Vec::with_capacity(kind.sides.len());
        for (side, text) in kind.sides.iter().zip(&asked.sides) {
            sides.push(Said::read(kind, side, &side.words.iter(), text.split_whitespace())?);
        }
        for (key, value) in &asked.settings {
            settings.add_setting(kind.settings.iter(), key, value)?;
        }
        Ok(Question { kind, sides, settings })
    }

    pub fn side(&self, side: usize) -> &Said<'a> {
        &self.sides[side]
    }

    pub fn settings(&self) -> &Said<'a> {
        &self.settings
    }

    /// A refusal that shows how to ask.
    pub fn lacks(&self, what: &str) -> Misread {
        Misread { what: what.into(), hint: Some(format!("as in `{}`", self.kind.example)) }
    }
}

fn wrong_sides(kind: &OddsKind) -> Misread {
    let parts: Vec<_> = kind.sides.iter().map(|side| side.part).collect();
    let what = match kind.sides.len() {
        0 => format!("`{}` describes no troops", kind.name),
        _ => format!("`{}` describes {}", kind.name, parts.join(" and ")),
    };
    Misread { what, hint: Some(format!("as in `{}`", kind.example)) }
}

/// Somebody as described, or settings: the words, each with what stands after its `=`.
pub struct Said<'a> {
    kind: &'static str,
    troop: Option<Profile>,
    words: Vec<(&'static OddsWord, &'a str)>,
}

impl<'a> Said<'a> {
    fn read(
        kind: &'static OddsKind,
        side: &'static OddsSide,
        known: &(impl Iterator<Item = &'static OddsWord> + Clone),
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<Self, Misread> {
        let mut said = Said { kind: kind.name, troop: None, words: Vec::new() };
        if side.troop {
            said.troop = Some(troop(words.next())?);
        }
        words.try_for_each(|text| said.add(known.clone(), text))?;
        if let Some(basis) = said.troop {
            said.troop = Some(said.bought(basis)?);
        }
        Ok(said)
    }

    /// The unit with the quality, abilities and weapon that were said of it.
    fn bought(&self, basis: Profile) -> Result<Profile, Misread> {
        let mut quality = basis.quality;
        let mut traits = Traits { abilities: basis.abilities, weapon: None };
        for (known, _) in &self.words {
            match word::quality(known.word) {
                Some(Quality::Ordinary) | None => {}
                Some(said) => quality = said,
            }
            traits.add(known.word);
        }
        let weapon = traits.weapon.or(basis.weapon);
        let profile = Profile::with(basis.kind, quality, Traits { weapon, ..traits });
        match profile.misfit() {
            None => Ok(profile),
            Some(why) => {
                let name = &basis.kind.row().name;
                let hint = Some("leave the word out".to_owned());
                Err(Misread { what: format!("{name}: {why} [ADLG-R15]"), hint })
            }
        }
    }

    fn add(
        &mut self,
        known: impl Iterator<Item = &'static OddsWord> + Clone,
        text: &'a str,
    ) -> Result<(), Misread> {
        match text.split_once('=') {
            Some((key, value)) => self.add_setting(known, key, value),
            None => {
                let word = self.find(known, text)?;
                if let Some(value) = word.value {
                    let hint = Some(format!("`{text}={value}`"));
                    return Err(Misread { what: format!("`{text}` needs a value"), hint });
                }
                self.push(word, "")
            }
        }
    }

    fn add_setting(
        &mut self,
        known: impl Iterator<Item = &'static OddsWord> + Clone,
        key: &str,
        value: &'a str,
    ) -> Result<(), Misread> {
        let word = self.find(known, key)?;
        if word.value.is_none() {
            let hint = Some(format!("say just `{key}`"));
            return Err(Misread { what: format!("`{key}` takes no value"), hint });
        }
        self.push(word, value)
    }

    fn find(
        &self,
        mut known: impl Iterator<Item = &'static OddsWord> + Clone,
        text: &str,
    ) -> Result<&'static OddsWord, Misread> {
        let all = known.clone();
        known.find(|word| word.word == text).ok_or_else(|| {
            let words = || all.clone().map(|word| word.word);
            let what = match self.troop {
                Some(troop) => format!("`{text}` says nothing of {} here", troop.kind.row().name),
                None => format!("`{text}` says nothing of `{}`", self.kind),
            };
            let hint = did_you_mean(text, words());
            let hint = hint.or_else(|| Some(format!("it takes {}", quoted(words()))));
            Misread { what, hint }
        })
    }

    fn push(&mut self, word: &'static OddsWord, value: &'a str) -> Result<(), Misread> {
        // Several supports may be named.
        if self.has(word.word) && !word.word.ends_with("support") {
            let hint = Some("once is enough".into());
            return Err(Misread { what: format!("`{}` is said twice", word.word), hint });
        }
        self.words.push((word, value));
        Ok(())
    }

    pub fn profile(&self) -> Profile {
        self.troop.expect("sides of troops begin with one")
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|(known, _)| known.word == word)
    }

    fn get(&self, word: &str) -> Option<(&'static OddsWord, &'a str)> {
        self.words.iter().find(|(known, _)| known.word == word).copied()
    }

    /// What stands after the `=` of a word that chooses among a few.
    pub fn choice<T>(
        &self,
        word: &str,
        among: impl Iterator<Item = (&'static str, T)> + Clone,
    ) -> Result<Option<T>, Misread> {
        let Some((word, value)) = self.get(word) else { return Ok(None) };
        match among.clone().find(|(name, _)| *name == value) {
            Some((_, choice)) => Ok(Some(choice)),
            None => {
                let names = among.map(|(name, _)| name);
                Err(self.wrong(word, value, &format!("one of {}", quoted(names))))
            }
        }
    }

    pub fn number(&self, word: &str, among: RangeInclusive<u8>) -> Result<Option<u8>, Misread> {
        let Some((word, value)) = self.get(word) else { return Ok(None) };
        match value.parse().ok().filter(|n| among.contains(n)) {
            Some(n) => Ok(Some(n)),
            None => {
                let among = format!("a number from {} to {}", among.start(), among.end());
                Err(self.wrong(word, value, &among))
            }
        }
    }

    /// A length in UD.
    pub fn length(&self, word: &str, most: f64) -> Result<Option<Length>, Misread> {
        let Some((word, value)) = self.get(word) else { return Ok(None) };
        match value.parse::<f64>().ok().filter(|ud| (0.0..=most).contains(ud)) {
            Some(ud) => Ok(Some(Length::new(ud))),
            None => Err(self.wrong(word, value, &format!("a length from 0 to {most} UD"))),
        }
    }

    /// The types that are named after a word, as often as it is said.
    pub fn kinds(&self, word: &str) -> Result<Vec<Kind>, Misread> {
        let said = self.words.iter().filter(|(known, _)| known.word == word);
        said.map(|(_, value)| Ok(troop(Some(value))?.kind)).collect()
    }

    /// The pieces that it stands in.
    pub fn ground(&self) -> Result<Ground, Misread> {
        let pieces = Piece::ALL.into_iter().map(|piece| (piece.word(), piece));
        let named = self.choice("in", pieces)?;
        let plain = [("rough", Piece::SteepHill), ("difficult", Piece::Marsh)];
        let plain = plain.into_iter().filter(|(word, _)| self.has(word)).map(|(_, piece)| piece);
        Ok(named.into_iter().chain(plain).collect())
    }

    fn wrong(&self, word: &OddsWord, value: &str, expected: &str) -> Misread {
        let OddsWord { word, rule, .. } = word;
        let of = self.troop.map(|it| format!(" of {}", it.kind.row().name)).unwrap_or_default();
        let what = format!("`{word}={value}`{of} is out of range [{rule}]");
        Misread { what, hint: Some(format!("`{word}` is {expected}")) }
    }

    /// Who it is.
    pub fn name(&self) -> &str {
        self.troop.map_or(self.kind, |troop| troop.kind.row().name.as_str())
    }

    /// Who it is, and what was said of it.
    pub fn title(&self) -> String {
        if self.words.is_empty() {
            return self.name().to_owned();
        }
        let words = self.words.iter().map(|(word, value)| match word.value {
            Some(_) => format!("{}={value}", word.word),
            None => word.word.to_owned(),
        });
        format!("{} ({})", self.name(), words.collect::<Vec<_>>().join(", "))
    }

    /// Refuses what cannot be: the first row that applies.
    pub fn refuse(&self, rows: &[No]) -> Result<(), Misread> {
        let Some(no) = rows.iter().find(|no| no.when) else { return Ok(()) };
        let what = format!("{}: {} [{}]", self.name(), no.says, no.rule);
        Err(Misread { what, hint: Some(no.instead.to_owned()) })
    }
}

/// Something that cannot be, why, and what can.
pub struct No {
    pub when: bool,
    pub rule: RuleId,
    pub says: &'static str,
    pub instead: &'static str,
}

/// A row of a table of refusals.
pub fn no(when: bool, rule: RuleId, says: &'static str, instead: &'static str) -> No {
    No { when, rule, says, instead }
}

/// A type of unit, or a troop of an army list.
fn troop(word: Option<&str>) -> Result<Profile, Misread> {
    let Some(text) = word else {
        let hint = Some("such as `heavy_swordsmen` or `rom.hastati`".to_owned());
        return Err(Misread { what: "which troops?".into(), hint });
    };
    if let Some(listed) = Listed::named(text) {
        return Ok(listed.entry.profile);
    }
    word::kind(text).map(Profile::plain).ok_or_else(|| {
        let listed: Vec<_> = data::troops().map(|it| it.word()).collect();
        let known = data::type_words().iter().copied().chain(listed.iter().map(String::as_str));
        let all = || format!("there are {}", quoted(data::type_words().iter().copied()));
        let hint = did_you_mean(text, known).unwrap_or_else(all);
        Misread { what: format!("there are no troops `{text}`"), hint: Some(hint) }
    })
}

pub fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
