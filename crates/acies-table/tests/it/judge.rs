//! Ours against parry, which measures the same shapes by other methods.

use acies_table::{Base, Course, Facing, Length, Motion, Rect, Size, Sweep};
use parry2d_f64::{
    math::{Pose, Vector},
    query::{self, PointQuery, ShapeCastOptions},
    shape::Cuboid,
};
use proptest::prelude::*;

use crate::random::{TOLERANCE, base, pose, shift};

fn to_parry(base: &Base) -> (Pose, Cuboid) {
    let rect = base.rect();
    let at = Vector::new(rect.centre().x, rect.centre().y);
    // Theirs are anticlockwise.
    let pose = Pose::new(at, -base.pose.facing.from_north().radians());
    (pose, Cuboid::new(Vector::new(rect.width() / 2.0, rect.depth() / 2.0)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn distance(a in base(), b in base()) {
        let (ours, theirs) = (a.rect().distance(&b.rect()), {
            let ((at, shape), (other_at, other)) = (to_parry(&a), to_parry(&b));
            query::distance(&at, &shape, &other_at, &other).unwrap().distance
        });
        prop_assert!((ours - theirs).abs() < 1e-9, "{ours} and {theirs}");
        prop_assert!((a.rect().nearest(&b.rect()).length() - ours).abs() < 1e-9);
    }

    #[test]
    fn intersection(a in base(), b in base()) {
        let separation = a.rect().separation(&b.rect());
        prop_assume!(separation.abs() > 1e-6);
        let ((at, shape), (other_at, other)) = (to_parry(&a), to_parry(&b));
        let theirs = query::intersection_test(&at, &shape, &other_at, &other).unwrap().intersecting;
        prop_assert_eq!(separation < 0.0, theirs);
    }

    #[test]
    fn overlap_depth(a in base(), b in base()) {
        let depth = a.rect().overlap_depth(&b.rect());
        let ((at, shape), (other_at, other)) = (to_parry(&a), to_parry(&b));
        let contact = query::contact(&at, &shape, &other_at, &other, 0.0).unwrap();
        let theirs = contact.map_or(0.0, |contact| -contact.dist);
        prop_assert!((depth - theirs).abs() < 1e-6, "{depth} and {theirs}");
    }

    #[test]
    fn containment(a in base(), place in pose()) {
        let place = place.at.vec();
        let (at, shape) = to_parry(&a);
        let theirs = shape.distance_to_point(&at, Vector::new(place.x, place.y), true);
        prop_assert!((a.rect().distance_to(place) - theirs).abs() < 1e-9);
        prop_assert_eq!(a.rect().contains(place), theirs < 1e-9);
    }

    #[test]
    fn time_of_impact(a in base(), b in base(), shift in shift()) {
        prop_assume!(a.rect().distance(&b.rect()) > TOLERANCE.touch);
        let Course::Straight { by } = shift.course(&a) else { unreachable!() };
        let sweep = Sweep::new(&a.rect(), shift.course(&a));
        let ((at, shape), (other_at, other)) = (to_parry(&a), to_parry(&b));
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let velocity = Vector::new(by.x, by.y);
        let theirs =
            query::cast_shapes(&at, velocity, &shape, &other_at, Vector::ZERO, &other, options);
        match (sweep.first_touch(&b.rect(), TOLERANCE), theirs.unwrap()) {
            (Some(ours), Some(theirs)) => {
                let difference = (ours.at - theirs.time_of_impact) * by.length();
                // Theirs stops iterating a little before contact.
                prop_assert!(difference.abs() < 1e-3, "{ours:?} and {theirs:?}");
            }
            (Some(ours), None) => prop_assert!(!ours.enters || near_miss(&sweep, &b.rect())),
            (None, Some(_)) => prop_assert!(near_miss(&sweep, &b.rect())),
            (None, None) => (),
        }
    }
}

/// Whether a sweep goes so little into a body that the two may differ about it.
fn near_miss(sweep: &Sweep, body: &Rect) -> bool {
    let deepest = (0..=1000).map(|i| sweep.at(i as f64 / 1000.0).overlap_depth(body));
    deepest.fold(0.0, f64::max) < 2.0 * TOLERANCE.touch
}

#[test]
fn flush_bases_do_not_overlap_although_parry_says_so() {
    let pose = |x| acies_table::Pose::new(x, 0.0, Facing::NORTH);
    let base = |x| Base::new(pose(x), Size::new(1.0, 1.0));
    let (a, b) = (base(0.0), base(1.0));
    let ((at, shape), (other_at, other)) = (to_parry(&a), to_parry(&b));
    assert!(query::intersection_test(&at, &shape, &other_at, &other).unwrap().intersecting);
    assert!(!a.rect().overlaps(&b.rect(), TOLERANCE));
    let along = Motion::advance(Length::new(3.0)).course(&a);
    assert_eq!(Sweep::new(&a.rect(), along).first_touch(&b.rect(), TOLERANCE), None);
}
