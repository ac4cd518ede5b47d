//! Why not: every reason that the rules have to refuse a move, with the lengths, places and shapes that
//! decide.

use acies_core::RuleId;
use acies_table::{Angle, Length, Point, Pose};

use crate::{battle::Battle, battle::Id, orders::NoRally, terrain::Piece};

/// The reason why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum No {
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

/// A length with two decimals, as on a ruler.
fn ud(length: Length) -> String {
    format!("{:.2}", length.get())
}
