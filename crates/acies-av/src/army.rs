//! Army files: reading them, and what an army may be (RULES.md 5; AV-R17 to AV-R23, AV-R28, AV-R29, AV-R102).
//!
//! A file is read word by word, then mustered into a [`Roster`], then held against the rules.
//! Whatever is wrong points at its line.

use std::{collections::HashMap, ops::Range};

use acies_core::{
    Army, ArmyCard, BadFile, RuleId,
    file::{Page, first, read_toml},
    words::{counted, did_you_mean, key, quoted},
};
use acies_table::{Angle, Facing, Length, Point, Pose};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    battle::{Captain, Carried, Carrier, Field, Host, Recruit},
    data::{self, ArmyList, BUDGET, Troop},
    profile::{Abilities, Figure, LeaderProfile, Order, Profile},
    rulings::{DEPLOYMENT_UD, LEADERS_MAX, TOL, UNITS_MAX, ZONE_UD},
};

/// An army that is ready to take the field. Places are as its owner sees the table: his long edge is
/// the near one.
#[derive(Clone, Debug)]
pub struct Roster {
    pub name: String,
    /// Nothing if the army is of free choice (AV-R17).
    pub list: Option<&'static ArmyList>,
    pub budget: u32,
    pub units: Vec<Enlisted>,
    pub leaders: Vec<Officer>,
    pub figures: Vec<Carried>,
}

/// A unit on a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enlisted {
    /// What it is called in this army, such as `rom_vet_2`.
    pub key: String,
    /// The same in words, such as "Veteran legionaries 2".
    pub name: String,
    pub profile: Profile,
    /// Where it stands if the army is deployed already.
    pub at: Option<Pose>,
    /// AV-R29: its first order, if it is written already.
    pub order: Option<Order>,
}

/// A leader on a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Officer {
    pub key: String,
    pub name: String,
    pub profile: LeaderProfile,
    /// Where he starts, if that is written already.
    pub post: Option<Stand>,
}

/// Where a leader starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// Attached to a unit, by its number in the army.
    With(u8),
    At(Point),
}

/// Reads an army file and checks it.
pub fn read(file: &str, text: &str) -> Result<Roster, BadFile> {
    let lines: Lines = read_toml(file, text)?;
    let page = Page { file, text };
    page.is_of(lines.ruleset.as_ref(), "av")?;
    let draft = Draft { page, lines: &lines };
    first(draft.misspelt())?;
    let roster = draft.muster()?;
    first(draft.unlawful(&roster))?;
    Ok(roster)
}

/// An army file as the rest of Acies sees it.
pub fn army(file: &str, text: &str) -> Result<Army, BadFile> {
    let roster = read(file, text)?;
    Ok(Army {
        cost: roster.cost() as u32,
        roster: roster.lines(),
        warnings: roster.warnings(),
        name: roster.name,
        text: text.to_owned(),
    })
}

/// A card for each shipped army.
pub fn cards() -> Vec<ArmyCard> {
    let card = |&(id, text): &(&str, &str)| {
        let roster = read(id, text).expect("a test reads every shipped army");
        ArmyCard {
            id: id.to_owned(),
            cost: roster.cost() as u32,
            units: roster.units.len(),
            size: roster.budget,
            name: roster.name,
        }
    };
    data::ARMIES.iter().map(card).collect()
}

impl Roster {
    /// AV-R21, AV-R22: units, leaders and special figures.
    pub fn cost(&self) -> i32 {
        let units: i32 = self.units.iter().map(|unit| unit.profile.cost()).sum();
        let leaders: i32 = self.leaders.iter().map(|leader| leader.profile.cost()).sum();
        let figures: i32 = self.figures.iter().map(|it| it.figure.cost()).sum();
        units + leaders + figures
    }

    /// The army in the field.
    pub fn host(&self) -> Host {
        let recruit = |unit: &Enlisted| Recruit {
            name: unit.name.clone(),
            profile: unit.profile,
            cost: unit.profile.cost() as u32,
        };
        let captain = |it: &Officer| Captain { name: it.name.clone(), profile: it.profile };
        Host {
            name: self.name.clone(),
            units: self.units.iter().map(recruit).collect(),
            leaders: self.leaders.iter().map(captain).collect(),
            figures: self.figures.clone(),
        }
    }

