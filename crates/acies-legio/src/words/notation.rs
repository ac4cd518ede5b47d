//! Notation: what players type, read word by word. Units and leaders go by their keys; those of the other side are told apart
//! by the place where they stand in a sentence.

use acies_core::{Id, Misread, Seat, Typed, typed::pick};
use acies_table::{Angle, Edge, Length, Motion, Pivot, Point};

use crate::battle::{Action, Battle};

/// Words of who acts in a battle.
#[derive(Clone)]
pub struct Words<'a> {
    pub typed: Typed<'a>,
    pub battle: &'a Battle,
    pub by: Seat,
}

impl<'a> Words<'a> {
    /// The next word, which is `what`.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Misread> {
        self.typed.word(what)
    }

    /// Whether the next word is this one, which is then read.
    pub fn flag(&mut self, word: &str) -> bool {
        self.typed.flag(word)
    }

    fn unit_of(&mut self, seat: Seat) -> Result<Id, Misread> {
        let word = self.word("a unit")?;
        let army = &self.battle.setup.armies[seat];
        let keys: Vec<&str> = army.units.iter().map(|unit| unit.key.as_str()).collect();
        Ok(Id::new(seat, pick(&army.name, "unit", word, keys.iter().copied())?))
    }

    /// A unit of who acts.
    pub fn unit(&mut self) -> Result<Id, Misread> {
        self.unit_of(self.by)
    }

    /// A unit of his enemy.
    pub fn enemy(&mut self) -> Result<Id, Misread> {
        self.unit_of(self.by.other())
    }

    /// A leader of who acts.
    pub fn leader(&mut self) -> Result<u8, Misread> {
        let word = self.word("a leader")?;
        let army = &self.battle.setup.armies[self.by];
        let keys: Vec<&str> = army.leaders.iter().map(|it| it.key.as_str()).collect();
        pick(&army.name, "leader", word, keys.iter().copied())
    }

    fn number(&mut self, what: &str) -> Result<f64, Misread> {
        let word = self.word(what)?;
        let number = word.parse::<f64>().ok().filter(|it| it.abs() < 100_000.0);
        number.ok_or_else(|| Misread::new(format!("`{word}` is no number")))
    }

    /// A length in paces.
    pub fn paces(&mut self) -> Result<Length, Misread> {
        self.number("a number of paces").map(Length::new)
    }

    /// An angle in degrees, to the right.
    pub fn degrees(&mut self) -> Result<Angle, Misread> {
        self.number("an angle").map(Angle::new)
    }

    /// A place of the table, as in `900 350`.
    pub fn place(&mut self) -> Result<Point, Misread> {
        Ok(Point { x: self.paces()?, y: self.paces()? })
    }

    /// The legs of a path, as in `ahead 80 wheel -30`, up to the end of the text.
    pub fn legs(&mut self) -> Result<Vec<Motion>, Misread> {
        let mut legs = Vec::new();
        while let Some(word) = self.typed.next() {
            legs.push(match word {
                "ahead" => Motion::advance(self.paces()?),
                "shift" => Motion::Shift { right: self.paces()?, ahead: self.paces()? },
                "wheel" => Motion::wheel(self.degrees()?),
                "turn" => Motion::turn(self.degrees()?),
                "face" => Motion::Turn { on: Pivot::Middle(Edge::Front), by: self.degrees()? },
                _ => return Err(Misread::unknown("leg of a path", word, LEGS)),
            });
        }
        Ok(legs)
    }
}

const LEGS: [&str; 5] = ["ahead", "shift", "wheel", "turn", "face"];

/// Legs as players type them.
pub fn legs_text<'a>(legs: impl IntoIterator<Item = &'a Motion>) -> String {
    let each = legs.into_iter().map(|leg| match *leg {
        Motion::Shift { right, ahead } if right == Length::ZERO => format!("ahead {ahead}"),
        Motion::Shift { right, ahead } => format!("shift {right} {ahead}"),
        Motion::Turn { on: Pivot::Corner(_), by } => format!("wheel {by}"),
        Motion::Turn { on: Pivot::Middle(_), by } => format!("face {by}"),
        Motion::Turn { on: Pivot::Centre, by } => format!("turn {by}"),
    });
    each.collect::<Vec<_>>().join(" ")
}

/// Legs as they are told: what several do, in whole paces and degrees.
pub fn legs_said(legs: &[Motion]) -> String {
    let paces = |length: Length| libm::round(length.get().abs());
    let shift = |right: Length, ahead: Length| {
        let along = (paces(ahead) > 0.0).then(|| {
            format!(
                "{} paces {}",
                paces(ahead),
                if ahead < Length::ZERO { "back" } else { "ahead" }
            )
        });
        let aside = (paces(right) > 0.0).then(|| {
            format!(
                "{} paces to the {}",
                paces(right),
                if right < Length::ZERO { "left" } else { "right" }
            )
        });
        let both: Vec<String> = along.into_iter().chain(aside).collect();
        if both.is_empty() { "less than a pace".into() } else { both.join(" and ") }
    };
    let each = legs.iter().enumerate().map(|(n, leg)| match *leg {
        Motion::Shift { right, ahead } if n == 0 => format!("go {}", shift(right, ahead)),
        Motion::Shift { right, ahead } => shift(right, ahead),
        Motion::Turn { on: Pivot::Corner(_), by } => {
            turning(if n == 0 { "wheel" } else { "a wheel" }, by)
        }
        Motion::Turn { by, .. } => turning(if n == 0 { "turn" } else { "a turn" }, by),
    });
    each.collect::<Vec<_>>().join(", then ")
}

/// A turn or a wheel by so much: "wheel 15 degrees to the left".
pub fn turning(what: &str, by: Angle) -> String {
    let degrees = libm::round(by.degrees().abs());
    let side = if by < Angle::ZERO { "left" } else { "right" };
    match what.strip_prefix("a ") {
        Some(_) => format!("{what} of {degrees} degrees to the {side}"),
        None => format!("{what} {degrees} degrees to the {side}"),
    }
}

impl Battle {
    /// What players type for a unit.
    pub fn key(&self, unit: Id) -> &str {
        &self.recruit(unit).key
    }

    pub fn leader_key(&self, seat: Seat, leader: u8) -> &str {
        &self.setup.armies[seat].leaders[usize::from(leader)].key
    }

    /// Reads an action in notation.
    pub fn read_action(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        let mut words = Words { typed: Typed::new(text), battle: self, by };
        let verb = words.word("an action")?;
        match Action::read(verb, &mut words) {
            Some(read) => words.typed.end(read?),
            None => Err(Misread::unknown("action", verb, Action::verbs())),
        }
    }
}
