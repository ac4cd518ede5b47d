//! Writing a position: a file that reads back to the same battle.

use std::fmt::Write;

use acies_core::{Each, Seat, file::toml_string, named, words::key};
use acies_table::{Point, Polyline};
use toml::Spanned;

use super::lines::{LeaderLine, UnitLine};
use crate::{
    battle::{Battle, Recruit},
    files::data::{Troop, troops},
    rulings::TURNS,
    setup::Size,
    troops::{Grade, Profile, Tags},
};

/// Writes a battle as a file that reads back to the same state.
pub fn write(battle: &Battle) -> String {
    let mut out = String::new();
    write_all(battle, &mut out).expect("strings take all that is written");
    out
}

fn write_all(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let setup = &battle.setup;
    writeln!(out, "ruleset = \"legio\"\nname = {}", toml_string(&setup.name))?;
    if setup.size != Size::Standard {
        writeln!(out, "size = {}", named::write(&setup.size, battle))?;
    }
    if setup.turns != TURNS {
        writeln!(out, "turns = {}", setup.turns)?;
    }
    if !setup.orders {
        writeln!(out, "orders = false")?;
    }
    writeln!(out, "turn = {}\nfirst = \"{}\"", battle.turn, battle.first)?;
    writeln!(out, "stack = {}", named::write(&battle.stack, battle))?;
    if !battle.line.is_empty() {
        writeln!(out, "row = {}", named::write(&battle.line, battle))?;
    }
    if battle.volleys != Each::default() {
        writeln!(out, "volleys = {}", named::write(&battle.volleys, battle))?;
    }
    if !battle.dues.is_empty() {
        writeln!(out, "dues = {}", named::write(&battle.dues, battle))?;
    }
    if let Some(prelude) = &battle.prelude {
        writeln!(out, "prelude = {}", named::write(prelude, battle))?;
    }
    write_ground(battle, out)?;
    Seat::BOTH.into_iter().try_for_each(|seat| write_side(battle, seat, out))
}

fn write_ground(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let course = |it: &Polyline| points(it.points.iter().copied());
    if !battle.ground.roads.is_empty() {
        let roads: Vec<_> = battle.ground.roads.iter().map(course).collect();
        writeln!(out, "roads = [{}]", roads.join(", "))?;
    }
    for area in &battle.ground.areas {
        let outline = points(area.outline.corners().map(Point::nearest));
        let piece = named::write(&area.piece, battle);
        writeln!(out, "\n[[area]]\npiece = {piece}\noutline = {outline}")?;
    }
    for line in &battle.ground.lines {
        let piece = named::write(&line.piece, battle);
        writeln!(out, "\n[[line]]\npiece = {piece}\ncourse = {}", course(&line.course))?;
    }
    Ok(())
}

fn points(all: impl Iterator<Item = Point>) -> String {
    let all: Vec<_> = all.map(|at| format!("[{}, {}]", at.x, at.y)).collect();
    format!("[{}]", all.join(", "))
}

fn write_side(battle: &Battle, seat: Seat, out: &mut String) -> std::fmt::Result {
    let (host, side) = (&battle.setup.armies[seat], &battle.sides[seat]);
    writeln!(out, "\n[{seat}]\nname = {}", toml_string(&host.name))?;
    if let Some(camp) = &side.camp {
        writeln!(out, "camp = [{}, {}]", camp.x, camp.y)?;
    }
    if side.camp_lost {
        writeln!(out, "camp_lost = true")?;
    }
    if !side.messengers.is_empty() {
        writeln!(out, "messengers = {}", named::write(&side.messengers, battle))?;
    }
    let keys: Vec<String> = host.units.iter().map(|it| it.key.clone()).collect();
    writeln!(out, "leaders = [")?;
    for (captain, leader) in host.leaders.iter().zip(&side.leaders) {
        let line = LeaderLine::of(captain, leader, &keys);
        writeln!(out, "  {},", named::write(&line, battle))?;
    }
    writeln!(out, "]\nunits = [")?;
    for (recruit, unit) in host.units.iter().zip(&side.units) {
        let commander = &host.leaders[usize::from(recruit.command)];
        let state = UnitLine::of(unit, &recruit.profile);
        let line = recruited(state, recruit, &commander.key);
        writeln!(out, "  {},", named::write(&line, battle))?;
    }
    writeln!(out, "]")
}

/// What a unit is, besides what has become of it.
fn recruited(state: UnitLine, recruit: &Recruit, commander: &str) -> UnitLine {
    let Profile { grade, bases, tags, .. } = recruit.profile;
    let troop = troop_of(&recruit.profile);
    let under_strength = tags.contains(Tags::UNDER_STRENGTH);
    let usual = troop.map(|it| it.points(grade, bases, under_strength));
    UnitLine {
        troop,
        name: Some(recruit.name.clone()),
        key: (recruit.key != key(&recruit.name)).then(|| recruit.key.clone()),
        command: Some(Spanned::new(0..0, commander.to_owned())),
        grade: (grade != Grade::C).then_some(grade),
        bases: (!recruit.profile.kind.is_special()).then(|| Spanned::new(0..0, bases)),
        under_strength: under_strength.then_some(true),
        dismounts: tags.contains(Tags::DISMOUNTS).then_some(true),
        legion: recruit.legion,
        cost: (usual != Some(recruit.cost)).then_some(recruit.cost),
        ..state
    }
}

/// The troops of the catalogue that have such a profile.
fn troop_of(profile: &Profile) -> Option<&'static Troop> {
    let own = profile.tags - Tags::UNDER_STRENGTH - Tags::DISMOUNTS;
    let such =
        |it: &&Troop| it.kind == profile.kind && it.missile == profile.missile && it.tags == own;
    troops().iter().find(such)
}
