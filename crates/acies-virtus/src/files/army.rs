//! Army files: reading them, and what an army may be (RULES.md 3.2, 3.28, VIR-R14 to VIR-R20, 5.3).
//!
//! A file is first read word by word, then mustered into a [`Roster`], then held against the rules.
//! Whatever is wrong points at its line.

mod laws;
mod leaders;

use std::{
    collections::HashMap,
    ops::{Range, RangeInclusive},
};

use acies_core::{
    Army, BadFile, ListCard, ListEntry, Muster, MusterRow,
    file::Page,
    muster::ArmyFile,
    words::{counted, key},
};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    files::data::{self, ArmyList, BUDGET},
    units::{Grade, LeaderCard, Profile, Specials, Troop},
};
use laws::count;

/// An army that is ready to take the field.
#[derive(Clone, Debug)]
pub struct Roster {
    pub name: String,
    pub list: Option<&'static ArmyList>,
    pub budget: u32,
    pub troops: Vec<Troop>,
    pub leaders: Vec<LeaderCard>,
    /// VIR-8.8: which of the leaders is C-in-C.
    pub cinc: usize,
}

/// VIR-R14: no army has fewer.
const UNITS_MIN: usize = 4;

/// VIR-1.2.4: budgets that anybody could agree on.
const BUDGETS: RangeInclusive<u32> = 50..=1000;

/// Reads an army file and checks it.
pub fn read(file: &str, text: &str) -> Result<Roster, BadFile> {
    Lines::read(file, text)
}

impl ArmyFile for Lines {
    type Roster = Roster;

    const RULESET: &'static str = "virtus";

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
            cost: roster.cost(),
            roster: roster.roster_lines(),
            warnings: roster.warnings(),
            budget: roster.budget,
            units: roster.troops.len(),
            name: roster.name.clone(),
            text: String::new(),
        }
    }

    fn shown(&self, page: Page<'_>, roster: &Roster) -> Muster {
        let draft = Draft { page, lines: self };
        let row = |unit: &UnitLine| MusterRow {
            entry: unit.profile().id.clone(),
            line: page.line(unit.troop.span()),
            count: unit.count() as u32,
            cost: troops(std::slice::from_ref(unit)).iter().map(|troop| troop.cost() as i32).sum(),
            group: None,
        };
        Muster {
            list: roster.list.map(|list| list.id.clone()),
            rows: self.unit.iter().map(row).collect(),
            leaders: (0..self.leader.len()).map(|n| draft.leader(roster, n)).collect(),
            more: draft.more_leaders(),
            ..Muster::default()
        }
    }
}

/// The army lists (RULES.md 5.3), for armies of the usual size.
pub fn lists() -> Vec<ListCard> {
    let entry = |entry: &data::Allowed| ListEntry {
        id: entry.troop.id.clone(),
        name: entry.troop.name.clone(),
        cost: entry.troop.cost as i32,
        least: entry.min(BUDGET),
        most: entry.max(BUDGET),
        about: format!("{:?} {:?}", entry.troop.weight, entry.troop.arm).to_lowercase(),
        symbol: entry.troop.symbol.clone(),
        values: vec![
            ("Fight", entry.troop.fv.to_string()),
            ("Shoot", entry.troop.sv.map_or("–".to_owned(), |sv| sv.to_string())),
            ("Save", entry.troop.dv.to_string()),
            ("Stands", entry.troop.mv.to_string()),
            ("Move", entry.troop.mvt.to_string()),
        ],
        special: Specials::WORDS
            .into_iter()
            .filter(|(_, special)| entry.troop.has(*special))
            .map(|(word, _)| word.to_owned())
            .collect(),
        writes: format!("[[unit]]\ntroop = \"{}\"\n", entry.troop.id),
    };
    let card = |list: &ArmyList| ListCard {
        id: list.id.clone(),
        name: list.name.clone(),
        entries: list.troops.iter().map(entry).collect(),
    };
    data::lists().iter().map(card).collect()
}

