//! Why not: every reason that the rules have to refuse a move, with the lengths, places and shapes that
//! decide.

use acies_core::RuleId;
use acies_table::{Angle, Length, Point, Pose};

use crate::{
    battle::Battle,
    battle::Id,
    orders::NoRally,
    setup::{Sector, Wing},
    terrain::{Choice, Piece, Region},
};

/// The reason why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum No {
    // Before the first turn, and of those who are not on the table yet.
    Preparing(NoPreparing),
    // Whose decision, and which.
    Over,
    NotYourDecision,
    NotNow,
    NoSuchUnit { number: u32 },
    NoSuchCorps { corps: u8 },
    CorpsDone { corps: u8 },
    TooFewPoints { cost: i32, left: u8 },
    MustCharge { unit: Id },
    NotListed { unit: Id },
    NotSpontaneous { unit: Id },
    NoRally { unit: Id, why: NoRally },
    NoDisengaging { unit: Id },
    NotInZone { unit: Id },
    NoWayOut { unit: Id },
    NotLooting { unit: Id },
    NoStakes { unit: Id },
    CommanderStays,
    CommanderTooFar { distance: Length },
    NotATarget { unit: Id, target: Id },
    ShotAlready { unit: Id },
    TooFarToPursue { distance: Length },
    MustPursue { unit: Id },
    // Who moves.
    NobodyNamed,
    NotYours { unit: Id },
    NotOnTable { unit: Id },
    OtherCorps { unit: Id },
    NotAGroup { unit: Id },
    InMelee { unit: Id },
    Rallied { unit: Id },
    Charged { unit: Id },
    Looting { unit: Id },
    // How often.
    TooManyMoves { unit: Id },
    ThirdMove { unit: Id },
    ThirdMoveWithoutCommander,
    EnemyWithin { unit: Id, enemy: Id, distance: Length, least: Length },
    // With which elements.
    NothingMoved,
    SlideTwice,
    SlideTooLong { by: Length },
    SlideAlone,
    Backwards,
    WheelTooWide { by: Angle, most: Angle },
    TurnTwice,
    GroupTurn { unit: Id },
    HeavyEngine { unit: Id },
    TooFar { unit: Id, spent: Length, allowed: Length },
    // Through what.
    LeavesTable { unit: Id, at: Point },
    NoGoing { unit: Id, piece: Piece },
    Meets { unit: Id, other: Id, at: Point, stops: Pose },
    EndsOn { unit: Id, other: Id, depth: Length },
    TooNear { unit: Id, enemy: Id, distance: Length },
    // Charges.
    MayNotCharge { unit: Id },
    MovedAlready { unit: Id },
    StartManoeuvre,
    OutOfReach { unit: Id, enemy: Id, needs: Length, has: Length },
    NothingAhead { unit: Id },
    NotForLightInfantry { unit: Id, enemy: Id },
    NotMostThreatening { unit: Id, enemy: Id },
    ThroughZone { unit: Id, enemy: Id },
    NoRoomToConform { unit: Id, enemy: Id },
    EdgeHeld { enemy: Id },
    // Zones of control.
    MovesAway { unit: Id, enemy: Id },
    NoCloser { unit: Id, enemy: Id },
    LeavesZone { unit: Id, enemy: Id },
}

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

/// Something to draw beside a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Unit(Id),
    /// A unit in another place.
    Ghost(Id, Pose),
    /// The zone of control of a unit.
    Zone(Id),
    Place(Point),
}

