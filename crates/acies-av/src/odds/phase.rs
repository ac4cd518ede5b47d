//! What the dice of a phase do to the units that they are thrown at (RULES.md 8.4 to 8.10, 8.6 to 8.8): all shots of P3b,
//! all fights of P4c, or one of them. The odds come from [`odds`](crate::odds); in hindsight they are read from the log.

use acies_core::{Chance, Forecast, Fraction, Odds, RuleId, Seat, Sum};

use crate::{
    battle::{Battle, Carried, Carrier},
    melee::{fight::Fight, matching::Pair},
    morale::{
        ladder::{Descent, Ladder, Rung},
        losses::Phase,
    },
    odds::{
        Fate, Harmed, Pool, Tally, Victim, fight_pool, fight_rules, fight_sums, shot_pool,
        shot_rules, shot_sums,
    },
    profile::{Figure, Specials},
    shooting::shot::Shot,
    units::{Flags, Id, UnitSet},
    words::events::Event,
};

/// Units at which dice are thrown, and what goes into them.
pub(crate) struct Prospect {
    pub title: String,
    pub rules: Vec<RuleId>,
    sums: Vec<(String, Sum)>,
    units: Vec<Struck>,
    tests: Tests,
}

/// A unit at which dice are thrown.
struct Struck {
    id: Id,
    name: String,
    victim: Victim,
    /// The dice that are thrown at it.
    pools: Vec<Pool>,
    /// AV-17.4: the dice that are thrown at other units whose leaders have Gurus with them near it.
    gurus: Vec<Pool>,
    /// AV-15.3: its leader may be killed by them.
    leader_at_risk: bool,
    /// AV-18.6: whether a loss that does not disrupt it may send it into a Rush.
    may_rage: bool,
}

/// AV-14.1: which tests are told of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tests {
    /// Those for losses, for a leader's and for a Guru's death; where it may be, the first one that is missed is thrown
    /// again (AV-R81).
    All,
    /// None: somebody may be asked whether one is thrown again, and then those of others are still to come; or those of
    /// one fight hang on the dice of another.
    None,
}

impl Battle {
    /// What is thrown in the phase whose first die is due: the shots at each target, or each fight.
    pub(crate) fn thrown_next(&self) -> Vec<Prospect> {
        let it = self.resolution.as_deref().expect("a phase is being resolved");
        match it.phase {
            Phase::Shooting => {
                let mut targets: Vec<Id> = self.aimed.iter().map(|it| it.target).collect();
                targets.sort_by_key(|id| self.all_standing().position(|it| it == *id));
                targets.dedup();
                let at = |&target: &Id| {
                    let shooters = self.aimed.iter().filter(|it| it.target == target);
                    self.shots_at(&shooters.map(|it| it.unit).collect::<Vec<_>>(), target)
                };
                targets.iter().filter_map(at).collect()
            }
            Phase::HandToHand => {
                let mut all: Vec<_> = it.fights.iter().map(|pair| self.fight_of(pair)).collect();
                self.add_gurus(&mut all);
                all
            }
        }
    }

    /// All of it as one. AV-R81: tests are told of if nobody is asked about one before they are all thrown.
    pub(crate) fn all_thrown_next(&self) -> Prospect {
        let mut parts = self.thrown_next();
        let alone = if parts.len() == 1 { parts.pop() } else { None };
        let mut all = alone.unwrap_or_else(|| {
            let titles: Vec<_> = parts.iter().map(|it| it.title.clone()).collect();
            let mut rules: Vec<RuleId> = Vec::new();
            for rule in parts.iter().flat_map(|it| &it.rules) {
                if !rules.contains(rule) {
                    rules.push(rule);
                }
            }
            let (mut sums, mut units) = (Vec::new(), Vec::new());
            for part in parts {
                sums.extend(part.sums);
                units.extend(part.units);
            }
            Prospect { title: titles.join("; "), rules, sums, units, tests: Tests::All }
        });
        let struck = |id: Id| all.units.iter().any(|it| it.id == id);
        let mourns = |id: Id| {
            let dies = |it: &&Struck| it.leader_at_risk && it.victim.guru_with_leader;
            all.units.iter().filter(dies).any(|it| it.id.seat() == id.seat())
        };
        let it = self.resolution.as_deref().expect("a phase is being resolved");
        let tests = |id: Id| struck(id) || it.ordeal(id).tests > 0 || mourns(id);
        if self.all_standing().any(|id| self.may_reroll(id) && tests(id)) {
            all.tests = Tests::None;
            all.title += ", before morale: a leader may have a missed test thrown again";
        } else if all.units.iter().any(|it| !it.gurus.is_empty()) {
            // AV-17.4: what becomes of one hangs on what becomes of another; each fight by itself has its odds.
            all.tests = Tests::None;
            all.title += ", before morale: the death of a Guru in one fight shakes another";
        }
        all
    }

