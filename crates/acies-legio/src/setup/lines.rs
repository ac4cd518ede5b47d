//! Battle lines: how commands may deploy (LEG-R116). The General's stands in the middle, those with most horse on the
//! wings; heavy infantry in line, horse on the outside, light foot and beasts ahead, and supports behind whom they
//! support (LEG-R88). Who finds no room looks for some nearby.

use std::cmp::Reverse;

use acies_core::{Dice, Id, Seat};
use acies_table::{Facing, Point, Pose, Rect};
use arrayvec::ArrayVec;

use super::{Stand, deploy::Deploy};
use crate::{
    battle::{Action, Battle, Place},
    rulings::{COMMAND_UNITS_MAX, UNITS_MAX},
};

/// How an army draws up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// In one line, if there is room.
    Line,
    /// Half of it behind the others.
    Deep,
    /// In one line, towards the left or the right.
    Left,
    Right,
}

impl Style {
    pub const ALL: [Style; 4] = [Style::Line, Style::Deep, Style::Left, Style::Right];
}

/// From unit to unit: near enough to guard each other's flank (LEG-R75).
const GAP: f64 = 10.0;
/// From a front line to its supports (LEG-R88).
const BEHIND: f64 = 20.0;
/// How far the line and those ahead of it stand from the edge of the zone.
const LINE_BACK: f64 = 60.0;
const AHEAD_BACK: f64 = 10.0;
/// A leader stands so far behind his line.
const LEADER_BEHIND: f64 = 30.0;
/// So far an army leans to a wing.
const LEAN: f64 = 250.0;
/// How finely room is looked for.
const STEP: f64 = 20.0;

/// The units of a command by their part in its line.
#[derive(Default)]
struct Block {
    command: u8,
    front: ArrayVec<u8, COMMAND_UNITS_MAX>,
    rear: ArrayVec<u8, COMMAND_UNITS_MAX>,
    ahead: ArrayVec<u8, COMMAND_UNITS_MAX>,
    horse: ArrayVec<u8, COMMAND_UNITS_MAX>,
}

/// Where units and leaders are wanted, as their owner sees the table.
struct Wanted {
    units: ArrayVec<(u8, Pose), UNITS_MAX>,
    leaders: ArrayVec<(u8, Point), 8>,
}

impl Battle {
    /// Each command that is still to deploy, as the army's file has it if the ground allows, and in every style.
    pub(super) fn deployments(&self, by: Seat) -> Vec<Deploy> {
        let mut all: Vec<Deploy> = Vec::new();
        for command in self.undeployed(by) {
            let first = all.len();
            all.extend(self.planned(by, command));
            for style in Style::ALL {
                let deploy = self.drawn_up(by, command, style);
                all.extend(deploy.filter(|it| !all[first..].contains(it)));
            }
            if all.len() == first {
                // LEG-R191.
                all.push(Deploy { command, leader: Place::Lost, stands: Vec::new() });
            }
        }
        all
    }

    /// What the computer player does: one long line, and what the army's file says where there is no room for it.
    pub(crate) fn good_deployment(&self, by: Seat) -> Option<Action> {
        let command = self.undeployed(by).next()?;
        let line = self.drawn_up(by, command, Style::Line);
        line.or_else(|| self.planned(by, command)).map(Action::from)
    }

    /// One of them, without looking at all.
    pub(super) fn any_deployment(&self, by: Seat, chance: &mut Dice) -> Option<Deploy> {
        let commands: ArrayVec<u8, 8> = self.undeployed(by).collect();
        let command = *commands.get(chance.number(commands.len().max(1)))?;
        match chance.number(Style::ALL.len() + 1) {
            0 => self.planned(by, command),
            n => self.drawn_up(by, command, Style::ALL[n - 1]),
        }
    }

    /// LEG-R191: whether a command has room anywhere.
    pub(super) fn has_room(&self, by: Seat, command: u8) -> bool {
        let any = |style: Style| self.drawn_up(by, command, style).is_some();
        self.planned(by, command).is_some() || Style::ALL.into_iter().any(any)
    }

