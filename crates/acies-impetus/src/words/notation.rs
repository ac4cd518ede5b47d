//! What players type: units and Commands by their keys or numbers, lengths in U, angles in degrees.

use std::ops::{Deref, DerefMut};

use acies_core::{Misread, Seat, Typed, typed::pick};
use acies_table::{Angle, Length};

use crate::battle::{Battle, Id, UnitSet};

/// Words from left to right, and the battle that they speak of.
pub struct Reader<'a> {
    pub battle: &'a Battle,
    pub by: Seat,
    words: Typed<'a>,
}

impl<'a> Reader<'a> {
    pub fn new(battle: &'a Battle, by: Seat, text: &'a str) -> Self {
        Reader { battle, by, words: Typed::new(text) }
    }

    /// A unit of the player's own side, or of the one it names: `rom_hastati_1`, `3`, `blue/3`.
    pub fn unit(&mut self) -> Result<Id, Misread> {
        let word = self.words.word("a Unit")?;
        self.find(self.by, word)
    }

    /// A unit of the other side, unless it names one.
    pub fn enemy(&mut self) -> Result<Id, Misread> {
        let word = self.words.word("an enemy")?;
        self.find(self.by.other(), word)
    }

    /// Units of the player's own side: `rom_hastati_1,rom_hastati_2`.
    pub fn units(&mut self) -> Result<UnitSet, Misread> {
        let (battle, by) = (self.battle, self.by);
        self.words.units(|word| battle.find_unit(by, word).map(Id::number))
    }

    /// A Command of the player's own army.
    pub fn command(&mut self) -> Result<u8, Misread> {
        let word = self.words.word("a Command")?;
        let commands = 0..self.battle.setup.hosts[self.by].commands.len() as u8;
        let keys: Vec<String> = commands.map(|it| self.battle.command_key(self.by, it)).collect();
        pick(self.battle.host(self.by), "Command", word, keys.iter().map(String::as_str))
    }

    pub fn length(&mut self) -> Result<Length, Misread> {
        self.number("a length in U").map(Length::new)
    }

    pub fn angle(&mut self) -> Result<Angle, Misread> {
        self.number("an angle in degrees").map(Angle::new)
    }

    /// A number that can be on a table.
    pub fn number(&mut self, what: &str) -> Result<f64, Misread> {
        let word = self.words.word(what)?;
        let read = word.parse().ok().filter(|it: &f64| it.abs() <= 10_000.0);
        read.ok_or_else(|| Misread::new(format!("`{word}` is not {what}")))
    }

    pub fn end<T>(self, read: T) -> Result<T, Misread> {
        self.words.end(read)
    }

    fn find(&self, seat: Seat, word: &str) -> Result<Id, Misread> {
        match word.split_once('/') {
            Some(("red", word)) => self.battle.find_unit(Seat::Red, word),
            Some(("blue", word)) => self.battle.find_unit(Seat::Blue, word),
            _ => self.battle.find_unit(seat, word),
        }
    }
}

impl<'a> Deref for Reader<'a> {
    type Target = Typed<'a>;

    fn deref(&self) -> &Typed<'a> {
        &self.words
    }
}

impl DerefMut for Reader<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.words
    }
}

impl Battle {
    /// What an army calls itself.
    pub fn host(&self, seat: Seat) -> &str {
        &self.setup.hosts[seat].name
    }

    /// What players type for a unit of their own.
    pub fn key(&self, id: Id) -> &str {
        &self.setup.hosts[id.seat()].units[usize::from(id.number())].key
    }

    /// The keys of several, as a list that can be typed.
    pub fn keys(&self, seat: Seat, units: UnitSet) -> String {
        units.ids(seat).map(|id| self.key(id)).collect::<Vec<_>>().join(",")
    }

    /// The names of several.
    pub fn names(&self, seat: Seat, units: UnitSet) -> String {
        let names: Vec<&str> = units.ids(seat).map(|id| self.name(id)).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, first)) => format!("{} and {last}", first.join(", ")),
            None => "nobody".to_owned(),
        }
    }

    fn find_unit(&self, seat: Seat, word: &str) -> Result<Id, Misread> {
        let keys = self.setup.hosts[seat].units.iter().map(|it| it.key.as_str());
        pick(self.host(seat), "Unit", word, keys).map(|number| Id::new(seat, number))
    }
}
