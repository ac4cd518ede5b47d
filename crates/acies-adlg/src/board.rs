//! The board as text: bases to scale, four columns and two lines to a UD, and a roster of both armies.
//!
//! A unit is its side's sign, its number and the way it faces: `#12^` is red's unit 12, facing north.
//! One that faces east or west stands on two lines: `12` over `#>`.

use acies_core::{Each, Seat, Telling, scene::TerrainKind};
use acies_field::{Board, Ground, Lying, sign};

use crate::{
    battle::{Battle, Commander, Flags, Id, Place},
    scene::grounds,
    words::places::compass,
};

/// Draws a battle: the part of the table with somebody in it.
pub fn draw(battle: &Battle) -> String {
    let camps = Seat::BOTH.map(|seat| battle.camp(seat));
    let bodies = battle.bodies().map(|id| battle.rect(id));
    let mut board = Board::around(battle, camps.into_iter().chain(bodies));
    let camp = |it: &Ground| it.kind == TerrainKind::Camp;
    let (camps, ground): (Vec<_>, Vec<_>) = grounds(battle).into_iter().partition(camp);
    board.ground(&ground);
    for it in &camps {
        if let Lying::Block(rect) = &it.lies {
            board.block(rect, it.sign, &it.word);
        }
    }
    board.bases(battle);
    for seat in Seat::BOTH {
        for (number, marker) in (1..).zip(battle.sides[seat].markers) {
            if let Some(at) = marker {
                board.mark(seat, at.vec(), &format!("?{number}"));
            }
        }
        for commander in battle.sides[seat].commanders {
            if let Commander::Free(at) = commander {
                board.mark(seat, at.vec(), "@");
            }
        }
    }
    let marks = ["@ commander", "? ambush marker"];
    board.text(&title(battle), &marks, &Each::of(|seat| roster(battle, seat)))
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
