//! Army files: reading them, and what an army may be (RULES.md 3.2, 3.28, VIR-R14 to VIR-R20, 5.3).
//!
//! A file is first read word by word, then mustered into a [`Roster`], then held against the rules.
//! Whatever is wrong points at its line.

mod leaders;

use std::{
    collections::{HashMap, HashSet},
    ops::{Range, RangeInclusive},
};

use acies_core::{
    Army, BadFile, ListCard, ListEntry, Muster, MusterRow, Seat,
    file::Page,
    muster::ArmyFile,
    words::{counted, key},
};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    areas::{Area, COLUMNS_MAX},
    files::data::{self, ArmyList, BUDGET, Grades},
    units::{Grade, LEADERS_MAX, LeaderCard, Profile, Specials, Troop, UNITS_MAX},
};

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
    let entry = |entry: &data::Entry| ListEntry {
        id: entry.troop.id.clone(),
        name: entry.troop.name.clone(),
        cost: entry.troop.cost as i32,
        least: entry.min(BUDGET),
        most: entry.max(BUDGET),
        about: format!(
            "fighting {}, defence {}, morale {}, moves {}",
            entry.troop.fv, entry.troop.dv, entry.troop.mv, entry.troop.mvt
        ),
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

impl Draft<'_> {
    fn wrong(&self, at: Range<usize>, what: String) -> BadFile {
        self.page.bad(at, what)
    }

    /// Numbers and names that make no sense whatever the rules say.
    fn misspelt(&self) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        if let Some(budget) = &self.lines.budget
            && !BUDGETS.contains(&self.lines.budget())
        {
            let what = format!("a budget of {}", budget.get_ref());
            let usual = "150 to 200 points are usual, 50 to 1000 possible".to_owned();
            wrong.push(self.wrong(budget.span(), what).rule("VIR-1.2.4").hint(usual));
        }
        for line in &self.lines.unit {
            if let Some(count) = &line.count
                && line.count() == 0
            {
                let what = format!("a count of {}", count.get_ref());
                let hint = "leave the unit out".to_owned();
                wrong.push(self.wrong(count.span(), what).hint(hint));
            }
            if let Some(names) = &line.names
                && names.get_ref().len() != line.count()
            {
                let given = counted(names.get_ref().len(), "name");
                let what = format!("{given} for {}", counted(line.count(), "unit"));
                let hint = "name all of them, or leave `names` out".to_owned();
                wrong.push(self.wrong(names.span(), what).hint(hint));
            }
        }
        let leaders = self.lines.leader.iter().map(|line| &line.name);
        let units = self.lines.unit.iter().flat_map(UnitLine::names);
        for name in leaders.chain(units).chain([&self.lines.name]) {
            let key = key(name.get_ref());
            if key.is_empty() || Area::named(&key, COLUMNS_MAX, Seat::Red).is_some() {
                let what = format!("`{}` is no name", name.get_ref());
                let hint = "a name has letters or digits, and is not an area's".to_owned();
                wrong.push(self.wrong(name.span(), what).hint(hint));
            }
        }
        // Such numbers are not mustered: they might be of any size.
        wrong.extend(self.too_many_units());
        wrong
    }

    /// Everything that the rules forbid.
    fn unlawful(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = self.leaders();
        wrong.extend(self.too_few_units());
        wrong.extend(self.lines.unit.iter().filter_map(|line| self.grade(line)));
        wrong.extend(self.lines.unit.iter().filter_map(|line| self.stubborn(line)));
        wrong.extend(self.one_in_four());
        if let Some(list) = roster.list {
            wrong.extend(self.list(list));
        }
        wrong.extend(self.same_names(roster));
        wrong.extend(self.cost(roster));
        wrong
    }

    /// VIR-R14: at most 24.
    fn too_many_units(&self) -> Option<BadFile> {
        let at = passing(&self.lines.unit, UNITS_MAX, |_| true)?.troop.span();
        let what =
            format!("{}, at most {UNITS_MAX} are allowed", counted(self.lines.units(), "unit"));
        let hint = "8 to 18 are usual".to_owned();
        Some(self.wrong(at, what).rule("VIR-R14").hint(hint))
    }

    /// VIR-R14: at least 4. About a dozen are usual (VIR-1.2.1).
    fn too_few_units(&self) -> Option<BadFile> {
        let units = self.lines.units();
        (units < UNITS_MIN).then(|| {
            let what = format!("{}, at least {UNITS_MIN} are needed", counted(units, "unit"));
            let hint = "add `[[unit]]` with a `troop`; 8 to 18 are usual".to_owned();
            self.wrong(self.lines.name.span(), what).rule("VIR-R14").hint(hint)
        })
    }

    /// VIR-1.2.3, VIR-8.7, VIR-8.8: one to four leaders, one of them C-in-C.
    fn leaders(&self) -> Vec<BadFile> {
        let leaders = &self.lines.leader;
        let mut wrong = Vec::new();
        if leaders.is_empty() {
            let hint = "add `[[leader]]` with a `name`".to_owned();
            let what = "no leader, at least one is needed".to_owned();
            wrong.push(self.wrong(self.lines.name.span(), what).rule("VIR-1.2.3").hint(hint));
        }
        if let Some(fifth) = leaders.get(LEADERS_MAX) {
            let what = format!("{} leaders, at most {LEADERS_MAX} are allowed", leaders.len());
            wrong.push(self.wrong(fifth.name.span(), what).rule("VIR-R14"));
        }
        let mut cincs = leaders.iter().filter(|leader| leader.is_cinc());
        if let (Some(one), Some(other)) = (cincs.next(), cincs.next()) {
            let name = other.name.get_ref();
            let what = format!("a second C-in-C, `{name}`, besides `{}`", one.name.get_ref());
            let hint = "without `cinc = true` the first leader is C-in-C".to_owned();
            let at = other.cinc.as_ref().map_or(other.name.span(), Spanned::span);
            wrong.push(self.wrong(at, what).rule("VIR-8.8").hint(hint));
        }
        wrong
    }

    /// VIR-R19: which grades a unit may have by its profile and by the army's list.
    fn grade(&self, line: &UnitLine) -> Option<BadFile> {
        let (profile, grade) = (line.profile(), line.grade());
        let list = self.lines.list.as_ref().map(|list| *list.get_ref());
        let listed = list.and_then(|list| list.entry(profile)).map(|entry| entry.grades);
        let id = &profile.id;
        let (what, hint) = match (listed, grade) {
            _ if profile.is_artillery() && grade != Grade::Regular => {
                (format!("`{id}` are artillery, which is always regular"), "leave `grade` out")
            }
            (None | Some(Grades::OneInFour), _)
            | (Some(Grades::Regular), Grade::Regular)
            | (Some(Grades::MayBeElite), Grade::Regular | Grade::Elite)
            | (Some(Grades::OnlyLevy), Grade::Levy) => return None,
            (Some(Grades::Regular), _) => {
                (format!("`{id}` are always regular in this list"), "leave `grade` out")
            }
            (Some(Grades::MayBeElite), Grade::Levy) => {
                (format!("`{id}` are regular or Elite in this list"), "leave `grade` out")
            }
            (Some(Grades::OnlyLevy), _) => {
                (format!("`{id}` are always Levy in this list"), "say `grade = \"levy\"`")
            }
        };
        let at = line.grade.as_ref().map_or(line.troop.span(), Spanned::span);
        Some(self.wrong(at, what).rule("VIR-R19").hint(hint.to_owned()))
    }

    /// VIR-R19: Stubborn may be added to what is not Impetuous, Fanatic, Elite or Levy.
    fn stubborn(&self, line: &UnitLine) -> Option<BadFile> {
        let at = line.stubborn()?;
        let is = match line.grade() {
            Grade::Elite => "Elite",
            Grade::Levy => "Levy",
            Grade::Regular if line.profile().has(Specials::IMPETUOUS) => "Impetuous",
            Grade::Regular if line.profile().has(Specials::FANATICS) => "Fanatic",
            Grade::Regular => return None,
        };
        let what = format!("`{}` are {is} and cannot be Stubborn too", line.profile().id);
        Some(self.wrong(at, what).rule("VIR-R19"))
    }

    /// VIR-R19: at most one unit in four is Stubborn, and without a list one in four Elite and one
    /// in four Levy. RULES.md 5.3: a list may say the same of a profile.
    fn one_in_four(&self) -> Vec<BadFile> {
        let units = &self.lines.unit;
        let mut wrong = Vec::new();
        let all = counted(self.lines.units(), "unit");
        let max = self.lines.units() / 4;
        let mut at_most = |word: &str, said: &dyn Fn(&UnitLine) -> Option<Range<usize>>| {
            let is = |line: &UnitLine| said(line).is_some();
            if let Some(at) = passing(units, max, is).and_then(said) {
                let what = format!("{} of {all} {word}, at most {max} may be", count(units, is));
                let hint = "one unit in four, rounded down".to_owned();
                wrong.push(self.wrong(at, what).rule("VIR-R19").hint(hint));
            }
        };
        at_most("Stubborn", &UnitLine::stubborn);
        let Some(list) = &self.lines.list else {
            at_most("Elite", &|line| line.graded(Grade::Elite));
            at_most("Levy", &|line| line.graded(Grade::Levy));
            return wrong;
        };
        let entries = list.get_ref().troops.iter();
        for entry in entries.filter(|entry| entry.grades == Grades::OneInFour) {
            let id = &entry.troop.id;
            let is = |line: &UnitLine| line.profile().id == *id;
            let said = |line: &UnitLine| {
                line.graded(Grade::Elite).or(line.graded(Grade::Levy)).filter(|_| is(line))
            };
            let is_graded = |line: &UnitLine| said(line).is_some();
            let (all, max) = (count(units, is), count(units, is) / 4);
            if let Some(at) = passing(units, max, is_graded).and_then(said) {
                let graded = count(units, is_graded);
                let what = format!("{graded} of {all} `{id}` Elite or Levy, at most {max} may be");
                let hint = "one in four of them, rounded down (RULES.md 5.3)".to_owned();
                wrong.push(self.wrong(at, what).rule("VIR-R19").hint(hint));
            }
        }
        wrong
    }

    /// RULES.md 5.3: the army has what its list has, and as many.
    fn list(&self, list: &ArmyList) -> Vec<BadFile> {
        let units = &self.lines.unit;
        let budget = self.lines.budget();
        let mut wrong = Vec::new();
        for line in units.iter().filter(|line| list.entry(line.profile()).is_none()) {
            let listed: Vec<_> =
                list.troops.iter().map(|entry| format!("`{}`", entry.troop.id)).collect();
            let what =
                format!("`{}` are not in the list {} (RULES.md 5.3)", line.profile().id, list.name);
            let hint = format!("it has {}", listed.join(", "));
            wrong.push(self.wrong(line.troop.span(), what).hint(hint));
        }
        for entry in &list.troops {
            let id = &entry.troop.id;
            let is = |line: &UnitLine| line.profile().id == *id;
            let (has, min, max) = (count(units, is), entry.min(budget), entry.max(budget));
            let numbers =
                format!("the list {} has {min} to {max} for {}", list.name, points(budget));
            if let Some(line) = passing(units, max as usize, is) {
                let at = line.count.as_ref().map_or(line.troop.span(), Spanned::span);
                wrong.push(
                    self.wrong(at, format!("too many `{id}`: {has} (RULES.md 5.3)")).hint(numbers),
                );
            } else if has < min as usize {
                let at = self.lines.list.as_ref().map_or(self.lines.whole(), Spanned::span);
                wrong.push(
                    self.wrong(at, format!("too few `{id}`: {has} (RULES.md 5.3)")).hint(numbers),
                );
            }
        }
        wrong
    }

    /// Who is called what must be plain, whether leader or unit.
    fn same_names(&self, roster: &Roster) -> Option<BadFile> {
        let leaders = self.lines.leader.iter().map(|line| line.name.span());
        let units = self.lines.unit.iter().flat_map(|line| {
            let named = |at| line.names().get(at).map_or(line.troop.span(), Spanned::span);
            (0..line.count()).map(named)
        });
        let keys = roster.leader_keys().into_iter();
        let keys = keys.chain(roster.troops.iter().map(|troop| troop.key.clone()));
        let mut seen = HashSet::new();
        let (key, at) =
            keys.zip(leaders.chain(units)).find(|(key, _)| !seen.insert(key.clone()))?;
        let hint = "units without `names` are numbered".to_owned();
        Some(self.wrong(at, format!("two are called `{key}`")).hint(hint))
    }

    /// VIR-1.2.4, VIR-R14: no more points than agreed.
    fn cost(&self, roster: &Roster) -> Option<BadFile> {
        let units = roster.troops.iter().map(|troop| (troop.key.as_str(), troop.cost() as i32));
        let (at, cost) = (self.lines.whole(), roster.cost() as i32);
        let bad = self.page.over_budget(at, cost, roster.budget, units)?;
        Some(bad.rule("VIR-1.2.4"))
    }
}

