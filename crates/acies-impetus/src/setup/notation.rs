//! Places as players type them: U east and north of the table's south-west corner, facings in degrees from north.

use acies_core::Misread;
use acies_table::{Angle, Facing, Point, Pose};

use crate::{profile::Worded, words::notation::Reader};

/// A pose: `72 22 0`.
pub fn pose_text(pose: &Pose) -> String {
    format!("{} {} {}", pose.at.x, pose.at.y, pose.facing.from_north().degrees())
}

/// Poses with commas between them.
pub fn poses_text(poses: &[Pose]) -> String {
    poses.iter().map(pose_text).collect::<Vec<_>>().join(", ")
}

impl Reader<'_> {
    pub fn point(&mut self) -> Result<Point, Misread> {
        Ok(Point { x: self.length()?, y: self.length()? })
    }

    pub fn pose(&mut self) -> Result<Pose, Misread> {
        Ok(Pose { at: self.point()?, facing: Facing::new(self.angle()?) })
    }

    /// Poses with commas between them: `72 22 0, 80 22 0`.
    pub fn poses(&mut self) -> Result<Vec<Pose>, Misread> {
        let mut all = Vec::new();
        loop {
            let at = self.point()?;
            let word = self.word("a facing")?;
            let (degrees, more) = word.strip_suffix(',').map_or((word, false), |it| (it, true));
            let degrees = degrees.parse::<f64>().ok().filter(|it| it.abs() <= 360.0);
            let degrees = degrees
                .ok_or_else(|| Misread::new(format!("`{word}` is not a facing in degrees")))?;
            all.push(Pose { at, facing: Facing::new(Angle::new(degrees)) });
            if !more {
                return Ok(all);
            }
        }
    }

    /// One of a few things by its word.
    pub fn worded<T: Worded>(&mut self, what: &str) -> Result<T, Misread> {
        let word = self.word(what)?;
        let known = T::WORDS.iter().map(|(known, _)| *known);
        T::named(word).ok_or_else(|| Misread::unknown(what, word, known))
    }

    /// A number that is counted from one.
    pub fn from_one(&mut self, what: &str) -> Result<u8, Misread> {
        let word = self.word(what)?;
        let number = word.parse::<u8>().ok().and_then(|it| it.checked_sub(1));
        number.ok_or_else(|| {
            Misread::new(format!("`{word}` is not {what}")).hint("they are counted from one")
        })
    }
}
