//! *Legio VI*, the 6 mm fast-play rules: cohorts in lines, ranks and files on a free table, who tire as they move, are
//! controlled or inspired by leaders, answer charges as they must, and fight by one opposed roll.
//!
//! `RULES.md` has every rule and ruling by id. The folders follow its sections:
//!
//! | folder | sections |
//! |---|---|
//! | [`troops`] | 1.1 to 1.3, 3.2, 4.1, 5.1, 5.2: types, grades, weapons, points, formations |
//! | [`command`] | 3.15, 3.16, 4.3, 4.4: leaders, orders |
//! | [`setup`] | 4.10: table and deployment |
//! | [`files`] | 5: what ships; armies |
//! | [`rulings`] | numbers that rulings set |

// Tests state exact numbers, and mean them.
#![cfg_attr(test, allow(clippy::float_cmp))]

pub mod command;
pub mod files;
pub mod rulings;
pub mod setup;
pub mod troops;
