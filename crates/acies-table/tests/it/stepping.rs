//! Sweeps against fine stepping: what a closed form finds at once, small steps find slowly.

use acies_table::{Disc, Graze, Interval, Length, Polygon, Segment, Sweep};
use proptest::prelude::*;

use crate::random::{TOLERANCE, base, motion, pose};

const STEPS: usize = 2000;

fn fractions() -> impl Iterator<Item = f64> {
    (0..=STEPS).map(|i| i as f64 / STEPS as f64)
}

/// A way that no corner can exceed between two steps.
fn step_length(sweep: &Sweep) -> f64 {
    let corners = sweep.start().corners().into_iter();
    let longest = corners.map(|corner| sweep.course().travel(corner)).fold(0.0, f64::max);
    longest / STEPS as f64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn first_touch(a in base(), b in base(), motion in motion()) {
        let (sweep, body) = (Sweep::new(&a.rect(), motion.course(&a)), b.rect());
        let depth = |t: f64| sweep.at(t).overlap_depth(&body);
        let step = step_length(&sweep);
        match sweep.first_touch(&body, TOLERANCE) {
            None => prop_assert!(fractions().all(|t| depth(t) <= TOLERANCE.touch + 1e-9)),
            Some(touch) => {
                let distance = sweep.at(touch.at).distance(&body);
                prop_assert!(distance <= TOLERANCE.touch + 1e-9, "{touch:?}, {distance} away");
                if touch.at > 0.0 && touch.at < 1.0 {
                    prop_assert!(sweep.at(touch.at).separation(&body).abs() < 1e-8, "{touch:?}");
                    prop_assert!(body.distance_to(sweep.point_of_touch(touch.at, &body)) < 1e-7);
                }
                // Nothing is entered before the touch, and it is entered soon after.
                let before = fractions().take_while(|&t| t < touch.at);
                prop_assert!(before.map(depth).all(|depth| depth <= TOLERANCE.touch + 1e-9));
                let entered = fractions().any(|t| depth(t) > TOLERANCE.touch);
                if entered {
                    prop_assert!(touch.enters);
                }
                if touch.enters {
                    let deepest = fractions().map(depth).fold(0.0, f64::max);
                    prop_assert!(deepest > TOLERANCE.touch - step);
                }
            }
        }
    }

    #[test]
    fn overlaps(a in base(), b in base(), motion in motion()) {
        let (sweep, body) = (Sweep::new(&a.rect(), motion.course(&a)), b.rect());
        let overlaps: Vec<Interval> = sweep.overlaps(&body, TOLERANCE).collect();
        for t in fractions() {
            let depth = sweep.at(t).overlap_depth(&body);
            // Near the limit the two may differ.
            if (depth - TOLERANCE.touch).abs() > 1e-7 {
                let listed = overlaps.iter().any(|overlap| overlap.contains(t));
                prop_assert_eq!(listed, depth > TOLERANCE.touch, "{} in {:?}", t, overlaps);
            }
        }
    }

    #[test]
    fn closest(a in base(), b in base(), motion in motion()) {
        let (sweep, body) = (Sweep::new(&a.rect(), motion.course(&a)), b.rect());
        let closest = sweep.closest(&body);
        let stepped = fractions().map(|t| sweep.at(t).distance(&body)).fold(f64::INFINITY, f64::min);
        prop_assert!(closest.distance <= stepped + 1e-9, "{closest:?}, stepped {stepped}");
        prop_assert!(closest.distance >= stepped - step_length(&sweep), "{closest:?}, {stepped}");
        prop_assert!((sweep.at(closest.at).distance(&body) - closest.distance).abs() < 1e-9);
    }

    #[test]
    fn first_within(a in base(), b in base(), motion in motion(), limit in 0.0..3.0) {
        let (sweep, body) = (Sweep::new(&a.rect(), motion.course(&a)), b.rect());
        let distance = |t: f64| sweep.at(t).distance(&body);
        match sweep.first_within(limit, &body, TOLERANCE.touch) {
            None => {
                let least = sweep.closest(&body).distance;
                prop_assert!(least >= limit - TOLERANCE.touch - 1e-9 || limit < TOLERANCE.touch);
            }
            Some(at) => {
                let there = distance(at);
                prop_assert!(there <= limit + 1e-8, "{there} at {at}, limit {limit}");
                prop_assert!(at == 0.0 || there >= limit - 1e-8, "{there} at {at}, limit {limit}");
                let mut before = fractions().take_while(|&t| t < at).map(distance);
                prop_assert!(before.all(|distance| distance >= limit - 1e-8));
            }
        }
    }

    #[test]
    fn inside_a_wood(a in base(), at in pose(), motion in motion()) {
        let wood = Polygon::ellipse(&at, Length::new(6.0), Length::new(2.0), 12).unwrap();
        let sweep = Sweep::new(&a.rect(), motion.course(&a));
        let stretches = sweep.inside(&wood, TOLERANCE);
        for t in fractions().step_by(20) {
            // Just inside and just outside the border the two may differ.
            let near = stretches.iter().any(|s| (s.from - t).abs() < 1e-6 || (s.to - t).abs() < 1e-6);
            let listed = stretches.iter().any(|stretch| stretch.contains(t));
            prop_assert!(near || listed == sweep.at(t).is_in(&wood, TOLERANCE), "{t}: {stretches:?}");
        }
        let first = stretches.first().map(|stretch| stretch.from);
        let entry = sweep.enters(&wood, TOLERANCE);
        prop_assert_eq!(first.is_some(), entry.is_some());
        prop_assert!(entry <= first);
    }

    #[test]
    fn a_line_in_a_wood(at in pose(), from in pose(), to in pose()) {
        let wood = Polygon::ellipse(&at, Length::new(6.0), Length::new(2.0), 12).unwrap();
        let line = Segment::new(from.at.vec(), to.at.vec());
        let stepped = fractions().filter(|&t| wood.contains(line.at(t))).count() as f64;
        let expected = stepped / STEPS as f64 * line.length();
        prop_assert!((line.length_inside(&wood) - expected).abs() < 3.0 * line.length() / STEPS as f64);
    }

    #[test]
    fn a_path_meets_a_disc(from in pose(), to in pose(), centre in pose()) {
        let path = Segment::new(from.at.vec(), to.at.vec());
        let disc = Disc::new(centre.at.vec(), 1.0);
        let distance = |t: f64| path.at(t).distance(disc.centre);
        let step = path.length() / STEPS as f64;
        match disc.meets(&path, TOLERANCE) {
            None => prop_assert!(fractions().all(|t| distance(t) >= 1.0 - TOLERANCE.touch - 1e-9)),
            Some(Graze::Enters(at)) => {
                prop_assert!(at == 0.0 || (distance(at) - 1.0).abs() < 1e-9);
                prop_assert!(fractions().filter(|&t| t < at).all(|t| distance(t) >= 1.0 - 1e-9));
                prop_assert!(fractions().any(|t| t >= at && distance(t) < 1.0 - TOLERANCE.touch + step));
            }
            Some(Graze::Grazes(at)) => {
                prop_assert!((distance(at) - 1.0).abs() <= TOLERANCE.touch + 1e-9);
                let before = |t: &f64| *t < at;
                prop_assert!(fractions().filter(before).all(|t| distance(t) >= distance(at) - 1e-9));
                prop_assert!(fractions().all(|t| distance(t) >= 1.0 - TOLERANCE.touch - 1e-9));
            }
        }
    }

    #[test]
    fn a_path_ends_outside_discs(
        from in pose(),
        to in pose(),
        centres in proptest::collection::vec(pose(), 0..6),
        limit in 0.0..1.0,
    ) {
        let path = Segment::new(from.at.vec(), to.at.vec());
        let discs: Vec<Disc> = centres.iter().map(|it| Disc::new(it.at.vec(), 1.0)).collect();
        let clear = |t: f64, slack: f64| {
            discs.iter().all(|disc| path.at(t).distance(disc.centre) >= 1.0 - slack)
        };
        let last = path.last_end(limit, &discs, TOLERANCE);
        let first = path.first_end(limit, &discs, TOLERANCE);
        for end in last.into_iter().chain(first) {
            prop_assert!(clear(end, TOLERANCE.touch + 1e-9));
        }
        // Nothing wholly clear lies between the limit and what was found.
        let passed = |t: &f64| last.is_none_or(|last| *t > last) && *t <= limit;
        prop_assert!(!fractions().filter(passed).any(|t| clear(t, -1e-9)));
        let skipped = |t: &f64| first.is_none_or(|first| *t < first) && *t >= limit;
        prop_assert!(!fractions().filter(skipped).any(|t| clear(t, -1e-9)));
    }

    #[test]
    fn a_path_meets_a_border(at in pose(), from in pose(), to in pose()) {
        let wood = Polygon::ellipse(&at, Length::new(6.0), Length::new(3.0), 12).unwrap();
        let path = Segment::new(from.at.vec(), to.at.vec());
        prop_assume!(path.length() > 0.1);
        let step = path.length() / STEPS as f64;
        let inside = |t: f64| wood.contains(path.at(t));
        let first = path.first_border(&wood, 0.0);
        if let Some(border) = first {
            prop_assert!(wood.border_distance(path.at(border)) < 1e-9);
        }
        // Before it, all is inside or all is outside, corners that are only touched apart.
        let before: Vec<f64> = fractions().filter(|&t| first.is_none_or(|border| t < border)).collect();
        let changes = before.windows(2).find(|pair| inside(pair[0]) != inside(pair[1]));
        let near = |t: f64| wood.border_distance(path.at(t)) <= 2.0 * step;
        prop_assert!(changes.is_none_or(|pair| pair.iter().all(|&t| near(t) && t * path.length() < 2.0 * step)));
    }
}
