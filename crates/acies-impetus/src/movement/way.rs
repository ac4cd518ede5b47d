//! Movement phases of single Units on the table (RULES.md 3.5 to 3.7; IMP-R30 to IMP-R35, IMP-R70, IMP-R89, IMP-R104,
//! IMP-R114): whether a phase can be made, where it ends, and what the ground does to it. Charges and Groups go their own
//! ways.

use acies_core::{RuleId, Seat, UnitSet};
use acies_table::{Angle, Base, Course, Edge, Facing, Interval, Length, Motion, Rect, Sweep};
use arrayvec::ArrayVec;
use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::{
    manoeuvre::Manoeuvre,
    terrain::{Effect, Terrain},
};
use crate::{
    battle::{Battle, Id},
    profile::Kind,
    rulings::{CLEAR_U, DRILL, OBLIQUE_MAX, ROAD_DEGREES, TOLERANCE, UNITS_MAX, WIDTH_U, ZOC_U},
};

/// A movement phase as a player wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Forward(Length),
    /// To the right, or to the left if negative. IMP-SPC.11: light and heavy chariots go straight `after` before it.
    Rotation {
        by: Angle,
        after: Length,
    },
    /// So far off the facing, to the right or to the left.
    Oblique {
        off: Angle,
        length: Length,
    },
    AboutFace,
    Backward(Length),
}

/// A phase that can be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Where the base ends.
    pub to: Base,
    /// The rule by which the Unit ends it Disordered, if it does whatever its tests.
    pub disorders: Option<RuleId>,
    /// IMP-TER.8, IMP-TER.13: the rule by which the ground destroys it.
    pub destroys: Option<RuleId>,
}

/// Why a phase cannot be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hindrance {
    pub rule: RuleId,
    /// Who is in the way.
    pub by: Option<Id>,
    /// How far it may go at most, in U or in degrees, where that is known.
    pub most: Option<f64>,
}

impl Hindrance {
    fn plain(rule: RuleId) -> Hindrance {
        Hindrance { rule, by: None, most: None }
    }

    fn most(rule: RuleId, most: f64) -> Hindrance {
        Hindrance { rule, by: None, most: Some(most) }
    }

    fn by(rule: RuleId, by: Id) -> Hindrance {
        Hindrance { rule, by: Some(by), most: None }
    }
}

impl Phase {
    pub fn manoeuvre(self) -> Manoeuvre {
        match self {
            Phase::Forward(_) => Manoeuvre::Forward,
            Phase::Rotation { .. } => Manoeuvre::Rotation,
            Phase::Oblique { .. } => Manoeuvre::Oblique,
            Phase::AboutFace => Manoeuvre::AboutFace,
            Phase::Backward(_) => Manoeuvre::Backward,
        }
    }
}

/// The ways of all who make a phase together, each with its own.
pub type March = ArrayVec<(Id, Way), UNITS_MAX>;

/// Who makes a phase, and what binds them all.
struct Party {
    units: UnitSet,
    grouped: bool,
    /// IMP-R37: the M of the slowest.
    m: f64,
    /// The base that they wheel as.
    body: Base,
}

/// IMP-R38: whether Units within this base stand one behind the other, as a column or a single Unit does.
pub(super) fn is_one_wide(body: &Base) -> bool {
    body.size.width.get() <= WIDTH_U + DRILL.level
}

impl Battle {
    /// Where a phase of one Unit leads that is no charge, or what hinders it; `passed` the test that its manoeuvre asks for.
    pub fn way(&self, id: Id, phase: Phase, passed: bool) -> Result<Way, Hindrance> {
        let march = self.march(id.seat(), UnitSet::one(id.number()), phase, passed)?;
        Ok(march[0].1)
    }

    /// IMP-R37: the same for a Unit or a Group, all of which take the same course.
    pub fn march(
        &self,
        seat: Seat,
        units: UnitSet,
        phase: Phase,
        passed: bool,
    ) -> Result<March, Hindrance> {
        let bases: ArrayVec<Base, UNITS_MAX> =
            units.ids(seat).map(|id| self.piece(id).base()).collect();
        let m = units.ids(seat).map(|id| self.unit(id).profile.m).min().unwrap_or(0);
        let Some(body) = Base::enclosing(&bases) else { return Err(Hindrance::plain("IMP-R23")) };
        let party = Party { units, grouped: units.len() > 1, m: f64::from(m), body };
        let mut march = March::new();
        for id in units.ids(seat) {
            march.push((id, self.way_in(id, phase, passed, &party)?));
        }
        Ok(march)
    }

