//! Why not: every reason that the rules have to refuse an action, with the lengths, places and shapes that
//! decide, and where there is one the nearest action that they allow.

use acies_core::{RuleId, Seat, words::Subject};
use acies_table::{Angle, Base, Edge, Length, Motion, Point, Pose, Rect, Size};

use crate::{
    action::Action,
    aim::NoShot,
    battle::{Battle, Frame, Id},
    flight::Blocked,
    movement::{Element, Elements, group_of},
    orders::NoRally,
    setup::refusal::NoPreparing,
    terrain::Piece,
    zone_of_control::ZONE_UD,
};

/// The reason why an action is not allowed. Lengths come in pairs: what there is, and what there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
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
    StandsStill { unit: Id },
    NotListed { unit: Id },
    ChargesAlone { unit: Id },
    ChargesFirst { unit: Id, enemy: Id },
    NotSpontaneous { unit: Id },
    NoRally { unit: Id, why: NoRally },
    NoDisengaging { unit: Id },
    NotLooting { unit: Id },
    NoStakes { unit: Id },
    // Out of a zone, and away from a charge.
    NotInZone { unit: Id },
    NobodyBehind { unit: Id },
    OnFoot { unit: Id },
    EvadesInstead { unit: Id },
    CannotEvade { unit: Id },
    WouldRout { unit: Id },
    Blocked { unit: Id, by: Blocked },
    NoWayOut { unit: Id },
    WrongHeading { unit: Id },
    NothingToAvoid { unit: Id },
    NobodyToBurst { unit: Id },
    // Commanders.
    CommanderStays,
    CommanderTooFar { distance: Length, most: Length },
    CommanderLeavesTable { at: Point },
    CommanderMeets { enemy: Id },
    CommanderBarred { piece: Piece },
    // Shooting and pursuit.
    NotATarget { unit: Id, target: Id, why: NoShot },
    ShotAlready { unit: Id },
    TargetTaken { target: Id },
    NotEngaged { unit: Id, enemy: Id },
    NoPursuer { unit: Id },
    TooFarToPursue { distance: Length, most: Length },
    MustPursue { unit: Id },
    // Who moves.
    NobodyNamed,
    NamedTwice { unit: Id },
    NotYours { unit: Id },
    NotOnTable { unit: Id },
    OtherCorps { unit: Id },
    NotAGroup { unit: Id },
    InMelee { unit: Id },
    Rallied { unit: Id },
    Charged { unit: Id },
    Looting { unit: Id },
    Spent { unit: Id },
    // How often.
    TooManyMoves { unit: Id },
    ThirdMove { unit: Id },
    ThirdMoveWithoutCommander,
    EnemyWithin { unit: Id, enemy: Id, stands: Pose, distance: Length, least: Length },
    WasNear { unit: Id, least: Length },
    // With which elements.
    NothingMoved,
    SlideTwice,
    SlideTooLong { unit: Id, by: Length, most: Length },
    SlideAlone,
    Backwards,
    WheelTooWide { unit: Id, by: Angle, most: Angle },
    TurnTwice,
    GroupTurn { unit: Id },
    HeavyEngine { unit: Id },
    TooFar { unit: Id, spent: Length, allowed: Length },
    TooLong { unit: Id, by: Length, most: Length },
    // Into which formation.
    NotInFront { unit: Id },
    EmptyFile { file: i8 },
    // Through what.
    LeavesTable { unit: Id, at: Point },
    NoGoing { unit: Id, piece: Piece },
    NoCrossing { unit: Id },
    Meets { unit: Id, other: Id, at: Point, stops: Pose },
    MeetsCamp { unit: Id, seat: Seat, at: Point, stops: Pose },
    EndsOn { unit: Id, other: Id, stands: Pose, depth: Length },
    TooNear { unit: Id, enemy: Id, stands: Pose, distance: Length, least: Length },
    TooNearCamp { unit: Id, seat: Seat, stands: Pose, distance: Length },
    // Charges.
    MayNotCharge { unit: Id },
    MovedAlready { unit: Id },
    StartManoeuvre,
    OutOfReach { unit: Id, enemy: Id, needs: Length, has: Length },
    NothingAhead { unit: Id },
    StoppedByGround { unit: Id, piece: Piece, at: Point, stops: Pose },
    NotForLightInfantry { unit: Id, enemy: Id },
    NotMostThreatening { unit: Id, enemy: Id },
    ThroughZone { unit: Id, enemy: Id, enters: Pose },
    NoRoomToConform { unit: Id, enemy: Id, edge: Edge, shift: Length, most: Length },
    EdgeHeld { enemy: Id, edge: Edge },
    GoesOn { distance: Length, least: Length, most: Length },
    // Zones of control.
    MovesAway { unit: Id, enemy: Id, stands: Pose, was: Length, is: Length },
    NoCloser { unit: Id, enemy: Id, stands: Pose, was: Length, is: Length },
    LeavesZone { unit: Id, enemy: Id, stands: Pose },
}

