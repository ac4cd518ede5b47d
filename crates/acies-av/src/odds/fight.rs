//! A round hand to hand (RULES.md 8.6 to 8.10, AV-R80).

use acies_core::{Chance, Forecast, Fraction, Misread, Odds, Sum, odds};

use super::{
    FIRST, SECOND,
    chain::{Fate, Pool, Victim},
    said::{
        Instead::{Ask, Leave, Say},
        Question, Said, both, cp, leader, no, order, profile, victim,
    },
};
use crate::{
    fight::{Fight, Fighter, Side, Supports, Volley},
    profile::Weapon,
};

/// Both sides' dice, leaders, saves, losses and tests.
pub fn fight(question: &Question) -> Result<Forecast, Misread> {
    let (fight, victims) = read(question)?;
    let title = format!("{} against {}", question.one(0).title(), question.one(1).title());
    Ok(forecast(title, &fight, &victims, &both(question)).0)
}

/// The odds of a round, from the facts of both sides, and what becomes of each.
pub fn forecast(
    title: String,
    fight: &Fight,
    victims: &[Victim; 2],
    names: &[String; 2],
) -> (Forecast, [Odds<Fate>; 2]) {
    let fates = [0, 1].map(|side| victims[side].suffers(&pool(fight, 1 - side).odds()));
    let mut sums = Vec::new();
    let mut highlights = Vec::new();
    for side in 0..2 {
        sums.extend(side_sums(fight, &victims[side], side, &names[side]));
        highlights.extend(victims[side].highlights(&fates[side], &names[side]));
        if fight.fighters[side].leader.is_some() {
            let says = format!("leader of {} killed", names[side]);
            highlights.push(fates[side].highlight(&says, |fate| fate.leader_killed));
        }
    }
    let outcomes = joint(&fates, names);
    (Forecast { title, sums, rules: rules(fight), outcomes, highlights }, fates)
}

/// What becomes of both. Neither's fate depends on the other's (AV-R71): all is frozen before a die falls.
fn joint(fates: &[Odds<Fate>; 2], names: &[String; 2]) -> Vec<Chance> {
    let [first, second] = [(0, FIRST_NUMBERS), (1, SECOND_NUMBERS)].map(|(side, numbers)| {
        fates[side].outcomes(|fate| {
            let is = numbers.into_iter().zip(fate.numbers());
            let is = is.map(|(name, (_, number))| (name, number));
            (format!("{}: {}", names[side], fate.says()), is.collect())
        })
    });
    let [ours, theirs] = [&first, &second]
        .map(|side: &Vec<Chance>| side.iter().map(|it| it.chance.clone()).collect::<Vec<_>>());
    let both = |(n, chance): (usize, Fraction)| {
        let (one, other) = (&first[n / second.len()], &second[n % second.len()]);
        Chance {
            says: [&one.says, "; ", &other.says].concat(),
            is: [&one.is[..], &other.is[..]].concat(),
            chance,
        }
    };
    Fraction::pairs(&ours, &theirs).enumerate().map(both).collect()
}

const FIRST_NUMBERS: [&str; 4] =
    ["first_cp", "first_rung", "first_repulses", "first_leader_killed"];
const SECOND_NUMBERS: [&str; 4] =
    ["second_cp", "second_rung", "second_repulses", "second_leader_killed"];

/// The dice of the first side alone: hits, natural 6s, and what is not saved.
pub fn strike(question: &Question) -> Result<Forecast, Misread> {
    let (fight, victims) = read(question)?;
    let save = fight.save(1);
    let all: Odds<(usize, usize, usize)> = odds(|dice| {
        let strike = fight.strike(0, FIRST, dice)?;
        Ok((strike.hits, strike.sixes, save.throw(SECOND, strike.hits, dice)?))
    });
    let names = both(question);
    let mut sums = side_sums(&fight, &victims[0], 0, &names[0]);
    sums.truncate(2);
    sums.push((format!("saves of {}", names[1]), save.sum()));
    let tell = |&(hits, sixes, lost): &(usize, usize, usize)| {
        let says = format!("{hits} hits, {sixes} of them natural 6s, {lost} not saved");
        (says, vec![("hits", hits as i64), ("sixes", sixes as i64), ("lost", lost as i64)])
    };
    Ok(Forecast {
        title: format!("{} strikes {}", question.one(0).title(), question.one(1).title()),
        sums,
        rules: vec!["AV-11.2", "AV-12.8", "AV-15.3", "AV-R70"],
        outcomes: all.outcomes(tell),
        highlights: vec![
            all.highlight("hits", |&(hits, _, _)| hits > 0),
            all.highlight("costs CP", |&(_, _, lost)| lost > 0),
        ],
    })
}

