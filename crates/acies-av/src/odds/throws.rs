//! What an action throws first, and what may come of it: odds for who asks, in words (RULES.md 8).
//!
//! An action is carried out up to its first die; the rule that asks for it says what is being thrown. A panel is built by
//! one function from the odds of what may come, and, in hindsight, from what has come: the two are compared by a law of
//! the kit. What is forecast ends with the throws that nobody interrupts: later phases, other units that a rout shakes
//! (AV-R83) and a blocked retreat (AV-R86) are not in it.

use acies_core::{
    Chance, D6, Dice, Each, Forecast, Game, Log, Odds, RuleId, Seat, Sum, add, always,
    flow::{One, Stacked},
    odds,
};

use crate::{
    battle::{Action, Battle},
    leaders::danger::Met,
    morale::ladder::Rung,
    movement::Moves,
    orders::{give::Test, order_test::rush_disrupts},
    profile::Order,
    turn::initiative::{Initiative, initiative},
    units::{Id, UnitSet},
    words::{
        events::Event,
        phrases::{needed_words, on_words},
    },
};

impl Battle {
    /// The battle at the first die of an action that is allowed, and the rule that asks for it; nothing if it throws none.
    ///
    /// Nothing is foreseen of the set-up: its terrain is thrown for the whole table at once (AV-R27), and what both
    /// deploy is hidden (S4).
    pub(crate) fn first_die(&self, by: Seat, action: &Action) -> Option<(Battle, RuleId)> {
        if self.prelude.is_some() {
            return None;
        }
        let mut then = self.clone();
        let done = then.perform(by, action, &mut Dice::scripted([]), &mut Log::Off);
        done.err().map(|need| (then, need.ask.rule))
    }

    /// The panel of what an action throws first: its odds or, if these events came of it, what is certain.
    pub(crate) fn panel(
        &self,
        by: Seat,
        action: &Action,
        come: Option<&[Event]>,
    ) -> Option<Forecast> {
        let (then, rule) = self.first_die(by, action)?;
        Some(match rule {
            "AV-4.2" => then.initiative_panel(come),
            // A test tells of itself.
            "AV-5.2" => match come {
                None => action.it().forecast(self, by)?,
                Some(events) => action.it().hindsight(self, by, &then, events)?,
            },
            "AV-8.1" => then.rush_panel(come),
            "AV-14.1" => then.morale_panel(&self.come_of(by, action, come, morale_tested)?),
            "AV-15.6" => then.leader_panel(&self.come_of(by, action, come, leader_met)?),
            "AV-10.12" | "AV-11.2" => {
                let all = then.all_thrown_next();
                let fates = match come {
                    None => all.fates(),
                    Some(events) => all.seen(events),
                };
                all.forecast(by, &fates)
            }
            _ => unreachable!("every throw of a turn has its panel: {rule}"),
        })
    }

    /// What comes of the first die of an action: by each of its faces, or by these events.
    fn come_of<T: Ord + Clone>(
        &self,
        by: Seat,
        action: &Action,
        come: Option<&[Event]>,
        read: impl Fn(&[Event]) -> Option<T>,
    ) -> Option<Odds<T>> {
        if let Some(events) = come {
            return read(events).map(Odds::sure);
        }
        let each = odds(|dice| {
            let face = dice.roll(by.throws("AV-4.1", "the first die"), D6)?;
            let (mut then, mut log) = (self.clone(), Log::kept());
            // Dice that are asked for after it have no part in it.
            let _ = then.perform(by, action, &mut Dice::scripted([face as u8]), &mut log);
            Ok(read(log.events()))
        });
        Some(each.known())
    }

    /// P1: who has the choice.
    fn initiative_panel(&self, come: Option<&[Event]>) -> Forecast {
        let both = Each::of(|seat| Initiative { chief_lost: self.has_lost_chief(seat) });
        let winner = match come {
            None => odds(|dice| dice.until(|dice| initiative(&both, dice), |_| ())),
            Some(events) => Odds::sure(
                events
                    .iter()
                    .find_map(|event| match event {
                        Event::Initiative { winner, .. } => *winner,
                        _ => None,
                    })
                    .expect("somebody wins"),
            ),
        };
        let tell = |&seat: &Seat| {
            (format!("{} may choose", self.side_name(seat)), vec![("seat", seat as i64)])
        };
        Forecast {
            title: format!("initiative in turn {}", self.turn),
            sums: Seat::BOTH.map(|it| (self.side_name(it).to_owned(), both[it].sum())).into(),
            rules: vec!["AV-4.2", "AV-R30"],
            outcomes: winner.outcomes(tell),
            highlights: Vec::new(),
        }
    }

