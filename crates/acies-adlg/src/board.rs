//! The board as text: bases to scale, four columns and two lines to a UD, and a roster of both armies.
//!
//! A unit is its side's sign, its number and the way it faces: `#12^` is red's unit 12, facing north.
//! One that faces east or west stands on two lines: `12` over `#>`.

use acies_core::{Seat, Telling};
use acies_table::{Pose, Rect};

use crate::{
    battle::{Battle, Commander, Flags, Id, Place},
    terrain::Piece,
    told::compass,
};

const COLUMNS_PER_UD: f64 = 4.0;
const LINES_PER_UD: f64 = 2.0;

/// Open ground around what is shown, in UD.
const MARGIN_UD: f64 = 1.0;

/// Draws a battle.
pub fn draw(battle: &Battle) -> String {
    let mut lines = vec![title(battle), String::new()];
    lines.extend(Canvas::of(battle).lines());
    lines.push(legend(battle));
    lines.push(String::new());
    lines.extend(rosters(battle));
    lines.join("\n")
}

fn title(battle: &Battle) -> String {
    let losses = |seat: Seat| {
        let state = battle.army_state(seat);
        let (lost, of) = (state.losses.sum().total, state.strength.sum().total);
        format!("{} {} lost {lost} of {of}", sign(seat), battle.side_name(seat))
    };
    let moment = battle.moment();
    format!("{}: {moment}. {}, {}", battle.setup.name, losses(Seat::Red), losses(Seat::Blue))
}

fn sign(seat: Seat) -> char {
    match seat {
        Seat::Red => '#',
        Seat::Blue => 'o',
    }
}

/// How a piece of terrain is shown.
fn ground(piece: Piece) -> char {
    match piece {
        Piece::Field => ',',
        Piece::GentleHill => '-',
        Piece::SteepHill => '=',
        Piece::Brush => ';',
        Piece::SandDunes => ':',
        Piece::Plantation => '%',
        Piece::Gully => '\\',
        Piece::Wood => '*',
        Piece::Marsh => '"',
        Piece::Village => '&',
        Piece::RiverOpen | Piece::RiverRough | Piece::RiverDifficult => '~',
        Piece::Coast | Piece::Lake => '~',
        Piece::Rocks => '!',
        Piece::Road => '_',
    }
}

/// A part of the table as characters, north at the top.
struct Canvas {
    cells: Vec<Vec<char>>,
    /// The place of the upper left cell, in whole UD.
    west: f64,
    north: f64,
}

impl Canvas {
    fn of(battle: &Battle) -> Canvas {
        let part = shown(battle);
        let (west, east) =
            (part.centre().x - part.width() / 2.0, part.centre().x + part.width() / 2.0);
        let (south, north) =
            (part.centre().y - part.depth() / 2.0, part.centre().y + part.depth() / 2.0);
        let columns = ((east - west) * COLUMNS_PER_UD).round() as usize;
        let rows = ((north - south) * LINES_PER_UD).round() as usize;
        let mut canvas = Canvas { cells: vec![vec![' '; columns]; rows], west, north };
        for area in &battle.landscape.areas {
            canvas.fill(ground(area.piece), |place| area.outline.contains(place));
        }
        for line in &battle.landscape.lines {
            let (a, b) = (line.a.vec(), line.b.vec());
            for part in 0..=20 {
                canvas.write(a.lerp(b, f64::from(part) / 20.0), "H");
            }
        }
        for seat in Seat::BOTH {
            let camp = battle.camp(seat);
            let mark = if battle.sides[seat].camp.lost { 'x' } else { sign(seat) };
            canvas.fill(mark, |place| camp.contains(place));
            canvas.write(camp.centre(), "camp");
        }
        for id in battle.bodies() {
            let rect = battle.rect(id);
            canvas.fill(sign(id.seat()), |place| rect.contains(place));
        }
        for id in battle.bodies() {
            canvas.label(battle, id);
        }
        for seat in Seat::BOTH {
            for (number, marker) in (1..).zip(battle.sides[seat].markers) {
                if let Some(at) = marker {
                    canvas.write(at.vec(), &format!("{}?{number}", sign(seat)));
                }
            }
            for commander in battle.sides[seat].commanders {
                if let Commander::Free(at) = commander {
                    canvas.write(at.vec(), &format!("{}@", sign(seat)));
                }
            }
        }
        canvas
    }

