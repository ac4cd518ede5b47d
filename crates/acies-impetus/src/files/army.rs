//! Army files: reading them, and what an army may be (RULES.md 5; IMP-R5 to IMP-R9, IMP-R12, IMP-R125 to IMP-R127).
//!
//! A file is read word by word, then mustered into a [`Roster`], then held against the rules.
//! Whatever is wrong points at its line.

mod commanders;
mod draft;
mod laws;

use acies_core::{
    Army, BadFile, ListCard, ListEntry, Muster, MusterRow, file::Page, muster::ArmyFile,
};
use acies_table::{Point, Pose};
use toml::Spanned;

use super::data::{self, ArmyList, BUDGET};
use crate::{
    command::{Quality, Structure},
    profile::Profile,
    rulings::COMMANDER_VD,
};
use draft::Draft;
pub use draft::Lines;

/// An army that is ready to take the field. Places are as its owner sees the table: his long edge is
/// the near one.
#[derive(Clone, Debug)]
pub struct Roster {
    pub name: String,
    /// Nothing if the army is of no list (IMP-R125).
    pub list: Option<&'static ArmyList>,
    pub structure: Structure,
    pub budget: u32,
    pub commands: Vec<Post>,
    pub units: Vec<Enlisted>,
    /// The centre of the baggage, if it is placed already.
    pub baggage: Option<Point>,
}

/// A Command on a roster, with its Commander.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    pub name: String,
    pub quality: Quality,
    pub chief: bool,
    /// The Unit that he is attached to at the start, by its number in the army.
    pub with: u8,
}

/// A Unit on a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enlisted {
    /// What it is called in this army, such as `rom_hastati_2`.
    pub key: String,
    /// The same in words, such as "Hastati 2".
    pub name: String,
    /// Its kind of troops, by the word of the catalogue.
    pub troop: String,
    pub profile: Profile,
    /// Elements of a Large Unit; 1 of any other.
    pub elements: u8,
    pub command: u8,
    /// Where the middle of its front stands, if the army is deployed already.
    pub at: Option<Pose>,
}

impl Enlisted {
    pub fn cost(&self) -> i32 {
        self.profile.cost_of(self.elements)
    }
}

/// Reads an army file and checks it.
pub fn read(file: &str, text: &str) -> Result<Roster, BadFile> {
    Lines::read(file, text)
}

impl ArmyFile for Lines {
    type Roster = Roster;

    const RULESET: &'static str = "impetus";

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
            cost: roster.cost() as u32,
            roster: roster.lines(),
            warnings: roster.warnings(),
            budget: roster.budget,
            units: roster.units.len(),
            name: roster.name.clone(),
            text: String::new(),
        }
    }

    fn shown(&self, page: Page<'_>, roster: &Roster) -> Muster {
        let draft = Draft { page, lines: self };
        let row = |group: usize, unit: &draft::UnitLine| MusterRow {
            entry: unit.troop.get_ref().id.clone(),
            line: page.line(unit.troop.span()),
            count: unit.count() as u32,
            cost: unit.count() as i32 * unit.profile().cost_of(unit.elements()),
            group: Some(group),
        };
        let commands = self.command.iter().enumerate();
        Muster {
            list: roster.list.map(|list| list.id.clone()),
            groups: self.command.iter().map(|command| page.group(&command.name)).collect(),
            rows: commands
                .flat_map(|(n, it)| it.unit.iter().map(move |unit| row(n, unit)))
                .collect(),
            leaders: (0..self.command.len()).map(|n| draft.commander(roster, n)).collect(),
            ..Muster::default()
        }
    }
}

/// The army lists (RULES.md 5.2), for armies of the usual size.
pub fn lists() -> Vec<ListCard> {
    let entry = |entry: &data::Entry| ListEntry {
        id: entry.troop.id.clone(),
        name: entry.troop.name.clone(),
        cost: entry.troop.cost,
        least: entry.min(BUDGET),
        most: entry.max(BUDGET),
        about: entry.troop.profile.words(),
        symbol: crate::words::picture::symbol(&entry.troop.profile).to_owned(),
        values: vec![
            ("M", entry.troop.profile.m.to_string()),
            ("VBU", entry.troop.profile.vbu.to_string()),
            ("I", entry.troop.profile.impetus.to_string()),
            ("VD", entry.troop.profile.vd.to_string()),
        ],
        special: entry.troop.profile.traits.words().collect(),
        writes: format!("    {{ troop = \"{}\" }},", entry.troop.id),
    };
    let card = |list: &ArmyList| ListCard {
        id: list.id.clone(),
        name: list.name.clone(),
        entries: list.troops.iter().map(entry).collect(),
    };
    data::lists().iter().map(card).collect()
}

impl Roster {
    /// IMP-R7 to IMP-R9: Command Structure, Commanders and Units.
    pub fn cost(&self) -> i32 {
        let commanders: i32 = self.commands.iter().map(|it| it.quality.cost()).sum();
        let units: i32 = self.units.iter().map(Enlisted::cost).sum();
        self.structure.cost() + commanders + units
    }

    /// IMP-R6: the VD of each element of a Unit, the front one first. With a Commander the front one counts 3 at
    /// least.
    pub fn vds(&self, unit: usize) -> impl Iterator<Item = u8> {
        let Enlisted { profile, elements, .. } = self.units[unit];
        let led = self.commands.iter().any(|it| usize::from(it.with) == unit);
        let front = if led { profile.vd.max(COMMANDER_VD) } else { profile.vd };
        (0..elements).map(move |n| if n == 0 { front } else { profile.vd })
    }

    /// IMP-R69: the VD of all elements of a Command.
    pub fn command_vd(&self, command: u8) -> u32 {
        let units = self.units.iter().enumerate().filter(|(_, it)| it.command == command);
        units.flat_map(|(n, _)| self.vds(n)).map(u32::from).sum()
    }

    /// IMP-R69: the army's VDT, without its baggage.
    pub fn vdt(&self) -> u32 {
        (0..self.commands.len() as u8).map(|command| self.command_vd(command)).sum()
    }

    /// A line for each Commander and Unit.
    pub fn lines(&self) -> Vec<String> {
        let width = self.units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
        let structure = self.structure;
        let mut lines = vec![format!(
            "Command Structure {} ({}), VDT {}",
            structure.name(),
            structure.cost(),
            self.vdt()
        )];
        for (number, post) in (0..).zip(&self.commands) {
            let chief = if post.chief { ", Commander-in-Chief" } else { "" };
            let (quality, cost) = (post.quality.name(), post.quality.cost());
            let with = &self.units[usize::from(post.with)].name;
            lines.push(format!("{}: {quality} ({cost}){chief}, with {with}", post.name));
            for unit in self.units.iter().filter(|unit| unit.command == number) {
                let large = match unit.elements {
                    1 => String::new(),
                    n => format!("Large Unit of {n}, "),
                };
                let (name, cost, words) = (&unit.name, unit.cost(), unit.profile.words());
                lines.push(format!("  {name:width$} {cost:4}  {large}{words}"));
            }
        }
        lines
    }

    /// What is allowed but unusual.
    pub fn warnings(&self) -> Vec<String> {
        let unspent = self.budget as i32 - self.cost();
        let troops = self.list.map_or(&[][..], |list| &list.troops);
        let cheapest = troops.iter().map(|entry| entry.troop.cost).min().unwrap_or(4);
        let spare = (unspent >= cheapest).then(|| format!("{unspent} points unspent (IMP-R5)"));
        spare.into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
