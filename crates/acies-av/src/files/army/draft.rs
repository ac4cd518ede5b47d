//! Army files word by word: what is written, what makes no sense, and the roster that comes of it.

use std::{collections::HashMap, ops::Range};

use acies_core::{
    BadFile, RuleId,
    file::Page,
    words::{did_you_mean, key, quoted},
};
use acies_table::{Angle, Facing, Length, Point, Pose};
use serde::Deserialize;
use toml::Spanned;

use super::{Enlisted, Officer, Roster, Stand};
use crate::{
    battle::{Carried, Carrier},
    files::data::{ArmyList, BUDGET, Troop},
    profile::{Abilities, Figure, LeaderProfile, Order, Profile},
    rulings::UNITS_MAX,
};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    pub(super) ruleset: Option<Spanned<String>>,
    pub(super) name: Spanned<String>,
    pub(super) list: Option<Spanned<&'static ArmyList>>,
    pub(super) budget: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) unit: Vec<UnitLine>,
    #[serde(default)]
    pub(super) leader: Vec<LeaderLine>,
    #[serde(default)]
    pub(super) figure: Vec<FigureLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitLine {
    pub(super) troop: Option<Spanned<&'static Troop>>,
    /// AV-R17: a player's own, which has a name too.
    pub(super) profile: Option<Spanned<Profile>>,
    pub(super) name: Option<Spanned<String>>,
    pub(super) count: Option<Spanned<i64>>,
    pub(super) at: Option<Spanned<Vec<[f64; 2]>>>,
    /// In degrees, clockwise from straight ahead.
    pub(super) facing: Option<Spanned<f64>>,
    pub(super) order: Option<Spanned<Order>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderLine {
    pub(super) name: Spanned<String>,
    pub(super) chief: Option<Spanned<bool>>,
    pub(super) mounted: Option<Spanned<bool>>,
    pub(super) abilities: Option<Spanned<Abilities>>,
    pub(super) with: Option<Spanned<String>>,
    pub(super) at: Option<Spanned<[f64; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureLine {
    pub(super) figure: Spanned<Figure>,
    pub(super) with: Spanned<String>,
}

impl Lines {
    pub(super) fn budget(&self) -> u32 {
        self.budget.as_ref().map_or(BUDGET, |budget| u32::try_from(*budget.get_ref()).unwrap_or(0))
    }

    /// Where to point when the army as a whole is wrong.
    pub(super) fn whole(&self) -> Range<usize> {
        self.budget.as_ref().map_or(self.name.span(), Spanned::span)
    }
}

impl LeaderLine {
    pub(super) fn is_chief(&self) -> bool {
        self.chief.as_ref().is_some_and(|chief| *chief.get_ref())
    }

    pub(super) fn profile(&self) -> LeaderProfile {
        LeaderProfile {
            chief: self.is_chief(),
            mounted: self.mounted.as_ref().is_some_and(|mounted| *mounted.get_ref()),
            abilities: self.abilities.as_ref().map_or(Abilities::empty(), |it| *it.get_ref()),
        }
    }
}

impl UnitLine {
    pub(super) fn count(&self) -> usize {
        self.count.as_ref().map_or(1, |count| usize::try_from(*count.get_ref()).unwrap_or(0))
    }

    /// Where to point when the unit is wrong.
    pub(super) fn span(&self, lines: &Lines) -> Range<usize> {
        let troop = self.troop.as_ref().map(Spanned::span);
        let own = || self.profile.as_ref().map(Spanned::span);
        troop.or_else(own).unwrap_or_else(|| lines.name.span())
    }

    pub(super) fn profile(&self) -> Option<Profile> {
        let own = self.profile.as_ref().map(|it| *it.get_ref());
        own.or_else(|| self.troop.as_ref().map(|troop| troop.get_ref().profile))
    }

    /// What its units are called: the key and the name.
    pub(super) fn called(&self) -> (String, String) {
        match (&self.name, &self.troop) {
            (Some(name), _) => (key(name.get_ref()), name.get_ref().clone()),
            (None, Some(troop)) => (troop.get_ref().id.clone(), troop.get_ref().name.clone()),
            (None, None) => (String::new(), String::new()),
        }
    }

    fn facing(&self) -> Facing {
        let degrees = self.facing.as_ref().map_or(0.0, |it| *it.get_ref());
        Facing::new(Angle::new(degrees))
    }
}

/// The least and the greatest budget of a battle.
const BUDGETS: std::ops::RangeInclusive<u32> = 60..=500;

/// A file with what it says, to find what is wrong in it.
pub(super) struct Draft<'a> {
    pub(super) page: Page<'a>,
    pub(super) lines: &'a Lines,
}

impl Draft<'_> {
    pub(super) fn wrong(&self, at: Range<usize>, rule: RuleId, what: impl Into<String>) -> BadFile {
        self.page.bad(at, what).rule(rule)
    }

    /// Numbers and words that make no sense whatever the army is.
    pub(super) fn misspelt(&self) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        if let Some(budget) = &self.lines.budget
            && !BUDGETS.contains(&self.lines.budget())
        {
            let what = format!("a budget of {}", budget.get_ref());
            let hint = format!("{} to {} points", BUDGETS.start(), BUDGETS.end());
            wrong.push(self.wrong(budget.span(), "AV-R23", what).hint(hint));
        }
        wrong.extend(self.lines.unit.iter().flat_map(|line| self.misspelt_unit(line)));
        for line in &self.lines.leader {
            if let (Some(with), Some(_)) = (&line.with, &line.at) {
                let what = "a leader is with a unit or at a place, not both";
                wrong.push(self.page.bad(with.span(), what));
            }
            if let Some(at) = &line.at {
                wrong.extend(self.off_the_grid(at.span(), at.get_ref()));
            }
        }
        let units: usize = self.lines.unit.iter().map(UnitLine::count).sum();
        if wrong.is_empty() && units > UNITS_MAX {
            let what = format!("{units} units, at most {UNITS_MAX} have room");
            wrong.push(self.wrong(self.lines.whole(), "AV-R23", what));
        }
        wrong
    }

    fn misspelt_unit(&self, line: &UnitLine) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        if line.troop.is_some() == line.profile.is_some() {
            let what = "a unit has either a `troop` or a `profile`";
            let hint = "`troop` is of the catalogue, `profile` your own".to_owned();
            wrong.push(self.wrong(line.span(self.lines), "AV-R17", what).hint(hint));
        }
        if let (Some(own), None) = (&line.profile, &line.name) {
            wrong.push(self.page.bad(own.span(), "a profile of your own needs a `name`"));
        }
        let miscounted = self.page.miscounted(line.count.as_ref(), UNITS_MAX);
        let placed = || self.page.misplaced(line.at.as_ref(), line.count(), "unit");
        wrong.extend(miscounted.or_else(placed));
        if let Some(at) = &line.at {
            wrong.extend(at.get_ref().iter().filter_map(|it| self.off_the_grid(at.span(), it)));
        }
        wrong.extend(self.page.misturned(line.facing.as_ref()).map(|bad| bad.rule("AV-R1")));
        wrong
    }

    fn off_the_grid(&self, span: Range<usize>, at: &[f64; 2]) -> Option<BadFile> {
        let bad = at.iter().find_map(|&ud| Length::try_from(ud).err())?;
        Some(self.wrong(span, "AV-R1", bad.to_string()))
    }

    /// What the file has when each of its words is known and its numbers are sound. Whoever is with nobody in the
    /// army is with its first unit until that is told.
    pub(super) fn muster(&self) -> Roster {
        let units = self.units();
        let keys = || units.iter().map(|it| &it.key);
        let officer = |line: &LeaderLine| {
            let post = match (&line.with, &line.at) {
                (Some(with), _) => Some(Stand::With(find(with, keys()).unwrap_or(0))),
                (None, Some(at)) => {
                    let [x, y] = *at.get_ref();
                    Some(Stand::At(Point::new(x, y)))
                }
                (None, None) => None,
            };
            let name = line.name.get_ref().clone();
            Officer { key: key(&name), name, profile: line.profile(), post }
        };
        let leaders: Vec<_> = self.lines.leader.iter().map(officer).collect();
        let carriers = || keys().chain(leaders.iter().map(|it| &it.key));
        let carried = |line: &FigureLine| {
            let at = find(&line.with, carriers()).unwrap_or(0);
            let by = match usize::from(at).checked_sub(units.len()) {
                Some(leader) if !leaders.is_empty() => Carrier::Leader(leader as u8),
                _ => Carrier::Unit(at),
            };
            Carried { figure: *line.figure.get_ref(), by }
        };
        Roster {
            name: self.lines.name.get_ref().clone(),
            list: self.lines.list.as_ref().map(|list| *list.get_ref()),
            budget: self.lines.budget(),
            figures: self.lines.figure.iter().map(carried).collect(),
            units,
            leaders,
        }
    }

    /// AV-R23: leaders and figures who are said to be with nobody in the army.
    pub(super) fn with_nobody(&self, roster: &Roster) -> Vec<BadFile> {
        let units = || roster.units.iter().map(|it| &it.key);
        let carriers = || units().chain(roster.leaders.iter().map(|it| &it.key));
        let leaders = self.lines.leader.iter().filter_map(|line| line.with.as_ref());
        let lost = leaders.filter_map(|with| Some(self.nobody(with, &find(with, units()).err()?)));
        let figures = self.lines.figure.iter().map(|line| &line.with);
        let dropped =
            figures.filter_map(|with| Some(self.nobody(with, &find(with, carriers()).err()?)));
        lost.chain(dropped).collect()
    }

    fn nobody(&self, named: &Spanned<String>, known: &[String]) -> BadFile {
        let known = || known.iter().map(String::as_str);
        let hint = did_you_mean(named.get_ref(), known())
            .unwrap_or_else(|| format!("there are {}", quoted(known())));
        let what = format!("there is no `{}` in this army", named.get_ref());
        self.wrong(named.span(), "AV-R23", what).hint(hint)
    }

    /// The units of the lines, numbered through the army unless there is only one of its name.
    fn units(&self) -> Vec<Enlisted> {
        let alike = |key: &str| -> usize {
            let same = self.lines.unit.iter().filter(|line| line.called().0 == key);
            same.map(UnitLine::count).sum()
        };
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut units = Vec::new();
        for line in &self.lines.unit {
            let (Some(profile), (word, words)) = (line.profile(), line.called()) else { continue };
            let places = line.at.as_ref().map_or(&[][..], |at| at.get_ref());
            let order = line.order.as_ref().map(|order| *order.get_ref());
            for n in 0..line.count() {
                let number = numbers.entry(word.clone()).or_default();
                *number += 1;
                let (key, name) = match alike(&word) {
                    1 => (word.clone(), words.clone()),
                    _ => (format!("{word}_{number}"), format!("{words} {number}")),
                };
                let at = places.get(n).map(|&[x, y]| Pose::new(x, y, line.facing()));
                units.push(Enlisted { key, name, profile, at, order });
            }
        }
        units
    }
}

/// Who is called so, by number; or all names that there are.
fn find<'a>(
    named: &Spanned<String>,
    keys: impl Iterator<Item = &'a String> + Clone,
) -> Result<u8, Vec<String>> {
    let found = keys.clone().position(|key| key == named.get_ref());
    found.map(|at| at as u8).ok_or_else(|| keys.cloned().collect())
}
