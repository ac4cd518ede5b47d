//! The board as text: four columns and two lines to a UD, and a roster of both armies.
//!
//! A unit is its side's sign, its number and the way it faces: `#12^` is red's unit 12, facing north. Its middle
//! is its ER.

use acies_core::{Each, Seat, Telling};
use acies_field::{Board, Field, sign};

use crate::{
    battle::Battle,
    scene::grounds,
    units::{Id, Place, Post},
};

/// Draws a battle.
pub fn draw(battle: &Battle) -> String {
    let mut board = Board::of::<Battle>(&Field::table(battle));
    board.ground(&grounds(battle));
    board.numbers(battle);
    for seat in Seat::BOTH {
        for leader in &battle.sides[seat].leaders {
            if let Post::Alone(at) = leader.place {
                board.mark(seat, at.vec(), "@");
            }
        }
    }
    board.text(&title(battle), &["@ leader"], &Each::of(|seat| roster(battle, seat)))
}

fn title(battle: &Battle) -> String {
    let losses = |seat: Seat| {
        let (lost, of) = (Battle::lost(battle, seat), battle.setup.armies[seat].cost());
        format!("{} {} lost {lost} of {of}", sign(seat), battle.side_name(seat))
    };
    let moment = battle.moment();
    format!("{}: {moment}. {}, {}", battle.setup.name, losses(Seat::Red), losses(Seat::Blue))
}

fn roster(battle: &Battle, seat: Seat) -> Vec<String> {
    let (host, side) = (&battle.setup.armies[seat], &battle.sides[seat]);
    let units = host.units.len() as u8;
    let mut lines = acies_field::roster(&host.name, seat, units, |id| unit_line(battle, id));
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
    lines.extend(leaders);
    lines
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
