//! Ways back (LEG-R96 to LEG-R98, LEG-R105, LEG-R125, LEG-R138).

use acies_core::{Id, UnitSet};
use acies_table::{Angle, Base, Facing, Length, Motion, Pose, Rect, Sweep};
use arrayvec::ArrayVec;
use glam::DVec2;

use crate::{
    battle::{Battle, Unit},
    rulings::{BASE, BOW_RANGE, CLEAR, SLACK, TOLERANCE},
};

/// LEG-R125: where a unit that evades, retires or breaks comes to, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    pub end: Pose,
    /// How far it went, in paces.
    pub paces: f64,
    /// LEG-R55(d): friends that it passed through, by their numbers.
    pub passed: UnitSet,
    /// LEG-R105: some part of it goes over the table edge.
    pub leaves: bool,
}

/// How a unit goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// LEG-R125: the table edge is an obstacle while some direction avoids it.
    Evade,
    /// A retirement, or the first move of a rout.
    Retire,
    /// LEG-R98(b): in later turns, bending up to 90 degrees.
    Rout,
}

/// LEG-R125: how far short of an enemy a way ends.
const SHORT_OF_ENEMIES: f64 = 10.0;

/// LEG-R125, LEG-ACM.11, LEG-ACM.16: who cannot go so far cannot move.
pub const LEAST_WAY: f64 = BASE as f64;

impl Battle {
    pub fn table(&self) -> Rect {
        let [width, depth] = self.setup.size.table();
        Rect::between(DVec2::ZERO, DVec2::new(width, depth))
    }

    /// LEG-R138: directly away from an opponent: at right angles to the edge that he touches, or along the line of the
    /// centres.
    pub fn away(&self, unit: Id, enemy: Id) -> Facing {
        let (body, other) = (self.rect(unit), self.rect(enemy));
        match self.touched_edge(unit, enemy) {
            Some(edge) => Facing::toward(-body.outward(edge)),
            None => Facing::toward(body.centre() - other.centre()),
        }
    }

    /// LEG-R125: the way of a unit that goes back so far in a direction, bending if it must; nothing if it cannot move.
    pub fn way_back(&self, unit: Id, wanted: Facing, paces: i32, flight: Flight) -> Option<Way> {
        let most = if flight == Flight::Rout { 6 } else { 3 };
        let bends = (1..=most).flat_map(|n| [15.0 * f64::from(n), -15.0 * f64::from(n)]);
        let bends = [0.0].into_iter().chain(bends).map(Angle::new);
        let whole = f64::from(paces) - SLACK;
        let stays = |way: &Way| flight != Flight::Evade || !way.leaves && way.paces >= LEAST_WAY;
        // The first that allows the whole distance is taken: the others are looked at only if there is none.
        let mut ways: ArrayVec<Way, 13> = ArrayVec::new();
        for bend in bends {
            let way = self.straight_back(unit, wanted + bend, paces);
            if way.paces >= whole && stays(&way) {
                return Some(way).filter(|way| way.paces >= LEAST_WAY - SLACK);
            }
            ways.push(way);
        }
        if flight == Flight::Evade && ways.iter().any(stays) {
            ways.retain(|way| !way.leaves);
        }
        let first = ways.iter().find(|way| way.paces >= whole).copied();
        let best = first.or_else(|| {
            ways.into_iter().reduce(|best, next| if next.paces > best.paces { next } else { best })
        });
        best.filter(|way| way.paces >= LEAST_WAY - SLACK)
    }

