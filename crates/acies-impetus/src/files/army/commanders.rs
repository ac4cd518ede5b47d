//! Commanders of an army that is being written, with what can be chosen of them.

use std::ops::Range;

use acies_core::{MusterLeader, MusterOption, MusterSelect};
use toml::Spanned;

use super::{Draft, Roster};
use crate::{command::Quality, profile::Worded};

impl Draft<'_> {
    /// The Commander of a Command, with what can be chosen of him (IMP-R6, IMP-R8; RULES.md 5.2).
    pub(super) fn commander(&self, roster: &Roster, number: usize) -> MusterLeader {
        let (page, line) = (self.page, &self.lines.command[number]);
        let quality = *line.commander.get_ref();
        let option = |name: &str, on: bool, cost: i32, at: Range<usize>, text: &str| MusterOption {
            name: name.to_owned(),
            on,
            cost,
            edits: vec![page.edit(at, &format!("\"{text}\""))],
        };
        let may_be = |it: &Quality| match roster.list {
            Some(list) if line.is_chief() => list.chief.contains(it),
            Some(list) => list.others.contains(it),
            None => !matches!(it, Quality::Incompetent | Quality::Coward),
        };
        let all = Quality::WORDS.iter().map(|(_, it)| *it);
        let qualities = all.filter(|it| may_be(it) || *it == quality).map(|it| {
            option(it.name(), it == quality, it.cost(), line.commander.span(), it.word())
        });
        let own = roster.units.iter().filter(|unit| usize::from(unit.command) == number);
        let units = own.map(|unit| {
            let with = *line.with.get_ref() == unit.key;
            option(&unit.name, with, quality.cost(), line.with.span(), &unit.key)
        });
        let was = line.chief.as_ref().map(Spanned::span);
        let takes = page.put("chief", was, line.commander.span(), "true");
        let others = self.lines.command.iter().enumerate().filter(|(n, _)| *n != number);
        let yield_it = others.filter_map(|(_, it)| it.chief.as_ref().map(Spanned::span));
        let edits = std::iter::once(takes).chain(yield_it.map(|at| page.edit(at, "false")));
        let in_chief = MusterOption {
            name: "Commander-in-Chief".into(),
            on: line.is_chief(),
            cost: quality.cost(),
            edits: if line.is_chief() { Vec::new() } else { edits.collect() },
        };
        MusterLeader {
            group: Some(number),
            selects: vec![
                MusterSelect { name: "Quality", options: qualities.collect() },
                MusterSelect { name: "With", options: units.collect() },
                MusterSelect { name: "In chief", options: vec![in_chief] },
            ],
            ..MusterLeader::new(line.name.get_ref(), page.line(line.name.span()), quality.cost())
        }
    }
}
