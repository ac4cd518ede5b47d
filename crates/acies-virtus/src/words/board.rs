//! The board as text: areas in their columns, units with their stands, hands and points.

use acies_core::{Seat, Viewer};

use crate::{
    areas::Area,
    battle::{Battle, Frame},
    units::{Flags, Formation},
    words::telling::{hand_words, pool_words},
};

/// Draws the battle as a viewer may see it.
pub fn draw(battle: &Battle, viewer: Viewer) -> String {
    let battle = &acies_core::Game::view(battle, viewer);
    let north = battle.south.other();
    let deployed = !matches!(battle.stack.last(), Some(Frame::Begin | Frame::Deploy));
    let mut lines = vec![title(battle), String::new()];
    lines.push(reserve(battle, north, deployed));
    lines.extend(rows(battle));
    lines.push(reserve(battle, battle.south, deployed));
    lines.push(String::new());
    for seat in [battle.south, north] {
        lines.push(cards(battle, seat));
    }
    if deployed && battle.ending.is_none() && !matches!(battle.frame(), Frame::Distribute) {
        for (segment, pool) in (1..).zip(battle.pools).take(battle.columns()) {
            lines.push(format!("segment {segment}: {}", pool_words(pool)));
        }
    }
    lines.push(
        "# red, o blue; 3/4 stands; T testudo, W shieldwall, !2 hits, * activated, + leader".into(),
    );
    lines.join("\n")
}

fn title(battle: &Battle) -> String {
    let moment = acies_core::Telling::moment(battle);
    let conquests =
        |seat| format!("{} holds {} of 2", battle.side_name(seat), battle.conquests(seat));
    format!("{}: {moment}. {}, {}", battle.setup.name, conquests(Seat::Red), conquests(Seat::Blue))
}

fn sign(seat: Seat) -> &'static str {
    match seat {
        Seat::Red => "#",
        Seat::Blue => "o",
    }
}

/// What stands in an area, a line a piece.
fn pieces(battle: &Battle, area: Area, seat: Seat) -> Vec<String> {
    let units = battle.units_in(area, seat).into_iter().map(|unit| {
        let troop = battle.troop(seat, unit);
        let stands = battle.units(seat)[unit].stands;
        let marks = marks(battle, seat, unit);
        format!("{} {} {stands}/{}{marks}", sign(seat), troop.key, troop.profile.mv)
    });
    let leaders =
        battle.leaders(seat).filter(|(_, leader)| leader.area == area).map(|(number, leader)| {
            let cinc = if number == battle.sides[seat].cinc { " C-in-C" } else { "" };
            let hits = if leader.hits > 0 { format!(" !{}", leader.hits) } else { String::new() };
            format!("{} @{}{cinc}{hits}", sign(seat), battle.leader_key(seat, number))
        });
    units.chain(leaders).collect()
}

fn reserve(battle: &Battle, seat: Seat, deployed: bool) -> String {
    let area = Area::reserve(seat);
    let name = if seat == battle.south { "South reserve" } else { "North reserve" };
    if !deployed {
        return format!("{name}: {} is not deployed yet", battle.side_name(seat));
    }
    let pieces = pieces(battle, area, seat);
    let what = if pieces.is_empty() { "empty".to_owned() } else { pieces.join(", ") };
    format!("{name}: {what}")
}

/// Both rows of areas, North above.
fn rows(battle: &Battle) -> Vec<String> {
    let north = battle.south.other();
    let deployed = !matches!(battle.stack.last(), Some(Frame::Begin | Frame::Deploy));
    let cell = |side: Seat, column: usize| {
        let area = Area::new(side, column);
        let mut title = vec![battle.area_name(area)];
        title.extend(battle.ground(area).words());
        if battle.conquered.has(area) {
            title.push("conquered");
        }
        let mut lines = vec![title.join(" ")];
        if deployed {
            lines.extend(pieces(battle, area, north));
            lines.extend(pieces(battle, area, battle.south));
        }
        lines
    };
    let columns = battle.columns();
    let cells: Vec<Vec<Vec<String>>> = [north, battle.south]
        .into_iter()
        .map(|side| (0..columns).map(|column| cell(side, column)).collect())
        .collect();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let lines = cells.iter().flat_map(|row| &row[column]);
            lines.map(|line| line.chars().count()).max().unwrap_or(0).max(12)
        })
        .collect();
    let dashes: Vec<_> = widths.iter().map(|width| "-".repeat(width + 2)).collect();
    let rule = format!("+{}+", dashes.join("+"));
    let mut out = vec![rule.clone()];
    for row in &cells {
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let parts = row.iter().zip(&widths).map(|(cell, width)| {
                format!("| {:width$} ", cell.get(line).map_or("", String::as_str))
            });
            out.push(parts.collect::<String>() + "|");
        }
        out.push(rule.clone());
    }
    out
}

fn cards(battle: &Battle, seat: Seat) -> String {
    let deck = &battle.sides[seat].deck;
    let discard = if deck.discard.is_empty() { "none".into() } else { deck.discard.to_string() };
    format!(
        "{} {} ({seat}): hand {}; draw pile {}; discarded {discard}",
        sign(seat),
        battle.side_name(seat),
        hand_words(deck.hand),
        deck.draw_len(),
    )
}

/// The markers of a unit on the board.
fn marks(battle: &Battle, seat: Seat, unit: u8) -> String {
    let it = &battle.units(seat)[unit];
    let mut text = String::new();
    match it.formation {
        Formation::Open => {}
        Formation::Testudo => text += " T",
        Formation::Shieldwall => text += " W",
    }
    let target = battle.active.other() == seat;
    let hits = battle.hits.iter().filter(|hit| target && hit.target == unit).count();
    if hits > 0 {
        text += &format!(" !{hits}");
    }
    for (flag, mark) in [(Flags::ROUTED, " routed"), (Flags::ACTIVATED, " *")] {
        if it.is(flag) {
            text += mark;
        }
    }
    if battle.leader_with(seat, unit).is_some() {
        text += " +";
    }
    text
}
