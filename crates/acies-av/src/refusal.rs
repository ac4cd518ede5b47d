//! Why not: every reason that the rules have to refuse an action, with the lengths, places and shapes that
//! decide, and where there is one the nearest action that they allow.

use acies_core::{
    Form, Game, Role, RuleId, Seat, Shape,
    words::{Subject, counted},
};
use acies_table::{Angle, Facing, Length, Point, Pose, Size};

use crate::{
    action::{Action, Step},
    aim::NoShot,
    battle::Battle,
    ground::Going,
    moves::Mode,
    obstacle::Obstacle,
    profile::Order,
    push::NoFlight,
    retreat::Route,
    rulings::{OBLIQUE, ZONE_UD},
    setup::NoPreparing,
    units::{Id, UnitSet},
    way::{Stop, floor},
    wording::place,
};

/// The reason why an action is not allowed. Lengths come in pairs: what there is, and what there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
pub enum No {
    // Whose decision, and which.
    Over,
    NotYourDecision,
    NotNow,
    NoSuchUnit { number: u8 },
    NoSuchLeader { number: u8 },
    NobodyNamed,
    NotOnTable { unit: Id },
    // Orders.
    Tested { unit: Id },
    Redressed { unit: Id },
    NeverUnder { unit: Id, order: Order },
    AlreadyUnder { unit: Id, order: Order },
    NoChange { unit: Id, from: Option<Order>, to: Order },
    NoWayBack { unit: Id },
    OtherType { unit: Id },
    DisruptedInGroup { unit: Id },
    OtherFacing { unit: Id, turned: Angle },
    NoChain { unit: Id },
    NotDisrupted { unit: Id },
    InEnemyZone { unit: Id, enemy: Id },
    // Moves.
    Disrupted { unit: Id },
    Moved { unit: Id },
    NotUnder { unit: Id, order: Order },
    /// It does not turn in its place under this order.
    NoPivot { unit: Id, order: Order },
    /// It makes no move under this order.
    Stays { unit: Id, order: Order },
    Held { unit: Id, enemy: Id },
    NoTurn { unit: Id },
    TooManySteps { unit: Id, most: u8 },
    NoStep,
    StraightOnly { unit: Id, mode: Mode, facing: Facing },
    TooOblique { unit: Id, by: Angle, most: Angle },
    TooFar { unit: Id, distance: Length, most: Length, to: Point, rules: &'static [RuleId] },
    TooShort { unit: Id, distance: Length, least: Length, rules: &'static [RuleId] },
    WheelThenMove { unit: Id, distance: Length, least: Length },
    /// AV-R56: a Rush that is an Advance, for something leaves it less than its minimum.
    NoRush { unit: Id, by: Option<Obstacle>, free: Length, least: Length, distance: Length, most: Length },
    Stopped { unit: Id, by: Obstacle, distance: Length, free: Length, at: Point },
    /// It may end before the friend, and beyond if it gets there.
    EndsNear { unit: Id, at: Point, ends: [Option<Length>; 2], pauses: bool },
    StopsBefore { unit: Id, by: Obstacle, at: Point },
    MustMove { unit: Id },
    OneByOne,
    // Pushing Expediti.
    NoPusher { unit: Id },
    NotPushed { enemy: Id },
    NotInTheWay { enemy: Id },
    CannotBePushed { enemy: Id, to: Point, why: NoFlight },
    // Falling back.
    NotBackward { unit: Id, by: Angle, most: Angle },
    NoAboutTurn { unit: Id },
    NoSecondPivot { unit: Id },
    EndsInZone { unit: Id, enemy: Id, distance: Length, stands: Pose },
    /// On its way to one that it touches, or in the end.
    ComesNearer { unit: Id, enemy: Id, touched: bool, is: Length, least: Length, stands: Pose },
    // Leaders.
    LeaderLost { by: Seat, leader: u8 },
    LeaderMoved { by: Seat, leader: u8 },
    LeaderEngaged { by: Seat, leader: u8, unit: Id },
    LeaderTooFar { distance: Length, most: Length, at: Point },
    LeaderBarred { at: Point },
    LeaderNearEnemy { enemy: Id, at: Point },
    LeaderOffTable { at: Point },
    HasLeader { unit: Id },
    HasFigure { unit: Id },
    NoRiding,
    // Shooting and fighting.
    NotATarget { unit: Id, target: Id, why: NoShot },
    AimsAlready { unit: Id },
    NotInContact { unit: Id, enemy: Id },
    Committed { unit: Id },
    NotThatFight { unit: Id },
    // Retreats.
    WrongRetreat { unit: Id },
    NothingToFace { unit: Id },
    RetreatLength { unit: Id, distance: Length, least: Length, most: Length },
    // Before the first turn.
    Preparing(NoPreparing),
}

impl No {
    /// The rules that say so, the one that decides first.
    #[rustfmt::skip]
    pub fn rules(self) -> &'static [RuleId] {
        match self {
            No::Over                     => &["AV-R25"],
            No::NotYourDecision          => &["AV-4.3"],
            No::NotNow                   => &["AV-4.1", "AV-R31"],
            No::NoSuchUnit { .. }        => &["AV-2.1"],
            No::NoSuchLeader { .. }      => &["AV-R23"],
            No::NobodyNamed              => &["AV-5.13"],
            No::NotOnTable { .. }        => &["AV-13.2"],
            No::Tested { .. }            => &["AV-R33"],
            No::Redressed { .. }         => &["AV-R33", "AV-5.45"],
            No::NeverUnder { order, .. } => never_under(order),
            No::AlreadyUnder { .. }      => &["AV-R40", "AV-5.12"],
            No::NoChange { from: None, .. } => &["AV-R33", "AV-9.9"],
            No::NoChange { .. }          => &["AV-5.9", "AV-5.35", "AV-5.8"],
            No::NoWayBack { .. }         => &["AV-R58", "AV-R104"],
            No::OtherType { .. }         => &["AV-5.13", "AV-R40"],
            No::DisruptedInGroup { .. }  => &["AV-5.15"],
            No::OtherFacing { .. }       => &["AV-5.16", "AV-R8"],
            No::NoChain { .. }           => &["AV-5.13"],
            No::NotDisrupted { .. }      => &["AV-5.38"],
            No::InEnemyZone { .. }       => &["AV-5.41"],
            No::Disrupted { .. }         => &["AV-9.9", "AV-R44"],
            No::Moved { .. }             => &["AV-5.26", "AV-R44"],
            No::NotUnder { .. }          => &["AV-5.35"],
            No::NoPivot { order, .. }    => match order {
                Order::Advance           => &["AV-5.24", "AV-5.23"],
                Order::Rush              => &["AV-5.27"],
                Order::Shieldwall        => &["AV-5.43", "AV-5.30"],
                Order::Orbis             => &["AV-18.1"],
                Order::FallBack          => &["AV-5.33", "AV-R58"],
                Order::Halt              => &["AV-R44"],
            },
            No::NoRush { .. }            => &["AV-R56", "AV-7.5", "AV-6.1", "AV-R49"],
            No::Stays { order, .. }      => match order {
                Order::Shieldwall        => &["AV-5.30", "AV-18.9"],
                Order::Orbis             => &["AV-18.1", "AV-R96"],
                Order::FallBack          => &["AV-5.33", "AV-R58"],
                _                        => &["AV-5.19"],
            },
            No::Held { .. }              => &["AV-5.36", "AV-R50", "AV-R43"],
            No::NoTurn { .. }            => &["AV-R44"],
            No::TooManySteps { .. }      => &["AV-R45", "AV-R47"],
            No::NoStep                   => &["AV-R45", "AV-R116"],
            No::StraightOnly { mode: Mode::Testudo, .. } => &["AV-18.9", "AV-R96"],
            No::StraightOnly { .. }      => &["AV-5.27"],
            No::TooOblique { .. }        => &["AV-5.22", "AV-R46"],
            No::TooFar { rules, .. } | No::TooShort { rules, .. } => rules,
            No::WheelThenMove { .. }     => &["AV-5.24", "AV-R48"],
            No::Stopped { by, .. }       => by.rules(),
            No::StopsBefore { .. }       => &["AV-R47", "AV-R106"],
            No::EndsNear { pauses: true, .. } => &["AV-R106", "AV-2.6", "AV-R53"],
            No::EndsNear { .. }          => &["AV-2.6", "AV-R53"],
            No::MustMove { .. }          => &["AV-7.3", "AV-R48"],
            No::OneByOne                 => &["AV-R115", "AV-5.13"],
            No::NoPusher { .. }          => &["AV-18.12"],
            No::NotPushed { .. }         => &["AV-18.12", "AV-R54"],
            No::NotInTheWay { .. }       => &["AV-R54"],
            No::CannotBePushed { .. }    => &["AV-R54"],
            No::NotBackward { .. }       => &["AV-R58", "AV-5.33"],
            No::NoAboutTurn { .. }       => &["AV-5.34", "AV-R58"],
            No::NoSecondPivot { .. }     => &["AV-R59"],
            No::EndsInZone { .. }        => &["AV-R58"],
            No::ComesNearer { .. }       => &["AV-5.37", "AV-R58"],
            No::LeaderLost { .. }        => &["AV-15.4"],
            No::LeaderMoved { .. }       => &["AV-6.4", "AV-R32"],
            No::LeaderEngaged { .. }     => &["AV-R32"],
            No::LeaderTooFar { .. }      => &["AV-6.4", "AV-R32"],
            No::LeaderBarred { .. }      => &["AV-R32"],
            No::LeaderNearEnemy { .. }   => &["AV-R32", "AV-R88"],
            No::LeaderOffTable { .. }    => &["AV-R55"],
            No::HasLeader { .. } | No::HasFigure { .. } => &["AV-R23"],
            No::NoRiding                 => &["AV-R32"],
            No::NotATarget { why, .. }   => why.rules(),
            No::AimsAlready { .. }       => &["AV-R64"],
            No::NotInContact { .. }      => &["AV-11.1", "AV-R73"],
            No::Committed { .. }         => &["AV-R73"],
            No::NotThatFight { .. }      => &["AV-R73"],
            No::WrongRetreat { .. }      => &["AV-R84", "AV-R85"],
            No::NothingToFace { .. }     => &["AV-R84", "AV-14.16"],
            No::RetreatLength { .. }     => &["AV-14.10", "AV-14.11"],
            No::Preparing(no)            => no.rules(),
        }
    }
}

/// The rules that keep a unit from ever being under an order.
pub(crate) fn never_under(order: Order) -> &'static [RuleId] {
    match order {
        Order::Rush => &["AV-5.29"],
        Order::Shieldwall => &["AV-R38", "AV-5.32", "AV-5.44"],
        Order::Orbis => &["AV-18.1", "AV-R38"],
        Order::Halt | Order::Advance | Order::FallBack => &["AV-R58", "AV-6.3"],
    }
}