impl No {
    /// The rules that say so, the one that decides first.
    #[rustfmt::skip]
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            No::Preparing(no)               => no.rules(),
            No::Over                        => &["ADLG-R18"],
            No::NotYourDecision             => &["ADLG-SEQ.1"],
            No::NotNow                      => &["ADLG-SEQ.1", "ADLG-SEQ.2"],
            No::NoSuchUnit { .. }           => &["ADLG-R11"],
            No::NoSuchCorps { .. }          => &["ADLG-R11", "ADLG-R156"],
            No::CorpsDone { .. }            => &["ADLG-SEQ.2"],
            No::TooFewPoints { .. }         => &["ADLG-R34", "ADLG-R37"],
            No::MustCharge { .. }           => &["ADLG-R87", "ADLG-UNC.1"],
            No::NotListed { .. }            => &["ADLG-R86", "ADLG-R87"],
            No::NotSpontaneous { .. }       => &["ADLG-SPO.1", "ADLG-R85"],
            No::NoRally { .. }              => &["ADLG-RAL.1", "ADLG-R45", "ADLG-R8"],
            No::NoDisengaging { .. }        => &["ADLG-DSG.1", "ADLG-R64"],
            No::NotInZone { .. }            => &["ADLG-R71", "ADLG-EXZ.2"],
            No::NoWayOut { .. }             => &["ADLG-R70", "ADLG-R96"],
            No::NotLooting { .. }           => &["ADLG-R21"],
            No::NoStakes { .. }             => &["ADLG-R138"],
            No::CommanderStays              => &["ADLG-R38", "ADLG-R39"],
            No::CommanderTooFar { .. }      => &["ADLG-R38"],
            No::NotATarget { .. }           => &["ADLG-R106", "ADLG-SHP.1", "ADLG-SHP.2"],
            No::ShotAlready { .. }          => &["ADLG-R101", "ADLG-R107"],
            No::TooFarToPursue { .. }       => &["ADLG-PUR.1"],
            No::MustPursue { .. }           => &["ADLG-PUR.2", "ADLG-R150"],
            No::NobodyNamed                 => &["ADLG-R42"],
            No::NotYours { .. }             => &["ADLG-SEQ.2"],
            No::NotOnTable { .. }           => &["ADLG-R144"],
            No::OtherCorps { .. }           => &["ADLG-R43", "ADLG-SEQ.2"],
            No::NotAGroup { .. }            => &["ADLG-R43"],
            No::InMelee { .. }              => &["ADLG-R64", "ADLG-R91"],
            No::Rallied { .. }              => &["ADLG-R45"],
            No::Charged { .. }              => &["ADLG-R74"],
            No::Looting { .. }              => &["ADLG-R21"],
            No::TooManyMoves { .. }         => &["ADLG-R57"],
            No::ThirdMove { .. }            => &["ADLG-MUL.2"],
            No::ThirdMoveWithoutCommander   => &["ADLG-MUL.2", "ADLG-R58"],
            No::EnemyWithin { .. }          => &["ADLG-MUL.1", "ADLG-R57"],
            No::NothingMoved                => &["ADLG-R46"],
            No::SlideTwice                  => &["ADLG-MAN.1"],
            No::SlideTooLong { .. }         => &["ADLG-R48"],
            No::SlideAlone                  => &["ADLG-MAN.1", "ADLG-R48"],
            No::Backwards                   => &["ADLG-R46"],
            No::WheelTooWide { .. }         => &["ADLG-MAN.2", "ADLG-MAN.3", "ADLG-R47"],
            No::TurnTwice                   => &["ADLG-MAN.5", "ADLG-R51"],
            No::GroupTurn { .. }            => &["ADLG-R49"],
            No::HeavyEngine { .. }          => &["ADLG-R60"],
            No::TooFar { .. }               => &["ADLG-R46", "ADLG-MVT.T1", "ADLG-R53"],
            No::LeavesTable { .. }          => &["ADLG-R63"],
            No::NoGoing { .. }              => &["ADLG-R158", "ADLG-MVT.T1"],
            No::Meets { .. }                => &["ADLG-R61", "ADLG-R56"],
            No::EndsOn { .. }               => &["ADLG-R6", "ADLG-R61"],
            No::TooNear { .. }              => &["ADLG-R56"],
            No::MayNotCharge { .. }         => &["ADLG-CHG.1"],
            No::MovedAlready { .. }         => &["ADLG-R74", "ADLG-R57"],
            No::StartManoeuvre              => &["ADLG-CHG.5", "ADLG-R76"],
            No::OutOfReach { .. }           => &["ADLG-R77", "ADLG-CHG.4"],
            No::NothingAhead { .. }         => &["ADLG-R75", "ADLG-CHG.6"],
            No::NotForLightInfantry { .. }  => &["ADLG-CHG.2", "ADLG-CHG.3", "ADLG-R84"],
            No::NotMostThreatening { .. }   => &["ADLG-R75", "ADLG-ZOC.2"],
            No::ThroughZone { .. }          => &["ADLG-R75"],
            No::NoRoomToConform { .. }      => &["ADLG-R75", "ADLG-R90"],
            No::EdgeHeld { .. }             => &["ADLG-R75"],
            No::MovesAway { .. }            => &["ADLG-ZOC.3", "ADLG-R69"],
            No::NoCloser { .. }             => &["ADLG-ZOC.3", "ADLG-R69"],
            No::LeavesZone { .. }           => &["ADLG-R69", "ADLG-EXZ.1"],
        }
    }

    /// What a client draws to show it.
    pub fn shapes(self) -> Vec<Shape> {
        match self {
            No::Preparing(no) => no.shapes(),
            No::EnemyWithin { unit, enemy, .. }
            | No::TooNear { unit, enemy, .. }
            | No::OutOfReach { unit, enemy, .. }
            | No::NotForLightInfantry { unit, enemy }
            | No::NoRoomToConform { unit, enemy } => {
                vec![Shape::Unit(unit), Shape::Unit(enemy)]
            }
            No::LeavesTable { at, .. } => vec![Shape::Place(at)],
            No::Meets { unit, other, at, stops } => {
                vec![Shape::Ghost(unit, stops), Shape::Unit(other), Shape::Place(at)]
            }
            No::EndsOn { unit, other, .. } => vec![Shape::Unit(unit), Shape::Unit(other)],
            No::NotMostThreatening { unit, enemy }
            | No::ThroughZone { unit, enemy }
            | No::MovesAway { unit, enemy }
            | No::NoCloser { unit, enemy }
            | No::LeavesZone { unit, enemy } => {
                vec![Shape::Unit(unit), Shape::Zone(enemy)]
            }
            No::NotAGroup { unit } | No::OtherCorps { unit } | No::InMelee { unit } => {
                vec![Shape::Unit(unit)]
            }
            _ => Vec::new(),
        }
    }

    /// The reason in words, without a full stop.
    #[rustfmt::skip]
    pub fn says(self, battle: &Battle) -> String {
        let name = |id: Id| battle.troop(id).name.as_str();
        match self {
            No::Preparing(no) => no.says(battle),
            No::Over => "the battle is over".into(),
            No::NotYourDecision => "the other player decides".into(),
            No::NotNow => "this is not what is being decided".into(),
            No::NoSuchUnit { number } => format!("there is no unit {number}"),
            No::NoSuchCorps { corps } => format!("there is no corps {corps} with units on the table"),
            No::CorpsDone { corps } => format!("corps {corps} has been activated in this turn"),
            No::TooFewPoints { cost, left } => format!("it costs {cost} command points, {left} are left"),
            No::MustCharge { unit } => format!("{} must charge, be ordered to charge or be prevented", name(unit)),
            No::NotListed { unit } => format!("{} does not charge by itself", name(unit)),
            No::NotSpontaneous { unit } => format!("the target is not in the zone of {}", name(unit)),
            No::NoRally { unit, why } => format!("{} cannot rally: {}", name(unit), why.says()),
            No::NoDisengaging { unit } => format!("{} cannot disengage", name(unit)),
            No::NotInZone { unit } => format!("{} is in no zone that it could leave so", name(unit)),
            No::NoWayOut { unit } => format!("the way out is blocked for {}", name(unit)),
            No::NotLooting { unit } => format!("{} is not looting", name(unit)),
            No::NoStakes { unit } => format!("{} has no stakes to plant now", name(unit)),
            No::CommanderStays => "the commander cannot go there now".into(),
            No::CommanderTooFar { distance } => format!("the commander would ride {} UD > 5.00 UD", ud(distance)),
            No::NotATarget { unit, target } => format!("{} cannot shoot at {}", name(unit), name(target)),
            No::ShotAlready { unit } => format!("{} has been given a target", name(unit)),
            No::TooFarToPursue { distance } => format!("a pursuit of {} UD > 1.00 UD", ud(distance)),
            No::MustPursue { unit } => format!("{} must pursue for 1 UD", name(unit)),
            No::NobodyNamed => "an order is for a unit or a group".into(),
            No::NotYours { unit } => format!("{} is not of the corps that is active", name(unit)),
            No::NotOnTable { unit } => format!("{} is not on the table", name(unit)),
            No::OtherCorps { unit } => format!("{} is of another corps", name(unit)),
            No::NotAGroup { unit } => format!("{} is not joined to the rest of the group", name(unit)),
            No::InMelee { unit } => format!("{} is in melee", name(unit)),
            No::Rallied { unit } => format!("{} has tried to rally in this phase", name(unit)),
            No::Charged { unit } => format!("{} has charged in this phase", name(unit)),
            No::Looting { unit } => format!("{} is looting", name(unit)),
            No::TooManyMoves { unit } => format!("{} has moved three times", name(unit)),
            No::ThirdMove { unit } => format!("{} makes no third movement", name(unit)),
            No::ThirdMoveWithoutCommander => "a third movement needs the commander in the group".into(),
            No::EnemyWithin { unit, enemy, distance, least } => {
                format!("{} comes within {} of {} in a multiple move ({} < {} UD)", name(unit), ud(least), name(enemy), ud(distance), ud(least))
            }
            No::NothingMoved => "the move has no element".into(),
            No::SlideTwice => "one slide in a move".into(),
            No::SlideTooLong { by } => format!("a slide of {} UD > 1.00 UD", ud(by)),
            No::SlideAlone => "a slide needs 1 UD straight ahead directly before or after it".into(),
            No::Backwards => "nobody moves backwards".into(),
            No::WheelTooWide { by, most } => format!("wheels of {by} degrees in all > {most} degrees"),
            No::TurnTwice => "one quarter-turn or half-turn in a move".into(),
            No::GroupTurn { unit } => format!("{} is in a second rank: such a group makes no quarter-turn", name(unit)),
            No::HeavyEngine { unit } => format!("{} only turns or wheels in place", name(unit)),
            No::TooFar { unit, spent, allowed } => {
                format!("{} would move {} UD > {} UD", name(unit), ud(spent), ud(allowed))
            }
            No::LeavesTable { unit, .. } => format!("{} would leave the table", name(unit)),
            No::NoGoing { unit, piece } => format!("{} may not enter {}", name(unit), piece.word().replace('_', " ")),
            No::Meets { unit, other, .. } => format!("{} meets {} on its way", name(unit), name(other)),
            No::EndsOn { unit, other, depth } => {
                format!("{} would end {} UD deep in {}", name(unit), ud(depth), name(other))
            }
            No::TooNear { unit, enemy, distance } => {
                format!("{} would end {} UD < 0.02 UD from {}: contact needs a charge", name(unit), ud(distance), name(enemy))
            }
            No::MayNotCharge { unit } => format!("{} may not charge", name(unit)),
            No::MovedAlready { unit } => format!("{} has moved already, and a charge is its only movement", name(unit)),
            No::StartManoeuvre => "a charge begins with nothing, one slide, one wheel, or one turn and a wheel".into(),
            No::OutOfReach { unit, enemy, needs, has } => {
                format!("{} is {} UD away from {} > {} UD", name(enemy), ud(needs), name(unit), ud(has))
            }
            No::NothingAhead { unit } => format!("no enemy lies straight ahead of {}", name(unit)),
            No::NotForLightInfantry { unit, enemy } => format!("{} may not charge {} where it stands", name(unit), name(enemy)),
            No::NotMostThreatening { unit, enemy } => {
                format!("{} is in the zone of {} and may charge nobody else", name(unit), name(enemy))
            }
            No::ThroughZone { unit, enemy } => format!("{} would enter the zone of {}, which is no target", name(unit), name(enemy)),
            No::NoRoomToConform { unit, enemy } => format!("{} could not conform to the flank or rear of {}", name(unit), name(enemy)),
            No::EdgeHeld { enemy } => format!("friends hold that edge of {} already", name(enemy)),
            No::MovesAway { unit, enemy } => {
                format!("{} is in the zone of {} and would move away from it", name(unit), name(enemy))
            }
            No::NoCloser { unit, enemy } => {
                format!("{} is in the zone of {} and would end no nearer, no straighter and no more in front of it", name(unit), name(enemy))
            }
            No::LeavesZone { unit, enemy } => format!("{} would leave the zone of {}", name(unit), name(enemy)),
        }
    }
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
            NoPreparing::EntryTooFar { .. }         => &["ADLG-R32", "ADLG-R182"],
        }
    }

    fn shapes(self) -> Vec<Shape> {
        match self {
            NoPreparing::OutsideSector { at, .. }
            | NoPreparing::OutsideZone { at }
            | NoPreparing::NoHidingPlace { at }
            | NoPreparing::TooManyAmbushers { at } => vec![Shape::Place(at)],
            NoPreparing::PlacedOn { unit, other } => vec![Shape::Unit(unit), Shape::Unit(other)],
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
            NoPreparing::OutsideZone { .. } => "fortifications lie within 7 UD of the own base edge".into(),
            NoPreparing::WorksOn { piece } => format!("no fortification lies on {}", plain(piece.word())),
            NoPreparing::WingsShared => "one corps each goes left, centre and right".into(),
            NoPreparing::NoFlankMarch { corps } => format!("corps {corps} cannot march round that edge"),
            NoPreparing::EdgeBarred { edge } => format!("the sea is on the {}", edge.word()),
            NoPreparing::NoHidingPlace { .. } => "an ambush hides in a wood, village, plantation or gully of the own half".into(),
            NoPreparing::TooManyAmbushers { .. } => "up to three units hide at a marker".into(),
            NoPreparing::NoAmbusher { unit } => format!("{} cannot hide there", name(unit)),
            NoPreparing::NoCorpsToDeploy { corps } => format!("corps {corps} is not to be deployed"),
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
            NoPreparing::EntryTooFar { .. } => "a flank march comes on within 10 UD of the own base edge".into(),
            NoPreparing::MustEnter => "units of the flank march can still come on".into(),
        }
    }
}

/// A length with two decimals, as on a ruler.
fn ud(length: Length) -> String {
    format!("{:.2}", length.get())
}
