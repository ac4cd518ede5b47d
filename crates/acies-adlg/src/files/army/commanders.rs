//! Commanders of an army that is being written, with what can be chosen of them.

use std::ops::Range;

use acies_core::{MusterLeader, MusterOption, MusterSelect};
use toml::Spanned;

use super::{Draft, Roster};
use crate::{command::Level, setup::Wing};

impl Draft<'_> {
    /// The commander of a corps, with what can be chosen of him (ADLG-R9, ADLG-R12, ADLG-R29).
    pub(super) fn commander(&self, roster: &Roster, number: usize) -> MusterLeader {
        let (page, line) = (self.page, &self.lines.corps[number]);
        let (level, included) = (*line.commander.get_ref(), line.is_included());
        let cost = level.cost(included);
        let option = |name: &str, on: bool, cost: i32, at: Range<usize>, text: &str| MusterOption {
            name: name.to_owned(),
            on,
            cost,
            edits: vec![page.edit(at, &format!("\"{text}\""))],
        };
        let levels = Level::ALL.map(|it| {
            option(it.word(), it == level, it.cost(included), line.commander.span(), it.word())
        });
        let own = roster.troops.iter().filter(|troop| usize::from(troop.corps) == number);
        let units = own.map(|troop| {
            let with = *line.with.get_ref() == troop.key;
            option(&troop.name, with, cost, line.with.span(), &troop.key)
        });
        let wings = Wing::ALL.map(|it| {
            let here = it == *line.wing.get_ref();
            option(it.word(), here, cost, line.wing.span(), it.word())
        });
        let switched = (!included).to_string();
        let was = line.included.as_ref().map(Spanned::span);
        let include = MusterOption {
            name: "Included".into(),
            on: included,
            cost: level.cost(!included),
            edits: vec![page.put("included", was, line.commander.span(), &switched)],
        };
        MusterLeader {
            group: Some(number),
            selects: vec![
                MusterSelect { name: "Level", options: levels.into() },
                MusterSelect { name: "With", options: units.collect() },
                MusterSelect { name: "Wing", options: wings.into() },
            ],
            switches: vec![include],
            ..MusterLeader::new(line.name.get_ref(), page.line(line.name.span()), cost)
        }
    }
}
