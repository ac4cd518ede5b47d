//! Where a loser goes on the table, and what it does to friends behind it (RULES.md 3.6, 3.16; IMP-R62, IMP-R70, IMP-R73,
//! IMP-R76, IMP-R89, IMP-R104, IMP-R105).

use acies_core::RuleId;
use acies_table::{Base, Course, Rect, Sweep};
use glam::{DVec2, dvec2};

use crate::{
    battle::{Battle, Id, UnitSet},
    movement::{
        passing::Forced,
        terrain::{Effect, Terrain},
    },
    profile::Kind,
    rulings::{CLEAR_U, TOLERANCE},
};

/// A retreat as it will be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Withdrawal {
    /// Where the base ends.
    pub to: Base,
    /// How far it really goes, in U (IMP-R63).
    pub went_u: f64,
    /// IMP-R70, IMP-R62: the rule by which the Unit is lost.
    pub lost: Option<RuleId>,
    /// IMP-R76: a river stops it, and it throws for the far bank.
    pub at_river: bool,
    /// IMP-R105: friends that are pushed, and where they end; all are Disordered.
    pub pushed: Vec<(Id, Base)>,
    /// IMP-R105: a friend that stops it is Disordered.
    pub stopped_by: Option<Id>,
    /// IMP-SPC.20, IMP-R73: friends that elephants run over: Disordered, and 1 VBU.
    pub trampled: UnitSet,
    /// IMP-R89, IMP-SPC.41: the rule by which it ends Disordered.
    pub disorders: Option<RuleId>,
    /// IMP-R89: the rule by which the ground destroys it.
    pub destroys: Option<RuleId>,
}

/// How far somebody can go in a direction, and what stops him there.
#[derive(Clone, Copy)]
struct Stop {
    u: f64,
    by: Obstacle,
}

#[derive(Clone, Copy, PartialEq)]
enum Obstacle {
    Nothing,
    Enemy,
    Ground,
    River,
    Friend(Id),
}

impl Battle {
    /// The retreat of a Unit, straight back and facing as before, over so many U.
    pub fn withdrawal(&self, id: Id, far_u: f64) -> Withdrawal {
        let (unit, base) = (self.unit(id), self.piece(id).base());
        let back = -base.rect().ahead();
        let forced = unit.forced_back().1;
        let mut pushed = Vec::new();
        let stop = match forced {
            Forced::Pushes => self.can_push(id, back, far_u, &mut pushed),
            Forced::Passes | Forced::Tramples => self.can_pass(id, back, far_u),
        };
        let sweep = straight(&base.rect(), back * stop.u);
        let to = Base { pose: sweep.course().end(&base.pose), ..base };
        let mut way = Withdrawal {
            to,
            went_u: stop.u,
            lost: None,
            at_river: stop.by == Obstacle::River,
            pushed,
            stopped_by: match stop.by {
                Obstacle::Friend(friend) => Some(friend),
                _ => None,
            },
            trampled: UnitSet::NONE,
            disorders: unit.ends_disordered_by_retreat(),
            destroys: None,
        };
        if forced == Forced::Tramples {
            let friends = self.standing(id.seat()).filter(|it| *it != id);
            let feel = friends.filter(|it| self.unit(*it).profile.kind != Kind::S);
            let met = feel.filter(|it| sweep.runs_into(&self.rect(*it), TOLERANCE));
            way.trampled = met.fold(UnitSet::NONE, |all, it| all.with(it.number()));
        }
        for patch in &self.landscape.patches {
            let (rule, effect) = patch.terrain.effect(&unit.profile);
            match effect {
                _ if !sweep.treads(&patch.outline, TOLERANCE) => {}
                Effect::Destroys => way.destroys = Some(rule),
                Effect::Disorders | Effect::Hampers => way.disorders = Some(rule),
                _ => {}
            }
        }
        if sweep.leaves(&self.table(), TOLERANCE).is_some() {
            way.lost = Some("IMP-R70");
        } else if stop.u < CLEAR_U && !way.at_river {
            way.lost = Some("IMP-R62");
        }
        way
    }

