//! The areas of a move, one after another (VIR-R2, VIR-R54).

use acies_core::Seat;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::areas::Area;

/// VIR-R54: the steps of a move: two for mounted, and one more for a forced march.
pub const STEPS_MAX: usize = 3;

/// The areas that a unit enters one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "ArrayVec<Area, STEPS_MAX>", into = "ArrayVec<Area, STEPS_MAX>")]
pub struct Path {
    steps: [Area; STEPS_MAX],
    len: u8,
}

impl Path {
    pub fn one(only: Area) -> Self {
        Path { steps: [only; STEPS_MAX], len: 1 }
    }

    pub fn two(first: Area, last: Area) -> Self {
        Path { steps: [first, last, last], len: 2 }
    }

    pub fn three(first: Area, second: Area, last: Area) -> Self {
        Path { steps: [first, second, last], len: 3 }
    }

    /// One step more, if a path can be that long.
    #[must_use]
    pub fn then(mut self, next: Area) -> Option<Self> {
        // The unused rest repeats the end, so that equal paths are equal values.
        self.steps.get_mut(usize::from(self.len)..)?.fill(next);
        self.len += 1;
        (usize::from(self.len) <= STEPS_MAX).then_some(self)
    }

    /// Its first steps.
    #[must_use]
    pub fn up_to(self, steps: usize) -> Self {
        match *self.steps().get(..steps).unwrap_or(self.steps()) {
            [first, second] => Path::two(first, second),
            [only] => Path::one(only),
            _ => self,
        }
    }

    pub fn steps(&self) -> &[Area] {
        &self.steps[..usize::from(self.len)]
    }

    pub fn end(self) -> Area {
        self.steps[STEPS_MAX - 1]
    }
}

impl TryFrom<ArrayVec<Area, STEPS_MAX>> for Path {
    type Error = &'static str;

    fn try_from(steps: ArrayVec<Area, STEPS_MAX>) -> Result<Self, Self::Error> {
        let mut steps = steps.into_iter();
        let first = steps.next().ok_or("a path has at least one step")?;
        Ok(steps.fold(Path::one(first), |path, next| path.then(next).expect("no more than fit")))
    }
}

impl From<Path> for ArrayVec<Area, STEPS_MAX> {
    fn from(path: Path) -> Self {
        path.steps().iter().copied().collect()
    }
}

/// How many steps one area lies from another for a piece of this seat: the links make a tree with
/// the reserve as its root (VIR-R2).
pub fn steps_between(seat: Seat, from: Area, to: Area) -> usize {
    let depth = |area: Area| match area.segment() {
        None => 0usize,
        Some(_) if area.side() == seat => 1,
        Some(_) => 2,
    };
    let same_branch = from.segment() == to.segment() && from.segment().is_some();
    if same_branch { depth(from).abs_diff(depth(to)) } else { depth(from) + depth(to) }
}

/// The way from one area to another without a detour, if it has no more steps than a path holds.
pub fn direct_path(seat: Seat, from: Area, to: Area) -> Option<Path> {
    let mut path: Option<Path> = None;
    let mut at = from;
    while at != to {
        let down = |area: Area| -> Option<Area> {
            // The next area from here towards `area`, which lies further from the reserve.
            let column = area.segment()?;
            let own = Area::new(seat, column);
            Some(if at == own { area } else { own })
        };
        let towards = to.segment().is_some()
            && (at.is_reserve() || (at.segment() == to.segment() && at.side() == seat));
        let next = if towards { down(to)? } else { at.rear(seat)? };
        path = Some(match path {
            None => Path::one(next),
            Some(path) => path.then(next)?,
        });
        at = next;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use acies_core::Seat::Red;

    fn area(name: &str) -> Area {
        Area::named(name, 4, Red).unwrap()
    }

    #[test]
    fn paths_follow_the_links() {
        // VIR-R2: between segments the way leads through the reserve.
        for (from, to, steps) in [
            ("SR", "S2", Some(vec!["S2"])),
            ("SR", "N2", Some(vec!["S2", "N2"])),
            ("S1", "S3", Some(vec!["SR", "S3"])),
            ("S1", "N3", Some(vec!["SR", "S3", "N3"])),
            ("N1", "S3", Some(vec!["S1", "SR", "S3"])),
            ("N1", "SR", Some(vec!["S1", "SR"])),
            ("N1", "N3", None),
        ] {
            let found = direct_path(Red, area(from), area(to));
            let names = found
                .map(|path| path.steps().iter().map(|area| area.name(Red)).collect::<Vec<_>>());
            assert_eq!(names, steps, "{from} to {to}");
            let expected = steps.map_or(4, |steps| steps.len());
            assert_eq!(steps_between(Red, area(from), area(to)), expected, "{from} to {to}");
        }
    }
}