impl Roster {
    pub fn cost(&self) -> u32 {
        let units: u32 = self.troops.iter().map(Troop::cost).sum();
        units + self.leaders.iter().map(LeaderCard::cost).sum::<u32>()
    }

    /// The leaders' keys, in their order.
    pub fn leader_keys(&self) -> Vec<String> {
        self.leaders.iter().map(|leader| key(&leader.name)).collect()
    }

    /// A line for each leader and unit: name, cost, and what it is.
    pub fn roster_lines(&self) -> Vec<String> {
        let leaders = (0..).zip(&self.leaders).map(|(at, leader)| {
            let words = leader_words(leader, at == self.cinc);
            (&leader.name, leader.cost(), words)
        });
        let units = self.troops.iter().map(|troop| (&troop.name, troop.cost(), troop_words(troop)));
        let rows: Vec<_> = leaders.chain(units).collect();
        let width = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        rows.iter().map(|(name, cost, words)| format!("{name:width$} {cost:4}  {words}")).collect()
    }

    /// What is allowed but unusual.
    pub fn warnings(&self) -> Vec<String> {
        let units = self.troops.len();
        let unspent = self.budget.saturating_sub(self.cost());
        let cheapest = data::profiles().iter().map(|profile| profile.cost).min();
        let rows = [
            (!(8..=18).contains(&units))
                .then(|| format!("{} where 8 to 18 are usual (VIR-R14)", counted(units, "unit"))),
            (!(150..=200).contains(&self.budget)).then(|| {
                format!("a budget of {} where 150 to 200 points are usual (VIR-1.2.4)", self.budget)
            }),
            (Some(unspent) >= cheapest)
                .then(|| format!("{} unspent and lost (VIR-R14)", points(unspent))),
        ];
        rows.into_iter().flatten().collect()
    }
}

fn leader_words(leader: &LeaderCard, cinc: bool) -> String {
    let words = [
        (cinc, "C-in-C"),
        (leader.superior, "superior"),
        (leader.charismatic, "charismatic"),
        (leader.hero, "hero"),
    ];
    let said = words.into_iter().filter_map(|(is, word)| is.then_some(word));
    std::iter::once("leader").chain(said).collect::<Vec<_>>().join(", ")
}

