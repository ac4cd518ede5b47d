//! The moves that can be made, by construction: ways without detours.

use acies_core::Seat;

use super::{march::Move, path::Path};
use crate::{
    activation::means::Means,
    areas::{Area, Ground},
    battle::Battle,
    units::{Flags, Formation, UnitSet},
};

impl Battle {
    /// Units that cannot move: routed ones, those that have moved, and after they fought all but
    /// evaders (VIR-6.3.1).
    pub(super) fn cannot_move(&self, by: Seat) -> UnitSet {
        let (units, kinds) = (self.units(by), self.kinds(by));
        let fought = units.with_any(Flags::FOUGHT) - kinds.evaders;
        kinds.immobile | fought | units.with_any(Flags::ROUTED | Flags::MOVED)
    }

    /// The same for moves of units, without detours.
    pub fn each_march(&self, mut found: impl FnMut(Move) -> bool) -> bool {
        let means = self.means();
        let reserve = Area::reserve(means.by);
        let field = (0..self.columns())
            .flat_map(|column| [means.by, means.by.other()].map(|side| Area::new(side, column)));
        field
            .chain([reserve])
            .any(|area| self.each_march_from(area, UnitSet::ALL, &means, &mut found))
    }

    #[inline]
    pub(super) fn each_march_from(
        &self,
        area: Area,
        some: UnitSet,
        means: &Means,
        mut found: impl FnMut(Move) -> bool,
    ) -> bool {
        let by = means.by;
        let units = self.units_in(area, by) & (some - self.cannot_move(by));
        if units.is_empty() {
            return false;
        }
        // Rivers are rare, and what may cross them is not to be said in passing.
        let rivers = self.setup.rivers.iter().any(Option::is_some);
        let found = |unit, path| {
            let may = || self.may_move(by, unit, path).is_ok();
            debug_assert!(rivers || may(), "{unit} {path:?}");
            (!rivers || may()) && found(Move { unit, path })
        };
        match area.segment() {
            None => self.each_path_from_reserve(units, means, found),
            Some(column) if area.side() == by => {
                self.each_path_from_near(column, units, means, found)
            }
            Some(column) => self.each_path_from_far(column, units, means, found),
        }
    }

    /// Every way that makes sense for units on their own side, apart from rivers: forward, to the
    /// rear, and through the reserve into another segment (VIR-R2).
    #[inline]
    fn each_path_from_near(
        &self,
        column: usize,
        units: UnitSet,
        means: &Means,
        mut found: impl FnMut(u8, Path) -> bool,
    ) -> bool {
        let (by, columns, points) = (means.by, self.columns(), means.points[column]);
        let (own, front) = (Area::new(by, column), Area::new(by.other(), column));
        let (reserve, kinds) = (Area::reserve(by), self.kinds(by));
        let contested = self.enemy_in(own, by);
        let before_enemy = contested || self.enemy_in(front, by);
        for unit in units {
            if means.compelled.has(unit) {
                // VIR-R69.3: one step forward, and nothing else.
                let paid = self.pools[column].can_pay(self.base_cost(by, unit));
                if paid && found(unit, Path::one(front)) {
                    return true;
                }
                continue;
            }
            let Some(pace) = self.pace(means, unit).filter(|pace| pace.cost <= points) else {
                continue;
            };
            if !contested && found(unit, Path::one(front)) {
                return true;
            }
            // VIR-R69.7: impetuous units do not step back before the enemy.
            if kinds.impetuous.has(unit) && before_enemy {
                continue;
            }
            if found(unit, Path::one(reserve)) {
                return true;
            }
            // Sideways through the reserve, but not if that alone is a forced march.
            let three = pace.goes(3, points);
            for other in (0..columns).filter(|&other| pace.steps > 1 && other != column) {
                let (near, far) = (Area::new(by, other), Area::new(by.other(), other));
                if found(unit, Path::two(reserve, near)) {
                    return true;
                }
                let through = Path::three(reserve, near, far);
                if three && self.leads_on(by, near) && found(unit, through) {
                    return true;
                }
            }
        }
        false
    }

