//! What happens in a battle: each event with its facts, the rules that made it happen so, and its words, with the sums that
//! it came from.

use acies_core::{Dice, Each, RuleId, Seat, tell::Teller, told, words::counted};
use acies_table::{Facing, Length, Point, Pose};
use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    battle::{Battle, Carried, Carrier, EndedBy, Ending},
    ground::Piece,
    leaders::danger::Met,
    melee::{
        fight::{Fight, FightThrown, Quarter},
        matching::Backing,
    },
    morale::{
        ladder::{Nerve, Rung},
        saves::Save,
    },
    movement::{
        march::{Manner, Mode},
        path::Stop,
    },
    orders::order_test::OrderTest,
    profile::{Doctrine, Figure, Order, Weapon},
    setup::words::{plain, sector_name},
    shooting::shot::{Shot, ShotThrown, Slope},
    turn::initiative::Initiative,
    units::{Id, Post, UnitSet},
    words::{
        phrases::{degrees, needed_words, on_words},
        refusals::ud,
    },
};

/// Who is told.
type To<'a, 'b> = &'a mut Teller<'b, Battle>;

told! {
    /// Something that happened.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Event;
    pub fn tell(self: &Self, told: To<'_, '_>);

    // Set-up.
    /// AV-R27: what the dice have in a sector.
    Sector { sector: u8, hill: Option<Piece>, patch: Option<Piece> } => {
        told.cites(&["AV-R27"]).says(None, |_| {
            let pieces: Vec<_> = hill.iter().chain(patch).map(|&it| plain(it)).collect();
            let what = if pieces.is_empty() { "nothing".into() } else { pieces.join(" and ") };
            format!("The dice have {what} in the {}.", sector_name(*sector))
        });
    };
    Laid { by: Seat, piece: Piece, at: Point } => {
        told.cites(&["AV-R27"]).says(*by, |it| {
            format!("{}: a {} at {}, {}.", it.side_name(*by), plain(*piece), at.x, at.y)
        });
    };
    /// AV-R28: hidden until both are revealed.
    Deployed { by: Seat } => {
        told.cites(&["AV-R28", "AV-R29"]);
        told.says(*by, |it| format!("{}: deployed behind a screen.", it.side_name(*by)));
    };
    Arranged { by: Seat } => {
        told.cites(&["AV-R28"]).says(*by, |it| format!("{}: the army is arranged.", it.side_name(*by)));
    };
    Ready { by: Seat } => {
        told.cites(&["AV-R28"]).says(*by, |it| format!("{}: ready.", it.side_name(*by)));
    };
    /// S5.
    Revealed => {
        told.cites(&["AV-R28", "AV-R102"]);
        told.says(None, |_| "The screens go: both armies stand in the field.".into());
    };
    /// Units of one facing and first order, by their numbers, each in its place.
    Stand { by: Seat, order: Order, facing: Facing, units: Vec<(u8, Point)> } => {
        told.cites(&["AV-R28", "AV-R29"]).says(*by, |it| {
            let stands = |(unit, at): &(u8, Point)| {
                format!("{} ({}, {})", it.name(Id::new(*by, *unit)), at.x, at.y)
            };
            let units: Vec<_> = units.iter().map(stands).collect();
            let (side, order, faces) = (it.side_name(*by), order.name(), towards(*facing));
            format!("{side} under {order}, facing {faces}: {}.", units.join(", "))
        });
    };
    /// Where leaders start, and who carries special figures.
    Posted { by: Seat, leaders: Vec<Post>, figures: Vec<Carried> } => {
        told.cites(&["AV-R28", "AV-R102"]).says(*by, |it| posted_line(it, *by, leaders, figures));
    };

    // Turns and their parts.
    TurnBegins { turn: u8 } => {
        told.cites(&["AV-4.1"]).heads().says(None, |_| format!("Turn {turn}"));
    };
    /// RULES.md 2: a part of the turn, and whose.
    PartBegins { part: Part } => {
        told.cites(match part {
            Part::Orders(_) => &["AV-4.3"],
            Part::Shooting => &["AV-4.5"],
            Part::HandToHand => &["AV-4.6"],
        });
        told.heads().says(part.by(), |it| match *part {
            Part::Orders(seat) => format!("Orders and moves: {}", it.side_name(seat)),
            Part::Shooting => "Shooting".into(),
            Part::HandToHand => "Hand to hand".into(),
        });
    };
    Initiative { both: Each<Initiative>, faces: Faces, winner: Option<Seat> } => {
        told.cites(&["AV-4.2"]).cites_if(winner.is_none(), &["AV-R30"]);
        told.says(None, |it| initiative_line(it, both, faces, *winner));
        for (seat, initiative) in both.iter() {
            let sum = initiative.sum();
            if !sum.rows.is_empty() {
                told.sum(|it| it.side_name(seat).into(), &sum);
            }
        }
    };
    Played { by: Seat, first: bool } => {
        told.cites(&["AV-4.2", "AV-4.3"]).says(*by, |it| {
            let place = if *first { "first" } else { "second" };
            format!("{}: {place} in this turn", it.side_name(*by))
        });
    };

    // Orders. The lender has the best chance of a group (AV-5.14); there is no face without a test (AV-16.2).
    OrderTested {
        by: Seat, units: UnitSet, lender: Id, test: OrderTest, face: Option<u8>, success: bool, disrupted: UnitSet
    } => {
        let group = units.len() > 1;
        told.cites(&["AV-5.2", "AV-R31"])
            .cites_if(group, &["AV-5.13", "AV-5.14", "AV-5.17", "AV-R40"])
            .cites_if(face.is_none() && *success, &["AV-16.2", "AV-R41"])
            .cites_if(!success, &["AV-5.11"])
            .cites(match test.to {
                Order::FallBack if test.from.is_none() => &["AV-R37", "AV-R58"],
                Order::FallBack => &["AV-5.35", "AV-R58"],
                Order::Shieldwall | Order::Orbis => &["AV-R38"],
                _ => &[],
            })
            .cites_if(!disrupted.is_empty(), &["AV-9.3", "AV-9.4", "AV-9.5"])
            .cites_if(!disrupted.is_empty() && group, &["AV-5.18"])
            .cites_if(test.renewed > 0, &["AV-R34"])
            .cites_if(test.isolated, &["AV-5.7", "AV-R14"]);
        let needs = test.needs();
        if let Some((rule, _)) = needs {
            told.cites(&[rule]);
        }
        told.says(*by, |it| tested_line(it, *by, *units, test, *face, *success, *disrupted));
        if face.is_none() {
            test.sum().cite(&mut |rule| {
                told.counts(&[rule]);
            });
        } else {
            told.sum(|it| format!("added to the die of {}", it.name(*lender)), &test.sum());
            told.detail(|_| {
                let (from, needed) = (test.from.map_or("disrupted", Order::name), needs.map_or(0, |it| it.1));
                format!("from {from} to {}: {needed}+", test.to.name())
            });
        }
    };
    Redressed { unit: Id } => {
        told.cites(&["AV-5.38", "AV-5.39", "AV-R61"]).says(unit.seat(), |it| {
            let it = it.it(*unit);
            format!("{} and {}", it.says("redress their ranks"), it.does("halt"))
        });
    };
    /// AV-7.5.
    Converted { unit: Id, engaged: bool } => {
        told.cites(&["AV-7.5", if *engaged { "AV-R43" } else { "AV-R56" }]).says(unit.seat(), |it| {
            let it = it.it(*unit);
            format!("{it} cannot rush and {} instead", it.does("advance"))
        });
    };

    // Moves.
    Pivoted { unit: Id, facing: Facing } => {
        told.cites(&["AV-5.19", "AV-2.3", "AV-R44"]);
        told.says(unit.seat(), |it| it.it(*unit).says(&format!("turn to face {}", towards(*facing))));
    };
    /// Over: where it stood after the first of two segments (AV-R47). The heading is that of the last.
    Moved {
        unit: Id, mode: Mode, over: Option<Pose>, heading: Facing, pose: Pose, length: Length, manner: Manner
    } => {
        told.cites(mode.rules()).cites_if(manner.contains(Manner::FROM_CONTACT), &["AV-R100"]);
        manner.rules().for_each(|rules| {
            told.cites(rules);
        });
        told.says(unit.seat(), |it| moved_line(it, *unit, *mode, over.as_ref(), *heading, pose, *length, *manner));
    };
    FellBack { unit: Id, pose: Pose, length: Length, about: bool, manner: Manner } => {
        told.cites(&[if *about { "AV-5.34" } else { "AV-5.33" }, "AV-5.37", "AV-R58"])
            .cites_if(manner.contains(Manner::FROM_CONTACT), &["AV-5.36", "AV-R50"])
            .cites_if(manner.contains(Manner::DOUBLE), &["AV-R59"]);
        manner.rules().for_each(|rules| {
            told.cites(rules);
        });
        told.says(unit.seat(), |it| {
            let about = if *about { ", turned about" } else { "" };
            let (length, to, faces) = (ud(*length), spot(pose.at), towards(pose.facing));
            it.it(*unit).says(&format!("fall back {length} UD to {to}{about}, facing {faces}"))
        });
    };
    /// AV-R54.
    Pushed { unit: Id, by: Id, at: Point } => {
        told.cites(&["AV-18.12", "AV-18.13", "AV-R54"]).says(by.seat(), |it| {
            it.it(*by).says(&format!("push {} away to {}", it.name(*unit), spot(*at)))
        });
    };
    /// AV-R5: its own move brought it into contact.
    Reached { unit: Id, enemies: UnitSet } => {
        told.cites(&["AV-2.5", "AV-11.1", "AV-R5", "AV-R49"]).says(unit.seat(), |it| {
            let whom = it.names(unit.seat().other(), *enemies);
            it.it(*unit).says(&format!("are in contact with {whom}"))
        });
    };
    Disrupted { unit: Id, rules: &'static [RuleId] } => {
        told.cites(rules).says(unit.seat(), |it| {
            let why = match rules.first() {
                Some(&"AV-9.6") => ", caught on the move by cavalry",
                Some(&"AV-9.7") => " by a move in rough ground",
                Some(&"AV-9.8") => " by their attack in rough ground",
                _ => "",
            };
            it.it(*unit).says(&format!("are disrupted{why}"))
        });
    };
    /// Late: at P2d (AV-R57).
    RushTested { unit: Id, face: Option<u8>, disrupted: bool, late: bool } => {
        told.cites(&["AV-5.28", "AV-8.1"])
            .cites_if(*late, &["AV-R57"])
            .cites_if(*disrupted, &["AV-9.1", "AV-9.4", "AV-9.5"]);
        told.says(unit.seat(), |it| {
            let result = if *disrupted { "disrupted" } else { "in good order" };
            let whom = if *late { "an enemy who is gone" } else { "nobody" };
            format!("{} rushed at {whom}: {}, {result}", it.name(*unit), face_text(*face))
        });
    };
    /// AV-R116: it ought to go and cannot.
    Blocked { unit: Id, by: Option<Stop> } => {
        told.cites(&["AV-7.4", "AV-R48", "AV-R116"]).says(unit.seat(), |it| {
            let by = by.map_or_else(String::new, |by| format!(": blocked by {}", by.says(it)));
            format!("{} cannot advance{by}", it.name(*unit))
        });
    };

    // Leaders and special figures.
    Rode { by: Seat, leader: u8, to: Point } => {
        told.cites(&["AV-4.4", "AV-6.4", "AV-R32"]);
        told.says(*by, |it| format!("{} rides to {}", it.captain(*by, *leader).name, spot(*to)));
    };
    Attached { by: Seat, leader: u8, unit: Id } => {
        told.cites(&["AV-4.4", "AV-15.1", "AV-R32"]);
        told.says(*by, |it| format!("{} joins {}", it.captain(*by, *leader).name, it.name(*unit)));
    };
    /// Cornered: he got away and found no room (AV-R88).
    LeaderMet { by: Seat, leader: u8, unit: Id, fate: Met, face: Option<u8>, cornered: bool } => {
        told.cites(&["AV-15.6", "AV-R88"]).says(*by, |it| {
            let who = &it.captain(*by, *leader).name;
            let fate = match fate {
                Met::Escapes if *cornered => "captured, for there is no room to escape",
                fate => fate.name(),
            };
            it.it(*unit).says(&format!("come upon {who}: {}, {fate}", face_text(*face)))
        });
    };
    /// With: the unit with which he is lost.
    LeaderLost { by: Seat, leader: u8, chief: bool, with: Option<Id> } => {
        told.cites_if(with.is_some(), &["AV-15.5"]).cites(&["AV-R24"]).cites_if(*chief, &["AV-15.7"]);
        told.says(*by, |it| {
            let who = &it.captain(*by, *leader).name;
            let chief = if *chief { ", the Commander-in-Chief," } else { "" };
            let with = with.map_or(String::new(), |unit| format!(" with {}", it.name(unit)));
            format!("{who}{chief} is lost{with}")
        });
    };
    FigureLost { by: Seat, figure: Figure, mourners: UnitSet } => {
        told.cites(&["AV-R102"]).cites_if(*figure == Figure::Guru, &["AV-17.4"]).says(*by, |it| {
            let mourn = if mourners.is_empty() {
                String::new()
            } else {
                format!("; {}", it.all(*by, *mourners).says("owe two morale tests"))
            };
            format!("The {} is lost{mourn}", figure.name())
        });
    };

    // Shooting.
    Aimed { unit: Id, target: Id } => {
        told.cites(&["AV-10.10", "AV-R64", "AV-R66", "AV-R67"]);
        told.says(unit.seat(), |it| it.it(*unit).says(&format!("aim at {}", it.name(*target))));
    };
    Shot { unit: Id, target: Id, shot: Shot, slope: Slope, thrown: ShotThrown } => {
        told.cites(&["AV-4.5", "AV-10.9", "AV-10.12", "AV-C.2"])
            .cites_if(*slope == Slope::Downhill, &["AV-10.3", "AV-10.15", "AV-R65", "AV-R11"])
            .cites_if(*slope == Slope::Uphill, &["AV-10.4", "AV-10.15", "AV-R65", "AV-R11"])
            .cites_if(shot.overhead, &["AV-10.6", "AV-19.6", "AV-19.8", "AV-R68"])
            .cites_if(shot.battery.order == Some(Order::FallBack), &["AV-18.11"])
            .cites_if(shot.outflanked, &["AV-R7"])
            .cites_if(shot.protected, &["AV-R16"])
            .cites_if(thrown.hits > 0, &["AV-10.13"])
            .cites_if(thrown.lost > 0, &["AV-10.14"]);
        told.says(unit.seat(), |it| it.it(*unit).says(&shot_text(it, *target, shot, thrown)));
        told.sum(|_| "dice".into(), &shot.dice()).sum(|_| "each needs".into(), &shot.hits_on());
        if thrown.hits > 0 {
            told.sum(|_| "saved on".into(), &shot.save().sum());
        }
    };

    // Hand to hand.
    /// AV-R73(2): a fight is named, and the other player may put another unit in.
    Named { unit: Id, enemy: Id } => {
        told.cites(&["AV-R73"]).says(unit.seat(), |it| {
            let (other, whom) = (it.side_name(enemy.seat()), it.name(*enemy));
            it.it(*unit).says(&format!("are to fight {whom}; {other} may put in another"))
        });
    };
    /// AV-R73(2): he does.
    Substituted { unit: Id, named: Id, against: Id } => {
        told.cites(&["AV-11.10", "AV-R73"]).says(unit.seat(), |it| {
            let (against, named) = (it.name(*against), it.name(*named));
            it.it(*unit).says(&format!("fight {against} in the place of {named}"))
        });
    };
    /// Named: somebody chose it (AV-R73(2)).
    Matched { units: [Id; 2], named: bool } => {
        let [one, other] = *units;
        told.cites(&["AV-11.1", "AV-R73"]).cites_if(*named, &["AV-11.10"]);
        told.says(one.seat(), |it| it.it(one).says(&format!("fight {}", it.name(other))));
    };
    Joined { unit: Id, friend: Id } => {
        told.cites(&["AV-11.10", "AV-R73", "AV-R95"]).says(unit.seat(), |it| {
            it.it(*unit).says(&format!("support {} by contact", it.name(*friend)))
        });
    };
    Lent { unit: Id, to: Id, yes: bool } => {
        told.cites(&["AV-R103"]).says(unit.seat(), |it| {
            let verb = if *yes { "support" } else { "do not support" };
            it.it(*unit).says(&format!("{verb} {}", it.name(*to)))
        });
    };
    /// Red's unit, then Blue's, and who supports each.
    Fought { units: [Id; 2], backing: [Backing; 2], fight: Box<Fight>, thrown: Box<FightThrown> } =>
        tell_fight(*units, backing, fight, thrown, told);
    /// No face if no die can pass.
    MoraleTested { unit: Id, nerve: Nerve, cp: u8, face: Option<u8>, passed: bool, again: bool } => {
        told.cites(&["AV-14.1", "AV-R71"])
            .cites_if(*again, &["AV-16.1", "AV-R81"])
            .cites_if(*face == Some(1), &["AV-14.9"])
            .cites_if(!passed, &["AV-9.2"])
            .cites_if(nerve.religious || nerve.guru, &["AV-R82"]);
        told.says(unit.seat(), |it| {
            let again = if *again { " again" } else { "" };
            let result = if *passed { "passed" } else { "missed" };
            let (on, face) = (on_words(nerve.least_face(*cp)), face_text(*face));
            it.it(*unit).says(&format!("test their morale{again}{on}: {face}, {result}"))
        });
        told.sum(|_| format!("added to the die, {}+ by morale", nerve.profile.morale), &nerve.sum(*cp));
    };
    /// Spent: for lack of Cohesion Points (AV-13.2).
    Descended { unit: Id, rung: Rung, spent: bool, fanatics: bool } => {
        told.cites(match rung {
            _ if *spent => &["AV-13.2"],
            Rung::GoodOrder => &[],
            Rung::Disrupted => &["AV-14.2", "AV-R72", "AV-9.4", "AV-9.5"],
            Rung::Repulsed if *fanatics => &["AV-14.3", "AV-18.4", "AV-18.5", "AV-R72"],
            Rung::Repulsed => &["AV-14.3", "AV-R72"],
            Rung::Routed => &["AV-14.4", "AV-R72"],
            Rung::Eliminated => &["AV-14.5", "AV-R72"],
        });
        told.says(unit.seat(), |it| {
            let why = if *spent { " with their last CP" } else { "" };
            it.it(*unit).says(&format!("are {}{why}", rung.name()))
        });
    };
    Snowballed { unit: Id, fallen: Id, rung: Rung, tests: u8 } => {
        told.cites(&["AV-R83"]).cites(match rung {
            Rung::Repulsed => &["AV-14.13"],
            Rung::Routed => &["AV-14.14"],
            _ => &["AV-14.15"],
        });
        told.says(unit.seat(), |it| {
            let tests = counted(usize::from(*tests), "morale test");
            let (it, fallen, rung) = (it.it(*unit), it.name(*fallen), rung.name());
            let seen = it.says(&format!("see {fallen} {rung}"));
            format!("{seen} and {} {tests}", it.does("owe"))
        });
    };
    Removed { unit: Id, left_table: bool } => {
        told.cites(if *left_table { &["AV-R85", "AV-R94"] } else { &["AV-13.2", "AV-R87"] });
        let how = if *left_table { "leave the table" } else { "are taken off" };
        told.says(unit.seat(), |it| it.it(*unit).says(how));
    };
    Retreated { unit: Id, rung: Rung, pose: Pose, distance: Length, blocked: bool, deviates: bool, turned: bool } => {
        let routs = *rung == Rung::Routed;
        told.cites(if routs { &["AV-14.11", "AV-14.17", "AV-R85"] } else { &["AV-14.10", "AV-R84"] })
            .cites(&["AV-R87"])
            .cites_if(*blocked, &["AV-14.12", "AV-R86"])
            .cites_if(*turned, &["AV-14.16"]);
        told.says(unit.seat(), |it| {
            let it = it.it(*unit);
            let blocked = if *blocked { format!(", blocked, and {} a CP", it.does("lose")) } else { String::new() };
            let (length, to, faces) = (ud(*distance), spot(pose.at), towards(pose.facing));
            let verb = if routs { "rout" } else { "retire" };
            it.says(&format!("{verb} {length} UD to {to}, facing {faces}{blocked}"))
        });
    };
    FollowedUp { unit: Id, at: Point, regular: bool } => {
        told.cites(&["AV-8.2", if *regular { "AV-8.3" } else { "AV-8.4" }, "AV-R60"]);
        told.says(unit.seat(), |it| it.it(*unit).says(&format!("follow up to {}", spot(*at))));
    };
    StayedBehind { unit: Id } => {
        told.cites(&["AV-8.3"]).says(unit.seat(), |it| it.it(*unit).says("do not follow up"));
    };
    Enraged { unit: Id } => {
        told.cites(&["AV-18.6", "AV-18.7", "AV-18.8", "AV-R89"]).says(unit.seat(), |it| {
            let it = it.it(*unit);
            format!("{it}, enraged, {} under Rush", it.does("are"))
        });
    };

    // The end of the turn.
    /// AV-5.20, AV-5.21: of these units, some fell back.
    Halted { by: Seat, units: UnitSet, fell_back: UnitSet } => {
        told.cites(&["AV-R42"])
            .cites_if(!fell_back.is_empty(), &["AV-5.20"])
            .cites_if(units != fell_back, &["AV-5.21"]);
        told.says(*by, |it| it.all(*by, *units).says("are under Halt"));
    };
    Counted { by: Seat, lost: u32, of: u32 } => {
        told.cites(&["AV-R24"]);
        told.says(*by, |it| format!("{}: {lost} of {of} points lost", it.side_name(*by)));
    };
    Ended { ending: Ending } => {
        told.cites(&[ending.rule()]).cites_if(ending.how == EndedBy::Broken, &["AV-R25"]);
        told.heads().says(ending.winner, |it| {
            let marginal = matches!(ending.how, EndedBy::Limit | EndedBy::Quiet);
            let victory = if marginal { "Marginal victory" } else { "Victory" };
            let how = ending.words();
            match ending.winner {
                Some(seat) => format!("{victory} of {}: {how}", it.side_name(seat)),
                None => format!("A draw: {how}"),
            }
        });
    };
}

