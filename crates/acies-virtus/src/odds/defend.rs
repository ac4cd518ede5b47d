//! Units that test their morale, from words (RULES.md 8.2).

use acies_core::{Misread, Odds, Sum, odds};

use super::{
    DEFENDER, Numbers,
    attack::{formation, may_be_stubborn, stands},
    said::{
        Instead::{Leave, Say},
        Said, no,
    },
};
use crate::{
    areas::Ground,
    combat::Scored,
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
        Ok(Defender { tested, nerve: Nerve { stands, routs }, before: said.hits("hits")? })
    }

    pub fn profile(&self) -> &'static Profile {
        self.tested.profile
    }

    /// VIR-SR15.6, VIR-R83.5: a charge breaks its formation for all hits, also for earlier ones.
    pub fn charged(&self) -> Defender {
        let tested = Tested { formation: Formation::Open, ..self.tested };
        Defender { tested, ..self.clone() }
    }

    /// How it stands after the hits that it took before.
    pub fn so_far(&self) -> Odds<Nerve> {
        self.after(&self.before)
    }

    /// How it stands after hits, tested in this order (VIR-R26).
    pub fn after(&self, hits: &[Marks]) -> Odds<Nerve> {
        odds(|dice| self.tested.test_all(DEFENDER, self.nerve, hits.iter().copied(), dice))
    }

    /// How it stands after an attack that scored so: red hits, which are 1s, before the others
    /// (VIR-R26).
    pub fn hit(&self, states: &Odds<Nerve>, marks: Marks, scored: &Odds<Scored>) -> Odds<Nerve> {
        let one_more = |states: &Odds<Nerve>, hit| {
            states.then(|&nerve| odds(|dice| self.tested.test_all(DEFENDER, nerve, [hit], dice)))
        };
        let most = |hits: fn(&Scored) -> u8| {
            scored.ways.iter().map(|(scored, _)| hits(scored)).max().unwrap_or(0)
        };
        let mut ladder = vec![vec![states.clone()]];
        for red in 0..most(|it| it.red) {
            let rung = one_more(&ladder[usize::from(red)][0], marks | Marks::RED);
            ladder.push(vec![rung]);
        }
        let all = most(|it| it.hits());
        for (rung, red) in ladder.iter_mut().zip(0..) {
            for others in 0..most(|it| it.others).min(all - red) {
                rung.push(one_more(&rung[usize::from(others)], marks));
            }
        }
        scored.then(|it| ladder[usize::from(it.red)][usize::from(it.others)].clone())
    }

    /// The values that its tests use against these hits.
    pub fn sums(&self, hits: impl IntoIterator<Item = Marks>, sums: &mut Vec<(String, Sum)>) {
        let name = &self.profile().name;
        let mut told = Vec::new();
        for hit in hits {
            if told.contains(&hit) {
                continue;
            }
            told.push(hit);
            let kind = hit.words();
            sums.push((format!("DV of {name} against a {kind} hit"), Sum::of(self.tested.dv(hit))));
            let mv = self.tested.mv(hit, self.nerve.stands);
            sums.push((format!("MV of {name} against a {kind} hit"), Sum::of(mv)));
        }
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

/// What has become of a unit after its tests: the stands it has left, and whether it recoils
/// (VIR-3.1.7). One without stands is eliminated (VIR-R32), also if it was routed twice (VIR-3.1.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fate {
    pub stands: u8,
    pub routed: bool,
}

impl Fate {
    pub fn of(nerve: &Nerve) -> Self {
        if nerve.is_gone() {
            return Fate { stands: 0, routed: false };
        }
        Fate { stands: nerve.stands, routed: nerve.routs > 0 }
    }

    pub fn says(self) -> String {
        let mut says = String::new();
        self.tell(&mut says);
        says
    }

    /// Adds it in words.
    pub fn tell(self, says: &mut String) {
        if self.stands == 0 {
            return says.push_str("eliminated");
        }
        says.push(char::from(b'0' + self.stands));
        says.push_str(if self.stands == 1 { " stand, " } else { " stands, " });
        says.push_str(if self.routed { "routed" } else { "steady" });
    }

    pub fn numbers(self) -> Numbers {
        vec![("stands", self.stands.into()), ("routed", self.routed.into())]
    }
}
