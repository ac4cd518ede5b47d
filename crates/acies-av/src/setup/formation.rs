//! Battle lines: how an army may deploy (AV-R28, AV-R29). The best of the close-order foot stands in the middle,
//! horse on the wings, Expediti on foot ahead, archers behind the line to shoot over it (AV-19.6), and who finds no
//! room looks for some nearby.

use std::cmp::Reverse;

use acies_core::Seat;
use acies_field::{LineUp, Search, middle_out, outward};
use acies_table::{Base, Point, Pose, Size};
use glam::dvec2;

use super::{Deployment, Stand};
use crate::{
    battle::{Battle, Carrier},
    profile::{Abilities, Doctrine, Kind, Order, Profile, Shooter},
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
/// How finely room is looked for, and in which rows.
const STEP_UD: f64 = 0.5;
const ROWS_UD: [f64; 6] = [0.0, -1.0, -2.0, 1.0, -3.0, -4.0];
/// A unit is where its ER is.
const POINT: Size = Size::new(0.0, 0.0);

impl Battle {
    /// The army in lines.
    pub(crate) fn drawn_up(&self, by: Seat, style: Style) -> Deployment {
        let fits = |unit: Id, base: &Base, stands: &[(Id, Base)]| {
            let others = stands.iter().map(|(id, base)| (id.number(), base.pose.at));
            self.check_stand(unit, base.pose, others).is_ok()
        };
        let mut lines = LineUp::new(self.setup.field.view(by), fits);
        let part = |wanted: Part| {
            let units = (0..self.setup.armies[by].units.len() as u8).map(|n| Id::new(by, n));
            let mut units: Vec<Id> =
                units.filter(|&id| part_of(self.profile(id)) == wanted).collect();
            units.sort_by_key(|&id| (!self.profile(id).is_close(), Reverse(self.recruit(id).cost)));
            units
        };
        let mut row = |units: &[Id], front: f64| self.row(&mut lines, units, style, front);
        let mut line = middle_out([part(Part::Foot), part(Part::Horse)].concat());
        let reserve: Vec<Id> = match style {
            Style::Deep => {
                let foot = part(Part::Foot);
                let back = foot[foot.len() - foot.len() / 3..].to_vec();
                line.retain(|id| !back.contains(id));
                back
            }
            Style::Line | Style::Left | Style::Right => Vec::new(),
        };
        row(&line, LINE_UD);
        row(&part(Part::Ahead), AHEAD_UD);
        row(&[reserve, part(Part::Behind)].concat(), BEHIND_UD);
        let mut stands: Vec<(Id, Pose)> =
            lines.stands.into_iter().map(|(id, base)| (id, base.pose)).collect();
        stands.sort_unstable_by_key(|(id, _)| *id);
        let order = |id: Id| usual_order(self.profile(id));
        let units = stands.iter().map(|&(id, pose)| Stand { pose, order: order(id) });
        Deployment { units: units.collect(), leaders: self.usual_posts(by, &stands) }
    }

    /// Units side by side at a distance from their edge, the whole row leaning as far to a wing as it may.
    fn row<F: Fn(Id, &Base, &[(Id, Base)]) -> bool>(
        &self,
        lines: &mut LineUp<F>,
        units: &[Id],
        style: Style,
        front: f64,
    ) {
        let width = self.setup.field.width.get();
        let file = FILE_UD.min((width - 2.0) / units.len().max(1) as f64);
        let half = file * (units.len().saturating_sub(1)) as f64 / 2.0;
        let lean = match style {
            Style::Line | Style::Deep => 0.0,
            Style::Left => -LEAN_UD,
            Style::Right => LEAN_UD,
        };
        let room = (width / 2.0 - 1.0 - half).max(0.0);
        let middle = dvec2(width / 2.0 + lean.clamp(-room, room), front);
        let search = Search { aside: width, step: STEP_UD, rows: &ROWS_UD };
        let points: Vec<_> = units.iter().map(|&unit| (unit, POINT)).collect();
        let homeless = lines.row(&points, middle, file, search);
        assert!(homeless.is_empty(), "the zone has room for more units than an army has");
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
        let offers = outward(STEP_UD).take_while(|x| x.abs() < middle);
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