/// Something to draw beside a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Where something happens.
    Point(Point),
    /// A length that is measured.
    Segment(Point, Point),
    /// A unit or a camp, where it stands or where it would stand.
    Base(Base),
    /// A zone of control, a corridor or a zone of fire.
    Zone(Base),
    /// An edge that is held or hit.
    Edge(Point, Point),
    /// A piece of terrain.
    Polygon(acies_table::Polygon),
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
            No::ChargesAlone { .. }         => &["ADLG-R87"],
            No::ChargesFirst { .. }         => &["ADLG-UNC.2", "ADLG-R87"],
            No::NotSpontaneous { .. }       => &["ADLG-SPO.1", "ADLG-R85", "ADLG-ZOC.1"],
            No::NoRally { .. }              => &["ADLG-RAL.1", "ADLG-R45", "ADLG-R8"],
            No::NoDisengaging { .. }        => &["ADLG-DSG.1", "ADLG-R64"],
            No::StandsStill { .. }          => &["ADLG-R87"],
            No::NotInZone { .. }            => &["ADLG-EXZ.2", "ADLG-R71"],
            No::NobodyBehind { .. }
            | No::OnFoot { .. }             => &["ADLG-EXZ.3", "ADLG-R72"],
            No::EvadesInstead { .. }        => &["ADLG-R71", "ADLG-EXZ.1"],
            No::CannotEvade { .. }          => &["ADLG-EVA.1", "ADLG-R93"],
            No::WouldRout { .. }            => &["ADLG-R70"],
            No::Blocked { .. }              => &["ADLG-EVA.3", "ADLG-R96"],
            No::NoWayOut { .. }             => &["ADLG-R70", "ADLG-R97"],
            No::WrongHeading { .. }         => &["ADLG-EVA.2", "ADLG-R95"],
            No::NothingToAvoid { .. }       => &["ADLG-EVA.6", "ADLG-R97"],
            No::NobodyToBurst { .. }        => &["ADLG-R62", "ADLG-INT.7"],
            No::NotLooting { .. }           => &["ADLG-R21"],
            No::NoStakes { .. }             => &["ADLG-R138"],
            No::CommanderStays              => &["ADLG-R38", "ADLG-R39"],
            No::CommanderTooFar { .. }
            | No::CommanderLeavesTable { .. }
            | No::CommanderMeets { .. }
            | No::CommanderBarred { .. }    => &["ADLG-R38"],
            No::NotATarget { why, .. }      => why.rules(),
            No::TargetTaken { .. }          => &["ADLG-R107"],
            No::NotEngaged { .. }           => &["ADLG-R114", "ADLG-R115"],
            No::NoPursuer { .. }            => &["ADLG-R148"],
            No::ShotAlready { .. }          => &["ADLG-R101", "ADLG-R107"],
            No::TooFarToPursue { .. }       => &["ADLG-PUR.1"],
            No::MustPursue { .. }           => &["ADLG-PUR.2", "ADLG-R150"],
            No::NobodyNamed                 => &["ADLG-R42"],
            No::NamedTwice { .. }           => &["ADLG-R52"],
            No::NotYours { .. }             => &["ADLG-SEQ.2"],
            No::NotOnTable { .. }           => &["ADLG-R144"],
            No::OtherCorps { .. }           => &["ADLG-R43", "ADLG-SEQ.2"],
            No::NotAGroup { .. }            => &["ADLG-R43"],
            No::InMelee { .. }              => &["ADLG-R64", "ADLG-R91"],
            No::Rallied { .. }              => &["ADLG-R45"],
            No::Charged { .. }              => &["ADLG-R74"],
            No::Looting { .. }              => &["ADLG-R21"],
            No::Spent { .. }                => &["ADLG-R42", "ADLG-R57"],
            No::TooManyMoves { .. }         => &["ADLG-R57"],
            No::ThirdMove { .. }            => &["ADLG-MUL.2"],
            No::ThirdMoveWithoutCommander   => &["ADLG-MUL.2", "ADLG-R58"],
            No::EnemyWithin { .. }          => &["ADLG-MUL.1", "ADLG-R57"],
            No::WasNear { .. }              => &["ADLG-R57", "ADLG-MUL.1"],
            No::NothingMoved                => &["ADLG-R46"],
            No::SlideTwice                  => &["ADLG-MAN.1"],
            No::SlideTooLong { .. }         => &["ADLG-R48"],
            No::SlideAlone                  => &["ADLG-MAN.1", "ADLG-R48"],
            No::Backwards                   => &["ADLG-R46"],
            No::WheelTooWide { .. }         => &["ADLG-MAN.2", "ADLG-MAN.3", "ADLG-R47"],
            No::TurnTwice                   => &["ADLG-MAN.5", "ADLG-R51"],
            No::GroupTurn { .. }            => &["ADLG-R49"],
            No::HeavyEngine { .. }          => &["ADLG-R60"],
            No::TooFar { .. }
            | No::TooLong { .. }            => &["ADLG-R46", "ADLG-MVT.T1", "ADLG-R53"],
            No::NotInFront { .. }           => &["ADLG-R52"],
            No::EmptyFile { .. }            => &["ADLG-R52"],
            No::LeavesTable { .. }          => &["ADLG-R63"],
            No::NoGoing { .. }              => &["ADLG-R158", "ADLG-MVT.T1"],
            No::NoCrossing { .. }           => &["ADLG-R162"],
            No::Meets { .. }                => &["ADLG-R61", "ADLG-R56"],
            No::MeetsCamp { .. }            => &["ADLG-R173", "ADLG-R10"],
            No::TooNearCamp { .. }          => &["ADLG-R173", "ADLG-R20"],
            No::EndsOn { .. }               => &["ADLG-R6", "ADLG-R61"],
            No::TooNear { .. }              => &["ADLG-R56"],
            No::MayNotCharge { .. }         => &["ADLG-CHG.1"],
            No::MovedAlready { .. }         => &["ADLG-R74", "ADLG-R57"],
            No::StartManoeuvre              => &["ADLG-CHG.5", "ADLG-R76"],
            No::OutOfReach { .. }           => &["ADLG-R77", "ADLG-CHG.4"],
            No::NothingAhead { .. }         => &["ADLG-R75", "ADLG-CHG.6"],
            No::StoppedByGround { .. }      => &["ADLG-R83", "ADLG-R53"],
            No::GoesOn { .. }               => &["ADLG-CHG.8", "ADLG-R82"],
            No::NotForLightInfantry { .. }  => &["ADLG-CHG.2", "ADLG-CHG.3", "ADLG-R84"],
            No::NotMostThreatening { .. }   => &["ADLG-R75", "ADLG-ZOC.2"],
            No::ThroughZone { .. }          => &["ADLG-R75", "ADLG-R171", "ADLG-ZOC.1"],
            No::NoRoomToConform { .. }      => &["ADLG-R75", "ADLG-R89", "ADLG-R90"],
            No::EdgeHeld { .. }             => &["ADLG-R75"],
            No::MovesAway { .. }            => &["ADLG-ZOC.3", "ADLG-R69"],
            No::NoCloser { .. }             => &["ADLG-ZOC.3", "ADLG-R69"],
            No::LeavesZone { .. }           => &["ADLG-R69", "ADLG-EXZ.1"],
        }
    }

    /// The reason in words, without a full stop.
    #[rustfmt::skip]
    pub fn says(self, battle: &Battle) -> String {
        let name = |id: Id| battle.troop(id).name.as_str();
        let it = |id: Id| Subject::new(name(id));
        match self {
            No::Preparing(no) => no.says(battle),
            No::Over => "the battle is over".into(),
            No::NotYourDecision => "the other player decides".into(),
            No::NotNow => match battle.stack.last() {
                Some(Frame::Prepare(step)) => format!("this is not what is being decided: {}", step.asks(battle).0),
                _ => "this is not what is being decided".into(),
            },
            No::NoSuchUnit { number } => format!("there is no unit {}", number + 1),
            No::NoSuchCorps { corps } => format!("there is no corps {} with units on the table", u32::from(corps) + 1),
            No::CorpsDone { corps } => format!("corps {} has been activated in this turn", corps + 1),
            No::TooFewPoints { cost, left } => format!("it costs {cost} command points, {left} are left"),
            No::MustCharge { unit } => it(unit).says("must charge, be ordered to charge or be prevented"),
            No::NotListed { unit } => it(unit).says("do not charge by itself"),
            No::StandsStill { unit } => it(unit).says("have been kept from charging, and may not move"),
            No::NotSpontaneous { unit } => format!("the target is not in the zone of {}", name(unit)),
            No::NoRally { unit, why } => it(unit).says(&format!("cannot rally: {}", why.says())),
            No::NoDisengaging { unit } => it(unit).says("cannot disengage"),
            No::NotInZone { unit } => it(unit).says("are in no enemy's zone"),
            No::NobodyBehind { unit } => format!("no slower enemy has its zone on the rear of {}", name(unit)),
            No::EvadesInstead { unit } => it(unit).says("leave a zone by evading"),
            No::CannotEvade { unit } => it(unit).says("cannot evade"),
            No::WouldRout { unit } => it(unit).says("would be routed by it"),
            No::Blocked { unit, by } => it(unit).says(&format!("cannot evade: {}", blocked(by, battle))),
            No::WrongHeading { unit } => it(unit).says("run in the direction nearest to that of the charge"),
            No::NobodyToBurst { unit } => format!("there is nobody through whom {}", it(unit).says("may burst")),
            No::ChargesAlone { unit } => it(unit).says("charge without orders alone, each unit by itself"),
            No::ChargesFirst { unit, enemy } => it(unit).says(&format!("charge {} first: the most threatening enemy, else the one most in front, else the closest", name(enemy))),
            No::OnFoot { unit } => format!("only mounted troops leave a zone straight ahead, and {} on foot", it(unit).says("are")),
            No::NothingToAvoid { unit } => format!("nothing is in the way of {}", name(unit)),
            No::NoWayOut { unit } => format!("the way out is blocked for {}", name(unit)),
            No::NotLooting { unit } => it(unit).says("are not looting"),
            No::NoStakes { unit } => it(unit).says("have no stakes to plant now"),
            No::CommanderStays => "the commander cannot go there now".into(),
            No::CommanderTooFar { distance, most } => format!("the commander would ride {} UD > {} UD", ud(distance), ud(most)),
            No::CommanderLeavesTable { .. } => "the commander would leave the table".into(),
            No::CommanderMeets { enemy } => format!("the commander would ride through {}", name(enemy)),
            No::CommanderBarred { piece } => format!("the commander would ride through {}", piece.word().replace('_', " ")),
            No::NotATarget { unit, target, why } => it(unit).says(&format!("cannot shoot at {}: {}", name(target), why.says(battle))),
            No::TargetTaken { target } => format!("a shot at {} has been announced: all who shoot at it shoot together", name(target)),
            No::NotEngaged { unit, enemy } => it(enemy).says(&format!("are not one of those between whom {} can choose", name(unit))),
            No::NoPursuer { unit } => it(unit).says("have nobody to pursue"),
            No::ShotAlready { unit } => it(unit).says("have been given a target"),
            No::TooFarToPursue { distance, most } => format!("a pursuit of {} UD is not between 0 and {} UD", ud(distance), ud(most)),
            No::MustPursue { unit } => it(unit).says("must pursue for 1 UD"),
            No::NobodyNamed => "an order is for a unit or a group".into(),
            No::NamedTwice { unit } => it(unit).says("are named twice"),
            No::NotYours { unit } => it(unit).says("are not of the corps that is active"),
            No::NotOnTable { unit } => it(unit).says("are not on the table"),
            No::OtherCorps { unit } => it(unit).says("are of another corps"),
            No::NotAGroup { unit } => it(unit).says("are not joined to the rest of the group"),
            No::InMelee { unit } => it(unit).says("are in melee"),
            No::Rallied { unit } => it(unit).says("have tried to rally in this phase"),
            No::Charged { unit } => it(unit).says("have charged in this phase"),
            No::Looting { unit } => it(unit).says("are looting"),
            No::Spent { unit } => it(unit).says("have done all it may in this phase"),
            No::TooManyMoves { unit } => it(unit).says("have moved three times"),
            No::ThirdMove { unit } => it(unit).says("make no third movement"),
            No::ThirdMoveWithoutCommander => "a third movement needs the commander in the group".into(),
            No::EnemyWithin { unit, enemy, distance, least, .. } => {
                it(unit).says(&format!("come within {} UD of {} in a multiple move ({} < {} UD)", ud(least), name(enemy), ud(distance), ud(least)))
            }
            No::WasNear { unit, least } => it(unit).says(&format!("have been less than {} UD from an enemy in their first movement", ud(least))),
            No::NothingMoved => "the move has no element".into(),
            No::SlideTwice => "one slide in a move".into(),
            No::SlideTooLong { by, most, .. } => format!("a slide of {} UD > {} UD", ud(by.max(-by)), ud(most)),
            No::SlideAlone => "a slide needs 1 UD straight ahead directly before or after it".into(),
            No::Backwards => "nobody moves backwards".into(),
            No::WheelTooWide { by, most, .. } => format!("wheels of {by} degrees in all > {most} degrees"),
            No::TurnTwice => "one quarter-turn or half-turn in a move".into(),
            No::GroupTurn { unit } => it(unit).says("are in a second rank: such a group makes no quarter-turn"),
            No::HeavyEngine { unit } => it(unit).says("do nothing but turn or wheel in place"),
            No::TooLong { unit, by, most } => format!(
                "an advance of {} UD > {} UD, farther than anybody goes in one movement: give {} what its allowance has left",
                ud(by), ud(most), name(unit),
            ),
            No::TooFar { unit, spent, allowed } => {
                it(unit).says(&format!("would move {} UD > {} UD", ud(spent), ud(allowed)))
            }
            No::NotInFront { unit } => it(unit).says("must stay in the front rank, in file 0"),
            No::EmptyFile { file } => format!("nobody is in file {file}"),
            No::LeavesTable { unit, .. } => it(unit).says("would leave the table"),
            No::NoGoing { unit, piece } => it(unit).says(&format!("may not enter {}", piece.word().replace('_', " "))),
            No::NoCrossing { unit } => it(unit).says("cannot cross a line of defence"),
            No::MeetsCamp { unit, .. } => it(unit).says("meet a camp on its way"),
            No::TooNearCamp { unit, .. } => it(unit).says("would come upon a camp: that needs a charge"),
            No::StoppedByGround { unit, piece, .. } => format!("{} stops a charge of {}", piece.word().replace('_', " "), name(unit)),
            No::GoesOn { distance, least, most } => format!("{} UD is not between {} and {} UD", ud(distance), ud(least), ud(most)),
            No::Meets { unit, other, .. } => it(unit).says(&format!("meet {} on its way", name(other))),
            No::EndsOn { unit, other, depth, .. } => {
                it(unit).says(&format!("would end {} UD deep in {}", ud(depth), name(other)))
            }
            No::TooNear { unit, enemy, distance, least, .. } => {
                it(unit).says(&format!("would end {} UD < {} UD from {}: contact needs a charge", ud(distance), ud(least), name(enemy)))
            }
            No::MayNotCharge { unit } => it(unit).says("may not charge"),
            No::MovedAlready { unit } => it(unit).says("have moved already, and a charge is its only movement"),
            No::StartManoeuvre => "a charge begins with nothing, one slide, one wheel, or one turn and a wheel".into(),
            No::OutOfReach { unit, enemy, needs, has } => {
                it(enemy).says(&format!("are {} UD away from {} > {} UD", ud(needs), name(unit), ud(has)))
            }
            No::NothingAhead { unit } => format!("no enemy lies straight ahead of {}", name(unit)),
            No::NotForLightInfantry { unit, enemy } => it(unit).says(&format!("may not charge {} where it stands", name(enemy))),
            No::NotMostThreatening { unit, enemy } => {
                it(unit).says(&format!("are in the zone of {} and may charge nobody else", name(enemy)))
            }
            No::ThroughZone { unit, enemy, .. } => it(unit).says(&format!("would enter the zone of {}, which is no target", name(enemy))),
            No::NoRoomToConform { unit, enemy, shift, most, .. } if shift > most => {
                it(unit).says(&format!("would have to shift {} UD > {} UD to conform to the flank or rear of {}", ud(shift), ud(most), name(enemy)))
            }
            No::NoRoomToConform { unit, enemy, .. } => it(unit).says(&format!("find no room on the flank or rear of {}", name(enemy))),
            No::EdgeHeld { enemy, .. } => format!("friends hold that edge of {} already", name(enemy)),
            No::MovesAway { unit, enemy, was, is, .. } => {
                it(unit).says(&format!("are in the zone of {} and would move away from it: {} UD > {} UD", name(enemy), ud(is), ud(was)))
            }
            No::NoCloser { unit, enemy, .. } => {
                it(unit).says(&format!("are in the zone of {} and would end no nearer, no straighter and no more in front of it", name(enemy)))
            }
            No::LeavesZone { unit, enemy, .. } => it(unit).says(&format!("would leave the zone of {}", name(enemy))),
        }
    }
}

