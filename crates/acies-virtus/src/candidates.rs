//! What can be done: charges, combats and moves by construction, without trying everything.
//!
//! [`check`](acies_core::Game::check) judges one action at a time and says why not. Here the legal
//! ones are listed as fast as possible, because computer players do little else. The two must agree:
//! the kit tries it, and so does every listing in a debug build.

use acies_core::Seat;

use crate::{
    action::{Charge, Fight, Kind, Path},
    areas::{Area, COLUMNS_MAX, Ground},
    battle::Battle,
    combat::With,
    units::{Flags, Formation, Leader, UnitSet},
};

/// Points without a limit (VIR-4.3.3).
const NO_LIMIT: u8 = u8::MAX;

/// What the active player can still use, looked up once for a whole list.
struct Means {
    by: Seat,
    /// What each segment can spend on anything but the steps of compelled units (VIR-R69.2).
    points: [u8; COLUMNS_MAX],
    /// Units that must step into their front area and can do nothing else (VIR-R69.3).
    compelled: UnitSet,
}

impl Battle {
    fn means(&self) -> Means {
        let by = self.active;
        let compelled: UnitSet =
            self.compelled.into_iter().filter(|&unit| self.is_compelled(by, unit)).collect();
        let mut points = [0; COLUMNS_MAX];
        for (segment, points) in points.iter_mut().enumerate() {
            *points = match self.pools[segment].left() {
                None => NO_LIMIT,
                Some(left) if compelled.is_empty() => left,
                Some(left) => left - self.claimed(segment),
            };
        }
        Means { by, points, compelled }
    }

    /// Whether a unit in the field can be activated to fight.
    fn is_ready(&self, means: &Means, unit: u8) -> bool {
        !self.units(means.by)[unit].is(Flags::ROUTED | Flags::ACTIVATED)
            && !means.compelled.has(unit)
    }

    /// The fewest points for which some unit is activated: there is no use in looking below.
    fn base_cost(&self, seat: Seat, unit: u8) -> u8 {
        1 + u8::from(self.kinds(seat).dear.has(unit))
    }

