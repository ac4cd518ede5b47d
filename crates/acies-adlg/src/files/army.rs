//! Army files: reading them, and what an army may be (RULES.md 4.2, 5; ADLG-R11 to ADLG-R15,
//! ADLG-R28 to ADLG-R30).
//!
//! A file is read word by word, then mustered into a [`Roster`], then held against the rules.
//! Whatever is wrong points at its line.

mod commanders;

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use acies_core::{
    Army, BadFile, ListCard, ListEntry, Muster, MusterRow, RuleId,
    file::Page,
    muster::ArmyFile,
    words::{counted, did_you_mean},
};
use acies_table::{Base, Facing, Pose, Rect};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::{
    command::Level,
    files::data::{self, ArmyList, BUDGET, Listed},
    rulings::{CAMP_COST, CORPS, SEGMENT_COST, TOLERANCE, UNITS_MAX, UNITS_PER_CORPS},
    setup::{Field, Wing},
    units::Profile,
};

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
    let entry = |list: &ArmyList, entry: &data::Entry| ListEntry {
        id: format!("{}.{}", list.id, entry.id),
        name: entry.name.clone(),
        cost: entry.cost,
        least: entry.min(BUDGET),
        most: entry.max(BUDGET),
        about: entry.profile.words(),
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
        let unused = self.list.command - self.command();
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

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    ruleset: Option<Spanned<String>>,
    name: Spanned<String>,
    list: Spanned<&'static ArmyList>,
    budget: Option<Spanned<i64>>,
    camp: Option<Camp>,
    fortifications: Option<Spanned<i64>>,
    #[serde(default)]
    corps: Vec<CorpsLine>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Camp {
    Unfortified,
    Fortified,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpsLine {
    name: Spanned<String>,
    wing: Spanned<Wing>,
    commander: Spanned<Level>,
    included: Option<Spanned<bool>>,
    with: Spanned<String>,
    #[serde(default)]
    unit: Vec<UnitLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    troop: Spanned<Listed>,
    count: Option<Spanned<i64>>,
    at: Option<Spanned<Vec<[f64; 2]>>>,
}

impl Lines {
    fn budget(&self) -> u32 {
        self.budget.as_ref().map_or(BUDGET, |budget| u32::try_from(*budget.get_ref()).unwrap_or(0))
    }

    fn segments(&self) -> u32 {
        self.fortifications.as_ref().map_or(0, |n| u32::try_from(*n.get_ref()).unwrap_or(u32::MAX))
    }

    /// Where to point when the army as a whole is wrong.
    fn whole(&self) -> Range<usize> {
        self.budget.as_ref().map_or(self.name.span(), Spanned::span)
    }

    fn units(&self) -> impl Iterator<Item = &UnitLine> {
        self.corps.iter().flat_map(|corps| &corps.unit)
    }
}

impl CorpsLine {
    fn is_included(&self) -> bool {
        self.included.as_ref().is_some_and(|included| *included.get_ref())
    }
}

impl UnitLine {
    fn count(&self) -> usize {
        self.count.as_ref().map_or(1, |count| usize::try_from(*count.get_ref()).unwrap_or(0))
    }

    fn listed(&self) -> Listed {
        *self.troop.get_ref()
    }
}

/// What the file has when each of its words is known and its numbers are sound.
fn muster(lines: &Lines) -> Roster {
    let troops = troops(lines);
    let corps = lines.corps.iter().map(|line| {
        let with = troops.iter().position(|troop| troop.key == *line.with.get_ref());
        Corps {
            name: line.name.get_ref().clone(),
            level: *line.commander.get_ref(),
            included: line.is_included(),
            with: with.unwrap_or(0) as u8,
            wing: *line.wing.get_ref(),
        }
    });
    Roster {
        name: lines.name.get_ref().clone(),
        list: lines.list.get_ref(),
        budget: lines.budget(),
        fortified_camp: lines.camp == Some(Camp::Fortified),
        segments: lines.segments(),
        corps: corps.collect(),
        troops,
    }
}

/// The units of the lines, numbered through the army unless there is only one of its kind.
fn troops(lines: &Lines) -> Vec<Troop> {
    let alike = |word: &str| -> usize {
        lines.units().filter(|line| line.listed().word() == word).map(UnitLine::count).sum()
    };
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut troops = Vec::new();
    for (corps, line) in (0..).zip(&lines.corps) {
        for unit in &line.unit {
            let Listed { entry, .. } = unit.listed();
            let word = unit.listed().word();
            let places = unit.at.as_ref().map_or(&[][..], |at| at.get_ref());
            for n in 0..unit.count() {
                let number = numbers.entry(word.clone()).or_default();
                *number += 1;
                let (key, name) = match alike(&word) {
                    1 => (entry.id.clone(), entry.name.clone()),
                    _ => (format!("{}_{number}", entry.id), format!("{} {number}", entry.name)),
                };
                let at = places.get(n).map(|&[x, y]| Pose::new(x, y, Facing::NORTH));
                troops.push(Troop { profile: entry.profile, corps, key, name, at });
            }
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
    fn wrong(&self, at: Range<usize>, rule: RuleId, what: impl Into<String>) -> BadFile {
        self.page.bad(at, what).rule(rule)
    }

    /// Numbers and words that make no sense whatever the army is.
    fn misspelt(&self) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        if let Some(budget) = &self.lines.budget
            && Field::for_budget(self.lines.budget()).is_none()
        {
            let what = format!("a budget of {}", budget.get_ref());
            let hint = "games have 100, 200 or 300 points".to_owned();
            wrong.push(self.wrong(budget.span(), "ADLG-R11", what).hint(hint));
        }
        if let Some(segments) = &self.lines.fortifications
            && !(0..=30).contains(segments.get_ref())
        {
            let what = format!("{} fortifications", segments.get_ref());
            let hint = "0 to 30 segments of 1 UD".to_owned();
            wrong.push(self.wrong(segments.span(), "ADLG-R28", what).hint(hint));
        }
        for line in self.lines.units() {
            if let Some(count) = &line.count
                && !(1..=UNITS_MAX as i64).contains(count.get_ref())
            {
                let what = format!("a count of {}", count.get_ref());
                let hint = format!("1 to {UNITS_MAX}");
                wrong.push(self.page.bad(count.span(), what).hint(hint));
            } else if let Some(at) = &line.at
                && at.get_ref().len() != line.count()
            {
                let places = counted(at.get_ref().len(), "place");
                let what = format!("{places} for {}", counted(line.count(), "unit"));
                let hint = "give a place to each, or leave `at` out".to_owned();
                wrong.push(self.page.bad(at.span(), what).hint(hint));
            }
        }
        let units: usize = self.lines.units().map(UnitLine::count).sum();
        if wrong.is_empty() && units > UNITS_MAX {
            let what = format!("{units} units, at most {UNITS_MAX} have room");
            wrong.push(self.wrong(self.lines.whole(), "ADLG-R11", what));
        }
        wrong
    }

    /// Everything that the rules forbid.
    fn unlawful(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = self.corps(roster);
        wrong.extend(self.commanders(roster));
        wrong.extend(self.numbers(roster));
        wrong.extend(self.cost(roster));
        wrong.extend(self.places(roster));
        wrong
    }

    /// ADLG-R11: exactly three corps of at least three units, one on each wing (ADLG-R29).
    fn corps(&self, roster: &Roster) -> Vec<BadFile> {
        let corps = &self.lines.corps;
        let mut wrong = Vec::new();
        if corps.len() != CORPS {
            let at = corps.get(CORPS).map_or(self.lines.name.span(), |extra| extra.name.span());
            let hint = "an army has three, each with its commander".to_owned();
            wrong.push(self.wrong(at, "ADLG-R11", counted_corps(corps.len())).hint(hint));
        }
        for (number, line) in (0..).zip(corps) {
            let units = roster.troops.iter().filter(|troop| troop.corps == number).count();
            if units < UNITS_PER_CORPS {
                let name = line.name.get_ref();
                let what = format!("corps `{name}` has {}", counted(units, "unit"));
                let hint = format!("at least {UNITS_PER_CORPS}");
                wrong.push(self.wrong(line.name.span(), "ADLG-R11", what).hint(hint));
            }
        }
        let mut wings = HashSet::new();
        for line in corps {
            if !wings.insert(*line.wing.get_ref()) {
                let what = format!("two corps on the {}", line.wing.get_ref().word());
                let hint = "one each on the left, in the centre and on the right".to_owned();
                wrong.push(self.wrong(line.wing.span(), "ADLG-R29", what).hint(hint));
            }
        }
        wrong
    }

    /// ADLG-R9, ADLG-R13: commanders with units of their own corps, within the command value.
    fn commanders(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        for (number, line) in (0..).zip(&self.lines.corps) {
            let own = || roster.troops.iter().filter(|troop| troop.corps == number);
            let with = line.with.get_ref();
            if !own().any(|troop| troop.key == *with) {
                let what = format!("there is no unit `{with}` in corps `{}`", line.name.get_ref());
                let keys = || own().map(|troop| troop.key.as_str());
                let all = || keys().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
                let hint =
                    did_you_mean(with, keys()).unwrap_or_else(|| format!("it has {}", all()));
                wrong.push(self.wrong(line.with.span(), "ADLG-R9", what).hint(hint));
            }
        }
        let value = roster.list.command;
        if roster.command() > value {
            let mut used = 0;
            let past = self.lines.corps.iter().find(|line| {
                used += line.commander.get_ref().command();
                used > value
            });
            let at = past.map_or(self.lines.whole(), |line| line.commander.span());
            let what =
                format!("commanders use +{} of a command value of +{value}", roster.command());
            let hint = "competent uses 1, brilliant 2, strategist 2, ordinary none".to_owned();
            wrong.push(self.wrong(at, "ADLG-R13", what).hint(hint));
        }
        let strategists =
            self.lines.corps.iter().filter(|line| *line.commander.get_ref() == Level::Strategist);
        if let Some(second) = strategists.clone().nth(1) {
            wrong.push(self.wrong(second.commander.span(), "ADLG-R13", "a second strategist"));
        }
        wrong
    }

    /// RULES.md 5.2, 5.3: the army has what its list has, and as many.
    fn numbers(&self, roster: &Roster) -> Vec<BadFile> {
        let list = roster.list;
        let mut wrong = Vec::new();
        for line in self.lines.units().filter(|line| line.listed().list.id != list.id) {
            let what = format!(
                "`{}` are not in the list {} (RULES.md 5.3)",
                line.listed().word(),
                list.name
            );
            let known: Vec<_> =
                list.troops.iter().map(|it| format!("`{}.{}`", list.id, it.id)).collect();
            let hint = format!("it has {}", known.join(", "));
            wrong.push(self.page.bad(line.troop.span(), what).hint(hint));
        }
        for entry in &list.troops {
            let word = format!("{}.{}", list.id, entry.id);
            let is = |line: &&UnitLine| line.listed().word() == word;
            let has: usize = self.lines.units().filter(is).map(UnitLine::count).sum();
            let (min, max) = (entry.min(roster.budget), entry.max(roster.budget));
            let hint = format!("{} has {min} to {max} for {} points", list.name, roster.budget);
            if has > max as usize {
                let mut sum = 0;
                let past = self.lines.units().filter(is).find(|line| {
                    sum += line.count();
                    sum > max as usize
                });
                let at = past.map_or(self.lines.whole(), |line| line.troop.span());
                let what = format!("too many `{word}`: {has} (RULES.md 5.3)");
                wrong.push(self.page.bad(at, what).hint(hint));
            } else if has < min as usize {
                let what = format!("too few `{word}`: {has} (RULES.md 5.3)");
                let at = self.lines.list.span();
                wrong.push(self.page.bad(at, what).hint(hint));
            }
        }
        wrong
    }

    /// ADLG-R15: never more than the budget.
    fn cost(&self, roster: &Roster) -> Option<BadFile> {
        let units = roster.troops.iter().map(|unit| (unit.key.as_str(), unit.profile.cost()));
        let at = self.lines.whole();
        let bad = self.page.over_budget(at, roster.cost(), roster.budget, units)?;
        Some(bad.rule("ADLG-R15"))
    }

    /// ADLG-R6, ADLG-R30: places in the zone of the corps, none on top of another; all or none.
    fn places(&self, roster: &Roster) -> Vec<BadFile> {
        let lines = self.lines.corps.iter().flat_map(|corps| &corps.unit);
        let spans: Vec<_> = lines
            .flat_map(|line| {
                let at = line.at.as_ref().map_or(line.troop.span(), Spanned::span);
                std::iter::repeat_n(at, line.count())
            })
            .collect();
        let placed = roster.troops.iter().filter(|troop| troop.at.is_some()).count();
        let Some(field) = Field::for_budget(roster.budget).filter(|_| placed > 0) else {
            return Vec::new();
        };
        let mut wrong = Vec::new();
        let mut before: Vec<Rect> = Vec::new();
        for (troop, span) in roster.troops.iter().zip(spans) {
            let Some(pose) = troop.at else {
                let what = format!("`{}` has no place, others have", troop.key);
                wrong.push(self.wrong(span, "ADLG-R30", what));
                continue;
            };
            let rect = Base::new(pose, troop.profile.kind.size()).rect();
            let wing = roster.corps[usize::from(troop.corps)].wing;
            let zone = field.zone(wing, troop.profile.kind.is_light());
            if !zone.holds(&rect) {
                let what = format!("`{}` is not in the {} zone", troop.key, wing.word());
                let hint = field.zone_words(wing, troop.profile.kind.is_light());
                wrong.push(self.wrong(span.clone(), "ADLG-R30", what).hint(hint));
            }
            if before.iter().any(|other| other.overlaps(&rect, TOLERANCE)) {
                let what = format!("`{}` is on top of another unit", troop.key);
                wrong.push(self.wrong(span, "ADLG-R6", what));
            }
            before.push(rect);
        }
        wrong
    }
}

fn counted_corps(number: usize) -> String {
    format!("{number} corps")
}

#[cfg(test)]
mod tests {
    use acies_core::{MusterOption, muster::Edit};

    use super::*;

    #[test]
    fn an_army_that_is_being_written_shows_all_that_is_wrong() {
        let (_, rome) = data::ARMIES.iter().find(|(id, _)| *id == "rome").unwrap();
        let whole = Lines::muster("rome.toml", rome).unwrap();
        assert!(whole.wrong.is_empty());
        assert_eq!((whole.cost, whole.budget, whole.list.as_deref()), (200, 200, Some("rom")));
        assert_eq!(whole.rows.iter().map(|row| row.count).sum::<u32>(), 23, "RULES.md 5.4");
        let groups: Vec<_> = whole.groups.iter().map(|it| (it.name.as_str(), it.line)).collect();
        assert_eq!(groups, [("Left", 7), ("Centre", 20), ("Right", 31)]);
        let velites =
            MusterRow { entry: "rom.velites".into(), line: 15, count: 1, cost: 4, group: Some(0) };
        assert_eq!(whole.rows[3], velites);
        // Three legionaries more than the points allow, and a commander with a unit of another corps.
        let text = rome.replace(
            "\"rom.hastati\", count = 2, at = [[10, 6], [11, 6]]",
            "\"rom.hastati\", count = 5",
        );
        let text = text.replace("with = \"equites_1\"", "with = \"hastati_1\"");
        let wrong = Lines::muster("rome.toml", &text).unwrap().wrong;
        let rules: Vec<_> = wrong.iter().filter_map(|bad| bad.rule).collect();
        assert!(rules.contains(&"ADLG-R15") && rules.contains(&"ADLG-R9"), "{rules:?}");
    }

    #[test]
    fn commanders_are_chosen() {
        let (_, text) = data::ARMIES.iter().find(|(name, _)| *name == "rome").unwrap();
        let leaders = Lines::muster("rome.toml", text).unwrap().leaders;
        // RULES.md 5.4: competent, brilliant, ordinary; ADLG-R12: 3, 6 and 0 points.
        assert_eq!(leaders.iter().map(|it| it.cost).collect::<Vec<_>>(), [3, 6, 0], "ADLG-R12");
        let options = |corps: usize, of: usize| &leaders[corps].selects[of].options;
        let after = |option: &MusterOption| {
            let text = Edit::all(&option.edits, text);
            Lines::muster("rome.toml", &text).unwrap()
        };
        let strategist = options(0, 0).iter().find(|it| it.name == "strategist").unwrap();
        assert_eq!((strategist.cost, after(strategist).leaders[0].cost), (10, 10), "ADLG-R12");
        let dear = after(strategist).wrong;
        assert_eq!(dear.iter().map(|bad| bad.rule).collect::<Vec<_>>(), [Some("ADLG-R15")]);
        let triarii = options(1, 1).iter().find(|it| it.name.starts_with("Triarii")).unwrap();
        let with = &after(triarii).leaders[1].selects[1].options;
        assert_eq!(with.iter().find(|it| it.on).unwrap().name, triarii.name, "ADLG-R9");
        assert_eq!(with.len(), 10, "RULES.md 5.4: units of his own corps");
        let crossed = after(&options(2, 2)[0]).wrong;
        assert!(crossed.iter().any(|bad| bad.rule == Some("ADLG-R29")), "{crossed:?}");
        // ADLG-R12: two points less if he is included; written where it was not, and changed where it was.
        let included = &leaders[1].switches[0];
        let there = after(included);
        assert_eq!((included.cost, there.leaders[1].cost, there.cost), (4, 4, 198), "ADLG-R12");
        assert!(there.leaders[1].switches[0].on && there.wrong.is_empty(), "{:?}", there.wrong);
    }

    #[test]
    fn shipped_armies_are_lawful() {
        for (id, text) in data::ARMIES {
            let roster = read(id, text).unwrap_or_else(|bad| panic!("{id}:{}: {bad}", bad.line()));
            assert_eq!(roster.budget, 200, "ADLG-R11: {id}");
            assert!((190..=200).contains(&roster.cost()), "ADLG-R15: {id} costs {}", roster.cost());
            assert!(roster.troops.len() <= UNITS_MAX, "{id}");
        }
    }

    #[test]
    fn samples_are_those_of_the_rulebook() {
        // RULES.md 5.4: units and points of each corps and of the whole.
        for (id, units, chief, corps) in [
            ("rome", 23, 1, [(8, 64), (10, 100), (5, 36)]),
            ("carthage", 26, 2, [(9, 53), (9, 73), (8, 74)]),
        ] {
            let (_, text) = data::ARMIES.iter().find(|(name, _)| *name == id).unwrap();
            let roster = read(id, text).unwrap();
            assert_eq!((roster.troops.len(), roster.cost()), (units, 200), "{id}");
            assert_eq!(roster.commander_in_chief(), chief, "ADLG-R14: {id}");
            assert_eq!(roster.warnings(), [""; 0], "{id}");
            for (number, (units, points)) in (0..).zip(corps) {
                let own = roster.troops.iter().filter(|troop| troop.corps == number);
                let commander = roster.corps[usize::from(number)].level.cost(false);
                let cost: i32 = own.clone().map(|troop| troop.profile.cost()).sum();
                assert_eq!((own.count(), cost + commander), (units, points), "{id} {number}");
            }
            assert!(roster.troops.iter().all(|troop| troop.at.is_some()), "{id}");
        }
    }

    const ROME: &str = include_str!("../../data/armies/rome.toml");

    fn complaint(old: &str, new: &str) -> String {
        assert!(ROME.contains(old), "{old}");
        let bad = read("rome.toml", &ROME.replacen(old, new, 1)).expect_err(new);
        format!("line {}: {bad}; {}", bad.line(), bad.hint.clone().unwrap_or_default())
    }

    #[test]
    fn whatever_is_wrong_is_told_with_its_line_and_rule() {
        for (old, new, says) in [
            (
                "rom.hastati\"",
                "rom.hastatii\"",
                "line 12: unknown troop `rom.hastatii`; did you mean `rom.hastati`",
            ),
            (
                "rom.cretans",
                "car.baleares",
                "line 16: `car.baleares` are not in the list Polybian Roman (RULES.md 5.3)",
            ),
            (
                "commander = \"ordinary\"",
                "commander = \"strategist\"",
                "line 33: commanders use +5 of a command value of +4 (ADLG-R13)",
            ),
            (
                "list = \"rom\"",
                "list = \"rom\"\nbudget = 150",
                "line 5: a budget of 150 (ADLG-R11); games have 100, 200 or 300",
            ),
            (
                "list = \"rom\"",
                "list = \"rom\"\ncamp = \"fortified\"",
                "line 3: 206 points, 6 over the budget of 200 (ADLG-R15); without `ligures` (7 points)",
            ),
            (
                "list = \"rom\"",
                "list = \"rom\"\nfortifications = 2",
                "line 3: 202 points, 2 over the budget of 200 (ADLG-R15)",
            ),
            (
                "with = \"hastati_1\"",
                "with = \"hastati_5\"",
                "line 10: there is no unit `hastati_5` in corps `Left` (ADLG-R9)",
            ),
            ("wing = \"right\"", "wing = \"left\"", "line 32: two corps on the left (ADLG-R29)"),
            (
                "[10, 6], [11, 6]",
                "[10, 6], [12, 6]",
                "line 12: `hastati_2` is not in the left zone (ADLG-R30)",
            ),
            (
                "[10, 6], [11, 6]",
                "[10, 6], [9.5, 6]",
                "line 12: `hastati_2` is on top of another unit (ADLG-R6)",
            ),
            ("[10, 6], [11, 6]", "[10, 6]", "line 12: 1 place for 2 units"),
            ("count = 2", "count = 0", "line 12: a count of 0"),
            (
                "rom.socii\", count = 3, at = [[7, 6], [8, 6], [9, 6]]",
                "rom.socii\", count = 3",
                "line 13: `socii_1` has no place, others have (ADLG-R30)",
            ),
        ] {
            let complaint = complaint(old, new);
            assert!(complaint.contains(says), "{new}:\n{complaint}");
        }
    }

    #[test]
    fn corps_have_their_numbers() {
        let start = ROME.find("[[corps]]\nname = \"Right\"").unwrap();
        let bad = read("rome.toml", &ROME[..start]).unwrap_err();
        assert_eq!(bad.to_string(), "2 corps (ADLG-R11)");
        let without = ROME
            .replace("    { troop = \"rom.equites\", count = 2, at = [[19, 6], [20, 6]] },\n", "");
        let without = without.replace("count = 2, at = [[21, 6], [22, 6]]", "at = [[21, 6]]");
        let bad = read("rome.toml", &without).unwrap_err();
        assert_eq!(bad.to_string(), "corps `Right` has 2 units (ADLG-R11)");
        assert!(bad.hint.unwrap().contains("too few `rom.equites`: 0"), "RULES.md 5.3");
    }

    #[test]
    fn included_commanders_are_cheaper() {
        let included =
            ROME.replacen("with = \"hastati_1\"", "with = \"hastati_1\"\nincluded = true", 1);
        assert_eq!(read("rome.toml", &included).unwrap().cost(), 198, "ADLG-R12");
    }

    #[test]
    fn a_roster_can_be_printed() {
        let lines = read("rome.toml", ROME).unwrap().lines();
        insta::assert_snapshot!(lines[lines.len() - 6..].join("\n"), @r"
        Right: ordinary commander (0), with Roman equites 1
          Roman equites 1            9  heavy cavalry, ordinary
          Roman equites 2            9  heavy cavalry, ordinary
          Allied cavalry 1           7  medium cavalry, ordinary
          Allied cavalry 2           7  medium cavalry, ordinary
          Velites 4                  4  light infantry, ordinary, javelin
        ");
    }
}
