//! Battle lines: how a Command may deploy as one body (IMP-R12). Foot stands inside, horse outside, skirmishers ahead, and
//! deeper formations have their second rank near enough to relieve the first (IMP-R96).

use acies_core::Seat;
use acies_table::{Facing, Pose};
use glam::dvec2;

use crate::{
    battle::{Battle, Id},
    profile::Kind,
    rulings::{DEPLOYMENT_U, SHORT_EDGE_U, WIDTH_U},
};

/// Where along its edge a Command draws up, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    Centre,
    Left,
    Right,
}

/// How a Command draws up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub wing: Wing,
    pub ranks: u8,
    /// From its long edge to the front of the line, in U.
    pub front_u: f64,
}

/// So far ahead of the line's front is that of the skirmishers, in U.
const AHEAD_U: f64 = 3.0;
/// From the rear of a rank to the front of the next one, in U.
const RANK_GAP_U: f64 = 4.0;
/// How finely room is looked for, in U.
const STEP_U: f64 = 2.0;

impl Style {
    pub fn all() -> Vec<Style> {
        let mut all = Vec::new();
        for wing in [Wing::Centre, Wing::Left, Wing::Right] {
            for ranks in [1, 2] {
                all.extend([27.0, 20.0].map(|front_u| Style { wing, ranks, front_u }));
            }
        }
        all
    }
}

/// Where a Unit belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Foot,
    Horse,
    Ahead,
}

fn part_of(kind: Kind) -> Part {
    match kind {
        Kind::S => Part::Ahead,
        Kind::Cp | Kind::Cm | Kind::Cl | Kind::Cgl | Kind::Cgp | Kind::Cf => Part::Horse,
        _ => Part::Foot,
    }
}