/// The dice of one side, at the other.
fn pool(fight: &Fight, side: usize) -> Pool {
    let (dice, needs) = fight.pool(side);
    let at_leader = fight.fighters[1 - side].leader.is_some();
    Pool { dice, needs, save: fight.save(1 - side), at_leader }
}

fn side_sums(fight: &Fight, victim: &Victim, side: usize, name: &str) -> Vec<(String, Sum)> {
    vec![
        (format!("dice of {name}"), fight.dice(side)),
        (format!("each die of {name} needs"), fight.hits_on(side)),
        (format!("saves of {name}"), fight.save(side).sum()),
        (
            format!("added to the morale of {name} ({}+) now", victim.nerve.profile.morale),
            victim.nerve.sum(victim.start.ladder.cp),
        ),
    ]
}

fn rules(fight: &Fight) -> Vec<&'static str> {
    let mut rules = vec!["AV-11.2", "AV-R71", "AV-R72", "AV-R79", "AV-R80", "AV-14.1", "AV-14.9"];
    if fight.fighters.iter().any(|it| it.leader.is_some()) {
        rules.extend(["AV-15.3", "AV-15.4", "AV-15.5", "AV-15.8", "AV-R81"]);
    }
    rules
}

fn read(question: &Question) -> Result<(Fight, [Victim; 2]), Misread> {
    let said = [question.one(0), question.one(1)];
    let (first, one) = fighter(said[0])?;
    let (second, other) = fighter(said[1])?;
    said[1].refuse(&[no(
        first.uphill && second.uphill,
        "AV-R11",
        "they cannot both be higher",
        Leave("uphill"),
    )])?;
    let sides = [
        ("front", Side::Front),
        ("left", Side::Left),
        ("right", Side::Right),
        ("rear", Side::Rear),
    ];
    let mut fighters = [first, second];
    for (at, side) in said.into_iter().enumerate() {
        fighters[1 - at].attacked_on = side.choice("attacks", sides)?.unwrap_or_default();
    }
    let in_the_open = said.iter().all(|it| !it.has("rough"));
    Ok((Fight { fighters, in_the_open }, [one, other]))
}

fn fighter(said: &Said) -> Result<(Fighter, Victim), Misread> {
    let profile = profile(said)?;
    let order = order(said, &profile)?;
    let (goes_on, spent) = (said.has("goes_on"), said.has("spent"));
    let throws = profile.weapon == Weapon::HeavyProjectiles;
    said.refuse(&[
        no(
            (goes_on || spent) && !throws,
            "AV-19.3",
            "it has no heavy projectiles",
            Ask(|it| it.profile.weapon == Weapon::HeavyProjectiles),
        ),
        no(goes_on && spent, "AV-R78", "one of the two is enough", Say("leave one out")),
    ])?;
    let volley = match (goes_on, spent) {
        (true, _) => Volley::GoesOn,
        (_, true) => Volley::Spent,
        _ => Volley::Fresh,
    };
    let flanks = said.number("flank_supports", 0..=2)?.unwrap_or(0);
    let fighter = Fighter {
        profile,
        order,
        cp: cp(said, &profile)?,
        volley,
        uphill: said.has("uphill"),
        attacked_on: Side::Front,
        supports: Supports {
            behind: said.has("behind"),
            left: flanks > 0,
            right: flanks > 1,
            contact: said.number("contact_supports", 0..=CONTACTS_MAX)?.unwrap_or(0),
        },
        leader: leader(said)?,
        protected: said.has("protected"),
    };
    Ok((fighter, victim(said, profile, order.is_none())?))
}

/// No more units find room at 1 UD from one enemy (AV-2.6).
const CONTACTS_MAX: u8 = 5;
