//! From dice to losses, and down the ladder (RULES.md 8.7 to 8.10, AV-R72, AV-R80).
//!
//! Dice of a pool do not touch one another: each may hit, may hit the leader, may be saved. So the odds
//! of one die are worked out by throwing it, and those of a pool are sums of them. Points are lost one
//! by one, so the ladder is walked once and not once for each number of losses.

use acies_core::{Chance, D6, Dice, Odds, Rolled, RuleId, Seat, Sum, Ways, odds};

use super::Numbers;
use crate::{
    leaders::{danger::leader_killed, losses::MOURNING_TESTS},
    morale::{
        ladder::{Descent, Ladder, Nerve, Rung, TEST_WAYS},
        saves::Save,
    },
    profile::Specials,
};

/// Dice thrown at a unit.
#[derive(Clone, Copy)]
pub struct Pool {
    pub dice: usize,
    /// What each needs to hit.
    pub needs: i32,
    pub save: Save,
    /// AV-15.3: whether natural 6s hit a leader too.
    pub at_leader: bool,
}

/// What dice did to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Harmed {
    /// Cohesion Points to be lost.
    pub lost: usize,
    pub leader_killed: bool,
    /// AV-17.4: Gurus near it who died in other fights.
    pub gurus: u8,
}

impl Harmed {
    /// Both, from one die or from one shooter after another.
    pub fn and(self, other: Harmed) -> Harmed {
        Harmed {
            lost: self.lost + other.lost,
            leader_killed: self.leader_killed || other.leader_killed,
            gurus: self.gurus + other.gurus,
        }
    }
}

impl Pool {
    /// The odds of all its dice.
    pub fn odds(&self) -> Tally<Harmed> {
        let Odds { ways, of } = odds(|dice| self.one_die(dice));
        let one = Tally { ways, of };
        (0..self.dice).fold(Tally::sure(Harmed::default()), |all, _| all.and(&one, Harmed::and))
    }

    /// AV-R80: to hit, the leader, the save.
    fn one_die(&self, dice: &mut Dice) -> Rolled<Harmed> {
        let ask = Seat::Red.throws("AV-12.8", "one die");
        let [hit, six] = dice.count(ask, 1, D6, [self.needs..=5, 6..=6])?;
        let hits_on_leader = if self.at_leader { six } else { 0 };
        let leader_killed = leader_killed(Seat::Blue, hits_on_leader, dice)?;
        let lost = self.save.throw(Seat::Blue, hit + six, dice)?;
        Ok(Harmed { lost, leader_killed, gurus: 0 })
    }
}

/// A unit on the ladder.
#[derive(Clone, Copy)]
pub struct Victim {
    pub nerve: Nerve,
    pub start: Descent,
    /// AV-R102: tests that it owes before its losses.
    pub owed: u8,
    /// AV-17.4, AV-R82: its leader goes with a Guru, who dies with him.
    pub guru_with_leader: bool,
}

/// What becomes of a unit. Cohesion Points are those that dice have left it, also if its nerve eliminates it (AV-14.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fate {
    pub rung: Rung,
    pub repulses: u8,
    pub cp: u8,
    /// AV-15.4.
    pub leader_killed: bool,
    /// Killed, or lost with his unit (AV-15.5).
    pub leader_lost: bool,
}

impl Fate {
    /// What its ladder comes to, `led` if its leader is still with it.
    fn of(ladder: Ladder, led: bool, leader_killed: bool) -> Fate {
        let Ladder { cp, rung, repulses } = ladder;
        let eliminated = ladder.is_eliminated();
        let repulses = if eliminated { 0 } else { repulses };
        Fate { rung, repulses, cp, leader_killed, leader_lost: leader_killed || eliminated && led }
    }

    /// What it comes to, in words.
    pub fn says(&self) -> String {
        let leader = match (self.leader_killed, self.leader_lost) {
            (true, _) => ", its leader killed",
            (_, true) => ", its leader lost with it",
            _ => "",
        };
        let again = match self.repulses {
            0 | 1 => String::new(),
            n => format!(" {n} times"),
        };
        format!("{} CP, {}{again}{leader}", self.cp, self.rung.name())
    }

    pub fn numbers(&self) -> Numbers {
        vec![
            ("cp", self.cp.into()),
            ("rung", self.rung as i64),
            ("repulses", self.repulses.into()),
            ("leader_killed", self.leader_killed.into()),
            ("leader_lost", self.leader_lost.into()),
        ]
    }
}

impl Victim {
    /// A unit that owes nothing, and whose leader goes with nobody.
    pub fn new(nerve: Nerve, start: Descent) -> Victim {
        Victim { nerve, start, owed: 0, guru_with_leader: false }
    }

    /// AV-R80, AV-R81: without its leader, who gives neither +1 nor a reroll when he is dead.
    fn bereft(self) -> Victim {
        Victim {
            nerve: Nerve { leader: false, ..self.nerve },
            start: Descent { reroll: false, ..self.start },
            ..self
        }
    }