impl acies_core::Event for Event {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        self.tell(&mut Teller::counting(each));
    }
}

/// The parts of a turn after initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// P2a to P2c.
    Orders(Seat),
    /// P3.
    Shooting,
    /// P4.
    HandToHand,
}

impl Part {
    pub fn by(self) -> Option<Seat> {
        match self {
            Part::Orders(seat) => Some(seat),
            Part::Shooting | Part::HandToHand => None,
        }
    }
}

/// Faces as they fell.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Faces(pub ArrayVec<u8, FACES_MAX>);

/// More dice no pool of AV-T5 and AV-T6 has.
const FACES_MAX: usize = 32;

impl Faces {
    /// What was thrown since so many dice had been.
    pub fn since(dice: &Dice, from: usize) -> Faces {
        Faces(dice.thrown()[from..].iter().copied().take(FACES_MAX).collect())
    }
}

fn posted_line(it: &Battle, by: Seat, leaders: &[Post], figures: &[Carried]) -> String {
    let captains = &it.setup.armies[by].leaders;
    let posts = captains.iter().zip(leaders).map(|(captain, post)| match post {
        Post::With(unit) => format!("{} with {}", captain.name, it.name(Id::new(by, *unit))),
        Post::Alone(at) => format!("{} ({}, {})", captain.name, at.x, at.y),
        Post::Away | Post::Lost => format!("{} away", captain.name),
    });
    let carried = figures.iter().map(|figure| {
        let carrier = match figure.by {
            Carrier::Unit(unit) => it.name(Id::new(by, unit)),
            Carrier::Leader(leader) => it.captain(by, leader).name.clone(),
        };
        format!("{} with {carrier}", figure.figure.name())
    });
    let all: Vec<_> = posts.chain(carried).collect();
    format!("{}, leaders: {}.", it.side_name(by), all.join(", "))
}

