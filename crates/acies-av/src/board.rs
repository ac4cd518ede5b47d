//! The board as text: four columns and two lines to a UD, and a roster of both armies.
//!
//! A unit is its side's sign, its number and the way it faces: `#12^` is red's unit 12, facing north. Its middle
//! is its ER.

use acies_core::{Seat, Telling};
use acies_table::Pose;
use glam::{DVec2, dvec2};

use crate::{
    battle::Battle,
    ground::Piece,
    profile::Worded,
    units::{Id, Place, Post},
};

const COLUMNS_PER_UD: f64 = 4.0;
const LINES_PER_UD: f64 = 2.0;

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
        let (lost, of) = (Battle::lost(battle, seat), battle.setup.armies[seat].cost());
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
        Piece::GentleHill => '-',
        Piece::SteepHill => '=',
        Piece::Scrub => ';',
        Piece::Vineyard | Piece::Orchard => '%',
        Piece::Marsh => '"',
        Piece::Plough => ',',
        Piece::LightWood => '*',
        Piece::DenseWood => 'T',
        Piece::Rocks | Piece::Cliff => '!',
        Piece::Village => '&',
        Piece::Stream | Piece::FordableRiver => ':',
        Piece::Lake | Piece::DeepRiver => '~',
        Piece::Ford | Piece::Bridge => '_',
    }
}

/// The table as characters, north at the top.
struct Canvas {
    cells: Vec<Vec<char>>,
    depth: f64,
}

impl Canvas {
    fn of(battle: &Battle) -> Canvas {
        let field = battle.setup.field;
        let columns = (field.width.get() * COLUMNS_PER_UD).round() as usize;
        let rows = (field.depth.get() * LINES_PER_UD).round() as usize;
        let mut canvas = Canvas { cells: vec![vec![' '; columns]; rows], depth: field.depth.get() };
        for area in &battle.ground.areas {
            canvas.fill(ground(area.piece), |place| area.outline.contains(place));
        }
        for part in battle.ground.walls.iter().flat_map(acies_table::Polyline::parts) {
            for step in 0..=20 {
                canvas.write(part.at(f64::from(step) / 20.0), "H");
            }
        }
        for id in battle.all_standing() {
            let pose = battle.unit(id).pose;
            let label = format!("{}{}{}", sign(id.seat()), id.number() + 1, arrow(&pose));
            canvas.write(pose.at.vec(), &label);
        }
        for seat in Seat::BOTH {
            for leader in &battle.sides[seat].leaders {
                if let Post::Alone(at) = leader.place {
                    canvas.write(at.vec(), &format!("{}@", sign(seat)));
                }
            }
        }
        canvas
    }

    /// Fills the cells whose centres are in a shape.
    fn fill(&mut self, with: char, shape: impl Fn(DVec2) -> bool) {
        for (row, cells) in self.cells.iter_mut().enumerate() {
            for (column, cell) in cells.iter_mut().enumerate() {
                let x = (column as f64 + 0.5) / COLUMNS_PER_UD;
                let y = self.depth - (row as f64 + 0.5) / LINES_PER_UD;
                if shape(dvec2(x, y)) {
                    *cell = with;
                }
            }
        }
    }

    /// Writes text with its middle at a place.
    fn write(&mut self, at: DVec2, text: &str) {
        let first = (at.x * COLUMNS_PER_UD - text.chars().count() as f64 / 2.0).round();
        let row = ((self.depth - at.y) * LINES_PER_UD - 0.5).round().max(0.0);
        let Some(cells) = self.cells.get_mut(row as usize) else { return };
        for (column, letter) in text.chars().enumerate() {
            let column = first + column as f64;
            if column >= 0.0
                && let Some(cell) = cells.get_mut(column as usize)
            {
                *cell = letter;
            }
        }
    }

    /// The rows with a ruler in UD from the south-west corner.
    fn lines(&self) -> Vec<String> {
        let width = self.cells.first().map_or(0, Vec::len);
        let mut ruler = vec!['-'; width];
        for ud in (0..).step_by(5) {
            let column = ud * COLUMNS_PER_UD as usize;
            if column >= width {
                break;
            }
            for (cell, letter) in ruler[column..].iter_mut().zip(format!("|{ud}").chars()) {
                *cell = letter;
            }
        }
        let ruler: String = ruler.into_iter().collect();
        let ruler = format!("    +{ruler}+");
        let mut lines = vec![ruler.clone()];
        for (row, cells) in self.cells.iter().enumerate() {
            let y = self.depth - row as f64 / LINES_PER_UD;
            let mark = if y.fract() == 0.0 { format!("{y:4}") } else { "    ".into() };
            let cells: String = cells.iter().collect();
            lines.push(format!("{mark}|{cells}|"));
        }
        lines.push(ruler);
        lines
    }
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
    let mut pieces: Vec<Piece> = battle.ground.areas.iter().map(|area| area.piece).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let pieces =
        pieces.iter().map(|&piece| format!("{} {}", ground(piece), piece.word().replace('_', " ")));
    let walls = (!battle.ground.walls.is_empty()).then(|| "H wall".to_owned());
    let signs = ["# red", "o blue", "^v<> facing", "@ leader"].map(str::to_owned);
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
    let (host, side) = (&battle.setup.armies[seat], &battle.sides[seat]);
    let units = (0..host.units.len() as u8).map(|unit| unit_line(battle, Id::new(seat, unit)));
    let leaders =
        (1..).zip(host.leaders.iter().zip(&side.leaders)).map(|(n, (captain, leader))| {
            let place = match leader.place {
                Post::With(unit) => format!("with {}", u32::from(unit) + 1),
                Post::Alone(at) => format!("at {}", crate::telling::place(at)),
                Post::Away => "away".into(),
                Post::Lost => "lost".into(),
            };
            let named = std::iter::once(captain.name.clone());
            let words: Vec<_> = named.chain(captain.profile.abilities.words()).collect();
            format!("  @{n} {}, {place}", words.join(" "))
        });
    let name = format!("{} {}", sign(seat), host.name);
    std::iter::once(name).chain(units).chain(leaders).collect()
}

fn unit_line(battle: &Battle, id: Id) -> String {
    let (unit, recruit) = (battle.unit(id), battle.recruit(id));
    let state = match unit.place {
        Place::Table => {
            let order = unit.order.map_or("", |order| order.name());
            let disrupted = if unit.disrupted { " disrupted" } else { "" };
            format!("{}/{} {order}{disrupted}", unit.cp, recruit.profile.cp)
        }
        Place::Eliminated => "eliminated".into(),
        Place::LeftTable => "left the table".into(),
        Place::Away => "away".into(),
    };
    format!("{:3} {:26} {state}", id.number() + 1, recruit.name)
}
