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
    units::{Flags, Formation, UnitSet},
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
        // Only impetuous units are ever compelled, and many armies have none.
        let compelled: UnitSet = (self.kinds(by).impetuous & self.units(by).alive())
            .into_iter()
            .filter(|&unit| self.is_compelled(by, unit))
            .collect();
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
        let (by, kinds) = (means.by, self.kinds(means.by));
        let units = self.units(by);
        let rivers = self.setup.rivers.iter().any(Option::is_some);
        let mut offer = |unit: u8, path: Path| {
            // Rivers are rare, and what may cross them is not to be said in passing.
            if rivers && self.may_move(by, unit, path).is_err() {
                return false;
            }
            debug_assert!(self.may_move(by, unit, path).is_ok(), "{unit} {path:?}");
            found(unit, path)
        };
        let reserve = [Area::reserve(by)];
        for &from in Area::field(self.columns()).iter().chain(&reserve) {
            for unit in units.in_area(from) - kinds.immobile {
                let it = &units[unit];
                // VIR-6.3.1: only evaders move after they fought.
                let fought = it.is(Flags::FOUGHT);
                if it.is(Flags::ROUTED | Flags::MOVED)
                    || it.formation == Formation::Shieldwall
                    || fought && !kinds.evaders.has(unit)
                {
                    continue;
                }
                if means.compelled.has(unit) {
                    let front = from.front(by).expect("a compelled unit has a front area");
                    let segment = from.segment().expect("and a segment");
                    let paid = self.pools[segment].can_pay(self.base_cost(by, unit));
                    if paid && offer(unit, Path::new(front)) {
                        return true;
                    }
                    continue;
                }
                let march = self.marcher(&means, unit, from, fought);
                if self.each_way(&march, &mut |path| offer(unit, path)) {
                    return true;
                }
            }
        }
        false
    }

    fn marcher<'a>(&self, means: &'a Means, unit: u8, from: Area, evades: bool) -> Marcher<'a> {
        let kinds = self.kinds(means.by);
        let cost = if evades { 0 } else { self.base_cost(means.by, unit) };
        let pikes = u8::from(kinds.pikes.has(unit) && !evades);
        let forced =
            !kinds.artillery.has(unit) && !self.units(means.by)[unit].formation.is_closed();
        let steps = 1 + u8::from(kinds.fast.has(unit));
        let impetuous = kinds.impetuous.has(unit);
        Marcher { means, from, steps, forced, cost, forced_cost: cost + pikes, impetuous }
    }

    /// Every way that a unit may go: to the rear and forward, and through the reserve into another
    /// segment (VIR-R2). `offer` says true to stop.
    fn each_way(&self, unit: &Marcher, offer: &mut impl FnMut(Path) -> bool) -> bool {
        let by = unit.means.by;
        let from = unit.from;
        let Some(own) = from.segment() else {
            return (0..self.columns()).any(|column| {
                self.each_way_out(unit, None, column, unit.means.points[column], offer)
            });
        };
        let points = unit.means.points[own];
        if points < unit.cost {
            return false;
        }
        if let Some(front) = from.front(by)
            && !self.enemy_in(from, by)
            && offer(Path::new(front))
        {
            return true;
        }
        // VIR-R69.7: impetuous units do not step back before the enemy.
        let held = |at: Area| {
            let before = |area| self.enemy_in(area, by);
            unit.impetuous && (before(at) || at.front(by).is_some_and(before))
        };
        if held(from) {
            return false;
        }
        let mut back = Path::new(from.rear(by).expect("only a reserve has no rear"));
        if offer(back) {
            return true;
        }
        let mut at = back.end();
        if !at.is_reserve() {
            let reserve = back.then(Area::reserve(by)).expect("two steps");
            let stops = self.ground(at).contains(Ground::DENSE_WOOD) || held(at);
            if stops || !unit.can_go(2, points) {
                return false;
            }
            if offer(reserve) {
                return true;
            }
            back = reserve;
            at = back.end();
        }
        debug_assert!(at.is_reserve());
        (0..self.columns())
            .filter(|&column| column != own)
            .any(|column| self.each_way_out(unit, Some(back), column, points, offer))
    }

    /// From the reserve into a column: its own-side area, and the one beyond.
    fn each_way_out(
        &self,
        unit: &Marcher,
        so_far: Option<Path>,
        column: usize,
        points: u8,
        offer: &mut impl FnMut(Path) -> bool,
    ) -> bool {
        let by = unit.means.by;
        let near = Area::new(by, column);
        let path = match so_far {
            None => Some(Path::new(near)),
            Some(path) => path.then(near),
        };
        let Some(path) = path.filter(|path| unit.can_go(path.steps().len(), points)) else {
            return false;
        };
        if offer(path) {
            return true;
        }
        // VIR-6.2.4, VIR-R72: not past enemies, nor out of a dense wood in the same turn.
        if self.enemy_in(near, by) || self.ground(near).contains(Ground::DENSE_WOOD) {
            return false;
        }
        let beyond = path.then(Area::new(by.other(), column));
        beyond.is_some_and(|path| unit.can_go(path.steps().len(), points) && offer(path))
    }

    /// The same for moves of leaders.
    pub fn each_leader_move(&self, mut found: impl FnMut(u8, Area) -> bool) -> bool {
        let by = self.active;
        (0..self.sides[by].leaders.len() as u8).any(|leader| {
            let it = &self.sides[by].leaders[usize::from(leader)];
            it.alive
                && !it.moved
                && it.joined.is_none()
                && self
                    .areas()
                    .chain([Area::reserve(by)])
                    .any(|to| self.may_move_leader(by, leader, to).is_ok() && found(leader, to))
        })
    }

    /// The areas of the field, without the reserves.
    pub fn areas(&self) -> impl Iterator<Item = Area> + use<> {
        Area::field(self.columns()).iter().copied()
    }
}

/// A unit that may move, as far as its ways are concerned.
struct Marcher<'a> {
    means: &'a Means,
    from: Area,
    /// VIR-6.2.5, VIR-6.2.6.
    steps: u8,
    /// Whether it may make one step more (VIR-10.1).
    forced: bool,
    cost: u8,
    forced_cost: u8,
    impetuous: bool,
}

impl Marcher<'_> {
    /// Whether it may make so many steps, and can be paid for.
    fn can_go(&self, steps: usize, points: u8) -> bool {
        match steps.cmp(&usize::from(self.steps + 1)) {
            std::cmp::Ordering::Less => self.cost <= points,
            std::cmp::Ordering::Equal => self.forced && self.forced_cost <= points,
            std::cmp::Ordering::Greater => false,
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
