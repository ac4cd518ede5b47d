//! Ordinary attacks on an area with several units: their hits are given out evenly (VIR-5.1.5,
//! VIR-R46), then all units test.
//!
//! Given the hits of each, units test independently: each unit's odds for each list of hits are
//! worked out once and joined last.

use acies_core::{Chance, Forecast, Fraction, Misread, Odds, RuleId, Ways, odds};

use super::{
    ATTACKER,
    attack::{Attacker, may_attack_together},
    defend::{Blow, Defender, ground},
    fight::{kinds, once},
    said::{Instead::Say, Question, Said, no},
};
use crate::{
    areas::Ground,
    combat::attack::{Attack, Scored},
    morale::{Fate, Marks, Nerve, Tested},
    units::Specials,
};

/// What the numbers of each unit are called.
const NUMBERS: [[&str; 2]; UNITS_MAX] = [
    ["stands_1", "routed_1"],
    ["stands_2", "routed_2"],
    ["stands_3", "routed_3"],
    ["stands_4", "routed_4"],
    ["stands_5", "routed_5"],
    ["stands_6", "routed_6"],
];

/// More units have more joint outcomes than anybody reads.
const UNITS_MAX: usize = 6;

pub fn spread(question: &Question) -> Result<Forecast, Misread> {
    let (attackers, units) = read(question)?;
    let attacks: Vec<Attack> = attackers.iter().map(|it| it.attack).collect();
    let joint = Joint::of(&attacks, &units);
    let mut sums = Vec::new();
    let mut rules: Vec<RuleId> = Vec::new();
    for attacker in &attackers {
        attacker.sums(&mut sums);
        rules.extend(attacker.rules());
    }
    for unit in &units {
        unit.sums(attackers.iter().flat_map(|it| kinds(&it.attack)), &mut sums);
        rules.extend(unit.rules());
    }
    rules.extend(["VIR-5.1.5", "VIR-R46", "VIR-R26"]);
    let unhurt = |(fate, unit): (&Fate, &Defender)| *fate == Fate::of(&unit.nerve);
    let highlights = vec![
        joint.highlight("all unhurt", |fates| fates.iter().zip(&units).all(unhurt)),
        joint.highlight("one or more routed", |fates| fates.iter().any(|it| it.routed)),
        joint.highlight("one or more eliminated", |fates| fates.iter().any(|it| it.stands == 0)),
    ];
    let titles = |side| {
        let titles: Vec<_> = question.all(side).iter().map(Said::title).collect();
        titles.join(", ")
    };
    Ok(Forecast {
        title: format!("{} against {}, then their tests", titles(0), titles(1)),
        sums,
        rules: once(rules),
        outcomes: joint.outcomes(&units),
        highlights,
    })
}

fn read(question: &Question) -> Result<(Vec<Attacker>, Vec<Defender>), Misread> {
    let sharing = question.all(1);
    let many = "so many units have more outcomes together than anybody reads";
    sharing[0].refuse(&[no(
        sharing.len() > UNITS_MAX,
        "VIR-R46",
        many,
        Say("six units at most"),
    )])?;
    let mut units = sharing.iter().map(Defender::read).collect::<Result<Vec<_>, _>>()?;
    // They stand in one area, with its ground and its leader.
    let ground = sharing.iter().fold(Ground::empty(), |all, said| all | ground(said));
    let charismatic = units.iter().any(|unit| unit.tested.charismatic);
    for unit in &mut units {
        unit.tested.wood = ground.contains(Ground::WOOD);
        unit.tested.marsh = ground.contains(Ground::MARSH);
        unit.tested.charismatic = charismatic;
    }
    // VIR-R80: red is marked if any of them has Pikes.
    let pikes = units.iter().any(|unit| unit.profile().has(Specials::PIKES));
    let attackers = question.all(0).iter().map(|said| {
        let mut attacker = Attacker::read(said, ground)?;
        attacker.attack.against_pikes = pikes;
        Ok(attacker)
    });
    let attackers = attackers.collect::<Result<Vec<_>, _>>()?;
    may_attack_together(question.all(0), &attackers)?;
    Ok((attackers, units))
}

