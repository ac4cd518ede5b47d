//! Order tests of units and groups, and the Rush test (RULES.md 8.2, 8.3).

use acies_core::{Forecast, Misread, Odds, odds};

use super::{
    FIRST, Numbers, one_of_two,
    said::{
        Instead::{Leave, Say},
        Question, Said, is, may_have, names, no, profile_of,
    },
};
use crate::{
    orders::order_test::{OrderTest, best_of, rush_disrupts},
    profile::{Order, Worded},
    rulings::UNITS_MAX,
};

/// One unit.
pub fn order(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let test = read(question, said, said)?;
    let free = test.is_free();
    let changes = if free { Odds::sure(true) } else { odds(|dice| test.throw(FIRST, dice)) };
    let (rule, needed) = test.needs().expect("it was asked whether it may");
    let disrupted = test.miss_disrupts(said.has("in_zone"));
    let tell = |&yes: &bool| {
        let says = match (yes, disrupted) {
            (true, _) => "changed",
            (false, false) => "not changed",
            (false, true) => "not changed, disrupted",
        };
        let disrupted = i64::from(!yes && disrupted);
        (says.to_owned(), vec![("changed", yes.into()), ("disrupted", disrupted)])
    };
    let how = if free { "without a test".to_owned() } else { format!("on {needed}+") };
    let mut rules = vec![rule];
    if free {
        rules.extend(["AV-16.2", "AV-R41"]);
    } else {
        rules.extend(["AV-5.2", "AV-5.11", "AV-R35"]);
        rules.extend(disrupted.then_some("AV-9.3"));
    }
    Ok(Forecast {
        title: format!("{}: to {} {how}", said.title(), test.to.name()),
        sums: if free { Vec::new() } else { vec![("added to the die".into(), test.sum())] },
        rules,
        outcomes: changes.outcomes(tell),
        highlights: vec![changes.highlight("the order is changed", |&yes| yes)],
    })
}

/// AV-5.13 to AV-5.18, AV-R40: several units with one die.
pub fn group(question: &Question) -> Result<Forecast, Misread> {
    let members: Vec<_> = question.all(0).iter().collect();
    may_test_together(&members)?;
    let tests = members
        .iter()
        .map(|said| read(question, said, question.settings()))
        .collect::<Result<Vec<_>, _>>()?;
    let lender = best_of(&tests).expect("each may change so");
    let changes = odds(|dice| tests[lender].throw(FIRST, dice));
    let in_zone = members.iter().zip(&tests);
    let shaken: Vec<_> =
        in_zone.map(|(said, test)| test.miss_disrupts(said.has("in_zone"))).collect();
    let names = names(&members);
    let sums = names.iter().zip(&tests).map(|(name, test)| {
        let needed = test.needs().map_or(0, |(_, needed)| needed);
        (format!("{name}, {needed}+, adds to the die"), test.sum())
    });
    let mut rules = vec!["AV-5.13", "AV-5.14", "AV-5.17", "AV-5.18", "AV-R40", "AV-R41"];
    rules.extend(shaken.contains(&true).then_some("AV-9.3"));
    Ok(Forecast {
        title: format!(
            "{} to {} with one die, on the chances of {}",
            names.join(", "),
            tests[lender].to.name(),
            names[lender]
        ),
        sums: sums.collect(),
        rules,
        outcomes: changes.outcomes(|&yes| group_outcome(yes, &names, &shaken)),
        highlights: vec![changes.highlight("all change", |&yes| yes)],
    })
}

