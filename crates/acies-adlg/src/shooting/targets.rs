//! Who may shoot at whom (RULES.md 3.7, 3.17; ADLG-R101 to ADLG-R107, ADLG-R110, ADLG-R112).

use acies_core::Seat;
use acies_table::{Base, Edge, Facing, Length, Pose, Rect, Size, Zone, sight};
use arrayvec::ArrayVec;

use crate::{
    battle::{ALL_UNITS, Battle, Flags, Id, Place},
    melee::engagement::Roles,
    rulings::{TOLERANCE, UNITS_MAX},
    shooting::{Shooter, Shot, Supports, Target},
    terrain::Going,
    units::{Category::*, RADIUS_MOST},
};

/// Why a unit does not shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silent {
    /// ADLG-R112.
    Unarmed,
    /// ADLG-R102.
    InMelee,
    /// ADLG-R21, ADLG-R102.
    Looting,
    /// ADLG-R98, ADLG-R101: it evaded or disengaged.
    Fled,
    /// ADLG-R101.
    Charged,
    /// ADLG-R101: more than one movement, or any at all for engines and wagons.
    Moved,
    /// ADLG-R141: artillery that is touched.
    Touched,
}

impl Silent {
    /// In words.
    pub fn says(self) -> &'static str {
        match self {
            Silent::Unarmed => "it has no missiles",
            Silent::InMelee => "it is in melee",
            Silent::Looting => "it is looting",
            Silent::Fled => "it evaded or disengaged in this turn",
            Silent::Charged => "it charged in this turn",
            Silent::Moved => "it has moved too much",
            Silent::Touched => "an enemy touches it",
        }
    }
}

/// Why a unit may not shoot at an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoShot {
    /// It does not shoot at all.
    Silent(Silent),
    /// ADLG-R102, ADLG-R144: who fights or is routed is no target.
    NoTarget,
    /// ADLG-R103: outside its zone.
    OutsideZone,
    /// ADLG-R105.
    OutOfRange { distance: Length, range: Length },
    /// ADLG-R104.
    Unseen,
    /// ADLG-SHP.1, ADLG-SHP.2: this one comes first.
    Rather(Id),
}

/// The targets among which a unit may choose: usually one.
pub type Targets = ArrayVec<Id, 8>;

/// At whom every unit may shoot.
#[derive(Clone, Debug)]
pub struct Aims([Targets; ALL_UNITS]);

impl Aims {
    /// Whom a unit may shoot at.
    pub fn of(&self, id: Id) -> &[Id] {
        &self.0[id.index(UNITS_MAX)]
    }
}

/// ADLG-R103: how much wider than the unit its zone is on each side.
const WIDER_UD: f64 = 1.0;

/// As large as the middle between two bases must be taken, so that no corner of theirs is forgotten.
const BETWEEN: Size = Size { width: RADIUS_MOST, depth: RADIUS_MOST };

/// ADLG-R24: how near one must be to see into a gully.
const GULLY_UD: f64 = 1.0;

impl Battle {
    /// ADLG-R101, ADLG-R102, ADLG-R141.
    pub fn silent(&self, id: Id, roles: &Roles) -> Option<Silent> {
        let (unit, profile) = (self.unit(id), self.profile(id));
        let engine = matches!(profile.category(), Art | Wwg);
        let touched = || {
            let rect = self.rect(id);
            let mut enemies =
                self.standing_near(id.seat().other(), &self.base(id), TOLERANCE.touch);
            enemies.any(|enemy| rect.touches(&self.rect(enemy), TOLERANCE))
        };
        match () {
            () if profile.range_ud().is_none() => Some(Silent::Unarmed),
            () if roles.in_melee(id) => Some(Silent::InMelee),
            () if unit.is(Flags::LOOTING) => Some(Silent::Looting),
            () if unit.is(Flags::FLED) => Some(Silent::Fled),
            () if unit.charged.is_some() || unit.is(Flags::NO_SHOOTING) => Some(Silent::Charged),
            () if unit.moves > 1 || (engine && unit.moves > 0) => Some(Silent::Moved),
            () if profile.category() == Art && touched() => Some(Silent::Touched),
            () => None,
        }
    }