fn initiative_line(
    it: &Battle,
    both: &Each<Initiative>,
    faces: &Faces,
    winner: Option<Seat>,
) -> String {
    let each = Seat::BOTH.iter().zip(&faces.0).map(|(&seat, face)| {
        let added = match both[seat].sum().total {
            0 => String::new(),
            added => format!(" {added:+} (Commander-in-Chief lost)"),
        };
        format!("{} [{face}]{added}", it.side_name(seat))
    });
    let thrown = each.collect::<Vec<_>>().join(", ");
    match winner {
        Some(seat) => format!("Initiative: {thrown}, {} may choose", it.side_name(seat)),
        None => format!("Initiative: {thrown}, thrown again"),
    }
}

fn tested_line(
    it: &Battle,
    by: Seat,
    units: UnitSet,
    test: &OrderTest,
    face: Option<u8>,
    success: bool,
    disrupted: UnitSet,
) -> String {
    let (who, to) = (it.names(by, units), test.to.name());
    let result = if success { "the order is changed" } else { "in vain" };
    let shaken = if disrupted.is_empty() {
        String::new()
    } else {
        format!(", and {}", it.all(by, disrupted).says("are disrupted"))
    };
    match face {
        Some(face) => {
            let on = needed_words(test);
            format!("{who} to {to}{on}: [{face}], {result}{shaken}")
        }
        None => format!("{who} to {to}: {result}{shaken}"),
    }
}