/// The hits of each unit.
type Dealt = Vec<Vec<Marks>>;

/// VIR-R46: one by one on the unit with the fewest; among equals, which its owner may choose, on the
/// one named first, and red hits before others.
fn deal(dealt: &Dealt, scored: Scored, marks: Marks) -> Dealt {
    let mut dealt = dealt.clone();
    let red = std::iter::repeat_n(marks | Marks::RED, usize::from(scored.red));
    for hit in red.chain(std::iter::repeat_n(marks, usize::from(scored.others))) {
        let fewest = dealt.iter_mut().min_by_key(|hits| hits.len());
        fewest.expect("somebody is attacked").push(hit);
    }
    dealt
}

/// VIR-R46: what attacks do to all units of an area, whose owner shares the hits out: numbers without words, for
/// programs.
pub fn shared(attacks: &[Attack], units: &[(Tested, Nerve)]) -> Joint {
    let unit = |&(tested, nerve): &(Tested, Nerve)| Defender {
        tested,
        nerve,
        before: Vec::new(),
        broken: false,
    };
    Joint::of(attacks, &units.iter().map(unit).collect::<Vec<_>>())
}

/// In how many ways each unit comes to each of its fates, all at once.
pub struct Joint {
    /// The fates that each unit can come to, in ascending order.
    fates: Vec<Vec<Fate>>,
    /// The ways of every combination of fates, the last unit's changing first.
    ways: Vec<Ways>,
    pub of: Ways,
}

/// The odds of one unit for each list of hits that it may take, over the same fates and ways.
struct Tests {
    hits: Vec<Vec<Marks>>,
    fates: Vec<Fate>,
    /// For each list of hits, the ways of each fate.
    ways: Vec<Vec<Ways>>,
    of: Ways,
}

impl Tests {
    fn of(unit: &Defender, mut hits: Vec<Vec<Marks>>) -> Self {
        hits.sort();
        hits.dedup();
        // Sorted, so that a list comes after the list that lacks only its last hit.
        let mut blows: Vec<Blow> = Vec::new();
        let mut nerves: Vec<Odds<Nerve>> = Vec::with_capacity(hits.len());
        for list in &hits {
            let Some((&last, rest)) = list.split_last() else {
                nerves.push(Odds::sure(unit.nerve));
                continue;
            };
            if !blows.iter().any(|blow| blow.hit == last) {
                blows.push(Blow::new(unit, last));
            }
            let blow = blows.iter().find(|blow| blow.hit == last).expect("it is there now");
            let before = hits.binary_search_by(|known| known[..].cmp(rest));
            // Whoever scored one hit more could have scored one less.
            nerves.push(blow.after(&nerves[before.expect("fewer hits are possible too")]));
        }
        let after: Vec<Odds<Fate>> = nerves.iter().map(|nerves| nerves.map(Fate::of)).collect();
        let mut fates: Vec<_> =
            after.iter().flat_map(|odds| odds.ways.iter().map(|(fate, _)| *fate)).collect();
        fates.sort();
        fates.dedup();
        let of = after.iter().fold(Ways::ONE, |of, odds| {
            let common = of.gcd(&odds.of);
            &of * &odds.of.divided_by(&common)
        });
        let ways = after.iter().map(|odds| {
            let scale = of.divided_by(&odds.of);
            let mut ways = vec![Ways::ZERO; fates.len()];
            for (fate, n) in &odds.ways {
                let at = fates.binary_search(fate).expect("it is one of them");
                ways[at] = n * &scale;
            }
            ways
        });
        Tests { hits, ways: ways.collect(), fates, of }
    }

    /// The ways of each fate after these hits.
    fn after(&self, hits: &Vec<Marks>) -> &[Ways] {
        &self.ways[self.hits.binary_search(hits).expect("it was worked out")]
    }
}

