//! What geometry says of a battle (RULES.md 7.1): who touches, sees, blocks and supports whom, and the facts of a shot
//! and of a melee.

use std::cmp::Reverse;

use acies_core::{Each, RuleId, Seat};
use acies_table::{Angle, Edge, Length, Motion, Rect, Segment, Sweep, Zone, chain};
use arrayvec::ArrayVec;
use glam::DVec2;

use crate::{
    battle::{Battle, Id, Piece, Post, UnitSet},
    cohesion::Ground,
    landscape::Patch,
    melee::{Came, Fighter, Melee, SUPPORTS_MAX, Side},
    movement::terrain::Terrain,
    profile::{Kind, Missile, Traits},
    rulings::{BEHIND_U, DRILL, OVERHEAD_U, SCREEN_U, TOLERANCE, WIDTH_U, ZOC_U},
    shooting::{Arc, Band, Protection, Shot},
};

/// No way on the table is longer, in U.
const FAR_U: f64 = 250.0;

/// The shorter of two lines; the first, if they are alike.
fn shorter(one: Segment, other: Segment) -> Segment {
    if other.length() < one.length() - 1e-9 { other } else { one }
}

/// What a line of sight runs over (IMP-SHL.8, IMP-R80, IMP-R83).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// IMP-SHL.8: only CL and S, all of them more than 15 U from the target.
    pub screened: bool,
    /// IMP-R83: over friends, all of them at least 5 U from the target.
    pub indirect: bool,
}

impl Battle {
    pub fn rect(&self, id: Id) -> Rect {
        let piece = self.piece(id);
        // IMP-R93: who is in a Square is where the block is.
        let host =
            piece.square.and_then(|host| self.sides[id.seat()].pieces.get(usize::from(host)));
        host.unwrap_or(piece).rect()
    }

    /// The middle of its front edge.
    pub fn front(&self, id: Id) -> DVec2 {
        self.piece(id).front.at.vec()
    }

    /// IMP-R4: `touch`.
    pub fn touch(&self, one: Id, other: Id) -> bool {
        if !self.unit(one).in_bua && !self.unit(other).in_bua {
            return self.may_meet(one, other, TOLERANCE.touch)
                && self.rect(one).touches(&self.rect(other), TOLERANCE);
        }
        match (self.bua_of(one), self.bua_of(other)) {
            (None, None) => self.rect(one).touches(&self.rect(other), TOLERANCE),
            // IMP-R75: touching the BUA is touching the occupant.
            (None, Some(bua)) => bua.outline.distance(&self.rect(one)) <= TOLERANCE.touch,
            (Some(bua), None) => bua.outline.distance(&self.rect(other)) <= TOLERANCE.touch,
            (Some(_), Some(_)) => false,
        }
    }

    /// Whether two bases may come as near as so many U wherever they face: what is no is quickly known of most, and asked
    /// first. Who occupies a BUA is met anywhere in it.
    pub(crate) fn may_meet(&self, one: Id, other: Id, within_u: f64) -> bool {
        let [ours, theirs] = [one, other].map(|id| self.piece(id));
        let deep = |piece: &Piece| {
            piece.unit.profile.kind.depth().steps() * i32::from(piece.unit.began.max(1))
        };
        // From the middle of a front no corner is farther than half the width and the depth together.
        let bases = const { Length::new(WIDTH_U).steps() } + deep(ours) + deep(theirs);
        let reach = bases + Length::new(within_u).steps() + 1;
        let (a, b) = (ours.front.at, theirs.front.at);
        let near = (a.x - b.x).steps().abs() <= reach && (a.y - b.y).steps().abs() <= reach;
        near || ours.unit.in_bua || theirs.unit.in_bua
    }

    /// The enemies that a Unit is in contact with.
    pub fn contacts(&self, id: Id) -> UnitSet {
        let enemies = self.standing(id.seat().other());
        enemies.filter(|it| self.touch(*it, id)).collect()
    }

    pub fn is_in_contact(&self, id: Id) -> bool {
        !self.piece(id).gone && self.standing(id.seat().other()).any(|it| self.touch(it, id))
    }

    /// IMP-R36: whether two of a side stand side by side, or one behind the other, as members of a Group.
    pub fn stand_joined(&self, one: Id, other: Id) -> bool {
        self.may_meet(one, other, DRILL.tolerance.touch)
            && self.piece(one).base().joined(&self.piece(other).base(), DRILL).is_some()
    }

    /// How far a Unit can go straight ahead before it touches another, in U; none if it never does: `gap`.
    pub fn gap(&self, id: Id, other: Id) -> Option<f64> {
        let base = self.piece(id).base();
        let course = Motion::advance(Length::new(FAR_U)).course(&base);
        let touch = Sweep::new(&base.rect(), course).first_touch(&self.rect(other), TOLERANCE)?;
        Some(touch.at * FAR_U)
    }