    fn way_in(&self, id: Id, phase: Phase, passed: bool, party: &Party) -> Result<Way, Hindrance> {
        let (unit, base) = (self.unit(id), self.piece(id).base());
        let manoeuvre = phase.manoeuvre();
        unit.may_make(manoeuvre, party.grouped).map_err(Hindrance::plain)?;
        let mut way = Way { to: base, disorders: None, destroys: None };
        let mut body = party.body;
        let mut sweeps = ArrayVec::<Sweep, 2>::new();
        for motion in self.motions(id, phase, party)? {
            let course = motion.course(&body);
            let sweep = Sweep::new(&way.to.rect(), course);
            body.pose = course.end(&body.pose);
            way.to.pose = course.end(&way.to.pose);
            sweeps.push(sweep);
        }
        self.reaches(id, phase, &sweeps, party)?;
        for sweep in &sweeps {
            self.keeps_clear(id, sweep)?;
            self.passes_friends(id, sweep, &way.to.rect(), party)?;
        }
        let in_line = !is_one_wide(&party.body);
        if !self.keeps_to_road(&base, &way.to) {
            for sweep in &sweeps {
                self.crosses_ground(id, sweep, in_line, &mut way)?;
            }
        }
        way.disorders = way.disorders.or(self.heeds_zocs(id, manoeuvre, &sweeps)?);
        way.disorders = way.disorders.or(unit.ends_disordered(manoeuvre, passed));
        Ok(way)
    }

    /// Makes a phase: IMP-R28 counts it, IMP-R27 ends Opportunity, IMP-R86 leaves stakes and pavises behind.
    pub fn make(&mut self, id: Id, way: &Way) {
        let piece = self.piece_mut(id);
        piece.stand(&way.to);
        piece.phases += 1;
        (piece.waiting, piece.protected) = (false, false);
        piece.gone |= way.destroys.is_some();
        if way.disorders.is_some() {
            piece.unit.disorder();
        }
    }

    /// The motions that a phase is made of, within the limits of its manoeuvre but for distance.
    fn motions(
        &self,
        id: Id,
        phase: Phase,
        party: &Party,
    ) -> Result<ArrayVec<Motion, 2>, Hindrance> {
        let unit = self.unit(id);
        let one = |motion: Motion| Ok(ArrayVec::from_iter([motion]));
        match phase {
            Phase::Forward(length) => one(Motion::advance(length)),
            Phase::Backward(length) => one(Motion::back(length)),
            // IMP-R33: the base covers the same ground afterwards.
            Phase::AboutFace => one(Motion::turn(Angle::HALF)),
            Phase::Oblique { off, length } => match off.degrees().abs() {
                slant if slant > 0.0 && slant <= OBLIQUE_MAX => one(Motion::oblique(off, length)),
                _ => Err(Hindrance::most("IMP-R31", OBLIQUE_MAX)),
            },
            Phase::Rotation { by, after } => {
                let most = unit.rotation_max(party.grouped, self.is_hampered(id));
                if by == Angle::ZERO || by.degrees().abs() > most + 1e-9 {
                    return Err(Hindrance::most("IMP-R30", most));
                }
                // IMP-R30: the outermost front corner of a Group goes no farther than M.
                let arc = party.body.size.width.get() * by.abs().radians();
                if party.grouped && arc > party.m + 1e-9 {
                    let most = by.abs().degrees() * party.m / arc;
                    return Err(Hindrance::most("IMP-R30", most));
                }
                let least = unit.before_rotation_u();
                match after.get() {
                    ahead if ahead < least - 1e-9 => Err(Hindrance::most("IMP-SPC.11", least)),
                    // IMP-MOV.4: a rotation is made instead of Forward.
                    ahead if ahead > 0.0 && least == 0.0 => Err(Hindrance::plain("IMP-MOV.4")),
                    ahead if ahead > 0.0 => {
                        Ok(ArrayVec::from([Motion::advance(after), Motion::wheel(by)]))
                    }
                    _ => one(Motion::wheel(by)),
                }
            }
        }
    }

