//! Tests and single throws (RULES.md 8): control, rally, evade, routers cut down, critical hits, rampages, leaders,
//! initiative.

use acies_core::{Forecast, Misread, Seat, odds, words::counted};

use super::{
    FIRST,
    said::{Instead, Question, Said, condition, grade, no},
};
use crate::{
    charge::{Evade, Evaded},
    combat::{
        chase,
        critical::{Critical, Rampage},
    },
    command::{
        control::{Control, Controlled},
        initiative as first,
    },
    morale::risk::Risk,
    troops::Type,
};

/// LEG-CTL.1 to .8.
pub fn control(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let doing = ["charged", "routing", "pursuing", "looting"];
    let ceasing = doing[1..].iter().any(|word| said.has(word));
    let test = tester(said, doing.iter().any(|word| said.has(word)))?;
    #[rustfmt::skip]
    said.refuse(&[
        no(doing.iter().filter(|word| said.has(word)).count() > 1, "LEG-CTL.4", "it does one of these", Instead::Say("say one of them")),
        no((said.has("routing") || said.has("looting")) && said.troop().kind().is_special(), "LEG-R14", "Special units neither rout nor loot", Instead::Ask(|it| !it.kind().is_special())),
    ])?;
    let all = odds(|dice| test.throw(FIRST, dice));
    let mut highlights =
        vec![all.highlight("acts as its owner wishes", |&it| it == Controlled::Act)];
    if ceasing {
        highlights.push(all.highlight("ceases", |it| it.ceases()));
    }
    Ok(Forecast {
        title: format!("control test of {}", said.title()),
        sums: vec![("added to the die".into(), test.sum())],
        rules: vec!["LEG-CTL.1", "LEG-CTL.6", "LEG-CTL.7", "LEG-CTL.8", "LEG-R33"],
        outcomes: all.outcomes(|&it| (it.name().into(), vec![("result", it as i64)])),
        highlights,
    })
}

fn tester(said: &Said, carried_away: bool) -> Result<Control, Misread> {
    let leader = said.choice("leader", [("-1", -1), ("0", 0), ("1", 1)])?;
    said.refuse(&[no(
        leader.is_some() && said.troop().kind().is_special(),
        "LEG-CMD.5",
        "nobody inspires a Special unit",
        Instead::Leave("leader"),
    )])?;
    Ok(Control { grade: grade(said)?, carried_away, leader: leader.unwrap_or(0) })
}

/// LEG-R41.
pub fn rally(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    said.refuse(&[no(
        said.troop().kind().is_special(),
        "LEG-R14",
        "Special units never rout",
        Instead::Ask(|it| !it.kind().is_special()),
    )])?;
    let test = tester(said, true)?;
    let all = odds(|dice| Ok(test.throw(FIRST, dice)?.ceases()));
    let tell = |&rallies: &bool| {
        let says = if rallies { "rallies, shaken" } else { "routs on" };
        (says.into(), vec![("rallies", i64::from(rallies))])
    };
    Ok(Forecast {
        title: format!("{} tests to rally", said.title()),
        sums: vec![("added to the die".into(), test.sum())],
        rules: vec!["LEG-ACM.15", "LEG-CTL.3", "LEG-R41"],
        outcomes: all.outcomes(tell),
        highlights: vec![all.highlight("rallies", |&rallies| rallies)],
    })
}

/// LEG-EVA.1 to .7.
pub fn evade(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    said.refuse(&[no(
        said.troop().kind().is_special(),
        "LEG-RSP.6",
        "Special units never evade",
        Instead::Ask(|it| !it.kind().is_special()),
    )])?;
    let is = condition(said)?;
    let test = Evade {
        grade: is.profile.grade,
        dp: is.dp,
        casualties: is.casualties(),
        shaken: is.shaken,
        leader: said.has("inspired"),
    };
    let all = odds(|dice| test.throw(FIRST, dice));
    let tell = |&it: &Evaded| {
        let says = match it {
            Evaded::Evades => "evades, 1 DP",
            Evaded::Shaken => "shaken, receives the charge",
            Evaded::Breaks => "breaks",
        };
        (says.to_owned(), vec![("result", it as i64)])
    };
    Ok(Forecast {
        title: format!("evade test of {}", said.title()),
        sums: vec![("added to the die".into(), test.sum())],
        rules: vec!["LEG-EVA.1", "LEG-EVA.5", if is.shaken { "LEG-EVA.7" } else { "LEG-EVA.6" }],
        outcomes: all.outcomes(tell),
        highlights: vec![all.highlight("evades", |&it| it == Evaded::Evades)],
    })
}

