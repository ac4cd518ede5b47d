//! Rest and line relief (LEG-DPR.1 to .5; LEG-R61, LEG-R62).

use acies_core::{Row, Sum, add, when};

use crate::troops::Grade;

/// A unit that rests: LEG-DPR.1 has been seen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    pub grade: Grade,
    /// LEG-R61: dice were thrown at it since its last activation.
    pub shot_at: bool,
    pub inspired: bool,
}

impl Rest {
    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 4] {
        let (a, d) = (self.grade == Grade::A, self.grade == Grade::D);
        [
            add("LEG-DPR.2", when(a),                                           2, "grade A"),
            add("LEG-DPR.3", when(!a && !d),                                    1, "grade B or C"),
            add("LEG-DPR.4", when(d).unless(self.shot_at, "LEG-R61"),           1, "grade D, not shot at"),
            add("LEG-DPR.5", when(self.inspired),                               1, "inspired"),
        ]
    }

    /// LEG-R61: the DPs that it removes, at most.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// Disorder points after the rest, never below none.
    pub fn left(&self, dp: u8) -> u8 {
        dp.saturating_sub(self.sum().total as u8)
    }
}

/// LEG-R62(c): the DPs that line relief removes.
pub const RELIEF: u8 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rest_removes_what_the_grade_allows() {
        for (grade, shot_at, inspired, removed, rule) in [
            (Grade::A, false, false, 2, "LEG-DPR.2"),
            (Grade::A, true, true, 3, "LEG-DPR.2, LEG-DPR.5"),
            (Grade::B, true, false, 1, "LEG-DPR.3"),
            (Grade::C, false, true, 2, "LEG-DPR.3, LEG-DPR.5"),
            (Grade::D, false, false, 1, "LEG-DPR.4"),
            (Grade::D, true, false, 0, "LEG-DPR.4, LEG-R61"),
            (Grade::D, true, true, 1, "LEG-DPR.5"),
        ] {
            let rest = Rest { grade, shot_at, inspired };
            assert_eq!(rest.sum().total, removed, "{rule}");
            assert_eq!(rest.left(5), 5 - removed as u8, "{rule}");
            assert_eq!(rest.left(1), 1_u8.saturating_sub(removed as u8), "LEG-R61: never below 0");
        }
    }
}
