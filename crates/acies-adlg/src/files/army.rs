//! Army files: reading them, and what an army may be (RULES.md 4.2, 5; ADLG-R11 to ADLG-R15,
//! ADLG-R28 to ADLG-R30).
//!
//! A file is read word by word, then mustered into a [`Roster`], then held against the rules.
//! Whatever is wrong points at its line.

mod commanders;
mod laws;
mod lines;

use acies_core::{
    Army, BadFile, ListCard, ListEntry, Muster, MusterRow, file::Page, muster::ArmyFile,
    words::counted,
};
use acies_table::Pose;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::{
    command::Level,
    files::data::{self, ArmyList, BUDGET},
    rulings::{CAMP_COST, SEGMENT_COST},
    setup::Wing,
    units::Profile,
};

use laws::Draft;
pub use lines::Lines;
use lines::{UnitLine, muster};

/// An army that is ready to take the field.
#[derive(Clone, Debug)]
pub struct Roster {
    pub name: String,
    pub list: &'static ArmyList,
    pub budget: u32,
    pub fortified_camp: bool,
    /// Segments of fortification (ADLG-R28).
    pub segments: u32,
    pub corps: Vec<Corps>,
    pub troops: Vec<Troop>,
}

/// A commander and what he commands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corps {
    pub name: String,
    pub level: Level,
    /// Included in his unit for the whole battle (ADLG-R9).
    pub included: bool,
    /// The unit that he is with at the start, by its number in the army.
    pub with: u8,
    /// Where it is to deploy (ADLG-R29).
    pub wing: Wing,
}

/// A unit on a roster: what it is for the whole battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troop {
    pub profile: Profile,
    pub corps: u8,
    /// What it is called in this army, such as `hastati_2`.
    pub key: String,
    /// The same in words, such as "Hastati and principes 2".
    pub name: String,
    /// Where it stands if the army is deployed already, as its owner sees the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Pose>,
}

/// Reads an army file and checks it.
pub fn read(file: &str, text: &str) -> Result<Roster, BadFile> {
    Lines::read(file, text)
}

impl ArmyFile for Lines {
    type Roster = Roster;

    const RULESET: &'static str = "adlg";

    fn ruleset(&self) -> Option<&Spanned<String>> {
        self.ruleset.as_ref()
    }

    fn misspelt(&self, page: Page<'_>) -> Vec<BadFile> {
        Draft { page, lines: self }.misspelt()
    }

    fn mustered(&self, _: Page<'_>) -> Roster {
        muster(self)
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
            units: roster.troops.len(),
            name: roster.name.clone(),
            text: String::new(),
        }
    }

    fn shown(&self, page: Page<'_>, roster: &Roster) -> Muster {
        let draft = Draft { page, lines: self };
        let row = |group: usize, unit: &UnitLine| MusterRow {
            entry: format!("{}.{}", unit.listed().list.id, unit.listed().entry.id),
            line: page.line(unit.troop.span()),
            count: unit.count() as u32,
            cost: unit.count() as i32 * unit.listed().entry.profile.cost(),
            group: Some(group),
        };
        let corps = self.corps.iter().enumerate();
        Muster {
            list: Some(roster.list.id.clone()),
            groups: self.corps.iter().map(|corps| page.group(&corps.name)).collect(),
            rows: corps
                .flat_map(|(n, corps)| corps.unit.iter().map(move |it| row(n, it)))
                .collect(),
            leaders: (0..self.corps.len()).map(|n| draft.commander(roster, n)).collect(),
            ..Muster::default()
        }
    }
}