    /// A line for each leader, figure and unit.
    pub fn lines(&self) -> Vec<String> {
        let name = |unit: u8| &self.units[usize::from(unit)].name;
        let leaders = self.leaders.iter().map(|leader| {
            let LeaderProfile { chief, mounted, abilities } = leader.profile;
            let words = [
                if chief { "Commander-in-Chief" } else { "leader" },
                if mounted { "mounted" } else { "on foot" },
            ];
            let words = words.map(str::to_owned).into_iter().chain(abilities.words());
            let words = words.collect::<Vec<_>>().join(", ");
            let with = match leader.post {
                Some(Stand::With(unit)) => format!(", with {}", name(unit)),
                _ => String::new(),
            };
            format!("{} ({}): {words}{with}", leader.name, leader.profile.cost())
        });
        let figures = self.figures.iter().map(|it| {
            let by = match it.by {
                Carrier::Unit(unit) => name(unit),
                Carrier::Leader(leader) => &self.leaders[usize::from(leader)].name,
            };
            format!("{} ({}), with {by}", it.figure.name(), it.figure.cost())
        });
        let width = self.units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
        let units = self.units.iter().map(|Enlisted { name, profile, .. }| {
            format!("{name:width$} {:4}  {}", profile.cost(), profile.words())
        });
        leaders.chain(figures).chain(units).collect()
    }

