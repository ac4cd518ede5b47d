//! What was typed, word by word: troops, circumstances and settings.

use std::ops::RangeInclusive;

use acies_core::{Asked, Misread, OddsKind, OddsSide, OddsWord, RuleId, words::did_you_mean};

use super::words;
use crate::{
    data::{profile, profiles},
    morale::Marks,
    units::Profile,
};

/// A question: the sides that it describes, and its settings.
pub struct Question<'a> {
    kind: &'static OddsKind,
    sides: Vec<Vec<Said<'a>>>,
    settings: Said<'a>,
}

impl<'a> Question<'a> {
    pub fn read(kind: &'static OddsKind, asked: &'a Asked) -> Result<Self, Misread> {
        let mut settings = Said { kind: kind.name, troop: None, words: Vec::new() };
        let mut sides = Vec::with_capacity(kind.sides.len());
        if let [side] = kind.sides {
            // With one side there is no doubt whose the words are, wherever they stand.
            let known = [side.words, kind.settings];
            let words = asked.sides.iter().flat_map(|text| text.split_whitespace());
            let mut said = Said::read(kind, side, known, words)?;
            for (key, value) in &asked.settings {
                said.add_setting(known, key, value)?;
            }
            sides.push(vec![said]);
            return Ok(Question { kind, sides, settings });
        }
        if asked.sides.len() != kind.sides.len() {
            return Err(wrong_sides(kind));
        }
        for (side, text) in kind.sides.iter().zip(&asked.sides) {
            let read =
                |text: &'a str| Said::read(kind, side, [side.words, &[]], text.split_whitespace());
            let each = if side.several { text.split(',').collect() } else { vec![text.as_str()] };
            sides.push(each.into_iter().map(read).collect::<Result<_, _>>()?);
        }
        for (key, value) in &asked.settings {
            settings.add_setting([&[], kind.settings], key, value)?;
        }
        Ok(Question { kind, sides, settings })
    }

    /// Who is described on a side that has only one.
    pub fn one(&self, side: usize) -> &Said<'a> {
        &self.sides[side][0]
    }

    pub fn all(&self, side: usize) -> &[Said<'a>] {
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

fn troop(word: Option<&str>) -> Result<&'static Profile, Misread> {
    let ids = || profiles().iter().map(|profile| profile.id.as_str());
    let Some(word) = word else {
        let hint = Some(format!("such as `{}`", profiles()[0].id));
        return Err(Misread { what: "which troops?".into(), hint });
    };
    profile(word).ok_or_else(|| {
        let hint =
            did_you_mean(word, ids()).unwrap_or_else(|| format!("there are {}", quoted(ids())));
        Misread { what: format!("there are no troops `{word}`"), hint: Some(hint) }
    })
}

/// The words that may be said: those of a side, and settings.
type Known = [&'static [OddsWord]; 2];

/// Somebody as described, or settings: the words, each with what stands after its `=`.
pub struct Said<'a> {
    kind: &'static str,
    troop: Option<&'static Profile>,
    words: Vec<(&'static OddsWord, &'a str)>,
}

