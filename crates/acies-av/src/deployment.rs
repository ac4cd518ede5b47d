//! The usual deployment of an army (AV-R28, AV-R29): heavy foot in the middle of the line, lighter foot beside it,
//! cavalry on the wings, Expediti in front, archers and what finds no room behind.

use acies_table::{Facing, Length, Point, Pose};

use crate::{
    army::{Enlisted, Roster, Stand},
    battle::Field,
    profile::{Kind, Order, Profile},
};

/// Where everybody stands, as the owner sees the table, and under which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deployed {
    pub units: Vec<(Pose, Order)>,
    pub leaders: Vec<Stand>,
}

/// From one unit of a line to the next, from the own edge to each line, and from a leader to the line.
const GAP_UD: f64 = 1.4;
const FRONT_UD: f64 = 4.8;
const LINE_UD: f64 = 3.4;
const BEHIND_UD: f64 = 1.6;
const LEADER_UD: f64 = 2.4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    Front,
    Line,
    Behind,
}

impl Row {
    fn of(profile: &Profile) -> Row {
        match profile.kind() {
            Kind::Artillery => Row::Line,
            _ if profile.is_expediti() => Row::Front,
            _ if profile.shoot.is_some() && profile.is_infantry() && !profile.is_close() => {
                Row::Behind
            }
            _ => Row::Line,
        }
    }

    fn y(self) -> f64 {
        match self {
            Row::Front => FRONT_UD,
            Row::Line => LINE_UD,
            Row::Behind => BEHIND_UD,
        }
    }
}

/// How far from the middle of its row a unit stands, compared with others.
fn rank(profile: &Profile) -> u8 {
    match profile.kind() {
        Kind::Infantry if profile.is_close() => 0,
        Kind::Infantry => 1,
        Kind::Artillery => 2,
        Kind::Cavalry => 3,
    }
}

/// Places from the files where they have them, the usual ones elsewhere.
pub fn usual(roster: &Roster, field: Field) -> Deployed {
    let rows = [Row::Front, Row::Line, Row::Behind];
    let mut places = vec![Point::default(); roster.units.len()];
    for row in rows {
        let mut members: Vec<usize> = (0..roster.units.len())
            .filter(|&at| Row::of(&roster.units[at].profile) == row)
            .collect();
        members.sort_by_key(|&at| rank(&roster.units[at].profile));
        let middle = field.width.get() / 2.0;
        for (n, at) in members.into_iter().enumerate() {
            // 0, +1, -1, +2, -2 places from the middle.
            let step = n.div_ceil(2) as f64 * if n % 2 == 1 { 1.0 } else { -1.0 };
            places[at] = Point::new(middle + step * GAP_UD, row.y());
        }
    }
    let deployed = roster.units.iter().all(|unit| unit.at.is_some());
    let stand = |(unit, at): (&Enlisted, Point)| {
        let usual = Pose { at, facing: Facing::NORTH };
        let pose = unit.at.filter(|_| deployed).unwrap_or(usual);
        (pose, unit.order.unwrap_or_else(|| first_order(&unit.profile)))
    };
    let units: Vec<_> = roster.units.iter().zip(places).map(stand).collect();
    let leaders = (0..).zip(&roster.leaders).map(|(n, leader)| {
        let alone = Point::new(field.width.get() / 2.0 + 2.0 * f64::from(n), LEADER_UD);
        leader.post.unwrap_or(Stand::At(alone))
    });
    Deployed { leaders: leaders.collect(), units }
}

/// AV-R29: who shoots from a halt waits, everybody else advances.
fn first_order(profile: &Profile) -> Order {
    let waits = profile.shoot.is_some() && !profile.is_expediti();
    if waits { Order::Halt } else { Order::Advance }
}

/// A pose as the owner of the far edge has it, as it is on the table.
pub fn from_across(pose: Pose, field: Field) -> Pose {
    let at = across(pose.at, field);
    Pose { at, facing: pose.facing.opposite() }
}

/// A place seen from the other long edge.
pub fn across(at: Point, field: Field) -> Point {
    let [x, y]: [Length; 2] = [field.width - at.x, field.depth - at.y];
    Point { x, y }
}
