//! Writes a position file. What it leaves out reads back the same.

use std::fmt::Write;

use acies_core::{Seat, file::toml_string, flow::Stacked, named};
use acies_table::{Point, Polyline, Pose};
use glam::DVec2;

use super::{fresh_piece, part::changes, profile_of};
use crate::{
    battle::{Army, Battle, Command, Host, Id, Post, Setup},
    landscape::{Landscape, Patch},
    profile::Worded,
    steps::Frame,
};

/// A position as a file.
pub fn write(battle: &Battle) -> String {
    // Everything a battle has is named here, so that nothing new is forgotten.
    let Battle { setup, landscape, sides, turn, nominated, prelude, stack } = battle;
    let Setup { width, depth, attacker, turns, hosts } = &**setup;
    let mut out = String::new();
    let mut line = |text: String| out.extend([&text, "\n"]);
    line("ruleset = \"impetus\"".into());
    line(format!(
        "name = {}",
        toml_string(&hosts.0.each_ref().map(|it| it.name.as_str()).join(" against "))
    ));
    line(format!(
        "table = [{width}, {depth}]\nattacker = \"{attacker}\"\nturn = {turn}\nturns = {turns}"
    ));
    if nominated.0.iter().any(acies_core::Sealed::is_made) {
        line(format!("nominated = {}", named::write(nominated, battle)));
    }
    if let Some(prelude) = prelude {
        line(format!("prelude = {}", named::write(prelude, battle)));
    }
    let frames =
        stack.iter().map(|frame: &Frame| format!("    {},\n", named::write(frame, battle)));
    line(format!("stack = [\n{}]", frames.collect::<String>()));
    let Landscape { patches, walls } = &**landscape;
    let patches: Vec<String> = patches.iter().map(patch).collect();
    line(format!("terrain = [\n{}]", patches.concat()));
    if !walls.is_empty() {
        let walls: Vec<String> = walls.iter().map(points_of).collect();
        line(format!("walls = [{}]", walls.join(", ")));
    }
    for seat in Seat::BOTH {
        side(battle, seat, &hosts[seat], &sides[seat], &mut out);
    }
    out
}

fn patch(Patch { terrain, outline, crest }: &Patch) -> String {
    let usual = Patch::new(*terrain, outline.clone()).crest;
    let crest = crest.as_ref().filter(|it| usual.as_ref() != Some(it));
    let crest = crest.map_or_else(String::new, |it| format!(", crest = {}", points_of(it)));
    let outline = points(outline.corners());
    format!("    {{ is = \"{}\", outline = {outline}{crest} }},\n", terrain.word())
}

fn points_of(line: &Polyline) -> String {
    points(line.points.iter().map(|it| it.vec()))
}

fn points(all: impl Iterator<Item = DVec2>) -> String {
    let all: Vec<String> =
        all.map(Point::nearest).map(|it| format!("[{}, {}]", it.x, it.y)).collect();
    format!("[{}]", all.join(", "))
}

fn pose(pose: &Pose) -> String {
    format!("at = [{}, {}, {}]", pose.at.x, pose.at.y, pose.facing.from_north().degrees())
}

fn side(battle: &Battle, seat: Seat, host: &Host, army: &Army, out: &mut String) {
    let Host { name, structure, commands: names, units: _ } = host;
    let Army { pieces: _, commands, routing } = army;
    let routing = if *routing { "routing = true\n" } else { "" };
    let camp = fields_of(battle, battle.baggage(seat)).join(", ");
    let _ = write!(
        out,
        "\n[{seat}]\nname = {}\nstructure = \"{}\"\n{routing}baggage = {{ {camp} }}\n",
        toml_string(name),
        structure.word()
    );
    for (number, (command, name)) in (0..).zip(commands.iter().zip(names)) {
        let fields = command_fields(battle, seat, number, command, name).join("\n");
        let units = battle.command_units(seat, number).ids(seat);
        let units = units.map(|id| format!("    {{ {} }},\n", fields_of(battle, id).join(", ")));
        let _ = write!(
            out,
            "\n[[{seat}.command]]\n{fields}\nunit = [\n{}]\n",
            units.collect::<String>()
        );
    }
}

fn command_fields(
    battle: &Battle,
    seat: Seat,
    number: u8,
    command: &Command,
    name: &str,
) -> Vec<String> {
    let Command { commander, post, .. } = command;
    let mut fields = vec![format!("name = {}", toml_string(name))];
    if let Some(it) = commander {
        fields.push(format!("commander = \"{}\"", it.quality.word()));
        fields.extend(it.chief.then(|| "chief = true".to_owned()));
        fields.extend(it.fixed.then(|| "fixed = true".to_owned()));
    }
    fields.push(match post {
        Post::With(unit) => format!("with = {}", toml_string(battle.key(Id::new(seat, *unit)))),
        Post::At(at) => format!("at = [{}, {}]", at.x, at.y),
    });
    let units = battle.command_units(seat, number).ids(seat);
    let led =
        units.filter(|id| battle.recruit(*id).led).find(|id| *post != Post::With(id.number()));
    fields.extend(led.map(|id| format!("began_with = {}", toml_string(battle.key(id)))));
    let usual = Command::new(*commander, *post);
    fields.extend(changes(command, &usual, None, battle, &["commander", "post"]));
    fields
}

/// What is written of a Unit: what it is, where it stands, and what is not as at the beginning.
fn fields_of(battle: &Battle, id: Id) -> Vec<String> {
    let (recruit, piece) = (battle.recruit(id), battle.piece(id));
    let mut fields = Vec::new();
    let profile = piece.unit.profile;
    let listed = profile_of(&recruit.troop);
    if recruit.key != "baggage" {
        fields.push(format!("troop = \"{}\"", recruit.troop));
        fields.push(format!(
            "key = {}, name = {}",
            toml_string(&recruit.key),
            toml_string(&recruit.name)
        ));
    }
    if piece.unit.began > 1 {
        fields.push(format!("large = {}", piece.unit.began));
    }
    let dismounted = listed.is_some_and(|it| it.dismounted() == profile && it != profile);
    if dismounted {
        fields.push("dismounted = true".into());
    } else if let Some(missile) =
        profile.missile.filter(|_| listed.is_some_and(|it| it.missile != profile.missile))
    {
        fields.push(format!("missile = \"{}\"", missile.word()));
    }
    fields.push(pose(&piece.front));
    let usual = fresh_piece(battle, id);
    let enemies = Some(id.seat().other());
    fields.extend(changes(&piece.unit, &usual.unit, enemies, battle, &["profile", "began"]));
    fields.extend(changes(piece, &usual, enemies, battle, &["unit", "front", "command"]));
    fields
}

impl Battle {
    /// Whether it can go on: somebody has something to decide, or it is over.
    pub(super) fn goes_on(&self) -> bool {
        self.stack.is_empty() || !self.asked_seats().is_empty()
    }
}
