//! Paths of voluntary moves (LEG-R46, LEG-R47, LEG-R52, LEG-R55, LEG-R56, LEG-R60, LEG-R126).

use acies_core::{Id, UnitSet};
use acies_table::{Angle, Base, Corner, Course, Edge, Length, Motion, Pivot, Pose, Sweep};
use glam::DVec2;

use crate::{
    battle::{Battle, Unit},
    ground::Barrier,
    movement::Going,
    rulings::{BASE, BOW_RANGE, JAVELIN_RANGE, SLACK, TOLERANCE},
    troops::{Formation, Type},
    words::No,
};

/// What a path is and costs, before it is known how far the dice carry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walked {
    pub end: Pose,
    /// LEG-R47: paces to be paid.
    pub cost: f64,
    /// LEG-R18: the ground that any part of it is on.
    pub going: Going,
    /// LEG-R52: major obstacles crossed.
    pub crossings: usize,
    /// LEG-R55: friends passed through, by their numbers.
    pub passed: UnitSet,
    /// LEG-MAN.4: it wheels, once or more.
    pub wheeled: bool,
    /// LEG-R15: in bow range of an enemy at any moment.
    pub in_bow_range: bool,
}

/// LEG-R46(a).
const WHEELS_MAX: usize = 2;

/// LEG-R126.
const LEAST_FROM_ENEMY: f64 = 10.0;

impl Battle {
    /// LEG-R46: the path of legs that a unit would take in M3, if it is one.
    pub fn walk(&self, unit: Id, legs: &[Motion]) -> Result<Walked, No> {
        self.fits_formation(unit, legs)?;
        self.along(unit, legs)
    }

    /// LEG-R56, LEG-MAN.12: a side-step or step-back of formed infantry, which is its whole move.
    pub fn step(&self, unit: Id, step: Motion) -> Result<Walked, No> {
        let it = self.unit(unit);
        if !it.kind().is_foot() || !it.is.shape.is_formed() {
            return Err(No::NoSideStep { unit });
        }
        let pace = Length::new(BASE.into());
        let steps = [Motion::slide(pace), Motion::slide(-pace), Motion::back(pace)];
        if !steps.contains(&step) {
            return Err(No::NotAStep { unit });
        }
        self.along(unit, &[step])
    }

    /// LEG-R46(a) to (d): the motions that a formation allows.
    fn fits_formation(&self, unit: Id, legs: &[Motion]) -> Result<(), No> {
        let it = self.unit(unit);
        let ahead = |leg: &Motion| matches!(leg, Motion::Shift { right, ahead } if *right == Length::ZERO && *ahead > Length::ZERO);
        let wheel =
            |leg: &Motion| matches!(leg, Motion::Turn { by, .. } if *leg == Motion::wheel(*by));
        let turns =
            |leg: &Motion, on: Pivot| matches!(leg, Motion::Turn { on: pivot, .. } if *pivot == on);
        let angle = |leg: &Motion| match leg {
            Motion::Turn { by, .. } => by.abs(),
            Motion::Shift { .. } => Angle::ZERO,
        };
        if legs.is_empty() {
            return Err(No::NoWay { unit });
        }
        match it.is.shape.formation {
            Formation::Line => {
                if !legs.iter().all(|leg| ahead(leg) || wheel(leg)) {
                    return Err(No::NotSoInLine { unit });
                }
                let wheels = legs.iter().filter(|leg| wheel(leg));
                let wide = legs.iter().any(|leg| angle(leg) > Angle::QUARTER);
                if wheels.count() > WHEELS_MAX || wide {
                    return Err(No::TooManyWheels { unit });
                }
            }
            Formation::Column => {
                // Each turn comes before a straight leg.
                let front = Pivot::Middle(Edge::Front);
                let turn = |leg: &Motion| turns(leg, front) && angle(leg) <= Angle::QUARTER;
                let each = legs
                    .iter()
                    .enumerate()
                    .all(|(n, leg)| ahead(leg) || turn(leg) && legs.get(n + 1).is_some_and(ahead));
                if !each {
                    return Err(No::NotSoInColumn { unit });
                }
            }
            Formation::Unformed => {
                let (last, before) = legs.split_last().expect("it is not empty");
                let straight = |leg: &Motion| matches!(leg, Motion::Shift { .. });
                if !before.iter().all(straight) || !(straight(last) || turns(last, Pivot::Centre)) {
                    return Err(No::NotSoUnformed { unit });
                }
            }
            Formation::Special => {
                if !legs.iter().all(|leg| ahead(leg) || turns(leg, Pivot::Centre)) {
                    return Err(No::NotSoSpecial { unit });
                }
            }
        }
        Ok(())
    }

