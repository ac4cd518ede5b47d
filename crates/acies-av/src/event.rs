//! What happens in a battle: events as facts, and the rules that made each happen.

use acies_core::{Dice, Each, RuleId, Seat};
use acies_table::{Facing, Length, Point, Pose};
use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    battle::{EndedBy, Ending},
    engagement::Backing,
    fight::{Fight, Strike},
    initiative::Initiative,
    leaders::Met,
    morale::{Nerve, Rung},
    moves::Mode,
    order_test::OrderTest,
    profile::{Doctrine, Figure, Order},
    setup::Prepared,
    shots::{Shot, Slope},
    units::{Id, UnitSet},
    way::Stop,
};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// S1 to S5.
    Prepared(Prepared),
    TurnBegins {
        turn: u8,
    },
    /// RULES.md 2: a part of the turn, and whose.
    PartBegins {
        part: Part,
    },
    Initiative {
        both: Each<Initiative>,
        faces: Faces,
        winner: Option<Seat>,
    },
    Played {
        by: Seat,
        first: bool,
    },
    OrderTested {
        by: Seat,
        units: UnitSet,
        /// AV-5.14.
        lender: Id,
        test: OrderTest,
        /// Nothing without a test (AV-16.2).
        face: Option<u8>,
        success: bool,
        disrupted: UnitSet,
    },
    Redressed {
        unit: Id,
    },
    /// AV-7.5.
    Converted {
        unit: Id,
        engaged: bool,
    },
    Pivoted {
        unit: Id,
        facing: Facing,
    },
    Moved {
        unit: Id,
        mode: Mode,
        /// Where it stood after the first of two segments (AV-R47).
        over: Option<Pose>,
        /// Of the last segment.
        heading: Facing,
        pose: Pose,
        length: Length,
        manner: Manner,
    },
    FellBack {
        unit: Id,
        pose: Pose,
        length: Length,
        about: bool,
        manner: Manner,
    },
    /// AV-R54.
    Pushed {
        unit: Id,
        by: Id,
        at: Point,
    },
    /// AV-R5: its own move brought it into contact.
    Reached {
        unit: Id,
        enemies: UnitSet,
    },
    Disrupted {
        unit: Id,
        rules: &'static [RuleId],
    },
    RushTested {
        unit: Id,
        face: Option<u8>,
        disrupted: bool,
        /// AV-R57: at P2d.
        late: bool,
    },
    Rode {
        by: Seat,
        leader: u8,
        to: Point,
    },
    Attached {
        by: Seat,
        leader: u8,
        unit: Id,
    },
    LeaderMet {
        by: Seat,
        leader: u8,
        unit: Id,
        fate: Met,
        face: Option<u8>,
        /// AV-R88: he got away and found no room.
        cornered: bool,
    },
    LeaderLost {
        by: Seat,
        leader: u8,
        chief: bool,
        /// The unit with which he is lost.
        with: Option<Id>,
    },
    FigureLost {
        by: Seat,
        figure: Figure,
        mourners: UnitSet,
    },
    Aimed {
        unit: Id,
        target: Id,
    },
    Shot {
        unit: Id,
        target: Id,
        shot: Shot,
        slope: Slope,
        thrown: ShotThrown,
    },
    /// AV-R116: it ought to go and cannot.
    Blocked {
        unit: Id,
        by: Option<Stop>,
    },
    /// AV-R73(2): a fight is named, and the other player may put another unit in.
    Named {
        unit: Id,
        enemy: Id,
    },
    /// AV-R73(2): he does.
    Substituted {
        unit: Id,
        named: Id,
        against: Id,
    },
    Matched {
        units: [Id; 2],
        /// AV-R73(2): somebody chose it.
        named: bool,
    },
    Joined {
        unit: Id,
        friend: Id,
    },
    Lent {
        unit: Id,
        to: Id,
        yes: bool,
    },
    Fought {
        /// Red's, then Blue's.
        units: [Id; 2],
        /// Who supports each.
        backing: [Backing; 2],
        fight: Box<Fight>,
        thrown: Box<FightThrown>,
    },
    MoraleTested {
        unit: Id,
        nerve: Nerve,
        cp: u8,
        /// Nothing if no die can pass.
        face: Option<u8>,
        passed: bool,
        /// AV-16.1.
        again: bool,
    },
    Descended {
        unit: Id,
        rung: Rung,
        /// AV-13.2: for lack of Cohesion Points.
        spent: bool,
        fanatics: bool,
    },
    Snowballed {
        unit: Id,
        fallen: Id,
        rung: Rung,
        tests: u8,
    },
    Removed {
        unit: Id,
        left_table: bool,
    },
    Retreated {
        unit: Id,
        rung: Rung,
        pose: Pose,
        distance: Length,
        blocked: bool,
        deviates: bool,
        turned: bool,
    },
    FollowedUp {
        unit: Id,
        at: Point,
        regular: bool,
    },
    StayedBehind {
        unit: Id,
    },
    Enraged {
        unit: Id,
    },
    /// AV-5.20, AV-5.21.
    Halted {
        by: Seat,
        units: UnitSet,
        /// Of these, who fell back.
        fell_back: UnitSet,
    },
    Counted {
        by: Seat,
        lost: u32,
        of: u32,
    },
    Ended {
        ending: Ending,
    },
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

