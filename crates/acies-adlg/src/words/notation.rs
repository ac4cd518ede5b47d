//! Actions in text: what players type, and what records hold. See `docs/reference/adlg.md` for the
//! notation with examples.
//!
//! A unit is its number on the board, counted from one, or its key: `3`, `hastati_2`. Several have commas
//! between them, and numbers in a row may be written as `3-7`.

use acies_core::{
    Misread, Seat, Typed,
    typed::pick,
    words::{number, numbers},
};
use acies_table::{Angle, Edge, Length, Point};

use crate::{
    action::{Action, Flight, How, UnitSet, Way},
    battle::{Battle, Frame},
    charge::uncontrolled::Start,
    formation::Slot,
    movement::{Element, Elements},
    setup::{
        Prepare,
        ambush::Poses,
        notation::{poses_text, read_poses},
        plan::AMBUSHERS,
    },
};

/// The verbs, for hints.
const VERBS: [&str; 30] = [
    "activate",
    "move",
    "form",
    "charge",
    "prevent",
    "rally",
    "disengage",
    "back",
    "out",
    "slip",
    "stop_looting",
    "stakes",
    "commander",
    "ride",
    "reveal",
    "enter",
    "end",
    "evade",
    "stand",
    "run",
    "about",
    "as_it_is",
    "go_on",
    "shoot",
    "cease",
    "done",
    "engage",
    "pursue",
    "stay",
    "resign",
];

/// The elements of a move, for hints.
const ELEMENTS: [&str; 4] = ["advance", "wheel", "slide", "turn"];

