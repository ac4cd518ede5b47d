//! What an army may be (RULES.md 5.3; LEG-R2 to LEG-R6, LEG-R10, LEG-R27, LEG-R28, LEG-R112, LEG-R113, LEG-R116, LEG-R117).

use acies_core::{
    BadFile,
    words::{counted, quoted},
};
use acies_table::{Base, Rect};
use toml::Spanned;

use super::{
    Enlisted, Post, Roster,
    draft::{Draft, UnitLine, find},
};
use crate::{
    files::data::{ArmyList, Entry},
    rulings::{BASES_MAX, BASES_MIN, CAMP, TOLERANCE},
    setup::Size,
    troops::Grade,
};

impl Enlisted {
    /// The rectangle that it covers where it is to stand.
    pub fn rect(&self) -> Option<Rect> {
        let [width, depth] = self.shape.paces(self.profile.bases);
        let size = acies_table::Size::new(width.into(), depth.into());
        Some(Base::new(self.at?, size).rect())
    }
}

impl Draft<'_> {
    /// Everything that the rules forbid.
    pub(super) fn unlawful(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = self.leaders(roster);
        wrong.extend(self.lines.units().flat_map(|line| self.unit(line)));
        wrong.extend(roster.list.map(|list| self.of_the_list(list)).unwrap_or_default());
        wrong.extend(self.shares(roster));
        wrong.extend(self.cost(roster));
        // Places are judged once units are what they may be.
        if wrong.is_empty() {
            wrong.extend(self.places(roster));
        }
        wrong
    }

    /// LEG-R27, LEG-R28, LEG-R113: one General, 1 to 4 leaders, each with a command of his own.
    fn leaders(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        let mut generals = self.lines.command.iter().filter(|line| line.is_general());
        match (generals.next(), generals.next()) {
            (None, _) => {
                let hint = "say `general = true` of one leader".to_owned();
                wrong.push(self.wrong(self.lines.whole(), "LEG-R113", "no General").hint(hint));
            }
            (_, Some(second)) => {
                wrong.push(self.wrong(second.leader.span(), "LEG-R113", "a second General"));
            }
            (Some(_), None) if self.lines.command.len() < 2 => {
                let hint = "add a `[[command]]` with a `leader`".to_owned();
                let what = "no leader beside the General";
                wrong.push(self.wrong(self.lines.whole(), "LEG-R113", what).hint(hint));
            }
            (Some(_), None) => {}
        }
        for (n, line) in self.lines.command.iter().enumerate() {
            // LEG-R158: the General need not lead units of his own.
            if line.count() == 0 && !line.is_general() {
                let what = format!("{} has no units", line.leader.get_ref());
                wrong.push(self.wrong(line.leader.span(), "LEG-R27", what));
            }
            if let Some(with) = &line.with
                && find(with.get_ref(), &roster.units, n).is_none()
            {
                let known = roster.of_command(n).map(|unit| unit.key.as_str());
                let what = format!("there is no `{}` in this command", with.get_ref());
                let hint = format!("there are {}", quoted(known));
                wrong.push(self.wrong(with.span(), "LEG-R28", what).hint(hint));
            }
            let command = &roster.commands[n];
            let before = roster.commands[..n].iter().map(|it| &it.key);
            let taken = before.chain(roster.units.iter().map(|unit| &unit.key));
            if taken.into_iter().any(|key| *key == command.key) {
                let what = format!("`{}` is the name of somebody else", command.key);
                wrong.push(self.page.bad(line.leader.span(), what));
            }
        }
        wrong
    }

    /// LEG-R2, LEG-R3 to LEG-R6, LEG-R10, LEG-R121: what a unit of such troops may be.
    fn unit(&self, line: &UnitLine) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        let (Some(who), Some(profile)) = (self.who(line), self.profile(line)) else { return wrong };
        let here = || line.troop.span();
        let bases_at = || line.bases.as_ref().map_or_else(here, Spanned::span);
        let special = profile.kind.is_special();
        let name = &who.troop.name;
        let allowed = if special { 1..=1 } else { BASES_MIN..=BASES_MAX };
        if !allowed.contains(&profile.bases) {
            let what = format!("{name} of {}", counted(profile.bases.into(), "base"));
            let hint =
                if special { "a single base".to_owned() } else { "2 to 12 bases".to_owned() };
            wrong.push(self.wrong(bases_at(), "LEG-R2", what).hint(hint));
        } else if let Err((rule, why)) = self.shape(line, &profile) {
            let said = [&line.files, &line.lines];
            let at = said.into_iter().flatten().map(Spanned::span).next();
            let at = at.or_else(|| line.column.as_ref().map(Spanned::span)).unwrap_or_else(here);
            wrong.push(self.wrong(at, rule, why));
        }
        if special && profile.grade != Grade::C {
            let at = line.grade.as_ref().map_or_else(here, Spanned::span);
            wrong.push(self.wrong(at, "LEG-R6", "Special troops are always of grade C"));
        }
        if line.is_under_strength() && !profile.kind.is_heavy_infantry() {
            let at = line.under_strength.as_ref().map_or_else(here, Spanned::span);
            wrong.push(self.wrong(at, "LEG-R10", "only heavy infantry can be under-strength"));
        }
        if let Some(entry) = who.entry {
            wrong.extend(self.of_the_entry(line, entry));
        }
        wrong
    }

    /// RULES.md 5.3: grades, sizes and lines of an entry.
    fn of_the_entry(&self, line: &UnitLine, entry: &Entry) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        if let Some(grade) = &line.grade
            && !entry.grades.contains(grade.get_ref())
        {
            let known: Vec<_> = entry.grades.iter().map(|grade| grade.word()).collect();
            let what = format!("`{}` is not of grade {:?}", entry.id, grade.get_ref());
            let hint = format!("it is of {}", quoted(known.into_iter()));
            wrong.push(self.wrong(grade.span(), "LEG-R113", what).hint(hint));
        }
        if let Some(bases) = &line.bases {
            let [least, most] = entry.bases.map(i64::from);
            if !(least..=most).contains(bases.get_ref()) {
                let what = format!("`{}` of {} bases", entry.id, bases.get_ref());
                let hint = format!("{least} to {most}");
                wrong.push(self.wrong(bases.span(), "LEG-R113", what).hint(hint));
            }
        }
        if let (Some(of_list), Some(lines)) = (entry.lines, &line.lines)
            && *lines.get_ref() != i64::from(of_list)
        {
            let what = format!("`{}` stands in {of_list} lines", entry.id);
            wrong.push(self.wrong(lines.span(), "LEG-R113", what));
        }
        wrong
    }

    /// LEG-R113, RULES.md 5.3: the army has as many units of each kind as its list has.
    fn of_the_list(&self, list: &ArmyList) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        for entry in &list.units {
            let is = |line: &&UnitLine| *line.troop.get_ref() == entry.id;
            let has: usize = self.lines.units().filter(is).map(UnitLine::count).sum();
            let [least, most] = entry.units.map(|n| n as usize);
            let hint = format!("{} has {least} to {most}", list.name);
            if has > most {
                let mut sum = 0;
                let past = self.lines.units().filter(is).find(|line| {
                    sum += line.count();
                    sum > most
                });
                let at = past.map_or(self.lines.whole(), |line| line.troop.span());
                let what = format!("too many `{}`: {has}", entry.id);
                wrong.push(self.wrong(at, "LEG-R113", what).hint(hint));
            } else if has < least {
                let at = self.lines.list.as_ref().map_or(self.lines.whole(), Spanned::span);
                let what = format!("too few `{}`: {has}", entry.id);
                wrong.push(self.wrong(at, "LEG-R113", what).hint(hint));
            }
        }
        wrong
    }

    /// LEG-R113: at least half of the points of units are not light; at most a fifth of all points is Special.
    fn shares(&self, roster: &Roster) -> Vec<BadFile> {
        let points = |such: fn(&Enlisted) -> bool| -> u32 {
            roster.units.iter().filter(|unit| such(unit)).map(Enlisted::points).sum()
        };
        let (all, light) = (points(|_| true), points(|unit| unit.profile.kind.is_light()));
        let special = points(|unit| unit.profile.kind.is_special());
        let mut wrong = Vec::new();
        if 2 * light > all && !roster.list.is_some_and(|list| list.may_be_light) {
            let what = format!("{light} of {all} points are light troops");
            let hint = "at most half".to_owned();
            wrong.push(self.wrong(self.lines.whole(), "LEG-R113", what).hint(hint));
        }
        if 5 * special > roster.cost() {
            let what = format!("{special} of {} points are Special units", roster.cost());
            let hint = "at most a fifth".to_owned();
            wrong.push(self.wrong(self.lines.whole(), "LEG-R113", what).hint(hint));
        }
        wrong
    }

    /// LEG-R112: never more than the budget.
    fn cost(&self, roster: &Roster) -> Option<BadFile> {
        let units = roster.units.iter().map(|unit| (unit.key.as_str(), unit.points() as i32));
        let at = self.lines.whole();
        let bad = self.page.over_budget(at, roster.cost() as i32, roster.budget, units)?;
        Some(bad.rule("LEG-R112"))
    }

    /// LEG-R116: units in the zone, none over another; all of them have a place or none. LEG-R117: the camp on the base
    /// edge.
    fn places(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        let size = roster.size();
        if let (Some(x), Some(said)) = (roster.camp, &self.lines.camp)
            && !(CAMP[0] / 2.0..=size.table()[0] - CAMP[0] / 2.0).contains(&x)
        {
            wrong.push(self.wrong(said.span(), "LEG-R117", "the camp is not on the table"));
        }
        for (command, line) in roster.commands.iter().zip(&self.lines.command) {
            if let (Some(Post::At(at)), Some(said)) = (command.post, &line.at)
                && !size.zone().contains(at.vec())
            {
                let what = format!("{} is not where armies deploy", command.leader);
                wrong.push(self.wrong(said.span(), "LEG-R116", what).hint(zone(size)));
            }
        }
        if roster.units.iter().all(|unit| unit.at.is_none()) {
            return wrong;
        }
        let lines = self.lines.units().flat_map(|line| {
            let at = line.at.as_ref().map_or_else(|| line.troop.span(), Spanned::span);
            std::iter::repeat_n(at, line.count())
        });
        let mut before: Vec<(&str, Rect)> = Vec::new();
        for (unit, span) in roster.units.iter().zip(lines) {
            let Some(rect) = unit.rect() else {
                let what = format!("`{}` has no place, others have", unit.key);
                wrong.push(self.wrong(span, "LEG-R116", what));
                continue;
            };
            if !size.holds(&rect) {
                let what = format!("`{}` is not where armies deploy", unit.key);
                let bad = self.wrong(span.clone(), "LEG-R116", what);
                wrong.push(bad.hint(zone(size)));
            }
            let over = before.iter().find(|(_, other)| rect.overlaps(other, TOLERANCE));
            if let Some((other, _)) = over {
                let what = format!("`{}` overlaps `{other}`", unit.key);
                wrong.push(self.wrong(span, "LEG-R116", what));
            }
            before.push((&unit.key, rect));
        }
        wrong
    }
}

/// LEG-R116, as a hint.
fn zone(size: Size) -> String {
    let (width, depth) = (size.table()[0], size.zone_depth());
    format!("the whole unit within x 50 to {} and y 0 to {depth}", width - 50.0)
}
