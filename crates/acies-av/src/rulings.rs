//! Numbers that rulings set.

use acies_table::{Angle, Tolerance};

/// AV-R2: 0.01 UD and 0.01 degree.
pub const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(0.01));

/// AV-R2, as a length in UD.
pub const TOL: f64 = TOLERANCE.touch;

/// AV-2.5, AV-2.6, AV-R4: the radius of a zone of control, and the least distance between two ERs.
pub const ZONE_UD: f64 = 1.0;

/// More units a side never has: the cheapest of AV-R21 cost 5 points of 100.
pub const UNITS_MAX: usize = 20;

/// AV-R23.
pub const LEADERS_MAX: usize = 4;

/// AV-R28: how far from their own long edge units deploy.
pub const DEPLOYMENT_UD: f64 = 5.0;

/// AV-R8: facings that differ by no more are the same direction.
pub const SAME_FACING: Angle = Angle::new(15.0);

/// AV-R8: facings that differ by no less are opposite.
pub const OPPOSITE_FACING: Angle = Angle::new(165.0);

/// AV-5.22, AV-R46, AV-R58: how far a move may slant from the facing, or from straight back.
pub const OBLIQUE: Angle = Angle::new(30.0);

/// AV-R25: turns of a battle, unless another number is agreed.
pub const TURNS: u8 = 12;

/// AV-R101: so many turns running without a loss or a fight end a battle that has no turn limit.
pub const QUIET_TURNS: u8 = 8;