bitflags::bitflags! {
    /// How a unit went.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
    #[serde(transparent)]
    pub struct Manner: u8 {
        const WHEELED = 1;
        /// AV-5.25: in close order.
        const WHEELED_CLOSE = 1 << 1;
        const SLANTED = 1 << 2;
        /// Less than its minimum, for something stopped it.
        const HALTED = 1 << 3;
        /// AV-R47: two segments.
        const DOUBLE = 1 << 4;
        /// AV-R53: through friends.
        const PASSED = 1 << 5;
        /// Out of contact.
        const FROM_CONTACT = 1 << 6;
        /// AV-R51: up to an edge of rough ground.
        const AT_EDGE = 1 << 7;
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

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ShotThrown {
    pub faces: Faces,
    pub hits: usize,
    pub saves: Faces,
    /// Saves missed.
    pub lost: usize,
}

/// The dice of a fight, each for Red and for Blue.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FightThrown {
    pub strikes: [Strike; 2],
    pub faces: [Faces; 2],
    /// AV-15.4: dice for hits on leaders.
    pub risks: [Faces; 2],
    pub killed: [bool; 2],
    pub saves: [Faces; 2],
    /// Saves missed.
    pub lost: [usize; 2],
}

impl acies_core::Event for Event {
    fn cite(&self, each: &mut dyn FnMut(RuleId)) {
        let mut all = |rules: &[RuleId]| rules.iter().copied().for_each(&mut *each);
        match self {
            Event::TurnBegins { .. } => all(&["AV-4.1"]),
            Event::PartBegins { part } => match part {
                Part::Orders(_) => all(&["AV-4.3"]),
                Part::Shooting => all(&["AV-4.5"]),
                Part::HandToHand => all(&["AV-4.6"]),
            },
            Event::Initiative { both, winner, .. } => {
                all(&["AV-4.2"]);
                if winner.is_none() {
                    all(&["AV-R30"]);
                }
                both.0.iter().for_each(|it| it.sum().cite(each));
            }
            Event::Played { .. } => all(&["AV-4.2", "AV-4.3"]),
            Event::OrderTested { units, test, face, success, disrupted, .. } => {
                all(&["AV-5.2", "AV-R31"]);
                if units.len() > 1 {
                    all(&["AV-5.13", "AV-5.14", "AV-5.17", "AV-R40"]);
                }
                match (face, success) {
                    (None, true) => all(&["AV-16.2", "AV-R41"]),
                    (_, true) => {}
                    (_, false) => all(&["AV-5.11"]),
                }
                match test.to {
                    Order::FallBack if test.from.is_none() => all(&["AV-R37", "AV-R58"]),
                    Order::FallBack => all(&["AV-5.35", "AV-R58"]),
                    Order::Shieldwall | Order::Orbis => all(&["AV-R38"]),
                    _ => {}
                }
                if !disrupted.is_empty() {
                    all(&["AV-9.3", "AV-9.4", "AV-9.5"]);
                    if units.len() > 1 {
                        all(&["AV-5.18"]);
                    }
                }
                if test.renewed > 0 {
                    all(&["AV-R34"]);
                }
                if test.isolated {
                    all(&["AV-5.7", "AV-R14"]);
                }
                test.needs().into_iter().for_each(|(rule, _)| each(rule));
                test.sum().cite(each);
            }
            Event::Redressed { .. } => all(&["AV-5.38", "AV-5.39", "AV-R61"]),
            Event::Converted { engaged: true, .. } => all(&["AV-7.5", "AV-R43"]),
            Event::Converted { .. } => all(&["AV-7.5", "AV-R56"]),
            Event::Pivoted { .. } => all(&["AV-5.19", "AV-2.3", "AV-R44"]),
            Event::Moved { mode, manner, .. } => {
                match mode {
                    Mode::Advance => all(&["AV-5.22", "AV-6.1"]),
                    Mode::Rush => all(&["AV-5.27", "AV-R56"]),
                    Mode::Testudo => all(&["AV-18.9", "AV-R96"]),
                }
                manner.cite(&mut all);
                if manner.contains(Manner::FROM_CONTACT) {
                    all(&["AV-R100"]);
                }
            }
            Event::FellBack { about, manner, .. } => {
                all(&[if *about { "AV-5.34" } else { "AV-5.33" }, "AV-5.37", "AV-R58"]);
                manner.cite(&mut all);
                if manner.contains(Manner::FROM_CONTACT) {
                    all(&["AV-5.36", "AV-R50"]);
                }
                if manner.contains(Manner::DOUBLE) {
                    all(&["AV-R59"]);
                }
            }
            Event::Pushed { .. } => all(&["AV-18.12", "AV-18.13", "AV-R54"]),
            Event::Reached { .. } => all(&["AV-2.5", "AV-11.1", "AV-R5", "AV-R49"]),
            Event::Disrupted { rules, .. } => all(rules),
            Event::RushTested { disrupted, late, .. } => {
                all(&["AV-5.28", "AV-8.1"]);
                if *late {
                    all(&["AV-R57"]);
                }
                if *disrupted {
                    all(&["AV-9.1", "AV-9.4", "AV-9.5"]);
                }
            }
            Event::Rode { .. } => all(&["AV-4.4", "AV-6.4", "AV-R32"]),
            Event::Attached { .. } => all(&["AV-4.4", "AV-15.1", "AV-R32"]),
            Event::LeaderMet { .. } => all(&["AV-15.6", "AV-R88"]),
            Event::LeaderLost { chief, with, .. } => {
                if with.is_some() {
                    all(&["AV-15.5"]);
                }
                all(&["AV-R24"]);
                if *chief {
                    all(&["AV-15.7"]);
                }
            }
            Event::FigureLost { figure, .. } => {
                all(&["AV-R102"]);
                if *figure == Figure::Guru {
                    all(&["AV-17.4"]);
                }
            }
            Event::Aimed { .. } => all(&["AV-10.10", "AV-R64", "AV-R66", "AV-R67"]),
            Event::Shot { shot, slope, thrown, .. } => {
                all(&["AV-4.5", "AV-10.9", "AV-10.12", "AV-C.2"]);
                match slope {
                    Slope::Level => {}
                    Slope::Downhill => all(&["AV-10.3", "AV-10.15", "AV-R65", "AV-R11"]),
                    Slope::Uphill => all(&["AV-10.4", "AV-10.15", "AV-R65", "AV-R11"]),
                }
                if shot.overhead {
                    all(&["AV-10.6", "AV-19.6", "AV-19.8", "AV-R68"]);
                }
                if shot.battery.order == Some(Order::FallBack) {
                    all(&["AV-18.11"]);
                }
                if shot.outflanked {
                    all(&["AV-R7"]);
                }
                if shot.protected {
                    all(&["AV-R16"]);
                }
                shot.dice().cite(each);
                shot.hits_on().cite(each);
                if thrown.hits > 0 {
                    each("AV-10.13");
                    shot.save().sum().cite(each);
                }
                if thrown.lost > 0 {
                    each("AV-10.14");
                }
            }
            Event::Blocked { .. } => all(&["AV-7.4", "AV-R48", "AV-R116"]),
            Event::Named { .. } => all(&["AV-R73"]),
            Event::Substituted { .. } => all(&["AV-11.10", "AV-R73"]),
            Event::Matched { named, .. } => {
                all(&["AV-11.1", "AV-R73"]);
                if *named {
                    all(&["AV-11.10"]);
                }
            }
            Event::Joined { .. } => all(&["AV-11.10", "AV-R73", "AV-R95"]),
            Event::Lent { .. } => all(&["AV-R103"]),
            Event::Fought { fight, thrown, .. } => cite_fight(fight, thrown, each),
            Event::MoraleTested { nerve, cp, face, passed, again, .. } => {
                all(&["AV-14.1", "AV-R71"]);
                if *again {
                    all(&["AV-16.1", "AV-R81"]);
                }
                if *face == Some(1) {
                    all(&["AV-14.9"]);
                }
                if !passed {
                    all(&["AV-9.2"]);
                }
                if nerve.religious || nerve.guru {
                    all(&["AV-R82"]);
                }
                nerve.sum(*cp).cite(each);
            }
            Event::Descended { rung, spent, fanatics, .. } => match rung {
                _ if *spent => all(&["AV-13.2"]),
                Rung::GoodOrder => {}
                Rung::Disrupted => all(&["AV-14.2", "AV-R72", "AV-9.4", "AV-9.5"]),
                Rung::Repulsed if *fanatics => all(&["AV-14.3", "AV-18.4", "AV-18.5", "AV-R72"]),
                Rung::Repulsed => all(&["AV-14.3", "AV-R72"]),
                Rung::Routed => all(&["AV-14.4", "AV-R72"]),
                Rung::Eliminated => all(&["AV-14.5", "AV-R72"]),
            },
            Event::Snowballed { rung, .. } => {
                all(&["AV-R83"]);
                match rung {
                    Rung::Repulsed => all(&["AV-14.13"]),
                    Rung::Routed => all(&["AV-14.14"]),
                    _ => all(&["AV-14.15"]),
                }
            }
            Event::Removed { left_table: true, .. } => all(&["AV-R85", "AV-R94"]),
            Event::Removed { .. } => all(&["AV-13.2", "AV-R87"]),
            Event::Retreated { rung, blocked, turned, .. } => {
                match rung {
                    Rung::Routed => all(&["AV-14.11", "AV-14.17", "AV-R85", "AV-R87"]),
                    _ => all(&["AV-14.10", "AV-R84", "AV-R87"]),
                }
                if *blocked {
                    all(&["AV-14.12", "AV-R86"]);
                }
                if *turned {
                    all(&["AV-14.16"]);
                }
            }
            Event::FollowedUp { regular, .. } => {
                all(&["AV-8.2", if *regular { "AV-8.3" } else { "AV-8.4" }, "AV-R60"]);
            }
            Event::StayedBehind { .. } => all(&["AV-8.3"]),
            Event::Enraged { .. } => all(&["AV-18.6", "AV-18.7", "AV-18.8", "AV-R89"]),
            Event::Halted { units, fell_back, .. } => {
                all(&["AV-R42"]);
                if !fell_back.is_empty() {
                    all(&["AV-5.20"]);
                }
                if units != fell_back {
                    all(&["AV-5.21"]);
                }
            }
            Event::Counted { .. } => all(&["AV-R24"]),
            Event::Prepared(prepared) => all(prepared.rules()),
            Event::Ended { ending } => {
                all(&[ending.rule()]);
                if ending.how == EndedBy::Broken {
                    all(&["AV-R25"]);
                }
            }
        }
    }
}

impl Manner {
    fn cite(self, all: &mut dyn FnMut(&[RuleId])) {
        for (manner, rules) in [
            (Manner::WHEELED, &["AV-5.23", "AV-5.24", "AV-R45", "AV-2.3"][..]),
            (Manner::WHEELED_CLOSE, &["AV-5.25"]),
            (Manner::SLANTED, &["AV-R46"]),
            (Manner::HALTED, &["AV-7.4", "AV-R48"]),
            (Manner::PASSED, &["AV-R53"]),
            (Manner::AT_EDGE, &["AV-7.1", "AV-R51"]),
        ] {
            if self.contains(manner) {
                all(rules);
            }
        }
        if self.contains(Manner::DOUBLE) {
            all(&["AV-5.42"]);
        }
    }
}

fn cite_fight(fight: &Fight, thrown: &FightThrown, each: &mut dyn FnMut(RuleId)) {
    ["AV-4.6", "AV-11.2", "AV-R71", "AV-R79", "AV-R80"].into_iter().for_each(&mut *each);
    for (n, fighter) in fight.fighters.iter().enumerate() {
        fight.dice(n).cite(each);
        fight.hits_on(n).cite(each);
        let supports = fighter.supports;
        let from_place = supports.behind || supports.left || supports.right;
        let volley = fighter.profile.weapon == crate::profile::Weapon::HeavyProjectiles;
        for (fired, rules) in [
            (from_place, &["AV-11.7", "AV-R74"][..]),
            (fighter.attacked_on != crate::fight::Side::Front, &["AV-R7"]),
            (fighter.uphill, &["AV-R11"]),
            (fighter.protected, &["AV-R16", "AV-R76"]),
            (volley, &["AV-R78"]),
            (!fight.in_the_open, &["AV-R15"]),
            (fighter.profile.doctrine() == Doctrine::Close && fight.in_the_open, &["AV-R15"]),
            (thrown.risks[n] != Faces::default(), &["AV-15.3", "AV-15.4"]),
            (thrown.killed[n], &["AV-15.8"]),
        ] {
            if fired {
                rules.iter().copied().for_each(&mut *each);
            }
        }
        if thrown.strikes[1 - n].hits > 0 {
            each("AV-10.13");
            fight.save(n).sum().cite(each);
        }
        if thrown.lost[n] > 0 {
            each("AV-10.14");
        }
    }
}