#[allow(clippy::too_many_arguments, reason = "the facts of one event")]
fn moved_line(
    it: &Battle,
    unit: Id,
    mode: Mode,
    over: Option<&Pose>,
    heading: Facing,
    pose: &Pose,
    length: Length,
    manner: Manner,
) -> String {
    let it = it.it(unit);
    let verb = match mode {
        Mode::Advance => it.does("advance"),
        Mode::Rush => it.does("rush"),
        Mode::Testudo => format!("{} forward in testudo", it.does("creep")),
    };
    let over = over.map_or_else(String::new, |over| {
        format!(" over {}, facing {},", spot(over.at), towards(over.facing))
    });
    let wheel = if manner.contains(Manner::WHEELED) {
        format!("{} to {} and ", it.does("wheel"), towards(pose.facing))
    } else {
        String::new()
    };
    let slant = if manner.contains(Manner::SLANTED) {
        format!(", obliquely towards {},", towards(heading))
    } else {
        String::new()
    };
    let through = if manner.contains(Manner::PASSED) { " through friends" } else { "" };
    let (length, to) = (ud(length), spot(pose.at));
    format!("{it} {wheel}{verb} {length} UD{slant}{through}{over} to {to}")
}

fn shot_text(it: &Battle, target: Id, shot: &Shot, thrown: &ShotThrown) -> String {
    let over = if shot.overhead { " over the heads of friends" } else { "" };
    let target = it.it(target);
    let lost = match thrown.hits {
        0 => String::new(),
        _ => format!("; {}", target.says(&lost_text(thrown.lost))),
    };
    let saves = saves_text(&thrown.saves, &shot.save());
    format!(
        "shoot at {target}{over}: {} on {}+, {}{saves}{lost}",
        faces_text(&thrown.faces),
        shot.hits_on().total,
        counted(thrown.hits, "hit"),
    )
}