    /// What legs lead to, and whether nothing forbids it on the way.
    fn along(&self, unit: Id, legs: &[Motion]) -> Result<Walked, No> {
        let it = self.unit(unit);
        let mut walked = Walked {
            end: it.pose,
            cost: 0.0,
            going: self.ground.under(&it.rect()),
            crossings: 0,
            passed: UnitSet::NONE,
            wheeled: false,
            in_bow_range: self.is_in_bow_range(unit),
        };
        for leg in legs {
            let base = Base { pose: walked.end, ..it.base() };
            let course = leg.course(&base);
            let sweep = Sweep::new(&base.rect(), course);
            self.check_ground(unit, &sweep)?;
            self.check_enemies(unit, &sweep)?;
            walked.cost += cost(leg, &course, &base);
            let going = self.ground.along(&sweep);
            walked.going.rough |= going.rough;
            walked.going.light_cover |= going.light_cover;
            walked.crossings += self.ground.crossings(&sweep);
            let here = Unit { pose: walked.end, ..*it };
            let far = cost(leg, &course, &base) + base.rect().width();
            let near = self.friends(unit).filter(|(_, friend)| here.may_be_within(friend, far));
            let passed = near.filter(|(_, friend)| sweep.runs_into(&friend.rect(), TOLERANCE));
            walked.passed = passed.map(|(id, _)| id.number()).fold(walked.passed, UnitSet::with);
            walked.wheeled |= matches!(leg, Motion::Turn { on: Pivot::Corner(_), .. });
            walked.in_bow_range |= self.comes_within(unit, &sweep, f64::from(BOW_RANGE));
            walked.end = course.end(&walked.end);
        }
        self.check_end(unit, &walked.end)?;
        Ok(walked)
    }

    /// LEG-R15: whether a way comes so near to an enemy that is not routing.
    fn comes_within(&self, unit: Id, sweep: &Sweep, paces: f64) -> bool {
        let it = self.unit(unit);
        let way = sweep.start().centre().distance(it.pose.at.vec()) + longest(sweep);
        let near = |(_, enemy): (Id, &Unit)| {
            !enemy.is_routing()
                && it.may_be_within(enemy, paces + way)
                && sweep.closest(&enemy.rect()).distance <= paces + SLACK
        };
        self.enemies(unit.seat()).any(near)
    }

    fn check_ground(&self, unit: Id, sweep: &Sweep) -> Result<(), No> {
        let kind = self.unit(unit).kind();
        if self.ground.stops(kind, sweep).is_some() {
            return Err(No::Barred { unit });
        }
        if sweep.leaves(&self.table(), TOLERANCE).is_some() {
            return Err(No::OverTheEdge { unit });
        }
        if kind == Type::Artillery && self.ground.crossings(sweep) > 0 {
            return Err(No::ArtilleryCannotCross { unit });
        }
        let forts = self.ground.lines.iter().filter(|line| line.piece == Barrier::Fortification);
        let crosses =
            forts.into_iter().any(|line| sweep.first_crossing(&line.course, TOLERANCE).is_some());
        if kind.is_mounted() && crosses {
            return Err(No::NotOverFortification { unit });
        }
        Ok(())
    }

