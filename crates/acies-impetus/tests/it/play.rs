//! The sequence of play, step by step with scripted dice: each test is worked out by hand from RULES.md.

mod charges;
mod commands;
mod fights;
mod phases;
mod rest;
mod shots;

use acies_core::{Dice, Game, Id, Log, Pending, Ruleset, Seat, Stop, Telling, flow::Stacked};
use acies_impetus::{
    battle::{Battle, Post},
    command::{Quality, activation::Activation},
    files::data::troop,
    landscape::Patch,
    movement::terrain::Terrain,
    profile::{Kind, Profile},
    ruleset::Impetus,
    steps::{Action, Frame},
    units::Unit,
    words::refusals::No,
};
use acies_table::{Facing, Point, Polygon, Pose};

const RED: Seat = Seat::Red;
const BLUE: Seat = Seat::Blue;

/// A Unit on an empty table: troop, place of the middle of its front, facing in degrees from north.
type Set<'a> = (&'a str, [f64; 2], f64);

/// A table with these Units, each side's in one Command with a Fair Commander in chief who is with its last Unit; Red's
/// Command is active.
fn table(red: &[Set], blue: &[Set]) -> Battle {
    let mut battle = commands(&[red], &[blue]);
    battle.stack.clear();
    battle.lay(Frame::Turns);
    battle.lay(Activation { seat: RED, command: 0, led: false });
    battle
}

/// The same with several Commands, before the first nomination.
fn commands(red: &[&[Set]], blue: &[&[Set]]) -> Battle {
    let mut text =
        "ruleset = \"impetus\"\nname = \"It\"\ntable = [180, 120]\nattacker = \"blue\"\nturn = 1\n\
        stack = [\"turns\", \"nominate\"]\nterrain = []\n"
            .to_owned();
    for (seat, army, camp) in [(RED, red, "[160, 8, 0]"), (BLUE, blue, "[160, 112, 180]")] {
        text += &format!(
            "[{seat}]\nname = \"{seat}s\"\nstructure = \"average\"\nbaggage = {{ at = {camp} }}\n"
        );
        let mut number = 0;
        for (n, units) in army.iter().enumerate() {
            let last = number + units.len() - 1;
            let chief = n == 0;
            text += &format!(
                "[[{seat}.command]]\nname = \"{seat} {n}\"\ncommander = \"fair\"\nchief = {chief}\nwith = \"u{last}\"\nunit = [\n"
            );
            for (troop, [x, y], degrees) in *units {
                let (troop, large) =
                    troop.split_once('*').map_or((*troop, String::new()), |(troop, n)| {
                        (troop, format!(", large = {n}"))
                    });
                text += &format!(
                    "{{ troop = \"{troop}\", key = \"u{number}\", name = \"{seat} {number}\"{large}, at = [{x}, {y}, {degrees}], protected = false }},\n"
                );
                number += 1;
            }
            text += "]\n";
        }
    }
    Impetus::position("it", &text)
        .unwrap_or_else(|bad| panic!("line {}: {bad}\n{text}", bad.line()))
}

fn lay(battle: &mut Battle, terrain: Terrain, [x, y]: [f64; 2], [wide, deep]: [f64; 2]) {
    let corners = [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
    battle.landscape.to_mut().patches.push(Patch::new(terrain, outline));
}

fn id(seat: Seat, number: u8) -> Id {
    Id::new(seat, number)
}

fn unit(battle: &Battle, seat: Seat, number: u8) -> &Unit {
    battle.unit(id(seat, number))
}

fn gone(battle: &Battle, seat: Seat, number: u8) -> bool {
    battle.piece(id(seat, number)).gone
}

/// Where the middle of the front of a Unit is.
fn front(battle: &Battle, seat: Seat, number: u8) -> Point {
    battle.piece(id(seat, number)).front.at
}

fn asked(battle: &Battle) -> Seat {
    let Pending::Decide(seats) = battle.pending() else { panic!("it is over") };
    seats.first().unwrap()
}

/// Activates Units of the seat that is asked, by their numbers.
fn activate(battle: &mut Battle, numbers: &[u8], faces: &[u8]) -> Vec<String> {
    let keys: Vec<_> =
        numbers.iter().map(|n| battle.key(id(asked(battle), *n)).to_owned()).collect();
    say(battle, &format!("activate {}", keys.join(",")), faces)
}

/// The seat that is asked does this with these faces, all of which are thrown; what is told.
fn say(battle: &mut Battle, text: &str, faces: &[u8]) -> Vec<String> {
    let by = asked(battle);
    let action = battle.read(by, text).unwrap_or_else(|bad| panic!("`{text}`: {bad}"));
    let (mut log, mut dice) = (Log::kept(), Dice::scripted(faces));
    match battle.apply(by, &action, &mut dice, &mut log) {
        Ok(()) => {}
        Err(Stop::Refused(no)) => panic!("`{text}`: {:?}", no.reason(battle)),
        Err(Stop::Waiting(need)) => panic!("`{text}` waits: {need}"),
    }
    assert!(dice.is_spent(), "`{text}`: dice are left over");
    // Whatever is pending can be saved and read again.
    let saved = battle.save();
    let read = Impetus::position("saved", &saved).unwrap_or_else(|bad| panic!("{bad}\n{saved}"));
    assert!(read == *battle, "`{text}` is saved and read differently:\n{saved}");
    log.events().iter().filter_map(|it| battle.tell(it, None)).map(|it| it.to_string()).collect()
}

/// The rules by which something is refused.
fn refused(battle: &Battle, text: &str) -> Vec<&'static str> {
    let by = asked(battle);
    let action: Action = battle.read(by, text).unwrap_or_else(|bad| panic!("`{text}`: {bad}"));
    let no: No = battle.check(by, &action).expect_err(text);
    no.reason(battle).rules
}

/// Whether some line cites a rule.
fn cites(told: &[String], rule: &str) -> bool {
    told.iter().any(|line| line.contains(&format!("{rule},")) || line.contains(&format!("{rule}]")))
}

fn top(battle: &Battle) -> &'static str {
    match battle.top() {
        None => "over",
        Some(Frame::Activation(_)) => "activation",
        Some(Frame::Going(_)) => "going",
        Some(Frame::Chance(_)) => "chance",
        Some(Frame::Cover(_)) => "cover",
        Some(Frame::Facing(_)) => "facing",
        Some(Frame::ShotAt(_)) => "shot at",
        Some(Frame::Melees(_)) => "melees",
        Some(Frame::Pursue(_)) => "pursue",
        Some(Frame::EvadeOn(_)) => "evade on",
        Some(Frame::Onward(_)) => "onward",
        Some(Frame::Escape(_)) => "escape",
        Some(Frame::Nominate) => "nominate",
        Some(Frame::Reroll(_)) => "reroll",
        Some(Frame::Rising(_)) => "rising",
        Some(Frame::GiveAway(_)) => "give away",
        Some(Frame::TakeBua(_)) => "take",
        Some(_) => "something else",
    }
}

fn profile(id: &str) -> Profile {
    troop(id).unwrap().profile
}
