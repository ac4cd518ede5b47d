//! Why not, before the first turn.

use acies_core::RuleId;
use acies_table::{Length, Point};

use super::{Sector, Wing};
use crate::{
    battle::{Battle, Id},
    terrain::{Choice, Piece, Region},
    words::refusals::{Shape, ud},
};

/// The reason why something is not allowed before the first turn (RULES.md 4.3), in an ambush or on a
/// flank march.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPreparing {
    // S2 to S5: terrain.
    NoRegion,
    NotYourRegion { region: Region },
    TooFewPieces { least: u8 },
    NotCompulsory { region: Region },
    TooMany { choice: Choice, most: u8 },
    OutsideSector { sector: Sector, at: Point },
    OnPiece { piece: Piece },
    RiverAt { at: Length },
    RoadEnds,
    NoReroll,
    ShiftTooFar { length: Length, reach: Length },
    NoRoomToShift,
    DieForbids,
    // S6: camps and fortifications.
    CampInCorner { at: Length },
    CampOnTerrain { at: Length },
    TooManySegments { left: u32 },
    OutsideZone { at: Point },
    WorksOn { piece: Piece },
    WorksOnCamp,
    // S7: the plan.
    WingsShared,
    NoFlankMarch { corps: u8 },
    EdgeBarred { edge: Wing },
    NoHidingPlace { at: Point },
    TooManyAmbushers { at: Point },
    NoAmbusher { unit: Id },
    // S8: deployment.
    NoCorpsToDeploy { corps: u8 },
    NotAllPlaced { units: u8, placed: u8 },
    OutsideWing { unit: Id, wing: Wing },
    NoGround { unit: Id, piece: Piece },
    PlacedOn { unit: Id, other: Id },
    PlacedOnCamp { unit: Id },
    AstrideWall { unit: Id },
    // Ambushes and flank marches.
    NoMarker,
    OutsideAmbush { unit: Id },
    NobodyEnters,
    EntryTooFar { from: Length },
    MustEnter,
}

