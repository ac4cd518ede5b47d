//! Chance terrain (LEG-R115, LEG-R152, LEG-R190): six sectors and a road or stream, thrown for and laid; then one side
//! may take a piece away, and the other chooses its base edge.

use acies_core::{
    D6, Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Angle, Facing, Length, Point, Polygon, Polyline, Pose};
use serde::{Deserialize, Serialize};

use super::{Lot, Prepared, Size, Unprepared, told};
use crate::{
    battle::{Action, Battle, Frame},
    ground::{Area, Barrier, Ground, Line, Piece},
    words::{Event, No, Words},
};

/// LEG-R115: three across and two deep, counted from the west, the southern row first.
pub const SECTORS: u8 = 6;

/// LEG-R115: how far the middle of a piece is from the sides of its sector.
const FROM_SIDES: f64 = 100.0;

/// LEG-R115: a road or stream is at least so far from the sides of the table.
const LINE_FROM_SIDES: f64 = 300.0;

/// LEG-R152.
const CORNERS: u16 = 24;

/// LEG-R115: what a die lays in a sector, and how long and wide it is.
pub fn of_die(face: i32) -> Option<(Piece, [f64; 2])> {
    match face {
        4 => Some((Piece::GentleHill, [300.0, 200.0])),
        5 => Some((Piece::Scrub, [200.0, 150.0])),
        6 => Some((Piece::Wood, [200.0, 150.0])),
        _ => None,
    }
}

/// LEG-R115, LEG-R190: where the middle of a piece lies in its sector, for so many hundredths of its room.
pub fn middle(size: Size, sector: u8, hundredths: [usize; 2]) -> Point {
    let [width, depth] = size.table();
    let sides = [width / 3.0, depth / 2.0];
    let corner = [f64::from(sector % 3) * sides[0], f64::from(sector / 3) * sides[1]];
    let along = |axis: usize| {
        let room = sides[axis] - 2.0 * FROM_SIDES;
        corner[axis] + FROM_SIDES + share(room, hundredths[axis])
    };
    Point::new(along(0), along(1))
}

/// LEG-R115, LEG-R190: where a road or stream runs.
pub fn line_at(size: Size, hundredths: usize) -> f64 {
    LINE_FROM_SIDES + share(size.table()[0] - 2.0 * LINE_FROM_SIDES, hundredths)
}

/// LEG-R152: whole paces.
fn share(room: f64, hundredths: usize) -> f64 {
    libm::round(room * hundredths as f64 / 100.0)
}

/// LEG-R152: an ellipse in its place; its axis is so many degrees from north, clockwise.
pub fn ellipse(piece: Piece, [long, short]: [f64; 2], middle: Point, degrees: f64) -> Area {
    let pose = Pose { at: middle, facing: Facing::new(Angle::new(degrees)) };
    let outline = Polygon::ellipse(&pose, Length::new(long), Length::new(short), CORNERS);
    Area { piece, outline: outline.expect("an ellipse of 100 paces or more is a polygon") }
}

/// LEG-R152: whether two areas have ground in common.
fn overlap(one: &Polygon, other: &Polygon) -> bool {
    let holds = |one: &Polygon, other: &Polygon| other.corners().any(|it| one.contains(it));
    let sides = |side: acies_table::Segment| other.sides().any(|it| side.meets(&it).is_some());
    holds(one, other) || holds(other, one) || one.sides().any(sides)
}

/// Before the first die.
pub struct Beginning;

/// Throws for terrain and edges.
pub struct Begin;

impl Step<Battle> for Beginning {
    fn deciders(&self, _: &Battle) -> Seats {
        Seat::Red.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("begin?".into(), &["LEG-SEQ.1", "LEG-R115"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Action::Begin);
    }
}

impl Deed<Battle> for Begin {
    type Plan = ();
    const VERBS: &'static [&'static str] = &["begin"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        "begin".into()
    }