impl No {
    /// AV-R106: the same of a place where a move of two segments would pause.
    #[must_use]
    pub(crate) fn pausing(self) -> No {
        match self {
            No::EndsNear { unit, at, ends, .. } => No::EndsNear { unit, at, ends, pauses: true },
            other => other,
        }
    }
}

/// AV-R3, RULES.md 1.2: what is drawn of a unit; no rule looks at it.
pub const FOOTPRINT: Size = Size { width: Length::new(1.0), depth: Length::new(0.6) };

/// In words.
impl No {
    /// The reason, without a full stop.
    #[rustfmt::skip]
    pub fn says(self, battle: &Battle) -> String {
        let (name, it) = (|id: Id| battle.name(id), |id: Id| battle.it(id));
        let leader = |by: Seat, leader: u8| battle.captain(by, leader).name.clone();
        match self {
            No::Over => "the battle is over".into(),
            No::NotYourDecision => "the other player decides".into(),
            No::NotNow => format!("this is not what is being decided, which is: {}", battle.asks().0),
            No::NoSuchUnit { number } => format!("there is no unit {}", u32::from(number) + 1),
            No::NoSuchLeader { number } => format!("there is no leader {}", u32::from(number) + 1),
            No::NobodyNamed => "nobody is named".into(),
            No::NotOnTable { unit } => it(unit).says("are not on the table"),
            No::Tested { unit } => it(unit).says("have been tested in this turn"),
            No::Redressed { unit } => it(unit).says("redress their ranks in this turn"),
            No::NeverUnder { unit, order } => it(unit).says(&format!("are never under {}", order.name())),
            No::AlreadyUnder { unit, order } => it(unit).says(&format!("are under {} already", order.name())),
            No::NoChange { unit, from: None, .. } => it(unit).says("are disrupted, and may only fall back or redress their ranks"),
            No::NoChange { unit, from: Some(from), to } => {
                format!("{} cannot change from {} to {}", name(unit), from.name(), to.name())
            }
            No::NoWayBack { unit } => it(unit).says("have no way back, straight or 15 or 30 degrees to either side"),
            No::OtherType { unit } => it(unit).says("are of another type"),
            No::DisruptedInGroup { unit } => it(unit).says("are disrupted"),
            No::OtherFacing { unit, turned } => it(unit).says(&format!("face another way: {turned} > 15 degrees")),
            No::NoChain { unit } => it(unit).says("are more than 2 UD from the others"),
            No::NotDisrupted { unit } => it(unit).says("are not disrupted"),
            No::InEnemyZone { unit, enemy } => it(unit).says(&format!("are in the zone of control of {}", name(enemy))),
            No::Disrupted { unit } => it(unit).says("are disrupted"),
            No::Moved { unit } => it(unit).says("have moved in this turn"),
            No::NotUnder { unit, order } => it(unit).says(&format!("are not under {}", order.name())),
            No::NoPivot { unit, order: Order::Advance } => {
                it(unit).says("turn under Advance only to go on, by 1 UD at least")
            }
            No::NoPivot { unit, order } => it(unit).says(&format!("do not turn in their place under {}", order.name())),
            No::Stays { unit, order: Order::FallBack } => it(unit).says("are under Fall back, which leads only backward"),
            No::Stays { unit, order } => it(unit).says(&format!("do not move under {}", order.name())),
            No::Held { unit, enemy } => it(unit).says(&format!("are in the zone of control of {} and can only fall back", name(enemy))),
            No::NoTurn { unit } => it(unit).says("face that way already"),
            No::TooManySteps { unit, most } => it(unit).says(&format!("have {} at most", counted(most.into(), "straight segment"))),
            No::NoStep => "a move goes somewhere".into(),
            No::StraightOnly { unit, facing, .. } => it(unit).says(&format!("go straight ahead only, towards {facing}")),
            No::TooOblique { unit, by, most } => it(unit).says(&format!("slant by {by} > {most} degrees")),
            No::TooFar { unit, distance, most, .. } => it(unit).says(&format!("go {} UD > {} UD", ud(distance), ud(most))),
            No::TooShort { unit, distance, least, .. } => it(unit).says(&format!("go {} UD < {} UD", ud(distance), ud(least))),
            No::WheelThenMove { unit, distance, least } => {
                it(unit).says(&format!("go {} UD < {} UD after a change of facing", ud(distance), ud(least)))
            }
            No::NoRush { unit, by, free, least, distance, most } => {
                let by = by.map_or_else(|| "friends".into(), |by| by.says(battle));
                let [free, least, distance, most] = [free, least, distance, most].map(ud);
                let rush = format!("the Rush of {} is an Advance", name(unit));
                format!("{rush}: {by} leaves it {free} UD < {least} UD; it goes {distance} UD > {most} UD")
            }
            No::Stopped { unit, by, distance, free, .. } => {
                it(unit).says(&format!("are stopped by {} after {} UD < {} UD", by.says(battle), ud(free), ud(distance)))
            }
            No::StopsBefore { unit, by, .. } => it(unit).says(&format!("are stopped by {} and can go no farther", by.says(battle))),
            No::EndsNear { unit, at, pauses, .. } => {
                let verb = if pauses { "pause" } else { "end" };
                let (friend, distance) = nearest_friend(battle, unit, at);
                format!("{} would {verb} {} UD < 1 UD from {friend}", name(unit), ud(distance))
            }
            No::MustMove { unit } => format!("{} must still move", name(unit)),
            No::OneByOne => "units move one by one, a group shares an order die and nothing else".into(),
            No::NoPusher { unit } => format!("only infantry in close order pushes, not {}", name(unit)),
            No::NotPushed { enemy } => Subject::new(battle.name_or_number(enemy)).says("are no Expediti on the table"),
            No::NotInTheWay { enemy } => it(enemy).says("are not in the way"),
            No::CannotBePushed { enemy, to, why } => {
                let why = match why {
                    NoFlight::OffTable => "off the table".into(),
                    NoFlight::Barred => "through ground that is closed to it".into(),
                    NoFlight::Meets(other) => format!("within 1 UD of {}", name(other)),
                };
                format!("{} cannot be pushed to {}, {why}", name(enemy), place(to))
            }
            No::NotBackward { unit, by, most } => it(unit).says(&format!("slant by {by} > {most} degrees from straight back")),
            No::NoAboutTurn { unit } => format!("{} cannot fall back so", name(unit)),
            No::NoSecondPivot { unit } => format!("only Expediti that turned about pivot again, not {}", name(unit)),
            No::EndsInZone { unit, enemy, distance, .. } => {
                {
                    let enemy = it(enemy);
                    format!("{} would end {} UD from {enemy}, in {} zone of control", name(unit), ud(distance), enemy.their())
                }
            }
            No::ComesNearer { unit, enemy, touched, is, least, .. } => {
                let (unit, enemy) = (name(unit), name(enemy));
                let nearer = if touched {
                    format!("come nearer to {enemy} on the way")
                } else {
                    format!("end nearer to {enemy}")
                };
                format!("{unit} would {nearer}: {} UD < {} UD", ud(is), ud(least))
            }
            No::LeaderLost { by, leader: it } => format!("{} is lost", leader(by, it)),
            No::LeaderMoved { by, leader: it } => format!("{} has moved in this turn", leader(by, it)),
            No::LeaderEngaged { by, leader: it, unit } => format!("{} does not leave {} in a fight", leader(by, it), name(unit)),
            No::LeaderTooFar { distance, most, .. } => format!("that is {} UD away > {} UD", ud(distance), ud(most)),
            No::LeaderBarred { at } if battle.ground.going(at.vec()) == Going::Impassable => "nobody stands on impassable ground".into(),
            No::LeaderBarred { .. } => "very rough ground is closed to a mounted leader by himself".into(),
            No::LeaderNearEnemy { enemy, .. } => it(enemy).says("are within 1 UD of there"),
            No::LeaderOffTable { .. } => "that is off the table".into(),
            No::HasLeader { unit } => format!("a leader is with {} already", name(unit)),
            No::HasFigure { unit } => format!("{} would have two special figures", name(unit)),
            No::NoRiding => "he is there already".into(),
            No::NotATarget { unit, target, why } => {
                format!("{} cannot shoot at {}: {}", name(unit), name(target), why.says(battle, unit, target))
            }
            No::AimsAlready { unit } => it(unit).says("have a target already"),
            No::NotInContact { unit, enemy } => format!("{} and {} are not in contact", name(unit), name(enemy)),
            No::Committed { unit } => it(unit).says("have a fight already"),
            No::NotThatFight { unit } => it(unit).says("have no part in this"),
            No::WrongRetreat { unit } => {
                let routes = battle.retreat(unit).routes;
                let headings: Vec<_> = routes.iter().map(|it| it.heading.to_string()).collect();
                format!("{} cannot retreat that way, but towards {}", name(unit), headings.join(" or "))
            }
            No::NothingToFace { unit } => it(unit).says("do not turn to another facing"),
            No::Preparing(no) => no.says(battle),
            No::RetreatLength { unit, distance, least, most } => {
                it(unit).says(&format!("retreat {} to {} UD, not {} UD", ud(least), ud(most), ud(distance)))
            }
        }
    }
}