    /// ADLG-R103: the edges from which a unit shoots: all of a war wagon's.
    fn shooting_edges(&self, id: Id) -> &'static [Edge] {
        if self.category(id) == Wwg { &Edge::ALL } else { &[Edge::Front] }
    }

    /// The targets of every unit, as long as nobody moves.
    pub fn aims(&self) -> &Aims {
        self.aims.get(|| {
            let roles = self.roles();
            let mut aims = Aims(std::array::from_fn(|_| Targets::new()));
            for id in Seat::BOTH.into_iter().flat_map(|seat| self.standing(seat)) {
                aims.0[id.index(UNITS_MAX)] = self.targets(id, roles);
            }
            aims
        })
    }

    /// ADLG-SHP.1, ADLG-SHP.2, ADLG-R106: the nearest visible enemy straight ahead, or else the nearest in
    /// the zone; several only if they are equally near. A war wagon chooses an edge, too.
    pub fn targets(&self, id: Id, roles: &Roles) -> Targets {
        let mut targets = Targets::new();
        if self.silent(id, roles).is_some() {
            return targets;
        }
        for &edge in self.shooting_edges(id) {
            for target in self.targets_from(id, edge, roles) {
                if !targets.contains(&target) {
                    targets.try_push(target).ok();
                }
            }
        }
        targets
    }

    fn targets_from(&self, id: Id, edge: Edge, roles: &Roles) -> Targets {
        let mut best = Targets::new();
        let Some(range) = self.profile(id).range_ud() else { return best };
        let reach = f64::from(range) + WIDER_UD;
        let rect = self.rect(id);
        let zone = Zone::beyond(&rect, edge).deep(range.into()).wider(WIDER_UD);
        let corridor = Zone::beyond(&rect, edge).deep(range.into());
        let mut near: ArrayVec<(bool, f64, Id), UNITS_MAX> = ArrayVec::new();
        for enemy in self.standing_near(id.seat().other(), &self.base(id), reach) {
            let target = self.rect(enemy);
            // ADLG-R102, ADLG-R105: who fights is no target.
            if !roles.in_melee(enemy)
                && let Some(line) = zone.line_to(&target)
                && line.length() <= f64::from(range) + TOLERANCE.touch
            {
                near.push((!corridor.meets(&target, TOLERANCE), line.length(), enemy));
            }
        }
        near.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut least = None;
        for (aside, distance, enemy) in near {
            let farther = |(first, nearest): (bool, f64)| {
                aside != first || distance > nearest + TOLERANCE.touch
            };
            if least.is_some_and(farther) {
                break;
            }
            if self.sees(id, edge, enemy, distance) {
                least = least.or(Some((aside, distance)));
                best.try_push(enemy).ok();
            }
        }
        best
    }

    /// ADLG-R102 to ADLG-R106: why a unit may not shoot at an enemy that is none of its targets.
    pub fn why_no_target(&self, id: Id, enemy: Id, roles: &Roles) -> NoShot {
        if let Some(silent) = self.silent(id, roles) {
            return NoShot::Silent(silent);
        }
        if self.unit(enemy).place != Place::Table || roles.in_melee(enemy) {
            return NoShot::NoTarget;
        }
        let range = f64::from(self.profile(id).range_ud().unwrap_or(0));
        let (rect, target) = (self.rect(id), self.rect(enemy));
        let endless = |edge: Edge| Zone::beyond(&rect, edge).wider(WIDER_UD).line_to(&target);
        let lines = self.shooting_edges(id).iter().filter_map(|&edge| Some((edge, endless(edge)?)));
        let near = lines.min_by(|a, b| a.1.length().total_cmp(&b.1.length()));
        let Some((edge, line)) = near else { return NoShot::OutsideZone };
        let distance = line.length();
        if distance > range + TOLERANCE.touch {
            let [distance, range] = [distance, range].map(Length::new);
            return NoShot::OutOfRange { distance, range };
        }
        if !self.sees(id, edge, enemy, distance) {
            return NoShot::Unseen;
        }
        self.targets(id, roles).first().map_or(NoShot::OutsideZone, |&other| NoShot::Rather(other))
    }

    /// ADLG-R104: some straight line from the edge to the target that nothing blocks.
    pub fn sees(&self, id: Id, edge: Edge, enemy: Id, distance: f64) -> bool {
        let (from, to) = (self.rect(id), self.rect(enemy));
        if self.landscape.is_hidden(&to) && distance > GULLY_UD + TOLERANCE.touch {
            return false;
        }
        let on_hill = self.category(id) == Art
            && self.landscape.ground(&from).pieces().any(crate::terrain::Piece::is_hill);
        let blocks = |&other: &Id| {
            let friendly_light = other.seat() == id.seat() && self.category(other) == Li;
            let body = self.rect(other);
            let overlooked = on_hill && body.distance(&from) < body.distance(&to);
            other != id && other != enemy && !friendly_light && !overlooked
        };
        // Whatever lies between two bases is not far from the middle between them.
        let middle = Pose::nearest(from.centre().midpoint(to.centre()), Facing::NORTH);
        let between = from.centre().distance(to.centre());
        let blockers: ArrayVec<Rect, ALL_UNITS> = self
            .bodies_near(&Base::new(middle, BETWEEN), between / 2.0 + TOLERANCE.touch)
            .filter(blocks)
            .map(|other| self.rect(other))
            .collect();
        let clear = |line: &acies_table::Segment| self.landscape.lets_see(line);
        sight(&from.edge(edge), &to, &blockers.as_slice(), TOLERANCE, clear).is_some()
    }

    /// The facts of a combined shot: the main shooter, and who supports it (ADLG-R107).
    pub fn shot(&self, main: Id, supporters: &[Id], target: Id) -> Shot {
        let (from, to) = (self.rect(main), self.rect(target));
        let light = supporters.iter().filter(|&&id| self.profile(id).kind.is_light()).count();
        let walled = self.is_walled(&to, &from);
        Shot {
            shooter: Shooter {
                profile: *self.profile(main),
                disordered: self.is_disordered(main),
                in_cover: self.landscape.is_in_cover(&from, None),
                in_difficult: self.landscape.ground(&from).going() == Going::Difficult,
            },
            target: Target {
                profile: *self.profile(target),
                in_cover: walled || self.landscape.is_in_cover(&to, Some(&from)),
            },
            supports: Supports { full: (supporters.len() - light) as u8, light: light as u8 },
        }
    }

    /// ADLG-R110: behind a fortification on the side of the shot.
    fn is_walled(&self, target: &Rect, from: &Rect) -> bool {
        let shot = acies_table::Segment::new(from.centre(), target.centre());
        Edge::ALL.into_iter().any(|edge| {
            let wall = self.landscape.behind(target, edge);
            wall == Some(crate::melee::Barrier::Fortification)
                && shot.meets(&target.edge(edge)).is_some()
        })
    }
}
