//! Ordinary attacks on an area with several units: their hits are given out evenly (VIR-5.1.5,
//! VIR-R46), then all units test.
//!
//! Given the hits of each, units test independently: each unit's odds for each list of hits are
//! worked out once and joined last.

use acies_core::{Chance, Forecast, Fraction, Misread, Odds, RuleId, Ways};

use super::{
    attack::Attacker,
    defend::{Defender, Fate, ground},
    fight::{kinds, once},
    said::{Instead::Say, Question, no},
};
use crate::{areas::Ground, combat::Scored, morale::Marks, units::Specials};

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
    let joint = Joint::of(&attackers, &units);
    let mut sums = Vec::new();
    let mut rules: Vec<RuleId> = Vec::new();
    for attacker in &attackers {
        attacker.sums(&mut sums);
        rules.extend(attacker.rules());
    }
    for unit in &units {
        unit.sums(attackers.iter().flat_map(|it| kinds(&it.attack)), &mut sums);
    }
    rules.extend(["VIR-5.1.5", "VIR-R46", "VIR-R26", "VIR-3.1.4", "VIR-3.1.5"]);
    let whole: Vec<_> = units.iter().map(|unit| Fate::of(&unit.nerve)).collect();
    let highlights = vec![
        joint.highlight("all unhurt", |fates| fates == whole),
        joint.highlight("one or more routed", |fates| fates.iter().any(|fate| fate.routed)),
        joint.highlight("one or more eliminated", |fates| fates.iter().any(|it| it.stands == 0)),
    ];
    let titles = |side| {
        let titles: Vec<_> = question.all(side).iter().map(|said| said.title()).collect();
        titles.join(", ")
    };
    Ok(Forecast {
        title: format!("{} against {}, and their tests", titles(0), titles(1)),
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
    Ok((attackers.collect::<Result<_, _>>()?, units))
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

/// In how many ways each unit comes to each of its fates, all at once.
struct Joint {
    /// The fates that each unit can come to, in ascending order.
    fates: Vec<Vec<Fate>>,
    /// The ways of every combination of fates, the last unit's changing first.
    ways: Vec<Ways>,
    of: Ways,
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
        let after: Vec<Odds<Fate>> =
            hits.iter().map(|hits| unit.after(hits).map(Fate::of)).collect();
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
    fn of(attackers: &[Attacker], units: &[Defender]) -> Self {
        let nothing = Odds::sure(vec![Vec::new(); units.len()]);
        let dealt = attackers.iter().fold(nothing, |dealt, attacker| {
            let (scored, marks) =
                (attacker.scores(attacker.attack.stands), attacker.attack.marks());
            dealt.then(|dealt| scored.map(|&scored| deal(dealt, scored, marks)))
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
        Joint { fates: tests.into_iter().map(|tests| tests.fates).collect(), ways, of }
    }

    /// Calls `each` with every combination that can come about, and in how many ways.
    fn each(&self, mut each: impl FnMut(&[Fate], &Ways)) {
        let mut all = Vec::with_capacity(self.fates.len());
        for (number, ways) in self.ways.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
            let mut size = self.ways.len();
            all.clear();
            all.extend(self.fates.iter().map(|fates| {
                size /= fates.len();
                fates[number / size % fates.len()]
            }));
            each(&all, ways);
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
        let mut outcomes = Vec::with_capacity(self.ways.len());
        self.each(|fates, ways| {
            let mut says = String::with_capacity(40 * units.len());
            let mut is = Vec::with_capacity(2 * units.len());
            for ((fate, unit), [stands, routed]) in fates.iter().zip(units).zip(NUMBERS) {
                if !says.is_empty() {
                    says.push_str("; ");
                }
                says.push_str(&unit.profile().name);
                says.push_str(": ");
                fate.tell(&mut says);
                is.extend([(stands, fate.stands.into()), (routed, fate.routed.into())]);
            }
            outcomes.push(Chance { says, is, chance: Fraction::new(ways, &self.of) });
        });
        outcomes
    }
}

/// Adds `ways` times the ways of every combination, the last unit's fates changing first.
fn add_product(ways: &Ways, each: &[&[Ways]], sums: &mut [Ways]) {
    let Some((first, rest)) = each.split_first() else {
        sums[0] += ways;
        return;
    };
    let size = sums.len() / first.len();
    for (n, sums) in first.iter().zip(sums.chunks_mut(size)).filter(|(n, _)| !n.is_zero()) {
        add_product(&(ways * n), rest, sums);
    }
}