impl Stop {
    pub(crate) fn says(self, battle: &Battle) -> String {
        match self {
            Stop::Enemy(id) | Stop::Friend(id) => battle.name(id),
            Stop::Edge => "the edge of rough ground".into(),
            Stop::Barred => "ground that is closed to it".into(),
            Stop::TableEdge => "the edge of the table".into(),
        }
    }
}

impl NoShot {
    fn says(self, battle: &Battle, unit: Id, target: Id) -> String {
        let [shooter, target] = [unit, target].map(|id| battle.it(id));
        match self {
            NoShot::NoWeapon => shooter.says("have nothing to shoot with"),
            NoShot::Engaged => shooter.says("are in a fight"),
            NoShot::UnderOrder(order) => shooter.says(&format!("have no dice under {}", order.name())),
            NoShot::ArtilleryAdvances => "artillery does not shoot while it advances".into(),
            NoShot::Disrupted => shooter.says("are disrupted"),
            NoShot::Redressed => format!("{shooter} redressed {} ranks", shooter.their()),
            NoShot::Rushed => format!("{shooter} rushed in this turn"),
            NoShot::DisorderedByMove => format!("{} own move disrupted {shooter}", shooter.their()),
            NoShot::TargetGone => target.says("are not on the table"),
            NoShot::TargetEngaged => target.says("are in a fight"),
            NoShot::NotInFront => target.says("are not in front"),
            NoShot::OutOfRange { distance, range } => {
                target.says(&format!("are {} UD away > {} UD", ud(distance), ud(range)))
            }
            NoShot::Hidden => format!("terrain hides {target}"),
            NoShot::Screened(by) => battle.it(by).says("are in the way"),
            NoShot::TooNearToShootOver { by, from_archers, from_target } => battle.it(by).says(&format!(
                "are in the way, {} UD from the archers and {} UD from the target, and both must \
                 be more than 2 UD",
                ud(from_archers),
                ud(from_target)
            )),
        }
    }
}

