//! Random bases and motions on a table that is crowded enough for them to meet.

use acies_table::{Angle, Base, Corner, Facing, Length, Motion, Pivot, Pose, Size, Tolerance};
use proptest::prelude::*;

pub const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));

pub fn facing() -> impl Strategy<Value = Facing> {
    let any = (0..360_000).prop_map(|steps| Facing::new(Angle::new(steps as f64 / 1000.0)));
    let axis = (0..8).prop_map(|eighth| Facing::new(Angle::new(eighth as f64 * 45.0)));
    prop_oneof![3 => any, 1 => axis]
}

pub fn pose() -> impl Strategy<Value = Pose> {
    (-4_000..4_000, -4_000..4_000, facing())
        .prop_map(|(x, y, facing)| Pose::new(x as f64 / 1000.0, y as f64 / 1000.0, facing))
}

pub fn base() -> impl Strategy<Value = Base> {
    (pose(), 200..3_000, 200..3_000).prop_map(|(pose, width, depth)| {
        Base::new(pose, Size::new(width as f64 / 1000.0, depth as f64 / 1000.0))
    })
}

pub fn shift() -> impl Strategy<Value = Motion> {
    (-6_000..6_000, -6_000..6_000).prop_map(|(right, ahead)| Motion::Shift {
        right: Length::from_steps(right),
        ahead: Length::from_steps(ahead),
    })
}

pub fn turn() -> impl Strategy<Value = Motion> {
    let on = prop_oneof![
        Just(Pivot::Centre),
        prop::sample::select(&Corner::ALL).prop_map(Pivot::Corner),
    ];
    (on, -180_000..180_000)
        .prop_map(|(on, steps)| Motion::Turn { on, by: Angle::new(steps as f64 / 1000.0) })
}

pub fn motion() -> impl Strategy<Value = Motion> {
    prop_oneof![shift(), turn()]
}

/// The same motion in the mirror.
pub fn mirrored(motion: Motion) -> Motion {
    match motion {
        Motion::Shift { right, ahead } => Motion::Shift { right: -right, ahead },
        Motion::Turn { on: Pivot::Corner(corner), by } => {
            Motion::Turn { on: Pivot::Corner(corner.mirrored()), by: -by }
        }
        Motion::Turn { on: Pivot::Middle(edge), by } => {
            Motion::Turn { on: Pivot::Middle(edge.mirrored()), by: -by }
        }
        Motion::Turn { on: Pivot::Centre, by } => Motion::Turn { on: Pivot::Centre, by: -by },
    }
}
