//! A position file as it is written, line by line.

use acies_core::Seat;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use toml::Spanned;

use crate::{
    battle::{EndedBy, Place},
    command::Level,
    melee::Barrier,
    rulings::CORPS,
    setup::{Chosen, Wing},
    terrain::{Piece, Region},
};

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) ruleset: Option<Spanned<String>>,
    pub(super) name: String,
    #[allow(dead_code, reason = "only lists of battles show it")]
    pub(super) about: Option<String>,
    pub(super) budget: Option<Spanned<u32>>,
    pub(super) first: Option<Seat>,
    pub(super) phasing: Option<Seat>,
    pub(super) turn: Option<Spanned<u8>>,
    /// Corps that have been activated, counted from one.
    #[serde(default)]
    pub(super) activated: Vec<Spanned<u8>>,
    #[serde(default)]
    pub(super) terrain: Vec<Spanned<AreaLine>>,
    #[serde(default)]
    pub(super) line: Vec<LineLine>,
    pub(super) red: Spanned<SideLines>,
    pub(super) blue: Spanned<SideLines>,
    /// Shots that are announced, and as older files have them: lists that name units are read by themselves.
    #[serde(rename = "aimed")]
    _aimed: Option<IgnoredAny>,
    #[serde(rename = "shot")]
    _shot: Option<IgnoredAny>,
    #[serde(default)]
    pub(super) pursuing: Vec<Spanned<String>>,
    /// What is being decided, the innermost last.
    #[serde(rename = "pending")]
    _pending: Option<IgnoredAny>,
    pub(super) ending: Option<EndLine>,
    pub(super) prelude: Option<Spanned<PreludeLines>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AreaLine {
    pub(super) piece: Piece,
    pub(super) outline: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineLine {
    pub(super) barrier: Barrier,
    pub(super) from: Spanned<[f64; 2]>,
    pub(super) to: Spanned<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideLines {
    pub(super) name: String,
    #[serde(default)]
    pub(super) regions: Vec<Region>,
    #[serde(default)]
    pub(super) fortified_camp: bool,
    #[serde(default)]
    pub(super) fortifications: u32,
    pub(super) camp: Option<Spanned<[f64; 3]>>,
    #[serde(default)]
    pub(super) camp_lost: bool,
    #[serde(default)]
    pub(super) corps: Vec<CorpsLine>,
    #[serde(default)]
    pub(super) units: Vec<Spanned<UnitLine>>,
    pub(super) plan: Option<Spanned<PlanLine>>,
    #[serde(default)]
    pub(super) plan_hidden: bool,
    /// A place for each marker; nothing where it has been taken up.
    #[serde(default)]
    pub(super) markers: Vec<Spanned<Vec<f64>>>,
    pub(super) march: Option<MarchLine>,
}

/// ADLG-R29: what is written in secret.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanLine {
    pub(super) wings: [Wing; CORPS],
    #[serde(default)]
    pub(super) ambushes: Vec<AmbushLine>,
    pub(super) flank: Option<MarchLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AmbushLine {
    pub(super) at: Spanned<[f64; 2]>,
    #[serde(default)]
    pub(super) units: Vec<Spanned<String>>,
}

/// ADLG-R32: with its edge it has arrived.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarchLine {
    pub(super) corps: Spanned<u8>,
    pub(super) edge: Option<Spanned<Wing>>,
}

/// What is settled while the armies set up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PreludeLines {
    #[serde(default)]
    pub(super) terrain_given: bool,
    pub(super) attacker: Seat,
    pub(super) region: Option<Region>,
    #[serde(default)]
    pub(super) pieces: Vec<Spanned<Chosen>>,
    #[serde(default)]
    pub(super) removed: Vec<Seat>,
    #[serde(default)]
    pub(super) rerolled: Vec<Seat>,
    #[serde(default)]
    pub(super) segments: [u32; 2],
    /// For each corps where it has deployed, or `none`.
    #[serde(default)]
    pub(super) red: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) blue: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CorpsLine {
    pub(super) name: String,
    pub(super) commander: Level,
    #[serde(default)]
    pub(super) included: bool,
    pub(super) wing: Spanned<Wing>,
    /// The unit that he is with at the start; the first of his corps if it is not said.
    pub(super) with: Option<Spanned<String>>,
    /// Where he is now: a unit, or `away`, `left_table`, `lost`; alone, if it is not said and `at` is.
    pub(super) now: Option<Spanned<String>>,
    pub(super) at: Option<Spanned<[f64; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitLine {
    pub(super) troop: Spanned<String>,
    pub(super) key: Option<Spanned<String>>,
    pub(super) name: Option<String>,
    pub(super) corps: Spanned<u8>,
    pub(super) at: Option<Spanned<[f64; 3]>>,
    /// Where the army's own file has it.
    pub(super) deployed: Option<Spanned<[f64; 3]>>,
    pub(super) cohesion: Option<Spanned<u8>>,
    pub(super) moves: Option<Spanned<u8>>,
    pub(super) place: Option<PlaceWord>,
    #[serde(default)]
    pub(super) is: Vec<Spanned<String>>,
    pub(super) stood: Option<Spanned<[f64; 3]>>,
    pub(super) charged: Option<Spanned<String>>,
    pub(super) unconformed: Option<Spanned<String>>,
    pub(super) opponent: Option<Spanned<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PlaceWord {
    Away,
    Table,
    Routing,
    Routed,
    LeftTable,
}

impl PlaceWord {
    pub(super) fn place(self) -> Place {
        match self {
            PlaceWord::Away => Place::Away,
            PlaceWord::Table => Place::Table,
            PlaceWord::Routing => Place::Routing,
            PlaceWord::Routed => Place::Routed,
            PlaceWord::LeftTable => Place::LeftTable,
        }
    }

    pub(super) fn word(place: Place) -> &'static str {
        match place {
            Place::Away => "away",
            Place::Table => "table",
            Place::Routing => "routing",
            Place::Routed => "routed",
            Place::LeftTable => "left_table",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndLine {
    pub(super) winner: Option<Seat>,
    pub(super) how: EndedBy,
}