fn tell_fight(
    units: [Id; 2],
    backing: &[Backing; 2],
    fight: &Fight,
    thrown: &FightThrown,
    told: To<'_, '_>,
) {
    told.cites(&["AV-4.6", "AV-11.2", "AV-R71", "AV-R79", "AV-R80"]);
    for (n, fighter) in fight.fighters.iter().enumerate() {
        let supports = fighter.supports;
        let from_place = supports.behind || supports.left || supports.right;
        let at_risk = thrown.risks[n] != Faces::default();
        let close = fighter.profile.doctrine() == Doctrine::Close;
        told.counts_those(&[
            ("AV-11.7", from_place),
            ("AV-R74", from_place),
            ("AV-R7", fighter.attacked_on != Quarter::Front),
            ("AV-R11", fighter.uphill),
            ("AV-R16", fighter.protected),
            ("AV-R76", fighter.protected),
            ("AV-R78", fighter.profile.weapon == Weapon::HeavyProjectiles),
            ("AV-R15", !fight.in_the_open),
            ("AV-R15", close && fight.in_the_open),
            ("AV-15.3", at_risk),
            ("AV-15.4", at_risk),
            ("AV-15.8", thrown.killed[n]),
            ("AV-10.13", thrown.strikes[1 - n].hits > 0),
            ("AV-10.14", thrown.lost[n] > 0),
        ]);
    }
    told.says(None, |it| {
        let strikes = [0, 1].map(|n| strike_text(it, units, n, backing, fight, thrown));
        strikes.join("; ")
    });
    for n in [0, 1] {
        told.sum(|it| format!("dice of {}", it.it(units[n])), &fight.dice(n))
            .sum(|_| "each needs".into(), &fight.hits_on(n));
        if thrown.strikes[1 - n].hits > 0 {
            told.sum(|it| it.it(units[n]).says("save on"), &fight.save(n).sum());
        }
    }
}