    /// One direction: the unit turns about its centre and goes straight.
    fn straight_back(&self, unit: Id, facing: Facing, paces: i32) -> Way {
        let it = self.unit(unit);
        let turned = Base { pose: Pose { facing, ..it.pose }, ..it.base() };
        let wanted = f64::from(paces);
        // Friends that would be overlapped at the end are passed, if there is room beyond them.
        let longest = wanted + BEYOND;
        let course = Motion::advance(Length::new(longest)).course(&turned);
        let sweep = Sweep::new(&turned.rect(), course);
        let stop = self.stops(unit, &sweep, facing).map_or(longest, |at| at * longest);
        // Whoever it is must not be stood upon, friends or the enemy who is being left.
        let friends =
            self.all_units().filter(move |(id, _)| *id != unit).map(|(_, other)| other.rect());
        let reach = wanted.min(stop);
        let beyond = sweep.first_free(reach / longest, &friends, TOLERANCE).map(|at| at * longest);
        // On the grid, as it will stand.
        let is_free = |at: &f64| {
            let course = Motion::advance(Length::new(*at)).course(&turned);
            let body = Base { pose: course.end(&turned.pose), ..turned }.rect();
            friends.clone().all(|other| !body.overlaps(&other, CLEAR))
        };
        // A little farther, so that rounding leaves nobody on anybody.
        let beyond =
            beyond.and_then(|free| (0..4).map(|n| free + 0.2 * f64::from(n)).find(is_free));
        let went = match beyond {
            Some(free) if free <= stop + SLACK + 0.6 => free,
            // No room beyond: back to the last place where nobody stands.
            _ => {
                let steps =
                    (0..=(reach / STEP_BACK) as u32).map(|n| reach - f64::from(n) * STEP_BACK);
                steps.into_iter().find(is_free).unwrap_or(0.0)
            }
        };
        let way = Sweep::new(&turned.rect(), Motion::advance(Length::new(went)).course(&turned));
        let passed =
            self.friends(unit).filter(|(_, friend)| way.runs_into(&friend.rect(), TOLERANCE));
        Way {
            end: way.course().end(&turned.pose),
            paces: went,
            passed: passed.map(|(id, _)| id).collect(),
            leaves: way.leaves(&self.table(), TOLERANCE).is_some(),
        }
    }

    /// LEG-R125, LEG-R161: where a way ends, from 0 to 1: 10 paces short of an enemy who is not being left, and at ground that the
    /// unit cannot enter.
    fn stops(&self, unit: Id, sweep: &Sweep, facing: Facing) -> Option<f64> {
        let it = self.unit(unit);
        let left = self.touched(unit);
        let enemy = |(id, other): (Id, &Unit)| {
            let body = other.rect();
            if left.contains(&id) || sweep.start().distance(&body) < SHORT_OF_ENEMIES {
                let away = it.rect().centre() - body.nearest_to(it.rect().centre());
                return (facing.ahead().dot(away) < 0.0).then_some(0.0);
            }
            sweep.first_within(SHORT_OF_ENEMIES, &body, SLACK)
        };
        let enemies = self.enemies(unit.seat()).filter_map(enemy);
        enemies.chain(self.ground.stops(it.kind(), sweep)).min_by(f64::total_cmp)
    }

    /// LEG-R97, LEG-R98(c): whether formed friends or a terrain obstacle separate a unit from every enemy within 100
    /// paces.
    pub fn is_safe(&self, unit: Id) -> bool {
        let near = self.enemies(unit.seat()).filter(|(id, _)| self.is_within(unit, *id, BOW_RANGE));
        near.into_iter().all(|(id, _)| self.is_separated(unit, id))
    }

    /// LEG-R97, LEG-ACM.13: whether somebody or something stands between two units.
    pub fn is_separated(&self, unit: Id, enemy: Id) -> bool {
        let between = self.rect(unit).nearest(&self.rect(enemy));
        let screens = |(_, friend): (Id, &Unit)| {
            friend.is.shape.is_formed() && friend.rect().chord(&between).is_some()
        };
        between.length() > SLACK
            && (self.friends(unit).any(screens) || self.ground.separates(&between))
    }

