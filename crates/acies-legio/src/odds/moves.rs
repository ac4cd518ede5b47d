//! Movement and fatigue, charges and chases (RULES.md 8; LEG-R78 to LEG-R80, LEG-R142).

use acies_core::{Dice, Forecast, Misread, Rolled, odds};

use super::{
    FIRST, SECOND,
    said::{Instead, Question, Said, both, condition, no, paces},
};
use crate::{
    charge::{Evade, Evaded},
    combat::chase::catches,
    movement::{Going, March, Marched, MoveDice},
    troops::{Formation, Type},
};

/// How a unit moves: formed unless something else is said, or what it does leaves it unformed.
fn mover(said: &Said, dice: MoveDice, unformed: bool) -> Result<March, Misread> {
    let kind = said.troop().kind();
    let going = Going { rough: said.has("rough"), light_cover: said.has("light_cover") };
    #[rustfmt::skip]
    said.refuse(&[
        no(going.rough && going.is_barred(kind), "LEG-MOV.13", "it cannot enter rough terrain", Instead::Leave("rough")),
        no(going.light_cover && going.is_barred(kind), "LEG-MOV.14", "chariots cannot enter light cover", Instead::Leave("light_cover")),
        no(said.has("unformed") && kind.is_special(), "LEG-R5", "Special units are neither formed nor unformed", Instead::Leave("unformed")),
    ])?;
    let formation = match kind {
        _ if kind.is_special() => Formation::Special,
        _ if kind.is_light() || unformed || said.has("unformed") => Formation::Unformed,
        _ => Formation::Line,
    };
    Ok(March { kind, formation, dice, going, halves: 0 })
}

/// LEG-R45: all the dice of a unit, if it has any.
fn full_fast(said: &Said) -> Result<MoveDice, Misread> {
    let dice = MoveDice::full_fast(said.troop().kind());
    said.refuse(&[no(
        dice.is_none(),
        "LEG-R45",
        "artillery never makes a fast move",
        Instead::Ask(|it| it.kind() != Type::Artillery),
    )])?;
    Ok(dice.unwrap_or_default())
}

fn tell_marched(it: &Marched) -> (String, Vec<(&'static str, i64)>) {
    let tired = if it.fatigue > 0 { format!(", {} DP", it.fatigue) } else { String::new() };
    let is = vec![("paces", it.paces.into()), ("fatigue", it.fatigue.into())];
    (format!("{} paces{tired}", it.paces), is)
}

/// LEG-R44, LEG-R59.
pub fn march(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let kind = said.troop().kind();
    let basic = MoveDice::basic(kind);
    let choice = said.choice("dice", [("1", 1), ("2", 2), ("full", 3)])?.unwrap_or(1);
    let chariots: fn(super::said::Named) -> bool = |it| it.kind().is_chariots();
    #[rustfmt::skip]
    said.refuse(&[
        no(basic.is_empty(), "LEG-MOV.5", "artillery goes 40 paces without dice", Instead::Ask(|it| it.kind() != Type::Artillery)),
        no(choice == 2 && !basic.contains(&MoveDice { average: 2, d6: 0 }), "LEG-MOV.3", "it has one average die in a basic move", Instead::Ask(|it| MoveDice::basic(it.kind()).contains(&MoveDice { average: 2, d6: 0 }))),
        no(said.has("d6") && !kind.is_chariots(), "LEG-MOV.4", "only chariots have an optional D6", Instead::Ask(chariots)),
        no(choice == 3 && (said.has("d6") || said.has("fast")), "LEG-R45", "a full fast move has all the dice already", Instead::Say("leave out `fast` and `d6`")),
    ])?;
    let mut dice = match choice {
        3 => full_fast(said)?,
        n => MoveDice { average: n, d6: u8::from(said.has("d6")) },
    };
    if said.has("fast") {
        dice = dice.fast();
    }
    let halves = said.number("halves", 0..=2)?.unwrap_or(0);
    let march = March { halves, ..mover(said, dice, false)? };
    let all = odds(|dice| march.throw(FIRST, dice));
    let mut highlights = Vec::new();
    if let Some(reach) = paces(said, "reach")? {
        highlights.push(all.highlight(format!("at least {reach} paces"), |it| it.paces >= reach));
    }
    if march.tires_on().is_some() {
        highlights.push(all.highlight("tired", |it| it.fatigue > 0));
    }
    let mut rules = vec!["LEG-MOV.1"];
    rules.extend(march.tires_on().map(|_| fatigue_rule(&march)));
    Ok(Forecast {
        title: format!("{} moves with {}", said.title(), march.dice.name()),
        sums: vec![("paces beside 20 a pip".into(), march.sum())],
        rules,
        outcomes: all.outcomes(tell_marched),
        highlights,
    })
}

/// LEG-MOV.15 to .18: the rule by which a unit in line tires.
fn fatigue_rule(march: &March) -> &'static str {
    match (march.kind == Type::Pikemen, march.going.is_difficult(march.kind)) {
        (false, false) => "LEG-MOV.15",
        (false, true) => "LEG-MOV.16",
        (true, false) => "LEG-MOV.17",
        (true, true) => "LEG-MOV.18",
    }
}