/// What a client draws.
impl No {
    /// The shapes that show it: who is concerned, what stands in the way, what is measured.
    pub fn shapes(self, battle: &Battle) -> Vec<Shape> {
        let table = battle.table();
        let unit = |id: Id, role: Role| base(*table.pose(id), role);
        let zone = |id: Id| circle(table.point(id), ZONE_UD);
        let gap = |from: Point, to: Point| segment(from, to, Role::Reach);
        let from = |id: Id, enemy: Id, stands: Pose| {
            let other = unit(enemy, Role::Blocks);
            vec![
                base(stands, Role::Offends),
                other,
                zone(enemy),
                gap(stands.at, table.point(enemy)),
                unit(id, Role::Stops),
            ]
        };
        match self {
            No::EndsInZone { unit: id, enemy, stands, .. }
            | No::ComesNearer { unit: id, enemy, stands, .. } => from(id, enemy, stands),
            No::InEnemyZone { unit: id, enemy } | No::Held { unit: id, enemy } => {
                vec![unit(id, Role::Offends), unit(enemy, Role::Blocks), zone(enemy)]
            }
            No::Stopped { unit: id, by, at, .. } | No::StopsBefore { unit: id, by, at } => {
                let mut shapes = vec![
                    unit(id, Role::Offends),
                    segment(table.point(id), at, Role::Reach),
                    dot(at, Role::Stops),
                ];
                if let Some(other) = by.unit() {
                    shapes.extend([unit(other, Role::Blocks), zone(other)]);
                }
                shapes
            }
            No::TooFar { unit: id, most, to, .. } => {
                vec![
                    unit(id, Role::Offends),
                    dot(to, Role::Offends),
                    circle(table.point(id), most.get()),
                ]
            }
            No::TooOblique { unit: id, .. } => {
                vec![unit(id, Role::Offends), fan(table.pose(id), false)]
            }
            No::NotBackward { unit: id, .. } => {
                vec![unit(id, Role::Offends), fan(table.pose(id), true)]
            }
            No::EndsNear { unit: id, at, .. } => {
                vec![unit(id, Role::Offends), dot(at, Role::Offends), circle(at, ZONE_UD)]
            }
            No::CannotBePushed { enemy, to, .. } => {
                vec![
                    unit(enemy, Role::Blocks),
                    segment(table.point(enemy), to, Role::Reach),
                    dot(to, Role::Offends),
                ]
            }
            No::LeaderTooFar { at, .. } | No::LeaderBarred { at } | No::LeaderOffTable { at } => {
                vec![dot(at, Role::Offends)]
            }
            No::LeaderNearEnemy { enemy, at } => {
                vec![dot(at, Role::Offends), unit(enemy, Role::Blocks), zone(enemy)]
            }
            No::NotATarget { unit: id, target, why } => {
                let mut shapes = vec![
                    unit(id, Role::Offends),
                    unit(target, Role::Blocks),
                    gap(table.point(id), table.point(target)),
                ];
                match why {
                    NoShot::OutOfRange { range, .. } => {
                        shapes.push(circle(table.point(id), range.get()));
                    }
                    NoShot::Screened(by) | NoShot::TooNearToShootOver { by, .. } => {
                        shapes.extend([unit(by, Role::Blocks), zone(by)]);
                    }
                    _ => {}
                }
                shapes
            }
            No::NotInContact { unit: id, enemy } => {
                vec![
                    unit(id, Role::Offends),
                    unit(enemy, Role::Blocks),
                    zone(enemy),
                    gap(table.point(id), table.point(enemy)),
                ]
            }
            No::OtherType { unit: id }
            | No::OtherFacing { unit: id, .. }
            | No::NoChain { unit: id }
            | No::DisruptedInGroup { unit: id }
            | No::Disrupted { unit: id }
            | No::MustMove { unit: id }
            | No::TooShort { unit: id, .. }
            | No::WheelThenMove { unit: id, .. }
            | No::NoWayBack { unit: id } => vec![unit(id, Role::Offends)],
            _ => Vec::new(),
        }
    }