/// What a client draws.
impl No {
    /// The shapes that show it: who is concerned, what is measured, where it happens.
    pub fn shapes(&self, battle: &Battle) -> Vec<Shape> {
        let unit = |id: Id| Shape::Base(battle.base(id));
        let ghost = |id: Id, pose: Pose| Shape::Base(Base { pose, ..battle.base(id) });
        let zone = |id: Id| Shape::Zone(ahead_of(&battle.base(id), ZONE_UD));
        let between = |one: Id, other: Id| gap(&battle.rect(one), &battle.rect(other));
        let from = |id: Id, pose: Pose, other: Id| {
            let there = Rect::new(&pose, battle.base(id).size);
            vec![ghost(id, pose), unit(other), gap(&there, &battle.rect(other))]
        };
        match *self {
            No::Preparing(no) => no.shapes(battle),
            No::EnemyWithin { unit: id, enemy, stands, .. }
            | No::TooNear { unit: id, enemy, stands, .. } => from(id, stands, enemy),
            No::MovesAway { unit: id, enemy, stands, .. }
            | No::NoCloser { unit: id, enemy, stands, .. }
            | No::LeavesZone { unit: id, enemy, stands } => {
                let mut shapes = from(id, stands, enemy);
                shapes.push(zone(enemy));
                shapes
            }
            No::OutOfReach { unit: id, enemy, has, .. } => {
                let corridor = Shape::Zone(ahead_of(&battle.base(id), has.get()));
                vec![unit(id), unit(enemy), corridor, between(id, enemy)]
            }
            No::TooFar { unit: id, allowed, .. } => {
                vec![unit(id), Shape::Zone(ahead_of(&battle.base(id), allowed.get()))]
            }
            No::WheelTooWide { unit: id, by, most } => {
                let base = battle.base(id);
                let by = by.clamp(-most, most);
                vec![unit(id), ghost(id, Motion::wheel(by).course(&base).end(&base.pose))]
            }
            No::SlideTooLong { unit: id, by, most } => {
                let base = battle.base(id);
                let by = by.clamp(-most, most);
                vec![unit(id), ghost(id, Motion::slide(by).course(&base).end(&base.pose))]
            }
            No::NotMostThreatening { unit: id, enemy } => vec![unit(id), unit(enemy), zone(enemy)],
            No::ThroughZone { unit: id, enemy, enters } => {
                vec![ghost(id, enters), unit(enemy), zone(enemy)]
            }
            No::NotSpontaneous { unit: id } => vec![unit(id), zone(id)],
            No::NotForLightInfantry { unit: id, enemy } | No::ChargesFirst { unit: id, enemy } => {
                vec![unit(id), unit(enemy)]
            }
            No::NoRoomToConform { unit: id, enemy, edge, .. } => {
                vec![unit(id), unit(enemy), side(&battle.rect(enemy), edge)]
            }
            No::EdgeHeld { enemy, edge } => vec![unit(enemy), side(&battle.rect(enemy), edge)],
            No::LeavesTable { unit: id, at } => vec![unit(id), Shape::Point(at)],
            No::CommanderLeavesTable { at } => vec![Shape::Point(at)],
            No::CommanderMeets { enemy } => vec![unit(enemy)],
            No::Meets { unit: id, other, at, stops } => {
                vec![ghost(id, stops), unit(other), Shape::Point(at)]
            }
            No::MeetsCamp { unit: id, seat, at, stops } => {
                vec![ghost(id, stops), camp(battle, seat), Shape::Point(at)]
            }
            No::TooNearCamp { unit: id, seat, stands, .. } => {
                vec![ghost(id, stands), camp(battle, seat)]
            }
            No::StoppedByGround { unit: id, piece, at, stops } => {
                let mut shapes = vec![ghost(id, stops), Shape::Point(at)];
                shapes.extend(pieces(battle, piece));
                shapes
            }
            No::NoGoing { unit: id, piece } => {
                std::iter::once(unit(id)).chain(pieces(battle, piece)).collect()
            }
            No::CommanderBarred { piece } => pieces(battle, piece).collect(),
            No::EndsOn { unit: id, other, stands, .. } => vec![ghost(id, stands), unit(other)],
            No::Blocked { unit: id, by } => match by {
                Blocked::Zone(enemy) => vec![unit(id), zone(enemy)],
                Blocked::Enemy(other) | Blocked::Friend(other) => vec![unit(id), unit(other)],
                Blocked::Cannot | Blocked::Camp(_) | Blocked::Impassable => vec![unit(id)],
            },
            No::NotATarget { unit: id, target, why } => {
                let mut shapes = vec![unit(id), unit(target)];
                match why {
                    NoShot::OutOfRange { range, .. } => {
                        shapes.push(Shape::Zone(field_of_fire(&battle.base(id), range.get())));
                        shapes.push(between(id, target));
                    }
                    NoShot::OutsideZone => {
                        let range = f64::from(battle.profile(id).range_ud().unwrap_or(0));
                        shapes.push(Shape::Zone(field_of_fire(&battle.base(id), range)));
                    }
                    NoShot::Unseen => shapes.push(between(id, target)),
                    NoShot::Rather(other) => shapes.push(unit(other)),
                    NoShot::Silent(_) | NoShot::NoTarget => {}
                }
                shapes
            }
            No::TargetTaken { target } => vec![unit(target)],
            No::NotAGroup { unit: id }
            | No::OtherCorps { unit: id }
            | No::InMelee { unit: id }
            | No::MustCharge { unit: id }
            | No::NotInFront { unit: id }
            | No::GroupTurn { unit: id } => vec![unit(id)],
            _ => Vec::new(),
        }
    }

