//! Battle lines: how an army may deploy (AV-R28, AV-R29). The best of the close-order foot stands in the middle,
//! horse on the wings, Expediti on foot ahead, archers behind the line to shoot over it (AV-19.6), and who finds no
//! room looks for some nearby.

use std::cmp::Reverse;

use acies_core::Seat;
use acies_table::{Facing, Point, Pose};
use arrayvec::ArrayVec;

use super::{Deployment, Stand};
use crate::{
    battle::{Battle, Carrier},
    profile::{Abilities, Doctrine, Kind, Order, Profile, Shooter},
    rulings::UNITS_MAX,
    units::{Id, Post},
};

/// How an army draws up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One line across the middle.
    Line,
    /// A third of it behind the others.
    Deep,
    /// One line towards the left, or the right.
    Left,
    Right,
}

impl Style {
    pub const ALL: [Style; 4] = [Style::Line, Style::Deep, Style::Left, Style::Right];
}

/// From unit to unit in a line: close enough for flank support and groups (AV-11.9, AV-5.13).
const FILE_UD: f64 = 1.5;
/// From the own edge to Expediti, to the line, and to those behind it.
const AHEAD_UD: f64 = 5.0;
const LINE_UD: f64 = 3.8;
const BEHIND_UD: f64 = 2.0;
/// So far towards a wing an army stands that leans to it.
const LEAN_UD: f64 = 5.0;
/// How finely room is looked for.
const STEP_UD: f64 = 0.5;

impl Battle {
    /// The army in lines.
    pub(crate) fn drawn_up(&self, by: Seat, style: Style) -> Deployment {
        let mut lines = DrawnUp { battle: self, by, style, stands: ArrayVec::new() };
        let part = |wanted: Part| {
            let units = (0..self.setup.armies[by].units.len() as u8).map(|n| Id::new(by, n));
            let mut units: Vec<Id> =
                units.filter(|&id| part_of(self.profile(id)) == wanted).collect();
            units.sort_by_key(|&id| (!self.profile(id).is_close(), Reverse(self.recruit(id).cost)));
            units
        };
        let mut line = middle_out(&part(Part::Foot), &part(Part::Horse));
        let reserve: Vec<Id> = match style {
            Style::Deep => {
                let foot = part(Part::Foot);
                let back = foot[foot.len() - foot.len() / 3..].to_vec();
                line.retain(|id| !back.contains(id));
                back
            }
            Style::Line | Style::Left | Style::Right => Vec::new(),
        };
        lines.row(&line, LINE_UD);
        lines.row(&part(Part::Ahead), AHEAD_UD);
        lines.row(&[reserve, part(Part::Behind)].concat(), BEHIND_UD);
        lines.deployment()
    }

    /// Leaders who help the unit that they are with go with the heaviest foot; others stand behind it.
    fn usual_posts(&self, by: Seat, stands: &[(Id, Pose)]) -> Vec<Post> {
        let host = &self.setup.armies[by];
        let mut led: Vec<Id> = stands.iter().map(|(id, _)| *id).collect();
        led.sort_by_key(|&id| Reverse(host.units[usize::from(id.number())].cost));
        let mut free = led.into_iter().filter(|id| {
            let part = part_of(self.profile(*id));
            // AV-R23: no leader brings a figure to where one is.
            let carries = host.figures.iter().any(|it| it.by == Carrier::Unit(id.number()));
            matches!(part, Part::Foot | Part::Horse) && !carries
        });
        let mut post = |abilities: Abilities, chief: bool| {
            let helps = Abilities::HERO | Abilities::CHARISMATIC | Abilities::INSPIRING;
            let alone = chief && !abilities.intersects(helps);
            let joined = if alone { None } else { free.next() };
            joined.map_or_else(
                || Post::Alone(self.behind_the_middle(by)),
                |id| Post::With(id.number()),
            )
        };
        host.leaders.iter().map(|it| post(it.profile.abilities, it.profile.chief)).collect()
    }

