//! Writing a position: a file that reads back to the same state.

use std::fmt::Write;

use acies_core::{Each, Sealed, Seat, file::toml_string, named};
use acies_table::{Length, Point, Pose};
use serde::Serialize;

use super::{FLAGS, lines::PlaceWord};
use crate::{
    action::UnitSet,
    battle::{Battle, Commander, EndedBy, Frame, Id, March, Place, Unit},
    melee::Barrier,
    setup::Flank,
    units::{Profile, abilities::Weapon},
};

/// Writes a battle as a file that reads back to the same state.
pub fn write(battle: &Battle) -> String {
    let mut out = String::new();
    write_all(battle, &mut out).expect("strings take all that is written");
    out
}

fn write_all(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let setup = &battle.setup;
    writeln!(out, "ruleset = \"adlg\"")?;
    writeln!(out, "name = {}", toml_string(&setup.name))?;
    writeln!(out, "budget = {}", setup.field.budget)?;
    writeln!(out, "first = \"{}\"", battle.first)?;
    writeln!(out, "phasing = \"{}\"", battle.phasing)?;
    writeln!(out, "turn = {}", battle.turn)?;
    let activated = (0..8).filter(|corps| battle.activated & 1 << corps != 0);
    let activated: Vec<_> = activated.map(|corps: u8| (corps + 1).to_string()).collect();
    writeln!(out, "activated = [{}]", activated.join(", "))?;
    if !battle.pursuing.is_empty() {
        writeln!(out, "pursuing = {}", keys(battle, battle.phasing, battle.pursuing))?;
    }
    if !battle.aimed.is_empty() {
        writeln!(out, "aimed = {}", named::write(&battle.aimed, battle))?;
    }
    if !battle.stack.is_empty() {
        let frame =
            |it: &Frame| format!("  {},\n", named::write_of(Some(battle.phasing), it, battle));
        writeln!(out, "pending = [\n{}]", battle.stack.iter().map(frame).collect::<String>())?;
    }
    for area in &battle.landscape.areas {
        let corners: Vec<_> =
            area.outline.corners().map(|corner| point(Point::nearest(corner))).collect();
        let outline = corners.join(", ");
        writeln!(out, "\n[[terrain]]\npiece = \"{}\"\noutline = [{outline}]", area.piece.word())?;
    }
    for line in &battle.landscape.lines {
        let barrier = match line.barrier {
            Barrier::Fortification => "fortification",
            Barrier::Obstacle => "obstacle",
            Barrier::Stakes => "stakes",
        };
        let (from, to) = (point(line.a), point(line.b));
        writeln!(out, "\n[[line]]\nbarrier = \"{barrier}\"\nfrom = {from}\nto = {to}")?;
    }
    for seat in Seat::BOTH {
        write_side(battle, seat, out)?;
    }
    write_prelude(battle, out)?;
    if let Some(ending) = battle.ending {
        let how = match ending.how {
            EndedBy::Rout => "rout",
            EndedBy::Limit => "limit",
            EndedBy::Resigned => "resigned",
        };
        writeln!(out, "\n[ending]\nhow = \"{how}\"")?;
        if let Some(winner) = ending.winner {
            writeln!(out, "winner = \"{winner}\"")?;
        }
    }
    Ok(())
}