    /// IMP-R30: whether a Unit stands where it moves at half speed.
    fn is_hampered(&self, id: Id) -> bool {
        let (rect, profile) = (self.rect(id), &self.unit(id).profile);
        let mut here = self.landscape.patches.iter().filter(|it| it.terrain.is_slow(profile));
        here.any(|it| rect.is_in(&it.outline, TOLERANCE))
    }

    /// IMP-TER.5, IMP-R107: whether a base stands on a road, within 20 degrees of it.
    pub fn is_on_road(&self, base: &Base) -> bool {
        let roads = self.landscape.patches.iter().filter(|it| it.terrain == Terrain::Road);
        let mut here = roads.filter(|it| it.outline.contains(base.pose.at.vec()));
        here.any(|it| {
            let axis = it.outline.longest_axis();
            let along = Facing::toward(axis.b - axis.a);
            let off = (base.pose.facing - along).abs().degrees();
            off.min(180.0 - off) <= ROAD_DEGREES
        })
    }

    /// IMP-R107: a phase on a road from its start to its end, which cancels the ground under it.
    fn keeps_to_road(&self, from: &Base, to: &Base) -> bool {
        self.is_on_road(from) && self.is_on_road(to)
    }

    /// IMP-MOV.1, IMP-R31, IMP-R32, IMP-R37, IMP-R89: the distance, of which each U at half speed costs two.
    fn reaches(
        &self,
        id: Id,
        phase: Phase,
        sweeps: &[Sweep],
        party: &Party,
    ) -> Result<(), Hindrance> {
        let m = party.m;
        let (rule, most, length) = match phase {
            Phase::Forward(length) => ("IMP-MOV.1", m, length),
            Phase::Oblique { length, .. } => ("IMP-R31", m, length),
            Phase::Backward(length) => ("IMP-R32", self.unit(id).backward_max_u(), length),
            Phase::Rotation { after, .. } => ("IMP-R30", m, after),
            Phase::AboutFace => return Ok(()),
        };
        let length = length.get();
        if length < 0.0 || length == 0.0 && !matches!(phase, Phase::Rotation { .. }) {
            return Err(Hindrance::most(rule, most));
        }
        let slow = sweeps.first().map_or(0.0, |sweep| self.slow_share(id, sweep));
        let cost = length * (1.0 + slow);
        if cost > most + 1e-9 {
            let rule = if slow > 0.0 { "IMP-R89" } else { rule };
            return Err(Hindrance::most(rule, most / (1.0 + slow)));
        }
        Ok(())
    }

    /// IMP-R89: the stretches of a straight way, as fractions, on which any part of the base is at half speed.
    fn slow_stretches(&self, id: Id, sweep: &Sweep) -> ArrayVec<Interval, 16> {
        let profile = &self.unit(id).profile;
        let mut merged = ArrayVec::<Interval, 16>::new();
        if !matches!(sweep.course(), Course::Straight { .. }) {
            return merged;
        }
        let slow = self.landscape.patches.iter().filter(|it| it.terrain.is_slow(profile));
        let near = slow.filter(|it| sweep.treads(&it.outline, TOLERANCE));
        let mut parts: Vec<Interval> =
            near.flat_map(|it| sweep.inside(&it.outline, TOLERANCE)).collect();
        parts.sort_by(|one, other| one.from.total_cmp(&other.from));
        for part in parts {
            match merged.last_mut() {
                Some(last) if part.from <= last.to => last.to = last.to.max(part.to),
                // So many stretches never lie on one way.
                _ => drop(merged.try_push(part)),
            }
        }
        merged
    }

    fn slow_share(&self, id: Id, sweep: &Sweep) -> f64 {
        self.slow_stretches(id, sweep).iter().map(Interval::length).sum()
    }

    /// IMP-R89: how far a Unit gets straight ahead with so many U of movement, of which each at half speed costs two.
    pub fn reach_u(&self, id: Id, movement_u: f64) -> f64 {
        self.reach_along_u(id, self.rect(id).ahead(), movement_u)
    }

    /// The same in any direction.
    pub fn reach_along_u(&self, id: Id, way: DVec2, movement_u: f64) -> f64 {
        let sweep = Sweep::new(&self.rect(id), Course::Straight { by: way * movement_u });
        let (mut at, mut left) = (0.0, movement_u);
        for slow in self.slow_stretches(id, &sweep) {
            let (from, to) = (slow.from * movement_u, slow.to * movement_u);
            let free = (from - at).max(0.0);
            if left <= free {
                return at + left;
            }
            left -= free;
            let most = (to - from.max(at)).min(left / 2.0);
            at = from.max(at) + most;
            left -= most * 2.0;
            if left <= 1e-9 {
                return at;
            }
        }
        at + left
    }

