//! Questions about odds in words: troops, circumstances and settings, read word by word.
//!
//! What the words are is each ruleset's own, in its list of [`OddsKind`]s; how they are read, and what
//! is said of those that make no sense, is the same for all.

use std::ops::RangeInclusive;

use crate::{
    game::{Asked, Misread, OddsKind, OddsSide, OddsWord},
    rulebook::RuleId,
    words::{counted, did_you_mean, quoted},
};

/// Troops of a ruleset, as questions name them.
pub trait Troops: Copy + 'static {
    /// The words that name them, the most usual first.
    fn words() -> Vec<&'static str>;

    /// Further words that name them, too many to be listed.
    fn more_words() -> Vec<&'static str> {
        Vec::new()
    }

    /// Those that a word names; they may be more than are listed.
    fn named(word: &str) -> Option<Self>;

    /// What players call them.
    fn name(self) -> &'static str;

    /// The same with all that was said of them.
    fn described(self, _by: &[&'static OddsWord]) -> Result<Self, Misread> {
        Ok(self)
    }

    /// Whether a word may be said more than once.
    fn repeats(_word: &OddsWord) -> bool {
        false
    }
}

/// A question: the sides that it describes, and its settings.
pub struct Question<'a, T> {
    kind: &'static OddsKind,
    sides: Vec<Vec<Said<'a, T>>>,
    settings: Said<'a, T>,
}

impl<'a, T: Troops> Question<'a, T> {
    /// Reads a question about one of these kinds of rolls.
    pub fn read(kinds: &'static [OddsKind], kind: &str, asked: &'a Asked) -> Result<Self, Misread> {
        let Some(known) = kinds.iter().find(|known| known.name.eq_ignore_ascii_case(kind)) else {
            let names = || kinds.iter().map(|kind| kind.name);
            let all = || format!("there are {}", quoted(names()));
            let hint = did_you_mean(kind, names()).unwrap_or_else(all);
            return Err(Misread { what: format!("there is no roll `{kind}`"), hint: Some(hint) });
        };
        Reader { kinds, kind: known }.question(asked)
    }

    /// The name of the roll that is asked about.
    pub fn kind(&self) -> &'static str {
        self.kind.name
    }

    /// Who is described on a side that has only one.
    pub fn one(&self, side: usize) -> &Said<'a, T> {
        &self.sides[side][0]
    }

    /// All that take a part.
    pub fn all(&self, side: usize) -> &[Said<'a, T>] {
        &self.sides[side]
    }

    /// What is said of the throw as a whole.
    pub fn settings(&self) -> &Said<'a, T> {
        &self.settings
    }

    /// A refusal that shows how to ask.
    pub fn lacks(&self, what: &str) -> Misread {
        Misread { what: what.into(), hint: Some(format!("as in `{}`", self.kind.example)) }
    }
}