    /// AV-R66: shots of these units at one, unless one of them cannot.
    pub(crate) fn shots_at(&self, shooters: &[Id], target: Id) -> Option<Prospect> {
        let table = self.frozen();
        let shots: Vec<Shot> =
            shooters.iter().map(|&it| table.shot(it, target).ok()).collect::<Option<_>>()?;
        let (name, victim) = (self.name(target), self.victim(target));
        let each = shooters.iter().zip(&shots);
        let mut sums: Vec<_> =
            each.flat_map(|(&it, shot)| shot_sums(&self.name(it), &name, shot)).collect();
        sums.push(victim.morale_now(&name));
        sums.extend(victim.morale_later(&name));
        let mut rules = shot_rules(&victim);
        let may_rage = self.may_rage(target);
        rules.extend(may_rage.then_some("AV-18.6"));
        let shoot = match shooters {
            [one] => self.it(*one),
            _ => self.all(target.seat().other(), shooters.iter().map(|it| it.number()).collect()),
        };
        let title = shoot.says(&format!("shoot at {name}"));
        let struck = Struck {
            id: target,
            name,
            victim,
            pools: shots.iter().map(shot_pool).collect(),
            gurus: Vec::new(),
            leader_at_risk: false,
            may_rage,
        };
        Some(Prospect { title, rules, sums, units: vec![struck], tests: Tests::All })
    }

    /// AV-18.6 to AV-18.8: whether a loss may send Fanatics into a Rush.
    fn may_rage(&self, id: Id) -> bool {
        let unit = self.unit(id);
        let fanatics = self.profile(id).has(Specials::FANATICS);
        fanatics && !unit.disrupted && !unit.is(Flags::ENRAGED)
    }

    /// A round of a fight.
    pub(crate) fn fight_of(&self, pair: &Pair) -> Prospect {
        let fight: Fight = self.frozen().fight(pair);
        let ids = Seat::BOTH.map(|seat| pair.id(seat));
        let (victims, names) = (ids.map(|id| self.victim(id)), ids.map(|id| self.name(id)));
        let units = [0, 1].map(|side: usize| Struck {
            id: ids[side],
            name: names[side].clone(),
            victim: victims[side],
            pools: vec![fight_pool(&fight, 1 - side)],
            gurus: Vec::new(),
            leader_at_risk: fight.fighters[side].leader.is_some(),
            may_rage: false,
        });
        Prospect {
            title: self.it(ids[0]).says(&format!("fight {}", names[1])),
            rules: fight_rules(&victims),
            sums: fight_sums(&fight, &victims, &names),
            units: units.into(),
            tests: Tests::All,
        }
    }

    /// AV-17.4, AV-R82: a Guru who dies with the leader of one fight shakes the units of others.
    fn add_gurus(&self, fights: &mut [Prospect]) {
        let units = || fights.iter().flat_map(|it| &it.units);
        let risks = units().filter(|it| it.leader_at_risk && it.victim.guru_with_leader);
        let gurus: Vec<(Id, UnitSet, Vec<Pool>)> = risks
            .filter_map(|it| {
                let leader = self.frozen().leader_with(it.id)?;
                let at = self.frozen().leader_at(it.id.seat(), leader)?;
                Some((it.id, self.near(it.id.seat(), at), it.pools.clone()))
            })
            .collect();
        for unit in fights.iter_mut().flat_map(|it| &mut it.units) {
            for (id, near, pools) in &gurus {
                let sees = id.seat() == unit.id.seat() && near.has(unit.id.number());
                if sees && *id != unit.id {
                    unit.gurus.extend(pools);
                }
            }
        }
    }

