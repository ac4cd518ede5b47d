//! Actions in text: what players type, and what records hold. See `docs/reference/adlg.md` for the
//! notation with examples.
//!
//! A unit is its number on the board, counted from one, or its key: `3`, `hastati_2`. Several have commas
//! between them, and numbers in a row may be written as `3-7`.

use acies_core::{Misread, Seat, Typed, UnitSet, flow::Stacked, typed::pick};
use acies_table::{Angle, Edge, Length, Point};

use crate::{
    action::Action,
    battle::{Battle, Frame},
    charge::declare::How,
    command::commander::Route,
    formation::Slot,
    movement::Element,
};

/// The elements of a move, for hints.
const ELEMENTS: [&str; 4] = ["advance", "wheel", "slide", "turn"];

/// Elements of a move: `advance 2.5, wheel 30 left`.
pub fn elements_text(elements: &[Element]) -> String {
    let sided = |verb: &str, by: f64| {
        format!("{verb} {} {}", by.abs(), if by < 0.0 { "left" } else { "right" })
    };
    let each = elements.iter().map(|element| match *element {
        Element::Advance(length) => format!("advance {}", length.get()),
        Element::Wheel(by) => sided("wheel", by.degrees()),
        Element::Slide(by) => sided("slide", by.get()),
        Element::QuarterLeft => "turn left".into(),
        Element::QuarterRight => "turn right".into(),
        Element::Half => "turn about".into(),
    });
    each.collect::<Vec<_>>().join(", ")
}

const HOW_TO_FORM: &str = "as in `form 3@0,4@1,5@0`: a unit and its file";

const EDGES: [Edge; 4] = [Edge::Front, Edge::Left, Edge::Right, Edge::Rear];

/// The way that a unit runs, by the edge that is ahead of it.
pub fn edge_word(edge: Edge) -> &'static str {
    match edge {
        Edge::Front => "ahead",
        Edge::Left => "left",
        Edge::Right => "right",
        Edge::Rear => "rear",
    }
}

pub(crate) const HOW_TO_MOVE: &str = "as in `move 3-5: advance 2.5, wheel 30 left`";

pub(crate) fn read_elements<const N: usize>(
    text: &str,
) -> Result<arrayvec::ArrayVec<Element, N>, Misread> {
    let mut elements = arrayvec::ArrayVec::new();
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let element = read_element(part)?;
        if elements.try_push(element).is_err() {
            return Err(Misread::new(format!("more than {N} elements (ADLG-R46, ADLG-R76)")));
        }
    }
    if elements.is_empty() {
        return Err(Misread::new("how does it move?").hint(HOW_TO_MOVE));
    }
    Ok(elements)
}

fn read_element(text: &str) -> Result<Element, Misread> {
    let mut words = text.split_whitespace();
    let verb = words.next().unwrap_or_default().to_lowercase();
    let first = words.next();
    let second = words.next();
    if let Some(extra) = words.next() {
        return Err(Misread::new(format!("`{extra}` is one word too many")));
    }
    match (verb.as_str(), first, second) {
        ("advance", Some(length), None) => Ok(Element::Advance(read_length(length)?)),
        ("wheel", Some(by), Some(side)) => {
            let degrees = read_number(by, "degrees")?;
            let by = Angle::try_from(degrees * side_of(side)?);
            by.map(Element::Wheel).map_err(|no| Misread::new(no.to_string()))
        }
        ("slide", Some(by), Some(side)) => {
            let length = read_number(by, "UD")? * side_of(side)?;
            Length::try_from(length).map(Element::Slide).map_err(|no| Misread::new(no.to_string()))
        }
        ("turn", Some("left"), None) => Ok(Element::QuarterLeft),
        ("turn", Some("right"), None) => Ok(Element::QuarterRight),
        ("turn", Some("about"), None) => Ok(Element::Half),
        ("turn", Some(way), None) => Err(Misread::unknown("turn", way, ["left", "right", "about"])),
        ("advance" | "wheel" | "slide" | "turn", ..) => {
            let text = text.trim();
            let hint = "`advance 2.5`, `wheel 30 left`, `slide 0.5 right`, `turn about`";
            Err(Misread::new(format!("`{text}` is no element of a move")).hint(hint))
        }
        (other, ..) => Err(Misread::unknown("element", other, ELEMENTS)),
    }
}

