//! Troops and hits as questions name them.

use acies_core::{
    Misread, OddsWord, said,
    words::{did_you_mean, quoted},
};

pub use acies_core::said::{Instead, no};

use crate::{
    files::data::{profile, profiles},
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
    let hits = value.split(',').map(|kind| hit(known, kind)).collect::<Result<Vec<_>, _>>()?;
    if hits.len() > usize::from(HITS_MAX) {
        return Err(said.wrong(known, value, &format!("a list of {HITS_MAX} at most")));
    }
    Ok(hits)
}

/// VIR-R53: one hit by its marks.
fn hit(known: &OddsWord, text: &str) -> Result<Marks, Misread> {
    let OddsWord { word, rule, .. } = known;
    let kinds = || ["plain"].into_iter().chain(Marks::WORDS.map(|(word, _)| word));
    let Some(marks) = Marks::named(text) else {
        let what = format!("`{word}`: there is no `{text}` [{rule}]");
        let marked: Vec<_> = text.split('+').filter(|&mark| mark != "plain").collect();
        let unknown = marked.iter().find(|&&mark| Marks::named(mark).is_none());
        let hint = match unknown {
            None => format!("a plain hit has no mark: say `{}`", marked.join("+")),
            Some(unknown) => did_you_mean(unknown, kinds())
                .unwrap_or_else(|| format!("there are {}", quoted(kinds()))),
        };
        return Err(Misread { what, hint: Some(hint) });
    };
    if marks.contains(Marks::CHARGE | Marks::GREEN) {
        let what = format!("`{word}`: no hit of a charge is from throwing weapons [VIR-SR12.6]");
        let hint = "say `charge`, or the green hit of a unit that does not charge";
        return Err(Misread { what, hint: Some(hint.into()) });
    }
    Ok(marks)
}

/// More hits than any unit takes in a turn.
const HITS_MAX: u8 = 30;
