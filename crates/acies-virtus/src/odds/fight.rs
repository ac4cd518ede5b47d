//! Attacks, and the tests of those that they hit (RULES.md 8.1, 8.2).

use acies_core::{Chance, Forecast, Misread, Odds, RuleId};

use super::{
    attack::{Attacker, may_attack_together},
    count,
    defend::{Defender, ground},
    said::{Question, Said},
};
use crate::{
    combat::attack::{Attack, Scored},
    morale::{Fate, Marks, Nerve},
    units::Specials,
};

/// 8.1: the roll of one attack.
pub fn attack(question: &Question) -> Result<Forecast, Misread> {
    let said = question.one(0);
    let attacker = Attacker::read(said, ground(said))?;
    let attack = &attacker.attack;
    let scored = attacker.scores(attack.stands);
    let mut sums = Vec::new();
    attacker.sums(&mut sums);
    let tell = |scored: &Scored| {
        let Scored { red, leader_hits, .. } = *scored;
        let mut says = vec![count(scored.hits(), "hit")];
        says.extend((red > 0).then(|| format!("{red} red")));
        let on_leader = || format!("{} on the leader", count(leader_hits, "hit"));
        says.extend((leader_hits > 0).then(on_leader));
        let is = [("hits", scored.hits()), ("red", red), ("leader_hits", leader_hits)];
        (says.join(", "), is.map(|(name, n)| (name, i64::from(n))).into())
    };
    let mean = scored.mean(|it| f64::from(it.hits()));
    let some = format!("at least one hit, {mean:.2} on average");
    let mut highlights = vec![scored.highlight(&some, |it| it.hits() > 0)];
    if attack.against_pikes {
        highlights.push(scored.highlight("at least one red hit", |it| it.red > 0));
    }
    if attack.leader_there {
        highlights.push(scored.highlight("the leader is hit", |it| it.leader_hits > 0));
    }
    // By hits, then by red ones, then by those on the leader.
    let mut outcomes = scored.outcomes(tell);
    outcomes.sort_by(|a, b| a.is.cmp(&b.is));
    let mut title = format!("attack of {} with {} hits", said.title(), attack.marks().words());
    let mut rules: Vec<_> = attacker.rules().collect();
    // Whether it charges the pikemen or somebody beside them is not said here.
    if attack.against_pikes && attacker.tests_before_pikes() {
        title += ", after the cohesion test if it charges the pikemen (`fight` counts it)";
        rules.push("VIR-SR14.6");
    }
    Ok(Forecast { title, sums, rules, outcomes, highlights })
}

/// 8.1, 8.2: one attack on a lone target, then its test.
pub fn fight(question: &Question) -> Result<Forecast, Misread> {
    let onslaught = Onslaught::read(question)?;
    let all = onslaught.odds();
    let start = onslaught.attackers[0].attack.stands;
    let tests = onslaught.attackers[0].tests_before(onslaught.target.profile());
    let told = all.map(|(stands, nerve)| (Fate::of(nerve), stands[0]));
    let tell = |&(fate, stands): &(Fate, u8)| {
        let (says, mut is) = (fate.says(), fate.numbers());
        if !tests {
            return (says, is);
        }
        is.push(("attacker_stands", stands.into()));
        match stands {
            0 => (format!("{says}; the attacker is gone"), is),
            _ => (format!("{says}; the attacker has {}", count(stands, "stand")), is),
        }
    };
    let mut highlights = onslaught.highlights(&all);
    if tests {
        let lost = told.highlight("the attacker loses a stand first", |it| it.1 < start);
        highlights.push(lost);
    }
    Ok(onslaught.forecast(question, told.outcomes(tell), highlights))
}

/// 8.1, 8.2: several attacks on one target, then its test.
pub fn attacks(question: &Question) -> Result<Forecast, Misread> {
    let onslaught = Onslaught::read(question)?;
    let all = onslaught.odds();
    let fates = all.map(|(_, nerve)| Fate::of(nerve));
    let highlights = onslaught.highlights(&all);
    let outcomes = fates.outcomes(|fate| (fate.says(), fate.numbers()));
    Ok(onslaught.forecast(question, outcomes, highlights))
}

/// Attacks on one unit, in the order in which they are rolled.
struct Onslaught {
    attackers: Vec<Attacker>,
    target: Defender,
}