    /// AV-5.2, AV-R40: a test for an order, and what a miss does.
    pub(crate) fn order_panel(
        &self,
        by: Seat,
        wanted: Test,
        come: Option<&[Event]>,
    ) -> Option<Forecast> {
        let success = |event: &Event| match event {
            Event::OrderTested { success, .. } => Some(*success),
            _ => None,
        };
        let read = |events: &[Event]| events.iter().find_map(success);
        let changed = self.come_of(by, &wanted.into(), come, read)?;
        let Test { units, order } = wanted;
        let lender = self.table().check_test(by, units, order).ok()?;
        let test = self.table().order_test(lender, order);
        let (rule, needed) = test.needs()?;
        let from = test.from.map_or("disrupted", Order::name);
        let engaged = units.ids(by).filter(|&id| self.table().is_engaged(id));
        let shaken: UnitSet = engaged.filter(|_| test.miss_disrupts(true)).collect();
        let missed = match (units.len(), shaken.is_empty()) {
            (1, true) if test.from.is_none() => "missed: they stay disrupted".to_owned(),
            (1, true) => format!("missed: they stay under {from}"),
            (_, true) => "missed: everybody keeps his order".to_owned(),
            (1, false) => "missed: they are disrupted".to_owned(),
            (_, false) => format!("missed: {}", self.all(by, shaken).says("are disrupted")),
        };
        let mut rules = vec!["AV-5.2", "AV-5.11"];
        rules.extend((units.len() > 1).then_some("AV-R40"));
        rules.extend((!shaken.is_empty()).then_some("AV-9.3"));
        let table = Sum::of([add(rule, always(), needed, "from one order to the other")]);
        Some(Forecast {
            title: format!("{} to {}{}", self.names(by, units), order.name(), needed_words(&test)),
            sums: vec![
                (format!("to be reached from {from} to {}", order.name()), table),
                (format!("added to the die of {}", self.name(lender)), test.sum()),
            ],
            rules,
            outcomes: either(&changed, "changed", "the order is changed", &missed),
            highlights: Vec::new(),
        })
    }

    /// AV-8.1, AV-R57: who has rushed into nothing, or at an enemy who is gone.
    fn rush_panel(&self, come: Option<&[Event]>) -> Forecast {
        let alone = |id: &Id| self.unit(*id).reached.is_empty();
        let all = self.late_rushers();
        // While units move, the test of who moves comes at once.
        let moving = self.asked::<Moves>().is_some();
        let moved = all.iter().find(|id| moving && alone(id)).copied();
        let late = moved.is_none();
        let tested = all.into_iter().filter(|&id| moved.is_none_or(|it| it == id));
        let units: Vec<Id> = tested.filter(|&id| !self.unit(id).disrupted).collect();
        let disrupted: Odds<Vec<bool>> = match come {
            None => odds(|dice| units.iter().map(|id| rush_disrupts(id.seat(), dice)).collect()),
            Some(events) => {
                let tests = events.iter().filter_map(|event| match event {
                    Event::RushTested { disrupted, late: it, .. } if *it == late => {
                        Some(*disrupted)
                    }
                    _ => None,
                });
                Odds::sure(tests.collect())
            }
        };
        let names: Vec<_> = units.iter().map(|&id| self.name(id)).collect();
        let (outcomes, highlights) = if units.len() == 1 {
            let so = disrupted.map(|it| it[0]);
            let (yes, no) = ("they are disrupted", "they stay in good order");
            (either(&so, "disrupted", yes, no), Vec::new())
        } else {
            let count = disrupted.map(|it| it.iter().filter(|&&so| so).count());
            let outcomes = count.outcomes(|&n| {
                (format!("{n} of {} are disrupted", names.len()), vec![("disrupted", n as i64)])
            });
            let each = (0..).zip(&names).map(|(n, name): (usize, &String)| {
                disrupted.highlight(format!("{name}: disrupted"), |it| it[n])
            });
            (outcomes, each.collect())
        };
        Forecast {
            title: format!("{}: the Rush test", names.join(", ")),
            sums: Vec::new(),
            rules: vec!["AV-8.1", "AV-R57"],
            outcomes,
            highlights,
        }
    }

