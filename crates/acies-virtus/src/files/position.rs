//! Position files: any moment of a battle as TOML that people can write. See
//! `docs/reference/virtus.md` for the format.
//!
//! What a file leaves out has its usual value: all stands, no hits, points from the cards laid and
//! the leaders there. What [`write()`] writes leaves out only what reads back the same.

mod armies;
mod moment;
mod older;
mod words;
mod write;

use std::collections::BTreeMap;

use acies_core::{
    BadFile, Each, Seat,
    file::{Page, read_toml},
    sealed::Sealed,
};
use serde::{Deserialize, de::IgnoredAny};
use toml::Spanned;

use crate::{
    areas::{Area, BOUNDARIES, COLUMNS_MAX, Ground},
    battle::{Battle, Setup, Sides, TURN_LIMIT, Terrain},
    units::{Flags, Formation, Grade, UNITS_MAX},
    victory::How,
};

pub use write::write;

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// `virtus`, so that a file says what it is of.
    ruleset: Option<Spanned<String>>,
    name: Option<String>,
    /// A line about a shipped battle.
    #[serde(rename = "about")]
    _about: Option<String>,
    columns: Option<Spanned<u8>>,
    south: Option<Seat>,
    sides: Option<Sides>,
    /// What is being decided: its facts name units, so it is read by itself.
    step: Spanned<toml::Value>,
    active: Option<Seat>,
    first: Option<Seat>,
    turn: Option<Spanned<u8>>,
    turn_limit: Option<Spanned<u8>>,
    #[serde(default)]
    real_cards: bool,
    /// `dice`, if the terrain is still to be thrown for.
    terrain_by: Option<TerrainBy>,
    #[serde(default)]
    terrain: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    #[serde(default)]
    rivers: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    crossed: BTreeMap<Spanned<String>, u8>,
    conquered: Option<Vec<Spanned<String>>>,
    compelled: Option<Vec<Spanned<String>>>,
    red: Spanned<SideLines>,
    blue: Spanned<SideLines>,
    pools: Option<BTreeMap<Spanned<String>, PoolLine>>,
    #[serde(default)]
    charges: Vec<ChargeLine>,
    #[serde(default)]
    hits: Vec<HitLine>,
    /// The facts of the step in older files.
    #[serde(rename = "give_out")]
    _give_out: Option<IgnoredAny>,
    ending: Option<EndingLine>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
enum TerrainBy {
    Dice,
    Placed,
}

impl File {
    /// What the step is called: a word, or a table with its facts.
    fn step(&self) -> &str {
        let step = self.step.get_ref();
        let of_table = || step.as_table().and_then(|it| it.keys().next()).map(String::as_str);
        step.as_str().or_else(of_table).unwrap_or_default()
    }

    /// Whether the step is before the first turn.
    fn sets_up(&self) -> bool {
        matches!(self.step(), "begin" | "deploy")
    }

