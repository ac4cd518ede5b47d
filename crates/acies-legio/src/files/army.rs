//! Army files: reading them, and what an army may be (RULES.md 5; LEG-R2 to LEG-R6, LEG-R27, LEG-R112, LEG-R113, LEG-R116).
//!
//! A file is read word by word, then mustered into a [`Roster`], then held against the rules. Whatever is wrong points
//! at its line.

mod draft;
mod laws;
mod staff;

use acies_core::{
    Army, BadFile, ListCard, ListEntry, Muster, MusterRow, file::Page, muster::ArmyFile,
    words::counted,
};
use acies_table::{Point, Pose};
use toml::Spanned;

use super::data::{self, ArmyList, Entry, Troop};
use crate::{
    command::StandingOrder,
    setup::Size,
    troops::{
        Profile, Shape, Tags,
        points::{GENERAL_POINTS, LEADER_POINTS},
    },
    words::picture,
};
pub use draft::Lines;
use draft::{Draft, UnitLine};

/// An army that is ready to take the field. Places are as its owner sees the table: his base edge is the near one.
#[derive(Clone, Debug)]
pub struct Roster {
    pub name: String,
    /// Nothing if the army is of free choice (LEG-R158).
    pub list: Option<&'static ArmyList>,
    pub budget: u32,
    pub commands: Vec<Command>,
    /// The units of the first command, then those of the next.
    pub units: Vec<Enlisted>,
    /// LEG-R117: the middle of its camp along the base edge, if it is placed already.
    pub camp: Option<f64>,
}

/// A leader with his command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    pub key: String,
    pub leader: String,
    pub general: bool,
    /// LEG-R37.
    pub order: StandingOrder,
    /// Where he starts, if that is written already.
    pub post: Option<Post>,
}

/// Where a leader starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// LEG-R28: joined to a unit of his command, by its number in the army.
    With(u8),
    At(Point),
}

/// A unit on a roster.
#[derive(Clone, Debug)]
pub struct Enlisted {
    /// What it is called in this army, such as `warband_2`.
    pub key: String,
    /// The same in words, such as "Warband 2".
    pub name: String,
    pub troop: &'static Troop,
    pub profile: Profile,
    pub shape: Shape,
    /// LEG-MAN.11: the legion that it is a part of, if others may be of the same.
    pub legion: Option<String>,
    /// By its number.
    pub command: usize,
    /// Where it stands if the army is deployed already.
    pub at: Option<Pose>,
}

/// Reads an army file and checks it.
pub fn read(file: &str, text: &str) -> Result<Roster, BadFile> {
    Lines::read(file, text)
}

impl ArmyFile for Lines {
    type Roster = Roster;

    const RULESET: &'static str = "legio";

    fn ruleset(&self) -> Option<&Spanned<String>> {
        self.ruleset.as_ref()
    }

    fn misspelt(&self, page: Page<'_>) -> Vec<BadFile> {
        Draft { page, lines: self }.misspelt()
    }

    fn mustered(&self, page: Page<'_>) -> Roster {
        Draft { page, lines: self }.muster()
    }

    fn unlawful(&self, page: Page<'_>, roster: &Roster) -> Vec<BadFile> {
        Draft { page, lines: self }.unlawful(roster)
    }

    fn sheet(roster: &Roster) -> Army {
        Army {
            cost: roster.cost(),
            roster: roster.lines(),
            warnings: roster.warnings(),
            budget: roster.budget,
            units: roster.units.len(),
            name: roster.name.clone(),
            text: String::new(),
        }
    }

    fn shown(&self, page: Page<'_>, roster: &Roster) -> Muster {
        let draft = &Draft { page, lines: self };
        let commands = self.command.iter().enumerate();
        let rows = commands.flat_map(|(group, command)| {
            command.unit.iter().map(move |line: &UnitLine| MusterRow {
                entry: line.troop.get_ref().clone(),
                line: page.line(line.troop.span()),
                count: line.count() as u32,
                cost: line.count() as i32 * draft.points(line) as i32,
                group: Some(group),
            })
        });
        Muster {
            list: roster.list.map(|list| list.id.clone()),
            groups: self.command.iter().map(|it| page.group(&it.leader)).collect(),
            rows: rows.collect(),
            leaders: draft.staff(roster),
            more: draft.more_staff(),
            ..Muster::default()
        }
    }
}

