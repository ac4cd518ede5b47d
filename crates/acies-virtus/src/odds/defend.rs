//! Units that test their morale, from words (RULES.md 8.2).

use acies_core::{Misread, Odds, RuleId, Sum, odds};

use super::{
    DEFENDER, Sums,
    attack::{formation, may_be_stubborn, stands},
    said::{
        Instead::{Leave, Say},
        Said, hits, no,
    },
};
use crate::{
    areas::Ground,
    combat::attack::Scored,
    morale::{Marks, Nerve, Tested},
    units::{Formation, Grade, Profile, Specials},
};

/// A unit that is attacked or has taken hits.
#[derive(Clone)]
pub struct Defender {
    pub tested: Tested,
    pub nerve: Nerve,
    /// Hits that it has taken before.
    pub before: Vec<Marks>,
    /// Whether a charge has broken its formation.
    pub broken: bool,
}

/// The ground that words tell of.
pub fn ground(said: &Said) -> Ground {
    let tags = Ground::WORDS.into_iter().filter(|(word, _)| *word != "hill" && said.has(word));
    tags.fold(Ground::empty(), |ground, (_, tag)| ground | tag)
}

impl Defender {
    pub fn read(said: &Said) -> Result<Self, Misread> {
        let profile = said.troop();
        let stands = stands(said)?;
        let routs = said.number("routs", 0..=1)?.unwrap_or(0);
        let fanatics = profile.has(Specials::FANATICS);
        said.refuse(&[no(
            fanatics && routs > 0,
            "VIR-SR2.1",
            "fanatics are never routed",
            Leave("routs"),
        )])?;
        may_be_stubborn(said)?;
        let ground = ground(said);
        let tested = Tested {
            profile,
            grade: grade(said)?,
            stubborn: said.has("stubborn"),
            formation: formation(said)?,
            wood: ground.contains(Ground::WOOD),
            marsh: ground.contains(Ground::MARSH),
            charismatic: said.has("charismatic"),
        };
        let (nerve, before) = (Nerve { stands, routs }, hits(said, "hits")?);
        let unit = Defender { tested, nerve, before, broken: false };
        let charged = unit.before.iter().any(|hit| hit.contains(Marks::CHARGE));
        Ok(if charged { unit.charged() } else { unit })
    }

    pub fn profile(&self) -> &'static Profile {
        self.tested.profile
    }

    /// VIR-SR15.6, VIR-R83.5: a charge breaks its formation for all hits, also for earlier ones.
    pub fn charged(&self) -> Defender {
        let broken = self.broken || self.tested.formation.is_closed();
        let tested = Tested { formation: Formation::Open, ..self.tested };
        Defender { tested, broken, ..self.clone() }
    }

    /// How it stands after the hits that it took before.
    pub fn so_far(&self) -> Odds<Nerve> {
        let hits = self.before.iter().copied();
        odds(|dice| self.tested.test_all(DEFENDER, self.nerve, hits.clone(), dice, |_| ()))
    }

    /// How it stands after an attack that scored so: red hits, which are 1s, before the others
    /// (VIR-R26).
    pub fn hit(&self, states: &Odds<Nerve>, marks: Marks, scored: &Odds<Scored>) -> Odds<Nerve> {
        let most = |hits: fn(&Scored) -> u8| {
            scored.ways.iter().map(|(scored, _)| hits(scored)).max().unwrap_or(0)
        };
        let (all, most_red, most_others) =
            (most(|it| it.hits()), most(|it| it.red), most(|it| it.others));
        let mut ladder = vec![vec![states.clone()]];
        if most_red > 0 {
            let blow = Blow::new(self, marks | Marks::RED);
            for red in 0..usize::from(most_red) {
                ladder.push(vec![blow.after(&ladder[red][0])]);
            }
        }
        let blow = Blow::new(self, marks);
        for (rung, red) in ladder.iter_mut().zip(0..) {
            for others in 0..usize::from(most_others.min(all - red)) {
                rung.push(blow.after(&rung[others]));
            }
        }
        scored.then(|it| ladder[usize::from(it.red)][usize::from(it.others)].clone())
    }

    /// The values that its tests use against these hits.
    pub fn sums(&self, hits: impl IntoIterator<Item = Marks>, sums: &mut Sums) {
        let name = &self.profile().name;
        let mut told = Vec::new();
        let mut nerves: Vec<(Marks, Sum)> = Vec::new();
        for hit in hits {
            if told.contains(&hit) {
                continue;
            }
            told.push(hit);
            let dv = Sum::of(self.tested.dv(hit));
            sums.push((format!("DV of {name} against a {} hit", hit.words()), dv));
            let mv = Sum::of(self.tested.mv(hit, self.nerve.stands));
            if nerves.iter().all(|(_, known)| *known != mv) {
                nerves.push((hit, mv));
            }
        }
        // Only a wood makes a difference between hits here.
        let one = nerves.len() == 1;
        sums.extend(nerves.into_iter().map(|(hit, mv)| {
            let against =
                if one { String::new() } else { format!(" against a {} hit", hit.words()) };
            (format!("MV of {name}{against}"), mv)
        }));
    }

    /// The rules of its tests that are no row of a sum.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> + use<> {
        let Tested { profile, grade, .. } = self.tested;
        let dark = match grade {
            _ if profile.has(Specials::FANATICS) => "VIR-SR2.1",
            Grade::Regular => "VIR-3.1.5",
            Grade::Elite => "VIR-SR4.1",
            Grade::Levy => "VIR-SR5.1",
        };
        ["VIR-3.1.4", dark].into_iter()
    }
}

/// What one hit does to a unit, from every state that its tests can bring it to.
pub struct Blow {
    pub hit: Marks,
    from: Vec<(Nerve, Odds<Nerve>)>,
}

impl Blow {
    pub fn new(unit: &Defender, hit: Marks) -> Self {
        let Nerve { stands, routs } = unit.nerve;
        let states =
            (1..=stands).flat_map(|stands| (routs..2).map(move |routs| Nerve { stands, routs }));
        let from = states.map(|nerve| {
            (nerve, odds(|dice| Ok(unit.tested.test(DEFENDER, nerve, hit, dice)?.after)))
        });
        Blow { hit, from: from.collect() }
    }

    /// How the unit stands after one more such hit. Those of a unit that is gone are ignored
    /// (VIR-R31, VIR-R32).
    pub fn after(&self, states: &Odds<Nerve>) -> Odds<Nerve> {
        states.then(|nerve| match self.from.iter().find(|(from, _)| from == nerve) {
            Some((_, odds)) => odds.clone(),
            None => Odds::sure(*nerve),
        })
    }
}

/// VIR-R19: regular, Elite or Levy.
#[rustfmt::skip]
fn grade(said: &Said) -> Result<Grade, Misread> {
    let (elite, levy) = (said.has("elite"), said.has("levy"));
    let graded = elite || levy;
    let word = if elite { "elite" } else { "levy" };
    said.refuse(&[
        no(elite && levy,                            "VIR-R19", "a unit is Elite or Levy, never both",     Say("say `elite` or `levy`")),
        no(graded && said.troop().is_artillery(),    "VIR-R19", "artillery is always regular",             Leave(word)),
        no(graded && said.has("stubborn"),           "VIR-R19", "neither Elite nor Levy are stubborn",     Leave("stubborn")),
    ])?;
    Ok(match (elite, levy) {
        (true, _) => Grade::Elite,
        (_, true) => Grade::Levy,
        _ => Grade::Regular,
    })
}