/// What one side of a fight does to the other.
fn strike_text(
    it: &Battle,
    units: [Id; 2],
    n: usize,
    backing: &[Backing; 2],
    fight: &Fight,
    thrown: &FightThrown,
) -> String {
    let [own, other] = [units[n], units[1 - n]].map(|id| it.it(id));
    let supported = supported_text(it, units[n].seat(), &backing[n]);
    let (faces, hits) = (faces_text(&thrown.faces[n]), thrown.strikes[n].hits);
    let (hits, leader) = (counted(hits, "hit"), risk_text(thrown, 1 - n));
    let saves = saves_text(&thrown.saves[1 - n], &fight.save(1 - n));
    let lost = other.says(&lost_text(thrown.lost[1 - n]));
    let (strike, needs) = (own.does("strike"), fight.hits_on(n).total);
    format!("{own}{supported} {strike} {other}: {faces} on {needs}+, {hits}{leader}{saves}, {lost}")
}

/// AV-R74: by whom one side of a fight is supported, and from where.
fn supported_text(it: &Battle, seat: Seat, backing: &Backing) -> String {
    let Backing { behind, flanks, contact } = *backing;
    let all = [("from behind", behind), ("on the flank", flanks), ("by contact", contact)];
    let each = all.into_iter().filter(|(_, units)| !units.is_empty());
    let each = each.map(|(from, units)| format!("{from} by {}", it.names(seat, units)));
    match each.collect::<Vec<_>>().join(", ") {
        said if said.is_empty() => said,
        said => format!(" (supported {said})"),
    }
}