    /// Calls `found` with every charge that can be declared, until it says true. Tells whether it did.
    pub fn each_charge(&self, mut found: impl FnMut(Charge) -> bool) -> bool {
        let means = self.means();
        let (by, kinds) = (means.by, self.kinds(means.by));
        for area in self.areas() {
            let Some(segment) = area.segment() else { continue };
            let units = self.units_in(area, by) - kinds.artillery;
            let points = means.points[segment];
            if units.is_empty() || points == 0 {
                continue;
            }
            let engaged = self.enemy_in(area, by);
            let targets = if engaged {
                self.units_in(area, by.other())
            } else {
                area.flanks(self.columns())
                    .filter(|&flank| self.may_reach_flank(by, area, flank).is_ok())
                    .fold(UnitSet::NONE, |all, flank| all | self.units_in(flank, by.other()))
            };
            if targets.is_empty() {
                continue;
            }
            let hill = engaged && self.can_use_hill(area, by);
            for unit in units.into_iter().filter(|&unit| self.is_ready(&means, unit)) {
                let base = self.base_cost(by, unit) + u8::from(kinds.infantry.has(unit));
                for target in targets {
                    for (hill, pila) in extras(hill, kinds.pila.has(unit), points, base) {
                        let charge = Charge { unit, target, hill, pila };
                        debug_assert!(self.may_charge(by, &charge).is_ok(), "{charge:?}");
                        if found(charge) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// The same for ordinary combats.
    pub fn each_fight(&self, mut found: impl FnMut(Fight) -> bool) -> bool {
        let means = self.means();
        let (by, kinds) = (means.by, self.kinds(means.by));
        let mut offer = |fight: Fight| {
            debug_assert!(self.may_fight(by, &fight).is_ok(), "{fight:?}");
            found(fight)
        };
        for area in self.areas() {
            let Some(segment) = area.segment() else { continue };
            let points = means.points[segment];
            if points == 0 {
                continue;
            }
            let here = self.units_in(area, by).into_iter();
            let units: UnitSet = here.filter(|&unit| self.is_ready(&means, unit)).collect();
            if units.is_empty() {
                continue;
            }
            if self.enemy_in(area, by) {
                let hill = self.can_use_hill(area, by);
                for unit in units {
                    let formed = self.units(by)[unit].formation.is_closed();
                    let pila = kinds.pila.has(unit) && !formed;
                    for (hill, pila) in extras(hill, pila, points, self.base_cost(by, unit)) {
                        if offer(Fight { unit, kind: Kind::Here, hill, pila }) {
                            return true;
                        }
                    }
                }
                continue;
            }
            for unit in units & kinds.shooters {
                let fight = Fight { unit, kind: Kind::Shoot, hill: false, pila: false };
                if self.may_fight(by, &fight).is_ok() && offer(fight) {
                    return true;
                }
            }
            for flank in area.flanks(self.columns()) {
                let open = flank.side() != by || self.enemy_in(flank, by);
                if !open || self.may_reach_flank(by, area, flank).is_err() {
                    continue;
                }
                let wood = self.ground(flank).contains(Ground::WOOD);
                for unit in units {
                    let formed = self.units(by)[unit].formation.is_closed();
                    let cost = self.base_cost(by, unit);
                    let kind = Kind::Flank { area: flank, with: With::Fv };
                    let pila = kinds.pila.has(unit) && !formed;
                    for (hill, pila) in extras(false, pila, points, cost) {
                        if offer(Fight { unit, kind, hill, pila }) {
                            return true;
                        }
                    }
                    if kinds.shooters.has(unit) && !wood && !formed && cost <= points {
                        let kind = Kind::Flank { area: flank, with: With::Sv };
                        if offer(Fight { unit, kind, hill: false, pila: false }) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// VIR-R60: a hill that this seat holds.
    fn can_use_hill(&self, area: Area, seat: Seat) -> bool {
        self.ground(area).contains(Ground::HILL) && self.holder(area) == seat
    }

    /// The same for moves of units, without detours.
    pub fn each_march(&self, mut found: impl FnMut(u8, Path) -> bool) -> bool {
        let means = self.means();
        let by = means.by;
        if self.setup.rivers.iter().all(Option::is_none) {
            return self.each_way(&means, |unit, path| {
                debug_assert!(self.may_move(by, unit, path).is_ok(), "{unit} {path:?}");
                found(unit, path)
            });
        }
        // Rivers are rare, and what may cross them is not to be said in passing.
        self.each_way(&means, |unit, path| {
            self.may_move(by, unit, path).is_ok() && found(unit, path)
        })
    }

    /// Every way that makes sense for a unit, apart from rivers: forward, to the rear, and through the
    /// reserve into another segment (VIR-R2).
    #[inline]
    fn each_way(&self, means: &Means, mut found: impl FnMut(u8, Path) -> bool) -> bool {
        let (by, columns) = (means.by, self.columns());
        let (reserve, kinds) = (Area::reserve(by), self.kinds(by));
        let near = |column| Area::new(by, column);
        let far = |column| Area::new(by.other(), column);
        let enemy = |area| self.enemy_in(area, by);
        let dense = |area| self.ground(area).contains(Ground::DENSE_WOOD);
        // VIR-6.2.4, VIR-R72: whether one may go on from an own-side area to the one beyond it.
        let onward = |column| !enemy(near(column)) && !dense(near(column));
        for column in 0..columns {
            let points = means.points[column];
            let (own, front) = (near(column), far(column));
            for unit in self.units_in(own, by) - kinds.immobile {
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
                if !enemy(own) && found(unit, Path::one(front)) {
                    return true;
                }
                // VIR-R69.7: impetuous units do not step back before the enemy.
                if kinds.impetuous.has(unit) && (enemy(own) || enemy(front)) {
                    continue;
                }
                if found(unit, Path::one(reserve)) {
                    return true;
                }
                // Sideways through the reserve, but not if that alone is a forced march.
                let three = pace.goes(3, points);
                for other in (0..columns).filter(|&other| pace.steps > 1 && other != column) {
                    if found(unit, Path::two(reserve, near(other))) {
                        return true;
                    }
                    let through = Path::three(reserve, near(other), far(other));
                    if three && onward(other) && found(unit, through) {
                        return true;
                    }
                }
            }
            for unit in self.units_in(front, by) - kinds.immobile {
                let Some(pace) = self.pace(means, unit).filter(|pace| pace.cost <= points) else {
                    continue;
                };
                let impetuous = kinds.impetuous.has(unit);
                if impetuous && enemy(front) {
                    continue;
                }
                if found(unit, Path::one(own)) {
                    return true;
                }
                let held = impetuous && (enemy(own) || enemy(front));
                if dense(own) || held || !pace.goes(2, points) {
                    continue;
                }
                if found(unit, Path::two(own, reserve)) {
                    return true;
                }
                let three = pace.goes(3, points);
                for other in (0..columns).filter(|&other| three && other != column) {
                    if found(unit, Path::three(own, reserve, near(other))) {
                        return true;
                    }
                }
            }
        }
        // VIR-4.4.1: units from the reserve are paid for where they go.
        for unit in self.units_in(reserve, by) - kinds.immobile {
            let Some(pace) = self.pace(means, unit) else { continue };
            for (column, points) in means.points.into_iter().enumerate().take(columns) {
                if pace.cost > points {
                    continue;
                }
                if found(unit, Path::one(near(column))) {
                    return true;
                }
                let beyond = Path::two(near(column), far(column));
                if pace.goes(2, points) && onward(column) && found(unit, beyond) {
                    return true;
                }
            }
        }
        false
    }

    /// How a unit may move, if it may at all: not routed, not moved yet, not in shieldwall, and only
    /// evaders after they fought (VIR-6.3.1).
    #[inline]
    fn pace(&self, means: &Means, unit: u8) -> Option<Pace> {
        let (it, kinds) = (&self.units(means.by)[unit], self.kinds(means.by));
        let fought = it.is(Flags::FOUGHT);
        if it.is(Flags::ROUTED | Flags::MOVED)
            || it.formation == Formation::Shieldwall
            || fought && !kinds.evaders.has(unit)
        {
            return None;
        }
        let cost = if fought { 0 } else { self.base_cost(means.by, unit) };
        let pikes = u8::from(kinds.pikes.has(unit) && !fought);
        let forced = !kinds.artillery.has(unit) && !it.formation.is_closed();
        let steps = 1 + u8::from(kinds.fast.has(unit));
        Some(Pace { steps, forced, cost, forced_cost: cost + pikes })
    }

    /// The same for moves of leaders, to where friends are: elsewhere he is of no use.
    pub fn each_leader_move(&self, mut found: impl FnMut(u8, Area) -> bool) -> bool {
        let by = self.active;
        self.free_leaders().any(|(leader, it)| {
            let mut offer = |to| {
                debug_assert!(self.may_move_leader(by, leader, to).is_ok(), "{leader} {to:?}");
                found(leader, to)
            };
            if it.area != Area::reserve(by) && offer(Area::reserve(by)) {
                return true;
            }
            // VIR-6.2.7: three steps lead everywhere but from one enemy area to another.
            let beyond = it.area.side() != by;
            self.areas().any(|to| {
                let too_far = beyond && to.side() != by;
                let friends = !self.units_in(to, by).is_empty();
                !too_far && friends && self.leader_in(to, by).is_none() && offer(to)
            })
        })
    }

    /// The leaders of the active player who have neither moved nor joined a unit (VIR-R56).
    fn free_leaders(&self) -> impl Iterator<Item = (u8, &Leader)> {
        self.leaders(self.active).filter(|(_, it)| !it.moved && it.joined.is_none())
    }

    /// Whether a leader may move at all, be it to where he is of no use.
    pub fn can_move_a_leader(&self) -> bool {
        let by = self.active;
        self.free_leaders().any(|(leader, _)| {
            let may = |to| self.may_move_leader(by, leader, to).is_ok();
            may(Area::reserve(by)) || self.areas().any(may)
        })
    }

    /// The areas of the field, without the reserves.
    pub fn areas(&self) -> impl Iterator<Item = Area> + use<> {
        Area::field(self.columns()).iter().copied()
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

/// The ways to use a hill die and pila that can be paid for (VIR-R41.6, VIR-R41.7).
fn extras(hill: bool, pila: bool, points: u8, base: u8) -> impl Iterator<Item = (bool, bool)> {
    [(false, false), (true, false), (false, true), (true, true)].into_iter().filter(
        move |&(with_hill, with_pila)| {
            let cost = base + u8::from(with_hill) + u8::from(with_pila);
            (!with_hill || hill) && (!with_pila || pila) && cost <= points
        },
    )
}