fn side_of(word: &str) -> Result<f64, Misread> {
    match word {
        "left" => Ok(-1.0),
        "right" => Ok(1.0),
        other => Err(Misread::unknown("side", other, ["left", "right"])),
    }
}

fn read_number(word: &str, of: &str) -> Result<f64, Misread> {
    let number = word.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| Misread::new(format!("`{word}` is no number of {of}")))
}

fn read_length(word: &str) -> Result<Length, Misread> {
    Length::try_from(read_number(word, "UD")?).map_err(|no| Misread::new(no.to_string()))
}

/// Text that is being read: the words after the verb, and what stands behind a colon.
pub struct Reader<'a> {
    battle: &'a Battle,
    by: Seat,
    /// All after the verb.
    text: &'a str,
    words: Typed<'a>,
    tail: Option<&'a str>,
}

impl<'a> Reader<'a> {
    /// A whole action.
    pub(super) fn action(battle: &'a Battle, by: Seat, text: &'a str) -> Result<Action, Misread> {
        let text = text.trim();
        let end = text.find(|it: char| it.is_whitespace() || it == ':').unwrap_or(text.len());
        let (verb, text) = text.split_at(end);
        if verb.is_empty() {
            return Err(Misread::new("an action is missing"));
        }
        let verb = verb.to_lowercase().replace('-', "_");
        let (head, tail) = match text.split_once(':') {
            Some((head, tail)) => (head, Some(tail)),
            None => (text, None),
        };
        let mut reader = Reader { battle, by, text, words: Typed::new(head), tail };
        // What it is that is done.
        let shooting = matches!(battle.top(), Some(Frame::Shooting(_)));
        let verb = if verb == "done" && shooting { "cease" } else { &verb };
        let read = Action::read(verb, &mut reader);
        let read = read.ok_or_else(|| Misread::unknown("action", verb, Action::verbs()))??;
        match reader.tail {
            Some(tail) => Err(Misread::new(format!("`:{tail}` says nothing here"))),
            None => reader.words.end(read),
        }
    }

