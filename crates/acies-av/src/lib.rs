//! *Advanced Virtus*: units under orders on a free table, each a point with a zone of control about it, that
//! shoot and fight by pools of dice, save, lose Cohesion Points and climb down a ladder of morale.
//!
//! `RULES.md` has every rule and ruling by id. The files follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`battle`], [`units`], [`table`], [`ground`] | 1, 7, 4.1: the state of a battle and the lists of what may be pending and decided, its ground, and what geometry says about both |
//! | [`profile`], [`costs`] | 1.1, 3, 6, 16 to 18, 4.2: what units, leaders and figures are, and what they cost |
//! | [`rulings`] | numbers that rulings set |
//! | [`setup`] | S1 to S5: from two armies to the first turn |
//! | [`turn`] | 2, section 4: the sequence of play, initiative, the end of a turn and of a battle |
//! | [`orders`] | section 5: order tests, redressing ranks |
//! | [`movement`] | sections 5 to 8: moves under orders, what stands in their way |
//! | [`leaders`] | sections 15 to 17: where leaders go, and when they are at risk |
//! | [`shooting`] | sections 10, 12: targets and dice |
//! | [`melee`] | sections 11, 12: fights and dice |
//! | [`morale`] | sections 13, 14: saves, losses, tests, retreats |
//! | [`odds`] | 8: every roll as a question in words, with exact odds; and of every action |
//! | [`words`] | what happened, and why not; everything else that is told of a battle |
//! | [`notation`], [`play`] | decisions as text; the contract |
//! | [`board`], [`scene`], `drag` | what is drawn, and what is dragged |
//! | [`files`], [`ruleset`] | armies, positions, what ships; what Acies lists |
//! | [`player`] | how to play |

pub mod battle;
pub mod board;
pub mod costs;
mod drag;
pub mod files;
pub mod ground;
pub mod leaders;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod notation;
pub mod odds;
pub mod orders;
pub mod play;
pub mod player;
pub mod profile;
pub mod ruleset;
pub mod rulings;
pub mod scene;
pub mod setup;
pub mod shooting;
pub mod table;
pub mod turn;
pub mod units;
pub mod words;

pub use ruleset::AdvancedVirtus;
