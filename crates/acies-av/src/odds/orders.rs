//! Order tests of units and groups, and the Rush test (RULES.md 8.2, 8.3).

use acies_core::{Forecast, Misread, Odds, odds};

use super::{
    FIRST, Numbers,
    said::{
        Instead::{Leave, Say},
        Question, Said, forbids, names, no, profile,
    },
    told,
};
use crate::{
    order_test::{OrderTest, best_of, rush_disrupts},
    profile::{Kind, Order, Worded},
};

/// One unit.
pub fn order(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let test = read(question, said, said)?;
    let in_zone = said.has("in_zone");
    let changes =
        if test.is_free() { Odds::sure(true) } else { odds(|dice| test.throw(FIRST, dice)) };
    let disrupted = i64::from(test.miss_disrupts(in_zone));
    let (rule, needed) = test.needs().expect("it was asked whether it may");
    let tell = |&yes: &bool| outcome(yes, disrupted);
    let mut rules = vec![rule, "AV-5.2", "AV-5.11", "AV-R35"];
    rules.extend(test.is_free().then_some("AV-16.2"));
    rules.extend((disrupted > 0).then_some("AV-9.3"));
    Ok(Forecast {
        title: format!("{}: to {} on {needed}+", said.title(), test.to.name()),
        sums: vec![("added to the die".into(), test.sum())],
        rules,
        outcomes: changes.outcomes(tell),
        highlights: vec![changes.highlight("the order is changed", |&yes| yes)],
    })
}

/// AV-5.13 to AV-5.18, AV-R40: several units with one die.
pub fn group(question: &Question) -> Result<Forecast, Misread> {
    let members: Vec<_> = question.all(0).iter().collect();
    let tests = members
        .iter()
        .map(|said| read(question, said, question.settings()))
        .collect::<Result<Vec<_>, _>>()?;
    may_test_together(&members, &tests)?;
    let lender = best_of(&tests).expect("each may change so");
    let changes = odds(|dice| tests[lender].throw(FIRST, dice));
    let in_zone = members.iter().zip(&tests);
    let disrupted = in_zone.filter(|(said, test)| test.miss_disrupts(said.has("in_zone"))).count();
    let names = names(&members);
    let sums = names.iter().zip(&tests).map(|(name, test)| {
        let needed = test.needs().map_or(0, |(_, needed)| needed);
        (format!("{name}, {needed}+, adds to the die"), test.sum())
    });
    let tell = |&yes: &bool| outcome(yes, disrupted as i64);
    Ok(Forecast {
        title: format!(
            "{} to {} with one die, on the chances of {}",
            names.join(", "),
            tests[lender].to.name(),
            names[lender]
        ),
        sums: sums.collect(),
        rules: vec!["AV-5.13", "AV-5.14", "AV-5.17", "AV-5.18", "AV-R40", "AV-R41"],
        outcomes: changes.outcomes(tell),
        highlights: vec![changes.highlight("all change", |&yes| yes)],
    })
}

fn may_test_together(members: &[&Said], tests: &[OrderTest]) -> Result<(), Misread> {
    let kinds: Vec<Kind> = members.iter().map(|said| said.troop().profile.kind()).collect();
    let last = members[members.len() - 1];
    last.refuse(&[
        no(members.len() < 2, "AV-5.13", "one unit is no group", Say("ask for `order`")),
        no(
            kinds.iter().any(|kind| *kind != kinds[0]),
            "AV-5.13",
            "a group is of one type",
            Say("infantry, cavalry or artillery"),
        ),
        no(
            tests.iter().any(|test| test.from.is_none()),
            "AV-5.15",
            "nobody in a group is disrupted",
            Say("let it test alone"),
        ),
    ])
}

/// What happens to the order, and how many are disrupted by a miss (AV-9.3).
fn outcome(changed: bool, disrupted: i64) -> (String, Numbers) {
    let says = match (changed, disrupted) {
        (true, _) => "changed".to_owned(),
        (false, 0) => "not changed".to_owned(),
        (false, 1) => "not changed, disrupted".to_owned(),
        (false, n) => format!("not changed, {n} disrupted"),
    };
    let disrupted = if changed { 0 } else { disrupted };
    (says, vec![("changed", changed.into()), ("disrupted", disrupted)])
}

/// A unit and the change that is wanted; `wants` has the word for it.
fn read(question: &Question, said: &Said, wants: &Said) -> Result<OrderTest, Misread> {
    let profile = profile(said)?;
    let present = Order::WORDS.iter().map(|&(word, order)| (word, Some(order)));
    let from =
        said.choice("from", present.chain([("disrupted", None)]))?.unwrap_or(Some(Order::Halt));
    let Some(to) = wants.choice("to", Order::WORDS.iter().copied())? else {
        return Err(question.lacks("to which order?"));
    };
    let test = OrderTest {
        from,
        to,
        regular: profile.regular,
        attached: said.has("leader") || said.has("inspiring"),
        outstanding: said.has("outstanding"),
        inspiring: said.has("inspiring"),
        renewed: said.number("renewed", 0..=RENEWED_MAX)?.unwrap_or(0),
        isolated: said.has("isolated"),
        guru: said.has("guru"),
    };
    let may_be = from.is_none_or(|from| profile.may_have(from));
    said.refuse(&[
        no(!may_be, from.map_or("AV-9.5", forbids), "it may not have that order", Leave("from")),
        no(
            !profile.may_have(to),
            forbids(to),
            "it may not have that order",
            Say("ask for another"),
        ),
        no(test.needs().is_none(), "AV-5.9", "that change is not allowed", Say("by way of Halt")),
        no(
            test.attached && test.isolated,
            "AV-R14",
            "a unit with a leader is never isolated",
            Leave("isolated"),
        ),
    ])?;
    Ok(test)
}

/// The turns of a battle.
const RENEWED_MAX: u8 = 11;

/// AV-8.1.
pub fn rush() -> Forecast {
    let disrupted = odds(|dice| rush_disrupts(FIRST, dice));
    Forecast {
        title: "a unit under Rush that reached no enemy".into(),
        sums: Vec::new(),
        rules: vec!["AV-8.1", "AV-9.1", "AV-R57"],
        outcomes: disrupted.outcomes(|&yes| told(yes, "disrupted", "in good order", "disrupted")),
        highlights: vec![disrupted.highlight("disrupted", |&yes| yes)],
    }
}
