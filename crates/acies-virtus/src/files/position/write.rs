//! Writing a position: a file that reads back to the same state.

use std::{collections::BTreeMap, fmt::Write};

use acies_core::{Seat, file::toml_string, named};

use super::FLAGS;
use crate::{
    activation::{cards::Hand, points::Pool},
    areas::{Area, River, boundary},
    battle::{Battle, Sides, Terrain},
    units::{Formation, Grade, Leader, LeaderCard, Troop, Unit},
    victory::{Ending, How},
};

/// Writes a battle as a file that reads back to the same state.
pub fn write(battle: &Battle) -> String {
    let mut out = String::new();
    write_all(battle, &mut out).expect("strings take all that is written");
    out
}

fn write_all(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let setup = &battle.setup;
    writeln!(out, "ruleset = \"virtus\"")?;
    writeln!(out, "name = {}", toml_string(&setup.name))?;
    writeln!(out, "columns = {}", setup.columns)?;
    writeln!(out, "south = \"{}\"", battle.south)?;
    if setup.sides == Sides::ByDice {
        writeln!(out, "sides = \"by_dice\"")?;
    }
    writeln!(out, "turn_limit = {}", setup.turn_limit)?;
    if setup.real_cards {
        writeln!(out, "real_cards = true")?;
    }
    writeln!(out, "turn = {}", battle.turn)?;
    writeln!(out, "active = \"{}\"", battle.active)?;
    writeln!(out, "first = \"{}\"", battle.first)?;
    let step = battle.stack.last().map(|step| named::write_of(Some(battle.active), step, battle));
    writeln!(out, "step = {}", step.as_deref().unwrap_or("\"over\""))?;
    if setup.terrain == Terrain::ByDice {
        writeln!(out, "terrain_by = \"dice\"")?;
    }
    let areas = || battle.areas().collect::<Vec<_>>();
    let conquered = areas().into_iter().filter(|&area| battle.conquered.has(area));
    writeln!(out, "conquered = {}", list(conquered.map(|area| battle.area_name(area))))?;
    let by = battle.active;
    let compelled = battle.compelled.into_iter();
    writeln!(out, "compelled = {}", list(compelled.map(|unit| battle.unit_key(by, unit))))?;

    let ground = match setup.terrain {
        Terrain::Placed(ground) => ground,
        Terrain::ByDice => battle.ground,
    };
    writeln!(out, "\n[terrain]")?;
    for area in areas().into_iter().filter(|area| !ground[area.index()].is_empty()) {
        writeln!(out, "{} = {}", battle.area_name(area), list(ground[area.index()].words()))?;
    }
    write_boundaries(battle, out)?;
    writeln!(out, "\n[pools]")?;
    for (segment, pool) in (1..).zip(battle.pools).filter(|(_, pool)| *pool != Pool::default()) {
        let card = pool.card.map(|card| format!("card = \"{card}\", ")).unwrap_or_default();
        let Pool { bonus, spent, .. } = pool;
        writeln!(out, "{segment} = {{ {card}bonus = {bonus}, spent = {spent} }}")?;
    }
    for seat in Seat::BOTH {
        write_side(battle, seat, out)?;
    }
    write_combats(battle, out)
}

fn write_boundaries(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let mut named = BTreeMap::new();
    for column in 0..battle.columns() {
        for (a, b) in [
            (Area::new(Seat::Red, column), Area::new(Seat::Blue, column)),
            (Area::reserve(Seat::Red), Area::new(Seat::Red, column)),
            (Area::reserve(Seat::Blue), Area::new(Seat::Blue, column)),
        ] {
            let name = format!("{}-{}", battle.area_name(a), battle.area_name(b));
            named.insert(name, boundary(a, b));
        }
    }
    if battle.setup.rivers.iter().any(Option::is_some) {
        writeln!(out, "\n[rivers]")?;
        for (name, &at) in &named {
            if let Some(river) = battle.setup.rivers[at] {
                let (word, _) = River::WORDS
                    .into_iter()
                    .rfind(|(_, class)| *class == river)
                    .expect("every river has a word");
                writeln!(out, "{name} = \"{word}\"")?;
            }
        }
        writeln!(out, "\n[crossed]")?;
        for (name, &at) in named.iter().filter(|(_, at)| battle.crossed[**at] > 0) {
            writeln!(out, "{name} = {}", battle.crossed[at])?;
        }
    }
    Ok(())
}

