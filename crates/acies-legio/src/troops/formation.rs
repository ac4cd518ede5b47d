//! Formations (RULES.md 1.1; LEG-R3, LEG-R4, LEG-R5, LEG-R11, LEG-R121): files, ranks and the lines of legions.

use acies_core::RuleId;
use serde::{Deserialize, Serialize};

use super::{Profile, Type};
use crate::rulings::BASE;

/// LEG-R122: a unit in line is formed; a column is neither formed nor unformed. LEG-R5: nor are Special units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    Line,
    Column,
    Unformed,
    Special,
}

/// How the bases of a unit stand. How many they are is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shape {
    pub formation: Formation,
    /// Bases side by side in the front rank, or in the front line of a legion.
    pub files: u8,
    /// LEG-R3: the bases of a legion's second and third line.
    pub rear: [u8; 2],
}

/// Why a unit cannot stand so.
pub type Misformed = (RuleId, &'static str);

impl Shape {
    /// LEG-R4, LEG-R5: a line of so many files, or a unit without order in the same limits.
    pub fn in_files(formation: Formation, bases: u8, files: u8) -> Result<Shape, Misformed> {
        let shape = Shape { formation, files, rear: [0; 2] };
        let ranks = if files == 0 { 0 } else { shape.ranks(bases) };
        if files == 0 || files > bases {
            return Err(("LEG-R4", "it has no bases for so many files"));
        }
        if ranks > files {
            return Err(("LEG-R4", "a line has no more ranks than files"));
        }
        if ranks > RANKS_MAX {
            return Err(("LEG-R4", "a line has at most 4 ranks"));
        }
        Ok(shape)
    }

    /// LEG-R4.
    pub fn column() -> Shape {
        Shape { formation: Formation::Column, files: 1, rear: [0; 2] }
    }

    /// LEG-R5: a single base.
    pub fn special() -> Shape {
        Shape { formation: Formation::Special, files: 1, rear: [0; 2] }
    }

    /// LEG-R3, LEG-R121: a legion in lines; the bases behind the front line fill the others as evenly as possible,
    /// nearer lines first.
    pub fn legion(bases: u8, lines: u8, front: u8) -> Result<Shape, Misformed> {
        let behind = match lines {
            1 if front != bases => return Err(("LEG-R3", "each line of a legion is one rank")),
            2 if bases < 4 => return Err(("LEG-R121", "two lines need at least 4 bases")),
            3 if bases < 8 => return Err(("LEG-R121", "three lines need at least 8 bases")),
            1..=3 => bases.saturating_sub(front),
            _ => return Err(("LEG-R3", "a legion stands in 1, 2 or 3 lines")),
        };
        let rear = match lines {
            1 => [0, 0],
            2 => [behind, 0],
            _ => [behind.div_ceil(2), behind / 2],
        };
        let shape = Shape { formation: Formation::Line, files: front, rear };
        let rears = || rear.into_iter().take(usize::from(lines) - 1);
        if front == 0 || rears().any(|line| line > front) {
            return Err(("LEG-R3", "no line is longer than the front one"));
        }
        if rears().any(|line| line < front.div_ceil(2)) {
            return Err((
                "LEG-R121",
                "each rear line has at least half as many bases as the front",
            ));
        }
        Ok(shape)
    }

    /// How a unit stands if nothing else is said (LEG-R157): legions in as many lines as they can, of even length;
    /// Barbarian Infantry and Pikemen in two ranks, all others in one or as few as they may.
    pub fn usual(profile: &Profile) -> Shape {
        let bases = profile.bases;
        if profile.kind.is_special() {
            return Shape::special();
        }
        if profile.kind == Type::Legionaries {
            let lines = match bases {
                8.. => 3,
                4.. => 2,
                _ => 1,
            };
            return Shape::legion(bases, lines, bases.div_ceil(lines))
                .expect("even lines are lawful");
        }
        let ranks = match profile.kind {
            Type::BarbarianInfantry | Type::Pikemen if bases > 3 => 2,
            _ => 1,
        };
        let formation = if profile.kind.is_light() { Formation::Unformed } else { Formation::Line };
        Shape::in_files(formation, bases, bases.div_ceil(ranks)).expect("two ranks are lawful")
    }

    /// LEG-R122: in line.
    pub fn is_formed(&self) -> bool {
        self.formation == Formation::Line
    }

    pub fn is_unformed(&self) -> bool {
        self.formation == Formation::Unformed
    }

    /// LEG-R109: in column a legion counts as one line.
    pub fn lines(&self) -> u8 {
        1 + self.rear.into_iter().filter(|&line| line > 0).count() as u8
    }

    /// Ranks of so many bases; a legion's lines are not ranks.
    pub fn ranks(&self, bases: u8) -> u8 {
        (bases - self.rear[0] - self.rear[1]).div_ceil(self.files).max(1)
    }

    /// Width and depth, in paces. LEG-R3: there are 20 paces between lines.
    pub fn paces(&self, bases: u8) -> [i32; 2] {
        let gaps = i32::from(self.lines()) - 1;
        let depth = i32::from(self.ranks(bases)) + 2 * gaps;
        [BASE * i32::from(self.files), BASE * depth]
    }

    /// How many bases stand in a rank, or in a line of a legion, counted from the front.
    pub fn in_rank(&self, bases: u8, rank: u8) -> u8 {
        if self.rear[0] > 0 {
            return [self.files, self.rear[0], self.rear[1]]
                .get(usize::from(rank))
                .copied()
                .unwrap_or(0);
        }
        bases.saturating_sub(rank * self.files).min(self.files)
    }

    /// Where a base's centre is from the centre of the whole, in paces to the right and ahead. RULES.md 1.1: a rank that
    /// is not full is centred, rounded to the left.
    pub fn base_centre(&self, bases: u8, file: u8, rank: u8) -> [i32; 2] {
        let [width, depth] = self.paces(bases);
        let missing = i32::from(self.files - self.in_rank(bases, rank));
        let left = BASE * (missing / 2 + i32::from(file)) + BASE / 2;
        let step = if self.rear[0] > 0 { 2 * BASE } else { BASE };
        [left - width / 2, depth / 2 - BASE / 2 - step * i32::from(rank)]
    }

    /// LEG-R11: a casualty is taken from the rearmost rank or line. Gives the shape of those who are left; a
    /// single rank becomes narrower.
    pub fn after_casualty(self, bases_left: u8) -> Shape {
        let mut shape = self;
        if let Some(line) = shape.rear.iter_mut().rev().find(|line| **line > 0) {
            *line -= 1;
        } else if bases_left > 0 {
            shape.files = shape.files.min(bases_left);
        }
        // LEG-R4: a single base counts as being in line.
        if bases_left == 1 && shape.formation == Formation::Column {
            shape.formation = Formation::Line;
        }
        shape
    }

    /// How bases stand, as players say it: `4-3-3` or `5x2`.
    pub fn words(&self, bases: u8) -> String {
        match (self.formation, self.rear) {
            (Formation::Column, _) => "in column".into(),
            (Formation::Special, _) => String::new(),
            (_, [0, _]) => format!("{}x{}", self.files, self.ranks(bases)),
            (_, [second, 0]) => format!("in {}-{second}", self.files),
            (_, [second, third]) => format!("in {}-{second}-{third}", self.files),
        }
    }
}

/// LEG-R4.
const RANKS_MAX: u8 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legions_stand_in_lines() {
        for (bases, lines, front, rear) in [
            (10, 1, 10, Ok([0, 0])),
            (10, 2, 5, Ok([5, 0])),
            (10, 2, 6, Ok([4, 0])),
            (10, 3, 4, Ok([3, 3])),
            (8, 3, 3, Ok([3, 2])),
            (8, 3, 4, Ok([2, 2])),
            (10, 3, 8, Err("LEG-R121")),
            (10, 2, 7, Err("LEG-R121")),
            (10, 2, 4, Err("LEG-R3")),
            (10, 1, 5, Err("LEG-R3")),
            (10, 4, 3, Err("LEG-R3")),
            (3, 2, 2, Err("LEG-R121")),
            (7, 3, 3, Err("LEG-R121")),
        ] {
            let shape = Shape::legion(bases, lines, front);
            let got = shape.map(|it| it.rear).map_err(|(rule, _)| rule);
            assert_eq!(got, rear, "LEG-R3, LEG-R121: {bases} in {lines} lines of {front}");
        }
        // RULES.md 1.1: depth = 20 L + 20 (L - 1).
        assert_eq!(Shape::legion(10, 3, 4).unwrap().paces(10), [80, 100]);
        assert_eq!(Shape::legion(10, 2, 5).unwrap().paces(10), [100, 60]);
    }

    #[test]
    fn lines_have_files_and_ranks() {
        let files =
            |bases, files| Shape::in_files(Formation::Line, bases, files).map_err(|(rule, _)| rule);
        assert_eq!(files(10, 5).unwrap().paces(10), [100, 40]);
        assert_eq!(files(9, 5).unwrap().ranks(9), 2);
        for (bases, wide) in [(10, 3), (10, 0), (4, 5), (5, 2)] {
            assert_eq!(files(bases, wide), Err("LEG-R4"), "{bases} in {wide}");
        }
        assert_eq!(Shape::column().paces(8), [20, 160], "LEG-R4");
        assert_eq!(Shape::special().paces(1), [20, 20], "LEG-R1, LEG-R5");
    }

    #[test]
    fn casualties_come_from_the_rear() {
        // LEG-R11: 4-3-3 becomes 4-3 on its third casualty.
        let mut shape = Shape::legion(10, 3, 4).unwrap();
        let mut told = Vec::new();
        for left in (4..10).rev() {
            shape = shape.after_casualty(left);
            told.push(shape.words(left));
        }
        assert_eq!(told, ["in 4-3-2", "in 4-3-1", "in 4-3", "in 4-2", "in 4-1", "4x1"], "LEG-R11");
        assert_eq!(
            shape.after_casualty(3).paces(3),
            [60, 20],
            "LEG-R11: a single rank becomes narrower"
        );
        let band = Shape::in_files(Formation::Line, 10, 5).unwrap().after_casualty(9);
        assert_eq!((band.paces(9), band.in_rank(9, 1)), ([100, 40], 4), "LEG-R11");
        assert!(Shape::column().after_casualty(1).is_formed(), "LEG-R4");
    }

    #[test]
    fn bases_have_their_places() {
        let band = Shape::in_files(Formation::Line, 8, 5).unwrap();
        assert_eq!(band.base_centre(8, 0, 0), [-40, 10]);
        assert_eq!(band.base_centre(8, 4, 0), [40, 10]);
        // Three bases behind five: one free place on each side.
        assert_eq!(band.base_centre(8, 0, 1), [-20, -10]);
        // Four behind five: the free place is on the right.
        assert_eq!(band.base_centre(9, 0, 1), [-40, -10]);
        let legion = Shape::legion(10, 3, 4).unwrap();
        assert_eq!(legion.base_centre(10, 0, 0), [-30, 40]);
        assert_eq!(legion.base_centre(10, 0, 1), [-30, 0], "20 paces between lines (LEG-R3)");
        assert_eq!(legion.base_centre(10, 2, 2), [10, -40]);
    }
}
