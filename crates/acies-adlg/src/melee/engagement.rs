//! Who fights whom (ADLG-R114 to ADLG-R117, ADLG-R157): roles in melee from the contacts of the moment,
//! and the facts of each melee.

use acies_core::{Each, Seat};
use acies_table::{Corner, Drill, Edge, Rect};
use arrayvec::ArrayVec;
use serde::Serialize;

use crate::{
    action::UnitSet,
    battle::{ALL_UNITS, Battle, Flags, Id, Place},
    melee::{Above, Aspect, Barrier, Beasts, Fighter, Flanked, Melee, Round, Support},
    rulings::{TOLERANCE, UNITS_MAX},
    units::{Category::*, RADIUS_MOST},
};

/// ADLG-R43, ADLG-R115: how level neighbours stand.
pub const DRILL: Drill = Drill { tolerance: TOLERANCE, level: 0.1 };

/// What a unit does in melee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    #[default]
    None,
    /// Main unit against this enemy.
    Main(Id),
    /// In melee support against this enemy.
    MeleeSupport(Id),
    /// In simple support of a friend, against this enemy.
    SimpleSupport { friend: Id, enemy: Id },
}

/// The roles of all units, and whom each attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    roles: [Role; ALL_UNITS],
    attacks: [Option<Attack>; ALL_UNITS],
}

/// A unit's front on an edge of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    pub enemy: Id,
    /// The edge of the enemy that is touched.
    pub edge: Edge,
    /// Along what length, in steps of the table.
    length: i32,
}

impl Attack {
    /// ADLG-R114, 1: front to front before all others, then by the length of the contact.
    fn rank(&self) -> (bool, i32) {
        (self.edge == Edge::Front, self.length)
    }
}

impl Roles {
    /// What a unit does in melee.
    pub fn of(&self, id: Id) -> Role {
        self.roles[id.index(UNITS_MAX)]
    }

    /// ADLG-R157: main unit or melee support.
    pub fn in_melee(&self, id: Id) -> bool {
        matches!(self.of(id), Role::Main(_) | Role::MeleeSupport(_))
    }

    /// ADLG-R157: "in support" includes simple support.
    pub fn is_engaged(&self, id: Id) -> bool {
        self.of(id) != Role::None
    }

    /// Whom a unit attacks with its front, and where.
    pub fn attack(&self, id: Id) -> Option<Attack> {
        self.attacks[id.index(UNITS_MAX)]
    }

    /// The other main unit of a unit's melee.
    pub fn opponent(&self, id: Id) -> Option<Id> {
        match self.of(id) {
            Role::Main(enemy) => Some(enemy),
            _ => None,
        }
    }

    fn pair(&mut self, one: Id, other: Id) {
        self.roles[one.index(UNITS_MAX)] = Role::Main(other);
        self.roles[other.index(UNITS_MAX)] = Role::Main(one);
    }
}

/// Units of both sides.
type Both = ArrayVec<Id, ALL_UNITS>;

/// A set of units of both sides.
#[derive(Clone, Copy, Default)]
struct Marked(u128);

impl Marked {
    fn mark(&mut self, id: Id) {
        self.0 |= 1 << id.index(UNITS_MAX);
    }