    /// Whether another is at least partly straight ahead of a Unit: `front_corridor`.
    pub fn is_ahead(&self, of: Id, other: Id) -> bool {
        Zone::beyond(&self.rect(of), Edge::Front).meets(&self.rect(other), TOLERANCE)
    }

    /// IMP-R34: the enemies in whose ZOC any part of a base is.
    pub fn zocs(&self, rect: &Rect, seat: Seat) -> UnitSet {
        let exerts = |it: &Id| {
            let zone = Zone::beyond(&self.rect(*it), Edge::Front).deep(ZOC_U);
            zone.meets(rect, TOLERANCE) && self.unit(*it).has_zoc(self.is_in_contact(*it))
        };
        let enemies = self.standing(seat.other()).filter(exerts);
        enemies.fold(UnitSet::NONE, |all, it| all.with(it.number()))
    }

    /// IMP-SHL.10, IMP-SHL.11, IMP-R79: `in_arc`.
    pub fn is_in_arc(&self, shooter: Id, target: Id) -> bool {
        let rect = self.rect(shooter);
        // IMP-R93: from any edge of the block, with 45 degrees to it.
        if self.piece(shooter).square.is_some() {
            let aims = |edge| {
                Zone::beyond(&rect, edge)
                    .spreading(Angle::new(45.0))
                    .meets(&self.rect(target), TOLERANCE)
            };
            return Edge::ALL.into_iter().any(aims);
        }
        match self.unit(shooter).arc() {
            Arc::AllRound => true,
            Arc::Front => {
                let arc = Zone::beyond(&rect, Edge::Front).spreading(Angle::new(45.0));
                arc.meets(&self.rect(target), TOLERANCE)
            }
        }
    }

    /// IMP-SHL.9, IMP-R79: from the middle of the shooting front to the middle of the target's nearest side; who shoots
    /// all round does so from any of his own.
    pub fn line_of_shot(&self, shooter: Id, target: Id) -> Segment {
        let (ours, theirs) = (self.rect(shooter), self.rect(target));
        let from: &[Edge] = match self.unit(shooter).arc() {
            _ if self.piece(shooter).square.is_some() => &Edge::ALL,
            Arc::AllRound => &Edge::ALL,
            Arc::Front => &[Edge::Front],
        };
        let lines = from.iter().flat_map(|from| {
            let middle = ours.middle(*from);
            Edge::ALL.map(|to| Segment::new(middle, theirs.middle(to)))
        });
        lines.reduce(shorter).expect("a base has edges")
    }

    /// IMP-SHL.8, IMP-R80, IMP-R83, IMP-R91: whether a line of shot is open, and what it runs over; or the rule by which
    /// it is not. `over` friends, if the shooter may.
    pub fn sight(&self, shooter: Id, target: Id, over: bool) -> Result<Sight, RuleId> {
        let line = self.line_of_shot(shooter, target);
        if !self.landscape.lets_see(&line, [self.front(shooter), self.front(target)]) {
            return Err("IMP-R91");
        }
        let aim = self.rect(target);
        let mut sight = Sight { screened: false, indirect: false };
        let everybody = Seat::BOTH.into_iter().flat_map(|seat| self.standing(seat));
        let host = self.piece(shooter).square.map(|host| Id::new(shooter.seat(), host));
        for id in everybody.filter(|id| *id != shooter && *id != target && Some(*id) != host) {
            if !self.piece(id).may_lie_on(&line) {
                continue;
            }
            let rect = self.rect(id);
            if rect.grown(-TOLERANCE.touch).chord(&line).is_none() {
                continue;
            }
            let kind = self.unit(id).profile.kind;
            let away = rect.distance(&aim);
            if matches!(kind, Kind::Cl | Kind::S) && away > SCREEN_U {
                sight.screened = true;
            } else if over && id.seat() == shooter.seat() && away >= OVERHEAD_U {
                sight.indirect = true;
            } else {
                return Err("IMP-R80");
            }
        }
        Ok(sight)
    }

    /// IMP-R45: whether a place is strictly behind the line of a Unit's front.
    pub fn is_behind_front(&self, place: DVec2, of: Id) -> bool {
        self.rect(of).beyond_line(Edge::Front, place) < -1e-9
    }

    /// IMP-R55: how much of a Unit's front edge another one's base covers, in U.
    pub fn overlap(&self, id: Id, other: Id) -> f64 {
        let (ours, theirs) = (self.rect(id), self.rect(other));
        let across = theirs.corners().map(|corner| ours.local(corner).x);
        let low = across.into_iter().fold(f64::INFINITY, f64::min);
        let high = across.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let half = ours.width() / 2.0;
        (high.min(half) - low.max(-half)).max(0.0)
    }

