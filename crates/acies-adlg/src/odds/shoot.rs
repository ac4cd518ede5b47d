//! Shooting (RULES.md 8.6).

use acies_core::{Forecast, Misread, odds};

use super::{
    FIRST,
    said::{Instead::Say, Question, no},
};
use crate::shooting::{Shooter, Shot, Supports, Target};

/// A combined shot.
pub fn shooting(question: &Question) -> Result<Forecast, Misread> {
    let (shoots, stands) = (question.one(0), question.one(1));
    let profile = shoots.troop();
    shoots.refuse(&[no(
        profile.range_ud().is_none(),
        "ADLG-R112",
        "it has no missile weapon",
        Say("name one, such as `bow` or `javelin`"),
    )])?;
    let shot = Shot {
        shooter: Shooter {
            profile,
            disordered: shoots.has("disordered"),
            in_cover: shoots.has("cover"),
            in_difficult: shoots.has("difficult"),
        },
        target: Target { profile: stands.troop(), in_cover: stands.has("cover") },
        supports: Supports {
            full: shoots.number("supports", 0..=10)?.unwrap_or(0),
            light: shoots.number("light_supports", 0..=10)?.unwrap_or(0),
        },
    };
    let full = stands.troop().cohesion();
    let cohesion = stands.number("cohesion", 1..=full)?.unwrap_or(full);
    let title = format!("{} shoots at {}", shoots.title(), stands.title());
    let names = [shoots, stands].map(|said| said.name().to_owned());
    Ok(forecast(title, &shot, &names, cohesion))
}

/// A combined shot at a unit with so many cohesion points left.
pub fn forecast(title: String, shot: &Shot, names: &[String; 2], cohesion: u8) -> Forecast {
    let hit = odds(|dice| Ok(shot.throw(FIRST, FIRST, dice)?.hit));
    let tell = |&hit: &bool| {
        let left = cohesion - u8::from(hit);
        let says = match (hit, left) {
            (false, _) => "nothing happens",
            (true, 0) => "hit, and routed",
            (true, _) => "loses a cohesion point",
        };
        (says.to_owned(), vec![("hit", i64::from(hit)), ("cohesion", i64::from(left))])
    };
    Forecast {
        title,
        sums: vec![
            (format!("{} adds to its die", names[0]), shot.shooter_sum()),
            (format!("protection of {}", names[1]), shot.target_sum()),
        ],
        rules: vec!["ADLG-SHO.1", "ADLG-R107", "ADLG-R108", "ADLG-R109"],
        outcomes: hit.outcomes(tell),
        highlights: vec![hit.highlight("hit", |&hit| hit)],
    }
}
