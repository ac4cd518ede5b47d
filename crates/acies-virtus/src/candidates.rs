//! What can be done: charges, combats and moves by construction, without trying everything.
//!
//! [`check`](acies_core::Game::check) judges one action at a time and says why not. Here the legal
//! ones are listed as fast as possible, because computer players do little else. The two must agree:
//! the kit tries it, and so does every listing in a debug build.

use acies_core::{Dice, Seat};

use crate::{
    action::{Action, Charge, Fight, Kind, Path},
    areas::{Area, COLUMNS_MAX, Ground},
    battle::{Battle, Frame},
    combat::attack::With,
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
    /// Units that cannot be activated to fight.
    idle: UnitSet,
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
        let idle = self.units(by).with_any(Flags::ROUTED | Flags::ACTIVATED) | compelled;
        Means { by, points, compelled, idle }
    }

    /// Units that cannot move: routed ones, those that have moved, and after they fought all but
    /// evaders (VIR-6.3.1).
    fn cannot_move(&self, by: Seat) -> UnitSet {
        let (units, kinds) = (self.units(by), self.kinds(by));
        let fought = units.with_any(Flags::FOUGHT) - kinds.evaders;
        kinds.immobile | fought | units.with_any(Flags::ROUTED | Flags::MOVED)
    }

    /// The fewest points for which some unit is activated: there is no use in looking below.
    fn base_cost(&self, seat: Seat, unit: u8) -> u8 {
        1 + u8::from(self.kinds(seat).dear.has(unit))
    }

    /// Calls `found` with every charge that can be declared, until it says true. Tells whether it did.
    pub fn each_charge(&self, mut found: impl FnMut(Charge) -> bool) -> bool {
        let means = self.means();
        self.areas().any(|area| self.each_charge_from(area, UnitSet::ALL, &means, &mut found))
    }

    /// The same for some units in one area.
    #[inline]
    fn each_charge_from(
        &self,
        area: Area,
        some: UnitSet,
        means: &Means,
        mut found: impl FnMut(Charge) -> bool,
    ) -> bool {
        let (by, kinds) = (means.by, self.kinds(means.by));
        let Some(segment) = area.segment() else { return false };
        let units = self.units_in(area, by) & (some - kinds.artillery - means.idle);
        let points = means.points[segment];
        if units.is_empty() || points == 0 {
            return false;
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
            return false;
        }
        let hill = engaged && self.can_use_hill(area, by);
        for unit in units {
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
        false
    }

    /// The same for ordinary combats.
    pub fn each_fight(&self, mut found: impl FnMut(Fight) -> bool) -> bool {
        let means = self.means();
        self.areas().any(|area| self.each_fight_from(area, UnitSet::ALL, &means, &mut found))
    }

    #[inline]
    fn each_fight_from(
        &self,
        area: Area,
        some: UnitSet,
        means: &Means,
        mut found: impl FnMut(Fight) -> bool,
    ) -> bool {
        let (by, kinds) = (means.by, self.kinds(means.by));
        let Some(segment) = area.segment() else { return false };
        let points = means.points[segment];
        if points == 0 {
            return false;
        }
        let units = self.units_in(area, by) & (some - means.idle);
        if units.is_empty() {
            return false;
        }
        let mut offer = |fight: Fight| {
            debug_assert!(self.may_fight(by, &fight).is_ok(), "{fight:?}");
            found(fight)
        };
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
            return false;
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
        false
    }

    /// VIR-R60: a hill that this seat holds.
    fn can_use_hill(&self, area: Area, seat: Seat) -> bool {
        self.ground(area).contains(Ground::HILL) && self.holder(area) == seat
    }

    /// The same for moves of units, without detours.
    pub fn each_march(&self, mut found: impl FnMut(u8, Path) -> bool) -> bool {
        let means = self.means();
        let reserve = Area::reserve(means.by);
        let field = (0..self.columns())
            .flat_map(|column| [means.by, means.by.other()].map(|side| Area::new(side, column)));
        field
            .chain([reserve])
            .any(|area| self.each_march_from(area, UnitSet::ALL, &means, &mut found))
    }

    #[inline]
    fn each_march_from(
        &self,
        area: Area,
        some: UnitSet,
        means: &Means,
        mut found: impl FnMut(u8, Path) -> bool,
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
            (!rivers || may()) && found(unit, path)
        };
        match area.segment() {
            None => self.each_way_from_reserve(units, means, found),
            Some(column) if area.side() == by => {
                self.each_way_from_near(column, units, means, found)
            }
            Some(column) => self.each_way_from_far(column, units, means, found),
        }
    }

    /// Every way that makes sense for units on their own side, apart from rivers: forward, to the
    /// rear, and through the reserve into another segment (VIR-R2).
    #[inline]
    fn each_way_from_near(
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
    fn each_way_from_far(
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
    fn each_way_from_reserve(
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

    /// Any action at random, in a step that offers many: first it is decided who acts, and then only
    /// what he can do is listed.
    pub(crate) fn any_of_many(&self, chance: &mut Dice, room: &mut Vec<Action>) -> Action {
        let (by, means) = (self.active, self.means());
        let moves = self.frame() == Frame::Moves;
        let done = !moves || self.must_still_move(by).is_none();
        let mut leaders = moves;
        // Who has no points to use need not be asked, but for the free move of evaders (VIR-6.3.1).
        let paid = |area: &Area| area.segment().is_some_and(|at| means.points[at] > 0);
        let field = self.areas().filter(paid);
        let mut units = field.fold(UnitSet::NONE, |all, area| all | self.units_in(area, by));
        if moves {
            let reserve = self.units_in(Area::reserve(by), by);
            let evaders = self.units(by).alive() & self.kinds(by).evaders;
            units = (units | reserve | evaders | means.compelled) - self.cannot_move(by);
        } else {
            units = units - means.idle;
        }
        loop {
            let rest = usize::from(leaders) + usize::from(done);
            let chosen = chance.number(units.len() + rest);
            if let Some(unit) = units.nth(chosen) {
                units = units.without(unit);
                self.list_unit(unit, &means, room);
            } else if leaders && chosen == units.len() {
                leaders = false;
                self.list_leaders(room);
            } else {
                return Action::Done;
            }
            if !room.is_empty() {
                return room[chance.number(room.len())];
            }
        }
    }

    /// What one unit of the active player can do in this step.
    fn list_unit(&self, unit: u8, means: &Means, out: &mut Vec<Action>) {
        let (area, it) = (self.units(means.by)[unit].area, UnitSet::NONE.with(unit));
        match self.frame() {
            Frame::Charges => self.each_charge_from(area, it, means, |charge| {
                out.push(Action::Charge(charge));
                false
            }),
            Frame::Combats => self.each_fight_from(area, it, means, |fight| {
                out.push(Action::Fight(fight));
                false
            }),
            Frame::Moves => self.each_march_from(area, it, means, |unit, path| {
                out.push(Action::Move { unit, path });
                false
            }),
            _ => false,
        };
    }

    pub(crate) fn list_leaders(&self, out: &mut Vec<Action>) {
        self.each_leader_move(|leader, to| {
            out.push(Action::MoveLeader { leader, to });
            false
        });
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
