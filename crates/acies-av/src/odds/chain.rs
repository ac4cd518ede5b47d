//! From dice to losses, and down the ladder (RULES.md 8.7 to 8.10, AV-R72, AV-R80).
//!
//! Dice of a pool do not touch one another: each may hit, may hit the leader, may be saved. So the odds
//! of one die are worked out by throwing it, and those of a pool are sums of them. Points are lost one
//! by one, so the ladder is walked once and not once for each number of losses.

use acies_core::{Chance, D6, Dice, Odds, Rolled, Seat, odds};

use super::Numbers;
use crate::{
    leaders::leader_killed,
    morale::{Descent, Nerve, Rung},
    saves::Save,
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
}

impl Harmed {
    fn and(self, other: Harmed) -> Harmed {
        Harmed {
            lost: self.lost + other.lost,
            leader_killed: self.leader_killed || other.leader_killed,
        }
    }
}

impl Pool {
    /// The odds of all its dice.
    pub fn odds(&self) -> Odds<Harmed> {
        let one = odds(|dice| self.one_die(dice));
        let add = |all: Odds<Harmed>, _| all.then(|so_far| one.map(|more| so_far.and(*more)));
        (0..self.dice).fold(Odds::sure(Harmed::default()), add)
    }

    /// AV-R80: to hit, the leader, the save.
    fn one_die(&self, dice: &mut Dice) -> Rolled<Harmed> {
        let ask = Seat::Red.throws("AV-12.8", "one die");
        let [hit, six] = dice.count(ask, 1, D6, [self.needs..=5, 6..=6])?;
        let hits_on_leader = if self.at_leader { six } else { 0 };
        let leader_killed = leader_killed(Seat::Blue, hits_on_leader, dice)?;
        Ok(Harmed { lost: self.save.throw(Seat::Blue, hit + six, dice)?, leader_killed })
    }
}

/// A unit on the ladder.
#[derive(Clone, Copy)]
pub struct Victim {
    pub nerve: Nerve,
    pub start: Descent,
}

/// What becomes of a unit. Who is eliminated has no Cohesion Points, and no leader (AV-15.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fate {
    pub rung: Rung,
    pub repulses: u8,
    pub cp: u8,
    pub leader_killed: bool,
}

impl Fate {
    fn of(descent: &Descent, leader_killed: bool) -> Fate {
        let ladder = descent.ladder;
        if ladder.is_eliminated() {
            return Fate { rung: ladder.rung, repulses: 0, cp: 0, leader_killed };
        }
        Fate { rung: ladder.rung, repulses: ladder.repulses, cp: ladder.cp, leader_killed }
    }

    /// What it comes to, in words.
    pub fn says(&self) -> String {
        let leader = if self.leader_killed { ", its leader killed" } else { "" };
        if self.rung == Rung::Eliminated {
            return format!("eliminated{leader}");
        }
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
        ]
    }
}

impl Victim {
    /// AV-R80, AV-R81: without its leader, who gives neither +1 nor a reroll when he is dead.
    fn bereft(self) -> Victim {
        Victim {
            nerve: Nerve { leader: false, ..self.nerve },
            start: Descent { reroll: false, ..self.start },
        }
    }

    /// After each number of tests from none to `most`.
    fn tests(&self, from: Odds<Descent>, most: usize) -> Vec<Odds<Descent>> {
        steps(from, most, |descent, dice| descent.test(&self.nerve, Seat::Blue, dice))
    }

    /// After each number of lost Cohesion Points from none to `most`.
    fn losses(&self, from: Odds<Descent>, most: usize) -> Vec<Odds<Descent>> {
        steps(from, most, |descent, dice| descent.lose(&self.nerve, Seat::Blue, dice))
    }

    /// What becomes of it when this has been done, and so many tests follow: the test for its leader's
    /// death (AV-15.8), its losses, then the tests.
    pub fn endures(&self, harm: Harmed, tests: usize) -> Odds<Fate> {
        let mut unit = *self;
        let mut from = Odds::sure(unit.start);
        if harm.leader_killed {
            unit = self.bereft();
            from = unit.tests(Odds::sure(unit.start), 1).swap_remove(1);
        }
        let from = unit.losses(from, harm.lost).swap_remove(harm.lost);
        let after = unit.tests(from, tests).swap_remove(tests);
        after.map(|descent| Fate::of(descent, harm.leader_killed))
    }

    /// What becomes of it by dice that may do this: the test for its leader's death (AV-15.8), then
    /// its losses.
    pub fn suffers(&self, harm: &Odds<Harmed>) -> Odds<Fate> {
        let most = |killed: bool| {
            let such = harm.ways.iter().filter(|(it, _)| it.leader_killed == killed);
            such.map(|(it, _)| it.lost).max()
        };
        let walk = |unit: &Victim, killed: bool| {
            let Some(most) = most(killed) else { return Vec::new() };
            let mut from = Odds::sure(unit.start);
            if killed {
                from = unit.tests(from, 1).swap_remove(1);
            }
            let after = unit.losses(from, most);
            after.iter().map(|it| it.map(|descent| Fate::of(descent, killed))).collect()
        };
        let [led, bereft] = [walk(self, false), walk(&self.bereft(), true)];
        harm.then(
            |it| if it.leader_killed { bereft[it.lost].clone() } else { led[it.lost].clone() },
        )
    }

    /// What players ask first.
    pub fn highlights(&self, fates: &Odds<Fate>, name: &str) -> Vec<Chance> {
        let start = self.start.ladder;
        let mut asked = vec![fates.highlight(&format!("{name} loses CP"), |it| it.cp < start.cp)];
        for rung in [Rung::Disrupted, Rung::Repulsed, Rung::Routed] {
            if rung > start.rung {
                let says = format!("{name} {} or worse", rung.name());
                asked.push(fates.highlight(&says, |it| it.rung >= rung));
            }
        }
        let gone = |it: &Fate| it.rung == Rung::Eliminated;
        asked.push(fates.highlight(&format!("{name} eliminated"), gone));
        asked
    }
}

/// After each number of steps from none to `most`.
fn steps(
    from: Odds<Descent>,
    most: usize,
    step: impl Fn(Descent, &mut Dice) -> Rolled<Descent>,
) -> Vec<Odds<Descent>> {
    let mut after = vec![from];
    for n in 0..most {
        let next = after[n].then(|descent| odds(|dice| step(*descent, dice)));
        after.push(next);
    }
    after
}