    fn has(self, id: Id) -> bool {
        self.0 & 1 << id.index(UNITS_MAX) != 0
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A circle around a unit, in steps of the table.
struct Circle {
    id: Id,
    x: i32,
    y: i32,
    radius: i32,
}

const LARGEST: i32 = RADIUS_MOST.steps();

impl Circle {
    fn meets(&self, other: &Circle) -> bool {
        let apart = self.radius + other.radius;
        let (x, y) = (self.x - other.x, self.y - other.y);
        x.abs() <= apart && y.abs() <= apart && x * x + y * y <= apart * apart
    }
}

type Circles = ArrayVec<Circle, UNITS_MAX>;

/// Where the middles of some circles are, from west to east and from south to north.
struct Extent {
    x: [i32; 2],
    y: [i32; 2],
}

impl Extent {
    fn of(circles: &Circles) -> Extent {
        let mut extent = Extent { x: [i32::MAX, i32::MIN], y: [i32::MAX, i32::MIN] };
        let widen = |[low, high]: &mut [i32; 2], middle: i32| {
            *low = (*low).min(middle);
            *high = (*high).max(middle);
        };
        for it in circles {
            widen(&mut extent.x, it.x);
            widen(&mut extent.y, it.y);
        }
        extent
    }

    fn meets(&self, it: &Circle) -> bool {
        let within = |[low, high]: [i32; 2], middle: i32| {
            low <= middle.saturating_add(2 * LARGEST) && middle - 2 * LARGEST <= high
        };
        within(self.x, it.x) && within(self.y, it.y)
    }
}

impl Battle {
    /// ADLG-R114: who fights whom.
    pub fn roles(&self) -> &Roles {
        let roles = self.roles.get(|| self.find_roles());
        debug_assert_eq!(*roles, self.find_roles(), "they are forgotten when somebody moves");
        roles
    }

    /// ADLG-R114. Of several enemies alike each unit has its opponent: its last one, or the one that its
    /// owner chose ([`Battle::next_to_engage`]); before he is asked, the first in the order of ADLG-R154.
    fn find_roles(&self) -> Roles {
        let mut roles = Roles { roles: [Role::None; ALL_UNITS], attacks: [None; ALL_UNITS] };
        let standing = || {
            let phasing = self.phasing;
            self.standing(phasing).chain(self.standing(phasing.other()))
        };
        // 1. Whom each attacks.
        let mut attacked = Marked::default();
        self.each_touching_pair(|one, other| {
            for (id, enemy) in [(one, other), (other, one)] {
                if let Some(attack) = self.attack_on(id, enemy) {
                    let best = &mut roles.attacks[id.0.index(UNITS_MAX)];
                    let rank = |it: &Attack| self.attack_rank(id.0, it);
                    if best.is_none_or(|held| rank(&attack) > rank(&held)) {
                        *best = Some(attack);
                    }
                }
            }
        });
        for attack in roles.attacks.iter().flatten() {
            attacked.mark(attack.enemy);
        }
        if attacked.is_empty() {
            return roles;
        }
        // 2. Two that attack each other are main units.
        for id in standing() {
            if let Some(Attack { enemy, .. }) = roles.attack(id)
                && roles.attack(enemy).is_some_and(|back| back.enemy == id)
            {
                roles.pair(id, enemy);
            }
        }
        // 3. Others that are attacked fight one of their attackers: first those that attack nobody.
        for attacks_nobody in [true, false] {
            for id in standing() {
                let waits = attacked.has(id) && roles.opponent(id).is_none();
                if waits
                    && roles.attack(id).is_none() == attacks_nobody
                    && let Some(enemy) = self.chosen_attacker(id, &roles)
                {
                    roles.pair(id, enemy);
                }
            }
        }
        // 4. Attackers left over support the main unit that fights their target.
        for id in standing() {
            if let (Role::None, Some(attack)) = (roles.of(id), roles.attack(id)) {
                roles.roles[id.index(UNITS_MAX)] = Role::MeleeSupport(attack.enemy);
            }
        }
        // 5. Simple support.
        for friend in standing().filter(|&id| roles.opponent(id).is_some()).collect::<Both>() {
            for id in self.standing_near(friend.seat(), &self.base(friend), TOLERANCE.touch) {
                let free = roles.of(id) == Role::None && !attacked.has(id);
                let chosen = |enemy: Id| {
                    matches!(roles.of(id), Role::SimpleSupport { .. })
                        && self.unit(id).opponent == Some(enemy)
                };
                if let Some(enemy) = roles.opponent(friend)
                    && (free || chosen(enemy))
                    && self.simply_supports(id, friend, enemy)
                {
                    roles.roles[id.index(UNITS_MAX)] = Role::SimpleSupport { friend, enemy };
                }
            }
        }
        roles
    }

    /// Enemies that touch, red first in each pair.
    fn each_touching_pair(&self, mut pair: impl FnMut((Id, &Rect), (Id, &Rect))) {
        let circles = |seat: Seat| {
            let circle = |id: Id| {
                let at = self.unit(id).pose.at;
                Circle { id, x: at.x.steps(), y: at.y.steps(), radius: LARGEST }
            };
            self.standing(seat).map(circle).collect::<Circles>()
        };
        // Only parts of two armies are near each other.
        let (mut reds, mut blues) = (circles(Seat::Red), circles(Seat::Blue));
        let theirs = Extent::of(&blues);
        reds.retain(|it| theirs.meets(it));
        let ours = Extent::of(&reds);
        blues.retain(|it| ours.meets(it));
        for it in reds.iter_mut().chain(&mut blues) {
            it.radius = self.radius(it.id).steps();
        }
        let mut bodies = [None; UNITS_MAX];
        for one in &reds {
            let mut body = None;
            for (at, other) in blues.iter().enumerate() {
                if !one.meets(other) {
                    continue;
                }
                let ours: &Rect = body.get_or_insert_with(|| self.rect(one.id));
                let theirs: &Rect = bodies[at].get_or_insert_with(|| self.rect(other.id));
                if ours.separation(theirs) <= TOLERANCE.touch {
                    pair((one.id, ours), (other.id, theirs));
                }
            }
        }
    }

    /// ADLG-R114, 1: a unit's front on an enemy that it touches. ADLG-R90: an incomplete conformation counts as
    /// front to front with an overlap of 0. ADLG-R141: artillery attacks nobody.
    fn attack_on(&self, (id, rect): (Id, &Rect), (enemy, other): (Id, &Rect)) -> Option<Attack> {
        let unit = self.unit(id);
        if self.category(id) == Art || unit.is(Flags::LOOTING) {
            return None;
        }
        if unit.unconformed == Some(enemy) || self.unit(enemy).unconformed == Some(id) {
            return Some(Attack { enemy, edge: Edge::Front, length: 0 });
        }
        let contact = rect.contact_along(Edge::Front, other, TOLERANCE)?;
        // ADLG-R140: all edges of a war wagon are front.
        let edge = if self.category(enemy) == Wwg { Edge::Front } else { contact.theirs };
        let length = acies_table::Length::new(contact.length).steps();
        Some(Attack { enemy, edge, length })
    }

    /// ADLG-R114, 1: front to front before all others, then by the length of the contact, then its last
    /// opponent.
    fn attack_rank(&self, id: Id, attack: &Attack) -> ((bool, i32), bool) {
        (attack.rank(), self.unit(id).opponent == Some(attack.enemy))
    }

    /// ADLG-R114, 3, ADLG-R178: of the attackers that are not main units the one on the rear, else with the
    /// longest contact, else the one that fights best, else the first.
    fn chosen_attacker(&self, id: Id, roles: &Roles) -> Option<Id> {
        let attackers = self.standing(id.seat().other()).filter_map(|enemy| {
            let attack = roles.attack(enemy).filter(|attack| attack.enemy == id)?;
            roles.opponent(enemy).is_none().then_some((enemy, attack))
        });
        let chosen = attackers.reduce(|best, next| {
            let rank = |(enemy, attack): &(Id, Attack)| {
                let (worth, quality) =
                    (self.backing(*enemy, id, roles).worth, self.profile(*enemy).quality);
                (attack.edge == Edge::Rear, attack.length, worth, quality)
            };
            if rank(&next) > rank(&best) { next } else { best }
        });
        chosen.map(|(enemy, _)| enemy)
    }

    /// ADLG-R115: whether a unit stands level beside a main unit, its near front corner on the enemy.
    fn simply_supports(&self, id: Id, friend: Id, enemy: Id) -> bool {
        if !self.profile(id).gives_support() {
            return false;
        }
        let base = self.base(id);
        let corner = match base.joined(&self.base(friend), DRILL) {
            Some(Edge::Right) => Corner::FrontRight,
            Some(Edge::Left) => Corner::FrontLeft,
            Some(Edge::Front | Edge::Rear) | None => return false,
        };
        let place = base.rect().corner(corner);
        self.rect(enemy).distance_to(place) <= TOLERANCE.touch
    }

    /// The enemies between whom the owner of a unit chooses: those that it touches alike, none of them its
    /// opponent of the last round (ADLG-R114), or those against whom it can give simple support
    /// (ADLG-R115). One or none is no choice.
    pub fn engagements(&self, id: Id, roles: &Roles) -> ArrayVec<Id, 8> {
        let enemies = self.standing_near(id.seat().other(), &self.base(id), TOLERANCE.touch);
        if let Some(best) = roles.attack(id) {
            if self.unit(id).opponent == Some(best.enemy) {
                return ArrayVec::from_iter([best.enemy]);
            }
            let rect = self.rect(id);
            let alike = enemies.filter(|&enemy| {
                let attack = self.attack_on((id, &rect), (enemy, &self.rect(enemy)));
                attack.is_some_and(|it| it.rank() == best.rank())
            });
            return alike.take(8).collect();
        }
        if !matches!(roles.of(id), Role::SimpleSupport { .. }) {
            return ArrayVec::new();
        }
        let supported = enemies.filter(|&enemy| {
            roles.opponent(enemy).is_some_and(|friend| self.simply_supports(id, friend, enemy))
        });
        supported.take(8).collect()
    }

    /// The next unit that has a choice, the phasing player's first.
    pub(crate) fn next_to_engage(&self, done: &Each<UnitSet>) -> Option<Id> {
        let roles = self.roles();
        let both = [self.phasing, self.phasing.other()];
        let mut units = both.into_iter().flat_map(|seat| self.standing(seat));
        units.find(|&id| {
            roles.is_engaged(id)
                && !done[id.seat()].has(id.number())
                && self.engagements(id, roles).len() > 1
        })
    }

    /// All melees of the moment, the phasing player's unit first in each.
    pub fn melees(&self, roles: &Roles) -> ArrayVec<[Id; 2], UNITS_MAX> {
        let pairs = self.standing(self.phasing).filter_map(|id| Some([id, roles.opponent(id)?]));
        pairs.collect()
    }

    /// The facts of a melee (RULES.md 8.7, step 0).
    pub fn melee(&self, pair: [Id; 2], roles: &Roles) -> Melee {
        // ADLG-R119.
        let charged = |id: Id, other: Id| self.unit(id).charged == Some(other);
        let round = match () {
            () if charged(pair[0], pair[1]) => Round::First { charger: 0 },
            () if charged(pair[1], pair[0]) => Round::First { charger: 1 },
            () => Round::Later,
        };
        let units = [self.fighter(pair[0], pair[1], roles), self.fighter(pair[1], pair[0], roles)];
        Melee { round, units }
    }

    fn fighter(&self, id: Id, enemy: Id, roles: &Roles) -> Fighter {
        let unit = self.unit(id);
        let rect = self.rect(id);
        let edge = match roles.attack(enemy) {
            Some(attack) if attack.enemy == id => attack.edge,
            _ => Edge::Front,
        };
        let (simple_supports, melee_supports) = self.supports(id, enemy, roles);
        let behind = self.barrier(id, edge);
        let above = self.landscape.above(&rect, &self.rect(enemy));
        let walls = behind == Some(Barrier::Fortification);
        Fighter {
            profile: *self.profile(id),
            cohesion: unit.cohesion,
            edge: side(edge),
            flanked: self.flanked(id, enemy, roles),
            uncontrolled: unit.is(Flags::UNCONTROLLED),
            simple_supports,
            melee_supports,
            above: above.or(walls.then_some(Above::Fortification)),
            commander: self.has_commander(id),
            behind,
            beside: self.beasts_beside(id, enemy),
            ground: self.landscape.ground(&rect),
            battle_ready: unit.is(Flags::BATTLE_READY),
        }
    }

    /// ADLG-R138, ADLG-R162: what a unit is behind on an edge. Stakes protect the front only. ADLG-R185: the
    /// line that a unit storms is not its own.
    pub fn barrier(&self, id: Id, edge: Edge) -> Option<Barrier> {
        let unit = self.unit(id);
        let front = edge == Edge::Front;
        if front && (unit.charged.is_some() || unit.is(Flags::STORMING)) {
            return None;
        }
        let staked = front && unit.is(Flags::STAKED);
        self.landscape.behind(&self.rect(id), edge).or(staked.then_some(Barrier::Stakes))
    }

    /// ADLG-R185: who comes upon an enemy behind a line of defence has that line against it from then on.
    pub(crate) fn storm(&mut self, unit: Id, enemy: Id, edge: Edge) {
        let lines = [Barrier::Fortification, Barrier::Obstacle];
        let storms = self.barrier(enemy, edge).is_some_and(|it| lines.contains(&it));
        self.record_mut(unit).flags.set(Flags::STORMING, storms);
    }

    /// ADLG-R125, ADLG-R126: enemies besides its opponent with their front on its flank or rear. Who has a
    /// melee of its own is no support against it.
    fn flanked(&self, id: Id, opponent: Id, roles: &Roles) -> Flanked {
        let others = self.standing(id.seat().other()).filter(|&enemy| enemy != opponent);
        let on_flank = others.filter_map(|enemy| {
            let attack = roles.attack(enemy).filter(|attack| attack.enemy == id)?;
            let lightly = self.profile(enemy).kind.is_light() || roles.opponent(enemy).is_some();
            let how = if lightly { Flanked::Lightly } else { Flanked::Yes };
            (attack.edge != Edge::Front).then_some(how)
        });
        on_flank.max().unwrap_or(Flanked::No)
    }

    /// ADLG-R134: elephants and camels, friend or enemy, that it touches along an edge.
    fn beasts_beside(&self, id: Id, opponent: Id) -> Beasts {
        let rect = self.rect(id);
        let mut beasts = Beasts::default();
        let near = self.bodies_near(&self.base(id), TOLERANCE.touch);
        for other in near.filter(|&other| other != id && other != opponent) {
            let kind = self.profile(other).kind;
            let frightens = kind.category() == El || kind.is_camelry();
            if !frightens || self.unit(other).place != Place::Table {
                continue;
            }
            let contacts = rect.contacts(&self.rect(other), TOLERANCE);
            if contacts.iter().any(|contact| contact.length > TOLERANCE.touch) {
                beasts.elephants |= kind.category() == El;
                beasts.camels |= kind.is_camelry();
            }
        }
        beasts
    }

    /// ADLG-R117: at most one support on each flank of the enemy and one melee support on its rear.
    /// ADLG-R178: of several the one that is worth most. ADLG-R115: some give none.
    fn supports(&self, id: Id, enemy: Id, roles: &Roles) -> (u8, ArrayVec<Support, 3>) {
        let counted = self.backings(id, enemy, roles).into_iter().flatten();
        let simple = counted.clone().filter(|backing| backing.support.is_none()).count() as u8;
        (simple, counted.filter_map(|backing| backing.support).collect())
    }

    /// Who they are.
    pub(crate) fn supporters(&self, [id, enemy]: [Id; 2], roles: &Roles) -> Supporters {
        let mut supporters = Supporters::default();
        for Backing { friend, support, .. } in self.backings(id, enemy, roles).into_iter().flatten()
        {
            let kind =
                if support.is_some() { &mut supporters.melee } else { &mut supporters.simple };
            *kind = kind.with(friend.number());
        }
        supporters
    }

    /// The best support on either flank of the enemy and on its rear.
    fn backings(&self, id: Id, enemy: Id, roles: &Roles) -> [Option<Backing>; 3] {
        let mut best: [Option<Backing>; 3] = [None; 3];
        let able = |&friend: &Id| self.profile(friend).gives_support();
        for friend in self.standing(id.seat()).filter(able) {
            let backing = match roles.of(friend) {
                Role::SimpleSupport { friend: main, .. } if main == id => {
                    Backing { friend, worth: 1, support: None }
                }
                Role::MeleeSupport(target) if target == enemy => self.backing(friend, enemy, roles),
                _ => continue,
            };
            let slot = &mut best[self.support_slot(friend, enemy, roles)];
            if slot.is_none_or(|held| backing.worth > held.worth) {
                *slot = Some(backing);
            }
        }
        best
    }

    fn backing(&self, friend: Id, enemy: Id, roles: &Roles) -> Backing {
        let profile = self.profile(friend);
        let edge = roles.attack(friend).map_or(Edge::Front, |attack| attack.edge);
        let support = Support { kind: profile.kind, on_flank_or_rear: edge != Edge::Front };
        let against = crate::units::Opponent {
            kind: self.profile(enemy).kind,
            going: self.landscape.ground(&self.rect(enemy)).going(),
            on_flank_or_rear: support.on_flank_or_rear,
            blades: false,
        };
        let worth = profile.kind.factor(&against).1 + 1;
        Backing { friend, worth, support: Some(support) }
    }

    /// ADLG-R117: left flank, right flank or rear of the enemy; who touches its front counts for the
    /// flank on whose side its centre lies.
    fn support_slot(&self, friend: Id, enemy: Id, roles: &Roles) -> usize {
        let edge = roles.attack(friend).map_or(Edge::Front, |attack| attack.edge);
        match edge {
            Edge::Left => 0,
            Edge::Right => 1,
            Edge::Rear => 2,
            Edge::Front => {
                let local = self.rect(enemy).local(self.rect(friend).centre());
                usize::from(local.x > 0.0)
            }
        }
    }

    /// Whose die is thrown for each unit of a melee.
    pub fn seats(pair: [Id; 2]) -> [Seat; 2] {
        pair.map(Id::seat)
    }
}

/// ADLG-R117: who supports a main unit, as far as they count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Supporters {
    pub melee: UnitSet,
    pub simple: UnitSet,
}

/// A support that might count.
#[derive(Clone, Copy)]
struct Backing {
    friend: Id,
    worth: i32,
    /// Nothing for a simple support.
    support: Option<Support>,
}

fn side(edge: Edge) -> Aspect {
    match edge {
        Edge::Front => Aspect::Front,
        Edge::Left | Edge::Right => Aspect::Flank,
        Edge::Rear => Aspect::Rear,
    }
}