    /// LEG-R96: where a unit and the light friends behind it come to when it falls back; nothing if it cannot.
    pub fn fall_back(&self, unit: Id, enemy: Id) -> Option<Vec<(Id, Pose)>> {
        let by = self.away(unit, enemy).ahead() * f64::from(BASE);
        let shifted = |id: Id| self.rect(id).shifted(by);
        let pose = |id: Id| {
            let pose = self.unit(id).pose;
            (id, Pose::nearest(pose.at.vec() + by, pose.facing))
        };
        let goes = shifted(unit);
        let in_way = |body: &Rect, but: &[Id]| -> Vec<Id> {
            let all = self
                .all_units()
                .filter(|(id, other)| !but.contains(id) && body.overlaps(&other.rect(), TOLERANCE));
            all.map(|(id, _)| id).collect()
        };
        let open = |id: Id, body: &Rect| {
            let barred =
                self.ground.barred(self.unit(id).kind()).any(|area| body.is_in(area, TOLERANCE));
            self.table().grown(SLACK).holds(body) && !barred
        };
        let pushed = in_way(&goes, &[unit]);
        let yields = |id: &Id| id.seat() == unit.seat() && self.unit(*id).kind().is_light();
        if !open(unit, &goes) || !pushed.iter().all(yields) {
            return None;
        }
        let all: Vec<Id> = [unit].into_iter().chain(pushed.iter().copied()).collect();
        let moves = |id: &Id| {
            let body = shifted(*id);
            open(*id, &body) && in_way(&body, &all).is_empty()
        };
        pushed.iter().all(moves).then(|| all.into_iter().map(pose).collect())
    }
}

/// How far beyond its distance a unit may go to be clear of friends, in paces.
const BEYOND: f64 = 400.0;

/// How finely a place before friends is looked for, in paces.
const STEP_BACK: f64 = 5.0;

#[cfg(test)]
mod tests {
    use acies_core::Shared;
    use acies_table::{Point, Polygon, Polyline};
    use glam::dvec2;

    use super::*;
    use crate::{
        ground::{Area, Barrier, Ground, Line, Piece},
        table::tests::{battle, blue, red},
    };

    const BAND: &str = "barbarian_infantry";

