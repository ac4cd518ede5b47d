//! Deployment: no area open, horse on the flanks, a reserve, the lesser leader in command of it (S4).

use acies_core::{Dice, Seat};
use arrayvec::ArrayVec;

use crate::{
    areas::{Area, COLUMNS_MAX, Ground},
    battle::Battle,
    setup::deployment::Placement,
    units::{LEADERS_MAX, Specials, UNITS_MAX, Weight},
};

impl Battle {
    /// A line of battle for this army on this ground.
    pub(super) fn array(&self, by: Seat, chance: &mut Dice) -> Placement {
        let army = &self.setup.armies[by];
        let columns = self.columns();
        let reserve = Area::reserve(by);
        let mut order: ArrayVec<u8, UNITS_MAX> = (0..army.troops.len() as u8).collect();
        order.sort_by_key(|&unit| std::cmp::Reverse(army.troops[usize::from(unit)].cost()));
        // The stronger wing is left or right by chance, so that nobody can foresee it.
        let strong = chance.number(2);
        let mut areas = [reserve; UNITS_MAX];
        let mut load = [0.0f32; COLUMNS_MAX];
        let mut number = [0; COLUMNS_MAX];
        let keep = army.troops.len() / 5;
        let mut kept = 0;
        for (rank, &unit) in order.iter().enumerate() {
            let troop = &army.troops[usize::from(unit)];
            // The reserve is good foot: it fills gaps anywhere (VIR-R2). Whoever is left at the end
            // will do, too.
            let good = troop.profile.is_infantry()
                && troop.profile.weight != Weight::Light
                && !troop.profile.has(Specials::IMPETUOUS);
            let last = order.len() - rank <= keep - kept;
            if kept < keep && rank >= columns && (good || last) {
                kept += 1;
                continue;
            }
            let column = (0..columns)
                .min_by(|&a, &b| {
                    let place = |column| {
                        load[column] + self.misfit(by, unit, column)
                            - if column % 2 == strong { 2.0 } else { 0.0 }
                    };
                    place(a).total_cmp(&place(b))
                })
                .expect("a table has columns");
            load[column] += troop.cost() as f32;
            number[column] += 1;
            areas[usize::from(unit)] = Area::new(by, column);
        }
        // VIR-R23: no area stays open.
        for (column, number) in number.iter_mut().enumerate().take(columns) {
            if *number == 0
                && let Some(unit) = (0..army.troops.len()).find(|&unit| areas[unit] == reserve)
            {
                areas[unit] = Area::new(by, column);
                *number += 1;
            }
        }
        // VIR-8.8, VIR-4.1.4: the least of the leaders is C-in-C and stays in the reserve, for there
        // it does not matter how good he is. The best goes to the strongest column of the centre.
        let cost = |leader: &usize| army.leaders[*leader].cost();
        let cinc = (0..army.leaders.len()).min_by_key(cost).unwrap_or(0);
        let mut leaders = [reserve; LEADERS_MAX];
        let mut best: ArrayVec<usize, LEADERS_MAX> =
            (0..army.leaders.len()).filter(|&leader| leader != cinc).collect();
        best.sort_by_key(|leader| std::cmp::Reverse(cost(leader)));
        let mut free: ArrayVec<usize, COLUMNS_MAX> = (0..columns).collect();
        free.sort_by_key(|&column| std::cmp::Reverse(number[column]));
        for (leader, column) in best.into_iter().zip(free) {
            leaders[leader] = Area::new(by, column);
        }
        let (units, leaders) = (&areas[..army.troops.len()], &leaders[..army.leaders.len()]);
        Placement::new(units.iter().copied(), leaders.iter().copied(), cinc as u8)
    }

    /// How badly a unit fits into a column, in points of the load that it carries already.
    fn misfit(&self, by: Seat, unit: u8, column: usize) -> f32 {
        let profile = self.troop(by, unit).profile;
        let (own, far) = (Area::new(by, column), Area::new(by.other(), column));
        let mut misfit = 0.0;
        if profile.is_mounted() != own.is_flank_area(self.columns()) {
            misfit += 8.0;
        }
        // VIR-7.4, VIR-7.6: mounted and heavy foot fight badly in woods; VIR-7.5: light foot well.
        let wood = self.ground(own).contains(Ground::WOOD);
        if wood && (profile.is_mounted() || profile.is_heavy_infantry()) {
            misfit += 10.0;
        }
        if wood && profile.is_light_infantry() {
            misfit -= 10.0;
        }
        // VIR-5.3.4: bows see nothing of a wood.
        if profile.sv.is_some() && self.ground(far).contains(Ground::WOOD) {
            misfit += 8.0;
        }
        misfit
    }
}