/// LEG-ACM.20, LEG-R101.
pub fn cut_down(question: &Question) -> Result<Forecast, Misread> {
    let settings = question.settings();
    let Some(bases) = settings.number("bases", 1..=30)? else {
        return Err(question.lacks("how many bases pursue?"));
    };
    let left = settings.number("left", 1..=12)?.unwrap_or(12);
    let all = odds(|dice| Ok(chase::cut_down(bases, FIRST, dice)?.min(left)));
    let tell = |&lost: &u8| {
        let gone = if lost == left { ", destroyed" } else { "" };
        let says = if lost == 1 { "1 casualty".into() } else { format!("{lost} casualties") };
        (format!("{says}{gone}"), vec![("casualties", lost.into())])
    };
    Ok(Forecast {
        title: format!("{} cut down routers", counted(bases.into(), "base")),
        sums: Vec::new(),
        rules: vec!["LEG-ACM.20", "LEG-R101"],
        outcomes: all.outcomes(tell),
        highlights: vec![all.highlight("destroyed", |&lost| lost == left)],
    })
}

/// LEG-RES.25, LEG-R104.
pub fn critical(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let kind = said.troop().kind();
    let hit: fn(super::said::Named) -> bool =
        |it| matches!(it.kind(), Type::Artillery | Type::ScythedChariots);
    said.refuse(&[no(
        !hit(said.troop()),
        "LEG-RES.25",
        "only artillery and Scythed Chariots suffer critical hits",
        Instead::Ask(hit),
    )])?;
    let all = odds(|dice| Critical::throw(kind, FIRST, dice));
    Ok(Forecast {
        title: format!("critical hit on {}", said.title()),
        sums: Vec::new(),
        rules: vec!["LEG-RES.25", "LEG-R104"],
        outcomes: all.outcomes(|&it| (it.name().into(), vec![("result", it as i64)])),
        highlights: vec![all.highlight("destroyed", |&it| it == Critical::Destroyed)],
    })
}

/// LEG-R103, LEG-R104.
pub fn rampage(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let kind = said.troop().kind();
    let wild: fn(super::said::Named) -> bool =
        |it| it.kind().is_elephants() || it.kind() == Type::ScythedChariots;
    said.refuse(&[no(
        !wild(said.troop()),
        "LEG-R103",
        "only elephants and Scythed Chariots rampage",
        Instead::Ask(wild),
    )])?;
    let all = odds(|dice| Rampage::throw(kind, FIRST, dice));
    let tell = |it: &Rampage| {
        let is = vec![("direction", it.direction as i64), ("paces", it.paces.into())];
        (format!("{} paces {}", it.paces, it.direction.name()), is)
    };
    Ok(Forecast {
        title: format!("rampage of {}", said.title()),
        sums: Vec::new(),
        rules: vec!["LEG-R103", "LEG-MOR.6"],
        outcomes: all.outcomes(tell),
        highlights: Vec::new(),
    })
}

/// LEG-R39.
pub fn leader(question: &Question) -> Result<Forecast, Misread> {
    let fates = [("beaten", Risk::Beaten), ("broken", Risk::Broken)];
    let risk = question.settings().choice("unit", fates)?.unwrap_or(Risk::Beaten);
    let all = odds(|dice| risk.throw(FIRST, dice));
    let tell = |&killed: &bool| {
        let says = if killed { "killed" } else { "unhurt" };
        (says.into(), vec![("killed", i64::from(killed))])
    };
    Ok(Forecast {
        title: match risk {
            Risk::Beaten => "a leader with a beaten unit".into(),
            Risk::Broken => "a leader with a unit that broke or was destroyed".into(),
        },
        sums: Vec::new(),
        rules: vec!["LEG-R39"],
        outcomes: all.outcomes(tell),
        highlights: vec![all.highlight("killed", |&killed| killed)],
    })
}

/// LEG-R23.
pub fn initiative() -> Forecast {
    let all = odds(first::initiative);
    let tell = |it: &Option<Seat>| {
        let says =
            it.map_or("a tie: it stays where it was".into(), |seat| format!("{seat} has it"));
        (says, vec![("seat", it.map_or(-1, |seat| seat as i64))])
    };
    Forecast {
        title: "initiative".into(),
        sums: Vec::new(),
        rules: vec!["LEG-SEQ.2", "LEG-R23"],
        outcomes: all.outcomes(tell),
        highlights: vec![all.highlight("a tie", Option::is_none)],
    }
}