fn write_side(battle: &Battle, seat: Seat, out: &mut String) -> std::fmt::Result {
    let host = &battle.setup.armies[seat];
    let side = &battle.sides[seat];
    writeln!(out, "\n[{seat}]\nname = {}", toml_string(&host.name))?;
    match side.deck.hand {
        Hand::Known(cards) => writeln!(out, "hand = {}", list(cards.iter()))?,
        Hand::Hidden(n) => writeln!(out, "hand_size = {n}")?,
    }
    if !side.deck.discard.is_empty() {
        writeln!(out, "discard = {}", list(side.deck.discard.iter()))?;
    }
    if side.deck.face_down > 0 {
        writeln!(out, "face_down = {}", side.deck.face_down)?;
    }
    let laid = (1..).zip(side.deck.laid).filter_map(|(at, card)| Some((at, card?)));
    let laid: Vec<_> = laid.map(|(at, card)| format!("{at} = \"{card}\"")).collect();
    if !laid.is_empty() {
        writeln!(out, "laid = {{ {} }}", laid.join(", "))?;
    }
    let own = side.sealed.known().copied().filter(|_| battle.setup.deployed[seat].is_none());
    if let Some(placement) = own {
        writeln!(out, "sealed = true")?;
        if placement.cinc != side.cinc {
            writeln!(out, "cinc = \"{}\"", battle.leader_key(seat, placement.cinc))?;
        }
    }
    writeln!(out, "units = [")?;
    for ((number, unit), troop) in side.units.iter().zip(&host.troops) {
        debug_assert_eq!(battle.unit_key(seat, number), troop.key);
        writeln!(out, "  {{ {} }},", unit_words(battle, unit, troop))?;
    }
    writeln!(out, "]\nleaders = [")?;
    for (at, (leader, card)) in side.leaders.iter().zip(&host.leaders).enumerate() {
        let cinc = at == usize::from(side.cinc);
        writeln!(out, "  {{ {} }},", leader_words(battle, seat, leader, card, cinc))?;
    }
    writeln!(out, "]")?;
    if let Some(placement) = own.or(battle.setup.deployed[seat]) {
        writeln!(out, "\n[{seat}.deployment]")?;
        for area in Area::row(seat, battle.columns()).chain([Area::reserve(seat)]) {
            let units = (0..).zip(placement.units()).filter(|&(_, at)| at == area);
            let leaders = (0..).zip(placement.leaders()).filter(|&(_, at)| at == area);
            let keys: Vec<_> = units
                .map(|(unit, _)| battle.unit_key(seat, unit))
                .chain(leaders.map(|(leader, _)| battle.leader_key(seat, leader)))
                .collect();
            if !keys.is_empty() {
                writeln!(out, "{} = {}", battle.area_name(area), list(keys.iter()))?;
            }
        }
    }
    Ok(())
}

fn unit_words(battle: &Battle, unit: &Unit, troop: &Troop) -> String {
    let mut words = vec![
        format!("troop = \"{}\"", troop.profile.id),
        format!("key = {}", toml_string(&troop.key)),
        format!("name = {}", toml_string(&troop.name)),
    ];
    match troop.grade {
        Grade::Regular => {}
        Grade::Elite => words.push("grade = \"elite\"".into()),
        Grade::Levy => words.push("grade = \"levy\"".into()),
    }
    if troop.stubborn {
        words.push("stubborn = true".into());
    }
    words.push(format!("area = \"{}\"", battle.area_name(unit.area)));
    if unit.stands != troop.profile.mv {
        words.push(format!("stands = {}", unit.stands));
    }
    match unit.formation {
        Formation::Open => {}
        Formation::Testudo => words.push("formation = \"testudo\"".into()),
        Formation::Shieldwall => words.push("formation = \"shieldwall\"".into()),
    }
    let flags: Vec<_> =
        FLAGS.into_iter().filter(|&(_, flag)| unit.is(flag)).map(|(word, _)| word).collect();
    if !flags.is_empty() {
        words.push(format!("is = {}", list(flags.iter())));
    }
    words.join(", ")
}

fn leader_words(
    battle: &Battle,
    seat: Seat,
    leader: &Leader,
    card: &LeaderCard,
    cinc: bool,
) -> String {
    let mut words = vec![format!("name = {}", toml_string(&card.name))];
    for (word, is) in [
        ("superior", card.superior),
        ("charismatic", card.charismatic),
        ("hero", card.hero),
        ("cinc", cinc),
        ("moved", leader.moved),
        ("dead", !leader.alive),
    ] {
        if is {
            words.push(format!("{word} = true"));
        }
    }
    words.push(format!("area = \"{}\"", battle.area_name(leader.area)));
    if leader.hits > 0 {
        words.push(format!("hits = {}", leader.hits));
    }
    if let Some(unit) = leader.joined {
        words.push(format!("joined = \"{}\"", battle.unit_key(seat, unit)));
    }
    words.join(", ")
}

fn write_combats(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let (by, enemy) = (battle.active, battle.active.other());
    for charge in &battle.charges {
        let (unit, target) =
            (battle.unit_key(by, charge.unit), battle.unit_key(enemy, charge.target));
        writeln!(out, "\n[[charges]]\nunit = \"{unit}\"\ntarget = \"{target}\"")?;
        writeln!(out, "hill = {}\npila = {}", charge.hill, charge.pila)?;
    }
    for hit in &battle.hits {
        let (target, from) =
            (battle.unit_key(enemy, hit.target), battle.unit_key(by, hit.attacker));
        writeln!(out, "\n[[hits]]\ntarget = \"{target}\"\nfrom = \"{from}\"")?;
        writeln!(out, "marks = \"{}\"", hit.marks.words())?;
    }
    if let Some(Ending { winner, by }) = battle.ending {
        writeln!(out, "\n[ending]\nby = \"{}\"", how_word(by))?;
        if let Some(winner) = winner {
            writeln!(out, "winner = \"{winner}\"")?;
        }
    }
    Ok(())
}

fn how_word(how: How) -> &'static str {
    match how {
        How::Conquest => "conquest",
        How::Flank => "flank",
        How::Annihilation => "annihilation",
        How::Resigned => "resigned",
        How::LimitAreas => "limit_areas",
        How::LimitLosses => "limit_losses",
        How::LimitEqual => "limit_equal",
    }
}

fn list(words: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let quoted: Vec<_> = words.map(|word| format!("\"{word}\"")).collect();
    format!("[{}]", quoted.join(", "))
}
