//! Writing a position: a file that reads back to the same state.

use std::fmt::Write;

use acies_core::{Each, Seat, file::toml_string, named, words::key};
use acies_table::{Length, Point};
use serde::Serialize;

use super::TriedLine;
use crate::{
    battle::{Battle, Carrier, Field, Frame},
    files::data::troops,
    melee::matching::Pair,
    morale::losses::{Debt, Resolution},
    profile::{Order, Worded},
    rulings::TURNS,
    units::{Id, Place, Post, Unit, UnitSet},
};

/// Writes a battle as a file that reads back to the same state.
pub fn write(battle: &Battle) -> String {
    let mut out = String::new();
    write_all(battle, &mut out).expect("strings take all that is written");
    out
}

fn write_all(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let setup = &battle.setup;
    writeln!(out, "ruleset = \"av\"")?;
    writeln!(out, "name = {}", toml_string(&setup.name))?;
    if setup.field != Field::FULL {
        writeln!(out, "field = [{}, {}]", setup.field.width, setup.field.depth)?;
    }
    if setup.turns != Some(TURNS) {
        writeln!(out, "turns = {}", setup.turns.unwrap_or(0))?;
    }
    writeln!(out, "first = \"{}\"", battle.first)?;
    writeln!(out, "turn = {}", battle.turn)?;
    if battle.quiet > 0 {
        writeln!(out, "quiet = {}", battle.quiet)?;
    }
    if battle.stirred {
        writeln!(out, "stirred = true")?;
    }
    if !battle.ground.walls.is_empty() {
        let walls = battle.ground.walls.iter().map(|wall| points(wall.points.iter().copied()));
        writeln!(out, "walls = [{}]", walls.collect::<Vec<_>>().join(", "))?;
    }
    if !battle.aimed.is_empty() {
        writeln!(out, "aimed = {}", named::write(&battle.aimed, battle))?;
    }
    if battle.ending.is_none() && battle.stack[..] != [Frame::Begin] {
        let frames = battle.stack.iter().map(|frame| named::write(frame, battle));
        writeln!(out, "pending = {}", list(frames))?;
    }
    if let Some(prelude) = &battle.prelude {
        writeln!(out, "prelude = {}", inline(prelude))?;
    }
    if let Some(resolution) = &battle.resolution {
        writeln!(out, "resolution = {}", resolution_words(battle, resolution))?;
    }
    if let Some(ending) = battle.ending {
        let winner = ending.winner.map_or(String::new(), |it| format!("winner = \"{it}\", "));
        writeln!(out, "ending = {{ {winner}how = {} }}", inline(&ending.how))?;
    }
    for area in &battle.ground.areas {
        let outline = points(area.outline.corners().map(Point::nearest));
        writeln!(out, "\n[[terrain]]\npiece = \"{}\"\noutline = {outline}", area.piece.word())?;
    }
    Seat::BOTH.into_iter().try_for_each(|seat| write_side(battle, seat, out))
}

fn write_side(battle: &Battle, seat: Seat, out: &mut String) -> std::fmt::Result {
    let (host, side) = (&battle.setup.armies[seat], &battle.sides[seat]);
    writeln!(out, "\n[{seat}]\nname = {}", toml_string(&host.name))?;
    if !side.mourners.is_empty() {
        writeln!(out, "mourners = {}", keys(battle, seat, side.mourners))?;
    }
    writeln!(out, "leaders = [")?;
    for (captain, leader) in host.leaders.iter().zip(&side.leaders) {
        let mut words = vec![format!("name = {}", toml_string(&captain.name))];
        let profile = captain.profile;
        words.extend(profile.chief.then(|| "chief = true".into()));
        words.extend(profile.mounted.then(|| "mounted = true".into()));
        if !profile.abilities.is_empty() {
            words.push(format!("abilities = {}", inline(&profile.abilities)));
        }
        match leader.place {
            Post::With(unit) => {
                words.push(format!("with = {}", key_of(battle, Id::new(seat, unit))));
            }
            Post::Alone(at) => words.push(format!("at = {}", point(at))),
            Post::Away => {}
            Post::Lost => words.push("lost = true".into()),
        }
        words.extend(leader.rallied.then(|| "rallied = true".into()));
        words.extend(leader.moved.then(|| "moved = true".into()));
        writeln!(out, "  {{ {} }},", words.join(", "))?;
    }
    writeln!(out, "]")?;
    if !host.figures.is_empty() {
        let figures = host.figures.iter().map(|it| {
            let by = match it.by {
                Carrier::Unit(unit) => format!("unit = {}", key_of(battle, Id::new(seat, unit))),
                Carrier::Leader(leader) => {
                    let name = &host.leaders[usize::from(leader)].name;
                    format!("leader = {}", toml_string(&key(name)))
                }
            };
            format!("{{ figure = \"{}\", {by} }}", it.figure.word())
        });
        writeln!(out, "figures = [{}]", figures.collect::<Vec<_>>().join(", "))?;
    }
    writeln!(out, "units = [")?;
    for (number, unit) in (0..).zip(&side.units) {
        writeln!(out, "  {{ {} }},", unit_words(battle, Id::new(seat, number), unit))?;
    }
    writeln!(out, "]")
}

