//! A battle as text: the table, who stands where, and both armies.

use acies_core::{Each, Id, Viewer};
use acies_field::{Board, Field, roster};

use super::picture::{grounds, says_when};
use crate::{
    battle::{Battle, Post},
    profile::Kind,
};

/// The table and the armies, as a terminal shows them. All of it is open (IMP-R109).
pub fn board(battle: &Battle, _: Viewer) -> String {
    let mut board = Board::of::<Battle>(&Field::table(battle));
    board.ground(&grounds(battle));
    board.bases(battle);
    for seat in acies_core::Seat::BOTH {
        for command in &battle.sides[seat].commands {
            if let (Post::At(at), Some(_)) = (command.post, command.commander) {
                board.mark(seat, at.vec(), "@");
            }
        }
    }
    let rosters = Each::of(|seat| {
        let units = battle.sides[seat].pieces.len() as u8;
        roster(battle.host(seat), seat, units, |id| line(battle, id))
    });
    let title = format!(
        "{} against {}: {}",
        battle.host(acies_core::Seat::Red),
        battle.host(acies_core::Seat::Blue),
        says_when(battle)
    );
    board.text(&title, &["@ Commander"], &rosters)
}

/// A Unit in a line: its number, what is left of it, and what is the matter with it.
fn line(battle: &Battle, id: Id) -> String {
    let piece = battle.piece(id);
    let (unit, name) = (&piece.unit, battle.name(id));
    let number = id.number() + 1;
    if piece.gone {
        let gone = if battle.prelude.is_some() { "not placed" } else { "lost" };
        return format!("{number:2} {name}: {gone}");
    }
    let mut says = Vec::new();
    if unit.profile.kind != Kind::Baggage {
        says.push(format!("VBU {}/{}", unit.vbu(), unit.profile.vbu));
    }
    if unit.began > 1 {
        says.push(format!("{} deep", unit.elements()));
    }
    let led = battle.sides[id.seat()].commands.get(usize::from(piece.command));
    if let Some(it) =
        led.filter(|it| it.post == Post::With(id.number())).and_then(|it| it.commander)
    {
        says.push(format!("{}{}", it.quality.name(), if it.chief { " (CinC)" } else { "" }));
    }
    says.extend(super::picture::states(battle, id).into_iter().map(|it| it.says));
    format!("{number:2} {name}: {}", says.join(", "))
}