    /// Fills the cells whose centres are in a shape.
    fn fill(&mut self, with: char, shape: impl Fn(glam::DVec2) -> bool) {
        for (row, cells) in self.cells.iter_mut().enumerate() {
            for (column, cell) in cells.iter_mut().enumerate() {
                let x = self.west + (column as f64 + 0.5) / COLUMNS_PER_UD;
                let y = self.north - (row as f64 + 0.5) / LINES_PER_UD;
                if shape(glam::dvec2(x, y)) {
                    *cell = with;
                }
            }
        }
    }

    /// Writes text with its middle at a place.
    fn write(&mut self, at: glam::DVec2, text: &str) {
        let middle = (at.x - self.west) * COLUMNS_PER_UD;
        let first = (middle - text.chars().count() as f64 / 2.0).round();
        let row = ((self.north - at.y) * LINES_PER_UD - 0.5).round();
        for (column, letter) in text.chars().enumerate() {
            self.set(row, first + column as f64, letter);
        }
    }

    fn set(&mut self, row: f64, column: f64, letter: char) {
        if row >= 0.0
            && column >= 0.0
            && let Some(cell) =
                self.cells.get_mut(row as usize).and_then(|row| row.get_mut(column as usize))
        {
            *cell = letter;
        }
    }

    fn label(&mut self, battle: &Battle, id: Id) {
        let number = id.number() + 1;
        let pose = battle.unit(id).pose;
        let (mark, arrow) = (sign(id.seat()), arrow(&pose));
        let at = pose.at.vec();
        if matches!(arrow, '^' | 'v') {
            self.write(at, &format!("{mark}{number}{arrow}"));
        } else {
            let half = glam::dvec2(0.0, 0.5 / LINES_PER_UD);
            self.write(at + half, &format!("{number:2}"));
            self.write(at - half, &format!("{mark}{arrow}"));
        }
    }

    /// The rows with a ruler in UD from the centre of the table.
    fn lines(&self) -> Vec<String> {
        let width = self.cells.first().map_or(0, Vec::len);
        let mut ruler = vec!['-'; width];
        for column in (0..width).step_by(COLUMNS_PER_UD as usize) {
            let x = self.west + column as f64 / COLUMNS_PER_UD;
            if (x / 5.0).fract() == 0.0 {
                for (at, letter) in format!("|{x}").chars().enumerate() {
                    if let Some(cell) = ruler.get_mut(column + at) {
                        *cell = letter;
                    }
                }
            }
        }
        let ruler: String = ruler.into_iter().collect();
        let ruler = format!("    +{ruler}+");
        let mut lines = vec![ruler.clone()];
        for (row, cells) in self.cells.iter().enumerate() {
            let y = self.north - row as f64 / LINES_PER_UD;
            let mark = if y.fract() == 0.0 { format!("{y:4}") } else { "    ".into() };
            let cells: String = cells.iter().collect();
            lines.push(format!("{mark}|{cells}|"));
        }
        lines.push(ruler);
        lines
    }
}

