//! Sensible decisions before the first turn. Every one of them passes the check, and there is
//! always one.

use acies_core::{Dice, Seat};
use acies_table::{Angle, Length, Point, Pose};
use glam::dvec2;

use crate::{
    action::Action,
    battle::Battle,
    setup::{
        Adjustment, Choices, Field, Prelude, Prepare, Wing,
        adjust::{Rotate, Shift},
        deployment::Deploy,
        formation::Style,
    },
    terrain::Region,
};

impl Battle {
    /// Each corps in each style.
    pub(crate) fn list_deployments(&self, by: Seat, out: &mut Vec<Action>) {
        for corps in self.to_deploy(by) {
            let mut drawn_up: Vec<Vec<Pose>> = Vec::new();
            for style in Style::ALL {
                let Some(poses) = self.drawn_up(by, corps, style) else { continue };
                if !drawn_up.contains(&poses) {
                    drawn_up.push(poses);
                }
            }
            let deploy = |poses| Action::from(Prepare::from(Deploy { corps, poses }));
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
            Some(Prepare::from(Deploy { corps, poses }).into())
        });
        drawn_up.expect("some corps has room in some style")
    }

    /// ADLG-R27: away from where it lies in eight directions, turned, removed, or left.
    pub(crate) fn usual_adjustments(
        &self,
        by: Seat,
        piece: u8,
        adjustment: Adjustment,
    ) -> Vec<Prepare> {
        let prelude = self.prelude();
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
                all.push(Shift { by: Point::nearest(by) }.into());
            }
        }
        if adjustment == Adjustment::ShiftOrRotate {
            let turns = [45.0, 90.0, -45.0].map(Angle::new);
            let free = turns.into_iter().filter(|&by| room.rotated(&from, by, field).is_some());
            all.extend(free.map(|by| Prepare::from(Rotate { by })));
        }
        if adjustment == Adjustment::Remove {
            all.push(Prepare::Remove);
        }
        all
    }

    /// ADLG-R28: in the middle, or behind a wing.
    pub(crate) fn usual_camps(&self, by: Seat) -> impl Iterator<Item = Length> + '_ {
        let length = self.setup.field.length();
        let usual = [0.5, 0.25, 0.75].map(|part| Length::new(length * part));
        let good = move |at: &Length| self.check_camp(by, *at).is_ok();
        let first = usual.into_iter().find(good).or_else(|| self.open_camps(by).next());
        first.into_iter().chain(usual.into_iter().filter(move |at| Some(*at) != first && good(at)))
    }

    /// ADLG-R28: along the edge of the zone, before the middle of each wing.
    pub(crate) fn usual_works(&self, by: Seat, segments: u8) -> impl Iterator<Item = Pose> + '_ {
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

impl Prelude {
    /// ADLG-R25: for the defender with each compulsory piece; then pieces in the order of the region's
    /// table, beginning at each in turn, one to three of them (one to four for the attacker).
    pub(crate) fn usual_choices(&self, by: Seat) -> impl Iterator<Item = Choices> + '_ {
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
    pub fn usual_roads(&self, field: &Field) -> impl Iterator<Item = (Point, Point)> + '_ {
        let (x, y) = (field.length() / 2.0, field.depth() / 2.0);
        let field = *field;
        let across = [0.0, -x / 3.0, x / 3.0, -2.0 * x / 3.0, 2.0 * x / 3.0]
            .map(|at| (Point::new(at, -y), Point::new(at, y)));
        let along = [0.0, -y / 2.0, y / 2.0].map(|at| (Point::new(-x, at), Point::new(x, at)));
        let all = across.into_iter().chain(along);
        all.filter(move |&(from, to)| self.check_road(from, to, &field).is_ok())
    }
}