/// The words that may be said: those of a side, and settings.
type Known = [&'static [OddsWord]; 2];

/// Who reads a question of one kind.
#[derive(Clone, Copy)]
struct Reader {
    kinds: &'static [OddsKind],
    kind: &'static OddsKind,
}

impl Reader {
    fn question<'a, T: Troops>(self, asked: &'a Asked) -> Result<Question<'a, T>, Misread> {
        let kind = self.kind;
        let mut settings = Said { kind: kind.name, troop: None, words: Vec::new() };
        let mut sides = Vec::with_capacity(kind.sides.len());
        if let [side] = kind.sides
            && !side.several
        {
            // With one side there is no doubt whose the words are, wherever they stand.
            let known = [side.words, kind.settings];
            let words = asked.sides.iter().flat_map(|text| text.split_whitespace());
            let settings_too = asked.settings.iter().map(|(key, value)| (key.as_str(), value));
            sides.push(vec![self.side(side, known, words, settings_too)?]);
            return Ok(Question { kind, sides, settings });
        }
        if asked.sides.len() != kind.sides.len() {
            return Err(self.wrong_sides(&asked.sides));
        }
        for (at, (side, text)) in kind.sides.iter().zip(&asked.sides).enumerate() {
            let known = [side.words, &[]];
            let next = text.split_once(',').and_then(|(_, next)| next.split_whitespace().next());
            if !side.several && next.is_some_and(|word| named::<T>(word).is_some()) {
                return Err(self.only_one(at));
            }
            let each = if side.several { text.split(',').collect() } else { vec![text.as_str()] };
            let read = |text: &&'a str| {
                let said = self.side(side, known, text.split_whitespace(), std::iter::empty());
                said.map_err(|no| if each.len() > 1 { self.after_comma::<T>(no, text) } else { no })
            };
            sides.push(each.iter().map(read).collect::<Result<_, _>>()?);
        }
        for (key, value) in &asked.settings {
            self.add_setting(&mut settings, [&[], kind.settings], key, value)?;
        }
        Ok(Question { kind, sides, settings })
    }

    /// A refusal of several units on a side that takes one.
    fn only_one(self, at: usize) -> Misread {
        let OddsKind { name, sides, example, .. } = self.kind;
        let several = self
            .kinds
            .iter()
            .filter(|kind| kind.sides.len() == sides.len() && kind.sides[at].several);
        let several = quoted(several.map(|kind| kind.name));
        let hint = if several.is_empty() {
            format!("as in `{example}`")
        } else {
            format!("several can be told in {several}")
        };
        let what = format!("{} of `{name}` is one unit, without a comma", sides[at].part);
        Misread { what, hint: Some(hint) }
    }

    /// A refusal of more or fewer parts than the question has.
    fn wrong_sides(self, found: &[String]) -> Misread {
        let kind = self.kind;
        if let ([], Some(word)) = (kind.sides, found.first()) {
            return self.no_side(word);
        }
        let parts: Vec<_> = kind.sides.iter().map(|side| side.part).collect();
        let (wanted, found) = (counted(parts.len(), "part"), found.len());
        let what =
            format!("`{}` describes {}: {wanted}, not {found}", kind.name, parts.join(" and "));
        let how = match kind.sides {
            [_] => "put commas between the units, and one pair of quotes about all of them",
            _ => "put quotes about each part",
        };
        Misread { what, hint: Some(format!("{how}, as in `{}`", kind.example)) }
    }

    /// A refusal of a word by itself where there are only settings.
    fn no_side(self, word: &str) -> Misread {
        let OddsKind { name, settings, example, .. } = self.kind;
        if settings.is_empty() {
            let hint = Some(format!("as in `{example}`"));
            return Misread { what: format!("`{name}` takes no words"), hint };
        }
        let what = format!("`{word}` says nothing by itself in `{name}`");
        let with_values = || {
            let all = settings.iter().filter_map(|it| Some((it.word, it.value?)));
            let all = all.map(|(word, value)| format!("`{word}={value}`"));
            format!("there is {}", all.collect::<Vec<_>>().join(", "))
        };
        let hint = as_value(word, settings.iter()).unwrap_or_else(with_values);
        Misread { what, hint: Some(hint) }
    }

    /// What is wrong with a unit in a row of them, if a comma made it one.
    fn after_comma<T: Troops>(self, no: Misread, text: &str) -> Misread {
        let first = text.split_whitespace().next().unwrap_or_default();
        let near = || did_you_mean(first, T::words().into_iter().chain(T::more_words()));
        let circumstance = self.of_any_kind(first.split('=').next().unwrap_or_default()).is_some();
        if named::<T>(first).is_some() || !circumstance && near().is_some() {
            return no;
        }
        let hint = "a comma begins another unit; the words of one have spaces between them";
        Misread { hint: Some(hint.into()), ..no }
    }

    fn side<'a, T: Troops>(
        self,
        side: &'static OddsSide,
        known: Known,
        mut words: impl Iterator<Item = &'a str>,
        settings: impl Iterator<Item = (&'a str, &'a String)>,
    ) -> Result<Said<'a, T>, Misread> {
        let troop = side.troop.then(|| self.troop::<T>(words.next())).transpose()?;
        let mut said = Said { kind: self.kind.name, troop, words: Vec::new() };
        for text in words {
            if text.starts_with(',') || text.ends_with(',') {
                let hint = Some("leave out the comma: words have spaces between them".into());
                return Err(Misread { what: format!("`{text}` has a comma"), hint });
            }
            match text.split_once('=') {
                Some((key, value)) => self.add_setting(&mut said, known, key, value)?,
                None => self.add_word(&mut said, known, text)?,
            }
        }
        for (key, value) in settings {
            self.add_setting(&mut said, known, key, value)?;
        }
        let words: Vec<_> = said.words.iter().map(|(word, _)| *word).collect();
        said.troop = said.troop.map(|troop| troop.described(&words)).transpose()?;
        Ok(said)
    }

    fn add_word<T: Troops>(
        self,
        said: &mut Said<'_, T>,
        known: Known,
        text: &str,
    ) -> Result<(), Misread> {
        let word = self.find(said, known, text)?;
        if let Some(value) = word.value {
            let hint = Some(format!("`{text}={value}`"));
            return Err(Misread { what: format!("`{text}` needs a value"), hint });
        }
        said.push(word, "")
    }

    fn add_setting<'a, T: Troops>(
        self,
        said: &mut Said<'a, T>,
        known: Known,
        key: &str,
        value: &'a str,
    ) -> Result<(), Misread> {
        let word = self.find(said, known, key)?;
        if word.value.is_none() {
            let hint = Some(format!("say just `{key}`"));
            return Err(Misread { what: format!("`{key}` takes no value"), hint });
        }
        said.push(word, value)
    }

    fn find<T: Troops>(
        self,
        said: &Said<'_, T>,
        known: Known,
        text: &str,
    ) -> Result<&'static OddsWord, Misread> {
        let mut all = known.into_iter().flatten();
        all.find(|word| word.is(text)).ok_or_else(|| {
            let of = said.troop.map_or("the settings", Troops::name);
            let within = format!("{of} in `{}`", said.kind);
            // A word of another roll is known, but has no bearing on this one.
            match self.of_any_kind(text) {
                Some(word) => {
                    let what = format!("`{text}` has no bearing on {within} [{}]", word.rule);
                    Misread { what, hint: Some(self.where_it_belongs(known, text)) }
                }
                None => {
                    let what = format!("`{text}` is no word for {within}");
                    Misread { what, hint: Some(what_was_meant(known, text)) }
                }
            }
        })
    }

    /// Where a word that is known may be said.
    fn where_it_belongs(self, known: Known, text: &str) -> String {
        if let Some(meant) = as_value(text, known.into_iter().flatten()) {
            return meant;
        }
        let has = |words: &[OddsWord]| words.iter().any(|word| word.is(text));
        let sides: Vec<_> = self.kind.sides.iter().filter(|side| has(side.words)).collect();
        match sides[..] {
            [] => {}
            [side] => return format!("say it of {}, inside the quotes", side.part),
            _ => return "say it with the troops that it is about, inside the quotes".into(),
        }
        let elsewhere = self
            .kinds
            .iter()
            .filter(|kind| has(kind.settings) || kind.sides.iter().any(|side| has(side.words)));
        format!("it is a word of {}", quoted(elsewhere.map(|kind| kind.name)))
    }

    fn of_any_kind(self, word: &str) -> Option<&'static OddsWord> {
        let sides = self.kinds.iter().flat_map(|kind| kind.sides).flat_map(|side| side.words);
        let settings = self.kinds.iter().flat_map(|kind| kind.settings);
        sides.chain(settings).find(|known| known.is(word))
    }

    /// The troops with which a side begins.
    fn troop<T: Troops>(self, word: Option<&str>) -> Result<T, Misread> {
        let circumstance = |word: &str| {
            let key = word.split('=').next().unwrap_or_default();
            self.of_any_kind(key).is_some() && named::<T>(word).is_none()
        };
        troop(word).map_err(|no| match word {
            Some(word) if circumstance(word) => {
                let hint = format!("the troops come first, as in `{}`", self.kind.example);
                Misread { hint: Some(hint), ..no }
            }
            _ => no,
        })
    }
}