    /// LEG-SEQ.8, LEG-R60: never nearer than 40 paces to an enemy that is not routing, or than it stands already.
    fn check_enemies(&self, unit: Id, sweep: &Sweep) -> Result<(), No> {
        let own = self.unit(unit);
        let way = sweep.start().centre().distance(own.pose.at.vec()) + longest(sweep);
        for (enemy, it) in self.enemies(unit.seat()) {
            if !own.may_be_within(it, f64::from(JAVELIN_RANGE) + way) {
                continue;
            }
            let body = it.rect();
            if it.is_routing() {
                if sweep.runs_into(&body, TOLERANCE) {
                    return Err(No::ThroughEnemy { unit, enemy });
                }
                continue;
            }
            let start = self.distance(unit, enemy);
            let least = start.min(f64::from(JAVELIN_RANGE)) - SLACK;
            let closest = sweep.closest(&body).distance;
            if closest < least {
                return Err(No::TooNear { unit, enemy, thousandths: thousandths(closest) });
            }
        }
        Ok(())
    }

    /// LEG-R46(e), LEG-R55(a), LEG-R126: where it ends nobody stands, and no enemy is nearer than 10 paces.
    fn check_end(&self, unit: Id, end: &Pose) -> Result<(), No> {
        let stands = Unit { pose: *end, ..*self.unit(unit) };
        let body = stands.rect();
        for (other, it) in self.all_units().filter(|(id, _)| *id != unit) {
            if !stands.may_be_within(it, LEAST_FROM_ENEMY) {
                continue;
            }
            let rect = it.rect();
            if body.overlaps(&rect, TOLERANCE) {
                return Err(No::Overlaps { unit, other });
            }
            let apart = body.distance(&rect);
            let least = LEAST_FROM_ENEMY.min(self.distance(unit, other)) - SLACK;
            if other.seat() != unit.seat() && apart < least {
                return Err(No::EndsTooNear {
                    unit,
                    enemy: other,
                    thousandths: thousandths(apart),
                });
            }
        }
        Ok(())
    }
}

/// LEG-R47, LEG-R46: a straight leg costs its length, a wheel the way of the outer front corner, other turns nothing.
fn cost(leg: &Motion, course: &Course, base: &Base) -> f64 {
    let outer = |corner: Corner| match corner {
        Corner::FrontLeft => Corner::FrontRight,
        _ => Corner::FrontLeft,
    };
    match leg {
        Motion::Shift { .. } => course.travel(DVec2::ZERO),
        Motion::Turn { on: Pivot::Corner(pivot), .. } => {
            course.travel(base.rect().corner(outer(*pivot)))
        }
        Motion::Turn { .. } => 0.0,
    }
}

/// No part of a body goes farther on its way, in paces.
fn longest(sweep: &Sweep) -> f64 {
    let corners = sweep.start().corners();
    corners.into_iter().map(|corner| sweep.course().travel(corner)).fold(0.0, f64::max)
}

fn thousandths(paces: f64) -> i64 {
    libm::round(paces * 1000.0) as i64
}

#[cfg(test)]
mod tests {
    use acies_core::Shared;
    use acies_table::{Facing, Point, Polygon, Polyline, Rect};
    use glam::dvec2;

    use super::*;
    use crate::{
        battle::Status,
        ground::{Area, Ground, Line, Piece},
        table::tests::{battle, blue, red},
        troops::Shape,
    };

    const BAND: &str = "barbarian_infantry";

    fn ahead(paces: f64) -> Motion {
        Motion::advance(Length::new(paces))
    }

    fn wheel(degrees: f64) -> Motion {
        Motion::wheel(Angle::new(degrees))
    }

