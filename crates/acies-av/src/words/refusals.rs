//! Why not: every reason that the rules have to refuse an action, with its facts, the rules, the words and the shapes that
//! show it, and where there is one the nearest action that they allow.

use acies_core::{
    Form, Game, Reason, Role, RuleId, Seat, Shape,
    flow::One,
    told,
    words::{Subject, counted},
};
use acies_table::{Angle, Facing, Length, Point, Pose, Size};

use super::phrases::place;
use crate::{
    battle::{Action, Battle},
    ground::Going,
    movement::{march::Mode, obstacle::Obstacle, path::Stop, push::NoFlight},
    profile::Order,
    rulings::{OBLIQUE, ZONE_UD},
    setup::NoPreparing,
    shooting::targets::NoShot,
    units::Id,
};

told! {
    /// The reason why an action is not allowed. Lengths come in pairs: what there is, and what there may be. Of the rules the
    /// one that decides comes first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum No;
    pub fn reason(self: Self, battle: &Battle) -> Reason;

    // Whose decision, and which.
    Over => Reason::because(&["AV-R25"], "the battle is over");
    NotYourDecision => Reason::because(&["AV-4.3"], "the other player decides");
    NotNow => Reason::because(&["AV-4.1", "AV-R31"],
        format!("this is not what is being decided, which is: {}", battle.asks().0));
    NoSuchUnit { number: u8 } => Reason::because(&["AV-2.1"], format!("there is no unit {}", u32::from(number) + 1));
    NoSuchLeader { number: u8 } => Reason::because(&["AV-R23"],
        format!("there is no leader {}", u32::from(number) + 1));
    NobodyNamed => Reason::because(&["AV-5.13"], "nobody is named");
    NotOnTable { unit: Id } => Reason::because(&["AV-13.2"], battle.it(unit).says("are not on the table"));

    // Orders.
    Tested { unit: Id } => Reason::because(&["AV-R33"], battle.it(unit).says("have been tested in this turn"));
    Redressed { unit: Id } => Reason::because(&["AV-R33", "AV-5.45"],
        battle.it(unit).says("redress their ranks in this turn"));
    NeverUnder { unit: Id, order: Order } => Reason::because(never_under(order),
        battle.it(unit).says(&format!("are never under {}", order.name())));
    AlreadyUnder { unit: Id, order: Order } => Reason::because(&["AV-R40", "AV-5.12"],
        battle.it(unit).says(&format!("are under {} already", order.name())));
    NoChange { unit: Id, from: Option<Order>, to: Order } => Reason::because(
        if from.is_none() { &["AV-R33", "AV-9.9"] } else { &["AV-5.9", "AV-5.35", "AV-5.8"] },
        match from {
            None => battle.it(unit).says("are disrupted, and may only fall back or redress their ranks"),
            Some(from) => format!("{} cannot change from {} to {}", battle.name(unit), from.name(), to.name()),
        });
    NoWayBack { unit: Id } => Reason::because(&["AV-R58", "AV-R104"],
        battle.it(unit).says("have no way back, straight or 15 or 30 degrees to either side"))
        .drawn([piece(battle, unit, Role::Offends)]);
    OtherType { unit: Id } => Reason::because(&["AV-5.13", "AV-R40"], battle.it(unit).says("are of another type"))
        .drawn([piece(battle, unit, Role::Offends)]);
    DisruptedInGroup { unit: Id } => Reason::because(&["AV-5.15"], battle.it(unit).says("are disrupted"))
        .drawn([piece(battle, unit, Role::Offends)]);
    OtherFacing { unit: Id, turned: Angle } => Reason::because(&["AV-5.16", "AV-R8"],
        battle.it(unit).says(&format!("face another way: {turned} > 15 degrees")))
        .drawn([piece(battle, unit, Role::Offends)]);
    NoChain { unit: Id } => Reason::because(&["AV-5.13"], battle.it(unit).says("are more than 2 UD from the others"))
        .drawn([piece(battle, unit, Role::Offends)]);
    NotDisrupted { unit: Id } => Reason::because(&["AV-5.38"], battle.it(unit).says("are not disrupted"));
    InEnemyZone { unit: Id, enemy: Id } => Reason::because(&["AV-5.41"],
        battle.it(unit).says(&format!("are in the zone of control of {}", battle.name(enemy))))
        .drawn([piece(battle, unit, Role::Offends), piece(battle, enemy, Role::Blocks), zone(battle, enemy)]);

    // Moves.
    Disrupted { unit: Id } => Reason::because(&["AV-9.9", "AV-R44"], battle.it(unit).says("are disrupted"))
        .drawn([piece(battle, unit, Role::Offends)]);
    Moved { unit: Id } => Reason::because(&["AV-5.26", "AV-R44"], battle.it(unit).says("have moved in this turn"));
    NotUnder { unit: Id, order: Order } => Reason::because(&["AV-5.35"],
        battle.it(unit).says(&format!("are not under {}", order.name())));
    /// It does not turn in its place under this order.
    NoPivot { unit: Id, order: Order } => Reason::because(
        match order {
            Order::Advance => &["AV-5.24", "AV-5.23"],
            Order::Rush => &["AV-5.27"],
            Order::Shieldwall => &["AV-5.43", "AV-5.30"],
            Order::Orbis => &["AV-18.1"],
            Order::FallBack => &["AV-5.33", "AV-R58"],
            Order::Halt => &["AV-R44"],
        },
        match order {
            Order::Advance => battle.it(unit).says("turn under Advance only to go on, by 1 UD at least"),
            _ => battle.it(unit).says(&format!("do not turn in their place under {}", order.name())),
        });
    /// It makes no move under this order.
    Stays { unit: Id, order: Order } => Reason::because(
        match order {
            Order::Shieldwall => &["AV-5.30", "AV-18.9"],
            Order::Orbis => &["AV-18.1", "AV-R96"],
            Order::FallBack => &["AV-5.33", "AV-R58"],
            _ => &["AV-5.19"],
        },
        match order {
            Order::FallBack => battle.it(unit).says("are under Fall back, which leads only backward"),
            _ => battle.it(unit).says(&format!("do not move under {}", order.name())),
        });
    Held { unit: Id, enemy: Id } => Reason::because(&["AV-5.36", "AV-R50", "AV-R43"],
        battle.it(unit).says(&format!("are in the zone of control of {} and can only fall back", battle.name(enemy))))
        .drawn([piece(battle, unit, Role::Offends), piece(battle, enemy, Role::Blocks), zone(battle, enemy)]);
    NoTurn { unit: Id } => Reason::because(&["AV-R44"], battle.it(unit).says("face that way already"));
    TooManySteps { unit: Id, most: u8 } => Reason::because(&["AV-R45", "AV-R47"],
        battle.it(unit).says(&format!("have {} at most", counted(most.into(), "straight segment"))));
    NoStep => Reason::because(&["AV-R45", "AV-R116"], "a move goes somewhere");
    StraightOnly { unit: Id, mode: Mode, facing: Facing } => Reason::because(
        if mode == Mode::Testudo { &["AV-18.9", "AV-R96"] } else { &["AV-5.27"] },
        battle.it(unit).says(&format!("go straight ahead only, towards {facing}")));
    TooOblique { unit: Id, by: Angle, most: Angle } => Reason::because(&["AV-5.22", "AV-R46"],
        battle.it(unit).says(&format!("slant by {by} > {most} degrees")))
        .drawn([piece(battle, unit, Role::Offends), fan(battle.table().pose(unit), false)]);
    TooFar { unit: Id, distance: Length, most: Length, to: Point, rules: &'static [RuleId] } => Reason::because(rules,
        battle.it(unit).says(&format!("go {} UD > {} UD", ud(distance), ud(most))))
        .drawn([piece(battle, unit, Role::Offends), dot(to, Role::Offends),
            circle(battle.table().point(unit), most.get())]);
    TooShort { unit: Id, distance: Length, least: Length, rules: &'static [RuleId] } => Reason::because(rules,
        battle.it(unit).says(&format!("go {} UD < {} UD", ud(distance), ud(least))))
        .drawn([piece(battle, unit, Role::Offends)]);
    WheelThenMove { unit: Id, distance: Length, least: Length } => Reason::because(&["AV-5.24", "AV-R48"],
        battle.it(unit).says(&format!("go {} UD < {} UD after a change of facing", ud(distance), ud(least))))
        .drawn([piece(battle, unit, Role::Offends)]);
    /// AV-R56: a Rush that is an Advance, for something leaves it less than its minimum.
    NoRush { unit: Id, by: Option<Obstacle>, free: Length, least: Length, distance: Length, most: Length } => Reason::because(
        &["AV-R56", "AV-7.5", "AV-6.1", "AV-R49"],
        {
            let by = by.map_or_else(|| "friends".into(), |by| by.says(battle));
            let [free, least, distance, most] = [free, least, distance, most].map(ud);
            let rush = format!("the Rush of {} is an Advance", battle.name(unit));
            format!("{rush}: {by} leaves it {free} UD < {least} UD; it goes {distance} UD > {most} UD")
        });
    Stopped { unit: Id, by: Obstacle, distance: Length, free: Length, at: Point } => Reason::because(by.rules(),
        battle.it(unit).says(&format!("are stopped by {} after {} UD < {} UD", by.says(battle), ud(free), ud(distance))))
        .drawn(stopped(battle, unit, by, at));
    /// It may end before the friend, and beyond if it gets there.
    EndsNear { unit: Id, at: Point, ends: [Option<Length>; 2], pauses: bool } => Reason::because(
        if pauses { &["AV-R106", "AV-2.6", "AV-R53"] } else { &["AV-2.6", "AV-R53"] },
        {
            let verb = if pauses { "pause" } else { "end" };
            let (friend, distance) = nearest_friend(battle, unit, at);
            format!("{} would {verb} {} UD < 1 UD from {friend}", battle.name(unit), ud(distance))
        })
        .drawn([piece(battle, unit, Role::Offends), dot(at, Role::Offends), circle(at, ZONE_UD)]);
    StopsBefore { unit: Id, by: Obstacle, at: Point } => Reason::because(&["AV-R47", "AV-R106"],
        battle.it(unit).says(&format!("are stopped by {} and can go no farther", by.says(battle))))
        .drawn(stopped(battle, unit, by, at));
    MustMove { unit: Id } => Reason::because(&["AV-7.3", "AV-R48"], format!("{} must still move", battle.name(unit)))
        .drawn([piece(battle, unit, Role::Offends)]);
    OneByOne => Reason::because(&["AV-R115", "AV-5.13"],
        "units move one by one, a group shares an order die and nothing else");

    // Pushing Expediti.
    NoPusher { unit: Id } => Reason::because(&["AV-18.12"],
        format!("only infantry in close order pushes, not {}", battle.name(unit)));
    NotPushed { enemy: Id } => Reason::because(&["AV-18.12", "AV-R54"],
        Subject::new(battle.name_or_number(enemy)).says("are no Expediti on the table"));
    NotInTheWay { enemy: Id } => Reason::because(&["AV-R54"], battle.it(enemy).says("are not in the way"));
    CannotBePushed { enemy: Id, to: Point, why: NoFlight } => Reason::because(&["AV-R54"],
        {
            let why = match why {
                NoFlight::OffTable => "off the table".into(),
                NoFlight::Barred => "through ground that is closed to it".into(),
                NoFlight::Meets(other) => format!("within 1 UD of {}", battle.name(other)),
            };
            format!("{} cannot be pushed to {}, {why}", battle.name(enemy), place(to))
        })
        .drawn([piece(battle, enemy, Role::Blocks), segment(battle.table().point(enemy), to, Role::Reach),
            dot(to, Role::Offends)]);

    // Falling back.
    NotBackward { unit: Id, by: Angle, most: Angle } => Reason::because(&["AV-R58", "AV-5.33"],
        battle.it(unit).says(&format!("slant by {by} > {most} degrees from straight back")))
        .drawn([piece(battle, unit, Role::Offends), fan(battle.table().pose(unit), true)]);
    NoAboutTurn { unit: Id } => Reason::because(&["AV-5.34", "AV-R58"],
        format!("{} cannot fall back so", battle.name(unit)));
    NoSecondPivot { unit: Id } => Reason::because(&["AV-R59"],
        format!("only Expediti that turned about pivot again, not {}", battle.name(unit)));
    EndsInZone { unit: Id, enemy: Id, distance: Length, stands: Pose } => Reason::because(&["AV-R58"],
        {
            let (enemy, distance) = (battle.it(enemy), ud(distance));
            format!("{} would end {distance} UD from {enemy}, in {} zone of control", battle.name(unit), enemy.their())
        })
        .drawn(kept_off(battle, unit, enemy, stands));
    /// On its way to one that it touches, or in the end.
    ComesNearer { unit: Id, enemy: Id, touched: bool, is: Length, least: Length, stands: Pose } => Reason::because(
        &["AV-5.37", "AV-R58"],
        {
            let (unit, enemy) = (battle.name(unit), battle.name(enemy));
            let nearer = if touched {
                format!("come nearer to {enemy} on the way")
            } else {
                format!("end nearer to {enemy}")
            };
            format!("{unit} would {nearer}: {} UD < {} UD", ud(is), ud(least))
        })
        .drawn(kept_off(battle, unit, enemy, stands));

    // Leaders.
    LeaderLost { by: Seat, leader: u8 } => Reason::because(&["AV-15.4"],
        format!("{} is lost", battle.captain(by, leader).name));
    LeaderMoved { by: Seat, leader: u8 } => Reason::because(&["AV-6.4", "AV-R32"],
        format!("{} has moved in this turn", battle.captain(by, leader).name));
    LeaderEngaged { by: Seat, leader: u8, unit: Id } => Reason::because(&["AV-R32"],
        format!("{} does not leave {} in a fight", battle.captain(by, leader).name, battle.name(unit)));
    LeaderTooFar { distance: Length, most: Length, at: Point } => Reason::because(&["AV-6.4", "AV-R32"],
        format!("that is {} UD away > {} UD", ud(distance), ud(most)))
        .drawn([dot(at, Role::Offends)]);
    LeaderBarred { at: Point } => Reason::because(&["AV-R32"],
        match battle.ground.going(at.vec()) {
            Going::Impassable => "nobody stands on impassable ground",
            _ => "very rough ground is closed to a mounted leader by himself",
        })
        .drawn([dot(at, Role::Offends)]);
    LeaderNearEnemy { enemy: Id, at: Point } => Reason::because(&["AV-R32", "AV-R88"],
        battle.it(enemy).says("are within 1 UD of there"))
        .drawn([dot(at, Role::Offends), piece(battle, enemy, Role::Blocks), zone(battle, enemy)]);
    LeaderOffTable { at: Point } => Reason::because(&["AV-R55"], "that is off the table")
        .drawn([dot(at, Role::Offends)]);
    HasLeader { unit: Id } => Reason::because(&["AV-R23"], format!("a leader is with {} already", battle.name(unit)));
    HasFigure { unit: Id } => Reason::because(&["AV-R23"],
        format!("{} would have two special figures", battle.name(unit)));
    NoRiding => Reason::because(&["AV-R32"], "he is there already");

    // Shooting and fighting.
    NotATarget { unit: Id, target: Id, why: NoShot } => Reason::because(why.rules(),
        format!("{} cannot shoot at {}: {}", battle.name(unit), battle.name(target), why.says(battle, unit, target)))
        .drawn(aimed(battle, unit, target, why));
    AimsAlready { unit: Id } => Reason::because(&["AV-R64"], battle.it(unit).says("have a target already"));
    NotInContact { unit: Id, enemy: Id } => Reason::because(&["AV-11.1", "AV-R73"],
        format!("{} and {} are not in contact", battle.name(unit), battle.name(enemy)))
        .drawn([piece(battle, unit, Role::Offends), piece(battle, enemy, Role::Blocks), zone(battle, enemy),
            segment(battle.table().point(unit), battle.table().point(enemy), Role::Reach)]);
    Committed { unit: Id } => Reason::because(&["AV-R73"], battle.it(unit).says("have a fight already"));
    NotThatFight { unit: Id } => Reason::because(&["AV-R73"], battle.it(unit).says("have no part in this"));

    // Retreats.
    WrongRetreat { unit: Id } => Reason::because(&["AV-R84", "AV-R85"],
        {
            let routes = battle.routes(unit).all;
            let headings: Vec<_> = routes.iter().map(|it| it.heading.to_string()).collect();
            format!("{} cannot retreat that way, but towards {}", battle.name(unit), headings.join(" or "))
        });
    NothingToFace { unit: Id } => Reason::because(&["AV-R84", "AV-14.16"],
        battle.it(unit).says("do not turn to another facing"));
    RetreatLength { unit: Id, distance: Length, least: Length, most: Length } => Reason::because(
        &["AV-14.10", "AV-14.11"],
        battle.it(unit).says(&format!("retreat {} to {} UD, not {} UD", ud(least), ud(most), ud(distance))));

    // Before the first turn.
    Preparing(no: NoPreparing) => no.reason(battle);
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

/// The nearest that the rules allow, where it is cheap to find.
impl Battle {
    /// Another action, if it is allowed, or as far as it may go where it would end beside a friend (AV-R53).
    pub(crate) fn allowed(&self, by: Seat, other: impl Into<Action>) -> Option<Action> {
        let other = other.into();
        match self.check(by, &other) {
            Ok(()) => Some(other),
            Err(near @ No::EndsNear { .. }) => other.it().instead(self, by, &near),
            Err(_) => None,
        }
    }

    /// The same way cut short or made as long as it must be.
    pub(crate) fn as_far(
        &self,
        by: Seat,
        no: &No,
        asked: Length,
        so_far: impl Fn(Length) -> Action,
    ) -> Option<Action> {
        match *no {
            // AV-R53: before the friend or beyond it, whichever is nearer.
            No::EndsNear { ends, pauses: false, .. } => {
                let mut ends: Vec<Length> = ends.into_iter().flatten().collect();
                let off = |end: &Length| (end.get() - asked.get()).abs();
                ends.sort_by(|a, b| off(a).total_cmp(&off(b)));
                ends.into_iter().map(so_far).find(|it| self.check(by, it).is_ok())
            }
            No::TooFar { most: length, .. }
            | No::Stopped { free: length, .. }
            | No::NoRush { most: length, .. }
            | No::TooShort { least: length, .. }
            | No::WheelThenMove { least: length, .. } => self.allowed(by, so_far(length)),
            _ => None,
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

/// AV-R3, RULES.md 1.2: what is drawn of a unit; no rule looks at it.
pub const FOOTPRINT: Size = Size { width: Length::new(1.0), depth: Length::new(0.6) };

/// A unit where it stands.
fn piece(battle: &Battle, id: Id, role: Role) -> Shape {
    base(*battle.table().pose(id), role)
}

fn zone(battle: &Battle, id: Id) -> Shape {
    circle(battle.table().point(id), ZONE_UD)
}

/// A unit that comes too near to an enemy, there.
fn kept_off(battle: &Battle, unit: Id, enemy: Id, stands: Pose) -> [Shape; 5] {
    [
        base(stands, Role::Offends),
        piece(battle, enemy, Role::Blocks),
        zone(battle, enemy),
        segment(stands.at, battle.table().point(enemy), Role::Reach),
        piece(battle, unit, Role::Stops),
    ]
}

/// A unit that something stops, there.
fn stopped(battle: &Battle, unit: Id, by: Obstacle, at: Point) -> Vec<Shape> {
    let mut shapes = vec![
        piece(battle, unit, Role::Offends),
        segment(battle.table().point(unit), at, Role::Reach),
        dot(at, Role::Stops),
    ];
    if let Some(other) = by.unit() {
        shapes.extend([piece(battle, other, Role::Blocks), zone(battle, other)]);
    }
    shapes
}

/// A unit that cannot shoot at another.
fn aimed(battle: &Battle, unit: Id, target: Id, why: NoShot) -> Vec<Shape> {
    let table = battle.table();
    let mut shapes = vec![
        piece(battle, unit, Role::Offends),
        piece(battle, target, Role::Blocks),
        segment(table.point(unit), table.point(target), Role::Reach),
    ];
    match why {
        NoShot::OutOfRange { range, .. } => shapes.push(circle(table.point(unit), range.get())),
        NoShot::Screened(by) | NoShot::TooNearToShootOver { by, .. } => {
            shapes.extend([piece(battle, by, Role::Blocks), zone(battle, by)]);
        }
        _ => {}
    }
    shapes
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
