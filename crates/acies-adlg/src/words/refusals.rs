//! Why not: every reason that the rules have to refuse an action, with the lengths, places and shapes that
//! decide, and where there is one the nearest action that they allow.

use acies_core::{
    Form, Game, Reason, Role, RuleId, Seat,
    flow::{One, Stacked},
    told,
    words::Subject,
};
use acies_table::{Angle, Base, Edge, Length, Motion, Point, Pose, Rect, Size};

use crate::{
    action::Action,
    battle::{Battle, Frame, Id},
    evade::flight::Blocked,
    rally::NoRally,
    setup::{Sector, Wing},
    shooting::targets::NoShot,
    terrain::{Choice, Piece, Region},
    zone_of_control::ZONE_UD,
};

told! {
    /// The reason why an action is not allowed. Lengths come in pairs: what there is, and what there may be.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum No;
    /// The rules that say so, the one that decides first, and the reason in words, without a full stop.
    pub fn reason(self: Self, battle: &Battle) -> Reason;

    // Before the first turn: terrain.
    NoRegion => Reason::because(&["ADLG-R23"], "no region has been chosen");
    NotYourRegion { region: Region } =>
        Reason::because(&["ADLG-R23"], format!("the army is not at home in {}", region.word()));
    TooFewPieces { least: u8 } =>
        Reason::because(&["ADLG-R25"], format!("at least {least} pieces of terrain"));
    NotCompulsory { region: Region } => Reason::because(&["ADLG-R25"], {
        let one: Vec<_> = region.compulsory().iter().map(|it| it.plain()).collect();
        format!("the defender must take {}", one.join(" or "))
    });
    TooMany { choice: Choice, most: u8 } => Reason::because(&["ADLG-R25"], match (choice, most) {
        (_, 0) => format!("there is no {} in this region", choice.plain()),
        (Choice::River | Choice::Coast, _) => "one river or coast at the most, by both players together".into(),
        _ => format!("{most} {} at the most, by both players together", choice.plain()),
    });
    OutsideSector { sector: Sector, at: Point } =>
        Reason::because(&["ADLG-R26"], "the piece would lie beyond its sector");
    OnPiece { piece: Piece } =>
        Reason::because(&["ADLG-R26", "ADLG-R161"], format!("it would lie on {}", piece.plain()));
    RiverAt { at: Length } =>
        Reason::because(&["ADLG-R161"], format!("a river lies 3 to 6 UD from the short edge, not {}", ud(at)));
    RoadEnds => Reason::because(&["ADLG-R161"], "a road joins two different edges of the table");
    NoReroll => Reason::because(&["ADLG-R27", "ADLG-R165"], "only a Strategist has one die thrown again");
    ShiftTooFar { length: Length, reach: Length } =>
        Reason::because(&["ADLG-R27", "ADLG-R165"], format!("a shift of {} UD, of up to {} UD", ud(length), ud(reach)));
    NoRoomToShift => Reason::because(&["ADLG-R27", "ADLG-R165"], "the piece has no room there");
    DieForbids => Reason::because(&["ADLG-R27", "ADLG-R165"], "the die does not allow it");
    // Camps and fortifications.
    CampInCorner { at: Length } => Reason::because(
        &["ADLG-R28"],
        format!("a camp lies 2 UD or more from the corners, not in the middle of {} UD", ud(at)),
    );
    CampOnTerrain { at: Length } =>
        Reason::because(&["ADLG-R28"], "a camp lies on open ground while there is any on its edge");
    TooManySegments { left: u32 } => Reason::because(&["ADLG-R28"], format!("{left} segments are left"));
    OutsideZone { at: Point } => Reason::because(
        &["ADLG-R28"],
        format!("fortifications lie within {} UD of the own base edge", battle.setup.field.deployment_depth(false)),
    );
    WorksOn { piece: Piece } =>
        Reason::because(&["ADLG-R28"], format!("no fortification lies on {}", piece.plain()));
    WorksOnCamp => Reason::because(&["ADLG-R28", "ADLG-R6"], "no fortification lies across a camp");
    // The plan.
    WingsShared => Reason::because(&["ADLG-R29"], "one corps each goes left, centre and right");
    NoFlankMarch { corps: u8 } => Reason::because(
        &["ADLG-R32"],
        format!("corps {} cannot march so: one of the three, on the left or the right", u32::from(corps) + 1),
    );
    EdgeBarred { edge: Wing } => Reason::because(
        &["ADLG-R181", "ADLG-R32"],
        format!("nobody comes on over the {} edge: the ground along it is impassable", edge.word()),
    );
    NoHidingPlace { at: Point } => Reason::because(
        &["ADLG-R31"],
        "an ambush hides in a wood, village, plantation or gully of the own half",
    );
    TooManyAmbushers { at: Point } =>
        Reason::because(&["ADLG-R31"], "up to three units hide at a marker");
    NoAmbusher { unit: Id } =>
        Reason::because(&["ADLG-R31", "ADLG-R180"], format!("{} cannot hide there", battle.plain_name(unit)));
    // Deployment.
    NoCorpsToDeploy { corps: u8 } =>
        Reason::because(&["ADLG-R30"], format!("corps {} is not to be deployed", u32::from(corps) + 1));
    NotAllPlaced { units: u8, placed: u8 } =>
        Reason::because(&["ADLG-R30"], format!("{units} units are to be placed, not {placed}"));
    OutsideWing { unit: Id, wing: Wing } => Reason::because(&["ADLG-R30"], {
        let light = battle.profile(unit).kind.is_light();
        format!("{} deploys {}", battle.plain_name(unit), battle.setup.field.zone_words(wing, light))
    });
    NoGround { unit: Id, piece: Piece } =>
        Reason::because(&["ADLG-R30", "ADLG-R158"], format!("{} cannot be in {}", battle.plain_name(unit), piece.plain()));
    PlacedOn { unit: Id, other: Id } => Reason::because(
        &["ADLG-R6"],
        format!("{} would stand on {}", battle.plain_name(unit), battle.plain_name(other)),
    );
    PlacedOnCamp { unit: Id } =>
        Reason::because(&["ADLG-R30"], format!("{} would stand on a camp", battle.plain_name(unit)));
    AstrideWall { unit: Id } =>
        Reason::because(&["ADLG-R162"], format!("{} would stand astride a fortification", battle.plain_name(unit)));
    // Ambushes and flank marches.
    NoMarker => Reason::because(&["ADLG-R31"], "there is no such ambush");
    OutsideAmbush { unit: Id } => Reason::because(
        &["ADLG-R31"],
        format!("{} shows itself within 1 UD of the marker, in the piece where it hides", battle.plain_name(unit)),
    );
    NobodyEnters => Reason::because(&["ADLG-R32"], "no flank march has arrived");
    EntryTooFar { from: Length } => Reason::because(
        &["ADLG-R32", "ADLG-R190"],
        format!("a flank march comes on within {} UD of the own base edge", battle.setup.field.entry_depth()),
    );
    MustEnter => Reason::because(&["ADLG-R32"], "units of the flank march can still come on");
    // Whose decision, and which.
    Over => Reason::because(&["ADLG-R18"], "the battle is over");
    NotYourDecision => Reason::because(&["ADLG-SEQ.1"], "the other player decides");
    NotNow => Reason::because(
        &["ADLG-SEQ.1", "ADLG-SEQ.2"],
        match battle.stack.last() { Some(Frame::Prepare(step)) => format!("this is not what is being decided: {}", step.it().asks(battle).0), _ => "this is not what is being decided".into(), },
    );
    NoSuchUnit { number: u32 } => Reason::because(&["ADLG-R11"], format!("there is no unit {}", number + 1));
    NoSuchCorps { corps: u8 } => Reason::because(
        &["ADLG-R11", "ADLG-R156"],
        format!("there is no corps {} with units on the table", u32::from(corps) + 1),
    );
    CorpsDone { corps: u8 } => Reason::because(
        &["ADLG-SEQ.2"],
        format!("corps {} has been activated in this turn", corps + 1),
    );
    TooFewPoints { cost: i32, left: u8 } => Reason::because(
        &["ADLG-R34", "ADLG-R37"],
        format!("it costs {cost} command points, {left} are left"),
    );
    MustCharge { unit: Id } => Reason::because(
        &["ADLG-R87", "ADLG-UNC.1"],
        battle.plain_who(unit).says("must charge, be ordered to charge or be prevented"),
    );
    StandsStill { unit: Id } => Reason::because(
        &["ADLG-R87"],
        battle.plain_who(unit).says("have been kept from charging, and may not move"),
    );
    NotListed { unit: Id } => Reason::because(
        &["ADLG-R86", "ADLG-R87"],
        battle.plain_who(unit).says("do not charge without orders"),
    );
    ChargesAlone { unit: Id } => Reason::because(
        &["ADLG-R87"],
        battle.plain_who(unit).says("charge without orders alone, each unit by itself"),
    );
    ChargesFirst { unit: Id, enemy: Id } => Reason::because(
        &["ADLG-UNC.2", "ADLG-R87"],
        battle.plain_who(unit).says(&format!("charge {} first: the most threatening enemy, else the one most in front, else the closest", battle.plain_name(enemy))),
    );
    NotSpontaneous { unit: Id } => Reason::because(
        &["ADLG-SPO.1", "ADLG-R85", "ADLG-ZOC.1"],
        format!("the target is not in the zone of {}", battle.plain_name(unit)),
    );
    NoRally { unit: Id, why: NoRally } => Reason::because(
        &["ADLG-RAL.1", "ADLG-R45", "ADLG-R8"],
        battle.plain_who(unit).says(&format!("cannot rally: {}", why.says())),
    );
    NoDisengaging { unit: Id } => Reason::because(
        &["ADLG-DSG.1", "ADLG-R64"],
        battle.plain_who(unit).says("cannot disengage"),
    );
    NotLooting { unit: Id } => Reason::because(&["ADLG-R21"], battle.plain_who(unit).says("are not looting"));
    NoStakes { unit: Id } => Reason::because(
        &["ADLG-R138"],
        battle.plain_who(unit).says("have no stakes to plant now"),
    );
    // Out of a zone, and away from a charge.
    NotInZone { unit: Id } => Reason::because(
        &["ADLG-EXZ.2", "ADLG-R71"],
        battle.plain_who(unit).says("are in no enemy's zone"),
    );
    NobodyBehind { unit: Id } => Reason::because(
        &["ADLG-EXZ.3", "ADLG-R72"],
        format!("no slower enemy has its zone on the rear of {}", battle.plain_name(unit)),
    );
    OnFoot { unit: Id } => Reason::because(
        &["ADLG-EXZ.3", "ADLG-R72"],
        format!("only mounted troops leave a zone straight ahead, and {} on foot", battle.plain_who(unit).says("are")),
    );
    EvadesInstead { unit: Id } => Reason::because(
        &["ADLG-R71", "ADLG-EXZ.1"],
        battle.plain_who(unit).says("leave a zone by evading"),
    );
    CannotEvade { unit: Id } => Reason::because(
        &["ADLG-EVA.1", "ADLG-R93"],
        battle.plain_who(unit).says("cannot evade"),
    );
    WouldRout { unit: Id } => Reason::because(
        &["ADLG-R70"],
        battle.plain_who(unit).says("would be routed by it"),
    );
    Blocked { unit: Id, by: Blocked } => Reason::because(
        &["ADLG-EVA.3", "ADLG-R96"],
        battle.plain_who(unit).says(&format!("cannot evade: {}", blocked(by, battle))),
    );
    NoWayOut { unit: Id } => Reason::because(
        &["ADLG-R70", "ADLG-R97"],
        format!("the way out is blocked for {}", battle.plain_name(unit)),
    );
    WrongHeading { unit: Id } => Reason::because(
        &["ADLG-EVA.2", "ADLG-R95"],
        battle.plain_who(unit).says("run in the direction nearest to that of the charge"),
    );
    NothingToAvoid { unit: Id } => Reason::because(
        &["ADLG-EVA.6", "ADLG-R97"],
        format!("nothing is in the way of {}", battle.plain_name(unit)),
    );
    NobodyToBurst { unit: Id } => Reason::because(
        &["ADLG-R62", "ADLG-INT.7"],
        format!("there is nobody through whom {}", battle.plain_who(unit).says("may burst")),
    );
    // Commanders.
    CommanderStays => Reason::because(&["ADLG-R38", "ADLG-R39"], "the commander cannot go there now");
    CommanderTooFar { distance: Length, most: Length } => Reason::because(
        &["ADLG-R38"],
        format!("the commander would ride {} UD > {} UD", ud(distance), ud(most)),
    );
    CommanderLeavesTable { at: Point } => Reason::because(
        &["ADLG-R38"],
        "the commander would leave the table",
    );
    CommanderMeets { enemy: Id } => Reason::because(
        &["ADLG-R38"],
        format!("the commander would ride through {}", battle.plain_name(enemy)),
    );
    CommanderBarred { piece: Piece } => Reason::because(
        &["ADLG-R38"],
        format!("the commander would ride through {}", piece.word().replace('_', " ")),
    );
    // Shooting and pursuit.
    NotATarget { unit: Id, target: Id, why: NoShot } => Reason::because(
        why.rules(),
        battle.plain_who(unit).says(&format!("cannot shoot at {}: {}", battle.plain_name(target), why.says(battle))),
    );
    ShotAlready { unit: Id } => Reason::because(
        &["ADLG-R101", "ADLG-R107"],
        battle.plain_who(unit).says("have been given a target"),
    );
    TargetTaken { target: Id } => Reason::because(
        &["ADLG-R107"],
        format!("a shot at {} has been announced: all who shoot at it shoot together", battle.plain_name(target)),
    );
    NotEngaged { unit: Id, enemy: Id } => Reason::because(
        &["ADLG-R114", "ADLG-R115"],
        battle.plain_who(enemy).says(&format!("are not one of those between whom {} can choose", battle.plain_name(unit))),
    );
    NoPursuer { unit: Id } => Reason::because(
        &["ADLG-R148"],
        battle.plain_who(unit).says("have nobody to pursue"),
    );
    TooFarToPursue { distance: Length, most: Length } => Reason::because(
        &["ADLG-PUR.1"],
        format!("a pursuit of {} UD is not between 0 and {} UD", ud(distance), ud(most)),
    );
    MustPursue { unit: Id } => Reason::because(
        &["ADLG-PUR.2", "ADLG-R150"],
        battle.plain_who(unit).says("must pursue for 1 UD"),
    );
    // Who moves.
    NobodyNamed => Reason::because(&["ADLG-R42"], "an order is for a unit or a group");
    NamedTwice { unit: Id } => Reason::because(&["ADLG-R52"], battle.plain_who(unit).says("are named twice"));
    NotYours { unit: Id } => Reason::because(
        &["ADLG-SEQ.2"],
        battle.plain_who(unit).says("are not of the corps that is active"),
    );
    NotOnTable { unit: Id } => Reason::because(
        &["ADLG-R144"],
        battle.plain_who(unit).says("are not on the table"),
    );
    OtherCorps { unit: Id } => Reason::because(
        &["ADLG-R43", "ADLG-SEQ.2"],
        battle.plain_who(unit).says("are of another corps"),
    );
    NotAGroup { unit: Id } => Reason::because(
        &["ADLG-R43"],
        battle.plain_who(unit).says("are not joined to the rest of the group"),
    );
    InMelee { unit: Id } => Reason::because(
        &["ADLG-R64", "ADLG-R91"],
        battle.plain_who(unit).says("are in melee"),
    );
    Rallied { unit: Id } => Reason::because(
        &["ADLG-R45"],
        battle.plain_who(unit).says("have tried to rally in this phase"),
    );
    Charged { unit: Id } => Reason::because(
        &["ADLG-R74"],
        battle.plain_who(unit).says("have charged in this phase"),
    );
    Looting { unit: Id } => Reason::because(&["ADLG-R21"], battle.plain_who(unit).says("are looting"));
    Spent { unit: Id } => Reason::because(
        &["ADLG-R42", "ADLG-R57"],
        battle.plain_who(unit).says("may do nothing more in this phase"),
    );
    // How often.
    TooManyMoves { unit: Id } => Reason::because(
        &["ADLG-R57"],
        battle.plain_who(unit).says("have moved three times"),
    );
    ThirdMove { unit: Id } => Reason::because(
        &["ADLG-MUL.2"],
        battle.plain_who(unit).says("make no third movement"),
    );
    ThirdMoveWithoutCommander => Reason::because(
        &["ADLG-MUL.2", "ADLG-R58"],
        "a third movement needs the commander in the group",
    );
    EnemyWithin { unit: Id, enemy: Id, stands: Pose, distance: Length, least: Length } => Reason::because(
        &["ADLG-MUL.1", "ADLG-R57"],
        battle.plain_who(unit).says(&format!("come within {} UD of {} in a multiple move ({} < {} UD)", ud(least), battle.plain_name(enemy), ud(distance), ud(least))),
    );
    WasNear { unit: Id, least: Length } => Reason::because(
        &["ADLG-R57", "ADLG-MUL.1"],
        battle.plain_who(unit).says(&format!("have been less than {} UD from an enemy in their first movement", ud(least))),
    );
    // With which elements.
    NothingMoved => Reason::because(&["ADLG-R46"], "the move has no element");
    SlideTwice => Reason::because(&["ADLG-MAN.1"], "one slide in a move");
    SlideTooLong { unit: Id, by: Length, most: Length } => Reason::because(
        &["ADLG-R48"],
        format!("a slide of {} UD > {} UD", ud(by.max(-by)), ud(most)),
    );
    SlideAlone => Reason::because(
        &["ADLG-MAN.1", "ADLG-R48"],
        "a slide needs 1 UD straight ahead directly before or after it",
    );
    Backwards => Reason::because(&["ADLG-R46"], "nobody moves backwards");
    WheelTooWide { unit: Id, by: Angle, most: Angle } => Reason::because(
        &["ADLG-MAN.2", "ADLG-MAN.3", "ADLG-R47"],
        format!("wheels of {by} degrees in all > {most} degrees"),
    );
    TurnTwice => Reason::because(&["ADLG-MAN.5", "ADLG-R51"], "one quarter-turn or half-turn in a move");
    GroupTurn { unit: Id } => Reason::because(
        &["ADLG-R49"],
        battle.plain_who(unit).says("are in a second rank: such a group makes no quarter-turn"),
    );
    HeavyEngine { unit: Id } => Reason::because(
        &["ADLG-R60"],
        battle.plain_who(unit).says("do nothing but turn or wheel in place"),
    );
    TooFar { unit: Id, spent: Length, allowed: Length } => Reason::because(
        &["ADLG-R46", "ADLG-MVT.T1", "ADLG-R53"],
        battle.plain_who(unit).says(&format!("would move {} UD > {} UD", ud(spent), ud(allowed))),
    );
    TooLong { unit: Id, by: Length, most: Length } => Reason::because(
        &["ADLG-R46", "ADLG-MVT.T1", "ADLG-R53"],
        format!("an advance of {} UD > {} UD, farther than anybody goes in one movement: give {} what is left of the allowance", ud(by), ud(most), battle.plain_name(unit)),
    );
    // Into which formation.
    NotInFront { unit: Id } => Reason::because(
        &["ADLG-R52"],
        battle.plain_who(unit).says("must stay in the front rank, in file 0"),
    );
    EmptyFile { file: i8 } => Reason::because(&["ADLG-R52"], format!("nobody is in file {file}"));
    // Through what.
    LeavesTable { unit: Id, at: Point } => Reason::because(
        &["ADLG-R63"],
        battle.plain_who(unit).says("would leave the table"),
    );
    NoGoing { unit: Id, piece: Piece } => Reason::because(
        &["ADLG-R158", "ADLG-MVT.T1"],
        battle.plain_who(unit).says(&format!("may not enter {}", piece.word().replace('_', " "))),
    );
    NoCrossing { unit: Id } => Reason::because(
        &["ADLG-R162"],
        battle.plain_who(unit).says("cannot cross a line of defence"),
    );
    Meets { unit: Id, other: Id, at: Point, stops: Pose } => Reason::because(
        &["ADLG-R61", "ADLG-R56"],
        battle.plain_who(unit).says(&format!("meet {} on the way", battle.plain_name(other))),
    );
    MeetsCamp { unit: Id, seat: Seat, at: Point, stops: Pose } => Reason::because(
        &["ADLG-R173", "ADLG-R10"],
        battle.plain_who(unit).says("meet a camp on the way"),
    );
    EndsOn { unit: Id, other: Id, stands: Pose, depth: Length } => Reason::because(
        &["ADLG-R6", "ADLG-R61"],
        battle.plain_who(unit).says(&format!("would end {} UD deep in {}", ud(depth), battle.plain_name(other))),
    );
    TooNear { unit: Id, enemy: Id, stands: Pose, distance: Length, least: Length } => Reason::because(
        &["ADLG-R56"],
        battle.plain_who(unit).says(&format!("would end {} UD < {} UD from {}: contact needs a charge", ud(distance), ud(least), battle.plain_name(enemy))),
    );
    TooNearCamp { unit: Id, seat: Seat, stands: Pose, distance: Length } => Reason::because(
        &["ADLG-R173", "ADLG-R20"],
        battle.plain_who(unit).says("would come upon a camp: that needs a charge"),
    );
    // Charges.
    MayNotCharge { unit: Id } => Reason::because(
        &["ADLG-CHG.1"],
        battle.plain_who(unit).says("may not charge"),
    );
    MovedAlready { unit: Id } => Reason::because(
        &["ADLG-R74", "ADLG-R57"],
        battle.plain_who(unit).says("have moved already, and a charge is the only movement of who makes it"),
    );
    StartManoeuvre => Reason::because(
        &["ADLG-CHG.5", "ADLG-R76"],
        "a charge begins with nothing, one slide, one wheel, or one turn and a wheel",
    );
    OutOfReach { unit: Id, enemy: Id, needs: Length, has: Length } => Reason::because(
        &["ADLG-R77", "ADLG-CHG.4"],
        battle.plain_who(enemy).says(&format!("are {} UD away from {} > {} UD", ud(needs), battle.plain_name(unit), ud(has))),
    );
    NothingAhead { unit: Id } => Reason::because(
        &["ADLG-R75", "ADLG-CHG.6"],
        format!("no enemy lies straight ahead of {}", battle.plain_name(unit)),
    );
    StoppedByGround { unit: Id, piece: Piece, at: Point, stops: Pose } => Reason::because(
        &["ADLG-R83", "ADLG-R53"],
        format!("{} stops a charge of {}", piece.word().replace('_', " "), battle.plain_name(unit)),
    );
    NotForLightInfantry { unit: Id, enemy: Id } => Reason::because(
        &["ADLG-CHG.2", "ADLG-CHG.3", "ADLG-R84"],
        battle.plain_who(unit).says(&format!("may not charge {} on that ground", battle.plain_name(enemy))),
    );
    NotMostThreatening { unit: Id, enemy: Id } => Reason::because(
        &["ADLG-R75", "ADLG-ZOC.2"],
        battle.plain_who(unit).says(&format!("are in the zone of {} and may charge nobody else", battle.plain_name(enemy))),
    );
    ThroughZone { unit: Id, enemy: Id, enters: Pose } => Reason::because(
        &["ADLG-R75", "ADLG-R171", "ADLG-ZOC.1"],
        battle.plain_who(unit).says(&format!("would enter the zone of {}, which is no target", battle.plain_name(enemy))),
    );
    NoRoomToConform { unit: Id, enemy: Id, edge: Edge, shift: Length, most: Length } => Reason::because(
        &["ADLG-R75", "ADLG-R89", "ADLG-R90"],
        if shift > most { battle.plain_who(unit).says(&format!("would have to shift {} UD > {} UD to conform to the flank or rear of {}", ud(shift), ud(most), battle.plain_name(enemy))) } else { battle.plain_who(unit).says(&format!("find no room on the flank or rear of {}", battle.plain_name(enemy))) },
    );
    EdgeHeld { enemy: Id, edge: Edge } => Reason::because(
        &["ADLG-R75"],
        format!("friends hold that edge of {} already", battle.plain_name(enemy)),
    );
    GoesOn { distance: Length, least: Length, most: Length } => Reason::because(
        &["ADLG-CHG.8", "ADLG-R82"],
        format!("{} UD is not between {} and {} UD", ud(distance), ud(least), ud(most)),
    );
    // Zones of control.
    MovesAway { unit: Id, enemy: Id, stands: Pose, was: Length, is: Length } => Reason::because(
        &["ADLG-ZOC.3", "ADLG-R69"],
        battle.plain_who(unit).says(&format!("are in the zone of {} and would move away: {} UD > {} UD", battle.plain_name(enemy), ud(is), ud(was))),
    );
    NoCloser { unit: Id, enemy: Id, stands: Pose, was: Length, is: Length } => Reason::because(
        &["ADLG-ZOC.3", "ADLG-R69"],
        battle.plain_who(unit).says(&format!("are in the zone of {} and would end no nearer, no straighter and no more in front", battle.plain_name(enemy))),
    );
    LeavesZone { unit: Id, enemy: Id, stands: Pose } => Reason::because(
        &["ADLG-R69", "ADLG-EXZ.1"],
        battle.plain_who(unit).says(&format!("would leave the zone of {}", battle.plain_name(enemy))),
    );
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

impl Shape {
    /// As clients draw it: the first of several is who asked, the others stand against it.
    pub(super) fn drawn(self, at: usize) -> acies_core::Shape {
        let point = |point: Point| [point.x.get(), point.y.get()];
        let corners = |base: acies_table::Base| base.rect().corners().map(|it| [it.x, it.y]);
        let who = if at == 0 { Role::Offends } else { Role::Blocks };
        let (role, form) = match self {
            Shape::Point(at) => (Role::Stops, Form::Point { at: point(at) }),
            Shape::Segment(from, to) => {
                (Role::Reach, Form::Segment { from: point(from), to: point(to) })
            }
            Shape::Edge(from, to) => {
                (Role::Blocks, Form::Segment { from: point(from), to: point(to) })
            }
            Shape::Base(base) => (who, Form::Rect { corners: corners(base) }),
            Shape::Zone(base) => (Role::Reach, Form::Rect { corners: corners(base) }),
            Shape::Polygon(outline) => {
                let points = outline.corners().map(|it| [it.x, it.y]).collect();
                (Role::Blocks, Form::Polygon { points })
            }
        };
        acies_core::Shape { role, form }
    }
}

impl Battle {
    /// The nearest action that the rules allow, where it is cheap to find, and who may take it.
    pub fn instead(&self, action: &Action, no: &No) -> Option<(Seat, Action)> {
        let by = self.asked_seats().first()?;
        let other = action.it().instead(self, by, no)?;
        self.check(by, &other).is_ok().then_some((by, other))
    }

    /// A unit without its side: who is refused knows which side is his.
    fn plain_name(&self, id: Id) -> &str {
        &self.troop(id).name
    }

    fn plain_who(&self, id: Id) -> Subject {
        Subject::new(self.plain_name(id))
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
            No::OutsideSector { at, .. }
            | No::OutsideZone { at }
            | No::NoHidingPlace { at }
            | No::TooManyAmbushers { at } => vec![Shape::Point(at)],
            No::PlacedOn { unit: one, other } => vec![unit(one), unit(other)],
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

    /// Whether a shorter way may do.
    pub(crate) fn is_about_the_way(self) -> bool {
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
