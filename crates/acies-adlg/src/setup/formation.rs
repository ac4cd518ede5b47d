//! Battle lines: how a corps may deploy as one body (ADLG-R30). Heavy foot stands inside, horse outside,
//! skirmishers ahead, and who finds no room in the line stands behind it.

use acies_core::Seat;
use acies_field::{LineUp, middle_out};
use acies_table::{Base, Facing, Pose};

use super::Wing;
use crate::{
    battle::{Battle, Id},
    movement::Group,
    rulings::TOLERANCE,
    units::Category,
};

/// How a corps draws up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One line at the edge of the zone, behind its fortifications.
    Forward,
    /// One line, 2 UD back.
    Back,
    /// A third of it behind the others as a reserve.
    Deep,
}

impl Style {
    /// All of them.
    pub const ALL: [Style; 3] = [Style::Forward, Style::Back, Style::Deep];

    /// How players tell it from the others.
    pub fn words(self) -> &'static str {
        match self {
            Style::Forward => "in one line, well forward",
            Style::Back => "in one line, 2 UD back",
            Style::Deep => "well forward, a third of it in reserve",
        }
    }

    /// How far the front of the line is behind that of the zone.
    fn behind_ud(self) -> f64 {
        match self {
            Style::Forward | Style::Deep => 0.0,
            Style::Back => 2.0,
        }
    }

    fn in_first_rank(self, units: usize) -> usize {
        match self {
            Style::Forward | Style::Back => units,
            Style::Deep => units - units / 3,
        }
    }
}

/// From one rank to the next.
const RANK_UD: f64 = 1.5;
/// So far ahead of the line's front is the middle of skirmishers.
const AHEAD_UD: f64 = 0.5;
/// How finely any room at all is looked for.
const STEP_UD: f64 = 0.5;
/// On a table of 30 UD: where the lines of the wings and of the centre meet, and its middle.
const INNER_LEFT_UD: f64 = 10.0;
const MIDDLE_UD: f64 = 15.0;
const INNER_RIGHT_UD: f64 = 20.0;

impl Battle {
    /// A corps in line where its plan has it, in the order of its units; nothing if there is no room.
    pub fn drawn_up(&self, by: Seat, corps: u8, style: Style) -> Option<Vec<Pose>> {
        self.drawn_up_on(by, corps, self.planned_wing(by, corps)?, style)
    }

    /// ADLG-R30: whether there is room for a corps on a wing.
    pub fn has_room_on(&self, by: Seat, corps: u8, wing: Wing) -> bool {
        Style::ALL.into_iter().any(|style| self.drawn_up_on(by, corps, wing, style).is_some())
    }

    fn drawn_up_on(&self, by: Seat, corps: u8, wing: Wing, style: Style) -> Option<Vec<Pose>> {
        let units = self.deploying(by, corps);
        let fits = |id: Id, base: &Base, stands: &[(Id, Base)]| {
            let rect = base.rect();
            let zone = self.deployment_zone(id, wing).grown(TOLERANCE.touch);
            let alone = |(_, other): &(Id, Base)| !rect.overlaps(&other.rect(), TOLERANCE);
            zone.holds(&rect) && stands.iter().all(alone) && self.check_room(id, &rect).is_ok()
        };
        let line_up = LineUp::new(self.setup.field.view(by), fits);
        let mut drawn_up = DrawnUp { battle: self, by, wing, style, line_up };
        let skirmishes = |id: &Id| self.category(*id) == Category::Li;
        let line: Group = units.iter().copied().filter(|id| !skirmishes(id)).collect();
        drawn_up.line(line)?;
        drawn_up.skirmishers(units.iter().copied().filter(skirmishes).collect())?;
        units.into_iter().map(|id| drawn_up.line_up.pose(id)).collect()
    }

    /// From the inside of a wing to the outside.
    fn rank_inside(&self, id: Id) -> u8 {
        match self.category(id) {
            Category::Hi => 0,
            Category::Wwg | Category::Art => 1,
            Category::Mi => 2,
            Category::Lmi => 3,
            Category::El => 4,
            Category::Lh => 6,
            _ => 5,
        }
    }
}

/// A corps that is being drawn up.
struct DrawnUp<'a, F> {
    battle: &'a Battle,
    by: Seat,
    wing: Wing,
    style: Style,
    line_up: LineUp<F>,
}

