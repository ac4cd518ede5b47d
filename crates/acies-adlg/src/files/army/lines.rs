//! An army file as it is written, and the army that it musters.

use std::{collections::HashMap, ops::Range};

use acies_table::{Facing, Pose};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    command::Level,
    files::{
        army::{Corps, Roster, Troop},
        data::{ArmyList, BUDGET, Listed},
    },
    setup::Wing,
};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    pub(super) ruleset: Option<Spanned<String>>,
    pub(super) name: Spanned<String>,
    pub(super) list: Spanned<&'static ArmyList>,
    pub(super) budget: Option<Spanned<i64>>,
    pub(super) camp: Option<Camp>,
    pub(super) fortifications: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) corps: Vec<CorpsLine>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Camp {
    Unfortified,
    Fortified,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CorpsLine {
    pub(super) name: Spanned<String>,
    pub(super) wing: Spanned<Wing>,
    pub(super) commander: Spanned<Level>,
    pub(super) included: Option<Spanned<bool>>,
    pub(super) with: Spanned<String>,
    #[serde(default)]
    pub(super) unit: Vec<UnitLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitLine {
    pub(super) troop: Spanned<Listed>,
    pub(super) count: Option<Spanned<i64>>,
    pub(super) at: Option<Spanned<Vec<[f64; 2]>>>,
}

impl Lines {
    pub(crate) fn budget(&self) -> u32 {
        self.budget.as_ref().map_or(BUDGET, |budget| u32::try_from(*budget.get_ref()).unwrap_or(0))
    }

    pub(super) fn segments(&self) -> u32 {
        self.fortifications.as_ref().map_or(0, |n| u32::try_from(*n.get_ref()).unwrap_or(u32::MAX))
    }

    /// Where to point when the army as a whole is wrong.
    pub(crate) fn whole(&self) -> Range<usize> {
        self.budget.as_ref().map_or(self.name.span(), Spanned::span)
    }

    pub(super) fn units(&self) -> impl Iterator<Item = &UnitLine> {
        self.corps.iter().flat_map(|corps| &corps.unit)
    }
}

impl CorpsLine {
    pub(super) fn is_included(&self) -> bool {
        self.included.as_ref().is_some_and(|included| *included.get_ref())
    }
}

impl UnitLine {
    pub(crate) fn count(&self) -> usize {
        self.count.as_ref().map_or(1, |count| usize::try_from(*count.get_ref()).unwrap_or(0))
    }

    pub(crate) fn listed(&self) -> Listed {
        *self.troop.get_ref()
    }
}

/// What the file has when each of its words is known and its numbers are sound.
pub(super) fn muster(lines: &Lines) -> Roster {
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
