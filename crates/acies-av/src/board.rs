//! The board as text: four columns and two lines to a UD, and a roster of both armies.
//!
//! A unit is its side's sign, its number and the way it faces: `#12^` is red's unit 12, facing north. Its middle
//! is its ER.

use acies_core::{
    Seat, Telling,
    words::{number, side_by_side},
};
use acies_table::{Canvas, Polyline, Rect, arrow};
use glam::{DVec2, dvec2};

use crate::{
    battle::Battle,
    ground::Piece,
    profile::Worded,
    units::{Id, Place, Post},
};

/// Draws a battle.
pub fn draw(battle: &Battle) -> String {
    let mut lines = vec![title(battle), String::new()];
    lines.extend(table(battle).lines());
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

/// The whole table, with everybody on it.
fn table(battle: &Battle) -> Canvas {
    let field = battle.setup.field;
    let whole = Rect::between(DVec2::ZERO, dvec2(field.width.get(), field.depth.get()));
    let mut canvas = Canvas::new(&whole);
    for area in &battle.ground.areas {
        canvas.fill(ground(area.piece), |place| area.outline.contains(place));
    }
    for part in battle.ground.walls.iter().flat_map(Polyline::parts) {
        canvas.trace(&part, "H");
    }
    for id in battle.all_standing() {
        let pose = battle.unit(id).pose;
        let label = format!("{}{}{}", sign(id.seat()), number(id.number()), arrow(pose.facing));
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
    side_by_side(&red, &blue)
}

fn roster(battle: &Battle, seat: Seat) -> Vec<String> {
    let (host, side) = (&battle.setup.armies[seat], &battle.sides[seat]);
    let units = (0..host.units.len() as u8).map(|unit| unit_line(battle, Id::new(seat, unit)));
    let leaders =
        (1..).zip(host.leaders.iter().zip(&side.leaders)).map(|(n, (captain, leader))| {
            let place = match leader.place {
                Post::With(unit) => format!("with {}", u32::from(unit) + 1),
                Post::Alone(at) => format!("at {}", crate::words::phrases::place(at)),
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