    /// AV-14.1: one test.
    fn morale_panel(&self, tested: &Odds<Tested>) -> Forecast {
        let Tested { unit, again, .. } = tested.ways[0].0;
        let (nerve, cp) = (self.nerve(unit), self.unit(unit).cp);
        let again = if again { " again" } else { "" };
        let on = on_words(nerve.least_face(cp));
        let mut rules = vec!["AV-14.1", "AV-14.9", "AV-R72"];
        rules.extend((!again.is_empty()).then_some("AV-16.1"));
        let asks = tested.ways.iter().any(|(it, _)| it.result == Result::Asks);
        rules.extend(asks.then_some("AV-R81"));
        let tell = |it: &Tested| {
            let says = match it.result {
                Result::Holds => "passed: they hold".to_owned(),
                Result::Asks => "missed: their leader may have it thrown again".to_owned(),
                Result::Falls(rung) => format!("missed: they are {}", rung.name()),
            };
            (says, vec![("passed", i64::from(it.result == Result::Holds))])
        };
        Forecast {
            title: self.it(unit).says(&format!("test their morale{again}{on}")),
            sums: vec![(
                format!("added to the die, {}+ by morale", nerve.profile.morale),
                nerve.sum(cp),
            )],
            rules,
            outcomes: tested.outcomes(tell),
            highlights: Vec::new(),
        }
    }

    /// AV-15.6, AV-R88: a leader by himself is met; if there are several, the first of them.
    fn leader_panel(&self, met: &Odds<Meeting>) -> Forecast {
        let Meeting { by, leader, unit, .. } = met.ways[0].0;
        let (by, who) = (Seat::BOTH[usize::from(by)], usize::from(leader));
        let who = &self.setup.armies[by].leaders[who].name;
        let cornered = met.ways.iter().any(|(it, _)| it.cornered);
        let mut rules = vec!["AV-15.6", "AV-R88"];
        rules.extend(cornered.then_some("AV-R105"));
        let tell = |it: &Meeting| {
            let says = match it.fate {
                Met::Escapes if it.cornered => "captured, for there is no room to escape",
                fate => fate.name(),
            };
            (says.to_owned(), vec![("fate", it.fate as i64)])
        };
        let lost = |it: &Meeting| it.fate != Met::Escapes || it.cornered;
        Forecast {
            title: self.it(unit).says(&format!("come upon {who}")),
            sums: Vec::new(),
            rules,
            outcomes: met.outcomes(tell),
            highlights: vec![met.highlight(format!("{who} is lost"), lost)],
        }
    }

    /// AV-14.2 to AV-14.5: what becomes of a unit that misses a morale test now.
    pub(crate) fn rung_of_a_miss(&self, id: Id) -> Rung {
        use crate::{morale::ladder::Ladder, profile::Specials};
        let start = Ladder::at_start(self.unit(id).cp, self.unit(id).disrupted);
        let ladder = self.resolution.as_ref().map_or(start, |it| it.ordeal(id).ladder);
        ladder.missed(self.profile(id).has(Specials::FANATICS)).rung
    }
}

/// A morale test and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Tested {
    unit: Id,
    again: bool,
    result: Result,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Result {
    Holds,
    /// AV-16.1: it is asked whether it is thrown again.
    Asks,
    Falls(Rung),
}

/// The first test for which a die was thrown.
fn morale_tested(events: &[Event]) -> Option<Tested> {
    events.iter().enumerate().find_map(|(n, event)| match *event {
        Event::MoraleTested { unit, nerve, cp, passed, again, .. } if nerve.least_face(cp) <= 6 => {
            let result = match events.get(n + 1) {
                _ if passed => Result::Holds,
                Some(&Event::Descended { rung, .. }) => Result::Falls(rung),
                _ => Result::Asks,
            };
            Some(Tested { unit, again, result })
        }
        _ => None,
    })
}

/// A leader by himself whom a unit met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Meeting {
    by: u8,
    leader: u8,
    unit: Id,
    fate: Met,
    /// AV-R105.
    cornered: bool,
}

fn leader_met(events: &[Event]) -> Option<Meeting> {
    events.iter().find_map(|event| match *event {
        Event::LeaderMet { by, leader, unit, fate, cornered, .. } => {
            Some(Meeting { by: by as u8, leader, unit, fate, cornered })
        }
        _ => None,
    })
}

/// Both ways a test can end, success first.
fn either(throws: &Odds<bool>, what: &'static str, yes: &str, no: &str) -> Vec<Chance> {
    let mut all =
        throws.outcomes(|&so| (if so { yes } else { no }.to_owned(), vec![(what, i64::from(so))]));
    all.reverse();
    all
}
