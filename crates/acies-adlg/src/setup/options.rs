//! Sensible actions for each step before the first turn. Every one of them passes the check, and there is
//! always one.

use acies_core::{Dice, Seat};
use acies_table::{Angle, Length, Point, Pose};
use glam::dvec2;

use super::{
    Adjustment, Choices, Flank, Plan, Prelude, Prepare, Step, Wing,
    formation::Style,
    ground::{RIVER_FROM, RIVER_TO},
    plan::Ambushes,
};
use crate::{
    action::Action,
    battle::Battle,
    rulings::CORPS,
    terrain::{Choice, Region},
};

impl Battle {
    pub(crate) fn list_preparations(&self, by: Seat, step: Step, out: &mut Vec<Action>) {
        let mut offer = |prepare: Prepare| out.push(Action::Prepare(prepare));
        let Some(prelude) = self.prelude.as_deref() else { return };
        let field = &self.setup.field;
        match step {
            Step::Begin(_) => offer(Prepare::Begin),
            Step::Role(_) => {
                [true, false].into_iter().for_each(|attack| offer(Prepare::Role { attack }));
            }
            Step::Region => {
                let regions = self.setup.armies[by].regions.iter();
                regions.for_each(|&region| offer(Prepare::Region { region }));
            }
            Step::Choose(_) => {
                prelude.usual_choices(by).for_each(|pieces| offer(Prepare::Choose { pieces }));
            }
            Step::Piece { piece, sector } => {
                let places = prelude.usual_places(piece, sector, field);
                places.for_each(|pose| offer(Prepare::Piece { pose }));
            }
            Step::River { .. } => {
                let (from, to) = (RIVER_FROM.get() as u32, RIVER_TO.get() as u32);
                let places = (from..=to).map(|at| Length::new(at.into()));
                places.for_each(|at| offer(Prepare::River { at }));
            }
            Step::Road { .. } => {
                let roads = prelude.usual_roads(field);
                roads.for_each(|(from, to)| offer(Prepare::Road { from, to }));
            }
            Step::Adjust { piece, adjustment, .. } => {
                self.usual_adjustments(by, prelude, piece, adjustment).into_iter().for_each(offer);
            }
            Step::Camp(_) => self.usual_camps(by).for_each(|at| offer(Prepare::Camp { at })),
            Step::Fortify(_) => {
                let left = prelude.segments[by].min(SEGMENTS) as u8;
                let rows = self.usual_works(by, left);
                rows.for_each(|at| offer(Prepare::Fortify { at, segments: left }));
                offer(Prepare::EndFortifying);
            }
            Step::Plan => self.plans(by).into_iter().for_each(|plan| offer(Prepare::Plan(plan))),
            Step::Deploy(_) => self.list_deployments(by, out),
            Step::Arrange { .. } => offer(Prepare::EndDeploying),
        }
    }

    /// What a player might try: the candidates, and what is near to them without always being allowed.
    pub(crate) fn list_attempted_preparations(step: Step, out: &mut Vec<Action>) {
        let mut attempt = |prepare: Prepare| out.push(Action::Prepare(prepare));
        match step {
            Step::Region => {
                Region::ALL.into_iter().for_each(|region| attempt(Prepare::Region { region }));
            }
            Step::Choose(_) => {
                let pieces = Choices::from_iter([Choice::Wood, Choice::Marsh]);
                attempt(Prepare::Choose { pieces });
            }
            Step::Piece { .. } => attempt(Prepare::Piece { pose: Pose::default() }),
            Step::River { .. } => attempt(Prepare::River { at: Length::ZERO }),
            Step::Road { .. } => {
                attempt(Prepare::Road { from: Point::default(), to: Point::default() });
            }
            Step::Adjust { .. } => {
                attempt(Prepare::Reroll);
                attempt(Prepare::Shift { by: Point::new(2.0, 2.0) });
                attempt(Prepare::Rotate { by: Angle::QUARTER });
                attempt(Prepare::Remove);
            }
            Step::Camp(_) => attempt(Prepare::Camp { at: Length::ZERO }),
            Step::Fortify(_) => attempt(Prepare::Fortify { at: Pose::default(), segments: 1 }),
            Step::Plan => {
                for edge in Wing::ALL {
                    let flank = Some(Flank { corps: 0, edge });
                    attempt(Prepare::Plan(Plan {
                        wings: Wing::ALL,
                        ambushes: Ambushes::new(),
                        flank,
                    }));
                }
            }
            Step::Deploy(_) => {
                let corps = 0..CORPS as u8;
                corps.for_each(|corps| attempt(Prepare::Deploy { corps, poses: Vec::new() }));
            }
            Step::Arrange { .. } => attempt(Prepare::Place { unit: 0, pose: Pose::default() }),
            Step::Begin(_) | Step::Role(_) => {}
        }
    }

    /// Each corps in each style.
    fn list_deployments(&self, by: Seat, out: &mut Vec<Action>) {
        for corps in self.to_deploy(by) {
            let mut drawn_up: Vec<Vec<Pose>> = Vec::new();
            for style in Style::ALL {
                let Some(poses) = self.drawn_up(by, corps, style) else { continue };
                if !drawn_up.contains(&poses) {
                    drawn_up.push(poses);
                }
            }
            let deploy = |poses| Action::Prepare(Prepare::Deploy { corps, poses });
            out.extend(drawn_up.into_iter().map(deploy));
        }
    }