    /// The nearest action that the rules allow, where it is cheap to find: the same way cut short, the
    /// same element no larger than it may be.
    pub fn instead(&self, battle: &Battle, action: &Action) -> Option<Action> {
        let other = match (action, *self) {
            (Action::Move { units, elements }, No::WheelTooWide { most, .. }) => {
                let elements = elements.iter().map(|&it| narrowed(it, most)).collect();
                Action::Move { units: *units, elements }
            }
            (Action::Move { units, elements }, No::SlideTooLong { most, .. }) => {
                let elements = elements.iter().map(|&it| shortened(it, most)).collect();
                Action::Move { units: *units, elements }
            }
            (Action::Move { units, elements }, no) if no.is_about_the_way() => {
                let ids = group_of(*units, battle.phasing);
                let elements = battle.nearest_move(&ids, elements, battle.roles())?;
                Action::Move { units: *units, elements }
            }
            (Action::Charge { units, start, .. }, No::OutOfReach { has, .. })
                if start.is_empty() =>
            {
                let elements: Elements = [Element::Advance(has)].into_iter().collect();
                let ids = group_of(*units, battle.phasing);
                let elements = battle.nearest_move(&ids, &elements, battle.roles())?;
                Action::Move { units: *units, elements }
            }
            (Action::GoOn { .. }, No::GoesOn { distance, least, most }) => {
                Action::GoOn { distance: distance.max(least).min(most) }
            }
            (Action::Pursue { unit, .. }, No::TooFarToPursue { distance, most }) => {
                Action::Pursue { unit: *unit, distance: distance.max(Length::ZERO).min(most) }
            }
            (Action::Pursue { unit, .. }, No::MustPursue { .. }) => {
                Action::Pursue { unit: *unit, distance: Length::new(crate::pursuit::PURSUIT_UD) }
            }
            (Action::LeaveZone { unit }, No::EvadesInstead { .. }) => {
                Action::EvadeZone { unit: *unit }
            }
            (Action::RideOut { unit, .. }, No::EvadesInstead { .. }) => {
                Action::EvadeZone { unit: *unit }
            }
            (Action::EvadeZone { unit }, No::CannotEvade { .. }) => {
                Action::LeaveZone { unit: *unit }
            }
            _ => return None,
        };
        let by = battle.deciding();
        acies_core::Game::check(battle, by, &other).is_ok().then_some(other)
    }