impl<'a> Said<'a> {
    fn read(
        kind: &'static OddsKind,
        side: &'static OddsSide,
        known: Known,
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<Self, Misread> {
        let troop = side.troop.then(|| troop(words.next())).transpose()?;
        let mut said = Said { kind: kind.name, troop, words: Vec::new() };
        words.try_for_each(|text| said.add(known, text))?;
        Ok(said)
    }

    fn add(&mut self, known: Known, text: &'a str) -> Result<(), Misread> {
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

    fn add_setting(&mut self, known: Known, key: &str, value: &'a str) -> Result<(), Misread> {
        let word = self.find(known, key)?;
        if word.value.is_none() {
            let hint = Some(format!("say just `{key}`"));
            return Err(Misread { what: format!("`{key}` takes no value"), hint });
        }
        self.push(word, value)
    }

    fn find(&self, known: Known, text: &str) -> Result<&'static OddsWord, Misread> {
        let mut all = known.into_iter().flatten();
        all.find(|word| word.word == text).ok_or_else(|| {
            let words = || known.into_iter().flatten().map(|word| word.word);
            let of = self.troop.map_or("the settings", |troop| troop.name.as_str());
            // A word of another roll is known, but has no bearing on this one.
            let what = match words::of_any_kind(text) {
                Some(OddsWord { rule, .. }) => {
                    format!("`{text}` has no bearing on {of} in `{}` [{rule}]", self.kind)
                }
                None => format!("`{text}` is no word for {of} in `{}`", self.kind),
            };
            let hint = did_you_mean(text, words()).unwrap_or_else(|| match words().next() {
                Some(_) => format!("there are {}", quoted(words())),
                None => "say it with the troops that it is about, inside the quotes".into(),
            });
            Misread { what, hint: Some(hint) }
        })
    }

    fn push(&mut self, word: &'static OddsWord, value: &'a str) -> Result<(), Misread> {
        if self.has(word.word) {
            let hint = Some("once is enough".into());
            return Err(Misread { what: format!("`{}` is said twice", word.word), hint });
        }
        self.words.push((word, value));
        Ok(())
    }

    pub fn troop(&self) -> &'static Profile {
        self.troop.expect("sides of troops begin with one")
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|(known, _)| known.word == word)
    }

    fn get(&self, word: &str) -> Option<(&'static OddsWord, &'a str)> {
        self.words.iter().find(|(known, _)| known.word == word).copied()
    }

    /// What stands after the `=` of a word that chooses among a few.
    pub fn choice<const N: usize>(
        &self,
        word: &str,
        among: [&'static str; N],
    ) -> Result<Option<&'static str>, Misread> {
        let Some((word, value)) = self.get(word) else { return Ok(None) };
        match among.into_iter().find(|choice| *choice == value) {
            Some(choice) => Ok(Some(choice)),
            None => Err(self.wrong(word, value, &format!("one of {}", quoted(among.into_iter())))),
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

    /// Several words with commas between them.
    pub fn list<T>(
        &self,
        word: &str,
        read: impl Fn(&str) -> Option<T>,
        known: &[&'static str],
    ) -> Result<Vec<T>, Misread> {
        let Some((word, value)) = self.get(word) else { return Ok(Vec::new()) };
        let each = value.split(',').map(|one| {
            read(one).ok_or_else(|| {
                let what = format!("`{}`: there is no `{one}` [{}]", word.word, word.rule);
                let known = || known.iter().copied();
                let all = || format!("there are {}", quoted(known()));
                let hint = did_you_mean(one, known()).unwrap_or_else(all);
                Misread { what, hint: Some(hint) }
            })
        });
        each.collect()
    }

    /// VIR-R53: hits by their number or by their kinds.
    pub fn hits(&self, word: &str) -> Result<Vec<Marks>, Misread> {
        let Some((known, value)) = self.get(word) else { return Ok(Vec::new()) };
        if value.parse::<u64>().is_ok() {
            let n = self.number(word, 0..=HITS_MAX)?.expect("it was said");
            return Ok(vec![Marks::empty(); usize::from(n)]);
        }
        let words = Marks::WORDS.map(|(word, _)| word);
        let hits = self.list(word, Marks::named, &[&["plain"], &words[..]].concat())?;
        if hits.len() > usize::from(HITS_MAX) {
            return Err(self.wrong(known, value, &format!("a list of {HITS_MAX} at most")));
        }
        Ok(hits)
    }

    fn wrong(&self, word: &OddsWord, value: &str, expected: &str) -> Misread {
        let OddsWord { word, rule, .. } = word;
        let of = self.troop.map(|troop| format!(" of {}", troop.name)).unwrap_or_default();
        let what = format!("`{word}={value}`{of} cannot be [{rule}]");
        Misread { what, hint: Some(format!("`{word}` is {expected}")) }
    }

    /// Who it is, and what was said of it.
    pub fn title(&self) -> String {
        let name = self.troop.map_or("", |troop| troop.name.as_str());
        if self.words.is_empty() {
            return name.to_owned();
        }
        let words = self.words.iter().map(|(word, value)| match word.value {
            Some(_) => format!("{}={value}", word.word),
            None => word.word.to_owned(),
        });
        format!("{name} ({})", words.collect::<Vec<_>>().join(", "))
    }

    /// Refuses what cannot be: the first row that applies.
    pub fn refuse(&self, rows: &[No]) -> Result<(), Misread> {
        let Some(no) = rows.iter().find(|no| no.when) else { return Ok(()) };
        let name = self.troop.map_or(self.kind, |troop| troop.name.as_str());
        let hint = match no.instead {
            Instead::Leave(word) => format!("leave out `{word}`"),
            Instead::Say(words) => words.to_owned(),
            Instead::Ask(whom) => {
                let can = || profiles().iter().filter(|it| whom(it)).map(|it| it.id.as_str());
                let more = if can().count() > TOLD_MAX { " and others" } else { "" };
                format!("it can be said of {}{more}", quoted(can().take(TOLD_MAX)))
            }
        };
        Err(Misread { what: format!("{name}: {} [{}]", no.says, no.rule), hint: Some(hint) })
    }
}

/// More examples than this help nobody.
const TOLD_MAX: usize = 7;

/// More hits than any unit takes in a turn.
const HITS_MAX: u8 = 30;

/// Something that cannot be, why, and what can.
pub struct No {
    pub when: bool,
    pub rule: RuleId,
    pub says: &'static str,
    pub instead: Instead,
}

pub enum Instead {
    Leave(&'static str),
    Say(&'static str),
    /// The troops of which it can be said.
    Ask(Whom),
}

/// A class of troops.
pub type Whom = fn(&Profile) -> bool;

/// A row of a table of refusals.
pub fn no(when: bool, rule: RuleId, says: &'static str, instead: Instead) -> No {
    No { when, rule, says, instead }
}

pub fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