    /// IMP-R89: what a straight way ahead costs, in U of movement.
    pub fn cost_u(&self, id: Id, far_u: f64) -> f64 {
        let rect = self.rect(id);
        let sweep = Sweep::new(&rect, Course::Straight { by: rect.ahead() * far_u });
        far_u * (1.0 + self.slow_share(id, &sweep))
    }

    /// No part of a Unit gets farther from where it stands now, in U.
    fn ventures_u(&self, id: Id, sweep: &Sweep) -> f64 {
        let before = sweep.start().centre().distance(self.rect(id).centre());
        let travel = match sweep.course() {
            Course::Straight { by } => by.length(),
            Course::Round { pivot, by } => {
                let arms = sweep.start().corners().map(|corner| corner.distance(*pivot));
                arms.into_iter().fold(0.0, f64::max) * by.abs().radians()
            }
        };
        before + travel
    }

    /// IMP-MOV.6, IMP-MOV.9, IMP-MOV.14, IMP-MOV.16, IMP-R70, IMP-R114: it stays on the table, and off every enemy.
    fn keeps_clear(&self, id: Id, sweep: &Sweep) -> Result<(), Hindrance> {
        if sweep.leaves(&self.table(), TOLERANCE).is_some() {
            return Err(Hindrance::plain("IMP-R70"));
        }
        let near_u = self.ventures_u(id, sweep) + CLEAR_U;
        for enemy in self.standing(id.seat().other()) {
            if !self.may_meet(id, enemy, near_u) {
                continue;
            }
            if let Some(at) = sweep.first_within(CLEAR_U, &self.rect(enemy), 1e-3) {
                let went = match sweep.course() {
                    Course::Straight { by } => Some(by.length() * at),
                    Course::Round { .. } => None,
                };
                return Err(Hindrance { rule: "IMP-R114", by: Some(enemy), most: went });
            }
        }
        Ok(())
    }

    /// IMP-IPV.1 to IMP-IPV.3, IMP-R104: whether a Unit may pass through a friend, who is not in contact.
    pub fn may_pass(&self, id: Id, friend: Id) -> bool {
        self.unit(id).may_pass(self.unit(friend)).is_some()
            && !self.unit(friend).in_bua
            && !self.is_in_contact(friend)
    }

    /// IMP-IPV.1 to IMP-IPV.3, IMP-R104: friends in the way are passed, wholly and not in contact, or not at all.
    fn passes_friends(
        &self,
        id: Id,
        sweep: &Sweep,
        end: &Rect,
        party: &Party,
    ) -> Result<(), Hindrance> {
        if matches!(sweep.course(), Course::Round { by, .. } if *by == Angle::HALF) {
            return Ok(());
        }
        let near_u = self.ventures_u(id, sweep);
        for friend in self.standing(id.seat()).filter(|it| !party.units.has(it.number())) {
            if !self.may_meet(id, friend, near_u) {
                continue;
            }
            let rect = self.rect(friend);
            let met = sweep.runs_into(&rect, TOLERANCE);
            if met && (end.overlaps(&rect, TOLERANCE) || !self.may_pass(id, friend)) {
                return Err(Hindrance::by("IMP-R104", friend));
            }
        }
        Ok(())
    }

    /// IMP-R106: how far one of a Group gets straight ahead before a dry river that the Group does not enter in line.
    pub(super) fn before_dry_river(&self, id: Id, far_u: f64, with: UnitSet) -> f64 {
        let bases: ArrayVec<Base, UNITS_MAX> =
            with.ids(id.seat()).map(|id| self.piece(id).base()).collect();
        if bases.len() < 2 || Base::enclosing(&bases).is_none_or(|body| is_one_wide(&body)) {
            return far_u;
        }
        self.before(id, far_u, |it| it.terrain == Terrain::DryRiver)
    }