fn write_side(battle: &Battle, seat: Seat, out: &mut String) -> std::fmt::Result {
    let host = &battle.setup.armies[seat];
    let side = &battle.sides[seat];
    writeln!(out, "\n[{seat}]\nname = {}", toml_string(&host.name))?;
    if !host.regions.is_empty() {
        writeln!(out, "regions = {}", list(host.regions.iter().map(|region| region.word())))?;
    }
    if host.fortified_camp {
        writeln!(out, "fortified_camp = true")?;
    }
    if host.segments > 0 {
        writeln!(out, "fortifications = {}", host.segments)?;
    }
    if side.camp.pose != battle.setup.field.camp(seat) {
        writeln!(out, "camp = {}", pose(side.camp.pose))?;
    }
    if side.camp.lost {
        writeln!(out, "camp_lost = true")?;
    }
    write_secrets(battle, seat, out)?;
    writeln!(out, "corps = [")?;
    for (corps, commander) in host.corps.iter().zip(side.commanders) {
        let mut words = vec![
            format!("name = {}", toml_string(&corps.name)),
            format!("commander = \"{}\"", corps.level.word()),
            format!("wing = \"{}\"", corps.wing.word()),
            format!("with = {}", key(battle, Id::new(seat, corps.with))),
        ];
        if corps.included {
            words.push("included = true".into());
        }
        words.push(match commander {
            Commander::With(unit) => format!("now = {}", key(battle, Id::new(seat, unit))),
            Commander::Free(at) => format!("at = {}", point(at)),
            Commander::Away => "now = \"away\"".into(),
            Commander::LeftTable => "now = \"left_table\"".into(),
            Commander::Lost => "now = \"lost\"".into(),
        });
        writeln!(out, "  {{ {} }},", words.join(", "))?;
    }
    writeln!(out, "]\nunits = [")?;
    for (number, unit) in (0..).zip(&side.units) {
        writeln!(out, "  {{ {} }},", unit_words(battle, Id::new(seat, number), unit))?;
    }
    writeln!(out, "]")
}

/// ADLG-R29, ADLG-R31, ADLG-R32.
fn write_secrets(battle: &Battle, seat: Seat, out: &mut String) -> std::fmt::Result {
    let side = &battle.sides[seat];
    match &side.plan {
        Sealed::Nothing => {}
        Sealed::Hidden => writeln!(out, "plan_hidden = true")?,
        Sealed::In(plan) => {
            let wings = list(plan.wings.iter().map(|wing| wing.word()));
            let mut words = vec![format!("wings = {wings}")];
            if !plan.ambushes.is_empty() {
                let each = plan.ambushes.iter().map(|ambush| {
                    let units = keys(battle, seat, ambush.units);
                    format!("{{ at = {}, units = {units} }}", point(ambush.at))
                });
                words.push(format!("ambushes = [{}]", each.collect::<Vec<_>>().join(", ")));
            }
            if let Some(Flank { corps, edge }) = plan.flank {
                let edge = edge.word();
                words.push(format!("flank = {{ corps = {}, edge = \"{edge}\" }}", corps + 1));
            }
            writeln!(out, "plan = {{ {} }}", words.join(", "))?;
        }
    }
    if side.markers.iter().any(Option::is_some) {
        let each = side.markers.map(|marker| marker.map_or("[]".to_owned(), point));
        writeln!(out, "markers = [{}]", each.join(", "))?;
    }
    match side.march {
        March::No => Ok(()),
        March::Coming { corps } => writeln!(out, "march = {{ corps = {} }}", corps + 1),
        March::Entering { corps, edge } => {
            writeln!(out, "march = {{ corps = {}, edge = \"{}\" }}", corps + 1, edge.word())
        }
    }
}

/// S1 to S8.
fn write_prelude(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let Some(prelude) = &battle.prelude else { return Ok(()) };
    writeln!(out, "\n[prelude]\nattacker = \"{}\"", prelude.attacker)?;
    if prelude.terrain_given {
        writeln!(out, "terrain_given = true")?;
    }
    if let Some(region) = prelude.region {
        writeln!(out, "region = \"{}\"", region.word())?;
    }
    writeln!(out, "pieces = [")?;
    for chosen in &prelude.pieces {
        writeln!(out, "  {},", inline(chosen))?;
    }
    let who = |each: &Each<bool>| {
        let seats: Vec<_> =
            each.iter().filter(|(_, yes)| **yes).map(|(seat, _)| inline(&seat)).collect();
        format!("[{}]", seats.join(", "))
    };
    writeln!(out, "]\nremoved = {}", who(&prelude.removed))?;
    writeln!(out, "rerolled = {}", who(&prelude.rerolled))?;
    let [red, blue] = prelude.segments.0;
    writeln!(out, "segments = [{red}, {blue}]")?;
    for (seat, wings) in prelude.wings.iter() {
        let words = wings.iter().map(|wing| wing.map_or("none", |wing| wing.word()));
        writeln!(out, "{seat} = {}", list(words))?;
    }
    Ok(())
}