    fn read(_: &str, _: &mut Words<'_>) -> Result<Self, Misread> {
        Ok(Begin)
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<(), No> {
        if battle.top() == Some(Frame::Begin) { Ok(()) } else { Err(No::NotNow) }
    }

    fn perform(
        &self,
        (): (),
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        // Armies that stand already begin to fight.
        if battle.prelude.is_none() {
            told(log, || Prepared::Begun);
            return Ok(());
        }
        let size = battle.setup.size;
        for sector in 0..SECTORS {
            battle.throw_for_sector(size, sector, dice, log)?;
        }
        battle.throw_for_line(size, dice, log)?;
        battle.lay(Frame::FirstOrders);
        battle.lay(Frame::Lot(Lot::Deployment));
        battle.lay(Frame::Lot(Lot::Edges));
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let shown = match battle.prelude {
            Some(_) => Shown::new("Begin", "throw for the terrain and for the base edges")
                .rules(&["LEG-R115"]),
            None => Shown::new("Begin", "begin the battle").rules(&["LEG-SEQ.1"]),
        };
        Shown { throws: true, ..shown }
    }
}

impl Battle {
    fn throw_for_sector(
        &mut self,
        size: Size,
        sector: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let by = if sector < SECTORS / 2 { Seat::Red } else { Seat::Blue };
        let face = dice.roll(by.throws("LEG-R115", "the terrain of a sector"), D6)?;
        let Some((piece, measures)) = of_die(face) else {
            told(log, || Prepared::Sector { sector, face: face as u8, piece: None });
            return Ok(());
        };
        // LEG-R190: the place is drawn by lot, in hundredths of the room that there is.
        let mut draw = |what: &'static str, of: &[u8]| dice.pick(by.throws("LEG-R190", what), of);
        let east = draw("how far east it lies", &[1; 101])?;
        let north = draw("how far north it lies", &[1; 101])?;
        let degrees = draw("which way its long axis lies", &[1; 180])?;
        let at = middle(size, sector, [east, north]);
        let area = ellipse(piece, measures, at, degrees as f64);
        let free = !self.ground.areas.iter().any(|it| overlap(&it.outline, &area.outline));
        if free {
            self.ground.to_mut().areas.push(area);
        }
        told(log, || Prepared::Sector { sector, face: face as u8, piece: Some((piece, at, free)) });
        Ok(())
    }

    fn throw_for_line(&mut self, size: Size, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let face = dice.roll(Seat::Red.throws("LEG-R115", "a road or a stream"), D6)?;
        let mut x = None;
        if face >= 5 {
            let along = dice.pick(Seat::Red.throws("LEG-R190", "where it runs"), &[1; 101])?;
            let east = line_at(size, along);
            let course =
                Polyline::new(vec![Point::new(east, 0.0), Point::new(east, size.table()[1])]);
            let ground = self.ground.to_mut();
            if face == 5 {
                ground.roads.push(course);
            } else {
                ground.lines.push(Line { piece: Barrier::Stream, course });
            }
            x = Some(Length::new(east));
        }
        told(log, || Prepared::Across { face: face as u8, x });
        Ok(())
    }
}

/// LEG-R115: a piece of the ground, in the order in which it lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Laid {
    Area(u8),
    Line(u8),
    Road(u8),
}

impl Ground {
    /// Every piece, with what players call it.
    pub fn laid(&self) -> impl Iterator<Item = (Laid, String)> + '_ {
        let areas = (0..).zip(&self.areas).map(|(n, it)| {
            let at = Point::nearest(it.outline.centroid());
            (Laid::Area(n), format!("the {} at {}", it.piece.name(), super::place(at)))
        });
        let lines = (0..)
            .zip(&self.lines)
            .map(|(n, it)| (Laid::Line(n), format!("the {}", it.piece.name())));
        let roads = (0..).zip(&self.roads).map(|(n, _)| (Laid::Road(n), "the road".to_owned()));
        areas.chain(lines).chain(roads)
    }

    fn name_of(&self, piece: Laid) -> Option<String> {
        self.laid().find(|(it, _)| *it == piece).map(|(_, name)| name)
    }
}

/// LEG-R115: the lower may take away a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clearing {
    pub by: Seat,
}

/// Takes away a piece, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clear {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<Laid>,
}

impl Step<Battle> for Clearing {
    fn deciders(&self, _: &Battle) -> Seats {
        self.by.into()
    }