/// What happens to the order of all, and who is disrupted by a miss (AV-9.3, AV-R40).
fn group_outcome(changed: bool, names: &[String], shaken: &[bool]) -> (String, Numbers) {
    let disrupted = |member: usize| !changed && shaken[member];
    let who: Vec<_> =
        (0..names.len()).filter(|&it| disrupted(it)).map(|it| names[it].as_str()).collect();
    let says = match (changed, who.is_empty()) {
        (true, _) => "changed".to_owned(),
        (_, true) => "not changed".to_owned(),
        _ => format!("not changed; disrupted: {}", who.join(", ")),
    };
    let mut numbers = vec![("changed", changed.into()), ("disrupted", who.len() as i64)];
    let each = MEMBERS.into_iter().zip(0..names.len());
    numbers.extend(each.map(|(name, member)| (name, disrupted(member).into())));
    (says, numbers)
}

/// The numbers that say of each member whether it is disrupted, in the order in which they are named.
#[rustfmt::skip]
const MEMBERS: [&str; UNITS_MAX] = [
    "disrupted_1", "disrupted_2", "disrupted_3", "disrupted_4", "disrupted_5", "disrupted_6", "disrupted_7",
    "disrupted_8", "disrupted_9", "disrupted_10", "disrupted_11", "disrupted_12", "disrupted_13", "disrupted_14",
    "disrupted_15", "disrupted_16", "disrupted_17", "disrupted_18", "disrupted_19", "disrupted_20",
];

fn may_test_together(members: &[&Said]) -> Result<(), Misread> {
    let kind = |said: &Said| said.troop().profile.kind();
    for said in members {
        said.refuse(&[
            no(members.len() < 2, "AV-5.13", "one unit is no group", Say("ask for `order`")),
            no(
                members.len() > UNITS_MAX,
                "AV-5.13",
                "an army has not so many units",
                Say("20 at most"),
            ),
            no(
                kind(said) != kind(members[0]),
                "AV-5.13",
                "a group is of one type",
                Say("infantry, cavalry or artillery"),
            ),
            no(
                is(said, "from", "disrupted"),
                "AV-5.15",
                "nobody in a group is disrupted",
                Say("let it test alone"),
            ),
        ])?;
    }
    Ok(())
}

/// A unit and the change that is wanted; `wants` has the word for it.
fn read(question: &Question, said: &Said, wants: &Said) -> Result<OrderTest, Misread> {
    let profile = profile_of(said, is(said, "from", "orbis") || is(wants, "to", "orbis"))?;
    said.refuse(&[no(
        is(said, "from", "fall_back"),
        "AV-5.20",
        "a unit that fell back is at Halt",
        Say("say `from=halt`"),
    )])?;
    let orders = Order::WORDS.iter().filter(|(_, order)| *order != Order::FallBack);
    let present = orders.map(|&(word, order)| (word, Some(order)));
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
    for order in from.into_iter().chain([to]) {
        may_have(said, &profile, order)?;
    }
    may_change(said, &test)?;
    Ok(test)
}

/// Refuses changes for which there is no test.
fn may_change(said: &Said, test: &OrderTest) -> Result<(), Misread> {
    let disrupted = test.from.is_none();
    said.refuse(&[
        no(
            disrupted && test.to == Order::Halt,
            "AV-5.38",
            "a disrupted unit comes to Halt by redressing its ranks, which needs no test",
            Say("it is free outside enemy zones of control (AV-5.41)"),
        ),
        no(
            disrupted && test.to != Order::FallBack,
            "AV-R33",
            "a disrupted unit is tested only for Fall back",
            Say("say `to=fall_back`"),
        ),
        no(
            test.from == Some(test.to),
            "AV-5.12",
            "it has that order already, and keeps it without a test",
            Say("say another order in `from` or `to`"),
        ),
        no(
            test.needs().is_none(),
            "AV-5.9",
            "only a halted or disrupted unit may Fall back",
            Say("by way of Halt"),
        ),
        no(
            test.attached && test.isolated,
            "AV-R14",
            "a unit with a leader is never isolated",
            Leave("isolated"),
        ),
    ])
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
        outcomes: disrupted
            .outcomes(|&yes| one_of_two(yes, "disrupted", "in good order", "disrupted")),
        highlights: vec![disrupted.highlight("disrupted", |&yes| yes)],
    }
}
