//! Numbers that rulings set once for the whole ruleset (RULES.md 4.1, 4.2), each with its id.

use acies_table::{Angle, Tolerance};

/// ADLG-R6: 0.01 UD and 1 degree.
pub const TOLERANCE: Tolerance = Tolerance::new(0.01, Angle::new(1.0));

/// ADLG-R11: corps in an army.
pub const CORPS: usize = 3;

/// ADLG-R11: units in a corps, at least.
pub const UNITS_PER_CORPS: usize = 3;

/// Room for the units of an army (ADLG-R11: three corps for 300 points at the most).
pub const UNITS_MAX: usize = 48;

/// RULES.md 5.1: a fortified camp, and a segment of fortification.
pub const CAMP_COST: i32 = 6;
/// ADLG-R28: what a segment of fortification costs.
pub const SEGMENT_COST: i32 = 1;