    /// There may be nothing to take away.
    fn idle(&self, battle: &Battle) -> bool {
        battle.ground.laid().next().is_none()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("take away a piece of terrain?".into(), &["LEG-R115"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Clear { piece: None }.into());
        out.extend(
            battle.ground.laid().map(|(piece, _)| Action::from(Clear { piece: Some(piece) })),
        );
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Clear { piece: Some(Laid::Area(SECTORS)) }.into());
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

impl Deed<Battle> for Clear {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["clear"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        match self.piece {
            None => "clear nothing".into(),
            Some(Laid::Area(n)) => format!("clear area {}", n + 1),
            Some(Laid::Line(n)) => format!("clear line {}", n + 1),
            Some(Laid::Road(n)) => format!("clear road {}", n + 1),
        }
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        let kind: fn(u8) -> Laid = match words.word("a piece")? {
            "nothing" => return Ok(Clear { piece: None }),
            "area" => Laid::Area,
            "line" => Laid::Line,
            "road" => Laid::Road,
            other => {
                return Err(Misread::unknown(
                    "kind of piece",
                    other,
                    ["nothing", "area", "line", "road"],
                ));
            }
        };
        let word = words.word("its number")?;
        let number = word.parse::<u8>().ok().and_then(|it| it.checked_sub(1));
        let number = number
            .ok_or_else(|| Misread::new(format!("`{word}` is no number")).hint("1, 2, 3 ..."))?;
        Ok(Clear { piece: Some(kind(number)) })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let asked: Clearing =
            battle.asked().filter(|it: &Clearing| it.by == by).ok_or(No::NotNow)?;
        match self.piece.filter(|&piece| battle.ground.name_of(piece).is_none()) {
            Some(_) => Err(No::Setup(Unprepared::NoSuchPiece)),
            None => Ok(asked.by),
        }
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let name = self.piece.and_then(|piece| battle.ground.name_of(piece));
        match self.piece {
            None => {}
            Some(Laid::Area(n)) => drop(battle.ground.to_mut().areas.remove(n.into())),
            Some(Laid::Line(n)) => drop(battle.ground.to_mut().lines.remove(n.into())),
            Some(Laid::Road(n)) => drop(battle.ground.to_mut().roads.remove(n.into())),
        }
        told(log, || Prepared::Cleared { by, name });
        Ok(())
    }

    fn shows(&self, battle: &Battle, _: Seat) -> Shown {
        let name = self.piece.and_then(|piece| battle.ground.name_of(piece));
        let shown = match name {
            Some(name) => Shown::new("Take it away", format!("take away {name}")),
            None => Shown::new("Leave all", "take nothing away"),
        };
        shown.rules(&["LEG-R115"])
    }
}

/// LEG-R115: the higher chooses his base edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choosing {
    pub by: Seat,
}

/// The edge that the ground has in the north, or in the south, becomes his. As Red always sits in the south, it is the
/// ground that is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choose {
    pub turned: bool,
}

impl Step<Battle> for Choosing {
    fn deciders(&self, _: &Battle) -> Seats {
        self.by.into()
    }

    /// On open ground both edges are alike.
    fn idle(&self, battle: &Battle) -> bool {
        battle.ground.laid().next().is_none()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which base edge is yours?".into(), &["LEG-R115"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.extend([false, true].map(|turned| Action::from(Choose { turned })));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

impl Deed<Battle> for Choose {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["edge"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("edge {}", if self.turned { "other" } else { "this" })
    }

    fn read(_: &str, words: &mut Words<'_>) -> Result<Self, Misread> {
        match words.word("`this` or `other`")? {
            "this" => Ok(Choose { turned: false }),
            "other" => Ok(Choose { turned: true }),
            word => Err(Misread::unknown("edge", word, ["this", "other"])),
        }
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        battle.asked().map(|it: Choosing| it.by).filter(|&it| it == by).ok_or(No::NotNow)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        if self.turned {
            let size = battle.setup.size;
            battle.ground.to_mut().turn(size);
        }
        let turned = self.turned;
        told(log, || Prepared::Edge { by, turned });
        Ok(())
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        let shown = if self.turned {
            Shown::new("The other edge", "take the other base edge: the ground is turned")
        } else {
            Shown::new("This edge", "take the base edge on this side")
        };
        shown.rules(&["LEG-R115"])
    }
}

impl Ground {
    /// As it lies for who sits at the other edge.
    fn turn(&mut self, size: Size) {
        let across = |at: Point| size.seen_from(Seat::Blue, at);
        let line =
            |course: &Polyline| Polyline::new(course.points.iter().map(|&at| across(at)).collect());
        for area in &mut self.areas {
            let corners = area.outline.corners().map(|it| across(Point::nearest(it)));
            area.outline =
                Polygon::new(corners.collect()).expect("a polygon stays one when it is turned");
        }
        self.lines.iter_mut().for_each(|it| it.course = line(&it.course));
        self.roads.iter_mut().for_each(|it| *it = line(it));
    }
}