    /// What is allowed but unusual.
    pub fn warnings(&self) -> Vec<String> {
        let unspent = self.budget as i32 - self.cost();
        let troops = self.list.map_or(&[][..], |list| &list.troops);
        let cheapest = troops.iter().map(|entry| entry.troop.cost).min().unwrap_or(5);
        let spare = (unspent >= cheapest).then(|| format!("{unspent} points unspent (AV-R23)"));
        spare.into_iter().collect()
    }
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    ruleset: Option<Spanned<String>>,
    name: Spanned<String>,
    list: Option<Spanned<&'static ArmyList>>,
    budget: Option<Spanned<i64>>,
    #[serde(default)]
    unit: Vec<UnitLine>,
    #[serde(default)]
    leader: Vec<LeaderLine>,
    #[serde(default)]
    figure: Vec<FigureLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    troop: Option<Spanned<&'static Troop>>,
    /// AV-R17: a player's own, which has a name too.
    profile: Option<Spanned<Profile>>,
    name: Option<Spanned<String>>,
    count: Option<Spanned<i64>>,
    at: Option<Spanned<Vec<[f64; 2]>>>,
    /// In degrees, clockwise from straight ahead.
    facing: Option<Spanned<f64>>,
    order: Option<Spanned<Order>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderLine {
    name: Spanned<String>,
    #[serde(default)]
    chief: bool,
    #[serde(default)]
    mounted: bool,
    abilities: Option<Spanned<Abilities>>,
    with: Option<Spanned<String>>,
    at: Option<Spanned<[f64; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureLine {
    figure: Spanned<Figure>,
    with: Spanned<String>,
}

impl Lines {
    fn budget(&self) -> u32 {
        self.budget.as_ref().map_or(BUDGET, |budget| u32::try_from(*budget.get_ref()).unwrap_or(0))
    }

    /// Where to point when the army as a whole is wrong.
    fn whole(&self) -> Range<usize> {
        self.budget.as_ref().map_or(self.name.span(), Spanned::span)
    }
}

impl UnitLine {
    fn count(&self) -> usize {
        self.count.as_ref().map_or(1, |count| usize::try_from(*count.get_ref()).unwrap_or(0))
    }

    /// Where to point when the unit is wrong.
    fn span(&self, lines: &Lines) -> Range<usize> {
        let troop = self.troop.as_ref().map(Spanned::span);
        let own = || self.profile.as_ref().map(Spanned::span);
        troop.or_else(own).unwrap_or_else(|| lines.name.span())
    }

    fn profile(&self) -> Option<Profile> {
        let own = self.profile.as_ref().map(|it| *it.get_ref());
        own.or_else(|| self.troop.as_ref().map(|troop| troop.get_ref().profile))
    }

    /// What its units are called: the key and the name.
    fn called(&self) -> (String, String) {
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
struct Draft<'a> {
    page: Page<'a>,
    lines: &'a Lines,
}

impl Draft<'_> {
    fn wrong(&self, at: Range<usize>, rule: RuleId, what: impl Into<String>) -> BadFile {
        self.page.bad(at, what).rule(rule)
    }

    /// Numbers and words that make no sense whatever the army is.
    fn misspelt(&self) -> Vec<BadFile> {
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
        if let Some(count) = &line.count
            && !(1..=UNITS_MAX as i64).contains(count.get_ref())
        {
            let what = format!("a count of {}", count.get_ref());
            wrong.push(self.page.bad(count.span(), what).hint(format!("1 to {UNITS_MAX}")));
        } else if let Some(at) = &line.at
            && at.get_ref().len() != line.count()
        {
            let places = counted(at.get_ref().len(), "place");
            let what = format!("{places} for {}", counted(line.count(), "unit"));
            let hint = "give a place to each, or leave `at` out".to_owned();
            wrong.push(self.page.bad(at.span(), what).hint(hint));
        }
        if let Some(at) = &line.at {
            wrong.extend(at.get_ref().iter().filter_map(|it| self.off_the_grid(at.span(), it)));
        }
        if let Some(facing) = &line.facing
            && !(-360.0..=360.0).contains(facing.get_ref())
        {
            let what = format!("a facing of {}", facing.get_ref());
            let hint = "degrees, clockwise from straight ahead".to_owned();
            wrong.push(self.wrong(facing.span(), "AV-R1", what).hint(hint));
        }
        wrong
    }

    fn off_the_grid(&self, span: Range<usize>, at: &[f64; 2]) -> Option<BadFile> {
        let bad = at.iter().find_map(|&ud| Length::try_from(ud).err())?;
        Some(self.wrong(span, "AV-R1", bad.to_string()))
    }

    /// What the file has when each of its words is known and its numbers are sound.
    fn muster(&self) -> Result<Roster, BadFile> {
        let units = self.units();
        let mut wrong = Vec::new();
        let leaders: Vec<_> = self
            .lines
            .leader
            .iter()
            .map(|line| {
                let abilities =
                    line.abilities.as_ref().map_or(Abilities::empty(), |it| *it.get_ref());
                let with =
                    line.with.as_ref().map(|with| find(with, units.iter().map(|it| &it.key)));
                let post = match (with, &line.at) {
                    (Some(Ok(unit)), _) => Some(Stand::With(unit)),
                    (Some(Err(known)), _) => {
                        wrong.extend(line.with.as_ref().map(|it| self.nobody(it, &known)));
                        None
                    }
                    (None, at) => at.as_ref().map(|at| {
                        let [x, y] = *at.get_ref();
                        Stand::At(Point::new(x, y))
                    }),
                };
                let name = line.name.get_ref().clone();
                let profile = LeaderProfile { chief: line.chief, mounted: line.mounted, abilities };
                Officer { key: key(&name), name, profile, post }
            })
            .collect();
        let carriers = units.iter().map(|it| &it.key).chain(leaders.iter().map(|it| &it.key));
        let mut figures = Vec::new();
        for line in &self.lines.figure {
            match find(&line.with, carriers.clone()) {
                Ok(at) => {
                    let by = match usize::from(at).checked_sub(units.len()) {
                        Some(leader) => Carrier::Leader(leader as u8),
                        None => Carrier::Unit(at),
                    };
                    figures.push(Carried { figure: *line.figure.get_ref(), by });
                }
                Err(known) => wrong.push(self.nobody(&line.with, &known)),
            }
        }
        first(wrong)?;
        Ok(Roster {
            name: self.lines.name.get_ref().clone(),
            list: self.lines.list.as_ref().map(|list| *list.get_ref()),
            budget: self.lines.budget(),
            units,
            leaders,
            figures,
        })
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

    /// Everything that the rules forbid.
    fn unlawful(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = self.profiles();
        wrong.extend(self.numbers(roster));
        wrong.extend(self.leaders(roster));
        wrong.extend(self.figures(roster));
        wrong.extend(self.of_the_list(roster));
        wrong.extend(self.cost(roster));
        wrong.extend(self.places(roster));
        wrong
    }

    /// AV-R17, AV-R19, AV-R98, AV-R99: profiles that can be; AV-R29: first orders that they may have.
    fn profiles(&self) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        for line in &self.lines.unit {
            let Some(profile) = line.profile() else { continue };
            let span = line.span(self.lines);
            wrong
                .extend(profile.misfits().map(|(rule, what)| self.wrong(span.clone(), rule, what)));
            let Some(order) = &line.order else { continue };
            let first = matches!(
                order.get_ref(),
                Order::Halt | Order::Advance | Order::Shieldwall | Order::Orbis
            );
            if !first || !profile.may_have(*order.get_ref()) {
                let what = format!("it may not start under {}", order.get_ref().name());
                let hint = "Halt or Advance, Shieldwall or Orbis for who may form them".to_owned();
                wrong.push(self.wrong(order.span(), "AV-R29", what).hint(hint));
            }
        }
        wrong
    }

    /// AV-R23: how many units, leaders and figures.
    fn numbers(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        let Roster { units, leaders, figures, .. } = roster;
        if units.len() < UNITS_MIN {
            let what = counted(units.len(), "unit");
            let hint = format!("at least {UNITS_MIN}");
            wrong.push(self.wrong(self.lines.whole(), "AV-R23", what).hint(hint));
        }
        let most = units.len().div_ceil(UNITS_PER_LEADER).min(LEADERS_MAX);
        if leaders.len() > most {
            let what = format!(
                "{} for {}",
                counted(leaders.len(), "leader"),
                counted(units.len(), "unit")
            );
            let hint = format!(
                "at most {most}: one for each {UNITS_PER_LEADER}, and at most {LEADERS_MAX}"
            );
            wrong.push(self.wrong(self.lines.leader[most].name.span(), "AV-R23", what).hint(hint));
        }
        let most = units.len() / UNITS_PER_FIGURE;
        if figures.len() > most {
            let what = format!(
                "{} for {}",
                counted(figures.len(), "special figure"),
                counted(units.len(), "unit")
            );
            let hint = format!("at most {most}: one for each {UNITS_PER_FIGURE}");
            wrong
                .push(self.wrong(self.lines.figure[most].figure.span(), "AV-R23", what).hint(hint));
        }
        wrong
    }

    /// AV-R23: one Commander-in-Chief; one leader with any unit.
    fn leaders(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        let mut chiefs = self.lines.leader.iter().filter(|line| line.chief);
        match (chiefs.next(), chiefs.next()) {
            (None, _) => {
                let hint = "say `chief = true` of one leader".to_owned();
                let what = "no Commander-in-Chief";
                wrong.push(self.wrong(self.lines.whole(), "AV-R23", what).hint(hint));
            }
            (_, Some(second)) => {
                let what = "a second Commander-in-Chief";
                wrong.push(self.wrong(second.name.span(), "AV-R23", what));
            }
            (Some(_), None) => {}
        }
        for (n, leader) in roster.leaders.iter().enumerate() {
            let line = &self.lines.leader[n];
            let before = &roster.leaders[..n];
            if let (Some(Stand::With(_)), Some(with)) = (leader.post, &line.with)
                && before.iter().any(|other| other.post == leader.post)
            {
                let what = format!("a second leader with `{}`", with.get_ref());
                wrong.push(self.wrong(with.span(), "AV-R23", what));
            }
            let taken =
                roster.units.iter().map(|unit| &unit.key).chain(before.iter().map(|it| &it.key));
            if taken.into_iter().any(|key| *key == leader.key) {
                let what = format!("`{}` is the name of somebody else", leader.key);
                wrong.push(self.page.bad(line.name.span(), what));
            }
        }
        wrong
    }

    /// AV-R23: one figure with any unit. A leader's unit has those that go with him.
    fn figures(&self, roster: &Roster) -> Vec<BadFile> {
        let unit = |by: Carrier| match by {
            Carrier::Unit(unit) => Ok(unit),
            Carrier::Leader(leader) => match roster.leaders[usize::from(leader)].post {
                Some(Stand::With(unit)) => Ok(unit),
                _ => Err(leader),
            },
        };
        let mut wrong = Vec::new();
        for (n, it) in roster.figures.iter().enumerate() {
            if roster.figures[..n].iter().any(|other| unit(other.by) == unit(it.by)) {
                let with = &self.lines.figure[n].with;
                let what = format!("a second special figure with `{}`", with.get_ref());
                wrong.push(self.wrong(with.span(), "AV-R23", what));
            }
        }
        wrong
    }

    /// RULES.md 5.2: the army has what its list has, and as many.
    fn of_the_list(&self, roster: &Roster) -> Vec<BadFile> {
        let Some(list) = roster.list else { return Vec::new() };
        let mut wrong = self.strangers(list);
        for entry in &list.troops {
            let id = entry.troop.id.as_str();
            let is = |line: &&UnitLine| line.troop.as_ref().is_some_and(|it| it.get_ref().id == id);
            let has: usize = self.lines.unit.iter().filter(is).map(UnitLine::count).sum();
            let (min, max) = (entry.min as usize, entry.max(roster.budget) as usize);
            let hint = format!("{} has {min} to {max} for {} points", list.name, roster.budget);
            if has > max {
                let mut sum = 0;
                let past = self.lines.unit.iter().filter(is).find(|line| {
                    sum += line.count();
                    sum > max
                });
                let at = past.map_or(self.lines.whole(), |line| line.span(self.lines));
                let what = format!("too many `{id}`: {has} (RULES.md 5.2)");
                wrong.push(self.page.bad(at, what).hint(hint));
            } else if has < min {
                let at = self.lines.list.as_ref().map_or(self.lines.whole(), Spanned::span);
                let what = format!("too few `{id}`: {has} (RULES.md 5.2)");
                wrong.push(self.page.bad(at, what).hint(hint));
            }
        }
        wrong
    }

    /// Units, abilities and figures that a list does not have.
    fn strangers(&self, list: &ArmyList) -> Vec<BadFile> {
        let of = |what: String| format!("{what} in the list {} (RULES.md 5.2)", list.name);
        let mut wrong = Vec::new();
        for line in &self.lines.unit {
            let listed = line.troop.as_ref().and_then(|troop| list.entry(troop.get_ref()));
            if listed.is_none() {
                let what = of(format!("`{}` are not", line.called().0));
                let known = list.troops.iter().map(|entry| entry.troop.id.as_str());
                let hint = format!("it has {}", quoted(known));
                wrong.push(self.page.bad(line.span(self.lines), what).hint(hint));
            }
        }
        for abilities in self.lines.leader.iter().filter_map(|line| line.abilities.as_ref()) {
            let foreign = *abilities.get_ref() - list.abilities;
            wrong.extend(foreign.words().map(|word| {
                let known: Vec<_> = list.abilities.words().collect();
                let hint = format!("it has {}", quoted(known.iter().map(String::as_str)));
                self.page.bad(abilities.span(), of(format!("no leader is {word}"))).hint(hint)
            }));
        }
        for line in &self.lines.figure {
            if !list.figures.contains(line.figure.get_ref()) {
                let what = of(format!("there is no {}", line.figure.get_ref().name()));
                wrong.push(self.page.bad(line.figure.span(), what));
            }
        }
        wrong
    }

    /// AV-R23: never more than the budget.
    fn cost(&self, roster: &Roster) -> Option<BadFile> {
        let over = roster.cost() - roster.budget as i32;
        (over > 0).then(|| {
            let what =
                format!("{} points, {over} over the budget of {}", roster.cost(), roster.budget);
            let spare = roster.units.iter().filter(|unit| unit.profile.cost() >= over);
            let least = spare.min_by_key(|unit| unit.profile.cost());
            let hint = least.map(|unit| {
                format!("without `{}` ({} points) it would do", unit.key, unit.profile.cost())
            });
            self.wrong(self.lines.whole(), "AV-R23", what).hint(hint)
        })
    }

    /// AV-R28: places near the own edge, off the short edges, 1 UD apart; all units or none.
    fn places(&self, roster: &Roster) -> Vec<BadFile> {
        let placed = roster.units.iter().filter(|unit| unit.at.is_some()).count();
        if placed == 0 {
            return Vec::new();
        }
        let width = Field::for_budget(roster.budget).width.get();
        let lines = self.lines.unit.iter().flat_map(|line| {
            let at = line.at.as_ref().map_or_else(|| line.span(self.lines), Spanned::span);
            std::iter::repeat_n(at, line.count())
        });
        let mut wrong = Vec::new();
        let mut before: Vec<Point> = Vec::new();
        for (unit, span) in roster.units.iter().zip(lines) {
            let Some(pose) = unit.at else {
                let what = format!("`{}` has no place, others have", unit.key);
                wrong.push(self.wrong(span, "AV-R28", what));
                continue;
            };
            if !is_in_zone(pose.at, width) {
                let what = format!("`{}` is not where units deploy", unit.key);
                let hint = format!("y from 0 to {DEPLOYMENT_UD}, x from 1 to {}", width - 1.0);
                wrong.push(self.wrong(span.clone(), "AV-R28", what).hint(hint));
            }
            let near = |other: &Point| (other.vec() - pose.at.vec()).length() < ZONE_UD - TOL;
            if before.iter().any(near) {
                let what = format!("`{}` is less than 1 UD from another unit", unit.key);
                wrong.push(self.wrong(span, "AV-2.6", what));
            }
            before.push(pose.at);
        }
        for (leader, line) in roster.leaders.iter().zip(&self.lines.leader) {
            if let (Some(Stand::At(at)), Some(said)) = (leader.post, &line.at)
                && !is_in_zone(at, width)
            {
                let what = format!("`{}` is not where leaders deploy", leader.key);
                wrong.push(self.wrong(said.span(), "AV-R28", what));
            }
        }
        wrong
    }
}

/// AV-R28: within 5 UD of the own long edge, at least 1 UD from the short ones.
fn is_in_zone(at: Point, width_ud: f64) -> bool {
    let (x, y) = (at.x.get(), at.y.get());
    (-TOL..=DEPLOYMENT_UD + TOL).contains(&y)
        && (ZONE_UD - TOL..=width_ud - ZONE_UD + TOL).contains(&x)
}

/// Who is called so, by number; or all names that there are.
fn find<'a>(
    named: &Spanned<String>,
    keys: impl Iterator<Item = &'a String> + Clone,
) -> Result<u8, Vec<String>> {
    let found = keys.clone().position(|key| key == named.get_ref());
    found.map(|at| at as u8).ok_or_else(|| keys.cloned().collect())
}

/// AV-R23.
const UNITS_MIN: usize = 6;
const UNITS_PER_LEADER: usize = 3;
const UNITS_PER_FIGURE: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped(id: &str) -> Roster {
        let (_, text) = data::ARMIES.iter().find(|(name, _)| *name == id).unwrap();
        read(id, text).unwrap_or_else(|bad| panic!("{id}:{}: {bad}", bad.line()))
    }

    #[test]
    fn shipped_armies_are_lawful() {
        for list in data::lists() {
            let roster = shipped(&list.id);
            assert_eq!(roster.list.unwrap().id, list.id);
            assert_eq!(roster.budget, 200, "{}", list.id);
            assert!((195..=200).contains(&roster.cost()), "AV-R23: {} {}", list.id, roster.cost());
            assert_eq!(roster.warnings(), [""; 0], "{}", list.id);
        }
        assert_eq!(cards().len(), 14, "RULES.md 5.2");
    }

    #[test]
    fn samples_are_those_of_the_rulebook() {
        // RULES.md 5.3: A, B, C and D: units, points, cost and abilities of the Commander-in-Chief.
        for (id, units, chief, abilities) in [
            ("early_imperial_roman", 9, 10, Abilities::empty()),
            ("gallic", 12, 20, Abilities::HERO),
            ("carthaginian", 10, 20, Abilities::CHARISMATIC),
            ("mid_republican_roman", 9, 20, Abilities::OUTSTANDING),
        ] {
            let roster = shipped(id);
            assert_eq!((roster.units.len(), roster.cost()), (units, 200), "{id}");
            assert_eq!(roster.leaders.len(), 1, "{id}");
            let leader = roster.leaders[0].profile;
            assert!(leader.chief && leader.mounted, "{id}");
            assert_eq!((leader.cost(), leader.abilities), (chief, abilities), "AV-R22: {id}");
        }
    }

    /// RULES.md 5.3: every unit of A and B in its place, under its order.
    #[test]
    #[rustfmt::skip]
    fn samples_stand_where_the_rulebook_has_them() {
        use Order::{Advance, Halt};
        let south = [
            ("rom_aux", 10.5, 4.5, Advance), ("rom_leg", 12.0, 4.5, Advance), ("rom_vet", 13.5, 4.5, Advance),
            ("rom_vet", 15.0, 4.5, Advance), ("rom_leg", 16.5, 4.5, Advance), ("rom_aux", 18.0, 4.5, Advance),
            ("rom_auxbow", 14.25, 2.2, Halt), ("rom_scorp", 8.5, 4.5, Halt), ("rom_ala", 21.0, 4.5, Advance),
        ];
        let north = [
            ("gal_gaes", 9.0, 16.5, Advance), ("gal_war", 10.5, 16.5, Advance), ("gal_war", 12.0, 16.5, Advance),
            ("gal_noble", 13.5, 16.5, Advance), ("gal_noble", 15.0, 16.5, Advance), ("gal_war", 16.5, 16.5, Advance),
            ("gal_war", 18.0, 16.5, Advance), ("gal_war", 14.0, 18.4, Advance), ("gal_cav", 21.0, 16.5, Advance),
            ("gal_youth", 12.75, 15.2, Advance), ("gal_youth", 17.25, 15.2, Advance), ("gal_bow", 15.0, 15.2, Advance),
        ];
        let from_across = |it: (&'static str, f64, f64, Order)| (it.0, 30.0 - it.1, 20.0 - it.2, it.3);
        for (id, rows) in [
            ("early_imperial_roman", south.to_vec()),
            ("gallic", north.map(from_across).to_vec()),
        ] {
            let roster = shipped(id);
            for (unit, (troop, x, y, order)) in roster.units.iter().zip(rows) {
                assert_eq!(unit.profile, data::troop(troop).unwrap().profile, "{}", unit.key);
                assert_eq!(unit.at, Some(Pose::new(x, y, Facing::NORTH)), "{}", unit.key);
                assert_eq!(unit.order, Some(order), "{}", unit.key);
            }
        }
        assert_eq!(shipped("early_imperial_roman").leaders[0].post, Some(Stand::At(Point::new(15.0, 3.2))));
        let hero = shipped("gallic");
        assert_eq!(hero.leaders[0].post, Some(Stand::With(3)), "B4");
        assert_eq!(hero.units[3].key, "gal_noble_1");
    }

    const ROME: &str = include_str!("../data/armies/early_imperial_roman.toml");
    const GAULS: &str = include_str!("../data/armies/gallic.toml");
    const BRITONS: &str = include_str!("../data/armies/british.toml");

    fn complaint(text: &str, old: &str, new: &str) -> String {
        assert!(text.contains(old), "{old}");
        let bad = read("army.toml", &text.replacen(old, new, 1)).expect_err(new);
        format!("line {}: {bad}; {}", bad.line(), bad.hint.clone().unwrap_or_default())
    }

    #[test]
    #[rustfmt::skip]
    fn whatever_is_wrong_is_told_with_its_line_and_rule() {
        for (text, old, new, says) in [
            (ROME, "\"rom_ala\"", "\"rom_alla\"", "line 13: unknown troop `rom_alla`; did you mean `rom_ala`"),
            (ROME, "\"rom_ala\"", "\"ger_cav\"", "line 13: `ger_cav` are not in the list Late Republican"),
            (ROME, "early_imperial_roman\"\n", "early_imperial_roman\"\nbudget = 150\n", "line 4: 200 points, 50 over the budget of 150 (AV-R23)"),
            (ROME, "early_imperial_roman\"\n", "early_imperial_roman\"\nbudget = 0\n", "line 4: a budget of 0 (AV-R23)"),
            (ROME, "\"rom_vet\", count = 2", "\"rom_vet\", count = 0", "line 8: a count of 0"),
            (ROME, "\"rom_vet\", count = 2", "\"rom_vet\", count = 3", "line 8: 2 places for 3 units"),
            (ROME, "chief = true", "chief = false", "line 2: no Commander-in-Chief (AV-R23)"),
            (ROME, "mounted = true", "mounted = true\nabilities = [\"heroic\"]", "unknown leader's ability `heroic`"),
            (ROME, "at = [15, 3.2]", "with = \"rom_vet_3\"", "line 20: there is no `rom_vet_3` in this army (AV-R23); did you mean `rom_vet_"),
            (ROME, "at = [15, 3.2]", "at = [15, 8]", "line 20: `legate` is not where leaders deploy (AV-R28)"),
            (ROME, "[[8.5, 4.5]], order = \"halt\"", "[[8.5, 4.5]], order = \"rush\"", "line 12: it may not start under Rush (AV-R29)"),
            (ROME, "[[8.5, 4.5]], order = \"halt\"", "[[8.5, 4.5]], order = \"shieldwall\"", "line 12: it may not start under Shieldwall (AV-R29)"),
            (ROME, "[[8.5, 4.5]]", "[[8.5, 5.5]]", "line 12: `rom_scorp` is not where units deploy (AV-R28)"),
            (ROME, "[[8.5, 4.5]]", "[[0.5, 4.5]]", "line 12: `rom_scorp` is not where units deploy (AV-R28)"),
            (ROME, "[[8.5, 4.5]]", "[[10, 4.5]]", "line 12: `rom_scorp` is less than 1 UD from another unit (AV-2.6)"),
            (ROME, ", at = [[8.5, 4.5]]", "", "line 12: `rom_scorp` has no place, others have (AV-R28)"),
            (GAULS, "[\"hero\"]", "[\"inspiring\"]", "no leader is inspiring in the list Gallic (RULES.md 5.2); it has `charismatic`, `hero`"),
            (GAULS, "\"gal_cav\"", "\"gal_ncav\"", "line 4: too few `gal_cav`: 0 (RULES.md 5.2); Gallic has 1 to 3 for 200 points"),
            (GAULS, "\"gal_bow\", at = [[15, 4.8]]", "\"gal_bow\", count = 3, at = [[15, 4.8], [10, 1], [11, 1]]", "too many `gal_bow`: 3"),
            (BRITONS, "with = \"gal_war_1\"", "with = \"gal_war_9\"", "there is no `gal_war_9` in this army (AV-R23)"),
            (BRITONS, "figure = \"guru\"", "figure = \"religious_leader\"", "there is no Religious leader in the list Ancient British"),
        ] {
            let complaint = complaint(text, old, new);
            assert!(complaint.contains(says), "{new}:\n{complaint}");
        }
    }

    /// Six units of a player's own and a leader, and more.
    fn with(more: &str) -> Result<Roster, String> {
        let profile = r#"{ class = "hi", morale = 4, armour = 5, weapon = "ah" }"#;
        let unit = |n: u8| format!("[[unit]]\nname = \"U{n}\"\nprofile = {profile}\n");
        let units = [1, 2, 3, 4, 5, 6].map(unit).concat();
        let leader = "[[leader]]\nname = \"A\"\nchief = true\n";
        let text = format!("name = \"Free\"\n{units}{leader}{more}");
        read("free.toml", &text).map_err(|bad| bad.to_string())
    }

    #[test]
    fn armies_of_free_choice() {
        let free = with("").unwrap();
        // AV-R21: 5 + 2 + 4 + 3 = 14 a unit, and a leader.
        assert_eq!(free.cost(), 6 * 14 + 10, "AV-R17");
        assert_eq!(free.warnings(), ["106 points unspent (AV-R23)"]);
        for (more, says) in [
            ("[[leader]]\nname = \"B\"\nchief = true\n", "a second Commander-in-Chief (AV-R23)"),
            (
                "[[leader]]\nname = \"B\"\n[[leader]]\nname = \"C\"\n",
                "3 leaders for 6 units (AV-R23)",
            ),
            (
                "with = \"u1\"\n[[leader]]\nname = \"B\"\nwith = \"u1\"\n",
                "a second leader with `u1` (AV-R23)",
            ),
            ("[[leader]]\nname = \"A\"\n", "`a` is the name of somebody else"),
            (
                "[[figure]]\nfigure = \"guru\"\nwith = \"a\"\n[[figure]]\nfigure = \"guru\"\nwith = \"u1\"\n",
                "2 special figures for 6 units (AV-R23)",
            ),
            ("with = \"u1\"\nat = [3, 3]\n", "a leader is with a unit or at a place, not both"),
            (
                "[[unit]]\ntroop = \"ele\"\nprofile = { class = \"hc\", morale = 4, armour = 4, weapon = \"ah\" }\n",
                "a unit has either a `troop` or a `profile` (AV-R17)",
            ),
            (
                "[[unit]]\nname = \"X\"\nprofile = { class = \"ec\", morale = 4, armour = 5, weapon = \"c\" }\n",
                "armour better than its move class may have (AV-6.2)",
            ),
            (
                "[[unit]]\nname = \"X\"\nprofile = { class = \"hi\", cp = 11, morale = 4, armour = 5, weapon = \"c\" }\n",
                "a unit has 1 to 10 CP (AV-R98)",
            ),
            (
                "[[unit]]\nname = \"X\"\nprofile = { class = \"mc\", morale = 4, armour = 5, weapon = \"c\", shoot = \"sling\" }\n",
                "cavalry shoots with bows or javelins (AV-R99)",
            ),
        ] {
            assert_eq!(with(more).unwrap_err(), says, "{more}");
        }
        let few = read(
            "few.toml",
            "name = \"Few\"\nunit = [{ troop = \"ele\" }]\nleader = [{ name = \"A\", chief = true }]",
        );
        assert_eq!(few.unwrap_err().to_string(), "1 unit (AV-R23)");
    }

    #[test]
    fn a_roster_can_be_printed() {
        let lines = shipped("british").lines();
        insta::assert_snapshot!(lines[..3].join("\n"), @r"
        Chieftain (20): Commander-in-Chief, mounted, charismatic
        Guru (12), with Gallic warriors 1
        Gallic warriors 1   15  heavy infantry, irregular, CP 6, morale 4+, armour 5+, ad hoc weapons, impetuous
        ");
    }
}