impl Joint {
    fn of(attacks: &[Attack], units: &[Defender]) -> Self {
        let nothing = Odds::sure(vec![Vec::new(); units.len()]);
        let dealt = attacks.iter().fold(nothing, |dealt, attack| {
            let scored = odds(|dice| attack.throw(ATTACKER, dice));
            dealt.then(|dealt| scored.map(|&scored| deal(dealt, scored, attack.marks())))
        });
        let tests: Vec<_> = (0..)
            .zip(units)
            .map(|(at, unit): (usize, _)| {
                Tests::of(unit, dealt.ways.iter().map(|(dealt, _)| dealt[at].clone()).collect())
            })
            .collect();
        let size = tests.iter().map(|tests| tests.fates.len()).product();
        let mut ways = vec![Ways::ZERO; size];
        for (dealt, n) in &dealt.ways {
            let each: Vec<_> =
                tests.iter().zip(dealt).map(|(tests, hits)| tests.after(hits)).collect();
            add_product(n, &each, &mut ways);
        }
        let of = tests.iter().fold(dealt.of, |of, tests| &of * &tests.of);
        Joint { fates: tests.into_iter().map(|it| it.fates).collect(), ways, of }
    }

    /// Calls `each` with every combination of fates that can come about, and in how many of all ways.
    pub fn each(&self, mut each: impl FnMut(&[Fate], &Ways)) {
        self.each_at(|_, fates, ways| each(fates, ways));
    }

    /// The same with the place of each fate among those of its unit.
    fn each_at(&self, mut each: impl FnMut(&[usize], &[Fate], &Ways)) {
        let mut at = vec![0; self.fates.len()];
        let mut all: Vec<_> = self.fates.iter().map(|fates| fates[0]).collect();
        for ways in &self.ways {
            if !ways.is_zero() {
                each(&at, &all, ways);
            }
            for unit in (0..at.len()).rev() {
                at[unit] += 1;
                let last = at[unit] == self.fates[unit].len();
                if last {
                    at[unit] = 0;
                }
                all[unit] = self.fates[unit][at[unit]];
                if !last {
                    break;
                }
            }
        }
    }

    fn highlight(&self, says: &str, such: impl Fn(&[Fate]) -> bool) -> Chance {
        let mut ways = Ways::ZERO;
        self.each(|fates, n| {
            if such(fates) {
                ways += n;
            }
        });
        Chance { says: says.into(), is: Vec::new(), chance: Fraction::new(&ways, &self.of) }
    }

    fn outcomes(&self, units: &[Defender]) -> Vec<Chance> {
        let words = |(unit, fates): (&Defender, &Vec<Fate>)| {
            let name = &unit.profile().name;
            fates.iter().map(|fate| format!("{name}: {}", fate.says())).collect()
        };
        let words: Vec<Vec<String>> = units.iter().zip(&self.fates).map(words).collect();
        let mut outcomes = Vec::with_capacity(self.ways.len());
        self.each_at(|at, fates, ways| {
            let mut says = String::with_capacity(40 * fates.len());
            let mut is = Vec::with_capacity(2 * fates.len());
            for (unit, (fate, [stands, routed])) in fates.iter().zip(NUMBERS).enumerate() {
                if !says.is_empty() {
                    says.push_str("; ");
                }
                says.push_str(&words[unit][at[unit]]);
                is.extend([(stands, fate.stands.into()), (routed, fate.routed.into())]);
            }
            outcomes.push(Chance { says, is, chance: Fraction::new(ways, &self.of) });
        });
        outcomes
    }
}

/// Adds `ways` times the ways of every combination, the last unit's fates changing first.
fn add_product(ways: &Ways, each: &[&[Ways]], sums: &mut [Ways]) {
    let (first, rest) = each.split_first().expect("somebody is attacked");
    if rest.is_empty() {
        let possible = sums.iter_mut().zip(*first).filter(|(_, n)| !n.is_zero());
        possible.for_each(|(sum, n)| *sum += &(ways * n));
        return;
    }
    let size = sums.len() / first.len();
    for (n, sums) in first.iter().zip(sums.chunks_mut(size)).filter(|(n, _)| !n.is_zero()) {
        add_product(&(ways * n), rest, sums);
    }
}
