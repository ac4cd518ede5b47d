//! Parts of a position file: tables whose keys are taken one by one, and values of which only what differs from the usual
//! is written.

use std::ops::Range;

use acies_core::{
    BadFile, Seat,
    file::Page,
    named::{self, Names},
};
use serde::{Serialize, de::DeserializeOwned};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// A table of a file, and where it stands.
pub(super) struct Part<'a> {
    pub(super) page: Page<'a>,
    pub(super) span: Range<usize>,
    keys: DeTable<'a>,
}

/// Before anybody has a name.
pub(super) struct Nobody;

impl Names for Nobody {
    fn key(&self, _: acies_core::Id) -> Option<String> {
        None
    }

    fn keys(&self, _: Seat) -> Vec<String> {
        Vec::new()
    }
}

impl<'a> Part<'a> {
    pub(super) fn whole(page: Page<'a>) -> Result<Part<'a>, BadFile> {
        acies_core::file::read_toml::<serde::de::IgnoredAny>(page.file, page.text)?;
        let keys = DeTable::parse(page.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            page.bad(span, error.message().to_owned())
        })?;
        Ok(Part { page, span: 0..0, keys: keys.into_inner() })
    }

    pub(super) fn of(page: Page<'a>, value: Spanned<DeValue<'a>>) -> Result<Part<'a>, BadFile> {
        let span = value.span();
        match value.into_inner() {
            DeValue::Table(keys) => Ok(Part { page, span, keys }),
            _ => Err(page.bad(span, "expected a table: `{ .. }`")),
        }
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Spanned<DeValue<'a>>> {
        self.keys.remove(key)
    }

    /// The value of a key, if the file has it.
    pub(super) fn read<T: DeserializeOwned>(
        &mut self,
        key: &str,
        names: &dyn Names,
    ) -> Result<Option<T>, BadFile> {
        self.take(key).map(|value| named::read(&self.page, value, names)).transpose()
    }

    /// The value of a key that must be there.
    pub(super) fn need<T: DeserializeOwned>(&mut self, key: &str) -> Result<T, BadFile> {
        let missing = || {
            let hint = format!(
                "write `{key} = ...` {}",
                if self.span.is_empty() { "at the top of the file" } else { "here" }
            );
            self.page.bad(self.span.clone(), format!("missing field `{key}`")).hint(hint)
        };
        let missing = missing();
        self.read(key, &Nobody)?.ok_or(missing)
    }

    /// The parts of a list of tables.
    pub(super) fn list(&mut self, key: &str) -> Result<Vec<Part<'a>>, BadFile> {
        let page = self.page;
        let Some(value) = self.take(key) else { return Ok(Vec::new()) };
        let span = value.span();
        match value.into_inner() {
            DeValue::Array(all) => all.into_iter().map(|it| Part::of(page, it)).collect(),
            _ => Err(page.bad(span, "expected a list: `[ .. ]`")),
        }
    }

    /// Of the keys that are left those that a value of this kind has, as a part of their own.
    pub(super) fn split(&mut self, like: &impl Serialize) -> Part<'a> {
        let text = named::write(like, &Nobody);
        let known = DeValue::parse(&text).expect("it was written just now").into_inner();
        let mut split = DeTable::new();
        for (key, _) in known.as_table().into_iter().flatten() {
            if let Some((key, value)) = self.keys.remove_entry(key.get_ref().as_ref()) {
                split.insert(key, value);
            }
        }
        Part { page: self.page, span: self.span.clone(), keys: split }
    }

    /// A value with what the rest of the keys say of it, and else as it is usually.
    pub(super) fn over<T: Serialize + DeserializeOwned>(
        self,
        usual: &T,
        names: &dyn Names,
    ) -> Result<T, BadFile> {
        let text = named::write(usual, names);
        let usual = DeValue::parse(&text).expect("it was written just now").into_inner();
        let DeValue::Table(mut all) = usual else {
            return Err(self.page.bad(self.span, "expected a table"));
        };
        all.extend(self.keys);
        named::read(&self.page, Spanned::new(self.span, DeValue::Table(all)), names)
    }

    /// That nothing is left; `known` are the keys that might have been meant.
    pub(super) fn end(self, known: &[&str]) -> Result<(), BadFile> {
        match self.keys.into_iter().next() {
            None => Ok(()),
            Some((key, _)) => {
                let word = Spanned::new(key.span(), key.into_inner().into_owned());
                Err(self.page.unknown(&word, "field", known.iter().copied()))
            }
        }
    }
}

/// The fields of a value that are not as usual, each as `key = value`. Sets in it have units of this side.
pub(super) fn changes<T: Serialize>(
    value: &T,
    usual: &T,
    of: Option<Seat>,
    names: &dyn Names,
    but: &[&str],
) -> Vec<String> {
    let [text, usual] = [value, usual].map(|it| named::write_of(of, it, names));
    let [new, old] =
        [&text, &usual].map(|it| DeValue::parse(it).expect("it was written just now").into_inner());
    let slice = |text: &str, value: &Spanned<DeValue<'_>>| text[value.span()].to_owned();
    let fields = new
        .as_table()
        .into_iter()
        .flatten()
        .filter(|(key, _)| !but.contains(&key.get_ref().as_ref()));
    let mut fields: Vec<_> = fields.collect();
    fields.sort_by_key(|(key, _)| key.span().start);
    let fields = fields.into_iter().filter_map(|(key, value)| {
        let was = old
            .as_table()
            .and_then(|it| it.get(key.get_ref().as_ref()))
            .map(|it| slice(&usual, it));
        let is = slice(&text, value);
        (was.as_ref() != Some(&is)).then(|| format!("{} = {is}", key.get_ref()))
    });
    fields.collect()
}
