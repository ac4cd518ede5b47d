//! Army files word by word: what is written, what makes no sense, and the roster that comes of it.

use std::{collections::HashMap, ops::Range};

use acies_core::{
    BadFile, RuleId,
    file::Page,
    words::{counted, did_you_mean, key, quoted},
};
use acies_table::{Angle, Facing, Length, Point, Pose};
use serde::Deserialize;
use toml::Spanned;

use super::{Command, Enlisted, Post, Roster};
use crate::{
    command::StandingOrder,
    files::data::{self, ArmyList, Entry, Troop},
    rulings::{COMMAND_UNITS_MAX, COMMANDS_MAX},
    setup::size::BUDGET,
    troops::{Formation, Grade, Profile, Shape, Tags, Type, formation::Misformed},
};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    pub(super) ruleset: Option<Spanned<String>>,
    pub(super) name: Spanned<String>,
    pub(super) list: Option<Spanned<&'static ArmyList>>,
    pub(super) budget: Option<Spanned<i64>>,
    pub(super) camp: Option<Spanned<f64>>,
    #[serde(default)]
    pub(super) command: Vec<CommandLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandLine {
    pub(super) leader: Spanned<String>,
    pub(super) general: Option<Spanned<bool>>,
    pub(super) order: Option<Spanned<StandingOrder>>,
    pub(super) with: Option<Spanned<String>>,
    pub(super) at: Option<Spanned<[f64; 2]>>,
    #[serde(default)]
    pub(super) unit: Vec<UnitLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitLine {
    /// An entry of the army's list, or troops of the catalogue if it has none.
    pub(super) troop: Spanned<String>,
    pub(super) name: Option<Spanned<String>>,
    pub(super) count: Option<Spanned<i64>>,
    pub(super) grade: Option<Spanned<Grade>>,
    pub(super) bases: Option<Spanned<i64>>,
    pub(super) under_strength: Option<Spanned<bool>>,
    /// LEG-MAN.11.
    pub(super) legion: Option<Spanned<String>>,
    /// LEG-R3: of a legion.
    pub(super) lines: Option<Spanned<i64>>,
    /// Bases side by side in front.
    pub(super) files: Option<Spanned<i64>>,
    pub(super) column: Option<Spanned<bool>>,
    pub(super) at: Option<Spanned<Vec<[f64; 2]>>>,
    /// In degrees, clockwise from straight ahead.
    pub(super) facing: Option<Spanned<f64>>,
}

impl Lines {
    pub(super) fn budget(&self) -> u32 {
        self.budget.as_ref().map_or(BUDGET, |budget| u32::try_from(*budget.get_ref()).unwrap_or(0))
    }

    /// Where to point when the army as a whole is wrong.
    pub(super) fn whole(&self) -> Range<usize> {
        self.budget.as_ref().map_or(self.name.span(), Spanned::span)
    }

    pub(super) fn list(&self) -> Option<&'static ArmyList> {
        self.list.as_ref().map(|list| *list.get_ref())
    }

    pub(super) fn units(&self) -> impl Iterator<Item = &UnitLine> {
        self.command.iter().flat_map(|command| &command.unit)
    }
}

impl CommandLine {
    pub(super) fn is_general(&self) -> bool {
        is_so(self.general.as_ref())
    }

    pub(super) fn count(&self) -> usize {
        self.unit.iter().map(UnitLine::count).sum()
    }
}

impl UnitLine {
    pub(super) fn count(&self) -> usize {
        self.count.as_ref().map_or(1, |count| usize::try_from(*count.get_ref()).unwrap_or(0))
    }

    pub(super) fn is_under_strength(&self) -> bool {
        is_so(self.under_strength.as_ref())
    }

    fn facing(&self) -> Facing {
        let degrees = self.facing.as_ref().map_or(0.0, |it| *it.get_ref());
        Facing::new(Angle::new(degrees))
    }
}

fn is_so(said: Option<&Spanned<bool>>) -> bool {
    said.is_some_and(|so| *so.get_ref())
}

/// Who a unit is: troops of the catalogue, as an entry of a list has them or by themselves.
#[derive(Clone, Copy)]
pub(super) struct Who {
    pub(super) troop: &'static Troop,
    pub(super) entry: Option<&'static Entry>,
}

/// LEG-R156: the least and the greatest budget of a battle.
const BUDGETS: std::ops::RangeInclusive<u32> = 300..=3600;

/// A file with what it says, to find what is wrong in it.
pub(super) struct Draft<'a> {
    pub(super) page: Page<'a>,
    pub(super) lines: &'a Lines,
}

