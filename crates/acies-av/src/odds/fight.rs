//! A round hand to hand (RULES.md 8.6 to 8.10, AV-R80).

use acies_core::{
    Chance, Forecast, Fraction, Misread, Odds, Row, RuleId, Sum, odds, words::counted,
};

use super::{
    FIRST, SECOND,
    chain::{Fate, Pool, Victim},
    said::{
        Instead::{Ask, Leave, Say},
        Question, Said, both, cp, leader, no, order, profile, victim,
    },
};
use crate::{
    melee::fight::{
        Fight, Fighter, Quarter, Supports, Volley, is_broken_up, is_caught_moving, rides_down,
    },
    morale::ladder::Ladder,
    profile::{Order, Profile, Specials, Weapon},
};

/// Both sides' dice, leaders, saves, losses and tests.
pub fn fight(question: &Question) -> Result<Forecast, Misread> {
    let Asked { fight, victims, shaken } = read(question)?;
    let title = format!("{} against {}", question.one(0).title(), question.one(1).title());
    let names = both(question);
    let fates = [0, 1].map(|side| victims[side].suffers(&pool(&fight, 1 - side).odds()));
    let mut highlights = Vec::new();
    for side in 0..2 {
        highlights.extend(victims[side].highlights(&fates[side], &names[side]));
        if fight.fighters[side].leader.is_some() {
            let name = &names[side];
            let killed = format!("leader of {name} killed");
            let lost = format!("leader of {name} killed or lost with his unit");
            highlights.push(fates[side].highlight(&killed, |fate| fate.leader_killed));
            highlights.push(fates[side].highlight(&lost, |fate| fate.leader_lost));
        }
    }
    let sums = sums(&fight, &victims, &names);
    let outcomes = joint(&fates, &names);
    let mut forecast = Forecast { title, sums, rules: rules(&victims), outcomes, highlights };
    tell_shaken(&shaken, &names, &mut forecast);
    Ok(forecast)
}

/// What a round is made of, in sums.
pub fn sums(fight: &Fight, victims: &[Victim; 2], names: &[String; 2]) -> Vec<(String, Sum)> {
    let of = |side: usize| side_sums(fight, &victims[side], side, &names[side]);
    let mut sums: Vec<_> = [0, 1].into_iter().flat_map(of).collect();
    let both = victims.iter().zip(names);
    sums.extend(both.filter_map(|(victim, name)| victim.morale_later(name)));
    sums
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

#[rustfmt::skip]
const FIRST_NUMBERS: [&str; 5] =
    ["first_cp", "first_rung", "first_repulses", "first_leader_killed", "first_leader_lost"];
#[rustfmt::skip]
const SECOND_NUMBERS: [&str; 5] =
    ["second_cp", "second_rung", "second_repulses", "second_leader_killed", "second_leader_lost"];

/// The dice of the first side alone: hits, natural 6s, and what is not saved.
pub fn strike(question: &Question) -> Result<Forecast, Misread> {
    let Asked { fight, victims, shaken } = read(question)?;
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
        let (hit, six) = (counted(hits, "hit"), counted(sixes, "natural 6"));
        let says = format!("{hit}, {six} among them, {lost} not saved");
        (says, vec![("hits", hits as i64), ("sixes", sixes as i64), ("lost", lost as i64)])
    };
    let mut forecast = Forecast {
        title: format!("{} strikes {}", question.one(0).title(), question.one(1).title()),
        sums,
        rules: vec!["AV-11.2", "AV-12.8", "AV-15.3", "AV-R70"],
        outcomes: all.outcomes(tell),
        highlights: vec![
            all.highlight("hits", |&(hits, _, _)| hits > 0),
            all.highlight("costs CP", |&(_, _, lost)| lost > 0),
        ],
    };
    tell_shaken(&shaken, &names, &mut forecast);
    Ok(forecast)
}

/// The dice of one side, at the other.
pub fn pool(fight: &Fight, side: usize) -> Pool {
    let (dice, needs) = fight.pool(side);
    let at_leader = fight.fighters[1 - side].leader.is_some();
    Pool { dice, needs, save: fight.save(1 - side), at_leader }
}

fn side_sums(fight: &Fight, victim: &Victim, side: usize, name: &str) -> Vec<(String, Sum)> {
    vec![
        (dice_of(name), fight.dice(side)),
        (format!("each die of {name} needs"), fight.hits_on(side)),
        (format!("saves of {name}"), fight.save(side).sum()),
        victim.morale_now(name),
    ]
}

fn dice_of(name: &str) -> String {
    format!("dice of {name}")
}

