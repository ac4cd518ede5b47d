//! Initiative (RULES.md 8.1) and terrain (AV-R27).

use acies_core::{Each, Forecast, Misread, Seat, odds};

use super::{FIRST, said::Question};
use crate::{
    setup::terrain_dice::{Column, Hill, Patch, Sector},
    turn::initiative::{self, Initiative},
};

/// AV-R30: ties are thrown again, so the odds are those of a throw that is no tie.
pub fn initiative(question: &Question) -> Result<Forecast, Misread> {
    let among = [("red", [true, false]), ("blue", [false, true]), ("both", [true, true])];
    let lost = question.settings().choice("chief_lost", among)?.unwrap_or([false; 2]);
    let both = Each(lost.map(|chief_lost| Initiative { chief_lost }));
    let once = odds(|dice| initiative::initiative(&both, dice));
    let tell = |&seat: &Seat| (format!("{seat} has the choice"), vec![("seat", seat as i64)]);
    Ok(Forecast {
        title: "initiative".into(),
        sums: vec![("red".into(), both[Seat::Red].sum()), ("blue".into(), both[Seat::Blue].sum())],
        rules: vec!["AV-4.2", "AV-R30"],
        outcomes: once.known().outcomes(tell),
        highlights: vec![once.highlight("a tie at the first throw", Option::is_none)],
    })
}

/// What lies in a sector.
pub fn terrain(question: &Question) -> Result<Forecast, Misread> {
    let columns = [("outer", Column::Outer), ("centre", Column::Centre)];
    let Some(column) = question.settings().choice("column", columns)? else {
        return Err(question.lacks("which column?"));
    };
    let sector = odds(|dice| Sector::throw(column, FIRST, dice));
    let tell = |it: &Sector| {
        let pieces = it.hill.map(Hill::name).into_iter().chain(it.patch.map(Patch::name));
        let pieces: Vec<_> = pieces.collect();
        let says = if pieces.is_empty() { "nothing".into() } else { pieces.join(", ") };
        let number = |piece: Option<i64>| piece.map_or(0, |it| it + 1);
        let hill = number(it.hill.map(|it| it as i64));
        let patch = number(it.patch.map(|it| it as i64));
        (says, vec![("hill", hill), ("patch", patch)])
    };
    Ok(Forecast {
        title: "terrain of a sector".into(),
        sums: Vec::new(),
        rules: vec!["AV-R27"],
        outcomes: sector.outcomes(tell),
        highlights: vec![
            sector.highlight("a hill", |it| it.hill.is_some()),
            sector.highlight("a patch", |it| it.patch.is_some()),
            sector.highlight("nothing", |it| *it == Sector::default()),
        ],
    })
}
