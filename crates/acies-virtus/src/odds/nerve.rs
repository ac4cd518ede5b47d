//! Tests of a unit or a leader by itself (RULES.md 8.2 to 8.6).

use acies_core::{Forecast, Misread, Odds, odds};

use super::{
    ATTACKER, DEFENDER, Numbers, Sums,
    attack::{formation, may_be_stubborn, stands},
    count,
    defend::Defender,
    fight::{nerves, once},
    said::{
        Instead::{Ask, Leave},
        Question, Said, Whom, no,
    },
};
use crate::{
    activation::points::{Cost, Item},
    morale::{Fate, Nerve, Tested, leader_survives, stands_without_leader},
    movement::cohesion::Cohesion,
    rally::Rally,
    units::{Grade, Profile},
};

/// 8.2: the hits of one unit.
pub fn morale(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let unit = Defender::read(said)?;
    if !said.has("hits") {
        return Err(question.lacks("which hits does it test?"));
    }
    let all = unit.so_far();
    let mut sums = Vec::new();
    unit.sums(unit.before.iter().copied(), &mut sums);
    let fates = all.map(Fate::of);
    Ok(Forecast {
        title: format!("morale test of {}", said.title()),
        sums,
        rules: ["VIR-3.1.2", "VIR-R26"]
            .into_iter()
            .chain(unit.rules())
            .chain(unit.broken.then_some("VIR-SR15.6"))
            .collect(),
        outcomes: fates.outcomes(|fate| (fate.says(), fate.numbers())),
        highlights: nerves(&all, unit.nerve),
    })
}

/// 8.3: the saves of a leader.
pub fn leader(question: &Question) -> Result<Forecast, Misread> {
    let hits = question.settings().number("hits", LEADER_HITS)?;
    let Some(hits) = hits else { return Err(question.lacks("how often was he hit?")) };
    let lives = odds(|dice| leader_survives(DEFENDER, hits, dice));
    Ok(Forecast {
        title: format!("a leader with {}", count(hits, "hit")),
        sums: Vec::new(),
        rules: vec!["VIR-3.3.2", "VIR-3.3.3", "VIR-R34"],
        outcomes: lives.outcomes(|&lives| one_of_two(lives, "unhurt", "killed", "alive")),
        highlights: vec![lives.highlight("killed", |lives| !lives)],
    })
}

/// So many dice have been thrown in no fight.
const LEADER_HITS: std::ops::RangeInclusive<u8> = 0..=30;

/// An outcome of two, as words and as a number.
fn one_of_two(yes: bool, so: &str, not: &str, number: &'static str) -> (String, Numbers) {
    (if yes { so } else { not }.into(), vec![(number, yes.into())])
}

/// 8.4: the unit of a leader who was killed.
pub fn leaderless(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let (profile, stands) = (said.troop(), stands(said)?);
    let routed = odds(|dice| Ok(!stands_without_leader(DEFENDER, profile, stands, dice)?));
    Ok(Forecast {
        title: format!("{} after the death of their leader", said.title()),
        sums: Vec::new(),
        rules: vec!["VIR-SR18.6", "VIR-R86.6"],
        outcomes: routed.outcomes(|&routed| one_of_two(routed, "routed", "steady", "routed")),
        highlights: vec![routed.highlight("routed", |routed| *routed)],
    })
}

/// T1a and T1b: the saves of a joined leader, the roll of his unit if he is killed, and its hits.
pub fn joined(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let unit = Defender::read(said)?;
    let Some(leader_hits) = said.number("leader_hits", LEADER_HITS)? else {
        return Err(question.lacks("how often was the leader hit?"));
    };
    let Defender { tested, nerve, before: hits, broken } = &unit;
    let all: Odds<(bool, Nerve)> = odds(|dice| {
        let lives = leader_survives(DEFENDER, leader_hits, dice)?;
        let mut nerve = *nerve;
        if !lives && !stands_without_leader(DEFENDER, tested.profile, nerve.stands, dice)? {
            nerve.routs += 1;
        }
        // VIR-R33: a killed leader gives nothing.
        let tested = Tested { charismatic: tested.charismatic && lives, ..*tested };
        Ok((lives, tested.test_all(DEFENDER, nerve, hits.iter().copied(), dice, |_| ())?))
    });
    let mut sums = Vec::new();
    unit.sums(hits.iter().copied(), &mut sums);
    let told = all.map(|(lives, nerve)| (*lives, Fate::of(nerve)));
    let tell = |(lives, fate): &(bool, Fate)| {
        let leader = if *lives { "leader unhurt" } else { "leader killed" };
        let is = [vec![("leader_alive", (*lives).into())], fate.numbers()].concat();
        (format!("{leader}; {}", fate.says()), is)
    };
    let mut highlights = vec![all.highlight("the leader is killed", |(lives, _)| !lives)];
    highlights.extend(nerves(&all.map(|(_, nerve)| *nerve), *nerve));
    Ok(Forecast {
        title: format!("{} and their leader", said.title()),
        sums,
        rules: ["VIR-SR18.5", "VIR-3.3.3", "VIR-SR18.6", "VIR-R31", "VIR-R33"]
            .into_iter()
            .chain(unit.rules())
            .chain(broken.then_some("VIR-SR15.6"))
            .collect(),
        outcomes: told.outcomes(tell),
        highlights,
    })
}

