//! Sensible placements, and what else a player might try (VIR-R23).

use acies_core::{Dice, Seat};
use arrayvec::ArrayVec;

use super::deployment::Placement;
use crate::{
    areas::{Area, COLUMNS_MAX},
    battle::{Action, Battle},
    units::{Troop, UNITS_MAX},
};

/// How many placements are offered.
const STYLES: usize = 4;

impl Battle {
    /// Four sensible placements: even, strong on one flank or the other, strong in the centre.
    pub fn placements(&self, by: Seat) -> impl Iterator<Item = Placement> {
        (0..STYLES).map(move |style| self.placement(by, style))
    }

    /// One of them.
    pub fn any_placement(&self, by: Seat, chance: &mut Dice) -> Placement {
        self.placement(by, chance.number(STYLES))
    }

    /// Spreads units over the columns by the weights of a style: heavy foot to the heavy columns,
    /// mounted to the flanks, one unit in eight to the reserve; the C-in-C stays there.
    fn placement(&self, by: Seat, style: usize) -> Placement {
        let columns = self.columns();
        let army = &self.setup.armies[by];
        let weight = |column: usize| -> u32 {
            let flank = column == 0 || column + 1 == columns;
            match style {
                1 => (2 * columns - column) as u32,
                2 => (columns + 1 + column) as u32,
                3 if flank => 2,
                3 => 4,
                _ => 3,
            }
        };
        let mut load = [0; COLUMNS_MAX];
        let costs = army.troops.iter().map(Troop::cost).enumerate();
        let mut order: ArrayVec<(usize, u32), UNITS_MAX> = costs.collect();
        order.sort_unstable_by_key(|&(unit, cost)| (std::cmp::Reverse(cost), unit));
        let mut areas = [Area::reserve(by); UNITS_MAX];
        let kept = army.troops.len() / 8;
        for (rank, &(unit, cost)) in order.iter().enumerate() {
            let profile = army.troops[unit].profile;
            if rank >= columns && rank < columns + kept {
                continue;
            }
            let likes = |column: usize| {
                let flank = column == 0 || column + 1 == columns;
                u32::from(profile.is_mounted() != flank) * 6
            };
            let column = (0..columns)
                .min_by_key(|&column| {
                    (100 * (load[column] + likes(column)) / weight(column), column)
                })
                .expect("a table has columns");
            load[column] += cost;
            areas[unit] = Area::new(by, column);
        }
        let leaders = (0..army.leaders.len()).map(|leader| {
            // Reserves see the C-in-C (VIR-4.1.4); the others lead from the centre outwards.
            if leader == 0 || leader > columns {
                Area::reserve(by)
            } else {
                Area::new(by, (columns / 2 + leader - 1) % columns)
            }
        });
        Placement::new(areas.into_iter().take(army.troops.len()), leaders, 0)
    }

    pub(super) fn placements_tried(&self, by: Seat, out: &mut Vec<Action>) {
        out.extend(self.placements(by).map(Action::Deploy));
        let plan = self.placement(by, 0);
        let outside = Area::new(by.other(), 0);
        let units = plan.units().skip(1);
        let leaders = |at: Area| plan.leaders().map(move |_| at);
        let own = Area::new(by, 0);
        let all = || plan.units();
        out.extend([
            Action::Deploy(Placement::new(units, plan.leaders(), plan.cinc)),
            Action::Deploy(Placement::new(all().map(|_| outside), plan.leaders(), plan.cinc)),
            Action::Deploy(Placement::new(all(), leaders(outside), plan.cinc)),
            Action::Deploy(Placement::new(all(), leaders(own), plan.cinc)),
            Action::Deploy(Placement::new(all(), plan.leaders(), u8::MAX)),
        ]);
    }
}