    pub(crate) fn table(&self) -> Rect {
        Rect::between(dvec2(0.0, 0.0), dvec2(self.setup.width.get(), self.setup.depth.get()))
    }

    /// How far a base can go before an enemy that it does not touch yet, or ground that it cannot enter.
    fn can_go(&self, id: Id, way: DVec2, far_u: f64) -> Stop {
        let rect = self.rect(id);
        let sweep = straight(&rect, way * far_u);
        let mut stop = Stop { u: far_u, by: Obstacle::Nothing };
        let mut at = |fraction: Option<f64>, by: Obstacle| {
            if let Some(u) = fraction.map(|it| it * far_u).filter(|u| *u < stop.u) {
                stop = Stop { u, by };
            }
        };
        for enemy in self.standing(id.seat().other()) {
            let body = self.rect(enemy);
            if body.touches(&rect, TOLERANCE) {
                let touch = sweep.first_touch(&body, TOLERANCE).filter(|touch| touch.enters);
                at(touch.map(|touch| touch.at), Obstacle::Enemy);
            } else {
                at(sweep.first_within(CLEAR_U, &body, 1e-3), Obstacle::Enemy);
            }
        }
        let profile = &self.unit(id).profile;
        for patch in &self.landscape.patches {
            if patch.terrain.effect(profile).1 == Effect::Bars {
                let river = matches!(patch.terrain, Terrain::River | Terrain::Flood);
                let by = if river { Obstacle::River } else { Obstacle::Ground };
                at(sweep.enters(&patch.outline, TOLERANCE), by);
            }
        }
        stop
    }

    /// IMP-IPI.1, IMP-IPI.2, IMP-R73, IMP-R104: through friends, to the first free place; short of them, if there is none.
    fn can_pass(&self, id: Id, way: DVec2, far_u: f64) -> Stop {
        self.can_pass_but(id, way, far_u, |_| false)
    }

    /// How far it goes through friends, but for those that block it.
    pub(crate) fn can_pass_some(
        &self,
        id: Id,
        way: DVec2,
        far_u: f64,
        blocks: impl Fn(Id) -> bool,
    ) -> f64 {
        self.can_pass_but(id, way, far_u, blocks).u
    }

    fn can_pass_but(&self, id: Id, way: DVec2, far_u: f64, blocks: impl Fn(Id) -> bool) -> Stop {
        let unstopped = |far_u: f64| {
            let mut stop = self.can_go(id, way, far_u);
            let sweep = straight(&self.rect(id), way * far_u);
            for friend in self.standing(id.seat()).filter(|it| *it != id) {
                let touch = sweep.first_touch(&self.rect(friend), TOLERANCE).filter(|it| it.enters);
                if let Some(u) = touch.map(|it| it.at * far_u).filter(|u| *u < stop.u)
                    && blocks(friend)
                {
                    stop = Stop { u, by: Obstacle::Friend(friend) };
                }
            }
            stop
        };
        let stop = unstopped(far_u);
        let (rect, table) = (self.rect(id), self.table());
        let friends: Vec<Rect> =
            self.standing(id.seat()).filter(|it| *it != id).map(|it| self.rect(it)).collect();
        let is_free = |u: f64| {
            let there = rect.shifted(way * u);
            friends.iter().all(|it| !it.overlaps(&there, TOLERANCE))
        };
        if is_free(stop.u) {
            return stop;
        }
        if stop.by == Obstacle::Nothing {
            let most = unstopped(FAR_U);
            let free = straight(&rect, way * FAR_U).first_free(far_u / FAR_U, &friends, TOLERANCE);
            // It leaves a body when it overlaps by the tolerance: so much farther it stands flush.
            let beyond = free.map(|at| at * FAR_U + TOLERANCE.touch).filter(|u| *u <= most.u);
            if let Some(u) = beyond
                && table.grown(TOLERANCE.touch).holds(&rect.shifted(way * u))
            {
                return Stop { u, by: Obstacle::Nothing };
            }
        }
        // Short of whom it meets on the way, from the farthest on.
        let sweep = straight(&rect, way * stop.u);
        let mut touches: Vec<f64> = friends
            .iter()
            .filter_map(|it| sweep.first_touch(it, TOLERANCE))
            .map(|touch| touch.at * stop.u)
            .filter(|u| is_free(*u))
            .collect();
        touches.sort_by(f64::total_cmp);
        Stop { u: touches.pop().unwrap_or(0.0), by: stop.by }
    }