/// The army lists (RULES.md 5.3), for armies of the usual size.
pub fn lists() -> Vec<ListCard> {
    let entry = |list: &ArmyList, entry: &data::ListTroop| ListEntry {
        id: format!("{}.{}", list.id, entry.id),
        name: entry.name.clone(),
        cost: entry.cost,
        least: entry.min(BUDGET),
        most: entry.max(BUDGET),
        about: entry.profile.words(),
        symbol: crate::scene::symbol(&entry.profile).to_owned(),
        values: vec![
            ("Cohesion", entry.profile.cohesion().to_string()),
            ("Protection", entry.profile.kind.row().protection.to_string()),
            ("Move", entry.profile.kind.row().moves.open.to_string()),
        ],
        special: entry.profile.abilities.words().map(str::to_owned).collect(),
        writes: format!("    {{ troop = \"{}.{}\" }},", list.id, entry.id),
    };
    let card = |list: &ArmyList| ListCard {
        id: list.id.clone(),
        name: format!("{}, {}", list.name, list.years),
        entries: list.troops.iter().map(|it| entry(list, it)).collect(),
    };
    data::lists().iter().map(card).collect()
}

impl Roster {
    /// ADLG-R15: units, commanders, camp and fortifications.
    pub fn cost(&self) -> i32 {
        let units: i32 = self.troops.iter().map(|troop| troop.profile.cost()).sum();
        let commanders: i32 = self.corps.iter().map(|corps| corps.level.cost(corps.included)).sum();
        let camp = if self.fortified_camp { CAMP_COST } else { 0 };
        units + commanders + camp + self.segments as i32 * SEGMENT_COST
    }

    /// ADLG-R14: the commander of highest value, the first named of equals.
    pub fn commander_in_chief(&self) -> usize {
        let highest = self.corps.iter().map(|corps| corps.level).max();
        self.corps.iter().position(|corps| Some(corps.level) == highest).unwrap_or(0)
    }

    /// ADLG-R13: how much of the list's command value its commanders use.
    pub fn command(&self) -> u8 {
        self.corps.iter().map(|corps| corps.level.command()).sum()
    }

    /// A line for each commander and unit.
    pub fn lines(&self) -> Vec<String> {
        let width = self.troops.iter().map(|troop| troop.name.chars().count()).max().unwrap_or(0);
        let mut lines = Vec::new();
        for (number, corps) in (0..).zip(&self.corps) {
            let chief =
                if usize::from(number) == self.commander_in_chief() { ", C-in-C" } else { "" };
            let how = if corps.included { "included in" } else { "with" };
            let with = &self.troops[usize::from(corps.with)].name;
            let cost = corps.level.cost(corps.included);
            let level = corps.level.word();
            lines.push(format!("{}: {level} commander ({cost}){chief}, {how} {with}", corps.name));
            for troop in self.troops.iter().filter(|troop| troop.corps == number) {
                let Troop { profile, name, .. } = troop;
                lines.push(format!("  {name:width$} {:4}  {}", profile.cost(), profile.words()));
            }
        }
        if self.fortified_camp {
            lines.push(format!("Fortified camp ({CAMP_COST})"));
        }
        if self.segments > 0 {
            lines.push(format!(
                "{} ({})",
                counted(self.segments as usize, "fortification"),
                self.segments
            ));
        }
        lines
    }

    /// What is allowed but unusual.
    pub fn warnings(&self) -> Vec<String> {
        let unspent = self.budget as i32 - self.cost();
        let cheapest = self.list.troops.iter().map(|entry| entry.cost).min().unwrap_or(0);
        let spare = (unspent >= cheapest).then(|| format!("{unspent} points unspent (ADLG-R15)"));
        let unused = self.list.command.saturating_sub(self.command());
        let idle = (unused > 0 && unspent >= Level::Competent.cost(false))
            .then(|| format!("command value +{unused} unused (ADLG-R13)"));
        spare.into_iter().chain(idle).collect()
    }
}

impl Profile {
    /// Type, quality, abilities and weapon in words.
    pub fn words(&self) -> String {
        let row = self.kind.row();
        let bought = self.abilities - row.has.abilities;
        let weapon = self.weapon.filter(|_| !bought.words().any(|word| word == "impact_half_bow"));
        let words: Vec<_> = [row.name.to_lowercase()]
            .into_iter()
            .chain([self.quality.word().to_owned()])
            .chain(bought.words().map(|word| word.replace('_', " ")))
            .chain(weapon.map(|weapon| weapon.word().replace('_', " ")))
            .collect();
        words.join(", ")
    }
}

#[cfg(test)]
mod tests;