impl Battle {
    /// Where a Command may stand: as its army's file has it, in every style, and if there is room for none of these,
    /// anywhere. Each has a place for every Unit, in the order of the army.
    pub(crate) fn usual_places(
        &self,
        seat: Seat,
        command: u8,
    ) -> impl Iterator<Item = Vec<Pose>> + '_ {
        let planned = self.planned_places(seat, command).into_iter();
        let drawn = Style::all().into_iter().filter_map(move |it| self.drawn_up(seat, command, it));
        let mut all = planned.chain(drawn).peekable();
        let anywhere = all.peek().is_none().then(|| self.anywhere(seat, command)).flatten();
        all.chain(anywhere)
    }

    fn planned_places(&self, seat: Seat, command: u8) -> Option<Vec<Pose>> {
        let planned = self.prelude.is_some_and(|it| it.planned[seat]);
        let units = self.command_units(seat, command).ids(seat);
        let places: Vec<_> =
            units.filter(|_| planned).map(|id| (id, self.piece(id).front)).collect();
        let clear = places.iter().all(|(id, at)| self.check_place(*id, *at, &places).is_ok());
        (planned && clear).then(|| places.into_iter().map(|(_, at)| at).collect())
    }

    /// A Command in lines, if there is room.
    pub(crate) fn drawn_up(&self, seat: Seat, command: u8, style: Style) -> Option<Vec<Pose>> {
        let units: Vec<Id> = self.command_units(seat, command).ids(seat).collect();
        let body = self.body(&units, style)?;
        let (low, high) = body
            .iter()
            .fold((0.0_f64, 0.0_f64), |(low, high), (_, x, _)| (low.min(*x), high.max(*x)));
        let (width, half) = (self.setup.width.get(), WIDTH_U / 2.0);
        let (least, most) = (SHORT_EDGE_U + half - low, width - SHORT_EDGE_U - half - high);
        let wanted = match style.wing {
            Wing::Left => width * 0.25,
            Wing::Centre => width * 0.5,
            Wing::Right => width * 0.75,
        };
        if least > most {
            return None;
        }
        let slides = (0..(width / STEP_U) as i32).map(|n| {
            let by = f64::from((n + 1) / 2) * STEP_U;
            wanted.clamp(least, most) + if n % 2 == 0 { by } else { -by }
        });
        let place = |middle: f64| {
            let places =
                body.iter().map(|&(id, x, y)| (id, self.facing_forward(seat, middle + x, y)));
            let mut places: Vec<(Id, Pose)> = places.collect();
            let clear = places.iter().all(|(id, at)| self.check_place(*id, *at, &[]).is_ok());
            places.sort_by_key(|(id, _)| *id);
            clear.then(|| places.into_iter().map(|(_, at)| at).collect())
        };
        slides.filter(|middle| (least..=most).contains(middle)).find_map(place)
    }

    /// The body of a Command: each Unit with how far its front is to the right of the middle, and from the long edge.
    fn body(&self, units: &[Id], style: Style) -> Option<Vec<(Id, f64, f64)>> {
        let part = |wanted: Part| {
            let all = units.iter().copied();
            all.filter(move |id| part_of(self.unit(*id).profile.kind) == wanted).collect::<Vec<_>>()
        };
        let (foot, horse, ahead) = (part(Part::Foot), part(Part::Horse), part(Part::Ahead));
        let (line, outside) = if foot.is_empty() { (horse, Vec::new()) } else { (foot, horse) };
        let mut body = Vec::new();
        let mut front = style.front_u;
        let in_rank = line.len().div_ceil(usize::from(style.ranks)).max(1);
        for (n, rank) in line.chunks(in_rank).enumerate() {
            let (left, right) = match (n, style.wing) {
                (0, Wing::Left) => (&outside[..], &[][..]),
                (0, Wing::Right) => (&[][..], &outside[..]),
                (0, Wing::Centre) => outside.split_at(outside.len() / 2),
                _ => (&[][..], &[][..]),
            };
            let middle = -(rank.len() as f64 - 1.0) / 2.0 * WIDTH_U;
            let row = left.iter().chain(rank).chain(right);
            let first = middle - left.len() as f64 * WIDTH_U;
            body.extend(row.zip(0..).map(|(id, n)| (*id, first + f64::from(n) * WIDTH_U, front)));
            let depth = rank.iter().map(|id| self.piece(*id).size().depth.get());
            front -= depth.fold(0.0, f64::max) + RANK_GAP_U;
        }
        let first = -(ahead.len() as f64 - 1.0) / 2.0 * WIDTH_U;
        let screen = if line.is_empty() { style.front_u } else { style.front_u + AHEAD_U };
        let screen =
            ahead.iter().zip(0..).map(|(id, n)| (*id, first + f64::from(n) * WIDTH_U, screen));
        body.extend(screen);
        (!body.is_empty()).then_some(body)
    }

    /// The first room that there is for each Unit, from the front of the zone to the rear.
    pub(crate) fn anywhere(&self, seat: Seat, command: u8) -> Option<Vec<Pose>> {
        let mut places: Vec<(Id, Pose)> = Vec::new();
        let half = WIDTH_U / 2.0;
        let columns = ((self.setup.width.get() - 2.0 * SHORT_EDGE_U - WIDTH_U) / STEP_U) as i32;
        for id in self.command_units(seat, command).ids(seat) {
            let rows = (0..DEPLOYMENT_U as i32).map(|row| DEPLOYMENT_U - f64::from(row));
            let mut all = rows.flat_map(|y| {
                (0..=columns).map(move |n| (SHORT_EDGE_U + half + f64::from(n) * STEP_U, y))
            });
            let at = all.find_map(|(x, y)| {
                let at = self.facing_forward(seat, x, y);
                self.check_place(id, at, &places).is_ok().then_some(at)
            })?;
            places.push((id, at));
        }
        Some(places.into_iter().map(|(_, at)| at).collect())
    }

    /// A front that faces the enemy, as its owner sees the table.
    fn facing_forward(&self, seat: Seat, x: f64, y: f64) -> Pose {
        let facing = if seat == Seat::Red { Facing::NORTH } else { Facing::SOUTH };
        Pose::nearest(self.setup.across(seat, dvec2(x, y)), facing)
    }
}
