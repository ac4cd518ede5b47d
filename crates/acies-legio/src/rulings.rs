//! Numbers that rulings set.

use acies_table::{Angle, Tolerance};

/// LEG-R1: a base is a square of so many paces.
pub const BASE: i32 = 20;

/// LEG-R15, LEG-SHO.1: javelin range, in paces.
pub const JAVELIN_RANGE: i32 = 40;

/// LEG-R15, LEG-SHO.2: bow range, in paces.
pub const BOW_RANGE: i32 = 100;

/// LEG-SHO.3.
pub const ARTILLERY_RANGE: i32 = 400;

/// LEG-R16: the slack of comparisons, in paces.
pub const SLACK: f64 = 0.5;

/// LEG-R16 and the grid of the table: bodies touch within half a pace, and are parallel within half a degree.
pub const TOLERANCE: Tolerance = Tolerance::new(SLACK, Angle::new(0.5));

/// Whoever is put down stands a little clearer of others than that, so that rounding to the grid, when it loses a base or turns,
/// leaves nobody on anybody.
pub const CLEAR: Tolerance = Tolerance::new(0.45, Angle::new(0.5));

/// LEG-R16: contact means no more than a pace.
pub const CONTACT: Tolerance = Tolerance::new(1.0, Angle::new(0.5));

/// LEG-R2: bases of a unit that is not Special.
pub const BASES_MIN: u8 = 2;
pub const BASES_MAX: u8 = 12;

/// LEG-R27, LEG-R113.
pub const COMMANDS_MAX: usize = 5;
pub const COMMAND_UNITS_MAX: usize = 8;

/// LEG-R27: no army has more units.
pub const UNITS_MAX: usize = COMMANDS_MAX * COMMAND_UNITS_MAX;

/// LEG-R119.
pub const TURNS: u8 = 18;

/// LEG-R117: a camp, in paces.
pub const CAMP: [f64; 2] = [80.0, 40.0];