    /// IMP-IPI.3, IMP-R105: how far it goes, pushing friends before it, each by just what is needed.
    fn can_push(&self, id: Id, way: DVec2, far_u: f64, pushed: &mut Vec<(Id, Base)>) -> Stop {
        let stop = self.farthest_push(id, way, far_u, UnitSet::one(id.number()));
        self.push(id, way, stop.u, UnitSet::one(id.number()), pushed);
        stop
    }

    /// The friends that a base meets on its way, with how far it goes before each.
    fn met(&self, rect: &Rect, id: Id, way: DVec2, far_u: f64, moving: UnitSet) -> Vec<(Id, f64)> {
        let sweep = straight(rect, way * far_u);
        let friends = self.standing(id.seat()).filter(|it| !moving.has(it.number()));
        let met = friends.filter_map(|it| {
            let touch = sweep.first_touch(&self.rect(it), TOLERANCE)?;
            touch.enters.then_some((it, touch.at * far_u))
        });
        met.collect()
    }

    fn farthest_push(&self, id: Id, way: DVec2, far_u: f64, moving: UnitSet) -> Stop {
        let mut stop = self.can_go(id, way, far_u);
        for (friend, before_u) in self.met(&self.rect(id), id, way, far_u, moving) {
            let needs = far_u - before_u;
            let goes = if self.is_in_contact(friend) {
                0.0
            } else {
                let sweep = straight(&self.rect(friend), way * needs);
                let edge = sweep.leaves(&self.table(), TOLERANCE).map_or(needs, |at| at * needs);
                let moving = moving.with(friend.number());
                self.farthest_push(friend, way, needs, moving).u.min(edge)
            };
            if before_u + goes < stop.u - 1e-6 {
                stop = Stop { u: before_u + goes, by: Obstacle::Friend(friend) };
            }
        }
        stop
    }

    fn push(&self, id: Id, way: DVec2, far_u: f64, moving: UnitSet, pushed: &mut Vec<(Id, Base)>) {
        for (friend, before_u) in self.met(&self.rect(id), id, way, far_u, moving) {
            let goes = far_u - before_u;
            let base = self.piece(friend).base();
            // Who is pushed by two goes as far as the one that pushes him farther.
            let known = pushed.iter().position(|(it, _)| *it == friend);
            let went = known.map_or(TOLERANCE.touch, |at| {
                (pushed[at].1.pose.at.vec() - base.pose.at.vec()).length()
            });
            if goes <= went {
                continue;
            }
            pushed.retain(|(it, _)| *it != friend);
            let course = Course::Straight { by: way * goes };
            pushed.push((friend, Base { pose: course.end(&base.pose), ..base }));
            self.push(friend, way, goes, moving.with(friend.number()), pushed);
        }
    }

    /// Makes a retreat, with all that it does to friends (IMP-R105, IMP-R73).
    pub fn withdraw(&mut self, id: Id, way: &Withdrawal) {
        let seat = id.seat();
        for (friend, to) in &way.pushed {
            let piece = self.piece_mut(*friend);
            piece.stand(to);
            piece.unit.disorder();
            piece.waiting = false;
        }
        if let Some(friend) = way.stopped_by {
            self.piece_mut(friend).unit.disorder();
        }
        for number in way.trampled {
            let piece = self.piece_mut(Id::new(seat, number));
            piece.unit.lose(1);
            piece.unit.disorder();
            piece.gone |= piece.unit.is_destroyed();
        }
        let piece = self.piece_mut(id);
        piece.stand(&way.to);
        piece.hit_on_flank = UnitSet::NONE;
        piece.waiting = false;
        piece.protected = false;
        piece.gone |= way.lost.is_some() || way.destroys.is_some();
        if way.disorders.is_some() {
            piece.unit.disorder();
        }
    }
}

