//! How near is touching, and how deep is overlapping.

use crate::{Angle, STEP};

/// The slack of a ruleset. Each ruleset has one constant of this type and cites the ruling that sets
/// it: ADLG-R6 (0.01 UD and 1 degree), IMP-R4 and IMP-R36 (0.05 U, 1 degree), LEG-R16 (1 pace),
/// AV-R2 (0.01 UD and 0.01 degree).
///
/// Two bodies no farther apart than `touch` touch; an overlap no deeper than `touch` is none; facings
/// that differ by no more than `angle` are the same.
///
/// Ends of moves are rounded to the grid, which shifts a base by up to 0.71 steps. A touch tolerance
/// of at least [`Tolerance::LEAST`] is therefore demanded: bodies laid flush against each other and then
/// rounded, both of them, still touch and never overlap.
///
/// ```
/// # use acies_table::{Angle, Tolerance};
/// /// ADLG-R6.
/// const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    pub touch: f64,
    pub angle: Angle,
}

impl Tolerance {
    /// The least touch tolerance that the grid allows.
    pub const LEAST: f64 = 2.0 * STEP;

    /// # Panics
    /// If `touch` is less than [`Tolerance::LEAST`].
    pub const fn new(touch: f64, angle: Angle) -> Tolerance {
        assert!(touch >= Tolerance::LEAST, "the grid is coarser than this tolerance");
        Tolerance { touch, angle }
    }
}