impl Draft<'_> {
    pub(super) fn wrong(&self, at: Range<usize>, rule: RuleId, what: impl Into<String>) -> BadFile {
        self.page.bad(at, what).rule(rule)
    }

    pub(super) fn who(&self, line: &UnitLine) -> Option<Who> {
        let id = line.troop.get_ref();
        match self.lines.list() {
            Some(list) => {
                list.entry(id).map(|entry| Who { troop: entry.troop, entry: Some(entry) })
            }
            None => data::troop(id).map(|troop| Who { troop, entry: None }),
        }
    }

    /// The unit that a line describes: the lowest grade and the greatest size of its entry, if nothing else is said.
    pub(super) fn profile(&self, line: &UnitLine) -> Option<Profile> {
        let Who { troop, entry } = self.who(line)?;
        let usual_grade = entry.map_or(Grade::C, Entry::usual_grade);
        let grade = line.grade.as_ref().map_or(usual_grade, |grade| *grade.get_ref());
        let usual_bases = if troop.kind.is_special() { 1 } else { 8 };
        let usual_bases = entry.map_or(usual_bases, Entry::usual_bases);
        let bases = line.bases.as_ref().map(|it| u8::try_from(*it.get_ref()).unwrap_or(0));
        let mut tags = entry.map_or(Tags::empty(), Entry::tags);
        tags.set(Tags::UNDER_STRENGTH, line.is_under_strength());
        Some(troop.unit(grade, bases.unwrap_or(usual_bases), tags))
    }

    pub(super) fn points(&self, line: &UnitLine) -> u32 {
        let points = |who: Who, profile: Profile| {
            who.troop.points(profile.grade, profile.bases, line.is_under_strength())
        };
        self.who(line).zip(self.profile(line)).map_or(0, |(who, profile)| points(who, profile))
    }

    /// LEG-R3, LEG-R4, LEG-R5, LEG-R121: how its bases stand.
    pub(super) fn shape(&self, line: &UnitLine, profile: &Profile) -> Result<Shape, Misformed> {
        let number = |said: &Option<Spanned<i64>>| {
            said.as_ref().map(|it| u8::try_from(*it.get_ref()).unwrap_or(0))
        };
        let (files, lines, column) =
            (number(&line.files), number(&line.lines), is_so(line.column.as_ref()));
        let said = files.is_some() || lines.is_some() || column;
        let Profile { kind, bases, .. } = *profile;
        if kind.is_special() && said {
            return Err(("LEG-R5", "Special units are a single base"));
        }
        if lines.is_some() && kind != Type::Legionaries {
            return Err(("LEG-R3", "only legions stand in lines"));
        }
        if column {
            return match (kind.is_light(), files.or(lines)) {
                (true, _) => Err(("LEG-MAN.1", "light troops are unformed")),
                (_, Some(_)) => Err(("LEG-R4", "a column has one file")),
                (false, None) => Ok(Shape::column()),
            };
        }
        let of_list = self.who(line).and_then(|who| who.entry?.lines);
        if kind == Type::Legionaries && (said || of_list.is_some()) {
            let usual = Shape::usual(profile).lines();
            let lines = lines.or(of_list).unwrap_or(usual);
            let even = if lines == 0 { 0 } else { bases.div_ceil(lines) };
            return Shape::legion(bases, lines, files.unwrap_or(even));
        }
        let usual = Shape::usual(profile);
        files.map_or(Ok(usual), |files| Shape::in_files(usual.formation, bases, files))
    }

    /// Numbers and words that make no sense whatever the army is.
    pub(super) fn misspelt(&self) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        if let Some(budget) = &self.lines.budget
            && !BUDGETS.contains(&self.lines.budget())
        {
            let what = format!("a budget of {}", budget.get_ref());
            let hint = format!("{} to {} points", BUDGETS.start(), BUDGETS.end());
            wrong.push(self.wrong(budget.span(), "LEG-R156", what).hint(hint));
        }
        if let Some(camp) = &self.lines.camp {
            wrong.extend(self.off_the_grid(camp.span(), *camp.get_ref()));
        }
        wrong.extend(self.lines.units().flat_map(|line| self.misspelt_unit(line)));
        for line in &self.lines.command {
            if let (Some(with), Some(_)) = (&line.with, &line.at) {
                let what = "a leader is with a unit or at a place, not both";
                wrong.push(self.page.bad(with.span(), what));
            }
            if let Some(at) = &line.at {
                let each = at.get_ref().iter();
                wrong.extend(each.filter_map(|&it| self.off_the_grid(at.span(), it)));
            }
            if wrong.is_empty() && line.count() > COMMAND_UNITS_MAX {
                let what = format!("a command of {}", counted(line.count(), "unit"));
                let hint = format!("1 to {COMMAND_UNITS_MAX}");
                wrong.push(self.wrong(line.leader.span(), "LEG-R27", what).hint(hint));
            }
        }
        if let Some(line) = self.lines.command.get(COMMANDS_MAX) {
            let what = format!("{} commands", self.lines.command.len());
            let hint = "a General and 1 to 4 leaders".to_owned();
            wrong.push(self.wrong(line.leader.span(), "LEG-R27", what).hint(hint));
        }
        wrong
    }

    fn misspelt_unit(&self, line: &UnitLine) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        if self.who(line).is_none() {
            wrong.push(match self.lines.list() {
                Some(list) => {
                    let known = || list.units.iter().map(|entry| entry.id.as_str());
                    let hint = did_you_mean(line.troop.get_ref(), known());
                    let hint = hint.unwrap_or_else(|| format!("it has {}", quoted(known())));
                    let what =
                        format!("`{}` is not in the list {}", line.troop.get_ref(), list.name);
                    self.wrong(line.troop.span(), "LEG-R113", what).hint(hint)
                }
                None => {
                    let known = data::troops().iter().map(|troop| troop.id.as_str());
                    self.page.unknown(&line.troop, "troop", known)
                }
            });
        }
        let miscounted = self.page.miscounted(line.count.as_ref(), COMMAND_UNITS_MAX);
        let placed = || self.page.misplaced(line.at.as_ref(), line.count(), "unit");
        wrong.extend(miscounted.or_else(placed));
        if let Some(at) = &line.at {
            let each = at.get_ref().iter().flatten();
            wrong.extend(each.filter_map(|&it| self.off_the_grid(at.span(), it)));
        }
        wrong.extend(self.page.misturned(line.facing.as_ref()));
        wrong
    }

    fn off_the_grid(&self, span: Range<usize>, paces: f64) -> Option<BadFile> {
        let bad = Length::try_from(paces).err()?;
        Some(self.wrong(span, "LEG-R1", bad.to_string()))
    }

    /// What the file has when each of its words is known and its numbers are sound. Units that cannot stand as they are
    /// said to stand as usual, and leaders with nobody of their command stand alone, until that is told.
    pub(super) fn muster(&self) -> Roster {
        let units = self.units();
        let command = |(n, line): (usize, &CommandLine)| {
            let with = line.with.as_ref().and_then(|with| find(with.get_ref(), &units, n));
            let post = match (with, &line.at) {
                (Some(unit), _) => Some(Post::With(unit)),
                (None, Some(at)) => {
                    let [x, y] = *at.get_ref();
                    Some(Post::At(Point::new(x, y)))
                }
                (None, None) => None,
            };
            let leader = line.leader.get_ref().clone();
            let order = line.order.as_ref().map_or(StandingOrder::Attack, |order| *order.get_ref());
            Command { key: key(&leader), leader, general: line.is_general(), order, post }
        };
        Roster {
            name: self.lines.name.get_ref().clone(),
            list: self.lines.list(),
            budget: self.lines.budget(),
            commands: self.lines.command.iter().enumerate().map(command).collect(),
            camp: self.lines.camp.as_ref().map(|camp| *camp.get_ref()),
            units,
        }
    }

    /// What the units of a line are called: the key and the name.
    fn called(&self, line: &UnitLine) -> (String, String) {
        match (&line.name, self.who(line)) {
            (Some(name), _) => (key(name.get_ref()), name.get_ref().clone()),
            (None, Some(Who { entry: Some(entry), .. })) => (entry.id.clone(), entry.name.clone()),
            (None, Some(who)) => (who.troop.id.clone(), who.troop.name.clone()),
            (None, None) => (line.troop.get_ref().clone(), line.troop.get_ref().clone()),
        }
    }

    /// The units of the lines, numbered through the army unless there is only one of its name.
    fn units(&self) -> Vec<Enlisted> {
        let alike = |key: &str| -> usize {
            let same = self.lines.units().filter(|line| self.called(line).0 == key);
            same.map(UnitLine::count).sum()
        };
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut units = Vec::new();
        for (command, line) in self.lines_with_commands() {
            let (Some(who), Some(profile)) = (self.who(line), self.profile(line)) else { continue };
            let (word, words) = self.called(line);
            let places = line.at.as_ref().map_or(&[][..], |at| at.get_ref());
            let shape = self.shape(line, &profile).unwrap_or_else(|_| Shape {
                formation: Formation::Line,
                files: profile.bases.max(1),
                rear: [0; 2],
            });
            for n in 0..line.count() {
                let number = numbers.entry(word.clone()).or_default();
                *number += 1;
                let (key, name) = match alike(&word) {
                    1 => (word.clone(), words.clone()),
                    _ => (format!("{word}_{number}"), format!("{words} {number}")),
                };
                let at = places.get(n).map(|&[x, y]| Pose::new(x, y, line.facing()));
                let legion = line.legion.as_ref().map(|it| it.get_ref().clone());
                let troop = who.troop;
                units.push(Enlisted { key, name, troop, profile, shape, legion, command, at });
            }
        }
        units
    }

    pub(super) fn lines_with_commands(&self) -> impl Iterator<Item = (usize, &UnitLine)> {
        let commands = self.lines.command.iter().enumerate();
        commands.flat_map(|(n, command)| command.unit.iter().map(move |line| (n, line)))
    }
}

/// LEG-R28: a unit of a command, by its key.
pub(super) fn find(key: &str, units: &[Enlisted], command: usize) -> Option<u8> {
    let is = |unit: &Enlisted| unit.key == key && unit.command == command;
    units.iter().position(is).map(|at| at as u8)
}