/// No way on the table is longer, in U.
const FAR_U: f64 = 250.0;

fn straight(rect: &Rect, by: DVec2) -> Sweep {
    Sweep::new(rect, Course::Straight { by })
}

impl crate::units::Unit {
    /// IMP-R101: a schiltron that retreats is Disordered by it.
    fn ends_disordered_by_retreat(&self) -> Option<RuleId> {
        self.profile.has(crate::profile::Traits::SCHILTRON).then_some("IMP-R101")
    }
}

#[cfg(test)]
mod tests {
    use acies_core::Seat;
    use acies_table::{Angle, Facing, Point, Polygon, Pose};

    use super::*;
    use crate::{
        battle::tests::{id, sample},
        landscape::Patch,
        units::tests::unit,
    };

    /// Nobody on the table but these Red Units: key, troops, front; they face north.
    fn line(units: &[(&str, &str, [f64; 2])]) -> (Battle, Vec<Id>) {
        let mut battle = sample();
        for seat in Seat::BOTH {
            let all: Vec<_> = battle.standing(seat).collect();
            all.into_iter().for_each(|it| battle.piece_mut(it).gone = true);
        }
        let ids = units.iter().map(|(key, kind, [x, y])| {
            let id = id(&battle, Seat::Red, key);
            let piece = battle.piece_mut(id);
            piece.gone = false;
            piece.unit = unit(kind);
            piece.front = Pose::new(*x, *y, Facing::NORTH);
            id
        });
        let ids = ids.collect();
        (battle, ids)
    }

    fn enemy(battle: &mut Battle, [x, y]: [f64; 2]) -> Id {
        let id = id(battle, Seat::Blue, "car_horse_1");
        let piece = battle.piece_mut(id);
        piece.gone = false;
        piece.unit = unit("rom_hastati");
        piece.front = Pose::new(x, y, Facing::new(Angle::new(180.0)));
        id
    }

