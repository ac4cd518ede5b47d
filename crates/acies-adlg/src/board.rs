//! The board as text: bases to scale, four columns and two lines to a UD, and a roster of both armies.
//!
//! A unit is its side's sign, its number and the way it faces: `#12^` is red's unit 12, facing north.
//! One that faces east or west stands on two lines: `12` over `#>`.

use acies_core::{
    Seat, Telling,
    words::{number, side_by_side},
};
use acies_table::{Canvas, Rect, arrow};

use crate::{
    battle::{Battle, Commander, Flags, Id, Place},
    terrain::Piece,
    words::places::compass,
};

/// Open ground around what is shown, in UD.
const MARGIN_UD: f64 = 1.0;

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

/// The part of the table with somebody in it, and everybody there.
fn table(battle: &Battle) -> Canvas {
    let mut canvas = Canvas::new(&shown(battle));
    for area in &battle.landscape.areas {
        canvas.fill(ground(area.piece), |place| area.outline.contains(place));
    }
    for line in &battle.landscape.lines {
        canvas.trace(&line.segment(), "H");
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
        label(battle, id, &mut canvas);
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

fn label(battle: &Battle, id: Id, canvas: &mut Canvas) {
    let number = number(id.number());
    let pose = battle.unit(id).pose;
    let (mark, arrow) = (sign(id.seat()), arrow(pose.facing));
    if matches!(arrow, '^' | 'v') {
        canvas.write(pose.at.vec(), &format!("{mark}{number}{arrow}"));
    } else {
        canvas.write_two(pose.at.vec(), [&format!("{number:2}"), &format!("{mark}{arrow}")]);
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
    side_by_side(&red, &blue)
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