    /// Whether a shorter way may do.
    fn is_about_the_way(self) -> bool {
        matches!(
            self,
            No::TooFar { .. }
                | No::TooLong { .. }
                | No::LeavesTable { .. }
                | No::NoGoing { .. }
                | No::NoCrossing { .. }
                | No::Meets { .. }
                | No::MeetsCamp { .. }
                | No::EndsOn { .. }
                | No::TooNear { .. }
                | No::TooNearCamp { .. }
                | No::EnemyWithin { .. }
                | No::MovesAway { .. }
                | No::NoCloser { .. }
                | No::LeavesZone { .. }
        )
    }
}

/// The rectangle ahead of a base, so deep.
fn ahead_of(base: &Base, deep: f64) -> Base {
    let rect = base.rect();
    let centre = rect.middle(Edge::Front) + rect.ahead() * (deep / 2.0);
    Base::new(Pose::nearest(centre, base.pose.facing), Size::new(rect.width(), deep))
}

/// ADLG-R103: 1 UD wider on each side.
fn field_of_fire(base: &Base, range: f64) -> Base {
    let zone = ahead_of(base, range);
    Base::new(zone.pose, Size::new(base.rect().width() + 2.0, range))
}

/// The shortest way between two bodies.
fn gap(one: &Rect, other: &Rect) -> Shape {
    let line = one.nearest(other);
    Shape::Segment(Point::nearest(line.a), Point::nearest(line.b))
}