/// How many units there are of a kind.
fn count(units: &[UnitLine], is: impl Fn(&UnitLine) -> bool) -> usize {
    units.iter().filter(|line| is(line)).fold(0, |sum, line| sum.saturating_add(line.count()))
}

/// The line with which units of a kind become more than so many.
fn passing(units: &[UnitLine], max: usize, is: impl Fn(&UnitLine) -> bool) -> Option<&UnitLine> {
    let mut sum = 0_usize;
    units.iter().filter(|line| is(line)).find(|line| {
        sum = sum.saturating_add(line.count());
        sum > max
    })
}

fn points(number: u32) -> String {
    counted(number as usize, "point")
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use acies_core::{MusterLeader, muster::Edit};

    use super::*;

    #[test]
    fn an_army_that_is_being_written_shows_all_that_is_wrong() {
        let (_, tribe) = data::ARMIES.iter().find(|(id, _)| *id == "gallic_tribe").unwrap();
        let whole = Lines::muster("tribe.toml", tribe).unwrap();
        assert!(whole.wrong.is_empty() && whole.groups.is_empty());
        assert_eq!((whole.cost, whole.budget), (150, 150), "RULES.md 5.4");
        assert_eq!(whole.rows.iter().map(|row| row.count).sum::<u32>(), 13, "RULES.md 5.4");
        assert_eq!((whole.rows[0].entry.as_str(), whole.rows[0].line), ("warband", 11));
        let dear = tribe.replace("count = 4", "count = 9");
        let wrong = Lines::muster("tribe.toml", &dear).unwrap().wrong;
        assert!(wrong.iter().any(|bad| bad.what.contains("over the budget")), "{wrong:?}");
    }

    /// RULES.md 5.4: units and points of the sample armies.
    const SAMPLES: [(&str, usize, u32); 16] = [
        ("early_imperial_roman", 13, 200),
        ("dacian", 16, 200),
        ("republican_roman", 14, 200),
        ("carthaginian", 13, 200),
        ("gallic", 15, 200),
        ("ancient_british", 16, 200),
        ("germanic", 16, 200),
        ("macedonian", 11, 200),
        ("seleucid", 13, 200),
        ("achaemenid", 14, 200),
        ("parthian", 10, 200),
        ("spartan", 15, 200),
        ("numidian", 14, 200),
        ("palmyrene", 12, 200),
        ("roman_vexillation", 12, 150),
        ("gallic_tribe", 13, 150),
    ];

    #[test]
    fn sample_armies_are_lawful_and_spend_every_point() {
        assert_eq!(data::ARMIES.len(), SAMPLES.len());
        for ((id, text), (sample, units, cost)) in data::ARMIES.iter().zip(SAMPLES) {
            assert_eq!(*id, sample);
            let roster = read(id, text).unwrap();
            // VIR-R15, VIR-R20: points; VIR-R14: no warning.
            assert_eq!((roster.troops.len(), roster.cost()), (units, cost), "{id}");
            assert_eq!(roster.budget, cost, "{id}");
            assert!(roster.list.is_some(), "{id}");
            assert_eq!(roster.warnings(), [""; 0], "{id}");
            // 5.4: the first leader named is C-in-C (VIR-8.8).
            assert_eq!(roster.cinc, 0, "{id}");
        }
    }

    #[test]
    fn a_file_may_name_its_ruleset() {
        let (id, text) = data::ARMIES[0];
        assert!(read(id, &format!("ruleset = \"virtus\"\n{text}")).is_ok());
        let bad = read(id, &format!("ruleset = \"adlg\"\n{text}")).unwrap_err();
        assert_eq!(bad.to_string(), "a file of `adlg`, not of `virtus`");
    }

    #[test]
    fn leaders_are_chosen() {
        let text = include_str!("../../data/armies/roman_vexillation.toml");
        let muster = |text: &str| Lines::muster("rome.toml", text).unwrap();
        let whole = muster(text);
        // RULES.md 5.4: one leader, superior: 20 points (VIR-R20).
        let [tribune] = &whole.leaders[..] else { panic!("RULES.md 5.4") };
        assert_eq!((tribune.cost, tribune.without.len()), (20, 0), "VIR-R20, VIR-1.2.3");
        let on = |of: &MusterLeader| of.switches.iter().map(|it| it.on).collect::<Vec<_>>();
        assert_eq!(on(tribune), [true, false, false]);
        for (n, cost) in [(0, 10), (1, 30), (2, 30)] {
            let option = &tribune.switches[n];
            let after = &muster(&Edit::all(&option.edits, text)).leaders[0];
            assert_eq!((option.cost, after.cost), (cost, cost), "VIR-R20: {}", option.name);
            assert_ne!(on(after)[n], on(tribune)[n], "{}", option.name);
        }
        // VIR-8.7, VIR-8.8: a second leader becomes C-in-C, and the first may go.
        let two = Edit::all(&whole.more[0].edits, text);
        let second = &muster(&two).leaders[1];
        assert_eq!((second.cost, second.selects[0].options.len()), (10, 2), "VIR-R20");
        let led = Edit::all(&second.selects[0].options[1].edits, &two);
        let roster =
            super::muster(&acies_core::file::read_toml::<Lines>("rome.toml", &led).unwrap());
        assert_eq!((roster.leaders.len(), roster.cinc), (2, 1), "VIR-8.8");
        let alone = Edit::all(&muster(&led).leaders[0].without, &led);
        assert_eq!(muster(&alone).leaders[0].name, "Leader 2", "VIR-8.7");
    }

    #[test]
    fn sample_armies_have_cards() {
        let cards = <crate::Virtus as acies_core::Ruleset>::armies();
        assert_eq!(cards.len(), SAMPLES.len());
        let card = cards.iter().find(|card| card.id == "gallic_tribe").unwrap();
        assert_eq!((card.name.as_str(), card.units), ("Gallic tribe", 13));
        assert_eq!((card.cost, card.size), (150, 150));
    }

    #[test]
    fn a_roster_can_be_printed() {
        let text = r#"
            name = "Picked men"
            [[leader]]
            name = "Parmenion"
            [[leader]]
            name = "Alexander"
            superior = true
            charismatic = true
            hero = true
            cinc = true
            [[unit]]
            troop = "companions"
            grade = "elite"
            [[unit]]
            troop = "phalangites"
            count = 2
            names = ["Coenus", "Craterus"]
            [[unit]]
            troop = "formed_bowmen"
            stubborn = true
            [[unit]]
            troop = "phalangites"
            count = 2
            [[unit]]
            troop = "levy_spearmen"
            grade = "levy"
            [[unit]]
            troop = "balistae"
        "#;
        let army = Lines::army("picked.toml", text).unwrap();
        insta::assert_snapshot!(army.roster.join("\n"), @"
        Parmenion       10  leader
        Alexander       40  leader, C-in-C, superior, charismatic, hero
        Companions      39  FV 4  SV -  DV 3  MV 4  Mvt 2  heavy cavalry, Elite, kontos
        Coenus          10  FV 3  SV -  DV 2  MV 4  Mvt 1  heavy infantry, pikes
        Craterus        10  FV 3  SV -  DV 2  MV 4  Mvt 1  heavy infantry, pikes
        Formed bowmen    9  FV 1  SV 2  DV 2  MV 3  Mvt 1  medium infantry, Stubborn, TW round, formed archers
        Phalangites 1   10  FV 3  SV -  DV 2  MV 4  Mvt 1  heavy infantry, pikes
        Phalangites 2   10  FV 3  SV -  DV 2  MV 4  Mvt 1  heavy infantry, pikes
        Levy spearmen    4  FV 2  SV -  DV 2  MV 3  Mvt 1  medium infantry, Levy
        Balistae         8  FV 1  SV 4  DV 2  MV 1  Mvt 0  medium artillery, TW square
        ");
        assert_eq!(army.cost, 50 + 39 + 4 * 10 + 9 + 4 + 8);
        assert_eq!(army.text, text);
        let roster = read("picked.toml", text).unwrap();
        // VIR-R14: the usual budget where none is given; VIR-8.7, VIR-8.8: several leaders.
        assert_eq!((roster.budget, roster.cinc), (200, 1));
        assert_eq!(roster.leader_keys(), ["parmenion", "alexander"]);
        let keys: Vec<_> = roster.troops.iter().map(|troop| troop.key.as_str()).collect();
        #[rustfmt::skip]
        assert_eq!(keys, [
            "companions", "coenus", "craterus", "formed_bowmen", "phalangites_1", "phalangites_2",
            "levy_spearmen", "balistae",
        ]);
    }

    #[test]
    fn keys_are_words_that_can_be_typed() {
        for (name, typed) in [
            ("Legionaries 2", "legionaries_2"),
            ("Legio VII (Gemina)", "legio_vii_gemina"),
            ("Vercingétorix", "vercingétorix"),
            ("--", ""),
        ] {
            assert_eq!(key(name), typed);
        }
        for profile in data::profiles() {
            assert_eq!(key(&profile.name), profile.id);
        }
    }

    #[test]
    fn leaders_cost_ten_and_ten_more_for_each_quality() {
        // VIR-8.6, VIR-R20, VIR-QS.27; VIR-SR18.3 for the hero: superior, charismatic, hero, cost.
        let rows = [
            (false, false, false, 10),
            (true, false, false, 20),
            (false, true, false, 20),
            (true, true, false, 30),
            (false, false, true, 20),
            (true, false, true, 30),
            (false, true, true, 30),
            (true, true, true, 40),
        ];
        for (superior, charismatic, hero, cost) in rows {
            let leader = LeaderCard { name: "Pyrrhus".to_owned(), superior, charismatic, hero };
            assert_eq!(leader.cost(), cost, "VIR-R20: {leader:?}");
        }
    }

    /// A lawful leader, and these units from line 4 on.
    fn with(units: &str) -> String {
        format!("name = \"Rome\"\n[[leader]]\nname = \"Scipio\"\n{units}")
    }

    /// Three lines.
    fn unit(troop: &str, count: usize) -> String {
        format!("[[unit]]\ntroop = \"{troop}\"\ncount = {count}\n")
    }

    #[test]
    fn the_unusual_is_allowed_with_a_warning() {
        let warnings = |budget: u32, units: usize| {
            let text = format!("budget = {budget}\n{}", with(&unit("slingers", units)));
            read("rome.toml", &text).unwrap().warnings().join("\n")
        };
        // VIR-R14: 8 to 18 units, and points that would buy another; VIR-1.2.4: the usual budgets.
        assert_eq!(warnings(150, 20), "20 units where 8 to 18 are usual (VIR-R14)");
        insta::assert_snapshot!(warnings(66, 8), @"a budget of 66 where 150 to 200 points are usual (VIR-1.2.4)");
        insta::assert_snapshot!(warnings(150, 18), @"14 points unspent and lost (VIR-R14)");
        insta::assert_snapshot!(warnings(100, 4), @"
        4 units where 8 to 18 are usual (VIR-R14)
        a budget of 100 where 150 to 200 points are usual (VIR-1.2.4)
        62 points unspent and lost (VIR-R14)
        ");
    }

    #[test]
    fn one_unit_in_four_may_be_better_or_worse() {
        // VIR-R19: without a list, rounded down; each kind is counted apart.
        let kinds = ["grade = \"elite\"", "grade = \"levy\"", "stubborn = true"];
        let units = kinds.map(|kind| format!("{}{kind}\n", unit("slingers", 2))).concat();
        let text = with(&(units + &unit("javelineers", 3)));
        assert_eq!(read("rome.toml", &text).unwrap().troops.len(), 9);
        // VIR-R19: with a list only Stubborn is counted so; 5.3 allows Elite to all of a profile.
        let units = unit("picked_hoplites", 2) + "grade = \"elite\"\n" + &unit("peltasts", 2);
        let text = format!("list = \"greek_hoplite\"\nbudget = 100\n{}", with(&units));
        assert_eq!(read("sparta.toml", &text).unwrap().cost(), 10 + 36 + 16);
    }

    /// What is said of a bad file: the line that it points at, what is wrong, the hint.
    fn said(text: &str) -> String {
        let bad = read("rome.toml", text).unwrap_err();
        let line = text.lines().nth(bad.line() - 1).unwrap_or_default();
        let hint = bad.hint.as_ref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
        format!("{}: {line}\n{bad}{hint}", bad.line())
    }

    #[test]
    fn unknown_words_are_pointed_at() {
        insta::assert_snapshot!(said(&with(&unit("legionnaires", 8))), @r#"
        5: troop = "legionnaires"
        unknown troop `legionnaires`
        hint: did you mean `legionaries`?
        "#);
        let field = unit("slingers", 8).replace("count", "cuont");
        insta::assert_snapshot!(said(&with(&field)), @"
        6: cuont = 8
        unknown field `cuont`, expected one of `troop`, `count`, `grade`, `stubborn`, `names`
        hint: did you mean `count`?
        ");
        let grade = unit("slingers", 8) + "grade = \"elit\"\n";
        insta::assert_snapshot!(said(&with(&grade)), @r#"
        7: grade = "elit"
        unknown variant `elit`, expected one of `regular`, `elite`, `levy`
        hint: did you mean `elite`?
        "#);
        insta::assert_snapshot!(said(&format!("list = \"galic\"\n{}", with(""))), @r#"
        1: list = "galic"
        unknown army list `galic`
        hint: did you mean `gallic`?
        "#);
    }

    #[test]
    fn senseless_numbers_and_names_are_pointed_at() {
        insta::assert_snapshot!(said(&with(&unit("slingers", 0))), @"
        6: count = 0
        a count of 0
        hint: leave the unit out
        ");
        insta::assert_snapshot!(said(&with(&unit("slingers", 8).replace('8', "-8"))), @"
        6: count = -8
        a count of -8
        hint: leave the unit out
        ");
        // VIR-1.2.4.
        insta::assert_snapshot!(said(&format!("budget = 7\n{}", with(&unit("slingers", 8)))), @"
        1: budget = 7
        a budget of 7 (VIR-1.2.4)
        hint: 150 to 200 points are usual, 50 to 1000 possible
        ");
        let named = unit("slingers", 4) + "names = [\"Baleares\"]\n";
        insta::assert_snapshot!(said(&with(&named)), @r#"
        7: names = ["Baleares"]
        1 name for 4 units
        hint: name all of them, or leave `names` out
        "#);
        insta::assert_snapshot!(said(&with(&unit("slingers", 4)).replace("Scipio", "?")), @r#"
        3: name = "?"
        `?` is no name
        hint: a name has letters or digits, and is not an area's
        "#);
        insta::assert_snapshot!(said(&with(&unit("slingers", 4)).replace("Scipio", "S2")), @r#"
        3: name = "S2"
        `S2` is no name
        hint: a name has letters or digits, and is not an area's
        "#);
    }

    #[test]
    fn nobody_shares_a_name() {
        let named = unit("slingers", 4) + "names = [\"A\", \"B\", \"C\", \"Scipio\"]\n";
        insta::assert_snapshot!(said(&with(&named)), @r#"
        7: names = ["A", "B", "C", "Scipio"]
        two are called `scipio`
        hint: units without `names` are numbered
        "#);
        let numbered = unit("slingers", 1) + "names = [\"Javelineers 3\"]\n";
        insta::assert_snapshot!(said(&with(&(numbered + &unit("javelineers", 4)))), @r#"
        9: troop = "javelineers"
        two are called `javelineers_3`
        hint: units without `names` are numbered
        "#);
    }

    #[test]
    fn an_army_has_4_to_24_units() {
        // VIR-R14, VIR-1.2.1.
        insta::assert_snapshot!(said(&with(&unit("slingers", 3))), @r#"
        1: name = "Rome"
        3 units, at least 4 are needed (VIR-R14)
        hint: add `[[unit]]` with a `troop`; 8 to 18 are usual
        "#);
        let many = format!("budget = 300\n{}", with(&unit("slingers", 24)));
        assert_eq!(read("rome.toml", &many).unwrap().troops.len(), 24);
        insta::assert_snapshot!(said(&(many + &unit("javelineers", 1))), @r#"
        9: troop = "javelineers"
        25 units, at most 24 are allowed (VIR-R14)
        hint: 8 to 18 are usual
        "#);
        insta::assert_snapshot!(said(&with(&unit("slingers", 4_000_000_000))), @r#"
        5: troop = "slingers"
        4000000000 units, at most 24 are allowed (VIR-R14)
        hint: 8 to 18 are usual
        "#);
    }

    #[test]
    fn an_army_has_one_to_four_leaders_and_one_c_in_c() {
        // VIR-1.2.3.
        insta::assert_snapshot!(said(&format!("name = \"Rome\"\n{}", unit("slingers", 8))), @r#"
        1: name = "Rome"
        no leader, at least one is needed (VIR-1.2.3)
        hint: add `[[leader]]` with a `name`
        "#);
        // VIR-8.7, VIR-R14.
        let leader = |name: &str| format!("[[leader]]\nname = \"{name}\"\n");
        let army = with(&unit("slingers", 8)) + &["A", "B", "C"].map(leader).concat();
        assert_eq!(read("rome.toml", &army).unwrap().leaders.len(), 4);
        insta::assert_snapshot!(said(&(army.clone() + &leader("D"))), @r#"
        14: name = "D"
        5 leaders, at most 4 are allowed (VIR-R14)
        "#);
        // VIR-8.8.
        let army = army.replace("\"A\"", "\"A\"\ncinc = true");
        assert_eq!(read("rome.toml", &army).unwrap().cinc, 1);
        insta::assert_snapshot!(said(&army.replace("\"C\"", "\"C\"\ncinc = true")), @"
        14: cinc = true
        a second C-in-C, `C`, besides `A` (VIR-8.8)
        hint: without `cinc = true` the first leader is C-in-C
        ");
    }

    #[test]
    fn an_army_keeps_to_its_budget() {
        // VIR-1.2.4, VIR-R14.
        let army = with(&(unit("slingers", 12) + &unit("heavy_cavalry", 5)));
        insta::assert_snapshot!(said(&army), @r#"
        1: name = "Rome"
        214 points, 14 over the budget of 200 (VIR-1.2.4)
        hint: without `heavy_cavalry_1` (24 points) it would do
        "#);
        insta::assert_snapshot!(said(&format!("budget = 150\n{army}")), @"
        1: budget = 150
        214 points, 64 over the budget of 150 (VIR-1.2.4)
        ");
    }

    #[test]
    fn grades_and_stubbornness_have_limits() {
        // VIR-R19: one in four.
        let army = |line: &str| with(&(unit("hoplites", 9) + &unit("slingers", 4) + line));
        insta::assert_snapshot!(said(&army("grade = \"elite\"\n")), @r#"
        10: grade = "elite"
        4 of 13 units Elite, at most 3 may be (VIR-R19)
        hint: one unit in four, rounded down
        "#);
        insta::assert_snapshot!(said(&army("grade = \"levy\"\n")), @r#"
        10: grade = "levy"
        4 of 13 units Levy, at most 3 may be (VIR-R19)
        hint: one unit in four, rounded down
        "#);
        insta::assert_snapshot!(said(&army("stubborn = true\n")), @"
        10: stubborn = true
        4 of 13 units Stubborn, at most 3 may be (VIR-R19)
        hint: one unit in four, rounded down
        ");
        // VIR-R19: artillery is always regular.
        let army = |troop: &str, line: &str| with(&(unit("hoplites", 9) + &unit(troop, 1) + line));
        insta::assert_snapshot!(said(&army("scorpions", "grade = \"elite\"\n")), @r#"
        10: grade = "elite"
        `scorpions` are artillery, which is always regular (VIR-R19)
        hint: leave `grade` out
        "#);
        // VIR-R19: not Impetuous, Fanatic, Elite or Levy.
        insta::assert_snapshot!(said(&army("warband", "stubborn = true\n")), @"
        10: stubborn = true
        `warband` are Impetuous and cannot be Stubborn too (VIR-R19)
        ");
        insta::assert_snapshot!(said(&army("fanatics", "stubborn = true\n")), @"
        10: stubborn = true
        `fanatics` are Fanatic and cannot be Stubborn too (VIR-R19)
        ");
        let both = "grade = \"elite\"\nstubborn = true\n";
        insta::assert_snapshot!(said(&army("slingers", both)), @"
        11: stubborn = true
        `slingers` are Elite and cannot be Stubborn too (VIR-R19)
        ");
        insta::assert_snapshot!(said(&army("slingers", &both.replace("elite", "levy"))), @"
        11: stubborn = true
        `slingers` are Levy and cannot be Stubborn too (VIR-R19)
        ");
    }

    #[test]
    fn an_army_keeps_to_its_list() {
        // RULES.md 5.3.
        let listed = |list: &str, units: &str| format!("list = \"{list}\"\n{}", with(units));
        let lawful = unit("hoplites", 8) + &unit("peltasts", 4);
        assert!(read("greece.toml", &listed("greek_hoplite", &lawful)).is_ok());
        let foreign = lawful.clone() + &unit("legionaries", 1);
        insta::assert_snapshot!(said(&listed("greek_hoplite", &foreign)), @r#"
        12: troop = "legionaries"
        `legionaries` are not in the list Greek hoplite (RULES.md 5.3)
        hint: it has `hoplites`, `picked_hoplites`, `peltasts`, `javelineers`, `light_archers`, `slingers`, `greek_cavalry`
        "#);
        let many = lawful.clone() + &unit("peltasts", 1);
        insta::assert_snapshot!(said(&listed("greek_hoplite", &many)), @"
        13: count = 1
        too many `peltasts`: 5 (RULES.md 5.3)
        hint: the list Greek hoplite has 0 to 4 for 200 points
        ");
        let few = unit("hoplites", 3) + &unit("peltasts", 4);
        insta::assert_snapshot!(said(&listed("greek_hoplite", &few)), @r#"
        1: list = "greek_hoplite"
        too few `hoplites`: 3 (RULES.md 5.3)
        hint: the list Greek hoplite has 4 to 8 for 200 points
        "#);
        let small = format!("budget = 150\n{}", listed("greek_hoplite", &unit("hoplites", 7)));
        insta::assert_snapshot!(said(&small), @"
        8: count = 7
        too many `hoplites`: 7 (RULES.md 5.3)
        hint: the list Greek hoplite has 0 to 6 for 150 points
        ");
        // VIR-R19: grades where the list allows them.
        let levy = unit("hoplites", 4) + "grade = \"levy\"\n" + &unit("hoplites", 4);
        insta::assert_snapshot!(said(&listed("greek_hoplite", &levy)), @r#"
        8: grade = "levy"
        4 of 8 `hoplites` Elite or Levy, at most 2 may be (VIR-R19)
        hint: one in four of them, rounded down (RULES.md 5.3)
        "#);
        let elite = lawful + "grade = \"elite\"\n";
        insta::assert_snapshot!(said(&listed("greek_hoplite", &elite)), @r#"
        11: grade = "elite"
        `peltasts` are always regular in this list (VIR-R19)
        hint: leave `grade` out
        "#);
        let levy = unit("hoplites", 4) + &unit("picked_hoplites", 1) + "grade = \"levy\"\n";
        insta::assert_snapshot!(said(&listed("greek_hoplite", &levy)), @r#"
        11: grade = "levy"
        `picked_hoplites` are regular or Elite in this list (VIR-R19)
        hint: leave `grade` out
        "#);
        let persian = unit("formed_bowmen", 2) + &unit("takabara", 1);
        let persian = persian + &unit("persian_nobles", 1) + &unit("levy_spearmen", 1);
        insta::assert_snapshot!(said(&listed("achaemenid_persian", &persian)), @r#"
        15: troop = "levy_spearmen"
        `levy_spearmen` are always Levy in this list (VIR-R19)
        hint: say `grade = "levy"`
        "#);
    }

    proptest! {
        /// Whatever is written, the reader stays calm; what it lets pass is lawful.
        #[test]
        fn what_is_read_keeps_the_rules(
            list in 0..50_usize,
            budget in 40..400,
            leaders in 0..6_usize,
            units in vec((0..43_usize, 0..15_usize, 0..12_usize, 0..12_u8), 0..9),
        ) {
            let list = data::lists().get(list).map(|list| format!("list = \"{}\"\n", list.id));
            let head = format!("name = \"Any\"\nbudget = {budget}\n{}", list.unwrap_or_default());
            let leaders = (0..leaders).map(|at| format!("[[leader]]\nname = \"Leader {at}\"\n"));
            let units = units.into_iter().map(|(troop, count, grade, stubborn)| {
                // Most are one to three and plain, so that enough armies are lawful.
                let lines = unit(&data::profiles()[troop].id, count.div_ceil(5));
                let grade = ["elite", "levy"].get(grade).unwrap_or(&"regular");
                format!("{lines}grade = \"{grade}\"\nstubborn = {}\n", stubborn == 0)
            });
            let text: String = std::iter::once(head).chain(leaders).chain(units).collect();
            if let Ok(roster) = read("any.toml", &text) {
                let units = roster.troops.len();
                prop_assert!((4..=24).contains(&units), "VIR-R14");
                prop_assert!((1..=4).contains(&roster.leaders.len()), "VIR-1.2.3, VIR-R14");
                prop_assert!(roster.cost() <= roster.budget, "VIR-1.2.4");
                let stubborn = roster.troops.iter().filter(|troop| troop.stubborn).count();
                prop_assert!(stubborn <= units / 4, "VIR-R19");
                let keys: HashSet<_> = roster.troops.iter().map(|troop| &troop.key).collect();
                prop_assert_eq!(keys.len(), units);
            }
        }
    }

    #[test]
    fn everything_wrong_is_said_at_once() {
        let units = unit("warband", 2) + "stubborn = true\n" + &unit("elephants", 10);
        insta::assert_snapshot!(said(&format!("name = \"Rome\"\n{units}")), @r#"
        1: name = "Rome"
        no leader, at least one is needed (VIR-1.2.3)
        hint: add `[[leader]]` with a `name`
        also line 5: `warband` are Impetuous and cannot be Stubborn too (VIR-R19)
        also line 1: 240 points, 40 over the budget of 200 (VIR-1.2.4)
        "#);
    }
}