    /// IMP-R54: whether two Units touch by the front edge of one of them.
    pub fn touch_by_front(&self, one: Id, other: Id) -> bool {
        if !self.touch(one, other) {
            return false;
        }
        // IMP-R75: who occupies a BUA has its front everywhere.
        if self.unit(one).in_bua || self.unit(other).in_bua {
            return true;
        }
        let [ours, theirs] = [self.rect(one), self.rect(other)];
        let by =
            |mine: &Rect, body: &Rect| Rect::from(mine.edge(Edge::Front)).touches(body, TOLERANCE);
        by(&ours, &theirs) || by(&theirs, &ours)
    }

    /// IMP-ROU.3, IMP-R66: friends directly behind a Unit.
    pub fn behind(&self, id: Id) -> UnitSet {
        let zone = Zone::beyond(&self.rect(id), Edge::Rear).deep(BEHIND_U);
        let friends = self.standing(id.seat()).filter(|it| *it != id);
        let felt = friends.filter(|it| zone.meets(&self.rect(*it), TOLERANCE));
        felt.fold(UnitSet::NONE, |all, it| all.with(it.number()))
    }

    /// IMP-CS.2, IMP-R21, IMP-R22: whether a Unit is in command range.
    pub fn is_in_command(&self, id: Id) -> bool {
        let army = &self.sides[id.seat()];
        let Some(command) = army.commands.get(usize::from(self.piece(id).command)) else {
            return false;
        };
        let Some(commander) = command.commander else { return false };
        let structure = self.setup.hosts[id.seat()].structure;
        let (away, alone) = match command.post {
            Post::With(unit) => {
                (self.rect(id).distance(&self.rect(Id::new(id.seat(), unit))), false)
            }
            Post::At(at) => (self.rect(id).distance_to(at.vec()), true),
        };
        away <= commander.range_u(structure, alone)
    }

    /// IMP-DIS.9, IMP-SPC.6, IMP-SPC.38, IMP-R36: whether Units of a side may be activated together, or the rule by which
    /// not.
    pub fn group(&self, seat: Seat, units: UnitSet) -> Result<(), RuleId> {
        let all: Vec<Id> = units.iter().map(|number| Id::new(seat, number)).collect();
        for (n, id) in all.iter().enumerate() {
            self.unit(*id).may_be_grouped(self.is_in_contact(*id))?;
            for other in &all[..n] {
                self.unit(*id).may_be_grouped_with(self.unit(*other))?;
                if self.piece(*id).command != self.piece(*other).command {
                    return Err("IMP-R36");
                }
            }
        }
        let bases: Vec<_> = all.iter().map(|id| self.piece(*id).base()).collect();
        let linked = |one: usize, other: usize| bases[one].joined(&bases[other], DRILL).is_some();
        let joined = chain(bases.len(), 0, linked).count_ones() as usize;
        if all.len() < 2 || joined < all.len() { Err("IMP-R36") } else { Ok(()) }
    }

    /// IMP-SHM.11, IMP-R38: whether a Unit has one of its own side directly in front of or behind it.
    pub fn is_in_column(&self, id: Id) -> bool {
        let base = self.piece(id).base();
        let near = |it: &Id| *it != id && self.may_meet(id, *it, DRILL.tolerance.touch);
        let mut friends = self.standing(id.seat()).filter(near);
        friends.any(|it| {
            let on = base.joined(&self.piece(it).base(), DRILL);
            matches!(on, Some(Edge::Front | Edge::Rear))
        })
    }

    /// IMP-R86: between the nearest edge midpoints of two Units.
    fn between(&self, one: Id, other: Id) -> Segment {
        let (ours, theirs) = (self.rect(one), self.rect(other));
        let lines = Edge::ALL.into_iter().flat_map(|from| {
            Edge::ALL.map(|to| Segment::new(ours.middle(from), theirs.middle(to)))
        });
        lines.reduce(shorter).expect("a base has edges")
    }

    /// IMP-R86: what protects a Unit from an enemy: a fortification between them, or stakes and pavises from who is not
    /// behind its front line, which he may just touch.
    pub fn protection(&self, id: Id, from: Id) -> Option<Protection> {
        let piece = self.piece(id);
        let rect = piece.rect();
        let ahead = rect.beyond_line(Edge::Front, self.front(from)) >= -TOLERANCE.touch;
        if self.landscape.is_walled(&rect, &self.between(from, id)) {
            Some(Protection::Fortification)
        } else if piece.protected && ahead && piece.unit.profile.has(Traits::STAKES) {
            Some(Protection::Stakes)
        } else if piece.protected && ahead && piece.unit.profile.has(Traits::PAVISE) {
            Some(Protection::Pavise)
        } else {
            None
        }
    }