impl Battle {
    pub fn write(&self, action: &Action) -> String {
        match action {
            Action::Prepare(prepare) => prepare.write(),
            Action::Activate { corps } => format!("activate {}", u32::from(*corps) + 1),
            Action::Move { units, elements } => {
                format!("move {}: {}", numbers(units.iter()), elements_text(elements))
            }
            Action::Charge { units, start, how } => {
                let how = match how {
                    How::Ordered => "",
                    How::Spontaneous => " spontaneous",
                    How::Uncontrolled => " uncontrolled",
                };
                let start = if start.is_empty() {
                    String::new()
                } else {
                    format!(": {}", elements_text(start))
                };
                format!("charge {}{how}{start}", numbers(units.iter()))
            }
            Action::Form { slots } => {
                let each = slots.iter().map(|slot| format!("{}@{}", number(slot.unit), slot.file));
                format!("form {}", each.collect::<Vec<_>>().join(","))
            }
            Action::Prevent { units } => format!("prevent {}", numbers(units.iter())),
            Action::Rally { unit } => format!("rally {}", number(*unit)),
            Action::Disengage { unit } => format!("disengage {}", number(*unit)),
            Action::LeaveZone { unit } => format!("back {}", number(*unit)),
            Action::RideOut { unit, distance } => {
                format!("out {} {}", number(*unit), distance.get())
            }
            Action::EvadeZone { unit } => format!("slip {}", number(*unit)),
            Action::StopLooting { unit } => format!("stop_looting {}", number(*unit)),
            Action::PlantStakes { unit } => format!("stakes {}", number(*unit)),
            Action::Attach { unit } => format!("commander {}", number(*unit)),
            Action::Reveal { marker, poses } => {
                format!("reveal {}: {}", u32::from(*marker) + 1, poses_text(poses))
            }
            Action::Enter { units, from, ahead } => {
                format!("enter {} from {} ahead {}", numbers(units.iter()), from.get(), ahead.get())
            }
            Action::Ride { way } => {
                let way = way.iter().map(|at| format!(" {},{}", at.x.get(), at.y.get()));
                format!("ride{}", way.collect::<String>())
            }
            Action::EndCorps => "end".into(),
            Action::Evade => "evade".into(),
            Action::Stand => "stand".into(),
            Action::Run(Flight { toward, elements, burst }) => {
                let (edge, through) = (edge_word(*toward), if *burst { " through" } else { "" });
                let way = if elements.is_empty() {
                    String::new()
                } else {
                    format!(": {}", elements_text(elements))
                };
                format!("run {edge}{through}{way}")
            }
            Action::FaceAbout { turns: true } => "about".into(),
            Action::FaceAbout { turns: false } => "as_it_is".into(),
            Action::GoOn { distance } => format!("go_on {}", distance.get()),
            Action::Shoot { main, supporters, target } => {
                let with = if supporters.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", numbers(supporters.iter()))
                };
                format!("shoot {} at {}{with}", number(*main), number(*target))
            }
            Action::EndShooting => "cease".into(),
            Action::Engage { enemy } => format!("engage {}", number(*enemy)),
            Action::Pursue { unit, distance } if *distance == Length::ZERO => {
                format!("stay {}", number(*unit))
            }
            Action::Pursue { unit, distance } => {
                format!("pursue {} {}", number(*unit), distance.get())
            }
            Action::Resign => "resign".into(),
        }
    }

    pub fn read_action(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        if let Some(prepare) = Prepare::read(text) {
            return prepare.map(Action::Prepare);
        }
        let (head, tail) = match text.split_once(':') {
            Some((head, tail)) => (head, Some(tail)),
            None => (text, None),
        };
        let mut reader = Reader { battle: self, by, words: Typed::new(head) };
        let verb = reader.words.word("an action")?.to_lowercase().replace('-', "_");
        let action = match verb.as_str() {
            "move" => {
                let units = reader.units(by)?;
                let tail =
                    tail.ok_or_else(|| Misread::new("how does it move?").hint(HOW_TO_MOVE))?;
                return reader.words.end(Action::Move { units, elements: read_elements(tail)? });
            }
            "charge" => {
                let units = reader.units(by)?;
                let how = reader.how()?;
                let start = tail.map_or(Ok(Start::new()), read_elements)?;
                return reader.words.end(Action::Charge { units, start, how });
            }
            "reveal" => {
                let marker = reader.marker()?;
                let poses = read_poses(tail.unwrap_or_default())?;
                let poses = Poses::try_from(poses.as_slice()).map_err(|_| {
                    Misread::new(format!("more than {AMBUSHERS} places (ADLG-R31)"))
                })?;
                return reader.words.end(Action::Reveal { marker, poses });
            }
            "run" => {
                let toward = reader.edge()?;
                let burst = reader.flag("through")?;
                let elements = tail.map_or(Ok(Elements::new()), read_elements)?;
                return reader.words.end(Action::Run(Flight { toward, elements, burst }));
            }
            "activate" => Action::Activate { corps: reader.corps()? },
            "form" => Action::Form { slots: reader.slots()? },
            "prevent" => Action::Prevent { units: reader.units(by)? },
            "rally" => Action::Rally { unit: reader.unit(by)? },
            "disengage" => Action::Disengage { unit: reader.unit(by)? },
            "back" => Action::LeaveZone { unit: reader.unit(by)? },
            "out" => Action::RideOut { unit: reader.unit(by)?, distance: reader.length()? },
            "slip" => Action::EvadeZone { unit: reader.unit(by)? },
            "stop_looting" => Action::StopLooting { unit: reader.unit(by)? },
            "stakes" => Action::PlantStakes { unit: reader.unit(by)? },
            "commander" => Action::Attach { unit: reader.unit(by)? },
            "enter" => {
                let units = reader.units(by)?;
                let from = reader.after("from")?;
                let ahead = reader.after("ahead")?;
                Action::Enter { units, from, ahead }
            }
            "ride" => Action::Ride { way: reader.way()? },
            "end" => Action::EndCorps,
            "evade" => Action::Evade,
            "stand" => Action::Stand,
            "about" => Action::FaceAbout { turns: true },
            "as_it_is" => Action::FaceAbout { turns: false },
            "go_on" => Action::GoOn { distance: reader.length()? },
            "shoot" => reader.shot()?,
            "cease" => Action::EndShooting,
            "engage" => Action::Engage { enemy: reader.unit(by.other())? },
            "done" => self.done(),
            "pursue" => Action::Pursue { unit: reader.unit(by)?, distance: reader.length()? },
            "stay" => Action::Pursue { unit: reader.unit(by)?, distance: Length::ZERO },
            "resign" => Action::Resign,
            other => {
                let verbs = VERBS.into_iter().chain(crate::setup::notation::VERBS);
                return Err(Misread::unknown("action", other, verbs));
            }
        };
        match tail {
            Some(tail) => Err(Misread::new(format!("`:{tail}` says nothing here"))),
            None => reader.words.end(action),
        }
    }

    /// What it is that is done.
    fn done(&self) -> Action {
        match self.stack.last() {
            Some(Frame::Shooting(_)) => Action::EndShooting,
            _ => Action::EndCorps,
        }
    }

    /// A unit by its number or its key.
    fn find_unit(&self, of: Seat, word: &str) -> Result<u8, Misread> {
        let host = &self.setup.armies[of];
        pick(&host.name, "unit", word, host.troops.iter().map(|troop| troop.key.as_str()))
    }
}

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