    /// What becomes of it when this has been done, and so many tests follow: the tests that it owes, that for
    /// its leader's death (AV-15.8), its losses, then the tests.
    pub fn endures(&self, harm: Harmed, tests: usize) -> Odds<Fate> {
        let unit = if harm.leader_killed { self.bereft() } else { *self };
        let mut now = unit.begins(harm);
        for _ in 0..harm.lost {
            now = unit.step(&now, Ladder::less_one);
        }
        for _ in 0..tests {
            now = unit.step(&now, |ladder| ladder);
        }
        now.odds().map(|descent| Fate::of(descent.ladder, unit.nerve.leader, harm.leader_killed))
    }

    /// What it is brought to by dice that have done this, before it tests.
    pub fn harmed(&self, harm: Harmed) -> Fate {
        let start = self.start.ladder;
        let lost = harm.lost.min(usize::from(start.cp));
        self.fated((0..lost).fold(start, |ladder, _| ladder.less_one()), harm.leader_killed)
    }

    /// What it is brought to if its ladder ends so.
    pub fn fated(&self, ladder: Ladder, leader_killed: bool) -> Fate {
        Fate::of(ladder, self.nerve.leader, leader_killed)
    }

    /// What becomes of it by dice that may do this.
    pub fn suffers(&self, harm: &Tally<Harmed>) -> Odds<Fate> {
        // Harms differ in the tests for those who died, with which a walk begins, and in how far it goes.
        let mut walks: Vec<(Harmed, Vec<Tally<Descent>>)> = Vec::new();
        let walk_of = |walks: &[(Harmed, Vec<Tally<Descent>>)], it: &Harmed| {
            let alike = |of: &Harmed| of.leader_killed == it.leader_killed && of.gurus == it.gurus;
            walks.iter().position(|(of, _)| alike(of))
        };
        for (it, _) in &harm.ways {
            let unit = if it.leader_killed { self.bereft() } else { *self };
            let at = walk_of(&walks, it).unwrap_or_else(|| {
                walks.push((*it, vec![unit.begins(*it)]));
                walks.len() - 1
            });
            let after = &mut walks[at].1;
            // AV-13.2: who has lost all Cohesion Points loses no more.
            let most = it.lost.min(usize::from(unit.start.ladder.cp));
            for lost in after.len() - 1..most {
                after.push(unit.step(&after[lost], Ladder::less_one));
            }
        }
        // The ways of each step are a multiple of those before it, so all fit into those of the last.
        let last = walks.iter().filter_map(|(_, walk)| walk.last());
        let tests = last.fold(Ways::ONE, |all, it| all.least_multiple(&it.of));
        let mut fates = Tally::nothing(&tests * &harm.of);
        for (it, ways) in &harm.ways {
            let walk = walk_of(&walks, it).map_or(&[][..], |at| &walks[at].1);
            let after = &walk[it.lost.min(walk.len() - 1)];
            let scale = &tests.divided_by(&after.of) * ways;
            for (descent, ways) in &after.ways {
                let fate = self.fated(descent.ladder, it.leader_killed);
                fates.add(fate, &(ways * &scale));
            }
        }
        fates.odds()
    }