impl NoPreparing {
    /// The rules that say so, the one that decides first.
    #[rustfmt::skip]
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            NoPreparing::NoRegion | NoPreparing::NotYourRegion { .. } => &["ADLG-R23"],
            NoPreparing::TooFewPieces { .. }
            | NoPreparing::NotCompulsory { .. }
            | NoPreparing::TooMany { .. }           => &["ADLG-R25"],
            NoPreparing::OutsideSector { .. }       => &["ADLG-R26"],
            NoPreparing::OnPiece { .. }             => &["ADLG-R26", "ADLG-R161"],
            NoPreparing::RiverAt { .. } | NoPreparing::RoadEnds => &["ADLG-R161"],
            NoPreparing::NoReroll
            | NoPreparing::ShiftTooFar { .. }
            | NoPreparing::NoRoomToShift
            | NoPreparing::DieForbids               => &["ADLG-R27", "ADLG-R165"],
            NoPreparing::CampInCorner { .. }
            | NoPreparing::CampOnTerrain { .. }
            | NoPreparing::TooManySegments { .. }
            | NoPreparing::OutsideZone { .. }
            | NoPreparing::WorksOn { .. }           => &["ADLG-R28"],
            NoPreparing::WorksOnCamp                => &["ADLG-R28", "ADLG-R6"],
            NoPreparing::WingsShared                => &["ADLG-R29"],
            NoPreparing::NoFlankMarch { .. }        => &["ADLG-R32"],
            NoPreparing::EdgeBarred { .. }          => &["ADLG-R181", "ADLG-R32"],
            NoPreparing::NoHidingPlace { .. }
            | NoPreparing::TooManyAmbushers { .. }
            | NoPreparing::NoMarker
            | NoPreparing::OutsideAmbush { .. }     => &["ADLG-R31"],
            NoPreparing::NoAmbusher { .. }          => &["ADLG-R31", "ADLG-R180"],
            NoPreparing::NoCorpsToDeploy { .. }
            | NoPreparing::NotAllPlaced { .. }
            | NoPreparing::OutsideWing { .. }
            | NoPreparing::PlacedOnCamp { .. }      => &["ADLG-R30"],
            NoPreparing::NoGround { .. }            => &["ADLG-R30", "ADLG-R158"],
            NoPreparing::PlacedOn { .. }            => &["ADLG-R6"],
            NoPreparing::AstrideWall { .. }         => &["ADLG-R162"],
            NoPreparing::NobodyEnters
            | NoPreparing::MustEnter                => &["ADLG-R32"],
            NoPreparing::EntryTooFar { .. }         => &["ADLG-R32", "ADLG-R190"],
        }
    }

    pub(crate) fn shapes(self, battle: &Battle) -> Vec<Shape> {
        let base = |unit: Id| Shape::Base(battle.base(unit));
        match self {
            NoPreparing::OutsideSector { at, .. }
            | NoPreparing::OutsideZone { at }
            | NoPreparing::NoHidingPlace { at }
            | NoPreparing::TooManyAmbushers { at } => vec![Shape::Point(at)],
            NoPreparing::PlacedOn { unit, other } => vec![base(unit), base(other)],
            _ => Vec::new(),
        }
    }

    /// The reason in words, without a full stop.
    #[rustfmt::skip]
    pub fn says(self, battle: &Battle) -> String {
        let name = |id: Id| battle.troop(id).name.as_str();
        let plain = |word: &str| word.replace('_', " ");
        match self {
            NoPreparing::NoRegion => "no region has been chosen".into(),
            NoPreparing::NotYourRegion { region } => format!("the army is not at home in {}", region.word()),
            NoPreparing::TooFewPieces { least } => format!("at least {least} pieces of terrain"),
            NoPreparing::NotCompulsory { region } => {
                let one: Vec<_> = region.compulsory().iter().map(|it| plain(it.word())).collect();
                format!("the defender must take {}", one.join(" or "))
            }
            NoPreparing::TooMany { choice, most: 0 } => format!("there is no {} in this region", plain(choice.word())),
            NoPreparing::TooMany { choice: Choice::River | Choice::Coast, .. } => "one river or coast at the most, by both players together".into(),
            NoPreparing::TooMany { choice, most } => format!("{} {} at the most, by both players together", most, plain(choice.word())),
            NoPreparing::OutsideSector { .. } => "the piece would lie beyond its sector".into(),
            NoPreparing::OnPiece { piece } => format!("it would lie on {}", plain(piece.word())),
            NoPreparing::RiverAt { at } => format!("a river lies 3 to 6 UD from the short edge, not {}", ud(at)),
            NoPreparing::RoadEnds => "a road joins two different edges of the table".into(),
            NoPreparing::NoReroll => "only a Strategist has one die thrown again".into(),
            NoPreparing::ShiftTooFar { length, reach } => format!("a shift of {} UD, of up to {} UD", ud(length), ud(reach)),
            NoPreparing::NoRoomToShift => "the piece has no room there".into(),
            NoPreparing::DieForbids => "the die does not allow it".into(),
            NoPreparing::CampInCorner { at } => format!("a camp lies 2 UD or more from the corners, not in the middle of {} UD", ud(at)),
            NoPreparing::CampOnTerrain { .. } => "a camp lies on open ground while there is any on its edge".into(),
            NoPreparing::TooManySegments { left } => format!("{left} segments are left"),
            NoPreparing::OutsideZone { .. } => format!("fortifications lie within {} UD of the own base edge", battle.setup.field.deployment_depth(false)),
            NoPreparing::WorksOn { piece } => format!("no fortification lies on {}", plain(piece.word())),
            NoPreparing::WorksOnCamp => "no fortification lies across a camp".into(),
            NoPreparing::WingsShared => "one corps each goes left, centre and right".into(),
            NoPreparing::NoFlankMarch { corps } => format!("corps {} cannot march so: one of the three, on the left or the right", u32::from(corps) + 1),
            NoPreparing::EdgeBarred { edge } => format!("nobody comes on over the {} edge: the ground along it is impassable", edge.word()),
            NoPreparing::NoHidingPlace { .. } => "an ambush hides in a wood, village, plantation or gully of the own half".into(),
            NoPreparing::TooManyAmbushers { .. } => "up to three units hide at a marker".into(),
            NoPreparing::NoAmbusher { unit } => format!("{} cannot hide there", name(unit)),
            NoPreparing::NoCorpsToDeploy { corps } => format!("corps {} is not to be deployed", u32::from(corps) + 1),
            NoPreparing::NotAllPlaced { units, placed } => format!("{units} units are to be placed, not {placed}"),
            NoPreparing::OutsideWing { unit, wing } => {
                let light = battle.profile(unit).kind.is_light();
                format!("{} deploys {}", name(unit), battle.setup.field.zone_words(wing, light))
            }
            NoPreparing::NoGround { unit, piece } => format!("{} cannot be in {}", name(unit), plain(piece.word())),
            NoPreparing::PlacedOn { unit, other } => format!("{} would stand on {}", name(unit), name(other)),
            NoPreparing::PlacedOnCamp { unit } => format!("{} would stand on a camp", name(unit)),
            NoPreparing::AstrideWall { unit } => format!("{} would stand astride a fortification", name(unit)),
            NoPreparing::NoMarker => "there is no such ambush".into(),
            NoPreparing::OutsideAmbush { unit } => format!("{} shows itself within 1 UD of the marker, in the piece where it hides", name(unit)),
            NoPreparing::NobodyEnters => "no flank march has arrived".into(),
            NoPreparing::EntryTooFar { .. } => format!("a flank march comes on within {} UD of the own base edge", battle.setup.field.entry_depth()),
            NoPreparing::MustEnter => "units of the flank march can still come on".into(),
        }
    }
}