    /// The shot of a Unit at another as they stand, or the rule by which there is none (IMP-SHT.1, IMP-SHL.8 to
    /// IMP-SHL.12, IMP-R79 to IMP-R81, IMP-R85). `declared` phases count as made (IMP-R29).
    pub fn shot(
        &self,
        shooter: Id,
        target: Id,
        reaction: bool,
        declared: u8,
    ) -> Result<Shot, RuleId> {
        let (from, at) = (self.piece(shooter), self.piece(target));
        if at.square.is_some() {
            return Err("IMP-R93");
        }
        let missile: Missile = from.unit.profile.missile.ok_or("IMP-SHT.2")?;
        if from.shot {
            return Err("IMP-SHT.1");
        }
        if self.is_in_contact(shooter) || self.is_in_contact(target) {
            return Err("IMP-R85");
        }
        let line = self.line_of_shot(shooter, target);
        let band = Band::of(line.length()).ok_or("IMP-SHT.3")?;
        if !self.is_in_arc(shooter, target) {
            return Err("IMP-SHL.10");
        }
        let over = missile.shoots_indirectly(from.unit.profile.kind) && band > Band::Close;
        let sight = self.sight(shooter, target, over)?;
        let shot = Shot {
            reaction,
            phases: from.phases + declared - u8::from(from.tried_to_recover),
            recovery: from.tried_to_recover,
            indirect: sight.indirect,
            screened: sight.screened,
            on_wood_edge: self.landscape.is_on_wood_edge(&at.rect(), line.a),
            protection: self.protection(target, shooter),
            in_column: self.is_in_column(target),
            frontal: !self.is_behind_front(self.front(shooter), target),
            ..Shot::plain(from.unit, missile, band, at.unit)
        };
        match shot.barred() {
            Some(rule) => Err(rule),
            None if shot.pool() == 0 => Err("IMP-R81"),
            None => Ok(shot),
        }
    }

    /// IMP-SHL.2, IMP-SHL.3, IMP-SHL.6, IMP-SHL.7, IMP-R84: whom a Unit may choose to shoot at in its own activation: the
    /// enemy most directly to its front, which it must at Short range or less; else also the nearest in its arc.
    pub fn targets(&self, shooter: Id, declared: u8) -> Vec<Id> {
        let far = |it: Id| self.line_of_shot(shooter, it).length();
        let from = self.piece(shooter);
        let Some(missile) = from.unit.profile.missile.filter(|_| !from.shot) else {
            return Vec::new();
        };
        let reach_u = missile.range().reach_u();
        // IMP-R81: who is out of dice counts all the same, and is then not shot at.
        let counts = |it: &Id| {
            // IMP-R93: who is in a Square shoots from elsewhere.
            (from.square.is_some() || self.may_meet(shooter, *it, reach_u))
                && matches!(self.shot(shooter, *it, false, declared), Ok(_) | Err("IMP-R81"))
        };
        let mut all: Vec<Id> = self.standing(shooter.seat().other()).filter(counts).collect();
        let across = |it: Id| self.overlap(shooter, it);
        all.sort_by(|one, other| {
            far(*one).total_cmp(&far(*other)).then(across(*other).total_cmp(&across(*one)))
        });
        let front = all.iter().copied().find(|it| self.is_ahead(shooter, *it));
        match front {
            Some(front) if far(front) <= Band::Short.reach_u() => vec![front],
            _ => {
                let nearest = all.first().copied().filter(|it| Some(*it) != front);
                nearest.into_iter().chain(front).collect()
            }
        }
    }

    /// A Unit in a melee with an enemy main unit. `came` and the ground of its charge are known to who moved it.
    fn fighter(&self, id: Id, enemy: Id, came: Came, charged_in: Ground) -> Fighter {
        let (piece, rect) = (self.piece(id), self.rect(id));
        Fighter {
            unit: piece.unit,
            came,
            on_flank: self.piece(enemy).hit_on_flank.has(id.number()),
            flanked: !piece.hit_on_flank.is_empty(),
            higher: self.landscape.is_higher(self.front(id), self.front(enemy)),
            half_in: self.landscape.half_in(&rect, &piece.unit.profile),
            wholly_in: self.landscape.wholly_in(&rect, &piece.unit.profile),
            charged_in,
            protection: self.protection(id, enemy),
        }
    }

    /// IMP-R54, IMP-R55: the pairs of main units of a melee that these active Units start, the first side's first: all
    /// pairs of an active Unit and an enemy that it touches, but for some enemies, the largest overlap first, each Unit
    /// once. Of equal overlaps the `preferred` pair comes first, then the order of the army.
    pub fn pairs(
        &self,
        seat: Seat,
        active: UnitSet,
        but: UnitSet,
        preferred: Option<[Id; 2]>,
    ) -> Vec<[Id; 2]> {
        let mut pairs = self.touching(seat, active, but);
        pairs.sort_by_key(|(overlap, pair)| (Reverse(*overlap), Some(*pair) != preferred));
        let mut chosen: Vec<[Id; 2]> = Vec::new();
        for (_, pair) in pairs {
            if !chosen.iter().flatten().any(|id| pair.contains(id)) {
                chosen.push(pair);
            }
        }
        chosen
    }

