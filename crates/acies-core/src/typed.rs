//! What players type, read word by word.

use std::str::SplitWhitespace;

use crate::{
    game::Misread,
    units::UnitSet,
    words::{did_you_mean, find_each, quoted},
};

impl Misread {
    /// Something that was typed and is wrong.
    pub fn new(what: impl Into<String>) -> Self {
        Misread { what: what.into(), hint: None }
    }

    /// With what was probably meant.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Misread { hint: Some(hint.into()), ..self }
    }

    /// A word that is not known, with the one that was probably meant, or with all that are known.
    pub fn unknown<'a>(
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
    ) -> Self {
        let known = known.into_iter();
        let meant = did_you_mean(word, known.clone());
        Misread::new(format!("there is no {what} `{word}`"))
            .hint(meant.unwrap_or_else(|| format!("there are {}", quoted(known))))
    }
}

/// Words from left to right.
#[derive(Clone)]
pub struct Typed<'a>(SplitWhitespace<'a>);

impl<'a> Typed<'a> {
    /// What somebody typed, to be read word by word.
    pub fn new(text: &'a str) -> Self {
        Typed(text.split_whitespace())
    }

    /// The next word, which is `what`.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Misread> {
        self.0.next().ok_or_else(|| Misread::new(format!("{what} is missing")))
    }

    /// Whether the next word is this one, which is then read.
    pub fn flag(&mut self, word: &str) -> bool {
        let is = self.0.clone().next() == Some(word);
        if is {
            self.0.next();
        }
        is
    }

    /// `yes` or `no`.
    pub fn yes(&mut self) -> Result<bool, Misread> {
        match self.word("`yes` or `no`")? {
            "yes" => Ok(true),
            "no" => Ok(false),
            other => Err(Misread::unknown("answer", other, ["yes", "no"])),
        }
    }

    /// Units as in `1-4,7`: commas may have spaces after them, and `find` knows one by its number or word.
    pub fn units(
        &mut self,
        find: impl Fn(&str) -> Result<u8, Misread>,
    ) -> Result<UnitSet, Misread> {
        let mut list = self.word("a unit")?.to_owned();
        while list.ends_with(',') {
            list += self.word("a unit")?;
        }
        Ok(find_each(&list, find)?.into_iter().collect())
    }

    /// What was read, if nothing is left.
    pub fn end<T>(mut self, read: T) -> Result<T, Misread> {
        match self.0.next() {
            None => Ok(read),
            Some(extra) => Err(Misread::new(format!("`{extra}` is one word too many"))),
        }
    }
}

impl<'a> Iterator for Typed<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }
}

/// One of an army's units, leaders or the like, by its number counted from one or by its key.
pub fn pick<'a>(
    army: &str,
    what: &str,
    word: &str,
    keys: impl IntoIterator<Item = &'a str, IntoIter: Clone + ExactSizeIterator>,
) -> Result<u8, Misread> {
    let keys = keys.into_iter();
    if let Ok(number) = word.parse::<usize>() {
        let here = (1..=keys.len()).contains(&number);
        let none = || Misread::new(format!("{army} has no {what} {number}"));
        return here
            .then(|| number as u8 - 1)
            .ok_or_else(|| none().hint(format!("1 to {}", keys.len())));
    }
    // A key as it is written, else whatever its capitals and hyphens.
    let plain = |text: &str| text.to_lowercase().replace('-', "_");
    let wanted = plain(word);
    let exact = keys.clone().position(|key| key == word);
    let found = exact.or_else(|| keys.clone().position(|key| plain(key) == wanted));
    let found = found.map(|at| at as u8);
    found.ok_or_else(|| Misread::unknown(&format!("{what} of {army}"), word, keys))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_from_left_to_right() {
        let mut typed = Typed::new(" shoot 3 at  yes now ");
        assert_eq!(typed.word("an action"), Ok("shoot"));
        assert!(!typed.flag("at"));
        assert_eq!(typed.next(), Some("3"));
        assert!(typed.flag("at"));
        assert_eq!(typed.yes(), Ok(true));
        let extra = typed.clone().end(()).unwrap_err();
        assert_eq!(extra.what, "`now` is one word too many");
        assert_eq!(typed.yes().unwrap_err().hint.as_deref(), Some("did you mean `no`?"));
        assert_eq!(typed.word("a unit").unwrap_err().what, "a unit is missing");
        assert_eq!(typed.end(7), Ok(7));
    }

    #[test]
    fn units_are_known_by_number_or_key() {
        let keys = ["hastati_1", "hastati_2", "velites"];
        let find = |word: &str| pick("Rome", "unit", word, keys);
        let units = Typed::new("1-2, Velites rest").units(find).unwrap();
        assert_eq!(units.iter().collect::<Vec<_>>(), [0, 1, 2]);
        let none = find("4").unwrap_err();
        assert_eq!(
            (none.what.as_str(), none.hint.as_deref()),
            ("Rome has no unit 4", Some("1 to 3"))
        );
        let none = find("velite").unwrap_err();
        assert_eq!(none.what, "there is no unit of Rome `velite`");
        assert_eq!(none.hint.as_deref(), Some("did you mean `velites`?"));
        assert!(find("0").is_err() && find("99999999999999999999").is_err());
        let find = |word: &str| pick("Rome", "unit", word, ["w", "W", "Guard-1"]);
        assert_eq!(
            ["W", "w", "guard_1", "Guard-1"].map(|word| find(word).ok()),
            [1, 0, 2, 2].map(Some)
        );
    }
}