    /// A unit on its ladder, as it stands now, with the tests that it owes: AV-R102, those for a Guru lost in the
    /// movement phase come before the losses by shots.
    fn victim(&self, id: Id) -> Victim {
        let unit = self.unit(id);
        let ladder = Ladder::at_start(unit.cp, unit.disrupted);
        let start = Descent { ladder, reroll: self.may_reroll(id) };
        let guru_with_leader = self.frozen().leader_with(id).is_some_and(|leader| {
            let guru = Carried { figure: Figure::Guru, by: Carrier::Leader(leader) };
            self.setup.armies[id.seat()].figures.contains(&guru)
        });
        Victim { guru_with_leader, owed: self.tests_owed(id), ..Victim::new(self.nerve(id), start) }
    }
}

impl Struck {
    /// What all dice may do to it.
    fn harm(&self) -> Tally<Harmed> {
        let thrown = self.pools.iter().map(Pool::odds);
        let mourned = self.gurus.iter().map(|pool| {
            let dies = |harm: &Harmed| u8::from(harm.leader_killed);
            pool.odds().map(|harm| Harmed { gurus: dies(harm), ..Harmed::default() })
        });
        let start = Tally::sure(Harmed::default());
        thrown.chain(mourned).fold(start, |all, more| all.and(&more, Harmed::and))
    }
}

impl Prospect {
    /// What may become of each unit.
    pub fn fates(&self) -> Vec<Odds<Fate>> {
        let each = self.units.iter().map(|it| match self.tests {
            Tests::All => it.victim.suffers(&it.harm()),
            Tests::None => it.harm().odds().map(|harm| it.victim.harmed(*harm)),
        });
        each.collect()
    }

    /// Whether it tells of morale.
    pub fn tells_tests(&self) -> bool {
        self.tests == Tests::All
    }

    /// What became of each, by what was told: from the first throw of the phase up to what its losses lead to.
    pub fn seen(&self, events: &[Event]) -> Vec<Odds<Fate>> {
        let is_throw = |event: &&Event| matches!(event, Event::Shot { .. } | Event::Fought { .. });
        let of_losses = |event: &&Event| {
            let falls = matches!(event, Event::MoraleTested { .. } | Event::Descended { .. });
            let dies = matches!(event, Event::LeaderLost { .. } | Event::FigureLost { .. });
            is_throw(event) || falls || dies
        };
        let phase = events.iter().skip_while(|it| !is_throw(it)).take_while(of_losses);
        let fate = |it: &Struck| Odds::sure(self.fate_of(it, phase.clone()));
        self.units.iter().map(fate).collect()
    }

