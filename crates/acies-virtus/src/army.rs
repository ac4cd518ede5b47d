//! Army files: reading them, and what an army may be (RULES.md 3.2, 3.28, VIR-R14 to VIR-R20, 5.3).
//!
//! A file is first read word by word, then mustered into a [`Roster`], then held against the rules.
//! Whatever is wrong points at its line.

use std::{
    collections::{HashMap, HashSet},
    ops::{Range, RangeInclusive},
};

use acies_core::{Army, ArmyCard, BadFile, file::read_toml};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    data::{self, ArmyList, BUDGET, Grades},
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
    let lines: Lines = read_toml(file, text)?;
    let page = Page { file, text, lines: &lines };
    first(page.misspelt())?;
    let roster = muster(&lines);
    first(page.unlawful(&roster))?;
    Ok(roster)
}

/// An army file as the rest of Acies sees it.
pub fn army(file: &str, text: &str) -> Result<Army, BadFile> {
    let roster = read(file, text)?;
    Ok(Army {
        cost: roster.cost(),
        roster: roster.roster_lines(),
        warnings: roster.warnings(),
        name: roster.name,
        text: text.to_owned(),
    })
}

/// A card for each sample army.
pub fn cards() -> Vec<ArmyCard> {
    let card = |&(id, text): &(&str, &str)| {
        let roster = read(id, text).expect("a test reads every sample army");
        ArmyCard {
            id: id.to_owned(),
            cost: roster.cost(),
            units: roster.troops.len(),
            size: roster.budget,
            name: roster.name,
        }
    };
    data::ARMIES.iter().map(card).collect()
}

/// What a player types for a name: `legio_vii` for "Legio VII".
pub fn key(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
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
        let unspent = self.budget - self.cost();
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
        .map(|word| word.replace('_', " "))
        .collect();
    format!("FV {fv}  SV {sv}  DV {dv}  MV {mv}  Mvt {mvt}  {}", words.join(", "))
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    name: Spanned<String>,
    list: Option<Spanned<&'static ArmyList>>,
    budget: Option<Spanned<u32>>,
    #[serde(default)]
    leader: Vec<LeaderLine>,
    #[serde(default)]
    unit: Vec<UnitLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderLine {
    name: Spanned<String>,
    #[serde(default)]
    superior: bool,
    #[serde(default)]
    charismatic: bool,
    #[serde(default)]
    hero: bool,
    cinc: Option<Spanned<bool>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    troop: Spanned<&'static Profile>,
    count: Option<Spanned<usize>>,
    grade: Option<Spanned<Grade>>,
    stubborn: Option<Spanned<bool>>,
    names: Option<Spanned<Vec<Spanned<String>>>>,
}

impl Lines {
    fn budget(&self) -> u32 {
        self.budget.as_ref().map_or(BUDGET, |budget| *budget.get_ref())
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
        self.cinc.as_ref().is_some_and(|cinc| *cinc.get_ref())
    }
}

impl UnitLine {
    fn profile(&self) -> &'static Profile {
        self.troop.get_ref()
    }

    fn count(&self) -> usize {
        self.count.as_ref().map_or(1, |count| *count.get_ref())
    }

    fn grade(&self) -> Grade {
        self.grade.as_ref().map_or(Grade::Regular, |grade| *grade.get_ref())
    }

    fn is_stubborn(&self) -> bool {
        self.stubborn.as_ref().is_some_and(|stubborn| *stubborn.get_ref())
    }

    /// What makes it Elite, Levy or Stubborn.
    fn why(&self) -> Range<usize> {
        let stubborn = self.stubborn.as_ref().map(Spanned::span);
        self.grade.as_ref().map(Spanned::span).or(stubborn).unwrap_or(self.troop.span())
    }

    fn names(&self) -> &[Spanned<String>] {
        self.names.as_ref().map_or(&[], |names| names.get_ref())
    }
}

/// What the file has when each of its words is known and its numbers are sound.
fn muster(lines: &Lines) -> Roster {
    let leaders = lines.leader.iter().map(|line| LeaderCard {
        name: line.name.get_ref().clone(),
        superior: line.superior,
        charismatic: line.charismatic,
        hero: line.hero,
    });
    Roster {
        name: lines.name.get_ref().clone(),
        list: lines.list.as_ref().map(|list| *list.get_ref()),
        budget: lines.budget(),
        troops: troops(&lines.unit),
        leaders: leaders.collect(),
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
            let (grade, stubborn) = (line.grade(), line.is_stubborn());
            troops.push(Troop { profile, grade, stubborn, key: key(&name), name });
        }
    }
    troops
}

/// A file with what it says, to find what is wrong in it.
struct Page<'a> {
    file: &'a str,
    text: &'a str,
    lines: &'a Lines,
}

