//! What sides, corps and units are called.

use std::borrow::Cow;

use acies_core::{Seat, UnitSet, words::Subject};

use crate::battle::{Battle, Id};

impl Battle {
    /// What an army is called.
    pub fn side_name(&self, seat: Seat) -> &str {
        &self.setup.armies[seat].name
    }

    /// What a unit is called; if both sides have one of this name, with its side.
    pub(crate) fn name(&self, id: Id) -> Cow<'_, str> {
        let name = &self.troop(id).name;
        let enemies = &self.setup.armies[id.seat().other()].troops;
        if enemies.iter().any(|troop| troop.name == *name) {
            Cow::Owned(format!("{name} ({})", id.seat()))
        } else {
            Cow::Borrowed(name)
        }
    }

    /// A unit as who something is said of.
    pub(crate) fn who(&self, id: Id) -> Subject {
        Subject::new(self.name(id))
    }

    /// One unit or several as who something is said of.
    pub(crate) fn they(&self, seat: Seat, units: UnitSet) -> Subject {
        let names = self.names(seat, units);
        if units.iter().nth(1).is_some() { Subject::several(names) } else { Subject::new(names) }
    }

    /// A corps where it might be of either side: "Rome's Centre".
    pub(crate) fn corps_of(&self, seat: Seat, corps: u8) -> String {
        let side = self.side_name(seat);
        let s = if side.ends_with('s') { "" } else { "s" };
        format!("{side}'{s} {}", self.corps_name(seat, corps))
    }

    pub(crate) fn corps_name(&self, seat: Seat, corps: u8) -> &str {
        self.setup.armies[seat].corps.get(usize::from(corps)).map_or("?", |it| it.name.as_str())
    }

    /// Several units in words: "Hastati 1, 2, 3 and Velites 4".
    pub(crate) fn names(&self, seat: Seat, units: UnitSet) -> String {
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for id in units.ids(seat) {
            let name = &self.troop(id).name;
            let (stem, number) = match name.rsplit_once(' ') {
                Some((stem, number)) if number.parse::<u8>().is_ok() => (stem, number),
                _ => (name.as_str(), ""),
            };
            match parts.last_mut() {
                Some((last, numbers)) if *last == stem => numbers.push(number),
                _ => parts.push((stem, vec![number])),
            }
        }
        let parts: Vec<_> = parts
            .into_iter()
            .map(|(stem, numbers)| format!("{stem} {}", numbers.join(", ")).trim_end().to_owned())
            .collect();
        let shared = units.ids(seat).any(|id| matches!(self.name(id), Cow::Owned(_)));
        let side = if shared { format!(" ({seat})") } else { String::new() };
        // Names with a comma of their own are set apart by semicolons.
        if parts.len() > 1 && units.ids(seat).any(|id| self.troop(id).name.contains(',')) {
            return format!("{}{side}", parts.join("; "));
        }
        match parts.split_last() {
            Some((last, [])) => format!("{last}{side}"),
            Some((last, others)) => format!("{} and {last}{side}", others.join(", ")),
            None => "nobody".into(),
        }
    }

    /// A corps as its owner calls it, whatever number he has typed.
    pub(crate) fn corps_called(&self, by: Seat, corps: u8) -> String {
        let known = self.setup.armies[by].corps.get(usize::from(corps));
        known.map_or_else(
            || format!("corps {}", u32::from(corps) + 1),
            |it| format!("corps {}", it.name),
        )
    }

    /// A unit, if there is one of this number.
    pub(crate) fn unit_called(&self, by: Seat, unit: u8) -> &str {
        let troops = &self.setup.armies[by].troops;
        troops.get(usize::from(unit)).map_or("nobody", |it| it.name.as_str())
    }
}