    /// The same on the enemy's side.
    #[inline]
    fn each_path_from_far(
        &self,
        column: usize,
        units: UnitSet,
        means: &Means,
        mut found: impl FnMut(u8, Path) -> bool,
    ) -> bool {
        let (by, columns, points) = (means.by, self.columns(), means.points[column]);
        let (own, front) = (Area::new(by, column), Area::new(by.other(), column));
        let reserve = Area::reserve(by);
        let contested = self.enemy_in(front, by);
        let before_enemy = contested || self.enemy_in(own, by);
        let dense = self.ground(own).contains(Ground::DENSE_WOOD);
        for unit in units {
            let Some(pace) = self.pace(means, unit).filter(|pace| pace.cost <= points) else {
                continue;
            };
            let impetuous = self.kinds(by).impetuous.has(unit);
            if impetuous && contested {
                continue;
            }
            if found(unit, Path::one(own)) {
                return true;
            }
            if dense || impetuous && before_enemy || !pace.goes(2, points) {
                continue;
            }
            if found(unit, Path::two(own, reserve)) {
                return true;
            }
            let three = pace.goes(3, points);
            for other in (0..columns).filter(|&other| three && other != column) {
                if found(unit, Path::three(own, reserve, Area::new(by, other))) {
                    return true;
                }
            }
        }
        false
    }

    /// The same in reserve. VIR-4.4.1: units from there are paid for where they go.
    #[inline]
    fn each_path_from_reserve(
        &self,
        units: UnitSet,
        means: &Means,
        mut found: impl FnMut(u8, Path) -> bool,
    ) -> bool {
        let by = means.by;
        for unit in units {
            let Some(pace) = self.pace(means, unit) else { continue };
            for (column, points) in means.points.into_iter().enumerate().take(self.columns()) {
                let (near, far) = (Area::new(by, column), Area::new(by.other(), column));
                if pace.cost > points {
                    continue;
                }
                if found(unit, Path::one(near)) {
                    return true;
                }
                let goes = pace.goes(2, points) && self.leads_on(by, near);
                if goes && found(unit, Path::two(near, far)) {
                    return true;
                }
            }
        }
        false
    }

    /// VIR-6.2.4, VIR-R72: whether one may go on from an own-side area to the one beyond it.
    fn leads_on(&self, by: Seat, near: Area) -> bool {
        !self.enemy_in(near, by) && !self.ground(near).contains(Ground::DENSE_WOOD)
    }

    /// How a unit may move that can: not in shieldwall.
    #[inline]
    fn pace(&self, means: &Means, unit: u8) -> Option<Pace> {
        let (it, kinds) = (&self.units(means.by)[unit], self.kinds(means.by));
        if it.formation == Formation::Shieldwall {
            return None;
        }
        let fought = it.is(Flags::FOUGHT);
        let cost = if fought { 0 } else { self.base_cost(means.by, unit) };
        let pikes = u8::from(kinds.pikes.has(unit) && !fought);
        let forced = !kinds.artillery.has(unit) && !it.formation.is_closed();
        let steps = 1 + u8::from(kinds.fast.has(unit));
        Some(Pace { steps, forced, cost, forced_cost: cost + pikes })
    }
}

/// How far a unit may go, and for how much.
#[derive(Clone, Copy)]
struct Pace {
    /// VIR-6.2.5, VIR-6.2.6.
    steps: u8,
    /// Whether it may make one step more (VIR-10.1).
    forced: bool,
    cost: u8,
    forced_cost: u8,
}

impl Pace {
    /// Whether it may make so many steps, and can be paid for.
    #[inline]
    fn goes(self, steps: u8, points: u8) -> bool {
        if steps <= self.steps {
            self.cost <= points
        } else {
            steps == self.steps + 1 && self.forced && self.forced_cost <= points
        }
    }
}
