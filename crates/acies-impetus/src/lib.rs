//! *Impetus*: Commands that throw for the initiative, Units that move as often as their discipline lets them, shoot,
//! charge, fight with pools of dice, lose VBU, retreat and pursue.
//!
//! `RULES.md` has every rule and ruling by id. The files follow its sections:
//!
//! | file | sections |
//! |---|---|
//! | [`profile`], [`costs`] | 1, 5: what Units are; points |
//! | [`files`] | 5: what ships; army files |
//! | [`command`] | 3.1 to 3.3, 3.20, 4.2: Commanders, initiative, discipline, the loss of a Commander |
//! | [`rulings`] | numbers that rulings set |

pub mod command;
pub mod costs;
pub mod files;
pub mod profile;
pub mod rulings;
