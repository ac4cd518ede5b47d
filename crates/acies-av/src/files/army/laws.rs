//! What an army may be (AV-R17 to AV-R23, AV-R28, AV-R29, AV-R98, AV-R99; RULES.md 5.2).

use acies_core::{
    BadFile,
    words::{counted, quoted},
};
use acies_table::Point;
use toml::Spanned;

use super::{
    Roster, Stand,
    draft::{Draft, UnitLine},
};
use crate::{
    battle::{Carrier, Field},
    files::data::ArmyList,
    profile::Order,
    rulings::{DEPLOYMENT_UD, LEADERS_MAX, TOL, ZONE_UD},
};

impl Draft<'_> {
    /// Everything that the rules forbid.
    pub(super) fn unlawful(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = self.with_nobody(roster);
        wrong.extend(self.profiles());
        wrong.extend(self.numbers(roster));
        wrong.extend(self.leaders(roster));
        wrong.extend(self.figures(roster));
        wrong.extend(self.of_the_list(roster));
        wrong.extend(self.cost(roster));
        wrong.extend(self.places(roster));
        wrong
    }

    /// AV-R17, AV-R19, AV-R98, AV-R99: profiles that can be; AV-R29: first orders that they may have.
    fn profiles(&self) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        for line in &self.lines.unit {
            let Some(profile) = line.profile() else { continue };
            let span = line.span(self.lines);
            wrong
                .extend(profile.misfits().map(|(rule, what)| self.wrong(span.clone(), rule, what)));
            let Some(order) = &line.order else { continue };
            let first = matches!(
                order.get_ref(),
                Order::Halt | Order::Advance | Order::Shieldwall | Order::Orbis
            );
            if !first || !profile.may_have(*order.get_ref()) {
                let what = format!("it may not start under {}", order.get_ref().name());
                let hint = "Halt or Advance, Shieldwall or Orbis for who may form them".to_owned();
                wrong.push(self.wrong(order.span(), "AV-R29", what).hint(hint));
            }
        }
        wrong
    }

    /// AV-R23: how many units, leaders and figures.
    fn numbers(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        let Roster { units, leaders, figures, .. } = roster;
        if units.len() < UNITS_MIN {
            let what = counted(units.len(), "unit");
            let hint = format!("at least {UNITS_MIN}");
            wrong.push(self.wrong(self.lines.whole(), "AV-R23", what).hint(hint));
        }
        let most = units.len().div_ceil(UNITS_PER_LEADER).min(LEADERS_MAX);
        if leaders.len() > most {
            let what = format!(
                "{} for {}",
                counted(leaders.len(), "leader"),
                counted(units.len(), "unit")
            );
            let hint = format!(
                "at most {most}: one for each {UNITS_PER_LEADER}, and at most {LEADERS_MAX}"
            );
            wrong.push(self.wrong(self.lines.leader[most].name.span(), "AV-R23", what).hint(hint));
        }
        let most = units.len() / UNITS_PER_FIGURE;
        if figures.len() > most {
            let what = format!(
                "{} for {}",
                counted(figures.len(), "special figure"),
                counted(units.len(), "unit")
            );
            let hint = format!("at most {most}: one for each {UNITS_PER_FIGURE}");
            wrong
                .push(self.wrong(self.lines.figure[most].figure.span(), "AV-R23", what).hint(hint));
        }
        wrong
    }

    /// AV-R23: one Commander-in-Chief; one leader with any unit.
    fn leaders(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        let mut chiefs = self.lines.leader.iter().filter(|line| line.is_chief());
        match (chiefs.next(), chiefs.next()) {
            (None, _) => {
                let hint = "say `chief = true` of one leader".to_owned();
                let what = "no Commander-in-Chief";
                wrong.push(self.wrong(self.lines.whole(), "AV-R23", what).hint(hint));
            }
            (_, Some(second)) => {
                let what = "a second Commander-in-Chief";
                wrong.push(self.wrong(second.name.span(), "AV-R23", what));
            }
            (Some(_), None) => {}
        }
        for (n, leader) in roster.leaders.iter().enumerate() {
            let line = &self.lines.leader[n];
            let before = &roster.leaders[..n];
            if let (Some(Stand::With(_)), Some(with)) = (leader.post, &line.with)
                && before.iter().any(|other| other.post == leader.post)
            {
                let what = format!("a second leader with `{}`", with.get_ref());
                wrong.push(self.wrong(with.span(), "AV-R23", what));
            }
            let taken =
                roster.units.iter().map(|unit| &unit.key).chain(before.iter().map(|it| &it.key));
            if taken.into_iter().any(|key| *key == leader.key) {
                let what = format!("`{}` is the name of somebody else", leader.key);
                wrong.push(self.page.bad(line.name.span(), what));
            }
        }
        wrong
    }

    /// AV-R23: one figure with any unit. A leader's unit has those that go with him.
    fn figures(&self, roster: &Roster) -> Vec<BadFile> {
        let unit = |by: Carrier| match by {
            Carrier::Unit(unit) => Ok(unit),
            Carrier::Leader(leader) => match roster.leaders[usize::from(leader)].post {
                Some(Stand::With(unit)) => Ok(unit),
                _ => Err(leader),
            },
        };
        let mut wrong = Vec::new();
        for (n, it) in roster.figures.iter().enumerate() {
            if roster.figures[..n].iter().any(|other| unit(other.by) == unit(it.by)) {
                let with = &self.lines.figure[n].with;
                let what = format!("a second special figure with `{}`", with.get_ref());
                wrong.push(self.wrong(with.span(), "AV-R23", what));
            }
        }
        wrong
    }

    /// RULES.md 5.2: the army has what its list has, and as many.
    fn of_the_list(&self, roster: &Roster) -> Vec<BadFile> {
        let Some(list) = roster.list else { return Vec::new() };
        let mut wrong = self.strangers(list);
        for entry in &list.troops {
            let id = entry.troop.id.as_str();
            let is = |line: &&UnitLine| line.troop.as_ref().is_some_and(|it| it.get_ref().id == id);
            let has: usize = self.lines.unit.iter().filter(is).map(UnitLine::count).sum();
            let (min, max) = (entry.min as usize, entry.max(roster.budget) as usize);
            let hint = format!("{} has {min} to {max} for {} points", list.name, roster.budget);
            if has > max {
                let mut sum = 0;
                let past = self.lines.unit.iter().filter(is).find(|line| {
                    sum += line.count();
                    sum > max
                });
                let at = past.map_or(self.lines.whole(), |line| line.span(self.lines));
                let what = format!("too many `{id}`: {has} (RULES.md 5.2)");
                wrong.push(self.page.bad(at, what).hint(hint));
            } else if has < min {
                let at = self.lines.list.as_ref().map_or(self.lines.whole(), Spanned::span);
                let what = format!("too few `{id}`: {has} (RULES.md 5.2)");
                wrong.push(self.page.bad(at, what).hint(hint));
            }
        }
        wrong
    }

    /// Units, abilities and figures that a list does not have.
    fn strangers(&self, list: &ArmyList) -> Vec<BadFile> {
        let of = |what: String| format!("{what} in the list {} (RULES.md 5.2)", list.name);
        let mut wrong = Vec::new();
        for line in &self.lines.unit {
            let listed = line.troop.as_ref().and_then(|troop| list.entry(troop.get_ref()));
            if listed.is_none() {
                let what = of(format!("`{}` are not", line.called().0));
                let known = list.troops.iter().map(|entry| entry.troop.id.as_str());
                let hint = format!("it has {}", quoted(known));
                wrong.push(self.page.bad(line.span(self.lines), what).hint(hint));
            }
        }
        for abilities in self.lines.leader.iter().filter_map(|line| line.abilities.as_ref()) {
            let foreign = *abilities.get_ref() - list.abilities;
            wrong.extend(foreign.words().map(|word| {
                let known: Vec<_> = list.abilities.words().collect();
                let hint = format!("it has {}", quoted(known.iter().map(String::as_str)));
                self.page.bad(abilities.span(), of(format!("no leader is {word}"))).hint(hint)
            }));
        }
        for line in &self.lines.figure {
            if !list.figures.contains(line.figure.get_ref()) {
                let what = of(format!("there is no {}", line.figure.get_ref().name()));
                wrong.push(self.page.bad(line.figure.span(), what));
            }
        }
        wrong
    }

    /// AV-R23: never more than the budget.
    fn cost(&self, roster: &Roster) -> Option<BadFile> {
        let units = roster.units.iter().map(|unit| (unit.key.as_str(), unit.profile.cost()));
        let at = self.lines.whole();
        let bad = self.page.over_budget(at, roster.cost(), roster.budget, units)?;
        Some(bad.rule("AV-R23"))
    }

    /// AV-R28: places near the own edge, off the short edges, 1 UD apart; all units or none.
    fn places(&self, roster: &Roster) -> Vec<BadFile> {
        let placed = roster.units.iter().filter(|unit| unit.at.is_some()).count();
        if placed == 0 {
            return Vec::new();
        }
        let width = Field::for_budget(roster.budget).width.get();
        let lines = self.lines.unit.iter().flat_map(|line| {
            let at = line.at.as_ref().map_or_else(|| line.span(self.lines), Spanned::span);
            std::iter::repeat_n(at, line.count())
        });
        let mut wrong = Vec::new();
        let mut before: Vec<Point> = Vec::new();
        for (unit, span) in roster.units.iter().zip(lines) {
            let Some(pose) = unit.at else {
                let what = format!("`{}` has no place, others have", unit.key);
                wrong.push(self.wrong(span, "AV-R28", what));
                continue;
            };
            if !is_in_zone(pose.at, width) {
                let what = format!("`{}` is not where units deploy", unit.key);
                let hint = format!("y from 0 to {DEPLOYMENT_UD}, x from 1 to {}", width - 1.0);
                wrong.push(self.wrong(span.clone(), "AV-R28", what).hint(hint));
            }
            let near = |other: &Point| (other.vec() - pose.at.vec()).length() < ZONE_UD - TOL;
            if before.iter().any(near) {
                let what = format!("`{}` is less than 1 UD from another unit", unit.key);
                wrong.push(self.wrong(span, "AV-2.6", what));
            }
            before.push(pose.at);
        }
        for (leader, line) in roster.leaders.iter().zip(&self.lines.leader) {
            if let (Some(Stand::At(at)), Some(said)) = (leader.post, &line.at)
                && !is_in_zone(at, width)
            {
                let what = format!("`{}` is not where leaders deploy", leader.key);
                wrong.push(self.wrong(said.span(), "AV-R28", what));
            }
        }
        wrong
    }
}

/// AV-R28: within 5 UD of the own long edge, at least 1 UD from the short ones.
fn is_in_zone(at: Point, width_ud: f64) -> bool {
    let (x, y) = (at.x.get(), at.y.get());
    (-TOL..=DEPLOYMENT_UD + TOL).contains(&y)
        && (ZONE_UD - TOL..=width_ud - ZONE_UD + TOL).contains(&x)
}

/// AV-R23.
const UNITS_MIN: usize = 6;
const UNITS_PER_LEADER: usize = 3;
const UNITS_PER_FIGURE: usize = 5;