    /// The nearest action that the rules allow, where it is cheap to find: the same way cut short or made as
    /// long as it must be.
    pub fn instead(self, battle: &Battle, action: &Action) -> Option<Action> {
        let seat = battle.stack.last()?.seat();
        let other = match (action, self) {
            // AV-R53: before the friend or beyond it, whichever is nearer.
            (_, No::EndsNear { ends, pauses: false, .. }) => {
                let mut ends: Vec<Length> = ends.into_iter().flatten().collect();
                let asked = action.length()?.get();
                ends.sort_by(|a, b| (a.get() - asked).abs().total_cmp(&(b.get() - asked).abs()));
                let ends = ends.into_iter().map(|end| action.with_length(end));
                return ends.into_iter().find(|it| battle.check(seat, it).is_ok());
            }
            // AV-5.24: it turns and goes on.
            (&Action::Pivot { unit, facing }, No::NoPivot { order: Order::Advance, .. }) => {
                let distance = Length::new(1.0);
                let step = Step { wheel: Some(facing), heading: facing, distance };
                Action::Move { unit, steps: [step].into_iter().collect(), push: UnitSet::NONE }
            }
            (Action::Move { unit, steps, push }, No::StraightOnly { facing, .. }) => {
                let distance = steps.first()?.distance;
                let step = Step { wheel: None, heading: facing, distance };
                Action::Move { unit: *unit, steps: [step].into_iter().collect(), push: *push }
            }
            // AV-R54: it pushes who is in the way.
            (
                Action::Move { unit, steps, push },
                No::Stopped { by: Obstacle::Expediti(enemy), free, .. },
            ) => {
                let push = push.with(enemy.number());
                let pushing = Action::Move { unit: *unit, steps: steps.clone(), push };
                if battle.check(seat, &pushing).is_ok() {
                    return Some(pushing);
                }
                action.with_length(floor(free.get()))
            }
            (&Action::Retreat { heading, distance, turned }, No::WrongRetreat { unit }) => {
                let routes = battle.retreat(unit).routes;
                let off = |route: &Route| (route.heading - heading).abs();
                let near = routes
                    .into_iter()
                    .min_by(|a, b| off(a).degrees().total_cmp(&off(b).degrees()))?;
                let [least, most] = [near.least, near.most].map(Length::new);
                let (distance, turned) =
                    (distance.max(least).min(most), turned && near.toward.is_some());
                Action::Retreat { heading: near.heading, distance, turned }
            }
            (
                Action::Move { .. } | Action::FallBack { .. },
                No::TooFar { most: length, .. }
                | No::Stopped { free: length, .. }
                | No::NoRush { most: length, .. }
                | No::TooShort { least: length, .. }
                | No::WheelThenMove { least: length, .. },
            ) => action.with_length(length),
            (Action::Retreat { .. }, No::RetreatLength { distance, least, most, .. }) => {
                action.with_length(distance.max(least).min(most))
            }
            _ => return None,
        };
        match battle.check(seat, &other) {
            Ok(()) => Some(other),
            Err(near @ No::EndsNear { .. }) => near.instead(battle, &other),
            Err(_) => None,
        }
    }
}