impl Onslaught {
    fn read(question: &Question) -> Result<Self, Misread> {
        let target = Defender::read(question.one(1))?;
        let ground = ground(question.one(1));
        let attackers = question.all(0).iter().map(|said| {
            let mut attacker = Attacker::read(said, ground)?;
            attacker.attack.against_pikes = target.profile().has(Specials::PIKES);
            Ok(attacker)
        });
        let mut attackers = attackers.collect::<Result<Vec<_>, _>>()?;
        may_attack_together(question.all(0), &attackers)?;
        // VIR-5.2.4, VIR-R45: charges are resolved after all ordinary combats.
        attackers.sort_by_key(|attacker| attacker.attack.charge);
        Ok(Onslaught { attackers, target })
    }

    /// The stands with which each attacker reaches the target, and how the target stands after its
    /// test. Hits of different attacks are independent, so each attack's are tested as they come.
    fn odds(&self) -> Odds<(Vec<u8>, Nerve)> {
        let reach = self.attackers.iter().fold(Odds::sure(Vec::new()), |all, attacker| {
            all.and(&attacker.reaches(self.target.profile()))
                .map(|(all, one)| [&all[..], &[*one]].concat())
        });
        reach.then(|reach| {
            let each = || self.attackers.iter().zip(reach).filter(|(_, stands)| **stands > 0);
            // VIR-SR15.6: broken by a charge that is rolled; VIR-R81: else it stands.
            let charged = each().any(|(attacker, _)| attacker.attack.charge);
            let target = if charged { self.target.charged() } else { self.target.clone() };
            let after = each().fold(target.so_far(), |states, (attacker, &stands)| {
                target.hit(&states, attacker.attack.marks(), &attacker.scores(stands))
            });
            after.map(|&nerve| (reach.clone(), nerve))
        })
    }

    fn highlights(&self, all: &Odds<(Vec<u8>, Nerve)>) -> Vec<Chance> {
        nerves(&all.map(|(_, nerve)| *nerve), self.target.nerve)
    }

    fn forecast(
        &self,
        question: &Question,
        outcomes: Vec<Chance>,
        highlights: Vec<Chance>,
    ) -> Forecast {
        let mut sums = Vec::new();
        let mut rules: Vec<RuleId> = Vec::new();
        for attacker in &self.attackers {
            attacker.sums(&mut sums);
            rules.extend(attacker.rules());
            if attacker.tests_before(self.target.profile()) {
                let name = format!("cohesion number of {}", attacker.attack.profile.name);
                sums.push((name, attacker.cohesion().sum()));
                rules.push("VIR-SR14.6");
            }
        }
        let charged = self.attackers.iter().any(|attacker| attacker.attack.charge);
        let target = if charged { self.target.charged() } else { self.target.clone() };
        rules.extend(target.broken.then_some("VIR-SR15.6"));
        let kinds = self.attackers.iter().flat_map(|it| kinds(&it.attack));
        target.sums(target.before.iter().copied().chain(kinds), &mut sums);
        rules.extend(target.rules());
        let attackers: Vec<_> = question.all(0).iter().map(Said::title).collect();
        let target = question.one(1).title();
        let title = format!("{} against {target}, then the test", attackers.join(", "));
        Forecast { title, sums, rules: once(rules), outcomes, highlights }
    }
}

/// The kinds of hits that an attack can score.
pub fn kinds(attack: &Attack) -> impl Iterator<Item = Marks> + use<> {
    let marks = attack.marks();
    attack.against_pikes.then_some(marks | Marks::RED).into_iter().chain([marks])
}

/// What a player asks first about a unit that tests.
pub fn nerves(nerves: &Odds<Nerve>, before: Nerve) -> Vec<Chance> {
    vec![
        nerves.highlight("unhurt", |nerve| *nerve == before),
        nerves.highlight("loses a stand or more", |nerve| nerve.stands < before.stands),
        nerves.highlight("routed", |nerve| nerve.routs > 0 && !nerve.is_gone()),
        nerves.highlight("eliminated", |nerve| nerve.is_gone()),
    ]
}

/// The same rules, each once.
pub fn once(rules: Vec<RuleId>) -> Vec<RuleId> {
    let mut seen = Vec::with_capacity(rules.len());
    for rule in rules {
        if !seen.contains(&rule) {
            seen.push(rule);
        }
    }
    seen
}