    /// Whether nobody has points yet, or any more.
    fn before_orders(&self) -> bool {
        self.sets_up() || matches!(self.step(), "distribute" | "cards" | "over")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideLines {
    name: Option<String>,
    /// A shipped army, instead of units and leaders, before it is deployed.
    army: Option<Spanned<String>>,
    hand: Option<Spanned<Vec<Spanned<String>>>>,
    /// How many cards are in hand, where they are not known.
    hand_size: Option<Spanned<u8>>,
    #[serde(default)]
    discard: Vec<Spanned<String>>,
    face_down: Option<Spanned<u8>>,
    #[serde(default)]
    laid: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    units: Vec<UnitLine>,
    #[serde(default)]
    leaders: Vec<LeaderLine>,
    /// Where everything will stand, if a scenario says so or a placement is in but not revealed.
    #[serde(default)]
    deployment: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    #[serde(default)]
    sealed: bool,
    /// The leader whom a sealed placement names C-in-C, if it is not the one so far.
    cinc: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    troop: Spanned<String>,
    key: Option<Spanned<String>>,
    name: Option<String>,
    #[serde(default)]
    grade: Grade,
    #[serde(default)]
    stubborn: bool,
    area: Option<Spanned<String>>,
    stands: Option<Spanned<u8>>,
    formation: Option<Spanned<Formation>>,
    #[serde(default)]
    is: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderLine {
    name: Spanned<String>,
    #[serde(default)]
    superior: bool,
    #[serde(default)]
    charismatic: bool,
    #[serde(default)]
    hero: bool,
    #[serde(default)]
    cinc: bool,
    area: Option<Spanned<String>>,
    #[serde(default)]
    hits: u8,
    joined: Option<Spanned<String>>,
    #[serde(default)]
    moved: bool,
    #[serde(default)]
    dead: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolLine {
    card: Option<Spanned<String>>,
    bonus: Option<Spanned<u8>>,
    spent: Option<Spanned<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChargeLine {
    unit: Spanned<String>,
    target: Spanned<String>,
    #[serde(default)]
    hill: bool,
    #[serde(default)]
    pila: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HitLine {
    target: Spanned<String>,
    from: Spanned<String>,
    marks: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndingLine {
    winner: Option<Seat>,
    by: How,
}

/// VIR-R42: two superior leaders in the two areas of a segment.
const BONUS_MAX: u8 = 4;

/// VIR-R41: no activation costs more than five points.
const SPENT_MAX: u8 = 5 * UNITS_MAX as u8;

const FLAGS: [(&str, Flags); 6] = [
    ("blooded", Flags::BLOODED),
    ("routed", Flags::ROUTED),
    ("activated", Flags::ACTIVATED),
    ("fought", Flags::FOUGHT),
    ("moved", Flags::MOVED),
    ("rested", Flags::RESTED),
];

/// Reads a position file.
pub fn read(file: &str, text: &str) -> Result<Battle, BadFile> {
    let lines: File = read_toml(file, text)?;
    Reader { page: Page { file, text } }.battle(&lines)
}

/// Who reads a file, and points into it when something is wrong.
struct Reader<'a> {
    page: Page<'a>,
}

type Read<T> = Result<T, BadFile>;

impl Reader<'_> {
    fn battle(&self, lines: &File) -> Read<Battle> {
        self.page.is_of(lines.ruleset.as_ref(), "virtus")?;
        let columns = self.columns(lines)?;
        let south = lines.south.unwrap_or(Seat::Red);
        let board = Board { columns: usize::from(columns), south };
        let mut ground = [Ground::empty(); 2 * COLUMNS_MAX];
        for (name, tags) in &lines.terrain {
            ground[self.field(board, name)?.index()] = self.ground(tags)?;
        }
        let mut rivers = [None; BOUNDARIES];
        for (name, class) in &lines.rivers {
            rivers[self.boundary(board, name)?] = Some(self.river(class)?);
        }
        let armies = Each([self.host(&lines.red)?, self.host(&lines.blue)?]);
        let by_dice = lines.terrain_by == Some(TerrainBy::Dice);
        let terrain = if by_dice { Terrain::ByDice } else { Terrain::Placed(ground) };
        let sides = Each([&lines.red, &lines.blue]);
        let mut placements = Each([None; 2]);
        for seat in Seat::BOTH {
            placements[seat] = self.placement(board, seat, &armies[seat], sides[seat])?;
        }
        let sealed = |seat: Seat| sides[seat].as_ref().sealed;
        let setup = Setup {
            name: lines
                .name
                .clone()
                .unwrap_or_else(|| format!("{} against {}", armies.0[0].name, armies.0[1].name)),
            columns,
            sides: lines.sides.unwrap_or(Sides::Agreed),
            terrain,
            rivers,
            deployed: Each::of(|seat| placements[seat].filter(|_| !sealed(seat))),
            turn_limit: self.turn_limit(lines)?,
            real_cards: lines.real_cards,
            armies,
        };
        let mut battle = Battle::new(setup);
        battle.south = south;
        if lines.step() != "begin" {
            battle.ground = ground;
        }
        battle.active = lines.active.unwrap_or(Seat::Red);
        battle.first = lines.first.unwrap_or(battle.active);
        battle.turn = self.turn(lines, &battle)?;
        for seat in Seat::BOTH {
            battle.sides[seat] = self.side(board, &battle, seat, sides[seat])?;
            if sealed(seat) {
                let placement = placements[seat].ok_or_else(|| {
                    self.page
                        .bad(sides[seat].span(), "sealed, but without a deployment")
                        .rule("VIR-R23")
                })?;
                battle.sides[seat].sealed = Sealed::In(placement);
            } else if lines.step() == "deploy"
                && let Some(placement) = placements[seat]
            {
                battle.sides[seat].sealed = Sealed::In(placement);
            }
        }
        self.moment(lines, board, &mut battle)?;
        Ok(battle)
    }

    fn columns(&self, lines: &File) -> Read<u8> {
        match &lines.columns {
            None => Ok(4),
            Some(columns) if [3, 4].contains(columns.as_ref()) => Ok(*columns.as_ref()),
            Some(columns) => Err(self
                .page
                .bad(columns.span(), "a table has three or four columns")
                .rule("VIR-1.5.4")),
        }
    }

    /// VIR-R13.3: a limit from 1 to 99.
    fn turn_limit(&self, lines: &File) -> Read<u8> {
        match &lines.turn_limit {
            None => Ok(TURN_LIMIT),
            Some(limit) if (1..=99).contains(limit.as_ref()) => Ok(*limit.as_ref()),
            Some(limit) => {
                Err(self.page.bad(limit.span(), "a turn limit is 1 to 99").rule("VIR-R13.3"))
            }
        }
    }

    fn turn(&self, lines: &File, battle: &Battle) -> Read<u8> {
        let before = lines.sets_up();
        let limit = battle.setup.turn_limit;
        match &lines.turn {
            None => Ok(u8::from(!before)),
            Some(turn) if *turn.as_ref() <= limit => Ok(*turn.as_ref()),
            Some(turn) => {
                let what = format!("turn {} is beyond the limit of {limit}", turn.as_ref());
                Err(self.page.bad(turn.span(), what).rule("VIR-R13.3"))
            }
        }
    }
}

/// What names of areas depend on.
#[derive(Clone, Copy)]
struct Board {
    columns: usize,
    south: Seat,
}

impl Board {
    fn area(self, name: &str) -> Option<Area> {
        Area::named(name, self.columns, self.south)
    }
}