/// A value as TOML on one line.
fn inline(value: &impl Serialize) -> String {
    toml::Value::try_from(value).expect("plain data can be written").to_string()
}

fn unit_words(battle: &Battle, id: Id, unit: &Unit) -> String {
    let troop = battle.troop(id);
    let mut words = vec![
        format!("troop = \"{}\"", troop.profile.typed()),
        format!("key = {}", toml_string(&troop.key)),
        format!("name = {}", toml_string(&troop.name)),
        format!("corps = {}", troop.corps + 1),
    ];
    let fresh = Unit::new(troop, None);
    if unit.place != Place::Away || unit.pose != Pose::default() {
        words.push(format!("at = {}", pose(unit.pose)));
    }
    let usual = if unit.pose == Pose::default() && unit.place == Place::Away {
        Place::Away
    } else {
        Place::Table
    };
    if unit.place != usual {
        words.push(format!("place = \"{}\"", PlaceWord::word(unit.place)));
    }
    if unit.cohesion != fresh.cohesion {
        words.push(format!("cohesion = {}", unit.cohesion));
    }
    if unit.moves > 0 {
        words.push(format!("moves = {}", unit.moves));
    }
    if unit.flags != fresh.flags {
        let set = FLAGS.into_iter().filter(|&(_, flag)| unit.is(flag)).map(|(word, _)| word);
        let set: Vec<_> = set.collect();
        let set = if set.is_empty() { vec!["nothing"] } else { set };
        words.push(format!("is = {}", list(set.into_iter())));
    }
    if let Some(stood) = unit.stood {
        words.push(format!("stood = {}", pose(stood)));
    }
    for (word, enemy) in
        [("charged", unit.charged), ("unconformed", unit.unconformed), ("opponent", unit.opponent)]
    {
        if let Some(enemy) = enemy {
            words.push(format!("{word} = {}", key(battle, enemy)));
        }
    }
    if let Some(deployed) = troop.at {
        words.push(format!("deployed = {}", pose(deployed)));
    }
    words.join(", ")
}

impl Profile {
    /// The words from which it is read again: `heavy_swordsmen elite impact`.
    pub fn typed(&self) -> String {
        let plain = Profile::plain(self.kind);
        let quality = (self.quality != plain.quality).then(|| self.quality.word());
        let bought = (self.abilities - plain.abilities).words();
        let weapon = self.weapon.filter(|_| self.weapon != plain.weapon).map(Weapon::word);
        let words = std::iter::once(self.kind.word()).chain(quality).chain(bought).chain(weapon);
        words.collect::<Vec<_>>().join(" ")
    }
}

fn key(battle: &Battle, id: Id) -> String {
    toml_string(&battle.troop(id).key)
}

fn keys(battle: &Battle, seat: Seat, units: UnitSet) -> String {
    let keys: Vec<_> = units.ids(seat).map(|id| key(battle, id)).collect();
    format!("[{}]", keys.join(", "))
}

fn list(words: impl Iterator<Item = &'static str>) -> String {
    let quoted: Vec<_> = words.map(|word| format!("\"{word}\"")).collect();
    format!("[{}]", quoted.join(", "))
}

/// A length as TOML reads it again: always with a point.
fn ud(length: Length) -> String {
    format!("{:?}", length.get())
}

fn point(at: Point) -> String {
    format!("[{}, {}]", ud(at.x), ud(at.y))
}

fn pose(pose: Pose) -> String {
    let facing = pose.facing.from_north().degrees();
    format!("[{}, {}, {facing:?}]", ud(pose.at.x), ud(pose.at.y))
}
