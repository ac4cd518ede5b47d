//! How far columns go (LEG-MOV.7 to .10; LEG-R57).

use acies_core::{Row, Sum, add, when};

use crate::{movement::Going, troops::Type};

/// A column that moves. Special units and light troops have none (LEG-R5, LEG-MAN.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub kind: Type,
    /// LEG-R57: no enemy within 100 paces of any point of the path.
    pub beyond_bow_range: bool,
    /// The whole path is on a road, where terrain has no effect (LEG-R17).
    pub on_road: bool,
    pub going: Going,
    /// LEG-R49.
    pub halves: u8,
}

impl Column {
    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 6] {
        let foot = self.kind.is_foot();
        let plain = if foot { 100 } else { 240 };
        let doubled = if self.beyond_bow_range { 2 * plain } else { plain };
        let slow = self.kind.is_heavy_infantry() && self.going.is_difficult(self.kind) && !self.on_road;
        let slowed = if slow { doubled / 2 } else { doubled };
        let all = slowed + if foot && self.on_road { 100 } else { 0 };
        let lost = all * i32::from(self.halves.min(2)) / 2;
        [
            add("LEG-MOV.7",  when(foot),                         100, "infantry column"),
            add("LEG-MOV.8",  when(!foot),                        240, "column of cavalry or chariots"),
            add("LEG-MOV.9",  when(self.beyond_bow_range),      plain, "beyond bow range: doubled"),
            add("LEG-R57",    when(slow),            slowed - doubled, "in rough terrain: half"),
            add("LEG-MOV.10", when(foot && self.on_road),         100, "infantry on a road"),
            add("LEG-R49",    when(lost > 0),                   -lost, "half for each thing done on the way"),
        ]
    }

    /// In paces.
    pub fn sum(&self) -> Sum {
        Sum::of(self.rows())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_without_dice() {
        let rough = Going { rough: true, light_cover: false };
        let open = Going::default();
        for (kind, beyond_bow_range, on_road, going, halves, paces, rule) in [
            (Type::Legionaries, false, false, open, 0, 100, "LEG-MOV.7"),
            (Type::Legionaries, true, false, open, 0, 200, "LEG-MOV.9"),
            (Type::Legionaries, true, true, open, 0, 300, "LEG-MOV.10, LEG-R57"),
            (Type::Legionaries, true, false, rough, 0, 100, "LEG-R57"),
            (Type::Legionaries, true, true, rough, 0, 300, "LEG-R17"),
            (Type::Legionaries, false, false, open, 1, 50, "LEG-R49"),
            (Type::HeavyCavalry, false, true, open, 0, 240, "LEG-MOV.8"),
            (Type::LightChariots, true, false, open, 0, 480, "LEG-MOV.9, LEG-R57"),
        ] {
            let column = Column { kind, beyond_bow_range, on_road, going, halves };
            assert_eq!(column.sum().total, paces, "{rule}");
        }
    }
}
