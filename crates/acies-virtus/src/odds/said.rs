//! Troops and hits as questions name them.

use acies_core::{Misread, said};

pub use acies_core::said::{Instead, no};

use crate::{
    data::{profile, profiles},
    morale::Marks,
    units::Profile,
};

pub type Question<'a> = said::Question<'a, &'static Profile>;
pub type Said<'a> = said::Said<'a, &'static Profile>;
pub type Whom = said::Whom<&'static Profile>;

impl said::Troops for &'static Profile {
    fn words() -> Vec<&'static str> {
        profiles().iter().map(|profile| profile.id.as_str()).collect()
    }

    fn named(word: &str) -> Option<Self> {
        profile(word)
    }

    fn name(self) -> &'static str {
        &self.name
    }
}

/// VIR-R53: hits by their number or by their kinds.
pub fn hits(said: &Said, word: &str) -> Result<Vec<Marks>, Misread> {
    let Some((known, value)) = said.get(word) else { return Ok(Vec::new()) };
    if value.parse::<u64>().is_ok() {
        let n = said.number(word, 0..=HITS_MAX)?.expect("it was said");
        return Ok(vec![Marks::empty(); usize::from(n)]);
    }
    let words = Marks::WORDS.map(|(word, _)| word);
    let hits = said.list(word, Marks::named, &[&["plain"], &words[..]].concat())?;
    if hits.len() > usize::from(HITS_MAX) {
        return Err(said.wrong(known, value, &format!("a list of {HITS_MAX} at most")));
    }
    Ok(hits)
}

/// More hits than any unit takes in a turn.
const HITS_MAX: u8 = 30;
