//! A battle as text: the table, who stands where, and both armies.

use acies_core::{Each, Id, Seat, Viewer};
use acies_field::{Board, Field, roster};

use super::picture::{grounds, states};
use crate::battle::{Battle, Place, Status};

/// The table and the armies, as a terminal shows them. Orders are not on it (LEG-R120).
pub fn board(battle: &Battle, _: Viewer) -> String {
    let mut board = Board::of::<Battle>(&Field::table(battle));
    board.ground(&grounds(battle));
    board.bases(battle);
    for seat in Seat::BOTH {
        for leader in &battle.sides[seat].leaders {
            if let Place::Alone(at) = leader.place {
                board.mark(seat, at.vec(), "@");
            }
        }
    }
    let rosters = Each::of(|seat| {
        let units = battle.sides[seat].units.len() as u8;
        roster(battle.side_name(seat), seat, units, |id| line(battle, id))
    });
    let title = format!("{}: {}", battle.setup.name, acies_core::Telling::moment(battle));
    board.text(&title, &["@ leader"], &rosters)
}

/// A unit in a line: its number, how it stands, and what is the matter with it.
fn line(battle: &Battle, id: Id) -> String {
    let (unit, name, number) = (battle.unit(id), battle.name(id), id.number() + 1);
    let gone = match unit.status {
        Status::Destroyed => Some("destroyed"),
        Status::LeftTable => Some("off the table"),
        Status::Away => Some("not deployed"),
        _ => None,
    };
    if let Some(gone) = gone {
        return format!("{number:2} {name}: {gone}");
    }
    let shape = unit.is.shape.words(unit.is.bases);
    let grade = format!("{:?}", unit.is.profile.grade);
    let mut says = vec![format!("{grade}, {} of {}", unit.is.bases, unit.is.profile.bases)];
    says.extend((!shape.is_empty()).then_some(shape));
    if unit.is.shape.is_unformed() && !unit.kind().is_light() {
        says.push("unformed".into());
    }
    let joined = (0..).zip(&battle.sides[id.seat()].leaders);
    let joined = joined.filter(|(_, it)| it.place == Place::With(id.number()));
    says.extend(joined.map(|(n, _)| format!("with {}", battle.leader_name(id.seat(), n))));
    says.extend(states(battle, id).into_iter().map(|it| it.says));
    format!("{number:2} {name}: {}", says.join(", "))
}