    /// As the army's file has it.
    fn planned(&self, by: Seat, command: u8) -> Option<Deploy> {
        let plan = &self.prelude.as_ref()?.plans[by];
        let stand = |unit: u8| {
            let pose = *plan.stands.get(usize::from(unit))?;
            Some(Stand { unit, shape: self.unit(Id::new(by, unit)).is.shape, pose })
        };
        let stands: Vec<Stand> = self.of_command(by, command).map(stand).collect::<Option<_>>()?;
        let planned = plan.posts.get(usize::from(command)).copied().filter(|it| *it != Place::Away);
        let leader = match planned {
            Some(place) => place,
            None => {
                let first = stands.first()?.pose.at;
                Place::Alone(self.leader_near(by, first)?)
            }
        };
        let deploy = Deploy { command, leader, stands };
        self.check_deployment(by, &deploy).is_ok().then_some(deploy)
    }

    /// A command in its place in the line of the whole army.
    fn drawn_up(&self, by: Seat, command: u8, style: Style) -> Option<Deploy> {
        let size = self.setup.size;
        let wanted = self.lines(by, style);
        let mut stands: Vec<Stand> = Vec::new();
        for unit in self.of_command(by, command) {
            let (_, pose) = *wanted.units.iter().find(|(n, _)| *n == unit)?;
            stands.push(self.room_near(by, unit, pose, &stands)?);
        }
        let (_, at) = *wanted.leaders.iter().find(|(n, _)| *n == command)?;
        let post =
            self.prelude.as_ref().and_then(|it| it.plans[by].posts.get(usize::from(command)));
        let leader = match post {
            Some(&Place::With(unit)) => Place::With(unit),
            _ => Place::Alone(self.leader_near(by, size.seen_from(by, at))?),
        };
        Some(Deploy { command, leader, stands })
    }

    /// Where it is wanted, or the nearest room to it.
    fn room_near(&self, by: Seat, unit: u8, wanted: Pose, before: &[Stand]) -> Option<Stand> {
        let size = self.setup.size;
        let shape = self.unit(Id::new(by, unit)).is.shape;
        let profile = |n: u8| self.recruit(Id::new(by, n)).profile;
        let taken: ArrayVec<(u8, Rect), UNITS_MAX> = self
            .placed(by)
            .chain(before.iter().map(|it| (it.unit, it.rect(&profile(it.unit)))))
            .take(UNITS_MAX)
            .collect();
        let rows = (size.zone_depth() / STEP) as i32;
        let files = (size.table()[0] / STEP) as i32;
        let rows = std::iter::once(0).chain((1..rows).flat_map(|n| [-n, n]));
        for back in rows {
            for aside in std::iter::once(0).chain((1..files).flat_map(|n| [n, -n])) {
                let at =
                    wanted.at.vec() + glam::dvec2(STEP * f64::from(aside), STEP * f64::from(back));
                let pose = size.placed(by, Pose { at: Point::nearest(at), ..wanted });
                let stand = Stand { unit, shape, pose };
                if self.check_stand(by, &stand, taken.iter().copied()).is_ok() {
                    return Some(stand);
                }
            }
        }
        None
    }

    /// The nearest place to this one where a leader may start.
    fn leader_near(&self, by: Seat, at: Point) -> Option<Point> {
        let size = self.setup.size;
        let zone = size.zone();
        let wanted = zone.nearest_to(size.seen_from(by, at).vec());
        let files = (size.table()[0] / STEP) as i32;
        let shifts = std::iter::once(0).chain((1..files).flat_map(|n| [n, -n]));
        let places = shifts.map(|n| {
            let place = wanted + glam::dvec2(STEP * f64::from(n), 0.0);
            size.seen_from(by, Point::nearest(place))
        });
        let may = |place: &Point| {
            zone.contains(size.seen_from(by, *place).vec())
                && !self.ground.is_impassable(place.vec())
        };
        places.into_iter().find(may)
    }

    /// The line of a whole army, whatever lies or stands in its way.
    fn lines(&self, by: Seat, style: Style) -> Wanted {
        let size = self.setup.size;
        let room = size.zone().width();
        let mut blocks = self.blocks(by, style == Style::Deep);
        let length =
            |blocks: &[Block]| -> f64 { blocks.iter().map(|it| self.length(by, it)).sum() };
        if length(&blocks) > room {
            blocks = self.blocks(by, true);
        }
        let spare = (room - length(&blocks)).max(0.0) / 2.0;
        let lean = match style {
            Style::Line | Style::Deep => 0.0,
            Style::Left => -LEAN.min(spare),
            Style::Right => LEAN.min(spare),
        };
        let mut wanted = Wanted { units: ArrayVec::new(), leaders: ArrayVec::new() };
        let mut left = size.table()[0] / 2.0 + lean - length(&blocks) / 2.0;
        let middle = blocks.len() / 2;
        for (n, block) in blocks.iter().enumerate() {
            let long = self.length(by, block);
            self.line_up(by, block, left, n < middle, &mut wanted);
            left += long;
        }
        wanted
    }