/// The friend that is nearest to a place, and how near.
fn nearest_friend(battle: &Battle, unit: Id, at: Point) -> (String, Length) {
    let table = battle.table();
    let distance = |id: Id| table.at(id).distance(at.vec());
    let friends = table.standing(unit.seat()).filter(|&id| id != unit);
    let nearest = friends.min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
    nearest.map_or_else(
        || ("a friend".into(), Length::ZERO),
        |id| (battle.name(id), Length::new(distance(id))),
    )
}

fn xy(at: Point) -> [f64; 2] {
    [at.x.get(), at.y.get()]
}

fn dot(at: Point, role: Role) -> Shape {
    Shape { role, form: Form::Point { at: xy(at) } }
}

fn segment(from: Point, to: Point, role: Role) -> Shape {
    Shape { role, form: Form::Segment { from: xy(from), to: xy(to) } }
}

fn base(pose: Pose, role: Role) -> Shape {
    let rect = acies_table::Rect::new(&pose, FOOTPRINT);
    Shape { role, form: Form::Rect { corners: rect.corners().map(|it| [it.x, it.y]) } }
}

fn circle(at: Point, radius: f64) -> Shape {
    Shape { role: Role::Reach, form: Form::Arc { centre: xy(at), radius, from: 0.0, to: 360.0 } }
}

/// The headings of a move.
fn fan(pose: &Pose, back: bool) -> Shape {
    let middle = if back { pose.facing.opposite() } else { pose.facing };
    let [from, to] = [middle + -OBLIQUE, middle + OBLIQUE].map(|it| it.from_north().degrees());
    let form = Form::Arc { centre: xy(pose.at), radius: 2.0, from, to };
    Shape { role: Role::Reach, form }
}

/// A length with two decimals, as on a ruler.
pub(crate) fn ud(length: Length) -> String {
    format!("{:.2}", length.get())
}