    /// IMP-R55: pairs that touch, each with its overlap on the grid: what is equal there is equal.
    pub fn touching(&self, seat: Seat, active: UnitSet, but: UnitSet) -> Vec<(Length, [Id; 2])> {
        let active = active.ids(seat);
        let pairs = active.flat_map(|ours| {
            let enemies = (self.contacts(ours) - but).ids(seat.other());
            enemies.map(move |theirs| [ours, theirs])
        });
        let overlap = |[ours, theirs]: [Id; 2]| {
            Length::new(self.overlap(ours, theirs).max(self.overlap(theirs, ours)))
        };
        pairs.map(|pair| (overlap(pair), pair)).collect()
    }

    /// IMP-R54, IMP-R55: the melee of two main units. Who touches the enemy main unit by a front edge, is main in no melee of
    /// this activation and overlaps no other enemy main unit more, supports. `mains` are all main units of it, of either
    /// side, and `came` says how each Unit came, and in which ground.
    pub fn engaged(
        &self,
        units: [Id; 2],
        mains: [UnitSet; 2],
        came: impl Fn(Id) -> (Came, Ground),
    ) -> Engaged {
        let shared = |id: Id, main: Id| self.overlap(id, main).max(self.overlap(main, id));
        let mut ids: [ArrayVec<Id, SUPPORTS_MAX>; 2] = std::array::from_fn(|_| ArrayVec::new());
        let mut side = |side: usize| {
            let (main, enemy) = (units[side], units[1 - side]);
            let fighter = |id: Id| {
                let (came, ground) = came(id);
                self.fighter(id, enemy, came, ground)
            };
            let mut of = Side::alone(fighter(main));
            let free = self
                .standing(main.seat())
                .filter(|id| *id != main && !mains[side].has(id.number()));
            let helps = |id: &Id| {
                if !self.touch_by_front(*id, enemy) {
                    return false;
                }
                let elsewhere = mains[1 - side]
                    .ids(enemy.seat())
                    .filter(|it| *it != enemy && !self.piece(*it).gone);
                let rivals = elsewhere.filter(|it| self.touch_by_front(*id, *it));
                let most = rivals.map(|it| shared(*id, it)).fold(0.0, f64::max);
                shared(*id, enemy) >= most
            };
            for id in free.filter(helps).take(SUPPORTS_MAX) {
                ids[side].push(id);
                of.supports.push(fighter(id));
            }
            of
        };
        let sides = [side(0), side(1)];
        Engaged { melee: Melee { sides }, supports: ids }
    }

    /// The same for one of several pairs.
    pub fn melee(
        &self,
        pairs: &[[Id; 2]],
        at: usize,
        came: impl Fn(Id) -> (Came, Ground),
    ) -> Melee {
        let mains = [0, 1].map(|side| pairs.iter().map(|pair| pair[side]).collect());
        self.engaged(pairs[at], mains, came).melee
    }

    /// IMP-R75, IMP-R120: the BUA that a Unit occupies.
    pub fn bua_of(&self, id: Id) -> Option<&Patch> {
        if !self.unit(id).in_bua {
            return None;
        }
        let centre = self.rect(id).centre();
        let mut buas = self.landscape.patches.iter().filter(|it| it.terrain == Terrain::Bua);
        buas.find(|it| it.outline.contains(centre))
    }
}

/// A melee, and who the fighters are that support the main units.
#[derive(Clone, Debug, PartialEq)]
pub struct Engaged {
    pub melee: Melee,
    pub supports: [ArrayVec<Id, SUPPORTS_MAX>; 2],
}