    /// Where it starts, after the tests that it owes; without its leader it has tested for his death too
    /// (AV-15.8), and for that of the Guru with him (AV-17.4), as for others.
    fn begins(&self, harm: Harmed) -> Tally<Descent> {
        let for_death = match (harm.leader_killed, self.guru_with_leader) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 1 + MOURNING_TESTS,
        } + harm.gurus * MOURNING_TESTS;
        let start = Tally::sure(self.start);
        (0..self.owed + for_death).fold(start, |now, _| self.step(&now, |ladder| ladder))
    }

    /// Something happens to all who are still there, and they test.
    fn step(&self, before: &Tally<Descent>, happens: fn(Ladder) -> Ladder) -> Tally<Descent> {
        let chances = |descent: &Descent| {
            let ladder = descent.ladder;
            let ladder = if ladder.is_eliminated() { ladder } else { happens(ladder) };
            Descent { ladder, ..*descent }.chances(&self.nerve)
        };
        let each = before.ways.iter().flat_map(|(descent, _)| chances(descent));
        let unit = each.fold(Ways::Small(TEST_WAYS), |unit, (_, ways)| unit.gcd(&ways.into()));
        let mut after = Tally::nothing(&before.of * &Ways::Small(TEST_WAYS).divided_by(&unit));
        for (descent, ways) in &before.ways {
            for (next, more) in chances(descent) {
                after.add(next, &(ways * &Ways::Small(more).divided_by(&unit)));
            }
        }
        after
    }

    /// What a player asks first of a unit on the table: how many Cohesion Points it keeps, and in what state.
    pub fn prospects(&self, fates: &Odds<Fate>, name: &str) -> Vec<Chance> {
        let before = self.start.ladder.cp;
        let left = before.saturating_sub(1);
        let mut asked = vec![
            fates.highlight(format!("{name} keep their {before} CP"), |it| it.cp == before),
            fates.highlight(format!("{name} lose 1 CP, {left} left"), |it| it.cp == left),
            fates.highlight(format!("{name} lose 2 CP or more"), |it| it.cp < left),
        ];
        asked.extend(self.highlights(fates, name).into_iter().skip(1));
        asked
    }

    /// What players ask first.
    pub fn highlights(&self, fates: &Odds<Fate>, name: &str) -> Vec<Chance> {
        let start = self.start.ladder;
        let mut asked = vec![fates.highlight(format!("{name}: CP lost"), |it| it.cp < start.cp)];
        for rung in [Rung::Disrupted, Rung::Repulsed, Rung::Routed] {
            if rung > start.rung {
                let says = format!("{name}: {} or worse", rung.name());
                asked.push(fates.highlight(&says, |it| it.rung >= rung));
            }
        }
        let gone = |it: &Fate| it.rung == Rung::Eliminated;
        asked.push(fates.highlight(format!("{name}: eliminated"), gone));
        asked
    }

    /// AV-15.5: what is asked of an attached leader whom dice do not kill.
    pub fn leader_lost(&self, fates: &Odds<Fate>, name: &str) -> Option<Chance> {
        let says = format!("leader of {name} lost with his unit");
        self.nerve.leader.then(|| fates.highlight(&says, |it| it.leader_lost))
    }

    /// What is added to its morale die now.
    pub fn morale_now(&self, name: &str) -> (String, Sum) {
        self.morale_sum(name, "now", self.start.ladder.cp)
    }

    /// AV-14.6: what is added once it has lost half of its Cohesion Points, if it has not yet.
    pub fn morale_later(&self, name: &str) -> Option<(String, Sum)> {
        let (now, half) = (self.start.ladder.cp, self.nerve.profile.cp / 2);
        let says = format!("with {half} CP or less");
        (1..now).contains(&half).then(|| self.morale_sum(name, &says, half))
    }

    fn morale_sum(&self, name: &str, says: &str, cp: u8) -> (String, Sum) {
        let morale = self.nerve.profile.morale;
        (format!("added to the morale of {name} ({morale}+) {says}"), self.nerve.sum(cp))
    }

    /// The rules of its tests.
    pub fn rules(&self) -> Vec<RuleId> {
        let fanatics = self.nerve.profile.has(Specials::FANATICS);
        let last = if fanatics { ["AV-18.4", "AV-18.5"] } else { ["AV-14.4", "AV-14.5"] };
        let mut rules = vec!["AV-13.2", "AV-14.1", "AV-14.9", "AV-R72", "AV-14.2", "AV-14.3"];
        rules.extend(last);
        if self.start.reroll {
            rules.extend(["AV-16.1", "AV-R81"]);
        }
        if self.owed > 0 {
            rules.extend(["AV-17.4", "AV-R102"]);
        }
        rules
    }
}

/// Outcomes with their ways, equal ones merged. So few that a list is faster than a tree.
#[derive(Clone)]
pub struct Tally<T> {
    pub ways: Vec<(T, Ways)>,
    pub of: Ways,
}

impl<T: Ord + Copy> Tally<T> {
    pub fn sure(outcome: T) -> Self {
        Tally { ways: vec![(outcome, Ways::ONE)], of: Ways::ONE }
    }

    /// Nothing yet of so many ways.
    pub fn nothing(of: Ways) -> Self {
        Tally { ways: Vec::with_capacity(16), of }
    }

    pub fn add(&mut self, outcome: T, ways: &Ways) {
        if ways.is_zero() {
            return;
        }
        match self.ways.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, so_far)) => *so_far += ways,
            None => self.ways.push((outcome, ways.clone())),
        }
    }

    /// The same told in other words.
    pub fn map(&self, word: impl Fn(&T) -> T) -> Self {
        let mut other = Tally::nothing(self.of.clone());
        self.ways.iter().for_each(|(it, ways)| other.add(word(it), ways));
        other
    }

    /// What this and another, which has nothing to do with it, come to together.
    pub fn and(&self, other: &Self, both: fn(T, T) -> T) -> Self {
        let mut together = Tally::nothing(&self.of * &other.of);
        for (ours, our_ways) in &self.ways {
            for (theirs, their_ways) in &other.ways {
                together.add(both(*ours, *theirs), &(our_ways * their_ways));
            }
        }
        together
    }

    fn reduced(mut self) -> Self {
        let divisor =
            self.ways.iter().fold(self.of.clone(), |divisor, (_, ways)| divisor.gcd(ways));
        self.ways.iter_mut().for_each(|(_, ways)| *ways = ways.divided_by(&divisor));
        self.of = self.of.divided_by(&divisor);
        self
    }

    pub fn odds(self) -> Odds<T> {
        let Tally { mut ways, of } = self.reduced();
        ways.sort_unstable_by_key(|(outcome, _)| *outcome);
        Odds { ways, of }
    }
}
