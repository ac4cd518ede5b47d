//! Actions in text: what players type, and what records and positions hold. See
//! `docs/reference/virtus.md` for the notation with examples. Each action reads and writes itself.

use acies_core::{Misread, Seat, Typed, words::key};

use crate::{
    activation::cards::Card,
    areas::Area,
    battle::{Action, Battle},
    movement::path::Path,
};

/// Text that is being read, word by word.
pub struct Reader<'a> {
    pub battle: &'a Battle,
    pub by: Seat,
    pub words: Typed<'a>,
}

impl Battle {
    pub fn read_action(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        let mut reader = Reader { battle: self, by, words: Typed::new(text) };
        let verb = reader.words.word("an action")?.to_lowercase();
        let action = Action::read(&verb, &mut reader)
            .unwrap_or_else(|| Err(Misread::unknown("action", &verb, Action::verbs())))?;
        reader.words.end(action)
    }
}

impl Reader<'_> {
    pub fn unit(&mut self, of: Seat) -> Result<u8, Misread> {
        let battle = self.battle;
        let word = self.words.word("a unit")?.to_lowercase();
        battle.find_unit(of, &word)
    }

    pub fn leader(&mut self) -> Result<u8, Misread> {
        let (battle, by) = (self.battle, self.by);
        let word = self.words.word("a leader")?.to_lowercase();
        battle.find_leader(by, &word)
    }

    pub fn area(&mut self) -> Result<Area, Misread> {
        let battle = self.battle;
        let word = self.words.word("an area")?;
        battle.find_area(word)
    }

    /// The hill die and pila.
    pub fn extras(&mut self) -> Result<(bool, bool), Misread> {
        let (mut hill, mut pila) = (false, false);
        for word in self.words.by_ref() {
            match word {
                "hill" => hill = true,
                "pila" => pila = true,
                other => return Err(Misread::unknown("word", other, ["hill", "pila"])),
            }
        }
        Ok((hill, pila))
    }

    pub fn flag(&mut self, flag: &'static str) -> Result<bool, Misread> {
        match self.words.next() {
            None => Ok(false),
            Some(word) if word == flag => Ok(true),
            Some(other) => Err(Misread::unknown("word", other, [flag])),
        }
    }

    pub fn path(&mut self) -> Result<Path, Misread> {
        let mut path = Path::one(self.area()?);
        let battle = self.battle;
        for word in self.words.by_ref() {
            let next = battle.find_area(word)?;
            path = path.then(next).ok_or_else(|| {
                Misread::new("a move has three steps at the most (VIR-R54)".to_owned())
            })?;
        }
        Ok(path)
    }
}

pub fn extras(hill: bool, pila: bool) -> String {
    [(hill, " hill"), (pila, " pila")].iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect()
}

/// A verb with its words, or `none`.
pub fn sentence(verb: &str, words: &[String]) -> String {
    if words.is_empty() { format!("{verb} none") } else { format!("{verb} {}", words.join(" ")) }
}

/// A name and its value.
pub fn pair(word: &str) -> Result<(&str, &str), Misread> {
    word.split_once('=')
        .ok_or_else(|| Misread::new(format!("`{word}` should have the form name=value")))
}

pub fn find_card(name: &str) -> Result<Card, Misread> {
    Card::named(name)
        .ok_or_else(|| Misread::unknown("card", name, Card::ALL.into_iter().map(Card::word)))
}

/// Pieces and areas by the words that players type, and the other way round.
impl Battle {
    pub fn unit_key(&self, seat: Seat, unit: u8) -> String {
        let troops = &self.setup.armies[seat].troops;
        troops.get(usize::from(unit)).map_or_else(|| format!("#{unit}"), |troop| troop.key.clone())
    }

    pub fn leader_key(&self, seat: Seat, leader: u8) -> String {
        let leaders = &self.setup.armies[seat].leaders;
        leaders.get(usize::from(leader)).map_or_else(|| format!("#{leader}"), |it| key(&it.name))
    }

    pub fn area_name(&self, area: Area) -> &'static str {
        area.name(self.south)
    }

    pub fn find_unit(&self, of: Seat, name: &str) -> Result<u8, Misread> {
        let army = &self.setup.armies[of];
        let known = || army.troops.iter().map(|troop| troop.key.as_str());
        army.unit(name).ok_or_else(|| {
            Misread::unknown(&format!("unit of the {} army", army.name), name, known())
        })
    }

    pub fn find_leader(&self, of: Seat, name: &str) -> Result<u8, Misread> {
        let army = &self.setup.armies[of];
        let keys: Vec<String> = army.leaders.iter().map(|leader| key(&leader.name)).collect();
        army.leader(name)
            .ok_or_else(|| Misread::unknown("leader", name, keys.iter().map(String::as_str)))
    }

    /// A leader, where a unit of this name would have done as well.
    pub fn find_piece(&self, of: Seat, name: &str) -> Result<u8, Misread> {
        let army = &self.setup.armies[of];
        let leaders: Vec<String> = army.leaders.iter().map(|leader| key(&leader.name)).collect();
        let units = army.troops.iter().map(|troop| troop.key.as_str());
        let known = leaders.iter().map(String::as_str).chain(units);
        army.leader(name).ok_or_else(|| Misread::unknown("unit or leader", name, known))
    }

    pub fn find_area(&self, name: &str) -> Result<Area, Misread> {
        let known = ["S1", "S2", "S3", "S4", "N1", "N2", "N3", "N4", "SR", "NR"];
        Area::named(name, self.columns(), self.south)
            .ok_or_else(|| Misread::unknown("area", name, known))
    }
}