/// What each of several is called; two of a name are told apart.
pub fn names<T: Troops>(all: &[&Said<'_, T>]) -> Vec<String> {
    let names: Vec<_> = all.iter().map(|said| said.name()).collect();
    let name = |(at, name): (usize, &&str)| {
        let alike = names.iter().filter(|other| *other == name).count();
        let number = 1 + names[..at].iter().filter(|other| *other == name).count();
        if alike == 1 { (*name).to_owned() } else { format!("{name} {number}") }
    };
    names.iter().enumerate().map(name).collect()
}

/// The troops that a word names, in small letters or capitals.
fn named<T: Troops>(word: &str) -> Option<T> {
    T::named(word).or_else(|| T::named(&word.to_lowercase()))
}

/// The troops that a word names.
pub fn troop<T: Troops>(word: Option<&str>) -> Result<T, Misread> {
    if let Some(troop) = word.and_then(named) {
        return Ok(troop);
    }
    let (words, more) = (T::words(), T::more_words());
    let known = || words.iter().copied();
    let Some(word) = word else {
        let hint = known().next().map(|word| format!("such as `{word}`"));
        return Err(Misread { what: "which troops?".into(), hint });
    };
    let all = || {
        let such = quoted(more.iter().copied().take(TOLD_MAX));
        let and = if such.is_empty() { "" } else { ", and many more such as " };
        format!("there are {}{and}{such}", quoted(known()))
    };
    let hint = did_you_mean(word, known().chain(more.iter().copied())).unwrap_or_else(all);
    Err(Misread { what: format!("there are no troops `{word}`"), hint: Some(hint) })
}

/// What a word may be that is not known at all.
fn what_was_meant(known: Known, text: &str) -> String {
    let words = || known.into_iter().flatten();
    let names = || words().map(|word| word.word);
    if text.contains(',') {
        return "leave out the comma: words have spaces between them".into();
    }
    if let Some((key, value)) = text.split_once(':')
        && let Some(word) = words().find(|word| word.is(key) && word.value.is_some())
    {
        return format!("did you mean `{}={value}`?", word.word);
    }
    let all = || match names().next() {
        Some(_) => format!("there are {}", quoted(names())),
        None => "say it with the troops that it is about, inside the quotes".into(),
    };
    let near = || did_you_mean(text, names());
    let all_but_its_end =
        |name: &str| name.strip_prefix(text).is_some_and(|end| end.len() <= END_MAX);
    let begun = names().any(all_but_its_end).then(near).flatten();
    as_value(text, words())
        .or(begun)
        .or_else(|| about(text, words()))
        .or_else(near)
        .unwrap_or_else(all)
}

/// The words that take a text as their value, with it.
fn as_value(text: &str, words: impl Iterator<Item = &'static OddsWord>) -> Option<String> {
    let takes = |word: &&OddsWord| {
        let mut values = word.value.unwrap_or_default().split('|');
        word.value.is_some() && (word.is(text) || values.any(|it| it.eq_ignore_ascii_case(text)))
    };
    let such = words.filter(takes).map(|word| {
        let value = if word.is(text) { word.value.unwrap_or_default() } else { text };
        format!("`{}={value}`", word.word)
    });
    let such: Vec<_> = such.collect();
    (!such.is_empty()).then(|| format!("did you mean {}?", such.join(" or ")))
}

/// The words that have a text in their name or in what they mean.
fn about(text: &str, words: impl Iterator<Item = &'static OddsWord>) -> Option<String> {
    let stem = text.trim_end_matches('s').to_lowercase();
    if stem.len() < STEM_MIN {
        return None;
    }
    let has =
        |word: &&OddsWord| word.word.contains(&stem) || word.about.to_lowercase().contains(&stem);
    let such: Vec<_> = words.filter(has).map(|word| format!("`{}`", word.word)).collect();
    (!such.is_empty()).then(|| format!("did you mean {}?", such.join(" or ")))
}

/// Letters that may be missing at the end of a word that is clearly meant.
const END_MAX: usize = 3;

/// Shorter texts are parts of too many words.
const STEM_MIN: usize = 5;

/// Somebody as described, or settings: the words, each with what stands after its `=`.
pub struct Said<'a, T> {
    kind: &'static str,
    troop: Option<T>,
    words: Vec<(&'static OddsWord, &'a str)>,
}

