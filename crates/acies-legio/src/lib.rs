//! *Legio VI*, the 6 mm fast-play rules: cohorts in lines, ranks and files on a free table, who tire as they move, are
//! controlled or inspired by leaders, answer charges as they must, and fight by one opposed roll.
//!
//! `RULES.md` has every rule and ruling by id. The folders follow its sections:
//!
//! | folder | sections |
//! |---|---|
//! | [`troops`] | 1.1 to 1.3, 3.2, 4.1, 5.1, 5.2: types, grades, weapons, points, formations |
//! | [`command`] | 3.13, 3.15, 3.16, 4.3, 4.4: initiative, control tests, orders |
//! | [`movement`] | 3.9, 3.11, 4.5: dice and fatigue, manoeuvres, columns |
//! | [`shooting`] | 3.8, 4.6: shots and volleys |
//! | [`charge`] | 3.1, 3.6, 3.7, 4.7: who may charge, responses, the evade test |
//! | [`combat`] | 3.3 to 3.5, 3.10, 4.8: numbers, the roll, results, what follows by dice |
//! | [`morale`] | 3.12, 3.14, 4.9: disorder and casualties, rest, leaders at risk |
//! | [`odds`] | 8: every roll as a question in words, with exact odds |
//! | [`battle`], [`ground`] | 1, 4.2: the state of a battle, and what it lies on |
//! | [`table`] | 7: distances, sides, sight, contact and supports, ways back |
//! | [`sequence`], [`play`] | 2: the sequence of play as steps, and the contract |
//! | [`victory`] | LEG-R26, LEG-R118, LEG-R119: the END step, and who wins |
//! | [`words`] | what happened and why not, in words |
//! | [`setup`] | 4.10: table and deployment |
//! | `player` | the computer player |
//! | [`files`] | 5: what ships; armies, battles, positions |
//! | [`rulings`] | numbers that rulings set |

// Tests state exact numbers, and mean them.
#![cfg_attr(test, allow(clippy::float_cmp))]

pub mod battle;
pub mod charge;
pub mod combat;
pub mod command;
pub mod files;
pub mod ground;
pub mod morale;
pub mod movement;
pub mod odds;
pub mod play;
mod player;
pub mod ruleset;
pub mod rulings;
pub mod sequence;
pub mod setup;
pub mod shooting;
pub mod table;
pub mod troops;
pub mod victory;
pub mod words;

pub use ruleset::Legio;
