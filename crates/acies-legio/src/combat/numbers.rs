//! Numbers (LEG-NUM.1 to .6; LEG-CR.18 to .21; LEG-R88, LEG-R89, LEG-R136).

use acies_core::{Row, RuleId, Sum, add, always, total, when};

use crate::troops::Type;

/// What one unit brings into the count against an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub kind: Type,
    /// LEG-R136: bases that touch, at least one.
    pub touching: u8,
    /// LEG-NUM.2: none to two.
    pub overlaps: u8,
    /// LEG-NUM.3.
    pub second_rank: u8,
    /// LEG-NUM.4, LEG-R88: cohorts that support.
    pub supports: u8,
    /// LEG-NUM.6: its enemy is Special.
    pub facing_special: bool,
}

impl Numbers {
    /// LEG-R89, in half bases, so that nothing is rounded.
    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 6] {
        let Numbers { touching, overlaps, second_rank, supports, .. } = *self;
        let halves = |bases: u8| 2 * i32::from(bases);
        let once = halves(touching) + halves(overlaps) + halves(second_rank) + i32::from(supports);
        let heavy = when(self.kind.is_heavy_infantry()).unless(self.facing_special, "LEG-NUM.6");
        [
            add("LEG-NUM.1", always(),                       halves(touching),    "half bases in contact"),
            add("LEG-NUM.2", always(),                       halves(overlaps),    "overlapping"),
            add("LEG-NUM.3", always(),                       halves(second_rank), "second-rank pikes"),
            add("LEG-NUM.4", always(),                       supports.into(),     "supports, half each"),
            add("LEG-NUM.5", when(self.kind.is_elephants()), once,                "elephants count double"),
            add("LEG-NUM.6", heavy,                          once,                "heavy infantry counts double"),
        ]
    }

    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }

    /// With one row more.
    pub fn sum_with(&self, more: Option<Row>) -> Sum {
        Sum::of(self.rows().into_iter().chain([more]))
    }

    /// In half bases.
    pub fn halves(&self) -> i32 {
        total(self.rows())
    }
}

/// LEG-CR.21, LEG-R89: the worst penalty for being outnumbered, by both counts in the same unit.
pub fn outnumbered(ours: i32, theirs: i32) -> Option<(RuleId, i32, &'static str)> {
    if theirs >= 4 * ours {
        Some(("LEG-CR.20", -3, "outnumbered 4:1"))
    } else if theirs >= 2 * ours {
        Some(("LEG-CR.19", -2, "outnumbered 2:1"))
    } else if 2 * theirs >= 3 * ours {
        Some(("LEG-CR.18", -1, "outnumbered 3:2"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(kind: Type, touching: u8, overlaps: u8, second_rank: u8, supports: u8) -> Numbers {
        Numbers { kind, touching, overlaps, second_rank, supports, facing_special: false }
    }

    #[test]
    fn counts() {
        for (it, halves, rule) in [
            // RULES.md 8.1: (4 + 6/2) x 2 = 14, (4 + 1 + 5/2) x 2 = 15.
            (numbers(Type::Legionaries, 4, 0, 0, 6), 28, "LEG-NUM.4, LEG-NUM.6"),
            (numbers(Type::BarbarianInfantry, 4, 1, 0, 5), 30, "LEG-NUM.2, LEG-NUM.6"),
            (numbers(Type::HeavyCavalry, 4, 2, 0, 0), 12, "LEG-NUM.1, LEG-NUM.2"),
            (numbers(Type::Pikemen, 4, 1, 5, 0), 40, "LEG-NUM.3"),
            (numbers(Type::Elephants, 1, 0, 0, 0), 4, "LEG-NUM.5"),
            (numbers(Type::Archers, 3, 0, 0, 1), 7, "LEG-R89: halves are kept"),
        ] {
            assert_eq!((it.halves(), it.sum().total), (halves, halves), "{rule}");
        }
        let against = Numbers { facing_special: true, ..numbers(Type::Legionaries, 4, 0, 0, 0) };
        assert_eq!(against.halves(), 8, "LEG-NUM.6");
    }

    #[test]
    fn only_the_worst_counts() {
        for (ours, theirs, worst) in [
            (28, 30, None),
            (20, 29, None),
            (20, 30, Some(("LEG-CR.18", -1))),
            (20, 39, Some(("LEG-CR.18", -1))),
            (20, 40, Some(("LEG-CR.19", -2))),
            (20, 79, Some(("LEG-CR.19", -2))),
            (20, 80, Some(("LEG-CR.20", -3))),
            (30, 20, None),
        ] {
            let got = outnumbered(ours, theirs).map(|(rule, worth, _)| (rule, worth));
            assert_eq!(got, worst, "LEG-CR.21: {ours} against {theirs}");
        }
    }
}