/// The rules of a round that are no rows of its sums.
pub fn rules(victims: &[Victim; 2]) -> Vec<RuleId> {
    let mut rules = vec!["AV-11.2", "AV-12.8", "AV-R70", "AV-R71", "AV-R79", "AV-R80"];
    if victims.iter().any(|it| it.nerve.leader) {
        rules.extend(["AV-15.3", "AV-15.4", "AV-15.5", "AV-15.8"]);
    }
    if victims.iter().any(|it| it.guru_with_leader) {
        rules.extend(["AV-17.4", "AV-R82", "AV-R102"]);
    }
    for rule in victims.iter().flat_map(Victim::rules) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

/// A fight as it was described, and after P4a.
struct Asked {
    fight: Fight,
    victims: [Victim; 2],
    shaken: [Option<Shaken>; 2],
}

/// A unit that P4a disrupts.
#[derive(Clone, Copy)]
struct Shaken {
    rules: [RuleId; 2],
    /// The dice of the order that it loses.
    dice: Option<Row>,
}

/// Shows the dice of a lost order, struck by the rule that took it.
fn tell_shaken(shaken: &[Option<Shaken>; 2], names: &[String; 2], forecast: &mut Forecast) {
    for (it, name) in shaken.iter().zip(names) {
        let Some(Shaken { rules, dice }) = it else { continue };
        forecast.rules.extend(rules);
        let named = forecast.sums.iter_mut().find(|(what, _)| *what == dice_of(name));
        if let (Some((_, sum)), Some(row)) = (named, dice) {
            sum.rows.insert(0, Row { struck_by: Some(rules[0]), ..*row });
        }
    }
}

/// P4a: who is disrupted by this contact; both are judged before either is (AV-R62, AV-R63).
fn contact(fight: &Fight, reached: [bool; 2]) -> [Option<Shaken>; 2] {
    [0, 1].map(|side| {
        let (ours, theirs) = (&fight.fighters[side], &fight.fighters[1 - side]);
        let caught = is_caught_moving(&ours.profile, ours.order)
            && rides_down(&theirs.profile, theirs.order);
        let broken = reached[side]
            && !fight.in_the_open
            && is_broken_up(&ours.profile, ours.order, &theirs.profile);
        let rules = match (caught, broken) {
            (true, _) => ["AV-9.6", "AV-R62"],
            (_, true) => ["AV-9.8", "AV-R63"],
            _ => return None,
        };
        Some(Shaken { rules, dice: fight.dice(side).rows.first().copied() })
    })
}

fn read(question: &Question) -> Result<Asked, Misread> {
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
        ("front", Quarter::Front),
        ("left", Quarter::Left),
        ("right", Quarter::Right),
        ("rear", Quarter::Rear),
    ];
    let mut fighters = [first, second];
    for (at, side) in said.into_iter().enumerate() {
        fighters[1 - at].attacked_on = side.choice("attacks", sides)?.unwrap_or_default();
    }
    let in_the_open = said.iter().all(|it| !it.has("rough"));
    let mut fight = Fight { fighters, in_the_open };
    let mut victims = [one, other];
    let shaken = contact(&fight, said.map(|it| it.has("reached")));
    for side in (0..2).filter(|&side| shaken[side].is_some()) {
        fight.fighters[side].order = None;
        victims[side].start.ladder = Ladder::at_start(victims[side].start.ladder.cp, true);
    }
    Ok(Asked { fight, victims, shaken })
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
        no(
            spent && order.is_some(),
            "AV-R78",
            "who was disrupted by its fight and has not redressed is disrupted",
            Say("say `disrupted` too, or leave out `spent`"),
        ),
        no(
            said.has("reached") && order.is_some_and(|order| !moves(&profile, order)),
            "AV-R113",
            "a contact is brought by a move, and it has not moved",
            Leave("reached"),
        ),
        no(
            said.has("behind") && profile.is_artillery(),
            "AV-11.8",
            "artillery has no support from behind",
            Leave("behind"),
        ),
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
        attacked_on: Quarter::Front,
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

/// Whether a unit may have moved into contact under an order; AV-R96: Testudo does in Shieldwall.
fn moves(profile: &Profile, order: Order) -> bool {
    match order {
        Order::Advance | Order::Rush => true,
        Order::Shieldwall => profile.has(Specials::TESTUDO),
        Order::Halt | Order::Orbis | Order::FallBack => false,
    }
}

/// No more units find room at 1 UD from one enemy (AV-2.6).
const CONTACTS_MAX: u8 = 5;