/// The first thing that is wrong; its hint names the others.
fn first(wrong: Vec<BadFile>) -> Result<(), BadFile> {
    let mut wrong = wrong.into_iter();
    let Some(first) = wrong.next() else { return Ok(()) };
    let others = wrong.map(|other| format!("line {}: {other}", other.line()));
    let hints: Vec<_> = first.hint.clone().into_iter().chain(others).collect();
    let hint = (!hints.is_empty()).then(|| hints.join("\n"));
    Err(first.hint(hint))
}

impl Page<'_> {
    fn wrong(&self, at: Range<usize>, what: String) -> BadFile {
        BadFile::new(self.file, self.text, at, what)
    }

    /// Numbers and names that make no sense whatever the rules say.
    fn misspelt(&self) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        if let Some(budget) = &self.lines.budget
            && !BUDGETS.contains(budget.get_ref())
        {
            let what = format!("a budget of {}", points(*budget.get_ref()));
            let usual = "150 to 200 points are usual, 50 to 1000 possible".to_owned();
            wrong.push(self.wrong(budget.span(), what).rule("VIR-1.2.4").hint(usual));
        }
        for line in &self.lines.unit {
            if let Some(count) = &line.count
                && *count.get_ref() == 0
            {
                let hint = "leave the unit out".to_owned();
                wrong.push(self.wrong(count.span(), "a count of 0".to_owned()).hint(hint));
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
            if key(name.get_ref()).is_empty() {
                let what = format!("`{}` is no name", name.get_ref());
                let hint = "a name has letters or digits".to_owned();
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

    /// VIR-R14: at least 4.
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
        let stubborn = line.stubborn.as_ref().filter(|stubborn| *stubborn.get_ref())?;
        let is = match line.grade() {
            Grade::Elite => "Elite",
            Grade::Levy => "Levy",
            Grade::Regular if line.profile().has(Specials::IMPETUOUS) => "Impetuous",
            Grade::Regular if line.profile().has(Specials::FANATICS) => "Fanatics",
            Grade::Regular => return None,
        };
        let what = format!("`{}` are {is} and cannot be Stubborn too", line.profile().id);
        Some(self.wrong(stubborn.span(), what).rule("VIR-R19"))
    }

    /// VIR-R19: at most one unit in four is Stubborn, and without a list one in four Elite and one
    /// in four Levy. RULES.md 5.3: a list may say the same of a profile.
    fn one_in_four(&self) -> Vec<BadFile> {
        let units = &self.lines.unit;
        let mut wrong = Vec::new();
        let all = counted(self.lines.units(), "unit");
        let max = self.lines.units() / 4;
        let mut at_most = |word: &str, is: &dyn Fn(&UnitLine) -> bool| {
            if let Some(line) = passing(units, max, is) {
                let what = format!("{} of {all} {word}, at most {max} may be", count(units, is));
                let hint = "one unit in four, rounded down".to_owned();
                wrong.push(self.wrong(line.why(), what).rule("VIR-R19").hint(hint));
            }
        };
        at_most("Stubborn", &UnitLine::is_stubborn);
        let Some(list) = &self.lines.list else {
            at_most("Elite", &|line| line.grade() == Grade::Elite);
            at_most("Levy", &|line| line.grade() == Grade::Levy);
            return wrong;
        };
        let entries = list.get_ref().troops.iter();
        for entry in entries.filter(|entry| entry.grades == Grades::OneInFour) {
            let is = |line: &UnitLine| line.profile().id == entry.troop.id;
            let is_graded = |line: &UnitLine| is(line) && line.grade() != Grade::Regular;
            let (all, max) = (count(units, is), count(units, is) / 4);
            if let Some(line) = passing(units, max, is_graded) {
                let graded = count(units, is_graded);
                let what = format!(
                    "{graded} of {all} `{}` Elite or Levy, at most {max} may be",
                    entry.troop.id
                );
                let hint = "one in four of them, rounded down (RULES.md 5.3)".to_owned();
                wrong.push(self.wrong(line.why(), what).rule("VIR-R19").hint(hint));
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
            let what = format!("`{}` are not in the list {}", line.profile().id, list.name);
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
                wrong.push(self.wrong(at, format!("too many `{id}`: {has}")).hint(numbers));
            } else if has < min as usize {
                let at = self.lines.list.as_ref().map_or(self.lines.whole(), Spanned::span);
                wrong.push(self.wrong(at, format!("too few `{id}`: {has}")).hint(numbers));
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
        let over = roster.cost().checked_sub(roster.budget).filter(|over| *over > 0)?;
        let what =
            format!("{}, {over} over the budget of {}", points(roster.cost()), roster.budget);
        let spare = roster.troops.iter().filter(|troop| troop.cost() >= over);
        let hint = spare
            .min_by_key(|troop| troop.cost())
            .map(|troop| format!("without `{}` ({}) it would do", troop.key, points(troop.cost())));
        Some(self.wrong(self.lines.whole(), what).rule("VIR-1.2.4").hint(hint))
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

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn points(number: u32) -> String {
    counted(number as usize, "point")
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