impl Engaged {
    /// Who supports, of each seat.
    pub fn supporting(&self, units: [Id; 2]) -> Each<UnitSet> {
        let of = |seat: Seat| units.iter().position(|id| id.seat() == seat).unwrap_or(0);
        Each::of(|seat| self.supports[of(seat)].iter().copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use acies_table::{Facing, Pose};

    use super::*;
    use crate::{
        battle::tests::{id, sample},
        command::Structure,
    };

    const RED: Seat = Seat::Red;
    const BLUE: Seat = Seat::Blue;

    /// The sample with Units put elsewhere: side, key, front, facing in degrees.
    fn moved(places: &[(Seat, &str, [f64; 2], f64)]) -> Battle {
        let mut battle = sample();
        for (seat, key, [x, y], degrees) in places {
            let id = id(&battle, *seat, key);
            battle.piece_mut(id).front = Pose::new(*x, *y, Facing::new(Angle::new(*degrees)));
        }
        battle
    }

    #[test]
    fn gaps_corridors_and_zones() {
        let battle = sample();
        let hastati = id(&battle, RED, "rom_hastati_2");
        let velites = id(&battle, RED, "rom_velites_1");
        let spears = id(&battle, BLUE, "car_spearmen");
        // Velites at (74, 29), 2 U deep: their rear is 5 U before the Hastati at (80, 22).
        let gap = battle.gap(hastati, velites).unwrap();
        assert!((gap - 5.0).abs() < 1e-3, "RULES.md 7.1: {gap}");
        assert!(
            battle.is_ahead(hastati, spears)
                && !battle.is_ahead(spears, id(&battle, RED, "rom_equites"))
        );
        // IMP-R34: 5 U ahead of the front.
        let near = |y: f64| {
            moved(&[
                (BLUE, "car_spearmen", [80.0, y], 180.0),
                (RED, "rom_velites_1", [20.0, 20.0], 0.0),
                (RED, "rom_velites_2", [20.0, 10.0], 0.0),
            ])
        };
        let far = near(27.5);
        let near = near(26.5);
        let rect = near.rect(hastati);
        assert_eq!(near.zocs(&rect, RED), UnitSet::one(spears.number()), "IMP-R34");
        assert!(far.zocs(&rect, RED).is_empty(), "IMP-R34: 5.5 U");
        let mut shaken = near.clone();
        shaken.piece_mut(spears).unit.disordered = true;
        assert!(shaken.zocs(&rect, RED).is_empty(), "IMP-DIS.6");
        // IMP-R66: the Principes stand 5 U behind the rear of the Hastati.
        let behind = near.behind(hastati);
        assert!(
            !behind.has(id(&near, RED, "rom_principes_2").number()),
            "IMP-R66: exactly 5 U off"
        );
        let closer = moved(&[(RED, "rom_principes_2", [80.0, 16.0], 0.0)]);
        assert!(closer.behind(hastati).has(id(&near, RED, "rom_principes_2").number()), "IMP-R66");
    }

    #[test]
    fn arcs_and_lines_of_shot() {
        // Velites at (74, 29) face north: 10 U aside the arc begins 6 U ahead.
        let at = |x, y| moved(&[(BLUE, "car_slingers_1", [x, y], 180.0)]);
        let battle = at(74.0, 41.0);
        let (velites, slingers) =
            (id(&battle, RED, "rom_velites_1"), id(&battle, BLUE, "car_slingers_1"));
        let line = battle.line_of_shot(velites, slingers);
        assert!((line.length() - 12.0).abs() < 1e-3, "IMP-SHL.9, IMP-R79");
        assert!(battle.is_in_arc(velites, slingers), "IMP-SHL.10");
        assert!(at(90.0, 42.0).is_in_arc(velites, slingers), "IMP-R79: its corner is in it");
        assert!(!at(100.0, 36.0).is_in_arc(velites, slingers), "IMP-R79");
        assert!(!at(74.0, 10.0).is_in_arc(velites, slingers), "IMP-SHL.10: not behind");
        // IMP-SHL.11: Numidians shoot all round, from whichever edge is nearest.
        let behind = moved(&[(BLUE, "car_numidians_1", [74.0, 20.0], 0.0)]);
        let numidians = id(&behind, BLUE, "car_numidians_1");
        assert!(behind.is_in_arc(numidians, id(&behind, RED, "rom_triarii_1")), "IMP-SHL.11");
    }

    #[test]
    fn facts_of_a_shot() {
        let target = (BLUE, "car_horse_1", [74.0, 41.0], 180.0);
        let battle = moved(&[target]);
        let (velites, horse) =
            (id(&battle, RED, "rom_velites_1"), id(&battle, BLUE, "car_horse_1"));
        // VBU 3, javelin 0 against mounted at Short range.
        let shot = battle.shot(velites, horse, false, 0).unwrap();
        assert_eq!((shot.band, shot.pool(), shot.frontal), (Band::Short, 3, true), "IMP-SHT.2");
        assert_eq!(battle.shot(velites, horse, false, 1).unwrap().pool(), 3, "IMP-R29, IMP-R82");
        let mut done = battle.clone();
        done.piece_mut(velites).shot = true;
        assert_eq!(done.shot(velites, horse, false, 0), Err("IMP-SHT.1"));
        let far = moved(&[(BLUE, "car_horse_1", [74.0, 51.0], 180.0)]);
        assert_eq!(far.shot(velites, horse, false, 0), Err("IMP-SHT.2"), "22 U");
        // IMP-R80: somebody in the way; IMP-SHL.8: S are too near the target to be shot through.
        let blocked = moved(&[target, (RED, "rom_triarii_1", [74.0, 36.0], 0.0)]);
        assert_eq!(blocked.shot(velites, horse, false, 0), Err("IMP-R80"));
        let touched = moved(&[target, (BLUE, "car_horse_2", [74.0, 29.0], 180.0)]);
        assert_eq!(touched.shot(velites, horse, false, 0), Err("IMP-R85"));
        let hastati = id(&battle, RED, "rom_hastati_1");
        assert_eq!(battle.shot(hastati, horse, false, 0), Err("IMP-SHT.2"), "no missiles");
    }

    #[test]
    fn whom_to_shoot_at() {
        // Numbers of the longbow: Short up to 15 U, Long up to 30 U. One enemy straight ahead, one 14 U off to the left.
        let at = |ahead: f64| {
            let mut battle = moved(&[
                (RED, "rom_hastati_2", [80.0, 40.0], 0.0),
                (BLUE, "car_horse_1", [80.0, 40.0 + ahead], 180.0),
                (BLUE, "car_horse_2", [70.0, 50.0], 180.0),
            ]);
            let archers = id(&battle, RED, "rom_hastati_2");
            battle.piece_mut(archers).unit = crate::units::tests::unit("longbowmen");
            battle
        };
        let battle = at(14.0);
        let archers = id(&battle, RED, "rom_hastati_2");
        let [front, left] = ["car_horse_1", "car_horse_2"].map(|key| id(&battle, BLUE, key));
        assert_eq!(battle.targets(archers, 0), [front], "IMP-SHL.2, IMP-SHL.7: at Short range");
        assert_eq!(at(20.0).targets(archers, 0), [left, front], "IMP-SHL.3, IMP-SHL.6, IMP-R84");
        // IMP-R84: whom it may not shoot at does not count.
        let mut behind = at(20.0);
        behind.piece_mut(left).front = Pose::new(70.0, 30.0, Facing::SOUTH);
        assert_eq!(behind.targets(archers, 0), [front], "IMP-R84: not in its arc");
        behind.piece_mut(archers).shot = true;
        assert!(behind.targets(archers, 0).is_empty(), "IMP-SHT.1");
    }

    #[test]
    fn screens_and_friends() {
        // Archers: T with composite bow B. The target is 28 U away, the Velites between stand 4 U before them.
        let mut battle = moved(&[
            (RED, "rom_hastati_2", [80.0, 30.0], 0.0),
            (RED, "rom_velites_1", [80.0, 36.0], 0.0),
            (BLUE, "car_horse_1", [80.0, 58.0], 180.0),
        ]);
        let archers = id(&battle, RED, "rom_hastati_2");
        let horse = id(&battle, BLUE, "car_horse_1");
        battle.piece_mut(archers).unit = crate::units::tests::unit("longbowmen");
        let sight = battle.sight(archers, horse, false).unwrap();
        assert!(sight.screened && !sight.indirect, "IMP-SHL.8: 22 U from the target");
        // VBU 4, longbow A +1 against mounted at Long range, halved 3.
        let shot = battle.shot(archers, horse, false, 0).unwrap();
        assert_eq!(shot.pool(), 3, "IMP-SHM.12, IMP-R81");
        let velites = id(&battle, RED, "rom_velites_1");
        battle.piece_mut(velites).front = Pose::new(80.0, 50.0, Facing::NORTH);
        assert_eq!(battle.sight(archers, horse, false), Err("IMP-R80"), "IMP-SHL.8: 8 U from it");
        let over = battle.sight(archers, horse, true).unwrap();
        assert!(over.indirect && !over.screened, "IMP-R83");
        battle.piece_mut(velites).front = Pose::new(80.0, 55.0, Facing::NORTH);
        assert_eq!(battle.sight(archers, horse, true), Err("IMP-R80"), "IMP-R83: 3 U from it");
    }

    #[test]
    fn commands_and_groups() {
        let mut battle = sample();
        // IMP-R22: Average, 30 U from the Principes at (80, 14) to the Roman horse at (58, 22).
        let horse = id(&battle, RED, "rom_equites");
        assert!(battle.is_in_command(horse), "IMP-CS.1");
        battle.setup.to_mut().hosts[RED].structure = Structure::Poor;
        assert!(!battle.is_in_command(horse), "IMP-CS.2: 14 U are too far for 10");
        battle.sides[RED].commands[0].commander = None;
        let principes = id(&battle, RED, "rom_principes_1");
        assert!(!battle.is_in_command(principes), "IMP-R21");
        let set = |keys: &[&str]| {
            let numbers = keys.iter().map(|key| id(&battle, RED, key).number());
            numbers.fold(UnitSet::NONE, UnitSet::with)
        };
        let line = set(&["rom_hastati_1", "rom_hastati_2", "rom_hastati_3"]);
        assert_eq!(battle.group(RED, line), Ok(()), "IMP-R36");
        let gap = set(&["rom_hastati_1", "rom_hastati_3"]);
        assert_eq!(battle.group(RED, gap), Err("IMP-R36"), "they do not touch");
        let ranks = set(&["rom_hastati_1", "rom_principes_1"]);
        assert_eq!(battle.group(RED, ranks), Err("IMP-R36"), "5 U between them");
        let hastati = id(&battle, RED, "rom_hastati_1");
        let mut shaken = battle.clone();
        shaken.piece_mut(hastati).unit.disordered = true;
        assert_eq!(shaken.group(RED, line), Err("IMP-DIS.9"));
        assert!(!battle.is_in_column(hastati), "IMP-R38");
        let closed = moved(&[(RED, "rom_principes_1", [72.0, 19.0], 0.0)]);
        assert!(closed.is_in_column(hastati), "IMP-R38: front to rear");
        assert_eq!(closed.group(RED, ranks), Ok(()), "IMP-R36: front to rear");
    }

    #[test]
    fn main_units_and_supports() {
        // The Gauls touch the fronts of two Hastati, 5 U of the first and 3 U of the second.
        let battle = moved(&[
            (BLUE, "car_gauls_1", [75.0, 22.0], 180.0),
            (RED, "rom_velites_1", [20.0, 20.0], 0.0),
        ]);
        let gauls = id(&battle, BLUE, "car_gauls_1");
        let [first, second] = ["rom_hastati_1", "rom_hastati_2"].map(|key| id(&battle, RED, key));
        assert!(battle.is_in_contact(gauls) && battle.touch(gauls, first), "IMP-R4");
        assert!((battle.overlap(gauls, first) - 5.0).abs() < 1e-6, "IMP-R55");
        assert!((battle.overlap(second, gauls) - 3.0).abs() < 1e-6, "IMP-R55");
        let none = UnitSet::NONE;
        let pairs = battle.pairs(BLUE, UnitSet::one(gauls.number()), none, None);
        assert_eq!(pairs, [[gauls, first]], "IMP-R55: the largest overlap");
        let came = |id: Id| {
            let how = [(gauls, Came::Charged), (first, Came::WasCharged)];
            let known = how.into_iter().find(|(it, _)| *it == id);
            (known.map_or(Came::Stood, |(_, came)| came), Ground::Open)
        };
        let melee = battle.melee(&pairs, 0, came);
        assert_eq!(melee.sides[1].supports.len(), 1, "IMP-R54");
        assert_eq!(melee.sides[1].supports[0].unit, *battle.unit(second), "IMP-R54");
        // IMP-MEL.1, IMP-MEL.14: 4 + 4 + 4 of two deep; 5 and half of 5.
        assert_eq!((melee.pool(0), melee.pool(1)), (12, 8), "IMP-R57");
        // IMP-R58: 3 pila and 1 of the support.
        assert_eq!(melee.pila(1), 4, "IMP-PIL.3, IMP-PIL.4");
        // Activated in contact, each Hastati starts with the same enemy: one is main.
        let both = UnitSet::one(first.number()).with(second.number());
        assert_eq!(
            battle.pairs(RED, both, none, None),
            [[first, gauls]],
            "IMP-R55: each Unit once"
        );
    }

    #[test]
    fn protections_are_to_the_front() {
        let mut battle = moved(&[
            (BLUE, "car_horse_1", [72.0, 22.0], 180.0),
            (BLUE, "car_horse_2", [68.0, 20.5], 90.0),
        ]);
        let hastati = id(&battle, RED, "rom_hastati_1");
        let [ahead, aside] = ["car_horse_1", "car_horse_2"].map(|key| id(&battle, BLUE, key));
        battle.piece_mut(hastati).unit = crate::units::tests::unit("longbowmen");
        assert_eq!(battle.protection(hastati, ahead), Some(Protection::Stakes), "IMP-R86");
        assert_eq!(battle.protection(hastati, aside), None, "IMP-R86: the front only");
        battle.piece_mut(hastati).protected = false;
        assert_eq!(battle.protection(hastati, ahead), None, "IMP-R86: lost when it moves");
    }

    #[test]
    fn flanks_are_behind_the_front_line() {
        let battle = sample();
        let hastati = id(&battle, RED, "rom_hastati_1");
        assert!(battle.is_behind_front(glam::dvec2(60.0, 21.9), hastati), "IMP-R45");
        assert!(!battle.is_behind_front(glam::dvec2(60.0, 22.0), hastati), "IMP-R45: on the line");
        let mut battle = moved(&[(BLUE, "car_horse_1", [68.0, 20.5], 90.0)]);
        let horse = id(&battle, BLUE, "car_horse_1");
        assert!(battle.touch(horse, hastati), "IMP-R4");
        battle.piece_mut(hastati).hit_on_flank = UnitSet::one(horse.number());
        let melee = battle.melee(&[[horse, hastati]], 0, |id| {
            let came = if id == horse { Came::Charged } else { Came::WasCharged };
            (came, Ground::Open)
        });
        let melee = melee.contact();
        assert!(melee.sides[1].main.is_flanked() && melee.sides[1].main.unit.disordered, "IMP-R46");
        // VBU 5, I 1, +2 on the flank.
        assert_eq!(melee.main_dice(0).total, 8, "IMP-MEL.4");
    }
}