impl<'a, T: Troops> Said<'a, T> {
    fn push(&mut self, word: &'static OddsWord, value: &'a str) -> Result<(), Misread> {
        if self.has(word.word) && !T::repeats(word) {
            let hint = Some("once is enough".into());
            return Err(Misread { what: format!("`{}` is said twice", word.word), hint });
        }
        self.words.push((word, value));
        Ok(())
    }

    /// The troops that are spoken of.
    pub fn troop(&self) -> T {
        self.troop.expect("sides of troops begin with one")
    }

    /// Who it is.
    pub fn name(&self) -> &'static str {
        self.troop.map_or(self.kind, Troops::name)
    }

    /// Whether a word was said.
    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|(known, _)| known.word == word)
    }

    /// A word with what stands after its `=`.
    pub fn get(&self, word: &str) -> Option<(&'static OddsWord, &'a str)> {
        self.words.iter().find(|(known, _)| known.word == word).copied()
    }

    /// What stands after a word, as often as it is said.
    pub fn each(&self, word: &str) -> impl Iterator<Item = &'a str> {
        self.words.iter().filter(move |(known, _)| known.word == word).map(|(_, value)| *value)
    }

    /// What stands after the `=` of a word that chooses among a few.
    pub fn choice<C>(
        &self,
        word: &str,
        among: impl IntoIterator<Item = (&'static str, C)>,
    ) -> Result<Option<C>, Misread> {
        let Some((word, value)) = self.get(word) else { return Ok(None) };
        let mut names = Vec::new();
        for (name, choice) in among {
            if name.eq_ignore_ascii_case(value) {
                return Ok(Some(choice));
            }
            names.push(name);
        }
        Err(self.wrong(word, value, &format!("one of {}", quoted(names.into_iter()))))
    }

    /// The number that was said with a word, if it is one of these.
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
    pub fn list<L>(
        &self,
        word: &str,
        read: impl Fn(&str) -> Option<L>,
        known: &[&'static str],
    ) -> Result<Vec<L>, Misread> {
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

    /// A value that a word cannot have.
    pub fn wrong(&self, word: &OddsWord, value: &str, expected: &str) -> Misread {
        let OddsWord { word, rule, .. } = word;
        let of = self.troop.map(|troop| format!(" of {}", troop.name())).unwrap_or_default();
        let what = format!("`{word}={value}`{of} cannot be [{rule}]");
        Misread { what, hint: Some(format!("`{word}` is {expected}")) }
    }

    /// Who it is, and what was said of it.
    pub fn title(&self) -> String {
        let name = self.troop.map_or("", Troops::name);
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
    pub fn refuse(&self, rows: &[No<T>]) -> Result<(), Misread> {
        let Some(no) = rows.iter().find(|no| no.when) else { return Ok(()) };
        let hint = match no.instead {
            Instead::Leave(word) => format!("leave out `{word}`"),
            Instead::Say(words) => words.to_owned(),
            Instead::Ask(whom) => {
                let such = |word: &&str| T::named(word).is_some_and(whom);
                let mut can: Vec<_> = T::words().into_iter().filter(such).collect();
                if can.is_empty() {
                    can.extend(T::more_words().into_iter().filter(such));
                }
                let more = if can.len() > TOLD_MAX { " and others" } else { "" };
                format!("it can be said of {}{more}", quoted(can.into_iter().take(TOLD_MAX)))
            }
        };
        let what = format!("{}: {} [{}]", self.name(), no.says, no.rule);
        Err(Misread { what, hint: Some(hint) })
    }
}

/// More examples than this help nobody.
const TOLD_MAX: usize = 7;

/// Something that cannot be, why, and what can.
pub struct No<T> {
    when: bool,
    rule: RuleId,
    says: &'static str,
    instead: Instead<T>,
}

/// A way out of something that cannot be.
#[derive(Clone, Copy)]
pub enum Instead<T> {
    /// To leave this word out.
    Leave(&'static str),
    /// To say this word.
    Say(&'static str),
    /// The troops of which it can be said.
    Ask(Whom<T>),
}

/// A class of troops.
pub type Whom<T> = fn(T) -> bool;

/// A row of a table of refusals.
pub fn no<T>(when: bool, rule: RuleId, says: &'static str, instead: Instead<T>) -> No<T> {
    No { when, rule, says, instead }
}
