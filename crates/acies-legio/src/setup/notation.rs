//! Notation of the set-up: places of units and leaders as players type them.
//!
//! ```text
//! deploy caesar at 900 280 legio_x 900 350 0 4-3-3 legio_vii 800 350 0 4-3-3
//! place legio_x 900 340 0 5-5
//! arrange legio_x with legio_vii,legio_xiii 900 340 0
//! post with legio_x
//! ```

use acies_core::{Id, Misread, Seat, UnitSet, typed::pick};
use acies_table::{Facing, Pose};

use super::Stand;
use crate::{
    battle::{Battle, Place},
    troops::{Formation, Shape, Type},
    words::Words,
};

/// How a shape is hinted at.
const SHAPES: &str = "`5x2` files and ranks, `4-3-3` lines of a legion, `column`, or `alone`";

impl Words<'_> {
    /// Whether anything is left to be read.
    fn has_more(&self) -> bool {
        self.typed.clone().next().is_some()
    }

    /// Where a leader is: `at 900 280`, `with legio_x` or `nowhere`.
    pub(super) fn post(&mut self) -> Result<Place, Misread> {
        match self.word("`at`, `with` or `nowhere`")? {
            "at" => Ok(Place::Alone(self.place()?)),
            "with" => Ok(Place::With(self.unit()?.number())),
            "nowhere" => Ok(Place::Lost),
            other => Err(Misread::unknown("place of a leader", other, ["at", "with", "nowhere"])),
        }
    }

    /// A unit in its place: `legio_x 900 350 0 4-3-3`.
    pub(super) fn stand(&mut self) -> Result<Stand, Misread> {
        let unit = self.unit()?;
        let pose = self.pose()?;
        Ok(Stand { unit: unit.number(), shape: self.shape(unit)?, pose })
    }

    pub(super) fn stands(&mut self) -> Result<Vec<Stand>, Misread> {
        let mut stands = Vec::new();
        while self.has_more() {
            stands.push(self.stand()?);
        }
        Ok(stands)
    }

    /// A place and a facing, as in `900 350 0`.
    pub(super) fn pose(&mut self) -> Result<Pose, Misread> {
        Ok(Pose { at: self.place()?, facing: Facing::new(self.degrees()?) })
    }

    /// Units of who acts: `legio_x,legio_vii`.
    pub(super) fn own_units(&mut self) -> Result<UnitSet, Misread> {
        let army = &self.battle.setup.armies[self.by];
        let keys: Vec<&str> = army.units.iter().map(|unit| unit.key.as_str()).collect();
        self.typed.units(|word| pick(&army.name, "unit", word, keys.iter().copied()))
    }

    fn shape(&mut self, unit: Id) -> Result<Shape, Misread> {
        let word = self.word("a formation")?;
        let profile = self.battle.recruit(unit).profile;
        let misread = || Misread::new(format!("`{word}` is no formation")).hint(SHAPES);
        let usual = Shape::usual(&profile).formation;
        if word == "alone" || word == "column" {
            return Ok(if word == "alone" { Shape::special() } else { Shape::column() });
        }
        let split =
            |by: char| -> Option<Vec<u8>> { word.split(by).map(|it| it.parse().ok()).collect() };
        if let Some(&[files, ranks]) = split('x').as_deref() {
            let legion = profile.kind == Type::Legionaries;
            let formation = if usual == Formation::Special { Formation::Line } else { usual };
            let shape = if legion {
                Shape::legion(profile.bases, ranks, files)
            } else {
                Shape::in_files(formation, profile.bases, files)
            };
            return shape.map_err(|(_, why)| Misread::new(why).hint(SHAPES));
        }
        let lines = split('-').filter(|it| (2..=3).contains(&it.len())).ok_or_else(misread)?;
        let shape = Shape::legion(profile.bases, lines.len() as u8, lines[0]);
        let shape = shape.map_err(|(_, why)| Misread::new(why).hint(SHAPES))?;
        let same = shape.word(profile.bases) == word;
        if same { Ok(shape) } else { Err(misread()) }
    }
}

impl Battle {
    /// Where a leader is, as players type it.
    pub(super) fn post_text(&self, by: Seat, place: Place) -> String {
        match place {
            Place::Alone(at) => format!("at {} {}", at.x, at.y),
            Place::With(unit) => format!("with {}", self.key(Id::new(by, unit))),
            Place::Lost | Place::Away => "nowhere".into(),
        }
    }

    pub(super) fn stand_text(&self, by: Seat, stand: &Stand) -> String {
        let id = Id::new(by, stand.unit);
        let Pose { at, facing } = stand.pose;
        let shape = stand.shape.word(self.recruit(id).profile.bases);
        format!("{} {} {} {facing} {shape}", self.key(id), at.x, at.y)
    }
}

impl Shape {
    /// As players type it: `4-3-3`, `5x2`, `column` or `alone`.
    pub fn word(&self, bases: u8) -> String {
        match self.formation {
            Formation::Special => "alone".into(),
            _ => self.words(bases).trim_start_matches("in ").to_owned(),
        }
    }
}