    fn fate_of<'a>(&self, it: &Struck, phase: impl Iterator<Item = &'a Event>) -> Fate {
        let Ladder { cp, rung, .. } = it.victim.start.ladder;
        let mut harm = Harmed::default();
        let mut ladder = Ladder { cp, rung, repulses: 0 };
        for event in phase {
            match event {
                Event::Shot { target, thrown, .. } if *target == it.id => harm.lost += thrown.lost,
                Event::Fought { units, thrown, .. } => {
                    for n in (0..2).filter(|&n| units[n] == it.id) {
                        harm.lost += thrown.lost[n];
                        harm.leader_killed |= thrown.killed[n];
                    }
                }
                Event::MoraleTested { unit, cp, .. } if *unit == it.id => ladder.cp = *cp,
                Event::Descended { unit, rung, spent, .. } if *unit == it.id => {
                    ladder.cp = if *spent { 0 } else { ladder.cp };
                    ladder.rung = *rung;
                    ladder.repulses += u8::from(*rung == Rung::Repulsed);
                }
                _ => {}
            }
        }
        match self.tests {
            Tests::All => it.victim.fated(ladder, harm.leader_killed),
            Tests::None => it.victim.harmed(harm),
        }
    }

    /// The panel for who asks.
    pub fn forecast(mut self, by: Seat, fates: &[Odds<Fate>]) -> Forecast {
        let asked = self.units.iter().any(|it| it.victim.start.reroll);
        if self.tests == Tests::All && asked {
            self.title += ", the first missed test thrown again";
        }
        // The enemy first.
        let mut each: Vec<(&Struck, &Odds<Fate>)> = self.units.iter().zip(fates).collect();
        each.sort_by_key(|(it, _)| it.id.seat() == by);
        let of = |seat: Seat| each.iter().filter(|(it, _)| it.id.seat() == seat).count();
        let outcomes = if Seat::BOTH.into_iter().all(|seat| of(seat) <= 1) {
            self.told_apart(by, &each)
        } else {
            summed_up(by, &each)
        };
        let highlights = each.iter().flat_map(|(it, fates)| self.highlights(it, fates)).collect();
        let Prospect { title, rules, sums, .. } = self;
        Forecast { title, sums, rules, outcomes, highlights }
    }

    fn highlights(&self, it: &Struck, fates: &Odds<Fate>) -> Vec<Chance> {
        let (name, start) = (&it.name, it.victim.start.ladder);
        let mut asked = it.victim.prospects(fates, name);
        if self.tests == Tests::None {
            asked.truncate(LOSSES);
        }
        if it.leader_at_risk {
            let says = format!("the leader of {name} is killed");
            asked.push(fates.highlight(says, |it| it.leader_killed));
        }
        if it.may_rage && self.tests == Tests::All {
            // AV-18.6, AV-18.7, AV-R89.
            let says = format!("{name} lose CP in good order, and rush if an enemy is ahead then");
            let rages = |it: &Fate| it.cp < start.cp && it.rung < Rung::Disrupted;
            asked.push(fates.highlight(says, rages));
        }
        asked
    }

    /// One unit, or one of either side: every outcome of both. What a client draws, the Cohesion Points lost, comes first.
    fn told_apart(&self, by: Seat, each: &[(&Struck, &Odds<Fate>)]) -> Vec<Chance> {
        let outcomes = |(it, fates): &(&Struck, &Odds<Fate>)| {
            let numbers = if it.id.seat() == by { OWN } else { ENEMY };
            let start = it.victim.start.ladder.cp;
            fates.outcomes(|fate| {
                let lost = start - fate.cp;
                let says = match self.tests {
                    Tests::All => fate.says(),
                    Tests::None if fate.leader_killed => {
                        format!("{lost} CP lost, its leader killed")
                    }
                    Tests::None => format!("{lost} CP lost"),
                };
                let told = [
                    lost.into(),
                    fate.rung as i64,
                    fate.repulses.into(),
                    fate.leader_killed.into(),
                    fate.leader_lost.into(),
                ];
                (format!("{}: {says}", it.name), numbers.into_iter().zip(told).collect())
            })
        };
        let mut told: Vec<Vec<Chance>> = each.iter().map(outcomes).collect();
        let Some(second) = told.pop() else { return Vec::new() };
        let Some(first) = told.pop() else { return second };
        let chances = |it: &[Chance]| it.iter().map(|it| it.chance.clone()).collect::<Vec<_>>();
        let pairs = Fraction::pairs(&chances(&first), &chances(&second)).collect::<Vec<_>>();
        let both = |(n, chance): (usize, Fraction)| {
            let (one, other) = (&first[n / second.len()], &second[n % second.len()]);
            let is = [&one.is[..1], &other.is[..1], &one.is[1..], &other.is[1..]].concat();
            Chance { says: [&one.says, "; ", &other.says].concat(), is, chance }
        };
        pairs.into_iter().enumerate().map(both).collect()
    }
}

/// The first highlights of a unit are about its losses.
const LOSSES: usize = 3;

const ENEMY: [&str; 5] =
    ["enemy_CP_lost", "enemy_rung", "enemy_repulses", "enemy_leader_killed", "enemy_leader_lost"];
const OWN: [&str; 5] =
    ["own_CP_lost", "own_rung", "own_repulses", "own_leader_killed", "own_leader_lost"];

/// More units: what either side loses in all.
fn summed_up(by: Seat, each: &[(&Struck, &Odds<Fate>)]) -> Vec<Chance> {
    let mut all: Odds<(usize, usize)> = Odds::sure((0, 0));
    for (it, fates) in each {
        let (own, start) = (it.id.seat() == by, it.victim.start.ladder.cp);
        let lost = fates.map(|fate| usize::from(start - fate.cp));
        all = all.and(&lost).map(
            |&((enemy, ours), more)| {
                if own { (enemy, ours + more) } else { (enemy + more, ours) }
            },
        );
    }
    let has = |own: bool| each.iter().any(|(it, _)| (it.id.seat() == by) == own);
    all.outcomes(|&(enemy, own)| {
        let (mut says, mut is) = (Vec::new(), Vec::new());
        if has(false) {
            says.push(format!("the enemy loses {enemy} CP"));
            is.push((ENEMY[0], enemy as i64));
        }
        if has(true) {
            says.push(format!("own units lose {own} CP"));
            is.push((OWN[0], own as i64));
        }
        (says.join(", "), is)
    })
}
