//! What may be wrong in an army file: words that mean nothing, and laws that it breaks (VIR-R14 to VIR-R20).

use std::{collections::HashSet, ops::Range};

use acies_core::{
    BadFile, Seat,
    words::{counted, key},
};
use toml::Spanned;

use super::{BUDGETS, Draft, Roster, UNITS_MIN, UnitLine, points};
use crate::{
    areas::{Area, COLUMNS_MAX},
    files::data::{ArmyList, Grades},
    units::{Grade, LEADERS_MAX, Specials, UNITS_MAX},
};

impl Draft<'_> {
    pub(super) fn wrong(&self, at: Range<usize>, what: String) -> BadFile {
        self.page.bad(at, what)
    }

    /// Numbers and names that make no sense whatever the rules say.
    pub(super) fn misspelt(&self) -> Vec<BadFile> {
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
    pub(super) fn unlawful(&self, roster: &Roster) -> Vec<BadFile> {
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
pub(super) fn count(units: &[UnitLine], is: impl Fn(&UnitLine) -> bool) -> usize {
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
