//! Shooting (RULES.md 8.6).

use acies_core::{Forecast, Misread, Odds, Sum, Worth, odds, total, total_without, words::Subject};

use super::{
    FIRST,
    fight::quality_sums,
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
    let title = format!("shot of {} at {}", shoots.title(), stands.title());
    let names = [shoots, stands].map(|said| said.name().to_owned());
    Ok(panel(title, &shot, &names, cohesion, &odds_of(&shot)))
}

/// How much more often a shot hits because of each row.
pub fn worths(shot: &Shot) -> Vec<Worth> {
    let (shooter, target) = (shot.shooter_rows(), shot.target_rows());
    let lead = total(shooter) - total(target);
    let worth = |sum, row, without: i32| Worth {
        sum,
        row,
        of: "hit",
        thousandths: (i32::from(shot.ways_with(lead)) - i32::from(shot.ways_with(without))) * 1000
            / 36,
        chance: true,
    };
    let counting = |sum: Sum| {
        let rows = sum.rows.into_iter().enumerate();
        rows.filter(|(_, row)| row.struck_by.is_none()).collect::<Vec<_>>()
    };
    let added = counting(shot.shooter_sum())
        .into_iter()
        .map(|(at, row)| worth(0, at, total_without(shooter, &row) - total(target)));
    let protecting = counting(shot.target_sum())
        .into_iter()
        .map(|(at, row)| worth(1, at, total(shooter) - total_without(target, &row)));
    added.chain(protecting).collect()
}

/// Whether a combined shot hits.
pub fn odds_of(shot: &Shot) -> Odds<bool> {
    odds(|dice| Ok(shot.throw(FIRST, FIRST, dice)?.hit))
}

/// What each adds to its die, and what quality makes of the dice (ADLG-R108).
pub fn sums(shot: &Shot, names: &[String; 2]) -> Vec<(String, Sum)> {
    let mut sums = vec![
        (Subject::new(names[0].as_str()).says("add to their die"), shot.shooter_sum()),
        (format!("protection of {}", names[1]), shot.target_sum()),
    ];
    for (unit, name) in names.iter().enumerate() {
        sums.extend(quality_sums(name, |face| shot.quality_rows([face; 2])[unit]));
    }
    sums
}

/// A combined shot at a unit with so many cohesion points left.
pub fn panel(
    title: String,
    shot: &Shot,
    names: &[String; 2],
    cohesion: u8,
    hit: &Odds<bool>,
) -> Forecast {
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
        sums: sums(shot, names),
        rules: vec!["ADLG-SHO.1", "ADLG-R107", "ADLG-R108", "ADLG-R109"],
        outcomes: hit.outcomes(tell),
        highlights: vec![hit.highlight("hit", |&hit| hit)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::data::word;

    #[test]
    fn rows_are_worth_what_would_be_missing() {
        // ADLG-SHO.6: bows at mounted without protection hit on ties too, 21 of 36, else 15. Armour of 1
        // (ADLG-ABI.1) takes it back to 15; without it, 21.
        let unit = |text: &str| word::profile(text).unwrap();
        let shooter = Shooter {
            profile: unit("bowmen"),
            disordered: false,
            in_cover: false,
            in_difficult: false,
        };
        let target = Target { profile: unit("heavy_cavalry"), in_cover: false };
        let shot = Shot { shooter, target, supports: Supports::default() };
        assert_eq!(shot.ways_to_hit(), 15, "ADLG-SHO.6, ADLG-ABI.1");
        let told: Vec<_> =
            worths(&shot).into_iter().map(|it| (it.sum, it.row, it.thousandths)).collect();
        // Without the bonus it needs 2 more than the target: 10 of 36.
        assert_eq!(told, [(0, 0, (15 - 10) * 1000 / 36), (1, 0, (15 - 21) * 1000 / 36)]);
    }
}
