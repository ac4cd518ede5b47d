//! Shots by themselves (RULES.md 8).

use acies_core::{Forecast, Misread, odds, words::counted};

use super::{
    FIRST,
    said::{Instead, Question, both, condition, no},
};
use crate::{
    morale::{Disorder, Fate},
    shooting::{Aim, Shot},
};

pub fn shooting(question: &Question) -> Result<Forecast, Misread> {
    let (shooter, target) = (question.one(0), question.one(1));
    let is = condition(shooter)?;
    let struck = condition(target)?;
    shooter.refuse(&[no(
        is.profile.missile.is_none(),
        "LEG-TT.13",
        "it has nothing to shoot with",
        Instead::Ask(|it| it.0.missile.is_some()),
    )])?;
    let stands = shooter.number("stands", 1..=is.shape.files)?.unwrap_or(is.shape.files);
    // Weapons that reach no farther are always at javelin range.
    let near = shooter.has("near") || is.profile.range().is_some_and(|range| range <= 40);
    let shot = Shot {
        kind: is.kind(),
        formed: is.shape.is_formed(),
        stands,
        dp: is.dp,
        at_javelin_range: near,
        aim: Aim {
            kind: struck.kind(),
            unformed: struck.shape.is_unformed(),
            in_cover: target.has("in_cover"),
        },
    };
    let names = both(question);
    // Hits, DPs of the target, and whether it is shaken or out.
    let all = odds(|dice| {
        let hits = shot.throw(FIRST, dice)?;
        let mut after = struck;
        let suffered = after.take(Disorder::Shooting, hits);
        Ok((hits, after.dp, suffered.shaken, suffered.fate))
    });
    let tell = |&(hits, dp, shaken, fate): &(u8, u8, bool, Fate)| {
        let then = match fate {
            Fate::Remains if shaken => ", shaken",
            Fate::Remains => "",
            Fate::Rampages => ", rampages",
            Fate::Destroyed => ", destroyed",
        };
        let says = format!("{}: target at {dp} DP{then}", counted(hits.into(), "hit"));
        (says, vec![("hits", hits.into()), ("dp", dp.into()), ("shaken", shaken.into())])
    };
    let mut highlights = vec![all.highlight("hits", |it| it.0 > 0)];
    if struck.kind().is_special() {
        highlights.push(all.highlight(format!("{} lost", names[1]), |it| it.3 != Fate::Remains));
    } else if !struck.shaken {
        highlights.push(all.highlight(format!("{} shaken", names[1]), |it| it.2));
    }
    Ok(Forecast {
        title: format!("{} shoots at {}", shooter.title(), target.title()),
        sums: vec![
            (format!("dice of {}", names[0]), shot.dice()),
            ("each die needs".into(), shot.needs()),
        ],
        rules: vec!["LEG-SHO.11", if struck.shaken { "LEG-SHO.12" } else { "LEG-MOR.9" }],
        outcomes: all.outcomes(tell),
        highlights,
    })
}
