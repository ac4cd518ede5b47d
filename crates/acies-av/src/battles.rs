//! Battles: the shipped ones, and armies that meet in the field.

use acies_core::{Army, BattleCard, Each, Seat, file::read_toml};
use serde::Deserialize;

use crate::{
    army::{self, Roster, Stand},
    battle::{Battle, Field, Setup},
    deployment::{self, across, from_across},
    ground::Ground,
    position,
    rulings::TURNS,
    units::{Leader, Post, Side, Unit, UnitSet},
};

/// The shipped battles: the words that players type, and their position files.
pub const BATTLES: [(&str, &str); 2] = [
    ("rhine", include_str!("../data/battles/rhine.toml")),
    ("pass", include_str!("../data/battles/pass.toml")),
];

/// A card for each shipped battle.
pub fn battles() -> Vec<BattleCard> {
    #[derive(Deserialize)]
    struct Head {
        name: String,
        about: String,
    }
    let card = |(id, text): (&str, &str)| {
        let Head { name, about } = read_toml(id, text).expect("a test reads every battle");
        BattleCard { id: id.to_owned(), name, about }
    };
    BATTLES.into_iter().map(card).collect()
}

/// A shipped battle by its name, before its first die.
pub fn battle(name: &str) -> Option<Battle> {
    let (id, text) = BATTLES.into_iter().find(|(id, _)| *id == name)?;
    Some(position::read(id, text).expect("a test reads every battle"))
}

/// Two armies that meet in the open field, deployed as their files say or as usual.
pub fn field(red: &Army, blue: &Army) -> Result<Battle, String> {
    let read = |army: &Army| army::read(&army.name, &army.text).map_err(|bad| bad.to_string());
    let (red, blue) = (read(red)?, read(blue)?);
    let field = Field::for_budget(red.budget.max(blue.budget));
    let sides = Each([side(&red, Seat::Red, field), side(&blue, Seat::Blue, field)]);
    let setup = Setup {
        name: format!("{} against {}", red.name, blue.name),
        field,
        turns: Some(TURNS),
        armies: Each([red.host(), blue.host()]),
    };
    Ok(Battle::new(setup, Ground::default(), sides))
}

/// An army on the table.
fn side(roster: &Roster, seat: Seat, field: Field) -> Side {
    let deployed = deployment::usual(roster, field);
    let units = roster.units.iter().zip(deployed.units).map(|(unit, (pose, order))| {
        let pose = if seat == Seat::Red { pose } else { from_across(pose, field) };
        Unit::new(pose, unit.profile.cp, order)
    });
    let leaders = deployed.leaders.into_iter().map(|post| {
        let place = match post {
            Stand::With(unit) => Post::With(unit),
            Stand::At(at) if seat == Seat::Red => Post::Alone(at),
            Stand::At(at) => Post::Alone(across(at, field)),
        };
        Leader { place, rallied: false, moved: false }
    });
    Side { units: units.collect(), leaders: leaders.collect(), mourners: UnitSet::NONE }
}
