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
    words::listed,
};

use crate::{
    battle::{Action, Battle},
    leaders::danger::Met,
    morale::ladder::Rung,
    movement::Moves,
    orders::{give::Test, order_test::rush_disrupts},
    profile::Order,
    rulings::LEADERS_MAX,
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
            "AV-8.1" => {
                let mut panel = then.rush_panel(come);
                // AV-15.6: the one test of who moves is thrown before what he meets.
                if self.die_after(by, action, &[1]) == Some("AV-15.6") {
                    panel.title += ", before the dice for leaders by themselves on the way";
                }
                panel
            }
            "AV-14.1" => then.morale_panel(&self.come_of(by, action, come, morale_tested)?),
            "AV-15.6" => {
                let foreseen = self.meetings(by, action);
                let come = come.map(|events| Odds::sure(leaders_met(events)));
                then.leaders_panel(&foreseen, come.as_ref().unwrap_or(&foreseen))
            }
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

    /// The rule that asks for the next die of an action after these faces.
    fn die_after(&self, by: Seat, action: &Action, faces: &[u8]) -> Option<RuleId> {
        let mut dice = Dice::scripted(faces);
        let done = self.clone().perform(by, action, &mut dice, &mut Log::Off);
        done.err().map(|need| need.ask.rule)
    }

    /// AV-15.6, AV-R88: all leaders by themselves whom an action meets, one after the other, until something else is
    /// thrown or somebody is asked.
    fn meetings(&self, by: Seat, action: &Action) -> Odds<Vec<Meeting>> {
        odds(|dice| {
            let mut faces = Vec::new();
            loop {
                let (mut then, mut log) = (self.clone(), Log::kept());
                let mut so_far = Dice::scripted(faces.as_slice());
                match then.perform(by, action, &mut so_far, &mut log) {
                    Err(need) if need.ask.rule == "AV-15.6" => {
                        faces.push(dice.roll(need.ask, D6)? as u8);
                    }
                    _ => return Ok(leaders_met(log.events())),
                }
            }
        })
    }

    /// AV-15.6, AV-R88, AV-R105: leaders by themselves who are met; one that is lost may be the only one who is.
    fn leaders_panel(&self, foreseen: &Odds<Vec<Meeting>>, met: &Odds<Vec<Meeting>>) -> Forecast {
        let mut all: Vec<Meeting> = Vec::new();
        for meeting in foreseen.ways.iter().flat_map(|(each, _)| each) {
            if !all.iter().any(|it| it.is_same(meeting)) {
                all.push(*meeting);
            }
        }
        let name = |it: &Meeting| {
            let by = Seat::BOTH[usize::from(it.by)];
            self.setup.armies[by].leaders[usize::from(it.leader)].name.as_str()
        };
        let by_one = all.chunk_by(|a, b| a.unit == b.unit).map(|met| {
            let names: Vec<_> = met.iter().map(|it| name(it).to_owned()).collect();
            self.it(met[0].unit).says(&format!("come upon {}", listed(&names)))
        });
        let mut rules = vec!["AV-15.6", "AV-R88"];
        let cornered = foreseen.ways.iter().flat_map(|(each, _)| each).any(|it| it.cornered);
        rules.extend(cornered.then_some("AV-R105"));
        let fate = |it: &Meeting| match it.fate {
            Met::Escapes if it.cornered => "captured, for there is no room to escape",
            fate => fate.name(),
        };
        let tell = |each: &Vec<Meeting>| {
            let says: Vec<_> = match &each[..] {
                [one] if all.len() == 1 => vec![fate(one).to_owned()],
                _ => each.iter().map(|it| format!("{}: {}", name(it), fate(it))).collect(),
            };
            let number = |it: &Meeting| {
                let nth = all.iter().position(|one| one.is_same(it));
                (FATES[nth.expect("who is met was foreseen")], it.fate as i64)
            };
            (says.join("; "), each.iter().map(number).collect())
        };
        let lost = |who: &Meeting| {
            let is_lost = |it: &Meeting| it.fate != Met::Escapes || it.cornered;
            met.highlight(format!("{} is lost", name(who)), |each| {
                each.iter().any(|it| it.is_same(who) && is_lost(it))
            })
        };
        Forecast {
            title: by_one.collect::<Vec<_>>().join("; "),
            sums: Vec::new(),
            rules,
            outcomes: met.outcomes(tell),
            highlights: all.iter().map(lost).collect(),
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

/// What the fates of leaders are called for programs, in the order in which they are met.
const FATES: [&str; LEADERS_MAX] = ["fate", "second_fate", "third_fate", "fourth_fate"];

impl Meeting {
    /// Whether the same leader is met.
    fn is_same(&self, other: &Meeting) -> bool {
        (self.by, self.leader) == (other.by, other.leader)
    }
}

/// The leaders who are met before anything else is thrown.
fn leaders_met(events: &[Event]) -> Vec<Meeting> {
    let is_throw = |event: &Event| {
        let tests = matches!(event, Event::OrderTested { .. } | Event::MoraleTested { .. });
        let fights = matches!(event, Event::Shot { .. } | Event::Fought { .. });
        tests || fights || matches!(event, Event::Initiative { .. } | Event::RushTested { .. })
    };
    let met = |event: &Event| match *event {
        Event::LeaderMet { by, leader, unit, fate, cornered, .. } => {
            Some(Meeting { by: by as u8, leader, unit, fate, cornered })
        }
        _ => None,
    };
    let before = events.iter().skip_while(|event| met(event).is_none());
    before.take_while(|event| !is_throw(event)).filter_map(met).collect()
}

/// Both ways a test can end, success first.
fn either(throws: &Odds<bool>, what: &'static str, yes: &str, no: &str) -> Vec<Chance> {
    let mut all =
        throws.outcomes(|&so| (if so { yes } else { no }.to_owned(), vec![(what, i64::from(so))]));
    all.reverse();
    all
}