    fn rule(battle: &Battle, legs: &[Motion]) -> &'static str {
        match battle.walk(red(0), legs) {
            Ok(_) => "",
            Err(no) => no.reason(battle).rules[0],
        }
    }

    #[test]
    fn lines_go_ahead_and_wheel() {
        let alone = battle(&[(BAND, 10, 500.0, 300.0, 0.0)], &[]);
        let straight = alone.walk(red(0), &[ahead(80.0)]).unwrap();
        assert_eq!(
            (straight.end, straight.cost),
            (Pose::new(500.0, 380.0, Facing::NORTH), 80.0),
            "LEG-R46"
        );
        // LEG-R47: pi x 100 x 45 / 180 = 78.54 paces for the left corner.
        let wheeled = alone.walk(red(0), &[wheel(45.0)]).unwrap();
        assert!(
            (wheeled.cost - 78.54).abs() < 0.01 && wheeled.wheeled,
            "LEG-R47: {}",
            wheeled.cost
        );
        let back = Motion::back(Length::new(20.0));
        for (legs, expected) in [
            (&[wheel(30.0), ahead(20.0), wheel(-30.0)][..], ""),
            (&[wheel(30.0), wheel(-30.0), wheel(10.0)], "LEG-R46"),
            (&[wheel(91.0)], "LEG-R46"),
            (&[Motion::turn(Angle::new(30.0))], "LEG-R46"),
            (&[back], "LEG-R46"),
            (&[], "LEG-R46"),
        ] {
            assert_eq!(rule(&alone, legs), expected, "{legs:?}");
        }
        let step = alone.step(red(0), back).unwrap();
        assert_eq!(step.end, Pose::new(500.0, 280.0, Facing::NORTH), "LEG-R56, LEG-MAN.12");
        let no = alone.step(red(0), Motion::back(Length::new(30.0))).unwrap_err();
        assert_eq!(no, No::NotAStep { unit: red(0) }, "LEG-R56");
        let lights = battle(&[("archers", 4, 500.0, 300.0, 0.0)], &[]);
        assert_eq!(lights.step(red(0), back), Err(No::NoSideStep { unit: red(0) }), "LEG-MAN.12");
    }

    #[test]
    fn other_formations_move_in_their_own_way() {
        let mut column = battle(&[(BAND, 8, 500.0, 300.0, 0.0)], &[]);
        column.unit_mut(red(0)).is.shape = Shape::column();
        let turn = Motion::Turn { on: Pivot::Middle(Edge::Front), by: Angle::new(60.0) };
        let went = column.walk(red(0), &[turn, ahead(100.0)]).unwrap();
        assert!((went.cost - 100.0).abs() < 1e-6, "LEG-R46: a column turns free");
        assert_eq!(rule(&column, &[turn]), "LEG-R46", "LEG-R46: before a straight leg");
        assert_eq!(rule(&column, &[wheel(30.0)]), "LEG-R46");
        let loose = battle(&[("archers", 4, 500.0, 300.0, 0.0)], &[]);
        let aside = Motion::Shift { right: Length::new(30.0), ahead: Length::new(-40.0) };
        let went = loose.walk(red(0), &[aside, Motion::turn(Angle::new(120.0))]).unwrap();
        assert_eq!(
            (went.cost, went.end.at),
            (50.0, Point::new(530.0, 260.0)),
            "LEG-R46: the way of the centre"
        );
        assert_eq!(rule(&loose, &[Motion::turn(Angle::new(10.0)), aside]), "LEG-R46");
        let beasts = battle(&[("elephants", 1, 500.0, 300.0, 0.0)], &[]);
        let went = beasts.walk(red(0), &[Motion::turn(Angle::new(90.0)), ahead(40.0)]).unwrap();
        assert_eq!((went.cost, went.end.at), (40.0, Point::new(540.0, 300.0)), "LEG-R46");
        assert_eq!(rule(&beasts, &[aside]), "LEG-R46");
    }

    #[test]
    fn enemies_are_kept_at_javelin_range() {
        // Fronts at 320 and 480: 160 paces.
        let mut facing =
            battle(&[(BAND, 10, 500.0, 300.0, 0.0)], &[(BAND, 10, 500.0, 500.0, 180.0)]);
        let near = facing.walk(red(0), &[ahead(120.0)]).unwrap();
        assert!(near.in_bow_range, "LEG-R15");
        assert_eq!(rule(&facing, &[ahead(121.0)]), "LEG-SEQ.8", "LEG-R60");
        let no = facing.walk(red(0), &[ahead(130.0)]).unwrap_err();
        assert_eq!(
            no.reason(&facing).says,
            "barbarian_infantry 1 would come to 30 paces from barbarian_infantry 1",
            "LEG-R60"
        );
        // LEG-R126: routers may be neared to 10 paces.
        facing.unit_mut(blue(0)).status = Status::Routing;
        assert_eq!(rule(&facing, &[ahead(150.0)]), "", "LEG-R126");
        assert_eq!(rule(&facing, &[ahead(155.0)]), "LEG-R126");
        // Who starts nearer may not come nearer.
        let close = battle(&[(BAND, 10, 500.0, 300.0, 0.0)], &[(BAND, 10, 620.0, 370.0, 180.0)]);
        assert_eq!(rule(&close, &[ahead(20.0)]), "LEG-SEQ.8", "LEG-R60");
    }

    #[test]
    fn friends_are_passed_only_clear() {
        let two = battle(&[(BAND, 10, 500.0, 300.0, 0.0), (BAND, 10, 500.0, 400.0, 0.0)], &[]);
        assert_eq!(rule(&two, &[ahead(80.0)]), "LEG-R46", "LEG-R55(a)");
        let through = two.walk(red(0), &[ahead(140.0)]).unwrap();
        assert!(through.passed.has(1), "LEG-R55, LEG-MAN.10");
        assert!(
            two.walk(red(0), &[ahead(60.0)]).unwrap().passed.is_empty(),
            "up to him, not through"
        );
    }

    #[test]
    fn ground_stops_and_slows() {
        let mut woods = battle(
            &[
                (BAND, 10, 500.0, 300.0, 0.0),
                ("heavy_cavalry", 4, 200.0, 300.0, 0.0),
                ("artillery", 1, 900.0, 300.0, 0.0),
            ],
            &[],
        );
        let area = Rect::between(dvec2(100.0, 350.0), dvec2(600.0, 450.0));
        let areas = vec![Area { piece: Piece::Wood, outline: Polygon::from_rect(&area).unwrap() }];
        let course = Polyline::new(vec![Point::new(0.0, 330.0), Point::new(1800.0, 330.0)]);
        let lines = vec![Line { piece: Barrier::Stream, course }];
        woods.ground = Shared::new(Ground { areas, lines, ..Ground::default() });
        let went = woods.walk(red(0), &[ahead(60.0)]).unwrap();
        assert!(went.going.rough && went.crossings == 1, "LEG-R18, LEG-R52");
        assert_eq!(
            woods.walk(red(1), &[ahead(60.0)]),
            Err(No::Barred { unit: red(1) }),
            "LEG-MOV.13"
        );
        assert_eq!(
            woods.walk(red(2), &[ahead(40.0)]),
            Err(No::ArtilleryCannotCross { unit: red(2) }),
            "LEG-R52"
        );
        let fort = Polyline::new(vec![Point::new(0.0, 330.0), Point::new(1800.0, 330.0)]);
        let lines = vec![Line { piece: Barrier::Fortification, course: fort }];
        woods.ground = Shared::new(Ground { lines, ..Ground::default() });
        assert_eq!(
            woods.walk(red(1), &[ahead(60.0)]),
            Err(No::NotOverFortification { unit: red(1) }),
            "LEG-R22"
        );
        let edge = battle(&[(BAND, 10, 500.0, 1170.0, 0.0)], &[]);
        assert_eq!(rule(&edge, &[ahead(20.0)]), "LEG-R105");
    }
}