fn side(rect: &Rect, edge: Edge) -> Shape {
    let line = rect.edge(edge);
    Shape::Edge(Point::nearest(line.a), Point::nearest(line.b))
}

fn camp(battle: &Battle, seat: Seat) -> Shape {
    Shape::Base(Base::new(battle.sides[seat].camp.pose, crate::setup::CAMP))
}

fn pieces(battle: &Battle, piece: Piece) -> impl Iterator<Item = Shape> {
    let areas = battle.landscape.areas.iter().filter(move |area| area.piece == piece);
    areas.map(|area| Shape::Polygon(area.outline.clone()))
}

fn narrowed(element: Element, most: Angle) -> Element {
    match element {
        Element::Wheel(by) => Element::Wheel(by.clamp(-most, most)),
        other => other,
    }
}

fn shortened(element: Element, most: Length) -> Element {
    match element {
        Element::Slide(by) => Element::Slide(by.clamp(-most, most)),
        other => other,
    }
}

pub(crate) fn blocked(by: Blocked, battle: &Battle) -> String {
    let name = |id: Id| battle.troop(id).name.as_str();
    match by {
        Blocked::Cannot => "such troops never do, nor does who fights or loots".into(),
        Blocked::Zone(enemy) => format!("the zone of {} lies within 1 UD that way", name(enemy)),
        Blocked::Enemy(other) | Blocked::Friend(other) => {
            Subject::new(name(other)).says("stand within 1 UD that way")
        }
        Blocked::Camp(seat) => {
            format!("the camp of {} stands within 1 UD that way", battle.setup.armies[seat].name)
        }
        Blocked::Impassable => "impassable ground lies within 1 UD that way".into(),
    }
}

