//! Numbers that rulings set.

use acies_table::{Angle, Drill, Tolerance};

/// IMP-R2: every base is as wide, in U.
pub const WIDTH_U: f64 = 8.0;

/// IMP-R4: bases that are no farther apart touch, in U.
pub const TOUCH_U: f64 = 0.05;

/// IMP-R4, IMP-R36: touching, and facing alike.
pub const TOLERANCE: Tolerance = Tolerance::new(TOUCH_U, Angle::new(1.0));

/// IMP-R36: how exactly the members of a Group stand.
pub const DRILL: Drill = Drill { tolerance: TOLERANCE, level: 0.5 };

/// IMP-R20: how far a Commander goes, in U.
pub const LEAD_U: f64 = 20.0;

/// IMP-R107: how far off a road a Unit on it may face, in degrees.
pub const ROAD_DEGREES: f64 = 20.0;

/// IMP-MOV.21, IMP-R98: how near an enemy draws impetuous troops, in U.
pub const BOUND_U: f64 = 30.0;

/// IMP-R99: how near baggage draws troops, in U.
pub const LOOT_U: f64 = 15.0;

/// IMP-R96: how near the second line stands, in U, and how alike it faces, in degrees.
pub const RELIEF_U: f64 = 5.0;
pub const RELIEF_DEGREES: f64 = 10.0;

/// IMP-R34: how deep a ZOC is, in U.
pub const ZOC_U: f64 = 5.0;

/// IMP-R114: how far a movement that is no charge stays from enemies, in U.
pub const CLEAR_U: f64 = 0.1;

/// IMP-R31: how far an oblique goes off the facing, in degrees.
pub const OBLIQUE_MAX: f64 = 45.0;

/// IMP-ROU.3, IMP-R66: how far behind a rout is felt, in U.
pub const BEHIND_U: f64 = 5.0;

/// IMP-SHL.8: how far a screen must be from the target to be shot through, in U.
pub const SCREEN_U: f64 = 15.0;

/// IMP-R83: how far friends must be from the target to be shot over, in U.
pub const OVERHEAD_U: f64 = 5.0;

/// IMP-R86: how near a fortification protects, in U.
pub const WALL_U: f64 = 2.0;

/// IMP-R87: how near the edge of a wood is its edge, in U.
pub const WOOD_EDGE_U: f64 = 5.0;

/// IMP-R90: how much nearer to the crest is higher, in U.
pub const HIGHER_U: f64 = 0.5;

/// IMP-R91: how near a crest one sees across it, in U.
pub const NEAR_CREST_U: f64 = 5.0;

/// IMP-R5: the sizes of armies, in points, each with the most Commands.
pub const SIZES: [(u32, usize); 3] = [(300, 2), (400, 4), (500, 4)];

/// IMP-R5: the least Units of a Command.
pub const UNITS_PER_COMMAND: usize = 2;

/// IMP-R6: the least VD of the Unit in which a Commander starts.
pub const COMMANDER_VD: u8 = 3;

/// IMP-R12: how far from their own long edge Units deploy, and how far at least from the short ones, in U.
pub const DEPLOYMENT_U: f64 = 30.0;
pub const SHORT_EDGE_U: f64 = 10.0;

/// IMP-R12: how far from the short edges the baggage is at least, in U.
pub const BAGGAGE_EDGE_U: f64 = 20.0;

/// IMP-R108: the Turns of a battle, unless another number is agreed.
pub const TURNS: u8 = 12;

/// IMP-R125: more Units a side have no room.
pub const UNITS_MAX: usize = 40;

/// IMP-R3: the table of an army's size, in U.
pub fn table_u(budget: u32) -> [f64; 2] {
    if budget <= 300 { [120.0, 90.0] } else { [180.0, 120.0] }
}