/// How a charge ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Met {
    /// In contact with who stood, or came to meet it.
    Contact,
    /// LEG-EVA.6: it could not evade, is shaken, and is reached.
    ContactShaken,
    /// LEG-R79(b): who ran is caught.
    Caught,
    /// LEG-R80.
    Short,
    /// Who ran got away.
    Escaped,
}

impl Met {
    fn says(self) -> &'static str {
        match self {
            Met::Contact => "contact",
            Met::ContactShaken => "the test fails: contact with a shaken target",
            Met::Caught => "the target runs and is caught",
            Met::Short => "falls short",
            Met::Escaped => "the target gets away",
        }
    }
}

/// LEG-R73, LEG-R78 to LEG-R80.
pub fn charge(question: &Question) -> Result<Forecast, Misread> {
    let (charger, target) = (question.one(0), question.one(1));
    let gap = paces(question.settings(), "gap")?.unwrap_or(40);
    let kind = charger.troop().kind();
    let says = ["evades", "counter_charges", "breaks"];
    let answers = says.iter().filter(|word| target.has(word)).count();
    #[rustfmt::skip]
    charger.refuse(&[
        no(matches!(kind, Type::Archers | Type::Slingers), "LEG-INI.3", "archers and slingers never charge", Instead::Ask(|it| !matches!(it.kind(), Type::Archers | Type::Slingers))),
        no(kind == Type::Artillery, "LEG-INI.4", "artillery never charges", Instead::Ask(|it| it.kind() != Type::Artillery)),
        no(kind.is_foot() && gap > 40, "LEG-SEQ.14", "infantry charges from 40 paces at most", Instead::Say("say `gap=40` or less")),
    ])?;
    let target_kind = target.troop().kind();
    #[rustfmt::skip]
    target.refuse(&[
        no(answers > 1, "LEG-R76", "a unit responds once", Instead::Say("say one of `evades`, `counter_charges`, `breaks`")),
        no(target.has("counter_charges") && !target_kind.is_mounted(), "LEG-RSP.4", "only mounted troops counter-charge", Instead::Ask(|it| it.kind().is_mounted())),
        no(target.has("evades") && (target_kind.is_special() || target_kind.is_chariots() && !target.has("unformed")), "LEG-RSP.6", "it does not evade", Instead::Ask(|it| it.kind().is_cavalry() || it.kind().is_light_infantry())),
        no(target.has("evades") && target_kind.is_heavy_infantry() && !target.has("unformed"), "LEG-RSP.7", "formed infantry stands", Instead::Say("say `unformed` too")),
        no(target.has("breaks") && target_kind.is_special(), "LEG-R14", "Special units are never shaken", Instead::Leave("breaks")),
    ])?;
    let is = condition(target)?;
    let comes = mover(charger, full_fast(charger)?, false)?;
    let evade = Evade {
        grade: is.profile.grade,
        dp: is.dp,
        casualties: is.casualties(),
        shaken: false,
        leader: target.has("inspired"),
    };
    let goes = match answers {
        0 => None,
        _ => Some(mover(target, full_fast(target)?, !target.has("counter_charges"))?),
    };
    let throw = |dice: &mut Dice| -> Rolled<(Met, u8)> {
        let reaches = |rolled: i32, yes: Met| if rolled >= gap { yes } else { Met::Short };
        let Some(goes) = &goes else {
            let charge = comes.throw(FIRST, dice)?;
            return Ok((reaches(charge.paces, Met::Contact), charge.fatigue));
        };
        if target.has("counter_charges") {
            let (counter, charge) = (goes.throw(SECOND, dice)?, comes.throw(FIRST, dice)?);
            return Ok((reaches(counter.paces + charge.paces, Met::Contact), charge.fatigue));
        }
        if target.has("evades") && evade.throw(SECOND, dice)? != Evaded::Evades {
            let charge = comes.throw(FIRST, dice)?;
            return Ok((reaches(charge.paces, Met::ContactShaken), charge.fatigue));
        }
        let (gone, charge) = (goes.throw(SECOND, dice)?, comes.throw(FIRST, dice)?);
        let met = if catches(charge.paces, gap, gone.paces) { Met::Caught } else { Met::Escaped };
        Ok((met, charge.fatigue))
    };
    let all = odds(throw);
    let mut sums = vec![("charger, paces beside 20 a pip".to_owned(), comes.sum())];
    sums.extend(target.has("evades").then(|| ("added to the evade test".to_owned(), evade.sum())));
    sums.extend(goes.map(|goes| ("target, paces beside 20 a pip".to_owned(), goes.sum())));
    let mut rules = vec!["LEG-MOV.6", "LEG-R73"];
    rules.push(match (target.has("counter_charges"), answers) {
        (true, _) => "LEG-R78",
        (_, 0) => "LEG-R80",
        _ => "LEG-R79",
    });
    let tell = |&(met, fatigue): &(Met, u8)| {
        let tired =
            if fatigue > 0 { format!(", {fatigue} DP for the charger") } else { String::new() };
        let is = vec![("met", met as i64), ("fatigue", fatigue.into())];
        (format!("{}{tired}", met.says()), is)
    };
    let met = |it: &(Met, u8)| !matches!(it.0, Met::Short | Met::Escaped);
    Ok(Forecast {
        title: format!("{} charges {} from {gap} paces", charger.title(), target.title()),
        sums,
        rules,
        outcomes: all.outcomes(tell),
        highlights: vec![
            all.highlight("reaches or catches", met),
            all.highlight("tired", |it| it.1 > 0),
        ],
    })
}

/// LEG-R79, LEG-R99, LEG-R142: who runs throws first.
pub fn chase(question: &Question) -> Result<Forecast, Misread> {
    let gap = paces(question.settings(), "gap")?.unwrap_or(0);
    let march = |side: usize| mover(question.one(side), full_fast(question.one(side))?, true);
    let (after, away) = (march(0)?, march(1)?);
    let all = odds(|dice| {
        let gone = away.throw(SECOND, dice)?.paces;
        Ok(catches(after.throw(FIRST, dice)?.paces, gap, gone))
    });
    let names = both(question);
    let tell = |&caught: &bool| {
        let says = if caught { "caught" } else { "gets away" };
        (format!("{} {says}", names[1]), vec![("caught", i64::from(caught))])
    };
    Ok(Forecast {
        title: format!("{} pursues {}", question.one(0).title(), question.one(1).title()),
        sums: vec![
            (format!("{}, paces beside 20 a pip", names[0]), after.sum()),
            (format!("{}, paces beside 20 a pip", names[1]), away.sum()),
        ],
        rules: vec!["LEG-ACM.17", "LEG-R99", "LEG-R142"],
        outcomes: all.outcomes(tell),
        highlights: vec![all.highlight("caught", |&caught| caught)],
    })
}
