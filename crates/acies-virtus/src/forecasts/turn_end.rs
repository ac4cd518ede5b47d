//! What the end of a turn throws, and the tests after it (RULES.md 3.9, 3.11, 3.29).

use acies_core::{Forecast, Log, Odds, Seat, Ways, odds, words::counted};

use super::ordeals::{Ordeal, test_highlights};
use crate::{
    areas::Area,
    battle::Battle,
    morale::{Fate, leader_survives},
    rally::Rally,
    units::UnitSet,
};

/// What the end of a turn and the tests after it come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Tally {
    recovered: u8,
    routed: u8,
    gone: u8,
}

impl Tally {
    fn rallied(self, recovered: bool) -> Self {
        Tally { recovered: self.recovered + u8::from(recovered), ..self }
    }

    fn tested(self, fate: Fate) -> Self {
        let (routed, gone) = (u8::from(fate.routed), u8::from(fate.is_gone()));
        Tally { routed: self.routed + routed, gone: self.gone + gone, ..self }
    }
}

/// T5a and T1: who rallies at the end of a turn, and what becomes of the other player's pieces as his
/// begins.
struct TurnEnd<'a> {
    at: &'a Battle,
    by: Seat,
    rallies: Vec<(u8, Rally, Odds<bool>)>,
    /// The units that are tested, area by area.
    tested: Vec<Vec<(u8, Odds<Ordeal>)>>,
    /// Leaders who were hit, and whether they are killed.
    leaders: Vec<(u8, Odds<bool>)>,
}

impl Battle {
    /// Nothing, if only cards are drawn: they are for the other player to know. With `after` it is what
    /// did happen.
    pub(super) fn turn_end(&self, after: Option<&Battle>) -> Option<Forecast> {
        let (by, enemy) = (self.active, self.active.other());
        let rally = |unit| {
            let rally = self.may_rally(by, unit)?;
            let recovers = match after {
                Some(after) => Odds::sure(after.units(by)[unit].stands > rally.stands),
                None => odds(|dice| rally.recovers(by, dice)),
            };
            Some((unit, rally, recovers))
        };
        let rallies = self.units_in(Area::reserve(by), by).into_iter().filter_map(rally).collect();
        let mut end = TurnEnd { at: self, by, rallies, tested: Vec::new(), leaders: Vec::new() };
        let mut next = self.clone();
        next.close_turn(&mut Log::Off);
        if next.ending.is_none() {
            let hit = || self.leaders(enemy).filter(|(_, it)| it.hits > 0);
            let dies = |leader: u8, hits: u8| match after {
                Some(after) => Odds::sure(!after.sides[enemy].leaders[usize::from(leader)].alive),
                None => odds(|dice| Ok(!leader_survives(enemy, hits, dice)?)),
            };
            end.leaders = hit().map(|(leader, it)| (leader, dies(leader, it.hits))).collect();
            let mut left: UnitSet = self.hits.iter().map(|hit| hit.target).collect();
            left = left | hit().filter_map(|(_, it)| it.joined).collect();
            while let Some(first) = left.first() {
                let area = self.units(enemy)[first].area;
                let leader = self.leader_in(area, enemy);
                let here = left & self.units_in(area, enemy);
                let ordeals = |unit| match after {
                    Some(after) => Odds::sure(Ordeal::of(after, enemy, unit, leader)),
                    None => self.ordeals(unit, leader, |_, _| Ok(())),
                };
                end.tested.push(here.into_iter().map(|unit| (unit, ordeals(unit))).collect());
                left = here.into_iter().fold(left, UnitSet::without);
            }
        }
        let some = !(end.rallies.is_empty() && end.tested.is_empty() && end.leaders.is_empty());
        some.then(|| end.panel())
    }
}

impl TurnEnd<'_> {
    fn tally(&self) -> Odds<Tally> {
        let mut all = Odds::sure(Tally::default());
        for (_, _, recovers) in &self.rallies {
            all = all.and(recovers).map(|(all, recovers)| all.rallied(*recovers));
        }
        for area in &self.tested {
            let (_, first) = &area[0];
            let first = all.and(first).map(|(all, it)| (it.killed, all.tested(it.fate)));
            // Units of an area have nothing in common but their leader.
            let joint = area[1..].iter().fold(first, |joint, (_, ordeals)| {
                joint.then(|&(killed, all)| {
                    given(ordeals, |it| it.killed == killed).map(|it| (killed, all.tested(it.fate)))
                })
            });
            all = joint.map(|(_, all)| *all);
        }
        all
    }

    fn panel(&self) -> Forecast {
        let (at, by, enemy) = (self.at, self.by, self.by.other());
        let (mut sums, mut highlights, mut rules) = (Vec::new(), Vec::new(), Vec::new());
        for (unit, rally, recovers) in &self.rallies {
            let name = &at.troop(by, *unit).name;
            sums.push((format!("morale value of {name}"), rally.sum()));
            highlights.push(recovers.highlight(format!("{name} recover a stand"), |it| *it));
        }
        for (unit, ordeals) in self.tested.iter().flatten() {
            let (name, stands) = (&at.troop(enemy, *unit).name, at.units(enemy)[*unit].stands);
            sums.extend(at.test_sums(enemy, *unit, None));
            highlights.extend(test_highlights(name, stands, ordeals));
        }
        for (leader, dies) in &self.leaders {
            let name = &at.leader_card(enemy, *leader).name;
            highlights.push(dies.highlight(format!("{name} is killed"), |it| *it));
        }
        let (rallies, tests) = (!self.rallies.is_empty(), !self.tested.is_empty());
        rules.extend(rallies.then_some("VIR-9.2"));
        rules.extend(tests.then_some("VIR-3.1.1"));
        rules.extend((!self.leaders.is_empty()).then_some("VIR-3.3.3"));
        let tell = |it: &Tally| {
            let (mut says, mut is) = (Vec::new(), Vec::new());
            if rallies {
                says.push(format!("{} recovered", counted(it.recovered.into(), "stand")));
                is.push(("recovered", it.recovered.into()));
            }
            if tests {
                let routed = counted(it.routed.into(), "enemy unit");
                says.push(format!("{routed} routed, {} destroyed", it.gone));
                is.extend([("routed", it.routed.into()), ("destroyed", it.gone.into())]);
            }
            (if says.is_empty() { "the turn ends".into() } else { says.join(", ") }, is)
        };
        let side = at.side_name(enemy);
        let title = match (rallies, tests || !self.leaders.is_empty()) {
            (true, false) => "The turn ends: rallies".to_owned(),
            (true, true) => format!("The turn ends: rallies, then the tests of {side}"),
            (false, _) => format!("The turn ends: the tests of {side}"),
        };
        Forecast { title, sums, rules, outcomes: self.tally().outcomes(tell), highlights }
    }
}

/// The odds among those outcomes that are such.
fn given<T: Ord + Clone>(all: &Odds<T>, such: impl Fn(&T) -> bool) -> Odds<T> {
    let ways: Vec<_> = all.ways.iter().filter(|(it, _)| such(it)).cloned().collect();
    let mut of = Ways::ZERO;
    ways.iter().for_each(|(_, n)| of += n);
    Odds { ways, of }
}