    /// IMP-TER.7 to IMP-TER.9, IMP-TER.12 to IMP-TER.15, IMP-TER.26 to IMP-TER.28, IMP-R89, IMP-R106, IMP-R121: what the
    /// ground does.
    fn crosses_ground(
        &self,
        id: Id,
        sweep: &Sweep,
        in_line: bool,
        way: &mut Way,
    ) -> Result<(), Hindrance> {
        let profile = &self.unit(id).profile;
        for patch in &self.landscape.patches {
            let (rule, effect) = patch.terrain.effect(profile);
            if effect == Effect::Nothing || !sweep.treads(&patch.outline, TOLERANCE) {
                continue;
            }
            match effect {
                Effect::Bars => return Err(Hindrance::plain(rule)),
                Effect::Destroys => way.destroys = Some(rule),
                Effect::Disorders | Effect::Hampers => way.disorders = Some(rule),
                // IMP-R106: a Group crosses a dry river only as a column.
                Effect::HalfSpeed if in_line => {
                    return Err(Hindrance::plain("IMP-R106"));
                }
                Effect::HalfSpeed | Effect::Nothing => {}
            }
        }
        for wall in &self.landscape.walls {
            if sweep.first_crossing(wall, TOLERANCE).is_some() {
                if !matches!(profile.kind, Kind::Fp | Kind::Fl | Kind::T | Kind::S) {
                    return Err(Hindrance::plain("IMP-R121"));
                }
                way.disorders = Some("IMP-R121");
            }
        }
        Ok(())
    }

