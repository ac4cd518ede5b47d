//! Army files word by word: what is written, what makes no sense, and the roster that comes of it.

use std::{collections::HashMap, ops::Range};

use acies_core::{BadFile, RuleId, file::Page};
use acies_table::{Facing, Length, Point, Pose};
use serde::Deserialize;
use toml::Spanned;

use super::{Enlisted, Post, Roster};
use crate::{
    command::{Quality, Structure},
    files::data::{ArmyList, BUDGET, Troop},
    profile::{Kind, Missile, Profile, Worded},
    rulings::{SIZES, UNITS_MAX},
};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    pub(super) ruleset: Option<Spanned<String>>,
    pub(super) name: Spanned<String>,
    pub(super) list: Option<Spanned<&'static ArmyList>>,
    pub(super) structure: Option<Spanned<Structure>>,
    pub(super) budget: Option<Spanned<i64>>,
    pub(super) baggage: Option<Spanned<[f64; 2]>>,
    #[serde(default)]
    pub(super) command: Vec<CommandLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandLine {
    pub(super) name: Spanned<String>,
    pub(super) commander: Spanned<Quality>,
    pub(super) chief: Option<Spanned<bool>>,
    pub(super) with: Spanned<String>,
    #[serde(default)]
    pub(super) unit: Vec<UnitLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitLine {
    pub(super) troop: Spanned<&'static Troop>,
    pub(super) count: Option<Spanned<i64>>,
    /// Elements of a Large Unit.
    pub(super) large: Option<Spanned<i64>>,
    /// IMP-R127: what S are bought with.
    pub(super) missile: Option<Spanned<Missile>>,
    pub(super) at: Option<Spanned<Vec<[f64; 2]>>>,
}

impl Lines {
    pub(super) fn budget(&self) -> u32 {
        self.budget.as_ref().map_or(BUDGET, |budget| u32::try_from(*budget.get_ref()).unwrap_or(0))
    }

    /// Where to point when the army as a whole is wrong.
    pub(super) fn whole(&self) -> Range<usize> {
        self.budget.as_ref().map_or(self.name.span(), Spanned::span)
    }

    pub(super) fn units(&self) -> impl Iterator<Item = &UnitLine> {
        self.command.iter().flat_map(|command| &command.unit)
    }
}

impl CommandLine {
    pub(super) fn is_chief(&self) -> bool {
        self.chief.as_ref().is_some_and(|chief| *chief.get_ref())
    }
}

impl UnitLine {
    pub(super) fn count(&self) -> usize {
        self.count.as_ref().map_or(1, |count| usize::try_from(*count.get_ref()).unwrap_or(0))
    }

    pub(super) fn elements(&self) -> u8 {
        self.large.as_ref().map_or(1, |large| u8::try_from(*large.get_ref()).unwrap_or(1))
    }

    pub(super) fn profile(&self) -> Profile {
        let listed = self.troop.get_ref().profile;
        let missile = self.missile.as_ref().map(|it| *it.get_ref());
        Profile { missile: missile.or(listed.missile), ..listed }
    }
}

/// IMP-R127: what S may be bought with for one price.
pub(super) const OF_SKIRMISHERS: [Missile; 3] =
    [Missile::Javelin, Missile::Sling, Missile::ShortBowB];

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
            && !SIZES.iter().any(|(size, _)| *size == self.lines.budget())
        {
            let what = format!("a budget of {}", budget.get_ref());
            let hint = "armies have 300, 400 or 500 points".to_owned();
            wrong.push(self.wrong(budget.span(), "IMP-R5", what).hint(hint));
        }
        if self.lines.list.is_none() && self.lines.structure.is_none() {
            let what = "neither an army list nor a Command Structure";
            let hint =
                "name a `list`, or say `structure = \"average\"` of an army of no list".to_owned();
            wrong.push(self.wrong(self.lines.name.span(), "IMP-R125", what).hint(hint));
        }
        if let Some(at) = &self.lines.baggage {
            wrong.extend(self.off_the_grid(at.span(), at.get_ref()));
        }
        wrong.extend(self.lines.units().flat_map(|line| self.misspelt_unit(line)));
        let units: usize = self.lines.units().map(UnitLine::count).sum();
        if wrong.is_empty() && units > UNITS_MAX {
            let what = format!("{units} Units, at most {UNITS_MAX} have room");
            wrong.push(self.wrong(self.lines.whole(), "IMP-R125", what));
        }
        wrong
    }

    fn misspelt_unit(&self, line: &UnitLine) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        let miscounted = self.page.miscounted(line.count.as_ref(), UNITS_MAX);
        let placed = || self.page.misplaced(line.at.as_ref(), line.count(), "Unit");
        wrong.extend(miscounted.or_else(placed));
        if let Some(at) = &line.at {
            wrong.extend(at.get_ref().iter().filter_map(|it| self.off_the_grid(at.span(), it)));
        }
        let Troop { id, profile, .. } = line.troop.get_ref();
        if let Some(large) = &line.large
            && !(1..=i64::from(profile.large)).contains(large.get_ref())
        {
            let what = format!("a Large Unit of {} `{id}`", large.get_ref());
            let hint = match profile.large {
                1 => "they form no Large Units".to_owned(),
                most => format!("at most {most} elements"),
            };
            wrong.push(self.wrong(large.span(), "IMP-R39", what).hint(hint));
        }
        if let Some(missile) = &line.missile {
            let may = profile.kind == Kind::S
                && profile.missile.is_some_and(|it| OF_SKIRMISHERS.contains(&it))
                && OF_SKIRMISHERS.contains(missile.get_ref());
            if !may {
                let what = format!("`{id}` with {}", missile.get_ref().name());
                let hint = "S with javelin, sling or short bow B may have any of these".to_owned();
                wrong.push(self.wrong(missile.span(), "IMP-R127", what).hint(hint));
            }
        }
        wrong
    }

    fn off_the_grid(&self, span: Range<usize>, at: &[f64; 2]) -> Option<BadFile> {
        let bad = at.iter().find_map(|&u| Length::try_from(u).err())?;
        Some(self.wrong(span, "IMP-R4", bad.to_string()))
    }

    /// What the file has when each of its words is known and its numbers are sound. Who is with nobody in the army is
    /// with its first Unit until that is told.
    pub(super) fn muster(&self) -> Roster {
        let lines = self.lines;
        let units = self.units();
        let post = |line: &CommandLine| Post {
            name: line.name.get_ref().clone(),
            quality: *line.commander.get_ref(),
            chief: line.is_chief(),
            with: units.iter().position(|it| it.key == *line.with.get_ref()).unwrap_or(0) as u8,
        };
        let list = lines.list.as_ref().map(|list| *list.get_ref());
        let own = lines.structure.as_ref().map(|it| *it.get_ref());
        Roster {
            name: lines.name.get_ref().clone(),
            list,
            structure: own.or(list.map(|it| it.structure)).unwrap_or(Structure::Poor),
            budget: lines.budget(),
            commands: lines.command.iter().map(post).collect(),
            baggage: lines.baggage.as_ref().map(|at| Point::new(at.get_ref()[0], at.get_ref()[1])),
            units,
        }
    }

    /// The Units of the lines, numbered through the army unless there is only one of its kind.
    fn units(&self) -> Vec<Enlisted> {
        let alike = |id: &str| -> usize {
            let same = self.lines.units().filter(|line| line.troop.get_ref().id == id);
            same.map(UnitLine::count).sum()
        };
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut units = Vec::new();
        for (command, line) in (0..).zip(&self.lines.command) {
            for unit in &line.unit {
                let Troop { id, name, .. } = unit.troop.get_ref();
                let places = unit.at.as_ref().map_or(&[][..], |at| at.get_ref());
                for n in 0..unit.count() {
                    let number = numbers.entry(id).or_default();
                    *number += 1;
                    let (key, name) = match alike(id) {
                        1 => (id.clone(), name.clone()),
                        _ => (format!("{id}_{number}"), format!("{name} {number}")),
                    };
                    let at = places.get(n).map(|&[x, y]| Pose::new(x, y, Facing::NORTH));
                    let (profile, elements) = (unit.profile(), unit.elements());
                    let troop = id.clone();
                    units.push(Enlisted { key, name, troop, profile, elements, command, at });
                }
            }
        }
        units
    }

    /// What a list says that its Commanders may be, in words.
    pub(super) fn may_be(all: &[Quality]) -> String {
        all.iter().map(|it| it.word()).collect::<Vec<_>>().join(", ")
    }
}