impl NoShot {
    fn rules(self) -> &'static [RuleId] {
        match self {
            NoShot::Silent(_) => &["ADLG-R101", "ADLG-R102"],
            NoShot::NoTarget => &["ADLG-R102", "ADLG-R144"],
            NoShot::OutsideZone => &["ADLG-R103"],
            NoShot::OutOfRange { .. } => &["ADLG-R105", "ADLG-RNG.T1"],
            NoShot::Unseen => &["ADLG-R104"],
            NoShot::Rather(_) => &["ADLG-R106", "ADLG-SHP.1", "ADLG-SHP.2"],
        }
    }

    fn says(self, battle: &Battle) -> String {
        match self {
            NoShot::Silent(why) => why.says().into(),
            NoShot::NoTarget => "it is no target now".into(),
            NoShot::OutsideZone => "it is outside the zone".into(),
            NoShot::OutOfRange { distance, range } => {
                format!("it is {} UD away > {} UD", ud(distance), ud(range))
            }
            NoShot::Unseen => "it is not seen".into(),
            NoShot::Rather(other) => {
                Subject::new(battle.troop(other).name.as_str()).says("come first")
            }
        }
    }
}

/// A length with two decimals, as on a ruler.
pub(crate) fn ud(length: Length) -> String {
    format!("{:.2}", length.get())
}