    fn y(battle: &Battle, id: Id) -> f64 {
        battle.piece(id).front.at.y.get()
    }

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.01
    }

    #[test]
    fn heavy_foot_pushes() {
        // Rear of the first at 57, front of the second at 56, of the third at 52: 1 U between each.
        let (mut battle, ids) = line(&[
            ("rom_hastati_1", "rom_hastati", [90.0, 60.0]),
            ("rom_principes_1", "rom_principes", [90.0, 56.0]),
            ("rom_triarii_1", "rom_triarii", [90.0, 52.0]),
        ]);
        enemy(&mut battle, [90.0, 60.0]);
        let way = battle.withdrawal(ids[0], 3.0);
        assert!(near(way.went_u, 3.0) && way.lost.is_none(), "IMP-RET.4");
        assert_eq!(way.pushed.len(), 2, "IMP-R105: it pushes others in turn");
        battle.withdraw(ids[0], &way);
        assert!(near(y(&battle, ids[0]), 57.0), "IMP-R62");
        assert!(near(y(&battle, ids[1]), 54.0), "IMP-R105: by just what is needed");
        assert!(near(y(&battle, ids[2]), 51.0), "IMP-R105");
        assert!(battle.unit(ids[1]).disordered && battle.unit(ids[2]).disordered, "IMP-IPI.3");
        assert!(!battle.unit(ids[0]).disordered, "IMP-IPI.3: only the pushed");
    }

    #[test]
    fn who_cannot_be_pushed_stops_it() {
        let (mut battle, ids) = line(&[
            ("rom_hastati_1", "rom_hastati", [90.0, 60.0]),
            ("rom_principes_1", "rom_principes", [90.0, 56.0]),
        ]);
        // The second is in contact with an enemy behind it.
        let behind = enemy(&mut battle, [90.0, 50.0]);
        battle.piece_mut(behind).front = Pose::new(90.0, 53.0, Facing::NORTH);
        assert!(battle.is_in_contact(ids[1]));
        let way = battle.withdrawal(ids[0], 3.0);
        assert!(near(way.went_u, 1.0), "IMP-R105: {}", way.went_u);
        assert_eq!((way.stopped_by, way.pushed.len()), (Some(ids[1]), 0), "IMP-R105");
        battle.withdraw(ids[0], &way);
        assert!(battle.unit(ids[1]).disordered, "IMP-R105");
        // Shoulder to shoulder it cannot move at all.
        let (mut battle, ids) = line(&[
            ("rom_hastati_1", "rom_hastati", [90.0, 60.0]),
            ("rom_principes_1", "rom_principes", [90.0, 57.0]),
        ]);
        let behind = enemy(&mut battle, [90.0, 50.0]);
        battle.piece_mut(behind).front = Pose::new(90.0, 54.0, Facing::NORTH);
        assert_eq!(battle.withdrawal(ids[0], 3.0).lost, Some("IMP-R62"));
    }

    #[test]
    fn light_troops_pass_through() {
        // Light foot 4 U deep at 60 goes 3 U back, upon the Principes at 54 to 51: on to their rear.
        let (mut battle, ids) = line(&[
            ("rom_hastati_1", "car_scutarii", [90.0, 60.0]),
            ("rom_principes_1", "rom_principes", [90.0, 54.0]),
        ]);
        let way = battle.withdrawal(ids[0], 3.0);
        assert!(near(way.went_u, 9.0), "IMP-IPI.1, IMP-R104: {}", way.went_u);
        assert!(way.pushed.is_empty() && way.trampled.is_empty(), "IMP-IPI.1");
        battle.withdraw(ids[0], &way);
        assert!(
            !battle.rect(ids[0]).overlaps(&battle.rect(ids[1]), TOLERANCE),
            "bases never overlap"
        );
        assert!(!battle.unit(ids[1]).disordered, "IMP-R105: not affected");
        // IMP-R73: elephants run over them.
        let (mut battle, ids) = line(&[
            ("rom_hastati_1", "car_elephants", [90.0, 60.0]),
            ("rom_principes_1", "rom_principes", [90.0, 54.0]),
        ]);
        let way = battle.withdrawal(ids[0], 3.0);
        assert!(way.trampled.has(ids[1].number()), "IMP-R73");
        battle.withdraw(ids[0], &way);
        assert!(
            battle.unit(ids[1]).disordered && battle.unit(ids[1]).vbu() == 5,
            "IMP-R73, IMP-SPC.20"
        );
    }

    #[test]
    fn edges_rivers_and_enemies() {
        let (battle, ids) = line(&[("rom_hastati_1", "rom_hastati", [90.0, 4.0])]);
        assert_eq!(battle.withdrawal(ids[0], 3.0).lost, Some("IMP-R70"));
        assert_eq!(battle.withdrawal(ids[0], 1.0).lost, None, "IMP-R70: exactly at the edge");
        let (mut battle, ids) = line(&[("rom_hastati_1", "rom_hastati", [90.0, 60.0])]);
        let behind = enemy(&mut battle, [90.0, 50.0]);
        battle.piece_mut(behind).front = Pose::new(90.0, 55.0, Facing::NORTH);
        let way = battle.withdrawal(ids[0], 3.0);
        assert!(near(way.went_u, 1.9), "IMP-R62: 0.1 U short of an enemy: {}", way.went_u);
        let (mut battle, ids) = line(&[("rom_hastati_1", "rom_hastati", [90.0, 60.0])]);
        let corners = [(80.0, 50.0), (100.0, 50.0), (100.0, 55.0), (80.0, 55.0)];
        let outline = Polygon::new(corners.map(|(x, y)| Point::new(x, y)).to_vec()).unwrap();
        battle.landscape.to_mut().patches.push(Patch::new(Terrain::River, outline.clone()));
        let way = battle.withdrawal(ids[0], 3.0);
        assert!(way.at_river && near(way.went_u, 2.0), "IMP-R76, IMP-TER.29: {}", way.went_u);
        battle.landscape.to_mut().patches[0] = Patch::new(Terrain::Wood, outline);
        let way = battle.withdrawal(ids[0], 3.0);
        assert_eq!((way.disorders, way.lost), (Some("IMP-TER.15"), None), "IMP-R89");
        assert!(near(way.went_u, 3.0), "IMP-R89: it keeps its full distance");
    }
}