const HOW_TO_MOVE: &str = "as in `move 3-5: advance 2.5, wheel 30 left`";

fn read_elements<const N: usize>(text: &str) -> Result<arrayvec::ArrayVec<Element, N>, Misread> {
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

/// Text that is being read, word by word.
struct Reader<'a> {
    battle: &'a Battle,
    by: Seat,
    words: Typed<'a>,
}

impl Reader<'_> {
    fn unit(&mut self, of: Seat) -> Result<u8, Misread> {
        self.battle.find_unit(of, self.words.word("a unit")?)
    }

    fn units(&mut self, of: Seat) -> Result<UnitSet, Misread> {
        self.words.units(|word| self.battle.find_unit(of, word))
    }

    /// A corps by its number, its name or its wing.
    fn corps(&mut self) -> Result<u8, Misread> {
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

    fn how(&mut self) -> Result<How, Misread> {
        match self.words.next() {
            None => Ok(How::Ordered),
            Some("spontaneous") => Ok(How::Spontaneous),
            Some("uncontrolled") => Ok(How::Uncontrolled),
            Some(other) => Err(Misread::unknown("charge", other, ["spontaneous", "uncontrolled"])),
        }
    }

    fn flag(&mut self, flag: &'static str) -> Result<bool, Misread> {
        match self.words.next() {
            None => Ok(false),
            Some(word) if word == flag => Ok(true),
            Some(other) => Err(Misread::unknown("word", other, [flag])),
        }
    }

    /// An edge of a unit: the way it runs.
    fn edge(&mut self) -> Result<Edge, Misread> {
        let word = self.words.word("a way: `ahead`, `left`, `right` or `rear`")?;
        let found = EDGES.into_iter().find(|&edge| edge_word(edge) == word);
        found.ok_or_else(|| Misread::unknown("way", word, EDGES.map(edge_word)))
    }

    /// `form 3@0,4@1,5@0`: units with their files, counted to the right of the first.
    fn slots(&mut self) -> Result<Vec<Slot>, Misread> {
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
    fn way(&mut self) -> Result<Way, Misread> {
        let mut way = Way::new();
        for word in self.words.by_ref() {
            let at = word.split_once(',').and_then(|(x, y)| {
                let read = |text: &str| Length::try_from(text.parse::<f64>().ok()?).ok();
                Some(Point { x: read(x)?, y: read(y)? })
            });
            let at = at.ok_or_else(|| {
                Misread::new(format!("`{word}` is no place")).hint("as in `3,-4.5`")
            })?;
            if way.try_push(at).is_err() {
                return Err(Misread::new(format!("more than {} places", Way::new().capacity())));
            }
        }
        if way.is_empty() {
            Err(Misread::new("where to?").hint("as in `ride 3,-4.5`"))
        } else {
            Ok(way)
        }
    }

    /// A marker, counted from one.
    fn marker(&mut self) -> Result<u8, Misread> {
        let word = self.words.word("a marker")?;
        let marker = word.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        marker.ok_or_else(|| Misread::new(format!("there is no marker `{word}`")))
    }

    /// A length after a word of its own.
    fn after(&mut self, before: &'static str) -> Result<Length, Misread> {
        match self.words.word(&format!("`{before}` and a distance"))? {
            word if word == before => self.length(),
            other => Err(Misread::unknown("word", other, [before])),
        }
    }

    fn length(&mut self) -> Result<Length, Misread> {
        read_length(self.words.word("a distance in UD")?)
    }

    /// `shoot 4 at 12 with 5,6`.
    fn shot(&mut self) -> Result<Action, Misread> {
        let main = self.unit(self.by)?;
        match self.words.word("`at` and the target")? {
            "at" => {}
            other => return Err(Misread::unknown("word", other, ["at"])),
        }
        let target = self.unit(self.by.other())?;
        let supporters = if self.flag("with")? { self.units(self.by)? } else { UnitSet::NONE };
        Ok(Action::Shoot { main, supporters, target })
    }
}