    #[test]
    fn away_is_at_right_angles_to_the_edge_that_is_touched() {
        let front = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 540.0, 540.0, 180.0)]);
        assert_eq!(front.away(red(0), blue(0)), Facing::SOUTH, "LEG-R138");
        let flank = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 430.0, 500.0, 90.0)]);
        assert_eq!(flank.away(red(0), blue(0)), Facing::EAST, "LEG-R138: opponent on the left");
        let apart = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[(BAND, 10, 500.0, 700.0, 180.0)]);
        assert_eq!(apart.away(red(0), blue(0)), Facing::SOUTH, "LEG-R138: line of the centres");
    }

    #[test]
    fn ways_back_are_straight_or_bent() {
        let enemy = (BAND, 10, 500.0, 540.0, 180.0);
        let open = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[enemy]);
        let way = open.way_back(red(0), Facing::SOUTH, 140, Flight::Retire).unwrap();
        assert_eq!(
            (way.end.at, way.end.facing),
            (Point::new(500.0, 360.0), Facing::SOUTH),
            "LEG-R97, LEG-R125"
        );
        assert!(!way.leaves && way.passed.is_empty());
        // Another enemy stands across the way: 15 degrees to the right (seen by who goes south, so to the west) do not
        // clear 100 paces of front, some more do.
        let barred =
            battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[enemy, ("archers", 2, 520.0, 380.0, 0.0)]);
        let way = barred.way_back(red(0), Facing::SOUTH, 140, Flight::Retire).unwrap();
        assert!(way.paces >= 139.5, "LEG-R125: the first that allows the whole distance");
        assert!(way.end.facing != Facing::SOUTH, "LEG-R125: {:?}", way.end);
        assert!(way.end.at.x.get() < 500.0, "LEG-R125: to its right first");
    }

    #[test]
    fn ways_end_short_of_ground_and_pass_friends() {
        let enemy = (BAND, 10, 500.0, 540.0, 180.0);
        let mut lake = battle(&[(BAND, 10, 500.0, 500.0, 0.0)], &[enemy]);
        let shore = Rect::between(dvec2(100.0, 300.0), dvec2(900.0, 430.0));
        let areas = vec![Area { piece: Piece::Lake, outline: Polygon::from_rect(&shore).unwrap() }];
        lake.ground = Shared::new(Ground { areas, ..Ground::default() });
        // The rear of the band stands at 480, the lake begins at 430: 50 paces straight back.
        let way = lake.way_back(red(0), Facing::SOUTH, 140, Flight::Retire).unwrap();
        assert!((way.paces - 50.0).abs() < 1.5, "LEG-R125: {}", way.paces);
        // RULES.md 8.1: through the second band. 60 paces would leave them overlapping: on to just beyond, at 100.
        let friends =
            battle(&[(BAND, 10, 500.0, 500.0, 0.0), (BAND, 10, 500.0, 440.0, 0.0)], &[enemy]);
        let way = friends.way_back(red(0), Facing::SOUTH, 60, Flight::Retire).unwrap();
        assert!((way.paces - 100.0).abs() < 1.0, "LEG-R55(d): {}", way.paces);
        assert!(way.passed.has(1), "LEG-R55");
    }

    #[test]
    fn the_edge_is_an_obstacle_for_evaders_only() {
        let edge = battle(&[("archers", 2, 500.0, 60.0, 0.0)], &[(BAND, 10, 500.0, 120.0, 180.0)]);
        let gone = edge.way_back(red(0), Facing::SOUTH, 120, Flight::Retire).unwrap();
        assert!(gone.leaves, "LEG-R105");
        let near = battle(&[("archers", 2, 100.0, 500.0, 0.0)], &[(BAND, 10, 160.0, 500.0, 270.0)]);
        let evades = near.way_back(red(0), Facing::WEST, 100, Flight::Evade).unwrap();
        // Bent by 45 degrees it ends 29 paces from the edge, and reaches 21 from its centre; by 30 it would go over.
        assert!(!evades.leaves, "LEG-R125: a bend avoids the edge");
        assert_eq!(
            evades.end.facing,
            Facing::WEST + Angle::new(45.0),
            "LEG-R125: to its right first"
        );
    }

    #[test]
    fn friends_and_streams_make_safe() {
        let enemy = (BAND, 10, 500.0, 700.0, 180.0);
        let alone = battle(&[(BAND, 10, 500.0, 600.0, 0.0)], &[enemy]);
        assert!(!alone.is_safe(red(0)), "LEG-R97");
        let screened =
            battle(&[(BAND, 10, 500.0, 570.0, 0.0), (BAND, 10, 500.0, 630.0, 0.0)], &[enemy]);
        assert!(screened.is_safe(red(0)), "LEG-R97, LEG-R98, LEG-ACM.13");
        let far = battle(&[(BAND, 10, 500.0, 400.0, 0.0)], &[enemy]);
        assert!(far.is_safe(red(0)), "LEG-ACM.14: beyond bow range");
        let mut stream = alone;
        let course = Polyline::new(vec![Point::new(0.0, 650.0), Point::new(1800.0, 650.0)]);
        let lines = vec![Line { piece: Barrier::Stream, course }];
        stream.ground = Shared::new(Ground { lines, ..Ground::default() });
        assert!(stream.is_safe(red(0)), "LEG-R20, LEG-ACM.14");
    }

    #[test]
    fn falling_back_needs_room() {
        let enemy = (BAND, 10, 500.0, 540.0, 180.0);
        let first = (BAND, 10, 500.0, 500.0, 0.0);
        let falls = |stand| {
            battle(&[first, stand], &[enemy]).fall_back(red(0), blue(0)).map(|all| all.len())
        };
        assert_eq!(
            battle(&[first], &[enemy]).fall_back(red(0), blue(0)).unwrap()[0].1.at,
            Point::new(500.0, 480.0),
            "LEG-ACM.7, LEG-R96"
        );
        assert_eq!(
            falls((BAND, 10, 500.0, 440.0, 0.0)),
            Some(1),
            "LEG-R96: exactly 20 paces of room"
        );
        assert_eq!(
            falls((BAND, 10, 500.0, 455.0, 0.0)),
            None,
            "LEG-ACM.9, LEG-R96: a friend behind"
        );
        assert_eq!(
            falls(("archers", 4, 500.0, 465.0, 0.0)),
            Some(2),
            "LEG-R96: light friends are shifted"
        );
        let edge = battle(&[(BAND, 10, 500.0, 30.0, 0.0)], &[(BAND, 10, 500.0, 70.0, 180.0)]);
        assert_eq!(edge.fall_back(red(0), blue(0)), None, "LEG-R96: the table edge");
    }
}
