//! Laws: the mirrored table gives the mirrored answers, to the bit; the turned table gives the same
//! answers, up to rounding; rounding to the grid never makes flush bases overlap.

use acies_table::{
    Angle, Base, Contact, Course, Edge, Facing, Length, Motion, Polygon, Pose, Segment, Sweep,
    Zone, sight,
};
use glam::{DVec2, dvec2};
use proptest::prelude::*;

use crate::random::{TOLERANCE, base, mirrored, motion};

fn mirror(place: DVec2) -> DVec2 {
    dvec2(-place.x, place.y)
}

/// The whole table turned about the origin; exact for quarter-turns only.
fn turned(base: Base, by: Angle) -> Base {
    let pose = Course::Round { pivot: DVec2::ZERO, by }.end(&base.pose);
    Base { pose, ..base }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn mirrored_bases_are_as_far_apart(a in base(), b in base()) {
        let (c, d) = (a.mirrored(), b.mirrored());
        prop_assert_eq!(a.rect().distance(&b.rect()), c.rect().distance(&d.rect()));
        prop_assert_eq!(a.rect().separation(&b.rect()), c.rect().separation(&d.rect()));
        let (line, image) = (a.rect().nearest(&b.rect()), c.rect().nearest(&d.rect()));
        prop_assert!(mirror(line.a).distance(image.a) < 1e-12);
        prop_assert!(mirror(line.b).distance(image.b) < 1e-12);
    }

    #[test]
    fn mirrored_sweeps_meet_the_mirrored_body(a in base(), b in base(), motion in motion()) {
        let course = motion.course(&a);
        let image_course = mirrored(motion).course(&a.mirrored());
        prop_assert_eq!(course.end(&a.pose).mirrored(), image_course.end(&a.mirrored().pose));

        let sweep = Sweep::new(&a.rect(), course);
        let image = Sweep::new(&a.mirrored().rect(), image_course);
        let (body, image_body) = (b.rect(), b.mirrored().rect());
        let touch = sweep.first_touch(&body, TOLERANCE);
        let image_touch = image.first_touch(&image_body, TOLERANCE);
        prop_assert_eq!(touch.map(|touch| touch.at), image_touch.map(|touch| touch.at));
        if let (Some(touch), Some(image_touch)) = (touch, image_touch) {
            let point = sweep.point_of_touch(touch.at, &body);
            let image_point = image.point_of_touch(image_touch.at, &image_body);
            prop_assert!(mirror(point).distance(image_point) < 1e-9);
            let halted = course.part(touch.at).end(&a.pose);
            let image_halted = image_course.part(image_touch.at).end(&a.mirrored().pose);
            prop_assert_eq!(halted.mirrored(), image_halted);
        }
        prop_assert_eq!(sweep.closest(&body).distance, image.closest(&image_body).distance);
        prop_assert_eq!(
            sweep.first_within(1.0, &body, 0.01),
            image.first_within(1.0, &image_body, 0.01)
        );
    }

    #[test]
    fn mirrored_zones_hold_the_mirrored_part(a in base(), b in base(), spread in 0.0..60.0) {
        let zone = |base: Base| {
            Zone::beyond(&base.rect(), Edge::Front).wider(0.5).spreading(Angle::new(spread)).deep(3.0)
        };
        let part = zone(a).part_of(&b.rect());
        let image = zone(a.mirrored()).part_of(&b.mirrored().rect());
        prop_assert_eq!(part.is_some(), image.is_some());
        let line = zone(a).line_to(&b.rect());
        let image_line = zone(a.mirrored()).line_to(&b.mirrored().rect());
        prop_assert_eq!((part.is_some(), image.is_some()), (line.is_some(), image_line.is_some()));
        let both = part.zip(line).zip(image.zip(image_line));
        if let Some(((part, line), (image, image_line))) = both {
            for (ours, theirs) in [
                (part.ahead.from, image.ahead.from),
                (part.ahead.to, image.ahead.to),
                (part.across.from, -image.across.to),
                (part.across.to, -image.across.from),
                (line.length(), image_line.length()),
            ] {
                prop_assert!((ours - theirs).abs() < 1e-9, "{part:?} and {image:?}");
            }
        }
    }

    #[test]
    fn mirrored_contacts_are_with_the_mirrored_edges(a in base(), i in 0..4_usize, slide in -2.0..2.0) {
        let edge = Edge::ALL[i];
        let mut b = a.neighbour(edge, a.size);
        b.pose = Motion::slide(Length::new(slide)).course(&b).end(&b.pose);
        let contacts = a.rect().contacts(&b.rect(), TOLERANCE);
        let images = a.mirrored().rect().contacts(&b.mirrored().rect(), TOLERANCE);
        prop_assert_eq!(contacts.len(), images.len());
        for contact in contacts {
            let is_image = |image: &Contact| {
                image.ours.mirrored() == contact.ours
                    && image.theirs.mirrored() == contact.theirs
                    && (image.length - contact.length).abs() < 1e-12
            };
            prop_assert!(images.iter().any(is_image), "{contact:?} is not in {images:?}");
        }
    }

    /// What is seen past some bases is seen past fewer, and in the mirror; the line that is found is
    /// free.
    #[test]
    fn sight_is_honest(a in base(), b in base(), bodies in prop::collection::vec(base(), 0..4)) {
        let see = |a: Base, b: Base, bodies: &[Base]| {
            let blockers: Vec<_> = bodies.iter().map(Base::rect).collect();
            sight(&a.rect().edge(Edge::Front), &b.rect(), &blockers, TOLERANCE, |_| true)
        };
        let seen = see(a, b, &bodies);
        let images: Vec<Base> = bodies.iter().map(|body| body.mirrored()).collect();
        prop_assert_eq!(seen.is_some(), see(a.mirrored(), b.mirrored(), &images).is_some());
        if let Some(line) = seen {
            for body in &bodies {
                let crossed = body.rect().chord(&line).map_or(0.0, |chord| chord.length());
                prop_assert!(crossed * line.length() < 1e-6, "{body:?} is crossed");
                prop_assert!(see(a, b, &bodies[1..]).is_some());
            }
            prop_assert!(b.rect().distance_to(line.b) < 1e-6);
            prop_assert!(a.rect().edge(Edge::Front).distance(line.a) < 1e-6);
        } else {
            // Nor is any of many other lines free.
            let front = a.rect().edge(Edge::Front);
            for i in 0..20 {
                for corner in b.rect().corners() {
                    let line = Segment::new(front.at(i as f64 / 19.0), corner);
                    let is_crossed = |body: &Base| body.rect().grown(TOLERANCE.touch).chord(&line).is_some();
                    prop_assert!(bodies.iter().any(is_crossed), "{line:?} is free");
                }
            }
        }
    }

    #[test]
    fn the_table_may_be_turned(a in base(), b in base(), motion in motion(), quarters in 1..4) {
        let by = Angle::new(quarters as f64 * 90.0);
        let (c, d) = (turned(a, by), turned(b, by));
        prop_assert!((a.rect().distance(&b.rect()) - c.rect().distance(&d.rect())).abs() < 1e-9);
        let touch = |a: Base, b: Base| {
            Sweep::new(&a.rect(), motion.course(&a)).first_touch(&b.rect(), TOLERANCE)
        };
        match (touch(a, b), touch(c, d)) {
            (Some(touch), Some(image)) => prop_assert!((touch.at - image.at).abs() < 1e-6),
            (touch, image) => prop_assert!(touch.is_none() && image.is_none()),
        }
    }

    /// A base that stops where it touches and is set down on the grid touches, and does not overlap.
    #[test]
    fn halting_at_a_touch_is_legal(a in base(), b in base(), motion in motion()) {
        prop_assume!(!a.rect().overlaps(&b.rect(), TOLERANCE));
        let course = motion.course(&a);
        if let Some(touch) = Sweep::new(&a.rect(), course).first_touch(&b.rect(), TOLERANCE) {
            let halted = Base { pose: course.part(touch.at).end(&a.pose), ..a };
            prop_assert!(halted.rect().touches(&b.rect(), TOLERANCE), "{halted:?}");
            prop_assert!(!halted.rect().overlaps(&b.rect(), TOLERANCE), "{halted:?}");
        }
    }

    /// Two ways to the same area: cutting one rectangle by the other, and the share of a polygon.
    #[test]
    fn shares_are_what_is_shared(a in base(), b in base()) {
        let area = Polygon::from_rect(&b.rect()).unwrap();
        let share = a.rect().share_in(&area);
        let shared: Vec<DVec2> = a.rect().shared(&b.rect()).to_vec();
        let doubled = (0..shared.len()).map(|i| shared[i].perp_dot(shared[(i + 1) % shared.len()]));
        let expected = doubled.sum::<f64>().abs() / 2.0 / a.rect().area();
        // The corners of the polygon were rounded to the grid.
        prop_assert!((share - expected).abs() < 0.02, "{share} and {expected}");
        let image = a.mirrored().rect().share_in(&area.mirrored());
        prop_assert!((share - image).abs() < 1e-12);
    }

    #[test]
    fn turning_back_and_forth_comes_home(a in base(), motion in motion()) {
        let end = motion.course(&a).end(&a.pose);
        let there = Base { pose: end, ..a };
        let back = match motion {
            Motion::Shift { right, ahead } => {
                Motion::Shift { right: -right, ahead: -ahead }
            }
            Motion::Turn { on, by } => Motion::Turn { on, by: -by },
        };
        let home = back.course(&there).end(&end);
        prop_assert_eq!(home.facing, a.pose.facing);
        prop_assert!(home.at.vec().distance(a.pose.at.vec()) < 0.002);
    }
}

#[test]
fn a_pose_is_its_own_mirror_on_the_centre_line() {
    let pose = Pose::new(0.0, 3.0, Facing::SOUTH);
    assert_eq!(pose.mirrored(), pose);
}