/// The part of the table with somebody in it, in whole UD.
fn shown(battle: &Battle) -> Rect {
    let table = battle.setup.field.rect();
    let camps = Seat::BOTH.map(|seat| battle.camp(seat));
    let bodies = battle.bodies().map(|id| battle.rect(id));
    let corners: Vec<_> = camps.into_iter().chain(bodies).flat_map(|rect| rect.corners()).collect();
    let most = |value: fn(&glam::DVec2) -> f64| {
        corners.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
    };
    let half = glam::dvec2(table.width() / 2.0, table.depth() / 2.0);
    let bound = |value: f64, limit: f64| (value + MARGIN_UD).ceil().min(limit.ceil());
    let (east, west) = (bound(most(|it| it.x), half.x), bound(most(|it| -it.x), half.x));
    let (north, south) = (bound(most(|it| it.y), half.y), bound(most(|it| -it.y), half.y));
    Rect::between(glam::dvec2(-west, -south), glam::dvec2(east, north))
}

fn arrow(pose: &Pose) -> char {
    match pose.facing.from_north().degrees() {
        degrees if !(45.0..=315.0).contains(&degrees) => '^',
        degrees if degrees < 135.0 => '>',
        degrees if degrees <= 225.0 => 'v',
        _ => '<',
    }
}

fn legend(battle: &Battle) -> String {
    let mut pieces: Vec<Piece> = battle.landscape.areas.iter().map(|area| area.piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let pieces =
        pieces.iter().map(|&piece| format!("{} {}", ground(piece), piece.word().replace('_', " ")));
    let walls = (!battle.landscape.lines.is_empty()).then(|| "H line of defence".to_owned());
    let signs = ["# red", "o blue", "^v<> facing", "@ commander", "? ambush marker"];
    let signs = signs.map(str::to_owned);
    signs.into_iter().chain(pieces).chain(walls).collect::<Vec<_>>().join(", ")
}

/// Both rosters side by side.
fn rosters(battle: &Battle) -> Vec<String> {
    let [red, blue] = Seat::BOTH.map(|seat| roster(battle, seat));
    let width = red.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let lines = red.len().max(blue.len());
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
    (0..lines)
        .map(|at| format!("{:width$}   {}", line(&red, at), line(&blue, at)).trim_end().to_owned())
        .collect()
}

fn roster(battle: &Battle, seat: Seat) -> Vec<String> {
    let host = &battle.setup.armies[seat];
    let mut lines = Vec::new();
    for (number, corps) in (0..).zip(&host.corps) {
        let commander = match battle.sides[seat].commanders[usize::from(number)] {
            Commander::With(_) | Commander::Free(_) => "",
            Commander::Away => ", away",
            Commander::LeftTable => ", off the table",
            Commander::Lost => ", lost",
        };
        let level = corps.level.word();
        lines.push(format!(
            "{} {} {}: {level} commander{commander}",
            sign(seat),
            number + 1,
            corps.name
        ));
        let units = (0..host.troops.len() as u8).map(|unit| Id::new(seat, unit));
        for id in units.filter(|&id| battle.troop(id).corps == number) {
            lines.push(unit_line(battle, id));
        }
    }
    lines
}

fn unit_line(battle: &Battle, id: Id) -> String {
    let unit = battle.unit(id);
    let full = battle.profile(id).cohesion();
    let mut line = format!("{:3} {:24}", id.number() + 1, battle.troop(id).name);
    let state = match unit.place {
        Place::Table => format!("{}/{full} {}", unit.cohesion, compass(&unit.pose)),
        Place::Routing => "routing".into(),
        Place::Routed => "routed".into(),
        Place::LeftTable => "left the table".into(),
        Place::Away => "away".into(),
    };
    line += &format!(" {state}");
    if battle.has_commander(id) {
        line += " @";
    }
    for (flag, mark) in MARKS {
        if unit.place == Place::Table && unit.is(flag) {
            line += &format!(" {mark}");
        }
    }
    line
}

/// States that a player must see.
const MARKS: [(Flags, &str); 6] = [
    (Flags::LOOTING, "looting"),
    (Flags::STAKED, "stakes"),
    (Flags::RALLIED, "rallied"),
    (Flags::FLED, "fled"),
    (Flags::PREVENTED, "held back"),
    (Flags::UNCONTROLLED, "uncontrolled"),
];