    /// A command from its left end: horse outside, those ahead and behind in the middle of the front line.
    fn line_up(&self, by: Seat, block: &Block, left: f64, is_left_wing: bool, wanted: &mut Wanted) {
        let front_at = self.setup.size.zone_depth() - LINE_BACK;
        let mut line: ArrayVec<u8, COMMAND_UNITS_MAX> = ArrayVec::new();
        let (first, then) =
            if is_left_wing { (&block.horse, &block.front) } else { (&block.front, &block.horse) };
        line.extend(first.iter().chain(then).copied());
        self.row(by, &line, left + GAP / 2.0, front_at, wanted);
        let depth = line.iter().map(|&n| self.paces(by, n)[1]).fold(0.0, f64::max);
        let foot_left = if is_left_wing { left + self.width(by, &block.horse) } else { left };
        let foot_middle = foot_left
            + self.width(by, if block.front.is_empty() { &line } else { &block.front }) / 2.0;
        let centred = |units: &[u8]| foot_middle - self.width(by, units) / 2.0 + GAP / 2.0;
        self.row(
            by,
            &block.ahead,
            centred(&block.ahead),
            front_at + LINE_BACK - AHEAD_BACK,
            wanted,
        );
        self.row(by, &block.rear, centred(&block.rear), front_at - depth - BEHIND, wanted);
        wanted.leaders.push((
            block.command,
            Point::new(libm::round(foot_middle), front_at - depth - LEADER_BEHIND),
        ));
    }

    /// Units side by side, their front edges on a line.
    fn row(&self, by: Seat, units: &[u8], left: f64, front: f64, wanted: &mut Wanted) {
        let mut left = left;
        for &unit in units {
            let [width, depth] = self.paces(by, unit);
            let at = Point::new(libm::round(left + width / 2.0), libm::round(front - depth / 2.0));
            wanted.units.push((unit, Pose { at, facing: Facing::NORTH }));
            left += width + GAP;
        }
    }

    /// The commands from left to right.
    fn blocks(&self, by: Seat, deep: bool) -> Vec<Block> {
        let captains = &self.setup.armies[by].leaders;
        let mut outward: Vec<Block> =
            (0..captains.len() as u8).map(|command| self.block(by, command, deep)).collect();
        outward.sort_by_key(|it| {
            let general = captains[usize::from(it.command)].general;
            (Reverse(general), it.horse.len(), it.command)
        });
        // The first in the middle, the others right and left of it in turn.
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (n, block) in outward.into_iter().enumerate() {
            if n % 2 == 1 { left.push(block) } else { right.push(block) }
        }
        left.reverse();
        left.extend(right);
        left
    }

    fn block(&self, by: Seat, command: u8, deep: bool) -> Block {
        let mut block = Block { command, ..Block::default() };
        for unit in self.of_command(by, command) {
            let kind = self.recruit(Id::new(by, unit)).profile.kind;
            let part = match () {
                () if kind.is_special() || kind.is_light_infantry() => &mut block.ahead,
                () if kind.is_heavy_infantry() => &mut block.front,
                () => &mut block.horse,
            };
            part.push(unit);
        }
        if deep && block.front.len() > 1 {
            let behind = block.front.len().div_ceil(2);
            block.rear = block.front.drain(behind..).collect();
        }
        block
    }

    fn paces(&self, by: Seat, unit: u8) -> [f64; 2] {
        let is = &self.unit(Id::new(by, unit)).is;
        is.shape.paces(is.bases).map(f64::from)
    }

    /// How long a row is, with the gaps.
    fn width(&self, by: Seat, units: &[u8]) -> f64 {
        units.iter().map(|&unit| self.paces(by, unit)[0] + GAP).sum()
    }

    fn length(&self, by: Seat, block: &Block) -> f64 {
        let line = self.width(by, &block.front) + self.width(by, &block.horse);
        line.max(self.width(by, &block.ahead)).max(self.width(by, &block.rear))
    }
}