    /// Any corps in any style: of those that fit, which are hardly fewer than all, the next from a random
    /// one on.
    pub(crate) fn any_deployment(&self, by: Seat, chance: &mut Dice) -> Action {
        let ways = self.to_deploy(by).flat_map(|corps| Style::ALL.map(|style| (corps, style)));
        let all = ways.clone().count();
        let mut ways = ways.cycle().skip(chance.number(all)).take(all);
        let drawn_up = ways.find_map(|(corps, style)| {
            let poses = self.drawn_up(by, corps, style)?;
            Some(Action::Prepare(Prepare::Deploy { corps, poses }))
        });
        drawn_up.expect("some corps has room in some style")
    }

    /// ADLG-R27: away from where it lies in eight directions, turned, removed, or left.
    fn usual_adjustments(
        &self,
        by: Seat,
        prelude: &Prelude,
        piece: u8,
        adjustment: Adjustment,
    ) -> Vec<Prepare> {
        let field = &self.setup.field;
        let mut all = vec![Prepare::Leave];
        if self.may_reroll(by) {
            all.push(Prepare::Reroll);
        }
        let (room, reach) = (prelude.room(piece), adjustment.reach().get());
        let Some(from) = prelude.pose(piece) else { return all };
        for (x, y) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            // A diagonal of 0.7 by 0.7 is as long as a straight shift, and no longer.
            let part = if x != 0 && y != 0 { 0.7 } else { 1.0 };
            let by = dvec2(f64::from(x), f64::from(y)) * part * reach;
            if reach > 0.0 && room.shifted(&from, by, field).is_some() {
                all.push(Prepare::Shift { by: Point::nearest(by) });
            }
        }
        if adjustment == Adjustment::ShiftOrRotate {
            let turns = [45.0, 90.0, -45.0].map(Angle::new);
            let free = turns.into_iter().filter(|&by| room.rotated(&from, by, field).is_some());
            all.extend(free.map(|by| Prepare::Rotate { by }));
        }
        if adjustment == Adjustment::Remove {
            all.push(Prepare::Remove);
        }
        all
    }

    /// ADLG-R28: in the middle, or behind a wing.
    fn usual_camps(&self, by: Seat) -> impl Iterator<Item = Length> + '_ {
        let length = self.setup.field.length();
        let usual = [0.5, 0.25, 0.75].map(|part| Length::new(length * part));
        let good = move |at: &Length| self.check_camp(by, *at).is_ok();
        let first = usual.into_iter().find(good).or_else(|| self.open_camps(by).next());
        first.into_iter().chain(usual.into_iter().filter(move |at| Some(*at) != first && good(at)))
    }

    /// ADLG-R28: along the edge of the zone, before the middle of each wing.
    fn usual_works(&self, by: Seat, segments: u8) -> impl Iterator<Item = Pose> + '_ {
        let field = &self.setup.field;
        let before = [Wing::Centre, Wing::Left, Wing::Right].map(move |wing| {
            let x = match wing {
                Wing::Left => 0.25,
                Wing::Centre => 0.5,
                Wing::Right => 0.75,
            };
            let owners = Pose::new(
                field.length() * x,
                field.deployment_depth(false),
                acies_table::Facing::NORTH,
            );
            field.place(by, owners)
        });
        before.into_iter().filter(move |at| self.check_works(by, at, segments).is_ok())
    }
}

/// So many segments a machine puts into one row.
const SEGMENTS: u32 = 12;

impl Prelude {
    /// ADLG-R25: for the defender with each compulsory piece; then pieces in the order of the region's
    /// table, beginning at each in turn, one to three of them (one to four for the attacker).
    fn usual_choices(&self, by: Seat) -> impl Iterator<Item = Choices> + '_ {
        let defends = by == self.defender();
        let region = self.region;
        let first: Vec<Choices> = match region {
            Some(region) if defends => {
                region.compulsory().iter().map(|&it| Choices::from_iter([it])).collect()
            }
            _ => vec![Choices::new()],
        };
        let maxima = region.map_or(&[][..], Region::maxima);
        first.into_iter().flat_map(move |first| {
            (0..maxima.len()).filter_map(move |start| {
                let most = Choices::new().capacity() - first.len();
                let wanted = first.len() + 1 + start % most;
                let mut pieces = first.clone();
                let turn = maxima.iter().cycle().skip(start).take(2 * maxima.len());
                for &(choice, _) in turn {
                    if pieces.len() < wanted {
                        pieces.push(choice);
                        if self.check_choice(by, &pieces).is_err() {
                            pieces.pop();
                        }
                    }
                }
                self.check_choice(by, &pieces).is_ok().then_some(pieces)
            })
        })
    }

    /// ADLG-R161: across the table at each third, and along it at half of its depth.
    pub fn usual_roads(&self, field: &super::Field) -> impl Iterator<Item = (Point, Point)> + '_ {
        let (x, y) = (field.length() / 2.0, field.depth() / 2.0);
        let field = *field;
        let across = [0.0, -x / 3.0, x / 3.0, -2.0 * x / 3.0, 2.0 * x / 3.0]
            .map(|at| (Point::new(at, -y), Point::new(at, y)));
        let along = [0.0, -y / 2.0, y / 2.0].map(|at| (Point::new(-x, at), Point::new(x, at)));
        let all = across.into_iter().chain(along);
        all.filter(move |&(from, to)| self.check_road(from, to, &field).is_ok())
    }
}