/// AV-10.13: the dice that save, and what they need. AV-R70: none are thrown if nothing saves.
fn saves_text(faces: &Faces, save: &Save) -> String {
    match (faces.0.is_empty(), save.needs()) {
        (true, _) => String::new(),
        (_, 6) => format!(", saves {} on 6", faces_text(faces)),
        (_, needs) => format!(", saves {} on {needs}+", faces_text(faces)),
    }
}

/// A place in UD from the south-west corner, to 0.01 UD.
fn spot(at: Point) -> String {
    let [x, y] = [at.x, at.y].map(|it| (it.get() * 100.0).round() / 100.0);
    format!("({x}, {y})")
}

fn towards(facing: Facing) -> String {
    degrees(facing.from_north())
}

fn face_text(face: Option<u8>) -> String {
    face.map_or("no die can help".into(), |face| format!("[{face}]"))
}

fn faces_text(faces: &Faces) -> String {
    let all: Vec<_> = faces.0.iter().map(ToString::to_string).collect();
    format!("[{}]", all.join(" "))
}

/// AV-15.3, AV-15.4: the dice for the leader of one side, if 6s hit him.
fn risk_text(thrown: &FightThrown, side: usize) -> String {
    if thrown.risks[side] == Faces::default() {
        return String::new();
    }
    let fate = if thrown.killed[side] { "killed" } else { "unharmed" };
    format!(", for their leader {}, {fate}", faces_text(&thrown.risks[side]))
}

fn lost_text(lost: usize) -> String {
    match lost {
        0 => "lose nothing".into(),
        lost => format!("lose {lost} CP"),
    }
}
