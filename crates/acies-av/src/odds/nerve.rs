//! Saves, morale and leaders by themselves (RULES.md 8.8 to 8.12).

use acies_core::{Forecast, Misread, odds, words::counted};

use super::{
    FIRST, SECOND,
    chain::Harmed,
    one_of_two,
    said::{Instead::Leave, Question, no, order, profile, victim},
};
use crate::{
    leaders::danger::{Met, leader_killed, lone_leader as meets},
    morale::saves::{Harm, Save},
    profile::{Shooter, Weapon, Worded},
    rulings::UNITS_MAX,
};

/// More hits than any unit takes in a turn.
const HITS_MAX: u8 = 30;

/// 8.9.
pub fn saves(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let profile = profile(said)?;
    let order = order(said, &profile)?;
    let weapons = Weapon::WORDS.iter().map(|&(word, weapon)| (word, Harm::from(weapon)));
    let shots = Shooter::WORDS.iter().map(|&(word, shooter)| (word, Harm::from(shooter)));
    let against = said.choice("against", weapons.chain(shots))?.unwrap_or(Harm::Plain);
    let hits = said.number("hits", 1..=HITS_MAX)?.unwrap_or(1);
    let save = Save { profile, order, against };
    let lost = odds(|dice| save.throw(FIRST, hits.into(), dice));
    let tell = |&lost: &usize| (format!("{lost} not saved"), vec![("lost", lost as i64)]);
    Ok(Forecast {
        title: format!("saves of {}", said.title()),
        sums: vec![("each die needs".into(), save.sum())],
        rules: vec!["AV-10.13", "AV-10.14", "AV-R70"],
        outcomes: lost.outcomes(tell),
        highlights: vec![lost.highlight("all saved", |&lost| lost == 0)],
    })
}

/// 8.10: a leader's death, losses one by one, then further tests.
pub fn morale(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let unit = victim(said, profile(said)?, said.has("disrupted"))?;
    let killed = said.has("leader_killed");
    let dead = "a dead leader gives neither +1 nor a reroll";
    said.refuse(&[
        no(killed && said.has("charismatic"), "AV-R80", dead, Leave("charismatic")),
        no(killed && said.has("leader"), "AV-R80", dead, Leave("leader")),
    ])?;
    let losses = said.number("losses", 0..=HITS_MAX)?;
    let tests = said.number("tests", 0..=HITS_MAX)?;
    let alone = losses.is_none() && tests.is_none() && !said.has("tests_before") && !killed;
    let tests = tests.unwrap_or(u8::from(alone));
    let lost = losses.unwrap_or(0).into();
    let harm = Harmed { lost, leader_killed: killed, gurus: 0 };
    let fates = unit.endures(harm, tests.into());
    let at = unit.start.ladder.cp;
    let morale = unit.nerve.profile.morale;
    let mut sums = vec![(format!("added to the die with {at} CP, {morale}+"), unit.nerve.sum(at))];
    let least = at.saturating_sub(losses.unwrap_or(0));
    if losses.is_some() && least > 0 && unit.nerve.sum(least) != unit.nerve.sum(at) {
        sums.push((format!("added to the die with {least} CP"), unit.nerve.sum(least)));
    }
    let mut rules = unit.rules();
    rules.extend(killed.then_some("AV-15.8"));
    rules.extend(unit.nerve.leader.then_some("AV-15.5"));
    let mut highlights = unit.highlights(&fates, said.name());
    highlights.extend(unit.leader_lost(&fates, said.name()));
    Ok(Forecast {
        title: format!("morale of {}", said.title()),
        sums,
        rules,
        outcomes: fates.outcomes(|fate| (fate.says(), fate.numbers())),
        highlights,
    })
}

/// 8.8.
pub fn leader(question: &Question) -> Result<Forecast, Misread> {
    let sixes = question.settings().number("sixes", 0..=HITS_MAX)?;
    let Some(sixes) = sixes else { return Err(question.lacks("how many natural 6s?")) };
    let killed = odds(|dice| leader_killed(SECOND, sixes.into(), dice));
    Ok(Forecast {
        title: format!(
            "a leader in a fight with {} against him",
            counted(sixes.into(), "natural 6")
        ),
        sums: Vec::new(),
        rules: vec!["AV-15.3", "AV-15.4", "AV-R80"],
        outcomes: killed.outcomes(|&yes| one_of_two(yes, "killed", "unhurt", "killed")),
        highlights: vec![killed.highlight("killed", |&yes| yes)],
    })
}

/// 8.12, AV-R88: one die for each enemy unit, until he is lost. AV-R105: who escapes and finds no room is captured.
pub fn lone_leader(question: &Question) -> Result<Forecast, Misread> {
    let settings = question.settings();
    let enemies = settings.number("enemies", 1..=ENEMIES_MAX)?.unwrap_or(1);
    let room = settings.choice("room", [("yes", true), ("no", false)])?.unwrap_or(true);
    let met = odds(|dice| {
        for _ in 0..enemies {
            match meets(SECOND, dice)? {
                Met::Escapes if room => {}
                Met::Escapes => return Ok(Met::Captured),
                lost => return Ok(lost),
            }
        }
        Ok(Met::Escapes)
    });
    let mut rules = vec!["AV-15.6", "AV-R88"];
    rules.extend((!room).then_some("AV-R105"));
    Ok(Forecast {
        title: match enemies {
            1 => "an enemy unit meets a lone leader".into(),
            n => format!("{n} enemy units meet a lone leader, one after the other"),
        },
        sums: Vec::new(),
        rules,
        outcomes: met.outcomes(|&met| (met.name().to_owned(), vec![("fate", met as i64)])),
        highlights: vec![met.highlight("lost", |&met| met != Met::Escapes)],
    })
}

/// The units of an army.
const ENEMIES_MAX: u8 = UNITS_MAX as u8;