impl<F: Fn(Id, &Base, &[(Id, Base)]) -> bool> DrawnUp<'_, F> {
    fn scale(&self) -> f64 {
        self.battle.setup.field.length() / 30.0
    }

    /// How far from the base edge the zone reaches (ADLG-R30, ADLG-R184).
    fn zone_depth(&self) -> f64 {
        self.battle.setup.field.deployment_depth(false)
    }

    /// How far from it the front of the line is.
    fn front(&self) -> f64 {
        self.zone_depth() - self.style.behind_ud()
    }

    /// The zone along the base edge, as the owner sees it.
    fn zone(&self) -> (f64, f64) {
        let zone = self.battle.setup.field.zone(self.wing, false);
        (zone.centre().x - zone.width() / 2.0, zone.centre().x + zone.width() / 2.0)
    }

    /// The line itself, rank after rank; who finds no place in any looks for room anywhere.
    fn line(&mut self, mut units: Group) -> Option<()> {
        units.sort_by_key(|&id| self.battle.rank_inside(id));
        let (first, reserve) = units.split_at(self.style.in_first_rank(units.len()));
        let left = self.rank(0, first);
        let behind: Group = left.into_iter().chain(reserve.iter().copied()).collect();
        let left = self.rank(1, &behind);
        let left = self.rank(2, &left);
        left.into_iter().try_for_each(|id| self.anywhere(id))
    }

    /// Places as many as there is room for side by side; the others are given back.
    fn rank(&mut self, rank: u8, units: &[Id]) -> Group {
        let front = self.front() - RANK_UD * f64::from(rank);
        let (from, to) = self.zone();
        let outward = || units.iter().copied().collect::<Group>();
        let inside_out = || middle_out(units.iter().copied()).into_iter().collect();
        let (start, step, ordered) = match self.wing {
            Wing::Left => (INNER_LEFT_UD * self.scale() - 0.5, -1.0, outward()),
            Wing::Right => (INNER_RIGHT_UD * self.scale() + 0.5, 1.0, outward()),
            Wing::Centre => {
                let half = (units.len() as f64 / 2.0).min((to - from) / 2.0);
                (MIDDLE_UD * self.scale() - half + 0.5, 1.0, inside_out())
            }
        };
        let mut left = Group::new();
        let mut x = start;
        for id in ordered {
            let mut placed = false;
            while !placed && x > from && x < to {
                placed = self.place(id, x, front, true);
                x += step;
            }
            if !placed {
                left.push(id);
            }
        }
        left
    }

    /// Skirmishers ahead of the line, 2 UD apart.
    fn skirmishers(&mut self, units: Group) -> Option<()> {
        let seen = |base: &Base| self.battle.setup.field.as_seen_by(self.by, base.pose.at.vec());
        let xs = || self.line_up.stands.iter().map(|(_, base)| seen(base).x);
        let (low, high) = (xs().fold(f64::MAX, f64::min), xs().fold(f64::MIN, f64::max));
        let (from, to) = self.zone();
        let middle = if low > high { f64::midpoint(from, to) } else { f64::midpoint(low, high) };
        let count = units.len() as f64;
        for (n, id) in (0_u32..).zip(units) {
            let x = middle + (f64::from(n) - (count - 1.0) / 2.0) * 2.0;
            let front = self.front() + AHEAD_UD + self.depth(id) / 2.0;
            let inside = x.clamp(from + 0.5, to - 0.5);
            if !self.place(id, inside, front, false) {
                self.anywhere(id)?;
            }
        }
        Some(())
    }

    /// The first room in the zone, from the front to the rear.
    fn anywhere(&mut self, id: Id) -> Option<()> {
        let (from, to) = self.zone();
        let rows = (0..).map(|row| self.zone_depth() - f64::from(row) * STEP_UD);
        let rows = rows.take_while(|front| *front >= self.depth(id));
        let columns = ((to - from - 1.0) / STEP_UD) as i32;
        for front in rows.collect::<Vec<_>>() {
            for column in 0..=columns {
                let x = from + 0.5 + f64::from(column) * STEP_UD;
                if self.place(id, x, front, false) {
                    return Some(());
                }
            }
        }
        None
    }

    /// Puts a unit with the middle of its front here, as its owner sees the table, if there is room and,
    /// where that is asked for, no hindrance.
    fn place(&mut self, id: Id, x: f64, front: f64, unhindered: bool) -> bool {
        let kind = self.battle.profile(id).kind;
        if unhindered {
            let owners = Pose::new(x, front - self.depth(id) / 2.0, Facing::NORTH);
            let pose = self.battle.setup.field.place(self.by, owners);
            if self.battle.landscape.ground(&self.battle.rect_at(id, &pose)).penalises(kind) {
                return false;
            }
        }
        self.line_up.place(id, kind.size(), x, front)
    }

    fn depth(&self, id: Id) -> f64 {
        self.battle.profile(id).kind.size().depth.get()
    }
}
