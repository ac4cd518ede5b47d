//! What an army may be (IMP-R5 to IMP-R9, IMP-R12, IMP-R39, IMP-R125, IMP-R126; RULES.md 5.2).

use acies_core::{
    BadFile,
    words::{counted, did_you_mean, quoted},
};
use toml::Spanned;

use super::{
    Enlisted, Roster,
    draft::{Draft, UnitLine},
};
use crate::{
    command::Quality,
    rulings::{
        BAGGAGE_EDGE_U, DEPLOYMENT_U, SHORT_EDGE_U, SIZES, TOUCH_U, UNITS_PER_COMMAND, WIDTH_U,
        table_u,
    },
};

impl Draft<'_> {
    /// Everything that the rules forbid.
    pub(super) fn unlawful(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = self.commands(roster);
        wrong.extend(self.commanders(roster));
        wrong.extend(self.of_the_list(roster));
        wrong.extend(self.cost(roster));
        wrong.extend(self.places(roster));
        wrong.extend(self.baggage(roster));
        wrong
    }

    /// IMP-R5, IMP-R125: how many Commands, and how many Units in each.
    fn commands(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        let commands = &self.lines.command;
        let size = SIZES.iter().find(|(size, _)| *size == roster.budget);
        let most = size.map_or(0, |(_, most)| *most);
        if commands.is_empty() || commands.len() > most {
            let at = commands.get(most).map_or(self.lines.name.span(), |extra| extra.name.span());
            let what = counted(commands.len(), "Command");
            let hint = format!("1 to {most} in an army of {} points", roster.budget);
            wrong.push(self.wrong(at, "IMP-R5", what).hint(hint));
        }
        for (number, line) in (0..).zip(commands) {
            let units = roster.units.iter().filter(|unit| unit.command == number).count();
            if units < UNITS_PER_COMMAND {
                let name = line.name.get_ref();
                let what = format!("Command `{name}` has {}", counted(units, "Unit"));
                let hint = format!("at least {UNITS_PER_COMMAND}");
                wrong.push(self.wrong(line.name.span(), "IMP-R5", what).hint(hint));
            }
        }
        wrong
    }

    /// IMP-R6, IMP-R8, IMP-SPC.24: Commanders of qualities that are bought, each with a Unit of his Command, one in
    /// chief, who alone may be Charismatic.
    fn commanders(&self, roster: &Roster) -> Vec<BadFile> {
        let mut wrong = Vec::new();
        for (number, line) in (0..).zip(&self.lines.command) {
            let own = || roster.units.iter().filter(|unit| unit.command == number);
            let with = line.with.get_ref();
            if !own().any(|unit| unit.key == *with) {
                let keys = || own().map(|unit| unit.key.as_str());
                let all = || format!("there are {}", quoted(keys()));
                let hint = did_you_mean(with, keys()).unwrap_or_else(all);
                let what =
                    format!("there is no Unit `{with}` in Command `{}`", line.name.get_ref());
                wrong.push(self.wrong(line.with.span(), "IMP-R6", what).hint(hint));
            }
            let (quality, at) = (*line.commander.get_ref(), line.commander.span());
            if matches!(quality, Quality::Incompetent | Quality::Coward) {
                let what = format!("a Commander who is {}", quality.name());
                let hint = "none is bought: a Commander may become one in battle".to_owned();
                wrong.push(self.wrong(at, "IMP-R8", what).hint(hint));
            } else if quality == Quality::Charismatic && !line.is_chief() {
                let what = "a Charismatic Commander who is not the Commander-in-Chief";
                wrong.push(self.wrong(at, "IMP-SPC.24", what));
            } else if let Some(list) = roster.list {
                let may_be = if line.is_chief() { &list.chief } else { &list.others };
                if !may_be.contains(&quality) {
                    let who = if line.is_chief() { "Commander-in-Chief" } else { "Commander" };
                    let name = quality.name();
                    let what = format!("no {who} of {} is {name} (RULES.md 5.2)", list.name);
                    let hint = format!("he may be {}", Self::may_be(may_be));
                    wrong.push(self.page.bad(at, what).hint(hint));
                }
            }
        }
        let mut chiefs = self.lines.command.iter().filter(|line| line.is_chief());
        match (chiefs.next(), chiefs.next()) {
            (None, _) => {
                let hint = "say `chief = true` of one Command".to_owned();
                let what = "no Commander-in-Chief";
                wrong.push(self.wrong(self.lines.whole(), "IMP-R6", what).hint(hint));
            }
            (_, Some(second)) => {
                let what = "a second Commander-in-Chief";
                wrong.push(self.wrong(second.name.span(), "IMP-R6", what));
            }
            (Some(_), None) => {}
        }
        wrong
    }

    /// RULES.md 5.2, IMP-R126: the army has what its list has, and as many elements.
    fn of_the_list(&self, roster: &Roster) -> Vec<BadFile> {
        let Some(list) = roster.list else { return Vec::new() };
        let mut wrong = Vec::new();
        if let Some(structure) = &self.lines.structure
            && *structure.get_ref() != list.structure
        {
            let name = structure.get_ref().name();
            let what = format!("{name} Command Structure in the list {} (RULES.md 5.2)", list.name);
            let hint = format!("it is {}: leave `structure` out", list.structure.name());
            wrong.push(self.wrong(structure.span(), "IMP-R126", what).hint(hint));
        }
        for line in self.lines.units() {
            if list.entry(line.troop.get_ref()).is_none() {
                let id = &line.troop.get_ref().id;
                let what = format!("`{id}` are not in the list {} (RULES.md 5.2)", list.name);
                let known = list.troops.iter().map(|entry| entry.troop.id.as_str());
                let hint = format!("it has {}", quoted(known));
                wrong.push(self.page.bad(line.troop.span(), what).hint(hint));
            }
        }
        for entry in &list.troops {
            let id = entry.troop.id.as_str();
            let is = |line: &&UnitLine| line.troop.get_ref().id == id;
            let elements = |line: &UnitLine| line.count() * usize::from(line.elements());
            let has: usize = self.lines.units().filter(is).map(elements).sum();
            let (min, max) = (entry.min(roster.budget) as usize, entry.max(roster.budget) as usize);
            let of = format!("{min} to {max} elements for {} points", roster.budget);
            let hint = format!("{} has {of}", list.name);
            if has > max {
                let mut sum = 0;
                let past = self.lines.units().filter(is).find(|line| {
                    sum += elements(line);
                    sum > max
                });
                let at = past.map_or(self.lines.whole(), |line| line.troop.span());
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

    /// IMP-R5: never more than the budget.
    fn cost(&self, roster: &Roster) -> Option<BadFile> {
        let units = roster.units.iter().map(|unit| (unit.key.as_str(), unit.cost()));
        let at = self.lines.whole();
        let bad = self.page.over_budget(at, roster.cost(), roster.budget, units)?;
        Some(bad.rule("IMP-R5"))
    }

    /// IMP-R12: whole bases near the own edge, off the short edges, none upon another; all Units or none.
    fn places(&self, roster: &Roster) -> Vec<BadFile> {
        if roster.units.iter().all(|unit| unit.at.is_none()) {
            return Vec::new();
        }
        let [width, _] = table_u(roster.budget);
        let lines = self.lines.units().flat_map(|line| {
            let at = line.at.as_ref().map_or_else(|| line.troop.span(), Spanned::span);
            std::iter::repeat_n(at, line.count())
        });
        let mut wrong = Vec::new();
        let mut before: Vec<(&str, Place)> = Vec::new();
        for (unit, span) in roster.units.iter().zip(lines) {
            let Some(place) = Place::of(unit) else {
                let what = format!("`{}` has no place, others have", unit.key);
                wrong.push(self.wrong(span, "IMP-R12", what));
                continue;
            };
            if !place.is_in_zone(width) {
                let what = format!("`{}` is not where Units deploy", unit.key);
                let (from, to) = (SHORT_EDGE_U, width - SHORT_EDGE_U);
                let hint =
                    format!("its whole base: y from 0 to {DEPLOYMENT_U}, x from {from} to {to}");
                wrong.push(self.wrong(span.clone(), "IMP-R12", what).hint(hint));
            }
            if let Some((other, _)) = before.iter().find(|(_, other)| other.overlaps(place)) {
                let what = format!("`{}` stands upon `{other}`", unit.key);
                wrong.push(self.wrong(span, "IMP-R12", what));
            }
            before.push((&unit.key, place));
        }
        wrong
    }

    /// IMP-R12: the baggage touches the own long edge, away from the short ones and upon nobody.
    fn baggage(&self, roster: &Roster) -> Vec<BadFile> {
        let (Some(at), Some(said)) = (roster.baggage, &self.lines.baggage) else {
            return Vec::new();
        };
        let [width, _] = table_u(roster.budget);
        let (x, y, half) = (at.x.get(), at.y.get(), WIDTH_U / 2.0);
        let mut wrong = Vec::new();
        let least = BAGGAGE_EDGE_U + half;
        if (y - half).abs() > TOUCH_U || !(least - TOUCH_U..=width - least + TOUCH_U).contains(&x) {
            let what = "the baggage is not where it is placed";
            let hint = format!("its centre: y = {half}, x from {least} to {}", width - least);
            wrong.push(self.wrong(said.span(), "IMP-R12", what).hint(hint));
        }
        let place = Place { left: x - half, right: x + half, rear: y - half, front: y + half };
        let stands = |unit: &&Enlisted| Place::of(unit).is_some_and(|it| it.overlaps(place));
        if let Some(unit) = roster.units.iter().find(stands) {
            let what = format!("`{}` stands upon the baggage", unit.key);
            wrong.push(self.wrong(said.span(), "IMP-R12", what));
        }
        wrong
    }
}

/// The base of a Unit that faces away from its own edge, in U.
#[derive(Clone, Copy)]
struct Place {
    left: f64,
    right: f64,
    rear: f64,
    front: f64,
}

impl Place {
    fn of(unit: &Enlisted) -> Option<Place> {
        let at = unit.at?.at;
        let (x, front) = (at.x.get(), at.y.get());
        let rear = front - unit.profile.kind.depth_u() * f64::from(unit.elements);
        Some(Place { left: x - WIDTH_U / 2.0, right: x + WIDTH_U / 2.0, rear, front })
    }

    fn is_in_zone(self, width: f64) -> bool {
        self.left >= SHORT_EDGE_U - TOUCH_U
            && self.right <= width - SHORT_EDGE_U + TOUCH_U
            && self.rear >= -TOUCH_U
            && self.front <= DEPLOYMENT_U + TOUCH_U
    }

    fn overlaps(self, other: Place) -> bool {
        let apart = self.right <= other.left + TOUCH_U
            || other.right <= self.left + TOUCH_U
            || self.front <= other.rear + TOUCH_U
            || other.front <= self.rear + TOUCH_U;
        !apart
    }
}