/// The army lists (RULES.md 5.3).
pub fn lists() -> Vec<ListCard> {
    let entry = |entry: &Entry| {
        let (grade, bases) = (entry.usual_grade(), entry.usual_bases());
        let also = |is: bool, word: String| if is { word } else { String::new() };
        let grade_word = also(entry.grades.len() > 1, format!(", grade = \"{}\"", grade.word()));
        let bases_word = also(entry.bases[0] < bases, format!(", bases = {bases}"));
        ListEntry {
            id: entry.id.clone(),
            name: entry.name.clone(),
            cost: entry.troop.points(grade, bases, false) as i32,
            least: entry.units[0],
            most: entry.units[1],
            about: entry.about(),
            symbol: picture::symbol(&entry.troop.unit(grade, bases, Tags::empty())).into(),
            values: vec![
                ("Combat", entry.troop.kind.row().combat_value.to_string()),
                ("Bases", bases.to_string()),
                ("Grade", grade.word().to_uppercase()),
            ],
            special: Vec::new(),
            writes: format!("    {{ troop = \"{}\"{grade_word}{bases_word} }},", entry.id),
        }
    };
    let card = |list: &ArmyList| ListCard {
        id: list.id.clone(),
        name: list.name.clone(),
        entries: list.units.iter().map(entry).collect(),
    };
    data::lists().iter().map(card).collect()
}

impl Entry {
    /// Type, grades and sizes in words.
    fn about(&self) -> String {
        let grades: Vec<_> = self.grades.iter().map(|grade| format!("{grade:?}")).collect();
        let bases = match self.bases {
            [least, most] if least == most => counted(most.into(), "base"),
            [least, most] => format!("{least} to {most} bases"),
        };
        let lines = self.lines.map_or(String::new(), |lines| format!(", in {lines} lines"));
        format!("{}, grade {}, {bases}{lines}", self.troop.name, grades.join(" or "))
    }
}

impl Command {
    /// RULES.md 5.1.
    pub fn points(&self) -> u32 {
        if self.general { GENERAL_POINTS } else { LEADER_POINTS }
    }
}

impl Enlisted {
    /// RULES.md 5.1.
    pub fn points(&self) -> u32 {
        let Profile { grade, bases, .. } = self.profile;
        self.troop.points(grade, bases, self.profile.has(Tags::UNDER_STRENGTH))
    }
}

impl Roster {
    /// LEG-R112: units and leaders.
    pub fn cost(&self) -> u32 {
        let leaders: u32 = self.commands.iter().map(Command::points).sum();
        leaders + self.units.iter().map(Enlisted::points).sum::<u32>()
    }

    pub fn size(&self) -> Size {
        Size::for_budget(self.budget)
    }

    /// The units of a command.
    pub fn of_command(&self, command: usize) -> impl Iterator<Item = &Enlisted> {
        self.units.iter().filter(move |unit| unit.command == command)
    }

    /// A line for each leader, followed by his units.
    pub fn lines(&self) -> Vec<String> {
        let width = self.units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
        let mut lines = Vec::new();
        for (n, command) in self.commands.iter().enumerate() {
            let rank = if command.general { "General" } else { "leader" };
            let with = match command.post {
                Some(Post::With(unit)) => format!(", with {}", self.units[usize::from(unit)].name),
                _ => String::new(),
            };
            let Command { leader, order, .. } = command;
            let points = command.points();
            lines.push(format!("{leader} ({points}): {rank}{with}, order {}", order.name()));
            lines.extend(self.of_command(n).map(|unit| {
                let Enlisted { name, profile, shape, .. } = unit;
                let shape = shape.words(profile.bases);
                let shape = if shape.is_empty() { shape } else { format!(", {shape}") };
                format!("  {name:width$} {:4}  {}{shape}", unit.points(), profile.words())
            }));
        }
        lines
    }

    /// What is allowed but unusual.
    pub fn warnings(&self) -> Vec<String> {
        let unspent = self.budget.saturating_sub(self.cost());
        let entries = self.list.map_or(&[][..], |list| &list.units);
        let least = |entry: &Entry| entry.troop.points(entry.usual_grade(), entry.bases[0], false);
        let cheapest = entries.iter().map(least).min().unwrap_or(20);
        let spare = (unspent >= cheapest).then(|| format!("{unspent} points unspent (LEG-R112)"));
        spare.into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