    /// A place for a leader by himself: the nearest to the middle where he may stand.
    fn behind_the_middle(&self, by: Seat) -> Point {
        let field = &self.setup.field;
        let middle = field.width.get() / 2.0;
        let offers = (0..)
            .map(|n: i32| f64::from((n + 1) / 2) * if n % 2 == 0 { STEP_UD } else { -STEP_UD });
        let offers = offers.take_while(|x| x.abs() < middle);
        let places = offers.map(|x| field.seen_from(by, Point::new(middle + x, BEHIND_UD)));
        let open = |at: &Point| self.ground.going(at.vec()) < crate::ground::Going::VeryRough;
        let edge = field.seen_from(by, Point::new(middle, 0.0));
        places.into_iter().find(open).unwrap_or(edge)
    }
}

/// Where a unit belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Foot,
    Horse,
    Ahead,
    Behind,
}

fn part_of(profile: &Profile) -> Part {
    match (profile.kind(), profile.doctrine()) {
        (Kind::Cavalry, _) => Part::Horse,
        (Kind::Artillery, _) => Part::Foot,
        (Kind::Infantry, Doctrine::Open) => Part::Ahead,
        (Kind::Infantry, _) if profile.shoot == Some(Shooter::Bow) => Part::Behind,
        (Kind::Infantry, _) => Part::Foot,
    }
}

/// AV-R29: who shoots from a halt waits; everybody else goes forward.
fn usual_order(profile: &Profile) -> Order {
    let waits = profile.is_artillery()
        || (!profile.is_expediti() && profile.shoot.is_some_and(|it| it != Shooter::Javelin));
    if waits { Order::Halt } else { Order::Advance }
}

/// The first of the foot in the middle, horse on the outside, left and right in turn.
fn middle_out(foot: &[Id], horse: &[Id]) -> Vec<Id> {
    let outward: Vec<Id> = foot.iter().chain(horse).copied().collect();
    let mut line: Vec<Id> = outward.iter().copied().skip(1).step_by(2).collect();
    line.reverse();
    line.extend(outward.iter().copied().step_by(2));
    line
}

/// An army that is being drawn up.
struct DrawnUp<'a> {
    battle: &'a Battle,
    by: Seat,
    style: Style,
    stands: ArrayVec<(Id, Pose), UNITS_MAX>,
}

impl DrawnUp<'_> {
    /// Units side by side at a distance from their edge.
    fn row(&mut self, units: &[Id], front: f64) {
        let width = self.battle.setup.field.width.get();
        let file = FILE_UD.min((width - 2.0) / units.len().max(1) as f64);
        let half = file * (units.len().saturating_sub(1)) as f64 / 2.0;
        let lean = match self.style {
            Style::Line | Style::Deep => 0.0,
            Style::Left => -LEAN_UD,
            Style::Right => LEAN_UD,
        };
        let room = (width / 2.0 - 1.0 - half).max(0.0);
        let left = width / 2.0 + lean.clamp(-room, room) - half;
        for (n, &unit) in units.iter().enumerate() {
            self.place(unit, left + file * n as f64, front);
        }
    }

    /// Where it is wanted, or the nearest room to it.
    fn place(&mut self, unit: Id, x: f64, y: f64) {
        let width = self.battle.setup.field.width.get();
        let shifts = (0..)
            .map(|n: i32| f64::from((n + 1) / 2) * if n % 2 == 0 { STEP_UD } else { -STEP_UD });
        let shifts = shifts.take_while(|shift| shift.abs() <= width);
        let rows = [0.0, -1.0, -2.0, 1.0, -3.0, -4.0].map(|back| y + back);
        let rows = rows.into_iter().filter(|y| (0.0..=AHEAD_UD).contains(y));
        for y in rows {
            for x in shifts.clone().map(|shift| x + shift) {
                let owners = Pose::new(x, y, Facing::NORTH);
                let pose = self.battle.setup.field.placed(self.by, owners);
                let others = self.stands.iter().map(|(id, pose)| (id.number(), pose.at));
                if self.battle.check_stand(unit, pose, others).is_ok() {
                    self.stands.push((unit, pose));
                    return;
                }
            }
        }
        unreachable!("the zone has room for more units than an army has");
    }

    fn deployment(mut self) -> Deployment {
        self.stands.sort_unstable_by_key(|(id, _)| *id);
        let order = |id: Id| usual_order(self.battle.profile(id));
        let units = self.stands.iter().map(|&(id, pose)| Stand { pose, order: order(id) });
        let leaders = self.battle.usual_posts(self.by, &self.stands);
        Deployment { units: units.collect(), leaders }
    }
}