fn unit_words(battle: &Battle, id: Id, unit: &Unit) -> String {
    let recruit = battle.recruit(id);
    let kind = troops().iter().find(|kind| kind.profile == recruit.profile);
    let mut words = vec![match kind {
        Some(kind) => format!("troop = \"{}\"", kind.id),
        None => format!("profile = {}", inline(&recruit.profile)),
    }];
    words.push(format!("name = {}", toml_string(&recruit.name)));
    if recruit.cost as i32 != recruit.profile.cost() {
        words.push(format!("cost = {}", recruit.cost));
    }
    let pose = unit.pose;
    if unit.place != Place::Away || pose != acies_table::Pose::default() {
        words.push(format!("at = [{}, {}, {}]", pose.at.x, pose.at.y, pose.facing));
    }
    let usual = if words.last().is_some_and(|it| it.starts_with("at")) {
        Place::Table
    } else {
        Place::Away
    };
    if unit.place != usual {
        words.push(format!("place = {}", inline(&unit.place)));
    }
    if unit.cp != recruit.profile.cp {
        words.push(format!("cp = {}", unit.cp));
    }
    match unit.order {
        Some(Order::Halt) | None => {}
        Some(order) => words.push(format!("order = \"{}\"", order.word())),
    }
    if unit.disrupted {
        words.push("disrupted = true".into());
    }
    if !unit.flags.is_empty() {
        let names = unit.flags.iter_names().map(|(name, _)| format!("\"{}\"", name.to_lowercase()));
        words.push(format!("is = [{}]", names.collect::<Vec<_>>().join(", ")));
    }
    if let Some(tried) = unit.tried {
        let line = TriedLine { from: tried.from, to: tried.to, times: tried.times };
        words.push(format!("tried = {}", inline(&line)));
    }
    if unit.went != Length::ZERO {
        words.push(format!("went = {}", unit.went));
    }
    if !unit.reached.is_empty() {
        words.push(format!("reached = {}", keys(battle, id.seat().other(), unit.reached)));
    }
    words.join(", ")
}

/// The phase that is being resolved, whole.
fn resolution_words(battle: &Battle, it: &Resolution) -> String {
    let both = |sets: &Each<UnitSet>| {
        list(Seat::BOTH.into_iter().map(|seat| keys(battle, seat, sets[seat])))
    };
    let fight = |pair: &Pair| {
        let units = Seat::BOTH.into_iter().map(|seat| key_of(battle, pair.id(seat)));
        format!(
            "{{ units = {}, supports = {}, contact = {}, unasked = {} }}",
            list(units),
            both(&pair.supports),
            both(&pair.contact),
            both(&pair.unasked)
        )
    };
    let debt = |debt: &Debt| {
        let fallen = address(battle, debt.fallen);
        let supporter = key_of(battle, Id::new(debt.fallen.seat(), debt.supporter));
        format!("{{ fallen = {fallen}, supporter = {supporter}, taken = {} }}", debt.taken)
    };
    let fields = [
        ("phase", inline(&it.phase)),
        ("stage", inline(&it.stage)),
        ("naming", inline(&it.naming)),
        ("fights", list(it.fights.iter().map(fight))),
        ("joined", both(&it.joined)),
        ("followed", both(&it.followed)),
        ("ledger", list(it.ledger.iter().map(debt))),
        ("frozen", inline(&it.frozen)),
        ("ordeals", inline(&it.ordeals)),
    ];
    let fields = fields.map(|(name, value)| format!("{name} = {value}"));
    format!("{{ {} }}", fields.join(", "))
}

/// A unit of either side.
fn address(battle: &Battle, id: Id) -> String {
    toml_string(&format!("{}/{}", id.seat(), key(&battle.recruit(id).name)))
}

fn key_of(battle: &Battle, id: Id) -> String {
    toml_string(&key(&battle.recruit(id).name))
}

fn keys(battle: &Battle, seat: Seat, units: UnitSet) -> String {
    list(units.ids(seat).map(|id| key_of(battle, id)))
}

fn point(at: Point) -> String {
    format!("[{}, {}]", at.x, at.y)
}

fn points(all: impl Iterator<Item = Point>) -> String {
    list(all.map(point))
}

fn list(all: impl Iterator<Item = String>) -> String {
    format!("[{}]", all.collect::<Vec<_>>().join(", "))
}

/// A value as TOML on one line.
fn inline(value: &impl Serialize) -> String {
    toml::Value::try_from(value).expect("plain data can be written").to_string()
}