    /// IMP-R34, IMP-R35: what enemy ZOCs forbid, or the rule by which the phase disorders.
    fn heeds_zocs(
        &self,
        id: Id,
        manoeuvre: Manoeuvre,
        sweeps: &[Sweep],
    ) -> Result<Option<RuleId>, Hindrance> {
        let near_u = sweeps.iter().map(|it| self.ventures_u(id, it)).fold(0.0, f64::max) + ZOC_U;
        let holds = |it: &Id| {
            if !self.may_meet(id, *it, near_u) {
                return false;
            }
            let zone = self.rect(*it).beyond(Edge::Front, ZOC_U);
            let met = |sweep: &Sweep| {
                sweep.start().overlaps(&zone, TOLERANCE) || sweep.runs_into(&zone, TOLERANCE)
            };
            sweeps.iter().any(met) && self.unit(*it).has_zoc(self.is_in_contact(*it))
        };
        let holding = self.standing(id.seat().other()).filter(holds);
        let holding: UnitSet = holding.collect();
        let Some(first) = holding.ids(id.seat().other()).next() else { return Ok(None) };
        if !manoeuvre.is_free_in_zoc() {
            return Err(Hindrance::by("IMP-R34", first));
        }
        let towards = holding.ids(id.seat().other()).any(|it| self.is_ahead(id, it));
        match manoeuvre {
            Manoeuvre::Forward if !towards && self.unit(id).disordered => {
                Err(Hindrance::by("IMP-R34", first))
            }
            Manoeuvre::Forward if !towards => Ok(Some("IMP-R34")),
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use acies_table::{Point, Polygon, Pose};

    use super::*;
    use crate::{
        battle::tests::{id, sample},
        landscape::Patch,
        units::tests::unit,
    };

    /// The Roman horse (M 10) of the sample, alone in the middle of the table, and one enemy far off.
    fn alone(kind: &str) -> (Battle, Id) {
        let mut battle = sample();
        let horse = id(&battle, Seat::Red, "rom_equites");
        for seat in Seat::BOTH {
            let others: Vec<_> = battle.standing(seat).filter(|it| *it != horse).collect();
            others.into_iter().for_each(|it| battle.piece_mut(it).gone = true);
        }
        let piece = battle.piece_mut(horse);
        piece.unit = unit(kind);
        piece.front = Pose::new(90.0, 60.0, Facing::NORTH);
        (battle, horse)
    }

    /// Puts somebody of a side there, facing so many degrees from north.
    fn put(
        battle: &mut Battle,
        seat: Seat,
        key: &str,
        kind: &str,
        [x, y]: [f64; 2],
        degrees: f64,
    ) -> Id {
        let id = id(battle, seat, key);
        let piece = battle.piece_mut(id);
        piece.gone = false;
        piece.unit = unit(kind);
        piece.front = Pose::new(x, y, Facing::new(Angle::new(degrees)));
        id
    }

    fn lay(battle: &mut Battle, terrain: Terrain, [x, y]: [f64; 2], [wide, deep]: [f64; 2]) {
        let corners = [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)];
        let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
        battle.landscape.to_mut().patches.push(Patch::new(terrain, outline));
    }

    fn forward(u: f64) -> Phase {
        Phase::Forward(Length::new(u))
    }

    fn rotation(degrees: f64) -> Phase {
        Phase::Rotation { by: Angle::new(degrees), after: Length::ZERO }
    }

    fn oblique(degrees: f64, u: f64) -> Phase {
        Phase::Oblique { off: Angle::new(degrees), length: Length::new(u) }
    }

    fn no(battle: &Battle, id: Id, phase: Phase) -> (RuleId, Option<f64>) {
        let hindrance = battle.way(id, phase, true).unwrap_err();
        (hindrance.rule, hindrance.most)
    }

    #[test]
    fn limits_of_manoeuvres() {
        let (mut battle, horse) = alone("rom_equites");
        let way = battle.way(horse, forward(10.0), true).unwrap();
        assert_eq!(way.disorders, None, "IMP-MOV.1");
        battle.make(horse, &way);
        let piece = battle.piece(horse);
        assert_eq!(
            (piece.front, piece.phases),
            (Pose::new(90.0, 70.0, Facing::NORTH), 1),
            "IMP-R28"
        );
        assert_eq!(no(&battle, horse, forward(10.1)), ("IMP-MOV.1", Some(10.0)));
        assert_eq!(no(&battle, horse, rotation(91.0)), ("IMP-R30", Some(90.0)));
        let turned = battle.way(horse, rotation(90.0), true).unwrap();
        assert_eq!(turned.to.pose.facing, Facing::EAST, "IMP-R30");
        let early = Phase::Rotation { by: Angle::new(45.0), after: Length::new(3.0) };
        assert_eq!(no(&battle, horse, early), ("IMP-MOV.4", None));
        assert_eq!(no(&battle, horse, oblique(46.0, 5.0)), ("IMP-R31", Some(45.0)));
        assert_eq!(no(&battle, horse, oblique(30.0, 11.0)), ("IMP-R31", Some(10.0)));
        let slanted = battle.way(horse, oblique(45.0, 5.0), true).unwrap();
        assert_eq!(slanted.disorders, Some("IMP-MOV.10"));
        let back = Phase::Backward(Length::new(10.0));
        assert_eq!(battle.way(horse, back, true).unwrap().disorders, None, "IMP-MOV.17, IMP-R32");
        assert_eq!(battle.way(horse, back, false).unwrap().disorders, Some("IMP-MOV.17"));
        let about = battle.way(horse, Phase::AboutFace, true).unwrap();
        assert_eq!((about.to.pose.facing, about.disorders), (Facing::SOUTH, Some("IMP-MOV.13")));
        assert_eq!(
            no(&battle, horse, Phase::Forward(Length::new(-1.0))),
            ("IMP-MOV.1", Some(10.0))
        );
        battle.piece_mut(horse).front = Pose::new(90.0, 115.0, Facing::NORTH);
        assert_eq!(no(&battle, horse, forward(6.0)), ("IMP-R70", None));
        // IMP-SPC.11: chariots go half of M 10 before they rotate.
        let (battle, cars) = alone("gal_chariots");
        assert_eq!(no(&battle, cars, rotation(45.0)), ("IMP-SPC.11", Some(5.0)));
        let after = Phase::Rotation { by: Angle::new(45.0), after: Length::new(5.0) };
        assert!(battle.way(cars, after, true).is_ok(), "IMP-SPC.11");
    }

    #[test]
    fn ground_on_the_way() {
        let (mut battle, horse) = alone("rom_equites");
        // The wood begins 6 U ahead: 6 U, and 2 U more for 4 of M.
        lay(&mut battle, Terrain::Wood, [70.0, 66.0], [40.0, 20.0]);
        let way = battle.way(horse, forward(8.0), true).unwrap();
        assert_eq!(way.disorders, Some("IMP-TER.15"), "IMP-R89");
        let (rule, most) = no(&battle, horse, forward(9.0));
        assert_eq!(rule, "IMP-R89");
        assert!(most.unwrap() < 9.0, "IMP-R89: 9 U cost 12");
        assert_eq!(
            battle.way(horse, forward(5.9), true).unwrap().disorders,
            None,
            "it stops before"
        );
        // IMP-R30: half the angle where it is at half speed.
        battle.piece_mut(horse).front = Pose::new(90.0, 75.0, Facing::NORTH);
        assert_eq!(no(&battle, horse, rotation(50.0)), ("IMP-R30", Some(45.0)));
        let (mut battle, velites) = alone("rom_velites");
        lay(&mut battle, Terrain::Wood, [70.0, 62.0], [40.0, 20.0]);
        assert_eq!(battle.way(velites, forward(8.0), true).unwrap().disorders, None, "IMP-TER.12");
        let (mut battle, scythed) = alone("sel_scythed");
        lay(&mut battle, Terrain::Broken, [70.0, 62.0], [40.0, 20.0]);
        let way = battle.way(scythed, forward(8.0), true).unwrap();
        assert_eq!(way.destroys, Some("IMP-TER.8"));
        battle.make(scythed, &way);
        assert!(battle.piece(scythed).gone, "IMP-TER.8");
        let (mut battle, hastati) = alone("rom_hastati");
        lay(&mut battle, Terrain::River, [70.0, 62.0], [40.0, 4.0]);
        assert_eq!(no(&battle, hastati, forward(5.0)), ("IMP-TER.27", None));
    }

    #[test]
    fn friends_and_enemies_on_the_way() {
        let (mut battle, horse) = alone("rom_equites");
        let enemy = put(&mut battle, Seat::Blue, "car_horse_1", "rom_hastati", [90.0, 68.0], 0.0);
        // Its rear is 5 U ahead: 4.9 U are left.
        let hindrance = battle.way(horse, forward(8.0), true).unwrap_err();
        assert_eq!((hindrance.rule, hindrance.by), ("IMP-R114", Some(enemy)));
        assert!((hindrance.most.unwrap() - 4.9).abs() < 0.01, "IMP-R114");
        assert!(battle.way(horse, forward(4.9), true).is_ok(), "IMP-R114");
        battle.piece_mut(enemy).gone = true;
        // IMP-R104: S are passed, if they are cleared; heavy foot is not.
        let friend = put(&mut battle, Seat::Red, "rom_hastati_1", "rom_hastati", [90.0, 68.0], 0.0);
        assert_eq!(
            battle.way(horse, forward(10.0), true).unwrap_err().by,
            Some(friend),
            "IMP-R104"
        );
        battle.piece_mut(friend).unit = unit("rom_velites");
        battle.piece_mut(friend).front = Pose::new(90.0, 62.5, Facing::NORTH);
        assert!(
            battle.way(horse, forward(10.0), true).is_ok(),
            "IMP-IPV.1, IMP-R104: 1.5 U beyond"
        );
        assert_eq!(no(&battle, horse, forward(5.0)).0, "IMP-R104", "it would end upon them");
    }

    #[test]
    fn zones_of_control_bind() {
        // The enemy faces south, 4 U ahead of the horse.
        let (mut battle, horse) = alone("rom_equites");
        let enemy = put(&mut battle, Seat::Blue, "car_horse_1", "rom_hastati", [90.0, 64.0], 180.0);
        for phase in [rotation(-20.0), oblique(20.0, 1.0), Phase::AboutFace] {
            assert_eq!(no(&battle, horse, phase).0, "IMP-R34", "{phase:?}");
        }
        assert_eq!(
            battle.way(horse, forward(2.0), true).unwrap().disorders,
            None,
            "IMP-R34: towards it"
        );
        let back = Phase::Backward(Length::new(3.0));
        assert!(battle.way(horse, back, true).is_ok(), "IMP-R34: straight back");
        // Seen from the side, it is not ahead: forward disorders, and who is Disordered stays.
        battle.piece_mut(enemy).front = Pose::new(97.0, 57.0, Facing::WEST);
        let way = battle.way(horse, forward(5.0), true).unwrap();
        assert_eq!(way.disorders, Some("IMP-R34"));
        battle.piece_mut(horse).unit.disordered = true;
        assert_eq!(no(&battle, horse, forward(5.0)).0, "IMP-R34");
        // IMP-R35: a path through a zone is bound as well; IMP-DIS.6: who is Disordered has none.
        battle.piece_mut(horse).unit.disordered = false;
        battle.piece_mut(enemy).front = Pose::new(98.0, 70.0, Facing::WEST);
        assert_eq!(no(&battle, horse, oblique(10.0, 10.0)).0, "IMP-R34", "IMP-R35");
        battle.piece_mut(enemy).unit.disordered = true;
        assert!(battle.way(horse, oblique(10.0, 10.0), true).is_ok(), "IMP-DIS.6");
    }
}
