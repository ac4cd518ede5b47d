//! The dice for terrain at set-up (AV-R27).

use acies_core::{D6, Dice, Rolled, Seat};

/// AV-R27: a column of sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Column {
    Outer,
    Centre,
}

impl Column {
    /// The lowest face of the light die for a hill, and of the dark one for a patch.
    fn least_face(self) -> i32 {
        match self {
            Column::Outer => 5,
            Column::Centre => 6,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hill {
    Gentle,
    Steep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Patch {
    Scrub,
    LightWood,
    DenseWood,
    RockyGround,
}

/// What lies in a sector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sector {
    pub hill: Option<Hill>,
    pub patch: Option<Patch>,
}

impl Sector {
    /// AV-R27: the light and the dark die of a sector, then a die for the kind of each piece.
    pub fn throw(column: Column, by: Seat, dice: &mut Dice) -> Rolled<Sector> {
        let pieces = column.least_face()..=6;
        let hill =
            dice.test(by.throws("AV-R27", "the light die of a sector"), D6, pieces.clone())?;
        let patch = dice.test(by.throws("AV-R27", "the dark die of a sector"), D6, pieces)?;
        Ok(Sector {
            hill: if hill { Some(Hill::throw(by, dice)?) } else { None },
            patch: if patch { Some(Patch::throw(by, dice)?) } else { None },
        })
    }
}

impl Hill {
    pub fn name(self) -> &'static str {
        match self {
            Hill::Gentle => "gentle hill",
            Hill::Steep => "steep hill",
        }
    }

    fn throw(by: Seat, dice: &mut Dice) -> Rolled<Hill> {
        Ok(match dice.roll(by.throws("AV-R27", "the kind of a hill"), D6)? {
            ..=4 => Hill::Gentle,
            5.. => Hill::Steep,
        })
    }
}

impl Patch {
    pub fn name(self) -> &'static str {
        match self {
            Patch::Scrub => "scrub",
            Patch::LightWood => "light wood",
            Patch::DenseWood => "dense wood",
            Patch::RockyGround => "rocky ground",
        }
    }

    fn throw(by: Seat, dice: &mut Dice) -> Rolled<Patch> {
        Ok(match dice.roll(by.throws("AV-R27", "the kind of a patch"), D6)? {
            ..=2 => Patch::Scrub,
            3..=4 => Patch::LightWood,
            5 => Patch::DenseWood,
            6.. => Patch::RockyGround,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors() {
        use {Hill::*, Patch::*};
        for (column, faces, hill, patch) in [
            (Column::Outer, &[4, 4][..], None, None),
            (Column::Outer, &[5, 1, 4], Some(Gentle), None),
            (Column::Outer, &[6, 1, 5], Some(Steep), None),
            (Column::Outer, &[1, 5, 2], None, Some(Scrub)),
            (Column::Outer, &[1, 5, 3], None, Some(LightWood)),
            (Column::Outer, &[5, 6, 6, 5], Some(Steep), Some(DenseWood)),
            (Column::Centre, &[5, 5], None, None),
            (Column::Centre, &[6, 6, 1, 6], Some(Gentle), Some(RockyGround)),
        ] {
            let mut dice = Dice::scripted(faces);
            let sector = Sector::throw(column, Seat::Red, &mut dice);
            assert_eq!(sector, Ok(Sector { hill, patch }), "AV-R27: {column:?} {faces:?}");
            assert!(dice.is_spent(), "AV-R27: {faces:?}");
        }
    }
}