/// 8.5: a cohesion test.
pub fn cohesion(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    said.refuse(&[no(
        said.troop().is_artillery(),
        "VIR-10.2",
        "artillery makes no forced march and no charge",
        Ask(|it| !it.is_artillery()),
    )])?;
    let stands = stands(said)?;
    let title = format!("cohesion test of {}", said.title());
    Ok(coheres(said, stands, title, Vec::new(), vec!["VIR-10.3"]))
}

/// 8.5: a forced march.
pub fn march(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let profile = said.troop();
    let (evaders, marchers): (Whom, Whom) = (Profile::is_evader, |it| !it.is_artillery());
    let evading = said.has("evading");
    said.refuse(&[
        no(!marchers(profile), "VIR-10.2", "artillery makes no forced march", Ask(marchers)),
        no(
            evading && !evaders(profile),
            "VIR-6.3.1",
            "only light units move after a fight",
            Ask(evaders),
        ),
        no(
            said.has("testudo"),
            "VIR-SR15.4",
            "nobody makes a forced march in testudo",
            Leave("testudo"),
        ),
        no(said.has("shieldwall"), "VIR-SR16.2", "nobody moves in shieldwall", Leave("shieldwall")),
    ])?;
    formation(said)?;
    may_be_stubborn(said)?;
    let stands = stands(said)?;
    let item = Item::Move { forced: true, after_fight: evading };
    let cost = Cost { profile, stubborn: said.has("stubborn"), item };
    let rules = ["VIR-10.1", "VIR-10.3", "VIR-10.5", "VIR-R57"].into_iter().chain(cost.rulings());
    let rules = once(rules.collect());
    let sums = vec![(format!("activation points of {}", profile.name), cost.sum())];
    Ok(coheres(said, stands, format!("forced march of {}", said.title()), sums, rules))
}

fn coheres(
    said: &Said,
    stands: u8,
    title: String,
    mut sums: Sums,
    rules: Vec<&'static str>,
) -> Forecast {
    let test = Cohesion { profile: said.troop() };
    let left = odds(|dice| {
        let holds = test.holds(ATTACKER, "a cohesion test", dice)?;
        Ok(if holds { stands } else { stands - 1 })
    });
    sums.push((format!("cohesion number of {}", said.troop().name), test.sum()));
    let tell = |&left: &u8| {
        let says =
            if left == 0 { "destroyed".into() } else { format!("{} left", count(left, "stand")) };
        (says, vec![("stands", left.into())])
    };
    let highlights = vec![left.highlight("loses a stand", |left| *left < stands)];
    Forecast { title, sums, rules, outcomes: left.outcomes(tell), highlights }
}

/// 8.6: a unit rallies.
pub fn rally(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let profile = said.troop();
    said.refuse(&[
        no(
            profile.mv == 1,
            "VIR-R67",
            "a unit of one stand has none to recover",
            Ask(|it| it.mv > 1),
        ),
        no(
            said.has("elite") && profile.is_artillery(),
            "VIR-R19",
            "artillery is always regular",
            Leave("elite"),
        ),
        no(
            said.has("elite") && said.has("stubborn"),
            "VIR-R19",
            "Elite are not stubborn",
            Leave("stubborn"),
        ),
    ])?;
    may_be_stubborn(said)?;
    // VIR-R67: only a unit with fewer stands than its MV rallies.
    let most = profile.mv - 1;
    let stands = said.number("stands", 1..=most)?.unwrap_or(most);
    let grade = if said.has("elite") { Grade::Elite } else { Grade::Regular };
    let rally = Rally { profile, grade, stands, charismatic: said.has("charismatic") };
    let recovers = odds(|dice| rally.recovers(ATTACKER, dice));
    let tell = |&recovers: &bool| {
        let left = stands + u8::from(recovers);
        let says = if recovers { "recovers a stand" } else { "no stand back" };
        (says.into(), vec![("recovered", recovers.into()), ("stands", left.into())])
    };
    Ok(Forecast {
        title: format!("rally of {}", said.title()),
        sums: vec![(format!("MV of {} to rally", profile.name), rally.sum())],
        rules: vec!["VIR-9.1", "VIR-9.2", "VIR-R67"],
        outcomes: recovers.outcomes(tell),
        highlights: vec![recovers.highlight("recovers a stand", |recovers| *recovers)],
    })
}