fn troop_words(troop: &Troop) -> String {
    let Profile { arm, weight, fv, sv, dv, mv, mvt, specials, .. } = troop.profile;
    let sv = sv.map_or("-".to_owned(), |sv| sv.to_string());
    let kind = format!("{weight:?} {arm:?}").to_lowercase();
    let grade = match troop.grade {
        Grade::Regular => None,
        Grade::Elite => Some("Elite"),
        Grade::Levy => Some("Levy"),
    };
    let stubborn = troop.stubborn.then_some("Stubborn");
    let special = Specials::WORDS
        .into_iter()
        .filter_map(|(word, special)| specials.contains(special).then_some(word));
    let words: Vec<_> = [Some(kind.as_str()), grade, stubborn]
        .into_iter()
        .flatten()
        .chain(special)
        .map(|word| word.replace("tw_", "TW ").replace('_', " "))
        .collect();
    format!("FV {fv}  SV {sv}  DV {dv}  MV {mv}  Mvt {mvt}  {}", words.join(", "))
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    ruleset: Option<Spanned<String>>,
    name: Spanned<String>,
    list: Option<Spanned<&'static ArmyList>>,
    budget: Option<Spanned<i64>>,
    #[serde(default)]
    leader: Vec<LeaderLine>,
    #[serde(default)]
    unit: Vec<UnitLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderLine {
    name: Spanned<String>,
    superior: Option<Spanned<bool>>,
    charismatic: Option<Spanned<bool>>,
    hero: Option<Spanned<bool>>,
    cinc: Option<Spanned<bool>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    troop: Spanned<&'static Profile>,
    count: Option<Spanned<i64>>,
    grade: Option<Spanned<Grade>>,
    stubborn: Option<Spanned<bool>>,
    names: Option<Spanned<Vec<Spanned<String>>>>,
}

impl Lines {
    fn budget(&self) -> u32 {
        self.budget.as_ref().map_or(BUDGET, |budget| u32::try_from(*budget.get_ref()).unwrap_or(0))
    }

    /// Where to point when the army as a whole is wrong.
    fn whole(&self) -> Range<usize> {
        self.budget.as_ref().map_or(self.name.span(), Spanned::span)
    }

    fn units(&self) -> usize {
        count(&self.unit, |_| true)
    }
}

impl LeaderLine {
    fn is_cinc(&self) -> bool {
        is(self.cinc.as_ref())
    }

    fn card(&self) -> LeaderCard {
        LeaderCard {
            name: self.name.get_ref().clone(),
            superior: is(self.superior.as_ref()),
            charismatic: is(self.charismatic.as_ref()),
            hero: is(self.hero.as_ref()),
        }
    }
}

/// Whether it is said to be so.
fn is(said: Option<&Spanned<bool>>) -> bool {
    said.is_some_and(|said| *said.get_ref())
}

impl UnitLine {
    fn profile(&self) -> &'static Profile {
        self.troop.get_ref()
    }

    fn count(&self) -> usize {
        self.count.as_ref().map_or(1, |count| usize::try_from(*count.get_ref()).unwrap_or(0))
    }

    fn grade(&self) -> Grade {
        self.grade.as_ref().map_or(Grade::Regular, |grade| *grade.get_ref())
    }

    /// Where it is said to be of this grade.
    fn graded(&self, grade: Grade) -> Option<Range<usize>> {
        self.grade.as_ref().filter(|said| *said.get_ref() == grade).map(Spanned::span)
    }

    /// Where it is said to be Stubborn.
    fn stubborn(&self) -> Option<Range<usize>> {
        self.stubborn.as_ref().filter(|said| *said.get_ref()).map(Spanned::span)
    }

    fn names(&self) -> &[Spanned<String>] {
        self.names.as_ref().map_or(&[], |names| names.get_ref())
    }
}

/// What the file has when each of its words is known and its numbers are sound.
fn muster(lines: &Lines) -> Roster {
    Roster {
        name: lines.name.get_ref().clone(),
        list: lines.list.as_ref().map(|list| *list.get_ref()),
        budget: lines.budget(),
        troops: troops(&lines.unit),
        leaders: lines.leader.iter().map(LeaderLine::card).collect(),
        cinc: lines.leader.iter().position(LeaderLine::is_cinc).unwrap_or(0),
    }
}

/// The units of the lines. Those without a name of their own are numbered through the army, unless
/// there is only one of its kind.
fn troops(lines: &[UnitLine]) -> Vec<Troop> {
    let unnamed = |profile: &'static Profile| {
        let alike = lines.iter().filter(move |line| line.profile().id == profile.id);
        alike.filter(|line| line.names().is_empty()).map(UnitLine::count).sum::<usize>()
    };
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut troops = Vec::new();
    for line in lines {
        let profile = line.profile();
        for at in 0..line.count() {
            let name = match line.names().get(at) {
                Some(name) => name.get_ref().clone(),
                None if unnamed(profile) == 1 => profile.name.clone(),
                None => {
                    let number = numbers.entry(&profile.id).or_default();
                    *number += 1;
                    format!("{} {number}", profile.name)
                }
            };
            let (grade, stubborn) = (line.grade(), line.stubborn().is_some());
            troops.push(Troop { profile, grade, stubborn, key: key(&name), name });
        }
    }
    troops
}

/// A file with what it says, to find what is wrong in it.
struct Draft<'a> {
    page: Page<'a>,
    lines: &'a Lines,
}

fn points(number: u32) -> String {
    counted(number as usize, "point")
}

#[cfg(test)]
mod tests;
