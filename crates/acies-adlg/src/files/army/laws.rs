//! What an army may be (RULES.md 4.2, 5; ADLG-R9, ADLG-R11 to ADLG-R15, ADLG-R28 to ADLG-R30): whatever is wrong points
//! at its line.

use std::{collections::HashSet, ops::Range};

use acies_core::{
    BadFile, RuleId,
    file::Page,
    words::{counted, did_you_mean},
};
use acies_table::{Base, Rect};
use toml::Spanned;

use crate::{
    command::Level,
    files::army::{
        Roster,
        lines::{Lines, UnitLine},
    },
    rulings::{CORPS, TOLERANCE, UNITS_MAX, UNITS_PER_CORPS},
    setup::Field,
};

/// A file with what it says, to find what is wrong in it.
pub(super) struct Draft<'a> {
    pub(crate) page: Page<'a>,
    pub(crate) lines: &'a Lines,
}

impl Draft<'_> {
    fn wrong(&self, at: Range<usize>, rule: RuleId, what: impl Into<String>) -> BadFile {
        self.page.bad(at, what).rule(rule)
    }

    /// Numbers and words that make no sense whatever the army is.
    pub(crate) fn misspelt(&self) -> Vec<BadFile> {
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
    pub(crate) fn unlawful(&self, roster: &Roster) -> Vec<BadFile> {
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