    /// What stands behind the colon.
    pub fn tail(&mut self) -> Option<&'a str> {
        self.tail.take()
    }

    /// All after the verb as it is typed, for who reads it otherwise.
    pub fn rest(&mut self) -> &'a str {
        (self.words, self.tail) = (Typed::new(""), None);
        self.text.trim()
    }

    /// Reads `yes` or `no`.
    pub fn yes(&mut self) -> Result<bool, Misread> {
        self.words.yes()
    }

    /// A unit of who decides.
    pub fn unit(&mut self) -> Result<u8, Misread> {
        self.battle.find_unit(self.by, self.words.word("a unit")?)
    }

    /// A unit of the other side.
    pub fn enemy(&mut self) -> Result<u8, Misread> {
        self.battle.find_unit(self.by.other(), self.words.word("a unit")?)
    }

    /// Units of who decides.
    pub fn units(&mut self) -> Result<UnitSet, Misread> {
        self.words.units(|word| self.battle.find_unit(self.by, word))
    }

    /// A word that stands before something.
    pub fn before(&mut self, word: &'static str, what: &str) -> Result<(), Misread> {
        match self.words.word(&format!("`{word}` and {what}"))? {
            it if it == word => Ok(()),
            other => Err(Misread::unknown("word", other, [word])),
        }
    }

    /// A corps by its number, its name or its wing.
    pub fn corps(&mut self) -> Result<u8, Misread> {
        let word = self.words.word("a corps")?.to_lowercase();
        let corps = &self.battle.setup.armies[self.by].corps;
        if let Some(number) = word.parse::<u8>().ok().and_then(|number| number.checked_sub(1)) {
            return Ok(number);
        }
        let names: Vec<_> = corps.iter().map(|it| acies_core::words::key(&it.name)).collect();
        let named = names.iter().position(|name| *name == word);
        let winged = corps.iter().position(|it| it.wing.word() == word);
        let found = named.or(winged).map(|at| at as u8);
        found.ok_or_else(|| Misread::unknown("corps", &word, names.iter().map(String::as_str)))
    }

    /// How a charge comes about.
    pub fn how(&mut self) -> Result<How, Misread> {
        match self.words.next() {
            None => Ok(How::Ordered),
            Some("spontaneous") => Ok(How::Spontaneous),
            Some("uncontrolled") => Ok(How::Uncontrolled),
            Some(other) => Err(Misread::unknown("charge", other, ["spontaneous", "uncontrolled"])),
        }
    }

    /// A word that may stand at the end.
    pub fn flag(&mut self, flag: &'static str) -> Result<bool, Misread> {
        match self.words.next() {
            None => Ok(false),
            Some(word) if word == flag => Ok(true),
            Some(other) => Err(Misread::unknown("word", other, [flag])),
        }
    }

    /// An edge of a unit: the way it runs.
    pub fn edge(&mut self) -> Result<Edge, Misread> {
        let word = self.words.word("a way: `ahead`, `left`, `right` or `rear`")?;
        let found = EDGES.into_iter().find(|&edge| edge_word(edge) == word);
        found.ok_or_else(|| Misread::unknown("way", word, EDGES.map(edge_word)))
    }

    /// `form 3@0,4@1,5@0`: units with their files, counted to the right of the first.
    pub fn slots(&mut self) -> Result<Vec<Slot>, Misread> {
        let mut slots = Vec::new();
        for word in self.words.by_ref().flat_map(|words| words.split(',')) {
            if word.is_empty() {
                continue;
            }
            let (unit, file) = word
                .split_once('@')
                .ok_or_else(|| Misread::new(format!("`{word}` has no file")).hint(HOW_TO_FORM))?;
            let file = file.parse().map_err(|_| {
                Misread::new(format!("`{file}` is no number of a file")).hint(HOW_TO_FORM)
            })?;
            slots.push(Slot { unit: self.battle.find_unit(self.by, unit)?, file });
        }
        if slots.is_empty() { Err(Misread::new("who forms?").hint(HOW_TO_FORM)) } else { Ok(slots) }
    }

    /// `ride 3,-4 5,0`: places in UD from the centre of the table.
    pub fn way(&mut self) -> Result<Route, Misread> {
        let mut way = Route::new();
        for word in self.words.by_ref() {
            let at = word.split_once(',').and_then(|(x, y)| {
                let read = |text: &str| Length::try_from(text.parse::<f64>().ok()?).ok();
                Some(Point { x: read(x)?, y: read(y)? })
            });
            let at = at.ok_or_else(|| {
                Misread::new(format!("`{word}` is no place")).hint("as in `3,-4.5`")
            })?;
            if way.try_push(at).is_err() {
                return Err(Misread::new(format!("more than {} places", Route::new().capacity())));
            }
        }
        if way.is_empty() {
            Err(Misread::new("where to?").hint("as in `ride 3,-4.5`"))
        } else {
            Ok(way)
        }
    }

    /// A marker, counted from one.
    pub fn marker(&mut self) -> Result<u8, Misread> {
        let word = self.words.word("a marker")?;
        let marker = word.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        marker.ok_or_else(|| Misread::new(format!("there is no marker `{word}`")))
    }

    /// A length after a word of its own.
    pub fn after(&mut self, before: &'static str) -> Result<Length, Misread> {
        self.before(before, "a distance")?;
        self.length()
    }

    /// A length in UD.
    pub fn length(&mut self) -> Result<Length, Misread> {
        read_length(self.words.word("a distance in UD")?)
    }
}

impl Battle {
    /// A unit by its number or its key.
    fn find_unit(&self, of: Seat, word: &str) -> Result<u8, Misread> {
        let host = &self.setup.armies[of];
        pick(&host.name, "unit", word, host.troops.iter().map(|troop| troop.key.as_str()))
    }
}
